// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms and hyperbolic functions of StrictMath; the trigonometric ones are in
// strict_trigonometry.c. Each reduces its argument to a small interval, evaluates a polynomial or a rational
// function there, and puts the parts together so that what rounding lost is added last. The order of the
// operations is part of the definition.
#include "java/machine/strict_math.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#include "java/machine/strict_bits.h"

static const double LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33,
                    INV_LN2 = 0x1.71547652b82fep0;
static const double OVERFLOW = 0x1.62e42fefa39efp9; // exp of more is infinite

// x * 2^k by adding to the exponent: x is near 1, k such that the result is normal.
static double add_exponent(double x, int32_t k) {
    return with_high(x, high(x) + (int32_t)((uint32_t)k << 20));
}

// ---- exp, expm1 ----

double strict_exp(double x) {
    if (isnan(x)) return x + x;
    if (isinf(x)) return x > 0 ? x : 0;
    if (x > OVERFLOW) return INFINITY;
    if (x < -0x1.74910d52d3051p9) return 0;
    double size = fabs(x), hi = 0, lo = 0;
    int32_t k = 0;
    if (size >= from_high(0x3fd62e43)) { // more than half of ln 2
        if (size < from_high(0x3ff0a2b2)) {
            k = x < 0 ? -1 : 1;
            hi = x - k * LN2_HIGH;
            lo = k * LN2_LOW;
        } else {
            k = (int32_t)(INV_LN2 * x + (x < 0 ? -0.5 : 0.5));
            hi = x - k * LN2_HIGH;
            lo = k * LN2_LOW;
        }
        x = hi - lo;
    } else if (size < 0x1p-28) {
        return 1 + x;
    }
    double t = x * x;
    double c =
        x - t * (0x1.555555555553ep-3 +
                 t * (-0x1.6c16c16bebd93p-9 + t * (0x1.1566aaf25de2cp-14 + t * (-0x1.bbd41c5d26bf1p-20 +
                                                                                t * 0x1.6376972bea4d0p-25))));
    if (k == 0) return 1 - ((x * c) / (c - 2) - x);
    double y = 1 - ((lo - (x * c) / (2 - c)) - hi);
    return k >= -1021 ? add_exponent(y, k) : add_exponent(y, k + 1000) * 0x1p-1000;
}

// exp(r + c) - 1 scaled by 2^k, where e is the error of r as an approximation of exp(r) - 1.
static double expm1_scaled(double x, double e, int32_t k) {
    if (k == -1) return 0.5 * (x - e) - 0.5;
    if (k == 1) return x < -0.25 ? -2 * (e - (x + 0.5)) : 1 + 2 * (x - e);
    if (k <= -2 || k > 56) return add_exponent(1 - (e - x), k) - 1;
    if (k < 20) return add_exponent(from_high(0x3ff00000 - (0x200000 >> k)) - (e - x), k); // 1 - 2^-k
    double y = x - (e + from_high((0x3ff - k) * (1 << 20)));                               // 2^-k
    return add_exponent(y + 1, k);
}

double strict_expm1(double x) {
    if (isnan(x)) return x + x;
    if (x > OVERFLOW) return INFINITY;
    double size = fabs(x), c = 0;
    if (x < 0 && size >= from_high(0x4043687a)) return -1; // 56 ln 2
    int32_t k = 0;
    if (size >= from_high(0x3fd62e43)) {
        double hi, lo;
        if (size < from_high(0x3ff0a2b2)) {
            k = x < 0 ? -1 : 1;
        } else {
            k = (int32_t)(INV_LN2 * x + (x < 0 ? -0.5 : 0.5));
        }
        hi = x - k * LN2_HIGH;
        lo = k * LN2_LOW;
        x = hi - lo;
        c = (hi - x) - lo;
    } else if (size < 0x1p-54) {
        return x;
    }
    double half = 0.5 * x, z = x * half;
    double r =
        1 +
        z * (-0x1.11111111110f4p-5 +
             z * (0x1.a01a019fe5585p-10 +
                  z * (-0x1.4ce199eaadbb7p-14 + z * (0x1.0cfca86e65239p-18 + z * -0x1.afdb76e09c32dp-23))));
    double t = 3 - r * half;
    double e = z * ((r - t) / (6 - x * t));
    if (k == 0) return x - (x * e - z);
    e = x * (e - c) - c;
    e -= z;
    return expm1_scaled(x, e, k);
}

// ---- Logarithms ----

static double log_special(double x) { // zero, negative, infinite, NaN
    if (x == 0) return -INFINITY;
    return x < 0 ? NAN : x + x;
}

double strict_log(double x) {
    if (!(x > 0) || isinf(x)) return log_special(x);
    int32_t k = 0;
    if (x < DBL_MIN) {
        k = -54;
        x *= 0x1p54;
    }
    int32_t hx = high(x);
    k += (hx >> 20) - 1023;
    hx &= 0xfffff;
    int32_t i = (hx + 0x95f64) & 0x100000; // mantissa above sqrt 2: halve it
    x = with_high(x, hx | (i ^ 0x3ff00000));
    k += i >> 20;
    double f = x - 1, dk = k;
    if ((0xfffff & (2 + hx)) < 3) { // |f| < 2^-20
        if (f == 0) return k == 0 ? 0 : dk * LN2_HIGH + dk * LN2_LOW;
        double r = f * f * (0.5 - 0.33333333333333333 * f);
        return k == 0 ? f - r : dk * LN2_HIGH - ((r - dk * LN2_LOW) - f);
    }
    double s = f / (2 + f), z = s * s, w = z * z;
    double t1 = w * (0x1.999999997fa04p-2 + w * (0x1.c71c51d8e78afp-3 + w * 0x1.39a09d078c69fp-3));
    double t2 = z * (0x1.5555555555593p-1 +
                     w * (0x1.2492494229359p-2 + w * (0x1.7466496cb03dep-3 + w * 0x1.2f112df3e5244p-3)));
    double r = t2 + t1;
    if (((hx - 0x6147a) | (0x6b851 - hx)) > 0) {
        double square = 0.5 * f * f;
        return k == 0 ? f - (square - s * (square + r))
                      : dk * LN2_HIGH - ((square - (s * (square + r) + dk * LN2_LOW)) - f);
    }
    return k == 0 ? f - s * (f - r) : dk * LN2_HIGH - ((s * (f - r) - dk * LN2_LOW) - f);
}

