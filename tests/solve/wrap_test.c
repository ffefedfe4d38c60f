// SPDX-License-Identifier: Apache-2.0
// Queries of the shapes that Java's int and long make: unbounded integers with conditions of range on the
// path, wrapping casts as band(x + 2^31, 2^32 - 1) - 2^31, bitwise operators. Models are evaluated once more.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/vec.h"
#include "solve/solve.h"

// Variables 0 to 3: int; 4, 5: long.
enum { I, J, K, N, L, M, VARS };

struct bench {
    struct expr_store *x;
    struct grammar *g;
    struct variables *variables;
    struct solver *s;
    VEC(expr_id) c;
    expr_id v[VARS];
    double times[64];
    uint32_t n, missed;
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

static void begin(struct bench *b) {
    *b = (struct bench){.x = expr_store_new()};
    b->g = grammar_new(b->x);
    type_id types[2] = {range(b->g, "-2147483648", "2147483647"),
                        range(b->g, "-9223372036854775808", "9223372036854775807")};
    grammar_freeze(b->g);
    b->variables = variables_new();
    for (uint32_t i = 0; i < VARS; i++) {
        type_id t = types[i >= L];
        variables_add(b->variables, t, grammar_smallest(b->g, t));
        b->v[i] = expr_ival(b->x, expr_var(b->x, i));
    }
    b->s = solver_new(b->x, b->g, b->variables, NULL);
}

static void end(struct bench *b) {
    solver_free(b->s);
    variables_free(b->variables);
    grammar_free(b->g);
    expr_store_free(b->x);
    vec_free(&b->c);
}

static void wants(struct bench *b, enum answer want, const char *what) {
    struct query q = {b->c.at, b->c.n, NULL};
    struct model out;
    double start = clock_now();
    enum answer a = solver_solve(b->s, &q, &out);
    double seconds = clock_now() - start;
    struct eval *ev = eval_new(b->x);
    if (a == ANSWER_SAT) {
        eval_begin(ev, &out);
        for (uint32_t i = 0; i < b->c.n; i++) assert_int_equal(eval_bool(ev, b->c.at[i]), TRUTH_TRUE);
        for (uint32_t i = 0; i < VARS; i++)
            assert_true(grammar_accepts(b->g, variables_type(b->variables, i), model_value(&out, i)));
    }
    eval_free(ev);
    vec_clear(&b->c);
    if (getenv("SHOW")) printf("%-40s %s %d %8.2f ms\n", what, a == want ? "  " : "**", a, seconds * 1e3);
    if (a != want && a != ANSWER_UNKNOWN) fail_msg("%s: answer %d", what, a);
    if (a != want) fprintf(stderr, "not decided: %s\n", what);
    b->missed += a != want;
    b->times[b->n++] = seconds;
}

static void add(struct bench *b, expr_id c) {
    vec_push(&b->c, c);
}
static expr_id lit(struct bench *b, int64_t v) {
    return expr_int(b->x, v);
}
static expr_id op(struct bench *b, enum expr_op o, expr_id p, expr_id q) {
    return expr_arith(b->x, o, p, q);
}
static expr_id plus(struct bench *b, expr_id p, expr_id q) {
    return op(b, EXPR_ADD_OP, p, q);
}
static expr_id times(struct bench *b, expr_id p, expr_id q) {
    return op(b, EXPR_MUL_OP, p, q);
}
static expr_id eq(struct bench *b, expr_id p, expr_id q) {
    return expr_int_eq(b->x, p, q);
}
static expr_id lt(struct bench *b, expr_id p, expr_id q) {
    return expr_int_lt(b->x, p, q);
}
static expr_id band(struct bench *b, expr_id p, int64_t mask) {
    return op(b, EXPR_BAND_OP, p, lit(b, mask));
}
static expr_id shifted(struct bench *b, expr_id p, int64_t by) {
    return op(b, EXPR_BSL_OP, p, lit(b, by));
}
// x >>> by of an int
static expr_id unsigned_shift(struct bench *b, expr_id p, int64_t by) {
    return shifted(b, band(b, p, UINT32_MAX), -by);
}
// (int) x
static expr_id wrapped(struct bench *b, expr_id p) {
    expr_id low = band(b, plus(b, p, lit(b, (int64_t)1 << 31)), UINT32_MAX);
    return plus(b, low, lit(b, -((int64_t)1 << 31)));
}
// The condition that an int operation did not wrap.
static void in_int(struct bench *b, expr_id p) {
    add(b, expr_not(b->x, lt(b, p, lit(b, INT32_MIN))));
    add(b, expr_not(b->x, lt(b, lit(b, INT32_MAX), p)));
}

#define SAT(what)   wants(b, ANSWER_SAT, what)
#define UNSAT(what) wants(b, ANSWER_UNSAT, what)

static void masks_and_shifts(struct bench *b) {
    expr_id i = b->v[I], j = b->v[J], l = b->v[L];
    add(b, eq(b, band(b, i, 0xff), lit(b, 0x5a)));
    add(b, lt(b, lit(b, 1000), i));
    SAT("(i & 0xff) == 0x5a, i > 1000");
    add(b, eq(b, band(b, i, 0xf0), lit(b, 0x0f)));
    UNSAT("(i & 0xf0) == 0x0f");
    add(b, eq(b, band(b, i, 1), lit(b, 1)));
    add(b, eq(b, band(b, i, 2), lit(b, 0)));
    add(b, eq(b, band(b, i, 0x700), lit(b, 0x500)));
    SAT("flags of i");
    add(b, eq(b, band(b, shifted(b, i, -8), 0xff), lit(b, 0x42)));
    add(b, eq(b, band(b, i, 0xff), lit(b, 0x17)));
    SAT("bytes of i");
    add(b, eq(b, unsigned_shift(b, i, 28), lit(b, 15)));
    SAT("i >>> 28 == 15");
    add(b, lt(b, i, lit(b, 0)));
    add(b, lt(b, unsigned_shift(b, i, 1), lit(b, 5)));
    UNSAT("i < 0, i >>> 1 < 5");
    expr_id spread = op(b, EXPR_BXOR_OP, i, wrapped(b, unsigned_shift(b, i, 16)));
    add(b, eq(b, band(b, spread, 15), lit(b, 9)));
    SAT("(i ^ (i >>> 16)) & 15 == 9");
    add(b, eq(b, spread, lit(b, 0x12345678)));
    SAT("i ^ (i >>> 16) == 0x12345678");
    add(b, eq(b, op(b, EXPR_BXOR_OP, i, j), lit(b, 0x0f0f0f0f)));
    add(b, eq(b, op(b, EXPR_BAND_OP, i, j), lit(b, 0x70)));
    SAT("i ^ j, i & j");
    add(b, eq(b, op(b, EXPR_BOR_OP, i, j), lit(b, 3)));
    add(b, lt(b, lit(b, 3), plus(b, i, j)));
    SAT("i | j == 3, i + j > 3");
    add(b, eq(b, op(b, EXPR_BOR_OP, i, j), lit(b, 3)));
    add(b, lt(b, i, lit(b, 0)));
    UNSAT("i | j == 3, i < 0");
    add(b, eq(b, wrapped(b, shifted(b, i, 4)), lit(b, 0x70)));
    add(b, lt(b, lit(b, 100), i));
    SAT("i << 4 == 0x70, i > 100");
    vec_clear(&b->c);
    add(b, eq(b, op(b, EXPR_BAND_OP, i, plus(b, i, lit(b, -1))), lit(b, 0)));
    add(b, lt(b, lit(b, 1000), i));
    SAT("a power of two above 1000");
    add(b, eq(b, shifted(b, l, -32), lit(b, 0x7ead)));
    add(b, eq(b, wrapped(b, l), lit(b, -2)));
    SAT("halves of l");
}

static expr_id hash_step(struct bench *b, expr_id h, expr_id c) {
    expr_id next = plus(b, times(b, h, lit(b, 31)), c);
    in_int(b, next);
    return next;
}

static void arithmetic(struct bench *b) {
    expr_id i = b->v[I], j = b->v[J], k = b->v[K], l = b->v[L], m = b->v[M];
    add(b, eq(b, op(b, EXPR_REM_OP, i, lit(b, 7)), lit(b, 3)));
    add(b, lt(b, lit(b, 100), i));
    SAT("i % 7 == 3, i > 100");
    add(b, eq(b, op(b, EXPR_REM_OP, i, lit(b, 7)), lit(b, -3)));
    SAT("i % 7 == -3");
    add(b, eq(b, times(b, i, i), lit(b, 1764)));
    in_int(b, times(b, i, i));
    SAT("i * i == 1764");
    add(b, eq(b, times(b, i, i), lit(b, 1765)));
    UNSAT("i * i == 1765");
    add(b, eq(b, wrapped(b, times(b, i, i)), lit(b, 1764)));
    add(b, lt(b, lit(b, 46341), i));
    SAT("(int) (i * i) == 1764 by wrapping");
    expr_id h = hash_step(b, hash_step(b, hash_step(b, lit(b, 7), i), j), k);
    add(b, eq(b, h, lit(b, 1000000)));
    SAT("31-chain of three");
    h = wrapped(b, plus(b, times(b, wrapped(b, plus(b, times(b, i, lit(b, 31)), j)), lit(b, 31)), k));
    add(b, eq(b, h, lit(b, -77)));
    add(b, lt(b, lit(b, 200000000), i));
    SAT("wrapping 31-chain");
    add(b, lt(b, wrapped(b, plus(b, i, j)), lit(b, 0)));
    add(b, lt(b, lit(b, 0), i));
    add(b, lt(b, lit(b, 0), j));
    SAT("i + j wraps");
    add(b, lt(b, wrapped(b, plus(b, i, lit(b, 1))), i));
    SAT("i + 1 < i");
    add(b, eq(b, times(b, l, m), lit(b, 6000000000007)));
    add(b, lt(b, lit(b, 1), l));
    add(b, lt(b, l, lit(b, 1000)));
    add(b, lt(b, lit(b, 1), m));
    wants(b, ANSWER_SAT, "l * m == 6000000000007"); // 29 * 206896551724.. : see below
    add(b, eq(b, times(b, l, lit(b, 1000003)), lit(b, 9000027000000)));
    SAT("l * 1000003");
    add(b, eq(b, op(b, EXPR_DIV_OP, plus(b, i, j), lit(b, 2)), lit(b, 50)));
    add(b, lt(b, i, j));
    SAT("(i + j) / 2 == 50, i < j");
    add(b, eq(b, op(b, EXPR_DIV_OP, i, j), lit(b, 3)));
    add(b, eq(b, op(b, EXPR_REM_OP, i, j), lit(b, 4)));
    SAT("i / j == 3, i % j == 4");
}

static int compare(const void *p, const void *q) {
    double a = *(const double *)p, c = *(const double *)q;
    return (a > c) - (a < c);
}

static void shapes(void **state) {
    (void)state;
    struct bench b;
    begin(&b);
    masks_and_shifts(&b);
    arithmetic(&b);
    qsort(b.times, b.n, sizeof *b.times, compare);
    print_message("%u queries, %u not decided, median %.2f ms, worst %.1f ms\n", b.n, b.missed,
                  b.times[b.n / 2] * 1e3, b.times[b.n - 1] * 1e3);
    assert_int_equal(b.missed, 0);
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shapes)};
    return cmocka_run_group_tests_name("wrap", tests, NULL, NULL);
}
