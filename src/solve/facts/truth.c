// SPDX-License-Identifier: Apache-2.0
// What the facts say of a condition.
#include <assert.h>
#include <float.h>
#include <math.h>

#include "solve/facts/classes.h"

#include "base/some_of.h"

enum { FLOAT_DEPTH = 8 };

static bool built_is_defined(struct facts *f, expr_id term, uint32_t *budget) {
    struct expr_store *x = f->x;
    if (expr_is_ground(x, term)) return true;
    if (*budget == 0) return false;
    --*budget;
    switch (SOME_OF(expr_op(x, term))) {
    case EXPR_NAMED_OP:
    case EXPR_CONS_OP:
    case EXPR_TUPLE_OP:
    case EXPR_MAP_OP:
        for (uint32_t i = 0; i < expr_count(x, term); i++)
            if (!built_is_defined(f, expr_arg(x, term, i), budget)) return false;
        return true;
    case EXPR_INT_OP: {
        bool certain = true;
        facts_interval_certain(f, expr_arg(x, term, 0), &certain);
        return certain;
    }
    case EXPR_FLOAT_OP: return false;
    default: return class_is_defined(f, class_of(f, term));
    }
}

static uint32_t undefined_bit(struct facts *f, expr_id term, class_id c) {
    if (f->classes.at[c].defined || class_is_defined(f, c)) return 0;
    uint32_t budget = 16;
    return built_is_defined(f, term, &budget) ? 0 : MAY_BE_UNDEFINED;
}

static uint32_t of_truth(enum truth t) {
    return t == TRUTH_TRUE ? MAY_HOLD : t == TRUTH_FALSE ? MAY_FAIL : MAY_HOLD | MAY_FAIL;
}

static uint32_t test_kind(struct facts *f, expr_id t, kind_set set) {
    class_id c = class_of(f, t);
    kind_set kinds = f->classes.at[c].kinds;
    return (kinds & set ? MAY_HOLD : 0) | (kinds & ~set ? MAY_FAIL : 0) | undefined_bit(f, t, c);
}

static uint32_t test_arity(struct facts *f, expr_id t, uint32_t n) {
    class_id c = class_of(f, t);
    const struct class *k = &f->classes.at[c];
    bool may = k->kinds & KIND_BIT(KIND_TUPLE) && k->arity_lo <= n && n <= k->arity_hi;
    may = may && !class_excludes_shape(f, k, n, SHAPE_TUPLE) &&
          (!k->typings || typing_has_arity(f, k, n, false));
    bool must = may && k->kinds == KIND_BIT(KIND_TUPLE) && k->arity_lo == k->arity_hi;
    return (may ? MAY_HOLD : 0) | (must ? 0 : MAY_FAIL) | undefined_bit(f, t, c);
}

static uint32_t test_fun_arity(struct facts *f, expr_id t, uint32_t n) {
    class_id c = class_of(f, t);
    const struct class *k = &f->classes.at[c];
    bool may = k->kinds & KIND_BIT(KIND_FUN) && (k->fun_arity < 0 || k->fun_arity == (int32_t)n);
    may = may && !class_excludes_shape(f, k, n, SHAPE_FUNCTION) &&
          (!k->typings || typing_has_arity(f, k, n, true));
    bool must = may && k->kinds == KIND_BIT(KIND_FUN) && k->fun_arity == (int32_t)n;
    return (may ? MAY_HOLD : 0) | (must ? 0 : MAY_FAIL) | undefined_bit(f, t, c);
}

bool facts_is_scalar(const struct facts *f, expr_id term) {
    return expr_is_ground(f->x, term) && (expr_ground_kind(f->x, term) <= KIND_ATOM || term == EXPR_NIL);
}

// Equality with a literal, which then needs no class.
static uint32_t test_scalar(struct facts *f, expr_id a, expr_id scalar) {
    assert(facts_is_scalar(f, scalar));
    class_id c = class_of(f, a);
    if (f->equals.n || f->dirty.n) {
        facts_settle(f);
        c = class_root(f, c);
    }
    const struct class *k = &f->classes.at[c];
    uint32_t may = MAY_HOLD | MAY_FAIL;
    if (k->value)
        may = class_same_ground(f, k->value, scalar) ? MAY_HOLD : MAY_FAIL;
    else if (!class_admits(f, c, scalar))
        may = MAY_FAIL;
    else if (k->kinds == KIND_BIT(KIND_INT) && interval_is_point(k->range))
        may = MAY_HOLD; // it is admitted
    return may | undefined_bit(f, a, c);
}

