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

// All methods of a class in one call of frisk, and so in one JVM.
static json_t *run(const char *class, const char *const *const lists[2], const char *out_dir, bool replay) {
    char *argv[40] = {(char *)drive_frisk(),
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
                      (char *)out_dir,
                      "--json",
                      "-"};
    char units[20][128];
    int n = 17;
    if (!replay) argv[n++] = "--no-replay";
    for (int list = 0, i = 0; list < 2; list++) {
        for (const char *const *m = lists[list]; *m; m++, i++) {
            snprintf(units[i], sizeof units[i], "structures.%s#%s", class, *m);
            argv[n++] = units[i];
        }
    }
    struct output o = drive_run(argv, NULL, 400);
    if (o.status != 0 && o.status != 1) fail_msg("%s: status %d: %s", class, o.status, o.err);
    json_t *result = json_loads(o.out, 0, NULL);
    if (!result) fail_msg("%s: no result: %.300s", class, o.out);
    drive_free(&o);
    return result;
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

// Of the class's test class: a test of each case that became one, and no others.
static void check_suite(const char *class, const char *out_dir, const json_t *units) {
    char path[300], text[512];
    unsigned written = 0, told = 0;
    snprintf(path, sizeof path, "%s/structures/%sTest.java", out_dir, class);
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("%s was not written", path);
    while (fgets(text, sizeof text, f)) written += strstr(text, "@Test\n") != NULL;
    fclose(f);
    for (size_t u = 0; u < json_array_size(units); u++) {
        const json_t *cases = json_object_get(json_array_get(units, u), "cases");
        for (size_t i = 0; i < json_array_size(cases); i++)
            told += json_is_string(json_object_get(json_array_get(cases, i), "test"));
    }
    if (!written || written != told)
        fail_msg("%s: %u tests in the file, %u in the result", class, written, told);
}

// The fast tier runs one class on the real JVM.
static bool is_replayed(const char *class) {
    return !tier_is("fast") || !strcmp(class, "SearchTree");
}

static void expect(const char *class, const char *const *faulty, const char *const *correct) {
    struct mark marks[MAX_MARKS];
    int n = read_marks(class, marks);
    bool replay = is_replayed(class);
    char *out_dir = drive_scratch();
    json_t *result = run(class, (const char *const *const[]){faulty, correct}, out_dir, replay),
           *units = json_object_get(result, "units");
    size_t n_faulty = 0, n_correct = 0;
    while (faulty[n_faulty]) n_faulty++;
    while (correct[n_correct]) n_correct++;
    assert_int_equal(json_array_size(units), n_faulty + n_correct); // one of each name, in this order
    for (size_t u = 0; u < json_array_size(units); u++) {
        json_t *unit = json_array_get(units, u), *findings = json_object_get(unit, "findings");
        const char *name = json_string_value(json_object_get(unit, "unit"));
        for (size_t i = 0; i < json_array_size(findings); i++) {
            json_t *finding = json_array_get(findings, i);
            if (u < n_faulty)
                check_finding(name, finding, replay, marks, n);
            else if (!strcmp(json_string_value(json_object_get(finding, "kind")), "error"))
                fail_msg("%s: has no error", name);
        }
        if (u >= n_faulty) assert_true(json_integer_value(json_object_get(unit, "runs")) > 1);
    }
    for (int i = 0; i < n; i++)
        if (!marks[i].found)
            fail_msg("%s: %s in line %d was not found", class, marks[i].exception, marks[i].line);
    if (replay) check_suite(class, out_dir, units);
    json_decref(result);
    drive_remove(out_dir);
    free(out_dir);
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
// X(class, methods with errors, correct ones)
#define CLASSES(X)                                                                                           \
    X(SearchTree, NAMES("min", "successor", "removeMin", "rotateRight"),                                     \
      NAMES("add", "contains", "size", "successorOr"))                                                       \
    X(LinkedDeque, NAMES("removeLast", "get", "indexOf"), NAMES("addFirst", "first", "removeFirst"))         \
    X(MinHeap, NAMES("<init>(int)", "insert", "min", "removeMin", "of"), NAMES("isHeap", "isEmpty"))         \
    X(ArrayStack, NAMES("push", "peek"), NAMES("top", "pop", "isEmpty"))                                     \
    X(RingQueue, NAMES("poll", "mean"), NAMES("offer", "peek"))                                              \
    X(ChainTable, NAMES("get", "spread"), NAMES("contains", "getOr"))                                        \
    X(Graph, NAMES("hasEdge", "follow"), NAMES("connect", "degree"))                                         \
    X(Rational, NAMES("ratio", "compareTo(Rational)", "equals"), NAMES("plus", "inverse"))                   \
    X(Matrix, NAMES("get", "trace", "transposeRow"), NAMES("set", "rowSums"))                                \
    X(Words,                                                                                                 \
      NAMES("capitalize", "between", "mark", "sum", "count", "larger", "accepted", "measured", "apart"),     \
      NAMES("isPalindrome", "longest"))

#define X(class, faulty, correct)                                                                            \
    static void test_##class(void **state) {                                                                 \
        (void)state;                                                                                         \
        expect(#class, faulty, correct);                                                                     \
    }
CLASSES(X)
#undef X

static int compile(void **state) {
    (void)state;
    classes = drive_scratch();
    return drive_compile_java(SOURCES "/*.java", classes);
}

static int clean_up(void **state) {
    (void)state;
    drive_remove(classes);
    free(classes);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define X(class, faulty, correct) cmocka_unit_test(test_##class),
        CLASSES(X)
#undef X
    };
    return cmocka_run_group_tests(tests, compile, clean_up);
}
