// SPDX-License-Identifier: Apache-2.0
#include "java/symbolic/live.h"

#include "base/mem.h"
#include "base/some_of.h"

enum { MOST_WORDS = 1 << 18 /* of a table */, MOST_REGISTERS = 256 };

struct live_builder {
    const struct java_code *code;
    uint64_t *sets; // n of `words` each
    uint32_t words;
    bool changed;
};

static bool reads(const struct insn *i, enum insn_op op, uint32_t r) {
    bool immediate = (op >= X_IADD_I && op <= X_IUSHR_I) || (op >= X_LADD_I && op <= X_LUSHR_I) ||
                     (op >= X_IF_IEQ_I && op <= X_IF_ILE_I);
    switch (SOME_OF(op)) {
    case X_CONST:
    case X_LDC_STRING:
    case X_LDC_RESOLVE:
    case X_LDC_CLASS:
    case X_GOTO:
    case X_COVER:
    case X_VISIT:
    case X_ENTER:
    case X_NEW:
    case X_NEW_RESOLVE:
    case X_GETSTATIC:
    case X_GETSTATIC_RESOLVE:
    case X_UNSUPPORTED:
    case X_RETURN_VOID: return false;
    case X_MOVE:
    case X_IF_NULL:
    case X_IF_NONNULL:
    case X_SWITCH_TABLE:
    case X_SWITCH_LOOKUP:
    case X_ARRAY_LENGTH:
    case X_NEWARRAY:
    case X_ANEWARRAY_RESOLVE:
    case X_CHECKCAST:
    case X_CHECKCAST_RESOLVE:
    case X_INSTANCEOF:
    case X_INSTANCEOF_RESOLVE:
    case X_GETFIELD:
    case X_GETFIELD_RESOLVE:
    case X_RETURN:
    case X_MONITORENTER:
    case X_MONITOREXIT:
    case X_ATHROW: return r == i->b;
    case X_MULTIANEWARRAY:
    case X_MULTIANEWARRAY_RESOLVE: return r >= i->b && r < i->b + (uint32_t)i->c;
    case X_PUTSTATIC:
    case X_PUTSTATIC_RESOLVE: return r == i->a;
    case X_PUTFIELD:
    case X_PUTFIELD_RESOLVE: return r == i->a || r == i->b;
    default: break;
    }
    if (immediate || (op >= X_INEG && op <= X_I2S)) return r == i->b;
    if ((op >= X_IADD && op <= X_IF_ANE) || (op >= X_BALOAD && op <= X_AALOAD)) return r == i->b || r == i->c;
    if (op >= X_BASTORE && op <= X_AASTORE) return r == i->a || r == i->b || r == i->c;
    // Of a call: its slots of arguments, as emit.c has noted; what it names may be being linked by another
    // worker.
    return !java_insn_is_call(op) || (r >= i->b && r < i->b + (uint32_t)i->c);
}

bool java_insn_writes(const struct insn *i, enum insn_op op, uint32_t r) {
    if (r != i->a) return false;
    return op <= X_DCMPG || (op >= X_ARRAY_LENGTH && op <= X_AALOAD) || op == X_NEW || op == X_NEWARRAY ||
           op == X_ANEWARRAY_RESOLVE || op == X_MULTIANEWARRAY || op == X_MULTIANEWARRAY_RESOLVE ||
           op == X_INSTANCEOF || op == X_GETFIELD || op == X_GETFIELD_RESOLVE || op == X_GETSTATIC ||
           op == X_GETSTATIC_RESOLVE || op == X_NEW_RESOLVE || op == X_INSTANCEOF_RESOLVE;
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
    join_next(b, now, at, op);
    // A call without a result names a register of the operand stack in which nothing is left behind it
    // (emit.c).
    bool written = java_insn_is_call(op) || java_insn_writes(i, op, i->a);
    if (written && i->a < code->n_registers) now[i->a / 64] &= ~((uint64_t)1 << i->a % 64);
    for (uint32_t r = 0; r < code->n_registers; r++)
        if (reads(i, op, r)) now[r / 64] |= (uint64_t)1 << r % 64;
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
    if (!hash_map_get(&t->live.index, (uintptr_t)code, &index)) {
        struct live_builder b = {code, mem_zalloc((size_t)code->n * words * sizeof(uint64_t)), words, true};
        while (b.changed) {
            b.changed = false;
            for (uint32_t k = code->n; k-- > 0;) visit(&b, k);
        }
        index = t->live.list.n;
        hash_map_put(&t->live.index, (uintptr_t)code, index);
        vec_push(&t->live.list, b.sets);
    }
    return t->live.list.at[index] + (size_t)at * words;
}
