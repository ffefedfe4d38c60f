// SPDX-License-Identifier: Apache-2.0
// Orders of small programs over shared cells and mailboxes: what reduction finds is what all orders give, and
// as many runs are made as there are classes of equal orders. The numbers of the named programs are those of
// the papers (JACM 64(4), 2017, and the programs of Concuerror's reference results).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka needs the three above
#include <cmocka.h>
#include <string.h>

#include "explore/schedule/orders.h"
#include "tier.h"

enum { TASKS_MOST = 12, OPS_MOST = 16, CELLS_MOST = 12, MAIL_MOST = 24 };

enum op_kind {
    READ,        // last = cell[a]
    WRITE,       // cell[a] = b
    WRITE_NEXT,  // cell[a] = last + 1
    IF_NOT,      // if last != a: the next b operations are left out
    SEND,        // to task a: b
    RECEIVE,     // last = the oldest message that is one of the set a (0: any); blocks
    RECEIVE_NOW, // likewise, or 100 if there is none
    LOOK,        // last = how many messages task a has
    KILL,        // task a does no more
    SPAWN,       // task a begins
    WALK, // an operation of its own for each step: reads cell[a], cell[a - 1] .. until one is 0; last = which
};

struct op {
    enum op_kind kind;
    int a, b;
};

struct program {
    uint32_t n_tasks, n_cells; // tasks that are not spawned are there from the beginning
    struct op ops[TASKS_MOST][OPS_MOST];
    uint32_t n[TASKS_MOST];
    uint32_t spawned; // bits
    bool has_kill;
};

struct message {
    int what;
    uint32_t event;
};

// A receive: whoever took the message, or looked for one in vain, can tell which of those that it would have
// taken came first.
struct taken {
    uint32_t task, event, self; // event: of the message; self: that of the receive; NOBODY: none
    int set;
    uint32_t observer;
};
enum { TAKEN_MOST = 32, NOBODY = UINT32_MAX };
struct delivered {
    uint32_t to, event;
    int what;
};

struct state {
    int cells[CELLS_MOST], last[TASKS_MOST], walk[TASKS_MOST];
    uint32_t at[TASKS_MOST];
    bool begun[TASKS_MOST];
    struct message mail[TASKS_MOST][MAIL_MOST];
    uint32_t n_mail[TASKS_MOST], ops_done[TASKS_MOST];
    bool dead[TASKS_MOST];
    uint32_t looked; // tasks that looked for a message by themselves in the present event
    struct taken taken[TAKEN_MOST];
    struct delivered delivered[TAKEN_MOST];
    uint32_t n_taken, n_delivered;
};

typedef VEC(uint64_t) hashes;

static void add_hash(hashes *h, uint64_t one) {
    for (uint32_t i = 0; i < h->n; i++)
        if (h->at[i] == one) return;
    vec_push(h, one);
}

static bool has_hash(const hashes *h, uint64_t one) {
    for (uint32_t i = 0; i < h->n; i++)
        if (h->at[i] == one) return true;
    return false;
}

static bool wants(int set, int what) {
    return !set || set >> what & 1;
}

// The place of the oldest message of the set; n_mail if there is none.
static uint32_t find(const struct state *s, uint32_t t, int set) {
    uint32_t i = 0;
    while (i < s->n_mail[t] && !wants(set, s->mail[t][i].what)) i++;
    return i;
}

static void take(struct state *s, uint32_t t, uint32_t place, int set, uint32_t self, uint32_t observer) {
    assert_true(s->n_taken < TAKEN_MOST);
    s->taken[s->n_taken++] = (struct taken){t, s->mail[t][place].event, self, set, observer};
    s->last[t] = s->mail[t][place].what;
    memmove(&s->mail[t][place], &s->mail[t][place + 1], (--s->n_mail[t] - place) * sizeof s->mail[t][0]);
}

