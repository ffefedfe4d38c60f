// SPDX-License-Identifier: Apache-2.0
#include "java/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/some_of.h"
#include "expr/variables.h"
#include "java/classfile/opcode.h"
#include "java/input/input_statics.h"
#include "java/input/input_ways.h"
#include "java/input/standard_input.h"
#include "java/input/unknown.h"
#include "java/input/vocabulary.h"
#include "java/machine/interp_loop.h"
#include "java/path.h"
#include "java/precondition.h"
#include "java/program/code.h"
#include "java/program/harmless.h"
#include "java/reach.h"
#include "java/symbolic/endless.h"
#include "java/symbolic/summary.h"
#include "java/unit/ends.h"
#include "java/unit/judgement.h"
#include "java/whole/cuts.h"
#include "java/whole/main_mode.h"
#include "java/whole/states.h"

enum { DRAWS = 500 }; // a run takes microseconds, a query of hashed or parsed values as many seconds

struct runner {
    struct java_unit *unit;
    struct java_thread *thread;
    struct arena arena;       // of the recipe of the last run
    struct input_state state; // of the last run, with its arguments
    VEC(union word) arguments;
    enum java_end end;
    union word value;
    struct object *exception;        // that left the unit
    struct java_judgement judgement; // of it
    VEC(uint32_t) fresh;             // places of the last run that were new to the unit
    uint32_t fresh_built;            // so many of them, the first ones, were reached in building its input
    uint32_t built;                  // likewise of those that were new to the worker
    struct unknown_calls unknown;    // of the last run
    bool raw;                        // the last run's input cannot be built by calls
    bool inside;                     // or not by those of a client
    struct standard_input standard_input;
    struct main_run main; // whole-program mode
    char boot_failure[200];
};

static struct java_unit *of(struct unit *u) {
    return (struct java_unit *)u;
}

// ---- Running ----

static struct runner *runner_new(struct unit *u, const struct run_limits *limits) {
    struct runner *r = mem_zalloc(sizeof *r);
    r->unit = of(u);
    r->thread = java_thread_new(of(u)->java->program, limits);
    r->thread->x = u->exprs;
    r->thread->apart = u->apart;
    arena_init(&r->arena, 0);
    if (of(u)->loops) r->main.cuts = loop_cuts_new(of(u)->loops);
    if (of(u)->summarises) r->main.summaries = summary_strings_new(u->exprs);
    r->thread->heap.make_lasting = true; // what every run starts from
    if (java_thread_boot(r->thread) != JAVA_RETURNED)
        snprintf(r->boot_failure, sizeof r->boot_failure, "cannot start the JDK's classes: %s",
                 str_text(&r->thread->stop_text));
    r->thread->heap.make_lasting = false;
    return r;
}

static void runner_free(struct runner *r) {
    struct java_unit *u = r->unit;
    pthread_mutex_lock(&u->lock);
    concretised_add(&u->unit.concretised, &r->thread->concretised);
    assumed_add(&u->assumed, &r->thread->assumed.texts);
    pthread_mutex_unlock(&u->lock);
    java_thread_free(r->thread);
    vec_free(&r->fresh);
    vec_free(&r->arguments);
    input_state_free(&r->state);
    main_run_free(&r->main);
    arena_free(&r->arena);
    mem_free(r);
}

// Merges what the run covered into the unit's; how many places were new. Most runs of a worker are nowhere
// where it has not been before.
static void note_coverage(struct runner *r) {
    struct java_unit *u = r->unit;
    const struct java_thread *t = r->thread;
    vec_clear(&r->fresh);
    r->fresh_built = 0;
    if (!t->fresh_places.n) return;
    pthread_mutex_lock(&u->lock);
    for (uint32_t i = 0; i < t->fresh_places.n; i++)
        if (covered_add(&u->covered, t->fresh_places.at[i])) {
            vec_push(&r->fresh, t->fresh_places.at[i]);
            r->fresh_built += i < r->built;
        }
    pthread_mutex_unlock(&u->lock);
}

