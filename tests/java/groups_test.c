// SPDX-License-Identifier: Apache-2.0
// Where findings belong (explore/language.h, enum finding_group): of each method of the classes in
// tests/java/groups the groups of its findings, as the comment "//=" at its head says them; the tables and
// switches that the user has; and what of it counts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "groups.h"
#include "java/unit/unit.h"
#include "oracles/drive.h"
#include "tier.h"

#define SOURCES "tests/java/groups"

static char *classes, *out_dir;

static const char *after_last(const char *s, const char *separators) {
    const char *end = s + strlen(s);
    while (end > s && !strchr(separators, end[-1])) end--;
    return end;
}

static const char *name_of(const json_t *f) {
    const char *blamed = groups_text(f, "blamed"), *exception = groups_text(f, "exception");
    const char *where = groups_text(json_object_get(f, "where"), "function");
    if (!strcmp(groups_text(f, "group"), "null") && strcmp(where, "groups.Annotated#notNullLater(String)"))
        assert_string_equal(exception, "java.lang.NullPointerException");
    return *blamed ? blamed : after_last(exception, ".$");
}

static json_t *search(const char *target, const char *option, const char *value, int status) {
    bool replay = !option && !tier_is("fast");
    char *argv[] = {(char *)drive_frisk(),
                    "java",
                    "-q",
                    "-j",
                    "1",
                    "-n",
                    "300",
                    "-t",
                    "20",
                    "--cp",
                    classes,
                    "-o",
                    out_dir,
                    "--json",
                    "-",
                    (char *)target,
                    replay ? "-q" : "--no-replay",
                    (char *)option,
                    (char *)value,
                    NULL};
    struct output o = drive_run(argv, NULL, 300);
    if (o.status != status) fail_msg("%s %s: status %d: %s", target, option ? option : "", o.status, o.err);
    json_t *result = json_loads(o.out, 0, NULL);
    assert_non_null(result);
    drive_free(&o);
    return result;
}

static json_t *unit_named(json_t *result, const char *method) {
    json_t *units = json_object_get(result, "units");
    char part[128];
    snprintf(part, sizeof part, "#%s(", method);
    for (size_t i = 0; i < json_array_size(units); i++)
        if (strstr(groups_text(json_array_get(units, i), "unit"), part)) return json_array_get(units, i);
    return NULL;
}

// The name of the method declared in the line: the word before its first bracket.
static void method_name(const char *line, char *out) {
    const char *bracket = strchr(line, '('), *from = bracket;
    while (from > line && from[-1] != ' ') from--;
    snprintf(out, 64, "%.*s", (int)(bracket - from), from);
}

// Of the class as a target, with that option. At least so many methods have a mark.
static void expect_marks(const char *class, const char *option, int least) {
    char target[64], path[128];
    snprintf(target, sizeof target, "groups.%s", class);
    snprintf(path, sizeof path, SOURCES "/%s.java", class);
    if (strchr(path, '.') != strstr(path, ".java")) *strchr(path, '.') = '/'; // of a package in it
    json_t *result = search(target, option, option, 1);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char line[512], name[64], expected[GROUPS_TEXT], found[GROUPS_TEXT];
    int checked = 0, wrong = 0;
    while (fgets(line, sizeof line, f)) {
        char *mark = strstr(line, "//=");
        if (!mark || !strchr(line, '(')) continue;
        method_name(line, name);
        json_t *unit = unit_named(result, name);
        if (!unit) continue; // a private method or a constructor
        groups_sort(mark + 3, expected);
        groups_of(unit, name_of, found);
        if (strcmp(found, expected)) print_error("%s: %s; expected %s\n", name, found, expected);
        wrong += strcmp(found, expected) != 0;
        bool counts = strstr(expected, "error") != NULL;
        assert_int_equal(json_integer_value(json_object_get(unit, "errors")) > 0, counts);
        checked++;
    }
    fclose(f);
    json_decref(result);
    assert_int_equal(wrong, 0);
    assert_true(checked >= least);
}

static void each_in_its_group(void **state) {
    (void)state;
    expect_marks("Groups", "--same-package", 35);
}

static void annotations_decide(void **state) {
    (void)state;
    expect_marks("Annotated", NULL, 18);
    expect_marks("marked.Whole", NULL, 3);
}