// What a program tells of what its tasks do by themselves.
struct hooks {
    void (*learns)(void *, uint32_t, uint32_t);
    void (*spawns)(void *, uint32_t, uint32_t);
    uint32_t (*observes)(void *, uint32_t);
};

// What does not touch what others share: until an operation that does, the end, or a message is missing.
static void run_locally(const struct program *p, struct state *s, uint32_t t, const struct hooks *hooks,
                        void *context) {
    while (s->begun[t] && !s->dead[t] && s->at[t] < p->n[t]) {
        const struct op *o = &p->ops[t][s->at[t]];
        if (o->kind == IF_NOT) {
            s->at[t] += 1 + (s->last[t] != o->a ? (uint32_t)o->b : 0);
        } else if (o->kind == SPAWN) {
            s->begun[o->a] = true;
            s->at[t]++;
            hooks->spawns(context, t, (uint32_t)o->a);
            run_locally(p, s, (uint32_t)o->a, hooks, context);
        } else if (o->kind == RECEIVE) {
            s->looked |= 1u << t;
            uint32_t place = find(s, t, o->a);
            if (place == s->n_mail[t]) return;
            uint32_t observer = hooks->observes(context, t);
            hooks->learns(context, t, s->mail[t][place].event);
            take(s, t, place, o->a, NOBODY, observer);
            s->at[t]++;
        } else {
            return;
        }
    }
}

static bool can_go(const struct program *p, const struct state *s, uint32_t t) {
    return s->begun[t] && !s->dead[t] && s->at[t] < p->n[t] && p->ops[t][s->at[t]].kind != RECEIVE;
}

static enum turn_kind kind_of_turn(const struct program *p, const struct state *s, uint32_t t) {
    const struct op *o = &p->ops[t][s->at[t]];
    return o->kind == RECEIVE_NOW && find(s, t, o->a) == s->n_mail[t] ? TURN_WAITS : TURN_GOES;
}

enum { CELL, MAIL, LIFE };

// The operation that the task stands at; what it touches, besides its own LIFE.
static struct access act(const struct program *p, struct state *s, uint32_t t, uint32_t event,
                         uint32_t observer) {
    const struct op *o = &p->ops[t][s->at[t]];
    struct access a = {.domain = CELL, .key = (uint64_t)o->a};
    uint32_t place;
    s->ops_done[t]++;
    switch (o->kind) {
    case READ: s->last[t] = s->cells[o->a]; break;
    case WRITE:
        s->cells[o->a] = o->b;
        a.writes = true;
        a.value = (uint64_t)o->b + 1;
        break;
    case WRITE_NEXT:
        s->cells[o->a] = s->last[t] + 1;
        a.writes = true;
        break;
    case SEND:
        assert_true(s->n_mail[o->a] < MAIL_MOST);
        s->mail[o->a][s->n_mail[o->a]++] = (struct message){o->b, event};
        a = (struct access){.domain = MAIL, .key = (uint64_t)o->a, .writes = true, .soft = true};
        if (s->dead[o->a]) break;
        s->delivered[s->n_delivered++] = (struct delivered){(uint32_t)o->a, event, o->b};
        break;
    case RECEIVE_NOW:
        a = (struct access){.domain = MAIL, .key = t, .writes = true, .soft = true};
        place = find(s, t, o->a);
        if (place < s->n_mail[t]) {
            take(s, t, place, o->a, event, observer);
        } else {
            s->last[t] = 100;
            s->taken[s->n_taken++] = (struct taken){t, event, event, o->a, observer};
        }
        break;
    case LOOK:
        a = (struct access){.domain = MAIL, .key = (uint64_t)o->a};
        s->last[t] = (int)s->n_mail[o->a];
        break;
    case KILL:
        a = (struct access){.domain = LIFE, .key = (uint64_t)o->a, .writes = true};
        s->dead[o->a] = true;
        break;
    case WALK:
        a.key = (uint64_t)(o->a - s->walk[t]);
        s->last[t] = (int)a.key;
        if (!s->cells[a.key] || !a.key) break;
        s->walk[t]++;
        return a;
    default: fail();
    }
    s->at[t]++;
    return a;
}

