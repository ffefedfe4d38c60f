// SPDX-License-Identifier: Apache-2.0
// Frisk on modules written to hurt it (tests/erlang/nasty and some made here): runs that never end, terms
// that do not fit, exceptions and types in every odd form, very long code. It must end by itself and in time,
// find what the sources say can be found, and report nothing that the real VM does not confirm.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"
#include "tier.h"

enum { PATIENCE = 240 };                   // seconds for one module, sanitizers and a busy machine included
static const double LONGEST_SEARCH = 20.0; // of a unit that was given less than a second

static char *scratch;

static int set_up(void **state) {
    (void)state;
    scratch = drive_scratch();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    drive_remove(scratch);
    free(scratch);
    return 0;
}

// The result object of frisk erl FILE with these options (the last NULL).
static json_t *frisk(const char *file, const char *const *options) {
    char out[200];
    snprintf(out, sizeof out, "%s/out", scratch);
    char *argv[20] = {(char *)drive_frisk(), "erl", (char *)file, "-q", "-j", "1", "-o", out, "--json", "-"};
    for (int i = 0, n = 10; options[i]; i++) argv[n++] = (char *)options[i];
    struct output o = drive_run(argv, NULL, PATIENCE);
    if (o.status != 0 && o.status != 1 && o.status != 3)
        print_error("%s: status %d: %s\n", file, o.status, o.err);
    assert_in_range(o.status, 0, 3);
    json_error_t why;
    json_t *result = json_loads(o.out, 0, &why);
    if (!result) print_error("%s: no result: %s\n%s\n", file, why.text, o.err);
    assert_non_null(result);
    drive_free(&o);
    return result;
}

static const char *text(const json_t *object, const char *field) {
    const char *s = json_string_value(json_object_get(object, field));
    return s ? s : "";
}

static json_t *unit(json_t *result, const char *name) {
    size_t i;
    json_t *u;
    json_array_foreach(json_object_get(result, "units"), i, u) if (!strcmp(text(u, "unit"), name)) return u;
    print_error("no unit %s\n", name);
    fail();
    return NULL;
}

// reason NULL: a value of the input, any that will do.
static bool has_finding(json_t *result, const char *name, const char *kind, const char *reason) {
    size_t i;
    json_t *f;
    json_array_foreach(json_object_get(unit(result, name), "findings"), i,
                       f) if (!strcmp(text(f, "kind"), kind) &&
                              (!reason || !strcmp(text(f, "reason"), reason))) return true;
    return false;
}

// Every search ended in time, and no finding is one that the VM does not show.
static void check_all(json_t *result) {
    size_t i, j, n = 0;
    json_t *u, *f;
    json_array_foreach(json_object_get(result, "units"), i, u) {
        double seconds = json_number_value(json_object_get(json_object_get(u, "seconds"), "search"));
        if (seconds > LONGEST_SEARCH) print_error("%s searched for %.1f s\n", text(u, "unit"), seconds);
        assert_true(seconds <= LONGEST_SEARCH);
        json_array_foreach(json_object_get(u, "findings"), j, f) {
            if (!strcmp(text(f, "proof"), "differs"))
                print_error("%s: %s, but really: %s\n", text(f, "call"), text(f, "reason"), text(f, "real"));
            assert_string_not_equal(text(f, "proof"), "differs");
            n++;
        }
    }
    assert_true(n > 0);
}

struct expected {
    const char *unit, *kind, *reason;
};

static void check_found(json_t *result, const struct expected *e, size_t n) {
    for (size_t i = 0; i < n; i++) {
        bool found = has_finding(result, e[i].unit, e[i].kind, e[i].reason);
        if (!found)
            print_error("%s: no %s:%s\n", e[i].unit, e[i].kind, e[i].reason ? e[i].reason : "what is given");
        assert_true(found);
    }
}
#define CHECK_FOUND(result, e) check_found(result, e, sizeof(e) / sizeof *(e))

// Options that limit the search: most units here would go on as long as they may.
#define SHORT "-t", "2", "-n", "60" // by runs, so that a busy machine finds the same
static const char *const endless[] = {"-t",      "0.2",    "--memory",    "32M",
                                      "--steps", "200000", "--no-replay", NULL};
static const char *const searched[] = {SHORT, "--no-replay", NULL}, *const proved[] = {SHORT, NULL};

// The sanitizers' half leaves the proof to the other, where findings do not hang on it.
static const char *const *short_search(void) {
    return tier_is("fast") ? searched : proved;
}

