// SPDX-License-Identifier: Apache-2.0
// One local function for each type, fun(Value) -> boolean(), so that recursive types become recursive
// functions.
#include "erlang/code/type_code.h"

#include <stdio.h>
#include <string.h>

#include "erlang/load/core_new.h"
#include "erlang/term/atoms.h"
#include "erlang/term/value.h"

struct writer {
    struct arena *a;
    struct expr_store *x;
    const struct grammar *g;
    struct hash_map seen; // types that have a function
    VEC(type_id) todo;    // of these, those not written yet
    VEC(struct core_function) functions;
    uint32_t helpers; // functions for the associations of map types
};

// ---- Parts ----

static struct core *boolean(struct writer *w, bool truth) {
    return core_literal(w->a, atom_boolean(truth), 0);
}

static bool is_boolean(const struct core *e, bool truth) {
    return e->tag == CORE_LITERAL && e->lit == atom_boolean(truth);
}

// case question of true -> yes; false -> no end
static struct core *branch(struct writer *w, struct core *question, struct core *yes, struct core *no) {
    if (is_boolean(question, true)) return yes;
    if (is_boolean(question, false)) return no;
    if (is_boolean(yes, true) && is_boolean(no, false)) return question;
    struct core *e = core_node(w->a, CORE_CASE, 3, 0);
    e->kid[0] = question;
    e->kid[1] = core_clause(w->a, boolean(w, true), yes);
    e->kid[2] = core_clause(w->a, boolean(w, false), no);
    return e;
}

static struct core *both(struct writer *w, struct core *first, struct core *second) {
    return branch(w, first, second, boolean(w, false));
}

// case subject of pattern -> yes; _ -> no end; `fresh` is a variable that is not used
static struct core *matches(struct writer *w, struct core *subject, struct core *pattern, struct core *yes,
                            struct core *no, uint32_t fresh) {
    struct core *e = core_node(w->a, CORE_CASE, 3, 0);
    e->kid[0] = subject;
    e->kid[1] = core_clause(w->a, pattern, yes);
    e->kid[2] = core_clause(w->a, core_variable(w->a, fresh, 0), no);
    return e;
}

static struct core *subject(struct writer *w) { // the function's first argument
    return core_variable(w->a, 0, 0);
}

static struct core *ask1(struct writer *w, const char *name, struct core *argument) {
    return core_call(w->a, term_symbol(atom_erlang), symbol_of(name), &argument, 1, 0);
}

static struct core *ask2(struct writer *w, const char *name, struct core *left, struct core *right) {
    return core_call(w->a, term_symbol(atom_erlang), symbol_of(name), (struct core *[]){left, right}, 2, 0);
}

static struct core *integer(struct writer *w, int64_t n) {
    return core_literal(w->a, term_small(n), 0);
}

static struct core *big(struct writer *w, mpz_srcptr n) {
    return core_literal(w->a, value_to_term(w->x, expr_int_term(w->x, expr_int_mpz(w->x, n)), w->a), 0);
}

static struct core *apply(struct writer *w, const char *name, struct core *argument) {
    struct core *e = core_node(w->a, CORE_APPLY, 2, 0), *operator= core_node(w->a, CORE_FNAME, 0, 0);
    operator->aux = symbol_of(name);
    operator->arity = 1;
    e->kid[0] = operator;
    e->kid[1] = argument;
    return e;
}

static void name_of(type_id type, char out[24]) {
    snprintf(out, 24, "type%u", type);
}

static struct core *is_of(struct writer *w, type_id type, struct core *value) {
    uint32_t unused;
    char name[24];
    if (type == TYPE_ANY) return boolean(w, true);
    if (!grammar_count(w->g, type)) return boolean(w, false);
    if (!hash_map_get(&w->seen, type, &unused)) {
        hash_map_put(&w->seen, type, 0);
        vec_push(&w->todo, type);
    }
    name_of(type, name);
    return apply(w, name, value);
}

static void add_function(struct writer *w, const char *name, uint32_t arity, uint32_t n_vars,
                         struct core *body) {
    vec_push(&w->functions, ((struct core_function){.name = symbol_of(name),
                                                    .arity = arity,
                                                    .n_vars = n_vars,
                                                    .exported = false,
                                                    .fun = core_fun(w->a, arity, body, 0)}));
}

// ---- Alternatives: variables 1, 2, .. are free in them ----

