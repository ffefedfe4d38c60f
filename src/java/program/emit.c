// SPDX-License-Identifier: Apache-2.0
// The second pass of the compiler: emits three-address code, block by block in the order of the bytecode. See
// compile.c.
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/some_of.h"
#include "java/program/compile.h"
#include "java/program/word.h"

// One slot of the operand stack: where its value is now.
struct operand {
    bool is_constant;
    bool is_filler;  // second slot of a wide value
    bool is_integer; // a constant: an int or a long
    uint16_t reg;
    int64_t imm;
};

struct jump { // an instruction whose target is still a pc
    uint32_t insn;
    uint32_t pc;
};

struct emitter {
    struct compiler *c;
    VEC(struct insn) insns;
    VEC(uint16_t) pcs; // of each instruction
    VEC(struct jump) jumps;
    struct operand *stack;
    uint32_t n;
    uint32_t locals;      // registers of the stack begin here
    uint32_t block_first; // first instruction of the current block
    uint32_t pc;
    bool cover;
    uint32_t counters; // registers behind the stack, for X_VISIT
    uint32_t zeroed;   // of these the first ones, which are 0 when a call begins
};

static struct insn *emit(struct emitter *e, enum insn_op op, uint32_t a, uint32_t b, uint32_t c) {
    vec_push(&e->insns,
             (struct insn){.op = (uint16_t)op, .a = (uint16_t)a, .b = (uint16_t)b, .c = (uint16_t)c});
    vec_push(&e->pcs, (uint16_t)e->pc);
    return &vec_last(&e->insns);
}

static uint32_t own_register(const struct emitter *e, uint32_t depth) {
    return e->locals + depth;
}

// Puts the value of the slot at that depth into its own register.
static void settle(struct emitter *e, uint32_t depth) {
    assert(depth <= e->n);
    struct operand *o = &e->stack[depth];
    uint32_t r = own_register(e, depth);
    if (o->is_filler) return;
    if (o->is_constant)
        emit(e, X_CONST, r, o->is_integer, 0)->imm = o->imm;
    else if (o->reg != r)
        emit(e, X_MOVE, r, o->reg, 0);
    else
        return;
    *o = (struct operand){.reg = (uint16_t)r};
}

static void settle_all(struct emitter *e) { // upwards: later slots refer to their own register or a lower one
    for (uint32_t d = 0; d < e->n; d++) settle(e, d);
}

static void push(struct emitter *e, struct operand o, bool wide) {
    assert(e->n + 1 + wide <= e->c->info->max_stack); // as the verifier has seen
    e->stack[e->n++] = o;
    if (wide) e->stack[e->n++] = (struct operand){.is_filler = true};
}

static void push_constant(struct emitter *e, int64_t imm, bool wide) {
    push(e, (struct operand){.is_constant = true, .imm = imm}, wide);
}

static void push_integer(struct emitter *e, int64_t imm, bool wide) {
    push(e, (struct operand){.is_constant = true, .is_integer = true, .imm = imm}, wide);
}

// Pushes the result of the instruction that is emitted next: the register it goes to.
static uint32_t push_result(struct emitter *e, bool wide) {
    uint32_t r = own_register(e, e->n);
    push(e, (struct operand){.reg = (uint16_t)r}, wide);
    return r;
}

static uint32_t pop_depth(struct emitter *e, bool wide) {
    assert(e->n >= 1u + wide);
    e->n -= wide ? 2 : 1;
    return e->n;
}

// The register of the operand at that depth, a constant being loaded first.
static uint32_t register_of(struct emitter *e, uint32_t depth) {
    assert(!e->stack[depth].is_filler);
    if (e->stack[depth].is_constant) settle(e, depth);
    return e->stack[depth].reg;
}

static uint32_t pop_register(struct emitter *e, bool wide) {
    return register_of(e, pop_depth(e, wide));
}

// ---- Locals ----

static void load(struct emitter *e, uint32_t local, bool wide) {
    push(e, (struct operand){.reg = (uint16_t)local}, wide);
}

static void keep_readers_of(struct emitter *e, uint32_t local) { // before the local is overwritten
    for (uint32_t d = 0; d < e->n; d++)
        if (!e->stack[d].is_constant && !e->stack[d].is_filler && e->stack[d].reg == local) settle(e, d);
}

