// SPDX-License-Identifier: Apache-2.0
// jdk.internal.misc.Unsafe on objects: what java.util.concurrent, reflection and java.lang itself are built
// on. Offsets are ours: elements of arrays begin at BASE, a field is BASE + 8 * slot, a static field is
// STATIC + its index among those that the class declares, in the class's mirror. There is one thread: every
// access is ordered. Memory outside of the heap has no model.
#include <assert.h>

#include "java/machine/interp_loop.h"
#include "java/runtime/native.h"
#include "java/symbolic/rope.h"
#include "java/symbolic/symbolic.h"

#define UNSAFE "jdk/internal/misc/Unsafe"

static const int64_t BASE = 16, STATIC = (int64_t)1 << 32;

enum place_where { PLACE_FIELD, PLACE_ELEMENT, PLACE_STATIC, PLACE_BYTES /* not one whole element */ };

struct place_at {
    enum place_where where;
    struct object *o;
    uint32_t index;                 // FIELD: slot, ELEMENT: index
    const struct java_field *field; // STATIC
    void *at;
};

static bool find_element(struct object *o, int64_t at, uint32_t size, struct place_at *p) {
    uint32_t element = java_kind_size[o->class->element_kind];
    if (at < 0 || at + size > (int64_t)o->length * element) return false;
    p->at = (char *)array_data(o) + at;
    p->where = element == size && at % size == 0 ? PLACE_ELEMENT : PLACE_BYTES;
    p->index = (uint32_t)(at / element);
    return true;
}

static bool find_static(struct java_thread *t, struct object *o, int64_t index, struct place_at *p) {
    struct java_class *c = o->class == t->program->class ? java_mirrored(o) : NULL;
    if (!c || index >= c->n_fields || !(c->fields[index].access & ACC_STATIC)) return false;
    p->where = PLACE_STATIC;
    p->field = &c->fields[index];
    java_static_seen(t, p->field);
    p->at = &thread_class(t, c)->statics[p->field->slot];
    return true;
}

static bool find_place(struct java_thread *t, struct object *o, int64_t offset, uint32_t size,
                       struct place_at *p) {
    *p = (struct place_at){.o = o};
    if (o && o->class->element) {
        rope_settle(t, o);
        if (find_element(o, offset - BASE, size, p)) return true;
    } else if (o && offset >= STATIC) {
        if (find_static(t, o, offset - STATIC, p)) return true;
    } else if (o && offset >= BASE && offset % 8 == 0 && (offset - BASE) / 8 < o->class->n_slots) {
        p->where = PLACE_FIELD;
        p->index = (uint32_t)((offset - BASE) / 8);
        p->at = &o->fields[p->index];
        return true;
    }
    java_no_model(t, UNSAFE ": memory outside of objects");
    return false;
}

// Words are held extended to 64 bits: reading the low bytes is reading the value.
static union word load(const void *at, enum java_kind kind) {
    union word w = {.bits = 0};
    memcpy(&w, at, java_kind_size[kind]);
    switch (kind) {
    case JAVA_BOOLEAN:
    case JAVA_BYTE: return word_int((int8_t)w.bits);
    case JAVA_SHORT: return word_int((int16_t)w.bits);
    case JAVA_INT: return word_int((int32_t)w.bits);
    case JAVA_CHAR:
    case JAVA_LONG:
    case JAVA_FLOAT:
    case JAVA_DOUBLE:
    case JAVA_REF:
    case JAVA_VOID:
    case JAVA_KINDS:
    default: return w;
    }
}

static expr_id load_expr(struct java_thread *t, const struct place_at *p, uint32_t size) {
    switch (p->where) {
    case PLACE_FIELD:
    case PLACE_ELEMENT: return object_expr(p->o, p->index);
    case PLACE_STATIC: {
        const struct class_state *s = thread_class(t, p->field->class);
        return s->static_exprs ? s->static_exprs[p->field->slot] : EXPR_NONE;
    }
    case PLACE_BYTES:
    default: {
        uint32_t element = java_kind_size[p->o->class->element_kind];
        uint32_t n = (size + element - 1) / element + 1; // an unaligned access may touch one more
        if (n > (uint32_t)p->o->length - p->index) n = (uint32_t)p->o->length - p->index;
        if (object_is_symbolic(p->o, p->index, n)) java_lost(t, UNSAFE ": several elements at once");
        return EXPR_NONE;
    }
    }
}

