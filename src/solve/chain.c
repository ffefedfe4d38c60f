// SPDX-License-Identifier: Apache-2.0
#include "solve/chain.h"

#include <assert.h>

#include "base/clock.h"
#include "solve/numbers/numbers.h"
#include "solve/terms/terms.h"
#include "solve/z3/arith.h"

#define SECONDS_DEFAULT 2.0

// ---- The chain ----

enum { // how many boxes
    BOXES_FIRST = 2000,
    BOXES_FINITE = 500,
    BOXES_PRODUCT = 20000,
    BOXES_MORE = 50000,
};

#define NO_LINK LINK_COUNT // a step that cannot be left out: without a name, switch, counters and timer

static chain_ask facts_refute;
static chain_fits facts_are_whole, shapes_are_off, slices_are_off;

// Cheapest first, but for what tells the next ones more.
static const struct chain_link chain[] = {
    {CHAIN_QUERY, LINK_FACTS, NULL, facts_refute, 0, false},
    {CHAIN_QUERY, LINK_SHAPES, facts_are_whole, terms_of_all_shapes, 0, false},
    {CHAIN_QUERY, NO_LINK, shapes_are_off, terms_of_first_shape, 0, false},

    {CHAIN_NUMBERS, NO_LINK, NULL, conditions_collect, 0, false},
    {CHAIN_NUMBERS, LINK_SLICE, conditions_are_there, slices_cut, 0, false},
    {CHAIN_NUMBERS, NO_LINK, slices_are_off, slices_join, 0, false},
    {CHAIN_NUMBERS, NO_LINK, conditions_are_there, slices_solve, 0, false},

    {CHAIN_SLICE, NO_LINK, slice_is_parents, slices_parents_values, 0, false},
    {CHAIN_SLICE, LINK_REPAIR, slice_is_started, repair_values, 0, false},
    {CHAIN_SLICE, LINK_WITNESSES, slice_is_started, witnesses_try, 0, false},
    {CHAIN_SLICE, NO_LINK, NULL, slice_bound, 0, false}, // for all that follow
    {CHAIN_SLICE, LINK_CACHE, NULL, cache_find, 0, false},
    {CHAIN_SLICE, LINK_MODELS, slice_is_compiled, models_try, 0, false},
    {CHAIN_SLICE, LINK_ENUMERATION, slice_is_compiled, enumeration_of_few, 0, true},
    {CHAIN_SLICE, LINK_PERIODS, slice_is_compiled, periods_decide, 0, true},
    {CHAIN_SLICE, LINK_MULTIPLES, slice_is_compiled, multiples_try, 0, true},
    {CHAIN_SLICE, LINK_LOCAL, slice_is_math, local_search, 0, true},
    {CHAIN_SLICE, LINK_BOXES, slice_is_ieee, boxes_search, BOXES_FIRST, true},
    {CHAIN_SLICE, LINK_EXTREMES, slice_is_compiled, extremes_try, 0, true},
    {CHAIN_SLICE, LINK_LOCAL, slice_is_finite_floats, local_search, 0, true},
    {CHAIN_SLICE, LINK_BOXES, slice_is_finite_floats, boxes_search, BOXES_FINITE, true},
    {CHAIN_SLICE, LINK_BOXES, slice_is_product, boxes_search, BOXES_PRODUCT, true},
    {CHAIN_SLICE, LINK_Z3, NULL, z3_ask, 0, true},
    {CHAIN_SLICE, LINK_FIX, NULL, z3_ask_with_fixed, 0, true},
    {CHAIN_SLICE, LINK_ENUMERATION, slice_is_compiled, enumeration_of_all, 0, true},
    {CHAIN_SLICE, LINK_LOCAL, slice_is_compiled, local_search, 0, true},
    {CHAIN_SLICE, LINK_BOXES, slice_is_compiled, boxes_search, BOXES_MORE, true},
};

const char *solve_link_name(enum solve_link link) {
    static const char *const names[] = {
#define X(name, group, text, what) text,
        SOLVE_LINKS(X)
#undef X
    };
    assert(link < LINK_COUNT);
    return names[link];
}

bool chain_has(const struct solver *s, enum solve_link link) {
    assert(link < LINK_COUNT);
    return !(s->options.off & (1u << link | 1u << solve_link_group(link)));
}

static enum answer facts_refute(struct solver *s, uint32_t effort) {
    return facts_propagate(s->f, s->q->conditions, s->q->n) ? ANSWER_UNKNOWN : ANSWER_UNSAT;
}

static bool facts_are_whole(struct solver *s) {
    return !facts_cut_off(s->f);
}

