// SPDX-License-Identifier: Apache-2.0
// Whole programs whose strings have any length: a search whose runs summarise what is done with these
// (summary.h). Its runs can do all that those of the program can, and more; so where it ends and
// none failed, no input makes the program fail. Where one fails, nothing is known, and the search proper
// begins.
#ifndef FRISK_JAVA_MAIN_PROVE_H
#define FRISK_JAVA_MAIN_PROVE_H

#include "java/unit/unit.h"

// Sets unit.proved where the program is proved. Takes a bounded number of runs, and at most as many seconds
// as the runs before the search (java_options.random_seconds) three times over.
void main_prove(struct java_unit *u);

#endif
