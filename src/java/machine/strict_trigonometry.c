// SPDX-License-Identifier: Apache-2.0
// Trigonometric functions of StrictMath and their inverses (see strict_math.h). An argument is reduced to
// [-pi/4, pi/4] as a sum of two doubles, its value and what rounding took from it.
#include <math.h>
#include <stdint.h>

#include "java/machine/strict_bits.h"
#include "java/machine/strict_math.h"

struct sum { // value + rest, |rest| at most half a unit of value
    double value, rest;
};

// ---- Reduction ----

// pi/2 in three parts of 33 bits each, and after each what is left of it
static const double PIO2_1 = 0x1.921fb544p0, PIO2_1_REST = 0x1.0b4611a626331p-34;
static const double PIO2_2 = 0x1.0b4611a6p-34, PIO2_2_REST = 0x1.3198a2e037073p-69;
static const double PIO2_3 = 0x1.3198a2ep-69, PIO2_3_REST = 0x1.b839a252049c1p-104;

// x - pi/2 or x + pi/2
static struct sum reduce_once(double x) {
    double sign = x > 0 ? 1 : -1, z = x - sign * PIO2_1, rest = sign * PIO2_1_REST;
    if ((high(x) & 0x7fffffff) == 0x3ff921fb) { // so near to pi/2 that another 33 bits are needed
        z -= sign * PIO2_2;
        rest = sign * PIO2_2_REST;
    }
    double value = z - rest;
    return (struct sum){value, (z - value) - rest};
}

static int32_t exponent(double x) {
    return high(x) >> 20 & 0x7ff;
}

// n: how many times pi/2 was taken from t > 0
static struct sum reduce_medium(double t, int32_t *n) {
    *n = (int32_t)(t * 0x1.45f306dc9c883p-1 + 0.5);
    double fn = *n, r = t - fn * PIO2_1, w = fn * PIO2_1_REST, value = r - w;
    // Below 32 * pi/2, what is not as near to a multiple as the high word can tell needs no more bits.
    bool clear = *n < 32 && high(t) != high(fn * 0x1.921fb54442d18p0);
    if (!clear && exponent(t) - exponent(value) > 16) {
        double before = r;
        w = fn * PIO2_2;
        r = before - w;
        w = fn * PIO2_2_REST - ((before - r) - w);
        value = r - w;
        if (exponent(t) - exponent(value) > 49) {
            before = r;
            w = fn * PIO2_3;
            r = before - w;
            w = fn * PIO2_3_REST - ((before - r) - w);
            value = r - w;
        }
    }
    return (struct sum){value, (r - value) - w};
}

// 2/pi in digits of 24 bits
static const int32_t two_over_pi[] = {
    0xA2F983, 0x6E4E44, 0x1529FC, 0x2757D1, 0xF534DD, 0xC0DB62, 0x95993C, 0x439041, 0xFE5163, 0xABDEBB,
    0xC561B7, 0x246E3A, 0x424DD2, 0xE00649, 0x2EEA09, 0xD1921C, 0xFE1DEB, 0x1CB129, 0xA73EE8, 0x8235F5,
    0x2EBB44, 0x84E99C, 0x7026B4, 0x5F7E41, 0x3991D6, 0x398353, 0x39F49C, 0x845F8B, 0xBDF928, 0x3B1FF8,
    0x97FFDE, 0x05980F, 0xEF2F11, 0x8B5A0A, 0x6D1F6D, 0x367ECF, 0x27CB09, 0xB74F46, 0x3F669E, 0x5FEA2D,
    0x7527BA, 0xC7EBE5, 0xF17B3D, 0x0739F7, 0x8A5292, 0xEA6BFB, 0x5FB11F, 0x8D5D08, 0x560330, 0x46FC7B,
    0x6BABF0, 0xCFBC20, 0x9AF436, 0x1DA9E3, 0x91615E, 0xE61B08, 0x659985, 0x5F14A0, 0x68408D, 0xFFD880,
    0x4D7327, 0x310606, 0x1556CA, 0x73A8C9, 0x60E27B, 0xC08C6B,
};
static const double pi_over_2[] = {
    // likewise
    0x1.921fb4p0,   0x1.4442dp-24,   0x1.846988p-48,  0x1.8cc516p-72,
    0x1.01b838p-96, 0x1.a25204p-120, 0x1.382228p-145, 0x1.9f31dp-169,
};

