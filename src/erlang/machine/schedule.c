// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/schedule.h"

#include "erlang/machine/channel.h"
#include "erlang/machine/decide.h"
#include "erlang/term/phash.h"

void schedule_ready(struct tasks *ts, struct task *t) {
    vec_push(&ts->ready, t->number);
}

bool schedule_others(const struct tasks *ts) {
    return ts->first_ready < ts->ready.n;
}

void schedule_ask(struct tasks *ts, struct task *t, const char *what) {
    if (t->state != TASK_ASKS) vec_push(&ts->asking, t->number);
    t->asks = what;
    t->granted = false;
    t->state = TASK_ASKS;
}

bool schedule_turn(struct process *p, const char *what) {
    struct tasks *ts = p->tasks;
    struct task *t = ts && tasks_several(ts) ? task_running(ts) : NULL;
    if (t && t->granted) {
        t->granted = false;
        return true;
    }
    if (!t) {
        p->operations++;
        return true;
    }
    t->asks = what;
    t->waits = false;
    t->awaits = 0;
    t->may_lose = false;
    p->yields = true;
    return false;
}

bool schedule_turn_after(struct process *p, const char *what, term pid) {
    if (schedule_turn(p, what)) return true;
    const struct task *to = p->tasks->delayed ? task_of_pid_ever(p->tasks, pid) : NULL;
    if (to) task_running(p->tasks)->awaits = to->number + 1;
    return false;
}

bool schedule_turn_to_send(struct process *p, term to) {
    if (schedule_turn(p, "send")) return true;
    struct tasks *ts = p->tasks;
    const struct task *receiver = task_of_pid_ever(ts, to);
    task_running(ts)->may_lose = channel_may_lose(ts, ts->running, receiver ? receiver->number : NOBODY);
    return false;
}

void schedule_sent(struct process *p) {
    struct tasks *ts = p->tasks;
    if (!ts || !ts->loses) return;
    ts->loses = false; // what the process does next comes after that, whosever event it was
    orders_learns(ts->orders, task_running(ts)->id, ts->events.n - 1);
}

// Of one that may lose what it sends: the event in which it does.
static uint32_t loss_of(struct tasks *ts, struct task *t) {
    enum { LOSS = 3 << 29 };
    return t->loss_id = orders_task(ts->orders, t->id, (uint32_t)LOSS);
}

void schedule_stops(struct tasks *ts, struct task *t) {
    if (!ts->orders || t->state != TASK_ASKS || schedule_is_held(ts, t)) return;
    orders_stops(ts->orders, t->id);
    if (t->may_lose) orders_stops(ts->orders, t->loss_id);
}

bool schedule_is_held(const struct tasks *ts, const struct task *t) {
    uint32_t arrived;
    return t->awaits && channel_is_busy(ts, t->number, t->awaits - 1, &arrived);
}

void schedule_rename(struct tasks *ts, const char *what) {
    if (ts->events.n) vec_last(&ts->events).what = what;
}

// ---- What is touched ----

static void touch(struct tasks *ts, const struct access *a) {
    if (ts && ts->orders && ts->in_event) ts->stray |= !orders_touch(ts->orders, a);
}

void schedule_touch(struct tasks *ts, uint64_t domain, uint64_t key, bool writes) {
    touch(ts, &(struct access){.domain = domain, .key = key, .writes = writes});
}

void schedule_touch_value(struct tasks *ts, uint64_t domain, uint64_t key, uint64_t value) {
    touch(ts, &(struct access){.domain = domain, .key = key, .writes = true, .value = value});
}

void schedule_touch_all(struct tasks *ts, uint64_t domain, bool writes) {
    touch(ts, &(struct access){.domain = domain, .whole = true, .writes = writes});
}

void schedule_touch_term(struct tasks *ts, uint64_t domain, term key, bool writes) {
    if (!ts || !ts->orders) return;
    if (term_shadowed(key) || term_is_sym(key))
        schedule_touch_all(ts, domain, writes);
    else
        schedule_touch(ts, domain, phash_map(key, 0), writes);
}

void schedule_touch_task(struct tasks *ts, enum shared domain, const struct task *t, bool writes) {
    schedule_touch(ts, domain, t->id, writes);
}

