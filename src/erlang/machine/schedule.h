// SPDX-License-Identifier: Apache-2.0
// Which process of a run goes next. A process runs by itself until it stands before an operation that others
// can see, or in a receive that nothing has come for, or has ended. When all do, one of those that stand
// before an operation goes: the runner's orders say which (explore/schedule/orders.h). Without orders it is
// the one that went last, as long as it can, then the one that has stood there longest; time passes (a timer
// fires, a receive gives up) only where nobody can go otherwise.
//
// Times: a receive with an `after` of less than PATIENT milliseconds may give up whenever its turn comes, and
// a timer of less may fire. Longer ones are taken to last until all others wait. Timers of one process fire
// in the order of their times.
//
// What operations touch (struct access): a domain below, or that of a table or an array, and a key in it.
// Each event reads its process's LIFE; a signal that ends a process writes LIFE, PROCESS and MAILBOX.
#ifndef FRISK_ERLANG_SCHEDULE_H
#define FRISK_ERLANG_SCHEDULE_H

#include "erlang/machine/task.h"

enum { PATIENT = 5000 }; // milliseconds: what gen_server:call/2 waits

enum shared {
    SHARED_MAILBOX = 1, // of a process
    SHARED_LIFE,        // whether it goes on
    SHARED_PROCESS,     // whether it is there, its links, flags and monitors
    SHARED_TIMERS,      // that it has started
    SHARED_NAME,
    SHARED_REFERENCE, // a monitor or an alias
    SHARED_TABLE,     // which tables are there, by name or reference
    SHARED_PERSISTENT,
    SHARED_SENT,  // of a process: what it sends next, which arrives or vanishes
    SHARED_OTHER, // of tables and arrays: mixed with the reference
};

void schedule_ready(struct tasks *ts, struct task *t); // it can run from now on
struct task *schedule_next(struct interp *ip); // NULL: none can run any more, or ts->halt says why not
bool schedule_others(const struct tasks *ts);  // another process waits for its turn
// It stands before the operation `what`, and is no longer among those that run by themselves.
void schedule_ask(struct tasks *ts, struct task *t, const char *what);
void schedule_withdraw(struct tasks *ts, struct task *t); // it asks no more, and has not been given its turn

// Whether the running process may do the operation now; asked at the beginning of each that others can see.
// False: not yet. The built-in returns false at once, and is called again when it is its turn.
bool schedule_turn(struct process *p, const char *what);
// The same, once all that it has sent to the process of that pid has arrived.
bool schedule_turn_after(struct process *p, const char *what, term pid);
// The same, to send something there: it may vanish. When it has been done, schedule_sent.
bool schedule_turn_to_send(struct process *p, term to);
void schedule_sent(struct process *p);
void schedule_stops(struct tasks *ts, struct task *t);               // what it asks for is taken from it
bool schedule_is_held(const struct tasks *ts, const struct task *t); // what it waits for has not arrived yet
// The name under which the event of the moment is told, where only doing it shows that.
void schedule_rename(struct tasks *ts, const char *what);

// Timers of a process are a task of their own for the orders: the earliest is what it does next. Told before
// and after the operation that starts or cancels one.
struct timer_state {
    bool any;
    uint64_t first; // number of the timer that fires next
};
struct timer_state schedule_timers(const struct tasks *ts, uint32_t owner);
void schedule_timers_changed(struct tasks *ts, uint32_t owner, struct timer_state before, bool started);

// What the operation touches. No effect where only one process has ever been.
void schedule_touch(struct tasks *ts, uint64_t domain, uint64_t key, bool writes);
// Writes a value, given as a hash: twice the same is no matter of order. 0: any value.
void schedule_touch_value(struct tasks *ts, uint64_t domain, uint64_t key, uint64_t value);
void schedule_touch_all(struct tasks *ts, uint64_t domain, bool writes);
// The key is a term: one with symbolic parts stands for all keys.
void schedule_touch_term(struct tasks *ts, uint64_t domain, term key, bool writes);
// A message is put into the mailbox, or its process looks for one: nobody else can tell which came first.
void schedule_touch_mail(struct tasks *ts, const struct task *t);
void schedule_touch_task(struct tasks *ts, enum shared domain, const struct task *t, bool writes);

#endif
