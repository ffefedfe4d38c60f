// SPDX-License-Identifier: Apache-2.0
// What earlier calls and assignments leave in static fields (tests/java/statics). The sources say it
// themselves, worked out by hand: which lines fail after calls that a client can make, which units are
// searched completely all the same, and which must not be called so. The real JVM confirms the errors, and
// shows that units of the last kind do something else after some calls.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"

#define SOURCES "tests/java/statics"

enum { MAX_UNITS = 64, MAX_MARKS = 64 };

enum claim { CLAIM_ALL, CLAIM_OPEN };

struct unit {
    char name[136];  // "Counter#rate"
    char file[32];   // "Changed.java"
    int first, last; // lines of the method
    enum claim claim;
};

struct mark {
    const struct unit *unit;
    int line;
    char exception[64]; // simple name
    bool found;
};

static struct unit units[MAX_UNITS];
static struct mark marks[MAX_MARKS];
static int n_units, n_marks;
static char *classes, *suite;
static json_t *result;

static void read_mark(const char *text, int line) {
    char copy[256];
    const char *at = strstr(text, "// error: ");
    if (!at || !n_units || units[n_units - 1].last) return;
    snprintf(copy, sizeof copy, "%s", at + 10);
    for (char *word = strtok(copy, ", \n"); word; word = strtok(NULL, ", \n")) {
        assert_true(n_marks < MAX_MARKS);
        marks[n_marks] = (struct mark){.unit = &units[n_units - 1], .line = line};
        snprintf(marks[n_marks++].exception, sizeof marks->exception, "%s", word);
    }
}

// A method is a line of four blanks, a type, a name and parentheses. In Constant.java all are complete; in
// Changed.java those that say what they are.
static void read_units(const char *file, bool all) {
    char path[256], text[512], class[64] = "", type[64], name[64];
    snprintf(path, sizeof path, SOURCES "/%s", file);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    for (int line = 1; fgets(text, sizeof text, f); line++) {
        sscanf(text, "class %63[A-Za-z]", class);
        sscanf(text, "enum %63[A-Za-z]", class);
        bool is_open = strstr(text, "// open") != NULL, is_all = all || strstr(text, "// all") != NULL;
        bool method = sscanf(text, "    static %63[][A-Za-z<>] %63[A-Za-z](", type, name) == 2 ||
                      sscanf(text, "    int %63[A-Za-z](", name) == 1;
        if (method && !strncmp(text + strspn(text, " "), "static void", 11)) method = false;
        if (method && strchr(text, '{') && (is_open || is_all)) {
            assert_true(n_units < MAX_UNITS);
            struct unit *u = &units[n_units++];
            *u = (struct unit){.first = line, .claim = is_open ? CLAIM_OPEN : CLAIM_ALL};
            snprintf(u->name, sizeof u->name, "%s#%s", class, name);
            snprintf(u->file, sizeof u->file, "%s", file);
        }
        if (n_units && !strcmp(text, "    }\n") && !units[n_units - 1].last) units[n_units - 1].last = line;
        read_mark(text, line);
    }
    fclose(f);
}

static int search(void **state) {
    (void)state;
    static char names[MAX_UNITS][160];
    char *argv[24 + MAX_UNITS] = {
        (char *)drive_frisk(), "java", "-q", "-j", "1", "-n", "300", "-t", "20", "--cp"};
    int n = 10;
    classes = drive_scratch();
    suite = drive_scratch();
    if (drive_compile_java(SOURCES "/*.java", classes) != 0) return -1;
    read_units("Constant.java", true);
    read_units("Changed.java", false);
    argv[n++] = classes;
    argv[n++] = "-o";
    argv[n++] = suite;
    argv[n++] = "--json";
    argv[n++] = "-";
    for (int i = 0; i < n_units; i++) {
        snprintf(names[i], sizeof *names, "statics.%s", units[i].name);
        argv[n++] = names[i];
    }
    struct output o = drive_run(argv, NULL, 300);
    if (o.status != 1) fail_msg("status %d: %s", o.status, o.err);
    result = json_loads(o.out, 0, NULL);
    if (!result) fail_msg("no result: %.300s", o.out);
    drive_free(&o);
    return 0;
}

static int clean_up(void **state) {
    (void)state;
    json_decref(result);
    drive_remove(classes);
    drive_remove(suite);
    free(classes);
    free(suite);
    return 0;
}

static const char *text_of(const json_t *o, const char *field) {
    const char *s = json_string_value(json_object_get(o, field));
    return s ? s : "";
}

