// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/process_pipe.h"

static struct process_pipe *start(const char *script, int read_fd, int write_fd) {
    const char *argv[] = {"sh", "-c", script, NULL}, *unset[] = {"FRISK_UNSET", NULL},
               *set[] = {"FRISK_SET=2", NULL};
    struct process_pipe_options o = {argv, unset, set, read_fd, write_fd};
    struct diag d = {0};
    int reason = 0;
    struct process_pipe *p = process_pipe_start(&o, &reason, &d);
    if (!p) fail_msg("%s", d.text);
    return p;
}

static void expect(struct process_pipe *p, const char *text) {
    char got[100] = {0};
    assert_int_equal(process_pipe_read(p, got, strlen(text), clock_now() + 20), PIPE_OK);
    assert_string_equal(got, text);
}

static void a_child_answers(void **state) {
    struct process_pipe *p = start("while read x; do echo \"<$x>\"; done", 0, 1);
    assert_int_equal(process_pipe_write(p, "one\n", 4, clock_now() + 20), PIPE_OK);
    expect(p, "<one>\n");
    assert_int_equal(process_pipe_write(p, "two\n", 4, clock_now() + 20), PIPE_OK);
    expect(p, "<two>\n");
    assert_true(WIFSIGNALED(process_pipe_end(p)));
}

static void other_descriptors_leave_the_standard_ones_alone(void **state) {
    struct process_pipe *p = start("echo lost; read x <&3; read y; echo \"$x,$y\" >&4", 3, 4);
    assert_int_equal(process_pipe_write(p, "in\n", 3, clock_now() + 20), PIPE_OK);
    expect(p, "in,\n"); // nothing on standard input, standard output not mixed in
    process_pipe_end(p);
}

static void the_environment_is_as_asked(void **state) {
    setenv("FRISK_UNSET", "1", 1);
    setenv("FRISK_SET", "1", 1);
    setenv("FRISK_KEPT", "3", 1);
    struct process_pipe *p = start("echo \"$FRISK_UNSET,$FRISK_SET,$FRISK_KEPT\"", 0, 1);
    expect(p, ",2,3\n");
    process_pipe_end(p);
}

static void a_silent_child_is_late(void **state) {
    struct process_pipe *p = start("sleep 100", 0, 1);
    char c;
    double before = clock_now();
    assert_int_equal(process_pipe_read(p, &c, 1, before + 0.2), PIPE_LATE);
    assert_true(clock_now() - before < 20);
    // A child that does not read: the write must end too, once the socket is full.
    size_t n = 16 << 20;
    char *many = mem_zalloc(n);
    assert_int_equal(process_pipe_write(p, many, n, clock_now() + 0.2), PIPE_LATE);
    mem_free(many);
    process_pipe_end(p);
}

static void a_dead_child_is_closed_and_has_said_why(void **state) {
    struct process_pipe *p = start("echo first >&2; echo 'the reason' >&2; echo >&2; exit 3", 0, 1);
    char c;
    assert_int_equal(process_pipe_read(p, &c, 1, clock_now() + 20), PIPE_CLOSED);
    // No SIGPIPE, which would end this program here.
    assert_int_equal(process_pipe_write(p, "x", 1, clock_now() + 20), PIPE_CLOSED);
    struct str last = {0};
    process_pipe_last_error(p, &last);
    assert_string_equal(str_text(&last), "the reason");
    str_free(&last);
    process_pipe_end(p);
}

// Soon: it is reaped by whoever adopted it; a zombie is as dead.
static void expect_dead(pid_t pid) {
    char name[64], state_letter = 'Z';
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    for (int i = 0; i < 200; i++) {
        FILE *f = fopen(name, "r");
        if (!f) break;
        if (fscanf(f, "%*d %*s %c", &state_letter) != 1) state_letter = 'Z';
        fclose(f);
        if (state_letter == 'Z' || state_letter == 'X') break;
        usleep(10000);
        state_letter = 'R';
    }
    assert_int_not_equal(state_letter, 'R');
}

static void what_a_child_has_started_ends_with_it(void **state) {
    struct process_pipe *p = start("sleep 100 & echo $!; wait", 0, 1);
    char text[20] = {0};
    size_t got = 0;
    assert_int_equal(process_pipe_read_some(p, text, sizeof text - 1, &got, clock_now() + 20), PIPE_OK);
    pid_t grandchild = (pid_t)atoi(text);
    assert_true(grandchild > 1);
    assert_int_equal(kill(grandchild, 0), 0);
    process_pipe_end(p);
    expect_dead(grandchild);
}

// This program once more: it starts a child that computes, looking at nothing, and tells both numbers.
static int start_and_wait(void) {
    struct process_pipe *p = start("echo $$; while :; do :; done", 0, 1);
    char child[20] = {0};
    size_t got = 0;
    if (process_pipe_read_some(p, child, sizeof child - 1, &got, clock_now() + 20) != PIPE_OK) return 1;
    printf("%d %s", (int)getpid(), child);
    fflush(stdout);
    sleep(100);
    return 0;
}

static void a_child_ends_with_a_program_that_is_killed(void **state) {
    const char *argv[] = {"/proc/self/exe", "--start-and-wait", NULL};
    struct process_pipe_options o = {argv, NULL, NULL, 0, 1};
    struct diag d = {0};
    int reason = 0, program = 0, child = 0;
    struct process_pipe *p = process_pipe_start(&o, &reason, &d);
    assert_non_null(p);
    char text[50] = {0};
    size_t got = 0;
    assert_int_equal(process_pipe_read_some(p, text, sizeof text - 1, &got, clock_now() + 20), PIPE_OK);
    assert_int_equal(sscanf(text, "%d %d", &program, &child), 2);
    assert_int_equal(kill(child, 0), 0);
    assert_int_equal(kill(program, SIGKILL), 0);
    expect_dead(child);
    process_pipe_end(p);
}

static void a_missing_program_is_said(void **state) {
    const char *argv[] = {"frisk-no-such-program", NULL};
    struct process_pipe_options o = {argv, NULL, NULL, 0, 1};
    struct diag d = {0};
    int reason = 0;
    assert_null(process_pipe_start(&o, &reason, &d));
    assert_int_equal(reason, ENOENT);
    assert_string_equal(d.text, "cannot start frisk-no-such-program: No such file or directory");
    assert_int_equal(process_pipe_end(NULL), 0);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--start-and-wait")) return start_and_wait();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_child_answers),
        cmocka_unit_test(other_descriptors_leave_the_standard_ones_alone),
        cmocka_unit_test(the_environment_is_as_asked),
        cmocka_unit_test(a_silent_child_is_late),
        cmocka_unit_test(a_dead_child_is_closed_and_has_said_why),
        cmocka_unit_test(what_a_child_has_started_ends_with_it),
        cmocka_unit_test(a_child_ends_with_a_program_that_is_killed),
        cmocka_unit_test(a_missing_program_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
