// SPDX-License-Identifier: Apache-2.0
// float and double: see symbolic.h. A float is held as the double of the same value. float arithmetic is that
// of doubles, rounded once more: exact for + - * / % and sqrt, since 53 bits are at least 2 * 24 + 2.
#include "java/symbolic/symbolic.h"

#include "base/some_of.h"

static expr_id float_expr(struct java_thread *t, struct sym s, bool is_double) {
    return s.e ? s.e : expr_float(t->x, is_double ? s.w.d : (double)s.w.f);
}

expr_id symbolic_floating(struct java_thread *t, enum insn_op op, struct sym b, struct sym c,
                          union word result) {
    (void)result;
    if (!java_is_recording(t)) return EXPR_NONE;
    static const enum expr_op ops[] = {EXPR_IEEE_ADD_OP, EXPR_IEEE_SUB_OP, EXPR_IEEE_MUL_OP, EXPR_IEEE_DIV_OP,
                                       EXPR_IEEE_REM_OP};
    bool is_double = op >= X_DADD;
    expr_id e = expr_arith(t->x, ops[op - (is_double ? X_DADD : X_FADD)], float_expr(t, b, is_double),
                           float_expr(t, c, is_double));
    return is_double ? e : expr_unary(t->x, EXPR_IEEE_SINGLE_OP, e);
}

expr_id symbolic_float_unary(struct java_thread *t, enum insn_op op, struct sym b) {
    switch (SOME_OF(op)) {
    case X_FNEG:
    case X_DNEG: return expr_unary(t->x, EXPR_IEEE_NEG_OP, b.e);
    case X_I2F:
    case X_L2F: return expr_unary(t->x, EXPR_IEEE_OF_INT_SINGLE_OP, b.e);
    case X_I2D:
    case X_L2D: return expr_unary(t->x, EXPR_IEEE_OF_INT_OP, b.e);
    case X_F2I:
    case X_D2I: return expr_unary(t->x, EXPR_IEEE_TO_INT32_OP, b.e);
    case X_F2L:
    case X_D2L: return expr_unary(t->x, EXPR_IEEE_TO_INT64_OP, b.e);
    case X_D2F: return expr_unary(t->x, EXPR_IEEE_SINGLE_OP, b.e);
    default: return b.e; // F2D
    }
}

static expr_id compare(struct java_thread *t, enum expr_op op, expr_id x, expr_id y) {
    return expr_ieee_compare(t->x, op, x, y);
}

void symbolic_float_compare(struct java_thread *t, enum insn_op op, struct sym b, struct sym c,
                            int32_t result) {
    bool is_double = op == X_DCMPL || op == X_DCMPG;
    double v = is_double ? b.w.d : (double)b.w.f, w = is_double ? c.w.d : (double)c.w.f;
    expr_id x = float_expr(t, b, is_double), y = float_expr(t, c, is_double);
    expr_id nan[2] = {expr_ieee_is_nan(t->x, x), expr_ieee_is_nan(t->x, y)};
    uint32_t site = symbolic_site(t);
    struct way ways[4] = {{compare(t, EXPR_IEEE_LT_OP, x, y), 4 * site},
                          {compare(t, EXPR_IEEE_EQ_OP, x, y), 4 * site + 1},
                          {compare(t, EXPR_IEEE_LT_OP, y, x), 4 * site + 2},
                          {expr_or(t->x, nan, 2), 4 * site + 3}};
    trace_choice(t->trace, site, ways, 4, v != v || w != w ? 3 : (uint32_t)(result + 1));
}

// The comparison gives 1 or -1 for NaN, as compilers choose so that the branch is taken, or not (JVMS 3.5).
static expr_id condition_of(struct java_thread *t, enum java_condition condition, bool nan_takes, expr_id x,
                            expr_id y) {
    switch (condition) {
    case COND_EQ: return compare(t, EXPR_IEEE_EQ_OP, x, y);
    case COND_NE: return expr_not(t->x, compare(t, EXPR_IEEE_EQ_OP, x, y));
    case COND_LT:
        return nan_takes ? expr_not(t->x, compare(t, EXPR_IEEE_LE_OP, y, x))
                         : compare(t, EXPR_IEEE_LT_OP, x, y);
    case COND_GE:
        return nan_takes ? expr_not(t->x, compare(t, EXPR_IEEE_LT_OP, x, y))
                         : compare(t, EXPR_IEEE_LE_OP, y, x);
    case COND_GT:
        return nan_takes ? expr_not(t->x, compare(t, EXPR_IEEE_LE_OP, x, y))
                         : compare(t, EXPR_IEEE_LT_OP, y, x);
    case COND_LE:
    default:
        return nan_takes ? expr_not(t->x, compare(t, EXPR_IEEE_LT_OP, y, x))
                         : compare(t, EXPR_IEEE_LE_OP, x, y);
    }
}

expr_id symbolic_condition_float(struct java_thread *t, enum java_condition condition, bool nan_takes,
                                 bool is_double, struct sym b, struct sym c) {
    return condition_of(t, condition, nan_takes, float_expr(t, b, is_double), float_expr(t, c, is_double));
}

void symbolic_if_float(struct java_thread *t, enum java_condition condition, bool nan_takes, bool is_double,
                       struct sym b, struct sym c, bool taken) {
    if (!java_is_recording(t)) return;
    symbolic_branch(t, symbolic_condition_float(t, condition, nan_takes, is_double, b, c), taken);
}
