// SPDX-License-Identifier: Apache-2.0
// Bit strings: what sizes a class may have, and what its fields may be. A field is a child of its bit string
// like the head of a list.
#include <assert.h>

#include "solve/facts/classes.h"

enum { SETTLE_MAX = 4096, SETTLE_UNIT = 256 };

// ---- Sizes ----

void bits_sizes(const struct facts *f, const struct alternative *a, int64_t *base, int64_t *unit) {
    assert(a->head == ALT_BITS || a->head == ALT_LITERAL);
    uint64_t size = a->base;
    *unit = a->head == ALT_BITS ? (int64_t)(a->unit & INT32_MAX) : 0;
    if (a->head == ALT_LITERAL) expr_get_bits(f->x, a->literal, &size);
    *base = size > INT64_MAX / 2 ? INT64_MAX / 2 : (int64_t)size;
}

static bool is_bits(const struct facts *f, const struct alternative *a) {
    return a->head == ALT_BITS || (a->head == ALT_LITERAL && expr_op(f->x, a->literal) == EXPR_BITS_OP);
}

// The nearest size from `at` on (up or down) that the typing allows; -1: none.
static int64_t nearest_typed(const struct facts *f, const struct typing *t, int64_t at, bool up) {
    assert(at >= 0 && !t->any);
    int64_t best = -1, base, unit;
    for (uint32_t i = 0; i < t->n; i++) {
        struct pair p = f->pairs.at[t->first + i];
        const struct alternative *a = grammar_alternative(f->g, p.type, p.alt);
        if (!is_bits(f, a)) continue;
        bits_sizes(f, a, &base, &unit);
        int64_t v = base;
        if (unit && at > base) v = base + (at - base + (up ? unit - 1 : 0)) / unit * unit;
        if (up ? v < at : v > at) continue;
        if (best < 0 || (up ? v < best : v > best)) best = v;
    }
    return best;
}

static bool kind_allows(kind_set kinds, int64_t size) {
    assert(size >= 0);
    return kinds & KIND_BIT(size % 8 ? KIND_BITSTRING : KIND_BINARY);
}

// Sizes of units as small as these, by two types at most, meet within SETTLE_MAX rounds or never: each round
// goes on by the larger unit, and all repeats after the least common multiple of the units and 8.
static bool meets_soon(const struct facts *f, const struct class *k) {
    uint32_t n = 0;
    for (uint32_t l = k->typings; l; l = f->typings.at[l].next) {
        const struct typing *t = &f->typings.at[l];
        int64_t base, unit;
        if (t->any) continue;
        if (++n > 2) return false;
        for (uint32_t i = 0; i < t->n; i++) {
            struct pair p = f->pairs.at[t->first + i];
            const struct alternative *a = grammar_alternative(f->g, p.type, p.alt);
            if (!is_bits(f, a)) continue;
            bits_sizes(f, a, &base, &unit);
            if (unit > SETTLE_UNIT) return false;
        }
    }
    return true;
}

// A bound that crept on a little with each call would never end.
int64_t bits_nearest_size(const struct facts *f, const struct class *k, int64_t at, bool up) {
    const int64_t start = at;
    for (uint32_t round = 0; round < SETTLE_MAX && at >= 0; round++) {
        int64_t before = at;
        while (at >= 0 &&
               (!kind_allows(k->kinds, at) || class_excludes_shape(f, k, (uint64_t)at, SHAPE_BITS)))
            at += up ? 1 : -1;
        for (uint32_t t = k->typings; t && at >= 0; t = f->typings.at[t].next)
            if (!f->typings.at[t].any) at = nearest_typed(f, &f->typings.at[t], at, up);
        if (at == before) return at;
    }
    return at < 0 || meets_soon(f, k) ? -1 : start;
}

