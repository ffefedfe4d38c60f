// SPDX-License-Identifier: Apache-2.0
// Conditions decided by their periods, against trying every number of a domain, and against calendar facts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expr/expr.h"
#include "solve/numbers/tape.h"
#include "solve/z3/arith.h"
#include "tier.h"

static bool allow(void *context, uint32_t leaf, struct number v) {
    const struct interval *domains = context;
    return v.tag == NUMBER_INT && interval_holds(domains[leaf], v.i);
}

static enum answer decide(struct tape *t, struct interval *domains) {
    for (uint32_t i = 0; i < t->leaves.n; i++)
        tape_set(t, i,
                 (struct number){NUMBER_INT,
                                 .i = interval_at_least(domains[i], 1) ? interval_nearest(domains[i]) : 0});
    return tape_decide(t, domains, allow, domains);
}

static uint64_t state = 88172645463325252u;
static uint32_t random_below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 20) % n;
}

static expr_id literal(struct expr_store *x, int most) {
    return expr_int(x, (int)random_below((uint32_t)(2 * most + 1)) - most);
}

static expr_id sum_of(struct expr_store *x, const expr_id *leaves, uint32_t n, int depth) {
    static const int divisors[] = {2, 3, 4, 5, 7, 10, -2, -3, 12};
    if (depth == 0 || random_below(6) == 0) return random_below(5) ? leaves[random_below(n)] : literal(x, 20);
    expr_id a = sum_of(x, leaves, n, depth - 1);
    switch (random_below(6)) {
    case 0: return expr_arith(x, EXPR_ADD_OP, a, sum_of(x, leaves, n, depth - 1));
    case 1: return expr_arith(x, EXPR_SUB_OP, a, sum_of(x, leaves, n, depth - 1));
    case 2: return expr_arith(x, EXPR_MUL_OP, a, literal(x, 6));
    case 3: return expr_arith(x, EXPR_ADD_OP, a, literal(x, 30));
    default:
        return expr_arith(x, random_below(2) ? EXPR_DIV_OP : EXPR_REM_OP, a,
                          expr_int(x, divisors[random_below(9)]));
    }
}

static expr_id condition_of(struct expr_store *x, const expr_id *leaves, uint32_t n) {
    expr_id a = sum_of(x, leaves, n, 3), b = random_below(2) ? literal(x, 12) : sum_of(x, leaves, n, 2);
    expr_id c = random_below(2) ? expr_int_lt(x, a, b) : expr_int_eq(x, a, b);
    return random_below(2) ? c : expr_not(x, c);
}

// Is there a solution among all numbers -300 .. 300 of the first leaf and -3 .. 3 of the second?
static bool by_trying(struct tape *t, const struct interval *domains) {
    bool two = t->leaves.n > 1;
    for (int64_t a = -300; a <= 300; a++)
        for (int64_t b = two ? -300 : 0; b <= (two ? 300 : 0); b++) {
            if (!interval_holds(domains[0], a) || (two && !interval_holds(domains[1], b))) continue;
            tape_set(t, 0, (struct number){NUMBER_INT, .i = a});
            if (two) tape_set(t, 1, (struct number){NUMBER_INT, .i = b});
            if (tape_holds(t)) return true;
        }
    return false;
}

static void test_random(void **unused) {
    (void)unused;
    uint32_t sat = 0, unsat = 0;
    uint32_t rounds = tier_number(800, 4000, 40000);
    for (uint32_t round = 0; round < rounds; round++) {
        struct expr_store *x = expr_store_new();
        struct tape t = {0};
        expr_id leaves[2] = {expr_ival(x, expr_var(x, 0)), expr_ival(x, expr_var(x, 1))}, conditions[3];
        uint32_t n = 1 + random_below(3), used = 1 + (random_below(3) == 0);
        for (uint32_t i = 0; i < n; i++) conditions[i] = condition_of(x, leaves, used);
        if (tape_compile(&t, x, conditions, n) && t.leaves.n > 0) {
            struct interval small = interval_between(-3, 3),
                            wide = interval_between(-(int64_t)random_below(300), random_below(300));
            struct interval domains[2] = {wide, small};
            if (t.leaves.n > 1 && t.leaves.at[0] == leaves[1]) domains[0] = small, domains[1] = wide;
            bool truth = by_trying(&t, domains);
            enum answer a = decide(&t, domains);
            if (a == ANSWER_SAT) {
                assert_true(truth);
                assert_true(tape_holds(&t));
                sat++;
            } else if (a == ANSWER_UNSAT) {
                assert_false(truth);
                unsat++;
            }
        }
        tape_free(&t);
        expr_store_free(x);
    }
    print_message("periodic: %u sat, %u unsat\n", sat, unsat);
    assert_true(sat > rounds / 8 && unsat > rounds / 8);
}

