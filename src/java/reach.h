// SPDX-License-Identifier: Apache-2.0
// Places that the search is to reach (--reach): lines and methods of classes. How far an alternative is from
// them is the number of instructions between, over the control flow of the methods that the unit may call:
// into a call, out of it to whoever calls the method, and to the handlers of what throws. The graph knows the
// methods that calls name and those that override them in the classes loaded so far; what the JDK calls back
// is not in it. So a distance orders the search and never rules anything out.
#ifndef FRISK_JAVA_REACH_H
#define FRISK_JAVA_REACH_H

#include "java/unit/unit.h"

struct reach_target {
    const char *text; // as the user wrote it; borrowed
    struct java_class *class;
    uint32_t line;                // 0: the methods
    struct java_method **methods; // owned
    uint32_t n_methods;
};

// What the texts name: CLASS:LINE or CLASS#METHOD. False: d says which names nothing.
bool java_reach_find(struct java *j, const char *const *texts, uint32_t n, struct diag *d);
void java_reach_free(struct java *j);

bool java_is_reached(struct java_unit *u, uint32_t target); // by some run of the unit
// Of the code at that point from the nearest place that is not reached; UINT32_MAX: none can be reached from
// there. Under the lock of the search.
uint32_t java_reach_distance(struct java_unit *u, uint32_t point);
void java_reach_forget(struct java_unit *u); // frees what distances are read from

#endif
