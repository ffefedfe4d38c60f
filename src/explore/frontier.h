// SPDX-License-Identifier: Apache-2.0
// The alternatives nobody has tried yet, in the order of the strategy: a heap. Owned by the explorer, under
// its lock.
#ifndef FRISK_EXPLORE_FRONTIER_H
#define FRISK_EXPLORE_FRONTIER_H

#include "explore/explore.h"
#include "explore/tree.h"

// Least rank first. The lower bits number the entries in order of arrival, so that all ranks are different
// and what the strategy holds equal is tried in that order.
struct frontier_entry {
    uint64_t rank;
    struct tree_item item;
};

struct frontier {
    enum strategy strategy;
    uint64_t seed, seq;
    VEC(struct frontier_entry) heap;
    VEC(uint64_t) visited; // bit set of points
};

void frontier_init(struct frontier *f, enum strategy strategy, uint64_t seed);
void frontier_free(struct frontier *f);
size_t frontier_bytes(const struct frontier *f);                    // memory held
void frontier_visit(struct frontier *f, const struct trace *trace); // marks the points a run came past
// Adds the fresh alternatives of a run, which reached `covered` new places.
void frontier_add(struct frontier *f, const struct tree *t, uint32_t covered);
bool frontier_pop(struct frontier *f, const struct tree *t, struct tree_item *out); // false: empty

#endif
