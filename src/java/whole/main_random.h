// SPDX-License-Identifier: Apache-2.0
// Before the search, the program is run concretely: with simple values, then with random ones and the
// constants of its own classes as dictionary. A run costs microseconds and no query, and most of what can be
// found is found so. What fails or covers something new becomes a seed of the search.
#ifndef FRISK_JAVA_MAIN_RANDOM_H
#define FRISK_JAVA_MAIN_RANDOM_H

#include "java/whole/main_mode.h"

// Sets the unit's seeds. seconds: how long it may take at most. Gives whether the program asks for strings
// and none of the runs failed.
bool main_random_seeds(struct java_unit *u, double seconds);

#endif
