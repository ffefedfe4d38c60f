// SPDX-License-Identifier: Apache-2.0
// The suite of a unit: its cases become JUnit tests, are compiled and run, and what the real JVM did is
// noted.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/some_of.h"
#include "java/input/input_ways.h"
#include "java/input/standard_input.h"
#include "java/java.h"
#include "java/junit/junit.h"
#include "java/junit/junit_facts.h"
#include "java/machine/interp_loop.h"
#include "java/unit/judgement.h"
#include "java/unit/unit.h"
#include "java/whole/main_mode.h"
#include "suite/judge.h"

// ---- Cases as tests ----

struct proof_job {
    struct java_unit *unit;
    const struct suite *suite; // NULL: of a trial
    struct arena *arena;       // of all proofs: the suite is written anew with each unit
    struct java_test *tests;
    struct java_proof *proofs;
    struct test_case **cases; // of each test
    uint32_t n;
    VEC(struct java_reset) resets;  // of all of them
    struct java_reset *kept_resets; // in the arena
    struct runner *runner;          // whole-program mode: to see what a case asks for
};

static symbol internal_name(const char *binary) { // "a.b.C" -> a/b/C
    struct str s = {0};
    for (const char *c = binary; *c; c++) str_add_char(&s, *c == '.' ? '/' : *c);
    symbol name = symbol_intern(s.at, s.n);
    str_free(&s);
    return name;
}

static const char *method_of_place(const char *function, struct arena *a) { // "a.B#name(int)" -> "name"
    const char *hash = function ? strchr(function, '#') : NULL;
    if (!hash) return NULL;
    size_t n = strcspn(hash + 1, "(");
    char *name = arena_zalloc(a, n + 1);
    memcpy(name, hash + 1, n);
    return name;
}

// NULL: no test is wanted, or can be written.
static const struct recipe *recipe_of(struct proof_job *job, const struct test_case *c) {
    struct input_state state;
    input_recipe_of(&job->unit->inputs, &c->input, job->unit->method, job->arena, &state);
    const struct recipe *recipe = arena_copy(job->arena, &state.recipe, sizeof state.recipe);
    // Reflection shows what needs it, and nothing else.
    bool wanted = (!state.raws.n || suite_is_finding(c) || c->path) && !state.too_long;
    input_state_free(&state);
    return wanted ? recipe : NULL;
}

// Where what is asked for is known from the run only: the call, and the statements that hand the rest of the
// case's input to the stand-in, and to standard input (NULL: there is none). NULL: no test can be made of it,
// since it ends the JVM.
static const struct recipe *set_up(struct proof_job *job, const struct test_case *c, const char **statement) {
    bool exits;
    const struct main_run *r = java_unit_rerun(job->runner, &c->input, &exits);
    struct str s = {0};
    if (job->unit->input_class) main_standin_setup(r, job->unit->input_class, &s);
    const struct standard_input *in = java_unit_standard_input(job->runner);
    if (in && s.n) str_add(&s, "\n        ");
    if (in) standard_input_setup(in, &s);
    *statement = s.n ? arena_strdup(job->arena, s.at) : NULL;
    str_free(&s);
    if (!job->unit->is_main) return recipe_of(job, c);
    return exits ? NULL : main_run_recipe(r, job->arena);
}

// A simple value, for as long as the tests last.
static const struct recipe *copy_value(const struct recipe *r, struct arena *a) {
    struct recipe *copy = arena_copy(a, r, sizeof *r);
    copy->arguments = arena_copy(a, r->arguments, r->n * sizeof *r->arguments);
    struct recipe_object *o = arena_copy(a, r->objects, r->n_objects * sizeof *o);
    for (uint32_t i = 0; i < r->n_objects; i++) {
        if (o[i].values) o[i].values = arena_copy(a, o[i].values, o[i].n * sizeof *o->values);
        if (o[i].chars) o[i].chars = arena_copy(a, o[i].chars, o[i].n * sizeof *o->chars);
    }
    copy->objects = o;
    return copy;
}

