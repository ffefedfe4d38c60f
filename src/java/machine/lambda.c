// SPDX-License-Identifier: Apache-2.0
// Lambdas and method references: an object of a class made by frisk, whose one method calls the
// implementation with the captured values (java.lang.invoke.LambdaMetafactory).
#include "java/machine/dynamic.h"

#include <string.h>

struct lambda {
    struct java_class *class;      // made
    enum class_reference_kind how; // the implementation is called
    struct java_class *owner;
    struct java_method *method;
    uint32_t n_captured;
    uint8_t *captured;                // enum java_kind of each
    const char *interface_descriptor; // erased, of the method of the interface
    const char *implementation_descriptor;
};

static const char *result_of(const char *descriptor) {
    return strrchr(descriptor, ')') + 1;
}

static const char *parameter_at(const char *descriptor, uint32_t i) { // its text
    const char *d = descriptor + 1;
    for (; *d != ')'; d++) {
        if (i-- == 0) return d;
        while (*d == '[') d++;
        if (*d == 'L') d = strchr(d, ';');
    }
    return d;
}

static size_t type_length(const char *d) {
    size_t n = 0;
    while (d[n] == '[') n++;
    return d[n] == 'L' ? (size_t)(strchr(d + n, ';') - d) + 1 : n + 1;
}

// A value of static type `from` as one of `to`: boxing, unboxing, widening, casts (JLS 15.27.3, 15.13.2).
static bool adapt(struct java_thread *t, const char *from, const char *to, struct sym *v) {
    enum java_kind a = java_kind_of(*from), b = java_kind_of(*to);
    if (b == JAVA_VOID || a == JAVA_VOID) return true;
    if (a == JAVA_REF && b != JAVA_REF) return java_value_unbox(t, v->w.r, b, v);
    if (a != JAVA_REF && b == JAVA_REF) {
        struct object *box = java_value_box(t, a, *v);
        *v = (struct sym){word_ref(box), EXPR_NONE};
        return box != NULL;
    }
    if (a != JAVA_REF) // what does not fit is refused when the site is linked
        return java_value_widen(t, a, b, v) ||
               java_no_model(t, "a lambda that narrows a value") == NATIVE_DONE;
    if (!v->w.r) return true;
    struct diag d = {0};
    struct java_class *c = program_descriptor_class(t->program, to, type_length(to), &d);
    if (!c || java_class_is_subclass(v->w.r->class, c)) return true;
    java_throw_cast(t, v->w.r->class, c);
    return false;
}

static bool has_receiver(enum class_reference_kind how) {
    return how == REF_INVOKE_VIRTUAL || how == REF_INVOKE_INTERFACE || how == REF_INVOKE_SPECIAL;
}

static enum native_status failed(const struct java_thread *t) {
    return t->stop ? NATIVE_STOP : NATIVE_THROW;
}

// The arguments of the implementation: those captured, then those of the call.
static bool gather(struct java_thread *t, const struct lambda *l, const struct object *self,
                   const union word *args, const expr_id *exprs, uint32_t n_args, struct sym *out,
                   uint32_t *n) {
    uint32_t first = l->class->super->n_slots, k = 0;
    for (uint32_t i = 0; i < l->n_captured; i++)
        out[k++] = (struct sym){self->fields[first + i], object_expr(self, first + i)};
    for (uint32_t i = 0; i < n_args; i++) {
        out[k] = (struct sym){args[i], exprs[i]};
        uint32_t at = k + (l->how == REF_NEW_INVOKE_SPECIAL ? 0 : 0);
        const char *from = parameter_at(l->interface_descriptor, i);
        if (has_receiver(l->how) && at == 0) {
            struct str own = {0};
            str_addf(&own, symbol_text(l->owner->name)[0] == '[' ? "%s" : "L%s;",
                     symbol_text(l->owner->name));
            bool ok = adapt(t, from, own.at, &out[k]);
            str_free(&own);
            if (!ok) return false;
        } else if (!adapt(t, from, parameter_at(l->implementation_descriptor, at - has_receiver(l->how)),
                          &out[k])) {
            return false;
        }
        k++;
    }
    *n = k;
    return true;
}

