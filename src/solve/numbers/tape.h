// SPDX-License-Identifier: Apache-2.0
// Arithmetic conditions compiled to a straight line program (a tape), which is run for one assignment of the
// leaves at a time. Integers have 64 bits here: a condition on a larger result is not known to hold. The
// links that try numbers share the tape; what they do with a tape alone is declared here.
#ifndef FRISK_SOLVE_TAPE_H
#define FRISK_SOLVE_TAPE_H

#include <math.h>

#include "base/hash.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "solve/interval.h"
#include "solve/leaf.h"
#include "solve/solve.h"

enum number_tag {
    NUMBER_NONE,
    NUMBER_INT,
    NUMBER_FLOAT,
    NUMBER_TRUTH,
    NUMBER_HUGE /* an integer beyond 64 bits; i: its sign */
};

struct number {
    enum number_tag tag;
    union {
        int64_t i;
        double f;
        bool truth;
    };
    double far[2]; // of a truth: distance to becoming false, true
};

static inline struct number number_none(void) {
    return (struct number){NUMBER_NONE};
}
static inline struct number number_int(int64_t i) {
    return (struct number){NUMBER_INT, .i = i};
}
static inline struct number number_ieee(double f) { // infinities and NaN, too
    return (struct number){NUMBER_FLOAT, .f = f};
}
static inline struct number number_float(double f) {
    return isfinite(f) ? number_ieee(f) : number_none();
}

struct instruction {
    uint8_t op;    // enum expr_op
    uint32_t a, b; // places of the arguments; of n-ary ones: the first in `args`, how many
};

struct stop; // base/stop.h

struct tape {
    VEC(struct instruction) code;
    VEC(struct number) at; // one per instruction: literals filled in, leaves set before a run
    VEC(uint32_t) args;
    VEC(uint32_t) roots;   // places of the conditions
    VEC(uint32_t) leaf_at; // places of the leaves
    VEC(expr_id) nodes;    // the expression of each place
    VEC(expr_id) leaves;
    VEC(expr_id) stack;
    VEC(double) literals; // numbers in the conditions, to be tried
    struct hash_map places;
    bool huge;    // there are literals beyond 64 bits: nothing is refuted with 64 bits
    bool math;    // there are functions that Z3 knows not, or little of
    bool library; // some of them differ between C libraries: a single value refutes nothing
    bool ieee;    // there is arithmetic of IEEE 754: floats may be infinite or NaN
    // For whoever runs it many times.
    double deadline;         // by clock_now(); 0: none
    const struct stop *stop; // may be NULL
    uint32_t steps;          // run since the clock was looked at
    bool late;
};

// Conditions over leaves IVAL, FVAL, TUPLE_SIZE. False: an operator that is not arithmetic.
bool tape_compile(struct tape *t, const struct expr_store *x, const expr_id *conditions, uint32_t n);
void tape_set(struct tape *t, uint32_t leaf, struct number v);
void tape_run(struct tape *t);
bool tape_holds(struct tape *t);         // runs it: all conditions, for the leaves as set
bool tape_refuted(const struct tape *t); // after a run: some condition does not hold, and all of it is known
double tape_distance(struct tape *t);    // runs it; 0: all hold
bool tape_late(struct tape *t);          // after a run: the deadline is over, or `stop` is set
void tape_free(struct tape *t);
struct number number_of_literal(const struct expr_store *x, expr_id literal); // NUMBER_NONE: does not fit

// Whether a leaf, by its number on the tape, may be this.
typedef bool tape_allows(void *context, uint32_t leaf, struct number v);

// Moves single leaves by what a violated comparison of sums lacks, while the distance shrinks (repair.c).
bool tape_repair(struct tape *t, uint32_t moves, tape_allows *allowed, void *context);

// Moves single leaves to where a violated comparison wants them, by the inverses of the operations in
// between, while the distance shrinks (invert.c).
bool tape_invert(struct tape *t, uint32_t moves, tape_allows *allowed, void *context);

// Decides conditions made of sums, multiples, quotients and remainders by literals, in one unknown integer
// (periods.c). The other leaves have few values; else the answer is never UNSAT. SAT: the leaves are set, and
// allowed. domains[i] holds all numbers that leaf i may be. All leaves are set to some number before.
enum answer tape_decide(struct tape *t, const struct interval *domains, tape_allows *allowed, void *context);

// Runs all assignments of integers, if there are no more than `most`; domains and answers as above, UNSAT
// among them (enumeration.c).
enum answer tape_enumerate(struct tape *t, const struct interval *domains, uint64_t most,
                           tape_allows *allowed, void *context);

// Moves the only leaf, an integer, through small multiples of the literals met, and what is next to them
// (multiples.c).
bool tape_scan(struct tape *t, tape_allows *allowed, void *context);

// Changes the leaves, starting from how they are set, until all conditions hold; allowed(context, leaf, v)
// restricts single leaves. Deterministic; at most `tries` runs of the tape (local.c).
bool tape_search(struct tape *t, uint32_t tries, tape_allows *allowed, void *context);

// Interval branch and prune: decides conditions of IEEE 754 arithmetic by splitting the ranges of the leaves
// (boxes.c), with at most so many boxes. SAT: the leaves are set, and allowed.
enum { BOXES_LEAVES = 16 }; // at most
struct boxes_leaf {
    bool is_int, single;   // else a float; of binary32
    bool finite;           // a float that is neither infinite nor NaN
    struct interval range; // all integers it may be
    double lo, hi;         // all floats it may be but NaN
};
struct boxes {
    const struct boxes_leaf *leaves; // one for each leaf of the tape
    tape_allows *allowed;
    void *context;
    double deadline; // by clock_now()
};
enum answer boxes_decide(const struct boxes *b, struct tape *t, uint32_t most);

#endif
