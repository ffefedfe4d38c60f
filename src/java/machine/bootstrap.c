// SPDX-License-Identifier: Apache-2.0
// Constants and call sites that bootstrap methods of the program compute (JVMS 5.4.3.6). Each is computed
// once in a run: before, it is not there, as classes are initialised anew. What a bootstrap method throws,
// the JVM wraps in words of its own: that has no model.
#include <string.h>

#include "java/machine/handle.h"
#include "java/runtime/native.h"

enum { PENDING = UINT32_MAX - 1 };

static uint64_t constant_key(const struct java_class *c, uint32_t index) {
    return (uint64_t)c->number << 16 | index;
}

static uint64_t site_key(const struct insn *i) { // each instruction has a call site of its own
    return (uint64_t)(uintptr_t)i | (uint64_t)1 << 63;
}

static enum native_status failed_bootstrap(struct java_thread *t) {
    return t->stop ? NATIVE_STOP : java_no_model(t, "a bootstrap method that throws");
}

// A loadable constant as an object (primitive values boxed).
static bool boxed_constant(struct java_thread *t, struct java_class *c, uint32_t index, struct sym *out) {
    const struct class_constant *k = &c->file->constants[index];
    enum java_kind kind = JAVA_REF;
    *out = (struct sym){{.bits = 0}, EXPR_NONE};
    switch (k->tag) {
    case CONSTANT_INTEGER: kind = JAVA_INT, out->w = word_int(k->int_value); break;
    case CONSTANT_LONG: kind = JAVA_LONG, out->w = word_long(k->long_value); break;
    case CONSTANT_FLOAT: kind = JAVA_FLOAT, out->w = word_float(k->float_value); break;
    case CONSTANT_DOUBLE: kind = JAVA_DOUBLE, out->w = word_double(k->double_value); break;
    case CONSTANT_STRING: out->w.r = java_string_constant(t, k->text); break;
    case CONSTANT_CLASS: {
        struct java_class *of = program_class_of(t->program, symbol_text(k->name));
        if (!of) java_no_model(t, symbol_text(k->name));
        out->w.r = of ? java_mirror(t, of) : NULL;
        break;
    }
    default:
        if (java_dynamic_constant(t, c, index, &out->w) != NATIVE_DONE) return false;
        if (k->tag != CONSTANT_DYNAMIC || !k->descriptor) return true;
        kind = java_kind_of(symbol_text(k->descriptor)[0]);
        if (kind == JAVA_REF) return true; // null is a value
    }
    if (kind != JAVA_REF) out->w.r = java_value_box(t, kind, *out);
    return out->w.r;
}

static bool from_object(struct java_thread *t, struct java_class *to, struct sym *v) {
    return to && java_handle_convert(t, (struct handle_type){"Ljava/lang/Object;", 18}, to, v);
}

// The arguments from the last parameter's place on become its array (a bootstrap method of variable arity).
static bool collect(struct java_thread *t, const struct java_method *m, struct sym *args, uint32_t *n) {
    uint32_t last = m->n_params - 1, more = *n - last;
    struct java_class *type = java_handle_class(t, java_handle_parameter(symbol_text(m->descriptor), last));
    struct object *array = type ? java_new_array(t, type, more) : NULL;
    for (uint32_t i = 0; array && i < more; i++) {
        if (!from_object(t, type->element, &args[last + i])) return false;
        java_array_put(t, array, i, args[last + i].w, args[last + i].e);
    }
    args[last] = (struct sym){word_ref(array), EXPR_NONE};
    *n = last + 1;
    return array;
}

