// SPDX-License-Identifier: Apache-2.0
#include "java/program/statics.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "java/classfile/opcode.h"
#include "java/program/uses.h"

enum { MOST_CLASSES = 100, MOST_METHODS = 2000 }; // of a nest: beyond, nothing is claimed of it

static struct java_statics *statics_of(struct java_program *p) { // under its lock
    if (!p->statics) {
        p->statics = mem_zalloc(sizeof *p->statics);
        arena_init(&p->statics->arena, 0);
    }
    return p->statics;
}

void java_statics_free(struct java_statics *s) {
    if (!s) return;
    hash_map_free(&s->nest_of);
    hash_map_free(&s->method_of);
    hash_map_free(&s->changed);
    hash_map_free(&s->constant);
    hash_map_free(&s->effects);
    vec_free(&s->nests);
    vec_free(&s->methods);
    vec_free(&s->effect_list);
    arena_free(&s->arena);
    mem_free(s);
}

typedef VEC(struct java_class *) class_list;

static bool holds(const class_list *l, const struct java_class *c) {
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i] == c) return true;
    return false;
}

// ---- The classes of a nest ----

static bool is_within(const char *name, const char *outer) {
    size_t n = strlen(outer);
    return strncmp(name, outer, n) == 0 && name[n] == '$';
}

static struct java_class *outermost(struct java_program *p, struct java_class *c) {
    for (int i = 0; i < 32 && c->file; i++) {
        symbol around = c->file->enclosing_class;
        for (uint32_t k = 0; k < c->file->n_inner && !around; k++)
            if (c->file->inner[k].inner == c->name) around = c->file->inner[k].outer;
        struct java_class *next = around ? program_class_of(p, symbol_text(around)) : NULL;
        if (!next || next == c) break;
        c = next;
    }
    return c;
}

static void add_class(struct java_program *p, symbol name, const char *outer, class_list *list, bool *whole) {
    if (!is_within(symbol_text(name), outer)) return;
    struct java_class *c = program_class_of(p, symbol_text(name));
    if (c && holds(list, c)) return;
    if (c && list->n < MOST_CLASSES)
        vec_push(list, c);
    else
        *whole = false;
}

static void find_classes(struct java_program *p, struct java_class *host, class_list *list, bool *whole) {
    const char *outer = symbol_text(host->name);
    vec_push(list, host);
    for (uint32_t i = 0; i < list->n; i++) {
        const struct class_file *file = list->at[i]->file;
        for (uint32_t k = 0; file && k < file->n_inner; k++)
            add_class(p, file->inner[k].inner, outer, list, whole);
        for (uint32_t k = 0; file && k < file->n_nest_members; k++)
            add_class(p, file->nest_members[k], outer, list, whole);
    }
}

// ---- Constant objects ----

// Of the JDK, classes whose objects cannot be changed, nor what they refer to. X(name)
#define CONSTANT_CLASSES(X)                                                                                  \
    X("java/lang/String")                                                                                    \
    X("java/lang/Integer")                                                                                   \
    X("java/lang/Long")                                                                                      \
    X("java/lang/Short")                                                                                     \
    X("java/lang/Byte")                                                                                      \
    X("java/lang/Character")                                                                                 \
    X("java/lang/Boolean")                                                                                   \
    X("java/lang/Double")                                                                                    \
    X("java/lang/Float")                                                                                     \
    X("java/lang/Class")                                                                                     \
    X("java/math/BigInteger")                                                                                \
    X("java/math/BigDecimal")                                                                                \
    X("java/util/UUID")                                                                                      \
    X("java/util/Locale")                                                                                    \
    X("java/util/regex/Pattern")                                                                             \
    X("java/time/LocalDate")                                                                                 \
    X("java/time/LocalTime")                                                                                 \
    X("java/time/LocalDateTime")                                                                             \
    X("java/time/Instant")                                                                                   \
    X("java/time/Duration")                                                                                  \
    X("java/time/Period")                                                                                    \
    X("java/time/Year")                                                                                      \
    X("java/time/YearMonth")                                                                                 \
    X("java/time/ZoneOffset")                                                                                \
    X("java/time/OffsetDateTime")                                                                            \
    X("java/time/format/DateTimeFormatter")                                                                  \
    X("java/time/ZonedDateTime")

static bool is_constant_name(const char *name) {
    static const char *const names[] = {
#define X(name) name,
        CONSTANT_CLASSES(X)
#undef X
    };
    return STR_IS_ONE_OF(name, names);
}

