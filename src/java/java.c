// SPDX-License-Identifier: Apache-2.0
#include "java/java.h"

#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/vec.h"
#include "java/junit/ask.h"
#include "java/precondition.h"
#include "java/reach.h"
#include "java/unit/judgement.h"
#include "java/unit/unit.h"
#include "java/whole/main_mode.h"
#include "java/whole/main_prove.h"
#include "java/whole/main_random.h"

static char *copy(const char *text) {
    return text ? mem_strdup(text) : NULL;
}

static const char *const *copy_all(const char *const *texts, uint32_t n) {
    char **out = mem_alloc((n + 1) * sizeof *out);
    for (uint32_t i = 0; i < n; i++) out[i] = mem_strdup(texts[i]);
    return (const char *const *)out;
}

static void free_all(const char *const *texts, uint32_t n) {
    for (uint32_t i = 0; texts && i < n; i++) mem_free((char *)(uintptr_t)texts[i]);
    mem_free((void *)(uintptr_t)texts);
}

// A class of exceptions: by its full name, by its simple one if it is of java.lang, or of the class path.
static struct java_class *find_error(struct java *j, const char *name, struct diag *d) {
    struct java_class *c = NULL, *throwable = program_class_of(j->program, "java/lang/Throwable");
    if (!strpbrk(name, "./")) {
        struct str s = {0};
        str_addf(&s, "java/lang/%s", name);
        c = program_class_of(j->program, s.at);
        str_free(&s);
    }
    if (!c) c = java_find_class(j, name, strlen(name), d);
    if (!c || java_class_is_subclass(c, throwable)) return c;
    diag_set(d, DIAG_USAGE, "--error: %s is no exception", name);
    return NULL;
}

static bool find_errors(struct java *j, struct diag *d) {
    for (uint32_t i = 0; i < j->options.n_errors; i++) {
        struct java_class *c = find_error(j, j->options.errors[i], d);
        if (!c) return false;
        vec_push(&j->errors, c);
    }
    return true;
}

// Without frisk's own Java files there is no JVM to ask, as there is none to prove.
static void ask_machine(struct java *j) {
    struct jvm_options o = {.java_home = j->options.java_home,
                            .share_dir = j->options.share_dir,
                            .class_path = "",
                            .memory_mb = 64,
                            .no_cache = j->options.no_cache};
    if (!j->program || !o.share_dir) return;
    j->surroundings = java_surroundings_ask(&o);
    if (j->surroundings) j->surroundings->any = j->options.any_machine;
    j->program->surroundings = j->surroundings;
}

struct java *java_open(const struct java_options *o, struct diag *d) {
    double start = clock_now();
    struct java *j = mem_zalloc(sizeof *j);
    j->options = *o;
    j->options.class_path = copy(o->class_path);
    j->options.java_home = copy(o->java_home);
    j->options.share_dir = copy(o->share_dir);
    j->options.input_class = copy(o->input_class);
    j->options.errors = copy_all(o->errors, o->n_errors);
    j->options.arguments = copy_all(o->arguments, o->n_arguments);
    struct java_classpath_options options = {.path = j->options.class_path,
                                             .java_home = j->options.java_home};
    bool good =
        java_refusals_init(&j->refusals, o->refusals, o->n_refusals, o->no_refusals, o->n_no_refusals, d);
    j->path = !good ? NULL : java_classpath_open(&options, d);
    j->program = j->path ? java_program_new(j->path, d) : NULL;
    ask_machine(j);
    if (j->program)
        j->program->bounds = (struct path_bounds){
            .loops = o->bounds_loops, .iterations = o->loop_bound, .visits = o->block_bound};
    j->load_seconds = clock_now() - start;
    bool found = j->program && find_errors(j, d) &&
                 heap_rules_parse(&j->heap_rules, o->heap_rules, o->n_heap_rules, d) &&
                 java_reach_find(j, o->reach, o->n_reach, d) &&
                 java_preconditions_find(j, o->assumes, o->n_assumes, d);
    if (found) return j;
    java_close(j);
    return NULL;
}

void java_close(struct java *j) {
    if (!j) return;
    java_proofs_free(j);
    java_reach_free(j);
    mem_free(j->preconditions);
    heap_rules_free(&j->heap_rules);
    dictionary_free(&j->learned);
    vec_free(&j->shown);
    java_refusals_free(&j->refusals);
    vec_free(&j->errors);
    free_all(j->options.errors, j->options.n_errors);
    free_all(j->options.arguments, j->options.n_arguments);
    java_program_free(j->program);
    java_surroundings_free(j->surroundings);
    if (j->path) java_classpath_close(j->path);
    mem_free((char *)(uintptr_t)j->options.class_path);
    mem_free((char *)(uintptr_t)j->options.java_home);
    mem_free((char *)(uintptr_t)j->options.share_dir);
    mem_free((char *)(uintptr_t)j->options.input_class);
    mem_free(j);
}

char *java_missing_class(const struct java *j) {
    symbol name = atomic_load(&j->program->missing);
    if (!name) return NULL;
    char *text = mem_strdup(symbol_text(name));
    for (char *c = text; *c; c++)
        if (*c == '/') *c = '.';
    return text;
}

const char *java_note(const struct java *j) {
    return java_classpath_note(j->path);
}

double java_load_seconds(const struct java *j) {
    return j->load_seconds;
}

struct unit *java_unit(struct java *j, struct java_method *m, struct diag *d) {
    return java_unit_new(j, m, d);
}

// ---- Whole programs ----

struct unit *java_main_unit(struct java *j, const char *main_class, struct diag *d) {
    const char *input_class = j->options.input_class;
    struct java_class *c = java_find_class(j, main_class, strlen(main_class), d), *input = NULL;
    if (c && input_class) input = java_find_class(j, input_class, strlen(input_class), d);
    if (!c || (input_class && !input)) return NULL;
    struct java_method *m = java_class_find(c, "main", "([Ljava/lang/String;)V");
    if (!m || !(m->access & ACC_STATIC)) {
        diag_set(d, DIAG_ANALYSIS, "%s has no method static void main(String[])", main_class);
        return NULL;
    }
    struct unit *u = java_unit_new(j, m, d);
    if (!u) return NULL;
    main_mode_begin((struct java_unit *)u);
    if (input && !main_mode_bind((struct java_unit *)u, input, d)) {
        u->language->unit_free(u);
        return NULL;
    }
    if (main_random_seeds((struct java_unit *)u, j->options.random_seconds))
        main_prove((struct java_unit *)u);
    return u;
}