// What the bootstrap method of k gives; `type`: the third argument.
static bool call_bootstrap(struct java_thread *t, struct java_class *c, const struct class_constant *k,
                           struct object *type, struct sym *result) {
    const struct class_bootstrap *b = &c->file->bootstraps[k->index];
    const struct class_constant *handle = &c->file->constants[b->handle];
    struct java_method *m = java_method_of_handle(t, c, handle);
    struct sym args[DYNAMIC_MAX_ARGUMENTS + 1] = {0};
    if (!m || !type) return false;
    if (handle->reference_kind != REF_INVOKE_STATIC || b->n_arguments > DYNAMIC_MAX_ARGUMENTS - 3) {
        java_no_model(t, "a bootstrap method that is not static");
        return false;
    }
    args[0].w.r = java_handle_lookup(t, java_mirror(t, c));
    args[1].w.r = java_string(t, symbol_text(k->name), symbol_size(k->name));
    args[2].w.r = type;
    uint32_t n = 3;
    for (; n < 3u + b->n_arguments; n++)
        if (!boxed_constant(t, c, b->arguments[n - 3], &args[n])) return false;
    if (m->access & ACC_VARARGS && n + 1 >= m->n_params && !collect(t, m, args, &n)) return false;
    if (n != m->n_params) {
        java_no_model(t, "a bootstrap method with another number of parameters");
        return false;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!from_object(t, java_handle_class(t, java_handle_parameter(symbol_text(m->descriptor), i)),
                         &args[i]))
            return false;
    if (java_initialize(t, m->class) != JAVA_RETURNED) return false;
    if (java_call_sym(t, m, args, n, result) != NATIVE_DONE) return false;
    struct java_class *object = t->program->object;
    return java_handle_convert(t, java_handle_result(symbol_text(m->descriptor)), object, result);
}

static bool compute(struct java_thread *t, struct java_class *c, const struct class_constant *k,
                    struct sym *v) {
    struct handle_type type = {symbol_text(k->descriptor), symbol_size(k->descriptor)};
    struct java_class *of = java_handle_class(t, type);
    struct object *mirror = of ? java_mirror(t, of) : NULL;
    if (!mirror || !call_bootstrap(t, c, k, mirror, v) || !from_object(t, of, v)) return false;
    java_pin(t, v->w, v->e);
    return true;
}

enum native_status java_dynamic_constant(struct java_thread *t, struct java_class *c, uint32_t index,
                                         union word *out) {
    const struct class_constant *k = &c->file->constants[index];
    struct sym v = {{.bits = 0}, EXPR_NONE};
    uint32_t at;
    if (hash_map_get(&t->computed.index, constant_key(c, index), &at)) {
        if (at == PENDING) return java_no_model(t, "a constant that needs itself");
        *out = t->computed.list.at[at];
        return NATIVE_DONE;
    }
    hash_map_put(&t->computed.index, constant_key(c, index), PENDING);
    bool good = true;
    if (k->tag == CONSTANT_METHOD_TYPE)
        good = (v.w.r = java_method_type_constant(t, k->descriptor));
    else if (k->tag == CONSTANT_METHOD_HANDLE)
        good = (v.w.r = java_method_handle_constant(t, c, k));
    else
        good = compute(t, c, k, &v);
    if (!good) return k->tag == CONSTANT_DYNAMIC ? failed_bootstrap(t) : native_failed(t);
    hash_map_put(&t->computed.index, constant_key(c, index), t->computed.list.n);
    vec_push(&t->computed.list, v.w);
    *out = v.w;
    return NATIVE_DONE;
}

static struct object *site_of(struct java_thread *t, struct java_class *c, const struct insn *i) {
    const struct class_constant *k = &c->file->constants[i->imm];
    struct sym v = {{.bits = 0}, EXPR_NONE};
    uint32_t at;
    if (hash_map_get(&t->computed.index, site_key(i), &at)) return t->computed.list.at[at].r;
    struct java_class *type = program_class_of(t->program, "java/lang/invoke/CallSite");
    if (!type || !call_bootstrap(t, c, k, java_method_type_constant(t, k->descriptor), &v) || !v.w.r ||
        !java_class_is_subclass(v.w.r->class, type))
        return NULL;
    hash_map_put(&t->computed.index, site_key(i), t->computed.list.n);
    vec_push(&t->computed.list, v.w);
    return v.w.r;
}

enum native_status java_invoke_computed(struct java_thread *t, const struct insn *i, struct sym *args,
                                        uint32_t n, struct sym *result) {
    struct java_class *c = t->frames[t->n_frames - 1].method->class;
    const char *d = symbol_text(c->file->constants[i->imm].descriptor);
    struct object *site = site_of(t, c, i), *target = site ? native_field(site, "target")->r : NULL;
    if (!site) return failed_bootstrap(t);
    if (!java_is_method_handle(t, target) || strcmp(java_method_handle_descriptor(target), d) != 0)
        return t->stop ? NATIVE_STOP : java_no_model(t, "this kind of call site");
    return java_method_handle_call(t, target, args, n, result, 0);
}
