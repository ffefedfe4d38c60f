// SPDX-License-Identifier: Apache-2.0
// The process that Z3 runs in: this program, started once more when it is first needed, so that Z3 may hang,
// crash or ask for memory without end. It has HELPER_MEMORY bytes for its data, is the first that the kernel
// ends when memory is short, and ends itself when its parent is gone. A message is a sequence of 32-bit
// words: how many follow, its kind, and the rest.
#ifndef FRISK_SOLVE_HELPER_H
#define FRISK_SOLVE_HELPER_H

#include "base/process_pipe.h"
#include "expr/pack.h"

#define HELPER_MEMORY ((size_t)1 << 30)

enum helper_message {
    // To the helper.
    HELPER_OPEN,  // resource units for a query: a new context. It answers READY
    HELPER_SOLVE, // number of the first attempt, conditions as expr_pack has them. It answers BEGIN .. ANSWER
    // From it.
    HELPER_READY,
    HELPER_BEGIN,  // number of the attempt that begins, whether it is the last
    HELPER_ANSWER, // enum answer; if sat: how many leaves, their numbers, their values as expr_pack has them
};

// An idle one, or a new one; NULL: none can be started. Any thread may call.
struct process_pipe *helper_take(void);
// Gives back one that has answered all it was asked.
void helper_give(struct process_pipe *p);
// Fills *out with the message's words, without their number.
enum pipe_result helper_read(struct process_pipe *p, expr_words *out, double deadline);

#endif
