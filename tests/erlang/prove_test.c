// SPDX-License-Identifier: Apache-2.0
// Proof on the real VM: what is predicted right is confirmed, what is not is not, whatever the code under
// test does to its process, its output or the VM; and the generated suite compiles without warnings and
// passes under EUnit.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "erlang/eunit/layout.h"
#include "erlang/eunit/names.h"
#include "erlang/eunit/prove.h"
#include "tier.h"

// Line numbers matter: `where` is checked against them.
static const char source[] =
    "-module(calc).\n"
    "-export([run/1]).\n"
    "run(zero) -> 1 div zero();\n"                                                                     // 3
    "run(match) -> {ok, X} = other(), X;\n"                                                            // 4
    "run(exit) -> exit(stopped), ok;\n"                                                                // 5
    "run(throw) -> throw({thrown, #{a => 1}}), ok;\n"                                                  // 6
    "run(lib) -> lists:nth(0, [1]) + 1;\n"                                                             // 7
    "run(deep) -> helper(fun(X) -> X + a end);\n"                                                      // 8
    "run(normal) -> exit(normal), ok;\n"                                                               // 9
    "run(killed) -> exit(self(), kill), receive x -> ok end;\n"                                        // 10
    "run(shutdown) -> exit(self(), shutdown), receive x -> ok end;\n"                                  // 11
    "run(loop) -> run(loop);\n"                                                                        // 12
    "run(memory) -> grow([a]);\n"                                                                      // 13
    "run(print) -> io:format(\"hello~n\"), io:format(user, \"x~n\", []), io:get_line(\"?\");\n"        // 14
    "run(bad_print) -> io:format(\"~q~n\", []), ok;\n"                                                 // 15
    "run(spawned) -> register(frisk_left, spawn(fun() -> receive x -> ok end end)), registered;\n"     // 16
    "run(table) -> ets:new(frisk_table, [named_table, public]), ets:insert(frisk_table, {a, 1});\n"    // 17
    "run(persistent) -> K = persistent_term:get(frisk_k, none), persistent_term:put(frisk_k, 1), K;\n" // 18
    "run(halt) -> halt();\n"                                                                           // 19
    "run(pid) -> {self(), make_ref(), fun(_) -> ok end, hd(erlang:ports())};\n"                        // 20
    "run(big) -> lists:seq(1, 50000);\n"                                                               // 21
    "run(bad_fun) -> F = fun(_) -> ok end, F(1, 2);\n"                                                 // 22
    "run(random) -> erlang:unique_integer();\n"                                                        // 23
    "run(crash_child) -> spawn_link(fun() -> exit(child) end), receive x -> ok end;\n"                 // 24
    "run({same, X}) -> X;\n"                                                                           // 25
    "run({raise, X}) -> error(X), ok;\n"                                                               // 26
    "run({call, F, X}) -> F(X);\n"
    "run(environment) -> E = application:get_env(calc, k), application:set_env(calc, k, 1), E;\n"
    "run({print, D, X}) -> io:format(D, \"~ts\", [X]);\n"
    "run({child, X}) -> spawn(fun() -> child(X) end), ok;\n"                              // 30
    "run({server, X}) -> S = spawn(fun() -> child(receive M -> M end) end), S ! X, ok;\n" // 31
    "run({grandchild, X}) -> spawn(fun() -> spawn(fun() -> child(X) end) end), receive x -> ok end;\n"
    "run({linked, X}) -> spawn_link(fun() -> child(X) end), receive after 100 -> ok end;\n"
    "run(neighbour) -> neighbour:f(1).\n"  // 34
    "child(0) -> X = 1 div zero(), {X};\n" // 35
    "child({exit, X}) -> exit(X), ok;\n"
    "child(_) -> ok.\n"
    "zero() -> 0.\n"
    "other() -> {error, enoent}.\n"
    "helper(F) -> [F(Y) || Y <- [1]].\n"
    "grow(L) -> [hd(L) | grow([L | L])].\n";