static enum java_end call_unit(struct runner *r, struct input_state *s) {
    struct java_thread *t = r->thread;
    struct java_method *m = r->unit->method;
    union word args[257];
    expr_id exprs[257];
    enum java_end end = input_build(&r->unit->inputs, t, s, args, exprs);
    r->built = t->fresh_places.n;
    vec_clear(&r->arguments);
    for (uint32_t i = 0; i < s->recipe.n; i++) vec_push(&r->arguments, args[i]);
    if (end == JAVA_RETURNED && !java_preconditions_hold(r->unit, t, args, exprs)) return JAVA_STOPPED;
    t->armed = end == JAVA_RETURNED;
    if (end == JAVA_RETURNED) end = java_initialize(t, m->class);
    if (end != JAVA_RETURNED) return end;
    if (symbol_text(m->name)[0] == '<') { // a constructor: of a new object
        struct object *o = java_new_object(t, m->class);
        if (!o) return JAVA_STOPPED;
        memmove(args + 1, args, s->recipe.n * sizeof *args);
        memmove(exprs + 1, exprs, s->recipe.n * sizeof *exprs);
        args[0] = word_ref(o);
        exprs[0] = EXPR_NONE;
        end = java_call(t, m, args, exprs, NULL, NULL);
        r->value = args[0];
        return end;
    }
    if (!(m->access & ACC_STATIC)) {
        if (!args[0].r)
            return (enum java_end)java_no_model(
                t, "an object to call it on: no constructor or factory that a test could use");
        m = java_class_select(args[0].r->class, m);
        if (!m) return (enum java_end)java_no_model(t, "an abstract method");
    }
    struct unknown_calls *unknown = &r->unknown;
    unknown->base = t->n_frames;
    if (r->unit->java->options.assume_calls) t->unknown = unknown;
    end = java_call(t, m, args, exprs, &r->value, NULL);
    t->unknown = NULL;
    return end;
}

// Whether the last run's input is one that no client of the classes can make.
static bool is_state(const struct runner *r) {
    return r->raw || r->inside;
}

static enum java_end run_method(struct runner *r, const struct model *input) {
    struct input_state *state = &r->state;
    input_state_free(state);
    input_state_of(&r->unit->inputs, input, r->unit->method, &r->arena, state);
    if (state->bounded && r->thread->trace)
        java_lost(r->thread, "larger inputs: objects nested or changed more often than tried");
    r->raw = state->raws.n > 0; // of the input: what calls are taken to return comes later
    struct static_input statics = {&r->unit->inputs, input, &r->arena, false};
    for (uint32_t i = 0; i < state->recipe.n_objects; i++)
        statics.changed |= state->recipe.objects[i].kind == RECIPE_CALL || state->recipe.objects[i].n_calls ||
                           state->recipe.objects[i].n_fields;
    r->thread->statics = &statics;
    r->unknown = (struct unknown_calls){.depth = r->unit->java->options.call_depth,
                                        .in = &r->unit->inputs,
                                        .model = input,
                                        .arena = &r->arena};
    standard_input_begin(&r->standard_input, &r->unit->inputs, input, &r->arena, state);
    r->thread->standard_input = &r->standard_input;
    enum java_end end = call_unit(r, state);
    r->thread->armed = false;
    for (uint32_t i = 0; i < state->raws.n; i++) r->raw |= state->raws.at[i].group == 0; // of statics
    r->inside = state->inside;
    r->thread->statics = NULL;
    r->thread->standard_input = NULL;
    r->standard_input.state = NULL;
    r->thread->input = NULL;
    r->thread->input_state = NULL;
    r->thread->texts = NULL;
    return end;
}

static enum java_end run_main(struct runner *r, const struct model *input) {
    if (!r->main.states) r->main.states = java_states_new(r->unit->states);
    main_run_begin(&r->main, &r->unit->inputs, input, &r->arena);
    standard_input_begin(&r->standard_input, &r->unit->inputs, input, &r->arena, &r->main.state);
    r->thread->standard_input = &r->standard_input;
    r->thread->armed = true;
    enum java_end end = main_run_call(&r->main, r->thread, r->unit);
    r->thread->armed = false;
    r->thread->standard_input = NULL;
    r->main.model = NULL;
    return end;
}

