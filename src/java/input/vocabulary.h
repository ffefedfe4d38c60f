// SPDX-License-Identifier: Apache-2.0
// Java's vocabulary for inputs drawn at random (explore/inputs/): which leaf values there are, what the code
// names, and how references and strings are variables.
#ifndef FRISK_JAVA_INPUT_VOCABULARY_H
#define FRISK_JAVA_INPUT_VOCABULARY_H

#include "explore/inputs/value_source.h"
#include "java/program/program.h"

struct inputs;

struct leaf_type java_leaf(enum java_kind kind); // a primitive one
// For readers, as those of value_source.h. A reference: null or not; of a string: its family, its length and
// its characters.
void java_draw_reference(struct inputs *in, struct value_source *s, uint32_t variable);
void java_draw_string(struct inputs *in, struct value_source *s, symbol path, uint32_t family,
                      uint32_t length);

// The constants of the user's classes that were loaded since the last time, and of the class under test,
// whoever wrote it, but for one (NULL: none). told: how many classes have been looked at so far, at first 0.
void java_tell_constants(struct java_program *p, const struct java_class *tested,
                         const struct java_class *without, struct dictionary *d, uint32_t *told);

#endif
