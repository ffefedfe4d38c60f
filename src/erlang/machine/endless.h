// SPDX-License-Identifier: Apache-2.0
// Runs that come back to a state they were in, and so never end. What a run does next follows from the
// function that is entered, its arguments, the frames below, and what functions see besides: process
// dictionary, tables, clocks, messages. If a function is entered twice with the same arguments, nothing of
// the rest has changed meanwhile, and the frames below the first entry were not left, then the run comes
// there again and again. The second entry may lie deeper, within the first; the run then needs more and more
// memory. Concrete terms are compared, exactly (=:=, floats by their bits, funs by code and captured values);
// whether they are symbolic does not matter.
//
// Most runs end before they are looked at. From some thousand calls on, a state is kept at doubling numbers
// of calls (Brent's algorithm), and for a while the entries of its function are compared with it. Then one
// round of the loop is recorded, to find its place: the first line, on the level of the loop, from which a
// function of the user's calls the next one of the round.
//
// A run with several processes is not looked at.
#ifndef FRISK_ERLANG_ENDLESS_H
#define FRISK_ERLANG_ENDLESS_H

#include "erlang/machine/interp.h"

// A run, or a further call of one, begins; not looking: no call is compared.
void endless_begin(struct interp *ip, bool looking);
void endless_free(struct endless *e);

// f has been entered with its arguments at base. True: the run never ends. To be asked when ip->steps has
// come to ip->endless_at, which is moved on.
bool endless_look(struct interp *ip, const struct function *f, const term *base);

// After that: where the loop is, and the call that comes back, as text, which lives until the next run.
struct trace_place endless_place(const struct interp *ip);
const char *endless_call(const struct interp *ip);

// The innermost function of the user's that runs or waits for a call; line 0: none.
struct trace_place endless_own_place(const struct interp *ip);

#endif
