// SPDX-License-Identifier: Apache-2.0
// Boxes of primitive values, and conversions between primitive types (JLS 5.1.2, 5.1.7, 5.1.8): wherever the
// JVM's library boxes and converts on the program's behalf (lambdas, handles, reflection).
#ifndef FRISK_JAVA_BOXES_H
#define FRISK_JAVA_BOXES_H

#include "java/runtime/thread.h"
#include "java/symbolic/symbolic.h"

const char *java_box_name(enum java_kind kind); // "java/lang/Integer"; kind: a primitive one but void
char java_kind_letter(enum java_kind kind);     // of its descriptor: 'I'; void: 'V'
enum java_kind
java_box_kind_named(const char *class); // of what objects of "java/lang/Integer" hold; JAVA_REF: it is no box
enum java_kind java_box_kind(const struct java_class *c); // likewise
struct java_method *java_box_method(struct java_program *p,
                                    enum java_kind kind); // the JDK's valueOf; NULL: none

// With the JDK's valueOf; a reference is itself. NULL: thrown or stopped.
struct object *java_value_box(struct java_thread *t, enum java_kind kind, struct sym v);
// The value in a box as one of `kind`, widened if need be. False: it is null, no box, or does not fit;
// nothing is thrown.
bool java_value_open(struct java_thread *t, const struct object *o, enum java_kind kind, struct sym *out);
// Likewise, as a cast and an unboxing do it; false: thrown.
bool java_value_unbox(struct java_thread *t, struct object *o, enum java_kind kind, struct sym *out);

bool java_can_widen(enum java_kind from, enum java_kind to); // also to itself
// False: it would be narrowed, so it is left as it is.
bool java_value_widen(struct java_thread *t, enum java_kind from, enum java_kind to, struct sym *v);

#endif
