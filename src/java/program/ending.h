// SPDX-License-Identifier: Apache-2.0
// Whether every call of a method ends: it returns or throws, for all inputs. Found out from its code and that
// of all it calls:
//
// * Each loop has a rank (ending_loop.c): a counter that goes towards a bound without wrapping around, a
// number that
//   is halved, an iterator of a list that is passed on, ...
// * Recursion is no obstacle: the stack is finite, so a chain of calls ends in a StackOverflowError at the
// latest,
//   and each call makes finitely many others.
// * Calls of methods of the JDK are known to end (ending_known.c), or their code shows it. A virtual call is
// of
//   one of the classes that an object there may have, as far as input and code make any.
// * What waits for others (monitors, other threads), reads or writes files or is native is not known to end.
#ifndef FRISK_JAVA_ENDING_H
#define FRISK_JAVA_ENDING_H

#include "java/program/code.h"

struct ending_classes { // what objects there are besides those that the code makes
    void *context;
    bool plain; // the input has no objects with methods of a user's; what static fields hold may have
    // Calls `each` for the classes of the objects that an input may have where `declared` is asked for.
    // False: not known.
    bool (*of_inputs)(void *context, struct java_class *declared,
                      void (*each)(void *to, struct java_class *c), void *to);
};

// Whether every call of m ends, whatever its arguments are, its own class's initialisation included. Classes
// and code that are needed for it are loaded. Called by one thread at a time.
bool java_method_ends(struct java_program *p, struct java_method *m, const struct ending_classes *classes,
                      bool *counts);

#endif
