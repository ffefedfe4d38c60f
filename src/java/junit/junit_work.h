// SPDX-License-Identifier: Apache-2.0
// The tests of a suite in the making. Private to junit.c (names and files) and junit_prove.c.
#ifndef FRISK_JAVA_JUNIT_WORK_H
#define FRISK_JAVA_JUNIT_WORK_H

#include "base/hash.h"
#include "base/vec.h"
#include "java/junit/junit_print.h"
#include "java/junit/jvm.h"

struct group { // the tests of one class, those of its errors or the others
    symbol unit, package;
    bool findings;
    char *name;         // of the test class
    const char *dotted; // in full; in the arena
    char *path;         // where it was written last
    bool in_suite;      // its file has been written there
    bool changed;       // has tests of the unit at hand
    VEC(struct junit_method) methods;
    VEC(uint32_t) indices; // of the tests
};

struct test_place {
    uint32_t group, method;
};

struct junit {
    struct junit_options o;
    struct arena arena;
    struct diag *d; // of the call at hand
    struct jvm *jvm;
    VEC(const struct java_test *) tests; // of all units
    VEC(struct java_proof) proofs;
    VEC(struct test_place) places;
    uint32_t first;  // of the unit at hand
    uint32_t proved; // units
    VEC(struct group) groups;
    struct hash_map class_names; // taken, with their packages
    struct hash_map counts;      // of names of methods
};

const char *junit_dotted(struct arena *a, symbol internal);                 // "a/B" -> "a.B"
void junit_add(struct junit *w, const struct java_test *tests, uint32_t n); // only these are not left out
// Names for those added last: by what they do, as far as that is known.
void junit_name_tests(struct junit *w);
void junit_leave_out(struct junit *w); // what is not to be written
struct junit_method *junit_method_of(struct junit *w, uint32_t test);
bool junit_is_empty(const struct group *g);
// Gives its path (in the arena) by the way.
bool junit_write_extra(struct junit *w, const char *dir, const char **path);
bool junit_write_groups(struct junit *w, const char *dir, enum junit_flavor flavor); // those that changed
bool junit_write_suite(struct junit *w);

#endif