static bool writes_a(enum insn_op op) {
    switch (SOME_OF(op)) {
    case X_MOVE:
    case X_CONST:
    case X_LDC_STRING:
    case X_LDC_RESOLVE:
    case X_ARRAY_LENGTH:
    case X_NEW_RESOLVE:
    case X_INSTANCEOF_RESOLVE:
    case X_GETFIELD_RESOLVE:
    case X_GETSTATIC_RESOLVE:
    case X_ANEWARRAY_RESOLVE:
    case X_NEWARRAY:
    case X_INVOKESTATIC_RESOLVE:
    case X_INVOKESPECIAL_RESOLVE:
    case X_INVOKEVIRTUAL_RESOLVE:
    case X_INVOKEINTERFACE_RESOLVE:
    case X_INVOKEDYNAMIC:
    case X_INVOKEHANDLE:
    case X_BALOAD:
    case X_CALOAD:
    case X_SALOAD:
    case X_IALOAD:
    case X_LALOAD:
    case X_FALOAD:
    case X_DALOAD:
    case X_AALOAD: return true;
    default: return op >= X_IADD && op <= X_DCMPG;
    }
}

static void store(struct emitter *e, uint32_t local, bool wide) {
    uint32_t depth = pop_depth(e, wide);
    struct operand o = e->stack[depth];
    bool read_elsewhere = false; // the local, or the register of the value, is still wanted below
    for (uint32_t d = 0; d < e->n; d++) {
        const struct operand *other = &e->stack[d];
        if (!other->is_constant && !other->is_filler && (other->reg == local || other->reg == o.reg))
            read_elsewhere = true;
    }
    if (!o.is_constant && !read_elsewhere && o.reg == own_register(e, depth) && e->insns.n > e->block_first) {
        struct insn *last = &vec_last(&e->insns);
        if (last->a == o.reg && writes_a(last->op)) { // the value was made just now: make it in place
            last->a = (uint16_t)local;
            return;
        }
    }
    keep_readers_of(e, local);
    if (o.is_constant)
        emit(e, X_CONST, local, o.is_integer, 0)->imm = o.imm;
    else if (o.reg != local)
        emit(e, X_MOVE, local, o.reg, 0);
}

static void increment(struct emitter *e, uint32_t local, int32_t by) {
    assert(local < e->locals);
    keep_readers_of(e, local);
    emit(e, X_IADD_I, local, local, 0)->imm = by;
}

// ---- Coverage ----

static uint32_t new_place(struct emitter *e, enum place_kind kind, uint32_t line) {
    struct java_program *p = e->c->program;
    vec_push(&p->places, (struct java_place){e->c->method, kind, line}); // under the program's lock
    return p->places.n - 1;
}

static void cover_line(struct emitter *e) {
    const struct class_code *info = e->c->info;
    for (uint32_t i = 0; i < info->n_lines; i++) {
        if (info->lines[i].pc != e->pc) continue;
        emit(e, X_COVER, 0, 0, 0)->imm = new_place(e, PLACE_LINE, info->lines[i].line);
        return;
    }
}

// ---- Bounds of paths (program.h) ----

static uint32_t first_counter(const struct emitter *e) {
    return e->locals + e->c->info->max_stack + 4u;
}

// A method's first instructions: all blocks are unvisited, and the call is one more within others.
static void begin_bounds(struct emitter *e) {
    const struct path_bounds *b = &e->c->program->bounds;
    if (!e->cover || (!b->loops && !b->visits)) return;
    emit(e, X_ENTER, 0, 0, 0)->imm = b->loops ? (int64_t)b->iterations + 1 : b->visits;
    for (uint32_t pc = 0; b->visits && pc < e->c->info->n_bytes; pc++)
        if (e->c->pcs[pc].leader && e->c->pcs[pc].reached)
            emit(e, X_CONST, first_counter(e) + e->counters++, true, 0)->imm = 0;
}

// At the first instruction of a block, whose places on the stack are settled. The head of a loop is visited
// once more than the loop iterates; whoever comes from before it begins anew.
static void count_visits(struct emitter *e) {
    const struct path_bounds *b = &e->c->program->bounds;
    struct pc_info *i = &e->c->pcs[e->pc];
    if (!e->cover || !i->leader) return;
    if (b->loops && i->loops) {
        uint32_t r = first_counter(e) + e->counters++;
        emit(e, X_CONST, r, true, 0)->imm = 0;
        i->again = (int32_t)e->insns.n;
        emit(e, X_VISIT, r, 0, 0)->imm = (int64_t)b->iterations + 1;
    }
    if (b->visits) emit(e, X_VISIT, first_counter(e) + e->zeroed++, 0, 0)->imm = b->visits;
    e->block_first = e->insns.n;
}

static uint32_t current_line(const struct emitter *e) {
    return (uint32_t)java_code_line(e->c->info, e->pc);
}

