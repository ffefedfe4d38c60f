// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "base/mem.h"
#include "cli/session_core.h"
#include "cli/share.h"
#include "java/input/java_read.h"
#include "java/java.h"
#include "java/program/program.h"

struct target { // a method, or a call of one
    struct java_method *method;
    const char *call;
};

typedef VEC(struct target) method_list;

static void tell_skipped(const char *lines) {
    for (const char *l = lines; l && *l; l += strcspn(l, "\n") + 1)
        fprintf(stderr, "frisk: %.*s\n", (int)strcspn(l, "\n"), l);
}

static bool find_methods(struct java *j, const struct options *o, method_list *out, struct diag *d) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < (o->operands.n ? o->operands.n : 1); i++) {
        struct java_targets found = {0};
        if (o->operands.n && java_is_call(o->operands.at[i])) {
            vec_push(out, (struct target){.call = o->operands.at[i]});
            continue;
        }
        ok = o->operands.n ? java_targets(j, o->operands.at[i], &found, d)
                           : java_project_targets(j, &found, d); // options.c has seen that it is one
        for (uint32_t k = 0; ok && k < found.n; k++) vec_push(out, (struct target){.method = found.at[k]});
        tell_skipped(found.skipped);
        java_targets_free(&found);
    }
    return ok;
}

static void withdraw(void *context, const char *test) {
    struct session *s = context;
    s->totals.tests--;
    if (s->results) result_json_withdraw(s->results, test);
}

static bool finish(struct session *s, struct java *j, struct diag *d) {
    if (s->only_unit) return true;
    if (!session_settle(s, d)) return false;
    progress_note(&s->progress, "running all tests together");
    return java_finish(j, withdraw, s, d) && session_totals(s, d);
}

static bool test_unit(struct session *s, struct java *j, struct unit *u, uint32_t at, struct diag *d) {
    if (!s->o->no_replay) java_warm(u, s->o->out_dir);
    return session_test(s, u, at == 1 ? java_load_seconds(j) : 0, d);
}

static bool test_method(struct session *s, struct java *j, const struct target *t, uint32_t at, uint32_t of,
                        struct diag *d) {
    struct str name = {0};
    if (t->call)
        str_add(&name, t->call);
    else
        java_method_name(&name, t->method);
    session_loading(s, name.at, at, of);
    struct diag why = {0};
    struct unit *u = t->call ? java_call_unit(j, t->call, &why) : java_unit(j, t->method, &why);
    bool ok = u ? test_unit(s, j, u, at, d) : session_unit_failed(s, name.at, &why, d);
    str_free(&name);
    return ok;
}

// Whole-program mode: one unit for each class named.
static bool test_mains(struct session *s, struct java *j, struct diag *d) {
    const text_list *classes = &s->o->operands;
    s->explore.first_failure = !s->o->all;
    if (!session_begin(s, classes->n, d)) return false;
    for (uint32_t i = 0; i < classes->n && !session_stopped(); i++) {
        struct diag why = {0};
        session_loading(s, classes->at[i], i + 1, classes->n);
        struct unit *u = java_main_unit(j, classes->at[i], &why);
        if (!(u ? test_unit(s, j, u, i + 1, d) : session_unit_failed(s, classes->at[i], &why, d)))
            return false;
    }
    return finish(s, j, d);
}

static bool test_all(struct session *s, struct java *j, const method_list *methods, struct diag *d) {
    if (!session_begin(s, methods->n, d)) return false;
    for (uint32_t i = 0; i < methods->n && !session_stopped(); i++)
        if (!test_method(s, j, &methods->at[i], i + 1, methods->n, d)) return false;
    return finish(s, j, d);
}

// Each --assume is about some target; of calls it is not known yet.
static bool assumes_fit(struct java *j, const struct options *o, const method_list *methods, struct diag *d) {
    for (uint32_t i = 0; i < o->assume.n; i++) {
        bool fits = false;
        for (uint32_t k = 0; k < methods->n && !fits; k++)
            fits = methods->at[k].call || java_assume_fits(j, i, methods->at[k].method);
        if (!fits)
            return diag_set(d, DIAG_USAGE, "--assume %s: no target takes what it takes", o->assume.at[i]);
    }
    return true;
}

