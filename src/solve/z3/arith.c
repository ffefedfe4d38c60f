// SPDX-License-Identifier: Apache-2.0
#include "solve/z3/arith.h"

#include <assert.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/stop.h"
#include "solve/z3/helper.h"

enum { RLIMIT = 200000, CONTEXT_QUERIES = 10000 };
static const double SECONDS = 0.3, // processor time, so that limits bite alike on a busy machine
    HELD_UP_SECONDS = 60,          // so long a message may take when the machine has no processor for Z3
    SLICE_SECONDS = 0.02;          // between two looks at the limits

struct arith {
    struct expr_store *x;
    uint32_t rlimit;
    double seconds, deadline;
    const struct stop *stop;
    const char *log_dir, *checker;
    struct process_pipe *helper; // NULL: to be started at the next query
    uint32_t context_queries;    // so many more until its context is renewed
    expr_words request, reply;
    expr_roots leaves; // of the query
    struct arith_counts counts;
};

struct arith *arith_new(struct expr_store *x, const struct solve_options *o) {
    static const struct solve_options none;
    if (!o) o = &none;
    struct arith *a = mem_zalloc(sizeof *a);
    a->x = x;
    uint32_t patience = o->patience ? o->patience : 1;
    a->rlimit = (o->rlimit ? o->rlimit : RLIMIT) * patience;
    a->seconds = (o->seconds > 0 ? o->seconds : SECONDS) * patience / (o->haste ? o->haste : 1);
    a->deadline = o->deadline;
    a->stop = o->stop;
    a->log_dir = o->log_dir;
    a->checker = o->checker;
    return a;
}

void arith_free(struct arith *a) {
    if (!a) return;
    if (a->helper) helper_give(a->helper);
    vec_free(&a->request);
    vec_free(&a->reply);
    vec_free(&a->leaves);
    mem_free(a);
}

const struct arith_counts *arith_counts(const struct arith *a) {
    return &a->counts;
}

// ---- Messages ----

enum reply { REPLY, REPLY_LATE, REPLY_DIED, REPLY_STOPPED };

static bool stopped(const struct arith *a) {
    return stop_is_set(a->stop) || (a->deadline > 0 && clock_now() > a->deadline);
}

static void begin_request(struct arith *a, enum helper_message kind, uint32_t number) {
    vec_clear(&a->request);
    vec_push(&a->request, 0);
    vec_push(&a->request, (uint32_t)kind);
    vec_push(&a->request, number);
}

static bool send_request(struct arith *a) {
    assert(a->helper && a->request.n > 1);
    a->request.at[0] = a->request.n - 1;
    size_t size = a->request.n * sizeof *a->request.at;
    return process_pipe_write(a->helper, a->request.at, size, clock_now() + HELD_UP_SECONDS) == PIPE_OK;
}

// The next message, into a->reply, unless Z3's process has used that much processor time before it.
static enum reply await(struct arith *a, double cpu_limit) {
    assert(a->helper);
    double held_up = clock_now() + HELD_UP_SECONDS;
    for (;;) {
        double now = clock_now();
        enum pipe_result r = helper_read(a->helper, &a->reply, now + SLICE_SECONDS);
        if (r == PIPE_OK) return REPLY;
        if (r == PIPE_CLOSED) return REPLY_DIED;
        if (stopped(a)) return REPLY_STOPPED;
        if (now > held_up || process_pipe_cpu(a->helper) > cpu_limit) return REPLY_LATE;
    }
}

static void end_helper(struct arith *a, enum reply why) {
    assert(a->helper);
    a->counts.late += why == REPLY_LATE;
    a->counts.died += why == REPLY_DIED;
    process_pipe_end(a->helper);
    a->helper = NULL;
}

bool arith_ready(struct arith *a) {
    if (a->helper && a->context_queries > 0) return true;
    if (!a->helper) a->helper = helper_take();
    if (!a->helper) {
        a->counts.died++;
        return false;
    }
    a->context_queries = CONTEXT_QUERIES;
    begin_request(a, HELPER_OPEN, a->rlimit);
    enum reply r = send_request(a) ? await(a, process_pipe_cpu(a->helper) + HELD_UP_SECONDS) : REPLY_DIED;
    if (r == REPLY && a->reply.at[0] != HELPER_READY) r = REPLY_DIED;
    if (r != REPLY) end_helper(a, r);
    return r == REPLY;
}

// ---- A query ----

