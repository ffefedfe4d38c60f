// SPDX-License-Identifier: Apache-2.0
// Integers as signed bit vectors, each as wide as its value can need: operands are extended, nothing wraps.
#include <assert.h>

#include "base/mem.h"
#include "base/some_of.h"
#include "solve/z3/encode.h"

#define KEEP(...) encode_keep(n, __VA_ARGS__)

enum {
    SHIFT_MOST = 64,
    ROUND_BITS = 66,
    GATES_MAX =
        20000 // making more of them takes Z3 longer than a query may, and it cannot be stopped meanwhile
};

static Z3_sort sort_of(struct encoder *n, uint32_t bits) {
    assert(bits > 0);
    Z3_sort s = Z3_mk_bv_sort(n->ctx, bits);
    if (s) encode_keep(n, Z3_sort_to_ast(n->ctx, s));
    return s;
}

static struct encoded wide(Z3_ast ast, uint32_t bits) {
    return (struct encoded){.ast = ast, .bits = bits};
}

static struct encoded fail(struct encoder *n) {
    n->failed = true;
    return wide(n->zero, 1);
}

struct encoded encode_bits_literal(struct encoder *n, expr_id e) {
    mpz_t z;
    mpz_init(z);
    expr_get_mpz(n->x, e, z);
    uint32_t bits = (uint32_t)mpz_sizeinbase(z, 2) + 1;
    if (bits > ENCODE_MOST_BITS) {
        mpz_clear(z);
        return fail(n);
    }
    if (mpz_sgn(z) < 0) { // as the unsigned number with the same bits
        mpz_t wrap;
        mpz_init(wrap);
        mpz_setbit(wrap, bits);
        mpz_add(z, z, wrap);
        mpz_clear(wrap);
    }
    char *text = mem_alloc(mpz_sizeinbase(z, 10) + 2);
    mpz_get_str(text, 10, z);
    struct encoded r = wide(KEEP(Z3_mk_numeral(n->ctx, text, sort_of(n, bits))), bits);
    mem_free(text);
    mpz_clear(z);
    return r;
}

// No value of that few bits is in the range of e: such a query is of no use, and may cost much. What is left
// of it are constants, which Z3 unfolds without looking at its limits.
static bool too_few_bits(const struct encoder *n, expr_id e, uint32_t bits) {
    uint32_t at;
    if (bits > 62 || !hash_map_get(&n->bound_of, e, &at)) return false;
    struct interval all = interval_between(-((int64_t)1 << (bits - 1)), ((int64_t)1 << (bits - 1)) - 1);
    return interval_empty(interval_meet(n->bounds.at[at], all));
}

// A leaf whose range is known may need less, and then nothing is lost.
struct encoded encode_bits_leaf(struct encoder *n, expr_id e, uint32_t name) {
    uint32_t least, most, bits = n->leaf_bits;
    if (hash_map_get(&n->least_of, e, &least) && hash_map_get(&n->most_of, e, &most)) {
        uint32_t needed = least > most ? least : most;
        if (needed <= bits) bits = needed;
        n->bounded |= needed > n->leaf_bits;
    } else {
        n->bounded = true;
    }
    if (too_few_bits(n, e, bits)) return fail(n);
    Z3_symbol s = Z3_mk_int_symbol(n->ctx, (int)name);
    return wide(KEEP(Z3_mk_const(n->ctx, s, sort_of(n, bits))), bits);
}

static Z3_ast widen(struct encoder *n, struct encoded a, uint32_t bits) {
    assert(a.bits <= bits);
    return a.bits == bits ? a.ast : KEEP(Z3_mk_sign_ext(n->ctx, bits - a.bits, a.ast));
}

static Z3_ast number(struct encoder *n, int value, uint32_t bits) {
    return KEEP(Z3_mk_int(n->ctx, value, sort_of(n, bits)));
}

static struct encoded shift_literal(struct encoder *n, struct encoded a, int64_t by) {
    if (by >= 0) {
        if (by > ENCODE_MOST_BITS) return fail(n);
        uint32_t bits = a.bits + (uint32_t)by;
        if (by == 0) return a;
        return wide(KEEP(Z3_mk_concat(n->ctx, a.ast, number(n, 0, (uint32_t)by))), bits);
    }
    uint32_t low = -by < (int64_t)a.bits ? (uint32_t)-by : a.bits - 1; // at least the sign stays
    return wide(KEEP(Z3_mk_extract(n->ctx, a.bits - 1, low, a.ast)), a.bits - low);
}

// The range of the amount says how many bits the result needs, and whether it is to the left or the right.
static struct encoded shift_unknown(struct encoder *n, struct encoded a, struct encoded b) {
    int64_t amount, most = SHIFT_MOST;
    if (interval_point(b.range, &amount) && amount >= -SHIFT_MOST && amount <= SHIFT_MOST)
        return shift_literal(n, a, amount);
    if (interval_greatest(b.range, &amount) && amount < most) most = amount < 0 ? 0 : amount;
    uint32_t bits = a.bits + (uint32_t)most;
    if (bits < b.bits) bits = b.bits;
    if (bits < 8) bits = 8; // room for the amount itself
    n->bounded |= !interval_within(b.range, -SHIFT_MOST, SHIFT_MOST);
    Z3_ast v = widen(n, a, bits), by = widen(n, b, bits);
    encode_side(n, KEEP(Z3_mk_bvsle(n->ctx, by, number(n, (int)most, bits))));
    encode_side(n, KEEP(Z3_mk_bvsge(n->ctx, by, number(n, -SHIFT_MOST, bits))));
    Z3_ast left = KEEP(Z3_mk_bvshl(n->ctx, v, by));
    if (interval_at_least(b.range, 0)) return wide(left, bits);
    Z3_ast right = KEEP(Z3_mk_bvashr(n->ctx, v, KEEP(Z3_mk_bvneg(n->ctx, by))));
    if (most == 0) return wide(right, bits);
    Z3_ast is_left = KEEP(Z3_mk_bvsge(n->ctx, by, number(n, 0, bits)));
    return wide(KEEP(Z3_mk_ite(n->ctx, is_left, left, right)), bits);
}

