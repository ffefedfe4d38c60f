// SPDX-License-Identifier: Apache-2.0
// Loading and linking: from class files to classes whose fields have slots and whose methods have places in
// tables (JVMS 5.3 and 5.4). Resolution of names is in resolve.c.
#include "java/program/program.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "java/program/statics.h"

const uint8_t java_kind_size[JAVA_KINDS] = {
    [JAVA_BOOLEAN] = 1, [JAVA_BYTE] = 1,  [JAVA_CHAR] = 2,   [JAVA_SHORT] = 2, [JAVA_INT] = 4,
    [JAVA_LONG] = 8,    [JAVA_FLOAT] = 4, [JAVA_DOUBLE] = 8, [JAVA_REF] = 8};

static const char *const primitive_names[JAVA_KINDS] = {"void", "boolean", "byte",  "char",   "short",
                                                        "int",  "long",    "float", "double", NULL};

enum { MAX_SUPER_DEPTH = 1000 }; // of super classes and super interfaces: loading recurses over them

enum java_kind java_kind_of(char c) {
    switch (c) {
    case 'V': return JAVA_VOID;
    case 'Z': return JAVA_BOOLEAN;
    case 'B': return JAVA_BYTE;
    case 'C': return JAVA_CHAR;
    case 'S': return JAVA_SHORT;
    case 'I': return JAVA_INT;
    case 'J': return JAVA_LONG;
    case 'F': return JAVA_FLOAT;
    case 'D': return JAVA_DOUBLE;
    default: return JAVA_REF;
    }
}

static void publish(struct java_program *p, struct java_class *c) {
    c->number = p->classes.n;
    vec_push(&p->classes, c);
    hash_map_put(&p->by_name, c->name, c->number);
}

static struct java_class *find_loaded(struct java_program *p, symbol name) {
    uint32_t number;
    return hash_map_get(&p->by_name, name, &number) ? p->classes.at[number] : NULL;
}

// ---- Linking ----

static uint32_t count_params(const char *descriptor, const uint8_t **kinds, uint16_t *slots,
                             struct arena *a) {
    uint8_t found[256];
    uint32_t n = 0, taken = 0;
    const char *s = descriptor + 1;
    for (; *s != ')'; s++) {
        enum java_kind k = java_kind_of(*s);
        while (*s == '[') s++;
        if (*s == 'L') s = strchr(s, ';');
        found[n++] = (uint8_t)k;
        taken += java_kind_is_wide(k) ? 2 : 1;
    }
    *kinds = arena_copy(a, found, n ? n : 1);
    *slots = (uint16_t)taken;
    return n;
}

static void init_method(struct java_program *p, struct java_class *c, struct java_method *m, symbol name,
                        symbol descriptor, uint16_t access) {
    uint16_t slots;
    *m = (struct java_method){
        .class = c, .name = name, .descriptor = descriptor, .access = access, .vtable = -1};
    m->n_params = (uint16_t)count_params(symbol_text(descriptor), &m->param_kinds, &slots, &p->arena);
    m->arg_slots = (uint16_t)(slots + (access & ACC_STATIC ? 0 : 1));
    m->has_wide_params = slots != m->n_params;
    m->return_kind = java_kind_of(strrchr(symbol_text(descriptor), ')')[1]);
    m->number = p->n_methods++;
}

static void link_fields(struct java_program *p, struct java_class *c, uint32_t hidden) {
    const struct class_file *f = c->file;
    c->n_slots = c->super ? c->super->n_slots : 0;
    c->fields = ARENA_ARRAY(&p->arena, struct java_field, f->n_fields + hidden);
    for (uint32_t i = 0; i < f->n_fields; i++) {
        const struct class_field *info = &f->fields[i];
        bool is_static = info->access & ACC_STATIC;
        c->fields[c->n_fields++] = (struct java_field){.class = c,
                                                       .name = info->name,
                                                       .descriptor = info->descriptor,
                                                       .access = info->access,
                                                       .kind = java_kind_of(symbol_text(info->descriptor)[0]),
                                                       .slot = is_static ? c->n_statics++ : c->n_slots++,
                                                       .info = info};
        if (is_static && info->constant) c->needs_init = true;
        c->fields[c->n_fields - 1].open =
            is_static && c->origin == ORIGIN_USER && java_static_may_change(&c->fields[c->n_fields - 1]);
    }
    for (uint32_t i = 0; i < hidden; i++) // what a java.lang.Class stands for
        c->fields[c->n_fields++] = (struct java_field){.class = c,
                                                       .name = symbol_of("frisk$class"),
                                                       .descriptor = symbol_of("J"),
                                                       .access = ACC_PRIVATE,
                                                       .kind = JAVA_LONG,
                                                       .slot = c->n_slots++};
}

