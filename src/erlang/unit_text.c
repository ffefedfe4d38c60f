// SPDX-License-Identifier: Apache-2.0
// What a run of an Erlang unit did, and its inputs, in words.
#include <string.h>

#include "erlang/code/elixir.h"
#include "erlang/load/load.h"
#include "erlang/machine/endless.h"
#include "erlang/term/atoms.h"
#include "erlang/term/value.h"
#include "erlang/unit_inner.h"

static char *printed(struct interp *ip, term t) {
    struct str s = {0};
    term_print(&s, term_shadowed(t) ? term_concrete(&ip->heap, t) : t, 0);
    return str_take(&s);
}

static const struct module_code *loaded(struct program *p, symbol module) {
    struct diag d = {0};
    return program_module(p, module, &d);
}

static void describe_place(struct runner *r, struct place *out) {
    struct trace_place place = r->death.place;
    if (r->result == INTERP_ENDLESS)
        place = endless_place(r->interp);
    else if (r->result == INTERP_LIMIT)
        place = r->interp->cut;
    else if (r->death.is ? !r->death.placed : !interp_place(r->interp, &place))
        return;
    if (!place.function) return;
    const struct module_code *m = loaded(r->unit->program, place.module);
    struct str s = {0};
    if (m) out->file = loader_source_name(m->core->path, m->core->file);
    out->line = place.line;
    str_addf(&s, "%s/%u", symbol_text(place.function), place.arity);
    out->function = str_take(&s);
}

// Where the code of another module raised it.
static void describe_raised(struct runner *r, struct outcome_text *out) {
    struct trace_place top;
    if (!interp_raised_at(r->interp, &top) || top.module == r->unit->target->module) return;
    const struct module_code *m = loaded(r->unit->program, top.module);
    struct str s = {0};
    if (m) out->raised.file = loader_source_name(m->core->path, m->core->file);
    out->raised.line = top.line;
    erlang_function_name(&s, top.module, top.function, top.arity);
    out->raised.function = str_take(&s);
}

// error(badarg), error({badarg, X}): how Erlang's own functions refuse what they are given.
static bool is_refusal(term class_, term reason) {
    if (class_ != atom_error) return false;
    if (term_is_tuple(reason) && term_tuple(reason)->n) reason = term_tuple(reason)->at[0];
    return reason == atom_badarg || reason == atom_function_clause ||
           reason == term_atom(symbol_of("notsup"));
}

// Calls of error/1 that the compiler puts in, as for a comprehension over what is no list.
static bool is_compilers(term reason) {
    static const char *const tags[] = {"bad_generator", "bad_filter", "badrecord", "badmap", "badkey"};
    if (term_is_tuple(reason) && term_tuple(reason)->n) reason = term_tuple(reason)->at[0];
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (reason == term_atom(symbol_of(tags[i]))) return true;
    return false;
}

// Of undef the stack trace alone tells which function there is not.
static void describe_undefined(const struct runner *r, struct outcome_text *out) {
    const struct interp *ip = r->interp;
    struct trace_place place;
    if (ip->process.class_ != atom_error || ip->process.reason != atom_undef || !interp_top(ip, &place))
        return;
    struct str s = {0}, name = {0};
    erlang_function_name(&name, place.module, place.function, place.arity);
    str_addf(&s, "there is no function %s", str_text(&name));
    out->detail = str_take(&s);
    str_free(&name);
}

static void describe_group(const struct runner *r, struct outcome_text *out) {
    const struct interp *ip = r->interp;
    out->thrown =
        ip->thrower && ip->thrower->module == r->unit->target->module && !is_compilers(ip->process.reason);
    if (out->thrown && is_refusal(ip->process.class_, ip->process.reason)) {
        out->group = GROUP_REFUSED;
        out->no_error = true;
    }
}

// What the VM or a library raised on a value of a kind that no call which returned was given.
void erlang_regroup(struct unit *unit, const struct model *input, struct outcome_text *t) {
    struct erlang_unit *u = of(unit);
    bool candidate = t->group == GROUP_ERROR && !t->thrown && !t->returned && !t->process;
    if (!u->domain || !candidate || !t->kind || strcmp(t->kind, "error") != 0) return;
    expr_id stranger = domain_stranger(u->domain, model_value(input, 0));
    if (!stranger) return;
    struct str s = {0};
    value_print(u->unit.exprs, stranger, &s);
    t->group = GROUP_DOMAIN;
    t->no_error = true;
    t->blamed = str_take(&s);
}

