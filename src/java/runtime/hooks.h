// SPDX-License-Identifier: Apache-2.0
// What a whole program (java/whole/) does at places of a run where the run of a unit does nothing. A thread
// has one pointer to them, NULL in runs of units, which pay one test of it; all are called rarely: at what
// depends on the input, at jumps backwards where something is looked at, and at limits.
#ifndef FRISK_JAVA_HOOKS_H
#define FRISK_JAVA_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/symbol.h"
#include "expr/expr.h"
#include "java/program/program.h"
#include "java/runtime/heap.h"

struct insn;
struct java_thread;

struct java_hooks {
    // The branch or switch `i` of the topmost frame depends on an expression; taken: whether this run jumps.
    // The instruction to go on with, where its ways were made one; NULL: nothing was done (merge.h).
    const struct insn *(*branch)(struct java_thread *t, const struct insn *i, bool taken);
    // The topmost frame is about to go on where `from` jumps backwards to. True: the run is to end here,
    // t->stop is set (states.h). Only while t->looks has LOOK_STATES.
    bool (*jumps_back)(struct java_thread *t, const struct insn *from);
    // The run has used its steps up. True: it has been given some more (t->more_steps).
    bool (*goes_on)(struct java_thread *t);
    // A fresh unknown of that path, in runs that summarise (summary.h): its value in this run, and *e.
    union word (*fresh_number)(struct java_thread *t, symbol path, enum java_kind kind, expr_id *e);
    // Likewise a string of that family (enum input_family), which may be so many times as long as one of the
    // input. NULL: t->stop is set.
    struct object *(*fresh_text)(struct java_thread *t, symbol path, uint32_t family, uint32_t times);
};

#endif
