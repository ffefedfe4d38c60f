// SPDX-License-Identifier: Apache-2.0
#include "java/whole/main_random.h"

#include <string.h>

#include "base/clock.h"
#include "java/input/standard_input.h"
#include "java/input/vocabulary.h"
#include "java/machine/interp_loop.h"
#include "java/unit/judgement.h"
#include "java/unit/unit.h"

enum {
    QUIET_RUNS = 4000,   // without anything new, after which no more are made
    RUN_STEPS = 200000,  // of one run
    FIRST_STEPS = 20000, // of each of the first drawn ones
    MAX_SEEDS = 32,
};

struct random_runs {
    struct java_unit *unit;
    struct value_source *source;
    struct draws *draws; // of the source
    struct main_run run;
    struct standard_input standard_input;
    struct java_thread *thread;
    struct arena arena; // of a run
    struct model *seeds;
    uint32_t n_seeds;
    bool asks_for_strings, failed;
};

static void keep_seed(struct random_runs *w, const struct model *input) {
    struct binding *copy = ARENA_ARRAY(&w->unit->seed_arena, struct binding, input->n + 1);
    if (input->n) memcpy(copy, input->at, input->n * sizeof *copy);
    w->seeds[w->n_seeds++] = (struct model){input->n, copy, w->unit->unit.variables};
}

enum run_result { RUN_NOTHING, RUN_NEW, RUN_FAILED };

static enum run_result run_once(struct random_runs *w, const struct model *input, double deadline) {
    const struct java_options *options = &w->unit->java->options;
    struct java_thread *t = w->thread;
    java_thread_begin_run(t);
    t->limits.deadline = deadline;
    arena_reset(&w->arena);
    main_run_begin(&w->run, &w->unit->inputs, input, &w->arena);
    standard_input_begin(&w->standard_input, &w->unit->inputs, input, &w->arena, &w->run.state);
    t->standard_input = &w->standard_input;
    enum java_end end = main_run_call(&w->run, t, w->unit);
    w->asks_for_strings |= w->run.strings.n > 0 || options->any_arguments;
    if (end == JAVA_THROWN && java_counts_as_error(w->unit, t->exception->class)) {
        if (options->all_errors && w->failed && !t->fresh_places.n) return RUN_NOTHING;
        w->failed = true;
        return options->all_errors ? RUN_NEW : RUN_FAILED;
    }
    if (end == JAVA_STOPPED && t->stop != STOP_EXIT) {
        java_forget_coverage(t); // it is no seed: one that comes here later may be
        return RUN_NOTHING;
    }
    return t->fresh_places.n ? RUN_NEW : RUN_NOTHING;
}

// True: no more are needed.
static bool run_and_keep(struct random_runs *w, enum value_choice values, const struct model *base,
                         double deadline, uint32_t *quiet) {
    const struct model *input = value_source_begin(w->source, values, base);
    enum run_result result = run_once(w, input, deadline);
    ++*quiet;
    if (result == RUN_NOTHING) return false;
    *quiet = 0;
    keep_seed(w, input);
    return result == RUN_FAILED || w->n_seeds == MAX_SEEDS;
}

static void run_all(struct random_runs *w, double deadline) {
    uint32_t quiet = 0, runs = 0;
    if (run_and_keep(w, VALUES_DEFAULT, NULL, deadline, &quiet)) return;
    if (w->run.calls.n == 0 && !w->standard_input.read && !w->unit->java->options.any_arguments)
        return; // without input: that was all
    if (run_and_keep(w, VALUES_PLAIN, NULL, deadline, &quiet)) return;
    while (quiet < QUIET_RUNS && clock_now() < deadline) {
        w->thread->limits.steps = ++runs <= 100 ? FIRST_STEPS : RUN_STEPS; // endless ones first cost little
        const struct model *base = NULL;
        if (w->n_seeds && draws_below(w->draws, 2)) base = &w->seeds[draws_below(w->draws, w->n_seeds)];
        if (run_and_keep(w, VALUES_DRAWN, base, deadline, &quiet)) return;
    }
}

bool main_random_seeds(struct java_unit *u, double seconds) {
    if (seconds <= 0) return false;
    struct run_limits limits = {.steps = RUN_STEPS, .memory = (uint64_t)64 << 20};
    struct random_runs w = {.unit = u, .source = value_source_new(&u->unit, u->java->options.seed)};
    arena_init(&w.arena, 0);
    w.draws = value_source_draws(w.source);
    w.run.random = w.source;
    w.seeds = ARENA_ARRAY(&u->seed_arena, struct model, MAX_SEEDS + 1);
    w.thread = java_thread_new(u->java->program, &limits);
    w.thread->x = u->unit.exprs;
    w.thread->heap.make_lasting = true;
    bool booted = java_thread_boot(w.thread) == JAVA_RETURNED;
    w.thread->heap.make_lasting = false;
    if (booted) run_all(&w, clock_now() + seconds);
    if (w.n_seeds) {
        u->unit.seeds = w.seeds;
        u->unit.n_seeds = w.n_seeds;
    }
    assumed_add(&u->assumed, &w.thread->assumed.texts);
    java_thread_free(w.thread);
    main_run_free(&w.run);
    value_source_free(w.source);
    arena_free(&w.arena);
    return w.asks_for_strings && !w.failed;
}