static struct state initial(const struct program *p) {
    struct state s;
    memset(&s, 0, sizeof s);
    for (uint32_t t = 0; t < p->n_tasks; t++) s.begun[t] = !(p->spawned >> t & 1);
    return s;
}

static uint64_t result_of(const struct program *p, const struct state *s) {
    uint64_t h = 1;
    for (uint32_t i = 0; i < p->n_cells; i++) h = hash_mix(h, (uint64_t)s->cells[i]);
    for (uint32_t t = 0; t < p->n_tasks; t++) {
        h = hash_mix(hash_mix(h, (uint64_t)s->last[t]), s->at[t]);
        uint64_t left = 0; // in any order
        for (uint32_t i = 0; i < s->n_mail[t]; i++) left += hash_mix(5, (uint64_t)s->mail[t][i].what);
        h = hash_mix(h, s->dead[t] ? 0 : left);
    }
    return h;
}

// ---- All orders, one by one: the referee ----

struct seen_event {
    uint32_t task, nth;
    struct access a[3];
    uint32_t n;
};

// A kill is seen by who sends to it or looks, too; a task that comes to a receive looks at its mailbox.
static uint32_t touched(struct access a, uint32_t task, bool looked, struct access *all) {
    uint32_t n = 0;
    all[n++] = a;
    if (a.domain == LIFE) all[n++] = (struct access){.domain = MAIL, .key = a.key, .writes = true};
    if (looked) all[n++] = (struct access){.domain = MAIL, .key = task, .writes = true, .soft = true};
    return n;
}

// The events of which one receive sees the first.
static uint32_t group(const struct state *s, const struct taken *k, uint32_t *events) {
    uint32_t n = 0;
    events[n++] = k->event;
    if (k->self != NOBODY && k->self != k->event) events[n++] = k->self;
    for (uint32_t i = 0; i < s->n_delivered; i++) {
        const struct delivered *d = &s->delivered[i];
        bool gone = false; // taken before
        for (const struct taken *b = s->taken; b < k; b++) gone |= b->task == k->task && b->event == d->event;
        if (d->to == k->task && d->event > k->event && wants(k->set, d->what) && !gone)
            events[n++] = d->event;
    }
    return n;
}

struct all {
    const struct program *p;
    hashes results, classes, plain; // plain: where the order of all deliveries matters
    uint64_t runs, most;
    uint32_t most_preemptions;
    struct seen_event events[TASKS_MOST * OPS_MOST];
};

static void nothing(void *context, uint32_t a, uint32_t b) {
    (void)context, (void)a, (void)b;
}
static uint32_t nobody(void *context, uint32_t task) {
    (void)context, (void)task;
    return NOBODY;
}
static const struct hooks no_hooks = {nothing, nothing, nobody};

static bool dependent(const struct access *a, const struct access *b, bool soft) {
    if (a->domain != b->domain || a->key != b->key || !(a->writes || b->writes)) return false;
    if (soft && a->soft && b->soft) return false;
    return !(a->writes && b->writes && a->value && a->value == b->value);
}

static uint64_t one_before(const struct seen_event *a, const struct seen_event *b) {
    return hash_mix(hash_mix(hash_mix(hash_mix(7, a->task), a->nth), b->task), b->nth);
}

// A task reads its own LIFE with each event.
static bool depend(const struct seen_event *a, const struct seen_event *b, bool soft) {
    const struct access own_a = {.domain = LIFE, .key = a->task}, own_b = {.domain = LIFE, .key = b->task};
    for (uint32_t i = 0; i < a->n; i++)
        if (dependent(&a->a[i], &own_b, soft)) return true;
    for (uint32_t k = 0; k < b->n; k++)
        if (dependent(&own_a, &b->a[k], soft)) return true;
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (dependent(&a->a[i], &b->a[k], soft)) return true;
    return false;
}

