// SPDX-License-Identifier: Apache-2.0
// Method handles made of others (java.lang.invoke.MethodHandles). Types that do not fit one another, which
// the JDK refuses in words of its own, have no model.
#include <string.h>

#include "java/machine/handle.h"
#include "java/runtime/native.h"

enum { MAX = DYNAMIC_MAX_ARGUMENTS };

// ---- Types ----

static bool same_type(struct handle_type a, struct handle_type b) {
    return a.n == b.n && memcmp(a.at, b.at, a.n) == 0;
}

static bool is_void(struct handle_type type) {
    return type.at[0] == 'V';
}

static uint32_t count_of(const char *descriptor) {
    return java_handle_parameters(descriptor);
}

struct types {
    struct handle_type at[MAX];
    uint32_t n;
    struct handle_type result;
};

static void types_of(const char *descriptor, struct types *out) {
    out->n = count_of(descriptor);
    for (uint32_t i = 0; i < out->n; i++) out->at[i] = java_handle_parameter(descriptor, i);
    out->result = java_handle_result(descriptor);
}

static symbol descriptor_of(const struct types *types) {
    struct str s = {0};
    str_add_char(&s, '(');
    for (uint32_t i = 0; i < types->n; i++) str_add_n(&s, types->at[i].at, types->at[i].n);
    str_add_char(&s, ')');
    str_add_n(&s, types->result.at, types->result.n);
    symbol d = symbol_intern(s.at, s.n);
    str_free(&s);
    return d;
}

// `drop` of the types from `at` on become those of `by`. False: too many.
static bool splice_types(struct types *types, uint32_t at, uint32_t drop, const struct handle_type *by,
                         uint32_t n) {
    if (types->n - drop + n >= MAX) return false;
    memmove(types->at + at + n, types->at + at + drop, (types->n - at - drop) * sizeof *types->at);
    if (n) memcpy(types->at + at, by, n * sizeof *by);
    types->n += n - drop;
    return true;
}

// The parameters of `inner` are those of `outer` from `at` on.
static bool takes_some_of(const struct types *inner, const struct types *outer, uint32_t at) {
    if (at > outer->n || inner->n > outer->n - at) return false;
    for (uint32_t i = 0; i < inner->n; i++)
        if (!same_type(inner->at[i], outer->at[at + i])) return false;
    return true;
}

// ---- Making ----

static enum native_status refused(struct java_thread *t, const struct java_method *m) {
    struct str s = {0};
    str_addf(&s, "MethodHandles.%s of types that do not fit", symbol_text(m->name));
    enum native_status status = t->stop || t->exception ? native_failed(t) : java_no_model(t, s.at);
    str_free(&s);
    return status;
}

// The first n arguments are method handles; their types are told. False: thrown or stopped.
static bool take_handles(struct java_thread *t, const union word *args, uint32_t n, struct types *types) {
    for (uint32_t i = 0; i < n; i++) {
        if (!java_is_method_handle(t, args[i].r)) { // null: the JDK's words for that differ
            if (!t->stop) java_no_model(t, "this kind of MethodHandle");
            return false;
        }
        types_of(java_method_handle_descriptor(args[i].r), &types[i]);
    }
    return true;
}

static struct object *array_of(struct java_thread *t, const union word *words, const expr_id *exprs,
                               uint32_t n) {
    struct object *array = java_new_array(t, program_array_of(t->program, t->program->object), n);
    for (uint32_t i = 0; array && i < n; i++)
        java_array_put(t, array, i, words[i], exprs ? exprs[i] : EXPR_NONE);
    return array;
}

static bool convert_from_object(struct java_thread *t, struct handle_type to, struct sym *v) {
    struct java_class *c = java_handle_class(t, to);
    return c && java_handle_convert(t, (struct handle_type){"Ljava/lang/Object;", 18}, c, v);
}

// insertArguments(MethodHandle, int, Object...)
NATIVE(native_handles_insert) {
    struct types own;
    if (!take_handles(t, args, 1, &own)) return native_failed(t);
    const struct object *values = args[2].r;
    if (!values) return refused(t, m);
    java_pin(t, args[1], exprs[1]);
    int64_t at = args[1].i;
    if (at < 0 || at + values->length > own.n) return refused(t, m);
    if (!values->length) return GIVE_REF(args[0].r);
    union word words[MAX];
    expr_id kept[MAX];
    for (uint32_t i = 0; i < (uint32_t)values->length; i++) {
        words[i] = java_array_get(values, i);
        kept[i] = object_expr(values, i);
        struct sym v = {words[i], kept[i]};
        if (!convert_from_object(t, own.at[at + i], &v)) return native_failed(t);
    }
    struct object *copy = array_of(t, words, kept, (uint32_t)values->length); // the caller's may change
    splice_types(&own, (uint32_t)at, (uint32_t)values->length, NULL, 0);
    if (!copy) return native_failed(t);
    return GIVE_MADE(
        java_method_handle_of(t, HANDLE_INSERT, descriptor_of(&own), args[0].r, copy, args[1].i));
}

