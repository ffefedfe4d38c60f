// SPDX-License-Identifier: Apache-2.0
// Raw objects of the input: see input_raw.h.
#include "java/input/input_raw.h"

#include <string.h>

#include "java/input/heap_rules.h"
#include "java/input/input_reader.h"
#include "java/input/input_ways.h"

// ---- Types ----

static bool is_kind(const struct java_class *c, const char *super) {
    return c->super && strcmp(symbol_text(c->super->name), super) == 0;
}

static bool may_reach_into(const struct inputs *in, const struct java_class *c) {
    if (c->origin == ORIGIN_USER) return true;
    return in->tested->origin == ORIGIN_JDK && java_same_package(c->name, in->tested->name) &&
           strncmp(symbol_text(c->name), "java/lang/", 10) != 0; // whose objects the interpreter itself knows
}

bool input_raw_possible(const struct inputs *in, const struct java_class *c) {
    if (!c->file || c->element || c->access & (ACC_ABSTRACT | ACC_INTERFACE | ACC_ENUM)) return false;
    if (is_kind(c, "java/lang/Enum") || is_kind(c, "java/lang/Record")) return false;
    for (; c != in->program->object; c = c->super)
        if (!c || !may_reach_into(in, c)) return false;
    return true;
}

struct raw_search {
    struct inputs *in;
    struct java_class *of;
    struct input_class *out;
};

static void add_way(struct input_class *out, struct input_way w) {
    if (out->n_ways < INPUT_MAX_WAYS / 2) out->ways[out->n_ways++] = w;
}

static bool visit(void *context, const char *name) { // classes close by, as for those a caller makes
    struct raw_search *s = context;
    if (!java_same_package(symbol_of(name), s->of->name)) return true;
    struct java_class *c = program_class_of(s->in->program, name);
    if (c && c != s->of && java_class_is_subclass(c, s->of) && input_raw_possible(s->in, c))
        add_way(s->out, (struct input_way){.kind = WAY_RAW, .class = c});
    return s->out->n_ways < INPUT_MAX_WAYS / 2;
}

static void add_raw_classes(struct inputs *in, struct java_class *c, struct input_class *out) {
    if (input_raw_possible(in, c)) add_way(out, (struct input_way){.kind = WAY_RAW, .class = c});
    if (c->origin == ORIGIN_USER && !(c->access & ACC_FINAL)) {
        struct raw_search s = {in, c, out};
        struct diag d;
        for (uint32_t i = 0; i < java_classpath_count(in->program->path); i++)
            java_classpath_list(in->program->path, i, visit, &s, &d);
    }
    out->n_raw = out->n_ways;
}

static void add_ways(struct inputs *in, struct java_class *c, const char *descriptor,
                     struct input_class *out) {
    if (c->element) {
        add_way(out, (struct input_way){.kind = WAY_ARRAY, .class = c});
    } else if (c == in->program->string) {
        add_way(out, (struct input_way){.kind = WAY_STRING, .class = c});
    } else {
        add_raw_classes(in, c, out);
        const struct input_class *calls = out->n_raw ? NULL : java_input_class(in, descriptor);
        for (uint32_t i = 0; calls && i < calls->n_ways; i++) add_way(out, calls->ways[i]);
    }
}

static const struct input_class *known_type(struct inputs *in, const struct java_class *c) {
    uint32_t i;
    pthread_mutex_lock(&in->lock);
    const struct input_class *k = hash_map_get(&in->references, c->number, &i) ? in->known.at[i] : NULL;
    pthread_mutex_unlock(&in->lock);
    return k;
}