// Whatever dereferences the same null of the input, that null is the failure; which element of several it is
// makes no difference.
static uint64_t failure_key(struct runner *r) {
    struct java_trace_entry place = {0};
    r->judgement = java_judge(r->unit, r->thread, r->exception);
    if (r->judgement.group == GROUP_NULL) return hash_mix(17, inputs_part_key(r->judgement.null_of));
    java_finding_place(r->unit, r->exception, &place);
    uint64_t h = hash_mix(hash_mix(11, r->exception->class->number), place.pc);
    if (place.method) h = hash_mix(h, place.method->number);
    return h ? h : 1;
}

static enum run_limit run_limit(enum java_stop stop) {
    switch (SOME_OF(stop)) {
    case STOP_TIME: return LIMIT_TIME;
    case STOP_MEMORY: return LIMIT_MEMORY;
    case STOP_WAITING: return LIMIT_WAIT;
    default: return LIMIT_STEPS;
    }
}

// Where a run stopped that came to no end, in the unit's own code. False: it was not there.
static bool stop_place(const struct runner *r, struct java_trace_entry *out) {
    const struct java_thread *t = r->thread;
    return java_own_place(r->unit, t->stop_trace.at, t->stop_trace.n, out);
}

// The same loop; of what was cut off for want of steps or memory, the same method.
static uint64_t stop_key(const struct runner *r) {
    struct java_trace_entry place = {0};
    bool known = stop_place(r, &place), endless = r->thread->stop == STOP_ENDLESS;
    uint64_t h = hash_mix(17, r->thread->stop);
    if (known) h = hash_mix(hash_mix(h, place.method->number), endless ? place.pc : 0);
    return h ? h : 1;
}

// Of cases with one key, the one of the least rank is told: without states and unknown references, if it can
// be.
static uint32_t rank_of(const struct runner *r) {
    return (is_state(r) ? 1u : 0u) + (r->unknown.n > 0 ? 2u : 0u);
}

static void judge_stop(struct runner *r, struct outcome *out) {
    struct java_thread *t = r->thread;
    out->limit = run_limit(t->stop);
    out->kind = OUTCOME_LIMIT;
    out->key = stop_key(r);
    if (t->stop != STOP_ENDLESS) return;
    out->kind = OUTCOME_RAISE;
    out->endless = true;
    out->limit = LIMIT_NONE;
    out->rank = rank_of(r);
    out->no_error = r->unit->is_main; // whether it ends is not what is asked of a program
    if (!java_endless_is_exact(t)) out->lost = true;
}

static bool overflowed(const struct runner *r) { // and that is asked for
    return r->end == JAVA_RETURNED && r->unit->java->options.overflow && r->thread->overflow.method;
}

static bool is_of_class(const struct java_thread *t, const struct object *exception, const char *name) {
    struct java_class *c = program_class_of(t->program, name);
    return c && java_class_is_subclass(exception->class, c);
}

// What does not count ends a run like a return; but with an Error that is no assertion's it is no proof: that
// may be the JVM's own, which another JVM meets elsewhere.
static void judge(const struct runner *r, struct outcome *out) {
    const struct java_thread *t = r->thread;
    if (java_counts_as_error(r->unit, r->exception->class)) return;
    out->no_error = true;
    out->lost |= is_of_class(t, r->exception, "java/lang/Error") &&
                 !is_of_class(t, r->exception, "java/lang/AssertionError");
}

