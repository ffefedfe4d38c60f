// SPDX-License-Identifier: Apache-2.0
#include "explore/record/concretised.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

void concretised_free(struct concretised *c) {
    vec_free(&c->places);
    hash_map_free(&c->index);
}

void concretised_begin_run(struct concretised *c) {
    c->in_run = 0;
}

static void count(struct concretised *c, const struct concretised_place *p) {
    uint64_t key = hash_mix((uint64_t)p->what << 32 | p->file, p->line);
    uint32_t i;
    if (hash_map_get(&c->index, key, &i)) {
        c->places.at[i].count += p->count;
        return;
    }
    hash_map_put(&c->index, key, c->places.n);
    vec_push(&c->places, *p);
}

void concretised_note(struct concretised *c, symbol what, symbol file, uint32_t line) {
    count(c, &(struct concretised_place){what, file, line, 1});
    c->in_run++;
}

void concretised_add(struct concretised *into, const struct concretised *from) {
    for (uint32_t i = 0; i < from->places.n; i++) count(into, &from->places.at[i]);
}

// ---- Reports ----

static int compare(const void *left, const void *right) {
    const struct lost_entry *a = left, *b = right;
    if (a->count != b->count) return a->count > b->count ? -1 : 1;
    int what = strcmp(a->what, b->what);
    return what ? what : strcmp(a->where, b->where);
}

uint32_t concretised_report(const struct concretised *c, struct lost_entry **out) {
    *out = mem_zalloc((c->places.n + 1) * sizeof **out);
    for (uint32_t i = 0; i < c->places.n; i++) {
        const struct concretised_place *p = &c->places.at[i];
        struct str where = {0};
        str_add(&where, p->file ? symbol_text(p->file) : "");
        if (p->line) str_addf(&where, ":%u", p->line);
        (*out)[i] = (struct lost_entry){mem_strdup(symbol_text(p->what)), str_take(&where), p->count};
    }
    if (c->places.n) qsort(*out, c->places.n, sizeof **out, compare);
    return c->places.n;
}

void concretised_entries_free(struct lost_entry *l, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        mem_free(l[i].what);
        mem_free(l[i].where);
    }
    mem_free(l);
}
