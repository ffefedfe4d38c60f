// SPDX-License-Identifier: Apache-2.0
// Constructors of terms and floats, and the selectors, which look into constructors. A selector of a
// constructor it does not fit stays as it is: it is undefined under every model.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/some_of.h"
#include "base/vec.h"
#include "expr/number.h"
#include "expr/store.h"

// ---- Floats ----

expr_id expr_float(struct expr_store *x, double v) {
    union {
        double value;
        uint64_t bits;
    } u = {.value = v};
    if (isnan(v)) u.bits = 0x7ff8000000000000u; // as Double.doubleToLongBits
    return expr_intern(x, EXPR_FLOAT_LIT_OP, 0, (uint32_t)u.bits, (uint32_t)(u.bits >> 32), 0);
}

expr_id expr_fval(struct expr_store *x, expr_id t) {
    assert(expr_sort(x, t) == SORT_TERM);
    const struct node *n = node_of(x, t);
    if (n->op == EXPR_FLOAT_OP) return n->a;
    return expr_intern(x, EXPR_FVAL_OP, 0, t, 0, 0);
}

static expr_id plain_zero(struct expr_store *x, expr_id f) {
    return node_of(x, f)->flags & NODE_NEG_ZERO && op_of(x, f) == EXPR_FLOAT_LIT_OP ? expr_float(x, 0.0) : f;
}

// Whether a is to_float(i) and b a literal up to 2^53 in size: all integers on that side are exact, and the
// comparison is one of integers.
enum { EXACT_BITS = 53 };
static bool as_int(const struct expr_store *x, expr_id a, expr_id b, expr_id *i, double *lit) {
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    if (m->op != EXPR_TO_FLOAT_OP || n->op != EXPR_FLOAT_LIT_OP) return false;
    *i = m->a;
    *lit = node_double(n);
    return fabs(*lit) < ldexp(1, EXACT_BITS);
}

expr_id expr_float_eq(struct expr_store *x, expr_id a, expr_id b) {
    assert(expr_sort(x, a) == SORT_FLOAT && expr_sort(x, b) == SORT_FLOAT);
    a = plain_zero(x, a), b = plain_zero(x, b); // 0.0 = -0.0
    if (a == b) return EXPR_TRUE;               // there is no NaN
    bool la = op_of(x, a) == EXPR_FLOAT_LIT_OP, lb = op_of(x, b) == EXPR_FLOAT_LIT_OP;
    if (la && lb) return EXPR_FALSE;
    if (la || (!lb && a > b)) { // literal second
        expr_id t = a;
        a = b, b = t;
    }
    expr_id i;
    double v;
    if (as_int(x, a, b, &i, &v))
        return v == trunc(v) ? expr_int_eq(x, i, expr_int(x, (int64_t)v)) : EXPR_FALSE;
    return expr_intern(x, EXPR_FLOAT_EQ_OP, 0, a, b, 0);
}

// No value of f is as large as that, whatever its arguments (which are finite).
static bool stays_within(const struct expr_store *x, expr_id f, double size) {
    switch (SOME_OF(op_of(x, f))) {
    case EXPR_MATH_SIN_OP:
    case EXPR_MATH_COS_OP:
    case EXPR_MATH_TANH_OP:
    case EXPR_MATH_ERF_OP: return size > 1;
    case EXPR_MATH_ATAN_OP:
    case EXPR_MATH_ERFC_OP: return size > 2;
    case EXPR_MATH_ATAN2_OP: return size > 4;
    default: return false;
    }
}

expr_id expr_float_lt(struct expr_store *x, expr_id a, expr_id b) {
    assert(expr_sort(x, a) == SORT_FLOAT && expr_sort(x, b) == SORT_FLOAT);
    a = plain_zero(x, a), b = plain_zero(x, b);
    if (a == b) return EXPR_FALSE;
    if (op_of(x, a) == EXPR_FLOAT_LIT_OP && op_of(x, b) == EXPR_FLOAT_LIT_OP)
        return expr_get_float(x, a) < expr_get_float(x, b) ? EXPR_TRUE : EXPR_FALSE;
    expr_id i;
    double v;
    if (op_of(x, b) == EXPR_FLOAT_LIT_OP && stays_within(x, a, fabs(expr_get_float(x, b))))
        return expr_get_float(x, b) > 0 ? EXPR_TRUE : EXPR_FALSE;
    if (op_of(x, a) == EXPR_FLOAT_LIT_OP && stays_within(x, b, fabs(expr_get_float(x, a))))
        return expr_get_float(x, a) < 0 ? EXPR_TRUE : EXPR_FALSE;
    if (as_int(x, a, b, &i, &v)) return expr_int_lt(x, i, expr_int(x, (int64_t)ceil(v)));  // i < v
    if (as_int(x, b, a, &i, &v)) return expr_int_lt(x, expr_int(x, (int64_t)floor(v)), i); // v < i
    return expr_intern(x, EXPR_FLOAT_LT_OP, 0, a, b, 0);
}

