// SPDX-License-Identifier: Apache-2.0
#include "solve/interval.h"

#include "base/some_of.h"

#include <assert.h>

#define LOWEST  (INT64_MIN + 1) // ends that are not open
#define HIGHEST (INT64_MAX - 1)

static struct interval raw(int64_t lo, int64_t hi) { // open where an end is the first or last of 64 bits
    return (struct interval){{lo, hi}};
}
static bool open_lo(struct interval a) {
    return a.ends.lo == INT64_MIN;
}
static bool open_hi(struct interval a) {
    return a.ends.hi == INT64_MAX;
}

// An end computed in 128 bits: outside the range a lower end may move down and an upper end up, never the
// other way.
static int64_t lower_end(__int128 v) {
    return v < LOWEST ? INT64_MIN : v > HIGHEST ? HIGHEST : (int64_t)v;
}
static int64_t upper_end(__int128 v) {
    return v > HIGHEST ? INT64_MAX : v < LOWEST ? LOWEST : (int64_t)v;
}

struct interval interval_meet(struct interval a, struct interval b) {
    return raw(a.ends.lo > b.ends.lo ? a.ends.lo : b.ends.lo, a.ends.hi < b.ends.hi ? a.ends.hi : b.ends.hi);
}

struct interval interval_join(struct interval a, struct interval b) {
    return raw(a.ends.lo < b.ends.lo ? a.ends.lo : b.ends.lo, a.ends.hi > b.ends.hi ? a.ends.hi : b.ends.hi);
}

struct interval interval_less(struct interval b, bool strict) {
    struct interval r = raw(INT64_MIN, b.ends.hi);
    return strict && b.ends.hi > LOWEST ? interval_drop_greatest(r) : r;
}

struct interval interval_greater(struct interval b, bool strict) {
    struct interval r = raw(b.ends.lo, INT64_MAX);
    return strict && b.ends.lo < HIGHEST ? interval_drop_least(r) : r;
}

struct interval interval_of_mpz(mpz_srcptr v) {
    if (mpz_fits_slong_p(v)) {
        int64_t n = mpz_get_si(v);
        if (n >= LOWEST && n <= HIGHEST) return interval_between(n, n);
    }
    return mpz_sgn(v) > 0 ? raw(HIGHEST, INT64_MAX) : raw(INT64_MIN, LOWEST);
}

struct interval interval_of_literal(const struct expr_store *x, expr_id literal) {
    int64_t n;
    if (expr_get_int64(x, literal, &n) && n >= LOWEST && n <= HIGHEST) return interval_between(n, n);
    mpz_t v;
    mpz_init(v);
    expr_get_mpz(x, literal, v);
    struct interval i = interval_of_mpz(v);
    mpz_clear(v);
    return i;
}

expr_id interval_of_condition(const struct expr_store *x, expr_id condition, bool holds,
                              struct interval *range) {
    for (; expr_op(x, condition) == EXPR_NOT_OP; condition = expr_arg(x, condition, 0)) holds = !holds;
    enum expr_op op = expr_op(x, condition);
    if (op != EXPR_INT_LT_OP && (op != EXPR_INT_EQ_OP || !holds)) return EXPR_NONE;
    expr_id a = expr_arg(x, condition, 0), b = expr_arg(x, condition, 1);
    bool literal_first = expr_op(x, a) == EXPR_INT_LIT_OP;
    if (!literal_first && expr_op(x, b) != EXPR_INT_LIT_OP) return EXPR_NONE;
    *range = interval_of_literal(x, literal_first ? a : b);
    if (op == EXPR_INT_LT_OP) // e < v, v =< e, v < e, e =< v
        *range = literal_first != holds ? interval_less(*range, holds) : interval_greater(*range, holds);
    return literal_first ? b : a;
}

struct interval interval_add(struct interval a, struct interval b) {
    struct interval r = INTERVAL_ALL;
    if (!open_lo(a) && !open_lo(b)) r.ends.lo = lower_end((__int128)a.ends.lo + b.ends.lo);
    if (!open_hi(a) && !open_hi(b)) r.ends.hi = upper_end((__int128)a.ends.hi + b.ends.hi);
    return r;
}

struct interval interval_negate(struct interval a) {
    return raw(open_hi(a) ? INT64_MIN : lower_end(-(__int128)a.ends.hi),
               open_lo(a) ? INT64_MAX : upper_end(-(__int128)a.ends.lo));
}

static struct interval scale(struct interval a, int64_t c) {
    if (c == 0) return interval_between(0, 0);
    if (c == INT64_MIN) return INTERVAL_ALL; // its opposite is no int64_t
    if (c < 0) return interval_negate(scale(a, -c));
    return raw(open_lo(a) ? INT64_MIN : lower_end((__int128)a.ends.lo * c),
               open_hi(a) ? INT64_MAX : upper_end((__int128)a.ends.hi * c));
}

