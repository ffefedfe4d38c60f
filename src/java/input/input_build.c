// SPDX-License-Identifier: Apache-2.0
// From a recipe to the state of a run: the constructors and methods it names are run by the interpreter,
// symbolically like all else.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/some_of.h"
#include "java/input/input.h"
#include "java/input/input_raw.h"
#include "java/input/input_reader.h"
#include "java/input/input_ways.h"
#include "java/machine/boxes.h"
#include "java/machine/interp_loop.h"
#include "java/symbolic/symbolic.h"

struct builder {
    struct inputs *in;
    struct java_thread *t;
    const struct input_state *state;
    const struct recipe *recipe;
    struct object **objects; // of the recipe, as far as they are built
};

static void record_choice(struct java_thread *t, const struct input_choice *c) {
    assert(t->trace && c->n <= INPUT_MAX_WAYS && (c->kind == CHOICE_LENGTH || c->taken < c->n));
    expr_id variable = expr_var(t->x, c->variable);
    if (c->kind == CHOICE_WAY) {
        struct way ways[INPUT_MAX_WAYS];
        for (uint32_t k = 0; k < c->n; k++)
            ways[k] = (struct way){expr_int_eq(t->x, expr_ival(t->x, variable), expr_int(t->x, k)),
                                   4 * c->site + k};
        trace_choice(t->trace, c->site, ways, c->n, c->taken);
        return;
    }
    if (c->kind == CHOICE_LENGTH) {
        symbolic_pin(t, c->site, expr_ival(t->x, variable), c->taken);
        return;
    }
    trace_branch(t->trace, c->site, expr_eq(t->x, variable, expr_atom(t->x, symbol_of("null"))), c->taken,
                 (uint32_t[2]){4 * c->site, 4 * c->site + 1});
}

void input_record_choice(struct java_thread *t, const struct input_choice *c) {
    uint64_t outer = t->trace->place;
    t->trace->place = c->place;
    record_choice(t, c);
    t->trace->place = outer;
}

void input_record_choices(struct java_thread *t, const struct input_state *s, uint32_t first) {
    for (uint32_t i = first; t->trace && i < s->choices.n && !t->trace->closed; i++)
        input_record_choice(t, &s->choices.at[i]);
}

static union word value_of(const struct builder *b, const struct recipe_value *v, expr_id *e) {
    assert(v->kind != RECIPE_OBJECT || v->object < b->recipe->n_objects);
    // A null tells where it came from even in a run that decides nothing: judgement.h asks.
    *e = b->t->trace || v->kind == RECIPE_NULL ? v->expr : EXPR_NONE;
    switch (SOME_OF(v->kind)) {
    case RECIPE_NULL: return word_ref(NULL);
    case RECIPE_OBJECT: return word_ref(b->objects[v->object]);
    case RECIPE_FLOAT: return (union word){.bits = (uint32_t)v->bits};
    default: return word_long(v->bits);
    }
}

// ---- Texts ----

// The JVM keeps a string in two bytes a character only where one needs them. A text of the family UTF16 in
// which, as the model has it, none does is a string that no caller can make. Its run is followed all the
// same, since others of its path may be real; only what comes of it does not count (input_judge_unreal).
// Real is a text with such a character in it: among those it has here, or, where it is longer, the next one
// (the path has read none beyond its length, so that all further ones are as free as that one).
static void note_unreal(struct builder *b, const struct recipe_object *o, const struct input_text *text) {
    struct expr_store *x = b->t->x;
    VEC(expr_id) any = {0};
    for (uint32_t i = 0; i <= o->n; i++) {
        expr_id wide[] = {
            expr_int_lt(x, expr_int(x, i), text->length),
            expr_not(x, expr_int_lt(x, input_element(b->in, text, i), expr_int(x, 256))),
        };
        vec_push(&any, expr_and(x, wide, 2));
    }
    vec_push(&b->t->unreal, expr_or(x, any.at, any.n));
    vec_free(&any);
}

