// SPDX-License-Identifier: Apache-2.0
#include "erlang/analysis/analysis.h"

#include "base/clock.h"
#include "erlang/analysis/ending.h"
#include "erlang/analysis/infer.h"
#include "erlang/analysis/summary.h"

static void enter(struct analysis *a, uint32_t routine, const shape *args) {
    uint32_t v = infer_call(a, NULL, routine, 0, shape_tuple(a->shapes, NULL, 0), args);
    if (v == UINT32_MAX) {
        a->given_up = true;
        return;
    }
    vec_push(&a->entries, v);
}

// One entry for each alternative of the argument tuple: each clause of an overloaded spec by itself.
static void enter_all(struct analysis *a, uint32_t routine, uint32_t arity, const struct grammar *g,
                      type_id arguments) {
    shape *args = mem_alloc((arity + 1) * sizeof *args);
    for (uint32_t k = 0; k < arity; k++) args[k] = SHAPE_ANY;
    if (!g) enter(a, routine, args);
    for (uint32_t i = 0; g && i < grammar_count(g, arguments); i++) {
        const struct alternative *alt = grammar_alternative(g, arguments, i);
        bool fits = alt->head == ALT_TUPLE && alt->n == arity;
        for (uint32_t k = 0; k < arity; k++)
            args[k] = fits ? shape_from_grammar(a->shapes, alt->parts[k]) : (shape)SHAPE_ANY;
        enter(a, routine, args);
    }
    mem_free(args);
}

enum { VARIANTS_MAX = 6, MODULES_MAX = 24 }; // variants of a function; more calls share the last
static const uint64_t VISITS_MAX = 600000;

struct analysis *analysis_open(struct program *p, const struct grammar *g, struct expr_store *x,
                               uint32_t functions, const struct analysis_limits *limits) {
    struct analysis *a = mem_zalloc(sizeof *a);
    a->shapes = shapes_new(g, x);
    a->signatures = signatures_new(a->shapes);
    vec_push(&a->scopes, ((struct scope){0})); // 0: none
    a->program = p;
    a->limits = *limits;
    a->started = clock_thread();
    a->summaries = limits->summaries;
    arena_init(&a->arena, 1 << 16);
    a->variants_max = functions > 1 ? 2 * VARIANTS_MAX : VARIANTS_MAX;
    a->modules_max = functions > 1 ? 4 * MODULES_MAX : MODULES_MAX;
    a->visits_max = functions > 1 ? 4 * VISITS_MAX : VISITS_MAX;
    return a;
}

void analysis_settle(struct analysis *a) {
    infer_run(a);
    if (!a->given_up) relevance_run(a);
}

struct analysis *analysis_new(struct program *p, symbol module, symbol name, uint32_t arity,
                              const struct grammar *g, struct expr_store *x, type_id arguments,
                              const struct analysis_limits *limits) {
    struct analysis *a = analysis_open(p, g, x, 1, limits);
    const struct bif *b = bif_find(module, name, arity);
    uint32_t routine = b ? UINT32_MAX : routine_of_function(a, module, name, arity);
    if (routine != UINT32_MAX) {
        a->home = a->routines.at[routine].module;
        enter_all(a, routine, arity, g, arguments);
        infer_run(a);
        if (!a->given_up) ending_decide(a);
        if (!a->given_up) relevance_run(a);
    } else {
        a->given_up = true; // a built-in: nothing to look into
        a->plain_builtin = b && b->rule != RULE_CONTROL && b->rule != RULE_PROCESS;
    }
    a->seconds = clock_thread() - a->started - a->loading;
    return a;
}

// Its variant is kept apart from those of calls, which are more exact; where it calls itself it is its own.
void analysis_enter_any(struct analysis *a, symbol module, symbol name, uint32_t arity) {
    uint32_t routine =
        bif_find(module, name, arity) ? UINT32_MAX : routine_of_function(a, module, name, arity);
    if (routine == UINT32_MAX) return;
    enter_all(a, routine, arity, NULL, TYPE_ANY);
    if (a->entries.n) a->variants.at[a->entries.at[a->entries.n - 1]].apart = true;
}

