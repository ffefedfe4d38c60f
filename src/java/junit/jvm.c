// SPDX-License-Identifier: Apache-2.0
#include "java/junit/jvm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/process_pipe.h"
#include "java/runtime/surroundings.h"

enum {
    START_SECONDS = 60, // of a JVM on a loaded machine, before its first sign of life
    DRIVER_SECONDS = 120,
    DRIVERS = 5
};

static const char *const driver_names[DRIVERS] = {
    "FriskReplay.java", "FriskAsserts.java", "FriskWitness.java", "FriskSnapshot.java", "FriskTest.java"};

struct jvm {
    struct jdk_tools tools;
    char *directory;
    char *driver[DRIVERS]; // frisk's own sources
    char *classes;         // and where they are compiled to
    char *kept;            // where these shall be found the next time; NULL: nowhere
    char *class_path;      // of the code under test
    struct javac_run bootstrap;
    bool compiled; // the driver
    uint32_t memory_mb;
    struct process_pipe *process;
    bool moved;      // to another country
    bool used;       // this process has completed a command
    bool no_javac;   // it has no compiler
    uint32_t serial; // of the last command
};

// ---- The driver: compiled once for each JDK, and kept in the user's cache directory ----

static uint64_t hash_file(uint64_t h, const char *path) { // a program: by what stat says
    struct stat st;
    char *real = realpath(path, NULL);
    h = hash_mix(h, hash_bytes(real ? real : path, strlen(real ? real : path)));
    free(real);
    if (stat(path, &st)) return h;
    return hash_mix(hash_mix(h, (uint64_t)st.st_size), (uint64_t)st.st_mtime);
}

static char *kept_name(const struct jvm *v) {
    char *cache = file_cache_dir();
    uint64_t h = hash_file(hash_file(0, v->tools.java), v->tools.javac);
    struct str name = {0}, text = {0};
    struct diag ignored = {0};
    bool good = cache;
    for (int i = 0; i < DRIVERS && good; i++) good = file_read(v->driver[i], &text, &ignored);
    if (good)
        str_addf(&name, "%s/java-%016llx", cache,
                 (unsigned long long)hash_mix(h, hash_bytes(text.at, text.n)));
    str_free(&text);
    mem_free(cache);
    return good ? str_take(&name) : NULL;
}

static bool has_driver(const char *classes) {
    char *main = file_join(classes, "frisk/replay/FriskReplay.class");
    bool has = file_exists(main);
    mem_free(main);
    return has;
}

// Of the compiler's classes, beside the driver's: half of what starting a JVM and compiling a test cost is
// loading them.
static char *archive_name(const struct jvm *v) {
    return file_join(v->classes, "javac.jsa");
}

static void begin_driver(struct jvm *v, struct diag *d) {
    if (v->compiled || v->bootstrap.process) return;
    if (v->kept && has_driver(v->kept)) {
        mem_free(v->classes);
        v->classes = v->kept;
        v->kept = NULL;
        v->compiled = true;
        return;
    }
    char *archive = v->kept ? archive_name(v) : NULL; // what is used once only is not worth the time
    struct javac_job job = {.sources = (const char *const *)v->driver,
                            .n = DRIVERS,
                            .class_path = "",
                            .work_dir = v->directory,
                            .out_dir = v->classes,
                            .seconds = DRIVER_SECONDS,
                            .archive = archive};
    javac_begin(&v->bootstrap, &v->tools, &job, d);
    mem_free(archive);
}

static bool end_driver(struct jvm *v, struct diag *d) {
    begin_driver(v, d);
    if (v->compiled || !v->bootstrap.process) return v->compiled;
    struct arena arena;
    javac_errors errors = {0};
    arena_init(&arena, 0);
    enum javac_result r = javac_end(&v->bootstrap, &errors, &arena, d);
    if (r == JAVAC_ERRORS)
        diag_set(d, DIAG_ANALYSIS, "javac: %s:%u: %s", errors.at[0].file, errors.at[0].line,
                 errors.at[0].message);
    vec_free(&errors);
    arena_free(&arena);
    if (r != JAVAC_GOOD) return false;
    v->compiled = true;
    // Where another frisk was faster the rename fails, and ours serve this once.
    if (v->kept && has_driver(v->classes) && rename(v->classes, v->kept) == 0) {
        mem_free(v->classes);
        v->classes = v->kept;
        v->kept = NULL;
    }
    return true;
}

