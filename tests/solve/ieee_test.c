// SPDX-License-Identifier: Apache-2.0
// Queries over Java's floats, doubles and ints. Every model is evaluated once more by an evaluator of the
// test's own; what is said to be impossible was shown to be so by hand.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/vec.h"
#include "solve/numbers/tape.h"
#include "solve/solve.h"

// Variables 0, 1: double; 2, 3: float; 4, 5: int; 6, 7: long.
enum { D, E, F, G, I, J, L, M, VARS };

struct bench {
    struct expr_store *x;
    struct grammar *g;
    struct variables *variables;
    struct solver *s;
    VEC(expr_id) c;
    struct model out;
    double seconds;
    expr_id v[VARS];
};

static type_id range(struct grammar *g, const char *lo, const char *hi) {
    mpz_t a, b;
    mpz_init_set_str(a, lo, 10);
    mpz_init_set_str(b, hi, 10);
    type_id t = grammar_declare(g);
    grammar_add_int(g, t, a, b);
    mpz_clears(a, b, NULL);
    return t;
}

static int setup(void **state) {
    struct bench *b = mem_zalloc(sizeof *b);
    b->x = expr_store_new();
    b->g = grammar_new(b->x);
    type_id types[4] = {grammar_declare(b->g), grammar_declare(b->g),
                        range(b->g, "-2147483648", "2147483647"),
                        range(b->g, "-9223372036854775808", "9223372036854775807")};
    grammar_add_simple(b->g, types[0], ALT_DOUBLE);
    grammar_add_simple(b->g, types[1], ALT_SINGLE);
    grammar_freeze(b->g);
    b->variables = variables_new();
    for (uint32_t i = 0; i < VARS; i++) {
        variables_add(b->variables, types[i / 2], grammar_smallest(b->g, types[i / 2]));
        expr_id var = expr_var(b->x, i);
        b->v[i] = i < I ? expr_fval(b->x, var) : expr_ival(b->x, var);
    }
    b->s = solver_new(b->x, b->g, b->variables, NULL);
    *state = b;
    return 0;
}

static int teardown(void **state) {
    struct bench *b = *state;
    solver_free(b->s);
    variables_free(b->variables);
    grammar_free(b->g);
    expr_store_free(b->x);
    vec_free(&b->c);
    mem_free(b);
    return 0;
}

static void add(struct bench *b, expr_id c) {
    vec_push(&b->c, c);
}

static enum answer ask(struct bench *b) {
    struct query q = {b->c.at, b->c.n, NULL};
    double start = clock_now();
    enum answer a = solver_solve(b->s, &q, &b->out);
    b->seconds = clock_now() - start;
    struct eval *ev = eval_new(b->x);
    if (a == ANSWER_SAT) {
        eval_begin(ev, &b->out);
        for (uint32_t i = 0; i < b->c.n; i++) assert_int_equal(eval_bool(ev, b->c.at[i]), TRUTH_TRUE);
        for (uint32_t i = 0; i < VARS; i++)
            assert_true(grammar_accepts(b->g, variables_type(b->variables, i), model_value(&b->out, i)));
    }
    eval_free(ev);
    vec_clear(&b->c);
    return a;
}

static void wants(struct bench *b, enum answer want, const char *what) {
    enum answer a = ask(b);
    if (getenv("SHOW")) printf("%-28s %d %8.2f ms\n", what, a, b->seconds * 1e3);
    if (a != want) fail_msg("%s: answer %d", what, a);
}

#define SAT(what)   wants(b, ANSWER_SAT, what)
#define UNSAT(what) wants(b, ANSWER_UNSAT, what)

