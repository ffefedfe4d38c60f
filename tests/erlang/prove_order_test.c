// SPDX-License-Identifier: Apache-2.0
// Failures that need an order of events: confirmed on the real VM where the order is forced, in the other
// order not; and the suite, which carries the order, passes under EUnit each time, without frisk.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "erlang/eunit/prove.h"
#include "oracles/drive.h"

enum { TIMES = 20 };

static const char source[] =
    "-module(orders).\n"
    "-export([run/1]).\n"
    // Two processes add to a number, which is read and then written.
    "run({add, By}) ->\n"
    "    T = ets:new(t, [public]),\n"
    "    ets:insert(T, {n, 0}),\n"
    "    Ms = [element(2, spawn_monitor(fun() -> add(T, By) end)) || _ <- [1, 2]],\n"
    "    [receive {'DOWN', M, _, _, _} -> ok end || M <- Ms],\n"
    "    Sum = 2 * By,\n"
    "    [{n, Sum}] = ets:lookup(T, n),\n" // 9
    "    Sum;\n"
    // An answer, and a time limit.
    "run({late, X}) ->\n"
    "    Self = self(),\n"
    "    spawn(fun() -> Self ! {answer, X} end),\n"
    "    receive {answer, X} -> X after 50 -> error({late, X}) end;\n" // 14
    // Each takes the name that it found to be free.
    "run({claim, Name}) ->\n"
    "    [spawn(fun() -> whereis(Name) =:= undefined andalso claim(Name) end) || _ <- [1, 2]],\n"
    "    ok;\n"
    // In one order nobody can go on.
    "run(stuck) ->\n"
    "    Self = self(),\n"
    "    [spawn(fun() -> Self ! M end) || M <- [go, stop]],\n"
    "    receive stop -> receive never -> ok end; go -> receive stop -> stopped end end;\n"
    // Whether the first process has ended before it is watched.
    "run({pair, X}) ->\n"
    "    Self = self(),\n"
    "    Pid = spawn(fun() -> ok end), spawn(fun() -> Self ! go end), receive go -> ok end,\n"
    "    M = monitor(process, Pid), receive {'DOWN', M, _, _, noproc} -> 0 = X; _ -> X end.\n" // 25
    "add(T, By) ->\n"
    "    [{n, N}] = ets:lookup(T, n),\n"
    "    ets:insert(T, {n, N + By}).\n"
    "claim(Name) ->\n"
    "    true = register(Name, self()),\n" // 30
    "    receive stop -> ok end.\n";

static char *directory;
static struct loader *loader;
static struct unit unit = {.name = "orders:run/1"};

static int setup(void **state) {
    (void)state;
    struct diag d = {0};
    directory = drive_scratch();
    char *file = file_join(directory, "orders.erl");
    assert_true(file_write(file, source, strlen(source), &d));
    const char *files[] = {file};
    const struct loader_options o = {
        .files = files, .n_files = 1, .erl = "erl", .share_dir = "share/frisk", .no_cache = true};
    loader = loader_new(&o);
    mem_free(file);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    loader_free(loader);
    drive_remove(directory);
    free(directory);
    return 0;
}

// "1.1 send, 1 timeout": processes and what they do, all in the module `orders`.
static void set_order(struct test_case *c, const char *text) {
    char *copy = mem_strdup(text), *rest = copy;
    VEC(struct case_event) events = {0};
    for (char *event; (event = strsep(&rest, ",")) != NULL;) {
        char process[20], what[40];
        if (sscanf(event, " %19s %39s", process, what) != 2) continue;
        const char *module = strcmp(what, "end") ? "orders" : ""; // an end is of no code
        vec_push(&events, ((struct case_event){mem_strdup(process), mem_strdup(what), mem_strdup(module),
                                               mem_strdup("orders.erl"), mem_strdup(""), NULL, 0}));
    }
    c->order = events.at;
    c->n_order = events.n;
    mem_free(copy);
}

struct expected {
    const char *argument, *kind, *text, *order;
    bool process, confirmed;
    const char *function;
    unsigned line;
};