static void endless_runs_are_cut_off(void **state) {
    (void)state;
    json_t *r = frisk("tests/erlang/nasty/endless.erl", endless);
    check_all(r);
    static const struct expected found[] = {
        {"endless:shift/1", "error", "system_limit"},    // 1 bsl N for N above 33554367
        {"endless:seq/1", "error", "function_clause"},   // lists:seq(1, -1)
        {"endless:duplicate_any/2", "error", "badarg"}}; // hd([])
    CHECK_FOUND(r, found);
    static const char *const never[] = {"endless:loop/1", "endless:grow/1", "endless:nest/1",
                                        "endless:double/1", "endless:append/1"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        json_t *u = unit(r, never[i]);
        assert_int_equal(json_array_size(json_object_get(u, "findings")), 0);
        // That they raise nothing is true, and said where there is no time to run them.
        assert_string_not_equal(json_string_value(json_object_get(u, "ends")), "proved");
    }
    json_decref(r);
}

static void odd_names_and_patterns(void **state) {
    (void)state;
    json_t *r = frisk("tests/erlang/nasty/forms.erl", short_search());
    check_all(r);
    static const struct expected found[] = {
        {"forms:'odd name'/1", "error", "'it\\'s'"}, {"forms:'odd name'/1", "error", "'new\\nline'"},
        {"forms:'odd name'/1", "throw", "'\\\\'"},   {"forms:'\\n'/1", "error", "badarith"},
        {"forms:strings/1", "error", "found"},       {"forms:strings/1", "error", "\"~p\""},
        {"forms:big_literals/1", "error", "neg"},    {"forms:big_literals/1", "error", "min"},
        {"forms:nested_case/1", "error", "seven"},   {"forms:maps_/1", "error", "m"},
        {"forms:too_many/1", "error", "undef"},      {"forms:timeout/1", "error", "badarith"}};
    CHECK_FOUND(r, found);
    json_decref(r);
}

static void exceptions_of_all_sorts(void **state) {
    (void)state;
    json_t *r = frisk("tests/erlang/nasty/trys.erl", short_search());
    check_all(r);
    static const struct expected found[] = {{"trys:nested/2", "error", NULL},
                                            {"trys:after_raises/1", "error", "five"},
                                            {"trys:after_raises/1", "throw", "zero"},
                                            {"trys:reraise/1", "error", "{wrapped,badarith}"},
                                            {"trys:odd_trace/1", "error", "one"},
                                            {"trys:odd_trace/1", "throw", "three"},
                                            {"trys:odd_trace/1", "error", "seven"},
                                            {"trys:exit_normal/1", "exit", "normal"},
                                            {"trys:exit_normal/1", "exit", "{shutdown,now}"},
                                            {"trys:in_fun/1", "exit", "{f,[]}"}};
    CHECK_FOUND(r, found);
    // raise/3 with what is no stack trace returns badarg
    assert_int_equal(json_array_size(json_object_get(unit(r, "trys:odd_trace/1"), "findings")), 3);
    json_decref(r);
}

static void types_of_all_sorts(void **state) {
    (void)state;
    json_t *r = frisk("tests/erlang/nasty/specs.erl", short_search());
    check_all(r);
    static const struct expected found[] = {{"specs:rec/1", "error", "{thirteen,leaf}"},
                                            {"specs:mutual/1", "error", "four"},
                                            {"specs:ranges/1", "error", "c"},
                                            {"specs:improper/1", "error", NULL},
                                            {"specs:returns_fun/1", "error", "seventeen"},
                                            {"specs:bounded/2", "error", "same"},
                                            {"specs:map_types/1", "error", "x2"},
                                            {"specs:record/1", "error", "nested"},
                                            {"specs:many/1", "error", "found"},
                                            {"specs:iodata/1", "error", "seven"},
                                            {"specs:typed_list/1", "error", "deep"}};
    CHECK_FOUND(r, found);
    assert_false(has_finding(r, "specs:ranges/1", "error", "no")); // outside of the type
    static const char *const no_input[] = {"specs:never/1", "specs:cyclic/1", "specs:infinite/1"};
    for (size_t i = 0; i < sizeof no_input / sizeof *no_input; i++)
        assert_true(json_is_string(json_object_get(unit(r, no_input[i]), "error")));
    json_decref(r);
}

