// SPDX-License-Identifier: Apache-2.0
// IEEE 754 arithmetic in three of the readings. ENCODE_BITS: Z3's floating point numbers, exact; what is
// known to be of binary32 is kept as such, with operations of its own: rounding the operation of doubles
// means the same, and costs 1.5 to 7 times as much (measured). ENCODE_RELAXED: likewise, but products,
// quotients, roots and conversions are unknowns. ENCODE_REAL: reals, a guess that knows neither infinities
// nor NaN.
#include <assert.h>
#include <math.h>

#include "solve/z3/encode.h"

#include "base/some_of.h"

#define KEEP(...) encode_keep(n, __VA_ARGS__)

static struct encoded of(Z3_ast ast) {
    return (struct encoded){.ast = ast};
}

static struct encoded fail(struct encoder *n) {
    n->failed = true;
    return of(n->zero);
}

static Z3_ast widened(struct encoder *n, Z3_ast single) {
    return KEEP(Z3_mk_fpa_to_fp_float(n->ctx, n->nearest_even, single, n->float_sort));
}

static struct encoded of_single(struct encoder *n, Z3_ast single) {
    return (struct encoded){.ast = widened(n, single), .single = single};
}

// Z3_mk_fpa_numeral_double loses neither -0.0 nor what is infinite; NaN has a term of its own.
static Z3_ast numeral(struct encoder *n, double v, Z3_sort sort) {
    if (isnan(v)) return KEEP(Z3_mk_fpa_nan(n->ctx, sort));
    if (isinf(v)) return KEEP(Z3_mk_fpa_inf(n->ctx, sort, v < 0));
    return KEEP(Z3_mk_fpa_numeral_double(n->ctx, v, sort));
}

struct encoded encode_ieee_literal(struct encoder *n, double v) {
    struct encoded r = of(numeral(n, v, n->float_sort));
    if (isnan(v) || (double)(float)v == v) r.single = numeral(n, v, n->single_sort);
    return r;
}

struct encoded encode_ieee_leaf(struct encoder *n, uint32_t name, bool single) {
    Z3_symbol s = Z3_mk_int_symbol(n->ctx, (int)name);
    if (single) return of_single(n, KEEP(Z3_mk_const(n->ctx, s, n->single_sort)));
    return of(KEEP(Z3_mk_const(n->ctx, s, n->float_sort)));
}

// ---- Conversions, of integers as bit vectors ----

static Z3_sort vector(struct encoder *n, uint32_t bits) {
    Z3_sort s = Z3_mk_bv_sort(n->ctx, bits);
    encode_keep(n, Z3_sort_to_ast(n->ctx, s));
    return s;
}

static Z3_ast number(struct encoder *n, int64_t v, uint32_t bits) {
    return KEEP(Z3_mk_int64(n->ctx, v, vector(n, bits)));
}

// JVMS d2i, d2l: NaN is 0, what is too big is the nearest.
static struct encoded to_int(struct encoder *n, struct encoded a, uint32_t bits) {
    Z3_ast v = a.single ? a.single : a.ast;
    Z3_sort sort = a.single ? n->single_sort : n->float_sort;
    double end = ldexp(1, (int)bits - 1);
    Z3_ast above = KEEP(Z3_mk_fpa_geq(n->ctx, v, numeral(n, end, sort)));
    Z3_ast below = KEEP(Z3_mk_fpa_leq(n->ctx, v, numeral(n, -end, sort)));
    int64_t least = bits == 32 ? INT32_MIN : INT64_MIN;
    Z3_ast r = KEEP(Z3_mk_fpa_to_sbv(n->ctx, n->to_zero, v, bits));
    r = KEEP(Z3_mk_ite(n->ctx, above, number(n, -(least + 1), bits), r));
    r = KEEP(Z3_mk_ite(n->ctx, below, number(n, least, bits), r));
    r = KEEP(Z3_mk_ite(n->ctx, KEEP(Z3_mk_fpa_is_nan(n->ctx, v)), number(n, 0, bits), r));
    return (struct encoded){.ast = r, .bits = bits};
}

// Z3's own fp.to_ieee_bv leaves the bits of NaN open, by an unknown function: here the pattern is the
// unknown, and the float is what it stands for.
static struct encoded to_bits(struct encoder *n, Z3_ast v, uint32_t bits) {
    Z3_ast r = encode_unknown(n, vector(n, bits));
    Z3_sort sort = bits == 32 ? n->single_sort : n->float_sort;
    Z3_ast nan = number(n, bits == 32 ? 0x7fc00000 : 0x7ff8000000000000, bits);
    Z3_ast same = KEEP(Z3_mk_eq(n->ctx, KEEP(Z3_mk_fpa_to_fp_bv(n->ctx, r, sort)), v));
    Z3_ast is_nan = KEEP(Z3_mk_eq(n->ctx, r, nan));
    encode_side(n, KEEP(Z3_mk_ite(n->ctx, KEEP(Z3_mk_fpa_is_nan(n->ctx, v)), is_nan, same)));
    return (struct encoded){.ast = r, .bits = bits};
}

