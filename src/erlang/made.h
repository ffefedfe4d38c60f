// SPDX-License-Identifier: Apache-2.0
// Arguments of opaque types: the input holds what a constructor takes (load/constructor.h), the run calls it,
// and a person reads the call.
#ifndef FRISK_ERLANG_MADE_H
#define FRISK_ERLANG_MADE_H

#include "erlang/load/constructor.h"
#include "erlang/machine/interp.h"
#include "erlang/term/value.h"

// Calls the constructor on `given`; its decisions are decisions of the run. Nothing that it covers, stores or
// fails with is the unit's.
enum interp_result made_value(struct interp *ip, const struct constructor *c, term given, term *value);
// The call, as source text: "dict:from_list([{1,2}])", or "gb_trees:enter(1, 2, gb_trees:empty())".
void made_print(const struct expr_store *x, const struct constructor *c, expr_id given,
                const struct value_shared *shared, struct str *out);

#endif
