// SPDX-License-Identifier: Apache-2.0
// From bytecode to three-address code (code.h). One pass finds the shape of the operand stack at every
// instruction, a second emits code: it keeps the operand stack of the moment as a list of places (a local, a
// constant, an earlier register), so that loads, constants and most stores need no instruction of their own.
// At the borders of basic blocks every operand is in its own register.
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/some_of.h"
#include "java/classfile/opcode.h"
#include "java/classfile/verify.h"
#include "java/program/code.h"
#include "java/program/compile.h"

// ---- The shape of the stack ----

// Kinds per slot: 'I' 'F' 'A', and 'J' or 'D' followed by 'w' for the second slot of a wide value.
struct shape {
    uint16_t n;
    char *kinds; // n
};

struct shaper {
    struct compiler *c;
    VEC(uint32_t) work; // pcs whose shape is new
    char *now;          // the stack while a block is walked
    uint32_t n;
};

static void enter(struct shaper *s, uint32_t pc) {
    struct pc_info *i = &s->c->pcs[pc];
    i->leader = true;
    if (i->reached) return;
    i->reached = true;
    i->n_stack = (uint16_t)s->n;
    i->stack = arena_copy(&s->c->scratch, s->now, s->n + 1);
    vec_push(&s->work, pc);
}

static void push_kind(struct shaper *s, char kind) {
    s->now[s->n++] = kind;
    if (kind == 'J' || kind == 'D') s->now[s->n++] = 'w';
}

static void push_descriptor(struct shaper *s, const char *d) {
    switch (SOME_OF(java_kind_of(*d))) {
    case JAVA_VOID: break;
    case JAVA_LONG: push_kind(s, 'J'); break;
    case JAVA_DOUBLE: push_kind(s, 'D'); break;
    case JAVA_FLOAT: push_kind(s, 'F'); break;
    case JAVA_REF: push_kind(s, 'A'); break;
    default: push_kind(s, 'I');
    }
}

uint32_t java_descriptor_slots(const char *d) {
    uint32_t n = 0;
    for (d++; *d != ')'; d++) {
        n += *d == 'J' || *d == 'D' ? 2 : 1;
        while (*d == '[') d++;
        if (*d == 'L') d = strchr(d, ';');
    }
    return n;
}

static char constant_kind(const struct class_constant *k) {
    switch (k->tag) {
    case CONSTANT_INTEGER: return 'I';
    case CONSTANT_FLOAT: return 'F';
    case CONSTANT_LONG: return 'J';
    case CONSTANT_DOUBLE: return 'D';
    case CONSTANT_DYNAMIC: {
        static const char kinds[JAVA_KINDS] = {
            [JAVA_LONG] = 'J', [JAVA_DOUBLE] = 'D', [JAVA_FLOAT] = 'F', [JAVA_REF] = 'A'};
        char c = kinds[java_kind_of(symbol_text(k->descriptor)[0])];
        return c ? c : 'I';
    }
    default: return 'A';
    }
}

static const struct class_constant *constant_at(const struct shaper *s, const uint8_t *at) {
    return &s->c->file->constants[java_u2(at)];
}

// The instructions whose effect depends on more than the opcode.
static void special_effect(struct shaper *s, enum java_opcode op, const uint8_t *at) {
    char *top = s->now + s->n;
    switch (SOME_OF(op)) {
    case OP_LDC: push_kind(s, constant_kind(&s->c->file->constants[at[1]])); break;
    case OP_LDC_W:
    case OP_LDC2_W: push_kind(s, constant_kind(constant_at(s, at + 1))); break;
    case OP_POP: s->n--; break;
    case OP_POP2: s->n -= 2; break;
    case OP_DUP: top[0] = top[-1], s->n++; break;
    case OP_DUP_X1: top[0] = top[-1], top[-1] = top[-2], top[-2] = top[0], s->n++; break;
    case OP_DUP_X2: top[0] = top[-1], top[-1] = top[-2], top[-2] = top[-3], top[-3] = top[0], s->n++; break;
    case OP_DUP2: top[0] = top[-2], top[1] = top[-1], s->n += 2; break;
    case OP_DUP2_X1:
        top[1] = top[-1], top[0] = top[-2], top[-1] = top[-3], top[-2] = top[1], top[-3] = top[0], s->n += 2;
        break;
    case OP_DUP2_X2:
        top[1] = top[-1], top[0] = top[-2], top[-1] = top[-3], top[-2] = top[-4], top[-3] = top[1],
        top[-4] = top[0], s->n += 2;
        break;
    case OP_SWAP: {
        char t = top[-1];
        top[-1] = top[-2], top[-2] = t;
        break;
    }
    case OP_ASTORE:
    case OP_ASTORE_0:
    case OP_ASTORE_1:
    case OP_ASTORE_2:
    case OP_ASTORE_3: s->n--; break;
    case OP_GETSTATIC: push_descriptor(s, symbol_text(constant_at(s, at + 1)->descriptor)); break;
    case OP_GETFIELD:
        s->n--;
        push_descriptor(s, symbol_text(constant_at(s, at + 1)->descriptor));
        break;
    case OP_PUTSTATIC:
    case OP_PUTFIELD: {
        char d = symbol_text(constant_at(s, at + 1)->descriptor)[0];
        s->n -= (d == 'J' || d == 'D' ? 2u : 1u) + (op == OP_PUTFIELD ? 1u : 0u);
        break;
    }
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKEINTERFACE:
    case OP_INVOKESTATIC:
    case OP_INVOKEDYNAMIC: {
        const char *d = symbol_text(constant_at(s, at + 1)->descriptor);
        s->n -= java_descriptor_slots(d) + (op == OP_INVOKESTATIC || op == OP_INVOKEDYNAMIC ? 0 : 1);
        push_descriptor(s, strrchr(d, ')') + 1);
        break;
    }
    case OP_MULTIANEWARRAY:
        s->n -= at[3];
        push_kind(s, 'A');
        break;
    default: break;
    }
}

