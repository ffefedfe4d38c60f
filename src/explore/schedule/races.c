// SPDX-License-Identifier: Apache-2.0
// What a run has shown of the order of its events: which come before which, and where it might be otherwise.
#include <assert.h>
#include <string.h>

#include "explore/schedule/orders_inner.h"

#define NONE UINT32_MAX

// ---- Clocks ----

static uint32_t *clock_at(const struct orders *o, const numbers *of, uint32_t i) {
    return of->at + (size_t)i * o->names.n;
}

static uint32_t *new_clock(struct orders *o, numbers *of) {
    uint32_t first = of->n;
    for (uint32_t t = 0; t < o->names.n; t++) vec_push(of, 0);
    return of->at + first;
}

static void join(uint32_t *to, const uint32_t *with, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (to[i] < with[i]) to[i] = with[i];
}

static void join_past(const struct orders *o, const numbers *of, uint32_t *to, const struct past *p) {
    if (p->before) join(to, clock_at(o, of, p->before - 1), o->names.n);
    for (uint32_t i = 0; i < p->n_edges; i++)
        join(to, clock_at(o, of, o->edges.at[p->edges + i]), o->names.n);
}

static void join_all(const struct orders *o, uint32_t *to, uint32_t before) {
    for (uint32_t k = 0; k < before; k++) to[o->events.at[k].task] = k + 1;
}

static bool holds(const struct orders *o, const uint32_t *clock, uint32_t event) {
    return clock[o->events.at[event].task] > event;
}

// The clock of an event as far as it is known without what the others touch.
static uint32_t *begin_clock(struct orders *o, numbers *of, uint32_t i) {
    const struct event *e = &o->events.at[i];
    uint32_t *clock = new_clock(o, of);
    join_past(o, of, clock, &e->past);
    if (e->alone) join_all(o, clock, i);
    return clock;
}

static void find_base(struct orders *o) {
    orders_close_event(o);
    vec_clear(&o->base);
    vec_clear(&o->observer_base);
    for (uint32_t i = 0; i < o->events.n; i++) begin_clock(o, &o->base, i)[o->events.at[i].task] = i + 1;
    for (uint32_t i = 0; i < o->observers.n; i++)
        join_past(o, &o->base, new_clock(o, &o->observer_base), &o->observers.at[i].past);
    o->known = true;
}

bool orders_unordered(struct orders *o, uint32_t a, uint32_t b) {
    if (!o->known) find_base(o);
    assert(a < o->events.n && b < o->events.n);
    return a != b && !holds(o, clock_at(o, &o->base, a), b) && !holds(o, clock_at(o, &o->base, b), a);
}

// ---- Observers ----