static enum native_status drop(struct java_thread *t, const struct java_method *m, const union word *args,
                               const struct object *classes, union word *result, expr_id *result_expr) {
    struct types own;
    struct handle_type added[MAX];
    struct str names[MAX] = {0};
    if (!take_handles(t, args, 1, &own)) return native_failed(t);
    if (args[1].i < 0 || (uint32_t)args[1].i > own.n || classes->length >= MAX) return refused(t, m);
    uint32_t n = (uint32_t)classes->length, made = 0;
    bool good = true;
    for (; made < n && good; made++) {
        const struct object *mirror = java_array_get(classes, made).r;
        if (!mirror) break;
        java_handle_descriptor(java_mirrored(mirror), &names[made]);
        added[made] = (struct handle_type){names[made].at, names[made].n};
        good = !is_void(added[made]);
    }
    good = good && made == n && splice_types(&own, (uint32_t)args[1].i, 0, added, n);
    symbol d = good ? descriptor_of(&own) : 0;
    for (uint32_t i = 0; i < made; i++) str_free(&names[i]);
    if (!good) return refused(t, m);
    struct object *h = java_method_handle_of(t, HANDLE_DROP, d, args[0].r, NULL, args[1].i);
    return GIVE_MADE(h);
}

// dropArguments(MethodHandle, int, Class...)
NATIVE(native_handles_drop) {
    if (!args[2].r) return refused(t, m);
    java_pin(t, args[1], exprs[1]);
    return drop(t, m, args, args[2].r, result, result_expr);
}

// dropArguments(MethodHandle, int, List)
NATIVE(native_handles_drop_list) {
    union word self = args[2], array = {.bits = 0};
    if (!self.r) return refused(t, m);
    java_pin(t, args[1], exprs[1]);
    struct java_method *to_array =
        java_class_find_method(self.r->class, symbol_of("toArray"), symbol_of("()[Ljava/lang/Object;"));
    if (!to_array || java_call(t, to_array, &self, NULL, &array, NULL) != JAVA_RETURNED)
        return native_failed(t);
    return drop(t, m, args, array.r, result, result_expr);
}

// permuteArguments(MethodHandle, MethodType, int...)
NATIVE(native_handles_permute) {
    struct types own, new;
    if (!take_handles(t, args, 1, &own)) return native_failed(t);
    if (!args[1].r || !args[2].r) return refused(t, m);
    const struct object *order = args[2].r;
    symbol d = java_method_type_descriptor(args[1].r);
    types_of(symbol_text(d), &new);
    bool good = (uint32_t)order->length == own.n && same_type(own.result, new.result);
    struct object *copy = good ? java_new_array(t, order->class, own.n) : NULL;
    for (uint32_t i = 0; copy && i < own.n && good; i++) {
        union word from = java_array_get(order, i);
        java_pin(t, from, object_expr(order, i));
        good = from.i >= 0 && (uint32_t)from.i < new.n &&same_type(new.at[from.i], own.at[i]);
        java_array_put(t, copy, i, from, EXPR_NONE);
    }
    if (!good) return refused(t, m);
    if (!copy) return native_failed(t);
    return GIVE_MADE(java_method_handle_of(t, HANDLE_PERMUTE, d, args[0].r, copy, 0));
}

// filterReturnValue(MethodHandle, MethodHandle)
NATIVE(native_handles_filter_return) {
    (void)exprs;
    struct types types[2];
    if (!take_handles(t, args, 2, types)) return native_failed(t);
    bool given = !is_void(types[0].result);
    if (types[1].n != given || (given && !same_type(types[1].at[0], types[0].result))) return refused(t, m);
    types[0].result = types[1].result;
    return GIVE_MADE(
        java_method_handle_of(t, HANDLE_FILTER_RETURN, descriptor_of(&types[0]), args[0].r, args[1].r, 0));
}

