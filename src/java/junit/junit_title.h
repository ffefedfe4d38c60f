// SPDX-License-Identifier: Apache-2.0
// Names of tests: what is called with what, and what that does. They repeat from run to run. Private to
// junit_*.c.
#ifndef FRISK_JAVA_JUNIT_TITLE_H
#define FRISK_JAVA_JUNIT_TITLE_H

#include "java/junit/junit_print.h"

// "parse_emptyString_throwsNumberFormatException".
void junit_title(const struct junit_method *m, struct str *out);

#endif
