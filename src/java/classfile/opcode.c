// SPDX-License-Identifier: Apache-2.0
#include "java/classfile/opcode.h"

const struct java_opcode_info java_opcodes[N_OPCODES] = {
#define X(number, NAME, mnemonic, FORMAT, pops, pushes)                                                      \
    [number] = {mnemonic, pops, pushes, OPERANDS_##FORMAT},
#include "java/classfile/opcode.def"
#undef X
};

// Operand bytes of the formats of fixed size.
static const uint8_t operand_sizes[] = {
    [OPERANDS_NONE] = 0,      [OPERANDS_BYTE] = 1,      [OPERANDS_SHORT] = 2,   [OPERANDS_CONSTANT1] = 1,
    [OPERANDS_CONSTANT2] = 2, [OPERANDS_LOCAL] = 1,     [OPERANDS_IINC] = 2,    [OPERANDS_BRANCH2] = 2,
    [OPERANDS_BRANCH4] = 4,   [OPERANDS_INTERFACE] = 4, [OPERANDS_DYNAMIC] = 4, [OPERANDS_ARRAY] = 1,
    [OPERANDS_MULTI] = 3,
};

// 6.5 tableswitch and lookupswitch: the operands begin at the next multiple of four from the method's start.
static uint32_t switch_size(const uint8_t *code, uint32_t n, uint32_t pc) {
    uint32_t at = (pc + 4) & ~3u;
    if (at + 12 > n && (code[pc] == OP_TABLESWITCH || at + 8 > n)) return 0;
    int64_t room = ((int64_t)n - at) / 4, words;
    if (code[pc] == OP_TABLESWITCH) {
        int64_t low = java_s4(code + at + 4), high = java_s4(code + at + 8);
        if (low > high) return 0;
        words = 3 + high - low + 1;
    } else {
        int64_t pairs = java_s4(code + at + 4);
        if (pairs < 0) return 0;
        words = 2 + 2 * pairs;
    }
    return words > room ? 0 : at + (uint32_t)words * 4 - pc;
}

uint32_t java_instruction_size(const uint8_t *code, uint32_t n, uint32_t pc) {
    if (pc >= n || code[pc] >= N_OPCODES) return 0;
    uint32_t size;
    switch (java_opcodes[code[pc]].operands) {
    case OPERANDS_TABLE:
    case OPERANDS_LOOKUP: return switch_size(code, n, pc);
    case OPERANDS_WIDE: // 6.5 wide: only before an instruction that names a local
        if (n - pc < 2 || code[pc + 1] >= N_OPCODES) return 0;
        if (java_opcodes[code[pc + 1]].operands == OPERANDS_LOCAL)
            size = 4;
        else if (code[pc + 1] == OP_IINC)
            size = 6;
        else
            return 0;
        break;
    default: size = 1u + operand_sizes[java_opcodes[code[pc]].operands];
    }
    return size > n - pc ? 0 : size;
}

// What a constant is called in a disassembly.
static void add_constant(const struct class_file *c, uint16_t index, struct str *out) {
    if (index >= c->n_constants) {
        str_addf(out, " #%u", index);
        return;
    }
    const struct class_constant *k = &c->constants[index];
    switch (k->tag) {
    case CONSTANT_INTEGER: str_addf(out, " %d", k->int_value); break;
    case CONSTANT_LONG: str_addf(out, " %lldL", (long long)k->long_value); break;
    case CONSTANT_FLOAT: str_addf(out, " %.9gf", (double)k->float_value); break;
    case CONSTANT_DOUBLE: str_addf(out, " %.17g", k->double_value); break;
    case CONSTANT_STRING: str_addf(out, " \"%.*s\"", (int)k->text.n, (const char *)k->text.at); break;
    case CONSTANT_CLASS: str_addf(out, " %s", symbol_text(k->name)); break;
    case CONSTANT_METHOD_TYPE: str_addf(out, " %s", symbol_text(k->descriptor)); break;
    case CONSTANT_FIELD:
        str_addf(out, " %s.%s:%s", symbol_text(k->owner), symbol_text(k->name), symbol_text(k->descriptor));
        break;
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD:
        str_addf(out, " %s.%s%s", symbol_text(k->owner), symbol_text(k->name), symbol_text(k->descriptor));
        break;
    case CONSTANT_DYNAMIC:
    case CONSTANT_INVOKE_DYNAMIC:
        str_addf(out, " bootstrap %u %s:%s", k->index, symbol_text(k->name), symbol_text(k->descriptor));
        break;
    default: str_addf(out, " #%u", index);
    }
}

static void add_switch(const uint8_t *code, uint32_t pc, struct str *out) {
    const uint8_t *p = code + ((pc + 4) & ~3u);
    if (code[pc] == OP_TABLESWITCH) {
        int32_t low = java_s4(p + 4), high = java_s4(p + 8);
        for (int64_t k = low; k <= high; k++)
            str_addf(out, " %lld->%lld", (long long)k, (long long)pc + java_s4(p + 12 + (k - low) * 4));
    } else {
        int32_t pairs = java_s4(p + 4);
        for (int32_t k = 0; k < pairs; k++)
            str_addf(out, " %d->%lld", java_s4(p + 8 + k * 8), (long long)pc + java_s4(p + 12 + k * 8));
    }
    str_addf(out, " default->%lld", (long long)pc + java_s4(p));
}

void java_disassemble(const struct class_file *c, const struct class_code *code, uint32_t pc,
                      struct str *out) {
    const uint8_t *p = code->bytes + pc;
    bool wide = *p == OP_WIDE;
    uint8_t op = wide ? p[1] : p[0];
    str_addf(out, "%u: %s%s", pc, wide ? "wide " : "", java_opcodes[op].mnemonic);
    switch (java_opcodes[op].operands) {
    case OPERANDS_BYTE: str_addf(out, " %d", (int8_t)p[1]); break;
    case OPERANDS_SHORT: str_addf(out, " %d", java_s2(p + 1)); break;
    case OPERANDS_CONSTANT1: add_constant(c, p[1], out); break;
    case OPERANDS_INTERFACE:
    case OPERANDS_DYNAMIC:
    case OPERANDS_CONSTANT2: add_constant(c, java_u2(p + 1), out); break;
    case OPERANDS_LOCAL: str_addf(out, " %u", wide ? java_u2(p + 2) : p[1]); break;
    case OPERANDS_IINC:
        if (wide)
            str_addf(out, " %u %d", java_u2(p + 2), java_s2(p + 4));
        else
            str_addf(out, " %u %d", p[1], (int8_t)p[2]);
        break;
    case OPERANDS_BRANCH2: str_addf(out, " %d", (int)pc + java_s2(p + 1)); break;
    case OPERANDS_BRANCH4: str_addf(out, " %lld", (long long)pc + java_s4(p + 1)); break;
    case OPERANDS_TABLE:
    case OPERANDS_LOOKUP: add_switch(code->bytes, pc, out); break;
    case OPERANDS_ARRAY: str_addf(out, " %u", p[1]); break;
    case OPERANDS_MULTI:
        add_constant(c, java_u2(p + 1), out);
        str_addf(out, " %u", p[3]);
        break;
    default: break;
    }
}
