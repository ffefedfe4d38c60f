// SPDX-License-Identifier: Apache-2.0
// The analysis forwards: shapes of values, and what may fail. Functions and calls are here, expressions in
// infer_value.c, cases in infer_case.c.
#include "erlang/analysis/infer.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "erlang/analysis/ending.h"
#include "erlang/load/attribute.h"
#include "erlang/term/atoms.h"

enum {
    INNER_VARIANTS_TIMES =
        4,             // a fun may have so many times the variants of a function: surroundings count too
    EXACT_GROWTHS = 2, // then what grows loses the ends of its intervals
    ROUGH_GROWTHS = 6, // then it becomes any term
    EXACT_VISITS = 8,  // a part of the visits that may be made; from there on it is hurried:
                       // no further variants of functions, no numbers of values, and what grows
                       // becomes any term sooner
};

struct node_facts *node_facts_make(struct analysis *a, uint32_t id) {
    uint32_t n = id < 1 << 14 ? 1 << 14 : id + id / 4 + 1;
    struct node_facts *all = mem_zalloc(n * sizeof *all);
    if (a->n_facts) memcpy(all, a->facts, a->n_facts * sizeof *all);
    mem_free(a->facts);
    a->facts = all;
    a->n_facts = n;
    return &all[id];
}

bool infer_is_call(const struct core *e, const char *module, const char *name, uint32_t arity) {
    if (e->tag != CORE_CALL || e->n != arity + 2 || e->kid[0]->tag != CORE_LITERAL ||
        e->kid[1]->tag != CORE_LITERAL || !term_is_atom(e->kid[0]->lit) || !term_is_atom(e->kid[1]->lit))
        return false;
    return strcmp(symbol_text(term_symbol(e->kid[1]->lit)), name) == 0 &&
           strcmp(symbol_text(term_symbol(e->kid[0]->lit)), module) == 0;
}

const struct bif *infer_bif(const struct core *e) {
    if (e->tag != CORE_CALL || e->kid[0]->tag != CORE_LITERAL || e->kid[1]->tag != CORE_LITERAL ||
        !term_is_atom(e->kid[0]->lit) || !term_is_atom(e->kid[1]->lit))
        return NULL;
    const struct bif *b = bif_find(term_symbol(e->kid[0]->lit), term_symbol(e->kid[1]->lit), e->n - 2);
    return b && b->rule != RULE_CONTROL ? b : NULL;
}

void infer_note_raise(struct analysis *a, const struct core_module *module, const struct core *e, term reason,
                      bool several) {
    if (a->ending) return;
    summary_raise(a, e, reason, several);
    struct node_facts *facts = !several && module == a->home && e->id && e->line ? node_facts(a, e) : NULL;
    if (a->raises_more) return;
    if (facts && !facts->raise && a->raises.n < UINT16_MAX) {
        vec_push(&a->raises, ((struct raise){e, reason}));
        facts->raise = (uint16_t)a->raises.n;
    }
    if (!facts || !facts->raise || a->raises.at[facts->raise - 1].reason != reason) a->raises_more = true;
}

// ---- Functions ----

static uint32_t add_routine(struct analysis *a, const struct routine *r) {
    uint32_t i = a->routines.n;
    vec_push(&a->routines, *r);
    hash_map_put(&a->by_fun, (uint64_t)(uintptr_t)r->fun >> 4, i);
    return i;
}

// A module's code, unless that would be the start of loading half of OTP, or other code runs before it.
static const struct core_module *module_of(struct analysis *a, symbol module) {
    bool known = false;
    for (uint32_t i = 0; i < a->modules.n && !known; i++) known = a->modules.at[i] == module;
    if (!known && a->modules.n == a->modules_max) return NULL;
    if (!known) vec_push(&a->modules, module);
    double start = clock_thread();
    const struct core_module *m = program_core(a->program, module);
    a->loading += clock_thread() - start;
    return m && attribute_on_load(m) ? NULL : m;
}