// filterArguments(MethodHandle, int, MethodHandle...): null leaves an argument as it is.
NATIVE(native_handles_filter) {
    struct types own, filter;
    if (!take_handles(t, args, 1, &own)) return native_failed(t);
    const struct object *filters = args[2].r;
    if (!filters) return refused(t, m);
    java_pin(t, args[1], exprs[1]);
    int64_t at = args[1].i;
    if (at < 0 || at + filters->length > own.n) return refused(t, m);
    union word words[MAX];
    for (uint32_t i = 0; i < (uint32_t)filters->length; i++) {
        words[i] = java_array_get(filters, i);
        if (!words[i].r) continue;
        if (!take_handles(t, &words[i], 1, &filter)) return native_failed(t);
        if (filter.n != 1 || !same_type(filter.result, own.at[at + i])) return refused(t, m);
        own.at[at + i] = filter.at[0];
    }
    struct object *copy = array_of(t, words, NULL, (uint32_t)filters->length);
    if (!copy) return native_failed(t);
    return GIVE_MADE(
        java_method_handle_of(t, HANDLE_FILTER, descriptor_of(&own), args[0].r, copy, args[1].i));
}

// foldArguments(MethodHandle target, MethodHandle combiner)
NATIVE(native_handles_fold) {
    (void)exprs;
    struct types types[2];
    if (!take_handles(t, args, 2, types)) return native_failed(t);
    uint32_t given = !is_void(types[1].result);
    if (given && (!types[0].n || !same_type(types[1].result, types[0].at[0]))) return refused(t, m);
    splice_types(&types[0], 0, given, NULL, 0);
    if (!takes_some_of(&types[1], &types[0], 0)) return refused(t, m);
    return GIVE_MADE(
        java_method_handle_of(t, HANDLE_FOLD, descriptor_of(&types[0]), args[0].r, args[1].r, 0));
}

// guardWithTest(MethodHandle test, MethodHandle target, MethodHandle fallback)
NATIVE(native_handles_guard) {
    (void)exprs;
    struct types types[3];
    if (!take_handles(t, args, 3, types)) return native_failed(t);
    const char *target = java_method_handle_descriptor(args[1].r);
    if (types[0].result.at[0] != 'Z' || !takes_some_of(&types[0], &types[1], 0) ||
        strcmp(target, java_method_handle_descriptor(args[2].r)) != 0)
        return refused(t, m);
    struct object *parts = array_of(t, (union word[]){args[0], args[2]}, NULL, 2);
    if (!parts) return native_failed(t);
    return GIVE_MADE(java_method_handle_of(t, HANDLE_GUARD, symbol_of(target), args[1].r, parts, 0));
}

// identity(Class)
NATIVE(native_handles_identity) {
    (void)exprs;
    if (!args[0].r) return refused(t, m);
    struct str s = {0};
    str_add_char(&s, '(');
    java_handle_descriptor(java_mirrored(args[0].r), &s);
    if (s.at[1] == 'V') {
        str_free(&s);
        return refused(t, m);
    }
    str_add_char(&s, ')');
    java_handle_descriptor(java_mirrored(args[0].r), &s);
    symbol d = symbol_intern(s.at, s.n);
    str_free(&s);
    return GIVE_MADE(java_method_handle_of(t, HANDLE_IDENTITY, d, NULL, NULL, 0));
}

// constant(Class, Object)
NATIVE(native_handles_constant) {
    union word identity;
    struct types own;
    enum native_status s = native_handles_identity(t, m, args, exprs, &identity, result_expr);
    if (s != NATIVE_DONE) return s;
    types_of(java_method_handle_descriptor(identity.r), &own);
    struct sym v = {args[1], exprs[1]};
    if (!convert_from_object(t, own.at[0], &v)) return native_failed(t);
    struct object *value = array_of(t, &args[1], &exprs[1], 1);
    splice_types(&own, 0, 1, NULL, 0);
    if (!value) return native_failed(t);
    return GIVE_MADE(java_method_handle_of(t, HANDLE_INSERT, descriptor_of(&own), identity.r, value, 0));
}

// ---- Calling ----

struct call {
    struct java_thread *t;
    const struct object *target, *part;
    uint32_t at; // the position that the handle was made with
    struct sym *args;
    uint32_t n, depth;
};

static enum native_status call_target(const struct call *c, struct sym *result) {
    return java_method_handle_call(c->t, c->target, c->args, c->n, result, c->depth);
}

