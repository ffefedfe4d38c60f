// SPDX-License-Identifier: Apache-2.0
// What a program finds on its machine: properties, environment, default locale, time zone and charset, number
// of processors. They are no input. A run takes them as they are here, as the JVM that proves its failures
// sees them, and notes what it looked at, so that the result says what it rests on (`assumes`). With --env
// any, or if they are not known, looking at them is a loss.
#ifndef FRISK_JAVA_SURROUNDINGS_H
#define FRISK_JAVA_SURROUNDINGS_H

#include "base/str.h"
#include "base/vec.h"

struct java_property {
    const char *name, *value; // in the text
};

struct java_surroundings {
    struct str text; // the JVM's answer, see FriskReplay.java
    char *working_directory;
    VEC(struct java_property) properties;
    const char *locale, *charset, *zone;
    uint32_t processors;
    const char *directory; // user.dir
    bool any;              // --env any: none of it is known
};

// Takes the text. The working directory is that of this process, which the JVM inherits. NULL: it is no
// answer.
struct java_surroundings *java_surroundings_new(struct str *text);
const char *java_surroundings_property(const struct java_surroundings *s, const char *name); // NULL: not set
void java_surroundings_free(struct java_surroundings *s); // NULL is allowed

// What the environment must not add to the options of a JVM that frisk starts; ends with NULL.
extern const char *const java_jdk_unset[];

struct java_thread;
// The run looks at what the machine has: noted as "WHAT VALUE" (value NULL: WHAT alone), or a loss.
void java_asks_machine(struct java_thread *t, const char *what, const char *value);
// Whether the machine's own are known, and to be taken.
bool java_machine_known(const struct java_thread *t);

#endif
