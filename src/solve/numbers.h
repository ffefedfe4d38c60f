// SPDX-License-Identifier: Apache-2.0
// Between conditions.c, which finds out what has to hold of the numbers of a query, and numbers.c, which
// finds them. Private to these two.
#ifndef FRISK_SOLVE_NUMBERS_H
#define FRISK_SOLVE_NUMBERS_H

#include "solve/shapes.h"

static inline bool is_size(enum expr_op op) {
    return op == EXPR_TUPLE_SIZE_OP || op == EXPR_BIT_SIZE_OP;
}

static inline bool is_leaf(enum expr_op op) {
    return op == EXPR_IVAL_OP || op == EXPR_FVAL_OP || is_size(op);
}

// What the size of a class may be: a tuple's or a bit string's.
static inline struct interval class_sizes(const struct class *k, enum expr_op op) {
    if (op == EXPR_BIT_SIZE_OP) return k->bits;
    return class_arities(k);
}

// The conditions of the query on numbers into s->conditions, with one leaf for each unknown in s->leaves.
enum outcome conditions_collect(struct solver *s);
expr_id conditions_equal(struct solver *s, expr_id a, expr_id b); // two Ints or two Floats

// Whether what is known of a leaf lets it be this literal.
bool numbers_admitted(struct solver *s, const struct leaf *l, expr_id literal);
// Arithmetic of finite floats, or comparisons with integers beyond 64 bits: whether numbers at the ends of
// what floats hold satisfy the slice. True: they are the values of its leaves (extremes.c).
bool extremes_try(struct solver *s);

#endif
