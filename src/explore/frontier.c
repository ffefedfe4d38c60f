// SPDX-License-Identifier: Apache-2.0
#include "explore/frontier.h"

#include <assert.h>

#include "base/hash.h"

void frontier_init(struct frontier *f, struct unit *u, enum strategy strategy, uint64_t seed) {
    *f = (struct frontier){.unit = u, .strategy = strategy, .seed = seed};
}

void frontier_free(struct frontier *f) {
    for (int i = 0; i < FRONTIER_HEAPS; i++) vec_free(&f->heaps[i]);
    vec_free(&f->visited);
}

uint32_t frontier_count(const struct frontier *f) {
    uint32_t n = 0;
    for (int i = 0; i < FRONTIER_HEAPS; i++) n += f->heaps[i].n;
    return n;
}

struct tree_item frontier_at(const struct frontier *f, uint32_t i) {
    assert(i < frontier_count(f));
    int h = 0;
    while (i >= f->heaps[h].n) i -= f->heaps[h++].n;
    return f->heaps[h].at[i].item;
}

size_t frontier_bytes(const struct frontier *f) {
    size_t n = f->visited.cap * sizeof *f->visited.at;
    for (int i = 0; i < FRONTIER_HEAPS; i++) n += f->heaps[i].cap * sizeof(struct frontier_entry);
    return n;
}

// ---- Visited points ----

bool frontier_visited(const struct frontier *f, uint32_t point) {
    return point / 64 < f->visited.n && f->visited.at[point / 64] >> point % 64 & 1;
}

static void visit(struct frontier *f, uint32_t point) {
    while (f->visited.n <= point / 64) vec_push(&f->visited, 0);
    f->visited.at[point / 64] |= (uint64_t)1 << point % 64;
}

uint32_t frontier_visit(struct frontier *f, const struct trace *trace) {
    uint32_t fresh = 0;
    for (uint32_t i = 0; i < trace->points.n; i++) visit(f, trace->points.at[i]);
    for (uint32_t i = 0; i < trace->decisions.n; i++) {
        const struct decision *d = &trace->decisions.at[i];
        assert(d->taken < d->n);
        uint32_t point = trace->ways.at[d->first_way + d->taken].point;
        fresh += !d->far && !frontier_visited(f, point);
        visit(f, point);
    }
    return fresh;
}

// ---- Strategies: the smaller the key, the sooner ----

enum {
    KEY_BITS = 21,
    SEQ_BITS = 64 - KEY_BITS,
    KEY_MOST = (1 << KEY_BITS) - 1,
    VISITED = 1 << (KEY_BITS - 1)
};
#define VISITED_RANK ((uint64_t)VISITED << SEQ_BITS)

static uint32_t depth_key(uint32_t depth) {
    return depth < VISITED ? depth : VISITED - 1;
}

// How long the later ways of a library's choice wait, among alternatives that are equal otherwise.
static uint32_t wait_of(const struct tree_node *node, struct tree_item item) {
    return node->far ? item.way / 4 : 0;
}

// Runs that covered most go first. All alternatives of a run arrive together, so they stand together.
static uint32_t key_generational(uint32_t covered, uint32_t wait) {
    enum { WAIT_BITS = 10, WAIT_MOST = (1 << WAIT_BITS) - 1, COVERED_MOST = KEY_MOST >> WAIT_BITS };
    uint32_t rank = COVERED_MOST - (covered < COVERED_MOST ? covered : COVERED_MOST);
    return rank << WAIT_BITS | (wait < WAIT_MOST ? wait : WAIT_MOST);
}

static uint32_t key_random(const struct frontier *f) {
    return (uint32_t)(hash_mix(hash_mix(f->seed + 1, f->seq + 1), f->seed) >> SEQ_BITS);
}

// The default strategy: ways to unvisited points first, then the shallowest (the CutEr paper, section 3.1).
// Where loops have no end the shallowest alone never gets deep: half of the visited alternatives are
// therefore kept apart, in the order of the generational strategy. So are ways to unvisited points of library
// code: its tables of a thousand characters would keep the search from what is tested. The three take turns,
// and each is worked off completely in the end.
enum { HEAP_COVERED = 1, HEAP_FAR = 2 };

static uint32_t heap_of(const struct frontier *f, bool unvisited, bool far) {
    if (f->strategy != STRATEGY_UNVISITED) return 0;
    return !unvisited ? (uint32_t)f->seq & HEAP_COVERED : far ? HEAP_FAR : 0;
}

