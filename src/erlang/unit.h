// SPDX-License-Identifier: Apache-2.0
// An Erlang function as a unit of the engine: struct language for Erlang. The unit has one input variable,
// the tuple of its arguments, whose type has one alternative per clause of the spec.
#ifndef FRISK_ERLANG_UNIT_H
#define FRISK_ERLANG_UNIT_H

#include "erlang/analysis/analysis.h"
#include "erlang/code/program.h"
#include "erlang/erlang.h"
#include "erlang/machine/interp.h"

// NULL: d says why (no such function, a spec that makes no sense, arguments that do not parse).
struct unit_options {
    bool prune;           // what cannot fail is found out first, and its decisions are left alone
    bool any_term_counts; // failures on kinds that a function without a spec never accepts are errors
    bool check_return;    // a result that the spec does not allow is a failure; then nothing is pruned
    bool delayed;         // signals between processes are under way before they arrive
    struct lossy_pairs lossy;
    struct analysis_limits analysis;
};
struct unit *erlang_unit_new(struct program *p, const struct erlang_target *t, const struct unit_options *o,
                             struct diag *d);
// A precondition for units of its arity from now on: M:F/A, which must exist.
bool erlang_unit_assume(struct program *p, const struct erlang_target *t, struct diag *d);
struct safety;
void erlang_unit_explain(struct unit *u, struct safety *s); // one made with prune; analysis/explain.h

#endif
