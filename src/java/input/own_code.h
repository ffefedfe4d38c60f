// SPDX-License-Identifier: Apache-2.0
// What the code of a method says about its inputs, without running it. The code is the method itself and the
// methods of its class that it calls by name. Thread safe.
#ifndef FRISK_JAVA_OWN_CODE_H
#define FRISK_JAVA_OWN_CODE_H

#include "java/program/program.h"

enum { CASTS_MAX = 8 };

struct java_casts {
    struct java_class *at[CASTS_MAX];
    uint32_t n;
};

// The classes, no arrays, that `instanceof` and casts name, in the order in which they are met, at most
// CASTS_MAX: where a parameter is declared as Object, they say what the method knows how to treat.
void java_casts_of(struct java_program *p, struct java_method *m, struct java_casts *out);

enum java_effect { // on objects that were there before, and static fields
    EFFECT_NONE,
    EFFECT_UNKNOWN, // it calls what was not read
    EFFECT_WRITES,  // it has instructions that write
};

// What m does when it is called on an object of class c. contract: m is one of equals, hashCode, toString and
// compareTo, and others' methods of these names are taken to change nothing.
enum java_effect java_effect_of(struct java_class *c, struct java_method *m, bool contract);

#endif