// A class of orders is known by its events, and the order of those that depend.
static uint64_t class_of(const struct all *all, const struct state *s, uint32_t n, bool soft) {
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++) {
        h += hash_mix(hash_mix(11, all->events[i].task), all->events[i].nth);
        for (uint32_t k = i + 1; k < n; k++) {
            const struct seen_event *a = &all->events[i], *b = &all->events[k];
            if (a->task != b->task && depend(a, b, soft)) h += one_before(a, b);
        }
    }
    for (uint32_t i = 0; i < s->n_taken && soft; i++) {
        uint32_t events[TAKEN_MOST + 2], members = group(s, &s->taken[i], events), first = 0;
        for (uint32_t k = 1; k < members; k++)
            if (events[k] < events[first]) first = k;
        for (uint32_t k = 0; k < members; k++) {
            const struct seen_event *a = &all->events[events[first]], *b = &all->events[events[k]];
            if (k != first && a->task != b->task) h += one_before(a, b);
        }
    }
    return h;
}

// last: the task that went last, of which it is counted how often it could have gone on.
static void all_orders(struct all *all, const struct state *s, uint32_t n, uint32_t last,
                       uint32_t preemptions) {
    bool any = false, goes_on = last < all->p->n_tasks && can_go(all->p, s, last) &&
                                kind_of_turn(all->p, s, last) == TURN_GOES;
    for (uint32_t t = 0; t < all->p->n_tasks && all->runs < all->most; t++) {
        if (!can_go(all->p, s, t)) continue;
        any = true;
        uint32_t now = preemptions + (goes_on && t != last);
        if (now > all->most_preemptions) continue;
        struct state next = *s;
        struct seen_event *e = &all->events[n];
        *e = (struct seen_event){.task = t, .nth = s->ops_done[t]};
        next.looked = 0;
        struct access a = act(all->p, &next, t, n, NOBODY);
        for (uint32_t k = 0; k < all->p->n_tasks; k++) run_locally(all->p, &next, k, &no_hooks, NULL);
        e->n = touched(a, t, next.looked >> t & 1, e->a);
        all_orders(all, &next, n + 1, t, now);
    }
    if (any) return;
    all->runs++;
    add_hash(&all->results, result_of(all->p, s));
    add_hash(&all->classes, class_of(all, s, n, true));
    add_hash(&all->plain, class_of(all, s, n, false));
}

static void enumerate_bounded(struct all *all, const struct program *p, uint64_t most, uint32_t preemptions) {
    *all = (struct all){.p = p, .most = most, .most_preemptions = preemptions};
    struct state s = initial(p);
    for (uint32_t k = 0; k < p->n_tasks; k++) run_locally(p, &s, k, &no_hooks, NULL);
    all_orders(all, &s, 0, UINT32_MAX, 0);
}

static void enumerate(struct all *all, const struct program *p, uint64_t most) {
    enumerate_bounded(all, p, most, UINT32_MAX);
}

static void all_free(struct all *all) {
    vec_free(&all->results);
    vec_free(&all->classes);
    vec_free(&all->plain);
}

// ---- By the search ----

struct search {
    struct orders *o;
    uint32_t ids[TASKS_MOST];
    bool shows; // for a person
};

static void learns(void *context, uint32_t t, uint32_t event) {
    struct search *s = context;
    orders_learns(s->o, s->ids[t], event);
}

static void spawns(void *context, uint32_t parent, uint32_t child) {
    struct search *s = context;
    s->ids[child] = orders_task(s->o, s->ids[parent], child + 1);
}

static uint32_t observes(void *context, uint32_t t) {
    struct search *s = context;
    return orders_observer(s->o, s->ids[t]);
}
static const struct hooks search_hooks = {learns, spawns, observes};

