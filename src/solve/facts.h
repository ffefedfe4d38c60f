// SPDX-License-Identifier: Apache-2.0
// What the conditions assumed so far say about terms: which terms are equal, which kinds and shapes each may
// have, intervals of integers, excluded values, the alternatives of its type that remain. The first link of
// the solving chain, used in two places: while a unit runs, to see that a condition is implied by the trace
// (then it is no decision), and in the solver, to decide shapes without Z3. All answers are sound: TRUTH_TRUE
// means implied, TRUTH_FALSE means impossible; TRUTH_OPEN promises nothing. One thread each.
#ifndef FRISK_SOLVE_FACTS_H
#define FRISK_SOLVE_FACTS_H

#include "base/stop.h"
#include "expr/expr.h"
#include "expr/variables.h"
#include "solve/grammar.h"
#include "solve/interval.h"

struct facts;

// The store, grammar and variables must outlive the facts; variables may be added meanwhile.
struct facts *facts_new(struct expr_store *x, const struct grammar *g, const struct variables *variables);
void facts_free(struct facts *f);
void facts_reset(struct facts *f); // back to knowing only the types; cheap
// From then on, what follows is no longer found out once the deadline (by clock_now(); 0: none) is over or
// *stop (may be NULL) is set: less is known, nothing wrong.
void facts_watch(struct facts *f, double deadline, const struct stop *stop);
bool facts_cut_off(const struct facts *f); // it came to that
enum truth facts_test(struct facts *f, expr_id condition);
bool facts_assume(struct facts *f,
                  expr_id condition); // false: contradicts what is known (f is then of no further use)
struct interval facts_interval(struct facts *f, expr_id e); // of an Int expression
kind_set facts_kinds(struct facts *f, expr_id term);        // kinds the term may still have

#endif
