// SPDX-License-Identifier: Apache-2.0
#include "erlang/symbolic/overflow.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/some_of.h"
#include "expr/number.h"

// ---- Bounds on one operand ----

// The least integer that becomes v or more when it is made a float; v is one itself, and the float below it
// is.
static expr_id least_above(struct expr_store *x, double v) {
    mpz_t high, low, middle;
    mpz_init_set_d(high, v);
    mpz_init_set_d(low, nextafter(v, 0));
    for (mpz_init(middle);;) { // the conversion keeps the order
        double f;
        mpz_add(middle, low, high);
        mpz_fdiv_q_2exp(middle, middle, 1);
        if (mpz_cmp(middle, low) == 0) break;
        mpz_set(!expr_number_to_float(middle, &f) || f >= v ? high : low, middle);
    }
    expr_id e = expr_int_mpz(x, high);
    mpz_clears(high, low, middle, NULL);
    return e;
}

// Whether the float e is at least v > 0. An integer that was made a float is compared as an integer.
static expr_id at_least(struct expr_store *x, expr_id e, double v) {
    if (expr_op(x, e) != EXPR_TO_FLOAT_OP || v < 0x1p54)
        return expr_not(x, expr_float_lt(x, e, expr_float(x, v)));
    return expr_not(x, expr_int_lt(x, expr_arg(x, e, 0), least_above(x, v)));
}

static expr_id at_most_minus(struct expr_store *x, expr_id e, double v) { // e =< -v
    if (expr_op(x, e) != EXPR_TO_FLOAT_OP) return expr_not(x, expr_float_lt(x, expr_float(x, -v), e));
    expr_id n = expr_arith(x, EXPR_SUB_OP, expr_int(x, 0), expr_arg(x, e, 0)); // rounding knows no sign
    return at_least(x, expr_unary(x, EXPR_TO_FLOAT_OP, n), v);
}

expr_id overflow_of_integer(struct expr_store *x, expr_id n) {
    mpz_t limit; // 2^1024 - 2^970: half a unit above the largest float, rounded up to even
    mpz_init_set_ui(limit, 1);
    mpz_mul_2exp(limit, limit, 54);
    mpz_sub_ui(limit, limit, 1);
    mpz_mul_2exp(limit, limit, 970);
    expr_id high = expr_not(x, expr_int_lt(x, n, expr_int_mpz(x, limit)));
    mpz_neg(limit, limit);
    const expr_id ways[2] = {high, expr_not(x, expr_int_lt(x, expr_int_mpz(x, limit), n))};
    mpz_clear(limit);
    return expr_or(x, ways, 2);
}

// ---- One operand is known: the other has a bound, found by bisection, since rounding keeps the order ----

typedef bool overflows(double v, double known);

static bool sum_overflows(double v, double known) {
    return !isfinite(v + known);
}
static bool product_overflows(double v, double known) {
    return !isfinite(v * known);
}
static bool quotient_overflows(double v, double known) {
    return !isfinite(v / known);
}
static bool inverse_is_fine(double v, double known) {
    return isfinite(known / v);
}

static double of_order(uint64_t bits) { // positive floats are ordered as their bits are
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

// The lowest positive float from which on the test holds; 0: for none.
static double lowest(overflows *test, double known) {
    uint64_t lo = 1, hi;
    const double most = DBL_MAX;
    memcpy(&hi, &most, sizeof hi);
    if (!test(most, known)) return 0;
    while (lo < hi) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (test(of_order(middle), known))
            hi = middle;
        else
            lo = middle + 1;
    }
    return of_order(lo);
}

static expr_id beyond(struct expr_store *x, expr_id e, double high,
                      double low) { // e >= high or e =< -low; 0: never
    const expr_id ways[2] = {high > 0 ? at_least(x, e, high) : EXPR_FALSE,
                             low > 0 ? at_most_minus(x, e, low) : EXPR_FALSE};
    return expr_or(x, ways, 2);
}

