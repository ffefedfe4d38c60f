// SPDX-License-Identifier: Apache-2.0
// What standard input holds is part of the input: so many bytes, which are asked for as the program reads
// them. A run reads it where the JDK's code reads file descriptor 0 (natives_file.c); a test puts a
// ByteArrayInputStream of these bytes in its place (System.setIn).
#ifndef FRISK_JAVA_STANDARD_INPUT_H
#define FRISK_JAVA_STANDARD_INPUT_H

#include "java/input/input.h"

struct standard_input { // of a run
    struct inputs *in;
    const struct model *model;
    struct arena *arena;       // of the run
    struct input_state *state; // of the run; for the text
    bool read;                 // it was
    uint32_t n, position;      // bytes, as the model has it; of which so many were read
    const uint16_t *bytes;     // 0 .. 255
    struct input_text text;
};

// Before a run; it is not read as long as nobody asks.
void standard_input_begin(struct standard_input *s, struct inputs *in, const struct model *model,
                          struct arena *arena, struct input_state *state);

// Whether there is another byte: decided. The byte, 0 .. 255. STOP: t->stop says why (where it says whether
// there is one, NATIVE_DECLINE: there is none).
enum native_status standard_input_next(struct java_thread *t, int32_t *byte, expr_id *expr);
// Up to that many bytes follow: n of them, decided; they are not read yet.
enum native_status standard_input_rest(struct java_thread *t, int64_t wanted, uint32_t *n);
// How many are left, and the expression of that.
enum native_status standard_input_left(struct java_thread *t, int32_t *n, expr_id *expr);

// The bytes as a literal of Java, one character for each. To be freed by the caller.
char *standard_input_text(const struct standard_input *s);
// The statement of a test that puts them in place.
void standard_input_setup(const struct standard_input *s, struct str *out);

#endif
