// SPDX-License-Identifier: Apache-2.0
// java.lang.invoke.VarHandle of fields, static fields, elements of arrays and views of byte arrays. There is
// one thread: all modes of access are the same, and a weak compareAndSet never fails without reason.
#include <string.h>

#include "java/machine/handle.h"
#include "java/machine/interp_loop.h"
#include "java/runtime/native.h"

#define VIEW "java/lang/invoke/VarHandleByteArrayAs"

enum { VAR_CLASS, VAR_FIELD, VAR_SLOTS }; // hidden words: of the receiver or the array; NULL: an element

static struct java_class *stand_in(struct java_thread *t) {
    static const char *const words[VAR_SLOTS] = {"J", "J"};
    return java_handle_stand_in(t, "java/lang/invoke/VarHandle$frisk", "java/lang/invoke/VarHandle", words,
                                VAR_SLOTS);
}

static struct object *new_var_handle(struct java_thread *t, const struct java_class *of,
                                     const struct java_field *field) {
    struct java_class *c = stand_in(t);
    struct object *o = c ? java_new_object(t, c) : NULL;
    if (!o) return NULL;
    o->fields[c->super->n_slots + VAR_CLASS].bits = (uint64_t)(uintptr_t)of;
    o->fields[c->super->n_slots + VAR_FIELD].bits = (uint64_t)(uintptr_t)field;
    return o;
}

// ---- Finding ----

// (Lookup, Class of, String name, Class type)
static enum native_status find(struct java_thread *t, const union word *args, bool is_static,
                               union word *result, expr_id *result_expr) {
    if (!args[1].r || !args[2].r || !args[3].r) return java_throw_plain(t, "java/lang/NullPointerException");
    struct java_class *of = java_mirrored(args[1].r), *type = java_mirrored(args[3].r);
    struct str d = {0};
    java_handle_descriptor(type, &d);
    symbol name = java_string_symbol(args[2].r), descriptor = symbol_of(str_text(&d));
    str_free(&d);
    struct java_field *f =
        of->primitive == JAVA_REF && !of->element ? java_class_find_field(of, name, descriptor) : NULL;
    struct str class_name = {0}, type_name = {0};
    java_class_name(of, &class_name);
    java_class_name(type, &type_name);
    enum native_status status = NATIVE_DONE;
    if (!f)
        status = java_throw(t, "java/lang/NoSuchFieldException", "no such field: %s.%s/%s/%s", class_name.at,
                            symbol_text(name), type_name.at, is_static ? "getStatic" : "getField");
    else if (is_static != ((f->access & ACC_STATIC) != 0))
        status = java_no_model(t, "a VarHandle that takes a static field for one of instances or the other "
                                  "way round");
    str_free(&class_name);
    str_free(&type_name);
    if (status != NATIVE_DONE) return status;
    const struct java_class *from = java_mirrored(native_field(args[0].r, "lookupClass")->r);
    if (!java_handle_accessible(t, from, of, f->class, f->access, name)) return NATIVE_STOP;
    if (is_static && java_initialize(t, f->class) != JAVA_RETURNED) return native_failed(t);
    return GIVE_MADE(new_var_handle(t, of, f));
}

NATIVE(native_find_var_handle) {
    (void)m, (void)exprs;
    return find(t, args, false, result, result_expr);
}

NATIVE(native_find_static_var_handle) {
    (void)m, (void)exprs;
    return find(t, args, true, result, result_expr);
}

NATIVE(native_array_element_var_handle) {
    (void)m, (void)exprs;
    if (!args[0].r) return java_throw_plain(t, "java/lang/NullPointerException");
    const struct java_class *array = java_mirrored(args[0].r);
    if (array->element) return GIVE_MADE(new_var_handle(t, array, NULL));
    struct str name = {0};
    str_add(&name, class_is_interface(array) ? "interface " : array->primitive == JAVA_REF ? "class " : "");
    java_class_name(array, &name);
    enum native_status s = java_throw(t, "java/lang/IllegalArgumentException", "not an array: %s", name.at);
    str_free(&name);
    return s;
}

// ---- Access ----

struct variable {
    const struct java_field *field; // NULL: an element
    struct object *o;
    uint32_t index;
    struct java_class *type;
};

