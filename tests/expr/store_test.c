// SPDX-License-Identifier: Apache-2.0
// Interning: fixed ids, one id per content, dense ids in order of making, literals of all kinds, several
// threads.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "expr/expr.h"

static void fixed_ids(void **state) {
    struct expr_store *x = expr_store_new();
    assert_int_equal(expr_op(x, EXPR_FALSE), EXPR_FALSE_OP);
    assert_int_equal(expr_op(x, EXPR_TRUE), EXPR_TRUE_OP);
    assert_int_equal(expr_op(x, EXPR_NIL), EXPR_NIL_OP);
    uint32_t before = expr_store_count(x);
    expr_id v = expr_var(x, 7), w = expr_var(x, 8);
    assert_int_equal(v, before + 1);
    assert_int_equal(w, before + 2);
    assert_int_equal(expr_var(x, 7), v);
    assert_int_equal(expr_store_count(x), before + 2);
    assert_int_equal(expr_imm(x, w), 8);
    expr_store_free(x);
    expr_store_free(NULL);
}

static void literals_keep_their_contents(void **state) {
    struct expr_store *x = expr_store_new();
    int64_t i;
    uint64_t bits;
    mpz_t p, q;
    mpz_init(p);
    mpz_init(q);
    static const int64_t edges[] = {0, 1, -1, 4294967295, -4294967296, INT64_MAX, INT64_MIN};
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++) {
        expr_id e = expr_int(x, edges[k]);
        assert_true(expr_get_int64(x, e, &i));
        assert_true(i == edges[k]);
        expr_get_mpz(x, e, p);
        assert_true(mpz_cmp_si(p, edges[k]) == 0);
        assert_int_equal(expr_int_mpz(x, p), e);
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        mpz_ui_pow_ui(p, 7, 100);
        mpz_mul_si(p, p, sign);
        expr_id e = expr_int_mpz(x, p);
        assert_false(expr_get_int64(x, e, &i));
        expr_get_mpz(x, e, q);
        assert_int_equal(mpz_cmp(p, q), 0);
        assert_int_equal(expr_int_mpz(x, q), e);
        mpz_neg(q, q);
        assert_int_not_equal(expr_int_mpz(x, q), e);
    }
    assert_true(expr_get_float(x, expr_float(x, -1.5)) == -1.5);
    const uint8_t *got = expr_get_bits(x, expr_bits(x, (const uint8_t *)"ab\xc0", 18), &bits);
    assert_int_equal(bits, 18);
    assert_memory_equal(got, "ab\xc0", 3);
    assert_int_not_equal(expr_bits(x, (const uint8_t *)"ab\xc0", 18),
                         expr_bits(x, (const uint8_t *)"ab\xc0", 24));
    assert_int_equal(expr_bits(x, NULL, 0), expr_bits(x, (const uint8_t *)"", 0));
    expr_id opaque = expr_opaque(x, KIND_REF, 5);
    assert_int_equal(expr_ground_kind(x, opaque), KIND_REF);
    assert_int_not_equal(opaque, expr_opaque(x, KIND_PID, 5));
    mpz_clear(p);
    mpz_clear(q);
    expr_store_free(x);
}

enum { THREADS = 4, NODES = 60000 };

struct worker {
    pthread_t thread;
    struct expr_store *x;
    uint32_t start;
    expr_id *ids; // by number of the node, whichever thread made it first
};

// Node k has two earlier ones as arguments, so that threads read each other's nodes all the time.
static void *make_nodes(void *arg) {
    struct worker *w = arg;
    for (uint32_t k = 0; k < NODES; k++) {
        if (k < 100) {
            w->ids[k] = expr_var(w->x, (k + w->start) % 100);
            continue;
        }
        expr_id parts[3] = {w->ids[k / 2], w->ids[k / 3], w->ids[k - 1]};
        if (k < 200) parts[0] = parts[1] = parts[2] = expr_var(w->x, k);
        w->ids[k] = k % 3 ? expr_tuple(w->x, parts, 3) : expr_cons(w->x, parts[0], parts[2]);
    }
    return NULL;
}

static void threads_agree(void **state) {
    struct expr_store *x = expr_store_new();
    struct worker w[THREADS];
    for (uint32_t t = 0; t < THREADS; t++) {
        w[t] = (struct worker){.x = x, .start = 0, .ids = calloc(NODES, sizeof(expr_id))};
        assert_int_equal(pthread_create(&w[t].thread, NULL, make_nodes, &w[t]), 0);
    }
    for (uint32_t t = 0; t < THREADS; t++) pthread_join(w[t].thread, NULL);
    for (uint32_t t = 1; t < THREADS; t++) assert_memory_equal(w[0].ids, w[t].ids, NODES * sizeof(expr_id));
    struct expr_store *alone = expr_store_new();
    struct worker single = {.x = alone, .ids = calloc(NODES, sizeof(expr_id))};
    make_nodes(&single);
    assert_int_equal(expr_store_count(alone), expr_store_count(x)); // nothing was made twice
    for (uint32_t k = 0; k < NODES; k++)
        assert_int_equal(expr_op(alone, single.ids[k]), expr_op(x, w[0].ids[k]));
    for (uint32_t t = 0; t < THREADS; t++) free(w[t].ids);
    free(single.ids);
    expr_store_free(alone);
    expr_store_free(x);
}

// After trimming, every node is still found, and the memory of the smaller tables is gone.
static void trimming(void **state) {
    struct expr_store *x = expr_store_new();
    struct worker w = {.x = x, .ids = calloc(NODES, sizeof(expr_id))}, again = w;
    again.ids = calloc(NODES, sizeof(expr_id));
    make_nodes(&w);
    size_t before = expr_store_bytes(x);
    uint32_t count = expr_store_count(x);
    expr_store_trim(x);
    assert_true(expr_store_bytes(x) < before);
    expr_store_trim(x);
    make_nodes(&again);
    assert_int_equal(expr_store_count(x), count);
    assert_memory_equal(w.ids, again.ids, NODES * sizeof(expr_id));
    expr_var(x, 1000000); // and it grows on
    assert_int_equal(expr_store_count(x), count + 1);
    free(w.ids);
    free(again.ids);
    expr_store_free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_ids),
        cmocka_unit_test(literals_keep_their_contents),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(trimming),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
