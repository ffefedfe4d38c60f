// SPDX-License-Identifier: Apache-2.0
#include "java/program/ending.h"

#include <string.h>

#include "base/mem.h"
#include "base/some_of.h"
#include "base/vec.h"
#include "java/classfile/opcode.h"
#include "java/program/ending_loop.h"

enum { MOST_METHODS = 400, MOST_CLASSES = 400 };

struct virtual_call { // of `method` on objects of `class`, or one below it
    struct java_class *class;
    struct java_method *method;
};

struct analysis {
    struct java_program *program;
    const struct ending_classes *input;
    struct hash_map seen; // methods, by number
    VEC(struct java_method *) methods;
    struct hash_map made; // classes that code or input makes objects of, by number
    VEC(struct java_class *) classes;
    VEC(struct virtual_call) calls;
    VEC(struct java_class *) closed; // of the JDK; no class of the user's may be below
    bool good, counts;
    bool reads_statics; // that may hold objects which a caller has left there
};

static void give_up(struct analysis *a) {
    a->good = false;
}

static void add_method(struct analysis *a, struct java_method *m) {
    uint32_t ignored;
    if (hash_map_get(&a->seen, m->number, &ignored)) return;
    hash_map_put(&a->seen, m->number, 0);
    if (a->methods.n == MOST_METHODS)
        give_up(a);
    else
        vec_push(&a->methods, m);
}

static void add_class(void *to, struct java_class *c) {
    struct analysis *a = to;
    uint32_t ignored;
    if (!c || hash_map_get(&a->made, c->number, &ignored)) return;
    hash_map_put(&a->made, c->number, 0);
    if (a->classes.n == MOST_CLASSES)
        give_up(a);
    else
        vec_push(&a->classes, c);
}

// The JDK's own are taken to end: every program has run them before it does anything.
static void add_initializers(struct analysis *a, struct java_class *c) {
    for (; c; c = c->super) {
        if (c->origin != ORIGIN_USER) continue;
        if (c->initializer) add_method(a, c->initializer);
        for (uint32_t i = 0; i < c->n_all_interfaces; i++)
            if (c->all_interfaces[i]->origin == ORIGIN_USER && c->all_interfaces[i]->initializer)
                add_method(a, c->all_interfaces[i]->initializer);
    }
}

static struct java_class *class_named(struct analysis *a, symbol name) {
    struct java_class *c = program_class_of(a->program, symbol_text(name));
    if (!c) give_up(a);
    return c;
}

// ---- Calls ----

static bool is_exact(const struct java_method *m, const struct java_class *owner) {
    return m->access & (ACC_STATIC | ACC_PRIVATE | ACC_FINAL) || owner->access & ACC_FINAL ||
           symbol_text(m->name)[0] == '<';
}

// An exception of the JDK that is made with a text, or with nothing.
static bool is_exception(struct analysis *a, const struct java_class *c,
                         const struct class_constant *callee) {
    const char *descriptor = symbol_text(callee->descriptor);
    return c->origin == ORIGIN_JDK && java_class_is_subclass(c, a->program->throwable) &&
           !strcmp(symbol_text(callee->name), "<init>") &&
           (!strcmp(descriptor, "()V") || !strcmp(descriptor, "(Ljava/lang/String;)V"));
}

static bool is_known(struct analysis *a, const struct java_code *code, uint32_t i,
                     const struct class_constant *callee) {
    static const char *const of_iterators[] = {"hasNext", "next", "remove"};
    struct java_class *owner;
    switch (ending_known(callee)) {
    case ENDING_KNOWN: return true;
    case ENDING_IF_CLOSED:
        owner = class_named(a, callee->owner);
        if (owner) vec_push(&a->closed, owner);
        return owner != NULL;
    case ENDING_UNKNOWN: break;
    }
    if (strcmp(symbol_text(callee->owner), "java/util/Iterator") != 0) return false;
    for (size_t k = 0; k < sizeof of_iterators / sizeof *of_iterators; k++)
        if (!strcmp(symbol_text(callee->name), of_iterators[k])) return ending_is_list_iterator(code, i);
    return false;
}