static void effect(struct shaper *s, enum java_opcode op, const uint8_t *at) {
    const struct java_opcode_info *i = &java_opcodes[op];
    if (strchr(i->pops, '?') || strchr(i->pushes, '?') || op == OP_MULTIANEWARRAY) {
        special_effect(s, op, at);
        return;
    }
    for (const char *p = i->pops; *p; p++) s->n -= *p == 'J' || *p == 'D' ? 2 : 1;
    for (const char *p = i->pushes; *p; p++) push_kind(s, *p);
}

static void enter_switch(struct shaper *s, uint32_t pc, bool table) {
    struct switch_reader r = java_switch_read(s->c->bytes, pc, table);
    enter(s, (uint32_t)((int32_t)pc + r.otherwise));
    for (uint32_t i = 0; i < r.n; i++) enter(s, (uint32_t)((int32_t)pc + java_switch_offset(&r, i)));
}

// Follows one path from pc to its end or to a place seen before.
static void shape_block(struct shaper *s, uint32_t pc) {
    struct compiler *c = s->c;
    const struct pc_info *first = &c->pcs[pc];
    s->n = first->n_stack;
    memcpy(s->now, first->stack, s->n);
    for (bool begin = true;; begin = false) {
        struct pc_info *i = &c->pcs[pc];
        if (!begin && i->leader) { // known already, or a join
            enter(s, pc);
            return;
        }
        i->reached = true;
        for (uint32_t h = 0; h < c->info->n_handlers; h++) { // what throws here may go there
            const struct class_handler *handler = &c->info->handlers[h];
            if (pc < handler->start || pc >= handler->end || c->pcs[handler->target].reached) continue;
            uint32_t n = s->n;
            char bottom = s->now[0];
            s->n = 1, s->now[0] = 'A';
            enter(s, handler->target);
            s->n = n, s->now[0] = bottom;
        }
        const uint8_t *at = c->bytes + pc;
        enum java_opcode op = at[0];
        uint32_t size = java_instruction_size(c->bytes, c->info->n_bytes, pc);
        if (op == OP_WIDE)
            effect(s, at[1], at);
        else
            effect(s, op, at);
        if (java_opcodes[op].operands == OPERANDS_BRANCH2)
            enter(s, (uint32_t)((int32_t)pc + java_s2(at + 1)));
        if (op == OP_GOTO_W) enter(s, (uint32_t)((int32_t)pc + java_s4(at + 1)));
        if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) enter_switch(s, pc, op == OP_TABLESWITCH);
        if (java_opcode_ends_block(op)) return;
        pc += size;
    }
}

static void mark_leader(struct compiler *c, uint32_t from, int32_t offset) {
    struct pc_info *i = &c->pcs[(int32_t)from + offset];
    i->leader = true;
    i->loops |= offset <= 0;
}

static void
mark_leaders(struct compiler *c) { // targets of branches known before any walk, so that joins are seen
    for (uint32_t pc = 0; pc < c->info->n_bytes;
         pc += java_instruction_size(c->bytes, c->info->n_bytes, pc)) {
        enum java_opcode op = c->bytes[pc];
        const uint8_t *at = c->bytes + pc;
        if (java_opcodes[op].operands == OPERANDS_BRANCH2)
            mark_leader(c, pc, java_s2(at + 1));
        else if (op == OP_GOTO_W)
            mark_leader(c, pc, java_s4(at + 1));
        else if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) {
            struct switch_reader r = java_switch_read(c->bytes, pc, op == OP_TABLESWITCH);
            mark_leader(c, pc, r.otherwise);
            for (uint32_t i = 0; i < r.n; i++) mark_leader(c, pc, java_switch_offset(&r, i));
        }
    }
    for (uint32_t h = 0; h < c->info->n_handlers; h++) c->pcs[c->info->handlers[h].target].leader = true;
}

void java_compile_shapes(struct compiler *c) {
    struct shaper s = {.c = c};
    s.now = arena_alloc(&c->scratch, c->info->max_stack + 8u);
    mark_leaders(c);
    enter(&s, 0);
    while (s.work.n) shape_block(&s, vec_pop(&s.work));
    vec_free(&s.work);
}

// ---- Tables shared by both passes ----

struct switch_reader java_switch_read(const uint8_t *bytes, uint32_t pc, bool table) {
    struct switch_reader r = {.table = table};
    const uint8_t *at = bytes + ((pc + 4) & ~3u); // operands are aligned from the start of the code
    r.otherwise = java_s4(at);
    if (table) {
        r.low = java_s4(at + 4);
        r.n = (uint32_t)(java_s4(at + 8) - r.low) + 1;
        r.at = at + 12;
    } else {
        r.n = (uint32_t)java_s4(at + 4);
        r.at = at + 8;
    }
    return r;
}

int32_t java_switch_offset(const struct switch_reader *r, uint32_t i) {
    return r->table ? java_s4(r->at + 4 * i) : java_s4(r->at + 8 * i + 4);
}

int32_t java_switch_key(const struct switch_reader *r, uint32_t i) {
    return r->table ? r->low + (int32_t)i : java_s4(r->at + 8 * i);
}

bool java_opcode_ends_block(enum java_opcode op) {
    return op == OP_GOTO || op == OP_GOTO_W || op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH ||
           (op >= OP_IRETURN && op <= OP_RETURN) || op == OP_ATHROW || op == OP_RET || op == OP_JSR ||
           op == OP_JSR_W;
}
