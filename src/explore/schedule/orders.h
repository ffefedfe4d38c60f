// SPDX-License-Identifier: Apache-2.0
// The orders in which the tasks (processes, threads) of a program may act, for one input. A run is a sequence
// of events; between two events the program is asked for nothing. An event is one operation on what tasks
// share, and all that its task then does by itself. Two orders that differ only in neighbours that do not
// depend on one another are the same; of each such class one order is run:
//   Abdulla, Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic Partial Order
//   Reduction", JACM 64(4), 2017.
// The program is run from its beginning for each order (stateless search). What must hold of it:
//   * What an event does, and what it touches, follows from the events that happen before it.
//   * A footprint holds all that the event has read or written of what is shared, and what decided about it.
//   * A task that can go stays so until it goes, unless orders_stops tells of it; what it waits for is told
//     by orders_learns.
// Of events that touch a thing softly (footprint.h) the order matters only where somebody can tell: who takes
// a message out of a mailbox sees which of those came first that it would have taken. These are observers:
//   Aronis, Jonsson, Lång, Sagonas, "Optimal Dynamic Partial Order Reduction with Observers", TACAS 2018.
#ifndef FRISK_EXPLORE_ORDERS_H
#define FRISK_EXPLORE_ORDERS_H

#include "explore/schedule/footprint.h"

enum reduction {
    REDUCTION_NONE,    // every order
    REDUCTION_SOURCE,  // source sets and sleep sets: some runs end because all that is left was tried
    REDUCTION_OPTIMAL, // wakeup trees: one run for each class
};

// Tasks have names that hold in every order: who made it, and its number among those that it made. Task 0 is
// there when a run begins.
struct task_origin {
    uint32_t parent, nth;
};

// An order, to be kept: whose event is next, one after the other. Owned by who holds it.
struct order {
    uint32_t *tasks;
    struct task_origin *names; // of all tasks, by number; names[0] is unused
    uint32_t n, n_names;
};
void order_free(struct order *o);
struct order order_copy(const struct order *o);

struct orders_stats {
    uint64_t tried, blocked; // blocked: of those tried, runs that ended because what was left had been tried
    uint64_t events;
};

struct orders;
enum { ORDERS_EVENTS_MOST = 5000 }; // of a run, where nothing else is asked for
struct orders *orders_new(enum reduction r, uint32_t events_most);
// Runs follow this order: of its entries that are left, the first whose task can go. Behind its end tasks go
// as they would by themselves. The order is copied.
struct orders *orders_following(const struct order *order, uint32_t events_most);
// Only orders with at most so many preemptions, all of them up to equal ones: where a run comes to what
// another run had come to in an equal order, with the same task running and no more preemptions, it ends.
// What is the same is known by the events and what each came after (Musuvathi, Qadeer, "Iterative context
// bounding", PLDI 2007). Called before the first run; the reduction is of no matter then.
void orders_bound(struct orders *o, uint32_t preemptions);
void orders_free(struct orders *o);
void orders_restart(struct orders *o); // for another input: as new

// ---- What the program tells during a run ----
void orders_begin(struct orders *o);
// The task that `parent` made as its nth, counted from 1. It comes after all that the parent has done.
uint32_t orders_task(struct orders *o, uint32_t parent, uint32_t nth);
uint32_t orders_name(struct orders *o, uint32_t parent, uint32_t nth); // the same, but comes after nothing

enum turn_kind {
    TURN_GOES,  // a task goes on
    TURN_WAITS, // a task that waits gives that up
    TURN_COMES, // nobody's doing: a timer fires, a message arrives
};
struct candidate {
    uint32_t task;
    enum turn_kind kind;
};
enum { ORDERS_BLOCKED = UINT32_MAX, ORDERS_CUT = UINT32_MAX - 1 };
// Whose event comes next, of n tasks that can go; `preferred` is the place of the one that would by itself.
// Gives a place, and the event begins. ORDERS_BLOCKED: nothing new can come of this run, which should end.
// ORDERS_CUT: it has too many events.
uint32_t orders_next(struct orders *o, const struct candidate *can_go, uint32_t n, uint32_t preferred);
// An event of its own that can only happen when nobody can go, after all others (time passes).
bool orders_all_wait(struct orders *o, uint32_t task); // false: as ORDERS_CUT
// False: there is no event yet.
bool orders_touch(struct orders *o, const struct access *a); // the event touches that, too
// The event takes from a task that could go what it was to do next (it is ended, say).
void orders_stops(struct orders *o, uint32_t task);
uint32_t orders_event(const struct orders *o);                       // its number
void orders_learns(struct orders *o, uint32_t task, uint32_t event); // what the task does next comes after it
// At this moment the task looks at which of several events came first. Gives a name for orders_tells;
// ORDERS_NOBODY: no order depends on it.
enum { ORDERS_NOBODY = UINT32_MAX };
uint32_t orders_observer(struct orders *o, uint32_t task);

// ---- After a run, before orders_advance ----
// Whether neither of two events comes before the other in every order.
bool orders_unordered(struct orders *o, uint32_t a, uint32_t b);
// The observer sees which of these events comes first in a run, and nothing else of their order. They touch
// a thing softly, or are the event in which it looks.
void orders_tells(struct orders *o, uint32_t observer, const uint32_t *events, uint32_t n);

// ---- After a run ----
uint32_t orders_length(const struct orders *o); // events of the run
uint32_t orders_event_task(const struct orders *o, uint32_t event);
// How often another task went where the one that went last could have gone on; one that only waits could not.
uint32_t orders_preemptions(const struct orders *o);
struct order orders_order(const struct orders *o); // of the run, to be freed
bool orders_astray(const struct orders *o);  // a task that was to go could not: the program broke a promise
bool orders_was_cut(const struct orders *o); // some run was
// Looks for races in the run, and prepares the next one. False: all orders have been tried.
bool orders_advance(struct orders *o);
const struct orders_stats *orders_stats(const struct orders *o);

#endif
