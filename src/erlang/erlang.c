// SPDX-License-Identifier: Apache-2.0
#include "erlang/erlang.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "erlang/analysis/explain.h"
#include "erlang/analysis/summary.h"
#include "erlang/code/mfa.h"
#include "erlang/code/stub.h"
#include "erlang/coverage.h"
#include "erlang/symbolic/builtins.h"
#include "erlang/term/elixir_text.h"
#include "erlang/term/term.h"
#include "erlang/unit.h"

struct erlang {
    struct program *program;
    struct unit_options units;
};

struct erlang *erlang_open(const struct erlang_options *o, struct diag *d) {
    struct loader_options lo = {.paths = o->paths,
                                .n_paths = o->n_paths,
                                .files = o->files,
                                .n_files = o->n_files,
                                .erl = o->erl ? o->erl : "erl",
                                .share_dir = o->share_dir,
                                .no_cache = o->no_cache};
    struct erlang *e = mem_zalloc(sizeof *e);
    e->program = program_new(loader_new(&lo), &builtins);
    e->program->any_machine = o->any_machine;
    e->units = (struct unit_options){.prune = o->prune,
                                     .check_return = o->check_return,
                                     .delayed = o->delayed,
                                     .lossy = {o->lossy, o->n_lossy},
                                     .any_term_counts = o->any_term_counts,
                                     .analysis = {o->seconds, o->stop, summaries_new()}};
    return e;
}

void erlang_close(struct erlang *e) {
    if (!e) return;
    summaries_free(e->units.analysis.summaries);
    program_free(e->program);
    mem_free(e);
}

void erlang_function_name(struct str *out, symbol module, symbol function, uint32_t arity) {
    if (program_is_elixir(module)) {
        elixir_function(symbol_text(module), symbol_text(function), out);
    } else {
        term_print_atom(out, module);
        str_add_char(out, ':');
        term_print_atom(out, function);
    }
    str_addf(out, "/%u", arity);
}

double erlang_load_seconds(const struct erlang *e) {
    return loader_seconds(e->program->loader);
}

struct code_coverage erlang_module_coverage(struct erlang *e, symbol module) {
    struct program *p = e->program;
    pthread_mutex_lock(&p->lock);
    program_keep_coverage(p);
    struct code_coverage c = coverage_of_module(p, module);
    pthread_mutex_unlock(&p->lock);
    c.name = mem_strdup(symbol_text(module));
    return c;
}

// ---- Targets ----

static bool is_file(const char *target) {
    size_t n = strlen(target);
    return (n > 4 && strcmp(target + n - 4, ".erl") == 0) || (n > 5 && strcmp(target + n - 5, ".beam") == 0);
}

static void add(struct erlang_targets *out, const struct erlang_target *t) {
    out->at = mem_realloc(out->at, (out->n + 1) * sizeof *out->at);
    out->at[out->n++] = *t;
}

// All exported functions of a module's own, in the order of the source.
static bool whole_module(struct erlang *e, symbol module, struct erlang_targets *out, struct diag *d) {
    struct diag why = {0};
    const struct module_code *m = program_module(e->program, module, &why);
    if (!m)
        return why.kind ? diag_set(d, why.kind, "%s", why.text)
                        : diag_set(d, DIAG_ANALYSIS, "no module %s: give its directory with -pa, or its file",
                                   symbol_text(module));
    for (uint32_t i = 0; i < m->core->n_functions; i++) {
        const struct core_function *f = &m->core->functions[i];
        if (!f->exported || program_is_generated(module, f->name)) continue;
        add(out, &(struct erlang_target){module, f->name, f->arity, NULL});
    }
    return true;
}

static uint32_t last_line(const struct core *root) {
    VEC(const struct core *) todo = {0};
    uint32_t last = 0;
    vec_push(&todo, root);
    while (todo.n) {
        const struct core *e = vec_pop(&todo);
        if (e->line > last) last = e->line;
        for (uint32_t i = 0; i < e->n; i++) vec_push(&todo, e->kid[i]);
    }
    vec_free(&todo);
    return last;
}

