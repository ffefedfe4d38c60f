// SPDX-License-Identifier: Apache-2.0
// Intervals of integer expressions by what is known of their leaves, and back: what an expression's interval
// says of its leaves.
#include <assert.h>

#include "base/some_of.h"
#include "solve/facts/classes.h"
#include "solve/leaf.h"

enum { NODES_MAX = 64 }; // of an arithmetic expression looked at per condition

static struct interval interval_walk(struct facts *f, expr_id e, uint32_t *budget, bool *certain);

// Whether a condition over integers has a value for sure.
static bool condition_certain(struct facts *f, expr_id c, uint32_t *budget) {
    assert(expr_sort(f->x, c) == SORT_BOOL);
    enum expr_op op = expr_op(f->x, c);
    bool certain = true, compares = op == EXPR_INT_EQ_OP || op == EXPR_INT_LT_OP;
    if (op == EXPR_TRUE_OP || op == EXPR_FALSE_OP) return true;
    if (!compares && op != EXPR_NOT_OP && op != EXPR_AND_OP && op != EXPR_OR_OP) return false;
    for (uint32_t i = 0; i < expr_count(f->x, c) && certain; i++) {
        if (!*budget) return false;
        --*budget;
        if (compares)
            interval_walk(f, expr_arg(f->x, c, i), budget, &certain);
        else
            certain = condition_certain(f, expr_arg(f->x, c, i), budget);
    }
    return certain;
}

// `budget` bounds the nodes visited, so that neither depth nor sharing matters. *certain is cleared if the
// value may be undefined.
static struct interval interval_walk(struct facts *f, expr_id e, uint32_t *budget, bool *certain) {
    struct expr_store *x = f->x;
    enum expr_op op = expr_op(x, e);
    if (op == EXPR_INT_LIT_OP) return interval_of_literal(x, e);
    if (op == EXPR_BIT_SIZE_OP) {
        class_id c = class_of(f, expr_arg(x, e, 0));
        const struct class *k = &f->classes.at[c];
        if (k->kinds & ~KINDS_BITS || !class_is_defined(f, c)) *certain = false;
        return f->classes.at[c].bits;
    }
    if (op == EXPR_IVAL_OP || op == EXPR_TUPLE_SIZE_OP) {
        class_id c = class_of(f, expr_arg(x, e, 0));
        const struct class *k = &f->classes.at[c];
        kind_set need = KIND_BIT(op == EXPR_IVAL_OP ? KIND_INT : KIND_TUPLE);
        if (k->kinds != need || !class_is_defined(f, c)) *certain = false;
        if (op == EXPR_IVAL_OP) return k->range;
        return class_arities(k);
    }
    if (op == EXPR_IEEE_TO_INT32_OP || op == EXPR_IEEE_BITS32_OP) {
        double lo, hi;
        if (!facts_ieee_bounds(f, expr_arg(x, e, 0), &lo, &hi)) *certain = false;
        return interval_between(INT32_MIN, INT32_MAX);
    }
    if (op == EXPR_ITE_OP && *budget >= 2) {
        *budget -= 2;
        if (!condition_certain(f, expr_arg(x, e, 0), budget)) *certain = false;
        struct interval ia = interval_walk(f, expr_arg(x, e, 1), budget, certain);
        return interval_join(ia, interval_walk(f, expr_arg(x, e, 2), budget, certain));
    }
    if (*budget < 2 || op < EXPR_ADD_OP || op > EXPR_BSL_OP) {
        *certain = false;
        return INTERVAL_ALL;
    }
    *budget -= 2;
    expr_id a = expr_arg(x, e, 0), b = expr_arg(x, e, 1);
    struct interval ia = interval_walk(f, a, budget, certain), ib = interval_walk(f, b, budget, certain);
    if ((op == EXPR_DIV_OP || op == EXPR_REM_OP) && interval_holds(ib, 0)) *certain = false;
    if (op == EXPR_BSL_OP && !interval_at_most(ib, 0)) *certain = false; // may be too big to be computed
    struct interval r = interval_apply(op, ia, ib);
    if (op == EXPR_MUL_OP && a == b) r = interval_meet(r, interval_from(0));
    return r;
}

struct interval facts_interval(struct facts *f, expr_id e) {
    uint32_t budget = NODES_MAX;
    bool certain = true;
    return interval_walk(f, e, &budget, &certain);
}

struct interval facts_interval_certain(struct facts *f, expr_id e, bool *certain) {
    assert(expr_sort(f->x, e) == SORT_INT);
    uint32_t budget = NODES_MAX;
    return interval_walk(f, e, &budget, certain);
}

// e without the masks that leave it as it is: x band 65535 is x where x is a character.
expr_id facts_unmasked(struct facts *f, expr_id e) {
    int64_t mask;
    while (expr_op(f->x, e) == EXPR_BAND_OP && expr_get_int64(f->x, expr_arg(f->x, e, 1), &mask) &&
           mask > 0 && mask < INT64_MAX && (mask & (mask + 1)) == 0) {
        struct interval i = facts_interval(f, expr_arg(f->x, e, 0));
        if (!interval_within(i, 0, mask)) break;
        e = expr_arg(f->x, e, 0);
    }
    return e;
}

