// SPDX-License-Identifier: Apache-2.0
// Floats as reals: a guess at where a float solution lies.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/some_of.h"
#include "solve/z3/encode.h"

#define KEEP(...) encode_keep(n, __VA_ARGS__)

Z3_ast encode_real_literal(struct encoder *n, double v) {
    if (!isfinite(v)) {
        n->failed = true;
        return n->zero;
    }
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, v); // exact
    char *text = mpq_get_str(NULL, 10, q);
    Z3_ast a = KEEP(Z3_mk_numeral(n->ctx, text, n->real_sort));
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    release(text, strlen(text) + 1);
    mpq_clear(q);
    return a;
}

static void say_finite(struct encoder *n, Z3_ast a) {
    encode_side(n, KEEP(Z3_mk_le(n->ctx, a, encode_real_literal(n, DBL_MAX))));
    encode_side(n, KEEP(Z3_mk_ge(n->ctx, a, encode_real_literal(n, -DBL_MAX))));
}

Z3_ast encode_real_leaf(struct encoder *n, uint32_t name) {
    Z3_ast a = KEEP(Z3_mk_const(n->ctx, Z3_mk_int_symbol(n->ctx, (int)name), n->real_sort));
    say_finite(n, a);
    return a;
}

static Z3_ast minus(struct encoder *n, Z3_ast a) {
    return KEEP(Z3_mk_unary_minus(n->ctx, a));
}

static Z3_ast add(struct encoder *n, Z3_ast a, Z3_ast b) {
    return KEEP(Z3_mk_add(n->ctx, 2, (Z3_ast[]){a, b}));
}

static Z3_ast scaled(struct encoder *n, Z3_ast a, double by) {
    return KEEP(Z3_mk_mul(n->ctx, 2, (Z3_ast[]){encode_real_literal(n, by), a}));
}

// r lies between `least` and twice `most_over_2` times the real a.
static void say_near(struct encoder *n, Z3_ast r, Z3_ast a, double least, double most_over_2, bool tiny) {
    Z3_ast zero = encode_real_literal(n, 0), ge = KEEP(Z3_mk_ge(n->ctx, a, zero));
    Z3_ast nearer = scaled(n, a, least), farther = scaled(n, scaled(n, a, most_over_2), 2);
    Z3_ast lo = KEEP(Z3_mk_ite(n->ctx, ge, nearer, farther)),
           hi = KEEP(Z3_mk_ite(n->ctx, ge, farther, nearer));
    if (tiny) {
        lo = add(n, lo, encode_real_literal(n, -0x1p-1074));
        hi = add(n, hi, encode_real_literal(n, 0x1p-1074));
    }
    encode_side(n, KEEP(Z3_mk_ge(n->ctx, r, lo)));
    encode_side(n, KEEP(Z3_mk_le(n->ctx, r, hi)));
}

// r is the float nearest to the real a: |r - a| =< |a| / 2^53, or half of the smallest float.
static void say_rounded(struct encoder *n, Z3_ast r, Z3_ast a, bool tiny) {
    say_near(n, r, a, 1 - 0x1p-53, 0.5 + 0x1p-53, tiny); // 1 + 2^-53 is no float itself
}

// The result of an operation on floats that is a without rounding. Below the normal floats sums are exact.
static Z3_ast result(struct encoder *n, Z3_ast a, bool tiny) {
    n->partial = true;
    if (n->mode == ENCODE_REAL) {
        n->bounded = true;
        return a;
    }
    Z3_ast r = encode_unknown(n, n->real_sort);
    say_rounded(n, r, a, tiny);
    say_finite(n, r);
    return r;
}

static Z3_ast divide(struct encoder *n, Z3_ast a, Z3_ast b) {
    encode_side(n, KEEP(Z3_mk_not(n->ctx, KEEP(Z3_mk_eq(n->ctx, b, encode_real_literal(n, 0))))));
    return KEEP(Z3_mk_div(n->ctx, a, b));
}

// An integer made a float: itself up to 2^53, rounded beyond, and never in another order than the integers.
// A guess stays within: beyond, what is nearly right is wrong.
static Z3_ast to_float(struct encoder *n, Z3_ast a) {
    enum { PAIRS_MAX = 8 };
    Z3_ast real = KEEP(Z3_mk_int2real(n->ctx, a)), far = encode_real_literal(n, 0x1p53);
    Z3_ast both[2] = {KEEP(Z3_mk_le(n->ctx, real, far)), KEEP(Z3_mk_ge(n->ctx, real, minus(n, far)))};
    Z3_ast within = KEEP(Z3_mk_and(n->ctx, 2, both));
    if (n->mode == ENCODE_REAL) {
        n->bounded = true;
        encode_side(n, within);
        return real;
    }
    n->partial = true;
    Z3_ast r = encode_unknown(n, n->real_sort);
    encode_side(n, KEEP(Z3_mk_implies(n->ctx, within, KEEP(Z3_mk_eq(n->ctx, r, real)))));
    say_near(n, r, real, 1 - 0x1p-51, 0.5 + 0x1p-52, false); // digit by digit: rounded more than once
    for (uint32_t i = 0; i < n->floated.n && i < PAIRS_MAX; i += 2) {
        Z3_ast b = n->floated.at[i].ast, s = n->floated.at[i + 1].ast;
        encode_side(n,
                    KEEP(Z3_mk_implies(n->ctx, KEEP(Z3_mk_le(n->ctx, a, b)), KEEP(Z3_mk_le(n->ctx, r, s)))));
        encode_side(n,
                    KEEP(Z3_mk_implies(n->ctx, KEEP(Z3_mk_le(n->ctx, b, a)), KEEP(Z3_mk_le(n->ctx, s, r)))));
    }
    say_finite(n, r);
    vec_push(&n->floated, (struct encoded){.ast = a});
    vec_push(&n->floated, (struct encoded){.ast = r});
    return r;
}

