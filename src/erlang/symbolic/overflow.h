// SPDX-License-Identifier: Apache-2.0
// The exact conditions under which arithmetic leaves the floats, which is badarith on the BEAM. They are made
// of operations that stay within the floats, so they are defined for all operands (of a division: for all
// divisors but 0).
#ifndef FRISK_ERLANG_OVERFLOW_H
#define FRISK_ERLANG_OVERFLOW_H

#include "expr/expr.h"

expr_id overflow_of_floats(struct expr_store *x, enum expr_op op, expr_id a,
                           expr_id b); // FADD .. FDIV of two floats
// A function of EXPR_MATHS, or IEEE_SQRT .. IEEE_CEIL, IEEE_REM: also where it is not defined. b 0: none.
expr_id overflow_of_math(struct expr_store *x, enum expr_op op, expr_id a, expr_id b);
expr_id overflow_of_integer(struct expr_store *x, expr_id n); // made a float

#endif
