// SPDX-License-Identifier: Apache-2.0
// Whole programs by the convention of the Java verification competition (tests/java/verdicts): the first line
// of each says what its verdict is, "// expect: true | false | unknown (why)". A wrong verdict is never
// forgiven; those marked "undecided" may be unknown, those marked "env any" are searched with --env any. Each
// false one is confirmed on the real JVM, all of them in one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/mem.h"
#include "explore/explore.h"
#include "java/java.h"
#include "java/junit/javac.h"
#include "java/junit/junit.h"
#include "java/runtime/surroundings.h"
#include "java/unit/unit.h"
#include "java/whole/main_mode.h"
#include "tier.h"

#define PROGRAMS "tests/java/verdicts"
#define VERIFIER "verdict/Verifier"

enum { SECONDS = 20, RANDOM_MS = 200 }; // many times what they take, as other tests run beside this one

struct program {
    char *name;
    char expected[16];
    bool undecided; // may be unknown
    bool env_any;
    const char *got;
    struct binding *failing; // the input found
    uint32_t n_failing;
    bool failed;
    char *exception;
};

static VEC(struct program) programs;
static VEC(struct java_test) tests;
static VEC(uint32_t) test_programs;
static struct arena arena;
static char *directory;
static struct java *java;

// ---- The programs ----

static void read_expectation(const char *path, struct program *p) {
    char line[200] = "";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    fclose(f);
    if (sscanf(line, "// expect: %15s", p->expected) != 1) fail_msg("%s: no expectation", path);
    p->undecided = strstr(line, "undecided") != NULL;
    p->env_any = strstr(line, "(env any") != NULL;
}

static void find_programs(void) {
    glob_t found;
    assert_int_equal(glob(PROGRAMS "/*.java", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i], *base = strrchr(path, '/') + 1;
        struct program p = {.name = strndup(base, strlen(base) - strlen(".java"))};
        const char *only = getenv("VERDICTS"); // space-separated names, for work on a few
        read_expectation(path, &p);
        if ((only && !strstr(only, p.name)) || !tier_takes(i, 5))
            free(p.name);
        else
            vec_push(&programs, p);
    }
    globfree(&found);
}

static void compile(void) {
    struct jdk_tools tools;
    struct diag d = {0};
    javac_errors errors = {0};
    VEC(const char *) sources = {0};
    vec_push(&sources, PROGRAMS "/" VERIFIER ".java");
    for (uint32_t i = 0; i < programs.n; i++) {
        struct str path = {0};
        str_addf(&path, PROGRAMS "/%s.java", programs.at[i].name);
        vec_push(&sources, arena_strdup(&arena, path.at));
        str_free(&path);
    }
    if (!jdk_tools_find(&tools, NULL, &d)) fail_msg("%s", d.text);
    struct javac_job job = {.sources = sources.at,
                            .n = sources.n,
                            .class_path = "",
                            .work_dir = directory,
                            .out_dir = directory,
                            .seconds = 120};
    enum javac_result r = javac_run(&tools, &job, &errors, &arena, &d);
    if (r == JAVAC_ERRORS) fail_msg("%s:%u: %s", errors.at[0].file, errors.at[0].line, errors.at[0].message);
    if (r != JAVAC_GOOD) fail_msg("%s", d.text);
    vec_free(&errors);
    vec_free(&sources);
    jdk_tools_free(&tools);
}

static int set_up(void **state) {
    (void)state;
    struct diag d = {0};
    arena_init(&arena, 0);
    directory = file_temp_dir(&d);
    assert_non_null(directory);
    find_programs();
    compile();
    struct java_options options = {.class_path = directory,
                                   .share_dir = "share/frisk",
                                   .input_class = "verdict.Verifier",
                                   .random_seconds = RANDOM_MS / 1000.0};
    java = java_open(&options, &d);
    if (!java) fail_msg("%s", d.text);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    java_close(java);
    file_remove_tree(directory);
    mem_free(directory);
    for (uint32_t i = 0; i < programs.n; i++) {
        free(programs.at[i].name);
        mem_free(programs.at[i].failing);
        mem_free(programs.at[i].exception);
    }
    vec_free(&programs);
    vec_free(&tests);
    vec_free(&test_programs);
    arena_free(&arena);
    return 0;
}

// ---- Verdicts ----

struct search {
    struct unit *unit;
    struct program *program;
};

static void on_run(void *context, struct runner *r, const struct model *input, const struct trace *t,
                   const struct outcome *o, uint32_t fresh) {
    struct search *s = context;
    struct program *p = s->program;
    (void)t;
    (void)fresh;
    if (o->kind != OUTCOME_RAISE || o->no_error || p->failed) return;
    struct outcome_text text;
    s->unit->language->describe(r, &text);
    p->failed = true;
    assert_string_equal(text.kind, "error");
    p->exception = mem_strdup(text.exception);
    outcome_text_free(&text);
    p->n_failing = input->n;
    p->failing = mem_alloc((input->n + 1) * sizeof *p->failing);
    if (input->n) memcpy(p->failing, input->at, input->n * sizeof *p->failing);
}

