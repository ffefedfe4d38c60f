// SPDX-License-Identifier: Apache-2.0
// Mark and sweep of an expression store, for a moment when nobody is using it: whoever holds expressions
// marks them, and the nodes that are in none of them are freed. What survives keeps its id; the ids of the
// others are given out again, lowest first, so that a search by one worker repeats exactly. Between begin and
// end no expression may be made, and afterwards an id that was not marked must not be used.
#ifndef FRISK_EXPR_SWEEP_H
#define FRISK_EXPR_SWEEP_H

#include "expr/expr.h"

struct expr_sweep;

struct expr_sweep *expr_sweep_begin(struct expr_store *x);
void expr_sweep_mark(struct expr_sweep *w, expr_id e); // with all its parts; EXPR_NONE is allowed
void expr_sweep_mark_model(struct expr_sweep *w, const struct model *m); // its bindings
bool expr_sweep_marked(const struct expr_sweep *w,
                       expr_id e); // so far; for caches, which should not keep anything
uint32_t
expr_sweep_end(struct expr_sweep *w); // frees all that is not marked; returns how many nodes that were
// How many sweeps there were: what keeps unmarked ids of its own forgets them when this has changed.
uint64_t expr_store_sweeps(const struct expr_store *x);

#endif
