// SPDX-License-Identifier: Apache-2.0
// Constructors of conditions. Each rule replaces a condition by one with the same value wherever the old one
// is defined; where the old one is undefined the new one may have any value (a path never asks for such a
// place: the kinds it needs are conditions before it).
#include <stdlib.h>
#include <string.h>

#include "base/some_of.h"
#include "base/vec.h"
#include "expr/store.h"

static expr_id opposite(const struct expr_store *x, expr_id b) { // the b' of not b'; 0 for others
    const struct node *n = node_of(x, b);
    return n->op == EXPR_NOT_OP ? n->a : 0;
}

expr_id expr_not(struct expr_store *x, expr_id b) {
    assert(expr_sort(x, b) == SORT_BOOL);
    if (b == EXPR_TRUE) return EXPR_FALSE;
    if (b == EXPR_FALSE) return EXPR_TRUE;
    const struct node *n = node_of(x, b);
    if (n->op == EXPR_NOT_OP) return n->a;                                   // not not b = b
    if (n->op == EXPR_KIND_OP) return expr_kind(x, n->a, KINDS_ALL & ~n->c); // not kind in s = kind in not s
    return expr_intern(x, EXPR_NOT_OP, 0, b, 0, 0);
}

// ---- and, or ----

typedef VEC(expr_id) id_vec;

static int compare_ids(const void *a, const void *b) {
    expr_id i = *(const expr_id *)a, j = *(const expr_id *)b;
    return (i > j) - (i < j);
}

static void sort_unique(id_vec *v) {
    bool sorted = true;
    for (uint32_t i = 1; i < v->n && sorted; i++) sorted = v->at[i - 1] < v->at[i];
    if (sorted) return;
    qsort(v->at, v->n, sizeof v->at[0], compare_ids);
    uint32_t n = 1;
    for (uint32_t i = 1; i < v->n; i++)
        if (v->at[i] != v->at[n - 1]) v->at[n++] = v->at[i];
    v->n = n;
}

static bool has(const id_vec *v, expr_id e) {
    return bsearch(&e, v->at, v->n, sizeof v->at[0], compare_ids) != NULL;
}

// Several sets of kinds for one term become one: the intersection (and) or the union (or).
static void merge_kinds(struct expr_store *x, enum expr_op op, id_vec *v) {
    for (uint32_t i = 0; i < v->n; i++) {
        const struct node *n = node_of(x, v->at[i]);
        if (n->op != EXPR_KIND_OP) continue;
        expr_id term = n->a;
        kind_set set = n->c, old = set;
        for (uint32_t j = i + 1; j < v->n;) {
            const struct node *m = node_of(x, v->at[j]);
            if (m->op == EXPR_KIND_OP && m->a == term) {
                set = op == EXPR_AND_OP ? set & m->c : set | m->c;
                v->at[j] = vec_pop(v);
            } else {
                j++;
            }
        }
        if (set != old) v->at[i] = expr_kind(x, term, set);
    }
}

// neutral: true for and, false for or; its opposite decides the whole.
static expr_id junction(struct expr_store *x, enum expr_op op, expr_id neutral, const expr_id *args,
                        uint32_t n) {
    expr_id decisive = neutral == EXPR_TRUE ? EXPR_FALSE : EXPR_TRUE, result = 0;
    id_vec v = {0};
    uint32_t kinds = 0;
    for (uint32_t i = 0; i < n && !result; i++) {
        const struct node *arg = node_of(x, args[i]);
        assert(expr_op_table[arg->op].sort == SORT_BOOL);
        if (args[i] == decisive) result = decisive;
        if (args[i] == neutral) continue;
        uint32_t inner = arg->op == op ? arg->c : 1; // and(and(a, b), c) = and(a, b, c)
        const expr_id *from = arg->op == op ? node_many(arg) : &args[i];
        for (uint32_t j = 0; j < inner; j++) {
            kinds += op_of(x, from[j]) == EXPR_KIND_OP;
            vec_push(&v, from[j]);
        }
    }
    if (!result && v.n > 1) {
        if (kinds > 1) merge_kinds(x, op, &v);
        sort_unique(&v);
        for (uint32_t i = 0; i < v.n && !result; i++) { // b and not b = false
            expr_id other = opposite(x, v.at[i]);
            if (v.at[i] == decisive || (other && has(&v, other))) result = decisive;
        }
        if (v.at[0] == neutral) memmove(v.at, v.at + 1, --v.n * sizeof v.at[0]); // a union of all kinds
    }
    if (!result) result = v.n == 0 ? neutral : v.n == 1 ? v.at[0] : expr_intern_many(x, op, 0, v.at, v.n);
    vec_free(&v);
    return result;
}

