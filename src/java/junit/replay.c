// SPDX-License-Identifier: Apache-2.0
#include "java/junit/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

struct replay {
    struct jvm *jvm;
    const struct replay_job *job;
    struct replay_outcome *outcomes;
    struct arena *arena;
    struct diag *d;
    char *request, *results;
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

static bool next_checks(struct reader *r, struct replay_outcome *o) {
    if (!next_number(r, &o->asserted) || !next_number(r, &o->n_checks)) return false;
    if (o->n_checks > r->bytes->n) return false;
    struct java_check *c = ARENA_ARRAY(r->arena, struct java_check, o->n_checks + 1);
    for (uint32_t i = 0; i < o->n_checks; i++) {
        const char *object = next_text(r);
        c[i].text = next_text(r);
        if (!object || !c[i].text) return false;
        c[i].object = *object == '-' ? JAVA_CHECK_RESULT : (uint32_t)strtoul(object, NULL, 10);
    }
    o->checks = c;
    return true;
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
    if (!next_checks(r, &o)) return false;
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
    add_number(&s, (uint64_t)(r->job->seconds * 1000));
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

// ---- The runs ----

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

// All tests, or those that there is time for, in as many JVMs as it takes: each new one gets one test further
// at least.
static bool run_all(struct replay *r) {
    const double end_of_time = clock_now() + r->job->seconds;
    for (uint32_t from = 0; from < r->job->n;) {
        double each =
            r->job->seconds_per_test + 10; // little more than its limit is between two signs of life
        struct jvm_run run = {r->request, r->results, from, r->job->shared, each, r->job->n * each};
        struct jvm_end end;
        unlink(r->results);
        enum jvm_answer answer = jvm_run(r->jvm, &run, &end, r->d);
        if (answer == JVM_FAILED) return false;
        read_results(r);
        uint32_t next = next_test(r, from, &end);
        bool stuck = next == from && (answer == JVM_DONE || end.fresh);
        if (stuck)
            diag_set(r->d, DIAG_ANALYSIS, "%s runs no tests: %s", jvm_java(r->jvm), last_words(r, &end));
        str_free(&end.last);
        if (stuck) return false;
        from = next;
        if (r->job->seconds > 0 && (answer == JVM_DONE || clock_now() >= end_of_time)) break;
    }
    return true;
}

bool replay_run(struct jvm *jvm, const struct replay_job *job, struct replay_outcome *outcomes,
                struct arena *a, struct diag *d) {
    struct replay r = {.jvm = jvm, .job = job, .outcomes = outcomes, .arena = a, .d = d};
    r.request = file_join(jvm_directory(jvm), "replay.request");
    r.results = file_join(jvm_directory(jvm), "replay.results");
    memset(outcomes, 0, job->n * sizeof *outcomes);
    bool good = write_request(&r) && run_all(&r);
    mem_free(r.request);
    mem_free(r.results);
    return good;
}
