// SPDX-License-Identifier: Apache-2.0
#include "explore/worker.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "explore/schedule/orders.h"

#define SOLVER_SECONDS 2.0 // for a query, if nothing else is asked of the solver
#define HASTE          4   // so many times less where a query is asked for the first time
#define PATIENCE       16  // times as much for one that is asked again, where a single failure is looked for
#define RUN_GRACE      0.2 // for the run that is under way when the search's time is up

struct worker {
    struct explorer *e;
    struct runner *runner;
    struct facts *facts;
    struct solver *solver, *patient; // the latter for what the former could not decide; NULL: not needed yet
    struct trace trace;
    struct model parent, input;
    tree_bindings parent_bindings; // of the parent, copied out of the tree
    // The job at hand: an alternative with its conditions and its parent's input; without an item: one beyond
    // the depth, or an input.
    struct tree_item item;
    uint32_t point; // that it is to lead to
    bool ask;       // for an input, of the solver; else it is there
    bool again;     // for the second time
    bool grown;     // from one that came near
    bool wanted;    // with a text put in
    tree_conditions conditions;
    enum answer answer;
    struct outcome outcome;
    // Of a program of several tasks, all orders of their events are one run: the trace holds what any of them
    // decides. NULL: the language has no orders.
    struct orders *orders;
    bool orders_lossy, orders_cut; // of the orders before the last
    uint32_t orders_fresh;         // likewise: what they covered
    uint32_t z3_queries;           // made so far
    double run_seconds, solve_seconds;
};

// A query takes no longer than the whole search may.
static struct solve_options solve_options(const struct explorer *e) {
    const struct explore_options *o = e->options;
    struct solve_options s = o->solve;
    double most = s.seconds > 0 ? s.seconds : SOLVER_SECONDS;
    if (o->seconds > 0 && o->seconds < most) s.seconds = o->seconds;
    if (o->seconds > 0) s.deadline = e->start + o->seconds;
    s.stop = o->stop;
    return s;
}

static struct run_limits run_limits(const struct explorer *e) {
    const struct explore_options *o = e->options;
    struct run_limits l = o->limits;
    l.stop = o->stop;
    if (o->seconds > 0) l.deadline = e->start + o->seconds + fmin(RUN_GRACE, o->seconds / 20);
    return l;
}

static void worker_init(struct worker *w, struct explorer *e) {
    struct unit *u = e->unit;
    struct solve_options solve = solve_options(e);
    assert(u->proved ? e->reach == 0 : e->reach >= e->depth);
    struct run_limits limits = run_limits(e);
    *w = (struct worker){.e = e};
    if (!e->options->first_failure) solve.haste = HASTE;
    w->runner = u->language->runner_new(u, &limits);
    w->facts = facts_new(u->exprs, u->grammar, u->variables);
    facts_watch(w->facts, limits.deadline, limits.stop);
    w->solver = solver_new(u->exprs, u->grammar, u->variables, &solve);
    if (u->language->ordering) {
        w->orders = orders_new(REDUCTION_OPTIMAL, ORDERS_EVENTS_MOST);
        if (e->options->bounds_orders) orders_bound(w->orders, e->options->preemptions);
        u->language->ordering->follow(w->runner, w->orders);
    }
    trace_init(&w->trace, u->exprs, w->facts, e->unit->proved ? 0 : e->depth);
    w->trace.bound = e->options->branch_bound;
}

static void worker_free(struct worker *w) {
    if (w->orders) orders_free(w->orders);
    trace_free(&w->trace);
    solver_free(w->solver);
    if (w->patient) solver_free(w->patient);
    facts_free(w->facts);
    w->e->unit->language->runner_free(w->runner);
    vec_free(&w->parent_bindings);
    vec_free(&w->conditions);
}

// ---- Jobs (all under the lock) ----

enum { COVERED_PATIENCE = 8 }; // what is left of it: an eighth

