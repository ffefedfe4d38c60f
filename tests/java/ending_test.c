// SPDX-License-Identifier: Apache-2.0
// What ends and what does not, with the JVM as referee. tests/java/endings: methods that never end on some
// input (Endless: found, in the line that says so, and shown on the real JVM), that end on all (Ends:
// proved), and that nearly do (Nearly: never proved). And loops drawn at random, of which those that are
// proved to end are run on edge values, with a referee that knows when one is back in a state.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"
#include "tier.h"

#define SOURCES "tests/java/endings"

static char *scratch, *classes;

static char *in_scratch(const char *name) {
    char *path = malloc(strlen(scratch) + strlen(name) + 2);
    sprintf(path, "%s/%s", scratch, name);
    return path;
}

static void compile_also(const char *sources) {
    char text[400];
    snprintf(text, sizeof text, "-cp %s %s", classes, sources);
    assert_int_equal(drive_compile_java(text, classes), 0);
}

// Frisk's result for all methods of a class, or for those that are named.
static json_t *run_frisk(const char *const *options, const char *const *units) {
    char *out = in_scratch("out");
    char *argv[160] = {
        (char *)drive_frisk(), "java", "-q", "-j", "1", "--cp", classes, "-o", out, "--json", "-"};
    int n = 11;
    while (*options) argv[n++] = (char *)*options++;
    while (*units) argv[n++] = (char *)*units++;
    struct output o = drive_run(argv, NULL, 500);
    if (o.status != 0 && o.status != 1) fail_msg("status %d: %s", o.status, o.err);
    json_t *result = json_loads(o.out, 0, NULL);
    if (!result) fail_msg("no result: %.300s", o.out);
    drive_free(&o);
    free(out);
    return result;
}

static const char *text_of(const json_t *o, const char *field) {
    const char *text = json_string_value(json_object_get(o, field));
    return text ? text : "";
}

// "endings.Ends#sum(int)" -> "sum"; of classes within it, and of constructors: ""
static const char *method_of(const json_t *unit, const char *class) {
    static char name[80];
    const char *text = text_of(unit, "unit"), *hash = strchr(text, '#');
    snprintf(name, sizeof name, "endings.%s#", class);
    if (!hash || strncmp(text, name, strlen(name)) != 0 || hash[1] == '<') return "";
    snprintf(name, sizeof name, "%.*s", (int)strcspn(hash + 1, "("), hash + 1);
    return name;
}

static const char *const quick[] = {"-n", "1", "-t", "2", "--no-random", "--no-replay", NULL};

// ---- What ends, and what nearly does ----

static void ends(void **state) {
    (void)state;
    size_t i, proved = 0;
    json_t *result = run_frisk(quick, (const char *[]){"endings.Ends", NULL}), *unit;
    json_array_foreach(json_object_get(result, "units"), i, unit) {
        if (!*method_of(unit, "Ends")) continue;
        // A run that takes billions of steps is cut off, so that no claim is made.
        bool cut = json_integer_value(json_object_get(unit, "limited")) > 0;
        if (!cut && strcmp(text_of(unit, "ends"), "proved") != 0)
            fail_msg("%s: %s", text_of(unit, "unit"), text_of(unit, "ends"));
        proved += !cut;
    }
    assert_in_range(proved, 35, 100);
    json_decref(result);
}

static void nearly(void **state) {
    (void)state;
    size_t i, n = 0;
    json_t *result = run_frisk(quick, (const char *[]){"endings.Nearly", NULL}), *unit;
    json_array_foreach(json_object_get(result, "units"), i, unit) {
        if (!*method_of(unit, "Nearly")) continue;
        if (!strcmp(text_of(unit, "ends"), "proved")) fail_msg("%s: proved", text_of(unit, "unit"));
        n++;
    }
    assert_in_range(n, 35, 100);
    json_decref(result);
}

