// SPDX-License-Identifier: Apache-2.0
// Slices asked before. Conditions name leaves by canonical selector paths, so equal slices have equal ids
// whatever query they come from. The last satisfying assignments are kept apart, to be tried on slices that
// are new.
#include <string.h>

#include "base/hash.h"
#include "solve/shapes.h"

enum { ENTRIES_MAX = 4096 };

struct entry {
    uint32_t first, n;              // conditions, in ids
    uint32_t first_value, n_values; // in values
    enum answer answer;
};

struct slice_cache {
    struct hash_map entry_of; // hash of the conditions -> entry
    VEC(struct entry) entries;
    VEC(expr_id) ids;
    VEC(struct leaf_value) values;
    struct hash_map recent[CACHE_RECENT]; // leaf -> value; a ring
    uint32_t newest;
};

struct slice_cache *slice_cache_new(void) {
    return mem_zalloc(sizeof(struct slice_cache));
}

void slice_cache_free(struct slice_cache *c) {
    if (!c) return;
    hash_map_free(&c->entry_of);
    vec_free(&c->entries);
    vec_free(&c->ids);
    vec_free(&c->values);
    for (uint32_t i = 0; i < CACHE_RECENT; i++) hash_map_free(&c->recent[i]);
    mem_free(c);
}

bool slice_cache_get(struct slice_cache *c, const expr_id *conditions, uint32_t n, enum answer *a,
                     leaf_values *out) {
    uint32_t at;
    if (!hash_map_get(&c->entry_of, hash_bytes(conditions, n * sizeof *conditions), &at)) return false;
    const struct entry *e = &c->entries.at[at];
    if (e->n != n || memcmp(c->ids.at + e->first, conditions, n * sizeof *conditions) != 0) return false;
    *a = e->answer;
    vec_clear(out);
    for (uint32_t i = 0; i < e->n_values; i++) vec_push(out, c->values.at[e->first_value + i]);
    return true;
}

static void remember(struct slice_cache *c, const leaf_values *values) {
    c->newest = (c->newest + 1) % CACHE_RECENT;
    struct hash_map *m = &c->recent[c->newest];
    hash_map_clear(m);
    for (uint32_t i = 0; i < values->n; i++) hash_map_put(m, values->at[i].leaf, values->at[i].value);
}

void slice_cache_put(struct slice_cache *c, const expr_id *conditions, uint32_t n, enum answer a,
                     const leaf_values *values) {
    if (a == ANSWER_SAT) remember(c, values);
    if (c->entries.n >= ENTRIES_MAX) { // all at once: old slices are rarely asked again
        hash_map_clear(&c->entry_of);
        vec_clear(&c->entries);
        vec_clear(&c->ids);
        vec_clear(&c->values);
    }
    struct entry e = {c->ids.n, n, c->values.n, a == ANSWER_SAT ? values->n : 0, a};
    for (uint32_t i = 0; i < n; i++) vec_push(&c->ids, conditions[i]);
    for (uint32_t i = 0; i < e.n_values; i++) vec_push(&c->values, values->at[i]);
    hash_map_put(&c->entry_of, hash_bytes(conditions, n * sizeof *conditions), c->entries.n);
    vec_push(&c->entries, e);
}

expr_id slice_cache_recent(const struct slice_cache *c, uint32_t i, expr_id leaf) {
    uint32_t value;
    if (i >= CACHE_RECENT) return 0;
    return hash_map_get(&c->recent[(c->newest + CACHE_RECENT - i) % CACHE_RECENT], leaf, &value) ? value : 0;
}

// ---- Sweeps of the expressions ----

static bool all_marked(const expr_id *conditions, uint32_t n, const struct expr_sweep *w) {
    for (uint32_t i = 0; i < n; i++)
        if (!expr_sweep_marked(w, conditions[i])) return false;
    return true;
}

static void mark_recent(struct slice_cache *c, struct expr_sweep *w) {
    for (uint32_t i = 0; i < CACHE_RECENT; i++) {
        const struct hash_map *m = &c->recent[i];
        for (uint32_t k = 0; k < m->cap; k++) {
            if (!m->slots[k].value) continue;
            expr_sweep_mark(w, (expr_id)m->slots[k].key);
            expr_sweep_mark(w, m->slots[k].value - 1);
        }
    }
}

void slice_cache_sweep(struct slice_cache *c, struct expr_sweep *w) {
    mark_recent(c, w);
    uint32_t n = c->entries.n;
    hash_map_clear(&c->entry_of);
    c->entries.n = c->ids.n = c->values.n = 0; // refilled from the front: what is read lies behind
    for (uint32_t i = 0; i < n; i++) {
        struct entry e = c->entries.at[i];
        const expr_id *conditions = c->ids.at + e.first;
        if (!all_marked(conditions, e.n, w)) continue;
        hash_map_put(&c->entry_of, hash_bytes(conditions, e.n * sizeof *conditions), c->entries.n);
        memmove(c->ids.at + c->ids.n, conditions, e.n * sizeof *conditions);
        memmove(c->values.at + c->values.n, c->values.at + e.first_value, e.n_values * sizeof *c->values.at);
        for (uint32_t k = 0; k < e.n_values; k++) expr_sweep_mark(w, c->values.at[c->values.n + k].value);
        e.first = c->ids.n;
        e.first_value = c->values.n;
        c->ids.n += e.n;
        c->values.n += e.n_values;
        c->entries.at[c->entries.n++] = e;
    }
}
