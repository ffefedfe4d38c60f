// SPDX-License-Identifier: Apache-2.0
// What to draw inputs from: constants of the code, and what its texts are made of.
#ifndef FRISK_ERLANG_WORDS_H
#define FRISK_ERLANG_WORDS_H

#include "base/vec.h"
#include "erlang/code/code.h"
#include "explore/inputs/dictionary.h"
#include "explore/language.h"
#include "solve/grammar.h"

typedef VEC(expr_id) word_vec;

// Appends the constants of a function that are no funs.
void words_of_function(struct expr_store *x, const struct function *f, word_vec *out);

// Tells the dictionary the texts (strings and binaries) among the words, and appends what they suggest
// (dictionary_suggest) as atoms, strings, binaries and integers: that is what texts are printed of.
void words_of_texts(struct expr_store *x, struct dictionary *d, word_vec *words);

// Erlang's order of ground terms.
int words_order(struct unit *u, expr_id a, expr_id b);

// Whether the function has a text of two printable characters or more among its constants.
bool words_has_text(const struct function *f);
// Whether a value of the type may hold characters: integers of the range of char() or byte().
bool words_are_of_type(const struct grammar *g, type_id type);

#endif