// The calls that the comments of Nearly tell.
static void referee_of_nearly(void **state) {
    (void)state;
    char line[200], *path = in_scratch("NearlyCalls.java");
    FILE *source = fopen(SOURCES "/Nearly.java", "r"), *out = fopen(path, "w");
    assert_non_null(source);
    assert_non_null(out);
    fprintf(out, "package endings;\npublic class NearlyCalls {\n"
                 "    public static void main(String[] a) throws Exception {\n");
    int n = 0;
    while (fgets(line, sizeof line, source)) {
        if (strncmp(line, "    // ", 7) != 0) continue;
        line[strcspn(line, "\n")] = 0;
        if (line[strlen(line) - 1] != ')') continue;
        fprintf(out, "        Referee.expectEndless(\"%.*s\", () -> Nearly.%s);\n",
                (int)strcspn(line + 7, "("), line + 7, line + 7);
        n++;
    }
    fprintf(out, "        System.out.println(\"all\");\n        Runtime.getRuntime().halt(0);\n    }\n}\n");
    fclose(source);
    fclose(out);
    assert_in_range(n, 35, 100);
    compile_also(path);
    char *argv[] = {"/usr/bin/env", "java",  "-XX:+UseSerialGC",    "-XX:TieredStopAtLevel=1",
                    "-cp",          classes, "endings.NearlyCalls", NULL};
    struct output o = drive_run(argv, NULL, 60);
    assert_string_equal(o.out, "all\n");
    drive_free(&o);
    free(path);
}

// ---- What never ends ----

struct mark {
    char method[40], what[8];
    int line;
};

enum { MOST_MARKS = 80 };

static int read_marks(struct mark *marks) {
    char text[300], method[40] = "";
    FILE *f = fopen(SOURCES "/Endless.java", "r");
    int n = 0;
    assert_non_null(f);
    for (int line = 1; fgets(text, sizeof text, f); line++) {
        char *at = strstr(text, "    public static ");
        if (at == text && strchr(text, '(')) {
            char *end = strchr(text, '('), *from = end;
            while (from[-1] != ' ') from--;
            snprintf(method, sizeof method, "%.*s", (int)(end - from), from);
        }
        for (char *mark = strstr(text, "// "); mark; mark = NULL) {
            struct mark m = {.line = line};
            snprintf(m.method, sizeof m.method, "%s", method);
            snprintf(m.what, sizeof m.what, "%.*s", (int)strcspn(mark + 3, "\n"), mark + 3);
            if (strcmp(m.what, "hang") != 0 && strcmp(m.what, "long") != 0 && strcmp(m.what, "grows") != 0)
                continue;
            assert_true(n < MOST_MARKS);
            marks[n++] = m;
        }
    }
    fclose(f);
    return n;
}

static const json_t *unit_of(const json_t *result, const char *method) {
    size_t i;
    json_t *unit;
    if (!json_object_get(result, "units")) return result;
    json_array_foreach(json_object_get(result, "units"), i,
                       unit) if (!strcmp(method_of(unit, "Endless"), method)) return unit;
    fail_msg("no unit %s", method);
    return NULL;
}

static bool is_at(const json_t *entry, int line) {
    return json_integer_value(json_object_get(json_object_get(entry, "where"), "line")) == line;
}

static void check_hang(const json_t *unit, const struct mark *m, bool replayed) {
    size_t i;
    json_t *f;
    bool found = false;
    json_array_foreach(json_object_get(unit, "findings"), i, f) {
        if (strcmp(text_of(f, "kind"), "hang") != 0) continue;
        if (!is_at(f, m->line)) fail_msg("%s: %s is in another line", m->method, text_of(f, "call"));
        if (replayed && !json_is_true(json_object_get(f, "confirmed")))
            fail_msg("%s: %s is not confirmed", m->method, text_of(f, "call"));
        if (!replayed) assert_string_equal(text_of(f, "proof"), "untried");
        found = true;
    }
    if (!found) fail_msg("%s: no hang", m->method);
    assert_string_equal(text_of(unit, "ends"), "no");
    if (replayed) assert_true(json_integer_value(json_object_get(unit, "errors")) > 0);
}

