// SPDX-License-Identifier: Apache-2.0
// The classes of a JDK: its run-time image JAVA_HOME/lib/modules, mapped and read in place (format 1.0, JDK 9
// to 21), or, where there is none or its resources are compressed (jlink --compress), JAVA_HOME/jmods.
//
// Bytes that are handed out live as long as the JDK is open. Finding is thread safe.
#ifndef FRISK_JAVA_JIMAGE_H
#define FRISK_JAVA_JIMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "java/classfile/classfile.h"

struct jdk;

// The user's JDK: $JAVA_HOME, else where the `java` or `javac` on the PATH really lies. The text is the
// caller's to free; NULL with a diag when there is none.
char *java_home_find(struct diag *d);

struct jdk *jdk_open(const char *java_home, struct diag *d); // NULL with a diag
void jdk_close(struct jdk *j);

// The class file of an internal name ("java/lang/String"); n = 0: the JDK has no such class, or d says why it
// cannot be read.
struct java_bytes jdk_find(struct jdk *j, const char *name, size_t length, struct diag *d);

// Likewise a file that lies beside the classes of a package ("java/util/currency.data").
struct java_bytes jdk_resource(struct jdk *j, const char *name, size_t length, struct diag *d);

// The module of a package in internal form ("java/lang" -> "java.base"); NULL: none. Lives as long as j.
const char *jdk_module_of(const struct jdk *j, const char *package, size_t length);

// Calls visit for each class file of the JDK, "java.base" and "java/lang/String", in no particular order,
// until it returns false.
typedef bool jdk_visit(void *context, const char *module, const char *name, struct java_bytes bytes);
bool jdk_each(struct jdk *j, jdk_visit *visit, void *context, struct diag *d);

const char *jdk_home(const struct jdk *j);

#endif