static void describe_outside(struct runner *r, struct outcome_text *out) {
    const struct export *x = r->unit->target;
    const struct module_code *m = loaded(r->unit->program, x->module);
    struct str s = {0};
    out->kind = mem_strdup("spec");
    out->returned = true;
    if (m) out->where.file = loader_source_name(m->core->path, m->core->file);
    if (x->code) out->where.line = x->code->line;
    str_addf(&s, "%s/%u", symbol_text(x->name), x->arity);
    out->where.function = str_take(&s);
}

static void describe_death(struct runner *r, struct outcome_text *out) {
    const struct death *d = &r->death;
    struct str s = {0};
    out->kind = mem_strdup(symbol_text(term_symbol(d->class_)));
    out->text = printed(r->interp, d->reason);
    describe_place(r, &out->where);
    erlang_function_name(&s, d->module, d->name, d->arity);
    out->process = str_take(&s);
}

void erlang_describe(struct runner *r, struct outcome_text *out) {
    struct interp *ip = r->interp;
    *out = (struct outcome_text){0};
    struct str s = {0};
    if (r->death.is) {
        describe_death(r, out);
        return;
    }
    switch (r->result) {
    case INTERP_VALUE:
        out->text = printed(ip, r->value);
        if (r->outside) describe_outside(r, out);
        break;
    case INTERP_RAISED:
        out->kind = mem_strdup(symbol_text(term_symbol(ip->process.class_)));
        out->text = printed(ip, ip->process.reason);
        describe_place(r, &out->where);
        describe_raised(r, out);
        describe_group(r, out);
        describe_undefined(r, out);
        break;
    case INTERP_LIMIT:
        if (ip->waits_for_ever && !ip->late) {
            str_add(&s, "waits for ever for a message");
            erlang_add_waiting(r, &s);
            out->text = str_take(&s);
            break;
        }
        out->text = language_limit_text(ip->late ? LIMIT_TIME : LIMIT_STEPS, &ip->limits);
        if (!ip->late) describe_place(r, &out->where);
        break;
    case INTERP_ENDLESS:
        out->kind = mem_strdup("hang");
        str_addf(&s, "%s again and again", endless_call(ip));
        out->text = str_take(&s);
        describe_place(r, &out->where);
        break;
    case INTERP_NO_MODEL: out->text = mem_strdup(ip->process.no_model); break;
    }
}

static void print_argument(struct unit *unit, const struct model *input, uint32_t i,
                           const struct value_shared *shared, struct str *out) {
    value_print_named(unit->exprs, expr_arg(unit->exprs, model_value(input, 0), i), shared, out);
}

// An argument in which a fun stands that is also elsewhere in the call binds all of those: read for itself,
// it makes the same funs as the others do.
uint32_t erlang_argument_texts(struct unit *u, const struct model *input, char ***out) {
    uint32_t n = of(u)->target->arity;
    struct value_shared shared = value_shared_funs(u->exprs, model_value(input, 0)), none = {0};
    shared.no_texts = none.no_texts = !of(u)->texts;
    *out = mem_zalloc((n + 1) * sizeof **out);
    for (uint32_t i = 0; i < n; i++) {
        struct str s = {0}, plain = {0};
        print_argument(u, input, i, &none, &plain);
        print_argument(u, input, i, &shared, &s);
        if (strcmp(str_text(&s), str_text(&plain)) != 0) {
            str_clear(&plain);
            str_add(&plain, "begin ");
            value_print_shared(u->exprs, &shared, &plain);
            str_addf(&plain, "%s end", str_text(&s));
        }
        (*out)[i] = str_take(&plain);
        str_free(&s);
    }
    mem_free(shared.at);
    return n;
}

char *erlang_call_text(struct unit *u, const struct model *input) {
    const struct export *x = of(u)->target;
    struct value_shared shared = value_shared_funs(u->exprs, model_value(input, 0));
    struct str s = {0};
    shared.no_texts = !of(u)->texts;
    if (shared.n) str_add(&s, "begin ");
    value_print_shared(u->exprs, &shared, &s);
    term_print_atom(&s, x->module);
    str_add_char(&s, ':');
    term_print_atom(&s, x->name);
    str_add_char(&s, '(');
    for (uint32_t i = 0; i < x->arity; i++) {
        if (i) str_add(&s, ", ");
        print_argument(u, input, i, &shared, &s);
    }
    str_add(&s, shared.n ? ") end" : ")");
    mem_free(shared.at);
    return str_take(&s);
}

char *erlang_shown_text(struct unit *u, const char *text) {
    return program_is_elixir(of(u)->target->module) ? elixir_shown(of(u)->program, text) : NULL;
}
