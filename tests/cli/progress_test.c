// SPDX-License-Identifier: Apache-2.0
// What goes to standard error while a search runs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/progress.h"

static FILE *file;
static int saved;

static void capture(void) {
    file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    saved = dup(2);
    assert_true(dup2(fileno(file), 2) >= 0); // no terminal: its width is taken to be 80
}

static const char *captured(void) {
    static char text[4096];
    fflush(stderr);
    dup2(saved, 2);
    close(saved);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

#define CLEAR "\r\033[K"

static void on_a_terminal(void **state) {
    (void)state;
    struct progress p;
    struct explore_stats s = {.runs = 7, .open = 3, .seconds = 0.25};
    capture();
    progress_init(&p, false, true);
    progress_start(&p, "m:f/1", 2, 3);
    progress_found(&p, "m:f(1)", "error", "badarg");
    progress_found(&p, "m:f(2)", "exit", "why");
    progress_show(&p, &s, 2);
    progress_show(&p, &s, 2); // each failure is told once
    progress_clear(&p);
    progress_clear(&p); // nothing is left to clear
    progress_free(&p);
    assert_string_equal(captured(), CLEAR "found m:f(1)  error:badarg\nfound m:f(2)  exit:why\n" CLEAR
                                          "[2/3] m:f/1: 7 runs, 2 findings, 3 open, 0 s" CLEAR
                                          "[2/3] m:f/1: 7 runs, 2 findings, 3 open, 0 s" CLEAR);
}

// A search that is over before the first status line leaves its failures to the report.
static void over_at_once(void **state) {
    (void)state;
    struct progress p;
    capture();
    progress_init(&p, false, true);
    progress_start(&p, "m:f/1", 1, 1);
    progress_found(&p, "m:f(1)", "error", "badarg");
    progress_clear(&p);
    progress_show(&p, &(struct explore_stats){.seconds = 1}, 0); // the next unit's
    progress_clear(&p);
    progress_free(&p);
    assert_string_equal(captured(), CLEAR "m:f/1: 0 runs, 0 findings, 0 open, 1 s" CLEAR);
}

static void long_lines_are_cut(void **state) {
    (void)state;
    struct progress p;
    char call[400] = "", reason[300];
    for (int i = 0; i < 150; i++) strcat(call, "\xc3\xa4"); // one character of two bytes
    memset(reason, 'r', sizeof reason);
    reason[sizeof reason - 1] = 0;
    capture();
    progress_init(&p, false, true);
    progress_start(&p, call, 1, 1);
    progress_found(&p, call, "error", reason);
    progress_show(&p, &(struct explore_stats){0}, 0);
    progress_clear(&p);
    char wanted[1000] = CLEAR "found ";
    // 79 characters: "found ", 37 of the call, 36 of the failure
    for (int i = 0; i < 37; i++) strcat(wanted, "\xc3\xa4");
    strcat(wanted, "  error:");
    for (int i = 0; i < 28; i++) strcat(wanted, "r");
    strcat(wanted, "\n" CLEAR);
    for (int i = 0; i < 79; i++) strcat(wanted, "\xc3\xa4");
    strcat(wanted, CLEAR);
    progress_free(&p);
    assert_string_equal(captured(), wanted);
}

static void no_terminal(void **state) {
    (void)state;
    struct progress p;
    capture();
    progress_init(&p, false, false);
    progress_start(&p, "m:f/1", 1, 1);
    progress_note(&p, "loading");
    progress_found(&p, "m:f(1)", "error", "badarg");
    for (int i = 1; i <= 24; i++) // a line every five seconds
        progress_show(&p, &(struct explore_stats){.runs = 1, .seconds = i * 0.25}, 1);
    progress_clear(&p);
    progress_free(&p);
    assert_string_equal(captured(), "m:f/1: 1 run, 1 finding, 0 open, 5 s\n");
}

static void quiet(void **state) {
    (void)state;
    struct progress p;
    capture();
    progress_init(&p, true, true);
    progress_start(&p, "m:f/1", 1, 1);
    progress_note(&p, "loading");
    progress_found(&p, "m:f(1)", "error", "badarg");
    progress_show(&p, &(struct explore_stats){.seconds = 9}, 1);
    progress_clear(&p);
    progress_free(&p);
    assert_string_equal(captured(), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_terminal), cmocka_unit_test(over_at_once), cmocka_unit_test(long_lines_are_cut),
        cmocka_unit_test(no_terminal),   cmocka_unit_test(quiet),
    };
    return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
