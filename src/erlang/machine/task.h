// SPDX-License-Identifier: Apache-2.0
// The processes of a run. One of them runs at a time: struct process holds what built-in functions see of it,
// the interpreter's stacks hold its frames; those that wait have copies of theirs here. A run that neither
// spawns nor sends nor waits has no struct tasks at all. Semantics: the Erlang reference manual, "Processes",
// and the manual page of module erlang (OTP 25).
//
// What they send to one another goes by way of channel_send (channel.h). Which process goes next is asked in
// one place (schedule.h), which explains the orders.
#ifndef FRISK_ERLANG_TASK_H
#define FRISK_ERLANG_TASK_H

#include "base/vec.h"
#include "erlang/machine/interp.h"
#include "explore/schedule/orders.h"

enum task_state {
    TASK_NEW, // has not run yet
    TASK_READY,
    TASK_WAITING, // in a receive
    TASK_ASKS,    // stands before an operation that others can see
    TASK_ENDED,
};

struct mail {
    term message;
    uint32_t event;    // that sent it; NO_EVENT: there were no others then
    uint32_t delivery; // its number + 1 (observe.h); 0: none
};
#define NO_EVENT UINT32_MAX

// Messages that have arrived, oldest first; those before `seen` matched no clause of the present receive.
struct mailbox {
    VEC(struct mail) messages;
    uint32_t first; // of those that are still there
    uint32_t seen;
    bool told; // a wait has told of a message, and nobody has peeked since: a receive without clauses never
               // does
    const uint32_t *peeked; // where the present receive has peeked; NULL: it has not yet
    uint32_t own;           // the event in which it looks, if it has one of its own; NO_EVENT: none
};

struct delivery { // of a message
    uint32_t task, event;
    uint32_t taken; // by which receipt, + 1
    term message;
};

struct receipt {       // of a receive; or that somebody saw two messages in a mailbox
    uint32_t observer; // for the orders
    uint32_t task;
    uint32_t first, second;   // deliveries + 1: the one that it took, or the two that were seen
    uint32_t own;             // as in struct mailbox
    const struct function *f; // the receive as it stood; NULL: it is none
    const uint32_t *pc;
    term *slots;
};

struct put_aside { // stacks of a process that does not run
    struct frame *frames;
    term *slots;
    size_t slots_cap, frames_cap, n_slots; // in slots and frames
    uint32_t n_frames;
};

// How a process other than the unit's ended in a way that is a failure.
struct death {
    bool is; // there is one
    term class_, reason, trace;
    struct trace_place place;
    bool placed;
    symbol module, name; // of what it was spawned to run
    uint32_t arity;
};

struct task {
    uint32_t number; // 0: the process that the unit is called in
    enum task_state state;
    uint32_t parent, nth;             // who spawned it, as its how-manyth
    uint32_t spawned;                 // how many it has
    uint32_t id;                      // in every order: orders_task; without orders, the number
    uint32_t timers_id;               // of its timers, likewise; 0: it has started none
    uint64_t operations, next_unique; // as in struct process, while another runs
    term pid, leader;                 // group leader
    symbol module, name;
    term arguments; // what it was spawned with: a list
    struct mailbox mailbox;
    VEC(uint32_t) links; // numbers of tasks
    // While another runs: its registers and stacks.
    const struct function *f;
    const uint32_t *pc;
    const term *base;
    struct put_aside aside;
    term dictionary, open_keys; // as in struct process
    bool traps_exits;
    // Of the receive that it is in: when it gives up, in the run's own milliseconds.
    bool timed, late;
    bool brief;               // it may give up at any moment (schedule.h)
    uint64_t until, timed_as; // timed_as: which timer was set first
    const char *asks;         // TASK_ASKS: for which operation
    bool waits;               // of a receive: what has come so far does not match
    bool granted;             // it is its turn
    bool begun;               // it has run
    bool hibernates;          // it begins anew when it has a message
    bool leaves;              // what it asks for is its end
    uint32_t loss_id;         // of the event in which it vanishes, for the orders
    bool may_lose;            // what it asks for is to send a message that may vanish
    uint32_t awaits;          // what it asks for waits until its signals to that task (+ 1) have arrived
    // Set from outside: it is to end with this reason. TERM_NONE: not.
    term end_reason;
    term leave_reason;      // with which it ends by itself
    struct death unwatched; // that would be, if nobody watches it in the end
};