static void run(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out) {
    struct java_thread *t = r->thread;
    java_thread_begin_run(t);
    arena_reset(&r->arena);
    r->exception = NULL;
    r->standard_input.read = false;
    vec_clear(&r->fresh);
    *out = (struct outcome){.kind = OUTCOME_INCOMPLETE};
    if (r->boot_failure[0]) return;
    t->trace = trace;
    t->no_overflow = r->unit->java->options.no_overflow;
    r->end = r->unit->is_main ? run_main(r, input) : run_method(r, input);
    bool unreal = input_judge_unreal(&r->unit->inputs, t, r->end == JAVA_THROWN || overflowed(r));
    t->trace = NULL;
    unit_rests_on_all(&r->unit->unit, t->rules_used);
    out->steps = t->steps;
    out->varies = t->varies;
    out->lost = t->concretised.in_run > 0 || t->assumed.lost;
    switch (r->end) {
    case JAVA_RETURNED:
        out->kind = OUTCOME_RETURN;
        if (overflowed(r)) {
            out->kind = OUTCOME_RAISE;
            out->key = hash_mix(hash_mix(13, t->overflow.method->number), t->overflow.line);
        }
        break;
    case JAVA_THROWN:
        out->kind = OUTCOME_RAISE;
        r->exception = t->exception;
        out->key = failure_key(r);
        out->rank = rank_of(r);
        judge(r, out);
        break;
    case JAVA_STOPPED:
        if (t->stop == STOP_EXIT)
            out->kind = OUTCOME_RETURN;
        else if (t->stop == STOP_ASSUME || t->stop == STOP_KNOWN)
            out->kind = OUTCOME_DISCARDED;
        else if (t->stop != STOP_NO_MODEL)
            judge_stop(r, out);
        break;
    }
    if (r->standard_input.read) atomic_store(&r->unit->reads_standard_input, true);
    if (trace && trace->bounded) { // the path ends there, whatever came behind it
        out->kind = OUTCOME_LIMIT;
        out->limit = LIMIT_BRANCHES;
        out->endless = false;
    }
    if (trace && trace->refused) {
        out->kind = OUTCOME_DISCARDED;
        out->limit = LIMIT_NONE;
        if (t->no_overflow && t->overflow.method) atomic_store(&r->unit->wraps, true);
    }
    if (unreal && (out->kind == OUTCOME_RETURN || out->kind == OUTCOME_RAISE)) out->kind = OUTCOME_DISCARDED;
    out->known = out->kind == OUTCOME_DISCARDED && t->stop == STOP_KNOWN;
    // assume() is in its code, and so is what wraps around
    out->within = out->kind == OUTCOME_DISCARDED && (r->unit->input_class || (trace && trace->refused));
    if (out->kind == OUTCOME_DISCARDED && !out->known)
        java_forget_coverage(t);
    else
        note_coverage(r);
}

static void begin_search(struct unit *unit, bool apart) {
    struct java_unit *u = of(unit);
    unit->apart = apart;
    known_states_free(u->states);
    u->states = known_states_new();
}

static uint32_t fresh_coverage(struct runner *r) {
    return r->fresh.n;
}

// Those of the unit's own method, and those that no test of a unit before this one comes to: what takes calls
// to build would else be tested anew for each method that is called on it.
static uint32_t worth_a_test(struct runner *r) {
    struct java *j = r->unit->java;
    uint32_t n = 0;
    if (r->raw || r->unknown.n) return r->fresh.n; // no test, unless it fails
    pthread_mutex_lock(&j->program->lock);
    while (j->shown.n < j->program->places.n) vec_push(&j->shown, 0);
    for (uint32_t i = 0; i < r->fresh.n; i++) {
        uint32_t place = r->fresh.at[i];
        bool itself = j->program->places.at[place].method == r->unit->method;
        if (!itself && i < r->fresh_built) continue; // the tests of what builds its input show that
        n += itself || !j->shown.at[place];
        j->shown.at[place] = 1;
    }
    pthread_mutex_unlock(&j->program->lock);
    return n;
}

static struct covered save_coverage(struct unit *unit) {
    const struct java_unit *u = of(unit);
    return covered_copy(u->covered.at, u->covered.n);
}

static void restore_coverage(struct runner *r, const struct covered *saved) {
    struct java_unit *u = r->unit;
    covered_free(&u->covered);
    u->covered = covered_copy(saved->at, saved->n);
    covered_free(&r->thread->covered);
}

// What a run leaves behind is read by nobody: begin_run undoes the statics and the shadows of lasting
// objects, and registers are written before they are read.
static void mark(struct unit *u, struct expr_sweep *w) {
    inputs_mark(&of(u)->inputs, w);
}

// ---- Words ----

static char *method_text(const struct java_method *m) {
    struct str s = {0};
    java_method_name(&s, m);
    return str_take(&s);
}

static void print_place(const struct java_trace_entry *e, struct place *out) {
    const struct class_file *file = e->method->class->file;
    if (file && file->source_file) out->file = mem_strdup(symbol_text(file->source_file));
    out->line = e->line;
    out->function = method_text(e->method);
}

static void describe_place(struct runner *r, struct place *out) {
    struct java_trace_entry e;
    if (r->exception ? !java_finding_place(r->unit, r->exception, &e) : !stop_place(r, &e)) return;
    print_place(&e, out);
}

