// SPDX-License-Identifier: Apache-2.0
// --explain-safety: what the analyses of units found, function by function and clause by clause; of several
// units what holds for all of them, once. What does not fail as the units reach it is asked about again for
// any arguments at all: of all functions in one analysis, at the end.
#include "erlang/analysis/explain.h"

#include <string.h>

#include "erlang/analysis/infer.h"

enum verdict { VERDICT_UNREACHED, VERDICT_SAFE, VERDICT_IF_SPEC, VERDICT_MAY_FAIL };

static const char *const verdict_texts[] = {"not reached if the spec holds", "safe", "safe if the spec holds",
                                            "may fail"};

struct told_clause {
    const struct core *clause;
    uint32_t number;      // 0: made by the compiler
    enum verdict verdict; // over all units; VERDICT_IF_SPEC: has not failed
    const char *reason;
};

struct told_function {
    const struct core_module *module;
    symbol name;
    uint32_t arity;
    const struct core *fun;
    enum verdict verdict;
    const char *reason; // of VERDICT_MAY_FAIL
    struct told_clause *clauses;
    uint32_t n_clauses;
};

struct safety {
    struct program *program;
    struct analysis_limits limits;
    struct arena arena;
    VEC(struct told_function) functions; // in the order in which the units reached them
    struct hash_map by_name;             // function_key -> index
    VEC(symbol) modules;                 // of the units, each once
    uint32_t units;
    struct str notes; // of units that were not analysed
};

struct safety *safety_new(struct program *p, const struct analysis_limits *limits) {
    struct safety *s = mem_zalloc(sizeof *s);
    s->program = p;
    s->limits = *limits;
    arena_init(&s->arena, 1 << 14);
    return s;
}

void safety_free(struct safety *s) {
    if (!s) return;
    arena_free(&s->arena);
    vec_free(&s->functions);
    hash_map_free(&s->by_name);
    vec_free(&s->modules);
    str_free(&s->notes);
    mem_free(s);
}

// ---- Why ----

static bool calls_itself(const struct core *e, const struct routine *r) {
    const struct core *op = e->tag == CORE_APPLY ? e->kid[0] : NULL;
    return op && op->tag == CORE_FNAME && op->aux == r->name && op->arity == r->arity;
}

// The first node, as written, that may fail by itself; that r calls itself explains only what else does not.
static const struct core *first_failure(const struct analysis *a, const struct routine *r,
                                        const struct core *root) {
    VEC(const struct core *) todo = {0};
    const struct core *found = NULL, *itself = NULL;
    vec_push(&todo, root);
    while (todo.n && !found) {
        const struct core *e = vec_pop(&todo);
        if (node_flags(a, e) & NODE_FAILS) *(calls_itself(e, r) ? &itself : &found) = e;
        for (uint32_t i = e->n; i-- > 0;) vec_push(&todo, e->kid[i]);
    }
    vec_free(&todo);
    return found ? found : itself;
}

static void name_of(const struct core *e, struct str *out) {
    if (e->tag == CORE_CALL && e->kid[0]->tag == CORE_LITERAL && e->kid[1]->tag == CORE_LITERAL) {
        term_print(out, e->kid[0]->lit, 0);
        str_add_char(out, ':');
        term_print(out, e->kid[1]->lit, 0);
        str_addf(out, "/%u", e->n - 2);
    } else if (e->tag == CORE_APPLY && e->kid[0]->tag == CORE_FNAME) {
        str_addf(out, "%s/%u", symbol_text(e->kid[0]->aux), e->kid[0]->arity);
    } else if (e->tag == CORE_APPLY || e->tag == CORE_CALL) {
        str_add(out, "what is not known before the run");
    }
}

static void failure_text(const struct analysis *a, const struct core *e, struct str *out) {
    switch (e->tag) {
    case CORE_CALL:
    case CORE_APPLY:
        str_add(out, node_flags(a, e) & NODE_DISTRUST ? "the call of " : "a call of ");
        name_of(e, out);
        break;
    case CORE_PRIMOP:
        str_add(out, strcmp(symbol_text(e->aux), "raise") ? "no clause may match" : "an exception goes on");
        break;
    case CORE_MAP: str_add(out, "updating a map"); break;
    case CORE_BINARY: str_add(out, "building a bit string"); break;
    default: str_add(out, "an expression"); break;
    }
    if (e->line) str_addf(out, " in line %u", e->line);
}

static const char *reason(struct safety *s, const struct analysis *a, const struct routine *r,
                          const struct core *root) {
    const struct core *e = first_failure(a, r, root);
    if (!e) e = first_failure(a, r, r->fun); // where it goes on
    if (!e) return NULL;
    struct str text = {0};
    failure_text(a, e, &text);
    const char *kept = arena_copy(&s->arena, str_text(&text), text.n + 1);
    str_free(&text);
    return kept;
}

// ---- What one analysis says ----

static bool routine_fails(const struct analysis *a, const struct routine *r) {
    for (uint32_t i = 0; i < r->variants.n; i++)
        if (a->variants.at[r->variants.at[i]].fails) return true;
    return false;
}

