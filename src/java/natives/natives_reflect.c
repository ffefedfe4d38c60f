// SPDX-License-Identifier: Apache-2.0
// Natives of java.lang.reflect: methods, constructors and fields as objects, and calls through them. An
// object's `slot` is the member's index among those that its class declares.
#include <assert.h>

#include "java/machine/boxes.h"
#include "java/runtime/native.h"

// ---- Members as objects ----

static struct object *mirror_of_descriptor(struct java_thread *t, const char *descriptor, size_t n) {
    struct diag d = {0};
    struct java_class *c = program_descriptor_class(t->program, descriptor, n, &d);
    if (c) return java_mirror(t, c);
    if (d.kind == DIAG_NONE)
        java_throw(t, "java/lang/NoClassDefFoundError", "%.*s", (int)n, descriptor);
    else
        java_no_model(t, d.text);
    return NULL;
}

static size_t descriptor_size(const char *d) {
    size_t i = strspn(d, "[");
    return d[i] == 'L' ? (size_t)(strchr(d + i, ';') - d) + 1 : i + 1;
}

static struct object *parameter_types(struct java_thread *t, const struct java_method *m) {
    struct object *array = java_new_array(t, program_array_of(t->program, t->program->class), m->n_params);
    const char *d = symbol_text(m->descriptor) + 1;
    for (uint32_t i = 0; array && i < m->n_params; i++) {
        size_t n = descriptor_size(d);
        struct object *mirror = mirror_of_descriptor(t, d, n);
        if (!mirror) return NULL;
        java_array_put(t, array, i, word_ref(mirror), EXPR_NONE);
        d += n;
    }
    return array;
}

static struct object *exception_types(struct java_thread *t, const struct java_method *m) {
    uint32_t n = m->info ? m->info->n_exceptions : 0;
    struct object *array = java_new_array(t, program_array_of(t->program, t->program->class), n);
    for (uint32_t i = 0; array && i < n; i++) {
        struct str d = {0};
        str_addf(&d, "L%s;", symbol_text(m->info->exceptions[i]));
        struct object *mirror = mirror_of_descriptor(t, d.at, d.n);
        str_free(&d);
        if (!mirror) return NULL;
        java_array_put(t, array, i, word_ref(mirror), EXPR_NONE);
    }
    return array;
}

static bool put_text(struct java_thread *t, struct object *o, const char *field, symbol text) {
    if (!text) return true;
    struct object *s = java_string_constant(
        t, (struct java_bytes){(const uint8_t *)symbol_text(text), (uint32_t)symbol_size(text)});
    if (s) native_put(t, o, field, word_ref(s));
    return s;
}

static bool put_bytes(struct java_thread *t, struct object *o, const char *field, struct java_bytes bytes) {
    if (!bytes.n) return true;
    struct object *array = java_new_array(t, t->program->byte_array, bytes.n);
    if (!array) return false;
    memcpy(array_data(array), bytes.at, bytes.n);
    native_put(t, o, field, word_ref(array));
    return true;
}

static struct object *new_of(struct java_thread *t, const char *class) {
    struct java_class *c = program_class_of(t->program, class);
    if (!c) {
        java_no_model(t, class);
        return NULL;
    }
    return java_initialize(t, c) == JAVA_RETURNED ? java_new_object(t, c) : NULL;
}

// What Method and Constructor have in common.
static bool fill_executable(struct java_thread *t, struct object *o, struct java_method *m) {
    struct object *class = java_mirror(t, m->class);
    struct object *parameters = class ? parameter_types(t, m) : NULL;
    struct object *exceptions = parameters ? exception_types(t, m) : NULL;
    if (!exceptions) return false;
    native_put(t, o, "clazz", word_ref(class));
    native_put(t, o, "slot", word_int((int32_t)(m - m->class->methods)));
    native_put(t, o, "parameterTypes", word_ref(parameters));
    native_put(t, o, "exceptionTypes", word_ref(exceptions));
    native_put(t, o, "modifiers", word_int(m->access & 0x1FFF));
    if (!m->info) return true;
    return put_text(t, o, "signature", m->info->signature) &&
           put_bytes(t, o, "annotations", m->info->annotations) &&
           put_bytes(t, o, "parameterAnnotations", m->info->parameter_annotations);
}

