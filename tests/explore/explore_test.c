// SPDX-License-Identifier: Apache-2.0
// The search over units whose paths can be counted: by hand, and by running all inputs.
#include "explore/tiny.h"

#include "base/clock.h"
#include "base/hash.h"
#include "tier.h"

// ---- What a search did ----

struct log {
    struct hash_map paths; // signature of the concrete run -> how often
    uint32_t twice;        // paths explored more than once
    VEC(uint64_t) inputs;  // hash of each input, in order
    uint32_t fresh;
    struct stop *stop; // set after `stop_after` runs
    uint32_t stop_after;
};

static void on_run(void *context, struct runner *r, const struct model *input, const struct trace *t,
                   const struct outcome *o, uint32_t fresh) {
    struct log *l = context;
    uint32_t times = 0;
    if (hash_map_get(&l->paths, r->decisions, &times)) l->twice++;
    hash_map_put(&l->paths, r->decisions, times + 1);
    vec_push(&l->inputs, hash_bytes(input->at, input->n * sizeof *input->at));
    l->fresh += fresh;
    if (l->stop && l->inputs.n >= l->stop_after) stop_set(l->stop);
}

static void log_free(struct log *l) {
    hash_map_free(&l->paths);
    vec_free(&l->inputs);
    *l = (struct log){0};
}

static const struct explore_options defaults = {.depth = 25, .jobs = 1, .seconds = 3600}; // however busy

static struct explore_stats search(struct tiny *t, struct explore_options o, struct log *l) {
    struct explore_stats s;
    o.on_run = on_run;
    o.context = l;
    tiny_solved = t;
    t->covered = 0;
    explore(&t->unit, &o, &s);
    return s;
}

// All paths there are, by running every input.
static struct hash_map all_paths(struct tiny *t) {
    struct hash_map paths = {0};
    struct runner *r = tiny_runner_new(&t->unit, NULL);
    struct facts *f = facts_new(t->unit.exprs, NULL, NULL);
    struct trace trace;
    trace_init(&trace, t->unit.exprs, f, 0);
    struct tiny_input input;
    struct model m = tiny_copy(&input, &t->seed);
    int64_t v[TINY_MOST] = {0};
    do {
        struct outcome o = {0};
        trace_reset(&trace);
        tiny_run(r, &m, &trace, &o);
        hash_map_put(&paths, r->decisions, 1);
    } while (tiny_next(t, &input, UINT32_MAX, v));
    trace_free(&trace);
    facts_free(f);
    tiny_runner_free(r);
    return paths;
}

// ---- Units ----

static void bits(struct runner *r) { // 2^n paths
    for (uint32_t i = 0; i < r->tiny->n; i++) tiny_is(r, i, i, 1);
}

// Insertion sort of as many of the other variables as the first one says.
static void sort(struct runner *r) {
    int64_t n = tiny_switch(r, 0, 0, 4);
    uint32_t at[4] = {1, 2, 3, 4};
    for (int64_t i = 1; i < n; i++)
        for (int64_t k = i; k > 0 && tiny_less(r, 2, at[k], at[k - 1]); k--) {
            uint32_t swap = at[k];
            at[k] = at[k - 1];
            at[k - 1] = swap;
        }
}

static void count_up(struct runner *r) { // loops as often as the value says: domain paths
    for (int64_t i = 0; !tiny_is(r, 0, 0, i); i++) continue;
}

static void maze(struct runner *r) { // one input fails, and contradictions on the way
    if (!tiny_is(r, 0, 0, 3)) return;
    if (tiny_is(r, 1, 0, 2)) abort(); // unsat
    if (!tiny_less(r, 2, 0, 1)) return;
    if (tiny_is(r, 3, 1, 4) && tiny_is(r, 4, 2, 1))
        *r->out = (struct outcome){.kind = OUTCOME_RAISE, .key = 7};
}

static void implied(struct runner *r) { // the second test repeats the first: no decision
    if (tiny_is(r, 0, 0, 1)) {
        tiny_is(r, 1, 0, 1);
        tiny_switch(r, 2, 0, 3);
    }
}

// The condition recorded is not what decides: as after a loss of precision.
static void liar(struct runner *r) {
    struct expr_store *x = r->tiny->unit.exprs;
    expr_id c = expr_int_eq(x, tiny_var(r, 0), expr_int(x, 1));
    r->out->lost = true;
    bool really = r->v[0] == 2;
    tiny_branch(r, 0, c, really);
    if (really || r->v[1] == 1) tiny_is(r, 1, 1, 1);
}