// The values of all leaves; false: no such message.
static bool read_values(struct arith *a, leaf_values *out) {
    expr_roots values = {0};
    const uint32_t *at = a->reply.at;
    uint32_t n = a->reply.n > 2 ? at[2] : 0;
    bool good = a->reply.n > 2 && n == a->leaves.n && n < a->reply.n - 2 &&
                expr_unpack(a->x, at + 3 + n, a->reply.n - 3 - n, &values) && values.n == n;
    for (uint32_t i = 0; i < n && good; i++) {
        good = at[3 + i] < n;
        if (!good) break;
        expr_id leaf = a->leaves.at[at[3 + i]], value = values.at[i];
        enum expr_op wanted = expr_sort(a->x, leaf) == SORT_FLOAT ? EXPR_FLOAT_LIT_OP : EXPR_INT_LIT_OP;
        good = expr_op(a->x, value) == wanted;
        vec_push(out, (struct leaf_value){leaf, value});
    }
    vec_free(&values);
    if (!good) vec_clear(out);
    return good;
}

static enum answer read_answer(struct arith *a, leaf_values *out) {
    if (a->reply.n < 2) return ANSWER_UNKNOWN;
    if (a->reply.at[1] == ANSWER_UNSAT) return ANSWER_UNSAT;
    return a->reply.at[1] == ANSWER_SAT && read_values(a, out) ? ANSWER_SAT : ANSWER_UNKNOWN;
}

struct attempts {
    uint32_t at; // the one under way
    bool last, over;
    double left; // processor time for all that remain
};

// What the request gets, until an attempt takes too long: it has a third of all time, the last what is left.
static enum answer converse(struct arith *a, struct attempts *t, leaf_values *out) {
    double began = process_pipe_cpu(a->helper), end = began + t->left;
    double limit = began + a->seconds / 3;
    enum reply r = send_request(a) ? REPLY : REPLY_DIED;
    while (r == REPLY) {
        r = await(a, limit < end ? limit : end);
        if (r != REPLY || a->reply.at[0] != HELPER_BEGIN || a->reply.n != 3) break;
        double now = process_pipe_cpu(a->helper);
        a->counts.retries += a->reply.at[1] > t->at;
        t->at = a->reply.at[1];
        t->last = a->reply.at[2];
        limit = t->last ? end : now + a->seconds / 3;
    }
    t->left -= process_pipe_cpu(a->helper) - began;
    t->over = r == REPLY || r == REPLY_STOPPED;
    if (r != REPLY) end_helper(a, r);
    return r == REPLY && a->reply.at[0] == HELPER_ANSWER ? read_answer(a, out) : ANSWER_UNKNOWN;
}

// After an attempt that took too long the next one is made by a new process.
static enum answer ask(struct arith *a, const expr_id *conditions, uint32_t n, double *used,
                       leaf_values *out) {
    struct attempts t = {.left = a->seconds};
    enum answer answer = ANSWER_UNKNOWN;
    for (uint32_t first = 0; t.left > 0 && !t.over && !t.last && !stopped(a) && arith_ready(a);
         first = t.at + 1) {
        t.at = first;
        a->context_queries--;
        vec_clear(&a->leaves);
        begin_request(a, HELPER_SOLVE, first);
        if (!expr_pack(a->x, conditions, n, &a->request, &a->leaves)) break;
        answer = converse(a, &t, out);
    }
    *used = a->seconds - t.left;
    return answer;
}

// ---- Logging and checking ----

static const char *const answer_names[] = {"sat", "unsat", "unknown"};

static void log_query(struct arith *a, const struct str *script, enum answer answer, double seconds) {
    static atomic_uint number; // of the process: workers share the directory
    struct str name = {0}, text = {0};
    struct diag d = {0};
    str_addf(&name, "query-%06u.smt2", atomic_fetch_add(&number, 1) + 1);
    str_addf(&text, "; answer: %s\n; seconds: %.6f\n%s", answer_names[answer], seconds, str_text(script));
    char *path = file_join(a->log_dir, str_text(&name));
    if (file_make_dirs(a->log_dir, &d)) file_write(path, text.at, text.n, &d);
    mem_free(path);
    str_free(&name);
    str_free(&text);
}

static void log_and_check(struct arith *a, const expr_id *conditions, uint32_t n, enum answer answer,
                          double seconds) {
    struct str script = {0};
    arith_smtlib(a->x, conditions, n, &script);
    if (a->log_dir) log_query(a, &script, answer, seconds);
    if (a->checker && answer != ANSWER_UNKNOWN && arith_smtlib_is_exact(a->x, conditions, n)) {
        enum answer other = arith_ask_process(a->checker, str_text(&script), a->seconds * 5);
        if (other != ANSWER_UNKNOWN) a->counts.checked++;
        if (other != ANSWER_UNKNOWN && other != answer) a->counts.disagreed++;
    }
    str_free(&script);
}

enum answer arith_solve(struct arith *a, const expr_id *conditions, uint32_t n, leaf_values *out) {
    assert(n == 0 || conditions);
    double used = 0;
    vec_clear(out);
    a->counts.queries++;
    enum answer answer = ask(a, conditions, n, &used, out);
    if (a->log_dir || a->checker) log_and_check(a, conditions, n, answer, used);
    return answer;
}
