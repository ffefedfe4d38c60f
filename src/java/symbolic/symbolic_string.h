// SPDX-License-Identifier: Apache-2.0
// Strings and characters of the input, where they are compared or classified: one decision for a whole
// string, one choice for a class of characters, instead of one decision for each character.
#ifndef FRISK_JAVA_SYMBOLIC_STRING_H
#define FRISK_JAVA_SYMBOLIC_STRING_H

#include "java/runtime/thread.h"

// Whether two strings have the same characters: decides, and says so. False: not done (too long), the
// bytecode is to decide.
bool symbolic_string_equals(struct java_thread *t, struct object *a, struct object *b, bool *equal);
// Likewise as a condition, without deciding it. EXPR_NONE: not done.
expr_id symbolic_string_equal(struct java_thread *t, const struct object *a, const struct object *b);

// Whether a string has a prefix, which is not of the input, from a place on: likewise (two decisions where
// the length is open).
bool symbolic_string_starts(struct java_thread *t, const struct object *s, const struct object *prefix,
                            int32_t at, bool *starts);

// At a call of String.hashCode that a switch on strings begins with: decides which of the switch's strings it
// is, so that the hash code may stay concrete. False: no such switch.
bool symbolic_string_switch(struct java_thread *t, const struct object *s);

// The strings of the switch at hand, if a call of String.hashCode begins one: at most so many. How many.
uint32_t symbolic_string_cases(struct java_thread *t, struct object **out, uint32_t most);

// Whole programs: which node of a HashMap has the key, a string of the input (NULL: none), as one choice, so
// that its hash code is not needed. False: not done (too many keys, or some of them of the input).
bool symbolic_string_lookup(struct java_thread *t, const struct object *map, const struct object *key,
                            struct object **node);

// A static method (char or int c, ..) of Character whose other arguments are concrete, for a symbolic c below
// 128: decides which of its results it is. False: not done.
bool symbolic_char_function(struct java_thread *t, const struct java_method *m, const union word *args,
                            const expr_id *exprs, union word *result, expr_id *result_expr);

#endif
