// SPDX-License-Identifier: Apache-2.0
// What the assumed conditions say about terms: which are equal, which kinds and sizes each may have, the
// range of integers, excluded values, the alternatives of its type that are left.
//
// Facts are used twice. During a run they tell whether a condition is implied by the trace; then it is no
// decision. In the solver they are the first link of the chain, and decide what needs no arithmetic. All
// answers are sound: TRUTH_TRUE means implied, TRUTH_FALSE means impossible, TRUTH_OPEN promises nothing. One
// thread each.
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
void facts_reset(struct facts *f); // only the types are left; cheap
// Propagation stops once the deadline (by clock_now(); 0: none) is over or *stop (may be NULL) is set. Less
// is known then, but nothing wrong.
void facts_watch(struct facts *f, double deadline, const struct stop *stop);
bool facts_cut_off(const struct facts *f); // whether propagation was stopped
enum truth facts_test(struct facts *f, expr_id condition);
bool facts_assume(struct facts *f,
                  expr_id condition);                       // false: a contradiction; f is of no further use
struct interval facts_interval(struct facts *f, expr_id e); // of an Int expression
kind_set facts_kinds(struct facts *f, expr_id term);        // kinds the term may still have

#endif