static bool same_package(const struct java_class *a, const struct java_class *b) {
    const char *x = symbol_text(a->name), *y = symbol_text(b->name);
    const char *x_end = strrchr(x, '/'), *y_end = strrchr(y, '/');
    size_t nx = x_end ? (size_t)(x_end - x) : 0, ny = y_end ? (size_t)(y_end - y) : 0;
    return nx == ny && memcmp(x, y, nx) == 0;
}

static bool is_virtual(const struct java_method *m) {
    return !(m->access & (ACC_STATIC | ACC_PRIVATE)) && symbol_text(m->name)[0] != '<';
}

// JVMS 5.4.5: may m override the method of a super class of the same name and descriptor?
static bool overrides(const struct java_method *m, const struct java_method *above) {
    if (above->access & (ACC_PUBLIC | ACC_PROTECTED)) return true;
    return same_package(m->class, above->class);
}

static void link_vtable(struct java_program *p, struct java_class *c) {
    assert(!c->vtable && !class_is_interface(c));
    uint32_t n = c->super ? c->super->n_vtable : 0;
    struct java_method **table = ARENA_ARRAY(&p->arena, struct java_method *, n + c->n_methods + 1);
    if (n) memcpy(table, c->super->vtable, n * sizeof *table);
    uint32_t inherited = n;
    for (uint32_t i = 0; i < c->n_methods; i++) {
        struct java_method *m = &c->methods[i];
        if (!is_virtual(m)) continue;
        for (uint32_t v = 0; v < inherited; v++)
            if (table[v]->name == m->name && table[v]->descriptor == m->descriptor &&
                overrides(m, table[v])) {
                if (m->vtable < 0) m->vtable = (int32_t)v;
                table[v] = m;
            }
        if (m->vtable < 0) {
            m->vtable = (int32_t)n;
            table[n++] = m;
        }
    }
    c->vtable = table;
    assert(n <= (c->super ? c->super->n_vtable : 0u) + c->n_methods);
    c->n_vtable = n;
}

static void link_methods(struct java_program *p, struct java_class *c) {
    const struct class_file *f = c->file;
    c->methods = ARENA_ARRAY(&p->arena, struct java_method, f->n_methods);
    c->n_methods = f->n_methods;
    static const char init_name[] = "<clinit>";
    for (uint32_t i = 0; i < f->n_methods; i++) {
        const struct class_method *info = &f->methods[i];
        struct java_method *m = &c->methods[i];
        init_method(p, c, m, info->name, info->descriptor, info->access);
        m->info = info;
        if (c->origin == ORIGIN_JDK) m->native = java_native_of(c, info->name, info->descriptor);
        if (m->native) m->compares = java_compares_of(m);
        if (strcmp(symbol_text(info->name), init_name) == 0 && (info->access & ACC_STATIC || f->major < 51))
            c->initializer = m;
    }
    if (c->initializer) c->needs_init = true;
    if (!class_is_interface(c)) link_vtable(p, c);
}