static expr_id with_known(struct expr_store *x, enum expr_op op, expr_id e, double known) {
    double bound;
    switch (SOME_OF(op)) {
    case EXPR_FADD_OP: return beyond(x, e, lowest(sum_overflows, known), lowest(sum_overflows, -known));
    case EXPR_FSUB_OP: return beyond(x, e, lowest(sum_overflows, -known), lowest(sum_overflows, known));
    case EXPR_FMUL_OP: bound = lowest(product_overflows, fabs(known)); return beyond(x, e, bound, bound);
    default: bound = lowest(quotient_overflows, fabs(known)); return beyond(x, e, bound, bound);
    }
}

static expr_id known_by(struct expr_store *x, double known, expr_id e) { // known / e
    double bound = lowest(inverse_is_fine, fabs(known));
    if (bound <= of_order(1)) return EXPR_FALSE;
    return expr_not(x, beyond(x, e, bound, bound));
}

// ---- Both are open: the operation on operands that are scaled by powers of two ----
// A result that overflows, or nearly does, is rounded alike after scaling; operands so small that scaling
// rounds them are far from it.

static expr_id scaled(struct expr_store *x, expr_id e, double by) {
    return expr_arith(x, EXPR_FMUL_OP, e, expr_float(x, by));
}

static expr_id beyond_float(struct expr_store *x, expr_id e, double limit) {
    const expr_id ways[2] = {expr_not(x, expr_float_lt(x, e, expr_float(x, limit))),
                             expr_not(x, expr_float_lt(x, expr_float(x, -limit), e))};
    return expr_or(x, ways, 2);
}

// What the float is at most, whatever its sign, by its form alone.
static double size_of(const struct expr_store *x, expr_id e) {
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_FLOAT_LIT_OP: return fabs(expr_get_float(x, e));
    case EXPR_IEEE_SQRT_OP: return 0x1p512;
    case EXPR_MATH_SIN_OP:
    case EXPR_MATH_COS_OP:
    case EXPR_MATH_TANH_OP:
    case EXPR_MATH_ERF_OP: return 1;
    case EXPR_MATH_ATAN_OP:
    case EXPR_MATH_ASIN_OP:
    case EXPR_MATH_ERFC_OP: return 2;
    case EXPR_MATH_ACOS_OP:
    case EXPR_MATH_ATAN2_OP: return 4;
    case EXPR_MATH_LOG_OP:
    case EXPR_MATH_LOG2_OP:
    case EXPR_MATH_LOG10_OP:
    case EXPR_MATH_ASINH_OP:
    case EXPR_MATH_ACOSH_OP: return 1100;
    default: return INFINITY;
    }
}

static bool cannot_overflow(const struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    double most = op == EXPR_FMUL_OP ? size_of(x, a) * size_of(x, b) : size_of(x, a) + size_of(x, b);
    return op != EXPR_FDIV_OP && isfinite(most);
}

expr_id overflow_of_floats(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    bool known_a = expr_op(x, a) == EXPR_FLOAT_LIT_OP, known_b = expr_op(x, b) == EXPR_FLOAT_LIT_OP;
    if (cannot_overflow(x, op, a, b)) return EXPR_FALSE;
    double va = known_a ? expr_get_float(x, a) : 0, vb = known_b ? expr_get_float(x, b) : 0;
    if (known_b) return vb == 0 && op == EXPR_FDIV_OP ? EXPR_FALSE : with_known(x, op, a, vb);
    if (known_a && (op == EXPR_FADD_OP || op == EXPR_FMUL_OP)) return with_known(x, op, b, va);
    if (known_a && op == EXPR_FSUB_OP) return with_known(x, op, b, va); // |va - b| = |b - va|
    if (known_a) return known_by(x, va, b);
    switch (SOME_OF(op)) {
    case EXPR_FADD_OP:
    case EXPR_FSUB_OP:
        return beyond_float(x, expr_arith(x, op, scaled(x, a, 0.5), scaled(x, b, 0.5)), 0x1p1023);
    case EXPR_FMUL_OP:
        return beyond_float(x, expr_arith(x, op, scaled(x, a, 0x1p-512), scaled(x, b, 0x1p-512)), 1.0);
    default: {
        assert(op == EXPR_FDIV_OP);
        const expr_id parts[3] = {
            expr_float_lt(x, b, expr_float(x, 1.0)), expr_float_lt(x, expr_float(x, -1.0), b),
            beyond_float(x, expr_arith(x, op, scaled(x, a, 0x1p-563), scaled(x, b, 0x1p512)), 0x1p-51)};
        return expr_and(x, parts, 3);
    }
    }
}

