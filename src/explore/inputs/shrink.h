// SPDX-License-Identifier: Apache-2.0
// Shrinking: an input is made smaller while it fails in the same way, or does what else is wanted of it
// (delta debugging over the terms of its variables). Parts are left out or replaced by simpler ones, within
// the types, and each candidate is run concretely. Where no single part can be simpler, two numbers are tried
// together. What is tried, and in which order, follows from the input alone.
#ifndef FRISK_EXPLORE_INPUTS_SHRINK_H
#define FRISK_EXPLORE_INPUTS_SHRINK_H

#include "explore/language.h"

struct shrink_limits {
    uint32_t runs;
    uint64_t steps;  // of all runs together
    double deadline; // by clock_thread(): for the worst case only
};

struct shrinker {
    struct unit *unit;
    struct runner *runner;
    struct shrink_limits limits;
    // Called after each run, while the runner still holds it; may be NULL.
    void (*on_run)(void *context, const struct model *input, const struct outcome *o);
    // Whether the run of a smaller input will do. NULL: if it fails with the key, and no higher rank.
    bool (*holds)(void *context, const struct outcome *o);
    void *context;
};

// Makes the bindings of an input smaller in place. Returns whether the input has changed. The default of a
// variable counts as its simplest value.
bool shrink(const struct shrinker *s, struct binding *bindings, uint32_t n, uint64_t key, uint32_t rank);

#endif