static bool is_constant_descriptor(const char *d) {
    if (*d != 'L') return *d != '[';
    char name[64];
    size_t n = strcspn(d, ";") - 1;
    if (n >= sizeof name) return false;
    memcpy(name, d + 1, n);
    name[n] = 0;
    return is_constant_name(name);
}

bool java_static_may_change(const struct java_field *f) {
    if (!(f->access & ACC_FINAL)) return true;
    const char *d = symbol_text(f->descriptor);
    if (is_constant_descriptor(d)) return false;
    // What the compiler made: arrays of an enum's constants and of switches, which no source can name.
    return !(f->access & ACC_SYNTHETIC && !strncmp(symbol_text(f->name), "$SwitchMap$", 11));
}

// Of the JDK: the fields of an enum, which are final, and those of a record.
static bool is_plain_super(const struct java_class *c) {
    const char *name = symbol_text(c->name);
    return !strcmp(name, "java/lang/Object") || !strcmp(name, "java/lang/Enum") ||
           !strcmp(name, "java/lang/Record");
}

static bool has_constant_fields(const struct java_class *c) {
    for (; c && !is_plain_super(c); c = c->super) {
        if (c->origin != ORIGIN_USER) return false;
        for (uint32_t i = 0; i < c->n_fields; i++)
            if (!(c->fields[i].access & (ACC_STATIC | ACC_FINAL))) return false;
    }
    return c != NULL;
}

bool java_class_is_constant(const struct java_class *c) {
    static const char *const containers[] = {"java/util/ImmutableCollections", "java/util/Optional",
                                             "java/util/Collections$Empty", "java/util/Collections$Singleton",
                                             "java/util/KeyValueHolder"};
    const char *name = symbol_text(c->name);
    if (c->element) return false;
    if (is_constant_name(name) || !strcmp(name, "java/lang/Object")) return true;
    for (size_t i = 0; i < sizeof containers / sizeof *containers; i++)
        if (!strncmp(name, containers[i], strlen(containers[i]))) return true;
    if (c->origin == ORIGIN_SYNTHETIC) return strstr(name, "$$Lambda$") || c->n_fields == 0;
    if (c->origin == ORIGIN_JDK) return c->super && !strcmp(symbol_text(c->super->name), "java/lang/Enum");
    return has_constant_fields(c);
}

// The classes of a variable's objects, where they are known: its own, and of an enum those of its constants.
static bool add_type(struct java_program *p, struct java_class *c, class_list *list) {
    if (is_constant_name(symbol_text(c->name)) || holds(list, c)) return true;
    if (c->origin == ORIGIN_JDK && class_is_interface(c)) return false;
    if (!java_class_is_constant(c) || list->n >= MOST_CLASSES) return false;
    if (!strcmp(symbol_text(c->name), "java/lang/Object")) return false;
    vec_push(list, c);
    if (c->access & ACC_FINAL) return true;
    if (!(c->access & ACC_ENUM) || c->origin != ORIGIN_USER) return false;
    class_list near = {0};
    bool whole = true;
    find_classes(p, outermost(p, c), &near, &whole);
    for (uint32_t i = 0; i < near.n && whole; i++) {
        if (near.at[i] == c || !java_class_is_subclass(near.at[i], c)) continue;
        whole = java_class_is_constant(near.at[i]);
        vec_push(list, near.at[i]);
    }
    vec_free(&near);
    return whole;
}

static bool is_constant_type(struct java_program *p, struct java_class *c) {
    class_list list = {0};
    struct diag d = {0};
    bool good = add_type(p, c, &list);
    for (uint32_t i = 0; good && i < list.n; i++)
        for (struct java_class *k = list.at[i]; good && !is_plain_super(k); k = k->super)
            for (uint32_t f = 0; good && f < k->n_fields && k->origin == ORIGIN_USER; f++) {
                const char *type = symbol_text(k->fields[f].descriptor);
                if (k->fields[f].access & ACC_STATIC || is_constant_descriptor(type)) continue;
                struct java_class *t =
                    *type == 'L' ? program_descriptor_class(p, type, strlen(type), &d) : NULL;
                good = t && add_type(p, t, &list);
            }
    vec_free(&list);
    return good;
}

bool java_type_is_constant(struct java_program *p, struct java_class *c) {
    if (c->element) return false;
    if (c->primitive != JAVA_REF || is_constant_name(symbol_text(c->name))) return true;
    if (c->origin != ORIGIN_USER) return false;
    pthread_mutex_lock(&p->lock);
    struct java_statics *s = statics_of(p);
    uint32_t known;
    if (!hash_map_get(&s->constant, c->number, &known)) {
        known = is_constant_type(p, c);
        hash_map_put(&s->constant, c->number, known);
    }
    pthread_mutex_unlock(&p->lock);
    return known;
}

