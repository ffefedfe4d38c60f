// SPDX-License-Identifier: Apache-2.0
#include "java/junit/junit_facts.h"

#include "java/input/java_text.h"

static bool find_class(void *context, symbol name, struct java_class_facts *out) {
    struct java_class *c = program_class_of(context, symbol_text(name));
    if (!c) return false;
    *out = (struct java_class_facts){.access = c->access};
    for (uint32_t i = 0; c->file && i < c->file->n_inner; i++) {
        const struct class_inner *inner = &c->file->inner[i];
        if (inner->inner == name)
            *out = (struct java_class_facts){inner->access, inner->outer, inner->name, 0};
        if (inner->inner == name && !inner->outer) out->outer = name; // local: nothing can name it
    }
    symbol signature = c->file ? c->file->signature : 0;
    out->n_type_parameters = signature ? java_text_type_parameters(symbol_text(signature)) : 0;
    return true;
}

static bool find_member(void *context, symbol class, symbol name, symbol descriptor, uint32_t *access,
                        symbol *declaring) {
    struct java_class *c = program_class_of(context, symbol_text(class));
    if (!c) return false;
    if (symbol_text(descriptor)[0] == '(') {
        struct java_method *m = java_class_find_method(c, name, descriptor);
        if (m) *access = m->access, *declaring = m->class->name;
        return m != NULL;
    }
    struct java_field *f = java_class_find_field(c, name, descriptor);
    if (f) *access = f->access, *declaring = f->class->name;
    return f != NULL;
}

// Whether class c has a method of that name and number of parameters that javac may take for one of *known,
// the descriptor of the first that was met; or a generic one, whose type arguments it infers from what is
// handed.
static bool is_ambiguous(const struct java_class *c, bool inherits_abstract, symbol name, uint32_t n,
                         symbol *known) {
    for (uint32_t i = 0; i < c->n_methods; i++) {
        const struct java_method *m = &c->methods[i];
        if (m->name != name || m->n_params != n || m->access & ACC_SYNTHETIC) continue;
        if (m->access & ACC_ABSTRACT && !inherits_abstract) continue; // it is implemented, as *known perhaps
        bool generic = m->info && m->info->signature && symbol_text(m->info->signature)[0] == '<';
        if (generic || (*known && *known != m->descriptor)) return true;
        *known = m->descriptor;
    }
    return false;
}

static bool needs_casts(void *context, symbol class, symbol name, uint32_t n) {
    struct java_class *own = program_class_of(context, symbol_text(class));
    symbol known = 0;
    for (struct java_class *c = own; c; c = c->super)
        if (is_ambiguous(c, true, name, n, &known)) return true;
    for (uint32_t i = 0; own && i < own->n_all_interfaces; i++)
        if (is_ambiguous(own->all_interfaces[i], own->access & ACC_ABSTRACT, name, n, &known)) return true;
    return false;
}

static const struct java_method *method_of(void *context, symbol class, symbol name, symbol descriptor) {
    struct java_class *c = program_class_of(context, symbol_text(class));
    return c ? java_class_find_method(c, name, descriptor) : NULL;
}

static bool declares_exceptions(void *context, symbol class, symbol name, symbol descriptor) {
    const struct java_method *m = method_of(context, class, name, descriptor);
    return !m || !m->info || m->info->n_exceptions > 0;
}

static symbol parameter_name(void *context, symbol class, symbol name, symbol descriptor, uint32_t k) {
    const struct java_method *m = method_of(context, class, name, descriptor);
    return m && m->info ? java_method_argument_name(m->info, k) : 0;
}

struct java_facts junit_facts_of(struct java_program *p) {
    return (struct java_facts){p, find_class, find_member, needs_casts, declares_exceptions, parameter_name};
}
