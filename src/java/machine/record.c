// SPDX-License-Identifier: Apache-2.0
// What compilers leave to the JVM for records and pattern switches: java.lang.runtime.ObjectMethods and
// SwitchBootstraps.
#include "java/machine/dynamic.h"

#include <string.h>

static enum native_status failed(const struct java_thread *t) {
    return t->stop ? NATIVE_STOP : NATIVE_THROW;
}

// The fields are those of the getters' handles: arguments 2, 3, .. of the bootstrap method.
static struct java_field *component(struct java_thread *t, const struct call_site *s, uint32_t i) {
    const struct class_constant *handle = site_argument(s, 2 + i),
                                *f = &s->class->file->constants[handle->index];
    struct java_class *c = program_class_of(t->program, symbol_text(f->owner));
    return c ? java_class_find_field(c, f->name, f->descriptor) : NULL;
}

static struct sym field_value(const struct object *o, const struct java_field *f) {
    return (struct sym){o->fields[f->slot], object_expr(o, f->slot)};
}

static enum native_status record_text(struct java_thread *t, const struct call_site *s,
                                      const struct object *self, uint32_t n, struct sym *result) {
    struct object *pieces[2 * DYNAMIC_MAX_ARGUMENTS + 2];
    uint32_t k = 0;
    struct str text = {0};
    const char *name = symbol_text(s->class->name);
    for (const char *c = name; *c; c++) // its simple name
        if (*c == '/' || *c == '$') name = c + 1;
    str_addf(&text, "%s[", name);
    for (uint32_t i = 0; i < n; i++) {
        struct java_field *f = component(t, s, i);
        if (!f) break;
        str_addf(&text, "%s%s=", i ? ", " : "", symbol_text(f->name));
        pieces[k] = java_string(t, text.at, text.n);
        if (pieces[k]) k++, pieces[k] = java_string_of(t, f->kind, field_value(self, f));
        str_clear(&text);
        if (!pieces[k++]) {
            str_free(&text);
            return failed(t);
        }
    }
    str_add_char(&text, ']');
    pieces[k] = java_string(t, text.at, text.n);
    str_free(&text);
    struct object *o = pieces[k] ? java_concat(t, pieces, k + 1) : NULL;
    if (!o) return failed(t);
    *result = (struct sym){word_ref(o), EXPR_NONE};
    return NATIVE_DONE;
}

// hashCode of one component: the wrapper's, or the object's (0 for null).
static enum native_status component_hash(struct java_thread *t, const struct java_field *f, struct sym v,
                                         struct sym *result) {
    char descriptor[] = "(?)I";
    bool boxed = f->kind != JAVA_REF;
    if (boxed) descriptor[1] = java_kind_letter(f->kind);
    struct java_class *c = program_class_of(t->program, boxed ? java_box_name(f->kind) : "java/util/Objects");
    if (!c || java_initialize(t, c) != JAVA_RETURNED) return failed(t);
    return java_call_sym(t, java_class_find(c, "hashCode", boxed ? descriptor : "(Ljava/lang/Object;)I"), &v,
                         1, result);
}

static enum native_status record_hash(struct java_thread *t, const struct call_site *s,
                                      const struct object *self, uint32_t n, struct sym *result) {
    struct sym hash = {word_int(0), EXPR_NONE}, one;
    static const struct sym factor = {{.j = 31}, EXPR_NONE};
    for (uint32_t i = 0; i < n; i++) {
        struct java_field *f = component(t, s, i);
        if (!f || component_hash(t, f, field_value(self, f), &one) != NATIVE_DONE) return failed(t);
        union word product = word_int((int32_t)((uint32_t)hash.w.i * 31u));
        hash = (struct sym){product, hash.e ? symbolic_integer(t, X_IMUL, hash, factor, product) : EXPR_NONE};
        union word sum = word_int((int32_t)((uint32_t)hash.w.i + (uint32_t)one.w.i));
        hash = (struct sym){sum, hash.e || one.e ? symbolic_integer(t, X_IADD, hash, one, sum) : EXPR_NONE};
    }
    *result = hash;
    return NATIVE_DONE;
}

