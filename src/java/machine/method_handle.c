// SPDX-License-Identifier: Apache-2.0
// java.lang.invoke.MethodHandle of methods and constructors: found by a Lookup or a constant of the class,
// bound to a receiver, seen as another type; method_handle_combine.c makes others of them. Their types are
// the JDK's own MethodType, which runs as it is.
#include <string.h>

#include "java/machine/handle.h"
#include "java/runtime/native.h"

// Hidden words; TARGET, BOUND, AT: of handles made from others.
enum { H_HOW, H_OWNER, H_METHOD, H_DESCRIPTOR, H_AT, H_TARGET, H_BOUND, H_SLOTS };
enum { NESTED_MAX = 64 };

static struct java_class *stand_in(struct java_thread *t) {
    static const char *const words[H_SLOTS] = {
        "J", "J", "J", "J", "J", "Ljava/lang/Object;", "Ljava/lang/Object;"};
    return java_handle_stand_in(t, "java/lang/invoke/MethodHandle$frisk", "java/lang/invoke/MethodHandle",
                                words, H_SLOTS);
}

static union word *word_of(const struct object *h, uint32_t slot) {
    return (union word *)(uintptr_t)&h->fields[h->class->super->n_slots + slot];
}

const char *java_method_handle_descriptor(const struct object *h) {
    return symbol_text((symbol)word_of(h, H_DESCRIPTOR)->bits);
}

bool java_is_method_handle(struct java_thread *t, const struct object *o) {
    return o && o->class == stand_in(t);
}

// ---- Types ----

static const struct object *parameters_of(const struct object *type) {
    return native_field(type, "ptypes")->r;
}

symbol java_method_type_descriptor(const struct object *type) {
    struct str s = {0};
    const struct object *parameters = parameters_of(type);
    str_add_char(&s, '(');
    for (int32_t i = 0; i < parameters->length; i++)
        java_handle_descriptor(java_mirrored(java_array_get(parameters, (uint32_t)i).r), &s);
    str_add_char(&s, ')');
    java_handle_descriptor(java_mirrored(native_field(type, "rtype")->r), &s);
    symbol d = symbol_intern(s.at, s.n);
    str_free(&s);
    return d;
}

// MethodType.methodType(Class, Class[]); NULL: thrown or stopped.
static struct object *type_of_descriptor(struct java_thread *t, const char *descriptor) {
    struct java_class *c = program_class_of(t->program, "java/lang/invoke/MethodType");
    struct java_class *mirrors = program_class_of(t->program, "[Ljava/lang/Class;");
    uint32_t n = java_handle_parameters(descriptor);
    if (!c || !mirrors || java_initialize(t, c) != JAVA_RETURNED) return NULL;
    struct object *parameters = java_new_array(t, mirrors, n);
    union word args[2], type = {.bits = 0};
    for (uint32_t i = 0; parameters && i <= n; i++) {
        struct java_class *one = java_handle_class(t, i < n ? java_handle_parameter(descriptor, i)
                                                            : java_handle_result(descriptor));
        struct object *mirror = one ? java_mirror(t, one) : NULL;
        if (!mirror) return NULL;
        if (i < n)
            java_array_put(t, parameters, i, word_ref(mirror), EXPR_NONE);
        else
            args[0] = word_ref(mirror);
    }
    if (!parameters) return NULL;
    args[1] = word_ref(parameters);
    if (native_call(t, c, "methodType", "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;",
                    args, &type) != JAVA_RETURNED)
        return NULL;
    return type.r;
}

// ---- Making ----

static struct object *new_handle(struct java_thread *t, uint32_t how, symbol descriptor) {
    struct java_class *c = stand_in(t);
    struct object *type = c ? type_of_descriptor(t, symbol_text(descriptor)) : NULL;
    struct object *h = type ? java_new_object(t, c) : NULL;
    if (!h) return NULL;
    native_put(t, h, "type", word_ref(type));
    word_of(h, H_HOW)->bits = how;
    word_of(h, H_DESCRIPTOR)->bits = descriptor;
    return h;
}

