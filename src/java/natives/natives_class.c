// SPDX-License-Identifier: Apache-2.0
// Natives of java.lang.Class and its neighbours: what a class is called, what it is, what it descends from.
// Members as objects are in natives_reflect.c.
#include <assert.h>

#include "java/runtime/native.h"

static const char *const primitive_names[JAVA_KINDS] = {
    [JAVA_VOID] = "void", [JAVA_BOOLEAN] = "boolean", [JAVA_BYTE] = "byte",
    [JAVA_CHAR] = "char", [JAVA_SHORT] = "short",     [JAVA_INT] = "int",
    [JAVA_LONG] = "long", [JAVA_FLOAT] = "float",     [JAVA_DOUBLE] = "double",
};

// ---- Names ----

void java_class_external_name(const struct java_class *c, struct str *out) {
    uint32_t dimensions = 0;
    for (; c->element; c = c->element) dimensions++;
    java_dotted_name(out, c->name);
    while (dimensions--) str_add(out, "[]");
}

struct object *java_class_name_string(struct java_thread *t, const struct java_class *c) {
    struct str s = {0};
    java_class_name(c, &s);
    struct object *string = java_string(t, str_text(&s), s.n);
    struct object *interned = string ? java_intern(t, string) : NULL;
    str_free(&s);
    return interned;
}

const char *java_class_module(const struct java_thread *t, const struct java_class *c) {
    if (c->origin != ORIGIN_JDK) return NULL;
    const char *name = symbol_text(c->name), *slash = strrchr(name, '/');
    const struct jdk *jdk = java_classpath_jdk(t->program->path);
    const char *module = slash ? jdk_module_of(jdk, name, (size_t)(slash - name)) : NULL;
    return module ? module : "java.base"; // arrays of primitives, say
}

static struct java_class *self_class(const union word *args) {
    return java_mirrored(args[0].r);
}

// The name is kept in the Class; for all runs where both of them are lasting.
// The JVM numbers the classes that it makes (of lambdas) otherwise than frisk does.
NATIVE(native_class_name) {
    (void)m, (void)exprs, (void)result, (void)result_expr;
    if (java_is_for_all_jvms(t) && self_class(args)->origin == ORIGIN_SYNTHETIC)
        java_lost(t, "java/lang/Class.getName");
    return NATIVE_DECLINE;
}

NATIVE(native_class_init_name) {
    bool lasting = t->heap.make_lasting;
    t->heap.make_lasting = args[0].r->flags & OBJECT_LASTING;
    struct object *name = java_class_name_string(t, self_class(args));
    t->heap.make_lasting = name && name->flags & OBJECT_LASTING;
    if (name) native_put(t, args[0].r, "name", word_ref(name));
    t->heap.make_lasting = lasting;
    return GIVE_MADE(name);
}

static const struct class_inner *inner_of(const struct java_class *c) {
    for (uint32_t i = 0; c->file && i < c->file->n_inner; i++)
        if (c->file->inner[i].inner == c->name) return &c->file->inner[i];
    return NULL;
}

static struct object *symbol_string(struct java_thread *t, symbol s) {
    struct java_bytes text = {(const uint8_t *)symbol_text(s), (uint32_t)symbol_size(s)};
    return java_string_constant(t, text);
}

NATIVE(native_class_simple_binary_name) {
    const struct class_inner *inner = inner_of(self_class(args));
    return inner && inner->name ? GIVE_MADE(symbol_string(t, inner->name)) : GIVE_REF(NULL);
}

NATIVE(native_class_generic_signature) {
    const struct class_file *f = self_class(args)->file;
    return f && f->signature ? GIVE_MADE(symbol_string(t, f->signature)) : GIVE_REF(NULL);
}

// ---- Classes by name ----