static struct object *method_object(struct java_thread *t, struct java_method *m) {
    struct object *o = new_of(t, "java/lang/reflect/Method");
    if (!o || !fill_executable(t, o, m) || !put_text(t, o, "name", m->name)) return NULL;
    const char *returned = strchr(symbol_text(m->descriptor), ')') + 1;
    struct object *type = mirror_of_descriptor(t, returned, strlen(returned));
    if (!type) return NULL;
    native_put(t, o, "returnType", word_ref(type));
    return !m->info || put_bytes(t, o, "annotationDefault", m->info->annotation_default) ? o : NULL;
}

static struct object *constructor_object(struct java_thread *t, struct java_method *m) {
    struct object *o = new_of(t, "java/lang/reflect/Constructor");
    return o && fill_executable(t, o, m) ? o : NULL;
}

static struct object *field_object(struct java_thread *t, struct java_field *f) {
    struct object *o = new_of(t, "java/lang/reflect/Field");
    struct object *class = o ? java_mirror(t, f->class) : NULL;
    struct object *type =
        class ? mirror_of_descriptor(t, symbol_text(f->descriptor), symbol_size(f->descriptor)) : NULL;
    if (!type || !put_text(t, o, "name", f->name)) return NULL;
    bool trusted =
        f->access & ACC_FINAL && (f->access & ACC_STATIC || (f->class->file && f->class->file->is_record));
    native_put(t, o, "clazz", word_ref(class));
    native_put(t, o, "slot", word_int((int32_t)(f - f->class->fields)));
    native_put(t, o, "type", word_ref(type));
    native_put(t, o, "modifiers", word_int(f->access & 0x50DF));
    native_put_if(t, o, "trustedFinal", word_int(trusted));
    return !f->info || (put_text(t, o, "signature", f->info->signature) &&
                        put_bytes(t, o, "annotations", f->info->annotations))
               ? o
               : NULL;
}

// A new array of the objects found, or NULL where one could not be made.
static struct object *array_of(struct java_thread *t, const char *element, struct object *const *found,
                               uint32_t n) {
    struct java_class *c = program_class_of(t->program, element);
    struct object *array = c ? java_new_array(t, program_array_of(t->program, c), n) : NULL;
    for (uint32_t i = 0; array && i < n; i++) java_array_put(t, array, i, word_ref(found[i]), EXPR_NONE);
    return array;
}

typedef VEC(struct object *) object_vec;

static bool wanted(const struct java_method *m, bool constructors, bool public_only) {
    if (public_only && !(m->access & ACC_PUBLIC)) return false;
    const char *name = symbol_text(m->name);
    return constructors ? strcmp(name, "<init>") == 0 : name[0] != '<';
}

static struct object *declared_methods(struct java_thread *t, struct java_class *c, bool constructors,
                                       bool public_only) {
    object_vec found = {0};
    struct object *o = NULL;
    bool good = true;
    for (uint32_t i = 0; good && i < c->n_methods; i++) {
        struct java_method *m = &c->methods[i];
        if (c->element || !wanted(m, constructors, public_only)) continue;
        o = constructors ? constructor_object(t, m) : method_object(t, m);
        if (o)
            vec_push(&found, o);
        else
            good = false;
    }
    struct object *array =
        good ? array_of(t, constructors ? "java/lang/reflect/Constructor" : "java/lang/reflect/Method",
                        found.at, found.n)
             : NULL;
    vec_free(&found);
    return array;
}

NATIVE(native_class_declared_methods) {
    return GIVE_MADE(declared_methods(t, java_mirrored(args[0].r), false, args[1].i));
}

NATIVE(native_class_declared_constructors) {
    return GIVE_MADE(declared_methods(t, java_mirrored(args[0].r), true, args[1].i));
}

NATIVE(native_class_declared_fields) {
    struct java_class *c = java_mirrored(args[0].r);
    object_vec found = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < c->n_fields; i++) {
        struct java_field *f = &c->fields[i];
        if (!f->info || (args[1].i && !(f->access & ACC_PUBLIC))) continue;
        struct object *o = field_object(t, f);
        if (o)
            vec_push(&found, o);
        else
            good = false;
    }
    struct object *array = good ? array_of(t, "java/lang/reflect/Field", found.at, found.n) : NULL;
    vec_free(&found);
    return GIVE_MADE(array);
}

