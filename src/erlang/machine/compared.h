// SPDX-License-Identifier: Apache-2.0
// Texts (lists of characters, binaries) that parts of the input are compared with, for the trace
// (trace_wants): which other text in the place of this one would come out another way. All of it is for runs
// with a trace only, and does nothing in others.
#ifndef FRISK_ERLANG_COMPARED_H
#define FRISK_ERLANG_COMPARED_H

#include "erlang/machine/interp.h"

// Two terms are compared, one of them shadowed: texts in the same places of them.
void compared_terms(struct interp *ip, term a, term b);

enum compared_part {
    COMPARED_BEGIN, // the text is to begin with it
    COMPARED_FOUND, // it is looked for in the text
    COMPARED_SPLIT, // the text is split there, however often
};
// A shadowed text is searched for a plain one.
void compared_part(struct interp *ip, term text, term part, enum compared_part how);
// A shadowed text that must be an integer.
void compared_number(struct interp *ip, term text);
// The size of a shadowed text is asked for: it may be one that the code compares with.
void compared_size(struct interp *ip, term text);
// A shadowed text that is to match a regular expression.
void compared_pattern(struct interp *ip, term text, const char *pattern, size_t n);
// From that position on a shadowed bit string is matched: the code's instructions at pc say with what.
void compared_bits(struct interp *ip, term bits, term position, const uint32_t *pc);

#endif