// Where ways are kept apart and few paths end where others were, merging them does better.
static bool in_vain(const struct explorer *e, double now) {
    enum { TRIAL_RUNS = 300, ONE_IN = 8 };
    uint64_t runs = e->stats.runs - e->runs_before, known = e->stats.known - e->known_before;
    if (!e->unit->apart || known * ONE_IN >= runs) return false;
    return runs >= TRIAL_RUNS || now - e->begun > e->options->seconds / 5;
}

static double patience_of(const struct explorer *e) {
    // In which, on a machine that is busy, or where runs are long or queries hard, little was tried: to come
    // from a Scanner's first character to a number that it reads takes some 350.
    enum { FEW_RUNS = 400 };
    static const double OF_FEW_RUNS = 5;
    const struct explore_options *o = e->options;
    if (!o->grows) return e->left ? o->patience : o->patience / COVERED_PATIENCE;
    double patience = o->patience + e->news - e->start;
    bool few = e->stats.runs - e->news_runs < FEW_RUNS;
    return few && patience < OF_FEW_RUNS ? OF_FEW_RUNS : patience;
}

static bool spent(struct explorer *e) {
    const struct explore_options *o = e->options;
    struct explore_stats *s = &e->stats;
    if (stop_is_set(o->stop)) s->stopped = true;
    if (o->first_failure && e->failed) s->ended_by_failure = true;
    assert(e->next_seed <= e->unit->n_seeds);
    double now = clock_now();
    if (o->seconds > 0 && now - e->start >= o->seconds) s->time_hit = true;
    if (o->patience > 0 && now - e->news >= patience_of(e)) s->patience_hit = true;
    if (o->runs && s->runs >= o->runs) s->runs_hit = true;
    if (o->n_places && !e->places_left) s->all_reached = true;
    bool all_failed = o->only_failures && explorer_all_failed(e) && e->next_seed == e->unit->n_seeds;
    return all_failed || in_vain(e, now) || explorer_told(e) || explorer_deep_enough(e) || s->stopped ||
           s->ended_by_failure || s->all_covered || s->all_reached || s->time_hit || s->patience_hit ||
           s->runs_hit;
}

// Jobs in flight may come to nothing (unsat), so the last runs of the budget are not given away twice.
static bool may_start(const struct explorer *e) {
    return !e->options->runs || e->stats.runs + e->in_flight < e->options->runs;
}

// The next alternative that no run has gone to meanwhile: of the frontier, then of those to be asked again;
// where more than a failure is looked for, the latter have their turn before, as the frontier may have no
// end. False: there is none, and the worker's item is as it was.
static bool take_item(struct worker *w) {
    enum { HARD_EVERY = 8 };
    struct explorer *e = w->e;
    bool hard = !e->options->first_failure && ++e->hard_turns % HARD_EVERY == 0;
    for (;;) {
        struct tree_item item;
        bool again = (hard && e->hard.n) || !frontier_pop(&e->frontier, &e->tree, &item);
        if (again && !e->hard.n) return false;
        if (again) item = vec_pop(&e->hard);
        assert(item.node); // before the first decision nothing is open
        if (tree_way(&e->tree, item)->state == WAY_QUEUED) {
            w->item = item;
            w->again = again;
            return true;
        }
        tree_settle(&e->tree, item, WAY_EXPLORED);
    }
}

static bool take_seed(struct worker *w) {
    struct explorer *e = w->e;
    if (e->next_seed == e->unit->n_seeds) return false;
    w->input = e->unit->seeds[e->next_seed++];
    w->input.variables = e->unit->variables;
    return true;
}

static void set_parent(struct worker *w, const struct binding *at, uint32_t n) {
    assert(!n || at != w->parent_bindings.at);
    vec_clear(&w->parent_bindings);
    for (uint32_t i = 0; i < n; i++) vec_push(&w->parent_bindings, at[i]);
    w->parent = (struct model){n, w->parent_bindings.at, w->e->unit->variables};
}

static bool take_again(struct worker *w) {
    struct goal_attempt a;
    if (!goals_take_again(&w->e->goals, &a)) return false;
    set_parent(w, a.input, a.n_input);
    goal_attempt_free(&a);
    w->input = w->parent;
    return true;
}

