// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/members.h"

#include <assert.h>

#include "explore/inputs/simpler.h"

enum {
    TERMS_MAX = 300, // of one input
    NEAR_EDGE = 64,  // integers of a range that are drawn when others do not fit
    BITS_MAX = 12,   // bytes of a drawn bit string
    CELLS_MAX = 50,  // of a list that is drawn long
    POOL_MAX = 32,   // different elements of one
};

void members_free(struct members *m) {
    vec_free(&m->pool);
}

void members_begin(struct members *m) {
    draws_begin(m->draws);
    vec_clear(&m->pool);
    m->budget = TERMS_MAX;
}

// ---- Leaves ----

static uint32_t below(struct members *m, uint32_t n) {
    return draws_below(m->draws, n);
}

expr_id members_draw_constant(struct members *m) {
    const struct dictionary *d = &m->draws->dictionary;
    return d->terms.n ? d->terms.at[below(m, d->terms.n)] : 0;
}

static int64_t integer(struct members *m) {
    int64_t v = draws_integer(m->draws);
    draws_note_integer(m->draws, v);
    return v;
}

// The empty list: the language has none.
static expr_id atom(struct members *m) {
    const struct language_drawing *l = m->unit->language->drawing;
    struct expr_store *x = m->unit->exprs;
    bool few = m->draws->alike && below(m, 2);
    if (!l->n_atoms) return EXPR_NIL;
    for (int i = 0; i < 3 && !few; i++) {
        expr_id e = members_draw_constant(m);
        if (e && expr_op(x, e) == EXPR_ATOM_OP) return e;
    }
    return expr_atom(x, symbol_of(l->atoms[below(m, few && l->n_atoms > 2 ? 2 : l->n_atoms)]));
}

// ---- Members of types ----

static expr_id int_between(struct members *m, const struct alternative *a) {
    struct expr_store *x = m->unit->exprs;
    int64_t v = integer(m);
    bool small_lo = a->has_lo && mpz_fits_slong_p(a->lo), small_hi = a->has_hi && mpz_fits_slong_p(a->hi);
    if ((a->has_lo && !small_lo) || (a->has_hi && !small_hi)) return 0;
    int64_t lo = small_lo ? mpz_get_si(a->lo) : INT64_MIN, hi = small_hi ? mpz_get_si(a->hi) : INT64_MAX;
    if (v < lo || v > hi) {
        uint64_t span = (uint64_t)hi - (uint64_t)lo;
        if (small_lo && (!small_hi || below(m, 2)))
            v = lo + (int64_t)(rng_draw(&m->draws->rng) % (span < NEAR_EDGE ? span + 1 : NEAR_EDGE));
        else if (small_hi)
            v = small_lo ? lo + (int64_t)(rng_draw(&m->draws->rng) % (span + 1 ? span + 1 : UINT64_MAX))
                         : hi - (int64_t)below(m, 16);
    }
    return expr_int_term(x, expr_int(x, v < lo ? lo : v > hi ? hi : v));
}

// A text as bytes, or as a list of characters; 0: it has characters beyond bytes.
static expr_id text_bits(struct members *m) {
    uint8_t bytes[DICTIONARY_TEXT_MAX];
    struct dictionary_text t = draws_text(m->draws);
    for (uint32_t i = 0; i < t.n; i++) {
        if (t.chars[i] > UINT8_MAX) return 0;
        bytes[i] = (uint8_t)t.chars[i];
    }
    return expr_bits(m->unit->exprs, bytes, 8 * (uint64_t)t.n);
}

static expr_id text_list(struct members *m) {
    struct expr_store *x = m->unit->exprs;
    struct dictionary_text t = draws_text(m->draws);
    expr_id e = EXPR_NIL;
    for (uint32_t i = t.n; i-- > 0;) e = expr_cons(x, expr_int_term(x, expr_int(x, t.chars[i])), e);
    return e;
}

