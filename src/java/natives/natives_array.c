// SPDX-License-Identifier: Apache-2.0
// Natives on arrays: System.arraycopy, java.lang.reflect.Array, and the loops of java.util.Arrays where all
// is concrete. Elements move with their expressions.
#include <assert.h>

#include "base/some_of.h"
#include "java/machine/boxes.h"
#include "java/runtime/native.h"
#include "java/symbolic/rope.h"
#include "java/symbolic/symbolic.h"

union word java_array_get(const struct object *array, uint32_t i) {
    assert(i < (uint32_t)array->length);
    const void *data = array->fields;
    switch (SOME_OF(array->class->element_kind)) {
    case JAVA_BOOLEAN:
    case JAVA_BYTE: return word_int(((const int8_t *)data)[i]);
    case JAVA_CHAR: return word_int(((const uint16_t *)data)[i]);
    case JAVA_SHORT: return word_int(((const int16_t *)data)[i]);
    case JAVA_INT: return word_int(((const int32_t *)data)[i]);
    case JAVA_FLOAT: return word_float(((const float *)data)[i]);
    case JAVA_LONG:
    case JAVA_DOUBLE:
    case JAVA_REF:
    default: return ((const union word *)data)[i];
    }
}

void java_array_put(struct java_thread *t, struct object *array, uint32_t i, union word v, expr_id e) {
    assert(i < (uint32_t)array->length);
    uint32_t size = java_kind_size[array->class->element_kind];
    char *at = (char *)array_data(array) + (size_t)i * size;
    native_write(t, array, at, size);
    memcpy(at, &v, size); // little-endian: the low bytes come first
    if (e || array->shadow) heap_set_expr(&t->heap, array, i, e);
}

// ---- System.arraycopy ----

static void add_array_name(const struct object *array, struct str *out) {
    if (array->class->element_kind == JAVA_REF) {
        str_addf(out, "object array[%d]", array->length);
        return;
    }
    java_class_external_name(array->class, out);
    out->n -= 1; // "int[" + length
    str_addf(out, "%d]", array->length);
}

static enum native_status store_error(struct java_thread *t, const char *format, const struct java_class *a,
                                      const struct java_class *b) {
    struct str x = {0}, y = {0};
    java_class_external_name(a, &x);
    if (b) java_class_external_name(b, &y);
    enum native_status s = java_throw(t, "java/lang/ArrayStoreException", format, str_text(&x), str_text(&y));
    str_free(&x);
    str_free(&y);
    return s;
}

static enum native_status check_kinds(struct java_thread *t, const struct java_class *from,
                                      const struct java_class *to) {
    if (!from->element) return store_error(t, "arraycopy: source type %s is not an array%s", from, NULL);
    if (!to->element) return store_error(t, "arraycopy: destination type %s is not an array%s", to, NULL);
    if (from->element_kind == to->element_kind) return NATIVE_DONE;
    if (from->element_kind == JAVA_REF || to->element_kind == JAVA_REF) {
        const char *format = from->element_kind == JAVA_REF
                                 ? "arraycopy: type mismatch: can not copy object array[] into %s"
                                 : "arraycopy: type mismatch: can not copy %s into object array[]";
        return store_error(t, format, from->element_kind == JAVA_REF ? to : from, NULL);
    }
    return store_error(t, "arraycopy: type mismatch: can not copy %s into %s", from, to);
}

// A number with its expression, and whether a < b: a decision where one of them is symbolic.
static struct sym number(int64_t v, expr_id e) {
    return (struct sym){word_long(v), e};
}

static bool less(struct java_thread *t, struct sym a, struct sym b) {
    bool is = a.w.j < b.w.j;
    if (a.e || b.e) symbolic_if_integer(t, COND_LT, a, b, is);
    return is;
}

static struct sym sum(struct java_thread *t, struct sym a, struct sym b) { // of two that are not negative
    struct sym r = number(a.w.j + b.w.j, EXPR_NONE);
    if (!t->x || !(a.e || b.e)) return r;
    r.e = expr_arith(t->x, EXPR_ADD_OP, a.e ? a.e : expr_int(t->x, a.w.j), b.e ? b.e : expr_int(t->x, b.w.j));
    return r;
}

struct block { // n elements from `at` on
    const struct object *array;
    struct sym at;
};

