// SPDX-License-Identifier: Apache-2.0
// Frisk's count of clauses against OTP's cover, which watches the real VM run the suites that frisk wrote. In
// shaped.erl every body of a clause is one expression on a line of its own, so that cover's lines are frisk's
// clauses, function by function. Searches that end early show that what was not reached is told apart, too.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracles/drive.h"

static const struct {
    const char *target, *options;
} searches[] = {
    {"shaped", ""},
    {"shaped", "-n 3"},
    {"shaped:pick/1", ""},
    {"shaped:pick/1", "-n 2"},
    {"shaped:safe/1", "-n 2"},
    {"shaped:grade/1", "-n 4"},
};
enum { SEARCHES = sizeof searches / sizeof *searches };

static char *scratch;

static void shell(const char *script) {
    char *argv[] = {"/bin/sh", "-c", (char *)script, NULL};
    struct output o = drive_run(argv, NULL, 120);
    if (o.status) fail_msg("%s\n%s%s", script, o.out, o.err);
    print_message("%s", o.out);
    drive_free(&o);
}

// A unit tells of each of its functions, a module of all of its clauses.
static void compare(size_t i) {
    bool module = !strchr(searches[i].target, ':');
    char script[1000];
    snprintf(
        script, sizeof script,
        module
            ? "cd %s && echo %s && jq -r '.modules[0].clauses | \"all \\(.hit) \\(.of)\"' %zu.json >frisk && "
              "grep ^all %zu.cover >real && cat real && diff frisk real"
            : "cd %s && echo %s && jq -r '.coverage.functions[] | select(.clauses.hit > 0) | "
              "\"\\(.name[7:]) \\(.clauses.hit) \\(.clauses.of)\"' %zu.json | sort >frisk && "
              "grep -v ^all %zu.cover | sort >real && cat real && [ -s real ] && diff frisk real",
        scratch, searches[i].target, i, i);
    shell(script);
}

static void same_count(void **state) {
    (void)state;
    char script[1000], measure[1000];
    scratch = drive_scratch();
    int n =
        snprintf(measure, sizeof measure, "escript tests/erlang/cover_lines.escript tests/erlang/shaped.erl");
    for (size_t i = 0; i < SEARCHES; i++) {
        snprintf(script, sizeof script,
                 "out=%s/%zu; '%s' erl -q -j 1 -t 20 --no-prune %s -o $out --json $out.json "
                 "tests/erlang/shaped.erl "
                 "%s >$out.txt 2>&1; [ $? -le 1 ] || { cat $out.txt; exit 9; }",
                 scratch, i, drive_frisk(), searches[i].options, searches[i].target);
        shell(script);
        n += snprintf(measure + n, sizeof measure - (size_t)n, " %s/%zu", scratch, i);
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