static void add_resets(struct proof_job *job, struct java_reset r, const struct static_initial *s) {
    if (s->form != FORM_FIELDS) {
        r.value = copy_value(&s->value, job->arena);
        vec_push(&job->resets, r);
    }
    for (uint32_t i = 0; i < s->n_parts; i++) {
        const struct java_field *f = s->parts[i].field;
        r.how = RESET_FIELD;
        r.field_class = f->class->name, r.field = f->name, r.field_descriptor = f->descriptor;
        r.value = copy_value(&s->parts[i].value, job->arena);
        vec_push(&job->resets, r);
    }
}

static enum java_reset_how reset_how(const struct java_field *f, const struct static_initial *s) {
    if (s->form == FORM_EMPTY) return RESET_CLEAR;
    if (s->form == FORM_ATOMIC) return RESET_SET;
    return f->access & ACC_FINAL ? RESET_COPY : RESET_ASSIGN;
}

// What tests find in static fields that one of them may change.
static void find_resets(struct proof_job *job) {
    struct inputs *in = &job->unit->inputs;
    pthread_mutex_lock(&in->lock);
    for (uint32_t i = 0; i < in->statics.n; i++) {
        const struct input_static *s = in->statics.at[i];
        const struct static_initial *initial = s->initial;
        const struct java_field *f = s->field;
        if (!initial || atomic_load(&s->constant) || f->access & ACC_SYNTHETIC) continue;
        symbol class = initial->class ? initial->class->name : 0;
        if (initial->form == FORM_EMPTY)
            class = symbol_of(strstr(symbol_text(class), "Map") ? "java/util/Map" : "java/util/Collection");
        struct java_reset r = {.how = reset_how(f, initial),
                               .class = f->class->name,
                               .name = f->name,
                               .descriptor = f->descriptor,
                               .object_class = class};
        add_resets(job, r, initial);
    }
    pthread_mutex_unlock(&in->lock);
}

static void set_place(struct proof_job *job, const struct test_case *c, struct java_test *t) {
    const char *method = method_of_place(c->outcome.where.function, job->arena);
    if (!method) return;
    t->where_method = symbol_of(method);
    t->where_line = c->outcome.where.line;
    if (c->outcome.where.file) t->where_file = arena_strdup(job->arena, c->outcome.where.file);
}

static void make_test(struct proof_job *job, struct test_case *c) {
    struct java_unit *u = job->unit;
    struct java_method *m = u->method;
    const char *before = NULL;
    if (c->endless && c->repeat) return; // a second for each
    const struct recipe *recipe = job->runner ? set_up(job, c, &before) : recipe_of(job, c);
    if (!recipe) return;
    struct java_test *t = &job->tests[job->n];
    job->cases[job->n++] = c;
    *t = (struct java_test){.recipe = recipe,
                            .before = before,
                            .resets = job->kept_resets,
                            .n_resets = job->resets.n,
                            .class = m->class->name,
                            .name = m->name,
                            .descriptor = m->descriptor,
                            .is_static = m->access & ACC_STATIC,
                            .varies = c->varies,
                            .may_wait = !suite_is_finding(c),
                            .of_error = suite_is_error(c),
                            .kind = JAVA_TEST_REGRESSION};
    if (c->kind == OUTCOME_RAISE && c->endless) {
        t->endless = true;
        set_place(job, c, t);
    }
    if (c->kind != OUTCOME_RAISE || !c->outcome.exception)
        return; // it returns, if with a number that wrapped around
    t->kind = JAVA_TEST_ERROR;
    bool named = u->is_main || u->java->errors.n; // which exceptions count
    if (c->outcome.kind && !strcmp(c->outcome.kind, "rejected"))
        t->kind = named ? JAVA_TEST_UNCOUNTED : JAVA_TEST_REJECTED;
    if (c->outcome.kind && !strcmp(c->outcome.kind, "state")) t->kind = JAVA_TEST_STATE;
    t->exception = internal_name(c->outcome.exception);
    t->fails = job->suite && suite_test_fails(job->suite, c);
    set_place(job, c, t);
}

