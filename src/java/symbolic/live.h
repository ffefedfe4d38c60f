// SPDX-License-Identifier: Apache-2.0
// Which registers of a method's code may still be read, by a backward data-flow analysis over its
// instructions, found out once for each code and thread.
#ifndef FRISK_JAVA_LIVE_H
#define FRISK_JAVA_LIVE_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

// For each instruction a set of registers (bit r % 64 of word r / 64) that may be read from there on before
// they are written; what an exception handler reads is read by all that it covers. Sound: a register that is
// not in the set is not read. NULL: the code is too large. The thread owns the table.
const uint64_t *java_live_at(struct java_thread *t, const struct java_code *code, uint32_t at);
static inline bool java_is_live(const uint64_t *live, uint32_t r) {
    return live[r / 64] >> r % 64 & 1;
}
// Whether an instruction that is no call leaves something in the register whenever it throws nothing; where
// that is not known it does not.
bool java_insn_writes(const struct insn *i, enum insn_op op, uint32_t r);

#endif