// What the receives of the run could tell.
static void tell(struct search *s, const struct state *st) {
    for (uint32_t i = 0; i < st->n_taken; i++) {
        uint32_t events[TAKEN_MOST + 2], n = group(st, &st->taken[i], events);
        orders_tells(s->o, st->taken[i].observer, events, n);
    }
}

static void run_once(struct search *s, const struct program *p, hashes *results) {
    struct state st = initial(p);
    orders_begin(s->o);
    for (uint32_t t = 0; t < p->n_tasks; t++)
        if (st.begun[t]) s->ids[t] = orders_task(s->o, 0, t + 1);
    uint32_t event = 0, last = 0;
    for (uint32_t k = 0; k < p->n_tasks; k++) run_locally(p, &st, k, &search_hooks, s);
    for (;; event++) {
        struct candidate turns[TASKS_MOST];
        uint32_t tasks[TASKS_MOST], n = 0, preferred = 0;
        for (uint32_t t = 0; t < p->n_tasks; t++) {
            if (!can_go(p, &st, t)) continue;
            if (t == last) preferred = n;
            tasks[n] = t;
            turns[n++] = (struct candidate){s->ids[t], kind_of_turn(p, &st, t)};
        }
        if (!n) break;
        bool stands[TASKS_MOST] = {0};
        for (uint32_t i = 0; i < n; i++) stands[tasks[i]] = true;
        uint32_t place = orders_next(s->o, turns, n, preferred);
        if (place == ORDERS_BLOCKED) return;
        assert_true(place < n);
        last = tasks[place];
        assert_int_equal(orders_event(s->o), event);
        uint32_t by =
            p->ops[last][st.at[last]].kind == RECEIVE_NOW ? orders_observer(s->o, s->ids[last]) : NOBODY;
        st.looked = 0;
        struct access a = act(p, &st, last, event, by), all[3];
        for (uint32_t k = 0; k < p->n_tasks; k++) run_locally(p, &st, k, &search_hooks, s);
        uint32_t n_all = touched(a, last, st.looked >> last & 1, all);
        for (uint32_t i = 0; i < n_all; i++) assert_true(orders_touch(s->o, &all[i]));
        struct access own = {.domain = LIFE, .key = last};
        if (p->has_kill) assert_true(orders_touch(s->o, &own));
        if (a.domain == LIFE && a.key != last && stands[a.key]) orders_stops(s->o, s->ids[a.key]);
    }
    tell(s, &st);
    if (s->shows) {
        print_message("    order:");
        for (uint32_t i = 0; i < orders_length(s->o); i++)
            print_message(" %u", orders_event_task(s->o, i) - 1);
        print_message("\n");
    }
    add_hash(results, result_of(p, &st));
}

static struct orders_stats search_with(struct orders *o, const struct program *p, uint64_t most,
                                       hashes *results) {
    struct search s = {.o = o, .shows = getenv("FRISK_PROGRAM")};
    do run_once(&s, p, results);
    while (orders_advance(s.o) && orders_stats(s.o)->tried < most);
    struct orders_stats stats = *orders_stats(s.o);
    assert_false(orders_astray(s.o));
    assert_false(orders_was_cut(s.o));
    orders_free(s.o);
    return stats;
}

static struct orders_stats search(const struct program *p, enum reduction r, uint64_t most, hashes *results) {
    return search_with(orders_new(r, 1000), p, most, results);
}

static struct orders_stats search_bounded(const struct program *p, uint32_t preemptions, hashes *results) {
    struct orders *o = orders_new(REDUCTION_OPTIMAL, 1000);
    orders_bound(o, preemptions);
    return search_with(o, p, UINT64_MAX, results);
}

// ---- Programs ----

