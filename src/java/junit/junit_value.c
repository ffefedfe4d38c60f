// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <string.h>

#include "java/input/java_text.h"
#include "java/junit/junit_print.h"
#include "java/machine/boxes.h"

enum {
    INLINE_CHARS = 200,     // longer strings get a variable
    INLINE_ELEMENTS = 16,   // likewise arrays
    INLINE_DEPTH = 4,       // arrays in arrays
    LITERAL_ELEMENTS = 200, // longer arrays are filled by statements
    SIMPLE_ELEMENTS = 200,  // of an array that is asserted
    SIMPLE_CHARS = 1000,
    LITERAL_CHARS = 4000, // of one constant: at most 65535 bytes (JVMS 4.4.7), and folded ones count as one
    RUN_CHARS = 256,      // equal characters in long strings, from this on repeated
    SPLIT_WEIGHT = 1000,  // values in one test from which on it is split
    PART_WEIGHT = 1500,   // values in one helper method: about 16 bytes of code each
};

// ---- What is printed where ----

static bool is_default(const struct recipe_value *v) {
    return v->kind == RECIPE_NULL || (v->kind != RECIPE_OBJECT && v->bits == 0);
}

static const struct recipe_object *object_of(const struct printer *p, const struct recipe_value *v) {
    assert(v->kind == RECIPE_OBJECT && v->object < p->r->n_objects);
    return &p->r->objects[v->object];
}

symbol junit_object_type(const struct recipe_object *o) {
    switch (o->kind) {
    case RECIPE_STRING: return symbol_of("Ljava/lang/String;");
    case RECIPE_CLASS: return symbol_of("Ljava/lang/Class;");
    case RECIPE_STATIC:
    case RECIPE_METHOD: return junit_return_type(o->descriptor);
    case RECIPE_FIELD: return o->descriptor;
    case RECIPE_ARRAY:
    case RECIPE_NEW:
    case RECIPE_LAMBDA:
    case RECIPE_CALL:
    case RECIPE_ASSIGN:
    case RECIPE_RAW: break;
    }
    return junit_type_of_class(o->class);
}

static bool is_uniform(const struct recipe_object *o) {
    assert(o->kind == RECIPE_STRING);
    for (uint32_t i = 1; i < o->n; i++)
        if (o->chars[i] != o->chars[0]) return false;
    return o->n > 40;
}

static bool is_box(const struct recipe_object *o) {
    return o->kind == RECIPE_STATIC && strcmp(symbol_text(o->name), "valueOf") == 0 && o->n == 1 &&
           o->values[0].kind != RECIPE_OBJECT && java_box_kind_named(symbol_text(o->class)) != JAVA_REF;
}

static void count_use(struct printer *p, const struct recipe_value *v) {
    if (v->kind != RECIPE_OBJECT) return;
    assert(v->object < p->r->n_objects);
    p->plan[v->object].uses++;
}

static uint32_t count_uses(struct printer *p) { // and how many values there are
    const struct recipe *r = p->r;
    uint32_t total = r->n;
    for (uint32_t i = 0; i < r->n; i++) count_use(p, &r->arguments[i]);
    for (uint32_t i = 0; i < r->n_objects; i++) {
        const struct recipe_object *o = &r->objects[i];
        total += 2 + o->n_fields;
        if (o->kind == RECIPE_ARRAY || o->kind == RECIPE_NEW || o->kind == RECIPE_STATIC ||
            o->kind == RECIPE_METHOD || o->kind == RECIPE_LAMBDA || o->kind == RECIPE_CALL ||
            o->kind == RECIPE_ASSIGN) {
            for (uint32_t k = 0; k < o->n; k++) count_use(p, &o->values[k]);
            total += o->n;
        }
        for (uint32_t c = 0; c < o->n_calls; c++) {
            for (uint32_t k = 0; k < o->calls[c].n; k++) count_use(p, &o->calls[c].arguments[k]);
            total += 2 + o->calls[c].n;
        }
        for (uint32_t f = 0; f < o->n_fields; f++) count_use(p, &o->fields[f].value);
    }
    return total;
}

static bool same_string(const struct recipe_object *a, const struct recipe_object *b) {
    return a->kind == RECIPE_STRING && a->n == b->n && !memcmp(a->chars, b->chars, a->n * sizeof *a->chars);
}

// Elements that are made before the array is, and not nested deeply.
static bool is_literal_array(struct printer *p, uint32_t i) {
    assert(i < p->r->n_objects);
    const struct recipe_object *o = &p->r->objects[i];
    if (o->n > LITERAL_ELEMENTS) return false;
    for (uint32_t k = 0; k < o->n; k++)
        if (o->values[k].kind == RECIPE_OBJECT && o->values[k].object >= i) return false;
    return true;
}

