// SPDX-License-Identifier: Apache-2.0
#include "solve/facts.h"

#include <float.h>
#include <math.h>

#include "solve/classes.h"

// What a condition may evaluate to, given the facts: a set of these.
enum { MAY_HOLD = 1, MAY_FAIL = 2, MAY_BE_UNDEFINED = 4, MAY_ANYTHING = 7 };

enum {
    NESTING_MAX = 16,  // of and, or, not: deeper ones are left open
    NODES_MAX = 64,    // of an arithmetic expression looked at per condition
    COMPARE_DEPTH = 4, // of two terms compared part by part
    ROUNDS_MAX = 12,   // of propagation over all conditions: intervals may creep for ever
};

struct facts *facts_new(struct expr_store *x, const struct grammar *g, const type_id *types, uint32_t n) {
    struct facts *f = mem_zalloc(sizeof *f);
    f->x = x;
    f->g = g;
    f->types = types;
    f->n_types = n;
    facts_reset(f);
    return f;
}

void facts_free(struct facts *f) {
    if (!f) return;
    vec_free(&f->classes);
    vec_free(&f->links);
    vec_free(&f->typings);
    vec_free(&f->pairs);
    vec_free(&f->exclusions);
    vec_free(&f->known);
    vec_free(&f->orders);
    vec_free(&f->clauses);
    vec_free(&f->equals);
    vec_free(&f->dirty);
    vec_free(&f->path);
    vec_free(&f->todo);
    vec_free(&f->visit);
    vec_free(&f->marks);
    vec_free(&f->parts);
    index_free(&f->class_of);
    index_free(&f->known_of);
    index_free(&f->order_of);
    index_free(&f->exclusion_of);
    mem_free(f);
}

// The indices are not emptied: what they find is checked against the vectors.
void facts_reset(struct facts *f) {
    vec_clear(&f->classes);
    vec_clear(&f->links);
    vec_clear(&f->typings);
    vec_clear(&f->pairs);
    vec_clear(&f->exclusions);
    vec_clear(&f->known);
    vec_clear(&f->orders);
    vec_clear(&f->clauses);
    vec_clear(&f->equals);
    vec_clear(&f->dirty);
    vec_clear(&f->path);
    vec_clear(&f->todo);
    vec_push(&f->classes, (struct class){0}); // number 0 is "none" everywhere
    vec_push(&f->links, (struct link){0});
    vec_push(&f->typings, (struct typing){0});
    f->bad = false;
}

// ---- Remembered conditions and orders ----

static bool known_get(const struct facts *f, expr_id condition, bool *holds) {
    uint32_t at;
    if (!index_get(&f->known_of, condition, &at) || at >= f->known.n ||
        f->known.at[at].condition != condition)
        return false;
    *holds = f->known.at[at].holds;
    return true;
}

static void known_put(struct facts *f, expr_id condition, bool holds) {
    vec_push(&f->known, (struct known){condition, holds});
    if (index_put(&f->known_of, condition, f->known.n - 1)) return;
    index_rebuild(&f->known_of, f->known.n);
    for (uint32_t i = 0; i < f->known.n; i++) index_put(&f->known_of, f->known.at[i].condition, i);
}

static uint64_t order_key(expr_id a, expr_id b) {
    return (uint64_t)a << 32 | b;
}

// The least k with a - b <= k known; INT64_MAX: none.
static int64_t order_get(const struct facts *f, expr_id a, expr_id b) {
    uint32_t at;
    if (!index_get(&f->order_of, order_key(a, b), &at) || at >= f->orders.n) return INT64_MAX;
    const struct order *o = &f->orders.at[at];
    return o->a == a && o->b == b ? o->most : INT64_MAX;
}

static void order_put(struct facts *f, expr_id a, expr_id b, int64_t most) {
    if (order_get(f, a, b) <= most) return;
    vec_push(&f->orders, (struct order){a, b, most});
    if (index_put(&f->order_of, order_key(a, b), f->orders.n - 1)) return;
    index_rebuild(&f->order_of, f->orders.n);
    for (uint32_t i = 0; i < f->orders.n; i++)
        index_put(&f->order_of, order_key(f->orders.at[i].a, f->orders.at[i].b), i);
}

// e = core + add, where expressions keep their literal summand apart (see expr_int_lt). False: no small
// summand.
static bool split_sum(const struct facts *f, expr_id e, expr_id *core, int64_t *add) {
    *core = e;
    *add = 0;
    if (expr_op(f->x, e) != EXPR_ADD_OP) return expr_op(f->x, e) != EXPR_INT_LIT_OP;
    bool first = expr_get_int64(f->x, expr_arg(f->x, e, 0), add);
    if (!first && !expr_get_int64(f->x, expr_arg(f->x, e, 1), add)) {
        *add = 0;
        return true;
    }
    *core = expr_arg(f->x, e, first ? 1 : 0);
    return *add > INT64_MIN / 4 && *add < INT64_MAX / 4;
}

// a - b <= most, for expressions with literal summands.
static void order_note(struct facts *f, expr_id a, expr_id b, int64_t most) {
    int64_t add_a, add_b;
    if (expr_sort(f->x, a) != SORT_INT)
        order_put(f, a, b, most);
    else if (split_sum(f, a, &a, &add_a) && split_sum(f, b, &b, &add_b))
        order_put(f, a, b, most - add_a + add_b);
}

