// SPDX-License-Identifier: Apache-2.0
// Reads everything a parsed class offers, so that a sanitizer sees a pointer that leads nowhere, and checks
// what classfile.h promises. Verifies each method; what is accepted is disassembled.
#ifndef FRISK_TESTS_JAVA_WALK_H
#define FRISK_TESTS_JAVA_WALK_H

#include <stdio.h>
#include <stdlib.h>

#include "java/classfile/classfile.h"
#include "java/classfile/opcode.h"
#include "java/classfile/verify.h"

#define WALK_CHECK(condition)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

struct walk_counts {
    uint32_t verified, refused; // methods with code
};

static volatile size_t walk_sum; // so that no read is optimised away

static void walk_symbol(symbol s) {
    if (s) walk_sum += symbol_size(s) + (unsigned char)*symbol_text(s);
}

static void walk_bytes(struct java_bytes b) {
    for (uint32_t i = 0; i < b.n; i++) walk_sum += b.at[i];
}

static void walk_constants(const struct class_file *c) {
    for (uint32_t i = 1; i < c->n_constants; i++) {
        const struct class_constant *k = &c->constants[i];
        switch (k->tag) {
        case CONSTANT_UTF8:
        case CONSTANT_STRING: walk_bytes(k->text); break;
        case CONSTANT_FIELD:
        case CONSTANT_METHOD:
        case CONSTANT_INTERFACE_METHOD: WALK_CHECK(k->owner && k->name && k->descriptor); break;
        case CONSTANT_METHOD_HANDLE: {
            WALK_CHECK(k->reference_kind >= REF_GET_FIELD && k->reference_kind <= REF_INVOKE_INTERFACE);
            const uint8_t tag = c->constants[k->index].tag;
            WALK_CHECK(tag == CONSTANT_FIELD || tag == CONSTANT_METHOD || tag == CONSTANT_INTERFACE_METHOD);
            break;
        }
        case CONSTANT_DYNAMIC:
        case CONSTANT_INVOKE_DYNAMIC:
            WALK_CHECK(k->index < c->n_bootstraps && k->name && k->descriptor);
            break;
        case CONSTANT_CLASS: WALK_CHECK(k->name); break;
        default: break;
        }
    }
}

static void walk_code(const struct class_file *c, const struct class_method *m, struct walk_counts *counts) {
    const struct class_code *code = m->code;
    int32_t *depths = calloc(code->n_bytes, sizeof *depths);
    struct diag d = {0};
    struct str text = {0};
    walk_bytes((struct java_bytes){code->bytes, code->n_bytes});
    walk_bytes(code->stack_map);
    for (uint32_t i = 0; i < code->n_handlers; i++) walk_symbol(code->handlers[i].catch_type);
    for (uint32_t i = 0; i < code->n_locals; i++) walk_symbol(code->locals[i].name);
    WALK_CHECK(m->argument_slots <= code->max_locals);
    const bool good = java_verify_method(c, m, depths, &d);
    WALK_CHECK(good == (d.kind == DIAG_NONE));
    if (good)
        counts->verified++;
    else {
        counts->refused++;
        WALK_CHECK(!strchr(d.text, '\n') && strstr(d.text, ": method "));
    }
    for (uint32_t pc = 0; good && pc < code->n_bytes;) {
        WALK_CHECK(depths[pc] >= -1 && depths[pc] <= code->max_stack);
        java_disassemble(c, code, pc, &text);
        walk_sum += (size_t)java_code_line(code, pc);
        pc += java_instruction_size(code->bytes, code->n_bytes, pc);
        WALK_CHECK(pc <= code->n_bytes);
    }
    str_free(&text);
    free(depths);
}

static void walk_methods(const struct class_file *c, struct walk_counts *counts) {
    for (uint32_t i = 0; i < c->n_methods; i++) {
        const struct class_method *m = &c->methods[i];
        WALK_CHECK(m->name && m->descriptor && strchr("VZBCSIJFDL[", m->return_type));
        WALK_CHECK(!m->code == !!(m->access & (ACC_ABSTRACT | ACC_NATIVE)));
        walk_symbol(m->signature);
        for (uint32_t k = 0; k < m->n_exceptions; k++) walk_symbol(m->exceptions[k]);
        for (uint32_t k = 0; k <= m->n_arguments; k++) walk_symbol(java_method_argument_name(m, k));
        walk_bytes(m->annotations);
        if (m->code) walk_code(c, m, counts);
    }
}

static inline void walk_class(const struct class_file *c, struct walk_counts *counts) {
    walk_constants(c);
    WALK_CHECK(c->name);
    for (uint32_t i = 0; i < c->n_interfaces; i++) walk_symbol(c->interfaces[i]);
    for (uint32_t i = 0; i < c->n_nest_members; i++) walk_symbol(c->nest_members[i]);
    for (uint32_t i = 0; i < c->n_permitted; i++) walk_symbol(c->permitted[i]);
    for (uint32_t i = 0; i < c->n_inner; i++) walk_symbol(c->inner[i].inner);
    for (uint32_t i = 0; i < c->n_components; i++) walk_symbol(c->components[i].descriptor);
    for (uint32_t i = 0; i < c->n_fields; i++) {
        WALK_CHECK(c->fields[i].name && c->fields[i].descriptor);
        if (c->fields[i].constant) WALK_CHECK(c->fields[i].constant < c->n_constants);
    }
    for (uint32_t i = 0; i < c->n_bootstraps; i++) {
        WALK_CHECK(c->constants[c->bootstraps[i].handle].tag == CONSTANT_METHOD_HANDLE);
        for (uint32_t k = 0; k < c->bootstraps[i].n_arguments; k++)
            WALK_CHECK(c->bootstraps[i].arguments[k] < c->n_constants);
    }
    walk_symbol(c->super);
    walk_symbol(c->source_file);
    walk_symbol(c->nest_host);
    walk_symbol(c->enclosing_method);
    walk_bytes(c->annotations);
    walk_methods(c, counts);
}

#endif
