// SPDX-License-Identifier: Apache-2.0
// Keywords and fixed formats behind two or three calls of the libraries' text functions, as parsers have them
// (oracles/texts): the line behind them is reached within a number of runs. And what the rules for OTP's
// module string predict is what the VM does.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracles/drive.h"
#include "tier.h"

enum { RUNS = 2500, SECONDS = 120 };

static char *classes;

// The result object for a unit, searched by one worker.
static struct output search(const char *language, const char *unit, const char *runs, bool replay) {
    char *out = drive_scratch(), *path = strcmp(language, "erl") == 0 ? "-pa" : "-cp";
    char *argv[] = {(char *)drive_frisk(),
                    (char *)language,
                    "-q",
                    "-j",
                    "1",
                    "-t",
                    "60",
                    "-n",
                    (char *)runs,
                    "--json",
                    "-",
                    "-o",
                    out,
                    path,
                    classes,
                    (char *)unit,
                    replay ? NULL : "--no-replay",
                    NULL};
    struct output o = drive_run(argv, NULL, SECONDS);
    drive_remove(out);
    free(out);
    return o;
}

struct unit {
    const char *name, *runs; // NULL: RUNS
};

static const struct unit erlang_units[] = {
    {"texts:verb/1", NULL},         {"texts:content_type/1", NULL}, {"texts:header/1", NULL},
    {"texts:flag/1", NULL},         {"texts:iso_date/1", NULL},     {"texts:version/1", "20000"},
    {"texts:setting/1", NULL},      {"texts:encoding/1", NULL},     {"texts:cookie/1", NULL},
    {"texts:color/1", NULL},        {"texts:request_line/1", NULL}, {"texts:quoted/1", NULL},
    {"texts:duration/1", NULL},     {"texts:section/1", NULL},      {"texts:month/1", NULL},
    {"texts:uuid_version/1", NULL}, {"texts:bearer/1", NULL},       {"texts:port/1", NULL},
    {"texts:charset/1", NULL},      {"texts:log_level/1", NULL}};
static const struct unit java_units[] = {
    {"Texts#verb", NULL},        {"Texts#contentType", NULL},   {"Texts#header", NULL},
    {"Texts#flag", NULL},        {"Texts#isoDate", NULL},       {"Texts#version", NULL},
    {"Texts#setting", NULL},     {"Texts#encoding", NULL},      {"Texts#cookie", NULL},
    {"Texts#color", NULL},       {"Texts#requestLine", "8000"}, {"Texts#quoted", NULL},
    {"Texts#duration", NULL},    {"Texts#section", NULL},       {"Texts#month", NULL},
    {"Texts#uuidVersion", NULL}, {"Texts#bearer", NULL},        {"Texts#port", NULL},
    {"Texts#command", NULL},     {"Texts#logLevel", NULL}};

static void are_reached(const char *language, const struct unit *units, uint32_t n) {
    char runs[16];
    uint32_t missed = 0;
    snprintf(runs, sizeof runs, "%d", RUNS);
    for (uint32_t i = 0; i < n; i++) {
        if (!tier_takes_some(i, 10, 2)) continue;
        struct output o = search(language, units[i].name, units[i].runs ? units[i].runs : runs, false);
        bool hit = strstr(o.out, "\"text\": \"reached\"") || strstr(o.out, "AssertionError: reached");
        if (!hit) printf("%s: not reached\n%s", units[i].name, o.err);
        missed += !hit;
        drive_free(&o);
    }
    assert_int_equal(missed, 0);
}

static void erlang_formats(void **state) {
    are_reached("erl", erlang_units, sizeof erlang_units / sizeof *erlang_units);
}
static void java_formats(void **state) {
    are_reached("java", java_units, sizeof java_units / sizeof *java_units);
}

static void rules_of_string(void **state) {
    static const char *const units[] = {
        "lower/1",  "upper/1",  "fold/1",   "title/1",   "trim/1",    "triml/1", "trimt/1", "trimb/1",
        "split/1",  "splitt/1", "splita/1", "splitcr/1", "splitlf/1", "repl/1",  "repla/1", "find/1",
        "findt/1",  "findlf/1", "prefix/1", "lex/1",     "lexlf/1",   "len/1",   "rev/1",   "slice/1",
        "slice3/1", "eq/2",     "eq2/1",    "toi/1",     "pad/1",     "take/1",  "chomp/1"};
    for (uint32_t i = 0; i < sizeof units / sizeof *units; i++) {
        char unit[64];
        if (!tier_takes_some(i, 16, 2)) continue;
        snprintf(unit, sizeof unit, "string_rules:%s", units[i]);
        struct output o = search("erl", unit, "200", true);
        if (!strstr(o.out, "\"different\": 0")) printf("%s: %s\n", unit, o.err);
        assert_non_null(strstr(o.out, "\"different\": 0"));
        assert_non_null(strstr(o.out, "\"proof\": \"confirmed\""));
        drive_free(&o);
    }
}

static void rules_of_java_strings(void **state) {
    static const char *const units[] = {"starts",     "startsTrimmed", "startsAt", "startsNowhere",
                                        "startsWide", "startsOther",   "ends",     "endsCut"};
    for (uint32_t i = 0; i < sizeof units / sizeof *units; i++) {
        char unit[64];
        if (!tier_takes_some(i, 8, 2)) continue;
        snprintf(unit, sizeof unit, "StringRules#%s", units[i]);
        struct output o = search("java", unit, "200", true);
        if (!strstr(o.out, "\"different\": 0")) printf("%s: %s\n", unit, o.err);
        assert_non_null(strstr(o.out, "\"different\": 0"));
        assert_non_null(strstr(o.out, "\"proof\": \"confirmed\""));
        drive_free(&o);
    }
}

static int compile(void **state) {
    char command[256];
    classes = drive_scratch();
    snprintf(command, sizeof command, "erlc +debug_info -o %s tests/oracles/texts/*.erl", classes);
    char *argv[] = {"/bin/sh", "-c", command, NULL};
    struct output o = drive_run(argv, NULL, SECONDS);
    int status = o.status;
    drive_free(&o);
    return status || drive_compile_java("tests/oracles/texts/*.java", classes);
}

static int clean_up(void **state) {
    drive_remove(classes);
    free(classes);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(erlang_formats),
        cmocka_unit_test(java_formats),
        cmocka_unit_test(rules_of_string),
        cmocka_unit_test(rules_of_java_strings),
    };
    return cmocka_run_group_tests(tests, compile, clean_up);
}