// Of an initializer that has failed: where it did.
static void describe_initializer(const struct runner *r, struct place *out) {
    const struct java_thread *t = r->thread;
    if (!is_of_class(t, r->exception, "java/lang/ExceptionInInitializerError")) return;
    struct java_class *throwable = t->program->throwable;
    const struct object *cause = r->exception->fields[java_class_field_by_name(throwable, "cause")->slot].r;
    const struct java_trace_entry *e;
    for (uint32_t i = 0, n = cause ? java_stack_trace(cause, &e) : 0; i < n; i++) {
        if (e[i].method->class->origin != ORIGIN_USER || !e[i].line) continue;
        print_place(&e[i], out);
        return;
    }
}

static void describe_overflow(const struct runner *r, struct outcome_text *out) {
    const struct java_overflow *o = &r->thread->overflow;
    out->kind = mem_strdup("overflow");
    out->group = GROUP_OVERFLOW;
    out->no_error = true;
    out->text = mem_strdup(o->op >= X_LADD && o->op <= X_LUSHR_I ? "arithmetic of long wraps around"
                                                                 : "arithmetic of int wraps around");
    if (o->method->class->file->source_file)
        out->where.file = mem_strdup(symbol_text(o->method->class->file->source_file));
    out->where.line = o->line;
    out->where.function = method_text(o->method);
}

static void describe_judgement(const struct runner *r, struct outcome_text *out) {
    const struct java_judgement *j = &r->judgement;
    bool null_counts = r->unit->java->options.nulls == JAVA_NULLS_ERRORS;
    out->kind = mem_strdup(is_state(r) ? "state" : j->kind);
    out->group = is_state(r) ? GROUP_STATE : j->group == GROUP_NULL && null_counts ? GROUP_ERROR : j->group;
    out->thrown = j->thrown;
    out->no_error = out->group != GROUP_ERROR;
    if (out->group == GROUP_NULL) out->blamed = inputs_name(&r->unit->inputs, j->null_of);
}

static char *limit_text(const struct java_thread *t) {
    if (t->stop_text.n) return mem_strdup(t->stop_text.at);
    return language_limit_text(t->stop == STOP_BOUND ? LIMIT_BRANCHES : run_limit(t->stop), &t->limits);
}

static void describe(struct runner *r, struct outcome_text *out) {
    struct java_thread *t = r->thread;
    *out = (struct outcome_text){.assumed = r->unknown.n > 0};
    if (t->output.n) out->output = mem_strdup(str_text(&t->output));
    if (r->boot_failure[0]) {
        out->text = mem_strdup(r->boot_failure);
    } else if (overflowed(r)) {
        describe_overflow(r, out);
    } else if (r->end == JAVA_RETURNED) {
        out->text = java_value_text(
            t, symbol_text(r->unit->method->name)[0] == '<' ? JAVA_VOID : r->unit->method->return_kind,
            r->value);
    } else if (r->end == JAVA_THROWN) {
        describe_judgement(r, out);
        struct str s = {0};
        java_class_name(r->exception->class, &s);
        out->exception = str_take(&s);
        out->text = java_exception_text(t, r->exception);
        describe_place(r, &out->where);
        describe_initializer(r, &out->raised);
    } else if (t->stop == STOP_NO_MODEL) {
        out->text = mem_strdup(str_text(&t->stop_text));
    } else if (t->stop == STOP_EXIT) {
        out->text = mem_strdup("System.exit");
    } else if (t->stop == STOP_ENDLESS) {
        out->kind = mem_strdup(is_state(r) ? "state" : "hang");
        out->no_error = is_state(r) || r->unit->is_main;
        if (out->no_error) out->group = is_state(r) ? GROUP_STATE : GROUP_UNCOUNTED;
        out->text = mem_strdup("the loop is back in a state it was in");
        describe_place(r, &out->where);
    } else {
        out->text = limit_text(t);
        describe_place(r, &out->where);
    }
}

// A recipe whose arrays were left empty since they are too long is no call.
static char *call_text(struct unit *u, const struct model *input) {
    struct arena a;
    struct input_state state;
    arena_init(&a, 0);
    input_recipe_of(&of(u)->inputs, input, of(u)->method, &a, &state);
    char *text = state.too_long ? method_text(of(u)->method) : java_call_text(of(u), &state.recipe);
    input_state_free(&state);
    arena_free(&a);
    return text;
}