expr_id expr_and(struct expr_store *x, const expr_id *args, uint32_t n) {
    return junction(x, EXPR_AND_OP, EXPR_TRUE, args, n);
}

expr_id expr_or(struct expr_store *x, const expr_id *args, uint32_t n) {
    return junction(x, EXPR_OR_OP, EXPR_FALSE, args, n);
}

// ---- Shapes ----

static expr_id truth_id(bool b) {
    return b ? EXPR_TRUE : EXPR_FALSE;
}

expr_id expr_kind(struct expr_store *x, expr_id t, kind_set set) {
    assert(expr_sort(x, t) == SORT_TERM);
    set &= KINDS_ALL;
    if (set == 0) return EXPR_FALSE;
    if (set == KINDS_ALL) return EXPR_TRUE;
    const struct node *n = node_of(x, t);
    if (expr_is_constructor((enum expr_op)n->op)) return truth_id(set & KIND_BIT(expr_ground_kind(x, t)));
    if (n->op == EXPR_TEXT_OP) { // a list
        set &= KINDS_LIST;
        if (set == 0 || set == KINDS_LIST) return truth_id(set);
    }
    if (expr_is_composite((enum expr_op)n->op)) {
        if ((set & KINDS_BITS) == KINDS_BITS || !(set & KINDS_BITS)) return truth_id(set & KINDS_BITS);
        expr_id whole = expr_whole_bytes(x, expr_unary(x, EXPR_BIT_SIZE_OP, t));
        return set & KIND_BIT(KIND_BINARY) ? whole : expr_not(x, whole);
    }
    if (n->op == EXPR_BITS_GET_OP) { // an integer, or a float or nan
        kind_set may = KIND_BIT(KIND_INT);
        if (expr_get_field(x, n->b).flags & FIELD_FLOAT) may = KIND_BIT(KIND_FLOAT) | KIND_BIT(KIND_ATOM);
        if ((set & may) == may || !(set & may)) return truth_id(set & may);
        set &= may;
    }
    return expr_intern(x, EXPR_KIND_OP, 0, t, 0, set);
}

expr_id expr_arity(struct expr_store *x, expr_id t, uint32_t n) {
    assert(expr_sort(x, t) == SORT_TERM);
    const struct node *node = node_of(x, t);
    if (node->op == EXPR_TUPLE_OP) return truth_id(node->c == n);
    if (expr_is_constructor((enum expr_op)node->op)) return EXPR_FALSE;
    return expr_intern(x, EXPR_ARITY_OP, 0, t, 0, n);
}

expr_id expr_fun_arity(struct expr_store *x, expr_id t, uint32_t n) {
    assert(expr_sort(x, t) == SORT_TERM);
    enum expr_op op = op_of(x, t);
    if (op == EXPR_FUN_OP) return truth_id(expr_imm(x, t) == n);
    // What arity an opaque fun has only the language knows.
    bool fun = op == EXPR_OPAQUE_OP && expr_ground_kind(x, t) == KIND_FUN;
    if (expr_is_constructor(op) && !fun) return EXPR_FALSE;
    return expr_intern(x, EXPR_FUN_ARITY_OP, 0, t, 0, n);
}

expr_id expr_map_larger(struct expr_store *x, expr_id t, uint32_t n) {
    assert(expr_sort(x, t) == SORT_TERM);
    const struct node *node = node_of(x, t);
    if (node->op == EXPR_MAP_OP) return truth_id(node->c / 2 > n);
    if (expr_is_constructor((enum expr_op)node->op) && !expr_is_changed_map((enum expr_op)node->op))
        return EXPR_FALSE;
    return expr_intern(x, EXPR_MAP_LARGER_OP, 0, t, 0, n);
}

expr_id expr_atom_lt(struct expr_store *x, expr_id a, expr_id b) {
    assert(expr_sort(x, a) == SORT_TERM && expr_sort(x, b) == SORT_TERM);
    if (a == b) return EXPR_FALSE;
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    if (m->op == EXPR_ATOM_OP && n->op == EXPR_ATOM_OP) return truth_id(symbol_compare(m->c, n->c) < 0);
    return expr_intern(x, EXPR_ATOM_LT_OP, 0, a, b, 0);
}

// ---- Equality of terms ----

struct id_pair {
    expr_id a, b;
};
typedef VEC(struct id_pair) pair_vec;