static void add(struct program *p, uint32_t task, enum op_kind kind, int a, int b) {
    assert_true(p->n[task] < OPS_MOST && task < TASKS_MOST);
    p->ops[task][p->n[task]++] = (struct op){kind, a, b};
    if (task >= p->n_tasks) p->n_tasks = task + 1;
    if (kind == SPAWN) p->spawned |= 1u << a;
    p->has_kill |= kind == KILL;
}

static void counts(const struct program *p, uint64_t classes, uint64_t source, uint64_t source_blocked) {
    struct all all;
    hashes by_source = {0}, by_optimal = {0};
    enumerate(&all, p, 2000000);
    struct orders_stats s = search(p, REDUCTION_SOURCE, UINT64_MAX, &by_source),
                        o = search(p, REDUCTION_OPTIMAL, UINT64_MAX, &by_optimal);
    assert_int_equal(o.tried, classes);
    assert_int_equal(o.blocked, 0);
    assert_int_equal(s.tried, source);
    assert_int_equal(s.blocked, source_blocked);
    assert_true(by_source.n == by_optimal.n);
    for (uint32_t i = 0; i < by_source.n; i++) assert_true(has_hash(&by_optimal, by_source.at[i]));
    if (all.runs < all.most) {
        assert_int_equal(all.classes.n, classes);
        assert_int_equal(all.results.n, by_optimal.n);
        for (uint32_t i = 0; i < all.results.n; i++) assert_true(has_hash(&by_optimal, all.results.at[i]));
    }
    all_free(&all);
    vec_free(&by_source);
    vec_free(&by_optimal);
}

// One writer of x, n readers that look at a cell of their own and then at x.
static void readers(void **state) {
    (void)state;
    if (tier_is("fast")) skip(); // all orders are many
    struct program p = {.n_cells = 7};
    add(&p, 0, WRITE, 0, 1);
    for (uint32_t i = 1; i <= 6; i++) {
        add(&p, i, READ, (int)i, 0);
        add(&p, i, READ, 0, 0);
    }
    counts(&p, 64, 64, 0);
}

// Writer i reads cell i - 1 and writes cell i one higher; a reader walks down from n to the first zero.
static void last_zero(void **state) {
    (void)state;
    if (tier_is("fast")) skip(); // all orders are many
    struct program p = {.n_cells = 6};
    add(&p, 0, WALK, 5, 0);
    for (int i = 1; i <= 5; i++) {
        add(&p, (uint32_t)i, READ, i - 1, 0);
        add(&p, (uint32_t)i, WRITE_NEXT, i, 0);
    }
    counts(&p, 64, 97, 33);
}

enum { X, Y, Z };

// One run for each class of orders, of which there are n by brute force.
static void has_classes(const struct program *p, uint32_t n) {
    struct all all;
    hashes results = {0};
    enumerate(&all, p, UINT64_MAX);
    struct orders_stats o = search(p, REDUCTION_OPTIMAL, UINT64_MAX, &results);
    assert_int_equal(o.tried, n);
    assert_int_equal(o.blocked, 0);
    assert_int_equal(all.classes.n, n);
    all_free(&all);
    vec_free(&results);
}

static void four_processes(void **state) {
    (void)state;
    struct program p = {.n_cells = 3};
    add(&p, 0, WRITE, X, 1);
    add(&p, 1, WRITE, Y, 1);
    add(&p, 2, READ, Y, 0);
    add(&p, 2, IF_NOT, 0, 1);
    add(&p, 2, WRITE, Z, 1);
    add(&p, 3, READ, Z, 0);
    add(&p, 3, IF_NOT, 1, 3);
    add(&p, 3, READ, Y, 0);
    add(&p, 3, IF_NOT, 0, 1);
    add(&p, 3, WRITE, X, 2);
    has_classes(&p, 5);
}

static void three_processes(void **state) {
    (void)state;
    struct program p = {.n_cells = 2};
    add(&p, 0, WRITE, X, 1);
    add(&p, 0, WRITE, Y, 1);
    add(&p, 1, READ, Y, 0);
    add(&p, 1, IF_NOT, 1, 1);
    add(&p, 1, READ, X, 0);
    add(&p, 2, WRITE, Y, 1);
    has_classes(&p, 5);
}

