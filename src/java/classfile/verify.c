// SPDX-License-Identifier: Apache-2.0
#include "java/classfile/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/vec.h"
#include "java/classfile/descriptor.h"
#include "java/classfile/opcode.h"
#include "java/classfile/verify_code.h"

// What a slot of the stack or a local holds. A long or double takes two, the second half above the first.
enum kind { TOP /* nothing one may use */, INT, FLOAT, LONG, LONG_2, DOUBLE, DOUBLE_2, REFERENCE };

static bool is_second_half(uint8_t kind) {
    return kind == LONG_2 || kind == DOUBLE_2;
}
static bool is_first_half(uint8_t kind) {
    return kind == LONG || kind == DOUBLE;
}

// What is known on entry to a basic block: the locals, then the stack.
struct block {
    uint8_t *slots; // NULL: not reached yet
    uint32_t depth;
    bool waiting; // to be (re)walked
};

struct flow {
    struct code_check *k;
    const struct class_code *code;
    uint32_t n_locals;
    uint8_t *locals, *stack; // at the instruction being walked
    uint32_t depth;
    struct block *blocks; // one for each pc
    VEC(uint32_t) work;
    struct arena arena; // of blocks' slots
    uint64_t effort;    // slots merged and handlers looked at so far
    char return_type;
};

// A method that a compiler wrote needs thousands; 2^28 take a fraction of a second.
static const uint64_t max_effort = 1u << 28;
enum { MAX_MEMORY = 128 << 20 };

static const char *kind_name(uint8_t kind) {
    static const char *const names[] = {"nothing usable", "int",    "float",         "long",
                                        "half a long",    "double", "half a double", "a reference"};
    return names[kind];
}

static uint8_t kind_of_type(char type) {
    switch (type) {
    case 'F': return FLOAT;
    case 'J': return LONG;
    case 'D': return DOUBLE;
    case 'L':
    case '[':
    case 'A': return REFERENCE;
    default: return INT;
    }
}

// ---- The operand stack and the locals ----

static void push(struct flow *f, uint8_t kind) {
    const uint32_t size = is_first_half(kind) ? 2 : 1;
    if (f->code->max_stack - f->depth < size) {
        verify_code_fail(f->k, "the operand stack grows past its %u slots", f->code->max_stack);
        return;
    }
    f->stack[f->depth++] = kind;
    if (size == 2) f->stack[f->depth++] = kind + 1;
}

static void pop(struct flow *f, uint8_t kind) {
    const uint32_t size = is_first_half(kind) ? 2 : 1;
    if (f->depth < size) {
        verify_code_fail(f->k, "takes %s from an empty operand stack", kind_name(kind));
        return;
    }
    const uint8_t top = f->stack[f->depth - 1], found = is_second_half(top) ? top - 1 : top;
    if (found == kind)
        f->depth -= size;
    else
        verify_code_fail(f->k, "expects %s on the operand stack, finds %s", kind_name(kind),
                         kind_name(found));
}

static void load(struct flow *f, uint8_t kind, uint32_t local) {
    if (f->locals[local] != kind)
        verify_code_fail(f->k, "expects %s in local %u, finds %s", kind_name(kind), local,
                         kind_name(f->locals[local]));
    else
        push(f, kind); // the second half is always there: store sees to it
}

static void set_local(struct flow *f, uint8_t kind, uint32_t local) {
    const uint32_t last = local + is_first_half(kind);
    if (is_second_half(f->locals[local])) f->locals[local - 1] = TOP;
    if (is_first_half(f->locals[last])) f->locals[last + 1] = TOP;
    f->locals[local] = kind;
    if (last > local) f->locals[last] = kind + 1;
}

static void store(struct flow *f, uint8_t kind, uint32_t local) {
    pop(f, kind);
    if (!f->k->failed) set_local(f, kind, local);
}

// The instructions that move slots whatever they hold (pop .. swap) must not part a long or double: the `n`
// slots on top are a number of whole values if the lowest is not a second half.
static bool whole(struct flow *f, uint32_t n) {
    if (f->depth < n)
        verify_code_fail(f->k, "takes %u slots from an operand stack of %u", n, f->depth);
    else if (is_second_half(f->stack[f->depth - n]))
        verify_code_fail(f->k, "parts a long or double");
    return !f->k->failed;
}

// Copies the n slots on top below the m slots under them.
static void duplicate(struct flow *f, uint32_t n, uint32_t m) {
    if (!whole(f, n) || !whole(f, n + m)) return;
    if (f->code->max_stack - f->depth < n) {
        verify_code_fail(f->k, "the operand stack grows past its %u slots", f->code->max_stack);
        return;
    }
    uint8_t *top = f->stack + f->depth;
    memmove(top - m, top - n - m, n + m);
    memcpy(top - n - m, top, n);
    f->depth += n;
}