static void link_supers(struct java_program *p, struct java_class *c) {
    assert(!c->supers && c->depth == 0);
    c->depth = c->super ? c->super->depth + 1 : 0;
    c->supers = ARENA_ARRAY(&p->arena, struct java_class *, c->depth + 1);
    if (c->super) memcpy(c->supers, c->super->supers, c->depth * sizeof *c->supers);
    c->supers[c->depth] = c;
    VEC(struct java_class *) all = {0};
    struct hash_map seen = {0};
#define ADD(of)                                                                                              \
    do {                                                                                                     \
        uint32_t unused_;                                                                                    \
        if (!hash_map_get(&seen, (uintptr_t)(of), &unused_)) {                                               \
            hash_map_put(&seen, (uintptr_t)(of), 0);                                                         \
            vec_push(&all, (of));                                                                            \
        }                                                                                                    \
    } while (0)
    for (uint32_t i = 0; i < c->n_interfaces; i++) {
        ADD(c->interfaces[i]);
        for (uint32_t k = 0; k < c->interfaces[i]->n_all_interfaces; k++)
            ADD(c->interfaces[i]->all_interfaces[k]);
    }
    for (uint32_t k = 0; c->super && k < c->super->n_all_interfaces; k++) ADD(c->super->all_interfaces[k]);
#undef ADD
    c->n_all_interfaces = all.n;
    c->all_interfaces = ARENA_ARRAY(&p->arena, struct java_class *, all.n + 1);
    for (uint32_t i = 0; i < all.n; i++) c->all_interfaces[i] = all.at[i];
    vec_free(&all);
    hash_map_free(&seen);
}

// ---- Loading ----

static struct java_class *load(struct java_program *p, symbol name, uint32_t depth, struct diag *d);

static struct java_class *load_super(struct java_program *p, const struct java_class *of, symbol name,
                                     uint32_t depth, struct diag *d) {
    if (depth > MAX_SUPER_DEPTH) {
        diag_set(d, DIAG_ANALYSIS, "%s: more than %d super types above each other, or a circle of them",
                 symbol_text(of->name), MAX_SUPER_DEPTH);
        return NULL;
    }
    struct java_class *c = load(p, name, depth + 1, d);
    if (!c && d->kind == DIAG_NONE)
        diag_set(
            d, DIAG_ANALYSIS,
            "%s: its super type %s is not on the class path; add the jar or directory that holds it to -cp",
            symbol_text(of->name), symbol_text(name));
    return c;
}

static bool load_supers(struct java_program *p, struct java_class *c, uint32_t depth, struct diag *d) {
    const struct class_file *f = c->file;
    if (f->super) {
        c->super = load_super(p, c, f->super, depth, d);
        if (!c->super) return false;
        if (class_is_interface(c->super))
            return diag_set(d, DIAG_ANALYSIS, "%s: %s is an interface and cannot be extended", f->where,
                            symbol_text(f->super));
    }
    c->interfaces = ARENA_ARRAY(&p->arena, struct java_class *, f->n_interfaces);
    for (uint32_t i = 0; i < f->n_interfaces; i++) {
        c->interfaces[i] = load_super(p, c, f->interfaces[i], depth, d);
        if (!c->interfaces[i]) return false;
        if (!class_is_interface(c->interfaces[i]))
            return diag_set(d, DIAG_ANALYSIS, "%s: %s is a class and cannot be implemented", f->where,
                            symbol_text(f->interfaces[i]));
    }
    c->n_interfaces = f->n_interfaces;
    return true;
}

static struct java_class *new_class(struct java_program *p, symbol name) {
    struct java_class *c = ARENA_NEW(&p->arena, struct java_class);
    c->name = name;
    c->element_kind = JAVA_KINDS;
    c->primitive = JAVA_REF;
    return c;
}

static struct java_class *define(struct java_program *p, const struct class_file *f, enum class_origin origin,
                                 uint32_t depth, struct diag *d) {
    struct java_class *c = new_class(p, f->name);
    c->file = f;
    c->access = f->access;
    c->origin = origin;
    c->nest_host = f->nest_host ? f->nest_host : f->name;
    c->resolved = ARENA_ARRAY(&p->arena, void *, f->n_constants);
    if (!load_supers(p, c, depth, d)) return NULL;
    link_supers(p, c);
    link_fields(p, c, strcmp(symbol_text(c->name), "java/lang/Class") == 0 ? 1 : 0);
    link_methods(p, c);
    publish(p, c);
    return c;
}