// Throws NoClassDefFoundError or stops where it cannot be had.
static struct java_class *class_of_symbol(struct java_thread *t, symbol name) {
    struct diag d = {0};
    struct java_class *c = program_class(t->program, name, &d);
    if (c) return c;
    if (d.kind == DIAG_NONE)
        java_throw(t, "java/lang/NoClassDefFoundError", "%s", symbol_text(name));
    else
        java_no_model(t, d.text);
    return NULL;
}

static enum native_status give_class(struct java_thread *t, struct java_class *c, union word *result,
                                     expr_id *result_expr) {
    return c ? GIVE_MADE(java_mirror(t, c)) : native_failed(t);
}

NATIVE(native_class_primitive) {
    if (args[0].r)
        for (int k = 0; k < JAVA_KINDS; k++)
            if (primitive_names[k] && java_string_equals(args[0].r, primitive_names[k]))
                return give_class(t, t->program->primitives[k], result, result_expr);
    return java_throw_plain(t, "java/lang/ClassNotFoundException");
}

// Class.forName takes "a.B" and "[La.B;", where the array's element may also be a primitive.
static struct java_class *class_of_java_name(struct java_thread *t, const struct object *string,
                                             struct diag *d) {
    if (java_string_is_symbolic(string)) java_lost(t, "java/lang/Class.forName");
    struct str s = {0};
    java_string_chars(string, &s);
    bool bad = s.n == 0 || strchr(str_text(&s), '/') || strlen(str_text(&s)) != s.n;
    for (size_t i = 0; i < s.n; i++)
        if (s.at[i] == '.') s.at[i] = '/';
    if (!bad && s.at[0] == '[') { // must be a descriptor to the end
        size_t i = strspn(s.at, "[");
        bool object =
            s.at[i] == 'L' && s.at[s.n - 1] == ';' && s.n > i + 2 && strcspn(s.at + i, ";[") == s.n - i - 1;
        bad = i > 255 || !(object || (s.n == i + 1 && strchr("ZBCSIJFD", s.at[i])));
    }
    struct java_class *c = bad ? NULL : program_class(t->program, symbol_intern(str_text(&s), s.n), d);
    str_free(&s);
    return c && c->primitive == JAVA_REF ? c : NULL;
}

static enum native_status not_found(struct java_thread *t, const struct object *name) {
    struct str s = {0};
    java_string_chars(name, &s);
    enum native_status status = java_throw(t, "java/lang/ClassNotFoundException", "%s", str_text(&s));
    str_free(&s);
    return status;
}

// (String name, boolean initialize, ..)
NATIVE(native_class_for_name) {
    if (!args[0].r) return java_throw_plain(t, "java/lang/NullPointerException");
    struct diag d = {0};
    struct java_class *c = class_of_java_name(t, args[0].r, &d);
    if (!c && d.kind != DIAG_NONE) return java_no_model(t, d.text);
    if (!c) return not_found(t, args[0].r);
    if (args[1].i) {
        enum java_end end = java_initialize(t, c);
        if (end != JAVA_RETURNED) return (enum native_status)end;
    }
    return give_class(t, c, result, result_expr);
}

// ClassLoader.findBootstrapClass(String): null where there is none. JDK classes only.
NATIVE(native_find_bootstrap_class) {
    struct diag d = {0};
    struct java_class *c = args[0].r ? class_of_java_name(t, args[0].r, &d) : NULL;
    return c && c->origin == ORIGIN_JDK ? give_class(t, c, result, result_expr) : GIVE_REF(NULL);
}

// ClassLoader.loadClass(String)
NATIVE(native_load_class) {
    if (!args[1].r) return java_throw_plain(t, "java/lang/NullPointerException");
    struct diag d = {0};
    struct java_class *c = class_of_java_name(t, args[1].r, &d);
    if (!c && d.kind != DIAG_NONE) return java_no_model(t, d.text);
    return c && !c->element ? give_class(t, c, result, result_expr) : not_found(t, args[1].r);
}

// ---- Kinds ----