struct monitor {
    term ref, object; // what 'DOWN' says of it: a pid, or {Name, Node}
    term tag;
    uint32_t watcher, target;
    bool asked; // the target does not know of it yet
};

struct alias {
    term ref;
    uint32_t owner;
    bool with_monitor; // goes when the monitor does
    bool one_reply;    // goes, and the monitor of the same reference too, with the first message
};

struct timer {
    term ref, to, message; // to: a pid or a name
    uint64_t at, number;
    uint64_t set_at;
    uint32_t owner; // who started it
};

struct timer_owner {
    term ref;
    uint32_t owner;
};

struct task_name {
    term name;
    uint32_t task;
};

struct code_at {
    const struct function *f; // NULL: nowhere
    const uint32_t *pc;
};

// An event of the run, to be told. `caller`: of code of a library, the user's that called it.
struct event_place {
    uint32_t task;
    uint64_t number; // of the operation in its process
    uint32_t from;   // of an arrival: who has sent it; else NOBODY
    const char *what;
    struct code_at at, caller;
};

struct sent { // a message that an event brings, or that it sends where it arrives later
    uint32_t event, to;
    term message;
};

// How the unit's process has ended, while others go on.
struct unit_end {
    enum interp_result how;
    term value, class_, reason, trace;
    const struct core *raised;
    const struct function *thrower, *f;
    const uint32_t *pc;
    struct left_at left;
    struct trace_place home_place;
};

struct channel; // channel.h
#define NOBODY UINT32_MAX

struct tasks {
    VEC(struct task *) all; // by number
    uint32_t running;       // number; NOBODY while a signal arrives
    VEC(uint32_t) ready;    // those that run by themselves, in turn
    uint32_t first_ready;
    VEC(uint32_t) asking; // those that stand before an operation, in turn
    uint32_t first_asking;
    struct orders *orders; // borrowed; NULL: none
    VEC(struct event_place) events;
    VEC(struct delivery) deliveries; // observe.c
    VEC(struct receipt) receipts;
    VEC(struct sent) sent;
    uint32_t death_event,
        unit_event;          // events until `death`, and until the unit's process raised; 0: it did not
    bool in_event;           // some event has begun
    bool stray;              // something was touched outside of events
    bool overdue;            // the running process has run by itself for very long
    uint32_t last, in_a_row; // who went last, and how often without another
    enum halt { HALT_NONE, HALT_BLOCKED, HALT_CUT } halt; // as orders_next has it
    struct hash_map by_pid;                               // payload -> number
    struct hash_map references;                           // numbers taken by spawned processes
    struct unit_end unit_end;
    VEC(struct monitor) monitors;
    VEC(struct alias) aliases;
    bool delayed;                    // signals are under way
    const struct lossy_pairs *lossy; // NULL: none
    bool loses;                      // the event is that a message vanishes
    VEC(struct channel) channels;
    uint64_t signals_sent; // into channels
    VEC(struct timer) timers;
    VEC(struct timer_owner) timer_owners; // of all timers that there ever were
    VEC(struct task_name) names;
    struct put_aside spare;
    uint64_t now;        // milliseconds since the run began, which pass only while all wait
    uint64_t timers_set; // so far
    uint64_t latest;     // time does not go beyond; UINT64_MAX: no end
    bool vague_time;     // some time was symbolic
    bool unit_over;      // the unit's process has ended, others go on
    bool awaits_vm;      // somebody has sent to a process of the VM, which may answer
    struct death death;  // the first
};

// ---- Life (task.c) ----
struct tasks *tasks_of(struct interp *ip); // made at first use: with the running process as the only one
void tasks_free(struct process *p);        // of a run that is over; NULL is fine
void tasks_free_over(struct interp *ip);   // likewise
struct task *task_new(struct interp *ip, symbol module, symbol name, term arguments);
static inline struct task *task_running(struct tasks *ts) {
    return ts->all.at[ts->running];
}
static inline bool tasks_several(const struct tasks *ts) { // there is, or was, another than the unit's
    return ts->all.n > 1;
}
struct task *task_of_pid(struct tasks *ts, term pid); // a plain pid; NULL: none of the run, or it has ended
struct task *task_of_pid_ever(struct tasks *ts, term pid);              // the same, also if it has ended
void task_path(const struct tasks *ts, uint32_t task, struct str *out); // "1.2.1": by whom it was spawned
static inline bool task_alive(const struct task *t) {
    return t->state != TASK_ENDED && t->end_reason == TERM_NONE;
}

