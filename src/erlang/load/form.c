// SPDX-License-Identifier: Apache-2.0
#include "erlang/load/form.h"

#include <assert.h>
#include <string.h>

#include "base/vec.h"

enum { MAX_SHIFT = 100000 }; // bits, in constant expressions

// ---- Reading abstract forms: {Tag, Anno, ..}; every accessor gives TERM_NONE for what is not there ----

term form_at(term t, uint64_t i) {
    if (t == TERM_NONE || !term_is_tuple(t) || i >= term_tuple(t)->n) return TERM_NONE;
    return term_tuple(t)->at[i];
}
bool form_is_name(term t, const char *name) {
    return t != TERM_NONE && term_is_atom(t) && strcmp(symbol_text(term_symbol(t)), name) == 0;
}
bool form_has_tag(term form, const char *tag) {
    return form_is_name(form_at(form, 0), tag);
}
bool form_is_list(term t) {
    return t != TERM_NONE && (term_is_cons(t) || term_is_nil(t));
}
bool form_is_cons(term t) {
    return t != TERM_NONE && term_is_cons(t);
}
uint32_t form_list_length(term list) {
    uint64_t n;
    return form_is_list(list) && term_list_length(list, &n) && n < UINT32_MAX ? (uint32_t)n : 0;
}
term form_nth(term list, uint32_t i) {
    while (i-- > 0 && form_is_cons(list)) list = term_tl(list);
    return form_is_cons(list) ? term_hd(list) : TERM_NONE;
}

// An annotation is a line, {Line, Column}, or a property list with a location.
symbol form_symbol(term form) {
    term name = form_at(form, 2);
    return name != TERM_NONE && term_is_atom(name) ? term_symbol(name) : 0;
}

uint32_t form_line(term form) {
    term anno = form_at(form, 1);
    for (term l = anno; form_is_cons(l); l = term_tl(l))
        if (form_is_name(form_at(term_hd(l), 0), "location")) anno = form_at(term_hd(l), 1);
    if (anno != TERM_NONE && term_is_tuple(anno)) anno = form_at(anno, 0);
    int64_t line;
    return anno != TERM_NONE && term_is_integer(anno) && term_get_int64(anno, &line) && line > 0
               ? (uint32_t)line
               : 0;
}

// ---- Constant integer expressions ----

static bool apply_operator(const char *op, mpz_ptr a, mpz_srcptr b) { // a := a op b
    if (!strcmp(op, "+"))
        mpz_add(a, a, b);
    else if (!strcmp(op, "-"))
        mpz_sub(a, a, b);
    else if (!strcmp(op, "*"))
        mpz_mul(a, a, b);
    else if (!strcmp(op, "band"))
        mpz_and(a, a, b);
    else if (!strcmp(op, "bor"))
        mpz_ior(a, a, b);
    else if (!strcmp(op, "bxor"))
        mpz_xor(a, a, b);
    else if (!strcmp(op, "div") && mpz_sgn(b))
        mpz_tdiv_q(a, a, b);
    else if (!strcmp(op, "rem") && mpz_sgn(b))
        mpz_tdiv_r(a, a, b);
    else if (!strcmp(op, "bsl") && mpz_cmpabs_ui(b, MAX_SHIFT) <= 0 && mpz_sgn(b) >= 0)
        mpz_mul_2exp(a, a, mpz_get_ui(b));
    else if (!strcmp(op, "bsr") && mpz_cmpabs_ui(b, MAX_SHIFT) <= 0 && mpz_sgn(b) >= 0)
        mpz_fdiv_q_2exp(a, a, mpz_get_ui(b));
    else
        return false;
    return true;
}

static bool apply_sign(const char *op, mpz_ptr a) {
    if (!strcmp(op, "-"))
        mpz_neg(a, a);
    else if (!strcmp(op, "bnot"))
        mpz_com(a, a);
    else
        return !strcmp(op, "+");
    return true;
}

typedef VEC(mpz_ptr) integers;

static void push_integer(integers *values, term literal) {
    mpz_ptr v = mem_alloc(sizeof *v);
    mpz_init(v);
    if (term_is_integer(literal)) term_get_mpz(literal, v);
    vec_push(values, v);
}
static void pop_integer(integers *values) {
    mpz_ptr v = vec_pop(values);
    mpz_clear(v);
    mem_free(v);
}

// Postorder with two stacks: an operator is met a second time (as its bare name) once its operands are
// values.
bool form_constant(term form, mpz_ptr out) {
    struct step {
        term form;
        uint32_t operands; // not 0: apply the operator
    };
    VEC(struct step) steps = {0};
    integers values = {0};
    bool good = true;
    vec_push(&steps, (struct step){form, 0});
    while (steps.n > 0 && good) {
        struct step s = vec_pop(&steps);
        term op = form_at(s.form, 2);
        if (s.operands) {
            const char *name = symbol_text(term_symbol(op));
            mpz_ptr last = vec_last(&values);
            if (s.operands == 1) {
                good = apply_sign(name, last);
            } else {
                good = apply_operator(name, values.at[values.n - 2], last);
                pop_integer(&values);
            }
        } else if ((form_has_tag(s.form, "integer") || form_has_tag(s.form, "char")) && op != TERM_NONE &&
                   term_is_integer(op)) {
            push_integer(&values, op);
        } else if (form_has_tag(s.form, "op") && op != TERM_NONE && term_is_atom(op) &&
                   form_at(s.form, 3) != TERM_NONE) {
            uint32_t operands = form_at(s.form, 4) == TERM_NONE ? 1 : 2;
            vec_push(&steps, (struct step){s.form, operands});
            if (operands == 2) vec_push(&steps, (struct step){form_at(s.form, 4), 0});
            vec_push(&steps, (struct step){form_at(s.form, 3), 0});
        } else if ((form_has_tag(s.form, "paren_type") || form_has_tag(s.form, "ann_type")) &&
                   form_is_cons(op)) {
            vec_push(&steps, (struct step){form_nth(op, form_list_length(op) - 1), 0});
        } else {
            good = false;
        }
    }
    if (good) mpz_set(out, values.at[0]);
    while (values.n > 0) pop_integer(&values);
    vec_free(&values);
    vec_free(&steps);
    return good;
}