static bool may_inline_array(struct printer *p, uint32_t i) {
    const struct recipe_object *o = &p->r->objects[i];
    if (p->plan[i].uses != 1 || o->n > INLINE_ELEMENTS || !is_literal_array(p, i)) return false;
    for (uint32_t k = 0; k < o->n; k++) {
        if (o->values[k].kind != RECIPE_OBJECT) continue;
        const struct object_plan *e = &p->plan[o->values[k].object];
        if (e->inlined && e->depth + 1 > p->plan[i].depth) p->plan[i].depth = e->depth + 1;
    }
    return p->plan[i].depth <= INLINE_DEPTH;
}

static bool can_read(struct printer *p, const struct recipe_object *o) { // a static field
    struct str scratch = {0};
    bool good = junit_can_touch(p, o->class, o->name, o->descriptor, false) &&
                junit_class_name(p, o->class, &scratch);
    str_free(&scratch);
    return good;
}

// Whether what makes object i may be put off to where it is used: nothing is called or assigned after it.
static bool may_wait(const struct printer *p, uint32_t i) {
    for (uint32_t k = i + 1; k < p->r->n_objects; k++) {
        const struct recipe_object *o = &p->r->objects[k];
        if (o->kind == RECIPE_CALL || o->kind == RECIPE_ASSIGN || o->n_calls || o->n_fields) return false;
    }
    return true;
}

static bool may_inline_call(struct printer *p, uint32_t i) {
    const struct recipe_object *o = &p->r->objects[i];
    symbol name = o->kind == RECIPE_NEW ? symbol_of("<init>") : o->name;
    if (!p->shown || p->plan[i].uses != 1 || !may_wait(p, i)) return false;
    if (!junit_can_touch(p, o->class, name, o->descriptor, true)) return false;
    for (uint32_t k = 0; k < o->n; k++) {
        if (o->values[k].kind != RECIPE_OBJECT) continue;
        if (o->values[k].object >= i) return false;
        const struct object_plan *e = &p->plan[o->values[k].object];
        if (e->inlined && e->depth + 1 > p->plan[i].depth) p->plan[i].depth = e->depth + 1;
    }
    return p->plan[i].depth <= INLINE_DEPTH;
}

// Only what cannot throw is printed where it is used: in a test for an exception that is inside of what is
// expected to throw.
static bool may_inline(struct printer *p, uint32_t i) {
    const struct recipe_object *o = &p->r->objects[i];
    if (o->n_calls || o->n_fields) return false;
    switch (o->kind) {
    case RECIPE_STRING:
        return (!p->plan[i].is_copy || p->plan[i].uses == 1) && (o->n <= INLINE_CHARS || is_uniform(o));
    case RECIPE_CLASS: return true;
    case RECIPE_STATIC: return (p->plan[i].uses == 1 && is_box(o)) || may_inline_call(p, i);
    case RECIPE_FIELD: return can_read(p, o);
    case RECIPE_ARRAY: return may_inline_array(p, i);
    case RECIPE_NEW:
    case RECIPE_METHOD: return may_inline_call(p, i);
    case RECIPE_LAMBDA:
    case RECIPE_CALL:
    case RECIPE_ASSIGN:
    case RECIPE_RAW: break;
    }
    return false;
}

static void mark_copies(struct printer *p) {
    struct hash_map seen = {0};
    for (uint32_t i = 0; i < p->r->n_objects; i++) {
        const struct recipe_object *o = &p->r->objects[i];
        if (o->kind != RECIPE_STRING) continue;
        uint64_t key = hash_bytes(o->chars, o->n * sizeof *o->chars);
        uint32_t other;
        if (hash_map_get(&seen, key, &other) && same_string(&p->r->objects[other], o))
            p->plan[i].is_copy = true;
        else
            hash_map_put(&seen, key, i);
    }
    hash_map_free(&seen);
}

void junit_begin_recipe(struct printer *p, const struct recipe *r) {
    p->r = r;
    p->plan = mem_zalloc((r->n_objects + 1) * sizeof *p->plan);
    p->split = count_uses(p) > SPLIT_WEIGHT;
    mark_copies(p);
    for (uint32_t i = 0; i < r->n_objects; i++)
        if (may_inline(p, i)) p->plan[i].inlined = true;
}

void junit_end_recipe(struct printer *p) {
    mem_free(p->plan);
    p->plan = NULL;
    p->r = NULL;
}

bool junit_is_simple(const struct recipe *r) {
    if (r->n != 1) return false;
    if (r->arguments[0].kind != RECIPE_OBJECT) return true;
    const struct recipe_object *o = &r->objects[r->arguments[0].object];
    if (o->n_calls || o->n_fields) return false;
    if (o->kind == RECIPE_STRING) return o->n <= SIMPLE_CHARS || is_uniform(o);
    if (o->kind == RECIPE_ARRAY)
        return o->n <= SIMPLE_ELEMENTS && symbol_size(o->class) == 2; // of primitives
    return is_box(o);
}

