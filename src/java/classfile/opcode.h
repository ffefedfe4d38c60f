// SPDX-License-Identifier: Apache-2.0
// The table of opcode.def as enumerators and as data, the walk from one instruction to the next, and a
// disassembler for messages and tests.
#ifndef FRISK_JAVA_OPCODE_H
#define FRISK_JAVA_OPCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "java/classfile/classfile.h"

enum java_opcode {
#define X(number, NAME, mnemonic, FORMAT, pops, pushes) OP_##NAME = number,
#include "java/classfile/opcode.def"
#undef X
    N_OPCODES,
};

enum java_operands {
    OPERANDS_NONE,
    OPERANDS_BYTE,      // s1 value
    OPERANDS_SHORT,     // s2 value
    OPERANDS_CONSTANT1, // u1 constant
    OPERANDS_CONSTANT2, // u2 constant
    OPERANDS_LOCAL,     // u1 local; u2 after wide
    OPERANDS_IINC,      // u1 local, s1 value; u2, s2 after wide
    OPERANDS_BRANCH2,   // s2 offset from the opcode
    OPERANDS_BRANCH4,   // s4 offset
    OPERANDS_TABLE,     // 0..3 bytes of padding, s4 default, low, high, offsets[high - low + 1]
    OPERANDS_LOOKUP,    // padding, s4 default, n, {s4 match, offset}[n]
    OPERANDS_INTERFACE, // u2 constant, u1 slots, u1 zero
    OPERANDS_DYNAMIC,   // u2 constant, u2 zero
    OPERANDS_ARRAY,     // u1 element type (4 boolean .. 11 long)
    OPERANDS_MULTI,     // u2 constant, u1 dimensions
    OPERANDS_WIDE,      // u1 opcode and its wide operands
};

struct java_opcode_info {
    const char *mnemonic, *pops, *pushes;
    uint8_t operands; // enum java_operands
};

extern const struct java_opcode_info java_opcodes[N_OPCODES];

// Big-endian operands.
static inline uint16_t java_u2(const uint8_t *p) {
    return (uint16_t)(p[0] << 8 | p[1]);
}
static inline int16_t java_s2(const uint8_t *p) {
    return (int16_t)java_u2(p);
}
static inline uint32_t java_u4(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}
static inline int32_t java_s4(const uint8_t *p) {
    return (int32_t)java_u4(p);
}

// Bytes of the instruction at pc, operands included; 0: unknown opcode, or it runs past the n bytes of code.
uint32_t java_instruction_size(const uint8_t *code, uint32_t n, uint32_t pc);

// Appends the instruction at pc as one line without newline, e.g. "12: invokevirtual Foo.bar(I)V". The code
// must have a whole instruction there.
void java_disassemble(const struct class_file *c, const struct class_code *code, uint32_t pc,
                      struct str *out);

#endif
