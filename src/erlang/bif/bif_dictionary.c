// SPDX-License-Identifier: Apache-2.0
// The process dictionary. Its order when listed is that of the VM's hash table, which hashes atoms by their
// number; ours is the map's, and a loss.
#include "base/vec.h"
#include "erlang/bif/bif_util.h"
#include "erlang/machine/decide.h"

// ---- Symbolic keys ----

// Which plain key of the dictionary a key is, as one choice; *plain_key: that one, as it is stored.
static bool dictionary_find(struct process *p, term key, term *plain_key, term *value) {
    struct interp *ip = interp_of(p);
    struct map_iterator it;
    term k, v;
    struct term_vec keys = {0}, values = {0};
    *plain_key = key;
    if (!term_shadowed(key)) return map_get(p->dictionary, key, value);
    for (map_iterate(&it, p->dictionary); map_next(&it, &k, &v);) {
        vec_push(&keys, k);
        vec_push(&values, v);
    }
    uint32_t i = keys.n;
    if (term_is_sym(key)) {
        i = decide_among(ip, key, keys.at, keys.n, NULL);
    } else {
        for (uint32_t at = 0; at < keys.n && i == keys.n; at++)
            if (decide_equal(ip, key, keys.at[at])) i = at;
    }
    bool found = i < keys.n;
    if (found) {
        *plain_key = keys.at[i];
        *value = values.at[i];
    }
    vec_free(&keys);
    vec_free(&values);
    return found;
}

// Which of the entries with symbolic keys it is; NIL: none.
static term open_find(struct process *p, term key) {
    for (term l = p->open_keys; term_is_cons(l); l = term_tl(l))
        if (decide_equal(interp_of(p), key, term_hd(term_hd(l)))) return l;
    return TERM_NIL;
}

static void open_remove(struct process *p, term at) {
    term all = p->open_keys, rest = term_tl(at);
    for (term l = all; l != at; l = term_tl(l)) rest = term_cons(p->heap, term_hd(l), rest);
    p->open_keys = rest;
}

// Under a key that is in the map, or in the list, or nowhere: then only a plain key may go into the map.
bool bif_dictionary_put(struct process *p, const term *args, term *result) {
    term key = args[0], at = TERM_NIL;
    if (!dictionary_find(p, args[0], &key, result)) {
        at = open_find(p, args[0]);
        *result = term_is_cons(at) ? term_tl(term_hd(at)) : word_undefined;
        if (term_is_cons(at)) open_remove(p, at);
        if (term_is_cons(at) || term_shadowed(args[0])) {
            p->open_keys = term_cons(p->heap, term_cons(p->heap, args[0], args[1]), p->open_keys);
            return true;
        }
    }
    p->dictionary = map_put(p->heap, p->dictionary, key, args[1]);
    return true;
}

bool bif_dictionary_get(struct process *p, const term *args, term *result) {
    term key;
    if (dictionary_find(p, args[0], &key, result)) return true;
    term at = open_find(p, args[0]);
    *result = term_is_cons(at) ? term_tl(term_hd(at)) : word_undefined;
    return true;
}

bool bif_dictionary_erase(struct process *p, const term *args, term *result) {
    term key;
    if (dictionary_find(p, args[0], &key, result)) {
        p->dictionary = map_remove(p->heap, p->dictionary, key);
        return true;
    }
    term at = open_find(p, args[0]);
    *result = term_is_cons(at) ? term_tl(term_hd(at)) : word_undefined;
    if (term_is_cons(at)) open_remove(p, at);
    return true;
}

// ---- Plain keys ----

static term dictionary(struct process *p) {
    return term_is_map(p->dictionary) ? p->dictionary : map_empty;
}

static bool has_open_keys(const struct process *p) {
    return term_is_cons(p->open_keys);
}

// For whoever lists the dictionary: all keys are plain.
static term settled(struct process *p) {
    for (; has_open_keys(p); p->open_keys = term_tl(p->open_keys)) {
        term entry = term_hd(p->open_keys);
        term key = decide_lose(interp_of(p), term_hd(entry), "key in the process dictionary");
        p->dictionary = map_put(p->heap, dictionary(p), key, term_tl(entry));
    }
    return dictionary(p);
}

BIF(get) {
    if (has_open_keys(p)) return bif_dictionary_get(p, args, result);
    return map_get(dictionary(p), args[0], result) || give(result, word_undefined);
}

BIF(put) {
    if (has_open_keys(p)) return bif_dictionary_put(p, args, result);
    term key = term_concrete(p->heap, args[0]), map = dictionary(p);
    if (!map_get(map, key, result)) *result = word_undefined;
    p->dictionary = map_put(p->heap, map, key, args[1]);
    return true;
}

BIF(erase) {
    if (has_open_keys(p)) return bif_dictionary_erase(p, args, result);
    term map = dictionary(p);
    if (!map_get(map, args[0], result)) return give(result, word_undefined);
    p->dictionary = map_remove(p->heap, map, args[0]);
    return true;
}

static void tell_order(struct process *p, uint64_t n) {
    if (n > 1 && p->interp) decide_note_loss(interp_of(p), "the order of a process dictionary");
}

BIF(get0) {
    term map = settled(p);
    tell_order(p, map_size(map));
    return bif_maps_to_list(p, &map, result);
}

BIF(erase0) {
    if (!bif_get0(p, args, result)) return false;
    p->dictionary = map_empty;
    return true;
}

BIF(get_keys) {
    term map = settled(p);
    tell_order(p, map_size(map));
    return bif_maps_keys(p, &map, result);
}

BIF(get_keys1) {
    struct map_iterator i;
    term key, value, list = TERM_NIL, map = settled(p);
    map_iterate(&i, map);
    while (map_next(&i, &key, &value)) {
        if (term_shadowed(value)) return no_model(p, "keys of a symbolic value in the process dictionary");
        if (term_equal(value, args[0])) list = term_cons(p->heap, key, list);
    }
    uint64_t n = 0;
    term_list_length(list, &n);
    tell_order(p, n);
    return give(result, list);
}
