// SPDX-License-Identifier: Apache-2.0
#include "solve/facts.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "base/some_of.h"
#include "solve/facts/classes.h"
#include "solve/leaf.h"

enum {
    ROUNDS_MAX = 12, // of propagation over all conditions: intervals may creep for ever
};

struct facts *facts_new(struct expr_store *x, const struct grammar *g, const struct variables *variables) {
    assert(x && g && variables);
    struct facts *f = mem_zalloc(sizeof *f);
    f->x = x;
    f->g = g;
    f->variables = variables;
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
    index_free(&f->orders_from);
    index_free(&f->exclusion_of);
    mem_free(f);
}

// The indices are not emptied: what they find is checked against the vectors.
void facts_watch(struct facts *f, double deadline, const struct stop *stop) {
    f->deadline = deadline;
    f->stop = stop;
    f->cut = false;
    f->steps = 0;
}

bool facts_cut_off(const struct facts *f) {
    return f->cut;
}

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
    f->bad = f->some_differ = false;
}

// ---- Comparing terms ----

static kind_set common_kinds(const struct class *a, const struct class *b) {
    kind_set common = a->kinds & b->kinds;
    if (interval_empty(interval_meet(a->range, b->range))) common &= ~KIND_BIT(KIND_INT);
    if (a->flo > b->fhi || b->flo > a->fhi) common &= ~KIND_BIT(KIND_FLOAT);
    if (a->arity_lo > b->arity_hi || b->arity_lo > a->arity_hi) common &= ~KIND_BIT(KIND_TUPLE);
    if (a->map_lo > b->map_hi || b->map_lo > a->map_hi) common &= ~KIND_BIT(KIND_MAP);
    if (interval_empty(interval_meet(a->bits, b->bits))) common &= ~KINDS_BITS;
    if (a->fun_arity >= 0 && b->fun_arity >= 0 && a->fun_arity != b->fun_arity) common &= ~KIND_BIT(KIND_FUN);
    return common;
}

// The class of a part, if there is one or the class is known as a whole.
static class_id known_part(struct facts *f, class_id c, uint64_t key) {
    assert(class_is_root(f, c));
    class_id child = class_child(f, c, key);
    if (child) return child;
    expr_id whole = f->classes.at[c].value ? f->classes.at[c].value : f->classes.at[c].built;
    if (!whole) return 0;
    if (key <= KEY_TL && expr_op(f->x, whole) == EXPR_CONS_OP)
        return class_of(f, expr_arg(f->x, whole, (uint32_t)key));
    if (KEY_SORT(key) == KEY_OF_ELEM && expr_op(f->x, whole) == EXPR_TUPLE_OP)
        return class_of(f, expr_arg(f->x, whole, KEY_NUMBER(key)));
    return 0;
}

static enum truth compare_parts(struct facts *f, class_id a, class_id b, uint32_t depth) {
    assert(depth > 0);
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
    assert(class_is_root(f, a) && class_is_root(f, b));
    if (a == b) return TRUTH_TRUE;
    const struct class *ka = &f->classes.at[a], *kb = &f->classes.at[b];
    if (ka->value && kb->value) return class_same_ground(f, ka->value, kb->value) ? TRUTH_TRUE : TRUTH_FALSE;
    kind_set common = common_kinds(ka, kb);
    if (common == 0) return TRUTH_FALSE;
    if ((kb->value && !class_admits(f, a, kb->value)) || (ka->value && !class_admits(f, b, ka->value)))
        return TRUTH_FALSE;
    for (uint32_t l = ka->apart; l; l = f->links.at[l].next)
        if (class_root(f, f->links.at[l].class) == b) return TRUTH_FALSE;
    if (ka->kinds != kb->kinds || ka->kinds != common) return TRUTH_OPEN;
    if (common == KIND_BIT(KIND_INT))
        return interval_is_point(ka->range) && interval_is_point(kb->range) ? TRUTH_TRUE
                                                                            : TRUTH_OPEN; // they meet
    bool same_size =
        common == KIND_BIT(KIND_TUPLE) && ka->arity_lo == ka->arity_hi && kb->arity_lo == kb->arity_hi;
    if (depth == 0 || !(same_size || common == KIND_BIT(KIND_CONS))) return TRUTH_OPEN;
    return compare_parts(f, a, b, depth);
}

kind_set facts_kinds(struct facts *f, expr_id term) {
    class_id c = class_of(f, term);
    if (!facts_settle(f)) return 0;
    return f->classes.at[class_root(f, c)].kinds;
}

// ---- Assuming ----

