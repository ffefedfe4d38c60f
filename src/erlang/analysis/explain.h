// SPDX-License-Identifier: Apache-2.0
// What the analyses of units found, for a reader: each function and each of its clauses is safe, safe if the
// specs of the units hold, or may fail, and why. Units are added one after another. Their analyses may be
// freed before it is printed, the program may not.
#ifndef FRISK_ERLANG_EXPLAIN_H
#define FRISK_ERLANG_EXPLAIN_H

#include "erlang/analysis/analysis.h"

struct safety;

struct safety *safety_new(struct program *p, const struct analysis_limits *limits);
void safety_add(struct safety *s, const struct analysis *a, symbol module, symbol name,
                uint32_t arity); // the analysis of this unit
void safety_print(const struct safety *s, struct str *out);
void safety_free(struct safety *s);

#endif
