// SPDX-License-Identifier: Apache-2.0
// Frisk's counts of clauses and lines against OTP's cover, which watches the real VM run the suites that
// frisk wrote. In shaped.erl every body of a clause is one expression on a line of its own, so that cover's
// lines are frisk's clauses, function by function. lines.erl and modules of OTP are compared line by line.
// Searches that end early show that what was not reached is told apart, too.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracles/drive.h"

static const struct {
    const char *source, *target, *options;
    bool clauses; // a line for each, of a unit of its own or of all of the module
} searches[] = {
    {"tests/erlang/shaped.erl", "shaped", "", true},
    {"tests/erlang/shaped.erl", "shaped", "-n 3", true},
    {"tests/erlang/shaped.erl", "shaped:pick/1", "", true},
    {"tests/erlang/shaped.erl", "shaped:pick/1", "-n 2", true},
    {"tests/erlang/shaped.erl", "shaped:safe/1", "-n 2", true},
    {"tests/erlang/shaped.erl", "shaped:grade/1", "-n 4", true},
    {"tests/erlang/lines.erl", "lines", "-n 200", false},
    {"tests/erlang/lines.erl", "lines", "-n 3 --no-random", false},
    {"", "gb_trees", "-n 60", false},
    {"", "queue", "-n 15", false},
    {"", "uri_string", "-n 15", false},
};
enum { SEARCHES = sizeof searches / sizeof *searches };

static char *scratch;

static void shell(const char *script) {
    char *argv[] = {"/bin/sh", "-c", (char *)script, NULL};
    struct output o = drive_run(argv, NULL, 400);
    if (o.status) fail_msg("%s\n%s%s", script, o.out, o.err);
    print_message("%s", o.out);
    drive_free(&o);
}

// A unit tells of each of its functions, a module of all of its clauses or lines.
static void compare(size_t i) {
    bool module = !strchr(searches[i].target, ':');
    char script[1000];
    snprintf(
        script, sizeof script,
        !searches[i].clauses ? "cd %s && echo %s && jq -r '.modules[0] | \"of \\(.lines.of)\\nmissed "
                               "\\(.missed | tostring)\"' %zu.json >frisk && "
                               "grep -E '^(of|missed)' %zu.cover >real && cat real && diff frisk real"
        : module
            ? "cd %s && echo %s && jq -r '.modules[0].clauses | \"all \\(.hit) \\(.of)\"' %zu.json >frisk && "
              "grep ^all %zu.cover >real && cat real && diff frisk real"
            : "cd %s && echo %s && jq -r '.coverage.functions[] | select(.clauses.hit > 0) | "
              "\"\\(.name[7:]) \\(.clauses.hit) \\(.clauses.of)\"' %zu.json | sort >frisk && "
              "grep / %zu.cover | sort >real && cat real && [ -s real ] && diff frisk real",
        scratch, searches[i].target, i, i);
    shell(script);
}

static void same_count(void **state) {
    (void)state;
    char script[1000], measure[2000];
    scratch = drive_scratch();
    int n = snprintf(measure, sizeof measure, "escript tests/erlang/cover_lines.escript");
    for (size_t i = 0; i < SEARCHES; i++) {
        const char *source = searches[i].source;
        snprintf(script, sizeof script,
                 "out=%s/%zu; '%s' erl -q -j 1 -t 20 --no-prune %s -o $out --json $out.json %s %s "
                 ">$out.txt 2>&1; [ $? -le 1 ] || { cat $out.txt; exit 9; }",
                 scratch, i, drive_frisk(), searches[i].options, source, searches[i].target);
        shell(script);
        n += snprintf(measure + n, sizeof measure - (size_t)n, " %s/%zu %s", scratch, i,
                      *source ? source : searches[i].target);
    }
    shell(measure);
    for (size_t i = 0; i < SEARCHES; i++) compare(i);
    drive_remove(scratch);
    free(scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_count)};
    return cmocka_run_group_tests_name("cover", tests, NULL, NULL);
}
