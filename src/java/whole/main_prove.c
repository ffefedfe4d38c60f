// SPDX-License-Identifier: Apache-2.0
#include "java/whole/main_prove.h"

#include "base/clock.h"
#include "base/stop.h"
#include "explore/explore.h"
#include "java/whole/cuts.h"

enum {
    MOST_RUNS = 3000, // programs that are proved so took up to some hundred; others have no end of paths
    FEW_RUNS = 300,
    MOST_DEPTH = 1000000,
    TIMES = 3, // of the time of the random runs
};

struct proof {
    struct java_unit *u;
    struct loop_plans *loops; // NULL: loops are not cut
    bool fails, mended, fails_where_cut;
    struct stop stop;
};

// A run that proves nothing ends it all.
static void look_at(void *context, struct runner *r, const struct model *input, const struct trace *t,
                    const struct outcome *o, uint32_t fresh) {
    (void)r, (void)input, (void)t, (void)fresh;
    struct proof *p = context;
    bool fails = o->kind == OUTCOME_RAISE && !o->no_error;
    if (fails || o->lost || o->kind == OUTCOME_INCOMPLETE || o->kind == OUTCOME_LIMIT) {
        p->fails = true;
        p->fails_where_cut = p->loops != NULL;
        stop_set(&p->stop);
    }
    if (p->loops && loop_plans_mended(p->loops)) {
        p->mended = true;
        stop_set(&p->stop);
    }
}

static void keep_nothing(void *context, struct expr_sweep *w) {
    (void)context, (void)w;
}

// One search. Whether it came to an end and no run failed.
static bool search(struct proof *p, uint64_t runs, double seconds) {
    struct diag d = {0};
    struct java_unit *u = p->u;
    struct unit *summarised = java_unit_new(u->java, u->method, &d);
    p->fails = p->mended = false;
    stop_clear(&p->stop);
    if (!summarised) return false;
    struct java_unit *s = (struct java_unit *)summarised;
    s->summarises = true;
    s->loops = p->loops;
    s->is_main = true;
    s->input_class = u->input_class;
    summarised->draws = 0;
    summarised->shrinks = summarised->harmless = false;
    struct explore_options options = {.depth = MOST_DEPTH,
                                      .reach = MOST_DEPTH,
                                      .runs = runs,
                                      .seconds = seconds,
                                      .jobs = 1,
                                      .strategy = STRATEGY_UNVISITED,
                                      .limits = {.steps = 1000000, .memory = (uint64_t)256 << 20},
                                      .first_failure = true,
                                      .on_run = look_at,
                                      .mark = keep_nothing,
                                      .context = p,
                                      .stop = &p->stop};
    struct explore_stats stats;
    explore(summarised, &options, &stats);
    bool proved = stats.complete && !stop_is_set(&p->stop);
    if (proved) unit_rests_on_all(&u->unit, summarised->rules_used);
    assumed_add(&u->assumed, &s->assumed);
    explore_stats_free(&stats);
    summarised->language->unit_free(summarised);
    return proved;
}

// With loops cut, until a search needs no other plan.
static bool search_with_cuts(struct proof *p, double until) {
    bool proved = false;
    double left = until - clock_now();
    p->loops = loop_plans_new();
    for (p->mended = true; p->mended && !p->fails && left > 0; left = until - clock_now())
        proved = search(p, MOST_RUNS, left);
    loop_plans_free(p->loops);
    p->loops = NULL;
    return proved;
}

// Where loops are cut more runs are possible: one that fails says nothing of the others. So they are first
// left alone for a few runs, and once more where that does not help.
void main_prove(struct java_unit *u) {
    struct proof p = {.u = u};
    double until = clock_now() + TIMES * u->java->options.random_seconds;
    bool proved = search(&p, FEW_RUNS, u->java->options.random_seconds);
    if (!proved && !p.fails) proved = search_with_cuts(&p, until);
    if (!proved && p.fails_where_cut && until > clock_now())
        proved = search(&p, MOST_RUNS, until - clock_now());
    u->unit.proved = proved;
}
