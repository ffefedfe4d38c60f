// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/call.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "erlang/machine/decide.h"
#include "erlang/machine/key_book.h"
#include "erlang/machine/made.h"
#include "erlang/term/atoms.h"
#include "erlang/term/value.h"

static enum dispatch fail(struct interp *ip, term reason) {
    raise_error(&ip->process, reason);
    return DISPATCH_RAISE;
}

enum dispatch call_no_model(struct interp *ip, symbol module, symbol name, uint32_t arity) {
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

static enum dispatch without_code(struct interp *ip, const struct export *x, const term *args, uint32_t n,
                                  term *result) {
    term plain[MAX_ARGUMENTS];
    char what[600];
    if (n > MAX_ARGUMENTS) return call_no_model(ip, x->module, x->name, n);
    snprintf(what, sizeof what, "%.250s:%.250s/%u", symbol_text(x->module), symbol_text(x->name), n);
    for (uint32_t i = 0; i < n; i++) plain[i] = decide_lose(ip, args[i], symbol_text(symbol_of(what)));
    return call_on_vm(ip, x->module, x->name, plain, n, result);
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
        if (x->code->nif_stub) return call_no_model(ip, x->module, x->name, n);
        if (x->shortcut && ip->symbolic && ip->home != x->module && is_shadowed(args, n)) {
            interp_rests_on(ip, ERLANG_RULE_STRING_SHORTCUT);
            return shorten(ip, x, args, n, result);
        }
        return prepare(ip, x->code, args, n);
    case EXPORT_BIF:
        if (x->bif->rule == RULE_CONTROL) return x->bif->control(ip, x->bif, args, n, result);
        if (call_bif(ip, x->bif, args, result)) return DISPATCH_VALUE;
        if (!ip->process.no_model && ip->process.trace == TERM_NONE)
            ip->process.trace = raise_trace(ip, x->module, x->name, term_list(&ip->heap, args, n, TERM_NIL));
        return DISPATCH_RAISE;
    case EXPORT_UNDEFINED: return undefined(ip, x, args, n);
    case EXPORT_ON_VM: return without_code(ip, x, args, n, result);
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
static term ets_table_lookup(const struct closure *c, const term *plain) {
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
    if (!term_is_sym(fun) || !ip->symbolic) return ets_table_lookup(c, plain);
    term arguments = term_tuple_of(&ip->heap, keys, n);
    expr_id f = term_symbolic(fun)->expr;
    for (uint32_t i = 0; i < ip->applications.n; i++) {
        const struct application *a = &ip->applications.at[i];
        if (a->function == f && decide_equal(ip, a->arguments, arguments)) return a->result;
    }
    expr_id exprs[MAX_ARGUMENTS];
    for (uint32_t i = 0; i < n; i++) exprs[i] = decide_expr(ip, keys[i]);
    term result = decide_value(ip, ets_table_lookup(c, plain), expr_apply(ip->exprs, f, exprs, n));
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
        ip->call = code_of(c);
        ip->call_n = n + c->box.n;
        return DISPATCH_CODE;
    case CLOSURE_EXTERNAL:
        return call_export(ip, program_export(ip->program, c->module, c->name, n), args, n, result);
    default: *result = apply_input(ip, fun, args, n); return made_returned(ip, ip->made, result);
    }
}
