// SPDX-License-Identifier: Apache-2.0
// A ZIP archive of class files: a jar, or a JDK's jmod (the same after four bytes of its own).
//
// Bytes that are handed out live as long as the archive is open. All functions are thread safe.
#ifndef FRISK_JAVA_JAR_H
#define FRISK_JAVA_JAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "java/classfile/classfile.h"

struct jar;

struct jar *jar_open(const char *path, struct diag *d); // NULL with a diag
void jar_close(struct jar *j);

// The entry of that name, unpacked. False when it cannot be read (d says why) or does not exist (d
// untouched).
bool jar_read(struct jar *j, const char *name, struct java_bytes *out, struct diag *d);

uint32_t jar_count(struct jar *j);
const char *jar_name(struct jar *j, uint32_t i); // of the i-th entry; NULL: unreadable
const char *jar_path(const struct jar *j);

#endif
