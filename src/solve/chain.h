// SPDX-License-Identifier: Apache-2.0
// Inside of the solver: what every link sees of a query, and the chain (chain.c), one table of links. A link
// asks others only by running one of the named parts of the chain (chain_run); what it keeps for itself is
// its own, behind a pointer here. One solver per thread.
#ifndef FRISK_SOLVE_CHAIN_H
#define FRISK_SOLVE_CHAIN_H

#include "expr/expr.h"
#include "solve/facts.h"
#include "solve/solve.h"

struct terms;       // terms.h
struct numbers;     // numbers.h
struct slice_cache; // cache.c
struct models;      // models.c
struct arith;       // arith.h

struct solver {
    struct expr_store *x;
    const struct grammar *g;
    const struct variables *variables;
    struct solve_options options;
    struct solve_stats stats;
    double seconds_counted; // for links, all together
    // The query that is asked.
    const struct query *q;
    struct facts *f;      // its conditions are assumed there
    struct eval *parent;  // under its parent's model
    struct model nothing; // the parent of a query that has none
    double deadline;      // by clock_now()
    // What the links keep.
    struct terms *terms;
    struct numbers *numbers;
    struct slice_cache *cache;
    struct models *models;
    struct arith *arith;
};

// The parts of the chain, each asked about something else.
enum chain_part {
    CHAIN_QUERY,   // the whole query: UNSAT, or SAT with its model in the terms (terms_model)
    CHAIN_NUMBERS, // the numbers of the query once shapes are decided: SAT with values for all leaves
    CHAIN_SLICE, // those of the numbers that hang together: SAT with values for the leaves of numbers->slice
};

typedef enum answer chain_ask(struct solver *s, uint32_t effort); // UNKNOWN: the next one is asked
typedef bool chain_fits(struct solver *s);                        // whether it can be asked about this

// A place in the chain. A link may have several, of different effort.
struct chain_link {
    enum chain_part part;
    enum solve_link name; // its switch, counters and timer; LINK_COUNT: none, it is a step for the others
    chain_fits *fits;     // NULL: always
    chain_ask *ask;
    uint32_t effort; // a bound whose meaning is the link's own
    bool kept;       // its answer about a slice is worth remembering
};

// Asks the links of a part, one after the other, until one answers.
enum answer chain_run(struct solver *s, enum chain_part part);
// Neither it nor the group it is part of is switched off.
bool chain_has(const struct solver *s, enum solve_link link);

// ---- The links, and steps for them, by the file that each is in. Only the chain asks them. ----

// terms/shapes.c: link shapes; and without it: what the facts allow first
chain_ask terms_of_all_shapes, terms_of_first_shape;
// numbers/conditions.c, numbers/slices.c: link slice; without it; each of them; the parent's values still
// hold
chain_ask conditions_collect, slices_cut, slices_join, slices_solve, parents_values;
// numbers/repair.c, numbers/witnesses.c
chain_ask repair_values, witnesses_try;
// numbers/bounds.c; UNSAT: no number is in the bounds
chain_ask slice_bound;
// numbers/cache.c, numbers/models.c
chain_ask cache_find, models_try;
// numbers/enumeration.c, numbers/periods.c, numbers/multiples.c, numbers/extremes.c, numbers/local.c
chain_ask enumeration_of_few, enumeration_of_all, periods_decide, multiples_try, extremes_try, local_search;
// numbers/boxes.c; effort: boxes, at most
chain_ask boxes_search;
// z3/ask.c: links z3 and fix
chain_ask z3_ask, z3_ask_with_fixed;

// Whether the conditions were collected, and what the slice at hand is like (numbers/slices.c).
chain_fits conditions_are_there;
chain_fits slice_is_parents; // the parent's values may be tried
chain_fits slice_is_started; // values can be tried
chain_fits slice_is_compiled;
chain_fits slice_is_math; // there are functions that Z3 knows not, or little of
chain_fits slice_is_ieee;
chain_fits slice_is_finite_floats; // floats, but none that may be infinite or NaN
chain_fits slice_is_product;       // of unknowns of finite types, as Java's int: where Z3 is slowest

#endif
