// SPDX-License-Identifier: Apache-2.0
// Programs of several processes, from the command to the user's tests: each fault is found, shown with an
// order of events unless it comes in every one, and confirmed by forcing that order; the right versions have
// no findings. The tests that are written pass each time, without frisk, also on a VM that is busy.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracles/drive.h"
#include "tier.h"

static const struct {
    const char *targets; // of the shell
    bool plain;          // each unit is to be complete
} programs[] = {
    {"tests/erlang/order_units.erl", true},
    {"tests/erlang/order_programs.erl", false}, // one has also what waits for ever
    {"tests/erlang/order_kinds.erl", true},
    {"workers:bad/1 workers:good/1", true},
    {"cache:bad/1 cache:good/1", true},
    {"topic:bad/1 topic:good/1", false}, // the order of a process dictionary
    {"tree:bad/1 tree:good/1", false},   // a supervisor reads a clock
    {"commit:bad/1 commit:good/1", true},
    {"limiter:bad/1 limiter:good/1", true},
    {"ring:bad/1 ring:good/1", true},
    {"journal:bad/1 journal:good/1", false},
    {"named:bad/1 named:good/1", true},
    {"settings:bad/1 settings:good/1", true},
    {"--stub rates:price/0=stock:price/0 stock:bad/1 stock:good/1", true},
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

static char *directory;
static unsigned messages; // that were told

static int setup(void **state) {
    (void)state;
    directory = drive_scratch();
    return 0;
}

static int teardown(void **state) {
    (void)state;
    drive_remove(directory);
    free(directory);
    return 0;
}

static struct output shell(char *script, double seconds) {
    char *argv[] = {"/bin/sh", "-c", script, NULL};
    return drive_run(argv, NULL, seconds);
}

static bool is_true(const json_t *o, const char *key) {
    return json_is_true(json_object_get(o, key));
}

static const char *text(const json_t *o, const char *key) {
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

// What an event is and what it sends.
static void check_events(const json_t *order) {
    size_t i, k;
    json_t *event, *sent;
    json_array_foreach(order, i, event) {
        assert_true(text(event, "process")[0] && text(event, "what")[0]);
        assert_true(json_is_array(json_object_get(event, "sends")));
        json_array_foreach(json_object_get(event, "sends"), k, sent) {
            assert_true(text(sent, "to")[0] && text(sent, "message")[0]);
            messages++;
        }
    }
}

static void check_finding(const json_t *f) {
    size_t n = json_array_size(json_object_get(f, "order"));
    if (!is_true(f, "confirmed")) fail_msg("%s is not confirmed: %s", text(f, "call"), text(f, "real"));
    if (is_true(f, "every_order") ? n != 0 : n == 0) fail_msg("%s: %zu events", text(f, "call"), n);
    check_events(json_object_get(f, "order"));
    if (!text(f, "test")[0]) fail_msg("%s has no test", text(f, "call"));
}

// The tables of events fit a terminal.
static void check_report(void) {
    char path[200];
    snprintf(path, sizeof path, "%s/report", directory);
    char *report = drive_slurp(path), *rest = report;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;)
        if (!strncmp(line, "        1", 9) && strlen(line) > 80) fail_msg("too wide: %s", line);
    free(report);
}

// Units named `bad` have findings, those named `good` are right; what else is there, behaviours ask for.
static void check_unit(const json_t *unit, bool plain) {
    const char *name = strchr(text(unit, "unit"), ':');
    const json_t *findings = json_object_get(unit, "findings");
    bool bad = name && !strncmp(name, ":bad", 4), good = name && !strncmp(name, ":good", 5);
    size_t i;
    json_t *f;
    if (!bad && !good) return;
    if (bad != (json_array_size(findings) > 0)) fail_msg("%s: %zu findings", name, json_array_size(findings));
    if (plain && !is_true(unit, "complete")) fail_msg("%s is not complete", name);
    json_array_foreach(findings, i, f) check_finding(f);
}

static void check_program(const char *targets, bool plain) {
    char script[1000], path[200];
    snprintf(path, sizeof path, "%s/result.json", directory);
    snprintf(script, sizeof script,
             "%s erl -q -pa tests/erlang/otp_orders %s -o %s/suites --json %s >%s/report 2>&1", drive_frisk(),
             targets, directory, path, directory);
    struct output o = shell(script, 300);
    if (o.status != 1) fail_msg("%s: ended with %d", targets, o.status); // 1: errors were found
    drive_free(&o);
    json_error_t error;
    json_t *result = json_load_file(path, 0, &error), *unit;
    if (!result) fail_msg("%s: %s", targets, error.text);
    const json_t *units = json_object_get(result, "units");
    size_t i;
    assert_true(json_array_size(units) >= 2);
    json_array_foreach(units, i, unit) check_unit(unit, plain);
    json_decref(result);
    check_report();
}

static void found_and_confirmed(void **state) {
    (void)state;
    for (size_t i = 0; i < PROGRAMS; i++)
        if (tier_takes(i, 4)) check_program(programs[i].targets, programs[i].plain);
    assert_true(messages > 10);
}

// As a user would, in a directory with nothing of frisk.
static void suites_pass(void **state) {
    (void)state;
    char script[2000];
    const uint32_t times = tier_number(1, 1, 20);
    snprintf(script, sizeof script,
             "cp tests/erlang/order_*.erl tests/erlang/otp_orders/*.erl %s/suites && cd %s/suites && "
             "erlc +debug_info +nowarn_unused_record *.erl >erlc.log 2>&1 && "
             "erl -noinput -pa . -kernel logger_level none -eval '"
             "Ms = [list_to_atom(filename:basename(F, \".erl\")) || F <- "
             "filelib:wildcard(\"*findings_tests.erl\")], "
             "Spin = fun(S) -> S(S) end, "
             "Run = fun() -> [M || _ <- lists:seq(1, %u), M <- Ms, eunit:test(M, [no_tty]) =/= ok] end, "
             "Idle = Run(), [spawn(fun() -> Spin(Spin) end) || _ <- lists:seq(1, 6)], "
             "io:format(\"~0tp ~0tp ~0tp\", [length(Ms) > 0, Idle, Run()]), halt().' 2>&1; cat erlc.log",
             directory, directory, times);
    struct output o = shell(script, 3000);
    assert_string_equal(o.out, "true [] []");
    drive_free(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(found_and_confirmed), cmocka_unit_test(suites_pass)};
    return cmocka_run_group_tests_name("findings in orders of events", tests, setup, teardown);
}