// The integer e = v is excluded, where e has one leaf and is linear in it with at most small numbers.
static bool exclude_value(struct facts *f, expr_id e, int64_t v) {
    assert(expr_sort(f->x, e) == SORT_INT);
    struct expr_store *x = f->x;
    for (;;) {
        e = facts_unmasked(f, e);
        enum expr_op op = expr_op(x, e);
        if (op == EXPR_IVAL_OP) return class_exclude_int(f, class_of(f, expr_arg(x, e, 0)), v);
        if (op == EXPR_TUPLE_SIZE_OP || op == EXPR_BIT_SIZE_OP) {
            if (v < 0 || v >= UINT32_MAX) return true;
            return class_exclude_shape(f, class_of(f, expr_arg(x, e, 0)), (uint32_t)v,
                                       op == EXPR_BIT_SIZE_OP ? SHAPE_BITS : SHAPE_TUPLE);
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
    struct interval below = interval_less(ib, strict), above = interval_greater(ia, strict);
    return facts_order(f, a, b, strict ? -1 : 0) && facts_narrow(f, a, below) && facts_narrow(f, b, above);
}

static bool assume_int(struct facts *f, enum expr_op op, expr_id a, expr_id b, bool holds) {
    assert(op == EXPR_INT_EQ_OP || op == EXPR_INT_LT_OP);
    a = facts_unmasked(f, a);
    b = facts_unmasked(f, b);
    if (op == EXPR_INT_LT_OP) return holds ? assume_less(f, a, b, true) : assume_less(f, b, a, false);
    struct interval ia = facts_interval(f, a), ib = facts_interval(f, b);
    if (holds) {
        return facts_order(f, a, b, 0) && facts_order(f, b, a, 0) && facts_narrow(f, a, ib) &&
               facts_narrow(f, b, ia);
    }
    if (!facts_differ(f, a, b)) return false;
    if (!facts_narrow(f, a, INTERVAL_ALL) || !facts_narrow(f, b, INTERVAL_ALL))
        return false; // leaves are integers
    int64_t v;
    if (interval_point(ib, &v) && !exclude_value(f, a, v)) return false;
    return !interval_point(ia, &v) || exclude_value(f, b, v);
}

// The integers whose floats lie between; floats hold integers exactly up to 2^53.
static struct interval whole_between(double lo, double hi) {
    struct interval from = fabs(lo) < 0x1p53 ? interval_from((int64_t)ceil(lo)) : INTERVAL_ALL;
    struct interval to = fabs(hi) < 0x1p53 ? interval_up_to((int64_t)floor(hi)) : INTERVAL_ALL;
    return interval_meet(from, to);
}

static bool bound_float(struct facts *f, expr_id e, double lo, double hi) {
    if (expr_op(f->x, e) == EXPR_FLOAT_LIT_OP) {
        double v = expr_get_float(f->x, e);
        return (v >= lo && v <= hi) || facts_fail(f);
    }
    if (expr_op(f->x, e) == EXPR_TO_FLOAT_OP) { // exact up to 2^53
        return facts_narrow(f, expr_arg(f->x, e, 0), whole_between(lo, hi));
    }
    return expr_op(f->x, e) != EXPR_FVAL_OP ||
           class_narrow_float(f, class_of(f, expr_arg(f->x, e, 0)), lo, hi);
}

static bool bound_ieee(struct facts *f, expr_id e, double lo, double hi) {
    switch (SOME_OF(expr_op(f->x, e))) {
    case EXPR_FLOAT_LIT_OP: {
        double v = expr_get_float(f->x, e);
        return (v >= lo && v <= hi) || facts_fail(f);
    }
    case EXPR_IEEE_OF_INT_OP: { // exact up to 2^53
        return facts_narrow(f, expr_arg(f->x, e, 0), whole_between(lo, hi));
    }
    case EXPR_FVAL_OP: return class_narrow_float(f, class_of(f, expr_arg(f->x, e, 0)), lo, hi);
    default: return true;
    }
}

static bool assume_float(struct facts *f, enum expr_op op, expr_id a, expr_id b, bool holds) {
    assert(op == EXPR_FLOAT_EQ_OP || op == EXPR_FLOAT_LT_OP);
    if (!facts_narrow(f, a, INTERVAL_ALL) || !facts_narrow(f, b, INTERVAL_ALL)) return false;
    double alo = -DBL_MAX, ahi = DBL_MAX, blo = -DBL_MAX, bhi = DBL_MAX;
    facts_float_bounds(f, a, &alo, &ahi);
    facts_float_bounds(f, b, &blo, &bhi);
    if (op == EXPR_FLOAT_EQ_OP && !holds) return facts_differ(f, a, b);
    if (op == EXPR_FLOAT_EQ_OP)
        return facts_order(f, a, b, 0) && facts_order(f, b, a, 0) && bound_float(f, a, blo, bhi) &&
               bound_float(f, b, alo, ahi);
    if (holds) { // floats are finite here: below the lowest there is none
        if (bhi == -DBL_MAX || alo == DBL_MAX) return facts_fail(f);
        return facts_order(f, a, b, -1) && bound_float(f, a, -DBL_MAX, nextafter(bhi, -DBL_MAX)) &&
               bound_float(f, b, nextafter(alo, DBL_MAX), DBL_MAX);
    }
    return facts_order(f, b, a, 0) && bound_float(f, a, blo, DBL_MAX) && bound_float(f, b, -DBL_MAX, ahi);
}

// A comparison that holds is one of numbers, infinite ones among them; of one that does not, only the leaves
// are known to be floats.
static bool assume_ieee(struct facts *f, enum expr_op op, expr_id a, expr_id b, bool holds) {
    assert(expr_op_is_ieee_compare(op));
    if (!facts_narrow(f, a, INTERVAL_ALL) || !facts_narrow(f, b, INTERVAL_ALL)) return false;
    if (!holds) return true;
    if (a == b) return true; // no NaN: facts_test looks for this condition
    expr_id numbers[2] = {expr_ieee_compare(f->x, EXPR_IEEE_EQ_OP, a, a),
                          expr_ieee_compare(f->x, EXPR_IEEE_EQ_OP, b, b)};
    for (uint32_t i = 0; i < 2; i++) {
        bool known = numbers[i] == EXPR_TRUE, is_number = true;
        if (!known) known = facts_known(f, numbers[i], &is_number);
        if (!is_number) return facts_fail(f);
        if (!known) vec_push(&f->todo, (struct known){numbers[i], true});
    }
    double alo, ahi, blo, bhi;
    facts_ieee_bounds(f, a, &alo, &ahi);
    facts_ieee_bounds(f, b, &blo, &bhi);
    if (op == EXPR_IEEE_LT_OP) { // below the lowest there is none
        if (bhi == -INFINITY || alo == INFINITY) return facts_fail(f);
        bhi = nextafter(bhi, -INFINITY);
        alo = nextafter(alo, INFINITY);
    }
    if (!facts_order(f, a, b, op == EXPR_IEEE_LT_OP ? -1 : 0)) return false;
    if (!bound_ieee(f, a, -INFINITY, bhi) || !bound_ieee(f, b, alo, INFINITY)) return false;
    if (op != EXPR_IEEE_EQ_OP) return true;
    return facts_order(f, b, a, 0) && bound_ieee(f, a, blo, INFINITY) && bound_ieee(f, b, -INFINITY, ahi);
}

static bool assume_atoms(struct facts *f, expr_id a, expr_id b, bool holds) {
    class_id ca = class_of(f, a), cb = class_of(f, b);
    if (!class_define(f, ca) || !class_define(f, cb)) return false;
    if (!class_narrow_kinds(f, ca, KIND_BIT(KIND_ATOM)) || !class_narrow_kinds(f, cb, KIND_BIT(KIND_ATOM)))
        return false;
    if (!facts_order(f, holds ? a : b, holds ? b : a, holds ? -1 : 0)) return false;
    if (!facts_settle(f)) return false;
    ca = class_root(f, ca);
    cb = class_root(f, cb);
    expr_id va = f->classes.at[ca].value, vb = f->classes.at[cb].value;
    if (va && vb && (symbol_compare(expr_imm(f->x, va), expr_imm(f->x, vb)) < 0) != holds)
        return facts_fail(f);
    if (!holds) return true;
    if (ca == cb) return facts_fail(f);
    class_set_apart(f, ca, cb);
    return true;
}

// From a literal, which then needs no class.
static bool assume_no_scalar(struct facts *f, expr_id a, expr_id scalar) {
    assert(facts_is_scalar(f, scalar));
    class_id c = class_of(f, a);
    if (!class_define(f, c) || !facts_settle(f)) return false;
    c = class_root(f, c);
    expr_id value = class_value(f, c);
    if (value) return !class_same_ground(f, value, scalar) || facts_fail(f);
    return class_exclude(f, c, scalar);
}

static bool assume_different(struct facts *f, expr_id a, expr_id b) {
    if (facts_is_scalar(f, b) && !facts_is_scalar(f, a)) return assume_no_scalar(f, a, b);
    class_id ca = class_of(f, a), cb = class_of(f, b);
    if (!class_define(f, ca) || !class_define(f, cb) || !facts_settle(f)) return false;
    ca = class_root(f, ca);
    cb = class_root(f, cb);
    enum truth equal = facts_compare(f, ca, cb, COMPARE_DEPTH);
    if (equal != TRUTH_OPEN) return equal == TRUTH_FALSE || facts_fail(f);
    expr_id va = class_value(f, ca), vb = class_value(f, cb);
    if (va) return class_exclude(f, cb, va);
    if (vb) return class_exclude(f, ca, vb);
    class_set_apart(f, ca, cb);
    return true;
}

static bool assume_eq(struct facts *f, expr_id c, expr_id a, expr_id b, bool holds) {
    if (holds) {
        facts_equate(f, class_of(f, a), class_of(f, b));
        return !f->bad;
    }
    if (!facts_is_scalar(f, a) && !facts_is_scalar(f, b)) vec_push(&f->clauses, (struct known){c, false});
    return facts_differ(f, a, b) && assume_different(f, a, b);
}

static bool assume_atom(struct facts *f, expr_id c, bool holds) {
    struct expr_store *x = f->x;
    enum expr_op op = expr_op(x, c);
    expr_id a = expr_arg(x, c, 0), b = expr_count(x, c) > 1 ? expr_arg(x, c, 1) : 0;
    uint32_t imm = expr_imm(x, c);
    switch (SOME_OF(op)) {
    case EXPR_EQ_OP: return assume_eq(f, c, a, b, holds);
    case EXPR_INT_EQ_OP:
    case EXPR_INT_LT_OP: return assume_int(f, op, a, b, holds);
    case EXPR_FLOAT_EQ_OP:
    case EXPR_FLOAT_LT_OP: return assume_float(f, op, a, b, holds);
    case EXPR_IEEE_EQ_OP:
    case EXPR_IEEE_LT_OP:
    case EXPR_IEEE_LE_OP: return assume_ieee(f, op, a, b, holds);
    case EXPR_ATOM_LT_OP: return assume_atoms(f, a, b, holds);
    default: break;
    }
    class_id t = class_of(f, a);
    if (!class_define(f, t)) return false;
    switch (SOME_OF(op)) {
    case EXPR_KIND_OP: return class_narrow_kinds(f, t, holds ? imm : KINDS_ALL & ~imm);
    case EXPR_ARITY_OP:
        if (!holds) return class_exclude_shape(f, t, imm, SHAPE_TUPLE);
        return class_narrow_kinds(f, t, KIND_BIT(KIND_TUPLE)) && class_narrow_arity(f, t, imm, imm);
    case EXPR_FUN_ARITY_OP:
        return holds ? class_require_fun_arity(f, t, imm) : class_exclude_shape(f, t, imm, SHAPE_FUNCTION);
    case EXPR_MAP_HAS_OP: return class_require_key(f, t, b, holds);
    case EXPR_MAP_LARGER_OP:
        if (holds)
            return class_narrow_kinds(f, t, KIND_BIT(KIND_MAP)) &&
                   class_narrow_map(f, t, imm + 1, UINT32_MAX);
        return f->classes.at[t].kinds != KIND_BIT(KIND_MAP) || class_narrow_map(f, t, 0, imm);
    default: return true;
    }
}

// A disjunction holds: when all parts but one cannot, that one does.
static bool clause_step(struct facts *f, struct known clause) {
    assert(expr_op(f->x, clause.condition) == EXPR_AND_OP || expr_op(f->x, clause.condition) == EXPR_OR_OP);
    struct expr_store *x = f->x;
    uint32_t want = clause.holds ? MAY_HOLD : MAY_FAIL, candidates = 0;
    expr_id last = 0;
    for (uint32_t i = 0, n = expr_count(x, clause.condition); i < n && candidates < 2; i++) {
        expr_id part = expr_arg(x, clause.condition, i);
        uint32_t may = facts_may(f, part, NESTING_MAX);
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
    if (facts_known(f, k.condition, &before)) return before == k.holds || facts_fail(f);
    facts_note(f, k.condition, k.holds);
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
    assert(expr_sort(f->x, condition) == SORT_BOOL);
    if (f->bad) return false;
    vec_push(&f->todo, (struct known){condition, true});
    return run_todo(f);
}

// Two terms differ, and only at one place may they: they differ there.
static bool apart_step(struct facts *f, expr_id condition) {
    assert(expr_op(f->x, condition) == EXPR_EQ_OP);
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
    if (op_compares_numbers(op) || op == EXPR_ATOM_LT_OP) return assume_atom(f, c, holds) && facts_settle(f);
    return true;
}

bool facts_propagate(struct facts *f, const expr_id *conditions, uint32_t n) {
    assert(n == 0 || conditions);
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
        if (f->cut || (f->changes == before && f->known.n == known)) break;
    }
    return !f->bad && (f->cut || facts_are_finite(f));
}
