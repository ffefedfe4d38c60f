// SPDX-License-Identifier: Apache-2.0
#include "solve/z3/encode.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/some_of.h"

Z3_ast encode_keep(struct encoder *n, Z3_ast a) {
    if (!a) { // an error of Z3, already noted by its handler
        n->failed = true;
        return n->zero;
    }
    Z3_inc_ref(n->ctx, a);
    vec_push(&n->references, a);
    return a;
}

#define KEEP(...) encode_keep(n, __VA_ARGS__)

void encode_side(struct encoder *n, Z3_ast condition) {
    vec_push(&n->sides, condition);
}

static Z3_ast own(struct encoder *n, Z3_ast a) {
    Z3_inc_ref(n->ctx, a);
    return a;
}

void encode_open(struct encoder *n, const struct expr_store *x, Z3_context ctx) {
    n->x = x;
    n->ctx = ctx;
    n->bool_sort = Z3_mk_bool_sort(ctx);
    own(n, Z3_sort_to_ast(ctx, n->bool_sort));
    n->int_sort = Z3_mk_int_sort(ctx);
    own(n, Z3_sort_to_ast(ctx, n->int_sort));
    n->real_sort = Z3_mk_real_sort(ctx);
    own(n, Z3_sort_to_ast(ctx, n->real_sort));
    n->float_sort = Z3_mk_fpa_sort_64(ctx);
    own(n, Z3_sort_to_ast(ctx, n->float_sort));
    n->single_sort = Z3_mk_fpa_sort_32(ctx);
    own(n, Z3_sort_to_ast(ctx, n->single_sort));
    n->nearest_even = own(n, Z3_mk_fpa_rne(ctx));
    n->nearest_away = own(n, Z3_mk_fpa_rna(ctx));
    n->down = own(n, Z3_mk_fpa_rtn(ctx));
    n->up = own(n, Z3_mk_fpa_rtp(ctx));
    n->to_zero = own(n, Z3_mk_fpa_rtz(ctx));
    n->zero = own(n, Z3_mk_int(ctx, 0, n->int_sort));
    n->one = own(n, Z3_mk_int(ctx, 1, n->int_sort));
}

void encode_close(struct encoder *n) {
    Z3_ast owned[] = {Z3_sort_to_ast(n->ctx, n->bool_sort),
                      Z3_sort_to_ast(n->ctx, n->int_sort),
                      Z3_sort_to_ast(n->ctx, n->real_sort),
                      Z3_sort_to_ast(n->ctx, n->float_sort),
                      Z3_sort_to_ast(n->ctx, n->single_sort),
                      n->nearest_even,
                      n->nearest_away,
                      n->down,
                      n->up,
                      n->to_zero,
                      n->zero,
                      n->one};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) Z3_dec_ref(n->ctx, owned[i]);
    vec_free(&n->references);
    vec_free(&n->sides);
    vec_free(&n->leaves);
    vec_free(&n->values);
    vec_free(&n->stack);
    hash_map_free(&n->memo);
    hash_map_free(&n->quotients);
    hash_map_free(&n->bound_of);
    hash_map_free(&n->least_of);
    hash_map_free(&n->most_of);
    hash_map_free(&n->singles);
    vec_free(&n->bounds);
    vec_free(&n->floated);
}

void encode_begin(struct encoder *n, enum encode_mode mode, uint32_t leaf_bits) {
    assert(n->references.n == 0);
    n->mode = mode;
    n->leaf_bits = leaf_bits;
    n->bounded = n->failed = n->junction = n->partial = false;
    n->unknowns = n->gates = 0;
    vec_clear(&n->sides);
    vec_clear(&n->leaves);
    vec_clear(&n->values);
    vec_clear(&n->floated);
    hash_map_clear(&n->memo);
    hash_map_clear(&n->quotients);
}

void encode_end(struct encoder *n) {
    while (n->references.n) Z3_dec_ref(n->ctx, vec_pop(&n->references));
}

// ---- What is in the conditions ----

static bool is_literal(const struct expr_store *x, expr_id e) {
    enum expr_op op = expr_op(x, e);
    return op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP;
}

static bool is_big(const struct expr_store *x, expr_id literal) {
    enum { BIG = 256 };
    int64_t small;
    if (expr_get_int64(x, literal, &small)) return false;
    mpz_t z;
    mpz_init(z);
    expr_get_mpz(x, literal, z);
    bool big = mpz_sizeinbase(z, 2) > BIG;
    mpz_clear(z);
    return big;
}