// ---- Branches ----

static void jump_to(struct emitter *e, uint32_t insn, uint32_t pc) {
    assert(insn < e->insns.n && pc < e->c->info->n_bytes);
    vec_push(&e->jumps, (struct jump){insn, pc});
}

static void emit_branch(struct emitter *e, struct insn i, uint32_t target) {
    settle_all(e);
    vec_push(&e->insns, i);
    vec_push(&e->pcs, (uint16_t)e->pc);
    jump_to(e, e->insns.n - 1, target);
    if (e->cover) emit(e, X_COVER, 0, 0, 0)->imm = new_place(e, PLACE_BRANCH, current_line(e));
    e->block_first = e->insns.n;
}

static uint32_t branch_target(const struct emitter *e) {
    return (uint32_t)((int32_t)e->pc + java_s2(e->c->bytes + e->pc + 1));
}

static void emit_int_branch(struct emitter *e, uint32_t condition, bool with_zero) {
    bool constant = with_zero || e->stack[e->n - 1].is_constant;
    struct insn i = {0};
    if (constant) {
        i.small = with_zero ? 0 : (int32_t)e->stack[--e->n].imm;
        i.b = (uint16_t)pop_register(e, false);
        i.op = (uint16_t)(X_IF_IEQ_I + condition);
    } else {
        i.c = (uint16_t)pop_register(e, false);
        i.b = (uint16_t)pop_register(e, false);
        i.op = (uint16_t)(X_IF_IEQ + condition);
    }
    emit_branch(e, i, branch_target(e));
}

// lcmp, fcmp.. and dcmp.., with the if that follows as one instruction where one does.
static void emit_compare(struct emitter *e, enum java_opcode op) {
    bool wide = op != OP_FCMPL && op != OP_FCMPG;
    uint32_t c = pop_register(e, wide), b = pop_register(e, wide);
    uint32_t next = e->pc + 1;
    enum java_opcode branch = next < e->c->info->n_bytes ? e->c->bytes[next] : OP_NOP;
    if (branch < OP_IFEQ || branch > OP_IFLE || e->c->pcs[next].leader) {
        emit(e, X_LCMP + (op - OP_LCMP), push_result(e, false), b, c);
        return;
    }
    uint32_t condition = branch - OP_IFEQ;
    static const enum insn_op first[] = {X_IF_LEQ, X_IF_FEQ, X_IF_FEQ, X_IF_DEQ, X_IF_DEQ};
    struct insn i = {.op = (uint16_t)(first[op - OP_LCMP] + condition), .b = (uint16_t)b, .c = (uint16_t)c};
    // NaN gives 1 for ..G and -1 for ..L: does the condition hold for that?
    static const bool holds_above[] = {false, true, false, true, true, false}; // EQ NE LT GE GT LE
    static const bool holds_below[] = {false, true, true, false, false, true};
    if (op != OP_LCMP)
        i.a = op == OP_FCMPG || op == OP_DCMPG ? holds_above[condition] : holds_below[condition];
    e->pc = next;
    emit_branch(e, i, branch_target(e));
}

static void emit_goto(struct emitter *e, uint32_t target) {
    settle_all(e);
    emit(e, X_GOTO, 0, 0, 0);
    jump_to(e, e->insns.n - 1, target);
}

static void emit_switch(struct emitter *e, bool table) {
    struct switch_reader r = java_switch_read(e->c->bytes, e->pc, table);
    uint32_t b = pop_register(e, false);
    settle_all(e);
    struct arena *a = &e->c->program->arena;
    struct java_switch *s = ARENA_NEW(a, struct java_switch);
    int32_t *targets = ARENA_ARRAY(a, int32_t, r.n + 1), *keys = ARENA_ARRAY(a, int32_t, r.n + 1);
    for (uint32_t i = 0; i < r.n; i++) {
        targets[i] = (int32_t)e->pc + java_switch_offset(&r, i); // pcs; made into instructions at the end
        keys[i] = java_switch_key(&r, i);
    }
    *s = (struct java_switch){
        .low = r.low, .n = r.n, .keys = keys, .targets = targets, .otherwise = (int32_t)e->pc + r.otherwise};
    emit(e, table ? X_SWITCH_TABLE : X_SWITCH_LOOKUP, 0, b, 0)->p = s;
}

// ---- Operations ----

