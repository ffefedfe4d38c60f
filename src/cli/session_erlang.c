// SPDX-License-Identifier: Apache-2.0
#include "base/mem.h"
#include "cli/session_core.h"
#include "cli/share.h"
#include "cli/targets.h"
#include "erlang/erlang.h"

static char *target_name(const struct erlang_target *t) {
    struct str s = {0};
    erlang_function_name(&s, t->module, t->function, t->arity);
    return str_take(&s);
}

static bool test_target(struct session *s, struct erlang *e, const struct erlang_target *t, uint32_t at,
                        uint32_t of, struct diag *d) {
    char *name = target_name(t);
    session_loading(s, name, at, of);
    struct diag why = {0};
    struct unit *u = erlang_unit(e, t, &why);
    bool ok;
    if (u) {
        double load = erlang_load_seconds(e);
        ok = session_test(s, u, load - s->loaded, d);
        s->loaded = load;
        u->language->unit_free(u);
    } else {
        ok = session_unit_failed(s, name, &why, d);
    }
    mem_free(name);
    return ok;
}

typedef VEC(struct erlang_target) target_list;

// All targets of all operands.
static bool find_targets(struct erlang *e, const struct targets *texts, target_list *out, struct diag *d) {
    for (uint32_t i = 0; i < texts->list.n; i++) {
        const struct target_text *t = &texts->list.at[i];
        struct erlang_targets found = {0};
        if (!erlang_targets(e, t->target, t->arguments, &found, d)) return false;
        for (uint32_t k = 0; k < found.n; k++) vec_push(out, found.at[k]);
        if (!found.n) diag_set(d, DIAG_ANALYSIS, "%s exports no function", t->target);
        mem_free(found.at);
        if (d->kind) return false;
    }
    return true;
}

static bool assume_all(struct erlang *e, const text_list *functions, const target_list *targets,
                       struct diag *d) {
    for (uint32_t i = 0; i < functions->n; i++) {
        uint32_t arity, fit = 0;
        if (!erlang_assume(e, functions->at[i], &arity, d)) return false;
        for (uint32_t k = 0; k < targets->n; k++) fit += targets->at[k].arity == arity;
        if (!fit)
            return diag_set(d, DIAG_USAGE, "--assume %s: no target takes %u argument%s", functions->at[i],
                            arity, arity == 1 ? "" : "s");
    }
    return true;
}

static void collect_modules(struct session *s, struct erlang *e, const target_list *targets) {
    for (uint32_t i = 0; i < targets->n; i++) {
        symbol module = targets->at[i].module;
        bool known = false;
        for (uint32_t k = 0; k < i; k++) known |= targets->at[k].module == module;
        if (known) continue;
        struct module_coverage m = {.name = symbol_text(module)};
        m.clauses = erlang_module_coverage(e, module, &m.generated);
        vec_push(&s->modules, m);
    }
}

// What the targets cannot do wrong, instead of searching for what they can.
static bool explain_all(struct erlang *e, const target_list *targets, struct diag *d) {
    struct safety *safety = erlang_safety_new(e);
    bool ok = true;
    for (uint32_t i = 0; i < targets->n && ok; i++) {
        struct unit *u = erlang_unit(e, &targets->at[i], d);
        ok = u != NULL;
        if (!u) break;
        erlang_safety_add(safety, u);
        u->language->unit_free(u);
    }
    struct str text = {0};
    if (ok) erlang_safety_print(safety, &text);
    ok = ok && (fputs(str_text(&text), stdout) >= 0 ||
                diag_set(d, DIAG_ANALYSIS, "cannot write to standard output"));
    str_free(&text);
    erlang_safety_free(safety);
    return ok;
}

static bool test_all(struct session *s, struct erlang *e, const target_list *targets, struct diag *d) {
    if (!session_begin(s, targets->n, d)) return false;
    for (uint32_t i = 0; i < targets->n && !session_stopped(); i++)
        if (!test_target(s, e, &targets->at[i], i + 1, targets->n, d)) return false;
    if (!s->only_unit) collect_modules(s, e, targets);
    return session_totals(s, d);
}

static bool run(struct session *s, const struct targets *texts, struct diag *d) {
    char *share = s->o->share_dir ? mem_strdup(s->o->share_dir) : share_find(d);
    if (!share) return false;
    struct erlang_options options = {.paths = s->o->paths.at,
                                     .n_paths = s->o->paths.n,
                                     .files = texts->files.at,
                                     .n_files = texts->files.n,
                                     .erl = s->o->erl,
                                     .share_dir = share,
                                     .no_cache = s->o->no_cache,
                                     .prune = s->o->explain_safety || s->o->prune ||
                                              (s->o->goal == GOAL_ERRORS && !s->o->no_prune)};
    struct erlang *e = erlang_open(&options, d);
    mem_free(share);
    if (!e) return false;
    target_list targets = {0};
    bool ok = find_targets(e, texts, &targets, d);
    ok = ok && assume_all(e, &s->o->assume, &targets, d);
    ok = ok && (s->o->explain_safety ? explain_all(e, &targets, d) : test_all(s, e, &targets, d));
    vec_free(&targets);
    erlang_close(e);
    return ok;
}

int session_erlang(const struct options *o) {
    struct session s;
    struct diag d = {0};
    struct targets texts = {0};
    session_prepare(&s, o);
    bool ok = targets_sort(&o->operands, &texts, &d) && run(&s, &texts, &d);
    targets_free(&texts);
    return session_finish(&s, ok, &d);
}