static const struct expected all[] = {
    {"{add,5}", "error", "{badmatch,[{n,5}]}",
     "1.1 ets:lookup, 1.2 ets:lookup, 1.1 ets:insert, 1.2 ets:insert, 1.1 end, 1.2 end, 1 ets:lookup", false,
     true, "run/1", 9},
    {"{add,5}", "error", "{badmatch,[{n,5}]}",
     "1.1 ets:lookup, 1.1 ets:insert, 1.2 ets:lookup, 1.2 ets:insert, 1.1 end, 1.2 end, 1 ets:lookup", false,
     false, NULL, 0},
    {"{add,7}", NULL, "14", "1.2 ets:lookup, 1.2 ets:insert, 1.1 ets:lookup", false, true, NULL, 0},
    {"{late,a}", "error", "{late,a}", "1 timeout", false, true, "run/1", 14},
    {"{late,a}", "error", "{late,a}", "1.1 send, 1 timeout", false, false, NULL, 0},
    {"{claim,frisk_x}", "error", "{badmatch,true}", "1.1 whereis, 1.2 whereis", true, false, NULL, 0},
    {"{claim,frisk_x}", "error", "badarg", "1.1 whereis, 1.2 whereis, 1.2 register, 1.1 register", true, true,
     "claim/1", 30},
    {"{pair,1}", "error", "{badmatch,1}", "1.1 end, 1.2 send, 1 monitor", false, true, "run/1", 25},
    {"stuck", "deadlock", "", "1.2 send, 1.1 send", false, true, NULL, 0},
    {"stuck", "deadlock", "", "1.1 send, 1.2 send", false, false, NULL, 0},
};
enum { CASES = sizeof all / sizeof *all };

static void add_case(struct suite *s, const struct expected *e) {
    struct test_case *c = mem_zalloc(sizeof *c);
    struct str call = {0};
    c->arguments = mem_alloc(sizeof *c->arguments);
    c->arguments[0] = mem_strdup(e->argument);
    c->n_arguments = 1;
    str_addf(&call, "orders:run(%s)", e->argument);
    c->call = str_take(&call);
    c->kind = e->kind ? OUTCOME_RAISE : OUTCOME_RETURN;
    c->processes = true;
    if (e->kind) c->outcome.kind = mem_strdup(e->kind);
    if (e->process) c->outcome.process = mem_strdup("orders:claim/1");
    c->outcome.text = mem_strdup(e->text);
    set_order(c, e->order);
    vec_push(&s->cases, c);
}

static void check_case(const struct test_case *c, const struct expected *e) {
    if ((c->proof == PROOF_CONFIRMED) != e->confirmed)
        fail_msg("%s in the order %s: %s", e->argument, e->order, c->real ? c->real : "");
    assert_int_equal(c->test != NULL, e->confirmed);
    if (!e->confirmed) {
        assert_int_equal(c->proof, PROOF_VARIES);
        return;
    }
    assert_string_equal(c->outcome.text, e->text);
    if (!e->function) return;
    assert_string_equal(c->outcome.where.function, e->function);
    assert_string_equal(c->outcome.where.file, "orders.erl");
    assert_int_equal(c->outcome.where.line, e->line);
}

// The suite is compiled as a user would, in a directory with nothing of frisk, and run many times.
static void check_suite(int tests) {
    char script[1000];
    snprintf(
        script, sizeof script,
        "cd '%s' && erlc +debug_info orders.erl && erlc -Werror frisk_*.erl && "
        "erl -noinput -pa . -kernel logger_level none -eval 'S = [list_to_atom(filename:rootname(F)) || F <- "
        "filelib:wildcard(\"frisk_orders_run_1_*.erl\")], R = [eunit:test(S, "
        "[no_tty]) || _ <- lists:seq(1, %d)], M = [X || {X, _} <- code:all_loaded(), "
        "lists:suffix(\"@forced\", atom_to_list(X))], io:format(\"~0tp ~0tp~n\", [lists:usort(R), M]), "
        "halt().' 2>&1 && cat frisk_orders_run_1_*.erl | grep -c '_test_() ->'",
        directory, TIMES);
    char *argv[] = {"/bin/sh", "-c", script, NULL}, expected[40];
    struct output o = drive_run(argv, NULL, 300);
    snprintf(expected, sizeof expected, "[ok] []\n%d\n", tests);
    assert_string_equal(o.out, expected);
    assert_int_equal(o.status, 0);
    drive_free(&o);
}

static void test_orders(void **state) {
    (void)state;
    struct suite s;
    struct diag d = {0};
    int confirmed = 0;
    suite_init(&s, &unit, directory);
    s.seconds_per_case = 3;
    for (int i = 0; i < CASES; i++) add_case(&s, &all[i]);
    if (!erlang_prove(loader, NULL, &unit, symbol_of("orders"), symbol_of("run"), 1, &s, &d))
        fail_msg("%s", d.text);
    for (int i = 0; i < CASES; i++) {
        check_case(s.cases.at[i], &all[i]);
        confirmed += all[i].confirmed;
    }
    check_suite(confirmed);
    suite_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders)};
    return cmocka_run_group_tests_name("prove_order", tests, setup, teardown);
}