static void emit_binary_int(struct emitter *e, enum java_opcode op, bool is_long) {
    bool shift = op >= OP_ISHL && op <= OP_LUSHR; // the distance is an int
    uint32_t which = op < OP_ISHL   ? (uint32_t)(op - OP_IADD) / 4
                     : op < OP_IAND ? 8u + (uint32_t)(op - OP_ISHL) / 2
                                    : 5u + (uint32_t)(op - OP_IAND) / 2;
    uint32_t c = pop_depth(e, is_long && !shift);
    if (e->stack[c].is_constant) {
        int64_t imm = e->stack[c].imm;
        uint32_t b = pop_register(e, is_long);
        emit(e, (is_long ? X_LADD_I : X_IADD_I) + which, push_result(e, is_long), b, 0)->imm = imm;
        return;
    }
    uint32_t c_reg = e->stack[c].reg, b = pop_register(e, is_long);
    emit(e, (is_long ? X_LADD : X_IADD) + which, push_result(e, is_long), b, c_reg);
}

static void emit_arithmetic(struct emitter *e, enum java_opcode op) {
    if (op >= OP_INEG && op <= OP_DNEG) {
        bool wide = op == OP_LNEG || op == OP_DNEG;
        uint32_t b = pop_register(e, wide);
        emit(e, X_INEG + (op - OP_INEG), push_result(e, wide), b, 0);
    } else if (op >= OP_ISHL) {
        emit_binary_int(e, op, (op - OP_ISHL) % 2);
    } else {
        uint32_t type = (uint32_t)(op - OP_IADD) % 4; // I J F D
        if (type < 2) {
            emit_binary_int(e, op, type);
            return;
        }
        bool wide = type == 3;
        uint32_t c = pop_register(e, wide), b = pop_register(e, wide);
        emit(e, (wide ? X_DADD : X_FADD) + (op - OP_IADD) / 4, push_result(e, wide), b, c);
    }
}

static void emit_conversion(struct emitter *e, enum java_opcode op) {
    const struct java_opcode_info *i = &java_opcodes[op];
    bool from = *i->pops == 'J' || *i->pops == 'D', to = *i->pushes == 'J' || *i->pushes == 'D';
    uint32_t b = pop_register(e, from);
    emit(e, X_I2L + (op - OP_I2L), push_result(e, to), b, 0);
}

static void emit_array_load(struct emitter *e, enum java_opcode op) {
    static const enum insn_op ops[] = {X_IALOAD, X_LALOAD, X_FALOAD, X_DALOAD,
                                       X_AALOAD, X_BALOAD, X_CALOAD, X_SALOAD};
    uint32_t c = pop_register(e, false), b = pop_register(e, false);
    emit(e, ops[op - OP_IALOAD], push_result(e, op == OP_LALOAD || op == OP_DALOAD), b, c);
}

static void emit_array_store(struct emitter *e, enum java_opcode op) {
    static const enum insn_op ops[] = {X_IASTORE, X_LASTORE, X_FASTORE, X_DASTORE,
                                       X_AASTORE, X_BASTORE, X_CASTORE, X_SASTORE};
    uint32_t a = pop_register(e, op == OP_LASTORE || op == OP_DASTORE), c = pop_register(e, false),
             b = pop_register(e, false);
    emit(e, ops[op - OP_IASTORE], a, b, c);
}

// r[to] = r[from], as depths; the filler of a wide value moves as nothing does.
static void copy_slot(struct emitter *e, uint32_t to, uint32_t from) {
    emit(e, X_MOVE, own_register(e, to), own_register(e, from), 0);
}

