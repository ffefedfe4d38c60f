// SPDX-License-Identifier: Apache-2.0
// Making an input smaller while it fails in the same way (delta debugging over the terms of its variables):
// parts are left out or replaced by plainer ones, within the types, and each candidate is run concretely.
// Where no part alone can be plainer, two numbers are tried at a time. What is tried, and in which order,
// follows from the input alone.
#ifndef FRISK_EXPLORE_INPUTS_SHRINK_H
#define FRISK_EXPLORE_INPUTS_SHRINK_H

#include "explore/language.h"

struct shrink_limits {
    uint32_t runs;
    uint64_t steps;  // of all runs together
    double deadline; // by clock_now(): for the worst case only
};

struct shrinker {
    struct unit *unit;
    struct runner *runner;
    struct shrink_limits limits;
    // Called after each run, while the runner still holds it; may be NULL.
    void (*on_run)(void *context, const struct model *input, const struct outcome *o);
    void *context;
    bool unfinished; // it does not fail, but its run is cut off
};

// The bindings of a failing input, made smaller in place; key and rank: of the failure, which keeps the one
// and gets no higher one of the other. Returns whether it is another input now. What a variable is where a
// model does not mention it counts as its plainest value.
bool shrink(const struct shrinker *s, struct binding *bindings, uint32_t n, uint64_t key, uint32_t rank);

#endif
