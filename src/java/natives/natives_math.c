// SPDX-License-Identifier: Apache-2.0
// Natives of Math, StrictMath, Float, Double, Integer and Long.
//
// StrictMath is computed exactly (strict_math.h). Math.sin, cos, tan, exp, log, log10 and pow are the JVM's
// own code (on x86-64, Intel's libm), whose results lie a little more than half a unit in the last place from
// the exact value: for each function we know how much more (the figures below are twice what 3 million random
// arguments showed at most). We compute with 64 bits of precision; where the exact value is no nearer to the
// middle between two doubles than that, the rounded one is what the JVM returns. In the few cases left the
// result may be the neighbour: it is told as lost.
#include <float.h>
#include <math.h>

#include "java/machine/strict_math.h"
#include "java/runtime/native.h"
#include "java/symbolic/symbolic.h"

static bool any_expr(const expr_id *exprs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (exprs[i]) return true;
    return false;
}

// ---- Bits ----

// The JVM keeps the bits of a NaN, but for the canonical one that floatToIntBits gives (a body in Java).
static expr_id unary(struct java_thread *t, enum expr_op op, expr_id e) {
    return e && t->trace && !t->trace->closed ? expr_unary(t->x, op, e) : EXPR_NONE;
}

// The JVM tells one NaN from another here, expressions do not.
static expr_id raw_bits(struct java_thread *t, enum expr_op op, expr_id e, bool is_nan) {
    if (!e || !t->trace || t->trace->closed) return EXPR_NONE;
    symbolic_branch(t, expr_ieee_is_nan(t->x, e), is_nan);
    if (is_nan) java_lost(t, "the bits of a NaN");
    return is_nan ? EXPR_NONE : unary(t, op, e);
}

NATIVE(native_float_to_bits) {
    return GIVE(word_int((int32_t)args[0].bits),
                raw_bits(t, EXPR_IEEE_BITS32_OP, exprs[0], isnan(args[0].f)));
}

NATIVE(native_float_of_bits) {
    union word w = {.bits = (uint32_t)args[0].i};
    return GIVE(w, unary(t, EXPR_IEEE_OF_BITS32_OP, exprs[0]));
}

NATIVE(native_double_to_bits) {
    return GIVE(args[0], raw_bits(t, EXPR_IEEE_BITS64_OP, exprs[0], isnan(args[0].d)));
}

NATIVE(native_double_of_bits) {
    return GIVE(args[0], unary(t, EXPR_IEEE_OF_BITS64_OP, exprs[0]));
}

#define BITS(function, call)                                                                                 \
    NATIVE(function) {                                                                                       \
        if (exprs[0]) return NATIVE_DECLINE;                                                                 \
        return GIVE_INT(call);                                                                               \
    }
BITS(native_int_leading_zeros, args[0].i ? __builtin_clz((uint32_t)args[0].i) : 32)
BITS(native_int_trailing_zeros, args[0].i ? __builtin_ctz((uint32_t)args[0].i) : 32)
BITS(native_int_bit_count, __builtin_popcount((uint32_t)args[0].i))
BITS(native_long_leading_zeros, args[0].j ? __builtin_clzll(args[0].bits) : 64)
BITS(native_long_trailing_zeros, args[0].j ? __builtin_ctzll(args[0].bits) : 64)
BITS(native_long_bit_count, __builtin_popcountll(args[0].bits))
#undef BITS

// ---- Exactly defined ----

#define EXACT(function, call, op)                                                                            \
    NATIVE(function) {                                                                                       \
        return GIVE(word_double(call(args[0].d)), unary(t, op, exprs[0]));                                   \
    }
EXACT(native_math_floor, floor, EXPR_IEEE_FLOOR_OP)
EXACT(native_math_ceil, ceil, EXPR_IEEE_CEIL_OP)
EXACT(native_math_rint, rint, EXPR_IEEE_RINT_OP)
EXACT(native_math_sqrt, sqrt, EXPR_IEEE_SQRT_OP)
#undef EXACT

NATIVE(native_strict_remainder) {
    if (any_expr(exprs, 2)) java_lost(t, "java/lang/Math.IEEEremainder");
    return GIVE_DOUBLE(remainder(args[0].d, args[1].d));
}

NATIVE(native_math_fma) {
    if (any_expr(exprs, 3)) java_lost(t, "java/lang/Math.fma");
    return GIVE_DOUBLE(fma(args[0].d, args[1].d, args[2].d));
}

NATIVE(native_math_fma_float) {
    if (any_expr(exprs, 3)) java_lost(t, "java/lang/Math.fma");
    return GIVE_FLOAT(fmaf(args[0].f, args[1].f, args[2].f));
}

