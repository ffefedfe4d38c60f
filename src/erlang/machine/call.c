// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/call.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "erlang/made.h"
#include "erlang/symbolic/decide.h"
#include "erlang/symbolic/key_book.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/symbolic/symbolic_bits.h"
#include "erlang/term/atoms.h"
#include "erlang/term/value.h"

static enum dispatch fail(struct interp *ip, term reason) {
    raise_error(&ip->process, reason);
    return DISPATCH_RAISE;
}

// "no model for M:F/A": kept for good as a symbol, since it may be shown after the run.
static enum dispatch no_model(struct interp *ip, symbol module, symbol name, uint32_t arity) {
    char text[600];
    snprintf(text, sizeof text, "no model for %.250s:%.250s/%u", symbol_text(module), symbol_text(name),
             arity);
    ip->process.no_model = symbol_text(symbol_of(text));
    return DISPATCH_RAISE;
}

const char *call_text(const struct bif *b) {
    char text[300];
    snprintf(text, sizeof text, "%s:%s/%u", b->module, b->name, b->arity);
    return symbol_text(symbol_of(text));
}

bool call_bif(struct interp *ip, const struct bif *b, const term *args, term *result) {
    bool shadow = false, top = false;
    for (uint32_t i = 0; i < b->arity; i++) {
        shadow |= term_shadowed(args[i]);
        top |= term_is_sym(args[i]);
    }
    if (!shadow || (b->rule == RULE_TOPLEVEL && !top)) return b->concrete(&ip->process, args, result);
    if (b->rule == RULE_SYMBOLIC || b->rule == RULE_PROCESS) return b->symbolic(&ip->process, args, result);
    term plain[MAX_ARGUMENTS];
    const char *what = ip->symbolic ? call_text(b) : "";
    for (uint32_t i = 0; i < b->arity; i++) plain[i] = decide_lose(ip, args[i], what);
    return b->concrete(&ip->process, plain, result);
}

// ---- Functions that need the interpreter ----

// An entry of a stack trace as erlang:raise/3 takes it, written out in full: {M, F, Arity, Location} or
// {Fun, Arity, Location}; the location may be left out. TERM_NONE: it is none.
static term trace_entry(struct interp *ip, term e) {
    if (!term_is_tuple(e)) return TERM_NONE;
    const struct tuple *t = term_tuple(e);
    if (t->n < 2) return TERM_NONE;
    uint32_t full = term_is_fun(t->at[0]) ? 3 : 4;
    if (t->n != full && t->n != full - 1) return TERM_NONE;
    if (full == 4 && (!term_is_atom(t->at[0]) || !term_is_atom(t->at[1]))) return TERM_NONE;
    term where = t->n == full ? t->at[full - 1] : TERM_NIL;
    if (!term_is_nil(where) && !term_is_cons(where)) return TERM_NONE;
    term items[4] = {t->at[0], t->at[1], t->at[2], where};
    items[full - 1] = where;
    return term_tuple_of(&ip->heap, items, full);
}

static bool trace_entries(struct interp *ip, term list, term *out) {
    VEC(term) entries = {0};
    bool ok = true;
    for (; ok && term_is_cons(list); list = term_tl(list)) {
        term e = trace_entry(ip, term_hd(list));
        ok = e != TERM_NONE;
        if (ok) vec_push(&entries, e);
    }
    ok = ok && term_is_nil(list);
    if (ok) *out = term_list(&ip->heap, entries.at, entries.n, TERM_NIL);
    vec_free(&entries);
    return ok;
}

// erlang:raise(Class, Reason, Stacktrace): returns badarg, and does not raise it, where the class or the
// stack trace is none (its manual page says so of both).
static enum dispatch raise_as(struct interp *ip, const term *args, term *result) {
    struct process *p = &ip->process;
    term class_ = decide_lose(ip, args[0], "class of an exception"), trace;
    if ((class_ != atom_error && class_ != atom_exit && class_ != atom_throw) ||
        !trace_entries(ip, decide_lose(ip, args[2], "stack trace given to erlang:raise/3"), &trace)) {
        *result = atom_badarg;
        return DISPATCH_VALUE;
    }
    p->class_ = class_;
    p->reason = args[1];
    p->trace = trace;
    return DISPATCH_RAISE;
}

