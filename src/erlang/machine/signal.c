// SPDX-License-Identifier: Apache-2.0
// What processes do to one another: messages, links, monitors, exit signals. Rules: the Erlang reference
// manual, "Processes"; the manual page of module erlang (OTP 25).
#include "erlang/machine/channel.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/observe.h"
#include "erlang/machine/schedule.h"
#include "erlang/machine/store.h"
#include "erlang/term/atoms.h"

static term word(const char *text) {
    return term_atom(symbol_of(text));
}

static term tuple_of(struct interp *ip, const term *items, uint32_t n) {
    return term_tuple_of(&ip->heap, items, n);
}

// ---- Messages ----

void task_deliver(struct tasks *ts, struct task *to, term message) {
    schedule_touch_mail(ts, to);
    uint32_t delivery = observe_delivery(ts, to, message);
    if (!task_alive(to)) return; // that it would have taken it is seen
    uint32_t event = ts->in_event ? ts->events.n - 1 : NO_EVENT;
    vec_push(&to->mailbox.messages, ((struct mail){message, event, delivery}));
    if (ts->in_event) vec_push(&ts->sent, ((struct sent){event, to->number, message}));
    if (to->state == TASK_ASKS && to->waits) { // it looks at the message first
        schedule_withdraw(ts, to);
    } else if (to->state != TASK_WAITING) {
        return;
    }
    to->state = TASK_READY;
    schedule_ready(ts, to);
}

// ---- Monitors and aliases ----

static void forget_monitor(struct tasks *ts, uint32_t place) {
    for (uint32_t i = place; i + 1 < ts->monitors.n; i++) ts->monitors.at[i] = ts->monitors.at[i + 1];
    ts->monitors.n--;
}

static void forget_alias(struct tasks *ts, uint32_t place) {
    for (uint32_t i = place; i + 1 < ts->aliases.n; i++) ts->aliases.at[i] = ts->aliases.at[i + 1];
    ts->aliases.n--;
}

bool task_demonitor(struct tasks *ts, uint32_t watcher, term ref) {
    schedule_touch_term(ts, SHARED_REFERENCE, ref, true);
    for (uint32_t i = 0; i < ts->aliases.n; i++)
        if (ts->aliases.at[i].ref == ref && ts->aliases.at[i].with_monitor) {
            forget_alias(ts, i);
            break;
        }
    for (uint32_t i = 0; i < ts->monitors.n; i++)
        if (ts->monitors.at[i].ref == ref && ts->monitors.at[i].watcher == watcher) {
            uint32_t target = ts->monitors.at[i].target; // NOBODY: that there is none is under way
            if (target != NOBODY) schedule_touch_task(ts, SHARED_PROCESS, ts->all.at[target], false);
            forget_monitor(ts, i);
            return true;
        }
    return false;
}

bool task_unalias(struct tasks *ts, uint32_t owner, term ref) {
    schedule_touch_term(ts, SHARED_REFERENCE, ref, true);
    for (uint32_t i = 0; i < ts->aliases.n; i++)
        if (ts->aliases.at[i].ref == ref && ts->aliases.at[i].owner == owner) {
            forget_alias(ts, i);
            return true;
        }
    return false;
}

static uint32_t find_monitor(const struct tasks *ts, term ref) { // the number of monitors: there is none
    uint32_t i = 0;
    while (i < ts->monitors.n && ts->monitors.at[i].ref != ref) i++;
    return i;
}

void task_down(struct interp *ip, struct task *watcher, term ref, term reason) {
    struct tasks *ts = ip->process.tasks;
    uint32_t place = find_monitor(ts, ref);
    schedule_touch_term(ts, SHARED_REFERENCE, ref, true);
    if (place == ts->monitors.n) return;
    const struct monitor m = ts->monitors.at[place];
    const term items[5] = {m.tag, ref, word("process"), m.object, reason};
    forget_monitor(ts, place);
    for (uint32_t i = 0; i < ts->aliases.n; i++)
        if (ts->aliases.at[i].ref == ref && ts->aliases.at[i].with_monitor) {
            forget_alias(ts, i);
            break;
        }
    task_deliver(ts, watcher, tuple_of(ip, items, 5));
}

void task_monitor_asked(struct interp *ip, struct task *t, term ref) {
    struct tasks *ts = ip->process.tasks;
    uint32_t place = find_monitor(ts, ref);
    schedule_touch_term(ts, SHARED_REFERENCE, ref, true);
    schedule_touch_task(ts, SHARED_PROCESS, t, false);
    if (place == ts->monitors.n) return;
    struct monitor *m = &ts->monitors.at[place];
    schedule_touch_task(ts, SHARED_PROCESS, ts->all.at[m->watcher], false);
    m->asked = false;
    const struct signal down = {.kind = SIGNAL_DOWN, .a = ref, .b = word("noproc")};
    if (!task_alive(t)) channel_send(ip, FROM_PROCESS, t->number, m->watcher, down);
}

void task_deliver_alias(struct tasks *ts, term ref, term message) {
    schedule_touch_term(ts, SHARED_REFERENCE, ref, true);
    for (uint32_t i = 0; i < ts->aliases.n; i++) {
        const struct alias a = ts->aliases.at[i];
        if (a.ref != ref) continue;
        if (a.one_reply) {
            forget_alias(ts, i);
            task_demonitor(ts, a.owner, ref);
        }
        task_deliver(ts, ts->all.at[a.owner], message);
        return;
    }
}

// ---- Links and exit signals ----

static bool forget_link(struct task *t, uint32_t other) {
    for (uint32_t i = 0; i < t->links.n; i++)
        if (t->links.at[i] == other) {
            for (; i + 1 < t->links.n; i++) t->links.at[i] = t->links.at[i + 1];
            t->links.n--;
            return true;
        }
    return false;
}

