// SPDX-License-Identifier: Apache-2.0
// Internal to the interpreter: how long a run may go on. Calls are counted; now and then clock and memory are
// looked at.
#ifndef FRISK_ERLANG_BUDGET_H
#define FRISK_ERLANG_BUDGET_H

#include "erlang/machine/endless.h"
#include "erlang/machine/interp.h"

enum { BUDGET_STEPS = 2000 }; // calls between two looks

// Before the interpreter runs, and until term_visits_end. looking: for a state that comes back.
void budget_begin(struct interp *ip, bool looking);

// False: memory or time of the run is used up, or the search is over (ip->late).
bool budget_memory_and_time(struct interp *ip);
// Every so many calls: false when the budget of the run is used up (ip->limit_hit).
static inline bool budget_left(struct interp *ip) {
    if (ip->steps < ip->budget_looked_at + BUDGET_STEPS) return true;
    ip->budget_looked_at = ip->steps;
    if (ip->steps < ip->limits.steps && budget_memory_and_time(ip)) return true;
    ip->limit_hit = true;
    return false;
}

// When ip->steps_left is 0, with the function that has been entered. True: the run comes back to a state.
static inline bool budget_comes_back(struct interp *ip, const struct function *f, const term *base) {
    ip->steps += ip->steps_between;
    ip->steps_left = ip->steps_between = BUDGET_STEPS;
    if (ip->steps < ip->endless_at) return false;
    if (endless_look(ip, f, base)) return true;
    if (ip->steps >= ip->endless_at) ip->steps_left = ip->steps_between = 1;
    return false;
}

// Built-ins on large terms take longer than calls suggest, and may double the memory in use each time. Where
// they do, each is followed by a look at the clock. (At memory each looks: what a run does must not depend on
// how busy the machine is.)
static inline bool budget_after_heavy(struct interp *ip) {
    bool soon = --ip->heavy_left > 0 && term_visits_left >= 0 && arena_used(&ip->heap) < ip->limits.memory;
    return soon || budget_memory_and_time(ip);
}

#endif
