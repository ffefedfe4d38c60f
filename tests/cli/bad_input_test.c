// SPDX-License-Identifier: Apache-2.0
// What a user can get wrong: one line on standard error that names the matter, nothing on standard output,
// exit status 2 (wrong usage) or 3 (could not analyse), and never a crash or a hang.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracles/drive.h"
#include "tier.h"

static char frisk[4096];
static char *scratch; // a directory with the bad files, for the whole group

static char *path_in(const char *name) {
    char *path = malloc(strlen(scratch) + strlen(name) + 2);
    sprintf(path, "%s/%s", scratch, name);
    return path;
}

static void put(const char *name, const char *text, size_t n, mode_t mode) {
    char *path = path_in(name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, n), (ssize_t)n);
    close(fd);
    free(path);
}

static void put_text(const char *name, const char *text) {
    put(name, text, strlen(text), 0644);
}

// Compiles NAME.erl of the scratch directory there, with the given option.
static void compile(const char *name, const char *option) {
    char *source = path_in(name);
    char *argv[] = {"/bin/sh", "-c", "exec erlc \"$1\" -o \"$2\" \"$3\"", "sh", (char *)option, scratch,
                    source,    NULL};
    struct output o = drive_run(argv, NULL, 60);
    assert_int_equal(o.status, 0);
    drive_free(&o);
    free(source);
}

static int set_up(void **state) {
    (void)state;
    scratch = drive_scratch();
    assert_non_null(realpath(drive_frisk(), frisk));
    static const char good[] =
        "-module(good).\n-export([f/1]).\n-spec f(integer()) -> ok.\nf(7) -> error(seven);\n"
        "f(_) -> ok.\n";
    put_text("good.erl", good);
    put_text("syntax.erl", "-module(syntax).\n-export([f/1]).\nf(X) -> case X of 1 -> ok.\n");
    put_text("unbound.erl", "-module(unbound).\n-export([f/1]).\nf(X) -> Y.\n");
    put_text("empty.erl", "");
    put_text("not_a_beam.beam", "this is no beam file at all");
    put_text("empty.beam", "");
    put("cut.beam", "FOR1\0\0\1\0BEAM", 12, 0644);
    put_text("bare.erl", "-module(bare).\n-export([f/1]).\nf(X) -> X + 1.\n");
    compile("bare.erl", "+no_debug_info");
    compile("good.erl", "+debug_info");
    // Programs that take the place of erl: one that ends at once, one that ends after the first bytes it
    // reads, one that writes rubbish, one that never answers.
    char *fake[] = {"gone", "midway", "rubbish", "mute"};
    const char *script[] = {"#!/bin/sh\nexit 1\n", "#!/bin/sh\nhead -c 5 <&3 >/dev/null\nexit 3\n",
                            "#!/bin/sh\nwhile :; do echo 'no packet of this protocol' >&4 || exit 4; done\n",
                            "#!/bin/sh\n: >\"${0%/*}/started\"; exec sleep 60\n"};
    for (int i = 0; i < 4; i++) {
        char *dir = path_in(fake[i]), name[40];
        assert_int_equal(mkdir(dir, 0755), 0);
        free(dir);
        snprintf(name, sizeof name, "%s/erl", fake[i]);
        put(name, script[i], strlen(script[i]), 0755);
    }
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    drive_remove(scratch);
    free(scratch);
    return 0;
}

enum { EITHER = 23 };

// Runs frisk in the scratch directory's terms: every word that starts with '@' is a path in it.
struct bad {
    const char *name;
    const char *words[8];
    int status;        // or EITHER: 2 and 3 will both do
    const char *names; // what the line must mention
    const char *erl;   // NULL: the real one; "-": none on the PATH; else the fake directory
};