static const struct java_field *field_of(const struct object *handle) {
    return (const struct java_field *)(uintptr_t)handle->fields[handle->class->super->n_slots + VAR_FIELD]
        .bits;
}

static struct java_class *class_of(const struct object *handle) {
    return (struct java_class *)(uintptr_t)handle->fields[handle->class->super->n_slots + VAR_CLASS].bits;
}

static struct java_class *type_of(struct java_thread *t, const struct object *handle) {
    const struct java_field *f = field_of(handle);
    if (!f) return class_of(handle)->element;
    return java_handle_class(t, (struct handle_type){symbol_text(f->descriptor), symbol_size(f->descriptor)});
}

static bool is_view(const struct object *handle) {
    return strncmp(symbol_text(handle->class->name), VIEW, sizeof VIEW - 1) == 0;
}

// The static method of a view's class that has the name of the mode of access; it takes the handle first.
// NULL: there is none, so that mode is not supported.
static struct java_method *view_method(struct java_class *c, const char *mode) {
    for (uint32_t i = 0; i < c->n_methods; i++)
        if (c->methods[i].access & ACC_STATIC && strcmp(symbol_text(c->methods[i].name), mode) == 0)
            return &c->methods[i];
    return NULL;
}

NATIVE(native_var_handle_type) {
    (void)m, (void)exprs;
    if (is_view(args[0].r)) {
        const struct java_method *get = view_method(args[0].r->class, "get");
        struct java_class *type =
            get ? java_handle_class(t, java_handle_result(symbol_text(get->descriptor))) : NULL;
        return type ? GIVE_MADE(java_mirror(t, type)) : NATIVE_STOP;
    }
    if (args[0].r->class != stand_in(t)) return t->stop ? NATIVE_STOP : NATIVE_DECLINE;
    struct java_class *c = type_of(t, args[0].r);
    return c ? GIVE_MADE(java_mirror(t, c)) : NATIVE_STOP;
}

static union word load(struct java_thread *t, const struct variable *v, expr_id *e) {
    if (!v->field) {
        *e = object_expr(v->o, v->index);
        return java_array_get(v->o, v->index);
    }
    if (v->o) {
        *e = object_expr(v->o, v->field->slot);
        return v->o->fields[v->field->slot];
    }
    java_static_seen(t, v->field);
    const struct class_state *s = thread_class(t, v->field->class);
    *e = s->static_exprs ? s->static_exprs[v->field->slot] : EXPR_NONE;
    return s->statics[v->field->slot];
}

static void store(struct java_thread *t, const struct variable *v, struct sym value) {
    if (!v->field)
        java_array_put(t, v->o, v->index, value.w, value.e);
    else if (v->o)
        heap_put(&t->heap, v->o, v->field->slot, value.w, value.e);
    else
        java_put_static(t, v->field, value.w, value.e);
}

// As the JDK's own code has it: get and set index the array, the others ask for its length first.
static enum native_status null_array(struct java_thread *t, const char *name,
                                     const struct java_class *array) {
    static const char *const kinds[JAVA_KINDS] = {
        [JAVA_BOOLEAN] = "byte/boolean", [JAVA_BYTE] = "byte/boolean", [JAVA_CHAR] = "char",
        [JAVA_SHORT] = "short",          [JAVA_INT] = "int",           [JAVA_LONG] = "long",
        [JAVA_FLOAT] = "float",          [JAVA_DOUBLE] = "double",     [JAVA_REF] = "object"};
    static const char *const because = "because \"array\" is null", *const error =
                                                                        "java/lang/NullPointerException";
    const char *kind = kinds[array->element_kind];
    if (strcmp(name, "get") == 0) return java_throw(t, error, "Cannot load from %s array %s", kind, because);
    if (strcmp(name, "set") == 0) return java_throw(t, error, "Cannot store to %s array %s", kind, because);
    return java_throw(t, error, "Cannot read the array length %s", because);
}