static void clients_cause_it(void **state) {
    (void)state;
    expect_marks("Access", NULL, 15);
    static const struct {
        const char *unit, *option, *groups;
        int status;
    } rows[] = {
        {"Access#helper", NULL, "error ArithmeticException", 1}, // named, though no client can call it
        {"Access$Hidden", NULL, "error ArithmeticException", 1},
        {"Access#next", "--same-package", "error ArithmeticException", 1},
        {"Access#take", "--same-package", "error RuntimeException", 1},
        {"Access#staticOfThePackage", "--same-package", "error ArithmeticException", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char target[128], all[GROUPS_TEXT] = "";
        snprintf(target, sizeof target, "groups.%s", rows[i].unit);
        json_t *result = search(target, rows[i].option, rows[i].option, rows[i].status);
        json_t *units = json_object_get(result, "units");
        for (size_t k = 0; units && k < json_array_size(units); k++) {
            char found[GROUPS_TEXT];
            groups_of(json_array_get(units, k), name_of, found);
            strcat(all, found);
        }
        if (!units) groups_of(result, name_of, all); // of one unit
        if (strcmp(all, rows[i].groups)) fail_msg("%s: %s", rows[i].unit, all);
        json_decref(result);
    }
    json_t *result = search("groups.Access", "--no-replay", NULL, 1); // its callers are tested
    assert_null(unit_named(result, "helper"));
    assert_non_null(unit_named(result, "throughCaller"));
    json_decref(result);
}

static void tables_and_switches(void **state) {
    (void)state;
    static const struct {
        const char *method, *option, *value, *groups;
        int status;
    } rows[] = {
        {"explicitOther", "--refusal", "groups.Groups$Broken", "refused Broken", 0},
        {"explicitOther", "--refusal", "RuntimeException", "refused Broken", 0},
        {"ownClass", "--no-refusal", "BadInput", "refused BadInput", 0}, // Groups$BadInput is its name
        {"ownClass", "--no-refusal", "groups.Groups$BadInput", "error BadInput", 1},
        {"illegalState", "--no-refusal", "java.lang.IllegalStateException", "error IllegalStateException", 1},
        {"length", "--null", "errors", "error NullPointerException", 1},
        {"length", "--null", "never", "", 0},
        {"both", "--null", "apart", "null a; null s", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char target[128];
        snprintf(target, sizeof target, "groups.Groups#%s", rows[i].method);
        json_t *unit = search(target, rows[i].option, rows[i].value, rows[i].status);
        char found[GROUPS_TEXT];
        groups_of(unit, name_of, found);
        if (strcmp(found, rows[i].groups))
            fail_msg("%s %s %s: %s", rows[i].method, rows[i].option, rows[i].value, found);
        json_decref(unit);
    }
}

static void bad_names(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"--refusal", "a..b"}, {"--no-refusal", "7up"}, {"--refusal", "a b"}, {"--null", "perhaps"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *argv[] = {
            (char *)drive_frisk(),  "java", "-q", "--cp", classes, (char *)rows[i][0], (char *)rows[i][1],
            "groups.Groups#length", NULL};
        struct output o = drive_run(argv, NULL, 60);
        assert_int_equal(o.status, 2);
        assert_ptr_equal(strchr(o.err, '\n'), o.err + strlen(o.err) - 1); // one line
        drive_free(&o);
    }
}

static int compile(void **state) {
    (void)state;
    classes = drive_scratch();
    out_dir = drive_scratch();
    return drive_compile_java(SOURCES "/*.java " SOURCES "/marked/*.java", classes);
}

static int clean_up(void **state) {
    (void)state;
    drive_remove(classes);
    drive_remove(out_dir);
    free(classes);
    free(out_dir);
    return 0;
}

// Methods that frisk has a native for have no instruction of their own at which a decision could stand.
// What only a class below can call is searched, and told, behind what everybody can.
static void protected_ones_come_last(void **state) {
    (void)state;
    json_t *result = search("groups.Access", "-n", "20", 1), *units = json_object_get(result, "units");
    size_t hook = 0, behind = 0;
    for (size_t i = 0; i < json_array_size(units); i++) {
        const char *unit = groups_text(json_array_get(units, i), "unit");
        if (strstr(unit, "Access#hook(")) hook = i;
        if (strstr(unit, "Access#behindHook(")) behind = i;
    }
    assert_true(behind < hook);
    json_decref(result);
}

static void natives_are_units(void **state) {
    (void)state;
    json_t *result = search("java.lang.Integer#valueOf(int)", NULL, NULL, 0);
    assert_true(json_is_true(json_object_get(result, "complete")));
    json_decref(result);
}

static void messages(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {
        {"/ by zero", "/ by zero", true},
        {"Index 5 out of bounds for length 3", "Index -1 out of bounds for length 0", true},
        {"Index 5 out of bounds for length 3", "Index 5 out of bounds for byte[3]", false},
        {"Cannot invoke \"A.m()\" because \"<local1>\" is null",
         "Cannot invoke \"B.m()\" because \"<local2>\" is null", false},
        {"a1", "a", true},
        {"a", "ab", false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (java_same_message(pairs[i].a, pairs[i].b) != pairs[i].same)
            fail_msg("%s and %s", pairs[i].a, pairs[i].b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_in_its_group),
                                       cmocka_unit_test(clients_cause_it),
                                       cmocka_unit_test(annotations_decide),
                                       cmocka_unit_test(tables_and_switches),
                                       cmocka_unit_test(bad_names),
                                       cmocka_unit_test(natives_are_units),
                                       cmocka_unit_test(protected_ones_come_last),
                                       cmocka_unit_test(messages)};
    return cmocka_run_group_tests(tests, compile, clean_up);
}
