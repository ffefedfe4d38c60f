// SPDX-License-Identifier: Apache-2.0
// Smaller inputs for the cases of a suite: of findings, of runs that were cut off, and of cases that are kept
// for what they cover.
#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "explore/inputs/shrink.h"
#include "suite/suite_inner.h"

struct shrinking {
    struct suite *suite;
    struct runner *runner;
    uint32_t more; // failures met on the way that no run had shown before
};

// Code that raises what it is given fails in a new way with each input: only so many are taken along.
enum { MORE_MAX = 4 };

static void on_shrink_run(void *context, const struct model *input, const struct outcome *o) {
    struct shrinking *h = context;
    uint32_t fresh = h->suite->unit->language->fresh_coverage(h->runner), index;
    bool other =
        o->kind == OUTCOME_RAISE && h->more < MORE_MAX && !hash_map_get(&h->suite->findings, o->key, &index);
    h->more += other;
    bool ended = o->kind == OUTCOME_RETURN || o->kind == OUTCOME_RAISE;
    if ((fresh && ended) || other) suite_offer(h->suite, h->runner, input, o, 0, fresh);
}

// The smaller input takes the place of the case; a case that covered something is kept for that.
static void replace_case(struct shrinking *h, uint32_t index, const struct model *input) {
    struct suite *s = h->suite;
    struct test_case *old = s->cases.at[index];
    struct outcome o = {0};
    s->unit->language->run(h->runner, input, NULL, &o);
    if (o.kind != OUTCOME_RAISE || o.key != old->key || o.rank > old->rank) return;
    o.rank = old->rank;
    struct test_case *c = suite_case_new(s, h->runner, input, &o, old->trace_length, 0);
    c->same = old->same;
    s->cases.at[index] = c;
    old->same = 0;
    old->repeat = true;
    if (old->covers && old->steps != c->steps) {
        vec_push(&s->cases, old);
    } else {
        c->covers = old->covers;
        suite_case_free(old);
    }
}

// Smaller inputs may be what another case with the same failure was all along: one test is enough.
static void join_equal_calls(struct suite *s) {
    struct hash_map by_call = {0};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i], *known;
        uint64_t h = hash_mix(hash_bytes(c->call, strlen(c->call)), hash_mix(c->kind, c->key));
        uint32_t index = kept;
        if (hash_map_get(&by_call, h, &index) &&
            (known = s->cases.at[index], !strcmp(known->call, c->call)) && c->repeat != known->repeat) {
            struct test_case *stands = c->repeat ? known : c, *again = c->repeat ? c : known;
            stands->covers += again->covers;
            s->cases.at[index] = stands;
            suite_case_free(again);
            continue;
        }
        hash_map_put(&by_call, h, kept);
        s->cases.at[kept++] = c;
    }
    s->cases.n = kept;
    hash_map_free(&by_call);
}

// What fails at one place in one order as an error of a process, and in another as the end of those linked to
// it, is one failure: that of the order which processes take by themselves stays.
static bool is_seen_otherwise(const struct suite *s, const struct test_case *c) {
    if (!c->processes || !c->rank || !suite_is_finding(c) || !c->outcome.where.file) return false;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        const struct test_case *other = s->cases.at[i];
        if (!suite_is_finding(other) || other->rank || !other->outcome.where.file) continue;
        if (other->outcome.where.line == c->outcome.where.line && !strcmp(other->call, c->call) &&
            !strcmp(other->outcome.where.file, c->outcome.where.file))
            return true;
    }
    return false;
}

static void join_orders(struct suite *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) // in place: those that make others go are kept
        if (is_seen_otherwise(s, s->cases.at[i])) s->cases.at[i]->repeat = true;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i];
        if (c->repeat && c->processes && c->rank && !c->covers)
            suite_case_free(c);
        else
            s->cases.at[kept++] = c;
    }
    s->cases.n = kept;
}

static bool is_cut_off(void *context, const struct outcome *o) {
    const struct test_case *c = context;
    return o->kind == OUTCOME_LIMIT && o->key == c->key && o->rank <= c->rank;
}

