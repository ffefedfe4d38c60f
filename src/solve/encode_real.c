// SPDX-License-Identifier: Apache-2.0
// Floats as reals: a guess at where a float solution lies.
#include <assert.h>
#include <float.h>
#include <string.h>

#include "base/mem.h"
#include "solve/encode.h"

#define KEEP(...) encode_keep(n, __VA_ARGS__)

Z3_ast encode_real_literal(struct encoder *n, double v) {
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

Z3_ast encode_real_leaf(struct encoder *n, uint32_t name) {
    Z3_ast a = KEEP(Z3_mk_const(n->ctx, Z3_mk_int_symbol(n->ctx, (int)name), n->real_sort));
    encode_side(n, KEEP(Z3_mk_le(n->ctx, a, encode_real_literal(n, DBL_MAX))));
    encode_side(n, KEEP(Z3_mk_ge(n->ctx, a, encode_real_literal(n, -DBL_MAX))));
    return a;
}

static Z3_ast minus(struct encoder *n, Z3_ast a) {
    return KEEP(Z3_mk_unary_minus(n->ctx, a));
}

static Z3_ast divide(struct encoder *n, Z3_ast a, Z3_ast b) {
    encode_side(n, KEEP(Z3_mk_not(n->ctx, KEEP(Z3_mk_eq(n->ctx, b, encode_real_literal(n, 0))))));
    return KEEP(Z3_mk_div(n->ctx, a, b));
}

// floor(|a| + bias) with the sign of a: truncation (0) and rounding half away from zero (1/2).
static Z3_ast towards_zero(struct encoder *n, Z3_ast a, double bias) {
    Z3_ast add = encode_real_literal(n, bias), ge = KEEP(Z3_mk_ge(n->ctx, a, encode_real_literal(n, 0)));
    Z3_ast up = KEEP(Z3_mk_add(n->ctx, 2, (Z3_ast[]){a, add}));
    Z3_ast down = KEEP(Z3_mk_add(n->ctx, 2, (Z3_ast[]){minus(n, a), add}));
    up = KEEP(Z3_mk_real2int(n->ctx, up));
    down = KEEP(Z3_mk_real2int(n->ctx, down));
    return KEEP(Z3_mk_ite(n->ctx, ge, up, minus(n, down)));
}

Z3_ast encode_real_op(struct encoder *n, enum expr_op op, Z3_ast a, Z3_ast b) {
    Z3_ast pair[2] = {a, b};
    switch (op) {
    case EXPR_FLOAT_EQ_OP: return KEEP(Z3_mk_eq(n->ctx, a, b));
    case EXPR_FLOAT_LT_OP: return KEEP(Z3_mk_lt(n->ctx, a, b));
    case EXPR_FADD_OP: return KEEP(Z3_mk_add(n->ctx, 2, pair));
    case EXPR_FSUB_OP: return KEEP(Z3_mk_sub(n->ctx, 2, pair));
    case EXPR_FMUL_OP: return KEEP(Z3_mk_mul(n->ctx, 2, pair));
    case EXPR_FDIV_OP: return divide(n, a, b);
    case EXPR_TO_FLOAT_OP: return KEEP(Z3_mk_int2real(n->ctx, a));
    case EXPR_TRUNC_OP: return towards_zero(n, a, 0);
    case EXPR_ROUND_OP: return towards_zero(n, a, 0.5);
    case EXPR_FLOOR_OP: return KEEP(Z3_mk_real2int(n->ctx, a));
    default: assert(op == EXPR_CEIL_OP); return minus(n, KEEP(Z3_mk_real2int(n->ctx, minus(n, a))));
    }
}