static struct object *component_object(struct java_thread *t, struct java_class *c,
                                       const struct class_component *k) {
    struct object *o = new_of(t, "java/lang/reflect/RecordComponent");
    struct object *class = o ? java_mirror(t, c) : NULL;
    struct object *type =
        class ? mirror_of_descriptor(t, symbol_text(k->descriptor), symbol_size(k->descriptor)) : NULL;
    if (!type || !put_text(t, o, "name", k->name) || !put_text(t, o, "signature", k->signature)) return NULL;
    native_put(t, o, "clazz", word_ref(class));
    native_put(t, o, "type", word_ref(type));
    struct str d = {0};
    str_addf(&d, "()%s", symbol_text(k->descriptor));
    struct java_method *accessor = java_class_find_declared(c, k->name, symbol_intern(d.at, d.n));
    str_free(&d);
    if (!accessor) return o;
    struct object *method = method_object(t, accessor);
    if (!method) return NULL;
    native_put(t, o, "accessor", word_ref(method));
    return o;
}

NATIVE(native_class_record_components) {
    struct java_class *c = java_mirrored(args[0].r);
    uint32_t n = c->file ? c->file->n_components : 0;
    object_vec found = {0};
    struct object *array = NULL;
    bool good = true;
    for (uint32_t i = 0; good && i < n; i++) {
        struct object *o = component_object(t, c, &c->file->components[i]);
        if (o)
            vec_push(&found, o);
        else
            good = false;
    }
    if (good) array = array_of(t, "java/lang/reflect/RecordComponent", found.at, found.n);
    vec_free(&found);
    return GIVE_MADE(array);
}

static struct java_method *method_of(const struct object *member) {
    struct java_class *c = java_mirrored(native_field(member, "clazz")->r);
    uint32_t slot = (uint32_t)native_field(member, "slot")->i;
    assert(slot < c->n_methods);
    return &c->methods[slot];
}

// Executable.getParameters0: null without a MethodParameters attribute.
NATIVE(native_executable_parameters) {
    struct java_method *m2 = method_of(args[0].r);
    const struct class_method *info = m2->info;
    if (!info || !info->n_parameters) return GIVE_REF(NULL);
    object_vec found = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < info->n_parameters; i++) {
        struct object *o = new_of(t, "java/lang/reflect/Parameter");
        good = o && put_text(t, o, "name", info->parameters[i].name);
        if (!good) break;
        native_put(t, o, "modifiers", word_int(info->parameters[i].access));
        native_put(t, o, "executable", args[0]);
        native_put(t, o, "index", word_int((int32_t)i));
        vec_push(&found, o);
    }
    struct object *array = good ? array_of(t, "java/lang/reflect/Parameter", found.at, found.n) : NULL;
    vec_free(&found);
    return GIVE_MADE(array);
}

// ---- Calls ----

static enum native_status illegal_argument(struct java_thread *t, const char *message) {
    return java_throw(t, "java/lang/IllegalArgumentException", "%s", message);
}

// Unpacks the Object[] into words[1..], each as the parameter's type asks.
static enum native_status unpack(struct java_thread *t, const struct java_method *m,
                                 const struct object *array, union word *words, expr_id *word_exprs) {
    uint32_t n = array ? (uint32_t)array->length : 0;
    if (n != m->n_params) return illegal_argument(t, "wrong number of arguments");
    const char *d = symbol_text(m->descriptor) + 1;
    for (uint32_t i = 0; i < n; i++, d += descriptor_size(d)) {
        enum java_kind kind = (enum java_kind)m->param_kinds[i];
        words[i] = java_array_get(array, i);
        word_exprs[i] = object_expr(array, i);
        if (kind != JAVA_REF) {
            struct sym v = {words[i], word_exprs[i]};
            if (!java_value_open(t, v.w.r, kind, &v)) return illegal_argument(t, "argument type mismatch");
            words[i] = v.w, word_exprs[i] = v.e;
        } else if (words[i].r) {
            struct object *mirror = mirror_of_descriptor(t, d, descriptor_size(d));
            if (!mirror) return native_failed(t);
            if (!java_class_is_subclass(words[i].r->class, java_mirrored(mirror)))
                return illegal_argument(t, "argument type mismatch");
        }
    }
    return NATIVE_DONE;
}

// What the called method threw, wrapped.
static enum native_status wrap_exception(struct java_thread *t) {
    struct object *cause = t->exception;
    t->exception = NULL;
    struct object *wrapper = new_of(t, "java/lang/reflect/InvocationTargetException");
    if (!wrapper) return native_failed(t);
    const union word arguments[2] = {word_ref(wrapper), word_ref(cause)};
    enum java_end end = native_call(t, wrapper->class, "<init>", "(Ljava/lang/Throwable;)V", arguments, NULL);
    if (end != JAVA_RETURNED) return (enum native_status)end;
    t->exception = wrapper;
    return NATIVE_THROW;
}

