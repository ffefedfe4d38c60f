// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <string.h>

#include "explore/schedule/orders_inner.h"

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
    o->open = o->astray = o->cut = o->blocked = o->told = o->stops = false;
    hash_map_free(&o->operations);
    hash_map_free(&o->reached);
    o->stats = (struct orders_stats){0};
}

void orders_free(struct orders *o) {
    for (uint32_t i = 0; i < o->nodes.n; i++) {
        vec_free(&o->nodes.at[i].sleep);
        vec_free(&o->nodes.at[i].begun);
    }
    for (uint32_t i = 0; i < o->learned.n; i++) vec_free(&o->learned.at[i]);
    numbers *of_runs[] = {&o->edges,         &o->latest, &o->members,  &o->base, &o->clocks,
                          &o->observer_base, &o->place,  &o->sequence, &o->first};
    for (size_t i = 0; i < sizeof of_runs / sizeof *of_runs; i++) vec_free(of_runs[i]);
    vec_free(&o->nodes);
    vec_free(&o->pool);
    vec_free(&o->events);
    vec_free(&o->learned);
    vec_free(&o->accesses);
    vec_free(&o->stopped);
    vec_free(&o->observers);
    vec_free(&o->seen);
    vec_free(&o->races);
    vec_free(&o->names);
    vec_free(&o->spent);
    hash_map_free(&o->by_name);
    hash_map_free(&o->operations);
    hash_map_free(&o->reached);
    vec_free(&o->ids);
    footprints_free(&o->footprints);
    order_free(&o->followed);
    mem_free(o);
}

// ---- Events ----

void orders_close_event(struct orders *o) {
    if (!o->open) return;
    o->open = false;
    vec_last(&o->events).touches = footprint_of(&o->footprints, o->accesses.at, o->accesses.n);
    vec_clear(&o->accesses);
    if (!o->bounded) return;
    orders_identify(o, o->events.n - 1);
    o->all_ids += vec_last(&o->ids);
}

// What the next event of the task comes after so far.
static struct past past_of(struct orders *o, uint32_t task) {
    const numbers *learned = &o->learned.at[task];
    struct past p = {o->latest.at[task], o->edges.n, learned->n};
    for (uint32_t i = 0; i < learned->n; i++) vec_push(&o->edges, learned->at[i]);
    return p;
}

static bool begin_event(struct orders *o, uint32_t task, bool alone) {
    uint32_t i = o->events.n;
    if (i >= o->events_most) {
        o->cut = true;
        return false;
    }
    struct past past = past_of(o, task);
    vec_push(&o->events, ((struct event){.task = task, .past = past, .alone = alone}));
    vec_clear(&o->learned.at[task]);
    o->latest.at[task] = i + 1;
    o->open = true;
    return true;
}

void orders_learns(struct orders *o, uint32_t task, uint32_t event) {
    assert(event < o->events.n && task < o->learned.n);
    vec_push(&o->learned.at[task], event);
}

// Room for what is known of each task.
static void know_tasks(struct orders *o) {
    while (o->learned.n < o->names.n) vec_push(&o->learned, (numbers){0});
    while (o->latest.n < o->names.n) vec_push(&o->latest, 0);
}

uint32_t orders_name(struct orders *o, uint32_t parent, uint32_t nth) {
    uint64_t name = (uint64_t)parent << 32 | nth;
    uint32_t task;
    if (!hash_map_get(&o->by_name, name, &task)) {
        task = o->names.n;
        vec_push(&o->names, ((struct task_origin){parent, nth}));
        hash_map_put(&o->by_name, name, task);
    }
    know_tasks(o);
    return task;
}

uint32_t orders_task(struct orders *o, uint32_t parent, uint32_t nth) {
    uint32_t task = orders_name(o, parent, nth);
    if (o->latest.at[parent]) vec_push(&o->learned.at[task], o->latest.at[parent] - 1);
    for (uint32_t i = 0; i < o->learned.at[parent].n; i++)
        vec_push(&o->learned.at[task], o->learned.at[parent].at[i]);
    return task;
}

bool orders_touch(struct orders *o, const struct access *a) {
    if (!o->open) return false;
    vec_push(&o->accesses, *a);
    if (o->reduction != REDUCTION_OPTIMAL) vec_last(&o->accesses).soft = false;
    return true;
}

void orders_stops(struct orders *o, uint32_t task) {
    assert(o->events.n);
    struct past past = past_of(o, task);
    vec_push(&o->stopped, ((struct stopped){o->events.n - 1, task, past}));
    o->stops = true;
}

uint32_t orders_observer(struct orders *o, uint32_t task) {
    if (o->follows || o->reduction != REDUCTION_OPTIMAL || !o->events.n) return ORDERS_NOBODY;
    struct past past = past_of(o, task);
    vec_push(&o->observers, ((struct observer){.event = o->events.n - 1, .past = past}));
    return o->observers.n - 1;
}

