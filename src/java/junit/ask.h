// SPDX-License-Identifier: Apache-2.0
// Asks the user's JVM what it finds on this machine (machine/surroundings.h). The answer is kept in frisk's
// cache for as long as nothing that it depends on has changed.
#ifndef FRISK_JAVA_ASK_H
#define FRISK_JAVA_ASK_H

#include "java/junit/jvm.h"
#include "java/runtime/surroundings.h"

// NULL: it cannot be asked.
struct java_surroundings *java_surroundings_ask(const struct jvm_options *o);

#endif