bool task_unlink(struct task *a, struct task *b) {
    forget_link(b, a->number);
    return forget_link(a, b->number);
}

static bool knows_link(const struct task *t, uint32_t other) {
    for (uint32_t i = 0; i < t->links.n; i++)
        if (t->links.at[i] == other) return true;
    return false;
}

static void add_link(struct task *t, uint32_t other) {
    if (!knows_link(t, other)) vec_push(&t->links, other);
}

void task_link(struct task *a, struct task *b) {
    if (a == b) return;
    add_link(a, b->number);
    add_link(b, a->number);
}

void task_ask_link(struct interp *ip, struct task *by, struct task *t) {
    if (by == t) return;
    add_link(by, t->number);
    channel_send(ip, FROM_PROCESS, by->number, t->number, (struct signal){.kind = SIGNAL_LINK});
}

void task_link_asked(struct interp *ip, struct task *t, struct task *by) {
    struct tasks *ts = ip->process.tasks;
    schedule_touch_task(ts, SHARED_PROCESS, t, true);
    schedule_touch_task(ts, SHARED_PROCESS, by, false);
    if (!knows_link(by, t->number)) return; // it has unlinked, or is no more
    const struct signal end = {.kind = SIGNAL_LINK_END, .a = t->pid, .b = word("noproc")};
    if (task_alive(t))
        add_link(t, by->number);
    else
        channel_send(ip, FROM_PROCESS, t->number, by->number, end);
}

void task_link_end(struct interp *ip, struct task *t, struct task *ended, term pid, term reason) {
    schedule_touch_task(ip->process.tasks, SHARED_PROCESS, t, true);
    if (forget_link(t, ended->number)) task_exit_signal(ip, t, pid, reason, true);
}

static bool traps(const struct interp *ip, const struct task *t) {
    const struct tasks *ts = ip->process.tasks;
    return t->number == ts->running ? ip->process.traps_exits : t->traps_exits;
}

// The running process ends at its next instruction, without a handler being asked; another one when its turn
// comes, so that a chain of links is no recursion.
static void end_with(struct interp *ip, struct task *t, term reason) {
    struct tasks *ts = ip->process.tasks;
    struct process *p = &ip->process;
    if (t->number == ts->running) {
        p->ended = true;
        raise_class(p, term_symbol(atom_exit), reason);
        p->trace = TERM_NIL;
        return;
    }
    schedule_touch_task(ts, SHARED_LIFE, t, true);
    schedule_touch_task(ts, SHARED_MAILBOX, t, true);
    t->end_reason = reason;
    if (!tasks_several(ts)) {
        if (t->state == TASK_WAITING) schedule_ready(ts, t);
        return;
    }
    schedule_stops(ts, t);
    if (ts->orders && ts->in_event) orders_learns(ts->orders, t->id, ts->events.n - 1);
    t->leaves = true;
    t->waits = false;
    t->awaits = 0;
    t->may_lose = false;
    schedule_ask(ts, t, "end");
}

void task_exit_signal(struct interp *ip, struct task *to, term from, term reason, bool linked) {
    struct tasks *ts = ip->process.tasks;
    schedule_touch_task(ts, SHARED_PROCESS, to, true);
    if (!task_alive(to)) return;
    if (!linked && decide_equal(ip, reason, word("kill"))) {
        end_with(ip, to, word("killed"));
    } else if (traps(ip, to)) {
        const term items[3] = {atom_EXIT, from, reason};
        task_deliver(ts, to, tuple_of(ip, items, 3));
    } else if (!decide_equal(ip, reason, word("normal")) || (!linked && from == to->pid)) {
        end_with(ip, to, reason);
    }
}

term task_exit_reason(struct interp *ip, term class_, term reason, term trace) {
    struct arena *a = &ip->heap;
    if (class_ == atom_exit) return reason;
    if (class_ == atom_throw) reason = term_tuple2(a, word("nocatch"), reason);
    return term_tuple2(a, reason, trace == TERM_NONE ? TERM_NIL : trace);
}

// Of one that ends: links are told before monitors.
void task_let_go(struct interp *ip, struct task *t, term reason) {
    struct tasks *ts = ip->process.tasks;
    schedule_touch_task(ts, SHARED_PROCESS, t, true);
    for (uint32_t i = ts->names.n; i-- > 0;)
        if (ts->names.at[i].task == t->number) {
            schedule_touch_term(ts, SHARED_NAME, ts->names.at[i].name, true);
            ts->names.at[i] = vec_pop(&ts->names);
        }
    for (uint32_t i = ts->aliases.n; i-- > 0;)
        if (ts->aliases.at[i].owner == t->number) {
            schedule_touch_term(ts, SHARED_REFERENCE, ts->aliases.at[i].ref, true);
            forget_alias(ts, i);
        }
    store_let_go(ip, t->pid);
    while (t->links.n) {
        uint32_t other = t->links.at[0];
        forget_link(t, other);
        channel_send(ip, FROM_PROCESS, t->number, other,
                     (struct signal){.kind = SIGNAL_LINK_END, .a = t->pid, .b = reason});
    }
    VEC(struct monitor) of_it = {0};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ts->monitors.n; i++) {
        const struct monitor m = ts->monitors.at[i];
        if (m.watcher == t->number) continue;
        ts->monitors.at[kept++] = m;
        if (m.target == t->number && !m.asked) vec_push(&of_it, m);
    }
    ts->monitors.n = kept;
    for (uint32_t i = 0; i < of_it.n; i++)
        channel_send(ip, FROM_PROCESS, t->number, of_it.at[i].watcher,
                     (struct signal){.kind = SIGNAL_DOWN, .a = of_it.at[i].ref, .b = reason});
    vec_free(&of_it);
}
