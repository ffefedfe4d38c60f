// SPDX-License-Identifier: Apache-2.0
#include "java/program/harmless.h"

#include <string.h>

#include "java/classfile/opcode.h"

enum { MOST_BYTES = 256, MOST_STACK = 8 }; // of such a method, as a rule some ten

enum { OTHER, THIS }; // what is known of a value on the stack

struct state { // before an instruction
    bool reached;
    uint8_t depth, stack[MOST_STACK];
};

struct reading {
    const struct java_method *method;
    const uint8_t *code;
    uint32_t pc;
    struct state now, at[MOST_BYTES];
};

static bool push(struct reading *r, uint8_t value) {
    if (r->now.depth == MOST_STACK) return false;
    r->now.stack[r->now.depth++] = value;
    return true;
}

static bool is_this(const struct reading *r, uint8_t local) { // which nothing is stored to: stores()
    return local == 0 && !(r->method->access & ACC_STATIC);
}

// The local an instruction of the families load and store names.
static uint8_t local_of(const uint8_t *at, uint8_t first, uint8_t first_short) {
    return at[0] < first_short && at[0] >= first ? at[1] : (uint8_t)((at[0] - first_short) % 4);
}

// Jumps forward only, and where ways meet, what is on the stack is `this` if it is on all of them.
static bool flows_to(struct reading *r, int64_t pc, uint32_t n) {
    if (pc <= r->pc || pc >= n) return false;
    struct state *s = &r->at[pc];
    if (!s->reached) {
        *s = r->now;
        s->reached = true;
    }
    for (uint8_t i = 0; i < s->depth; i++)
        if (s->stack[i] != r->now.stack[i]) s->stack[i] = OTHER;
    return true;
}

// A field of `this`, of its own class.
static bool accesses_this(struct reading *r, bool writes) {
    const struct java_class *c = r->method->class;
    const struct class_constant *k = &c->file->constants[java_u2(r->code + r->pc + 1)];
    r->now.depth -= writes;
    bool own = k->owner == c->name && r->now.stack[--r->now.depth] == THIS;
    for (uint32_t i = 0; own && i < c->n_fields; i++) {
        const struct java_field *f = &c->fields[i];
        if (f->name != k->name || f->descriptor != k->descriptor || f->access & ACC_STATIC) continue;
        if (writes) return !(f->access & ACC_FINAL) || symbol_text(r->method->name)[0] == '<';
        return push(r, OTHER);
    }
    return false;
}

static bool constructs_object(struct reading *r) {
    const struct class_constant *k = &r->method->class->file->constants[java_u2(r->code + r->pc + 1)];
    return !strcmp(symbol_text(k->owner), "java/lang/Object") && !strcmp(symbol_text(k->name), "<init>") &&
           r->now.stack[--r->now.depth] == THIS;
}

static bool pushes_constant(struct reading *r, uint8_t op) {
    uint16_t index = op == OP_LDC ? r->code[r->pc + 1] : java_u2(r->code + r->pc + 1);
    enum class_constant_tag tag = r->method->class->file->constants[index].tag;
    bool plain = tag == CONSTANT_INTEGER || tag == CONSTANT_FLOAT || tag == CONSTANT_LONG ||
                 tag == CONSTANT_DOUBLE || tag == CONSTANT_STRING;
    return plain && push(r, OTHER);
}

static bool divides(uint8_t op) {
    return op == OP_IDIV || op == OP_LDIV || op == OP_IREM || op == OP_LREM;
}

static bool is_plain(uint8_t op) { // does what the table says and no more
    return op <= OP_SIPUSH || (op >= OP_ILOAD && op <= OP_ALOAD_3) ||
           (op >= OP_ISTORE && op <= OP_ASTORE_3) || (op >= OP_IADD && op <= OP_GOTO && !divides(op)) ||
           (op >= OP_IRETURN && op <= OP_RETURN) || op == OP_IFNULL || op == OP_IFNONNULL;
}

static bool plain_effect(struct reading *r, uint8_t op) {
    const uint8_t *at = r->code + r->pc;
    bool stores = op >= OP_ISTORE && op <= OP_ASTORE_3, loads = op >= OP_ILOAD && op <= OP_ALOAD_3;
    if (stores && is_this(r, local_of(at, OP_ISTORE, OP_ISTORE_0))) return false;
    if (op == OP_IINC && is_this(r, at[1])) return false;
    size_t pops = stores ? 1 : strlen(java_opcodes[op].pops);
    size_t pushes = strlen(java_opcodes[op].pushes);
    if (pops > r->now.depth) return false;
    r->now.depth = (uint8_t)(r->now.depth - pops);
    bool reference = op == OP_ALOAD || (op >= OP_ALOAD_0 && op <= OP_ALOAD_3);
    uint8_t value = loads && reference && is_this(r, local_of(at, OP_ILOAD, OP_ILOAD_0)) ? THIS : OTHER;
    while (pushes--)
        if (!push(r, value)) return false;
    return true;
}

static bool effect(struct reading *r, uint8_t op) {
    switch (op) {
    case OP_LDC:
    case OP_LDC_W:
    case OP_LDC2_W: return pushes_constant(r, op);
    case OP_POP: r->now.depth--; return true;
    case OP_DUP: return push(r, r->now.stack[r->now.depth - 1]);
    case OP_GETFIELD: return accesses_this(r, false);
    case OP_PUTFIELD: return accesses_this(r, true);
    case OP_INVOKESPECIAL: return constructs_object(r);
    default: return is_plain(op) && plain_effect(r, op);
    }
}

static bool step(struct reading *r, uint32_t n, uint32_t size) {
    uint8_t op = r->code[r->pc];
    if (!effect(r, op)) return false;
    if (op >= OP_IRETURN && op <= OP_RETURN) return true;
    bool jumps = java_opcodes[op].operands == OPERANDS_BRANCH2;
    if (jumps && !flows_to(r, (int64_t)r->pc + java_s2(r->code + r->pc + 1), n)) return false;
    return op == OP_GOTO || flows_to(r, (int64_t)r->pc + size, n);
}

bool java_method_is_harmless(const struct java_method *m) {
    const struct class_code *code = m->info ? m->info->code : NULL;
    if (!code || code->n_bytes > MOST_BYTES || code->n_handlers || m->native || m->access & ACC_SYNCHRONIZED)
        return false;
    struct reading r = {.method = m, .code = code->bytes};
    r.at[0].reached = true;
    uint32_t size;
    for (; r.pc < code->n_bytes; r.pc += size) {
        size = java_instruction_size(code->bytes, code->n_bytes, r.pc);
        if (!size) return false;
        r.now = r.at[r.pc];
        if (r.now.reached && !step(&r, code->n_bytes, size)) return false;
    }
    return true;
}
