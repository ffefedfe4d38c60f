// SPDX-License-Identifier: Apache-2.0
// IEEE 754 operators: what they fold to and evaluate to, bit for bit. Expected values are those of the C
// compiler's own double and float arithmetic for random bit patterns, and for the odd cases what the Java
// language specification says (JLS 15.17.3, 5.1.3; JVMS d2i, d2l, frem), written down by hand.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "expr/variables.h"
#include "model.h"

#define NAN_BITS 0x7ff8000000000000u

static uint64_t state = 88172645463325252u;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint64_t bits_of(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return isnan(v) ? NAN_BITS : bits;
}

static double of_bits(uint64_t bits) {
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static double of_bits32(uint32_t bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    return (double)v;
}

// Any bit pattern, a number near others, or an odd one.
static double random_double(bool single) {
    static const double odd[] = {0.0,
                                 -0.0,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 1.0,
                                 -1.0,
                                 0x1p-1074,
                                 0x1p-149,
                                 0x1.fffffep127,
                                 0x1.fffffffffffffp1023,
                                 0x1p31,
                                 -0x1p31,
                                 0x1p63,
                                 -0x1p63};
    double v;
    switch (next() % 4) {
    case 0: v = odd[next() % 15]; break;
    case 1: v = ldexp((double)(int64_t)next(), (int)(next() % 80) - 80); break;
    case 2: v = (double)(int64_t)(next() % 2001) / 8 - 125; break;
    default: v = single ? of_bits32((uint32_t)next()) : of_bits(next());
    }
    return single ? (double)(float)v : v;
}

struct fixture {
    struct expr_store *x;
    struct eval *ev;
    expr_id a, b; // variables' values
    struct binding at[2];
};

static double result(struct fixture *f, expr_id e) {
    expr_id v = eval_value(f->ev, e);
    assert_int_not_equal(v, 0);
    return expr_get_float(f->x, v);
}

static void begin(struct fixture *f) {
    *f = (struct fixture){.x = expr_store_new()};
    f->ev = eval_new(f->x);
    f->a = expr_fval(f->x, expr_var(f->x, 0));
    f->b = expr_fval(f->x, expr_var(f->x, 1));
}

static void end(struct fixture *f) {
    eval_free(f->ev);
    expr_store_free(f->x);
}

static void set(struct fixture *f, struct model *m, double a, double b) {
    expr_id values[2] = {expr_float_term(f->x, expr_float(f->x, a)),
                         expr_float_term(f->x, expr_float(f->x, b))};
    *m = model_of(f->at, values, 2);
    eval_begin(f->ev, m);
}

static void same_bits(struct fixture *f, enum expr_op op, double a, double b, double want) {
    struct expr_store *x = f->x;
    bool binary = op <= EXPR_IEEE_REM_OP;
    expr_id e = binary ? expr_arith(x, op, f->a, f->b) : expr_unary(x, op, f->a);
    expr_id la = expr_float(x, a), lb = expr_float(x, b);
    expr_id folded = binary ? expr_arith(x, op, la, lb) : expr_unary(x, op, la);
    if (bits_of(result(f, e)) != bits_of(want) || folded != expr_float(x, want))
        fail_msg("%s of %a and %a: %a, folds to %a, should be %a", expr_op_text(op), a, b, result(f, e),
                 expr_get_float(x, folded), want);
}

static void compares(struct fixture *f, enum expr_op op, double a, double b, bool want) {
    struct expr_store *x = f->x;
    assert_int_equal(eval_bool(f->ev, expr_ieee_compare(x, op, f->a, f->b)), want ? TRUTH_TRUE : TRUTH_FALSE);
    expr_id folded = expr_ieee_compare(x, op, expr_float(x, a), expr_float(x, b));
    assert_int_equal(folded, want ? EXPR_TRUE : EXPR_FALSE);
    // one side literal: simplified in other ways
    expr_id left = expr_ieee_compare(x, op, expr_float(x, a), f->b);
    expr_id right = expr_ieee_compare(x, op, f->a, expr_float(x, b));
    assert_int_equal(eval_bool(f->ev, left), want ? TRUTH_TRUE : TRUTH_FALSE);
    assert_int_equal(eval_bool(f->ev, right), want ? TRUTH_TRUE : TRUTH_FALSE);
}

static void as_the_compiler_has_it(void **state_) {
    (void)state_;
    struct fixture f;
    begin(&f);
    for (int i = 0; i < 60000; i++) {
        struct model m;
        double a = random_double(i % 2), b = next() % 8 ? random_double(i % 2) : a;
        set(&f, &m, a, b);
        same_bits(&f, EXPR_IEEE_ADD_OP, a, b, a + b);
        same_bits(&f, EXPR_IEEE_SUB_OP, a, b, a - b);
        same_bits(&f, EXPR_IEEE_MUL_OP, a, b, a * b);
        same_bits(&f, EXPR_IEEE_DIV_OP, a, b, a / b);
        same_bits(&f, EXPR_IEEE_REM_OP, a, b, fmod(a, b));
        same_bits(&f, EXPR_IEEE_NEG_OP, a, b, -a);
        same_bits(&f, EXPR_IEEE_SQRT_OP, a, b, sqrt(a));
        same_bits(&f, EXPR_IEEE_SINGLE_OP, a, b, (double)(float)a);
        compares(&f, EXPR_IEEE_EQ_OP, a, b, a == b);
        compares(&f, EXPR_IEEE_LT_OP, a, b, a < b);
        compares(&f, EXPR_IEEE_LE_OP, a, b, a <= b);
        assert_int_equal(eval_bool(f.ev, expr_ieee_is_nan(f.x, f.a)), isnan(a) ? TRUTH_TRUE : TRUTH_FALSE);
    }
    end(&f);
}

// Java's float operations, done by the compiler in float, are ours of double, rounded.
static void float_is_rounded_double(void **state_) {
    (void)state_;
    struct fixture f;
    begin(&f);
    static const enum expr_op ops[] = {EXPR_IEEE_ADD_OP, EXPR_IEEE_SUB_OP, EXPR_IEEE_MUL_OP, EXPR_IEEE_DIV_OP,
                                       EXPR_IEEE_REM_OP};
    for (int i = 0; i < 60000; i++) {
        struct model m;
        float a = (float)random_double(true), b = (float)random_double(true);
        float want[] = {a + b, a - b, a * b, a / b, fmodf(a, b)};
        set(&f, &m, (double)a, (double)b);
        for (int k = 0; k < 5; k++) {
            expr_id e = expr_unary(f.x, EXPR_IEEE_SINGLE_OP, expr_arith(f.x, ops[k], f.a, f.b));
            assert_int_equal(bits_of(result(&f, e)), bits_of((double)want[k]));
        }
        expr_id root = expr_unary(f.x, EXPR_IEEE_SINGLE_OP, expr_unary(f.x, EXPR_IEEE_SQRT_OP, f.a));
        assert_int_equal(bits_of(result(&f, root)), bits_of((double)sqrtf(a)));
    }
    end(&f);
}

// ---- By hand ----

static double fold2(struct expr_store *x, enum expr_op op, double a, double b) {
    return expr_get_float(x, expr_arith(x, op, expr_float(x, a), expr_float(x, b)));
}
static double fold1(struct expr_store *x, enum expr_op op, double a) {
    return expr_get_float(x, expr_unary(x, op, expr_float(x, a)));
}
static int64_t to_int(struct expr_store *x, enum expr_op op, double a) {
    int64_t v;
    assert_true(expr_get_int64(x, expr_unary(x, op, expr_float(x, a)), &v));
    return v;
}
static double of_int(struct expr_store *x, enum expr_op op, int64_t v) {
    return expr_get_float(x, expr_unary(x, op, expr_int(x, v)));
}

#define BITS(v, want) assert_int_equal(bits_of(v), want)

static void by_the_book(void **state_) {
    (void)state_;
    struct expr_store *x = expr_store_new();
    BITS(fold2(x, EXPR_IEEE_DIV_OP, 1, 0), 0x7ff0000000000000u);
    BITS(fold2(x, EXPR_IEEE_DIV_OP, 1, -0.0), 0xfff0000000000000u);
    BITS(fold2(x, EXPR_IEEE_DIV_OP, 0, 0), NAN_BITS);
    BITS(fold2(x, EXPR_IEEE_SUB_OP, INFINITY, INFINITY), NAN_BITS);
    BITS(fold2(x, EXPR_IEEE_MUL_OP, INFINITY, 0), NAN_BITS);
    BITS(fold2(x, EXPR_IEEE_ADD_OP, -0.0, -0.0), 0x8000000000000000u);
    BITS(fold2(x, EXPR_IEEE_ADD_OP, -0.0, 0.0), 0);
    BITS(fold2(x, EXPR_IEEE_MUL_OP, -1, 0.0), 0x8000000000000000u);
    BITS(fold2(x, EXPR_IEEE_ADD_OP, 0.1, 0.2), 0x3fd3333333333334u); // 0.30000000000000004
    BITS(fold2(x, EXPR_IEEE_MUL_OP, 0x1.fffffffffffffp1023, 2), 0x7ff0000000000000u);
    BITS(fold2(x, EXPR_IEEE_REM_OP, -7, 3), 0xbff0000000000000u); // -1.0: sign of the dividend
    BITS(fold2(x, EXPR_IEEE_REM_OP, 7, -3), 0x3ff0000000000000u);
    BITS(fold2(x, EXPR_IEEE_REM_OP, -6, 3), 0x8000000000000000u); // -0.0
    BITS(fold2(x, EXPR_IEEE_REM_OP, 5, INFINITY), 0x4014000000000000u);
    BITS(fold2(x, EXPR_IEEE_REM_OP, INFINITY, 5), NAN_BITS);
    BITS(fold2(x, EXPR_IEEE_REM_OP, 5, 0), NAN_BITS);
    BITS(fold2(x, EXPR_IEEE_REM_OP, 1e17, 0.3), bits_of(fmod(1e17, 0.3)));
    BITS(fold1(x, EXPR_IEEE_NEG_OP, 0.0), 0x8000000000000000u);
    BITS(fold1(x, EXPR_IEEE_NEG_OP, NAN), NAN_BITS);
    BITS(fold1(x, EXPR_IEEE_ABS_OP, -0.0), 0);
    BITS(fold1(x, EXPR_IEEE_SQRT_OP, -1), NAN_BITS);
    BITS(fold1(x, EXPR_IEEE_SQRT_OP, -0.0), 0x8000000000000000u);
    BITS(fold1(x, EXPR_IEEE_RINT_OP, 2.5), 0x4000000000000000u); // ties to even: 2.0
    BITS(fold1(x, EXPR_IEEE_RINT_OP, -0.5), 0x8000000000000000u);
    BITS(fold1(x, EXPR_IEEE_CEIL_OP, -0.5), 0x8000000000000000u);
    BITS(fold1(x, EXPR_IEEE_FLOOR_OP, -0.5), 0xbff0000000000000u);
    BITS(fold1(x, EXPR_IEEE_SINGLE_OP, 0.1), 0x3fb99999a0000000u);
    BITS(fold1(x, EXPR_IEEE_SINGLE_OP, 1e300), 0x7ff0000000000000u);
    BITS(fold1(x, EXPR_IEEE_SINGLE_OP, 1e-300), 0);
    // d2i and d2l
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT32_OP, NAN), 0);
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT32_OP, 1e10), INT32_MAX);
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT32_OP, -INFINITY), INT32_MIN);
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT32_OP, 2147483647.9), INT32_MAX);
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT32_OP, -2147483648.9), INT32_MIN);
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT32_OP, -7.99), -7);
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT64_OP, 1e19), INT64_MAX);
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT64_OP, -1e19), INT64_MIN);
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT64_OP, 0x1p62), (int64_t)1 << 62);
    assert_int_equal(to_int(x, EXPR_IEEE_TO_INT64_OP, NAN), 0);
    // i2d, l2d, i2f, l2f
    BITS(of_int(x, EXPR_IEEE_OF_INT_OP, 9007199254740993), 0x4340000000000000u); // 2^53 + 1: to even
    BITS(of_int(x, EXPR_IEEE_OF_INT_OP, INT64_MAX), 0x43e0000000000000u);
    BITS(of_int(x, EXPR_IEEE_OF_INT_SINGLE_OP, 16777217), 0x4170000000000000u); // 2^24
    BITS(of_int(x, EXPR_IEEE_OF_INT_SINGLE_OP, 16777219), 0x4170000040000000u); // 16777220
    // rounded once: 2^60 + 2^36 + 1 by way of double would be a tie, and go to even
    BITS(of_int(x, EXPR_IEEE_OF_INT_SINGLE_OP, ((int64_t)1 << 60) + ((int64_t)1 << 36) + 1),
         bits_of(0x1.000002p60));
    BITS(of_int(x, EXPR_IEEE_OF_INT_SINGLE_OP, -1), 0xbff0000000000000u);
    // bit patterns
    assert_int_equal(to_int(x, EXPR_IEEE_BITS64_OP, -0.0), INT64_MIN);
    assert_int_equal(to_int(x, EXPR_IEEE_BITS64_OP, NAN), 0x7ff8000000000000);
    assert_int_equal(to_int(x, EXPR_IEEE_BITS32_OP, -0.0), INT32_MIN);
    assert_int_equal(to_int(x, EXPR_IEEE_BITS32_OP, 1.0), 0x3f800000);
    assert_int_equal(to_int(x, EXPR_IEEE_BITS32_OP, NAN), 0x7fc00000);
    BITS(of_int(x, EXPR_IEEE_OF_BITS64_OP, INT64_MIN), 0x8000000000000000u);
    BITS(of_int(x, EXPR_IEEE_OF_BITS64_OP, 0x7ff0000000000001), NAN_BITS);
    BITS(of_int(x, EXPR_IEEE_OF_BITS32_OP, INT32_MIN), 0x8000000000000000u);
    BITS(of_int(x, EXPR_IEEE_OF_BITS32_OP, 0x7f800000), 0x7ff0000000000000u);
    BITS(of_int(x, EXPR_IEEE_OF_BITS32_OP, 1), 0x36a0000000000000u); // 2^-149
    expr_store_free(x);
}

