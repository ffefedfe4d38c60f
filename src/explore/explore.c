// SPDX-License-Identifier: Apache-2.0
#include "explore/explore.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "explore/worker.h"

static void init(struct explorer *e, struct unit *u, const struct explore_options *o, double start) {
    *e = (struct explorer){.unit = u, .options = o, .start = start};
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->work, &monotonic);
    pthread_cond_init(&e->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    tree_init(&e->tree);
    frontier_init(&e->frontier, u, o->strategy, o->seed);
    bool goals = o->reach > o->depth && o->strategy == STRATEGY_UNVISITED;
    e->depth = o->depth;
    e->reach = u->proved ? 0 : goals ? o->reach : o->depth;
}

static void destroy(struct explorer *e) {
    tree_free(&e->tree);
    frontier_free(&e->frontier);
    goals_free(&e->goals);
    wanted_free(&e->wanted);
    hash_map_free(&e->failures);
    hash_map_free(&e->failed_at);
    vec_free(&e->drawn_failed_at);
    vec_free(&e->solvers);
    vec_free(&e->hard);
    vec_free(&e->cut);
    vec_free(&e->failed_ways);
    pthread_cond_destroy(&e->ended);
    pthread_cond_destroy(&e->work);
    pthread_mutex_destroy(&e->lock);
}

void explorer_note_tested(struct explorer *e, const struct outcome *o) {
    e->stats.tested |= o->kind != OUTCOME_DISCARDED || o->known || o->within;
}

uint64_t explorer_failed_at(const struct outcome *o) {
    return o->place ? o->place : o->key;
}

void explorer_note_failure(struct explorer *e, const struct outcome *o, bool told) {
    if (o->kind != OUTCOME_RAISE || o->endless) return;
    e->unlisted |= o->failure > e->unit->failures;
    if (!o->failure || o->failure > e->unit->failures || !told) return;
    uint32_t i = o->failure - 1;
    while (e->failed_ways.n <= i / 64) vec_push(&e->failed_ways, 0);
    uint64_t *word = &e->failed_ways.at[i / 64], bit = (uint64_t)1 << i % 64;
    e->n_failed += !(*word & bit);
    *word |= bit;
    assert(e->n_failed <= e->unit->failures);
}

bool explorer_all_failed(const struct explorer *e) {
    const struct explore_stats *s = &e->stats;
    bool all = e->n_failed > 0 && e->n_failed == e->unit->failures;
    return all && !e->unlisted && !s->incomplete && !s->limited && !s->bounded;
}

bool explorer_told(const struct explorer *e) {
    const struct explore_stats *s = &e->stats;
    assert(s->endless <= s->raised);
    return e->options->only_failures && e->unit->harmless && s->returned && !s->incomplete && !s->limited;
}

static void report_progress(struct explorer *e) {
    if (!e->options->on_progress) return;
    struct explore_stats s = e->stats;
    s.solve = (struct solve_stats){0};
    s.open =
        frontier_count(&e->frontier) + e->in_flight; // a little too many: some have been visited meanwhile
    s.unknown = e->tree.unknown;
    s.tree_nodes = e->tree.created;
    s.seconds = clock_now() - e->start;
    e->options->on_progress(e->options->context, &s);
}

// Reports until the last worker has left: the first time soon.
static void wait_for_workers(struct explorer *e) {
    long pause = 100000000;
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    pthread_mutex_lock(&e->lock);
    while (e->workers) {
        next.tv_nsec += pause;
        pause = 250000000;
        if (next.tv_nsec >= 1000000000) {
            next.tv_nsec -= 1000000000;
            next.tv_sec++;
        }
        assert(next.tv_nsec < 1000000000);
        while (e->workers && !pthread_cond_timedwait(&e->ended, &e->lock, &next)) continue;
        if (e->workers) report_progress(e);
    }
    pthread_mutex_unlock(&e->lock);
}

static void note_store(struct explorer *e) {
    size_t bytes = expr_store_bytes(e->unit->exprs);
    if (bytes > e->stats.store_bytes) e->stats.store_bytes = bytes;
}