// ---- What a method names ----

struct reading {
    struct java_program *p;
    const struct class_file *file;
    VEC(struct java_field *) reads, writes;
    VEC(struct java_method *) calls;
    class_list makes;
    bool hidden; // it may write static fields by other means
};

static bool is_jdk_name(const char *name) {
    return name[0] == '[' || !strncmp(name, "java/", 5) || !strncmp(name, "javax/", 6) ||
           !strncmp(name, "jdk/", 4) || !strncmp(name, "sun/", 4);
}

static struct java_class *users_class(struct reading *r, symbol name) {
    if (is_jdk_name(symbol_text(name))) return NULL;
    struct java_class *c = program_class_of(r->p, symbol_text(name));
    return c && c->origin == ORIGIN_USER ? c : NULL;
}

#define ADD_ONCE(list, x)                                                                                    \
    do {                                                                                                     \
        bool found_ = false;                                                                                 \
        for (uint32_t i_ = 0; i_ < (list)->n && !found_; i_++) found_ = (list)->at[i_] == (x);               \
        if (!found_) vec_push((list), (x));                                                                  \
    } while (0)

static void read_field(struct reading *r, const struct class_constant *k, bool writes) {
    struct java_class *c = users_class(r, k->owner);
    struct java_field *f = c ? java_class_find_field(c, k->name, k->descriptor) : NULL;
    if (!f || !(f->access & ACC_STATIC) || !f->open) return;
    if (writes)
        ADD_ONCE(&r->writes, f);
    else
        ADD_ONCE(&r->reads, f);
}

static void read_call(struct reading *r, const struct class_constant *k) {
    const char *owner = symbol_text(k->owner), *name = symbol_text(k->name);
    static const char *const finders[] = {"findStaticVarHandle", "findStaticSetter", "unreflectVarHandle",
                                          "unreflectSetter"};
    if (!strncmp(owner, "java/lang/reflect/Field", 23) && !strncmp(name, "set", 3)) r->hidden = true;
    if (!strcmp(owner, "java/lang/invoke/MethodHandles$Lookup") && STR_IS_ONE_OF(name, finders))
        r->hidden = true;
    struct java_class *c = users_class(r, k->owner);
    struct java_method *m = c ? java_class_find_method(c, k->name, k->descriptor) : NULL;
    if (m && m->class->origin == ORIGIN_USER) ADD_ONCE(&r->calls, m);
}

// A method handle: of a lambda's body, say.
static void read_handle(struct reading *r, const struct class_constant *k) {
    const struct class_constant *to = &r->file->constants[k->index];
    if (k->reference_kind == REF_GET_STATIC || k->reference_kind == REF_PUT_STATIC)
        read_field(r, to, k->reference_kind == REF_PUT_STATIC);
    else if (k->reference_kind >= REF_INVOKE_VIRTUAL)
        read_call(r, to);
}

static void read_bootstrap(struct reading *r, const struct class_constant *k) {
    const struct class_bootstrap *b = &r->file->bootstraps[k->index];
    for (uint32_t i = 0; i < b->n_arguments; i++) {
        const struct class_constant *a = &r->file->constants[b->arguments[i]];
        if (a->tag == CONSTANT_METHOD_HANDLE) read_handle(r, a);
    }
}

static void read_instruction(struct reading *r, uint8_t op, const struct class_constant *k) {
    switch (op) {
    case OP_GETSTATIC: read_field(r, k, false); break;
    case OP_PUTSTATIC: read_field(r, k, true); break;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE: read_call(r, k); break;
    case OP_INVOKEDYNAMIC: read_bootstrap(r, k); break;
    case OP_LDC:
    case OP_LDC_W:
        if (k->tag == CONSTANT_METHOD_HANDLE) read_handle(r, k);
        if (k->tag == CONSTANT_DYNAMIC) read_bootstrap(r, k);
        break;
    case OP_NEW: {
        struct java_class *c = users_class(r, k->name);
        if (c) ADD_ONCE(&r->makes, c);
        break;
    }
    default: break;
    }
}

static void read_code(struct reading *r, const struct class_code *code) {
    uint32_t size;
    for (uint32_t pc = 0; pc < code->n_bytes; pc += size) {
        const uint8_t *at = code->bytes + pc;
        size = java_instruction_size(code->bytes, code->n_bytes, pc);
        if (!size) {
            r->hidden = true;
            return;
        }
        uint32_t index = at[0] == OP_LDC ? at[1] : size >= 3 ? java_u2(at + 1) : 0;
        if (index < r->file->n_constants) read_instruction(r, at[0], &r->file->constants[index]);
    }
}