static bool test_methods(struct session *s, struct java *j, struct diag *d) {
    method_list methods = {0};
    bool ok = find_methods(j, s->o, &methods, d) && assumes_fit(j, s->o, &methods, d) &&
              test_all(s, j, &methods, d);
    vec_free(&methods);
    return ok;
}

// A search that found nothing, since it lacked a class: no result to rely on, and easily mended.
static bool all_classes_found(const struct session *s, const struct java *j, struct diag *d) {
    char *missing = java_missing_class(j);
    if (missing && !s->totals.errors)
        diag_set(d, DIAG_ANALYSIS,
                 "class %s is not on the class path, and runs that needed it were not followed; add the jar "
                 "or directory that "
                 "holds it to -cp",
                 missing);
    bool ok = !missing || s->totals.errors;
    mem_free(missing);
    return ok;
}

static bool run(struct session *s, struct diag *d) {
    char *share = s->o->share_dir ? mem_strdup(s->o->share_dir) : share_find(d);
    if (!share) return false;
    struct java_options options = {.class_path = s->o->class_path,
                                   .java_home = s->o->java_home,
                                   .share_dir = share,
                                   .overflow = s->o->overflow,
                                   .no_overflow = s->o->no_overflow,
                                   .assumes = s->o->assume.at,
                                   .n_assumes = s->o->assume.n,
                                   .heap_rules = s->o->heap_rules.at,
                                   .n_heap_rules = s->o->heap_rules.n,
                                   .reach = s->o->reach_places.at,
                                   .n_reach = s->o->reach_places.n,
                                   .nulls = (enum java_nulls)s->o->nulls,
                                   .refusals = s->o->refusals.at,
                                   .n_refusals = s->o->refusals.n,
                                   .no_refusals = s->o->no_refusals.at,
                                   .n_no_refusals = s->o->no_refusals.n,
                                   .lazy_heap = s->o->heap == HEAP_LAZY,
                                   .states = s->o->state,
                                   .assume_calls = s->o->call_depth != UINT64_MAX,
                                   .call_depth = (uint32_t)s->o->call_depth,
                                   .block_bound = (uint32_t)s->o->block_bound,
                                   .bounds_loops = s->o->loop_bound != NO_BOUND,
                                   .loop_bound = (uint32_t)s->o->loop_bound,
                                   .junit4 = s->o->junit4,
                                   .testng = s->o->testng,
                                   // Pruning leaves out what raises nothing, which may lead there.
                                   .prune = !s->o->no_prune && !s->o->paths_listed && !s->o->reach_places.n,
                                   .no_cache = s->o->no_cache,
                                   .any_machine = s->o->any_machine,
                                   .private_methods = s->o->private_methods,
                                   .same_package = s->o->same_package,
                                   .errors = s->o->errors.at,
                                   .n_errors = s->o->errors.n,
                                   .input_class = s->o->input_class,
                                   .arguments = s->o->arguments.at,
                                   .n_arguments = s->o->arguments.n,
                                   .any_arguments = (uint32_t)s->o->any_arguments,
                                   .all_errors = s->o->all,
                                   .random_seconds = s->explore.random_seconds,
                                   .seed = s->explore.seed};
    struct java *j = java_open(&options, d);
    mem_free(share);
    if (!j) return false;
    if (java_note(j)) fprintf(stderr, "frisk: %s\n", java_note(j));
    bool ok = s->o->main ? test_mains(s, j, d) : test_methods(s, j, d);
    struct diag ignored = {0};
    ok &= session_settle(s, ok ? d : &ignored);
    if (ok) ok = all_classes_found(s, j, d);
    java_close(j);
    return ok;
}

int session_java(const struct options *o) {
    struct session s;
    struct diag d = {0};
    session_prepare(&s, o);
    bool ok = run(&s, &d);
    return session_finish(&s, ok, &d);
}
