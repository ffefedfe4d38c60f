// SPDX-License-Identifier: Apache-2.0
// Runs the programs of tests/java/programs in frisk's interpreter and on the real JVM: both must print the
// same. Each is run three times in one thread: every run starts from the same state. Needs a JDK.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "java/machine/interp_loop.h"
#include "tier.h"

// What the JVM is told to be like; frisk's interpreter always is (natives_io.c).
#define JVM_FLAGS "-Duser.language=en -Duser.country=US -Duser.timezone=UTC -Dfile.encoding=UTF-8"

static char dir[] = "/tmp/frisk-run-XXXXXX";
static VEC(char *) names;
static struct java_classpath *path;
static struct java_program *program;

static void run_command(struct str *command) {
    if (system(str_text(command)) != 0) fail_msg("failed: %s", command->at);
    str_free(command);
}

// The programs: all of them, or those that the environment names.
static void find_programs(void) {
    glob_t found;
    assert_int_equal(glob("tests/java/programs/*.java", 0, NULL, &found), 0);
    const char *only = getenv("FRISK_JAVA_PROGRAMS");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *name = mem_strdup(strrchr(found.gl_pathv[i], '/') + 1);
        *strrchr(name, '.') = '\0';
        if (only && !strstr(only, name))
            mem_free(name);
        else
            vec_push(&names, name);
    }
    globfree(&found);
    assert_true(names.n > 0);
}

static int set_up(void **state) {
    assert_non_null(mkdtemp(dir));
    struct diag d = {0};
    char *home = java_home_find(&d);
    if (!home) fail_msg("%s", d.text);
    find_programs();
    struct str command = {0};
    str_addf(&command, "%s/bin/javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -g -d %s", home,
             dir);
    for (uint32_t i = 0; i < names.n; i++) str_addf(&command, " tests/java/programs/%s.java", names.at[i]);
    str_addf(&command, " && cp -r tests/java/programs/META-INF tests/java/programs/*.properties %s", dir);
    run_command(&command);
    str_addf(&command,
             "%s/bin/java " JVM_FLAGS
             " -XX:TieredStopAtLevel=1 --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED"
             " tests/java/RunAll.java %s",
             home, dir);
    for (uint32_t i = 0; i < names.n; i++) str_addf(&command, " %s", names.at[i]);
    run_command(&command);
    path = java_classpath_open(&(struct java_classpath_options){.path = dir, .java_home = home}, &d);
    program = path ? java_program_new(path, &d) : NULL;
    if (!program) fail_msg("%s", d.text);
    free(home);
    return 0;
}

static int tear_down(void **state) {
    java_program_free(program);
    java_classpath_close(path);
    for (uint32_t i = 0; i < names.n; i++) mem_free(names.at[i]);
    vec_free(&names);
    struct str command = {0};
    str_addf(&command, "rm -r %s", dir);
    run_command(&command);
    return 0;
}

// What an exception that left main says of itself, as RunAll prints it.
static void add_uncaught(struct java_thread *t) {
    struct java_method *m = java_class_find(t->program->object, "toString", "()Ljava/lang/String;");
    union word self = word_ref(t->exception), text;
    t->exception = NULL;
    str_add(&t->output, "uncaught ");
    if (java_call(t, java_select(t, self.r->class, m), &self, NULL, &text, NULL) == JAVA_RETURNED)
        java_string_chars(text.r, &t->output);
    str_add(&t->output, "\n");
}

static void run(struct java_thread *t, const char *name) {
    java_thread_begin_run(t);
    struct java_class *c = program_class_of(program, name);
    assert_non_null(c);
    struct object *args = java_new_array(t, program_array_of(program, program->string), 0);
    union word word = word_ref(args);
    enum java_end end = java_initialize(t, c);
    if (end == JAVA_RETURNED)
        end = java_call(t, java_class_find(c, "main", "([Ljava/lang/String;)V"), &word, NULL, NULL, NULL);
    if (end == JAVA_THROWN) add_uncaught(t);
    if (end == JAVA_STOPPED) str_addf(&t->output, "stopped (%d): %s\n", t->stop, str_text(&t->stop_text));
}

