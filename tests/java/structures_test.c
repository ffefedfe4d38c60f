// SPDX-License-Identifier: Apache-2.0
// Data structures with realistic bugs (tests/java/structures): what frisk must find in them, class by class,
// each confirmed by the real JVM. The sources say it themselves: where a line can throw, it ends in
// "// error: CLASS, ..", worked out by hand. One error more or less is a failed test. Methods without a mark
// are correct and may not be blamed at all. In the fast tier one class is run on the real JVM.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"
#include "tier.h"

#define SOURCES "tests/java/structures"

static char *classes; // where they were compiled to

enum { MAX_MARKS = 32 };

struct mark {
    int line;
    char exception[64]; // simple name
    bool found;
};

static int read_marks(const char *class, struct mark *out) {
    char path[256], text[512];
    snprintf(path, sizeof path, SOURCES "/%s.java", class);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    int n = 0;
    for (int line = 1; fgets(text, sizeof text, f); line++) {
        char *at = strstr(text, "// error: ");
        if (!at) continue;
        for (char *word = strtok(at + 10, ", \n"); word; word = strtok(NULL, ", \n")) {
            assert_true(n < MAX_MARKS);
            out[n].line = line;
            out[n].found = false;
            snprintf(out[n++].exception, sizeof out->exception, "%s", word);
        }
    }
    fclose(f);
    return n;
}

static const struct structure {
    const char *class;
    const char *faulty[10], *correct[5]; // methods
} structures[] = {
    {"SearchTree",
     {"min", "successor", "removeMin", "rotateRight"},
     {"add", "contains", "size", "successorOr"}},
    {"LinkedDeque", {"removeLast", "get", "indexOf"}, {"addFirst", "first", "removeFirst"}},
    {"MinHeap", {"<init>(int)", "insert", "min", "removeMin", "of"}, {"isHeap", "isEmpty"}},
    {"ArrayStack", {"push", "peek"}, {"top", "pop", "isEmpty"}},
    {"RingQueue", {"poll", "mean"}, {"offer", "peek"}},
    {"ChainTable", {"get", "spread"}, {"contains", "getOr"}},
    {"Graph", {"hasEdge", "follow"}, {"connect", "degree"}},
    {"Rational", {"ratio", "compareTo(Rational)", "equals"}, {"plus", "inverse"}},
    {"Matrix", {"get", "trace", "transposeRow"}, {"set", "rowSums"}},
    {"Words",
     {"capitalize", "between", "mark", "sum", "count", "larger", "accepted", "measured", "apart"},
     {"isPalindrome", "longest"}},
};
enum { STRUCTURES = sizeof structures / sizeof *structures, METHODS = 15 };

// The fast tier runs one class on the real JVM.
static bool is_replayed(const struct structure *s) {
    return !tier_is("fast") || s == structures;
}

static char *out_dir;
static json_t *results[2]; // without and with replay

// Of all the classes that are replayed, or are not, in one call of frisk, and so in one JVM.
static json_t *run(bool replay) {
    static char units[STRUCTURES * METHODS][64];
    char *argv[20 + STRUCTURES * METHODS] = {(char *)drive_frisk(),
                                             "java",
                                             "-q",
                                             "-j",
                                             "1",
                                             "-n",
                                             "250",
                                             "-t",
                                             "20",
                                             "-d",
                                             "14",
                                             "--cp",
                                             classes,
                                             "-o",
                                             out_dir,
                                             "--json",
                                             "-"};
    int n = 17, k = 0;
    if (!replay) argv[n++] = "--no-replay";
    for (const struct structure *s = structures; s < structures + STRUCTURES; s++) {
        if (is_replayed(s) != replay) continue;
        for (const char *const *m = s->faulty; *m; m++) {
            snprintf(units[k], sizeof *units, "structures.%s#%s", s->class, *m);
            argv[n++] = units[k++];
        }
        for (const char *const *m = s->correct; *m; m++) {
            snprintf(units[k], sizeof *units, "structures.%s#%s", s->class, *m);
            argv[n++] = units[k++];
        }
    }
    struct output o = drive_run(argv, NULL, 500);
    if (o.status != 0 && o.status != 1) fail_msg("status %d: %s", o.status, o.err);
    json_t *result = json_loads(o.out, 0, NULL);
    if (!result) fail_msg("no result: %.300s", o.out);
    drive_free(&o);
    return result;
}

