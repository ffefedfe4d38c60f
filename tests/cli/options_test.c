// SPDX-License-Identifier: Apache-2.0
// The command line: good words, bad words, and what the user is told.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "cli/targets.h"

#define PARSE(o, d, ...)                                                                                     \
    parse((o), (d), (char *[]){"frisk", __VA_ARGS__},                                                        \
          sizeof((char *[]){"frisk", __VA_ARGS__}) / sizeof(char *))

static bool parse(struct options *o, struct diag *d, char **argv, size_t n) {
    *d = (struct diag){0};
    return options_parse(o, (int)n, argv, d);
}

static void defaults(void **state) {
    (void)state;
    struct options o;
    struct diag d;
    assert_true(PARSE(&o, &d, "erl", "lists:nth/2"));
    assert_string_equal(o.command, "erl");
    assert_int_equal(o.depth, 25);
    assert_true(o.seconds == 60);
    assert_int_equal(o.runs, 0);
    assert_true(o.jobs >= 1);
    assert_int_equal(o.strategy, STRATEGY_UNVISITED);
    assert_int_equal(o.color, COLOR_AUTO);
    assert_string_equal(o.out_dir, "frisk-out");
    assert_null(o.json);
    assert_false(o.quiet || o.verbose || o.no_replay || o.no_cache);
    options_free(&o);
}

static void all_forms(void **state) {
    (void)state;
    struct options o;
    struct diag d;
    assert_true(PARSE(&o, &d, "-d7", "erl", "-n", "100", "--time=2.5", "--jobs", "3", "-qv", "-pa", "ebin",
                      "--pa=lib", "m:f", "-1", "--json", "-", "-s", "depth", "--no-link", "z3",
                      "--no-link=cache", "--memory", "2G", "--color=never", "--no-replay", "-o", "out", "--",
                      "-x.erl"));
    assert_int_equal(o.depth, 7);
    assert_int_equal(o.runs, 100);
    assert_true(o.seconds == 2.5);
    assert_int_equal(o.jobs, 3);
    assert_true(o.quiet && o.verbose && o.no_replay);
    assert_int_equal(o.paths.n, 2);
    assert_string_equal(o.paths.at[0], "ebin");
    assert_string_equal(o.paths.at[1], "lib");
    assert_string_equal(o.json, "-");
    assert_string_equal(o.out_dir, "out");
    assert_int_equal(o.strategy, STRATEGY_DEPTH);
    assert_int_equal(o.links_off, 1u << LINK_Z3 | 1u << LINK_CACHE);
    assert_int_equal(o.memory, (uint64_t)2 << 30);
    assert_int_equal(o.color, COLOR_NEVER);
    assert_int_equal(o.operands.n, 3); // a negative number is an argument, and so is all after --
    assert_string_equal(o.operands.at[1], "-1");
    assert_string_equal(o.operands.at[2], "-x.erl");
    options_free(&o);
    assert_true(PARSE(&o, &d, "--on-finding", "fail", "erl", "m"));
    assert_true(o.findings_fail);
    options_free(&o);
    assert_true(PARSE(&o, &d, "--on-finding=pin", "erl", "m"));
    assert_false(o.findings_fail);
    options_free(&o);
    assert_false(PARSE(&o, &d, "--on-finding=red", "erl", "m"));
    assert_true(PARSE(&o, &d, "--memory=500M", "erl", "m"));
    assert_int_equal(o.memory, (uint64_t)500 << 20);
    options_free(&o);
    assert_true(PARSE(&o, &d, "--help")); // needs nothing else
    assert_true(o.help);
    options_free(&o);
}

