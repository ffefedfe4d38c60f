// SPDX-License-Identifier: Apache-2.0
// Whether all calls of a unit end: raising ends a call as well as returning does, and there is enough memory.
// When the analysis has settled, the bodies of its variants are looked at once more. Each call is noted with
// what it does to sizes; the size-change principle (size_change.h) decides. Sizes of an argument are:
//
//   term   how many cells, tuples, elements, bits it is made of: a part is smaller than the whole
//   down   an integer, as far as it lies above a bound that no call goes below
//   up     likewise below a bound
//   abs    the absolute value of an integer
//   gap    of two arguments, how far the one, an integer, lies below the other
//   room   how far an integer lies below the size of another argument (tuple_size, byte_size ..)
//
// Floats are no counters: 1.0e308 - 1 is 1.0e308, and 0.5 - 1 is below 0. A call of what the analysis does
// not know, and a receive, are not known to end. Built-ins of bif.def that are plain functions do.
#ifndef FRISK_ERLANG_ENDING_H
#define FRISK_ERLANG_ENDING_H

#include "erlang/analysis/infer.h"

// Sets `ends` of an analysis that has settled and was not given up.
void ending_decide(struct analysis *a);

// ---- What the passes over bodies tell, while a->ending is set ----
void ending_unknown(struct analysis *a); // something is done that is not known to end
void ending_begin_pass(struct pass *p);  // its parameters are bound
void ending_enter(struct pass *p);       // the body of the letrec p->scope
void ending_leave(struct pass *p);
void ending_call(struct pass *p, uint32_t variant); // of the arguments p->call_args
// A variant that takes such a call; nothing is made or widened. UINT32_MAX: none.
uint32_t ending_find(struct analysis *a, uint32_t routine, uint32_t scope, shape captured, const shape *args);
uint32_t ending_find_lambda(struct analysis *a, uint32_t routine, uint32_t scope, shape captured);
// A number for what segment i of the pattern takes out of a bit string of that number; 0: nothing is known.
uint32_t ending_segment(struct pass *p, const struct core *pat, uint32_t i, uint32_t value);

#endif