static bool is_native(const struct core *fun) { // its body stands for code in C that has no model
    const struct core *body = fun->kid[fun->n - 1];
    while (body->tag == CORE_CASE && body->n > 1)
        body = core_behind_lines(body->kid[1]->kid[body->kid[1]->n - 1]);
    return infer_is_call(body, "erlang", "nif_error", 1);
}

static uint32_t find_function(struct analysis *a, symbol module, symbol name, uint32_t arity) {
    uint64_t key = function_key(module, name, arity);
    uint32_t i;
    if (hash_map_get(&a->by_name, key, &i)) return i;
    const struct core_module *m = module_of(a, module);
    for (uint32_t k = 0; m && k < m->n_functions; k++) {
        const struct core_function *f = &m->functions[k];
        if (f->name != name || f->arity != arity || is_native(f->fun)) continue;
        struct routine r = {.fun = f->fun,
                            .module = m,
                            .name = name,
                            .arity = arity,
                            .n_vars = f->n_vars,
                            .exported = f->exported,
                            .known = true};
        i = add_routine(a, &r);
        hash_map_put(&a->by_name, key, i);
        return i;
    }
    return UINT32_MAX;
}

uint32_t routine_of_function(struct analysis *a, symbol module, symbol name, uint32_t arity) {
    uint32_t i = arity > 255 ? UINT32_MAX : find_function(a, module, name, arity);
    summary_lookup(a, module, name, arity, i != UINT32_MAX);
    return i;
}

// Variables that e mentions and that are bound outside of it.
static const uint32_t *mentioned(struct pass *p, const struct core *const *roots, uint32_t n_roots,
                                 uint32_t *n) {
    uint8_t *seen = mem_zalloc(p->n_vars + 1);
    VEC(const struct core *) todo = {0};
    VEC(uint32_t) vars = {0};
    for (uint32_t i = 0; i < n_roots; i++) vec_push(&todo, roots[i]);
    while (todo.n) {
        const struct core *e = vec_pop(&todo);
        if (e->tag == CORE_VAR && e->aux < p->n_vars && p->types[e->aux] != UNBOUND && !seen[e->aux]) {
            seen[e->aux] = 1;
            vec_push(&vars, e->aux);
        }
        for (uint32_t i = 0; i < e->n; i++) vec_push(&todo, e->kid[i]);
    }
    *n = vars.n;
    const uint32_t *list = arena_copy(&p->a->arena, vars.at, vars.n * sizeof *vars.at);
    vec_free(&vars);
    vec_free(&todo);
    mem_free(seen);
    return list;
}

// The fun or letrec function of this node, which stands in the function that the pass is over.
uint32_t routine_of_fun(struct pass *p, const struct core *fun, symbol name) {
    struct analysis *a = p->a;
    uint32_t i;
    if (!hash_map_get(&a->by_fun, (uint64_t)(uintptr_t)fun >> 4, &i)) {
        const struct routine *home = &a->routines.at[p->routine];
        struct routine r = {.fun = fun,
                            .module = home->module,
                            .name = name,
                            .arity = fun->n - 1,
                            .n_vars = home->n_vars,
                            .inner = true};
        i = add_routine(a, &r);
    }
    struct routine *r = &a->routines.at[i];
    if (!r->known) {
        r->free = mentioned(p, &fun, 1, &r->n_free);
        r->known = true;
    }
    return i;
}

// ---- Variants ----

static void enqueue(struct analysis *a, uint32_t v) {
    if (a->variants.at[v].queued) return;
    a->variants.at[v].queued = true;
    a->n_queued++;
    if (v > a->last_queued) a->last_queued = v;
}

static bool takes(struct analysis *a, const struct variant *v, uint32_t scope, shape captured,
                  const shape *args, uint32_t arity) {
    if (v->apart) return false;
    if (v->scope != scope || !shape_subset(a->shapes, captured, v->captured)) return false;
    for (uint32_t i = 0; i < arity; i++)
        if (!shape_subset(a->shapes, args[i], v->args[i])) return false;
    return true;
}

