// SPDX-License-Identifier: Apache-2.0
// The alternatives that nobody has tried yet, in heaps ordered by the strategy. The default strategy has
// three heaps and takes from them in turn (see frontier.c), the others have one. The explorer owns it, under
// its lock.
#ifndef FRISK_EXPLORE_FRONTIER_H
#define FRISK_EXPLORE_FRONTIER_H

#include "explore/explore.h"
#include "explore/tree.h"

// The least rank is tried first. The lower bits number the entries in order of arrival, so all ranks differ,
// and what the strategy holds equal is tried in that order.
struct frontier_entry {
    uint64_t rank;
    struct tree_item item;
};

typedef VEC(struct frontier_entry) frontier_heap;

enum { FRONTIER_HEAPS = 3 };

struct frontier {
    enum strategy strategy;
    uint64_t seed, seq;
    struct unit *unit; // NEAREST: whose language knows distances
    frontier_heap heaps[FRONTIER_HEAPS];
    uint32_t turn;         // the heap to take from next
    VEC(uint64_t) visited; // bit set of points
};

void frontier_init(struct frontier *f, struct unit *u, enum strategy strategy, uint64_t seed);
void frontier_free(struct frontier *f);
uint32_t frontier_count(const struct frontier *f); // how many alternatives it holds
struct tree_item frontier_at(const struct frontier *f,
                             uint32_t i);        // the i-th of them, in no particular order
size_t frontier_bytes(const struct frontier *f); // memory held
// Marks the points that a run visited. Returns how many ways in the tested code it was the first to take.
uint32_t frontier_visit(struct frontier *f, const struct trace *trace);
// Adds the fresh alternatives of a run that covered so many new places.
void frontier_add(struct frontier *f, const struct tree *t, uint32_t covered);
bool frontier_visited(const struct frontier *f, uint32_t point);
// Whether the default strategy has an alternative to an unvisited point: then it takes that next.
bool frontier_unvisited_first(struct frontier *f, const struct tree *t);
bool frontier_pop(struct frontier *f, const struct tree *t, struct tree_item *out); // false: empty

#endif