void call_raise(struct interp *ip, enum raise_kind kind, const term *args, uint32_t n) {
    struct process *p = &ip->process;
    p->trace = TERM_NONE;
    p->class_ = kind == RAISE_ERROR ? atom_error : kind == RAISE_EXIT ? atom_exit : atom_throw;
    p->reason = args[0];
    ip->thrower = ip->f;
    uint64_t length; // error/2: the arguments of the caller, for the trace
    if (n >= 2 && kind == RAISE_ERROR && ip->f->module && !term_is_sym(args[1]) &&
        term_list_length(args[1], &length))
        p->trace = raise_trace(ip, ip->f->module, ip->f->name, args[1]);
}

static enum dispatch make_fun(struct interp *ip, const term *args, term *result) {
    term module = decide_lose(ip, args[0], "fun M:F/A"), name = decide_lose(ip, args[1], "fun M:F/A"),
         arity = decide_lose(ip, args[2], "fun M:F/A");
    if (!term_is_atom(module) || !term_is_atom(name) || !term_is_small(arity) ||
        term_small_value(arity) < 0 || term_small_value(arity) > 255) {
        raise_badarg(&ip->process);
        return DISPATCH_RAISE;
    }
    struct closure *c = arena_zalloc(&ip->heap, sizeof *c);
    c->box.kind = BOX_FUN;
    c->arity = (uint32_t)term_small_value(arity);
    c->flags = CLOSURE_EXTERNAL;
    c->module = term_symbol(module);
    c->name = term_symbol(name);
    *result = (term)(uintptr_t)c | TAG_BOX;
    return DISPATCH_VALUE;
}

static enum dispatch function_exported(struct interp *ip, const term *args, term *result) {
    term m = decide_lose(ip, args[0], "erlang:function_exported/3"),
         f = decide_lose(ip, args[1], "erlang:function_exported/3"),
         a = decide_lose(ip, args[2], "erlang:function_exported/3");
    if (!term_is_atom(m) || !term_is_atom(f) || !term_is_small(a)) {
        raise_badarg(&ip->process);
        return DISPATCH_RAISE;
    }
    struct export *x =
        program_export(ip->program, term_symbol(m), term_symbol(f), (uint32_t)term_small_value(a));
    enum export_state state = program_resolve(ip->program, x);
    *result = atom_boolean(state == EXPORT_CODE || state == EXPORT_BIF);
    return DISPATCH_VALUE;
}

// Code is loaded when it is first called: only of what every VM has loaded when it has started is this known.
static enum dispatch module_loaded(struct interp *ip, const term *args, term *result) {
    static const char *const early[] = {"erlang",  "io",           "io_lib", "io_lib_format", "io_lib_pretty",
                                        "unicode", "unicode_util", "string", "lists",         "maps",
                                        "ets",     "binary",       "code",   "error_logger",  "proplists"};
    term m = decide_lose(ip, args[0], "erlang:module_loaded/1");
    struct diag d = {0};
    if (!term_is_atom(m)) return fail(ip, atom_badarg);
    bool known = false;
    for (size_t i = 0; i < sizeof early / sizeof *early; i++)
        known |= strcmp(symbol_text(term_symbol(m)), early[i]) == 0;
    bool there = known || program_module(ip->program, term_symbol(m), &d) != NULL;
    if (there && !known) tell_varies(&ip->process, "which modules are loaded");
    *result = atom_boolean(there);
    return DISPATCH_VALUE;
}

static bool is_module(struct interp *ip, symbol m) {
    struct diag d = {0};
    return m == term_symbol(atom_erlang) || program_module(ip->program, m, &d) != NULL;
}

