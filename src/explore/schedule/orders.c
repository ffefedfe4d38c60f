// SPDX-License-Identifier: Apache-2.0
#include "explore/schedule/orders.h"

#include <assert.h>
#include <string.h>

struct slept { // an event that need not come next: all that follows it has been tried
    uint32_t task;
    footprint_id touches;
};

// Wakeup trees: sequences of events that are still to be tried. Their nodes are in one pool.
struct wakeup {
    uint32_t task;
    footprint_id touches; // in the run in which the event was seen
    uint32_t child, next; // the first below it, the next beside it, + 1; 0: none
};

typedef VEC(uint32_t) vector_clock; // of each task the last event that happens before, + 1

struct event {
    uint32_t task;
    footprint_id touches;
    uint32_t clock, clock_n; // in orders.clocks
    uint32_t base, base_n;   // likewise, of what must come before in every order: no race is with that
    bool alone;              // nobody could go: no choice
};

// What is known before an event; node i stands before event i.
struct node {
    VEC(struct slept) sleep;
    VEC(uint32_t) begun; // tasks whose event was tried here, or is being tried; the last is that of the run
    uint32_t tree;       // the first of what is to be tried, + 1; the one under way is not in it
};

// An event with all that comes before it, and all events so far, as hashes that equal orders have in common.
struct prefix {
    uint64_t event, all;
    uint32_t nth; // of its task
};

enum { NO_TASK = UINT32_MAX };

struct stopped { // what the task would have done, had it come before the event, is not known
    uint32_t event, task;
};

struct lesson { // what the task does next comes after the event
    uint32_t task, event;
};

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
    VEC(uint32_t) clocks;
    VEC(vector_clock) learned;   // by task: what its next event comes after
    VEC(struct access) accesses; // of the event under way
    VEC(struct lesson) lessons;  // of what it leads to: its own clock is without them
    VEC(struct stopped) stopped; // during the run
    bool open;                   // there is one
    uint32_t fixed;  // events of the run that are chosen ahead: all but the last as in the run before
    uint32_t handed; // the tree below the last fixed choice, + 1, for the next node
    uint32_t preemptions;
    uint32_t last; // task that went last; what comes by itself is none. NO_TASK: nobody has
    bool astray, cut, blocked;
    bool bounded;
    uint32_t most_preemptions;
    VEC(struct prefix) prefixes; // bounded: of the run, up to and with each event
    struct hash_map seen;        // bounded: prefixes with who went last -> the fewest preemptions
    VEC(uint32_t) sequence;      // of events, for reverse()
    bool follows;
    struct order followed;
    VEC(bool) spent; // which of its entries were used
    struct orders_stats stats;
};

// ---- Orders that are kept ----

void order_free(struct order *o) {
    mem_free(o->tasks);
    mem_free(o->names);
    *o = (struct order){0};
}

static void *copy(const void *at, size_t bytes) {
    void *to = mem_alloc(bytes ? bytes : 1);
    if (bytes) memcpy(to, at, bytes);
    return to;
}

struct order order_copy(const struct order *o) {
    return (struct order){copy(o->tasks, o->n * sizeof *o->tasks),
                          copy(o->names, o->n_names * sizeof *o->names), o->n, o->n_names};
}

struct order orders_order(const struct orders *o) {
    uint32_t *tasks = mem_alloc((o->events.n ? o->events.n : 1) * sizeof *tasks);
    for (uint32_t i = 0; i < o->events.n; i++) tasks[i] = o->events.at[i].task;
    return (struct order){tasks, copy(o->names.at, o->names.n * sizeof *o->names.at), o->events.n,
                          o->names.n};
}

// ---- Life ----

struct orders *orders_new(enum reduction r, uint32_t events_most) {
    struct orders *o = mem_zalloc(sizeof *o);
    o->reduction = r;
    o->events_most = events_most;
    vec_push(&o->names, ((struct task_origin){0, 0}));
    return o;
}

void orders_bound(struct orders *o, uint32_t preemptions) {
    o->reduction = REDUCTION_NONE;
    o->bounded = true;
    o->most_preemptions = preemptions;
}

struct orders *orders_following(const struct order *order, uint32_t events_most) {
    struct orders *o = orders_new(REDUCTION_NONE, events_most);
    o->follows = true;
    o->followed = order_copy(order);
    for (uint32_t i = 1; i < order->n_names; i++) orders_task(o, order->names[i].parent, order->names[i].nth);
    assert(o->names.n >= order->n_names);
    return o;
}

