// SPDX-License-Identifier: Apache-2.0
// A language whose units find their inputs while they run: cells that hold numbers and point to further
// cells, and numbers that are asked for. Which variables there are, and in which order they are met, depends
// on the path. Searched with the real facts and the real solver.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "explore/explore.h"

enum { LEFT, RIGHT, NUMBER, FIELDS }; // of a cell
enum { ASKED = 1 << 20 };             // the k-th number asked for has the meaning ASKED + k

struct discovery {
    struct unit unit;
    type_id number, pointer;
    struct model seed;
    void (*body)(struct runner *r);
    pthread_mutex_t lock;      // over all that follows
    struct hash_map number_of; // what a variable means -> its number + 1
    struct hash_map paths;     // signatures of runs -> how often
    uint32_t twice, largest;   // largest: bindings in an input
    VEC(uint64_t) order;       // signatures, run by run
};

struct runner {
    struct discovery *d;
    const struct model *input;
    struct trace *trace;
    uint64_t signature;
    uint32_t asked;
    int64_t value;
};

// ---- Inputs ----

// The variable of that meaning, made when it is met for the first time in any run.
static uint32_t variable(struct runner *r, uint64_t meaning, type_id type) {
    struct discovery *d = r->d;
    uint32_t number = 0;
    pthread_mutex_lock(&d->lock);
    if (!hash_map_get(&d->number_of, meaning, &number)) {
        number = unit_variable(&d->unit, type, EXPR_NONE) + 1;
        hash_map_put(&d->number_of, meaning, number);
    }
    pthread_mutex_unlock(&d->lock);
    return number - 1;
}

static int64_t value_of(struct runner *r, uint32_t number) {
    struct expr_store *x = r->d->unit.exprs;
    expr_id value = model_value(r->input, number);
    int64_t v = -1;
    if (expr_op(x, value) == EXPR_INT_OP) assert_true(expr_get_int64(x, expr_arg(x, value, 0), &v));
    return v;
}

static bool branch(struct runner *r, uint32_t site, expr_id condition, bool taken) {
    r->signature = hash_mix(r->signature, site * 2 + taken);
    if (r->trace) trace_branch(r->trace, site, condition, taken, (uint32_t[]){site * 2, site * 2 + 1});
    return taken;
}

static bool is(struct runner *r, uint32_t site, uint32_t number, int64_t v) {
    struct expr_store *x = r->d->unit.exprs;
    expr_id e = expr_int_eq(x, expr_ival(x, expr_var(x, number)), expr_int(x, v));
    return branch(r, site, e, value_of(r, number) == v);
}

static bool less(struct runner *r, uint32_t site, uint32_t a, uint32_t b) {
    struct expr_store *x = r->d->unit.exprs;
    expr_id e = expr_int_lt(x, expr_ival(x, expr_var(x, a)), expr_ival(x, expr_var(x, b)));
    return branch(r, site, e, value_of(r, a) < value_of(r, b));
}

// Whether the pointer leads to a cell. Cells are numbered as in a heap: the children of c are 2c and 2c + 1.
static bool follow(struct runner *r, uint32_t site, uint32_t cell, uint32_t field, uint32_t *out) {
    struct expr_store *x = r->d->unit.exprs;
    uint32_t number = variable(r, (uint64_t)cell * FIELDS + field, r->d->pointer);
    expr_id null = expr_atom(x, symbol_of("null"));
    *out = 2 * cell + field;
    return branch(r, site, expr_not(x, expr_eq(x, expr_var(x, number), null)),
                  model_value(r->input, number) != null);
}

static uint32_t number_in(struct runner *r, uint32_t cell) {
    return variable(r, (uint64_t)cell * FIELDS + NUMBER, r->d->number);
}

static uint32_t ask(struct runner *r) {
    return variable(r, ASKED + r->asked++, r->d->number);
}

// ---- Units ----