// code:ensure_loaded/1 and code:ensure_modules_loaded/1: what frisk can load, the VM can.
static enum dispatch ensure_loaded(struct interp *ip, const char *name, const term *args, term *result) {
    struct arena *a = &ip->heap;
    term given = decide_lose(ip, args[0], "code:ensure_loaded/1"), missing = TERM_NIL,
         nofile = term_atom(symbol_of("nofile"));
    if (strcmp(name, "ensure_loaded") == 0) {
        if (!term_is_atom(given)) return fail(ip, atom_function_clause);
        *result = is_module(ip, term_symbol(given)) ? term_tuple2(a, term_atom(symbol_of("module")), given)
                                                    : term_tuple2(a, atom_error, nofile);
        return DISPATCH_VALUE;
    }
    for (term l = given; term_is_cons(l) && term_is_atom(term_hd(l)); l = term_tl(l))
        if (!is_module(ip, term_symbol(term_hd(l))))
            missing = term_cons(a, term_tuple2(a, term_hd(l), nofile), missing);
    *result = term_is_nil(missing) ? term_atom(symbol_of("ok")) : term_tuple2(a, atom_error, missing);
    return DISPATCH_VALUE;
}

static enum dispatch fun_info(struct interp *ip, const term *args, term *result) {
    term fun = args[0], item = args[1];
    if (!decide_kind(ip, fun, KIND_BIT(KIND_FUN)) || !term_is_atom(item)) {
        raise_badarg(&ip->process);
        return DISPATCH_RAISE;
    }
    if (term_is_sym(fun)) fun = decide_lose(ip, fun, "erlang:fun_info/2");
    const struct closure *c = term_closure(fun);
    term value = TERM_NONE;
    if (item == atom_arity)
        value = term_small(c->arity);
    else if (item == atom_type)
        value = c->flags == CLOSURE_EXTERNAL ? atom_external : atom_local;
    else if (item == atom_module && c->flags != CLOSURE_TABLE)
        value = term_atom(c->flags == CLOSURE_EXTERNAL ? c->module : c->code->module);
    else if (item == atom_name && c->flags == CLOSURE_EXTERNAL)
        value = term_atom(c->name);
    if (value == TERM_NONE) return no_model(ip, term_symbol(atom_erlang), symbol_of("fun_info"), 2);
    *result = term_tuple2(&ip->heap, item, value);
    return DISPATCH_VALUE;
}

// unicode:characters_to_list/2 and characters_to_binary/2 are built in for Latin-1 and UTF-8 only; for other
// encodings the VM goes on in the Erlang function of the same name with _int behind it.
static enum dispatch characters_to(struct interp *ip, const struct export *x, const term *args,
                                   term *result) {
    static const char *const built_in[] = {"latin1", "unicode", "utf8"};
    term plain[2] = {args[0], decide_lose(ip, args[1], "encoding")};
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++) {
        if (plain[1] != term_atom(symbol_of(built_in[i]))) continue;
        if (term_shadowed(args[0]) && ip->symbolic) {
            const term symbolic[2] = {args[0], plain[1]};
            bool binary = strcmp(symbol_text(x->name), "characters_to_binary") == 0;
            return symbolic_characters(ip, symbolic, i == 0, binary, x->bif->concrete, result)
                       ? DISPATCH_VALUE
                       : DISPATCH_RAISE;
        }
        plain[0] = decide_lose(ip, args[0], call_text(x->bif));
        return x->bif->concrete(&ip->process, plain, result) ? DISPATCH_VALUE : DISPATCH_RAISE;
    }
    char name[64];
    snprintf(name, sizeof name, "%.50s_int", symbol_text(x->name));
    return call_export(ip, program_export(ip->program, x->module, symbol_of(name), 2), plain, 2, result);
}

static enum dispatch control(struct interp *ip, const struct export *x, const term *args, uint32_t n,
                             term *result) {
    const char *name = symbol_text(x->name);
    if (x->bif->where != IN_FRISK) return call_vm(ip, x->bif, args, n, result);
    static const struct {
        const char *name;
        enum raise_kind kind;
    } raises[] = {{"error", RAISE_ERROR}, {"exit", RAISE_EXIT}, {"throw", RAISE_THROW}};
    for (size_t i = 0; i < sizeof raises / sizeof *raises; i++) {
        if (strcmp(name, raises[i].name) != 0 || (raises[i].kind == RAISE_EXIT && n != 1)) continue;
        call_raise(ip, raises[i].kind, args, n);
        return DISPATCH_RAISE;
    }
    if (strcmp(name, "raise") == 0 && n == 3) return raise_as(ip, args, result);
    if (strcmp(name, "apply") == 0) {
        term copy[3];
        memcpy(copy, args, n * sizeof *copy);
        return call_apply(ip, copy, n, result);
    }
    if (strcmp(x->bif->module, "re") == 0) return call_re(ip, x->bif, args, n, result);
    if (strcmp(x->bif->module, "io") == 0) return call_io(ip, x->bif, args, n, result);
    if (x->bif->concrete) return characters_to(ip, x, args, result);
    if (strcmp(name, "make_fun") == 0 && n == 3) return make_fun(ip, args, result);
    if (strcmp(name, "function_exported") == 0 && n == 3) return function_exported(ip, args, result);
    if (strcmp(x->bif->module, "code") == 0) return ensure_loaded(ip, name, args, result);
    if (strcmp(name, "module_loaded") == 0) return module_loaded(ip, args, result);
    if (strcmp(name, "fun_info") == 0 && n == 2) return fun_info(ip, args, result);
    return no_model(ip, x->module, x->name, n);
}

