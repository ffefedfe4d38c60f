// SPDX-License-Identifier: Apache-2.0
// Arithmetic on literals, private to src/expr: shared by the constructors (folding) and the evaluator.
#ifndef FRISK_EXPR_NUMBER_H
#define FRISK_EXPR_NUMBER_H

#include "expr/expr.h"

enum number_status {
    NUMBER_OK,
    NUMBER_BIG,       // does not fit into 64 bits: use the mpz form
    NUMBER_UNDEFINED, // division by zero
    NUMBER_HUGE,      // the result would have more than NUMBER_MAX_BITS bits
};

enum { NUMBER_MAX_BITS = 1000000 };

// op: ADD .. BSL.
enum number_status expr_number_small(enum expr_op op, int64_t a, int64_t b, int64_t *r);
enum number_status expr_number_big(enum expr_op op, mpz_ptr r, mpz_srcptr a, mpz_srcptr b); // r may be a or b
// op: FADD .. FDIV; false where the result is not finite.
bool expr_number_float(enum expr_op op, double a, double b, double *r);
// op: TRUNC ROUND FLOOR CEIL.
void expr_number_from_float(enum expr_op op, double v, mpz_ptr r);
bool expr_number_to_float(mpz_srcptr v, double *r); // as EXPR_TO_FLOAT_OP; false where too big

#endif
