// SPDX-License-Identifier: Apache-2.0
// A table of keys that grows with the facts and is never emptied for a new query.
#ifndef FRISK_SOLVE_INDEX_H
#define FRISK_SOLVE_INDEX_H

#include "base/hash.h"

// Maps keys to indices of a vector. The vector may have become shorter since: the reader checks what it gets.
struct index {
    uint64_t *keys;
    uint32_t *at; // index + 1
    uint32_t n, cap;
};

static inline uint32_t index_place(const struct index *i, uint64_t key) {
    uint32_t at = (uint32_t)hash_mix(0, key) & (i->cap - 1);
    while (i->at[at] && i->keys[at] != key) at = (at + 1) & (i->cap - 1);
    return at;
}

static inline bool index_get(const struct index *i, uint64_t key, uint32_t *at) {
    if (i->cap == 0) return false;
    uint32_t place = index_place(i, key);
    *at = i->at[place] - 1;
    return i->at[place] != 0;
}

bool index_put(struct index *i, uint64_t key, uint32_t at); // false: full, to be rebuilt first
void index_rebuild(struct index *i, uint32_t live);         // empties it, with room for twice `live`
void index_free(struct index *i);

#endif
