// SPDX-License-Identifier: Apache-2.0
// What variable handles and method handles have in common: lookups, access, conversions of values.
#include "java/machine/handle.h"

#include <string.h>

#include "java/runtime/native.h"

static size_t type_size(const char *d) {
    size_t i = strspn(d, "[");
    return d[i] == 'L' ? (size_t)(strchr(d + i, ';') - d) + 1 : i + 1;
}

struct handle_type java_handle_parameter(const char *descriptor, uint32_t i) {
    const char *d = descriptor + 1;
    while (i-- > 0) d += type_size(d);
    return (struct handle_type){d, type_size(d)};
}

struct handle_type java_handle_result(const char *descriptor) {
    const char *d = strrchr(descriptor, ')') + 1;
    return (struct handle_type){d, strlen(d)};
}

uint32_t java_handle_parameters(const char *descriptor) {
    uint32_t n = 0;
    while (java_parameter_kind(descriptor, n) != JAVA_VOID) n++;
    return n;
}

struct java_class *java_handle_class(struct java_thread *t, struct handle_type type) {
    struct diag d = {0};
    struct java_class *c = program_descriptor_class(t->program, type.at, type.n, &d);
    if (c) return c;
    struct str what = {0};
    str_addf(&what, "class %.*s (not on the class path)", (int)type.n, type.at);
    java_no_model(t, str_text(&what));
    str_free(&what);
    return NULL;
}

void java_handle_descriptor(const struct java_class *c, struct str *out) {
    if (c->primitive != JAVA_REF)
        str_addf(out, "%c", java_kind_letter(c->primitive));
    else
        str_addf(out, c->element ? "%s" : "L%s;", symbol_text(c->name));
}

struct java_class *java_handle_stand_in(struct java_thread *t, const char *name, const char *super,
                                        const char *const *descriptors, uint32_t n) {
    enum { MAX_FIELDS = 8 };
    struct java_program *p = t->program;
    struct java_class *above = program_class_of(p, super);
    if (!above || n > MAX_FIELDS) {
        java_no_model(t, super);
        return NULL;
    }
    struct synthetic_field fields[MAX_FIELDS];
    for (uint32_t i = 0; i < n; i++)
        fields[i] = (struct synthetic_field){symbol_of("frisk$hidden"), symbol_of(descriptors[i])};
    pthread_mutex_lock(&p->lock);
    uint32_t at;
    symbol own = symbol_of(name);
    struct java_class *c;
    if (hash_map_get(&p->by_name, own, &at) && at < p->classes.n && p->classes.at[at]->name == own) {
        c = p->classes.at[at];
    } else {
        struct synthetic_class made = {.name = own, .super = above, .fields = fields, .n_fields = n};
        c = program_synthetic_class(p, &made);
    }
    pthread_mutex_unlock(&p->lock);
    return c;
}

// ---- Conversions: MethodHandle.asType ----

bool java_handle_convertible(struct java_thread *t, struct handle_type from, struct java_class *to) {
    enum java_kind a = java_kind_of(*from.at), b = to->primitive;
    if (a == JAVA_VOID || b == JAVA_VOID || (a == JAVA_REF && b == JAVA_REF)) return true;
    if (a != JAVA_REF && b != JAVA_REF) return java_can_widen(a, b);
    if (a != JAVA_REF) return java_class_is_subclass(program_class_of(t->program, java_box_name(a)), to);
    struct java_class *c = java_handle_class(t, from);
    if (!c) return false;
    enum java_kind box = java_box_kind(c);
    if (box != JAVA_REF) return java_can_widen(box, b);
    return java_class_is_subclass(program_class_of(t->program, java_box_name(b)), c); // cast, then unboxed
}

static bool cannot_cast(struct java_thread *t, const struct java_class *from, const struct java_class *to) {
    struct str a = {0}, b = {0}; // the message is that of Class.cast
    java_class_name(from, &a);
    java_class_name(to, &b);
    java_throw(t, "java/lang/ClassCastException", "Cannot cast %s to %s", a.at, b.at);
    str_free(&a);
    str_free(&b);
    return false;
}

// The JDK unboxes with a method of its own (Integer alone, Object with a flag), whose NullPointerException
// tells of that method.
static bool unbox_null(struct java_thread *t, struct handle_type from, enum java_kind to) {
    struct java_class *c = java_handle_class(t, from);
    struct java_class *conversions = program_class_of(t->program, "sun/invoke/util/ValueConversions");
    if (!c || !conversions) return false;
    enum java_kind own = java_box_kind(c), kind = own == JAVA_REF ? to : own;
    struct str name = {0}, descriptor = {0};
    str_addf(&name, "unbox%s", java_box_name(kind) + strlen("java/lang/"));
    if (own == JAVA_REF)
        str_addf(&descriptor, "(Ljava/lang/Object;Z)%c", java_kind_letter(kind));
    else
        str_addf(&descriptor, "(L%s;)%c", java_box_name(kind), java_kind_letter(kind));
    union word args[2] = {word_ref(NULL), word_int(0)};
    native_call(t, conversions, str_text(&name), str_text(&descriptor), args, NULL);
    str_free(&name);
    str_free(&descriptor);
    return false;
}

