// SPDX-License-Identifier: Apache-2.0
#include "erlang/term/arith.h"

#include <assert.h>
#include <math.h>

// Measured with OTP 25: 1 bsl 33554367 is the largest power of two (2^19 - 1 words).
static const uint64_t BEAM_INTEGER_BITS = (((uint64_t)1 << 19) - 1) * 64;

mpz_srcptr num_view(term integer, mpz_ptr view, struct num_room *room) {
    if (term_is_small(integer)) {
        int64_t v = term_small_value(integer);
        room->limb = v < 0 ? (mp_limb_t)-v : (mp_limb_t)v;
        return mpz_roinit_n(view, &room->limb, v < 0 ? -1 : 1);
    }
    assert(term_is_big(integer));
    const struct big *b = term_pointer(integer);
    return mpz_roinit_n(view, b->limbs, b->sign < 0 ? -(mp_size_t)b->box.n : (mp_size_t)b->box.n);
}

bool term_fits(struct process *p, uint64_t bytes) {
    if (bytes <= TERM_BYTES_MAX) return true;
    p->no_model = "a term too large for the memory of a run";
    return false;
}

static bool integer_fits(struct process *p, uint64_t bits) {
    if (bits > BEAM_INTEGER_BITS) return raise_system_limit(p);
    return term_fits(p, bits / 8);
}

bool num_mpz(struct process *p, mpz_srcptr v, term *out) {
    if (!integer_fits(p, mpz_sizeinbase(v, 2))) return false;
    *out = term_mpz(p->heap, v);
    return true;
}

bool num_float(struct process *p, double v, term *out) {
    if (!isfinite(v)) return raise_badarith(p);
    *out = term_float(p->heap, v);
    return true;
}

// The BEAM adds up the digits of a big integer from the lowest on, in floating point.
static bool big_to_double(const struct big *b, double *out) {
    double d = 0.0, base = 1.0;
    for (uint32_t i = 0; i < b->box.n; i++) {
        d += (double)b->limbs[i] * base;
        base *= 0x1p64;
        if (!isfinite(d)) return false;
    }
    *out = b->sign < 0 ? -d : d;
    return true;
}

bool num_to_double(term number, double *out) {
    if (term_is_small(number)) {
        *out = (double)term_small_value(number);
    } else if (term_is_float(number)) {
        *out = term_float_value(number);
    } else {
        return big_to_double(term_pointer(number), out);
    }
    return true;
}

term num_of_double(struct arena *a, double whole) {
    assert(isfinite(whole) && whole == trunc(whole));
    if (whole >= -0x1p59 && whole < 0x1p59) return term_small((int64_t)whole);
    mpz_t z;
    mpz_init_set_d(z, whole);
    term t = term_mpz(a, z);
    mpz_clear(z);
    return t;
}

// ---- Two arguments ----
typedef void integer_operation(mpz_ptr, mpz_srcptr, mpz_srcptr);

static bool on_integers(struct process *p, integer_operation *f, term x, term y, term *out) {
    mpz_t vx, vy, r;
    struct num_room rx, ry;
    mpz_init(r);
    f(r, num_view(x, vx, &rx), num_view(y, vy, &ry));
    bool ok = num_mpz(p, r, out);
    mpz_clear(r);
    return ok;
}

// Both as doubles; false (badarith raised) when one is no number or too large.
static bool doubles(struct process *p, term x, term y, double *dx, double *dy) {
    if (!term_is_number(x) || !term_is_number(y) || !num_to_double(x, dx) || !num_to_double(y, dy)) {
        return raise_badarith(p);
    }
    return true;
}

bool num_add(struct process *p, term x, term y, term *out) {
    if (term_is_small(x) && term_is_small(y)) {
        *out = term_int(p->heap, term_small_value(x) + term_small_value(y));
        return true;
    }
    if (term_is_integer(x) && term_is_integer(y)) return on_integers(p, mpz_add, x, y, out);
    double dx, dy;
    return doubles(p, x, y, &dx, &dy) && num_float(p, dx + dy, out);
}

bool num_sub(struct process *p, term x, term y, term *out) {
    if (term_is_small(x) && term_is_small(y)) {
        *out = term_int(p->heap, term_small_value(x) - term_small_value(y));
        return true;
    }
    if (term_is_integer(x) && term_is_integer(y)) return on_integers(p, mpz_sub, x, y, out);
    double dx, dy;
    return doubles(p, x, y, &dx, &dy) && num_float(p, dx - dy, out);
}

static uint64_t bits_of(term integer) {
    mpz_t view;
    struct num_room room;
    return mpz_sizeinbase(num_view(integer, view, &room), 2);
}

// The BEAM multiplies each word with each, some 10 ns a pair, and cannot be interrupted meanwhile; only then
// does it find the product too large.
static bool product_ends_soon(struct process *p, term x, term y) {
    static const uint64_t pairs_max = (uint64_t)1 << 28;
    if ((bits_of(x) / 64 + 1) * (bits_of(y) / 64 + 1) <= pairs_max) return true;
    p->no_model = "a product that takes the VM seconds";
    return false;
}