bool bits_class_settle(struct facts *f, class_id c) {
    assert(class_is_root(f, c));
    const struct class *k = &f->classes.at[c];
    kind_set rest = KINDS_ALL & ~KINDS_BITS;
    if (interval_empty(k->bits)) return class_narrow_kinds(f, c, rest);
    if (interval_at_least(k->bits, INT64_MAX / 4)) return true;
    int64_t lo = bits_nearest_size(f, k, interval_nearest(k->bits), true), hi = 0;
    bool bounded = interval_greatest(k->bits, &hi);
    if (bounded && hi < INT64_MAX / 4) hi = bits_nearest_size(f, k, hi, false);
    if (lo < 0 || (bounded && hi < lo)) return class_narrow_kinds(f, c, rest);
    if (!class_narrow_bits(f, c, bounded ? interval_between(lo, hi) : interval_from(lo))) return false;
    if (bounded && lo == hi)
        return class_narrow_kinds(f, c, rest | KIND_BIT(lo % 8 ? KIND_BITSTRING : KIND_BINARY));
    return true;
}

bool bits_size_admitted(struct facts *f, const struct class *k, int64_t size) {
    if (!interval_holds(k->bits, size) || size > BITS_SIZE_MAX) return false;
    if (!kind_allows(k->kinds, size) || class_excludes_shape(f, k, (uint64_t)size, SHAPE_BITS)) return false;
    for (uint32_t t = k->typings; t; t = f->typings.at[t].next)
        if (!f->typings.at[t].any && nearest_typed(f, &f->typings.at[t], size, true) != size) return false;
    return true;
}

// ---- Fields ----

struct interval bits_field_range(struct bit_field field) {
    if (field.width > 62) return field.flags & FIELD_SIGNED ? INTERVAL_ALL : interval_from(0);
    if (field.width == 0) return interval_between(0, 0);
    int64_t lo = field.flags & FIELD_SIGNED ? -((int64_t)1 << (field.width - 1)) : 0;
    return interval_between(lo, lo + (((int64_t)1 << field.width) - 1));
}

static bool is_field(uint64_t key) {
    return KEY_SORT(key) == KEY_OF_FIELD;
}

bool bits_field_admits(const struct facts *f, expr_id e, expr_id ground) {
    assert(expr_is_ground(f->x, ground));
    struct bit_field field = expr_get_field(f->x, e);
    field.at = 0;
    enum expr_op op = expr_op(f->x, ground);
    if (op == EXPR_ATOM_OP) return field.flags & FIELD_FLOAT;
    if (op == EXPR_INT_OP && field.width > 62) {
        mpz_t v;
        mpz_init(v);
        expr_get_mpz(f->x, expr_arg(f->x, ground, 0), v);
        bool is_signed = field.flags & FIELD_SIGNED;
        if (is_signed && mpz_sgn(v) < 0) mpz_com(v, v);
        bool good = mpz_sgn(v) >= 0 && mpz_sizeinbase(v, 2) <= field.width - is_signed;
        mpz_clear(v);
        return good;
    }
    if (op != EXPR_FLOAT_OP || field.width == 64) return true;
    double d = expr_get_float(f->x, expr_arg(f->x, ground, 0)), back;
    return expr_float_of_bits(expr_bits_of_float(d, field.width), field.width, &back) && back == d;
}

bool bits_class_admits(struct facts *f, class_id c, expr_id literal) {
    assert(expr_op(f->x, literal) == EXPR_BITS_OP);
    const struct class *k = &f->classes.at[c];
    uint64_t size;
    expr_get_bits(f->x, literal, &size);
    if (!interval_holds(k->bits, (int64_t)size) || class_excludes_shape(f, k, (uint64_t)size, SHAPE_BITS))
        return false;
    for (uint32_t l = k->children; l; l = f->links.at[l].next) {
        if (!is_field(f->links.at[l].key)) continue;
        const struct class *child = &f->classes.at[class_root(f, f->links.at[l].class)];
        if (!child->defined) continue;
        expr_id part = expr_bits_get(f->x, literal, expr_get_field(f->x, KEY_NUMBER(f->links.at[l].key)));
        if (!expr_is_ground(f->x, part)) return false; // too short
        if (child->value && !class_same_ground(f, child->value, part)) return false;
        if (expr_op(f->x, part) != EXPR_INT_OP) continue;
        struct interval i = interval_of_literal(f->x, expr_arg(f->x, part, 0));
        if (!(child->kinds & KIND_BIT(KIND_INT)) || interval_empty(interval_meet(i, child->range)))
            return false;
    }
    return true;
}
