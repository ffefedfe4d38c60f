// SPDX-License-Identifier: Apache-2.0
// Preconditions in the user's own code (--assume CLASS#METHOD): boolean methods that are called with the
// input before the unit is. Where one returns false, or throws, the run is discarded. One that may change
// what it is given proves nothing: the unit gets the input as it is afterwards.
#ifndef FRISK_JAVA_PRECONDITION_H
#define FRISK_JAVA_PRECONDITION_H

#include "java/unit/unit.h"

struct precondition {
    const char *text; // as the user wrote it; borrowed
    struct java_method *method;
    bool only_looks; // it stores nothing in the heap and calls nothing
};

// False: d says which text names no boolean method, or several.
bool java_preconditions_find(struct java *j, const char *const *texts, uint32_t n, struct diag *d);
// It is static and takes what m takes, the receiver ahead or left out; or it is a method of m's class and
// takes the same, or nothing.
bool java_precondition_fits(const struct java_method *precondition, const struct java_method *m);
// Whether all that fit the unit hold; args: the unit's, the receiver first. False: t->stop says why the run
// ends.
bool java_preconditions_hold(struct java_unit *u, struct java_thread *t, const union word *args,
                             const expr_id *exprs);

#endif