const struct input_class *input_reference_type(struct inputs *in, const char *descriptor) {
    struct diag d = {0};
    struct java_class *c = program_descriptor_class(in->program, descriptor, strlen(descriptor), &d);
    if (!c) return NULL;
    const struct input_class *known = known_type(in, c);
    if (known) return known;
    struct input_way ways[INPUT_MAX_WAYS];
    struct input_class made = {.class = c, .ways = ways, .open = true};
    add_ways(in, c, descriptor, &made);
    pthread_mutex_lock(&in->lock);
    uint32_t i;
    if (!hash_map_get(&in->references, c->number, &i)) { // else another runner was faster
        struct input_class *k = ARENA_NEW(&in->arena, struct input_class);
        *k = made;
        k->ways = ARENA_ARRAY(&in->arena, struct input_way, made.n_ways + 1);
        memcpy(k->ways, ways, made.n_ways * sizeof *ways);
        i = in->known.n;
        hash_map_put(&in->references, c->number, i);
        vec_push(&in->known, k);
    }
    known = in->known.at[i];
    pthread_mutex_unlock(&in->lock);
    return known;
}

// Whether a lazy heap has all there may be: no class elsewhere can fit.
static bool is_all(const struct inputs *in, const struct java_class *c) {
    return in->lazy && (!(c->access & ACC_PUBLIC) || c->access & ACC_FINAL);
}

// ---- Reading a model ----

static uint32_t id_of(struct inputs *in, symbol path) {
    uint32_t id;
    pthread_mutex_lock(&in->lock);
    if (!hash_map_get(&in->raw_ids, path, &id)) {
        id = in->raw_ids.n;
        hash_map_put(&in->raw_ids, path, id);
    }
    pthread_mutex_unlock(&in->lock);
    return id;
}

uint32_t reader_raw(struct reader *r, symbol path, struct java_class *c, bool met) {
    uint32_t object = reader_add_object(r, (struct recipe_object){.kind = RECIPE_RAW, .class = c->name});
    r->out->bounded |= !is_all(r->in, c); // another class might fit
    if (r->out->raws.n >= INPUT_MAX_RAW) {
        r->out->too_long = true;
        return object;
    }
    uint32_t id = id_of(r->in, path);
    vec_push(&r->out->raws, (struct input_raw){id, object, r->group, c, met});
    vec_push(&r->tasks,
             ((struct raw_task){.object = object, .id = id, .owner = r->out->raws.n - 1, .class = c}));
    return object;
}

// An array: of primitives at once, else its elements are references like fields.
static uint32_t read_array(struct reader *r, symbol path, const char *type) {
    if (java_kind_of(type[1]) != JAVA_REF) return reader_array(r, path, type, 0);
    uint32_t object = reader_array(r, path, type, INPUT_MAX_DEPTH); // elements beyond the depth are null
    struct recipe_object *o = &r->objects.at[object];
    vec_push(&r->tasks, (struct raw_task){.object = object,
                                          .id = id_of(r->in, path),
                                          .owner = r->owner,
                                          .elements = (struct recipe_value *)(uintptr_t)o->values,
                                          .element_type = type + 1});
    return object;
}

// Makes what the reference holds in way w.
static uint32_t read_way(struct reader *r, symbol path, const struct input_class *type, uint32_t w,
                         const char *descriptor, struct input_reference *ref) {
    const struct input_way *way = &type->ways[w];
    if (way->kind == WAY_RAW) {
        ref->raw = r->out->raws.n;
        return reader_raw(r, path, way->class, false);
    }
    bool outer = r->later;
    r->later = true;
    uint32_t object = way->kind == WAY_ARRAY
                          ? read_array(r, path, descriptor)
                          : reader_object(r, path, way, w, descriptor, INPUT_MAX_DEPTH - 1);
    r->later = outer;
    return object;
}

void reader_reference(struct reader *r, symbol path, symbol site, const char *descriptor, bool nullable,
                      struct recipe_value *out) {
    struct inputs *in = r->in;
    const struct input_class *type = input_reference_type(in, descriptor);
    *out = (struct recipe_value){.kind = RECIPE_NULL};
    r->out->bounded |= !type || !type->n_ways || type->n_raw < type->n_ways || !is_all(in, type->class);
    if (!type || !type->n_ways) return;
    uint32_t v = inputs_variable(in, path, in->raw_type, EXPR_NONE);
    int64_t taken = reader_int(r, v);
    struct input_reference ref = {.type = type,
                                  .variable = v,
                                  .taken = (uint32_t)taken,
                                  .site = reader_site(in, site, INPUT_MAX_WAYS),
                                  .raw = UINT32_MAX,
                                  .owner = r->owner,
                                  .group = r->group,
                                  .first_later = r->out->later.n,
                                  .nullable = nullable};
    out->expr = expr_ival(in->unit->exprs, expr_var(in->unit->exprs, v));
    int64_t way = taken - nullable;
    if (way >= type->n_ways) {
        vec_push(&r->aliases, (struct raw_alias){out, (uint32_t)(way - type->n_ways)});
    } else if (way >= 0) {
        out->kind = RECIPE_OBJECT;
        out->object = read_way(r, path, type, (uint32_t)way, descriptor, &ref);
    }
    ref.n_later = r->out->later.n - ref.first_later;
    hash_map_put(&r->out->reference_of, out->expr, r->out->references.n);
    vec_push(&r->out->references, ref);
}

