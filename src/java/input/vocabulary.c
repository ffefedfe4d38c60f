// SPDX-License-Identifier: Apache-2.0
#include "java/input/vocabulary.h"

#include "base/some_of.h"
#include "java/classfile/opcode.h"
#include "java/input/input.h"

struct leaf_type java_leaf(enum java_kind kind) {
    switch (SOME_OF(kind)) {
    case JAVA_BOOLEAN: return (struct leaf_type){LEAF_BOOLEAN, 1};
    case JAVA_BYTE: return (struct leaf_type){LEAF_INTEGER, 8};
    case JAVA_CHAR: return (struct leaf_type){LEAF_CHARACTER, 16};
    case JAVA_SHORT: return (struct leaf_type){LEAF_INTEGER, 16};
    case JAVA_INT: return (struct leaf_type){LEAF_INTEGER, 32};
    case JAVA_FLOAT: return (struct leaf_type){LEAF_FLOAT, 32};
    case JAVA_DOUBLE: return (struct leaf_type){LEAF_FLOAT, 64};
    default: return (struct leaf_type){LEAF_INTEGER, 64};
    }
}

void java_draw_reference(struct inputs *in, struct value_source *s, uint32_t variable) {
    enum { NULL_EVERY = 16 };
    if (!value_source_asks(s, variable)) return;
    bool object = in->no_null || draws_below(value_source_draws(s), NULL_EVERY);
    value_source_bind(s, variable, expr_atom(in->unit->exprs, symbol_of(object ? "object" : "null")));
}

static int64_t integer_of(struct inputs *in, const struct model *m, uint32_t variable) {
    struct expr_store *x = in->unit->exprs;
    int64_t v = 0;
    expr_get_int64(x, expr_ival(x, model_value(m, variable)), &v);
    return v;
}

// The text of the model, edited, if it is the one to be edited.
static bool edited_string(struct inputs *in, struct value_source *s, symbol path, uint32_t family_variable,
                          uint32_t length, struct dictionary_text *out) {
    enum { LONGEST = 2000 };
    const struct model *m = value_source_model(s);
    int64_t n = integer_of(in, m, length), family = integer_of(in, m, family_variable);
    if (n > LONGEST) return false;
    uint16_t chars[LONGEST];
    for (uint32_t i = 0; i < n; i++)
        chars[i] = (uint16_t)integer_of(in, m, input_char_variable(in, path, (enum input_family)family, i));
    return value_source_edit(s, chars, (uint32_t)n, out);
}

void java_draw_string(struct inputs *in, struct value_source *s, symbol path, uint32_t family_variable,
                      uint32_t length) {
    struct dictionary_text t;
    if (value_source_edits(s) ? !edited_string(in, s, path, family_variable, length, &t)
                              : !value_source_text(s, length, &t))
        return;
    if (value_source_edits(s)) value_source_bind_integer(s, length, t.n);
    enum input_family family = input_family_of(t.chars, t.n);
    value_source_bind_integer(s, family_variable, family);
    for (uint32_t i = 0; i < t.n; i++)
        value_source_bind_integer(s, input_char_variable(in, path, family, i), t.chars[i]);
}

// ---- The dictionary: constants of the classes loaded that are the user's ----

static void add_constants(struct dictionary *d, const struct class_file *file) {
    for (uint32_t i = 1; i < file->n_constants; i++) {
        const struct class_constant *k = &file->constants[i];
        switch (k->tag) {
        case CONSTANT_INTEGER: dictionary_add_integer(d, k->int_value); break;
        case CONSTANT_LONG: dictionary_add_integer(d, k->long_value); break;
        case CONSTANT_FLOAT: dictionary_add_float(d, (double)k->float_value); break;
        case CONSTANT_DOUBLE: dictionary_add_float(d, k->double_value); break;
        case CONSTANT_STRING: dictionary_add_literal(d, k->text.at, k->text.n); break;
        default: break;
        }
    }
}

static void add_code(struct dictionary *d, const struct class_code *code) {
    uint32_t size;
    for (uint32_t pc = 0; pc < code->n_bytes; pc += size) {
        const uint8_t *at = code->bytes + pc;
        size = java_instruction_size(code->bytes, code->n_bytes, pc);
        if (!size) return;
        if (at[0] == OP_BIPUSH) dictionary_add_integer(d, (int8_t)at[1]);
        if (at[0] == OP_SIPUSH) dictionary_add_integer(d, java_s2(at + 1));
        if (at[0] != OP_LOOKUPSWITCH && at[0] != OP_TABLESWITCH) continue;
        const uint8_t *operands = code->bytes + (pc / 4 + 1) * 4;
        int32_t n = java_s4(operands + 4);
        if (at[0] == OP_TABLESWITCH) {
            dictionary_add_integer(d, n); // the lowest
            dictionary_add_integer(d, java_s4(operands + 8));
        }
        for (int32_t i = 0; at[0] == OP_LOOKUPSWITCH && i < n; i++)
            dictionary_add_integer(d, java_s4(operands + 8 + 8 * i));
    }
}

void java_tell_constants(struct java_program *p, const struct java_class *tested,
                         const struct java_class *without, struct dictionary *d, uint32_t *told) {
    for (struct java_class *c; (c = program_class_at(p, *told)); ++*told) {
        bool users = c->origin == ORIGIN_USER || c == tested;
        if (!users || !c->file || c == without) continue;
        add_constants(d, c->file);
        for (uint32_t i = 0; i < c->n_methods; i++)
            if (c->methods[i].info && c->methods[i].info->code) add_code(d, c->methods[i].info->code);
    }
}
