// SPDX-License-Identifier: Apache-2.0
// How the objects of an input come to be: findings that need a state which only reflection builds are of kind
// `state`, and no errors. The sources (tests/java/inputs) say it themselves: where a line can throw, it ends
// in "// error: CLASS" or "// state: CLASS", worked out by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"
#include "tier.h"

#define SOURCES "tests/java/inputs"

static char *classes; // where they were compiled to
static char *suite;   // where the last run wrote its tests

enum { MAX_MARKS = 32 };

struct mark {
    int line;
    char kind[16], exception[64]; // simple name
    bool found;
};

static int read_marks(const char *class, const char *method, struct mark *out) {
    char path[256], text[512], opening[64];
    snprintf(path, sizeof path, SOURCES "/%s.java", class);
    snprintf(opening, sizeof opening, " %s(", method ? method : "");
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    int n = 0;
    bool inside = !method;
    for (int line = 1; fgets(text, sizeof text, f); line++) {
        if (method && strncmp(text, "    ", 4) == 0 && text[4] != ' ' && strchr(text, '('))
            inside = strstr(text, opening) != NULL;
        char *at = strstr(text, "// error: ");
        if (!at) at = strstr(text, "// state: ");
        if (!at || !inside) continue;
        assert_true(n < MAX_MARKS);
        out[n] = (struct mark){.line = line};
        assert_int_equal(sscanf(at, "// %15[a-z]: %63s", out[n].kind, out[n].exception), 2);
        n++;
    }
    fclose(f);
    return n;
}

// Runs frisk on a unit with extra options (ended by NULL); its result, and its exit status.
static json_t *run(const char *unit, const char *const *options, int *status) {
    char *argv[32] = {(char *)drive_frisk(),
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
                      suite,
                      "--json",
                      "-"};
    int n = 15;
    for (; *options; options++) argv[n++] = (char *)*options;
    argv[n] = (char *)unit;
    struct output o = drive_run(argv, NULL, 120);
    *status = o.status;
    json_t *result = json_loads(o.out, 0, NULL);
    if (!result) fail_msg("%s: status %d, no result: %.300s %.300s", unit, o.status, o.out, o.err);
    drive_free(&o);
    return result;
}

static const char *text_of(const json_t *o, const char *field) {
    const char *s = json_string_value(json_object_get(o, field));
    return s ? s : "";
}

static bool told(const json_t *finding, struct mark *marks, int n) {
    const char *exception = strrchr(text_of(finding, "exception"), '.');
    int line = (int)json_integer_value(json_object_get(json_object_get(finding, "where"), "line"));
    for (int i = 0; exception && i < n; i++) {
        if (marks[i].line != line || strcmp(marks[i].exception, exception + 1) != 0 ||
            strcmp(marks[i].kind, text_of(finding, "kind")) != 0)
            continue;
        marks[i].found = true;
        return true;
    }
    return false;
}

static bool is_replayed(const char *const *options) {
    for (; *options; options++)
        if (!strcmp(*options, "--no-replay")) return false;
    return true;
}

// All findings of a method are those that its lines tell of, each confirmed where it was replayed; and the
// status counts errors alone.
static void expect(const char *class, const char *method, const char *const *options) {
    struct mark marks[MAX_MARKS];
    char unit[128];
    snprintf(unit, sizeof unit, "inputs.%s#%s", class, method);
    int n = read_marks(class, method, marks), status, errors = 0;
    json_t *result = run(unit, options, &status), *findings = json_object_get(result, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *f = json_array_get(findings, i);
        if (!strcmp(text_of(f, "kind"), "rejected")) continue;
        if (!told(f, marks, n)) fail_msg("%s: unexpected: %s", unit, text_of(f, "reason"));
        if (is_replayed(options) && !json_is_true(json_object_get(f, "confirmed")))
            fail_msg("%s: not confirmed: %s", unit, text_of(f, "call"));
        errors += !strcmp(text_of(f, "group"), "error");
        bool reflects = strstr(text_of(f, "call"), "allocate(") != NULL;
        assert_int_equal(reflects, !strcmp(text_of(f, "kind"), "state"));
    }
    for (int i = 0; i < n; i++)
        if (!marks[i].found)
            fail_msg("%s: %s in line %d was not found", unit, marks[i].exception, marks[i].line);
    assert_int_equal(status, errors > 0);
    json_decref(result);
}

#define OPTIONS(...) ((const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