// ---- Calls ----

static enum dispatch prepare(struct interp *ip, const struct function *f, const term *args, uint32_t n) {
    if (args != ip->call_args) memmove(ip->call_args, args, n * sizeof *args);
    ip->call = f;
    ip->call_n = n;
    return DISPATCH_CODE;
}

static enum dispatch undefined(struct interp *ip, const struct export *x, const term *args, uint32_t n) {
    raise_error(&ip->process, atom_undef);
    ip->process.trace = raise_trace(ip, x->module, x->name, term_list(&ip->heap, args, n, TERM_NIL));
    return DISPATCH_RAISE;
}

static enum dispatch not_loaded(struct interp *ip, const struct export *x) {
    struct diag d = {0};
    char text[900];
    program_module(ip->program, x->module, &d);
    snprintf(text, sizeof text, "%.250s:%.250s/%u: %.300s", symbol_text(x->module), symbol_text(x->name),
             x->arity, d.text);
    ip->process.no_model = symbol_text(symbol_of(text));
    return DISPATCH_RAISE;
}

static enum dispatch shorten(struct interp *ip, const struct export *x, const term *args, uint32_t n,
                             term *result) {
    term plain[4];
    assert(n <= 4);
    memcpy(plain, args, n * sizeof *plain);
    enum shortcut way = x->shortcut(&ip->process, plain, result);
    if (way == SHORTCUT_DONE) return DISPATCH_VALUE;
    char what[80];
    snprintf(what, sizeof what, "%.40s:%.30s/%u", symbol_text(x->module), symbol_text(x->name), n);
    for (uint32_t i = 0; way == SHORTCUT_LOSE && i < n; i++)
        plain[i] = decide_lose(ip, plain[i], symbol_text(symbol_of(what)));
    return prepare(ip, x->code, plain, n);
}

static bool is_shadowed(const term *args, uint32_t n) { // one of the first two
    return term_shadowed(args[0]) || (n > 1 && term_shadowed(args[1]));
}

enum dispatch call_export(struct interp *ip, struct export *x, const term *args, uint32_t n, term *result) {
    int state = __atomic_load_n(&x->state, __ATOMIC_ACQUIRE);
    if (state == EXPORT_UNKNOWN) state = program_resolve(ip->program, x);
    switch (state) {
    case EXPORT_CODE:
        if (x->code->nif_stub) return no_model(ip, x->module, x->name, n);
        if (x->shortcut && ip->symbolic && ip->home != x->module && is_shadowed(args, n)) {
            interp_rests_on(ip, ERLANG_RULE_STRING_SHORTCUT);
            return shorten(ip, x, args, n, result);
        }
        return prepare(ip, x->code, args, n);
    case EXPORT_BIF:
        if (x->bif->rule == RULE_CONTROL) return control(ip, x, args, n, result);
        if (call_bif(ip, x->bif, args, result)) return DISPATCH_VALUE;
        if (!ip->process.no_model && ip->process.trace == TERM_NONE)
            ip->process.trace = raise_trace(ip, x->module, x->name, term_list(&ip->heap, args, n, TERM_NIL));
        return DISPATCH_RAISE;
    case EXPORT_UNDEFINED: return undefined(ip, x, args, n);
    default: return not_loaded(ip, x);
    }
}

enum { MODULES_MAX = 8 }; // that a run asks for, one after the other

