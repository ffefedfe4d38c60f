// SPDX-License-Identifier: Apache-2.0
// Java's vocabulary for inputs drawn at random (explore/inputs/): which leaf values there are, what the code
// names, and how references and strings are variables.
#ifndef FRISK_JAVA_INPUT_VOCABULARY_H
#define FRISK_JAVA_INPUT_VOCABULARY_H

#include "explore/inputs/value_source.h"
#include "java/program/program.h"

struct inputs;

struct leaf java_leaf(enum java_kind kind); // a primitive one
// For readers, as those of value_source.h. A reference: null or not; of a string: its family, its length and
// its characters.
void java_draw_reference(struct inputs *in, struct value_source *s, uint32_t variable);
void java_draw_string(struct inputs *in, struct value_source *s, symbol path, uint32_t family,
                      uint32_t length);

// Of struct language_drawing: of a java_unit; an input of the method under test is read at once.
void java_tell_constants(struct unit *u, struct dictionary *d);
void java_read_drawn(struct unit *u, struct value_source *s, const struct model *input);

#endif
