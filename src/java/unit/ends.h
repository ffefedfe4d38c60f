// SPDX-License-Identifier: Apache-2.0
// Whether every run of a unit ends, ahead of its search.
#ifndef FRISK_JAVA_ENDS_H
#define FRISK_JAVA_ENDS_H

#include "java/unit/unit.h"

// Sets unit.ends where it is so, and what that rests on. Before the unit has workers.
void java_note_ends(struct java_unit *u);

#endif