// The JVM raises it in a frame that it does not show, and then tells no message either.
enum native_status java_throw_hidden_null(struct java_thread *t) {
    enum native_status s = java_throw_plain(t, "java/lang/NullPointerException");
    if (s != NATIVE_THROW) return s;
    const struct java_field *state = java_class_field_by_name(t->exception->class, "extendedMessageState");
    if (state) heap_put(&t->heap, t->exception, state->slot, word_int(2), EXPR_NONE); // looked for: none
    return s;
}

static enum native_status call_implementation(struct java_thread *t, const struct lambda *l, struct sym *args,
                                              uint32_t n, struct sym *result) {
    struct java_method *m = l->method;
    if (l->how == REF_NEW_INVOKE_SPECIAL) {
        if (java_initialize(t, l->owner) != JAVA_RETURNED) return failed(t);
        struct object *o = java_new_object(t, l->owner);
        if (!o) return NATIVE_STOP;
        memmove(args + 1, args, n * sizeof *args);
        args[0] = (struct sym){word_ref(o), EXPR_NONE};
        enum native_status status = java_call_sym(t, m, args, n + 1, result);
        *result = args[0];
        return status;
    }
    if (l->how == REF_INVOKE_STATIC) {
        if (java_initialize(t, m->class) != JAVA_RETURNED) return failed(t);
    } else {
        if (!args[0].w.r) return java_throw_hidden_null(t);
        if (l->how != REF_INVOKE_SPECIAL && !(m = java_select(t, args[0].w.r->class, m))) return failed(t);
    }
    return java_call_sym(t, m, args, n, result);
}

static enum native_status invoke_lambda(struct java_thread *t, const struct java_method *m, union word *args,
                                        expr_id *exprs, union word *result, expr_id *result_expr) {
    const struct lambda *l = m->extra;
    struct sym all[DYNAMIC_MAX_ARGUMENTS + 2], value = {{0}, EXPR_NONE};
    uint32_t n;
    if (!gather(t, l, args[0].r, args + 1, exprs + 1, m->n_params, all, &n)) return failed(t);
    enum native_status status = call_implementation(t, l, all, n, &value);
    if (status != NATIVE_DONE) return status;
    const char *to = result_of(symbol_text(m->descriptor));
    bool is_new = l->how == REF_NEW_INVOKE_SPECIAL;
    if (!adapt(t, is_new ? "Ljava/lang/Object;" : result_of(l->implementation_descriptor), to, &value))
        return failed(t);
    *result = value.w;
    *result_expr = value.e;
    return NATIVE_DONE;
}

// ---- Linking ----

static bool find_implementation(struct java_thread *t, const struct call_site *s, struct lambda *l) {
    const struct class_constant *handle = site_argument(s, 1), *m = &s->class->file->constants[handle->index];
    struct diag d = {0};
    l->how = handle->reference_kind;
    l->owner = program_class(t->program, m->owner, &d);
    l->method = l->owner ? java_class_find_method(l->owner, m->name, m->descriptor) : NULL;
    l->implementation_descriptor = symbol_text(m->descriptor);
    if (l->method && l->method->access & ACC_PRIVATE && l->how != REF_NEW_INVOKE_SPECIAL &&
        l->how != REF_INVOKE_STATIC)
        l->how = REF_INVOKE_SPECIAL;
    if (!l->method || l->how < REF_INVOKE_VIRTUAL) {
        java_no_model(t, symbol_text(m->name));
        return false;
    }
    return true;
}

enum { FLAG_SERIALIZABLE = 1, FLAG_MARKERS = 2, FLAG_BRIDGES = 4, MAX_EXTRA = 16 };