// Another handle with some of the arguments, which stay as they are.
static enum native_status call_with(const struct call *c, const struct object *h, uint32_t at,
                                    struct sym *result) {
    struct sym copy[MAX + 1];
    uint32_t n = count_of(java_method_handle_descriptor(h));
    memcpy(copy, c->args + at, n * sizeof *copy);
    return java_method_handle_call(c->t, h, copy, n, result, c->depth);
}

static void insert_argument(struct call *c, uint32_t at, struct sym v) {
    memmove(c->args + at + 1, c->args + at, (c->n - at) * sizeof *c->args);
    c->args[at] = v;
    c->n++;
}

static enum native_status call_insert(struct call *c, struct sym *result) {
    const char *d = java_method_handle_descriptor(c->target);
    if (c->n + (uint32_t)c->part->length > MAX)
        return java_no_model(c->t, "a method handle of 256 arguments");
    for (uint32_t i = 0; i < (uint32_t)c->part->length; i++) {
        struct sym v = {java_array_get(c->part, i), object_expr(c->part, i)};
        if (!convert_from_object(c->t, java_handle_parameter(d, c->at + i), &v)) return native_failed(c->t);
        insert_argument(c, c->at + i, v);
    }
    return call_target(c, result);
}

static enum native_status call_drop(struct call *c, struct sym *result) {
    uint32_t n = count_of(java_method_handle_descriptor(c->target)), dropped = c->n - n;
    memmove(c->args + c->at, c->args + c->at + dropped, (n - c->at) * sizeof *c->args);
    c->n = n;
    return call_target(c, result);
}

static enum native_status call_permute(struct call *c, struct sym *result) {
    struct sym old[MAX + 1];
    memcpy(old, c->args, c->n * sizeof *old);
    c->n = (uint32_t)c->part->length;
    for (uint32_t i = 0; i < c->n; i++) c->args[i] = old[java_array_get(c->part, i).i];
    return call_target(c, result);
}

static enum native_status call_filter_return(struct call *c, struct sym *result) {
    struct sym given[MAX + 2];
    enum native_status s = call_target(c, &given[0]);
    if (s != NATIVE_DONE) return s;
    uint32_t n = count_of(java_method_handle_descriptor(c->part));
    return java_method_handle_call(c->t, c->part, given, n, result, c->depth);
}

static enum native_status call_filter(struct call *c, struct sym *result) {
    for (uint32_t i = 0; i < (uint32_t)c->part->length; i++) {
        const struct object *filter = java_array_get(c->part, i).r;
        struct sym v = {{0}, EXPR_NONE};
        enum native_status s = filter ? call_with(c, filter, c->at + i, &v) : NATIVE_DONE;
        if (s != NATIVE_DONE) return s;
        if (filter) c->args[c->at + i] = v;
    }
    return call_target(c, result);
}

static enum native_status call_fold(struct call *c, struct sym *result) {
    struct sym v = {{0}, EXPR_NONE};
    enum native_status s = call_with(c, c->part, 0, &v);
    if (s != NATIVE_DONE) return s;
    if (!is_void(java_handle_result(java_method_handle_descriptor(c->part)))) insert_argument(c, 0, v);
    return call_target(c, result);
}

static enum native_status call_guard(struct call *c, struct sym *result) {
    struct sym v = {{0}, EXPR_NONE}, zero = {{0}, EXPR_NONE};
    enum native_status s = call_with(c, java_array_get(c->part, 0).r, 0, &v);
    if (s != NATIVE_DONE) return s;
    if (v.e) symbolic_if_integer(c->t, COND_EQ, v, zero, !v.w.i);
    if (!v.w.i) c->target = java_array_get(c->part, 1).r;
    return call_target(c, result);
}

enum native_status java_method_handle_combined(struct java_thread *t, enum handle_how how,
                                               const struct object *target, const struct object *part,
                                               int32_t at, struct sym *args, uint32_t n, struct sym *result,
                                               uint32_t depth) {
    struct call c = {t, target, part, (uint32_t)at, args, n, depth + 1};
    switch (how) {
    case HANDLE_INSERT: return call_insert(&c, result);
    case HANDLE_DROP: return call_drop(&c, result);
    case HANDLE_PERMUTE: return call_permute(&c, result);
    case HANDLE_FILTER_RETURN: return call_filter_return(&c, result);
    case HANDLE_FILTER: return call_filter(&c, result);
    case HANDLE_FOLD: return call_fold(&c, result);
    case HANDLE_GUARD: return call_guard(&c, result);
    case HANDLE_IDENTITY:
    case HANDLE_BOUND:
    case HANDLE_AS_TYPE:
    default: *result = args[0]; return NATIVE_DONE;
    }
}
