// SPDX-License-Identifier: Apache-2.0
#include "erlang/code/stub.h"

#include <stdio.h>
#include <string.h>

#include "erlang/code/compile.h"
#include "erlang/code/mfa.h"
#include "erlang/load/core_new.h"

// What the proof itself runs on, in the same VM: a stub there would decide about more than the code under
// test.
static const char *const machinery[] = {"application_controller",
                                        "beam_lib",
                                        "code",
                                        "code_server",
                                        "compile",
                                        "epp",
                                        "erl_eval",
                                        "erl_lint",
                                        "erl_parse",
                                        "erl_scan",
                                        "erts_debug",
                                        "error_handler",
                                        "eunit",
                                        "filename",
                                        "init",
                                        "io",
                                        "io_lib",
                                        "lists",
                                        "maps",
                                        "persistent_term",
                                        "proplists",
                                        "unicode",
                                        "sys_core_fold"};

static bool is_machinery(symbol module) {
    const char *name = symbol_text(module);
    for (size_t i = 0; i < sizeof machinery / sizeof *machinery; i++)
        if (!strcmp(machinery[i], name)) return true;
    return !strncmp(name, "frisk_", strlen("frisk_")) || !strncmp(name, "prim_", strlen("prim_"));
}

// ---- Reading them ----

static bool same(symbol module, symbol name, const struct mfa *t) {
    return module == t->module && name == t->function;
}

// Where calls of a function end up, following the stubs there are.
static struct mfa follow(const struct program *p, struct mfa t) {
    for (uint32_t round = 0; round <= p->stubs.n; round++)
        for (uint32_t i = 0; i < p->stubs.n; i++) {
            const struct stub *s = &p->stubs.at[i];
            if (s->arity != t.arity || !same(s->module, s->name, &t)) continue;
            t.module = s->to_module;
            t.function = s->to_name;
        }
    return t;
}

bool stub_add(struct program *p, const char *text, struct diag *d) {
    struct mfa from, to;
    const char *equals = strchr(text, '=');
    while (equals && equals > text && strchr(":=<>/", equals[-1])) // '=:=' is no name that anybody stubs
        equals = strchr(equals + 1, '=');
    if (!equals || strchr(text, '*'))
        return diag_set(d, DIAG_USAGE, "--stub wants MOD:FUN/ARITY=MOD:FUN/ARITY, without *, got '%s'", text);
    const char *kept = arena_strdup(&p->arena, text);
    char *left = arena_strdup(&p->arena, text);
    left[equals - text] = '\0';
    if (!mfa_read(left, "--stub", &from, d) || !mfa_read(equals + 1, "--stub", &to, d)) return false;
    if (from.arity != to.arity)
        return diag_set(d, DIAG_USAGE, "--stub %s: a function of arity %u cannot stand for one of arity %u",
                        text, to.arity, from.arity);
    for (uint32_t i = 0; i < p->stubs.n; i++)
        if (p->stubs.at[i].arity == from.arity && same(p->stubs.at[i].module, p->stubs.at[i].name, &from))
            return diag_set(d, DIAG_USAGE, "--stub %s: %s has been replaced already", text, left);
    struct mfa last = follow(p, to);
    if (same(from.module, from.function, &last))
        return diag_set(d, DIAG_USAGE, "--stub %s: calls would go round in a circle", text);
    if (is_machinery(from.module) || !strcmp(symbol_text(from.module), "erlang"))
        return diag_set(
            d, DIAG_USAGE,
            "--stub %s: module %s cannot be changed in a running VM; stub a function of your own that "
            "calls it",
            text, symbol_text(from.module));
    vec_push(&p->stubs, ((struct stub){.text = kept,
                                       .module = from.module,
                                       .name = from.function,
                                       .arity = from.arity,
                                       .to_module = to.module,
                                       .to_name = to.function}));
    return true;
}

static bool module_is_there(struct program *p, const struct stub *s, symbol module, const char **path,
                            struct diag *d) {
    struct diag why = {0};
    const struct module_code *m = program_module(p, module, &why);
    if (!m) return diag_set(d, DIAG_USAGE, "--stub %s: %s", s->text, why.kind ? why.text : "no such module");
    *path = m->core->path;
    return true;
}