void schedule_touch_mail(struct tasks *ts, const struct task *t) {
    touch(ts, &(struct access){.domain = SHARED_MAILBOX, .key = t->id, .writes = true, .soft = true});
}

// ---- Time ----

static bool comes_before(const struct timer *a, const struct timer *b) {
    return a->at != b->at ? a->at < b->at : a->number < b->number;
}

// Whether it is the next of its process.
static bool is_next_timer(const struct tasks *ts, const struct timer *t) {
    for (uint32_t i = 0; i < ts->timers.n; i++)
        if (ts->timers.at[i].owner == t->owner && comes_before(&ts->timers.at[i], t)) return false;
    return true;
}

struct timer_state schedule_timers(const struct tasks *ts, uint32_t owner) {
    for (uint32_t i = 0; i < ts->timers.n; i++)
        if (ts->timers.at[i].owner == owner && is_next_timer(ts, &ts->timers.at[i]))
            return (struct timer_state){true, ts->timers.at[i].number};
    return (struct timer_state){0};
}

void schedule_timers_changed(struct tasks *ts, uint32_t owner, struct timer_state before, bool started) {
    struct task *t = ts->all.at[owner];
    struct timer_state now = schedule_timers(ts, owner);
    if (!ts->orders) return;
    bool stops = before.any && (!now.any || now.first != before.first) && ts->in_event;
    if (stops) orders_stops(ts->orders, t->timers_id);
    if (started) t->timers_id = orders_task(ts->orders, t->id, 0);
}

static bool is_patient(const struct timer *t) {
    return t->at - t->set_at >= PATIENT;
}

// The earliest of what is to come: a timer, or the end of somebody's wait. Of two at the same time, the one
// that was set first. *timer: its place + 1; 0: it is none.
static bool earliest(const struct tasks *ts, uint64_t *at, uint32_t *timer, struct task **waits,
                     uint32_t *count) {
    uint64_t number = UINT64_MAX;
    *at = UINT64_MAX;
    *timer = 0;
    *waits = NULL;
    *count = 0;
    for (uint32_t i = 0; i < ts->timers.n; i++) {
        const struct timer *t = &ts->timers.at[i];
        ++*count;
        if (t->at > *at || (t->at == *at && t->number > number)) continue;
        *at = t->at;
        number = t->number;
        *timer = i + 1;
    }
    for (uint32_t i = 0; i < ts->all.n; i++) {
        struct task *t = ts->all.at[i];
        if (t->state != TASK_WAITING || !t->timed) continue;
        ++*count;
        if (t->until > *at || (t->until == *at && t->timed_as > number)) continue;
        *at = t->until;
        number = t->timed_as;
        *timer = 0;
        *waits = t;
    }
    return *count > 0;
}

static void fire(struct interp *ip, uint32_t place) {
    struct tasks *ts = ip->process.tasks;
    struct timer t = ts->timers.at[place];
    for (uint32_t i = place; i + 1 < ts->timers.n; i++) ts->timers.at[i] = ts->timers.at[i + 1];
    ts->timers.n--;
    if (t.at > ts->now) ts->now = t.at;
    schedule_touch_task(ts, SHARED_TIMERS, ts->all.at[t.owner], true);
    struct task *to = NULL;
    if (term_is_atom(t.to)) {
        schedule_touch_term(ts, SHARED_NAME, t.to, false);
        for (uint32_t i = 0; i < ts->names.n; i++)
            if (decide_equal(ip, ts->names.at[i].name, t.to)) to = ts->all.at[ts->names.at[i].task];
    } else {
        to = task_of_pid_ever(ts, t.to);
    }
    if (to)
        channel_send(ip, FROM_TIMERS, t.owner, to->number,
                     (struct signal){.kind = SIGNAL_TIMEOUT, .a = t.message});
}

// ---- Events ----

static void begin_event(struct tasks *ts, uint32_t task, const char *what) {
    const struct task *t = ts->all.at[task];
    struct event_place e = {.task = task, .what = what, .number = t->operations, .from = NOBODY};
    if (t->f) e.at = (struct code_at){t->f, t->pc};
    e.caller = task_caller(t);
    vec_push(&ts->events, e);
    ts->in_event = true;
}