NATIVE(native_class_is_instance) {
    if (exprs[1]) java_lost(t, "java/lang/Class.isInstance");
    struct object *o = args[1].r;
    return GIVE_INT(o && java_class_is_subclass(o->class, self_class(args)));
}

static bool assignable(const struct java_class *from, const struct java_class *to) {
    if (from == to) return true;
    return from->primitive == JAVA_REF && to->primitive == JAVA_REF && java_class_is_subclass(from, to);
}

NATIVE(native_class_is_assignable_from) {
    if (!args[1].r) return java_throw_plain(t, "java/lang/NullPointerException");
    return GIVE_INT(assignable(java_mirrored(args[1].r), self_class(args)));
}

NATIVE(native_class_is_interface) {
    return GIVE_INT(class_is_interface(self_class(args)));
}

NATIVE(native_class_is_array) {
    return GIVE_INT(class_is_array(self_class(args)));
}

NATIVE(native_class_is_primitive) {
    return GIVE_INT(self_class(args)->primitive != JAVA_REF);
}

NATIVE(native_class_is_hidden) {
    return GIVE_INT(self_class(args)->origin == ORIGIN_SYNTHETIC);
}

NATIVE(native_class_is_record) {
    const struct class_file *f = self_class(args)->file;
    return GIVE_INT(f && f->is_record);
}

NATIVE(native_class_component_type) {
    struct java_class *c = self_class(args)->element;
    return c ? give_class(t, c, result, result_expr) : GIVE_REF(NULL);
}

// What InnerClasses says of the class, else its own flags; of an array, those of its elements' class.
static int32_t modifiers_of(const struct java_class *c) {
    uint32_t always = 0;
    for (; c->element; c = c->element) always = ACC_FINAL | ACC_ABSTRACT;
    if (c->primitive != JAVA_REF) return ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
    const struct class_inner *inner = inner_of(c);
    uint32_t access = inner ? inner->access : c->access;
    if (always) access &= ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC;
    return (int32_t)((access | always) & 0x7FFF & ~(uint32_t)ACC_SUPER);
}

NATIVE(native_class_modifiers) {
    return GIVE_INT(modifiers_of(self_class(args)));
}

NATIVE(native_reflection_access_flags) {
    return GIVE_INT(java_mirrored(args[0].r)->access & 0x7FFF);
}

// Assertions are on in the code under test (the replaying JVM runs with -ea), off in the JDK.
NATIVE(native_class_desired_assertion_status) {
    return GIVE_INT(java_mirrored(args[0].r)->origin == ORIGIN_USER);
}

// ---- Relatives ----

static struct object *class_array(struct java_thread *t, uint32_t n) {
    return java_new_array(t, program_array_of(t->program, t->program->class), n);
}

// A new Class[] of the classes named.
static struct object *classes_named(struct java_thread *t, const symbol *names, uint32_t n) {
    struct object *array = class_array(t, n);
    for (uint32_t i = 0; array && i < n; i++) {
        struct java_class *c = class_of_symbol(t, names[i]);
        struct object *mirror = c ? java_mirror(t, c) : NULL;
        if (!mirror) return NULL;
        java_array_put(t, array, i, word_ref(mirror), EXPR_NONE);
    }
    return array;
}

NATIVE(native_class_superclass) {
    struct java_class *c = self_class(args);
    if (class_is_interface(c) || !c->super) return GIVE_REF(NULL);
    return give_class(t, c->super, result, result_expr);
}

NATIVE(native_class_interfaces) {
    struct java_class *c = self_class(args);
    struct object *array = class_array(t, c->n_interfaces);
    for (uint32_t i = 0; array && i < c->n_interfaces; i++) {
        struct object *mirror = java_mirror(t, c->interfaces[i]);
        if (!mirror) return native_failed(t);
        java_array_put(t, array, i, word_ref(mirror), EXPR_NONE);
    }
    return GIVE_MADE(array);
}