static void unfinished(struct runner *r) {
    if (tiny_is(r, 0, 0, 1)) r->out->kind = OUTCOME_LIMIT;
    if (tiny_is(r, 1, 1, 1)) r->out->kind = OUTCOME_INCOMPLETE;
}

// What lies behind a loop that uses up the depth.
static void behind_a_loop(struct runner *r) {
    for (uint32_t i = 0; i < 8; i++) tiny_is(r, 0, i, 1);
    if (tiny_is(r, 1, 8, 3)) r->out->kind = OUTCOME_RAISE;
}

static void decided_in_a_loop(struct runner *r) {
    for (uint32_t i = 0; i < 8; i++) tiny_is(r, 0, i, 1);
    if (tiny_is(r, 1, 6, 1)) r->out->kind = OUTCOME_RAISE;
}

// ---- Tests ----

static void expect_all(struct tiny *t, struct explore_options o, uint32_t n) {
    struct log l = {0};
    struct explore_stats s = search(t, o, &l);
    struct hash_map all = all_paths(t);
    assert_int_equal(all.n, n);
    assert_int_equal(s.runs, n);
    assert_int_equal(l.paths.n, n);
    assert_int_equal(l.twice, 0);
    for (uint32_t i = 0; i < all.cap; i++) {
        uint32_t times;
        if (all.slots[i].value) assert_true(hash_map_get(&l.paths, all.slots[i].key, &times));
    }
    assert_int_equal(s.diverged, 0);
    assert_int_equal(s.open, 0);
    assert_true(s.complete && s.complete_to_depth);
    assert_false(s.depth_hit || s.runs_hit || s.time_hit || s.steps_hit || s.stopped || s.lost);
    assert_int_equal(s.solve.sat, n - 1); // every path but the seed's has its own model
    hash_map_free(&all);
    log_free(&l);
    explore_stats_free(&s);
}

static void each_path_once(void **state) {
    (void)state;
    static const uint32_t workers[] = {1, 4};
    for (int strategy = 0; strategy < STRATEGY_COUNT; strategy++) {
        for (int w = 0; w < 2; w++) {
            struct explore_options o = defaults;
            o.strategy = (enum strategy)strategy;
            o.jobs = workers[w];
            o.seed = 11;
            struct tiny t;
            tiny_init(&t, bits, 8, 2);
            expect_all(&t, o, 256);
            tiny_free(&t);
            // Lengths 0, 1: one path each. 2: 2 orders. 3 (and the way for all greater ones): insertion sort
            // of three elements has a path per permutation.
            tiny_init(&t, sort, 5, 4);
            expect_all(&t, o, 1 + 1 + 2 + 6);
            tiny_free(&t);
            tiny_init(&t, count_up, 1, 20);
            expect_all(&t, o, 20);
            tiny_free(&t);
        }
    }
}

// 1: v0 = 3 or not; 2: (v0 = 2: unsat); v0 < v1 or not; v1 = 4 or not; v2 = 1 or not.
static void contradictions(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, maze, 3, 6);
    expect_all(&t, defaults, 5);
    struct log l = {0};
    struct explore_stats s = search(&t, defaults, &l);
    assert_int_equal(s.solve.unsat, 1);
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
}

static void implied_is_no_decision(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, implied, 1, 3);
    struct log l = {0};
    struct explore_stats s = search(&t, defaults, &l);
    assert_int_equal(s.runs, 2);
    assert_int_equal(s.tree_nodes, 1);
    assert_int_equal(s.solve.sat + s.solve.unsat, 1);
    assert_true(s.complete);
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
}

// With depth 10 the loop's tests for 0..9 may be flipped: ten exits, and one run that goes beyond.
static void depth(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, count_up, 1, 20);
    struct explore_options o = defaults;
    o.depth = 10;
    struct log l = {0};
    struct explore_stats s = search(&t, o, &l);
    assert_int_equal(s.runs, 11);
    assert_true(s.depth_hit && s.complete_to_depth);
    assert_false(s.complete);
    log_free(&l);
    explore_stats_free(&s);
    o.depth = 0; // nothing may be flipped
    s = search(&t, o, &l);
    assert_int_equal(s.runs, 1);
    assert_true(s.depth_hit && s.complete_to_depth && !s.complete);
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
}

