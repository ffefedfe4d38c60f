// SPDX-License-Identifier: Apache-2.0
// Texts of symbolic integers, once somebody takes them apart.
#include "erlang/machine/decide.h"

enum { MOST_DIGITS = 100 };

// The digits of the integer n >= 0 from the last to the first; behind them `chars`, their concrete values.
static term spell(struct interp *ip, expr_id n, uint32_t base, const term *chars, uint32_t digits) {
    struct expr_store *x = ip->exprs;
    expr_id radix = expr_int(x, base);
    term list = TERM_NIL;
    for (uint32_t i = digits; i-- > 0;) {
        expr_id digit = expr_arith(x, EXPR_REM_OP, n, radix);
        bool letter = term_small_value(chars[i]) > '9';
        if (base > 10) decide_condition(ip, expr_int_lt(x, digit, expr_int(x, 10)), !letter);
        expr_id c = expr_arith(x, EXPR_ADD_OP, digit, expr_int(x, letter ? 'A' - 10 : '0'));
        list = term_cons(&ip->heap, decide_value(ip, chars[i], expr_int_term(x, c)), list);
        n = expr_arith(x, EXPR_DIV_OP, n, radix);
    }
    return list;
}

term decide_digits(struct interp *ip, term t) {
    if (!term_is_sym(t) || !ip->symbolic) return t;
    struct expr_store *x = ip->exprs;
    expr_id e = term_symbolic(t)->expr;
    if (expr_op(x, e) != EXPR_DIGITS_OP) return t;
    uint32_t base = expr_imm(x, e), digits = 0;
    expr_id n = expr_arg(x, e, 0);
    term list = term_symbolic(t)->concrete, chars[MOST_DIGITS];
    bool negative = term_hd(list) == term_small('-');
    decide_condition(ip, expr_int_lt(x, n, expr_int(x, 0)), negative);
    for (term l = negative ? term_tl(list) : list; term_is_cons(l); l = term_tl(l)) {
        if (digits == MOST_DIGITS) return decide_lose(ip, t, "text of a number of more than 100 digits");
        chars[digits++] = term_hd(l);
    }
    if (negative) n = expr_arith(x, EXPR_SUB_OP, expr_int(x, 0), n);
    expr_id radix = expr_int(x, base), power = radix;
    for (uint32_t i = 1; i < digits; i++, power = expr_arith(x, EXPR_MUL_OP, power, radix))
        decide_condition(ip, expr_int_lt(x, n, power), false);
    decide_condition(ip, expr_int_lt(x, n, power), true);
    term spelt = ip->symbolic ? spell(ip, n, base, chars, digits) : TERM_NONE;
    if (!ip->symbolic) return t; // the depth was reached
    return negative ? term_cons(&ip->heap, term_small('-'), spelt) : spelt;
}