static void note_traits(const struct expr_store *x, expr_id e, struct encode_traits *t) {
    enum expr_op op = expr_op(x, e);
    t->big |= op == EXPR_INT_LIT_OP && is_big(x, e);
    t->floats |= expr_sort(x, e) == SORT_FLOAT;
    t->ieee |= expr_op_is_ieee(op);
    if (expr_op_is_ieee(op)) { // conversions are the last of these operators
        t->heavy |= op == EXPR_IEEE_MUL_OP || op == EXPR_IEEE_DIV_OP || op == EXPR_IEEE_SQRT_OP;
        t->remainder |= op == EXPR_IEEE_REM_OP;
        t->mixed |= op >= EXPR_IEEE_OF_INT_OP;
        return;
    }
    switch (SOME_OF(op)) {
    case EXPR_BAND_OP:
    case EXPR_BOR_OP:
    case EXPR_BXOR_OP:
        t->masks = true;
        t->bits |= !is_literal(x, expr_arg(x, e, 1));
        break;
    case EXPR_MUL_OP:
    case EXPR_DIV_OP:
    case EXPR_REM_OP: t->nonlinear |= !is_literal(x, expr_arg(x, e, 1)); break;
    case EXPR_FADD_OP:
    case EXPR_FSUB_OP: t->sums = true; break;
    case EXPR_FMUL_OP:
    case EXPR_FDIV_OP: t->heavy = true; break;
    case EXPR_BSL_OP: t->shifts |= !is_literal(x, expr_arg(x, e, 1)); break;
    case EXPR_TO_FLOAT_OP:
    case EXPR_TRUNC_OP:
    case EXPR_ROUND_OP:
    case EXPR_FLOOR_OP:
    case EXPR_CEIL_OP: t->mixed = true; break;
    default: break;
    }
}

// How many bits of two's complement a number needs.
static uint32_t bits_of(mpz_srcptr z) {
    if (mpz_sgn(z) >= 0) return (uint32_t)mpz_sizeinbase(z, 2) + 1;
    mpz_t other;
    mpz_init(other);
    mpz_com(other, z);
    uint32_t bits = (uint32_t)mpz_sizeinbase(other, 2) + 1;
    mpz_clear(other);
    return bits;
}

// A leaf that is at most, or at least, that literal (or equals it): what bit vectors need to hold it.
static void note_bits(struct encoder *n, expr_id leaf, expr_id literal, bool least, bool most) {
    if (!op_is_leaf(expr_op(n->x, leaf))) return;
    mpz_t z;
    mpz_init(z);
    expr_get_mpz(n->x, literal, z);
    uint32_t bits = bits_of(z);
    mpz_clear(z);
    if (least) hash_map_put(&n->least_of, leaf, bits);
    if (most) hash_map_put(&n->most_of, leaf, bits);
}

// "equal to itself rounded to binary32, or NaN": the type of a binary32.
static void note_single(struct encoder *n, expr_id c) {
    const struct expr_store *x = n->x;
    if (expr_op(x, c) != EXPR_OR_OP || expr_count(x, c) != 2) return;
    for (uint32_t i = 0; i < 2; i++) {
        expr_id equal = expr_arg(x, c, i), nan = expr_arg(x, c, 1 - i);
        if (expr_op(x, equal) != EXPR_IEEE_EQ_OP || expr_op(x, nan) != EXPR_NOT_OP) continue;
        expr_id a = expr_arg(x, equal, 0), b = expr_arg(x, equal, 1);
        if (expr_op(x, a) == EXPR_IEEE_SINGLE_OP) {
            expr_id t = a;
            a = b, b = t;
        }
        nan = expr_arg(x, nan, 0);
        if (expr_op(x, a) == EXPR_FVAL_OP && expr_op(x, b) == EXPR_IEEE_SINGLE_OP && expr_arg(x, b, 0) == a &&
            expr_op(x, nan) == EXPR_IEEE_EQ_OP && expr_arg(x, nan, 0) == a && expr_arg(x, nan, 1) == a)
            hash_map_put(&n->singles, a, 1);
    }
}

bool encode_leaf_is_single(const struct encoder *n, expr_id leaf) {
    uint32_t one;
    return hash_map_get(&n->singles, leaf, &one);
}

static void note_range(struct encoder *n, expr_id e, struct interval range) {
    uint32_t at;
    if (hash_map_get(&n->bound_of, e, &at)) {
        n->bounds.at[at] = interval_meet(n->bounds.at[at], range);
        return;
    }
    hash_map_put(&n->bound_of, e, n->bounds.n);
    vec_push(&n->bounds, range);
}

// What a condition that compares with a literal says of the other side. Conjunctions are taken apart: the
// bounds that facts and types give come as such.
static void note_bounds(struct encoder *n, expr_id c, uint32_t depth) {
    const struct expr_store *x = n->x;
    bool holds = true;
    for (; expr_op(x, c) == EXPR_NOT_OP; c = expr_arg(x, c, 0)) holds = !holds;
    enum expr_op op = expr_op(x, c);
    for (uint32_t i = 0; op == EXPR_AND_OP && holds && depth && i < expr_count(x, c); i++)
        note_bounds(n, expr_arg(x, c, i), depth - 1);
    struct interval range;
    expr_id e = interval_of_condition(x, c, holds, &range);
    if (!e) return;
    expr_id a = expr_arg(x, c, 0), literal = e == a ? expr_arg(x, c, 1) : a;
    bool equal = op == EXPR_INT_EQ_OP, at_most = (literal == a) != holds;
    note_bits(n, e, literal, equal || !at_most, equal || at_most);
    note_range(n, e, range);
}

