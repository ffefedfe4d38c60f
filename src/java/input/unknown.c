// SPDX-License-Identifier: Apache-2.0
#include "java/input/unknown.h"

#include <stdio.h>

#include "java/input/input_raw.h"
#include "java/machine/interp_loop.h"

static bool is_initializer(const struct java_method *m) {
    return symbol_text(m->name)[0] == '<';
}

// Whether a call of m from the frame on top is too deep to be followed.
static bool is_too_deep(const struct java_thread *t, const struct java_method *m) {
    const struct unknown_calls *u = t->unknown;
    if (m->class->origin != ORIGIN_USER || m->access & ACC_SYNTHETIC || is_initializer(m)) return false;
    uint32_t depth = 0;
    for (uint32_t i = u->base; i < t->n_frames; i++) {
        const struct java_method *f = t->frames[i].method;
        if (i > u->base && f && is_initializer(f)) return false;
        depth += f && f->class->origin == ORIGIN_USER;
    }
    return depth > u->depth;
}

static bool make_up(struct java_thread *t, const struct java_method *m, struct sym *out) {
    struct unknown_calls *u = t->unknown;
    char text[48];
    snprintf(text, sizeof text, "u%u.%u", u->n, m->number);
    symbol path = symbol_of(text);
    u->n++;
    if (m->return_kind == JAVA_VOID) return true;
    if (m->return_kind == JAVA_REF) {
        const char *type = strrchr(symbol_text(m->descriptor), ')') + 1;
        t->unknown = NULL; // what makes the object is followed
        bool ok = input_fresh_reference(u->in, t, u->model, path, type, u->arena, out);
        t->unknown = u;
        return ok;
    }
    struct recipe_value v = input_primitive(u->in, u->model, NULL, path, m->return_kind);
    out->w = m->return_kind == JAVA_FLOAT ? (union word){.bits = (uint32_t)v.bits} : word_long(v.bits);
    out->e = t->trace ? v.expr : EXPR_NONE;
    return true;
}

enum native_status java_invoke_unknown(struct java_thread *t, const struct java_method *m, uint32_t dst) {
    if (!is_too_deep(t, m)) return NATIVE_DECLINE;
    struct sym result = {{0}, EXPR_NONE};
    java_outside(t);
    java_lost(t, "what calls below --call-depth do");
    if (!make_up(t, m, &result)) return NATIVE_STOP;
    if (m->return_kind == JAVA_VOID) return NATIVE_DONE;
    struct java_frame *f = &t->frames[t->n_frames - 1];
    f->regs[dst] = result.w;
    t->word_exprs[f->regs - t->words + dst] = result.e;
    return NATIVE_DONE;
}