NATIVE(native_class_declaring_class) {
    const struct class_inner *inner = inner_of(self_class(args));
    if (!inner || !inner->outer) return GIVE_REF(NULL);
    return give_class(t, class_of_symbol(t, inner->outer), result, result_expr);
}

// {class, name of the method or null, its descriptor or null}, JVMS 4.7.7
NATIVE(native_class_enclosing_method) {
    const struct class_file *f = self_class(args)->file;
    if (!f || !f->enclosing_class) return GIVE_REF(NULL);
    struct java_class *c = class_of_symbol(t, f->enclosing_class);
    struct object *array = c ? java_new_array(t, t->program->object_array, 3) : NULL;
    struct object *mirror = array ? java_mirror(t, c) : NULL;
    if (!mirror) return native_failed(t);
    java_array_put(t, array, 0, word_ref(mirror), EXPR_NONE);
    const symbol texts[2] = {f->enclosing_method, f->enclosing_descriptor};
    for (uint32_t i = 0; i < 2; i++) {
        struct object *s = texts[i] ? symbol_string(t, texts[i]) : NULL;
        if (texts[i] && !s) return native_failed(t);
        java_array_put(t, array, i + 1, word_ref(s), EXPR_NONE);
    }
    return GIVE_REF(array);
}

NATIVE(native_class_declared_classes) {
    struct java_class *c = self_class(args);
    VEC(symbol) names = {0};
    for (uint32_t i = 0; c->file && i < c->file->n_inner; i++)
        if (c->file->inner[i].outer == c->name) vec_push(&names, c->file->inner[i].inner);
    struct object *array = classes_named(t, names.at, names.n);
    vec_free(&names);
    return GIVE_MADE(array);
}

NATIVE(native_class_nest_host) {
    struct java_class *c = self_class(args);
    if (!c->file || !c->file->nest_host) return give_class(t, c, result, result_expr);
    return give_class(t, class_of_symbol(t, c->file->nest_host), result, result_expr);
}

NATIVE(native_class_nest_members) {
    struct java_class *c = self_class(args);
    if (c->file && c->file->nest_host) c = class_of_symbol(t, c->file->nest_host);
    if (!c) return native_failed(t);
    VEC(symbol) names = {0};
    vec_push(&names, c->name);
    for (uint32_t i = 0; c->file && i < c->file->n_nest_members; i++)
        vec_push(&names, c->file->nest_members[i]);
    struct object *array = classes_named(t, names.at, names.n);
    vec_free(&names);
    return GIVE_MADE(array);
}

NATIVE(native_class_permitted_subclasses) {
    const struct class_file *f = self_class(args)->file;
    if (!f || !f->n_permitted) return GIVE_REF(NULL);
    return GIVE_MADE(classes_named(t, f->permitted, f->n_permitted));
}

NATIVE(native_reflection_nest_mates) {
    return GIVE_INT(java_mirrored(args[0].r)->nest_host == java_mirrored(args[1].r)->nest_host);
}

static struct object *bytes_of(struct java_thread *t, struct java_bytes bytes) {
    struct object *array = java_new_array(t, t->program->byte_array, bytes.n);
    if (array && bytes.n) memcpy(array_data(array), bytes.at, bytes.n);
    return array;
}

NATIVE(native_class_raw_annotations) {
    const struct class_file *f = self_class(args)->file;
    return f && f->annotations.n ? GIVE_MADE(bytes_of(t, f->annotations)) : GIVE_REF(NULL);
}

// ---- Enums ----