static void add_clauses(struct safety *s, struct told_function *f) {
    const struct core *body = f->fun->kid[f->fun->n - 1];
    if (body->tag != CORE_CASE || body->n < 3) return;
    f->n_clauses = body->n - 1;
    f->clauses = ARENA_ARRAY(&s->arena, struct told_clause, f->n_clauses);
    uint32_t number = 0;
    for (uint32_t i = 0; i < f->n_clauses; i++) {
        const struct core *clause = body->kid[1 + i];
        bool generated = clause->flags & CORE_GENERATED;
        f->clauses[i] = (struct told_clause){.clause = clause, .number = generated ? 0 : ++number};
    }
}

static struct told_function *function_of(struct safety *s, const struct routine *r) {
    uint64_t key = function_key(r->module->name, r->name, r->arity);
    uint32_t i;
    if (!hash_map_get(&s->by_name, key, &i)) {
        struct told_function f = {.module = r->module, .name = r->name, .arity = r->arity, .fun = r->fun};
        add_clauses(s, &f);
        i = s->functions.n;
        vec_push(&s->functions, f);
        hash_map_put(&s->by_name, key, i);
    }
    return &s->functions.at[i];
}

static void add_routine(struct safety *s, const struct analysis *a, const struct routine *r) {
    struct told_function *f = function_of(s, r);
    if (f->verdict < VERDICT_IF_SPEC) f->verdict = VERDICT_IF_SPEC;
    if (f->verdict < VERDICT_MAY_FAIL && routine_fails(a, r)) {
        f->verdict = VERDICT_MAY_FAIL;
        f->reason = reason(s, a, r, r->fun);
    }
    for (uint32_t i = 0; i < f->n_clauses; i++) {
        struct told_clause *c = &f->clauses[i];
        uint8_t flags = node_flags(a, c->clause);
        if (!(flags & NODE_REACHED) || c->verdict == VERDICT_MAY_FAIL) continue;
        c->verdict = flags & NODE_UNCAUGHT ? VERDICT_MAY_FAIL : VERDICT_IF_SPEC;
        if (c->verdict == VERDICT_MAY_FAIL) c->reason = reason(s, a, r, c->clause);
    }
}

static void add_name(struct str *out, symbol module, symbol name, uint32_t arity) {
    term_print_atom(out, module);
    str_add_char(out, ':');
    term_print_atom(out, name);
    str_addf(out, "/%u: ", arity);
}

static bool of_unit_module(const struct safety *s, symbol module) {
    for (uint32_t i = 0; i < s->modules.n; i++)
        if (s->modules.at[i] == module) return true;
    return false;
}

void safety_add(struct safety *s, const struct analysis *a, symbol module, symbol name, uint32_t arity) {
    s->units++;
    if (!of_unit_module(s, module)) vec_push(&s->modules, module);
    if (a->given_up) {
        bool builtin = bif_find(module, name, arity) != NULL;
        add_name(&s->notes, module, name, arity);
        str_add(&s->notes, builtin ? "a built-in function: not analysed\n"
                                   : "too large to be analysed: nothing is pruned\n");
        return;
    }
    for (uint32_t i = 0; i < a->routines.n; i++) {
        const struct routine *r = &a->routines.at[i];
        if (!r->inner && r->variants.n) add_routine(s, a, r);
    }
}

// ---- Printing ----

// Of one unit all functions that it reaches, of several those of their modules.
static bool is_told(const struct safety *s, const struct told_function *f) {
    return s->units == 1 || of_unit_module(s, f->module->name);
}

// One analysis that enters every function with any arguments.
static struct analysis *analyse_any(const struct safety *s) {
    struct analysis *a = analysis_open(s->program, NULL, NULL, s->functions.n, &s->limits);
    for (uint32_t i = 0; i < s->functions.n; i++) {
        const struct told_function *f = &s->functions.at[i];
        if (is_told(s, f)) analysis_enter_any(a, f->module->name, f->name, f->arity);
    }
    analysis_settle(a);
    return a;
}

static void print_verdict(enum verdict v, const char *why, struct str *out) {
    str_add(out, verdict_texts[v]);
    if (why) str_addf(out, ": %s", why);
    str_add_char(out, '\n');
}

static void print_clauses(const struct told_function *f, const struct analysis *any, struct str *out) {
    for (uint32_t i = 0; i < f->n_clauses; i++) {
        const struct told_clause *c = &f->clauses[i];
        enum verdict v = c->verdict;
        if (!c->number && v == VERDICT_UNREACHED) continue;
        if (v == VERDICT_IF_SPEC && !any->given_up && !(node_flags(any, c->clause) & NODE_UNCAUGHT))
            v = VERDICT_SAFE;
        if (c->number)
            str_addf(out, "  clause %u", c->number);
        else
            str_add(out, "  otherwise");
        if (c->clause->line) str_addf(out, ", line %u", c->clause->line);
        str_add(out, ": ");
        print_verdict(v, c->reason, out);
    }
}

void safety_print(const struct safety *s, struct str *out) {
    str_add(out, str_text(&s->notes));
    if (!s->functions.n) return;
    struct analysis *any = analyse_any(s);
    for (uint32_t i = 0; i < s->functions.n; i++) {
        const struct told_function *f = &s->functions.at[i];
        if (!is_told(s, f)) continue;
        enum verdict v = f->verdict;
        if (v == VERDICT_IF_SPEC && analysis_never_fails(any, f->module->name, f->name, f->arity))
            v = VERDICT_SAFE;
        add_name(out, f->module->name, f->name, f->arity);
        print_verdict(v, f->reason, out);
        print_clauses(f, any, out);
    }
    analysis_free(any);
}
