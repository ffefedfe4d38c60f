// SPDX-License-Identifier: Apache-2.0
// Runs that never end. A run that is back in a state it was in (same stack, statics and reachable objects,
// but for where the objects lie), and that took nothing from outside in between (t->outside: input, clock,
// what the JVM draws), goes on so for ever.
//
// Looking costs nothing until a run has taken some thousand steps, and then an eighth of its backward jumps
// at first, and less later: there are windows, each four times as far into the run as the one before. A long
// one opens when half of the steps that a run has are taken, so that loops over all characters are seen to be
// back. In a window, states are compared by Brent's algorithm: one is kept, those that follow are compared
// with it, and the one kept is replaced after so many jumps, twice as many, ... Only the frames of the
// innermost call from C count, as those below it go on when it has ended. Of the state kept its numbers in
// registers are compared first, and the rest where they are equal.
//
// The loop is the one of the outermost frame that is active in a round, and in it the one that begins first:
// so it has one place, whichever of its states was met. All functions are of the worker's own thread.
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