// The order of the checks and their messages are the JVM's.
static enum native_status check_bounds(struct java_thread *t, struct block src, struct block dst,
                                       struct sym n) {
    const struct sym zero = number(0, EXPR_NONE);
    const struct block blocks[2] = {src, dst};
    static const char *const names[2] = {"source index", "destination index"};
    const char *what = NULL, *last = "";
    const struct object *array = NULL;
    struct sym value = zero;
    for (int i = 0; i < 2 && !what; i++)
        if (less(t, blocks[i].at, zero)) what = names[i], array = blocks[i].array, value = blocks[i].at;
    if (!what && less(t, n, zero)) {
        java_message_numbers(t, n.w, n.e, zero.w, EXPR_NONE);
        return java_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "arraycopy: length %d is negative",
                          n.w.i);
    }
    for (int i = 0; i < 2 && !what; i++) {
        struct sym end = sum(t, blocks[i].at, n);
        if (!less(t, number(blocks[i].array->length, blocks[i].array->length_expr), end)) continue;
        what = names[i], array = blocks[i].array, value = end;
        last = "last ";
    }
    if (!what) return NATIVE_DONE;
    java_message_numbers(t, value.w, value.e, word_int(array->length), array->length_expr);
    struct str name = {0};
    add_array_name(array, &name);
    enum native_status s =
        *last ? java_throw(t, "java/lang/ArrayIndexOutOfBoundsException",
                           "arraycopy: last %s %u out of bounds for %s", what, (unsigned)value.w.j,
                           str_text(&name))
              : java_throw(t, "java/lang/ArrayIndexOutOfBoundsException",
                           "arraycopy: %s %d out of bounds for %s", what, (int)value.w.j, str_text(&name));
    str_free(&name);
    return s;
}

static void move_exprs(struct java_thread *t, const struct object *src, uint32_t src_at, struct object *dst,
                       uint32_t dst_at, uint32_t n) {
    if (!src->shadow && !dst->shadow) return;
    if (!dst->shadow && !object_is_symbolic(src, src_at, n)) return;
    if (src == dst && dst_at > src_at) {
        for (uint32_t i = n; i-- > 0;) heap_set_expr(&t->heap, dst, dst_at + i, object_expr(src, src_at + i));
    } else {
        for (uint32_t i = 0; i < n; i++)
            heap_set_expr(&t->heap, dst, dst_at + i, object_expr(src, src_at + i));
    }
}

static void move(struct java_thread *t, const struct object *src, int32_t src_at, struct object *dst,
                 int32_t dst_at, int32_t n) {
    if (n <= 0) return;
    uint32_t size = java_kind_size[src->class->element_kind];
    char *to = (char *)array_data(dst) + (size_t)dst_at * size;
    native_write(t, dst, to, (uint32_t)n * size);
    memmove(to, (const char *)src->fields + (size_t)src_at * size, (size_t)n * size);
    move_exprs(t, src, (uint32_t)src_at, dst, (uint32_t)dst_at, (uint32_t)n);
}

// How many of the elements may be stored in dst (JLS 10.5): those before the first that may not are.
static int32_t storable(const struct object *src, int32_t at, const struct object *dst, int32_t n) {
    const struct java_class *to = dst->class->element;
    if (java_class_is_subclass(src->class->element, to)) return n;
    struct object *const *elements = (struct object *const *)src->fields;
    for (int32_t i = 0; i < n; i++)
        if (elements[at + i] && !java_class_is_subclass(elements[at + i]->class, to)) return i;
    return n;
}

NATIVE(native_system_arraycopy) {
    struct object *src = args[0].r, *dst = args[2].r;
    if (!src || !dst) return java_throw_plain(t, "java/lang/NullPointerException");
    rope_settle(t, src);
    rope_settle(t, dst);
    int32_t src_at = args[1].i, dst_at = args[3].i, n = args[4].i;
    enum native_status s = check_kinds(t, src->class, dst->class);
    if (s != NATIVE_DONE) return s;
    s = check_bounds(t, (struct block){src, number(src_at, exprs[1])},
                     (struct block){dst, number(dst_at, exprs[3])}, number(n, exprs[4]));
    if (s != NATIVE_DONE) return s;
    for (int i = 0; i < 5; i++)
        if (i != 0 && i != 2) java_pin(t, args[i], exprs[i]);
    bool refs = src->class->element_kind == JAVA_REF;
    int32_t fit = refs ? storable(src, src_at, dst, n) : n;
    move(t, src, src_at, dst, dst_at, fit);
    if (fit == n) return GIVE_NOTHING();
    return store_error(t,
                       "arraycopy: element type mismatch: can not cast one of the elements of %s[] to the "
                       "type of the destination array, %s",
                       src->class->element, dst->class->element);
}