// ---- Statements ----

static void close_part(struct printer *p) {
    if (p->parts) str_add(&p->extra, "    }\n");
}

static void statement(struct printer *p, const char *text, uint32_t weight) {
    if (!p->split) {
        str_addf(p->out, "        %s\n", text);
        return;
    }
    if (p->parts == 0 || p->weight + weight > PART_WEIGHT) {
        close_part(p);
        str_addf(&p->extra, "\n    private static void build_%u_%u(Object[] o) throws Throwable {\n", p->test,
                 ++p->parts);
        p->weight = 0;
    }
    p->weight += weight;
    str_addf(&p->extra, "        %s\n", text);
}

// ---- Values ----

enum cast_rule { CAST_ARGUMENT, CAST_ASSIGNED, CAST_NEVER };

static void add_expression(struct printer *p, uint32_t i, struct str *out);

static void add_reference(struct printer *p, uint32_t i, struct str *out) {
    if (p->plan[i].inlined) {
        add_expression(p, i, out);
    } else if (p->split) {
        struct str type = {0};
        symbol own = junit_object_type(&p->r->objects[i]);
        p->raw |= junit_is_raw(p, own);
        if (junit_type_name(p, own, &type))
            str_addf(out, "((%s) o[%u])", type.at, i);
        else
            str_addf(out, "o[%u]", i);
        str_free(&type);
    } else {
        junit_variable(p, i, out);
    }
}

static symbol reference_type(struct printer *p, uint32_t i) { // Object where its own has no name
    struct str scratch = {0};
    symbol type = junit_object_type(&p->r->objects[i]);
    if (!junit_type_name(p, type, &scratch)) type = symbol_of("Ljava/lang/Object;");
    str_free(&scratch);
    return type;
}

static void add_literal(const struct recipe_value *v, char letter, struct str *out) {
    switch (letter) {
    case 'Z': str_add(out, v->bits ? "true" : "false"); return;
    case 'B': str_addf(out, "(byte) %d", (int)(int8_t)v->bits); return;
    case 'S': str_addf(out, "(short) %d", (int)(int16_t)v->bits); return;
    case 'C': java_text_char(out, (uint16_t)v->bits); return;
    case 'I': java_text_int(out, (int32_t)v->bits); return;
    case 'J': java_text_long(out, v->bits); return;
    case 'F': java_text_float(out, (uint32_t)v->bits); return;
    case 'D': java_text_double(out, (uint64_t)v->bits); return;
    default: assert(!"a primitive's letter");
    }
}

// Integer.MAX_VALUE, Double.NaN: the package may have a class of that name.
static void add_primitive(struct printer *p, const struct recipe_value *v, char letter, struct str *out) {
    struct str s = {0}, class = {0};
    add_literal(v, letter, &s);
    size_t n = strcspn(s.at, ".");
    if (s.at[n] && s.at[0] >= 'A' && s.at[0] <= 'Z') {
        str_add(&class, "java/lang/");
        str_add_n(&class, s.at, n);
        junit_class_name(p, symbol_of(class.at), out);
    } else {
        n = 0;
    }
    str_add(out, s.at + n);
    str_free(&class);
    str_free(&s);
}

static char letter_of(enum recipe_kind kind) {
    static const char letters[] = {
        [RECIPE_BOOLEAN] = 'Z', [RECIPE_BYTE] = 'B', [RECIPE_CHAR] = 'C',  [RECIPE_SHORT] = 'S',
        [RECIPE_INT] = 'I',     [RECIPE_LONG] = 'J', [RECIPE_FLOAT] = 'F', [RECIPE_DOUBLE] = 'D'};
    return letters[kind];
}

static bool is_generic(const struct printer *p, symbol class) {
    struct java_class_facts f;
    return p->facts && p->facts->find_class(p->facts->context, class, &f) && f.n_type_parameters > 0;
}