// What is known of the difference of two expressions.
static bool difference(const struct facts *f, expr_id a, expr_id b, int64_t *lo, int64_t *hi) {
    int64_t add_a = 0, add_b = 0;
    if (f->orders.n == 0) return false;
    if (expr_sort(f->x, a) == SORT_INT && (!split_sum(f, a, &a, &add_a) || !split_sum(f, b, &b, &add_b)))
        return false;
    *hi = order_get(f, a, b);
    *lo = order_get(f, b, a);
    if (*hi == INT64_MAX && *lo == INT64_MAX) return false;
    *hi = *hi == INT64_MAX ? INT64_MAX : *hi + add_a - add_b;
    *lo = *lo == INT64_MAX ? INT64_MIN : -*lo + add_a - add_b;
    return true;
}

static uint32_t order_says_less(const struct facts *f, expr_id a, expr_id b) {
    int64_t lo, hi;
    if (!difference(f, a, b, &lo, &hi)) return MAY_HOLD | MAY_FAIL;
    return hi < 0 ? MAY_HOLD : lo >= 0 ? MAY_FAIL : MAY_HOLD | MAY_FAIL;
}

static uint32_t order_says_equal(const struct facts *f, expr_id a, expr_id b) {
    int64_t lo, hi;
    if (!difference(f, a, b, &lo, &hi)) return MAY_HOLD | MAY_FAIL;
    return lo > 0 || hi < 0 ? MAY_FAIL : lo == 0 && hi == 0 ? MAY_HOLD : MAY_HOLD | MAY_FAIL;
}

// ---- Intervals of expressions ----

// `budget` bounds the nodes visited, so that neither depth nor sharing matters. *certain is cleared if the
// value may be undefined.
static struct interval interval_walk(struct facts *f, expr_id e, uint32_t *budget, bool *certain) {
    struct expr_store *x = f->x;
    enum expr_op op = expr_op(x, e);
    if (op == EXPR_INT_LIT_OP) return interval_of_literal(x, e);
    if (op == EXPR_IVAL_OP || op == EXPR_TUPLE_SIZE_OP) {
        class_id c = class_of(f, expr_arg(x, e, 0));
        const struct class *k = &f->classes.at[c];
        kind_set need = KIND_BIT(op == EXPR_IVAL_OP ? KIND_INT : KIND_TUPLE);
        if (k->kinds != need || !class_is_defined(f, c)) *certain = false;
        if (op == EXPR_IVAL_OP) return k->range;
        return (struct interval){k->arity_lo, k->arity_hi == UINT32_MAX ? INT64_MAX : (int64_t)k->arity_hi};
    }
    if (*budget < 2 || op < EXPR_ADD_OP || op > EXPR_BSL_OP) {
        *certain = false;
        return INTERVAL_ALL;
    }
    *budget -= 2;
    expr_id a = expr_arg(x, e, 0), b = expr_arg(x, e, 1);
    struct interval ia = interval_walk(f, a, budget, certain), ib = interval_walk(f, b, budget, certain);
    if ((op == EXPR_DIV_OP || op == EXPR_REM_OP) && interval_holds(ib, 0)) *certain = false;
    if (op == EXPR_BSL_OP) *certain = false; // may be too big to be computed
    struct interval r = interval_apply(op, ia, ib);
    if (op == EXPR_MUL_OP && a == b && r.lo < 0) r.lo = 0;
    return r;
}

struct interval facts_interval(struct facts *f, expr_id e) {
    uint32_t budget = NODES_MAX;
    bool certain = true;
    return interval_walk(f, e, &budget, &certain);
}

static struct interval interval_certain(struct facts *f, expr_id e, bool *certain) {
    uint32_t budget = NODES_MAX;
    return interval_walk(f, e, &budget, certain);
}

static bool narrow_walk(struct facts *f, expr_id e, struct interval range, uint32_t *budget);

static bool narrow_leaf(struct facts *f, expr_id e, struct interval range) {
    class_id c = class_of(f, expr_arg(f->x, e, 0));
    if (!class_define(f, c)) return false;
    switch (expr_op(f->x, e)) {
    case EXPR_IVAL_OP: return class_narrow_kinds(f, c, KIND_BIT(KIND_INT)) && class_narrow_range(f, c, range);
    case EXPR_FVAL_OP: return class_narrow_kinds(f, c, KIND_BIT(KIND_FLOAT));
    default: break;
    }
    if (!class_narrow_kinds(f, c, KIND_BIT(KIND_TUPLE)) || range.hi < 0)
        return range.hi < 0 ? facts_fail(f) : false;
    uint32_t lo = range.lo < 0 ? 0 : range.lo > UINT32_MAX ? UINT32_MAX : (uint32_t)range.lo;
    uint32_t hi = range.hi > UINT32_MAX ? UINT32_MAX : (uint32_t)range.hi;
    return class_narrow_arity(f, c, lo, hi);
}

static bool narrow_binary(struct facts *f, expr_id e, struct interval range, uint32_t *budget) {
    struct expr_store *x = f->x;
    expr_id a = expr_arg(x, e, 0), b = expr_arg(x, e, 1);
    struct interval ia = facts_interval(f, a), ib = facts_interval(f, b);
    struct interval to_a = INTERVAL_ALL, to_b = INTERVAL_ALL;
    switch (expr_op(x, e)) {
    case EXPR_ADD_OP:
        to_a = interval_add(range, interval_negate(ib));
        to_b = interval_add(range, interval_negate(ia));
        break;
    case EXPR_SUB_OP:
        to_a = interval_add(range, ib);
        to_b = interval_add(ia, interval_negate(range));
        break;
    case EXPR_MUL_OP:
        if (interval_is_point(ib) && ib.lo != 0) to_a = interval_unscale(range, ib.lo);
        if (interval_is_point(ia) && ia.lo != 0) to_b = interval_unscale(range, ia.lo);
        break;
    case EXPR_DIV_OP: // a = q * b + r with |r| < |b|
        if (interval_is_point(ib) && ib.lo > 0)
            to_a =
                interval_add(interval_apply(EXPR_MUL_OP, range, ib), (struct interval){1 - ib.lo, ib.lo - 1});
        break;
    default: break;
    }
    return narrow_walk(f, a, to_a, budget) && narrow_walk(f, b, to_b, budget);
}