static uint32_t test_eq(struct facts *f, expr_id a, expr_id b) {
    if (facts_is_scalar(f, b) && !facts_is_scalar(f, a)) return test_scalar(f, a, b);
    class_id ca = class_of(f, a), cb = class_of(f, b);
    if (f->equals.n || f->dirty.n) { // new parts of known terms
        facts_settle(f);
        ca = class_root(f, ca);
        cb = class_root(f, cb);
    }
    uint32_t may = of_truth(facts_compare(f, ca, cb, COMPARE_DEPTH));
    if (may == (MAY_HOLD | MAY_FAIL) && f->orders.n && f->classes.at[ca].kinds == KIND_BIT(KIND_ATOM))
        may = facts_says_equal(f, a, b);
    if (may == MAY_HOLD || may == MAY_FAIL) return may | undefined_bit(f, a, ca) | undefined_bit(f, b, cb);
    return may | MAY_BE_UNDEFINED;
}

static uint32_t test_has(struct facts *f, expr_id map, expr_id key) {
    class_id c = class_of(f, map);
    const struct class *k = &f->classes.at[c];
    if (k->kinds != KIND_BIT(KIND_MAP)) return MAY_ANYTHING & ~(k->kinds & KIND_BIT(KIND_MAP) ? 0 : MAY_HOLD);
    for (uint32_t l = k->keys; l; l = f->links.at[l].next)
        if (f->links.at[l].term == key)
            return (f->links.at[l].present ? MAY_HOLD : MAY_FAIL) | undefined_bit(f, map, c);
    if (expr_is_ground(f->x, key) && map_present(f, k) >= k->map_hi)
        return MAY_FAIL | undefined_bit(f, map, c);
    enum truth typed = expr_is_ground(f->x, key) ? typing_has_key(f, k, key) : TRUTH_OPEN;
    return typed == TRUTH_OPEN ? MAY_ANYTHING : of_truth(typed) | undefined_bit(f, map, c);
}

static uint32_t test_larger(struct facts *f, expr_id map, uint32_t n) {
    class_id c = class_of(f, map);
    const struct class *k = &f->classes.at[c];
    if (k->kinds != KIND_BIT(KIND_MAP)) return MAY_ANYTHING & ~(k->kinds & KIND_BIT(KIND_MAP) ? 0 : MAY_HOLD);
    uint32_t least, most;
    map_bounds_typed(f, k, &least, &most);
    if (n < least) return MAY_HOLD | undefined_bit(f, map, c);
    return n >= most ? MAY_FAIL | undefined_bit(f, map, c) : MAY_ANYTHING;
}

static uint32_t without(uint32_t may, uint32_t ruled_out) {
    return may & ~ruled_out;
}

static uint32_t test_int(struct facts *f, enum expr_op op, expr_id a, expr_id b) {
    assert(op == EXPR_INT_EQ_OP || op == EXPR_INT_LT_OP);
    a = facts_unmasked(f, a);
    b = facts_unmasked(f, b);
    uint32_t may = op == EXPR_INT_LT_OP ? facts_says_less(f, a, b) : facts_says_equal(f, a, b);
    bool certain = true;
    struct interval ia = facts_interval_certain(f, a, &certain), ib = facts_interval_certain(f, b, &certain);
    // what an order decides was assumed of, so it is defined
    uint32_t undefined = certain || may != (MAY_HOLD | MAY_FAIL) ? 0 : MAY_BE_UNDEFINED;
    if (op == EXPR_INT_LT_OP) {
        if (interval_below(ia, ib)) may = without(may, MAY_FAIL);
        if (interval_not_below(ia, ib)) may = without(may, MAY_HOLD);
        return may | undefined;
    }
    if (interval_empty(interval_meet(ia, ib))) may = without(may, MAY_HOLD);
    if (interval_is_point(ia) && interval_same(ia, ib)) may = without(may, MAY_FAIL);
    if (may == (MAY_HOLD | MAY_FAIL) && expr_op(f->x, a) == EXPR_INT_LIT_OP &&
        expr_op(f->x, b) == EXPR_IVAL_OP) {
        expr_id swap = a;
        a = b;
        b = swap;
    }
    if (may == (MAY_HOLD | MAY_FAIL) && expr_op(f->x, b) == EXPR_INT_LIT_OP &&
        expr_op(f->x, a) == EXPR_IVAL_OP) {
        int64_t v;
        if (expr_get_int64(f->x, b, &v) && class_excludes_int(f, class_of(f, expr_arg(f->x, a, 0)), v))
            may = without(may, MAY_HOLD);
    }
    return may | undefined;
}

