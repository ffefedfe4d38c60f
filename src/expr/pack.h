// SPDX-License-Identifier: Apache-2.0
// Conditions over numbers as 32-bit words, for another process of the same program, and back. The nodes
// arrive as they were sent: nothing is simplified anew. Not for files: the words depend on the version of the
// program.
#ifndef FRISK_EXPR_PACK_H
#define FRISK_EXPR_PACK_H

#include "base/vec.h"
#include "expr/expr.h"

typedef VEC(uint32_t) expr_words;
typedef VEC(expr_id) expr_roots;

// Appends the roots and all their parts to *out. Leaves (IVAL, FVAL, TUPLE_SIZE, BIT_SIZE of a term) are
// numbered in the order they are met, and appended to *leaves. False: there is something besides arithmetic,
// or it is larger than 64 MB; *out is of no use then.
bool expr_pack(const struct expr_store *x, const expr_id *roots, uint32_t n, expr_words *out,
               expr_roots *leaves);
// Appends the roots, as nodes of x. Leaf k becomes the number of variable k. False: expr_pack did not write
// these words.
bool expr_unpack(struct expr_store *x, const uint32_t *words, size_t n, expr_roots *roots);

#endif
