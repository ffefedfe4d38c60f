// SPDX-License-Identifier: Apache-2.0
// The memory of a long search: what belongs to paths long done is freed, so that the expressions of many runs
// take no more than those of a few.
#include "explore/tiny.h"
#include "tier.h"

enum { PARTS = 100 }; // of the value that each run makes

// Each path has conditions of its own (v * path < path is v < 1), and makes a value that no other run makes.
static void own_expressions(struct runner *r) {
    struct expr_store *x = r->tiny->unit.exprs;
    int64_t path = 1;
    for (uint32_t i = 0; i < r->tiny->n; i++) {
        expr_id k = expr_int(x, path + 1);
        expr_id c = expr_int_lt(x, expr_arith(x, EXPR_MUL_OP, tiny_var(r, i), k), k);
        path = 2 * path + tiny_branch(r, i, c, r->v[i] < 1);
    }
    expr_id list = expr_var(x, 0);
    for (int64_t i = 0; i < PARTS; i++)
        list = expr_cons(x, expr_int_term(x, expr_int(x, path * PARTS + i)), list);
}

static uint32_t marked;

static void mark(struct unit *u, struct expr_sweep *w) {
    marked++;
}

static const struct language_sweeping sweeping = {.mark = mark};

// With a run for each assignment of n bits.
static struct explore_stats search(uint32_t n, enum strategy strategy, uint32_t jobs, uint32_t *left) {
    struct tiny t;
    tiny_init(&t, own_expressions, n, 2);
    t.language.sweeping = &sweeping;
    struct explore_options o = {.depth = 25, .jobs = jobs, .strategy = strategy};
    tiny_solved = &t;
    marked = 0;
    struct explore_stats s;
    explore(&t.unit, &o, &s);
    assert_int_equal(s.runs, (uint64_t)1 << n);
    assert_true(s.complete);
    assert_int_equal(s.sweeps, marked);
    if (left) *left = expr_store_count(t.unit.exprs);
    struct explore_stats counts = s;
    explore_stats_free(&s);
    tiny_free(&t);
    return counts;
}

static void expressions_of_many_runs(void **state) {
    struct explore_stats few = search(12, STRATEGY_DEPTH, 1, NULL),
                         many = search(tier_number(13, 15, 17), STRATEGY_DEPTH, 1, NULL);
    assert_true(many.sweeps > few.sweeps);
    assert_true(many.store_bytes < few.store_bytes + few.store_bytes / 8);
    assert_true(many.store_bytes < 16 << 20); // all of them made more than that in every 4,000 runs
}

// With any number of workers, in any order.
static void workers_meet_for_sweeps(void **state) {
    for (int strategy = 0; strategy < STRATEGY_COUNT; strategy++) {
        struct explore_stats s = search(tier_number(11, 13, 13), (enum strategy)strategy, 4, NULL);
        assert_true(s.sweeps > 1);
        assert_true(s.store_bytes < 32 << 20);
    }
}

static void sweeps_repeat(void **state) {
    uint32_t n = tier_number(11, 13, 13), left[2];
    struct explore_stats a = search(n, STRATEGY_UNVISITED, 1, &left[0]),
                         b = search(n, STRATEGY_UNVISITED, 1, &left[1]);
    assert_true(a.sweeps > 1);
    assert_int_equal(a.sweeps, b.sweeps);
    assert_int_equal(a.store_bytes, b.store_bytes);
    assert_int_equal(left[0], left[1]);
}

// A caller that keeps inputs and does not say which: then nothing may be freed.
static void on_run(void *context, struct runner *r, const struct model *input, const struct trace *t,
                   const struct outcome *o, uint32_t fresh) {}

static void nothing_is_freed_behind_a_back(void **state) {
    struct tiny t;
    tiny_init(&t, own_expressions, 12, 2);
    struct explore_options o = {.depth = 25, .jobs = 1};
    tiny_solved = &t;
    for (int i = 0; i < 2; i++) {
        struct explore_stats s;
        if (i) o.on_run = on_run, t.language.sweeping = &sweeping; // first: the language does not tell
        explore(&t.unit, &o, &s);
        assert_int_equal(s.sweeps, 0);
        explore_stats_free(&s);
    }
    tiny_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_of_many_runs),
        cmocka_unit_test(workers_meet_for_sweeps),
        cmocka_unit_test(sweeps_repeat),
        cmocka_unit_test(nothing_is_freed_behind_a_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