static bool narrow_walk(struct facts *f, expr_id e, struct interval range, uint32_t *budget) {
    struct expr_store *x = f->x;
    switch (expr_op(x, e)) {
    case EXPR_INT_LIT_OP:
        return !interval_empty(interval_meet(interval_of_literal(x, e), range)) || facts_fail(f);
    case EXPR_FLOAT_LIT_OP: return true;
    case EXPR_IVAL_OP:
    case EXPR_FVAL_OP:
    case EXPR_TUPLE_SIZE_OP: return narrow_leaf(f, e, range);
    default: break;
    }
    if (*budget == 0) return true;
    --*budget;
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

// ---- Comparing terms ----

static kind_set common_kinds(const struct class *a, const struct class *b) {
    kind_set common = a->kinds & b->kinds;
    if (interval_empty(interval_meet(a->range, b->range))) common &= ~KIND_BIT(KIND_INT);
    if (a->flo > b->fhi || b->flo > a->fhi) common &= ~KIND_BIT(KIND_FLOAT);
    if (a->arity_lo > b->arity_hi || b->arity_lo > a->arity_hi) common &= ~KIND_BIT(KIND_TUPLE);
    if (a->fun_arity >= 0 && b->fun_arity >= 0 && a->fun_arity != b->fun_arity) common &= ~KIND_BIT(KIND_FUN);
    return common;
}

// The class of a part, if there is one or the class is known as a whole.
static class_id known_part(struct facts *f, class_id c, uint64_t key) {
    class_id child = class_child(f, c, key);
    if (child) return child;
    expr_id whole = f->classes.at[c].value ? f->classes.at[c].value : f->classes.at[c].built;
    if (!whole) return 0;
    if (key <= KEY_TL && expr_op(f->x, whole) == EXPR_CONS_OP)
        return class_of(f, expr_arg(f->x, whole, (uint32_t)key));
    if (KEY_SORT(key) == 2 && expr_op(f->x, whole) == EXPR_TUPLE_OP)
        return class_of(f, expr_arg(f->x, whole, KEY_NUMBER(key)));
    return 0;
}

static enum truth compare_parts(struct facts *f, class_id a, class_id b, uint32_t depth) {
    bool cons = f->classes.at[a].kinds == KIND_BIT(KIND_CONS);
    uint32_t n = cons ? 2 : f->classes.at[a].arity_lo;
    enum truth all = TRUTH_TRUE;
    if (n > 64) return TRUTH_OPEN;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t key = cons ? i : KEY_ELEM(i);
        class_id pa = known_part(f, a, key), pb = known_part(f, b, key);
        enum truth part = pa && pb ? facts_compare(f, pa, pb, depth - 1) : TRUTH_OPEN;
        if (part == TRUTH_FALSE) return TRUTH_FALSE;
        if (part == TRUTH_OPEN) all = TRUTH_OPEN;
    }
    return all;
}

enum truth facts_compare(struct facts *f, class_id a, class_id b, uint32_t depth) {
    if (a == b) return TRUTH_TRUE;
    const struct class *ka = &f->classes.at[a], *kb = &f->classes.at[b];
    if (ka->value && kb->value) return same_ground(f, ka->value, kb->value) ? TRUTH_TRUE : TRUTH_FALSE;
    kind_set common = common_kinds(ka, kb);
    if (common == 0) return TRUTH_FALSE;
    if ((kb->value && !class_admits(f, a, kb->value)) || (ka->value && !class_admits(f, b, ka->value)))
        return TRUTH_FALSE;
    for (uint32_t l = ka->apart; l; l = f->links.at[l].next)
        if (class_root(f, f->links.at[l].b) == b) return TRUTH_FALSE;
    if (ka->kinds != kb->kinds || ka->kinds != common) return TRUTH_OPEN;
    if (common == KIND_BIT(KIND_INT))
        return interval_is_point(ka->range) && interval_is_point(kb->range) ? TRUTH_TRUE
                                                                            : TRUTH_OPEN; // they meet
    bool same_size =
        common == KIND_BIT(KIND_TUPLE) && ka->arity_lo == ka->arity_hi && kb->arity_lo == kb->arity_hi;
    if (depth == 0 || !(same_size || common == KIND_BIT(KIND_CONS))) return TRUTH_OPEN;
    return compare_parts(f, a, b, depth);
}

// ---- Testing ----