static const char neighbour[] = "-module(neighbour).\n-export([f/1]).\nf(X) -> {neighbour, X}.\n";

static char *directory;
static struct loader *loader;
static struct unit unit = {.name = "calc:run/1"};

static char *in_directory(const char *name) {
    return file_join(directory, name);
}

static int setup(void **state) {
    struct diag d = {0};
    directory = strdup("/tmp/frisk-prove-XXXXXX");
    assert_non_null(mkdtemp(directory));
    char *file = in_directory("calc.erl");
    assert_true(file_write(file, source, strlen(source), &d));
    char *other = in_directory("neighbour.erl");
    assert_true(file_write(other, neighbour, strlen(neighbour), &d));
    mem_free(other);
    const char *files[] = {file};
    const struct loader_options o = {
        .files = files, .n_files = 1, .erl = "erl", .share_dir = "share/frisk", .no_cache = true};
    loader = loader_new(&o);
    mem_free(file);
    return 0;
}

static int teardown(void **state) {
    char command[200];
    loader_free(loader);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    assert_int_equal(system(command), 0);
    free(directory);
    return 0;
}

static void set_call(struct test_case *c, const char *function, const char *arguments) {
    struct str call = {0};
    mem_free(c->call);
    str_addf(&call, "%s(%s)", function, arguments);
    c->call = str_take(&call);
}

static struct test_case *add_case(struct suite *s, const char *argument, const char *kind, const char *text) {
    struct test_case *c = mem_zalloc(sizeof *c);
    c->arguments = mem_alloc(sizeof *c->arguments);
    c->arguments[0] = mem_strdup(argument);
    c->n_arguments = 1;
    set_call(c, "calc:run", argument);
    c->kind = kind ? OUTCOME_RAISE : OUTCOME_RETURN;
    if (kind) c->outcome.kind = mem_strdup(kind);
    c->outcome.text = mem_strdup(text);
    vec_push(&s->cases, c);
    return c;
}

static void prove(struct suite *s) {
    struct diag d = {0};
    bool good = erlang_prove(loader, NULL, &unit, symbol_of("calc"), symbol_of("run"), 1, s, &d);
    if (!good) print_message("%s\n", d.text);
    assert_true(good);
}

// What EUnit says of the suite in `dir`, after erlc with warnings as errors; the number of tests that passed.
static int run_eunit(const char *dir, const char *module) {
    char command[1000], line[400];
    snprintf(command, sizeof command,
             "cd '%s' && erlc -o . '%s'/*.erl > log && erlc -Werror '%s.erl' 2>&1 && erl -noinput -pa . "
             "-kernel "
             "logger_level none -eval "
             "'R = eunit:test(%s, []), io:format(\"~nresult ~w~n\", [R]), halt().' 2>&1",
             dir, directory, module, module);
    FILE *p = popen(command, "r");
    int passed = -1;
    bool ok = false;
    struct str all = {0};
    while (fgets(line, sizeof line, p)) {
        str_add(&all, line);
        if (sscanf(line, " All %d tests passed.", &passed) == 0) sscanf(line, " %d tests passed.", &passed);
        if (strstr(line, "Test passed.")) passed = 1;
        if (!strcmp(line, "result ok\n")) ok = true;
    }
    pclose(p);
    if (!ok) print_message("%s\n", str_text(&all));
    str_free(&all);
    return ok ? passed : -1;
}

static void check_place(const struct test_case *c, const char *function, unsigned line) {
    assert_non_null(c->outcome.where.function);
    assert_string_equal(c->outcome.where.function, function);
    assert_string_equal(c->outcome.where.file, "calc.erl");
    assert_int_equal(c->outcome.where.line, line);
}

// ---- Failures ----

