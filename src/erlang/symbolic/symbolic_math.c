// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: module math. A function that leaves the floats, or what it is defined for, is badarith.
#include <math.h>

#include "erlang/machine/decide.h"
#include "erlang/symbolic/builtins.h"
#include "erlang/symbolic/overflow.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/term/arith.h"
#include "erlang/term/atoms.h"

static term plain(term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : t;
}

// The argument as a float, and as an expression for it; false: it is none that fits.
static bool float_argument(struct process *p, term t, double *v, expr_id *e) {
    struct interp *ip = interp_of(p);
    struct expr_store *x = ip->exprs;
    enum number_kind k = decide_number(ip, t);
    if (k == NUMBER_NOT) return raise_badarg(p);
    bool fits = num_to_double(plain(t), v);
    if (!ip->symbolic) return fits || raise_badarith(p);
    *e = decide_expr(ip, t);
    if (k == NUMBER_FLOAT) {
        *e = expr_fval(x, *e);
        return true;
    }
    expr_id whole = expr_ival(x, *e);
    if (term_is_sym(t)) decide_overflow(ip, overflow_of_integer(x, whole), !fits);
    *e = expr_unary(x, EXPR_TO_FLOAT_OP, whole);
    return fits || raise_badarith(p);
}

static bool function(struct process *p, const term *args, uint32_t n, term *result, const char *name,
                     enum expr_op op) {
    struct interp *ip = interp_of(p);
    struct expr_store *x = ip->exprs;
    double v[2];
    expr_id e[2] = {0, 0};
    term whole[2];
    for (uint32_t i = 0; i < n; i++) {
        if (!float_argument(p, args[i], &v[i], &e[i])) return false;
        whole[i] = plain(args[i]);
    }
    bool good = bif_find(term_symbol(atom_math), symbol_of(name), n)->concrete(p, whole, result);
    if (!ip->symbolic) return good;
    decide_overflow(ip, overflow_of_math(x, op, e[0], e[1]), !good);
    if (!good || !ip->symbolic) return good;
    expr_id value = n == 2 ? expr_arith(x, op, e[0], e[1]) : expr_unary(x, op, e[0]);
    *result = decide_value(ip, *result, expr_float_term(x, value));
    return true;
}

#define RULE(name, n, op)                                                                                    \
    bool symbolic_math_##name(struct process *p, const term *args, term *result) {                           \
        return function(p, args, n, result, #name, op);                                                      \
    }
#define X(NAME, n, name) RULE(name, n, EXPR_MATH_##NAME##_OP)
EXPR_MATHS(X)
#undef X
RULE(sqrt, 1, EXPR_IEEE_SQRT_OP)
RULE(floor, 1, EXPR_IEEE_FLOOR_OP)
RULE(ceil, 1, EXPR_IEEE_CEIL_OP)
RULE(fmod, 2, EXPR_IEEE_REM_OP)