static struct encoded shift(struct encoder *n, expr_id e, struct encoded a, struct encoded b) {
    int64_t by;
    expr_id amount = expr_arg(n->x, e, 1);
    if (expr_op(n->x, amount) != EXPR_INT_LIT_OP) return shift_unknown(n, a, b);
    return expr_get_int64(n->x, amount, &by) ? shift_literal(n, a, by) : fail(n);
}

static struct encoded quotient(struct encoder *n, enum expr_op op, struct encoded a, struct encoded b) {
    uint32_t bits = (a.bits > b.bits ? a.bits : b.bits) + 1; // the lowest number by -1
    Z3_ast p = widen(n, a, bits), q = widen(n, b, bits);
    n->partial |= interval_holds(b.range, 0);
    encode_side(n, KEEP(Z3_mk_not(n->ctx, KEEP(Z3_mk_eq(n->ctx, q, number(n, 0, bits))))));
    // bvsdiv truncates, bvsrem has the sign of the dividend: as Erlang
    return wide(KEEP(op == EXPR_DIV_OP ? Z3_mk_bvsdiv(n->ctx, p, q) : Z3_mk_bvsrem(n->ctx, p, q)), bits);
}

static struct encoded from_float(struct encoder *n, enum expr_op op, Z3_ast f) {
    Z3_ast way = op == EXPR_TRUNC_OP   ? n->to_zero
                 : op == EXPR_ROUND_OP ? n->nearest_away
                 : op == EXPR_FLOOR_OP ? n->down
                                       : n->up;
    Z3_ast most = KEEP(Z3_mk_fpa_numeral_double(n->ctx, 0x1p64, n->float_sort));
    n->bounded = true; // integers without end are meant
    encode_side(n, KEEP(Z3_mk_fpa_lt(n->ctx, KEEP(Z3_mk_fpa_abs(n->ctx, f)), most)));
    return wide(KEEP(Z3_mk_fpa_to_sbv(n->ctx, way, f, ROUND_BITS)), ROUND_BITS);
}

struct encoded encode_bits_cases(struct encoder *n, struct encoded condition, struct encoded a,
                                 struct encoded b) {
    uint32_t same = a.bits > b.bits ? a.bits : b.bits;
    return wide(KEEP(Z3_mk_ite(n->ctx, condition.ast, widen(n, a, same), widen(n, b, same))), same);
}

struct encoded encode_bits_op(struct encoder *n, expr_id e, struct encoded a, struct encoded b) {
    enum expr_op op = expr_op(n->x, e);
    uint32_t same = a.bits > b.bits ? a.bits : b.bits;
    if (same + (op == EXPR_MUL_OP ? b.bits : 1) > ENCODE_MOST_BITS) return fail(n);
    if (op == EXPR_MUL_OP || op == EXPR_DIV_OP || op == EXPR_REM_OP)
        n->gates += op == EXPR_MUL_OP ? a.bits * b.bits : same * same;
    if (n->gates > GATES_MAX) return fail(n);
    switch (SOME_OF(op)) {
    case EXPR_INT_EQ_OP: return wide(KEEP(Z3_mk_eq(n->ctx, widen(n, a, same), widen(n, b, same))), 0);
    case EXPR_INT_LT_OP: return wide(KEEP(Z3_mk_bvslt(n->ctx, widen(n, a, same), widen(n, b, same))), 0);
    case EXPR_ADD_OP:
        return wide(KEEP(Z3_mk_bvadd(n->ctx, widen(n, a, same + 1), widen(n, b, same + 1))), same + 1);
    case EXPR_SUB_OP:
        return wide(KEEP(Z3_mk_bvsub(n->ctx, widen(n, a, same + 1), widen(n, b, same + 1))), same + 1);
    case EXPR_MUL_OP: {
        uint32_t bits = a.bits + b.bits;
        return wide(KEEP(Z3_mk_bvmul(n->ctx, widen(n, a, bits), widen(n, b, bits))), bits);
    }
    case EXPR_DIV_OP:
    case EXPR_REM_OP: return quotient(n, op, a, b);
    case EXPR_BAND_OP: return wide(KEEP(Z3_mk_bvand(n->ctx, widen(n, a, same), widen(n, b, same))), same);
    case EXPR_BOR_OP: return wide(KEEP(Z3_mk_bvor(n->ctx, widen(n, a, same), widen(n, b, same))), same);
    case EXPR_BXOR_OP: return wide(KEEP(Z3_mk_bvxor(n->ctx, widen(n, a, same), widen(n, b, same))), same);
    case EXPR_BSL_OP: return shift(n, e, a, b);
    case EXPR_TO_FLOAT_OP:
        n->bounded |= a.bits > 65; // beyond 64 bits and a sign it is not always rounded to the nearest
        return wide(KEEP(Z3_mk_fpa_to_fp_signed(n->ctx, n->nearest_even, a.ast, n->float_sort)), 0);
    case EXPR_TRUNC_OP:
    case EXPR_ROUND_OP:
    case EXPR_FLOOR_OP:
    case EXPR_CEIL_OP: return from_float(n, op, a.ast);
    default: return fail(n);
    }
}