// floor(|a| + bias) with the sign of a: truncation (0) and rounding half away from zero (1/2).
static Z3_ast towards_zero(struct encoder *n, Z3_ast a, double bias) {
    Z3_ast half = encode_real_literal(n, bias), ge = KEEP(Z3_mk_ge(n->ctx, a, encode_real_literal(n, 0)));
    Z3_ast up = add(n, a, half), down = add(n, minus(n, a), half);
    up = KEEP(Z3_mk_real2int(n->ctx, up));
    down = KEEP(Z3_mk_real2int(n->ctx, down));
    return KEEP(Z3_mk_ite(n->ctx, ge, up, minus(n, down)));
}

// ---- IEEE 754: finite, not rounded; nothing that is said here is believed, all that is found is tried ----

static Z3_ast root(struct encoder *n, Z3_ast a) {
    Z3_ast r = encode_unknown(n, n->real_sort);
    encode_side(n, KEEP(Z3_mk_ge(n->ctx, r, encode_real_literal(n, 0))));
    encode_side(n, KEEP(Z3_mk_eq(n->ctx, a, KEEP(Z3_mk_mul(n->ctx, 2, (Z3_ast[]){r, r})))));
    return r;
}

static Z3_ast to_real(struct encoder *n, Z3_ast a) {
    return KEEP(Z3_mk_int2real(n->ctx, a));
}

Z3_ast encode_real_ieee(struct encoder *n, enum expr_op op, Z3_ast a, Z3_ast b) {
    n->bounded = true;
    Z3_ast pair[2] = {a, b};
    switch (SOME_OF(op)) {
    case EXPR_IEEE_EQ_OP: return KEEP(Z3_mk_eq(n->ctx, a, b));
    case EXPR_IEEE_LT_OP: return KEEP(Z3_mk_lt(n->ctx, a, b));
    case EXPR_IEEE_LE_OP: return KEEP(Z3_mk_le(n->ctx, a, b));
    case EXPR_IEEE_ADD_OP: return add(n, a, b);
    case EXPR_IEEE_SUB_OP: return add(n, a, minus(n, b));
    case EXPR_IEEE_MUL_OP: return KEEP(Z3_mk_mul(n->ctx, 2, pair));
    case EXPR_IEEE_DIV_OP: return divide(n, a, b);
    case EXPR_IEEE_REM_OP: { // a - b * trunc(a / b)
        Z3_ast times = to_real(n, towards_zero(n, divide(n, a, b), 0));
        return add(n, a, minus(n, KEEP(Z3_mk_mul(n->ctx, 2, (Z3_ast[]){b, times}))));
    }
    case EXPR_IEEE_NEG_OP: return minus(n, a);
    case EXPR_IEEE_ABS_OP: {
        Z3_ast ge = KEEP(Z3_mk_ge(n->ctx, a, encode_real_literal(n, 0)));
        return KEEP(Z3_mk_ite(n->ctx, ge, a, minus(n, a)));
    }
    case EXPR_IEEE_SQRT_OP: return root(n, a);
    case EXPR_IEEE_FLOOR_OP: return to_real(n, KEEP(Z3_mk_real2int(n->ctx, a)));
    case EXPR_IEEE_CEIL_OP: return minus(n, to_real(n, KEEP(Z3_mk_real2int(n->ctx, minus(n, a)))));
    case EXPR_IEEE_RINT_OP:
        return to_real(n, KEEP(Z3_mk_real2int(n->ctx, add(n, a, encode_real_literal(n, 0.5)))));
    case EXPR_IEEE_SINGLE_OP: return a;
    case EXPR_IEEE_OF_INT_OP:
    case EXPR_IEEE_OF_INT_SINGLE_OP: return to_real(n, a);
    case EXPR_IEEE_TO_INT32_OP:
    case EXPR_IEEE_TO_INT64_OP: return towards_zero(n, a, 0);
    default: n->failed = true; return n->zero; // bit patterns
    }
}

Z3_ast encode_real_op(struct encoder *n, enum expr_op op, Z3_ast a, Z3_ast b) {
    Z3_ast pair[2] = {a, b};
    switch (SOME_OF(op)) {
    case EXPR_FLOAT_EQ_OP: return KEEP(Z3_mk_eq(n->ctx, a, b));
    case EXPR_FLOAT_LT_OP: return KEEP(Z3_mk_lt(n->ctx, a, b));
    case EXPR_FADD_OP: return result(n, add(n, a, b), false);
    case EXPR_FSUB_OP: return result(n, add(n, a, minus(n, b)), false);
    case EXPR_FMUL_OP: return result(n, KEEP(Z3_mk_mul(n->ctx, 2, pair)), true);
    case EXPR_FDIV_OP: return result(n, divide(n, a, b), true);
    case EXPR_TO_FLOAT_OP: return to_float(n, a);
    case EXPR_TRUNC_OP: return towards_zero(n, a, 0);
    case EXPR_ROUND_OP: return towards_zero(n, a, 0.5);
    case EXPR_FLOOR_OP: return KEEP(Z3_mk_real2int(n->ctx, a));
    default: assert(op == EXPR_CEIL_OP); return minus(n, KEEP(Z3_mk_real2int(n->ctx, minus(n, a))));
    }
}