struct encode_traits encode_scan(struct encoder *n, const expr_id *conditions, uint32_t count) {
    struct encode_traits t = {0};
    uint32_t seen;
    hash_map_clear(&n->memo);
    hash_map_clear(&n->bound_of);
    vec_clear(&n->bounds);
    hash_map_clear(&n->least_of);
    hash_map_clear(&n->most_of);
    hash_map_clear(&n->singles);
    for (uint32_t i = 0; i < count; i++) {
        note_bounds(n, conditions[i], 1);
        note_single(n, conditions[i]);
    }
    vec_clear(&n->stack);
    for (uint32_t i = 0; i < count; i++) vec_push(&n->stack, conditions[i]);
    while (n->stack.n) {
        expr_id e = vec_pop(&n->stack);
        if (hash_map_get(&n->memo, e, &seen)) continue;
        hash_map_put(&n->memo, e, 0);
        note_traits(n->x, e, &t);
        if (op_is_leaf(expr_op(n->x, e)) && expr_sort(n->x, e) == SORT_INT)
            t.open |= !hash_map_get(&n->least_of, e, &seen) || !hash_map_get(&n->most_of, e, &seen);
        if (op_is_leaf(expr_op(n->x, e))) continue;
        for (uint32_t k = 0; k < expr_count(n->x, e); k++) vec_push(&n->stack, expr_arg(n->x, e, k));
    }
    n->ieee = t.ieee;
    return t;
}

// ---- Int ----

static Z3_ast numeral(struct encoder *n, mpz_srcptr z) {
    if (mpz_fits_slong_p(z)) return KEEP(Z3_mk_int64(n->ctx, mpz_get_si(z), n->int_sort));
    char *text = mem_alloc(mpz_sizeinbase(z, 10) + 2);
    mpz_get_str(text, 10, z);
    Z3_ast a = KEEP(Z3_mk_numeral(n->ctx, text, n->int_sort));
    mem_free(text);
    return a;
}

static Z3_ast literal(struct encoder *n, expr_id e) {
    mpz_t z;
    mpz_init(z);
    expr_get_mpz(n->x, e, z);
    Z3_ast a = numeral(n, z);
    mpz_clear(z);
    return a;
}

static Z3_ast power_of_two(struct encoder *n, mp_bitcnt_t k) {
    mpz_t z;
    mpz_init(z);
    mpz_setbit(z, k);
    Z3_ast a = numeral(n, z);
    mpz_clear(z);
    return a;
}

static Z3_ast add2(struct encoder *n, Z3_ast a, Z3_ast b) {
    return KEEP(Z3_mk_add(n->ctx, 2, (Z3_ast[]){a, b}));
}
static Z3_ast sub2(struct encoder *n, Z3_ast a, Z3_ast b) {
    return KEEP(Z3_mk_sub(n->ctx, 2, (Z3_ast[]){a, b}));
}
static Z3_ast mul2(struct encoder *n, Z3_ast a, Z3_ast b) {
    return KEEP(Z3_mk_mul(n->ctx, 2, (Z3_ast[]){a, b}));
}
static Z3_ast and2(struct encoder *n, Z3_ast a, Z3_ast b) {
    return KEEP(Z3_mk_and(n->ctx, 2, (Z3_ast[]){a, b}));
}
static Z3_ast nonnegative(struct encoder *n, Z3_ast a) {
    return KEEP(Z3_mk_ge(n->ctx, a, n->zero));
}

// A new unknown; leaves have even symbols, others odd ones, so that symbols are shared by all queries.
Z3_ast encode_unknown(struct encoder *n, Z3_sort sort) {
    return KEEP(Z3_mk_const(n->ctx, Z3_mk_int_symbol(n->ctx, (int)(2 * n->unknowns++ + 1)), sort));
}

static Z3_ast absolute(struct encoder *n, Z3_ast a) {
    return KEEP(Z3_mk_ite(n->ctx, nonnegative(n, a), a, KEEP(Z3_mk_unary_minus(n->ctx, a))));
}

static Z3_ast implies(struct encoder *n, Z3_ast a, Z3_ast b) {
    return KEEP(Z3_mk_implies(n->ctx, a, b));
}

// The place of a quotient and a remainder, made anew if the pair is met for the first time.
static bool new_quotient(struct encoder *n, uint64_t key, uint32_t *at) {
    if (hash_map_get(&n->quotients, key, at)) return false;
    *at = n->values.n;
    vec_push(&n->values, (struct encoded){.ast = encode_unknown(n, n->int_sort)});
    vec_push(&n->values, (struct encoded){.ast = encode_unknown(n, n->int_sort)});
    hash_map_put(&n->quotients, key, *at);
    return true;
}

