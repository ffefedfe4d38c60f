// SPDX-License-Identifier: Apache-2.0
// What a user of frisk java can get wrong: one line on standard error that names the matter, nothing on
// standard output, exit status 2 (wrong usage) or 3 (could not analyse), and never a crash or a hang.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracles/drive.h"

static char *scratch; // with good/, bad/ and jdk/ (a JDK without javac) in it

static int set_up(void **state) {
    (void)state;
    scratch = drive_scratch();
    static const char script[] =
        "set -e\n"
        "cd \"$1\"\n"
        "mkdir good bad jdk jdk/bin\n"
        "cat >Good.java <<'END'\n"
        "public class Good extends Base {\n"
        "    public static int f(int a) { if (a == 7) throw new ArithmeticException(); return a; }\n"
        "    public static native int far(int a);\n"
        "}\n"
        "class Base { }\n"
        "interface Shape { int area(); }\n"
        "abstract class Half { }\n"
        "class Gone { static int g(int a) { return a; } }\n"
        "class Late { static int f(int a) { return a > 5 ? Gone.g(a) : 0; } }\n"
        "END\n"
        "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -d good Good.java\n"
        "cp good/Good.class bad/Good.class\n" // whose super class is not there
        "printf 'this is no class' >bad/Text.class\n"
        ": >bad/Empty.class\n"
        "head -c 100 good/Good.class >bad/Cut.class\n"
        "cp good/Base.class bad/New.class\n" // major version 69, in bytes 6 and 7
        "printf '\\000\\105' | dd of=bad/New.class bs=1 seek=6 conv=notrunc 2>/dev/null\n"
        "cp good/Base.class bad/Renamed.class\n"
        "echo 'this is no archive' >bad/text.jar\n"
        "rm good/Gone.class\n"
        "cp good/Good.class file\n"
        "home=$(readlink -f \"$(command -v java)\")\n"
        "home=${home%/bin/java}\n"
        "ln -s \"$home/lib\" jdk/lib\n"
        "ln -s \"$home/bin/java\" jdk/bin/java\n";
    char *argv[] = {"/bin/sh", "-c", (char *)script, "sh", scratch, NULL};
    struct output o = drive_run(argv, NULL, 60);
    if (o.status != 0) fail_msg("set-up: %s", o.err);
    drive_free(&o);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    drive_remove(scratch);
    free(scratch);
    return 0;
}

struct bad { // a word or an environment that has '@' has the scratch directory there
    const char *name;
    const char *words[6]; // behind `frisk java -q -o OUT`
    int status;
    const char *names[2]; // what the line must mention
    const char *environment[2];
};

static const struct bad bads[] = {
    {"no such class", {"-cp", "@good", "Absent"}, 3, {"Absent", "-cp"}, {NULL}},
    {"no class before a method", {"-cp", "@good", "#f"}, 3, {"'#f'", "no class"}, {NULL}},
    {"a class of no name", {"-cp", "@good", ""}, 3, {"''", "no class"}, {NULL}},
    {"no such method", {"-cp", "@good", "Good#g"}, 3, {"Good#g", "f(int)"}, {NULL}},
    {"no such parameters", {"-cp", "@good", "Good#f(long)"}, 3, {"Good#f(long)", "f(int)"}, {NULL}},
    {"not a class file", {"-cp", "@bad", "Text"}, 3, {"Text.class", "not a class file"}, {NULL}},
    {"an empty class file", {"-cp", "@bad", "Empty"}, 3, {"Empty.class", ""}, {NULL}},
    {"a class file cut short", {"-cp", "@bad", "Cut"}, 3, {"Cut.class", ""}, {NULL}},
    {"a class file from the future", {"-cp", "@bad", "New"}, 3, {"New.class", "69"}, {NULL}},
    {"a class under another name", {"-cp", "@bad", "Renamed"}, 3, {"Renamed", "Base"}, {NULL}},
    {"no super class", {"-cp", "@bad", "Good"}, 3, {"Base", "class path"}, {NULL}},
    {"a jar that is none", {"-cp", "@bad/text.jar", "Good"}, 3, {"text.jar", ""}, {NULL}},
    {"a jar that does not exist", {"-cp", "@bad/absent.jar", "Good"}, 3, {"absent.jar", ""}, {NULL}},
    {"no class path", {"-cp", "@absent", "Good"}, 3, {"absent", ""}, {NULL}},
    {"an abstract method", {"-cp", "@good", "Shape#area"}, 3, {"Shape#area", "abstract"}, {NULL}},
    {"a constructor of an abstract class",
     {"-cp", "@good", "Half#<init>"},
     3,
     {"Half#<init>", "abstract"},
     {NULL}},
    {"a native method", {"-cp", "@good", "Good#far"}, 3, {"Good#far", "native"}, {NULL}},
    {"no unit", {"-cp", "@good"}, 2, {"CLASS", ""}, {NULL}},
    {"no JDK", {"-cp", "@good", "Good#f"}, 3, {"no JDK found", "JAVA_HOME"}, {"PATH=@absent", "JAVA_HOME="}},
    {"a JDK that is none", {"-cp", "@good", "Good#f"}, 3, {"JAVA_HOME", ""}, {"JAVA_HOME=@absent", NULL}},
    {"no JDK where told", {"--java-home", "@absent", "-cp", "@good", "Good#f"}, 3, {"absent", ""}, {NULL}},
    {"an output that is a file", {"-o", "@file", "-cp", "@good", "Good#f"}, 3, {"file", ""}, {NULL}},
    {"an output that cannot be made",
     {"-o", "/proc/out", "-cp", "@good", "Good#f"},
     3,
     {"/proc/out", ""},
     {NULL}},
    {"a result that cannot be written",
     {"--json", "/proc/r.json", "-cp", "@good", "Good#f"},
     3,
     {"/proc/r.json", ""},
     {NULL}},
};

