// SPDX-License-Identifier: Apache-2.0
#include "java/main_prove.h"

#include "explore/explore.h"

enum {
    MOST_RUNS = 3000, // programs that are proved so took up to some hundred; others have no end of paths
    MOST_DEPTH = 1000000,
    TIMES = 3, // of the time of the random runs
};

static volatile bool *giving_up(void *context) {
    return context;
}

// A run that proves nothing ends it all.
static void look_at(void *context, struct runner *r, const struct model *input, const struct trace *t,
                    const struct outcome *o, uint32_t fresh) {
    (void)r, (void)input, (void)t, (void)fresh;
    bool fails = o->kind == OUTCOME_RAISE && !o->no_error;
    if (fails || o->lost || o->kind == OUTCOME_INCOMPLETE || o->kind == OUTCOME_LIMIT)
        *giving_up(context) = true;
}

static void keep_nothing(void *context, struct expr_sweep *w) {
    (void)context, (void)w;
}

void main_prove(struct java_unit *u) {
    struct diag d = {0};
    volatile bool stop = false;
    struct unit *summarised = java_unit_new(u->java, u->method, &d);
    if (!summarised) return;
    struct java_unit *s = (struct java_unit *)summarised;
    s->summarises = true;
    s->input_class = u->input_class;
    summarised->draws = 0;
    summarised->shrinks = false;
    struct explore_options options = {.depth = MOST_DEPTH,
                                      .reach = MOST_DEPTH,
                                      .runs = MOST_RUNS,
                                      .seconds = TIMES * u->java->options.random_seconds,
                                      .jobs = 1,
                                      .strategy = STRATEGY_UNVISITED,
                                      .limits = {.steps = 1000000, .memory = (uint64_t)256 << 20},
                                      .first_failure = true,
                                      .on_run = look_at,
                                      .mark = keep_nothing,
                                      .context = (void *)&stop,
                                      .stop = &stop};
    struct explore_stats stats;
    explore(summarised, &options, &stats);
    u->unit.proved = stats.complete && !stop;
    explore_stats_free(&stats);
    summarised->language->unit_free(summarised);
}