static void two_senders(void **state) {
    (void)state;
    struct program p = {.n_cells = 1};
    add(&p, 0, RECEIVE, 0, 0);
    add(&p, 0, RECEIVE, 0, 0);
    add(&p, 1, SEND, 0, 1);
    add(&p, 2, SEND, 0, 2);
    counts(&p, 2, 2, 0);
}

// ---- Random programs ----

static uint32_t draw(uint64_t *seed, uint32_t below) {
    *seed = hash_mix(*seed, 0x2545F4914F6CDD1Du);
    return (uint32_t)((*seed >> 20) % below);
}

static struct program random_program(uint64_t seed) {
    struct program p = {.n_cells = 2 + draw(&seed, 2)};
    uint32_t tasks = 2 + draw(&seed, 3), left = 7;
    for (uint32_t t = 0; t < tasks; t++) {
        if (t && draw(&seed, 4) == 0) add(&p, draw(&seed, t), SPAWN, (int)t, 0);
        if (t >= p.n_tasks) p.n_tasks = t + 1;
    }
    for (uint32_t t = 0; t < tasks; t++) {
        uint32_t n = 1 + draw(&seed, 4);
        for (uint32_t i = 0; i < n && left; i++) {
            int cell = (int)draw(&seed, p.n_cells), value = (int)draw(&seed, 3);
            int set = draw(&seed, 2) ? 0 : 1 + (int)draw(&seed, 7);
            switch (draw(&seed, 13)) {
            case 0:
            case 1: add(&p, t, READ, cell, 0); break;
            case 2: add(&p, t, WRITE, cell, value); break;
            case 3: add(&p, t, WRITE_NEXT, cell, 0); break;
            case 4:
                add(&p, t, IF_NOT, value, 1);
                add(&p, t, WRITE, cell, 1 + value);
                break;
            case 5:
            case 6:
            case 7: add(&p, t, SEND, (int)draw(&seed, tasks), value); break;
            case 8:
            case 9: add(&p, t, RECEIVE, set, 0); break;
            case 10: add(&p, t, RECEIVE_NOW, set, 0); break;
            case 11: add(&p, t, LOOK, (int)draw(&seed, tasks), 0); break;
            case 12:
                if (t) add(&p, t, KILL, (int)draw(&seed, t), 0);
                break;
            }
            left--;
        }
    }
    return p;
}

static void show(const struct program *p) {
    static const char *const names[] = {"read",        "write", "write_next", "if_not", "send", "receive",
                                        "receive_now", "look",  "kill",       "spawn",  "walk"};
    for (uint32_t t = 0; t < p->n_tasks; t++) {
        print_message("  %u%s:", t, p->spawned >> t & 1 ? " (spawned)" : "");
        for (uint32_t i = 0; i < p->n[t]; i++)
            print_message(" %s %d %d;", names[p->ops[t][i].kind], p->ops[t][i].a, p->ops[t][i].b);
        print_message("\n");
    }
}

static void same_results(const hashes *a, const hashes *b, uint64_t seed) {
    if (a->n != b->n) print_message("program %llu: %u %u\n", (unsigned long long)seed, a->n, b->n);
    assert_int_equal(a->n, b->n);
    for (uint32_t i = 0; i < a->n; i++) assert_true(has_hash(b, a->at[i]));
}