// The results of its methods, in the order above. To be freed.
static json_t *units_of(const struct structure *s) {
    bool replay = is_replayed(s);
    char opening[64];
    int length = snprintf(opening, sizeof opening, "structures.%s#", s->class);
    if (!results[replay]) results[replay] = run(replay);
    json_t *own = json_array(), *unit;
    size_t i;
    json_array_foreach(json_object_get(results[replay], "units"), i, unit) {
        if (!strncmp(json_string_value(json_object_get(unit, "unit")), opening, (size_t)length))
            json_array_append(own, unit);
    }
    return own;
}

static const char *simple_name(const char *class) {
    const char *dot = strrchr(class, '.');
    return dot ? dot + 1 : class;
}

static void check_finding(const char *unit, const json_t *f, bool replayed, struct mark *marks, int n) {
    if (strcmp(json_string_value(json_object_get(f, "kind")), "error") != 0) return;
    const char *exception = simple_name(json_string_value(json_object_get(f, "exception")));
    int line = (int)json_integer_value(json_object_get(json_object_get(f, "where"), "line"));
    if (replayed && !json_is_true(json_object_get(f, "confirmed")))
        fail_msg("%s: %s in line %d was not confirmed", unit, exception, line);
    for (int i = 0; i < n; i++) {
        if (marks[i].line != line || strcmp(marks[i].exception, exception) != 0) continue;
        marks[i].found = true;
        return;
    }
    fail_msg("%s: %s in line %d is no error", unit, exception, line);
}

static unsigned count_tests(const char *class, const char *suffix) {
    char path[300], text[512];
    unsigned n = 0;
    snprintf(path, sizeof path, "%s/structures/%s%s.java", out_dir, class, suffix);
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    while (fgets(text, sizeof text, f)) n += strstr(text, "@Test\n") != NULL;
    fclose(f);
    return n;
}

// Of the class's two test classes: a test of each case that became one, and no others.
static void check_suite(const char *class, const json_t *units) {
    unsigned written = count_tests(class, "Test") + count_tests(class, "FindingsTest"), told = 0;
    for (size_t u = 0; u < json_array_size(units); u++) {
        const json_t *cases = json_object_get(json_array_get(units, u), "cases");
        for (size_t i = 0; i < json_array_size(cases); i++)
            told += json_is_string(json_object_get(json_array_get(cases, i), "test"));
    }
    if (!written || written != told)
        fail_msg("%s: %u tests in the file, %u in the result", class, written, told);
}

static size_t count(const char *const *names) {
    size_t n = 0;
    while (names[n]) n++;
    return n;
}

static void expect(void **state) {
    const struct structure *s = *state;
    struct mark marks[MAX_MARKS];
    int n = read_marks(s->class, marks);
    json_t *units = units_of(s);
    size_t n_faulty = count(s->faulty);
    assert_int_equal(json_array_size(units), n_faulty + count(s->correct));
    for (size_t u = 0; u < json_array_size(units); u++) {
        json_t *unit = json_array_get(units, u), *findings = json_object_get(unit, "findings");
        const char *name = json_string_value(json_object_get(unit, "unit"));
        for (size_t i = 0; i < json_array_size(findings); i++) {
            json_t *finding = json_array_get(findings, i);
            if (u < n_faulty)
                check_finding(name, finding, is_replayed(s), marks, n);
            else if (!strcmp(json_string_value(json_object_get(finding, "kind")), "error"))
                fail_msg("%s: has no error", name);
        }
        bool one_tells = json_is_true(json_object_get(unit, "proved"));
        if (u >= n_faulty && !one_tells) assert_true(json_integer_value(json_object_get(unit, "runs")) > 1);
    }
    for (int i = 0; i < n; i++)
        if (!marks[i].found)
            fail_msg("%s: %s in line %d was not found", s->class, marks[i].exception, marks[i].line);
    if (is_replayed(s)) check_suite(s->class, units);
    json_decref(units);
}

static int compile(void **state) {
    (void)state;
    classes = drive_scratch();
    out_dir = drive_scratch();
    return drive_compile_java(SOURCES "/*.java", classes);
}

static int clean_up(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) json_decref(results[i]);
    drive_remove(classes);
    drive_remove(out_dir);
    free(classes);
    free(out_dir);
    return 0;
}

int main(void) {
    struct CMUnitTest tests[STRUCTURES];
    for (size_t i = 0; i < STRUCTURES; i++)
        tests[i] =
            (struct CMUnitTest){structures[i].class, expect, NULL, NULL, (void *)(uintptr_t)&structures[i]};
    return cmocka_run_group_tests(tests, compile, clean_up);
}
