// SPDX-License-Identifier: Apache-2.0
// What is known of single numbers of a slice, and their way to the tape and back.
#include <assert.h>

#include "solve/numbers/numbers.h"

enum { TUPLE_MAX = 1 << 20 };

// ---- What they may be ----

static expr_id term_of(struct solver *s, expr_id literal) {
    return expr_sort(s->x, literal) == SORT_INT ? expr_int_term(s->x, literal)
                                                : expr_float_term(s->x, literal);
}

static bool size_admitted(struct solver *s, class_id c, enum expr_op op, int64_t size) {
    assert(op_is_size(op));
    const struct class *k = &s->f->classes.at[c];
    if (op == EXPR_BIT_SIZE_OP) return bits_size_admitted(s->f, k, size);
    if (size < k->arity_lo || size > k->arity_hi || size > TUPLE_MAX) return false;
    return !class_excludes_shape(s->f, k, (uint64_t)size, SHAPE_TUPLE) &&
           typing_has_arity(s->f, k, (uint32_t)size, false);
}

bool leaf_admits(struct solver *s, const struct leaf *l, expr_id literal) {
    assert(op_is_number(expr_op(s->x, literal)));
    if (op_is_size(expr_op(s->x, l->e))) {
        int64_t size;
        return expr_get_int64(s->x, literal, &size) && size_admitted(s, l->c, expr_op(s->x, l->e), size);
    }
    return class_admits(s->f, l->c, term_of(s, literal));
}

struct leaf *slice_leaf(struct solver *s, uint32_t at) {
    assert(at < s->numbers->slice.tape.leaves.n);
    struct numbers *n = s->numbers;
    uint32_t leaf = 0;
    bool known = hash_map_get(&n->leaf_of, n->slice.tape.leaves.at[at], &leaf);
    assert(known), (void)known;
    return &n->leaves.at[leaf];
}

bool slice_admits(void *solver, uint32_t at, struct number v) {
    struct solver *s = solver;
    const struct leaf *l = slice_leaf(s, at);
    if (expr_sort(s->x, l->e) == SORT_FLOAT)
        return v.tag == NUMBER_FLOAT && leaf_admits(s, l, expr_float(s->x, v.f));
    if (v.tag != NUMBER_INT) return false;
    const struct class *k = &s->f->classes.at[l->c];
    if (expr_op(s->x, l->e) == EXPR_IVAL_OP && !interval_holds(k->range, v.i)) return false;
    if (expr_op(s->x, l->e) == EXPR_IVAL_OP && !k->excluded && !k->typings) return true;
    return leaf_admits(s, l, expr_int(s->x, v.i));
}

struct interval leaf_domain(struct solver *s, const struct leaf *l) {
    const struct class *k = &s->f->classes.at[l->c];
    return op_is_size(expr_op(s->x, l->e)) ? class_sizes(k, expr_op(s->x, l->e)) : k->range;
}

bool leaf_has_type(struct solver *s, const struct leaf *l, bool (*fits)(const struct alternative *)) {
    for (uint32_t t = s->f->classes.at[l->c].typings; t; t = s->f->typings.at[t].next) {
        const struct typing *typing = &s->f->typings.at[t];
        bool all = !typing->any && typing->n > 0;
        for (uint32_t i = 0; i < typing->n && all; i++) {
            struct pair p = s->f->pairs.at[typing->first + i];
            all = fits(grammar_alternative(s->g, p.type, p.alt));
        }
        if (all) return true;
    }
    return false;
}

// ---- The tape ----

bool slice_set(struct solver *s, uint32_t leaf, expr_id value) {
    assert(leaf < s->numbers->leaves.n);
    struct tape *t = &s->numbers->slice.tape;
    struct number v = number_of_literal(s->x, value);
    if (v.tag == NUMBER_NONE) return false;
    for (uint32_t at = 0; at < t->leaves.n; at++)
        if (t->leaves.at[at] == s->numbers->leaves.at[leaf].e) tape_set(t, at, v);
    return true;
}

bool slice_set_all(struct solver *s) {
    const struct slice *c = &s->numbers->slice;
    for (uint32_t i = 0; i < c->leaves.n; i++) {
        uint32_t leaf = c->leaves.at[i];
        if (!slice_set(s, leaf, s->numbers->leaves.at[leaf].value)) return false;
    }
    return true;
}

void slice_take(struct solver *s) {
    const struct tape *t = &s->numbers->slice.tape;
    for (uint32_t i = 0; i < t->leaves.n; i++) {
        struct number v = t->at.at[t->leaf_at.at[i]];
        if (v.tag == NUMBER_INT) slice_leaf(s, i)->value = expr_int(s->x, v.i);
        if (v.tag == NUMBER_FLOAT) slice_leaf(s, i)->value = expr_float(s->x, v.f);
    }
}

bool slice_domains(struct solver *s, struct interval *domains, uint32_t most) {
    struct tape *t = &s->numbers->slice.tape;
    if (t->leaves.n > most) return false;
    for (uint32_t i = 0; i < t->leaves.n; i++) {
        const struct leaf *l = slice_leaf(s, i);
        struct number v = l->value ? number_of_literal(s->x, l->value) : number_none();
        if (v.tag == NUMBER_NONE) return false;
        domains[i] = leaf_domain(s, l);
        tape_set(t, i, v);
    }
    return true;
}

bool slice_take_found(struct solver *s) {
    struct numbers *n = s->numbers;
    bool all = true;
    for (uint32_t i = 0; i < n->found.n; i++) {
        uint32_t leaf;
        if (hash_map_get(&n->leaf_of, n->found.at[i].leaf, &leaf))
            n->leaves.at[leaf].value = n->found.at[i].value;
    }
    for (uint32_t i = 0; i < n->slice.leaves.n && all; i++) all = n->leaves.at[n->slice.leaves.at[i]].value;
    return all;
}
