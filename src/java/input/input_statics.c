// SPDX-License-Identifier: Apache-2.0
#include "java/input/input_statics.h"

#include <string.h>

#include "expr/variables.h"
#include "java/input/input_reader.h"
#include "java/input/input_ways.h"
#include "java/input/vocabulary.h"
#include "java/machine/interp_loop.h"
#include "java/program/statics.h"
#include "java/runtime/native.h"
#include "java/symbolic/symbolic.h"

// ---- Fields ----

static bool is_accessible(const struct inputs *in, const struct java_field *f) {
    return !(f->access & ACC_SYNTHETIC) && java_class_accessible(in, f->class) &&
           java_member_accessible(in, f->class, f->access);
}

// Whether a test can assign objects to it: there is a way to make one by calls.
static bool can_be_made(struct inputs *in, const struct java_field *f) {
    const char *type = symbol_text(f->descriptor);
    if (in->states) return false;
    if (type[0] == '[') return type[1] != 'L' && type[1] != '[';
    const struct input_class *c = java_input_class(in, type);
    return c && c->n_ways > 0;
}

static enum static_kind kind_of(struct inputs *in, const struct java_field *f) {
    if (!java_static_is_assigned(in->program, f))
        return java_static_is_changed(in->program, f) ? STATIC_OBJECT : STATIC_FIXED;
    if (!is_accessible(in, f)) return STATIC_STATE;
    if (f->kind != JAVA_REF) return STATIC_VALUE;
    return can_be_made(in, f) ? STATIC_REFERENCE : STATIC_STATE;
}

static uint64_t key_of(const struct java_field *f) {
    return (uint64_t)f->class->number << 32 | f->slot;
}

static struct input_static *known_static(struct inputs *in, const struct java_field *f) {
    uint32_t at;
    pthread_mutex_lock(&in->lock);
    struct input_static *found = hash_map_get(&in->static_index, key_of(f), &at) ? in->statics.at[at] : NULL;
    pthread_mutex_unlock(&in->lock);
    return found;
}

static struct input_static *static_of(struct inputs *in, const struct java_field *f) {
    struct input_static *found = known_static(in, f);
    if (found) return found;
    enum static_kind kind = kind_of(in, f);
    uint32_t at;
    pthread_mutex_lock(&in->lock);
    if (hash_map_get(&in->static_index, key_of(f), &at)) { // another runner was faster
        found = in->statics.at[at];
    } else {
        found = ARENA_NEW(&in->arena, struct input_static);
        found->field = &f->class->fields[f - f->class->fields];
        found->kind = kind;
        hash_map_put(&in->static_index, key_of(f), in->statics.n);
        vec_push(&in->statics, found);
    }
    pthread_mutex_unlock(&in->lock);
    return found;
}

bool input_static_has_state(struct inputs *in, struct java_field *f) {
    enum static_kind kind = static_of(in, f)->kind;
    return kind == STATIC_STATE || kind == STATIC_OBJECT || kind == STATIC_REFERENCE;
}

static symbol path_of(const struct java_field *f) {
    return reader_path("s%u.%s", f->class->number, symbol_text(f->name));
}

// ---- Constant objects ----

typedef VEC(const struct object *) object_list;

// The objects that o refers to. The JDK's collections that cannot be changed keep their elements in arrays
// that nobody else knows.
static void add_parts(const struct java_thread *t, const struct object *o, object_list *open) {
    bool sealed = strncmp(symbol_text(o->class->name), "java/util/ImmutableCollections", 30) == 0;
    for (struct java_class *k = o->class; k; k = k->super)
        for (uint32_t i = 0; i < k->n_fields; i++) {
            const struct java_field *f = &k->fields[i];
            const struct object *part =
                f->access & ACC_STATIC || f->kind != JAVA_REF ? NULL : o->fields[f->slot].r;
            bool elements = sealed && part && part->class == t->program->object_array;
            if (part && !elements) vec_push(open, part);
            for (int32_t e = 0; elements && e < part->length; e++) {
                const struct object *element = ((struct object *const *)(const void *)part->fields)[e];
                if (element) vec_push(open, element);
            }
        }
}

