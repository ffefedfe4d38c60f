// SPDX-License-Identifier: Apache-2.0
// The link boxes: IEEE 754 conditions (and what others left open of integers) over a few leaves, decided by
// branch and prune: a box gives each leaf a range; the tape is run on ranges, which rounding keeps sound as
// it is monotone; a box in which some condition cannot hold is dropped, of the others points are tried, and
// they are cut in two. What Z3 multiplies out bit by bit for seconds takes some hundred boxes here.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/some_of.h"
#include "solve/numbers/numbers.h"

enum { LEAVES_MAX = BOXES_LEAVES, CLOCK_BOXES = 512 /* between looks at the clock */ };

// What a place of the tape may be.
struct range {
    enum number_tag tag;
    bool may[2];       // a truth: be false, be true
    struct interval i; // an integer
    double lo, hi;     // a float that is no NaN; lo > hi: it is NaN. -0.0 counts as below 0.0 in leaves only
    bool nan;          // it may be NaN
};

static struct range unknown_truth(void) {
    return (struct range){.tag = NUMBER_TRUTH, .may = {true, true}};
}

static struct range truth(bool may_fail, bool may_hold) {
    return (struct range){.tag = NUMBER_TRUTH, .may = {may_fail, may_hold}};
}

static struct range integers(int64_t lo, int64_t hi) {
    return (struct range){.tag = NUMBER_INT, .i = interval_between(lo, hi)};
}

static struct range floats(double lo, double hi, bool nan) {
    if (lo == 0) lo = -0.0; // the sign of a zero is not followed
    if (hi == 0) hi = 0.0;
    return (struct range){.tag = NUMBER_FLOAT, .lo = lo, .hi = hi, .nan = nan};
}

static struct range any_float(void) {
    return floats(-INFINITY, INFINITY, true);
}

static bool is_empty(const struct range *r) {
    return r->lo > r->hi;
}

static bool holds_zero(const struct range *r) {
    return r->lo <= 0 && r->hi >= 0;
}

static bool holds_infinity(const struct range *r) {
    return !is_empty(r) && (r->lo == -INFINITY || r->hi == INFINITY);
}

// One value, of which also the sign is known.
static bool is_point(const struct range *r) {
    return is_empty(r) ? r->nan : !r->nan && r->lo == r->hi && signbit(r->lo) == signbit(r->hi);
}

static double point_of(const struct range *r) {
    assert(is_point(r));
    return is_empty(r) ? NAN : r->lo;
}

static struct range exactly(double v) {
    if (isnan(v)) return (struct range){.tag = NUMBER_FLOAT, .lo = INFINITY, .hi = -INFINITY, .nan = true};
    return (struct range){.tag = NUMBER_FLOAT, .lo = v, .hi = v};
}

// ---- Operators on ranges ----

static struct range add(struct range a, struct range b) {
    assert(a.tag == NUMBER_FLOAT && b.tag == NUMBER_FLOAT);
    bool nan =
        a.nan || b.nan || (a.lo == -INFINITY && b.hi == INFINITY) || (a.hi == INFINITY && b.lo == -INFINITY);
    double lo = a.lo + b.lo, hi = a.hi + b.hi;
    return floats(isnan(lo) ? -INFINITY : lo, isnan(hi) ? INFINITY : hi, nan);
}

static struct range negated(struct range a) {
    assert(a.tag == NUMBER_FLOAT);
    struct range r = {.tag = NUMBER_FLOAT, .lo = -a.hi, .hi = -a.lo, .nan = a.nan};
    return r;
}

// The least and the greatest at the corners; those that are NaN have neighbours that are not.
static struct range corners(const double v[4], bool nan) {
    double lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < 4; i++) {
        if (isnan(v[i])) continue;
        lo = fmin(lo, v[i]);
        hi = fmax(hi, v[i]);
    }
    return lo > hi ? any_float() : floats(lo, hi, nan);
}