static void wrong(void **state) {
    (void)state;
    static const struct {
        char *words[4];
        const char *told;
    } rows[] = {
        {{"erl", "--depth", "x", "m"}, "--depth wants a number, got 'x'"},
        {{"erl", "-d", "-3", "m"}, "--depth wants a number, got '-3'"},
        {{"erl", "--depth=", "m"}, "--depth wants a number, got ''"},
        {{"erl", "-j", "0", "m"}, "--jobs wants a number from 1 to 1024, got '0'"},
        {{"erl", "-n99999999999999999999", "m"}, "--runs wants a number from 1 to"},
        {{"erl", "-t", "soon", "m"}, "--time wants a number of seconds, got 'soon'"},
        {{"erl", "-t", "nan", "m"}, "--time wants a number of seconds, got 'nan'"},
        {{"erl", "--memory", "5Q", "m"}, "--memory wants a size as 500M or 2G, got '5Q'"},
        {{"erl", "--memory", "5K", "m"}, "--memory wants at least 1024K, got '5K'"},
        {{"erl", "m", "--json"}, "--json wants a value (FILE)"},
        {{"erl", "m", "--quiet=yes"}, "--quiet takes no value, got 'yes'"},
        {{"erl", "m", "--dept"}, "unknown option '--dept'; did you mean --depth?"},
        {{"erl", "m", "--strat=depth"}, "unknown option '--strat'; did you mean --strategy?"},
        {{"erl", "m", "--verbsoe"}, "unknown option '--verbsoe'; did you mean --verbose?"},
        {{"erl", "m", "--xyzzy"}, "unknown option '--xyzzy'; frisk --help lists them"},
        {{"erl", "m", "-z"}, "unknown option '-z'; frisk --help lists them"},
        {{"erl", "m", "-s", "dept"}, "got 'dept'; did you mean depth?"},
        {{"erl", "m", "--color=red"}, "--color wants auto, always or never, got 'red'"},
        {{"erl", "m", "--no-link", "z4"}, "did you mean z3?"},
        {{"cobol", "m"}, "unknown command 'cobol'; frisk knows erl and java"},
        {{"erl"}, "what to test? Give MOD:FUN/ARITY"},
        {{NULL}, "what to test? For example: frisk erl lists:nth/2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *argv[5] = {"frisk"};
        int n = 1;
        for (; n < 5 && rows[i].words[n - 1]; n++) argv[n] = rows[i].words[n - 1];
        struct options o;
        struct diag d = {0};
        assert_false(options_parse(&o, n, argv, &d));
        assert_int_equal(d.kind, DIAG_USAGE);
        if (!strstr(d.text, rows[i].told)) fail_msg("'%s' instead of '%s'", d.text, rows[i].told);
        assert_null(strchr(d.text, '\n'));
        options_free(&o);
    }
}

struct sorted {
    struct options o;
    struct diag d;
    struct targets t;
    bool ok;
};

#define SORT(s, ...)                                                                                         \
    do {                                                                                                     \
        *(s) = (struct sorted){0};                                                                           \
        assert_true(PARSE(&(s)->o, &(s)->d, "erl", __VA_ARGS__));                                            \
        (s)->ok = targets_sort(&(s)->o.operands, &(s)->t, &(s)->d);                                          \
    } while (0)

static void unsort(struct sorted *s) {
    options_free(&s->o);
    targets_free(&s->t);
}

static void targets(void **state) {
    (void)state;
    struct sorted s;
    SORT(&s, "a.erl", "b.beam"); // files alone are what to test
    assert_true(s.ok);
    assert_int_equal(s.t.files.n, 2);
    assert_int_equal(s.t.list.n, 2);
    assert_string_equal(s.t.list.at[1].target, "b.beam");
    unsort(&s);
    SORT(&s, "a.erl", "a:f/1"); // else only where to find it
    assert_int_equal(s.t.files.n, 1);
    assert_int_equal(s.t.list.n, 1);
    assert_string_equal(s.t.list.at[0].target, "a:f/1");
    assert_null(s.t.list.at[0].arguments);
    unsort(&s);
    SORT(&s, "lists:nth", "1, [a]", "lists", "lists:'my fun'/2", "{1}, 2", "lists:f/1", "lists:g/2");
    assert_true(s.ok);
    assert_int_equal(s.t.list.n, 5);
    assert_string_equal(s.t.list.at[0].arguments, "1, [a]");
    assert_null(s.t.list.at[1].arguments);
    assert_string_equal(s.t.list.at[2].arguments, "{1}, 2");
    assert_null(s.t.list.at[3].arguments);
    unsort(&s);
    SORT(&s, "m:f", "ok"); // an atom alone, after a function without arity
    assert_int_equal(s.t.list.n, 1);
    assert_string_equal(s.t.list.at[0].arguments, "ok");
    unsort(&s);
    SORT(&s, "m:f(1, [a])", "begin F1 = fun(_) -> {a,b} end, m:'g h'(F1, \"), \") end", "A.B.c?()",
         "(f1 = fn _ -> :a; _ -> 1 end; A.b(f1, f1))"); // calls
    assert_true(s.ok);
    assert_int_equal(s.t.list.n, 4);
    assert_string_equal(s.t.list.at[0].target, "m:f");
    assert_string_equal(s.t.list.at[0].arguments, "1, [a]");
    assert_string_equal(s.t.list.at[1].target, "m:'g h'");
    assert_string_equal(s.t.list.at[1].arguments, "begin F1 = fun(_) -> {a,b} end, F1, \"), \" end");
    assert_string_equal(s.t.list.at[2].target, "'Elixir.A.B':'c?'");
    assert_string_equal(s.t.list.at[2].arguments, "");
    assert_string_equal(s.t.list.at[3].target, "'Elixir.A':'b'");
    assert_string_equal(s.t.list.at[3].arguments, "(f1 = fn _ -> :a; _ -> 1 end; f1, f1)");
    unsort(&s);
    static char *const no_targets[] = {"m:f/x", ":f/1", "m:", "m:f/", "'m", "42", "m:f(", "(1)", "m(1)"};
    for (size_t i = 0; i < sizeof no_targets / sizeof *no_targets; i++) {
        SORT(&s, no_targets[i]);
        assert_false(s.ok);
        assert_int_equal(s.d.kind, DIAG_USAGE);
        assert_non_null(strstr(s.d.text, no_targets[i]));
        unsort(&s);
    }
}

// Every row of the table is told, and no line is too wide for a terminal of 100 columns.
static void help(void **state) {
    (void)state;
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    options_help(f);
    fclose(f);
    static const char *const names[] = {
#define X(name, letter, text, ...) "--" text,
        OPTIONS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_non_null(strstr(text, names[i]));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) assert_true(strlen(line) <= 100);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults), cmocka_unit_test(all_forms), cmocka_unit_test(wrong),
        cmocka_unit_test(targets),  cmocka_unit_test(help),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