static bool unbox(struct java_thread *t, struct handle_type declared, enum java_kind to, struct sym *v) {
    if (v->e) symbolic_null(t, v->e, !v->w.r);
    if (!v->w.r) return unbox_null(t, declared, to);
    enum java_kind from = java_box_kind(v->w.r->class);
    struct java_class *number = program_class_of(t->program, "java/lang/Number");
    if (from == JAVA_REF && number && !java_class_is_subclass(v->w.r->class, number)) {
        java_throw_cast(t, v->w.r->class, number); // ValueConversions.primitiveConversion begins so
        return false;
    }
    if (from == JAVA_REF || !java_can_widen(from, to))
        return cannot_cast(t, v->w.r->class, program_class_of(t->program, java_box_name(to)));
    return java_value_unbox(t, v->w.r, to, v);
}

bool java_handle_convert(struct java_thread *t, struct handle_type from, struct java_class *to,
                         struct sym *v) {
    enum java_kind a = java_kind_of(*from.at), b = to->primitive;
    if (b == JAVA_VOID) return true;
    if (a == JAVA_VOID) { // zero or null
        *v = (struct sym){{.bits = 0}, EXPR_NONE};
        return true;
    }
    if (a == JAVA_REF && b != JAVA_REF) return unbox(t, from, b, v);
    if (a != JAVA_REF && b == JAVA_REF) {
        struct object *box = java_value_box(t, a, *v);
        *v = (struct sym){word_ref(box), EXPR_NONE};
        return box != NULL;
    }
    if (a != JAVA_REF)
        return java_value_widen(t, a, b, v) || java_no_model(t, "a handle that narrows") == NATIVE_DONE;
    if (v->e) symbolic_null(t, v->e, !v->w.r);
    return !v->w.r || java_class_is_subclass(v->w.r->class, to) || cannot_cast(t, v->w.r->class, to);
}

// ---- Lookups ----

enum { LOOKUP_FULL = 0x1F | 0x20 }; // public, private, protected, package, module; original

struct object *java_handle_lookup(struct java_thread *t, struct object *mirror) {
    struct java_class *c = program_class_of(t->program, "java/lang/invoke/MethodHandles$Lookup");
    if (!c || !mirror) return NULL;
    struct object *o = java_new_object(t, c);
    if (!o) return NULL;
    native_put(t, o, "lookupClass", word_ref(mirror));
    native_put(t, o, "allowedModes", word_int(LOOKUP_FULL));
    return o;
}

NATIVE(native_handles_lookup) { // of the class that calls it
    (void)args, (void)exprs;
    for (uint32_t i = t->n_frames; i-- > 0;) {
        const struct java_method *f = t->frames[i].method;
        if (f && f != m && !f->hidden_frame)
            return GIVE_MADE(java_handle_lookup(t, java_mirror(t, f->class)));
    }
    return java_no_model(t, "MethodHandles.lookup without a caller");
}

// Which modules open what is not looked at: the JDK's own members stay closed to other code anyway.
NATIVE(native_handles_private_lookup) {
    if (!args[0].r || !args[1].r) return java_throw_plain(t, "java/lang/NullPointerException");
    const struct java_class *of = java_mirrored(args[0].r);
    const struct java_class *from = java_mirrored(native_field(args[1].r, "lookupClass")->r);
    if (of->origin != from->origin) return java_no_model(t, "MethodHandles.privateLookupIn of the JDK");
    return GIVE_MADE(java_handle_lookup(t, args[0].r));
}

static size_t package_size(const struct java_class *c) {
    const char *slash = strrchr(symbol_text(c->name), '/');
    return slash ? (size_t)(slash - symbol_text(c->name)) : 0;
}

static bool same_package(const struct java_class *a, const struct java_class *b) {
    size_t n = package_size(a);
    return n == package_size(b) && memcmp(symbol_text(a->name), symbol_text(b->name), n) == 0;
}

// JVMS 5.4.4; that the module exports the package is taken for granted between classes of the user's.
bool java_handle_accessible(struct java_thread *t, const struct java_class *from, const struct java_class *c,
                            const struct java_class *declares, uint16_t access, symbol name) {
    bool ok = (c->access & ACC_PUBLIC) || same_package(from, c) || from->nest_host == c->nest_host;
    if (access & ACC_PRIVATE)
        ok = from->nest_host == declares->nest_host;
    else if (!(access & ACC_PUBLIC))
        ok = same_package(from, declares) ||
             (access & ACC_PROTECTED && java_class_is_subclass(from, declares));
    if (ok) return true;
    struct str what = {0};
    str_addf(&what, "a lookup that is denied: %s.%s", symbol_text(declares->name), symbol_text(name));
    java_no_model(t, str_text(&what));
    str_free(&what);
    return false;
}