static expr_id bits(struct members *m, const struct alternative *a) {
    enum { TEXT_EVERY = 3 };
    uint8_t bytes[2 * BITS_MAX];
    if (a->unit == 8 && a->base == 0 && !below(m, TEXT_EVERY)) {
        expr_id e = text_bits(m);
        if (e) return e;
    }
    uint64_t size = a->base;
    if (a->unit && a->unit <= 8 * BITS_MAX)
        size += a->unit * below(m, (uint32_t)(8 * BITS_MAX / a->unit) + 1);
    if (size > 8 * sizeof bytes) return 0;
    uint32_t n = (uint32_t)((size + 7) / 8);
    assert(n <= sizeof bytes);
    bool text = below(m, 2), plain = m->draws->alike && below(m, 2);
    for (uint32_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(plain  ? (uint64_t)integer(m)
                             : text ? ' ' + below(m, 95)
                                    : rng_draw(&m->draws->rng));
    if (size % 8) bytes[n - 1] &= (uint8_t)(0xFF << (8 - size % 8));
    return expr_bits(m->unit->exprs, bytes, size);
}

static expr_id map(struct members *m, const struct alternative *a, uint32_t depth) {
    VEC(expr_id) parts = {0};
    bool good = true;
    for (uint32_t i = 0; i < a->n && good; i++) {
        if (!a->fields[i].mandatory && below(m, 2)) continue;
        expr_id key = members_draw(m, a->fields[i].key, depth),
                value = members_draw(m, a->fields[i].value, depth);
        good = key && value;
        for (uint32_t k = 0; k < parts.n; k += 2) good &= parts.at[k] != key;
        vec_push(&parts, key);
        vec_push(&parts, value);
    }
    assert(parts.n % 2 == 0);
    expr_id e = good ? expr_map(m->unit->exprs, parts.at, parts.n / 2) : 0;
    vec_free(&parts);
    return e;
}

static expr_id tuple(struct members *m, const type_id *types, uint32_t n, uint32_t depth) {
    VEC(expr_id) parts = {0};
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        expr_id part = members_draw(m, types ? types[i] : TYPE_ANY, depth);
        good = part != 0;
        vec_push(&parts, part);
    }
    expr_id e = good ? expr_tuple(m->unit->exprs, parts.at, parts.n) : 0;
    vec_free(&parts);
    return e;
}

// ---- Long lists ----
// Code that works on a list in stages (sorted runs, then merges of them, then merges of those) comes to the
// later ones with many elements only, of which some are equal and some stretches in order. The elements come
// from a pool, which the lists of one input share.

// Before, equal or after: by one part first, where both have as many, then as the language sorts.
static int compare(struct members *m, expr_id a, expr_id b, uint32_t first) {
    const struct expr_store *x = m->unit->exprs;
    const struct language_drawing *l = m->unit->language->drawing;
    uint32_t parts = expr_op(x, a) == EXPR_TUPLE_OP ? simpler_parts(x, a) : 0;
    int order = 0;
    if (parts && expr_op(x, b) == EXPR_TUPLE_OP && simpler_parts(x, b) == parts)
        order = l->order(m->unit, simpler_part(x, a, first % parts), simpler_part(x, b, first % parts));
    return order ? order : l->order(m->unit, a, b);
}

// Insertion; for few elements. Steps: 1 ascending, -1 descending.
static void sort(struct members *m, expr_id *at, uint32_t n, uint32_t first, int steps) {
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && steps * compare(m, at[k - 1], at[k], first) > 0; k--) {
            expr_id e = at[k];
            at[k] = at[k - 1];
            at[k - 1] = e;
        }
}

// Elements that stand in one list are mostly of one shape: one like another, with a part drawn anew.
static expr_id alike(struct members *m, expr_id e, type_id t) {
    struct expr_store *x = m->unit->exprs;
    uint32_t parts = expr_op(x, e) == EXPR_TUPLE_OP ? simpler_parts(x, e) : 0;
    if (!parts) return 0;
    for (uint32_t k = 1 + below(m, 2); k > 0; k--) {
        expr_id part = expr_int_term(x, expr_int(x, below(m, POOL_MAX)));
        e = simpler_with_part(x, e, below(m, parts), part);
    }
    return grammar_accepts(m->unit->grammar, t, e) ? e : 0;
}

static void fill_pool(struct members *m, type_id t, uint32_t most, uint32_t depth) {
    bool one_shape = below(m, 4);
    vec_clear(&m->pool);
    m->pool_type = t;
    for (uint32_t n = 1 + below(m, most < POOL_MAX ? most : POOL_MAX); n > 0; n--) {
        expr_id e = one_shape && m->pool.n ? alike(m, m->pool.at[0], t) : 0;
        if (!e) e = members_draw(m, t, depth);
        if (e) vec_push(&m->pool, e);
    }
}

// Stretches of elements of the pool, each in order or not.
static expr_id long_list(struct members *m, type_id element, uint32_t depth) {
    struct expr_store *x = m->unit->exprs;
    uint32_t n = 1 + below(m, CELLS_MAX), longest = 1 + below(m, n), part = below(m, 4);
    expr_id at[CELLS_MAX], list = EXPR_NIL;
    bool sorted = m->unit->language->drawing->order && below(m, 4), both_ways = below(m, 2);
    if (m->pool_type != element || !m->pool.n || !below(m, 3)) fill_pool(m, element, n, depth);
    if (!m->pool.n) return 0;
    for (uint32_t i = 0; i < n; i++) at[i] = m->pool.at[below(m, m->pool.n)];
    for (uint32_t i = 0, length; sorted && i < n; i += length) {
        length = 1 + below(m, longest);
        if (length > n - i) length = n - i;
        sort(m, at + i, length, part, both_ways && below(m, 2) ? -1 : 1);
    }
    while (n > 0) list = expr_cons(x, at[--n], list);
    return list;
}

