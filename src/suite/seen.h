// SPDX-License-Identifier: Apache-2.0
// The findings of an invocation: what several units lead to is told with the first of them.
#ifndef FRISK_SUITE_SEEN_H
#define FRISK_SUITE_SEEN_H

#include "suite/suite.h"

struct seen_findings {
    VEC(struct test_case *) cases; // of each finding the texts that tell it from others
    VEC(char *) units;             // that have shown them
};

// Notes the findings of a suite that is proved and merged, and marks those that an earlier one has
// (shown_with, borrowed from `seen`).
void seen_mark(struct seen_findings *seen, struct suite *s);
void seen_free(struct seen_findings *seen);

#endif