// The handle's own type: that of the method, with the receiver before it, or the object made as result.
static symbol handle_descriptor(uint32_t how, const struct java_class *owner, const char *descriptor) {
    struct str s = {0};
    str_add_char(&s, '(');
    if (how != REF_INVOKE_STATIC && how != REF_NEW_INVOKE_SPECIAL) java_handle_descriptor(owner, &s);
    if (how == REF_NEW_INVOKE_SPECIAL) {
        str_add_n(&s, descriptor + 1, (size_t)(strrchr(descriptor, ')') - descriptor));
        java_handle_descriptor(owner, &s);
    } else {
        str_add(&s, descriptor + 1);
    }
    symbol d = symbol_intern(s.at, s.n);
    str_free(&s);
    return d;
}

static struct object *handle_to(struct java_thread *t, uint32_t how, struct java_class *owner,
                                struct java_method *m) {
    if (m->access & ACC_VARARGS && m->n_params) { // such a handle collects its arguments
        java_no_model(t, "a method handle of variable arity");
        return NULL;
    }
    if (how == REF_INVOKE_VIRTUAL && m->access & ACC_PRIVATE) how = REF_INVOKE_SPECIAL;
    struct object *h = new_handle(t, how, handle_descriptor(how, owner, symbol_text(m->descriptor)));
    if (!h) return NULL;
    word_of(h, H_OWNER)->bits = (uint64_t)(uintptr_t)owner;
    word_of(h, H_METHOD)->bits = (uint64_t)(uintptr_t)m;
    return h;
}

struct object *java_method_handle_of(struct java_thread *t, enum handle_how how, symbol descriptor,
                                     struct object *target, struct object *bound, int32_t at) {
    struct object *h = new_handle(t, how, descriptor);
    if (!h) return NULL;
    word_of(h, H_AT)->i = at;
    *word_of(h, H_TARGET) = word_ref(target);
    *word_of(h, H_BOUND) = word_ref(bound);
    return h;
}

// ---- Finding ----

static enum native_status no_such_method(struct java_thread *t, const struct java_class *of, const char *name,
                                         struct object *type, const char *how) {
    struct java_method *to_string = java_class_find(t->program->object, "toString", "()Ljava/lang/String;");
    struct java_method *own = java_select(t, type->class, to_string);
    union word self = word_ref(type), text = {.bits = 0};
    if (!own || java_call(t, own, &self, NULL, &text, NULL) != JAVA_RETURNED) return native_failed(t);
    struct str class_name = {0}, type_text = {0};
    java_class_name(of, &class_name);
    java_string_chars(text.r, &type_text);
    enum native_status s =
        java_throw(t, "java/lang/NoSuchMethodException", "no such %s: %s.%s%s/%s",
                   strcmp(name, "<init>") ? "method" : "constructor", class_name.at, name, type_text.at, how);
    str_free(&class_name);
    str_free(&type_text);
    return s;
}

static enum native_status find(struct java_thread *t, struct object *lookup, struct object *mirror,
                               symbol name, struct object *type, uint32_t how, union word *result,
                               expr_id *result_expr) {
    static const char *const hows[] = {[REF_INVOKE_VIRTUAL] = "invokeVirtual",
                                       [REF_INVOKE_STATIC] = "invokeStatic",
                                       [REF_NEW_INVOKE_SPECIAL] = "newInvokeSpecial",
                                       [REF_INVOKE_INTERFACE] = "invokeInterface"};
    struct java_class *of = java_mirrored(mirror);
    if (how == REF_INVOKE_VIRTUAL && class_is_interface(of)) how = REF_INVOKE_INTERFACE;
    symbol d = java_method_type_descriptor(type);
    struct java_method *m = of->primitive != JAVA_REF || of->element ? NULL
                            : how == REF_NEW_INVOKE_SPECIAL          ? java_class_find_declared(of, name, d)
                                                                     : java_class_find_method(of, name, d);
    if (of->element) return java_no_model(t, "method handles of arrays");
    bool constructor = symbol_text(name)[0] == '<';
    if (!m || constructor != (how == REF_NEW_INVOKE_SPECIAL))
        return no_such_method(t, of, symbol_text(name), type, hows[how]);
    if ((how == REF_INVOKE_STATIC) != ((m->access & ACC_STATIC) != 0))
        return java_no_model(
            t, "a method handle that takes a static method for one of instances or the other way "
               "round");
    const struct java_class *from = java_mirrored(native_field(lookup, "lookupClass")->r);
    if (!java_handle_accessible(t, from, of, m->class, m->access, name)) return NATIVE_STOP;
    return GIVE_MADE(handle_to(t, how, of, m));
}

