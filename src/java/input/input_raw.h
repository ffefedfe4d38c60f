// SPDX-License-Identifier: Apache-2.0
// Raw objects: objects of the input that no call makes. They are allocated without a constructor, and their
// fields are set by reflection (RECIPE_RAW). A finding that needs one is of group `state`. The heap behind
// them is unknown until the program looks (lazy initialization: Khurshid, Pasareanu and Visser, TACAS 2003):
//
// * A field of a primitive type is a variable.
// * A field of a reference type is a variable, too, a number: 0 is null, 1 .. n the ways to make a new object
//   (the classes that fit, see input_reference_type), n + 1 + id another raw object, by its id. A reference
//   that cannot be null starts at 0 with the first way. When the program first looks at it (is it null? the
//   same? of that class? any access through it), that is one decision whose ways are null, the ways to make
//   it, and the raw objects of a fitting class that the run has met before (input_look).
// * An object is known by its canonical path, that of the reference that makes it, and has one number in all
//   runs: a path never grows with the depth of the heap, since fields are named by the number of their object
//   ("r7.next").
//
// Whatever the program does not look at is null or zero.
#ifndef FRISK_JAVA_INPUT_RAW_H
#define FRISK_JAVA_INPUT_RAW_H

#include "java/input/input.h"
#include "java/symbolic/symbolic.h"

// The raw object that the reference is in this input: an index of the state's; UINT32_MAX: none.
uint32_t input_raw_target(const struct input_state *s, const struct input_reference *ref);

// At the start of a run: the numbers among the arguments are within the bounds that are declared
// (heap_rules.h), or the run is refused.
void input_assume_arguments(struct java_thread *t, struct input_state *s);

// Whether frisk makes objects of this very class by reflection: a concrete class of the user's whose super
// classes are the user's as well, no enum, no record (their fields cannot be set); of the JDK only those of
// the package of the class under test.
bool input_raw_possible(const struct inputs *in, const struct java_class *c);

// What a reference of a raw object may be, besides null and an alias: raw objects where the type allows, else
// what a caller could make. NULL: no such class.
const struct input_class *input_reference_type(struct inputs *in, const char *descriptor);

// A reference of that type made up in the midst of a run. False: t->stop says why.
bool input_fresh_reference(struct inputs *in, struct java_thread *t, const struct model *model, symbol path,
                           const char *descriptor, struct arena *a, struct sym *out);

#endif