static shape grown(struct analysis *a, shape old, shape more, uint32_t growths) {
    if (shape_subset(a->shapes, more, old)) return old;
    shape u = shape_union(a->shapes, old, more);
    if (growths >= (a->hurried ? EXACT_GROWTHS : ROUGH_GROWTHS)) return SHAPE_ANY;
    return growths >= EXACT_GROWTHS || a->hurried ? shape_blur(a->shapes, u) : u;
}

static shape grown_captured(struct analysis *a, const struct variant *v, shape more) {
    if (shape_subset(a->shapes, more, v->captured)) return v->captured;
    uint32_t n = a->routines.at[v->routine].n_free;
    shape *elems = mem_alloc((n + 1) * sizeof *elems);
    for (uint32_t i = 0; i < n; i++)
        elems[i] = grown(a, shape_element(a->shapes, v->captured, n, i), shape_element(a->shapes, more, n, i),
                         v->growths);
    shape result = shape_tuple(a->shapes, elems, n);
    mem_free(elems);
    return result;
}

static void grow(struct analysis *a, uint32_t index, shape captured, const shape *args) {
    struct variant *v = &a->variants.at[index];
    v->captured = grown_captured(a, v, captured);
    for (uint32_t i = 0; i < a->routines.at[v->routine].arity; i++)
        v->args[i] = grown(a, v->args[i], args[i], v->growths);
    v->growths++;
    enqueue(a, index);
}

static uint32_t add_variant(struct analysis *a, uint32_t routine, uint32_t scope, shape captured,
                            const shape *args) {
    uint32_t index = a->variants.n, arity = a->routines.at[routine].arity;
    struct variant v = {.routine = routine, .scope = scope, .captured = captured};
    v.args = ARENA_ARRAY(&a->arena, shape, arity + 1);
    memcpy(v.args, args, arity * sizeof *args);
    vec_push(&a->variants, v);
    vec_push(&a->routines.at[routine].variants, index);
    enqueue(a, index);
    return index;
}

static uint32_t find_variant(struct analysis *a, struct pass *p, uint32_t routine, uint32_t scope,
                             shape captured, const shape *args) {
    struct routine *r = &a->routines.at[routine];
    uint32_t each = a->hurried ? 1 : a->variants_max;
    uint32_t most = r->inner ? a->variants_max * INNER_VARIANTS_TIMES : a->variants_max, same = UINT32_MAX,
             in_scope = 0;
    for (uint32_t i = 0; i < r->variants.n; i++) {
        const struct variant *v = &a->variants.at[r->variants.at[i]];
        if (takes(a, v, scope, captured, args, r->arity)) return r->variants.at[i];
        if (v->scope != scope || v->apart) continue;
        same = r->variants.at[i];
        in_scope++;
    }
    if (p && p->routine == routine && p->scope == scope) { // it calls itself
        if (!a->variants.at[p->variant].apart) grow(a, p->variant, captured, args);
        return p->variant;
    }
    if (same != UINT32_MAX && (in_scope >= each || r->variants.n >= most)) {
        grow(a, same, captured, args);
        return same;
    }
    if (r->variants.n >= most) return UINT32_MAX;
    return add_variant(a, routine, scope, captured, args);
}

uint32_t infer_call(struct analysis *a, struct pass *p, uint32_t routine, uint32_t scope, shape captured,
                    const shape *args) {
    if (a->ending) return ending_find(a, routine, scope, captured, args);
    uint32_t v = find_variant(a, p, routine, scope, captured, args);
    if (p) summary_call(a, routine, args, v);
    if (v == UINT32_MAX || !p) return v;
    for (uint32_t i = 0; i < a->variants.at[v].callers.n; i++)
        if (a->variants.at[v].callers.at[i] == p->variant) return v;
    vec_push(&a->variants.at[v].callers, p->variant);
    return v;
}

// ---- Passes ----

