// SPDX-License-Identifier: Apache-2.0
// Intervals of unbounded integers whose ends fit 64 bits or are open. Operations round outwards: the result
// holds every value that the operation can give for arguments in the intervals.
//
// An open end is no number: integers go on beyond 64 bits. So only the functions here read `ends`, and they
// give an end only if it is there (scripts/shape checks this).
#ifndef FRISK_SOLVE_INTERVAL_H
#define FRISK_SOLVE_INTERVAL_H

#include "expr/expr.h"

struct interval {
    struct {
        int64_t lo, hi; // INT64_MIN below, INT64_MAX above: open
    } ends;
};

#define INTERVAL_ALL ((struct interval){{INT64_MIN, INT64_MAX}})

// All of lo .. hi. An end at INT64_MIN or INT64_MAX becomes an open one, which holds more.
static inline struct interval interval_between(int64_t lo, int64_t hi) {
    return (struct interval){
        {lo == INT64_MAX && lo <= hi ? INT64_MAX - 1 : lo, hi == INT64_MIN && lo <= hi ? INT64_MIN + 1 : hi}};
}
static inline struct interval interval_from(int64_t lo) {
    return interval_between(lo, INT64_MAX);
}
static inline struct interval interval_up_to(int64_t hi) {
    return interval_between(INT64_MIN, hi);
}
static inline struct interval interval_none(void) {
    return (struct interval){{INT64_MAX, INT64_MIN}};
}

// The least and the greatest integer; false: the end is open. Not of an empty interval.
static inline bool interval_least(struct interval i, int64_t *v) {
    if (i.ends.lo == INT64_MIN) return false;
    *v = i.ends.lo;
    return true;
}
static inline bool interval_greatest(struct interval i, int64_t *v) {
    if (i.ends.hi == INT64_MAX) return false;
    *v = i.ends.hi;
    return true;
}
static inline bool interval_has_least(struct interval i) {
    return i.ends.lo != INT64_MIN;
}
static inline bool interval_has_greatest(struct interval i) {
    return i.ends.hi != INT64_MAX;
}

static inline bool interval_empty(struct interval i) {
    return i.ends.lo > i.ends.hi;
}
static inline bool interval_same(struct interval a, struct interval b) {
    return a.ends.lo == b.ends.lo && a.ends.hi == b.ends.hi;
}
static inline bool interval_is_all(struct interval i) {
    return i.ends.lo == INT64_MIN && i.ends.hi == INT64_MAX;
}
static inline bool interval_is_point(struct interval i) {
    return i.ends.lo == i.ends.hi && i.ends.lo != INT64_MIN && i.ends.hi != INT64_MAX;
}
static inline bool interval_point(struct interval i, int64_t *v) { // exactly this integer
    if (interval_is_point(i)) *v = i.ends.lo;
    return interval_is_point(i);
}
static inline bool interval_holds(struct interval i, int64_t v) {
    return i.ends.lo <= v && v <= i.ends.hi;
}
// Whether all integers in it are so. Meaningless for an empty interval.
static inline bool interval_at_least(struct interval i, int64_t v) {
    return i.ends.lo != INT64_MIN && i.ends.lo >= v;
}
static inline bool interval_at_most(struct interval i, int64_t v) {
    return i.ends.hi != INT64_MAX && i.ends.hi <= v;
}
static inline bool interval_within(struct interval i, int64_t lo, int64_t hi) {
    return interval_at_least(i, lo) && interval_at_most(i, hi);
}
static inline bool interval_below(struct interval a, struct interval b) { // each of a is less than each of b
    return a.ends.hi != INT64_MAX && b.ends.lo != INT64_MIN && a.ends.hi < b.ends.lo;
}
static inline bool interval_not_below(struct interval a,
                                      struct interval b) { // none of a is less than one of b
    return a.ends.lo != INT64_MIN && b.ends.hi != INT64_MAX && a.ends.lo >= b.ends.hi;
}
// How many integers it holds, if there are 1 to `most`. False: none, or more.
static inline bool interval_count(struct interval i, uint64_t most, uint64_t *n) {
    if (interval_empty(i) || i.ends.lo == INT64_MIN || i.ends.hi == INT64_MAX) return false;
    *n = (uint64_t)i.ends.hi - (uint64_t)i.ends.lo + 1;
    return *n <= most;
}
// The integer nearest to 0, cut to 64 bits. Not of an empty interval.
static inline int64_t interval_nearest(struct interval i) {
    return i.ends.lo > 0 ? i.ends.lo : i.ends.hi < 0 ? i.ends.hi : 0;
}
// The ends with open ones cut to 64 bits: to look for some value, never to prove that there is none.
static inline int64_t interval_least_64(struct interval i) {
    return i.ends.lo;
}
static inline int64_t interval_greatest_64(struct interval i) {
    return i.ends.hi;
}
// Without the least, or the greatest, integer; an open end stays.
static inline struct interval interval_drop_least(struct interval i) {
    return i.ends.lo == INT64_MIN || i.ends.lo == INT64_MAX ? i
                                                            : (struct interval){{i.ends.lo + 1, i.ends.hi}};
}
static inline struct interval interval_drop_greatest(struct interval i) {
    return i.ends.hi == INT64_MIN || i.ends.hi == INT64_MAX ? i
                                                            : (struct interval){{i.ends.lo, i.ends.hi - 1}};
}
// The integers that are less (strict) or no more than some integer of b; and those that are greater or no
// less.
struct interval interval_less(struct interval b, bool strict);
struct interval interval_greater(struct interval b, bool strict);
struct interval interval_meet(struct interval a, struct interval b);
struct interval interval_join(struct interval a, struct interval b); // the least one that holds both

struct interval interval_of_literal(const struct expr_store *x,
                                    expr_id literal); // of an INT_LIT, however big
struct interval interval_of_mpz(mpz_srcptr v);
// What a comparison with a literal, that holds or does not, says of its other side, which is the result. 0:
// it says nothing, or is no such comparison.
expr_id interval_of_condition(const struct expr_store *x, expr_id condition, bool holds,
                              struct interval *range);
struct interval interval_add(struct interval a, struct interval b);
struct interval interval_negate(struct interval a);
struct interval interval_apply(enum expr_op op, struct interval a, struct interval b); // ADD .. BSL
// All v with v * c in a, for c != 0.
struct interval interval_unscale(struct interval a, int64_t c);

#endif
