// SPDX-License-Identifier: Apache-2.0
// Names to fields, methods and classes: JVMS 5.4.3 and the selection of 5.4.6.
#include "java/program/program.h"

#include <string.h>

#include "base/vec.h"

bool java_class_is_subclass(const struct java_class *c, const struct java_class *of) {
    while (c->element && of->element) { // arrays of S are arrays of T when S is a T
        if (c == of) return true;
        c = c->element;
        of = of->element;
    }
    if (c == of) return true;
    if (c->primitive != JAVA_REF || of->primitive != JAVA_REF) return false;
    if (class_is_interface(of)) {
        for (uint32_t i = 0; i < c->n_all_interfaces; i++)
            if (c->all_interfaces[i] == of) return true;
        return false;
    }
    return of->depth <= c->depth && c->supers[of->depth] == of;
}

static struct java_field *declared_field(struct java_class *c, symbol name, symbol descriptor) {
    for (uint32_t i = 0; i < c->n_fields; i++)
        if (c->fields[i].name == name && c->fields[i].descriptor == descriptor) return &c->fields[i];
    return NULL;
}

struct java_field *java_class_find_field(struct java_class *c, symbol name, symbol descriptor) {
    for (struct java_class *s = c; s;
         s = s->super) { // the class, its super interfaces, its super class (5.4.3.2)
        struct java_field *f = declared_field(s, name, descriptor);
        if (f) return f;
        for (uint32_t i = 0; i < s->n_all_interfaces; i++)
            if ((f = declared_field(s->all_interfaces[i], name, descriptor))) return f;
    }
    return NULL;
}

struct java_method *java_class_find_declared(struct java_class *c, symbol name, symbol descriptor) {
    for (uint32_t i = 0; i < c->n_methods; i++)
        if (c->methods[i].name == name && c->methods[i].descriptor == descriptor) return &c->methods[i];
    return NULL;
}

// The maximally specific methods of the super interfaces (5.4.3.3): one that is not abstract wins if it is
// the only one.
static struct java_method *find_in_interfaces(struct java_class *c, symbol name, symbol descriptor,
                                              bool concrete_only) {
    struct java_method *best = NULL, *abstract = NULL;
    for (uint32_t i = 0; i < c->n_all_interfaces; i++) {
        struct java_method *m = java_class_find_declared(c->all_interfaces[i], name, descriptor);
        if (!m || m->access & (ACC_STATIC | ACC_PRIVATE)) continue;
        if (m->access & ACC_ABSTRACT) {
            if (!abstract) abstract = m;
            if (best && java_class_is_subclass(m->class, best->class))
                best = NULL; // made abstract again below
        } else if (!best || java_class_is_subclass(m->class, best->class)) {
            bool hidden = false; // an abstract one more specific than this
            for (uint32_t k = 0; k < c->n_all_interfaces && !hidden; k++) {
                struct java_class *other = c->all_interfaces[k];
                if (other == m->class || !java_class_is_subclass(other, m->class)) continue;
                hidden = java_class_find_declared(other, name, descriptor) != NULL;
            }
            if (!hidden) best = m;
        }
    }
    return best ? best : concrete_only ? NULL : abstract;
}

struct java_method *java_class_find_method(struct java_class *c, symbol name, symbol descriptor) {
    for (struct java_class *s = c; s; s = s->super) {
        struct java_method *m = java_class_find_declared(s, name, descriptor);
        if (m) return m;
    }
    return find_in_interfaces(c, name, descriptor, false);
}

struct java_method *java_class_select(struct java_class *c, struct java_method *resolved) {
    if (resolved->access & ACC_PRIVATE) return resolved;
    if (resolved->vtable >= 0 && !class_is_interface(resolved->class)) {
        struct java_method *m = c->vtable[resolved->vtable];
        if (!(m->access & ACC_ABSTRACT)) return m;
        return find_in_interfaces(c, m->name, m->descriptor, true);
    }
    for (struct java_class *s = c; s; s = s->super) {
        struct java_method *m = java_class_find_declared(s, resolved->name, resolved->descriptor);
        if (m && !(m->access & (ACC_STATIC | ACC_PRIVATE))) {
            if (!(m->access & ACC_ABSTRACT)) return m;
            break;
        }
    }
    return find_in_interfaces(c, resolved->name, resolved->descriptor, true);
}

struct java_method *java_class_find(struct java_class *c, const char *name, const char *descriptor) {
    return java_class_find_method(c, symbol_of(name), symbol_of(descriptor));
}

struct java_field *java_class_field_by_name(struct java_class *c, const char *name) {
    symbol s = symbol_of(name);
    for (; c; c = c->super)
        for (uint32_t i = 0; i < c->n_fields; i++)
            if (c->fields[i].name == s) return &c->fields[i];
    return NULL;
}