// ---- Terms ----

expr_id expr_var(struct expr_store *x, uint32_t number) {
    return expr_intern(x, EXPR_VAR_OP, 0, 0, 0, number);
}

expr_id expr_atom(struct expr_store *x, symbol s) {
    assert(s != 0);
    return expr_intern(x, EXPR_ATOM_OP, 0, 0, 0, s);
}

expr_id expr_int_term(struct expr_store *x, expr_id i) {
    assert(expr_sort(x, i) == SORT_INT);
    const struct node *n = node_of(x, i);
    if (n->op == EXPR_IVAL_OP) return n->a;
    return expr_intern(x, EXPR_INT_OP, 0, i, 0, 0);
}

expr_id expr_float_term(struct expr_store *x, expr_id f) {
    assert(expr_sort(x, f) == SORT_FLOAT);
    const struct node *n = node_of(x, f);
    if (n->op == EXPR_FVAL_OP) return n->a;
    return expr_intern(x, EXPR_FLOAT_OP, 0, f, 0, 0);
}

expr_id expr_cons(struct expr_store *x, expr_id hd, expr_id tl) {
    assert(expr_sort(x, hd) == SORT_TERM && expr_sort(x, tl) == SORT_TERM);
    const struct node *m = node_of(x, hd), *n = node_of(x, tl);
    if (m->op == EXPR_HD_OP && n->op == EXPR_TL_OP && m->a == n->a) return m->a;
    return expr_intern(x, EXPR_CONS_OP, 0, hd, tl, 0);
}

expr_id expr_tuple(struct expr_store *x, const expr_id *elems, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) assert(expr_sort(x, elems[i]) == SORT_TERM);
    return expr_intern_many(x, EXPR_TUPLE_OP, 0, elems, n);
}

struct entry {
    expr_id key, value;
};

static int compare_entries(const void *a, const void *b) {
    expr_id i = ((const struct entry *)a)->key, j = ((const struct entry *)b)->key;
    return (i > j) - (i < j);
}

expr_id expr_map(struct expr_store *x, const expr_id *keys_values, uint32_t pairs) {
    VEC(struct entry) v = {0};
    for (uint32_t i = 0; i < pairs; i++) {
        expr_id key = keys_values[2 * i];
        assert(node_ground(x, key) && expr_sort(x, keys_values[2 * i + 1]) == SORT_TERM);
        vec_push(&v, (struct entry){expr_plain_zeros(x, key), keys_values[2 * i + 1]});
    }
    if (pairs) qsort(v.at, v.n, sizeof v.at[0], compare_entries);
    for (uint32_t i = 1; i < v.n; i++) assert(v.at[i - 1].key != v.at[i].key);
    expr_id e = expr_intern_many(x, EXPR_MAP_OP, 0, (const expr_id *)v.at, 2 * v.n);
    vec_free(&v);
    return e;
}

expr_id expr_bits(struct expr_store *x, const uint8_t *bytes, uint64_t bit_size) {
    assert(bit_size % 8 == 0 || (bytes[bit_size / 8] & (0xff >> bit_size % 8)) == 0);
    return expr_intern_bits(x, bytes, bit_size);
}

expr_id expr_fun(struct expr_store *x, uint32_t arity, const expr_id *entries, uint32_t n_entries,
                 expr_id otherwise) {
    uint32_t n = n_entries * (arity + 1);
    VEC(expr_id) v = {0};
    vec_reserve(&v, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        assert(node_ground(x, entries[i]));
        bool argument = i % (arity + 1) != arity;
        vec_push(&v, argument ? expr_plain_zeros(x, entries[i]) : entries[i]);
    }
    assert(node_ground(x, otherwise));
    vec_push(&v, otherwise);
    expr_id e = expr_intern_many(x, EXPR_FUN_OP, arity, v.at, v.n);
    vec_free(&v);
    return e;
}

expr_id expr_opaque(struct expr_store *x, enum kind kind, uint32_t number) {
    assert(kind == KIND_PID || kind == KIND_PORT || kind == KIND_REF || kind == KIND_FUN);
    return expr_intern(x, EXPR_OPAQUE_OP, (uint16_t)kind, 0, 0, number);
}

