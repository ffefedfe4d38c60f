// SPDX-License-Identifier: Apache-2.0
// Where classes come from: the JDK, and an ordered list of directories and jars, as the `java` command takes
// them.
//
// The order is the JVM's: a package that a module of the JDK has is looked for there and nowhere else,
// everything else along the entries, first come first served. A jar's manifest may add entries (Class-Path)
// and classes for newer versions of Java (Multi-Release). Finding is thread safe; bytes live as long as the
// class path.
#ifndef FRISK_JAVA_CLASSPATH_H
#define FRISK_JAVA_CLASSPATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "java/classfile/classfile.h"
#include "java/classpath/jimage.h"

struct java_classpath;

struct java_classpath_options {
    const char *path;      // as -cp: "a:b.jar:lib/*"; NULL: found from the layout of `directory`
    const char *directory; // a project's root (layout.h); NULL: "."
    const char *java_home; // NULL: java_home_find
};

// NULL with a diag: no JDK, a jar that does not exist or cannot be read, no entry that exists.
// Directories that do not exist are passed over, as the JVM does: build tools name them.
struct java_classpath *java_classpath_open(const struct java_classpath_options *o, struct diag *d);
void java_classpath_close(struct java_classpath *cp);

struct java_class_source {
    struct java_bytes bytes;
    const char
        *where; // for messages: "target/classes/Foo.class", "a.jar!/Foo.class", "java.base/java/lang/Object"
    bool from_jdk;
};

// The class file of an internal name ("a/b/C"). False with d untouched: there is none; with d filled: it is
// there and cannot be read.
bool java_classpath_find(struct java_classpath *cp, const char *name, size_t length,
                         struct java_class_source *out, struct diag *d);

// Any file of the entries from the *from-th on, by its path in them; *from is put behind the one that has it.
// Where it is and result as above.
bool java_classpath_resource(struct java_classpath *cp, uint32_t *from, const char *file,
                             struct java_class_source *out, struct diag *d);

// The entries, those that manifests added included; joined by ':' they serve java and javac.
uint32_t java_classpath_count(const struct java_classpath *cp);
const char *java_classpath_entry(const struct java_classpath *cp, uint32_t i);

// Calls visit with the internal name of each class in the i-th entry until it returns false. Several versions
// of a class (Multi-Release) are one; module-info and package-info are no classes.
typedef bool java_class_visit(void *context, const char *name);
bool java_classpath_list(struct java_classpath *cp, uint32_t i, java_class_visit *visit, void *context,
                         struct diag *d);

// What of a project's dependencies could not be found, in one line; NULL: nothing.
const char *java_classpath_note(const struct java_classpath *cp);

struct jdk *java_classpath_jdk(const struct java_classpath *cp);

#endif