// Whether a component is equal in both: compare() of the wrapper for floats, Objects.equals for references,
// == else.
static enum native_status same_component(struct java_thread *t, const struct java_field *f, struct sym a,
                                         struct sym b, bool *same) {
    if (f->kind != JAVA_REF && f->kind < JAVA_FLOAT) {
        *same = a.w.j == b.w.j;
        if (a.e || b.e) symbolic_if_integer(t, COND_EQ, a, b, *same);
        return NATIVE_DONE;
    }
    const char *class = f->kind == JAVA_FLOAT    ? "java/lang/Float"
                        : f->kind == JAVA_DOUBLE ? "java/lang/Double"
                                                 : "java/util/Objects";
    const char *descriptor = f->kind == JAVA_FLOAT    ? "(FF)I"
                             : f->kind == JAVA_DOUBLE ? "(DD)I"
                                                      : "(Ljava/lang/Object;Ljava/lang/Object;)Z";
    struct java_class *c = program_class_of(t->program, class);
    struct sym args[2] = {a, b}, result;
    if (!c || java_initialize(t, c) != JAVA_RETURNED) return failed(t);
    enum native_status status = java_call_sym(
        t, java_class_find(c, f->kind == JAVA_REF ? "equals" : "compare", descriptor), args, 2, &result);
    *same = f->kind == JAVA_REF ? result.w.i != 0 : result.w.i == 0;
    return status;
}

static enum native_status record_equals(struct java_thread *t, const struct call_site *s, struct object *self,
                                        struct object *other, uint32_t n, struct sym *result) {
    bool same = other && other->class == self->class;
    for (uint32_t i = 0; i < n && same && self != other; i++) {
        struct java_field *f = component(t, s, i);
        if (!f || same_component(t, f, field_value(self, f), field_value(other, f), &same) != NATIVE_DONE)
            return failed(t);
    }
    *result = (struct sym){word_int(same), EXPR_NONE};
    return NATIVE_DONE;
}

enum native_status java_invoke_record(struct java_thread *t, const struct call_site *s,
                                      const struct sym *args, uint32_t n_args, struct sym *result) {
    (void)n_args;
    const char *name = symbol_text(s->constant->name);
    uint32_t n = s->bootstrap->n_arguments - 2u;
    if (strcmp(name, "toString") == 0) return record_text(t, s, args[0].w.r, n, result);
    if (strcmp(name, "hashCode") == 0) return record_hash(t, s, args[0].w.r, n, result);
    return record_equals(t, s, args[0].w.r, args[1].w.r, n, result);
}

// ---- Pattern switches: the index of the first label from `restart` on that fits, -1 for null, the number of
// labels if none ----

static enum native_status label_fits(struct java_thread *t, const struct class_constant *k,
                                     struct object *target, bool is_enum, bool *fits) {
    *fits = false;
    if (k->tag == CONSTANT_CLASS) {
        struct diag d = {0};
        struct java_class *c = program_class(t->program, k->name, &d);
        *fits = c && java_class_is_subclass(target->class, c);
    } else if (k->tag == CONSTANT_STRING && is_enum) { // the name of a constant
        struct str name = {0};
        struct object *own = target->fields[java_class_field_by_name(target->class, "name")->slot].r;
        if (own) java_string_chars(own, &name);
        *fits = name.n == k->text.n && memcmp(str_text(&name), k->text.at, name.n) == 0;
        str_free(&name);
    } else if (k->tag == CONSTANT_STRING) {
        struct sym args[2] = {{word_ref(java_string_constant(t, k->text)), EXPR_NONE},
                              {word_ref(target), EXPR_NONE}},
                   result;
        if (!args[0].w.r ||
            java_call_sym(t, java_class_find(t->program->string, "equals", "(Ljava/lang/Object;)Z"), args, 2,
                          &result) != NATIVE_DONE)
            return failed(t);
        *fits = result.w.i != 0;
    } else if (k->tag == CONSTANT_INTEGER) { // of an Integer or a Character
        const char *box = symbol_text(target->class->name);
        struct sym v = {word_int(k->int_value), EXPR_NONE}, own;
        if (strcmp(box, "java/lang/Integer") && strcmp(box, "java/lang/Character")) return NATIVE_DONE;
        if (!java_value_unbox(t, target, JAVA_INT, &own)) return failed(t);
        *fits = own.w.i == k->int_value;
        if (own.e) symbolic_if_integer(t, COND_EQ, own, v, *fits);
    } else {
        return java_no_model(t, "this kind of label in a pattern switch");
    }
    return NATIVE_DONE;
}

enum native_status java_invoke_type_switch(struct java_thread *t, const struct call_site *s,
                                           const struct sym *args, uint32_t n_args, struct sym *result) {
    (void)n_args;
    const struct class_constant *method =
        &s->class->file->constants[s->class->file->constants[s->bootstrap->handle].index];
    bool is_enum = strcmp(symbol_text(method->name), "enumSwitch") == 0;
    int32_t n = s->bootstrap->n_arguments, i = args[1].w.i;
    if (!args[0].w.r) i = -1;
    for (bool fits = false; i >= 0 && i < n; i++) {
        enum native_status status = label_fits(t, site_argument(s, (uint32_t)i), args[0].w.r, is_enum, &fits);
        if (status != NATIVE_DONE) return status;
        if (fits) break;
    }
    *result = (struct sym){word_int(i), EXPR_NONE};
    return NATIVE_DONE;
}
