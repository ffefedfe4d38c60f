// SPDX-License-Identifier: Apache-2.0
// Functions that go on in code or ask for it: apply, exceptions, funs, what is loaded.
#include <string.h>

#include "base/vec.h"
#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"

enum dispatch control_no_model(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                               term *result) {
    (void)args, (void)n, (void)result;
    return call_no_model(ip, symbol_of(b->module), symbol_of(b->name), b->arity);
}

enum dispatch control_apply(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                            term *result) {
    (void)b;
    term copy[3];
    memcpy(copy, args, n * sizeof *copy);
    return call_apply(ip, copy, n, result);
}

// ---- Exceptions ----

enum dispatch control_error(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                            term *result) {
    (void)b, (void)result;
    call_raise(ip, RAISE_ERROR, args, n);
    return DISPATCH_RAISE;
}

enum dispatch control_exit(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                           term *result) {
    (void)b, (void)result;
    call_raise(ip, RAISE_EXIT, args, n);
    return DISPATCH_RAISE;
}

enum dispatch control_throw(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                            term *result) {
    (void)b, (void)result;
    call_raise(ip, RAISE_THROW, args, n);
    return DISPATCH_RAISE;
}

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
enum dispatch control_raise(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                            term *result) {
    (void)b;
    (void)n;
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

// ---- Funs and modules ----

static enum dispatch fail(struct interp *ip, term reason) {
    raise_error(&ip->process, reason);
    return DISPATCH_RAISE;
}

enum dispatch control_make_fun(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                               term *result) {
    (void)b;
    (void)n;
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

enum dispatch control_function_exported(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                                        term *result) {
    (void)b;
    (void)n;
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
    *result = atom_boolean(state == EXPORT_CODE || state == EXPORT_BIF || state == EXPORT_ON_VM);
    return DISPATCH_VALUE;
}

// Code is loaded when it is first called: only of what every VM has loaded when it has started is this known.
enum dispatch control_module_loaded(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                                    term *result) {
    (void)b;
    (void)n;
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
    if (there && !known) decide_tell_varies(&ip->process, "which modules are loaded");
    *result = atom_boolean(there);
    return DISPATCH_VALUE;
}

static bool is_module(struct interp *ip, symbol m) {
    struct diag d = {0};
    return m == term_symbol(atom_erlang) || program_module(ip->program, m, &d) != NULL;
}

// code:ensure_loaded/1 and code:ensure_modules_loaded/1: what frisk can load, the VM can.
enum dispatch control_ensure_loaded(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                                    term *result) {
    (void)n;
    struct arena *a = &ip->heap;
    term given = decide_lose(ip, args[0], "code:ensure_loaded/1"), missing = TERM_NIL,
         nofile = term_atom(symbol_of("nofile"));
    if (strcmp(b->name, "ensure_loaded") == 0) {
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

enum dispatch control_fun_info(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                               term *result) {
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
        value = term_atom(c->flags == CLOSURE_EXTERNAL ? c->module : code_of(c)->module);
    else if (item == atom_name && c->flags == CLOSURE_EXTERNAL)
        value = term_atom(c->name);
    if (value == TERM_NONE) return control_no_model(ip, b, args, n, result);
    *result = term_tuple2(&ip->heap, item, value);
    return DISPATCH_VALUE;
}
