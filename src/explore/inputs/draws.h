// SPDX-License-Identifier: Apache-2.0
// Leaf values drawn at random: numbers, characters and texts. Most are plain, some are from the dictionary or
// near to what stands there, some are at the edges of what machines hold, and some repeat what the same input
// has already, so that parts of an input are equal.
//
// What is drawn follows from the state and the dictionary alone. One thread at a time.
#ifndef FRISK_EXPLORE_INPUTS_DRAWS_H
#define FRISK_EXPLORE_INPUTS_DRAWS_H

#include "base/rng.h"
#include "explore/inputs/dictionary.h"

struct draws {
    struct rng rng;
    struct dictionary dictionary;
    bool finite;    // the language's floats are neither infinite nor NaN
    bool alike;     // many values are to be equal, or nearly: where loops without end are sought
    double extreme; // what most floats of this input are; 0: they are drawn each for itself
    // Of the input that is drawn:
    VEC(int64_t) integers;
    VEC(struct dictionary_text) texts;
    struct arena arena;
};

// All draws of a search follow from its seed (--seed).
void draws_init(struct draws *d, uint64_t seed);
void draws_free(struct draws *d);
void draws_begin(struct draws *d); // another input

static inline uint32_t draws_below(struct draws *d, uint32_t n) {
    return rng_below(&d->rng, n);
}

int64_t draws_integer(struct draws *d); // of 64 bits
double draws_float(struct draws *d);
uint16_t draws_character(struct draws *d);
// A text of at most DICTIONARY_TEXT_MAX characters; lives until another input is begun.
struct dictionary_text draws_text(struct draws *d);
// How long a sequence is: short, or now and then as long as the code asks for.
uint32_t draws_length(struct draws *d, uint32_t usual_max);
// What was drawn may be repeated in the same input.
void draws_note_integer(struct draws *d, int64_t v);

#endif
