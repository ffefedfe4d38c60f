// SPDX-License-Identifier: Apache-2.0
// The link models: the last assignments that satisfied a slice, tried on slices that are new.
#include <assert.h>

#include "base/hash.h"
#include "solve/numbers/numbers.h"

enum { RECENT = 8 };

struct models {
    struct hash_map recent[RECENT]; // leaf -> value; a ring
    uint32_t newest;
};

struct models *models_new(void) {
    return mem_zalloc(sizeof(struct models));
}

void models_free(struct models *m) {
    if (!m) return;
    for (uint32_t i = 0; i < RECENT; i++) hash_map_free(&m->recent[i]);
    mem_free(m);
}

void models_put(struct models *m, const leaf_values *values) {
    assert(values->n == 0 || values->at);
    m->newest = (m->newest + 1) % RECENT;
    struct hash_map *at = &m->recent[m->newest];
    hash_map_clear(at);
    for (uint32_t i = 0; i < values->n; i++) hash_map_put(at, values->at[i].leaf, values->at[i].value);
}

// The value of the leaf in the i-th most recent one; 0: none.
static expr_id value_in(const struct models *m, uint32_t i, expr_id leaf) {
    uint32_t value;
    assert(i < RECENT);
    return hash_map_get(&m->recent[(m->newest + RECENT - i) % RECENT], leaf, &value) ? value : 0;
}

enum answer models_try(struct solver *s, uint32_t effort) {
    struct slice *c = &s->numbers->slice;
    for (uint32_t r = 0; r < RECENT; r++) {
        bool usable = false;
        for (uint32_t i = 0; i < c->leaves.n; i++) {
            struct leaf *l = &s->numbers->leaves.at[c->leaves.at[i]];
            expr_id v = value_in(s->models, r, l->e);
            if (v && leaf_admits(s, l, v))
                l->value = v, usable = true;
            else if (l->parent)
                l->value = l->parent;
            if (!l->value) return ANSWER_UNKNOWN;
        }
        if (usable && slice_set_all(s) && tape_holds(&c->tape)) return ANSWER_SAT;
    }
    return ANSWER_UNKNOWN;
}

void models_sweep(struct models *m, struct expr_sweep *w) {
    for (uint32_t i = 0; i < RECENT; i++) {
        const struct hash_map *at = &m->recent[i];
        for (uint32_t k = 0; k < at->cap; k++) {
            if (!at->slots[k].value) continue;
            expr_sweep_mark(w, (expr_id)at->slots[k].key);
            expr_sweep_mark(w, at->slots[k].value - 1);
        }
    }
}