// The module of a dynamic call: that of the unit, or one that runs have met (as decide_map asks for keys).
static term choose_module(struct interp *ip, term module) {
    static const char what[] = "module of a dynamic call";
    if (!term_is_sym(module) || !ip->symbolic || !ip->keys) return decide_lose(ip, module, what);
    term own = term_atom(ip->home);
    if (decide_equal(ip, module, own)) return own;
    if (!decide_kind(ip, module, KIND_BIT(KIND_ATOM))) return module;
    expr_id e = term_symbolic(module)->expr;
    uint32_t first = key_book_named(ip->keys);
    for (uint32_t i = first; i < first + MODULES_MAX && ip->symbolic; i++) {
        expr_id met = key_book_key(ip->keys, e, i);
        if (!met) {
            met = value_from_term(ip->exprs, term_symbolic(module)->concrete);
            key_book_add(ip->keys, e, met);
        }
        term one = value_to_term(ip->exprs, met, &ip->heap);
        if (decide_equal(ip, module, one)) return one;
    }
    return decide_lose(ip, module, what);
}

// The function of a dynamic call: one of those that the module exports for so many arguments, any other name,
// which is undefined, or no name. (Not all that erlang has is among what its file exports.)
static term choose_function(struct interp *ip, term module, term name, uint32_t n) {
    static const char what[] = "function of a dynamic call";
    if (!term_is_sym(name) || !ip->symbolic || !term_is_atom(module)) return decide_lose(ip, name, what);
    struct diag d = {0};
    const struct module_code *m =
        module == atom_erlang ? NULL : program_module(ip->program, term_symbol(module), &d);
    if (!m) return decide_lose(ip, name, what);
    struct term_vec exported = {0};
    for (uint32_t i = 0; i < m->core->n_functions; i++) {
        const struct core_function *f = &m->core->functions[i];
        if (f->exported && f->arity == n) vec_push(&exported, term_atom(f->name));
    }
    uint32_t i = decide_among(ip, name, exported.at, exported.n, NULL);
    if (i < exported.n)
        name = exported.at[i];
    else if (decide_kind(ip, name, KIND_BIT(KIND_ATOM)))
        name = decide_lose(ip, name, "name of an undefined function");
    vec_free(&exported);
    return name;
}

enum dispatch call_named(struct interp *ip, term module, term name, const term *args, uint32_t n,
                         term *result) {
    module = choose_module(ip, module);
    name = choose_function(ip, module, name, n);
    if (!term_is_atom(module) || !term_is_atom(name)) { // raised by erlang:apply/3, however it was written
        const term called[3] = {module, name, term_list(&ip->heap, args, n, TERM_NIL)};
        raise_badarg(&ip->process);
        ip->process.trace = raise_trace(ip, symbol_of("erlang"), symbol_of("apply"),
                                        term_list(&ip->heap, called, 3, TERM_NIL));
        return DISPATCH_RAISE;
    }
    struct export *x = program_export(ip->program, term_symbol(module), term_symbol(name), n);
    return call_export(ip, x, args, n, result);
}

enum dispatch call_apply(struct interp *ip, const term *args, uint32_t n, term *result) {
    term list = args[n - 1], hd, tl;
    uint32_t count = 0;
    enum list_kind k;
    while ((k = decide_list(ip, list, &hd, &tl)) == LIST_CONS) {
        if (count == MAX_PASSED) {
            raise_system_limit(&ip->process);
            return DISPATCH_RAISE;
        }
        ip->call_args[count++] = hd;
        list = tl;
    }
    if (k == LIST_NOT) {
        raise_badarg(&ip->process);
        return DISPATCH_RAISE;
    }
    return n == 2 ? call_fun(ip, args[0], ip->call_args, count, result)
                  : call_named(ip, args[0], args[1], ip->call_args, count, result);
}

// ---- Input functions ----
// A function among the inputs is a finite table with a default. Applied to symbolic arguments it gives a
// fresh unknown, the expression apply(F, arguments); two applications in one run share it exactly if their
// arguments are equal, which is a decision like any other.

// Rows of arity arguments and a result, then the default.
static term table_lookup(const struct closure *c, const term *plain) {
    uint32_t width = c->arity + 1, rows = (c->box.n - 1) / width;
    for (uint32_t i = 0; i < rows; i++) {
        const term *row = c->at + i * width;
        uint32_t j = 0;
        while (j < c->arity && term_equal(row[j], plain[j])) j++;
        if (j == c->arity) return row[j];
    }
    return c->at[c->box.n - 1];
}

