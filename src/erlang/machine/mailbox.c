// SPDX-License-Identifier: Apache-2.0
// Receive, as the compiler lowers it: peek at the next message, remove it or go on to the next, wait.
#include "erlang/machine/decide.h"
#include "erlang/machine/observe.h"
#include "erlang/machine/schedule.h"
#include "erlang/term/atoms.h"

static struct mailbox *own(struct process *p) {
    struct tasks *ts = p->tasks;
    return ts ? &task_running(ts)->mailbox : NULL;
}

bool mailbox_peek(struct process *p, const uint32_t *pc, term *message) {
    struct mailbox *m = own(p);
    if (!m) return false;
    m->told = false;
    if (!m->peeked) schedule_touch_mail(p->tasks, task_running(p->tasks));
    m->peeked = pc;
    if (m->seen >= m->messages.n) return false;
    *message = m->messages.at[m->seen].message;
    return true;
}

static void take_out(struct mailbox *m, uint32_t place) {
    if (place == m->first) {
        m->first++;
    } else {
        for (uint32_t i = place; i + 1 < m->messages.n; i++) m->messages.at[i] = m->messages.at[i + 1];
        m->messages.n--;
    }
    if (m->first == m->messages.n) m->first = m->messages.n = 0;
}

static void begin_anew(struct task *t) {
    t->mailbox.seen = t->mailbox.first;
    t->mailbox.peeked = NULL;
    t->mailbox.own = NO_EVENT;
    t->timed = t->late = t->waits = false;
}

void mailbox_remove(struct interp *ip) {
    struct tasks *ts = ip->process.tasks;
    struct task *t = task_running(ts);
    uint32_t event = t->mailbox.messages.at[t->mailbox.seen].event;
    observe_receive(ip, false);
    if (ts->orders && event != NO_EVENT) orders_learns(ts->orders, t->id, event);
    take_out(&t->mailbox, t->mailbox.seen);
    begin_anew(t);
}

void mailbox_next(struct process *p) {
    own(p)->seen++;
}

bool mailbox_flush(struct task *t, term ref) {
    struct mailbox *m = &t->mailbox;
    for (uint32_t i = m->first; i < m->messages.n; i++) {
        term message = m->messages.at[i].message;
        if (!term_is_tuple(message) || term_tuple(message)->n != 5 || term_tuple(message)->at[1] != ref)
            continue;
        take_out(m, i);
        m->seen = m->first;
        return true;
    }
    return false;
}

// How long a receive waits, of what is behind `after`. False: timeout_value.
static bool read_timeout(struct interp *ip, term timeout, bool *for_ever, uint64_t *milliseconds) {
    static const int64_t most = 0xFFFFFFFF; // the reference manual, "Receive"
    struct tasks *ts = tasks_of(ip);
    *for_ever = false;
    if (decide_kind(ip, timeout, KIND_BIT(KIND_ATOM))) {
        *for_ever = decide_equal(ip, timeout, term_atom(symbol_of("infinity")));
        return *for_ever;
    }
    if (!decide_kind(ip, timeout, KIND_BIT(KIND_INT))) return false;
    if (decide_less(ip, timeout, term_small(0)) || decide_less(ip, term_small(most), timeout)) return false;
    bool vague = term_is_sym(timeout) && !decide_equal(ip, timeout, term_small(0));
    // Among several, short ones give up in any order.
    if (vague && tasks_several(ts)) vague = !decide_less(ip, timeout, term_small(PATIENT));
    ts->vague_time |= vague;
    term plain = term_is_sym(timeout) ? term_symbolic(timeout)->concrete : timeout;
    *milliseconds = (uint64_t)term_small_value(plain);
    return true;
}

bool mailbox_may_remove(struct interp *ip, term timeout) {
    struct tasks *ts = ip->process.tasks;
    struct task *t = task_running(ts);
    bool for_ever = true;
    uint64_t milliseconds = 0;
    if (!tasks_several(ts)) return true;
    if (!read_timeout(ip, timeout, &for_ever, &milliseconds) || for_ever || milliseconds >= PATIENT)
        return true;
    if (!schedule_turn(&ip->process, "receive")) return false;
    schedule_touch_mail(ts, t);
    t->mailbox.own = ts->in_event ? ts->events.n - 1 : NO_EVENT;
    return true;
}

enum waiting mailbox_wait(struct interp *ip, term timeout) {
    struct tasks *ts = tasks_of(ip);
    struct task *t = task_running(ts);
    bool for_ever;
    uint64_t milliseconds = 0;
    if (t->mailbox.seen < t->mailbox.messages.n && !t->mailbox.told) {
        t->mailbox.told = true;
        return WAIT_MESSAGE;
    }
    t->mailbox.seen = t->mailbox.messages.n;
    if (!t->late && !t->timed) {
        if (!read_timeout(ip, timeout, &for_ever, &milliseconds)) {
            raise_error(&ip->process, term_atom(symbol_of("timeout_value")));
            return WAIT_RAISE;
        }
        t->timed = !for_ever;
        t->until = ts->now + milliseconds;
        t->timed_as = ts->timers_set++;
        t->brief = !for_ever && milliseconds < PATIENT;
        t->late = !for_ever && milliseconds == 0 && !tasks_several(ts);
    }
    if (!t->late && t->timed && t->brief && tasks_several(ts)) {
        if (!schedule_turn(&ip->process, "timeout")) {
            t->waits = true;
            return WAIT_TURN;
        }
        schedule_touch_mail(ts, t);
        t->mailbox.own = ts->in_event ? ts->events.n - 1 : NO_EVENT;
        observe_receive(ip, true);
        if (t->until > ts->now) ts->now = t->until;
        t->late = true;
    }
    if (!t->late) return WAIT_LONGER;
    begin_anew(t);
    return WAIT_OVER;
}
