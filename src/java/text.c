// SPDX-License-Identifier: Apache-2.0
// Values, exceptions and calls in Java's own syntax.
#include <string.h>

#include "base/some_of.h"
#include "java/input/input_ways.h"
#include "java/input/java_text.h"
#include "java/junit/junit_print.h"
#include "java/machine/interp_loop.h"
#include "java/runtime/native.h"
#include "java/unit/unit.h"

enum { MAX_SHOWN = 100 }; // elements of an array

static void add_string(struct str *out, const struct object *string) {
    uint32_t n = java_string_length(string);
    VEC(uint16_t) chars = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&chars, java_string_at(string, i));
    java_text_string(out, chars.at, chars.n);
    vec_free(&chars);
}

static void add_primitive(struct str *out, enum java_kind kind, union word w) {
    switch (SOME_OF(kind)) {
    case JAVA_BOOLEAN: str_add(out, w.i ? "true" : "false"); break;
    case JAVA_CHAR: java_text_char(out, (uint16_t)w.j); break;
    case JAVA_LONG: java_text_long(out, w.j); break;
    case JAVA_FLOAT: java_text_float(out, (uint32_t)w.bits); break;
    case JAVA_DOUBLE: java_text_double(out, w.bits); break;
    default: java_text_int(out, w.i);
    }
}

static void add_reference(struct str *out, const struct java_thread *t, struct object *o) {
    if (!o) {
        str_add(out, "null");
    } else if (o->class == t->program->string) {
        add_string(out, o);
    } else if (o->class->element && o->class->element_kind != JAVA_REF) {
        str_addf(out, "new %s[] {", symbol_text(o->class->element->name));
        for (int32_t i = 0; i < o->length && i < MAX_SHOWN; i++) {
            if (i) str_add(out, ", ");
            add_primitive(out, o->class->element_kind, java_array_get(o, (uint32_t)i));
        }
        str_add(out, o->length > MAX_SHOWN ? ", ...}" : "}");
    } else {
        str_add(out, "an object of ");
        java_class_name(o->class, out);
    }
}

char *java_value_text(struct java_thread *t, enum java_kind kind, union word w) {
    struct str s = {0};
    if (kind == JAVA_VOID)
        str_add(&s, "returned");
    else if (kind == JAVA_REF)
        add_reference(&s, t, w.r);
    else
        add_primitive(&s, kind, w);
    return str_take(&s);
}

char *java_exception_text(struct java_thread *t, const struct object *exception) {
    struct str s = {0};
    java_class_name(exception->class, &s);
    const struct object *message =
        exception->fields[java_class_field_by_name(t->program->throwable, "detailMessage")->slot].r;
    if (message && message->class == t->program->string) {
        str_add(&s, ": ");
        java_string_chars(message, &s);
    } else if (!message &&
               strcmp(symbol_text(exception->class->name), "java/lang/NullPointerException") == 0) {
        struct str what = {0};
        if (java_null_message(exception, &what)) str_addf(&s, ": %s", str_text(&what));
        str_free(&what);
    }
    return str_take(&s);
}

// ---- Calls ----

static struct printer printer_for(struct java_unit *u, struct str *out) {
    return (struct printer){.facts = NULL,
                            .flavor = FLAVOR_JUNIT5,
                            .shown = true,
                            .package = junit_package_of(u->method->class->name),
                            .out = out};
}

static void printer_free(struct printer *p) {
    junit_end_recipe(p);
    hash_map_free(&p->claims);
    vec_free(&p->imports);
    hash_map_free(&p->names);
    str_free(&p->extra);
    str_free(&p->string_methods);
}

// Statements, each on a line of its own and indented.
static void add_on_one_line(struct str *out, const char *statements) {
    const char *s = statements;
    while (*s == ' ') s++;
    for (; *s; s++) {
        str_add_char(out, *s == '\n' ? ' ' : *s);
        if (*s == '\n')
            while (s[1] == ' ') s++;
    }
}

