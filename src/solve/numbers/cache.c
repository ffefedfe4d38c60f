// SPDX-License-Identifier: Apache-2.0
// The link cache: slices asked before. Conditions name leaves by canonical selector paths, so equal slices
// have equal ids whatever query they come from.
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "solve/numbers/numbers.h"

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
    mem_free(c);
}

static bool get(struct slice_cache *c, const expr_id *conditions, uint32_t n, enum answer *a,
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

void slice_cache_put(struct slice_cache *c, const expr_id *conditions, uint32_t n, enum answer a,
                     const leaf_values *values) {
    assert(a != ANSWER_UNKNOWN);
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

enum answer cache_find(struct solver *s, uint32_t effort) {
    const struct slice *c = &s->numbers->slice;
    enum answer a = ANSWER_UNKNOWN;
    if (!get(s->cache, c->bounded.at, c->bounded.n, &a, &s->numbers->found)) return ANSWER_UNKNOWN;
    return a == ANSWER_SAT && !slice_take_found(s) ? ANSWER_UNKNOWN : a;
}

// ---- Sweeps of the expressions ----

static bool all_marked(const expr_id *conditions, uint32_t n, const struct expr_sweep *w) {
    for (uint32_t i = 0; i < n; i++)
        if (!expr_sweep_marked(w, conditions[i])) return false;
    return true;
}

void slice_cache_sweep(struct slice_cache *c, struct expr_sweep *w) {
    uint32_t n = c->entries.n;
    hash_map_clear(&c->entry_of);
    c->entries.n = c->ids.n = c->values.n = 0; // refilled from the front: what is read lies behind
    for (uint32_t i = 0; i < n; i++) {
        struct entry e = c->entries.at[i];
        const expr_id *conditions = c->ids.at + e.first;
        if (!all_marked(conditions, e.n, w)) continue;
        hash_map_put(&c->entry_of, hash_bytes(conditions, e.n * sizeof *conditions), c->entries.n);
        assert(c->ids.n <= e.first && c->values.n <= e.first_value);
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
