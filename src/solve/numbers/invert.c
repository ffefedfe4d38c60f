// SPDX-License-Identifier: Apache-2.0
// For the link local: going back from what a comparison wants to a leaf: an operation of one open operand is
// undone by its inverse, the other operand keeping its present value. All of it is guessing in doubles; what
// counts is whether the tape comes nearer to holding.
#include <assert.h>
#include <float.h>
#include <math.h>

#include "solve/numbers/tape.h"

#include "base/some_of.h"

enum { STEPS_MAX = 200, PENDING_MAX = 32, SHIFT_MAX = 2000 };

struct wish { // that the value at a place were another one
    uint32_t place;
    double value;
};

struct inverter {
    struct tape *t;
    tape_allows *allowed;
    void *context;
    double best; // distance so far
    bool pairs;  // of two leaves that move together, the second where the first alone does not help
    struct wish pending[PENDING_MAX];
    uint32_t n;
};

static bool follow_up(const struct inverter *v);

static void wish(struct inverter *v, uint32_t place, double value) {
    assert(place < v->t->code.n);
    if (v->n < PENDING_MAX && isfinite(value)) v->pending[v->n++] = (struct wish){place, value};
}

static double value_at(const struct tape *t, uint32_t place) {
    const struct number *v = &t->at.at[place];
    return v->tag == NUMBER_INT ? (double)v->i : v->tag == NUMBER_FLOAT ? v->f : NAN;
}

// What the first, or only, operand would have to be.
static double first_of(enum expr_op op, double target, double a, double b) {
    switch (SOME_OF(op)) {
    case EXPR_ADD_OP:
    case EXPR_FADD_OP: return target - b;
    case EXPR_SUB_OP:
    case EXPR_FSUB_OP: return target + b;
    case EXPR_MUL_OP:
    case EXPR_FMUL_OP: return target / b;
    case EXPR_DIV_OP:
    case EXPR_FDIV_OP: return target * b;
    case EXPR_REM_OP:
    case EXPR_IEEE_REM_OP: return b == 0 ? NAN : a - fmod(a, b) + target;
    case EXPR_BSL_OP: return ldexp(target, (int)fmax(fmin(-b, SHIFT_MAX), -SHIFT_MAX));
    case EXPR_MATH_POW_OP: return copysign(pow(fabs(target), 1 / b), target);
    case EXPR_MATH_ATAN2_OP: return b * tan(target);
    case EXPR_IEEE_SQRT_OP: return target * target;
    case EXPR_MATH_SIN_OP: return asin(target);
    case EXPR_MATH_COS_OP: return acos(target);
    case EXPR_MATH_TAN_OP: return atan(target);
    case EXPR_MATH_ASIN_OP: return sin(target);
    case EXPR_MATH_ACOS_OP: return cos(target);
    case EXPR_MATH_ATAN_OP: return tan(target);
    case EXPR_MATH_SINH_OP: return asinh(target);
    case EXPR_MATH_COSH_OP: return acosh(target);
    case EXPR_MATH_TANH_OP: return atanh(target);
    case EXPR_MATH_ASINH_OP: return sinh(target);
    case EXPR_MATH_ACOSH_OP: return cosh(target);
    case EXPR_MATH_ATANH_OP: return tanh(target);
    case EXPR_MATH_EXP_OP: return log(target);
    case EXPR_MATH_LOG_OP: return exp(target);
    case EXPR_MATH_LOG2_OP: return exp2(target);
    case EXPR_MATH_LOG10_OP: return pow(10, target);
    case EXPR_TO_FLOAT_OP:
    case EXPR_TRUNC_OP:
    case EXPR_ROUND_OP:
    case EXPR_FLOOR_OP:
    case EXPR_CEIL_OP:
    case EXPR_IEEE_FLOOR_OP:
    case EXPR_IEEE_CEIL_OP:
    case EXPR_IEEE_OF_INT_OP: return target;
    case EXPR_IEEE_ABS_OP: return copysign(target, a);
    case EXPR_IEEE_NEG_OP: return -target;
    default: return NAN;
    }
}

static double second_of(enum expr_op op, double target, double a) {
    switch (SOME_OF(op)) {
    case EXPR_ADD_OP:
    case EXPR_FADD_OP: return target - a;
    case EXPR_SUB_OP:
    case EXPR_FSUB_OP: return a - target;
    case EXPR_MUL_OP:
    case EXPR_FMUL_OP: return target / a;
    case EXPR_DIV_OP:
    case EXPR_FDIV_OP: return a / target;
    case EXPR_BSL_OP: return log2(target / a);
    case EXPR_MATH_POW_OP: return log(target) / log(a);
    default: return NAN;
    }
}

static bool improves(struct inverter *v, uint32_t place, struct number next) {
    assert(op_is_leaf((enum expr_op)v->t->code.at[place].op));
    struct number *at = &v->t->at.at[place], old = *at;
    if (!v->allowed(v->context, v->t->code.at[place].a, next)) return false;
    *at = next;
    double now = tape_distance(v->t);
    if (now >= v->best && v->pairs && follow_up(v)) now = tape_distance(v->t);
    if (now < v->best) {
        v->best = now;
        return true;
    }
    *at = old;
    return false;
}

