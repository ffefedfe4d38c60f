// SPDX-License-Identifier: Apache-2.0
#include "erlang/analysis/size_change.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { GRAPHS_MAX = 1500, ARCS_MAX = 400, ALL_ARCS_MAX = 100000 };

static int compare_arcs(const void *left, const void *right) {
    const struct size_arc *a = left, *b = right;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    if (a->to != b->to) return a->to < b->to ? -1 : 1;
    return (int)b->strict - (int)a->strict; // the strict one first
}

// In order, one for each pair. Returns how many.
static uint32_t sort_arcs(struct size_arc *arcs, uint32_t n) {
    uint32_t kept = 0;
    if (n) qsort(arcs, n, sizeof *arcs, compare_arcs);
    for (uint32_t i = 0; i < n; i++)
        if (!kept || arcs[kept - 1].from != arcs[i].from || arcs[kept - 1].to != arcs[i].to)
            arcs[kept++] = arcs[i];
    return kept;
}

static bool same_arcs(const struct size_arc *a, const struct size_arc *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (a[i].from != b[i].from || a[i].to != b[i].to || a[i].strict != b[i].strict) return false;
    return true;
}

void size_changes_call(struct size_changes *s, uint32_t from, uint32_t to, uint32_t first) {
    uint32_t n = sort_arcs(s->arcs.at + first, s->arcs.n - first);
    s->arcs.n = first + n;
    for (uint32_t i = 0; i < s->calls.n; i++) {
        const struct size_call *c = &s->calls.at[i];
        if (c->from != from || c->to != to || c->n != n ||
            !same_arcs(s->arcs.at + c->first, s->arcs.at + first, n))
            continue;
        s->arcs.n = first;
        return;
    }
    vec_push(&s->calls, ((struct size_call){from, to, first, n}));
}

void size_changes_free(struct size_changes *s) {
    vec_free(&s->calls);
    vec_free(&s->arcs);
}

// ---- Functions that call each other ----

struct visit {
    uint32_t function, next; // call to look at
};

struct components {
    const struct size_changes *s;
    uint32_t n;
    uint32_t *first, *order; // calls by caller: order[first[f]] ..
    uint32_t *index, *low, *of;
    bool *open;
    VEC(uint32_t) stack;
    VEC(struct visit) todo;
    uint32_t counter, found;
};

static void sort_calls(struct components *c) {
    const struct size_changes *s = c->s;
    c->first = mem_zalloc((c->n + 2) * sizeof *c->first);
    c->order = mem_zalloc((s->calls.n + 1) * sizeof *c->order);
    for (uint32_t i = 0; i < s->calls.n; i++) c->first[s->calls.at[i].from + 1]++;
    for (uint32_t f = 0; f < c->n; f++) c->first[f + 1] += c->first[f];
    uint32_t *next = mem_zalloc((c->n + 1) * sizeof *next);
    for (uint32_t i = 0; i < s->calls.n; i++) {
        uint32_t f = s->calls.at[i].from;
        c->order[c->first[f] + next[f]++] = i;
    }
    mem_free(next);
}

static void enter(struct components *c, uint32_t f) {
    c->index[f] = c->low[f] = ++c->counter;
    c->open[f] = true;
    vec_push(&c->stack, f);
    vec_push(&c->todo, ((struct visit){f, c->first[f]}));
}

static void leave(struct components *c, uint32_t f) {
    if (c->low[f] != c->index[f]) return;
    uint32_t g;
    do {
        g = vec_pop(&c->stack);
        c->open[g] = false;
        c->of[g] = c->found;
    } while (g != f);
    c->found++;
}

// R. Tarjan's algorithm, without recursion: c->of says to which component each function belongs.
static void find_components(struct components *c) {
    for (uint32_t root = 0; root < c->n; root++) {
        if (c->index[root]) continue;
        enter(c, root);
        while (c->todo.n) {
            struct visit *v = &vec_last(&c->todo);
            uint32_t f = v->function;
            if (v->next == c->first[f + 1]) {
                c->todo.n--;
                leave(c, f);
                if (c->todo.n) {
                    uint32_t up = vec_last(&c->todo).function;
                    if (c->low[f] < c->low[up]) c->low[up] = c->low[f];
                }
                continue;
            }
            uint32_t to = c->s->calls.at[c->order[v->next++]].to;
            if (!c->index[to])
                enter(c, to);
            else if (c->open[to] && c->index[to] < c->low[f])
                c->low[f] = c->index[to];
        }
    }
}

