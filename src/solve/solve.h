// SPDX-License-Identifier: Apache-2.0
// From a query to a model: the chain of links (doc/internals/solving.md), cheapest first. Every model given
// out was evaluated against the whole query and against the types of its variables. One solver per thread.
#ifndef FRISK_SOLVE_SOLVE_H
#define FRISK_SOLVE_SOLVE_H

#include <assert.h>

#include "base/stop.h"
#include "expr/expr.h"
#include "expr/sweep.h"
#include "expr/variables.h"
#include "solve/grammar.h"

enum answer { ANSWER_SAT, ANSWER_UNSAT, ANSWER_UNKNOWN };

struct query {
    const expr_id *conditions; // all must hold; the last one is the alternative that the search asks for
    uint32_t n;
    const struct model
        *parent; // satisfies all conditions but perhaps the last; its values are kept where they fit
};

// The links by name: X(name, group, text, what). Switching off a group switches off its links. Answers of the
// links of `search` are counted for `search` as well, which is not a place in the chain.
#define SOLVE_LINKS(X)                                                                                       \
    X(FACTS, FACTS, "facts", "contradictions of shapes, kinds and intervals")                                \
    X(SLICE, SLICE, "slice", "only conditions that share unknowns with the flipped one")                     \
    X(CACHE, CACHE, "cache", "the same slice asked before")                                                  \
    X(MODELS, MODELS, "models", "recent models of the slice's unknowns")                                     \
    X(SHAPES, SHAPES, "shapes",                                                                              \
      "terms built from shapes and intervals, other shapes where one has no model")                          \
    X(Z3, Z3, "z3", "arithmetic")                                                                            \
    X(FIX, Z3, "fix", "after unknown: some unknowns fixed to their concrete values")                         \
    X(SEARCH, SEARCH, "search", "numbers without Z3: all that follow but the first two")                     \
    X(REPAIR, SHAPES, "repair", "numbers moved by what a violated comparison of sums lacks")                 \
    X(WITNESSES, SHAPES, "witnesses", "numbers at the ends of intervals and types, one unknown at a time")   \
    X(ENUMERATION, SEARCH, "enumeration", "unknowns of few values: all of them")                             \
    X(PERIODS, SEARCH, "periods", "an integer under quotients and remainders by literals: by its period")    \
    X(MULTIPLES, SEARCH, "multiples", "an integer through small multiples of the literals")                  \
    X(BOXES, SEARCH, "boxes", "branch and prune over the ranges of the unknowns")                            \
    X(EXTREMES, SEARCH, "extremes", "numbers at the ends of what floats hold")                               \
    X(LOCAL, SEARCH, "local", "inverses of operations, then local search by distance")

enum solve_link {
#define X(name, group, text, what) LINK_##name,
    SOLVE_LINKS(X)
#undef X
        LINK_COUNT
};

struct solve_options {
    uint32_t off;            // bits 1 << LINK_..: links that are switched off
    uint32_t rlimit;         // Z3 resource units per query; 0: default
    double seconds;          // processor time of Z3 per query; 0: default
    uint32_t patience;       // both, and the time of the chain, times this; 0: 1
    uint32_t haste;          // seconds, and the time of the chain, divided by this; 0: 1
    double deadline;         // by clock_now(): later answers are unknown; 0: none
    const struct stop *stop; // likewise when set; may be NULL
    const char *log_dir;     // --log-queries: one SMT-LIB 2 file per Z3 query; NULL: none
    const char
        *checker; // command line of a second solver that re-answers each Z3 query by SMT-LIB 2; NULL: none
};

struct link_stats {
    uint64_t asked, sat, unsat; // an answer for which Z3 was asked counts for Z3 alone
    double seconds;             // without those of the links that it asked
};

struct solve_stats {
    uint64_t sat, unsat, unknown;
    uint64_t rejected;           // models that did not pass evaluation (counted as unknown)
    uint64_t checked, disagreed; // with the second solver
    struct link_stats links[LINK_COUNT];
    uint64_t z3_late, z3_died; // attempts at which Z3's process was ended for its time, or ended itself
    double *z3_seconds;        // one entry per Z3 query, for the median; owned by the solver
    uint32_t z3_count, z3_room;
};

struct solver;

// The variables may grow in number while the solver lives.
struct solver *solver_new(struct expr_store *x, const struct grammar *g, const struct variables *variables,
                          const struct solve_options *options);
void solver_free(struct solver *s);

// ANSWER_SAT: *out is the model: the parent's, changed where the conditions need it. It leaves out what is
// the default of the variable. Its bindings belong to the solver and live until the next query.
enum answer solver_solve(struct solver *s, const struct query *q, struct model *out);
// For a sweep, after all others have marked: marks what the solver remembers, and forgets what nobody else
// holds. Between queries only.
void solver_sweep(struct solver *s, struct expr_sweep *w);
const struct solve_stats *solver_stats(const struct solver *s);
const char *solve_link_name(enum solve_link link);
// The group of a link; the link itself if it has none.
static inline enum solve_link solve_link_group(enum solve_link link) {
    static const uint8_t groups[] = {
#define X(name, group, text, what) LINK_##group,
        SOLVE_LINKS(X)
#undef X
    };
    assert(link < LINK_COUNT);
    return (enum solve_link)groups[link];
}

#endif
