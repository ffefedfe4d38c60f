// SPDX-License-Identifier: Apache-2.0
#include "explore/frontier.h"

#include <assert.h>

#include "base/hash.h"

void frontier_init(struct frontier *f, enum strategy strategy, uint64_t seed) {
    *f = (struct frontier){.strategy = strategy, .seed = seed};
}

void frontier_free(struct frontier *f) {
    vec_free(&f->heap);
    vec_free(&f->visited);
}

size_t frontier_bytes(const struct frontier *f) {
    return f->heap.cap * sizeof *f->heap.at + f->visited.cap * sizeof *f->visited.at;
}

// ---- Visited points ----

static bool visited(const struct frontier *f, uint32_t point) {
    return point / 64 < f->visited.n && f->visited.at[point / 64] >> point % 64 & 1;
}

static void visit(struct frontier *f, uint32_t point) {
    while (f->visited.n <= point / 64) vec_push(&f->visited, 0);
    f->visited.at[point / 64] |= (uint64_t)1 << point % 64;
}

void frontier_visit(struct frontier *f, const struct trace *trace) {
    for (uint32_t i = 0; i < trace->points.n; i++) visit(f, trace->points.at[i]);
    for (uint32_t i = 0; i < trace->decisions.n; i++) {
        const struct decision *d = &trace->decisions.at[i];
        visit(f, trace->ways.at[d->first_way + d->taken].point);
    }
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

// Runs that covered most go first. All alternatives of a run arrive together, so they stand together.
static uint32_t key_generational(uint32_t covered) {
    return covered < KEY_MOST ? KEY_MOST - covered : 0;
}

static uint32_t key_random(const struct frontier *f) {
    return (uint32_t)(hash_mix(hash_mix(f->seed + 1, f->seq + 1), f->seed) >> SEQ_BITS);
}

static uint32_t key(const struct frontier *f, bool unvisited, uint32_t depth, uint32_t covered) {
    switch (f->strategy) {
    case STRATEGY_UNVISITED: // then the shallowest (the CutEr paper, section 3.1)
        return (unvisited ? 0 : VISITED) | depth_key(depth);
    case STRATEGY_BREADTH: return depth_key(depth);
    case STRATEGY_DEPTH: return KEY_MOST - depth_key(depth);
    case STRATEGY_GENERATIONAL: return key_generational(covered);
    case STRATEGY_RANDOM: return key_random(f);
    case STRATEGY_COUNT: break;
    }
    __builtin_unreachable();
}

// ---- The heap ----

static bool before(const struct frontier_entry *a, const struct frontier_entry *b) {
    return a->rank < b->rank;
}

static void sift_down(struct frontier *f, uint32_t i) {
    struct frontier_entry e = f->heap.at[i];
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= f->heap.n) break;
        if (child + 1 < f->heap.n && before(&f->heap.at[child + 1], &f->heap.at[child])) child++;
        if (!before(&f->heap.at[child], &e)) break;
        f->heap.at[i] = f->heap.at[child];
        i = child;
    }
    f->heap.at[i] = e;
}

static void push(struct frontier *f, struct frontier_entry e) {
    uint32_t i = f->heap.n;
    vec_push(&f->heap, e);
    for (; i && before(&e, &f->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
        f->heap.at[i] = f->heap.at[(i - 1) / 2];
    f->heap.at[i] = e;
}

void frontier_add(struct frontier *f, const struct tree *t, uint32_t covered) {
    for (uint32_t i = 0; i < t->fresh.n; i++) {
        struct tree_item item = t->fresh.at[i];
        bool unvisited = !visited(f, tree_way(t, item)->point);
        uint64_t k = key(f, unvisited, t->nodes.at[item.node].depth, covered);
        assert(k <= KEY_MOST && f->seq < (uint64_t)1 << SEQ_BITS);
        push(f, (struct frontier_entry){k << SEQ_BITS | f->seq++, item});
    }
}

bool frontier_pop(struct frontier *f, const struct tree *t, struct tree_item *out) {
    while (f->heap.n) {
        struct frontier_entry *top = &f->heap.at[0];
        // Points only ever become visited, so an entry can only move back: checked when its turn comes.
        if (f->strategy == STRATEGY_UNVISITED && !(top->rank & VISITED_RANK) &&
            visited(f, tree_way(t, top->item)->point)) {
            top->rank |= VISITED_RANK;
            sift_down(f, 0);
            continue;
        }
        *out = top->item;
        struct frontier_entry last = vec_pop(&f->heap);
        if (f->heap.n) {
            f->heap.at[0] = last;
            sift_down(f, 0);
        }
        return true;
    }
    return false;
}
