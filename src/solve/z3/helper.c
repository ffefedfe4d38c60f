// SPDX-License-Identifier: Apache-2.0
#include "solve/z3/helper.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "solve/z3/z3.h"

enum {
    SOCKET = 3,
    ABOVE = 16, // no descriptor that a child is given
    WORDS_MAX = 1 << 25
};
static const char ROLE[] = "frisk-z3", BY_DESCRIPTOR[] = "/proc/self/fd/";

// ---- Starting ----

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static VEC(struct process_pipe *) idle;

struct process_pipe *helper_take(void) {
    pthread_mutex_lock(&lock);
    struct process_pipe *p = idle.n ? vec_pop(&idle) : NULL;
    pthread_mutex_unlock(&lock);
    if (p) return p;
    // This very program, though its file may be another one by now; under valgrind /proc/self/exe is
    // valgrind, unless it is opened.
    int self = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), high = fcntl(self, F_DUPFD_CLOEXEC, ABOVE);
    char program[sizeof BY_DESCRIPTOR + 12];
    snprintf(program, sizeof program, "%s%d", BY_DESCRIPTOR, high);
    const char *const argv[] = {program, ROLE, NULL};
    struct process_pipe_options o = {.argv = argv, .read_fd = SOCKET, .write_fd = SOCKET};
    struct diag d = {0};
    int reason;
    p = high < 0 ? NULL : process_pipe_start(&o, &reason, &d);
    if (self >= 0) close(self);
    if (high >= 0) close(high);
    return p;
}

void helper_give(struct process_pipe *p) {
    assert(p);
    pthread_mutex_lock(&lock);
    vec_push(&idle, p);
    pthread_mutex_unlock(&lock);
}

// They would end by themselves, but only their parent takes note of it.
__attribute__((destructor)) static void end_idle(void) {
    for (uint32_t i = 0; i < idle.n; i++) process_pipe_end(idle.at[i]);
    vec_free(&idle);
}

enum pipe_result helper_read(struct process_pipe *p, expr_words *out, double deadline) {
    static const double MESSAGE_SECONDS = 5; // it is written at once
    enum pipe_result r = process_pipe_await(p, deadline);
    if (r != PIPE_OK) return r;
    uint32_t n = 0;
    deadline = clock_now() + MESSAGE_SECONDS;
    vec_clear(out);
    r = process_pipe_read(p, &n, sizeof n, deadline);
    if (r == PIPE_OK && (n == 0 || n > WORDS_MAX)) return PIPE_CLOSED;
    if (r == PIPE_OK) {
        vec_reserve(out, n);
        out->n = n;
        r = process_pipe_read(p, out->at, n * sizeof *out->at, deadline);
    }
    return r == PIPE_OK ? PIPE_OK : PIPE_CLOSED;
}

// ---- Inside of the helper ----

static void write_all(const uint32_t *words, size_t n) {
    const char *at = (const char *)words;
    for (size_t left = n * sizeof *words; left > 0;) {
        ssize_t sent = send(SOCKET, at, left, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) _exit(0);
        at += sent;
        left -= (size_t)sent;
    }
}

static void read_all(void *bytes, size_t n) {
    for (char *at = bytes; n > 0;) {
        ssize_t got = recv(SOCKET, at, n, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) _exit(0);
        at += got;
        n -= (size_t)got;
    }
}

static void begin(uint32_t attempt, bool last) {
    const uint32_t message[] = {3, HELPER_BEGIN, attempt, last};
    write_all(message, sizeof message / sizeof *message);
}

static void answer(struct expr_store *x, enum answer a, const leaf_values *found) {
    expr_words out = {0};
    expr_roots values = {0}, leaves = {0};
    vec_push(&out, 0);
    vec_push(&out, HELPER_ANSWER);
    vec_push(&out, (uint32_t)a);
    if (a == ANSWER_SAT) {
        vec_push(&out, found->n);
        for (uint32_t i = 0; i < found->n; i++) {
            vec_push(&out, expr_imm(x, expr_arg(x, found->at[i].leaf, 0)));
            vec_push(&values, found->at[i].value);
        }
        if (!expr_pack(x, values.at, values.n, &out, &leaves)) {
            out.n = 3;
            out.at[2] = ANSWER_UNKNOWN;
        }
    }
    out.at[0] = out.n - 1;
    write_all(out.at, out.n);
    vec_free(&out);
    vec_free(&values);
    vec_free(&leaves);
}

static void solve(struct z3 *z3, struct expr_store *x, const expr_words *in, leaf_values *found) {
    expr_roots conditions = {0};
    enum answer a = ANSWER_UNKNOWN;
    if (z3 && in->n > 2 && expr_unpack(x, in->at + 2, in->n - 2, &conditions))
        a = z3_solve(z3, conditions.at, conditions.n, in->at[1], begin, found);
    answer(x, a, found);
    vec_free(&conditions);
}

static void serve(void) {
    struct expr_store *x = NULL;
    struct z3 *z3 = NULL;
    expr_words in = {0};
    leaf_values found = {0};
    for (;;) {
        uint32_t n = 0;
        read_all(&n, sizeof n);
        vec_reserve(&in, n);
        in.n = n;
        read_all(in.at, n * sizeof *in.at);
        if (in.n == 2 && in.at[0] == HELPER_OPEN) {
            z3_free(z3);
            expr_store_free(x);
            x = expr_store_new();
            z3 = z3_new(x, in.at[1]);
            write_all((const uint32_t[]){1, HELPER_READY}, 2);
        } else {
            solve(z3, x, &in, &found);
        }
    }
}

// PR_SET_PDEATHSIG would tell of the end of the thread that started this process, not of its process.
static void *watch_parent(void *unused) {
    (void)unused;
    struct pollfd other_end = {SOCKET, POLLRDHUP, 0};
    while (poll(&other_end, 1, -1) < 0 && errno == EINTR) {
    }
    _exit(0);
}

static void set_limits(void) {
    size_t pages[6] = {0}; // size resident shared text lib data; what the program has for data by itself
    FILE *f = fopen("/proc/self/statm", "r");
    if (f) {
        for (int i = 0; i < 6 && fscanf(f, "%zu", &pages[i]) == 1; i++) {
        }
        fclose(f);
    }
    rlim_t data = pages[5] * (size_t)sysconf(_SC_PAGESIZE) + HELPER_MEMORY;
    setrlimit(RLIMIT_DATA, &(struct rlimit){data, data});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    f = fopen("/proc/self/oom_score_adj", "w");
    if (f) {
        fputs("1000", f);
        fclose(f);
    }
}

// Before main, so that every program that has the solver in it can be the helper, tests included.
__attribute__((constructor)) static void serve_if_asked(int argc, char **argv) {
    if (argc != 2 || strncmp(argv[0], BY_DESCRIPTOR, strlen(BY_DESCRIPTOR)) != 0 ||
        strcmp(argv[1], ROLE) != 0)
        return;
    prctl(PR_SET_NAME, ROLE);
    close_range(SOCKET + 1, ~0u, 0);
    set_limits();
    pthread_t watcher;
    if (pthread_create(&watcher, NULL, watch_parent, NULL) == 0) serve();
    _exit(1);
}
