// SPDX-License-Identifier: Apache-2.0
// The table of variables: numbers, what is read while others add, and what models say of them.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expr/variables.h"

enum { MANY = 100000, THREADS = 4 };

static void models_say_what_differs(void **state) {
    (void)state;
    struct expr_store *x = expr_store_new();
    struct variables *v = variables_new();
    expr_id zero = expr_int_term(x, expr_int(x, 0)), nine = expr_int_term(x, expr_int(x, 9));
    for (uint32_t i = 0; i < 10; i++) assert_int_equal(variables_add(v, 7 + i, i % 2 ? zero : EXPR_NIL), i);
    struct binding at[] = {{2, nine}, {3, nine}, {8, zero}};
    struct model m = {3, at, v}, alone = {3, at, NULL}, nothing = {0, NULL, v};
    assert_int_equal(model_value(&m, 0), EXPR_NIL);
    assert_int_equal(model_value(&m, 1), zero);
    assert_int_equal(model_value(&m, 2), nine);
    assert_int_equal(model_value(&m, 3), nine);
    assert_int_equal(model_value(&m, 4), EXPR_NIL);
    assert_int_equal(model_value(&m, 8), zero);
    assert_int_equal(model_value(&m, 9), zero);
    assert_int_equal(model_value(&nothing, 2), EXPR_NIL);
    assert_int_equal(model_value(&alone, 8), zero);
    assert_int_equal(model_value(&alone, 9), EXPR_NONE);
    assert_int_equal(variables_add(v, 3, nine), 10); // later than the models
    assert_int_equal(model_value(&m, 10), nine);
    assert_int_equal(variables_type(v, 10), 3);
    struct eval *ev = eval_new(x);
    eval_begin(ev, &m);
    assert_int_equal(eval_value(ev, expr_var(x, 2)), nine);
    assert_int_equal(eval_value(ev, expr_var(x, 10)), nine);
    eval_begin(ev, &alone);
    assert_int_equal(eval_value(ev, expr_var(x, 10)), EXPR_NONE);
    eval_free(ev);
    variables_free(v);
    expr_store_free(x);
}

static void *add_many(void *table) {
    struct variables *v = table;
    for (uint32_t i = 0; i < MANY; i++) {
        uint32_t number = variables_add(v, i, i + 1);
        if (variables_type(v, number) != i || variables_otherwise(v, number) != i + 1) return v;
    }
    return NULL;
}

static void many_threads(void **state) {
    (void)state;
    struct variables *v = variables_new();
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, add_many, v), 0);
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    assert_int_equal(variables_count(v), THREADS * MANY);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < THREADS * MANY; i++) sum += variables_type(v, i);
    assert_int_equal(sum, (uint64_t)THREADS * MANY * (MANY - 1) / 2);
    variables_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(models_say_what_differs),
                                       cmocka_unit_test(many_threads)};
    return cmocka_run_group_tests_name("variables", tests, NULL, NULL);
}
