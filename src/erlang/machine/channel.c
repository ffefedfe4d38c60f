// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/channel.h"

#include <string.h>

#include "erlang/machine/schedule.h"

const char *signal_name(const struct signal *s) {
    static const char *const names[] = {
#define X(name, what) what,
        SIGNALS(X)
#undef X
    };
    return names[s->kind];
}

void channels_free(struct tasks *ts) {
    for (uint32_t i = 0; i < ts->channels.n; i++) vec_free(&ts->channels.at[i].signals);
    vec_free(&ts->channels);
}

static void arrives(struct interp *ip, uint32_t from, uint32_t to, const struct signal *s) {
    struct tasks *ts = ip->process.tasks;
    struct task *t = ts->all.at[to];
    switch (s->kind) {
    case SIGNAL_MESSAGE:
    case SIGNAL_TIMEOUT: task_deliver(ts, t, s->a); break;
    case SIGNAL_ALIAS: task_deliver_alias(ts, s->a, s->b); break;
    case SIGNAL_EXIT: task_exit_signal(ip, t, s->a, s->b, false); break;
    case SIGNAL_LINK_END: task_link_end(ip, t, ts->all.at[from], s->a, s->b); break;
    case SIGNAL_DOWN: task_down(ip, t, s->a, s->b); break;
    case SIGNAL_LINK: task_link_asked(ip, t, ts->all.at[from]); break;
    case SIGNAL_MONITOR: task_monitor_asked(ip, t, s->a); break;
    }
}

// ---- Lost ----

static bool names_process(const struct tasks *ts, const char *name, size_t n, uint32_t task) {
    struct str path = {0};
    if ((n == 1 && *name == '*') || task == NOBODY) return true;
    task_path(ts, task, &path);
    bool same = strlen(str_text(&path)) == n && !memcmp(str_text(&path), name, n);
    str_free(&path);
    return same;
}

bool channel_may_lose(const struct tasks *ts, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; ts->lossy && i < ts->lossy->n && from != to; i++) {
        const char *pair = ts->lossy->at[i];
        size_t n = strcspn(pair, ":");
        if (names_process(ts, pair, n, from) && names_process(ts, pair + n + 1, strlen(pair + n + 1), to))
            return true;
    }
    return false;
}

// ---- Under way ----

static struct channel *find(const struct tasks *ts, enum channel_source source, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < ts->channels.n; i++) {
        struct channel *c = &ts->channels.at[i];
        if (c->source == source && c->from == from && c->to == to) return c;
    }
    return NULL;
}

// Its name in every order: by whom it is sent, and the pid of who gets it.
static uint32_t name(const struct tasks *ts, const struct channel *c) {
    enum { OF_UNIT = 1 << 30, OF_NOBODY };
    const struct task *from = ts->all.at[c->from];
    uint32_t nth = c->to ? (uint32_t)term_imm_payload(ts->all.at[c->to]->pid) : OF_UNIT;
    if (c->source == FROM_NOBODY) nth = OF_NOBODY;
    return orders_name(ts->orders, c->source == FROM_TIMERS ? from->timers_id : from->id, nth);
}

void channel_send(struct interp *ip, enum channel_source source, uint32_t from, uint32_t to,
                  struct signal s) {
    struct tasks *ts = ip->process.tasks;
    bool message = s.kind == SIGNAL_MESSAGE || s.kind == SIGNAL_ALIAS;
    if (ts->loses && message && source == FROM_PROCESS && channel_may_lose(ts, from, to)) return;
    if (!ts->delayed || (from == to && source == FROM_PROCESS)) {
        arrives(ip, from, to, &s);
        return;
    }
    struct channel *c = find(ts, source, from, to);
    if (!c) {
        struct channel fresh = {.source = source, .from = from, .to = to, .arrived = NO_EVENT};
        fresh.id = name(ts, &fresh);
        vec_push(&ts->channels, fresh);
        c = &vec_last(&ts->channels);
    }
    s.event = ts->in_event ? ts->events.n - 1 : NO_EVENT;
    s.number = ts->signals_sent++;
    if (ts->in_event && (s.kind == SIGNAL_MESSAGE || s.kind == SIGNAL_ALIAS))
        vec_push(&ts->sent, ((struct sent){s.event, to, s.kind == SIGNAL_MESSAGE ? s.a : s.b}));
    vec_push(&c->signals, s);
}

bool channel_is_busy(const struct tasks *ts, uint32_t from, uint32_t to, uint32_t *arrived) {
    const struct channel *c = find(ts, FROM_PROCESS, from, to);
    *arrived = c ? c->arrived : NO_EVENT;
    return c && channel_next(c);
}

uint32_t channel_ready(struct tasks *ts, struct channel *c) {
    const struct signal *s = channel_next(c);
    if (!c->told && s->event != NO_EVENT) orders_learns(ts->orders, c->id, s->event);
    c->told = true;
    return c->id;
}

void channel_arrive(struct interp *ip, uint32_t place) {
    struct tasks *ts = ip->process.tasks;
    struct channel *c = &ts->channels.at[place];
    const struct signal s = c->signals.at[c->first++];
    const uint32_t running = ts->running, from = c->from, to = c->to;
    if (c->first == c->signals.n) c->first = c->signals.n = 0;
    c->told = false;
    c->arrived = ts->events.n - 1;
    ts->running = NOBODY;
    arrives(ip, from, to, &s); // which may send
    ts->running = running;
}
