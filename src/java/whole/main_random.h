// SPDX-License-Identifier: Apache-2.0
// Before the search: the program is run concretely, with plain values, then with values drawn at random and
// from a dictionary of the constants of its own classes. That costs microseconds a run and no query, and
// finds most of what is to be found; what fails or covers something new becomes an input the search begins
// with.
#ifndef FRISK_JAVA_MAIN_RANDOM_H
#define FRISK_JAVA_MAIN_RANDOM_H

#include "java/whole/main_mode.h"

// Sets the unit's seeds. seconds: how long it may take at most. Gives whether the program asks for strings
// and none of the runs failed.
bool main_random_seeds(struct java_unit *u, double seconds);

#endif