static void add_value(struct printer *p, const struct recipe_value *v, symbol type, enum cast_rule rule,
                      struct str *out) {
    char first = type ? symbol_text(type)[0] : 'L';
    if (v->kind != RECIPE_OBJECT && v->kind != RECIPE_NULL) {
        add_primitive(p, v, first == 'L' || first == '[' ? letter_of(v->kind) : first, out);
        return;
    }
    struct str cast = {0};
    bool wanted = rule == CAST_ARGUMENT;
    if (v->kind == RECIPE_OBJECT) {
        enum recipe_object_kind kind = object_of(p, v)->kind;
        symbol own = reference_type(p, v->object);
        bool exact = own == junit_object_type(object_of(p, v)) && kind != RECIPE_STATIC &&
                     kind != RECIPE_METHOD && kind != RECIPE_FIELD;
        // A constant may be declared with other type arguments than are asked for; variables have none.
        bool other = kind == RECIPE_FIELD && is_generic(p, object_of(p, v)->class);
        bool differs =
            own != type || other || (wanted && kind == RECIPE_CLASS); // Class<Foo> may not fit Class<T>
        wanted = type && differs && rule != CAST_NEVER && (wanted || !exact);
    }
    if (wanted && type && junit_type_name(p, type, &cast)) {
        str_addf(out, "(%s) ", cast.at);
        p->raw |= junit_is_raw(p, type);
    }
    str_free(&cast);
    if (v->kind == RECIPE_NULL)
        str_add(out, "null");
    else
        add_reference(p, v->object, out);
}

bool junit_may_change(const struct recipe_object *o) {
    switch (o->kind) {
    case RECIPE_ARRAY:
    case RECIPE_NEW:
    case RECIPE_METHOD:
    case RECIPE_RAW: return true;
    case RECIPE_STATIC: return !is_box(o);
    case RECIPE_STRING:
    case RECIPE_FIELD:
    case RECIPE_CLASS:
    case RECIPE_LAMBDA:
    case RECIPE_CALL:
    case RECIPE_ASSIGN: break;
    }
    return false;
}

void junit_object(struct printer *p, uint32_t object, struct str *out) {
    add_reference(p, object, out);
}

void junit_value(struct printer *p, const struct recipe_value *v, symbol type, struct str *out) {
    add_value(p, v, type, CAST_ASSIGNED, out);
}

// ---- Calls ----

static bool needs_casts(const struct printer *p, symbol class, symbol name, uint32_t n) {
    if (!p->facts || !p->facts->needs_casts) return true;
    return p->facts->needs_casts(p->facts->context, class, name, n);
}

// from: the first one to print; of an inner class's constructor the outer instance stands elsewhere.
static void add_arguments(struct printer *p, symbol descriptor, const struct recipe_value *arguments,
                          uint32_t n, uint32_t from, bool overloaded, struct str *out) {
    const char *d = symbol_text(descriptor) + 1;
    str_add_char(out, '(');
    for (uint32_t i = 0; i < n && *d != ')'; i++) {
        const char *end = java_text_type_end(d);
        symbol type = symbol_intern(d, (size_t)(end - d));
        bool cast = overloaded || (*d == '[' && arguments[i].kind == RECIPE_NULL); // of f(String...)
        if (i > from) str_add(out, ", ");
        if (i >= from) add_value(p, &arguments[i], type, cast ? CAST_ARGUMENT : CAST_ASSIGNED, out);
        d = end;
    }
    str_add_char(out, ')');
}

static void add_reflective_arguments(struct printer *p, symbol descriptor, const struct recipe_value *on,
                                     bool has_receiver, const struct recipe_value *arguments, uint32_t n,
                                     struct str *out) {
    str_add(out, ", new Class<?>[] {");
    const char *d = symbol_text(descriptor) + 1;
    for (uint32_t i = 0; *d && *d != ')'; i++) {
        const char *end = java_text_type_end(d);
        if (i) str_add(out, ", ");
        junit_class_literal(p, symbol_intern(d, (size_t)(end - d)), out);
        d = end;
    }
    str_add_char(out, '}');
    if (has_receiver) {
        str_add(out, ", ");
        if (on)
            add_value(p, on, 0, CAST_NEVER, out);
        else
            str_add(out, "null");
    }
    str_add(out, ", new Object[] {");
    d = symbol_text(descriptor) + 1;
    for (uint32_t i = 0; i < n && *d != ')'; i++) {
        const char *end = java_text_type_end(d);
        if (i) str_add(out, ", ");
        symbol type = *d == 'L' || *d == '[' ? 0 : symbol_intern(d, (size_t)(end - d));
        add_value(p, &arguments[i], type, CAST_NEVER, out);
        d = end;
    }
    str_add(out, "})");
}

static void add_constructor(struct printer *p, symbol class, symbol descriptor,
                            const struct recipe_value *arguments, uint32_t n, const char *name,
                            struct str *out) {
    symbol outer, simple;
    if (junit_is_inner(p, class, &outer, &simple) && n > 0) {
        struct str owner = {0};
        if (arguments[0].kind == RECIPE_OBJECT &&
            reference_type(p, arguments[0].object) == junit_type_of_class(outer))
            add_reference(p, arguments[0].object, out);
        else if (junit_class_name(p, outer, &owner)) {
            str_addf(out, "((%s) ", owner.at);
            add_value(p, &arguments[0], 0, CAST_NEVER, out);
            str_add_char(out, ')');
        }
        str_free(&owner);
        str_add(out, ".new ");
        java_text_identifier(out, symbol_text(simple), symbol_size(simple));
        add_arguments(p, descriptor, arguments, n, 1, true, out);
    } else {
        str_addf(out, "new %s", name);
        p->raw |= junit_is_raw(p, junit_type_of_class(class));
        add_arguments(p, descriptor, arguments, n, 0, needs_casts(p, class, symbol_of("<init>"), n), out);
    }
}