enum { DIGITS = 4 /* of 2/pi beyond those of the argument, at first */, MAX_DIGITS = 20 };

struct product { // of the argument and 2/pi, in digits of 24 bits
    double f[MAX_DIGITS], q[MAX_DIGITS];
    int32_t digit[MAX_DIGITS];
    int32_t last, scale; // digits 0 .. last; the last but one is worth 2^scale
};

static double convolve(const double *x, int32_t last_x, const double *f, int32_t i) {
    double sum = 0;
    for (int32_t j = 0; j <= last_x; j++) sum += x[j] * f[last_x + i - j];
    return sum;
}

// Splits q into digits; the fraction of what is above them, and its integer part modulo 8 in *n.
static double split(struct product *p, int32_t *n) {
    double z = p->q[p->last];
    for (int32_t i = 0, j = p->last; j > 0; i++, j--) {
        double carry = (double)(int32_t)(0x1p-24 * z);
        p->digit[i] = (int32_t)(z - 0x1p24 * carry);
        z = p->q[j - 1] + carry;
    }
    z = scalbn(z, p->scale);
    z -= 8 * floor(z * 0.125);
    *n = (int32_t)z;
    return z - *n;
}

// Where the fraction is a half or more, it becomes negative: digits and z are taken from 1. Whether it did.
static bool round_up(struct product *p, double *z, int32_t *n) {
    int32_t top = p->last - 1, half = 0;
    if (p->scale > 0) {
        int32_t above = p->digit[top] >> (24 - p->scale);
        *n += above;
        p->digit[top] -= above << (24 - p->scale);
        half = p->digit[top] >> (23 - p->scale);
    } else if (p->scale == 0) {
        half = p->digit[top] >> 23;
    } else if (*z >= 0.5) {
        half = 2;
    }
    if (half <= 0) return false;
    *n += 1;
    bool carry = false;
    for (int32_t i = 0; i < p->last; i++) {
        int32_t d = p->digit[i];
        if (carry)
            p->digit[i] = 0xffffff - d;
        else if (d)
            p->digit[i] = 0x1000000 - d;
        carry |= d != 0;
    }
    if (p->scale == 1) p->digit[top] &= 0x7fffff;
    if (p->scale == 2) p->digit[top] &= 0x3fffff;
    if (half == 2) {
        *z = 1 - *z;
        if (carry) *z -= scalbn(1, p->scale);
    }
    return true;
}

// The sum of digits times pi/2, most significant first.
static struct sum times_pio2(struct product *p) {
    double unit = scalbn(1, p->scale), terms[MAX_DIGITS] = {0}, value = 0;
    for (int32_t i = p->last; i >= 0; i--, unit *= 0x1p-24) p->q[i] = unit * p->digit[i];
    for (int32_t i = p->last; i >= 0; i--) {
        double sum = 0;
        for (int32_t k = 0; k <= DIGITS && k <= p->last - i; k++) sum += pi_over_2[k] * p->q[i + k];
        terms[p->last - i] = sum;
    }
    for (int32_t i = p->last; i >= 0; i--) value += terms[i];
    double rest = terms[0] - value;
    for (int32_t i = 1; i <= p->last; i++) rest += terms[i];
    return (struct sum){value, rest};
}