// ---- Selectors ----

expr_id expr_ival(struct expr_store *x, expr_id t) {
    assert(expr_sort(x, t) == SORT_TERM);
    const struct node *n = node_of(x, t);
    if (n->op == EXPR_INT_OP) return n->a;
    return expr_intern(x, EXPR_IVAL_OP, 0, t, 0, 0);
}

expr_id expr_hd(struct expr_store *x, expr_id t) {
    assert(expr_sort(x, t) == SORT_TERM);
    const struct node *n = node_of(x, t);
    if (n->op == EXPR_CONS_OP) return n->a;
    return expr_intern(x, EXPR_HD_OP, 0, t, 0, 0);
}

expr_id expr_tl(struct expr_store *x, expr_id t) {
    assert(expr_sort(x, t) == SORT_TERM);
    const struct node *n = node_of(x, t);
    if (n->op == EXPR_CONS_OP) return n->b;
    return expr_intern(x, EXPR_TL_OP, 0, t, 0, 0);
}

expr_id expr_elem(struct expr_store *x, expr_id t, uint32_t index) {
    assert(expr_sort(x, t) == SORT_TERM);
    const struct node *n = node_of(x, t);
    if (n->op == EXPR_TUPLE_OP && index < n->c) return node_many(n)[index];
    return expr_intern(x, EXPR_ELEM_OP, 0, t, 0, index);
}

