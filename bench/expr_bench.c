// SPDX-License-Identifier: Apache-2.0
// What expressions cost: interning, evaluation, arithmetic queries. One line a figure: name, value, unit. On
// a shared machine compare the ratios: everything against hash_mix, a fixed piece of work measured alongside.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/hash.h"
#include "expr/expr.h"
#include "solve/z3/arith.h"

static uint64_t seed = 1;

static uint32_t rnd(uint32_t n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

// Of this thread: others on the machine do not count (the watchdog of the solver sleeps).
static double cpu_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double unit_ns; // one step of a chain of hash_mix

static void report(const char *name, double ns) {
    printf("%-28s %10.1f ns  %8.1f x hash_mix\n", name, ns, ns / unit_ns);
}

static void bench_unit(void) {
    uint64_t h = 1;
    double start = cpu_now();
    for (int i = 0; i < 20000000; i++) h = hash_mix(h, (uint64_t)i);
    unit_ns = (cpu_now() - start) / 20000000 * 1e9;
    printf("%-28s %10.1f ns  (%" PRIu64 ")\n", "hash_mix", unit_ns, h & 1);
}

// Conses over random earlier nodes: all of them new, then all of them again.
static void bench_intern(uint32_t nodes) {
    struct expr_store *x = expr_store_new();
    expr_id *ids = mem_alloc(nodes * sizeof *ids);
    for (uint32_t i = 0; i < 1000; i++) ids[i] = expr_var(x, i);
    for (int again = 0; again < 2; again++) {
        seed = 1;
        double start = cpu_now();
        for (uint32_t i = 1000; i < nodes; i++) {
            expr_id a = ids[rnd(again ? nodes : i)], b = ids[rnd(i)];
            if (again) a = ids[i], (void)b;
            if (again) {
                expr_id e = expr_cons(x, expr_hd(x, a), expr_tl(x, a));
                if (e != a) abort();
            } else {
                ids[i] = expr_cons(x, a, b);
            }
        }
        char name[64];
        snprintf(name, sizeof name, "%s, %u live", again ? "intern found" : "intern new", nodes);
        report(name, (cpu_now() - start) / (nodes - 1000) * 1e9);
    }
    printf("%-28s %10.1f bytes\n", "store per node", (double)expr_store_bytes(x) / expr_store_count(x));
    mem_free(ids);
    expr_store_free(x);
}

// A path of 500 comparisons over sums of 20 integers, sharing parts, under one model after the other.
static void bench_eval(void) {
    struct expr_store *x = expr_store_new();
    expr_id ints[20], conditions[500], pool[64];
    for (uint32_t i = 0; i < 20; i++) ints[i] = expr_ival(x, expr_var(x, i));
    for (uint32_t i = 0; i < 64; i++) pool[i] = ints[i % 20];
    for (uint32_t i = 0; i < 500; i++) {
        uint32_t k = rnd(64);
        enum expr_op op = rnd(2) ? EXPR_MUL_OP : EXPR_SUB_OP;
        expr_id term = expr_arith(x, op, ints[rnd(20)], ints[rnd(20)]);
        pool[k] = expr_arith(x, EXPR_BXOR_OP, expr_arith(x, EXPR_ADD_OP, ints[rnd(20)], term),
                             expr_int(x, 3 + rnd(50)));
        conditions[i] =
            expr_int_lt(x, pool[k], expr_arith(x, EXPR_ADD_OP, pool[rnd(64)], expr_int(x, rnd(9))));
    }
    struct binding at[20];
    struct model m = {20, at, NULL};
    struct eval *ev = eval_new(x);
    uint32_t nodes = expr_store_count(x), open = 0;
    enum { MODELS = 2000 };
    double start = cpu_now();
    for (uint32_t k = 0; k < MODELS; k++) {
        for (uint32_t i = 0; i < 20; i++)
            at[i] = (struct binding){i, expr_int_term(x, expr_int(x, rnd(100)))};
        eval_begin(ev, &m);
        for (uint32_t i = 0; i < 500; i++) open += eval_bool(ev, conditions[i]) == TRUTH_OPEN;
    }
    double seconds = cpu_now() - start;
    report("eval a node", seconds / MODELS / nodes * 1e9);
    printf("%-28s %10.1f us for %u nodes (%u open)\n", "eval a path of 500", seconds / MODELS * 1e6, nodes,
           open);
    eval_free(ev);
    expr_store_free(x);
}

// ---- Queries ----

enum family { LINEAR, DIVREM, PRODUCT, MASK, BITS, FAMILIES };
static const char *const family_names[] = {"linear", "div, rem", "products", "masks",
                                           "band, bxor of unknowns"};

static expr_id side(struct expr_store *x, enum family f, expr_id a, expr_id b) {
    expr_id c = expr_int(x, 2 + rnd(9));
    switch (f) {
    case LINEAR: return expr_arith(x, EXPR_ADD_OP, expr_arith(x, EXPR_MUL_OP, a, c), b);
    case DIVREM:
        return expr_arith(x, EXPR_ADD_OP, expr_arith(x, rnd(2) ? EXPR_DIV_OP : EXPR_REM_OP, a, c), b);
    case PRODUCT: return expr_arith(x, EXPR_MUL_OP, a, b);
    case MASK: return expr_arith(x, EXPR_ADD_OP, expr_arith(x, EXPR_BAND_OP, a, expr_int(x, 15)), b);
    default: return expr_arith(x, rnd(2) ? EXPR_BAND_OP : EXPR_BXOR_OP, a, b);
    }
}

static int compare_doubles(const void *a, const void *b) {
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

// Paths of 12 conditions over 4 integers that some model satisfies; each query flips one of them.
static void bench_arith(enum family f) {
    enum { QUERIES = 200, LENGTH = 12 };
    struct expr_store *x = expr_store_new();
    struct solve_options o = {0};
    struct arith *a = arith_new(x, &o);
    struct eval *ev = eval_new(x);
    leaf_values out = {0};
    double times[QUERIES];
    uint32_t answers[3] = {0};
    seed = 7;
    for (uint32_t q = 0; q < QUERIES; q++) {
        expr_id ints[4], path[LENGTH];
        struct binding at[4];
        struct model m = {4, at, NULL};
        for (uint32_t i = 0; i < 4; i++) {
            ints[i] = expr_ival(x, expr_var(x, i));
            at[i] = (struct binding){i, expr_int_term(x, expr_int(x, rnd(60)))};
        }
        eval_begin(ev, &m);
        uint32_t n = 1 + q % LENGTH;
        for (uint32_t i = 0; i < n; i++) {
            expr_id limit = expr_int(x, rnd(f == PRODUCT ? 2000 : 100));
            path[i] = expr_int_lt(x, side(x, f, ints[rnd(4)], ints[rnd(4)]), limit);
            if (eval_bool(ev, path[i]) != TRUTH_TRUE) path[i] = expr_not(x, path[i]);
        }
        path[n - 1] = expr_not(x, path[n - 1]);
        double start = cpu_now();
        answers[arith_solve(a, path, n, &out)]++;
        times[q] = (cpu_now() - start) * 1e3;
    }
    double sum = 0;
    for (uint32_t q = 0; q < QUERIES; q++) sum += times[q];
    qsort(times, QUERIES, sizeof *times, compare_doubles);
    printf("query, %-21s %10.3f ms median, %.3f p90, %.3f mean; sat %u unsat %u unknown %u\n",
           family_names[f], times[QUERIES / 2], times[QUERIES * 9 / 10], sum / QUERIES, answers[0],
           answers[1], answers[2]);
    vec_free(&out);
    eval_free(ev);
    arith_free(a);
    expr_store_free(x);
}

int main(int argc, char **argv) {
    bench_unit();
    bench_intern(100000);
    bench_intern(argc > 1 ? (uint32_t)atoi(argv[1]) : 2000000);
    bench_eval();
    for (enum family f = 0; f < FAMILIES; f++) bench_arith(f);
    return 0;
}
