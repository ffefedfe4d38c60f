// SPDX-License-Identifier: Apache-2.0
// The conditions under which floats overflow, against the machine's own arithmetic: on random floats of all
// sizes, on those next to the limits, with one operand known and with both open.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "erlang/symbolic/overflow.h"

static struct expr_store *x;
static struct eval *v;
static uint64_t seed = 7;

static uint64_t rng(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static double random_float(void) {
    static const double limits[] = {DBL_MAX, DBL_MAX / 2, 0x1p1023, 0x1p970, 0x1p969,
                                    0x1p512, 0x1p-1074,   DBL_MIN,  1.0,     3.0};
    uint64_t bits = rng();
    double d;
    if (rng() % 3 == 0) {
        d = limits[rng() % (sizeof limits / sizeof *limits)];
        for (uint64_t steps = rng() % 3; steps; steps--) d = nextafter(d, rng() & 1 ? 0 : DBL_MAX);
    } else {
        memcpy(&d, &bits, sizeof d);
        if (!isfinite(d)) d = 0x1.8p1023;
    }
    return rng() & 1 ? d : -d;
}

static double compute(enum expr_op op, double a, double b) {
    return op == EXPR_FADD_OP ? a + b : op == EXPR_FSUB_OP ? a - b : op == EXPR_FMUL_OP ? a * b : a / b;
}

static void check(enum expr_op op, double a, double b) {
    const struct binding values[2] = {{0, expr_float_term(x, expr_float(x, a))},
                                      {1, expr_float_term(x, expr_float(x, b))}};
    struct model m = {2, values, NULL};
    expr_id open[2] = {expr_fval(x, expr_var(x, 0)), expr_fval(x, expr_var(x, 1))},
            known[2] = {expr_float(x, a), expr_float(x, b)};
    enum truth want = isfinite(compute(op, a, b)) ? TRUTH_FALSE : TRUTH_TRUE;
    for (int i = 0; i < 3; i++) {
        expr_id c = overflow_of_floats(x, op, i == 1 ? known[0] : open[0], i == 2 ? known[1] : open[1]);
        eval_begin(v, &m);
        if (eval_bool(v, c) != want) fail_msg("%s of %a and %a, case %d", expr_op_text(op), a, b, i);
    }
}

static void operations(void **state) {
    for (int i = 0; i < 40000; i++) {
        double a = random_float(), b = random_float();
        enum expr_op op = EXPR_FADD_OP + (enum expr_op)(rng() % 4);
        if (op == EXPR_FDIV_OP && b == 0) continue;
        check(op, a, b);
        if (op == EXPR_FMUL_OP && b != 0 && fabs(b) > 1) // at the limit
            check(op, nextafter(DBL_MAX / b, rng() & 1 ? INFINITY : 0), b);
    }
}

// 2^1024 - 2^970 is the lowest integer that is too large; an integer times 1.5 is too large from a third of
// that on.
static void integers(void **state) {
    mpz_t limit;
    mpz_init(limit);
    expr_id n = expr_ival(x, expr_var(x, 0)), c = overflow_of_integer(x, n);
    expr_id product =
        overflow_of_floats(x, EXPR_FMUL_OP, expr_unary(x, EXPR_TO_FLOAT_OP, n), expr_float(x, 1.5));
    for (int offset = -2; offset < 2; offset++)
        for (int sign = -1; sign <= 1; sign += 2) {
            mpz_set_ui(limit, 1);
            mpz_mul_2exp(limit, limit, 54);
            mpz_sub_ui(limit, limit, 1);
            mpz_mul_2exp(limit, limit, 970);
            mpz_add_ui(limit, limit, 2);
            mpz_sub_ui(limit, limit, (unsigned)(2 - offset));
            if (sign < 0) mpz_neg(limit, limit);
            const struct binding value = {0, expr_int_term(x, expr_int_mpz(x, limit))};
            eval_begin(v, &(struct model){1, &value, NULL});
            assert_int_equal(eval_bool(v, c), offset >= 0 ? TRUTH_TRUE : TRUTH_FALSE);
        }
    for (int i = 0; i < 2000; i++) {
        double d = 0x1p1023 + ldexp((double)(rng() >> 12), 970) * 0.9;
        mpz_set_d(limit, d);
        mpz_add_ui(limit, limit, 1);
        const struct binding value = {0, expr_int_term(x, expr_int_mpz(x, limit))};
        eval_begin(v, &(struct model){1, &value, NULL});
        assert_int_equal(eval_bool(v, product), isfinite(d * 1.5) ? TRUTH_FALSE : TRUTH_TRUE);
    }
    mpz_clear(limit);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(operations), cmocka_unit_test(integers)};
    x = expr_store_new();
    v = eval_new(x);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eval_free(v);
    expr_store_free(x);
    return failed;
}
