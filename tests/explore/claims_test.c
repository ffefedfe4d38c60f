// SPDX-License-Identifier: Apache-2.0
// What a search may claim: each row is a unit that gets a claim, or the same with one thing in the way of it.
// A claim that is false once is worse than all that are missed, so each row says all of them.
#include "explore/inputs/value_source.h"
#include "explore/tiny.h"

enum { RARE = 3 }; // the last of four paths, of two tests

// What the runs of a unit do, beside going one of four paths.
enum act {
    RETURN,
    DISCARD,
    DISCARD_WITHIN, // by an assumption in its midst
    KNOWN,          // ends where another run goes on
    RAISE,
    RAISE_OTHER, // in another place
    HANG,        // comes back to a state
    STEPS,
    LATE,
    WAIT,
    INCOMPLETE,
    LOSE,
    CONTRADICT,
    STOP // the user ends the search
};

struct claims {
    bool complete, to_depth, proved, all_failed, all_discarded;
    enum ends ends;
};

struct row {
    const char *name;
    enum act act[4]; // of each path
    struct claims claims;
    enum act drawn[4];                                     // of inputs drawn at random
    bool draws;                                            // and whether there are any
    bool proved, harmless, partial, prunes, unknown, ends; // of the unit, ahead of the search
    uint32_t failures;                                     // likewise
    uint32_t listed[4];                                    // which of them a path's raising is
    bool only_failures, two_seeds, unknown_first; // the latter: the first of the tests is not decided
    uint32_t depth, runs;                         // 0: enough
    uint32_t branch_bound;                        // 0: none; else the two tests are in one place
    double patience;
};

static const struct row *row;
static struct stop stop;

static void fail_at(struct runner *r, uint64_t place) {
    *r->out = (struct outcome){.kind = OUTCOME_RAISE, .key = place, .place = place};
}

static void act(struct runner *r, enum act a) {
    struct expr_store *x = r->tiny->unit.exprs;
    struct outcome *o = r->out;
    switch (a) {
    case RETURN: break;
    case DISCARD: o->kind = OUTCOME_DISCARDED; break;
    case DISCARD_WITHIN: *o = (struct outcome){.kind = OUTCOME_DISCARDED, .within = true}; break;
    case KNOWN: *o = (struct outcome){.kind = OUTCOME_DISCARDED, .known = true}; break;
    case RAISE: fail_at(r, 7); break;
    case RAISE_OTHER: fail_at(r, 8); break;
    case HANG:
        fail_at(r, 9);
        o->endless = true;
        break;
    case STEPS: *o = (struct outcome){.kind = OUTCOME_LIMIT, .limit = LIMIT_STEPS}; break;
    case LATE: *o = (struct outcome){.kind = OUTCOME_LIMIT, .limit = LIMIT_TIME}; break;
    case WAIT: *o = (struct outcome){.kind = OUTCOME_LIMIT, .limit = LIMIT_WAIT}; break;
    case INCOMPLETE: o->kind = OUTCOME_INCOMPLETE; break;
    case LOSE: o->lost = true; break;
    case CONTRADICT: // what the path has is known to be otherwise
        tiny_branch(r, 2, expr_int_eq(x, tiny_var(r, 1), expr_int(x, r->v[1])), false);
        break;
    case STOP: stop_set(&stop); break;
    }
}

static void body(struct runner *r) {
    uint32_t path = tiny_is(r, 0, 0, 1);
    path |= (uint32_t)tiny_is(r, row->branch_bound ? 0 : 1, 1, 1) << 1;
    act(r, r->trace ? row->act[path] : row->drawn[path]);
    if (r->out->kind == OUTCOME_RAISE) r->out->failure = row->listed[path];
}

// ---- Drawn inputs: all there are, in turn ----

static uint64_t next_drawn;

static void read_drawn(struct unit *u, struct value_source *source, const struct model *input) {
    (void)input;
    struct tiny *t = (struct tiny *)u;
    uint64_t rest = next_drawn++;
    for (uint32_t i = 0; i < t->n; i++, rest /= (uint64_t)t->domain)
        value_source_bind_integer(source, i, (int64_t)(rest % (uint64_t)t->domain));
}

static struct covered save_coverage(struct unit *u) {
    (void)u;
    return (struct covered){0};
}

static void restore_coverage(struct runner *r, const struct covered *saved) {
    (void)r, (void)saved;
}