// Whether a method takes and gives numbers and strings only: no type argument of a class below stands for one
// of these.
static bool is_of_values(symbol descriptor) {
    for (const char *d = symbol_text(descriptor); *d; d++) {
        if (*d != 'L') continue;
        if (strncmp(d, "Ljava/lang/String;", 18) != 0) return false;
        d += 17;
    }
    return true;
}

// Whether a call by the object's own type means the same as one by the method's class, that above it: a class
// below may have overloads of its own.
static bool is_plain_receiver(struct printer *p, symbol class, const struct recipe_value *on, symbol method,
                              symbol descriptor, uint32_t n) {
    if (on->kind != RECIPE_OBJECT) return false;
    symbol type = reference_type(p, on->object);
    if (type == junit_type_of_class(class)) return true;
    const struct recipe_object *o = object_of(p, on);
    return method && is_of_values(descriptor) && p->facts && p->facts->needs_casts && o->kind == RECIPE_NEW &&
           type == junit_type_of_class(o->class) && !needs_casts(p, o->class, method, n) &&
           junit_can_touch(p, o->class, method, descriptor, true);
}

// method: 0 for a field.
static void add_receiver(struct printer *p, symbol class, const struct recipe_value *on, const char *name,
                         symbol method, symbol descriptor, uint32_t n, struct str *out) {
    if (is_plain_receiver(p, class, on, method, descriptor, n)) {
        struct str s = {0};
        add_reference(p, on->object, &s);
        bool array = !strncmp(s.at, "new ", 4) && s.at[s.n - 1] != ')'; // new int[1].length is none
        str_addf(out, array ? "(%s)" : "%s", s.at);
        str_free(&s);
        return;
    }
    p->raw |= junit_is_raw(p, junit_type_of_class(class));
    str_addf(out, "((%s) ", name);
    add_value(p, on, 0, CAST_NEVER, out);
    str_add_char(out, ')');
}

bool junit_call(struct printer *p, symbol class, symbol name, symbol descriptor,
                const struct recipe_value *on, const struct recipe_value *arguments, uint32_t n,
                struct str *out) {
    bool constructs = !strcmp(symbol_text(name), "<init>");
    struct str owner = {0};
    bool direct = junit_class_name(p, class, &owner) && junit_can_touch(p, class, name, descriptor, true);
    p->throws_any |= !direct;
    p->throws_checked |= !p->facts || !p->facts->declares_exceptions ||
                         p->facts->declares_exceptions(p->facts->context, class, name, descriptor);
    if (direct && constructs) {
        add_constructor(p, class, descriptor, arguments, n, owner.at, out);
    } else if (direct) {
        if (on)
            add_receiver(p, class, on, owner.at, name, descriptor, n, out);
        else
            str_add(out, owner.at);
        str_add_char(out, '.');
        java_text_identifier(out, symbol_text(name), symbol_size(name));
        add_arguments(p, descriptor, arguments, n, 0, needs_casts(p, class, name, n), out);
    } else {
        p->helpers |= constructs ? HELPER_CONSTRUCT : HELPER_INVOKE;
        str_add(out, constructs ? "construct(" : "invoke(");
        junit_class_literal(p, junit_type_of_class(class), out);
        if (!constructs) {
            str_add(out, ", ");
            java_text_string_utf8(out, symbol_text(name), symbol_size(name));
        }
        add_reflective_arguments(p, descriptor, on, !constructs, arguments, n, out);
    }
    str_free(&owner);
    return !direct;
}

// ---- Fields ----

static void add_field_owner(struct printer *p, uint32_t object, symbol class, const char *name,
                            struct str *out) {
    struct recipe_value on = {RECIPE_OBJECT, 0, object, 0};
    add_receiver(p, class, &on, name, 0, 0, 0, out);
}

void junit_field(struct printer *p, uint32_t object, symbol class, symbol name, symbol descriptor,
                 struct str *out) {
    struct str owner = {0};
    if (junit_class_name(p, class, &owner) && junit_can_touch(p, class, name, descriptor, false)) {
        add_field_owner(p, object, class, owner.at, out);
        str_add_char(out, '.');
        java_text_identifier(out, symbol_text(name), symbol_size(name));
    } else {
        struct str cast = {0};
        p->helpers |= HELPER_GET;
        if (junit_type_name(p, descriptor, &cast)) str_addf(out, "(%s) ", cast.at);
        str_free(&cast);
        str_add(out, "get(");
        add_reference(p, object, out);
        str_add(out, ", ");
        junit_class_literal(p, junit_type_of_class(class), out);
        str_add(out, ", ");
        java_text_string_utf8(out, symbol_text(name), symbol_size(name));
        str_add_char(out, ')');
    }
    str_free(&owner);
}