// Payne and Hanek: of the product with 2/pi only the bits around the point are computed.
static struct sum reduce_large(double t, int32_t *n) {
    int32_t e = exponent(t) - 1046, n_x = 3; // t = (x[0] + x[1] 2^-24 + x[2] 2^-48) 2^e
    double x[3], z = with_high(t, high(t) - e * (1 << 20));
    for (int i = 0; i < 2; i++) {
        x[i] = (double)(int32_t)z;
        z = (z - x[i]) * 0x1p24;
    }
    x[2] = z;
    while (x[n_x - 1] == 0) n_x--;
    struct product p = {.last = DIGITS};
    int32_t last_x = n_x - 1, skip = (e - 3) / 24 > 0 ? (e - 3) / 24 : 0, first = skip - last_x;
    p.scale = e - 24 * (skip + 1);
    for (int32_t i = 0; i <= last_x + DIGITS; i++) p.f[i] = first + i < 0 ? 0 : two_over_pi[first + i];
    for (int32_t i = 0; i <= DIGITS; i++) p.q[i] = convolve(x, last_x, p.f, i);
    bool negative;
    for (;;) {
        z = split(&p, n);
        negative = round_up(&p, &z, n);
        int32_t any = 0;
        for (int32_t i = p.last - 1; i >= DIGITS; i--) any |= p.digit[i];
        if (z != 0 || any) break;
        int32_t more = 1; // all bits cancelled: take as many more digits
        while (p.digit[DIGITS - more] == 0) more++;
        for (int32_t i = p.last + 1; i <= p.last + more; i++) {
            p.f[last_x + i] = two_over_pi[skip + i];
            p.q[i] = convolve(x, last_x, p.f, i);
        }
        p.last += more;
    }
    if (z == 0) {
        do {
            p.last--;
            p.scale -= 24;
        } while (p.digit[p.last] == 0);
    } else {
        z = scalbn(z, -p.scale);
        if (z >= 0x1p24) {
            double carry = (double)(int32_t)(0x1p-24 * z);
            p.digit[p.last++] = (int32_t)(z - 0x1p24 * carry);
            p.scale += 24;
            p.digit[p.last] = (int32_t)carry;
        } else {
            p.digit[p.last] = (int32_t)z;
        }
    }
    struct sum r = times_pio2(&p);
    *n &= 7;
    return negative ? (struct sum){-r.value, -r.rest} : r;
}

// x - *n * pi/2 for a finite x beyond pi/4
static struct sum reduce(double x, int32_t *n) {
    double size = fabs(x);
    if (size < from_high(0x4002d97c)) { // 3 pi/4
        *n = x > 0 ? 1 : -1;
        return reduce_once(x);
    }
    struct sum r = size < from_high(0x413921fc) ? reduce_medium(size, n) : reduce_large(size, n);
    if (x > 0) return r;
    *n = -*n;
    return (struct sum){-r.value, -r.rest};
}

// ---- On [-pi/4, pi/4] ----

static double kernel_sin(struct sum x, bool has_rest) {
    if (fabs(x.value) < 0x1p-27) return x.value;
    double z = x.value * x.value, v = z * x.value;
    double r = 0x1.111111110f8a6p-7 +
               z * (-0x1.a01a019c161d5p-13 +
                    z * (0x1.71de357b1fe7dp-19 + z * (-0x1.ae5e68a2b9cebp-26 + z * 0x1.5d93a5acfd57cp-33)));
    const double S1 = -0x1.5555555555549p-3;
    if (!has_rest) return x.value + v * (S1 + z * r);
    return x.value - ((z * (0.5 * x.rest - v * r) - x.rest) - v * S1);
}

static double kernel_cos(struct sum x) {
    double size = fabs(x.value);
    if (size < 0x1p-27) return 1;
    double z = x.value * x.value;
    double r =
        z *
        (0x1.555555555554cp-5 +
         z * (-0x1.6c16c16c15177p-10 +
              z * (0x1.a01a019cb159p-16 +
                   z * (-0x1.27e4f809c52adp-22 + z * (0x1.1ee9ebdb4b1c4p-29 + z * -0x1.8fae9be8838d4p-37)))));
    if (size < from_high(0x3fd33333)) return 1 - (0.5 * z - (z * r - x.value * x.rest));
    double q = size >= from_high(0x3fe90001) ? 0.28125 : from_high(high(size) - 0x200000);
    double half = 0.5 * z - q, a = 1 - q;
    return a - (half - (z * r - x.value * x.rest));
}

// -1 / (value + rest) to the last bit, w their sum
static double minus_inverse(double w, double value, double rest) {
    double z = without_low(w), v = rest - (z - value), a = -1 / w, t = without_low(a);
    return t + a * ((1 + t * z) + t * v);
}