// {{F, A}, Types}, or {{M, F, A}, Types}.
static bool is_spec_of(const struct core_attribute *a, const struct core_function *f) {
    if (strcmp(symbol_text(a->name), "spec") != 0 || !term_is_tuple(a->value) || term_tuple(a->value)->n < 1)
        return false;
    term name = term_tuple(a->value)->at[0];
    if (!term_is_tuple(name) || term_tuple(name)->n < 2) return false;
    const term *at = term_tuple(name)->at + term_tuple(name)->n - 2;
    return term_is_atom(at[0]) && term_symbol(at[0]) == f->name && term_is_small(at[1]) &&
           term_small_value(at[1]) == (int64_t)f->arity;
}

struct erlang_source *erlang_sources(struct erlang *e, symbol module, uint32_t *n, struct diag *d) {
    const struct module_code *m = program_module(e->program, module, d);
    if (!m) {
        if (!d->kind) diag_set(d, DIAG_ANALYSIS, "no module %s", symbol_text(module));
        return NULL;
    }
    struct erlang_source *all = mem_zalloc((m->core->n_functions + 1) * sizeof *all);
    *n = m->core->n_functions;
    for (uint32_t i = 0; i < *n; i++) {
        const struct core_function *f = &m->core->functions[i];
        struct erlang_source s = {f->name,       f->arity, f->exported,      m->core->file,
                                  m->core->path, f->line,  last_line(f->fun)};
        for (uint32_t k = 0; k < m->core->n_attributes; k++) {
            const struct core_attribute *a = &m->core->attributes[k];
            if (is_spec_of(a, f) && a->line && a->line < s.first) s.first = a->line;
        }
        all[i] = s;
    }
    return all;
}

static bool with_arguments(struct erlang *e, struct erlang_target t, const char *arguments, struct diag *d,
                           struct erlang_targets *out) {
    struct arena a;
    term *args;
    arena_init(&a, 0);
    bool ok = loader_parse_arguments(e->program->loader, arguments, program_is_elixir(t.module), &a, &args,
                                     &t.arity, d);
    arena_free(&a);
    if (ok) add(out, &t);
    return ok;
}

// MOD:FUN without arity: fine when the module exports just one function of that name.
static bool only_arity(struct erlang *e, struct erlang_target t, struct diag *d, struct erlang_targets *out) {
    struct erlang_targets all = {0};
    bool ok = whole_module(e, t.module, &all, d);
    for (uint32_t i = 0; ok && i < all.n; i++)
        if (all.at[i].function == t.function) add(out, &all.at[i]);
    mem_free(all.at);
    if (ok && out->n == 0)
        ok = diag_set(d, DIAG_ANALYSIS, "module %s exports no function %s", symbol_text(t.module),
                      symbol_text(t.function));
    return ok;
}

bool erlang_targets(struct erlang *e, const char *target, const char *arguments, struct erlang_targets *out,
                    struct diag *d) {
    *out = (struct erlang_targets){0};
    struct erlang_target t = {.seed = arguments};
    if (is_file(target)) {
        if (arguments) return diag_set(d, DIAG_USAGE, "arguments go with MOD:FUN, not with a file");
        return loader_module_of_file(e->program->loader, target, &t.module, d) &&
               whole_module(e, t.module, out, d);
    }
    const char *at = target;
    t.module = mfa_name(&at, ":");
    if (*at == '\0' && t.module) {
        if (arguments) return diag_set(d, DIAG_USAGE, "arguments go with MOD:FUN, not with a module");
        return whole_module(e, t.module, out, d);
    }
    if (t.module && *at == ':') {
        at++;
        t.function = mfa_name(&at, "/");
        if (t.function && *at == '\0')
            return arguments ? with_arguments(e, t, arguments, d, out) : only_arity(e, t, d, out);
        if (t.function && mfa_arity(at, &t.arity)) {
            add(out, &t);
            return true;
        }
    }
    return diag_set(d, DIAG_USAGE,
                    "cannot read '%s': write MOD:FUN/ARITY, MOD:FUN 'ARGUMENTS', MOD or FILE.erl", target);
}

