// SPDX-License-Identifier: Apache-2.0
// Conditions over numbers as words, for another process of the same program, and back. What the other side
// gets has the same form, node by node: nothing is simplified anew. Not for files: the words depend on the
// program.
#ifndef FRISK_EXPR_PACK_H
#define FRISK_EXPR_PACK_H

#include "base/vec.h"
#include "expr/expr.h"

typedef VEC(uint32_t) expr_words;
typedef VEC(expr_id) expr_roots;

// Appends the roots, with what they are made of, to *out. A leaf is a number of a term (IVAL, FVAL,
// TUPLE_SIZE, BIT_SIZE); the different ones are numbered as they come, into *leaves. False: there is
// something else than arithmetic in it, or it is larger than 64 MB, and *out is of no use.
bool expr_pack(const struct expr_store *x, const expr_id *roots, uint32_t n, expr_words *out,
               expr_roots *leaves);
// Appends the roots, as nodes of x; leaf k has become that number of variable k. False: these are no words
// that expr_pack wrote.
bool expr_unpack(struct expr_store *x, const uint32_t *words, size_t n, expr_roots *roots);

#endif
