// SPDX-License-Identifier: Apache-2.0
// Values for the variables of an input, drawn when they are asked for: for a front end that finds out while
// it reads an input which variables there are. Such a reader asks for each variable that it meets; the
// model grows by each answer, and is what is read. A variable has one value in an input however often it is
// asked for.
//
// A source belongs to one thread.
#ifndef FRISK_EXPLORE_INPUTS_VALUE_SOURCE_H
#define FRISK_EXPLORE_INPUTS_VALUE_SOURCE_H

#include "explore/inputs/draws.h"
#include "explore/inputs/replacing.h"
#include "explore/language.h"

enum value_choice {
    VALUES_DEFAULT, // each variable has its default: nothing is bound
    VALUES_PLAIN,   // the same plain ones for all
    VALUES_DRAWN,
    VALUES_EDITED, // those of the base, but for a text
};

struct value_source;

struct value_source *value_source_new(struct unit *u, uint64_t seed);
void value_source_free(struct value_source *s); // NULL: nothing
struct draws *value_source_draws(struct value_source *s);

// Begins an input, of which most values are taken from base (NULL: none), which must live as long. The model
// returned grows while the input is read and lives until the next is begun. VALUES_DRAWN: the language has
// told its dictionary what it has to tell by now.
const struct model *value_source_begin(struct value_source *s, enum value_choice values,
                                       const struct model *base);
// Likewise: the base with one text of it edited.
const struct model *value_source_begin_edited(struct value_source *s, const struct text_edit *edit,
                                              const struct model *base);
bool value_source_is_edited(const struct value_source *s); // the place of the edit was met

// ---- For readers ----

// Whether texts are to be edited: the reader then reads each as the model has it.
const struct model *value_source_model(const struct value_source *s); // as far as it is known
bool value_source_edits(const struct value_source *s);
// A text of the model. True: it is to be the one in *out, and the reader binds its length and characters.
bool value_source_edit(struct value_source *s, const uint16_t *chars, uint32_t n,
                       struct dictionary_text *out);

// Whether the variable gets a value now, and which is up to the reader (value_source_bind).
bool value_source_asks(struct value_source *s, uint32_t variable);
void value_source_bind(struct value_source *s, uint32_t variable, expr_id value);
void value_source_bind_integer(struct value_source *s, uint32_t variable, int64_t v);

enum leaf_kind { LEAF_BOOLEAN, LEAF_CHARACTER, LEAF_INTEGER, LEAF_FLOAT };
struct leaf_type { // LEAF_INTEGER: two's complement
    enum leaf_kind kind;
    uint32_t bits; // LEAF_CHARACTER: 16
};
void value_source_leaf(struct value_source *s, uint32_t variable, struct leaf_type leaf);
void value_source_choice(struct value_source *s, uint32_t variable, uint32_t n); // 0 .. n - 1
void value_source_seldom(struct value_source *s, uint32_t variable, uint32_t n); // likewise, mostly 0
void value_source_length(struct value_source *s, uint32_t variable);             // of a sequence
// A text, whose length is the variable's value; the reader binds the characters. False: it has one.
bool value_source_text(struct value_source *s, uint32_t length, struct dictionary_text *out);

#endif
