// SPDX-License-Identifier: Apache-2.0
// What the solving chain costs: each alternative of the path of a function that checks whether a list is
// sorted, 100 elements, typed [integer()] and untyped; families of queries that have no answer; and what the
// facts cost, as every symbolic decision of a run pays for it. CPU time of this thread; Z3's is not in it,
// but in the seconds of its link.
#include <stdio.h>
#include <time.h>

#include "base/vec.h"
#include "solve/facts.h"
#include "solve/solve.h"

enum { ELEMENTS = 100 };

typedef VEC(expr_id) id_vec;

static double cpu_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// sorted([A, B | _]) when A =< B: per element a cell, an integer, and a comparison with the one before.
static void sorted_path(struct expr_store *x, id_vec *path, bool typed) {
    expr_id list = expr_elem(x, expr_var(x, 0), 0), before = 0;
    for (int i = 0; i < ELEMENTS; i++) {
        vec_push(path, expr_kind(x, list, KIND_BIT(KIND_CONS)));
        expr_id hd = expr_hd(x, list), value = expr_ival(x, hd);
        if (!typed) vec_push(path, expr_kind(x, hd, KIND_BIT(KIND_INT)));
        if (before) vec_push(path, expr_not(x, expr_int_lt(x, value, before)));
        before = value;
        list = expr_tl(x, list);
    }
    vec_push(path, expr_kind(x, list, KIND_BIT(KIND_NIL)));
}

static void report(const char *name, struct solver *s, double seconds, uint32_t queries) {
    const struct solve_stats *st = solver_stats(s);
    uint64_t z3 = st->links[LINK_Z3].asked;
    printf("%-22s %4u queries  %7.3f ms each  %5.1f%% before Z3  sat %u unsat %u unknown %u rejected %u\n",
           name, queries, seconds / queries * 1e3, 100.0 * (1 - (double)z3 / queries), (uint32_t)st->sat,
           (uint32_t)st->unsat, (uint32_t)st->unknown, (uint32_t)st->rejected);
    for (uint32_t i = 0; i < LINK_COUNT; i++)
        if (st->links[i].asked)
            printf("    %-8s asked %5u sat %5u unsat %5u %8.2f ms\n", solve_link_name((enum solve_link)i),
                   (uint32_t)st->links[i].asked, (uint32_t)st->links[i].sat, (uint32_t)st->links[i].unsat,
                   st->links[i].seconds * 1e3);
}

static void bench_sorted(bool typed) {
    struct expr_store *x = expr_store_new();
    struct grammar *g = grammar_new(x);
    type_id in = grammar_declare(g), list = grammar_declare(g), args = grammar_declare(g);
    grammar_add_int(g, in, NULL, NULL);
    grammar_add_literal(g, list, EXPR_NIL);
    grammar_add_cons(g, list, in, list);
    grammar_add_tuple(g, args, (type_id[]){typed ? list : TYPE_ANY}, 1);
    grammar_freeze(g);
    id_vec path = {0}, query = {0};
    sorted_path(x, &path, typed);
    expr_id input = EXPR_NIL;
    for (int i = ELEMENTS; i > 0; i--) input = expr_cons(x, expr_int_term(x, expr_int(x, i)), input);
    input = expr_tuple(x, &input, 1);
    struct binding at = {0, input};
    struct model parent = {1, &at, NULL}, answer;
    struct variables *vars = variables_new();
    variables_add(vars, args, input);
    struct solver *s = solver_new(x, g, vars, NULL);
    double start = cpu_now();
    for (uint32_t i = 0; i < path.n; i++) {
        vec_clear(&query);
        for (uint32_t k = 0; k < i; k++) vec_push(&query, path.at[k]);
        vec_push(&query, expr_not(x, path.at[i]));
        solver_solve(s, &(struct query){query.at, query.n, &parent}, &answer);
    }
    report(typed ? "sorted [integer()]" : "sorted, untyped", s, cpu_now() - start, path.n);
    struct facts *f = facts_new(x, g, vars);
    uint32_t rounds = 2000, n = 0;
    start = cpu_now();
    for (uint32_t r = 0; r < rounds; r++) {
        facts_reset(f);
        for (uint32_t i = 0; i < path.n; i++) {
            if (facts_test(f, path.at[i]) == TRUTH_OPEN) facts_assume(f, path.at[i]);
            n++;
        }
    }
    printf("    facts: test and assume %.0f ns a condition\n", (cpu_now() - start) / n * 1e9);
    start = cpu_now();
    uint32_t implied = 0;
    for (uint32_t r = 0; r < rounds; r++)
        for (uint32_t i = 0; i < path.n; i++)
            implied += facts_test(f, expr_not(x, path.at[i])) == TRUTH_FALSE;
    printf("    facts: test of the opposite, with its making, %.0f ns (%u%% implied)\n",
           (cpu_now() - start) / n * 1e9, implied / (rounds * path.n / 100));
    facts_free(f);
    solver_free(s);
    grammar_free(g);
    variables_free(vars);
    expr_store_free(x);
    vec_free(&path);
    vec_free(&query);
}

// Two integers (and a float) in a tuple; `member` gives the conditions of the i-th member of a family.
struct family {
    const char *name;
    uint32_t (*member)(struct expr_store *x, const expr_id v[3], int i, expr_id out[4]);
};

