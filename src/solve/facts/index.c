// SPDX-License-Identifier: Apache-2.0
#include "solve/facts/index.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

enum { CAPACITY_FIRST = 256 };

bool index_put(struct index *i, uint64_t key, uint32_t at) {
    assert(at != UINT32_MAX);
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
    assert((i->cap & (i->cap - 1)) == 0);
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