static void drop(struct flow *f, uint32_t n) {
    if (whole(f, n)) f->depth -= n;
}

static void swap(struct flow *f) {
    if (!whole(f, 1) || !whole(f, 2)) return;
    uint8_t *top = f->stack + f->depth, kept = top[-1];
    top[-1] = top[-2];
    top[-2] = kept;
}

// ---- What one instruction does ----

// Pops the arguments of a checked method descriptor, last first, and `this`; pushes the result.
static void invoke(struct flow *f, symbol descriptor, bool has_this) {
    uint8_t kinds[256];
    uint32_t n = 0;
    const char *at = symbol_text(descriptor), *type;
    size_t length;
    while ((type = java_next_type(&at, &length))) kinds[n++] = kind_of_type(*type);
    while (n > 0) pop(f, kinds[--n]);
    if (has_this) pop(f, REFERENCE);
    const char result = *java_return_type(symbol_text(descriptor));
    if (result != 'V') push(f, kind_of_type(result));
}

static void load_constant(struct flow *f, const struct class_constant *constant) {
    switch (constant->tag) {
    case CONSTANT_INTEGER: push(f, INT); break;
    case CONSTANT_FLOAT: push(f, FLOAT); break;
    case CONSTANT_LONG: push(f, LONG); break;
    case CONSTANT_DOUBLE: push(f, DOUBLE); break;
    case CONSTANT_DYNAMIC: push(f, kind_of_type(*symbol_text(constant->descriptor))); break;
    default: push(f, REFERENCE);
    }
}

static void walk_constant(struct flow *f, uint8_t op, const uint8_t *p) {
    const struct class_constant *constant = &f->k->c->constants[op == OP_LDC ? p[1] : java_u2(p + 1)];
    const uint8_t kind =
        constant->tag == CONSTANT_FIELD ? kind_of_type(*symbol_text(constant->descriptor)) : TOP;
    switch (op) {
    case OP_GETFIELD:
        pop(f, REFERENCE);
        push(f, kind);
        break;
    case OP_GETSTATIC: push(f, kind); break;
    case OP_PUTFIELD:
        pop(f, kind);
        pop(f, REFERENCE);
        break;
    case OP_PUTSTATIC: pop(f, kind); break;
    case OP_INVOKESTATIC:
    case OP_INVOKEDYNAMIC: invoke(f, constant->descriptor, false); break;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKEINTERFACE: invoke(f, constant->descriptor, true); break;
    case OP_MULTIANEWARRAY:
        for (uint32_t i = 0; i < p[3]; i++) pop(f, INT);
        push(f, REFERENCE);
        break;
    default: load_constant(f, constant); // ldc, ldc_w, ldc2_w
    }
}

static void walk_moves(struct flow *f, uint8_t op) {
    switch (op) {
    case OP_POP: drop(f, 1); break;
    case OP_POP2: drop(f, 2); break;
    case OP_DUP: duplicate(f, 1, 0); break;
    case OP_DUP_X1: duplicate(f, 1, 1); break;
    case OP_DUP_X2: duplicate(f, 1, 2); break;
    case OP_DUP2: duplicate(f, 2, 0); break;
    case OP_DUP2_X1: duplicate(f, 2, 1); break;
    case OP_DUP2_X2: duplicate(f, 2, 2); break;
    default: swap(f);
    }
}

static void walk_return(struct flow *f, uint8_t op) {
    const char returned = *java_opcodes[op].pops;
    const bool fits = returned
                          ? f->return_type != 'V' && kind_of_type(f->return_type) == kind_of_type(returned)
                          : f->return_type == 'V';
    if (!fits) verify_code_fail(f->k, "in a method that returns %c", f->return_type);
}

static void walk_instruction(struct flow *f, uint32_t pc) {
    const uint8_t *p = f->code->bytes + pc;
    const struct code_local use = code_local_use(p);
    const uint8_t op = *p == OP_WIDE ? p[1] : *p;
    const struct java_opcode_info *info = &java_opcodes[op];
    if (use.access == LOCAL_LOAD)
        load(f, kind_of_type(use.type), use.index);
    else if (use.access == LOCAL_STORE)
        store(f, kind_of_type(use.type), use.index);
    else if (op == OP_IINC) {
        if (f->locals[use.index] != INT)
            verify_code_fail(f->k, "expects int in local %u, finds %s", use.index,
                             kind_name(f->locals[use.index]));
    } else if (op >= OP_POP && op <= OP_SWAP)
        walk_moves(f, op);
    else if (*info->pops == '?' || *info->pushes == '?')
        walk_constant(f, op, p);
    else {
        if (op >= OP_IRETURN && op <= OP_RETURN) walk_return(f, op);
        for (size_t i = strlen(info->pops); i > 0; i--) pop(f, kind_of_type(info->pops[i - 1]));
        if (*info->pushes) push(f, kind_of_type(*info->pushes));
    }
}