void orders_restart(struct orders *o) {
    for (uint32_t i = 0; i < o->nodes.n; i++) o->nodes.at[i].tree = 0;
    vec_clear(&o->pool);
    o->pool_free = o->handed = o->fixed = 0;
    footprints_free(&o->footprints);
    vec_clear(&o->accesses);
    hash_map_free(&o->seen);
    o->open = o->astray = o->cut = o->blocked = false;
    o->stats = (struct orders_stats){0};
}

void orders_free(struct orders *o) {
    for (uint32_t i = 0; i < o->nodes.n; i++) {
        vec_free(&o->nodes.at[i].sleep);
        vec_free(&o->nodes.at[i].begun);
    }
    for (uint32_t i = 0; i < o->learned.n; i++) vec_free(&o->learned.at[i]);
    vec_free(&o->nodes);
    vec_free(&o->pool);
    vec_free(&o->events);
    vec_free(&o->clocks);
    vec_free(&o->learned);
    vec_free(&o->accesses);
    vec_free(&o->lessons);
    vec_free(&o->stopped);
    vec_free(&o->sequence);
    vec_free(&o->names);
    vec_free(&o->spent);
    vec_free(&o->prefixes);
    hash_map_free(&o->seen);
    hash_map_free(&o->by_name);
    footprints_free(&o->footprints);
    order_free(&o->followed);
    mem_free(o);
}

// ---- Clocks ----

static void join(vector_clock *c, const uint32_t *with, uint32_t n) {
    while (c->n < n) vec_push(c, 0);
    for (uint32_t i = 0; i < n; i++)
        if (c->at[i] < with[i]) c->at[i] = with[i];
}

static const uint32_t *clock_of(const struct orders *o, uint32_t event) {
    return o->clocks.at + o->events.at[event].clock;
}

static bool in_clock(const struct orders *o, const uint32_t *clock, uint32_t n, uint32_t event) {
    uint32_t task = o->events.at[event].task;
    return task < n && clock[task] > event;
}

static bool happens_before(const struct orders *o, uint32_t earlier, uint32_t later) {
    return in_clock(o, clock_of(o, later), o->events.at[later].clock_n, earlier);
}

// The clock of an event in o->clocks.
static uint32_t keep_clock(struct orders *o, const vector_clock *c) {
    uint32_t first = o->clocks.n;
    for (uint32_t i = 0; i < c->n; i++) vec_push(&o->clocks, c->at[i]);
    return first;
}

// ---- Events ----

// The names of the tasks hold in every order, and so do the numbers of their events.
static void add_prefix(struct orders *o, uint32_t i) {
    const struct event *e = &o->events.at[i];
    const uint32_t *clock = clock_of(o, i);
    struct prefix p = {.event = 1};
    for (uint32_t k = i; k-- > 0 && !p.nth;)
        if (o->events.at[k].task == e->task) p.nth = o->prefixes.at[k].nth;
    p.nth++;
    for (uint32_t t = 0; t < e->clock_n; t++)
        if (t != e->task && clock[t]) p.event = hash_mix(p.event, o->prefixes.at[clock[t] - 1].event);
    p.event = hash_mix(hash_mix(p.event, e->task), p.nth);
    p.all = p.event + (i ? o->prefixes.at[i - 1].all : 0);
    vec_push(&o->prefixes, p);
}

static void learn(struct orders *o, struct lesson l) {
    join(&o->learned.at[l.task], clock_of(o, l.event), o->events.at[l.event].clock_n);
}

// The clock of an event is known when its footprint is: all that it depends on happens before it.
static void close_event(struct orders *o) {
    if (!o->open) return;
    o->open = false;
    uint32_t i = o->events.n - 1;
    struct event *e = &o->events.at[i];
    e->touches = footprint_of(&o->footprints, o->accesses.at, o->accesses.n);
    vec_clear(&o->accesses);
    if (o->follows) {
        vec_clear(&o->lessons);
        return;
    }
    vector_clock *c = &o->learned.at[e->task];
    for (uint32_t k = i; k-- > 0 && e->touches;)
        if (!in_clock(o, c->at, c->n, k) &&
            footprint_conflict(&o->footprints, e->touches, o->events.at[k].touches))
            join(c, clock_of(o, k), o->events.at[k].clock_n);
    e->clock = keep_clock(o, c);
    e->clock_n = c->n;
    for (uint32_t k = 0; k < o->lessons.n; k++) learn(o, o->lessons.at[k]);
    vec_clear(&o->lessons);
    if (o->bounded) add_prefix(o, i);
}