// By a literal: a = c * q + r, |r| < |c|, r = 0 or with the sign of a: linear, and without cases when the
// sign is known. (Z3's own div and mod round down: each would need two terms and a case.)
static Z3_ast quotient_literal(struct encoder *n, expr_id e, struct encoded a, struct encoded b) {
    uint64_t key = (uint64_t)expr_arg(n->x, e, 0) << 32 | expr_arg(n->x, e, 1);
    uint32_t at;
    if (new_quotient(n, key, &at)) {
        Z3_ast q = n->values.at[at].ast, r = n->values.at[at + 1].ast;
        mpz_t c;
        mpz_init(c);
        expr_get_mpz(n->x, expr_arg(n->x, e, 1), c);
        mpz_abs(c, c);
        mpz_sub_ui(c, c, 1);
        Z3_ast most = numeral(n, c), least = KEEP(Z3_mk_unary_minus(n->ctx, most));
        Z3_ast not_above = KEEP(Z3_mk_le(n->ctx, r, n->zero));
        bool plus = interval_at_least(a.range, 0), minus = !plus && interval_at_most(a.range, 0);
        mpz_clear(c);
        encode_side(n, KEEP(Z3_mk_eq(n->ctx, a.ast, add2(n, mul2(n, b.ast, q), r))));
        encode_side(n, plus ? nonnegative(n, r) : KEEP(Z3_mk_ge(n->ctx, r, least)));
        encode_side(n, minus ? not_above : KEEP(Z3_mk_le(n->ctx, r, most)));
        if (!plus && !minus) {
            Z3_ast below = KEEP(Z3_mk_le(n->ctx, a.ast, n->zero));
            encode_side(n, implies(n, nonnegative(n, a.ast), nonnegative(n, r)));
            encode_side(n, implies(n, below, not_above));
        }
    }
    return n->values.at[at + (expr_op(n->x, e) == EXPR_REM_OP)].ast;
}

static Z3_ast at_most(struct encoder *n, Z3_ast a, Z3_ast b) {
    return KEEP(Z3_mk_le(n->ctx, a, b));
}

static Z3_ast twice(struct encoder *n, Z3_ast a) {
    return mul2(n, KEEP(Z3_mk_int(n->ctx, 2, n->int_sort)), a);
}

// r is not below 0 where a and b have the same sign, and not above it where they have not.
static void relaxed_sign(struct encoder *n, Z3_ast a, Z3_ast b, Z3_ast r) {
    Z3_ast same = KEEP(Z3_mk_eq(n->ctx, nonnegative(n, a), nonnegative(n, b)));
    encode_side(n, KEEP(Z3_mk_ite(n->ctx, same, nonnegative(n, r), at_most(n, r, n->zero))));
}

// |s| <= |r|, and 2 |s| <= |r| where |a| >= 2.
static void relaxed_growth(struct encoder *n, Z3_ast size_a, Z3_ast size_s, Z3_ast size_r) {
    encode_side(n, implies(n, KEEP(Z3_mk_ge(n->ctx, size_a, n->one)), at_most(n, size_s, size_r)));
    Z3_ast two = KEEP(Z3_mk_int(n->ctx, 2, n->int_sort));
    encode_side(n, implies(n, at_most(n, two, size_a), at_most(n, twice(n, size_s), size_r)));
}

// An unknown in place of a product of unknowns, with what is linear about it.
static Z3_ast relaxed_product(struct encoder *n, struct encoded left, struct encoded right) {
    Z3_ast r = encode_unknown(n, n->int_sort), a = left.ast, b = right.ast;
    Z3_ast size_a = absolute(n, a), size_b = absolute(n, b), size_r = absolute(n, r);
    struct interval range = interval_apply(EXPR_MUL_OP, left.range, right.range);
    Z3_ast zero[2] = {KEEP(Z3_mk_eq(n->ctx, a, n->zero)), KEEP(Z3_mk_eq(n->ctx, b, n->zero))};
    relaxed_sign(n, a, b, r);
    relaxed_growth(n, size_a, size_b, size_r);
    relaxed_growth(n, size_b, size_a, size_r);
    encode_side(n, implies(n, KEEP(Z3_mk_or(n->ctx, 2, zero)), KEEP(Z3_mk_eq(n->ctx, r, n->zero))));
    int64_t end;
    if (interval_least(range, &end))
        encode_side(n, at_most(n, KEEP(Z3_mk_int64(n->ctx, end, n->int_sort)), r));
    if (interval_greatest(range, &end))
        encode_side(n, at_most(n, r, KEEP(Z3_mk_int64(n->ctx, end, n->int_sort))));
    return r;
}