// (receiver or NULL for static methods, Object[]) -> what it returns
static enum native_status invoke(struct java_thread *t, struct java_method *m, struct object *receiver,
                                 const struct object *array, union word *value, expr_id *value_expr) {
    union word words[256];
    expr_id word_exprs[256] = {0};
    uint32_t skip = m->access & ACC_STATIC ? 0 : 1;
    words[0] = word_ref(receiver);
    enum native_status s = unpack(t, m, array, words + skip, word_exprs + skip);
    if (s != NATIVE_DONE) return s;
    switch (java_call(t, m, words, word_exprs, value, value_expr)) {
    case JAVA_RETURNED: return NATIVE_DONE;
    case JAVA_THROWN: return wrap_exception(t);
    case JAVA_STOPPED:
    default: return NATIVE_STOP;
    }
}

static enum native_status invoke_method(struct java_thread *t, struct java_method *m, struct object *receiver,
                                        const struct object *array, union word *result,
                                        expr_id *result_expr) {
    if (m->access & ACC_STATIC) {
        enum java_end end = java_initialize(t, m->class);
        if (end != JAVA_RETURNED) return (enum native_status)end;
    } else {
        if (!receiver) return java_throw_plain(t, "java/lang/NullPointerException");
        if (!java_class_is_subclass(receiver->class, m->class))
            return illegal_argument(t, "object is not an instance of declaring class");
        m = java_class_select(receiver->class, m);
        if (!m) return java_throw_plain(t, "java/lang/AbstractMethodError");
    }
    union word value = {.bits = 0};
    expr_id value_expr = EXPR_NONE;
    enum native_status s = invoke(t, m, receiver, array, &value, &value_expr);
    if (s != NATIVE_DONE) return s;
    if (m->return_kind == JAVA_VOID) return GIVE_REF(NULL);
    if (m->return_kind == JAVA_REF) return GIVE(value, value_expr);
    return GIVE_MADE(java_value_box(t, m->return_kind, (struct sym){value, value_expr}));
}

static enum native_status construct(struct java_thread *t, struct java_method *m, const struct object *array,
                                    union word *result, expr_id *result_expr) {
    if (m->class->access & ACC_ABSTRACT) return java_throw_plain(t, "java/lang/InstantiationException");
    enum java_end end = java_initialize(t, m->class);
    if (end != JAVA_RETURNED) return (enum native_status)end;
    struct object *o = java_new_object(t, m->class);
    if (!o) return native_failed(t);
    union word nothing;
    expr_id nothing_expr;
    enum native_status s = invoke(t, m, o, array, &nothing, &nothing_expr);
    return s == NATIVE_DONE ? GIVE_REF(o) : s;
}

// (Method, Object, Object[])
NATIVE(native_method_invoke) {
    return invoke_method(t, method_of(args[0].r), args[1].r, args[2].r, result, result_expr);
}

// NativeMethodAccessorImpl.invoke(Object, Object[]): the same for ever, no code is generated after some
// calls.
NATIVE(native_method_accessor_invoke) {
    return invoke_method(t, method_of(native_field(args[0].r, "method")->r), args[1].r, args[2].r, result,
                         result_expr);
}

// (Constructor, Object[])
NATIVE(native_constructor_new) {
    return construct(t, method_of(args[0].r), args[1].r, result, result_expr);
}

NATIVE(native_constructor_accessor_new) {
    return construct(t, method_of(native_field(args[0].r, "c")->r), args[1].r, result, result_expr);
}

// Who called the method that asks? Calls by reflection are looked through.
NATIVE(native_reflection_caller_class) {
    uint32_t i = t->n_frames;
    if (i && t->frames[i - 1].method == m) i--; // the native's own frame, if natives have one
    uint32_t skip = 1;                          // the method that asks
    while (i-- > 0) {
        const struct java_method *f = t->frames[i].method;
        if (!f || f->hidden_frame) continue;
        if (skip) {
            skip--;
            continue;
        }
        if (f->class->origin == ORIGIN_JDK &&
            strcmp(symbol_text(f->class->name), "java/lang/reflect/Method") == 0)
            continue;
        return GIVE_MADE(java_mirror(t, f->class));
    }
    return GIVE_REF(NULL);
}