uint32_t orders_event(const struct orders *o) {
    assert(o->events.n);
    return o->events.n - 1;
}

void orders_begin(struct orders *o) {
    o->open = o->known = false;
    vec_clear(&o->accesses);
    vec_clear(&o->events);
    vec_clear(&o->edges);
    vec_clear(&o->stopped);
    vec_clear(&o->observers);
    vec_clear(&o->members);
    vec_clear(&o->seen);
    know_tasks(o);
    for (uint32_t i = 0; i < o->learned.n; i++) {
        vec_clear(&o->learned.at[i]);
        o->latest.at[i] = 0;
    }
    vec_clear(&o->spent);
    for (uint32_t i = 0; i < o->followed.n; i++) vec_push(&o->spent, false);
    vec_clear(&o->ids);
    o->all_ids = 0;
    o->preemptions = 0;
    o->last = NO_TASK;
    o->blocked = false;
}

// ---- Wakeup trees ----

uint32_t orders_new_wakeup(struct orders *o, uint32_t task, footprint_id touches) {
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

void orders_add_tree(struct orders *o, struct node *at, uint32_t parent, uint32_t tree) {
    uint32_t last = parent ? o->pool.at[parent - 1].child : at->tree;
    while (last && o->pool.at[last - 1].next) last = o->pool.at[last - 1].next;
    if (last)
        o->pool.at[last - 1].next = tree;
    else if (parent)
        o->pool.at[parent - 1].child = tree;
    else
        at->tree = tree;
}

// ---- Choices ----

// A soft one may be seen yet.
static bool sleeps(const struct orders *o, const struct node *at, uint32_t task) {
    for (uint32_t i = 0; i < at->sleep.n; i++)
        if (at->sleep.at[i].task == task && !footprint_is_soft(&o->footprints, at->sleep.at[i].touches))
            return true;
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
        bool soft = footprint_is_soft(&o->footprints, s.touches);
        if (s.task == e->task && !s.gone) {
            s.gone = true;
            if (soft) vec_push(&at->sleep, s);
        } else if (s.gone || !footprint_conflict(&o->footprints, s.touches, e->touches)) {
            vec_push(&at->sleep, s);
        }
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
    uint32_t fewest;
    uint64_t here = hash_mix(o->all_ids, o->last);
    if (hash_map_get(&o->reached, here, &fewest) && fewest <= o->preemptions) return true;
    hash_map_put(&o->reached, here, o->preemptions);
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
            orders_add_tree(o, at, 0, orders_new_wakeup(o, can_go[i].task, 0));
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
    if (!sleeps(o, at, can_go[preferred].task)) return preferred;
    for (uint32_t i = 0; i < n; i++)
        if (!sleeps(o, at, can_go[i].task)) return i;
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
    orders_close_event(o);
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
    orders_close_event(o);
    if (!o->follows && o->events.n >= o->fixed) vec_push(&new_node(o, o->events.n)->begun, task);
    o->last = task;
    return begin_event(o, task, true);
}

// ---- After a run ----

// Whether what follows the tree was tried meanwhile: of a task that had been stopped, what it would do was
// not known then.
static bool was_tried(struct orders *o, const struct node *at, const struct wakeup *w) {
    for (uint32_t i = 0; i < at->sleep.n && o->stops; i++) {
        const struct slept *s = &at->sleep.at[i];
        const struct wakeup *step = w;
        while (step && step->task != s->task &&
               !footprint_conflict(&o->footprints, s->touches, step->touches))
            step = step->child ? &o->pool.at[step->child - 1] : NULL;
        bool found = step && step->task == s->task && step->touches == FOOTPRINT_ALL;
        if (found && !step->child && !footprint_is_soft(&o->footprints, s->touches)) return true;
    }
    return false;
}

bool orders_advance(struct orders *o) {
    orders_close_event(o);
    o->stats.tried++;
    o->stats.blocked += o->blocked;
    o->stats.events += o->events.n;
    if (o->follows) return false;
    if (o->reduction != REDUCTION_NONE) orders_find_races(o);
    free_trees(o, o->handed);
    o->handed = 0;
    for (uint32_t i = o->events.n; i-- > 0;) {
        struct node *at = &o->nodes.at[i];
        const struct event *e = &o->events.at[i];
        if (o->reduction != REDUCTION_NONE)
            vec_push(&at->sleep, ((struct slept){e->task, e->touches, i, false}));
        for (bool is = true; is && !e->alone;) {
            struct wakeup w = take_tree(o, at, &is);
            if (!is || (o->reduction == REDUCTION_SOURCE && sleeps(o, at, w.task))) continue;
            if (was_tried(o, at, &w)) {
                free_trees(o, o->handed);
                o->handed = 0;
                continue;
            }
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
