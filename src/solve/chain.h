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
    struct facts *f;     // its conditions are assumed there
    struct eval *parent; // under its parent's model
    double deadline;     // by clock_now()
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

// A place in the chain. A link may have several, of different effort.
struct chain_link {
    enum chain_part part;
    enum solve_link name;           // its switch, counters and timer; LINK_COUNT: none, it is no link
    bool (*fits)(struct solver *s); // whether it can be asked about this; NULL: always
    enum answer (*ask)(struct solver *s, uint32_t effort); // UNKNOWN: the next one is asked
    uint32_t effort;                                       // a bound whose meaning is the link's own
    bool kept;                                             // its answer about a slice is worth remembering
};

// Asks the links of a part, one after the other, until one answers.
enum answer chain_run(struct solver *s, enum chain_part part);
// Neither it nor the group it is part of is switched off.
bool chain_has(const struct solver *s, enum solve_link link);

#endif
