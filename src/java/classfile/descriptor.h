// SPDX-License-Identifier: Apache-2.0
// Descriptors and names as the class file format writes them (JVMS 4.2, 4.3). All functions take bytes with a
// length and accept nothing but the whole of it.
#ifndef FRISK_JAVA_DESCRIPTOR_H
#define FRISK_JAVA_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool java_is_unqualified_name(const char *s, size_t n); // of a field or variable: no . ; [ /
bool java_is_method_name(const char *s, size_t n);      // also without < >, or <init>, <clinit>
bool java_is_class_name(const char *s, size_t n);       // "java/lang/String"; no array
bool java_is_field_descriptor(const char *s, size_t n); // "I", "[Ljava/lang/String;"

// What a method descriptor says about the stack.
struct java_method_shape {
    uint16_t argument_slots; // longs and doubles count twice; without `this`
    uint8_t n_arguments;
    char return_type; // first character
};
bool java_is_method_descriptor(const char *s, size_t n, struct java_method_shape *shape); // shape may be NULL

// Walks the types of a checked method descriptor's arguments, or a single checked field descriptor:
//   const char *p = text; while ((type = java_next_type(&p, &length))) ... type[0] is its kind
// Returns the type's first character's place, and NULL at the end of the arguments.
const char *java_next_type(const char **at, size_t *length);
const char *java_return_type(const char *method_descriptor); // of a checked one: what stands after ')'

static inline bool java_is_wide(char type) {
    return type == 'J' || type == 'D';
} // takes two slots

#endif