// The place that the coordinates name; *n_coordinates of the arguments are used up.
static bool locate(struct java_thread *t, const char *name, const char *descriptor, struct sym *args,
                   struct variable *v, uint32_t *n_coordinates) {
    const struct object *handle = args[0].w.r;
    *v = (struct variable){.field = field_of(handle), .type = type_of(t, handle)};
    *n_coordinates = !v->field ? 2 : v->field->access & ACC_STATIC ? 0 : 1;
    if (!v->type) return false;
    if (!*n_coordinates) return java_initialize(t, v->field->class) == JAVA_RETURNED;
    if (!java_handle_convert(t, java_handle_parameter(descriptor, 0), class_of(handle), &args[1]))
        return false;
    if (args[1].e) symbolic_null(t, args[1].e, !args[1].w.r);
    v->o = args[1].w.r;
    if (!v->o) {
        if (v->field)
            java_throw_hidden_null(t);
        else
            null_array(t, name, class_of(handle));
        return false;
    }
    if (v->field) return true;
    if (!java_handle_convert(t, java_handle_parameter(descriptor, 1), t->program->primitives[JAVA_INT],
                             &args[2]))
        return false;
    if (args[2].e || v->o->length_expr) symbolic_index(t, v->o, args[2], NULL);
    v->index = (uint32_t)args[2].w.i;
    if (v->index < (uint32_t)v->o->length) return true;
    java_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %d",
               args[2].w.i, v->o->length);
    return false;
}

// A value to be stored: of the variable's type; in an array of references also of the array's own.
static bool incoming(struct java_thread *t, const struct variable *v, const char *descriptor, uint32_t i,
                     struct sym *arg) {
    if (!java_handle_convert(t, java_handle_parameter(descriptor, i), v->type, arg)) return false;
    if (v->field || v->type->primitive != JAVA_REF || v->o->class->element == v->type || !arg->w.r)
        return true;
    struct handle_type any = {"Ljava/lang/Object;", 18};
    return java_handle_convert(t, any, v->o->class->element, arg);
}

static bool is_integer(enum java_kind k) {
    return k >= JAVA_BYTE && k <= JAVA_LONG;
}

static union word cut(enum java_kind kind, int64_t j) { // as a variable of that kind holds it
    switch (kind) {
    case JAVA_BOOLEAN: return word_int(j & 1);
    case JAVA_BYTE: return word_int((int8_t)j);
    case JAVA_CHAR: return word_int((uint16_t)j);
    case JAVA_SHORT: return word_int((int16_t)j);
    case JAVA_INT: return word_int((int32_t)j);
    case JAVA_VOID:
    case JAVA_LONG:
    case JAVA_FLOAT:
    case JAVA_DOUBLE:
    case JAVA_REF:
    case JAVA_KINDS:
    default: return word_long(j);
    }
}

enum update { UPDATE_SET, UPDATE_ADD, UPDATE_OR, UPDATE_AND, UPDATE_XOR };

static struct sym narrow(struct java_thread *t, enum java_kind kind, struct sym v) {
    enum insn_op op = kind == JAVA_BYTE ? X_I2B : kind == JAVA_CHAR ? X_I2C : X_I2S;
    struct sym r = {cut(kind, v.w.j), EXPR_NONE};
    if (v.e) r.e = kind >= JAVA_INT ? v.e : symbolic_unary(t, op, v, r.w);
    return r;
}

static struct sym updated(struct java_thread *t, enum update how, enum java_kind kind, struct sym old,
                          struct sym by) {
    static const enum insn_op ops[][2] = {[UPDATE_ADD] = {X_IADD, X_LADD},
                                          [UPDATE_OR] = {X_IOR, X_LOR},
                                          [UPDATE_AND] = {X_IAND, X_LAND},
                                          [UPDATE_XOR] = {X_IXOR, X_LXOR}};
    struct sym r = {{.bits = 0}, EXPR_NONE};
    if (how == UPDATE_SET) return by;
    if (kind == JAVA_FLOAT || kind == JAVA_DOUBLE) {
        r.w = kind == JAVA_FLOAT ? word_float(old.w.f + by.w.f) : word_double(old.w.d + by.w.d);
        if (old.e || by.e) r.e = symbolic_floating(t, kind == JAVA_FLOAT ? X_FADD : X_DADD, old, by, r.w);
        return r;
    }
    uint64_t a = old.w.bits, b = by.w.bits;
    uint64_t bits = how == UPDATE_ADD ? a + b : how == UPDATE_OR ? a | b : how == UPDATE_AND ? a & b : a ^ b;
    r.w = cut(kind == JAVA_LONG ? JAVA_LONG : JAVA_INT, (int64_t)bits);
    if (old.e || by.e) r.e = symbolic_integer(t, ops[how][kind == JAVA_LONG], old, by, r.w);
    return kind < JAVA_INT && kind != JAVA_BOOLEAN ? narrow(t, kind, r) : r;
}

