// SPDX-License-Identifier: Apache-2.0
// Intervals of unbounded integers with ends that fit 64 bits or are open. Operations round outwards: the
// result holds every value that the operation can give for arguments in the intervals.
#ifndef FRISK_SOLVE_INTERVAL_H
#define FRISK_SOLVE_INTERVAL_H

#include "expr/expr.h"

struct interval {
    int64_t lo, hi; // INT64_MIN below, INT64_MAX above: open
};

#define INTERVAL_ALL ((struct interval){INT64_MIN, INT64_MAX})

static inline bool interval_empty(struct interval i) {
    return i.lo > i.hi;
}
static inline bool interval_is_point(struct interval i) {
    return i.lo == i.hi && i.lo != INT64_MIN && i.hi != INT64_MAX;
}
static inline bool interval_holds(struct interval i, int64_t v) {
    return i.lo <= v && v <= i.hi;
}
struct interval interval_meet(struct interval a, struct interval b);
struct interval interval_join(struct interval a, struct interval b); // the least one that holds both

struct interval interval_of_literal(const struct expr_store *x,
                                    expr_id literal); // of an INT_LIT, however big
struct interval interval_of_mpz(mpz_srcptr v);
struct interval interval_add(struct interval a, struct interval b);
struct interval interval_negate(struct interval a);
struct interval interval_apply(enum expr_op op, struct interval a, struct interval b); // ADD .. BSL
// All v with v * c in a, for c != 0 (that is what is left of v when v * c is known).
struct interval interval_unscale(struct interval a, int64_t c);

#endif
