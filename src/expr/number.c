// SPDX-License-Identifier: Apache-2.0
#include "expr/number.h"

#include "base/some_of.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static enum number_status shift_small(int64_t a, int64_t b, int64_t *r) {
    if (b <= 0) {
        *r = b <= -63 ? (a < 0 ? -1 : 0) : a >> -b; // arithmetic shift: rounds down
        return NUMBER_OK;
    }
    if (a == 0) return *r = 0, NUMBER_OK;
    if (b > 62 || __builtin_mul_overflow(a, (int64_t)1 << b, r)) return NUMBER_BIG;
    return NUMBER_OK;
}

enum number_status expr_number_small(enum expr_op op, int64_t a, int64_t b, int64_t *r) {
    switch (SOME_OF(op)) {
    case EXPR_ADD_OP: return __builtin_add_overflow(a, b, r) ? NUMBER_BIG : NUMBER_OK;
    case EXPR_SUB_OP: return __builtin_sub_overflow(a, b, r) ? NUMBER_BIG : NUMBER_OK;
    case EXPR_MUL_OP: return __builtin_mul_overflow(a, b, r) ? NUMBER_BIG : NUMBER_OK;
    case EXPR_DIV_OP:
    case EXPR_REM_OP:
        if (b == 0) return NUMBER_UNDEFINED;
        if (b == -1 && a == INT64_MIN) return NUMBER_BIG;
        *r = op == EXPR_DIV_OP ? a / b : a % b;
        return NUMBER_OK;
    case EXPR_BAND_OP: *r = a & b; return NUMBER_OK;
    case EXPR_BOR_OP: *r = a | b; return NUMBER_OK;
    case EXPR_BXOR_OP: *r = a ^ b; return NUMBER_OK;
    case EXPR_BSL_OP: return shift_small(a, b, r);
    default: assert(!"no integer operator"); return NUMBER_UNDEFINED;
    }
}

static enum number_status shift_big(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) {
    if (mpz_sgn(a) == 0) return mpz_set_ui(r, 0), NUMBER_OK;
    if (mpz_sgn(b) >= 0) {
        if (mpz_cmp_ui(b, NUMBER_MAX_BITS) > 0) return NUMBER_HUGE;
        mp_bitcnt_t by = mpz_get_ui(b);
        if (mpz_sizeinbase(a, 2) + by > NUMBER_MAX_BITS) return NUMBER_HUGE;
        mpz_mul_2exp(r, a, by);
    } else if (mpz_cmpabs_ui(b, 2u * NUMBER_MAX_BITS) > 0) {
        mpz_set_si(r, mpz_sgn(a) < 0 ? -1 : 0);
    } else {
        mpz_fdiv_q_2exp(r, a, mpz_get_ui(b)); // mpz_get_ui: of the absolute value
    }
    return NUMBER_OK;
}

enum number_status expr_number_big(enum expr_op op, mpz_ptr r, mpz_srcptr a, mpz_srcptr b) {
    switch (SOME_OF(op)) {
    case EXPR_ADD_OP: mpz_add(r, a, b); return NUMBER_OK;
    case EXPR_SUB_OP: mpz_sub(r, a, b); return NUMBER_OK;
    case EXPR_MUL_OP:
        if (mpz_sizeinbase(a, 2) + mpz_sizeinbase(b, 2) > NUMBER_MAX_BITS) return NUMBER_HUGE;
        mpz_mul(r, a, b);
        return NUMBER_OK;
    case EXPR_DIV_OP:
    case EXPR_REM_OP:
        if (mpz_sgn(b) == 0) return NUMBER_UNDEFINED;
        if (op == EXPR_DIV_OP)
            mpz_tdiv_q(r, a, b);
        else
            mpz_tdiv_r(r, a, b);
        return NUMBER_OK;
    case EXPR_BAND_OP: mpz_and(r, a, b); return NUMBER_OK;
    case EXPR_BOR_OP: mpz_ior(r, a, b); return NUMBER_OK;
    case EXPR_BXOR_OP: mpz_xor(r, a, b); return NUMBER_OK;
    case EXPR_BSL_OP: return shift_big(r, a, b);
    default: assert(!"no integer operator"); return NUMBER_UNDEFINED;
    }
}

bool expr_number_float(enum expr_op op, double a, double b, double *r) {
    switch (SOME_OF(op)) {
    case EXPR_FADD_OP: *r = a + b; break;
    case EXPR_FSUB_OP: *r = a - b; break;
    case EXPR_FMUL_OP: *r = a * b; break;
    case EXPR_FDIV_OP:
        if (b == 0) return false;
        *r = a / b;
        break;
    default: assert(!"no float operator"); return false;
    }
    return isfinite(*r);
}

void expr_number_from_float(enum expr_op op, double v, mpz_ptr r) {
    switch (SOME_OF(op)) {
    case EXPR_TRUNC_OP: v = trunc(v); break;
    case EXPR_ROUND_OP: v = round(v); break;
    case EXPR_FLOOR_OP: v = floor(v); break;
    case EXPR_CEIL_OP: v = ceil(v); break;
    default: assert(!"no rounding operator");
    }
    mpz_set_d(r, v);
}