static struct interval multiply(struct interval a, struct interval b) {
    if (interval_is_point(a)) return scale(b, a.ends.lo);
    if (interval_is_point(b)) return scale(a, b.ends.lo);
    if (a.ends.lo >= 0 && b.ends.lo >= 0)
        return raw(lower_end((__int128)a.ends.lo * b.ends.lo),
                   open_hi(a) || open_hi(b) ? INT64_MAX : upper_end((__int128)a.ends.hi * b.ends.hi));
    if (open_lo(a) || open_hi(a) || open_lo(b) || open_hi(b)) return INTERVAL_ALL;
    __int128 corner[4] = {(__int128)a.ends.lo * b.ends.lo, (__int128)a.ends.lo * b.ends.hi,
                          (__int128)a.ends.hi * b.ends.lo, (__int128)a.ends.hi * b.ends.hi};
    __int128 lo = corner[0], hi = corner[0];
    for (int i = 1; i < 4; i++) {
        if (corner[i] < lo) lo = corner[i];
        if (corner[i] > hi) hi = corner[i];
    }
    return raw(lower_end(lo), upper_end(hi));
}

static struct interval divide(struct interval a, struct interval b) {
    if (!interval_is_point(b) || b.ends.lo == 0) { // never further from 0 than the dividend
        struct interval both = interval_join(a, interval_negate(a));
        if (a.ends.lo >= 0 && b.ends.lo >= 0) both.ends.lo = 0;
        if (a.ends.hi <= 0 && b.ends.lo >= 0) both.ends.hi = 0;
        return interval_join(both, interval_between(0, 0));
    }
    if (b.ends.lo < 0) return interval_negate(divide(a, interval_negate(b)));
    return raw(open_lo(a) ? INT64_MIN : a.ends.lo / b.ends.lo,
               open_hi(a) ? INT64_MAX : a.ends.hi / b.ends.lo);
}

static struct interval remainder_of(struct interval a, struct interval b) {
    if (!interval_is_point(b) || b.ends.lo == 0) // sign of the dividend
        return raw(a.ends.lo >= 0 ? 0 : a.ends.lo, a.ends.hi <= 0 ? 0 : a.ends.hi);
    int64_t most = (b.ends.lo < 0 ? -b.ends.lo : b.ends.lo) - 1;
    struct interval r = raw(a.ends.lo >= 0 ? 0 : -most, a.ends.hi <= 0 ? 0 : most);
    if (a.ends.lo >= 0 && a.ends.hi <= most) r.ends.hi = a.ends.hi;
    return r;
}

struct interval interval_apply(enum expr_op op, struct interval a, struct interval b) {
    switch (SOME_OF(op)) {
    case EXPR_ADD_OP: return interval_add(a, b);
    case EXPR_SUB_OP: return interval_add(a, interval_negate(b));
    case EXPR_MUL_OP: return multiply(a, b);
    case EXPR_DIV_OP: return divide(a, b);
    case EXPR_REM_OP: return remainder_of(a, b);
    case EXPR_BAND_OP: // a non-negative operand bounds the result; a mask of all its bits leaves it as it is
        if (interval_is_point(b) && b.ends.lo < INT64_MAX && (b.ends.lo & (b.ends.lo + 1)) == 0 &&
            a.ends.lo >= 0 && a.ends.hi <= b.ends.lo)
            return a;
        if (a.ends.lo >= 0 && b.ends.lo >= 0) return raw(0, a.ends.hi < b.ends.hi ? a.ends.hi : b.ends.hi);
        if (a.ends.lo >= 0) return raw(0, a.ends.hi);
        if (b.ends.lo >= 0) return raw(0, b.ends.hi);
        return INTERVAL_ALL;
    case EXPR_BOR_OP:
        if (a.ends.lo >= 0 && b.ends.lo >= 0)
            return raw(a.ends.lo > b.ends.lo ? a.ends.lo : b.ends.lo, INT64_MAX);
        return INTERVAL_ALL;
    case EXPR_BXOR_OP:
        if (a.ends.lo >= 0 && b.ends.lo >= 0) return raw(0, INT64_MAX);
        return INTERVAL_ALL;
    case EXPR_BSL_OP: // keeps the sign; a * 2^b rounded down is never above 0 for a < 0 and never above a for
                      // b <= 0
        if (interval_is_point(b) && b.ends.lo >= 0 && b.ends.lo < 62)
            return scale(a, (int64_t)1 << b.ends.lo);
        if (interval_is_point(b) && b.ends.lo < 0 && b.ends.lo > -64)
            return raw(open_lo(a) ? INT64_MIN : a.ends.lo >> -b.ends.lo,
                       open_hi(a) ? INT64_MAX : a.ends.hi >> -b.ends.lo);
        if (a.ends.lo >= 0) return raw(0, b.ends.hi <= 0 ? a.ends.hi : INT64_MAX);
        if (a.ends.hi < 0) return raw(INT64_MIN, -1);
        return INTERVAL_ALL;
    default: return INTERVAL_ALL;
    }
}

struct interval interval_unscale(struct interval a, int64_t c) {
    assert(c != 0);
    if (c == INT64_MIN) return INTERVAL_ALL;
    if (c < 0) return interval_unscale(interval_negate(a), -c);
    struct interval r = a;
    if (!open_lo(a)) r.ends.lo = a.ends.lo / c + (a.ends.lo % c > 0); // rounded up
    if (!open_hi(a)) r.ends.hi = a.ends.hi / c - (a.ends.hi % c < 0); // rounded down
    return r;
}
