// SPDX-License-Identifier: Apache-2.0
// Any call that is printed can be given back: the search begins with it, so that its first run alone fails in
// the same way. The same holds for calls as people write them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "groups.h"
#include "java/input/java_read.h"
#include "oracles/drive.h"
#include "tier.h"

static char *classes, *out_dir;

static json_t *search(const char *target, const char *runs, int status) {
    char *argv[] = {(char *)drive_frisk(),
                    "java",
                    "-q",
                    "-j",
                    "1",
                    "-t",
                    "20",
                    "-n",
                    (char *)runs,
                    "--no-replay",
                    "--cp",
                    classes,
                    "-o",
                    out_dir,
                    "--json",
                    "-",
                    (char *)target,
                    strcmp(runs, "1") ? "-q" : "--no-random",
                    NULL};
    struct output o = drive_run(argv, NULL, 300);
    if (o.status != status) fail_msg("%s: status %d: %s", target, o.status, o.err);
    json_t *result = o.status == 3 ? json_null() : json_loads(o.out, 0, NULL);
    assert_non_null(result);
    drive_free(&o);
    return result;
}

// The first finding of a single unit.
static const json_t *first_finding(const json_t *unit) {
    const json_t *findings = json_object_get(unit, "findings");
    return json_array_get(findings, 0);
}

static void check_again(const char *call, const json_t *f) {
    json_t *again = search(call, "1", 1);
    const json_t *g = first_finding(again);
    assert_string_equal(groups_text(g, "exception"), groups_text(f, "exception"));
    assert_string_equal(groups_text(json_object_get(g, "where"), "function"),
                        groups_text(json_object_get(f, "where"), "function"));
    assert_int_equal(json_integer_value(json_object_get(again, "runs")), 1);
    json_decref(again);
}

static void printed_calls_are_read(void **state) {
    (void)state;
    json_t *result = search("calls.Calls", "1000", 1), *units = json_object_get(result, "units");
    uint32_t found = 0;
    for (size_t i = 0; i < json_array_size(units); i++) {
        const json_t *findings = json_object_get(json_array_get(units, i), "findings");
        for (size_t k = 0; k < json_array_size(findings); k++, found++)
            if (tier_takes(found, 5))
                check_again(groups_text(json_array_get(findings, k), "call"), json_array_get(findings, k));
    }
    assert_true(found >= 9);
    json_decref(result);
}

static void written_calls_are_read(void **state) {
    (void)state;
    static const struct {
        const char *call, *where;
    } rows[] = {
        {"Calls.list(List.of(5, 6), \"ab\")", "calls.Calls#list(List, Object)"},
        {"Calls.list( java.util.Arrays.asList(5, null) , new String(\"ab\"))",
         "calls.Calls#list(List, Object)"},
        {"calls.Calls.boxes(1000, 'q', 5L)", "calls.Calls#boxes(Integer, Character, Long)"},
        {"Calls.boxes(Integer.valueOf(1000), '\\u0071', 0x5L)",
         "calls.Calls#boxes(Integer, Character, Long)"},
        {"Calls.Cart c = new Calls.Cart(7); c.add(\"x\"); c.add(null); c.total(3)",
         "calls.Calls$Cart#total(int)"},
        {"List<Integer> l = new ArrayList<Integer>(); l.add(5); l.add(5); Calls.list(l, (Object) \"ab\")",
         "calls.Calls#list(List, Object)"},
        {"Calls.Money.of(700_000_000_000L).share(-2)", NULL}, // no literal that is read
        {"Calls.Money.of(700000000000L).share(-2)", "calls.Calls$Money#share(int)"},
        {"new Calls(\"\\u0101b\\n\", 'x').name(true)", "calls.Calls#name(boolean)"},
        {"Calls.color(Calls.Color.GREEN, Long.MIN_VALUE, 25e-1, -1e10f)",
         "calls.Calls#color(Calls$Color, long, double, float)"},
        {"Calls.odd(Double.NaN, Float.POSITIVE_INFINITY, Integer.MAX_VALUE)",
         "calls.Calls#odd(double, float, int)"},
        {"Calls.arrays(new int[][] {{}, {9}}, null, null)", NULL},
        {"Calls.boxes(1000, 'q')", NULL},
        {"Calls.boxes(1000, 'q', 5L", NULL},
        {"Calls.boxes(3000000000, 'q', 5L)", NULL},
        {"Calls.none(1)", NULL},
        {"Calls.boxes(\"abc", NULL},
        {"Calls.arrays(new int[4294967296], null, null)", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!tier_takes(i, 5)) continue;
        json_t *result = search(rows[i].call, "1", rows[i].where ? 1 : 3);
        if (rows[i].where)
            assert_string_equal(groups_text(json_object_get(first_finding(result), "where"), "function"),
                                rows[i].where);
        json_decref(result);
    }
}

// Simple names of the JDK's classes are those that sources use without a package, or most often import.
static void simple_names_are_read(void **state) {
    (void)state;
    static const struct {
        const char *target, *unit;
    } rows[] = {{"Integer.parseInt(\"12\")", "java.lang.Integer#parseInt(String)"},
                {"StringBuilder#reverse", "java.lang.StringBuilder#reverse()"},
                {"new StringTokenizer(\"a b\").countTokens()", "java.util.StringTokenizer#countTokens()"},
                {"BigInteger#signum", "java.math.BigInteger#signum()"},
                {"Map.Entry#comparingByKey()", "java.util.Map$Entry#comparingByKey()"},
                {"Pattern.quote(\"a\")", "java.util.regex.Pattern#quote(String)"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *result = search(rows[i].target, "1", 0);
        assert_string_equal(groups_text(result, "unit"), rows[i].unit);
        json_decref(result);
    }
    json_decref(search("Nowhere.parse(\"12\")", "1", 3));
}

// What breaks off anywhere is refused or read, and nothing behind it is looked at (the sanitizers see that).
static void calls_that_break_off(void **state) {
    (void)state;
    static const char *const calls[] = {
        "new Calls(\"\\u0101b\\n\\7\", 'x').name(true)",
        "List<Integer> l = new ArrayList<Integer>(); l.add(5); Calls.list(l, (Object) \"a\\\\b\")",
        "Calls.odd(Double.NaN, -1.5e3f, 0x7FL)",
        "Calls.arrays(new int[][] {{}, {9}}, p -> '\\'', new int[3])"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (size_t n = 0; n < strlen(calls[i]); n++) {
            char *text = strndup(calls[i], n);
            struct arena a;
            struct diag d = {0};
            arena_init(&a, 0);
            bool read = java_read_call(text, &a, &d) != NULL;
            if (!read) assert_non_null(strstr(d.text, "this call cannot be read"));
            assert_true(read || !strchr(d.text, '\n'));
            arena_free(&a);
            free(text);
        }
}

static int compile(void **state) {
    (void)state;
    classes = drive_scratch();
    out_dir = drive_scratch();
    return drive_compile_java("tests/java/calls/*.java", classes);
}

static int clean_up(void **state) {
    (void)state;
    drive_remove(classes);
    drive_remove(out_dir);
    free(classes);
    free(out_dir);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_calls_are_read), cmocka_unit_test(written_calls_are_read),
        cmocka_unit_test(simple_names_are_read), cmocka_unit_test(calls_that_break_off)};
    return cmocka_run_group_tests(tests, compile, clean_up);
}