static struct java_class *load_array(struct java_program *p, symbol name, uint32_t depth, struct diag *d) {
    const char *text = symbol_text(name) + 1;
    size_t n = symbol_size(name) - 1;
    struct java_class *element;
    if (text[0] == 'L')
        element = load(p, symbol_intern(text + 1, n - 2), depth, d);
    else if (text[0] == '[')
        element =
            depth > 300 ? NULL : load(p, symbol_intern(text, n), depth + 1, d); // JVMS 4.4.1: 255 at most
    else
        element = p->primitives[java_kind_of(text[0])];
    return element ? program_array_of(p, element) : NULL;
}

static struct java_class *load(struct java_program *p, symbol name, uint32_t depth, struct diag *d) {
    struct java_class *c = find_loaded(p, name);
    if (c) return c;
    if (symbol_text(name)[0] == '[') return load_array(p, name, depth, d);
    struct java_class_source found;
    if (!java_classpath_find(p->path, symbol_text(name), symbol_size(name), &found, d)) return NULL;
    const struct class_file *f;
    if (!java_class_parse(found.bytes.at, found.bytes.n, found.where, &p->arena, &f, d)) return NULL;
    if (f->name != name) {
        diag_set(d, DIAG_ANALYSIS, "%s: holds the class %s, not %s", found.where, symbol_text(f->name),
                 symbol_text(name));
        return NULL;
    }
    return define(p, f, found.from_jdk ? ORIGIN_JDK : ORIGIN_USER, depth, d);
}

struct java_class *program_class(struct java_program *p, symbol name, struct diag *d) {
    d->kind = DIAG_NONE;
    pthread_mutex_lock(&p->lock);
    struct java_class *c = load(p, name, 0, d);
    pthread_mutex_unlock(&p->lock);
    return c;
}

struct java_class *program_class_of(struct java_program *p, const char *name) {
    struct diag d;
    return program_class(p, symbol_of(name), &d);
}

struct java_class *program_class_at(struct java_program *p, uint32_t number) {
    pthread_mutex_lock(&p->lock);
    struct java_class *c = number < p->classes.n ? p->classes.at[number] : NULL;
    pthread_mutex_unlock(&p->lock);
    return c;
}

static symbol array_name(const struct java_class *element) {
    static const char letters[JAVA_KINDS] = {'V', 'Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D'};
    struct str s = {0};
    if (element->primitive != JAVA_REF)
        str_addf(&s, "[%c", letters[element->primitive]);
    else if (element->element)
        str_addf(&s, "[%s", symbol_text(element->name));
    else
        str_addf(&s, "[L%s;", symbol_text(element->name));
    symbol name = symbol_intern(s.at, s.n);
    str_free(&s);
    return name;
}

static struct java_class *make_array_class(struct java_program *p, struct java_class *element) {
    struct java_class *c = new_class(p, array_name(element));
    c->access = (uint16_t)((element->access & ACC_PUBLIC) | ACC_FINAL | ACC_ABSTRACT);
    c->origin = element->origin == ORIGIN_USER ? ORIGIN_USER : ORIGIN_JDK;
    c->element = element;
    c->element_kind = element->primitive;
    c->super = p->object;
    c->nest_host = c->name;
    c->interfaces = ARENA_ARRAY(&p->arena, struct java_class *, 2);
    c->interfaces[0] = p->cloneable;
    c->interfaces[1] = p->serializable;
    c->n_interfaces = 2;
    link_supers(p, c);
    c->vtable = p->object->vtable;
    c->n_vtable = p->object->n_vtable;
    publish(p, c);
    return c;
}

struct java_class *program_array_of(struct java_program *p, struct java_class *element) {
    struct java_class *c = atomic_load_explicit(&element->array, memory_order_acquire);
    if (c) return c;
    pthread_mutex_lock(&p->lock);
    c = atomic_load_explicit(&element->array, memory_order_acquire);
    if (!c) {
        c = make_array_class(p, element);
        atomic_store_explicit(&element->array, c, memory_order_release);
    }
    pthread_mutex_unlock(&p->lock);
    return c;
}

