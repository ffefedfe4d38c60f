// SPDX-License-Identifier: Apache-2.0
// What methods of the JDK's classes of values, arrays, collections and iterators do with their object, by
// name. For uses.c.
#ifndef FRISK_JAVA_USES_JDK_H
#define FRISK_JAVA_USES_JDK_H

#include <stdbool.h>

bool uses_jdk_reads(const char *name); // it stays as it is
bool uses_jdk_adds(const char *name);  // it is changed, and may hold the arguments then

bool uses_one_of(const char *name, const char *const *names); // NULL behind the last

#endif