static void check_no_end_seen(const json_t *unit, const struct mark *m, bool replayed) {
    size_t i;
    json_t *u;
    bool found = false;
    json_array_foreach(json_object_get(unit, "unfinished"), i, u) {
        const char *limit = text_of(u, "limit"), *seen = text_of(u, "seen");
        if ((strcmp(limit, "steps") != 0 && strcmp(limit, "memory") != 0) || !is_at(u, m->line)) continue;
        if (replayed && strcmp(seen, "hang") != 0 && strcmp(seen, "memory") != 0)
            fail_msg("%s: %s: real VM %s", m->method, text_of(u, "call"), text_of(u, "real"));
        assert_true(*text_of(u, "call"));
        found = true;
    }
    if (!found) fail_msg("%s: no end was seen of it", m->method);
    assert_string_not_equal(text_of(unit, "ends"), "proved");
}

// In the fast tier a few are shown on the real JVM, and half of the others are looked for.
static bool is_left_out(int i) {
    return !tier_takes((size_t)i, 2);
}

static bool is_replayed(const char *method) {
    static const char *const shown[] = {"gcd", "iterator", "grow", "chars"};
    if (!tier_is("fast")) return true;
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
        if (!strcmp(shown[k], method)) return true;
    return false;
}

static void never_end(bool replayed) {
    static const char *const options[] = {"-n", "40",
                                          NULL}; // whose steps are enough for a loop over all characters
    static const char *const without[] = {"-n", "15", "--steps", "20000", "--no-replay", NULL};
    static char names[MOST_MARKS][80];
    const char *units[MOST_MARKS + 1] = {NULL};
    struct mark marks[MOST_MARKS];
    int n = read_marks(marks), n_units = 0;
    assert_in_range(n, 36, MOST_MARKS);
    for (int i = 0; i < n; i++) {
        if (is_replayed(marks[i].method) != replayed || (!replayed && is_left_out(i))) continue;
        snprintf(names[n_units], sizeof names[n_units], "endings.Endless#%s", marks[i].method);
        units[n_units] = names[n_units];
        n_units++;
    }
    if (!n_units) return;
    json_t *result = run_frisk(replayed ? options : without, units);
    for (int i = 0; i < n; i++) {
        if (is_replayed(marks[i].method) != replayed || (!replayed && is_left_out(i))) continue;
        const json_t *unit = unit_of(result, marks[i].method);
        if (!strcmp(marks[i].what, "hang"))
            check_hang(unit, &marks[i], replayed);
        else
            check_no_end_seen(unit, &marks[i], replayed);
    }
    json_decref(result);
}

static void found(void **state) {
    (void)state;
    never_end(false);
}

static void shown(void **state) {
    (void)state;
    never_end(true);
}

// ---- Loops drawn at random ----

enum { PER_CLASS = 200, MOST_DEPTH = 3 };

static uint64_t seed;

static uint32_t draw(uint32_t n) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed * 0x2545F4914F6CDD1D >> 33) % n;
}

#define PICK(array) (array[draw(sizeof(array) / sizeof *(array))])

struct text { // twice: plain, and with calls of the referee
    char at[2][8192];
    size_t n[2];
    int loops;
};

static void add(struct text *t, const char *what) {
    for (int k = 0; k < 2; k++) {
        size_t n = strlen(what);
        assert_true(t->n[k] + n < sizeof t->at[k]);
        memcpy(t->at[k] + t->n[k], what, n + 1);
        t->n[k] += n;
    }
}

static void add_referee(struct text *t) {
    t->n[1] += (size_t)sprintf(t->at[1] + t->n[1], "Referee.at(%d, i, j, k); ", t->loops++);
}

static const char *variable(void) {
    static const char *const names[] = {"i", "i", "j", "k"};
    return PICK(names);
}

