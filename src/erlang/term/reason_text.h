// SPDX-License-Identifier: Apache-2.0
// The outline of a reason, from its text as the real VM gives it.
#ifndef FRISK_ERLANG_REASON_TEXT_H
#define FRISK_ERLANG_REASON_TEXT_H

#include <stdbool.h>

// Whether two reasons have one form: atoms are told apart, tuples by tag and size; of all others only the
// kind counts.
bool erlang_same_reason(const char *a, const char *b);

#endif