static bool narrow_walk(struct facts *f, expr_id e, struct interval range, uint32_t *budget);

static bool narrow_leaf(struct facts *f, expr_id e, struct interval range) {
    assert(op_is_leaf(expr_op(f->x, e)));
    class_id c = class_of(f, expr_arg(f->x, e, 0));
    if (!class_define(f, c)) return false;
    switch (SOME_OF(expr_op(f->x, e))) {
    case EXPR_IVAL_OP: return class_narrow_kinds(f, c, KIND_BIT(KIND_INT)) && class_narrow_range(f, c, range);
    case EXPR_FVAL_OP: return class_narrow_kinds(f, c, KIND_BIT(KIND_FLOAT));
    case EXPR_BIT_SIZE_OP:
        if (!class_narrow_kinds(f, c, KINDS_BITS)) return false;
        return interval_at_most(range, -1) ? facts_fail(f) : class_narrow_bits(f, c, range);
    default: break;
    }
    bool none = interval_at_most(range, -1);
    if (!class_narrow_kinds(f, c, KIND_BIT(KIND_TUPLE)) || none) return none ? facts_fail(f) : false;
    int64_t lo = 0, hi = UINT32_MAX;
    if (interval_least(range, &lo)) lo = lo < 0 ? 0 : lo > UINT32_MAX ? UINT32_MAX : lo;
    if (interval_greatest(range, &hi) && hi > UINT32_MAX) hi = UINT32_MAX;
    return class_narrow_arity(f, c, (uint32_t)lo, (uint32_t)hi);
}

static bool narrow_binary(struct facts *f, expr_id e, struct interval range, uint32_t *budget) {
    assert(expr_count(f->x, e) == 2);
    struct expr_store *x = f->x;
    expr_id a = expr_arg(x, e, 0), b = expr_arg(x, e, 1);
    struct interval ia = facts_interval(f, a), ib = facts_interval(f, b);
    struct interval to_a = INTERVAL_ALL, to_b = INTERVAL_ALL;
    int64_t c;
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_ADD_OP:
        to_a = interval_add(range, interval_negate(ib));
        to_b = interval_add(range, interval_negate(ia));
        break;
    case EXPR_SUB_OP:
        to_a = interval_add(range, ib);
        to_b = interval_add(ia, interval_negate(range));
        break;
    case EXPR_MUL_OP:
        if (interval_point(ib, &c) && c != 0) to_a = interval_unscale(range, c);
        if (interval_point(ia, &c) && c != 0) to_b = interval_unscale(range, c);
        break;
    case EXPR_DIV_OP: // a = q * b + r with |r| < |b|
        if (interval_point(ib, &c) && c > 0)
            to_a = interval_add(interval_apply(EXPR_MUL_OP, range, ib), interval_between(1 - c, c - 1));
        break;
    case EXPR_BSL_OP: // to the right: a = range * 2^k + r with 0 <= r < 2^k
        if (interval_point(ib, &c) && c < 0 && c > -62) {
            int64_t power = (int64_t)1 << -c;
            struct interval whole = interval_apply(EXPR_MUL_OP, range, interval_between(power, power));
            to_a = interval_add(whole, interval_between(0, power - 1));
        }
        break;
    default: break;
    }
    return narrow_walk(f, a, to_a, budget) && narrow_walk(f, b, to_b, budget);
}

static bool narrow_walk(struct facts *f, expr_id e, struct interval range, uint32_t *budget) {
    struct expr_store *x = f->x;
    e = facts_unmasked(f, e);
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_INT_LIT_OP:
        return !interval_empty(interval_meet(interval_of_literal(x, e), range)) || facts_fail(f);
    case EXPR_FLOAT_LIT_OP: return true;
    case EXPR_IVAL_OP:
    case EXPR_FVAL_OP:
    case EXPR_TUPLE_SIZE_OP:
    case EXPR_BIT_SIZE_OP: return narrow_leaf(f, e, range);
    default: break;
    }
    if (*budget == 0) return true;
    --*budget;
    if (expr_op(x, e) == EXPR_ITE_OP) // which side it is, is not known
        return !interval_empty(interval_meet(facts_interval(f, e), range)) || facts_fail(f);
    if (expr_sort(x, e) == SORT_INT && expr_count(x, e) == 2) {
        if (interval_empty(interval_meet(facts_interval(f, e), range))) return facts_fail(f);
        return narrow_binary(f, e, range, budget);
    }
    for (uint32_t i = 0; i < expr_count(x, e); i++) // rounding, floats: only that the leaves are numbers
        if (!narrow_walk(f, expr_arg(x, e, i), INTERVAL_ALL, budget)) return false;
    return true;
}

bool facts_narrow(struct facts *f, expr_id e, struct interval range) {
    uint32_t budget = NODES_MAX;
    return narrow_walk(f, e, range, &budget);
}
