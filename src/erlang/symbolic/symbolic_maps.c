// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: maps. A lookup of a known key is one decision (is it there?), and what is there keeps its
// expression. Whoever changes, lists or measures a symbolic map takes it apart first: is there a key more? is
// it this one? In the end it is a map of known keys, whose values are symbolic. Keys that are symbolic become
// one of the keys that are there, or that the code names; another one is made concrete, which is a loss.
#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/symbolic/decide.h"
#include "erlang/symbolic/key_book.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/term/value.h"

enum { KEYS_MAX = 100 };

static bool is_map(struct process *p, term map) {
    return decide_kind(interp_of(p), map, KIND_BIT(KIND_MAP)) || raise_pair(p, atom_badmap, map);
}

static term key_term(struct interp *ip, expr_id key) {
    return value_to_term(ip->exprs, key, &ip->heap);
}

// ---- Taking apart ----

// A key of the whole map that is none of those found.
static term another_key(term whole, term found) {
    struct map_iterator it;
    term key = TERM_NONE, value, other;
    for (map_iterate(&it, whole); map_next(&it, &key, &value);)
        if (!map_get(found, key, &other)) return key;
    return TERM_NONE;
}

static bool has_more(struct interp *ip, expr_id map, uint64_t size, uint64_t n) {
    return decide_condition(ip, expr_map_larger(ip->exprs, map, (uint32_t)n), size > n);
}

// A symbolic map as it was before all changes under known keys.
static term base_of(struct interp *ip, expr_id e) {
    while (expr_is_changed_map(expr_op(ip->exprs, e))) e = expr_arg(ip->exprs, e, 0);
    expr_id ground = interp_eval(ip, e);
    return term_sym(&ip->heap, value_to_term(ip->exprs, ground, &ip->heap), e);
}

bool decide_is_changed_map(struct interp *ip, term t) {
    return term_is_sym(t) && expr_is_changed_map(expr_op(ip->exprs, term_symbolic(t)->expr));
}

// The map before the changes, taken apart, and the changes done again: the last of each key is what the map
// has.
static term changed_map(struct interp *ip, term map) {
    expr_id e = term_symbolic(map)->expr;
    term whole = term_symbolic(map)->concrete, found = decide_map(ip, base_of(ip, e)), done = map_empty,
         value;
    if (!ip->symbolic) return whole;
    for (; expr_is_changed_map(expr_op(ip->exprs, e)); e = expr_arg(ip->exprs, e, 0)) {
        term k = key_term(ip, expr_arg(ip->exprs, e, 1));
        if (map_get(done, k, &value)) continue;
        done = map_put(&ip->heap, done, k, k);
        if (expr_op(ip->exprs, e) == EXPR_MAP_REMOVE_OP)
            found = map_remove(&ip->heap, found, k);
        else if (map_get(whole, k, &value))
            found = map_put(&ip->heap, found, k, decide_value(ip, value, expr_arg(ip->exprs, e, 2)));
    }
    return found;
}

// The next of the literals that is a key of the map, as one choice from *at on; TERM_NONE: none of them is.
static term literal_key(struct interp *ip, expr_id map, term whole, uint32_t *at) {
    const expr_id *literals;
    uint32_t n = key_book_literals(ip->keys, &literals) - *at, taken = n;
    if (!n) return TERM_NONE;
    term found = TERM_NONE, value;
    expr_id *ways = mem_alloc((n + 1) * sizeof *ways), none = EXPR_TRUE;
    for (uint32_t i = 0; i < n; i++) {
        term k = key_term(ip, literals[*at + i]);
        if (taken == n && map_get(whole, k, &value)) {
            taken = i;
            found = k;
        }
        expr_id has = expr_map_has(ip->exprs, map, literals[*at + i]);
        ways[i] = expr_and(ip->exprs, (expr_id[]){none, has}, 2);
        none = expr_and(ip->exprs, (expr_id[]){none, expr_not(ip->exprs, has)}, 2);
    }
    ways[n] = none;
    decide_way(ip, ways, n + 1, taken, NULL);
    mem_free(ways);
    *at += taken + (taken < n);
    return found;
}

term decide_map(struct interp *ip, term map) {
    if (!term_is_sym(map)) return map;
    if (ip->symbolic && decide_is_changed_map(ip, map)) return changed_map(ip, map);
    term whole = term_symbolic(map)->concrete, found = map_empty, value;
    expr_id e = term_symbolic(map)->expr;
    if (!ip->symbolic) return whole;
    if (!ip->keys) return decide_lose(ip, map, "a map as a whole");
    uint32_t literal = 0;
    bool literals_left = true;
    for (uint32_t i = 0; i < KEYS_MAX; i++) {
        if (!has_more(ip, e, map_size(whole), map_size(found))) return found;
        if (i >= key_book_named(ip->keys) && literals_left) {
            term k = literal_key(ip, e, whole, &literal);
            if (!ip->symbolic) return whole;
            literals_left = k != TERM_NONE;
            if (literals_left && map_get(whole, k, &value)) {
                expr_id there = expr_map_get(ip->exprs, e, value_from_term(ip->exprs, k));
                found = map_put(&ip->heap, found, k, decide_value(ip, value, there));
            }
            i--;
            continue;
        }
        expr_id key = key_book_key(ip->keys, e, i);
        if (!key) {
            term other = another_key(whole, found);
            if (other == TERM_NONE) return found;
            key = value_from_term(ip->exprs, other);
            key_book_add(ip->keys, e, key);
        }
        term k = key_term(ip, key);
        bool there = map_get(whole, k, &value);
        decide_condition(ip, expr_map_has(ip->exprs, e, key), there);
        if (!ip->symbolic) return whole;
        if (there)
            found = map_put(&ip->heap, found, k, decide_value(ip, value, expr_map_get(ip->exprs, e, key)));
    }
    return decide_lose(ip, map, "a map of many keys");
}