static void note_call(struct analysis *a, const struct java_code *code, uint32_t i) {
    const struct class_constant *callee = ending_callee(code, i);
    if (!callee) {
        give_up(a);
        return;
    }
    if (is_known(a, code, i, callee)) return;
    struct java_class *owner = class_named(a, callee->owner);
    struct java_method *m = owner ? java_class_find_method(owner, callee->name, callee->descriptor) : NULL;
    enum java_opcode op = code->method->info->code->bytes[code->pcs[i]];
    if (!m) {
        give_up(a);
    } else if (is_exception(a, owner, callee)) {
        return;
    } else if (op == OP_INVOKESTATIC || op == OP_INVOKESPECIAL || is_exact(m, owner)) {
        if (op == OP_INVOKESTATIC) add_initializers(a, m->class);
        add_method(a, m);
    } else if (owner->origin == ORIGIN_USER && !class_is_interface(owner)) {
        vec_push(&a->calls, (struct virtual_call){owner, m});
    } else {
        give_up(a);
    }
}

// Texts are put together of what calls nothing of the user's; a lambda is made, and not called.
static void note_dynamic(struct analysis *a, const struct java_code *code, uint32_t i) {
    const struct class_file *file = code->method->class->file;
    const uint8_t *at = code->method->info->code->bytes + code->pcs[i];
    if (*at != OP_INVOKEDYNAMIC) {
        give_up(a);
        return;
    }
    const struct class_constant *site = &file->constants[java_u2(at + 1)];
    const struct class_constant *handle = &file->constants[file->bootstraps[site->index].handle];
    const char *class = symbol_text(file->constants[handle->index].owner);
    if (!strcmp(class, "java/lang/invoke/LambdaMetafactory")) return;
    bool plain = !strcmp(class, "java/lang/invoke/StringConcatFactory");
    for (const char *d = symbol_text(site->descriptor) + 1; plain && *d != ')'; d++) {
        static const char string[] = "Ljava/lang/String;";
        if (*d == '[') plain = false;
        if (*d != 'L') continue;
        plain &= !strncmp(d, string, strlen(string));
        d = strchr(d, ';');
    }
    if (!plain) give_up(a);
}

// ---- A method's own code ----

static struct java_class *class_at(struct analysis *a, const struct java_code *code, uint32_t i) {
    const uint8_t *at = code->method->info->code->bytes + code->pcs[i];
    return class_named(a, code->method->class->file->constants[java_u2(at + 1)].name);
}

static struct java_class *owner_at(struct analysis *a, const struct java_code *code, uint32_t i) {
    const uint8_t *at = code->method->info->code->bytes + code->pcs[i];
    return class_named(a, code->method->class->file->constants[java_u2(at + 1)].owner);
}

// A constant of an enumeration is always one, a text has no methods of a user's.
static bool may_hold_input(struct analysis *a, const struct java_code *code, uint32_t i) {
    const uint8_t *at = code->method->info->code->bytes + code->pcs[i];
    const struct class_constant *k = &code->method->class->file->constants[java_u2(at + 1)];
    const char *type = symbol_text(k->descriptor), *owner = symbol_text(k->owner);
    struct java_class *c = owner_at(a, code, i);
    size_t n = strlen(owner);
    while (*type == '[') type++;
    if (*type != 'L' || !strcmp(type, "Ljava/lang/String;") || !c || c->origin != ORIGIN_USER) return false;
    return !(c->access & ACC_ENUM && !strncmp(type + 1, owner, n) && type[n + 1] == ';');
}

static void note_insn(struct analysis *a, const struct java_code *code, uint32_t i) {
    struct java_class *c;
    enum insn_op op = java_insn_op(&code->insns[i]);
    switch (SOME_OF(op)) {
    case X_INVOKEDYNAMIC:
    case X_INVOKEHANDLE: note_dynamic(a, code, i); return;
    case X_NEW:
    case X_NEW_RESOLVE:
        if (!(c = class_at(a, code, i))) return;
        add_class(a, c);
        add_initializers(a, c);
        return;
    case X_CHECKCAST:
    case X_CHECKCAST_RESOLVE:
    case X_INSTANCEOF:
    case X_INSTANCEOF_RESOLVE:
        if ((c = class_at(a, code, i))) add_class(a, c);
        return;
    case X_GETSTATIC:
    case X_GETSTATIC_RESOLVE: a->reads_statics |= may_hold_input(a, code, i); // fallthrough
    case X_PUTSTATIC:
    case X_PUTSTATIC_RESOLVE:
        if ((c = owner_at(a, code, i))) add_initializers(a, c);
        return;
    case X_LDC_RESOLVE: { // a class, or a constant that code computes
        const uint8_t *at = code->method->info->code->bytes + code->pcs[i];
        uint32_t index = *at == OP_LDC ? at[1] : java_u2(at + 1);
        if (code->method->class->file->constants[index].tag != CONSTANT_CLASS) give_up(a);
        return;
    }
    case X_MONITORENTER:
    case X_UNSUPPORTED: give_up(a); return;
    default: break;
    }
    if (java_insn_is_call(op)) note_call(a, code, i);
}

