// SPDX-License-Identifier: Apache-2.0
// What to draw inputs from: constants of the code, and what its texts are made of.
#ifndef FRISK_ERLANG_WORDS_H
#define FRISK_ERLANG_WORDS_H

#include "base/vec.h"
#include "erlang/code/code.h"
#include "expr/expr.h"
#include "solve/grammar.h"

typedef VEC(expr_id) word_vec;

// Appends the constants of a function that are no funs.
void words_of_function(struct expr_store *x, const struct function *f, word_vec *out);

// Appends what the texts (strings and binaries) among words[0..n) suggest of the unknowns they are compared
// with: the alphanumeric pieces of each as an atom, a string, a binary and, where it is one, an integer, for
// that is what texts are printed of; and neighbours joined by each character of such texts as have no
// alphanumeric one, for that is what texts are split at. Bounded.
void words_of_texts(struct expr_store *x, const expr_id *words, uint32_t n, word_vec *out);

// Whether the function has a text of two printable characters or more among its constants.
bool words_has_text(const struct function *f);
// Whether a value of the type may hold characters: integers of the range of char() or byte().
bool words_are_of_type(const struct grammar *g, type_id type);

#endif