bool input_judge_unreal(struct inputs *in, struct java_thread *t, bool failed) {
    uint32_t site = in->family_site; // where such a run fails, real strings of its path would, too
    for (uint32_t i = 0; i < t->unreal.n && failed && t->trace && !t->trace->closed; i++)
        trace_branch(t->trace, site, t->unreal.at[i], false, (uint32_t[2]){4 * site, 4 * site + 1});
    return t->unreal.n > 0;
}

static bool needs_two_bytes(const struct recipe_object *o) {
    for (uint32_t i = 0; i < o->n; i++)
        if (o->chars[i] > 255) return true;
    return false;
}

// A string of two bytes a character although one would do.
static struct object *wide_string(struct java_thread *t, const struct recipe_object *o) {
    struct object *s = java_new_object(t, t->program->string);
    struct object *value = s ? java_new_array(t, t->program->byte_array, 2 * (int64_t)o->n) : NULL;
    if (!value) return NULL;
    if (o->n) memcpy(value->fields, o->chars, 2 * (size_t)o->n);
    heap_put(&t->heap, s, java_class_field_by_name(t->program->string, "value")->slot, word_ref(value),
             EXPR_NONE);
    heap_put(&t->heap, s, java_class_field_by_name(t->program->string, "coder")->slot, word_int(1),
             EXPR_NONE);
    return s;
}

static struct object *build_string(struct builder *b, const struct recipe_object *o) {
    assert(o->kind == RECIPE_STRING && o->input <= b->state->texts.n);
    struct java_thread *t = b->t;
    const struct input_text *text = o->input ? &b->state->texts.at[o->input - 1] : NULL;
    bool wider = text && t->trace && text->family == FAMILY_UTF16 && !needs_two_bytes(o);
    if (wider && !text->part) note_unreal(b, o, text);
    struct object *s = wider ? wide_string(t, o) : java_string_utf16(t, o->chars, o->n);
    if (!s || !text || !t->trace) return s;
    if (!java_wants_cases(t)) s->flags |= OBJECT_INPUT;
    struct object *value = s->fields[java_class_field_by_name(t->program->string, "value")->slot].r;
    bool utf16 = s->fields[java_class_field_by_name(t->program->string, "coder")->slot].i != 0;
    struct expr_store *x = t->x;
    hash_map_put(&t->input_texts, (uintptr_t)value, o->input - 1);
    value->length_expr = utf16 ? expr_arith(x, EXPR_MUL_OP, text->length, expr_int(x, 2)) : text->length;
    for (uint32_t i = 0; i < o->n; i++) {
        expr_id c = input_element(b->in, text, i);
        if (!utf16) {
            heap_set_expr(&t->heap, value, i, text->family == FAMILY_ASCII ? c : java_signed_byte(x, c));
        } else { // little-endian here, as StringUTF16 finds it on this machine
            heap_set_expr(&t->heap, value, 2 * i,
                          java_signed_byte(x, expr_arith(x, EXPR_BAND_OP, c, expr_int(x, 255))));
            heap_set_expr(&t->heap, value, 2 * i + 1,
                          java_signed_byte(x, expr_arith(x, EXPR_BSL_OP, c, expr_int(x, -8))));
        }
    }
    return s;
}

static void set_element(struct builder *b, struct object *a, uint32_t i, const struct recipe_value *v) {
    expr_id e;
    union word w = value_of(b, v, &e);
    void *data = array_data(a);
    switch (java_kind_size[a->class->element_kind]) {
    case 1: ((int8_t *)data)[i] = (int8_t)w.j; break;
    case 2: ((int16_t *)data)[i] = (int16_t)w.j; break;
    case 4: ((int32_t *)data)[i] = w.i; break;
    default: ((int64_t *)data)[i] = w.j;
    }
    heap_set_expr(&b->t->heap, a, i, e);
}

// Whether a value is an object that is built after object i.
static bool is_later(const struct recipe_value *v, uint32_t i) {
    return v->kind == RECIPE_OBJECT && v->object > i;
}