struct failure {
    const char *argument, *kind, *predicted;
    enum proof proof;
    const char *real; // text of the outcome, if confirmed; NULL: as predicted
    const char *function;
    unsigned line;
};

static void test_failures(void **state) {
    const struct failure all[] = {
        {"zero", "error", "badarith", PROOF_CONFIRMED, NULL, "run/1", 3},
        {"match", "error", "{badmatch,{error,enoent}}", PROOF_CONFIRMED, NULL, "run/1", 4},
        {"match", "error", "{badmatch,{error,other}}", PROOF_DIFFERS, NULL, NULL, 0},
        {"match", "exit", "{badmatch,{error,enoent}}", PROOF_DIFFERS, NULL, NULL, 0},
        {"exit", "exit", "stopped", PROOF_CONFIRMED, NULL, "run/1", 5},
        {"throw", "throw", "{thrown,#{a => 1}}", PROOF_CONFIRMED, NULL, "run/1", 6},
        {"lib", "error", "function_clause", PROOF_CONFIRMED, NULL, "run/1", 7},
        {"deep", "error", "badarith", PROOF_CONFIRMED, NULL, "run/1", 8},
        {"normal", "exit", "normal", PROOF_CONFIRMED, NULL, "run/1", 9},
        {"killed", "exit", "killed", PROOF_CONFIRMED, NULL, NULL, 0},
        {"shutdown", "exit", "shutdown", PROOF_CONFIRMED, NULL, NULL, 0},
        {"crash_child", "exit", "child", PROOF_CONFIRMED, NULL, NULL, 0},
        {"bad_print", "error", "badarg", PROOF_CONFIRMED, NULL, "run/1", 15},
        {"1.5", "error", "function_clause", PROOF_CONFIRMED, NULL, "run/1", 3},
        {"bad_fun", "error", "{badarity,{#Fun<calc.1.2>,[1,2]}}", PROOF_CONFIRMED, "{badarity,{#Fun,[1,2]}}",
         "run/1", 22},
        {"{raise,self()}", "error", "<0.1.0>", PROOF_CONFIRMED, "#Pid", "run/1", 26},
        {"{raise,[1|2]}", "error", "[1|2]", PROOF_CONFIRMED, NULL, "run/1", 26},
        {"{raise,\"\xCF\x80\\\"\"}", "error", "[960,34]", PROOF_CONFIRMED, "\"\xCF\x80\\\"\"", "run/1", 26},
        {"{raise,{badrecord,point}}", "error", "{badrecord,0}", PROOF_CONFIRMED, "{badrecord,point}", "run/1",
         26},
        {"{raise,{badarg,point}}", "error", "{badarg,0}", PROOF_DIFFERS, NULL, NULL, 0},
        {"{raise,0.0}", "error", "0.0", PROOF_CONFIRMED, NULL, "run/1", 26},
        {"{raise,#{1 => self()}}", "error", "#{1 => <0.2.0>}", PROOF_CONFIRMED, "#{1 => #Pid}", "run/1", 26},
        {"{call,fun(3) -> 42; (_) -> 0 end,3}", "error", "badarith", PROOF_DIFFERS, NULL, NULL, 0},
        {"loop", "error", "badarith", PROOF_TIMEOUT, NULL, NULL, 0},
        {"memory", "error", "badarith", PROOF_TIMEOUT, NULL, NULL, 0},
        {"{same,", "error", "badarith", PROOF_DIFFERS, NULL, NULL, 0},
        {"random", "error", "badarith", PROOF_DIFFERS, NULL, NULL, 0},
    };
    uint32_t n = sizeof all / sizeof *all;
    struct suite s;
    suite_init(&s, &unit, directory);
    s.seconds_per_case = 3;
    for (uint32_t i = 0; i < n; i++) add_case(&s, all[i].argument, all[i].kind, all[i].predicted);
    prove(&s);
    int confirmed = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct test_case *c = s.cases.at[i];
        if (c->proof != all[i].proof) print_message("%s: %s\n", all[i].argument, c->real ? c->real : "");
        assert_int_equal(c->proof, all[i].proof);
        assert_int_equal(c->real != NULL, c->proof == PROOF_DIFFERS);
        assert_int_equal(c->test != NULL, c->proof == PROOF_CONFIRMED);
        if (c->proof != PROOF_CONFIRMED) continue;
        confirmed++;
        assert_string_equal(c->outcome.kind, all[i].kind);
        assert_string_equal(c->outcome.text, all[i].real ? all[i].real : all[i].predicted);
        if (all[i].function)
            check_place(c, all[i].function, all[i].line);
        else
            assert_null(c->outcome.where.function);
    }
    assert_string_equal(s.cases.at[0]->test, "run_of_zero_raises_badarith_test");
    assert_string_equal(s.cases.at[1]->test, "run_of_match_raises_badmatch_test");
    assert_string_equal(s.cases.at[2]->real, "error {badmatch,{error,enoent}} in run/1, calc.erl:4");
    assert_string_equal(s.cases.at[22]->real, "returned 42");
    assert_int_equal(run_eunit(directory, "frisk_calc_run_1_findings_tests"), confirmed);
    suite_free(&s);
}