static uint32_t key(const struct frontier *f, uint32_t heap, bool unvisited, uint32_t depth, uint32_t wait,
                    uint32_t covered) {
    switch (f->strategy) {
    case STRATEGY_UNVISITED:
        if (heap == HEAP_COVERED) return key_generational(covered, wait);
        return (unvisited ? 0 : VISITED) | depth_key(depth + wait);
    case STRATEGY_BREADTH: return depth_key(depth);
    case STRATEGY_DEPTH: return KEY_MOST - depth_key(depth);
    case STRATEGY_GENERATIONAL: return key_generational(covered, wait);
    case STRATEGY_RANDOM: return key_random(f);
    case STRATEGY_NEAREST:
    case STRATEGY_COUNT: break;
    }
    __builtin_unreachable();
}

// A path of few decisions that goes near. What leads to none of the places waits in a heap of its own.
static uint64_t key_nearest(const struct frontier *f, uint32_t point, uint32_t depth, uint32_t *heap) {
    const struct language_reaching *l = f->unit->language->reaching;
    uint32_t distance = l ? l->distance(f->unit, point) : 0;
    *heap = distance == UINT32_MAX;
    if (*heap) return depth_key(depth);
    return distance > KEY_MOST - depth_key(depth) ? KEY_MOST : distance + depth_key(depth);
}

// ---- The heaps ----

static bool before(const struct frontier_entry *a, const struct frontier_entry *b) {
    return a->rank < b->rank;
}

static void sift_down(frontier_heap *h, uint32_t i) {
    assert(i < h->n);
    struct frontier_entry e = h->at[i];
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= h->n) break;
        if (child + 1 < h->n && before(&h->at[child + 1], &h->at[child])) child++;
        if (!before(&h->at[child], &e)) break;
        h->at[i] = h->at[child];
        i = child;
    }
    h->at[i] = e;
}

static void push(frontier_heap *h, struct frontier_entry e) {
    uint32_t i = h->n;
    vec_push(h, e);
    for (; i && before(&e, &h->at[(i - 1) / 2]); i = (i - 1) / 2) h->at[i] = h->at[(i - 1) / 2];
    h->at[i] = e;
}

static struct tree_item pop(frontier_heap *h) {
    assert(h->n > 0);
    struct tree_item item = h->at[0].item;
    struct frontier_entry last = vec_pop(h);
    if (h->n) {
        h->at[0] = last;
        sift_down(h, 0);
    }
    return item;
}

void frontier_add(struct frontier *f, const struct tree *t, uint32_t covered) {
    for (uint32_t i = 0; i < t->fresh.n; i++) {
        struct tree_item item = t->fresh.at[i];
        bool unvisited = !frontier_visited(f, tree_way(t, item)->point);
        const struct tree_node *node = &t->nodes.at[item.node];
        uint32_t heap = heap_of(f, unvisited, node->far);
        assert(heap < FRONTIER_HEAPS && tree_way(t, item)->state == WAY_QUEUED);
        uint64_t k = f->strategy == STRATEGY_NEAREST
                         ? key_nearest(f, tree_way(t, item)->point, node->depth, &heap)
                         : key(f, heap, unvisited, node->depth, wait_of(node, item), covered);
        assert(k <= KEY_MOST && f->seq < (uint64_t)1 << SEQ_BITS);
        push(&f->heaps[heap], (struct frontier_entry){k << SEQ_BITS | f->seq++, item});
    }
}

// Points only ever become visited, so an
// entry can only move back: that is checked when its turn comes.
bool frontier_unvisited_first(struct frontier *f, const struct tree *t) {
    frontier_heap *h = &f->heaps[0];
    while (h->n && !(h->at[0].rank & VISITED_RANK)) {
        if (!frontier_visited(f, tree_way(t, h->at[0].item)->point)) return true;
        h->at[0].rank |= VISITED_RANK;
        sift_down(h, 0);
    }
    return false;
}

bool frontier_pop(struct frontier *f, const struct tree *t, struct tree_item *out) {
    enum { AWAY_EVERY = 8 }; // what leads nowhere that is known may do so all the same
    uint32_t from = 0;
    if (f->strategy == STRATEGY_NEAREST) from = ++f->turn % AWAY_EVERY == 0;
    if (f->strategy == STRATEGY_UNVISITED && !frontier_unvisited_first(f, t)) {
        from = f->turn;
        f->turn = (f->turn + 1) % FRONTIER_HEAPS;
    }
    assert(from < FRONTIER_HEAPS);
    for (int i = 1; f->heaps[from].n == 0; i++, from = (from + 1) % FRONTIER_HEAPS)
        if (i == FRONTIER_HEAPS) return false;
    *out = pop(&f->heaps[from]);
    return true;
}