static const json_t *result_of(const struct unit *u) {
    size_t i;
    const json_t *r;
    char opening[160];
    int length = snprintf(opening, sizeof opening, "statics.%s(", u->name);
    json_array_foreach(json_object_get(result, "units"), i, r) {
        if (!strncmp(text_of(r, "unit"), opening, (size_t)length)) return r;
    }
    fail_msg("%s was not searched", u->name);
    return NULL;
}

static void check_finding(const struct unit *u, const json_t *f) {
    const char *exception = strrchr(text_of(f, "exception"), '.');
    int line = (int)json_integer_value(json_object_get(json_object_get(f, "where"), "line"));
    if (strcmp(text_of(f, "kind"), "error") != 0) return;
    if (!json_is_true(json_object_get(f, "confirmed")))
        fail_msg("%s: not confirmed: %s", u->name, text_of(f, "call"));
    bool once = !strcmp(u->name, "Cursor#next"); // an iterator does not begin anew
    if (!once && !json_is_string(json_object_get(f, "test")))
        fail_msg("%s: another test spoils that of %s", u->name, text_of(f, "call"));
    for (int i = 0; exception && i < n_marks; i++)
        if (marks[i].unit == u && marks[i].line == line && !strcmp(marks[i].exception, exception + 1)) {
            marks[i].found = true;
            return;
        }
    fail_msg("%s: unexpected in line %d: %s", u->name, line, text_of(f, "reason"));
}

static void errors_are_found(void **state) {
    (void)state;
    for (int i = 0; i < n_units; i++) {
        const json_t *findings = json_object_get(result_of(&units[i]), "findings");
        for (size_t k = 0; k < json_array_size(findings); k++)
            check_finding(&units[i], json_array_get(findings, k));
    }
    for (int i = 0; i < n_marks; i++)
        if (!marks[i].found)
            fail_msg("%s: %s in line %d was not found", marks[i].unit->name, marks[i].exception,
                     marks[i].line);
    assert_true(n_marks >= 22);
}

static bool names_static(const json_t *lost) {
    size_t i;
    const json_t *l;
    json_array_foreach(lost, i, l) {
        if (!strncmp(text_of(l, "what"), "static field statics.", 21) &&
            strstr(text_of(l, "where"), ".java:"))
            return true;
    }
    return false;
}

static void claims_are_true(void **state) {
    (void)state;
    int n_open = 0;
    for (int i = 0; i < n_units; i++) {
        const struct unit *u = &units[i];
        const json_t *r = result_of(u);
        bool complete = json_is_true(json_object_get(r, "complete"));
        n_open += u->claim == CLAIM_OPEN;
        if (complete != (u->claim == CLAIM_ALL))
            fail_msg("%s is %s", u->name, complete ? "called complete" : "not called complete");
        if (names_static(json_object_get(r, "lost")) != (u->claim == CLAIM_OPEN))
            fail_msg("%s: what was lost is told wrongly", u->name);
    }
    assert_true(n_open >= 20 && n_units - n_open >= 20);
}

static void inputs_are_short(void **state) {
    (void)state;
    static const char *const calls[] = {
        "Counter.hit(); Counter.hit(); Counter.rate()", "Counter.limit = 9; Counter.room()",
        "Shared.table[1] = 0; Shared.second()",         "Levels.level = 7; Reader.read(101)",
        "Label.label = null; Label.length()",           "Switch.enable(); Switch.run(77)",
        "Range.setMost(1000); Range.share(1)",          "Mode.ON.use(); Mode.unused()",
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        bool found = false;
        for (int k = 0; k < n_units && !found; k++) {
            const json_t *findings = json_object_get(result_of(&units[k]), "findings");
            for (size_t f = 0; f < json_array_size(findings); f++)
                found |= !strcmp(text_of(json_array_get(findings, f), "call"), calls[i]);
        }
        if (!found) fail_msg("no error is shown by %s", calls[i]);
    }
}

// Of units without an error the JVM shows what callers change.
static void clients_change_them(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "exec java -XX:TieredStopAtLevel=1 -cp %s statics.Clients", classes);
    char *argv[] = {"/bin/sh", "-c", command, NULL};
    struct output o = drive_run(argv, NULL, 60);
    assert_int_equal(o.status, 0);
    for (int i = 0; i < n_units; i++) {
        bool fails = false;
        for (int k = 0; k < n_marks; k++) fails |= marks[k].unit == &units[i];
        if (units[i].claim != CLAIM_OPEN || fails) continue;
        if (!strstr(o.out, units[i].name)) fail_msg("%s stays the same", units[i].name);
    }
    drive_free(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_found),
        cmocka_unit_test(claims_are_true),
        cmocka_unit_test(inputs_are_short),
        cmocka_unit_test(clients_change_them),
    };
    return cmocka_run_group_tests_name("statics", tests, search, clean_up);
}