// ---- Open and close ----

static bool find_driver(struct jvm *v, const char *share_dir, struct diag *d) {
    for (int i = 0; i < DRIVERS; i++) {
        v->driver[i] = file_join(share_dir, driver_names[i]);
        if (!file_exists(v->driver[i]))
            return diag_set(d, DIAG_ANALYSIS, "%s is missing: frisk is not installed completely",
                            v->driver[i]);
    }
    return true;
}

struct jvm *jvm_open(const struct jvm_options *o, struct diag *d) {
    struct jvm *v = mem_zalloc(sizeof *v);
    v->memory_mb = o->memory_mb;
    v->class_path = mem_strdup(o->class_path);
    if (!jdk_tools_find(&v->tools, o->java_home, d) || !find_driver(v, o->share_dir, d) ||
        !(v->directory = file_temp_dir(d))) {
        jvm_close(v);
        return NULL;
    }
    // In the cache, if there is one, so that they can be moved to their place.
    v->kept = o->no_cache ? NULL : kept_name(v);
    if (v->kept) {
        struct str s = {0};
        str_addf(&s, "%s.%ld", v->kept, (long)getpid());
        v->classes = str_take(&s);
    } else {
        v->classes = file_join(v->directory, "driver");
    }
    return v;
}

static void stop(struct jvm *v, struct jvm_end *end) {
    if (!v->process) return;
    struct str last = {0};
    process_pipe_last_error(v->process, &last);
    int status = process_pipe_end(v->process);
    v->process = NULL;
    if (end) {
        end->fresh = !v->used;
        end->status = status;
        end->last = last;
    } else {
        str_free(&last);
    }
    v->used = false;
}

void jvm_close(struct jvm *v) {
    if (!v) return;
    stop(v, NULL);
    javac_cancel(&v->bootstrap);
    if (v->kept) file_remove_tree(v->classes); // not moved to its place
    if (v->directory) file_remove_tree(v->directory);
    for (int i = 0; i < DRIVERS; i++) mem_free(v->driver[i]);
    jdk_tools_free(&v->tools);
    mem_free(v->directory);
    mem_free(v->classes);
    mem_free(v->kept);
    mem_free(v->class_path);
    mem_free(v);
}

void jvm_move(struct jvm *v) {
    stop(v, NULL);
    v->moved = true;
}

const char *jvm_java(const struct jvm *v) {
    return v->tools.java;
}

const char *jvm_directory(const struct jvm *v) {
    return v->directory;
}

// ---- The process ----

static bool write_java_options(struct jvm *v, const char *file, struct diag *d) {
    struct str s = {0}, path = {0};
    str_addf(&path, "%s:%s", v->classes, v->class_path);
    javac_add_argument(&s, "-cp");
    javac_add_argument(&s, path.at);
    bool good = file_write(file, s.at, s.n, d);
    str_free(&s);
    str_free(&path);
    return good;
}