char *java_call_text(struct java_unit *u, const struct recipe *r) {
    struct str statements = {0}, line = {0};
    struct printer p = printer_for(u, &statements);
    const struct java_method *m = u->method;
    bool is_static = m->access & ACC_STATIC || symbol_text(m->name)[0] == '<';
    junit_begin_recipe(&p, r);
    junit_build_objects(&p);
    add_on_one_line(&line, str_text(&statements));
    junit_call(&p, m->class->name, m->name, m->descriptor, is_static ? NULL : &r->arguments[0],
               r->arguments + !is_static, m->n_params, &line);
    str_free(&statements);
    printer_free(&p);
    return str_take(&line);
}

// An earlier argument that is the same object; r->n: none.
static uint32_t same_argument(const struct recipe *r, uint32_t i) {
    for (uint32_t k = 0; k < i && r->arguments[i].kind == RECIPE_OBJECT; k++)
        if (r->arguments[k].kind == RECIPE_OBJECT && r->arguments[k].object == r->arguments[i].object)
            return k;
    return r->n;
}

// The objects that an argument is built of.
static void mark_parts(const struct recipe *r, const struct recipe_value *argument, bool *part) {
    VEC(uint32_t) open = {0};
#define MARK(v)                                                                                              \
    if ((v)->kind == RECIPE_OBJECT && !part[(v)->object]) {                                                  \
        part[(v)->object] = true;                                                                            \
        vec_push(&open, (v)->object);                                                                        \
    }
    MARK(argument)
    while (open.n) {
        const struct recipe_object *o = &r->objects[open.at[--open.n]];
        for (uint32_t i = 0; o->values && i < o->n; i++) MARK(&o->values[i])
        for (uint32_t i = 0; i < o->n_fields; i++) MARK(&o->fields[i].value)
        for (uint32_t c = 0; c < o->n_calls; c++)
            for (uint32_t i = 0; i < o->calls[c].n; i++) MARK(&o->calls[c].arguments[i])
    }
#undef MARK
    vec_free(&open);
}

// An argument by itself, with the statements that build it before it.
static void add_argument(struct java_unit *u, const struct recipe *r, uint32_t i, symbol type,
                         struct str *out) {
    struct str statements = {0};
    struct recipe one = *r;
    uint32_t same = same_argument(r, i);
    one.arguments = &r->arguments[i];
    one.n = 1;
    bool *part = mem_zalloc(r->n_objects + 1);
    mark_parts(r, &r->arguments[i], part);
    struct printer p = printer_for(u, &statements);
    junit_begin_recipe(&p, &one);
    for (uint32_t k = 0; k < one.n_objects; k++)
        if (!part[k]) p.plan[k].inlined = true; // not of this one
    mem_free(part);
    junit_build_objects(&p);
    add_on_one_line(out, str_text(&statements));
    junit_value(&p, &one.arguments[0], type, out);
    if (same < r->n)
        str_addf(out, " /* the same object as argument %u */", same + 1 - (r->n - u->method->n_params));
    str_free(&statements);
    printer_free(&p);
}

uint32_t java_argument_texts(struct java_unit *u, const struct recipe *r, char ***out) {
    const struct java_method *m = u->method;
    uint32_t receiver = r->n - m->n_params;
    *out = mem_zalloc((r->n + 1) * sizeof **out);
    const char *at = symbol_text(m->descriptor) + 1;
    char descriptor[1024];
    for (uint32_t i = 0; i < r->n; i++) {
        struct str s = {0};
        symbol type = i < receiver ? junit_type_of_class(m->class->name)
                                   : symbol_of(java_next_parameter(&at, descriptor, sizeof descriptor));
        add_argument(u, r, i, type, &s);
        (*out)[i] = str_take(&s);
    }
    return r->n;
}

// ---- Messages ----

static const char *after_number(const char *p) {
    while (*p == '-' || (*p >= '0' && *p <= '9')) p++;
    return p;
}

bool java_same_message(const char *a, const char *b) {
    for (;; a++, b++) {
        a = after_number(a);
        b = after_number(b);
        if (*a != *b) return false;
        if (!*a) return true;
    }
}