// Of a sum or product of floats: rounding keeps the order, so the ends are those of the operands' ends.
// Nested ones only to a small depth. False: it may be undefined.
static bool operation_bounds(struct facts *f, expr_id e, double *lo, double *hi) {
    enum expr_op op = expr_op(f->x, e);
    double a[2], b[2];
    *lo = -DBL_MAX;
    *hi = DBL_MAX;
    if (op == EXPR_FDIV_OP || f->float_depth >= FLOAT_DEPTH) return false;
    f->float_depth++;
    bool certain = facts_float_bounds(f, expr_arg(f->x, e, 0), &a[0], &a[1]) &&
                   facts_float_bounds(f, expr_arg(f->x, e, 1), &b[0], &b[1]);
    f->float_depth--;
    if (!certain) return false;
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 4; i++) {
        double u = a[i & 1], v = b[i >> 1],
               r = op == EXPR_FADD_OP   ? u + v
                   : op == EXPR_FSUB_OP ? u - v
                                        : u * v;
        if (r < least) least = r;
        if (r > most) most = r;
    }
    if (!isfinite(least) || !isfinite(most)) return false;
    *lo = least;
    *hi = most;
    return true;
}

bool facts_float_bounds(struct facts *f, expr_id e, double *lo, double *hi) {
    if (expr_op(f->x, e) == EXPR_FLOAT_LIT_OP) {
        *lo = *hi = expr_get_float(f->x, e);
        return true;
    }
    if (expr_op(f->x, e) == EXPR_TO_FLOAT_OP) { // rounding keeps the order
        bool certain = true;
        struct interval i = facts_interval_certain(f, expr_arg(f->x, e, 0), &certain);
        int64_t least, greatest;
        bool bounded =
            interval_has_least(i) && interval_has_greatest(i); // or they may be too big for a float
        *lo = interval_least(i, &least) ? (double)least : -DBL_MAX;
        *hi = interval_greatest(i, &greatest) ? (double)greatest : DBL_MAX;
        return certain && bounded;
    }
    if (expr_op(f->x, e) >= EXPR_FADD_OP && expr_op(f->x, e) <= EXPR_FDIV_OP)
        return operation_bounds(f, e, lo, hi);
    if (expr_op(f->x, e) != EXPR_FVAL_OP) return false;
    class_id c = class_of(f, expr_arg(f->x, e, 0));
    *lo = fmax(f->classes.at[c].flo, -DBL_MAX); // finite: see facts_ieee_bounds for others
    *hi = fmin(f->classes.at[c].fhi, DBL_MAX);
    return f->classes.at[c].kinds == KIND_BIT(KIND_FLOAT) && class_is_defined(f, c);
}

static uint32_t test_float(struct facts *f, enum expr_op op, expr_id a, expr_id b) {
    assert(op == EXPR_FLOAT_EQ_OP || op == EXPR_FLOAT_LT_OP);
    double alo, ahi, blo, bhi;
    uint32_t may = op == EXPR_FLOAT_LT_OP ? facts_says_less(f, a, b) : facts_says_equal(f, a, b);
    if (!facts_float_bounds(f, a, &alo, &ahi) || !facts_float_bounds(f, b, &blo, &bhi))
        return may == (MAY_HOLD | MAY_FAIL) ? MAY_ANYTHING : may; // what an order decides is defined
    if (op == EXPR_FLOAT_LT_OP) {
        if (ahi < blo) may = without(may, MAY_FAIL);
        if (alo >= bhi) may = without(may, MAY_HOLD);
    } else {
        if (ahi < blo || bhi < alo) may = without(may, MAY_HOLD);
        if (alo == ahi && blo == bhi && alo == blo) may = without(may, MAY_FAIL);
    }
    return may;
}

