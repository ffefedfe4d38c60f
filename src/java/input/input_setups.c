// SPDX-License-Identifier: Apache-2.0
// Calls that change what the unit reads of static fields, made before all else. Which fields that are, and
// which methods change them, is found from code: the unit's, what it calls, and all of the nests of the
// fields' classes. What is missed here is not tried, and the run that reads such a field says so
// (input_statics.h).
#include <stdio.h>
#include <string.h>

#include "java/input/input_reader.h"
#include "java/input/input_statics.h"
#include "java/input/input_ways.h"
#include "java/input/vocabulary.h"
#include "java/program/statics.h"

enum {
    MOST_READERS = 300, // methods that the unit leads to, beyond which no more are looked at
    MOST_FIELDS = 64,
    MOST_WRITERS = 4000,
    MOST_SETUPS = 24,
};

typedef VEC(const struct nest_method *) method_list;

struct setup_search {
    struct inputs *in;
    method_list readers; // the unit, and what it leads to
    struct java_field *fields[MOST_FIELDS];
    uint32_t n_fields;
    VEC(const struct java_nest *) nests;
    method_list all;         // of the nests
    struct hash_map writers; // number of a method that leads to a write of such a field
    VEC(struct input_setup) setups;
};

// ---- What the unit reads ----

static void add_reader(struct setup_search *s, const struct java_method *m) {
    const struct nest_method *n = s->readers.n < MOST_READERS ? java_nest_method(s->in->program, m) : NULL;
    for (uint32_t i = 0; n && i < s->readers.n; i++)
        if (s->readers.at[i] == n) return;
    if (n) vec_push(&s->readers, n);
}

// Those that may run where m is called on an object of class c or of one below it.
static void add_overriding(struct setup_search *s, struct java_class *c, struct java_method *m) {
    if (c->access & (ACC_INTERFACE | ACC_ABSTRACT)) return;
    struct java_method *target = java_class_is_subclass(c, m->class) ? java_class_select(c, m) : NULL;
    if (target) add_reader(s, target);
}

static void add_called(struct setup_search *s, const struct nest_method *from) {
    for (uint32_t i = 0; i < from->n_calls; i++) {
        struct java_method *m = from->calls[i];
        add_reader(s, m);
        if (m->access & (ACC_STATIC | ACC_PRIVATE) || symbol_text(m->name)[0] == '<') continue;
        const struct java_nest *nest = java_nest_of(s->in->program, m->class);
        for (uint32_t k = 0; nest && k < nest->n_classes; k++) add_overriding(s, nest->classes[k], m);
    }
    for (uint32_t i = 0; i < from->n_makes; i++) { // which code of the JDK may call
        struct java_class *c = from->makes[i];
        for (uint32_t k = 0; k < c->n_methods; k++)
            if (c->methods[k].vtable >= 0) add_reader(s, &c->methods[k]);
    }
}

static void add_field(struct setup_search *s, struct java_field *f) {
    for (uint32_t i = 0; i < s->n_fields; i++)
        if (s->fields[i] == f) return;
    if (s->n_fields < MOST_FIELDS && input_static_has_state(s->in, f)) s->fields[s->n_fields++] = f;
}

static void find_fields(struct setup_search *s) {
    struct java_method *unit = s->in->method;
    add_reader(s, unit);
    for (uint32_t i = 0; !(unit->access & ACC_STATIC) && i < unit->class->n_methods; i++)
        if (strcmp(symbol_text(unit->class->methods[i].name), "<init>") == 0)
            add_reader(s, &unit->class->methods[i]);
    for (uint32_t i = 0; i < s->readers.n; i++) add_called(s, s->readers.at[i]);
    for (uint32_t i = 0; i < s->readers.n; i++)
        for (uint32_t k = 0; k < s->readers.at[i]->n_reads; k++) add_field(s, s->readers.at[i]->reads[k]);
}

// ---- What writes it ----

static void add_nest(struct setup_search *s, struct java_class *c) {
    const struct java_nest *nest = java_nest_of(s->in->program, c);
    for (uint32_t i = 0; nest && i < s->nests.n; i++)
        if (s->nests.at[i] == nest) return;
    if (!nest) return;
    vec_push(&s->nests, nest);
    for (uint32_t i = 0; i < nest->n_methods && s->all.n < MOST_WRITERS; i++)
        vec_push(&s->all, &nest->methods[i]);
}

static bool names_field(const struct setup_search *s, struct java_field *const *fields, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < s->n_fields; k++)
            if (fields[i] == s->fields[k]) return true;
    return false;
}

static bool is_writer(const struct setup_search *s, const struct java_method *m) {
    uint32_t ignored;
    return hash_map_get(&s->writers, m->number, &ignored);
}

static bool calls_writer(const struct setup_search *s, const struct nest_method *m) {
    for (uint32_t i = 0; i < m->n_calls; i++)
        if (is_writer(s, m->calls[i])) return true;
    return false;
}

