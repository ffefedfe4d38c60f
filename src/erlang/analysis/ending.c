// SPDX-License-Identifier: Apache-2.0
#include "erlang/analysis/ending.h"

#include <string.h>

#include "erlang/analysis/ending_size.h"
#include "erlang/analysis/size_change.h"

enum { VISITS_MAX = 200000 };

// ---- Variants and funs as they are ----

// Whether what is known in scope s is in scope t, too: the same letrecs, with no more captured.
static bool scope_within(struct analysis *a, uint32_t s, uint32_t t) {
    while (s != t) {
        if (!s || !t) return false;
        const struct scope *x = &a->scopes.at[s], *y = &a->scopes.at[t];
        if (x->letrec != y->letrec || !shape_subset(a->shapes, x->captured, y->captured)) return false;
        s = x->parent;
        t = y->parent;
    }
    return true;
}

uint32_t ending_find(struct analysis *a, uint32_t routine, uint32_t scope, shape captured,
                     const shape *args) {
    const struct routine *r = &a->routines.at[routine];
    for (uint32_t i = 0; i < r->variants.n; i++) {
        const struct variant *v = &a->variants.at[r->variants.at[i]];
        bool takes =
            !v->apart && scope_within(a, scope, v->scope) && shape_subset(a->shapes, captured, v->captured);
        for (uint32_t k = 0; k < r->arity && takes; k++) takes = shape_subset(a->shapes, args[k], v->args[k]);
        if (takes) return r->variants.at[i];
    }
    return UINT32_MAX;
}

uint32_t ending_find_lambda(struct analysis *a, uint32_t routine, uint32_t scope, shape captured) {
    const struct routine *r = &a->routines.at[routine];
    for (uint32_t i = 0; i < r->lambdas.n; i++) {
        const struct lambda *l = &a->lambdas.at[r->lambdas.at[i]];
        if (scope_within(a, scope, l->scope) && shape_subset(a->shapes, captured, l->captured))
            return r->lambdas.at[i];
    }
    return UINT32_MAX;
}

// ---- Calls ----

void ending_unknown(struct analysis *a) {
    a->ending->failed = true;
}

static void look_at(struct analysis *a, uint32_t variant) {
    struct ending *e = a->ending;
    if (e->seen[variant]) return;
    e->seen[variant] = true;
    vec_push(&e->todo, variant);
}

void ending_call(struct pass *p, uint32_t variant) {
    struct ending *e = p->a->ending;
    uint32_t first = e->changes.arcs.n;
    look_at(p->a, variant);
    ending_arcs(p, variant);
    size_changes_call(&e->changes, p->variant, variant, first);
}

static bool looks_on(struct analysis *a, uint64_t visits) {
    return !a->ending->failed && !a->given_up && a->visits < visits + VISITS_MAX;
}

// All variants that calls lead to. False: something is not known to end.
static bool look_through(struct analysis *a) {
    struct ending *e = a->ending;
    const uint64_t visits = a->visits;
    for (uint32_t i = 0; i < a->entries.n; i++) look_at(a, a->entries.at[i]);
    while (e->todo.n && looks_on(a, visits)) infer_look_again(a, vec_pop(&e->todo));
    return looks_on(a, visits);
}

void ending_decide(struct analysis *a) {
    struct ending e = {0};
    const bool hurried = a->hurried;
    uint32_t decreasing = 0;
    if (!a->entries.n) return;
    e.n_variants = a->variants.n;
    e.seen = mem_zalloc((a->variants.n + 1) * sizeof *e.seen);
    a->ending = &e;
    a->hurried = false; // what is found out more exactly is within what was
    bool known = look_through(a);
    a->ending = NULL;
    a->hurried = hurried;
    a->given_up = false; // only its time was over
    if (known && size_changes_end(&e.changes, e.n_variants, ending_size_class, &decreasing)) {
        a->ends = ANALYSIS_ENDS;
        if (decreasing & 1u << SIZE_KNOWN) a->ends |= ANALYSIS_ENDS_KNOWN;
        if (decreasing & ~(1u << SIZE_TERM | 1u << SIZE_KNOWN)) a->ends |= ANALYSIS_ENDS_COUNTED;
    }
    mem_free(e.seen);
    vec_free(&e.todo);
    vec_free(&e.numbers);
    vec_free(&e.segments);
    vec_free(&e.entered);
    size_changes_free(&e.changes);
}