static const struct bad bads[] = {
    {"no such file", {"erl", "@absent.erl", "absent:f/1"}, EITHER, "absent.erl", NULL},
    {"no such beam", {"erl", "@absent.beam", "absent:f/1"}, EITHER, "absent.beam", NULL},
    {"not a beam", {"erl", "@not_a_beam.beam", "not_a_beam:f/1"}, 3, "not_a_beam.beam", NULL},
    {"an empty beam", {"erl", "@empty.beam", "empty:f/1"}, 3, "empty.beam", NULL},
    {"a beam cut short", {"erl", "@cut.beam", "cut:f/1"}, 3, "cut.beam", NULL},
    {"no debug_info", {"erl", "@bare.beam", "bare:f/1"}, 3, "debug_info", NULL},
    {"no debug_info in a path", {"erl", "-pa", "@", "bare:f/1"}, 3, "debug_info", NULL},
    {"a syntax error", {"erl", "@syntax.erl", "syntax:f/1"}, 3, "syntax.erl:3", NULL},
    {"an unbound variable", {"erl", "@unbound.erl", "unbound:f/1"}, 3, "unbound.erl:3", NULL},
    {"an empty source", {"erl", "@empty.erl", "empty:f/1"}, 3, "empty.erl", NULL},
    {"no such module", {"erl", "no_such_module:f/1"}, EITHER, "no_such_module", NULL},
    {"no such function", {"erl", "@good.erl", "good:g/1"}, EITHER, "good:g/1", NULL},
    {"no such arity", {"erl", "@good.erl", "good:f/2"}, EITHER, "good:f/2", NULL},
    {"arguments that do not parse", {"erl", "@good.erl", "good:f", "[1, 2"}, EITHER, "", NULL},
    {"too many arguments", {"erl", "@good.erl", "good:f", "1, 2, 3"}, EITHER, "good:f/3", NULL},
    {"a unit that is none", {"erl", "good:f/x"}, 2, "good:f/x", NULL},
    {"a unit without a name", {"erl", ":f/1"}, 2, "", NULL},
    {"no unit", {"erl"}, 2, "", NULL},
    {"no language", {NULL}, 2, "", NULL},
    {"an unknown language", {"cobol", "x:y/1"}, 2, "cobol", NULL},
    {"an unknown option", {"erl", "--no-such-option", "good:f/1"}, 2, "--no-such-option", NULL},
    {"an option without its value", {"erl", "good:f/1", "-d"}, 2, "-d", NULL},
    {"a value that is no number", {"erl", "-d", "many", "good:f/1"}, 2, "many", NULL},
    {"a negative number", {"erl", "-d", "-3", "good:f/1"}, 2, "-3", NULL},
    {"an unknown strategy", {"erl", "-s", "luck", "good:f/1"}, 2, "luck", NULL},
    {"no erl", {"erl", "@good.erl", "good:f/1"}, 3, "erl", "-"},
    {"an erl that ends at once", {"erl", "@good.erl", "good:f/1"}, 3, "erl", "gone"},
    {"an erl that dies midway", {"erl", "@good.erl", "good:f/1"}, 3, "erl", "midway"},
    {"an erl that talks rubbish", {"erl", "@good.erl", "good:f/1"}, 3, "erl", "rubbish"},
    {"an output that is a file",
     {"erl", "-o", "@good.erl", "@good.erl", "good:f/1"},
     EITHER,
     "good.erl",
     NULL},
    {"an output that cannot be made",
     {"erl", "-o", "/proc/frisk-out", "@good.erl", "good:f/1"},
     3,
     "/proc/frisk-out",
     NULL},
    {"a result that cannot be written",
     {"erl", "--json", "/proc/r.json", "@good.erl", "good:f/1"},
     3,
     "/proc/r.json",
     NULL},
};

static unsigned lines_of(const char *text) {
    unsigned n = 0;
    for (const char *c = text; *c; c++) n += *c == '\n';
    return n;
}

static void check_bad(void **state) {
    const struct bad *b = *state;
    char *argv[16] = {(char *)drive_frisk()}, *owned[16];
    int n = 1, n_owned = 0;
    char *out_dir = path_in("out");
    for (int i = 0; i < 8 && b->words[i]; i++) {
        if (b->words[i][0] == '@')
            argv[n++] = owned[n_owned++] = path_in(b->words[i] + 1);
        else
            argv[n++] = (char *)b->words[i];
        if (i == 0 && b->words[1]) { // progress is no matter here; and no suite in the project's root
            argv[n++] = "-q";
            argv[n++] = "-o";
            argv[n++] = out_dir;
        }
    }
    argv[n] = NULL;
    char cache[200], path[300];
    snprintf(cache, sizeof cache, "XDG_CACHE_HOME=%s/cache%s", scratch, b->erl ? "-none" : "");
    snprintf(path, sizeof path, "PATH=%s/%s", scratch, b->erl ? b->erl : "");
    char *environment[] = {cache, b->erl ? path : NULL, NULL};
    if (b->erl && strcmp(b->erl, "-") != 0) strncat(path, ":/usr/bin:/bin", sizeof path - strlen(path) - 1);

    struct output o = drive_run(argv, environment, 60);
    bool right = b->status == EITHER ? o.status == 2 || o.status == 3 : o.status == b->status;
    if (!right || lines_of(o.err) != 1 || !strstr(o.err, b->names) || o.out[0])
        fail_msg("%s: status %d instead of %d, must mention '%s'\nstdout: %s\nstderr: %s", b->name, o.status,
                 b->status, b->names, o.out, o.err);
    drive_free(&o);
    for (int i = 0; i < n_owned; i++) free(owned[i]);
    free(out_dir);
}