static void emit_stack(struct emitter *e, enum java_opcode op) {
    uint32_t n = e->n;
    struct operand *s = e->stack;
    switch (SOME_OF(op)) {
    case OP_POP: e->n--; return;
    case OP_POP2: e->n -= 2; return;
    case OP_DUP: s[e->n++] = s[n - 1]; return;
    case OP_DUP2:
        s[n] = s[n - 2], s[n + 1] = s[n - 1];
        e->n += 2;
        return;
    default: break;
    }
    // The rest moves values below others: done with all of them in their own registers.
    settle_all(e);
    static const struct {
        uint8_t added, n;
        int8_t moves[6][2]; // {to, from}, from the top of the stack before
    } table[] = {
        [OP_DUP_X1 - OP_DUP_X1] = {1, 3, {{0, -1}, {-1, -2}, {-2, 0}}},
        [OP_DUP_X2 - OP_DUP_X1] = {1, 4, {{0, -1}, {-1, -2}, {-2, -3}, {-3, 0}}},
        [OP_DUP2_X1 - OP_DUP_X1] = {2, 5, {{1, -1}, {0, -2}, {-1, -3}, {-2, 1}, {-3, 0}}},
        [OP_DUP2_X2 - OP_DUP_X1] = {2, 6, {{1, -1}, {0, -2}, {-1, -3}, {-2, -4}, {-3, 1}, {-4, 0}}},
        [OP_SWAP - OP_DUP_X1] = {0, 3, {{0, -1}, {-1, -2}, {-2, 0}}},
    };
    uint32_t which = op - OP_DUP_X1;
    bool filler[6]; // of the slots from n - 4 on
    for (int k = 0; k < table[which].n; k++)
        copy_slot(e, (uint32_t)((int)n + table[which].moves[k][0]),
                  (uint32_t)((int)n + table[which].moves[k][1]));
    for (int k = 0; k < 6; k++) filler[k] = (int)n - 4 + k >= 0 && k < 4 && s[n - 4 + (uint32_t)k].is_filler;
    for (int k = 0; k < table[which].n; k++)
        filler[4 + table[which].moves[k][0]] = filler[4 + table[which].moves[k][1]];
    e->n += table[which].added;
    for (int k = 0; k < 6; k++) {
        int d = (int)n - 4 + k;
        if (d < 0 || d >= (int)e->n) continue;
        s[d] = (struct operand){.is_filler = filler[k], .reg = (uint16_t)own_register(e, (uint32_t)d)};
    }
}

// ---- Constant pool ----

static uint32_t index_at(const struct emitter *e) {
    return java_u2(e->c->bytes + e->pc + 1);
}

static void emit_ldc(struct emitter *e, uint32_t index) {
    const struct class_constant *k = &e->c->file->constants[index];
    union word w;
    switch (k->tag) {
    case CONSTANT_INTEGER: push_integer(e, k->int_value, false); return;
    case CONSTANT_LONG: push_integer(e, k->long_value, true); return;
    case CONSTANT_FLOAT:
        w = word_float(k->float_value);
        push_constant(e, w.j, false);
        return;
    case CONSTANT_DOUBLE:
        w = word_double(k->double_value);
        push_constant(e, w.j, true);
        return;
    case CONSTANT_STRING:
        emit(e, X_LDC_STRING, push_result(e, false), 0, 0)->p = (void *)(uintptr_t)k;
        return;
    default: {
        char d = k->tag == CONSTANT_DYNAMIC ? symbol_text(k->descriptor)[0] : 'L';
        emit(e, X_LDC_RESOLVE, push_result(e, d == 'J' || d == 'D'), 0, index);
    }
    }
}

static void emit_field(struct emitter *e, enum java_opcode op) {
    uint32_t index = index_at(e);
    bool wide = java_kind_is_wide(java_kind_of(symbol_text(e->c->file->constants[index].descriptor)[0]));
    uint32_t a = 0, b = 0;
    enum insn_op out = X_GETFIELD_RESOLVE + (op == OP_GETFIELD    ? 0
                                             : op == OP_PUTFIELD  ? 1
                                             : op == OP_GETSTATIC ? 2
                                                                  : 3);
    if (op == OP_PUTFIELD || op == OP_PUTSTATIC) a = pop_register(e, wide);
    if (op == OP_GETFIELD || op == OP_PUTFIELD) b = pop_register(e, false);
    if (op == OP_GETFIELD || op == OP_GETSTATIC) a = push_result(e, wide);
    emit(e, out, a, b, 0)->imm = index;
}

static void emit_invoke(struct emitter *e, enum java_opcode op) {
    uint32_t index = index_at(e);
    const struct class_constant *k = &e->c->file->constants[index];
    const char *d = symbol_text(k->descriptor);
    uint32_t slots = java_descriptor_slots(d) + (op == OP_INVOKESTATIC || op == OP_INVOKEDYNAMIC ? 0 : 1);
    uint32_t base = e->n - slots;
    for (uint32_t depth = base; depth < e->n; depth++) settle(e, depth);
    e->n = base;
    uint32_t b = own_register(e, base), a = b;
    enum java_kind result = java_kind_of(strrchr(d, ')')[1]);
    if (result != JAVA_VOID) a = push_result(e, java_kind_is_wide(result));
    enum insn_op out = op == OP_INVOKESTATIC      ? X_INVOKESTATIC_RESOLVE
                       : op == OP_INVOKESPECIAL   ? X_INVOKESPECIAL_RESOLVE
                       : op == OP_INVOKEINTERFACE ? X_INVOKEINTERFACE_RESOLVE
                       : op == OP_INVOKEDYNAMIC   ? X_INVOKEDYNAMIC
                                                  : X_INVOKEVIRTUAL_RESOLVE;
    if (op == OP_INVOKEVIRTUAL && java_is_polymorphic(symbol_text(k->owner), symbol_text(k->name)))
        out = X_INVOKEHANDLE;
    emit(e, out, a, b, slots)->imm = index;
}