static void learn(struct unit *u, const struct model *input) {
    struct arena a;
    struct input_state state;
    arena_init(&a, 0);
    input_recipe_of(&of(u)->inputs, input, of(u)->method, &a, &state);
    for (uint32_t i = 0; i < state.recipe.n_objects; i++) {
        const struct recipe_object *o = &state.recipe.objects[i];
        if (o->kind == RECIPE_STRING) dictionary_learn_text(&of(u)->java->learned, o->chars, o->n);
    }
    input_state_free(&state);
    arena_free(&a);
}

static uint32_t argument_texts(struct unit *u, const struct model *input, char ***out) {
    *out = NULL;
    struct arena a;
    struct input_state state;
    arena_init(&a, 0);
    input_recipe_of(&of(u)->inputs, input, of(u)->method, &a, &state);
    uint32_t n = 0;
    if (!state.too_long) n = java_argument_texts(of(u), &state.recipe, out);
    input_state_free(&state);
    arena_free(&a);
    return n;
}

// What standard input held, behind the call, and as the last of the arguments.
static void add_standard_input(const struct runner *r, char **call, char ***arguments, uint32_t *n) {
    struct str s = {0};
    char *bytes = standard_input_text(&r->standard_input);
    str_addf(&s, "System.in %s", bytes);
    *arguments = mem_realloc(*arguments, (*n + 2) * sizeof **arguments);
    (*arguments)[(*n)++] = mem_strdup(s.at);
    str_clear(&s);
    str_addf(&s, "%s with System.in %s", *call, bytes);
    mem_free(*call);
    *call = str_take(&s);
    mem_free(bytes);
}

static bool run_texts(struct runner *r, char **call, char ***arguments, uint32_t *n) {
    if (!r->unit->is_main && !r->standard_input.read) return false;
    if (r->unit->is_main) {
        *call = main_run_call_text(&r->main, r->unit);
        *n = main_run_texts(&r->main, r->unit, arguments);
    } else {
        *call = call_text(&r->unit->unit, r->standard_input.model);
        *n = argument_texts(&r->unit->unit, r->standard_input.model, arguments);
    }
    if (r->standard_input.read) add_standard_input(r, call, arguments, n);
    return true;
}

// ---- Reports ----

static uint32_t coverage(struct unit *unit, struct code_coverage **out) {
    struct java_unit *u = of(unit);
    struct java_program *p = u->java->program;
    struct coverage_tally *tally = coverage_tally_new();
    pthread_mutex_lock(&p->lock);
    for (uint32_t i = 0; i < p->places.n; i++) {
        const struct java_place *place = &p->places.at[i];
        bool line = place->kind == PLACE_LINE;
        if (place->method->class->file != u->method->class->file) continue;
        coverage_tally_add(tally, (struct covered_place){.function = (uintptr_t)place->method,
                                                         .kind = line ? COVERED_NO_WAY : COVERED_WAY,
                                                         .line = line ? place->line : 0,
                                                         .hit = covered_has(&u->covered, i)});
    }
    pthread_mutex_unlock(&p->lock);
    uint64_t *methods;
    uint32_t n = coverage_tally_end(tally, out, &methods);
    for (uint32_t i = 0; i < n; i++)
        (*out)[i].name = method_text((const struct java_method *)(uintptr_t)methods[i]);
    mem_free(methods);
    return n;
}