static void store_bytes(struct java_thread *t, const struct place_at *p, union word v, expr_id e,
                        uint32_t size) {
    if (e) java_lost(t, UNSAFE ": several elements at once");
    load_expr(t, p, size); // a part of a symbolic element may stay: told as lost
    native_write(t, p->o, p->at, size);
    memcpy(p->at, &v, size);
    if (!p->o->shadow) return;
    uint32_t element = java_kind_size[p->o->class->element_kind];
    uint64_t first = (uint64_t)((char *)p->at - (char *)array_data(p->o));
    for (uint64_t i = first / element; i <= (first + size - 1) / element; i++)
        heap_set_expr(&t->heap, p->o, (uint32_t)i, EXPR_NONE);
}

static void store(struct java_thread *t, const struct place_at *p, enum java_kind kind, union word v,
                  expr_id e) {
    switch (p->where) {
    case PLACE_FIELD: heap_put(&t->heap, p->o, p->index, v, e); break;
    case PLACE_ELEMENT: java_array_put(t, p->o, p->index, v, e); break;
    case PLACE_STATIC: java_put_static(t, p->field, v, e); break;
    case PLACE_BYTES:
    default: store_bytes(t, p, v, e, java_kind_size[kind]); break;
    }
}

// ---- Reading and writing: (Unsafe, Object, long offset, ..) ----

NATIVE(native_unsafe_get) {
    struct place_at p;
    enum java_kind kind = m->return_kind;
    if (!find_place(t, args[1].r, args[2].j, java_kind_size[kind], &p)) return NATIVE_STOP;
    return GIVE(load(p.at, kind), load_expr(t, &p, java_kind_size[kind]));
}

// The number that `size` bytes of a byte[] make; the highest carries the sign unless it has none.
static expr_id expr_of_bytes(struct java_thread *t, const struct object *o, uint32_t index, uint32_t size,
                             bool big, bool has_sign) {
    struct expr_store *x = t->x;
    expr_id sum = expr_int(x, 0);
    for (uint32_t i = 0; i < size; i++) { // from the lowest on
        uint32_t at = index + (big ? size - 1 - i : i);
        expr_id e = object_expr(o, at), byte = e ? e : expr_int(x, java_array_get(o, at).i);
        if (i + 1 < size || !has_sign) byte = expr_arith(x, EXPR_BAND_OP, byte, expr_int(x, 255));
        byte = expr_arith(x, EXPR_MUL_OP, byte, expr_int(x, (int64_t)((uint64_t)1 << 8 * i)));
        sum = expr_arith(x, EXPR_ADD_OP, sum, byte);
    }
    return sum;
}

// getIntUnaligned(Object, long offset, boolean bigEndian) and its like: what byte buffers read. Concrete
// bytes are left to the JDK's code.
NATIVE(native_unsafe_get_unaligned) {
    const struct object *o = args[1].r;
    enum java_kind kind = m->return_kind;
    uint32_t size = java_kind_size[kind];
    int64_t index = args[2].j - BASE;
    if (!t->trace || !o || !o->class->element || o->class->element_kind != JAVA_BYTE || index < 0 ||
        index + size > o->length || !object_is_symbolic(o, (uint32_t)index, size))
        return NATIVE_DECLINE;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t at = (uint32_t)index + (args[3].i ? i : size - 1 - i);
        bits = bits << 8 | (uint8_t)java_array_get(o, at).i;
    }
    union word w = {.bits = bits};
    return GIVE(load(&w, kind), expr_of_bytes(t, o, (uint32_t)index, size, args[3].i, kind != JAVA_CHAR));
}

NATIVE(native_unsafe_put) {
    struct place_at p;
    enum java_kind kind = (enum java_kind)m->param_kinds[2];
    if (!find_place(t, args[1].r, args[2].j, java_kind_size[kind], &p)) return NATIVE_STOP;
    store(t, &p, kind, args[3], exprs[3]);
    return GIVE_NOTHING();
}

// Stores args[4] where args[3] is; whether it was there, and what was there.
static enum native_status exchange(struct java_thread *t, const struct java_method *m, const union word *args,
                                   const expr_id *exprs, bool *was, union word *old, expr_id *old_expr) {
    struct place_at p;
    enum java_kind kind = (enum java_kind)m->param_kinds[2];
    uint32_t size = java_kind_size[kind];
    if (!find_place(t, args[1].r, args[2].j, size, &p)) return NATIVE_STOP;
    *old = load(p.at, kind);
    *old_expr = load_expr(t, &p, size);
    *was = memcmp(old, &args[3], size) == 0;
    bool boxes = kind == JAVA_REF && old->r && args[3].r && (old->r->flags | args[3].r->flags) & OBJECT_OPEN;
    if (*old_expr != exprs[3] && (kind == JAVA_INT || kind == JAVA_LONG))
        symbolic_if_integer(t, COND_EQ, (struct sym){*old, *old_expr}, (struct sym){args[3], exprs[3]}, *was);
    else if (*old_expr != exprs[3] || boxes)
        java_lost(t, UNSAFE ".compareAndSet");
    if (*was) store(t, &p, kind, args[4], exprs[4]);
    return NATIVE_DONE;
}

