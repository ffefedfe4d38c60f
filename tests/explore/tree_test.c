// SPDX-License-Identifier: Apache-2.0
// The trace and the execution tree by themselves.
#include "explore/tiny.h"

#include "explore/tree.h"

// ---- Traces ----

struct bench {
    struct expr_store *x;
    struct facts *facts;
    struct trace trace;
};

static void bench_init(struct bench *b, uint32_t depth) {
    b->x = expr_store_new();
    b->facts = facts_new(b->x, NULL, NULL);
    trace_init(&b->trace, b->x, b->facts, depth);
}

static void bench_free(struct bench *b) {
    trace_free(&b->trace);
    facts_free(b->facts);
    expr_store_free(b->x);
}

static expr_id is(struct bench *b, uint32_t variable, int64_t value) {
    return expr_int_eq(b->x, expr_ival(b->x, expr_var(b->x, variable)), expr_int(b->x, value));
}

static void branch(struct bench *b, uint32_t site, expr_id c, bool taken) {
    trace_branch(&b->trace, site, c, taken, (uint32_t[]){site * 10, site * 10 + 1});
}

static void branches(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b, 2);
    branch(&b, 1, EXPR_TRUE, true); // decided: a point and nothing else
    branch(&b, 2, is(&b, 0, 1), false);
    branch(&b, 2, is(&b, 0, 1), false); // implied
    branch(&b, 3, is(&b, 1, 1), true);
    assert_false(b.trace.closed);
    assert_int_equal(b.trace.decisions.n, 2);
    const struct decision *d = b.trace.decisions.at;
    assert_int_equal(d[0].site, 2);
    assert_int_equal(d[0].taken, 0);
    assert_int_equal(b.trace.ways.at[d[0].first_way].condition, expr_not(b.x, is(&b, 0, 1)));
    assert_int_equal(b.trace.ways.at[d[0].first_way + 1].condition, is(&b, 0, 1));
    assert_int_equal(b.trace.ways.at[d[1].first_way + 1].point, 31);
    branch(&b, 3, is(&b, 1, 1), true); // implied: does not close
    assert_false(b.trace.closed);
    branch(&b, 4, is(&b, 2, 1), true); // beyond the depth
    assert_true(b.trace.closed);
    assert_int_equal(b.trace.decisions.n, 2);
    uint32_t points[] = {11, 20, 31, 41};
    assert_int_equal(b.trace.points.n, 4); // each once
    assert_memory_equal(b.trace.points.at, points, sizeof points);
    assert_int_equal(b.trace.contradictions, 0);

    trace_reset(&b.trace);
    assert_int_equal(b.trace.points.n, 0);
    assert_false(b.trace.closed);
    branch(&b, 1, EXPR_TRUE, true);
    assert_int_equal(b.trace.points.n, 1);
    branch(&b, 2, is(&b, 0, 1), true);
    branch(&b, 2, is(&b, 0, 1), false); // the run contradicts itself
    assert_int_equal(b.trace.contradictions, 1);
    bench_free(&b);
}

static void choices(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b, 25);
    struct way ways[3] = {{is(&b, 0, 0), 0}, {is(&b, 0, 1), 1}, {is(&b, 0, 2), 2}};
    branch(&b, 9, is(&b, 0, 0), false);
    trace_choice(&b.trace, 1, ways, 3, 2); // way 0 is known to be impossible
    assert_int_equal(b.trace.decisions.n, 2);
    const struct decision *d = &b.trace.decisions.at[1];
    assert_int_equal(d->n, 2);
    assert_int_equal(d->taken, 1);
    assert_int_equal(b.trace.ways.at[d->first_way].point, 1);
    assert_int_equal(b.trace.ways.at[d->first_way + d->taken].condition, ways[2].condition);
    trace_choice(&b.trace, 1, ways, 3, 2); // implied
    assert_int_equal(b.trace.decisions.n, 2);

    trace_reset(&b.trace);
    b.trace.depth = 2;
    branch(&b, 9, is(&b, 0, 0), false);
    branch(&b, 9, is(&b, 0, 1), false);
    trace_choice(&b.trace, 1, ways, 3, 2); // one way left: no decision, and not one too many
    assert_int_equal(b.trace.decisions.n, 2);
    assert_false(b.trace.closed);
    assert_int_equal(b.trace.points.n, 1);
    bench_free(&b);
}

