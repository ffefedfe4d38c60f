// SPDX-License-Identifier: Apache-2.0
#include "erlang/made.h"

#include "erlang/symbolic/decide.h"
#include "erlang/term/map.h"

// ---- Running ----

static enum interp_result call(struct interp *ip, const struct constructor *c, term given, term before,
                               term *value) {
    term args[MAX_ARGUMENTS];
    uint32_t next = 0;
    for (uint32_t i = 0; i < c->arity; i++) args[i] = i == c->at ? before : decide_element(ip, given, next++);
    struct export *x = program_export(ip->program, c->module, c->function, c->arity);
    return interp_call(ip, x, args, c->arity, value);
}

static enum interp_result fold(struct interp *ip, const struct constructor *c, term given, term *value) {
    struct term_vec elements = {0};
    interp_outside(ip);
    decide_elements(ip, given, &elements);
    struct export *start = program_export(ip->program, c->module, c->start, 0);
    enum interp_result result = interp_call(ip, start, NULL, 0, value);
    for (uint32_t i = 0; i < elements.n && result == INTERP_VALUE; i++)
        result = call(ip, c, elements.at[i], *value, value);
    vec_free(&elements);
    return result;
}

enum interp_result made_value(struct interp *ip, const struct constructor *c, term given, term *value) {
    const struct analysis *analysis = ip->analysis;
    uint32_t fresh = ip->fresh;
    ip->analysis = NULL;
    enum interp_result result = c->start ? fold(ip, c, given, value) : call(ip, c, given, TERM_NONE, value);
    ip->analysis = analysis;
    ip->fresh = fresh;
    ip->process.dictionary = map_empty;
    return result;
}

// ---- Printing ----

static void print_name(symbol module, symbol function, struct str *out) {
    term_print_atom(out, module);
    str_add_char(out, ':');
    term_print_atom(out, function);
    str_add_char(out, '(');
}

// Arguments from one on, up to another, of a call whose value so far is printed elsewhere.
static void print_arguments(const struct expr_store *x, const struct constructor *c, expr_id given,
                            uint32_t from, uint32_t to, const struct value_shared *shared, struct str *out) {
    for (uint32_t i = from; i < to; i++) {
        if (i) str_add(out, ", ");
        value_print_named(x, expr_arg(x, given, i > c->at ? i - 1 : i), shared, out);
    }
}

void made_print(const struct expr_store *x, const struct constructor *c, expr_id given,
                const struct value_shared *shared, struct str *out) {
    if (!c->start) {
        print_name(c->module, c->function, out);
        print_arguments(x, c, given, 0, c->arity, shared, out);
        str_add_char(out, ')');
        return;
    }
    VEC(expr_id) elements = {0};
    for (; expr_op(x, given) == EXPR_CONS_OP; given = expr_arg(x, given, 1))
        vec_push(&elements, expr_arg(x, given, 0));
    for (uint32_t i = elements.n; i-- > 0;) { // the last call is the outermost
        print_name(c->module, c->function, out);
        print_arguments(x, c, elements.at[i], 0, c->at, shared, out);
        if (c->at) str_add(out, ", ");
    }
    print_name(c->module, c->start, out);
    str_add_char(out, ')');
    for (uint32_t i = 0; i < elements.n; i++) {
        print_arguments(x, c, elements.at[i], c->at + 1, c->arity, shared, out);
        str_add_char(out, ')');
    }
    vec_free(&elements);
}