// All of the loop's 8 tests may be flipped only within the depth; the place behind it is gone for all the
// same.
static void unvisited_places_beyond_the_depth(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, behind_a_loop, 9, 5);
    struct explore_options o = defaults;
    o.depth = 4;
    struct log l = {0};
    struct explore_stats s = search(&t, o, &l);
    assert_int_equal(s.runs, 16);
    assert_int_equal(s.raised, 0);
    log_free(&l);
    explore_stats_free(&s);
    o.reach = 16;
    s = search(&t, o, &l);
    assert_int_equal(
        s.runs, 18); // 16, that of the place, and again that which first took a 1: it showed something new
    assert_int_equal(s.beyond, 1);
    assert_int_equal(s.raised, 1);
    assert_true(s.depth_hit && s.complete_to_depth && !s.complete);
    log_free(&l);
    explore_stats_free(&s);
    o.reach = 8; // one decision too few
    s = search(&t, o, &l);
    assert_int_equal(s.raised, 0);
    log_free(&l);
    explore_stats_free(&s);
    o.strategy = STRATEGY_DEPTH; // which knows its own order
    o.reach = 16;
    s = search(&t, o, &l);
    assert_int_equal(s.beyond, 0);
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
}

// The place is seen to be missed by all paths of depth 4, and comes with depth 8. What was complete stays
// known when the runs are used up on the way.
static void deeper_while_places_are_left(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, decided_in_a_loop, 8, 2);
    struct explore_options o = defaults;
    o.depth = 4;
    o.reach = 8;
    struct log l = {0};
    struct explore_stats s = search(&t, o, &l);
    assert_int_equal(s.raised, 0);
    assert_true(s.complete_to_depth && !s.complete);
    assert_int_equal(s.depth, 4);
    log_free(&l);
    explore_stats_free(&s);
    o.coverage = true;
    s = search(&t, o, &l);
    assert_int_equal(s.raised, 128); // every second of 256 paths
    assert_int_equal(l.paths.n, 256);
    assert_int_equal(s.depth, 8);
    assert_true(s.complete && !s.depth_hit);
    log_free(&l);
    explore_stats_free(&s);
    o.coverage = false; // errors may be anywhere: the effort alone is the limit
    o.deeper = 1000;
    s = search(&t, o, &l);
    assert_int_equal(s.raised, 128);
    assert_true(s.complete && !s.depth_hit);
    log_free(&l);
    explore_stats_free(&s);
    o.deeper = 40; // the depth that was worked off is told of
    s = search(&t, o, &l);
    assert_true(s.depth_hit && s.complete_to_depth && !s.complete);
    assert_int_equal(s.depth, 4);
    assert_int_equal(s.open, 0);
    assert_in_range(s.runs, 40,
                    16 + 16 + 40); // the first paths, inputs grown at the end of them, and the effort
    log_free(&l);
    explore_stats_free(&s);
    o.coverage = true;
    o.runs = 40;
    s = search(&t, o, &l);
    assert_true(s.runs_hit && s.open > 0 && s.complete_to_depth && !s.complete);
    assert_int_equal(s.depth, 4);
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
}

static void budgets(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, bits, 12, 2);
    for (uint32_t jobs = 1; jobs <= 4; jobs += 3) {
        struct explore_options o = defaults;
        o.jobs = jobs;
        o.runs = 100;
        struct log l = {0};
        struct explore_stats s = search(&t, o, &l);
        assert_int_equal(s.runs, 100);
        assert_true(s.runs_hit && s.open > 0);
        assert_false(s.complete || s.complete_to_depth || s.time_hit || s.stopped);
        log_free(&l);
        explore_stats_free(&s);

        struct stop stop = {false};
        o = defaults;
        o.jobs = jobs;
        o.stop = &stop;
        l = (struct log){.stop = &stop, .stop_after = 50};
        s = search(&t, o, &l);
        assert_in_range(s.runs, 50, 50 + jobs);
        assert_true(s.stopped && s.open > 0 && !s.complete_to_depth && !s.runs_hit);
        log_free(&l);
        explore_stats_free(&s);

        o = defaults;
        o.jobs = jobs;
        o.seconds = 1e-9;
        s = search(&t, o, &l);
        assert_true(s.time_hit && s.open > 0 && !s.complete_to_depth);
        log_free(&l);
        explore_stats_free(&s);

        o = defaults;
        o.jobs = jobs;
        o.patience = 1e-9;
        s = search(&t, o, &l);
        assert_true(s.patience_hit && s.open > 0 && !s.time_hit && !s.complete_to_depth);
        log_free(&l);
        explore_stats_free(&s);
    }
    tiny_free(&t);
    // A budget that is used up together with the work is no bound that was hit.
    tiny_init(&t, bits, 4, 2);
    struct explore_options o = defaults;
    o.runs = 16;
    struct log l = {0};
    struct explore_stats s = search(&t, o, &l);
    assert_int_equal(s.runs, 16);
    assert_true(s.complete && !s.runs_hit);
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
}