static struct object *build_array(struct builder *b, const struct recipe_object *o) {
    struct java_class *c = program_class_of(b->in->program, symbol_text(o->class));
    struct object *a = c ? java_new_array(b->t, c, o->n) : NULL;
    if (!c) java_no_model(b->t, symbol_text(o->class));
    if (!a) return NULL;
    uint32_t own = (uint32_t)(o - b->recipe->objects);
    for (uint32_t i = 0; i < o->n; i++)
        if (!is_later(&o->values[i], own)) set_element(b, a, i, &o->values[i]);
    if (o->input && b->t->trace) a->length_expr = b->state->texts.at[o->input - 1].length;
    return a;
}

// ---- Calls ----

// A call of the recipe. An exception in it means that there is no such input: the run is discarded.
static bool call(struct builder *b, struct java_method *m, struct object *receiver,
                 const struct recipe_value *arguments, union word *result) {
    union word args[256];
    expr_id exprs[256];
    uint32_t n = 0;
    if (receiver) args[n] = word_ref(receiver), exprs[n++] = EXPR_NONE;
    for (uint32_t i = 0; i < m->n_params; i++, n++) args[n] = value_of(b, &arguments[i], &exprs[n]);
    enum java_end end = java_initialize(b->t, m->class);
    if (end == JAVA_RETURNED) end = java_call(b->t, m, args, exprs, result, NULL);
    if (end == JAVA_THROWN) b->t->stop = STOP_ASSUME;
    return end == JAVA_RETURNED;
}

static struct java_method *method_named(struct builder *b, symbol class, symbol name, symbol descriptor) {
    struct java_class *c = program_class_of(b->in->program, symbol_text(class));
    return c ? java_class_find_method(c, name, descriptor) : NULL;
}

static struct object *build_new(struct builder *b, const struct recipe_object *o) {
    struct java_class *c = program_class_of(b->in->program, symbol_text(o->class));
    struct java_method *m = c ? java_class_find_declared(c, symbol_of("<init>"), o->descriptor) : NULL;
    // What an inner object belongs to is null where it is nested too deep to be made.
    bool lacks_outer = m && java_takes_outer(m) && o->values[0].kind == RECIPE_NULL;
    if (!m || lacks_outer || java_initialize(b->t, c) != JAVA_RETURNED) {
        if (!b->t->stop) b->t->stop = STOP_ASSUME;
        return NULL;
    }
    struct object *made = java_new_object(b->t, c);
    return made && call(b, m, made, o->values, NULL) ? made : NULL;
}

// A box is made without its cache, which would compare the value with every one it holds.
static struct object *build_box(struct builder *b, const struct recipe_object *o) {
    struct java_class *c = program_class_of(b->in->program, symbol_text(o->class));
    if (java_initialize(b->t, c) != JAVA_RETURNED) return NULL;
    struct object *box = java_new_object(b->t, c);
    if (!box) return NULL;
    expr_id e;
    union word w = value_of(b, &o->values[0], &e);
    heap_put(&b->t->heap, box, java_class_field_by_name(c, "value")->slot, w, e);
    box->flags |= OBJECT_INPUT;
    return box;
}

static struct object *build_static(struct builder *b, const struct recipe_object *o) {
    struct java_method *m = method_named(b, o->class, o->name, o->descriptor);
    if (java_box_kind(m->class) != JAVA_REF && strcmp(symbol_text(o->name), "valueOf") == 0)
        return build_box(b, o);
    union word result = {0};
    if (!call(b, m, NULL, o->values, &result)) return NULL;
    if (!result.r) b->t->stop = STOP_ASSUME; // null has its own way
    return result.r;
}

static struct object *build_by_method(struct builder *b, const struct recipe_object *o) {
    struct java_method *m = method_named(b, o->class, o->name, o->descriptor);
    expr_id ignored;
    struct object *maker = value_of(b, &o->values[0], &ignored).r; // null where it is nested too deep
    m = m && maker ? java_class_select(maker->class, m) : NULL;
    union word result = {0};
    if (m && !call(b, m, maker, o->values + 1, &result)) return NULL;
    if (!result.r) b->t->stop = STOP_ASSUME;
    return result.r;
}