static void mark_nothing(struct unit *u, struct expr_sweep *w) {
    (void)u, (void)w;
}

static void draws(struct tiny *t) {
    static const struct language_coverage covering = {.save = save_coverage, .restore = restore_coverage};
    static const struct language_drawing drawing = {.read = read_drawn};
    static const struct language_sweeping sweeping = {.mark = mark_nothing};
    t->language.coverage = &covering;
    t->language.drawing = &drawing;
    t->language.sweeping = &sweeping;
    next_drawn = 0;
    t->unit.variables = variables_new();
    t->unit.draws = 8;
    t->unit.seeks_ends = true;
}

// ---- One search ----

#define ALL                                                                                                  \
    { .complete = true, .to_depth = true, .ends = ENDS_PROVED }
#define NO_ENDING                                                                                            \
    { .complete = true, .to_depth = true }
#define HANGS                                                                                                \
    { .complete = true, .to_depth = true, .ends = ENDS_NOT }
#define WITHIN                                                                                               \
    { .to_depth = true }
#define NOTHING                                                                                              \
    { 0 }
#define VOID                                                                                                 \
    { .all_discarded = true }
#define PROVED                                                                                               \
    { .complete = true, .to_depth = true, .proved = true }
#define FAILED                                                                                               \
    { .complete = true, .to_depth = true, .all_failed = true }

