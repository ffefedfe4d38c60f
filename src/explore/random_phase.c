// SPDX-License-Identifier: Apache-2.0
// Inputs drawn at random. They find what is easy before the first query; the search does not begin from them,
// so it is the same with and without. Where they stop to bring something new, the search gets its turn: what
// it finds, it mostly finds at once. Then more are drawn, unless it has seen all. What only they have covered
// is offered behind it: its own inputs are plainer.
#include "base/clock.h"

#include "explore/inputs/simpler.h"
#include "explore/worker.h"
#include <assert.h>
#include <stdlib.h>

enum { RUN_STEPS = 20000 };

struct drawing {
    struct hash_map failures;  // keys seen
    struct hash_map places;    // place -> failures of different reasons seen there
    struct hash_map failed_at; // all of them
    uint64_t steps;            // left
    uint64_t key;              // of the input before
    bool differ;               // not all inputs were the same
    uint64_t last;             // draw that brought something
    uint32_t bursts;
    double seconds; // spent, of processor time
};

static void offer(struct explorer *e, const struct model *input, const struct outcome *o, uint32_t fresh) {
    const struct trace none = {0};
    if (e->options->on_run) e->options->on_run(e->options->context, e->drawer, input, &none, o, fresh);
}

static void spend(struct drawing *d, uint64_t steps) {
    d->steps -= steps < d->steps ? steps : d->steps;
}

// Code that raises what it is given fails for another reason with each input: two examples of that will do.
// The search tells which reasons it takes different paths to.
static bool fails_anew(struct drawing *d, const struct outcome *o) {
    enum { REASONS_MAX = 2 };
    uint32_t seen, reasons = 0;
    if (o->kind != OUTCOME_RAISE || hash_map_get(&d->failures, o->key, &seen)) return false;
    if (o->place) hash_map_get(&d->places, o->place, &reasons);
    if (reasons == REASONS_MAX) return false;
    hash_map_put(&d->failures, o->key, 1);
    if (o->place) hash_map_put(&d->places, o->place, reasons + 1);
    return true;
}

static bool is_followed(const struct outcome *o) {
    return o->kind == OUTCOME_RETURN || o->kind == OUTCOME_RAISE;
}

// Whether or not it is told of.
static void note_failed_at(struct explorer *e, struct drawing *d, const struct outcome *o) {
    uint32_t seen;
    uint64_t at = explorer_failed_at(o);
    e->drawn_raised |= o->kind == OUTCOME_RAISE && !o->endless;
    if (o->kind != OUTCOME_RAISE || hash_map_get(&d->failed_at, at, &seen)) return;
    hash_map_put(&d->failed_at, at, 1);
    vec_push(&e->drawn_failed_at, at);
}

static uint64_t model_cost(const struct explorer *e, const struct model *m) {
    uint64_t cost = 0;
    for (uint32_t i = 0; i < m->n; i++) cost += simpler_cost(e->unit->exprs, m->at[i].value);
    return cost;
}

// Where an input of this place goes among those cut off: behind the last, or in place of the costliest but
// the first one seen, which may be long because only long ones have no end. NULL: there are cheaper ones.
static struct cut_input *cut_slot(struct explorer *e, uint64_t key, uint64_t cost) {
    enum { PLACES_MAX = 3, EACH_MAX = 4 };
    uint32_t places = 0, each = 0;
    struct cut_input *costliest = NULL;
    for (uint32_t i = 0; i < e->cut.n; i++) {
        struct cut_input *c = &e->cut.at[i];
        if (c->first) places++;
        if (c->key != key) continue;
        if (c->cost == cost) return NULL;
        if (!c->first && (!costliest || c->cost > costliest->cost)) costliest = c;
        each++;
    }
    if (each == EACH_MAX) return cost < costliest->cost ? costliest : NULL;
    if (!each && places == PLACES_MAX) return NULL;
    vec_push(&e->cut, ((struct cut_input){.key = key, .first = !each}));
    return &e->cut.at[e->cut.n - 1];
}

// The run may have no end: it is tried with the limits of the search when that is over. A few inputs of each
// place are enough, and few places.
static void note_cut(struct explorer *e, const struct model *input, const struct outcome *o) {
    if (!e->unit->seeks_ends || e->unit->ends || o->kind != OUTCOME_LIMIT || o->limit == LIMIT_TIME) return;
    uint64_t cost = model_cost(e, input);
    struct cut_input *slot = random_is_full(e->random) ? NULL : cut_slot(e, o->key, cost);
    if (!slot) return;
    slot->kept = random_kept(e->random);
    slot->cost = cost;
    random_keep(e->random);
}

