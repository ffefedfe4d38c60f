// SPDX-License-Identifier: Apache-2.0
// Internal to the Erlang unit: unit.c makes it and reports on it, unit_run.c runs it, unit_text.c says in
// words what a run did.
#ifndef FRISK_ERLANG_UNIT_INNER_H
#define FRISK_ERLANG_UNIT_INNER_H

#include "erlang/coverage.h"
#include "erlang/domain.h"
#include "erlang/load/core.h"
#include "erlang/machine/interp.h"
#include "erlang/machine/key_book.h"
#include "erlang/machine/made.h"
#include "erlang/machine/task.h"
#include "erlang/unit.h"

struct key_pair {
    uint64_t concrete, symbolic; // keys of one failure, from a run without symbols and from one with them
};

struct erlang_unit {
    struct unit unit; // first: the engine's view
    struct program *program;
    struct export *target;
    char *name, *warning; // NULL: none
    type_id type;
    struct made_plan *made; // NULL: all arguments are in the input as they are
    struct grammar *raw;    // what the spec says of made arguments, for the analysis
    struct domain *domain;  // of a function without a spec; NULL: it has one, or all that fails counts
    struct model seed;
    struct binding seed_value;         // the tuple of the arguments
    struct key_book *keys;             // of maps among the inputs
    struct analysis *analysis;         // NULL: nothing is pruned
    struct export *check;              // tells whether a result is what the spec says; NULL: not asked
    const struct core_module *on_load; // of which a VM runs code when it loads it; NULL: none
    bool texts;                        // lists of integers may be texts, as its spec or code says
    bool delayed;                      // see struct unit_options
    struct lossy_pairs lossy;          // likewise
    bool seed_calls;                   // the first arguments hold a fun
    place_list places;                 // that calls lead to, once asked for
    pthread_mutex_t lock;              // of the following
    VEC(struct key_pair) keys_known;
    struct assumed assumed; // likewise
};

struct runner {
    struct erlang_unit *unit;
    struct interp *interp;
    struct orders *orders; // of the processes of the unit's call; NULL: none
    enum interp_result result;
    term value;         // returned
    bool blocked;       // the run ended early: another order does the same
    bool outside;       // which the spec does not allow
    struct death death; // of another process; what became of the unit's call does not count then
    struct outcome outcome;
};

static inline struct erlang_unit *of(struct unit *u) {
    return (struct erlang_unit *)u;
}

// Whether runs leave decisions out.
static inline bool runs_prune(const struct erlang_unit *u) {
    return u->analysis && analysis_entry(u->analysis) != CONTEXT_DISTRUST;
}

// Functions of struct language, which documents them.
struct runner *erlang_runner_new(struct unit *u, const struct run_limits *limits);
void erlang_runner_free(struct runner *r);
void erlang_run(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out);
uint32_t erlang_fresh_coverage(struct runner *r);
void erlang_follow(struct runner *r, struct orders *o);
void erlang_at_once(struct runner *r, bool at_once);
uint32_t erlang_worth_a_test(struct runner *r);
struct order erlang_order(struct runner *r);
// "; 1.1 waits at bank.erl:12": of the processes of the last run, if there were several.
void erlang_add_waiting(struct runner *r, struct str *out);
uint32_t erlang_events(struct runner *r, struct case_event **out);

void erlang_describe(struct runner *r, struct outcome_text *out);
void erlang_regroup(struct unit *unit, const struct model *input, struct outcome_text *t);
uint32_t erlang_argument_texts(struct unit *u, const struct model *input, char ***out);
char *erlang_call_text(struct unit *u, const struct model *input);
bool erlang_path_condition(struct runner *r, expr_id e, struct str *out); // path_text.c
char *erlang_shown_text(struct unit *u, const char *text);

#endif