static const struct row rows[] = {
    // ---- What the paths of a search show ----
    {"nothing in the way", .claims = ALL},
    {"an error", .act = {[RARE] = RAISE}, .claims = ALL},
    {"one never ends", .act = {[RARE] = HANG}, .claims = HANGS},
    {"steps", .act = {[RARE] = STEPS}, .claims = NOTHING},
    {"steps, at the depth", .act = {[RARE] = STEPS}, .claims = WITHIN, .depth = 2},
    {"time", .act = {[RARE] = LATE}, .claims = NOTHING},
    {"it waits", .act = {[RARE] = WAIT}, .claims = NOTHING},
    {"not followed", .act = {[RARE] = INCOMPLETE}, .claims = NOTHING},
    {"a loss", .act = {[RARE] = LOSE}, .claims = WITHIN},
    {"a contradiction", .act = {[RARE] = CONTRADICT}, .claims = WITHIN},
    {"not all inputs", .claims = WITHIN, .partial = true},
    {"undecided", .claims = NOTHING, .unknown = true},
    {"undecided, as the runs are used up", .claims = NOTHING, .unknown_first = true, .runs = 2},
    {"depth", .claims = WITHIN, .depth = 1},
    {"the branch bound", .claims = NOTHING, .branch_bound = 1}, // behind which a run goes on to its end
    {"the branch bound, at the depth", .claims = WITHIN, .branch_bound = 1, .depth = 1},
    {"as many branches", .claims = ALL, .branch_bound = 2},
    {"the user", .act = {[RARE] = STOP}, .claims = ALL}, // with the last run
    {"the user, early", .act = {STOP}, .claims = NOTHING},
    {"runs", .claims = NOTHING, .runs = 3},
    {"just as many runs", .claims = ALL, .runs = 4},
    {"patience", .claims = NOTHING, .patience = 1e-9},
    {"a first input that was not run", .claims = NOTHING, .two_seeds = true, .runs = 1},
    {"both", .claims = ALL, .two_seeds = true},
    // ---- Endings ----
    {"one goes on as another", .act = {[RARE] = KNOWN}, .claims = NO_ENDING},
    {"code left alone", .claims = NO_ENDING, .prunes = true},
    {"code left alone, which ends", .claims = ALL, .prunes = true, .ends = true},
    {"known to end, not searched", .claims = {.ends = ENDS_PROVED}, .ends = true, .runs = 1},
    {"known to end, and does not", .act = {[RARE] = HANG}, .claims = HANGS, .ends = true},
    {"known to end, and none was seen", .act = {[RARE] = STEPS}, .claims = NOTHING, .ends = true},
    // ---- Inputs that are none ----
    {"one was none", .act = {[RARE] = DISCARD}, .claims = ALL},
    {"one was", .act = {DISCARD, DISCARD, RETURN, DISCARD}, .claims = ALL},
    {"all were none", .act = {DISCARD, DISCARD, DISCARD, DISCARD}, .claims = VOID},
    {"all that were tried", .act = {DISCARD, DISCARD, DISCARD, DISCARD}, .claims = VOID, .runs = 2},
    {"all to the depth", .act = {DISCARD, DISCARD, DISCARD, DISCARD}, .claims = VOID, .depth = 1},
    {"all but one undecided", .act = {DISCARD, DISCARD, DISCARD, DISCARD}, .claims = VOID, .unknown = true},
    {"none, or not followed", .act = {DISCARD, DISCARD, DISCARD, INCOMPLETE}, .claims = NOTHING},
    {"none within the unit", .act = {DISCARD_WITHIN, DISCARD_WITHIN, DISCARD_WITHIN, DISCARD_WITHIN},
     .claims = ALL},
    {"all none, which ends", .act = {DISCARD, DISCARD, DISCARD, DISCARD},
     .claims = {.all_discarded = true, .ends = ENDS_PROVED}, .ends = true},
    // ---- Cannot fail, known ahead ----
    {"proved", .claims = PROVED, .proved = true},
    {"proved, with an ending", .claims = {true, true, true, .ends = ENDS_PROVED}, .proved = true,
     .ends = true},
    {"proved, of other inputs too", .claims = PROVED, .proved = true, .partial = true},
    {"proved, of an input that is none", .act = {DISCARD},
     .claims = {true, true, true, .all_discarded = true}, .proved = true},
    {"proved, but it raises", .act = {RAISE}, .claims = NOTHING, .proved = true},
    {"proved, but never ends", .act = {HANG}, .claims = {true, true, true, .ends = ENDS_NOT}, .proved = true},
    {"proved, but not to its end", .act = {STEPS}, .claims = NOTHING, .proved = true},
    {"proved, but not followed", .act = {INCOMPLETE}, .claims = NOTHING, .proved = true},
    {"proved, but a drawn input raises", .claims = NOTHING, .drawn = {[RARE] = RAISE}, .draws = true,
     .proved = true},
    {"proved, but of a drawn one it never ends", .claims = {true, true, true, .ends = ENDS_NOT},
     .drawn = {[RARE] = HANG}, .draws = true, .proved = true},
    {"proved, and so drawn ones show", .claims = PROVED, .draws = true, .proved = true},
    {"proved, but the user ended it", .act = {STOP}, .claims = NOTHING, .proved = true, .two_seeds = true},
    {"harmless", .claims = PROVED, .harmless = true, .only_failures = true},
    {"harmless, behind an input that is none", .act = {DISCARD, RETURN, DISCARD, DISCARD}, .claims = PROVED,
     .harmless = true, .only_failures = true},
    {"harmless, but of no input", .act = {DISCARD, DISCARD, DISCARD, DISCARD}, .claims = VOID,
     .harmless = true, .only_failures = true},
    {"harmless, but it raises", .act = {RAISE, RAISE, RAISE, RAISE}, .claims = ALL, .harmless = true,
     .only_failures = true},
    {"harmless, but not to its end", .act = {STEPS}, .claims = NOTHING, .harmless = true,
     .only_failures = true},
    {"harmless, but not followed", .act = {INCOMPLETE}, .claims = NOTHING, .harmless = true,
     .only_failures = true},
    {"harmless, and all is to be covered", .claims = ALL, .harmless = true},
    // ---- All that may fail has failed ----
    {"all failed", .act = {RAISE, RAISE_OTHER}, .claims = FAILED, .failures = 2, .listed = {1, 2},
     .only_failures = true},
    {"one of two failed", .act = {RAISE, RAISE}, .claims = ALL, .failures = 2, .listed = {1, 1},
     .only_failures = true},
    {"one that is not listed", .act = {RAISE_OTHER, RAISE, RAISE_OTHER, RAISE}, .claims = ALL, .failures = 1,
     .listed = {FAILURE_OTHER, 1, FAILURE_OTHER, 1}, .only_failures = true},
    {"one of which it is not known", .act = {RAISE_OTHER, RAISE}, .claims = FAILED, .failures = 1,
     .listed = {0, 1}, .only_failures = true},
    {"one beyond the list", .act = {RAISE_OTHER, RAISE, RAISE_OTHER, RAISE}, .claims = ALL, .failures = 2,
     .listed = {3, 1, 3, 1}, .only_failures = true},
    {"what never ends is none of the list", .act = {HANG, RAISE},
     .claims = {.complete = true, .to_depth = true, .all_failed = true, .ends = ENDS_NOT}, .failures = 1,
     .listed = {0, 1}, .only_failures = true},
    {"all failed, and one was cut off", .act = {STEPS, RAISE}, .claims = NOTHING, .failures = 1,
     .listed = {0, 1}, .only_failures = true},
    {"all failed, and one was not followed", .act = {INCOMPLETE, RAISE}, .claims = NOTHING, .failures = 1,
     .listed = {0, 1}, .only_failures = true},
    // ---- Drawn inputs ----
    {"drawn ones do the same", .act = {[RARE] = RAISE}, .claims = ALL, .drawn = {[RARE] = RAISE},
     .draws = true},
    {"a drawn one fails where no path does", .claims = WITHIN, .drawn = {[RARE] = RAISE}, .draws = true},
    {"or elsewhere", .act = {[RARE] = RAISE}, .claims = WITHIN, .drawn = {[RARE] = RAISE_OTHER},
     .draws = true},
    {"or never ends", .claims = {.to_depth = true, .ends = ENDS_NOT}, .drawn = {[RARE] = HANG},
     .draws = true},
    {"or not, although it was known to", .claims = {.ends = ENDS_NOT}, .drawn = {[RARE] = HANG},
     .draws = true, .ends = true, .runs = 1},
    {"a drawn one fails beyond the depth", .claims = WITHIN, .drawn = {[RARE] = RAISE}, .draws = true,
     .depth = 1},
    {"a drawn one was an input", .act = {DISCARD, DISCARD, DISCARD, DISCARD}, .claims = ALL,
     .drawn = {DISCARD, RETURN, DISCARD, DISCARD}, .draws = true},
    {"no drawn one either", .act = {DISCARD, DISCARD, DISCARD, DISCARD}, .claims = VOID,
     .drawn = {DISCARD, DISCARD, DISCARD, DISCARD}, .draws = true},
    {"all that may fail failed of drawn ones", .claims = FAILED, .drawn = {[RARE] = RAISE}, .draws = true,
     .failures = 1, .listed = {[RARE] = 1}, .only_failures = true},
    {"and one that is not listed", .act = {[RARE] = RAISE, [1] = RAISE_OTHER}, .claims = ALL,
     .drawn = {[RARE] = RAISE, [1] = RAISE_OTHER}, .draws = true, .failures = 1,
     .listed = {[RARE] = 1, [1] = FAILURE_OTHER}, .only_failures = true},
};