static void no_call_makes_it(void **state) {
    (void)state;
    expect("Hidden", "closes", OPTIONS());
    expect("Hidden", "divides", OPTIONS("--no-replay"));
    expect("Hidden", "holds", OPTIONS("--no-replay"));
    expect("Hidden", "reads", OPTIONS("--no-replay"));
    expect("Hidden", "safe", OPTIONS("--no-replay"));
    expect("Shape", "faces", OPTIONS("--no-replay"));
}

static void calls_come_first(void **state) {
    (void)state;
    int status;
    json_t *plain = run("inputs.Ratio#value", OPTIONS("--no-replay"), &status);
    assert_int_equal(status, 0);
    assert_int_equal(json_array_size(json_object_get(plain, "findings")), 0);
    assert_true(json_is_true(json_object_get(plain, "complete"))); // of what callers can do
    json_decref(plain);
    expect("Ratio", "value", OPTIONS("--state", "--no-replay"));
    expect("Ratio", "inverse", OPTIONS("--state", "--no-replay"));
}

static void factories_make_them(void **state) {
    (void)state;
    expect("Factories", "sign", OPTIONS("--no-replay", "-n", "40")); // deeper in BigInteger are hard queries
    expect("Factories", "constant", OPTIONS("--no-replay"));
}

static void failing_inputs_are_small(void **state) {
    (void)state;
    static const char *const calls[] = {"Depth.priced(\"a\")",
                                        "Depth.priced(\"EUR \")", // what counts comes first
                                        "Depth.priced((String) null)"};
    int status;
    json_t *result = run("inputs.Depth#priced", OPTIONS("--no-replay"), &status);
    json_t *findings = json_object_get(result, "findings");
    assert_int_equal(json_array_size(findings), 3);
    for (size_t i = 0; i < 3; i++) {
        json_t *call = json_object_get(json_array_get(findings, i), "call");
        assert_string_equal(json_string_value(call), calls[i]);
    }
    json_decref(result);
}

// What is made for one place stands there, what two share has a name; a digit where a letter will not do, a
// round number where no small one does. The messages tell the inputs.
static void inputs_are_readable(void **state) {
    (void)state;
    static const char *const units[][2] = {
        {"plain", "new Shown().plain(0)"},
        {"nested", "Shown.nested(new Shown.Pair(new Shown.Box(7)))"},
        {"twice", "Shown.Box box1 = new Shown.Box(0); Shown.twice(box1, box1)"},
        {"sign", "Shown.sign(\"a0\")"},
        {"many", "Shown.many(2000000)"},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char unit[64];
        int status;
        snprintf(unit, sizeof unit, "shown.Shown#%s", units[i][0]);
        json_t *result = run(unit, OPTIONS("--no-replay"), &status);
        json_t *findings = json_object_get(result, "findings");
        assert_int_equal(json_array_size(findings), 1);
        assert_string_equal(text_of(json_array_get(findings, 0), "call"), units[i][1]);
        json_decref(result);
    }
}

// What whole programs are told: their arguments, and what they read.
static void programs_are_told_little(void **state) {
    (void)state;
    static const char *const programs[][2] = {
        {"told.Arguments", "told.Arguments.main(new String[] {\"aaa\", \"\"})"},
        {"told.Braces", "told.Braces.main(new String[0]) with System.in \"}\""}};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        int status;
        json_t *result =
            run(programs[i][0], i ? OPTIONS("--main") : OPTIONS("--main", "--any-args", "2"), &status);
        json_t *findings = json_object_get(result, "findings");
        assert_int_equal(json_array_size(findings), 1);
        assert_string_equal(text_of(json_array_get(findings, 0), "call"), programs[i][1]);
        assert_string_equal(text_of(json_array_get(findings, 0), "proof"), "confirmed");
        json_decref(result);
    }
}

// What takes 5,000 elements is not tried: no claim is made, and no call is shown for it.
static void too_large_is_said(void **state) {
    (void)state;
    int status;
    json_t *result = run("inputs.Depth#large", OPTIONS("--no-replay"), &status);
    assert_int_equal(status, 0);
    assert_false(json_is_true(json_object_get(result, "complete")));
    json_t *open = json_array_get(json_object_get(result, "unfinished"), 0);
    assert_string_equal(json_string_value(json_object_get(open, "kind")), "incomplete");
    assert_string_equal(json_string_value(json_object_get(open, "call")), "inputs.Depth#large(int[])");
    json_decref(result);
}

