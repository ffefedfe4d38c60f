// SPDX-License-Identifier: Apache-2.0
// Static fields of users' classes as input: what a client can leave in them before it calls the unit, by
// assignments and calls.
//
// * A number that a test may assign is a variable. Its default is what the initializer of the class leaves
// there. A run gives it to the field at its first read; the class is initialised by then, as it is for the
// test that assigns it. Any value can be assigned, so nothing is lost.
// * A reference that a test may assign is a choice at the first read: the object that it has, or one made as
// for an argument.
// * Before all else up to INPUT_MAX_CALLS methods are called that may change fields which the unit's code,
//   and what that calls, reads (reader_setups): found from code, they are a matter of luck. So a run that
//   reads such a field as its initializer left it, or one whose object others may have changed, has lost
//   something. It has not where code shows that nobody writes the field or changes the object
//   (program/statics.h), nor where the run itself has written the field before.
//
// A running initializer reads fields of its own class as it left them, and fields of others as all code does.
#ifndef FRISK_JAVA_INPUT_STATICS_H
#define FRISK_JAVA_INPUT_STATICS_H

#include "java/input/input.h"

struct static_input { // of a run
    struct inputs *in;
    const struct model *model;
    struct arena *arena;
    bool changed; // something is called before the unit that may change objects of static fields
};

// Whether calls may change what a unit that reads the field sees of it.
bool input_static_has_state(struct inputs *in, struct java_field *f);

enum static_touch { // of a field, in a run
    TOUCH_NONE,
    TOUCH_READ,    // it has its value
    TOUCH_WRITTEN, // by the run
    TOUCH_CLOUDED, // by another class's initializer, before or after which a client may have written it
};

#endif