static struct explore_stats search(struct tiny *t, uint32_t jobs) {
    static struct model seeds[2];
    tiny_init(t, body, 2, 2);
    struct expr_store *x = t->unit.exprs;
    if (row->draws) draws(t);
    t->unit.proved = row->proved;
    t->unit.harmless = row->harmless;
    t->unit.partial = row->partial;
    t->unit.prunes = row->prunes;
    t->unit.ends = row->ends;
    t->unit.failures = row->failures;
    seeds[0] = seeds[1] = t->seed;
    if (row->two_seeds) t->unit.seeds = seeds;
    if (row->two_seeds) t->unit.n_seeds = 2;
    uint32_t undecided = row->unknown_first ? 0 : 1;
    if (row->unknown || row->unknown_first)
        t->unknown = expr_int_eq(x, expr_ival(x, expr_var(x, undecided)), expr_int(x, 1));
    struct explore_options o = {.depth = row->depth ? row->depth : 25,
                                .jobs = jobs,
                                .seconds = 3600,
                                .runs = row->runs,
                                .patience = row->patience,
                                .branch_bound = row->branch_bound,
                                .only_failures = row->only_failures,
                                .random_seconds = row->draws ? 60 : 0,
                                .stop = &stop};
    struct explore_stats s;
    stop_clear(&stop);
    tiny_solved = t;
    explore(&t->unit, &o, &s);
    return s;
}

static void check_row(void **state) {
    row = *state;
    for (uint32_t jobs = 1; jobs <= 4; jobs++) {
        struct tiny t;
        struct explore_stats s = search(&t, jobs);
        struct claims got = {s.complete,   s.complete_to_depth, s.proved,
                             s.all_failed, s.all_discarded,     s.ends};
        const struct claims *w = &row->claims;
        if (got.complete != w->complete || got.to_depth != w->to_depth || got.proved != w->proved ||
            got.all_failed != w->all_failed || got.all_discarded != w->all_discarded || got.ends != w->ends)
            fail_msg(
                "%u workers: complete %d, to depth %d, proved %d, all failed %d, all discarded %d, ends %d; "
                "%llu runs, %llu open",
                jobs, got.complete, got.to_depth, got.proved, got.all_failed, got.all_discarded, got.ends,
                (unsigned long long)s.runs, (unsigned long long)s.open);
        if (row->draws) assert_true(s.drawn > 0);
        explore_stats_free(&s);
        if (t.unit.variables) variables_free(t.unit.variables);
        tiny_free(&t);
    }
}