static void read_method(struct java_program *p, struct java_method *m, struct nest_method *out, bool *whole) {
    struct reading r = {.p = p, .file = m->class->file};
    struct arena *a = &p->statics->arena;
    read_code(&r, m->info->code);
    if (r.hidden) *whole = false;
    *out = (struct nest_method){.method = m,
                                .reads = arena_copy(a, r.reads.at, r.reads.n * sizeof *r.reads.at),
                                .writes = arena_copy(a, r.writes.at, r.writes.n * sizeof *r.writes.at),
                                .calls = arena_copy(a, r.calls.at, r.calls.n * sizeof *r.calls.at),
                                .makes = arena_copy(a, r.makes.at, r.makes.n * sizeof *r.makes.at),
                                .n_reads = r.reads.n,
                                .n_writes = r.writes.n,
                                .n_calls = r.calls.n,
                                .n_makes = r.makes.n};
    vec_free(&r.reads);
    vec_free(&r.writes);
    vec_free(&r.calls);
    vec_free(&r.makes);
}

// ---- A nest ----

static struct nest_method *method_known(const struct java_statics *s, const struct java_method *m) {
    uint32_t at;
    return hash_map_get(&s->method_of, m->number, &at) ? s->methods.at[at] : NULL;
}

// That others than the code of the nest call: members that are not private, and what serialization calls.
static bool is_entry(const struct java_method *m) {
    static const char *const hooks[] = {"readObject",  "readObjectNoData", "readResolve",
                                        "writeObject", "writeReplace",     "finalize"};
    const char *name = symbol_text(m->name);
    if (!strcmp(name, "<clinit>")) return false;
    return !(m->access & ACC_PRIVATE) || STR_IS_ONE_OF(name, hooks);
}

static void find_live(struct java_statics *s, struct java_nest *nest) {
    VEC(struct nest_method *) open = {0};
    for (uint32_t i = 0; i < nest->n_methods; i++)
        if (is_entry(nest->methods[i].method)) {
            nest->methods[i].live = true;
            vec_push(&open, &nest->methods[i]);
        }
    while (open.n) {
        const struct nest_method *from = open.at[--open.n];
        for (uint32_t i = 0; i < from->n_calls; i++) {
            struct nest_method *to = method_known(s, from->calls[i]);
            if (!to || to->live) continue;
            to->live = true;
            vec_push(&open, to);
        }
    }
    vec_free(&open);
}

static uint64_t field_key(const struct java_field *f) {
    return (uint64_t)f->class->number << 32 | f->slot;
}

static void note_use(struct java_statics *s, const struct java_field *f, uint8_t flags) {
    uint32_t before = 0;
    hash_map_get(&s->changed, field_key(f), &before);
    hash_map_put(&s->changed, field_key(f), before | flags);
}

static bool refers(const struct java_field *f) {
    return f->kind == JAVA_REF;
}

static bool may_touch_objects(const struct nest_method *m) {
    bool any = false;
    for (uint32_t i = 0; i < m->n_reads; i++) any |= refers(m->reads[i]);
    for (uint32_t i = 0; i < m->n_writes; i++) any |= refers(m->writes[i]);
    return any;
}

// What the method changes is kept with it, for all that it names where it could not be followed.
static void find_uses(struct java_program *p, struct nest_method *m) {
    struct java_statics *s = p->statics;
    field_uses uses = {0};
    VEC(struct java_field *) changes = {0};
    if (may_touch_objects(m)) java_uses_of(p, m->method, &uses);
    for (uint32_t i = 0; i < uses.n; i++) {
        const struct field_use *u = &uses.at[i];
        uint8_t flags =
            u->flags & (m->live ? USE_CHANGES | USE_ESCAPES | USE_HOLDS : USE_ESCAPES | USE_HOLDS);
        if (u->field) {
            note_use(s, u->field, flags);
            if (flags & USE_CHANGES) ADD_ONCE(&changes, u->field);
            continue;
        }
        for (uint32_t k = 0; k < m->n_reads; k++) {
            note_use(s, m->reads[k], USE_ESCAPES | USE_HOLDS);
            ADD_ONCE(&changes, m->reads[k]);
        }
        for (uint32_t k = 0; k < m->n_writes; k++) note_use(s, m->writes[k], USE_ESCAPES | USE_HOLDS);
    }
    m->changes = arena_copy(&s->arena, changes.at, changes.n * sizeof *changes.at);
    m->n_changes = changes.n;
    vec_free(&uses);
    vec_free(&changes);
}

