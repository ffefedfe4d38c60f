// SPDX-License-Identifier: Apache-2.0
// From a call as a person writes it (java_read.h) to the input that it is.
#ifndef FRISK_JAVA_INPUT_SEED_H
#define FRISK_JAVA_INPUT_SEED_H

#include "java/input/input.h"
#include "java/input/java_read.h"

// The bindings of the model whose recipe is that call, in the arena, ordered. False: no way to make objects
// that frisk knows does it so, or the call is not one of the method under test.
bool input_seed(struct inputs *in, const struct java_node *call, struct arena *a, struct model *out);

// Whether a name of a type in source ("Map.Entry", "java.util.List") means that class.
bool java_source_name_is(const char *name, const struct java_class *c);

#endif