// Between jobs nothing else holds expressions: the solver's work is made anew for each query, the facts and
// terms of a run for each run.
static void sweep(struct explorer *e) {
    struct unit *u = e->unit;
    struct expr_sweep *w = expr_sweep_begin(u->exprs);
    for (uint32_t i = 0; i < u->n_seeds; i++) expr_sweep_mark_model(w, &u->seeds[i]);
    uint32_t n = u->variables ? variables_count(u->variables) : 0;
    for (uint32_t i = 0; i < n; i++) expr_sweep_mark(w, variables_otherwise(u->variables, i));
    if (u->grammar) grammar_mark(u->grammar, w);
    u->language->sweeping->mark(u, w);
    tree_mark(&e->tree, w);
    goals_mark(&e->goals, w);
    wanted_mark(&e->wanted, w);
    if (e->random) random_mark(e->random, w);
    if (e->options->mark) e->options->mark(e->options->context, w);
    for (uint32_t i = 0; i < e->solvers.n; i++) solver_sweep(e->solvers.at[i], w);
    expr_sweep_end(w);
    e->stats.sweeps++;
}

void explorer_sweep(struct explorer *e) {
    assert(!e->outside);
    double start = clock_now();
    note_store(e);
    if (e->unit->language->sweeping && (e->options->mark || !e->options->on_run))
        sweep(e);
    else
        expr_store_trim(e->unit->exprs);
    size_t live = expr_store_live(e->unit->exprs);
    e->sweep_at = live > SWEEP_LEAST / 2 ? 2 * live : SWEEP_LEAST;
    e->stats.sweep_seconds += clock_now() - start;
}

static uint64_t count_open(const struct explorer *e) {
    assert(e->next_seed <= e->unit->n_seeds);
    uint64_t open = e->unit->n_seeds - e->next_seed;
    for (uint32_t i = 0; i < frontier_count(&e->frontier); i++)
        open += tree_way(&e->tree, frontier_at(&e->frontier, i))->state == WAY_QUEUED;
    return open;
}

static bool all_tried(const struct explorer *e) {
    const struct explore_stats *s = &e->stats;
    return !e->tree.unknown && !e->tree.diverged && !s->incomplete && !s->cut;
}

void explorer_count_left(struct explorer *e) {
    const struct language_coverage *l = e->unit->language->coverage;
    const struct language_reaching *r = e->unit->language->reaching;
    uint32_t left = 0;
    for (uint32_t i = 0; i < e->options->n_places; i++) left += !r->reached(e->unit, i);
    e->places_left = left;
    e->left = e->options->coverage && l && l->unreached ? l->unreached(e->unit) : LEFT_UNKNOWN;
}

bool explorer_covered(struct explorer *e) {
    const struct language_coverage *l = e->unit->language->coverage;
    if (!l) return false;
    if (l->unreached) return !l->unreached(e->unit);
    struct code_coverage *c;
    uint32_t n = l->report(e->unit, &c);
    bool all = true;
    for (uint32_t i = 0; i < n; i++)
        all &= c[i].clauses.hit == c[i].clauses.of && c[i].lines.hit == c[i].lines.of;
    coverage_free(c, n);
    return all;
}

void explorer_add_effort(struct explorer *e, uint64_t steps, uint32_t z3_queries) {
    enum { STEPS = 2000, Z3_QUERY = 20 };
    e->effort += 1 + steps / STEPS + (uint64_t)z3_queries * Z3_QUERY;
}

bool explorer_deep_enough(const struct explorer *e) {
    return e->effort_end && e->effort >= e->effort_end;
}

// What the depth cuts off may fail, and one cannot tell where. So a search that was soon done goes on for
// about as long again, by what it does rather than by a clock, so that it repeats.
static bool worth_deepening(struct explorer *e) {
    enum { LEAST = 1000 };
    if (e->options->coverage) return !explorer_covered(e) && goals_left(&e->goals, &e->frontier);
    uint64_t more = e->effort + LEAST;
    if (!e->options->deeper) return false;
    if (!e->effort_end) e->effort_end = e->effort + (more < e->options->deeper ? more : e->options->deeper);
    return !explorer_deep_enough(e);
}

bool explorer_deepen(struct explorer *e) {
    enum { DEEPEST = 10000 };
    const struct explore_options *o = e->options;
    assert(!e->in_flight);
    if (e->reach <= e->depth || !e->stats.depth_hit || e->depth >= DEEPEST || !worth_deepening(e))
        return false;
    if (all_tried(e)) e->complete_depth = e->depth;
    e->was_unknown = e->tree.unknown;
    e->was_unreached = e->tree.diverged;
    e->tried_depth = e->depth;
    e->depth *= 2;
    e->reach = (uint32_t)((uint64_t)e->depth * o->reach / o->depth);
    assert(e->depth > e->tried_depth && e->reach > e->depth);
    uint64_t created = e->tree.created;
    tree_free(&e->tree);
    tree_init(&e->tree);
    e->tree.created = created;
    e->next_seed = 0;
    e->grow_until = 0;
    e->stats.depth_hit = false;
    vec_clear(&e->hard);
    return true;
}

