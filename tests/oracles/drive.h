// SPDX-License-Identifier: Apache-2.0
// Driving a program from a test: run it with a time limit and look at what it wrote and how it ended. Used by
// the tests that see frisk from outside; they run in the project's root and find the program in $FRISK.
#ifndef FRISK_TESTS_DRIVE_H
#define FRISK_TESTS_DRIVE_H

#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct output {
    char *out, *err; // owned, ended by 0
    int status;      // exit status; 128 + n after signal n; -1 after the time limit
    double seconds;
};

static inline const char *drive_frisk(void) {
    const char *frisk = getenv("FRISK");
    return frisk ? frisk : "build/release/frisk";
}

static inline char *drive_slurp(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) return strdup("");
    size_t n = 0, room = 4096;
    char *text = malloc(room);
    for (size_t got; (got = fread(text + n, 1, room - n - 1, f)) > 0;) {
        n += got;
        if (room - n < 2) text = realloc(text, room *= 2);
    }
    text[n] = 0;
    fclose(f);
    return text;
}

static inline double drive_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// A new empty directory; the name is to be freed by the caller, the directory removed with drive_remove.
static inline char *drive_scratch(void) {
    char *dir = strdup("/tmp/frisk-test-XXXXXX");
    char *made = mkdtemp(dir);
    assert(made);
    (void)made;
    return dir;
}

static inline void drive_remove(const char *dir) {
    pid_t child = fork();
    if (child == 0) {
        execlp("rm", "rm", "-rf", dir, (char *)NULL);
        _exit(127);
    }
    waitpid(child, NULL, 0);
}

static inline int drive_wait(pid_t child, double limit) {
    double end = drive_now() + limit;
    int status;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (drive_now() > end) {
            kill(-child, SIGKILL); // the whole group: frisk and the VM it started
            waitpid(child, &status, 0);
            return -1;
        }
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Runs argv (ended by NULL); environment: extra "NAME=VALUE" strings (ended by NULL) or NULL.
static inline struct output drive_run(char *const argv[], char *const environment[], double limit) {
    char *dir = drive_scratch();
    char out_path[64], err_path[64];
    snprintf(out_path, sizeof out_path, "%s/out", dir);
    snprintf(err_path, sizeof err_path, "%s/err", dir);
    double start = drive_now();
    pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        for (int i = 0; environment && environment[i]; i++) putenv(environment[i]);
        int in = open("/dev/null", O_RDONLY);
        int out = open(out_path, O_WRONLY | O_CREAT, 0600), err = open(err_path, O_WRONLY | O_CREAT, 0600);
        if (in < 0 || out < 0 || err < 0) _exit(126);
        dup2(in, 0);
        dup2(out, 1);
        dup2(err, 2);
        execv(argv[0], argv);
        _exit(127);
    }
    struct output o = {.status = drive_wait(child, limit)};
    o.seconds = drive_now() - start;
    o.out = drive_slurp(out_path);
    o.err = drive_slurp(err_path);
    drive_remove(dir);
    free(dir);
    return o;
}

static inline void drive_free(struct output *o) {
    free(o->out);
    free(o->err);
}

// Compiles Java sources (a pattern of the shell's) into a directory, with javac; its messages are shown.
// Returns its status.
static inline int drive_compile_java(const char *sources, const char *classes) {
    char command[512];
    snprintf(command, sizeof command, "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -g -d %s %s",
             classes, sources);
    char *argv[] = {"/bin/sh", "-c", command, NULL};
    struct output o = drive_run(argv, NULL, 60);
    int status = o.status;
    if (status) fprintf(stderr, "%s", o.err);
    drive_free(&o);
    return status;
}

#endif
