// SPDX-License-Identifier: Apache-2.0
// The table of all built-in functions that frisk models (bif.def): each row has a concrete function, a
// symbolic rule, and a type. The published list of what is supported is generated from it.
#ifndef FRISK_ERLANG_BUILTINS_H
#define FRISK_ERLANG_BUILTINS_H

#include "erlang/code/builtin.h"

extern const struct bif bif_table[];
extern const uint32_t bif_count;
const struct bif *bif_find(symbol module, symbol name, uint32_t arity); // NULL: none

extern const struct builtins builtins; // the same for a program

#endif
