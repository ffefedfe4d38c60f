// SPDX-License-Identifier: Apache-2.0
// Resolution at run time: what an instruction names in the constant pool, once, for all workers. An
// instruction is rewritten under the program's lock, its operand before its opcode (code.h).
#include <string.h>

#include "java/machine/interp_loop.h"

static const struct class_constant *constant_of(const struct java_thread *t, int64_t index) {
    return &t->frames[t->n_frames - 1].method->class->file->constants[index];
}

static enum native_status missing_class(struct java_thread *t, symbol name, const struct diag *d) {
    struct str s = {0};
    uint32_t none = 0;
    if (d->kind == DIAG_NONE) atomic_compare_exchange_strong(&t->program->missing, &none, name);
    if (d->kind == DIAG_NONE)
        str_addf(&s, "class %s (not on the class path)", symbol_text(name));
    else
        str_addf(&s, "class %s (%s)", symbol_text(name), d->text);
    enum native_status status = java_no_model(t, s.at);
    str_free(&s);
    return status;
}

static struct java_class *resolve_class(struct java_thread *t, symbol name) {
    struct diag d;
    struct java_class *c = program_class(t->program, name, &d);
    if (!c) missing_class(t, name, &d);
    return c;
}

static void rewrite(struct insn *i, enum insn_op op, void *p) {
    i->p = p;
    __atomic_store_n(&i->op, (uint16_t)op, __ATOMIC_RELEASE);
}

static enum native_status throw_member(struct java_thread *t, const char *error,
                                       const struct class_constant *k) {
    struct str s = {0};
    str_addf(&s, "%s.%s%s", symbol_text(k->owner), symbol_text(k->name), symbol_text(k->descriptor));
    enum native_status status = java_throw(t, error, "%s", s.at);
    str_free(&s);
    return status;
}

static enum native_status link_field(struct java_thread *t, struct insn *i) {
    const struct class_constant *k = constant_of(t, i->imm);
    struct java_class *c = resolve_class(t, k->owner);
    if (!c) return NATIVE_STOP;
    struct java_field *f = java_class_find_field(c, k->name, k->descriptor);
    if (!f) return throw_member(t, "java/lang/NoSuchFieldError", k);
    bool wants_static = i->op == X_GETSTATIC_RESOLVE || i->op == X_PUTSTATIC_RESOLVE;
    if (wants_static != ((f->access & ACC_STATIC) != 0))
        return throw_member(t, "java/lang/IncompatibleClassChangeError", k);
    rewrite(i, X_GETFIELD + (i->op - X_GETFIELD_RESOLVE), f);
    return NATIVE_DONE;
}

// JVMS 6.5 invokespecial: a call of a method of a super class starts at the direct super class.
static struct java_method *special_target(struct java_thread *t, struct java_class *named,
                                          struct java_method *m) {
    struct java_class *current = t->frames[t->n_frames - 1].method->class;
    if (symbol_text(m->name)[0] == '<' || class_is_interface(named) || named == current ||
        !java_class_is_subclass(current, named))
        return m;
    struct java_method *above = java_class_find_method(current->super, m->name, m->descriptor);
    return above ? above : m;
}

static enum native_status link_method(struct java_thread *t, struct insn *i) {
    const struct class_constant *k = constant_of(t, i->imm);
    struct java_class *c = resolve_class(t, k->owner);
    if (!c) return NATIVE_STOP;
    struct java_method *m = java_class_find_method(c, k->name, k->descriptor);
    if (!m) return throw_member(t, "java/lang/NoSuchMethodError", k);
    if ((i->op == X_INVOKESTATIC_RESOLVE) != ((m->access & ACC_STATIC) != 0))
        return throw_member(t, "java/lang/IncompatibleClassChangeError", k);
    enum insn_op op;
    if (i->op == X_INVOKESTATIC_RESOLVE) {
        op = X_INVOKESTATIC;
    } else if (i->op == X_INVOKESPECIAL_RESOLVE) {
        op = X_INVOKESPECIAL;
        m = special_target(t, c, m);
    } else if (m->vtable < 0 && !class_is_interface(m->class)) {
        op = X_INVOKESPECIAL; // private
    } else if (m->access & ACC_PRIVATE) {
        op = X_INVOKESPECIAL;
    } else {
        op = class_is_interface(m->class) ? X_INVOKEINTERFACE : X_INVOKEVIRTUAL;
    }
    rewrite(i, op, m);
    return NATIVE_DONE;
}

static enum native_status link_class(struct java_thread *t, struct insn *i) {
    const struct class_constant *k = constant_of(t, i->imm);
    struct java_class *c = resolve_class(t, k->name);
    if (!c) return NATIVE_STOP;
    switch (i->op) {
    case X_NEW_RESOLVE:
        if (c->access & (ACC_ABSTRACT | ACC_INTERFACE)) {
            java_throw_class_name(t, "java/lang/InstantiationError", c);
            return NATIVE_THROW;
        }
        rewrite(i, X_NEW, c);
        break;
    case X_ANEWARRAY_RESOLVE: rewrite(i, X_NEWARRAY, program_array_of(t->program, c)); break;
    case X_MULTIANEWARRAY_RESOLVE: rewrite(i, X_MULTIANEWARRAY, c); break;
    case X_CHECKCAST_RESOLVE: rewrite(i, X_CHECKCAST, c); break;
    default: rewrite(i, X_INSTANCEOF, c);
    }
    return NATIVE_DONE;
}

enum native_status java_link(struct java_thread *t, struct insn *i) {
    pthread_mutex_lock(&t->program->lock);
    enum native_status status = NATIVE_DONE;
    switch (i->op) { // another worker may have been faster
    case X_GETFIELD_RESOLVE:
    case X_PUTFIELD_RESOLVE:
    case X_GETSTATIC_RESOLVE:
    case X_PUTSTATIC_RESOLVE: status = link_field(t, i); break;
    case X_INVOKESTATIC_RESOLVE:
    case X_INVOKESPECIAL_RESOLVE:
    case X_INVOKEVIRTUAL_RESOLVE:
    case X_INVOKEINTERFACE_RESOLVE: status = link_method(t, i); break;
    case X_NEW_RESOLVE:
    case X_ANEWARRAY_RESOLVE:
    case X_MULTIANEWARRAY_RESOLVE:
    case X_CHECKCAST_RESOLVE:
    case X_INSTANCEOF_RESOLVE: status = link_class(t, i); break;
    default: break;
    }
    pthread_mutex_unlock(&t->program->lock);
    return status;
}

enum native_status java_link_constant(struct java_thread *t, struct insn *i, union word *out) {
    uint32_t index = i->c;
    const struct class_constant *k = constant_of(t, index);
    if (k->tag != CONSTANT_CLASS)
        return java_dynamic_constant(t, t->frames[t->n_frames - 1].method->class, index, out);
    struct java_class *c = resolve_class(t, k->name);
    if (!c) return NATIVE_STOP;
    pthread_mutex_lock(&t->program->lock);
    rewrite(i, X_LDC_CLASS, c);
    pthread_mutex_unlock(&t->program->lock);
    *out = word_ref(java_mirror(t, c));
    return NATIVE_DONE;
}
