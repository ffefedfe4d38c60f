// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: maps (machine/decide_map.c).
#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/term/value.h"

static bool is_map(struct process *p, term map) {
    return decide_kind(interp_of(p), map, KIND_BIT(KIND_MAP)) || raise_pair(p, atom_badmap, map);
}

// ---- Lookups ----

static bool lookup(struct process *p, term key, term map, term *value) {
    struct interp *ip = interp_of(p);
    return match_map_get(ip, map, key, value, decide_inner_point(ip, 1), decide_inner_point(ip, 0));
}

bool symbolic_map_get(struct process *p, const term *args, term *result) {
    if (!is_map(p, args[1])) return false;
    return lookup(p, args[0], args[1], result) || raise_pair(p, atom_badkey, args[0]);
}
bool symbolic_is_map_key(struct process *p, const term *args, term *result) {
    term value;
    return is_map(p, args[1]) && give_bool(result, lookup(p, args[0], args[1], &value));
}
bool symbolic_map_find(struct process *p, const term *args, term *result) {
    term value;
    if (!is_map(p, args[1])) return false;
    return give(result,
                lookup(p, args[0], args[1], &value) ? term_tuple2(p->heap, word_ok, value) : atom_error);
}

// ---- Changes ----

bool symbolic_map_put(struct process *p, const term *args, term *result) {
    *result = args[2];
    return is_map(p, args[2]) && decide_map_put(interp_of(p), result, args[0], args[1], false);
}
bool symbolic_map_update(struct process *p, const term *args, term *result) {
    *result = args[2];
    return is_map(p, args[2]) && decide_map_put(interp_of(p), result, args[0], args[1], true);
}

// The map taken apart, and the key of it that is meant: *key TERM_NONE: none.
static bool key_in_map(struct process *p, const term *args, term *map, term *key) {
    struct interp *ip = interp_of(p);
    term value;
    if (!is_map(p, args[1])) return false;
    *map = decide_map(ip, args[1]);
    *key = args[0];
    bool there =
        term_shadowed(args[0]) ? decide_map_key(ip, *map, args[0], key) : map_get(*map, args[0], &value);
    if (!there) *key = TERM_NONE;
    return true;
}

bool symbolic_map_remove(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    term map, key;
    if (!is_map(p, args[1])) return false;
    if (term_is_sym(args[1]) && !term_shadowed(args[0]) && ip->symbolic) {
        term left = map_remove(p->heap, term_symbolic(args[1])->concrete, args[0]);
        expr_id k = value_from_term(ip->exprs, args[0]);
        return give(result,
                    decide_value(ip, left, expr_map_remove(ip->exprs, term_symbolic(args[1])->expr, k)));
    }
    if (!key_in_map(p, args, &map, &key)) return false;
    return give(result, key == TERM_NONE ? map : map_remove(p->heap, map, key));
}

bool symbolic_map_take(struct process *p, const term *args, term *result) {
    term map, key, value;
    if (!key_in_map(p, args, &map, &key)) return false;
    if (key == TERM_NONE) return give(result, atom_error);
    map_get(map, key, &value);
    return give(result, term_tuple2(p->heap, value, map_remove(p->heap, map, key)));
}

// ---- Wholes ----

bool symbolic_map_size(struct process *p, const term *args, term *result) {
    return is_map(p, args[0]) && give(result, decide_map_size(interp_of(p), args[0]));
}

static bool taken_apart(struct process *p, const term *args, bif_function *f, term *result) {
    if (!is_map(p, args[0])) return false;
    const term map = decide_map(interp_of(p), args[0]);
    return f(p, &map, result);
}

bool symbolic_map_keys(struct process *p, const term *args, term *result) {
    return taken_apart(p, args, bif_maps_keys, result);
}
bool symbolic_map_values(struct process *p, const term *args, term *result) {
    return taken_apart(p, args, bif_maps_values, result);
}
bool symbolic_map_to_list(struct process *p, const term *args, term *result) {
    return taken_apart(p, args, bif_maps_to_list, result);
}

bool symbolic_map_merge(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!is_map(p, args[0]) || !is_map(p, args[1])) return false;
    const term maps[2] = {decide_map(ip, args[0]), decide_map(ip, args[1])};
    return bif_maps_merge(p, maps, result);
}

bool symbolic_map_next(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!decide_kind(ip, args[1], KIND_BIT(KIND_MAP))) return raise_badarg(p);
    term rest = term_is_sym(args[2]) ? decide_lose(ip, args[2], "the rest of an iterator") : args[2];
    const term plain[3] = {decide_lose(ip, args[0], "the place of an iterator"), decide_map(ip, args[1]),
                           rest};
    return bif_map_next(p, plain, result);
}

// ---- From lists ----

bool symbolic_map_from_list(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct term_vec pairs = {0};
    bool ok = decide_elements(ip, args[0], &pairs);
    *result = map_empty;
    for (uint32_t i = 0; ok && i < pairs.n; i++) {
        ok = decide_tuple(ip, pairs.at[i], 2);
        if (ok)
            decide_map_put(ip, result, decide_element(ip, pairs.at[i], 0), decide_element(ip, pairs.at[i], 1),
                           false);
    }
    vec_free(&pairs);
    return ok || raise_badarg(p);
}

bool symbolic_map_from_keys(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct term_vec keys = {0};
    bool ok = decide_elements(ip, args[0], &keys);
    *result = map_empty;
    for (uint32_t i = 0; ok && i < keys.n; i++) decide_map_put(ip, result, keys.at[i], args[1], false);
    vec_free(&keys);
    return ok || raise_badarg(p);
}