// tan, or -1/tan if `inverse`
static double kernel_tan(struct sum s, bool inverse) {
    static const double T[] = {
        0x1.5555555555563p-2,  0x1.111111110fe7ap-3,  0x1.ba1ba1bb341fep-5,  0x1.664f48406d637p-6,
        0x1.226e3e96e8493p-7,  0x1.d6d22c9560328p-9,  0x1.7dbc8fee08315p-10, 0x1.344d8f2f26501p-11,
        0x1.026f71a8d1068p-12, 0x1.47e88a03792a6p-14, 0x1.2b80f32f0a7e9p-14, -0x1.375cbdb605373p-16,
        0x1.b2a7074bf7ad4p-16,
    };
    double x = s.value, y = s.rest, sign = signbit(x) ? -1 : 1;
    if (fabs(x) < 0x1p-28) {
        if (!inverse) return x;
        return x == 0 ? INFINITY : minus_inverse(x + y, x, y);
    }
    bool big = fabs(x) >= from_high(0x3fe59428);
    if (big) { // by pi/4 - x
        double z = 0x1.921fb54442d18p-1 - sign * x, w = 0x1.1a62633145c07p-55 - sign * y;
        x = z + w;
        y = 0;
    }
    double z = x * x, w = z * z;
    double r = T[1] + w * (T[3] + w * (T[5] + w * (T[7] + w * (T[9] + w * T[11]))));
    double v = z * (T[2] + w * (T[4] + w * (T[6] + w * (T[8] + w * (T[10] + w * T[12])))));
    double cube = z * x;
    r = y + z * (cube * (r + v) + y);
    r += T[0] * cube;
    w = x + r;
    if (big) {
        v = inverse ? -1 : 1;
        return sign * (v - 2 * (x - (w * w / (w + v) - r)));
    }
    return inverse ? minus_inverse(w, x, r) : w;
}

static bool is_small(double x) { // about pi/4
    return fabs(x) < from_high(0x3fe921fc);
}

double strict_sin(double x) {
    if (is_small(x)) return kernel_sin((struct sum){x, 0}, false);
    if (!isfinite(x)) return x - x;
    int32_t n;
    struct sum r = reduce(x, &n);
    double y = n & 1 ? kernel_cos(r) : kernel_sin(r, true);
    return n & 2 ? -y : y;
}

double strict_cos(double x) {
    if (is_small(x)) return kernel_cos((struct sum){x, 0});
    if (!isfinite(x)) return x - x;
    int32_t n;
    struct sum r = reduce(x, &n);
    double y = n & 1 ? kernel_sin(r, true) : kernel_cos(r);
    return (n + 1) & 2 ? -y : y;
}

double strict_tan(double x) {
    if (is_small(x)) return kernel_tan((struct sum){x, 0}, false);
    if (!isfinite(x)) return x - x;
    int32_t n;
    struct sum r = reduce(x, &n);
    return kernel_tan(r, n & 1);
}

// ---- Inverses ----

static const double PIO2_HIGH = 0x1.921fb54442d18p0, PIO2_LOW = 0x1.1a62633145c07p-54,
                    PI = 0x1.921fb54442d18p1;

// (asin(x) - x) / x as a function of t = x^2
static double asin_ratio(double t) {
    double p =
        t *
        (0x1.5555555555555p-3 +
         t * (-0x1.4d61203eb6f7dp-2 +
              t * (0x1.9c1550e884455p-3 +
                   t * (-0x1.48228b5688f3bp-5 + t * (0x1.9efe07501b288p-11 + t * 0x1.23de10dfdf709p-15)))));
    double q = 1 + t * (-0x1.33a271c8a2d4bp1 +
                        t * (0x1.02ae59c598ac8p1 + t * (-0x1.6066c1b8d0159p-1 + t * 0x1.3b8c5b12e9282p-4)));
    return p / q;
}

double strict_asin(double x) {
    double size = fabs(x);
    if (size == 1) return x * PIO2_HIGH + x * PIO2_LOW;
    if (!(size < 1)) return (x - x) / (x - x);
    if (size < 0x1p-27) return x;
    if (size < 0.5) return x + x * asin_ratio(x * x);
    double t = (1 - size) * 0.5, r = asin_ratio(t), s = sqrt(t), y;
    if (size >= from_high(0x3fef3333)) {
        y = PIO2_HIGH - (2 * (s + s * r) - PIO2_LOW);
    } else {
        double w = without_low(s), c = (t - w * w) / (s + w);
        double p = 2 * s * r - (PIO2_LOW - 2 * c), q = 0.5 * PIO2_HIGH - 2 * w;
        y = 0.5 * PIO2_HIGH - (p - q);
    }
    return x > 0 ? y : -y;
}