void orders_tells(struct orders *o, uint32_t observer, const uint32_t *events, uint32_t n) {
    if (observer == ORDERS_NOBODY || n < 2) return;
    struct observer *w = &o->observers.at[observer];
    assert(!w->n_members);
    uint32_t first = events[0];
    w->members = o->members.n;
    w->n_members = n;
    for (uint32_t i = 0; i < n; i++) {
        assert(events[i] < o->events.n);
        vec_push(&o->members, events[i]);
        if (events[i] < first) first = events[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        if (events[i] == first) continue;
        struct event *later = &o->events.at[events[i]];
        vec_push(&o->seen, ((struct seen_pair){first, observer, later->seen}));
        later->seen = o->seen.n;
    }
    o->told = true;
}

// Who is the first to see that one event comes before the other.
static uint32_t who_sees(const struct orders *o, uint32_t earlier, uint32_t later) {
    uint32_t first = ORDERS_NOBODY;
    for (uint32_t i = o->events.at[later].seen; i; i = o->seen.at[i - 1].next) {
        const struct seen_pair *p = &o->seen.at[i - 1];
        if (p->earlier == earlier && (first == ORDERS_NOBODY || p->observer < first)) first = p->observer;
    }
    return first;
}

static bool is_there(const struct orders *o, uint32_t observer, uint32_t node) {
    const uint32_t *base = clock_at(o, &o->observer_base, observer);
    for (uint32_t k = node; k < o->events.n; k++)
        if (!o->place.at[k] && holds(o, base, k)) return false;
    return true;
}

// Whether an observer looks after the event. What it does there is another thing once the race is reversed;
// but an event that itself looks still does.
static bool looks_after(const struct orders *o, uint32_t observer, uint32_t event) {
    const struct observer *w = &o->observers.at[observer];
    if (event >= o->events.n || !holds(o, clock_at(o, &o->observer_base, observer), event)) return false;
    for (uint32_t i = 0; i < w->n_members; i++)
        if (o->members.at[w->members + i] == event) return false;
    return true;
}

// Of a run that comes to the race as this one did, and then goes on with the sequence: what its observers
// see.
static void look_at_sequence(struct orders *o, const struct race *r) {
    const uint32_t node = r->earlier;
    vec_clear(&o->place);
    vec_clear(&o->first);
    for (uint32_t i = 0; i < o->events.n; i++) vec_push(&o->place, 0);
    for (uint32_t i = 0; i < o->sequence.n; i++) o->place.at[o->sequence.at[i]] = i + 1;
    for (uint32_t w = 0; w < o->observers.n; w++) {
        const struct observer *by = &o->observers.at[w];
        uint32_t first = 0;
        for (uint32_t i = 0; i < by->n_members; i++) {
            uint32_t e = o->members.at[by->members + i];
            if (e < node
                    ? !first || first > e + 1
                    : o->place.at[e] && (!first || (first > node && o->place.at[first - 1] > o->place.at[e])))
                first = e + 1;
        }
        bool is = first && is_there(o, w, node) && !looks_after(o, w, r->later) &&
                  (r->observer == ORDERS_NOBODY || !looks_after(o, w, r->earlier));
        vec_push(&o->first, is ? first : 0);
    }
}

// Whether some observer of that run sees that the first comes before the second.
static bool tells(const struct orders *o, uint32_t a, uint32_t b) {
    for (uint32_t w = 0; w < o->first.n; w++) {
        if (o->first.at[w] != a + 1) continue;
        const struct observer *by = &o->observers.at[w];
        for (uint32_t i = 0; i < by->n_members; i++)
            if (o->members.at[by->members + i] == b) return true;
    }
    return false;
}

// ---- Sequences ----

// Whether b, which touches that, has to come after a.
static bool depends(struct orders *o, uint32_t a, uint32_t b, footprint_id touches) {
    return holds(o, clock_at(o, &o->base, b), a) ||
           footprint_conflict(&o->footprints, o->events.at[a].touches, touches) || tells(o, a, b);
}

static bool is_initial(struct orders *o, uint32_t place, footprint_id touches) {
    for (uint32_t i = 0; i < place; i++)
        if (depends(o, o->sequence.at[i], o->sequence.at[place], touches)) return false;
    return true;
}

static uint32_t first_of(const struct orders *o, uint32_t task) { // the place, or the length
    uint32_t i = 0;
    while (i < o->sequence.n && o->events.at[o->sequence.at[i]].task != task) i++;
    return i;
}

// The event of the task that the run has, but not before the node, and not in the sequence.
static uint32_t left_out(const struct orders *o, uint32_t task, uint32_t node) {
    for (uint32_t k = node; k < o->events.n; k++)
        if (o->events.at[k].task == task && !o->place.at[k]) return k;
    return NONE;
}

static bool independent(struct orders *o, uint32_t event, footprint_id touches, uint32_t other) {
    return !footprint_conflict(&o->footprints, o->events.at[event].touches, touches) &&
           (other == NONE || !tells(o, event, other));
}

// Whether the run from `since` to the node, and then the sequence, can as well begin with the event that a
// task stands at there (a weak initial). *place: where it is in the sequence, or its length; *other: it is in
// the run, but not there.
static bool may_begin(struct orders *o, uint32_t since, uint32_t node, uint32_t task, footprint_id touches,
                      uint32_t *place, uint32_t *other) {
    *other = NONE;
    *place = o->sequence.n;
    for (uint32_t k = since; k < node; k++) {
        if (o->events.at[k].task != task) continue;
        for (uint32_t i = since; i < k; i++)
            if (depends(o, i, k, touches)) return false;
        return true;
    }
    *place = first_of(o, task);
    if (*place == o->sequence.n) {
        *other = left_out(o, task, node);
        for (uint32_t i = since; i < node; i++)
            if (!independent(o, i, touches, *other)) return false;
        for (uint32_t i = 0; i < o->sequence.n; i++)
            if (!independent(o, o->sequence.at[i], touches, *other)) return false;
        return true;
    }
    for (uint32_t i = since; i < node; i++)
        if (depends(o, i, o->sequence.at[*place], touches)) return false;
    return is_initial(o, *place, touches);
}

// What of the sequence the trees do not cover is added to them.
static void insert(struct orders *o, struct node *at, uint32_t node) {
    uint32_t parent = 0, tree = at->tree, place, other;
    while (tree) {
        const struct wakeup w = o->pool.at[tree - 1];
        if (!may_begin(o, node, node, w.task, w.touches, &place, &other)) {
            tree = w.next;
            continue;
        }
        if (!w.child) return; // all that can follow will be tried
        if (place < o->sequence.n) {
            memmove(&o->sequence.at[place], &o->sequence.at[place + 1],
                    (o->sequence.n - place - 1) * sizeof *o->sequence.at);
            o->sequence.n--;
        } else if (other != NONE) {
            o->place.at[other] = NONE; // it has been now
        }
        parent = tree;
        tree = w.child;
    }
    for (uint32_t i = 0; i < o->sequence.n; i++) {
        const struct event *e = &o->events.at[o->sequence.at[i]];
        uint32_t fresh = orders_new_wakeup(o, e->task, e->touches);
        orders_add_tree(o, at, parent, fresh);
        parent = fresh;
    }
}

// One more task that may begin, unless one of those has begun or will.
static void add_source(struct orders *o, struct node *at) {
    uint32_t begins = NONE;
    for (uint32_t i = 0; i < o->sequence.n; i++) {
        const struct event *e = &o->events.at[o->sequence.at[i]];
        if (first_of(o, e->task) != i || !is_initial(o, i, e->touches)) continue;
        for (uint32_t k = 0; k < at->begun.n; k++)
            if (at->begun.at[k] == e->task) return;
        for (uint32_t t = at->tree; t; t = o->pool.at[t - 1].next)
            if (o->pool.at[t - 1].task == e->task) return;
        if (begins == NONE) begins = o->sequence.at[i];
    }
    orders_add_tree(o, at, 0, orders_new_wakeup(o, o->events.at[begins].task, o->events.at[begins].touches));
}

// ---- Races ----

static bool happens_before(const struct orders *o, uint32_t earlier, uint32_t later) {
    return holds(o, clock_at(o, &o->clocks, later), earlier);
}

// What may come before the earlier of a race: all that does not come after it, and the later. Where only an
// observer can tell, the earlier comes next, and what brings the observer there: else nothing would be seen.
static void reverse(struct orders *o, struct race r, uint32_t n_events) {
    struct node *at = &o->nodes.at[r.earlier];
    uint32_t end = o->reduction == REDUCTION_SOURCE && r.later < n_events ? r.later : n_events, place, other;
    vec_clear(&o->sequence);
    for (uint32_t i = r.earlier + 1; i < end; i++)
        if (i != r.later && !happens_before(o, r.earlier, i)) vec_push(&o->sequence, i);
    vec_push(&o->sequence, r.later);
    if (r.observer != ORDERS_NOBODY) {
        vec_push(&o->sequence, r.earlier);
        for (uint32_t i = r.earlier + 1; i <= o->observers.at[r.observer].event; i++)
            if (i != r.later && happens_before(o, r.earlier, i)) vec_push(&o->sequence, i);
    }
    look_at_sequence(o, &r);
    if (o->reduction == REDUCTION_SOURCE) {
        add_source(o, at);
        return;
    }
    for (uint32_t i = 0; i < at->sleep.n; i++) {
        const struct slept *s = &at->sleep.at[i];
        uint32_t since = footprint_is_soft(&o->footprints, s->touches) ? s->since : r.earlier;
        if (may_begin(o, since, r.earlier, s->task, s->touches, &place, &other)) return;
    }
    insert(o, at, r.earlier);
}

// The clock of event i; races with events before it in which somebody sees something new: an event from
// `from` on.
static void find_clock(struct orders *o, uint32_t i, uint32_t from) {
    const struct event *e = &o->events.at[i];
    uint32_t *clock = begin_clock(o, &o->clocks, i);
    for (uint32_t k = i; k-- > 0 && e->touches;) {
        uint32_t observer = ORDERS_NOBODY;
        if (holds(o, clock, k)) continue;
        if (!footprint_conflict(&o->footprints, e->touches, o->events.at[k].touches)) {
            if (e->seen) observer = who_sees(o, k, i);
            if (observer == ORDERS_NOBODY) continue;
        }
        join(clock, clock_at(o, &o->clocks, k), o->names.n);
        if (!e->alone && !o->events.at[k].alone && i >= from)
            vec_push(&o->races, ((struct race){k, i, observer}));
    }
    clock[e->task] = i + 1;
}

// ---- Tasks that were stopped ----

static uint64_t state_of_task(const struct orders *o, uint32_t task, const struct past *p) {
    uint64_t h = hash_mix(17, task);
    if (p->before) h = hash_mix(h, o->ids.at[p->before - 1]);
    for (uint32_t i = 0; i < p->n_edges; i++) h += hash_mix(3, o->ids.at[o->edges.at[p->edges + i]]);
    return h;
}

void orders_identify(struct orders *o, uint32_t i) {
    const struct event *e = &o->events.at[i];
    uint64_t conflicts = 0;
    assert(o->ids.n == i);
    for (uint32_t k = 0; k < i; k++)
        if (footprint_conflict(&o->footprints, e->touches, o->events.at[k].touches) || e->alone)
            conflicts += hash_mix(5, o->ids.at[k]);
    vec_push(&o->ids, hash_mix(state_of_task(o, e->task, &e->past), conflicts));
}

// What tasks do next, of what they have done and learned. Where none has been stopped so far, it is kept for
// some runs only.
static void note_operations(struct orders *o) {
    enum { FIRST_RUNS = 64 };
    if (!o->stops && o->stats.tried > FIRST_RUNS) {
        hash_map_free(&o->operations);
        return;
    }
    vec_clear(&o->ids);
    for (uint32_t i = 0; i < o->events.n; i++) {
        const struct event *e = &o->events.at[i];
        uint64_t state = state_of_task(o, e->task, &e->past);
        uint32_t known;
        bool other = hash_map_get(&o->operations, state, &known) && known != e->touches;
        hash_map_put(&o->operations, state, other ? FOOTPRINT_ALL : e->touches);
        orders_identify(o, i);
    }
}

// A task that an event has stopped could have gone before it.
static void go_before(struct orders *o, const struct stopped *s) {
    uint32_t n = o->events.n, touches = FOOTPRINT_ALL;
    if (o->events.at[s->event].alone) return;
    hash_map_get(&o->operations, state_of_task(o, s->task, &s->past), &touches);
    vec_push(&o->events, ((struct event){.task = s->task, .touches = touches, .past = s->past}));
    begin_clock(o, &o->base, n)[s->task] = n + 1;
    reverse(o, (struct race){s->event, n, ORDERS_NOBODY}, n);
    o->base.n -= o->names.n;
    o->events.n--;
}

void orders_find_races(struct orders *o) {
    // What an observer sees may make a race of what was none in the run before.
    uint32_t from = o->told || !o->fixed ? 0 : o->fixed - 1;
    if (!o->known) find_base(o);
    vec_clear(&o->clocks);
    vec_clear(&o->races);
    for (uint32_t i = 0; i < o->events.n; i++) find_clock(o, i, from);
    note_operations(o);
    for (uint32_t i = 0; i < o->races.n; i++) reverse(o, o->races.at[i], o->events.n);
    // It has no event, so no race with it is found later: it is tried after all that came instead.
    for (uint32_t i = 0; i < o->stopped.n; i++) go_before(o, &o->stopped.at[i]);
}
