// SPDX-License-Identifier: Apache-2.0
// How objects of a type can be made by a caller: constructors, factories, constants, and the methods that
// change them afterwards.
#ifndef FRISK_JAVA_INPUT_WAYS_H
#define FRISK_JAVA_INPUT_WAYS_H

#include "java/input/input.h"

// The ways to make a non-null object of that type ("Ljava/util/List;"), fewest parameters first. NULL: no
// such class.
const struct input_class *java_input_class(struct inputs *in, const char *descriptor);

struct java_methods {
    struct java_method **at;
    uint32_t n;
    bool all; // no other method changes such an object
};
// The methods a test can call on an object of class c that may change it, in the order of the class file, but
// first what fills a collection. Owned by the arena.
struct java_methods java_mutators(struct inputs *in, struct java_class *c, struct arena *a);

// Whether a test in the package of the tested class may name the class, and the member of it.
bool java_class_accessible(const struct inputs *in, const struct java_class *c);
bool java_member_accessible(const struct inputs *in, const struct java_class *c, uint16_t access);

// Whether m constructs an inner class: its first argument is the instance that the new object belongs to,
// which Java has no way to leave out (JLS 15.9.4).
bool java_takes_outer(const struct java_method *m);

bool java_same_package(symbol a, symbol b); // of two classes, by their names

// Types of float and double variables.
void java_float_types(struct grammar *g, type_id *float_type, type_id *double_type);

// The next parameter of a method's descriptor from *at on, copied to out; NULL: no more.
const char *java_next_parameter(const char **at, char *out, size_t size);

#endif
