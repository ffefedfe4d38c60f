// SPDX-License-Identifier: Apache-2.0
// Inside of the solver: from the facts of a query to a model. Four parts share the state below:
//   shapes.c      decides what the facts leave open (kinds, alternatives, disjunctions) by depth-first search
//   conditions.c  says what has to hold of the numbers then
//   numbers.c     finds them: witnesses, earlier models, Z3, local search, one slice at a time
//   build.c       makes ground terms of it all, keeping the parent's values where they still fit
// chain.c runs them; cache.c remembers slices. A refutation counts only if each alternative of a complete
// split was refuted; whatever else fails makes the answer UNKNOWN.
#ifndef FRISK_SOLVE_SHAPES_H
#define FRISK_SOLVE_SHAPES_H

#include "solve/arith.h"
#include "solve/classes.h"
#include "solve/search.h"
#include "solve/solve.h"

enum outcome {
    OUTCOME_DONE,
    OUTCOME_REFUTED, // what was decided contradicts the query
    OUTCOME_FAILED,  // no model found this way; proves nothing
    OUTCOME_AGAIN,   // facts were added, or options were put out that must be decided first
};

// One way to decide something.
struct option {
    enum {
        OPTION_KIND,    // class c has kind a
        OPTION_PAIR,    // typing a of class c is left with its pair b
        OPTION_ASSUME,  // condition a holds (b 1) or not (b 0)
        OPTION_EXCLUDE, // class c is not the ground term a
        OPTION_APART,   // classes c and d differ
        OPTION_EQUAL,   // classes c and d are equal
        OPTION_SIZE,    // class c is a tuple of size a (b 1) or of another size (b 0)
    } what;
    class_id c, d;
    uint32_t a, b;
};

struct frame {
    struct facts_saved saved;
    uint32_t first, n, next; // options
};

struct leaf {
    expr_id e; // IVAL, FVAL, TUPLE_SIZE or BIT_SIZE of the class' canonical term
    class_id c;
    uint32_t up;    // union-find over leaves: slices
    expr_id parent; // its value in the parent's model, or 0
    expr_id value;  // the value found
};

struct slice_cache;

struct solver {
    struct expr_store *x;
    const struct grammar *g;
    const struct variables *variables;
    struct solve_options options;
    struct solve_stats stats;
    uint32_t z3_room; // of stats.z3_seconds
    struct facts *f;
    struct eval *parent, *check; // under the parent's model; of the new one
    struct arith *arith;
    struct slice_cache *cache;
    const struct query *q;
    bool used_z3; // for this query
    double deadline;

    // shapes.c
    VEC(struct option) todo;  // options put out, not yet a frame
    VEC(struct option) opts;  // of all frames
    VEC(struct frame) frames; // the first `depth` are in use
    uint32_t depth;
    class_id cursor;
    bool whole;        // disjunctions of numbers are no options: arithmetic gets them as they are
    bool whole_helped; // some query was refuted so

    // conditions.c, numbers.c
    VEC(expr_id) conditions; // rewritten
    VEC(struct leaf) leaves;
    struct hash_map leaf_of; // leaf expression -> index
    struct hash_map rewritten;
    VEC(expr_id) stack;
    VEC(uint32_t) slice_of; // by condition: its slice's root leaf
    VEC(expr_id) slice;     // conditions of one slice
    VEC(uint32_t) slice_leaves;
    VEC(expr_id) sent; // slice with bounds
    struct tape tape;
    leaf_values found;

    // build.c
    VEC(expr_id) values;         // by class
    VEC(uint8_t) state;          // by class: being built
    VEC(class_id) build;         // stack
    VEC(struct binding) changed; // variables that the query has to do with
    VEC(struct binding) model;   // what is given out
};

// ---- shapes.c ----
enum answer shapes_solve(struct solver *s, struct model *out); // the facts hold the query's conditions
expr_id shapes_parent_value(struct solver *s, class_id c);     // in the parent's model; 0: undefined
void shapes_put(struct solver *s, struct option o);            // adds to todo

// ---- conditions.c ----
enum outcome conditions_prepare(struct solver *s); // all leaves of arithmetic are of number kind
// Whether a condition is about nothing but numbers that are known to be there: it can be left to arithmetic.
bool conditions_numeric(struct solver *s, expr_id condition);
// Of a tuple (TUPLE_SIZE) or bit string (BIT_SIZE), when arithmetic decided it.
bool conditions_size(struct solver *s, class_id c, enum expr_op op, int64_t *size);
// Literal of an Int or Float expression under what was found.
expr_id conditions_value(struct solver *s, expr_id number);

// ---- numbers.c ----
enum outcome numbers_solve(struct solver *s); // fills values of classes that are numbers, and tuple sizes

// ---- bitstrings.c ----
enum outcome bitstrings_prepare(struct solver *s); // fields that overlap become sums of common parts
// A bit string of class c, whose defined fields have values: what is open comes from the parent's value,
// `step` varies the size, `number` the bits. 0: none that way.
expr_id bitstrings_make(struct solver *s, class_id c, expr_id parent, uint32_t step, uint32_t number);

// ---- build.c ----
enum outcome build_model(struct solver *s, struct model *out);

// ---- cache.c ----
struct slice_cache *slice_cache_new(void);
void slice_cache_free(struct slice_cache *c);
bool slice_cache_get(struct slice_cache *c, const expr_id *conditions, uint32_t n, enum answer *a,
                     leaf_values *out);
void slice_cache_put(struct slice_cache *c, const expr_id *conditions, uint32_t n, enum answer a,
                     const leaf_values *values);
// The i-th most recent satisfying assignment's value of the leaf; 0: none, or not that many.
expr_id slice_cache_recent(const struct slice_cache *c, uint32_t i, expr_id leaf);
enum { CACHE_RECENT = 8 };
// Forgets the slices that hold an expression that nobody has marked, and marks what the others need.
void slice_cache_sweep(struct slice_cache *c, struct expr_sweep *w);

#endif
