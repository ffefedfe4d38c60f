// SPDX-License-Identifier: Apache-2.0
// A table of keys that grows with the facts and is never emptied: who asks checks what it finds.
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "solve/classes.h"

enum { CAPACITY_FIRST = 256 };

static uint32_t index_place(const struct index *i, uint64_t key) {
    uint32_t at = (uint32_t)hash_mix(0, key) & (i->cap - 1);
    while (i->at[at] && i->keys[at] != key) at = (at + 1) & (i->cap - 1);
    return at;
}

bool index_get(const struct index *i, uint64_t key, uint32_t *at) {
    if (i->cap == 0) return false;
    uint32_t place = index_place(i, key);
    *at = i->at[place] - 1;
    return i->at[place] != 0;
}

bool index_put(struct index *i, uint64_t key, uint32_t at) {
    if (i->cap == 0) return false;
    uint32_t place = index_place(i, key);
    if (!i->at[place]) {
        if (i->n >= i->cap / 2) return false;
        i->n++;
        i->keys[place] = key;
    }
    i->at[place] = at + 1;
    return true;
}

void index_rebuild(struct index *i, uint32_t live) {
    uint32_t cap = i->cap ? i->cap : CAPACITY_FIRST;
    while (cap / 4 <= live) cap *= 2;
    if (cap != i->cap) {
        i->keys = mem_realloc(i->keys, sizeof *i->keys * cap);
        i->at = mem_realloc(i->at, sizeof *i->at * cap);
        i->cap = cap;
    }
    memset(i->at, 0, sizeof *i->at * cap);
    i->n = 0;
}

void index_free(struct index *i) {
    mem_free(i->keys);
    mem_free(i->at);
    *i = (struct index){0};
}
