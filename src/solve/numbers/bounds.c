// SPDX-License-Identifier: Apache-2.0
// What types and facts say of the numbers of a slice, as conditions: for the cache, and for Z3.
#include <assert.h>

#include "solve/numbers/numbers.h"

enum { EXCLUDED_MAX = 64 };

static expr_id between(struct solver *s, expr_id e, expr_id lo, expr_id hi) {
    assert(expr_sort(s->x, e) == SORT_INT);
    expr_id parts[2] = {lo ? expr_not(s->x, expr_int_lt(s->x, e, lo)) : EXPR_TRUE,
                        hi ? expr_not(s->x, expr_int_lt(s->x, hi, e)) : EXPR_TRUE};
    return expr_and(s->x, parts, 2);
}

static expr_id multiple_of(struct solver *s, expr_id e, int64_t unit) {
    assert(unit > 0);
    return expr_int_eq(s->x, expr_arith(s->x, EXPR_REM_OP, e, expr_int(s->x, unit)), expr_int(s->x, 0));
}

static expr_id size_in_alternative(struct solver *s, expr_id e, const struct alternative *a) {
    struct expr_store *x = s->x;
    int64_t base, unit;
    if (a->head == ALT_LITERAL && expr_op(x, a->literal) == EXPR_BITS_OP)
        return expr_int_eq(x, e, expr_unary(x, EXPR_BIT_SIZE_OP, a->literal));
    if (a->head != ALT_BITS) return EXPR_FALSE;
    bits_sizes(s->f, a, &base, &unit);
    if (unit == 0) return expr_int_eq(x, e, expr_int(x, base));
    expr_id parts[2] = {expr_not(x, expr_int_lt(x, e, expr_int(x, base))),
                        multiple_of(s, expr_arith(x, EXPR_SUB_OP, e, expr_int(x, base)), unit)};
    return expr_and(x, parts, 2);
}

static expr_id alternative_condition(struct solver *s, const struct leaf *l, const struct alternative *a) {
    struct expr_store *x = s->x;
    if (expr_op(x, l->e) == EXPR_BIT_SIZE_OP) return size_in_alternative(s, l->e, a);
    if (expr_op(x, l->e) == EXPR_TUPLE_SIZE_OP)
        return a->head == ALT_TUPLE       ? expr_int_eq(x, l->e, expr_int(x, a->n))
               : a->head == ALT_ANY_TUPLE ? EXPR_TRUE
                                          : EXPR_FALSE;
    if (a->head == ALT_FLOAT || a->head == ALT_DOUBLE) return EXPR_TRUE;
    if (a->head == ALT_SINGLE) { // the encoder makes such a leaf a binary32
        expr_id rounded = expr_unary(x, EXPR_IEEE_SINGLE_OP, l->e);
        expr_id parts[2] = {expr_ieee_compare(x, EXPR_IEEE_EQ_OP, l->e, rounded), expr_ieee_is_nan(x, l->e)};
        return expr_or(x, parts, 2);
    }
    if (a->head == ALT_INT)
        return between(s, l->e, a->has_lo ? expr_int_mpz(x, a->lo) : 0,
                       a->has_hi ? expr_int_mpz(x, a->hi) : 0);
    if (a->head == ALT_LITERAL && expr_op(x, a->literal) == EXPR_INT_OP)
        return expr_int_eq(x, l->e, expr_arg(x, a->literal, 0));
    return EXPR_FALSE;
}

static void add_types(struct solver *s, const struct leaf *l, const struct class *k) {
    for (uint32_t t = k->typings; t; t = s->f->typings.at[t].next) {
        const struct typing *typing = &s->f->typings.at[t];
        if (typing->any) continue;
        for (uint32_t i = 0; i < typing->n; i++) {
            struct pair p = s->f->pairs.at[typing->first + i];
            vec_push(&s->numbers->stack,
                     alternative_condition(s, l, grammar_alternative(s->g, p.type, p.alt)));
        }
        vec_push(&s->numbers->slice.bounded, expr_or(s->x, s->numbers->stack.at, s->numbers->stack.n));
        vec_clear(&s->numbers->stack);
    }
}

