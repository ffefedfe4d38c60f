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
    X(RANDOM, "random", "in an order drawn from --seed")

enum strategy {
#define X(name, text, what) STRATEGY_##name,
    EXPLORE_STRATEGIES(X)
#undef X
        STRATEGY_COUNT
};

struct explore_stats;

struct explore_options {
    uint32_t depth; // decisions that may be flipped on one path
    uint32_t reach; // more than depth: beyond it, those that lead to unvisited places (default strategy)
    // Code that runs reach is what the search is for: more inputs are drawn, it goes on deeper than the depth
    // as long as places are left that runs came near (likewise), and its patience is short once none is left.
    bool coverage;
    // Else: a search that is soon done goes on deeper likewise, for about as much effort as it has made, at
    // most this much (about a tenth of a millisecond each); 0: none. What is then known is told of the depth
    // that was worked off last.
    uint64_t deeper;
    uint32_t branch_bound; // decisions of a path at one place (trace.h); 0: no bound
    uint64_t runs;         // 0: no limit
    double seconds;        // wall clock; 0: no limit
    double patience; // end when that many seconds brought neither coverage nor a failure of its own; 0: never
    bool grows;      // and as many as it had taken to what it brought last: later news take longer
    uint32_t jobs;   // workers
    enum strategy strategy;
    uint64_t seed;         // of the random strategy, and of what is drawn
    double random_seconds; // at most, for inputs drawn before the search; 0: none
    struct run_limits limits;
    struct solve_options solve;
    // Called after each run, under the explorer's lock, while r still holds the run; may be NULL.
    void (*on_run)(void *context, struct runner *r, const struct model *input, const struct trace *t,
                   const struct outcome *o, uint32_t fresh);
    // Marks the expressions that on_run has kept. Without it none are freed during a search with an on_run.
    void (*mark)(void *context, struct expr_sweep *w);
    // Called first after a tenth of a second, then about four times a second with progress, under the lock;
    // may be NULL. Counts only: solve is empty yet.
    void (*on_progress)(void *context, const struct explore_stats *so_far);
    void *context;
    // End with the first run that raised; and until the time is up ask again, with more patience, what the
    // solver could not decide.
    bool first_failure;
    // End when each of the unit's failures has been seen, if they are known. What nobody tried is not open
    // then.
    bool only_failures;
    struct stop *stop; // set from a signal handler to end early; may be NULL
};

// Whether every run of the unit ends.
enum ends {
    ENDS_UNKNOWN,
    ENDS_PROVED, // for all inputs: ahead of the search (unit.ends), or since all paths were seen to their
                 // ends
    ENDS_NOT,    // an input is known on which it never does
};

struct explore_stats {
    uint64_t runs, diverged; // diverged: a run left the path its model predicted (precision had been lost)
    uint64_t incomplete, limited, raised, discarded; // runs that ended so
    uint64_t endless;                                // of the raised: never end
    uint64_t returned;                               // of the runs
    uint64_t known;                                  // and runs that ended where another one goes on
    uint64_t bounded;                        // and that ended at the branch bound, not among the limited
    uint64_t deep;                           // runs whose path went on beyond the depth, or the reach
    uint64_t late;                           // of the limited: cut off as time was over, or by the user
    uint64_t drawn;                          // runs on inputs drawn at random, not among `runs`
    uint64_t drawn_discarded, drawn_endless; // of these
    bool tested;            // a run, drawn ones included, was not discarded, or only in the midst of the unit
    bool all_discarded;     // there were runs, and none of that kind: nothing is claimed on account of them
    uint64_t beyond, grown; // runs beyond the depth, and on inputs grown from such that came near a place
    uint64_t open;          // alternatives nobody tried
    uint64_t unknown;       // alternatives the solver could not decide
    uint64_t tree_nodes;
    uint64_t tree_bytes, frontier_bytes; // at the end, when the tree is at its largest or has been worked off
    uint64_t store_bytes, sweeps; // of the expressions: most that their store held when swept or at the end
    double sweep_seconds;
    bool depth_hit, runs_hit, time_hit, patience_hit, steps_hit, stopped, ended_by_failure;
    bool all_failed;    // each of the unit's failures has been seen: there are no others
    bool all_covered;   // ended while it was deeper than asked for: all of the unit's code was reached
    uint64_t unreached; // alternatives whose model led elsewhere: diverged, and no other run went there
    bool cut;           // a run was limited before its depth was reached: decisions may be missing
    bool lost;          // some run lost precision (or diverged, which shows that one did)
    bool complete;      // likewise, no bound hit and nothing lost: a proof
    bool proved; // ahead of the search: no input raises (some may not end); only few inputs were run then
    bool complete_to_depth; // nothing open, unknown, unreached, incomplete or cut within the depth:
    uint32_t depth;         // the greatest of which that is known; if of none, that of the search
    enum ends ends;
    double seconds, run_seconds, solve_seconds; // the last two summed over workers
    struct solve_stats solve;                   // summed over workers (z3_seconds: merged, owned here)
};

// Blocks until the search is over; callbacks come from other threads, one at a time. *out is filled anew.
void explore(struct unit *u, const struct explore_options *options, struct explore_stats *out);
void explore_stats_free(struct explore_stats *s);
const char *strategy_name(enum strategy s);
const char *strategy_text(enum strategy s); // what it does, in words

#endif
