// SPDX-License-Identifier: Apache-2.0
// Which process of a run runs next: the one that has been ready for the longest time. Time passes only when
// none is ready: then the earliest timer or timeout comes. All that a run's order depends on is here.
#ifndef FRISK_ERLANG_SCHEDULE_H
#define FRISK_ERLANG_SCHEDULE_H

#include "erlang/machine/task.h"

void schedule_ready(struct tasks *ts, struct task *t); // it can run from now on
struct task *schedule_next(struct interp *ip);         // takes it out; NULL: none can run any more
bool schedule_others(const struct tasks *ts);          // some other process is ready

#endif