// Pushes the pairs of parts of two constructors with the same operator; false if they differ in size or keys.
static bool push_parts(struct expr_store *x, expr_id a, expr_id b, pair_vec *todo) {
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    if (m->op == EXPR_CONS_OP) {
        vec_push(todo, (struct id_pair){m->b, n->b});
        vec_push(todo, (struct id_pair){m->a, n->a});
        return true;
    }
    assert(m->op == EXPR_TUPLE_OP || m->op == EXPR_MAP_OP);
    if (m->c != n->c) return false;
    for (uint32_t i = 0; i < m->c; i++) { // keys of maps are ground and in id order
        if (m->op == EXPR_MAP_OP && i % 2 == 0) {
            if (node_many(m)[i] != node_many(n)[i]) return false;
        } else {
            vec_push(todo, (struct id_pair){node_many(m)[i], node_many(n)[i]});
        }
    }
    return true;
}

// a = b where a is no constructor.
static expr_id eq_open(struct expr_store *x, expr_id a, expr_id b) {
    const struct node *n = node_of(x, b);
    bool ca = expr_is_composite(op_of(x, a)), cb = expr_is_composite((enum expr_op)n->op);
    if (ca || cb) {
        if (expr_is_constructor((enum expr_op)n->op) && n->op != EXPR_BITS_OP) return EXPR_FALSE;
        expr_id e = expr_eq_composite(x, a, b);
        if (e) return e;
    }
    if (b == EXPR_NIL) return expr_kind(x, a, KIND_BIT(KIND_NIL));       // t = [] is a question of kind
    if (n->op == EXPR_TUPLE_OP && n->c == 0) return expr_arity(x, a, 0); // t = {} one of size
    if (a > b && !expr_is_constructor((enum expr_op)n->op)) return expr_intern(x, EXPR_EQ_OP, 0, b, a, 0);
    return expr_intern(x, EXPR_EQ_OP, 0, a, b, 0); // constructors are second
}

// An equality in which an atom's text or an atom made of one takes part; 0: as eq_step.
static expr_id eq_text(struct expr_store *x, expr_id a, expr_id b, pair_vec *todo) {
    if (op_of(x, a) != EXPR_NAMED_OP && op_of(x, a) != EXPR_TEXT_OP) {
        expr_id swap = a;
        a = b, b = swap;
    }
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    if (m->op == EXPR_NAMED_OP) {
        if (n->op != EXPR_ATOM_OP && n->op != EXPR_NAMED_OP)
            return expr_is_constructor((enum expr_op)n->op) ? EXPR_FALSE : eq_open(x, b, a);
        vec_push(todo, (struct id_pair){m->a, expr_text(x, b)});
        return 0;
    }
    if (n->op != EXPR_TEXT_OP && !(n->flags & NODE_GROUND))
        return n->op == EXPR_NAMED_OP ? EXPR_FALSE : eq_open(x, a, b);
    expr_id other = n->op == EXPR_TEXT_OP ? n->a : expr_named(x, b);
    if (op_of(x, other) == EXPR_NAMED_OP && n->op != EXPR_TEXT_OP) return EXPR_FALSE; // b is no text
    vec_push(todo, (struct id_pair){m->a, other});
    return 0;
}

// digits(i) = b: one comparison of numbers where b is a literal, or digits in the same base.
static expr_id eq_digits(struct expr_store *x, expr_id a, expr_id b) {
    if (op_of(x, a) != EXPR_DIGITS_OP) {
        expr_id swap = a;
        a = b, b = swap;
    }
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    if (n->op == EXPR_DIGITS_OP && m->c == n->c) return expr_int_eq(x, m->a, n->a);
    if (n->flags & NODE_GROUND) {
        expr_id i = expr_digits_value(x, b, m->c);
        return i ? expr_int_eq(x, m->a, i) : EXPR_FALSE;
    }
    if (!expr_is_constructor((enum expr_op)n->op)) return eq_open(x, b, a);
    if (expr_ground_kind(x, b) != KIND_CONS) return EXPR_FALSE;
    return expr_intern(x, EXPR_EQ_OP, 0, a < b ? a : b, a < b ? b : a, 0);
}

static bool has_text(enum expr_op op) {
    return op == EXPR_NAMED_OP || op == EXPR_TEXT_OP;
}

// A pid, port or reference that came to be during the run: the language gives it a number with the first bit.
static bool is_made_by_run(const struct node *n) {
    return n->op == EXPR_OPAQUE_OP && n->extra != KIND_FUN && n->c >> 31;
}