static bool take_beyond(struct worker *w) {
    struct explorer *e = w->e;
    struct goal_attempt a;
    if (!goals_take(&e->goals, &e->frontier, &w->point, &a)) return false;
    assert(!w->item.node && !w->conditions.n);
    for (uint32_t i = 0; i < a.n_conditions; i++) vec_push(&w->conditions, a.conditions[i]);
    set_parent(w, a.input, a.n_input);
    goal_attempt_free(&a);
    w->ask = true;
    e->stats.beyond++;
    return true;
}

// An input grown from one that came near an unvisited point.
static bool take_grown(struct worker *w) {
    struct explorer *e = w->e;
    struct model near, grown;
    if (!e->random || !goals_near(&e->goals, &e->frontier, random_number(e->random), &near)) return false;
    if (!random_grow(e->random, &near, &grown)) return false;
    set_parent(w, grown.at, grown.n);
    w->input = w->parent;
    e->stats.grown++;
    w->grown = true;
    return true;
}

// Goals come when no alternative leads to an unvisited point: one job in so many.
enum { GROW_EVERY = 4, REACH_EVERY = 8 };

// An input with the text that an earlier one was compared with.
static bool take_wanted(struct worker *w) {
    struct explorer *e = w->e;
    struct model input;
    if (e->reach == e->depth || !e->random || !wanted_has_turn(&e->wanted)) return false;
    if (!wanted_take(&e->wanted, e->random, &input)) return false;
    set_parent(w, input.at, input.n);
    w->input = w->parent;
    w->grown = w->wanted = true;
    return true;
}

static bool take_goal(struct worker *w) {
    struct explorer *e = w->e;
    if (e->reach == e->depth || frontier_unvisited_first(&e->frontier, &e->tree)) return false;
    if (take_beyond(w)) return true;
    return ++e->turns % GROW_EVERY == 0 && take_grown(w);
}

static bool take_alternative(struct worker *w) {
    struct explorer *e = w->e;
    if (!take_item(w)) return false;
    w->point = tree_way(&e->tree, w->item)->point;
    w->ask = true;
    tree_path(&e->tree, w->item, &w->conditions);
    tree_input(&e->tree, w->item.node, &w->parent_bindings);
    w->parent = (struct model){w->parent_bindings.n, w->parent_bindings.at, e->unit->variables};
    if (e->stats.runs % REACH_EVERY == 0) w->trace.reach = e->reach;
    return true;
}

// When nothing else is left, and the search has not seen all: some more inputs that may.
static bool take_last(struct worker *w) {
    struct explorer *e = w->e;
    const struct explore_stats *s = &e->stats;
    if (e->reach == e->depth || !(s->depth_hit || s->lost || e->tree.unknown)) return false;
    if (!e->grow_until || e->grown_news) e->grow_until = s->grown + 600 + s->runs / 8;
    e->grown_news = false;
    assert(!w->item.node);
    enum { TRIES = 16 }; // some inputs do not grow
    for (uint32_t i = 0; i < TRIES && s->grown < e->grow_until; i++)
        if (take_grown(w)) return true;
    return false;
}

static bool take_job(struct worker *w) {
    vec_clear(&w->conditions);
    w->item = TREE_NO_ITEM;
    w->ask = w->again = w->grown = w->wanted = false;
    w->trace.depth = w->e->unit->proved ? 0 : w->e->depth;
    w->trace.reach = w->e->reach;
    assert(w->trace.reach >= w->trace.depth);
    if (take_seed(w) || take_again(w) || take_wanted(w) || take_goal(w)) return true;
    w->trace.reach = w->trace.depth;
    if (take_alternative(w)) return true;
    w->trace.reach = w->e->reach;
    return take_last(w);
}

static void wait_for_work(struct explorer *e) {
    struct timespec until; // not for ever: the time may run out, the user may interrupt
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 50000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&e->work, &e->lock, &until);
}

// Whenever the live expressions have doubled, their store is swept once nobody is using it. False: somebody
// is.
static bool swept(struct explorer *e) {
    if (expr_store_live(e->unit->exprs) < e->sweep_at) return true;
    if (e->outside) return false;
    explorer_sweep(e);
    return true;
}