// As the BEAM does: the digits of 64 bits are added up from the lowest on, as floats. Beyond 64 bits that is
// not always the nearest float, but it keeps the order of the integers.
bool expr_number_to_float(mpz_srcptr v, double *r) {
    double base = 1;
    *r = 0;
    if (mpz_sizeinbase(v, 2) > 1024) return false;
    for (size_t i = 0; i < mpz_size(v); i++, base *= 0x1p64)
        *r += (double)mpz_getlimbn(v, (mp_size_t)i) * base;
    if (mpz_sgn(v) < 0) *r = -*r;
    return isfinite(*r);
}

// ---- IEEE 754, as the JVM has it ----

// Java's float operations are those of double rounded to binary32: both operands are exact in binary64, and
// as 53 >= 2 * 24 + 2 the second rounding of + - * / and sqrt changes nothing (Figueroa 1995, "When is double
// rounding innocuous?"). A remainder of two binary32 values is exact in binary32.
double expr_number_ieee(enum expr_op op, double a, double b) {
    switch (SOME_OF(op)) {
    case EXPR_IEEE_ADD_OP: return a + b;
    case EXPR_IEEE_SUB_OP: return a - b;
    case EXPR_IEEE_MUL_OP: return a * b;
    case EXPR_IEEE_DIV_OP: return a / b; // by zero: infinite or NaN (Annex F)
    case EXPR_IEEE_REM_OP: return fmod(a, b);
    case EXPR_IEEE_NEG_OP: return -a;
    case EXPR_IEEE_ABS_OP: return fabs(a);
    case EXPR_IEEE_SQRT_OP: return sqrt(a);
    case EXPR_IEEE_FLOOR_OP: return floor(a);
    case EXPR_IEEE_CEIL_OP: return ceil(a);
    case EXPR_IEEE_RINT_OP: return rint(a); // the rounding mode is never changed
    default: assert(op == EXPR_IEEE_SINGLE_OP); return (double)(float)a;
    }
}

double expr_number_math(enum expr_op op, double a, double b) {
#define CALL_1(name) name(a)
#define CALL_2(name) name(a, b)
    switch (SOME_OF(op)) {
#define X(NAME, n, name)                                                                                     \
    case EXPR_MATH_##NAME##_OP: return CALL_##n(name);
        EXPR_MATHS(X)
#undef X
    default: assert(!"a function of the C library"); return a;
    }
}

bool expr_number_ieee_compare(enum expr_op op, double a, double b) {
    return op == EXPR_IEEE_EQ_OP ? a == b : op == EXPR_IEEE_LT_OP ? a < b : a <= b;
}

// v as m * 2^e with m the top 64 bits, the last of them sticky; then one rounding.
static double rounded(mpz_srcptr v, bool single) {
    size_t bits = mpz_sizeinbase(v, 2), cut = bits > 64 ? bits - 64 : 0;
    if (bits > 1100) return mpz_sgn(v) < 0 ? -INFINITY : INFINITY;
    mpz_t top;
    mpz_init(top);
    mpz_tdiv_q_2exp(top, v, cut);
    uint64_t head = mpz_get_ui(top) | (cut && mpz_scan1(v, 0) < cut);
    mpz_clear(top);
    double r = single ? (double)ldexpf((float)head, (int)cut) : ldexp((double)head, (int)cut);
    return mpz_sgn(v) < 0 ? -r : r;
}

static uint64_t low_bits(mpz_srcptr v, unsigned n) {
    mpz_t low;
    mpz_init(low);
    mpz_fdiv_r_2exp(low, v, n);
    uint64_t bits = mpz_get_ui(low);
    mpz_clear(low);
    return bits;
}

double expr_number_ieee_of_int(enum expr_op op, mpz_srcptr v) {
    double d;
    float f;
    uint64_t bits;
    uint32_t half;
    switch (SOME_OF(op)) {
    case EXPR_IEEE_OF_INT_OP: return rounded(v, false);
    case EXPR_IEEE_OF_INT_SINGLE_OP: return rounded(v, true);
    case EXPR_IEEE_OF_BITS64_OP: bits = low_bits(v, 64); return memcpy(&d, &bits, sizeof d), d;
    default:
        assert(op == EXPR_IEEE_OF_BITS32_OP);
        half = (uint32_t)low_bits(v, 32);
        memcpy(&f, &half, sizeof f);
        return (double)f;
    }
}

// JVMS d2i, d2l (and f2i, f2l, as every float is a double).
int64_t expr_number_ieee_to_int(enum expr_op op, double v) {
    float f = (float)v;
    int64_t bits = 0x7ff8000000000000;
    int32_t half = 0x7fc00000;
    switch (SOME_OF(op)) {
    case EXPR_IEEE_TO_INT32_OP:
        return isnan(v) ? 0 : v >= 0x1p31 ? INT32_MAX : v <= -0x1p31 ? INT32_MIN : (int32_t)v;
    case EXPR_IEEE_TO_INT64_OP:
        return isnan(v) ? 0 : v >= 0x1p63 ? INT64_MAX : v <= -0x1p63 ? INT64_MIN : (int64_t)v;
    case EXPR_IEEE_BITS64_OP:
        if (!isnan(v)) memcpy(&bits, &v, sizeof bits);
        return bits;
    default:
        assert(op == EXPR_IEEE_BITS32_OP);
        if (!isnan(v)) memcpy(&half, &f, sizeof half);
        return half;
    }
}