static struct object *build_field(struct builder *b, const struct recipe_object *o) {
    struct java_class *c = program_class_of(b->in->program, symbol_text(o->class));
    struct java_field *f = java_class_find_field(c, o->name, o->descriptor);
    if (java_initialize(b->t, c) != JAVA_RETURNED) {
        if (!b->t->stop) b->t->stop = STOP_ASSUME;
        return NULL;
    }
    bool assigned = !(f->access & ACC_FINAL) && f->open && b->t->statics; // a caller may have
    if (assigned && !java_static_read(b->t, f)) return NULL;
    struct object *value = thread_class(b->t, c)->statics[f->slot].r;
    if (!value) b->t->stop = STOP_ASSUME;
    return value;
}

// ---- Functions ----

static enum native_status answer(struct java_thread *t, const struct java_method *m, union word *args,
                                 expr_id *exprs, union word *result, expr_id *result_expr) {
    (void)t, (void)exprs;
    if (m->return_kind == JAVA_VOID) return NATIVE_DONE;
    uint32_t slot = m->class->fields[0].slot;
    *result = args[0].r->fields[slot];
    *result_expr = object_expr(args[0].r, slot);
    return NATIVE_DONE;
}

// The class of such functions: one for each interface and method.
static struct java_class *function_class(struct builder *b, const struct recipe_object *o) {
    uint32_t number;
    struct inputs *in = b->in;
    uint64_t key = hash_mix(o->class, hash_mix(o->name, o->descriptor));
    pthread_mutex_lock(&in->lock);
    bool known = hash_map_get(&in->functions, key, &number);
    if (!known) {
        struct java_class *interface = program_class_of(in->program, symbol_text(o->class));
        const char *result = strrchr(symbol_text(o->descriptor), ')') + 1;
        struct synthetic_field field = {symbol_of("value"), symbol_of(result)};
        struct synthetic_method method = {o->name, o->descriptor, ACC_PUBLIC, answer, NULL};
        struct str name = {0};
        str_addf(&name, "%s$$Input%u", symbol_text(o->class), in->program->classes.n);
        struct synthetic_class made = {
            symbol_intern(name.at, name.n), in->program->object, &interface, 1, &field, o->n, &method, 1};
        str_free(&name);
        number = program_synthetic_class(in->program, &made)->number;
        hash_map_put(&in->functions, key, number);
    }
    pthread_mutex_unlock(&in->lock);
    return program_class_at(in->program, number);
}

static struct object *build_function(struct builder *b, const struct recipe_object *o) {
    struct java_class *c = function_class(b, o);
    struct object *made = java_new_object(b->t, c);
    if (!made || !o->n) return made;
    expr_id e;
    union word w = value_of(b, &o->values[0], &e);
    heap_put(&b->t->heap, made, c->fields[0].slot, w, e);
    return made;
}

// ---- Fields ----

static struct object *build_raw(struct builder *b, const struct recipe_object *o) {
    struct java_class *c = program_class_of(b->in->program, symbol_text(o->class));
    if (!c || java_initialize(b->t, c) != JAVA_RETURNED) {
        if (!b->t->stop) b->t->stop = STOP_ASSUME;
        return NULL;
    }
    return java_new_object(b->t, c);
}

static void set_field(struct builder *b, struct object *o, const struct recipe_field *f) {
    struct java_class *c = program_class_of(b->in->program, symbol_text(f->class));
    struct java_field *field = c ? java_class_find_field(c, f->name, f->descriptor) : NULL;
    if (!field) return;
    expr_id e;
    union word w = value_of(b, &f->value, &e);
    heap_put(&b->t->heap, o, field->slot, w, e);
}

// The fields of object i whose values are built already, or those that are not: as the printer does it
// (junit_value.c).
static void set_fields(struct builder *b, uint32_t i, bool later) {
    const struct recipe_object *o = &b->recipe->objects[i];
    for (uint32_t k = 0; k < o->n_fields; k++)
        if (is_later(&o->fields[k].value, i) == later) set_field(b, b->objects[i], &o->fields[k]);
    for (uint32_t k = 0; later && o->kind == RECIPE_ARRAY && k < o->n; k++)
        if (is_later(&o->values[k], i)) set_element(b, b->objects[i], k, &o->values[k]);
}

