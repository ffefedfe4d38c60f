// SPDX-License-Identifier: Apache-2.0
#include "expr/infix.h"

#include <assert.h>
#include <inttypes.h>

#include "base/some_of.h"
#include "expr/store.h"

enum { MOST_LEVELS = 60, MOST_CHARACTERS = 4000 };

// How tightly operators bind.
enum tightness { BIND_OR, BIND_AND, BIND_COMPARE, BIND_SUM, BIND_PRODUCT, BIND_NOT, BIND_ATOM };

struct printer {
    const struct expr_store *x;
    const struct infix *how;
    struct str *out;
    size_t most; // length of out at which no more is printed
    uint32_t level;
};

static void print(struct printer *p, expr_id e, enum tightness least);

static void open(struct printer *p, enum tightness own, enum tightness least) {
    if (own < least) str_add_char(p->out, '(');
}
static void close(struct printer *p, enum tightness own, enum tightness least) {
    if (own < least) str_add_char(p->out, ')');
}

// The right operand binds one tighter: a - (b - c).
static void binary(struct printer *p, const char *op, expr_id a, expr_id b, enum tightness own,
                   enum tightness least) {
    open(p, own, least);
    print(p, a, own);
    str_addf(p->out, " %s ", op);
    print(p, b, own + 1);
    close(p, own, least);
}

static bool is_literal(const struct printer *p, expr_id e, int64_t *v) {
    return expr_op(p->x, e) == EXPR_INT_LIT_OP && expr_get_int64(p->x, e, v);
}

// a < b, or where it does not hold. Conditions have one form (expr.h): literals go to the right again, and
// what is one less or more becomes "at most".
static void less(struct printer *p, expr_id e, bool holds, enum tightness least) {
    expr_id a = expr_arg(p->x, e, 0), b = expr_arg(p->x, e, 1);
    int64_t v, one;
    const char *at_most = p->how->at_most;
    if (is_literal(p, a, &v)) { // v < b
        binary(p, holds ? ">" : at_most, b, a, BIND_COMPARE, least);
    } else if (!is_literal(p, b, &v) && expr_op(p->x, b) == EXPR_ADD_OP &&
               is_literal(p, expr_arg(p->x, b, 1), &one) && one == 1) { // a < b + 1
        binary(p, holds ? at_most : ">", a, expr_arg(p->x, b, 0), BIND_COMPARE, least);
    } else {
        binary(p, holds ? "<" : ">=", a, b, BIND_COMPARE, least);
    }
}

static void list(struct printer *p, expr_id e, const char *between, enum tightness own,
                 enum tightness least) {
    open(p, own, least);
    for (uint32_t i = 0; i < expr_count(p->x, e); i++) {
        if (i) str_addf(p->out, " %s ", between);
        print(p, expr_arg(p->x, e, i), own + 1);
    }
    close(p, own, least);
}

static void negation(struct printer *p, expr_id e, enum tightness least) {
    expr_id of = expr_arg(p->x, e, 0);
    switch (SOME_OF(expr_op(p->x, of))) {
    case EXPR_EQ_OP:
    case EXPR_INT_EQ_OP:
        binary(p, p->how->differs, expr_arg(p->x, of, 0), expr_arg(p->x, of, 1), BIND_COMPARE, least);
        break;
    case EXPR_INT_LT_OP: less(p, of, false, least); break;
    default: str_add(p->out, p->how->negated); print(p, of, BIND_NOT);
    }
}

static void sum(struct printer *p, expr_id e, enum tightness least) {
    expr_id a = expr_arg(p->x, e, 0), b = expr_arg(p->x, e, 1);
    int64_t v;
    if (is_literal(p, b, &v) && v < 0 && v > INT64_MIN) {
        open(p, BIND_SUM, least);
        print(p, a, BIND_SUM);
        str_addf(p->out, " - %" PRId64, -v);
        close(p, BIND_SUM, least);
    } else {
        binary(p, "+", a, b, BIND_SUM, least);
    }
}