// The search is over, and neither was it to end nor has it seen all.
static bool may_be_more(struct explorer *e) {
    const struct explore_stats *s = &e->stats;
    if (s->stopped || s->time_hit || s->ended_by_failure || s->all_covered) return false;
    if (e->options->only_failures && explorer_all_failed(e)) return false;
    return s->depth_hit || s->limited || s->bounded || s->lost || !all_tried(e) || count_open(e);
}

// A search for errors that ended on its way to a greater depth tells of the depth before, which it is done
// with.
static void tell_of_depth_before(struct explorer *e) {
    struct explore_stats *s = &e->stats;
    s->open = 0;
    s->unknown = e->was_unknown;
    s->unreached = e->was_unreached;
    s->depth_hit = true;
    s->complete = false;
    s->complete_to_depth = e->complete_depth > 0;
    s->depth = e->complete_depth ? e->complete_depth : e->tried_depth;
}

// A drawn input failed where no run of the search did: not all of its paths were tried, whatever the books
// say.
static bool is_refuted(const struct explorer *e) {
    uint32_t known;
    for (uint32_t i = 0; i < e->drawn_failed_at.n; i++)
        if (!hash_map_get(&e->failed_at, e->drawn_failed_at.at[i], &known)) return true;
    return false;
}

static void finish(struct explorer *e) {
    struct explore_stats *s = &e->stats;
    assert(!e->workers && !e->in_flight && !e->outside);
    while (e->hard.n) tree_settle(&e->tree, vec_pop(&e->hard), WAY_UNKNOWN);
    s->open = count_open(e);
    if (!s->open)
        s->runs_hit = s->time_hit = s->patience_hit = s->stopped = s->ended_by_failure = s->all_covered =
            s->all_reached = false; // the budget ended together with the work
    s->unknown = e->tree.unknown;
    s->unreached = e->tree.diverged;
    s->tree_nodes = e->tree.created;
    s->tree_bytes = tree_bytes(&e->tree);
    note_store(e);
    s->frontier_bytes = frontier_bytes(&e->frontier);
    assert(s->late <= s->limited && s->endless <= s->raised);
    s->steps_hit = s->limited > s->late;
    bool *ended = stop_is_set(e->options->stop) ? &s->stopped : &s->time_hit;
    *ended |= s->late > 0;
    s->seconds = clock_now() - e->start;
    s->lost |= e->unit->partial;
    // That no path fails of which none came to the unit is no proof, to whatever depth.
    s->all_discarded = s->runs + s->drawn && !s->tested;
    if (s->all_discarded) e->complete_depth = 0;
    bool looked = !e->unit->proved || !s->depth_hit; // else no alternative was to be tried at all
    s->complete_to_depth = !s->open && all_tried(e) && !s->all_discarded && looked;
    s->lost |= s->complete_to_depth && !s->depth_hit && is_refuted(e);
    s->complete =
        s->complete_to_depth && !s->depth_hit && !s->limited && !s->bounded && !s->lost && !s->orders_bounded;
    bool known = !s->complete_to_depth && e->complete_depth;
    s->complete_to_depth |= known;
    s->depth = known ? e->complete_depth : e->depth;
    bool ended_by_budget =
        s->all_reached || s->stopped || s->ended_by_failure || s->time_hit || s->patience_hit || s->runs_hit;
    if (s->open && !ended_by_budget && explorer_deep_enough(e)) tell_of_depth_before(e);
    // What was seen not to end is no proof: it may end for want of memory.
    bool raised = s->raised > s->endless || e->drawn_raised;
    s->proved = (e->unit->proved || explorer_told(e)) && !raised && !s->incomplete && !s->limited &&
                !s->bounded && !s->stopped;
    assert(!s->complete || (s->complete_to_depth && !s->open));
    s->all_failed = explorer_all_failed(e);
    bool ends =
        e->unit->ends || (s->complete && !e->unit->prunes && !e->unit->proved && !s->known && !s->waiting);
    s->ends = s->endless || s->drawn_endless ? ENDS_NOT : ends && !s->limited ? ENDS_PROVED : ENDS_UNKNOWN;
    if (s->proved || (s->all_failed && e->options->only_failures)) { // what is left raises nothing new
        s->complete = s->complete_to_depth = true;
        s->open = s->unknown = s->unreached = 0;
        s->depth_hit = s->runs_hit = s->time_hit = s->patience_hit = s->ended_by_failure = s->stopped =
            s->lost = false;
    }
}