// Likewise q and r for a = b * q + r; of a divisor of 0 nothing is said, so that nothing is restricted.
static void relaxed_quotient(struct encoder *n, Z3_ast a, Z3_ast b, Z3_ast q, Z3_ast r) {
    Z3_ast size_a = absolute(n, a), size_b = absolute(n, b), size_q = absolute(n, q), size_r = absolute(n, r);
    Z3_ast defined = KEEP(Z3_mk_ge(n->ctx, size_b, n->one));
    Z3_ast less = KEEP(Z3_mk_lt(n->ctx, size_a, size_b));
    Z3_ast whole = and2(n, KEEP(Z3_mk_eq(n->ctx, q, n->zero)), KEEP(Z3_mk_eq(n->ctx, r, a)));
    encode_side(n, implies(n, defined, KEEP(Z3_mk_lt(n->ctx, size_r, size_b))));
    encode_side(n, at_most(n, size_r, size_a));
    encode_side(n, KEEP(Z3_mk_ite(n->ctx, nonnegative(n, a), nonnegative(n, r), at_most(n, r, n->zero))));
    encode_side(n, KEEP(Z3_mk_ite(n->ctx, less, whole, KEEP(Z3_mk_ge(n->ctx, size_q, n->one)))));
    relaxed_sign(n, a, b, q);
    relaxed_growth(n, size_b, size_q, size_a);
}

// By an unknown divisor, likewise; one q and r for a div b and a rem b.
static Z3_ast quotient_unknown(struct encoder *n, expr_id e, Z3_ast a, Z3_ast b) {
    uint64_t key = (uint64_t)expr_arg(n->x, e, 0) << 32 | expr_arg(n->x, e, 1);
    uint32_t at;
    bool made = new_quotient(n, key, &at);
    if (made && n->mode == ENCODE_RELAXED) {
        relaxed_quotient(n, a, b, n->values.at[at].ast, n->values.at[at + 1].ast);
    } else if (made) {
        n->partial = true;
        Z3_ast q = n->values.at[at].ast, r = n->values.at[at + 1].ast;
        Z3_ast zero_or_minus = KEEP(Z3_mk_le(n->ctx, r, n->zero));
        encode_side(n, KEEP(Z3_mk_not(n->ctx, KEEP(Z3_mk_eq(n->ctx, b, n->zero)))));
        encode_side(n, KEEP(Z3_mk_eq(n->ctx, a, add2(n, mul2(n, b, q), r))));
        encode_side(n, KEEP(Z3_mk_lt(n->ctx, absolute(n, r), absolute(n, b))));
        encode_side(n, KEEP(Z3_mk_ite(n->ctx, nonnegative(n, a), nonnegative(n, r), zero_or_minus)));
    }
    return n->values.at[at + (expr_op(n->x, e) == EXPR_REM_OP)].ast;
}

// a band mask, mask > 0: each run of ones in the mask is a slice of a by div and mod.
static Z3_ast mask_positive(struct encoder *n, Z3_ast a, mpz_srcptr mask) {
    Z3_ast sum = NULL;
    mp_bitcnt_t lo = mpz_scan1(mask, 0), end = mpz_sizeinbase(mask, 2);
    while (lo < end) {
        mp_bitcnt_t hi = mpz_scan0(mask, lo);
        Z3_ast part = lo ? KEEP(Z3_mk_div(n->ctx, a, power_of_two(n, lo))) : a;
        part = KEEP(Z3_mk_mod(n->ctx, part, power_of_two(n, hi - lo)));
        if (lo) part = mul2(n, part, power_of_two(n, lo));
        sum = sum ? add2(n, sum, part) : part;
        lo = hi < end ? mpz_scan1(mask, hi) : end;
    }
    return sum;
}

// Bitwise operators with a literal, exact for all signs: a band c = a - (a band bnot c), a bor c = a + c - (a
// band c), a bxor c = a + c - 2 (a band c).
static Z3_ast bits_literal(struct encoder *n, enum expr_op op, Z3_ast a, expr_id c) {
    mpz_t z, mask;
    mpz_init(z);
    mpz_init(mask);
    expr_get_mpz(n->x, c, z);
    if (mpz_sgn(z) < 0)
        mpz_com(mask, z);
    else
        mpz_set(mask, z);
    assert(mpz_sgn(mask) > 0); // 0 and -1 do not come here: the constructors know them
    Z3_ast masked = mask_positive(n, a, mask), lit = numeral(n, z);
    if (mpz_sgn(z) < 0) masked = sub2(n, a, masked);
    mpz_clear(z);
    mpz_clear(mask);
    if (op == EXPR_BAND_OP) return masked;
    Z3_ast sum = add2(n, a, lit);
    sum = sub2(n, sum, masked);
    return op == EXPR_BOR_OP ? sum : sub2(n, sum, masked);
}

enum { SHIFT_LEFT_MOST = 128, SHIFT_RIGHT_MOST = 64 };

