// SPDX-License-Identifier: Apache-2.0
// Tests of a symbolic value against the literals of a case (match_word, see call.h): what is kept of them, so
// that the hundreds of conditions of a large switch are not made again in every run that comes there. One per
// interpreter.
#ifndef FRISK_ERLANG_LITERAL_SWITCH_H
#define FRISK_ERLANG_LITERAL_SWITCH_H

struct literal_switches;

void literal_switches_begin(struct literal_switches *s); // of a run: nothing is decided yet; NULL is allowed
void literal_switches_free(struct literal_switches *s);  // likewise

#endif