// ---- IEEE 754: comparisons that do not hold say little, as a number may be missing ----

// Bounds of e unless it is NaN. False: it may be undefined.
bool facts_ieee_bounds(struct facts *f, expr_id e, double *lo, double *hi) {
    enum expr_op op = expr_op(f->x, e);
    *lo = -INFINITY;
    *hi = INFINITY;
    if (op == EXPR_FLOAT_LIT_OP) {
        *lo = *hi = expr_get_float(f->x, e);
        return true;
    }
    if (op == EXPR_IEEE_OF_INT_OP) { // rounding keeps the order
        bool certain = true;
        struct interval i = facts_interval_certain(f, expr_arg(f->x, e, 0), &certain);
        int64_t least, greatest;
        if (interval_least(i, &least)) *lo = (double)least;
        if (interval_greatest(i, &greatest)) *hi = (double)greatest;
        return certain;
    }
    if (op != EXPR_FVAL_OP) return false;
    class_id c = class_of(f, expr_arg(f->x, e, 0));
    *lo = f->classes.at[c].flo;
    *hi = f->classes.at[c].fhi;
    return f->classes.at[c].kinds == KIND_BIT(KIND_FLOAT) && class_is_defined(f, c);
}

static bool is_no_nan(struct facts *f, expr_id e) {
    expr_id is_number = expr_ieee_compare(f->x, EXPR_IEEE_EQ_OP, e, e);
    bool holds;
    return is_number == EXPR_TRUE || (facts_known(f, is_number, &holds) && holds);
}

static uint32_t test_ieee(struct facts *f, enum expr_op op, expr_id a, expr_id b) {
    assert(expr_op_is_ieee_compare(op));
    double alo, ahi, blo, bhi;
    bool defined = facts_ieee_bounds(f, a, &alo, &ahi);
    defined = facts_ieee_bounds(f, b, &blo, &bhi) && defined;
    // orders come from comparisons that held: both are numbers then
    uint32_t less = a == b ? MAY_FAIL : facts_says_less(f, a, b), may = MAY_HOLD | MAY_FAIL;
    uint32_t above = a == b ? MAY_FAIL : facts_says_less(f, b, a), equal = facts_says_equal(f, a, b);
    if (less == MAY_HOLD) may = op == EXPR_IEEE_EQ_OP ? MAY_FAIL : MAY_HOLD;
    if (less == MAY_FAIL && op == EXPR_IEEE_LT_OP) may = MAY_FAIL;
    if (above == MAY_HOLD) may = MAY_FAIL;
    if (above == MAY_FAIL && a != b && op == EXPR_IEEE_LE_OP) may = MAY_HOLD;
    if (equal == MAY_HOLD && op != EXPR_IEEE_LT_OP) may = MAY_HOLD;
    if (may != (MAY_HOLD | MAY_FAIL)) return may;
    bool numbers = is_no_nan(f, a) && is_no_nan(f, b);
    switch (SOME_OF(op)) {
    case EXPR_IEEE_LT_OP:
        if (alo >= bhi) may = without(may, MAY_HOLD);
        if (numbers && ahi < blo) may = without(may, MAY_FAIL);
        break;
    case EXPR_IEEE_LE_OP:
        if (alo > bhi) may = without(may, MAY_HOLD);
        if (numbers && ahi <= blo) may = without(may, MAY_FAIL);
        break;
    default:
        if (ahi < blo || bhi < alo) may = without(may, MAY_HOLD);
        if (numbers && (a == b || (alo == ahi && blo == bhi && alo == blo))) may = without(may, MAY_FAIL);
    }
    return defined ? may : may | MAY_BE_UNDEFINED;
}

