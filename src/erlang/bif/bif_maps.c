// SPDX-License-Identifier: Apache-2.0
// Maps. Keys are made plain before they are stored; values may be shadowed.
#include "base/mem.h"
#include "erlang/bif/bif_util.h"

static bool bad_map(struct process *p, term t) {
    return raise_pair(p, atom_badmap, t);
}
static bool bad_key(struct process *p, term t) {
    return raise_pair(p, atom_badkey, t);
}

BIF(map_size) {
    if (!term_is_map(args[0])) return bad_map(p, args[0]);
    return give(result, term_small((int64_t)map_size(args[0])));
}

BIF(is_map_key) {
    term value;
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    return give_bool(result, map_get(args[1], args[0], &value));
}

BIF(map_get) {
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    return map_get(args[1], args[0], result) || bad_key(p, args[0]);
}

BIF(maps_find) {
    term value;
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    if (!map_get(args[1], args[0], &value)) return give(result, atom_error);
    return give(result, term_tuple2(p->heap, word_ok, value));
}

BIF(maps_put) {
    if (!term_is_map(args[2])) return bad_map(p, args[2]);
    return give(result, map_put(p->heap, args[2], term_concrete(p->heap, args[0]), args[1]));
}

BIF(maps_update) {
    term value;
    if (!term_is_map(args[2])) return bad_map(p, args[2]);
    term key = term_concrete(p->heap, args[0]);
    if (!map_get(args[2], key, &value)) return bad_key(p, args[0]);
    return give(result, map_put(p->heap, args[2], key, args[1]));
}

BIF(maps_remove) {
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    return give(result, map_remove(p->heap, args[1], args[0]));
}

BIF(maps_take) {
    term value;
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    if (!map_get(args[1], args[0], &value)) return give(result, atom_error);
    return give(result, term_tuple2(p->heap, value, map_remove(p->heap, args[1], args[0])));
}

static bool items_list(struct process *p, term map, bool keys, term *result) {
    if (!term_is_map(map)) return bad_map(p, map);
    uint64_t n = map_size(map);
    term *all = mem_alloc((n + 1) * sizeof(term));
    map_items(map, keys ? all : NULL, keys ? NULL : all);
    *result = term_list(p->heap, all, n, TERM_NIL);
    mem_free(all);
    return true;
}

BIF(maps_keys) {
    return items_list(p, args[0], true, result);
}
BIF(maps_values) {
    return items_list(p, args[0], false, result);
}

static term pairs_list(struct process *p, term map, term tail) {
    uint64_t n = map_size(map);
    term *keys = mem_alloc((2 * n + 1) * sizeof(term)), *values = keys + n;
    map_items(map, keys, values);
    while (n-- > 0) tail = term_cons(p->heap, term_tuple2(p->heap, keys[n], values[n]), tail);
    mem_free(keys);
    return tail;
}

BIF(maps_to_list) {
    if (!term_is_map(args[0])) return bad_map(p, args[0]);
    return give(result, pairs_list(p, args[0], TERM_NIL));
}

// What maps:next/1, maps:to_list/1 and so on of OTP 25 are made of: erts_internal:map_next(Path, Map, How).
// Path 0 is the start, and all of the map comes at once: {K, V, {K, V, .. none}} for `iterator`, pairs before
// a list How otherwise. Big maps are iterated in the opposite order of maps:keys/1, as in the VM.
static term iterator_chain(struct process *p, term map) {
    uint64_t n = map_size(map);
    term *keys = mem_alloc((2 * n + 1) * sizeof(term)), *values = keys + n, chain = word_none;
    map_items(map, keys, values);
    bool forwards = map_is_trie(map);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t k = forwards ? i : n - 1 - i;
        chain = term_tuple3(p->heap, keys[k], values[k], chain);
    }
    mem_free(keys);
    return chain;
}

BIF(map_next) {
    if (!term_is_map(args[1]) || !term_is_small(args[0]) || term_small_value(args[0]) < 0)
        return raise_badarg(p);
    bool large = map_is_trie(args[1]); // in small maps a place is ignored, but must be one
    if (!large && term_small_value(args[0]) > (int64_t)map_size(args[1])) return raise_badarg(p);
    if (large && args[0] != term_small(0)) return no_model(p, "a place inside a large map");
    if (args[2] == word_iterator) return give(result, iterator_chain(p, args[1]));
    if (!term_is_nil(args[2]) && !term_is_cons(args[2])) return raise_badarg(p);
    return give(result, pairs_list(p, args[1], args[2]));
}

BIF(maps_from_list) {
    uint64_t n, i = 0;
    bool proper = term_list_length(args[0], &n);
    if (!proper) return raise_badarg(p);
    term *keys = mem_alloc((2 * n + 1) * sizeof(term)), *values = keys + n, list = args[0];
    for (; i < n; i++, list = term_tl(list)) {
        term pair = term_hd(list);
        if (!term_is_tuple(pair) || term_tuple(pair)->n != 2) break;
        keys[i] = term_tuple(pair)->at[0];
        values[i] = term_tuple(pair)->at[1];
    }
    if (i == n) *result = map_from_pairs(p->heap, keys, values, n);
    mem_free(keys);
    return i == n || raise_badarg(p);
}

BIF(maps_from_keys) {
    uint64_t n;
    if (!term_list_length(args[0], &n)) return raise_badarg(p);
    term *keys = mem_alloc((2 * n + 1) * sizeof(term)), *values = keys + n, list = args[0];
    for (uint64_t i = 0; i < n; i++, list = term_tl(list)) {
        keys[i] = term_hd(list);
        values[i] = args[1];
    }
    *result = map_from_pairs(p->heap, keys, values, n);
    mem_free(keys);
    return true;
}

BIF(maps_merge) { // the second map's values win
    term left = args[0], right = args[1];
    if (!term_is_map(left)) return bad_map(p, left);
    if (!term_is_map(right)) return bad_map(p, right);
    if (map_size(left) == 0) return give(result, right);
    if (map_size(right) == 0) return give(result, left);
    uint64_t n = map_size(left), m = map_size(right);
    struct map_iterator i;
    term key, value, old;
    if (m * 8 <= n) { // a few into many
        map_iterate(&i, right);
        while (map_next(&i, &key, &value)) left = map_put(p->heap, left, key, value);
        return give(result, left);
    }
    if (n * 8 <= m) {
        term merged = right;
        map_iterate(&i, left);
        while (map_next(&i, &key, &value)) {
            if (!map_get(right, key, &old)) merged = map_put(p->heap, merged, key, value);
        }
        return give(result, merged);
    }
    term *keys = mem_alloc(2 * (n + m) * sizeof(term)), *values = keys + n + m;
    map_items(left, keys, values);
    map_items(right, keys + n, values + n);
    *result = map_from_pairs(p->heap, keys, values, n + m);
    mem_free(keys);
    return true;
}
