// SPDX-License-Identifier: Apache-2.0
#include "java/junit/javac.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/process_pipe.h"
#include "java/runtime/surroundings.h"

const char *const java_jdk_set[] = {"LC_ALL=C.UTF-8", NULL}; // messages in English, paths in UTF-8

// ---- Where it is ----

static char *executable_in(const char *dir, const char *name) {
    char *path = file_join(dir, name);
    if (access(path, X_OK) == 0 && !file_is_dir(path)) return path;
    mem_free(path);
    return NULL;
}

static char *find_in_path(const char *name) {
    const char *at = getenv("PATH");
    char *found = NULL;
    while (at && !found) {
        size_t n = strcspn(at, ":");
        struct str dir = {0};
        str_add_n(&dir, at, n);
        if (n == 0) str_add(&dir, ".");
        found = executable_in(dir.at, name);
        str_free(&dir);
        at = at[n] ? at + n + 1 : NULL;
    }
    return found;
}

static char *find_tool(const char *home, const char *name) {
    if (!home) home = getenv("JAVA_HOME");
    char *found = NULL;
    if (home && *home) {
        char *bin = file_join(home, "bin");
        found = executable_in(bin, name);
        mem_free(bin);
    }
    return found ? found : find_in_path(name);
}

bool jdk_tools_find(struct jdk_tools *t, const char *home, struct diag *d) {
    *t = (struct jdk_tools){find_tool(home, "java"), find_tool(home, "javac")};
    if (t->java && t->javac) return true;
    diag_set(d, DIAG_ANALYSIS, "no %s in $JAVA_HOME/bin or on the PATH: %s", t->java ? "javac" : "java",
             t->java ? "tests are compiled with a JDK, a run-time environment alone is not enough"
                     : "a JDK is needed to run tests");
    jdk_tools_free(t);
    return false;
}

void jdk_tools_free(struct jdk_tools *t) {
    mem_free(t->java);
    mem_free(t->javac);
    *t = (struct jdk_tools){0};
}

void javac_add_argument(struct str *out, const char *text) {
    str_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '\\' || *text == '"') str_add_char(out, '\\');
        str_add_char(out, *text);
    }
    str_add(out, "\"\n");
}

// ---- Messages: FILE:LINE: error: TEXT ----

static bool parse_error(const char *line, size_t n, struct javac_error *e, struct arena *a) {
    static const char mark[] = ": error: ";
    const char *at = memmem(line, n, mark, sizeof mark - 1);
    if (!at) return false;
    const char *digits = at;
    while (digits > line && digits[-1] >= '0' && digits[-1] <= '9') digits--;
    if (digits == at || digits == line || digits[-1] != ':') return false;
    struct str file = {0}, message = {0};
    str_add_n(&file, line, (size_t)(digits - 1 - line));
    str_add_n(&message, at + sizeof mark - 1, n - (size_t)(at - line) - (sizeof mark - 1));
    *e = (struct javac_error){arena_strdup(a, str_text(&file)), (uint32_t)strtoul(digits, NULL, 10),
                              arena_strdup(a, str_text(&message))};
    str_free(&file);
    str_free(&message);
    return true;
}

static void parse_errors(const struct str *text, javac_errors *errors, struct arena *a) {
    for (size_t from = 0; from < text->n;) {
        const char *line = text->at + from, *end = memchr(line, '\n', text->n - from);
        size_t n = end ? (size_t)(end - line) : text->n - from;
        struct javac_error e;
        if (parse_error(line, n, &e, a)) vec_push(errors, e);
        from += n + 1;
    }
}

// ---- The run ----

bool javac_write_options(const struct javac_job *job, const char *file, const char *messages,
                         struct diag *d) {
    // No sources from the class path: they are the user's own, which are not to be compiled anew.
    static const char *const fixed[] = {"-proc:none", "-nowarn",        "-Xlint:none", "-encoding",
                                        "US-ASCII",   "-implicit:none", "-Xmaxerrs",   "100000"};
    struct str out = {0};
    char *none = file_join(job->work_dir, "no-sources");
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) javac_add_argument(&out, fixed[i]);
    const char *const pairs[] = {"-sourcepath", none, "-d", job->out_dir, "-cp", job->class_path};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) javac_add_argument(&out, pairs[i]);
    if (messages) {
        javac_add_argument(&out, "-Xstdout");
        javac_add_argument(&out, messages);
    }
    for (uint32_t i = 0; i < job->n; i++) javac_add_argument(&out, job->sources[i]);
    bool good =
        file_make_dirs(none, d) && file_make_dirs(job->out_dir, d) && file_write(file, out.at, out.n, d);
    mem_free(none);
    str_free(&out);
    return good;
}