// altMetafactory has more arguments: flags, then marker interfaces, then types of bridges.
static void alternatives(struct java_thread *t, const struct call_site *s, struct java_class **interfaces,
                         uint32_t *n_interfaces, symbol *descriptors, uint32_t *n_descriptors) {
    if (s->bootstrap->n_arguments <= 3) return;
    int32_t flags = site_argument(s, 3)->int_value;
    uint32_t at = 4;
    if (flags & FLAG_MARKERS)
        for (int32_t n = site_argument(s, at++)->int_value; n-- > 0; at++) {
            struct java_class *c = program_class_of(t->program, symbol_text(site_argument(s, at)->name));
            if (c && *n_interfaces < MAX_EXTRA) interfaces[(*n_interfaces)++] = c;
        }
    if (flags & FLAG_SERIALIZABLE && *n_interfaces < MAX_EXTRA)
        interfaces[(*n_interfaces)++] = t->program->serializable;
    if (flags & FLAG_BRIDGES)
        for (int32_t n = site_argument(s, at++)->int_value; n-- > 0; at++)
            if (*n_descriptors < MAX_EXTRA)
                descriptors[(*n_descriptors)++] = site_argument(s, at)->descriptor;
}

bool java_link_lambda(struct java_thread *t, struct call_site *s) {
    struct java_program *p = t->program;
    struct lambda *l = ARENA_NEW(&p->arena, struct lambda);
    if (!find_implementation(t, s, l)) return false;
    const char *d = symbol_text(s->constant->descriptor);
    struct synthetic_field fields[DYNAMIC_MAX_ARGUMENTS];
    l->captured = ARENA_ARRAY(&p->arena, uint8_t, DYNAMIC_MAX_ARGUMENTS);
    for (enum java_kind k; (k = java_parameter_kind(d, l->n_captured)) != JAVA_VOID; l->n_captured++) {
        l->captured[l->n_captured] = (uint8_t)k;
        const char *type = parameter_at(d, l->n_captured);
        fields[l->n_captured] =
            (struct synthetic_field){symbol_of("captured"), symbol_intern(type, type_length(type))};
    }
    struct diag why = {0};
    struct java_class *interfaces[MAX_EXTRA + 2] = {
        program_descriptor_class(p, result_of(d), strlen(result_of(d)), &why)};
    symbol descriptors[MAX_EXTRA + 1] = {site_argument(s, 0)->descriptor};
    uint32_t n_interfaces = 1, n_descriptors = 1;
    if (!interfaces[0]) {
        java_no_model(t, result_of(d));
        return false;
    }
    alternatives(t, s, interfaces, &n_interfaces, descriptors, &n_descriptors);
    l->interface_descriptor = symbol_text(descriptors[0]);
    struct synthetic_method methods[MAX_EXTRA + 1];
    for (uint32_t i = 0; i < n_descriptors; i++)
        methods[i] =
            (struct synthetic_method){s->constant->name, descriptors[i], ACC_PUBLIC, invoke_lambda, l};
    struct str name = {0};
    str_addf(&name, "%s$$Lambda$%u", symbol_text(s->class->name), p->classes.n);
    struct synthetic_class made = {symbol_intern(name.at, name.n),
                                   p->object,
                                   interfaces,
                                   n_interfaces,
                                   fields,
                                   l->n_captured,
                                   methods,
                                   n_descriptors};
    str_free(&name);
    l->class = program_synthetic_class(p, &made);
    s->linked = l;
    return true;
}

enum native_status java_invoke_lambda_site(struct java_thread *t, const struct call_site *s,
                                           const struct sym *args, uint32_t n, struct sym *result) {
    const struct lambda *l = s->linked;
    if (has_receiver(l->how) && n && !args[0].w.r)
        return java_throw_plain(t, "java/lang/NullPointerException"); // x::m of null (JLS 15.13.3)
    struct object *o = java_new_object(t, l->class);
    if (!o) return NATIVE_STOP;
    for (uint32_t i = 0; i < n; i++)
        heap_put(&t->heap, o, l->class->super->n_slots + i, args[i].w, args[i].e);
    *result = (struct sym){word_ref(o), EXPR_NONE};
    return NATIVE_DONE;
}