NATIVE(native_unsafe_compare_and_set) {
    bool was = false;
    union word old;
    expr_id old_expr;
    enum native_status s = exchange(t, m, args, exprs, &was, &old, &old_expr);
    return s == NATIVE_DONE ? GIVE_INT(was) : s;
}

NATIVE(native_unsafe_compare_and_exchange) {
    bool was;
    return exchange(t, m, args, exprs, &was, result, result_expr);
}

NATIVE(native_unsafe_get_and_set) {
    struct place_at p;
    enum java_kind kind = m->return_kind;
    if (!find_place(t, args[1].r, args[2].j, java_kind_size[kind], &p)) return NATIVE_STOP;
    union word old = load(p.at, kind);
    expr_id old_expr = load_expr(t, &p, java_kind_size[kind]);
    store(t, &p, kind, args[3], exprs[3]);
    return GIVE(old, old_expr);
}

NATIVE(native_unsafe_get_and_add) {
    struct place_at p;
    enum java_kind kind = m->return_kind;
    if (kind == JAVA_FLOAT || kind == JAVA_DOUBLE || exprs[3]) return NATIVE_DECLINE;
    if (!find_place(t, args[1].r, args[2].j, java_kind_size[kind], &p)) return NATIVE_STOP;
    if (load_expr(t, &p, java_kind_size[kind])) return NATIVE_DECLINE;
    union word old = load(p.at, kind), sum = {.bits = old.bits + args[3].bits};
    store(t, &p, kind, load(&sum, kind), EXPR_NONE);
    return GIVE(old, EXPR_NONE);
}

// ---- Blocks ----

// Elements [*index, + *n) of an array that [offset, offset + bytes) covers exactly.
static bool covers_elements(const struct object *o, int64_t offset, int64_t bytes, uint32_t *index,
                            uint32_t *n) {
    uint32_t element = java_kind_size[o->class->element_kind];
    if ((offset - BASE) % element || bytes % element) return false;
    *index = (uint32_t)((offset - BASE) / element);
    *n = (uint32_t)(bytes / element);
    return true;
}

static bool in_array(struct java_thread *t, struct object *o, int64_t offset, int64_t bytes) {
    if (o && o->class->element && o->class->element_kind != JAVA_REF && offset >= BASE && bytes >= 0 &&
        offset - BASE + bytes <= (int64_t)o->length * java_kind_size[o->class->element_kind]) {
        rope_settle(t, o);
        return true;
    }
    java_no_model(t, UNSAFE ": memory outside of objects");
    return false;
}

static void forget_exprs(struct java_thread *t, struct object *o, int64_t offset, int64_t bytes) {
    uint32_t element = java_kind_size[o->class->element_kind];
    for (int64_t i = (offset - BASE) / element;
         o->shadow && bytes && i <= (offset - BASE + bytes - 1) / element; i++)
        heap_set_expr(&t->heap, o, (uint32_t)i, EXPR_NONE);
}

// (Unsafe, Object source, long offset, Object target, long offset, long bytes)
NATIVE(native_unsafe_copy_memory) {
    struct object *from = args[1].r, *to = args[3].r;
    int64_t from_at = args[2].j, to_at = args[4].j, bytes = args[5].j;
    if (!in_array(t, from, from_at, bytes) || !in_array(t, to, to_at, bytes)) return NATIVE_STOP;
    char *at = (char *)array_data(to) + (to_at - BASE);
    native_write(t, to, at, (uint32_t)bytes);
    uint32_t i, k, n, n_to;
    bool whole = from->class == to->class && covers_elements(from, from_at, bytes, &i, &n) &&
                 covers_elements(to, to_at, bytes, &k, &n_to);
    if (from->shadow && !whole) java_lost(t, UNSAFE ".copyMemory");
    memmove(at, (char *)array_data(from) + (from_at - BASE), (size_t)bytes);
    if (!whole || !from->shadow)
        forget_exprs(t, to, to_at, bytes);
    else if (from == to && k > i)
        while (n-- > 0) heap_set_expr(&t->heap, to, k + n, object_expr(from, i + n));
    else
        for (uint32_t j = 0; j < n; j++) heap_set_expr(&t->heap, to, k + j, object_expr(from, i + j));
    return GIVE_NOTHING();
}