// When the search has had its first turn, the drawing goes on once nobody is at work. False: somebody is.
static bool drawn(struct explorer *e) {
    enum { TURN_RUNS = 64 };
    const double TURN_SECONDS = 0.3;
    if (!e->drawing || (e->stats.runs < TURN_RUNS && clock_now() - e->begun < TURN_SECONDS)) return true;
    if (e->outside) return false;
    explorer_draw_more(e);
    return true;
}

static bool next_job(struct worker *w) {
    struct explorer *e = w->e;
    while (!e->over) {
        if (spent(e)) break;
        if (!swept(e) || !drawn(e)) {
            wait_for_work(e);
            continue;
        }
        if (may_start(e) && take_job(w)) {
            e->in_flight++;
            assert(e->in_flight <= e->workers);
            return true;
        }
        if (e->in_flight)
            wait_for_work(e);
        else if (!may_start(e) || !explorer_deepen(e))
            break;
    }
    e->over = true;
    pthread_cond_broadcast(&e->work);
    return false;
}

// ---- Work (without the lock) ----

static void solve(struct worker *w) {
    w->answer = ANSWER_SAT;
    if (!w->ask) return;
    assert(!w->again || w->patient);
    double start = clock_now();
    struct query q = {w->conditions.at, w->conditions.n, &w->parent};
    w->answer = solver_solve(w->again ? w->patient : w->solver, &q, &w->input);
    w->solve_seconds += clock_now() - start;
}

static void run_order(struct worker *w) {
    double start = clock_now();
    w->outcome = (struct outcome){0};
    w->e->unit->language->run(w->runner, &w->input, &w->trace, &w->outcome);
    // What fails in the order that tasks take by themselves says more than what fails in another.
    w->outcome.rank += w->orders && orders_stats(w->orders)->tried;
    w->run_seconds += clock_now() - start;
}

static void run(struct worker *w) {
    assert(w->answer == ANSWER_SAT);
    trace_reset(&w->trace);
    w->orders_lossy = w->orders_cut = false;
    w->orders_fresh = 0;
    if (w->orders) orders_restart(w->orders);
    run_order(w);
}

// ---- Results (under the lock) ----

// Where code is to be reached, what a unit before this one or a drawn input has reached is no reason to go
// on.
static bool note_news(struct explorer *e, const struct outcome *o, uint32_t fresh) {
    uint32_t known, left = e->left;
    bool failure = o->kind == OUTCOME_RAISE && !hash_map_get(&e->failures, o->key, &known);
    if (failure) hash_map_put(&e->failures, o->key, 1);
    if (failure) hash_map_put(&e->failed_at, explorer_failed_at(o), 1);
    if (fresh) explorer_count_left(e);
    if (failure || e->left < left || (fresh && left == LEFT_UNKNOWN)) {
        e->news = clock_now();
        e->news_runs = e->stats.runs;
    }
    return failure || fresh;
}

// In this order of events nobody can go on; in another the run may come to its end.
static bool waits(const struct outcome *o) {
    return o->kind == OUTCOME_LIMIT && o->limit == LIMIT_WAIT && o->processes;
}

static bool is_cut(const struct outcome *o) {
    return o->kind == OUTCOME_LIMIT && !waits(o);
}

static void count_run(struct explorer *e, const struct outcome *o) {
    struct explore_stats *s = &e->stats;
    s->runs++;
    e->failed |= o->kind == OUTCOME_RAISE && !o->no_error;
    s->incomplete += o->kind == OUTCOME_INCOMPLETE;
    bool bounded = o->kind == OUTCOME_LIMIT && o->limit == LIMIT_BRANCHES;
    s->limited += is_cut(o) && !bounded;
    s->waiting += waits(o);
    s->bounded += bounded;
    s->late += o->kind == OUTCOME_LIMIT && o->limit == LIMIT_TIME;
    s->raised += o->kind == OUTCOME_RAISE;
    s->endless += o->kind == OUTCOME_RAISE && o->endless;
    s->discarded += o->kind == OUTCOME_DISCARDED && !o->known;
    s->returned += o->kind == OUTCOME_RETURN;
    explorer_note_tested(e, o);
    s->known += o->known;
}

