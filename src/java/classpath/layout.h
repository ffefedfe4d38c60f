// SPDX-License-Identifier: Apache-2.0
// The class path that a project's directory implies: Maven's target/classes, Gradle's
// build/classes/java/main.
#ifndef FRISK_JAVA_LAYOUT_H
#define FRISK_JAVA_LAYOUT_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/str.h"

// Appends entries to `path`, separated by ':'. A directory without a pom.xml or build.gradle is itself the
// class path, as for `java`. The dependencies come with it as far as they can be told (pom.h); note gets a
// line about those that do not. False with a diag: a project that has not been built.
bool java_layout_find(const char *directory, struct str *path, struct str *note, struct diag *d);

bool java_layout_is_project(const char *directory); // of a build tool: it has a pom.xml or build.gradle

#endif