static bool built_is_defined(struct facts *f, expr_id term, uint32_t *budget) {
    struct expr_store *x = f->x;
    if (expr_is_ground(x, term)) return true;
    if (*budget == 0) return false;
    --*budget;
    switch (expr_op(x, term)) {
    case EXPR_CONS_OP:
    case EXPR_TUPLE_OP:
    case EXPR_MAP_OP:
        for (uint32_t i = 0; i < expr_count(x, term); i++)
            if (!built_is_defined(f, expr_arg(x, term, i), budget)) return false;
        return true;
    case EXPR_INT_OP: {
        bool certain = true;
        interval_certain(f, expr_arg(x, term, 0), &certain);
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
    for (uint32_t l = may ? k->shapes : 0; l; l = f->links.at[l].next)
        if (f->links.at[l].b == 0 && f->links.at[l].a == n) may = false;
    may = may && (!k->typings || typing_has_arity(f, k, n, false));
    bool must = may && k->kinds == KIND_BIT(KIND_TUPLE) && k->arity_lo == k->arity_hi;
    return (may ? MAY_HOLD : 0) | (must ? 0 : MAY_FAIL) | undefined_bit(f, t, c);
}

static uint32_t test_fun_arity(struct facts *f, expr_id t, uint32_t n) {
    class_id c = class_of(f, t);
    const struct class *k = &f->classes.at[c];
    bool may = k->kinds & KIND_BIT(KIND_FUN) && (k->fun_arity < 0 || k->fun_arity == (int32_t)n);
    for (uint32_t l = may ? k->shapes : 0; l; l = f->links.at[l].next)
        if (f->links.at[l].b == 1 && f->links.at[l].a == n) may = false;
    may = may && (!k->typings || typing_has_arity(f, k, n, true));
    bool must = may && k->kinds == KIND_BIT(KIND_FUN) && k->fun_arity == (int32_t)n;
    return (may ? MAY_HOLD : 0) | (must ? 0 : MAY_FAIL) | undefined_bit(f, t, c);
}

static bool is_scalar(const struct facts *f, expr_id term) {
    return expr_is_ground(f->x, term) && (expr_ground_kind(f->x, term) <= KIND_ATOM || term == EXPR_NIL);
}

// Equality with a literal, which then needs no class.
static uint32_t test_scalar(struct facts *f, expr_id a, expr_id scalar) {
    class_id c = class_of(f, a);
    if (f->equals.n || f->dirty.n) {
        facts_settle(f);
        c = class_root(f, c);
    }
    const struct class *k = &f->classes.at[c];
    uint32_t may = MAY_HOLD | MAY_FAIL | MAY_BE_UNDEFINED;
    if (k->value)
        may = same_ground(f, k->value, scalar) ? MAY_HOLD : MAY_FAIL;
    else if (!class_admits(f, c, scalar))
        may = MAY_FAIL;
    else if (k->kinds == KIND_BIT(KIND_INT) && interval_is_point(k->range))
        may = MAY_HOLD; // it is admitted
    return may == MAY_ANYTHING ? may : may | undefined_bit(f, a, c);
}

static uint32_t test_eq(struct facts *f, expr_id a, expr_id b) {
    if (is_scalar(f, b) && !is_scalar(f, a)) return test_scalar(f, a, b);
    class_id ca = class_of(f, a), cb = class_of(f, b);
    if (f->equals.n || f->dirty.n) { // new parts of known terms
        facts_settle(f);
        ca = class_root(f, ca);
        cb = class_root(f, cb);
    }
    uint32_t may = of_truth(facts_compare(f, ca, cb, COMPARE_DEPTH));
    if (may == MAY_HOLD || may == MAY_FAIL) return may | undefined_bit(f, a, ca) | undefined_bit(f, b, cb);
    return may | MAY_BE_UNDEFINED;
}

static uint32_t test_has(struct facts *f, expr_id map, expr_id key) {
    class_id c = class_of(f, map);
    const struct class *k = &f->classes.at[c];
    if (k->kinds != KIND_BIT(KIND_MAP)) return MAY_ANYTHING & ~(k->kinds & KIND_BIT(KIND_MAP) ? 0 : MAY_HOLD);
    for (uint32_t l = k->keys; l; l = f->links.at[l].next)
        if (f->links.at[l].b == key)
            return (f->links.at[l].a ? MAY_HOLD : MAY_FAIL) | undefined_bit(f, map, c);
    enum truth typed = expr_is_ground(f->x, key) ? typing_has_key(f, k, key) : TRUTH_OPEN;
    return typed == TRUTH_OPEN ? MAY_ANYTHING : of_truth(typed) | undefined_bit(f, map, c);
}

static uint32_t test_int(struct facts *f, enum expr_op op, expr_id a, expr_id b) {
    uint32_t may = op == EXPR_INT_LT_OP ? order_says_less(f, a, b) : order_says_equal(f, a, b);
    bool certain = true;
    struct interval ia = interval_certain(f, a, &certain), ib = interval_certain(f, b, &certain);
    uint32_t undefined = certain ? 0 : MAY_BE_UNDEFINED;
    if (op == EXPR_INT_LT_OP) {
        // open ends compare as what they are: nothing lies beyond them
        if (ia.hi != INT64_MAX && ib.lo != INT64_MIN && ia.hi < ib.lo) may &= ~MAY_FAIL;
        if (ia.lo != INT64_MIN && ib.hi != INT64_MAX && ia.lo >= ib.hi) may &= ~MAY_HOLD;
        return may | undefined;
    }
    if (interval_empty(interval_meet(ia, ib))) may &= ~MAY_HOLD;
    if (interval_is_point(ia) && interval_is_point(ib) && ia.lo == ib.lo) may &= ~MAY_FAIL;
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
            may &= ~MAY_HOLD;
    }
    return may | undefined;
}

static bool float_bounds(struct facts *f, expr_id e, double *lo, double *hi) {
    if (expr_op(f->x, e) == EXPR_FLOAT_LIT_OP) {
        *lo = *hi = expr_get_float(f->x, e);
        return true;
    }
    if (expr_op(f->x, e) != EXPR_FVAL_OP) return false;
    class_id c = class_of(f, expr_arg(f->x, e, 0));
    *lo = f->classes.at[c].flo;
    *hi = f->classes.at[c].fhi;
    return f->classes.at[c].kinds == KIND_BIT(KIND_FLOAT) && class_is_defined(f, c);
}

static uint32_t test_float(struct facts *f, enum expr_op op, expr_id a, expr_id b) {
    double alo, ahi, blo, bhi;
    uint32_t may = op == EXPR_FLOAT_LT_OP ? order_says_less(f, a, b) : order_says_equal(f, a, b);
    if (!float_bounds(f, a, &alo, &ahi) || !float_bounds(f, b, &blo, &bhi)) return may | MAY_BE_UNDEFINED;
    if (op == EXPR_FLOAT_LT_OP) {
        if (ahi < blo) may &= ~MAY_FAIL;
        if (alo >= bhi) may &= ~MAY_HOLD;
    } else {
        if (ahi < blo || bhi < alo) may &= ~MAY_HOLD;
        if (alo == ahi && blo == bhi && alo == blo) may &= ~MAY_FAIL;
    }
    return may;
}

static uint32_t test_atoms(struct facts *f, expr_id a, expr_id b) {
    class_id ca = class_of(f, a), cb = class_of(f, b);
    const struct class *ka = &f->classes.at[ca], *kb = &f->classes.at[cb];
    uint32_t may = order_says_less(f, a, b);
    if (ca == cb) may &= ~MAY_HOLD;
    if (ka->kinds != KIND_BIT(KIND_ATOM) || kb->kinds != KIND_BIT(KIND_ATOM)) return may | MAY_BE_UNDEFINED;
    if (ka->value && kb->value)
        may = symbol_compare(expr_imm(f->x, ka->value), expr_imm(f->x, kb->value)) < 0 ? MAY_HOLD : MAY_FAIL;
    return may | undefined_bit(f, a, ca) | undefined_bit(f, b, cb);
}

// ---- Junctions ----

enum { FEW = 16 }; // alternatives left that a junction is looked at as a whole for

// Is `condition`, or its negation, one of the arguments (which are sorted) of the junction c?
static bool is_part(struct facts *f, expr_id c, expr_id condition, bool negated) {
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
    if (f->classes.at[k].kinds != KIND_BIT(KIND_INT) || range.lo == INT64_MIN || range.hi == INT64_MAX ||
        (uint64_t)range.hi - (uint64_t)range.lo >= FEW)
        return false;
    bool is_term = expr_sort(f->x, what) == SORT_TERM;
    for (int64_t v = range.lo; v <= range.hi; v++) {
        if (class_excludes_int(f, k, v)) continue;
        expr_id n = expr_int(f->x, v);
        expr_id is_v = is_term ? expr_eq(f->x, what, expr_int_term(f->x, n)) : expr_int_eq(f->x, what, n);
        if (!is_part(f, c, is_v, negated)) return false;
    }
    return true;
}

// The default way of a switch, "not this literal and not that one ..", when no other is left; and the union
// of all ways.
static bool names_all(struct facts *f, expr_id c, bool negated) {
    expr_id part = expr_arg(f->x, c, 0);
    if (negated != (expr_op(f->x, part) == EXPR_NOT_OP)) return false;
    if (negated) part = expr_arg(f->x, part, 0);
    enum expr_op op = expr_op(f->x, part);
    if (op != EXPR_EQ_OP && op != EXPR_INT_EQ_OP) return false;
    expr_id term = expr_arg(f->x, part, 0);
    if (op == EXPR_EQ_OP) {
        if (!is_scalar(f, expr_arg(f->x, part, 1)) || expr_is_ground(f->x, term)) return false;
        class_id k = class_of(f, term);
        return names_range(f, c, term, k, negated) || names_alternatives(f, c, term, k, negated);
    }
    return expr_op(f->x, term) == EXPR_IVAL_OP && expr_op(f->x, expr_arg(f->x, part, 1)) == EXPR_INT_LIT_OP &&
           names_range(f, c, term, class_of(f, expr_arg(f->x, term, 0)), negated);
}

static uint32_t test_any(struct facts *f, expr_id c, uint32_t depth);

static uint32_t test_junction(struct facts *f, expr_id c, uint32_t depth, uint32_t absorbing) {
    uint32_t some = 0, every = MAY_ANYTHING;
    if (depth == 0) return MAY_ANYTHING;
    for (uint32_t i = 0, n = expr_count(f->x, c); i < n; i++) {
        uint32_t part = test_any(f, expr_arg(f->x, c, i), depth - 1);
        some |= part & (absorbing | MAY_BE_UNDEFINED);
        every &= part;
        if (part == absorbing) return absorbing;
    }
    uint32_t neutral = (MAY_HOLD | MAY_FAIL) & ~absorbing, may = some | (every & neutral);
    if (may & neutral && may & absorbing && names_all(f, c, absorbing == MAY_FAIL)) may &= ~neutral;
    return may;
}

static uint32_t test_any(struct facts *f, expr_id c, uint32_t depth) {
    struct expr_store *x = f->x;
    bool holds;
    enum expr_op op = expr_op(x, c);
    if (op != EXPR_NOT_OP && known_get(f, c, &holds)) return holds ? MAY_HOLD : MAY_FAIL;
    switch (op) {
    case EXPR_TRUE_OP: return MAY_HOLD;
    case EXPR_FALSE_OP: return MAY_FAIL;
    case EXPR_NOT_OP: {
        uint32_t may = depth ? test_any(f, expr_arg(x, c, 0), depth - 1) : MAY_ANYTHING;
        return (may & MAY_BE_UNDEFINED) | (may & MAY_HOLD ? MAY_FAIL : 0) | (may & MAY_FAIL ? MAY_HOLD : 0);
    }
    case EXPR_AND_OP: return test_junction(f, c, depth, MAY_FAIL);
    case EXPR_OR_OP: return test_junction(f, c, depth, MAY_HOLD);
    case EXPR_KIND_OP: return test_kind(f, expr_arg(x, c, 0), expr_imm(x, c));
    case EXPR_ARITY_OP: return test_arity(f, expr_arg(x, c, 0), expr_imm(x, c));
    case EXPR_FUN_ARITY_OP: return test_fun_arity(f, expr_arg(x, c, 0), expr_imm(x, c));
    case EXPR_EQ_OP: return test_eq(f, expr_arg(x, c, 0), expr_arg(x, c, 1));
    case EXPR_MAP_HAS_OP: return test_has(f, expr_arg(x, c, 0), expr_arg(x, c, 1));
    case EXPR_INT_EQ_OP:
    case EXPR_INT_LT_OP: return test_int(f, op, expr_arg(x, c, 0), expr_arg(x, c, 1));
    case EXPR_FLOAT_EQ_OP:
    case EXPR_FLOAT_LT_OP: return test_float(f, op, expr_arg(x, c, 0), expr_arg(x, c, 1));
    case EXPR_ATOM_LT_OP: return test_atoms(f, expr_arg(x, c, 0), expr_arg(x, c, 1));
    default: return MAY_ANYTHING;
    }
}

enum truth facts_test(struct facts *f, expr_id condition) {
    if (f->bad) return TRUTH_OPEN;
    uint32_t may = test_any(f, condition, NESTING_MAX);
    // Making classes may have typed new parts: that waits for no assumption.
    if ((f->dirty.n || f->equals.n) && facts_settle(f)) may &= test_any(f, condition, NESTING_MAX);
    if (f->bad) return TRUTH_OPEN; // the assumptions contradict each other
    if (may == MAY_HOLD) return TRUTH_TRUE;
    return may & MAY_HOLD ? TRUTH_OPEN : TRUTH_FALSE;
}

kind_set facts_kinds(struct facts *f, expr_id term) {
    class_id c = class_of(f, term);
    if (!facts_settle(f)) return 0;
    return f->classes.at[class_root(f, c)].kinds;
}

// ---- Assuming ----

// The integer e = v is excluded, where e has one leaf and is linear in it with at most small numbers.
static bool exclude_value(struct facts *f, expr_id e, int64_t v) {
    struct expr_store *x = f->x;
    for (;;) {
        enum expr_op op = expr_op(x, e);
        if (op == EXPR_IVAL_OP) return class_exclude_int(f, class_of(f, expr_arg(x, e, 0)), v);
        if (op == EXPR_TUPLE_SIZE_OP) {
            if (v < 0 || v >= UINT32_MAX) return true;
            return class_exclude_shape(f, class_of(f, expr_arg(x, e, 0)), (uint32_t)v, false);
        }
        if (op != EXPR_ADD_OP && op != EXPR_SUB_OP && op != EXPR_MUL_OP) return true;
        expr_id a = expr_arg(x, e, 0), b = expr_arg(x, e, 1);
        int64_t c;
        bool first = expr_get_int64(x, a, &c); // the literal comes first
        if (!first && !expr_get_int64(x, b, &c)) return true;
        if (op == EXPR_ADD_OP && __builtin_sub_overflow(v, c, &v)) return true;
        if (op == EXPR_SUB_OP &&
            (first ? __builtin_sub_overflow(c, v, &v) : __builtin_add_overflow(v, c, &v)))
            return true;
        if (op == EXPR_MUL_OP) {
            if (c == 0 || c == -1 || v % c != 0) return true; // -1: v may not have a negative
            v /= c;
        }
        e = first ? b : a;
    }
}

static bool assume_less(struct facts *f, expr_id a, expr_id b, bool strict) {
    struct interval ia = facts_interval(f, a), ib = facts_interval(f, b);
    struct interval below = {INT64_MIN, ib.hi}, above = {ia.lo, INT64_MAX};
    if (strict && below.hi != INT64_MAX && below.hi > INT64_MIN + 1) below.hi--;
    if (strict && above.lo != INT64_MIN && above.lo < INT64_MAX - 1) above.lo++;
    order_note(f, a, b, strict ? -1 : 0);
    return facts_narrow(f, a, below) && facts_narrow(f, b, above);
}

static bool assume_int(struct facts *f, enum expr_op op, expr_id a, expr_id b, bool holds) {
    if (op == EXPR_INT_LT_OP) return holds ? assume_less(f, a, b, true) : assume_less(f, b, a, false);
    struct interval ia = facts_interval(f, a), ib = facts_interval(f, b);
    if (holds) {
        order_note(f, a, b, 0);
        order_note(f, b, a, 0);
        return facts_narrow(f, a, ib) && facts_narrow(f, b, ia);
    }
    if (!facts_narrow(f, a, INTERVAL_ALL) || !facts_narrow(f, b, INTERVAL_ALL))
        return false; // leaves are integers
    if (interval_is_point(ib) && !exclude_value(f, a, ib.lo)) return false;
    return !interval_is_point(ia) || exclude_value(f, b, ia.lo);
}

static bool bound_float(struct facts *f, expr_id e, double lo, double hi) {
    if (expr_op(f->x, e) == EXPR_FLOAT_LIT_OP) {
        double v = expr_get_float(f->x, e);
        return (v >= lo && v <= hi) || facts_fail(f);
    }
    return expr_op(f->x, e) != EXPR_FVAL_OP ||
           class_narrow_float(f, class_of(f, expr_arg(f->x, e, 0)), lo, hi);
}

static bool assume_float(struct facts *f, enum expr_op op, expr_id a, expr_id b, bool holds) {
    if (!facts_narrow(f, a, INTERVAL_ALL) || !facts_narrow(f, b, INTERVAL_ALL)) return false;
    double alo = -DBL_MAX, ahi = DBL_MAX, blo = -DBL_MAX, bhi = DBL_MAX;
    float_bounds(f, a, &alo, &ahi);
    float_bounds(f, b, &blo, &bhi);
    if (op == EXPR_FLOAT_EQ_OP) return !holds || (bound_float(f, a, blo, bhi) && bound_float(f, b, alo, ahi));
    if (holds) { // floats are finite here: below the lowest there is none
        if (bhi == -DBL_MAX || alo == DBL_MAX) return facts_fail(f);
        order_note(f, a, b, -1);
        return bound_float(f, a, -DBL_MAX, nextafter(bhi, -DBL_MAX)) &&
               bound_float(f, b, nextafter(alo, DBL_MAX), DBL_MAX);
    }
    order_note(f, b, a, 0);
    return bound_float(f, a, blo, DBL_MAX) && bound_float(f, b, -DBL_MAX, ahi);
}

static void set_apart(struct facts *f, class_id a, class_id b) {
    for (uint32_t l = f->classes.at[a].apart; l; l = f->links.at[l].next)
        if (class_root(f, f->links.at[l].b) == b) return;
    link_push(f, &f->classes.at[a].apart, 0, b);
    link_push(f, &f->classes.at[b].apart, 0, a);
}

static bool assume_atoms(struct facts *f, expr_id a, expr_id b, bool holds) {
    class_id ca = class_of(f, a), cb = class_of(f, b);
    if (!class_define(f, ca) || !class_define(f, cb)) return false;
    if (!class_narrow_kinds(f, ca, KIND_BIT(KIND_ATOM)) || !class_narrow_kinds(f, cb, KIND_BIT(KIND_ATOM)))
        return false;
    order_note(f, holds ? a : b, holds ? b : a, holds ? -1 : 0);
    if (!facts_settle(f)) return false;
    ca = class_root(f, ca);
    cb = class_root(f, cb);
    expr_id va = f->classes.at[ca].value, vb = f->classes.at[cb].value;
    if (va && vb && (symbol_compare(expr_imm(f->x, va), expr_imm(f->x, vb)) < 0) != holds)
        return facts_fail(f);
    if (!holds) return true;
    if (ca == cb) return facts_fail(f);
    set_apart(f, ca, cb);
    return true;
}

// From a literal, which then needs no class.
static bool assume_no_scalar(struct facts *f, expr_id a, expr_id scalar) {
    class_id c = class_of(f, a);
    if (!class_define(f, c) || !facts_settle(f)) return false;
    c = class_root(f, c);
    expr_id value = class_value(f, c);
    if (value) return !same_ground(f, value, scalar) || facts_fail(f);
    return class_exclude(f, c, scalar);
}

static bool assume_different(struct facts *f, expr_id a, expr_id b) {
    if (is_scalar(f, b) && !is_scalar(f, a)) return assume_no_scalar(f, a, b);
    class_id ca = class_of(f, a), cb = class_of(f, b);
    if (!class_define(f, ca) || !class_define(f, cb) || !facts_settle(f)) return false;
    ca = class_root(f, ca);
    cb = class_root(f, cb);
    enum truth equal = facts_compare(f, ca, cb, COMPARE_DEPTH);
    if (equal != TRUTH_OPEN) return equal == TRUTH_FALSE || facts_fail(f);
    expr_id va = class_value(f, ca), vb = class_value(f, cb);
    if (va) return class_exclude(f, cb, va);
    if (vb) return class_exclude(f, ca, vb);
    set_apart(f, ca, cb);
    return true;
}

static bool assume_eq(struct facts *f, expr_id c, expr_id a, expr_id b, bool holds) {
    if (holds) {
        facts_equate(f, class_of(f, a), class_of(f, b));
        return true;
    }
    if (!is_scalar(f, a) && !is_scalar(f, b)) vec_push(&f->clauses, (struct known){c, false});
    return assume_different(f, a, b);
}

static bool assume_atom(struct facts *f, expr_id c, bool holds) {
    struct expr_store *x = f->x;
    enum expr_op op = expr_op(x, c);
    expr_id a = expr_arg(x, c, 0), b = expr_count(x, c) > 1 ? expr_arg(x, c, 1) : 0;
    uint32_t imm = expr_imm(x, c);
    switch (op) {
    case EXPR_EQ_OP: return assume_eq(f, c, a, b, holds);
    case EXPR_INT_EQ_OP:
    case EXPR_INT_LT_OP: return assume_int(f, op, a, b, holds);
    case EXPR_FLOAT_EQ_OP:
    case EXPR_FLOAT_LT_OP: return assume_float(f, op, a, b, holds);
    case EXPR_ATOM_LT_OP: return assume_atoms(f, a, b, holds);
    default: break;
    }
    class_id t = class_of(f, a);
    if (!class_define(f, t)) return false;
    switch (op) {
    case EXPR_KIND_OP: return class_narrow_kinds(f, t, holds ? imm : KINDS_ALL & ~imm);
    case EXPR_ARITY_OP:
        if (!holds) return class_exclude_shape(f, t, imm, false);
        return class_narrow_kinds(f, t, KIND_BIT(KIND_TUPLE)) && class_narrow_arity(f, t, imm, imm);
    case EXPR_FUN_ARITY_OP:
        return holds ? class_require_fun_arity(f, t, imm) : class_exclude_shape(f, t, imm, true);
    case EXPR_MAP_HAS_OP: return class_require_key(f, t, b, holds);
    default: return true;
    }
}

// A disjunction holds: when all parts but one cannot, that one does.
static bool clause_step(struct facts *f, struct known clause) {
    struct expr_store *x = f->x;
    uint32_t want = clause.holds ? MAY_HOLD : MAY_FAIL, candidates = 0;
    expr_id last = 0;
    for (uint32_t i = 0, n = expr_count(x, clause.condition); i < n && candidates < 2; i++) {
        expr_id part = expr_arg(x, clause.condition, i);
        uint32_t may = test_any(f, part, NESTING_MAX);
        if (may == want) return true;
        if (!(may & want)) continue;
        candidates++;
        last = part;
    }
    if (candidates == 0) return facts_fail(f);
    if (candidates == 1) vec_push(&f->todo, (struct known){last, clause.holds});
    return true;
}

static bool assume_step(struct facts *f, struct known k) {
    struct expr_store *x = f->x;
    while (expr_op(x, k.condition) == EXPR_NOT_OP) k = (struct known){expr_arg(x, k.condition, 0), !k.holds};
    enum expr_op op = expr_op(x, k.condition);
    if (op == EXPR_TRUE_OP || op == EXPR_FALSE_OP) return (op == EXPR_TRUE_OP) == k.holds || facts_fail(f);
    bool before;
    if (known_get(f, k.condition, &before)) return before == k.holds || facts_fail(f);
    known_put(f, k.condition, k.holds);
    if (op != EXPR_AND_OP && op != EXPR_OR_OP) return assume_atom(f, k.condition, k.holds);
    if ((op == EXPR_AND_OP) != k.holds) {
        vec_push(&f->clauses, k);
        return clause_step(f, k);
    }
    for (uint32_t i = expr_count(x, k.condition); i-- > 0;)
        vec_push(&f->todo, (struct known){expr_arg(x, k.condition, i), k.holds});
    return true;
}

static bool run_todo(struct facts *f) {
    while (f->todo.n && !f->bad) {
        struct known next = vec_pop(&f->todo);
        if (!assume_step(f, next)) break;
        // a literal switch excludes many values at once: types are narrowed after the last
        bool more = f->todo.n && expr_op(f->x, vec_last(&f->todo).condition) == EXPR_NOT_OP;
        if (!more && !facts_settle(f)) break;
    }
    vec_clear(&f->todo);
    if (f->bad) facts_settle(f); // drops the waiting work
    return !f->bad;
}

bool facts_assume(struct facts *f, expr_id condition) {
    if (f->bad) return false;
    vec_push(&f->todo, (struct known){condition, true});
    return run_todo(f);
}

// Two terms differ, and only at one place may they: they differ there.
static bool apart_step(struct facts *f, expr_id condition) {
    class_id a = class_of(f, expr_arg(f->x, condition, 0)), b = class_of(f, expr_arg(f->x, condition, 1));
    if (!facts_settle(f)) return false;
    for (uint32_t depth = 0; depth < COMPARE_DEPTH; depth++) {
        a = class_root(f, a);
        b = class_root(f, b);
        enum truth equal = facts_compare(f, a, b, COMPARE_DEPTH);
        if (equal != TRUTH_OPEN) return equal == TRUTH_FALSE || facts_fail(f);
        expr_id va = class_value(f, a), vb = class_value(f, b);
        if (depth > 0 && va && !class_exclude(f, b, va)) return false;
        if (depth > 0 && vb && !class_exclude(f, a, vb)) return false;
        const struct class *ka = &f->classes.at[a], *kb = &f->classes.at[b];
        bool cons = ka->kinds == KIND_BIT(KIND_CONS) && kb->kinds == ka->kinds;
        bool tuple = ka->kinds == KIND_BIT(KIND_TUPLE) && kb->kinds == ka->kinds &&
                     ka->arity_lo == ka->arity_hi && kb->arity_lo == kb->arity_hi;
        if (!cons && !tuple) return true;
        uint32_t open = 0, n = cons ? 2 : ka->arity_lo;
        class_id next_a = 0, next_b = 0;
        for (uint32_t i = 0; i < n && open < 2; i++) {
            uint64_t key = cons ? i : KEY_ELEM(i);
            class_id pa = known_part(f, a, key), pb = known_part(f, b, key);
            if (!pa || !pb) return true;
            if (facts_compare(f, pa, pb, COMPARE_DEPTH) == TRUTH_TRUE) continue;
            open++;
            next_a = pa;
            next_b = pb;
        }
        if (open != 1) return true;
        a = next_a;
        b = next_b;
    }
    return true;
}

static bool again(struct facts *f, expr_id c, bool holds) {
    while (expr_op(f->x, c) == EXPR_NOT_OP) {
        c = expr_arg(f->x, c, 0);
        holds = !holds;
    }
    enum expr_op op = expr_op(f->x, c);
    if (op == EXPR_INT_EQ_OP || op == EXPR_INT_LT_OP || op == EXPR_FLOAT_EQ_OP || op == EXPR_FLOAT_LT_OP ||
        op == EXPR_ATOM_LT_OP)
        return assume_atom(f, c, holds) && facts_settle(f);
    return true;
}

bool facts_propagate(struct facts *f, const expr_id *conditions, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!facts_assume(f, conditions[i])) return false;
    for (uint32_t round = 0; round < ROUNDS_MAX; round++) {
        uint64_t before = f->changes;
        uint32_t known = f->known.n;
        for (uint32_t i = 0; i < f->known.n; i++)
            if (!again(f, f->known.at[i].condition, f->known.at[i].holds)) break;
        for (uint32_t i = 0; i < f->clauses.n && !f->bad; i++) {
            struct known clause = f->clauses.at[i];
            if (expr_op(f->x, clause.condition) == EXPR_EQ_OP) {
                if (!apart_step(f, clause.condition) || !facts_settle(f)) break;
            } else if (!clause_step(f, clause) || !run_todo(f)) {
                break;
            }
        }
        if (f->bad) {
            facts_settle(f);
            return false;
        }
        if (f->changes == before && f->known.n == known) break;
    }
    return !f->bad && facts_are_finite(f);
}