static expr_id lit(struct bench *b, double v) {
    return expr_float(b->x, v);
}
static expr_id op2(struct bench *b, enum expr_op op, expr_id p, expr_id q) {
    return expr_arith(b->x, op, p, q);
}
static expr_id op1(struct bench *b, enum expr_op op, expr_id p) {
    return expr_unary(b->x, op, p);
}
static expr_id eq(struct bench *b, expr_id p, expr_id q) {
    return expr_ieee_compare(b->x, EXPR_IEEE_EQ_OP, p, q);
}
static expr_id lt(struct bench *b, expr_id p, expr_id q) {
    return expr_ieee_compare(b->x, EXPR_IEEE_LT_OP, p, q);
}
static expr_id le(struct bench *b, expr_id p, expr_id q) {
    return expr_ieee_compare(b->x, EXPR_IEEE_LE_OP, p, q);
}
static expr_id no(struct bench *b, expr_id p) {
    return expr_not(b->x, p);
}
static expr_id f2(struct bench *b, enum expr_op op, expr_id p, expr_id q) { // a float operation
    return op1(b, EXPR_IEEE_SINGLE_OP, op2(b, op, p, q));
}
static expr_id ilit(struct bench *b, int64_t v) {
    return expr_int(b->x, v);
}

static double value(struct bench *b, uint32_t var) {
    return expr_get_float(b->x, expr_arg(b->x, model_value(&b->out, var), 0));
}

static void one_variable(void **state) {
    struct bench *b = *state;
    expr_id d = b->v[D], f = b->v[F];
    add(b, no(b, eq(b, d, d)));
    SAT("d != d");
    assert_true(isnan(value(b, D)));
    add(b, no(b, eq(b, d, d)));
    add(b, le(b, d, lit(b, 3)));
    UNSAT("d != d, d <= 3");
    add(b, no(b, lt(b, d, lit(b, 3))));
    add(b, no(b, le(b, lit(b, 3), d)));
    SAT("neither below 3 nor at least 3");
    assert_true(isnan(value(b, D)));
    add(b, lt(b, d, lit(b, 3)));
    add(b, le(b, lit(b, 3), d));
    UNSAT("below 3 and at least 3");
    add(b, lt(b, lit(b, DBL_MAX), d));
    SAT("above the largest");
    assert_true(value(b, D) == INFINITY);
    add(b, lt(b, lit(b, FLT_MAX), f));
    SAT("a float above the largest");
    assert_true(value(b, F) == INFINITY);
    add(b, lt(b, lit(b, FLT_MAX), f));
    add(b, lt(b, f, lit(b, INFINITY)));
    UNSAT("a float between the largest and infinity");
    add(b, lt(b, lit(b, 0), d));
    add(b, lt(b, d, lit(b, 0x1p-1073)));
    SAT("the smallest");
    assert_true(value(b, D) == 0x1p-1074);
    add(b, eq(b, f, lit(b, 0.1)));
    UNSAT("no float is 0.1");
    add(b, eq(b, f, lit(b, (double)0.1f)));
    SAT("0.1f");
    add(b, lt(b, lit(b, 0.1), f));
    add(b, lt(b, f, lit(b, 0.1 + 5e-9)));
    SAT("the float above 0.1");
    assert_true(value(b, F) == (double)0.1f);
    add(b, eq(b, d, lit(b, 0)));
    add(b, eq(b, op2(b, EXPR_IEEE_DIV_OP, lit(b, 1), d), lit(b, -INFINITY)));
    SAT("1 / d is minus infinity");
    assert_true(value(b, D) == 0 && signbit(value(b, D)));
}