static bool start(struct jvm *v, struct diag *d) {
    if (v->process) return true;
    if (!end_driver(v, d)) return false;
    char memory[40], *file = file_join(v->directory, "java.options"), *archive = archive_name(v);
    struct str at = {0}, shared = {0};
    snprintf(memory, sizeof memory, "-Xmx%um", v->memory_mb);
    str_addf(&at, "@%s", file);
    if (file_exists(archive)) str_addf(&shared, "-XX:SharedArchiveFile=%s", archive);
    // A hot exception would lose its stack trace, from which `where` is read; assertions are on, as in every
    // test run.
    // Letters without a dot, other digits and names of months, a zone of three quarters of an hour.
    const char *argv[] = {v->tools.java,
                          v->moved ? "-Duser.language=tr" : "-ea",
                          v->moved ? "-Duser.country=TR" : "-ea",
                          v->moved ? "-Duser.timezone=Pacific/Chatham" : "-ea",
                          "-ea",
                          memory,
                          "-Dsun.jnu.encoding=UTF-8", // of names of files
                          "-XX:-OmitStackTraceInFastThrow",
                          "-XX:TieredStopAtLevel=1",
                          "-XX:+UseSerialGC",
                          "-XX:-UsePerfData",
                          "-XX:-CreateCoredumpOnCrash",
                          "-XX:ErrorFile=/dev/null",
                          "-Xshare:auto", // without an archive that does not fit
                          shared.n ? shared.at : "-Xshare:auto",
                          "-Djava.awt.headless=true",
                          at.at,
                          "frisk.replay.FriskReplay",
                          NULL};
    struct process_pipe_options o = {argv, java_jdk_unset, NULL, 0, 1}; // the user's own surroundings
    int reason;
    if (write_java_options(v, file, d)) v->process = process_pipe_start(&o, &reason, d);
    v->used = false;
    mem_free(file);
    mem_free(archive);
    str_free(&at);
    str_free(&shared);
    return v->process != NULL;
}

// ---- Commands: texts with lengths, see FriskReplay.java ----

static void add_text(struct str *s, const char *text) {
    size_t n = strlen(text);
    for (int shift = 24; shift >= 0; shift -= 8) str_add_char(s, (char)(n >> shift & 0xFF));
    str_add_n(s, text, n);
}

static char *answer_file(const struct jvm *v) {
    char name[32];
    snprintf(name, sizeof name, "answer.%u", v->serial);
    return file_join(v->directory, name);
}

static bool send(struct jvm *v, const char *const *texts, size_t n) {
    struct str s = {0};
    v->serial++;
    char *answer = answer_file(v);
    add_text(&s, texts[0]);
    add_text(&s, answer);
    for (size_t i = 1; i < n; i++) add_text(&s, texts[i]);
    bool good = process_pipe_write(v->process, s.at, s.n, clock_now() + START_SECONDS) == PIPE_OK;
    str_free(&s);
    mem_free(answer);
    return good;
}

static bool take_answer(struct jvm *v, struct str *out) {
    char *file = answer_file(v);
    struct diag ignored = {0};
    bool has = file_exists(file) && file_read(file, out, &ignored);
    if (has) unlink(file);
    mem_free(file);
    return has;
}

// Each test that begins is a byte. (What the code under test prints past System.out comes here as well; it
// only prolongs the wait, up to the limit of all.)
static enum jvm_answer await(struct jvm *v, double each, double all, struct str *answer,
                             struct jvm_end *end) {
    char block[256];
    size_t got;
    double wait = START_SECONDS, last = clock_now() + START_SECONDS + all;
    for (;;) {
        double next = clock_now() + wait;
        enum pipe_result r =
            process_pipe_read_some(v->process, block, sizeof block, &got, next < last ? next : last);
        if (r == PIPE_OK && !(memchr(block, '\n', got) && take_answer(v, answer))) {
            wait = each;
            continue;
        }
        if (r == PIPE_OK) break;
        end->late = r == PIPE_LATE;
        stop(v, end);
        return JVM_ENDED;
    }
    v->used = true;
    return JVM_DONE;
}

static enum jvm_answer ask(struct jvm *v, const char *const *texts, size_t n, double each, double all,
                           struct str *answer, struct jvm_end *end, struct diag *d) {
    *end = (struct jvm_end){0};
    if (!start(v, d)) return JVM_FAILED;
    if (send(v, texts, n)) return await(v, each, all, answer, end);
    stop(v, end);
    return JVM_ENDED;
}