static void emit_new_array(struct emitter *e, enum java_opcode op) {
    const uint8_t *at = e->c->bytes + e->pc;
    if (op == OP_MULTIANEWARRAY) {
        uint32_t dims = at[3], base = e->n - dims;
        for (uint32_t d = base; d < e->n; d++) settle(e, d);
        e->n = base;
        uint32_t b = own_register(e, base);
        emit(e, X_MULTIANEWARRAY_RESOLVE, push_result(e, false), b, dims)->imm = index_at(e);
        return;
    }
    uint32_t b = pop_register(e, false), a = push_result(e, false);
    if (op == OP_ANEWARRAY) {
        emit(e, X_ANEWARRAY_RESOLVE, a, b, 0)->imm = index_at(e);
        return;
    }
    static const enum java_kind kinds[] = {JAVA_BOOLEAN, JAVA_CHAR,  JAVA_FLOAT, JAVA_DOUBLE,
                                           JAVA_BYTE,    JAVA_SHORT, JAVA_INT,   JAVA_LONG};
    emit(e, X_NEWARRAY, a, b, 0)->p =
        program_array_of(e->c->program, e->c->program->primitives[kinds[at[1] - 4]]);
}

static void emit_object(struct emitter *e, enum java_opcode op) {
    uint32_t b;
    switch (SOME_OF(op)) {
    case OP_NEW: emit(e, X_NEW_RESOLVE, push_result(e, false), 0, 0)->imm = index_at(e); break;
    case OP_CHECKCAST: emit(e, X_CHECKCAST_RESOLVE, 0, register_of(e, e->n - 1), 0)->imm = index_at(e); break;
    case OP_INSTANCEOF:
        b = pop_register(e, false);
        emit(e, X_INSTANCEOF_RESOLVE, push_result(e, false), b, 0)->imm = index_at(e);
        break;
    case OP_ARRAYLENGTH:
        b = pop_register(e, false);
        emit(e, X_ARRAY_LENGTH, push_result(e, false), b, 0);
        break;
    case OP_ATHROW: emit(e, X_ATHROW, 0, pop_register(e, false), 0); break;
    case OP_MONITORENTER: emit(e, X_MONITORENTER, 0, pop_register(e, false), 0); break;
    default: emit(e, X_MONITOREXIT, 0, pop_register(e, false), 0);
    }
}

static void emit_return(struct emitter *e, enum java_opcode op) {
    if (op == OP_RETURN)
        emit(e, X_RETURN_VOID, 0, 0, 0);
    else
        emit(e, X_RETURN, 0, pop_register(e, op == OP_LRETURN || op == OP_DRETURN), 0);
}

static void emit_constant(struct emitter *e, enum java_opcode op) {
    const uint8_t *at = e->c->bytes + e->pc;
    if (op == OP_ACONST_NULL)
        push_constant(e, 0, false);
    else if (op <= OP_ICONST_5)
        push_integer(e, (int)op - OP_ICONST_0, false);
    else if (op <= OP_LCONST_1)
        push_integer(e, op - OP_LCONST_0, true);
    else if (op <= OP_FCONST_2)
        push_constant(e, word_float((float)(op - OP_FCONST_0)).j, false);
    else if (op <= OP_DCONST_1)
        push_constant(e, word_double(op - OP_DCONST_0).j, true);
    else if (op == OP_BIPUSH)
        push_integer(e, (int8_t)at[1], false);
    else if (op == OP_SIPUSH)
        push_integer(e, java_s2(at + 1), false);
    else
        emit_ldc(e, op == OP_LDC ? at[1] : java_u2(at + 1));
}

static void emit_local(struct emitter *e, enum java_opcode op, uint32_t local) {
    static const bool wide[] = {false, true, false, true, false}; // I J F D A
    if (op == OP_IINC)
        increment(e, e->c->bytes[e->pc + 1], (int8_t)e->c->bytes[e->pc + 2]);
    else if (op <= OP_ALOAD)
        load(e, local, wide[op - OP_ILOAD]);
    else if (op <= OP_ALOAD_3)
        load(e, (uint32_t)(op - OP_ILOAD_0) % 4, wide[(op - OP_ILOAD_0) / 4]);
    else if (op <= OP_ASTORE)
        store(e, local, wide[op - OP_ISTORE]);
    else
        store(e, (uint32_t)(op - OP_ISTORE_0) % 4, wide[(op - OP_ISTORE_0) / 4]);
}

