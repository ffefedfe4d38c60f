// SPDX-License-Identifier: Apache-2.0
// Which keys are asked of the maps among the inputs, and in which order. A map is taken apart by asking for
// one key after the other whether it is there; runs down one path must ask the same. So each such map (its
// expression) has a list that only grows: the keys that the code itself names, then (one choice for each key)
// those that it compares with something, then those that runs met in such maps. Shared by the workers of a
// unit. Beside them: the floats whose texts the code has.
#ifndef FRISK_ERLANG_KEY_BOOK_H
#define FRISK_ERLANG_KEY_BOOK_H

#include "erlang/load/core.h"
#include "expr/expr.h"
#include "expr/sweep.h"

struct key_book;

struct key_book *key_book_new(struct expr_store *x);
void key_book_free(struct key_book *b);
void key_book_read(struct key_book *b,
                   const struct core_module *m); // the keys and floats that its code names
// What the unit, and what it calls in its module, compares terms with: the literals of patterns, comparisons
// and look-ups in lists, integers beside those that have to be less or greater. At most 16, after
// key_book_read.
void key_book_read_literals(struct key_book *b, const struct core_module *m, symbol function, uint32_t arity);
uint32_t key_book_literals(const struct key_book *b, const expr_id **literals); // none of them is named
uint32_t key_book_named(const struct key_book *b); // how many those are: the first of every list
expr_id key_book_key(struct key_book *b, expr_id map, uint32_t i); // EXPR_NONE: the list ends before
// The floats that the code's texts spell, as "3.14 Euro" does; no zeros. At most KEY_BOOK_FLOATS.
enum { KEY_BOOK_FLOATS = 12 };
uint32_t key_book_floats(const struct key_book *b, const double **floats);
void key_book_add(struct key_book *b, expr_id map, expr_id key); // at the end
// Plain terms that were hashed, small ones, in the order in which runs came to them: unknown terms are asked
// whether they are one of them.
enum { KEY_BOOK_HASHED = 8 };
void key_book_add_hashed(struct key_book *b, term plain);
expr_id key_book_hashed(struct key_book *b, uint32_t i); // EXPR_NONE: none so far
void key_book_mark(struct key_book *b, struct expr_sweep *w);

#endif
