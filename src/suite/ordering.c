// SPDX-License-Identifier: Apache-2.0
// How a failure of several tasks depends on the order of their events: whether it comes in every order; else
// an order in which it does, with as few preemptions as can be found and no event behind the failure. A call
// that waits for ever in some orders and comes to an end in others is a deadlock.
#include <string.h>

#include "base/clock.h"
#include "explore/schedule/orders.h"
#include "suite/suite_inner.h"

enum { ORDERS_MOST = 5000, SHORTER_MOST = 300 };

struct ordering {
    struct suite *suite;
    struct runner *runner;
    double end;
};

struct seen_orders {
    uint64_t all, same, ended; // runs; that do as the case does; that came to an end
    bool finished;             // there are no other orders
    bool natural;              // the order that tasks take by themselves does as the case
    uint32_t preemptions;      // of the best
    struct order best;
};

static struct outcome run(struct ordering *h, const struct test_case *c, struct orders *o) {
    const struct language *l = h->suite->unit->language;
    struct outcome out = {0};
    l->ordering->follow(h->runner, o);
    l->run(h->runner, &c->input, NULL, &out);
    return out;
}

static bool does_the_same(const struct test_case *c, const struct outcome *o) {
    return o->kind == c->kind && (c->kind == OUTCOME_RAISE ? o->key == c->key : o->limit == c->limit);
}

// Other orders have nothing more to say: the failure does not come in each, and needs no preemption. Whether
// what waits for ever does so in each, only one that comes to an end can say.
static bool is_known(const struct seen_orders *s, const struct test_case *c) {
    bool differs = c->limit == LIMIT_WAIT ? s->ended > 0 : s->same < s->all;
    return differs && s->same && !s->preemptions;
}

static struct seen_orders look_at_all(struct ordering *h, const struct test_case *c) {
    struct seen_orders s = {0};
    struct orders *o = orders_new(REDUCTION_OPTIMAL, ORDERS_EVENTS_MOST);
    do {
        struct outcome out = run(h, c, o);
        if (out.kind == OUTCOME_DISCARDED && out.known) continue; // what is left of it was tried
        bool same = does_the_same(c, &out);
        s.natural |= same && !s.all;
        s.all++;
        s.same += same;
        s.ended += out.kind == OUTCOME_RETURN || out.kind == OUTCOME_RAISE;
        if (!same || (s.best.tasks && orders_preemptions(o) >= s.preemptions)) continue;
        order_free(&s.best);
        s.best = h->suite->unit->language->ordering->order(h->runner);
        s.preemptions = orders_preemptions(o);
    } while (!is_known(&s, c) && !(s.finished = !orders_advance(o)) && s.all < ORDERS_MOST &&
             clock_now() < h->end);
    s.finished &= !orders_was_cut(o) && !orders_astray(o);
    orders_free(o);
    return s;
}

// Whether the case does the same in this order; *as_run: what then happened, *preemptions: of it.
static bool try_order(struct ordering *h, const struct test_case *c, const struct order *order,
                      struct order *as_run, uint32_t *preemptions) {
    struct orders *o = orders_following(order, ORDERS_EVENTS_MOST);
    struct outcome out = run(h, c, o);
    bool same = does_the_same(c, &out);
    if (same) *as_run = h->suite->unit->language->ordering->order(h->runner);
    if (same) *preemptions = orders_preemptions(o);
    orders_free(o);
    return same;
}

static void move(uint32_t *tasks, uint32_t from, uint32_t to) { // to the front
    uint32_t task = tasks[from];
    for (uint32_t i = from; i > to; i--) tasks[i] = tasks[i - 1];
    tasks[to] = task;
}

// Lets a task go on where it lost its turn, by its next event, as long as that makes preemptions fewer.
static void fewer_preemptions(struct ordering *h, const struct test_case *c, struct seen_orders *s) {
    uint32_t tries = 0;
    for (uint32_t i = 1; i < s->best.n && s->preemptions; i++) {
        uint32_t task = s->best.tasks[i - 1], next = i;
        while (next < s->best.n && s->best.tasks[next] != task) next++;
        if (next == i || next == s->best.n) continue;
        if (tries++ == SHORTER_MOST || clock_now() >= h->end) return;
        struct order other = order_copy(&s->best), as_run;
        uint32_t preemptions;
        move(other.tasks, next, i);
        if (try_order(h, c, &other, &as_run, &preemptions)) {
            if (preemptions < s->preemptions) {
                order_free(&s->best);
                s->best = as_run;
                s->preemptions = preemptions;
                i = 0; // once more
            } else {
                order_free(&as_run);
            }
        }
        order_free(&other);
    }
}

