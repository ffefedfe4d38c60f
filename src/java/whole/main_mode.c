// SPDX-License-Identifier: Apache-2.0
#include "java/whole/main_mode.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/some_of.h"
#include "java/input/java_text.h"
#include "java/machine/interp_loop.h"
#include "java/runtime/native.h"
#include "java/symbolic/summary.h"
#include "java/symbolic/symbolic.h"
#include "java/unit/unit.h"
#include "java/whole/cuts.h"
#include "java/whole/merge.h"
#include "java/whole/states.h"

// ---- The methods of the input class ----

static symbol path_of_call(const struct main_run *r, const struct java_method *m) {
    char text[64];
    const char *type = strrchr(symbol_text(m->descriptor), ')') + 1;
    snprintf(text, sizeof text, "n%u:%s", r->calls.n, m->return_kind == JAVA_REF ? "String" : type);
    return symbol_of(text);
}

static NATIVE(fresh_primitive) {
    (void)args;
    (void)exprs;
    struct main_run *r = main_run_of(t);
    java_outside(t);
    symbol path = path_of_call(r, m);
    struct recipe_value v = input_primitive(r->in, r->model, r->random, path, m->return_kind);
    vec_push(&r->calls, (struct main_call){m, v});
    union word w = m->return_kind == JAVA_FLOAT ? (union word){.bits = (uint32_t)v.bits} : word_long(v.bits);
    return GIVE(w, t->trace ? v.expr : EXPR_NONE);
}

static struct object *build_string(struct java_thread *t, struct main_run *r, uint32_t choices,
                                   const struct recipe_object *recipe) {
    if (!r->state.too_long) return input_build_string(r->in, t, &r->state, choices, recipe);
    input_too_large(t);
    return NULL;
}

// An unknown string; *recipe: as the model has it. NULL: t->stop says why.
static struct object *make_string(struct java_thread *t, symbol path, struct recipe_object *recipe) {
    struct main_run *r = main_run_of(t);
    uint32_t choices = r->state.choices.n;
    *recipe = input_string(r->in, r->model, r->random, path, r->arena, &r->state);
    struct object *s = build_string(t, r, choices, recipe);
    if (s && summary_applies(t)) {
        // What its characters are is not only what the model has of them: it need not be told which is wide.
        vec_clear(&t->unreal);
        if (string_is_utf16(s) && !summary_is_wide(t, s)) return NULL;
    }
    return s;
}

static NATIVE(fresh_string) {
    (void)args;
    (void)exprs;
    struct main_run *r = main_run_of(t);
    struct recipe_object o;
    java_outside(t);
    symbol path = path_of_call(r, m);
    vec_push(&r->calls, (struct main_call){m, {.kind = RECIPE_OBJECT, .object = r->strings.n}});
    struct object *s = make_string(t, path, &o);
    vec_push(&r->strings, o);
    return GIVE_MADE(s);
}

static NATIVE(assume) {
    (void)m;
    (void)result;
    (void)result_expr;
    if (exprs[0] && java_is_recording(t))
        symbolic_branch(t, expr_not(t->x, expr_int_eq(t->x, exprs[0], expr_int(t->x, 0))), args[0].i != 0);
    if (args[0].i) return GIVE_NOTHING();
    t->stop = STOP_ASSUME;
    return NATIVE_STOP;
}

// What it would mean is not known: its own body says how values are drawn, not which there are.
static NATIVE(unknown) {
    (void)args;
    (void)exprs;
    (void)result;
    (void)result_expr;
    struct str name = {0};
    java_method_name(&name, m);
    enum native_status s = java_no_model(t, name.at);
    str_free(&name);
    return s;
}

static java_native native_for(const struct java_method *m) {
    const char *descriptor = symbol_text(m->descriptor);
    if (!(m->access & ACC_STATIC)) return unknown;
    if (strcmp(symbol_text(m->name), "assume") == 0 && strcmp(descriptor, "(Z)V") == 0) return assume;
    if (m->n_params || m->return_kind == JAVA_VOID) return unknown;
    if (m->return_kind != JAVA_REF) return fresh_primitive;
    return strcmp(descriptor, "()Ljava/lang/String;") == 0 ? fresh_string : unknown;
}

static bool is_nested(const struct java_class *c) {
    for (uint32_t i = 0; i < c->file->n_inner; i++)
        if (c->file->inner[i].inner == c->name) return true;
    return false;
}