// One run; true: it covered something new or failed in a new way.
static bool run_drawn(struct explorer *e, struct drawing *d) {
    struct unit *u = e->unit;
    struct model input;
    struct outcome o = {0};
    assert(e->drawing == d && e->drawer && e->random);
    if (!random_draw(e->random, &input)) {
        d->steps = 0;
        return false;
    }
    uint64_t key = model_hash(&input);
    d->differ |= d->key && key != d->key;
    d->key = key;
    u->language->run(e->drawer, &input, NULL, &o);
    spend(d, o.steps + 200);
    if (o.kind == OUTCOME_LIMIT && o.steps < RUN_STEPS) spend(d, RUN_STEPS - o.steps); // it took memory
    e->stats.drawn++;
    e->stats.drawn_discarded += o.kind == OUTCOME_DISCARDED && !o.known;
    e->stats.drawn_endless += o.kind == OUTCOME_RAISE && o.endless;
    explorer_note_tested(e, &o);
    note_failed_at(e, d, &o);
    uint32_t fresh = u->language->fresh_coverage(e->drawer);
    if (fresh) explorer_count_left(e);
    bool failed = fails_anew(d, &o);
    if (failed) {
        offer(e, &input, &o, 0);
        e->failed |= !o.no_error;
    }
    uint32_t known;
    explorer_note_failure(e, &o, hash_map_get(&d->failures, o.key, &known));
    if (fresh && is_followed(&o)) random_keep(e->random);
    note_cut(e, &input, &o);
    return fresh || failed;
}

// How much more is drawn where code is to be reached.
enum { MORE = 6 };

static bool is_more(const struct explorer *e) {
    return e->left != LEFT_UNKNOWN;
}

// Steps are to end it, which two equal runs spend in the same way. Processor time, so that it does not hang
// on what else the machine does.
static bool is_late(const struct explorer *e, double start, bool first) {
    const struct explore_options *o = e->options;
    const double share =
        first ? 0.5 : 1; // of the search's time by the clock: on a busy machine the search has some
    bool over = o->seconds > 0 && clock_now() - e->start > share * o->seconds;
    double spent = e->drawing->seconds + clock_thread() - start;
    return over || spent > (is_more(e) ? MORE : 1) * o->random_seconds || stop_is_set(o->stop);
}

// After a burst. Some more where it is known that there are failures left, and many more where code is to be
// reached and some is left.
static bool goes_on(const struct explorer *e, bool first) {
    enum { BURSTS_MAX = 160, BURSTS_LEAST = 8, BURSTS_SEEKING = 24, QUIET_BURSTS = 8, QUIET_LEAST = 20000 };
    const struct drawing *d = e->drawing;
    uint64_t quiet = e->stats.drawn - d->last;
    if (e->unit->proved) return d->bursts < BURSTS_SEEKING;
    if (d->bursts < BURSTS_LEAST && e->options->only_failures && e->unit->failures) return true;
    if (first) return quiet < e->unit->draws && d->bursts < BURSTS_MAX;
    if (is_more(e)) return e->left && d->differ && quiet < QUIET_LEAST + e->stats.drawn / 2;
    return quiet < QUIET_BURSTS * (uint64_t)e->unit->draws && d->bursts < BURSTS_MAX;
}

// Bursts, as long as they bring something new. True: more may be drawn later.
static bool draw_bursts(struct explorer *e, bool first) {
    const struct explore_options *o = e->options;
    struct drawing *d = e->drawing;
    struct unit *u = e->unit;
    assert(u->draws > 0);
    const double start = clock_thread();
    do {
        for (uint32_t i = 0; i < u->draws; i++) {
            if (run_drawn(e, d)) d->last = e->stats.drawn;
            if (expr_store_live(u->exprs) >= e->sweep_at) explorer_sweep(e);
            if (!d->steps || is_late(e, start, first)) return false;
            if (o->only_failures && explorer_all_failed(e)) return false;
        }
        d->bursts++;
    } while (goes_on(e, first));
    d->seconds += clock_thread() - start;
    return first;
}

static void end_drawing(struct explorer *e) {
    struct drawing *d = e->drawing;
    assert(d);
    hash_map_free(&d->failures);
    hash_map_free(&d->places);
    hash_map_free(&d->failed_at);
    mem_free(d);
    e->drawing = NULL;
}

