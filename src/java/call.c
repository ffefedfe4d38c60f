// SPDX-License-Identifier: Apache-2.0
// A call as frisk prints it, as a unit whose search begins with it. See java.h.
#include <string.h>

#include "java/input/input_seed.h"
#include "java/java.h"
#include "java/unit/unit.h"

// The class that declares the method which makes the receiver, or which is its type.
static struct java_class *class_of_receiver(struct java *j, const struct java_node *n, struct diag *d) {
    const char *name = n->type ? n->type : n->name;
    if (n->type || n->kind == NODE_NEW || n->kind != NODE_CALL || n->on->kind != NODE_NAME)
        return java_find_class(j, name, strlen(name), d);
    struct java_class *maker = java_find_class(j, n->on->name, strlen(n->on->name), d);
    for (uint32_t i = 0; maker && i < maker->n_methods; i++) {
        const char *type = strrchr(symbol_text(maker->methods[i].descriptor), ')') + 1;
        if (strcmp(symbol_text(maker->methods[i].name), n->name) == 0 && *type == 'L')
            return java_find_class(j, type + 1, strlen(type) - 2, d);
    }
    return maker;
}

// "Color.RED" as a receiver: the constant's class, if that is one of its own.
static struct java_class *class_of_name(struct java *j, const char *name, struct diag *d) {
    struct diag first = {0};
    struct java_class *c = java_find_class(j, name, strlen(name), &first);
    const char *dot = strrchr(name, '.');
    if (!c && dot) c = java_find_class(j, name, (size_t)(dot - name), d);
    if (!c) diag_set(d, first.kind, "%s", first.text);
    return c;
}

static struct java_class *class_of_call(struct java *j, const struct java_node *call, struct diag *d) {
    if (call->kind == NODE_NEW) return java_find_class(j, call->name, strlen(call->name), d);
    if (call->on->kind == NODE_NAME && !call->on->type) return class_of_name(j, call->on->name, d);
    return class_of_receiver(j, call->on, d);
}

// The first method of that name, in the class or above it, that takes these arguments.
static struct unit *unit_of(struct java *j, struct java_class *c, const struct java_node *call) {
    const char *name = call->kind == NODE_NEW ? "<init>" : call->name;
    for (; c; c = call->kind == NODE_NEW ? NULL : c->super)
        for (uint32_t i = 0; i < c->n_methods; i++) {
            struct java_method *m = &c->methods[i];
            struct diag ignored = {0};
            if (strcmp(symbol_text(m->name), name) != 0 || m->n_params != call->n ||
                m->access & (ACC_SYNTHETIC | ACC_ABSTRACT | ACC_NATIVE))
                continue;
            struct unit *unit = java_unit(j, m, &ignored);
            struct java_unit *u = (struct java_unit *)unit;
            if (u && input_seed(&u->inputs, call, &u->seed_arena, &u->seed)) return unit;
            if (unit) unit->language->unit_free(unit);
        }
    return NULL;
}

struct unit *java_call_unit(struct java *j, const char *text, struct diag *d) {
    struct arena a;
    arena_init(&a, 0);
    const struct java_node *call = java_read_call(text, &a, d);
    struct java_class *c = call ? class_of_call(j, call, d) : NULL;
    struct unit *u = c ? unit_of(j, c, call) : NULL;
    if (c && !u)
        diag_set(d, DIAG_ANALYSIS,
                 "no method of %s takes these arguments, or frisk cannot make them so: %.80s",
                 symbol_text(c->name), text);
    arena_free(&a);
    return u;
}
