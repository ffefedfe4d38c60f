// SPDX-License-Identifier: Apache-2.0
#include "java/path.h"

#include <assert.h>
#include <string.h>

#include "base/some_of.h"
#include "expr/infix.h"
#include "java/input/input_ways.h"
#include "java/input/java_text.h"
#include "java/runtime/native.h"
#include "java/unit/unit.h"

// ---- Conditions ----

struct condition {
    const struct java_path *path;
    bool of_making; // it asks how the input is made
};

static bool ends_in(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

// Whether a variable chooses between ways to make an object, which the call shows.
static bool is_choice(const char *path) {
    return ends_in(path, ".way") || ends_in(path, ".calls") || ends_in(path, ".times") ||
           ends_in(path, ".family") || strstr(path, ".alias");
}

static const struct input_reference *reference_of(const struct java_path *p, expr_id e) {
    uint32_t i;
    bool known = e && hash_map_get(&p->state->reference_of, e, &i);
    return known ? &p->state->references.at[i] : NULL;
}

static void add_name(const struct java_path *p, symbol path, struct str *out) {
    char *name = inputs_path_text(p->in, path);
    str_add(out, name);
    mem_free(name);
}

// What a reference is: input_raw.h says what its number means.
static void add_target(const struct java_path *p, const struct input_reference *ref, int64_t number,
                       struct str *out) {
    int64_t way = number - ref->nullable;
    symbol path = inputs_variable_path(p->in, ref->variable);
    add_name(p, path, out);
    if (way < 0) {
        str_add(out, " == null");
    } else if (way < ref->type->n_ways) {
        str_add(out, " is a new ");
        java_class_name(ref->type->ways[way].class, out);
    } else {
        str_add(out, " == ");
        add_name(p, inputs_raw_path(p->in, (uint32_t)(way - ref->type->n_ways)), out);
    }
}

static bool add_named(void *context, expr_id e, struct str *out) {
    struct condition *c = context;
    const struct expr_store *x = c->path->t->x;
    int64_t number;
    if (expr_op(x, e) == EXPR_INT_EQ_OP && expr_get_int64(x, expr_arg(x, e, 1), &number)) {
        const struct input_reference *ref = reference_of(c->path, expr_arg(x, e, 0));
        if (ref) add_target(c->path, ref, number, out);
        return ref != NULL;
    }
    if (expr_op(x, e) != EXPR_VAR_OP) return false;
    symbol path = inputs_variable_path(c->path->in, expr_imm(x, e));
    c->of_making |= path && is_choice(symbol_text(path));
    add_name(c->path, path, out);
    return true;
}

static struct infix in_java(struct condition *c) {
    return (struct infix){.named = add_named,
                          .context = c,
                          .equal = "==",
                          .differs = "!=",
                          .at_most = "<=",
                          .both = "&&",
                          .either = "||",
                          .negated = "!",
                          .remainder = "%"};
}

// A comparison with about the least or the greatest number of int or long.
static bool is_bound_of_type(const struct expr_store *x, expr_id e) {
    if (expr_op(x, e) == EXPR_NOT_OP) e = expr_arg(x, e, 0);
    if (expr_op(x, e) != EXPR_INT_LT_OP) return false;
    expr_id literal = expr_arg(x, e, expr_op(x, expr_arg(x, e, 1)) == EXPR_INT_LIT_OP);
    const int64_t most = INT32_MAX;
    int64_t v;
    if (expr_op(x, literal) != EXPR_INT_LIT_OP) return false;
    if (!expr_get_int64(x, literal, &v) || v >= INT64_MAX - 1 || v <= INT64_MIN + 2) return true;
    return v < 0 ? v <= -most && v >= -most - 2 : v >= most && v <= most + 2;
}

// That a number fits its type: within two such bounds.
static bool fits_its_type(const struct expr_store *x, expr_id e) {
    return expr_op(x, e) == EXPR_AND_OP && expr_count(x, e) == 2 && is_bound_of_type(x, expr_arg(x, e, 0)) &&
           is_bound_of_type(x, expr_arg(x, e, 1));
}

bool java_path_condition(const struct java_path *p, expr_id e, struct str *out) {
    struct condition c = {p, false};
    if (fits_its_type(p->t->x, e)) return false;
    struct infix how = in_java(&c);
    size_t start = out->n;
    expr_infix(p->t->x, &how, e, out);
    if (!c.of_making) return true;
    out->n = start;
    if (out->at) out->at[start] = 0;
    return false;
}

// ---- Objects before the run: those of the recipe ----

typedef VEC(char *) text_vec;

static void add_text(text_vec *texts, struct str *s) {
    vec_push(texts, str_take(s));
    *s = (struct str){0};
}

// The path of an object that has one; 0: it was made by calls.
static symbol path_of(const struct java_path *p, uint32_t object) {
    const struct recipe_object *o = &p->state->recipe.objects[object];
    for (uint32_t i = 0; i < p->state->raws.n; i++)
        if (p->state->raws.at[i].object == object && p->state->raws.at[i].group == 0)
            return inputs_raw_path(p->in, p->state->raws.at[i].id);
    return o->kind == RECIPE_ARRAY && o->input ? p->state->texts.at[o->input - 1].path : 0;
}

static void add_object_name(const struct java_path *p, uint32_t object, struct str *out) {
    const struct recipe_object *o = &p->state->recipe.objects[object];
    symbol path = path_of(p, object);
    if (o->kind == RECIPE_STRING) {
        java_text_string(out, o->chars, o->n);
    } else if (path) {
        add_name(p, path, out);
    } else {
        str_add(out, "an object of ");
        str_add(out, symbol_text(o->class));
    }
}

static bool is_unseen(const struct java_path *p, expr_id e) {
    const struct input_reference *ref = reference_of(p, e);
    return ref && !ref->looked;
}

static void add_value(const struct java_path *p, const struct recipe_value *v, struct str *out) {
    if (is_unseen(p, v->expr)) {
        str_add_char(out, '_');
        return;
    }
    switch (v->kind) {
    case RECIPE_NULL: str_add(out, "null"); break;
    case RECIPE_OBJECT: add_object_name(p, v->object, out); break;
    case RECIPE_BOOLEAN: str_add(out, v->bits ? "true" : "false"); break;
    case RECIPE_CHAR: java_text_char(out, (uint16_t)v->bits); break;
    case RECIPE_FLOAT: java_text_float(out, (uint32_t)v->bits); break;
    case RECIPE_DOUBLE: java_text_double(out, (uint64_t)v->bits); break;
    case RECIPE_LONG: java_text_long(out, v->bits); break;
    case RECIPE_BYTE:
    case RECIPE_SHORT:
    case RECIPE_INT: java_text_int(out, (int32_t)v->bits); break;
    }
}

// An object made without a constructor that the run has not looked at.
static bool is_unmet(const struct java_path *p, uint32_t object) {
    for (uint32_t i = 0; i < p->state->raws.n; i++)
        if (p->state->raws.at[i].object == object) return !p->state->raws.at[i].met;
    return false;
}

static void add_recipe_object(const struct java_path *p, uint32_t object, text_vec *texts) {
    const struct recipe_object *o = &p->state->recipe.objects[object];
    struct java_class *c = program_class_of(p->in->program, symbol_text(o->class));
    symbol path = path_of(p, object);
    struct str s = {0};
    if (!path || !c || is_unmet(p, object)) return;
    add_name(p, path, &s);
    str_add(&s, ": ");
    java_class_name(c, &s);
    str_add(&s, " {");
    for (uint32_t i = 0; i < o->n_fields; i++) {
        str_addf(&s, "%s%s: ", i ? ", " : "", symbol_text(o->fields[i].name));
        add_value(p, &o->fields[i].value, &s);
    }
    for (uint32_t i = 0; o->kind == RECIPE_ARRAY && i < o->n; i++) {
        if (i) str_add(&s, ", ");
        add_value(p, &o->values[i], &s);
    }
    str_add_char(&s, '}');
    add_text(texts, &s);
}

// "l: this" where an argument is no object of its own.
static void add_argument(const struct java_path *p, uint32_t i, text_vec *texts) {
    const struct recipe *r = &p->state->recipe;
    const struct java_method *m = p->in->method;
    uint32_t receiver = r->n - m->n_params;
    struct str name = {0}, value = {0};
    if (i < receiver)
        str_add(&name, "this");
    else
        str_addf(&name, "a%u", i - receiver);
    symbol path = symbol_intern(name.at, name.n);
    str_clear(&name);
    add_name(p, path, &name);
    add_value(p, &r->arguments[i], &value);
    if (strcmp(str_text(&name), str_text(&value)) != 0) {
        str_addf(&name, ": %s", str_text(&value));
        add_text(texts, &name);
    }
    str_free(&name);
    str_free(&value);
}

static void add_before(const struct java_path *p, text_vec *texts) {
    for (uint32_t i = 0; i < p->state->recipe.n; i++) add_argument(p, i, texts);
    for (uint32_t i = 0; i < p->state->recipe.n_objects; i++) add_recipe_object(p, i, texts);
}

// ---- Objects after the run ----

struct walk {
    const struct java_path *path;
    struct hash_map index; // address -> index into objects
    VEC(struct object *) objects;
    uint32_t made;         // by the run, so far
    VEC(uint32_t) numbers; // of each: 0: of the input, else of those that the run made
};

static bool is_shown(const struct java_path *p, const struct object *o) {
    return o->class->element || o->class->origin == ORIGIN_USER ||
           (p->in->tested->origin == ORIGIN_JDK && java_same_package(o->class->name, p->in->tested->name));
}

static uint32_t object_of_recipe(const struct java_path *p, const struct object *o) {
    uint32_t n = p->state->built ? p->state->recipe.n_objects : 0;
    for (uint32_t i = 0; i < n; i++)
        if (p->state->built[i] == o) return i;
    return UINT32_MAX;
}

static uint32_t meet(struct walk *w, struct object *o) {
    uint32_t i;
    if (hash_map_get(&w->index, (uintptr_t)o, &i)) return i;
    i = w->objects.n;
    hash_map_put(&w->index, (uintptr_t)o, i);
    vec_push(&w->objects, o);
    vec_push(&w->numbers, object_of_recipe(w->path, o) == UINT32_MAX && is_shown(w->path, o) ? ++w->made : 0);
    return i;
}

static void add_met_name(struct walk *w, struct object *o, struct str *out) {
    if (o->class == w->path->t->program->string) {
        char *text = java_value_text(w->path->t, JAVA_REF, word_ref(o));
        str_add(out, text);
        mem_free(text);
        return;
    }
    uint32_t i = meet(w, o), object = object_of_recipe(w->path, o);
    if (object != UINT32_MAX) {
        add_object_name(w->path, object, out);
    } else if (w->numbers.at[i]) {
        str_addf(out, "new%u", w->numbers.at[i]);
    } else {
        str_add(out, "an object of ");
        java_class_name(o->class, out);
    }
}

static void add_left(struct walk *w, enum java_kind kind, union word v, expr_id e, struct str *out) {
    struct java_thread *t = w->path->t;
    if (kind == JAVA_REF && is_unseen(w->path, e)) {
        str_add_char(out, '_');
    } else if (kind == JAVA_REF && v.r) {
        add_met_name(w, v.r, out);
    } else if (kind != JAVA_REF && e && expr_op(t->x, e) != EXPR_INT_LIT_OP) {
        struct condition c = {w->path, false};
        struct infix how = in_java(&c);
        expr_infix(t->x, &how, e, out);
    } else {
        char *text = java_value_text(t, kind, v);
        str_add(out, text);
        mem_free(text);
    }
}

static void add_fields(struct walk *w, const struct object *o, struct str *out) {
    bool first = true;
    for (const struct java_class *c = o->class; c; c = c->super)
        for (uint32_t i = 0; i < c->n_fields; i++) {
            const struct java_field *f = &c->fields[i];
            if (f->access & ACC_STATIC) continue;
            str_addf(out, "%s%s: ", first ? "" : ", ", symbol_text(f->name));
            add_left(w, f->kind, o->fields[f->slot], object_expr(o, f->slot), out);
            first = false;
        }
}

static void add_elements(struct walk *w, struct object *o, struct str *out) {
    enum { MOST = 20 };
    for (uint32_t i = 0; i < (uint32_t)o->length && i < MOST; i++) {
        if (i) str_add(out, ", ");
        add_left(w, o->class->element_kind, java_array_get(o, i), object_expr(o, i), out);
    }
    if (o->length > MOST) str_add(out, ", ..");
}

static void add_after(const struct java_path *p, text_vec *texts) {
    struct walk w = {.path = p};
    for (uint32_t i = 0; i < p->state->recipe.n; i++)
        if (p->state->recipe.arguments[i].kind == RECIPE_OBJECT && p->arguments[i].r &&
            !is_unmet(p, p->state->recipe.arguments[i].object))
            meet(&w, p->arguments[i].r);
    if (p->result_kind == JAVA_REF && p->result.r) meet(&w, p->result.r);
    for (uint32_t i = 0; i < w.objects.n; i++) { // grows meanwhile
        struct object *o = w.objects.at[i];
        struct str s = {0};
        if (!is_shown(p, o) || o->class == p->t->program->string) continue;
        add_met_name(&w, o, &s);
        str_add(&s, ": ");
        java_class_name(o->class, &s);
        str_add(&s, " {");
        if (o->class->element)
            add_elements(&w, o, &s);
        else
            add_fields(&w, o, &s);
        str_add_char(&s, '}');
        add_text(texts, &s);
    }
    hash_map_free(&w.index);
    vec_free(&w.objects);
    vec_free(&w.numbers);
}

uint32_t java_path_objects(const struct java_path *p, bool after, char ***out) {
    text_vec texts = {0};
    if (after)
        add_after(p, &texts);
    else
        add_before(p, &texts);
    *out = texts.at;
    return texts.n;
}
