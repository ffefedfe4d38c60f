// SPDX-License-Identifier: Apache-2.0
// Private to the verifier: what can be said of each instruction by itself (JVMS 4.9.1, the static
// constraints).
#ifndef FRISK_JAVA_VERIFY_CODE_H
#define FRISK_JAVA_VERIFY_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "java/classfile/classfile.h"

enum code_mark {
    MARK_START = 1,  // an instruction begins
    MARK_TARGET = 2, // control comes from elsewhere: a branch, a switch, an exception
    MARK_RANGE = 4,  // a handler's range begins
};

struct code_check {
    const struct class_file *c;
    const struct class_method *m;
    const struct class_code *code;
    struct diag *d;
    uint8_t *marks;    // enum code_mark, one for each pc and one for the end of the code
    uint32_t n_locals; // that instructions name: max_locals may be more
    uint32_t pc;       // of the instruction in question, for messages
    bool failed;
};

// The first failure's message: class, method, pc, instruction, what.
__attribute__((format(printf, 2, 3))) void verify_code_fail(struct code_check *k, const char *format, ...);

// Fills marks and n_locals, or fails.
void code_check_instructions(struct code_check *k);

enum code_local_access { LOCAL_NONE, LOCAL_LOAD, LOCAL_STORE, LOCAL_OTHER /* iinc, ret */ };

struct code_local {
    uint16_t index;
    uint8_t access; // enum code_local_access
    char type;      // I J F D A
};

struct code_local
code_local_use(const uint8_t *instruction); // which local it names, with all its short forms

struct code_switch {
    const uint8_t *at; // default's offset
    uint32_t n;        // cases
    uint32_t pc;
    bool table;
};

struct code_switch code_switch_at(const uint8_t *code, uint32_t pc);
int64_t code_switch_target(const struct code_switch *s, uint32_t i); // of the i-th case; of default for i = n

#endif