// By an unknown amount: a case for each amount in a range, and the amount is said to be in it.
static Z3_ast shift_unknown(struct encoder *n, Z3_ast a, Z3_ast b) {
    n->bounded = true;
    encode_side(n, KEEP(Z3_mk_le(n->ctx, b, KEEP(Z3_mk_int(n->ctx, SHIFT_LEFT_MOST, n->int_sort)))));
    encode_side(n, KEEP(Z3_mk_ge(n->ctx, b, KEEP(Z3_mk_int(n->ctx, -SHIFT_RIGHT_MOST, n->int_sort)))));
    Z3_ast power = n->one, down = a;
    for (int k = 1; k <= SHIFT_LEFT_MOST; k++) {
        Z3_ast is_k = KEEP(Z3_mk_eq(n->ctx, b, KEEP(Z3_mk_int(n->ctx, k, n->int_sort))));
        power = KEEP(Z3_mk_ite(n->ctx, is_k, power_of_two(n, (mp_bitcnt_t)k), power));
    }
    for (int k = 1; k <= SHIFT_RIGHT_MOST; k++) {
        Z3_ast is_k = KEEP(Z3_mk_eq(n->ctx, b, KEEP(Z3_mk_int(n->ctx, -k, n->int_sort))));
        Z3_ast shifted = KEEP(Z3_mk_div(n->ctx, a, power_of_two(n, (mp_bitcnt_t)k)));
        down = KEEP(Z3_mk_ite(n->ctx, is_k, shifted, down));
    }
    return KEEP(Z3_mk_ite(n->ctx, nonnegative(n, b), mul2(n, a, power), down));
}

static Z3_ast shift(struct encoder *n, expr_id e, Z3_ast a, Z3_ast b) {
    int64_t by;
    expr_id amount = expr_arg(n->x, e, 1);
    if (expr_op(n->x, amount) != EXPR_INT_LIT_OP) return shift_unknown(n, a, b);
    if (!expr_get_int64(n->x, amount, &by) || by < -(1 << 20) || by > 1 << 16) {
        n->failed = true;
        return n->zero;
    }
    if (by >= 0) return mul2(n, a, power_of_two(n, (mp_bitcnt_t)by));
    return KEEP(Z3_mk_div(n->ctx, a, power_of_two(n, (mp_bitcnt_t)-by))); // rounds down
}

// An unknown in place of a bitwise operator, with what is easily said about it.
static Z3_ast relaxed_bits(struct encoder *n, enum expr_op op, Z3_ast a, Z3_ast b) {
    Z3_ast r = encode_unknown(n, n->int_sort), pa = nonnegative(n, a), pb = nonnegative(n, b),
           pr = nonnegative(n, r);
    Z3_ast both = and2(n, pa, pb), most = op == EXPR_BAND_OP ? a : add2(n, a, b);
    Z3_ast range = and2(n, pr, KEEP(Z3_mk_le(n->ctx, r, most)));
    if (op == EXPR_BAND_OP) {
        Z3_ast range_b = and2(n, pr, KEEP(Z3_mk_le(n->ctx, r, b)));
        encode_side(n, KEEP(Z3_mk_implies(n->ctx, pa, range)));
        encode_side(n, KEEP(Z3_mk_implies(n->ctx, pb, range_b)));
    } else {
        if (op == EXPR_BOR_OP) {
            range = and2(n, range, KEEP(Z3_mk_ge(n->ctx, r, a)));
            range = and2(n, range, KEEP(Z3_mk_ge(n->ctx, r, b)));
        }
        encode_side(n, KEEP(Z3_mk_implies(n->ctx, both, range)));
    }
    return r;
}

static bool is_zero(const struct expr_store *x, expr_id e) {
    int64_t v;
    return expr_get_int64(x, e, &v) && v == 0;
}

static Z3_ast int_bits(struct encoder *n, expr_id e, Z3_ast a, Z3_ast b) {
    enum expr_op op = expr_op(n->x, e);
    if (is_literal(n->x, expr_arg(n->x, e, 1))) return bits_literal(n, op, a, expr_arg(n->x, e, 1));
    if (n->mode == ENCODE_RELAXED) return relaxed_bits(n, op, a, b);
    n->failed = true;
    return n->zero;
}

static Z3_ast int_op(struct encoder *n, expr_id e, struct encoded left, struct encoded right) {
    enum expr_op op = expr_op(n->x, e);
    Z3_ast a = left.ast, b = right.ast;
    switch (SOME_OF(op)) {
    case EXPR_INT_EQ_OP: return KEEP(Z3_mk_eq(n->ctx, a, b));
    case EXPR_INT_LT_OP: return KEEP(Z3_mk_lt(n->ctx, a, b));
    case EXPR_ADD_OP: return add2(n, a, b);
    case EXPR_SUB_OP: return sub2(n, a, b);
    case EXPR_MUL_OP:
        return n->mode == ENCODE_RELAXED && !is_literal(n->x, expr_arg(n->x, e, 1))
                   ? relaxed_product(n, left, right)
                   : mul2(n, a, b);
    case EXPR_DIV_OP:
    case EXPR_REM_OP:
        if (!is_literal(n->x, expr_arg(n->x, e, 1))) return quotient_unknown(n, e, a, b);
        if (is_zero(n->x, expr_arg(n->x, e, 1))) break;
        return quotient_literal(n, e, left, right);
    case EXPR_BAND_OP:
    case EXPR_BOR_OP:
    case EXPR_BXOR_OP: return int_bits(n, e, a, b);
    case EXPR_BSL_OP: return shift(n, e, a, b);
    default: // conversions
        if (encode_is_real(n)) return encode_real_op(n, op, a, b);
        if (n->mode == ENCODE_RELAXED)
            return encode_unknown(n, op == EXPR_TO_FLOAT_OP ? n->float_sort : n->int_sort);
    }
    n->failed = true;
    return n->zero;
}