// ---- java.lang.reflect.Array ----

// NULL: has thrown.
static struct object *array_argument(struct java_thread *t, const union word *args) {
    if (!args[0].r)
        java_throw_plain(t, "java/lang/NullPointerException");
    else if (!args[0].r->class->element)
        java_throw(t, "java/lang/IllegalArgumentException", "Argument is not an array");
    else
        return args[0].r;
    return NULL;
}

static bool index_argument(struct java_thread *t, struct object *array, int32_t i, expr_id e) {
    if (e) symbolic_index(t, array, (struct sym){word_int(i), e}, NULL);
    if (i >= 0 && i < array->length) return true;
    java_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %d", i,
               array->length);
    return false;
}

NATIVE(native_array_length) {
    struct object *array = array_argument(t, args);
    if (!array) return native_failed(t);
    return GIVE(word_int(array->length), array->length_expr);
}

NATIVE(native_array_get) {
    struct object *array = array_argument(t, args);
    if (!array || !index_argument(t, array, args[1].i, exprs[1])) return native_failed(t);
    uint32_t i = (uint32_t)args[1].i;
    union word v = java_array_get(array, i);
    enum java_kind kind = array->class->element_kind;
    expr_id e = object_expr(array, i);
    return kind == JAVA_REF ? GIVE(v, e) : GIVE_MADE(java_value_box(t, kind, (struct sym){v, e}));
}

NATIVE(native_array_set) {
    struct object *array = array_argument(t, args);
    if (!array || !index_argument(t, array, args[1].i, exprs[1])) return native_failed(t);
    struct sym v = {args[2], exprs[2]};
    enum java_kind kind = array->class->element_kind;
    bool fits = kind == JAVA_REF ? !v.w.r || java_class_is_subclass(v.w.r->class, array->class->element)
                                 : java_value_open(t, v.w.r, kind, &v);
    if (!fits) return java_throw(t, "java/lang/IllegalArgumentException", "argument type mismatch");
    java_array_put(t, array, (uint32_t)args[1].i, v.w, v.e);
    return GIVE_NOTHING();
}

// getInt and its like: widening the element is allowed, narrowing is not (JLS 5.1.2).
NATIVE(native_array_get_primitive) {
    struct object *array = array_argument(t, args);
    if (!array) return native_failed(t);
    enum java_kind kind = array->class->element_kind;
    if (kind == JAVA_REF || !java_can_widen(kind, m->return_kind))
        return java_throw(t, "java/lang/IllegalArgumentException", "%s",
                          kind == JAVA_REF ? "Argument is not an array of primitive type"
                                           : "argument type mismatch");
    if (!index_argument(t, array, args[1].i, exprs[1])) return native_failed(t);
    uint32_t i = (uint32_t)args[1].i;
    union word v = java_array_get(array, i);
    expr_id e = object_expr(array, i);
    struct sym wide = {v, e};
    java_value_widen(t, kind, m->return_kind, &wide);
    return GIVE(wide.w, wide.e);
}

NATIVE(native_array_set_primitive) {
    struct object *array = array_argument(t, args);
    if (!array) return native_failed(t);
    enum java_kind kind = array->class->element_kind, from = (enum java_kind)m->param_kinds[2];
    if (kind == JAVA_REF || !java_can_widen(from, kind))
        return java_throw(t, "java/lang/IllegalArgumentException", "%s",
                          kind == JAVA_REF ? "Argument is not an array of primitive type"
                                           : "argument type mismatch");
    if (!index_argument(t, array, args[1].i, exprs[1])) return native_failed(t);
    struct sym v = {args[2], exprs[2]};
    java_value_widen(t, from, kind, &v);
    java_array_put(t, array, (uint32_t)args[1].i, v.w, v.e);
    return GIVE_NOTHING();
}

