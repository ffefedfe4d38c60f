// SPDX-License-Identifier: Apache-2.0
#include "explore/goals.h"

#include <assert.h>
#include <string.h>

enum {
    GOALS_MAX = 4000,
    BEYOND_MAX = 4, // alternatives that wait, for each goal
    TRIED_MAX = 60, // that are tried in all, for each goal
    NEAR_MAX = 16,
    REPLACE_EVERY = 8, // runs, once so many came near
    GROWN_MAX = 1500,  // from the inputs of one goal; most points that stay out of reach are dead code
};

static void clear(struct goals *g, struct goal *goal) {
    for (uint32_t i = 0; i < goal->beyond.n; i++) goal_attempt_free(&goal->beyond.at[i]);
    for (uint32_t i = 0; i < goal->near.n; i++) goal_attempt_free(&goal->near.at[i]);
    assert(g->waiting >= goal->beyond.n);
    g->waiting -= goal->beyond.n;
    vec_free(&goal->beyond);
    vec_free(&goal->near);
}

void goal_attempt_free(struct goal_attempt *a) {
    mem_free(a->input);
    mem_free(a->conditions);
    *a = (struct goal_attempt){0};
}

void goals_free(struct goals *g) {
    for (uint32_t i = 0; i < g->all.n; i++) clear(g, &g->all.at[i]);
    for (uint32_t i = 0; i < g->again.n; i++) goal_attempt_free(&g->again.at[i]);
    assert(!g->waiting);
    vec_free(&g->again);
    hash_map_free(&g->numbers);
    vec_free(&g->all);
}

// The goal of a point; NULL: there are too many.
static struct goal *goal_of(struct goals *g, uint32_t point) {
    uint32_t number;
    if (!hash_map_get(&g->numbers, point, &number)) {
        if (g->all.n == GOALS_MAX) return NULL;
        number = g->all.n;
        hash_map_put(&g->numbers, point, number);
        vec_push(&g->all, (struct goal){.point = point});
    }
    assert(number < g->all.n && g->all.at[number].point == point);
    return &g->all.at[number];
}

static struct goal_attempt attempt_from(const struct model *input) {
    struct goal_attempt a = {.n_input = input->n, .input = mem_alloc(input->n * sizeof *input->at + 1)};
    if (input->n) memcpy(a.input, input->at, input->n * sizeof *input->at);
    return a;
}

// ---- Beyond the depth ----

// The conditions of the decisions before the i-th, as they went, and that of the way instead of the i-th.
static void set_path(struct goal_attempt *a, const struct trace *t, uint32_t i, expr_id way) {
    assert(i < t->decisions.n);
    a->conditions = mem_alloc((i + 1) * sizeof *a->conditions);
    for (uint32_t k = 0; k <= i; k++) {
        const struct decision *d = &t->decisions.at[k];
        expr_id c = k == i ? way : t->ways.at[d->first_way + d->taken].condition;
        if (c != EXPR_TRUE) a->conditions[a->n_conditions++] = c;
    }
}

static void offer(struct goals *g, const struct trace *t, uint32_t i, const struct way *way,
                  const struct model *input) {
    if ((way->point & POINT_LATER) == POINT_LATER) return;
    struct goal *goal = goal_of(g, way->point);
    if (!goal || goal->run == g->runs || goal->beyond.n == BEYOND_MAX || goal->tried >= TRIED_MAX) return;
    goal->run = g->runs;
    struct goal_attempt a = attempt_from(input);
    set_path(&a, t, i, way->condition);
    vec_push(&goal->beyond, a);
    g->waiting++;
}

// Behind a condition that the path before it rules out. Growing is all that helps there.
static void add_missed(struct goals *g, const struct frontier *f, const struct trace *t,
                       const struct model *input) {
    for (uint32_t i = 0; i < t->missed.n; i++) goals_came_near(g, f, t->missed.at[i], input);
}

void goals_add(struct goals *g, const struct frontier *f, const struct trace *t, const struct model *input,
               bool grown) {
    g->runs++;
    g->searched += !grown;
    g->grown = grown;
    add_missed(g, f, t, input);
    for (uint32_t i = t->depth; i < t->decisions.n; i++) {
        const struct decision *d = &t->decisions.at[i];
        assert(d->taken < d->n);
        for (uint32_t k = 0; k < d->n; k++) {
            const struct way *way = &t->ways.at[d->first_way + k];
            if (k != d->taken && !frontier_visited(f, way->point)) offer(g, t, i, way, input);
        }
    }
}

