// SPDX-License-Identifier: Apache-2.0
// What frisk java must find, end to end: the published small examples (tests/java/examples; line numbers as
// published) and each kind of finding with its guarded twins (tests/java/kinds).
//
// Comments in the sources say what is expected: "// error: Name, Name" or "// rejected: Name" at the line
// where it is raised. Each must be found, and nothing else. The examples are confirmed by frisk's own proof;
// of the kinds, the calls that frisk prints are compiled and run here, all in one JVM, to see that they end
// as told.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/str.h"
#include "base/vec.h"
#include "oracles/drive.h"
#include "tier.h"

struct example {
    const char *dir, *class, *method; // method NULL: all of the class
    const char *seconds;
    unsigned findings; // how many in all its units; 0: not stated
    bool complete;     // every unit
    bool proved;       // by frisk itself
};

static const struct example examples[] = {
    {"examples", "ExtraMath", "signum", "20", 1, true, true},
    {"examples", "Div", NULL, "20", 2, true, true},           // div and div2, not div1
    {"examples", "SquareRoot", "sqrt", "1", 0, false, false}, // its queries are long, without end
    {"examples", "ZeroDivisor", NULL, "20", 3, true, true},
    {"examples", "ArrayAccess", "get", "20", 2, false, true},
    {"examples", "ArrayCreation", "newArray", "20", 1, false, true},
    {"examples", "Primes", "primes", "20", 1, false, true},
    {"kinds", "Nulls", NULL, "20", 0, true, false},
    {"kinds", "ArrayKinds", NULL, "20", 0, true, false},
    {"kinds", "Arithmetic", NULL, "20", 0, true, false},
    {"kinds", "Throws", NULL, "20", 0, true, false},
    {"kinds", "Messages", NULL, "20", 0, false, false},
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static char *scratch;
static struct str calls;   // of the kinds, as Java statements
static VEC(char *) keys;   // what each must print
typedef VEC(char *) texts; // owned

static char *path_in(const char *name) {
    struct str s = {0};
    str_addf(&s, "%s/%s", scratch, name);
    return str_take(&s);
}

static void shell(const char *command) { // in the project's root; $1 is the scratch directory
    char *argv[] = {"/bin/sh", "-c", (char *)command, "sh", scratch, NULL};
    struct output o = drive_run(argv, NULL, 240);
    if (o.status != 0) fail_msg("%s: %s%s", command, o.out, o.err);
    drive_free(&o);
}

static bool have(const texts *t, const char *text) {
    for (uint32_t i = 0; i < t->n; i++)
        if (strcmp(t->at[i], text) == 0) return true;
    return false;
}

static void add(texts *t, char *text) { // takes it over
    if (have(t, text))
        free(text);
    else
        vec_push(t, text);
}

static void free_texts(texts *t) {
    for (uint32_t i = 0; i < t->n; i++) free(t->at[i]);
    vec_free(t);
}

static char *key_of(const char *kind, const char *name, size_t n, unsigned line) {
    char *key = NULL;
    if (asprintf(&key, "%s %.*s %u", kind, (int)n, name, line) < 0) abort();
    return key;
}

// "error ArithmeticException 6" for each name in the comments of the source.
static texts expected(const struct example *e) {
    static const char *const kinds[] = {"error", "rejected"};
    texts out = {0};
    struct str path = {0};
    str_addf(&path, "tests/java/%s/%s.java", e->dir, e->class);
    char *text = drive_slurp(str_text(&path)), *rest = text;
    unsigned line = 0;
    for (char *l; (l = strsep(&rest, "\n"));) {
        line++;
        for (int k = 0; k < 2; k++) {
            char mark[20];
            snprintf(mark, sizeof mark, "// %s: ", kinds[k]);
            char *at = strstr(l, mark);
            for (at = at ? at + strlen(mark) : NULL; at && *at; at += strspn(at, ", ")) {
                size_t n = strcspn(at, ", ");
                if (strncmp(at, "in ", 3) == 0) break;
                add(&out, key_of(kinds[k], at, n, line));
                at += n;
            }
        }
    }
    assert_true(line > 3);
    free(text);
    str_free(&path);
    return out;
}

static const char *simple_name(const char *class) {
    const char *dot = strrchr(class, '.'), *dollar = strrchr(class, '$');
    return dollar && dollar > dot ? dollar + 1 : dot ? dot + 1 : class;
}

static const char *text_of(json_t *object, const char *key) {
    const char *t = json_string_value(json_object_get(object, key));
    return t ? t : "";
}

// The fast tier proves one class: each proof costs a javac and a JVM.
static bool is_proved(const struct example *e) {
    return e->proved && (!tier_is("fast") || !strcmp(e->class, "ZeroDivisor"));
}

static void note_finding(const struct example *e, json_t *finding, texts *found) {
    const char *exception = simple_name(text_of(finding, "exception"));
    json_t *where = json_object_get(finding, "where");
    unsigned line = (unsigned)json_integer_value(json_object_get(where, "line"));
    if (!strcmp(text_of(finding, "kind"), "hang")) { // for most roots t and c/t take turns, both beside it
        assert_string_equal(e->class, "SquareRoot");
        assert_int_equal(line, 7);
        return;
    }
    char *key = key_of(text_of(finding, "kind"), exception, strlen(exception), line);
    if (is_proved(e)) {
        if (!json_is_true(json_object_get(finding, "confirmed")))
            fail_msg("%s: %s is not confirmed", text_of(finding, "call"), key);
    } else if (!e->proved) {
        str_addf(&calls, "        attempt(\"%s\", () -> %s);\n", e->class, text_of(finding, "call"));
        char *own = key_of("", exception, strlen(exception), line);
        vec_push(&keys, own);
    }
    bool prints = strstr(text_of(finding, "call"), "Throws.custom(") != NULL; // the only one
    assert_string_equal(text_of(finding, "output"), prints ? "seen \xE2\x82\xAC" : "");
    add(found, key);
}

// Examples of equal directory, time and need of a proof are searched by one frisk.
static bool go_together(const struct example *a, const struct example *b) {
    return !strcmp(a->dir, b->dir) && !strcmp(a->seconds, b->seconds) && is_proved(a) == is_proved(b);
}

static json_t *run_frisk(const struct example *e) {
    char *classes = path_in(e->dir), *out = path_in("suite"), targets[EXAMPLES][64];
    char *argv[EXAMPLES + 20] = {
        (char *)drive_frisk(), "java",   "-q", "-j", "1", "-n", "100", "-cp", classes, "-t",
        (char *)e->seconds,    "--json", "-",  "-o", out};
    size_t n = 15;
    if (!is_proved(e)) argv[n++] = "--no-replay";
    for (size_t i = 0; i < EXAMPLES; i++) {
        const struct example *x = &examples[i];
        if (!go_together(e, x)) continue;
        snprintf(targets[i], sizeof *targets, "%s%s%s", x->class, x->method ? "#" : "",
                 x->method ? x->method : "");
        argv[n++] = targets[i];
    }
    struct output o = drive_run(argv, NULL, 400);
    json_error_t error;
    json_t *result = json_loads(o.out, 0, &error);
    if (!result || (o.status != 0 && o.status != 1)) fail_msg("%s: status %d: %s", e->class, o.status, o.err);
    drive_free(&o);
    free(classes);
    free(out);
    return result;
}

static json_t *results[EXAMPLES]; // owned, each at the first of those that go together

static json_t *result_of(const struct example *e) {
    size_t i = 0;
    while (!go_together(e, &examples[i])) i++;
    if (!results[i]) results[i] = run_frisk(e);
    return results[i];
}

static void check_unit(const struct example *e, json_t *unit, texts *found, size_t *n_findings) {
    json_t *findings = json_object_get(unit, "findings");
    if (e->complete && !json_is_true(json_object_get(unit, "complete")))
        fail_msg("%s is not complete", text_of(unit, "unit"));
    // Inputs that are too large to be tried are the one thing here that has no model.
    assert_in_range(json_integer_value(json_object_get(unit, "incomplete")), 0, !e->complete);
    for (size_t i = 0; i < json_array_size(findings); i++, ++*n_findings)
        note_finding(e, json_array_get(findings, i), found);
}

static void check(void **state) {
    const struct example *e = *state;
    texts want = expected(e), found = {0};
    json_t *result = result_of(e), *units = json_object_get(result, "units"), *unit;
    size_t i, n_units = 0, n_findings = 0;
    if (!units) check_unit(e, result, &found, &n_findings), n_units++; // it was alone
    json_array_foreach(units, i, unit) {
        const char *name = text_of(unit, "unit");
        if (strcspn(name, "#") != strlen(e->class) || strncmp(name, e->class, strlen(e->class)) != 0)
            continue;
        check_unit(e, unit, &found, &n_findings);
        n_units++;
    }
    assert_true(n_units > 0);
    for (uint32_t k = 0; k < want.n; k++)
        if (!have(&found, want.at[k])) fail_msg("%s: not found: %s", e->class, want.at[k]);
    for (uint32_t k = 0; k < found.n; k++)
        if (!have(&want, found.at[k])) fail_msg("%s: not expected: %s", e->class, found.at[k]);
    if (e->findings) assert_int_equal(n_findings, e->findings);
    free_texts(&want);
    free_texts(&found);
}

// Prints of each call what left it and the topmost line of the class that it passed.
static const char head[] = "public class Attempts {\n"
                           "    interface Statement { void run() throws Throwable; }\n"
                           "    static void attempt(String own, Statement call) {\n"
                           "        String name = \"nothing\";\n"
                           "        int line = 0;\n"
                           "        try {\n"
                           "            call.run();\n"
                           "        } catch (Throwable t) {\n"
                           "            name = t.getClass().getName().replaceAll(\".*[.$]\", \"\");\n"
                           "            for (StackTraceElement e : t.getStackTrace())\n"
                           "                if (line == 0 && (e.getClassName() + \"$\").startsWith(own + "
                           "\"$\")) line = e.getLineNumber();\n"
                           "        }\n"
                           "        System.out.println(\" \" + name + \" \" + line);\n"
                           "    }\n"
                           "    public static void main(String[] args) {\n";

static void kinds_end_as_told(void **state) {
    (void)state;
    assert_true(keys.n >= 35);
    char *source = path_in("Attempts.java");
    FILE *f = fopen(source, "w");
    assert_non_null(f);
    fprintf(f, "%s%s    }\n}\n", head, str_text(&calls));
    fclose(f);
    shell("javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -cp \"$1/kinds\" -d \"$1\" "
          "\"$1/Attempts.java\"");
    struct str path = {0};
    str_addf(&path, "%s:%s/kinds", scratch, scratch);
    char *argv[] = {"/bin/sh", "-c", "exec java -ea -cp \"$1\" Attempts", "sh", path.at, NULL};
    struct output o = drive_run(argv, NULL, 100);
    assert_int_equal(o.status, 0);
    char *rest = o.out;
    for (uint32_t i = 0; i < keys.n; i++) {
        const char *line = strsep(&rest, "\n");
        assert_non_null(line);
        if (strcmp(line, keys.at[i]) != 0)
            fail_msg("the JVM says '%s' where frisk says '%s'", line, keys.at[i]);
    }
    drive_free(&o);
    str_free(&path);
    free(source);
}

static int set_up(void **state) {
    (void)state;
    scratch = drive_scratch();
    shell("javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -g -nowarn -d \"$1/examples\" "
          "tests/java/examples/*.java && "
          "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -g -nowarn -d \"$1/kinds\" "
          "tests/java/kinds/*.java");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    drive_remove(scratch);
    free(scratch);
    str_free(&calls);
    for (uint32_t i = 0; i < keys.n; i++) free(keys.at[i]);
    vec_free(&keys);
    for (size_t i = 0; i < EXAMPLES; i++) json_decref(results[i]);
    return 0;
}

int main(void) {
    static struct CMUnitTest tests[EXAMPLES + 1];
    for (size_t i = 0; i < EXAMPLES; i++)
        tests[i] = (struct CMUnitTest){examples[i].class, check, NULL, NULL, (void *)(uintptr_t)&examples[i]};
    tests[EXAMPLES] = (struct CMUnitTest){"the kinds on the JVM", kinds_end_as_told, NULL, NULL, NULL};
    return _cmocka_run_group_tests("examples (Java)", tests, EXAMPLES + 1, set_up, tear_down);
}