static bool same(struct java_thread *t, enum java_kind kind, struct sym a, struct sym b) {
    bool is = a.w.bits == b.w.bits; // floats: by their bits, as the JVM does
    if (kind == JAVA_REF && !is && a.w.r && b.w.r && (a.w.r->flags | b.w.r->flags) & OBJECT_OPEN)
        return java_same_box(t, a.w.r, b.w.r);
    if (!a.e && !b.e) return is;
    if (kind == JAVA_REF)
        symbolic_if_same(t, a, b, is);
    else if (is_integer(kind) || kind == JAVA_BOOLEAN)
        symbolic_if_integer(t, COND_EQ, a, b, is);
    else
        java_lost(t, "VarHandle.compareAndSet of floating-point values");
    return is;
}

static bool begins(const char *name, const char *with) {
    return strncmp(name, with, strlen(with)) == 0;
}

static enum native_status unsupported(struct java_thread *t) {
    return java_throw_plain(t, "java/lang/UnsupportedOperationException");
}

static bool supported(const struct variable *v, const char *name, enum update how) {
    enum java_kind kind = v->type->primitive;
    bool reads = begins(name, "get") && !begins(name, "getAnd");
    if (!reads && v->field && v->field->access & ACC_FINAL) return false;
    if (how == UPDATE_SET) return true;
    if (how == UPDATE_ADD) return is_integer(kind) || kind == JAVA_FLOAT || kind == JAVA_DOUBLE;
    return is_integer(kind) || kind == JAVA_BOOLEAN;
}

// ---- Views of byte[] as elements of another type: the JDK's own classes ----

// MethodHandles.byteArrayViewVarHandle(Class array, ByteOrder)
NATIVE(native_byte_array_view_var_handle) {
    if (!args[0].r || !args[1].r) return native_unmodelled(t, m, args, exprs, result, result_expr);
    static const char *const names[JAVA_KINDS] = {
        [JAVA_CHAR] = "Chars", [JAVA_SHORT] = "Shorts", [JAVA_INT] = "Ints",
        [JAVA_LONG] = "Longs", [JAVA_FLOAT] = "Floats", [JAVA_DOUBLE] = "Doubles"};
    const struct java_class *array = java_mirrored(args[0].r);
    if (!array->element) return native_unmodelled(t, m, args, exprs, result, result_expr);
    if (!names[array->element_kind]) return unsupported(t);
    struct str name = {0};
    str_addf(&name, VIEW "%s$ArrayHandle", names[array->element_kind]);
    struct java_class *c = program_class_of(t->program, name.at), *order = args[1].r->class;
    str_free(&name);
    const union word *big = native_static(t, order, "BIG_ENDIAN");
    if (!c || !big) return java_no_model(t, "views of byte arrays");
    struct object *o = java_initialize(t, c) == JAVA_RETURNED ? java_new_object(t, c) : NULL;
    union word values[2] = {word_ref(o), word_int(big->r == args[1].r)};
    if (!o || native_call(t, c, "<init>", "(Z)V", values, NULL) != JAVA_RETURNED) return native_failed(t);
    return GIVE_REF(o);
}

// `exact`: what the mode takes and gives. False: thrown or stopped.
static bool convert_to_view(struct java_thread *t, const char *descriptor, const char *exact, bool exactly,
                            struct sym *args, uint32_t n) {
    bool good = !exactly || strcmp(exact, descriptor) == 0;
    for (uint32_t i = 0; i < n && good; i++) {
        struct java_class *to = java_handle_class(t, java_handle_parameter(exact, i));
        struct handle_type from = java_handle_parameter(descriptor, i);
        good = to && java_handle_convertible(t, from, to);
        if (good && !java_handle_convert(t, from, to, &args[i])) return false;
    }
    if (!good && !t->stop) java_no_model(t, "VarHandle: WrongMethodTypeException");
    return good;
}

