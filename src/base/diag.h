// SPDX-License-Identifier: Apache-2.0
// A message for the user in one line: what is wrong, where, and what to do. A function that may fail on user
// data returns false and fills a diag; the caller prints it or passes it on. Bugs of frisk are asserts.
#ifndef FRISK_BASE_DIAG_H
#define FRISK_BASE_DIAG_H

#include <stdbool.h>

enum diag_kind { DIAG_NONE, DIAG_USAGE /* exit status 2 */, DIAG_ANALYSIS /* exit status 3 */ };

struct diag {
    enum diag_kind kind;
    char text[1000];
};

// Fills d, unless it has a message already. Returns false, so that one can `return diag_set(..)`.
__attribute__((format(printf, 3, 4))) bool diag_set(struct diag *d, enum diag_kind kind, const char *format,
                                                    ...);

#endif