// Fills the case's events in words from a last run.
static void tell_events(struct ordering *h, struct test_case *c, const struct order *order) {
    struct orders *o = orders_following(order, ORDERS_EVENTS_MOST);
    struct outcome out = run(h, c, o);
    if (does_the_same(c, &out)) c->n_order = h->suite->unit->language->ordering->events(h->runner, &c->order);
    orders_free(o);
}

// Looks first at orders in which all that is sent arrives at once, if the unit has others: one of these says
// more, and can be forced on any machine. The runner goes on like that if there is one; deliver_late ends it.
static void prefer_at_once(struct ordering *h, struct test_case *c, struct seen_orders *s) {
    const struct unit *u = h->suite->unit;
    if (!u->delivery || strcmp(u->delivery, "delayed") || !u->language->ordering->at_once) return;
    u->language->ordering->at_once(h->runner, true);
    struct seen_orders at_once = look_at_all(h, c);
    c->late_only = at_once.finished && !at_once.same;
    if (at_once.same) {
        order_free(&s->best);
        s->best = at_once.best;
        s->preemptions = at_once.preemptions;
    } else {
        u->language->ordering->at_once(h->runner, false);
        order_free(&at_once.best);
    }
}

static void deliver_late(struct ordering *h) {
    const struct language_ordering *o = h->suite->unit->language->ordering;
    if (o->at_once) o->at_once(h->runner, false);
}

static void order_case(struct ordering *h, struct test_case *c) {
    struct seen_orders s = look_at_all(h, c);
    c->every_order = s.finished && s.same == s.all;
    c->rank = !s.natural && !c->every_order;
    if (s.best.tasks && !c->every_order) {
        prefer_at_once(h, c, &s);
        fewer_preemptions(h, c, &s);
        tell_events(h, c, &s.best);
        deliver_late(h);
    }
    order_free(&s.best);
}

static void to_deadlock(struct suite *s, struct test_case *c) {
    c->kind = OUTCOME_RAISE;
    c->limit = LIMIT_NONE;
    c->outcome.kind = mem_strdup("deadlock");
    vec_push(&s->cases, c);
}

// Of calls that wait for ever: those that would come to an end in another order.
static void find_deadlocks(struct ordering *h) {
    struct suite *s = h->suite;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->unfinished.n; i++) {
        struct test_case *c = s->unfinished.at[i];
        bool waits = c->kind == OUTCOME_LIMIT && c->limit == LIMIT_WAIT && c->processes;
        struct seen_orders seen = {0};
        if (waits && clock_now() < h->end) seen = look_at_all(h, c);
        if (seen.same && seen.ended) {
            prefer_at_once(h, c, &seen);
            if (!seen.natural) fewer_preemptions(h, c, &seen);
            tell_events(h, c, &seen.best); // the VM sees it only when all have come to their end
            deliver_late(h);
            c->rank = !seen.natural;
            to_deadlock(s, c);
        } else {
            s->unfinished.at[kept++] = c;
        }
        order_free(&seen.best);
    }
    s->unfinished.n = kept;
}

static bool depends_on_order(const struct suite *s) {
    for (uint32_t i = 0; i < s->cases.n; i++)
        if (suite_is_finding(s->cases.at[i]) && s->cases.at[i]->n_order) return true;
    return false;
}

// What returns where something fails in another order gets an order as well: else its test would fail now and
// then. Without one that was kept, it is the order that tasks take by themselves.
static void order_returns(struct ordering *h, const struct stop *stop) {
    for (uint32_t i = 0; i < h->suite->cases.n; i++) {
        struct test_case *c = h->suite->cases.at[i];
        if (c->kind != OUTCOME_RETURN || !c->processes) continue;
        if (stop_is_set(stop) || clock_now() >= h->end) return;
        tell_events(h, c, &c->kept);
    }
}

void suite_order(struct suite *s, const struct run_limits *limits) {
    const double seconds_each = 1.0, seconds_of_all = 4.0;
    const double end = clock_now() + seconds_of_all;
    if (!s->unit->language->ordering) return;
    struct ordering h = {.suite = s};
    for (uint32_t i = 0; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i];
        if (!suite_is_finding(c) || !c->processes || c->endless || stop_is_set(limits->stop)) continue;
        if (clock_now() >= end) break;
        if (!h.runner) h.runner = s->unit->language->runner_new(s->unit, limits);
        h.end = clock_now() + seconds_each;
        order_case(&h, c);
    }
    bool waits = false;
    for (uint32_t i = 0; i < s->unfinished.n; i++)
        waits |= s->unfinished.at[i]->limit == LIMIT_WAIT && s->unfinished.at[i]->processes;
    if (waits && !h.runner) h.runner = s->unit->language->runner_new(s->unit, limits);
    h.end = clock_now() + seconds_each;
    if (waits) find_deadlocks(&h);
    h.end = clock_now() + seconds_each;
    if (h.runner && depends_on_order(s)) order_returns(&h, limits->stop);
    if (h.runner) s->unit->language->runner_free(h.runner);
}