static enum native_status access_view(struct java_thread *t, const char *name, const char *descriptor,
                                      struct sym *args, uint32_t n, struct sym *result) {
    static const char handle_and_array[] = "(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;";
    const union word *exactly = native_field_if(args[0].w.r, "exact"); // newer JDKs have it
    struct java_method *m = view_method(args[0].w.r->class, name);
    if (!m) return unsupported(t);
    if (n != m->n_params) return java_no_model(t, "VarHandle: WrongMethodTypeException");
    const char *own = symbol_text(m->descriptor);
    struct str exact = {0};
    str_addf(&exact, "([B%s", own + sizeof handle_and_array - 1);
    bool good = convert_to_view(t, descriptor, exact.at, exactly && exactly->i, args + 1, n - 1);
    str_free(&exact);
    struct java_class *wanted = java_handle_class(t, java_handle_result(descriptor));
    if (!good || !wanted) return native_failed(t);
    if (args[1].e) symbolic_null(t, args[1].e, !args[1].w.r);
    enum native_status s = java_call_sym(t, m, args, n, result);
    // Digests read by views: what they make of unknown bytes no solver undoes.
    if (s == NATIVE_DONE && result->e) java_lost(t, "a view of bytes");
    result->e = EXPR_NONE;
    if (s == NATIVE_DONE && !java_handle_convert(t, java_handle_result(own), wanted, result))
        return native_failed(t);
    return s;
}

// withInvokeBehavior(), withInvokeExactBehavior()
NATIVE(native_var_handle_behavior) {
    if (args[0].r->class != stand_in(t)) return t->stop ? NATIVE_STOP : NATIVE_DECLINE;
    return native_unmodelled(t, m, args, exprs, result, result_expr);
}

enum native_status java_var_handle_access(struct java_thread *t, const char *name, const char *descriptor,
                                          struct sym *args, uint32_t n, struct sym *result) {
    struct java_class *own = stand_in(t);
    if (!own) return NATIVE_STOP;
    if (is_view(args[0].w.r)) return access_view(t, name, descriptor, args, n, result);
    if (args[0].w.r->class != own) return java_no_model(t, "this kind of VarHandle");
    enum update how = begins(name, "getAndAdd")          ? UPDATE_ADD
                      : begins(name, "getAndBitwiseOr")  ? UPDATE_OR
                      : begins(name, "getAndBitwiseAnd") ? UPDATE_AND
                      : begins(name, "getAndBitwiseXor") ? UPDATE_XOR
                                                         : UPDATE_SET;
    bool swaps = begins(name, "compareAnd") || begins(name, "weakCompareAnd");
    bool writes = swaps || begins(name, "getAnd") || begins(name, "set");
    bool tells_old = begins(name, "get") || begins(name, "compareAndExchange");
    const struct java_field *f = field_of(args[0].w.r);
    uint32_t at = !f ? 2 : f->access & ACC_STATIC ? 0 : 1, n_values = swaps ? 2 : writes ? 1 : 0;
    struct variable v = {.field = f, .type = type_of(t, args[0].w.r)};
    if (!v.type) return NATIVE_STOP;
    if (!supported(&v, name, how)) return unsupported(t);
    if (n != at + n_values + 1) return java_no_model(t, "VarHandle: WrongMethodTypeException");
    for (uint32_t i = 0; i < n_values; i++)
        if (!java_handle_convertible(t, java_handle_parameter(descriptor, at + i), v.type))
            return t->stop ? NATIVE_STOP : java_no_model(t, "VarHandle: WrongMethodTypeException");
    if (!locate(t, name, descriptor, args, &v, &at)) return native_failed(t);
    for (uint32_t i = 0; i < n_values; i++)
        if (!incoming(t, &v, descriptor, at + i, &args[1 + at + i])) return native_failed(t);
    enum java_kind kind = v.type->primitive;
    struct sym old = {.e = EXPR_NONE};
    old.w = load(t, &v, &old.e);
    bool was = !swaps || same(t, kind, old, args[1 + at]);
    if (writes && was) store(t, &v, updated(t, how, kind, old, args[at + n_values]));
    if (!tells_old) {
        *result = (struct sym){word_int(was), EXPR_NONE};
        return NATIVE_DONE;
    }
    *result = old;
    struct handle_type to = java_handle_result(descriptor);
    struct str type = {0};
    java_handle_descriptor(v.type, &type);
    struct java_class *wanted = java_handle_class(t, to);
    bool ok = wanted && java_handle_convert(t, (struct handle_type){type.at, type.n}, wanted, result);
    str_free(&type);
    return ok ? NATIVE_DONE : native_failed(t);
}