// ---- The tree ----

static struct model input_of(struct bench *b, struct binding *value, int64_t v) {
    *value = (struct binding){0, expr_int_term(b->x, expr_int(b->x, v))};
    return (struct model){1, value, NULL};
}

// Runs bits: decision i is whether bit i of the value is set.
static bool run_bits(struct bench *b, struct tree *t, int64_t v, uint32_t n, struct tree_item expected,
                     bool lossy) {
    struct binding value;
    struct model m = input_of(b, &value, v);
    trace_reset(&b->trace);
    for (uint32_t i = 0; i < n; i++) branch(b, i + 1, is(b, i, 1), v >> i & 1);
    return tree_insert(t, &b->trace, &m, expected, lossy);
}

static int64_t bits_of_item(const struct tree *t, struct tree_item item) { // the input whose run goes there
    int64_t v = 0;
    for (; item.node;
         item = (struct tree_item){t->nodes.at[item.node].parent, t->nodes.at[item.node].parent_way})
        v |= (int64_t)item.way << (t->nodes.at[item.node].depth);
    return v;
}

// Depth first through 2^17 paths: what is finished is freed, so that the tree stays as small as one path.
static void memory_stays_flat(void **state) {
    (void)state;
    enum { N = 17 };
    struct bench b;
    bench_init(&b, N);
    struct tree t;
    tree_init(&t);
    VEC(struct tree_item) open = {0};
    uint32_t runs = 1, most = 0;
    assert_true(run_bits(&b, &t, 0, N, TREE_NO_ITEM, false));
    for (uint32_t i = 0; i < t.fresh.n; i++) vec_push(&open, t.fresh.at[i]);
    while (open.n) {
        struct tree_item item = vec_pop(&open);
        assert_int_equal(tree_way(&t, item)->state, WAY_QUEUED);
        assert_true(run_bits(&b, &t, bits_of_item(&t, item), N, item, false));
        runs++;
        for (uint32_t i = 0; i < t.fresh.n; i++) vec_push(&open, t.fresh.at[i]);
        if (t.alive > most) most = t.alive;
    }
    assert_int_equal(runs, 1 << N);
    assert_int_equal(t.created, (1 << N) - 1);
    assert_int_equal(t.alive, 0);
    assert_true(most <= 2 * N);
    assert_true(tree_bytes(&t) < 16384); // in all, after so many runs
    assert_true(t.nodes.n <= 2 * N + 1 && t.ways.n <= 4 * N + 2 && t.inputs.n <= N + 2);
    vec_free(&open);
    tree_free(&t);
    bench_free(&b);
}

static void paths_and_inputs(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b, 25);
    struct tree t;
    tree_init(&t);
    run_bits(&b, &t, 1, 3, TREE_NO_ITEM, false); // true, false, false
    assert_int_equal(t.fresh.n, 3);
    struct tree_item item = t.fresh.at[2]; // the last test the other way
    tree_conditions c = {0};
    tree_path(&t, item, &c);
    expr_id expected[] = {is(&b, 0, 1), expr_not(b.x, is(&b, 1, 1)), is(&b, 2, 1)};
    assert_int_equal(c.n, 3);
    assert_memory_equal(c.at, expected, sizeof expected);
    struct binding value;
    tree_bindings input = {0};
    input_of(&b, &value, 1);
    tree_input(&t, item.node, &input);
    assert_int_equal(input.n, 1);
    assert_memory_equal(input.at, &value, sizeof value);
    vec_free(&input);

    tree_settle(&t, item, WAY_UNKNOWN);
    assert_int_equal(t.unknown, 1);
    run_bits(&b, &t, 5, 3, TREE_NO_ITEM, false); // some other run goes there after all
    assert_int_equal(t.unknown, 0);
    assert_int_equal(t.fresh.n, 0);
    vec_free(&c);
    tree_free(&t);
    bench_free(&b);
}

