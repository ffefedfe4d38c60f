// SPDX-License-Identifier: Apache-2.0
// What a claim says that it rests on (proof_rules): the rule that the unit was written for is named, and
// where nothing is claimed none is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"

static char *dir;

static json_t *search(char **argv) {
    struct output o = drive_run(argv, NULL, 120);
    json_t *result = json_loads(o.out, 0, NULL);
    if (!result) fail_msg("no result: %s", o.err);
    drive_free(&o);
    return result;
}

static json_t *rules_of(json_t *result, const char *unit) {
    size_t i;
    json_t *u;
    json_array_foreach(json_object_get(result, "units"), i,
                       u) if (strstr(json_string_value(json_object_get(u, "unit")),
                                     unit)) return json_object_get(u, "proof_rules");
    fail_msg("no unit %s", unit);
    return NULL;
}

static bool names(const json_t *rules, const char *rule) {
    size_t i;
    const json_t *r;
    json_array_foreach(rules, i, r) if (!strcmp(json_string_value(r), rule)) return true;
    return false;
}

struct row {
    const char *unit, *rule; // NULL: nothing is claimed
};

static void check(json_t *result, const struct row *rows, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const json_t *rules = rules_of(result, rows[i].unit);
        if (!rows[i].rule) assert_int_equal(json_array_size(rules), 0);
        if (rows[i].rule && !names(rules, rows[i].rule))
            fail_msg("%s does not rest on %s", rows[i].unit, rows[i].rule);
    }
    json_decref(result);
}

static void erlang(void **state) {
    (void)state;
    char file[300];
    snprintf(file, sizeof file, "%s/rul.erl", dir);
    char *pruned[] = {(char *)drive_frisk(), "erl",    "-q", "-j", "1", "-n", "200",
                      "--no-replay",         "--json", "-",  file, NULL};
    static const struct row ahead[] = {{"rul:half/1", "safe-branch analysis"},
                                       {"rul:len/1", "size change"},
                                       {"rul:down/1", "counted loop"},
                                       {"rul:open/1", NULL}};
    check(search(pruned), ahead, sizeof ahead / sizeof *ahead);
    char *searched[] = {(char *)drive_frisk(), "erl",        "-q",     "-j", "1",  "-n", "200",
                        "--no-replay",         "--no-prune", "--json", "-",  file, NULL};
    static const struct row tried[] = {{"rul:half/1", "all paths tried"},
                                       {"rul:word/1", "literal switch"},
                                       {"rul:mixed/1", "mixed numbers"},
                                       {"rul:asked/1", "orders of events"},
                                       {"rul:open/1", NULL}};
    check(search(searched), tried, sizeof tried / sizeof *tried);
}

static void java(void **state) {
    (void)state;
    char *methods[] = {(char *)drive_frisk(), "java",   "-q", "-j",   "1", "-n",  "200",
                       "--no-replay",         "--json", "-",  "--cp", dir, "Rul", NULL};
    static const struct row rows[] = {
        {"#get(", "accessor"}, {"#sum(", "counted loop"}, {"#fixed(", "constant static"}, {"#open(", NULL}};
    check(search(methods), rows, sizeof rows / sizeof *rows);
    char *program[] = {(char *)drive_frisk(),
                       "java",
                       "-q",
                       "-j",
                       "1",
                       "-t",
                       "20",
                       "--no-replay",
                       "--json",
                       "-",
                       "--cp",
                       dir,
                       "--main",
                       "--input-class",
                       "In",
                       "Loop",
                       "Cases",
                       NULL};
    static const struct row programs[] = {{"Loop#main", "state matching"}, {"Cases#main", "state merging"}};
    check(search(program), programs, sizeof programs / sizeof *programs);
}

static int set_up(void **state) {
    (void)state;
    dir = drive_scratch();
    static const char *const script =
        "cd \"$1\"\n"
        "cat >rul.erl <<'END'\n"
        "-module(rul).\n"
        "-export([half/1, len/1, down/1, word/1, mixed/1, asked/1, open/1]).\n"
        "-spec half(integer()) -> integer().\n"
        "half(X) -> X div 2.\n"
        "-spec len([term()]) -> integer().\n"
        "len([]) -> 0; len([_ | T]) -> 1 + len(T).\n"
        "-spec down(non_neg_integer()) -> ok.\n"
        "down(0) -> ok; down(N) -> down(N - 1).\n"
        "-spec word(a | b | c | d) -> integer().\n"
        "word(a) -> 1; word(b) -> 2; word(c) -> 3; word(d) -> 4.\n"
        "-spec mixed(1..3) -> boolean().\n"
        "mixed(X) -> X == float(X).\n"
        "-spec asked(1..3) -> integer().\n"
        "asked(X) -> S = self(), spawn(fun() -> S ! X end), receive Y -> Y end.\n"
        "-spec open(pos_integer()) -> integer().\n"
        "open(1) -> 1; open(27) -> error(found); open(N) when N rem 2 =:= 0 -> open(N div 2); open(N) -> "
        "open(3 * N + 1).\n"
        "END\n"
        "cat >Rul.java <<'END'\n"
        "public class Rul { private int n; private static int three = 3;\n"
        "  public int get() { return n; }\n"
        "  public static int sum(int k) { int s = 0; for (int i = 0; i < k; i++) s ^= i; return s; }\n"
        "  public static int fixed(int k) { return k > three ? 1 : 2; }\n"
        "  public static int open(String s) { return s == null ? 0 : s.trim().length(); } }\n"
        "class In { static int next() { return 7; } }\n"
        "class Loop { public static void main(String[] a) { int s = 0;\n"
        "  while (true) { int k = In.next(); if (k == 1 && s < 2) s++; if (k == 2) s = 0; assert s < 3; } } "
        "}\n"
        "class Cases { public static void main(String[] a) { int s = 0;\n"
        "  for (int i = 0; i < 12; i++) if (In.next() > 5) s += 2; else s += 1; assert s >= 12 && s <= 24; } "
        "}\n"
        "END\n"
        "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -g Rul.java\n";
    char *argv[] = {"/bin/sh", "-e", "-c", (char *)script, "sh", dir, NULL};
    struct output o = drive_run(argv, NULL, 120);
    int status = o.status;
    if (status) fprintf(stderr, "%s", o.err);
    drive_free(&o);
    return status;
}

static int clean_up(void **state) {
    (void)state;
    drive_remove(dir);
    free(dir);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(erlang), cmocka_unit_test(java)};
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