static struct range multiplied(struct range a, struct range b, bool same) {
    double v[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    if (same) {
        double least = holds_zero(&a) ? 0 : fmin(v[0], v[3]);
        return floats(least, fmax(v[0], v[3]), a.nan);
    }
    bool nan =
        a.nan || b.nan || (holds_zero(&a) && holds_infinity(&b)) || (holds_zero(&b) && holds_infinity(&a));
    for (int i = 0; i < 4; i++)
        if (isnan(v[i])) v[i] = 0; // 0 * infinity
    return corners(v, nan);
}

static struct range divided(struct range a, struct range b) {
    bool nan =
        a.nan || b.nan || (holds_zero(&a) && holds_zero(&b)) || (holds_infinity(&a) && holds_infinity(&b));
    if (holds_zero(&b) && signbit(b.lo) != signbit(b.hi)) return floats(-INFINITY, INFINITY, nan);
    double v[4] = {a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi};
    return corners(v, nan);
}

static struct range remainder_of(struct range a, struct range b) {
    double most_a = fmax(fabs(a.lo), fabs(a.hi)), most_b = fmax(fabs(b.lo), fabs(b.hi));
    double least_b = holds_zero(&b) ? 0 : fmin(fabs(b.lo), fabs(b.hi)), most = fmin(most_a, most_b);
    bool nan = a.nan || b.nan || holds_zero(&b) || holds_infinity(&a);
    if (most_a < least_b) return floats(a.lo, a.hi, nan);
    if (is_point(&b) && !holds_infinity(&a) && (a.lo >= 0 || a.hi <= 0) && a.hi - a.lo < most_b) {
        double lo = fmod(a.lo, b.lo), hi = fmod(a.hi, b.lo);
        if (lo <= hi) return floats(lo, hi, nan); // no multiple of b in between
    }
    return floats(a.lo < 0 ? -most : 0, a.hi > 0 ? most : 0, nan);
}

static struct range arithmetic(enum expr_op op, struct range a, struct range b, bool same) {
    if (is_point(&a) && is_point(&b)) return exactly(expr_number_ieee(op, point_of(&a), point_of(&b)));
    if (is_empty(&a) || is_empty(&b)) return exactly(NAN);
    switch (SOME_OF(op)) {
    case EXPR_IEEE_ADD_OP: return add(a, b);
    case EXPR_IEEE_SUB_OP: return add(a, negated(b));
    case EXPR_IEEE_MUL_OP: return multiplied(a, b, same);
    case EXPR_IEEE_DIV_OP: return divided(a, b);
    default: return remainder_of(a, b);
    }
}

static struct range function(enum expr_op op, struct range a) {
    if (is_point(&a)) return exactly(expr_number_ieee(op, point_of(&a), 0));
    if (is_empty(&a)) return a;
    switch (SOME_OF(op)) {
    case EXPR_IEEE_NEG_OP: return negated(a);
    case EXPR_IEEE_ABS_OP:
        if (holds_zero(&a)) return floats(0, fmax(-a.lo, a.hi), a.nan);
        return floats(fmin(fabs(a.lo), fabs(a.hi)), fmax(fabs(a.lo), fabs(a.hi)), a.nan);
    case EXPR_IEEE_SQRT_OP:
        if (a.hi < 0) return exactly(NAN);
        return floats(a.lo < 0 ? 0 : sqrt(a.lo), sqrt(a.hi), a.nan || a.lo < 0);
    default: // rounding is monotone
        return floats(expr_number_ieee(op, a.lo, 0), expr_number_ieee(op, a.hi, 0), a.nan);
    }
}

// ---- Functions of the C library ----

// They are another library's where the program runs (the JVM's), and all are off in the last places, here and
// there by less than this. But what is exactly 0 or 1 somewhere is on the right side of that: every result is
// a value next to the exact one, rounded.
static struct range about(double lo, double hi, bool nan) {
    enum { PLACES = 8 };
    for (int i = 0; i < PLACES; i++) lo = nextafter(lo, -INFINITY), hi = nextafter(hi, INFINITY);
    return isnan(lo) || isnan(hi) ? any_float() : floats(lo, hi, nan);
}

static struct range at_least(double least, struct range r) {
    return floats(fmax(r.lo, least), fmax(r.hi, least), r.nan);
}

static struct range at_most(double most, struct range r) {
    return floats(fmin(r.lo, most), fmin(r.hi, most), r.nan);
}

// Of an odd function that is positive from 0 on, as far as a goes.
static struct range sided(struct range a, struct range r) {
    return a.lo >= 0 ? at_least(0, r) : a.hi <= 0 ? at_most(0, r) : r;
}

// Whether some place + 2 pi k lies between, or so near that rounding could have moved it there.
static bool has_turn(struct range a, double place) {
    const double margin = 1e-6;
    return place + 2 * M_PI * floor((a.hi + margin - place) / (2 * M_PI)) >= a.lo - margin;
}

static struct range wave(enum expr_op op, struct range a) {
    bool nan = a.nan || holds_infinity(&a);
    if (is_point(&a) && nan) return exactly(NAN);
    if (!(a.lo > -1e5 && a.hi < 1e5)) return floats(-1, 1, nan);
    double v = expr_number_math(op, a.lo, 0), w = expr_number_math(op, a.hi, 0);
    double top = op == EXPR_MATH_SIN_OP ? M_PI / 2 : 0;
    struct range r = about(fmin(v, w), fmax(v, w), nan);
    if (has_turn(a, top)) r.hi = 1;
    if (has_turn(a, top + M_PI)) r.lo = -1;
    r = at_least(-1, at_most(1, r));
    return op == EXPR_MATH_SIN_OP && a.lo >= -3.14 && a.hi <= 3.14 ? sided(a, r) : r;
}

static struct range logarithm(enum expr_op op, struct range a) {
    if (a.hi < 0) return exactly(NAN);
    struct range r = about(a.lo <= 0 ? -INFINITY : expr_number_math(op, a.lo, 0),
                           expr_number_math(op, fabs(a.hi), 0), a.nan || a.lo < 0);
    return a.lo >= 1 ? at_least(0, r) : a.hi <= 1 ? at_most(0, r) : r;
}

static struct range power(struct range a, struct range b) {
    if (a.nan || b.nan || holds_infinity(&a) || holds_infinity(&b)) return any_float();
    if (is_point(&b) && b.lo == 2 && !(a.lo > 0)) { // any base
        struct range r = multiplied(a, a, true);
        return at_least(0, about(r.lo, r.hi, false));
    }
    if (!(a.lo > 0)) return any_float();
    double v[4] = {pow(a.lo, b.lo), pow(a.lo, b.hi), pow(a.hi, b.lo), pow(a.hi, b.hi)};
    struct range r = corners(v, false);
    r = at_least(0, about(r.lo, r.hi, false));
    if ((a.lo >= 1 && b.lo >= 0) || (a.hi <= 1 && b.hi <= 0)) r = at_least(1, r);
    if ((a.lo >= 1 && b.hi <= 0) || (a.hi <= 1 && b.lo >= 0)) r = at_most(1, r);
    return r;
}

static struct range of_library(enum expr_op op, struct range a, struct range b) {
    assert(expr_op_is_math(op));
    if (is_empty(&a) || is_empty(&b)) return op == EXPR_MATH_POW_OP ? any_float() : exactly(NAN);
    switch (SOME_OF(op)) {
    case EXPR_MATH_SIN_OP:
    case EXPR_MATH_COS_OP: return wave(op, a);
    case EXPR_MATH_LOG_OP:
    case EXPR_MATH_LOG2_OP:
    case EXPR_MATH_LOG10_OP: return logarithm(op, a);
    case EXPR_MATH_POW_OP: return power(a, b);
    case EXPR_MATH_EXP_OP: {
        struct range r = at_least(0, about(exp(a.lo), exp(a.hi), a.nan));
        return a.lo >= 0 ? at_least(1, r) : a.hi <= 0 ? at_most(1, r) : r;
    }
    case EXPR_MATH_TAN_OP:
        if (!(a.lo > -1.57 && a.hi < 1.57)) return any_float(); // no pole in between
        return sided(a, about(tan(a.lo), tan(a.hi), a.nan));
    case EXPR_MATH_ATAN_OP:
    case EXPR_MATH_SINH_OP:
    case EXPR_MATH_TANH_OP: // monotone everywhere
        return sided(a, about(expr_number_math(op, a.lo, 0), expr_number_math(op, a.hi, 0), a.nan));
    default: return any_float();
    }
}

static double float_of(enum expr_op op, int64_t v) {
    mpz_t z;
    mpz_init_set_si(z, v);
    double r = expr_number_ieee_of_int(op, z);
    mpz_clear(z);
    return r;
}

// Patterns count magnitudes up, first of the numbers from 0.0 to infinity, then, negative as integers, from
// -0.0 to minus infinity; beyond either infinity they are NaN.
static struct range of_bits(enum expr_op op, struct interval i) {
    bool wide = op == EXPR_IEEE_OF_BITS64_OP;
    // what is taken for a pattern is an int or a long: an open end is that of its 64 bits
    int64_t lo = interval_least_64(i), hi = interval_greatest_64(i);
    int64_t infinite = wide ? 0x7ff0000000000000 : 0x7f800000, most = wide ? INT64_MAX : INT32_MAX;
    int64_t least = -most - 1;
    if (lo < least || hi > most || (lo < 0 && hi >= 0)) return any_float();
    bool below = hi < 0;
    int64_t last = below ? least + infinite : infinite;
    bool nan = hi > last;
    if (lo > last) return exactly(NAN);
    double first = float_of(op, lo), end = float_of(op, hi > last ? last : hi);
    return below ? floats(end, first, nan) : floats(first, end, nan);
}

static struct range to_float(enum expr_op op, struct interval i) {
    int64_t v;
    if (interval_point(i, &v)) return exactly(float_of(op, v));
    if (op == EXPR_IEEE_OF_BITS64_OP || op == EXPR_IEEE_OF_BITS32_OP) return of_bits(op, i);
    double lo = interval_least(i, &v) ? float_of(op, v) : -INFINITY;
    double hi = interval_greatest(i, &v) ? float_of(op, v) : INFINITY;
    return floats(lo, hi, false);
}

static struct range to_int(enum expr_op op, struct range a) {
    bool bits = op == EXPR_IEEE_BITS64_OP || op == EXPR_IEEE_BITS32_OP;
    bool wide = op == EXPR_IEEE_TO_INT64_OP || op == EXPR_IEEE_BITS64_OP;
    if (is_point(&a)) {
        int64_t v = expr_number_ieee_to_int(op, point_of(&a));
        return integers(v, v);
    }
    bool below = signbit(a.lo) && signbit(a.hi), above = !signbit(a.lo) && !signbit(a.hi);
    if (is_empty(&a) || (bits && (a.nan || (!below && !above))))
        return wide ? integers(INT64_MIN, INT64_MAX) : integers(INT32_MIN, INT32_MAX);
    int64_t lo = expr_number_ieee_to_int(op, a.lo), hi = expr_number_ieee_to_int(op, a.hi);
    if (bits && below) return integers(hi, lo); // magnitudes
    if (a.nan && lo > 0) lo = 0;
    if (a.nan && hi < 0) hi = 0;
    return integers(lo, hi);
}

// An unbounded integer: TRUNC, ROUND, FLOOR, CEIL.
static struct range rounded(enum expr_op op, struct range a) {
    assert(op >= EXPR_TRUNC_OP && op <= EXPR_CEIL_OP);
    if (a.nan || is_empty(&a)) return (struct range){0};
    double (*const by)(double) = op == EXPR_TRUNC_OP   ? trunc
                                 : op == EXPR_ROUND_OP ? round
                                 : op == EXPR_FLOOR_OP ? floor
                                                       : ceil;
    double lo = by(a.lo), hi = by(a.hi);
    return (struct range){
        .tag = NUMBER_INT,
        .i = interval_meet(
            lo < -0x1p62 ? INTERVAL_ALL : interval_from(lo > 0x1p62 ? (int64_t)1 << 62 : (int64_t)lo),
            hi > 0x1p62 ? INTERVAL_ALL : interval_up_to(hi < -0x1p62 ? -((int64_t)1 << 62) : (int64_t)hi))};
}

static struct range compared(enum expr_op op, struct range a, struct range b, bool same) {
    bool nan = a.nan || b.nan, none = is_empty(&a) || is_empty(&b);
    if (same) return truth(nan || op == EXPR_IEEE_LT_OP, !none && op != EXPR_IEEE_LT_OP);
    if (none) return truth(true, false);
    switch (SOME_OF(op)) {
    case EXPR_IEEE_LT_OP: return truth(nan || a.hi >= b.lo, a.lo < b.hi);
    case EXPR_IEEE_LE_OP: return truth(nan || a.hi > b.lo, a.lo <= b.hi);
    default: return truth(nan || a.lo != a.hi || b.lo != b.hi || a.lo != b.lo, a.lo <= b.hi && b.lo <= a.hi);
    }
}

static struct range junction(const struct tape *t, const struct range *at, struct instruction in) {
    assert(in.op == EXPR_AND_OP || in.op == EXPR_OR_OP);
    bool all = in.op == EXPR_AND_OP, may_neutral = true, may_decisive = false;
    for (uint32_t i = 0; i < in.b; i++) {
        struct range v = at[t->args.at[in.a + i]];
        if (v.tag != NUMBER_TRUTH) v = unknown_truth();
        may_neutral = may_neutral && v.may[all];
        may_decisive = may_decisive || v.may[!all];
    }
    return all ? truth(may_decisive, may_neutral) : truth(may_neutral, may_decisive);
}

static struct range cases(const struct tape *t, const struct range *at, struct instruction in) {
    assert(in.op == EXPR_ITE_OP);
    struct range c = at[t->args.at[in.a]], a = at[t->args.at[in.a + 1]], b = at[t->args.at[in.a + 2]];
    if (c.tag != NUMBER_TRUTH) c = unknown_truth();
    if (!c.may[0]) return a;
    if (!c.may[1]) return b;
    if (a.tag != NUMBER_INT || b.tag != NUMBER_INT) return (struct range){0};
    return (struct range){.tag = NUMBER_INT, .i = interval_join(a.i, b.i)};
}

static struct range integer_op(enum expr_op op, struct interval a, struct interval b, bool same) {
    switch (SOME_OF(op)) {
    case EXPR_INT_EQ_OP:
        return truth(!interval_is_point(a) || !interval_same(a, b), !interval_empty(interval_meet(a, b)));
    case EXPR_INT_LT_OP: return truth(!interval_below(a, b), !interval_not_below(a, b));
    default:
        if (op < EXPR_ADD_OP || op > EXPR_BSL_OP) return (struct range){0};
        a = interval_apply(op, a, b);
        if (same && op == EXPR_MUL_OP) a = interval_meet(a, interval_from(0)); // a square
        return (struct range){.tag = NUMBER_INT, .i = a};
    }
}

// Of finite floats: where the operation of IEEE 754 leaves them, there is no result, so nothing holds of it.
static struct range kept_finite(struct range r) {
    if (r.lo > DBL_MAX || r.hi < -DBL_MAX || is_empty(&r)) return (struct range){0};
    return floats(fmax(r.lo, -DBL_MAX), fmin(r.hi, DBL_MAX), false);
}

static struct range run_finite(enum expr_op op, struct range a, struct range b, bool same) {
    switch (SOME_OF(op)) {
    case EXPR_FADD_OP: return kept_finite(arithmetic(EXPR_IEEE_ADD_OP, a, b, same));
    case EXPR_FSUB_OP: return kept_finite(arithmetic(EXPR_IEEE_SUB_OP, a, b, same));
    case EXPR_FMUL_OP: return kept_finite(arithmetic(EXPR_IEEE_MUL_OP, a, b, same));
    case EXPR_FDIV_OP: return kept_finite(arithmetic(EXPR_IEEE_DIV_OP, a, b, same));
    case EXPR_FLOAT_EQ_OP: return compared(EXPR_IEEE_EQ_OP, a, b, same);
    case EXPR_FLOAT_LT_OP: return compared(EXPR_IEEE_LT_OP, a, b, same);
    default: return (struct range){0};
    }
}

// NUMBER_NONE: nothing is known, or the operator is none of ours.
static struct range run_one(const struct tape *t, const struct range *at, struct instruction in) {
    enum expr_op op = (enum expr_op)in.op;
    if (op == EXPR_AND_OP || op == EXPR_OR_OP) return junction(t, at, in);
    if (op == EXPR_ITE_OP) return cases(t, at, in);
    struct range a = at[in.a], b = at[in.b];
    bool is_compare = expr_op_is_ieee_compare(op) || op == EXPR_INT_EQ_OP || op == EXPR_INT_LT_OP;
    if (op == EXPR_NOT_OP) return a.tag == NUMBER_TRUTH ? truth(a.may[1], a.may[0]) : unknown_truth();
    if (op >= EXPR_IEEE_NEG_OP && op <= EXPR_IEEE_SINGLE_OP && a.tag == NUMBER_FLOAT) return function(op, a);
    if (op >= EXPR_IEEE_OF_INT_OP && op <= EXPR_IEEE_OF_BITS32_OP && a.tag == NUMBER_INT)
        return to_float(op, a.i);
    if (op >= EXPR_IEEE_TO_INT32_OP && op <= EXPR_IEEE_BITS32_OP && a.tag == NUMBER_FLOAT)
        return to_int(op, a);
    if (op >= EXPR_TRUNC_OP && op <= EXPR_CEIL_OP && a.tag == NUMBER_FLOAT) return rounded(op, a);
    if (op == EXPR_TO_FLOAT_OP && a.tag == NUMBER_INT) return kept_finite(to_float(EXPR_IEEE_OF_INT_OP, a.i));
    if (expr_op_is_math(op)) {
        if (expr_op_count(op) == 1) b = a;
        return a.tag == NUMBER_FLOAT && b.tag == NUMBER_FLOAT ? of_library(op, a, b) : (struct range){0};
    }
    if (a.tag == NUMBER_INT && b.tag == NUMBER_INT) return integer_op(op, a.i, b.i, in.a == in.b);
    if (a.tag == NUMBER_FLOAT && b.tag == NUMBER_FLOAT && !expr_op_is_ieee(op))
        return run_finite(op, a, b, in.a == in.b);
    if (a.tag != NUMBER_FLOAT || b.tag != NUMBER_FLOAT)
        return is_compare ? unknown_truth() : (struct range){0};
    if (expr_op_is_ieee_compare(op)) return compared(op, a, b, in.a == in.b);
    return arithmetic(op, a, b, in.a == in.b);
}

// ---- Boxes ----

// A leaf's part of a box: integers, or floats by their place in the order of bit patterns (-0.0 before 0.0).
struct side {
    int64_t lo, hi;
    bool nan;    // NaN alone
    bool or_nan; // or NaN: not cut apart yet
};

struct box {
    struct side side[LEAVES_MAX];
};

static int64_t double_place(double v) {
    int64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits < 0 ? ~(bits & INT64_MAX) : bits;
}

static int64_t single_place(double v) {
    float f = (float)v;
    int32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits < 0 ? ~(bits & INT32_MAX) : bits;
}

static double float_at(int64_t place, bool single) {
    double v;
    float f;
    if (single) {
        int32_t bits = (int32_t)(place < 0 ? ~place | (int64_t)INT32_MIN : place);
        memcpy(&f, &bits, sizeof f);
        return (double)f;
    }
    int64_t bits = place < 0 ? ~place | INT64_MIN : place;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static struct range range_of_side(const struct boxes *b, uint32_t leaf, struct side s) {
    if (b->leaves[leaf].is_int) return integers(s.lo, s.hi);
    if (s.nan) return exactly(NAN);
    double lo = float_at(s.lo, b->leaves[leaf].single), hi = float_at(s.hi, b->leaves[leaf].single);
    return (struct range){.tag = NUMBER_FLOAT, .lo = lo, .hi = hi, .nan = s.or_nan};
}

// Whether all conditions may hold in the box.
static bool possible(const struct boxes *b, const struct tape *t, const struct box *box, struct range *at) {
    for (uint32_t i = 0, leaf = 0; i < t->code.n; i++) {
        struct instruction in = t->code.at[i];
        const struct number *v = &t->at.at[i];
        if (leaf < t->leaves.n && t->leaf_at.at[leaf] == i) {
            at[i] = range_of_side(b, leaf, box->side[leaf]);
            leaf++;
        } else if (in.op == EXPR_INT_LIT_OP) {
            at[i] = v->tag == NUMBER_INT ? integers(v->i, v->i) : (struct range){0};
        } else if (in.op == EXPR_FLOAT_LIT_OP) {
            at[i] = exactly(v->f);
        } else if (in.op == EXPR_TRUE_OP || in.op == EXPR_FALSE_OP) {
            at[i] = truth(in.op == EXPR_FALSE_OP, in.op == EXPR_TRUE_OP);
        } else {
            at[i] = run_one(t, at, in);
        }
    }
    for (uint32_t i = 0; i < t->roots.n; i++) {
        const struct range *r = &at[t->roots.at[i]];
        if (r->tag == NUMBER_TRUTH && !r->may[1]) return false;
    }
    return true;
}

static int64_t middle(int64_t lo, int64_t hi) {
    assert(lo <= hi);
    return lo + (int64_t)(((uint64_t)hi - (uint64_t)lo) / 2);
}

static struct number number_at(const struct boxes *b, uint32_t leaf, struct side s, int64_t place) {
    if (b->leaves[leaf].is_int) return (struct number){NUMBER_INT, .i = place};
    return (struct number){NUMBER_FLOAT, .f = s.nan ? NAN : float_at(place, b->leaves[leaf].single)};
}

// Tries the lower ends, the middles and the upper ends.
static bool try_points(const struct boxes *b, struct tape *t, const struct box *box) {
    for (int which = 0; which < 3; which++) {
        bool good = true;
        for (uint32_t i = 0; i < t->leaves.n && good; i++) {
            struct side s = box->side[i];
            int64_t place = which == 0 ? s.lo : which == 1 ? middle(s.lo, s.hi) : s.hi;
            struct number v = number_at(b, i, s, place);
            good = b->allowed(b->context, i, v);
            tape_set(t, i, v);
        }
        if (good && tape_holds(t)) return true;
    }
    return false;
}

// Whether a side that is one place stands for all integers from there on.
static bool is_open(const struct boxes_leaf *l, struct side s) {
    return l->is_int && ((s.hi == INT64_MAX && !interval_has_greatest(l->range)) ||
                         (s.lo == INT64_MIN && !interval_has_least(l->range)));
}

// Whether the point that a box is does not hold, or is not allowed. What 64 bits cannot say is no refutation.
static bool is_refuted(const struct boxes *b, struct tape *t, const struct box *box) {
    for (uint32_t i = 0; i < t->leaves.n; i++) {
        if (is_open(&b->leaves[i], box->side[i])) return false;
        struct number v = number_at(b, i, box->side[i], box->side[i].lo);
        if (!b->allowed(b->context, i, v)) return true;
        tape_set(t, i, v);
    }
    return !tape_holds(t) && tape_refuted(t);
}

// How far apart the ends of a side are, by their ratio: as floats have their places.
static uint64_t width_of(const struct boxes_leaf *l, struct side s) {
    if (!l->is_int) return (uint64_t)s.hi - (uint64_t)s.lo;
    uint64_t width = (uint64_t)double_place((double)s.hi) - (uint64_t)double_place((double)s.lo);
    return s.lo == s.hi ? 0 : width ? width : 1;
}

// The widest side; UINT32_MAX: all are points.
static uint32_t widest(const struct boxes *b, const struct tape *t, const struct box *box) {
    uint32_t best = UINT32_MAX;
    uint64_t most = 0;
    for (uint32_t i = 0; i < t->leaves.n; i++)
        if (box->side[i].or_nan) return i;
    for (uint32_t i = 0; i < t->leaves.n; i++) {
        uint64_t width = width_of(&b->leaves[i], box->side[i]);
        if (width > most) most = width, best = i;
    }
    return best;
}

// False: some leaf can be nothing.
static bool whole(const struct boxes *b, uint32_t n, struct box *box) {
    for (uint32_t i = 0; i < n; i++) {
        const struct boxes_leaf *l = &b->leaves[i];
        struct side s = {interval_least_64(l->range), interval_greatest_64(l->range), false, false};
        if (!l->is_int) {
            s.lo = l->single ? single_place(l->lo) : double_place(l->lo);
            s.hi = l->single ? single_place(l->hi) : double_place(l->hi);
            s.nan = s.lo > s.hi;
            s.or_nan = !s.nan && !l->finite;
        }
        if (s.lo > s.hi && !s.nan) return false;
        if (s.nan) s.lo = s.hi = 0;
        box->side[i] = s;
    }
    return true;
}

// The part of a box that is looked at first, and the rest of it.
static void cut(const struct box *box, uint32_t leaf, struct box *first, struct box *rest) {
    assert(box->side[leaf].or_nan || box->side[leaf].lo < box->side[leaf].hi);
    struct side s = box->side[leaf];
    *first = *rest = *box;
    if (s.or_nan) {
        first->side[leaf].or_nan = false;
        rest->side[leaf] = (struct side){0, 0, true, false};
        return;
    }
    int64_t at = s.lo < 0 && s.hi >= 0 ? -1 : middle(s.lo, s.hi);
    struct side low = {s.lo, at, false, false}, high = {at + 1, s.hi, false, false};
    first->side[leaf] = s.hi <= 0 ? high : low; // below zero, or the half nearer to it, comes later
    rest->side[leaf] = s.hi <= 0 ? low : high;
}

enum answer boxes_decide(const struct boxes *b, struct tape *t, uint32_t most) {
    assert(b->leaves && b->allowed);
    uint32_t n = t->leaves.n;
    if (n == 0 || n > LEAVES_MAX) return ANSWER_UNKNOWN;
    VEC(struct box) stack = {0};
    struct range *at = mem_alloc(((size_t)t->code.n + 1) * sizeof *at);
    enum answer answer = ANSWER_UNSAT;
    struct box box = {0}, rest;
    uint32_t tried = 0;
    if (whole(b, n, &box)) vec_push(&stack, box);
    for (; stack.n; tried++) {
        if (tried == most || (tried % CLOCK_BOXES == CLOCK_BOXES - 1 && clock_now() > b->deadline)) {
            answer = ANSWER_UNKNOWN;
            break;
        }
        box = vec_pop(&stack);
        if (!possible(b, t, &box, at)) continue;
        if (try_points(b, t, &box)) {
            answer = ANSWER_SAT;
            break;
        }
        uint32_t leaf = widest(b, t, &box);
        if (leaf == UINT32_MAX) {
            if (!t->library && is_refuted(b, t, &box)) continue;
            answer = ANSWER_UNKNOWN;
            break;
        }
        struct box first;
        cut(&box, leaf, &first, &rest);
        vec_push(&stack, rest);
        vec_push(&stack, first);
    }
    mem_free(at);
    vec_free(&stack);
    // What the ranges alone refute as a whole is refuted, whatever lies beyond 64 bits.
    return answer == ANSWER_UNSAT && t->huge && tried > 1 ? ANSWER_UNKNOWN : answer;
}

// ---- The link ----

static bool is_binary32(const struct alternative *a) {
    return a->head == ALT_SINGLE;
}

// Where no condition is of IEEE 754, floats are finite.
static struct boxes_leaf leaf_of(struct solver *s, const struct leaf *l) {
    const bool finite = !s->numbers->slice.tape.ieee;
    const struct class *k = &s->f->classes.at[l->c];
    struct boxes_leaf leaf = {.is_int = expr_sort(s->x, l->e) == SORT_INT,
                              .finite = finite,
                              .single = leaf_has_type(s, l, is_binary32),
                              .range = leaf_domain(s, l),
                              .lo = k->flo == 0 ? -0.0 : k->flo, // a bound says nothing of signs
                              .hi = k->fhi == 0 ? 0.0 : k->fhi};
    if (finite) {
        leaf.lo = fmax(leaf.lo, -DBL_MAX);
        leaf.hi = fmin(leaf.hi, DBL_MAX);
    }
    return leaf;
}

enum answer boxes_search(struct solver *s, uint32_t effort) {
    struct boxes_leaf leaves[BOXES_LEAVES];
    struct tape *t = &s->numbers->slice.tape;
    if (t->leaves.n > BOXES_LEAVES) return ANSWER_UNKNOWN;
    for (uint32_t i = 0; i < t->leaves.n; i++) leaves[i] = leaf_of(s, slice_leaf(s, i));
    struct boxes b = {leaves, slice_admits, s, s->deadline};
    enum answer a = boxes_decide(&b, t, effort);
    if (a == ANSWER_SAT) slice_take(s);
    return a;
}
