// SPDX-License-Identifier: Apache-2.0
// Boxes of symbolic values. valueOf gives a box of its cache for small values (JLS 5.1.7); to look it up
// would pin the value, one path for each. Instead the box is a new object with the value's expression, marked
// as one of the cache, and where the identity of such a box is asked for, it is that of its value.
#include "java/natives/natives.h"
#include "java/symbolic/symbolic.h"

static struct sym value_of(const struct object *box) {
    return (struct sym){box->fields[0], object_expr(box, 0)};
}

bool symbolic_same_box(struct java_thread *t, const struct object *a, const struct object *b) {
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