static const char *constant(void) {
    static const char *const values[] = {"0",
                                         "1",
                                         "2",
                                         "3",
                                         "7",
                                         "10",
                                         "100",
                                         "-1",
                                         "Integer.MAX_VALUE",
                                         "Integer.MIN_VALUE",
                                         "(1 << 30)",
                                         "(Integer.MAX_VALUE - 1)"};
    return PICK(values);
}

static const char *step(void) {
    static const char *const values[] = {"1",         "1",         "1",         "2",         "3",
                                         "(1 << 28)", "(1 << 29)", "(1 << 30)", "0x70000000"};
    return PICK(values);
}

static void add_condition(struct text *t) {
    static const char *const relations[] = {" < ", " <= ", " > ", " >= ", " != ", " != ", " == "};
    static const char *const bounds[] = {"n", "n", "a", "m.length"};
    uint32_t how = draw(10);
    const char *v = variable();
    if (how == 0) {
        add(t, v);
        add(t, draw(2) ? "++" : "--");
    } else {
        add(t, v);
    }
    add(t, PICK(relations));
    add(t, how < 4 ? constant() : how < 7 ? PICK(bounds) : how == 7 ? "0" : variable());
}

static void add_update(struct text *t) {
    const char *v = variable(), *w = variable();
    char line[160];
    switch (draw(14)) {
    case 0:
    case 1: snprintf(line, sizeof line, "%s++;", v); break;
    case 2: snprintf(line, sizeof line, "%s--;", v); break;
    case 3:
    case 4: snprintf(line, sizeof line, "%s += %s;", v, step()); break;
    case 5: snprintf(line, sizeof line, "%s -= %s;", v, step()); break;
    case 6: snprintf(line, sizeof line, "%s /= %s;", v, draw(2) ? "2" : "-3"); break;
    case 7: snprintf(line, sizeof line, "%s %s 1;", v, draw(3) ? draw(2) ? ">>=" : ">>>=" : "<<="); break;
    case 8: snprintf(line, sizeof line, "%s &= %s - %d;", v, v, draw(4) ? 1 : 2); break;
    case 9: snprintf(line, sizeof line, "{ int t = %s %% %s; %s = %s; %s = t; }", v, w, v, w, w); break;
    case 10: snprintf(line, sizeof line, "%s = %s %c 1;", v, w, draw(2) ? '+' : '-'); break;
    case 11: snprintf(line, sizeof line, "s ^= m[%s];", v); break;
    case 12: snprintf(line, sizeof line, "s ^= m[%s++];", v); break;
    default: snprintf(line, sizeof line, "%s = %s;", v, draw(3) ? w : constant()); break;
    }
    add(t, line);
    add(t, " ");
}

static void add_statements(struct text *t, int depth, bool in_loop);

static void add_search(struct text *t) {
    add(t, "while (i ");
    add(t, draw(2) ? "<= j) { " : "< j) { ");
    add_referee(t);
    add(t, draw(3) ? "k = (i + j) >>> 1; " : draw(2) ? "k = i + (j - i) / 2; " : "k = (i + j) / 2; ");
    add(t, draw(2) ? "if (k < n) " : "if (m[k] < n) ");
    add(t, draw(5) ? "i = k + 1; " : "i = k; ");
    add(t, draw(2) ? "else j = k - 1; } " : "else j = k; } ");
}

static void add_loop(struct text *t, int depth) {
    uint32_t how = draw(9);
    if (how == 8) {
        add_search(t);
        return;
    }
    if (how < 4) {
        const char *v = variable();
        add(t, "for (");
        add(t, v);
        add(t, " = ");
        add(t, draw(2) ? "a" : draw(2) ? "0" : constant());
        add(t, "; ");
        add_condition(t);
        add(t, "; ");
        add(t, draw(4) ? v : variable());
        if (draw(2)) {
            add(t, draw(3) ? "++" : "--");
        } else {
            add(t, draw(3) ? " += " : " -= ");
            add(t, step());
        }
        add(t, ") { ");
    } else if (how < 7) {
        add(t, "while (");
        add_condition(t);
        add(t, ") { ");
    } else {
        add(t, "do { ");
    }
    add_referee(t);
    add_statements(t, depth + 1, true);
    add(t, "} ");
    if (how == 7) {
        add(t, "while (");
        add_condition(t);
        add(t, "); ");
    }
}