static void pass_begin(struct pass *p, struct analysis *a, uint32_t index) {
    const struct variant *v = &a->variants.at[index];
    const struct routine *r = &a->routines.at[v->routine];
    *p = (struct pass){.a = a,
                       .s = a->shapes,
                       .variant = index,
                       .routine = v->routine,
                       .scope = v->scope,
                       .n_vars = r->n_vars + 1};
    p->types = mem_alloc(p->n_vars * sizeof *p->types);
    p->defs = mem_zalloc(p->n_vars * sizeof *p->defs);
    p->def_stamps = mem_zalloc(p->n_vars * sizeof *p->def_stamps);
    p->stamps = mem_zalloc(p->n_vars * sizeof *p->stamps);
    p->origins = mem_zalloc(p->n_vars * sizeof *p->origins);
    for (uint32_t i = 0; i < p->n_vars; i++) p->types[i] = UNBOUND;
    for (uint32_t i = 0; i < r->n_free; i++)
        env_bind(p, r->free[i], shape_element(a->shapes, v->captured, r->n_free, i), NULL);
    for (uint32_t i = 0; i < r->arity; i++) env_bind(p, r->fun->kid[i]->aux, v->args[i], NULL);
}

static void pass_end(struct pass *p) {
    mem_free(p->types);
    mem_free(p->defs);
    mem_free(p->def_stamps);
    mem_free(p->stamps);
    mem_free(p->origins);
    vec_free(&p->trail);
    vec_free(&p->relations);
    vec_free(&p->values);
    hash_map_free(&p->numbers);
    hash_map_free(&p->related);
    vec_free(&p->labels);
}

void infer_conclude(struct analysis *a, struct pass *p, shape result) {
    struct variant *v = &a->variants.at[p->variant];
    shape all = grown(a, v->result, result, v->changes);
    bool changed =
        all != v->result || (p->fails && !v->fails) || (p->matters && !v->matters) || (p->wild && !v->wild);
    if (all != v->result) v->changes++;
    v->result = all;
    v->fails |= p->fails;
    v->matters |= p->matters;
    v->wild |= p->wild;
    if (!changed) return;
    for (uint32_t i = 0; i < v->callers.n; i++) enqueue(a, v->callers.at[i]);
}

// What was called last comes first: callees settle before their callers are looked at again. (Newest work
// first instead took erl_scan:string/1 1622 passes for 1000, and io_lib_pretty:print/1 1832 for 1114.)
static uint32_t next_queued(struct analysis *a) {
    while (!a->variants.at[a->last_queued].queued) a->last_queued--;
    a->variants.at[a->last_queued].queued = false;
    a->n_queued--;
    return a->last_queued;
}

static void make_pass(struct analysis *a, uint32_t variant) {
    struct pass p;
    pass_begin(&p, a, variant);
    const struct core *fun = a->routines.at[p.routine].fun;
    shape result = infer_value(&p, fun->kid[fun->n - 1], true);
    summary_end(a, &p, result);
    infer_conclude(a, &p, result);
    pass_end(&p);
}

void infer_look_again(struct analysis *a, uint32_t variant) {
    struct pass p;
    assert(a->ending);
    pass_begin(&p, a, variant);
    const struct core *fun = a->routines.at[p.routine].fun;
    ending_begin_pass(&p);
    infer_value(&p, fun->kid[fun->n - 1], true);
    pass_end(&p);
}

bool infer_goes_on(struct analysis *a) {
    enum { BETWEEN_CHECKS = 256 };
    const struct analysis_limits *l = &a->limits;
    if (a->asked++ % BETWEEN_CHECKS == 0) {
        bool late = l->seconds > 0 && clock_thread() - a->started - a->loading > l->seconds;
        if (late || stop_is_set(l->stop)) a->given_up = true;
    }
    return !a->given_up;
}

static void settle(struct analysis *a) {
    while (a->n_queued && !a->given_up) {
        uint32_t index = next_queued(a);
        if (!summary_begin(a, index)) make_pass(a, index);
        if (a->visits > a->visits_max) a->given_up = true;
        a->hurried = a->visits + a->guards > a->visits_max / EXACT_VISITS;
    }
}

void infer_run(struct analysis *a) {
    settle(a);
    if (!a->hands_over_any || !a->lambdas.n || a->any_is_lambda) return;
    a->any_is_lambda = true; // known only now
    for (uint32_t i = 0; i < a->variants.n; i++) enqueue(a, i);
    settle(a);
}