static void arithmetic(void **state) {
    struct bench *b = *state;
    expr_id d = b->v[D], e = b->v[E], f = b->v[F], g = b->v[G];
    add(b, eq(b, op2(b, EXPR_IEEE_ADD_OP, d, lit(b, 1)), d));
    SAT("d + 1 == d");
    add(b, eq(b, op2(b, EXPR_IEEE_ADD_OP, d, lit(b, 1)), d));
    add(b, lt(b, op1(b, EXPR_IEEE_ABS_OP, d), lit(b, INFINITY)));
    SAT("d + 1 == d, finite");
    add(b, eq(b, op2(b, EXPR_IEEE_ADD_OP, d, lit(b, 0.5)), lit(b, 10.25)));
    SAT("d + 0.5 == 10.25");
    add(b, eq(b, op2(b, EXPR_IEEE_DIV_OP, d, lit(b, 0)), lit(b, INFINITY)));
    SAT("d / 0.0 == inf");
    add(b, expr_ieee_is_nan(b->x, op2(b, EXPR_IEEE_SUB_OP, d, e)));
    add(b, eq(b, d, d));
    add(b, eq(b, e, e));
    SAT("d - e is NaN, d and e are not");
    add(b, eq(b, op2(b, EXPR_IEEE_ADD_OP, d, e), lit(b, 10.5)));
    add(b, eq(b, op2(b, EXPR_IEEE_SUB_OP, d, e), lit(b, 1.5)));
    SAT("d + e == 10.5, d - e == 1.5");
    assert_true(value(b, D) == 6 && value(b, E) == 4.5);
    add(b, eq(b, op2(b, EXPR_IEEE_MUL_OP, d, lit(b, 3)), lit(b, 12)));
    SAT("d * 3 == 12");
    add(b, eq(b, op1(b, EXPR_IEEE_SQRT_OP, d), lit(b, 3)));
    SAT("sqrt(d) == 3");
    add(b, lt(b, op1(b, EXPR_IEEE_SQRT_OP, d), lit(b, 0)));
    UNSAT("sqrt(d) < 0");
    add(b, lt(b, op2(b, EXPR_IEEE_MUL_OP, d, d), lit(b, 0)));
    UNSAT("d * d < 0");
    add(b, eq(b, op2(b, EXPR_IEEE_REM_OP, d, lit(b, 7)), lit(b, -3)));
    SAT("d % 7 == -3");
    add(b, eq(b, f2(b, EXPR_IEEE_ADD_OP, f, lit(b, (double)0.2f)), lit(b, (double)(0.1f + 0.2f))));
    SAT("f + 0.2f == 0.1f + 0.2f");
    add(b, eq(b, f2(b, EXPR_IEEE_MUL_OP, f, f), lit(b, 2)));
    UNSAT("f * f == 2.0f"); // 1.4142135f: 1.9999999f, the next: 2.0000002f
    add(b, eq(b, op2(b, EXPR_IEEE_MUL_OP, d, d), lit(b, 2)));
    UNSAT("d * d == 2.0"); // 0x1.6a09e667f3bccp0 is too small, the next one too large
    add(b, eq(b, op2(b, EXPR_IEEE_MUL_OP, d, d), lit(b, 2.25)));
    SAT("d * d == 2.25");
    add(b, eq(b, f2(b, EXPR_IEEE_ADD_OP, f, g), lit(b, 1000.5)));
    add(b, lt(b, f, lit(b, -7)));
    SAT("f + g == 1000.5f, f < -7");
    add(b, eq(b, f2(b, EXPR_IEEE_ADD_OP, f, lit(b, 1)), f));
    add(b, lt(b, f, lit(b, 1e9)));
    add(b, lt(b, lit(b, 0), f));
    SAT("f + 1 == f, 0 < f < 1e9");
}

static void conversions(void **state) {
    struct bench *b = *state;
    struct expr_store *x = b->x;
    expr_id d = b->v[D], f = b->v[F], i = b->v[I], l = b->v[L];
    add(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT32_OP, d), ilit(b, 7)));
    SAT("(int) d == 7");
    add(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT32_OP, d), ilit(b, 7)));
    add(b, lt(b, lit(b, 7.5), d));
    SAT("(int) d == 7, d > 7.5");
    add(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT32_OP, d), ilit(b, INT32_MAX)));
    add(b, lt(b, lit(b, 1e20), d));
    SAT("(int) d saturates");
    add(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT32_OP, d), ilit(b, 0)));
    add(b, no(b, eq(b, d, d)));
    SAT("(int) NaN is 0");
    add(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT32_OP, f), ilit(b, 16777217)));
    UNSAT("no float is 2^24 + 1");
    add(b, expr_int_lt(x, ilit(b, INT32_MAX), op1(b, EXPR_IEEE_TO_INT32_OP, d)));
    UNSAT("(int) d beyond");
    add(b, eq(b, op1(b, EXPR_IEEE_OF_INT_OP, i), op2(b, EXPR_IEEE_ADD_OP, d, lit(b, 0.5))));
    add(b, expr_int_lt(x, ilit(b, 100), i));
    SAT("i == d + 0.5, i > 100");
    add(b, no(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT32_OP, op1(b, EXPR_IEEE_OF_INT_SINGLE_OP, i)), i)));
    SAT("(int) (float) i != i");
    add(b, no(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT32_OP, op1(b, EXPR_IEEE_OF_INT_OP, i)), i)));
    UNSAT("(int) (double) i != i");
    add(b, no(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT64_OP, op1(b, EXPR_IEEE_OF_INT_OP, l)), l)));
    SAT("(long) (double) l != l");
    add(b, expr_int_eq(x, op1(b, EXPR_IEEE_BITS64_OP, d), ilit(b, 0x4045000000000000)));
    SAT("doubleToRawLongBits(d) == bits of 42.0");
    assert_true(value(b, D) == 42);
    add(b, eq(b, op1(b, EXPR_IEEE_OF_BITS32_OP, i), lit(b, 1.5)));
    SAT("intBitsToFloat(i) == 1.5f");
}

