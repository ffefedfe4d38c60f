// SPDX-License-Identifier: Apache-2.0
// Inputs drawn at random before the first query: members of the variables' types, with the constants of the
// code as a dictionary, and such that were interesting with parts of them drawn anew. Short bursts, until one
// of them brings nothing new. A language that finds its variables while it reads an input draws them itself
// (source_draw in language.h). What is drawn follows from the seed alone.
#ifndef FRISK_EXPLORE_INPUTS_DRAWING_H
#define FRISK_EXPLORE_INPUTS_DRAWING_H

#include "explore/inputs/replacing.h"
#include "explore/language.h"

struct random_inputs;

struct random_inputs *random_new(struct unit *u, uint64_t seed);
void random_free(struct random_inputs *r);
// A new input; lives until the next is drawn. False: a variable's type has no member that can be drawn.
bool random_draw(struct random_inputs *r, struct model *out);
// An input like another, with parts of its lists and bit strings repeated, left out or put in place of
// others, or some part changed; where the language draws, with parts drawn anew. Likewise.
bool random_grow(struct random_inputs *r, const struct model *from, struct model *out);
// An input like another with a text edited. Likewise; false: it has no such place, or what comes of it is no
// input.
bool random_replace(struct random_inputs *r, const struct model *from, const struct text_edit *edit,
                    struct model *out);
uint64_t random_number(struct random_inputs *r);
// The last input is worth beginning from. It is not kept where there are enough of them.
bool random_is_full(const struct random_inputs *r);
void random_keep(struct random_inputs *r);
// Those kept, in order.
uint32_t random_kept(const struct random_inputs *r);
struct model random_kept_at(const struct random_inputs *r, uint32_t i);
void random_mark(const struct random_inputs *r, struct expr_sweep *w); // those kept, the code's constants

#endif