// Found before the first query; the search alone does not come there, and is the same without.
static void drawn_before_the_search(void **state) {
    (void)state;
    const char *const methods[] = {"wave", "port", "sorted"};
    for (int i = 0; i < 3; i++) {
        char unit[64];
        int status;
        expect("Drawn", methods[i], OPTIONS("--no-replay", "-n", "20", "--query-time", "0.1"));
        snprintf(unit, sizeof unit, "inputs.Drawn#%s", methods[i]);
        json_t *with = run(unit, OPTIONS("--no-replay", "-n", "3"), &status);
        json_t *without = run(unit, OPTIONS("--no-replay", "-n", "3", "--no-random"), &status);
        assert_true(json_integer_value(json_object_get(with, "drawn")) > 0);
        assert_int_equal(json_integer_value(json_object_get(without, "drawn")), 0);
        assert_true(json_array_size(json_object_get(without, "findings")) <
                    json_array_size(json_object_get(with, "findings")));
        const char *const same[] = {"runs", "open", "complete", "lossy", "bounds_hit"};
        for (size_t k = 0; k < sizeof same / sizeof *same; k++)
            assert_true(json_equal(json_object_get(with, same[k]), json_object_get(without, same[k])));
        json_decref(with);
        json_decref(without);
    }
}

static bool suite_has(const char *text) {
    char *argv[] = {"/bin/grep", "-rqF", "--", (char *)text, suite, NULL};
    struct output o = drive_run(argv, NULL, 20);
    int status = o.status;
    drive_free(&o);
    return status == 0;
}

static void others_make_them(void **state) {
    (void)state;
    expect("Built", "mean", OPTIONS());
    assert_true(suite_has("Built built = builder.build();"));
    int status; // of a class nested beside that which makes it
    json_t *result = run("inputs.Built.Word#weight", OPTIONS("--no-replay"), &status);
    json_t *findings = json_object_get(result, "findings");
    assert_int_equal(json_array_size(findings), 1);
    assert_string_equal(text_of(json_array_get(findings, 0), "kind"), "error");
    assert_non_null(strstr(text_of(json_array_get(findings, 0), "call"), "new Built.Words().of("));
    json_decref(result);
}

static bool was_tested(const json_t *result, const char *unit) {
    const json_t *units = json_object_get(result, "units");
    for (size_t i = 0; i < json_array_size(units); i++)
        if (!strcmp(text_of(json_array_get(units, i), "unit"), unit)) return true;
    return false;
}

// Of an abstract class its constructors, of an enum what the compiler adds to it: no test can be of these.
static void what_is_no_unit(void **state) {
    (void)state;
    expect("Rule", "half", OPTIONS());
    assert_false(suite_has("((Rule)")); // no class below has a method to be mistaken for it
    expect("Rule", "below", OPTIONS());
    expect("Rule", "give", OPTIONS());
    int status;
    json_t *result = run("inputs.Rule", OPTIONS("--no-replay", "inputs.Rule.Level"), &status);
    assert_true(was_tested(result, "inputs.Rule#half(String)"));
    assert_true(was_tested(result, "inputs.Rule$Level#next()"));
    assert_false(was_tested(result, "inputs.Rule#<init>()"));
    assert_false(was_tested(result, "inputs.Rule$Level#values()"));
    assert_false(was_tested(result, "inputs.Rule$Level#valueOf(String)"));
    json_decref(result);
}

static size_t count_cases(const json_t *result, const char *unit) {
    const json_t *units = json_object_get(result, "units");
    for (size_t i = 0; i < json_array_size(units); i++)
        if (!strcmp(text_of(json_array_get(units, i), "unit"), unit))
            return json_array_size(json_object_get(json_array_get(units, i), "cases"));
    return json_array_size(json_object_get(result, "cases"));
}

// The ways to build an object are tested once, as units of their own, not anew for each method that is called
// on it, nor where that alone is asked for.
static void tests_are_few(void **state) {
    (void)state;
    int status;
    json_t *all = run("inputs.Changed", OPTIONS("--no-replay", "--no-random"), &status);
    json_t *alone = run("inputs.Changed$Inner#part", OPTIONS("--no-replay", "--no-random"), &status);
    assert_int_equal(count_cases(all, "inputs.Changed#setSize(int)"), 1);
    assert_int_equal(count_cases(all, "inputs.Changed$Inner#part()"), 1);
    assert_int_equal(count_cases(alone, "inputs.Changed$Inner#part()"), 1);
    json_decref(all);
    json_decref(alone);
}