enum javac_result javac_read_errors(const char *messages, const char *otherwise, javac_errors *errors,
                                    struct arena *a, struct diag *d) {
    struct str text = {0}, line = {0};
    struct diag ignored = {0};
    if (file_exists(messages)) file_read(messages, &text, &ignored);
    parse_errors(&text, errors, a);
    const char *t = str_text(&text);
    str_add_n(&line, t, strcspn(t, "\n"));
    enum javac_result r = errors->n ? JAVAC_ERRORS : JAVAC_FAILED;
    if (r == JAVAC_FAILED) // not about a source
        diag_set(d, DIAG_ANALYSIS, "javac: %s", line.n ? line.at : otherwise);
    str_free(&text);
    str_free(&line);
    return r;
}

bool javac_begin(struct javac_run *r, const struct jdk_tools *t, const struct javac_job *job,
                 struct diag *d) {
    char *options = file_join(job->work_dir, "javac.options");
    struct str at = {0}, archive = {0};
    *r = (struct javac_run){.javac = t->javac, .seconds = job->seconds, .start = clock_now()};
    r->messages = file_join(job->work_dir, "javac.out");
    if (javac_write_options(job, options, r->messages, d)) {
        str_addf(&at, "@%s", options);
        // Most of a short run is the JVM's own start: no optimizing compiler, the smallest collector.
        const char *argv[] = {t->javac,
                              "-J-XX:TieredStopAtLevel=1",
                              "-J-XX:+UseSerialGC",
                              "-J-XX:-UsePerfData",
                              at.at,
                              NULL,
                              NULL,
                              NULL};
        if (job->archive) {
            str_addf(&archive, "-J-XX:ArchiveClassesAtExit=%s", job->archive);
            argv[4] = "-J-XX:+IgnoreUnrecognizedVMOptions"; // it is JDK 13's
            argv[5] = archive.at;
            argv[6] = at.at;
        }
        struct process_pipe_options o = {argv, java_jdk_unset, java_jdk_set, 0, 1};
        int reason;
        unlink(r->messages);
        r->process = process_pipe_start(&o, &reason, d);
    }
    str_free(&at);
    str_free(&archive);
    mem_free(options);
    if (r->process) return true;
    mem_free(r->messages);
    *r = (struct javac_run){0};
    return false;
}

void javac_cancel(struct javac_run *r) {
    process_pipe_end(r->process);
    mem_free(r->messages);
    *r = (struct javac_run){0};
}

enum javac_result javac_end(struct javac_run *r, javac_errors *errors, struct arena *a, struct diag *d) {
    char block[512];
    size_t got;
    enum pipe_result p;
    do p = process_pipe_read_some(r->process, block, sizeof block, &got, r->start + r->seconds);
    while (p == PIPE_OK);
    struct str last = {0};
    process_pipe_last_error(r->process, &last);
    int status = process_pipe_end(r->process);
    r->process = NULL;
    enum javac_result result = JAVAC_FAILED;
    if (p == PIPE_LATE) {
        diag_set(d, DIAG_ANALYSIS, "%s did not finish within %.0f s", r->javac, r->seconds);
    } else if (status == 0) {
        result = JAVAC_GOOD;
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == 1) {
        struct str otherwise = {0};
        str_addf(&otherwise, "%s: %s", r->javac, str_text(&last));
        result = javac_read_errors(r->messages, otherwise.at, errors, a, d);
        str_free(&otherwise);
    } else {
        diag_set(d, DIAG_ANALYSIS, "%s failed (%s %d): %s", r->javac,
                 WIFSIGNALED(status) ? "signal" : "status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), str_text(&last));
    }
    str_free(&last);
    javac_cancel(r);
    return result;
}

enum javac_result javac_run(const struct jdk_tools *t, const struct javac_job *job, javac_errors *errors,
                            struct arena *a, struct diag *d) {
    struct javac_run r;
    return javac_begin(&r, t, job, d) ? javac_end(&r, errors, a, d) : JAVAC_FAILED;
}
