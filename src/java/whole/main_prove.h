// SPDX-License-Identifier: Apache-2.0
// A proof about whole programs whose strings have any length: a search whose runs summarise methods of
// strings (summary.h). Its runs can do all that runs of the program can, and more. If the search finishes and
// no run fails, no input makes the program fail. If one fails, nothing is known, and the search proper
// begins.
#ifndef FRISK_JAVA_MAIN_PROVE_H
#define FRISK_JAVA_MAIN_PROVE_H

#include "java/unit/unit.h"

// Sets unit.proved where the program is proved. Takes a bounded number of runs, and at most as many seconds
// as the runs before the search (java_options.random_seconds) three times over.
void main_prove(struct java_unit *u);

#endif