// The orders of the run's input are over where there are no others, or the search is to end.
static bool next_order(struct worker *w) {
    struct explorer *e = w->e;
    struct explore_stats *s = &e->stats;
    if (!w->orders || !w->outcome.processes) return false;
    s->orders_bounded = e->options->bounds_orders;
    uint64_t blocked = orders_stats(w->orders)->blocked;
    bool more = orders_advance(w->orders);
    s->orders++;
    s->orders_blocked += orders_stats(w->orders)->blocked - blocked;
    w->orders_lossy |= orders_astray(w->orders);
    if (!more || !spent(e)) return more;
    s->orders_open++;
    w->orders_lossy = true;
    return false;
}

// A run in one of several orders, but the last: record_run looks at what all of them have decided.
static void record_order(struct worker *w) {
    struct explorer *e = w->e;
    const struct outcome *o = &w->outcome;
    count_run(e, o);
    w->orders_lossy |= o->lost;
    w->orders_cut |= is_cut(o);
    uint32_t fresh = e->unit->language->fresh_coverage(w->runner);
    w->orders_fresh += fresh;
    note_news(e, o, fresh);
    explorer_note_failure(e, o, true);
    explorer_add_effort(e, o->steps, 0);
    if (e->options->on_run)
        e->options->on_run(e->options->context, w->runner, &w->input, &w->trace, o, fresh);
}

static void record_run(struct worker *w) {
    struct explorer *e = w->e;
    struct explore_stats *s = &e->stats;
    const struct outcome *o = &w->outcome;
    assert(w->trace.decisions.n <= w->trace.reach);
    count_run(e, o);
    bool lossy = o->lost || w->trace.contradictions > 0 || w->orders_lossy;
    // A run that met the branch bound may have ended by itself before it was stopped.
    bool short_of_depth = w->trace.decisions.n < e->depth;
    s->cut |= (is_cut(o) || w->orders_cut || w->trace.bounded) && short_of_depth;
    bool deep =
        (w->trace.closed && !w->trace.bounded && !w->trace.refused) || w->trace.decisions.n > w->trace.depth;
    s->deep += deep;
    s->ended += w->trace.ended;
    s->depth_hit |= deep || (w->trace.bounded && !short_of_depth);
    uint32_t fresh = e->unit->language->fresh_coverage(w->runner);
    bool news = note_news(e, o, fresh);
    e->grown_news |= fresh && w->grown;
    if (fresh && e->tried_depth && e->options->coverage) s->all_covered = explorer_covered(e);
    if (news && w->trace.closed && !w->trace.refused && w->trace.reach < e->reach)
        goals_look_again(&e->goals, &w->input);
    if (!tree_insert(&e->tree, &w->trace, &w->input, w->item, lossy)) {
        s->diverged++;
        lossy |= o->kind != OUTCOME_LIMIT; // which was cut off before it got there
    }
    s->lost |= lossy;
    uint32_t new_ways = frontier_visit(&e->frontier, &w->trace);
    frontier_add(&e->frontier, &e->tree, fresh + w->orders_fresh + new_ways);
    if (e->reach > e->depth) {
        goals_add(&e->goals, &e->frontier, &w->trace, &w->input, w->grown);
        wanted_add(&e->wanted, e->unit->exprs, &w->trace, &w->input);
        if (w->wanted) wanted_note_run(&e->wanted, news || new_ways);
        if (w->ask) wanted_add_likewise(&e->wanted, e->unit->exprs, w->point, &w->parent, &w->input);
    }
    bool repeated = !news && !w->trace.closed && w->trace.decisions.n <= e->tried_depth;
    explorer_note_failure(e, o, true);
    if (e->options->on_run && !(repeated && e->tried_depth))
        e->options->on_run(e->options->context, w->runner, &w->input, &w->trace, o, fresh);
}

static uint32_t z3_queries(const struct worker *w) {
    return solver_stats(w->solver)->z3_count + (w->patient ? solver_stats(w->patient)->z3_count : 0);
}

