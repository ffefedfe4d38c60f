// SPDX-License-Identifier: Apache-2.0
// Types as code: functions in Core Erlang that tell whether a value is of a type. A run calls them on what
// the unit returned, so the questions asked of a symbolic value are decisions like others, and the search
// finds values outside the spec.
#ifndef FRISK_ERLANG_TYPE_CODE_H
#define FRISK_ERLANG_TYPE_CODE_H

#include "erlang/code/program.h"
#include "solve/grammar.h"

// The exported function that gives true for the arguments that make a tuple of the type, all of whose
// alternatives are tuples of n; else false. What it says of functions is their arity only, and of maps it
// does not ask whether a mandatory key is there unless its type is that one key. g is frozen, and not needed
// afterwards. NULL: d says why.
struct export *type_code(struct program *p, struct expr_store *x, const struct grammar *g, type_id type,
                         uint32_t n, struct diag *d);

#endif
