// SPDX-License-Identifier: Apache-2.0
#include "erlang/load/server.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/process_pipe.h"
#include "base/vec.h"

// Booting erl and, the first time, compiling the server: 0.3 to 0.6 s when nothing else runs.
static const double START_SECONDS = 60;
enum { MAX_REPLY = 1 << 30 };

struct server {
    struct server_options o;
    struct process_pipe *child;
    bool was_started, from_kept;
};

struct server *server_new(const struct server_options *o) {
    struct server *s = mem_zalloc(sizeof *s);
    s->o = *o;
    return s;
}

void server_free(struct server *s) {
    if (!s) return;
    process_pipe_end(s->child);
    mem_free(s);
}

bool server_started(const struct server *s) {
    return s->was_started;
}

// ---- Start ----

static char *kept_server(const struct server *s) {
    return s->o.kept ? file_join(s->o.kept, "frisk_server.beam") : NULL;
}

// The flags keep the start short (one scheduler, no shell) and the node to itself (no .erlang file, no dump
// files).
static bool start(struct server *s, struct diag *d) {
    static const char *const flags[] = {
        "+S",       "1:1",   "+SDcpu",        "1:1",     "+SDio",        "1",   "+A", "1", "+fnui",
        "-noinput", "-boot", "no_dot_erlang", "-kernel", "logger_level", "none"};
    static const char compile_it[] =
        "[S|_]=init:get_plain_arguments(),"
        "{ok,M,B}=compile:noenv_file(S++\"/frisk_server\",[binary,deterministic]),"
        "{module,M}=code:load_binary(M,\"frisk_server\",B),M:start(B).";
    static const char *const unset[] = {"ERL_AFLAGS", "ERL_FLAGS", "ERL_ZFLAGS", "ERL_COMPILER_OPTIONS",
                                        NULL};
    static const char *const set[] = {"ERL_CRASH_DUMP_SECONDS=0", NULL};
    char *kept = kept_server(s);
    s->from_kept = kept && file_exists(kept);
    mem_free(kept);
    VEC(const char *) argv = {0};
    vec_push(&argv, s->o.erl);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) vec_push(&argv, flags[i]);
    if (s->from_kept) {
        const char *run[] = {"-pa", s->o.kept, "-run", "frisk_server", "start"};
        for (size_t i = 0; i < sizeof run / sizeof *run; i++) vec_push(&argv, run[i]);
    } else {
        vec_push(&argv, "-eval");
        vec_push(&argv, compile_it);
    }
    vec_push(&argv, "-extra");
    vec_push(&argv, s->o.share);
    vec_push(&argv, s->o.kept ? s->o.kept : "");
    for (uint32_t i = 0; i < s->o.n_paths; i++) vec_push(&argv, s->o.paths[i]);
    vec_push(&argv, NULL);
    int reason = 0;
    struct process_pipe_options o = {argv.at, unset, set, 3, 4};
    s->child = process_pipe_start(&o, &reason, d);
    s->was_started = s->was_started || s->child;
    vec_free(&argv);
    return s->child != NULL;
}

static void stop(struct server *s) {
    process_pipe_end(s->child);
    s->child = NULL;
}

// ---- Requests ----

static bool died(struct server *s, bool starting, struct diag *d) {
    struct str last = {0};
    process_pipe_last_error(s->child, &last);
    diag_set(d, DIAG_ANALYSIS, "%s %s%s%.300s", s->o.erl,
             starting ? "ended while it started: does it run by itself?" : "died while it worked for frisk",
             last.n ? "; it said: " : "", str_text(&last));
    str_free(&last);
    return false;
}

static enum pipe_result exchange(struct server *s, const void *bytes, size_t n, struct str *reply,
                                 double deadline) {
    uint8_t size[4] = {(uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8), (uint8_t)n};
    enum pipe_result r = process_pipe_write(s->child, size, 4, deadline);
    if (r == PIPE_OK) r = process_pipe_write(s->child, bytes, n, deadline);
    if (r == PIPE_OK) r = process_pipe_read(s->child, size, 4, deadline);
    if (r != PIPE_OK) return r;
    uint32_t length = (uint32_t)size[0] << 24 | (uint32_t)size[1] << 16 | (uint32_t)size[2] << 8 | size[3];
    if (length == 0 || length > MAX_REPLY) return PIPE_CLOSED;
    char *buffer = mem_alloc(length);
    r = process_pipe_read(s->child, buffer, length, deadline);
    if (r == PIPE_OK) str_add_n(reply, buffer, length);
    mem_free(buffer);
    return r;
}

// A node that is not running yet is asked for its root directory first: whoever answers that has started
// well.
static bool ensure_started(struct server *s, struct diag *d) {
    if (s->child) return true;
    for (int attempt = 0;; attempt++) {
        if (!start(s, d)) return false;
        struct str reply = {0};
        enum pipe_result r = exchange(s, "i", 1, &reply, clock_now() + START_SECONDS);
        bool good = r == PIPE_OK && reply.at[0] == 0;
        str_free(&reply);
        if (good) return true;
        bool again = attempt == 0 && s->from_kept && r == PIPE_CLOSED;
        if (!again && r == PIPE_LATE)
            diag_set(d, DIAG_ANALYSIS, "%s did not start within %.0f seconds", s->o.erl, START_SECONDS);
        else if (!again)
            died(s, true, d);
        stop(s);
        if (!again) return false;
        char *kept = kept_server(s); // damaged, perhaps: make it anew
        unlink(kept);
        mem_free(kept);
    }
}

bool server_request(struct server *s, const void *bytes, size_t n, struct str *reply, double seconds,
                    struct diag *d) {
    if (n > MAX_REPLY) return diag_set(d, DIAG_ANALYSIS, "a request to erl is larger than 1 GiB");
    if (!ensure_started(s, d)) return false;
    struct str got = {0};
    enum pipe_result r = exchange(s, bytes, n, &got, clock_now() + seconds);
    if (r == PIPE_OK && got.at[0] == 0)
        str_add_n(reply, got.at + 1, got.n - 1);
    else if (r == PIPE_OK)
        diag_set(d, DIAG_ANALYSIS, "%.*s", (int)got.n - 1, got.at + 1);
    else if (r == PIPE_LATE)
        diag_set(d, DIAG_ANALYSIS, "%s did not answer within %g seconds", s->o.erl, seconds);
    else
        died(s, false, d);
    bool ok = r == PIPE_OK && got.at[0] == 0;
    if (r != PIPE_OK) stop(s);
    str_free(&got);
    return ok;
}

void server_request_varint(struct str *out, uint64_t v) {
    for (; v > 127; v >>= 7) str_add_char(out, (char)(v | 128));
    str_add_char(out, (char)v);
}

void server_request_string(struct str *out, const char *text) {
    size_t n = strlen(text);
    server_request_varint(out, n);
    str_add_n(out, text, n);
}