static bool begin_event(struct orders *o, uint32_t task, bool alone) {
    uint32_t i = o->events.n;
    if (i >= o->events_most) {
        o->cut = true;
        return false;
    }
    vector_clock *c = &o->learned.at[task];
    while (c->n <= task) vec_push(c, 0);
    for (uint32_t k = 0; k < i && alone; k++) {
        uint32_t of = o->events.at[k].task;
        while (c->n <= of) vec_push(c, 0);
        c->at[of] = k + 1;
    }
    c->at[task] = i + 1;
    uint32_t base = keep_clock(o, c);
    vec_push(&o->events, ((struct event){task, 0, base, c->n, base, c->n, alone}));
    o->open = true;
    return true;
}

void orders_learns(struct orders *o, uint32_t task, uint32_t event) {
    assert(event < o->events.n && task < o->learned.n);
    const struct lesson l = {task, event};
    if (o->open)
        vec_push(&o->lessons, l);
    else
        learn(o, l);
}

uint32_t orders_name(struct orders *o, uint32_t parent, uint32_t nth) {
    uint64_t name = (uint64_t)parent << 32 | nth;
    uint32_t task;
    if (!hash_map_get(&o->by_name, name, &task)) {
        task = o->names.n;
        vec_push(&o->names, ((struct task_origin){parent, nth}));
        hash_map_put(&o->by_name, name, task);
    }
    while (o->learned.n < o->names.n) vec_push(&o->learned, (vector_clock){0});
    return task;
}

uint32_t orders_task(struct orders *o, uint32_t parent, uint32_t nth) {
    uint32_t task = orders_name(o, parent, nth);
    close_event(o);
    vector_clock with = o->learned.at[parent];
    join(&o->learned.at[task], with.at, with.n);
    return task;
}

bool orders_touch(struct orders *o, const struct access *a) {
    if (o->open) vec_push(&o->accesses, *a);
    return o->open;
}

void orders_stops(struct orders *o, uint32_t task) {
    assert(o->events.n);
    vec_push(&o->stopped, ((struct stopped){o->events.n - 1, task}));
}

uint32_t orders_event(const struct orders *o) {
    assert(o->events.n);
    return o->events.n - 1;
}

void orders_begin(struct orders *o) {
    o->open = false;
    vec_clear(&o->lessons);
    vec_clear(&o->accesses);
    vec_clear(&o->events);
    vec_clear(&o->clocks);
    vec_clear(&o->stopped);
    vec_clear(&o->prefixes);
    while (o->learned.n < o->names.n) vec_push(&o->learned, (vector_clock){0});
    for (uint32_t i = 0; i < o->learned.n; i++) vec_clear(&o->learned.at[i]);
    vec_clear(&o->spent);
    for (uint32_t i = 0; i < o->followed.n; i++) vec_push(&o->spent, false);
    o->preemptions = 0;
    o->last = NO_TASK;
    o->blocked = false;
}

// ---- Wakeup trees ----

static uint32_t new_wakeup(struct orders *o, uint32_t task, footprint_id touches) {
    uint32_t i = o->pool_free;
    if (i)
        o->pool_free = o->pool.at[i - 1].next;
    else {
        vec_push(&o->pool, ((struct wakeup){0}));
        i = o->pool.n;
    }
    o->pool.at[i - 1] = (struct wakeup){.task = task, .touches = touches};
    return i;
}

static void free_wakeup(struct orders *o, uint32_t i) {
    o->pool.at[i - 1].next = o->pool_free;
    o->pool_free = i;
}

// Frees trees that stand beside one another. What is below the first is put behind it: no recursion.
static void free_trees(struct orders *o, uint32_t first) {
    uint32_t last = first;
    while (last && o->pool.at[last - 1].next) last = o->pool.at[last - 1].next;
    while (first) {
        struct wakeup w = o->pool.at[first - 1];
        if (w.child) o->pool.at[last - 1].next = w.child;
        while (o->pool.at[last - 1].next) last = o->pool.at[last - 1].next;
        uint32_t next = o->pool.at[first - 1].next;
        free_wakeup(o, first);
        first = next;
    }
}

