// SPDX-License-Identifier: Apache-2.0
#include "java/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/process_pipe.h"

enum { START_SECONDS = 60 }; // of a JVM on a loaded machine, before its first sign of life

struct replay {
    const struct jdk_tools *tools;
    const struct replay_job *job;
    struct replay_outcome *outcomes;
    struct arena *arena;
    struct diag *d;
    char *request, *results, *options;
};

// ---- Texts with lengths ----

static void add_text(struct str *s, const char *text, size_t n) {
    for (int shift = 24; shift >= 0; shift -= 8) str_add_char(s, (char)(n >> shift & 0xFF));
    str_add_n(s, text, n);
}

static void add_string(struct str *s, const char *text) {
    add_text(s, text, strlen(text));
}

static void add_number(struct str *s, uint64_t v) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)v);
    add_string(s, text);
}

struct reader {
    const struct str *bytes;
    size_t at;
    struct arena *arena;
};

static const char *next_text(struct reader *r) { // NULL: there is none, or it was cut off
    if (r->bytes->n - r->at < 4) return NULL;
    const unsigned char *p = (const unsigned char *)r->bytes->at + r->at;
    size_t n = (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
    if (n > r->bytes->n - r->at - 4) return NULL;
    r->at += 4 + n;
    char *text = arena_alloc(r->arena, n + 1);
    memcpy(text, p + 4, n);
    text[n] = 0;
    return text;
}

static bool next_number(struct reader *r, uint32_t *v) {
    const char *text = next_text(r);
    if (text) *v = (uint32_t)strtoul(text, NULL, 10);
    return text != NULL;
}

static const char *or_null(const char *text) {
    return text && *text ? text : NULL;
}

static bool next_frame(struct reader *r, struct java_stack_frame *f) {
    f->class = or_null(next_text(r));
    f->method = or_null(next_text(r));
    f->file = or_null(next_text(r));
    return next_number(r, &f->line);
}

static enum replay_status status_of(const char *text) {
    static const char *const names[] = {
#define X(name, text) text,
        REPLAY_STATUSES(X)
#undef X
    };
    for (size_t i = 1; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], text)) return (enum replay_status)i;
    return REPLAY_TROUBLE;
}

static bool next_outcome(struct reader *r, uint32_t n, struct replay_outcome *outcomes) {
    uint32_t test, in_unit, frames;
    struct replay_outcome o = {0};
    if (!next_number(r, &test) || test >= n) return false;
    const char *status = next_text(r);
    o.status = status ? status_of(status) : REPLAY_NOT_RUN;
    if (o.status == REPLAY_BEGUN) {
        outcomes[test] = o;
        return true;
    }
    o.exception = or_null(next_text(r));
    o.message = next_text(r);
    o.value = or_null(next_text(r));
    if (!next_number(r, &in_unit) || !next_frame(r, &o.where) || !next_number(r, &frames)) return false;
    if (frames > r->bytes->n) return false;
    struct java_stack_frame *f = ARENA_ARRAY(r->arena, struct java_stack_frame, frames + 1);
    for (uint32_t i = 0; i < frames; i++)
        if (!next_frame(r, &f[i])) return false;
    o.message = or_null(o.message);
    o.in_unit = in_unit != 0;
    o.frames = f;
    o.n_frames = frames;
    outcomes[test] = o;
    return true;
}

// ---- Files between us ----

static bool write_request(struct replay *r) {
    struct str s = {0}, path = {0};
    uint32_t entries = 0;
    add_number(&s, (uint64_t)(r->job->seconds_per_test * 1000));
    for (const char *at = r->job->class_path; *at; at += strspn(at, ":")) {
        size_t n = strcspn(at, ":");
        if (n) add_text(&path, at, n), entries++;
        at += n;
    }
    add_number(&s, entries);
    str_add_n(&s, str_text(&path), path.n);
    add_number(&s, r->job->n);
    for (uint32_t i = 0; i < r->job->n; i++) {
        const struct replay_test *t = &r->job->tests[i];
        add_string(&s, t->test_class);
        add_string(&s, t->test_method);
        add_string(&s, t->unit_class);
        add_string(&s, t->unit_method);
    }
    bool good = file_write(r->request, s.at, s.n, r->d);
    str_clear(&s);
    jdk_add_argument(&s, "-cp");
    jdk_add_argument(&s, r->job->class_path);
    good = good && file_write(r->options, s.at, s.n, r->d);
    str_free(&s);
    str_free(&path);
    return good;
}

static void read_results(struct replay *r) {
    struct str bytes = {0};
    struct diag ignored = {0};
    if (file_exists(r->results) && file_read(r->results, &bytes, &ignored)) {
        struct reader reader = {&bytes, 0, r->arena};
        while (next_outcome(&reader, r->job->n, r->outcomes)) {
        }
    }
    str_free(&bytes);
}

