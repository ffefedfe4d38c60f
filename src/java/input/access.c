// SPDX-License-Identifier: Apache-2.0
#include "java/input/access.h"

#include <string.h>

enum { NESTED_MAX = 64 }; // classes around one: no source has more, and a class file may say anything

static const struct class_inner *own_entry(const struct java_class *c) { // NULL: a class of the top level
    for (uint32_t i = 0; c->file && i < c->file->n_inner; i++)
        if (c->file->inner[i].inner == c->name) return &c->file->inner[i];
    return NULL;
}

static bool has_constructor_below(const struct java_class *c) { // that a class of another package can call
    for (uint32_t i = 0; i < c->n_methods; i++)
        if (strcmp(symbol_text(c->methods[i].name), "<init>") == 0 &&
            c->methods[i].access & (ACC_PUBLIC | ACC_PROTECTED) && !(c->methods[i].access & ACC_SYNTHETIC))
            return true;
    return false;
}

static bool is_of_object(const struct java_class *c, const struct java_method *m) { // clone, finalize
    while (c->super) c = c->super;
    return java_class_find_declared((struct java_class *)(uintptr_t)c, m->name, m->descriptor) != NULL;
}

// Abstract, or with a protected method to override. What else is protected was left so for the package.
static bool is_meant_for_subclasses(const struct java_class *c) {
    if (c->access & (ACC_FINAL | ACC_INTERFACE | ACC_ENUM) || !has_constructor_below(c)) return false;
    if (c->access & ACC_ABSTRACT) return true;
    for (uint32_t i = 0; i < c->n_methods; i++) {
        const struct java_method *m = &c->methods[i];
        if (m->access & ACC_PROTECTED && !(m->access & (ACC_FINAL | ACC_STATIC | ACC_SYNTHETIC)) &&
            symbol_text(m->name)[0] != '<' && !is_of_object(c, m))
            return true;
    }
    return false;
}

bool java_reaches_member(const struct java_class *c, uint16_t access, enum java_reach reach) {
    if (access & (ACC_PUBLIC | ACC_PRIVATE)) return access & ACC_PUBLIC;
    if (reach != REACH_CLIENT) return reach == REACH_PACKAGE;
    return access & ACC_PROTECTED && is_meant_for_subclasses(c);
}

bool java_reaches_class(struct java_program *p, const struct java_class *c, enum java_reach reach) {
    const struct class_inner *own;
    for (uint32_t depth = 0; (own = own_entry(c)) != NULL; depth++) {
        if (depth == NESTED_MAX) return false;
        const struct java_class *outer = own->outer ? program_class_of(p, symbol_text(own->outer)) : NULL;
        if (!outer || own->access & ACC_SYNTHETIC) return false; // anonymous or local: no name to call it by
        if (!java_reaches_member(outer, own->access, reach)) return false;
        c = outer;
    }
    return !(c->access & ACC_SYNTHETIC) && java_reaches_member(c, c->access & ACC_PUBLIC, reach);
}

bool java_is_for_clients(struct java_program *p, const struct java_method *m) {
    return java_reaches_class(p, m->class, REACH_CLIENT) &&
           java_reaches_member(m->class, m->access, REACH_CLIENT);
}