static enum native_status find_named(struct java_thread *t, const union word *args, uint32_t how,
                                     union word *result, expr_id *result_expr) {
    if (!args[1].r || !args[2].r || !args[3].r) return java_throw_plain(t, "java/lang/NullPointerException");
    if (java_string_is_symbolic(args[2].r)) return java_no_model(t, "a method found by a name of the input");
    return find(t, args[0].r, args[1].r, java_string_symbol(args[2].r), args[3].r, how, result, result_expr);
}

NATIVE(native_find_virtual) {
    (void)m, (void)exprs;
    return find_named(t, args, REF_INVOKE_VIRTUAL, result, result_expr);
}

NATIVE(native_find_static) {
    (void)m, (void)exprs;
    return find_named(t, args, REF_INVOKE_STATIC, result, result_expr);
}

NATIVE(native_find_constructor) {
    (void)m, (void)exprs;
    if (!args[1].r || !args[2].r) return java_throw_plain(t, "java/lang/NullPointerException");
    return find(t, args[0].r, args[1].r, symbol_of("<init>"), args[2].r, REF_NEW_INVOKE_SPECIAL, result,
                result_expr);
}

// ---- Calling ----

static enum native_status call_method(struct java_thread *t, const struct object *h, struct sym *args,
                                      uint32_t n, struct sym *result) {
    struct java_class *owner = (struct java_class *)(uintptr_t)word_of(h, H_OWNER)->bits;
    struct java_method *m = (struct java_method *)(uintptr_t)word_of(h, H_METHOD)->bits;
    switch (word_of(h, H_HOW)->bits) {
    case REF_NEW_INVOKE_SPECIAL: {
        if (java_initialize(t, owner) != JAVA_RETURNED) return native_failed(t);
        if (owner->access & ACC_ABSTRACT) return java_throw_plain(t, "java/lang/InstantiationException");
        struct object *o = java_new_object(t, owner);
        if (!o) return NATIVE_STOP;
        memmove(args + 1, args, n * sizeof *args);
        args[0] = (struct sym){word_ref(o), EXPR_NONE};
        enum native_status status = java_call_sym(t, m, args, n + 1, result);
        *result = args[0];
        return status;
    }
    case REF_INVOKE_STATIC:
        if (java_initialize(t, m->class) != JAVA_RETURNED) return native_failed(t);
        return java_call_sym(t, m, args, n, result);
    default:
        if (args[0].e) symbolic_null(t, args[0].e, !args[0].w.r);
        if (!args[0].w.r) return java_throw_hidden_null(t);
        if (word_of(h, H_HOW)->bits != REF_INVOKE_SPECIAL && !(m = java_select(t, args[0].w.r->class, m)))
            return native_failed(t);
        return java_call_sym(t, m, args, n, result);
    }
}

static bool convert_all(struct java_thread *t, const char *from, const char *to, struct sym *args) {
    for (uint32_t i = 0; java_parameter_kind(to, i) != JAVA_VOID; i++) {
        struct java_class *c = java_handle_class(t, java_handle_parameter(to, i));
        if (!c || !java_handle_convert(t, java_handle_parameter(from, i), c, &args[i])) return false;
    }
    return true;
}

