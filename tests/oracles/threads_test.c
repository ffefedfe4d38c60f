// SPDX-License-Identifier: Apache-2.0
// Several workers on one unit find what one finds. In the build with ThreadSanitizer (make MODE=tsan) a race
// among them ends frisk with status 99; there the full tier goes through all units of the oracles, too.
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "oracles/drive.h"
#include "tier.h"

#ifdef __SANITIZE_THREAD__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
enum { STATUS_ERRORS = 1, STATUS_RACE = 99, STATUS_SIGNAL = 128 };

static const double call_seconds = 300;

// frisk ARGUMENTS (in the shell's syntax), with four workers.
static struct output frisk(const char *arguments) {
    char *dir = drive_scratch(), command[1024];
    snprintf(command, sizeof command, "exec %s %s -q -j 4 -o %s/out", drive_frisk(), arguments, dir);
    char *argv[] = {"/bin/sh", "-c", command, NULL};
    struct output o = drive_run(argv, NULL, call_seconds);
    if (o.status < 0 || o.status == STATUS_RACE || o.status > STATUS_SIGNAL)
        fprintf(stderr, "%s: status %d\n%s", command, o.status, o.err);
    drive_remove(dir);
    free(dir);
    return o;
}

// Units with errors, and what the report of them says: the counts are those of the oracles (examples_test.c),
// and left(0) divides by zero. NULL: searches without an end, of which workers find what they find.
static const struct {
    const char *arguments, *says;
} units[] = {
    {"erl -t 100 examples/account.erl", "2 functions: 2 errors in 2 of them, 2 searched completely"},
    {"erl -t 100 -g coverage examples/packet.erl",
     "3 functions: 3 errors in 3 of them, 3 searched completely"},
    {"erl -n 3000 -t 100 --no-replay running:foo/1 examples/running.erl", NULL},
    {"java -n 300 -t 100 --cp $CLASSES 'Account#left'", "java.lang.ArithmeticException: / by zero"},
    {"java -n 1000 -t 100 --no-replay --cp $CLASSES 'Account#parse'", NULL},
};

static void several_workers_find_what_one_finds(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct output o = frisk(units[i].arguments);
        assert_int_equal(o.status, STATUS_ERRORS);
        if (units[i].says && !strstr(o.out, units[i].says)) fail_msg("%s: %s", units[i].arguments, o.out);
        drive_free(&o);
    }
}

// Whatever is found there: no race, no crash.
static void follow(const char *format, const char *target) {
    char arguments[512];
    snprintf(arguments, sizeof arguments, format, target);
    struct output o = frisk(arguments);
    assert_in_range(o.status, 0, STATUS_ERRORS);
    drive_free(&o);
}

static void no_race_on_any_oracle(void **state) {
    (void)state;
    if (!SANITIZED || tier_is("fast")) skip();
    glob_t files;
    assert_int_equal(glob("examples/*.erl", 0, NULL, &files), 0);
    assert_int_equal(glob("tests/oracles/units/*.erl", GLOB_APPEND, NULL, &files), 0);
    assert_int_equal(glob("tests/oracles/kinds/*.erl", GLOB_APPEND, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        follow("erl -t 2 %s", files.gl_pathv[i]);
        follow("erl -t 2 -g coverage --no-replay %s", files.gl_pathv[i]);
    }
    globfree(&files);
    static const char *const classes[] = {
        "Account",
        "structures",
        "statics",
        "groups",
        "Arithmetic ArrayKinds Messages Nulls Throws",
        "ArrayAccess ArrayCreation Div ExtraMath Primes SquareRoot ZeroDivisor"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        follow("java -t 2 --cp $CLASSES %s", classes[i]);
}

static int compile(void **state) {
    char *dir = drive_scratch();
    *state = dir;
    setenv("CLASSES", dir, 1);
    if (!SANITIZED || tier_is("fast")) return drive_compile_java("examples/Account.java", dir);
    return drive_compile_java("examples/Account.java tests/java/kinds/*.java tests/java/structures/*.java "
                              "tests/java/statics/*.java tests/java/groups/*.java tests/java/examples/*.java",
                              dir);
}

static int remove_classes(void **state) {
    drive_remove(*state);
    free(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_workers_find_what_one_finds),
        cmocka_unit_test(no_race_on_any_oracle),
    };
    return cmocka_run_group_tests_name("threads", tests, compile, remove_classes);
}