static symbol internal_name(const char *binary) {
    struct str s = {0};
    for (const char *c = binary; *c; c++) str_add_char(&s, *c == '.' ? '/' : *c);
    symbol name = symbol_of(s.at);
    str_free(&s);
    return name;
}

// The test that runs the program on the input found, to be tried with all others.
static void add_test(struct unit *unit, const struct program *p) {
    static const struct run_limits limits = {.steps = 100000000, .memory = (uint64_t)1 << 30};
    static const struct recipe_value value = {.kind = RECIPE_OBJECT};
    struct java_unit *u = (struct java_unit *)unit;
    struct model input = {p->n_failing, p->failing, unit->variables};
    struct runner *r = unit->language->runner_new(unit, &limits);
    struct str before = {0};
    bool exits;
    main_standin_setup(java_unit_rerun(r, &input, &exits), u->input_class, &before);
    assert_false(exits);
    struct recipe_object strings = {.kind = RECIPE_ARRAY, .class = symbol_of("[Ljava/lang/String;")};
    struct recipe recipe = {arena_copy(&arena, &strings, sizeof strings), 1, &value, 1};
    vec_push(&tests, (struct java_test){.recipe = arena_copy(&arena, &recipe, sizeof recipe),
                                        .before = arena_strdup(&arena, before.at),
                                        .class = u->method->class->name,
                                        .name = u->method->name,
                                        .descriptor = u->method->descriptor,
                                        .is_static = true,
                                        .kind = JAVA_TEST_ERROR,
                                        .exception = internal_name(p->exception)});
    vec_push(&test_programs, (uint32_t)(p - programs.at));
    str_free(&before);
    unit->language->runner_free(r);
}

static void decide(struct program *p) {
    struct diag d = {0};
    if (java->surroundings) java->surroundings->any = p->env_any; // else nothing of the machine is known
    struct unit *u = java_main_unit(java, p->name, &d);
    if (!u) fail_msg("%s: %s", p->name, d.text);
    struct search search = {u, p};
    struct explore_options options = {.depth = 1000000,
                                      .seconds =
                                          p->undecided ? 1 : tier_number(3 * SECONDS, SECONDS, SECONDS),
                                      .jobs = 1,
                                      .solve = {.seconds = tier_number(10, 0, 0)},
                                      .limits = {1000000, (uint64_t)256 << 20},
                                      .first_failure = true,
                                      .on_run = on_run,
                                      .context = &search};
    struct explore_stats stats;
    explore(u, &options, &stats);
    p->got = p->failed ? "false" : stats.complete ? "true" : "unknown";
    if (p->failed) add_test(u, p);
    explore_stats_free(&stats);
    u->language->unit_free(u);
}

static void verdicts(void **state) {
    (void)state;
    uint32_t wrong = 0, decided = 0;
    for (uint32_t i = 0; i < programs.n; i++) {
        struct program *p = &programs.at[i];
        clock_t start = clock();
        decide(p);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (getenv("VERDICTS")) print_message("%s: %s, %.2f s\n", p->name, p->got, seconds);
        bool unknown = !strcmp(p->got, "unknown");
        decided += !unknown;
        if (!strcmp(p->got, p->expected) || (unknown && p->undecided)) continue;
        print_message("%s: %s, where the verdict is %s\n", p->name, p->got, p->expected);
        wrong++;
    }
    print_message("%u programs, %u decided\n", programs.n, decided);
    assert_int_equal(wrong, 0);
}

// ---- On the real JVM ----

static void confirmed(void **state) {
    (void)state;
    struct str standin = {0};
    struct diag d = {0};
    if (!tests.n) return;
    // Bound to the methods of the input class by the units above.
    main_standin_source(program_class_of(java->program, VERIFIER), &standin);
    struct junit_source extra = {symbol_of(VERIFIER), standin.at};
    struct junit_options options = {.class_path = directory,
                                    .share_dir = "share/frisk",
                                    .seconds_per_test = 5,
                                    .memory_mb = 512,
                                    .extra = &extra};
    struct java_proof *proofs = ARENA_ARRAY(&arena, struct java_proof, tests.n);
    struct junit *junit = junit_open(&options);
    if (!junit_prove(junit, tests.at, tests.n, 0, proofs, &d)) fail_msg("%s", d.text);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < tests.n; i++) {
        if (proofs[i].result == JAVA_TEST_CONFIRMED) continue;
        print_message("%s: %s %s\n", programs.at[test_programs.at[i]].name,
                      java_result_text(proofs[i].result), proofs[i].message ? proofs[i].message : "");
        wrong++;
    }
    junit_close(junit);
    str_free(&standin);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest all[] = {cmocka_unit_test(verdicts), cmocka_unit_test(confirmed)};
    return cmocka_run_group_tests(all, set_up, tear_down);
}