// What an object holds has one type throughout, although its own says only Object: integers will do. JVMS
// 4.7.9.1
static const char *field_type(const struct java_field *f) {
    const char *d = symbol_text(f->descriptor);
    bool is_variable = f->info && f->info->signature && symbol_text(f->info->signature)[0] == 'T';
    if (!is_variable) return d;
    bool any = strcmp(d, "Ljava/lang/Object;") == 0 || strcmp(d, "Ljava/lang/Comparable;") == 0;
    return any ? "Ljava/lang/Integer;" : d;
}

static void read_field(struct reader *r, uint32_t id, const struct java_field *f, struct recipe_field *out) {
    *out = (struct recipe_field){f->class->name, f->name, f->descriptor, {0}};
    // A field of a super class may have the same name.
    symbol path = reader_path("r%u.%u.%s", id, f->class->depth, symbol_text(f->name));
    if (f->kind != JAVA_REF) {
        out->value = reader_primitive(r, path, f->kind);
        return;
    }
    symbol site = reader_path("%s.%s", symbol_text(f->class->name), symbol_text(f->name));
    bool outer_instance = f->access & ACC_SYNTHETIC && strncmp(symbol_text(f->name), "this$", 5) == 0;
    reader_reference(r, path, site, field_type(f), !outer_instance, &out->value);
}

static void read_fields(struct reader *r, const struct raw_task *task) {
    uint32_t n = 0;
    for (const struct java_class *s = task->class; s; s = s->super) n += s->n_fields;
    struct recipe_field *fields = ARENA_ARRAY(r->a, struct recipe_field, n + 1);
    n = 0;
    for (const struct java_class *s = task->class; s; s = s->super)
        for (uint32_t i = 0; i < s->n_fields; i++)
            if (!(s->fields[i].access & ACC_STATIC) && s->fields[i].info)
                read_field(r, task->id, &s->fields[i], &fields[n++]);
    struct recipe_object *o = &r->objects.at[task->object];
    o->fields = fields;
    o->n_fields = n;
}

static void read_elements(struct reader *r, const struct raw_task *task) {
    symbol site = reader_path("[]%s", task->element_type);
    uint32_t n = r->objects.at[task->object].n;
    for (uint32_t i = 0; i < n; i++)
        reader_reference(r, reader_path("r%u[%u]", task->id, i), site, task->element_type, true,
                         &task->elements[i]);
}

void reader_finish_raw(struct reader *r) {
    while (r->next_task < r->tasks.n && !r->out->too_long) {
        struct raw_task task = r->tasks.at[r->next_task++];
        r->owner = task.owner;
        if (task.elements)
            read_elements(r, &task);
        else
            read_fields(r, &task);
    }
    r->owner = UINT32_MAX;
}

void reader_resolve_aliases(struct reader *r) {
    for (uint32_t i = 0; i < r->aliases.n; i++) {
        const struct raw_alias *alias = &r->aliases.at[i];
        for (uint32_t k = 0; k < r->out->raws.n; k++) {
            if (r->out->raws.at[k].id != alias->id || r->out->raws.at[k].group != r->group) continue;
            alias->at->kind = RECIPE_OBJECT;
            alias->at->object = r->out->raws.at[k].object;
        } // else its path was decided otherwise: null, and the run goes elsewhere
    }
}

