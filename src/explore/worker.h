// SPDX-License-Identifier: Apache-2.0
// Private to this room: what the workers of one exploration share, and a worker's loop.
#ifndef FRISK_EXPLORE_WORKER_H
#define FRISK_EXPLORE_WORKER_H

#include <pthread.h>

#include "base/hash.h"
#include "explore/explore.h"
#include "explore/frontier.h"
#include "explore/goals.h"
#include "explore/inputs/drawing.h"
#include "explore/tree.h"

enum { SWEEP_LEAST = 4 << 20 }; // bytes of live expressions before it is worth the while

#define LEFT_UNKNOWN UINT32_MAX

struct cut_input { // drawn, and its run was cut off
    uint64_t key;
    uint32_t kept; // which of the inputs kept by `random`
    uint32_t size;
};

struct explorer {
    struct unit *unit;
    const struct explore_options *options;
    double start;
    double begun;         // the search, after the first inputs drawn
    pthread_mutex_t lock; // over all that follows
    pthread_cond_t work;  // there may be work again, or the search is over
    pthread_cond_t ended; // a worker has left
    struct tree tree;
    struct frontier frontier;
    struct goals goals;
    VEC(struct tree_item) hard; // alternatives not decided at the first attempt, to be asked again
    struct explore_stats stats;
    uint64_t runs_before, known_before; // of its counts: of searches before this one
    uint32_t next_seed;
    uint32_t depth;          // at present
    uint32_t reach;          // of a trace; the depth: no goals
    uint32_t tried_depth;    // of the search before this one; 0: it is the first
    uint32_t complete_depth; // greatest that nothing was left open to; 0: none
    uint64_t effort,
        effort_end; // made (explorer_add_effort); at which a deeper search for errors ends, 0: none
    uint64_t was_unknown, was_unreached; // of the search before this one
    uint32_t hard_turns;                 // alternatives taken
    uint32_t turns;                      // jobs given while no alternative led to an unvisited place
    uint64_t grow_until;                 // grown inputs, when all else is done; 0: it is not
    bool grown_news;                     // since it was set, a grown input has reached something new
    struct random_inputs *random;        // NULL: nothing was drawn
    struct runner *drawer;               // that ran what was
    VEC(struct cut_input) cut;           // the smallest of each key
    struct drawing *drawing;             // in its midst: more may be drawn; else NULL
    VEC(struct solver *) solvers;        // of the workers
    uint32_t outside;          // workers that do not hold or wait for the lock, and may be using expressions
    size_t sweep_at;           // bytes of live expressions at which their store is swept next
    uint32_t in_flight;        // jobs that workers are at
    uint32_t workers;          // not yet ended
    bool failed;               // some run raised
    bit_set failed_ways;       // which of the unit's failures have been seen
    uint32_t n_failed;         // how many of them
    uint32_t left;             // ways that are to be reached; LEFT_UNKNOWN: another goal, or not known
    struct hash_map failures;  // keys of those seen
    bool unlisted;             // some run raised what is none of the unit's failures
    bool drawn_raised;         // a run on a drawn input did
    struct hash_map failed_at; // where runs of the search failed: explorer_failed_at
    VEC(uint64_t) drawn_failed_at; // likewise of drawn inputs, each once
    double news;                   // when a run last covered something new or failed in a new way
    uint64_t news_runs;            // runs until then
    bool over;
};

// There was such a run, of the search or a drawn one.
void explorer_note_tested(struct explorer *e, const struct outcome *o);
// A failure that has been handed on, or one with an equal key, was of this kind.
void explorer_note_failure(struct explorer *e, const struct outcome *o, bool told);
uint64_t explorer_failed_at(const struct outcome *o); // its place, or what is nearest to one
// Each of the unit's failures has been seen, no other one, and no run that was not followed to its end.
bool explorer_all_failed(const struct explorer *e);
// A run has returned of a unit that is harmless, and so no other one raises.
bool explorer_told(const struct explorer *e);
bool explorer_covered(struct explorer *e); // all of the unit's code was reached, as far as one can tell
// Adds a job to what was done: about one unit for what takes a tenth of a millisecond.
void explorer_add_effort(struct explorer *e, uint64_t steps, uint32_t z3_queries);
// A search for errors has gone on deeper than asked for as long as it may.
bool explorer_deep_enough(const struct explorer *e);
// Called when no work is left: whether the search is to go on, deeper. Its tree is then made anew: what had
// been tried is tried again, which costs little beside all that is new. Under the lock, with no job at hand.
bool explorer_deepen(struct explorer *e);
// Frees the expressions that nobody holds any more. Under the lock, with no worker outside of it.
void explorer_sweep(struct explorer *e);
// Counts the ways that are to be reached anew.
void explorer_count_left(struct explorer *e);
// Inputs drawn at random before the search, more of them in its midst or behind it (under the lock, with no
// worker outside of it, and where `drawing` is set), and what only they reached offered behind it
// (random_phase.c).
void explorer_draw(struct explorer *e);
void explorer_draw_more(struct explorer *e);
void explorer_offer_drawn(struct explorer *e);
void *worker_main(void *explorer); // a thread's body

#endif
