// SPDX-License-Identifier: Apache-2.0
// A value that calls make, as it stands in an input: a pair of a mark and the arguments of the calls. The
// mark is an atom that no program can have, and tells which calls. Type grammars hold such pairs, runs put
// the value in their place (made.h), and people are shown the calls (value.h).
#ifndef FRISK_ERLANG_MADE_FORM_H
#define FRISK_ERLANG_MADE_FORM_H

#include "erlang/term/term.h"
#include "expr/expr.h"

// Either module:function(A1, .., An), of the tuple {A1, .., An}; or, with `start`, a fold over a list of
// tuples {A1, .., An}, from module:start() on: module:function(A1, .., Value so far, .., An), where the value
// so far is argument `at`.
struct made_form {
    symbol module, function;
    symbol start;       // of the fold; 0: there is none
    uint32_t arity, at; // of the function; at == arity: none of its arguments is the value so far
    bool tagged;        // the call gives {ok, Value}; anything else is no value
};

symbol made_mark(const struct made_form *f);
bool made_marked(symbol mark, struct made_form *out); // false: an atom like any other
// The pair of a mark and what is given. False: it is no such pair.
bool made_read(const struct expr_store *x, expr_id ground, struct made_form *out, expr_id *given);

#endif
