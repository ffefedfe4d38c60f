// SPDX-License-Identifier: Apache-2.0
#include "solve/solve.h"

#include <assert.h>

#include "base/clock.h"
#include "solve/shapes.h"

#define SECONDS_DEFAULT 2.0

struct solver *solver_new(struct expr_store *x, const struct grammar *g, const struct variables *variables,
                          const struct solve_options *options) {
    struct solver *s = mem_zalloc(sizeof *s);
    s->x = x;
    s->g = g;
    s->variables = variables;
    if (options) s->options = *options;
    s->f = facts_new(x, g, variables);
    s->parent = eval_new(x);
    s->check = eval_new(x);
    s->arith = arith_new(x, &s->options);
    s->cache = slice_cache_new();
    return s;
}

void solver_free(struct solver *s) {
    if (!s) return;
    facts_free(s->f);
    eval_free(s->parent);
    eval_free(s->check);
    arith_free(s->arith);
    slice_cache_free(s->cache);
    tape_free(&s->tape);
    for (uint32_t i = 0; i < s->frames.n; i++) vec_free(&s->frames.at[i].saved.bytes);
    vec_free(&s->frames);
    vec_free(&s->todo);
    vec_free(&s->opts);
    vec_free(&s->conditions);
    vec_free(&s->leaves);
    hash_map_free(&s->leaf_of);
    hash_map_free(&s->rewritten);
    vec_free(&s->stack);
    vec_free(&s->slice_of);
    vec_free(&s->slice);
    vec_free(&s->slice_leaves);
    vec_free(&s->sent);
    vec_free(&s->found);
    vec_free(&s->values);
    vec_free(&s->state);
    vec_free(&s->build);
    vec_free(&s->changed);
    vec_free(&s->model);
    mem_free(s->stats.z3_seconds);
    mem_free(s);
}

static enum answer count(struct solver *s, enum solve_link link, double start, enum answer a) {
    struct link_stats *l = &s->stats.links[link];
    l->asked++;
    l->seconds += clock_now() - start;
    if (a == ANSWER_SAT) l->sat++;
    if (a == ANSWER_UNSAT) l->unsat++;
    return a;
}

static enum answer solve(struct solver *s, const struct query *q, struct model *out) {
    double start = clock_now();
    double in_z3 = s->stats.links[LINK_Z3].seconds;
    s->q = q;
    s->used_z3 = false;
    double seconds = s->options.seconds > 0 ? s->options.seconds : SECONDS_DEFAULT;
    s->deadline = start + seconds * (s->options.patience ? s->options.patience : 1) /
                              (s->options.haste ? s->options.haste : 1);
    const struct model nothing = {.variables = s->variables};
    if (s->options.deadline > 0 && s->options.deadline < s->deadline) s->deadline = s->options.deadline;
    eval_begin(s->parent, q->parent ? q->parent : &nothing);
    facts_reset(s->f);
    facts_watch(s->f, s->deadline, s->options.stop);
    bool possible = facts_propagate(s->f, q->conditions, q->n);
    if (count(s, LINK_FACTS, start, possible ? ANSWER_UNKNOWN : ANSWER_UNSAT) == ANSWER_UNSAT)
        return ANSWER_UNSAT;
    if (facts_cut_off(s->f)) return ANSWER_UNKNOWN;
    start = clock_now();
    enum answer a = shapes_solve(s, out);
    count(s, LINK_SHAPES, start, s->used_z3 ? ANSWER_UNKNOWN : a);
    s->stats.links[LINK_SHAPES].seconds -= s->stats.links[LINK_Z3].seconds - in_z3;
    return a;
}

enum answer solver_solve(struct solver *s, const struct query *q, struct model *out) {
    assert(q->n == 0 || q->conditions);
    enum answer a = solve(s, q, out);
    if (a == ANSWER_SAT)
        s->stats.sat++;
    else if (a == ANSWER_UNSAT)
        s->stats.unsat++;
    else
        s->stats.unknown++;
    return a;
}

// All else is made anew for each query: facts, memos, leaves.
void solver_sweep(struct solver *s, struct expr_sweep *w) {
    slice_cache_sweep(s->cache, w);
}

const struct solve_stats *solver_stats(const struct solver *s) {
    struct solver *own = (struct solver *)s; // the counts of the back end are copied when asked for
    const struct arith_counts *c = arith_counts(s->arith);
    own->stats.checked = c->checked;
    own->stats.disagreed = c->disagreed;
    own->stats.z3_late = c->late;
    own->stats.z3_died = c->died;
    return &s->stats;
}

const char *solve_link_name(enum solve_link link) {
    static const char *const names[] = {
#define X(name, text, what) text,
        SOLVE_LINKS(X)
#undef X
    };
    assert(link < LINK_COUNT);
    return names[link];
}