static uint32_t ways_left;
static uint32_t left(struct unit *u) {
    return ways_left;
}

// Where code is to be reached and none is left, an eighth of the patience must do.
static void short_patience(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, bits, TINY_MOST, 2);
    t.language.coverage = &(const struct language_coverage){.unreached = left};
    for (ways_left = 0; ways_left < 2; ways_left++) {
        struct explore_options o = defaults;
        o.coverage = true;
        o.patience = 4;
        o.seconds = ways_left ? 0.8 : 0;
        struct log l = {0};
        struct explore_stats s = search(&t, o, &l);
        assert_true(ways_left ? s.time_hit && !s.patience_hit : s.patience_hit && s.seconds < 4);
        log_free(&l);
        explore_stats_free(&s);
    }
    tiny_free(&t);
}

static void divergence(void **state) {
    (void)state;
    for (uint32_t jobs = 1; jobs <= 4; jobs += 3) {
        struct tiny t;
        tiny_init(&t, liar, 2, 4);
        struct explore_options o = defaults;
        o.jobs = jobs;
        struct log l = {0};
        struct explore_stats s = search(&t, o, &l);
        assert_true(s.diverged > 0 && s.unreached > 0 && s.lost);
        assert_false(s.complete || s.complete_to_depth);
        assert_int_equal(s.open, 0); // and it came to an end
        log_free(&l);
        explore_stats_free(&s);
        tiny_free(&t);
    }
}

static void undecided(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, maze, 3, 6);
    struct expr_store *x = t.unit.exprs;
    t.unknown = expr_int_eq(x, expr_ival(x, expr_var(x, 2)), expr_int(x, 1));
    struct log l = {0};
    struct explore_stats s = search(&t, defaults, &l);
    assert_int_equal(s.unknown, 1);
    assert_int_equal(s.runs, 4);
    assert_false(s.complete || s.complete_to_depth);
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
}

static void no_end(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, unfinished, 2, 2);
    struct log l = {0};
    struct explore_stats s = search(&t, defaults, &l);
    assert_int_equal(s.runs, 4);
    assert_int_equal(s.limited, 1);
    assert_int_equal(s.incomplete, 2);
    assert_true(s.steps_hit);
    assert_false(s.complete || s.complete_to_depth);
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
}

// Whatever is in the way of a proof is seen, one at a time, each in a unit that would be complete without it.
enum flaw { NO_FLAW, LOST, LIMITED, INCOMPLETE, CONTRADICTION, FLAWS };
static enum flaw flaw;

static void flawed(struct runner *r) {
    struct expr_store *x = r->tiny->unit.exprs;
    tiny_is(r, 0, 0, 1);
    bool rare = tiny_is(r, 1, 1, 1);
    if (!rare) return;
    if (flaw == LOST) r->out->lost = true;
    if (flaw == LIMITED) r->out->kind = OUTCOME_LIMIT;
    if (flaw == INCOMPLETE) r->out->kind = OUTCOME_INCOMPLETE;
    if (flaw == CONTRADICTION)
        tiny_branch(r, 2, expr_int_eq(x, tiny_var(r, 1), expr_int(x, 1)), false); // known to be true
}

static void no_proof_with_a_flaw(void **state) {
    (void)state;
    for (uint32_t jobs = 1; jobs <= 2; jobs++)
        for (flaw = NO_FLAW; flaw < FLAWS; flaw++) {
            struct tiny t;
            tiny_init(&t, flawed, 2, 2);
            struct explore_options o = defaults;
            o.jobs = jobs;
            struct log l = {0};
            struct explore_stats s = search(&t, o, &l);
            assert_int_equal(s.runs, 4);
            assert_int_equal(s.complete, flaw == NO_FLAW);
            assert_int_equal(s.complete_to_depth, flaw == NO_FLAW || flaw == LOST || flaw == CONTRADICTION);
            assert_int_equal(s.lost, flaw == LOST || flaw == CONTRADICTION);
            log_free(&l);
            explore_stats_free(&s);
            tiny_free(&t);
        }
}