// The running process gives way: its registers ip->f, pc and base and the stacks are put aside.
void task_put_aside(struct interp *ip, enum task_state state);
// Whether it has run long enough, and another can run.
bool task_is_over_quota(struct interp *ip);

// Runs those that can, until none can. False: memory, steps or a model are missing (interp.c).
bool interp_go_on(struct interp *ip);

// What is to run next, after task_put_aside or task_end.
enum turn {
    TURN_RESUME, // from ip->f, ip->pc and ip->base
    TURN_ENTER,  // ip->call with ip->call_args, on an empty stack
    TURN_OVER,   // *answer says how the unit's process ended, or that nothing can run
};
enum turn task_next(struct interp *ip, enum interp_result *answer);
// The running process has returned (INTERP_VALUE) a value or raised what p says: it asks for its end.
void task_leave(struct interp *ip, enum interp_result how, term value);
// What the unit's call came to, after others have gone on: the registers are as it left them.
enum interp_result tasks_unit_end(struct interp *ip, term *value);

// However the unit's call has ended: the registers are those of its process again.
void tasks_hand_back(struct interp *ip);

// After the unit's process has ended with a value: it is no more, and the others go on until all of them
// wait, end, or wait for a time beyond a second from now. Afterwards there are no processes. *death is set.
void tasks_settle(struct interp *ip, struct death *death);
// Where the user's code has called the library code in which a process stands that does not run; nowhere: it
// stands in the user's, or was not called by it.
struct code_at task_caller(const struct task *t);

// ---- Receive (mailbox.c) ----
bool mailbox_peek(struct process *p, const uint32_t *pc, term *message); // false: none that was not seen
void mailbox_remove(struct interp *ip);       // the one that was peeked at; begins anew
void mailbox_next(struct process *p);         // it did not match
bool mailbox_flush(struct task *t, term ref); // removes the first {_, ref, _, _, _}; false: there is none
enum waiting { WAIT_MESSAGE, WAIT_OVER /* time is */, WAIT_LONGER, WAIT_TURN, WAIT_RAISE };
enum waiting mailbox_wait(struct interp *ip, term timeout);
// Whether the message that was peeked at may be taken out now; else (WAIT_TURN) the receive stands before
// that operation. timeout: behind its `after`; TERM_NONE: there is none.
bool mailbox_may_remove(struct interp *ip, term timeout);

// ---- Signals that arrive (signal.c). Pids and names are plain. ----
void task_deliver(struct tasks *ts, struct task *to, term message); // wakes it
void task_deliver_alias(struct tasks *ts, term ref, term message);  // lost where it is none (any more)
// To one that lives: as exit/2 sends it, or (linked) as the end of a linked process does.
void task_exit_signal(struct interp *ip, struct task *to, term from, term reason, bool linked);
// Names, monitors, links, aliases and tables of a process that ends.
void task_let_go(struct interp *ip, struct task *t, term reason);
bool task_unlink(struct task *a, struct task *b); // false: they were not linked
void task_link(struct task *a, struct task *b);
void task_ask_link(struct interp *ip, struct task *by, struct task *t); // likewise, by a signal
// The end of a linked process, if they are still linked.
void task_link_end(struct interp *ip, struct task *t, struct task *ended, term pid, term reason);
void task_link_asked(struct interp *ip, struct task *t, struct task *by);
void task_monitor_asked(struct interp *ip, struct task *t, term ref);
void task_down(struct interp *ip, struct task *watcher, term ref, term reason); // unless it watches no more
bool task_demonitor(struct tasks *ts, uint32_t watcher, term ref);              // false: there is none
bool task_unalias(struct tasks *ts, uint32_t owner, term ref);                  // likewise
term task_exit_reason(struct interp *ip, term class_, term reason, term trace); // as others see it

#endif