static bool check(struct program *p, struct stub *s, struct diag *d) {
    if (!module_is_there(p, s, s->module, &s->path, d)) return false;
    const char *module = symbol_text(s->module), *name = symbol_text(s->name);
    if (s->state == STUB_ABSENT)
        return diag_set(d, DIAG_USAGE, "--stub %s: there is no function %s:%s/%u", s->text, module, name,
                        s->arity);
    if (s->state == STUB_NATIVE)
        return diag_set(d, DIAG_USAGE,
                        "--stub %s: %s:%s/%u is built into the VM; stub a function of your own that calls it",
                        s->text, module, name, s->arity);
    struct export *to = program_export(p, s->to_module, s->to_name, s->arity);
    enum export_state state = program_resolve(p, to);
    if (state == EXPORT_BIF && !strcmp(symbol_text(s->to_module), "erlang")) return true;
    if (!module_is_there(p, s, s->to_module, &s->to_path, d)) return false;
    if (state == EXPORT_CODE || state == EXPORT_BIF) return true;
    return diag_set(d, DIAG_USAGE, "--stub %s: %s exports no %s/%u", s->text, symbol_text(s->to_module),
                    symbol_text(s->to_name), s->arity);
}

bool stub_check_all(struct program *p, struct diag *d) {
    for (uint32_t i = 0; i < p->stubs.n; i++)
        if (!check(p, &p->stubs.at[i], d)) return false;
    return true;
}

// ---- In frisk ----

bool stub_replaces(const struct program *p, symbol module, symbol name, uint32_t arity) {
    for (uint32_t i = 0; i < p->stubs.n; i++) {
        const struct stub *s = &p->stubs.at[i];
        if (s->module == module && s->name == name && s->arity == arity) return true;
    }
    return false;
}

// fun (V0, V1, ..) -> call M2:F2(V0, V1, ..)
static struct core *forwarder(struct arena *a, const struct stub *s, uint32_t line) {
    struct core *arguments[MAX_ARGUMENTS];
    for (uint32_t i = 0; i < s->arity; i++) arguments[i] = core_variable(a, i, line);
    return core_fun(a, s->arity, core_call(a, s->to_module, s->to_name, arguments, s->arity, line), line);
}

void stub_apply(struct program *p, struct core_module *m) {
    for (uint32_t i = 0; i < p->stubs.n; i++) {
        struct stub *s = &p->stubs.at[i];
        if (s->module != m->name) continue;
        s->state = STUB_ABSENT;
        for (uint32_t k = 0; k < m->n_functions; k++) {
            struct core_function *f = &m->functions[k];
            if (f->name != s->name || f->arity != s->arity) continue;
            s->state = compile_is_native(f->fun) || !strcmp(symbol_text(f->name), "module_info") ? STUB_NATIVE
                                                                                                 : STUB_DONE;
            if (s->state != STUB_DONE) continue;
            f->fun = forwarder(&p->arena, s, f->line);
            f->n_vars = s->arity;
        }
    }
}

// ---- For the real VM ----

void stub_write(const struct program *p, struct str *out,
                void (*add)(struct str *out, const char *bytes, size_t n)) {
    char number[16];
    add(out, number, (size_t)snprintf(number, sizeof number, "%u", p->stubs.n));
    for (uint32_t i = 0; i < p->stubs.n; i++) {
        const struct stub *s = &p->stubs.at[i];
        const symbol names[] = {s->module, s->name, s->to_module, s->to_name};
        for (int k = 0; k < 4; k++) {
            add(out, symbol_text(names[k]), symbol_size(names[k]));
            if (k == 1) add(out, number, (size_t)snprintf(number, sizeof number, "%u", s->arity));
        }
        add(out, s->path, strlen(s->path));
        add(out, s->to_path ? s->to_path : "", s->to_path ? strlen(s->to_path) : 0);
    }
}

void stub_print(const struct program *p, struct str *out) {
    for (uint32_t i = 0; i < p->stubs.n; i++) {
        const struct stub *s = &p->stubs.at[i];
        str_add(out, i ? ", {{" : "[{{");
        term_print_atom(out, s->module);
        str_add(out, ", ");
        term_print_atom(out, s->name);
        str_addf(out, ", %u}, {", s->arity);
        term_print_atom(out, s->to_module);
        str_add(out, ", ");
        term_print_atom(out, s->to_name);
        str_add(out, "}}");
    }
    if (p->stubs.n) str_add_char(out, ']');
}