// ---- StrictMath, and what of Math is the same ----

#define STRICT(function, call)                                                                               \
    NATIVE(function) {                                                                                       \
        if (exprs[0]) java_lost(t, "java/lang/StrictMath." #call);                                           \
        return GIVE_DOUBLE(strict_##call(args[0].d));                                                        \
    }
STRICT(native_strict_sin, sin)
STRICT(native_strict_cos, cos)
STRICT(native_strict_tan, tan)
STRICT(native_strict_asin, asin)
STRICT(native_strict_acos, acos)
STRICT(native_strict_atan, atan)
STRICT(native_strict_exp, exp)
STRICT(native_strict_log, log)
STRICT(native_strict_log10, log10)
STRICT(native_strict_log1p, log1p)
STRICT(native_strict_expm1, expm1)
STRICT(native_strict_sinh, sinh)
STRICT(native_strict_cosh, cosh)
STRICT(native_strict_tanh, tanh)
#undef STRICT

NATIVE(native_strict_atan2) {
    if (any_expr(exprs, 2)) java_lost(t, "java/lang/StrictMath.atan2");
    return GIVE_DOUBLE(strict_atan2(args[0].d, args[1].d));
}

// ---- Within a margin ----

// Of unknowns the result is an expression: the solver takes what the C library gives for near enough, and a
// run that shows otherwise leaves its path.
static bool is_symbolic(const struct java_thread *t, const expr_id *exprs, uint32_t n) {
    return any_expr(exprs, n) && t->trace && !t->trace->closed;
}

// Whether every result within half a unit in the last place and the margin of the exact value is `rounded`.
static bool is_certain(long double exact, double rounded, long double margin) {
    if (isnan(exact) || exact == 0 || isinf(exact)) return true;
    if (isinf(rounded) || fabs(rounded) < DBL_MIN) return false;
    long double off = exact - (long double)rounded;
    double next = nextafter(rounded, off > 0 ? INFINITY : -INFINITY);
    long double unit = fabsl((long double)next - (long double)rounded);
    return fabsl(off) <= unit * (0.5L - margin);
}

static enum native_status approximate(struct java_thread *t, const struct java_method *m, long double exact,
                                      long double margin, union word *result, expr_id *result_expr) {
    double rounded = (double)exact;
    if (!is_certain(exact, rounded, margin)) {
        struct str what = {0};
        str_addf(&what, "%s.%s", symbol_text(m->class->name), symbol_text(m->name));
        java_lost(t, str_text(&what));
        str_free(&what);
    }
    return GIVE_DOUBLE(rounded);
}

#define WITHIN(function, call, op, margin)                                                                   \
    NATIVE(function) {                                                                                       \
        if (is_symbolic(t, exprs, 1))                                                                        \
            return GIVE(word_double((double)call##l((long double)args[0].d)), unary(t, op, exprs[0]));       \
        return approximate(t, m, call##l((long double)args[0].d), margin, result, result_expr);              \
    }
WITHIN(native_math_sin, sin, EXPR_MATH_SIN_OP, 0.03L)
WITHIN(native_math_cos, cos, EXPR_MATH_COS_OP, 0.03L)
WITHIN(native_math_tan, tan, EXPR_MATH_TAN_OP, 0.19L)
WITHIN(native_math_exp, exp, EXPR_MATH_EXP_OP, 0.04L)
WITHIN(native_math_log, log, EXPR_MATH_LOG_OP, 0.01L)
WITHIN(native_math_log10, log10, EXPR_MATH_LOG10_OP, 0.01L)
#undef WITHIN

// Java's pow differs from C's where C has 1: pow(1, NaN), pow(+-1, infinite).
NATIVE(native_math_pow) {
    double x = args[0].d, y = args[1].d;
    bool is_one = y == 0, is_nan = isnan(x) || isnan(y) || (fabs(x) == 1 && isinf(y));
    if (is_symbolic(t, exprs, 2)) {
        double v = is_one ? 1 : is_nan ? NAN : (double)powl((long double)x, (long double)y);
        expr_id a = exprs[0] ? exprs[0] : expr_float(t->x, x), b = exprs[1] ? exprs[1] : expr_float(t->x, y);
        return GIVE(word_double(v), expr_arith(t->x, EXPR_MATH_POW_OP, a, b));
    }
    if (is_one) return GIVE_DOUBLE(1);
    if (is_nan) return GIVE_DOUBLE(NAN);
    return approximate(t, m, powl((long double)x, (long double)y), 0.02L, result, result_expr);
}
