// SPDX-License-Identifier: Apache-2.0
// For merge.c: what can be said of code by looking at it, and arithmetic on plain numbers.
#ifndef FRISK_JAVA_MERGE_CODE_H
#define FRISK_JAVA_MERGE_CODE_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

enum { MERGE_REGISTERS = 48 }; // methods with more are left alone
#define MERGE_NONE UINT32_MAX

// Where all ways from the branch at that instruction meet first, when they go forwards only and nothing is on
// them that can never be merged: an instruction, or code->n when all of them return. MERGE_NONE: nowhere.
uint32_t merge_join(struct java_thread *t, const struct java_code *code, uint32_t branch);
bool merge_is_plain(const struct java_code *code); // short, and without handlers
bool merge_is_unlinked(enum insn_op op);           // one that java_link rewrites, of those that may be merged

// Whether the code from here on makes an exception and throws it, and nothing else.
bool merge_throws(const struct java_code *code, uint32_t at);

// op: X_IADD .. X_LUSHR (register forms), X_INEG ..; false: there is no result (a divisor of 0), or op is
// none of these.
bool merge_integer(enum insn_op op, union word b, union word c, union word *r);
bool merge_unary(enum insn_op op, union word b, union word *r);

#endif
