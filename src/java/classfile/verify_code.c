// SPDX-License-Identifier: Apache-2.0
#include "java/classfile/verify_code.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "java/classfile/descriptor.h"
#include "java/classfile/opcode.h"

void verify_code_fail(struct code_check *k, const char *format, ...) {
    if (k->failed) return;
    k->failed = true;
    char what[300];
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    const uint8_t op = k->code->bytes[k->pc];
    diag_set(k->d, DIAG_ANALYSIS, "%.250s: method %.100s%.100s: pc %u, %s: %s", k->c->where,
             symbol_text(k->m->name), symbol_text(k->m->descriptor), k->pc,
             op < N_OPCODES ? java_opcodes[op].mnemonic : "unknown", what);
    for (char *p = k->d->text; *p; p++) // one line, whatever the names hold
        if ((unsigned char)*p < 0x20 || *p == 0x7F) *p = '?';
}

// ---- Locals ----

struct code_local code_local_use(const uint8_t *p) {
    static const char types[] = "IJFDA";
    const bool wide = *p == OP_WIDE;
    const uint8_t op = wide ? p[1] : *p;
    struct code_local use = {.access = LOCAL_NONE};
    if (op < OP_ILOAD || (op > OP_ALOAD_3 && op < OP_ISTORE) ||
        (op > OP_ASTORE_3 && op != OP_IINC && op != OP_RET))
        return use;
    if (op == OP_IINC || op == OP_RET)
        use.access = LOCAL_OTHER;
    else
        use.access = op <= OP_ALOAD_3 ? LOCAL_LOAD : LOCAL_STORE;
    const uint8_t first = use.access == LOCAL_LOAD ? OP_ILOAD_0 : OP_ISTORE_0;
    if (use.access == LOCAL_OTHER)
        use.type = 'I';
    else if (op >= first) { // iload_0 .. aload_3: four of each type
        use.type = types[(op - first) / 4];
        use.index = (uint16_t)((op - first) % 4);
        return use;
    } else
        use.type = types[op - (use.access == LOCAL_LOAD ? OP_ILOAD : OP_ISTORE)];
    use.index = wide ? java_u2(p + 2) : p[1];
    return use;
}

static void check_local(struct code_check *k, const uint8_t *p) {
    const struct code_local use = code_local_use(p);
    if (use.access == LOCAL_NONE) return;
    const uint32_t end = use.index + 1u + java_is_wide(use.type);
    if (end > k->code->max_locals) verify_code_fail(k, "local %u of %u", end - 1, k->code->max_locals);
    if (end > k->n_locals) k->n_locals = end;
}

// ---- Constants ----

static void check_loadable(struct code_check *k, const struct class_constant *constant, bool two_slots) {
    bool loadable = true, wide = constant->tag == CONSTANT_LONG || constant->tag == CONSTANT_DOUBLE;
    switch (constant->tag) {
    case CONSTANT_INTEGER:
    case CONSTANT_FLOAT:
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE:
    case CONSTANT_STRING:
    case CONSTANT_METHOD_HANDLE:
    case CONSTANT_METHOD_TYPE: break;
    case CONSTANT_CLASS: loadable = k->c->major >= 49; break; // table 5.1-B
    case CONSTANT_DYNAMIC: wide = java_is_wide(*symbol_text(constant->descriptor)); break;
    default: loadable = false;
    }
    if (!loadable || wide != two_slots)
        verify_code_fail(k, "the constant cannot be loaded by this instruction");
}

// Which kinds of constants an instruction may name, as bits of their tags.
static uint32_t allowed_tags(const struct code_check *k, uint8_t op) {
    const uint32_t method = 1u << CONSTANT_METHOD, interface = 1u << CONSTANT_INTERFACE_METHOD;
    switch (op) {
    case OP_GETSTATIC:
    case OP_PUTSTATIC:
    case OP_GETFIELD:
    case OP_PUTFIELD: return 1u << CONSTANT_FIELD;
    case OP_INVOKEVIRTUAL: return method;
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC: return k->c->major >= 52 ? method | interface : method;
    case OP_INVOKEINTERFACE: return interface;
    case OP_INVOKEDYNAMIC: return 1u << CONSTANT_INVOKE_DYNAMIC;
    default: return 1u << CONSTANT_CLASS;
    }
}

static void check_interface_count(struct code_check *k, const struct class_constant *constant,
                                  const uint8_t *p) {
    struct java_method_shape shape;
    java_is_method_descriptor(symbol_text(constant->descriptor), symbol_size(constant->descriptor), &shape);
    if (p[3] != shape.argument_slots + 1u || p[4] != 0)
        verify_code_fail(k, "counts %u argument slots, not %u", p[3], shape.argument_slots + 1u);
}

static void check_class_operand(struct code_check *k, const char *name, const uint8_t *p) {
    const size_t dimensions = strspn(name, "[");
    if (*p == OP_NEW && dimensions > 0) verify_code_fail(k, "makes an array");
    if (*p == OP_ANEWARRAY && dimensions >= 255) verify_code_fail(k, "an array of more than 255 dimensions");
    if (*p == OP_MULTIANEWARRAY && (p[3] == 0 || p[3] > dimensions))
        verify_code_fail(k, "%u sizes for an array of %zu dimensions", p[3], dimensions);
}