// ---- What happened ----

static void set_text(char **at, const char *text) {
    mem_free(*at);
    *at = text ? mem_strdup(text) : NULL;
}

static char *what_happened(const struct java_proof *p) {
    struct str s = {0};
    if (p->exception)
        str_addf(&s, "%s%s%s", p->exception, p->message ? ": " : "", p->message ? p->message : "");
    else if (p->value)
        str_addf(&s, "returned %s", p->value);
    else
        str_add(&s, java_result_text(p->result));
    return str_take(&s);
}

static void note_proof(struct test_case *c, const struct java_proof *p) {
    judge_case(c, junit_real_end(p), what_happened(p));
    if (p->test_method && p->written) {
        struct str name = {0};
        str_addf(&name, "%s.%s", p->test_class, p->test_method);
        mem_free(c->test);
        c->test = str_take(&name);
    }
    if (c->proof == PROOF_CONFIRMED && c->kind == OUTCOME_RAISE && p->message) { // the real message
        struct str text = {0};
        str_addf(&text, "%s: %s", p->exception, p->message);
        set_text(&c->outcome.text, text.at);
        str_free(&text);
    }
}

static char *class_path_text(const struct java *j) {
    struct str s = {0};
    for (uint32_t i = 0; i < java_classpath_count(j->path); i++)
        str_addf(&s, "%s%s", i ? ":" : "", java_classpath_entry(j->path, i));
    return str_take(&s);
}

// ---- All proofs of an invocation ----

struct java_proofs {
    struct junit *junit;
    pthread_mutex_t lock; // of it and its JVM: the proof of one unit and a trial of the next
    struct java_facts facts;
    struct junit_source extra;
    struct str standin;
    char *class_path;
};