// All integers: UNSAT must not be contradicted by Z3.
static void test_unbounded(void **unused) {
    (void)unused;
    uint32_t sat = 0, unsat = 0;
    struct expr_store *x = expr_store_new();
    struct arith *z3 = arith_new(x, NULL);
    struct tape t = {0};
    leaf_values values = {0};
    expr_id leaf = expr_ival(x, expr_var(x, 0)), conditions[3];
    uint32_t rounds = tier_number(125, 500, 5000);
    for (uint32_t round = 0; round < rounds; round++) {
        uint32_t n = 1 + random_below(3);
        for (uint32_t i = 0; i < n; i++) conditions[i] = condition_of(x, &leaf, 1);
        if (!tape_compile(&t, x, conditions, n) || t.leaves.n == 0) continue;
        struct interval all = INTERVAL_ALL;
        enum answer a = decide(&t, &all), b = arith_solve(z3, conditions, n, &values);
        if (b != ANSWER_UNKNOWN && a != ANSWER_UNKNOWN) assert_int_equal(a, b);
        sat += a == ANSWER_SAT;
        unsat += a == ANSWER_UNSAT;
    }
    vec_free(&values);
    tape_free(&t);
    arith_free(z3);
    expr_store_free(x);
    print_message("unbounded: %u sat, %u unsat\n", sat, unsat);
    assert_true(sat > rounds / 5 && unsat > rounds / 10);
}

// The Gregorian calendar repeats after 400 years: no year that 400 divides begins on a Sunday, and some year
// that 100 divides, but 400 does not, begins on a Friday (1700 and 2100 do; day 0 of year 0 was a Saturday).
static expr_id weekday_of_new_year(struct expr_store *x, expr_id y) {
    expr_id before = expr_arith(x, EXPR_SUB_OP, y, expr_int(x, 1)),
            days = expr_arith(x, EXPR_MUL_OP, y, expr_int(x, 365));
    days = expr_arith(x, EXPR_ADD_OP, days, expr_arith(x, EXPR_DIV_OP, before, expr_int(x, 4)));
    days = expr_arith(x, EXPR_SUB_OP, days, expr_arith(x, EXPR_DIV_OP, before, expr_int(x, 100)));
    days = expr_arith(x, EXPR_ADD_OP, days, expr_arith(x, EXPR_DIV_OP, before, expr_int(x, 400)));
    days = expr_arith(x, EXPR_ADD_OP, days, expr_int(x, 1 + 5)); // 0: Monday
    return expr_arith(x, EXPR_REM_OP, days, expr_int(x, 7));
}

static void test_calendar(void **unused) {
    (void)unused;
    struct expr_store *x = expr_store_new();
    struct tape t = {0};
    expr_id y = expr_ival(x, expr_var(x, 0)), zero = expr_int(x, 0);
    expr_id by_400 = expr_int_eq(x, expr_arith(x, EXPR_REM_OP, y, expr_int(x, 400)), zero);
    expr_id by_100 = expr_int_eq(x, expr_arith(x, EXPR_REM_OP, y, expr_int(x, 100)), zero);
    expr_id sunday[2] = {by_400, expr_int_eq(x, weekday_of_new_year(x, y), expr_int(x, 6))};
    expr_id friday[3] = {by_100, expr_not(x, by_400),
                         expr_int_eq(x, weekday_of_new_year(x, y), expr_int(x, 4))};
    struct interval years = interval_from(1);
    assert_true(tape_compile(&t, x, sunday, 2));
    assert_int_equal(decide(&t, &years), ANSWER_UNSAT);
    assert_true(tape_compile(&t, x, friday, 3));
    assert_int_equal(decide(&t, &years), ANSWER_SAT);
    assert_int_equal(t.at.at[t.leaf_at.at[0]].i % 400, 100); // 1700, 2100: both are 100 more than a multiple
    tape_free(&t);
    expr_store_free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_unbounded),
                                       cmocka_unit_test(test_calendar)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
