// SPDX-License-Identifier: Apache-2.0
// Who can tell in which order messages came. A receive takes the first message that its patterns match: of
// those that they match it sees which came first, and nothing of the order of others. So a receive is kept as
// it stood, and after the run it is asked of each message that came later whether it would have taken that.
// Where that depends on what the path does not say of the input, it counts as yes.
#ifndef FRISK_ERLANG_OBSERVE_H
#define FRISK_ERLANG_OBSERVE_H

#include "erlang/machine/task.h"

// A message has arrived, in the event under way. Gives its number + 1; 0: it is not kept, since the order of
// messages is of no matter yet.
uint32_t observe_delivery(struct tasks *ts, const struct task *to, term message);
// The running process is about to take the message that it has peeked at, or (late) gives up to wait for one.
void observe_receive(struct interp *ip, bool late);
// The running process sees all messages of the task, and their order.
void observe_mailbox(struct tasks *ts, const struct task *t);
// After a run: tells its orders what was seen.
void observe_tell(struct interp *ip, struct tasks *ts);
void observe_free(struct tasks *ts);

#endif
