// SPDX-License-Identifier: Apache-2.0
// Methods whose code alone shows that no call of them throws: accessors and the like, which only get, set,
// compute and compare.
#ifndef FRISK_JAVA_HARMLESS_H
#define FRISK_JAVA_HARMLESS_H

#include "java/program/program.h"

// Whether a call of this very method ends and never throws, whatever its object and its arguments are: its
// class being initialised, and but for a lack of memory. It reads and writes fields of `this` alone, divides
// nothing, calls nothing but Object's constructor, and jumps forward only. False where that is not plain to
// see. Thread safe.
bool java_method_is_harmless(const struct java_method *m);

#endif
