// SPDX-License-Identifier: Apache-2.0
// Piecewise tables: pieces worked out by hand; and for small tables every value and every comparison, against
// the table itself.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/rng.h"
#include "expr/pieces.h"

enum { LENGTH = 12 };

static struct expr_table_value number_at(const void *table, int64_t i) {
    return (struct expr_table_value){((const int64_t *)table)[i], true};
}
static struct expr_table_value name_at(const void *table, int64_t i) {
    return (struct expr_table_value){((const int64_t *)table)[i], false};
}

static void pieces_by_hand(void **state) {
    (void)state;
    const int64_t table[LENGTH] = {7, 7, 7, 65, 66, 67, 7, 9, 7, 7, 8, INT64_MAX};
    struct expr_piece p[LENGTH];
    // 7 7 7, 65 66 67, 7, 9, 7 7, 8, and the greatest number
    assert_int_equal(expr_pieces_of(number_at, table, 0, LENGTH - 1, p, LENGTH), 7);
    assert_true(p[1].moves && p[1].low == 3 && p[1].high == 5 && p[1].value == 62);
    assert_true(!p[4].moves && p[4].low == 8 && p[4].high == 9 && p[4].value == 7);
    assert_int_equal(expr_pieces_ways(p, 7, LENGTH), 5); // those of 7 are one way
    assert_int_equal(p[4].way, p[0].way);
    assert_int_equal(p[2].way, p[0].way);
    assert_int_equal(expr_pieces_ways(p, 7, 4), 0);
    assert_int_equal(expr_pieces_of(number_at, table, 0, LENGTH - 1, p, 6), 0);
    assert_int_equal(expr_pieces_of(name_at, table, 3, 5, p, LENGTH), 3); // names do not move
    assert_null(expr_piece_at(p, 3, 6));
    assert_ptr_equal(expr_piece_at(p, 3, 4), &p[1]);
    assert_int_equal(expr_pieces_of(number_at, table, 11, 11, p, LENGTH), 1);
}

static void ranges_by_hand(void **state) {
    (void)state;
    struct expr_ranges r = {.n = 0};
    assert_true(expr_ranges_add(&r, 5, 6) && expr_ranges_add(&r, 1, 2) && expr_ranges_add(&r, 9, 8));
    assert_true(r.n == 2 && r.low[0] == 1 && r.high[1] == 6);
    assert_true(expr_ranges_add(&r, 3, 4) && r.n == 1 && r.low[0] == 1 && r.high[0] == 6);
    assert_true(expr_ranges_add(&r, 4, EXPR_HIGHEST) && expr_ranges_add(&r, 100, 100) && r.n == 1);
    r.n = 0;
    for (int64_t i = 0; i < EXPR_RANGES_MAX; i++) assert_true(expr_ranges_add(&r, -2 * i, -2 * i));
    assert_false(expr_ranges_add(&r, 2, 2));
}

static int64_t random_value(struct rng *random, int64_t before) {
    switch (rng_below(random, 4)) {
    case 0: return before;
    case 1:
    case 2: return before + 1;
    default: return (int64_t)rng_below(random, 9) - 2;
    }
}

// e is the table's value, and in the ranges where that is.
static void agrees(struct expr_store *x, struct expr_tables *t, struct eval *under, expr_id e,
                   int64_t value) {
    assert_true(eval_value(under, e) == expr_int(x, value));
    for (int64_t low = -4; low < 12; low++)
        for (int64_t high = low; high < 12; high += 3) {
            struct expr_ranges r = {.n = 0};
            expr_ranges_add(&r, low, high);
            expr_ranges_add(&r, high + 3, EXPR_HIGHEST);
            expr_id within = expr_tables_within(x, t, e, &r);
            if (within)
                assert_int_equal(eval_bool(under, within),
                                 (value >= low && value <= high) || value >= high + 3);
        }
}

// A table, and one whose index is the value of the first.
static void tables_agree(void **state) {
    (void)state;
    struct rng random = {7};
    for (uint32_t round = 0; round < 40; round++) {
        struct expr_store *x = expr_store_new();
        struct eval *under = eval_new(x);
        struct arena a = {0};
        struct expr_tables t = {0};
        int64_t table[LENGTH], inner[LENGTH];
        struct expr_piece p[LENGTH], q[LENGTH];
        for (uint32_t i = 0; i < LENGTH; i++) {
            table[i] = random_value(&random, i ? table[i - 1] : 0);
            inner[i] = (int64_t)rng_below(&random, LENGTH);
        }
        uint32_t n = expr_pieces_of(number_at, table, 0, LENGTH - 1, p, LENGTH),
                 m = expr_pieces_of(number_at, inner, 0, LENGTH - 1, q, LENGTH);
        assert_true(n && m);
        expr_pieces_open(p, n);
        expr_pieces_open(q, m);
        expr_id index = expr_ival(x, expr_var(x, 0)), of_inner = expr_tables_value(x, &t, &a, q, m, index),
                e = expr_tables_value(x, &t, &a, p, n, index),
                both = expr_tables_value(x, &t, &a, p, n, of_inner);
        for (int64_t i = 0; i < LENGTH; i++) {
            const struct binding value = {0, expr_int_term(x, expr_int(x, i))};
            const struct model model = {1, &value, NULL};
            eval_begin(under, &model);
            agrees(x, &t, under, e, table[i]);
            agrees(x, &t, under, both, table[inner[i]]);
        }
        expr_tables_free(&t);
        arena_free(&a);
        eval_free(under);
        expr_store_free(x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pieces_by_hand), cmocka_unit_test(ranges_by_hand),
                                       cmocka_unit_test(tables_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