bool erlang_read_function(const char *text, const char *option, struct erlang_target *out, struct diag *d) {
    struct mfa f;
    bool good = mfa_read(text, option, &f, d);
    *out = (struct erlang_target){.module = f.module, .function = f.function, .arity = f.arity};
    return good;
}

bool erlang_opaque(struct erlang *e, const char *functions, struct diag *d) {
    const char *colon = strchr(functions, ':'), *slash = colon ? strrchr(colon, '/') : NULL;
    const char *arity = slash ? slash + 1 : "*";
    bool number = *arity && arity[strspn(arity, "0123456789")] == '\0';
    bool good = *functions && colon != functions && !(colon && (!colon[1] || colon + 1 == slash)) &&
                (number || !strcmp(arity, "*"));
    if (!good)
        return diag_set(d, DIAG_USAGE, "--opaque wants MOD:FUN/ARITY, of which each may be *, got '%s'",
                        functions);
    struct erlang_target t;
    struct diag none = {0};
    if (erlang_read_function(functions, "", &t, &none) && bif_find(t.module, t.function, t.arity))
        return diag_set(d, DIAG_USAGE,
                        "--opaque %s: that is a built-in function; frisk has a model of it or none",
                        functions);
    struct str pattern = {0};
    str_add(&pattern, functions);
    if (!colon) str_add(&pattern, ":*");
    if (!slash) str_add(&pattern, "/*");
    program_make_opaque(e->program, str_text(&pattern));
    str_free(&pattern);
    return true;
}

const char *erlang_opaque_unused(struct erlang *e) {
    for (uint32_t i = 0; i < e->program->opaque.n; i++)
        if (!e->program->opaque.at[i].used) return e->program->opaque.at[i].pattern;
    return NULL;
}

bool erlang_stub(struct erlang *e, const char *text, struct diag *d) {
    if (!stub_add(e->program, text, d)) return false;
    const struct stub *s = &vec_last(&e->program->stubs);
    // The analysis knows such a function by itself, and would not look at what is there instead.
    if (bif_find(s->module, s->name, s->arity)) e->units.prune = false;
    return true;
}

bool erlang_stubs_check(struct erlang *e, struct diag *d) {
    return stub_check_all(e->program, d);
}

bool erlang_is_elixir(const struct erlang_target *t) {
    return program_is_elixir(t->module);
}

bool erlang_discard(struct erlang *e, const char *text, bool erlang, bool elixir, struct diag *d) {
    struct program *p = e->program;
    struct str why = {0};
    bool read = false, good = true;
    for (int x = 0; x < 2 && good; x++) {
        struct str now = {0};
        struct discard value = {.elixir = x};
        if (!(x ? elixir : erlang)) continue;
        if (loader_parse_term(p->loader, text, x, &p->arena, &value.value, &now, d)) {
            vec_push(&p->discards, value);
            read = true;
        } else if (!now.n) {
            good = false;
        } else if (!why.n) {
            str_addf(&why, "--discard wants a constant term of %s, as %s, got '%s': %s",
                     x ? "Elixir" : "Erlang", x ? ":frisk_discard" : "frisk_discard", text, now.at);
        }
        str_free(&now);
    }
    if (good && !read) good = diag_set(d, DIAG_USAGE, "%s", str_text(&why));
    str_free(&why);
    return good;
}

bool erlang_assume(struct erlang *e, const char *function, uint32_t *arity, struct diag *d) {
    struct erlang_target t;
    if (!erlang_read_function(function, "--assume", &t, d)) return false;
    *arity = t.arity;
    return erlang_unit_assume(e->program, &t, d);
}

struct unit *erlang_unit(struct erlang *e, const struct erlang_target *t, struct diag *d) {
    return erlang_unit_new(e->program, t, &e->units, d);
}

struct safety *erlang_safety_new(struct erlang *e) {
    return safety_new(e->program, &e->units.analysis);
}

void erlang_safety_add(struct safety *s, struct unit *u) {
    erlang_unit_explain(u, s);
}

void erlang_safety_print(struct safety *s, struct str *out) {
    safety_print(s, out);
}

void erlang_safety_free(struct safety *s) {
    safety_free(s);
}
