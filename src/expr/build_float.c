// SPDX-License-Identifier: Apache-2.0
// Constructors over IEEE 754 arithmetic. Literals fold; identities are only those that hold for NaN,
// infinities and -0.0 as well. Literals are second arguments of + * and =, -0.0 is 0.0 in comparisons, and
// comparisons of an integer made a float with a literal are comparisons of integers.
#include <math.h>

#include "base/some_of.h"
#include "expr/number.h"
#include "expr/store.h"

static bool is_lit(const struct expr_store *x, expr_id e) {
    return op_of(x, e) == EXPR_FLOAT_LIT_OP;
}

static double value(const struct expr_store *x, expr_id e) {
    return node_double(node_of(x, e));
}

static expr_id raw(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    return expr_intern(x, op, 0, a, b, 0);
}

// e is the literal v, to the bit.
static bool is(const struct expr_store *x, expr_id e, double v) {
    return is_lit(x, e) && value(x, e) == v && signbit(value(x, e)) == signbit(v);
}

bool expr_is_single(const struct expr_store *x, expr_id e) {
    for (;;) {
        const struct node *n = node_of(x, e);
        switch (n->op) {
        case EXPR_FLOAT_LIT_OP:
            return isnan(node_double(n)) || (double)(float)node_double(n) == node_double(n);
        case EXPR_IEEE_SINGLE_OP:
        case EXPR_IEEE_OF_INT_SINGLE_OP:
        case EXPR_IEEE_OF_BITS32_OP: return true;
        case EXPR_IEEE_NEG_OP:
        case EXPR_IEEE_ABS_OP:
        case EXPR_IEEE_FLOOR_OP:
        case EXPR_IEEE_CEIL_OP:
        case EXPR_IEEE_RINT_OP: e = n->a; break;
        default: return false;
        }
    }
}

// Never a NaN, whatever the variables are.
static bool is_number(const struct expr_store *x, expr_id e) {
    const struct node *n = node_of(x, e);
    switch (n->op) {
    case EXPR_FLOAT_LIT_OP: return !isnan(node_double(n));
    case EXPR_IEEE_OF_INT_OP:
    case EXPR_IEEE_OF_INT_SINGLE_OP: return true;
    default: return false;
    }
}

// ---- Arithmetic ----

expr_id expr_ieee_arith(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    assert(op >= EXPR_IEEE_ADD_OP && op <= EXPR_IEEE_REM_OP);
    assert(expr_sort(x, a) == SORT_FLOAT && expr_sort(x, b) == SORT_FLOAT);
    if (is_lit(x, a) && is_lit(x, b)) return expr_float(x, expr_number_ieee(op, value(x, a), value(x, b)));
    if ((op == EXPR_IEEE_ADD_OP || op == EXPR_IEEE_MUL_OP) && (is_lit(x, a) || (!is_lit(x, b) && a > b))) {
        expr_id t = a; // these commute exactly: there is one NaN
        a = b, b = t;
    }
    switch (SOME_OF(op)) {
    case EXPR_IEEE_ADD_OP: return is(x, b, -0.0) ? a : raw(x, op, a, b); // -0.0 + 0.0 = 0.0
    case EXPR_IEEE_SUB_OP: return is(x, b, 0.0) ? a : raw(x, op, a, b);
    case EXPR_IEEE_MUL_OP:
    case EXPR_IEEE_DIV_OP: return is(x, b, 1.0) ? a : raw(x, op, a, b);
    default: return raw(x, op, a, b);
    }
}

static expr_id of_int(struct expr_store *x, enum expr_op op, expr_id a) {
    struct int_view v;
    assert(expr_sort(x, a) == SORT_INT);
    if (op_of(x, a) == EXPR_INT_LIT_OP)
        return expr_float(x, expr_number_ieee_of_int(op, expr_int_view(x, a, &v)));
    return raw(x, op, a, 0);
}

