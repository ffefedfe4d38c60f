// SPDX-License-Identifier: Apache-2.0
// Constants that the code under test names, from which inputs are drawn: what code compares its input with is
// seldom drawn otherwise. A constant that stands in it twice is drawn twice as often.
//
// A front end fills it (language.h): whatever its constants are, they are integers, floats and texts here,
// and, where its values are terms, ground terms. The dictionary owns what it holds, but for the expressions.
// Not thread safe.
#ifndef FRISK_EXPLORE_INPUTS_DICTIONARY_H
#define FRISK_EXPLORE_INPUTS_DICTIONARY_H

#include "base/arena.h"
#include "base/vec.h"
#include "expr/expr.h"

enum { DICTIONARY_TEXT_MAX = 200 }; // characters of a text

struct dictionary_text { // UTF-16
    const uint16_t *chars;
    uint32_t n;
};

struct dictionary { // all zero: empty
    VEC(int64_t) integers;
    VEC(double) floats;
    VEC(struct dictionary_text) texts;
    VEC(struct dictionary_text) patterns; // texts that look like regular expressions
    VEC(expr_id) terms;
    struct arena arena;
    bool has_arena;
    uint32_t told[2]; // for the front end: how much of its code it has told already
};

void dictionary_free(struct dictionary *d);
// Each kind has room for some thousand constants; what is more is left out.
void dictionary_add_integer(struct dictionary *d, int64_t v);
void dictionary_add_float(struct dictionary *d, double v);
// A term, and the number that it is.
void dictionary_add_term(struct dictionary *d, const struct expr_store *x, expr_id ground);
// A text as it is, but for one that is empty or longer than DICTIONARY_TEXT_MAX.
void dictionary_add_text(struct dictionary *d, const uint16_t *chars, uint32_t n);
// Likewise, unless it is there already: for what is learned from inputs.
void dictionary_learn_text(struct dictionary *d, const uint16_t *chars, uint32_t n);
// A constant of the code that is a text of ASCII, and what it suggests: the numbers that stand in it, and the
// one that it is the text of, in any notation. Others are left out.
void dictionary_add_literal(struct dictionary *d, const uint8_t *at, uint32_t n);

// What the texts of a dictionary suggest of the unknowns they are compared with: the alphanumeric pieces of
// each, for that is what texts are printed of; and neighbours joined by each character of such texts as have
// no alphanumeric one, for that is what texts are split at. Bounded. The text lives as long as the call.
typedef void (*dictionary_suggestion)(void *context, const char *text, uint32_t n, bool joined);
void dictionary_suggest(const struct dictionary *d, dictionary_suggestion each, void *context);

#endif