void main_mode_begin(struct java_unit *u) {
    u->is_main = true;
    u->states = known_states_new();
    u->unit.harmless = false;
    u->unit.draws = 0; // what it asks for is known while it runs
    u->unit.merges = true;
}

bool main_mode_bind(struct java_unit *u, struct java_class *c, struct diag *d) {
    const struct java_method *main = u->method;
    if (c->origin != ORIGIN_USER)
        return diag_set(d, DIAG_USAGE, "--input-class: %s is no class of the program", symbol_text(c->name));
    for (const struct java_class *k = main->class; k; k = k->super)
        if (k == c)
            return diag_set(d, DIAG_USAGE, "--input-class: %s is the program itself", symbol_text(c->name));
    if (is_nested(c)) // no class of another file could stand in for it
        return diag_set(d, DIAG_USAGE, "--input-class: %s is a nested class; it must be one of its own",
                        symbol_text(c->name));
    for (uint32_t i = 0; i < c->n_methods; i++) c->methods[i].native = native_for(&c->methods[i]);
    c->initializer = NULL; // its sources of values are not needed
    u->input_class = c;
    u->unit.shrinks = false; // a verdict needs none
    return true;
}

// ---- Hooks ----

// A program that is in a loop without decisions may go on: for the time there is where there is nothing else
// to try, else for as long as the runner's patience with all its runs lasts.
static bool goes_on(struct java_thread *t) {
    enum { SOME_STEPS = 65536, PATIENCE = 2 /* seconds */ };
    struct main_run *r = main_run_of(t);
    if (!t->trace) return false;
    uint32_t decisions = t->trace->decisions.n;
    bool first = t->more_steps == 0;
    double now = clock_now();
    if (!first && decisions) r->waited += now - r->waiting_since;
    if ((!first && decisions != r->decisions_before) || (decisions && r->waited >= PATIENCE)) return false;
    r->waiting_since = now;
    r->decisions_before = decisions;
    t->more_steps += SOME_STEPS;
    return true;
}

static union word fresh_number(struct java_thread *t, symbol path, enum java_kind kind, expr_id *e) {
    const struct main_run *r = main_run_of(t);
    struct recipe_value v = input_primitive(r->in, r->model, NULL, path, kind);
    *e = v.expr;
    return word_long(v.bits);
}

static struct object *fresh_text(struct java_thread *t, symbol path, uint32_t family, uint32_t times) {
    struct main_run *r = main_run_of(t);
    uint32_t choices = r->state.choices.n;
    struct recipe_object o = input_part(r->in, r->model, path, family, times, r->arena, &r->state);
    return build_string(t, r, choices, &o);
}

static const struct java_hooks hooks = {.branch = java_merge,
                                        .jumps_back = java_states_look,
                                        .goes_on = goes_on,
                                        .fresh_number = fresh_number,
                                        .fresh_text = fresh_text};

// ---- Runs ----

void main_run_begin(struct main_run *r, struct inputs *in, const struct model *model, struct arena *a) {
    input_state_free(&r->state);
    r->hooks = hooks;
    r->in = in;
    r->model = model;
    r->arena = a;
    r->state = (struct input_state){0};
    vec_clear(&r->calls);
    vec_clear(&r->strings);
    vec_clear(&r->arguments);
    if (r->states) java_states_begin_run(r->states);
    if (r->cuts) loop_cuts_begin_run(r->cuts);
    if (r->summaries) summary_strings_begin(r->summaries, model);
}

void main_run_free(struct main_run *r) {
    input_state_free(&r->state);
    vec_free(&r->calls);
    vec_free(&r->strings);
    vec_free(&r->arguments);
    java_states_free(r->states);
    loop_cuts_free(r->cuts);
    summary_strings_free(r->summaries);
    hash_map_free(&r->joins);
}

static struct object *known_argument(struct main_run *r, struct java_thread *t, const char *text) {
    struct object *s = java_string(t, text, strlen(text));
    if (!s) return NULL;
    uint32_t n = java_string_length(s);
    uint16_t *chars = ARENA_ARRAY(r->arena, uint16_t, n + 1);
    for (uint32_t i = 0; i < n; i++) chars[i] = java_string_at(s, i);
    vec_push(&r->arguments,
             (struct recipe_object){
                 .kind = RECIPE_STRING, .class = symbol_of("java/lang/String"), .chars = chars, .n = n});
    return s;
}