static struct java_nest *read_nest(struct java_program *p, struct java_class *host) {
    struct java_statics *s = p->statics;
    struct java_nest *nest = ARENA_NEW(&s->arena, struct java_nest);
    class_list classes = {0};
    nest->whole = true;
    find_classes(p, host, &classes, &nest->whole);
    uint32_t most = 0;
    for (uint32_t i = 0; i < classes.n; i++) most += classes.at[i]->n_methods;
    if (most > MOST_METHODS) nest->whole = false;
    nest->classes = arena_copy(&s->arena, classes.at, classes.n * sizeof *classes.at);
    nest->n_classes = classes.n;
    nest->methods = ARENA_ARRAY(&s->arena, struct nest_method, most + 1);
    for (uint32_t i = 0; i < classes.n; i++) hash_map_put(&s->nest_of, classes.at[i]->number, s->nests.n);
    vec_push(&s->nests, nest);
    for (uint32_t i = 0; i < classes.n && most <= MOST_METHODS; i++)
        for (uint32_t k = 0; k < classes.at[i]->n_methods; k++) {
            struct java_method *m = &classes.at[i]->methods[k];
            if (!m->info || !m->info->code) continue;
            struct nest_method *n = &nest->methods[nest->n_methods++];
            read_method(p, m, n, &nest->whole);
            hash_map_put(&s->method_of, m->number, s->methods.n);
            vec_push(&s->methods, n);
        }
    vec_free(&classes);
    find_live(s, nest);
    for (uint32_t i = 0; i < nest->n_methods; i++) find_uses(p, &nest->methods[i]);
    return nest;
}

const struct java_nest *java_nest_of(struct java_program *p, struct java_class *c) {
    if (c->origin != ORIGIN_USER || !c->file) return NULL;
    pthread_mutex_lock(&p->lock);
    struct java_statics *s = statics_of(p);
    uint32_t at;
    const struct java_nest *nest =
        hash_map_get(&s->nest_of, c->number, &at) ? s->nests.at[at] : read_nest(p, outermost(p, c));
    bool within = hash_map_get(&s->nest_of, c->number, &at);
    pthread_mutex_unlock(&p->lock);
    return within ? nest : NULL;
}

const struct nest_method *java_nest_method(struct java_program *p, const struct java_method *m) {
    const struct nest_method *found = NULL;
    pthread_mutex_lock(&p->lock);
    if (java_nest_of(p, m->class)) found = method_known(p->statics, m);
    pthread_mutex_unlock(&p->lock);
    return found;
}

bool java_changes_receiver(struct java_program *p, const struct java_method *m) {
    if (!m->info || !m->info->code) return true;
    pthread_mutex_lock(&p->lock);
    statics_of(p);
    bool changes = java_effect_of_method(p, m)->params[0] & USE_CHANGES;
    pthread_mutex_unlock(&p->lock);
    return changes;
}

// ---- Fields ----

static bool is_private_class(const struct java_class *c) {
    for (uint32_t i = 0; c->file && i < c->file->n_inner; i++)
        if (c->file->inner[i].inner == c->name) return c->file->inner[i].access & ACC_PRIVATE;
    return false;
}

// Only the nest's own code can name it. The compiler gives some names that no source can tell.
static bool is_private(const struct java_field *f) {
    return f->access & (ACC_PRIVATE | ACC_SYNTHETIC) || is_private_class(f->class);
}

bool java_static_is_assigned(struct java_program *p, const struct java_field *f) {
    if (f->access & ACC_FINAL) return false;
    if (!is_private(f)) return true;
    const struct java_nest *nest = java_nest_of(p, f->class);
    if (!nest || !nest->whole) return true;
    for (uint32_t i = 0; i < nest->n_methods; i++)
        for (uint32_t k = 0; k < nest->methods[i].n_writes; k++)
            if (nest->methods[i].writes[k] == f && nest->methods[i].live) return true;
    return false;
}

bool java_static_is_changed(struct java_program *p, const struct java_field *f) {
    if (f->kind != JAVA_REF) return false;
    struct diag d;
    const char *type = symbol_text(f->descriptor);
    struct java_class *c = program_descriptor_class(p, type, strlen(type), &d);
    if (c && java_type_is_constant(p, c)) return false;
    const struct java_nest *nest = java_nest_of(p, f->class);
    if (!nest || !nest->whole) return true;
    uint32_t flags = 0;
    pthread_mutex_lock(&p->lock);
    hash_map_get(&p->statics->changed, field_key(f), &flags);
    pthread_mutex_unlock(&p->lock);
    // Only its nest assigns a final field. What that gives it may be a constant.
    return flags & USE_HOLDS && (!is_private(f) || flags & (USE_CHANGES | USE_ESCAPES));
}