static void endless(struct runner *r) { // a run that only a limit ends
    for (int64_t i = 0; i < 30; i++) tiny_is(r, 0, 0, i);
    r->out->kind = OUTCOME_LIMIT;
}

static void late(struct runner *r) {
    endless(r);
    r->out->limit = LIMIT_TIME;
}

// What the end of the search cut off is no matter of the limits of a run.
static void cut_by_time(void **state) {
    (void)state;
    struct stop stop = {true};
    for (int by_user = 0; by_user < 2; by_user++) {
        struct tiny t;
        tiny_init(&t, late, 1, 1);
        struct explore_options o = defaults;
        o.runs = 1;
        if (by_user) o.stop = &stop;
        struct log l = {0};
        struct explore_stats s = search(&t, o, &l);
        assert_false(s.steps_hit || s.complete || s.complete_to_depth);
        if (!by_user) assert_true(s.late == 1 && s.limited == 1 && s.time_hit && !s.stopped);
        if (by_user) assert_true(s.stopped && !s.time_hit);
        log_free(&l);
        explore_stats_free(&s);
        tiny_free(&t);
    }
}

static uint64_t place; // of the decisions of `bounded`

static void bounded(struct runner *r) { // which of 0 .. 7 is it?
    r->trace->place = place;
    for (int64_t i = 0; i < 8; i++) {
        bool is = tiny_is(r, i % 2, 0, i);
        if (r->trace->bounded) {
            r->out->kind = OUTCOME_LIMIT;
            r->out->limit = LIMIT_BRANCHES;
        }
        if (is || r->trace->bounded) return;
    }
}

// With a bound of b the values below b are told apart at one place, and one more path ends there; two places
// have b decisions each. What is part of another decision does not count.
static void branch_bound(void **state) {
    (void)state;
    static const uint64_t places[] = {0, 99, TRACE_NO_PLACE};
    for (size_t p = 0; p < 3; p++)
        for (uint32_t bound = 1; bound <= 9; bound++) {
            struct tiny t;
            place = places[p];
            tiny_init(&t, bounded, 1, 8);
            struct explore_options o = defaults;
            o.branch_bound = bound;
            struct log l = {0};
            struct explore_stats s = search(&t, o, &l);
            uint32_t told = p == 0 ? 2 * bound : p == 1 ? bound : 8;
            bool all = told >= 8;
            assert_int_equal(s.runs, all ? 8 : told + 1);
            assert_int_equal(s.bounded, !all);
            assert_int_equal(s.limited, 0);
            assert_false(s.steps_hit);
            assert_int_equal(s.complete, all);
            assert_int_equal(s.complete_to_depth, all);
            log_free(&l);
            explore_stats_free(&s);
            tiny_free(&t);
        }
}

// A run that was cut off beyond the depth has shown all that was asked for.
static void cut_beyond_the_depth(void **state) {
    (void)state;
    for (uint32_t depth = 29; depth <= 31; depth++) {
        struct tiny t;
        tiny_init(&t, endless, 1, 31);
        struct explore_options o = defaults;
        o.depth = depth;
        struct log l = {0};
        struct explore_stats s = search(&t, o, &l);
        assert_true(s.limited > 0 && s.steps_hit && !s.complete);
        assert_int_equal(s.depth_hit, depth < 30);
        assert_int_equal(s.cut, depth > 30); // all thirty tests were seen, and the next is beyond the depth
        assert_int_equal(s.complete_to_depth, depth <= 30);
        log_free(&l);
        explore_stats_free(&s);
        tiny_free(&t);
    }
}

// Depth first through n bits: the frontier holds a path's alternatives, however many runs there are.
static struct explore_stats depth_first(uint32_t n) {
    struct tiny t;
    tiny_init(&t, bits, n, 2);
    struct explore_options o = defaults;
    o.strategy = STRATEGY_DEPTH;
    tiny_solved = &t;
    struct explore_stats s;
    explore(&t.unit, &o, &s);
    assert_int_equal(s.runs, (uint64_t)1 << n);
    assert_true(s.complete);
    struct explore_stats counts = s;
    explore_stats_free(&s);
    tiny_free(&t);
    return counts;
}