// ---- Floats ----

static Z3_ast must_be_finite(struct encoder *n, Z3_ast f) {
    Z3_ast odd[2] = {KEEP(Z3_mk_fpa_is_infinite(n->ctx, f)), KEEP(Z3_mk_fpa_is_nan(n->ctx, f))};
    encode_side(n, KEEP(Z3_mk_not(n->ctx, KEEP(Z3_mk_or(n->ctx, 2, odd)))));
    return f;
}

static Z3_ast float_op(struct encoder *n, enum expr_op op, Z3_ast a, Z3_ast b) {
    if (encode_is_real(n)) return encode_real_op(n, op, a, b);
    n->partial |= op >= EXPR_FADD_OP;
    if (n->mode == ENCODE_RELAXED && (op == EXPR_FMUL_OP || op == EXPR_FDIV_OP))
        return must_be_finite(n, encode_unknown(n, n->float_sort));
    switch (SOME_OF(op)) {
    case EXPR_FLOAT_EQ_OP: return KEEP(Z3_mk_fpa_eq(n->ctx, a, b));
    case EXPR_FLOAT_LT_OP: return KEEP(Z3_mk_fpa_lt(n->ctx, a, b));
    case EXPR_FADD_OP: return must_be_finite(n, KEEP(Z3_mk_fpa_add(n->ctx, n->nearest_even, a, b)));
    case EXPR_FSUB_OP: return must_be_finite(n, KEEP(Z3_mk_fpa_sub(n->ctx, n->nearest_even, a, b)));
    case EXPR_FMUL_OP: return must_be_finite(n, KEEP(Z3_mk_fpa_mul(n->ctx, n->nearest_even, a, b)));
    default:
        assert(op == EXPR_FDIV_OP);
        return must_be_finite(n, KEEP(Z3_mk_fpa_div(n->ctx, n->nearest_even, a, b)));
    }
}

// ---- Nodes ----

static struct encoded leaf(struct encoder *n, expr_id e) {
    int name = (int)(2 * n->leaves.n);
    struct encoded r = {0};
    enum expr_op op = expr_op(n->x, e);
    if (op == EXPR_FVAL_OP && encode_is_real(n)) {
        r.ast = encode_real_leaf(n, (uint32_t)name);
    } else if (op == EXPR_FVAL_OP && n->ieee) {
        r = encode_ieee_leaf(n, (uint32_t)name, encode_leaf_is_single(n, e));
    } else if (op == EXPR_FVAL_OP) {
        r.ast = KEEP(Z3_mk_const(n->ctx, Z3_mk_int_symbol(n->ctx, name), n->float_sort));
        must_be_finite(n, r.ast);
    } else if (n->mode == ENCODE_BITS) {
        r = encode_bits_leaf(n, e, (uint32_t)name);
        if (op == EXPR_TUPLE_SIZE_OP || op == EXPR_BIT_SIZE_OP) {
            Z3_ast zero = KEEP(Z3_mk_int(n->ctx, 0, Z3_get_sort(n->ctx, r.ast)));
            encode_side(n, KEEP(Z3_mk_bvsge(n->ctx, r.ast, zero)));
        }
    } else {
        r.ast = KEEP(Z3_mk_const(n->ctx, Z3_mk_int_symbol(n->ctx, name), n->int_sort));
        if (op == EXPR_TUPLE_SIZE_OP || op == EXPR_BIT_SIZE_OP) encode_side(n, nonnegative(n, r.ast));
    }
    vec_push(&n->leaves, (struct encoded_leaf){e, r});
    return r;
}

static Z3_ast junction(struct encoder *n, expr_id e) {
    VEC(Z3_ast) args = {0};
    uint32_t count = expr_count(n->x, e), at = 0;
    n->junction = true;
    for (uint32_t i = 0; i < count; i++) {
        bool known = hash_map_get(&n->memo, expr_arg(n->x, e, i), &at);
        assert(known), (void)known;
        vec_push(&args, n->values.at[at].ast);
    }
    bool conjunction = expr_op(n->x, e) == EXPR_AND_OP;
    Z3_ast r = KEEP(conjunction ? Z3_mk_and(n->ctx, args.n, args.at) : Z3_mk_or(n->ctx, args.n, args.at));
    vec_free(&args);
    return r;
}

struct encoded encode_argument(struct encoder *n, expr_id e, uint32_t i) {
    uint32_t at = 0;
    if (i >= expr_count(n->x, e)) return (struct encoded){0};
    bool known = hash_map_get(&n->memo, expr_arg(n->x, e, i), &at);
    assert(known), (void)known;
    return n->values.at[at];
}