static uint32_t assumes(struct unit *unit, struct assumption **out) {
    struct java_unit *u = of(unit);
    uint32_t n = assumed_report(&u->assumed, out), any = u->is_main ? u->java->options.any_arguments : 0;
    if (any) {
        struct str s = {0};
        str_addf(&s, "at most %u unknown argument%s of main", any, any == 1 ? "" : "s");
        (*out)[n++] = (struct assumption){str_take(&s), false};
    } else if (atomic_load(&u->wraps)) {
        (*out)[n++] = (struct assumption){mem_strdup("no arithmetic of int or long wraps around"), false};
    }
    *out =
        mem_realloc(*out, (n + u->java->options.n_heap_rules + u->java->n_preconditions + 1) * sizeof **out);
    for (uint32_t i = 0; i < u->java->n_preconditions; i++) {
        if (!java_precondition_fits(u->java->preconditions[i].method, u->method)) continue;
        struct str s = {0};
        str_addf(&s, "%s returns true", u->java->preconditions[i].text);
        (*out)[n++] = (struct assumption){str_take(&s), false};
    }
    for (uint32_t i = 0; i < u->java->options.n_heap_rules; i++) {
        struct str s = {0};
        str_addf(&s, "heap: %s", u->java->options.heap_rules[i]);
        (*out)[n++] = (struct assumption){str_take(&s), false};
    }
    return n;
}

static void unit_free(struct unit *unit) {
    struct java_unit *u = of(unit);
    java_reach_forget(u);
    inputs_free(&u->inputs);
    known_states_free(u->states);
    arena_free(&u->seed_arena);
    grammar_free(unit->grammar);
    variables_free(unit->variables);
    expr_store_free(unit->exprs);
    pthread_mutex_destroy(&u->lock);
    concretised_free(&unit->concretised);
    assumed_free(&u->assumed);
    covered_free(&u->covered);
    mem_free(u->name);
    mem_free(u);
}

static const struct proof_rule rules[] = {
#define X(name, text, what) {text, what},
    JAVA_RULES(X)
#undef X
};

// Constants of classes, and what other units taught.
static void tell_constants(struct unit *unit, struct dictionary *d) {
    enum { CLASSES, LEARNED }; // of d->told
    const struct java_unit *u = of(unit);
    const struct dictionary *learned = &u->java->learned;
    for (uint32_t *k = &d->told[LEARNED]; *k < learned->texts.n; ++*k)
        dictionary_add_text(d, learned->texts.at[*k].chars, learned->texts.at[*k].n);
    java_tell_constants(u->java->program, u->method->class, u->input_class, d, &d->told[CLASSES]);
}

// An input of the method under test is read at once.
static void read_drawn(struct unit *u, struct value_source *s, const struct model *input) {
    input_draw(&of(u)->inputs, input, s, of(u)->method);
}

static struct java_path path_of(struct runner *r) {
    bool returned = r->end == JAVA_RETURNED;
    return (struct java_path){.in = &r->unit->inputs,
                              .t = r->thread,
                              .state = &r->state,
                              .arguments = r->arguments.at,
                              .result = r->value,
                              .result_kind = returned ? r->unit->method->return_kind : JAVA_VOID};
}

static bool path_condition(struct runner *r, expr_id e, struct str *out) {
    struct java_path p = path_of(r);
    return java_path_condition(&p, e, out);
}

static uint32_t path_objects(struct runner *r, bool after, char ***out) {
    struct java_path p = path_of(r);
    return java_path_objects(&p, after, out);
}

static const struct language_paths paths = {.condition = path_condition, .objects = path_objects};
static const char *place_text(struct unit *u, uint32_t place) {
    return of(u)->java->reach[place].text;
}

static bool place_reached(struct unit *u, uint32_t place) {
    return java_is_reached(of(u), place);
}

static uint32_t distance(struct unit *u, uint32_t point) {
    return java_reach_distance(of(u), point);
}

static const struct language_reaching reaching = {
    .text = place_text, .reached = place_reached, .distance = distance};
static const struct language_coverage covering = {
    .ways = "branches",
    .report = coverage,
    .worth_a_test = worth_a_test,
    .save = save_coverage,
    .restore = restore_coverage,
};
static const struct language_drawing drawing = {
    .tell = tell_constants,
    .read = read_drawn,
    .learn = learn,
};
static const struct language_merging merging = {.begin_search = begin_search};
static const struct language_sweeping sweeping = {.mark = mark};
static const struct language_reporting reporting = {
    .run_texts = run_texts, .assumes = assumes, .same_reason = java_same_message};
static const struct language_proving proving = {.prove = java_prove, .aside = true};
static const struct language_trials trials = {
    .begin = java_trial_begin,
    .confirmed = java_trial_confirmed,
    .end = java_trial_end,
};

