// SPDX-License-Identifier: Apache-2.0
// Private to this room: steps of making a suite, in files of their own.
#ifndef FRISK_SUITE_INNER_H
#define FRISK_SUITE_INNER_H

#include "suite/suite.h"

// Looks at the orders in which findings of several tasks come, and for deadlocks (ordering.c).
void suite_order(struct suite *s, const struct run_limits *limits);

#endif