static void find_writers(struct setup_search *s) {
    add_nest(s, s->in->tested);
    for (uint32_t i = 0; i < s->n_fields; i++) add_nest(s, s->fields[i]->class);
    for (uint32_t i = 0; i < s->readers.n; i++) add_nest(s, s->readers.at[i]->method->class);
    for (uint32_t i = 0; i < s->all.n; i++) {
        const struct nest_method *m = s->all.at[i];
        if (names_field(s, m->writes, m->n_writes) || names_field(s, m->changes, m->n_changes))
            hash_map_put(&s->writers, m->method->number, 0); // directly
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < s->all.n; i++) {
            if (is_writer(s, s->all.at[i]->method) || !calls_writer(s, s->all.at[i])) continue;
            hash_map_put(&s->writers, s->all.at[i]->method->number, 1);
            more = true;
        }
    }
}

// ---- Calls ----

static bool is_callable(const struct inputs *in, const struct java_method *m) {
    const struct java_class *c = m->class;
    bool constructs = strcmp(symbol_text(m->name), "<init>") == 0;
    if (m->access & (ACC_SYNTHETIC | ACC_ABSTRACT) || !java_class_accessible(in, c) ||
        !java_member_accessible(in, c, m->access))
        return false;
    if (constructs) return !(c->access & (ACC_ABSTRACT | ACC_ENUM)) && !java_takes_outer(m);
    return symbol_text(m->name)[0] != '<';
}

static void add_setup(struct setup_search *s, struct input_setup setup) {
    for (uint32_t i = 0; i < s->setups.n; i++)
        if (!memcmp(&s->setups.at[i], &setup, sizeof setup)) return;
    vec_push(&s->setups, setup);
}

static void add_writers(struct setup_search *s) {
    for (uint32_t i = 0; i < s->all.n; i++) {
        struct java_method *m = s->all.at[i]->method;
        if (!is_writer(s, m) || !is_callable(s->in, m)) continue;
        bool of_class = m->access & ACC_STATIC || symbol_text(m->name)[0] == '<';
        add_setup(s, (struct input_setup){of_class ? SETUP_CALL : SETUP_ON_NEW, m, NULL, NULL});
    }
}

// A static method without parameters that reads the field and gives what the field is declared as.
static struct java_method *holder_of(const struct setup_search *s, const struct java_field *f) {
    for (uint32_t i = 0; i < s->all.n; i++) {
        const struct nest_method *n = s->all.at[i];
        struct java_method *m = n->method;
        if (!(m->access & ACC_STATIC) || m->n_params || !is_callable(s->in, m)) continue;
        if (strcmp(symbol_text(m->descriptor) + 2, symbol_text(f->descriptor)) != 0) continue;
        for (uint32_t k = 0; k < n->n_reads; k++)
            if (n->reads[k] == f) return m;
    }
    return NULL;
}

// Methods that change the object of the field, called on it.
static bool has_settable_fields(const struct inputs *in, const struct java_class *c) {
    for (; c && c->origin == ORIGIN_USER; c = c->super)
        for (uint32_t i = 0; i < c->n_fields; i++)
            if (!(c->fields[i].access & (ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC)) &&
                java_class_accessible(in, c) && java_member_accessible(in, c, c->fields[i].access))
                return true;
    return false;
}

static void add_mutators(struct setup_search *s, struct java_field *f) {
    struct diag d;
    const char *type = symbol_text(f->descriptor);
    struct java_class *c =
        *type == 'L' ? program_descriptor_class(s->in->program, type, strlen(type), &d) : NULL;
    if (!c) return;
    bool named = java_class_accessible(s->in, f->class) &&
                 java_member_accessible(s->in, f->class, f->access) && !(f->access & ACC_SYNTHETIC);
    struct java_method *holder = named ? NULL : holder_of(s, f);
    if (!named && !holder) return;
    struct arena a;
    arena_init(&a, 0);
    struct java_methods mutators = java_mutators(s->in, c, &a);
    for (uint32_t i = 0; i < mutators.n; i++)
        if (mutators.at[i]->class->origin != ORIGIN_USER ||
            java_changes_receiver(s->in->program, mutators.at[i]))
            add_setup(s, named ? (struct input_setup){SETUP_ON_FIELD, mutators.at[i], f, NULL}
                               : (struct input_setup){SETUP_ON_RESULT, mutators.at[i], NULL, holder});
    if (has_settable_fields(s->in, c))
        add_setup(s, (struct input_setup){SETUP_FIELDS, NULL, named ? f : NULL, holder});
    arena_free(&a);
}

// Those that are easiest to call come first: of the class, then with fewest parameters.
static uint32_t effort_of(const struct input_setup *s) {
    if (s->kind == SETUP_FIELDS) return 1;
    return (s->kind == SETUP_ON_NEW) * 256u + s->method->n_params;
}

static void put_in_order(struct setup_search *s) {
    for (uint32_t i = 1; i < s->setups.n; i++)
        for (uint32_t k = i; k > 0; k--) {
            struct input_setup *x = &s->setups.at[k - 1], *y = &s->setups.at[k];
            if (effort_of(x) <= effort_of(y)) break;
            struct input_setup z = *x;
            *x = *y;
            *y = z;
        }
    if (s->setups.n > MOST_SETUPS) s->setups.n = MOST_SETUPS;
}