// ---- From block to block ----

static void wait_for(struct flow *f, uint32_t pc) {
    struct block *b = &f->blocks[pc];
    if (b->waiting) return;
    b->waiting = true;
    vec_push(&f->work, pc);
}

static bool spend(struct flow *f, uint32_t effort) {
    f->effort += effort;
    if (f->effort > max_effort || arena_used(&f->arena) > MAX_MEMORY)
        verify_code_fail(f->k, "the method is too complex to be verified");
    return !f->k->failed;
}

// Control reaches pc with these locals and this stack.
static void reach(struct flow *f, uint32_t pc, const uint8_t *stack, uint32_t depth) {
    struct block *b = &f->blocks[pc];
    if (!spend(f, f->n_locals + depth + 1)) return;
    if (!b->slots) {
        b->slots = arena_alloc(&f->arena, f->n_locals + depth + 1); // never NULL
        b->depth = depth;
        if (f->n_locals) memcpy(b->slots, f->locals, f->n_locals);
        if (depth) memcpy(b->slots + f->n_locals, stack, depth);
        wait_for(f, pc);
        return;
    }
    if (b->depth != depth) {
        verify_code_fail(f->k, "reaches pc %u with %u slots on the operand stack, others with %u", pc, depth,
                         b->depth);
        return;
    }
    if (depth && memcmp(b->slots + f->n_locals, stack, depth) != 0) {
        verify_code_fail(f->k, "reaches pc %u with other kinds on the operand stack than elsewhere", pc);
        return;
    }
    if (f->n_locals == 0 || memcmp(b->slots, f->locals, f->n_locals) == 0) return;
    // Halves need no care: where one differs, so does the other.
    bool changed = false;
    for (uint32_t i = 0; i < f->n_locals; i++) {
        if (b->slots[i] == f->locals[i] || b->slots[i] == TOP) continue;
        b->slots[i] = TOP;
        changed = true;
    }
    if (changed) wait_for(f, pc);
}

// 4.10.2.4: an exception may leave the instruction with the locals as they are before it; the handler finds
// it alone on the stack.
static void reach_handlers(struct flow *f, uint32_t pc) {
    static const uint8_t thrown[1] = {REFERENCE};
    if (!spend(f, f->code->n_handlers)) return;
    for (uint32_t i = 0; i < f->code->n_handlers && !f->k->failed; i++) {
        const struct class_handler *h = &f->code->handlers[i];
        if (pc < h->start || pc >= h->end) continue;
        if (f->code->max_stack == 0)
            verify_code_fail(f->k, "a handler needs an operand stack of 1 slot");
        else
            reach(f, h->target, thrown, 1);
    }
}

static void reach_switch(struct flow *f, uint32_t pc) {
    const struct code_switch s = code_switch_at(f->code->bytes, pc);
    for (uint32_t i = 0; i <= s.n && !f->k->failed; i++)
        reach(f, (uint32_t)code_switch_target(&s, i), f->stack, f->depth);
}

// Where control goes from the instruction at pc, other than to the next one; true: and to the next one too.
static bool reach_targets(struct flow *f, uint32_t pc) {
    const uint8_t *p = f->code->bytes + pc;
    switch (java_opcodes[*p].operands) {
    case OPERANDS_BRANCH2:
        reach(f, (uint32_t)((int32_t)pc + java_s2(p + 1)), f->stack, f->depth);
        return *p != OP_GOTO;
    case OPERANDS_BRANCH4: reach(f, pc + java_u4(p + 1), f->stack, f->depth); return false;
    case OPERANDS_TABLE:
    case OPERANDS_LOOKUP: reach_switch(f, pc); return false;
    default: return *p != OP_ATHROW && !(*p >= OP_IRETURN && *p <= OP_RETURN);
    }
}