// Whether nothing that can be reached from o changes.
static bool is_constant_object(struct java_thread *t, const struct object *first) {
    enum { MOST = 2000 };
    object_list open = {0};
    struct hash_map seen = {0};
    bool constant = true;
    if (first) vec_push(&open, first);
    while (open.n && constant) {
        const struct object *o = open.at[--open.n];
        struct java_class *c = o->class;
        uint32_t known;
        if (hash_map_get(&seen, (uintptr_t)o, &known)) continue;
        hash_map_put(&seen, (uintptr_t)o, seen.n);
        constant = seen.n < MOST && (java_class_is_constant(c) || (c->element && !o->length));
        if (constant && !c->element && !java_type_is_constant(t->program, c)) add_parts(t, o, &open);
    }
    vec_free(&open);
    hash_map_free(&seen);
    return constant;
}

static bool has_constant_object(struct java_thread *t, struct input_static *f, const struct object *o) {
    if (atomic_load(&f->constant)) return true;
    bool constant = is_constant_object(t, o);
    // Initializers do the same in each run, but for what they read of fields that are input themselves.
    if (constant && f->kind == STATIC_OBJECT) atomic_store(&f->constant, true);
    return constant;
}

// ---- What there was at first: for tests, which put it back ----

static int64_t bits_of(enum java_kind kind, union word w) {
    return kind == JAVA_FLOAT ? w.i : w.j;
}

static struct recipe_value simple_value(enum java_kind kind, union word w) {
    return (struct recipe_value){.kind = recipe_kind_of(kind), .bits = bits_of(kind, w)};
}

static void keep_value(struct inputs *in, struct recipe *s, struct recipe_value v) {
    s->arguments = arena_copy(&in->arena, &v, sizeof v);
    s->n = 1;
}

static void keep_object(struct inputs *in, struct recipe *s, struct recipe_object o) {
    s->objects = arena_copy(&in->arena, &o, sizeof o);
    s->n_objects = 1;
    keep_value(in, s, (struct recipe_value){.kind = RECIPE_OBJECT});
}

static bool keep_string(struct inputs *in, struct recipe *s, const struct object *o) {
    enum { MOST = 200 };
    uint32_t n = java_string_length(o);
    uint16_t *chars = ARENA_ARRAY(&in->arena, uint16_t, n + 1);
    for (uint32_t i = 0; i < n && n <= MOST; i++) chars[i] = java_string_at(o, i);
    struct recipe_object string = {.kind = RECIPE_STRING, .class = o->class->name, .chars = chars, .n = n};
    if (n <= MOST) keep_object(in, s, string);
    return n <= MOST;
}

static bool keep_array(struct inputs *in, struct recipe *s, struct object *o) {
    enum { MOST = 64 };
    enum java_kind kind = o->class->element_kind;
    uint32_t n = (uint32_t)o->length;
    if (kind == JAVA_REF || n > MOST || o->shadow || o->length_expr) return false;
    struct recipe_value *values = ARENA_ARRAY(&in->arena, struct recipe_value, n + 1);
    for (uint32_t i = 0; i < n; i++) values[i] = simple_value(kind, java_array_get(o, i));
    keep_object(
        in, s,
        (struct recipe_object){.kind = RECIPE_ARRAY, .class = o->class->name, .values = values, .n = n});
    return true;
}

static bool is_empty_collection(const struct object *o) {
    static const char *const sized[] = {"java/util/ArrayList", "java/util/LinkedList",
                                        "java/util/HashMap",   "java/util/LinkedHashMap",
                                        "java/util/TreeMap",   "java/util/PriorityQueue"};
    static const char *const sets[] = {"java/util/HashSet", "java/util/LinkedHashSet"};
    if (STR_IS_ONE_OF(symbol_text(o->class->name), sets)) {
        o = o->fields[java_class_field_by_name(o->class, "map")->slot].r;
        if (!o) return false;
    }
    if (!STR_IS_ONE_OF(symbol_text(o->class->name), sized)) return false;
    uint32_t slot = java_class_field_by_name(o->class, "size")->slot;
    return !object_expr(o, slot) && o->fields[slot].i == 0;
}

static bool is_atomic(const struct object *o) {
    static const char *const names[] = {"java/util/concurrent/atomic/AtomicInteger",
                                        "java/util/concurrent/atomic/AtomicLong"};
    return STR_IS_ONE_OF(symbol_text(o->class->name), names) &&
           !object_expr(o, java_class_field_by_name(o->class, "value")->slot);
}

// A number, null or a string; more, if the field is an array.
static bool keep_simple(struct inputs *in, struct recipe *out, const struct java_field *f, union word w) {
    if (f->kind == JAVA_REF && w.r) {
        if (w.r->class == in->program->string) return keep_string(in, out, w.r);
        return w.r->class->element && keep_array(in, out, w.r);
    }
    struct recipe_value null = {.kind = RECIPE_NULL};
    keep_value(in, out, f->kind == JAVA_REF ? null : simple_value(f->kind, w));
    return true;
}

