// SPDX-License-Identifier: Apache-2.0
// Boxes of symbolic values. valueOf gives a box of its cache for small values (JLS 5.1.7); to look it up
// would pin the value, one path for each. Instead the box is a new object with the value's expression, marked
// as one of the cache, and where the identity of such a box is asked for, it is that of its value.
#include <string.h>

#include "java/machine/boxes.h"
#include "java/runtime/native.h"
#include "java/symbolic/symbolic.h"
#include "java/symbolic/symbolic_string.h"

static struct sym value_of(const struct object *box) {
    return (struct sym){box->fields[0], object_expr(box, 0)};
}

// What the JDK compares so is compared by equals as well, but for tables by identity.
static bool matters(const struct java_thread *t) {
    const struct java_class *c = t->frames[t->n_frames - 1].method->class;
    return c->origin == ORIGIN_USER || strstr(symbol_text(c->name), "Identity") != NULL;
}

// A caller may pass one string twice, or a constant of the program; here each is an object of its own.
static bool same_input_string(struct java_thread *t, const struct object *a, const struct object *b) {
    bool equal = true;
    if (!(a->flags & b->flags & OBJECT_INPUT) && !((a->flags | b->flags) & (OBJECT_LASTING | OBJECT_CACHED)))
        return false; // one was made by this run
    if (!matters(t) || !t->trace || t->trace->closed) return false;
    if (!(a->flags & b->flags & OBJECT_INPUT)) // a constant: few are equal
        symbolic_string_equals(t, (struct object *)(uintptr_t)a, (struct object *)(uintptr_t)b, &equal);
    if (equal) java_lost(t, "identity of strings");
    return false;
}

// Likewise boxes. Those that valueOf takes from its cache are one where they are equal.
static bool same_input_box(struct java_thread *t, const struct object *a, const struct object *b) {
    enum java_kind kind = java_box_kind(a->class);
    struct sym x = value_of(a), y = value_of(b);
    bool same = x.w.bits == y.w.bits, is_char = kind == JAVA_CHAR;
    if (a->class != b->class || !matters(t)) return false;
    if (!((a->flags & OBJECT_OPEN || a->flags & OBJECT_LASTING) &&
          (b->flags & OBJECT_OPEN || b->flags & OBJECT_LASTING)))
        return false;
    if (kind == JAVA_DOUBLE || kind == JAVA_FLOAT) {
        if (a->flags & b->flags & OBJECT_INPUT) java_lost(t, "identity of boxes");
        return false;
    }
    if (x.e || y.e) symbolic_if_integer(t, COND_EQ, x, y, same);
    if (!same || kind == JAVA_BOOLEAN || kind == JAVA_BYTE) return same;
    bool cached = x.w.j >= (is_char ? 0 : -128) && x.w.j <= 127;
    expr_id inside[2];
    if (x.e && t->trace && !t->trace->closed) {
        inside[0] = expr_not(t->x, expr_int_lt(t->x, x.e, expr_int(t->x, is_char ? 0 : -128)));
        inside[1] = expr_int_lt(t->x, x.e, expr_int(t->x, 128));
        symbolic_branch(t, expr_and(t->x, inside, 2), cached);
    }
    if (!cached) java_lost(t, "identity of boxes");
    return cached;
}

bool java_same_box(struct java_thread *t, const struct object *a, const struct object *b) {
    if ((a->flags | b->flags) & OBJECT_INPUT) {
        bool strings = a->class == t->program->string && b->class == a->class;
        if (!strings && java_box_kind(a->class) == JAVA_REF) return false;
        return strings ? same_input_string(t, a, b) : same_input_box(t, a, b);
    }
    // One that a summary gave may be any (summary.h), one that was interned the interned one itself.
    if (a->class == t->program->string && b->class == a->class) {
        java_lost(t, "identity of strings");
        return java_may_be_interned(t, a, b);
    }
    // One that is neither marked nor the JDK's own was made with `new`, or is too large for the cache.
    if (a->class != b->class || !(a->flags & (OBJECT_CACHED | OBJECT_LASTING)) ||
        !(b->flags & (OBJECT_CACHED | OBJECT_LASTING)))
        return false;
    struct sym x = value_of(a), y = value_of(b);
    bool same = x.w.j == y.w.j;
    symbolic_if_integer(t, COND_EQ, x, y, same);
    return same;
}

// Integer.valueOf(int) and its like.
NATIVE(native_box_value_of) {
    if (!exprs[0] || !t->trace || t->trace->closed) return NATIVE_DECLINE;
    struct expr_store *x = t->x;
    bool is_char = m->param_kinds[0] == JAVA_CHAR, is_byte = m->param_kinds[0] == JAVA_BYTE;
    bool cached = is_byte || (args[0].j >= (is_char ? 0 : -128) && args[0].j <= 127);
    if (!is_byte) {
        expr_id inside[2] = {expr_not(x, expr_int_lt(x, exprs[0], expr_int(x, is_char ? 0 : -128))),
                             expr_int_lt(x, exprs[0], expr_int(x, 128))};
        symbolic_branch(t, expr_and(x, inside, 2), cached);
    }
    struct object *box = java_new_object(t, m->class);
    if (!box) return NATIVE_STOP;
    if (cached) box->flags |= OBJECT_CACHED;
    heap_put(&t->heap, box, 0, args[0], exprs[0]);
    return GIVE_REF(box);
}

// ArraysSupport.vectorizedMismatch may leave any number of elements at the end to its caller, and gives how
// many (inverted): here all, which the caller compares one by one.
NATIVE(native_vectorized_mismatch) {
    (void)t;
    (void)m;
    (void)exprs;
    return GIVE_INT(~args[4].i);
}