// The arguments as keys of a table: a function among them stands for all of its arity, since tables do not
// tell functions apart. False: there is one deep inside an argument; only the default answers that.
static bool table_keys(struct interp *ip, const term *args, uint32_t n, term *keys, bool *functions) {
    bool good = true;
    for (uint32_t i = 0; i < n; i++) {
        keys[i] = args[i];
        if (decide_kind(ip, args[i], KIND_BIT(KIND_FUN))) {
            term fun = args[i];
            uint32_t arity = term_closure(term_is_sym(fun) ? term_symbolic(fun)->concrete : fun)->arity;
            if (term_is_sym(fun) && ip->symbolic)
                decide_condition(ip, expr_fun_arity(ip->exprs, term_symbolic(fun)->expr, arity), true);
            keys[i] = value_any_fun(&ip->heap, arity);
            *functions = true;
        } else if (value_holds_fun(term_concrete(&ip->heap, args[i]))) {
            *functions = true;
            good = false;
        }
    }
    return good;
}

static term apply_input(struct interp *ip, term fun, const term *args, uint32_t n) {
    const struct closure *c = term_closure(term_is_sym(fun) ? term_symbolic(fun)->concrete : fun);
    term keys[MAX_ARGUMENTS], plain[MAX_ARGUMENTS];
    bool functions = false, found = table_keys(ip, args, n, keys, &functions);
    if (functions && term_is_sym(fun)) decide_note_loss(ip, "function handed to an input function");
    if (!found) return c->at[c->box.n - 1];
    for (uint32_t i = 0; i < n; i++) plain[i] = term_concrete(&ip->heap, keys[i]);
    if (!term_is_sym(fun) || !ip->symbolic) return table_lookup(c, plain);
    term arguments = term_tuple_of(&ip->heap, keys, n);
    expr_id f = term_symbolic(fun)->expr;
    for (uint32_t i = 0; i < ip->applications.n; i++) {
        const struct application *a = &ip->applications.at[i];
        if (a->function == f && decide_equal(ip, a->arguments, arguments)) return a->result;
    }
    expr_id exprs[MAX_ARGUMENTS];
    for (uint32_t i = 0; i < n; i++) exprs[i] = decide_expr(ip, keys[i]);
    term result = decide_value(ip, table_lookup(c, plain), expr_apply(ip->exprs, f, exprs, n));
    vec_push(&ip->applications, ((struct application){f, arguments, result}));
    return result;
}

static enum dispatch bad_arity(struct interp *ip, term fun, const term *args, uint32_t n) {
    struct arena *a = &ip->heap;
    return fail(ip, term_tuple2(a, atom_badarity, term_tuple2(a, fun, term_list(a, args, n, TERM_NIL))));
}

enum dispatch call_fun(struct interp *ip, term fun, const term *args, uint32_t n, term *result) {
    if (!decide_kind(ip, fun, KIND_BIT(KIND_FUN))) return fail(ip, term_tuple2(&ip->heap, atom_badfun, fun));
    const struct closure *c = term_closure(term_is_sym(fun) ? term_symbolic(fun)->concrete : fun);
    bool fits = c->arity == n;
    if (term_is_sym(fun) && ip->symbolic && n <= MAX_ARGUMENTS)
        decide_condition(ip, expr_fun_arity(ip->exprs, term_symbolic(fun)->expr, n), fits);
    if (!fits) return bad_arity(ip, fun, args, n);
    switch (c->flags) {
    case CLOSURE_CODE:
        if (args != ip->call_args) memmove(ip->call_args, args, n * sizeof *args);
        for (uint32_t i = 0; i < c->box.n; i++) ip->call_args[n + i] = c->at[i];
        ip->call = c->code;
        ip->call_n = n + c->box.n;
        return DISPATCH_CODE;
    case CLOSURE_EXTERNAL:
        return call_export(ip, program_export(ip->program, c->module, c->name, n), args, n, result);
    default: *result = apply_input(ip, fun, args, n); return made_returned(ip, ip->made, result);
    }
}
