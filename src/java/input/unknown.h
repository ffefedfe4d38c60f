// SPDX-License-Identifier: Apache-2.0
// The under-constrained mode (--call-depth; W. H. K. Bester, Stellenbosch 2013). Calls of the user's methods
// deeper than that are not followed. They change nothing and return an unknown value, which is an input like
// any other. What such a run finds may be impossible: it counts only if the real JVM shows the same.
//
// Always followed: the JDK, constructors, class initializers and what they call, and what the compiler made.
#ifndef FRISK_JAVA_UNKNOWN_H
#define FRISK_JAVA_UNKNOWN_H

#include "java/input/input.h"

struct unknown_calls { // of a run
    uint32_t depth;    // levels of calls below the unit that are followed
    uint32_t base;     // frames below the unit's
    uint32_t n;        // results made up so far
    struct inputs *in;
    const struct model *model;
    struct arena *arena;
};

#endif
