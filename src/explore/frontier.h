// SPDX-License-Identifier: Apache-2.0
// The alternatives nobody has tried yet, in the order of the strategy: a heap. Owned by the explorer, under
// its lock.
#ifndef FRISK_EXPLORE_FRONTIER_H
#define FRISK_EXPLORE_FRONTIER_H

#include "explore/explore.h"
#include "explore/tree.h"

struct frontier_entry {
    uint64_t rank, seq; // least first; seq: order of arrival, so that all ranks are different
    struct tree_item item;
    bool unvisited; // at the time it was ranked
};

struct frontier {
    enum strategy strategy;
    uint64_t seed, seq;
    VEC(struct frontier_entry) heap;
    VEC(uint64_t) visited; // bit set of points
};

void frontier_init(struct frontier *f, enum strategy strategy, uint64_t seed);
void frontier_free(struct frontier *f);
size_t frontier_bytes(const struct frontier *f); // memory held
void frontier_visit(struct frontier *f, const struct trace *trace); // marks the points a run came past
// Adds the fresh alternatives of run number `run`, which reached `covered` new places.
void frontier_add(struct frontier *f, const struct tree *t, uint64_t run, uint32_t covered);
bool frontier_pop(struct frontier *f, const struct tree *t, struct tree_item *out); // false: empty

#endif