static void emit_wide(struct emitter *e) {
    const uint8_t *at = e->c->bytes + e->pc;
    if (at[1] == OP_IINC)
        increment(e, java_u2(at + 2), java_s2(at + 4));
    else
        emit_local(e, at[1], java_u2(at + 2));
}

static void emit_reference_branch(struct emitter *e, enum java_opcode op) {
    struct insn i = {0};
    if (op == OP_IF_ACMPEQ || op == OP_IF_ACMPNE) {
        i.c = (uint16_t)pop_register(e, false);
        i.op = (uint16_t)(op == OP_IF_ACMPEQ ? X_IF_AEQ : X_IF_ANE);
    } else {
        i.op = (uint16_t)(op == OP_IFNULL ? X_IF_NULL : X_IF_NONNULL);
    }
    i.b = (uint16_t)pop_register(e, false);
    emit_branch(e, i, branch_target(e));
}

static void emit_one(struct emitter *e) {
    enum java_opcode op = e->c->bytes[e->pc];
    if (op == OP_NOP) return;
    if (op <= OP_LDC2_W)
        emit_constant(e, op);
    else if (op >= OP_IALOAD && op <= OP_SALOAD)
        emit_array_load(e, op);
    else if (op >= OP_IASTORE && op <= OP_SASTORE)
        emit_array_store(e, op);
    else if (op <= OP_ASTORE_3 || op == OP_IINC)
        emit_local(e, op, e->c->bytes[e->pc + 1]);
    else if (op <= OP_SWAP)
        emit_stack(e, op);
    else if (op <= OP_LXOR)
        emit_arithmetic(e, op);
    else if (op <= OP_I2S)
        emit_conversion(e, op);
    else if (op <= OP_DCMPG)
        emit_compare(e, op);
    else if (op <= OP_IFLE)
        emit_int_branch(e, op - OP_IFEQ, true);
    else if (op <= OP_IF_ICMPLE)
        emit_int_branch(e, op - OP_IF_ICMPEQ, false);
    else if (op <= OP_IF_ACMPNE || op == OP_IFNULL || op == OP_IFNONNULL)
        emit_reference_branch(e, op);
    else if (op == OP_GOTO)
        emit_goto(e, branch_target(e));
    else if (op == OP_GOTO_W)
        emit_goto(e, (uint32_t)((int32_t)e->pc + java_s4(e->c->bytes + e->pc + 1)));
    else if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH)
        emit_switch(e, op == OP_TABLESWITCH);
    else if (op >= OP_IRETURN && op <= OP_RETURN)
        emit_return(e, op);
    else if (op >= OP_GETSTATIC && op <= OP_PUTFIELD)
        emit_field(e, op);
    else if (op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEDYNAMIC)
        emit_invoke(e, op);
    else if (op == OP_NEWARRAY || op == OP_ANEWARRAY || op == OP_MULTIANEWARRAY)
        emit_new_array(e, op);
    else if (op == OP_WIDE && e->c->bytes[e->pc + 1] != OP_RET)
        emit_wide(e);
    else if (op >= OP_NEW && op <= OP_MONITOREXIT)
        emit_object(e, op);
    else
        emit(e, X_UNSUPPORTED, 0, 0, 0)->p = (void *)(uintptr_t) "subroutines of old class files (jsr, ret)";
}

// ---- The whole method ----

static void begin_block(struct emitter *e, bool falls_in) {
    const struct pc_info *i = &e->c->pcs[e->pc];
    if (falls_in) settle_all(e);
    e->n = i->n_stack;
    for (uint32_t d = 0; d < e->n; d++)
        e->stack[d] = (struct operand){.reg = (uint16_t)own_register(e, d), .is_filler = i->stack[d] == 'w'};
    e->block_first = e->insns.n;
}

static void emit_all(struct emitter *e) {
    const struct class_code *info = e->c->info;
    bool falls_in = false;
    begin_bounds(e);
    for (uint32_t pc = 0; pc < info->n_bytes;) {
        uint32_t size = java_instruction_size(e->c->bytes, info->n_bytes, pc);
        struct pc_info *i = &e->c->pcs[pc];
        e->pc = pc;
        if (!i->reached) {
            falls_in = false;
        } else {
            if (i->leader) begin_block(e, falls_in);
            i->insn = i->again = (int32_t)e->insns.n;
            count_visits(e);
            if (e->cover) cover_line(e);
            emit_one(e);
            falls_in = !java_opcode_ends_block(e->c->bytes[pc]);
        }
        // A comparison may have taken the branch behind it along.
        pc = e->pc == pc ? pc + size : e->pc + 3;
    }
}