struct java_class *program_descriptor_class(struct java_program *p, const char *descriptor, size_t n,
                                            struct diag *d) {
    d->kind = DIAG_NONE;
    if (n == 1) return p->primitives[java_kind_of(descriptor[0])];
    if (descriptor[0] == 'L') return program_class(p, symbol_intern(descriptor + 1, n - 2), d);
    return program_class(p, symbol_intern(descriptor, n), d);
}

// ---- Classes made by frisk ----

struct java_class *program_synthetic_class(struct java_program *p, const struct synthetic_class *s) {
    pthread_mutex_lock(&p->lock);
    struct java_class *c = new_class(p, s->name);
    c->access = ACC_PUBLIC | ACC_FINAL | ACC_SYNTHETIC | ACC_SUPER;
    c->origin = ORIGIN_SYNTHETIC;
    c->super = s->super;
    c->interfaces = ARENA_ARRAY(&p->arena, struct java_class *, s->n_interfaces + 1);
    for (uint32_t i = 0; i < s->n_interfaces; i++) c->interfaces[i] = s->interfaces[i];
    c->n_interfaces = s->n_interfaces;
    c->nest_host = c->name;
    link_supers(p, c);
    c->n_slots = c->super->n_slots;
    c->fields = ARENA_ARRAY(&p->arena, struct java_field, s->n_fields);
    for (uint32_t i = 0; i < s->n_fields; i++)
        c->fields[c->n_fields++] =
            (struct java_field){.class = c,
                                .name = s->fields[i].name,
                                .descriptor = s->fields[i].descriptor,
                                .access = ACC_PRIVATE | ACC_FINAL,
                                .kind = java_kind_of(symbol_text(s->fields[i].descriptor)[0]),
                                .slot = c->n_slots++};
    c->methods = ARENA_ARRAY(&p->arena, struct java_method, s->n_methods);
    for (uint32_t i = 0; i < s->n_methods; i++) {
        struct java_method *m = &c->methods[c->n_methods++];
        init_method(p, c, m, s->methods[i].name, s->methods[i].descriptor, s->methods[i].access);
        m->native = s->methods[i].native;
        m->extra = s->methods[i].extra;
        m->hidden_frame = true;
    }
    link_vtable(p, c);
    publish(p, c);
    pthread_mutex_unlock(&p->lock);
    return c;
}

// ---- Opening ----

static bool load_known(struct java_program *p, struct diag *d) {
    for (int k = 0; k < JAVA_KINDS; k++) {
        if (!primitive_names[k]) continue;
        struct java_class *c = new_class(p, symbol_of(primitive_names[k]));
        c->access = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
        c->primitive = (enum java_kind)k;
        c->origin = ORIGIN_JDK;
        c->nest_host = c->name;
        link_supers(p, c);
        publish(p, c);
        p->primitives[k] = c;
    }
#define X(field, name)                                                                                       \
    p->field = program_class(p, symbol_of(name), d);                                                         \
    if (!p->field) {                                                                                         \
        if (d->kind == DIAG_NONE)                                                                            \
            diag_set(d, DIAG_ANALYSIS, "the JDK has no class %s: is it damaged?", name);                     \
        return false;                                                                                        \
    }
    JAVA_KNOWN_CLASSES(X)
#undef X
    return true;
}

struct java_program *java_program_new(struct java_classpath *path, struct diag *d) {
    struct java_program *p = mem_zalloc(sizeof *p);
    pthread_mutexattr_t recursive; // loading a class loads its super types
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&p->lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    arena_init(&p->arena, 1 << 20);
    p->path = path;
    if (load_known(p, d)) return p;
    java_program_free(p);
    return NULL;
}

void java_program_free(struct java_program *p) {
    if (!p) return;
    arena_free(&p->arena);
    hash_map_free(&p->by_name);
    vec_free(&p->classes);
    vec_free(&p->places);
    java_statics_free(p->statics);
    pthread_mutex_destroy(&p->lock);
    mem_free(p);
}
