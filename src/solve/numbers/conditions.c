// SPDX-License-Identifier: Apache-2.0
// From facts to conditions on numbers: they are rewritten so that a leaf is IVAL, FVAL, TUPLE_SIZE or
// BIT_SIZE of the canonical term of its class.
#include <assert.h>

#include "solve/numbers/numbers.h"

#include "base/some_of.h"

enum { NESTED_MAX = 10000 };

static kind_set kind_of_leaf(enum expr_op op) {
    assert(op_is_leaf(op));
    if (op == EXPR_BIT_SIZE_OP) return KINDS_BITS;
    return KIND_BIT(op == EXPR_IVAL_OP ? KIND_INT : op == EXPR_FVAL_OP ? KIND_FLOAT : KIND_TUPLE);
}
// ---- Preparing ----

// Terms inside constructors and applications get classes, leaves get their kind. Facts look at a bounded part
// of an expression only; here all of it is visited.
static bool require_leaves(struct solver *s, expr_id e) {
    struct facts *f = s->f;
    uint32_t seen;
    vec_push(&s->numbers->stack, e);
    while (s->numbers->stack.n) {
        e = vec_pop(&s->numbers->stack);
        if (hash_map_get(&s->numbers->rewritten, e, &seen)) continue;
        hash_map_put(&s->numbers->rewritten, e, e);
        enum expr_op op = expr_op(s->x, e);
        if (op_is_leaf(op)) {
            class_id c = class_of(f, expr_arg(s->x, e, 0));
            if (!class_define(f, c) || !class_narrow_kinds(f, c, kind_of_leaf(op))) break;
            continue;
        }
        if (expr_sort(s->x, e) == SORT_TERM && !expr_is_ground(s->x, e) && !class_define(f, class_of(f, e)))
            break;
        if (op == EXPR_VAR_OP || op == EXPR_HD_OP || op == EXPR_TL_OP || op == EXPR_ELEM_OP ||
            op == EXPR_TEXT_OP || op == EXPR_BITS_GET_OP || op == EXPR_MAP_GET_OP)
            continue;
        if (expr_is_ground(s->x, e)) continue;
        for (uint32_t i = 0; i < expr_count(s->x, e); i++) vec_push(&s->numbers->stack, expr_arg(s->x, e, i));
    }
    vec_clear(&s->numbers->stack);
    return !f->bad;
}

bool conditions_prepare(struct solver *s) {
    struct facts *f = s->f;
    hash_map_clear(&s->numbers->rewritten);
    for (uint32_t i = 0; i < f->known.n; i++)
        if (op_compares_numbers(expr_op(s->x, f->known.at[i].condition)) &&
            !require_leaves(s, f->known.at[i].condition))
            return false;
    for (class_id c = 1; c < f->classes.n; c++) {
        expr_id term = f->classes.at[c].term;
        if (!term || expr_is_ground(s->x, term) || !f->classes.at[class_root(f, c)].defined) continue;
        enum expr_op op = expr_op(s->x, term);
        if (op != EXPR_APPLY_OP && op < EXPR_INT_OP) continue;
        if (op >= EXPR_HD_OP && op <= EXPR_MAP_GET_OP) continue;
        if (!require_leaves(s, term)) return false;
    }
    return facts_settle(f);
}

bool conditions_numeric(struct solver *s, expr_id condition) {
    assert(s->numbers->stack.n == 0);
    struct hash_map seen = {0};
    uint32_t known;
    bool only = true;
    vec_push(&s->numbers->stack, condition);
    while (s->numbers->stack.n && only) {
        expr_id e = vec_pop(&s->numbers->stack);
        enum expr_op op = expr_op(s->x, e);
        if (expr_sort(s->x, e) == SORT_BOOL)
            only = op_compares_numbers(op) || op == EXPR_NOT_OP || op == EXPR_AND_OP || op == EXPR_OR_OP;
        else
            only = expr_sort(s->x, e) == SORT_INT || expr_sort(s->x, e) == SORT_FLOAT;
        if (!only || expr_is_ground(s->x, e) || hash_map_get(&seen, e, &known)) continue;
        hash_map_put(&seen, e, e);
        if (op_is_leaf(op)) {
            class_id c = class_of(s->f, expr_arg(s->x, e, 0));
            if (s->f->classes.at[c].kinds != kind_of_leaf(op)) facts_settle(s->f); // the class may be new
            only =
                s->f->classes.at[class_root(s->f, c)].kinds == kind_of_leaf(op) && class_is_defined(s->f, c);
            continue;
        }
        for (uint32_t i = 0; i < expr_count(s->x, e); i++) vec_push(&s->numbers->stack, expr_arg(s->x, e, i));
    }
    vec_clear(&s->numbers->stack);
    hash_map_free(&seen);
    return only;
}