static bool is_part_of_input(const struct expr_store *x, expr_id e) {
    for (;; e = node_of(x, e)->a) {
        enum expr_op op = op_of(x, e);
        if (op == EXPR_VAR_OP) return true;
        if (op != EXPR_HD_OP && op != EXPR_TL_OP && op != EXPR_ELEM_OP && op != EXPR_MAP_GET_OP) return false;
    }
}

// One equality; 0 when its parts went to todo instead.
static expr_id eq_step(struct expr_store *x, struct id_pair p, pair_vec *todo) {
    expr_id a = p.a, b = p.b;
    if (a == b) return EXPR_TRUE;
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    if ((m->flags & NODE_GROUND) && (m->flags & NODE_NEG_ZERO)) a = expr_plain_zeros(x, a), m = node_of(x, a);
    if ((n->flags & NODE_GROUND) && (n->flags & NODE_NEG_ZERO)) b = expr_plain_zeros(x, b), n = node_of(x, b);
    if (m->flags & n->flags & NODE_GROUND) return truth_id(a == b);
    if (m->op == EXPR_DIGITS_OP || n->op == EXPR_DIGITS_OP) return eq_digits(x, a, b);
    if (has_text((enum expr_op)m->op) || has_text((enum expr_op)n->op)) return eq_text(x, a, b, todo);
    bool ca = expr_is_constructor((enum expr_op)m->op), cb = expr_is_constructor((enum expr_op)n->op);
    if (expr_is_changed_map((enum expr_op)m->op) || expr_is_changed_map((enum expr_op)n->op)) {
        if (ca && cb && expr_ground_kind(x, a) != expr_ground_kind(x, b)) return EXPR_FALSE;
        return expr_intern(x, EXPR_EQ_OP, 0, a < b ? a : b, a < b ? b : a, 0);
    }
    if ((is_made_by_run(n) && is_part_of_input(x, a)) || (is_made_by_run(m) && is_part_of_input(x, b)))
        return EXPR_FALSE; // no input has it
    if (!ca) return eq_open(x, a, b);
    if (!cb) return eq_open(x, b, a);
    if (m->op != n->op) return EXPR_FALSE;
    if (m->op == EXPR_INT_OP) return expr_int_eq(x, m->a, n->a);
    if (m->op == EXPR_FLOAT_OP) return expr_float_eq(x, m->a, n->a);
    return push_parts(x, a, b, todo) ? 0 : EXPR_FALSE;
}

expr_id expr_eq(struct expr_store *x, expr_id a, expr_id b) {
    assert(expr_sort(x, a) == SORT_TERM && expr_sort(x, b) == SORT_TERM);
    pair_vec todo = {0};
    expr_id result = eq_step(x, (struct id_pair){a, b}, &todo);
    if (result) return result;
    id_vec all = {0};
    while (todo.n && result != EXPR_FALSE) {
        result = eq_step(x, vec_pop(&todo), &todo);
        if (result && result != EXPR_TRUE) vec_push(&all, result);
    }
    if (result != EXPR_FALSE) result = expr_and(x, all.at, all.n);
    vec_free(&todo);
    vec_free(&all);
    return result;
}

// ---- Conditions and arithmetic over other arguments ----

expr_id expr_with_arguments(struct expr_store *x, expr_id e, const expr_id *args, uint32_t n) {
    assert(n == expr_count(x, e));
    enum expr_op op = expr_op(x, e);
    switch (SOME_OF(op)) {
    case EXPR_NOT_OP: return expr_not(x, args[0]);
    case EXPR_AND_OP: return expr_and(x, args, n);
    case EXPR_OR_OP: return expr_or(x, args, n);
    case EXPR_INT_EQ_OP: return expr_int_eq(x, args[0], args[1]);
    case EXPR_INT_LT_OP: return expr_int_lt(x, args[0], args[1]);
    case EXPR_FLOAT_EQ_OP: return expr_float_eq(x, args[0], args[1]);
    case EXPR_FLOAT_LT_OP: return expr_float_lt(x, args[0], args[1]);
    case EXPR_IEEE_EQ_OP:
    case EXPR_IEEE_LT_OP:
    case EXPR_IEEE_LE_OP: return expr_ieee_compare(x, op, args[0], args[1]);
    case EXPR_ITE_OP: return expr_ite(x, args[0], args[1], args[2]);
    default: break;
    }
    if (n == 2) return expr_arith(x, op, args[0], args[1]);
    return n == 1 ? expr_unary(x, op, args[0]) : e;
}
