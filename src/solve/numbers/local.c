// SPDX-License-Identifier: Apache-2.0
// The link local: the inverses of the operations (invert.c), then local search by the distance to holding.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "solve/numbers/numbers.h"

enum { TRIES_MAX = 4000, MOVES_MAX = 12 };

static uint64_t random_next(uint64_t *state) { // xorshift
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static struct number move_int(struct tape *t, int64_t v, uint64_t r) {
    int64_t step = (int64_t)1 << (r >> 8) % 20, out;
    switch (r % 8) {
    case 0: return number_int(0);
    case 1: return __builtin_mul_overflow(v, (int64_t)-1, &out) ? number_int(0) : number_int(out);
    case 2:
    case 3:
        if (t->literals.n) {
            double d = t->literals.at[(r >> 8) % t->literals.n] + (double)((int64_t)((r >> 40) % 3) - 1);
            return fabs(d) < 0x1p62 ? number_int((int64_t)d) : number_int(v);
        }
        return number_int(1);
    case 4: return __builtin_mul_overflow(v, (int64_t)2, &out) ? number_int(v) : number_int(out);
    case 5: return number_int(v / 2);
    case 6: return __builtin_add_overflow(v, step, &out) ? number_int(v) : number_int(out);
    default: return __builtin_sub_overflow(v, step, &out) ? number_int(v) : number_int(out);
    }
}

static struct number move_float(struct tape *t, double v, uint64_t r) {
    static const double nice[] = {0.0, 1.0,    -1.0,    0.5,   2.0,    10.0,    1e10,     1e-10,   -0.5,
                                  3.0, 0x1p53, -0x1p53, 1e300, -1e300, DBL_MAX, -DBL_MAX, DBL_MIN, 0x1p-1074};
    double step = ldexp(1, (int)((r >> 8) % 60) - 40) * (fabs(v) > 1 ? fabs(v) : 1), out = v;
    switch (r % 8) {
    case 0: out = nice[(r >> 8) % (sizeof nice / sizeof *nice)]; break;
    case 1: out = -v; break;
    case 2:
        if (t->literals.n) out = t->literals.at[(r >> 8) % t->literals.n];
        break;
    case 3:
        if (t->literals.n)
            out = nextafter(t->literals.at[(r >> 8) % t->literals.n], r >> 62 & 1 ? DBL_MAX : -DBL_MAX);
        break;
    case 4: out = nextafter(v, r >> 62 & 1 ? DBL_MAX : -DBL_MAX); break;
    case 5: out = r >> 62 & 1 ? v * 2 : v / 2; break;
    case 6: out = v + step; break;
    default: out = v - step; break;
    }
    return isfinite(out) ? number_float(out) : number_float(v);
}

// Moves through the bit patterns: neighbours, other exponents, and what is no common number.
static struct number move_ieee(struct tape *t, double v, uint64_t r) {
    static const double odd[] = {0.0,     -0.0,     NAN,    INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, 0x1p-1074,
                                 FLT_MAX, 0x1p-149, 0x1p53, 0x1p31,   -0x1p31,   0x1p63,  -0x1p63,  1.0};
    uint64_t bits, bit = (uint64_t)1 << (r >> 16) % 64;
    memcpy(&bits, &v, sizeof bits);
    switch (r >> 8 & 7) {
    case 0: return number_ieee(odd[(r >> 16) % 16]);
    case 1: bits ^= bit; break;
    case 2:
    case 3: bits += bit; break;
    case 4:
    case 5: bits -= bit; break;
    default: return isfinite(v) ? move_float(t, v, r >> 16) : number_ieee(0.0);
    }
    memcpy(&v, &bits, sizeof v);
    return number_ieee(isnan(v) ? NAN : v);
}

bool tape_search(struct tape *t, uint32_t tries, tape_allows *allowed, void *context) {
    assert(allowed && t->leaf_at.n == t->leaves.n);
    uint64_t state = 0x9E3779B97F4A7C15u;
    double best = tape_distance(t);
    if (t->leaves.n == 0) return best == 0;
    for (uint32_t i = 0; i < tries && best > 0 && !tape_late(t); i++) {
        uint64_t r = random_next(&state);
        uint32_t leaf = (uint32_t)(random_next(&state) % t->leaves.n);
        struct number *at = &t->at.at[t->leaf_at.at[leaf]], old = *at;
        struct number next = old.tag != NUMBER_FLOAT ? move_int(t, old.tag ? old.i : 0, r)
                             : t->ieee               ? move_ieee(t, old.f, r)
                                                     : move_float(t, old.f, r);
        if (t->ieee && next.tag == NUMBER_FLOAT && !allowed(context, leaf, next))
            next.f = (double)(float)next.f; // the leaf may be of binary32
        if (!allowed(context, leaf, next)) continue;
        *at = next;
        double now = tape_distance(t);
        bool wander = i % 64 == 63; // now and then a step to the side
        if (now <= best || (wander && now < best * 1.5))
            best = now;
        else
            *at = old;
    }
    return best == 0 && tape_holds(t);
}

enum answer local_search(struct solver *s, uint32_t effort) {
    struct slice *c = &s->numbers->slice;
    slice_start(s);
    if (!c->started || !slice_set_all(s)) return ANSWER_UNKNOWN;
    if (!tape_invert(&c->tape, MOVES_MAX, slice_admits, s) &&
        !tape_search(&c->tape, TRIES_MAX, slice_admits, s))
        return ANSWER_UNKNOWN;
    slice_take(s);
    return ANSWER_SAT;
}