static void run_that_goes_elsewhere(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b, 25);
    struct tree t;
    tree_init(&t);
    assert_true(run_bits(&b, &t, 0, 2, TREE_NO_ITEM, false));
    struct tree_item first = t.fresh.at[0], second = t.fresh.at[1];
    assert_false(run_bits(&b, &t, 0, 2, first, true)); // meant for the first test's other side
    assert_int_equal(t.diverged, 1);
    assert_int_equal(tree_way(&t, first)->state, WAY_DIVERGED);
    assert_true(run_bits(&b, &t, 2, 2, second, true));
    assert_int_equal(t.alive, 2); // nothing open, but lossy: remembered
    // Another decision after the same prefix is kept beside the first, with its own alternatives.
    struct binding value;
    struct model m = input_of(&b, &value, 9);
    trace_reset(&b.trace);
    branch(&b, 1, is(&b, 0, 1), false);
    branch(&b, 7, is(&b, 3, 1), false);
    assert_false(tree_insert(&t, &b.trace, &m, TREE_NO_ITEM, true));
    assert_int_equal(t.fresh.n, 1);
    assert_int_equal(t.alive, 3);
    struct tree_item third = t.fresh.at[0];
    trace_reset(&b.trace);
    branch(&b, 1, is(&b, 0, 1), false);
    branch(&b, 7, is(&b, 3, 1), true);
    branch(&b, 8, is(&b, 4, 1), true); // and goes on where an earlier run had ended
    assert_true(tree_insert(&t, &b.trace, &m, third, true));
    assert_int_equal(t.fresh.n, 1);
    assert_int_equal(t.diverged, 1);
    tree_free(&t);
    bench_free(&b);
}

// A subtree that is finished is not entered again.
static void finished_is_closed(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b, 25);
    struct tree t;
    tree_init(&t);
    run_bits(&b, &t, 0, 2, TREE_NO_ITEM, false);
    struct tree_item first = t.fresh.at[0], second = t.fresh.at[1];
    tree_settle(&t, second, WAY_UNSAT);
    assert_int_equal(t.alive, 1);
    assert_int_equal(tree_way(&t, (struct tree_item){first.node, 0})->state, WAY_CLOSED);
    run_bits(&b, &t, 2, 2, TREE_NO_ITEM, false);
    assert_int_equal(t.fresh.n, 0);
    tree_settle(&t, first, WAY_UNSAT);
    assert_int_equal(t.alive, 0);
    run_bits(&b, &t, 3, 2, TREE_NO_ITEM, false);
    assert_int_equal(t.alive, 0);
    tree_free(&t);
    bench_free(&b);
}

// What the solver says is impossible, and another worker's run has done meanwhile.
static void unsat_is_refuted(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b, 25);
    struct tree t;
    tree_init(&t);
    run_bits(&b, &t, 0, 2, TREE_NO_ITEM, false);
    struct tree_item first = t.fresh.at[0], second = t.fresh.at[1];
    assert_true(tree_settle(&t, second, WAY_UNSAT));
    assert_true(run_bits(&b, &t, 1, 2, TREE_NO_ITEM, false)); // the first test's other side
    assert_int_equal(tree_way(&t, first)->state, WAY_EXPLORED);
    assert_false(tree_settle(&t, first, WAY_UNSAT));
    tree_free(&t);
    bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches),
        cmocka_unit_test(choices),
        cmocka_unit_test(memory_stays_flat),
        cmocka_unit_test(paths_and_inputs),
        cmocka_unit_test(run_that_goes_elsewhere),
        cmocka_unit_test(finished_is_closed),
        cmocka_unit_test(unsat_is_refuted),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