// A run that was cut off ends so with tighter limits, too, and for a smaller input often as well. Whether it
// does with the limits of the search is seen in the end.
static void shrink_unfinished(struct suite *s, const struct run_limits *limits) {
    enum { RUNS_MAX = 500, STEPS = 20000, MEMORY = 64 << 20, CASES_MAX = 4 };
    const double seconds = 0.5;
    struct run_limits few = *limits;
    if (few.steps > STEPS) few.steps = STEPS;
    if (few.memory > MEMORY) few.memory = MEMORY;
    struct runner *r = s->unit->language->runner_new(s->unit, &few),
                  *full = s->unit->language->runner_new(s->unit, limits);
    for (uint32_t i = 0, tried = 0; i < s->unfinished.n && tried < CASES_MAX; i++) {
        struct test_case *c = s->unfinished.at[i];
        if (c->kind != OUTCOME_LIMIT || c->limit == LIMIT_TIME || c->limit == LIMIT_WAIT || c->varies)
            continue;
        tried++;
        struct binding *bindings = mem_copy(c->bindings, (c->input.n + 1) * sizeof *bindings);
        const struct shrink_limits most = {RUNS_MAX, (uint64_t)RUNS_MAX * STEPS, clock_thread() + seconds};
        const struct shrinker how = {
            .unit = s->unit, .runner = r, .limits = most, .holds = is_cut_off, .context = c};
        const struct model input = {c->input.n, bindings, s->unit->variables};
        struct outcome o = {0};
        if (shrink(&how, bindings, c->input.n, c->key, c->rank)) {
            s->unit->language->run(full, &input, NULL, &o);
            if (o.kind == OUTCOME_LIMIT && o.limit != LIMIT_TIME && o.key == c->key) {
                s->unfinished.at[i] = suite_case_new(s, full, &input, &o, c->trace_length, 0);
                s->unfinished.at[i]->same = c->same;
                suite_case_free(c);
            }
        }
        mem_free(bindings);
    }
    s->unit->language->runner_free(r);
    s->unit->language->runner_free(full);
}

// ---- Inputs that cover something ----

// A case that is kept for what it covers, besides what the cases before it do.
struct covering {
    struct suite *suite;
    struct runner *runner;
    struct covered before; // what these cover
    struct covered all;    // what any case or run has covered
    struct covered now;    // what `before` and the last run cover
    const struct test_case *c;
    VEC(uint32_t) places;               // what it covers besides, of the code that tests are for
    VEC(const struct test_case *) idle; // cases that cover nothing besides
};

static bool is_tested(const struct covering *v, uint32_t place) {
    struct unit *u = v->suite->unit;
    return !u->language->coverage->is_tested || u->language->coverage->is_tested(u, place);
}

// Runs an input of a case: from now on what it covers is covered before.
static void add_run(struct covering *v, const struct model *input, struct outcome *o) {
    const struct language *l = v->suite->unit->language;
    *o = (struct outcome){0};
    l->run(v->runner, input, NULL, o);
    covered_free(&v->before);
    v->before = l->coverage->save(v->suite->unit);
}

static bool is_same(const struct covering *v, const struct outcome *o) {
    return o->kind == v->c->kind && o->key == v->c->key && o->rank <= v->c->rank;
}

// Takes back what the last run has covered. What no case covers makes a case of it.
static void look_at_run(void *context, const struct model *input, const struct outcome *o) {
    struct covering *v = context;
    const struct language_coverage *l = v->suite->unit->language->coverage;
    uint32_t fresh = 0;
    covered_free(&v->now);
    v->now = l->save(v->suite->unit);
    for (uint32_t i = 0; i < v->now.n; i++)
        if (v->now.at[i] && covered_add(&v->all, i)) fresh += is_tested(v, i);
    bool ended = o->kind == OUTCOME_RETURN || o->kind == OUTCOME_RAISE;
    if (fresh && ended) suite_offer(v->suite, v->runner, input, o, 0, fresh);
    l->restore(v->runner, &v->before);
}

static bool covers_as_much(void *context, const struct outcome *o) {
    const struct covering *v = context;
    bool all = is_same(v, o);
    for (uint32_t i = 0; i < v->places.n && all; i++) all = covered_has(&v->now, v->places.at[i]);
    return all;
}

// False: another run on it would not do the same.
static bool find_places(struct covering *v) {
    struct outcome o = {0};
    v->suite->unit->language->run(v->runner, &v->c->input, NULL, &o);
    look_at_run(v, &v->c->input, &o);
    vec_clear(&v->places);
    for (uint32_t i = 0; i < v->now.n; i++)
        if (v->now.at[i] && !covered_has(&v->before, i) && is_tested(v, i)) vec_push(&v->places, i);
    return is_same(v, &o);
}

// The case with a smaller input, or as it is.
static struct test_case *cover_with_less(struct covering *v, struct test_case *c, double end) {
    enum { RUNS_MAX = 300, STEPS_MAX = 200000 };
    struct outcome o;
    v->c = c;
    bool fixed = c->processes || c->varies || clock_thread() >= end || !find_places(v);
    if (!fixed && !v->places.n) {
        vec_push(&v->idle, c);
        return c;
    }
    struct binding *bindings = mem_copy(c->bindings, (c->input.n + 1) * sizeof *bindings);
    const struct model input = {c->input.n, bindings, c->input.variables};
    const struct shrinker how = {.unit = v->suite->unit,
                                 .runner = v->runner,
                                 .limits = {RUNS_MAX, STEPS_MAX, end},
                                 .on_run = look_at_run,
                                 .holds = covers_as_much,
                                 .context = v};
    bool smaller = !fixed && shrink(&how, bindings, input.n, c->key, c->rank);
    add_run(v, smaller ? &input : &c->input, &o);
    if (smaller && is_same(v, &o)) {
        struct test_case *less = suite_case_new(v->suite, v->runner, &input, &o, c->trace_length, c->covers);
        less->repeat = c->repeat;
        suite_case_free(c);
        c = less;
    }
    mem_free(bindings);
    return c;
}