static void components_begin(struct components *c, const struct size_changes *s, uint32_t n) {
    *c = (struct components){.s = s, .n = n};
    c->index = mem_zalloc((n + 1) * sizeof *c->index);
    c->low = mem_zalloc((n + 1) * sizeof *c->low);
    c->of = mem_zalloc((n + 1) * sizeof *c->of);
    c->open = mem_zalloc((n + 1) * sizeof *c->open);
    sort_calls(c);
    find_components(c);
}

static void components_end(struct components *c) {
    mem_free(c->first);
    mem_free(c->order);
    mem_free(c->index);
    mem_free(c->low);
    mem_free(c->of);
    mem_free(c->open);
    vec_free(&c->stack);
    vec_free(&c->todo);
}

// ---- Compositions, within one component ----

struct closure {
    struct size_changes all; // the component's calls first
    uint32_t n_calls;
    uint32_t (*class_of)(uint32_t);
    uint32_t decreasing;
    struct size_arc scratch[ARCS_MAX + 1];
};

// What goes by way of b. False: too many arcs.
static bool compose(struct closure *c, const struct size_call *a, const struct size_call *b, uint32_t *n) {
    const struct size_arc *x = c->all.arcs.at + a->first, *y = c->all.arcs.at + b->first;
    *n = 0;
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t j = 0; j < b->n; j++) {
            if (x[i].to != y[j].from) continue;
            if (*n == ARCS_MAX) *n = sort_arcs(c->scratch, *n);
            if (*n == ARCS_MAX) return false;
            c->scratch[(*n)++] = (struct size_arc){x[i].from, y[j].to, x[i].strict || y[j].strict};
        }
    *n = sort_arcs(c->scratch, *n);
    return true;
}

static bool descends(struct closure *c, const struct size_call *g) {
    uint32_t n;
    if (g->from != g->to) return true;
    if (!compose(c, g, g, &n)) return false;
    if (n != g->n || !same_arcs(c->scratch, c->all.arcs.at + g->first, n)) return true; // not idempotent
    for (uint32_t i = 0; i < n; i++) {
        const struct size_arc *a = &c->scratch[i];
        if (a->from != a->to || !a->strict) continue;
        c->decreasing |= 1u << c->class_of(a->from);
        return true;
    }
    return false;
}

static bool closes(struct closure *c) {
    for (uint32_t i = 0; i < c->all.calls.n; i++) {
        struct size_call g = c->all.calls.at[i];
        if (!descends(c, &g)) return false;
        for (uint32_t k = 0; k < c->n_calls; k++) {
            const struct size_call b = c->all.calls.at[k];
            uint32_t n, first = c->all.arcs.n;
            if (b.from != g.to) continue;
            if (!compose(c, &g, &b, &n)) return false;
            for (uint32_t j = 0; j < n; j++) vec_push(&c->all.arcs, c->scratch[j]);
            size_changes_call(&c->all, g.from, b.to, first);
            if (c->all.calls.n > GRAPHS_MAX || c->all.arcs.n > ALL_ARCS_MAX) return false;
        }
    }
    return true;
}

static bool component_ends(const struct components *c, uint32_t component, uint32_t (*class_of)(uint32_t),
                           uint32_t *decreasing) {
    struct closure *w = mem_zalloc(sizeof *w);
    w->class_of = class_of;
    for (uint32_t i = 0; i < c->s->calls.n; i++) {
        const struct size_call *call = &c->s->calls.at[i];
        if (c->of[call->from] != component || c->of[call->to] != component) continue;
        uint32_t first = w->all.arcs.n;
        for (uint32_t k = 0; k < call->n; k++) vec_push(&w->all.arcs, c->s->arcs.at[call->first + k]);
        size_changes_call(&w->all, call->from, call->to, first);
    }
    w->n_calls = w->all.calls.n;
    bool ends = closes(w);
    *decreasing |= w->decreasing;
    size_changes_free(&w->all);
    mem_free(w);
    return ends;
}

bool size_changes_end(const struct size_changes *s, uint32_t n, uint32_t (*class_of)(uint32_t),
                      uint32_t *decreasing) {
    struct components c;
    bool ends = true;
    *decreasing = 0;
    components_begin(&c, s, n);
    for (uint32_t i = 0; i < c.found && ends; i++) ends = component_ends(&c, i, class_of, decreasing);
    components_end(&c);
    return ends;
}