static void check_constant(struct code_check *k, const uint8_t *p) {
    const uint16_t index = *p == OP_LDC ? p[1] : java_u2(p + 1);
    if (index == 0 || index >= k->c->n_constants) {
        verify_code_fail(k, "constant %u does not exist", index);
        return;
    }
    const struct class_constant *constant = &k->c->constants[index];
    if (*p == OP_LDC || *p == OP_LDC_W || *p == OP_LDC2_W) {
        check_loadable(k, constant, *p == OP_LDC2_W);
        return;
    }
    if (!(allowed_tags(k, *p) >> constant->tag & 1)) {
        verify_code_fail(k, "constant %u is of the wrong kind", index);
        return;
    }
    const bool init = constant->tag == CONSTANT_METHOD && *symbol_text(constant->name) == '<';
    if (init && *p != OP_INVOKESPECIAL) verify_code_fail(k, "calls a constructor"); // 4.9.1
    if (*p == OP_INVOKEINTERFACE) check_interface_count(k, constant, p);
    if (*p == OP_INVOKEDYNAMIC && java_u2(p + 3) != 0) verify_code_fail(k, "its last two bytes are not zero");
    if (constant->tag == CONSTANT_CLASS) check_class_operand(k, symbol_text(constant->name), p);
}

// ---- Branches ----

struct code_switch code_switch_at(const uint8_t *code, uint32_t pc) {
    const uint8_t *at = code + ((pc + 4) & ~3u);
    const bool table = code[pc] == OP_TABLESWITCH;
    const uint32_t n = table ? java_u4(at + 8) - java_u4(at + 4) + 1 : java_u4(at + 4);
    return (struct code_switch){at, n, pc, table};
}

int64_t code_switch_target(const struct code_switch *s, uint32_t i) {
    const uint8_t *offset = i == s->n  ? s->at
                            : s->table ? s->at + 12 + 4 * (size_t)i
                                       : s->at + 12 + 8 * (size_t)i;
    return (int64_t)s->pc + java_s4(offset);
}

// Once all starts are marked.
static void check_target(struct code_check *k, int64_t target) {
    if (target < 0 || target >= k->code->n_bytes)
        verify_code_fail(k, "goes to pc %lld, outside the code", (long long)target);
    else if (!(k->marks[target] & MARK_START))
        verify_code_fail(k, "goes to pc %lld, inside an instruction", (long long)target);
    else
        k->marks[target] |= MARK_TARGET;
}

static void check_switch(struct code_check *k, uint32_t pc) {
    const struct code_switch s = code_switch_at(k->code->bytes, pc);
    for (uint32_t i = 0; i <= s.n && !k->failed; i++) check_target(k, code_switch_target(&s, i));
    if (s.table) return;
    for (uint32_t i = 1; i < s.n && !k->failed; i++) // 4.9.1: in order, so that one may search by halves
        if (java_s4(s.at + 8 * (size_t)i) >= java_s4(s.at + 8 + 8 * (size_t)i))
            verify_code_fail(k, "its cases are not sorted");
}

static void check_branches(struct code_check *k) {
    const struct class_code *code = k->code;
    uint32_t pc = 0;
    for (; pc < code->n_bytes && !k->failed; pc += java_instruction_size(code->bytes, code->n_bytes, pc)) {
        const uint8_t *p = code->bytes + pc;
        k->pc = pc;
        switch (java_opcodes[*p].operands) {
        case OPERANDS_BRANCH2: check_target(k, (int64_t)pc + java_s2(p + 1)); break;
        case OPERANDS_BRANCH4: check_target(k, (int64_t)pc + java_s4(p + 1)); break;
        case OPERANDS_TABLE:
        case OPERANDS_LOOKUP: check_switch(k, pc); break;
        default: break;
        }
    }
}

static void check_handlers(struct code_check *k) {
    k->marks[k->code->n_bytes] |= MARK_START; // a range may end there
    for (uint32_t i = 0; i < k->code->n_handlers && !k->failed; i++) {
        const struct class_handler *h = &k->code->handlers[i];
        k->pc = h->target;
        if (!(k->marks[h->start] & MARK_START) || !(k->marks[h->end] & MARK_START) ||
            !(k->marks[h->target] & MARK_START)) {
            verify_code_fail(k, "handler %u of pc %u to %u parts an instruction", i, h->start, h->end);
            return;
        }
        k->marks[h->target] |= MARK_TARGET;
        k->marks[h->start] |= MARK_RANGE;
    }
}

// ---- All ----

static void check_instruction(struct code_check *k, const uint8_t *p) {
    check_local(k, p);
    switch (java_opcodes[*p].operands) {
    case OPERANDS_CONSTANT1:
    case OPERANDS_CONSTANT2:
    case OPERANDS_INTERFACE:
    case OPERANDS_DYNAMIC:
    case OPERANDS_MULTI: check_constant(k, p); break;
    case OPERANDS_ARRAY:
        if (p[1] < 4 || p[1] > 11)
            verify_code_fail(k, "unknown element type %u", p[1]); // table 6.5.newarray-A
        break;
    default: break;
    }
    const uint8_t op = *p == OP_WIDE ? p[1] : *p;
    if (op == OP_JSR || op == OP_JSR_W || op == OP_RET)
        verify_code_fail(k, k->c->major >= 51 ? "not allowed in class files of this version"
                                              : "subroutines (of compilers before Java 6) are not supported");
}

void code_check_instructions(struct code_check *k) {
    const struct class_code *code = k->code;
    uint32_t size;
    for (uint32_t pc = 0; pc < code->n_bytes && !k->failed; pc += size) {
        k->pc = pc;
        size = java_instruction_size(code->bytes, code->n_bytes, pc);
        if (size == 0) {
            if (code->bytes[pc] >= N_OPCODES)
                verify_code_fail(k, "unknown instruction %u", code->bytes[pc]);
            else
                verify_code_fail(k, "is not complete");
            return;
        }
        k->marks[pc] |= MARK_START;
        check_instruction(k, code->bytes + pc);
    }
    if (!k->failed) check_branches(k);
    if (!k->failed) check_handlers(k);
}
