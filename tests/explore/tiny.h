// SPDX-License-Identifier: Apache-2.0
// A tiny language for the tests of the search: units are C functions over a few small integers, run with
// their conditions beside them. Facts and solver are replaced by the simplest exact ones, so that the search
// is tested alone: facts know a condition or its negation again, the solver tries all values.
#ifndef FRISK_TESTS_TINY_H
#define FRISK_TESTS_TINY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/explore.h"

enum { TINY_MOST = 20 };

struct runner {
    struct tiny *tiny;
    struct trace *trace;
    struct outcome *out;
    int64_t v[TINY_MOST];
    uint64_t seen_sites; // covered by the last run
    uint64_t decisions;  // signature of what the concrete run did, independent of the trace
};

struct tiny_input {
    struct binding at[TINY_MOST];
    uint32_t n;
};

static inline struct model tiny_copy(struct tiny_input *in, const struct model *m) {
    in->n = m->n;
    memcpy(in->at, m->at, m->n * sizeof *m->at);
    return (struct model){in->n, in->at, NULL};
}

// A unit: a body over variables of the values 0..domain-1.
struct tiny {
    struct unit unit;
    struct language language;
    uint32_t n; // variables
    struct model seed;
    struct binding zeros[TINY_MOST];
    int64_t domain;
    void (*body)(struct runner *r);
    uint64_t covered; // sites
    expr_id unknown;  // a condition that the solver gives up on; 0: none
};

// ---- Programs ----

static inline expr_id tiny_var(struct runner *r, uint32_t i) {
    struct expr_store *x = r->tiny->unit.exprs;
    return expr_ival(x, expr_var(x, i));
}

static inline void tiny_seen(struct runner *r, uint32_t site, uint32_t way) {
    r->seen_sites |= (uint64_t)1 << (site * 4 + way) % 64;
    r->decisions = (r->decisions ^ (site * 16 + way + 1)) * 0x9E3779B97F4A7C15u;
    r->decisions ^= r->decisions >> 29;
}

static inline bool tiny_branch(struct runner *r, uint32_t site, expr_id condition, bool taken) {
    tiny_seen(r, site, taken);
    if (r->trace) trace_branch(r->trace, site, condition, taken, (uint32_t[]){site * 8, site * 8 + 1});
    r->out->steps++;
    return taken;
}

static inline bool tiny_less(struct runner *r, uint32_t site, uint32_t a, uint32_t b) {
    return tiny_branch(r, site, expr_int_lt(r->tiny->unit.exprs, tiny_var(r, a), tiny_var(r, b)),
                       r->v[a] < r->v[b]);
}

static inline bool tiny_is(struct runner *r, uint32_t site, uint32_t a, int64_t value) {
    struct expr_store *x = r->tiny->unit.exprs;
    return tiny_branch(r, site, expr_int_eq(x, tiny_var(r, a), expr_int(x, value)), r->v[a] == value);
}

// One of n: the variable's value, or any other.
static inline int64_t tiny_switch(struct runner *r, uint32_t site, uint32_t a, uint32_t n) {
    struct expr_store *x = r->tiny->unit.exprs;
    struct way ways[8];
    expr_id none[8];
    for (uint32_t i = 0; i + 1 < n; i++) {
        expr_id c = expr_int_eq(x, tiny_var(r, a), expr_int(x, i));
        ways[i] = (struct way){c, site * 8 + i};
        none[i] = expr_not(x, c);
    }
    ways[n - 1] = (struct way){expr_and(x, none, n - 1), site * 8 + n - 1};
    uint32_t taken = r->v[a] < n - 1 ? (uint32_t)r->v[a] : n - 1;
    tiny_seen(r, site, taken);
    trace_choice(r->trace, site, ways, n, taken);
    return taken;
}

// ---- The language ----

static inline struct runner *tiny_runner_new(struct unit *u, const struct run_limits *limits) {
    struct runner *r = mem_zalloc(sizeof *r);
    r->tiny = (struct tiny *)u;
    return r;
}

static inline void tiny_runner_free(struct runner *r) {
    mem_free(r);
}