bool input_fresh_reference(struct inputs *in, struct java_thread *t, const struct model *model, symbol path,
                           const char *descriptor, struct arena *a, struct sym *out) {
    struct reader r = {.in = in,
                       .model = model,
                       .a = a,
                       .out = t->input_state,
                       .length_type = in->length_type,
                       .group = ++t->input_state->groups,
                       .owner = UINT32_MAX};
    struct recipe_value v;
    reader_reference(&r, path, reader_path("=%s", descriptor), descriptor, true, &v);
    reader_finish_raw(&r);
    reader_resolve_aliases(&r);
    struct recipe recipe = {.objects = r.objects.at, .n_objects = r.objects.n};
    bool ok = !r.out->too_long;
    if (ok)
        ok = input_build_more(in, t, &recipe, &v, &out->w, &out->e);
    else
        t->stop = STOP_MEMORY;
    vec_free(&r.objects);
    vec_free(&r.tasks);
    vec_free(&r.aliases);
    return ok;
}

// ---- Looking ----

enum { ALIAS_POINTS = 8 };

static struct way way_of(struct java_thread *t, const struct input_reference *ref, uint32_t value) {
    uint32_t last = ref->type->n_ways + ref->nullable, point = value;
    if (value >= last) point = last + (value - last) % ALIAS_POINTS;
    expr_id v = expr_ival(t->x, expr_var(t->x, ref->variable));
    return (struct way){expr_int_eq(t->x, v, expr_int(t->x, value)), 4 * ref->site + point};
}

uint32_t input_raw_target(const struct input_state *s, const struct input_reference *ref) {
    uint32_t last = ref->type->n_ways + ref->nullable;
    if (ref->taken < last) return ref->raw;
    for (uint32_t i = 0; i < s->raws.n; i++)
        if (s->raws.at[i].group == ref->group && s->raws.at[i].id == ref->taken - last) return i;
    return UINT32_MAX;
}

typedef VEC(struct way) way_list;

struct looking {
    struct java_thread *t;
    struct input_state *state;
    uint32_t index; // of the reference
    const struct input_reference *ref;
    way_list ways, forbidden;
    uint32_t taken; // index into ways
    bool refused;   // a forbidden one is taken
};

static void add_choice(struct looking *l, uint32_t value, bool allowed) {
    bool is = l->ref->taken == value;
    if (is && allowed) l->taken = l->ways.n;
    l->refused |= is && !allowed;
    vec_push(allowed ? &l->ways : &l->forbidden, way_of(l->t, l->ref, value));
}

static void add_aliases(struct looking *l, uint32_t last) {
    const struct input_state *s = l->state;
    for (uint32_t i = 0; i < s->raws.n; i++) {
        const struct input_raw *raw = &s->raws.at[i];
        if (raw->group != l->ref->group) continue;
        bool is = l->ref->taken == last + raw->id;
        if (!is && (!raw->met || !java_class_is_subclass(raw->class, l->ref->type->class))) continue;
        add_choice(l, last + raw->id, heap_rules_allow(l->t->input, s, l->index, i));
    }
}

static expr_id any_of(struct java_thread *t, const way_list *ways) {
    VEC(expr_id) any = {0};
    for (uint32_t i = 0; i < ways->n; i++) vec_push(&any, ways->at[i].condition);
    expr_id e = any.n ? expr_or(t->x, any.at, any.n) : EXPR_FALSE;
    vec_free(&any);
    return e;
}

// Whether it is one of the allowed ways is a decision of its own, the same for all inputs that come there.
static void decide_allowed(struct looking *l) {
    uint32_t site = l->ref->site;
    const struct way both[2] = {{any_of(l->t, &l->ways), 4 * site},
                                {any_of(l->t, &l->forbidden), 4 * site + 1}};
    trace_choice(l->t->trace, site, both, 2, l->refused);
}

