// SPDX-License-Identifier: Apache-2.0
// Maps: persistent. Keys are concrete (no shadow); values may be shadowed, and the map's term then is.
// Iteration order is that of the VM's maps:keys/1: by key order up to 32 pairs, by its hash trie above that
// (where atoms, pids, references and funs hash differently in the VM from one start to the next, so not here
// as there). Its maps:next/1 takes big maps in the opposite order: see erts_internal:map_next in bif_maps.c.
#ifndef FRISK_ERLANG_MAP_H
#define FRISK_ERLANG_MAP_H

#include "erlang/term/term.h"

extern const struct map map_empty_object;
#define map_empty ((term)(uintptr_t)&map_empty_object | TAG_BOX) // #{}

uint64_t map_size(term map);
bool map_get(term map, term key, term *value);
term map_put(struct arena *a, term map, term key, term value);
term map_remove(struct arena *a, term map, term key);

// ---- Layout (for term.c, compare.c, print.c and the interpreter's pattern matching) ----
// Up to MAP_FLAT_MAX pairs: keys in key order in an array of their own (maps with the same keys share it),
// values beside them. Above: a trie of 16 ways on 4 bits of map_hash a level, rehashed with the level as salt
// once the 32 bits are used up. A child is a leaf (cons cell, key and value) or a node (MAP_NODE); either
// word has the shadow bit when there is a shadowed value below.
enum { MAP_FLAT_MAX = 32, MAP_NODE = 6 /* primary tag of a node */ };
struct map {
    struct box box; // n: 0 flat, 1 trie
    uint64_t size;
    const term *keys; // flat only
    term at[];        // flat: values; trie: one word, the root
};
struct map_node {
    uint64_t bitmap; // of 16 ways; one child for each bit, lowest first
    term at[];
};
static inline struct map *map_of(term map) {
    return term_pointer(map);
}
static inline bool map_is_trie(term map) {
    return map_of(map)->box.n != 0;
}
static inline struct map_node *map_node_of(term child) {
    return term_pointer(child);
}
static inline bool map_child_is_node(term child) {
    return (child & 7) == MAP_NODE;
}

// A flat map from n <= MAP_FLAT_MAX keys in key order without duplicates (an array that lives as long as the
// map; not copied) and their values (copied; may be shadowed).
term map_flat(struct arena *a, const term *keys, const term *values, uint64_t n);
// From pairs in any order, a later one of equal keys wins.
term map_from_pairs(struct arena *a, const term *keys, const term *values, uint64_t n);
// All keys and values (either may be NULL) in iteration order, into arrays of map_size places.
void map_items(term map, term *keys, term *values);

struct map_iterator {
    const void *stack[40];
    uint32_t index[40];
    int depth;
};
void map_iterate(struct map_iterator *i, term map);
bool map_next(struct map_iterator *i, term *key, term *value); // false at the end

#endif