static void begin_arrival(struct tasks *ts, const struct channel *c) {
    vec_push(&ts->events,
             ((struct event_place){.task = c->to, .from = c->from, .what = signal_name(channel_next(c))}));
    ts->in_event = true;
}

// Lets the time come at which something happens. False: nothing will.
static bool pass_time(struct interp *ip) {
    struct tasks *ts = ip->process.tasks;
    uint64_t at;
    uint32_t timer, count;
    struct task *waits;
    if (!earliest(ts, &at, &timer, &waits, &count) || at > ts->latest) return false;
    if (count > 1 && ts->vague_time) decide_note_loss(ip, "which of several times is the earliest");
    if (at > ts->now) ts->now = at;
    if (tasks_several(ts)) {
        uint32_t task = waits ? waits->number : ts->timers.at[timer - 1].owner;
        if (ts->orders && !orders_all_wait(ts->orders, waits ? waits->id : ts->all.at[task]->timers_id)) {
            ts->halt = HALT_CUT;
            return false;
        }
        begin_event(ts, task, waits ? "time" : "fires");
    }
    if (waits) {
        waits->late = true;
        waits->state = TASK_READY;
        schedule_ready(ts, waits);
    } else {
        fire(ip, timer - 1);
    }
    return true;
}

// ---- Choices ----

struct choice {
    uint32_t id;             // for the orders
    uint32_t task;           // number
    uint32_t timer, channel; // the place + 1; 0: it is none, but the task itself
    bool loses;              // what the task sends vanishes
    enum turn_kind kind;
    uint64_t due;  // 0: now; else the time that must pass, if nothing else happens
    uint64_t sent; // of a channel: the number of the signal
};
typedef VEC(struct choice) choices;

// After the unit's call time does not go on for ever.
static bool may_go(const struct tasks *ts, const struct task *t) {
    return !t->waits || t->until <= ts->latest;
}

// What a process has waited for until all of its signals arrived comes after that.
static void learn_of_arrival(struct tasks *ts, const struct task *t) {
    uint32_t arrived;
    if (t->awaits && !channel_is_busy(ts, t->number, t->awaits - 1, &arrived) && arrived != NO_EVENT)
        orders_learns(ts->orders, t->id, arrived);
}

static void collect(struct tasks *ts, choices *out) {
    for (uint32_t i = 0; i < ts->channels.n; i++) {
        struct channel *c = &ts->channels.at[i];
        if (channel_next(c))
            vec_push(out, ((struct choice){.id = channel_ready(ts, c),
                                           .task = c->to,
                                           .channel = i + 1,
                                           .kind = TURN_COMES,
                                           .sent = channel_next(c)->number}));
    }
    for (uint32_t i = ts->first_asking; i < ts->asking.n; i++) {
        struct task *t = ts->all.at[ts->asking.at[i]];
        if (!may_go(ts, t) || schedule_is_held(ts, t)) continue;
        learn_of_arrival(ts, t);
        uint64_t due = t->waits && t->until > ts->now ? t->until : 0;
        vec_push(out,
                 ((struct choice){
                     .id = t->id, .task = t->number, .kind = t->waits ? TURN_WAITS : TURN_GOES, .due = due}));
        if (t->may_lose)
            vec_push(out, ((struct choice){
                              .id = loss_of(ts, t), .task = t->number, .loses = true, .kind = TURN_COMES}));
    }
    for (uint32_t i = 0; i < ts->timers.n; i++) {
        const struct timer *t = &ts->timers.at[i];
        if (is_patient(t) || t->at > ts->latest || !is_next_timer(ts, t)) continue;
        vec_push(out, ((struct choice){.id = ts->all.at[t->owner]->timers_id,
                                       .task = t->owner,
                                       .timer = i + 1,
                                       .kind = TURN_COMES,
                                       .due = t->at ? t->at : 1}));
    }
}

