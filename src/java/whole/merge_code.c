// SPDX-License-Identifier: Apache-2.0
#include "java/whole/merge_code.h"

#include "base/some_of.h"
#include "java/whole/main_mode.h"

enum {
    MOST_SPAN = 256, // instructions from a branch to where its ways meet
    MOST_OPEN = 24,  // places that ways lead to, at a time
    MOST_CODE = 300, // instructions of a method that is called
};

bool merge_is_unlinked(enum insn_op op) {
    return (op >= X_GETFIELD_RESOLVE && op <= X_PUTSTATIC_RESOLVE) ||
           (op >= X_INVOKESTATIC_RESOLVE && op <= X_INVOKEINTERFACE_RESOLVE);
}

static bool is_branch(enum insn_op op) {
    return (op >= X_IF_IEQ && op <= X_IF_DLE) || op == X_IF_NULL || op == X_IF_NONNULL;
}

static bool is_straight(enum insn_op op) {
    if ((op >= X_IADD && op <= X_LUSHR_I) || merge_is_unlinked(op)) return true;
    switch (SOME_OF(op)) {
    case X_MOVE:
    case X_CONST:
    case X_INEG:
    case X_LNEG:
    case X_I2L:
    case X_L2I:
    case X_I2B:
    case X_I2C:
    case X_I2S:
    case X_ARRAY_LENGTH:
    case X_BALOAD:
    case X_CALOAD:
    case X_SALOAD:
    case X_IALOAD:
    case X_LALOAD:
    case X_AALOAD:
    case X_BASTORE:
    case X_CASTORE:
    case X_SASTORE:
    case X_IASTORE:
    case X_LASTORE:
    case X_GETFIELD:
    case X_PUTFIELD:
    case X_GETSTATIC:
    case X_PUTSTATIC:
    case X_INVOKESTATIC:
    case X_INVOKESPECIAL:
    case X_INVOKEVIRTUAL:
    case X_INVOKEINTERFACE:
    case X_COVER: return true;
    default: return false;
    }
}

bool merge_throws(const struct java_code *code, uint32_t at) {
    enum { MOST_MADE = 24 }; // instructions that make the exception
    for (uint32_t i = at; i < code->n && i < at + MOST_MADE; i++) {
        enum insn_op op = java_insn_op(&code->insns[i]);
        if (op == X_ATHROW) return true;
        if (is_branch(op) || op == X_GOTO || op == X_SWITCH_TABLE || op == X_SWITCH_LOOKUP ||
            op == X_RETURN || op == X_RETURN_VOID)
            return false;
    }
    return false;
}

// ---- Where ways meet ----

struct open_ways { // places, ascending, each once
    uint32_t at[MOST_OPEN];
    uint32_t n, branches;
    bool leaves; // one of them does
};

static bool lead(struct open_ways *w, uint32_t to) {
    uint32_t i = 0;
    while (i < w->n && w->at[i] < to) i++;
    if (i < w->n && w->at[i] == to) return true;
    if (w->n == MOST_OPEN) return false;
    for (uint32_t k = w->n++; k > i; k--) w->at[k] = w->at[k - 1];
    w->at[i] = to;
    return true;
}

// Where a branch leads: by way of the code behind the method's own that notes that it was taken (emit.c).
static int32_t target_of(const struct java_code *code, int32_t target) {
    uint32_t to = (uint32_t)target;
    bool noted = to + 1 < code->n && java_insn_op(&code->insns[to]) == X_COVER &&
                 java_insn_op(&code->insns[to + 1]) == X_GOTO;
    return noted ? code->insns[to + 1].target : target;
}

static bool lead_forwards(const struct java_code *code, struct open_ways *w, uint32_t at, int32_t target) {
    int32_t to = target_of(code, target);
    return to > (int32_t)at && lead(w, (uint32_t)to);
}

static bool lead_switch(const struct java_code *code, struct open_ways *w, uint32_t at,
                        const struct java_switch *s) {
    bool good = lead_forwards(code, w, at, s->otherwise);
    for (uint32_t i = 0; i < s->n && good; i++) good = lead_forwards(code, w, at, s->targets[i]);
    return good;
}

// Where the ways lead from an instruction. False: there are too many of them.
static bool lead_on(const struct java_code *code, struct open_ways *w, uint32_t at) {
    const struct insn *i = &code->insns[at];
    enum insn_op op = java_insn_op(&code->insns[at]);
    if (is_branch(op)) {
        w->branches++;
        return lead_forwards(code, w, at, i->target) && lead(w, at + 1);
    }
    if (op == X_GOTO) return lead_forwards(code, w, at, i->target);
    if (op == X_SWITCH_TABLE || op == X_SWITCH_LOOKUP) {
        w->branches += 2;
        return lead_switch(code, w, at, i->p);
    }
    if (op == X_RETURN || op == X_RETURN_VOID) return lead(w, code->n);
    if (is_straight(op)) return lead(w, at + 1);
    w->leaves = true;
    return merge_throws(code, at);
}