static void find_setups(struct inputs *in, struct setup_search *s) {
    s->in = in;
    if (in->method->class->origin != ORIGIN_USER) return;
    find_fields(s);
    if (!s->n_fields) return;
    find_writers(s);
    add_writers(s);
    for (uint32_t i = 0; i < s->n_fields; i++)
        if (s->fields[i]->kind == JAVA_REF) add_mutators(s, s->fields[i]);
    put_in_order(s);
}

static uint32_t setups_of(struct inputs *in, const struct input_setup **out) {
    pthread_mutex_lock(&in->lock);
    bool known = in->setups_known;
    pthread_mutex_unlock(&in->lock);
    if (!known) {
        struct setup_search s = {0};
        find_setups(in, &s);
        pthread_mutex_lock(&in->lock);
        if (!in->setups_known) {
            in->setups = arena_copy(&in->arena, s.setups.at, s.setups.n * sizeof *s.setups.at);
            in->n_setups = s.setups.n;
            in->setups_known = true;
        }
        pthread_mutex_unlock(&in->lock);
        vec_free(&s.readers);
        vec_free(&s.nests);
        vec_free(&s.all);
        vec_free(&s.setups);
        hash_map_free(&s.writers);
    }
    *out = in->setups;
    return in->n_setups;
}

// ---- Reading ----

// The object that the method is called on.
static struct recipe_value read_receiver(struct reader *r, symbol path, const struct input_setup *s) {
    struct recipe_object o = {0};
    uint32_t object;
    if (s->kind == SETUP_ON_NEW) {
        struct str type = {0};
        str_addf(&type, "L%s;", symbol_text(s->method->class->name));
        symbol own = reader_path("%s.on%u", symbol_text(path), s->method->class->number);
        struct recipe_value v = reader_instance(r, own, arena_strdup(r->a, type.at), 1, false);
        str_free(&type);
        return v;
    }
    if (!s->holder)
        o = (struct recipe_object){.kind = RECIPE_FIELD,
                                   .class = s->field->class->name,
                                   .name = s->field->name,
                                   .descriptor = s->field->descriptor};
    else
        o = (struct recipe_object){.kind = RECIPE_STATIC,
                                   .class = s->holder->class->name,
                                   .name = s->holder->name,
                                   .descriptor = s->holder->descriptor};
    if (s->kind == SETUP_FIELDS) {
        const char *type =
            s->holder ? strrchr(symbol_text(s->holder->descriptor), ')') + 1 : symbol_text(o.descriptor);
        const struct input_class *c = java_input_class(r->in, type);
        if (c) reader_fields(r, path, c->class, 0, &o);
    }
    object = reader_add_object(r, o);
    reader_own_fields(r, object);
    return (struct recipe_value){.kind = RECIPE_OBJECT, .object = object};
}

static void read_setup(struct reader *r, symbol path, const struct input_setup *s, uint32_t times) {
    const struct java_method *m = s->method;
    bool on_object = s->kind != SETUP_CALL;
    struct recipe_value receiver = {.kind = RECIPE_NULL};
    if (on_object) receiver = read_receiver(r, path, s);
    if (s->kind == SETUP_FIELDS) return;
    for (uint32_t k = 0; k < times; k++) {
        char what[32];
        snprintf(what, sizeof what, k ? "m%u.again%u." : "m%u.", m->number, k);
        const struct recipe_value *arguments = reader_arguments(r, path, what, m, NULL, 0);
        struct recipe_value *values = ARENA_ARRAY(r->a, struct recipe_value, m->n_params + 1u);
        values[0] = receiver;
        if (m->n_params) memcpy(values + on_object, arguments, m->n_params * sizeof *values);
        reader_add_object(r, (struct recipe_object){.kind = RECIPE_CALL,
                                                    .class = m->class->name,
                                                    .name = m->name,
                                                    .descriptor = m->descriptor,
                                                    .values = values,
                                                    .n = (uint32_t)m->n_params + on_object,
                                                    .on_object = on_object});
    }
}

void reader_setups(struct reader *r) {
    const struct input_setup *setups;
    uint32_t n = setups_of(r->in, &setups);
    if (!n) return;
    bool bounded = r->out->bounded; // what is left out here the run says that reads such a field
    symbol path = symbol_of("s.calls");
    if (r->random)
        value_source_seldom(r->random, reader_choice_variable(r, path, INPUT_MAX_CALLS + 1, 0),
                            INPUT_MAX_CALLS + 1);
    uint32_t calls = reader_choose(r, path, INPUT_MAX_CALLS + 1, 0);
    uint32_t times = calls ? reader_times(r, symbol_of("s.times")) : 1;
    for (uint32_t i = 0; i < calls; i++) {
        symbol call = reader_path("s.call%u", i);
        uint32_t way = reader_choose(r, reader_path("%s.way", symbol_text(call)), n, 0);
        symbol own = reader_path("%s.%u", symbol_text(call), way);
        read_setup(r, own, &setups[way], i ? 1 : times);
    }
    reader_finish_raw(r);
    r->out->bounded = bounded;
}
