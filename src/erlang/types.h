// SPDX-License-Identifier: Apache-2.0
// From -spec and -type attributes (in the compiler's abstract form) to the engine's type grammar. The argument list of
// a function is one tuple type: every clause of an overloaded spec is one alternative, so that arguments stay together.
#ifndef FRISK_ERLANG_TYPES_H
#define FRISK_ERLANG_TYPES_H

#include "erlang/load.h"
#include "solve/grammar.h"

struct types;

// Finds the attributes of a module; NULL: no such module (that type is then any()). May load it.
typedef const struct core_module *types_lookup(void *context, symbol module);

struct types *types_new(struct expr_store *x, struct grammar *g, types_lookup *lookup, void *context);
void types_free(struct types *t);

// Type of the argument tuple of module:name/arity under its spec; without a spec a tuple of any terms. False: the
// spec makes no sense (unknown type, wrong arity, an impossible argument ..); d says what and at which file:line.
bool types_of_arguments(struct types *t, symbol module, symbol name, uint32_t arity, type_id *out, struct diag *d);

#endif