static inline int64_t tiny_value(const struct unit *u, expr_id e) {
    int64_t v;
    assert_int_equal(expr_op(u->exprs, e), EXPR_INT_OP);
    assert_true(expr_get_int64(u->exprs, expr_arg(u->exprs, e, 0), &v));
    return v;
}

static inline void tiny_run(struct runner *r, const struct model *input, struct trace *trace,
                            struct outcome *out) {
    r->trace = trace;
    r->out = out;
    r->seen_sites = r->decisions = 0;
    for (uint32_t i = 0; i < input->n; i++) r->v[i] = tiny_value(&r->tiny->unit, input->at[i].value);
    r->tiny->body(r);
}

static inline void tiny_describe(struct runner *r, struct outcome_text *out) {
    char text[40];
    snprintf(text, sizeof text, "{tiny,%llu}", (unsigned long long)r->out->key);
    *out = (struct outcome_text){0};
    out->text = mem_strdup(text);
    if (r->out->kind != OUTCOME_RAISE) return;
    out->kind = mem_strdup("error");
    out->where = (struct place){mem_strdup("tiny.t"), (uint32_t)r->out->key, mem_strdup("body/1")};
}

static inline uint32_t tiny_fresh(struct runner *r) {
    uint64_t fresh = r->seen_sites & ~r->tiny->covered;
    r->tiny->covered |= fresh;
    return (uint32_t)__builtin_popcountll(fresh);
}

static inline uint32_t tiny_arguments(struct unit *u, const struct model *input, char ***out) {
    *out = mem_alloc((input->n + 1) * sizeof **out);
    for (uint32_t i = 0; i < input->n; i++) {
        char text[32];
        snprintf(text, sizeof text, "%lld", (long long)tiny_value(u, input->at[i].value));
        (*out)[i] = mem_strdup(text);
    }
    return input->n;
}

static inline char *tiny_call(struct unit *u, const struct model *input) {
    struct str s = {0};
    str_add(&s, "tiny(");
    for (uint32_t i = 0; i < input->n; i++)
        str_addf(&s, "%s%lld", i ? ", " : "", (long long)tiny_value(u, input->at[i].value));
    str_add(&s, ")");
    return str_take(&s);
}

static inline void tiny_init(struct tiny *t, void (*body)(struct runner *), uint32_t n, int64_t domain) {
    *t = (struct tiny){.domain = domain, .body = body};
    t->language = (struct language){.name = "tiny",
                                    .runner_new = tiny_runner_new,
                                    .runner_free = tiny_runner_free,
                                    .run = tiny_run,
                                    .describe = tiny_describe,
                                    .fresh_coverage = tiny_fresh,
                                    .argument_texts = tiny_arguments,
                                    .call_text = tiny_call};
    t->unit = (struct unit){.language = &t->language, .name = "tiny/1", .exprs = expr_store_new()};
    t->n = n;
    t->seed = (struct model){n, t->zeros, NULL};
    for (uint32_t i = 0; i < n; i++)
        t->zeros[i] = (struct binding){i, expr_int_term(t->unit.exprs, expr_int(t->unit.exprs, 0))};
    t->unit.seeds = &t->seed;
    t->unit.n_seeds = 1;
}

static inline void tiny_free(struct tiny *t) {
    expr_store_free(t->unit.exprs);
}

// ---- Facts: what was assumed, word for word ----

struct facts {
    struct expr_store *x;
    VEC(expr_id) held;
};

struct facts *facts_new(struct expr_store *x, const struct grammar *g, const struct variables *variables) {
    struct facts *f = mem_zalloc(sizeof *f);
    f->x = x;
    return f;
}
void facts_free(struct facts *f) {
    vec_free(&f->held);
    mem_free(f);
}
void facts_reset(struct facts *f) {
    vec_clear(&f->held);
}
void facts_watch(struct facts *f, double deadline, const struct stop *stop) {
    (void)f, (void)deadline, (void)stop; // the tiny language's facts take no time
}
enum truth facts_test(struct facts *f, expr_id condition) {
    expr_id negation = expr_not(f->x, condition);
    for (uint32_t i = 0; i < f->held.n; i++) {
        if (f->held.at[i] == condition) return TRUTH_TRUE;
        if (f->held.at[i] == negation) return TRUTH_FALSE;
    }
    return TRUTH_OPEN;
}
bool facts_assume(struct facts *f, expr_id condition) {
    bool fits = facts_test(f, condition) != TRUTH_FALSE;
    vec_push(&f->held, condition);
    return fits;
}