// Of an accessor its code tells that it cannot fail: it is run until one input is an input.
static void accessors_are_proved(void **state) {
    (void)state;
    int status, plain = 0, may = 0;
    json_t *result = run("inputs.Accessors", OPTIONS("--no-replay", "--no-random"), &status);
    const json_t *units = json_object_get(result, "units");
    for (size_t i = 0; i < json_array_size(units); i++) {
        const json_t *unit = json_array_get(units, i);
        const char *name = strchr(text_of(unit, "unit"), '#') + 1;
        bool is_plain = !strncmp(name, "plain", 5);
        plain += is_plain;
        may += !strncmp(name, "may", 3);
        if (json_is_true(json_object_get(unit, "proved")) != is_plain) fail_msg("%s", name);
        if (!is_plain) continue;
        assert_true(json_is_true(json_object_get(unit, "complete")));
        assert_in_range(json_integer_value(json_object_get(unit, "runs")), 1, 20); // names are long enough
    }
    json_decref(result);
    assert_int_equal(plain, 5);
    assert_int_equal(may, 9);
    result = run("inputs.Accessors#plainGet", OPTIONS("--no-replay", "--no-random", "--no-prune", "-n", "20"),
                 &status);
    assert_false(json_is_true(json_object_get(result, "proved")));
    assert_int_equal(json_integer_value(json_object_get(result, "runs")), 20);
    json_decref(result);
}

// A class stands for those nested in it as well, a simple name for the one class that has it, a package for
// its classes, and nothing for the project's.
static void names_of_targets(void **state) {
    (void)state;
    int status;
    json_t *result = run("Rule", OPTIONS("--no-replay", "-n", "1", "Built.Word"), &status);
    assert_true(was_tested(result, "inputs.Rule#half(String)"));
    assert_true(was_tested(result, "inputs.Rule$Level#next()"));
    assert_true(was_tested(result, "inputs.Built$Word#weight()"));
    assert_false(was_tested(result, "inputs.Built#mean(int)"));
    json_decref(result);
    result = run("inputs", OPTIONS("--no-replay", "-n", "1", "--no-random"), &status);
    assert_true(was_tested(result, "inputs.Rule$Level#next()"));
    assert_false(was_tested(result, "inputs.LengthRule#score(String)")); // the package's: through its callers
    json_decref(result);
    result = run("inputs", OPTIONS("--no-replay", "-n", "1", "--no-random", "--same-package"), &status);
    assert_true(was_tested(result, "inputs.LengthRule#score(String)"));
    assert_true(was_tested(result, "inputs.Changed$Inner#part()"));
    json_decref(result);
    char *argv[] = {"/bin/sh",
                    "-c",
                    "cd \"$2\" && touch pom.xml && mkdir -p target/classes/a target/classes/b && cp -r "
                    "\"$1\"/inputs target/classes && cp \"$1\"/inputs/Rule.class target/classes/b && "
                    "\"$3\" java -q -j 1 -n 1 --no-random --no-replay; \"$3\" java Rule",
                    "sh",
                    classes,
                    suite,
                    realpath(drive_frisk(), NULL),
                    NULL};
    struct output o = drive_run(argv, NULL, 120);
    assert_non_null(strstr(o.out, "inputs.Rule$Level#next(): "));
    assert_non_null(strstr(o.err, "b.Rule not tested: ")); // it is not what its name says
    assert_int_equal(o.status, 3);
    assert_non_null(strstr(o.err, "which Rule? The class path has b.Rule, inputs.Rule"));
    drive_free(&o);
    free(argv[6]);
}

static void calls_are_many(void **state) {
    (void)state;
    expect("Counted", "push", OPTIONS("--no-replay"));
    expect("Counted", "equals", OPTIONS("--no-replay"));
}

static void calls_change_objects(void **state) {
    (void)state;
    expect("Changed", "check", OPTIONS("--no-replay"));
    expect("Single", "limit", OPTIONS("--no-replay"));
    expect("Text", "first", OPTIONS("--no-replay"));
    int status; // of an inner class: always made by an object of the outer one
    json_t *result = run("inputs.Changed$Inner#part", OPTIONS("--no-replay"), &status);
    assert_int_equal(json_array_size(json_object_get(result, "findings")), 0);
    assert_true(json_integer_value(json_object_get(result, "runs")) > 0);
    json_decref(result);
}

