// SPDX-License-Identifier: Apache-2.0
// Clocks. A run must repeat itself, so all clocks are one: it starts in every run at the moment at which
// frisk first asked for it ($SOURCE_DATE_EPOCH, in seconds, if set), and moves on by a microsecond when it is
// read. What a clock says in the user's VM is another matter: a run that reads one is marked (struct process,
// varies), and an outcome that does not repeat there is told apart from frisk's own mistakes.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "erlang/bif/bif_util.h"
#include "erlang/machine/decide.h"

enum { STEP = 1000, SECOND = 1000000000 }; // nanoseconds
static const int64_t monotonic_start = INT64_C(-576460751000000000);
static int64_t epoch; // nanoseconds since 1970
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_epoch(void) {
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    errno = 0;
    long long seconds = fixed ? strtoll(fixed, &end, 10) : 0;
    bool good = fixed && *fixed && !*end && !errno && seconds >= 0 && seconds < INT64_MAX / 2 / SECOND;
    epoch = (good ? (int64_t)seconds : (int64_t)time(NULL)) * SECOND;
}

static int64_t tick(struct process *p) {
    pthread_once(&once, read_epoch);
    decide_tell_varies(p, "a clock");
    return (int64_t)(p->clock_reads++ * STEP);
}

static int64_t now(struct process *p) {
    int64_t since = tick(p);
    return epoch + since;
}

static bool in_unit(struct process *p, int64_t nanoseconds, term unit, term *result) {
    const term args[3] = {term_int(p->heap, nanoseconds), word_native, unit};
    return bif_convert_time_unit(p, args, result);
}

BIF(monotonic_time) {
    return give(result, term_int(p->heap, monotonic_start + tick(p)));
}
BIF(monotonic_time1) {
    return in_unit(p, monotonic_start + tick(p), args[0], result);
}
BIF(system_time) {
    return give(result, term_int(p->heap, now(p)));
}
BIF(system_time1) {
    return in_unit(p, now(p), args[0], result);
}
BIF(time_offset) {
    return give(result, term_int(p->heap, now(p) - monotonic_start));
}
BIF(time_offset1) {
    return in_unit(p, now(p) - monotonic_start, args[0], result);
}

BIF(timestamp) { // {MegaSeconds, Seconds, MicroSeconds}
    int64_t us = now(p) / 1000, s = us / 1000000;
    return give(result, term_tuple3(p->heap, term_small(s / 1000000), term_small(s % 1000000),
                                    term_small(us % 1000000)));
}

static bool date_and_time(struct process *p, bool local, term *date, term *time_of_day) {
    time_t seconds = (time_t)(now(p) / SECOND);
    struct tm t;
    if (!(local ? localtime_r(&seconds, &t) : gmtime_r(&seconds, &t))) return raise_badarg(p);
    *date =
        term_tuple3(p->heap, term_small(t.tm_year + 1900), term_small(t.tm_mon + 1), term_small(t.tm_mday));
    *time_of_day = term_tuple3(p->heap, term_small(t.tm_hour), term_small(t.tm_min), term_small(t.tm_sec));
    return true;
}

static bool both(struct process *p, bool local, term *result) {
    term date, time_of_day;
    return date_and_time(p, local, &date, &time_of_day) &&
           give(result, term_tuple2(p->heap, date, time_of_day));
}

BIF(localtime) {
    return both(p, true, result);
}
BIF(universaltime) {
    return both(p, false, result);
}
BIF(date) {
    term other;
    return date_and_time(p, true, result, &other);
}
BIF(time) {
    term other;
    return date_and_time(p, true, &other, result);
}

// ---- What the VM has done so far ----

static term counted(struct process *p, uint64_t reading) { // grows from one reading to the next
    return term_int(p->heap, (int64_t)(reading * STEP));
}

BIF(statistics) {
    static const char *const pairs[] = {"runtime", "wall_clock", "reductions", "exact_reductions"};
    static const char *const zeros[] = {"run_queue", "total_run_queue_lengths", "total_run_queue_lengths_all",
                                        "total_active_tasks", "total_active_tasks_all"};
    static const char *const others[] = {"context_switches",
                                         "garbage_collection",
                                         "io",
                                         "active_tasks",
                                         "active_tasks_all",
                                         "run_queue_lengths",
                                         "run_queue_lengths_all",
                                         "run_queues",
                                         "microstate_accounting",
                                         "scheduler_wall_time",
                                         "scheduler_wall_time_all"};
    struct arena *a = p->heap;
    if (!term_is_atom(args[0])) return raise_badarg(p);
    const char *item = symbol_text(term_symbol(args[0]));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!strcmp(item, pairs[i])) {
            int64_t before = tick(p) / STEP;
            return give(result, term_tuple2(a, counted(p, (uint64_t)before + 1), term_small(0)));
        }
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
        if (!strcmp(item, zeros[i])) {
            decide_tell_varies(p, "erlang:statistics/1");
            return give(result, term_small(0));
        }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(item, others[i])) return no_model(p, "this item of erlang:statistics/1");
    return raise_badarg(p);
}