// Adds a tree behind those that stand there; of a node (parent 0) or below another tree.
static void add_tree(struct orders *o, struct node *at, uint32_t parent, uint32_t tree) {
    uint32_t last = parent ? o->pool.at[parent - 1].child : at->tree;
    while (last && o->pool.at[last - 1].next) last = o->pool.at[last - 1].next;
    if (last)
        o->pool.at[last - 1].next = tree;
    else if (parent)
        o->pool.at[parent - 1].child = tree;
    else
        at->tree = tree;
}

// ---- Races ----

// Of the events in o->sequence: whether none before the place happens before the one there.
static bool is_initial(const struct orders *o, uint32_t place) {
    for (uint32_t i = 0; i < place; i++)
        if (happens_before(o, o->sequence.at[i], o->sequence.at[place])) return false;
    return true;
}

static uint32_t first_of(const struct orders *o, uint32_t task) { // the place, or the length
    uint32_t i = 0;
    while (i < o->sequence.n && o->events.at[o->sequence.at[i]].task != task) i++;
    return i;
}

static bool independent_of_all(struct orders *o, footprint_id touches) {
    for (uint32_t i = 0; i < o->sequence.n; i++)
        if (footprint_conflict(&o->footprints, touches, o->events.at[o->sequence.at[i]].touches))
            return false;
    return true;
}

// Whether the sequence can as well begin with that event (a weak initial); *place: where it is in it.
static bool may_begin(struct orders *o, uint32_t task, footprint_id touches, uint32_t *place) {
    *place = first_of(o, task);
    return *place < o->sequence.n ? is_initial(o, *place) : independent_of_all(o, touches);
}

// What of the sequence the trees do not cover is added to them.
static void insert(struct orders *o, struct node *at) {
    uint32_t parent = 0, tree = at->tree, place;
    while (tree) {
        const struct wakeup w = o->pool.at[tree - 1];
        if (!may_begin(o, w.task, w.touches, &place)) {
            tree = w.next;
            continue;
        }
        if (!w.child) return; // all that can follow will be tried
        if (place < o->sequence.n) {
            memmove(&o->sequence.at[place], &o->sequence.at[place + 1],
                    (o->sequence.n - place - 1) * sizeof *o->sequence.at);
            o->sequence.n--;
        }
        parent = tree;
        tree = w.child;
    }
    for (uint32_t i = 0; i < o->sequence.n; i++) {
        const struct event *e = &o->events.at[o->sequence.at[i]];
        uint32_t fresh = new_wakeup(o, e->task, e->touches);
        add_tree(o, at, parent, fresh);
        parent = fresh;
    }
}

// One more task that may begin, unless one of those has begun or will.
static void add_source(struct orders *o, struct node *at) {
    uint32_t begins = UINT32_MAX;
    for (uint32_t i = 0; i < o->sequence.n; i++) {
        const struct event *e = &o->events.at[o->sequence.at[i]];
        if (first_of(o, e->task) != i || !is_initial(o, i)) continue;
        for (uint32_t k = 0; k < at->begun.n; k++)
            if (at->begun.at[k] == e->task) return;
        for (uint32_t t = at->tree; t; t = o->pool.at[t - 1].next)
            if (o->pool.at[t - 1].task == e->task) return;
        if (begins == UINT32_MAX) begins = o->sequence.at[i];
    }
    add_tree(o, at, 0, new_wakeup(o, o->events.at[begins].task, o->events.at[begins].touches));
}

// Of two events in a race, what may come before the earlier: all that does not come after it, and the later.
static void reverse(struct orders *o, uint32_t earlier, uint32_t later) {
    struct node *at = &o->nodes.at[earlier];
    uint32_t end = o->reduction == REDUCTION_SOURCE ? later : o->events.n, place;
    vec_clear(&o->sequence);
    for (uint32_t i = earlier + 1; i < end; i++)
        if (i != later && !happens_before(o, earlier, i)) vec_push(&o->sequence, i);
    vec_push(&o->sequence, later);
    if (o->reduction == REDUCTION_SOURCE) {
        add_source(o, at);
        return;
    }
    for (uint32_t i = 0; i < at->sleep.n; i++)
        if (may_begin(o, at->sleep.at[i].task, at->sleep.at[i].touches, &place)) return;
    insert(o, at);
}

