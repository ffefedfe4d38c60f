// SPDX-License-Identifier: Apache-2.0
// Z3 inside the helper process (helper.c). Nobody else may call it: it has spots that no interrupt reaches,
// and may take all memory.
#ifndef FRISK_SOLVE_Z3_H
#define FRISK_SOLVE_Z3_H

#include "solve/z3/arith.h"

enum { Z3_NO_MEMORY = 2 }; // exit status

struct z3;

struct z3 *z3_new(struct expr_store *x, uint32_t rlimit); // x must outlive it
void z3_free(struct z3 *z3);

// Called as an attempt begins; others may follow unless it is the last.
typedef void z3_begin(uint32_t attempt, bool last);

// From attempt number `first` on. ANSWER_SAT: *out (cleared first) has a value for every leaf.
enum answer z3_solve(struct z3 *z3, const expr_id *conditions, uint32_t n, uint32_t first, z3_begin *begin,
                     leaf_values *out);

#endif