// (Unsafe, Object source, long offset, Object target, long offset, long bytes, long size): elements of that
// size with their bytes in the other order.
NATIVE(native_unsafe_copy_swapped) {
    (void)m, (void)exprs;
    struct object *from = args[1].r, *to = args[3].r;
    int64_t from_at = args[2].j, to_at = args[4].j, bytes = args[5].j, size = args[6].j;
    if (!in_array(t, from, from_at, bytes) || !in_array(t, to, to_at, bytes)) return NATIVE_STOP;
    if ((size != 2 && size != 4 && size != 8) || bytes % size)
        return java_no_model(t, UNSAFE ".copySwapMemory");
    if (from->shadow) java_lost(t, UNSAFE ".copySwapMemory");
    char *at = (char *)array_data(to) + (to_at - BASE), *swapped = mem_alloc((size_t)bytes + 1);
    native_write(t, to, at, (uint32_t)bytes);
    memcpy(swapped, (char *)array_data(from) + (from_at - BASE), (size_t)bytes); // they may overlap
    for (int64_t i = 0; i < bytes; i++) at[i] = swapped[i / size * size + size - 1 - i % size];
    mem_free(swapped);
    forget_exprs(t, to, to_at, bytes);
    return GIVE_NOTHING();
}

// (Unsafe, Object, long offset, long bytes, byte)
NATIVE(native_unsafe_set_memory) {
    struct object *o = args[1].r;
    if (!in_array(t, o, args[2].j, args[3].j)) return NATIVE_STOP;
    java_pin(t, args[4], exprs[4]);
    char *at = (char *)array_data(o) + (args[2].j - BASE);
    native_write(t, o, at, (uint32_t)args[3].j);
    memset(at, args[4].i & 0xFF, (size_t)args[3].j);
    forget_exprs(t, o, args[2].j, args[3].j);
    return GIVE_NOTHING();
}

// ---- Layout ----

NATIVE(native_unsafe_array_base) {
    return GIVE_INT((int32_t)BASE);
}

NATIVE(native_unsafe_array_scale) {
    const struct java_class *c = java_mirrored(args[1].r);
    return GIVE_INT(c->element ? java_kind_size[c->element_kind] : 0);
}

// The field that a java.lang.reflect.Field stands for.
static struct java_field *field_of(const struct object *member) {
    struct java_class *c = java_mirrored(native_field(member, "clazz")->r);
    uint32_t slot = (uint32_t)native_field(member, "slot")->i;
    assert(slot < c->n_fields);
    return &c->fields[slot];
}

static int64_t offset_of(const struct java_field *f) {
    return f->access & ACC_STATIC ? STATIC + (f - f->class->fields) : BASE + 8 * (int64_t)f->slot;
}

NATIVE(native_unsafe_field_offset) {
    return GIVE_LONG(offset_of(field_of(args[1].r)));
}

NATIVE(native_unsafe_field_offset_by_name) {
    struct java_class *c = java_mirrored(args[1].r);
    symbol name = java_string_symbol(args[2].r);
    for (uint32_t i = 0; i < c->n_fields; i++)
        if (c->fields[i].name == name) return GIVE_LONG(offset_of(&c->fields[i]));
    return java_throw(t, "java/lang/InternalError", "%s", symbol_text(name));
}

NATIVE(native_unsafe_static_base) {
    return GIVE_MADE(java_mirror(t, field_of(args[1].r)->class));
}

// ---- Classes and objects ----

NATIVE(native_unsafe_should_initialize) {
    struct java_class *c = java_mirrored(args[1].r);
    return GIVE_INT(c->needs_init && thread_class(t, c)->init != INIT_DONE);
}

NATIVE(native_unsafe_ensure_initialized) {
    return (enum native_status)java_initialize(t, java_mirrored(args[1].r));
}

NATIVE(native_unsafe_allocate_instance) {
    struct java_class *c = java_mirrored(args[1].r);
    if (c->element || c->primitive != JAVA_REF || c->access & (ACC_ABSTRACT | ACC_INTERFACE))
        return java_throw_plain(t, "java/lang/InstantiationException");
    enum java_end end = java_initialize(t, c);
    if (end != JAVA_RETURNED) return (enum native_status)end;
    return GIVE_MADE(java_new_object(t, c));
}

NATIVE(native_unsafe_throw) {
    if (!args[1].r) return java_throw_plain(t, "java/lang/NullPointerException");
    t->exception = args[1].r;
    return NATIVE_THROW;
}

// (Unsafe, boolean absolute, long time): a park for a while may end early (LockSupport), one for ever would
// not.
NATIVE(native_unsafe_park) {
    if (!args[1].i && args[2].j == 0)
        return native_wait_for_others(t, "java/util/concurrent/locks/LockSupport.park");
    java_outside(t);
    if (!args[1].i && args[2].j > 0) t->slept += (uint64_t)args[2].j;
    return GIVE_NOTHING();
}
