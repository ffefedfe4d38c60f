// SPDX-License-Identifier: Apache-2.0
// Core Erlang that frisk writes itself: stubs, and functions that tell whether a value is of a type.
#ifndef FRISK_ERLANG_CORE_NEW_H
#define FRISK_ERLANG_CORE_NEW_H

#include "erlang/load/core.h"

// A node in the arena, its n children not set.
struct core *core_node(struct arena *a, enum core_tag tag, uint32_t n, uint32_t line);
struct core *core_literal(struct arena *a, term t, uint32_t line); // t plain, in the arena or older
struct core *core_variable(struct arena *a, uint32_t number, uint32_t line);
// MODULE:NAME(arguments)
struct core *core_call(struct arena *a, symbol module, symbol name, struct core *const *arguments, uint32_t n,
                       uint32_t line);
// fun (V0, V1, ..) -> body
struct core *core_fun(struct arena *a, uint32_t arity, struct core *body, uint32_t line);
// A clause of the compiler's own, without a guard.
struct core *core_clause(struct arena *a, struct core *pattern, struct core *body);

#endif
