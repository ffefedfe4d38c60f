// SPDX-License-Identifier: Apache-2.0
// Ropes: strings of the input that are put together while nobody has asked for their length. The byte array
// behind a String or StringBuilder is then a rope: pieces, one after another, some of unknown length. Its
// length is an expression. Which piece an element belongs to is decided when it is read, so `"<" + s + ">"`
// ends in '>' on one path, whatever s is. The array holds the values of the run; its expressions are in the
// pieces. Whoever changes or copies elements settles the rope first: from then on the path says how long the
// pieces are, and it is an array like others. In whole programs only; pieces go with the run.
#ifndef FRISK_JAVA_ROPE_H
#define FRISK_JAVA_ROPE_H

#include "java/symbolic/input_text.h"
#include "java/symbolic/symbolic.h"

struct rope;

// The text of the input that these bytes are, whole; NULL: none.
const struct input_text *text_of(const struct java_thread *t, const struct object *bytes);
// Byte i of the text, also beyond its length, as an expression.
expr_id text_byte(struct java_thread *t, const struct input_text *text, bool utf16, uint32_t i);

// Whether strings with these bytes are put together as a rope: their length is an expression.
static inline bool rope_wanted(const struct java_thread *t, const struct object *bytes) {
    return bytes->length_expr && java_wants_cases(t) && java_is_recording(t);
}

// An empty rope. rope_add: these bytes come next; nobody may change them. False: their length is no text's,
// or there are too many pieces.
struct rope *rope_new(struct java_thread *t);
bool rope_add(struct java_thread *t, struct rope *r, const struct object *bytes, bool utf16);
// Likewise characters begin to end of them, 0 <= begin <= end <= how many there are.
bool rope_add_slice(struct java_thread *t, struct rope *r, const struct object *bytes, bool utf16,
                    struct sym begin, struct sym end);
bool rope_is_wide(const struct rope *r); // two bytes a character
void rope_narrow(struct rope *r);        // no more, if none of its pieces has two
// Its array; no rope where all lengths are known. NULL: t->stop or t->exception is set.
struct object *rope_array(struct java_thread *t, struct rope *r);

bool rope_is_utf16(const struct java_thread *t, const struct object *array); // two bytes a character
bool rope_has_wide(const struct java_thread *t, const struct object *array); // some text needs two bytes
expr_id rope_chars(struct java_thread *t, const struct object *array);       // how many
// How many characters these bytes are, a rope or not. EXPR_NONE: as rope_add.
expr_id rope_length(struct java_thread *t, const struct object *bytes, bool utf16);
// At most so many times (1 .. INPUT_MOST_TIMES) INPUT_MAX_FRESH characters, and INPUT_MORE. 0: as rope_add,
// or more.
uint32_t rope_times(struct java_thread *t, const struct object *bytes, bool utf16);
struct object *rope_copy(struct java_thread *t, const struct object *array);

bool rope_decide_within(struct java_thread *t, struct sym i, struct sym n); // 0 <= i < n: a decision

// ---- In runs that summarise (summary.h) ----
// Equal identities: the same characters. Of an array of bytes that nobody is to change.
uint64_t rope_identity(const struct java_thread *t, const struct object *bytes);
// Requires that a text has so many characters. False: t->stop is set.
bool rope_require_length(struct java_thread *t, struct object *bytes, bool utf16, expr_id length);
bool rope_is_ascii(struct java_thread *t, const struct object *bytes); // as far as is known
// Where the first (or last) of the pieces whose characters are known that hold these does; EXPR_NONE: none.
expr_id rope_place_of(struct java_thread *t, const struct object *bytes, const uint16_t *chars, uint32_t n,
                      bool last);
// The character at a place within it, a decision in which piece that is. False: the bytes tell it, or t->stop
// is set.
bool rope_char(struct java_thread *t, const struct object *bytes, bool utf16, expr_id at, struct sym *c);

// An element at an index within the bounds; EXPR_NONE: the concrete one.
expr_id rope_element(struct java_thread *t, const struct object *array, struct sym index);
void rope_settle(struct java_thread *t, struct object *array); // nothing where it is no rope
// a = b as a condition, one of them a rope and both of the same width. EXPR_NONE: no telling.
expr_id rope_equal(struct java_thread *t, const struct object *a, const struct object *b, bool utf16);
// Likewise: whether b's characters are those of a from `at` on, where a has as many. Any widths.
expr_id rope_starts_with(struct java_thread *t, const struct object *a, bool a_utf16, struct sym at,
                         const struct object *b, bool b_utf16);

#endif