static void memory_follows_what_is_open(void **state) {
    (void)state;
    uint32_t n = tier_number(14, 17, 17);
    struct explore_stats few = depth_first(9), many = depth_first(n);
    assert_true(many.tree_nodes > (1u << n) / 4 * 3);
    assert_true(many.tree_bytes <= 4 * few.tree_bytes);         // paths and inputs of 17 instead of 9 values
    assert_true(many.frontier_bytes <= 2 * few.frontier_bytes); // not of 131,072 runs instead of 512
    assert_true(many.tree_bytes + many.frontier_bytes < 20000);
}

static void one_worker_repeats(void **state) {
    (void)state;
    for (int strategy = 0; strategy < STRATEGY_COUNT; strategy++) {
        struct log a = {0}, b = {0};
        struct explore_options o = defaults;
        o.strategy = (enum strategy)strategy;
        for (int i = 0; i < 2; i++) {
            struct tiny t;
            tiny_init(&t, sort, 5, 4);
            struct explore_stats s = search(&t, o, i ? &b : &a);
            explore_stats_free(&s);
            tiny_free(&t);
        }
        assert_int_equal(a.inputs.n, b.inputs.n);
        assert_memory_equal(a.inputs.at, b.inputs.at, a.inputs.n * sizeof(uint64_t));
        log_free(&a);
        log_free(&b);
    }
}

// Three branches in a row, all after false: depth first flips the last one first, breadth first the first.
static uint64_t second_input(enum strategy strategy, int64_t *v) {
    struct tiny t;
    tiny_init(&t, bits, 3, 2);
    struct explore_options o = defaults;
    o.strategy = strategy;
    o.runs = 2;
    struct log l = {0};
    struct explore_stats s = search(&t, o, &l);
    uint64_t second = l.inputs.at[1];
    struct expr_store *x = t.unit.exprs;
    struct binding values[3];
    for (uint32_t i = 0; i < 3; i++) values[i] = (struct binding){i, expr_int_term(x, expr_int(x, v[i]))};
    uint64_t expected = hash_bytes(values, sizeof values);
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
    return second == expected;
}

static void strategies(void **state) {
    (void)state;
    assert_true(second_input(STRATEGY_DEPTH, (int64_t[]){0, 0, 1}));
    assert_true(second_input(STRATEGY_BREADTH, (int64_t[]){1, 0, 0}));
    assert_true(second_input(STRATEGY_UNVISITED, (int64_t[]){1, 0, 0}));
    assert_true(second_input(STRATEGY_GENERATIONAL, (int64_t[]){1, 0, 0}));
}

// Each of ten places is reached by flipping the last test of a run (the paper's order goes there at once,
// while breadth first tries shallow alternatives whose places are known).
static void unvisited_first(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, bits, 10, 2);
    struct explore_options o = defaults;
    o.runs = 11;
    struct log l = {0};
    struct explore_stats s = search(&t, o, &l);
    assert_int_equal(l.fresh, 20); // both sides of all ten tests after one run for each and the seed's
    log_free(&l);
    explore_stats_free(&s);
    tiny_free(&t);
}

static void many_runs(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, bits, 15, 2);
    struct explore_options o = defaults;
    o.strategy = STRATEGY_DEPTH;
    double start = clock_now();
    expect_all(&t, o, 32768);
    print_message("32768 paths in %.2f s (with the test's own solver)\n", clock_now() - start);
    tiny_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_path_once),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(implied_is_no_decision),
        cmocka_unit_test(depth),
        cmocka_unit_test(unvisited_places_beyond_the_depth),
        cmocka_unit_test(deeper_while_places_are_left),
        cmocka_unit_test(budgets),
        cmocka_unit_test(short_patience),
        cmocka_unit_test(divergence),
        cmocka_unit_test(undecided),
        cmocka_unit_test(no_end),
        cmocka_unit_test(cut_by_time),
        cmocka_unit_test(no_proof_with_a_flaw),
        cmocka_unit_test(cut_beyond_the_depth),
        cmocka_unit_test(memory_follows_what_is_open),
        cmocka_unit_test(one_worker_repeats),
        cmocka_unit_test(strategies),
        cmocka_unit_test(unvisited_first),
        cmocka_unit_test(many_runs),
        cmocka_unit_test(branch_bound),
    };
    return cmocka_run_group_tests_name("explore", tests, NULL, NULL);
}