static char *filled(const char *word) { // '@' is the scratch directory
    const char *at = strchr(word, '@');
    char *out = NULL;
    if (!at) return strdup(word);
    if (asprintf(&out, "%.*s%s/%s", (int)(at - word), word, scratch, at + 1) < 0) abort();
    return out;
}

static struct output run(const struct bad *b) {
    char *owned[12] = {strdup("java"), strdup("-q"), strdup("-o"), filled("@out")}, *argv[14];
    char *environment[3] = {NULL};
    int n = 4;
    for (int i = 0; i < 6 && b->words[i]; i++) owned[n++] = filled(b->words[i]);
    argv[0] = (char *)drive_frisk();
    memcpy(argv + 1, owned, (size_t)n * sizeof *argv);
    argv[n + 1] = NULL;
    for (int i = 0; i < 2 && b->environment[i]; i++) environment[i] = filled(b->environment[i]);
    struct output o = drive_run(argv, environment, 60);
    for (int i = 0; i < n; i++) free(owned[i]);
    for (int i = 0; environment[i]; i++) free(environment[i]);
    return o;
}

static unsigned lines_of(const char *text) {
    unsigned n = 0;
    for (const char *c = text; *c; c++) n += *c == '\n';
    return n;
}

static void check_bad(void **state) {
    const struct bad *b = *state;
    struct output o = run(b);
    if (o.status != b->status || lines_of(o.err) != 1 || o.out[0] || !strstr(o.err, b->names[0]) ||
        !strstr(o.err, b->names[1]))
        fail_msg("%s: status %d instead of %d, must mention '%s' and '%s'\nstdout: %s\nstderr: %s", b->name,
                 o.status, b->status, b->names[0], b->names[1], o.out, o.err);
    drive_free(&o);
}

// The good neighbour of all of these, so that they fail for the reason meant.
static void good_input(void **state) {
    (void)state;
    static const struct bad good = {"good", {"-cp", "@good", "Good#f"}, 1, {"", ""}, {NULL}};
    struct output o = run(&good);
    if (o.status != 1 || !strstr(o.out, "Good.f(7)") || !strstr(o.out, "confirmed"))
        fail_msg("status %d\nstdout: %s\nstderr: %s", o.status, o.out, o.err);
    drive_free(&o);
}

// A class that only some runs need: what was searched is told, and what was missing.
static void missing_at_run_time(void **state) {
    (void)state;
    static const struct bad b = {"missing at run time", {"-cp", "@good", "Late#f"}, 3, {"", ""}, {NULL}};
    struct output o = run(&b);
    if (o.status != 3 || lines_of(o.err) != 1 || !strstr(o.err, "class Gone is not on the class path") ||
        !strstr(o.out, "Late#f(int)"))
        fail_msg("status %d\nstdout: %s\nstderr: %s", o.status, o.out, o.err);
    drive_free(&o);
}

// Without javac nothing can be confirmed: that is said, and nothing is called an error.
static void no_javac(void **state) {
    (void)state;
    static const struct bad b = {
        "no javac", {"-cp", "@good", "Good#f"}, 3, {"", ""}, {"PATH=@absent", "JAVA_HOME=@jdk"}};
    struct output o = run(&b);
    if (o.status != 3 || !strstr(o.out, "no error found") || !strstr(o.out, "unconfirmed: no javac") ||
        strstr(o.out, "      confirmed") || lines_of(o.err) > 1)
        fail_msg("status %d\nstdout: %s\nstderr: %s", o.status, o.out, o.err);
    drive_free(&o);
}

int main(void) {
    enum { N = sizeof bads / sizeof *bads };
    static struct CMUnitTest tests[N + 3];
    for (size_t i = 0; i < N; i++)
        tests[i] = (struct CMUnitTest){bads[i].name, check_bad, NULL, NULL, (void *)(uintptr_t)&bads[i]};
    tests[N] = (struct CMUnitTest){"good input", good_input, NULL, NULL, NULL};
    tests[N + 1] = (struct CMUnitTest){"no javac", no_javac, NULL, NULL, NULL};
    tests[N + 2] = (struct CMUnitTest){"missing at run time", missing_at_run_time, NULL, NULL, NULL};
    return _cmocka_run_group_tests("bad input (Java)", tests, N + 3, set_up, tear_down);
}