static void add_statement(struct text *t, int depth, bool in_loop) {
    uint32_t how = draw(12);
    if (how == 0 && depth < MOST_DEPTH) {
        add_loop(t, depth);
    } else if (how < 3) {
        add(t, "if (");
        add_condition(t);
        add(t, ") ");
        if (in_loop && draw(3) == 0)
            add(t, draw(2) ? "continue; " : "break; ");
        else
            add_update(t);
        if (draw(2)) {
            add(t, "else ");
            add_update(t);
        }
    } else if (how == 3) {
        add(t, "try { ");
        add_update(t);
        add(t, "} catch (RuntimeException e) { ");
        add_update(t);
        add(t, "} ");
    } else {
        add_update(t);
    }
}

static void add_statements(struct text *t, int depth, bool in_loop) {
    for (uint32_t n = draw(3) + (depth == 0 || draw(2)); n > 0; n--) add_statement(t, depth, in_loop);
}

// A class of methods, and the same with a referee.
static void write_class(int number, uint32_t methods) {
    static struct text t;
    FILE *files[2];
    for (int k = 0; k < 2; k++) {
        char name[40], *path;
        snprintf(name, sizeof name, "%s%d.java", k ? "Watched" : "Plain", number);
        path = in_scratch(name);
        files[k] = fopen(path, "w");
        assert_non_null(files[k]);
        free(path);
        fprintf(files[k], "package endings;\nclass %s%d {\n", k ? "Watched" : "Plain", number);
    }
    for (uint32_t i = 0; i < methods; i++) {
        t.n[0] = t.n[1] = 0;
        t.loops = 0;
        if (draw(3) == 0) add_update(&t);
        add_loop(&t, 0);
        if (draw(4) == 0) add_loop(&t, 0);
        for (int k = 0; k < 2; k++)
            fprintf(
                files[k],
                "    static int loop%u(int a, int n, int[] m) {\n        int i = %s, j = %s, k = 0, s = 0;\n"
                "        %s\n        return i + j + k + s;\n    }\n",
                i, "a", "m.length", t.at[k]);
    }
    for (int k = 0; k < 2; k++) {
        fprintf(files[k], "}\n");
        fclose(files[k]);
    }
}

static struct output watch(int n_classes) {
    char *argv[40] = {"/usr/bin/env", "java", "-XX:+UseSerialGC", "-cp", classes, "endings.Referee"};
    static char names[20][40];
    for (int c = 0; c < n_classes; c++) {
        snprintf(names[c], sizeof names[c], "endings.Watched%d", c);
        argv[6 + c] = names[c];
    }
    return drive_run(argv, NULL, 400);
}

// What the referee said of a method: "ends", "long", "endless A N".
static const char *said_of(const char *said, int class, const char *method) {
    static char text[60];
    char key[60];
    for (int c = 0; c < class; c++) // each class's methods come together, loop0 once in each
        said = strstr(said, "\n\n") + 2;
    snprintf(key, sizeof key, "%s ", method);
    const char *end = strstr(said, "\n\n");
    for (const char *at = said; at && at < end; at = strchr(at, '\n') + 1)
        if (!strncmp(at, key, strlen(key))) {
            snprintf(text, sizeof text, "%.*s", (int)strcspn(at + strlen(key), "\n"), at + strlen(key));
            return text;
        }
    fail_msg("the referee knows nothing of %s in class %d", method, class);
    return NULL;
}

