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
#include "tier.h"

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
    const char *unit, *options; // separated by blanks; "_" is a blank within one
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
    {"Items#remAll", "--heap lazy --block 2 --assume-heap no-alias", 5, true},
    {"Ratio#simp", "--no-overflow --heap lazy --block 2 --assume-heap length_rs_0..3", 8, true}, // table 3.3
    {"Ratio#simpBy", // 3.3.9: simp; that is 14 * 14 * 14
     "--no-replay --no-overflow --heap lazy --assume-heap non-null --assume-heap no-alias --assume-heap "
     "length_rs_3..3",
     2744, false},
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
    char *argv[40] = {(char *)drive_frisk(), "java",   "-q", "-j",  "1", "-t", "0", "-d", "1000000",
                      "--same-package",      "--json", "-",  "--cp"};
    int n = 13;
    argv[n++] = classes;
    if (!strstr(r->options, "--reach")) argv[n++] = "--paths"; // it would look at more code
    argv[n++] = "-o";
    argv[n++] = suite;
    snprintf(unit, sizeof unit, "paths.%s", r->unit);
    snprintf(options, sizeof options, "%s", r->options);
    for (char *word = strtok(options, " "); word; word = strtok(NULL, " ")) {
        for (char *c = word; *c; c++)
            if (*c == '_') *c = ' ';
        argv[n++] = word;
    }
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
    const char *expected = strstr(r->options, "--no-replay") ? "untried" : "confirmed";
    assert_int_equal(json_array_size(paths), r->paths);
    json_array_foreach(paths, i, p) {
        const char *proof = json_string_value(json_object_get(p, "proof"));
        if (strcmp(proof, expected) != 0)
            fail_msg("%s: %s: %s", r->unit, json_string_value(json_object_get(p, "call")), proof);
    }
}

static void as_many_paths_as_published(void **state) {
    (void)state;
    for (const struct row *r = rows; r < rows + sizeof rows / sizeof *rows; r++) {
        if (!tier_takes((size_t)(r - rows), 3)) continue;
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

// ---- What is declared of the heap ----

static void wrong_declarations_are_told(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"nonnull", "it begins with non-null, no-alias, disjoint, acyclic, tree, length or range"},
        {"disjoint a", "two names are wanted, as in a,b"},
        {"no-alias a", "two names are wanted, as in a,b"},
        {"acyclic a,b", "one name is wanted, as in a"},
        {"length rs 3", "bounds are wanted, as in a 0..9"},
        {"length rs 3..2", "bounds are wanted, as in a 0..9"},
        {"tree a b", "something is left over"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *argv[] = {(char *)drive_frisk(),
                        "java",
                        "-q",
                        "--cp",
                        classes,
                        "--heap",
                        "lazy",
                        "--assume-heap",
                        (char *)wrong[i][0],
                        "paths.Items#remAll",
                        NULL};
        char line[200];
        snprintf(line, sizeof line, "frisk: --assume-heap '%s': %s\n", wrong[i][0], wrong[i][1]);
        struct output o = drive_run(argv, NULL, 300);
        assert_int_equal(o.status, 2);
        assert_string_equal(o.err, line);
        drive_free(&o);
    }
}

static void wrong_preconditions_are_told(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"Shapes", "--assume wants CLASS#METHOD, got 'Shapes'"},
        {"Shapes#nothing", "--assume Shapes#nothing: no such method that returns boolean"},
        {"Shapes#notABoolean", "--assume Shapes#notABoolean: no such method that returns boolean"},
        {"Shapes#takesAnother", "--assume Shapes#takesAnother: no target takes what it takes"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *argv[] = {(char *)drive_frisk(), "java", "-q", "--cp", classes, "--assume", (char *)wrong[i][0],
                        "paths.Shapes#key",    NULL};
        char line[200];
        snprintf(line, sizeof line, "frisk: %s\n", wrong[i][1]);
        struct output o = drive_run(argv, NULL, 300);
        assert_int_equal(o.status, 2);
        assert_string_equal(o.err, line);
        drive_free(&o);
    }
}