// All jumps go forwards, so what comes first in the code comes first in time. Ways that throw meet no others;
// where one of a branch's two does, there is nothing to merge.
static uint32_t find_join(const struct java_code *code, uint32_t branch) {
    struct open_ways w = {.n = 0};
    uint32_t at = branch;
    lead(&w, branch);
    do {
        at = w.at[0];
        for (uint32_t i = 1; i < w.n; i++) w.at[i - 1] = w.at[i];
        w.n--;
        if (at >= code->n || at > branch + MOST_SPAN || !lead_on(code, &w, at) || w.n == 0) return MERGE_NONE;
    } while (w.n > 1 || at == branch);
    return w.leaves && w.branches < 2 ? MERGE_NONE : w.at[0];
}

uint32_t merge_join(struct java_thread *t, const struct java_code *code, uint32_t branch) {
    uint64_t key = (uintptr_t)&code->insns[branch];
    uint32_t known;
    if (hash_map_get(&main_run_of(t)->joins, key, &known)) return known ? known - 1 : MERGE_NONE;
    uint32_t join = find_join(code, branch);
    hash_map_put(&main_run_of(t)->joins, key, join == MERGE_NONE ? 0 : join + 1);
    return join;
}

bool merge_is_plain(const struct java_code *code) {
    return code->n <= MOST_CODE && code->n_handlers == 0;
}

// ---- Numbers ----

bool merge_integer(enum insn_op op, union word b, union word c, union word *r) {
    uint32_t x = (uint32_t)b.i, y = (uint32_t)c.i;
    uint64_t p = b.bits, q = c.bits;
    switch (SOME_OF(op)) {
    case X_IADD: *r = word_int((int32_t)(x + y)); return true;
    case X_ISUB: *r = word_int((int32_t)(x - y)); return true;
    case X_IMUL: *r = word_int((int32_t)(x * y)); return true;
    case X_IDIV:
        if (y) *r = word_int(c.i == -1 ? (int32_t)-x : b.i / c.i);
        return y != 0;
    case X_IREM:
        if (y) *r = word_int(c.i == -1 ? 0 : b.i % c.i);
        return y != 0;
    case X_IAND: *r = word_int((int32_t)(x & y)); return true;
    case X_IOR: *r = word_int((int32_t)(x | y)); return true;
    case X_IXOR: *r = word_int((int32_t)(x ^ y)); return true;
    case X_ISHL: *r = word_int((int32_t)(x << (y & 31))); return true;
    case X_ISHR: *r = word_int(b.i >> (y & 31)); return true;
    case X_IUSHR: *r = word_int((int32_t)(x >> (y & 31))); return true;
    case X_LADD: *r = word_long((int64_t)(p + q)); return true;
    case X_LSUB: *r = word_long((int64_t)(p - q)); return true;
    case X_LMUL: *r = word_long((int64_t)(p * q)); return true;
    case X_LDIV:
        if (q) *r = word_long(c.j == -1 ? (int64_t)-p : b.j / c.j);
        return q != 0;
    case X_LREM:
        if (q) *r = word_long(c.j == -1 ? 0 : b.j % c.j);
        return q != 0;
    case X_LAND: *r = word_long((int64_t)(p & q)); return true;
    case X_LOR: *r = word_long((int64_t)(p | q)); return true;
    case X_LXOR: *r = word_long((int64_t)(p ^ q)); return true;
    case X_LSHL: *r = word_long((int64_t)(p << (y & 63))); return true;
    case X_LSHR: *r = word_long(b.j >> (y & 63)); return true;
    case X_LUSHR: *r = word_long((int64_t)(p >> (y & 63))); return true;
    default: return false;
    }
}

bool merge_unary(enum insn_op op, union word b, union word *r) {
    switch (SOME_OF(op)) {
    case X_INEG: *r = word_int((int32_t)(0u - (uint32_t)b.i)); return true;
    case X_LNEG: *r = word_long((int64_t)(0u - b.bits)); return true;
    case X_I2L: *r = word_long(b.i); return true;
    case X_L2I: *r = word_int((int32_t)b.j); return true;
    case X_I2B: *r = word_int((int8_t)b.j); return true;
    case X_I2C: *r = word_int((uint16_t)b.j); return true;
    case X_I2S: *r = word_int((int16_t)b.j); return true;
    default: return false;
    }
}