static Z3_ast of_bits(struct encoder *n, struct encoded a, uint32_t bits, Z3_sort sort) {
    Z3_ast v = a.ast;
    if (a.bits < bits) v = KEEP(Z3_mk_sign_ext(n->ctx, bits - a.bits, v));
    if (a.bits > bits) v = KEEP(Z3_mk_extract(n->ctx, bits - 1, 0, v));
    return KEEP(Z3_mk_fpa_to_fp_bv(n->ctx, v, sort));
}

static struct encoded convert(struct encoder *n, enum expr_op op, struct encoded a) {
    switch (SOME_OF(op)) {
    case EXPR_IEEE_OF_INT_OP:
        return of(KEEP(Z3_mk_fpa_to_fp_signed(n->ctx, n->nearest_even, a.ast, n->float_sort)));
    case EXPR_IEEE_OF_INT_SINGLE_OP:
        return of_single(n, KEEP(Z3_mk_fpa_to_fp_signed(n->ctx, n->nearest_even, a.ast, n->single_sort)));
    case EXPR_IEEE_OF_BITS64_OP: return of(of_bits(n, a, 64, n->float_sort));
    case EXPR_IEEE_OF_BITS32_OP: return of_single(n, of_bits(n, a, 32, n->single_sort));
    case EXPR_IEEE_TO_INT32_OP: return to_int(n, a, 32);
    case EXPR_IEEE_TO_INT64_OP: return to_int(n, a, 64);
    case EXPR_IEEE_BITS64_OP: return to_bits(n, a.ast, 64);
    default:
        assert(op == EXPR_IEEE_BITS32_OP);
        if (!a.single) a.single = KEEP(Z3_mk_fpa_to_fp_float(n->ctx, n->nearest_even, a.ast, n->single_sort));
        return to_bits(n, a.single, 32);
    }
}

// ---- Operations ----

// NULL: Z3's remainder is the one of IEEE, to the nearest quotient; Java's truncates.
static Z3_ast exact(struct encoder *n, enum expr_op op, Z3_ast a, Z3_ast b) {
    Z3_ast rne = n->nearest_even;
    switch (SOME_OF(op)) {
    case EXPR_IEEE_EQ_OP: return KEEP(Z3_mk_fpa_eq(n->ctx, a, b));
    case EXPR_IEEE_LT_OP: return KEEP(Z3_mk_fpa_lt(n->ctx, a, b));
    case EXPR_IEEE_LE_OP: return KEEP(Z3_mk_fpa_leq(n->ctx, a, b));
    case EXPR_IEEE_ADD_OP: return KEEP(Z3_mk_fpa_add(n->ctx, rne, a, b));
    case EXPR_IEEE_SUB_OP: return KEEP(Z3_mk_fpa_sub(n->ctx, rne, a, b));
    case EXPR_IEEE_MUL_OP: return KEEP(Z3_mk_fpa_mul(n->ctx, rne, a, b));
    case EXPR_IEEE_DIV_OP: return KEEP(Z3_mk_fpa_div(n->ctx, rne, a, b));
    case EXPR_IEEE_NEG_OP: return KEEP(Z3_mk_fpa_neg(n->ctx, a));
    case EXPR_IEEE_ABS_OP: return KEEP(Z3_mk_fpa_abs(n->ctx, a));
    case EXPR_IEEE_SQRT_OP: return KEEP(Z3_mk_fpa_sqrt(n->ctx, rne, a));
    case EXPR_IEEE_FLOOR_OP: return KEEP(Z3_mk_fpa_round_to_integral(n->ctx, n->down, a));
    case EXPR_IEEE_CEIL_OP: return KEEP(Z3_mk_fpa_round_to_integral(n->ctx, n->up, a));
    case EXPR_IEEE_RINT_OP: return KEEP(Z3_mk_fpa_round_to_integral(n->ctx, rne, a));
    default: return NULL;
    }
}

static bool keeps_single(enum expr_op op) {
    return op == EXPR_IEEE_NEG_OP || op == EXPR_IEEE_ABS_OP ||
           (op >= EXPR_IEEE_FLOOR_OP && op <= EXPR_IEEE_RINT_OP);
}

static bool is_heavy(enum expr_op op) {
    return (op >= EXPR_IEEE_MUL_OP && op <= EXPR_IEEE_REM_OP) || op == EXPR_IEEE_SQRT_OP;
}