enum native_status java_method_handle_call(struct java_thread *t, const struct object *h, struct sym *args,
                                           uint32_t n, struct sym *result, uint32_t depth) {
    const struct object *seen[NESTED_MAX]; // as another type, from the outside inwards
    uint32_t n_seen = 0;
    uint64_t how;
    while ((how = word_of(h, H_HOW)->bits) == HANDLE_BOUND || how == HANDLE_AS_TYPE) {
        const struct object *target = word_of(h, H_TARGET)->r;
        if (how == HANDLE_BOUND) {
            if (n == DYNAMIC_MAX_ARGUMENTS) return java_no_model(t, "a method handle of 256 arguments");
            memmove(args + 1, args, n++ * sizeof *args);
            args[0] = (struct sym){*word_of(h, H_BOUND), EXPR_NONE};
        } else {
            if (n_seen == NESTED_MAX) return java_no_model(t, "method handles in one another");
            if (!convert_all(t, java_method_handle_descriptor(h), java_method_handle_descriptor(target),
                             args))
                return native_failed(t);
            seen[n_seen++] = h;
        }
        h = target;
    }
    enum native_status status =
        depth > NESTED_MAX ? java_no_model(t, "method handles in one another")
        : how > HANDLE_AS_TYPE
            ? java_method_handle_combined(t, (enum handle_how)how, word_of(h, H_TARGET)->r,
                                          word_of(h, H_BOUND)->r, word_of(h, H_AT)->i, args, n, result, depth)
            : call_method(t, h, args, n, result);
    while (status == NATIVE_DONE && n_seen > 0) {
        const struct object *outer = seen[--n_seen];
        struct java_class *to =
            java_handle_class(t, java_handle_result(java_method_handle_descriptor(outer)));
        if (!to || !java_handle_convert(
                       t, java_handle_result(java_method_handle_descriptor(word_of(outer, H_TARGET)->r)), to,
                       result))
            return native_failed(t);
    }
    return status;
}

// "expected (int)int but found (long)int", "cannot convert MethodHandle(int)int to (long)int"
static enum native_status wrong_type(struct java_thread *t, const struct object *h, const char *descriptor,
                                     const char *before, const char *between) {
    struct object *wanted = native_field(h, "type")->r, *given = type_of_descriptor(t, descriptor);
    struct str a = {0}, b = {0};
    struct object *types[] = {wanted, given};
    for (int i = 0; i < 2; i++) {
        struct java_method *m =
            types[i] ? java_class_find(types[i]->class, "toString", "()Ljava/lang/String;") : NULL;
        union word self = word_ref(types[i]), text = {.bits = 0};
        if (!m || java_call(t, m, &self, NULL, &text, NULL) != JAVA_RETURNED) {
            str_free(&a);
            return native_failed(t);
        }
        java_string_chars(text.r, i ? &b : &a);
    }
    enum native_status s =
        java_throw(t, "java/lang/invoke/WrongMethodTypeException", "%s%s%s%s", before, a.at, between, b.at);
    str_free(&a);
    str_free(&b);
    return s;
}

static bool is_convertible(struct java_thread *t, const char *from, const char *to) {
    uint32_t n = java_handle_parameters(from);
    if (n != java_handle_parameters(to)) return false;
    for (uint32_t i = 0; i < n; i++) {
        struct java_class *c = java_handle_class(t, java_handle_parameter(to, i));
        if (!c || !java_handle_convertible(t, java_handle_parameter(from, i), c)) return false;
    }
    struct java_class *c = java_handle_class(t, java_handle_result(from));
    return c && java_handle_convertible(t, java_handle_result(to), c);
}

static enum native_status cannot_convert(struct java_thread *t, const struct object *h, const char *to) {
    if (t->stop) return NATIVE_STOP;
    return wrong_type(t, h, to, "cannot convert MethodHandle", " to ");
}

enum native_status java_method_handle_invoke(struct java_thread *t, const char *name, const char *descriptor,
                                             struct sym *args, uint32_t n, struct sym *result) {
    const struct object *h = args[0].w.r;
    const char *own = java_method_handle_descriptor(h);
    bool same = strcmp(own, descriptor) == 0;
    if (!same && !strcmp(name, "invokeExact"))
        return wrong_type(t, h, descriptor, "expected ", " but found ");
    if (same) return java_method_handle_call(t, h, args + 1, n - 1, result, 0);
    if (!is_convertible(t, descriptor, own)) return cannot_convert(t, h, descriptor);
    if (!convert_all(t, descriptor, own, args + 1)) return native_failed(t);
    enum native_status status = java_method_handle_call(t, h, args + 1, n - 1, result, 0);
    struct java_class *to = java_handle_class(t, java_handle_result(descriptor));
    if (status == NATIVE_DONE && (!to || !java_handle_convert(t, java_handle_result(own), to, result)))
        return native_failed(t);
    return status;
}