static struct object *unknown_argument(struct main_run *r, struct java_thread *t, uint32_t i) {
    char path[32];
    struct recipe_object o;
    snprintf(path, sizeof path, "args%u:String", i);
    struct object *s = make_string(t, symbol_of(path), &o);
    o.input = 0; // it is printed as it is
    if (s) vec_push(&r->arguments, o);
    return s;
}

// The array that main is given. How many unknown ones there are is decided first. NULL: t->stop says why.
static struct object *make_arguments(struct main_run *r, struct java_thread *t, const struct java_unit *u) {
    const struct java_options *o = &u->java->options;
    struct java_class *strings = program_class_of(t->program, "[Ljava/lang/String;");
    uint32_t n = o->n_arguments;
    if (o->any_arguments)
        n +=
            input_number(r->in, t, r->model, r->random, symbol_of("args.n"), o->any_arguments + 1, &r->state);
    struct object *array = java_new_array(t, strings, n);
    for (uint32_t i = 0; array && i < n; i++) {
        struct object *s =
            i < o->n_arguments ? known_argument(r, t, o->arguments[i]) : unknown_argument(r, t, i);
        if (!s) return NULL;
        heap_put(&t->heap, array, i, word_ref(s), EXPR_NONE);
    }
    return array;
}

enum java_end main_run_call(struct main_run *r, struct java_thread *t, const struct java_unit *u) {
    t->whole = &r->hooks;
    t->summaries = r->summaries;
    t->input = r->in;
    t->input_state = &r->state;
    t->texts = &r->state.texts;
    // Where a run summarises, what it knows of strings is part of its state.
    if (r->states && t->trace && (!r->summaries || r->cuts)) t->looks |= LOOK_STATES;
    enum java_end end = java_initialize(t, u->method->class);
    if (end == JAVA_RETURNED) {
        union word args[1] = {word_ref(make_arguments(r, t, u))};
        end = args[0].r ? java_call(t, u->method, args, NULL, NULL, NULL) : JAVA_STOPPED;
    }
    t->whole = NULL;
    t->summaries = NULL;
    t->input = NULL;
    t->input_state = NULL;
    t->texts = NULL;
    t->looks = 0;
    return end;
}

// ---- Words ----

static void add_value(const struct main_run *r, const struct recipe_value *v, struct str *out) {
    switch (SOME_OF(v->kind)) {
    case RECIPE_BOOLEAN: str_add(out, v->bits ? "true" : "false"); break;
    case RECIPE_CHAR: java_text_char(out, (uint16_t)v->bits); break;
    case RECIPE_LONG: java_text_long(out, v->bits); break;
    case RECIPE_FLOAT: java_text_float(out, (uint32_t)v->bits); break;
    case RECIPE_DOUBLE: java_text_double(out, (uint64_t)v->bits); break;
    case RECIPE_OBJECT:
        java_text_string(out, r->strings.at[v->object].chars, r->strings.at[v->object].n);
        break;
    default: java_text_int(out, (int32_t)v->bits);
    }
}

static char *string_text(const struct recipe_object *o) {
    struct str s = {0};
    java_text_string(&s, o->chars, o->n);
    return str_take(&s);
}

uint32_t main_run_texts(const struct main_run *r, const struct java_unit *u, char ***out) {
    uint32_t n = 0, known = u->java->options.n_arguments;
    *out = mem_zalloc((r->arguments.n + r->calls.n + 1) * sizeof **out);
    for (uint32_t i = known; i < r->arguments.n; i++) (*out)[n++] = string_text(&r->arguments.at[i]);
    for (uint32_t i = 0; i < r->calls.n; i++) {
        struct str s = {0};
        add_value(r, &r->calls.at[i].value, &s);
        (*out)[n++] = str_take(&s);
    }
    return n;
}

char *main_run_call_text(const struct main_run *r, const struct java_unit *u) {
    struct str s = {0};
    java_class_name(u->method->class, &s);
    str_add(&s, r->arguments.n ? ".main(new String[] {" : ".main(new String[0]");
    for (uint32_t i = 0; i < r->arguments.n; i++) {
        str_add(&s, i ? ", " : "");
        java_text_string(&s, r->arguments.at[i].chars, r->arguments.at[i].n);
    }
    str_add(&s, r->arguments.n ? "})" : ")");
    for (uint32_t i = 0; i < r->calls.n; i++) {
        str_add(&s, i ? ", " : " with ");
        add_value(r, &r->calls.at[i].value, &s);
    }
    return str_take(&s);
}

// ---- Tests ----