static struct core *is_integer_of(struct writer *w, const struct alternative *a) {
    struct core *e = ask1(w, "is_integer", subject(w));
    if (a->has_lo) e = both(w, e, ask2(w, ">=", subject(w), big(w, a->lo)));
    if (a->has_hi) e = both(w, e, ask2(w, "=<", subject(w), big(w, a->hi)));
    return e;
}

static struct core *is_bits_of(struct writer *w, const struct alternative *a) {
    struct core *e = ask1(w, "is_bitstring", subject(w)), *size = ask1(w, "bit_size", subject(w));
    if (!a->unit) return both(w, e, ask2(w, "=:=", size, integer(w, (int64_t)a->base)));
    if (a->base) e = both(w, e, ask2(w, ">=", size, integer(w, (int64_t)a->base)));
    if (a->unit == 1) return e;
    struct core *rest =
        ask2(w, "rem", ask2(w, "-", size, integer(w, (int64_t)a->base)), integer(w, (int64_t)a->unit));
    return both(w, e, ask2(w, "=:=", rest, integer(w, 0)));
}

// Elements from variable 1 on, checked from the first to the last.
static struct core *elements_are(struct writer *w, const type_id *parts, uint32_t n) {
    struct core *e = boolean(w, true);
    for (uint32_t i = n; i-- > 0;) e = both(w, is_of(w, parts[i], core_variable(w->a, 1 + i, 0)), e);
    return e;
}

static struct core *is_compound(struct writer *w, const struct alternative *a) {
    bool cons = a->head == ALT_CONS;
    uint32_t n = cons ? 2 : a->n;
    struct core *pattern = core_node(w->a, cons ? CORE_CONS : CORE_TUPLE, n, 0);
    for (uint32_t i = 0; i < n; i++) pattern->kid[i] = core_variable(w->a, 1 + i, 0);
    return matches(w, subject(w), pattern, elements_are(w, a->parts, n), boolean(w, false), n + 1);
}

// The one term that a type holds; TERM_NONE: more, or none.
static term only_term(struct writer *w, type_id type) {
    if (type == TYPE_ANY || grammar_count(w->g, type) != 1) return TERM_NONE;
    const struct alternative *a = grammar_alternative(w->g, type, 0);
    return a->head == ALT_LITERAL ? value_to_term(w->x, a->literal, w->a) : TERM_NONE;
}

// helperN(Associations) -> each belongs to the first field that takes its key
static struct core *associations_fit(struct writer *w, const struct alternative *a) {
    struct core *fits = boolean(w, false);
    for (uint32_t i = a->n; i-- > 0;) {
        const struct map_field *f = &a->fields[i];
        fits = branch(w, is_of(w, f->key, core_variable(w->a, 1, 0)),
                      is_of(w, f->value, core_variable(w->a, 2, 0)), fits);
    }
    char name[24];
    snprintf(name, sizeof name, "map%u", w->helpers++);
    struct core *pair = core_node(w->a, CORE_TUPLE, 2, 0), *cons = core_node(w->a, CORE_CONS, 2, 0);
    pair->kid[0] = core_variable(w->a, 1, 0);
    pair->kid[1] = core_variable(w->a, 2, 0);
    cons->kid[0] = pair;
    cons->kid[1] = core_variable(w->a, 3, 0);
    struct core *more = both(w, fits, apply(w, name, core_variable(w->a, 3, 0)));
    add_function(w, name, 1, 5, matches(w, subject(w), cons, more, boolean(w, true), 4));
    struct core *map = subject(w);
    return apply(w, name, core_call(w->a, symbol_of("maps"), symbol_of("to_list"), &map, 1, 0));
}

static struct core *is_map_of(struct writer *w, const struct alternative *a) {
    struct core *e = ask1(w, "is_map", subject(w));
    for (uint32_t i = 0; i < a->n; i++) {
        term key = only_term(w, a->fields[i].key);
        if (a->fields[i].mandatory && key != TERM_NONE)
            e = both(w, e, ask2(w, "is_map_key", core_literal(w->a, key, 0), subject(w)));
    }
    bool all = a->n == 1 && a->fields[0].key == TYPE_ANY && a->fields[0].value == TYPE_ANY;
    return all ? e : both(w, e, associations_fit(w, a));
}