static void record(struct worker *w) {
    struct explorer *e = w->e;
    assert(w->ask || w->answer == ANSWER_SAT);
    if (w->answer == ANSWER_SAT) {
        record_run(w);
    } else {
        bool unknown = w->answer == ANSWER_UNKNOWN;
        if (w->item.node && unknown && !w->again)
            vec_push(&e->hard, w->item);
        else if (w->item.node && !tree_settle(&e->tree, w->item, unknown ? WAY_UNKNOWN : WAY_UNSAT))
            e->stats.lost = true; // another run went there meanwhile: the conditions are not the truth
        if (e->reach > e->depth) {
            goals_came_near(&e->goals, &e->frontier, w->point, &w->parent);
            if (w->conditions.n)
                wanted_add_number(&e->wanted, e->unit->exprs, w->point, vec_last(&w->conditions), &w->parent);
        }
    }
    e->stats.run_seconds += w->run_seconds;
    e->stats.solve_seconds += w->solve_seconds;
    w->run_seconds = w->solve_seconds = 0;
    uint32_t queries = z3_queries(w);
    explorer_add_effort(e, w->answer == ANSWER_SAT ? w->outcome.steps : 0, queries - w->z3_queries);
    w->z3_queries = queries;
    assert(e->in_flight > 0);
    e->in_flight--;
    pthread_cond_broadcast(&e->work);
}

static void add_solve_stats(struct solve_stats *sum, const struct solve_stats *s) {
    sum->sat += s->sat;
    sum->unsat += s->unsat;
    sum->unknown += s->unknown;
    sum->rejected += s->rejected;
    sum->checked += s->checked;
    sum->disagreed += s->disagreed;
    for (int i = 0; i < LINK_COUNT; i++) {
        sum->links[i].asked += s->links[i].asked;
        sum->links[i].sat += s->links[i].sat;
        sum->links[i].unsat += s->links[i].unsat;
        sum->links[i].seconds += s->links[i].seconds;
    }
    sum->z3_late += s->z3_late;
    sum->z3_died += s->z3_died;
    if (!s->z3_count) return;
    sum->z3_seconds = mem_realloc(sum->z3_seconds, (sum->z3_count + s->z3_count) * sizeof(double));
    memcpy(sum->z3_seconds + sum->z3_count, s->z3_seconds, s->z3_count * sizeof(double));
    sum->z3_count += s->z3_count;
}

static void lock(struct explorer *e) {
    pthread_mutex_lock(&e->lock);
    assert(e->outside > 0);
    e->outside--;
}

static void unlock(struct explorer *e) {
    e->outside++;
    assert(e->outside <= e->workers);
    pthread_mutex_unlock(&e->lock);
}

// A solver of its own, as limits are fixed with it. Under the lock.
static void be_patient(struct worker *w) {
    struct unit *u = w->e->unit;
    assert(!w->patient);
    struct solve_options o = solve_options(w->e);
    if (w->e->options->first_failure) o.patience = PATIENCE;
    w->patient = solver_new(u->exprs, u->grammar, u->variables, &o);
    vec_push(&w->e->solvers, w->patient);
}

void *worker_main(void *explorer) {
    struct explorer *e = explorer;
    struct worker w;
    worker_init(&w, e);
    lock(e);
    vec_push(&e->solvers, w.solver);
    while (next_job(&w)) {
        if (w.again && !w.patient) be_patient(&w);
        unlock(e);
        solve(&w);
        if (w.answer == ANSWER_SAT) run(&w);
        lock(e);
        while (w.answer == ANSWER_SAT && next_order(&w)) {
            record_order(&w);
            unlock(e);
            run_order(&w);
            lock(e);
        }
        record(&w);
    }
    add_solve_stats(&e->stats.solve, solver_stats(w.solver));
    if (w.patient) add_solve_stats(&e->stats.solve, solver_stats(w.patient));
    unlock(e);
    worker_free(&w);
    lock(e);
    assert(e->workers > 0);
    e->workers--;
    pthread_cond_broadcast(&e->ended);
    pthread_mutex_unlock(&e->lock);
    return NULL;
}