// ---- Solver: all values of the variables that the conditions mention ----

static struct tiny *tiny_solved; // the unit at hand

struct solver {
    struct expr_store *x;
    struct eval *eval;
    struct tiny_input answer;
    struct solve_stats stats;
};

struct solver *solver_new(struct expr_store *x, const struct grammar *g, const struct variables *variables,
                          const struct solve_options *options) {
    struct solver *s = mem_zalloc(sizeof *s);
    s->x = x;
    s->eval = eval_new(x);
    return s;
}
void solver_free(struct solver *s) {
    eval_free(s->eval);
    mem_free(s);
}
void solver_sweep(struct solver *s, struct expr_sweep *w) {}
const struct solve_stats *solver_stats(const struct solver *s) {
    return &s->stats;
}
const char *solve_link_name(enum solve_link link) {
    return "tiny";
}

static inline uint32_t tiny_mentions(const struct expr_store *x, expr_id e) { // bit set of variables
    if (expr_op(x, e) == EXPR_VAR_OP) return (uint32_t)1 << expr_imm(x, e);
    uint32_t set = 0;
    for (uint32_t i = 0; i < expr_count(x, e); i++) set |= tiny_mentions(x, expr_arg(x, e, i));
    return set;
}

// Counts the mentioned variables of m on; false after the last.
static inline bool tiny_next(struct tiny *t, struct tiny_input *m, uint32_t mentioned, int64_t *v) {
    for (uint32_t i = 0; i < m->n; i++) {
        if (!(mentioned >> i & 1)) continue;
        v[i] = (v[i] + 1) % t->domain;
        m->at[i].value = expr_int_term(t->unit.exprs, expr_int(t->unit.exprs, v[i]));
        if (v[i]) return true;
    }
    return false;
}

// A model of those conditions that mention the variables of `group` (and no others).
static inline bool tiny_solve_group(struct solver *s, const struct query *q, uint32_t group,
                                    struct tiny_input *m) {
    struct model model = {m->n, m->at, NULL};
    int64_t v[TINY_MOST] = {0};
    for (uint32_t i = 0; i < m->n; i++)
        if (group >> i & 1) m->at[i].value = expr_int_term(s->x, expr_int(s->x, 0));
    do {
        bool holds = true;
        eval_begin(s->eval, &model);
        for (uint32_t i = 0; i < q->n && holds; i++)
            if (tiny_mentions(s->x, q->conditions[i]) & group)
                holds = eval_bool(s->eval, q->conditions[i]) == TRUTH_TRUE;
        if (holds) return true;
    } while (tiny_next(tiny_solved, m, group, v));
    return false;
}

enum answer solver_solve(struct solver *s, const struct query *q, struct model *out) {
    assert_true(q->n > 0);
    for (uint32_t i = 0; i < q->n; i++) {
        if (q->conditions[i] != tiny_solved->unknown) continue;
        s->stats.unknown++;
        return ANSWER_UNKNOWN;
    }
    // The parent satisfies all but the last condition.
    eval_begin(s->eval, q->parent);
    for (uint32_t i = 0; i + 1 < q->n; i++)
        assert_int_equal(eval_bool(s->eval, q->conditions[i]), TRUTH_TRUE);
    *out = tiny_copy(&s->answer, q->parent);
    uint32_t group = tiny_mentions(s->x, q->conditions[q->n - 1]);
    for (bool grown = true; grown;) { // all that hangs together with the last condition
        grown = false;
        for (uint32_t i = 0; i < q->n; i++) {
            uint32_t m = tiny_mentions(s->x, q->conditions[i]);
            if (!(m & group) || !(m & ~group)) continue;
            group |= m;
            grown = true;
        }
    }
    bool sat = tiny_solve_group(s, q, group, &s->answer);
    sat ? s->stats.sat++ : s->stats.unsat++;
    return sat ? ANSWER_SAT : ANSWER_UNSAT;
}

#endif
