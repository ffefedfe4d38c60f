// SPDX-License-Identifier: Apache-2.0
// Loop invariants, in runs that summarise (summary.h). When a loop of the user's code begins anew, the
// integers in registers that its rounds change become unknowns, of which no more is required than some
// relations between them and to their first values. From there on a run can do what the program does from any
// round on.
//
// When the loop begins once more, nothing else may have changed, and the relations must hold again. Then the
// path ends: what follows is what followed the first time (by induction on the number of steps to a failure).
// Which values change and which relations hold is tried out: a run that breaks one mends the plan, and the
// search begins anew.
//
// A plan lasts for many searches. It does not change within one, because decisions must follow from the path.
#ifndef FRISK_JAVA_CUTS_H
#define FRISK_JAVA_CUTS_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

struct loop_plans; // of the loops of a program
struct loop_plans *loop_plans_new(void);
void loop_plans_free(struct loop_plans *p); // may be NULL
// Whether a run mended a plan since: the search is worth nothing. Asking forgets it.
bool loop_plans_mended(struct loop_plans *p);

struct loop_cuts; // of a worker's run
struct loop_cuts *loop_cuts_new(struct loop_plans *p);
void loop_cuts_free(struct loop_cuts *c); // may be NULL
void loop_cuts_begin_run(struct loop_cuts *c);

// As java_states_look, where the topmost frame is at the beginning of a loop.
bool loop_cuts_look(struct java_thread *t);

#endif
