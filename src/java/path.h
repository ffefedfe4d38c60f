// SPDX-License-Identifier: Apache-2.0
// The path of a run in words (--paths): its conditions in the source's own names, the objects it began with
// and those it left. An object of the input is called by the references that lead to it ("l.first"), one that
// the run made "new1". What the run did not look at is "_".
#ifndef FRISK_JAVA_PATH_H
#define FRISK_JAVA_PATH_H

#include "java/input/input.h"

struct java_path { // of the last run, as long as no other one begins; all borrowed
    struct inputs *in;
    struct java_thread *t;
    const struct input_state *state;
    const union word *arguments; // state->recipe.n of them
    union word result;           // if it returned
    enum java_kind result_kind;  // JAVA_VOID: none
};

// Appends the condition. False: it only says how the input is made, or that a number does not wrap around.
bool java_path_condition(const struct java_path *p, expr_id e, struct str *out);
// One text for each argument and object, before the run or after it; the caller frees texts and array.
uint32_t java_path_objects(const struct java_path *p, bool after, char ***out);

#endif
