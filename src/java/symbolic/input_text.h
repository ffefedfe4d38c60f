// SPDX-License-Identifier: Apache-2.0
// Texts of the input, strings and arrays of unknown length, as a run sees them. They are made by java/input/.
#ifndef FRISK_JAVA_INPUT_TEXT_H
#define FRISK_JAVA_INPUT_TEXT_H

#include "java/runtime/thread.h"

enum {
    INPUT_MAX_FRESH = 1 << 26, // characters of a string made in the midst of a run: 64 MiB of Latin-1, so
                               // that sums of a few lengths fit an int
    INPUT_MOST_TIMES = 12,     // so many times that a string may have that is made of others (summary.h)
    INPUT_MORE = 1 << 16,      // characters more than that
};

enum input_family { FAMILY_ASCII, FAMILY_UTF16, FAMILY_LATIN, FAMILY_COUNT };

struct input_text { // a string or array of the input
    symbol path;
    struct input_row *row; // NULL: of references
    expr_id length;
    bool is_string;
    bool part;           // made of other strings (summary.h): it need not hold what its family is for
    uint32_t times;      // it has at most INPUT_MAX_FRESH times so many characters; 0: once
    uint32_t family;     // strings: enum input_family
    enum java_kind kind; // of elements
};

struct input_texts { // a vector, as VEC
    struct input_text *at;
    uint32_t n, cap;
};

// The symbolic character or element i of an input text, also beyond its length. input.c
expr_id input_element(struct inputs *in, const struct input_text *text, uint32_t i);

#endif