bool analysis_never_fails(const struct analysis *a, symbol module, symbol name, uint32_t arity) {
    for (uint32_t i = 0; i < a->entries.n && !a->given_up; i++) {
        const struct variant *v = &a->variants.at[a->entries.at[i]];
        const struct routine *r = &a->routines.at[v->routine];
        if (r->name == name && r->arity == arity && r->module->name == module) return !v->fails;
    }
    return false;
}

void analysis_free(struct analysis *a) {
    if (!a) return;
    for (uint32_t i = 0; i < a->routines.n; i++) {
        vec_free(&a->routines.at[i].variants);
        vec_free(&a->routines.at[i].lambdas);
        vec_free(&a->routines.at[i].read);
    }
    for (uint32_t i = 0; i < a->variants.n; i++) vec_free(&a->variants.at[i].callers);
    struct hash_map *maps[] = {&a->by_fun, &a->by_name, &a->letrecs};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) hash_map_free(maps[i]);
    mem_free(a->facts);
    vec_free(&a->free_lists);
    vec_free(&a->free_counts);
    vec_free(&a->routines);
    vec_free(&a->variants);
    vec_free(&a->scopes);
    vec_free(&a->lambdas);
    vec_free(&a->modules);
    vec_free(&a->entries);
    vec_free(&a->raises);
    summary_log_free(a);
    signatures_free(a->signatures);
    shapes_free(a->shapes);
    arena_free(&a->arena);
    mem_free(a);
}

bool analysis_proved(const struct analysis *a) {
    if (a->given_up || !a->entries.n) return false;
    for (uint32_t i = 0; i < a->entries.n; i++)
        if (a->variants.at[a->entries.at[i]].fails) return false;
    return true;
}

uint32_t analysis_ends(const struct analysis *a) {
    return a->plain_builtin ? ANALYSIS_ENDS : a->given_up ? 0 : a->ends;
}

double analysis_seconds(const struct analysis *a) {
    return a->seconds;
}

uint32_t analysis_raises(const struct analysis *a) {
    return a->given_up || a->raises_more ? 0 : a->raises.n;
}

uint32_t analysis_raise(const struct analysis *a, const struct core *node, term reason) {
    uint32_t i = node && node->id < a->n_facts ? a->facts[node->id].raise : 0;
    if (!i) return 0;
    term only = a->raises.at[i - 1].reason;
    return only == TERM_NONE || only == reason ? i : 0;
}

// ---- The dynamic check ----

static bool is_reached(const struct analysis *a, const struct core *e, uint8_t *flags) {
    *flags = e ? node_flags(a, e) : 0;
    return *flags & NODE_REACHED;
}

enum analysis_context analysis_entry(const struct analysis *a) {
    if (a->given_up) return CONTEXT_DISTRUST;
    for (uint32_t i = 0; i < a->entries.n; i++)
        if (a->variants.at[a->entries.at[i]].wild) return CONTEXT_DISTRUST;
    return CONTEXT_IDLE;
}

enum analysis_context analysis_callee(const struct analysis *a, const struct core *call,
                                      enum analysis_context caller) {
    uint8_t flags;
    if (caller == CONTEXT_DISTRUST || !is_reached(a, call, &flags) || flags & NODE_DISTRUST)
        return CONTEXT_DISTRUST;
    return flags & (caller == CONTEXT_WANTED ? NODE_WANTED_1 : NODE_WANTED_0) ? CONTEXT_WANTED : CONTEXT_IDLE;
}

bool analysis_worthwhile(const struct analysis *a, const struct core *node, enum analysis_context c) {
    uint8_t flags;
    if (c == CONTEXT_DISTRUST || !is_reached(a, node, &flags)) return true;
    return flags & (NODE_MATTERS | (c == CONTEXT_WANTED ? NODE_WANTED_1 : NODE_WANTED_0));
}
