// SPDX-License-Identifier: Apache-2.0
#include "explore/frontier.h"

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

// ---- Strategies: the smaller the rank, the sooner ----

// Unvisited places first, then the shallowest (the CutEr paper, section 3.1).
static uint64_t rank_unvisited(bool unvisited, uint32_t depth) {
    return (uint64_t)!unvisited << 32 | depth;
}

static uint64_t rank_depth(uint32_t depth) {
    return UINT32_MAX - depth;
}

// All alternatives of a run stand together; runs that covered most go first.
static uint64_t rank_generational(uint64_t run, uint32_t covered) {
    uint64_t less = covered < 0xffffff ? 0xffffff - covered : 0;
    return less << 40 | (run & 0xffffffffff);
}

static uint64_t rank_random(const struct frontier *f) {
    return hash_mix(hash_mix(f->seed + 1, f->seq + 1), f->seed);
}

static uint64_t rank(const struct frontier *f, bool unvisited, uint32_t depth, uint64_t run,
                     uint32_t covered) {
    switch (f->strategy) {
    case STRATEGY_UNVISITED: return rank_unvisited(unvisited, depth);
    case STRATEGY_BREADTH: return depth;
    case STRATEGY_DEPTH: return rank_depth(depth);
    case STRATEGY_GENERATIONAL: return rank_generational(run, covered);
    case STRATEGY_RANDOM: return rank_random(f);
    case STRATEGY_COUNT: break;
    }
    __builtin_unreachable();
}

// ---- The heap ----

static bool before(const struct frontier_entry *a, const struct frontier_entry *b) {
    return a->rank != b->rank ? a->rank < b->rank : a->seq < b->seq;
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

void frontier_add(struct frontier *f, const struct tree *t, uint64_t run, uint32_t covered) {
    for (uint32_t i = 0; i < t->fresh.n; i++) {
        struct tree_item item = t->fresh.at[i];
        bool unvisited = !visited(f, tree_way(t, item)->point);
        uint64_t r = rank(f, unvisited, t->nodes.at[item.node].depth, run, covered);
        push(f, (struct frontier_entry){r, f->seq++, item, unvisited});
    }
}

bool frontier_pop(struct frontier *f, const struct tree *t, struct tree_item *out) {
    while (f->heap.n) {
        struct frontier_entry *top = &f->heap.at[0];
        // Points only ever become visited, so an entry can only move back: checked when its turn comes.
        if (f->strategy == STRATEGY_UNVISITED && top->unvisited &&
            visited(f, tree_way(t, top->item)->point)) {
            top->unvisited = false;
            top->rank = rank_unvisited(false, t->nodes.at[top->item.node].depth);
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