static struct encoded unknown_float(struct encoder *n, bool single) {
    if (single) return of_single(n, encode_unknown(n, n->single_sort));
    return of(encode_unknown(n, n->float_sort));
}

// Products, quotients: a number that is not NaN has the sign that the operands' signs make. Roots are not
// negative, remainders have the dividend's sign.
static struct encoded relaxed(struct encoder *n, enum expr_op op, struct encoded a, struct encoded b,
                              bool single) {
    struct encoded r = unknown_float(n, single);
    Z3_ast odd[2] = {KEEP(Z3_mk_fpa_is_nan(n->ctx, r.ast))};
    Z3_ast below = KEEP(Z3_mk_fpa_is_negative(n->ctx, r.ast)),
           a_below = KEEP(Z3_mk_fpa_is_negative(n->ctx, a.ast));
    if (op == EXPR_IEEE_SQRT_OP) {
        odd[1] = KEEP(Z3_mk_fpa_geq(n->ctx, r.ast, numeral(n, 0, n->float_sort)));
    } else if (op == EXPR_IEEE_REM_OP) {
        odd[1] = KEEP(Z3_mk_iff(n->ctx, below, a_below));
    } else {
        Z3_ast b_below = KEEP(Z3_mk_fpa_is_negative(n->ctx, b.ast));
        odd[1] = KEEP(Z3_mk_iff(n->ctx, below, KEEP(Z3_mk_xor(n->ctx, a_below, b_below))));
    }
    encode_side(n, KEEP(Z3_mk_or(n->ctx, 2, odd)));
    return r;
}

static struct encoded relaxed_conversion(struct encoder *n, enum expr_op op) {
    bool to_single = op == EXPR_IEEE_OF_INT_SINGLE_OP || op == EXPR_IEEE_OF_BITS32_OP;
    if (op < EXPR_IEEE_TO_INT32_OP) return unknown_float(n, to_single);
    bool is_short = op == EXPR_IEEE_TO_INT32_OP || op == EXPR_IEEE_BITS32_OP;
    Z3_ast r = encode_unknown(n, n->int_sort);
    int64_t least = is_short ? INT32_MIN : INT64_MIN;
    encode_side(n, KEEP(Z3_mk_ge(n->ctx, r, KEEP(Z3_mk_int64(n->ctx, least, n->int_sort)))));
    encode_side(n, KEEP(Z3_mk_le(n->ctx, r, KEEP(Z3_mk_int64(n->ctx, -(least + 1), n->int_sort)))));
    return of(r);
}

static struct encoded operation(struct encoder *n, enum expr_op op, struct encoded a, struct encoded b,
                                bool single) {
    if (n->mode == ENCODE_RELAXED && is_heavy(op)) return relaxed(n, op, a, b, single);
    Z3_ast r = single ? exact(n, op, a.single, b.single) : exact(n, op, a.ast, b.ast);
    if (!r) return fail(n);
    return single ? of_single(n, r) : of(r);
}

// The operation under `single(..)`, when all its operands are of binary32: done in binary32.
static bool rounds_operation(struct encoder *n, expr_id e, struct encoded *out) {
    expr_id inner = expr_arg(n->x, e, 0);
    enum expr_op op = expr_op(n->x, inner);
    bool takes_floats = (op >= EXPR_IEEE_ADD_OP && op <= EXPR_IEEE_DIV_OP) || op == EXPR_IEEE_SQRT_OP;
    if (!takes_floats) return false;
    struct encoded a = encode_argument(n, inner, 0), b = encode_argument(n, inner, 1);
    if (!a.single || (expr_count(n->x, inner) > 1 && !b.single)) return false;
    *out = operation(n, op, a, b, true);
    return true;
}

struct encoded encode_ieee_op(struct encoder *n, expr_id e, struct encoded a, struct encoded b) {
    enum expr_op op = expr_op(n->x, e);
    struct encoded r;
    if (encode_is_real(n)) return of(encode_real_ieee(n, op, a.ast, b.ast));
    if (op >= EXPR_IEEE_OF_INT_OP)
        return n->mode == ENCODE_BITS ? convert(n, op, a) : relaxed_conversion(n, op);
    if (op == EXPR_IEEE_SINGLE_OP) {
        if (a.single) return a;
        if (rounds_operation(n, e, &r)) return r;
        return of_single(n, KEEP(Z3_mk_fpa_to_fp_float(n->ctx, n->nearest_even, a.ast, n->single_sort)));
    }
    if (expr_op_is_ieee_compare(op))
        return of(a.single && b.single ? exact(n, op, a.single, b.single) : exact(n, op, a.ast, b.ast));
    return operation(n, op, a, b, keeps_single(op) && a.single);
}
