// SPDX-License-Identifier: Apache-2.0
// From a model to a recipe. See input.h.
#include "java/input/input.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/some_of.h"
#include "java/input/heap_rules.h"
#include "java/input/input_raw.h"
#include "java/input/input_reader.h"
#include "java/input/input_statics.h"
#include "java/input/input_types.h"
#include "java/input/input_ways.h"
#include "java/input/vocabulary.h"

// ---- Variables ----

static type_id int_range(struct grammar *g, int64_t low, int64_t high) {
    type_id t = grammar_declare(g);
    mpz_t lo, hi;
    mpz_init_set_si(lo, low);
    mpz_init_set_si(hi, high);
    grammar_add_int(g, t, lo, hi);
    mpz_clear(lo);
    mpz_clear(hi);
    return t;
}

void inputs_init(struct inputs *in, struct unit *u, struct java_program *p, struct java_method *method,
                 bool no_null) {
    static const struct heap_rules none;
    *in = (struct inputs){.unit = u,
                          .program = p,
                          .method = method,
                          .tested = method->class,
                          .reach = java_is_for_clients(p, method) ? REACH_CLIENT : REACH_PACKAGE,
                          .no_null = no_null,
                          .rules = &none};
    pthread_mutex_init(&in->lock, NULL);
    arena_init(&in->arena, 0);
    in->family_site = p->n_sites++;
    struct grammar *g = u->grammar;
    static const struct {
        enum java_kind kind;
        int64_t low, high;
    } ranges[] = {{JAVA_BOOLEAN, 0, 1},
                  {JAVA_BYTE, INT8_MIN, INT8_MAX},
                  {JAVA_CHAR, 0, UINT16_MAX},
                  {JAVA_SHORT, INT16_MIN, INT16_MAX},
                  {JAVA_INT, INT32_MIN, INT32_MAX},
                  {JAVA_LONG, INT64_MIN, INT64_MAX}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        in->types[ranges[i].kind] = int_range(g, ranges[i].low, ranges[i].high);
    java_float_types(g, &in->types[JAVA_FLOAT], &in->types[JAVA_DOUBLE]);
    in->length_type = int_range(g, 0, INT32_MAX);
    for (int64_t n = 1; n <= INPUT_MOST_TIMES; n++)
        in->fresh_length_types[n] = int_range(g, 0, n * INPUT_MAX_FRESH + (n > 1 ? INPUT_MORE : 0));
    in->ascii_type = int_range(g, 0, 127);
    in->latin_type = int_range(g, 0, 255);
    in->raw_type = int_range(g, 0, INT32_MAX);
    in->reference_type = grammar_declare(g);
    if (!in->no_null) grammar_add_literal(g, in->reference_type, expr_atom(u->exprs, symbol_of("null")));
    grammar_add_literal(g, in->reference_type, expr_atom(u->exprs, symbol_of("object")));
    for (uint32_t n = 1; n <= INPUT_MAX_WAYS; n++) in->choices[n] = int_range(g, 0, n - 1);
}

void inputs_free(struct inputs *in) {
    pthread_mutex_destroy(&in->lock);
    hash_map_free(&in->variables);
    hash_map_free(&in->nullness);
    hash_map_free(&in->sites);
    hash_map_free(&in->row_index);
    vec_free(&in->rows);
    hash_map_free(&in->classes);
    hash_map_free(&in->functions);
    hash_map_free(&in->references);
    hash_map_free(&in->raw_ids);
    hash_map_free(&in->static_index);
    vec_free(&in->statics);
    vec_free(&in->known);
    arena_free(&in->arena);
}

uint32_t inputs_variable(struct inputs *in, symbol path, type_id type, expr_id otherwise) {
    assert(path); // the empty text names nothing
    uint32_t v;
    pthread_mutex_lock(&in->lock);
    if (!hash_map_get(&in->variables, path, &v)) {
        v = unit_variable(in->unit, type, otherwise);
        hash_map_put(&in->variables, path, v);
    }
    pthread_mutex_unlock(&in->lock);
    return v;
}

uint32_t reader_site(struct inputs *in, symbol path, uint32_t n) {
    assert(path && n > 0);
    uint32_t site;
    pthread_mutex_lock(&in->lock);
    if (!hash_map_get(&in->sites, path, &site)) {
        site = atomic_fetch_add(&in->program->n_sites, (n + 3) / 4);
        hash_map_put(&in->sites, path, site);
    }
    pthread_mutex_unlock(&in->lock);
    return site;
}

void input_state_free(struct input_state *s) {
    vec_free(&s->choices);
    vec_free(&s->texts);
    vec_free(&s->later);
    vec_free(&s->references);
    vec_free(&s->raws);
    hash_map_free(&s->reference_of);
}

// ---- Reading a model ----

symbol reader_path(const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return symbol_intern(text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
}

int64_t reader_int(struct reader *r, uint32_t variable) {
    struct expr_store *x = r->in->unit->exprs;
    int64_t v = 0;
    expr_get_int64(x, expr_ival(x, model_value(r->model, variable)), &v);
    return v;
}

static expr_id int_of(struct inputs *in, uint32_t variable) {
    return expr_ival(in->unit->exprs, expr_var(in->unit->exprs, variable));
}

// A choice below a parameter of a constructor (or the like) counts, by the branch bound, for that parameter
// wherever in the input it is: else each object nested in others would have a place of its own.
static uint64_t place_of(const struct reader *r, symbol path) {
    assert(path);
    const char *dot = strrchr(symbol_text(path), '.');
    uint64_t what = dot ? hash_bytes(dot, strlen(dot)) : 0;
    return hash_mix(r->place ? hash_mix(r->place, what) : path, 7) | (uint64_t)1 << 63; // no site, nor 0
}

static void add_choice(struct reader *r, struct input_choice c) {
    if (r->later)
        vec_push(&r->out->later, c);
    else
        vec_push(&r->out->choices, c);
}

// The key with that value; 0: there is none.
static symbol key_of(struct inputs *in, const struct hash_map *map, uint32_t value) {
    symbol key = 0;
    pthread_mutex_lock(&in->lock);
    for (uint32_t i = 0; i < map->cap && !key; i++)
        if (map->slots[i].value == value + 1) key = (symbol)map->slots[i].key;
    pthread_mutex_unlock(&in->lock);
    return key;
}

symbol inputs_variable_path(struct inputs *in, uint32_t variable) {
    return key_of(in, &in->variables, variable);
}

symbol inputs_raw_path(struct inputs *in, uint32_t id) {
    return key_of(in, &in->raw_ids, id);
}

symbol inputs_null_path(struct inputs *in, expr_id null) {
    const struct expr_store *x = in->unit->exprs;
    uint32_t number = expr_imm(x, null);
    if (expr_op(x, null) == EXPR_ATOM_OP) return number;
    if (expr_op(x, null) != EXPR_VAR_OP) return 0; // of what a call that is not followed gave
    return inputs_variable_path(in, number);
}

enum java_nullness inputs_nullness(struct inputs *in, symbol path) {
    uint32_t known = NULLNESS_UNKNOWN;
    pthread_mutex_lock(&in->lock);
    hash_map_get(&in->nullness, path, &known);
    pthread_mutex_unlock(&in->lock);
    return (enum java_nullness)known;
}

void reader_note_nullness(struct reader *r, symbol path, const struct java_method *m, uint32_t i,
                          const struct java_field *f) {
    uint32_t known;
    pthread_mutex_lock(&r->in->lock);
    bool noted = hash_map_get(&r->in->nullness, path, &known);
    pthread_mutex_unlock(&r->in->lock);
    if (noted) return;
    known = m ? java_parameter_nullness(r->in->program, m, i) : java_field_nullness(f);
    pthread_mutex_lock(&r->in->lock);
    hash_map_put(&r->in->nullness, path, known);
    pthread_mutex_unlock(&r->in->lock);
}

uint64_t inputs_part_key(symbol path) {
    static const char *const counted[] = {"[", ".call", ".again"};
    uint64_t h = 1;
    for (const char *at = symbol_text(path); *at;) {
        size_t n = 0;
        for (size_t i = 0; i < sizeof counted / sizeof *counted && !n; i++)
            if (!strncmp(at, counted[i], strlen(counted[i]))) n = strlen(counted[i]);
        h = hash_mix(h, hash_bytes(at, n ? n : 1));
        at += n ? n + strspn(at + n, "0123456789") : 1;
    }
    return h;
}

char *inputs_name(const struct inputs *in, symbol path) {
    struct str s = {0};
    const char *text = path ? symbol_text(path) : "?";
    if (!strncmp(text, "s.", 2)) text = "a call before";                   // input_setups.c
    if (text[0] == 's' && strchr(text, '.')) text = strchr(text, '.') + 1; // a static field: input_statics.c
    const char *rest = text + strcspn(text, ".[");
    symbol name = text[0] == 'a' && isdigit((unsigned char)text[1]) && in->method->info
                      ? java_method_argument_name(in->method->info, (uint32_t)strtoul(text + 1, NULL, 10))
                      : 0;
    str_add(&s, !*rest ? "" : *rest == '[' && !strchr(rest, '.') ? "an element of " : "within ");
    if (name)
        str_add(&s, symbol_text(name));
    else
        str_add_n(&s, text, (size_t)(rest - text));
    return str_take(&s);
}

// "r7.0.next", "r7[2]": a part of the raw object 7, whose path is known. What follows is at *rest.
static symbol raw_owner(struct inputs *in, const char *text, const char **rest) {
    char *at;
    if (text[0] != 'r' || text[1] < '0' || text[1] > '9') return 0;
    unsigned long id = strtoul(text + 1, &at, 10);
    if (*at == '.') strtoul(at + 1, &at, 10); // how far up its class is
    *rest = at;
    return inputs_raw_path(in, (uint32_t)id);
}

char *inputs_path_text(struct inputs *in, symbol path) {
    struct str s = {0};
    VEC(const char *) parts = {0}; // innermost first
    const char *text = path ? symbol_text(path) : "?", *rest;
    for (symbol owner; (owner = raw_owner(in, text, &rest)); text = symbol_text(owner))
        vec_push(&parts, rest);
    char *more;
    unsigned long argument = text[0] == 'a' ? strtoul(text + 1, &more, 10) : 0;
    symbol name = text[0] == 'a' && in->method->info
                      ? java_method_argument_name(in->method->info, (uint32_t)argument)
                      : 0;
    if (name)
        str_addf(&s, "%s%s", symbol_text(name), more);
    else
        str_add(&s, text);
    while (parts.n) str_add(&s, vec_pop(&parts));
    vec_free(&parts);
    return str_take(&s);
}

uint32_t reader_choice_variable(struct reader *r, symbol path, uint32_t n, uint32_t otherwise) {
    assert(n >= 1 && n <= INPUT_MAX_WAYS && otherwise < n);
    struct expr_store *x = r->in->unit->exprs;
    return inputs_variable(r->in, path, r->in->choices[n], expr_int_term(x, expr_int(x, otherwise)));
}

// One of n ways; recorded as a choice unless there is only one.
uint32_t reader_choose(struct reader *r, symbol path, uint32_t n, uint32_t otherwise) {
    if (n <= 1) return 0;
    uint32_t v = reader_choice_variable(r, path, n, otherwise);
    if (r->random) value_source_choice(r->random, v, n);
    uint32_t taken = (uint32_t)reader_int(r, v);
    add_choice(
        r, (struct input_choice){CHOICE_WAY, v, taken, n, reader_site(r->in, path, n), place_of(r, path)});
    return taken;
}

struct recipe_value reader_null(struct reader *r, symbol path) {
    return (struct recipe_value){.kind = RECIPE_NULL, .expr = expr_atom(r->in->unit->exprs, path)};
}

// Whether a reference is not null: decided at once, or when the program first looks.
static bool is_object(struct reader *r, symbol path, bool at_once, struct recipe_value *out) {
    struct expr_store *x = r->in->unit->exprs;
    uint32_t v = inputs_variable(r->in, path, r->in->reference_type, EXPR_NONE);
    if (r->random) java_draw_reference(r->in, r->random, v);
    bool is = model_value(r->model, v) == expr_atom(x, symbol_of("object"));
    if (at_once)
        add_choice(
            r, (struct input_choice){CHOICE_NULL, v, !is, 2, reader_site(r->in, path, 2), place_of(r, path)});
    else
        out->expr = expr_var(x, v);
    return is;
}

uint32_t reader_add_object(struct reader *r, struct recipe_object o) {
    vec_push(&r->objects, o);
    return r->objects.n - 1;
}

enum recipe_kind recipe_kind_of(enum java_kind kind) {
    static const enum recipe_kind kinds[JAVA_KINDS] = {
        [JAVA_BOOLEAN] = RECIPE_BOOLEAN, [JAVA_BYTE] = RECIPE_BYTE,    [JAVA_CHAR] = RECIPE_CHAR,
        [JAVA_SHORT] = RECIPE_SHORT,     [JAVA_INT] = RECIPE_INT,      [JAVA_LONG] = RECIPE_LONG,
        [JAVA_FLOAT] = RECIPE_FLOAT,     [JAVA_DOUBLE] = RECIPE_DOUBLE};
    return kinds[kind];
}

static struct recipe_value primitive_of(struct reader *r, enum java_kind kind, uint32_t v, expr_id e) {
    struct expr_store *x = r->in->unit->exprs;
    struct recipe_value out = {.kind = recipe_kind_of(kind), .expr = e};
    if (kind == JAVA_FLOAT || kind == JAVA_DOUBLE) {
        double d = expr_get_float(x, expr_fval(x, model_value(r->model, v)));
        out.bits = kind == JAVA_DOUBLE ? word_double(d).j : (int64_t)word_float((float)d).i;
    } else {
        out.bits = reader_int(r, v);
    }
    return out;
}

expr_id input_value_of(struct inputs *in, enum java_kind kind, uint32_t variable) {
    struct expr_store *x = in->unit->exprs;
    bool is_float = kind == JAVA_FLOAT || kind == JAVA_DOUBLE;
    return is_float ? expr_fval(x, expr_var(x, variable)) : int_of(in, variable);
}

struct recipe_value reader_primitive_of(struct reader *r, enum java_kind kind, uint32_t variable) {
    return primitive_of(r, kind, variable, EXPR_NONE);
}

struct recipe_value reader_primitive(struct reader *r, symbol path, enum java_kind kind) {
    uint32_t v = inputs_variable(r->in, path, r->in->types[kind], EXPR_NONE);
    if (r->random) value_source_leaf(r->random, v, java_leaf(kind));
    return primitive_of(r, kind, v, input_value_of(r->in, kind, v));
}

// The length of a text of the input, bounded.
static uint32_t read_length(struct reader *r, symbol path, bool at_once, expr_id *expr) {
    symbol length = reader_path("%s.length", symbol_text(path));
    uint32_t v = inputs_variable(r->in, length, r->length_type, EXPR_NONE);
    if (r->random) value_source_length(r->random, v);
    *expr = int_of(r->in, v);
    int64_t n = reader_int(r, v);
    if (at_once)
        add_choice(r, (struct input_choice){CHOICE_LENGTH, v, (uint32_t)n, 2, reader_site(r->in, length, 2),
                                            place_of(r, length)});
    if (n > INPUT_MAX_LENGTH) r->out->too_long = true;
    return n > INPUT_MAX_LENGTH ? 0 : (uint32_t)n;
}

static struct input_row *row_of(struct inputs *in, const struct input_text *text) {
    uint64_t key = (uint64_t)text->path * FAMILY_COUNT + text->family;
    uint32_t at;
    pthread_mutex_lock(&in->lock);
    if (!hash_map_get(&in->row_index, key, &at)) {
        at = in->rows.n;
        hash_map_put(&in->row_index, key, at);
        vec_push(&in->rows, ARENA_NEW(&in->arena, struct input_row));
    }
    struct input_row *row = in->rows.at[at];
    pthread_mutex_unlock(&in->lock);
    return row;
}

// Remembers element i of a row.
static const struct input_element *keep_element(struct inputs *in, struct input_row *row, uint32_t i,
                                                uint32_t variable, expr_id value) {
    pthread_mutex_lock(&in->lock);
    struct input_elements *old = row->elements, *all = old;
    if (!old || i >= old->n) {
        uint32_t n = 2 * i + 8;
        all = arena_zalloc(&in->arena, sizeof *all + n * sizeof *all->at);
        all->n = n;
        if (old) memcpy(all->at, old->at, old->n * sizeof *old->at);
        atomic_store_explicit(&row->elements, all, memory_order_release);
    }
    all->at[i].variable = variable;
    atomic_store_explicit(&all->at[i].value, value, memory_order_release);
    pthread_mutex_unlock(&in->lock);
    return &all->at[i];
}

static const struct input_element *make_element(struct inputs *in, const struct input_text *text,
                                                uint32_t i) {
    static const char *const families[FAMILY_COUNT] = {"", "u", "l"};
    type_id type = in->types[text->kind];
    if (text->is_string)
        type = text->family == FAMILY_ASCII   ? in->ascii_type
               : text->family == FAMILY_LATIN ? in->latin_type
                                              : in->types[JAVA_CHAR];
    const char *family = text->is_string ? families[text->family] : "";
    // Characters that nobody asked about are letters: a text is easier to read, and to print, than a row of
    // zeros. Those of a wide text are wide, so that it is one that a caller can make.
    int letter = text->is_string && text->family == FAMILY_UTF16 ? 0x101 : 'a';
    expr_id otherwise =
        text->is_string ? expr_int_term(in->unit->exprs, expr_int(in->unit->exprs, letter)) : EXPR_NONE;
    uint32_t v =
        inputs_variable(in, reader_path("%s%s[%u]", symbol_text(text->path), family, i), type, otherwise);
    return keep_element(in, text->row, i, v, input_value_of(in, text->kind, v));
}

static const struct input_element *element_of(struct inputs *in, const struct input_text *text, uint32_t i) {
    struct input_elements *all = atomic_load_explicit(&text->row->elements, memory_order_acquire);
    if (all && i < all->n && atomic_load_explicit(&all->at[i].value, memory_order_acquire))
        return &all->at[i];
    return make_element(in, text, i);
}

expr_id input_element(struct inputs *in, const struct input_text *text, uint32_t i) {
    return element_of(in, text, i)->value;
}

void inputs_mark(const struct inputs *in, struct expr_sweep *w) {
    for (uint32_t k = 0; k < in->rows.n; k++) {
        const struct input_elements *all = in->rows.at[k]->elements;
        for (uint32_t i = 0; all && i < all->n; i++) expr_sweep_mark(w, all->at[i].value);
    }
}

static void draw_string(struct reader *r, symbol path) {
    struct inputs *in = r->in;
    struct expr_store *x = in->unit->exprs;
    expr_id ascii = expr_int_term(x, expr_int(x, FAMILY_ASCII));
    java_draw_string(
        in, r->random, path,
        inputs_variable(in, reader_path("%s.family", symbol_text(path)), in->choices[FAMILY_COUNT], ascii),
        inputs_variable(in, reader_path("%s.length", symbol_text(path)), r->length_type, EXPR_NONE));
}

// Its length and its characters.
static uint32_t read_text(struct reader *r, struct input_text text) {
    text.row = row_of(r->in, &text);
    uint32_t n = read_length(r, text.path, false, &text.length);
    uint16_t *chars = ARENA_ARRAY(r->a, uint16_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        chars[i] = (uint16_t)reader_int(r, element_of(r->in, &text, i)->variable);
    vec_push(&r->out->texts, text);
    return reader_add_object(r, (struct recipe_object){.kind = RECIPE_STRING,
                                                       .class = symbol_of("java/lang/String"),
                                                       .chars = chars,
                                                       .n = n,
                                                       .input = r->out->texts.n});
}

uint32_t reader_string(struct reader *r, symbol path) {
    struct input_text text = {.path = path, .is_string = true, .kind = JAVA_CHAR};
    if (r->random) draw_string(r, path);
    text.family = reader_choose(r, reader_path("%s.family", symbol_text(path)), FAMILY_COUNT, FAMILY_ASCII);
    return read_text(r, text);
}

uint32_t reader_array(struct reader *r, symbol path, const char *type, uint32_t depth) {
    struct input_text text = {.path = path, .kind = java_kind_of(type[1])};
    uint32_t n = read_length(r, path, text.kind == JAVA_REF, &text.length);
    struct recipe_value *values = ARENA_ARRAY(r->a, struct recipe_value, n + 1);
    if (text.kind != JAVA_REF) text.row = row_of(r->in, &text);
    uint64_t outer = r->place; // its elements share a place
    r->place = hash_mix(outer ? outer : path, 3);
    for (uint32_t i = 0; i < n; i++) {
        if (text.kind == JAVA_REF) {
            values[i] = reader_value(r, reader_path("%s[%u]", symbol_text(path), i), type + 1, depth + 1);
        } else {
            const struct input_element *e = element_of(r->in, &text, i);
            if (r->random) value_source_leaf(r->random, e->variable, java_leaf(text.kind));
            values[i] = primitive_of(r, text.kind, e->variable, e->value);
        }
    }
    r->place = outer;
    vec_push(&r->out->texts, text);
    return reader_add_object(r, (struct recipe_object){.kind = RECIPE_ARRAY,
                                                       .class = symbol_of(java_erased_type(type, r->a)),
                                                       .values = values,
                                                       .n = n,
                                                       .input = r->out->texts.n});
}

// owner: the type of the object that is made or changed.
const struct recipe_value *reader_arguments(struct reader *r, symbol path, const char *what,
                                            const struct java_method *m, const char *owner, uint32_t depth) {
    struct recipe_value *values = ARENA_ARRAY(r->a, struct recipe_value, m->n_params + 1);
    const char *const *types = java_parameter_types(m, owner, r->a);
    uint64_t outer = r->place;
    for (uint32_t i = 0; i < m->n_params; i++) {
        r->place = hash_mix(hash_mix(5, m->number), i);
        symbol own = reader_path("%s.%s%u", symbol_text(path), what, i);
        r->serves = i == 0 && java_takes_outer(m);
        if (m->param_kinds[i] == JAVA_REF) reader_note_nullness(r, own, m, i, NULL);
        values[i] = i == 0 && java_takes_outer(m) ? reader_instance(r, own, types[i], depth + 1, false)
                                                  : reader_value(r, own, types[i], depth + 1);
        r->serves = false;
    }
    r->place = outer;
    return values;
}

// How often the first method is called: so many objects as arrays of the usual sizes hold, and as many as
// make tables grow.
uint32_t reader_times(struct reader *r, symbol path) {
    static const uint8_t times[] = {1, 4, 8, 10, 16};
    if (r->random)
        value_source_seldom(r->random, reader_choice_variable(r, path, sizeof times, 0), sizeof times);
    return times[reader_choose(r, path, sizeof times, 0)];
}

// Methods called on an object before the unit sees it.
static void read_calls(struct reader *r, symbol path, struct recipe_object *o, struct java_class *c,
                       const char *type, uint32_t depth, bool serves) {
    struct java_methods mutators = java_mutators(r->in, c, r->a);
    uint32_t n = mutators.n > INPUT_MAX_WAYS ? INPUT_MAX_WAYS : mutators.n;
    // Collections within collections are filled, too.
    bool may_change = serves || depth == 0 || (depth == 1 && c->origin == ORIGIN_JDK);
    uint32_t calls =
        n && may_change ? reader_choose(r, reader_path("%s.calls", symbol_text(path)), INPUT_MAX_CALLS + 1, 0)
                        : 0;
    uint32_t times = calls ? reader_times(r, reader_path("%s.times", symbol_text(path))) : 1;
    struct recipe_call *list = ARENA_ARRAY(r->a, struct recipe_call, calls + times);
    for (uint32_t i = 0; i < calls; i++) {
        symbol call = reader_path("%s.call%u", symbol_text(path), i);
        symbol way =
            reader_path("%s.c%u.way", symbol_text(call), c->number); // each class has its own methods
        uint64_t outer = r->place;
        r->place = hash_mix(9, c->number); // which method comes next is one place
        struct java_method *m = mutators.at[reader_choose(r, way, n, 0)];
        r->place = outer;
        for (uint32_t k = 0; k < (i ? 1 : times); k++) {
            char what[32];
            snprintf(what, sizeof what, k ? "m%u.again%u." : "m%u.", m->number, k);
            list[o->n_calls++] =
                (struct recipe_call){m->class->name, m->name, m->descriptor,
                                     reader_arguments(r, call, what, m, type, depth), m->n_params};
        }
    }
    bool exact = o->kind == RECIPE_NEW || c->access & ACC_FINAL; // else it may be of a class below
    if (n || !mutators.all || !exact) r->out->bounded = true; // longer sequences, other methods are not tried
    o->calls = list;
}

// What a function of the input returns, whatever it is asked.
static const struct recipe_value *read_result(struct reader *r, symbol path, const struct java_method *m,
                                              const char *type, uint32_t depth) {
    r->out->bounded = true; // others are not tried
    if (m->return_kind == JAVA_VOID) return NULL;
    struct recipe_value *value = ARENA_NEW(r->a, struct recipe_value);
    *value = reader_value(r, reader_path("%s.result", symbol_text(path)),
                          java_parameter_types(m, type, r->a)[m->n_params], depth + 1);
    return value;
}

// An object of another class whose method makes this one, and its arguments.
static void read_maker(struct reader *r, symbol path, const char *what, const struct java_method *m,
                       uint32_t depth, struct recipe_object *o) {
    struct recipe_value *values = ARENA_ARRAY(r->a, struct recipe_value, m->n_params + 1);
    size_t size = symbol_size(m->class->name) + 3;
    char *type = arena_zalloc(r->a, size);
    snprintf(type, size, "L%s;", symbol_text(m->class->name));
    r->serves = true; // a builder that nobody has told anything rarely builds
    values[0] =
        reader_instance(r, reader_path("%s.%smaker", symbol_text(path), what), type, depth + 1, false);
    r->serves = false;
    const struct recipe_value *arguments = reader_arguments(r, path, what, m, type, depth);
    for (uint32_t i = 0; i < m->n_params; i++) values[i + 1] = arguments[i];
    *o = (struct recipe_object){.kind = RECIPE_METHOD,
                                .class = m->class->name,
                                .name = m->name,
                                .descriptor = m->descriptor,
                                .values = values,
                                .n = m->n_params + 1};
}

uint32_t reader_object(struct reader *r, symbol path, const struct input_way *w, uint32_t way,
                       const char *type, uint32_t depth) {
    char what[16];
    bool serves = r->serves;
    r->serves = false;
    snprintf(what, sizeof what, "new%u.", way);
    struct recipe_object o = {.class = w->class->name};
    switch (SOME_OF(w->kind)) {
    case WAY_STRING: return reader_string(r, path);
    case WAY_CONSTANT:
        o.kind = RECIPE_FIELD;
        o.class = w->field->class->name, o.name = w->field->name, o.descriptor = w->field->descriptor;
        read_calls(r, path, &o, w->class, type, depth, serves);
        break;
    case WAY_CONSTRUCTOR:
        o.kind = RECIPE_NEW;
        o.descriptor = w->method->descriptor;
        o.values = reader_arguments(r, path, what, w->method, type, depth);
        o.n = w->method->n_params;
        read_calls(r, path, &o, w->class, type, depth, serves);
        reader_fields(r, path, w->class, depth, &o);
        break;
    case WAY_MAKER:
        read_maker(r, path, what, w->method, depth, &o);
        read_calls(r, path, &o, w->class, type, depth, serves);
        reader_fields(r, path, w->class, depth, &o);
        break;
    case WAY_LAMBDA:
        o.kind = RECIPE_LAMBDA;
        o.name = w->method->name, o.descriptor = w->method->descriptor;
        o.values = read_result(r, path, w->method, type, depth);
        o.n = w->method->return_kind != JAVA_VOID;
        break;
    default:
        o.kind = RECIPE_STATIC;
        o.class = w->method->class->name, o.name = w->method->name, o.descriptor = w->method->descriptor;
        o.values = reader_arguments(r, path, what, w->method, type, depth);
        o.n = w->method->n_params;
        if (w->kind != WAY_FACTORY) break;
        read_calls(r, path, &o, w->class, type, depth, serves);
        reader_fields(r, path, w->class, depth, &o);
    }
    uint32_t object = reader_add_object(r, o);
    reader_own_fields(r, object);
    return object;
}

// A reference of a class type: null, or made in one of the ways known.
struct recipe_value reader_instance(struct reader *r, symbol path, const char *type, uint32_t depth,
                                    bool may_be_null) {
    struct recipe_value out = reader_null(r, path);
    may_be_null &= !r->in->no_null;
    const struct input_class *c = java_input_class(r->in, java_erased_type(type, r->a));
    uint32_t n_calls = c ? c->n_ways : 0, n = n_calls;
    const struct input_class *raw = NULL;
    if (c && (!n || r->in->states)) raw = input_reference_type(r->in, java_erased_type(type, r->a));
    if (raw) n += raw->n_raw;
    if (n > INPUT_MAX_WAYS - 1) n = INPUT_MAX_WAYS - 1;
    if (!n || depth > INPUT_MAX_DEPTH) {
        r->out->bounded = true;
        return out;
    }
    uint32_t way = reader_choose(r, reader_path("%s.way", symbol_text(path)), n + (may_be_null ? 1 : 0), 0);
    if (may_be_null && way == 0) return out;
    if (may_be_null) way--;
    if (c->open) r->out->bounded = true;
    if (c->inside && way < n_calls) r->out->inside = true;
    uint32_t object = way < n_calls ? reader_object(r, path, &c->ways[way], way, type, depth)
                                    : reader_raw(r, path, raw->ways[way - n_calls].class, true);
    return (struct recipe_value){.kind = RECIPE_OBJECT, .object = object};
}

struct recipe_value reader_value(struct reader *r, symbol path, const char *type, uint32_t depth) {
    enum java_kind kind = java_kind_of(type[0]);
    if (kind != JAVA_REF) return reader_primitive(r, path, kind);
    bool is_string = strcmp(type, "Ljava/lang/String;") == 0;
    if (!is_string && type[0] != '[') return reader_instance(r, path, type, depth, true);
    struct recipe_value out = reader_null(r, path);
    if (depth > INPUT_MAX_DEPTH) {
        r->out->bounded = true;
        return out;
    }
    bool at_once = is_string || type[1] == '[' || type[1] == 'L';
    if (is_object(r, path, at_once, &out)) {
        if (at_once) out.expr = EXPR_NONE;
        out.kind = RECIPE_OBJECT;
        out.object = is_string ? reader_string(r, path) : reader_array(r, path, type, depth);
    }
    return out;
}

// ---- Aliases ----

// Whether the argument may stand for a parameter of that type as well: its object fits. Of strings and boxes
// few look at more than the value.
static bool may_alias(struct reader *r, const struct recipe_value *v, const char *v_type, const char *type) {
    if (type[0] != 'L' && type[0] != '[') return false;
    if (type[0] == '[') return strcmp(type, v_type) == 0; // also one that may be null
    if (v->kind != RECIPE_OBJECT) return false;
    const struct recipe_object *o = &r->objects.at[v->object];
    if (o->kind != RECIPE_NEW && o->kind != RECIPE_RAW) return false;
    const struct input_class *wanted = java_input_class(r->in, java_erased_type(type, r->a));
    const struct java_class *made = program_class_of(r->in->program, symbol_text(o->class));
    return wanted && made && java_class_is_subclass(made, wanted->class);
}

// Argument i may be the same object as one before.
static bool read_alias(struct reader *r, symbol path, const char *const *types,
                       struct recipe_value *arguments, uint32_t i) {
    uint32_t candidates[INPUT_MAX_WAYS], n = 0;
    for (uint32_t k = 0; k < i && n < INPUT_MAX_WAYS - 1; k++)
        if (may_alias(r, &arguments[k], types[k], types[i])) candidates[n++] = k;
    uint32_t taken = reader_choose(r, reader_path("%s.alias%u", symbol_text(path), n), n + 1, 0);
    if (taken) arguments[i] = arguments[candidates[taken - 1]];
    return taken > 0;
}

// The heap of the input is any heap: the receiver, too, may be any object that fits, once the program looks.
static void read_lazily(struct reader *r, symbol path, const char *type, bool nullable,
                        struct recipe_value *out) {
    if (java_kind_of(type[0]) != JAVA_REF) {
        *out = reader_value(r, path, type, 0);
        return;
    }
    const char *erased = java_erased_type(type, r->a);
    reader_reference(r, path, reader_path("=%s %s", symbol_text(path), erased), erased, nullable, out);
}

static void read_state(struct inputs *in, const struct model *model, struct value_source *random,
                       bool assigned, const struct java_method *m, struct arena *a, struct input_state *out) {
    struct reader r = {.in = in,
                       .model = model,
                       .random = random,
                       .a = a,
                       .out = out,
                       .length_type = in->length_type,
                       .owner = UINT32_MAX};
    *out = (struct input_state){0};
    uint32_t receiver = !(m->access & ACC_STATIC) && symbol_text(m->name)[0] != '<' ? 1 : 0;
    uint32_t n = m->n_params + receiver;
    struct recipe_value *arguments = ARENA_ARRAY(a, struct recipe_value, n + 1);
    const char **types = ARENA_ARRAY(a, const char *, n + 1);
    const char *const *parameters = java_parameter_types(m, NULL, a);
    for (uint32_t i = 0; i < m->n_params; i++) types[receiver + i] = parameters[i];
    if (assigned) reader_assigned(&r);
    reader_setups(&r);
    if (receiver) {
        size_t size = symbol_size(m->class->name) + 3;
        char *own = arena_zalloc(a, size);
        snprintf(own, size, "L%s;", symbol_text(m->class->name));
        types[0] = own;
        if (in->lazy)
            read_lazily(&r, symbol_of("this"), own, false, &arguments[0]);
        else
            arguments[0] = reader_instance(&r, symbol_of("this"), own, 0, false);
        reader_finish_raw(&r);
    }
    for (uint32_t i = receiver; i < n; i++) {
        symbol path = reader_path("a%u", i - receiver);
        if (m->param_kinds[i - receiver] == JAVA_REF) reader_note_nullness(&r, path, m, i - receiver, NULL);
        if (in->lazy)
            read_lazily(&r, path, types[i], !in->no_null, &arguments[i]);
        else if (i == 0 && java_takes_outer(m))
            arguments[i] = reader_instance(&r, path, types[i], 0, false);
        else if (!read_alias(&r, path, types, arguments, i))
            arguments[i] = reader_value(&r, path, types[i], 0);
        reader_finish_raw(&r);
    }
    reader_resolve_aliases(&r);
    out->recipe =
        (struct recipe){.objects = arena_copy(a, r.objects.at ? (void *)r.objects.at : (void *)arguments,
                                              r.objects.n * sizeof *r.objects.at),
                        .n_objects = r.objects.n,
                        .arguments = arguments,
                        .n = n};
    vec_free(&r.objects);
    vec_free(&r.tasks);
    vec_free(&r.aliases);
}

void input_state_of(struct inputs *in, const struct model *model, const struct java_method *m,
                    struct arena *a, struct input_state *out) {
    read_state(in, model, NULL, false, m, a, out);
}

void input_recipe_of(struct inputs *in, const struct model *model, const struct java_method *m,
                     struct arena *a, struct input_state *out) {
    read_state(in, model, NULL, true, m, a, out);
}

void input_draw(struct inputs *in, const struct model *model, struct value_source *random,
                const struct java_method *m) {
    struct arena a;
    struct input_state state;
    arena_init(&a, 0);
    read_state(in, model, random, true, m, &a, &state);
    input_state_free(&state);
    arena_free(&a);
}

// ---- In the midst of a run ----

struct recipe_value input_primitive(struct inputs *in, const struct model *model, struct value_source *random,
                                    symbol path, enum java_kind kind) {
    struct reader r = {.in = in, .model = model, .random = random};
    return reader_primitive(&r, path, kind);
}

uint32_t input_number(struct inputs *in, struct java_thread *t, const struct model *model,
                      struct value_source *random, symbol path, uint32_t n, struct input_state *state) {
    struct reader r = {.in = in, .model = model, .random = random, .out = state};
    uint32_t first = state->choices.n, taken = reader_choose(&r, path, n, 0);
    input_record_choices(t, state, first);
    return taken;
}

struct recipe_object input_string(struct inputs *in, const struct model *model, struct value_source *random,
                                  symbol path, struct arena *a, struct input_state *state) {
    struct reader r = {.in = in,
                       .model = model,
                       .random = random,
                       .a = a,
                       .out = state,
                       .length_type = in->fresh_length_types[1]};
    reader_string(&r, path);
    struct recipe_object o = r.objects.at[0];
    vec_free(&r.objects);
    return o;
}

struct recipe_object input_part(struct inputs *in, const struct model *model, symbol path,
                                enum input_family family, uint32_t times, struct arena *a,
                                struct input_state *state) {
    struct reader r = {
        .in = in, .model = model, .a = a, .out = state, .length_type = in->fresh_length_types[times]};
    read_text(&r, (struct input_text){.path = path,
                                      .is_string = true,
                                      .part = true,
                                      .times = times,
                                      .kind = JAVA_CHAR,
                                      .family = family});
    struct recipe_object o = r.objects.at[0];
    vec_free(&r.objects);
    return o;
}

uint32_t input_char_variable(struct inputs *in, symbol path, enum input_family family, uint32_t i) {
    struct input_text text = {.path = path, .is_string = true, .kind = JAVA_CHAR, .family = family};
    text.row = row_of(in, &text);
    return element_of(in, &text, i)->variable;
}

uint32_t input_element_variable(struct inputs *in, symbol path, enum java_kind kind, uint32_t i) {
    struct input_text text = {.path = path, .kind = kind};
    text.row = row_of(in, &text);
    return element_of(in, &text, i)->variable;
}

enum input_family input_family_of(const uint16_t *chars, uint32_t n) {
    enum input_family family = FAMILY_ASCII;
    for (uint32_t i = 0; i < n; i++) {
        if (chars[i] > 255) return FAMILY_UTF16;
        if (chars[i] > 127) family = FAMILY_LATIN;
    }
    return family;
}