// The same kinds of questions for Z3 alone: its models are read back to the bit.
static void by_z3(void **state) {
    struct bench *b = *state;
    struct expr_store *x = b->x;
    expr_id d = b->v[D], f = b->v[F], g = b->v[G], i = b->v[I];
    solver_free(b->s);
    struct solve_options o = {
        .off = 1u << LINK_SEARCH | 1u << LINK_SHAPES | 1u << LINK_MODELS, .seconds = 60, .rlimit = 100000000};
    b->s = solver_new(b->x, b->g, b->variables, &o);
    add(b, no(b, eq(b, op2(b, EXPR_IEEE_SUB_OP, d, d), lit(b, 0))));
    SAT("d - d != 0");
    add(b, eq(b, f2(b, EXPR_IEEE_MUL_OP, f, g), lit(b, 21)));
    add(b, lt(b, lit(b, 5), f));
    SAT("f * g == 21f, f > 5");
    add(b, eq(b, f, lit(b, 0)));
    add(b, eq(b, f2(b, EXPR_IEEE_DIV_OP, lit(b, 1), f), lit(b, -INFINITY)));
    SAT("1f / f is minus infinity");
    assert_true(value(b, F) == 0 && signbit(value(b, F)));
    add(b, eq(b, f2(b, EXPR_IEEE_ADD_OP, f, lit(b, 1)), f));
    add(b, lt(b, f, lit(b, 16777216)));
    add(b, lt(b, lit(b, 0), f));
    UNSAT("f + 1f == f, 0 < f < 2^24");
    add(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT32_OP, d), ilit(b, -42)));
    add(b, no(b, eq(b, d, lit(b, -42))));
    SAT("(int) d == -42, d != -42.0");
    add(b, expr_int_eq(x, op1(b, EXPR_IEEE_TO_INT32_OP, f), ilit(b, INT32_MAX)));
    SAT("(int) f saturates");
    add(b, expr_int_eq(x, op1(b, EXPR_IEEE_BITS64_OP, d), ilit(b, INT64_MIN)));
    SAT("the bits of -0.0");
    add(b, expr_ieee_is_nan(x, op1(b, EXPR_IEEE_OF_BITS32_OP, i)));
    SAT("a pattern of NaN");
    add(b, eq(b, op1(b, EXPR_IEEE_OF_INT_SINGLE_OP, i), lit(b, 16777216)));
    add(b, expr_int_lt(x, ilit(b, 16777216), i));
    SAT("an int that rounds to 2^24f");
}

// Random conditions that hold of a random input: found, or unknown, never "impossible".
static uint64_t seed = 88172645463325252u;