// ---- Methods of handles ----

NATIVE(native_handle_as_type) {
    (void)m, (void)exprs;
    if (!args[1].r) return java_throw_plain(t, "java/lang/NullPointerException");
    symbol d = java_method_type_descriptor(args[1].r);
    const char *own = java_method_handle_descriptor(args[0].r);
    if (!strcmp(own, symbol_text(d))) return GIVE_REF(args[0].r);
    if (!is_convertible(t, symbol_text(d), own)) return cannot_convert(t, args[0].r, symbol_text(d));
    return GIVE_MADE(java_method_handle_of(t, HANDLE_AS_TYPE, d, args[0].r, NULL, 0));
}

NATIVE(native_handle_bind_to) {
    (void)m;
    const char *own = java_method_handle_descriptor(args[0].r);
    if (java_parameter_kind(own, 0) != JAVA_REF)
        return java_throw(t, "java/lang/IllegalArgumentException", "no leading reference parameter");
    struct handle_type first = java_handle_parameter(own, 0);
    struct java_class *c = java_handle_class(t, first);
    struct sym bound = {args[1], exprs[1]};
    if (!c || !java_handle_convert(t, (struct handle_type){"Ljava/lang/Object;", 18}, c, &bound))
        return native_failed(t);
    struct str s = {0};
    str_addf(&s, "(%s", first.at + first.n);
    symbol d = symbol_intern(s.at, s.n);
    str_free(&s);
    return GIVE_MADE(java_method_handle_of(t, HANDLE_BOUND, d, args[0].r, args[1].r, 0));
}

// invokeWithArguments(Object[]): as by invoke with Objects, and an Object as result.
NATIVE(native_handle_with_arguments) {
    (void)m, (void)exprs;
    const struct object *given = args[1].r;
    if (!given) return java_throw_plain(t, "java/lang/NullPointerException");
    if (given->length >= DYNAMIC_MAX_ARGUMENTS) return java_no_model(t, "a method handle of 255 arguments");
    struct str s = {0};
    struct sym values[DYNAMIC_MAX_ARGUMENTS + 2], value = {{0}, EXPR_NONE};
    values[0] = (struct sym){args[0], EXPR_NONE};
    str_add_char(&s, '(');
    for (uint32_t i = 0; i < (uint32_t)given->length; i++) {
        str_add(&s, "Ljava/lang/Object;");
        values[i + 1] = (struct sym){java_array_get(given, i), object_expr(given, i)};
    }
    str_add(&s, ")Ljava/lang/Object;");
    enum native_status status =
        java_method_handle_invoke(t, "invoke", s.at, values, (uint32_t)given->length + 1, &value);
    str_free(&s);
    return status == NATIVE_DONE ? GIVE(value.w, value.e) : status;
}

// ---- Constants (JVMS 5.4.3.5) ----

struct object *java_method_type_constant(struct java_thread *t, symbol descriptor) {
    return type_of_descriptor(t, symbol_text(descriptor));
}

static struct java_method *find_of_handle(struct java_thread *t, struct java_class *c,
                                          const struct class_constant *k, struct java_class **owner) {
    const struct class_constant *member = &c->file->constants[k->index];
    *owner = program_class_of(t->program, symbol_text(member->owner));
    struct java_method *m = *owner && k->reference_kind >= REF_INVOKE_VIRTUAL
                                ? java_class_find_method(*owner, member->name, member->descriptor)
                                : NULL;
    if (m && java_handle_accessible(t, c, *owner, m->class, m->access, member->name)) return m;
    if (!t->stop) java_no_model(t, "a constant that is the method handle of a field, or of nothing");
    return NULL;
}

struct java_method *java_method_of_handle(struct java_thread *t, struct java_class *c,
                                          const struct class_constant *k) {
    struct java_class *owner;
    return find_of_handle(t, c, k, &owner);
}

struct object *java_method_handle_constant(struct java_thread *t, struct java_class *c,
                                           const struct class_constant *k) {
    struct java_class *owner;
    struct java_method *m = find_of_handle(t, c, k, &owner);
    return m ? handle_to(t, k->reference_kind, owner, m) : NULL;
}