// Prints the first line that differs.
static bool same(const char *name, const struct str *expected, const struct str *got) {
    if (expected->n == got->n && memcmp(str_text(expected), str_text(got), got->n) == 0) return true;
    const char *a = str_text(expected), *b = str_text(got);
    uint32_t line = 1;
    size_t from = 0;
    for (size_t i = 0; a[i] == b[i] && a[i]; i++)
        if (a[i] == '\n') line++, from = i + 1;
    fprintf(stderr, "%s: line %u\n  expected: %.*s\n  got:      %.*s\n", name, line,
            (int)strcspn(a + from, "\n"), a + from, (int)strcspn(b + from, "\n"), b + from);
    return false;
}

// A class of the JDK whose initializer needs what has no model is as before in the next run; and so is all
// that was initialised ahead of it.
static void initializers_that_stop(void **state) {
    struct run_limits limits = {.steps = 200000000, .memory = (uint64_t)1 << 30};
    struct java_thread *t = java_thread_new(program, &limits);
    struct diag d = {0};
    struct str expected = {0}, file = {0};
    assert_int_equal(java_thread_boot(t), JAVA_RETURNED);
    java_thread_begin_run(t);
    struct java_class *stops =
        program_class_of(program, "java/lang/ProcessHandleImpl"); // what it asks is the system's
    assert_non_null(stops);
    assert_int_equal(java_initialize(t, stops), JAVA_STOPPED);
    str_addf(&file, "%s/%s.expected", dir, names.at[0]);
    if (!file_read(file.at, &expected, &d)) fail_msg("%s", d.text);
    run(t, names.at[0]);
    assert_true(same(names.at[0], &expected, &t->output));
    str_free(&expected);
    str_free(&file);
    java_thread_free(t);
}

// Methods of Threads.java that need another thread to go on.
static void threads_that_wait(void **state) {
    static const char *const methods[] = {"waitsInMonitor", "startsInMonitor", "waitsForWaiting"};
    struct run_limits limits = {.steps = 1000000, .memory = (uint64_t)1 << 28};
    struct java_thread *t = java_thread_new(program, &limits);
    assert_int_equal(java_thread_boot(t), JAVA_RETURNED);
    struct java_class *c = program_class_of(program, "Threads");
    assert_non_null(c);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        java_thread_begin_run(t);
        assert_int_equal(java_initialize(t, c), JAVA_RETURNED);
        enum java_end end = java_call(t, java_class_find(c, methods[i], "()V"), NULL, NULL, NULL, NULL);
        if (end != JAVA_STOPPED || t->stop != STOP_NO_MODEL) fail_msg("%s was followed", methods[i]);
    }
    java_thread_free(t);
}

static void all_programs(void **state) {
    uint32_t runs = tier_number(2, 3, 3); // in one thread: each finds the JDK as the first did
    struct run_limits limits = {.steps = 200000000, .memory = (uint64_t)1 << 30};
    struct java_thread *t = java_thread_new(program, &limits);
    assert_int_equal(java_thread_boot(t), JAVA_RETURNED);
    uint32_t wrong = 0;
    for (uint32_t r = 0; r < runs; r++)
        for (uint32_t i = 0; i < names.n; i++) {
            struct diag d = {0};
            struct str expected = {0}, file = {0};
            str_addf(&file, "%s/%s.expected", dir, names.at[i]);
            if (!file_read(file.at, &expected, &d)) fail_msg("%s", d.text);
            run(t, names.at[i]);
            if (!same(names.at[i], &expected, &t->output)) wrong++;
            str_free(&expected);
            str_free(&file);
        }
    java_thread_free(t);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_programs),
                                       cmocka_unit_test(initializers_that_stop),
                                       cmocka_unit_test(threads_that_wait)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
