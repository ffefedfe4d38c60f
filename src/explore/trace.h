// SPDX-License-Identifier: Apache-2.0
// The trace of a run: the sequence of its decisions. A front end calls trace_branch or trace_choice where the
// path depends on symbolic values. A condition that the trace implies already is no decision and is dropped
// here. Only what is recorded counts towards the depth. Once the reach (the depth, or more) is used up the
// trace is closed, and the front end should go on with concrete values.
#ifndef FRISK_EXPLORE_TRACE_H
#define FRISK_EXPLORE_TRACE_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "solve/facts.h"

enum decision_kind {
    DECISION_BRANCH,   // two ways: a condition holds or not
    DECISION_CHOICE,   // one of n cases, each with a condition
    DECISION_SCHEDULE, // which message or process comes next; no conditions
};

// A way: one side of a decision, and an alternative as long as nobody has taken it. Its point names the place
// in the program that it leads to; the search prefers points that no run has visited. Points are dense
// numbers. Those with POINT_INNER are made up for the cases of one operation. Those with POINT_LATER belong
// to operations with any number of cases (one for each element of a list, say): no goals are made of them.
#define POINT_INNER (1u << 23)
#define POINT_LATER (3u << 22)

struct way {
    expr_id condition;
    uint32_t point;
};

struct decision {
    uint8_t kind;
    uint32_t site;      // where: a dense number of the front end
    uint32_t taken;     // index of the way taken
    uint32_t n;         // number of ways
    uint32_t first_way; // index into trace.ways
    bool far;           // trace.far at that moment
};

// A part of the input, as it was when it was compared, and the text that the comparison wanted (wanted.h).
// UTF-16.
struct wanted_text {
    uint64_t key; // of the comparison and the text: equal keys want the same
    uint16_t *seen, *wanted;
    uint32_t n_seen, n_wanted;
    uint32_t base; // they are numbers in that base; 0: texts
};

typedef VEC(uint64_t) bit_set;

struct trace {
    VEC(struct decision) decisions;
    VEC(struct way) ways;
    VEC(uint32_t) points;           // points visited by what was implied or lies beyond the depth, each once
    VEC(uint32_t) missed;           // points that the trace implies the run cannot reach there, each once
    VEC(expr_id) missed_conditions; // what they would have needed; EXPR_NONE: not told
    VEC(struct wanted_text) wanted;
    struct arena wanted_texts;
    bit_set noted; // of points (which are dense numbers)
    bit_set noted_missed;
    struct expr_store *exprs;
    struct facts *facts; // of this trace
    uint32_t depth;      // decisions whose alternatives are all tried
    uint32_t reach;      // decisions that may be recorded; the depth, unless it is set
    bool closed;         // the reach is used up: something was left out
    // How often a path may decide at one place (0: no bound). Where it would decide once more, the trace is
    // closed and bounded, and the front end should end the run soon.
    uint32_t bound;
    bool bounded;
    bool ended;     // bounded, by the front end (trace_end)
    bool refused;   // closed, as what follows is outside of what was asked for: an assumption does not hold
    uint64_t place; // set by the front end: the place that decisions count for; 0: their site
    struct hash_map decided_at; // with a bound: place -> how many decisions
    bool far;                   // set by the front end: library code runs, not the tested code
    bool facts_usable;          // false once a condition that holds contradicted the facts
    uint32_t contradictions;    // ways taken that the facts rule out: a value was concretised before
};

void trace_init(struct trace *t, struct expr_store *x, struct facts *facts, uint32_t depth); // borrows facts
void trace_free(struct trace *t);
void trace_reset(struct trace *t); // for the next run

#define TRACE_NO_PLACE UINT64_MAX // for decisions that are part of the one before: they do not count

// A condition may be EXPR_TRUE or EXPR_FALSE, never EXPR_NONE.
// Records that the condition at `site` was `taken`. points[0] is where false leads, points[1] where true
// leads.
void trace_branch(struct trace *t, uint32_t site, expr_id condition, bool taken, const uint32_t points[2]);
// Whether it follows from the path so far that the condition is true, or false.
bool trace_knows(struct trace *t, expr_id condition, bool truth);
// Records that a test went to `point` and not to `missed`, as the path implies.
void trace_implied(struct trace *t, uint32_t point, uint32_t missed);
// Records that the run took number `taken` of n ways with exclusive conditions. Sides that the facts rule out
// are left out.
void trace_choice(struct trace *t, uint32_t site, const struct way *ways, uint32_t n, uint32_t taken);

// The path ends here, at a bound of the front end's own (iterations of a loop, say): the trace is closed and
// bounded, and the front end ends the run.
void trace_end(struct trace *t);
// An assumption does not hold on the path: the trace is closed and refused, and the front end discards the
// run.
void trace_refuse(struct trace *t);

// Records that a comparison wanted another text than the one it saw. Few of one key and not too many in all
// are kept, and no long ones. Also where the trace is closed: comparisons of concrete values count.
void trace_wants(struct trace *t, uint64_t key, const uint16_t *seen, uint32_t n_seen, const uint16_t *wanted,
                 uint32_t n_wanted);

#endif