// ---- Values ----

static void test_returns(void **state) {
    // The value, and how it must be told; most are what {same, V} gives back.
    static const char *const all[][2] = {
        {"1", "1"},
        {"-3", "-3"},
        {"'Foo bar'", "'Foo bar'"},
        {"'\xCF\x80'", "'\xCF\x80'"},
        {"[]", "[]"},
        {"0.1", "0.1"},
        {"-0.0", "-0.0"},
        {"1.0e300", "1.0e300"},
        {"\"hi \xCF\x80\\n\"", "\"hi \xCF\x80\\n\""},
        {"[1,2|c]", "[1,2|c]"},
        {"[300,0]", "[300,0]"},
        {"<<\"abc\">>", "<<\"abc\">>"},
        {"<<>>", "<<>>"},
        {"<<1,2,5:3>>", "<<1,2,5:3>>"},
        {"<<\"\xC3\xA5\"/utf8>>", "<<\"\xC3\xA5\"/utf8>>"},
        {"#{}", "#{}"},
        {"#{b => [1.0],a => #{}}", "#{a => #{},b => [1.0]}"},
        {"{0.0,#{a => 0.0},[self()|self()]}", "{0.0,#{a => 0.0},[#Pid|#Pid]}"},
        {"fun lists:reverse/1", "fun lists:reverse/1"},
        {"fun() -> ok end", "#Fun"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
    };
    uint32_t n = sizeof all / sizeof *all;
    struct suite s;
    suite_init(&s, &unit, directory);
    for (uint32_t i = 0; i < n; i++) {
        char argument[200];
        snprintf(argument, sizeof argument, "{same,%s}", all[i][0]);
        add_case(&s, argument, NULL, all[i][0]);
    }
    add_case(&s, "{call,fun(3) -> 42; (_) -> 0 end,3}", NULL, "42");
    add_case(&s, "neighbour", NULL, "{neighbour,1}");
    add_case(&s, "print", NULL, "eof");
    add_case(&s, "pid", NULL, "{<0.9.0>,#Ref<0.1.2.3>,#Fun<calc.2.3>,#Port<0.1>}");
    add_case(&s, "spawned", NULL, "registered"); // twice, by calls that differ: the name must be free again
    add_case(&s, " spawned", NULL, "registered");
    add_case(&s, "table", NULL, "true");
    add_case(&s, " table", NULL, "true");
    add_case(&s, "persistent", NULL, "none");
    add_case(&s, " persistent", NULL, "none");
    add_case(&s, "environment", NULL, "undefined");
    add_case(&s, " environment", NULL, "undefined");
    // Under EUnit nobody clears away a registered process, a persistent term or the environment of an
    // application: the second is then no test.
    int in_the_way = 3;
    uint32_t sure = s.cases.n;
    add_case(&s, "{same,1}", NULL, "1.0");
    add_case(&s, "{same,fun() -> ok end}", NULL, "1");
    add_case(&s, "zero", NULL, "0");
    prove(&s);
    for (uint32_t i = 0; i < sure; i++) {
        const struct test_case *c = s.cases.at[i];
        if (c->proof != PROOF_CONFIRMED) print_message("%s: %s\n", c->arguments[0], c->real ? c->real : "");
        assert_int_equal(c->proof, PROOF_CONFIRMED);
        if (i < n) assert_string_equal(c->outcome.text, all[i][1]);
    }
    for (uint32_t i = sure; i < s.cases.n; i++) assert_int_equal(s.cases.at[i]->proof, PROOF_DIFFERS);
    assert_string_equal(s.cases.at[sure]->real, "returned 1");
    assert_string_equal(s.cases.at[sure + 2]->real, "error badarith in run/1, calc.erl:3");
    assert_int_equal(run_eunit(directory, "frisk_calc_run_1_tests"), (int)sure - in_the_way);
    suite_free(&s);
}

// What a case writes to any of the standard devices is its own, the first 64 KB of it, in whole characters.
static void test_output(void **state) {
    struct suite s;
    suite_init(&s, &unit, NULL);
    add_case(&s, "print", NULL, "eof");
    add_case(&s, "{print,standard_error,[8364]}", NULL, "ok");
    add_case(&s, "{same,1}", NULL, "1");
    add_case(&s, "{print,user,lists:duplicate(21846,8364)}", NULL, "ok"); // 65,538 bytes
    add_case(&s, "{print,standard_io,lists:duplicate(65536,$a)}", NULL, "ok");
    add_case(&s, "bad_print", "error", "badarg");
    prove(&s);
    for (uint32_t i = 0; i < s.cases.n; i++) assert_int_equal(s.cases.at[i]->proof, PROOF_CONFIRMED);
    assert_string_equal(s.cases.at[0]->outcome.output, "hello\nx\n");
    assert_string_equal(s.cases.at[1]->outcome.output, "\xE2\x82\xAC");
    assert_null(s.cases.at[2]->outcome.output);
    const char *cut = s.cases.at[3]->outcome.output;
    assert_int_equal(strlen(cut), 65535 + 3);
    assert_string_equal(cut + 65532, "\xE2\x82\xAC...");
    assert_int_equal(strlen(s.cases.at[4]->outcome.output), 65536);
    assert_null(s.cases.at[5]->outcome.output);
    suite_free(&s);
}

// A value that is not the same twice is no test; one that is too big to be written is.
static void test_not_repeatable_and_big(void **state) {
    struct suite s;
    suite_init(&s, &unit, directory);
    struct test_case *c = add_case(&s, "random", NULL, "-1");
    c->kind = OUTCOME_LIMIT; // nothing was predicted
    char *big = NULL;
    struct str text = {0};
    str_add_char(&text, '[');
    for (int i = 1; i <= 50000; i++) str_addf(&text, "%s%d", i > 1 ? "," : "", i);
    str_add_char(&text, ']');
    big = str_take(&text);
    add_case(&s, "big", NULL, big);
    strcpy(big + 1000, "...");
    add_case(&s, " big", NULL, big);
    mem_free(big);
    prove(&s);
    assert_int_equal(s.cases.at[0]->proof, PROOF_DIFFERS);
    assert_null(s.cases.at[0]->test);
    assert_int_equal(s.cases.at[1]->proof, PROOF_CONFIRMED);
    assert_int_equal(s.cases.at[2]->proof, PROOF_CONFIRMED);
    assert_true(strlen(s.cases.at[1]->outcome.text) < 1000);
    assert_int_equal(run_eunit(directory, "frisk_calc_run_1_tests"), 2);
    suite_free(&s);
}

static void write_calc(const char *text) {
    struct diag d = {0};
    char *file = in_directory("calc.erl");
    assert_true(file_write(file, text, strlen(text), &d));
    mem_free(file);
}

// How processes end that the call spawns; a test of such an end fails once the process does not end so.
static void test_processes(void **state) {
    static const struct failure all[] = {
        {"{child,0}", "error", "badarith", PROOF_CONFIRMED, NULL, "child/1", 35},
        {"{child,{exit,x}}", "exit", "x", PROOF_CONFIRMED, NULL, NULL, 0},
        {"{child,{exit,y}}", "exit", "x", PROOF_DIFFERS, NULL, NULL, 0},
        {"{child,1}", "error", "badarith", PROOF_DIFFERS, NULL, NULL, 0},
        {"{server,0}", "error", "badarith", PROOF_CONFIRMED, NULL, "child/1", 35},
        {"{grandchild,0}", "error", "badarith", PROOF_CONFIRMED, NULL, "child/1", 35},
        {"{linked,0}", "error", "badarith", PROOF_CONFIRMED, NULL, "child/1", 35},
        {"{child,{exit,[self()]}}", "exit", "[<0.9.0>]", PROOF_CONFIRMED, "[#Pid]", NULL, 0},
    };
    enum { N = sizeof all / sizeof *all };
    char *out = in_directory("processes");
    struct suite s;
    suite_init(&s, &unit, out);
    s.seconds_per_case = 2;
    int confirmed = 0;
    for (uint32_t i = 0; i < N; i++)
        add_case(&s, all[i].argument, all[i].kind, all[i].predicted)->outcome.process =
            mem_strdup("calc:run/1");
    prove(&s);
    for (uint32_t i = 0; i < N; i++) {
        const struct test_case *c = s.cases.at[i];
        assert_int_equal(c->proof, all[i].proof);
        assert_string_equal(c->outcome.process, "calc:run/1");
        if (c->proof != PROOF_CONFIRMED) continue;
        confirmed++;
        assert_string_equal(c->outcome.text, all[i].real ? all[i].real : all[i].predicted);
        if (all[i].function) check_place(c, all[i].function, all[i].line);
    }
    assert_string_equal(s.cases.at[0]->test, "run_of_tuple_ends_a_process_with_badarith_test_");
    assert_string_equal(s.cases.at[3]->real, "returned ok");
    assert_int_equal(run_eunit(out, "frisk_calc_run_1_findings_tests"), confirmed);
    char *fixed = mem_strdup(source), *bug = strstr(fixed, "1 div zero(), {X}");
    memcpy(bug, "1                ", strlen("1 div zero(), {X}"));
    write_calc(fixed);
    assert_int_equal(run_eunit(out, "frisk_calc_run_1_findings_tests"), -1);
    write_calc(source);
    mem_free(fixed);
    mem_free(out);
    suite_free(&s);
}

// Code that ends the VM spoils only its own case. What frisk could not run to the end, the VM may.
static void test_halt_and_unpredicted(void **state) {
    struct suite s;
    suite_init(&s, &unit, NULL);
    add_case(&s, "zero", "error", "badarith");
    add_case(&s, "halt", NULL, "true");
    add_case(&s, "exit", "exit", "stopped");
    add_case(&s, "{same,a}", NULL, "")->kind = OUTCOME_INCOMPLETE;
    add_case(&s, "{raise,a}", NULL, "")->kind = OUTCOME_LIMIT;
    prove(&s);
    assert_int_equal(s.cases.at[0]->proof, PROOF_CONFIRMED);
    assert_int_equal(s.cases.at[1]->proof, PROOF_DIFFERS);
    assert_string_equal(s.cases.at[1]->real, "ended the Erlang VM");
    assert_int_equal(s.cases.at[2]->proof, PROOF_CONFIRMED);
    assert_int_equal(s.cases.at[3]->proof, PROOF_CONFIRMED);
    assert_int_equal(s.cases.at[3]->kind, OUTCOME_RETURN);
    assert_int_equal(s.cases.at[4]->proof, PROOF_CONFIRMED);
    assert_int_equal(s.cases.at[4]->kind, OUTCOME_RAISE);
    assert_string_equal(s.cases.at[4]->outcome.text, "a");
    suite_free(&s);
}

// Findings are tried whatever time there is; what there is no time for is forgotten.
static void test_no_time(void **state) {
    struct suite s;
    suite_init(&s, &unit, NULL);
    s.seconds = 1e-9;
    add_case(&s, "zero", "error", "badarith");
    for (int i = 0; i < 3; i++) add_case(&s, "halt", NULL, "true");
    prove(&s);
    assert_int_equal(s.cases.at[0]->proof, PROOF_CONFIRMED);
    assert_int_equal(s.cases.at[1]->proof, PROOF_UNTRIED);
    suite_drop_untried(&s);
    assert_int_equal(s.cases.n, 1);
    assert_int_equal(s.untried, 3);
    suite_free(&s);
}

static void test_unwritable(void **state) {
    struct diag d = {0};
    struct suite s;
    char *file = in_directory("calc.erl");
    suite_init(&s, &unit, file); // a file where a directory should be
    add_case(&s, "zero", "error", "badarith");
    assert_false(erlang_prove(loader, NULL, &unit, symbol_of("calc"), symbol_of("run"), 1, &s, &d));
    assert_non_null(strstr(d.text, file));
    assert_int_equal(s.cases.at[0]->proof, PROOF_CONFIRMED);
    suite_free(&s);
    mem_free(file);
}

// A module of OTP, with a call that the compiler would evaluate.
static void test_otp(void **state) {
    struct diag d = {0};
    struct unit lists = {.name = "lists:nth/2"};
    struct suite s;
    suite_init(&s, &lists, directory);
    for (int i = 0; i < 2; i++) {
        struct test_case *c = add_case(&s, i ? "2" : "1", i ? NULL : "error", i ? "b" : "function_clause");
        c->arguments = mem_realloc(c->arguments, 2 * sizeof *c->arguments);
        c->arguments[c->n_arguments++] = mem_strdup(i ? "[a,b]" : "[]");
        set_call(c, "lists:nth", i ? "2, [a,b]" : "1, []");
    }
    assert_true(erlang_prove(loader, NULL, &lists, symbol_of("lists"), symbol_of("nth"), 2, &s, &d));
    assert_int_equal(s.cases.at[0]->proof, PROOF_CONFIRMED);
    assert_string_equal(s.cases.at[0]->outcome.where.function, "nth/2");
    assert_string_equal(s.cases.at[0]->outcome.where.file, "lists.erl");
    assert_int_equal(s.cases.at[1]->proof, PROOF_CONFIRMED);
    assert_int_equal(run_eunit(directory, "frisk_lists_nth_2_tests"), 1);
    assert_int_equal(run_eunit(directory, "frisk_lists_nth_2_findings_tests"), 1);
    suite_free(&s);

    struct unit hd = {.name = "erlang:hd/1"};
    suite_init(&s, &hd, directory);
    set_call(add_case(&s, "[]", "error", "badarg"), "erlang:hd", "[]");
    set_call(add_case(&s, "[1]", NULL, "1"), "erlang:hd", "[1]");
    bool good = erlang_prove(loader, NULL, &hd, symbol_of("erlang"), symbol_of("hd"), 1, &s, &d);
    if (!good) print_message("%s\n", d.text);
    assert_true(good);
    assert_int_equal(run_eunit(directory, "frisk_erlang_hd_1_tests"), 1);
    assert_int_equal(run_eunit(directory, "frisk_erlang_hd_1_findings_tests"), 1);
    suite_free(&s);
}

// What a test is called: what is called with what, and what that does.
static void test_names(void **state) {
    static const struct {
        const char *function, *arguments[3], *kind, *text, *name;
    } all[] = {
        {"nth", {"1", "[]"}, "error", "function_clause", "nth_of_1_and_empty_list_raises_function_clause"},
        {"f", {"-1"}, NULL, "{ok,[]}", "f_of_minus_1_returns_tuple"},
        {"f", {"1234567"}, "exit", "{shutdown,x}", "f_of_big_integer_exits_with_shutdown"},
        {"f",
         {"\"abc\"", "<<>>", "#{a => 1}"},
         "throw",
         "1.5",
         "f_of_string_and_empty_binary_and_map_throws_float"},
        {"f",
         {"a_very_long_atom_that_goes_on", "an_atom_of_20_lettrs", "an_atom_of_20_lettrs"},
         NULL,
         "ok",
         "f_returns_ok"}, // too much to tell
        {"Is it?", {NULL}, NULL, "'Foo bar'", "f_Is_20it_3f_returns_atom"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct test_case c = {.kind = all[i].kind ? OUTCOME_RAISE : OUTCOME_RETURN};
        c.arguments = (char **)(uintptr_t)all[i].arguments;
        while (c.n_arguments < 3 && c.arguments[c.n_arguments]) c.n_arguments++;
        c.outcome.kind = (char *)(uintptr_t)all[i].kind;
        c.outcome.text = (char *)(uintptr_t)all[i].text;
        char *name = eunit_test_name(symbol_of(all[i].function), &c);
        assert_string_equal(name, all[i].name);
        mem_free(name);
    }
    char *name = eunit_module_name(symbol_of("my-mod"), symbol_of("\xCF\x80?"), 2, "tests");
    assert_string_equal(name, "frisk_my_2dmod__cf_80_3f_2_tests");
    mem_free(name);
    char long_name[256];
    memset(long_name, 'a', 255);
    long_name[255] = 0;
    name = eunit_module_name(symbol_of(long_name), symbol_of(long_name), 255, "findings_tests");
    assert_true(strlen(name) < 250);
    mem_free(name);
}

// Blanks behind commas; what is longer than 100 columns has one element on a line, as erlfmt has it.
static void test_layout(void **state) {
    struct str out = {0};
    str_add(&out, "    ");
    layout_add(&out, "{a,[1,2|c],\"b,c\",'d,e',<<1,2>>,#{f => 1,g => {}}}", 4, 1);
    assert_string_equal(out.at, "    {a, [1, 2|c], \"b,c\", 'd,e', <<1, 2>>, #{f => 1, g => {}}}");
    str_clear(&out);
    str_add(&out, "    ok = ");
    layout_add(&out,
               "m:f(\"0123456789012345678901234567890123456789\",[aaaaaaaaaaaaaaaaaaaaaaa,"
               "\"01234567890123456789012345678901234567890123456789012345678901234567\"],1)",
               4, 1);
    assert_string_equal(
        out.at, "    ok = m:f(\n"
                "        \"0123456789012345678901234567890123456789\",\n"
                "        [\n"
                "            aaaaaaaaaaaaaaaaaaaaaaa,\n"
                "            \"01234567890123456789012345678901234567890123456789012345678901234567\"\n"
                "        ],\n"
                "        1\n"
                "    )");
    str_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_returns),
        cmocka_unit_test(test_output),
        cmocka_unit_test(test_unwritable),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_not_repeatable_and_big),
        cmocka_unit_test(test_halt_and_unpredicted),
        cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_otp),
        cmocka_unit_test(test_processes),
    };
    // In the fast tier without those that wait for the VM most of the time.
    size_t n = tier_is("fast") ? 4 : sizeof tests / sizeof *tests;
    return _cmocka_run_group_tests("prove", tests, n, setup, teardown);
}