enum jvm_answer jvm_run(struct jvm *v, const struct jvm_run *run, struct jvm_end *end, struct diag *d) {
    char first[16];
    snprintf(first, sizeof first, "%u", run->first);
    const char *texts[] = {"run", run->request, run->results, first, run->shared ? "shared" : ""};
    struct str answer = {0};
    enum jvm_answer r = ask(v, texts, 5, run->each, run->all, &answer, end, d);
    if (r == JVM_DONE && strcmp(str_text(&answer), "good") != 0) stop(v, NULL); // a test goes on and on
    str_free(&answer);
    return r;
}

// ---- Surroundings ----

bool jvm_surroundings(struct jvm *v, struct str *out, struct diag *d) {
    enum { SECONDS = 30 };
    const char *texts[] = {"surroundings"};
    struct jvm_end end = {0};
    enum jvm_answer r = ask(v, texts, 1, SECONDS, SECONDS, out, &end, d);
    if (r == JVM_ENDED) diag_set(d, DIAG_ANALYSIS, "the JVM ended: %s", str_text(&end.last));
    str_free(&end.last);
    return r == JVM_DONE;
}

char *jvm_kept_answer(struct jvm *v, uint64_t question) {
    begin_driver(v, &(struct diag){0});
    const char *classes = v->kept ? v->kept : v->compiled ? v->classes : NULL; // both in the cache
    struct str path = {0};
    if (!classes || strncmp(classes, v->directory, strlen(v->directory)) == 0) return NULL;
    str_addf(&path, "%s.%016llx", classes, (unsigned long long)question);
    return str_take(&path);
}

// ---- The compiler ----

// False: not by this process.
static bool compile(struct jvm *v, const struct javac_job *job, enum javac_result *result,
                    javac_errors *errors, struct arena *a, struct diag *d) {
    char *options = file_join(v->directory, "javac.options"),
         *messages = file_join(v->directory, "javac.out");
    const char *texts[] = {"compile", options, messages};
    struct str answer = {0};
    struct jvm_end end = {0};
    struct diag ignored = {0};
    unlink(messages);
    bool done = !v->no_javac && javac_write_options(job, options, NULL, &ignored) &&
                ask(v, texts, 3, job->seconds, job->seconds, &answer, &end, &ignored) == JVM_DONE;
    const char *status = str_text(&answer);
    if (done && !strcmp(status, "none")) v->no_javac = true;
    done = done && (!strcmp(status, "0") || !strcmp(status, "1"));
    if (done)
        *result = status[0] == '0' ? JAVAC_GOOD : javac_read_errors(messages, "it failed", errors, a, d);
    str_free(&answer);
    str_free(&end.last);
    mem_free(options);
    mem_free(messages);
    return done;
}

// What the server cannot do (it has no compiler, it runs out of memory) is for a javac of its own.
enum javac_result jvm_compile(struct jvm *v, const struct javac_job *job, javac_errors *errors,
                              struct arena *a, struct diag *d) {
    enum javac_result r;
    struct str path = {0};
    struct javac_job whole = *job;
    if (!end_driver(v, d)) return JAVAC_FAILED;
    str_addf(&path, "%s:%s", v->classes, job->class_path);
    whole.class_path = path.at;
    if (!compile(v, &whole, &r, errors, a, d)) r = javac_run(&v->tools, &whole, errors, a, d);
    str_free(&path);
    return r;
}

void jvm_warm(struct jvm *v) {
    struct diag ignored = {0};
    begin_driver(v, &ignored);
    if (!v->compiled || v->process || !start(v, &ignored)) return;
    char *options = file_join(v->directory, "warm.options"), *out = file_join(v->directory, "warm");
    struct javac_job job = {.sources = (const char *const *)&v->driver[1],
                            .n = 1,
                            .class_path = "",
                            .work_dir = v->directory,
                            .out_dir = out};
    const char *texts[] = {"compile", options, ""};
    if (javac_write_options(&job, options, NULL, &ignored)) send(v, texts, 3); // nobody waits for the answer
    mem_free(options);
    mem_free(out);
}