static void difference(struct printer *p, expr_id e, enum tightness least) {
    expr_id a = expr_arg(p->x, e, 0), b = expr_arg(p->x, e, 1);
    int64_t v;
    if (is_literal(p, a, &v) && v == 0) {
        str_add_char(p->out, '-');
        print(p, b, BIND_NOT);
    } else {
        binary(p, "-", a, b, BIND_SUM, least);
    }
}

static void choice(struct printer *p, expr_id e) {
    str_add_char(p->out, '(');
    print(p, expr_arg(p->x, e, 0), BIND_AND);
    str_add(p->out, " ? ");
    print(p, expr_arg(p->x, e, 1), BIND_COMPARE);
    str_add(p->out, " : ");
    print(p, expr_arg(p->x, e, 2), BIND_COMPARE);
    str_add_char(p->out, ')');
}

// What has no operator: as a call.
static void call(struct printer *p, expr_id e) {
    uint32_t n = expr_count(p->x, e);
    if (!n) {
        expr_print(p->x, e, p->out);
        return;
    }
    str_addf(p->out, "%s(", expr_op_table[expr_op(p->x, e)].text);
    for (uint32_t i = 0; i < n; i++) {
        if (i) str_add(p->out, ", ");
        print(p, expr_arg(p->x, e, i), BIND_OR);
    }
    str_add_char(p->out, ')');
}

static void operation(struct printer *p, expr_id e, enum tightness least) {
    expr_id a = expr_count(p->x, e) > 0 ? expr_arg(p->x, e, 0) : EXPR_NONE;
    expr_id b = expr_count(p->x, e) > 1 ? expr_arg(p->x, e, 1) : EXPR_NONE;
    const struct infix *how = p->how;
    switch (SOME_OF(expr_op(p->x, e))) {
    case EXPR_NOT_OP: negation(p, e, least); break;
    case EXPR_AND_OP: list(p, e, how->both, BIND_AND, least); break;
    case EXPR_OR_OP: list(p, e, how->either, BIND_OR, least); break;
    case EXPR_EQ_OP:
    case EXPR_INT_EQ_OP:
    case EXPR_FLOAT_EQ_OP: binary(p, how->equal, a, b, BIND_COMPARE, least); break;
    case EXPR_INT_LT_OP: less(p, e, true, least); break;
    case EXPR_FLOAT_LT_OP: binary(p, "<", a, b, BIND_COMPARE, least); break;
    case EXPR_ADD_OP: sum(p, e, least); break;
    case EXPR_SUB_OP: difference(p, e, least); break;
    case EXPR_FADD_OP: binary(p, "+", a, b, BIND_SUM, least); break;
    case EXPR_FSUB_OP: binary(p, "-", a, b, BIND_SUM, least); break;
    case EXPR_MUL_OP:
    case EXPR_FMUL_OP: binary(p, "*", a, b, BIND_PRODUCT, least); break;
    case EXPR_DIV_OP:
    case EXPR_FDIV_OP: binary(p, "/", a, b, BIND_PRODUCT, least); break;
    case EXPR_REM_OP: binary(p, how->remainder, a, b, BIND_PRODUCT, least); break;
    case EXPR_ITE_OP: choice(p, e); break;
    case EXPR_IVAL_OP:
    case EXPR_FVAL_OP:
    case EXPR_INT_OP:
    case EXPR_FLOAT_OP: print(p, a, least); break; // the value and the term with it
    case EXPR_INT_LIT_OP: expr_print(p->x, e, p->out); break;
    default: call(p, e);
    }
}

static void print(struct printer *p, expr_id e, enum tightness least) {
    if (p->level == MOST_LEVELS || p->out->n > p->most) {
        str_add(p->out, "..");
        return;
    }
    p->level++;
    if (!p->how->named || !p->how->named(p->how->context, e, p->out)) operation(p, e, least);
    p->level--;
}

void expr_infix(const struct expr_store *x, const struct infix *how, expr_id e, struct str *out) {
    assert(e != EXPR_NONE);
    struct printer p = {.x = x, .how = how, .out = out, .most = out->n + MOST_CHARACTERS};
    print(&p, e, BIND_OR);
}
