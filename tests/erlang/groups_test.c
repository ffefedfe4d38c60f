// SPDX-License-Identifier: Apache-2.0
// Where findings belong (explore/language.h, enum finding_group): of each function of tests/erlang/groups.erl
// the groups of its findings, as the comment "%=" in its first line says them; and --any-term.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "groups.h"
#include "oracles/drive.h"

#define SOURCE "tests/erlang/groups.erl"

static json_t *search(const char *target, const char *mode, int status) {
    char *argv[] = {
        (char *)drive_frisk(), "erl",    "-q", "-j",         "1",          "-n",   "400",          "-t", "20",
        "--no-replay",         "--json", "-",  "--any-term", (char *)mode, SOURCE, (char *)target, NULL};
    struct output o = drive_run(argv, NULL, 200);
    if (o.status != status) fail_msg("status %d: %s", o.status, o.err);
    json_t *result = json_loads(o.out, 0, NULL);
    assert_non_null(result);
    drive_free(&o);
    return result;
}

// The reason: an atom, or the tag of a tuple behind its bracket; group domain: what is to blame.
static const char *name_of(const json_t *f) {
    static char name[128];
    if (!strcmp(groups_text(f, "group"), "domain")) return groups_text(f, "blamed");
    const char *reason = groups_text(f, "reason");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(reason, ","), reason);
    return name;
}

static void each_in_its_group(void **state) {
    (void)state;
    json_t *result = search(NULL, "apart", 1), *units = json_object_get(result, "units");
    FILE *f = fopen(SOURCE, "r");
    assert_non_null(f);
    char line[512], expected[GROUPS_TEXT], found[GROUPS_TEXT];
    int checked = 0, wrong = 0;
    while (fgets(line, sizeof line, f)) {
        char *mark = strstr(line, "%=");
        int length = (int)strcspn(line, "(");
        if (!mark || line[0] == '%') continue;
        json_t *unit = NULL;
        for (size_t i = 0; i < json_array_size(units) && !unit; i++) {
            const char *name = strchr(groups_text(json_array_get(units, i), "unit"), ':') + 1;
            if (!strncmp(name, line, (size_t)length) && name[length] == '/') unit = json_array_get(units, i);
        }
        assert_non_null(unit);
        groups_sort(mark + 2, expected);
        groups_of(unit, name_of, found);
        if (strcmp(found, expected)) print_error("%.*s: %s; expected %s\n", length, line, found, expected);
        wrong += strcmp(found, expected) != 0;
        assert_int_equal(json_integer_value(json_object_get(unit, "errors")) > 0,
                         strstr(expected, "error") != NULL);
        checked++;
    }
    fclose(f);
    json_decref(result);
    assert_int_equal(wrong, 0);
    assert_true(checked >= 28);
}

static void any_term(void **state) {
    (void)state;
    static const struct {
        const char *mode, *groups;
        int status;
    } rows[] = {{"errors", "error function_clause", 1}, {"apart", "domain 0", 0}, {"never", "", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char found[GROUPS_TEXT];
        json_t *unit = search("groups:len/1", rows[i].mode, rows[i].status);
        groups_of(unit, name_of, found);
        assert_string_equal(found, rows[i].groups);
        json_decref(unit);
    }
}

// A built-in function refuses each of its arguments for a cause of its own, and values of the right kinds for
// another: which argument erl_erts_errors:format_error/2 names first. Each cause has an input, once.
static void causes_of_one_badarg(void **state) {
    (void)state;
    static const struct {
        const char *unit;
        size_t causes;
    } rows[] = {{"groups:cause_part/3", 4}, {"groups:cause_number/1", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *unit = search(rows[i].unit, "errors", 1), *findings = json_object_get(unit, "findings");
        assert_int_equal(json_array_size(findings), 1);
        json_t *causes = json_object_get(json_array_get(findings, 0), "causes");
        assert_int_equal(json_array_size(causes), rows[i].causes);
        for (size_t a = 0; a < rows[i].causes; a++)
            for (size_t b = 0; b < a; b++)
                assert_string_not_equal(groups_text(json_array_get(causes, a), "call"),
                                        groups_text(json_array_get(causes, b), "call"));
        json_decref(unit);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_in_its_group), cmocka_unit_test(any_term),
                                       cmocka_unit_test(causes_of_one_badarg)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
