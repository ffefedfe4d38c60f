// SPDX-License-Identifier: Apache-2.0
// Between the engine's ground expressions and Erlang's terms.
#ifndef FRISK_ERLANG_VALUE_H
#define FRISK_ERLANG_VALUE_H

#include "erlang/term/term.h"
#include "expr/expr.h"

// A ground expression of sort Term as a term (FUN becomes a closure of kind CLOSURE_TABLE). Iterative; shared
// parts stay shared. OPAQUE pids, ports and refs become the immediate with their number as payload; an OPAQUE
// fun becomes the external fun it stands for, or (of code, or unknown) a table of arity 0 that returns ok.
term value_to_term(const struct expr_store *x, expr_id ground, struct arena *a);
// A plain term as a ground expression. Pids, ports and refs become OPAQUE nodes, numbered by their payload;
// external funs and code funs are numbered by identity, so that equal ones are equal nodes.
expr_id value_from_term(struct expr_store *x, term t);
// Stands for every function of that arity among the keys of an input function, which does not tell them
// apart. No function of a program is equal to it.
term value_any_fun(struct arena *a, uint32_t arity);
bool value_holds_fun(term plain); // there is a function in it
// Source text that any Erlang shell accepts: funs as "fun(3) -> 42; (_) -> 0 end", strings as "..", pids and
// the like as expressions that make one (pid 0 is self(); others are named by number, so that equal numbers
// are equal pids), what is marked as made (made_form.h) as the calls that make it.
void value_print(const struct expr_store *x, expr_id ground, struct str *out);
// Functions made up that stand in more than one place of a ground term (not counting inside functions): one
// fun written twice is two funs to the compiler, which are not equal.
struct value_shared {
    expr_id *at; // mem_free
    uint32_t n;
    bool no_texts; // lists of integers are written as lists, whatever characters they may be
};
struct value_shared value_shared_funs(const struct expr_store *x, expr_id ground);
// As value_print, but these are written as the variables F1, F2, .., and texts as `shared` says.
void value_print_named(const struct expr_store *x, expr_id ground, const struct value_shared *shared,
                       struct str *out);
// "F1 = fun(_) -> ok end, F2 = .., "; nothing if there are none.
void value_print_shared(const struct expr_store *x, const struct value_shared *shared, struct str *out);
// The shortest decimal text that reads back as v and that Erlang takes for a float: 1.0, 1.0e-7.
void value_print_float(double v, struct str *out);

#endif
