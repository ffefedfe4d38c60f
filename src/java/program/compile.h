// SPDX-License-Identifier: Apache-2.0
// Between the passes of the compiler from bytecode: compile.c finds the shapes of the stack, emit.c emits.
#ifndef FRISK_JAVA_COMPILE_H
#define FRISK_JAVA_COMPILE_H

#include "base/arena.h"
#include "java/classfile/opcode.h"
#include "java/program/code.h"

struct pc_info {
    bool reached, leader;
    bool loops;        // a jump from behind comes here
    uint16_t n_stack;  // leaders: slots on the stack on entry
    const char *stack; // their kinds: "IFA", 'J' and 'D' followed by 'w'
    int32_t insn;      // first instruction emitted for it; -1: none yet
    int32_t again;     // if it loops: where jumps from behind land
};

struct compiler {
    struct java_program *program;
    struct java_method *method;
    const struct class_file *file;
    const struct class_code *info;
    const uint8_t *bytes;
    struct pc_info *pcs; // by pc
    struct arena scratch;
};

struct switch_reader {
    bool table;
    int32_t low, otherwise;
    uint32_t n;
    const uint8_t *at;
};

void java_compile_shapes(struct compiler *c);
bool java_emit(struct compiler *c, struct java_code *out, struct diag *d); // false: too large
struct switch_reader java_switch_read(const uint8_t *bytes, uint32_t pc, bool table);
int32_t java_switch_offset(const struct switch_reader *r, uint32_t i); // from the switch's pc
int32_t java_switch_key(const struct switch_reader *r, uint32_t i);
bool java_opcode_ends_block(enum java_opcode op);       // nothing falls through it
uint32_t java_descriptor_slots(const char *descriptor); // of a method's parameters

#endif