static uint64_t next(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static expr_id random_float(struct bench *b, uint32_t depth, bool single) {
    static const double nice[] = {0, 1, -1, 0.5, 2, 100, -7.25, 1e10, INFINITY};
    static const enum expr_op unary[] = {EXPR_IEEE_NEG_OP, EXPR_IEEE_ABS_OP, EXPR_IEEE_FLOOR_OP};
    if (depth == 0 || next() % 4 == 0)
        return next() % 3 ? b->v[(single ? F : D) + next() % 2] : lit(b, nice[next() % 9]);
    expr_id a = random_float(b, depth - 1, single), r;
    if (next() % 4 == 0)
        r = op1(b, unary[next() % 3], a);
    else
        r = op2(b, EXPR_IEEE_ADD_OP + (enum expr_op)(next() % (single ? 4 : 2)), a,
                random_float(b, depth - 1, single));
    return single ? op1(b, EXPR_IEEE_SINGLE_OP, r) : r;
}

static void random_queries(void **state) {
    struct bench *b = *state;
    uint32_t rounds = getenv("ROUNDS") ? (uint32_t)atoi(getenv("ROUNDS")) : 150, counts[3] = {0};
    struct eval *ev = eval_new(b->x);
    for (uint32_t round = 0; round < rounds; round++) {
        struct binding at[4];
        for (uint32_t i = 0; i < 4; i++) {
            double v = next() % 6 == 0   ? NAN
                       : next() % 8 == 0 ? INFINITY
                                         : (double)(int64_t)(next() % 4001) / 16 - 125;
            at[i] = (struct binding){i, expr_float_term(b->x, lit(b, v))};
        }
        struct model m = {4, at, b->variables};
        eval_begin(ev, &m);
        bool single = round % 2;
        for (uint32_t k = 0; k < 1 + round % 3; k++) {
            enum expr_op op = EXPR_IEEE_EQ_OP + (enum expr_op)(next() % 3);
            expr_id c = expr_ieee_compare(b->x, op, random_float(b, 2, single), random_float(b, 2, single));
            add(b, eval_bool(ev, c) == TRUTH_TRUE ? c : no(b, c));
        }
        enum answer a = ask(b);
        counts[a]++;
        assert_int_not_equal(a, ANSWER_UNSAT);
    }
    print_message("random floats: %u sat, %u unknown\n", counts[ANSWER_SAT], counts[ANSWER_UNKNOWN]);
    assert_true(counts[ANSWER_UNKNOWN] * 20 <= rounds);
    eval_free(ev);
}

// ---- Boxes ----

static bool anything(void *context, uint32_t leaf, struct number v) {
    (void)context, (void)leaf, (void)v;
    return true;
}

// The condition on the one leaf that it has.
static enum answer boxed_leaf(struct bench *b, expr_id condition, struct boxes_leaf leaf) {
    struct tape t = {0};
    struct boxes boxes = {&leaf, anything, NULL, clock_now() + 20};
    assert_true(tape_compile(&t, b->x, &condition, 1));
    assert_int_equal(t.leaves.n, 1);
    enum answer a = boxes_decide(&boxes, &t, 2000);
    tape_free(&t);
    return a;
}

// The condition on the first double, which lies between lo and hi or is NaN.
static enum answer boxed(struct bench *b, expr_id condition, double lo, double hi) {
    return boxed_leaf(b, condition, (struct boxes_leaf){.lo = lo, .hi = hi});
}

static void functions_in_boxes(void **state) {
    struct bench *b = *state;
    expr_id d = b->v[D], minus = expr_float(b->x, -0.9999), one = expr_float(b->x, 1);
    expr_id turn = expr_ieee_compare(b->x, EXPR_IEEE_LT_OP, expr_unary(b->x, EXPR_MATH_COS_OP, d), minus);
    assert_int_equal(boxed(b, turn, 3.0, 3.3), ANSWER_SAT); // pi, and neither end
    assert_int_equal(boxed(b, turn, 3.2, 9.3), ANSWER_UNSAT);
    assert_int_equal(boxed(b, turn, 9.3, 9.5), ANSWER_SAT); // 3 pi
    expr_id below = expr_ieee_compare(b->x, EXPR_IEEE_LT_OP, expr_unary(b->x, EXPR_MATH_EXP_OP, d), one);
    assert_int_equal(boxed(b, below, 0, 5), ANSWER_UNSAT);
    assert_int_equal(boxed(b, below, -5, 5), ANSWER_SAT);
    // Another library's sine of 0.5 may be the next number: nobody can tell.
    expr_id exact = expr_ieee_compare(b->x, EXPR_IEEE_EQ_OP, expr_unary(b->x, EXPR_MATH_SIN_OP, d),
                                      expr_float(b->x, nextafter(sin(0.5), 1)));
    assert_int_equal(boxed(b, exact, 0.5, 0.5), ANSWER_UNKNOWN);
    expr_id not_less = expr_not(b->x, expr_ieee_compare(b->x, EXPR_IEEE_LE_OP, d, one));
    assert_int_equal(boxed(b, not_less, 0, 1), ANSWER_SAT); // NaN
    expr_id less = expr_ieee_compare(b->x, EXPR_IEEE_LT_OP, one, d);
    assert_int_equal(boxed(b, less, 0, 1), ANSWER_UNSAT);
}

// The product is beyond 64 bits, which refutes nothing: it is larger than 5 for each of the two values.
static void integers_in_boxes(void **state) {
    struct bench *b = *state;
    expr_id n = expr_ival(b->x, expr_var(b->x, 0)), rest = expr_int(b->x, 7);
    expr_id square = expr_arith(b->x, EXPR_MUL_OP, n, n);
    expr_id condition = expr_int_lt(b->x, expr_int(b->x, 0), expr_arith(b->x, EXPR_REM_OP, square, rest));
    struct tape t = {0};
    struct boxes_leaf leaf = {.is_int = true,
                              .range = interval_between(INT64_C(1) << 62, (INT64_C(1) << 62) + 1)};
    struct boxes boxes = {&leaf, anything, NULL, clock_now() + 20};
    assert_true(tape_compile(&t, b->x, &condition, 1));
    assert_int_equal(boxes_decide(&boxes, &t, 2000), ANSWER_UNKNOWN);
    tape_free(&t);
}

// An integer with an open end goes on beyond 64 bits: where a float made of it would have to be 2^64, no
// integer of 64 bits does, which refutes nothing. Of the integers up to 10 it does.
static void open_ends_in_boxes(void **state) {
    struct bench *b = *state;
    expr_id n = expr_ival(b->x, expr_var(b->x, 0)), f = expr_unary(b->x, EXPR_TO_FLOAT_OP, n);
    for (int negative = 0; negative < 2; negative++) {
        expr_id over = negative ? expr_float_lt(b->x, f, expr_float(b->x, -0x1p64))
                                : expr_float_lt(b->x, expr_float(b->x, 0x1p64), f);
        struct boxes_leaf leaf = {.is_int = true};
        leaf.range = negative ? interval_up_to(-1) : interval_from(1);
        assert_int_equal(boxed_leaf(b, over, leaf), ANSWER_UNKNOWN);
        leaf.range = negative ? interval_between(-10, -1) : interval_between(1, 10);
        assert_int_equal(boxed_leaf(b, over, leaf), ANSWER_UNSAT);
    }
}

// trunc, round, floor and ceil of the floats from -1.5 to 2.5.
static void rounding_in_boxes(void **state) {
    struct bench *b = *state;
    const struct {
        enum expr_op op;
        int64_t least, greatest;
    } rows[] = {
        {EXPR_TRUNC_OP, -1, 2}, {EXPR_ROUND_OP, -2, 3}, {EXPR_FLOOR_OP, -2, 2}, {EXPR_CEIL_OP, -1, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expr_id n = expr_unary(b->x, rows[i].op, b->v[D]);
        for (int64_t v = rows[i].least - 1; v <= rows[i].greatest + 1; v++) {
            const struct boxes_leaf leaf = {.finite = true, .lo = -1.5, .hi = 2.5};
            bool none = v < rows[i].least || v > rows[i].greatest;
            assert_int_equal(boxed_leaf(b, expr_int_eq(b->x, n, expr_int(b->x, v)), leaf),
                             none ? ANSWER_UNSAT : ANSWER_SAT);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_variable, setup, teardown),
        cmocka_unit_test_setup_teardown(arithmetic, setup, teardown),
        cmocka_unit_test_setup_teardown(conversions, setup, teardown),
        cmocka_unit_test_setup_teardown(by_z3, setup, teardown),
        cmocka_unit_test_setup_teardown(random_queries, setup, teardown),
        cmocka_unit_test_setup_teardown(functions_in_boxes, setup, teardown),
        cmocka_unit_test_setup_teardown(integers_in_boxes, setup, teardown),
        cmocka_unit_test_setup_teardown(open_ends_in_boxes, setup, teardown),
        cmocka_unit_test_setup_teardown(rounding_in_boxes, setup, teardown),
    };
    return cmocka_run_group_tests_name("ieee", tests, NULL, NULL);
}