// ---- Deeper than asked for: a unit of as many paths as its variable has values, one decision longer each
// ----

enum { PATHS = 12 };

struct deep_row {
    const char *name;
    enum act act[PATHS], others; // others: of all paths that are not there
    int64_t unknown;             // whether it has another value than that is not decided; 0: all is
    bool complete, to_depth;
    uint32_t depth; // told
    bool all_discarded;
    uint64_t runs, deeper; // 0: enough
};

static const struct deep_row *deep;

static void loop(struct runner *r) {
    uint32_t i = 0;
    while (i + 1 < PATHS && !tiny_is(r, i, 0, i)) i++;
    act(r, deep->act[i] ? deep->act[i] : deep->others);
}

// The depths are 4, 8 and 16, and eleven decisions are the most.
static const struct deep_row deep_rows[] = {
    {"deeper: nothing in the way", .complete = true, .to_depth = true, .depth = 16},
    {"deeper: cut off at once", .act = {[1] = STEPS}, .depth = 16},
    {"deeper: not followed at once", .act = {[1] = INCOMPLETE}, .depth = 16},
    {"deeper: cut off before the greatest depth", .act = {[9] = STEPS}, .to_depth = true, .depth = 8},
    {"deeper: not followed there", .act = {[11] = INCOMPLETE}, .depth = 16},
    {"deeper: undecided at once", .unknown = 2, .depth = 4},
    {"deeper: undecided at the second depth", .unknown = 6, .to_depth = true, .depth = 4},
    {"deeper: undecided at the third", .unknown = 10, .to_depth = true, .depth = 8},
    {"deeper: a loss", .act = {[9] = LOSE}, .to_depth = true, .depth = 16},
    {"deeper: no input", .others = DISCARD, .depth = 16, .all_discarded = true},
    {"deeper: no input before the runs are used up", .others = DISCARD, .depth = 4, .all_discarded = true,
     .runs = 8},
    {"deeper: the runs are used up", .to_depth = true, .depth = 4, .runs = 8},
    {"deeper: the effort is", .to_depth = true, .depth = 4, .deeper = 2},
    {"deeper: the effort is, of no input", .others = DISCARD, .depth = 4, .all_discarded = true, .deeper = 2},
};

static void check_deep(void **state) {
    deep = *state;
    for (uint32_t jobs = 1; jobs <= 3; jobs += 2) {
        struct tiny t;
        struct explore_stats s;
        tiny_init(&t, loop, 1, PATHS);
        struct expr_store *x = t.unit.exprs;
        if (deep->unknown)
            t.unknown = expr_not(x, expr_int_eq(x, expr_ival(x, expr_var(x, 0)), expr_int(x, deep->unknown)));
        struct explore_options o = {.depth = 4,
                                    .reach = 16,
                                    .deeper = deep->deeper ? deep->deeper : 1000000,
                                    .jobs = jobs,
                                    .seconds = 3600,
                                    .runs = deep->runs};
        tiny_solved = &t;
        explore(&t.unit, &o, &s);
        if (s.complete != deep->complete || s.complete_to_depth != deep->to_depth || s.depth != deep->depth ||
            s.all_discarded != deep->all_discarded || s.proved || s.all_failed)
            fail_msg(
                "%u workers: complete %d, to depth %d, which is %u, all discarded %d; %llu runs, %llu open, "
                "%llu unknown",
                jobs, s.complete, s.complete_to_depth, s.depth, s.all_discarded, (unsigned long long)s.runs,
                (unsigned long long)s.open, (unsigned long long)s.unknown);
        if (!s.complete) assert_true(s.ends == ENDS_UNKNOWN);
        explore_stats_free(&s);
        tiny_free(&t);
    }
}

// ---- Several searches of one unit: a short one, one with ways kept apart, and one to the end ----

