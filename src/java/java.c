// SPDX-License-Identifier: Apache-2.0
#include "java/java.h"

#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/vec.h"
#include "java/judgement.h"
#include "java/main_prove.h"
#include "java/main_random.h"
#include "java/unit.h"

static char *copy(const char *text) {
    return text ? mem_strdup(text) : NULL;
}

struct java *java_open(const struct java_options *o, struct diag *d) {
    double start = clock_now();
    struct java *j = mem_zalloc(sizeof *j);
    j->options = *o;
    j->options.class_path = copy(o->class_path);
    j->options.java_home = copy(o->java_home);
    j->options.share_dir = copy(o->share_dir);
    j->options.input_class = copy(o->input_class);
    struct java_classpath_options options = {.path = j->options.class_path,
                                             .java_home = j->options.java_home};
    bool good =
        java_refusals_init(&j->refusals, o->refusals, o->n_refusals, o->no_refusals, o->n_no_refusals, d);
    j->path = !good ? NULL : java_classpath_open(&options, d);
    j->program = j->path ? java_program_new(j->path, d) : NULL;
    j->load_seconds = clock_now() - start;
    if (j->program) return j;
    java_close(j);
    return NULL;
}

void java_close(struct java *j) {
    if (!j) return;
    java_proofs_free(j);
    input_words_free(&j->learned);
    vec_free(&j->shown);
    java_refusals_free(&j->refusals);
    java_program_free(j->program);
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
    struct java_class *c = java_find_class(j, main_class, strlen(main_class), d);
    struct java_class *input =
        c ? java_find_class(j, j->options.input_class, strlen(j->options.input_class), d) : NULL;
    if (!input) return NULL;
    struct java_method *m = class_find(c, "main", "([Ljava/lang/String;)V");
    if (!m || !(m->access & ACC_STATIC)) {
        diag_set(d, DIAG_ANALYSIS, "%s has no method static void main(String[])", main_class);
        return NULL;
    }
    struct unit *u = java_unit_new(j, m, d);
    if (!u) return NULL;
    if (!main_mode_bind((struct java_unit *)u, input, d)) {
        u->language->unit_free(u);
        return NULL;
    }
    u->draws = 0; // what it asks for is known while it runs
    if (main_random_seeds((struct java_unit *)u, j->options.random_seconds))
        main_prove((struct java_unit *)u);
    return u;
}