// What findings cover, the other cases that fail need not.
static void add_findings(struct covering *v) {
    struct outcome o;
    for (uint32_t i = 0; i < v->suite->cases.n; i++) {
        const struct test_case *c = v->suite->cases.at[i];
        if (suite_is_finding(c) && !c->processes && !c->endless) add_run(v, &c->input, &o);
    }
}

static void drop_idle(struct covering *v) {
    struct suite *s = v->suite;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        bool idle = false;
        for (uint32_t k = 0; k < v->idle.n; k++) idle |= v->idle.at[k] == s->cases.at[i];
        if (idle)
            suite_case_free(s->cases.at[i]);
        else
            s->cases.at[kept++] = s->cases.at[i];
    }
    s->cases.n = kept;
}

// Those that return first: what a run covers that fails is not shown to be right.
static void shrink_covering(struct suite *s, struct runner *r, double end) {
    const struct language_coverage *l = s->unit->language->coverage;
    struct covering v = {.suite = s, .runner = r};
    if (!l || !l->save) return;
    v.all = l->save(s->unit);
    l->restore(r, &v.before);
    for (int fails = 0; fails < 2; fails++) {
        if (fails) add_findings(&v);
        for (uint32_t i = 0; i < s->cases.n; i++) {
            struct test_case *c = s->cases.at[i];
            if (!c->covers || suite_is_finding(c) || (c->kind == OUTCOME_RAISE) != fails) continue;
            c = cover_with_less(&v, c, end); // which may add cases
            s->cases.at[i] = c;
        }
    }
    drop_idle(&v);
    l->restore(r, &v.all);
    covered_free(&v.all);
    covered_free(&v.now);
    covered_free(&v.before);
    vec_free(&v.places);
    vec_free(&v.idle);
}

// ---- All of them ----

void suite_shrink(struct suite *s, const struct run_limits *limits) {
    // Runs and steps bound it the same way each time; the clock is for what takes much longer than steps say.
    // (A run that never ends takes some ten thousand.)
    enum { RUNS_MAX = 2000, STEPS_MAX = 400000, STEPS_ENDLESS = 10000000 };
    const double least = 0.6, most = 3,
                 bound = s->seconds > 0 ? 2 * s->seconds : most; // a tenth of the search
    const double seconds_of_all = bound < least ? least : bound > most ? most : bound;
    const double seconds = seconds_of_all / 2;
    const double end = clock_thread() + seconds_of_all;
    struct run_limits l = *limits;
    if (!s->unit->shrinks || s->keeps_paths) return;
    if (l.steps > STEPS_MAX) l.steps = STEPS_MAX;
    struct shrinking h = {.suite = s, .runner = s->unit->language->runner_new(s->unit, &l)};
    for (uint32_t i = 0, n_found = s->cases.n; i < n_found; i++) {
        struct test_case *c = s->cases.at[i];
        if (!suite_is_finding(c) || stop_is_set(limits->stop)) continue;
        const double now = clock_thread();
        if (now >= end) break;
        uint32_t n = c->input.n;
        struct binding *bindings = mem_alloc((n + 1) * sizeof *bindings);
        if (n) memcpy(bindings, c->bindings, n * sizeof *bindings);
        const struct shrinker how = {.unit = s->unit,
                                     .runner = h.runner,
                                     .limits = {RUNS_MAX, c->endless ? STEPS_ENDLESS : STEPS_MAX,
                                                now + seconds < end ? now + seconds : end},
                                     .on_run = on_shrink_run,
                                     .context = &h};
        struct orders *o = c->kept.tasks ? orders_following(&c->kept, ORDERS_EVENTS_MOST) : NULL;
        if (o) s->unit->language->ordering->follow(h.runner, o);
        if (shrink(&how, bindings, n, c->key, c->rank))
            replace_case(&h, i, &(struct model){n, bindings, s->unit->variables});
        if (o) s->unit->language->ordering->follow(h.runner, NULL);
        if (o) orders_free(o);
        mem_free(bindings);
    }
    const double quarter = clock_thread() + seconds_of_all / 4;
    bool elsewhere = s->n_places > 0; // places to be reached need not be of code that tests are for
    if (!elsewhere) shrink_covering(s, h.runner, quarter < end ? quarter : end);
    s->unit->language->runner_free(h.runner);
    join_equal_calls(s);
    suite_order(s, limits);
    join_orders(s);
    if (s->unit->seeks_ends && s->unfinished.n) shrink_unfinished(s, limits);
}
