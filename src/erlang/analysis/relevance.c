// SPDX-License-Identifier: Apache-2.0
// The analysis backwards: which values reach code that may fail. A value is wanted always, or if the value of
// the function that it is computed in is wanted, or never: a mask of two bits, for a frame whose own value is
// idle (bit 0) and for one whose value is wanted (bit 1). What decides between code of which some may fail is
// wanted always.
//
// This is what forces the decisions inside a call that cannot fail itself, where a case that can looks at
// what it gives (rule "forced logging"): along any chain of variables, through arguments of functions,
// guards, funs' captured values and patterns.
#include <string.h>

#include "erlang/analysis/infer.h"

enum { ALWAYS = 3, IF_RESULT = 2, NESTING_MAX = 1600 };

struct back {
    struct analysis *a;
    uint32_t routine;
    const struct core *const *letrecs; // around the routine, innermost first
    uint32_t n_letrecs, nesting;
    VEC(const struct core *) inside; // letrecs inside it, around the expression at hand
    uint32_t now;                    // counts the walks
};

static void walk(struct back *b, const struct core *e, uint8_t want);

static void note(struct back *b, const struct core *e, uint8_t want) {
    node_mark(b->a, e, (uint8_t)(want * NODE_WANTED_0));
}

static void want_variable(struct back *b, uint32_t var, uint8_t want) {
    struct routine *r = &b->a->routines.at[b->routine];
    if (var > r->n_vars || (r->wanted[var] | want) == r->wanted[var]) return;
    r->wanted[var] |= want;
    r->wanted_at = b->now;
}

static uint8_t wanted(const struct back *b, uint32_t var) {
    const struct routine *r = &b->a->routines.at[b->routine];
    return var <= r->n_vars ? r->wanted[var] : (uint8_t)ALWAYS;
}

// A mask of the function called, seen from a call whose own value is wanted so.
static uint8_t seen_from(uint8_t inside, uint8_t want) {
    uint8_t idle = inside & 1, result = inside >> 1 & 1;
    return (uint8_t)((want & 1 ? result : idle) | (want & 2 ? result : idle) << 1);
}

static bool matters(struct back *b, const struct core *e) {
    uint8_t flags = node_flags(b->a, e);
    return !(flags & NODE_REACHED) || flags & NODE_MATTERS;
}

static void walk_all(struct back *b, struct core *const *kids, uint32_t n, uint8_t want) {
    for (uint32_t i = 0; i < n; i++) walk(b, kids[i], want);
}

// ---- Calls ----

static const struct routine *looked_at(struct back *b, uint32_t i) {
    struct routine *self = &b->a->routines.at[b->routine];
    for (uint32_t k = 0; k < self->read.n; k++)
        if (self->read.at[k] == i) return &b->a->routines.at[i];
    vec_push(&self->read, i);
    return &b->a->routines.at[i];
}

static const struct routine *analysed(struct back *b, uint32_t i) {
    const struct routine *r = &b->a->routines.at[i];
    return r->variants.n && r->wanted ? looked_at(b, i) : NULL;
}

static const struct routine *named(struct back *b, symbol module, symbol name, uint32_t arity) {
    uint32_t i;
    const struct bif *bif = bif_find(module, name, arity);
    if (bif || arity > 255 || !hash_map_get(&b->a->by_name, function_key(module, name, arity), &i))
        return NULL;
    return analysed(b, i);
}

static const struct core *find_def(const struct core *letrec, symbol name, uint32_t arity) {
    for (uint32_t i = 0; i + 1 < letrec->n; i++)
        if (letrec->kid[i]->aux == name && letrec->kid[i]->arity == arity) return letrec->kid[i];
    return NULL;
}

// *local: the name is a letrec's. *jump: it is a place to go on, not a function.
static const struct routine *local(struct back *b, const struct core *op, bool *is_local, bool *jump) {
    const struct core *def = NULL, *letrec = NULL;
    for (uint32_t i = b->inside.n; i-- > 0 && !def;)
        def = find_def(letrec = b->inside.at[i], op->aux, op->arity);
    for (uint32_t i = 0; i < b->n_letrecs && !def; i++)
        def = find_def(letrec = b->letrecs[i], op->aux, op->arity);
    *is_local = def != NULL;
    *jump = def && letrec->flags & CORE_LETREC_GOTO;
    uint32_t i;
    if (!def || !hash_map_get(&b->a->by_fun, (uint64_t)(uintptr_t)def->kid[0] >> 4, &i)) return NULL;
    return analysed(b, i);
}