static void find_races(struct orders *o, uint32_t from) {
    vector_clock before = {0};
    for (uint32_t i = from; i < o->events.n; i++) {
        const struct event *e = &o->events.at[i];
        if (e->alone || !e->touches) continue;
        vec_clear(&before);
        join(&before, o->clocks.at + e->base, e->base_n);
        for (uint32_t k = i; k-- > 0;) {
            if (in_clock(o, before.at, before.n, k) ||
                !footprint_conflict(&o->footprints, e->touches, o->events.at[k].touches))
                continue;
            join(&before, clock_of(o, k), o->events.at[k].clock_n);
            if (!o->events.at[k].alone) reverse(o, k, i);
        }
    }
    vec_free(&before);
}

// A task that an event has stopped could have gone before it.
static void go_before(struct orders *o, const struct stopped *s) {
    struct node *at = &o->nodes.at[s->event];
    if (o->events.at[s->event].alone) return;
    for (uint32_t i = 0; i < at->begun.n; i++)
        if (at->begun.at[i] == s->task) return;
    for (uint32_t i = 0; i < at->sleep.n; i++)
        if (at->sleep.at[i].task == s->task) return;
    for (uint32_t t = at->tree; t; t = o->pool.at[t - 1].next)
        if (o->pool.at[t - 1].task == s->task) return;
    add_tree(o, at, 0, new_wakeup(o, s->task, FOOTPRINT_ALL));
}

// ---- Choices ----

static bool sleeps(const struct node *at, uint32_t task) {
    for (uint32_t i = 0; i < at->sleep.n; i++)
        if (at->sleep.at[i].task == task) return true;
    return false;
}

static uint32_t place_of(const struct candidate *can_go, uint32_t n, uint32_t task) {
    uint32_t i = 0;
    while (i < n && can_go[i].task != task) i++;
    return i;
}

// Whether another task loses its turn if that one goes.
static bool preempts(const struct orders *o, const struct candidate *can_go, uint32_t n, uint32_t place) {
    uint32_t last = place_of(can_go, n, o->last);
    return last < n && last != place && can_go[last].kind == TURN_GOES && can_go[place].kind != TURN_COMES;
}

// A node that no run before has come to.
static struct node *new_node(struct orders *o, uint32_t i) {
    while (o->nodes.n <= i) vec_push(&o->nodes, ((struct node){0}));
    struct node *at = &o->nodes.at[i];
    vec_clear(&at->sleep);
    vec_clear(&at->begun);
    at->tree = o->handed;
    o->handed = 0;
    if (!i) return at;
    const struct event *e = &o->events.at[i - 1];
    const struct node *before = &o->nodes.at[i - 1];
    for (uint32_t k = 0; k < before->sleep.n; k++) {
        struct slept s = before->sleep.at[k];
        if (s.task != e->task && !footprint_conflict(&o->footprints, s.touches, e->touches))
            vec_push(&at->sleep, s);
    }
    return at;
}

// The first of the trees, which is taken out; what is below it is handed to the next node. 0: there is none.
static struct wakeup take_tree(struct orders *o, struct node *at, bool *is) {
    uint32_t first = at->tree;
    *is = first;
    if (!first) return (struct wakeup){0};
    const struct wakeup w = o->pool.at[first - 1];
    at->tree = w.next;
    o->handed = w.child;
    free_wakeup(o, first);
    return w;
}

// Whether another run has come to the same, and needed no more preemptions.
static bool was_here(struct orders *o) {
    uint32_t fewest, i = o->events.n;
    uint64_t here = hash_mix(i ? o->prefixes.at[i - 1].all : 0, o->last);
    if (hash_map_get(&o->seen, here, &fewest) && fewest <= o->preemptions) return true;
    hash_map_put(&o->seen, here, o->preemptions);
    return false;
}

// Without reduction: all others that may go are to be tried, too.
static uint32_t choose_any(struct orders *o, struct node *at, const struct candidate *can_go, uint32_t n,
                           uint32_t preferred) {
    bool spent = o->bounded && o->preemptions >= o->most_preemptions;
    if (o->bounded && was_here(o)) return ORDERS_BLOCKED;
    if (spent && preempts(o, can_go, n, preferred)) preferred = place_of(can_go, n, o->last);
    for (uint32_t i = 0; i < n; i++)
        if (i != preferred && !(spent && preempts(o, can_go, n, i)))
            add_tree(o, at, 0, new_wakeup(o, can_go[i].task, 0));
    return preferred;
}

