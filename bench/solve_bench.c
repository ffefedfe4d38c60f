// SPDX-License-Identifier: Apache-2.0
// What the solving chain costs: each alternative of the path of a function that checks whether a list is
// sorted, 100 elements, typed [integer()] and untyped; and one test of a condition by the facts, as every
// symbolic decision of a run pays for it. CPU time of this thread.
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
    expr_id input = EXPR_NIL, out = 0;
    for (int i = ELEMENTS; i > 0; i--) input = expr_cons(x, expr_int_term(x, expr_int(x, i)), input);
    input = expr_tuple(x, &input, 1);
    struct model parent = {1, &input}, answer = {1, &out};
    struct solver *s = solver_new(x, g, &args, 1, NULL);
    double start = cpu_now();
    for (uint32_t i = 0; i < path.n; i++) {
        vec_clear(&query);
        for (uint32_t k = 0; k < i; k++) vec_push(&query, path.at[k]);
        vec_push(&query, expr_not(x, path.at[i]));
        solver_solve(s, &(struct query){query.at, query.n, &parent}, &answer);
    }
    report(typed ? "sorted [integer()]" : "sorted, untyped", s, cpu_now() - start, path.n);
    struct facts *f = facts_new(x, g, &args, 1);
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
    expr_store_free(x);
    vec_free(&path);
    vec_free(&query);
}

int main(void) {
    bench_sorted(true);
    bench_sorted(false);
    return 0;
}
