// SPDX-License-Identifier: Apache-2.0
// Maps: persistent. Keys are concrete (no shadow); values may be shadowed, and the map's term then is.
// Iteration order is the VM's: by key order up to 32 pairs, by its hash trie above that.
#ifndef FRISK_ERLANG_MAP_H
#define FRISK_ERLANG_MAP_H

#include "erlang/term.h"

extern const term map_empty; // #{}

uint64_t map_size(term map);
bool map_get(term map, term key, term *value);
term map_put(struct arena *a, term map, term key, term value);
term map_remove(struct arena *a, term map, term key);

struct map_iterator {
    const void *stack[40];
    uint32_t index[40];
    int depth;
};
void map_iterate(struct map_iterator *i, term map);
bool map_next(struct map_iterator *i, term *key, term *value); // false at the end

#endif
