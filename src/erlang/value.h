// SPDX-License-Identifier: Apache-2.0
// Between the engine's ground expressions and Erlang's terms.
#ifndef FRISK_ERLANG_VALUE_H
#define FRISK_ERLANG_VALUE_H

#include "erlang/term.h"
#include "expr/expr.h"

// A ground expression of sort Term as a term (FUN becomes a closure of kind CLOSURE_TABLE). Iterative.
term value_to_term(const struct expr_store *x, expr_id ground, struct arena *a);
// A plain term as a ground expression. Pids, ports, refs and code funs become OPAQUE nodes, numbered by identity.
expr_id value_from_term(struct expr_store *x, term t);
// Source text that any Erlang shell accepts: funs as "fun(3) -> 42; (_) -> 0 end", strings as "..", pids and the like
// as expressions that make one (self(), make_ref()).
void value_print(const struct expr_store *x, expr_id ground, struct str *out);

#endif
