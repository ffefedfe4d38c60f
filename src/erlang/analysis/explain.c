// SPDX-License-Identifier: Apache-2.0
// --explain-safety: what the analysis found, function by function and clause by clause. A function is
// analysed twice for this: as the unit reaches it, and for any arguments at all.
#include <string.h>

#include "erlang/analysis/infer.h"

enum verdict { VERDICT_SAFE, VERDICT_IF_SPEC, VERDICT_MAY_FAIL, VERDICT_UNREACHED };

static const char *const verdict_texts[] = {"safe", "safe if the spec holds", "may fail",
                                            "not reached if the spec holds"};

static uint8_t flags_of(const struct analysis *a, const struct core *e) {
    uint32_t i;
    if (!hash_map_get(&a->nodes, (uint64_t)(uintptr_t)e >> 4, &i)) return 0;
    return a->flags.at[i];
}

// The first node, as written, that may fail by itself.
static const struct core *first_failure(const struct analysis *a, const struct core *root) {
    VEC(const struct core *) todo = {0};
    const struct core *found = NULL;
    vec_push(&todo, root);
    while (todo.n && !found) {
        const struct core *e = vec_pop(&todo);
        if (flags_of(a, e) & NODE_FAILS) found = e;
        for (uint32_t i = e->n; i-- > 0;) vec_push(&todo, e->kid[i]);
    }
    vec_free(&todo);
    return found;
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

static void reason(const struct analysis *a, const struct core *root, struct str *out) {
    const struct core *e = first_failure(a, root);
    if (!e) return;
    str_add(out, ": ");
    switch (e->tag) {
    case CORE_CALL:
    case CORE_APPLY:
        str_add(out, flags_of(a, e) & NODE_DISTRUST ? "the call of " : "a call of ");
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

static bool routine_fails(const struct analysis *a, const struct routine *r) {
    for (uint32_t i = 0; i < r->variants.n; i++)
        if (a->variants.at[r->variants.at[i]].fails) return true;
    return false;
}

static void explain_clauses(const struct analysis *a, const struct analysis *any, const struct routine *r,
                            struct str *out) {
    const struct core *body = r->fun->kid[r->fun->n - 1];
    if (body->tag != CORE_CASE || body->n < 3) return;
    uint32_t number = 0;
    for (uint32_t i = 1; i < body->n; i++) {
        const struct core *clause = body->kid[i];
        uint8_t here = flags_of(a, clause), there = flags_of(any, clause);
        bool generated = clause->flags & CORE_GENERATED;
        if (!generated) number++;
        if (generated && !(here & NODE_REACHED)) continue;
        enum verdict v = !(here & NODE_REACHED)                   ? VERDICT_UNREACHED
                         : here & NODE_UNCAUGHT                   ? VERDICT_MAY_FAIL
                         : there & NODE_UNCAUGHT || any->given_up ? VERDICT_IF_SPEC
                                                                  : VERDICT_SAFE;
        if (generated)
            str_add(out, "  otherwise");
        else
            str_addf(out, "  clause %u", number);
        if (clause->line) str_addf(out, ", line %u", clause->line);
        str_addf(out, ": %s", verdict_texts[v]);
        if (v == VERDICT_MAY_FAIL) reason(a, clause, out);
        str_add_char(out, '\n');
    }
}

static void explain_routine(struct program *p, const struct analysis *a, const struct routine *r,
                            struct str *out) {
    struct analysis *any = analysis_new(p, r->module->name, r->name, r->arity, NULL, NULL, TYPE_ANY);
    bool fails = a->given_up || routine_fails(a, r);
    enum verdict v = fails ? VERDICT_MAY_FAIL : analysis_proved(any) ? VERDICT_SAFE : VERDICT_IF_SPEC;
    term_print_atom(out, r->module->name);
    str_add_char(out, ':');
    term_print_atom(out, r->name);
    str_addf(out, "/%u: %s", r->arity, verdict_texts[v]);
    if (v == VERDICT_MAY_FAIL) reason(a, r->fun, out);
    str_add_char(out, '\n');
    explain_clauses(a, any, r, out);
    analysis_free(any);
}

void analysis_explain(struct program *p, const struct analysis *a, symbol module, symbol name, uint32_t arity,
                      struct str *out) {
    if (a->given_up) {
        const struct bif *b = bif_find(module, name, arity);
        str_add(out,
                b ? "a built-in function: not analysed\n" : "too large to be analysed: nothing is pruned\n");
        return;
    }
    for (uint32_t i = 0; i < a->routines.n; i++) {
        const struct routine *r = &a->routines.at[i];
        if (!r->inner && r->variants.n) explain_routine(p, a, r, out);
    }
}
