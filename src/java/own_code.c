// SPDX-License-Identifier: Apache-2.0
#include "java/own_code.h"

#include <string.h>

#include "java/boxes.h"
#include "java/opcode.h"

enum { METHODS_MAX = 16 }; // beyond, methods are not read

struct walk {                                 // over instructions
    struct java_method *methods[METHODS_MAX]; // each once
    uint32_t n;
    bool all; // no method was left out
    // One instruction, with the constant it names, if any. False: no more.
    bool (*visit)(void *context, uint8_t op, const struct class_constant *k);
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
        if (is_own_call(c, at[0], k)) add_method(w, class_find_declared(c, k->name, k->descriptor));
        if (!w->visit(w->context, at[0], k)) return false;
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

static bool visit_cast(void *context, uint8_t op, const struct class_constant *k) {
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

// ---- Writes ----

// Classes whose methods change no object but, perhaps, one that the caller made for itself.
static bool is_harmless(const char *class) {
    static const char *const names[] = {"java/lang/String", "java/lang/StringBuilder", "java/lang/Math",
                                        "java/util/Objects", "java/lang/Object"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], class) == 0) return true;
    return java_box_kind_named(class) != JAVA_REF;
}

struct write_search {
    const struct java_class *class;
    bool writes;
};

static bool visit_write(void *context, uint8_t op, const struct class_constant *k) {
    struct write_search *s = context;
    bool call = op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEINTERFACE;
    if (call && (!k || k->tag < CONSTANT_METHOD || k->tag > CONSTANT_INTERFACE_METHOD))
        s->writes = true;
    else if (call && !is_own_call(s->class, op, k))
        s->writes = symbol_text(k->name)[0] != '<' && !is_harmless(symbol_text(k->owner));
    s->writes |= op == OP_PUTFIELD || op == OP_PUTSTATIC || (op >= OP_IASTORE && op <= OP_SASTORE);
    return !s->writes;
}

bool java_may_write(struct java_method *m) {
    struct write_search s = {m->class, false};
    struct walk w = {.visit = visit_write, .context = &s};
    return !walk(&w, m);
}
