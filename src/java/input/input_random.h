// SPDX-License-Identifier: Apache-2.0
// Inputs drawn at random, and from a dictionary of the constants of the classes loaded that are the user's. A
// reader (input_reader.h) that has such a source asks it for each variable it meets, since which variables
// there are is known only then; the model made so far is what it reads.
//
// The source belongs to one thread. What it draws follows from its state and the classes alone.
#ifndef FRISK_JAVA_INPUT_RANDOM_H
#define FRISK_JAVA_INPUT_RANDOM_H

#include "base/vec.h"
#include "java/input/input.h"

// Texts of UTF-16, each once. Not thread safe.
struct input_word {
    const uint16_t *chars;
    uint32_t n;
};
struct input_words { // all zero: none
    VEC(struct input_word) list;
    struct arena arena;
};
void input_words_add(struct input_words *w, const uint16_t *chars,
                     uint32_t n); // unless too long, or too many
void input_words_free(struct input_words *w);

enum random_values { VALUES_DEFAULT, VALUES_PLAIN, VALUES_DRAWN };

struct random_source *input_random_new(struct unit *u, uint64_t seed); // of a java_unit; seed: not 0
void input_random_free(struct random_source *r);
uint32_t input_random_below(struct random_source *r, uint32_t n);

// Begins an input; values are mostly taken from base (NULL: none), which must live as long. The model
// returned grows while the input is read and lives until the next is begun.
const struct model *input_random_begin(struct random_source *r, enum random_values values,
                                       const struct model *base);

// An input of the method under test, read at once (explore/language.h).
struct model input_random_draw(struct random_source *r, const struct model *base);

// Bind a variable that the input does not have yet, for readers.
void input_random_primitive(struct random_source *r, uint32_t variable, enum java_kind kind);
void input_random_choice(struct random_source *r, uint32_t variable, uint32_t n); // 0 .. n - 1
void input_random_seldom(struct random_source *r, uint32_t variable, uint32_t n); // likewise, mostly 0
void input_random_reference(struct random_source *r, uint32_t variable);          // null or not
void input_random_length(struct random_source *r, uint32_t variable);             // of an array
// A string as a whole: its family, length and characters.
void input_random_string(struct random_source *r, struct inputs *in, symbol path, uint32_t family,
                         uint32_t length);

#endif