static void identities(void **state_) {
    (void)state_;
    struct expr_store *x = expr_store_new();
    expr_id a = expr_fval(x, expr_var(x, 0)), i = expr_ival(x, expr_var(x, 1)), zero = expr_float(x, 0.0);
    expr_id plus = expr_arith(x, EXPR_IEEE_ADD_OP, a, zero), one = expr_float(x, 1);
    assert_int_not_equal(plus, a); // of -0.0 it is 0.0
    assert_int_equal(expr_arith(x, EXPR_IEEE_SUB_OP, a, zero), a);
    assert_int_equal(expr_arith(x, EXPR_IEEE_MUL_OP, one, a), a);
    assert_int_equal(expr_unary(x, EXPR_IEEE_NEG_OP, expr_unary(x, EXPR_IEEE_NEG_OP, a)), a);
    expr_id single = expr_unary(x, EXPR_IEEE_SINGLE_OP, a);
    assert_int_equal(expr_unary(x, EXPR_IEEE_SINGLE_OP, single), single);
    assert_true(expr_is_single(x, single) && !expr_is_single(x, a));
    // neither x = x nor "not below" is decided: x may be NaN
    expr_id same = expr_ieee_compare(x, EXPR_IEEE_EQ_OP, a, a);
    assert_true(same != EXPR_TRUE && same != EXPR_FALSE);
    assert_int_equal(expr_ieee_compare(x, EXPR_IEEE_LT_OP, a, a), EXPR_FALSE);
    assert_int_equal(expr_ieee_compare(x, EXPR_IEEE_LE_OP, a, a), same);
    assert_int_not_equal(expr_not(x, expr_ieee_compare(x, EXPR_IEEE_LT_OP, one, a)),
                         expr_ieee_compare(x, EXPR_IEEE_LE_OP, a, one));
    assert_int_equal(expr_ieee_compare(x, EXPR_IEEE_EQ_OP, a, expr_float(x, NAN)), EXPR_FALSE);
    // an integer made a float, compared with a literal
    expr_id made = expr_unary(x, EXPR_IEEE_OF_INT_OP, i);
    assert_int_equal(expr_ieee_compare(x, EXPR_IEEE_LT_OP, made, expr_float(x, 2.5)),
                     expr_int_lt(x, i, expr_int(x, 3)));
    assert_int_equal(expr_ieee_compare(x, EXPR_IEEE_LE_OP, made, expr_float(x, 2.5)),
                     expr_int_lt(x, i, expr_int(x, 3)));
    assert_int_equal(expr_ieee_compare(x, EXPR_IEEE_EQ_OP, made, expr_float(x, 2.5)), EXPR_FALSE);
    assert_int_equal(expr_ieee_compare(x, EXPR_IEEE_LE_OP, expr_float(x, 2), made),
                     expr_int_lt(x, expr_int(x, 1), i));
    expr_store_free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_compiler_has_it),
                                       cmocka_unit_test(float_is_rounded_double),
                                       cmocka_unit_test(by_the_book), cmocka_unit_test(identities)};
    return cmocka_run_group_tests_name("ieee", tests, NULL, NULL);
}
