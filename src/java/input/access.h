// SPDX-License-Identifier: Apache-2.0
// What a caller may name: classes and their members as code of another package sees them (JLS 6.6), or as
// code of their own package does. Thread safe.
#ifndef FRISK_JAVA_ACCESS_H
#define FRISK_JAVA_ACCESS_H

#include "java/program/program.h"

enum java_reach {
    REACH_PUBLIC,  // public members
    REACH_CLIENT,  // a client: these, and protected ones of classes meant for subclasses
    REACH_PACKAGE, // code of the same package: all but private members
};

// Whether code of that reach may name the class, and those that it is nested in.
bool java_reaches_class(struct java_program *p, const struct java_class *c, enum java_reach reach);
// Likewise a member with these flags of a class that it may name.
bool java_reaches_member(const struct java_class *c, uint16_t access, enum java_reach reach);
// Whether a client may call the method; in a class that is abstract a constructor is called by those below.
bool java_is_for_clients(struct java_program *p, const struct java_method *m);

#endif