static const struct language java_language = {
    .name = "java",
    .rules = rules,
    .n_rules = JAVA_RULE_COUNT,
    .runner_new = runner_new,
    .runner_free = runner_free,
    .run = run,
    .fresh_coverage = fresh_coverage,
    .describe = describe,
    .argument_texts = argument_texts,
    .call_text = call_text,
    .unit_free = unit_free,
    .coverage = &covering,
    .drawing = &drawing,
    .merging = &merging,
    .sweeping = &sweeping,
    .reporting = &reporting,
    .paths = &paths,
    .reaching = &reaching,
    .proving = &proving,
    .trials = &trials,
};

// Whether it is m itself that runs, and no method of a class below, whatever object the input has.
static bool runs_itself(struct java_unit *u) {
    struct java_method *m = u->method;
    if (m->access & (ACC_STATIC | ACC_FINAL | ACC_PRIVATE) || m->class->access & ACC_FINAL ||
        symbol_text(m->name)[0] == '<')
        return true;
    struct str type = {0};
    str_addf(&type, "L%s;", symbol_text(m->class->name));
    const struct input_class *c =
        u->java->options.states || u->java->options.lazy_heap ? NULL : java_input_class(&u->inputs, type.at);
    str_free(&type);
    for (uint32_t i = 0; c && i < c->n_ways; i++)
        if (c->ways[i].kind != WAY_CONSTRUCTOR || java_class_select(c->ways[i].class, m) != m) return false;
    for (uint32_t i = 0; c && i < c->n_hidden; i++)
        if (java_class_select(c->hidden[i], m) != m) return false;
    return c && c->n_ways;
}

static bool is_harmless(struct java_unit *u) {
    const struct java_options *o = &u->java->options;
    return o->prune && !o->overflow && java_method_is_harmless(u->method) && runs_itself(u);
}

struct unit *java_unit_new(struct java *j, struct java_method *m, struct diag *d) {
    struct str name = {0};
    java_method_name(&name, m);
    if (!m->info || !m->info->code) {
        diag_set(d, DIAG_ANALYSIS, "%s has no code: it is %s", name.at,
                 m->access & ACC_ABSTRACT ? "abstract" : "native");
        str_free(&name);
        return NULL;
    }
    if (m->class->access & ACC_ABSTRACT && strcmp(symbol_text(m->name), "<init>") == 0) {
        diag_set(d, DIAG_ANALYSIS, "%s makes no object: the class is abstract", name.at);
        str_free(&name);
        return NULL;
    }
    struct java_unit *u = mem_zalloc(sizeof *u);
    u->java = j;
    u->method = m;
    m->class->tested = true;
    u->name = str_take(&name);
    pthread_mutex_init(&u->lock, NULL);
    arena_init(&u->seed_arena, 0);
    u->unit = (struct unit){.language = &java_language,
                            .name = u->name,
                            .exprs = expr_store_new(),
                            .variables = variables_new(),
                            .shrinks = !j->options.no_overflow}; // a run without a trace does not see it
    u->unit.grammar = grammar_new(u->unit.exprs);
    inputs_init(&u->inputs, &u->unit, j->program, m, j->options.nulls == JAVA_NULLS_NEVER);
    u->inputs.rules = &j->heap_rules;
    u->inputs.lazy = j->options.lazy_heap;
    u->inputs.states = j->options.states;
    if (j->options.same_package) u->inputs.reach = REACH_PACKAGE;
    grammar_freeze(u->unit.grammar);
    u->seed = (struct model){0, NULL, u->unit.variables};
    u->unit.seeds = &u->seed;
    u->unit.n_seeds = 1;
    u->unit.draws = j->options.no_overflow ? 0 : DRAWS;
    u->unit.harmless = is_harmless(u);
    if (u->unit.harmless) unit_rests_on(&u->unit, JAVA_RULE_ACCESSOR);
    java_note_ends(u);
    return &u->unit;
}

const struct standard_input *java_unit_standard_input(const struct runner *r) {
    return r->standard_input.read ? &r->standard_input : NULL;
}

const struct main_run *java_unit_rerun(struct runner *r, const struct model *input, bool *exits) {
    struct outcome ignored;
    run(r, input, NULL, &ignored);
    *exits = r->end == JAVA_STOPPED && r->thread->stop == STOP_EXIT;
    return &r->main;
}
