// SPDX-License-Identifier: Apache-2.0
// Erlang source on lines as erlfmt lays it out: a blank behind each comma, and what does not fit in 100
// columns with one element of its outermost brackets on a line.
#ifndef FRISK_ERLANG_EUNIT_LAYOUT_H
#define FRISK_ERLANG_EUNIT_LAYOUT_H

#include "base/str.h"

// Appends the source, which is on one line. indent: of the line at whose end `out` is; behind: how many
// characters are to follow on the last line.
void layout_add(struct str *out, const char *source, unsigned indent, unsigned behind);

#endif
