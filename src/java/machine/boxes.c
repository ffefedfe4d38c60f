// SPDX-License-Identifier: Apache-2.0
#include "java/machine/boxes.h"

#include <assert.h>
#include <string.h>

#include "java/machine/interp_loop.h"

// X(kind, letter, class)
#define BOXES(X)                                                                                             \
    X(BOOLEAN, 'Z', "java/lang/Boolean")                                                                     \
    X(BYTE, 'B', "java/lang/Byte")                                                                           \
    X(CHAR, 'C', "java/lang/Character")                                                                      \
    X(SHORT, 'S', "java/lang/Short")                                                                         \
    X(INT, 'I', "java/lang/Integer")                                                                         \
    X(LONG, 'J', "java/lang/Long")                                                                           \
    X(FLOAT, 'F', "java/lang/Float")                                                                         \
    X(DOUBLE, 'D', "java/lang/Double")

const char *java_box_name(enum java_kind kind) {
    static const char *const names[JAVA_KINDS] = {
#define X(kind, letter, class) [JAVA_##kind] = class,
        BOXES(X)
#undef X
    };
    assert(names[kind]);
    return names[kind];
}

char java_kind_letter(enum java_kind kind) {
    static const char letters[JAVA_KINDS] = {
#define X(kind, letter, class) [JAVA_##kind] = letter,
        BOXES(X)
#undef X
            [JAVA_VOID] = 'V'
    };
    assert(letters[kind]);
    return letters[kind];
}

enum java_kind java_box_kind_named(const char *class) {
    for (int k = JAVA_BOOLEAN; k <= JAVA_DOUBLE; k++)
        if (strcmp(class, java_box_name((enum java_kind)k)) == 0) return (enum java_kind)k;
    return JAVA_REF;
}

enum java_kind java_box_kind(const struct java_class *c) {
    return c->origin == ORIGIN_JDK ? java_box_kind_named(symbol_text(c->name)) : JAVA_REF;
}

struct java_method *java_box_method(struct java_program *p, enum java_kind kind) {
    const char *name = java_box_name(kind);
    struct str d = {0};
    str_addf(&d, "(%c)L%s;", java_kind_letter(kind), name);
    struct java_class *c = program_class_of(p, name);
    struct java_method *m = c ? java_class_find(c, "valueOf", str_text(&d)) : NULL;
    str_free(&d);
    return m;
}

struct object *java_value_box(struct java_thread *t, enum java_kind kind, struct sym v) {
    if (kind == JAVA_REF) return v.w.r;
    struct java_method *m = java_box_method(t->program, kind);
    if (!m) {
        java_no_model(t, java_box_name(kind));
        return NULL;
    }
    union word result = {0};
    expr_id expr = EXPR_NONE; // of the reference: none
    enum java_end end = java_initialize(t, m->class);
    if (end == JAVA_RETURNED) end = java_call(t, m, &v.w, &v.e, &result, &expr);
    return end == JAVA_RETURNED ? result.r : NULL;
}

bool java_can_widen(enum java_kind from, enum java_kind to) {
    static const uint16_t wider[JAVA_KINDS] = {
#define FLOATS (1 << JAVA_FLOAT | 1 << JAVA_DOUBLE)
        [JAVA_BYTE] = 1 << JAVA_SHORT | 1 << JAVA_INT | 1 << JAVA_LONG | FLOATS,
        [JAVA_SHORT] = 1 << JAVA_INT | 1 << JAVA_LONG | FLOATS,
        [JAVA_CHAR] = 1 << JAVA_INT | 1 << JAVA_LONG | FLOATS,
        [JAVA_INT] = 1 << JAVA_LONG | FLOATS,
        [JAVA_LONG] = FLOATS,
        [JAVA_FLOAT] = 1 << JAVA_DOUBLE,
#undef FLOATS
    };
    return from == to || wider[from] >> to & 1;
}

bool java_value_widen(struct java_thread *t, enum java_kind from, enum java_kind to, struct sym *v) {
    if (!java_can_widen(from, to)) return false;
    if (from == to || to <= JAVA_INT) return true; // the small ones are held extended
    union word r;
    enum insn_op op;
    if (from == JAVA_FLOAT)
        op = X_F2D, r = word_double(v->w.f);
    else if (from == JAVA_LONG && to == JAVA_FLOAT)
        op = X_L2F, r = word_float((float)v->w.j);
    else if (from == JAVA_LONG)
        op = X_L2D, r = word_double((double)v->w.j);
    else if (to == JAVA_LONG)
        op = X_I2L, r = word_long(v->w.i);
    else if (to == JAVA_FLOAT)
        op = X_I2F, r = word_float((float)v->w.i);
    else
        op = X_I2D, r = word_double(v->w.i);
    *v = (struct sym){r, v->e ? symbolic_unary(t, op, *v, r) : EXPR_NONE};
    return true;
}

bool java_value_open(struct java_thread *t, const struct object *o, enum java_kind kind, struct sym *out) {
    enum java_kind from = o ? java_box_kind(o->class) : JAVA_REF;
    if (from == JAVA_REF || !java_can_widen(from, kind)) return false;
    uint32_t slot = java_class_field_by_name(o->class, "value")->slot;
    *out = (struct sym){o->fields[slot], object_expr(o, slot)};
    return java_value_widen(t, from, kind, out);
}

bool java_value_unbox(struct java_thread *t, struct object *o, enum java_kind kind, struct sym *out) {
    if (!o) {
        java_throw_plain(t, "java/lang/NullPointerException");
        return false;
    }
    if (java_value_open(t, o, kind, out)) return true;
    java_throw_cast(t, o->class, program_class_of(t->program, java_box_name(kind)));
    return false;
}