static void note_method(struct analysis *a, struct java_method *m) {
    struct diag ignored = {0};
    bool replaced = m->native && m->class->origin != ORIGIN_USER;
    if (m->access & (ACC_NATIVE | ACC_ABSTRACT | ACC_SYNCHRONIZED) || replaced || !m->info ||
        !m->info->code) {
        give_up(a);
        return;
    }
    const struct java_code *code = java_code_of(a->program, m, &ignored);
    if (!code || !ending_loops(code, &a->counts)) {
        give_up(a);
        return;
    }
    for (uint32_t i = 0; i < code->n && a->good; i++) note_insn(a, code, i);
}

// ---- Classes ----

static void note_targets(struct analysis *a, const struct virtual_call *call, struct java_class *c) {
    if (!java_class_is_subclass(c, call->class) || c->access & ACC_ABSTRACT || c->element) return;
    struct java_method *m = java_class_select(c, call->method);
    if (m)
        add_method(a, m);
    else
        give_up(a);
}

static bool of_inputs(struct analysis *a, struct java_class *declared,
                      void (*each)(void *, struct java_class *)) {
    if (a->input->plain && !a->reads_statics) return true;
    return a->input->of_inputs(a->input->context, declared, each, a);
}

// What the user's classes that are known so far have in place of what is called.
static void note_virtual_calls(struct analysis *a) {
    uint32_t n;
    for (uint32_t k = 0; k < a->calls.n && a->good; k++)
        if (!of_inputs(a, a->calls.at[k].class, add_class)) give_up(a);
    for (uint32_t i = 0; i < a->classes.n; i++)
        for (uint32_t k = 0; k < a->calls.n && a->good; k++)
            note_targets(a, &a->calls.at[k], a->classes.at[i]);
    pthread_mutex_lock(&a->program->lock);
    n = a->program->classes.n;
    pthread_mutex_unlock(&a->program->lock);
    for (uint32_t i = 0; i < n && a->good; i++) {
        struct java_class *c = program_class_at(a->program, i);
        if (!c || c->origin != ORIGIN_USER) continue;
        for (uint32_t k = 0; k < a->calls.n && a->good; k++) note_targets(a, &a->calls.at[k], c);
        for (uint32_t k = 0; k < a->closed.n; k++)
            if (java_class_is_subclass(c, a->closed.at[k])) give_up(a);
    }
}

static void note_made(void *to, struct java_class *c) {
    struct analysis *a = to;
    if (c && c->origin != ORIGIN_JDK) give_up(a);
}

// Whether objects of the JDK's own classes alone can be where these classes are asked for.
static void check_closed(struct analysis *a) {
    for (uint32_t k = 0; k < a->closed.n && a->good; k++)
        if (!of_inputs(a, a->closed.at[k], note_made)) give_up(a);
}

// An exception's constructor calls this, which a class below may replace.
static void check_exceptions(struct analysis *a) {
    symbol name = symbol_of("fillInStackTrace"), descriptor = symbol_of("()Ljava/lang/Throwable;");
    for (uint32_t i = 0; i < a->classes.n; i++)
        for (struct java_class *c = a->classes.at[i]; c && c->origin == ORIGIN_USER; c = c->super)
            if (java_class_find_declared(c, name, descriptor)) give_up(a);
}

bool java_method_ends(struct java_program *p, struct java_method *m, const struct ending_classes *classes,
                      bool *counts) {
    struct analysis a = {.program = p, .input = classes, .good = true};
    add_initializers(&a, m->class);
    if (is_exact(m, m->class)) {
        add_method(&a, m);
    } else {
        vec_push(&a.calls, (struct virtual_call){m->class, m});
        note_virtual_calls(&a);
    }
    for (uint32_t done = 0; done < a.methods.n && a.good;) {
        note_method(&a, a.methods.at[done++]);
        if (done == a.methods.n && a.good) note_virtual_calls(&a);
    }
    if (a.good) check_closed(&a);
    check_exceptions(&a);
    bool good = a.good && a.methods.n > 0;
    *counts = a.counts;
    hash_map_free(&a.seen);
    hash_map_free(&a.made);
    vec_free(&a.methods);
    vec_free(&a.classes);
    vec_free(&a.calls);
    vec_free(&a.closed);
    return good;
}