// All binary trees of up to two levels: t(0) = 1 shape (an empty pointer), t(n) = 1 + t(n - 1)^2: 26 for 3.
static void count_trees(struct runner *r) {
    uint32_t todo[64] = {1}, n = 1, child;
    while (n) {
        uint32_t cell = todo[--n];
        if (cell >= 4) continue;
        for (uint32_t f = LEFT; f <= RIGHT; f++)
            if (follow(r, f, cell, f, &child)) todo[n++] = child;
    }
}

// The first number says how many more are asked for, and each of them is 3 or not: 1 + 2 + 4 + .. + 32.
static void asked_for(struct runner *r) {
    uint32_t count = ask(r);
    for (uint32_t i = 0; i < 5; i++) {
        if (is(r, 0, count, i)) return;
        is(r, 1, ask(r), 3);
    }
}

// Numbers of a list are compared with a number that is asked for only where some number was 5.
static void compared(struct runner *r) {
    uint32_t cell = 1, next;
    for (uint32_t i = 0; i < 3 && follow(r, 0, cell, RIGHT, &next); i++, cell = next)
        if (is(r, 1, number_in(r, cell), 5)) {
            if (less(r, 2, ask(r), number_in(r, cell)) && less(r, 3, number_in(r, next), ask(r))) return;
        }
}

// 600 numbers, each of them looked at only when the one before is 1.
static void chain(struct runner *r) {
    for (uint32_t i = 0; i < 600; i++)
        if (!is(r, i, ask(r), 1)) return;
}

// ---- The language ----

static struct runner *runner_new(struct unit *u, const struct run_limits *limits) {
    struct runner *r = mem_zalloc(sizeof *r);
    r->d = (struct discovery *)u;
    return r;
}

static void runner_free(struct runner *r) {
    mem_free(r);
}

static void run(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out) {
    struct discovery *d = r->d;
    r->input = input;
    r->trace = trace;
    r->signature = 1;
    r->asked = 0;
    d->body(r);
    uint32_t times = 0;
    pthread_mutex_lock(&d->lock);
    d->twice += hash_map_get(&d->paths, r->signature, &times);
    hash_map_put(&d->paths, r->signature, times + 1);
    vec_push(&d->order, r->signature);
    if (input->n > d->largest) d->largest = input->n;
    pthread_mutex_unlock(&d->lock);
}

static uint32_t fresh_coverage(struct runner *r) {
    return 0;
}

static const struct language language = {.name = "discovery",
                                         .runner_new = runner_new,
                                         .runner_free = runner_free,
                                         .run = run,
                                         .fresh_coverage = fresh_coverage};

static void begin(struct discovery *d, void (*body)(struct runner *)) {
    *d = (struct discovery){.body = body};
    struct unit *u = &d->unit;
    *u = (struct unit){.language = &language, .name = "discovery", .exprs = expr_store_new()};
    u->grammar = grammar_new(u->exprs);
    u->variables = variables_new();
    mpz_t lo, hi;
    mpz_init_set_si(lo, 0);
    mpz_init_set_si(hi, INT32_MAX);
    d->number = grammar_declare(u->grammar);
    grammar_add_int(u->grammar, d->number, lo, hi);
    mpz_set_si(hi, 1);
    mpz_set_si(lo, 1);
    d->pointer = grammar_declare(u->grammar);
    grammar_add_literal(u->grammar, d->pointer, expr_atom(u->exprs, symbol_of("null")));
    grammar_add_int(u->grammar, d->pointer, lo, hi);
    mpz_clears(lo, hi, NULL);
    grammar_freeze(u->grammar);
    u->seeds = &d->seed; // mentions nothing: there are no variables yet
    u->n_seeds = 1;
    pthread_mutex_init(&d->lock, NULL);
}

static void end(struct discovery *d) {
    hash_map_free(&d->number_of);
    hash_map_free(&d->paths);
    vec_free(&d->order);
    pthread_mutex_destroy(&d->lock);
    variables_free(d->unit.variables);
    grammar_free(d->unit.grammar);
    expr_store_free(d->unit.exprs);
}