struct again_row {
    const char *name;
    enum act act[3]; // of one path in each search
    enum act others[3];
    uint32_t bits; // of the input: so many paths
    struct claims claims;
    uint64_t runs; // of all; 0: any
};

static const struct again_row *again;
static uint32_t nth; // search

static void begin_search(struct unit *u, bool apart) {
    u->apart = apart;
    nth++;
}

static void many(struct runner *r) {
    bool rare = true;
    for (uint32_t i = 0; i < again->bits; i++) rare &= tiny_is(r, i, i, 1);
    act(r, rare ? again->act[nth] : again->others[nth]);
}

enum { SHORT = 60, IN_VAIN = 300 }; // runs of the first search, and of the second where it does not pay

static const struct again_row again_rows[] = {
    {"again: the first does it", .bits = 5, .claims = ALL, .runs = 32},
    {"again: the second", .bits = 7, .claims = ALL, .runs = SHORT + 128},
    {"again: the third", .bits = 9, .claims = ALL, .runs = SHORT + IN_VAIN + 512},
    {"again: the second ends in states met before", .act = {[1] = KNOWN}, .bits = 7, .claims = NO_ENDING},
    {"again: the second is not followed, the third is", .act = {[1] = INCOMPLETE}, .bits = 7, .claims = ALL,
     .runs = SHORT + 128 + 128},
    {"again: the second loses, the third does not", .act = {[1] = LOSE}, .bits = 7, .claims = ALL},
    {"again: both are cut off", .act = {[1] = STEPS, [2] = STEPS}, .bits = 7, .claims = NOTHING},
    {"again: all lose", .act = {LOSE, LOSE, LOSE}, .bits = 7, .claims = WITHIN},
    {"again: a first run never ends", .others = {HANG}, .bits = 7, .claims = HANGS},
    {"again: no input", .act = {DISCARD, DISCARD, DISCARD}, .others = {DISCARD, DISCARD, DISCARD}, .bits = 7,
     .claims = VOID},
    {"again: only the first had inputs", .act = {[1] = DISCARD, [2] = DISCARD},
     .others = {[1] = DISCARD, [2] = DISCARD}, .bits = 7, .claims = ALL},
};

static void check_again(void **state) {
    again = *state;
    for (uint32_t jobs = 1; jobs <= 3; jobs += 2) {
        struct tiny t;
        struct explore_stats s;
        tiny_init(&t, many, again->bits, 2);
        t.unit.merges = true;
        t.language.merging = &(const struct language_merging){.begin_search = begin_search};
        nth = 0;
        struct explore_options o = {.depth = 25, .jobs = jobs, .seconds = 3600};
        tiny_solved = &t;
        explore(&t.unit, &o, &s);
        const struct claims *w = &again->claims;
        if (s.complete != w->complete || s.complete_to_depth != w->to_depth || s.ends != w->ends ||
            s.all_discarded != w->all_discarded || s.proved || s.all_failed ||
            (again->runs && s.runs < again->runs) || (again->runs && s.runs > again->runs + jobs - 1))
            fail_msg(
                "%u workers, %u searches: complete %d, to depth %d, all discarded %d, ends %d; %llu runs",
                jobs, nth + 1, s.complete, s.complete_to_depth, s.all_discarded, s.ends,
                (unsigned long long)s.runs);
        explore_stats_free(&s);
        tiny_free(&t);
    }
}

int main(void) {
    enum { N = sizeof rows / sizeof *rows, DEEP = sizeof deep_rows / sizeof *deep_rows };
    enum { AGAIN = sizeof again_rows / sizeof *again_rows };
    static struct CMUnitTest tests[N + DEEP + AGAIN];
    for (size_t i = 0; i < N; i++)
        tests[i] = (struct CMUnitTest){rows[i].name, check_row, NULL, NULL, (void *)(uintptr_t)&rows[i]};
    for (size_t i = 0; i < DEEP; i++)
        tests[N + i] =
            (struct CMUnitTest){deep_rows[i].name, check_deep, NULL, NULL, (void *)(uintptr_t)&deep_rows[i]};
    for (size_t i = 0; i < AGAIN; i++)
        tests[N + DEEP + i] = (struct CMUnitTest){again_rows[i].name, check_again, NULL, NULL,
                                                  (void *)(uintptr_t)&again_rows[i]};
    return _cmocka_run_group_tests("claims", tests, N + DEEP + AGAIN, NULL, NULL);
}