// ---- Rewriting ----

static uint32_t leaf_index(struct solver *s, expr_id e, class_id c) {
    assert(op_is_leaf(expr_op(s->x, e)));
    uint32_t i;
    if (hash_map_get(&s->numbers->leaf_of, e, &i)) return i;
    i = s->numbers->leaves.n;
    hash_map_put(&s->numbers->leaf_of, e, i);
    vec_push(&s->numbers->leaves, (struct leaf){.e = e, .c = c, .up = i, .parent = eval_value(s->parent, e)});
    return i;
}

static bool get_rewritten(const struct solver *s, expr_id e, expr_id *out) {
    if (expr_op(s->x, e) == EXPR_INT_LIT_OP || expr_op(s->x, e) == EXPR_FLOAT_LIT_OP) {
        *out = e;
        return true;
    }
    return hash_map_get(&s->numbers->rewritten, e, out);
}

// A leaf of a term becomes a number, the leaf of its class, or what is inside int(..) if its class has no
// other term. 0: that has to be rewritten first, and was pushed.
static expr_id rewrite_leaf(struct solver *s, expr_id e) {
    assert(op_is_leaf(expr_op(s->x, e)));
    struct facts *f = s->f;
    enum expr_op op = expr_op(s->x, e);
    class_id c = class_of(f, expr_arg(s->x, e, 0));
    const struct class *k = &f->classes.at[c];
    if (op_is_size(op)) {
        struct interval sizes = class_sizes(k, op);
        int64_t size;
        if (interval_point(sizes, &size)) return expr_int(s->x, size);
        expr_id leaf = k->canon ? expr_unary(s->x, op, k->canon) : e;
        leaf_index(s, leaf, c);
        return leaf;
    }
    expr_id value = class_value(f, c);
    if (value) return expr_arg(s->x, value, 0);
    k = &f->classes.at[c];
    if (k->canon || !k->built) {
        expr_id leaf =
            k->canon ? (op == EXPR_IVAL_OP ? expr_ival(s->x, k->canon) : expr_fval(s->x, k->canon)) : e;
        leaf_index(s, leaf, c);
        return leaf;
    }
    expr_id inside = expr_arg(s->x, k->built, 0), out;
    if (get_rewritten(s, inside, &out)) return out;
    vec_push(&s->numbers->stack, inside);
    return 0;
}

static expr_id rebuild(struct solver *s, expr_id e, const expr_id *args, uint32_t n) {
    assert(!op_is_leaf(expr_op(s->x, e)) && n == expr_count(s->x, e));
    struct expr_store *x = s->x;
    enum expr_op op = expr_op(x, e);
    if (op == EXPR_IEEE_TO_INT32_OP && expr_op(x, args[0]) == EXPR_IEEE_OF_INT_OP) { // exact both ways
        expr_id whole = expr_arg(x, args[0], 0);
        bool certain = true;
        struct interval i = facts_interval_certain(s->f, whole, &certain);
        if (certain && interval_within(i, INT32_MIN, INT32_MAX)) return whole;
    }
    return expr_with_arguments(x, e, args, n);
}

static expr_id rewrite(struct solver *s, expr_id root) {
    expr_id out;
    VEC(expr_id) args = {0};
    vec_push(&s->numbers->stack, root);
    while (s->numbers->stack.n) {
        expr_id e = vec_last(&s->numbers->stack);
        if (get_rewritten(s, e, &out)) {
            s->numbers->stack.n--;
            continue;
        }
        uint32_t before = s->numbers->stack.n;
        if (op_is_leaf(expr_op(s->x, e))) {
            out = rewrite_leaf(s, e);
            if (!out) {
                if (s->numbers->stack.n > NESTED_MAX) break; // a term inside itself
                continue;
            }
        } else {
            vec_clear(&args);
            for (uint32_t i = 0; i < expr_count(s->x, e); i++) {
                expr_id arg = expr_arg(s->x, e, i);
                if (get_rewritten(s, arg, &out))
                    vec_push(&args, out);
                else
                    vec_push(&s->numbers->stack, arg);
            }
            if (s->numbers->stack.n > before) continue;
            out = rebuild(s, e, args.at, args.n);
        }
        hash_map_put(&s->numbers->rewritten, e, out);
        s->numbers->stack.n--;
    }
    vec_free(&args);
    bool done = s->numbers->stack.n == 0;
    vec_clear(&s->numbers->stack);
    return done && get_rewritten(s, root, &out) ? out : 0;
}

