// SPDX-License-Identifier: Apache-2.0
// What the analysis knows of built-in functions: for which arguments they cannot fail, and what they give.
// The types are rows of text (signature.def), most specific first, read once per analysis; a few built-ins
// are worked out from their arguments more closely (transfer.c).
#ifndef FRISK_ERLANG_SIGNATURE_H
#define FRISK_ERLANG_SIGNATURE_H

#include "erlang/analysis/shape.h"
#include "erlang/symbolic/builtins.h"

struct signatures;

struct signature_answer {
    shape result; // what it gives when it does not fail; SHAPE_NONE: it never gives anything
    bool fails;   // it may raise
    term reason;  // the only error there is then; TERM_NONE: not known
    bool effect;  // what it does to the process can be seen later
};

struct signatures *signatures_new(struct shapes *s);
void signatures_free(struct signatures *g);
struct signature_answer signature_apply(struct signatures *g, const struct bif *b, const shape *args);

// The first row that does not parse or names no built-in with a model, as text; NULL: all do. For tests.
const char *signature_bad_row(struct signatures *g);

// transfer.c: results that depend on the arguments' values; may only narrow *a (and clear fails).
void transfer_apply(struct shapes *s, const struct bif *b, const shape *args, struct signature_answer *a);

#endif
