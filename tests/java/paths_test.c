// SPDX-License-Identifier: Apache-2.0
// How many paths there are within bounds. The numbers are those of J. M. Rojas, Test Case Generation in
// Object-Oriented Programming (UPM 2013), counted again by hand, where a section is named; else they are
// counted by hand. That system has unbounded integers: --no-overflow is its assumption.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/str.h"
#include "oracles/drive.h"

#define SOURCES "tests/java/paths"

static char *classes, *suite; // where they were compiled to, and where tests go

static int compile(void **state) {
    (void)state;
    classes = drive_scratch();
    suite = drive_scratch();
    return drive_compile_java(SOURCES "/*.java", classes);
}

static int clean_up(void **state) {
    (void)state;
    drive_remove(classes);
    drive_remove(suite);
    free(classes);
    free(suite);
    return 0;
}

static const struct row {
    const char *unit, *options; // separated by blanks
    json_int_t paths;           // followed to their end
    bool bounded;               // some path goes on beyond the bound
} rows[] = {
    {"Numbers#abs", "--no-overflow", 2, false},                   // 3.3.9, case study 1
    {"Numbers#bounded", "--no-overflow", 13, false},              // likewise: gcd
    {"Ratio#simplifyBy", "--no-overflow --heap lazy", 14, false}, // likewise: simplify
    {"Numbers#lcm", "--no-overflow --loop 1", 9, true},           // 5.3
    {"Numbers#lcm", "--no-overflow --block 2", 9, true},
    {"Numbers#lcm", "--no-overflow --loop 2", 15, true},
    {"Ratio#simplify", "--no-overflow --heap lazy --block 2", 5, true}, // table 3.1
    {"Chain#q", "--no-overflow --heap lazy", 18, false},                // 3.3.9, case study 2
    {"Items#remAll", "--heap lazy --block 2", 7, true},                 // table 2.1
    {"Items#remAll", "--heap lazy --loop 1", 7, true},
    // The n of a path is 0 (or less), 1, .. K; of blocks the inner loop's count over all iterations.
    {"Numbers#square", "--no-overflow --loop 0", 1, true},
    {"Numbers#square", "--no-overflow --loop 3", 4, true},
    {"Numbers#square", "--no-overflow --block 5", 2, true}, // n = 2 visits the inner head 6 times
    {"Numbers#square", "--no-overflow --block 6", 3, true},
    {"Numbers#down", "--no-overflow --loop 2", 3, true},
    {"Numbers#down", "--no-overflow --block 3", 3, true},
};

static json_t *search(const struct row *r) {
    char unit[80], options[200];
    char *argv[40] = {
        (char *)drive_frisk(), "java",   "-q", "-j",  "1", "-t", "0", "-d", "1000000", "--paths",
        "--same-package",      "--json", "-",  "--cp"};
    int n = 14;
    argv[n++] = classes;
    argv[n++] = "-o";
    argv[n++] = suite;
    snprintf(unit, sizeof unit, "paths.%s", r->unit);
    snprintf(options, sizeof options, "%s", r->options);
    for (char *word = strtok(options, " "); word; word = strtok(NULL, " ")) argv[n++] = word;
    argv[n++] = unit;
    struct output o = drive_run(argv, NULL, 300);
    json_t *result = json_loads(o.out, 0, NULL);
    if (!result) fail_msg("%s %s: status %d: %s", r->unit, r->options, o.status, o.err);
    drive_free(&o);
    return result;
}

static json_int_t number(const json_t *o, const char *field) {
    return json_integer_value(json_object_get(o, field));
}

// Every path is listed, and the real JVM takes it as expected.
static void check_paths(const struct row *r, const json_t *result) {
    const json_t *paths = json_object_get(result, "paths"), *p;
    size_t i;
    assert_int_equal(json_array_size(paths), r->paths);
    json_array_foreach(paths, i, p) {
        const char *proof = json_string_value(json_object_get(p, "proof"));
        if (strcmp(proof, "confirmed") != 0)
            fail_msg("%s: %s: %s", r->unit, json_string_value(json_object_get(p, "call")), proof);
    }
}

static void as_many_paths_as_published(void **state) {
    (void)state;
    for (const struct row *r = rows; r < rows + sizeof rows / sizeof *rows; r++) {
        json_t *result = search(r);
        json_int_t bounded = number(result, "bounded");
        json_int_t paths = number(result, "runs") - bounded - number(result, "discarded");
        if (paths != r->paths || (bounded > 0) != r->bounded)
            fail_msg("%s %s: %d paths, %d bounded", r->unit, r->options, (int)paths, (int)bounded);
        assert_int_equal(number(result, "limited") + number(result, "unreached"), 0);
        check_paths(r, result);
        json_decref(result);
    }
}

// What is claimed where inputs were left out says so.
static void claims_name_what_wraps(void **state) {
    (void)state;
    static const struct row wraps = {.unit = "Numbers#abs", .options = "--no-overflow"},
                            does_not = {.unit = "Items#remAll",
                                        .options = "--no-overflow --heap lazy --block 2"};
    json_t *result = search(&wraps), *other = search(&does_not);
    json_t *assumes = json_object_get(result, "assumes");
    assert_true(json_is_true(json_object_get(result, "complete")));
    assert_int_equal(json_array_size(assumes), 1);
    assert_string_equal(json_string_value(json_array_get(assumes, 0)),
                        "no arithmetic of int or long wraps around");
    assert_int_equal(json_array_size(json_object_get(other, "assumes")), 0);
    json_decref(result);
    json_decref(other);
}

// ---- Table 2.1: the heaps of remAll, before and after ----