static struct core *is_alternative(struct writer *w, const struct alternative *a) {
    switch (a->head) {
    case ALT_INT: return is_integer_of(w, a);
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: return ask1(w, "is_float", subject(w));
    case ALT_ATOM: return ask1(w, "is_atom", subject(w));
    case ALT_LITERAL: return boolean(w, false); // together with all others of the type
    case ALT_CONS:
    case ALT_TUPLE: return is_compound(w, a);
    case ALT_ANY_TUPLE: return ask1(w, "is_tuple", subject(w));
    case ALT_BITS: return is_bits_of(w, a);
    case ALT_MAP: return is_map_of(w, a);
    case ALT_FUN: return ask2(w, "is_function", subject(w), integer(w, (int64_t)a->n));
    case ALT_ANY_FUN: return ask1(w, "is_function", subject(w));
    case ALT_PID: return ask1(w, "is_pid", subject(w));
    case ALT_PORT: return ask1(w, "is_port", subject(w));
    case ALT_REF: return ask1(w, "is_reference", subject(w));
    }
    __builtin_unreachable();
}

// All literals of a type in one case: one choice among them.
static struct core *is_literal_or(struct writer *w, type_id type, struct core *otherwise) {
    uint32_t n = grammar_count(w->g, type), count = 0;
    for (uint32_t i = 0; i < n; i++) count += grammar_alternative(w->g, type, i)->head == ALT_LITERAL;
    if (!count) return otherwise;
    struct core *e = core_node(w->a, CORE_CASE, count + 2, 0);
    e->kid[0] = subject(w);
    count = 1;
    for (uint32_t i = 0; i < n; i++) {
        const struct alternative *a = grammar_alternative(w->g, type, i);
        if (a->head != ALT_LITERAL) continue;
        struct core *pattern = core_literal(w->a, value_to_term(w->x, a->literal, w->a), 0);
        e->kid[count++] = core_clause(w->a, pattern, boolean(w, true));
    }
    e->kid[count] = core_clause(w->a, core_variable(w->a, 1, 0), otherwise);
    return e;
}

// Pairs come last, so that a list is walked without a frame for each of its elements.
static void write_type(struct writer *w, type_id type) {
    struct core *e = boolean(w, false);
    uint32_t n = grammar_count(w->g, type), most = 3;
    for (int pairs = 1; pairs >= 0; pairs--)
        for (uint32_t i = n; i-- > 0;) {
            const struct alternative *a = grammar_alternative(w->g, type, i);
            if ((a->head == ALT_CONS) != (pairs == 1)) continue;
            if (a->head == ALT_TUPLE && a->n + 2 > most) most = a->n + 2;
            e = branch(w, is_alternative(w, a), boolean(w, true), e);
        }
    char name[24];
    name_of(type, name);
    add_function(w, name, 1, most + 1, is_literal_or(w, type, e));
}

// check(V0, V1, ..): one of the tuples of the type.
static void write_check(struct writer *w, type_id type, uint32_t n) {
    struct core *e = boolean(w, false);
    uint32_t count = grammar_count(w->g, type);
    for (uint32_t i = count; i-- > 0;) {
        const struct alternative *a = grammar_alternative(w->g, type, i);
        struct core *fits = boolean(w, true);
        // With one alternative the arguments are of it: they are the input.
        for (uint32_t k = n; k-- > (count == 1 ? n - 1 : 0);)
            fits = both(w, is_of(w, a->parts[k], core_variable(w->a, k, 0)), fits);
        e = branch(w, fits, boolean(w, true), e);
    }
    add_function(w, "check", n, n, e);
    vec_last(&w->functions).exported = true;
}

struct export *type_code(struct program *p, struct expr_store *x, const struct grammar *g, type_id type,
                         uint32_t n, struct diag *d) {
    struct writer w = {.a = &p->arena, .x = x, .g = g};
    pthread_mutex_lock(&p->lock);
    write_check(&w, type, n);
    while (w.todo.n) write_type(&w, vec_pop(&w.todo));
    struct core_module *m = ARENA_NEW(w.a, struct core_module);
    char name[40];
    snprintf(name, sizeof name, "$frisk_types_%u", p->module_list.n);
    *m = (struct core_module){.name = symbol_of(name),
                              .file = arena_strdup(w.a, ""),
                              .path = arena_strdup(w.a, ""),
                              .n_functions = w.functions.n,
                              .functions =
                                  arena_copy(w.a, w.functions.at, w.functions.n * sizeof *w.functions.at)};
    bool good = program_add_module(p, m, d);
    pthread_mutex_unlock(&p->lock);
    hash_map_free(&w.seen);
    vec_free(&w.todo);
    vec_free(&w.functions);
    if (!good) return NULL;
    struct export *check = program_export(p, m->name, symbol_of("check"), n);
    program_resolve(p, check);
    return check;
}
