// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/observe.h"

#include <string.h>

uint32_t observe_delivery(struct tasks *ts, const struct task *to, term message) {
    if (!ts->orders || !ts->in_event) return 0;
    vec_push(&ts->deliveries, ((struct delivery){to->number, ts->events.n - 1, 0, message}));
    return ts->deliveries.n;
}

static struct receipt *new_receipt(struct tasks *ts) {
    uint32_t observer =
        ts->orders && ts->in_event ? orders_observer(ts->orders, task_running(ts)->id) : ORDERS_NOBODY;
    if (observer == ORDERS_NOBODY) return NULL;
    vec_push(&ts->receipts, ((struct receipt){.observer = observer, .own = NO_EVENT}));
    return &vec_last(&ts->receipts);
}

// What was bound when the receive began is still in the frame; the rest is not looked at.
void observe_receive(struct interp *ip, bool late) {
    struct tasks *ts = ip->process.tasks;
    const struct mailbox *m = &task_running(ts)->mailbox;
    uint32_t delivery = late ? 0 : m->messages.at[m->seen].delivery;
    if (!tasks_several(ts) || !m->peeked || (!late && !delivery)) return;
    struct receipt *r = new_receipt(ts);
    if (!r) return;
    r->task = ts->running;
    r->first = delivery;
    r->own = m->own;
    r->f = ip->f;
    r->pc = m->peeked;
    r->slots = arena_alloc(&ip->heap, (ip->f->frame + 1) * sizeof *r->slots);
    memcpy(r->slots, ip->base, ip->f->frame * sizeof *r->slots);
    if (delivery) ts->deliveries.at[delivery - 1].taken = ts->receipts.n;
}

void observe_mailbox(struct tasks *ts, const struct task *t) {
    const struct mailbox *m = &t->mailbox;
    for (uint32_t i = m->first; i < m->messages.n; i++)
        for (uint32_t k = i + 1; k < m->messages.n; k++) {
            struct receipt *r = NULL;
            if (m->messages.at[i].delivery && m->messages.at[k].delivery) r = new_receipt(ts);
            if (!r) continue;
            r->first = m->messages.at[i].delivery;
            r->second = m->messages.at[k].delivery;
        }
}

typedef VEC(uint32_t) members;

static void add_member(const struct tasks *ts, members *m, uint32_t event) {
    for (uint32_t i = 0; i < m->n; i++)
        if (m->at[i] == event) return;
    if (!m->n || orders_unordered(ts->orders, m->at[0], event)) vec_push(m, event);
}

// The events of which the receive sees the first, that one before the others.
static void find_members(struct interp *ip, const struct tasks *ts, uint32_t receipt, members *m) {
    const struct receipt *r = &ts->receipts.at[receipt];
    vec_clear(m);
    if (r->first) add_member(ts, m, ts->deliveries.at[r->first - 1].event);
    if (r->second) add_member(ts, m, ts->deliveries.at[r->second - 1].event);
    if (!r->f) return;
    if (r->own != NO_EVENT) add_member(ts, m, r->own);
    for (uint32_t i = r->first; i < ts->deliveries.n; i++) {
        const struct delivery *d = &ts->deliveries.at[i];
        if (d->task != r->task || (d->taken && d->taken <= receipt)) continue;
        if (d->event <= m->at[0] || !orders_unordered(ts->orders, m->at[0], d->event)) continue;
        const struct glance g = {.f = r->f, .pc = r->pc, .slots = r->slots, .message = d->message};
        if (interp_would_take(ip, g)) add_member(ts, m, d->event);
    }
}

void observe_tell(struct interp *ip, struct tasks *ts) {
    members m = {0};
    for (uint32_t i = 0; i < ts->receipts.n; i++) {
        find_members(ip, ts, i, &m);
        orders_tells(ts->orders, ts->receipts.at[i].observer, m.at, m.n);
    }
    vec_free(&m);
}

void observe_free(struct tasks *ts) {
    vec_free(&ts->deliveries);
    vec_free(&ts->receipts);
}