static void processes_of_all_sorts(void **state) {
    (void)state;
    json_t *r = frisk("tests/erlang/nasty/procs.erl", proved);
    check_all(r);
    static const struct expected found[] = {
        {"procs:node_/1", "error", "x"},
        {"procs:to_self/1", "error", NULL},
        {"procs:receive_after/1", "error", "timeout_value"},
        {"procs:registered/1", "error", "badarg"},
        {"procs:monitored/1", "error", "noproc"},
        {"procs:gen/1", "exit", "{calling_self,{gen_server,call,[#Pid,hello]}}"}};
    check_found(r, found, tier_is("fast") ? 5 : 6); // the second takes more time than a slow build has
    assert_true(json_is_true(json_object_get(unit(r, "procs:spawned/1"), "complete"))); // in every order
    json_decref(r);
}

// ---- Long code, written here ----

static void repeat(FILE *f, const char *what, int n) {
    for (int i = 0; i < n; i++) fputs(what, f);
}

static void variables(FILE *f, int n, const char *between) {
    for (int i = 0; i < n; i++) fprintf(f, "%sV%d", i ? between : "", i);
}

static void long_code(void **state) {
    (void)state;
    char path[200];
    snprintf(path, sizeof path, "%s/long.erl", scratch);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("-module(long).\n-export([clauses/1, args/255, literal/1, wide/1, body/1]).\n"
          "-spec clauses(integer()) -> any().\n",
          f);
    for (int i = 0; i < 3000; i++)
        fprintf(f, "clauses(%d) -> %s;\n", 7 * i, i == 2999 ? "error(last)" : "ok");
    fputs("clauses(_) -> ok.\nargs(", f);
    variables(f, 255, ", ");
    fputs(") -> [", f);
    variables(f, 255, ", ");
    fputs("], V0 + V254.\n-spec literal(any()) -> any().\nliteral(X) -> X =:= ", f);
    repeat(f, "{[", 1000);
    fputs("x", f);
    repeat(f, "]}", 1000);
    fputs(".\n-spec wide(tuple()) -> any().\nwide({_", f);
    repeat(f, ", _", 999);
    fputs("}) -> error(wide);\nwide(_) -> ok.\n-spec body(integer()) -> any().\nbody(V0) ->\n", f);
    for (int i = 0; i < 2000; i++) fprintf(f, "    V%d = V%d + %d,\n", i + 1, i, i);
    fputs("    10 div V2000.\n", f);
    fclose(f);
    json_t *r = frisk(path, short_search());
    check_all(r);
    static const struct expected found[] = {{"long:args/255", "error", "badarith"},
                                            {"long:wide/1", "error", "wide"},
                                            {"long:body/1", "error", "badarith"}};
    CHECK_FOUND(r, found);
    for (size_t i = 0; i < sizeof found / sizeof *found && !tier_is("fast"); i++) {
        json_t *finding = json_array_get(json_object_get(unit(r, found[i].unit), "findings"), 0);
        assert_true(json_is_true(json_object_get(finding, "confirmed")));
    }
    json_decref(r);
}

// More values in a fun than a function has parameters: the compiler takes it, the VM's loader does not.
static void a_fun_of_many_values(void **state) {
    (void)state;
    char path[200];
    snprintf(path, sizeof path, "%s/captures.erl", scratch);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("-module(captures).\n-export([f/1]).\n-spec f(integer()) -> any().\nf(N) ->\n    [", f);
    variables(f, 400, ", ");
    fputs("] = lists:seq(N, N + 399),\n    F = fun(X) when X > 3 -> ", f);
    variables(f, 400, " + ");
    fputs(" + X; (2) -> error(two) end,\n    F(V399 - 399).\n", f);
    fclose(f);
    json_t *r = frisk(path, proved), *findings = json_object_get(r, "findings"), *finding;
    size_t i;
    assert_int_equal(json_array_size(findings), 2);
    json_array_foreach(findings, i, finding) {
        assert_string_equal(text(finding, "proof"), "unable");
        assert_true(!strcmp(text(finding, "reason"), "two") ||
                    !strcmp(text(finding, "reason"), "function_clause"));
    }
    json_decref(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endless_runs_are_cut_off),
        cmocka_unit_test(odd_names_and_patterns),
        cmocka_unit_test(exceptions_of_all_sorts),
        cmocka_unit_test(processes_of_all_sorts),
        cmocka_unit_test(long_code),
        cmocka_unit_test(a_fun_of_many_values),
        cmocka_unit_test(types_of_all_sorts),
    };
    // In the fast tier without the types, which kinds_test has as well.
    size_t n = sizeof tests / sizeof *tests - tier_is("fast");
    return _cmocka_run_group_tests("nasty", tests, n, set_up, tear_down);
}