// ---- Collecting ----

static bool add_condition(struct solver *s, expr_id condition) {
    assert(expr_sort(s->x, condition) == SORT_BOOL);
    if (condition == EXPR_TRUE) return true;
    if (condition == EXPR_FALSE) return false;
    vec_push(&s->numbers->conditions, condition);
    return true;
}

static expr_id number_of_class(struct solver *s, class_id c) {
    const struct class *k = &s->f->classes.at[c];
    expr_id term = k->value ? k->value : k->canon ? k->canon : k->built;
    if (!term) return 0;
    return rewrite(s, k->kinds == KIND_BIT(KIND_INT) ? expr_ival(s->x, term) : expr_fval(s->x, term));
}

expr_id conditions_equal(struct solver *s, expr_id a, expr_id b) {
    assert(expr_sort(s->x, a) == expr_sort(s->x, b));
    return expr_sort(s->x, a) == SORT_INT ? expr_int_eq(s->x, a, b) : expr_float_eq(s->x, a, b);
}

// A class without a leaf of its own: what is excluded is excluded for what is inside int(..).
static bool exclude_from_built(struct solver *s, class_id c, expr_id own) {
    for (uint32_t l = s->f->classes.at[c].excluded; l; l = s->f->links.at[l].next) {
        struct link link = s->f->links.at[l];
        bool is_int = expr_sort(s->x, own) == SORT_INT;
        if (link.term && expr_op(s->x, link.term) != (is_int ? EXPR_INT_OP : EXPR_FLOAT_OP)) continue;
        if (!link.term && !is_int) continue;
        expr_id value = link.term ? expr_arg(s->x, link.term, 0) : expr_int(s->x, (int64_t)link.integer);
        if (!add_condition(s, expr_not(s->x, conditions_equal(s, own, value)))) return false;
    }
    return true;
}

// SAT: its conditions are collected; UNKNOWN: some cannot be told.
// Every int(..) in a class is the class' number; apart classes have different numbers.
static enum answer collect_from_class(struct solver *s, class_id c) {
    struct facts *f = s->f;
    class_id root = class_root(f, c);
    if (!f->classes.at[root].defined) return ANSWER_SAT;
    kind_set kinds = f->classes.at[root].kinds;
    if (kinds != KIND_BIT(KIND_INT) && kinds != KIND_BIT(KIND_FLOAT)) return ANSWER_SAT;
    expr_id own = number_of_class(s, root);
    if (!own) return ANSWER_UNKNOWN;
    expr_id term = f->classes.at[c].term;
    enum expr_op op = term ? expr_op(s->x, term) : EXPR_VAR_OP;
    if ((op == EXPR_INT_OP || op == EXPR_FLOAT_OP) && !expr_is_ground(s->x, term)) {
        expr_id inside = rewrite(s, expr_arg(s->x, term, 0));
        if (!inside) return ANSWER_UNKNOWN;
        if (!add_condition(s, conditions_equal(s, own, inside))) return ANSWER_UNSAT;
    }
    if (root != c) return ANSWER_SAT;
    if (!f->classes.at[root].canon && f->classes.at[root].built && !exclude_from_built(s, root, own))
        return ANSWER_UNSAT;
    for (uint32_t l = f->classes.at[root].apart; l; l = f->links.at[l].next) {
        class_id other = class_root(f, f->links.at[l].class);
        if (other <= root || f->classes.at[other].kinds != kinds) continue;
        expr_id number = number_of_class(s, other);
        if (!number) return ANSWER_UNKNOWN;
        if (!add_condition(s, expr_not(s->x, conditions_equal(s, own, number)))) return ANSWER_UNSAT;
    }
    return ANSWER_SAT;
}