// N is a node whose data are as they were, and which is the last. What the path did not look at is "_".
static const char *const heaps[] = {
    "this: _; l: {first: null} -> l: {first: null}",
    "this: {first: null}; l: {first: l.first}; l.first: N -> this: {first: null}; l: {first: l.first}; "
    "l.first: N",
    "l.first.data != this.first.data: this: {first: this.first}; this.first: N; l: {first: l.first}; "
    "l.first: N -> this: {first: this.first}; l: {first: l.first}; this.first: N; l.first: N",
    "l.first.data == this.first.data: this: {first: this.first}; this.first: N; l: {first: l.first}; "
    "l.first: N -> this: {first: null}; l: {first: l.first}; l.first: N",
    "this: _; l: null -> throws",
    "this: l; l: {first: l.first}; l.first: N -> l: {first: null}",
    "this: {first: l.first}; l: {first: l.first}; l.first: N -> this: {first: null}; l: {first: l.first}; "
    "l.first: N",
};
enum { HEAPS = sizeof heaps / sizeof *heaps };

static void replace(char *text, const char *part, const char *by) {
    for (char *at; (at = strstr(text, part));) {
        memmove(at + strlen(by), at + strlen(part), strlen(at + strlen(part)) + 1);
        memcpy(at, by, strlen(by));
    }
}

static void add_texts(struct str *s, const json_t *texts) {
    const json_t *text;
    size_t i;
    json_array_foreach(texts, i, text) str_addf(s, "%s%s", i ? "; " : "", json_string_value(text));
}

static void row_of_table(const json_t *path, struct str *s) {
    const json_t *condition;
    size_t i;
    json_array_foreach(json_object_get(path, "condition"), i, condition) {
        const char *text = json_string_value(condition);
        if (strstr(text, "data")) str_addf(s, "%s: ", text);
    }
    const char *kind = json_string_value(json_object_get(json_object_get(path, "outcome"), "kind"));
    add_texts(s, json_object_get(path, "before"));
    str_add(s, " -> ");
    add_texts(s, json_object_get(path, "after"));
    if (strcmp(kind, "return") != 0) str_add(s, "throws");
    replace(s->at, "paths.Items$Node {data: 0, next: null}", "N");
    replace(s->at, "paths.Items$Node {data: 1, next: null}", "N");
    replace(s->at, "this.first: paths.Items$Node {data: this.first.data, next: null}", "this.first: N");
    replace(s->at, "l.first: paths.Items$Node {data: l.first.data, next: null}", "l.first: N");
    replace(s->at, "paths.Items ", "");
}

static void heaps_are_those_of_the_table(void **state) {
    (void)state;
    json_t *result = search(&(struct row){"Items#remAll", "--heap lazy --block 2 --no-replay", HEAPS, true});
    bool seen[HEAPS] = {false};
    const json_t *path;
    size_t i;
    json_array_foreach(json_object_get(result, "paths"), i, path) {
        struct str s = {0};
        row_of_table(path, &s);
        int row = 0;
        while (row < HEAPS && strcmp(heaps[row], s.at) != 0) row++;
        if (row == HEAPS || seen[row]) fail_msg("not in the table, or twice: %s", s.at);
        seen[row] = true;
        str_free(&s);
    }
    for (int row = 0; row < HEAPS; row++)
        if (!seen[row]) fail_msg("missing: %s", heaps[row]);
    json_decref(result);
}

// ---- Places to be reached ----

static const struct goal {
    const char *unit, *options, *place, *verdict, *call; // call: NULL: none
} goals[] = {
    // The four characters of the word, one after the other.
    {"Deep#state", "", "paths.Deep#target", "reached", "Deep.state(new int[] {71, 69, 84, 32})"},
    {"Deep#state", "", "Deep#odd", "reached", "Deep.state(new int[] {101})"},
    {"Deep#state", "--loop 3", "Deep#target", "unreachable", NULL}, // that takes four rounds
    {"Deep#state", "--loop 4", "Deep#target", "reached", "Deep.state(new int[] {71, 69, 84, 32})"},
    {"Deep#never", "", "Deep#target", "unreachable", NULL}, // squares are 0 or 1 modulo 4
    {"Deep#never", "", "Deep#odd", "unreachable", NULL},    // nothing calls it there
    {"Deep#state", "--runs 1", "Deep#target", "not reached", NULL},
};

static void places_are_reached_or_not(void **state) {
    (void)state;
    for (const struct goal *g = goals; g < goals + sizeof goals / sizeof *goals; g++) {
        char options[200];
        snprintf(options, sizeof options, "--no-replay --no-overflow --reach %s %s", g->place, g->options);
        json_t *result = search(&(struct row){g->unit, options, 0, false});
        const json_t *told = json_array_get(json_object_get(result, "goals"), 0);
        const char *verdict = json_string_value(json_object_get(told, "verdict"));
        const char *call = json_string_value(json_object_get(told, "call"));
        if (strcmp(verdict, g->verdict) != 0 || (g->call && (!call || strcmp(call, g->call) != 0)))
            fail_msg("%s %s: %s by %s", g->unit, options, verdict, call ? call : "no call");
        assert_int_equal(call != NULL, g->call != NULL);
        assert_int_equal(json_is_string(json_object_get(told, "why")), g->call == NULL);
        json_decref(result);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_paths_as_published), cmocka_unit_test(claims_name_what_wraps),
        cmocka_unit_test(heaps_are_those_of_the_table), cmocka_unit_test(places_are_reached_or_not)};
    return cmocka_run_group_tests_name("java/paths", tests, compile, clean_up);
}
