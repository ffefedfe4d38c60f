// SPDX-License-Identifier: Apache-2.0
#include "java/junit/junit_facts.h"

#include "java/input/java_text.h"

#include <string.h>

#include "base/hash.h"
#include "base/vec.h"

struct junit_facts {
    struct java_facts facts;
    struct java_classpath *cp;
    struct arena arena;
    struct hash_map known;                // name -> index in files
    VEC(const struct class_file *) files; // NULL: there is none
};

static const struct class_file *class_of(struct junit_facts *f, symbol name) {
    uint32_t index;
    if (hash_map_get(&f->known, name, &index)) return f->files.at[index];
    struct java_class_source source;
    struct diag ignored = {0};
    const struct class_file *c = NULL;
    if (java_classpath_find(f->cp, symbol_text(name), symbol_size(name), &source, &ignored) &&
        !java_class_parse(source.bytes.at, source.bytes.n, source.where, &f->arena, &c, &ignored))
        c = NULL;
    hash_map_put(&f->known, name, f->files.n);
    vec_push(&f->files, c);
    return c;
}

// Of a nested class the table InnerClasses tells how it was declared (JVMS 4.7.6).
static bool find_class(void *context, symbol name, struct java_class_facts *out) {
    const struct class_file *c = class_of(context, name);
    if (!c) return false;
    *out = (struct java_class_facts){.access = c->access};
    for (uint32_t i = 0; i < c->n_inner; i++) {
        const struct class_inner *n = &c->inner[i];
        if (n->inner != name) continue;
        *out = (struct java_class_facts){n->access, n->outer, n->outer ? n->name : 0, false};
        if (!n->outer) out->outer = c->enclosing_class ? c->enclosing_class : name; // local: cannot be named
        break;
    }
    out->n_type_parameters = c->signature ? java_text_type_parameters(symbol_text(c->signature)) : 0;
    return true;
}

// Walks from a class upwards, superclasses and interfaces, each once.
static void add_once(symbols *list, symbol name) {
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i] == name) return;
    vec_push(list, name);
}

static void add_supers(const struct class_file *c, symbols *list) {
    if (c->super) add_once(list, c->super);
    for (uint32_t i = 0; i < c->n_interfaces; i++) add_once(list, c->interfaces[i]);
}

static bool declares(const struct class_file *c, symbol name, symbol descriptor, uint32_t *access) {
    if (symbol_text(descriptor)[0] == '(') {
        const struct class_method *m = java_class_method(c, name, descriptor);
        if (m) *access = m->access;
        return m != NULL;
    }
    const struct class_field *field = java_class_field(c, name, descriptor);
    if (field) *access = field->access;
    return field != NULL;
}

static bool find_member(void *context, symbol class, symbol name, symbol descriptor, uint32_t *access,
                        symbol *declaring) {
    symbols list = {0};
    bool found = false;
    add_once(&list, class);
    for (uint32_t i = 0; i < list.n && !found; i++) {
        const struct class_file *c = class_of(context, list.at[i]);
        if (!c) continue;
        found = declares(c, name, descriptor, access);
        *declaring = list.at[i];
        add_supers(c, &list);
    }
    vec_free(&list);
    return found;
}

static bool needs_casts(void *context, symbol class, symbol name, uint32_t n) {
    symbols list = {0};
    symbol only = 0;
    bool more = false, constructs = !strcmp(symbol_text(name), "<init>");
    add_once(&list, class);
    for (uint32_t i = 0; i < list.n && !more; i++) {
        const struct class_file *c = class_of(context, list.at[i]);
        if (!c) continue;
        for (uint32_t k = 0; k < c->n_methods && !more; k++) {
            const struct class_method *m = &c->methods[k];
            bool same = m->name == name && (m->n_arguments == n || (m->access & ACC_VARARGS));
            if (!same || (m->access & (ACC_BRIDGE | ACC_SYNTHETIC))) continue;
            bool generic = m->signature && symbol_text(m->signature)[0] == '<';
            more = generic || (only && only != m->descriptor);
            only = m->descriptor;
        }
        if (!constructs) add_supers(c, &list);
    }
    vec_free(&list);
    return more;
}

struct junit_facts *junit_facts_open(struct java_classpath *cp) {
    struct junit_facts *f = mem_zalloc(sizeof *f);
    f->facts = (struct java_facts){f, find_class, find_member, needs_casts};
    f->cp = cp;
    arena_init(&f->arena, 0);
    return f;
}

const struct java_facts *junit_facts_of(struct junit_facts *f) {
    return &f->facts;
}

void junit_facts_close(struct junit_facts *f) {
    if (!f) return;
    arena_free(&f->arena);
    hash_map_free(&f->known);
    vec_free(&f->files);
    mem_free(f);
}