// The number wished for and its neighbours.
static bool try_leaf(struct inverter *v, struct wish w) {
    struct number *at = &v->t->at.at[w.place];
    if (at->tag == NUMBER_FLOAT) {
        double lower = nextafter(w.value, -DBL_MAX), higher = nextafter(w.value, DBL_MAX);
        const double near[] = {w.value, lower, higher, nextafter(lower, -DBL_MAX),
                               nextafter(higher, DBL_MAX)};
        for (size_t i = 0; i < sizeof near / sizeof *near; i++)
            if (improves(v, w.place, (struct number){NUMBER_FLOAT, .f = near[i]})) return true;
        return improves(v, w.place, (struct number){NUMBER_FLOAT, .f = round(w.value)});
    }
    if (fabs(w.value) > 0x1p60) return false;
    int64_t down = (int64_t)floor(w.value);
    for (int64_t i = 0; i < 4; i++) // below, above, and one further each
        if (improves(v, w.place,
                     (struct number){NUMBER_INT, .i = down + (i == 0   ? 0
                                                              : i == 1 ? 1
                                                              : i == 2 ? -1
                                                                       : 2)}))
            return true;
    return false;
}

static bool follow(struct inverter *v) {
    for (uint32_t step = 0; v->n && step < STEPS_MAX; step++) {
        struct wish w = v->pending[--v->n];
        struct instruction in = v->t->code.at[w.place];
        enum expr_op op = (enum expr_op)in.op;
        if (op_is_leaf(op)) {
            if (try_leaf(v, w)) return true;
            tape_distance(v->t); // all values as they were
            continue;
        }
        if (op == EXPR_ITE_OP) { // the side that it is at present
            const struct number *c = &v->t->at.at[v->t->args.at[in.a]];
            if (c->tag == NUMBER_TRUTH) wish(v, v->t->args.at[in.a + (c->truth ? 1 : 2)], w.value);
            continue;
        }
        if (op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP || op == EXPR_AND_OP || op == EXPR_OR_OP)
            continue;
        bool two = expr_op_count(op) == 2;
        double a = value_at(v->t, in.a), b = two ? value_at(v->t, in.b) : 0;
        if (op == EXPR_MATH_POW_OP && w.value > 0) wish(v, in.a, -first_of(op, w.value, a, b)); // even powers
        if (two) wish(v, in.b, second_of(op, w.value, a));
        wish(v, in.a, first_of(op, w.value, a, b));
    }
    return false;
}

// What both sides of a comparison should be for it to be as wanted.
static void wish_comparison(struct inverter *v, struct instruction in, bool wanted) {
    double a = value_at(v->t, in.a), b = value_at(v->t, in.b);
    enum expr_op op = (enum expr_op)in.op;
    bool less = op == EXPR_INT_LT_OP || op == EXPR_FLOAT_LT_OP || op == EXPR_IEEE_LT_OP,
         whole = op == EXPR_INT_LT_OP || op == EXPR_INT_EQ_OP;
    double by_a = 0, by_b = 0; // how far past the other side
    if ((less && wanted) || (op == EXPR_IEEE_LE_OP && !wanted)) {
        by_a = wanted ? -1 : 1;
        by_b = -by_a;
    }
    if (!less && op != EXPR_IEEE_LE_OP && !wanted) by_a = by_b = 1;
    const double from_a = whole || !by_b ? a + by_b : nextafter(a, by_b * DBL_MAX),
                 from_b = whole || !by_a ? b + by_a : nextafter(b, by_a * DBL_MAX);
    wish(v, in.b, from_a);
    wish(v, in.a, from_b);
}

static bool move(struct inverter *v, uint32_t root) {
    struct tape *t = v->t;
    bool wanted = true;
    for (; t->code.at[root].op == EXPR_NOT_OP; root = t->code.at[root].a) wanted = !wanted;
    enum expr_op op = (enum expr_op)t->code.at[root].op;
    if (op != EXPR_INT_EQ_OP && op != EXPR_INT_LT_OP && op != EXPR_FLOAT_EQ_OP && op != EXPR_FLOAT_LT_OP &&
        !expr_op_is_ieee_compare(op))
        return false;
    v->n = 0;
    wish_comparison(v, t->code.at[root], wanted);
    return follow(v);
}

// A move that some condition which does not hold asks for, if it brings the tape nearer to holding.
static bool move_any(struct inverter *v) {
    for (uint32_t i = v->t->roots.n; i-- > 0;) {
        const struct number *root = &v->t->at.at[v->t->roots.at[i]];
        if (root->tag == NUMBER_TRUTH && !root->truth && move(v, v->t->roots.at[i])) return true;
    }
    return false;
}

// After a move that did not help by itself: whether with one more the tape is nearer to holding than before
// the first. N = trunc(F), N > 2^53 takes two.
static bool follow_up(const struct inverter *v) {
    struct inverter second = {.t = v->t, .allowed = v->allowed, .context = v->context, .best = v->best};
    return move_any(&second);
}

static bool invert(struct tape *t, uint32_t moves, bool pairs, tape_allows *allowed, void *context) {
    struct inverter v = {.t = t, .allowed = allowed, .context = context, .pairs = pairs};
    v.best = tape_distance(t);
    for (uint32_t done = 0; done < moves && v.best > 0; done++)
        if (!move_any(&v)) return false;
    return v.best == 0 && tape_holds(t);
}

bool tape_invert(struct tape *t, uint32_t moves, tape_allows *allowed, void *context) {
    return invert(t, moves, false, allowed, context) || invert(t, moves, true, allowed, context);
}