// The alternative of a type that is a list cell, or NULL.
static const struct alternative *cell_of(const struct grammar *g, type_id t) {
    for (uint32_t i = 0, n = t == TYPE_ANY ? 0 : grammar_count(g, t); i < n; i++)
        if (grammar_alternative(g, t, i)->head == ALT_CONS) return grammar_alternative(g, t, i);
    return NULL;
}

// Mostly each cell is drawn by itself, and few follow. Now and then a list is long.
static expr_id list(struct members *m, const struct alternative *a, uint32_t depth) {
    enum { LONG_EVERY = 12, TEXT_EVERY = 16 };
    const struct grammar *g = m->unit->grammar;
    const struct alternative *next = cell_of(g, a->parts[1]);
    if (next && next->parts[0] == a->parts[0] && next->parts[1] == a->parts[1] && !below(m, LONG_EVERY)) {
        expr_id e = long_list(m, a->parts[0], depth);
        if (e && grammar_accepts(g, a->parts[1], e)) return e;
    }
    if (next && !below(m, TEXT_EVERY)) {
        expr_id e = text_list(m);
        if (e != EXPR_NIL && grammar_accepts(g, a->parts[0], expr_arg(m->unit->exprs, e, 0)) &&
            grammar_accepts(g, a->parts[1], e))
            return e;
    }
    expr_id head = members_draw(m, a->parts[0], depth), tail = head ? members_draw(m, a->parts[1], depth) : 0;
    return tail ? expr_cons(m->unit->exprs, head, tail) : 0;
}

static expr_id of_alternative(struct members *m, const struct alternative *a, uint32_t depth) {
    struct expr_store *x = m->unit->exprs;
    expr_id first;
    switch (a->head) {
    case ALT_INT: return int_between(m, a);
    case ALT_FLOAT: return expr_float_term(x, expr_float(x, draws_float(m->draws)));
    case ALT_ATOM: return atom(m);
    case ALT_LITERAL: return a->literal;
    case ALT_CONS: return list(m, a, depth);
    case ALT_TUPLE: return tuple(m, a->parts, a->n, depth);
    case ALT_ANY_TUPLE: return tuple(m, NULL, below(m, 4), depth + 2);
    case ALT_BITS: return bits(m, a);
    case ALT_MAP: return map(m, a, depth);
    case ALT_FUN:
        first = members_draw(m, a->parts[0], depth + 1);
        return first ? expr_fun(x, a->n, NULL, 0, first) : 0;
    case ALT_ANY_FUN: return expr_fun(x, below(m, 3), NULL, 0, expr_int_term(x, expr_int(x, integer(m))));
    case ALT_DOUBLE:
    case ALT_SINGLE:
    case ALT_PID:
    case ALT_PORT:
    case ALT_REF: break;
    }
    return 0; // the smallest
}

expr_id members_draw_any(struct members *m, uint32_t depth) {
    struct expr_store *x = m->unit->exprs;
    expr_id w = members_draw_constant(m), e = EXPR_NIL;
    if (m->budget == 0) return e;
    m->budget--;
    switch (below(m, depth < MEMBERS_DEPTH_MAX / 2 ? 8 : 4)) {
    case 0: return expr_int_term(x, expr_int(x, integer(m)));
    case 1: return atom(m);
    case 2: return w ? w : EXPR_NIL;
    case 3: return expr_float_term(x, expr_float(x, draws_float(m->draws)));
    case 4: return tuple(m, NULL, below(m, 4), depth + 1);
    case 5: return bits(m, &(struct alternative){.unit = 8});
    default:
        for (uint32_t n = below(m, 4); n > 0; n--) e = expr_cons(x, members_draw_any(m, depth + 2), e);
        return e;
    }
}

// Bounded by depth, so that it may call itself.
expr_id members_draw(struct members *m, type_id t, uint32_t depth) {
    const struct grammar *g = m->unit->grammar;
    if (depth >= MEMBERS_DEPTH_MAX || m->budget == 0) return grammar_smallest(g, t);
    m->budget--;
    expr_id w = below(m, 4) ? 0 : members_draw_constant(m);
    if (w && grammar_accepts(g, t, w)) return w;
    if (t == TYPE_ANY) return members_draw_any(m, depth);
    uint32_t n = grammar_count(g, t);
    if (!n) return 0;
    const struct alternative *a = grammar_alternative(g, t, below(m, n));
    bool list = a->head == ALT_CONS; // long lists are deep
    expr_id e = of_alternative(m, a, depth + (list ? below(m, 3) > 0 : 1));
    return e ? e : grammar_smallest(g, t);
}