bool goals_take(struct goals *g, const struct frontier *f, uint32_t *point, struct goal_attempt *out) {
    for (uint32_t i = 0; i < g->all.n && g->waiting; i++) {
        if (g->next_beyond >= g->all.n) g->next_beyond = 0;
        struct goal *goal = &g->all.at[g->next_beyond++];
        if (frontier_visited(f, goal->point)) clear(g, goal);
        if (!goal->beyond.n) continue;
        *point = goal->point;
        *out = vec_pop(&goal->beyond);
        assert(g->waiting > 0);
        goal->tried++;
        g->waiting--;
        return true;
    }
    assert(!g->waiting); // every goal has been looked at
    return false;
}

void goals_look_again(struct goals *g, const struct model *input) {
    vec_push(&g->again, attempt_from(input));
}

bool goals_take_again(struct goals *g, struct goal_attempt *out) {
    if (!g->again.n) return false;
    *out = vec_pop(&g->again);
    return true;
}

// ---- Inputs that came near ----

static bool same_input(const struct goal_attempt *a, const struct model *input) {
    return a->n_input == input->n &&
           (!input->n || !memcmp(a->input, input->at, input->n * sizeof *input->at));
}

void goals_came_near(struct goals *g, const struct frontier *f, uint32_t point, const struct model *input) {
    if ((point & POINT_LATER) == POINT_LATER || frontier_visited(f, point)) return;
    struct goal *goal = goal_of(g, point);
    if (!goal || goal->grown >= GROWN_MAX) return;
    goal->passed += !g->grown;
    if (goal->near.n == NEAR_MAX && g->runs % REPLACE_EVERY) return;
    for (uint32_t i = 0; i < goal->near.n; i++)
        if (same_input(&goal->near.at[i], input)) return;
    if (goal->near.n < NEAR_MAX) {
        vec_push(&goal->near, attempt_from(input));
        return;
    }
    assert(goal->near.n == NEAR_MAX);
    struct goal_attempt *oldest = &goal->near.at[g->runs / REPLACE_EVERY % NEAR_MAX];
    goal_attempt_free(oldest);
    *oldest = attempt_from(input);
}

// A point that many of the runs pass by is most likely one that nothing leads to: the check of an element
// that has been checked before, say.
static bool is_dead(const struct goals *g, const struct goal *goal) {
    enum { ENOUGH = 100 };
    return g->searched > ENOUGH && 8 * goal->passed > g->searched;
}

// What has been put in so far, and less for what few runs come near.
static uint64_t effort(const struct goal *goal) {
    return 4 * (uint64_t)goal->grown + goal->passed;
}

bool goals_near(struct goals *g, const struct frontier *f, uint64_t pick, struct model *out) {
    struct goal *best = NULL;
    for (uint32_t i = 0; i < g->all.n; i++) {
        struct goal *goal = &g->all.at[i];
        if (!goal->near.n) continue;
        if (frontier_visited(f, goal->point) || goal->grown >= GROWN_MAX)
            clear(g, goal);
        else if (!is_dead(g, goal) && (!best || effort(goal) < effort(best)))
            best = goal;
    }
    if (!best) return false;
    const struct goal_attempt *a = &best->near.at[pick % best->near.n];
    assert(!frontier_visited(f, best->point));
    best->grown++;
    out->n = a->n_input;
    out->at = a->input;
    return true;
}

bool goals_left(const struct goals *g, const struct frontier *f) {
    for (uint32_t i = 0; i < g->all.n; i++)
        if (!frontier_visited(f, g->all.at[i].point) && !is_dead(g, &g->all.at[i])) return true;
    return false;
}

static void mark(const struct goal_attempt *a, struct expr_sweep *w) {
    for (uint32_t i = 0; i < a->n_input; i++) expr_sweep_mark(w, a->input[i].value);
    for (uint32_t i = 0; i < a->n_conditions; i++) expr_sweep_mark(w, a->conditions[i]);
}

void goals_mark(const struct goals *g, struct expr_sweep *w) {
    for (uint32_t i = 0; i < g->again.n; i++) mark(&g->again.at[i], w);
    for (uint32_t i = 0; i < g->all.n; i++) {
        const struct goal *goal = &g->all.at[i];
        for (uint32_t k = 0; k < goal->beyond.n; k++) mark(&goal->beyond.at[k], w);
        for (uint32_t k = 0; k < goal->near.n; k++) mark(&goal->near.at[k], w);
    }
}