// What a method returns on some path without the declaration, and with it.
static const struct declared {
    const char *unit, *declaration, *value; // declaration: of the heap, or an option
    bool still;
} declared[] = {
    {"Shapes#shared", "tree", "1", false},
    {"Shapes#shared", "acyclic t", "1", true}, // one child twice is no cycle
    {"Shapes#cyclic", "acyclic t", "1", false},
    {"Shapes#cyclic", "acyclic", "1", false},
    {"Shapes#cyclic", "tree t", "1", false},
    {"Shapes#common", "disjoint a,b", "1", false},
    {"Shapes#common", "no-alias a,b", "1", true}, // which says nothing of their children
    {"Shapes#through", "disjoint a,b", "1", false},
    {"Shapes#through", "disjoint a,b", "3", true}, // a and c are the same, say
    {"Shapes#key", "range t.key -5..9", "1", false},
    {"Shapes#key", "range t.key -5..10", "1", true},
    {"Shapes#key", "non-null t", "0", false},
    // Methods of the user's.
    {"Shapes#key", "--assume Shapes#hasSmallKey", "1", false},
    {"Shapes#key", "--assume Shapes#hasSmallKey", "0", true},
    {"Shapes#key", "--assume Shapes#hasEvenKey", "0", false}, // it throws for null
    {"Shapes#parity", "--assume Shapes#hasEvenKey", "1", false},
    {"Shapes#room", "--assume Shapes#isValid", "1", false},
    {"Shapes#room", "--assume Shapes#isValid", "2", true},
};

static bool returns(const json_t *result, const char *value) {
    const json_t *path;
    size_t i;
    json_array_foreach(json_object_get(result, "paths"), i, path) {
        const json_t *outcome = json_object_get(path, "outcome");
        if (!strcmp(json_string_value(json_object_get(outcome, "text")), value)) return true;
    }
    return false;
}

static void declarations_hold(void **state) {
    (void)state;
    for (const struct declared *c = declared; c < declared + sizeof declared / sizeof *declared; c++) {
        bool is_option = c->declaration[0] == '-';
        char options[200] = "--no-replay --heap lazy ";
        if (!is_option) strcat(options, "--assume-heap ");
        json_t *free = search(&(struct row){c->unit, "--no-replay --heap lazy", 0, false});
        for (const char *at = c->declaration; *at; at++)
            strncat(options, *at == ' ' && !is_option ? "_" : at, 1);
        json_t *bound = search(&(struct row){c->unit, options, 0, false});
        if (!returns(free, c->value) || returns(bound, c->value) != c->still)
            fail_msg("%s %s: %s", c->unit, options, c->value);
        assert_int_equal(number(bound, "unreached"), 0);
        json_decref(free);
        json_decref(bound);
    }
}

// The unit gets what a precondition has left of the input, so nothing is claimed of all inputs.
static void what_changes_its_input_proves_nothing(void **state) {
    (void)state;
    static const struct {
        const char *precondition;
        bool complete;
    } kinds[] = {{"Shapes#hasSmallKey", true}, {"Shapes#changesItsInput", false}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char options[200];
        snprintf(options, sizeof options, "--no-replay --heap lazy --assume %s", kinds[i].precondition);
        json_t *result = search(&(struct row){"Shapes#key", options, 0, false});
        assert_int_equal(json_is_true(json_object_get(result, "complete")), kinds[i].complete);
        json_decref(result);
    }
}

// ---- Places to be reached ----

static const struct goal {
    const char *unit, *options, *place, *verdict, *call; // call: NULL: none
} goals[] = {
    // The four characters of the word, one after the other.
    {"Deep#state", "--no-overflow", "paths.Deep#target", "reached", "Deep.state(new int[] {71, 69, 84, 32})"},
    {"Deep#state", "--no-overflow", "Deep#odd", "reached", "Deep.state(new int[] {101})"},
    {"Deep#state", "--no-overflow --loop 3", "Deep#target", "unreachable", NULL}, // that takes four rounds
    {"Deep#state", "--no-overflow --loop 4", "Deep#target", "reached",
     "Deep.state(new int[] {71, 69, 84, 32})"},
    {"Deep#never", "--no-overflow", "Deep#target", "unreachable", NULL}, // squares are 0 or 1 modulo 4
    {"Deep#never", "--no-overflow", "Deep#odd", "unreachable", NULL},    // nothing calls it there
    {"Deep#state", "--no-overflow --runs 1", "Deep#target", "not reached", NULL},
    {"Deep#wraps", "", "Deep:34", "reached", "Deep.wraps(Integer.MAX_VALUE)"},
    {"Deep#isNothing", "", "Deep:39", "reached", "Deep.isNothing(Double.NaN)"},
};

static void places_are_reached_or_not(void **state) {
    (void)state;
    for (const struct goal *g = goals; g < goals + sizeof goals / sizeof *goals; g++) {
        char options[200];
        snprintf(options, sizeof options, "--no-replay --reach %s %s", g->place, g->options);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_many_paths_as_published),
                                       cmocka_unit_test(claims_name_what_wraps),
                                       cmocka_unit_test(heaps_are_those_of_the_table),
                                       cmocka_unit_test(wrong_declarations_are_told),
                                       cmocka_unit_test(declarations_hold),
                                       cmocka_unit_test(wrong_preconditions_are_told),
                                       cmocka_unit_test(what_changes_its_input_proves_nothing),
                                       cmocka_unit_test(places_are_reached_or_not)};
    return cmocka_run_group_tests_name("java/paths", tests, compile, clean_up);
}