static void random_programs(void **state) {
    (void)state;
    const char *only = getenv("FRISK_PROGRAM");
    uint64_t n = tier_number(250, 4000, 40000), compared = 0, orders = 0, classes = 0, twice = 0;
    for (uint64_t seed = 1; seed <= n; seed++) {
        if (only) seed = n = strtoull(only, NULL, 10);
        struct program p = random_program(seed);
        if (only) show(&p);
        struct all all;
        hashes none = {0}, source = {0}, optimal = {0};
        enumerate(&all, &p, 20000);
        if (all.runs < all.most) {
            compared++;
            orders += all.runs;
            classes += all.classes.n;
            struct orders_stats every = search(&p, REDUCTION_NONE, UINT64_MAX, &none),
                                s = search(&p, REDUCTION_SOURCE, UINT64_MAX, &source),
                                o = search(&p, REDUCTION_OPTIMAL, UINT64_MAX, &optimal);
            assert_int_equal(every.tried, all.runs);
            same_results(&all.results, &none, seed);
            same_results(&all.results, &source, seed);
            same_results(&all.results, &optimal, seed);
            // What a task would have done that was stopped is not always known in time: then an order
            // may come twice.
            uint64_t more = o.tried - all.classes.n;
            if (s.tried - s.blocked != all.plain.n || more)
                print_message(
                    "program %llu: %u classes, %llu by source sets; with observers %u, %llu tried\n",
                    (unsigned long long)seed, all.plain.n, (unsigned long long)(s.tried - s.blocked),
                    all.classes.n, (unsigned long long)o.tried);
            assert_int_equal(s.tried - s.blocked, all.plain.n);
            assert_true(o.tried >= all.classes.n && (!more || p.has_kill));
            twice += more;
        }
        all_free(&all);
        vec_free(&none);
        vec_free(&source);
        vec_free(&optimal);
    }
    print_message("%llu programs, %llu orders in %llu classes\n", (unsigned long long)compared,
                  (unsigned long long)orders, (unsigned long long)classes);
    assert_true(compared > n * 3 / 4 && orders > 4 * classes && twice * 1000 <= classes);
}

// With few preemptions: what all orders give that need no more.
static void bounded_preemptions(void **state) {
    (void)state;
    uint64_t n = tier_number(100, 1500, 20000), compared = 0, orders = 0, tried = 0, fewer = 0;
    for (uint64_t seed = 1; seed <= n; seed++) {
        struct program p = random_program(seed);
        struct all every;
        enumerate(&every, &p, 5000);
        for (uint32_t most = 0; most <= 3 && every.runs < every.most; most++) {
            struct all all;
            hashes bounded = {0};
            enumerate_bounded(&all, &p, UINT64_MAX, most);
            struct orders_stats s = search_bounded(&p, most, &bounded);
            same_results(&all.results, &bounded, seed);
            assert_true(s.tried <= all.runs);
            compared++;
            fewer += all.results.n < every.results.n;
            orders += all.runs;
            tried += s.tried;
            all_free(&all);
            vec_free(&bounded);
        }
        all_free(&every);
    }
    print_message("%llu bounded searches, %llu with fewer results: %llu orders, %llu tried\n",
                  (unsigned long long)compared, (unsigned long long)fewer, (unsigned long long)orders,
                  (unsigned long long)tried);
    assert_true(compared > n && fewer > n / 40);
}

// Two tasks that each read a cell and then write it one higher: without a preemption none of it is lost.
static void lost_update(void **state) {
    (void)state;
    static const uint32_t results_by_bound[] = {2, 3}; // which was first; or one is lost
    struct program p = {.n_cells = 1};
    for (uint32_t t = 0; t < 2; t++) {
        add(&p, t, READ, 0, 0);
        add(&p, t, WRITE_NEXT, 0, 0);
    }
    for (uint32_t most = 0; most < 2; most++) {
        hashes results = {0};
        search_bounded(&p, most, &results);
        assert_int_equal(results.n, results_by_bound[most]);
        vec_free(&results);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers),        cmocka_unit_test(last_zero),
        cmocka_unit_test(four_processes), cmocka_unit_test(three_processes),
        cmocka_unit_test(two_senders),    cmocka_unit_test(random_programs),
        cmocka_unit_test(lost_update),    cmocka_unit_test(bounded_preemptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