static uint32_t test_atoms(struct facts *f, expr_id a, expr_id b) {
    class_id ca = class_of(f, a), cb = class_of(f, b);
    const struct class *ka = &f->classes.at[ca], *kb = &f->classes.at[cb];
    uint32_t may = facts_says_less(f, a, b);
    if (ca == cb) may = without(may, MAY_HOLD);
    if (ka->kinds != KIND_BIT(KIND_ATOM) || kb->kinds != KIND_BIT(KIND_ATOM)) return may | MAY_BE_UNDEFINED;
    if (ka->value && kb->value)
        may = symbol_compare(expr_imm(f->x, ka->value), expr_imm(f->x, kb->value)) < 0 ? MAY_HOLD : MAY_FAIL;
    return may | undefined_bit(f, a, ca) | undefined_bit(f, b, cb);
}

// ---- Junctions ----

enum { FEW = 16 }; // alternatives left that a junction is looked at as a whole for

// Is `condition`, or its negation, one of the arguments (which are sorted) of the junction c?
static bool is_part(struct facts *f, expr_id c, expr_id condition, bool negated) {
    assert(expr_op(f->x, c) == EXPR_AND_OP || expr_op(f->x, c) == EXPR_OR_OP);
    if (negated) condition = expr_not(f->x, condition);
    uint32_t lo = 0, hi = expr_count(f->x, c);
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        expr_id at = expr_arg(f->x, c, mid);
        if (at == condition) return true;
        if (at < condition)
            lo = mid + 1;
        else
            hi = mid;
    }
    return false;
}

// Does the junction name every literal that a typing leaves for the term? Only for a few alternatives.
static bool names_alternatives(struct facts *f, expr_id c, expr_id term, class_id k, bool negated) {
    for (uint32_t t = f->classes.at[k].typings; t; t = f->typings.at[t].next) {
        const struct typing *typing = &f->typings.at[t];
        bool all = !typing->any && typing->n > 0 && typing->n <= FEW;
        for (uint32_t i = 0; i < typing->n && all; i++) {
            struct pair p = f->pairs.at[typing->first + i];
            const struct alternative *a = grammar_alternative(f->g, p.type, p.alt);
            all = a->head == ALT_LITERAL && (class_excludes(f, k, a->literal) ||
                                             is_part(f, c, expr_eq(f->x, term, a->literal), negated));
        }
        if (all) return true;
    }
    return false;
}

// Likewise the numbers of a short range; `what` is the term, or its value.
static bool names_range(struct facts *f, expr_id c, expr_id what, class_id k, bool negated) {
    struct interval range = f->classes.at[k].range;
    uint64_t n;
    int64_t least = 0;
    if (f->classes.at[k].kinds != KIND_BIT(KIND_INT) || !interval_count(range, FEW, &n)) return false;
    interval_least(range, &least);
    bool is_term = expr_sort(f->x, what) == SORT_TERM;
    for (int64_t v = least; v < least + (int64_t)n; v++) {
        if (class_excludes_int(f, k, v)) continue;
        expr_id e = expr_int(f->x, v);
        expr_id is_v = is_term ? expr_eq(f->x, what, expr_int_term(f->x, e)) : expr_int_eq(f->x, what, e);
        if (!is_part(f, c, is_v, negated)) return false;
    }
    return true;
}

// The default way of a switch, "not this literal and not that one ..", when no other is left; and the union
// of all ways.
static bool names_all(struct facts *f, expr_id c, bool negated) {
    assert(expr_count(f->x, c) > 0);
    expr_id part = expr_arg(f->x, c, 0);
    if (negated != (expr_op(f->x, part) == EXPR_NOT_OP)) return false;
    if (negated) part = expr_arg(f->x, part, 0);
    enum expr_op op = expr_op(f->x, part);
    if (op != EXPR_EQ_OP && op != EXPR_INT_EQ_OP) return false;
    expr_id term = expr_arg(f->x, part, 0);
    if (op == EXPR_EQ_OP) {
        if (!facts_is_scalar(f, expr_arg(f->x, part, 1)) || expr_is_ground(f->x, term)) return false;
        class_id k = class_of(f, term);
        return names_range(f, c, term, k, negated) || names_alternatives(f, c, term, k, negated);
    }
    return expr_op(f->x, term) == EXPR_IVAL_OP && expr_op(f->x, expr_arg(f->x, part, 1)) == EXPR_INT_LIT_OP &&
           names_range(f, c, term, class_of(f, expr_arg(f->x, term, 0)), negated);
}