static void set_field(struct printer *p, uint32_t object, const struct recipe_field *f) {
    bool raw = p->r->objects[object].kind == RECIPE_RAW;
    if (raw && is_default(&f->value)) return; // as it was allocated
    struct str s = {0}, owner = {0};
    bool direct = !raw && junit_class_name(p, f->class, &owner) &&
                  junit_can_touch(p, f->class, f->name, f->descriptor, false);
    if (direct) {
        add_field_owner(p, object, f->class, owner.at, &s);
        str_add_char(&s, '.');
        java_text_identifier(&s, symbol_text(f->name), symbol_size(f->name));
        str_add(&s, " = ");
        add_value(p, &f->value, f->descriptor, CAST_ASSIGNED, &s);
        str_add_char(&s, ';');
    } else {
        p->helpers |= HELPER_PUT | HELPER_UNSAFE;
        char first = symbol_text(f->descriptor)[0];
        str_add(&s, "put(");
        add_reference(p, object, &s);
        str_add(&s, ", ");
        junit_class_literal(p, junit_type_of_class(f->class), &s);
        str_add(&s, ", ");
        java_text_string_utf8(&s, symbol_text(f->name), symbol_size(f->name));
        str_add(&s, ", ");
        add_value(p, &f->value, first == 'L' || first == '[' ? 0 : f->descriptor, CAST_NEVER, &s);
        str_add(&s, ");");
    }
    statement(p, s.at, 2);
    str_free(&owner);
    str_free(&s);
}

// ---- Strings ----

static void add_repeat(struct str *out, uint16_t c, uint32_t n) {
    java_text_string(out, &c, 1);
    str_addf(out, ".repeat(%u)", n);
}

// A method that builds a long string, in pieces that are constants or repeated characters.
static void add_string_method(struct printer *p, const struct recipe_object *o, struct str *out) {
    struct str s = {0};
    str_addf(out, "string_%u_%u()", p->test, ++p->strings);
    str_addf(&s, "\n    private static String string_%u_%u() {\n", p->test, p->strings);
    str_addf(&s, "        StringBuilder b = new StringBuilder(%u);\n", o->n);
    for (uint32_t from = 0, at = 0; from < o->n; from = at) {
        uint32_t run = 0;
        str_add(&s, "        b.append(");
        for (; at < o->n && at - from < LITERAL_CHARS; at += run) {
            for (run = 1; at + run < o->n && o->chars[at + run] == o->chars[at]; run++) {
            }
            if (run >= RUN_CHARS) break;
            if (run > LITERAL_CHARS - (at - from)) run = LITERAL_CHARS - (at - from);
        }
        if (at == from)
            add_repeat(&s, o->chars[at], run), at += run;
        else
            java_text_string(&s, o->chars + from, at - from);
        str_add(&s, ");\n");
    }
    str_add(&s, "        return b.toString();\n    }\n");
    str_add_n(&p->string_methods, s.at, s.n);
    str_free(&s);
}

static void add_string(struct printer *p, uint32_t i, struct str *out) {
    const struct recipe_object *o = &p->r->objects[i];
    if (is_uniform(o)) {
        add_repeat(out, o->chars[0], o->n); // a new object each time
    } else if (o->n > LITERAL_CHARS) {
        add_string_method(p, o, out);
    } else {
        if (p->plan[i].is_copy) str_add(out, "new String(");
        java_text_string(out, o->chars, o->n);
        if (p->plan[i].is_copy) str_add_char(out, ')');
    }
}

// ---- Arrays ----

static symbol element_type(const struct recipe_object *o) {
    return symbol_of(symbol_text(o->class) + 1);
}

// "int[n][]": the size stands in the first brackets.
static bool add_new_array(struct printer *p, const struct recipe_object *o, struct str *out) {
    struct str name = {0};
    bool good = junit_type_name(p, element_type(o), &name);
    size_t brackets = good ? strcspn(name.at, "[") : 0;
    if (good) {
        str_add(out, "new ");
        str_add_n(out, name.at, brackets);
        str_addf(out, "[%u]%s", o->n, name.at + brackets);
    } else {
        str_add(out, "(Object[]) java.lang.reflect.Array.newInstance(");
        junit_class_literal(p, element_type(o), out);
        str_addf(out, ", %u)", o->n);
    }
    str_free(&name);
    return good;
}