// The fields of an object of a user's class that may change.
static void keep_fields(struct inputs *in, struct static_initial *s, const struct object *o) {
    enum { MOST = 8 };
    s->form = FORM_FIELDS;
    s->parts = ARENA_ARRAY(&in->arena, struct static_part, MOST);
    for (struct java_class *k = o->class; k && k->origin == ORIGIN_USER; k = k->super)
        for (uint32_t i = 0; i < k->n_fields && s->n_parts < MOST; i++) {
            const struct java_field *f = &k->fields[i];
            struct static_part part = {f, {0}};
            if (f->access & (ACC_STATIC | ACC_FINAL) || object_expr(o, f->slot)) continue;
            union word w = o->fields[f->slot];
            bool string = f->kind == JAVA_REF && (!w.r || w.r->class == in->program->string);
            if ((f->kind != JAVA_REF || string) && keep_simple(in, &part.value, f, w))
                s->parts[s->n_parts++] = part;
        }
}

static bool keep_initial(struct inputs *in, struct static_initial *s, const struct java_field *f,
                         union word w) {
    bool is_final = f->access & ACC_FINAL;
    if (f->kind != JAVA_REF || !w.r) return keep_simple(in, &s->value, f, w) && !is_final;
    s->class = w.r->class;
    if (w.r->class == in->program->string || w.r->class->element) return keep_simple(in, &s->value, f, w);
    if (is_empty_collection(w.r)) {
        s->form = FORM_EMPTY;
    } else if (is_atomic(w.r)) {
        const struct java_field *value = java_class_field_by_name(w.r->class, "value");
        s->form = FORM_ATOMIC;
        keep_value(in, &s->value, simple_value(value->kind, w.r->fields[value->slot]));
    } else {
        if (is_final) keep_fields(in, s, w.r); // another object can take the place of others
        return s->n_parts > 0;
    }
    return true;
}

static void note_initial(struct java_thread *t, struct input_static *s) {
    struct inputs *in = t->statics->in;
    const struct java_field *f = s->field;
    const struct class_state *c = t->classes[f->class->number];
    if (t->statics->changed || (c->static_exprs && c->static_exprs[f->slot])) return;
    pthread_mutex_lock(&in->lock);
    if (!s->seen && s->kind != STATIC_FIXED) {
        struct static_initial initial = {0};
        bool simple = keep_initial(in, &initial, f, c->statics[f->slot]);
        if (simple) s->initial = arena_copy(&in->arena, &initial, sizeof initial);
        s->seen = true;
    }
    pthread_mutex_unlock(&in->lock);
}

// ---- Reading ----

static void lose(struct java_thread *t, const struct java_field *f) {
    struct str what = {0};
    str_add(&what, "static field ");
    java_class_name(f->class, &what);
    str_addf(&what, ".%s", symbol_text(f->name));
    java_lost(t, what.at);
    str_free(&what);
}

static struct class_state *state_of(struct java_thread *t, const struct java_field *f) {
    return t->classes[f->class->number];
}

static expr_id term_of(struct expr_store *x, enum java_kind kind, union word w) {
    if (kind == JAVA_FLOAT) return expr_float_term(x, expr_float(x, (double)w.f));
    if (kind == JAVA_DOUBLE) return expr_float_term(x, expr_float(x, w.d));
    return expr_int_term(x, expr_int(x, w.j));
}

static union word word_of(enum java_kind kind, const struct recipe_value *v) {
    return kind == JAVA_FLOAT ? (union word){.bits = (uint32_t)v->bits} : word_long(v->bits);
}

// The value that the model gives the field.
static void read_value(struct java_thread *t, struct input_static *s) {
    struct inputs *in = t->statics->in;
    const struct java_field *f = s->field;
    struct class_state *c = state_of(t, f);
    bool depends = c->static_exprs && c->static_exprs[f->slot];
    expr_id initial = term_of(in->unit->exprs, f->kind, c->statics[f->slot]);
    uint32_t v = depends ? 0 : inputs_variable(in, path_of(f), in->types[f->kind], initial);
    if (depends || variables_otherwise(in->unit->variables, v) != initial) {
        lose(t, f); // what it is at first depends on other input
        return;
    }
    pthread_mutex_lock(&in->lock);
    s->variable = v;
    s->bound = true;
    pthread_mutex_unlock(&in->lock);
    struct reader r = {.in = in, .model = t->statics->model};
    struct recipe_value value = reader_primitive(&r, path_of(f), f->kind);
    java_put_static(t, f, word_of(f->kind, &value), t->trace ? value.expr : EXPR_NONE);
}

