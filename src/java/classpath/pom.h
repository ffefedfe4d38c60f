// SPDX-License-Identifier: Apache-2.0
// Dependencies of a Maven project as its pom.xml says, in the user's local repository: versions, properties,
// parents, managed versions and imported ones, dependencies of dependencies (the nearest wins), scopes,
// exclusions. Nothing is downloaded, no plugin and no profile is read: what that leaves open is told.
#ifndef FRISK_JAVA_POM_H
#define FRISK_JAVA_POM_H

#include "base/str.h"

struct pom_path {
    struct str path;    // jars joined by ':', in Maven's order
    struct str missing; // "g:a:v, g:a:v": what is not in the repository, or has no version that could be
                        // told; the first few
    uint32_t n_missing;
    struct str problem; // a pom that could not be read; empty: none
};

// Adds what the project in that directory needs to compile, to run and to be tested. Whatever is in `modules`
// (directories with a pom.xml, the project itself among them) is no dependency: its classes are on the path
// anyway.
void pom_dependencies(const char *directory, const char *const *modules, uint32_t n_modules,
                      struct pom_path *out);
// Likewise of a Gradle project, in Gradle's cache: dependencies that its build script names in plain lines
// (implementation 'g:a:v') and what their poms lead to, each in the highest version met.
void pom_gradle_dependencies(const char *directory, struct pom_path *out);
void pom_path_free(struct pom_path *p);

#endif