// Whether the division in Counted.hashed fails in the last unit of a result.
static bool divides(json_t *result) {
    const json_t *units = json_object_get(result, "units");
    const json_t *unit = units ? json_array_get(units, json_array_size(units) - 1) : result;
    const json_t *findings = json_object_get(unit, "findings");
    bool found = false;
    for (size_t i = 0; i < json_array_size(findings); i++)
        found |= strstr(text_of(json_array_get(findings, i), "reason"), "/ by zero") != NULL;
    json_decref(result);
    return found;
}

// A text that the search of one method has solved for serves to draw inputs of the next.
static void units_learn(void **state) {
    (void)state;
    int status;
    assert_false(divides(
        run("inputs.Counted#hashed", OPTIONS("--no-replay", "-n", "30", "--query-time", "0.1"), &status)));
    assert_true(divides(run("inputs.Counted#hashed",
                            OPTIONS("--no-replay", "-n", "30", "--query-time", "0.1", "inputs.Counted#opens"),
                            &status)));
}

static void fields_are_set(void **state) {
    (void)state;
    expect("Point", "second", OPTIONS("--same-package"));
    assert_true(suite_has("point.y = 8;"));
    assert_false(suite_has("point.hidden"));
    expect("Point", "slope", OPTIONS("--same-package", "--no-replay"));
    expect("Point", "ring", OPTIONS("--same-package", "--no-replay"));
    expect("Point", "kept", OPTIONS("--no-replay"));
    expect("Point", "spread", OPTIONS("--no-replay"));
    for (int i = 0; i < 3; i++) { // which a client cannot set
        static const char *const units[] = {"inputs.Point#second", "inputs.Point#slope", "inputs.Point#ring"};
        int status;
        json_t *result = run(units[i], OPTIONS("--no-replay"), &status);
        assert_int_equal(status, 0);
        assert_int_equal(json_array_size(json_object_get(result, "findings")), 0);
        json_decref(result);
    }
    expect("Point", "of", OPTIONS("--same-package", "--no-replay"));
}

static void calls_are_unknown(void **state) {
    (void)state;
    expect("Depth", "never", OPTIONS("--call-depth", "0")); // what it finds does not happen
    expect("Depth", "hashed", OPTIONS("--call-depth", "0"));
    expect("Depth", "held", OPTIONS("--call-depth", "1", "--no-replay")); // all calls are followed
    const char *const unproved[] = {"held", "never"};
    for (int i = 0; i < 2; i++) { // only the real JVM can tell
        char unit[64];
        int status;
        snprintf(unit, sizeof unit, "inputs.Depth#%s", unproved[i]);
        json_t *result = run(unit, OPTIONS("--call-depth", "0", "--no-replay"), &status);
        assert_int_equal(status, 0);
        assert_int_equal(json_array_size(json_object_get(result, "findings")), 0);
        assert_false(json_is_true(json_object_get(result, "complete")));
        assert_true(json_is_true(json_object_get(result, "lossy")));
        json_decref(result);
    }
}

static void is_told_apart(void **state) {
    (void)state;
    char *argv[] = {(char *)drive_frisk(),  "java", "-q", "-v", "-j", "1", "--no-replay", "--cp", classes,
                    "inputs.Hidden#closes", NULL};
    struct output o = drive_run(argv, NULL, 60);
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "no error found"));
    assert_non_null(strstr(o.out, "only in a state that no call was found to build"));
    assert_non_null(strstr(o.out, "state:java.lang.IllegalStateException: closed"));
    drive_free(&o);
}

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_before_the_search),
        cmocka_unit_test(no_call_makes_it),
        cmocka_unit_test(calls_come_first),
        cmocka_unit_test(fields_are_set),
        cmocka_unit_test(calls_are_unknown),
        cmocka_unit_test(is_told_apart),
        cmocka_unit_test(factories_make_them),
        cmocka_unit_test(too_large_is_said),
        cmocka_unit_test(failing_inputs_are_small),
        cmocka_unit_test(inputs_are_readable),
        cmocka_unit_test(programs_are_told_little),
        cmocka_unit_test(calls_are_many),
        cmocka_unit_test(calls_change_objects),
        cmocka_unit_test(units_learn),
        cmocka_unit_test(others_make_them),
        cmocka_unit_test(what_is_no_unit),
        cmocka_unit_test(names_of_targets),
        cmocka_unit_test(accessors_are_proved),
        cmocka_unit_test(tests_are_few),
    };
    size_t n = tier_is("fast") ? 4 : sizeof tests / sizeof *tests; // each searches and proves for seconds
    return _cmocka_run_group_tests("inputs", tests, n, compile, clean_up);
}