enum { MOST_ELEMENTS = 64 };

// The variables of the elements. False: what they are at first depends on other input.
static bool bind_elements(struct inputs *in, struct input_static *s, const struct object *a,
                          uint32_t *variables) {
    enum java_kind kind = a->class->element_kind;
    uint32_t n = (uint32_t)a->length;
    for (uint32_t i = 0; i < n; i++) {
        symbol path = reader_path("%s[%u]", symbol_text(path_of(s->field)), i);
        expr_id initial = term_of(in->unit->exprs, kind, java_array_get(a, i));
        variables[i] = inputs_variable(in, path, in->types[kind], initial);
        if (variables_otherwise(in->unit->variables, variables[i]) != initial) return false;
    }
    pthread_mutex_lock(&in->lock);
    bool same = !s->bound || s->n_elements == n;
    if (!s->bound) {
        s->elements = arena_copy(&in->arena, variables, n * sizeof *variables);
        s->n_elements = n;
        s->bound = true;
    }
    pthread_mutex_unlock(&in->lock);
    return same;
}

// The elements of an array that a caller sees, if they are few numbers: variables, as its own are. False:
// they are not.
static bool read_elements(struct java_thread *t, struct input_static *s) {
    struct inputs *in = t->statics->in;
    const struct java_field *f = s->field;
    struct object *a = state_of(t, f)->statics[f->slot].r;
    uint32_t variables[MOST_ELEMENTS];
    if (!a || !a->class->element || a->class->element_kind == JAVA_REF || a->length > MOST_ELEMENTS)
        return false;
    if (!is_accessible(in, f) || a->shadow || a->length_expr || !bind_elements(in, s, a, variables))
        return false;
    struct reader r = {.in = in, .model = t->statics->model};
    enum java_kind kind = a->class->element_kind;
    for (uint32_t i = 0; i < (uint32_t)a->length; i++) {
        struct recipe_value v = reader_primitive_of(&r, kind, variables[i]);
        expr_id e = t->trace ? input_value_of(in, kind, variables[i]) : EXPR_NONE;
        java_array_put(t, a, i, word_of(kind, &v), e);
    }
    return true;
}

static symbol set_path(const struct java_field *f) {
    return reader_path("%s.set", symbol_text(path_of(f)));
}

// The object that it has, or one that is made now. What was left out in making it is told of at once.
static bool read_reference(struct java_thread *t, struct input_static *s) {
    const struct static_input *input = t->statics;
    struct input_state *state = t->input_state;
    const struct java_field *f = s->field;
    struct reader r = {.in = input->in,
                       .model = input->model,
                       .a = input->arena,
                       .out = state,
                       .length_type = input->in->length_type};
    uint32_t first = state->choices.n;
    bool bounded = state->bounded, good = true;
    state->bounded = false;
    if (reader_choose(&r, set_path(f), 2, 0)) {
        struct sym value = {{0}, EXPR_NONE};
        struct recipe_value v = reader_value(&r, path_of(f), reader_field_type(f), 0);
        reader_finish_raw(&r);
        reader_resolve_aliases(&r);
        struct recipe recipe = {.objects = r.objects.at, .n_objects = r.objects.n};
        input_record_choices(t, state, first);
        good = !state->too_long && input_build_more(input->in, t, &recipe, &v, &value.w, &value.e);
        if (!good && !t->stop) t->stop = STOP_MEMORY;
        if (good) java_put_static(t, f, value.w, value.e);
    } else {
        input_record_choices(t, state, first);
        if (!read_elements(t, s) && !has_constant_object(t, s, state_of(t, f)->statics[f->slot].r))
            lose(t, f);
    }
    if (state->bounded) java_lost(t, "larger inputs: objects nested or changed more often than tried");
    state->bounded |= bounded;
    vec_free(&r.objects);
    vec_free(&r.tasks);
    vec_free(&r.aliases);
    return good;
}

// Whether it is not the run's own: then what it is for this run is now decided.
static bool is_first_touch(struct java_thread *t, const struct java_field *f, uint8_t **touch) {
    struct class_state *c = state_of(t, f);
    if (!c->touched || c->init != INIT_DONE) return false;
    *touch = &c->touched[f->slot];
    return **touch == TOUCH_NONE || **touch == TOUCH_CLOUDED;
}

