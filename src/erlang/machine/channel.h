// SPDX-License-Identifier: Apache-2.0
// Signals between processes: messages, exit signals, the ends of links and monitors, requests for these. By
// default a signal arrives as it is sent. With delayed delivery it is under way first, and its arrival is an
// event of its own: any other may come between, but those that one process sends to another arrive in the
// order in which they were sent. That is all the Erlang reference manual promises ("Processes", "Delivery of
// Signals"). What a process sends to itself arrives at once, and so does what a spawned process is born with.
#ifndef FRISK_ERLANG_CHANNEL_H
#define FRISK_ERLANG_CHANNEL_H

#include "erlang/machine/task.h"

// X(NAME, "what an event of it is called")
#define SIGNALS(X)                                                                                           \
    X(MESSAGE, "arrives")           /* a: the message */                                                     \
    X(TIMEOUT, "timeout arrives")   /* likewise, of a timer */                                               \
    X(ALIAS, "arrives")             /* a: the alias, b: the message */                                       \
    X(EXIT, "exit arrives")         /* a: from whom, b: the reason; by exit/2 */                             \
    X(LINK_END, "link end arrives") /* likewise, by a link */                                                \
    X(DOWN, "'DOWN' arrives")       /* a: the monitor, b: the reason */                                      \
    X(LINK, "link arrives")         /* asks for one */                                                       \
    X(MONITOR, "monitor arrives")   /* likewise; a: the monitor */

enum signal_kind {
#define X(name, what) SIGNAL_##name,
    SIGNALS(X)
#undef X
};

struct signal {
    enum signal_kind kind;
    term a, b;
    uint32_t event;  // that sent it; NO_EVENT: there were no others then
    uint64_t number; // of all that were sent
};

enum channel_source { FROM_PROCESS, FROM_TIMERS /* that it has started */, FROM_NOBODY };

struct channel { // what is under way from one to another
    enum channel_source source;
    uint32_t from, to; // numbers of tasks
    uint32_t id;       // for the orders
    bool told;         // they know after which event the next signal comes
    uint32_t arrived;  // the event of the last arrival; NO_EVENT: none
    VEC(struct signal) signals;
    uint32_t first;
};

// Sends it: it arrives, or is under way from now on. A process that has ended may still send, and be sent to.
void channel_send(struct interp *ip, enum channel_source source, uint32_t from, uint32_t to, struct signal s);
static inline void channel_send_message(struct interp *ip, uint32_t from, uint32_t to, term message) {
    channel_send(ip, FROM_PROCESS, from, to, (struct signal){.kind = SIGNAL_MESSAGE, .a = message});
}
// Whether messages between them may vanish; to: NOBODY: to somebody. Then sending has another event beside
// it, of its own name for the orders, in which the message does.
bool channel_may_lose(const struct tasks *ts, uint32_t from, uint32_t to);
void channels_free(struct tasks *ts);

// Whether signals of one process to another are under way. False: *arrived is the event of the last arrival.
bool channel_is_busy(const struct tasks *ts, uint32_t from, uint32_t to, uint32_t *arrived);
// The number for the orders of a channel in which something is under way, which know then what comes before.
uint32_t channel_ready(struct tasks *ts, struct channel *c);
static inline const struct signal *channel_next(const struct channel *c) { // NULL: nothing is under way
    return c->first < c->signals.n ? &c->signals.at[c->first] : NULL;
}
const char *signal_name(const struct signal *s);
void channel_arrive(struct interp *ip, uint32_t place); // the next signal of that channel

#endif
