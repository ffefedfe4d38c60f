// SPDX-License-Identifier: Apache-2.0
// The search: runs a unit, keeps the execution tree and the frontier of untried alternatives, solves for the
// next input, until nothing is left open or a budget is used up. Workers are threads that share the tree.
#ifndef FRISK_EXPLORE_EXPLORE_H
#define FRISK_EXPLORE_EXPLORE_H

#include "base/stop.h"
#include "explore/language.h"
#include "solve/solve.h"

#define EXPLORE_STRATEGIES(X)                                                                                \
    X(UNVISITED, "unvisited", "unvisited places first, then shallow and new ones in turn")                   \
    X(BREADTH, "breadth", "the shallowest first")                                                            \
    X(DEPTH, "depth", "the deepest first")                                                                   \
    X(GENERATIONAL, "generational", "the run that covered most first")                                       \
    X(RANDOM, "random", "in an order drawn from --seed")                                                     \
    X(NEAREST, "nearest", "those nearest to the places of --reach first")

enum strategy {
#define X(name, text, what) STRATEGY_##name,
    EXPLORE_STRATEGIES(X)
#undef X
        STRATEGY_COUNT
};

struct explore_stats;

struct explore_options {
    uint32_t depth; // decisions of a path whose alternatives are tried
    uint32_t reach; // more than depth: decisions beyond it whose alternatives are tried if they lead to
                    // unvisited places (default strategy)
    // The goal is coverage: more random inputs are tried, the search goes deeper as long as places are left
    // that runs came near (default strategy), and it gives up soon once none is left.
    bool coverage;
    // Otherwise: a search that has tried all within the depth goes deeper, for about as much effort as it has
    // made and at most this much (a unit of effort is about a tenth of a millisecond); 0: it does not. If it
    // does not finish there, the result speaks of the depth before.
    uint64_t deeper;
    uint32_t branch_bound; // decisions that a path may take at one place (trace.h); 0: no bound
    uint32_t n_places;     // that the search is to reach, and ends with (language_reaching); 0: none
    uint64_t runs;         // 0: no limit
    double seconds;        // wall clock; 0: no limit
    double patience;       // end after so many seconds without new coverage or a new failure; 0: never
    bool grows;            // and as many as it had taken to what it brought last: later news take longer
    uint32_t jobs;         // workers
    bool bounds_orders;    // of programs of several tasks only orders with few preemptions are tried
    uint32_t preemptions;  // then: at most so many
    enum strategy strategy;
    uint64_t seed;         // of the random strategy and of random inputs
    double random_seconds; // at most, for random inputs before the search; 0: none
    struct run_limits limits;
    struct solve_options solve;
    // Called after each run, under the lock of the search, while r still holds the run; may be NULL.
    void (*on_run)(void *context, struct runner *r, const struct model *input, const struct trace *t,
                   const struct outcome *o, uint32_t fresh);
    // Marks the expressions that on_run has kept. If there is an on_run and no mark, no expression is freed
    // during a search.
    void (*mark)(void *context, struct expr_sweep *w);
    // Reports progress: first after a tenth of a second, then about four times a second, under the lock; may
    // be NULL. Only the counts are set; `solve` is still empty.
    void (*on_progress)(void *context, const struct explore_stats *so_far);
    void *context;
    // End with the first failure. Until then, what the solver could not decide is asked again with more time.
    bool first_failure;
    // End when each of the unit's failures has been seen, if they are known (unit.failures). What nobody
    // tried then is not open.
    bool only_failures;
    struct stop *stop; // set by a signal handler to end the search; may be NULL
};

// Whether every run of the unit ends.
enum ends {
    ENDS_UNKNOWN,
    ENDS_PROVED, // for all inputs: ahead of the search (unit.ends), or because every path was followed to its
                 // end
    ENDS_NOT,    // on some input it never ends
};

struct explore_stats {
    uint64_t runs, diverged; // diverged: a run left the path that its model was made for
    uint64_t incomplete, limited, raised, discarded; // runs that ended so
    uint64_t endless;                                // of the raised: those that never end
    uint64_t returned;                               // runs that returned
    uint64_t known;                                  // runs that ended in a state where another run goes on
    uint64_t bounded; // runs that ended at a bound of their path; not among the limited
    uint64_t ended;   // of these, at a bound of the front end's (trace_end)
    uint64_t deep;    // runs whose path goes beyond the depth, or the reach
    uint64_t late;    // of the limited: cut off because time was over or the user ended the search
    uint64_t orders, orders_blocked; // runs in an order of events, where there are several; of those, runs
                                     // that ended because what was left of them had been tried
    uint64_t waiting;     // runs of several tasks that ended with all of them waiting; not among the limited
    uint64_t orders_open; // inputs of which some order was not tried
    bool orders_bounded;  // several tasks ran, and orders with more preemptions than allowed were left alone
    uint64_t drawn;       // runs on random inputs; not among `runs`
    uint64_t drawn_discarded, drawn_endless; // of these
    bool tested;                             // some run was not discarded, or only within the unit
    bool all_discarded;                      // there were runs, and none of that kind: nothing is claimed
    uint64_t beyond, grown; // runs beyond the depth, and runs on mutations of inputs that came near a place
    uint64_t open;          // alternatives that nobody tried
    uint64_t unknown;       // alternatives the solver could not decide
    uint64_t tree_nodes;
    uint64_t tree_bytes, frontier_bytes; // at the end of the search
    uint64_t store_bytes,
        sweeps; // of the expressions: the most that their store held at a sweep or at the end
    double sweep_seconds;
    bool depth_hit, runs_hit, time_hit, patience_hit, steps_hit, stopped, ended_by_failure;
    bool all_failed;    // each of the unit's failures was seen: there are no others
    bool all_reached;   // the search ended because all places it was to reach were reached
    bool all_covered;   // a deeper search ended because all of the unit's code was reached
    uint64_t unreached; // alternatives whose model led elsewhere, and that no other run took
    bool cut;           // a run was cut off before its depth: decisions may be missing
    bool lost;          // a run concretised a value, or diverged, which shows that one did
    bool complete;      // complete_to_depth, no bound hit and nothing lost: a proof
    bool proved; // no input raises, known ahead of the search (some may not end); only a few inputs were run
    bool complete_to_depth; // nothing open, unknown, unreached, incomplete or cut within `depth`,
    uint32_t depth;         // the greatest depth for which that holds; if none, the depth of the search
    enum ends ends;
    double seconds, run_seconds, solve_seconds; // the last two summed over workers
    struct solve_stats solve;                   // summed over workers (z3_seconds: merged, owned here)
};

// Blocks until the search is over. Callbacks come from other threads, one at a time. Fills *out.
void explore(struct unit *u, const struct explore_options *options, struct explore_stats *out);
void explore_stats_free(struct explore_stats *s);
const char *explore_strategy_name(enum strategy s);
const char *explore_strategy_text(enum strategy s); // what it does, in words

#endif
