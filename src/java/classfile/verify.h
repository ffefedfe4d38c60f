// SPDX-License-Identifier: Apache-2.0
// What the interpreter may trust about a method's code (JVMS 4.9; by inference, as 4.10.2, over kinds of
// values).
//
// After java_verify_method: every instruction is known and complete, its operands name constants of the right
// kind, locals below max_locals and instructions of the same method; handlers cover whole instructions;
// control never leaves the code; the operand stack never passes max_stack nor runs empty, has one depth at
// each pc, and every instruction finds int, float, long, double and reference where it expects them, longs
// and doubles never halved. Not verified: which class a reference has, whether it has been initialised (an
// object that <init> has not seen has fields of zero), whether members exist and are accessible: the
// interpreter looks when it gets there.
//
// Subroutines (jsr, ret: compilers before Java 6) are refused as not supported.
#ifndef FRISK_JAVA_VERIFY_H
#define FRISK_JAVA_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "java/classfile/classfile.h"

// `depths`: NULL, or room for code->n_bytes numbers: the operand stack's slots (longs and doubles take two)
// before the instruction at each pc; -1 where no instruction begins or none is ever executed.
// Methods without code are fine. Thread safe; takes no lasting memory. Linear for what compilers write; code
// made to take long is refused.
bool java_verify_method(const struct class_file *c, const struct class_method *m, int32_t *depths,
                        struct diag *d);
// What is in each local, then in each slot of the operand stack, where the basic block begins that has the
// instruction at pc: 'I' 'J' 'F' 'D' 'A' as in descriptors, of longs and doubles 'w' in the second slot; '?'
// where nothing may be read. Writes at most n of them; how many: 0 where the method is refused.
uint32_t java_verify_kinds(const struct class_file *c, const struct class_method *m, uint32_t pc, char *kinds,
                           uint32_t n);

#endif
