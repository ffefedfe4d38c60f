// SPDX-License-Identifier: Apache-2.0
// What annotations say of null: those of the declaration and of its type, of any package, kept in the class
// file or at run time; and those that set the default of a method, class or package (JSpecify, JSR 305).
// Read anew at each call; thread safe.
#ifndef FRISK_JAVA_NULLNESS_H
#define FRISK_JAVA_NULLNESS_H

#include "java/program/program.h"

enum java_nullness {
    NULLNESS_UNKNOWN, // nothing says so
    NULLNESS_NULLABLE,
    NULLNESS_NONNULL,
};

// Of parameter i of m, in the order of its descriptor.
enum java_nullness java_parameter_nullness(struct java_program *p, const struct java_method *m, uint32_t i);
enum java_nullness java_field_nullness(const struct java_field *f); // by its own annotations

#endif
