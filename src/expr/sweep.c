// SPDX-License-Identifier: Apache-2.0
// The sweep goes over the hash table, stripe by stripe: every node alive has its slot there, and a new table
// of the right size takes the slots of those that are marked. Payloads are copied into a new arena where
// enough of the old one is dead, so nothing fragments.
#include "expr/sweep.h"

#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "expr/store.h"

enum { NODE_DEAD = 0xFF }; // operator of a freed node: no table has it

struct expr_sweep {
    struct expr_store *x;
    uint32_t n; // ids are below
    uint32_t marked;
    uint64_t *marks; // bit set of ids
    VEC(expr_id) todo;
};

struct expr_sweep *expr_sweep_begin(struct expr_store *x) {
    struct expr_sweep *w = mem_zalloc(sizeof *w);
    w->x = x;
    w->n = atomic_load(&x->next);
    w->marks = mem_zalloc((w->n / 64 + 1) * sizeof *w->marks);
    for (expr_id e = EXPR_FALSE; e <= STORE_ONE; e++) expr_sweep_mark(w, e); // of fixed ids
    return w;
}

bool expr_sweep_marked(const struct expr_sweep *w, expr_id e) {
    assert(e < w->n);
    return w->marks[e / 64] >> e % 64 & 1;
}

static void add(struct expr_sweep *w, expr_id e) {
    if (expr_sweep_marked(w, e)) return;
    assert(op_of(w->x, e) < EXPR_OP_COUNT && "an expression that an earlier sweep has freed");
    w->marks[e / 64] |= (uint64_t)1 << e % 64;
    w->marked++;
    vec_push(&w->todo, e);
}

void expr_sweep_mark(struct expr_sweep *w, expr_id e) {
    if (e == EXPR_NONE) return;
    add(w, e);
    while (w->todo.n) {
        const struct node *n = node_of(w->x, vec_pop(&w->todo));
        if (op_is_many((enum expr_op)n->op)) {
            for (uint32_t i = 0; i < n->c; i++) add(w, node_many(n)[i]);
            continue;
        }
        if (expr_op_table[n->op].count > 0) add(w, n->a);
        if (expr_op_table[n->op].count > 1) add(w, n->b);
    }
}

void expr_sweep_mark_model(struct expr_sweep *w, const struct model *m) {
    for (uint32_t i = 0; i < m->n; i++) expr_sweep_mark(w, m->at[i].value);
}

// ---- Stripes ----

static expr_id slot_id(const struct stripe_table *t, uint32_t i) {
    return (expr_id)atomic_load_explicit(&t->slots[i], memory_order_relaxed);
}

static void put(struct stripe_table *t, uint64_t slot) {
    uint32_t i = (uint32_t)(slot >> 32) & t->mask;
    while (atomic_load_explicit(&t->slots[i], memory_order_relaxed)) i = (i + 1) & t->mask;
    atomic_store_explicit(&t->slots[i], slot, memory_order_relaxed);
    t->n++;
}

// Room for as many again before it grows.
static uint32_t capacity_for(uint32_t n) {
    uint32_t capacity = 64;
    while (capacity / 4 * 3ull < 2ull * n) capacity *= 2;
    return capacity;
}

// Moves the payloads of the table's nodes, all marked, to a new arena.
static void move_payloads(struct expr_store *x, struct stripe *s, const struct stripe_table *t) {
    struct arena old = s->arena;
    arena_init(&s->arena, old.chunk_size);
    for (uint32_t i = 0; i <= t->mask; i++) {
        if (!slot_id(t, i)) continue;
        struct node *n = (struct node *)node_of(x, slot_id(t, i));
        size_t size = node_payload(n);
        if (!size) continue;
        uintptr_t at = (uintptr_t)arena_copy(&s->arena, node_address(n), size);
        n->a = (uint32_t)at;
        n->b = (uint32_t)(at >> 32);
    }
    arena_free(&old);
}

static void sweep_stripe(struct expr_sweep *w, struct stripe *s) {
    struct stripe_table *old = atomic_load(&s->table);
    uint32_t live = 0;
    size_t payload = 0, dead_payload = 0;
    for (uint32_t i = 0; i <= old->mask; i++) {
        expr_id e = slot_id(old, i);
        if (!e) continue;
        bool marked = expr_sweep_marked(w, e);
        live += marked;
        size_t size = node_payload(node_of(w->x, e));
        if (marked)
            payload += (size + 15) & ~(size_t)15; // as the arena counts
        else
            dead_payload += size;
    }
    struct stripe_table *t = stripe_table_new(capacity_for(live), NULL);
    for (uint32_t i = 0; i <= old->mask; i++)
        if (slot_id(old, i) && expr_sweep_marked(w, slot_id(old, i))) put(t, atomic_load(&old->slots[i]));
    // Dead payloads of earlier sweeps that were left where they are count as used.
    if (arena_used(&s->arena) > payload + payload / 2) move_payloads(w->x, s, t);
    atomic_fetch_sub(&w->x->payload, dead_payload);
    atomic_store(&s->table, t);
    stripe_tables_free(old);
}

// ---- Ids ----

static void free_chunks_above(struct expr_store *x, expr_id highest) {
    for (uint32_t i = (highest >> STORE_CHUNK_BITS) + 1; x->chunks[i]; i++) {
        mem_free(atomic_load(&x->chunks[i]));
        atomic_store(&x->chunks[i], NULL);
    }
}

// All ids below the highest one alive that are not in use, those of earlier sweeps among them.
static void collect_free_ids(struct expr_sweep *w) {
    struct expr_store *x = w->x;
    expr_id highest = w->n - 1;
    while (!expr_sweep_marked(w, highest)) highest--;
    x->n_free = highest - w->marked;
    x->free_ids = mem_realloc(x->free_ids, (x->n_free + 1) * sizeof *x->free_ids);
    uint32_t n = 0;
    for (expr_id e = 1; e < highest; e++) {
        if (expr_sweep_marked(w, e)) continue;
        ((struct node *)node_of(x, e))->op = NODE_DEAD;
        x->free_ids[n++] = e;
    }
    assert(n == x->n_free);
    atomic_store(&x->free_next, 0);
    atomic_store(&x->next, highest + 1);
    free_chunks_above(x, highest);
}

uint64_t expr_store_sweeps(const struct expr_store *x) {
    return x->sweeps;
}

uint32_t expr_sweep_end(struct expr_sweep *w) {
    struct expr_store *x = w->x;
    assert(w->n == atomic_load(&x->next) && "nothing is made during a sweep");
    uint32_t before = expr_store_count(x);
    for (uint32_t i = 0; i < 1u << STORE_STRIPE_BITS; i++) sweep_stripe(w, &x->stripes[i]);
    collect_free_ids(w);
    x->sweeps++;
    assert(expr_store_count(x) == w->marked);
    mem_free(w->marks);
    vec_free(&w->todo);
    mem_free(w);
    return before - expr_store_count(x);
}