double strict_log10(double x) {
    if (!(x > 0) || isinf(x)) return log_special(x);
    int32_t k = 0;
    if (x < DBL_MIN) {
        k = -54;
        x *= 0x1p54;
    }
    int32_t hx = high(x);
    k += (hx >> 20) - 1023;
    int32_t negative = k < 0;
    double y = k + negative;
    x = with_high(x, (hx & 0xfffff) | ((0x3ff - negative) << 20));
    double z = y * 0x1.9fef311f12b36p-42 + 0x1.bcb7b1526e50ep-2 * strict_log(x);
    return z + y * 0x1.34413509f6p-2;
}

// log(2^k * (1 + f)), c what rounding took from 1 + x
static double log1p_parts(double f, double c, int32_t k, bool tiny) {
    double square = 0.5 * f * f;
    if (tiny) { // |f| < 2^-20
        if (f == 0) return k == 0 ? 0 : k * LN2_HIGH + (c + k * LN2_LOW);
        double r = square * (1 - 0.66666666666666666 * f);
        return k == 0 ? f - r : k * LN2_HIGH - ((r - (k * LN2_LOW + c)) - f);
    }
    double s = f / (2 + f), z = s * s;
    double r = z * (0x1.5555555555593p-1 +
                    z * (0x1.999999997fa04p-2 +
                         z * (0x1.2492494229359p-2 +
                              z * (0x1.c71c51d8e78afp-3 +
                                   z * (0x1.7466496cb03dep-3 +
                                        z * (0x1.39a09d078c69fp-3 + z * 0x1.2f112df3e5244p-3))))));
    if (k == 0) return f - (square - s * (square + r));
    return k * LN2_HIGH - ((square - (s * (square + r) + (k * LN2_LOW + c))) - f);
}

double strict_log1p(double x) {
    if (isnan(x) || (isinf(x) && x > 0)) return x + x;
    if (x <= -1) return x == -1 ? -INFINITY : NAN;
    int32_t hx = high(x);
    if (hx < 0x3fda827a) { // x < 0.41422
        if (fabs(x) < 0x1p-29) return fabs(x) < 0x1p-54 ? x : x - x * x * 0.5;
        if (hx > 0 || hx <= (int32_t)0xbfd2bec3) return log1p_parts(x, 0, 0, false); // -0.2929 < x
    }
    double u = hx < 0x43400000 ? 1 + x : x, c = 0;
    int32_t hu = high(u), k = (hu >> 20) - 1023;
    if (hx < 0x43400000) {
        c = k > 0 ? 1 - (u - x) : x - (u - 1);
        c /= u;
    }
    hu &= 0xfffff;
    if (hu < 0x6a09e) {
        u = with_high(u, hu | 0x3ff00000);
    } else {
        k++;
        u = with_high(u, hu | 0x3fe00000);
        hu = (0x100000 - hu) >> 2;
    }
    return log1p_parts(u - 1, c, k, hu == 0);
}

// ---- Hyperbolic functions ----

static const double HALF_OVERFLOW = 0x1.633ce8fb9f87dp9; // exp of half of it, squared, is finite

double strict_sinh(double x) {
    double size = fabs(x), h = x < 0 ? -0.5 : 0.5;
    if (!(size < INFINITY)) return x + x;
    if (size < 22) {
        if (size < 0x1p-28) return x;
        double t = strict_expm1(size);
        return size < 1 ? h * (2 * t - t * t / (t + 1)) : h * (t + t / (t + 1));
    }
    if (size < from_high(0x40862e42)) return h * strict_exp(size);
    if (size > HALF_OVERFLOW) return x * 1e307;
    double w = strict_exp(0.5 * size), t = h * w;
    return t * w;
}

double strict_cosh(double x) {
    double size = fabs(x);
    if (!(size < INFINITY)) return x * x;
    if (size < from_high(0x3fd62e43)) {
        double t = strict_expm1(size), w = 1 + t;
        return size < from_high(0x3c800000) ? w : 1 + (t * t) / (w + w);
    }
    if (size < 22) {
        double t = strict_exp(size);
        return 0.5 * t + 0.5 / t;
    }
    if (size < from_high(0x40862e42)) return 0.5 * strict_exp(size);
    if (size > HALF_OVERFLOW) return INFINITY;
    double w = strict_exp(0.5 * size), t = 0.5 * w;
    return t * w;
}

double strict_tanh(double x) {
    if (isnan(x)) return x;
    double size = fabs(x), z = 1;
    if (size < 22) {
        if (size < 0x1p-55) return x * (1 + x);
        if (size >= 1) {
            z = 1 - 2 / (strict_expm1(2 * size) + 2);
        } else {
            double t = strict_expm1(-2 * size);
            z = -t / (t + 2);
        }
    }
    return signbit(x) ? -z : z;
}
