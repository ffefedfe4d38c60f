// SPDX-License-Identifier: Apache-2.0
// What a jar's META-INF/MANIFEST.MF says about finding classes (JAR file specification).
#ifndef FRISK_JAVA_MANIFEST_H
#define FRISK_JAVA_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "java/classfile/classfile.h"

struct java_manifest {
    struct str class_path; // URLs separated by spaces, as written
    struct str main_class; // with dots, as written
    bool multi_release;
};

void java_manifest_read(struct java_bytes text,
                        struct java_manifest *m); // adds to m; the caller frees its texts

// A URL of Class-Path as a path: %XX undone, "file:" taken off; NULL for any other scheme. The caller frees
// it.
char *java_manifest_path(const char *url, size_t n);

#endif
