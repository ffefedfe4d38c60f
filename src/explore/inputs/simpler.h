// SPDX-License-Identifier: Apache-2.0
// What is simpler than a ground term, one step at a time.
#ifndef FRISK_EXPLORE_INPUTS_SIMPLER_H
#define FRISK_EXPLORE_INPUTS_SIMPLER_H

#include "expr/expr.h"

// The parts of a term that can be made simpler by themselves: elements of a list, its tail, elements of a
// tuple, values of a map, what a function returns.
uint32_t simpler_parts(const struct expr_store *x, expr_id e);
expr_id simpler_part(const struct expr_store *x, expr_id e, uint32_t i);
expr_id simpler_with_part(struct expr_store *x, expr_id e, uint32_t i, expr_id part);
// e with `other` in place of each `part` in it.
expr_id simpler_everywhere(struct expr_store *x, expr_id e, expr_id part, expr_id other);
// The k-th candidate in place of the term, the boldest first; 0: there are no more.
expr_id simpler_candidate(struct expr_store *x, expr_id e, uint32_t k);
// The k-th character to try in the place of another, the most readable first; 0: there are no more. What one
// is to read: letters before digits, these before signs, and all before what is no ASCII or does not print.
expr_id simpler_character(struct expr_store *x, uint32_t k);
uint64_t simpler_character_cost(int64_t c);
// How much there is to read; SIMPLER_COST_MAX: too much to count. A candidate must cost less.
#define SIMPLER_COST_UNIT (1 << 12) // about a character to read
#define SIMPLER_COST_MAX  ((uint64_t)1 << 29)
uint64_t simpler_cost(const struct expr_store *x, expr_id e);

#endif