static void pass_arguments(struct back *b, const struct routine *r, struct core *const *args, uint32_t n,
                           uint8_t want) {
    for (uint32_t i = 0; i < n; i++) {
        uint8_t inside = r->wanted[r->fun->kid[i]->aux];
        walk(b, args[i], seen_from(inside, want));
    }
    if (!r->inner) return;
    bool itself = r == &b->a->routines.at[b->routine];
    for (uint32_t i = 0; itself && i < r->n_free; i++)
        want_variable(b, r->free[i], seen_from(r->wanted[r->free[i]], want));
    // All that it wants of the outside, also by way of other names; its own variables have no meaning here.
    for (uint32_t v = 0; !itself && v <= r->n_vars; v++)
        if (r->wanted[v]) want_variable(b, v, seen_from(r->wanted[v], want));
}

static void walk_apply(struct back *b, const struct core *e, uint8_t want) {
    const struct core *op = e->kid[0];
    note(b, e, want);
    bool is_local = false, jump = false;
    const struct routine *r = NULL;
    if (op->tag == CORE_FNAME) {
        r = local(b, op, &is_local, &jump);
        if (!is_local) r = named(b, b->a->routines.at[b->routine].module->name, op->aux, op->arity);
        if (jump) return;
    }
    if (r && r->arity == e->n - 1) {
        pass_arguments(b, r, e->kid + 1, e->n - 1, want);
        return;
    }
    bool all = matters(b, e) || (op->tag == CORE_FNAME && is_local);
    walk_all(b, e->kid, e->n, all ? ALWAYS : want);
}

static void walk_call(struct back *b, const struct core *e, uint8_t want) {
    note(b, e, want);
    const struct core *module = e->kid[0], *name = e->kid[1];
    const struct routine *r = NULL;
    if (module->tag == CORE_LITERAL && name->tag == CORE_LITERAL && term_is_atom(module->lit) &&
        term_is_atom(name->lit))
        r = named(b, term_symbol(module->lit), term_symbol(name->lit), e->n - 2);
    if (r)
        pass_arguments(b, r, e->kid + 2, e->n - 2, want);
    else
        walk_all(b, e->kid, e->n, matters(b, e) ? ALWAYS : want);
}

// A fun takes along what it mentions: wanted like the fun itself, and always if code in it that may fail
// wants it.
static void walk_fun(struct back *b, const struct core *fun, uint8_t want) {
    uint32_t i;
    const struct routine *r = NULL;
    if (hash_map_get(&b->a->by_fun, (uint64_t)(uintptr_t)fun >> 4, &i)) r = looked_at(b, i);
    for (i = 0; r && i < r->n_free; i++) want_variable(b, r->free[i], want);
    for (i = 0; r && r->wanted && i <= r->n_vars; i++)
        if (r->wanted[i]) want_variable(b, i, r->wanted[i] & 1 ? ALWAYS : want);
}

static void walk_name(struct back *b, const struct core *e, uint8_t want) {
    bool is_local, jump;
    const struct routine *r = local(b, e, &is_local, &jump);
    if (is_local && r) walk_fun(b, r->fun, want);
}

// ---- Cases ----

// What the variables of a pattern are wanted for; expressions in it (keys, sizes) are walked.
static uint8_t walk_pattern(struct back *b, const struct core *pat, uint8_t choice) {
    uint8_t all = 0;
    VEC(const struct core *) todo = {0};
    vec_push(&todo, pat);
    while (todo.n) {
        const struct core *e = vec_pop(&todo);
        if (e->tag == CORE_VAR) all |= wanted(b, e->aux);
        if (e->tag == CORE_PAIR) {
            walk(b, e->kid[0], choice);
            vec_push(&todo, e->kid[1]);
        } else if (e->tag == CORE_SEGMENT) {
            walk(b, e->kid[1], choice);
            vec_push(&todo, e->kid[0]);
        } else {
            for (uint32_t i = e->tag == CORE_MAP; i < e->n; i++) vec_push(&todo, e->kid[i]);
        }
    }
    vec_free(&todo);
    return all;
}

static void walk_case(struct back *b, const struct core *e, uint8_t want) {
    const struct core *arg = e->kid[0];
    uint32_t columns = e->n > 1 ? e->kid[1]->n - 2 : 0;
    uint8_t choice = matters(b, e) && e->n > 1 ? (uint8_t)ALWAYS : want;
    uint8_t *by_column = mem_alloc(columns + 1), all = choice;
    memset(by_column, choice, columns + 1);
    for (uint32_t i = 1; i < e->n; i++) {
        const struct core *clause = e->kid[i];
        bool reached = node_flags(b->a, clause) & NODE_REACHED;
        if (reached) walk(b, clause->kid[columns + 1], want);
        walk(b, clause->kid[columns], choice);
        for (uint32_t k = 0; k < columns; k++) by_column[k] |= walk_pattern(b, clause->kid[k], choice);
    }
    for (uint32_t k = 0; k < columns; k++) all |= by_column[k];
    note(b, e, all);
    if (arg->tag == CORE_VALUES && arg->n == columns)
        for (uint32_t k = 0; k < columns; k++) walk(b, arg->kid[k], by_column[k]);
    else
        walk(b, arg, all);
    mem_free(by_column);
}

