// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/schedule.h"

#include "erlang/machine/decide.h"

void schedule_ready(struct tasks *ts, struct task *t) {
    vec_push(&ts->ready, t->number);
}

bool schedule_others(const struct tasks *ts) {
    return ts->first_ready < ts->ready.n;
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
    struct task *to = NULL;
    if (term_is_atom(t.to)) {
        for (uint32_t i = 0; i < ts->names.n; i++)
            if (decide_equal(ip, ts->names.at[i].name, t.to)) to = ts->all.at[ts->names.at[i].task];
    } else {
        to = task_of_pid(ts, t.to);
    }
    if (to) task_deliver(ts, to, t.message);
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
    if (waits) {
        waits->late = true;
        waits->state = TASK_READY;
        schedule_ready(ts, waits);
    } else {
        fire(ip, timer - 1);
    }
    return true;
}

struct task *schedule_next(struct interp *ip) {
    struct tasks *ts = ip->process.tasks;
    for (;;) {
        while (ts->first_ready < ts->ready.n) {
            struct task *t = ts->all.at[ts->ready.at[ts->first_ready++]];
            if (t->state != TASK_ENDED) return t;
        }
        ts->first_ready = ts->ready.n = 0;
        if (!pass_time(ip)) return NULL;
    }
}