static void decide(struct java_thread *t, struct input_state *s, uint32_t index) {
    const struct input_reference *ref = &s->references.at[index];
    struct looking l = {.t = t, .state = s, .index = index, .ref = ref, .taken = UINT32_MAX};
    uint32_t last = ref->type->n_ways + ref->nullable;
    for (uint32_t value = 0; value < last; value++)
        add_choice(&l, value, value || !ref->nullable || heap_rules_allow_null(t->input, ref));
    add_aliases(&l, last);
    if (l.taken == UINT32_MAX && !l.refused)
        add_choice(&l, ref->taken, true); // of an object that this input does not have
    if (l.forbidden.n) decide_allowed(&l);
    if (l.refused)
        trace_refuse(t->trace);
    else
        trace_choice(t->trace, ref->site, l.ways.at, l.ways.n, l.taken);
    vec_free(&l.ways);
    vec_free(&l.forbidden);
}

// ---- Bounds of numbers and lengths ----

static void assume_within(struct java_thread *t, uint32_t site, expr_id e, int64_t v, int64_t low,
                          int64_t high) {
    if (!e || !t->trace || t->trace->closed) return;
    expr_id within[2] = {expr_not(t->x, expr_int_lt(t->x, e, expr_int(t->x, low))),
                         expr_not(t->x, expr_int_lt(t->x, expr_int(t->x, high), e))};
    bool is = v >= low && v <= high;
    trace_branch(t->trace, site, expr_and(t->x, within, 2), is, (uint32_t[2]){4 * site, 4 * site + 1});
    if (!is) trace_refuse(t->trace);
}

static void assume_number(struct java_thread *t, uint32_t site, const struct recipe_value *v) {
    int64_t low, high;
    expr_id variable = v->expr;
    if (v->kind == RECIPE_NULL || v->kind == RECIPE_OBJECT || !variable) return;
    if (expr_op(t->x, variable) == EXPR_IVAL_OP) variable = expr_arg(t->x, variable, 0);
    if (expr_op(t->x, variable) != EXPR_VAR_OP) return;
    symbol path = inputs_variable_path(t->input, expr_imm(t->x, variable));
    if (heap_rules_bounds(t->input, RULE_RANGE, path, &low, &high))
        assume_within(t, site, v->expr, v->bits, low, high);
}

static void assume_length(struct java_thread *t, const struct input_state *s, uint32_t site, symbol path) {
    int64_t low, high;
    if (!heap_rules_bounds(t->input, RULE_LENGTH, path, &low, &high)) return;
    for (uint32_t i = 0; i < s->recipe.n_objects; i++) {
        const struct recipe_object *o = &s->recipe.objects[i];
        if (o->input && s->texts.at[o->input - 1].path == path)
            assume_within(t, site, s->texts.at[o->input - 1].length, o->n, low, high);
    }
}

// Of what the reference was decided to be.
static void assume_bounds(struct java_thread *t, const struct input_state *s,
                          const struct input_reference *ref) {
    if (!t->input->rules->n) return;
    assume_length(t, s, ref->site, inputs_variable_path(t->input, ref->variable));
    if (ref->raw >= s->raws.n) return;
    const struct recipe_object *o = &s->recipe.objects[s->raws.at[ref->raw].object];
    for (uint32_t i = 0; i < o->n_fields; i++) assume_number(t, ref->site, &o->fields[i].value);
}

void input_assume_arguments(struct java_thread *t, struct input_state *s) {
    if (!t->input->rules || !t->input->rules->n || !t->trace) return;
    uint32_t site = t->input->family_site;
    for (uint32_t i = 0; i < s->recipe.n; i++) assume_number(t, site, &s->recipe.arguments[i]);
}

bool input_look(struct java_thread *t, expr_id e) {
    struct input_state *s = t->input_state;
    uint32_t i;
    if (!s || !s->references.n || !hash_map_get(&s->reference_of, e, &i)) return false;
    struct input_reference *ref = &s->references.at[i];
    if (ref->looked || !t->trace || t->trace->closed) return true;
    ref->looked = true;
    decide(t, s, i);
    if (ref->raw < s->raws.n) s->raws.at[ref->raw].met = true;
    assume_bounds(t, s, ref); // before the choices within it, of which there may be thousands
    for (uint32_t k = 0; k < ref->n_later && !t->trace->closed; k++)
        input_record_choice(t, &s->later.at[ref->first_later + k]);
    return true;
}