expr_id expr_map_find(const struct expr_store *x, expr_id map, expr_id key) {
    const struct node *n = node_of(x, map);
    assert(n->op == EXPR_MAP_OP);
    const expr_id *kv = node_many(n);
    uint32_t lo = 0, hi = n->c / 2;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (kv[2 * mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < n->c / 2 && kv[2 * lo] == key ? kv[2 * lo + 1] : 0;
}

// The map with the key's association taken out, and, if value is not 0, put in anew.
static expr_id changed_literal(struct expr_store *x, expr_id map, expr_id key, expr_id value) {
    VEC(expr_id) pairs = {0};
    for (uint32_t i = 0; i < expr_count(x, map); i += 2) {
        if (expr_arg(x, map, i) == key) continue;
        vec_push(&pairs, expr_arg(x, map, i));
        vec_push(&pairs, expr_arg(x, map, i + 1));
    }
    if (value) {
        vec_push(&pairs, key);
        vec_push(&pairs, value);
    }
    expr_id e = expr_map(x, pairs.at, pairs.n / 2);
    vec_free(&pairs);
    return e;
}

// The map before a change of just this key.
static expr_id before_change(const struct expr_store *x, expr_id map, expr_id key) {
    return expr_is_changed_map(op_of(x, map)) && expr_arg(x, map, 1) == key ? expr_arg(x, map, 0) : map;
}

expr_id expr_map_put(struct expr_store *x, expr_id map, expr_id key, expr_id value) {
    assert(node_ground(x, key));
    key = expr_plain_zeros(x, key);
    if (op_of(x, map) == EXPR_MAP_OP) return changed_literal(x, map, key, value);
    const expr_id args[3] = {before_change(x, map, key), key, value};
    return expr_intern_many(x, EXPR_MAP_PUT_OP, 0, args, 3);
}

expr_id expr_map_remove(struct expr_store *x, expr_id map, expr_id key) {
    assert(node_ground(x, key));
    key = expr_plain_zeros(x, key);
    if (op_of(x, map) == EXPR_MAP_OP) return changed_literal(x, map, key, 0);
    const expr_id args[2] = {before_change(x, map, key), key};
    return expr_intern_many(x, EXPR_MAP_REMOVE_OP, 0, args, 2);
}

// The map that what is asked of a ground key is asked of: before all changes of other keys.
static expr_id unchanged(const struct expr_store *x, expr_id map, expr_id key) {
    while (expr_is_changed_map(op_of(x, map)) && expr_arg(x, map, 1) != key) map = expr_arg(x, map, 0);
    return map;
}

expr_id expr_map_get(struct expr_store *x, expr_id map, expr_id key) {
    assert(expr_sort(x, map) == SORT_TERM && expr_sort(x, key) == SORT_TERM);
    if (node_ground(x, key)) {
        key = expr_plain_zeros(x, key);
        map = unchanged(x, map, key);
        expr_id value = op_of(x, map) == EXPR_MAP_OP       ? expr_map_find(x, map, key)
                        : op_of(x, map) == EXPR_MAP_PUT_OP ? expr_arg(x, map, 2)
                                                           : 0;
        if (value) return value;
    }
    return expr_intern(x, EXPR_MAP_GET_OP, 0, map, key, 0);
}

expr_id expr_map_has(struct expr_store *x, expr_id map, expr_id key) {
    assert(expr_sort(x, map) == SORT_TERM && expr_sort(x, key) == SORT_TERM);
    const struct node *n = node_of(x, map);
    if (n->op == EXPR_MAP_OP && n->c == 0) return EXPR_FALSE;
    if (node_ground(x, key)) {
        key = expr_plain_zeros(x, key);
        map = unchanged(x, map, key);
        if (op_of(x, map) == EXPR_MAP_OP) return expr_map_find(x, map, key) ? EXPR_TRUE : EXPR_FALSE;
        if (op_of(x, map) == EXPR_MAP_PUT_OP) return EXPR_TRUE;
        if (op_of(x, map) == EXPR_MAP_REMOVE_OP) return EXPR_FALSE;
    }
    return expr_intern(x, EXPR_MAP_HAS_OP, 0, map, key, 0);
}

expr_id expr_fun_find(struct expr_store *x, expr_id f, const expr_id *args, uint32_t n) {
    const struct node *fun = node_of(x, f);
    assert(fun->op == EXPR_FUN_OP && expr_imm(x, f) == n);
    const expr_id *at = node_many(fun), *last = at + fun->c - 1;
    for (; at < last; at += n + 1) {
        uint32_t i = 0;
        while (i < n && at[i] == expr_plain_zeros(x, args[i])) i++;
        if (i == n) return at[n];
    }
    return *last;
}

expr_id expr_apply(struct expr_store *x, expr_id f, const expr_id *args, uint32_t n) {
    assert(expr_sort(x, f) == SORT_TERM);
    bool ground = op_of(x, f) == EXPR_FUN_OP && expr_imm(x, f) == n;
    for (uint32_t i = 0; i < n; i++) {
        assert(expr_sort(x, args[i]) == SORT_TERM);
        ground = ground && node_ground(x, args[i]);
    }
    if (ground) return expr_fun_find(x, f, args, n);
    VEC(expr_id) v = {0};
    vec_push(&v, f);
    for (uint32_t i = 0; i < n; i++) vec_push(&v, args[i]);
    expr_id e = expr_intern_many(x, EXPR_APPLY_OP, 0, v.at, v.n);
    vec_free(&v);
    return e;
}

// ---- 0.0 for -0.0 ----

// The same constructor over other parts; get maps each part to its new one.
static expr_id rebuild(struct expr_store *x, expr_id e, const struct hash_map *done) {
    const struct node *n = node_of(x, e);
    uint32_t count = expr_count(x, e), part;
    VEC(expr_id) v = {0};
    for (uint32_t i = 0; i < count; i++) {
        part = expr_arg(x, e, i);
        hash_map_get(done, part, &part);
        vec_push(&v, part);
    }
    expr_id r;
    switch (n->op) {
    case EXPR_FLOAT_LIT_OP: r = expr_float(x, 0.0); break; // only -0.0 comes here
    case EXPR_FLOAT_OP: r = expr_float_term(x, v.at[0]); break;
    case EXPR_CONS_OP: r = expr_cons(x, v.at[0], v.at[1]); break;
    case EXPR_TUPLE_OP: r = expr_tuple(x, v.at, v.n); break;
    case EXPR_MAP_OP: r = expr_map(x, v.at, v.n / 2); break;
    default: // results of functions: two funs are equal only if their tables are
        assert(n->op == EXPR_FUN_OP);
        r = expr_intern_many(x, EXPR_FUN_OP, expr_imm(x, e), v.at, v.n);
    }
    vec_free(&v);
    return r;
}

expr_id expr_plain_zeros(struct expr_store *x, expr_id ground) {
    assert(node_ground(x, ground));
    if (!(node_of(x, ground)->flags & NODE_NEG_ZERO)) return ground;
    struct hash_map done = {0};
    VEC(expr_id) todo = {0};
    vec_push(&todo, ground);
    uint32_t result = 0;
    while (todo.n) {
        expr_id e = vec_last(&todo);
        uint32_t before = todo.n, known;
        for (uint32_t i = 0; i < expr_count(x, e); i++) {
            expr_id part = expr_arg(x, e, i);
            bool zero = node_of(x, part)->flags & NODE_NEG_ZERO;
            if (zero && !hash_map_get(&done, part, &known)) vec_push(&todo, part);
        }
        if (todo.n > before) continue;
        todo.n--;
        result = rebuild(x, e, &done);
        hash_map_put(&done, e, result);
    }
    hash_map_free(&done);
    vec_free(&todo);
    return result;
}
