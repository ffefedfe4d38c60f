// SPDX-License-Identifier: Apache-2.0
// Texts that strings are compared with, for the trace (trace_wants): which other text in the place of this
// one would come out another way.
#ifndef FRISK_JAVA_COMPARED_H
#define FRISK_JAVA_COMPARED_H

#include "java/runtime/thread.h"

// How a method of the JDK looks at a string.
enum java_compares {
    COMPARES_NOTHING,
    COMPARES_EQUAL, // with its first argument, as a whole
    COMPARES_BEGIN, // with its first argument
    COMPARES_END,
    COMPARES_PART,    // it looks for the argument
    COMPARES_REGION,  // String.regionMatches
    COMPARES_SWITCH,  // hashCode, in a switch
    COMPARES_KEY,     // HashMap.getNode: with each key
    COMPARES_SPLIT,   // at a regular expression
    COMPARES_PATTERN, // String.matches
    COMPARES_MATCHER, // Matcher.matches and the like
    COMPARES_LENGTH,  // String.length, compared with a constant
    COMPARES_NUMBER,  // it must be one
};

// Before a call of a method that does. Only what the tested code calls counts, and what depends on the input.
void java_compares(struct java_thread *t, const struct java_method *m, const union word *args);

#endif