double strict_acos(double x) {
    double size = fabs(x);
    if (size == 1) return x > 0 ? 0 : PI + 2 * PIO2_LOW;
    if (!(size < 1)) return (x - x) / (x - x);
    if (size < 0.5) {
        if (size < from_high(0x3c600001)) return PIO2_HIGH + PIO2_LOW;
        double r = asin_ratio(x * x);
        return PIO2_HIGH - (x - (PIO2_LOW - x * r));
    }
    double z = (1 - size) * 0.5, s = sqrt(z), r = asin_ratio(z);
    if (x < 0) return PI - 2 * (s + (r * s - PIO2_LOW));
    double df = without_low(s), c = (z - df * df) / (s + df);
    return 2 * (df + (r * s + c));
}

double strict_atan(double x) {
    static const struct sum bases[] = {
        // atan of 1/2, 1, 3/2 and infinity
        {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
        {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
        {0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56},
        {0x1.921fb54442d18p0, 0x1.1a62633145c07p-54},
    };
    static const double A[] = {0x1.555555555550dp-2,  -0x1.999999998ebc4p-3, 0x1.24924920083ffp-3,
                               -0x1.c71c6fe231671p-4, 0x1.745cdc54c206ep-4,  -0x1.3b0f2af749a6dp-4,
                               0x1.10d66a0d03d51p-4,  -0x1.dde2d52defd9ap-5, 0x1.97b4b24760debp-5,
                               -0x1.2b4442c6a6c2fp-5, 0x1.0ad3ae322da11p-6};
    if (isnan(x)) return x + x;
    double size = fabs(x), u = x;
    const struct sum *base = NULL;
    if (size >= 0x1p66) return x > 0 ? PIO2_HIGH + PIO2_LOW : -PIO2_HIGH - PIO2_LOW;
    if (size < 0x1p-29) return x;
    if (size >= 2.4375)
        base = &bases[3], u = -1 / size;
    else if (size >= 1.1875)
        base = &bases[2], u = (size - 1.5) / (1 + 1.5 * size);
    else if (size >= 0.6875)
        base = &bases[1], u = (size - 1) / (size + 1);
    else if (size >= 0.4375)
        base = &bases[0], u = (2 * size - 1) / (2 + size);
    double z = u * u, w = z * z;
    double odd = z * (A[0] + w * (A[2] + w * (A[4] + w * (A[6] + w * (A[8] + w * A[10])))));
    double even = w * (A[1] + w * (A[3] + w * (A[5] + w * (A[7] + w * A[9]))));
    if (!base) return u - u * (odd + even);
    double y = base->value - ((u * (odd + even) - base->rest) - u);
    return x < 0 ? -y : y;
}

double strict_atan2(double y, double x) {
    const double PI_LOW = 2 * PIO2_LOW;
    if (isnan(x) || isnan(y)) return x + y;
    if (x == 1) return strict_atan(y);
    bool left = signbit(x), below = signbit(y);
    double z; // of |y| and |x|
    if (y == 0) return !left ? y : below ? -PI : PI;
    if (x == 0) return below ? -PIO2_HIGH : PIO2_HIGH;
    if (isinf(x) && isinf(y)) {
        z = left ? 3 * (0.5 * PIO2_HIGH) : 0.5 * PIO2_HIGH;
        return below ? -z : z;
    }
    if (isinf(x)) {
        z = left ? PI : 0;
        return below ? -z : z;
    }
    if (isinf(y)) return below ? -PIO2_HIGH : PIO2_HIGH;
    int32_t words =
        ((high(y) & 0x7fffffff) - (high(x) & 0x7fffffff)) >> 20; // with the borrow of the mantissas
    if (words > 60)
        z = PIO2_HIGH + 0.5 * PI_LOW;
    else if (left && words < -60)
        z = 0;
    else
        z = strict_atan(fabs(y / x));
    if (!left) return below ? -z : z;
    return below ? (z - PI_LOW) - PI : PI - (z - PI_LOW);
}