bool num_mul(struct process *p, term x, term y, term *out) {
    if (term_is_small(x) && term_is_small(y)) {
        int64_t r;
        if (!__builtin_mul_overflow(term_small_value(x), term_small_value(y), &r)) {
            *out = term_int(p->heap, r);
            return true;
        }
    }
    if (term_is_integer(x) && term_is_integer(y)) {
        if (x == term_small(0) || y == term_small(0)) {
            *out = term_small(0);
            return true;
        }
        return product_ends_soon(p, x, y) && integer_fits(p, bits_of(x) + bits_of(y) - 2) &&
               on_integers(p, mpz_mul, x, y, out);
    }
    double dx, dy;
    return doubles(p, x, y, &dx, &dy) && num_float(p, dx * dy, out);
}

bool num_fdiv(struct process *p, term x, term y, term *out) {
    double dx, dy;
    if (!doubles(p, x, y, &dx, &dy)) return false;
    if (dy == 0) return raise_badarith(p);
    return num_float(p, dx / dy, out);
}

static bool divisible(struct process *p, term x, term y) {
    if (!term_is_integer(x) || !term_is_integer(y) || y == term_small(0)) return raise_badarith(p);
    return true;
}

bool num_idiv(struct process *p, term x, term y, term *out) {
    if (!divisible(p, x, y)) return false;
    if (term_is_small(x) && term_is_small(y)) {
        *out = term_int(p->heap, term_small_value(x) / term_small_value(y));
        return true;
    }
    return on_integers(p, mpz_tdiv_q, x, y, out);
}

bool num_irem(struct process *p, term x, term y, term *out) {
    if (!divisible(p, x, y)) return false;
    if (term_is_small(x) && term_is_small(y)) {
        *out = term_small(term_small_value(x) % term_small_value(y));
        return true;
    }
    return on_integers(p, mpz_tdiv_r, x, y, out);
}

static bool bitwise(struct process *p, integer_operation *f, term x, term y, term *out) {
    if (!term_is_integer(x) || !term_is_integer(y)) return raise_badarith(p);
    return on_integers(p, f, x, y, out);
}

bool num_band(struct process *p, term x, term y, term *out) {
    if (!term_is_small(x) || !term_is_small(y)) return bitwise(p, mpz_and, x, y, out);
    *out = x & y;
    return true;
}

bool num_bor(struct process *p, term x, term y, term *out) {
    if (!term_is_small(x) || !term_is_small(y)) return bitwise(p, mpz_ior, x, y, out);
    *out = x | y;
    return true;
}

bool num_bxor(struct process *p, term x, term y, term *out) {
    if (!term_is_small(x) || !term_is_small(y)) return bitwise(p, mpz_xor, x, y, out);
    *out = x ^ y;
    return true;
}

// x shifted left by n > 0 bits.
static bool shift_left(struct process *p, term x, term n, term *out) {
    if (x == term_small(0)) {
        *out = x;
        return true;
    }
    if (!term_is_small(n)) return raise_system_limit(p);
    uint64_t by = (uint64_t)term_small_value(n);
    if (term_is_small(x) && by < 59) {
        int64_t v = term_small_value(x), limit = TERM_SMALL_MAX >> by;
        if (v <= limit && v >= -limit) {
            *out = term_small((int64_t)((uint64_t)v << by));
            return true;
        }
    }
    if (!integer_fits(p, bits_of(x) + by)) return false;
    mpz_t view, r;
    struct num_room room;
    mpz_init(r);
    mpz_mul_2exp(r, num_view(x, view, &room), by);
    bool ok = num_mpz(p, r, out);
    mpz_clear(r);
    return ok;
}

static bool shift_right(struct process *p, term x, term n, term *out) {
    bool negative = term_is_small(x) ? term_small_value(x) < 0 : ((struct big *)term_pointer(x))->sign < 0;
    if (!term_is_small(n)) { // further than any integer is long
        *out = term_small(negative ? -1 : 0);
        return true;
    }
    uint64_t by = (uint64_t)term_small_value(n);
    if (term_is_small(x)) {
        *out = term_small(term_small_value(x) >> (by > 60 ? 60 : by));
        return true;
    }
    mpz_t view, r;
    struct num_room room;
    mpz_init(r);
    mpz_fdiv_q_2exp(r, num_view(x, view, &room), by);
    bool ok = num_mpz(p, r, out);
    mpz_clear(r);
    return ok;
}

static bool shift(struct process *p, term x, term y, bool left, term *out) {
    if (!term_is_integer(x) || !term_is_integer(y)) return raise_badarith(p);
    bool backwards = term_is_small(y) ? term_small_value(y) < 0 : ((struct big *)term_pointer(y))->sign < 0;
    term n = y;
    if (backwards && term_is_small(y)) n = term_int(p->heap, -term_small_value(y));
    return left != backwards ? shift_left(p, x, n, out) : shift_right(p, x, n, out);
}

bool num_bsl(struct process *p, term x, term y, term *out) {
    return shift(p, x, y, true, out);
}
bool num_bsr(struct process *p, term x, term y, term *out) {
    return shift(p, x, y, false, out);
}

// ---- One argument ----
bool num_neg(struct process *p, term x, term *out) {
    if (!term_is_number(x)) return raise_badarith(p);
    if (term_is_float(x)) return num_float(p, -term_float_value(x), out);
    return num_sub(p, term_small(0), x, out);
}

bool num_plus(struct process *p, term x, term *out) {
    if (!term_is_number(x)) return raise_badarith(p);
    *out = x;
    return true;
}

bool num_bnot(struct process *p, term x, term *out) {
    if (!term_is_integer(x)) return raise_badarith(p);
    return num_sub(p, term_small(-1), x, out);
}