static bool shapes_are_off(struct solver *s) {
    return !chain_has(s, LINK_SHAPES);
}

static bool slices_are_off(struct solver *s) {
    return !chain_has(s, LINK_SLICE) && conditions_are_there(s);
}

// ---- Asking ----

static void count(struct link_stats *l, enum answer a, double seconds) {
    l->asked++;
    l->seconds += seconds;
    if (a == ANSWER_SAT) l->sat++;
    if (a == ANSWER_UNSAT) l->unsat++;
}

static enum answer ask(struct solver *s, const struct chain_link *l) {
    if (l->name == NO_LINK) return l->ask(s, l->effort);
    assert(l->name < LINK_COUNT && chain_has(s, l->name));
    uint64_t by_z3 = s->stats.links[LINK_Z3].asked;
    double counted = s->seconds_counted, start = clock_now();
    enum answer a = l->ask(s, l->effort);
    double seconds = clock_now() - start - (s->seconds_counted - counted);
    enum answer own = s->stats.links[LINK_Z3].asked == by_z3 ? a : ANSWER_UNKNOWN;
    s->seconds_counted += seconds;
    count(&s->stats.links[l->name], own, seconds);
    if (solve_link_group(l->name) == LINK_SEARCH) count(&s->stats.links[LINK_SEARCH], own, seconds);
    return a;
}

enum answer chain_run(struct solver *s, enum chain_part part) {
    assert(part <= CHAIN_SLICE);
    for (uint32_t i = 0; i < sizeof chain / sizeof *chain; i++) {
        const struct chain_link *l = &chain[i];
        if (l->part != part || (l->name != NO_LINK && !chain_has(s, l->name))) continue;
        if (l->fits && !l->fits(s)) continue;
        enum answer a = ask(s, l);
        if (a == ANSWER_UNKNOWN) continue;
        if (l->kept) slice_remember(s, a);
        return a;
    }
    return ANSWER_UNKNOWN;
}

// ---- The solver ----

struct solver *solver_new(struct expr_store *x, const struct grammar *g, const struct variables *variables,
                          const struct solve_options *options) {
    struct solver *s = mem_zalloc(sizeof *s);
    s->x = x;
    s->g = g;
    s->variables = variables;
    s->nothing.variables = variables;
    if (options) s->options = *options;
    s->f = facts_new(x, g, variables);
    s->parent = eval_new(x);
    s->terms = terms_new(x);
    s->numbers = numbers_new();
    s->cache = slice_cache_new();
    s->models = models_new();
    s->arith = arith_new(x, &s->options);
    return s;
}

void solver_free(struct solver *s) {
    if (!s) return;
    facts_free(s->f);
    eval_free(s->parent);
    terms_free(s->terms);
    numbers_free(s->numbers);
    slice_cache_free(s->cache);
    models_free(s->models);
    arith_free(s->arith);
    mem_free(s->stats.z3_seconds);
    mem_free(s);
}

static void begin(struct solver *s, const struct query *q) {
    assert(q && s->f && s->parent);
    const struct solve_options *o = &s->options;
    double seconds = o->seconds > 0 ? o->seconds : SECONDS_DEFAULT;
    s->q = q;
    s->deadline = clock_now() + seconds * (o->patience ? o->patience : 1) / (o->haste ? o->haste : 1);
    if (o->deadline > 0 && o->deadline < s->deadline) s->deadline = o->deadline;
    eval_begin(s->parent, q->parent ? q->parent : &s->nothing);
    facts_reset(s->f);
    facts_watch(s->f, s->deadline, o->stop);
}

enum answer solver_solve(struct solver *s, const struct query *q, struct model *out) {
    assert(q->n == 0 || q->conditions);
    begin(s, q);
    enum answer a = chain_run(s, CHAIN_QUERY);
    if (a == ANSWER_SAT) *out = terms_model(s);
    if (a == ANSWER_SAT)
        s->stats.sat++;
    else if (a == ANSWER_UNSAT)
        s->stats.unsat++;
    else
        s->stats.unknown++;
    return a;
}

// All else is made anew for each query: facts, memos, leaves.
void solver_sweep(struct solver *s, struct expr_sweep *w) {
    models_sweep(s->models, w);
    slice_cache_sweep(s->cache, w);
}

const struct solve_stats *solver_stats(const struct solver *s) {
    struct solver *own = (struct solver *)s; // the counts of the back end are copied when asked for
    const struct arith_counts *c = arith_counts(s->arith);
    own->stats.checked = c->checked;
    own->stats.disagreed = c->disagreed;
    own->stats.z3_late = c->late;
    own->stats.z3_died = c->died;
    return &s->stats;
}
