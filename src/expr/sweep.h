// SPDX-License-Identifier: Apache-2.0
// Mark and sweep of an expression store, when nobody is using it. Whoever keeps expressions marks them; all
// other nodes are freed. Survivors keep their ids. Freed ids are given out again, lowest first, so a search
// by one worker repeats exactly. No expression may be created between begin and end, and no unmarked id may
// be used afterwards.
#ifndef FRISK_EXPR_SWEEP_H
#define FRISK_EXPR_SWEEP_H

#include "expr/expr.h"

struct expr_sweep;

struct expr_sweep *expr_sweep_begin(struct expr_store *x);
void expr_sweep_mark(struct expr_sweep *w, expr_id e); // with all its parts; EXPR_NONE is allowed
void expr_sweep_mark_model(struct expr_sweep *w, const struct model *m); // its bindings
bool expr_sweep_marked(const struct expr_sweep *w,
                       expr_id e);             // so far; for caches, which keep nothing alive
uint32_t expr_sweep_end(struct expr_sweep *w); // frees all that is not marked; returns how many nodes
// How many sweeps there were. Who keeps ids without marking them forgets them when this has changed.
uint64_t expr_store_sweeps(const struct expr_store *x);

#endif
