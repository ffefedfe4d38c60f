// SPDX-License-Identifier: Apache-2.0
#include "solve/interval.h"

#include <assert.h>

#define LOWEST  (INT64_MIN + 1) // ends that are not open
#define HIGHEST (INT64_MAX - 1)

static bool open_lo(struct interval a) {
    return a.lo == INT64_MIN;
}
static bool open_hi(struct interval a) {
    return a.hi == INT64_MAX;
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
    return (struct interval){a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

struct interval interval_join(struct interval a, struct interval b) {
    return (struct interval){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

struct interval interval_of_mpz(mpz_srcptr v) {
    if (mpz_fits_slong_p(v)) {
        int64_t n = mpz_get_si(v);
        if (n >= LOWEST && n <= HIGHEST) return (struct interval){n, n};
    }
    return mpz_sgn(v) > 0 ? (struct interval){HIGHEST, INT64_MAX} : (struct interval){INT64_MIN, LOWEST};
}

struct interval interval_of_literal(const struct expr_store *x, expr_id literal) {
    int64_t n;
    if (expr_get_int64(x, literal, &n) && n >= LOWEST && n <= HIGHEST) return (struct interval){n, n};
    mpz_t v;
    mpz_init(v);
    expr_get_mpz(x, literal, v);
    struct interval i = interval_of_mpz(v);
    mpz_clear(v);
    return i;
}

struct interval interval_add(struct interval a, struct interval b) {
    struct interval r = INTERVAL_ALL;
    if (!open_lo(a) && !open_lo(b)) r.lo = lower_end((__int128)a.lo + b.lo);
    if (!open_hi(a) && !open_hi(b)) r.hi = upper_end((__int128)a.hi + b.hi);
    return r;
}

struct interval interval_negate(struct interval a) {
    return (struct interval){open_hi(a) ? INT64_MIN : lower_end(-(__int128)a.hi),
                             open_lo(a) ? INT64_MAX : upper_end(-(__int128)a.lo)};
}

static struct interval scale(struct interval a, int64_t c) {
    if (c == 0) return (struct interval){0, 0};
    if (c == INT64_MIN) return INTERVAL_ALL; // its opposite is no int64_t
    if (c < 0) return interval_negate(scale(a, -c));
    return (struct interval){open_lo(a) ? INT64_MIN : lower_end((__int128)a.lo * c),
                             open_hi(a) ? INT64_MAX : upper_end((__int128)a.hi * c)};
}

static struct interval multiply(struct interval a, struct interval b) {
    if (interval_is_point(a)) return scale(b, a.lo);
    if (interval_is_point(b)) return scale(a, b.lo);
    if (a.lo >= 0 && b.lo >= 0)
        return (struct interval){lower_end((__int128)a.lo * b.lo),
                                 open_hi(a) || open_hi(b) ? INT64_MAX : upper_end((__int128)a.hi * b.hi)};
    if (open_lo(a) || open_hi(a) || open_lo(b) || open_hi(b)) return INTERVAL_ALL;
    __int128 corner[4] = {(__int128)a.lo * b.lo, (__int128)a.lo * b.hi, (__int128)a.hi * b.lo,
                          (__int128)a.hi * b.hi};
    __int128 lo = corner[0], hi = corner[0];
    for (int i = 1; i < 4; i++) {
        if (corner[i] < lo) lo = corner[i];
        if (corner[i] > hi) hi = corner[i];
    }
    return (struct interval){lower_end(lo), upper_end(hi)};
}

static struct interval divide(struct interval a, struct interval b) {
    if (!interval_is_point(b) || b.lo == 0) { // never further from 0 than the dividend
        struct interval both = interval_join(a, interval_negate(a));
        if (a.lo >= 0 && b.lo >= 0) both.lo = 0;
        if (a.hi <= 0 && b.lo >= 0) both.hi = 0;
        return interval_join(both, (struct interval){0, 0});
    }
    if (b.lo < 0) return interval_negate(divide(a, interval_negate(b)));
    return (struct interval){open_lo(a) ? INT64_MIN : a.lo / b.lo, open_hi(a) ? INT64_MAX : a.hi / b.lo};
}

static struct interval remainder_of(struct interval a, struct interval b) {
    if (!interval_is_point(b) || b.lo == 0) // sign of the dividend
        return (struct interval){a.lo >= 0 ? 0 : a.lo, a.hi <= 0 ? 0 : a.hi};
    int64_t most = (b.lo < 0 ? -b.lo : b.lo) - 1;
    struct interval r = {a.lo >= 0 ? 0 : -most, a.hi <= 0 ? 0 : most};
    if (a.lo >= 0 && a.hi <= most) r.hi = a.hi;
    return r;
}

struct interval interval_apply(enum expr_op op, struct interval a, struct interval b) {
    switch (op) {
    case EXPR_ADD_OP: return interval_add(a, b);
    case EXPR_SUB_OP: return interval_add(a, interval_negate(b));
    case EXPR_MUL_OP: return multiply(a, b);
    case EXPR_DIV_OP: return divide(a, b);
    case EXPR_REM_OP: return remainder_of(a, b);
    case EXPR_BAND_OP: // a non-negative operand bounds the result; a mask of all its bits leaves it as it is
        if (interval_is_point(b) && b.lo < INT64_MAX && (b.lo & (b.lo + 1)) == 0 && a.lo >= 0 && a.hi <= b.lo)
            return a;
        if (a.lo >= 0 && b.lo >= 0) return (struct interval){0, a.hi < b.hi ? a.hi : b.hi};
        if (a.lo >= 0) return (struct interval){0, a.hi};
        if (b.lo >= 0) return (struct interval){0, b.hi};
        return INTERVAL_ALL;
    case EXPR_BOR_OP:
        if (a.lo >= 0 && b.lo >= 0) return (struct interval){a.lo > b.lo ? a.lo : b.lo, INT64_MAX};
        return INTERVAL_ALL;
    case EXPR_BXOR_OP:
        if (a.lo >= 0 && b.lo >= 0) return (struct interval){0, INT64_MAX};
        return INTERVAL_ALL;
    case EXPR_BSL_OP: // keeps the sign; a * 2^b rounded down is never above 0 for a < 0 and never above a for
                      // b <= 0
        if (interval_is_point(b) && b.lo >= 0 && b.lo < 62) return scale(a, (int64_t)1 << b.lo);
        if (interval_is_point(b) && b.lo < 0 && b.lo > -64)
            return (struct interval){open_lo(a) ? INT64_MIN : a.lo >> -b.lo,
                                     open_hi(a) ? INT64_MAX : a.hi >> -b.lo};
        if (a.lo >= 0) return (struct interval){0, b.hi <= 0 ? a.hi : INT64_MAX};
        if (a.hi < 0) return (struct interval){INT64_MIN, -1};
        return INTERVAL_ALL;
    default: return INTERVAL_ALL;
    }
}

struct interval interval_unscale(struct interval a, int64_t c) {
    assert(c != 0);
    if (c == INT64_MIN) return INTERVAL_ALL;
    if (c < 0) return interval_unscale(interval_negate(a), -c);
    struct interval r = a;
    if (!open_lo(a)) r.lo = a.lo / c + (a.lo % c > 0); // rounded up
    if (!open_hi(a)) r.hi = a.hi / c - (a.hi % c < 0); // rounded down
    return r;
}