// ---- Module math ----

static bool power_overflows(double v, double exponent) {
    return !isfinite(pow(v, exponent));
}
static bool power_of_overflows(double v, double base) {
    return !isfinite(pow(base, v));
}
static bool exp_overflows(double v, double unused) {
    return !isfinite(exp(v));
}
static bool sinh_overflows(double v, double unused) {
    return !isfinite(sinh(v));
}
static bool cosh_overflows(double v, double unused) {
    return !isfinite(cosh(v));
}

static expr_id outside(struct expr_store *x, expr_id e, double lo, double hi) {
    const expr_id ways[2] = {expr_float_lt(x, e, expr_float(x, lo)), expr_float_lt(x, expr_float(x, hi), e)};
    return expr_or(x, ways, 2);
}

// Neither infinite nor NaN: the greatest float is no less.
static expr_id not_finite(struct expr_store *x, expr_id e) {
    expr_id size = expr_unary(x, EXPR_IEEE_ABS_OP, e);
    return expr_not(x, expr_ieee_compare(x, EXPR_IEEE_LE_OP, size, expr_float(x, DBL_MAX)));
}

static expr_id overflow_of_power(struct expr_store *x, expr_id a, expr_id b) {
    double known;
    if (expr_op(x, b) == EXPR_FLOAT_LIT_OP) {
        known = expr_get_float(x, b);
        if (known == 0) return EXPR_FALSE;
        double bound = known >= 1 && known == floor(known) ? lowest(power_overflows, known) : 0;
        if (bound > 0) return beyond(x, a, bound, bound); // |a| to a whole power grows
        if (known == 1) return EXPR_FALSE;
    } else if (expr_op(x, a) == EXPR_FLOAT_LIT_OP) {
        known = expr_get_float(x, a);
        if (known == 1) return EXPR_FALSE;
        if (known > 1) return beyond(x, b, lowest(power_of_overflows, known), 0);
    }
    return not_finite(x, expr_arith(x, EXPR_MATH_POW_OP, a, b));
}

expr_id overflow_of_math(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    const expr_id zero = expr_float(x, 0.0), one = expr_float(x, 1.0);
    double bound;
    switch (SOME_OF(op)) {
    case EXPR_MATH_POW_OP: return overflow_of_power(x, a, b);
    case EXPR_IEEE_REM_OP: return expr_float_eq(x, b, zero);
    case EXPR_IEEE_SQRT_OP: return expr_float_lt(x, a, zero);
    case EXPR_MATH_LOG_OP:
    case EXPR_MATH_LOG2_OP:
    case EXPR_MATH_LOG10_OP: return expr_not(x, expr_float_lt(x, zero, a));
    case EXPR_MATH_ASIN_OP:
    case EXPR_MATH_ACOS_OP: return outside(x, a, -1, 1);
    case EXPR_MATH_ACOSH_OP: return expr_float_lt(x, a, one);
    case EXPR_MATH_ATANH_OP: return outside(x, a, nextafter(-1, 0), nextafter(1, 0));
    case EXPR_MATH_EXP_OP: return beyond(x, a, lowest(exp_overflows, 0), 0);
    case EXPR_MATH_SINH_OP: bound = lowest(sinh_overflows, 0); return beyond(x, a, bound, bound);
    case EXPR_MATH_COSH_OP: bound = lowest(cosh_overflows, 0); return beyond(x, a, bound, bound);
    default: return EXPR_FALSE; // finite for all floats
    }
}
