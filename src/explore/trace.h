// SPDX-License-Identifier: Apache-2.0
// The trace of a run: the sequence of its decisions. A front end calls trace_branch and trace_choice where
// the way taken depends on symbolic values; conditions that the trace implies already are no decisions and
// are dropped here. Only what is recorded counts towards the depth; once the reach (the depth, or more) is
// used up the trace is closed, and the front end should go on with concrete values only.
#ifndef FRISK_EXPLORE_TRACE_H
#define FRISK_EXPLORE_TRACE_H

#include "base/hash.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "solve/facts.h"

enum decision_kind {
    DECISION_BRANCH,   // two ways: a condition holds or not
    DECISION_CHOICE,   // one of n cases, each with a condition
    DECISION_SCHEDULE, // which message or process comes next; no conditions
};

// One way out of a site. The point names the place in the program that this way leads to; the search prefers
// alternatives whose point no run has visited.
// Points are dense numbers; those with the first bit are made up for the ways of one operation, and with the
// second too for those that may be any number (one for each element of a list, say): none is worth going far
// for.
#define POINT_INNER (1u << 23)
#define POINT_LATER (3u << 22)

struct way {
    expr_id condition;
    uint32_t point;
};

struct decision {
    uint8_t kind;
    uint32_t site;      // where: dense number given by the front end
    uint32_t taken;     // index of the way taken
    uint32_t n;         // number of ways
    uint32_t first_way; // index into trace.ways
    bool far;           // trace.far at that moment
};

typedef VEC(uint64_t) bit_set;

struct trace {
    VEC(struct decision) decisions;
    VEC(struct way) ways;
    VEC(uint32_t) points; // visited points of decisions that were implied or beyond the depth, each once
    VEC(uint32_t) missed; // points that the trace implied to be out of the way, each once
    bit_set noted;        // of points (which are dense numbers)
    bit_set noted_missed;
    struct expr_store *exprs;
    struct facts *facts; // of this trace
    uint32_t depth;      // decisions whose other ways are all to be tried
    uint32_t reach;      // most decisions that may be recorded: the depth, if nothing else is set
    bool closed;         // reach used up: something was left out
    // A path decides at most so often at one place (0: no bound). Where it would decide once more it ends:
    // it is closed, and bounded, and the front end is to end the run soon.
    uint32_t bound;
    bool bounded;
    uint64_t place;             // that decisions count for, set by the front end; 0: each for its site
    struct hash_map decided_at; // of this trace, where there is a bound: place -> how often
    bool far;                   // set by the front end: what runs is a library's code, not what is tested
    bool facts_usable;          // false once a condition that held contradicted the facts
    uint32_t contradictions;    // ways taken that the facts rule out: precision was lost before
};

void trace_init(struct trace *t, struct expr_store *x, struct facts *facts, uint32_t depth); // borrows facts
void trace_free(struct trace *t);
void trace_reset(struct trace *t); // for the next run

#define TRACE_NO_PLACE UINT64_MAX // decisions that are part of the one before them: they do not count

// A condition may be EXPR_TRUE or EXPR_FALSE, never EXPR_NONE.
// Records that at `site` the condition was found to be `taken`. points[0] is where false leads, points[1]
// true.
void trace_branch(struct trace *t, uint32_t site, expr_id condition, bool taken, const uint32_t points[2]);
// Records that a test went to one point and not to the other, as what the path has decided implies.
void trace_implied(struct trace *t, uint32_t point, uint32_t missed);
// Records that of n ways with exclusive conditions the one numbered `taken` was gone. Ways that are known to
// be impossible are left out.
void trace_choice(struct trace *t, uint32_t site, const struct way *ways, uint32_t n, uint32_t taken);

#endif
