// SPDX-License-Identifier: Apache-2.0
// Java source on lines as google-java-format lays it out: two columns a level, four where a line goes on, at
// most 100 columns. Private to junit_*.c.
#ifndef FRISK_JAVA_JUNIT_LAYOUT_H
#define FRISK_JAVA_JUNIT_LAYOUT_H

#include "base/str.h"

// text: lines indented by four columns a level, each of any length; it is replaced.
void junit_layout(struct str *text);

#endif