// A call whose result nobody needs. What is given back only says whether it returned.
static struct object *build_call(struct builder *b, const struct recipe_object *o) {
    struct java_method *m = method_named(b, o->class, o->name, o->descriptor);
    struct object *on = NULL;
    expr_id ignored;
    if (!m) return NULL;
    if (strcmp(symbol_text(o->name), "<init>") == 0) return build_new(b, o);
    if (o->on_object) {
        on = value_of(b, &o->values[0], &ignored).r;
        m = on ? java_class_select(on->class, m) : NULL;
    }
    if (!m) b->t->stop = STOP_ASSUME;
    static struct object done;
    return m && call(b, m, on, o->values + o->on_object, NULL) ? &done : NULL;
}

static struct object *build_object(struct builder *b, const struct recipe_object *o) {
    struct object *made;
    switch (SOME_OF(o->kind)) {
    case RECIPE_STRING: made = build_string(b, o); break;
    case RECIPE_ARRAY: made = build_array(b, o); break;
    case RECIPE_NEW: made = build_new(b, o); break;
    case RECIPE_STATIC: made = build_static(b, o); break;
    case RECIPE_METHOD: made = build_by_method(b, o); break;
    case RECIPE_LAMBDA: made = build_function(b, o); break;
    case RECIPE_RAW: made = build_raw(b, o); break;
    case RECIPE_CALL: return build_call(b, o);
    default: made = build_field(b, o);
    }
    for (uint32_t i = 0; made && i < o->n_calls; i++) {
        struct java_method *m = method_named(b, o->calls[i].class, o->calls[i].name, o->calls[i].descriptor);
        m = m ? java_class_select(made->class, m) : NULL;
        if (!m || !call(b, m, made, o->calls[i].arguments, NULL)) {
            if (!b->t->stop) b->t->stop = STOP_ASSUME;
            return NULL;
        }
    }
    return made;
}

static bool build_objects(struct builder *b) {
    const struct recipe *r = b->recipe;
    b->objects = arena_zalloc(&b->t->heap.run, (r->n_objects + 1) * sizeof *b->objects);
    for (uint32_t i = 0; i < r->n_objects; i++) {
        b->objects[i] = build_object(b, &r->objects[i]);
        if (!b->objects[i]) {
            b->t->exception = NULL;
            return false;
        }
        set_fields(b, i, false);
    }
    for (uint32_t i = 0; i < r->n_objects; i++) set_fields(b, i, true);
    return true;
}

bool input_build_more(struct inputs *in, struct java_thread *t, const struct recipe *recipe,
                      const struct recipe_value *v, union word *w, expr_id *e) {
    struct builder b = {in, t, t->input_state, recipe, NULL};
    if (!build_objects(&b)) return false;
    *w = value_of(&b, v, e);
    return true;
}

enum native_status input_too_large(struct java_thread *t) {
    t->stop = STOP_NO_MODEL;
    str_clear(&t->stop_text);
    str_addf(&t->stop_text, "larger inputs are not tried (strings, arrays: %d elements)", INPUT_MAX_LENGTH);
    return NATIVE_STOP;
}

enum java_end input_build(struct inputs *in, struct java_thread *t, struct input_state *s, union word *args,
                          expr_id *exprs) {
    if (s->too_long) return (enum java_end)input_too_large(t);
    struct builder b = {in, t, s, &s->recipe, NULL};
    t->input = in;
    t->input_state = s;
    t->texts = &s->texts;
    input_record_choices(t, s, 0);
    input_assume_arguments(t, s);
    if (!build_objects(&b)) return JAVA_STOPPED;
    s->built = b.objects;
    for (uint32_t i = 0; i < s->recipe.n; i++) args[i] = value_of(&b, &s->recipe.arguments[i], &exprs[i]);
    return JAVA_RETURNED;
}

struct object *input_build_string(struct inputs *in, struct java_thread *t, const struct input_state *s,
                                  uint32_t first, const struct recipe_object *o) {
    struct builder b = {.in = in, .t = t, .state = s};
    input_record_choices(t, s, first);
    return build_string(&b, o);
}