// out: what searches of the unit since `start` have cost; then filled anew.
static void search(struct unit *u, const struct explore_options *options, double start,
                   struct explore_stats *out) {
    struct explorer e;
    init(&e, u, options, start);
    e.stats = *out;
    e.runs_before = out->runs;
    e.known_before = out->known;
    uint32_t jobs = options->jobs ? options->jobs : 1, started = 0;
    pthread_t *threads = mem_alloc(jobs * sizeof *threads);
    e.sweep_at = SWEEP_LEAST;
    explorer_count_left(&e);
    explorer_draw(&e);
    e.workers = e.outside = jobs;
    e.begun = e.news = clock_now();
    for (; started < jobs; started++)
        if (pthread_create(&threads[started], NULL, worker_main, &e)) break;
    if (!started) {
        fprintf(stderr, "frisk: cannot start a thread\n");
        exit(3);
    }
    pthread_mutex_lock(&e.lock);
    e.workers -= jobs - started; // fewer workers find the same
    e.outside -= jobs - started;
    pthread_mutex_unlock(&e.lock);
    wait_for_workers(&e);
    for (uint32_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
    mem_free(threads);
    vec_clear(&e.solvers); // freed by the workers
    if (e.drawing && may_be_more(&e)) explorer_draw_more(&e);
    explorer_offer_drawn(&e);
    finish(&e);
    *out = e.stats;
    destroy(&e);
}

// What the next search goes on with: costs, and nothing of what was left open.
static void keep_costs(struct explore_stats *s) {
    *s = (struct explore_stats){.runs = s->runs,
                                .discarded = s->discarded,
                                .returned = s->returned,
                                .tested = s->tested,
                                .known = s->known,
                                .raised = s->raised,
                                .endless = s->endless,
                                .deep = s->deep,
                                .orders = s->orders,
                                .orders_blocked = s->orders_blocked,
                                .orders_bounded = s->orders_bounded,
                                .drawn = s->drawn,
                                .drawn_discarded = s->drawn_discarded,
                                .drawn_endless = s->drawn_endless,
                                .store_bytes = s->store_bytes,
                                .sweeps = s->sweeps,
                                .sweep_seconds = s->sweep_seconds,
                                .run_seconds = s->run_seconds,
                                .solve_seconds = s->solve_seconds,
                                .solve = s->solve};
}

// Whether the search before leaves nothing to do.
static bool is_decided(const struct explore_options *o, const struct explore_stats *s) {
    return s->complete || s->ended_by_failure || s->stopped || (o->runs && s->runs >= o->runs);
}

// Ways that come together again are one path, of larger expressions; apart, they are many paths of plain
// states, and one that comes to where another was ends there. A machine of few states is better searched so,
// a sum over many branches the other way: few runs tell the latter, and soon it shows whether paths end so.
static bool search_apart(struct unit *u, const struct explore_options *options, double start,
                         struct explore_stats *out) {
    enum { FEW_RUNS = 60 };
    const double share = options->seconds > 0 ? options->seconds : 60;
    struct explore_options o = *options;
    if (!o.runs || o.runs > FEW_RUNS) o.runs = FEW_RUNS;
    o.seconds = share / 10;
    search(u, &o, start, out);
    if (is_decided(options, out)) return true;
    keep_costs(out);
    o.runs = options->runs;
    o.seconds = share / 2;
    u->language->merging->begin_search(u, true);
    search(u, &o, start, out);
    if (is_decided(options, out)) return true;
    keep_costs(out);
    u->language->merging->begin_search(u, false);
    return false;
}

void explore(struct unit *u, const struct explore_options *options, struct explore_stats *out) {
    assert(u->n_seeds > 0);
    double start = clock_now();
    *out = (struct explore_stats){0};
    if (!u->merges || !search_apart(u, options, start, out)) search(u, options, start, out);
}

void explore_stats_free(struct explore_stats *s) {
    mem_free(s->solve.z3_seconds);
    *s = (struct explore_stats){0};
}

const char *explore_strategy_name(enum strategy s) {
    static const char *const names[] = {
#define X(name, text, what) text,
        EXPLORE_STRATEGIES(X)
#undef X
    };
    assert(s < STRATEGY_COUNT);
    return names[s];
}

const char *explore_strategy_text(enum strategy s) {
    static const char *const texts[] = {
#define X(name, text, what) what,
        EXPLORE_STRATEGIES(X)
#undef X
    };
    assert(s < STRATEGY_COUNT);
    return texts[s];
}