// ---- Keys ----

// A fun of code has no expression that could be called: a map that holds one must be a plain one.
static bool holds_code(term root) {
    struct term_vec todo = {0};
    bool found = false;
    vec_push(&todo, root);
    while (todo.n && !found && term_visit()) {
        term t = vec_pop(&todo);
        if (term_is_sym(t)) continue;
        found = term_is_fun(t) && term_closure(t)->flags != CLOSURE_TABLE;
        if (term_is_cons(t)) {
            vec_push(&todo, term_tl(t));
            vec_push(&todo, term_hd(t));
        } else if (term_is_tuple(t)) {
            for (uint64_t i = 0; i < term_tuple(t)->n; i++) vec_push(&todo, term_tuple(t)->at[i]);
        } else if (term_is_map(t)) {
            struct map_iterator it;
            term k, v;
            for (map_iterate(&it, t); map_next(&it, &k, &v);) vec_push(&todo, v);
        }
    }
    vec_free(&todo);
    return found;
}

// Which key of a plain map a symbolic one equals: one choice; of one with symbolic parts: one after the
// other.
static bool find_key(struct interp *ip, term map, term key, term *found) {
    struct term_vec keys = {0};
    struct map_iterator it;
    term k, v;
    for (map_iterate(&it, map); map_next(&it, &k, &v);) vec_push(&keys, k);
    uint32_t i = 0;
    if (term_is_sym(key))
        i = keys.n ? decide_among(ip, key, keys.at, keys.n, NULL) : 0;
    else
        while (i < keys.n && !decide_equal(ip, key, keys.at[i])) i++;
    bool there = i < keys.n;
    if (there) *found = keys.at[i];
    vec_free(&keys);
    return there;
}

// The key to store under: one that is there, one that the code names, or, which is a loss, the concrete one.
static term settle_key(struct interp *ip, term map, term key) {
    term found;
    if (!term_shadowed(key)) return key;
    if (find_key(ip, map, key, &found)) return found;
    struct term_vec named = {0};
    for (uint32_t i = 0; ip->keys && i < key_book_named(ip->keys); i++) {
        term k = key_term(ip, key_book_key(ip->keys, EXPR_NONE, i)), v;
        if (!map_get(map, k, &v)) vec_push(&named, k);
    }
    uint32_t i = named.n;
    if (term_is_sym(key) && named.n) i = decide_among(ip, key, named.at, named.n, NULL);
    term settled = i < named.n ? named.at[i] : decide_lose(ip, key, "map key");
    vec_free(&named);
    return settled;
}

bool decide_map_find(struct interp *ip, term map, term key, term *value) {
    term k;
    map = decide_map(ip, map);
    if (!term_shadowed(key)) return map_get(map, key, value);
    return find_key(ip, map, key, &k) && map_get(map, k, value);
}

// A known key of a symbolic map, which need not be taken apart.
static bool put_known(struct interp *ip, term *map, term key, term value, bool exact) {
    term whole = term_symbolic(*map)->concrete, before;
    expr_id e = term_symbolic(*map)->expr, k = value_from_term(ip->exprs, key);
    bool there = map_get(whole, key, &before);
    if (exact) decide_condition(ip, expr_map_has(ip->exprs, e, k), there);
    if (exact && !there) return raise_pair(&ip->process, atom_badkey, key);
    term plain = term_concrete(&ip->heap, value), changed = map_put(&ip->heap, whole, key, plain);
    *map = ip->symbolic ? decide_value(ip, changed, expr_map_put(ip->exprs, e, k, decide_expr(ip, value)))
                        : changed;
    return true;
}

bool decide_map_put(struct interp *ip, term *map, term key, term value, bool exact) {
    if (term_is_sym(*map) && !term_shadowed(key) && ip->symbolic && !holds_code(value))
        return put_known(ip, map, key, value, exact);
    term before, whole = decide_map(ip, *map), k;
    if (exact) {
        bool there = term_shadowed(key) ? find_key(ip, whole, key, &k) : map_get(whole, k = key, &before);
        if (!there) return raise_pair(&ip->process, atom_badkey, key);
    } else {
        k = settle_key(ip, whole, key);
    }
    *map = map_put(&ip->heap, whole, k, value);
    return true;
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
    bool there = term_shadowed(args[0]) ? find_key(ip, *map, args[0], key) : map_get(*map, args[0], &value);
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

// Counted up to, without a look at the keys but for those that were changed.
bool symbolic_map_size(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!is_map(p, args[0])) return false;
    term map = args[0], value;
    *result = term_small((int64_t)map_size(term_is_sym(map) ? term_symbolic(map)->concrete : map));
    if (!term_is_sym(map) || !ip->symbolic) return true;
    if (decide_is_changed_map(ip, map)) {
        expr_id e = term_symbolic(map)->expr;
        map = base_of(ip, e);
        for (; expr_is_changed_map(expr_op(ip->exprs, e)); e = expr_arg(ip->exprs, e, 0)) {
            expr_id k = expr_arg(ip->exprs, e, 1);
            bool there = map_get(term_symbolic(map)->concrete, key_term(ip, k), &value);
            decide_condition(ip, expr_map_has(ip->exprs, term_symbolic(map)->expr, k), there);
        }
    }
    uint64_t n = 0, size = map_size(term_symbolic(map)->concrete);
    while (ip->symbolic && has_more(ip, term_symbolic(map)->expr, size, n)) n++;
    return true;
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
