// SPDX-License-Identifier: Apache-2.0
// The inside of the solver: what every link sees of a query, and the chain (chain.c), which is one table of
// links. A link asks others only by running a part of the chain (chain_run). What it keeps for itself lies
// behind a pointer of its own here. One solver per thread.
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
    double seconds_counted; // spent in links so far
    // The query that is asked.
    const struct query *q;
    struct facts *f;      // the conditions are assumed there
    struct eval *parent;  // evaluates under the parent's model
    struct model nothing; // the parent of a query that has none
    double deadline;      // by clock_now()
    // What the links keep.
    struct terms *terms;
    struct numbers *numbers;
    struct slice_cache *cache;
    struct models *models;
    struct arith *arith;
};

// The parts of the chain. Each is asked another question.
enum chain_part {
    CHAIN_QUERY,   // the whole query: UNSAT, or SAT with its model in the terms (terms_model)
    CHAIN_NUMBERS, // the numbers of the query, once kinds and sizes are decided: SAT with values for all
                   // leaves
    CHAIN_SLICE,   // numbers that share conditions: SAT with values for the leaves of numbers->slice
};

typedef enum answer chain_ask(struct solver *s, uint32_t effort); // UNKNOWN: the next link is asked
typedef bool chain_fits(struct solver *s);                        // whether the link can be asked about this

// A place in the chain. A link may have several, of different effort.
struct chain_link {
    enum chain_part part;
    enum solve_link
        name;         // of its switch, counters and timer; LINK_COUNT: a step for the others, without these
    chain_fits *fits; // NULL: always
    chain_ask *ask;
    uint32_t effort; // a bound; the link says of what
    bool kept;       // its answer about a slice is worth remembering
};

// Asks the links of a part in the order of the table until one answers.
enum answer chain_run(struct solver *s, enum chain_part part);
// Whether neither the link nor its group is switched off.
bool chain_has(const struct solver *s, enum solve_link link);

// ---- The links and steps, by file. Only the chain calls them. ----

// terms/shapes.c: the link shapes; and what stands for it when it is off: the first choice that the facts
// allow
chain_ask terms_of_all_shapes, terms_of_first_shape;
// numbers/conditions.c: collects the conditions on numbers. numbers/slices.c: the link slice; one slice of
// all, when that is off; solving slice by slice; the parent's values, if they still hold
chain_ask conditions_collect, slices_cut, slices_join, slices_solve, slices_parents_values;
// numbers/repair.c, numbers/witnesses.c
chain_ask repair_values, witnesses_try;
// numbers/bounds.c. UNSAT: no number lies within the bounds
chain_ask slice_bound;
// numbers/cache.c, numbers/models.c
chain_ask cache_find, models_try;
// numbers/enumeration.c, numbers/periods.c, numbers/multiples.c, numbers/extremes.c, numbers/local.c
chain_ask enumeration_of_few, enumeration_of_all, periods_decide, multiples_try, extremes_try, local_search;
// numbers/boxes.c; effort: how many boxes at most
chain_ask boxes_search;
// z3/ask.c: the links z3 and fix
chain_ask z3_ask, z3_ask_with_fixed;

// Whether the conditions were collected, and what is true of the present slice (numbers/slices.c).
chain_fits conditions_are_there;
chain_fits slice_is_parents; // the parent's values can be tried
chain_fits slice_is_started; // values can be tried
chain_fits slice_is_compiled;
chain_fits slice_is_math; // it has functions that Z3 does not know, or knows little of
chain_fits slice_is_ieee;
chain_fits slice_is_finite_floats; // floats, but none that may be infinite or NaN
chain_fits
    slice_is_product; // it multiplies unknowns of finite types, such as Java's int: there Z3 is slowest

#endif