static uint32_t test_junction(struct facts *f, expr_id c, uint32_t depth, uint32_t absorbing) {
    assert(absorbing == MAY_HOLD || absorbing == MAY_FAIL);
    uint32_t some = 0, every = MAY_ANYTHING;
    if (depth == 0) return MAY_ANYTHING;
    for (uint32_t i = 0, n = expr_count(f->x, c); i < n; i++) {
        uint32_t part = facts_may(f, expr_arg(f->x, c, i), depth - 1);
        some |= part & (absorbing | MAY_BE_UNDEFINED);
        every &= part;
        if (part == absorbing) return absorbing;
    }
    uint32_t neutral = (MAY_HOLD | MAY_FAIL) & ~absorbing, may = some | (every & neutral);
    if (may & neutral && may & absorbing && names_all(f, c, absorbing == MAY_FAIL)) may &= ~neutral;
    return may;
}

uint32_t facts_may(struct facts *f, expr_id c, uint32_t depth) {
    struct expr_store *x = f->x;
    bool holds;
    enum expr_op op = expr_op(x, c);
    if (op != EXPR_NOT_OP && facts_known(f, c, &holds)) return holds ? MAY_HOLD : MAY_FAIL;
    switch (SOME_OF(op)) {
    case EXPR_TRUE_OP: return MAY_HOLD;
    case EXPR_FALSE_OP: return MAY_FAIL;
    case EXPR_NOT_OP: {
        uint32_t may = depth ? facts_may(f, expr_arg(x, c, 0), depth - 1) : MAY_ANYTHING;
        return (may & MAY_BE_UNDEFINED) | (may & MAY_HOLD ? MAY_FAIL : 0) | (may & MAY_FAIL ? MAY_HOLD : 0);
    }
    case EXPR_AND_OP: return test_junction(f, c, depth, MAY_FAIL);
    case EXPR_OR_OP: return test_junction(f, c, depth, MAY_HOLD);
    case EXPR_KIND_OP: return test_kind(f, expr_arg(x, c, 0), expr_imm(x, c));
    case EXPR_ARITY_OP: return test_arity(f, expr_arg(x, c, 0), expr_imm(x, c));
    case EXPR_FUN_ARITY_OP: return test_fun_arity(f, expr_arg(x, c, 0), expr_imm(x, c));
    case EXPR_EQ_OP: return test_eq(f, expr_arg(x, c, 0), expr_arg(x, c, 1));
    case EXPR_MAP_HAS_OP: return test_has(f, expr_arg(x, c, 0), expr_arg(x, c, 1));
    case EXPR_MAP_LARGER_OP: return test_larger(f, expr_arg(x, c, 0), expr_imm(x, c));
    case EXPR_INT_EQ_OP:
    case EXPR_INT_LT_OP: return test_int(f, op, expr_arg(x, c, 0), expr_arg(x, c, 1));
    case EXPR_FLOAT_EQ_OP:
    case EXPR_FLOAT_LT_OP: return test_float(f, op, expr_arg(x, c, 0), expr_arg(x, c, 1));
    case EXPR_IEEE_EQ_OP:
    case EXPR_IEEE_LT_OP:
    case EXPR_IEEE_LE_OP: return test_ieee(f, op, expr_arg(x, c, 0), expr_arg(x, c, 1));
    case EXPR_ATOM_LT_OP: return test_atoms(f, expr_arg(x, c, 0), expr_arg(x, c, 1));
    default: return MAY_ANYTHING;
    }
}

enum truth facts_test(struct facts *f, expr_id condition) {
    assert(expr_sort(f->x, condition) == SORT_BOOL);
    if (f->bad) return TRUTH_OPEN;
    uint32_t may = facts_may(f, condition, NESTING_MAX);
    // Making classes may have typed new parts: that waits for no assumption.
    if ((f->dirty.n || f->equals.n) && facts_settle(f)) may &= facts_may(f, condition, NESTING_MAX);
    if (f->bad) return TRUTH_OPEN; // the assumptions contradict each other
    if (may == MAY_HOLD) return TRUTH_TRUE;
    return may & MAY_HOLD ? TRUTH_OPEN : TRUTH_FALSE;
}