// Class.getEnumConstantsShared: what the class's values() gives, kept in the Class; null where it is no enum.
NATIVE(native_class_enum_constants) {
    struct object *mirror = args[0].r;
    struct object *known = native_field(mirror, "enumConstants")->r;
    struct java_class *c = self_class(args);
    if (known) return GIVE_REF(known);
    struct java_class *base = c->super;
    if (!(c->access & ACC_ENUM) || !base || strcmp(symbol_text(base->name), "java/lang/Enum") != 0)
        return GIVE_REF(NULL);
    struct str descriptor = {0};
    str_addf(&descriptor, "()[L%s;", symbol_text(c->name));
    struct java_method *values =
        java_class_find_declared(c, symbol_of("values"), symbol_intern(descriptor.at, descriptor.n));
    str_free(&descriptor);
    if (!values || !(values->access & ACC_STATIC)) return GIVE_REF(NULL);
    enum java_end end = java_initialize(t, c);
    union word array;
    expr_id expr;
    if (end == JAVA_RETURNED) end = java_call(t, values, NULL, NULL, &array, &expr);
    if (end == JAVA_STOPPED) return NATIVE_STOP;
    if (end == JAVA_THROWN) return NATIVE_THROW;
    native_put(t, mirror, "enumConstants", array);
    return GIVE(array, EXPR_NONE);
}

// ---- Loaders and modules ----

// Classes of the program come from the application's loader, those of the JDK from the boot loader (null).
static enum java_end builtin_loader(struct java_thread *t, const char *name, union word *loader) {
    struct java_class *loaders = program_class_of(t->program, "jdk/internal/loader/ClassLoaders");
    if (!loaders) return (enum java_end)java_no_model(t, "jdk/internal/loader/ClassLoaders");
    enum java_end end = java_initialize(t, loaders);
    if (end != JAVA_RETURNED) return end;
    struct java_class *type = program_class_of(t->program, "java/lang/ClassLoader");
    return type ? native_call(t, loaders, name, "()Ljava/lang/ClassLoader;", NULL, loader)
                : (enum java_end)java_no_model(t, "java/lang/ClassLoader");
}

NATIVE(native_class_loader_of) {
    struct java_class *c = self_class(args);
    while (c->element) c = c->element;
    *result_expr = EXPR_NONE;
    if (c->origin == ORIGIN_JDK) return GIVE_REF(NULL);
    return (enum native_status)builtin_loader(t, "appClassLoader", result);
}

NATIVE(native_system_class_loader) {
    *result_expr = EXPR_NONE;
    return (enum native_status)builtin_loader(t, "appClassLoader", result);
}

NATIVE(native_platform_class_loader) {
    *result_expr = EXPR_NONE;
    return (enum native_status)builtin_loader(t, "platformClassLoader", result);
}

// Two modules stand for all: a named one of the JDK, and the unnamed one of the program.
static struct object *module_of(struct java_thread *t, bool jdk) {
    struct object **known = &t->modules[jdk];
    if (*known) return *known;
    struct java_class *c = program_class_of(t->program, "java/lang/Module");
    if (!c || java_initialize(t, c) != JAVA_RETURNED) return NULL;
    struct heap_mode mode = heap_make_lasting(&t->heap);
    struct object *o = java_new_object(t, c);
    struct object *name = o && jdk ? java_string(t, "java.base", 9) : NULL;
    if (name) native_put(t, o, "name", word_ref(name));
    heap_restore_mode(&t->heap, mode);
    return *known = jdk && !name ? NULL : o;
}

NATIVE(native_class_module) {
    const struct java_class *c = self_class(args);
    while (c->element) c = c->element;
    return GIVE_MADE(module_of(t, c->origin == ORIGIN_JDK));
}

// Module.implIsExportedOrOpen(String package, Module other, boolean open): of the JDK, java.* and javax.* are
// exported and nothing is open.
NATIVE(native_module_is_exported) {
    if (args[0].r == args[2].r || args[0].r != t->modules[1]) return GIVE_INT(1);
    struct str package = {0};
    if (args[1].r) java_string_chars(args[1].r, &package);
    bool exported =
        strncmp(str_text(&package), "java.", 5) == 0 || strncmp(str_text(&package), "javax.", 6) == 0;
    str_free(&package);
    return GIVE_INT(exported && !args[3].i);
}
