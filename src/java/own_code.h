// SPDX-License-Identifier: Apache-2.0
// What the code of a method says about its inputs, read without running it: the method itself and those of
// its class that it calls by name. Thread safe.
#ifndef FRISK_JAVA_OWN_CODE_H
#define FRISK_JAVA_OWN_CODE_H

#include "java/program.h"

enum { CASTS_MAX = 8 };

struct java_casts {
    struct java_class *at[CASTS_MAX];
    uint32_t n;
};

// The classes, no arrays, that `instanceof` and casts name, in the order in which they are met, at most
// CASTS_MAX: where a parameter is declared as Object, they say what the method knows how to treat.
void java_casts_of(struct java_program *p, struct java_method *m, struct java_casts *out);

// Whether it may change an object that was there before. False only if all that it does is known.
bool java_may_write(struct java_method *m);

#endif
