// SPDX-License-Identifier: Apache-2.0
// Private to this room: what the workers of one search share, and the loop of a worker.
#ifndef FRISK_EXPLORE_WORKER_H
#define FRISK_EXPLORE_WORKER_H

#include <pthread.h>

#include "base/hash.h"
#include "explore/explore.h"
#include "explore/frontier.h"
#include "explore/goals.h"
#include "explore/inputs/drawing.h"
#include "explore/tree.h"
#include "explore/wanted.h"

enum { SWEEP_LEAST = 4 << 20 }; // bytes of live expressions: with less a sweep is not worth it

#define LEFT_UNKNOWN UINT32_MAX

struct cut_input { // a random input whose run was cut off
    uint64_t key;
    uint64_t cost; // of the input: simpler_cost
    uint32_t kept; // which of the inputs kept by `random`
    bool first;    // of its key
    bool told;     // it has no end with the limits of the search, either
};

struct explorer {
    struct unit *unit;
    const struct explore_options *options;
    double start;
    double begun;         // when the search began, after the first random inputs
    pthread_mutex_t lock; // over all that follows
    pthread_cond_t work;  // there may be work again, or the search is over
    pthread_cond_t ended; // a worker has left
    struct tree tree;
    struct frontier frontier;
    struct goals goals;
    struct wanted_queue wanted;
    VEC(struct tree_item) hard; // alternatives that the solver did not decide at its first attempt
    struct explore_stats stats;
    uint64_t runs_before, known_before; // of the counts: those of searches before this one
    uint32_t next_seed;
    uint32_t depth;          // at present
    uint32_t reach;          // of a trace; equal to the depth: there are no goals
    uint32_t tried_depth;    // of the search before this one; 0: it is the first
    uint32_t complete_depth; // the greatest depth with nothing left open; 0: none
    uint64_t effort,
        effort_end; // made (explorer_add_effort); at which a deeper search for errors ends, 0: none
    uint64_t was_unknown, was_unreached; // of the search before this one
    uint32_t hard_turns;                 // alternatives taken
    uint32_t turns;                      // jobs since no alternative leads to an unvisited point
    uint64_t grow_until;                 // mutations to run when all else is done; 0: it is not
    bool grown_news;                     // since it was set, a mutation has reached something new
    struct random_inputs *random;        // NULL: no random inputs
    struct runner *drawer;               // runs the random inputs
    VEC(struct cut_input) cut;           // the first and the cheapest of each key
    struct drawing *drawing;             // more random inputs may be tried; NULL: no more
    VEC(struct solver *) solvers;        // of the workers
    uint32_t outside;          // workers that neither hold nor await the lock: they may be using expressions
    size_t sweep_at;           // bytes of live expressions at which their store is swept next
    uint32_t in_flight;        // jobs under way
    uint32_t workers;          // not yet ended
    bool failed;               // some run raised
    bit_set failed_ways;       // which of the unit's failures have been seen
    uint32_t n_failed;         // how many of them
    uint32_t places_left;      // of those that the search is to reach
    uint32_t left;             // places still to be covered; LEFT_UNKNOWN: not the goal, or not known
    struct hash_map failures;  // keys of those seen
    bool unlisted;             // some run failed in a way that is none of the unit's failures
    bool drawn_raised;         // a run on a random input failed
    struct hash_map failed_at; // where runs of the search failed: explorer_failed_at
    VEC(uint64_t) drawn_failed_at; // likewise of random inputs, each once
    double news;                   // when a run last covered something new or failed in a new way
    uint64_t news_runs;            // runs until then
    bool over;
};

// Notes that there was such a run, of the search or on a random input.
void explorer_note_tested(struct explorer *e, const struct outcome *o);
// Notes a failure. told: it, or one with an equal key, was handed to on_run.
void explorer_note_failure(struct explorer *e, const struct outcome *o, bool told);
uint64_t explorer_failed_at(const struct outcome *o); // its place; its key, if it has none
// Whether each of the unit's failures was seen, no other one, and every run was followed to its end.
bool explorer_all_failed(const struct explorer *e);
// Whether a run of a harmless unit has returned: then no run raises.
bool explorer_told(const struct explorer *e);
bool explorer_covered(
    struct explorer *e); // whether all of the unit's code was reached, as far as one can tell
// Adds a job to the effort: one unit is about a tenth of a millisecond.
void explorer_add_effort(struct explorer *e, uint64_t steps, uint32_t z3_queries);
// Whether a deeper search for errors has used up its effort.
bool explorer_deep_enough(const struct explorer *e);
// Called when no work is left. True: the search begins again, deeper, with an empty tree; trying again what
// was tried costs little beside what is new. Under the lock, with no job under way.
bool explorer_deepen(struct explorer *e);
// Sweeps the expressions. Under the lock, with no worker outside of it.
void explorer_sweep(struct explorer *e);
// Counts again the places still to be covered, and those still to be reached.
void explorer_count_left(struct explorer *e);
// Random inputs (random_phase.c): before the search; more during or after it (under the lock, with no worker
// outside of it, if `drawing` is set); and, after it, what only they have covered is offered.
void explorer_draw(struct explorer *e);
void explorer_draw_more(struct explorer *e);
void explorer_offer_drawn(struct explorer *e);
void *worker_main(void *explorer); // a thread's body

#endif