static uint32_t choose(struct orders *o, struct node *at, const struct candidate *can_go, uint32_t n,
                       uint32_t preferred) {
    bool is;
    if (o->reduction == REDUCTION_NONE) return choose_any(o, at, can_go, n, preferred);
    for (;;) {
        struct wakeup w = take_tree(o, at, &is);
        if (!is) break;
        uint32_t i = place_of(can_go, n, w.task);
        if (i < n) return i;
        o->astray = true;
        free_trees(o, o->handed);
        o->handed = 0;
    }
    if (!sleeps(at, can_go[preferred].task)) return preferred;
    for (uint32_t i = 0; i < n; i++)
        if (!sleeps(at, can_go[i].task)) return i;
    return ORDERS_BLOCKED;
}

static uint32_t follow(struct orders *o, const struct candidate *can_go, uint32_t n, uint32_t preferred) {
    for (uint32_t i = 0; i < o->followed.n; i++) {
        uint32_t place = o->spent.at[i] ? n : place_of(can_go, n, o->followed.tasks[i]);
        if (place == n) continue;
        o->spent.at[i] = true;
        return place;
    }
    return preferred;
}

uint32_t orders_next(struct orders *o, const struct candidate *can_go, uint32_t n, uint32_t preferred) {
    assert(n && preferred < n);
    close_event(o);
    uint32_t i = o->events.n, place;
    if (o->follows) {
        place = follow(o, can_go, n, preferred);
    } else if (i < o->fixed) {
        place = place_of(can_go, n, vec_last(&o->nodes.at[i].begun));
        o->astray |= place == n;
        if (place == n) place = preferred;
    } else {
        struct node *at = new_node(o, i);
        place = choose(o, at, can_go, n, preferred);
        if (place == ORDERS_BLOCKED) {
            o->blocked = true;
            return place;
        }
        vec_push(&at->begun, can_go[place].task);
    }
    o->preemptions += preempts(o, can_go, n, place);
    if (can_go[place].kind != TURN_COMES) o->last = can_go[place].task;
    return begin_event(o, can_go[place].task, false) ? place : ORDERS_CUT;
}

bool orders_all_wait(struct orders *o, uint32_t task) {
    close_event(o);
    if (!o->follows && o->events.n >= o->fixed) vec_push(&new_node(o, o->events.n)->begun, task);
    o->last = task;
    return begin_event(o, task, true);
}

// ---- After a run ----

bool orders_advance(struct orders *o) {
    close_event(o);
    o->stats.tried++;
    o->stats.blocked += o->blocked;
    o->stats.events += o->events.n;
    if (o->follows) return false;
    if (o->reduction != REDUCTION_NONE) find_races(o, o->fixed ? o->fixed - 1 : 0);
    for (uint32_t i = 0; i < o->stopped.n && o->reduction != REDUCTION_NONE; i++)
        go_before(o, &o->stopped.at[i]);
    free_trees(o, o->handed);
    o->handed = 0;
    for (uint32_t i = o->events.n; i-- > 0;) {
        struct node *at = &o->nodes.at[i];
        const struct event *e = &o->events.at[i];
        if (o->reduction != REDUCTION_NONE) vec_push(&at->sleep, ((struct slept){e->task, e->touches}));
        for (bool is = true; is && !e->alone;) {
            struct wakeup w = take_tree(o, at, &is);
            if (!is || (o->reduction == REDUCTION_SOURCE && sleeps(at, w.task))) continue;
            vec_push(&at->begun, w.task);
            o->fixed = i + 1;
            return true;
        }
    }
    return false;
}

uint32_t orders_length(const struct orders *o) {
    return o->events.n;
}

uint32_t orders_event_task(const struct orders *o, uint32_t event) {
    return o->events.at[event].task;
}

uint32_t orders_preemptions(const struct orders *o) {
    return o->preemptions;
}

bool orders_astray(const struct orders *o) {
    return o->astray;
}

bool orders_was_cut(const struct orders *o) {
    return o->cut;
}

const struct orders_stats *orders_stats(const struct orders *o) {
    return &o->stats;
}