static expr_id arith(struct expr_store *x, enum expr_op op, expr_id a, int64_t b) {
    return expr_arith(x, op, a, expr_int(x, b));
}

static uint32_t neither(struct expr_store *x, const expr_id v[3], int i, expr_id out[4]) {
    expr_id b = arith(x, EXPR_ADD_OP, v[1], i); // not a < b, not b < a, not a = b
    out[0] = expr_not(x, expr_int_lt(x, v[0], b));
    out[1] = expr_not(x, expr_int_lt(x, b, v[0]));
    out[2] = expr_not(x, expr_int_eq(x, v[0], b));
    return 3;
}

static uint32_t parity(struct expr_store *x, const expr_id v[3], int i, expr_id out[4]) {
    expr_id sum = expr_arith(x, EXPR_ADD_OP, arith(x, EXPR_MUL_OP, v[0], 2), arith(x, EXPR_MUL_OP, v[1], 4));
    out[0] = expr_int_eq(x, sum, expr_int(x, 2 * i + 1));
    return 1;
}

static uint32_t remainders(struct expr_store *x, const expr_id v[3], int i, expr_id out[4]) {
    out[0] = expr_int_eq(x, arith(x, EXPR_REM_OP, v[0], 400), expr_int(x, i)); // not by 4 as by 400
    out[1] = expr_not(x, expr_int_eq(x, arith(x, EXPR_REM_OP, v[0], 4), expr_int(x, i % 4)));
    out[2] = expr_not(x, expr_int_lt(x, v[0], expr_int(x, 0)));
    return 3;
}

static uint32_t mixed(struct expr_store *x, const expr_id v[3], int i, expr_id out[4]) {
    expr_id a = expr_unary(x, EXPR_TO_FLOAT_OP, v[0]), b = expr_unary(x, EXPR_TO_FLOAT_OP, v[1]);
    out[0] = expr_float_lt(x, a, v[2]); // a < f < b, but b =< a as integers
    out[1] = expr_float_lt(x, v[2], b);
    out[2] = expr_int_lt(x, v[1], arith(x, EXPR_ADD_OP, v[0], -i));
    return 3;
}

static void bench_unsat(struct family family) {
    enum { MEMBERS = 100 };
    struct expr_store *x = expr_store_new();
    struct grammar *g = grammar_new(x);
    type_id in = grammar_declare(g), fl = grammar_declare(g), args = grammar_declare(g);
    grammar_add_int(g, in, NULL, NULL);
    grammar_add_simple(g, fl, ALT_FLOAT);
    grammar_add_tuple(g, args, (type_id[]){in, in, fl}, 3);
    grammar_freeze(g);
    expr_id var = expr_var(x, 0), c[4];
    expr_id v[3] = {expr_ival(x, expr_elem(x, var, 0)), expr_ival(x, expr_elem(x, var, 1)),
                    expr_fval(x, expr_elem(x, var, 2))};
    expr_id zero = expr_int_term(x, expr_int(x, 0));
    expr_id input = expr_tuple(x, (expr_id[]){zero, zero, expr_float_term(x, expr_float(x, 0))}, 3);
    struct binding at = {0, input};
    struct model parent = {1, &at, NULL}, answer;
    struct variables *vars = variables_new();
    variables_add(vars, args, input);
    struct solver *s = solver_new(x, g, vars, NULL);
    double start = cpu_now();
    for (int i = 0; i < MEMBERS; i++) {
        uint32_t n = family.member(x, v, i, c);
        solver_solve(s, &(struct query){c, n, &parent}, &answer);
    }
    report(family.name, s, cpu_now() - start, MEMBERS);
    solver_free(s);
    grammar_free(g);
    variables_free(vars);
    expr_store_free(x);
}

// A choice of 1,400 literals: its default way tested and assumed.
static void bench_switch(void) {
    enum { WAYS = 1400, ROUNDS = 200 };
    struct expr_store *x = expr_store_new();
    struct grammar *g = grammar_new(x);
    grammar_freeze(g);
    struct variables *vars = variables_new();
    variables_add(vars, TYPE_ANY, EXPR_NIL);
    struct facts *f = facts_new(x, g, vars);
    id_vec others = {0};
    for (int i = 0; i < WAYS; i++)
        vec_push(&others, expr_not(x, expr_eq(x, expr_var(x, 0), expr_int_term(x, expr_int(x, i)))));
    expr_id rest = expr_and(x, others.at, others.n);
    double start = cpu_now();
    for (int r = 0; r < ROUNDS; r++) {
        facts_reset(f);
        if (facts_test(f, rest) == TRUTH_OPEN) facts_assume(f, rest);
    }
    printf("choice of %d literals: facts test and assume the default in %.3f ms\n", WAYS,
           (cpu_now() - start) / ROUNDS * 1e3);
    facts_free(f);
    vec_free(&others);
    grammar_free(g);
    variables_free(vars);
    expr_store_free(x);
}

int main(void) {
    static const struct family families[] = {{"unsat: neither", neither},
                                             {"unsat: parity", parity},
                                             {"unsat: remainders", remainders},
                                             {"unsat: mixed", mixed}};
    bench_sorted(true);
    bench_sorted(false);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) bench_unsat(families[i]);
    bench_switch();
    return 0;
}