static bool same_value(const struct recipe_value *a, const struct recipe_value *b) {
    if (a->kind != b->kind) return false;
    return a->kind == RECIPE_OBJECT ? a->object == b->object : a->kind == RECIPE_NULL || a->bits == b->bits;
}

static void add_array(struct printer *p, uint32_t i, struct str *out) {
    const struct recipe_object *o = &p->r->objects[i];
    struct str name = {0};
    bool all_default = true;
    for (uint32_t k = 0; k < o->n && all_default; k++) all_default = is_default(&o->values[k]);
    if (all_default || !is_literal_array(p, i) || !junit_type_name(p, o->class, &name)) {
        add_new_array(p, o, out);
    } else {
        str_addf(out, "new %s {", name.at);
        for (uint32_t k = 0; k < o->n; k++) {
            if (k) str_add(out, ", ");
            add_value(p, &o->values[k], element_type(o), CAST_ASSIGNED, out);
        }
        str_add_char(out, '}');
    }
    str_free(&name);
}

static void fill_run(struct printer *p, uint32_t i, uint32_t from, uint32_t to) {
    const struct recipe_object *o = &p->r->objects[i];
    struct str s = {0}, array = {0}, value = {0}, name = {0};
    bool named = junit_type_name(p, o->class, &name);
    if (!named) str_add(&array, "((Object[]) ");
    add_reference(p, i, &array);
    if (!named) str_add_char(&array, ')');
    add_value(p, &o->values[from], named ? element_type(o) : 0, CAST_ASSIGNED, &value);
    if (to - from >= 4)
        str_addf(&s, "java.util.Arrays.fill(%s, %u, %u, %s);", array.at, from, to, value.at);
    else
        for (uint32_t k = from; k < to; k++)
            str_addf(&s, "%s%s[%u] = %s;", k > from ? " " : "", array.at, k, value.at);
    statement(p, s.at, 2);
    str_free(&s);
    str_free(&array);
    str_free(&value);
    str_free(&name);
}

static void fill_array(struct printer *p, uint32_t i,
                       bool later) { // elements whose objects are (not) made yet
    const struct recipe_object *o = &p->r->objects[i];
    for (uint32_t from = 0, to; from < o->n; from = to) {
        const struct recipe_value *v = &o->values[from];
        for (to = from + 1; to < o->n && same_value(v, &o->values[to]);) to++;
        bool is_later = v->kind == RECIPE_OBJECT && v->object >= i;
        if (!is_default(v) && is_later == later) fill_run(p, i, from, to);
    }
}

// ---- Objects ----

// The values it closes over are variables that are assigned once, or elements of an array that is
// (JLS 4.12.4).
static void add_lambda(struct printer *p, const struct recipe_object *o, struct str *out) {
    const char *d = symbol_text(o->descriptor) + 1;
    str_add_char(out, '(');
    for (uint32_t i = 0; *d && *d != ')'; i++) {
        str_addf(out, "%sp%u", i ? ", " : "", i);
        d = java_text_type_end(d);
    }
    str_add(out, ") -> ");
    if (o->n)
        add_value(p, &o->values[0], symbol_of(d + 1), CAST_ASSIGNED, out);
    else
        str_add(out, "{}");
}

// A call of which nothing is kept.
static void add_step(struct printer *p, const struct recipe_object *o, struct str *out) {
    junit_call(p, o->class, o->name, o->descriptor, o->on_object ? &o->values[0] : NULL,
               o->values + o->on_object, o->n - o->on_object, out);
}

static void add_assignment(struct printer *p, const struct recipe_object *o, struct str *out) {
    junit_class_name(p, o->class, out);
    str_add_char(out, '.');
    java_text_identifier(out, symbol_text(o->name), symbol_size(o->name));
    bool element = o->n == 2;
    if (element) str_addf(out, "[%d]", (int)o->values[1].bits);
    str_add(out, " = ");
    symbol type = element ? symbol_of(symbol_text(o->descriptor) + 1) : o->descriptor;
    add_value(p, &o->values[0], type, CAST_ASSIGNED, out);
}

