// SPDX-License-Identifier: Apache-2.0
// The inside of the solver: from the facts of a query to a model.
//   shapes.c      decides what the facts leave open (kinds, alternatives, disjunctions), by depth-first
//   search conditions.c  says what must hold of the numbers then; a part of the chain finds them (numbers.h)
//   build.c       makes ground terms of it all, keeping the parent's values where they still fit
// A refutation counts only if every case of a complete split was refuted. Any other failure makes the answer
// UNKNOWN.
#ifndef FRISK_SOLVE_TERMS_H
#define FRISK_SOLVE_TERMS_H

#include "solve/chain.h"
#include "solve/facts/classes.h"

enum outcome {
    OUTCOME_DONE,
    OUTCOME_REFUTED, // what was decided contradicts the query
    OUTCOME_FAILED,  // no model found this way; proves nothing
    OUTCOME_AGAIN,   // facts were added, or options were offered that must be decided first
};

// One way to decide something.
struct option {
    enum {
        OPTION_KIND,    // class c has kind a
        OPTION_PAIR,    // typing a of class c keeps only its pair b
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

// The state of the search for a model. The facts hold the conditions of the query, or will, if the link facts
// is off.
struct terms {
    // shapes.c
    VEC(struct option) todo;  // options offered that are no frame yet
    VEC(struct option) opts;  // of all frames
    VEC(struct frame) frames; // the first `depth` are in use
    uint32_t depth;
    class_id cursor;
    bool whole_helped; // some query was refuted with its disjunctions left whole
    bool by_facts;     // the facts contradict some option of this query
    // build.c
    VEC(expr_id) values;         // by class
    VEC(uint8_t) state;          // by class: being built
    VEC(class_id) build;         // stack
    VEC(struct binding) changed; // the variables of the query
    VEC(struct binding) model;   // the result
    struct eval *check;          // evaluates under the result
};

// ---- shapes.c ----
struct terms *terms_new(struct expr_store *x);
void terms_free(struct terms *t);
struct model terms_model(const struct solver *s);          // after SAT
expr_id shapes_parent_value(struct solver *s, class_id c); // in the parent's model; 0: undefined
void shapes_put(struct solver *s, struct option o);        // offers an option

// ---- bitstrings.c ----
enum outcome bitstrings_prepare(struct solver *s); // writes overlapping fields as sums of common parts
// A bit string for class c, whose defined fields have values. What is open comes from the parent's value.
// `step` varies the size, `number` the bits. 0: none this way.
expr_id bitstrings_make(struct solver *s, class_id c, expr_id parent, uint32_t step, uint32_t number);

// ---- build.c ----
enum outcome build_model(struct solver *s); // into terms->model

#endif
