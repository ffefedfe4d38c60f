// SPDX-License-Identifier: Apache-2.0
// State merging, in whole programs: paths that part at a branch and soon meet again become one path, if
// nothing happens on them but arithmetic, writes to known places, and calls of methods that do no more. What
// they leave different becomes an expression of cases (expr_ite). A loop over ten such branches has one path
// and not a thousand.
//
// Paths that throw leave the others: whether the run is on one of them is a single decision, so `a || b` of
// an assert is one. If anything else may happen on a path (a new object, a call of another method), the
// branch is a decision as everywhere. Whether paths are merged follows from the code and the path alone,
// never from the run's values.
#ifndef FRISK_JAVA_MERGE_H
#define FRISK_JAVA_MERGE_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

// The branch or switch `i` of the topmost frame depends on an expression; taken: whether this run jumps.
// Where its ways were merged, their effects are made and the instruction to go on with is given. NULL:
// nothing was done.
const struct insn *java_merge(struct java_thread *t, const struct insn *i, bool taken);

#endif