// Appends what makes object i. True: its static type is only Object.
static bool make(struct printer *p, uint32_t i, struct str *out) {
    const struct recipe_object *o = &p->r->objects[i];
    switch (o->kind) {
    case RECIPE_STRING: add_string(p, i, out); return false;
    case RECIPE_ARRAY: add_array(p, i, out); return false;
    case RECIPE_CLASS: junit_class_literal(p, junit_type_of_class(o->class), out); return false;
    case RECIPE_NEW:
        return junit_call(p, o->class, symbol_of("<init>"), o->descriptor, NULL, o->values, o->n, out);
    case RECIPE_STATIC: return junit_call(p, o->class, o->name, o->descriptor, NULL, o->values, o->n, out);
    case RECIPE_METHOD:
        return junit_call(p, o->class, o->name, o->descriptor, &o->values[0], o->values + 1, o->n - 1, out);
    case RECIPE_FIELD:
        if (can_read(p, o)) {
            junit_class_name(p, o->class, out);
            str_add_char(out, '.');
            java_text_identifier(out, symbol_text(o->name), symbol_size(o->name));
            return false;
        }
        p->helpers |= HELPER_GET;
        str_add(out, "get(null, ");
        junit_class_literal(p, junit_type_of_class(o->class), out);
        str_add(out, ", ");
        java_text_string_utf8(out, symbol_text(o->name), symbol_size(o->name));
        str_add_char(out, ')');
        return true;
    case RECIPE_LAMBDA: add_lambda(p, o, out); return false;
    case RECIPE_RAW:
        p->helpers |= HELPER_ALLOCATE | HELPER_UNSAFE;
        str_add(out, "allocate(");
        junit_class_literal(p, junit_type_of_class(o->class), out);
        str_add_char(out, ')');
        return true;
    case RECIPE_CALL: add_step(p, o, out); return false;
    case RECIPE_ASSIGN: add_assignment(p, o, out); return false;
    }
    return false;
}

// Nesting is bounded: only to INLINE_DEPTH (may_inline_array, may_inline_call).
static void add_expression(struct printer *p, uint32_t i, struct str *out) {
    make(p, i, out);
}

static void declare(struct printer *p, uint32_t i) {
    const struct recipe_object *o = &p->r->objects[i];
    struct str s = {0}, type = {0}, value = {0};
    bool named = junit_type_name(p, junit_object_type(o), &type);
    bool is_object = make(p, i, &value);
    if (o->kind == RECIPE_CALL || o->kind == RECIPE_ASSIGN) { // no object
        str_addf(&s, "%s;", value.at);
    } else if (p->split) {
        str_addf(&s, "o[%u] = ", i);
        if (o->kind == RECIPE_LAMBDA && named) str_addf(&s, "(%s) ", type.at); // else of what interface?
        p->raw |= named && junit_is_raw(p, junit_object_type(o));
        str_addf(&s, "%s;", value.at);
    } else {
        str_addf(&s, "%s ", named ? type.at : "Object");
        p->raw |= named && junit_is_raw(p, junit_object_type(o));
        junit_variable(p, i, &s);
        str_add(&s, " = ");
        if (is_object && named && strcmp(type.at, "Object") != 0) str_addf(&s, "(%s) ", type.at);
        const size_t made = o->kind == RECIPE_ARRAY && named ? strlen("new ") + type.n + 1 : 0;
        const bool literal = made && value.n > made && value.at[made] == '{'; // int[] a = {1, 2}
        str_addf(&s, "%s;", value.at + (literal ? made : 0));
    }
    statement(p, s.at, 3 + (o->kind == RECIPE_STRING ? 0 : o->n));
    str_free(&s);
    str_free(&type);
    str_free(&value);
}

static void call_methods(struct printer *p, uint32_t i) {
    const struct recipe_object *o = &p->r->objects[i];
    struct recipe_value on = {RECIPE_OBJECT, 0, i, 0};
    for (uint32_t k = 0; k < o->n_calls; k++) {
        const struct recipe_call *c = &o->calls[k];
        struct str s = {0};
        junit_call(p, c->class, c->name, c->descriptor, &on, c->arguments, c->n, &s);
        str_add_char(&s, ';');
        statement(p, s.at, 3 + c->n);
        str_free(&s);
    }
}

static void set_fields(struct printer *p, uint32_t i, bool later) {
    const struct recipe_object *o = &p->r->objects[i];
    for (uint32_t k = 0; k < o->n_fields; k++) {
        const struct recipe_value *v = &o->fields[k].value;
        bool is_later = v->kind == RECIPE_OBJECT && v->object > i && !p->plan[v->object].inlined;
        if (is_later == later) set_field(p, i, &o->fields[k]);
    }
}

static void finish_array(struct printer *p, uint32_t i, bool later) {
    const struct recipe_object *o = &p->r->objects[i];
    struct str scratch = {0};
    bool filled =
        o->kind == RECIPE_ARRAY && (!is_literal_array(p, i) || !junit_type_name(p, o->class, &scratch));
    if (filled) fill_array(p, i, later);
    str_free(&scratch);
}

void junit_build_objects(struct printer *p) {
    for (uint32_t i = 0; i < p->r->n_objects; i++) {
        if (p->plan[i].inlined) continue;
        declare(p, i);
        finish_array(p, i, false);
        call_methods(p, i);
        set_fields(p, i, false);
    }
    for (uint32_t i = 0; i < p->r->n_objects; i++) { // cycles
        if (p->plan[i].inlined) continue;
        finish_array(p, i, true);
        set_fields(p, i, true);
    }
    if (p->split) close_part(p);
}
