// SPDX-License-Identifier: Apache-2.0
// The input variables of a unit: their number, the type of each, and its default, which it has in a model
// that does not mention it. Variables are numbered 0, 1, 2 .. as they are added. A unit may add them while it
// runs. Only the front end knows what a variable means.
//
// Threads: variables_add takes a lock, readers take none. A thread may read a variable if it got the number
// from the thread that added it.
#ifndef FRISK_EXPR_VARIABLES_H
#define FRISK_EXPR_VARIABLES_H

#include "expr/expr.h"

struct variables;

struct variables *variables_new(void);
void variables_free(struct variables *v);

// A new variable; returns its number. `otherwise` is a ground term of the type.
uint32_t variables_add(struct variables *v, uint32_t type, expr_id otherwise);
uint32_t variables_count(const struct variables *v);
uint32_t variables_type(const struct variables *v, uint32_t number);     // type_id, see solve/grammar.h
expr_id variables_otherwise(const struct variables *v, uint32_t number); // its default

#endif