static void draw(struct explorer *e, bool first) {
    const struct language_coverage *l = e->unit->language->coverage;
    struct covered before = l->save(e->unit);
    bool more = draw_bursts(e, first);
    l->restore(e->drawer, &before);
    covered_free(&before);
    if (!more) end_drawing(e);
}

void explorer_draw(struct explorer *e) {
    enum { RUN_MEMORY = 64 << 20, STEPS_MAX = 2000000, STEPS_ENDS = 400000 };
    const struct explore_options *o = e->options;
    struct unit *u = e->unit;
    if (o->random_seconds <= 0 || !u->draws || !u->language->drawing ||
        (u->proved && (u->ends || !u->seeks_ends)) || (u->harmless && o->only_failures))
        return;
    struct run_limits limits = o->limits;
    if (limits.steps > RUN_STEPS) limits.steps = RUN_STEPS;
    if (limits.memory > RUN_MEMORY) limits.memory = RUN_MEMORY;
    limits.stop = o->stop;
    e->drawer = u->language->runner_new(u, &limits);
    assert(!e->random && !e->outside);
    e->random = random_new(u, o->seed);
    e->drawing = mem_zalloc(sizeof *e->drawing);
    // Of what raises nothing it is only looked whether it ends.
    e->drawing->steps = u->proved ? STEPS_ENDS : is_more(e) ? MORE * STEPS_MAX : STEPS_MAX;
    draw(e, true);
}

void explorer_draw_more(struct explorer *e) {
    assert(e->drawing && !e->outside);
    double start = clock_now();
    draw(e, false);
    e->news += clock_now() - start; // the search has not had this time
}

static bool is_cut(const struct explorer *e, uint32_t kept) {
    for (uint32_t i = 0; i < e->cut.n; i++)
        if (e->cut.at[i].kept == kept) return true;
    return false;
}

static int by_cost(const void *a, const void *b) {
    const struct cut_input *l = a, *r = b;
    return (l->cost > r->cost) - (l->cost < r->cost);
}

// One of those cut off, with the limits of the search. True: it has no end now, either.
static bool offer_one_cut(struct explorer *e, struct runner *r, const struct cut_input *cut) {
    const struct explore_options *o = e->options;
    const struct trace none = {0};
    struct outcome out = {0};
    assert(cut->kept < random_kept(e->random));
    struct model input = random_kept_at(e->random, cut->kept);
    e->unit->language->run(r, &input, NULL, &out);
    e->stats.drawn_endless += out.endless;
    if (o->on_run && (out.kind == OUTCOME_LIMIT || out.kind == OUTCOME_RAISE))
        o->on_run(o->context, r, &input, &none, &out, 0);
    return out.kind == OUTCOME_LIMIT || out.endless;
}

static bool time_is_up(const struct explorer *e) {
    return e->options->seconds > 0 && clock_now() > e->start + e->options->seconds;
}

// Again, the cheapest first; one of each place will do, and one if there is no more time.
static void offer_cut(struct explorer *e) {
    struct unit *u = e->unit;
    struct run_limits limits = e->options->limits;
    limits.stop = e->options->stop;
    if (!e->cut.n) return;
    struct runner *r = u->language->runner_new(u, &limits);
    qsort(e->cut.at, e->cut.n, sizeof *e->cut.at, by_cost);
    for (uint32_t i = 0; i < e->cut.n; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i; k++) again |= e->cut.at[k].told && e->cut.at[k].key == e->cut.at[i].key;
        if (!again && !stop_is_set(limits.stop) && (i == 0 || !time_is_up(e)))
            e->cut.at[i].told = offer_one_cut(e, r, &e->cut.at[i]);
    }
    u->language->runner_free(r);
}

void explorer_offer_drawn(struct explorer *e) {
    assert(!e->outside && !e->in_flight);
    const struct language *l = e->unit->language;
    for (uint32_t i = 0; e->random && i < random_kept(e->random); i++) {
        struct model input = random_kept_at(e->random, i);
        struct outcome o = {0};
        if (is_cut(e, i) || e->unit->proved) continue;
        l->run(e->drawer, &input, NULL, &o);
        uint32_t fresh = l->fresh_coverage(e->drawer);
        if (fresh && is_followed(&o)) offer(e, &input, &o, fresh);
    }
    if (e->drawing) end_drawing(e);
    offer_cut(e);
    random_free(e->random);
    if (e->drawer) l->runner_free(e->drawer);
}