static void search(struct discovery *d, uint32_t jobs, uint32_t depth, uint32_t paths) {
    struct explore_options o = {.depth = depth, .jobs = jobs, .seconds = 60};
    struct explore_stats s;
    explore(&d->unit, &o, &s);
    assert_true(s.complete);
    assert_int_equal(s.runs, paths);
    assert_int_equal(d->twice, 0);
    assert_int_equal(s.diverged, 0);
    explore_stats_free(&s);
}

static void check(void (*body)(struct runner *), uint32_t depth, uint32_t paths, uint32_t variables) {
    for (uint32_t jobs = 1; jobs <= 3; jobs += 2) {
        struct discovery d, again;
        begin(&d, body);
        assert_int_equal(variables_count(d.unit.variables), 0);
        search(&d, jobs, depth, paths);
        assert_int_equal(variables_count(d.unit.variables), variables);
        begin(&again, body);
        search(&again, jobs, depth, paths);
        if (jobs == 1) assert_memory_equal(d.order.at, again.order.at, paths * sizeof *d.order.at);
        end(&d);
        end(&again);
    }
}

static void trees(void **state) {
    (void)state;
    // 1 + 2^2 shapes below each pointer of the root, whose own cell is always there
    check(count_trees, 25, 25, 6);
}

static void numbers(void **state) {
    (void)state;
    check(asked_for, 25, 1 + 2 + 4 + 8 + 16 + 32, 6);
}

// The paths of `compared`, by running it on all inputs of the few numbers that make a difference.
static uint32_t ways_by_force(struct discovery *d) {
    struct expr_store *x = d->unit.exprs;
    static const int64_t numbers[3] = {0, 5, 8};
    struct runner r = {.d = d};
    struct hash_map ways = {0};
    struct binding at[13];
    struct model m = {13, at, d->unit.variables};
    expr_id ground[3], pointers[2] = {expr_atom(x, symbol_of("null")), expr_int_term(x, expr_int(x, 1))};
    uint32_t cells[4] = {1, 3, 7, 15}, of[13], count = 0, old;
    for (uint32_t i = 0; i < 3; i++) ground[i] = expr_int_term(x, expr_int(x, numbers[i]));
    for (uint32_t i = 0; i < 3; i++) of[i] = variable(&r, cells[i] * FIELDS + RIGHT, d->pointer);
    for (uint32_t i = 0; i < 4; i++) of[3 + i] = number_in(&r, cells[i]);
    for (uint32_t i = 0; i < 6; i++) of[7 + i] = ask(&r);
    assert_int_equal(variables_count(d->unit.variables), 13);
    r.input = &m;
    for (uint32_t k = 0; k < 4 * 59049; k++) { // 3^10
        for (uint32_t i = 0; i < 3; i++) at[of[i]] = (struct binding){of[i], pointers[i < k % 4]};
        for (uint32_t i = 3, rest = k / 4; i < 13; i++, rest /= 3)
            at[of[i]] = (struct binding){of[i], ground[rest % 3]};
        r.signature = 1;
        r.asked = 0;
        d->body(&r);
        count += !hash_map_get(&ways, r.signature, &old);
        hash_map_put(&ways, r.signature, 1);
    }
    hash_map_free(&ways);
    return count;
}

static void comparisons(void **state) {
    (void)state;
    struct discovery d;
    begin(&d, compared);
    struct explore_options o = {.depth = 25, .jobs = 1, .seconds = 60};
    struct explore_stats s;
    explore(&d.unit, &o, &s);
    assert_true(s.complete);
    assert_int_equal(d.twice, 0);
    uint32_t all = ways_by_force(&d);
    assert_true(all > 20);
    assert_int_equal(s.runs, all);
    explore_stats_free(&s);
    end(&d);
}

static void deep_chains(void **state) {
    (void)state;
    struct discovery d;
    begin(&d, chain);
    search(&d, 1, 1000, 601);
    assert_int_equal(variables_count(d.unit.variables), 600);
    assert_int_equal(d.largest, 600);
    end(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(trees), cmocka_unit_test(numbers),
                                       cmocka_unit_test(comparisons), cmocka_unit_test(deep_chains)};
    return cmocka_run_group_tests_name("discovery", tests, NULL, NULL);
}
