// SPDX-License-Identifier: Apache-2.0
// Leaves: the numbers of terms, which are the unknowns of arithmetic. And values for them.
#ifndef FRISK_SOLVE_LEAF_H
#define FRISK_SOLVE_LEAF_H

#include "base/vec.h"
#include "expr/expr.h"

struct leaf_value {
    expr_id leaf, value; // value: INT_LIT or FLOAT_LIT
};
typedef VEC(struct leaf_value) leaf_values;

static inline bool op_is_size(enum expr_op op) {
    return op == EXPR_TUPLE_SIZE_OP || op == EXPR_BIT_SIZE_OP;
}

// A leaf: the number that a term is, or the size of a term.
static inline bool op_is_leaf(enum expr_op op) {
    return op == EXPR_IVAL_OP || op == EXPR_FVAL_OP || op_is_size(op);
}

static inline bool op_is_number(enum expr_op op) { // a literal
    return op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP;
}

static inline bool op_compares_numbers(enum expr_op op) {
    return op == EXPR_INT_EQ_OP || op == EXPR_INT_LT_OP || op == EXPR_FLOAT_EQ_OP || op == EXPR_FLOAT_LT_OP ||
           expr_op_is_ieee_compare(op);
}

#endif