static struct encoded cases(struct encoder *n, struct encoded condition, struct encoded a, struct encoded b) {
    n->junction = true;
    if (n->mode == ENCODE_BITS) return encode_bits_cases(n, condition, a, b);
    return (struct encoded){.ast = KEEP(Z3_mk_ite(n->ctx, condition.ast, a.ast, b.ast))};
}

static struct encoded node(struct encoder *n, expr_id e) {
    enum expr_op op = expr_op(n->x, e);
    struct encoded a = {0}, b = {0};
    if (op_is_leaf(op)) return leaf(n, e);
    if (op != EXPR_AND_OP && op != EXPR_OR_OP) a = encode_argument(n, e, 0), b = encode_argument(n, e, 1);
    switch (SOME_OF(op)) {
    case EXPR_TRUE_OP: return (struct encoded){.ast = KEEP(Z3_mk_true(n->ctx))};
    case EXPR_FALSE_OP: return (struct encoded){.ast = KEEP(Z3_mk_false(n->ctx))};
    case EXPR_NOT_OP: return (struct encoded){.ast = KEEP(Z3_mk_not(n->ctx, a.ast))};
    case EXPR_AND_OP:
    case EXPR_OR_OP: return (struct encoded){.ast = junction(n, e)};
    case EXPR_ITE_OP: return cases(n, a, b, encode_argument(n, e, 2));
    case EXPR_FLOAT_LIT_OP:
        if (encode_is_real(n))
            return (struct encoded){.ast = encode_real_literal(n, expr_get_float(n->x, e))};
        if (n->ieee) return encode_ieee_literal(n, expr_get_float(n->x, e));
        return (struct encoded){
            .ast = KEEP(Z3_mk_fpa_numeral_double(n->ctx, expr_get_float(n->x, e), n->float_sort))};
    case EXPR_FLOAT_EQ_OP:
    case EXPR_FLOAT_LT_OP:
    case EXPR_FADD_OP:
    case EXPR_FSUB_OP:
    case EXPR_FMUL_OP:
    case EXPR_FDIV_OP: return (struct encoded){.ast = float_op(n, op, a.ast, b.ast)};
    case EXPR_INT_LIT_OP:
        if (n->mode == ENCODE_BITS) return encode_bits_literal(n, e);
        return (struct encoded){.ast = literal(n, e)};
    default:
        if (expr_op_is_math(op)) {
            n->failed = true;
            return a;
        }
        if (expr_op_is_ieee(op)) return encode_ieee_op(n, e, a, b);
        if (n->mode == ENCODE_BITS) return encode_bits_op(n, e, a, b);
        return (struct encoded){.ast = int_op(n, e, a, b)};
    }
}

// The range of e in all models: of its arguments, and what a condition says.
static struct interval range_of(struct encoder *n, expr_id e) {
    enum expr_op op = expr_op(n->x, e);
    struct interval range = INTERVAL_ALL;
    uint32_t at;
    if (op == EXPR_INT_LIT_OP)
        range = interval_of_literal(n->x, e);
    else if (op == EXPR_TUPLE_SIZE_OP || op == EXPR_BIT_SIZE_OP)
        range = interval_from(0);
    else if (op == EXPR_IEEE_TO_INT32_OP || op == EXPR_IEEE_BITS32_OP)
        range = interval_between(INT32_MIN, INT32_MAX);
    else if (op >= EXPR_ADD_OP && op <= EXPR_BSL_OP)
        range = interval_apply(op, encode_argument(n, e, 0).range, encode_argument(n, e, 1).range);
    else if (op == EXPR_ITE_OP)
        range = interval_join(encode_argument(n, e, 1).range, encode_argument(n, e, 2).range);
    if (hash_map_get(&n->bound_of, e, &at)) range = interval_meet(range, n->bounds.at[at]);
    return range;
}

Z3_ast encode_condition(struct encoder *n, expr_id condition) {
    assert(expr_sort(n->x, condition) == SORT_BOOL);
    uint32_t at = 0;
    vec_clear(&n->stack);
    vec_push(&n->stack, condition);
    while (n->stack.n) {
        expr_id e = vec_last(&n->stack);
        uint32_t before = n->stack.n, count = op_is_leaf(expr_op(n->x, e)) ? 0 : expr_count(n->x, e);
        if (hash_map_get(&n->memo, e, &at)) {
            n->stack.n--;
            continue;
        }
        for (uint32_t i = 0; i < count; i++)
            if (!hash_map_get(&n->memo, expr_arg(n->x, e, i), &at)) vec_push(&n->stack, expr_arg(n->x, e, i));
        if (n->stack.n > before) continue;
        n->stack.n--;
        struct encoded r = node(n, e);
        if (expr_sort(n->x, e) == SORT_INT) r.range = range_of(n, e);
        hash_map_put(&n->memo, e, n->values.n);
        vec_push(&n->values, r);
        if (n->failed) return NULL;
    }
    hash_map_get(&n->memo, condition, &at);
    return n->values.at[at].ast;
}
