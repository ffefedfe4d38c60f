// SPDX-License-Identifier: Apache-2.0
// Numbers as Erlang writes and reads them.
#ifndef FRISK_ERLANG_NUMTEXT_H
#define FRISK_ERLANG_NUMTEXT_H

#include "base/str.h"
#include "erlang/term/process.h"

void numtext_integer(struct str *out, term integer, int base); // base 2..36, upper case digits
// The shortest text that reads back as the same float: decimal or scientific, whichever is shorter, as ~w
// writes it.
void numtext_float(struct str *out, double v);
void numtext_scientific(struct str *out, double v,
                        int decimals); // float_to_list(V, [{scientific, N}]): 1.00000e+00
void numtext_decimals(struct str *out, double v, int decimals, bool compact);

// The whole text as an integer in a base: optional sign, digits. False: it is not one.
bool numtext_read_integer(struct arena *a, const char *text, size_t n, int base, term *out);
// The whole text as an Erlang float: sign, digits, '.', digits, optional exponent. False: not one, or out of
// range.
bool numtext_read_float(const char *text, size_t n, double *out);

#endif