// A field too wide for an interval still has its bounds.
static void add_field(struct solver *s, expr_id leaf) {
    struct expr_store *x = s->x;
    expr_id read = expr_op(x, leaf) == EXPR_IVAL_OP ? expr_arg(x, leaf, 0) : 0;
    if (!read || expr_op(x, read) != EXPR_BITS_GET_OP) return;
    struct bit_field field = expr_get_field(x, expr_arg(x, read, 1));
    if (field.width < 63) return;
    bool is_signed = field.flags & FIELD_SIGNED;
    expr_id one = expr_int(x, 1), end = expr_arith(x, EXPR_BSL_OP, one, expr_int(x, field.width - is_signed));
    expr_id lowest = is_signed ? expr_arith(x, EXPR_SUB_OP, expr_int(x, 0), end) : expr_int(x, 0);
    vec_push(&s->numbers->slice.bounded, expr_int_lt(x, leaf, end));
    vec_push(&s->numbers->slice.bounded, expr_not(x, expr_int_lt(x, leaf, lowest)));
}

static void add_bounds(struct solver *s, const struct leaf *l) {
    struct expr_store *x = s->x;
    const struct class *k = &s->f->classes.at[l->c];
    if (expr_sort(x, l->e) == SORT_FLOAT) {
        for (uint32_t i = k->excluded; i; i = s->f->links.at[i].next) {
            expr_id b = s->f->links.at[i].term;
            if (b && expr_op(x, b) == EXPR_FLOAT_OP)
                vec_push(&s->numbers->slice.bounded, expr_not(x, expr_float_eq(x, l->e, expr_arg(x, b, 0))));
        }
        if (s->numbers->slice.tape.ieee) add_types(s, l, k);
        return;
    }
    struct interval range = k->range;
    uint32_t excluded = k->excluded, n = 0;
    const bool sizes = op_is_size(expr_op(x, l->e));
    enum shape_of shape = SHAPE_TUPLE;
    if (sizes) {
        range = class_sizes(k, expr_op(x, l->e));
        excluded = k->shapes;
        if (expr_op(x, l->e) == EXPR_BIT_SIZE_OP) shape = SHAPE_BITS;
    }
    if (shape == SHAPE_BITS) {
        expr_id whole = multiple_of(s, l->e, 8);
        if (!(k->kinds & KIND_BIT(KIND_BITSTRING))) vec_push(&s->numbers->slice.bounded, whole);
        if (!(k->kinds & KIND_BIT(KIND_BINARY))) vec_push(&s->numbers->slice.bounded, expr_not(x, whole));
    }
    add_field(s, l->e);
    int64_t lo, hi;
    vec_push(&s->numbers->slice.bounded, between(s, l->e, interval_least(range, &lo) ? expr_int(x, lo) : 0,
                                                 interval_greatest(range, &hi) ? expr_int(x, hi) : 0));
    for (; excluded && n < EXCLUDED_MAX; excluded = s->f->links.at[excluded].next) {
        const struct link *link = &s->f->links.at[excluded];
        if (sizes ? link->shape != shape : link->term != EXPR_NONE) continue;
        const int64_t v = (int64_t)(sizes ? link->size : link->integer);
        if (!interval_holds(range, v)) continue;
        vec_push(&s->numbers->slice.bounded, expr_not(x, expr_int_eq(x, l->e, expr_int(x, v))));
        n++;
    }
    add_types(s, l, k);
}

enum answer slice_bound(struct solver *s, uint32_t effort) {
    struct slice *c = &s->numbers->slice;
    vec_clear(&c->bounded);
    for (uint32_t i = 0; i < c->conditions.n; i++) vec_push(&c->bounded, c->conditions.at[i]);
    for (uint32_t i = 0; i < c->leaves.n; i++) add_bounds(s, &s->numbers->leaves.at[c->leaves.at[i]]);
    slices_sort_ids(c->bounded.at, c->bounded.n);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->bounded.n; i++) {
        expr_id e = c->bounded.at[i];
        if (e == EXPR_FALSE) return ANSWER_UNSAT;
        if (e == EXPR_TRUE || (kept && c->bounded.at[kept - 1] == e)) continue;
        c->bounded.at[kept++] = e;
    }
    c->bounded.n = kept;
    return ANSWER_UNKNOWN;
}