// The good neighbour of all of these, so that they fail for the reason meant.
static void good_input(void **state) {
    (void)state;
    char *source = path_in("good.erl"), *beam = path_in("good.beam"), *out_dir = path_in("out-good"),
         cache[200];
    snprintf(cache, sizeof cache, "XDG_CACHE_HOME=%s/cache", scratch);
    char *environment[] = {cache, NULL};
    char *files[] = {source, beam};
    for (int i = 0; i < 2; i++) {
        char *argv[] = {(char *)drive_frisk(), "erl", "-q", "-o", out_dir, files[i], "good:f/1", NULL};
        struct output o = drive_run(argv, environment, 60);
        if (o.status != 1 || !strstr(o.out, "good:f(7)"))
            fail_msg("%s: status %d\nstdout: %s\nstderr: %s", files[i], o.status, o.out, o.err);
        drive_free(&o);
    }
    free(source);
    free(beam);
    free(out_dir);
}

// The first signal asks for an end, which frisk comes to once erl has answered; the second does not wait for
// it, whichever of the two it is.
static void two_signals_end_it(void **state) {
    (void)state;
    char script[5000];
    snprintf(
        script, sizeof script,
        "cd %s; PATH=$PWD/mute:/usr/bin:/bin XDG_CACHE_HOME=$PWD/cache-mute '%s' erl -q -o out good.erl "
        "good:f/1 & "
        "while ! test -e mute/started; do sleep 0.05; done; kill -TERM $!; sleep 0.2; kill -0 $! || exit 1; "
        "kill -INT $!; wait $!",
        scratch, frisk);
    char *argv[] = {"/bin/bash", "-m", "-c", script, NULL};
    struct output o = drive_run(argv, NULL, 50);
    if (o.status != 128 + SIGINT || o.out[0]) fail_msg("status %d: %s%s", o.status, o.out, o.err);
    drive_free(&o);
}

// X * X * X = 2^300000 + 7 keeps Z3 busy for minutes, and it sees no interrupt meanwhile.
static void a_signal_ends_a_query(void **state) {
    (void)state;
    put_text("cube.erl",
             "-module(cube).\n-export([f/1]).\n-spec f(integer()) -> ok.\n"
             "f(X) when X * X * X =:= (1 bsl 300000) + 7 -> ok;\nf(5) -> error(five);\nf(_) -> ok.\n");
    char script[5000];
    snprintf(script, sizeof script,
             "cd %s; XDG_CACHE_HOME=$PWD/cache '%s' erl -q --query-time 600s --json cube.json -o out "
             "cube.erl cube:f/1 & "
             "while kill -0 $! && ! cat $(cat /proc/$!/task/*/children | sed 's,[0-9]\\+,/proc/&/comm,g') "
             "/dev/null | "
             "grep -q frisk-z3; do sleep 0.05; done; sleep 0.5; kill -TERM $!; wait $!; status=$?; "
             "test -s cube.json && test -s out/frisk_cube_f_1_findings_tests.erl || exit 100; exit $status",
             scratch, frisk);
    char *argv[] = {"/bin/bash", "-m", "-c", script, NULL};
    struct output o = drive_run(argv, NULL, 60);
    if (o.status != 1 || !strstr(o.out, "cube:f(5)")) fail_msg("status %d: %s%s", o.status, o.out, o.err);
    drive_free(&o);
}

static void words(void **state) {
    (void)state;
    const char *const asked[][2] = {{"--version", "frisk "}, {"--help", "--json"}};
    for (size_t i = 0; i < 2; i++) {
        char *argv[] = {(char *)drive_frisk(), (char *)asked[i][0], NULL};
        struct output o = drive_run(argv, NULL, 20);
        assert_int_equal(o.status, 0);
        assert_non_null(strstr(o.out, asked[i][1]));
        assert_string_equal(o.err, "");
        drive_free(&o);
    }
}

int main(void) {
    enum { N = sizeof bads / sizeof *bads };
    static struct CMUnitTest tests[N + 4];
    size_t n = 0;
    for (size_t i = 0; i < N; i++)
        if (tier_takes(i, 3))
            tests[n++] =
                (struct CMUnitTest){bads[i].name, check_bad, NULL, NULL, (void *)(uintptr_t)&bads[i]};
    tests[n++] = (struct CMUnitTest){"good input", good_input, NULL, NULL, NULL};
    tests[n++] = (struct CMUnitTest){"--version, --help", words, NULL, NULL, NULL};
    tests[n++] = (struct CMUnitTest){"two signals", two_signals_end_it, NULL, NULL, NULL};
    tests[n++] = (struct CMUnitTest){"a signal during a query", a_signal_ends_a_query, NULL, NULL, NULL};
    return _cmocka_run_group_tests("bad input", tests, n, set_up, tear_down);
}