bool java_static_read(struct java_thread *t, const struct java_field *f) {
    uint8_t *touch;
    if (!is_first_touch(t, f, &touch)) return true;
    struct input_static *s = static_of(t->statics->in, f);
    bool clouded = *touch == TOUCH_CLOUDED;
    if (!clouded) note_initial(t, s);
    *touch = TOUCH_READ;
    switch (clouded ? STATIC_STATE : s->kind) {
    case STATIC_FIXED:
        s->field->open = false;
        java_rests_on(t, JAVA_RULE_CONSTANT_STATIC);
        break;
    case STATIC_OBJECT:
        if (!read_elements(t, s) && !has_constant_object(t, s, state_of(t, f)->statics[f->slot].r))
            lose(t, f);
        break;
    case STATIC_VALUE: read_value(t, s); break;
    case STATIC_REFERENCE: return read_reference(t, s);
    case STATIC_STATE: lose(t, f); break;
    }
    return true;
}

void java_static_seen(struct java_thread *t, const struct java_field *f) {
    uint8_t *touch;
    if (!f->open || !t->statics || !is_first_touch(t, f, &touch)) return;
    if (static_of(t->statics->in, f)->kind != STATIC_FIXED) lose(t, f);
}

void java_static_written(struct java_thread *t, const struct java_field *f) {
    struct class_state *c = state_of(t, f);
    if (!c->touched || c->init != INIT_DONE) return;
    if (c->touched[f->slot] == TOUCH_NONE) note_initial(t, static_of(t->statics->in, f));
    c->touched[f->slot] = t->initializing ? TOUCH_CLOUDED : TOUCH_WRITTEN;
}

// ---- What a caller assigns ----

static void add_assignment(struct reader *r, const struct java_field *f, const struct recipe_value *values,
                           uint32_t n) {
    reader_add_object(r, (struct recipe_object){.kind = RECIPE_ASSIGN,
                                                .class = f->class->name,
                                                .name = f->name,
                                                .descriptor = f->descriptor,
                                                .values = arena_copy(r->a, values, n * sizeof *values),
                                                .n = n});
}

// Whether the model, which may be drawn now, gives it another value than it has at first.
static bool is_assigned(struct reader *r, uint32_t variable, enum java_kind kind, uint32_t seldom) {
    if (r->random && !draws_below(value_source_draws(r->random), seldom))
        value_source_leaf(r->random, variable, java_leaf(kind));
    return model_value(r->model, variable) != variables_otherwise(r->in->unit->variables, variable);
}

static void read_assigned_value(struct reader *r, const struct input_static *s) {
    enum java_kind kind = s->field->kind;
    if (!is_assigned(r, s->variable, kind, 3)) return;
    struct recipe_value v = reader_primitive_of(r, kind, s->variable);
    add_assignment(r, s->field, &v, 1);
}

static void read_assigned_elements(struct reader *r, const struct input_static *s) {
    enum java_kind kind = java_kind_of(symbol_text(s->field->descriptor)[1]);
    for (uint32_t i = 0; i < s->n_elements; i++) {
        if (!is_assigned(r, s->elements[i], kind, 2 * s->n_elements)) continue;
        struct recipe_value v[] = {reader_primitive_of(r, kind, s->elements[i]), {RECIPE_INT, i, 0, 0}};
        add_assignment(r, s->field, v, 2);
    }
}

static void read_assigned_reference(struct reader *r, const struct input_static *s, bool bound) {
    symbol path = set_path(s->field);
    if (r->random) value_source_seldom(r->random, reader_choice_variable(r, path, 2, 0), 2);
    if (!reader_choose(r, path, 2, 0)) {
        if (bound) read_assigned_elements(r, s);
        return;
    }
    struct recipe_value v = reader_value(r, path_of(s->field), reader_field_type(s->field), 0);
    add_assignment(r, s->field, &v, 1);
}

void reader_assigned(struct reader *r) {
    struct inputs *in = r->in;
    pthread_mutex_lock(&in->lock);
    uint32_t n = in->statics.n;
    pthread_mutex_unlock(&in->lock);
    for (uint32_t i = 0; i < n; i++) {
        pthread_mutex_lock(&in->lock);
        struct input_static *s = in->statics.at[i];
        bool bound = s->bound;
        pthread_mutex_unlock(&in->lock);
        if (s->kind == STATIC_VALUE && bound) read_assigned_value(r, s);
        if (s->kind == STATIC_REFERENCE) read_assigned_reference(r, s, bound);
        if (s->kind == STATIC_OBJECT && bound) read_assigned_elements(r, s);
    }
    reader_finish_raw(r);
}