// Who goes where nothing is said: see schedule.h. One that has gone very often in a row lets another go.
static uint32_t preferred(const struct tasks *ts, const choices *c) {
    enum { IN_A_ROW = 100 };
    uint32_t first = c->n, best = 0;
    for (uint32_t i = 0; i < c->n; i++) // signals arrive at once
        if (c->at[i].channel && (!c->at[best].channel || c->at[i].sent < c->at[best].sent)) best = i;
    if (c->n && c->at[best].channel) return best;
    for (uint32_t i = 0; i < c->n; i++) {
        const struct choice *one = &c->at[i];
        if (one->loses) continue;
        if (!one->due) {
            if (one->task == ts->last && ts->in_a_row < IN_A_ROW) return i;
            if (first == c->n || c->at[first].task == ts->last) first = i;
        }
        if (one->due < c->at[best].due) best = i;
    }
    return first < c->n ? first : best;
}

void schedule_withdraw(struct tasks *ts, struct task *t) {
    uint32_t i = ts->first_asking;
    t->state = t->begun ? TASK_READY : TASK_NEW;
    while (ts->asking.at[i] != t->number) i++;
    if (i == ts->first_asking) {
        ts->first_asking++;
    } else {
        for (; i + 1 < ts->asking.n; i++) ts->asking.at[i] = ts->asking.at[i + 1];
        ts->asking.n--;
    }
    if (ts->first_asking == ts->asking.n) ts->first_asking = ts->asking.n = 0;
}

// The place of who goes; UINT32_MAX: nobody does (ts->halt).
static uint32_t choose(struct tasks *ts, const choices *c) {
    uint32_t place = preferred(ts, c);
    if (!ts->orders) return place;
    VEC(struct candidate) turns = {0};
    for (uint32_t i = 0; i < c->n; i++) vec_push(&turns, ((struct candidate){c->at[i].id, c->at[i].kind}));
    place = orders_next(ts->orders, turns.at, turns.n, place);
    vec_free(&turns);
    if (place < c->n) return place;
    ts->halt = place == ORDERS_BLOCKED ? HALT_BLOCKED : HALT_CUT;
    return UINT32_MAX;
}

// One event. *out: the process whose it is, unless a timer has fired. False: nobody can go, or may.
static bool go(struct interp *ip, struct task **out) {
    struct tasks *ts = ip->process.tasks;
    choices c = {0};
    collect(ts, &c);
    uint32_t place = c.n ? choose(ts, &c) : UINT32_MAX;
    bool any = c.n > 0;
    struct choice chosen = place < c.n ? c.at[place] : (struct choice){0};
    vec_free(&c);
    if (place == UINT32_MAX) return !any && pass_time(ip);
    if (chosen.channel) {
        begin_arrival(ts, &ts->channels.at[chosen.channel - 1]);
        channel_arrive(ip, chosen.channel - 1);
        return true;
    }
    if (chosen.timer) {
        begin_event(ts, chosen.task, "fires");
        fire(ip, chosen.timer - 1);
        return true;
    }
    struct task *t = ts->all.at[chosen.task];
    ts->in_a_row = chosen.task == ts->last ? ts->in_a_row + 1 : 0;
    ts->last = chosen.task;
    schedule_withdraw(ts, t);
    t->granted = true;
    t->operations++;
    begin_event(ts, chosen.task, chosen.loses ? "lost" : t->asks);
    schedule_touch_task(ts, SHARED_LIFE, t, false);
    ts->loses = chosen.loses;
    if (t->may_lose) {
        schedule_touch_task(ts, SHARED_SENT, t, true);
        orders_stops(ts->orders, chosen.loses ? t->id : t->loss_id);
    }
    t->may_lose = false;
    t->awaits = 0;
    *out = t;
    return true;
}

// The next of those that run by themselves.
static struct task *next_local(struct tasks *ts) {
    while (ts->first_ready < ts->ready.n) {
        struct task *t = ts->all.at[ts->ready.at[ts->first_ready++]];
        if (t->state == TASK_ENDED || t->state == TASK_ASKS) continue;
        if (t->end_reason == TERM_NONE || !tasks_several(ts)) return t;
        t->leaves = true;
        schedule_ask(ts, t, "end");
    }
    ts->first_ready = ts->ready.n = 0;
    return NULL;
}

struct task *schedule_next(struct interp *ip) {
    struct tasks *ts = ip->process.tasks;
    for (;;) {
        bool overdue = ts->overdue && ts->asking.n;
        ts->overdue = false;
        struct task *t = overdue ? NULL : next_local(ts);
        if (!t && !go(ip, &t)) return NULL;
        if (t) return t;
    }
}
