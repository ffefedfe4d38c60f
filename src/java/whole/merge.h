// SPDX-License-Identifier: Apache-2.0
// Whole programs: ways that part at a branch and come together again soon are one way, as long as nothing
// happens on them but arithmetic, writes to known places, and calls of methods that do no more than that.
// What they leave different becomes an expression of cases (expr_ite), so that a loop over ten such branches
// has one path and not a thousand. Ways that throw leave the others: whether the run is on one of them is a
// single decision (`a || b` of an assert is one then). Where anything else may happen on one of the ways (a
// new object, a call of what is not plain), the branch is a decision as everywhere. Whether ways are merged
// follows from the code and from what the path says alone, never from the run's own values.
#ifndef FRISK_JAVA_MERGE_H
#define FRISK_JAVA_MERGE_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

// The branch or switch `i` of the topmost frame depends on an expression; taken: whether this run jumps.
// Where its ways were merged, their effects are made and the instruction to go on with is given. NULL:
// nothing was done.
const struct insn *java_merge(struct java_thread *t, const struct insn *i, bool taken);

#endif
