// SPDX-License-Identifier: Apache-2.0
// The suite of a unit: its cases become JUnit tests, are compiled and run, and what the real JVM did is noted.
#include "java/unit.h"

#include "java/junit.h"
#include "suite/suite.h"

bool java_prove(struct unit *unit, struct suite *suite, struct diag *d) {
    (void)unit, (void)suite;
    return diag_set(d, DIAG_ANALYSIS, "wip");
}
