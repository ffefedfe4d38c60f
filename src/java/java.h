// SPDX-License-Identifier: Apache-2.0
// The Java front end as the command line sees it: open, find targets, make units.
#ifndef FRISK_JAVA_JAVA_H
#define FRISK_JAVA_JAVA_H

#include "base/diag.h"
#include "base/str.h"
#include "base/symbol.h"
#include "explore/language.h"
#include "java/unit/options.h"

struct java_method;
struct java_targets { // java_targets_free
    struct java_method **at;
    uint32_t n;
    char *skipped; // classes that could not be read, a line each; NULL: none
};

struct java;

struct java *java_open(const struct java_options *o,
                       struct diag *d); // NULL: d says why; copies what it needs
void java_close(struct java *j);        // after its units were freed

// CLASS (all its methods and constructors that a client can call, and those of the classes nested in it;
// where there are none but constructors, or with same_package, all that are not private), PACKAGE (all of its
// classes), CLASS#METHOD (all of that name), CLASS#METHOD(int,String): types by their
// simple or full names. CLASS with dots or slashes, or its simple name where the class path has one such
// class. False with d: there is nothing to test. out is to be freed in any case.
bool java_targets(struct java *j, const char *target, struct java_targets *out, struct diag *d);
// All classes in the directories of the class path; as above.
bool java_project_targets(struct java *j, struct java_targets *out, struct diag *d);
void java_targets_free(struct java_targets *t);
bool java_is_project(const char *directory); // Maven's or Gradle's, whose class path is known without -cp
struct unit *java_unit(struct java *j, struct java_method *m, struct diag *d); // NULL: d says why
// The method that a call in Java's syntax calls (input/java_read.h); the search begins with its arguments.
// NULL: d says why.
struct unit *java_call_unit(struct java *j, const char *text, struct diag *d);
// Whole-program mode: the unit is main(String[]) of that class. NULL: d says why.
struct unit *java_main_unit(struct java *j, const char *main_class, struct diag *d);
// Starts the JVM that is going to prove the unit's cases, so that it is ready when the search is through.
void java_warm(struct unit *u, const char *out_dir);
// After the last unit: tries the suites of all units together; tests that another one spoils are left out,
// and withdraw is told which ("a.BTest.f_returns_1"). False: d says why that could not be done.
bool java_finish(struct java *j, void (*withdraw)(void *context, const char *test), void *context,
                 struct diag *d);
// Whether the i-th of the options' `assumes` is about a method: it takes what that takes, or its receiver.
bool java_assume_fits(const struct java *j, uint32_t i, const struct java_method *m);
// A class that the code under test needed and the class path does not have; NULL: none. "a.b.C"; mem_free.
char *java_missing_class(const struct java *j);
// What of the project's dependencies was not found, in one line; NULL: nothing.
const char *java_note(const struct java *j);
double java_load_seconds(const struct java *j);

#endif