// The first instruction for a pc, or for the next one that has any.
static uint32_t insn_of(const struct emitter *e, uint32_t pc) {
    for (; pc < e->c->info->n_bytes; pc++)
        if (e->c->pcs[pc].insn >= 0) return (uint32_t)e->c->pcs[pc].insn;
    return e->insns.n;
}

// Where a jump goes: through an instruction that notes the branch, for the user's code.
static int32_t landing(struct emitter *e, uint32_t pc, uint32_t from, bool conditional) {
    bool back = pc <= e->pcs.at[from] && e->c->pcs[pc].loops;
    uint32_t target = back ? (uint32_t)e->c->pcs[pc].again : insn_of(e, pc);
    if (!e->cover || !conditional) return (int32_t)target;
    e->pc = e->pcs.at[from];
    uint32_t at = e->insns.n;
    emit(e, X_COVER, 0, 0, 0)->imm = new_place(e, PLACE_BRANCH, current_line(e));
    emit(e, X_GOTO, 0, 0, 0)->target = (int32_t)target;
    return (int32_t)at;
}

static void resolve_jumps(struct emitter *e) {
    uint32_t n = e->insns.n; // without the landings
    for (uint32_t k = 0; k < e->jumps.n; k++) {
        struct jump j = e->jumps.at[k];
        int32_t to = landing(e, j.pc, j.insn, e->insns.at[j.insn].op != X_GOTO);
        e->insns.at[j.insn].target = to;
    }
    for (uint32_t k = 0; k < n; k++) {
        if (e->insns.at[k].op != X_SWITCH_TABLE && e->insns.at[k].op != X_SWITCH_LOOKUP) continue;
        struct java_switch *s = e->insns.at[k].p;
        int32_t *targets = (int32_t *)(uintptr_t)s->targets;
        int32_t otherwise_pc = s->otherwise;
        s->otherwise = landing(e, (uint32_t)otherwise_pc, k, true);
        for (uint32_t i = 0; i < s->n; i++)
            targets[i] =
                targets[i] == otherwise_pc ? s->otherwise : landing(e, (uint32_t)targets[i], k, true);
    }
}

static void make_handlers(struct emitter *e, struct java_code *out) {
    const struct class_code *info = e->c->info;
    out->handlers = ARENA_ARRAY(&e->c->program->arena, struct java_handler, info->n_handlers);
    for (uint32_t h = 0; h < info->n_handlers; h++) {
        const struct class_handler *from = &info->handlers[h];
        if (e->c->pcs[from->target].insn < 0) continue; // guards code that is never reached
        out->handlers[out->n_handlers++] = (struct java_handler){
            insn_of(e, from->start), insn_of(e, from->end), (uint32_t)e->c->pcs[from->target].insn,
            from->catch_type, from->catch_type_index};
    }
}

bool java_emit(struct compiler *c, struct java_code *out, struct diag *d) {
    struct emitter e = {.c = c,
                        .locals = c->info->max_locals,
                        .cover = c->method->class->origin == ORIGIN_USER || c->method->class->tested};
    e.stack = ARENA_ARRAY(&c->scratch, struct operand, c->info->max_stack + 8u);
    out->n_locals = c->info->max_locals;
    out->n_registers = c->info->max_locals + c->info->max_stack + 4u;
    if (out->n_registers > UINT16_MAX)
        return diag_set(d, DIAG_ANALYSIS, "%s.%s: more locals and stack than frisk has registers",
                        symbol_text(c->method->class->name), symbol_text(c->method->name));
    emit_all(&e);
    out->n_registers += e.counters;
    if (out->n_registers > UINT16_MAX)
        return diag_set(d, DIAG_ANALYSIS, "%s.%s: more blocks than frisk has registers to count their visits",
                        symbol_text(c->method->class->name), symbol_text(c->method->name));
    uint32_t n_body = e.insns.n;
    resolve_jumps(&e);
    make_handlers(&e, out);
    for (uint32_t h = 0; h < out->n_handlers; h++)
        if (out->handlers[h].end > n_body) out->handlers[h].end = n_body;
    struct arena *a = &c->program->arena;
    out->n = e.insns.n;
    out->insns = arena_copy(a, e.insns.at, e.insns.n * sizeof *e.insns.at);
    out->pcs = arena_copy(a, e.pcs.at, e.pcs.n * sizeof *e.pcs.at);
    vec_free(&e.insns);
    vec_free(&e.pcs);
    vec_free(&e.jumps);
    return true;
}
