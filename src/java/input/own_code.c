// SPDX-License-Identifier: Apache-2.0
#include "java/input/own_code.h"

#include <string.h>

#include "base/str.h"
#include "java/classfile/opcode.h"
#include "java/machine/boxes.h"

enum { METHODS_MAX = 16 }; // beyond, methods are not read

struct walk {                                 // over instructions
    struct java_method *methods[METHODS_MAX]; // each once
    uint32_t n;
    bool all; // no method was left out
    // One instruction, with the constant it names, if any. False: no more.
    bool (*visit)(void *context, const struct java_method *in, uint8_t op, const struct class_constant *k);
    void *context;
};

static void add_method(struct walk *w, struct java_method *m) {
    for (uint32_t i = 0; i < w->n; i++)
        if (w->methods[i] == m) return;
    if (m && m->info && m->info->code && w->n < METHODS_MAX)
        w->methods[w->n++] = m;
    else
        w->all = false;
}

static bool is_own_call(const struct java_class *c, uint8_t op, const struct class_constant *k) {
    return k && k->tag == CONSTANT_METHOD && k->owner == c->name && op >= OP_INVOKEVIRTUAL &&
           op <= OP_INVOKESTATIC && symbol_text(k->name)[0] != '<';
}

static bool walk_method(struct walk *w, struct java_method *m) {
    struct java_class *c = m->class;
    const struct class_code *code = m->info->code;
    uint32_t size;
    for (uint32_t pc = 0; pc < code->n_bytes; pc += size) {
        const uint8_t *at = code->bytes + pc;
        size = java_instruction_size(code->bytes, code->n_bytes, pc);
        if (!size) return false;
        uint32_t index = size >= 3 ? java_u2(at + 1) : 0;
        const struct class_constant *k = index < c->file->n_constants ? &c->file->constants[index] : NULL;
        if (is_own_call(c, at[0], k)) add_method(w, java_class_find_declared(c, k->name, k->descriptor));
        if (!w->visit(w->context, m, at[0], k)) return false;
    }
    return true;
}

static bool walk(struct walk *w, struct java_method *m) {
    w->all = true;
    add_method(w, m);
    for (uint32_t i = 0; i < w->n; i++)
        if (!walk_method(w, w->methods[i])) return false;
    return w->all;
}

// ---- Casts ----

struct cast_search {
    struct java_program *program;
    struct java_casts *out;
};

static bool visit_cast(void *context, const struct java_method *in, uint8_t op,
                       const struct class_constant *k) {
    struct cast_search *s = context;
    if ((op != OP_CHECKCAST && op != OP_INSTANCEOF) || !k || k->tag != CONSTANT_CLASS) return true;
    const char *name = symbol_text(k->name);
    struct java_class *c = name[0] == '[' ? NULL : program_class_of(s->program, name);
    for (uint32_t i = 0; i < s->out->n; i++)
        if (s->out->at[i] == c) return true;
    if (c) s->out->at[s->out->n++] = c;
    return s->out->n < CASTS_MAX;
}

void java_casts_of(struct java_program *p, struct java_method *m, struct java_casts *out) {
    *out = (struct java_casts){0};
    struct cast_search s = {p, out};
    struct walk w = {.visit = visit_cast, .context = &s};
    walk(&w, m);
}

// ---- Effects ----

static bool takes_values_only(const char *descriptor) { // numbers and strings
    for (const char *s = descriptor + 1; *s != ')'; s++) {
        if (*s == '[') return false;
        if (*s != 'L') continue;
        if (strncmp(s, "Ljava/lang/String;", 18) != 0) return false;
        s += 17;
    }
    return true;
}

// Whether a call of another class's method changes nothing but, perhaps, an object that is made by it.
static bool is_harmless(const struct class_constant *k) {
    static const char *const values[] = {"java/lang/String", "java/lang/Math", "java/lang/StrictMath"};
    const char *name = symbol_text(k->name);
    if (k->tag == CONSTANT_INVOKE_DYNAMIC) return takes_values_only(symbol_text(k->descriptor));
    const char *owner = symbol_text(k->owner);
    if (name[0] == '<')
        return strncmp(owner, "java/", 5) == 0 && takes_values_only(symbol_text(k->descriptor));
    bool value = STR_IS_ONE_OF(owner, values) || java_box_kind_named(owner) != JAVA_REF;
    return value && (takes_values_only(symbol_text(k->descriptor)) || strcmp(name, "equals") == 0);
}

// What equals, hashCode, toString and compareTo ask others for; these are taken to keep the contracts, too.
static bool keeps_contract(const struct class_constant *k) {
    static const char *const names[] = {"equals",  "hashCode", "toString", "compareTo", "compare",
                                        "valueOf", "hash",     "getClass", "append"};
    if (k->tag == CONSTANT_INVOKE_DYNAMIC) return true; // puts texts together, or is a record's
    const char *name = symbol_text(k->name), *owner = symbol_text(k->owner);
    if (name[0] == '<' || strcmp(name, "append") == 0) return strcmp(owner, "java/lang/StringBuilder") == 0;
    return STR_IS_ONE_OF(name, names);
}

struct effect_search {
    struct java_class *class; // of the object
    bool contract;
    enum java_effect effect;
};

static bool is_overridable(const struct java_class *c, const struct java_method *m) {
    return !(c->access & ACC_FINAL) && !(m->access & (ACC_FINAL | ACC_PRIVATE | ACC_STATIC));
}

static bool visit_effect(void *context, const struct java_method *in, uint8_t op,
                         const struct class_constant *k) {
    struct effect_search *s = context;
    bool varargs = s->contract && op == OP_AASTORE; // as of Objects.hash
    if (op == OP_PUTFIELD || op == OP_PUTSTATIC || (op >= OP_IASTORE && op <= OP_SASTORE && !varargs)) {
        s->effect = EFFECT_WRITES;
        return false;
    }
    if (op < OP_INVOKEVIRTUAL || op > OP_INVOKEDYNAMIC) return true;
    bool known = k && (k->tag == CONSTANT_INVOKE_DYNAMIC ||
                       (k->tag >= CONSTANT_METHOD && k->tag <= CONSTANT_INTERFACE_METHOD));
    if (known && is_own_call(in->class, op, k)) {
        const struct java_method *m = java_class_find_declared(in->class, k->name, k->descriptor);
        known = m && (s->contract || op != OP_INVOKEVIRTUAL || !is_overridable(s->class, m));
    } else if (known) {
        known = is_harmless(k) || (s->contract && keeps_contract(k));
    }
    if (!known) s->effect = EFFECT_UNKNOWN; // a later instruction may write
    return true;
}

enum java_effect java_effect_of(struct java_class *c, struct java_method *m, bool contract) {
    struct effect_search s = {c, contract, EFFECT_NONE};
    struct walk w = {.visit = visit_effect, .context = &s};
    return !walk(&w, m) && s.effect == EFFECT_NONE ? EFFECT_UNKNOWN : s.effect;
}
