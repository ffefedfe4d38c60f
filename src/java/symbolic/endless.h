// SPDX-License-Identifier: Apache-2.0
// Runs that never end. If a run comes back to a state that it was in (same stack, statics and reachable
// objects, wherever they lie) and has taken nothing from outside meanwhile (t->outside: input, clock, random
// numbers of the JVM), it never ends.
//
// A run is looked at after some thousand steps only, at an eighth of its backward jumps first and less later.
// There are windows, each four times as far into the run as the one before. A long one opens when half of the
// steps of a run are used, so that loops over all characters are seen to come back. Within a window states
// are compared by Brent's algorithm: one is kept, the following ones are compared with it, and it is replaced
// after so many jumps, twice as many, .. Only the frames of the innermost call from C count, since those
// below go on when it has ended. Of the kept state the numbers in registers are compared first, the rest if
// these are equal.
//
// The loop that is reported is the one of the outermost frame that is active in a round, and there the one
// that begins first: so it has one place, whichever of its states was met. All functions are of the worker's
// own thread.
#ifndef FRISK_JAVA_ENDLESS_H
#define FRISK_JAVA_ENDLESS_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

struct java_endless *java_endless_new(void);
void java_endless_free(struct java_endless *e); // may be NULL
void java_endless_begin_run(struct java_thread *t);

// Opens and closes windows as the steps say; gives the steps at which to call it again. What is run before
// `armed` says so, to build the input, is not looked at.
uint64_t java_endless_window(struct java_thread *t, bool armed);

// The topmost frame is about to go on at `at`, to which the instruction `from` jumps backwards. True: the run
// never ends, and is to end here: t->stop is STOP_ENDLESS.
bool java_endless_look(struct java_thread *t, const struct insn *from);
// STOP_ENDLESS: the state recurs with the same expressions, so that all inputs on this path never end.
bool java_endless_is_exact(const struct java_thread *t);

// The run ends with t->stop set and its frames still there: notes where it was (t->stop_trace, innermost
// first), from its loop on where one is known.
void java_endless_note_stop(struct java_thread *t);

#endif