// Walks from pc to the end of its block.
static void walk_block(struct flow *f, uint32_t pc, int32_t *depths) {
    const struct block *b = &f->blocks[pc];
    const uint8_t *marks = f->k->marks;
    f->depth = b->depth;
    if (f->n_locals) memcpy(f->locals, b->slots, f->n_locals);
    if (b->depth) memcpy(f->stack, b->slots + f->n_locals, b->depth);
    bool handlers_know = false; // these locals
    for (;;) {
        f->k->pc = pc;
        f->effort++;
        if (depths) depths[pc] = (int32_t)f->depth;
        if (f->code->n_handlers && (!handlers_know || marks[pc] & MARK_RANGE)) reach_handlers(f, pc);
        handlers_know = code_local_use(f->code->bytes + pc).access != LOCAL_STORE;
        if (!f->k->failed) walk_instruction(f, pc);
        if (f->k->failed || !reach_targets(f, pc) || f->k->failed) return;
        pc += java_instruction_size(f->code->bytes, f->code->n_bytes, pc);
        if (pc >= f->code->n_bytes) {
            verify_code_fail(f->k, "control leaves the end of the code");
            return;
        }
        if (marks[pc] & MARK_TARGET) {
            reach(f, pc, f->stack, f->depth);
            return;
        }
    }
}

// ---- The method ----

static void enter(struct flow *f, const struct class_method *m) {
    const char *at = symbol_text(m->descriptor), *type;
    size_t length;
    uint32_t local = 0;
    if (!(m->access & ACC_STATIC)) f->locals[local++] = REFERENCE;
    while ((type = java_next_type(&at, &length))) {
        const uint8_t kind = kind_of_type(*type);
        set_local(f, kind, local);
        local += is_first_half(kind) ? 2 : 1;
    }
    reach(f, 0, f->stack, 0);
}

struct kinds_at { // what java_verify_kinds asks for
    uint32_t pc, n, found;
    char *kinds;
};

static void tell_kinds(const struct flow *f, struct kinds_at *at) {
    static const char letters[] = {[TOP] = '?',    [INT] = 'I',    [FLOAT] = 'F',    [LONG] = 'J',
                                   [LONG_2] = 'w', [DOUBLE] = 'D', [DOUBLE_2] = 'w', [REFERENCE] = 'A'};
    const struct block *b = &f->blocks[at->pc];
    while (!b->slots) b--; // there is one at pc 0
    // Locals that no instruction names are no registers that anything reads.
    for (uint32_t i = 0; i < f->code->max_locals + b->depth && i < at->n; i++) {
        const uint32_t slot = i < f->code->max_locals ? i : i - f->code->max_locals + f->n_locals;
        at->kinds[at->found++] = i >= f->n_locals && i < f->code->max_locals ? '?' : letters[b->slots[slot]];
    }
}

static void follow(struct code_check *k, const struct class_method *m, int32_t *depths, struct kinds_at *at) {
    struct flow f = {.k = k, .code = m->code, .return_type = m->return_type};
    f.n_locals = k->n_locals > m->argument_slots ? k->n_locals : m->argument_slots;
    arena_init(&f.arena, 4096);
    f.locals = mem_zalloc(f.n_locals + 1u);
    f.stack = mem_zalloc(m->code->max_stack + 1u);
    f.blocks = mem_zalloc(m->code->n_bytes * sizeof *f.blocks);
    enter(&f, m);
    while (f.work.n > 0 && !k->failed) {
        const uint32_t pc = vec_pop(&f.work);
        f.blocks[pc].waiting = false;
        walk_block(&f, pc, depths);
    }
    if (at && !k->failed) tell_kinds(&f, at);
    mem_free(f.blocks);
    mem_free(f.stack);
    mem_free(f.locals);
    arena_free(&f.arena);
    vec_free(&f.work);
}

bool java_verify_method(const struct class_file *c, const struct class_method *m, int32_t *depths,
                        struct diag *d) {
    if (!m->code) return true;
    struct code_check k = {.c = c, .m = m, .code = m->code, .d = d};
    for (uint32_t pc = 0; depths && pc < m->code->n_bytes; pc++) depths[pc] = -1;
    k.marks = mem_zalloc(m->code->n_bytes + 1u);
    code_check_instructions(&k);
    if (!k.failed) follow(&k, m, depths, NULL);
    mem_free(k.marks);
    return !k.failed;
}

uint32_t java_verify_kinds(const struct class_file *c, const struct class_method *m, uint32_t pc, char *kinds,
                           uint32_t n) {
    if (!m->code || pc >= m->code->n_bytes) return 0;
    struct diag d = {0};
    struct code_check k = {.c = c, .m = m, .code = m->code, .d = &d};
    struct kinds_at at = {.pc = pc, .n = n, .kinds = kinds};
    k.marks = mem_zalloc(m->code->n_bytes + 1u);
    code_check_instructions(&k);
    if (!k.failed) follow(&k, m, NULL, &at);
    mem_free(k.marks);
    return at.found;
}
