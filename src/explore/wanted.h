// SPDX-License-Identifier: Apache-2.0
// Texts that runs were compared with. Where code compares a part of its input, however cut out and changed,
// with a text, an input that has this text in the part's place most likely passes the comparison. No solver
// is asked, so that lengths and places which the path has decided are no obstacle (input-to-state
// correspondence: Aschermann et al., REDQUEEN, NDSS 2019). What such inputs do only runs tell.
//
// The explorer owns the queue, under its lock.
#ifndef FRISK_EXPLORE_WANTED_H
#define FRISK_EXPLORE_WANTED_H

#include "base/hash.h"
#include "base/vec.h"
#include "explore/inputs/drawing.h"
#include "explore/trace.h"
#include "expr/sweep.h"

struct wanted_input { // an input, and what to put where in it
    uint64_t key;
    uint64_t made;         // the number of its run
    struct binding *input; // owned, like the texts
    uint32_t n_input;
    uint16_t *seen, *wanted;
    uint32_t n_seen, n_wanted;
    uint32_t base; // of numbers; 0: texts
    uint32_t next; // which place is next
};

struct wanted_queue { // all zero: empty
    VEC(struct wanted_input) waiting;
    struct hash_map tries;   // key -> runs so far
    struct hash_map pending; // key -> inputs that wait
    struct hash_map tried;   // inputs: hashes of them
    uint64_t runs;
    uint32_t turns;     // asked for since something waited
    uint32_t fruitless; // runs of inputs from here, since one that brought something new
    struct eval *eval;  // NULL: not needed yet
};

void wanted_free(struct wanted_queue *q);
// Takes from a run the texts it wanted, and the numbers at the points it missed; the input is copied.
void wanted_add(struct wanted_queue *q, struct expr_store *x, const struct trace *t,
                const struct model *input);
// A condition that leads to the point cannot hold on the path of the input. If it compares a number, which
// may stand in the input as decimal digits, some that satisfy it are wanted in its place.
void wanted_add_number(struct wanted_queue *q, struct expr_store *x, uint32_t point, expr_id condition,
                       const struct model *input);
// The next input: of what was wanted least often, the latest. It lives until the next random input. False:
// there is none.
bool wanted_take(struct wanted_queue *q, struct random_inputs *r, struct model *out);
// Whether the next job is to be an input from here: one in two while something waits that no run was made for
// yet, else one in four; half as many, and then half of these, when such inputs have long brought nothing
// new.
bool wanted_has_turn(struct wanted_queue *q);
// Whether the run of an input from here covered or reached something new.
void wanted_note_run(struct wanted_queue *q, bool news);
// A model for the point was found by changing one character of the parent's: others like it may have to
// change likewise, as those of a format do. Then the model with all of them changed is wanted.
void wanted_add_likewise(struct wanted_queue *q, const struct expr_store *x, uint32_t point,
                         const struct model *parent, const struct model *found);
void wanted_mark(const struct wanted_queue *q, struct expr_sweep *w);

#endif
