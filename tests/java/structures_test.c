// SPDX-License-Identifier: Apache-2.0
// Data structures with realistic bugs (tests/java/structures): what frisk must find in them, class by class,
// each confirmed by the real JVM. The sources say it themselves: where a line can throw, it ends in
// "// error: CLASS, ..", worked out by hand. One error more or less is a failed test. Methods without a mark
// are correct and may not be blamed at all. In the fast tier one method of each class is run on the real JVM.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"

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

static json_t *run(const char *unit, bool replay) {
    char *out_dir = drive_scratch();
    char *argv[] = {(char *)drive_frisk(),
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
                    "-",
                    (char *)unit,
                    replay ? NULL : "--no-replay",
                    NULL};
    struct output o = drive_run(argv, NULL, 120);
    if (o.status != 0 && o.status != 1) fail_msg("%s: status %d: %s", unit, o.status, o.err);
    json_t *result = json_loads(o.out, 0, NULL);
    if (!result) fail_msg("%s: no result: %.300s", unit, o.out);
    drive_free(&o);
    drive_remove(out_dir);
    free(out_dir);
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

static void expect(const char *class, const char *const *faulty, const char *const *correct) {
    struct mark marks[MAX_MARKS];
    int n = read_marks(class, marks);
    char unit[128];
    const char *tier = getenv("FRISK_TEST_TIER");
    bool replay = true;
    for (; *faulty; faulty++) {
        snprintf(unit, sizeof unit, "structures.%s#%s", class, *faulty);
        json_t *result = run(unit, replay), *findings = json_object_get(result, "findings");
        for (size_t i = 0; i < json_array_size(findings); i++)
            check_finding(unit, json_array_get(findings, i), replay, marks, n);
        if (tier && strcmp(tier, "fast") == 0) replay = false;
        json_decref(result);
    }
    for (; *correct; correct++) {
        snprintf(unit, sizeof unit, "structures.%s#%s", class, *correct);
        json_t *result = run(unit, false), *findings = json_object_get(result, "findings");
        for (size_t i = 0; i < json_array_size(findings); i++) {
            const char *kind = json_string_value(json_object_get(json_array_get(findings, i), "kind"));
            if (strcmp(kind, "error") == 0) fail_msg("%s: has no error", unit);
        }
        assert_true(json_integer_value(json_object_get(result, "runs")) > 1);
        json_decref(result);
    }
    for (int i = 0; i < n; i++)
        if (!marks[i].found)
            fail_msg("%s: %s in line %d was not found", class, marks[i].exception, marks[i].line);
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
    char command[256];
    snprintf(command, sizeof command, "javac -g -d %s " SOURCES "/*.java", classes);
    char *argv[] = {"/bin/sh", "-c", command, NULL};
    struct output o = drive_run(argv, NULL, 60);
    int status = o.status;
    if (status) fprintf(stderr, "%s", o.err);
    drive_free(&o);
    return status;
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
