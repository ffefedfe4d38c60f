// SPDX-License-Identifier: Apache-2.0
// A text within an input put in place of another.
#ifndef FRISK_EXPLORE_INPUTS_REPLACING_H
#define FRISK_EXPLORE_INPUTS_REPLACING_H

#include "explore/inputs/coding.h"
#include "explore/inputs/dictionary.h"

// In place of a base: one character takes the place of another, or of the commonest one, wherever it stands.
#define TEXT_EDIT_EVERYWHERE 1

struct text_edit {
    struct dictionary_text seen, wanted; // replaced, and by what; an empty one is everywhere
    uint32_t base;   // 0: texts; else they are numbers in that base, and `seen` stands where all digits of a
                     // number do, behind zeros; what takes its place has once no zeros, once as many digits
    uint32_t number; // at which of the places where `seen` stands in the input, in upper or lower case
};

struct text_place {
    uint32_t at, n;     // what is replaced
    uint32_t zeros;     // that come before `wanted`
    enum coding coding; // these characters are decoded, edited within there, and encoded again
    uint32_t within, n_within;
    uint16_t every; // TEXT_EDIT_EVERYWHERE: which character is replaced
};

// How many places of a text may be edited; `*number` less those that it has. If the edit is at one of them,
// true, and *out is which.
bool text_edit_place(const struct text_edit *edit, const uint16_t *chars, uint32_t n, uint32_t *number,
                     struct text_place *out);
// The text with the edit made at that place, and how many characters it has; at most text_edit_room.
uint32_t text_edit_room(const struct text_edit *edit, uint32_t n, const struct text_place *at);
uint32_t text_edit_apply(const struct text_edit *edit, const uint16_t *chars, uint32_t n,
                         const struct text_place *at, uint16_t *out);
// The term with the edit made in one of the lists of characters and bit strings in it. The term itself: none
// has that place.
expr_id text_edit_term(struct expr_store *x, const struct text_edit *edit, expr_id e, uint32_t *number);
// The term with 0 in place of the digits in its texts.
expr_id text_edit_zero_digits(struct expr_store *x, expr_id e);
// Whether two terms differ in one character (or small integer), and which ones these are.
bool text_edit_single(const struct expr_store *x, expr_id a, expr_id b, uint16_t *from, uint16_t *to);

#endif
