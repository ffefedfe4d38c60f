// SPDX-License-Identifier: Apache-2.0
// Maps with symbolic parts. A lookup of a known key is one decision (is it there?), and what is there keeps
// its expression. Whoever changes, lists or measures a symbolic map takes it apart first: is there a key
// more? is it this one? In the end it is a map of known keys, whose values are symbolic. Keys that are
// symbolic become one of the keys that are there, or that the code names; another one is made concrete, which
// is a loss.
#include "base/mem.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/key_book.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"

enum { KEYS_MAX = 100 };

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
bool decide_map_key(struct interp *ip, term map, term key, term *found) {
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
    if (decide_map_key(ip, map, key, &found)) return found;
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
    return decide_map_key(ip, map, key, &k) && map_get(map, k, value);
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
        bool there =
            term_shadowed(key) ? decide_map_key(ip, whole, key, &k) : map_get(whole, k = key, &before);
        if (!there) return raise_pair(&ip->process, atom_badkey, key);
    } else {
        k = settle_key(ip, whole, key);
    }
    *map = map_put(&ip->heap, whole, k, value);
    return true;
}

// ---- Sizes ----

term decide_map_size(struct interp *ip, term map) {
    term value, size = term_small((int64_t)map_size(term_is_sym(map) ? term_symbolic(map)->concrete : map));
    if (!term_is_sym(map) || !ip->symbolic) return size;
    if (decide_is_changed_map(ip, map)) {
        expr_id e = term_symbolic(map)->expr;
        map = base_of(ip, e);
        for (; expr_is_changed_map(expr_op(ip->exprs, e)); e = expr_arg(ip->exprs, e, 0)) {
            expr_id k = expr_arg(ip->exprs, e, 1);
            bool there = map_get(term_symbolic(map)->concrete, key_term(ip, k), &value);
            decide_condition(ip, expr_map_has(ip->exprs, term_symbolic(map)->expr, k), there);
        }
    }
    uint64_t n = 0, whole = map_size(term_symbolic(map)->concrete);
    while (ip->symbolic && has_more(ip, term_symbolic(map)->expr, whole, n)) n++;
    return size;
}