static void random_loops(void **state) {
    (void)state;
    uint32_t all = tier_number(200, 1000, 10000), proved = 0, endless = 0, ending = 0, ending_proved = 0;
    int n_classes = (int)((all < 2000 ? all : 2000) / PER_CLASS);
    for (uint32_t round = 0; round < (all + 1999) / 2000; round++) {
        seed = 88172645463325252 + 1000003 * (uint64_t)round;
        for (int c = 0; c < n_classes; c++) write_class(c, PER_CLASS);
        for (int c = 0; c < n_classes; c++) {
            char names[2][40], sources[300];
            for (int k = 0; k < 2; k++)
                snprintf(names[k], sizeof names[k], "%s%d.java", k ? "Watched" : "Plain", c);
            char *plain = in_scratch(names[0]), *watched = in_scratch(names[1]);
            snprintf(sources, sizeof sources, "%s %s", plain, watched);
            compile_also(sources);
            free(plain);
            free(watched);
        }
        struct output o = watch(n_classes);
        assert_int_equal(o.status, 0);
        for (int c = 0; c < n_classes; c++) {
            char name[40], method[20];
            size_t i;
            json_t *unit;
            snprintf(name, sizeof name, "endings.Plain%d", c);
            json_t *result = run_frisk(quick, (const char *[]){name, NULL});
            json_array_foreach(json_object_get(result, "units"), i, unit) {
                snprintf(method, sizeof method, "%s", method_of(unit, strchr(name, '.') + 1));
                if (!*method) continue;
                const char *said = said_of(o.out, c, method);
                bool is_proved = !strcmp(text_of(unit, "ends"), "proved");
                if (is_proved && said[0] == 'e' && said[3] == 'l')
                    fail_msg("round %u: %s.%s is proved to end: %s", round, name, method, said);
                proved += is_proved;
                endless += said[0] == 'e' && said[3] == 'l';
                ending += !strcmp(said, "ends");
                ending_proved += is_proved && !strcmp(said, "ends");
            }
            json_decref(result);
        }
        drive_free(&o);
    }
    print_message(
        "of %u loops %u are proved to end and %u never end on some edge; of %u that end on all edges %u are "
        "proved\n",
        all, proved, endless, ending, ending_proved);
    assert_true(proved > all / 10 && endless > all / 10);
}

// ---- Words ----

static void words(void **state) {
    (void)state;
    char *out = in_scratch("suite");
    char *argv[] = {
        (char *)drive_frisk(), "java", "-q", "-j", "1", "-n", "40", "--no-random", "--cp", classes, "-o", out,
        "endings.Endless#gcd", NULL};
    struct output o = drive_run(argv, NULL, 60);
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.out, "Endless.gcd(0, 1)"));
    assert_non_null(strstr(o.out, "never ends: the loop is back in a state it was in  at Endless.java:"));
    assert_null(strstr(o.out, "cannot fail"));
    assert_null(strstr(o.out, "and ends"));
    drive_free(&o);
    char *path = in_scratch("suite/endings/EndlessFindingsTest.java"), *text = drive_slurp(path);
    assert_non_null(strstr(text, "assertNeverEnds(() -> Endless.gcd(0, 1));"));
    free(text);
    free(path);
    free(out);
    char *again[] = {(char *)drive_frisk(), "java", "-q", "-j", "1", "--no-replay", "--cp", classes,
                     "endings.Ends$Flag",   NULL};
    o = drive_run(again, NULL, 60);
    if (!strstr(o.out, "proof: raises nothing and ends")) fail_msg("%s", o.out);
    drive_free(&o);
}

static int compile(void **state) {
    (void)state;
    scratch = drive_scratch();
    classes = in_scratch("classes");
    mkdir(classes, 0777);
    return drive_compile_java(SOURCES "/*.java", classes);
}

static int clean_up(void **state) {
    (void)state;
    drive_remove(scratch);
    free(classes);
    free(scratch);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends),  cmocka_unit_test(nearly), cmocka_unit_test(referee_of_nearly),
        cmocka_unit_test(found), cmocka_unit_test(shown),  cmocka_unit_test(random_loops),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, compile, clean_up);
}
