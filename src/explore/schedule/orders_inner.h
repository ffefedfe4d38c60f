// SPDX-License-Identifier: Apache-2.0
// What the files of orders share: orders.c (a run, and what is to be tried), races.c (what a run has shown).
#ifndef FRISK_EXPLORE_ORDERS_INNER_H
#define FRISK_EXPLORE_ORDERS_INNER_H

#include "explore/schedule/orders.h"

// An event that need not come next: all that follows it has been tried. That of a soft one is not known at
// once to be woken by what went instead, since an observer may come later; it is kept, even beyond itself.
struct slept {
    uint32_t task;
    footprint_id touches;
    uint32_t since; // the node where it was tried
    bool gone;      // it has been run since
};

// Wakeup trees: sequences of events that are still to be tried. Their nodes are in one pool.
struct wakeup {
    uint32_t task;
    footprint_id touches; // in the run in which the event was seen
    uint32_t child, next; // the first below it, the next beside it, + 1; 0: none
};

struct past {                // what a task's next event comes after in every order
    uint32_t before;         // its event before, + 1; 0: none
    uint32_t edges, n_edges; // in orders.edges: events of others
};

struct event {
    uint32_t task;
    footprint_id touches;
    struct past past;
    uint32_t seen; // the last of the pairs seen in which it is the later, + 1
    bool alone;    // nobody could go: no choice; all others before come before it
};

// What is known before an event; node i stands before event i.
struct node {
    VEC(struct slept) sleep;
    VEC(uint32_t) begun; // tasks whose event was tried here, or is being tried; the last is that of the run
    uint32_t tree;       // the first of what is to be tried, + 1; the one under way is not in it
};

struct stopped { // what the task would have done, had it come before the event, is not known
    uint32_t event, task;
    struct past past;
};

struct observer {
    uint32_t event; // in which it looked
    struct past past;
    uint32_t members, n_members; // in orders.members
};

struct seen_pair { // an observer sees that the earlier of two events comes first
    uint32_t earlier, observer;
    uint32_t next; // of the same later one, + 1
};

struct race {
    uint32_t earlier, later, observer; // ORDERS_NOBODY: they depend by themselves
};

typedef VEC(uint32_t) numbers;
enum { NO_TASK = UINT32_MAX };

struct orders {
    enum reduction reduction;
    uint32_t events_most;
    struct footprints footprints;
    VEC(struct task_origin) names;
    struct hash_map by_name;
    VEC(struct node) nodes; // as far as the longest run went
    VEC(struct wakeup) pool;
    uint32_t pool_free; // + 1
    // The run
    VEC(struct event) events;
    numbers edges;
    numbers latest;              // by task: its last event, + 1
    VEC(numbers) learned;        // by task: what its next event comes after
    VEC(struct access) accesses; // of the event under way
    VEC(struct stopped) stopped; // during the run
    VEC(struct observer) observers;
    numbers members;
    bool open;       // there is an event under way
    uint32_t fixed;  // events of the run that are chosen ahead: all but the last as in the run before
    uint32_t handed; // the tree below the last fixed choice, + 1, for the next node
    uint32_t preemptions;
    uint32_t last; // task that went last; what comes by itself is none. NO_TASK: nobody has
    bool bounded;
    uint32_t most_preemptions;
    struct hash_map reached; // bounded: all events so far and who went last -> the fewest preemptions
    bool astray, cut, blocked;
    bool follows;
    struct order followed;
    VEC(bool) spent; // which of its entries were used
    struct orders_stats stats;
    // What the run has shown (races.c). A clock has a place for each task: its last event that comes before,
    // + 1; clocks stand behind one another.
    bool known;                 // base is that of the run
    bool told;                  // some observer has ever seen something
    bool stops;                 // some task was ever stopped
    VEC(uint64_t) ids;          // of events with all that comes before them; equal orders have them in common
    uint64_t all_ids;           // bounded: the sum so far
    struct hash_map operations; // by what a task has done and learned: what it touches next
    numbers base;               // of events: what comes before in every order
    numbers clocks;             // of events: what comes before in this order and all that equal it
    numbers observer_base;      // of observers: what comes before the moment in which it looks
    VEC(struct seen_pair) seen;
    VEC(struct race) races;
    numbers sequence; // of events, which might come at a node
    numbers place;    // by event: in the sequence, + 1
    numbers first; // by observer: which event it would see first with that sequence, + 1; 0: it is not there
};

// ---- races.c ----
// What to try instead is added to the trees of the nodes.
void orders_find_races(struct orders *o);
// The next id, of event i.
void orders_identify(struct orders *o, uint32_t i);

// ---- orders.c ----
void orders_close_event(struct orders *o);
uint32_t orders_new_wakeup(struct orders *o, uint32_t task, footprint_id touches);
// Adds a tree behind those that stand there; of a node (parent 0) or below another tree.
void orders_add_tree(struct orders *o, struct node *at, uint32_t parent, uint32_t tree);

#endif