expr_id expr_ieee_unary(struct expr_store *x, enum expr_op op, expr_id a) {
    assert(op >= EXPR_IEEE_NEG_OP && op <= EXPR_IEEE_BITS32_OP);
    if (op >= EXPR_IEEE_OF_INT_OP && op <= EXPR_IEEE_OF_BITS32_OP) return of_int(x, op, a);
    assert(expr_sort(x, a) == SORT_FLOAT);
    enum expr_op inner = op_of(x, a);
    switch (SOME_OF(op)) {
    case EXPR_IEEE_TO_INT32_OP:
    case EXPR_IEEE_TO_INT64_OP:
    case EXPR_IEEE_BITS64_OP:
    case EXPR_IEEE_BITS32_OP:
        return is_lit(x, a) ? expr_int(x, expr_number_ieee_to_int(op, value(x, a))) : raw(x, op, a, 0);
    default: break;
    }
    if (is_lit(x, a)) return expr_float(x, expr_number_ieee(op, value(x, a), 0));
    if (op == EXPR_IEEE_SINGLE_OP && expr_is_single(x, a)) return a;
    if (op == EXPR_IEEE_NEG_OP && inner == EXPR_IEEE_NEG_OP) return node_of(x, a)->a;
    if (op == EXPR_IEEE_ABS_OP && inner == EXPR_IEEE_NEG_OP) a = node_of(x, a)->a;
    if (op == EXPR_IEEE_ABS_OP && inner == EXPR_IEEE_ABS_OP) return a;
    return raw(x, op, a, 0);
}

// ---- Comparisons ----

// Whether a is an integer made a float, and b a literal so small that all integers up to it are exact: what
// is beyond is rounded to something beyond, so that the comparison is one of integers.
static bool as_int(const struct expr_store *x, expr_id a, expr_id b, expr_id *i, double *lit) {
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    bool wide = m->op == EXPR_IEEE_OF_INT_OP;
    if ((!wide && m->op != EXPR_IEEE_OF_INT_SINGLE_OP) || n->op != EXPR_FLOAT_LIT_OP) return false;
    *i = m->a;
    *lit = node_double(n);
    return fabs(*lit) < (wide ? 0x1p53 : 0x1p24);
}

static expr_id integer(struct expr_store *x, double v) {
    return expr_int(x, (int64_t)v);
}

static expr_id equal(struct expr_store *x, expr_id a, expr_id b) {
    expr_id i;
    double v;
    if (is_lit(x, a) || (!is_lit(x, b) && a > b)) {
        expr_id t = a;
        a = b, b = t;
    }
    if (a == b && is_number(x, a)) return EXPR_TRUE;
    if (as_int(x, a, b, &i, &v)) return v == trunc(v) ? expr_int_eq(x, i, integer(x, v)) : EXPR_FALSE;
    return raw(x, EXPR_IEEE_EQ_OP, a, b);
}

static expr_id less(struct expr_store *x, expr_id a, expr_id b) {
    expr_id i;
    double v;
    if (a == b || is(x, a, INFINITY) || is(x, b, -INFINITY)) return EXPR_FALSE;
    if (as_int(x, a, b, &i, &v)) return expr_int_lt(x, i, integer(x, ceil(v)));  // i < v
    if (as_int(x, b, a, &i, &v)) return expr_int_lt(x, integer(x, floor(v)), i); // v < i
    return raw(x, EXPR_IEEE_LT_OP, a, b);
}

static expr_id at_most(struct expr_store *x, expr_id a, expr_id b) {
    expr_id i;
    double v;
    if (a == b || is(x, b, INFINITY)) return equal(x, a, a);
    if (is(x, a, -INFINITY)) return equal(x, b, b);
    if (as_int(x, a, b, &i, &v)) return expr_not(x, expr_int_lt(x, integer(x, floor(v)), i));
    if (as_int(x, b, a, &i, &v)) return expr_not(x, expr_int_lt(x, i, integer(x, ceil(v))));
    return raw(x, EXPR_IEEE_LE_OP, a, b);
}

expr_id expr_ieee_compare(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    assert(expr_op_is_ieee_compare(op));
    assert(expr_sort(x, a) == SORT_FLOAT && expr_sort(x, b) == SORT_FLOAT);
    bool la = is_lit(x, a), lb = is_lit(x, b);
    if (la && lb) return expr_number_ieee_compare(op, value(x, a), value(x, b)) ? EXPR_TRUE : EXPR_FALSE;
    if ((la && isnan(value(x, a))) || (lb && isnan(value(x, b)))) return EXPR_FALSE;
    if (is(x, a, -0.0)) a = expr_float(x, 0.0);
    if (is(x, b, -0.0)) b = expr_float(x, 0.0);
    return op == EXPR_IEEE_EQ_OP ? equal(x, a, b) : op == EXPR_IEEE_LT_OP ? less(x, a, b) : at_most(x, a, b);
}

expr_id expr_ieee_is_nan(struct expr_store *x, expr_id a) {
    return expr_not(x, expr_ieee_compare(x, EXPR_IEEE_EQ_OP, a, a));
}