static void walk_try(struct back *b, const struct core *e, uint8_t want) {
    uint32_t n = e->aux & 0xFF, m = e->aux >> 8;
    uint8_t value = 0;
    walk(b, e->kid[1 + n], want);
    walk(b, e->kid[2 + n + m], want);
    for (uint32_t i = 0; i < n; i++) value |= wanted(b, e->kid[1 + i]->aux);
    walk(b, e->kid[0], value);
}

static void walk_letrec(struct back *b, const struct core *e, uint8_t want) {
    vec_push(&b->inside, e);
    walk(b, e->kid[e->n - 1], want);
    if (e->flags & CORE_LETREC_GOTO)
        for (uint32_t i = 0; i + 1 < e->n; i++) {
            const struct core *fun = e->kid[i]->kid[0];
            walk(b, fun->kid[fun->n - 1], want);
        }
    b->inside.n--;
}

// ---- Expressions ----

static void walk_one(struct back *b, const struct core *e, uint8_t want) {
    switch (e->tag) {
    case CORE_VAR: want_variable(b, e->aux, want); break;
    case CORE_LITERAL: break;
    case CORE_FNAME: walk_name(b, e, want); break;
    case CORE_FUN: walk_fun(b, e, want); break;
    case CORE_CASE: walk_case(b, e, want); break;
    case CORE_CALL: walk_call(b, e, want); break;
    case CORE_APPLY: walk_apply(b, e, want); break;
    case CORE_TRY: walk_try(b, e, want); break;
    case CORE_LETREC: walk_letrec(b, e, want); break;
    case CORE_PRIMOP:
    case CORE_MAP:
    case CORE_BINARY:
        note(b, e, want);
        walk_all(b, e->kid, e->n, matters(b, e) ? ALWAYS : want);
        break;
    default: walk_all(b, e->kid, e->n, want); break; // CONS, TUPLE, VALUES, PAIR, SEGMENT, CATCH
    }
}

// A let's body comes before what it binds: only then is it known what the variables are wanted for.
static void walk(struct back *b, const struct core *e, uint8_t want) {
    VEC(const struct core *) lets = {0};
    if (b->nesting > NESTING_MAX) b->a->given_up = true;
    if (!infer_goes_on(b->a)) return;
    b->nesting++;
    for (; e->tag == CORE_LET || e->tag == CORE_SEQ; e = e->kid[e->n - 1]) vec_push(&lets, e);
    walk_one(b, e, want);
    while (lets.n) {
        const struct core *l = vec_pop(&lets);
        uint32_t n = l->tag == CORE_LET ? l->aux : 0;
        const struct core *arg = l->kid[n];
        uint8_t all = 0;
        for (uint32_t i = 0; i < n; i++) all |= wanted(b, l->kid[i]->aux);
        if (arg->tag == CORE_VALUES && arg->n == n)
            for (uint32_t i = 0; i < n; i++) walk(b, arg->kid[i], wanted(b, l->kid[i]->aux));
        else
            walk(b, arg, all);
    }
    vec_free(&lets);
    b->nesting--;
}

static void walk_routine(struct analysis *a, uint32_t index, uint32_t now) {
    struct routine *r = &a->routines.at[index];
    VEC(const struct core *) letrecs = {0};
    for (uint32_t s = a->variants.at[r->variants.at[0]].scope; s; s = a->scopes.at[s].parent)
        vec_push(&letrecs, a->scopes.at[s].letrec);
    struct back b = {.a = a, .routine = index, .letrecs = letrecs.at, .n_letrecs = letrecs.n, .now = now};
    vec_clear(&r->read);
    r->walked_at = now;
    walk(&b, r->fun->kid[r->fun->n - 1], IF_RESULT);
    vec_free(&letrecs);
    vec_free(&b.inside);
}

// Something that the last walk has looked at, or it has itself found out, has changed since it began.
static bool is_stale(const struct analysis *a, const struct routine *r) {
    if (!r->walked_at || r->wanted_at >= r->walked_at) return true;
    for (uint32_t i = 0; i < r->read.n; i++)
        if (a->routines.at[r->read.at[i]].wanted_at > r->walked_at) return true;
    return false;
}

void relevance_run(struct analysis *a) {
    enum { ROUNDS_MAX = 200 };
    uint32_t now = 0;
    bool changed = true;
    for (uint32_t i = 0; i < a->routines.n; i++) {
        struct routine *r = &a->routines.at[i];
        r->wanted = ARENA_ARRAY(&a->arena, uint8_t, r->n_vars + 2);
    }
    for (uint32_t round = 0; changed && !a->given_up; round++) {
        changed = false;
        for (uint32_t i = a->routines.n; i-- > 0 && !a->given_up;) {
            struct routine *r = &a->routines.at[i];
            if (!r->variants.n || !is_stale(a, r)) continue;
            walk_routine(a, i, ++now);
            changed = true;
        }
        if (round == ROUNDS_MAX) a->given_up = true;
    }
}