const struct recipe *main_run_recipe(const struct main_run *r, struct arena *a) {
    uint32_t n = r->arguments.n;
    struct recipe_object *objects = ARENA_ARRAY(a, struct recipe_object, n + 1);
    struct recipe_value *values = ARENA_ARRAY(a, struct recipe_value, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        objects[i] = r->arguments.at[i];
        objects[i].chars = arena_copy(a, objects[i].chars, (objects[i].n + 1) * sizeof *objects[i].chars);
        values[i] = (struct recipe_value){.kind = RECIPE_OBJECT, .object = i};
    }
    objects[n] = (struct recipe_object){
        .kind = RECIPE_ARRAY, .class = symbol_of("[Ljava/lang/String;"), .values = values, .n = n};
    values[n] = (struct recipe_value){.kind = RECIPE_OBJECT, .object = n};
    struct recipe recipe = {objects, n + 1, &values[n], 1};
    return arena_copy(a, &recipe, sizeof recipe);
}

static void add_typed(const struct main_run *r, const struct main_call *c, struct str *out) {
    static const char *const casts[JAVA_KINDS] = {[JAVA_BYTE] = "(byte) ", [JAVA_SHORT] = "(short) "};
    const char *cast = casts[c->method->return_kind];
    str_add(out, cast ? cast : "");
    add_value(r, &c->value, out);
}

void main_standin_setup(const struct main_run *r, const struct java_class *input_class, struct str *out) {
    java_dotted_name(out, input_class->name);
    str_add(out, ".inputs(");
    for (uint32_t i = 0; i < r->calls.n; i++) {
        if (i) str_add(out, ", ");
        add_typed(r, &r->calls.at[i], out);
    }
    str_add(out, ");");
}

static void add_method(const struct java_method *m, struct str *out) {
    static const char *const types[JAVA_KINDS][3] = {[JAVA_BOOLEAN] = {"boolean", "Boolean", "false"},
                                                     [JAVA_BYTE] = {"byte", "Byte", "0"},
                                                     [JAVA_CHAR] = {"char", "Character", "0"},
                                                     [JAVA_SHORT] = {"short", "Short", "0"},
                                                     [JAVA_INT] = {"int", "Integer", "0"},
                                                     [JAVA_LONG] = {"long", "Long", "0L"},
                                                     [JAVA_FLOAT] = {"float", "Float", "0.0f"},
                                                     [JAVA_DOUBLE] = {"double", "Double", "0.0"},
                                                     [JAVA_REF] = {"String", "String", "\"\""}};
    const char *const *type = types[m->return_kind];
    bool is_string = m->return_kind == JAVA_REF; // no object of the input is a constant of the program
    char cast[32];
    snprintf(cast, sizeof cast, is_string ? "new String((%s)" : "(%s)", type[1]);
    str_addf(out, "\n    public static %s ", type[0]);
    const char *name = symbol_text(m->name);
    java_text_identifier(out, name, strlen(name));
    str_addf(out,
             "() {\n"
             "        Object value = next();\n"
             "        return value instanceof %s ? %s value%s : (%s) %s;\n"
             "    }\n",
             type[1], cast, is_string ? ")" : "", type[0], type[2]);
}

void main_standin_source(const struct java_class *c, struct str *out) {
    const char *name = symbol_text(c->name), *slash = strrchr(name, '/'), *simple = slash ? slash + 1 : name;
    str_add(out, "// Written by frisk: stands before the class of this name while the tests run.\n");
    if (slash) {
        str_add(out, "package ");
        for (const char *s = name; s < slash; s++) str_add_char(out, *s == '/' ? '.' : *s);
        str_add(out, ";\n");
    }
    str_addf(out,
             "\npublic final class %s {\n"
             "    private static Object[] inputs = {};\n"
             "    private static int at;\n\n"
             "    public static void inputs(Object... values) {\n"
             "        inputs = values;\n"
             "        at = 0;\n"
             "    }\n\n"
             "    private static synchronized Object next() {\n"
             "        return at < inputs.length ? inputs[at++] : null;\n"
             "    }\n",
             simple);
    for (uint32_t i = 0; i < c->n_methods; i++) {
        java_native n = c->methods[i].native;
        if (n == fresh_primitive || n == fresh_string) add_method(&c->methods[i], out);
        if (n == assume)
            str_add(out, "\n    public static void assume(boolean holds) {\n"
                         "        if (!holds) Runtime.getRuntime().halt(1);\n"
                         "    }\n");
    }
    str_add(out, "}\n");
}