static struct junit *junit_of(struct java *j, const char *out_dir, struct java_class *input_class) {
    if (j->proofs) return j->proofs->junit;
    struct java_proofs *p = j->proofs = mem_zalloc(sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    p->facts = junit_facts_of(j->program);
    p->class_path = class_path_text(j);
    if (input_class) {
        main_standin_source(input_class, &p->standin);
        p->extra = (struct junit_source){input_class->name, p->standin.at};
    }
    struct junit_options options = {.junit4 = j->options.junit4,
                                    .testng = j->options.testng,
                                    .out_dir = out_dir,
                                    .class_path = p->class_path,
                                    .java_home = j->options.java_home,
                                    .share_dir = j->options.share_dir,
                                    .no_cache = j->options.no_cache,
                                    .seconds_per_test = SUITE_SECONDS_PER_CASE,
                                    .memory_mb = 512,
                                    .facts = &p->facts,
                                    .extra = input_class ? &p->extra : NULL};
    return p->junit = junit_open(&options);
}

void java_warm(struct unit *unit, const char *out_dir) {
    struct java_unit *u = (struct java_unit *)unit;
    struct junit *junit = junit_of(u->java, out_dir, u->input_class);
    if (pthread_mutex_trylock(&u->java->proofs->lock)) return; // at work: it is warm
    junit_warm(junit);
    pthread_mutex_unlock(&u->java->proofs->lock);
}

void java_proofs_free(struct java *j) {
    if (!j->proofs) return;
    junit_close(j->proofs->junit);
    pthread_mutex_destroy(&j->proofs->lock);
    str_free(&j->proofs->standin);
    mem_free(j->proofs->class_path);
    mem_free(j->proofs);
    j->proofs = NULL;
}

struct withdrawal {
    void (*withdraw)(void *context, const char *test);
    void *context;
};

static void on_dropped(void *context, const struct java_proof *p) {
    const struct withdrawal *w = context;
    struct str name = {0};
    str_addf(&name, "%s.%s", p->test_class, p->test_method);
    w->withdraw(w->context, name.at);
    str_free(&name);
}

bool java_finish(struct java *j, void (*withdraw)(void *context, const char *test), void *context,
                 struct diag *d) {
    struct withdrawal w = {withdraw, context};
    return !j->proofs || junit_finish(j->proofs->junit, on_dropped, &w, d);
}

static void make_tests(struct proof_job *job, struct test_case *const *cases, uint32_t n) {
    struct unit *u = &job->unit->unit;
    job->tests = ARENA_ARRAY(job->arena, struct java_test, n + 1);
    job->proofs = ARENA_ARRAY(job->arena, struct java_proof, n + 1);
    job->cases = ARENA_ARRAY(job->arena, struct test_case *, n + 1);
    if (job->unit->is_main || atomic_load(&job->unit->reads_standard_input)) {
        static const struct run_limits limits = {.steps = 100000000, .memory = (uint64_t)1 << 30};
        job->runner = u->language->runner_new(u, &limits);
    }
    find_resets(job);
    job->kept_resets = arena_copy(job->arena, job->resets.at, job->resets.n * sizeof *job->kept_resets);
    for (uint32_t i = 0; i < n; i++) make_test(job, cases[i]);
    if (job->runner) u->language->runner_free(job->runner);
    vec_free(&job->resets);
}

// ---- Runs without an end ----

enum { MOST_TRIALS = 3 };
static const double trial_seconds = 3.0; // of all of a unit's

static bool is_named(const struct java_proof *p, const char *exception) {
    return p->exception && !strcmp(p->exception, exception);
}

// The method that a stack trace names, as findings name it, if there is one of that name only.
static void add_function(const struct java_unit *u, const struct java_stack_frame *f, struct str *out) {
    const struct java_class *c = program_class_of(u->java->program, symbol_text(internal_name(f->class)));
    const struct java_method *found = NULL;
    for (uint32_t i = 0; c && f->method && i < c->n_methods; i++) {
        if (strcmp(symbol_text(c->methods[i].name), f->method) != 0) continue;
        if (found) {
            found = NULL;
            break;
        }
        found = &c->methods[i];
    }
    if (found)
        java_method_name(out, found);
    else
        str_addf(out, "%s#%s", f->class, f->method ? f->method : "");
}

// What the real VM raised is a failure like any other, which the search did not come to.
static void note_raise(struct java_unit *u, struct test_case *c, const struct java_proof *p) {
    struct outcome_text *o = &c->outcome;
    struct str text = {0}, place = {0};
    symbol class = internal_name(p->exception);
    str_addf(&text, "%s%s%s", p->exception, p->message ? ": " : "", p->message ? p->message : "");
    if (p->where.class) add_function(u, &p->where, &place);
    c->kind = OUTCOME_RAISE;
    c->limit = LIMIT_NONE;
    set_text(&o->text, text.at);
    set_text(&o->exception, p->exception);
    const struct java_class *top = NULL;
    if (p->n_frames) top = program_class_of(u->java->program, symbol_text(internal_name(p->frames[0].class)));
    bool own = top && top->origin == u->method->class->origin;
    struct java_judgement j = java_judge_real(u, program_class_of(u->java->program, symbol_text(class)), own);
    set_text(&o->kind, j.kind);
    o->group = j.group;
    o->no_error = j.group != GROUP_ERROR;
    if (p->where.class) {
        set_text(&o->where.file, p->where.file);
        set_text(&o->where.function, str_text(&place));
        o->where.line = p->where.line;
    }
    str_free(&text);
    str_free(&place);
}

static void note_trial(struct java_unit *u, struct test_case *c, const struct java_proof *p) {
    if (is_named(p, "java.lang.OutOfMemoryError"))
        c->seen = "memory";
    else if (p->result == JAVA_TEST_TIMEOUT)
        c->seen = "hang";
    else if (p->result == JAVA_TEST_UNEXPECTED)
        note_raise(u, c, p);
    else if (p->result == JAVA_TEST_CONFIRMED)
        set_text(&c->real, "returned");
    else if (p->result == JAVA_TEST_EXITED || p->result == JAVA_TEST_DIED)
        c->real = what_happened(p);
}

static bool try_unfinished(struct junit *junit, struct proof_job *job, struct suite *suite, struct diag *d) {
    struct test_case *tried[MOST_TRIALS];
    const uint32_t limits = 1u << LIMIT_STEPS | 1u << LIMIT_MEMORY;
    // Of whole programs each costs more than their search.
    uint32_t n = job->unit->is_main ? 0 : judge_unfinished(suite, limits, tried, MOST_TRIALS);
    make_tests(job, tried, n);
    for (uint32_t i = 0; i < job->n; i++) job->proofs[i].result = JAVA_TEST_NOT_RUN;
    if (job->n && !junit_run(junit, job->tests, job->n, trial_seconds / job->n, job->proofs, d)) return false;
    for (uint32_t i = 0; i < job->n; i++) {
        struct test_case *c = job->cases[i];
        note_trial(job->unit, c, &job->proofs[i]);
        if (c->kind == OUTCOME_RAISE) judge_has_failed(suite, c);
    }
    return true;
}

bool java_prove(struct unit *unit, struct suite *suite, struct diag *d) {
    struct java_unit *u = (struct java_unit *)unit;
    struct junit *junit = junit_of(u->java, suite->out_dir, u->input_class);
    struct proof_job job = {.unit = u, .suite = suite, .arena = junit_arena(junit)};
    pthread_mutex_lock(&u->java->proofs->lock);
    bool ok = try_unfinished(junit, &job, suite, d);
    job.n = 0;
    if (ok) make_tests(&job, suite->cases.at, suite->cases.n);
    ok = ok && (job.n == 0 || junit_prove(junit, job.tests, job.n, suite->seconds, job.proofs, d));
    pthread_mutex_unlock(&u->java->proofs->lock);
    for (uint32_t i = 0; ok && i < job.n; i++) note_proof(job.cases[i], &job.proofs[i]);
    return ok;
}

// ---- One case, while the search goes on ----

struct trial {
    pthread_t thread;
    struct java_proofs *proofs;
    struct arena arena;
    const struct java_test *test;
    atomic_bool confirmed;
};

static void *run_trial(void *context) {
    struct trial *t = context;
    struct diag ignored = {0};
    bool confirmed = false;
    pthread_mutex_lock(&t->proofs->lock);
    if (junit_try(t->proofs->junit, t->test, &confirmed, &ignored)) atomic_store(&t->confirmed, confirmed);
    pthread_mutex_unlock(&t->proofs->lock);
    return NULL;
}

struct trial *java_trial_begin(struct unit *unit, const struct test_case *c) {
    struct java_unit *u = (struct java_unit *)unit;
    struct java_proofs *proofs = u->java->proofs;
    if (!proofs || u->is_main) return NULL; // a whole program's search ends with its first error
    struct trial *t = mem_zalloc(sizeof *t);
    t->proofs = proofs;
    arena_init(&t->arena, 0);
    struct proof_job job = {.unit = u, .arena = &t->arena};
    struct test_case shown = *c;
    struct test_case *one = &shown;
    make_tests(&job, &one, 1);
    t->test = job.tests;
    if (job.n && pthread_create(&t->thread, NULL, run_trial, t) == 0) return t;
    arena_free(&t->arena);
    mem_free(t);
    return NULL;
}

bool java_trial_confirmed(struct trial *t) {
    return atomic_load(&t->confirmed);
}

void java_trial_end(struct trial *t) {
    pthread_join(t->thread, NULL);
    arena_free(&t->arena);
    mem_free(t);
}
