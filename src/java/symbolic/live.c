// SPDX-License-Identifier: Apache-2.0
#include "java/symbolic/live.h"

#include <string.h>

#include "java/program/compile.h"
#include "java/symbolic/merge_code.h"

enum { MOST_WORDS = 1 << 18 /* of a table */, MOST_REGISTERS = 256 };

struct live_builder {
    const struct java_code *code;
    uint64_t *sets; // n of `words` each
    uint32_t words;
    bool changed;
};

// What a call takes and gives: its slots of arguments, and whether there is a result in register a.
static void call_shape(const struct java_code *code, const struct insn *i, enum insn_op op, uint32_t *slots,
                       bool *gives) {
    if (op >= X_INVOKESTATIC && op <= X_INVOKEINTERFACE) {
        const struct java_method *m = i->p;
        *slots = m->arg_slots;
        *gives = m->return_kind != JAVA_VOID;
        return;
    }
    const struct class_constant *k = &code->method->class->file->constants[i->imm];
    const char *descriptor = symbol_text(k->descriptor);
    bool has_receiver = op != X_INVOKESTATIC_RESOLVE;
    *slots = op == X_INVOKEDYNAMIC || op == X_INVOKEHANDLE ? i->c
                                                           : java_descriptor_slots(descriptor) + has_receiver;
    *gives = strrchr(descriptor, ')')[1] != 'V';
}

static bool reads(const struct insn *i, enum insn_op op, uint32_t r) {
    switch (op) {
    case X_MULTIANEWARRAY:
    case X_MULTIANEWARRAY_RESOLVE: return r >= i->b && r < i->b + (uint32_t)i->c;
    case X_MONITORENTER:
    case X_MONITOREXIT: return r == i->b;
    case X_UNSUPPORTED: return false;
    default: return merge_reads(i, op, r);
    }
}

static void join(struct live_builder *b, uint64_t *into, uint32_t from) {
    if (from >= b->code->n) return;
    for (uint32_t w = 0; w < b->words; w++) into[w] |= b->sets[from * b->words + w];
}

static void join_next(struct live_builder *b, uint64_t *into, uint32_t at, enum insn_op op) {
    const struct insn *i = &b->code->insns[at];
    if (op == X_SWITCH_TABLE || op == X_SWITCH_LOOKUP) {
        const struct java_switch *s = i->p;
        join(b, into, (uint32_t)s->otherwise);
        for (uint32_t k = 0; k < s->n; k++) join(b, into, (uint32_t)s->targets[k]);
        return;
    }
    if (op >= X_IF_IEQ && op <= X_GOTO) join(b, into, (uint32_t)i->target);
    if (op != X_GOTO && op != X_RETURN && op != X_RETURN_VOID && op != X_ATHROW && op != X_UNSUPPORTED)
        join(b, into, at + 1);
}

static void visit(struct live_builder *b, uint32_t at) {
    const struct java_code *code = b->code;
    const struct insn *i = &code->insns[at];
    enum insn_op op = java_insn_op(i);
    uint64_t now[MOST_REGISTERS / 64] = {0};
    bool call = java_insn_is_call(op), gives = false;
    uint32_t slots = 0;
    if (call) call_shape(code, i, op, &slots, &gives);
    join_next(b, now, at, op);
    if (call ? gives : merge_writes(i, op, i->a)) now[i->a / 64] &= ~((uint64_t)1 << i->a % 64);
    for (uint32_t r = 0; r < code->n_registers; r++)
        if (call ? r >= i->b && r < i->b + slots : reads(i, op, r)) now[r / 64] |= (uint64_t)1 << r % 64;
    uint64_t caught[MOST_REGISTERS / 64] = {0};
    for (uint32_t h = 0; h < code->n_handlers; h++)
        if (at >= code->handlers[h].start && at < code->handlers[h].end)
            join(b, caught, code->handlers[h].target);
    if (code->n_locals < code->n_registers) // where the handler finds the exception
        caught[code->n_locals / 64] &= ~((uint64_t)1 << code->n_locals % 64);
    for (uint32_t w = 0; w < b->words; w++) now[w] |= caught[w];
    uint64_t *set = b->sets + at * b->words;
    for (uint32_t w = 0; w < b->words; w++) {
        b->changed |= (now[w] & ~set[w]) != 0;
        set[w] |= now[w];
    }
}

const uint64_t *java_live_at(struct java_thread *t, const struct java_code *code, uint32_t at) {
    uint32_t words = (code->n_registers + 63u) / 64, index;
    if (code->n_registers > MOST_REGISTERS || (uint64_t)code->n * words > MOST_WORDS) return NULL;
    if (!hash_map_get(&t->live_of, (uintptr_t)code, &index)) {
        struct live_builder b = {code, mem_zalloc((size_t)code->n * words * sizeof(uint64_t)), words, true};
        while (b.changed) {
            b.changed = false;
            for (uint32_t k = code->n; k-- > 0;) visit(&b, k);
        }
        index = t->live.n;
        hash_map_put(&t->live_of, (uintptr_t)code, index);
        vec_push(&t->live, b.sets);
    }
    return t->live.at[index] + (size_t)at * words;
}