// ---- One JVM ----

struct jvm_end {
    bool late;
    int status;
    struct str last; // of its standard error
};

// Each test that begins is a byte; between two there is little more than the limit of a test. (What the code
// under test prints past System.out comes here as well, and only prolongs the wait, up to the limit of all.)
static void follow(struct replay *r, struct process_pipe *p, struct jvm_end *end) {
    char block[256];
    size_t got;
    double wait = START_SECONDS, each = r->job->seconds_per_test + 10;
    double last = clock_now() + START_SECONDS + r->job->n * each;
    enum pipe_result result;
    do {
        double next = clock_now() + wait;
        result = process_pipe_read_some(p, block, sizeof block, &got, next < last ? next : last);
        wait = each;
    } while (result == PIPE_OK);
    end->late = result != PIPE_CLOSED;
    process_pipe_last_error(p, &end->last);
    end->status = process_pipe_end(p);
}

static bool run_jvm(struct replay *r, uint32_t from, struct jvm_end *end) {
    char memory[40], number[16];
    struct str at = {0};
    snprintf(memory, sizeof memory, "-Xmx%um", r->job->memory_mb);
    snprintf(number, sizeof number, "%u", from);
    str_addf(&at, "@%s", r->options);
    // A hot exception would lose its stack trace, from which `where` is read; assertions are on, as in every
    // test run.
    const char *argv[] = {r->tools->java,
                          "-ea",
                          memory,
                          "-Duser.language=en", // what the interpreter takes for granted (boot.c)
                          "-Duser.country=US",
                          "-Duser.timezone=UTC",
                          "-Dfile.encoding=UTF-8",
                          "-XX:-OmitStackTraceInFastThrow",
                          "-XX:TieredStopAtLevel=1",
                          "-XX:+UseSerialGC",
                          "-XX:-UsePerfData",
                          "-XX:-CreateCoredumpOnCrash",
                          "-XX:ErrorFile=/dev/null",
                          "-Xshare:auto",
                          "-Djava.awt.headless=true",
                          at.at,
                          "frisk.replay.FriskReplay",
                          r->request,
                          r->results,
                          number,
                          r->job->shared ? "shared" : NULL,
                          NULL};
    struct process_pipe_options o = {argv, jdk_unset, jdk_set, 0, 1};
    int reason;
    struct process_pipe *p = process_pipe_start(&o, &reason, r->d);
    if (p) follow(r, p, end);
    str_free(&at);
    return p != NULL;
}

static const char *last_words(struct replay *r, const struct jvm_end *end) {
    struct str s = {0};
    if (end->late)
        str_add(&s, "the JVM did not answer any more");
    else if (WIFSIGNALED(end->status))
        str_addf(&s, "the JVM was ended by signal %d", WTERMSIG(end->status));
    else
        str_addf(&s, "the JVM ended with status %d", WEXITSTATUS(end->status));
    if (end->last.n) str_addf(&s, ": %s", end->last.at);
    const char *text = arena_strdup(r->arena, s.at);
    str_free(&s);
    return text;
}

// The first test without an outcome; that under which the JVM ended has got its own.
static uint32_t next_test(struct replay *r, uint32_t from, const struct jvm_end *end) {
    while (from < r->job->n && r->outcomes[from].status > REPLAY_BEGUN) from++;
    if (from == r->job->n || r->outcomes[from].status != REPLAY_BEGUN) return from;
    r->outcomes[from].status = end->late ? REPLAY_TIMEOUT : REPLAY_DIED;
    r->outcomes[from].message = last_words(r, end);
    return from + 1;
}

// All tests, in as many JVMs as it takes: each gets one test further at least.
static bool run_all(struct replay *r) {
    for (uint32_t from = 0; from < r->job->n;) {
        struct jvm_end end = {0};
        unlink(r->results);
        if (!run_jvm(r, from, &end)) return false;
        read_results(r);
        uint32_t next = next_test(r, from, &end);
        if (next == from)
            diag_set(r->d, DIAG_ANALYSIS, "%s runs no tests: %s", r->tools->java, last_words(r, &end));
        str_free(&end.last);
        if (next == from) return false;
        from = next;
    }
    return true;
}

bool replay_run(const struct jdk_tools *t, const struct replay_job *job, struct replay_outcome *outcomes,
                struct arena *a, struct diag *d) {
    struct replay r = {.tools = t, .job = job, .outcomes = outcomes, .arena = a, .d = d};
    r.request = file_join(job->work_dir, "replay.request");
    r.results = file_join(job->work_dir, "replay.results");
    r.options = file_join(job->work_dir, "java.options");
    memset(outcomes, 0, job->n * sizeof *outcomes);
    bool good = write_request(&r) && run_all(&r);
    mem_free(r.request);
    mem_free(r.results);
    mem_free(r.options);
    return good;
}