NATIVE(native_array_new) {
    if (!args[0].r) return java_throw_plain(t, "java/lang/NullPointerException");
    struct java_class *element = java_mirrored(args[0].r);
    if (element->primitive == JAVA_VOID) return java_throw_plain(t, "java/lang/IllegalArgumentException");
    if (exprs[1]) symbolic_new_length(t, (struct sym){args[1], exprs[1]});
    return GIVE_MADE(java_new_array(t, program_array_of(t->program, element), args[1].i));
}

// An array of `n` dimensions, made level by level: every array of a level gets its elements from the next.
static struct object *multi_array(struct java_thread *t, struct java_class *c, const int32_t *lengths,
                                  uint32_t n) {
    struct object *root = java_new_array(t, c, lengths[0]);
    VEC(struct object *) level = {0}, next = {0};
    if (root) vec_push(&level, root);
    for (uint32_t d = 1; root && d < n; d++) {
        vec_clear(&next);
        for (uint32_t k = 0; root && k < level.n; k++)
            for (int32_t i = 0; root && i < lengths[d - 1]; i++) {
                struct object *o = java_new_array(t, level.at[k]->class->element, lengths[d]);
                if (!o) {
                    root = NULL;
                    break;
                }
                java_array_put(t, level.at[k], (uint32_t)i, word_ref(o), EXPR_NONE);
                vec_push(&next, o);
            }
        vec_clear(&level);
        for (uint32_t k = 0; k < next.n; k++) vec_push(&level, next.at[k]);
    }
    vec_free(&level);
    vec_free(&next);
    return root;
}

NATIVE(native_array_multi_new) {
    if (!args[0].r || !args[1].r) return java_throw_plain(t, "java/lang/NullPointerException");
    struct java_class *c = java_mirrored(args[0].r);
    const struct object *dimensions = args[1].r;
    const int32_t *lengths = (const int32_t *)dimensions->fields;
    uint32_t n = (uint32_t)dimensions->length, all = n;
    for (const struct java_class *e = c; e->element; e = e->element) all++;
    if (n == 0) return java_throw(t, "java/lang/IllegalArgumentException", "Empty dimensions array");
    if (all > 255 || c->primitive == JAVA_VOID)
        return java_throw_plain(t, "java/lang/IllegalArgumentException");
    for (uint32_t i = 0; i < n; i++)
        if (lengths[i] < 0) return java_throw(t, "java/lang/NegativeArraySizeException", "%d", lengths[i]);
    for (uint32_t i = 0; i < n; i++) c = program_array_of(t->program, c);
    return GIVE_MADE(multi_array(t, c, lengths, n));
}

// ---- java.util.Arrays on concrete elements ----

static bool concrete(const struct object *array) {
    return !array->length_expr && !object_is_symbolic(array, 0, (uint32_t)array->length);
}

// equals of two arrays of integers; floats compare otherwise and are left to the body.
NATIVE(native_arrays_equals) {
    const struct object *a = args[0].r, *b = args[1].r;
    if (exprs[0] || exprs[1]) return NATIVE_DECLINE;
    if (a == b) return GIVE_INT(1);
    if (!a || !b) return GIVE_INT(0);
    if (!concrete(a) || !concrete(b)) return NATIVE_DECLINE;
    if (a->length != b->length) return GIVE_INT(0);
    size_t size = (size_t)a->length * java_kind_size[a->class->element_kind];
    return GIVE_INT(memcmp(a->fields, b->fields, size) == 0);
}

// hashCode of an array of integers of up to 32 bits.
NATIVE(native_arrays_hash_code) {
    const struct object *a = args[0].r;
    if (exprs[0]) return NATIVE_DECLINE;
    if (!a) return GIVE_INT(0);
    if (!concrete(a)) return NATIVE_DECLINE;
    uint32_t h = 1;
    for (int32_t i = 0; i < a->length; i++) h = 31 * h + (uint32_t)java_array_get(a, (uint32_t)i).i;
    return GIVE_INT((int32_t)h);
}

// fill(array, value) of primitives.
NATIVE(native_arrays_fill) {
    struct object *a = args[0].r;
    if (!a || a->shadow || a->length_expr || exprs[0] || exprs[1]) return NATIVE_DECLINE;
    uint32_t size = java_kind_size[a->class->element_kind], n = (uint32_t)a->length;
    native_write(t, a, array_data(a), n * size);
    char *at = array_data(a);
    for (uint32_t i = 0; i < n; i++) memcpy(at + (size_t)i * size, &args[1], size);
    return GIVE_NOTHING();
}
