// SPDX-License-Identifier: Apache-2.0
// Classes of other compilers than javac's: Kotlin's and Scala's (tests/java/languages/compile made them).
// Each function of Ten.kt and Ten.scala has the findings that the comment "//=" behind it tells, and what
// frisk writes for them compiles and does what was said.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "groups.h"
#include "oracles/drive.h"
#include "tier.h"

#define FOLDER        "tests/java/languages"
#define SCALA_LIBRARY "/usr/share/java/scala-library.jar" // Debian's package of that name

static const char *name_of(const json_t *f) {
    const char *blamed = groups_text(f, "blamed"), *exception = groups_text(f, "exception");
    const char *dot = strrchr(exception, '.');
    return *blamed ? blamed : dot ? dot + 1 : exception;
}

static json_t *search(const char *class_path, const char *target) {
    char *out_dir = drive_scratch();
    char *argv[] = {
        (char *)drive_frisk(), "java", "-q",    "-j",     "1", "-n",           "200", "-t", "20", "--cp",
        (char *)class_path,    "-o",   out_dir, "--json", "-", (char *)target, NULL};
    struct output o = drive_run(argv, NULL, 600);
    if (o.status != 1) fail_msg("%s: status %d: %s", target, o.status, o.err);
    json_t *result = json_loads(o.out, 0, NULL);
    assert_non_null(result);
    drive_free(&o);
    drive_remove(out_dir);
    free(out_dir);
    json_t *units = json_incref(json_object_get(result, "units"));
    json_decref(result);
    return units;
}

// Every test that was written compiles, and the real JVM does what it says.
static void expect_confirmed(const json_t *unit) {
    const json_t *findings = json_object_get(unit, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *f = json_array_get(findings, i);
        if (!json_is_true(json_object_get(f, "confirmed")))
            fail_msg("%s: %s", groups_text(f, "call"), groups_text(f, "proof"));
    }
}

static const json_t *unit_named(const json_t *units, const char *name, size_t n) {
    for (size_t i = 0; i < json_array_size(units); i++) {
        const char *at = strchr(groups_text(json_array_get(units, i), "unit"), '#');
        if (at && !strncmp(at + 1, name, n) && at[1 + n] == '(') return json_array_get(units, i);
    }
    return NULL;
}

static void expect_marks(const char *source, const char *class_path, const char *target, int least) {
    json_t *units = search(class_path, target);
    FILE *f = fopen(source, "r");
    assert_non_null(f);
    char line[512], expected[GROUPS_TEXT], found[GROUPS_TEXT];
    int checked = 0, wrong = 0;
    while (fgets(line, sizeof line, f)) {
        const char *mark = strstr(line, "//="), *bracket = mark ? strchr(line, '(') : NULL, *name = bracket;
        if (!bracket || bracket > mark) continue;
        while (name > line && name[-1] != ' ') name--;
        const json_t *unit = unit_named(units, name, (size_t)(bracket - name));
        if (!unit) fail_msg("no unit for %s", line);
        expect_confirmed(unit);
        groups_sort(mark + 3, expected);
        groups_of(unit, name_of, found);
        if (strcmp(found, expected))
            print_error("%.*s: %s; expected %s\n", (int)(bracket - name), name, found, expected);
        wrong += strcmp(found, expected) != 0;
        checked++;
    }
    fclose(f);
    json_decref(units);
    assert_int_equal(wrong, 0);
    assert_true(checked >= least);
}

static void kotlin(void **state) {
    (void)state;
    expect_marks(FOLDER "/Ten.kt", FOLDER "/kotlin", "kt", 19);
}

static void scala(void **state) {
    (void)state;
    if (tier_is("fast")) skip(); // as long as Kotlin's again
    expect_marks(FOLDER "/Ten.scala", FOLDER "/scala:" SCALA_LIBRARY, "sc", 11);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(kotlin), cmocka_unit_test(scala)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
