// SPDX-License-Identifier: Apache-2.0
// Private to this room: steps of making a suite, in files of their own.
#ifndef FRISK_SUITE_INNER_H
#define FRISK_SUITE_INNER_H

#include "suite/suite.h"

// The last run of r, on that input, as a case; to be freed with suite_case_free, or pushed to the suite's.
struct test_case *suite_case_new(struct suite *s, struct runner *r, const struct model *input,
                                 const struct outcome *o, uint32_t trace_length, uint32_t fresh);
void suite_case_free(struct test_case *c); // may be NULL
// Looks at the orders in which findings of several tasks come, and for deadlocks (ordering.c).
void suite_order(struct suite *s, const struct run_limits *limits);

// The events in which a case comes, one line of a terminal each; nothing if it has none. Of many the last,
// unless verbose (report_order.c).
void report_order(const struct test_case *c, bool verbose, struct str *out);
// The text of a deadlock: who waits, one line each.
void report_deadlock(const char *text, struct str *out);

#endif