static enum answer collect(struct solver *s) {
    struct facts *f = s->f;
    for (uint32_t i = 0; i < f->known.n; i++) {
        struct known k = f->known.at[i];
        if (!op_compares_numbers(expr_op(s->x, k.condition))) continue;
        expr_id e = rewrite(s, k.condition);
        if (!e) return ANSWER_UNKNOWN;
        if (!add_condition(s, k.holds ? e : expr_not(s->x, e))) return ANSWER_UNSAT;
    }
    for (uint32_t i = 0; i < f->clauses.n && s->numbers->whole; i++) {
        struct known k = f->clauses.at[i];
        if (!conditions_numeric(s, k.condition)) continue; // decided
        expr_id e = rewrite(s, k.condition);
        if (!e) return ANSWER_UNKNOWN;
        if (!add_condition(s, k.holds ? e : expr_not(s->x, e))) return ANSWER_UNSAT;
    }
    for (class_id c = 1; c < f->classes.n; c++) {
        enum answer a = collect_from_class(s, c);
        if (a != ANSWER_SAT) return a;
    }
    return ANSWER_SAT;
}

enum answer conditions_collect(struct solver *s, uint32_t effort) {
    struct numbers *n = s->numbers;
    vec_clear(&n->conditions);
    vec_clear(&n->leaves);
    hash_map_clear(&n->leaf_of);
    hash_map_clear(&n->rewritten);
    enum answer a = collect(s);
    n->collected = a == ANSWER_SAT;
    return a == ANSWER_SAT ? ANSWER_UNKNOWN : a; // nothing is found yet
}

bool conditions_are_there(struct solver *s) {
    return s->numbers->collected;
}

// ---- Reading ----

bool conditions_size(struct solver *s, class_id c, enum expr_op op, int64_t *size) {
    assert(op_is_size(op));
    const struct class *k = &s->f->classes.at[c];
    uint32_t leaf;
    if (!k->canon || !hash_map_get(&s->numbers->leaf_of, expr_unary(s->x, op, k->canon), &leaf)) return false;
    return s->numbers->leaves.at[leaf].value && expr_get_int64(s->x, s->numbers->leaves.at[leaf].value, size);
}

expr_id conditions_value(struct solver *s, expr_id number) {
    assert(expr_sort(s->x, number) == SORT_INT || expr_sort(s->x, number) == SORT_FLOAT);
    expr_id e = rewrite(s, number);
    if (!e) return 0;
    if (expr_op(s->x, e) == EXPR_INT_LIT_OP || expr_op(s->x, e) == EXPR_FLOAT_LIT_OP) return e;
    uint32_t leaf;
    if (hash_map_get(&s->numbers->leaf_of, e, &leaf)) return s->numbers->leaves.at[leaf].value;
    // an expression over leaves: replaced bottom up, the constructors fold
    VEC(expr_id) args = {0};
    struct hash_map done = {0};
    expr_id out = 0;
    vec_push(&s->numbers->stack, e);
    while (s->numbers->stack.n) {
        expr_id at = vec_last(&s->numbers->stack);
        enum expr_op op = expr_op(s->x, at);
        if (op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP) {
            out = at;
        } else if (hash_map_get(&s->numbers->leaf_of, at, &leaf)) {
            out = s->numbers->leaves.at[leaf].value;
            if (!out) break;
        } else {
            uint32_t before = s->numbers->stack.n;
            vec_clear(&args);
            for (uint32_t i = 0; i < expr_count(s->x, at); i++) {
                if (hash_map_get(&done, expr_arg(s->x, at, i), &out))
                    vec_push(&args, out);
                else
                    vec_push(&s->numbers->stack, expr_arg(s->x, at, i));
            }
            if (s->numbers->stack.n > before) continue;
            out = op_is_leaf(op) ? 0 : rebuild(s, at, args.at, args.n);
            if (!out) break;
        }
        hash_map_put(&done, at, out);
        s->numbers->stack.n--;
    }
    bool literal = s->numbers->stack.n == 0 && out &&
                   (expr_op(s->x, out) == EXPR_INT_LIT_OP || expr_op(s->x, out) == EXPR_FLOAT_LIT_OP);
    vec_clear(&s->numbers->stack);
    vec_free(&args);
    hash_map_free(&done);
    return literal ? out : 0;
}
