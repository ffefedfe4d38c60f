// SPDX-License-Identifier: Apache-2.0
// The link periods: deciding conditions on an integer x made of sums, multiples, quotients and remainders by
// literals, as calendars have them. Such an expression e repeats: there are a period P and a slope A with e(x
// + P) = e(x)
// + A, as long as no dividend changes its sign (quotients truncate). So for each of the P residues a
// comparison is one of a + D * q with 0, which leaves an interval of q.
#include <assert.h>
#include <stdlib.h>

#include "solve/numbers/numbers.h"

#include "base/some_of.h"

enum { PERIOD_MAX = 20000, CANDIDATES = 4, COMBINATIONS_MAX = 64, WORK_MAX = 20000000 };

struct slope {
    int64_t period, rise; // rise over one period; period 0: not of this form
};

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

// s over a multiple of its period.
static struct slope stretched(struct slope s, int64_t period) {
    if (s.period == 0 || period == 0) return (struct slope){0, 0};
    if (__builtin_mul_overflow(s.rise, period / s.period, &s.rise)) return (struct slope){0, 0};
    s.period = period;
    return s;
}

static int64_t common_period(int64_t a, int64_t b) {
    if (a == 0 || b == 0) return 0;
    int64_t p = a / common_divisor(a, b) * b;
    return p <= PERIOD_MAX ? p : 0;
}

static struct slope sum(struct slope a, struct slope b, bool minus) {
    int64_t period = common_period(a.period, b.period);
    a = stretched(a, period);
    b = stretched(b, period);
    if (a.period == 0 || b.period == 0) return (struct slope){0, 0};
    bool over = minus ? __builtin_sub_overflow(a.rise, b.rise, &a.rise)
                      : __builtin_add_overflow(a.rise, b.rise, &a.rise);
    return over ? (struct slope){0, 0} : a;
}

static struct slope quotient(struct slope a, int64_t c, bool rest) {
    if (a.period == 0 || c == 0 || c == INT64_MIN) return (struct slope){0, 0};
    int64_t size = c < 0 ? -c : c, times = size / common_divisor(size, a.rise);
    if (times > PERIOD_MAX / a.period) return (struct slope){0, 0};
    a = stretched(a, a.period * times);
    if (rest) return (struct slope){a.period, 0};
    a.rise /= c;
    return a;
}

static bool literal_at(const struct tape *t, uint32_t place, int64_t *v) {
    if (t->code.at[place].op != EXPR_INT_LIT_OP || t->at.at[place].tag != NUMBER_INT) return false;
    *v = t->at.at[place].i;
    return true;
}

static struct slope slope_of(const struct tape *t, const struct slope *known, uint32_t place, uint32_t main) {
    struct instruction in = t->code.at[place];
    struct slope none = {0, 0};
    int64_t c;
    switch (SOME_OF((enum expr_op)in.op)) {
    case EXPR_INT_LIT_OP: return t->at.at[place].tag == NUMBER_INT ? (struct slope){1, 0} : none;
    case EXPR_IVAL_OP:
    case EXPR_TUPLE_SIZE_OP:
    case EXPR_BIT_SIZE_OP: return (struct slope){1, in.a == main};
    case EXPR_ADD_OP: return sum(known[in.a], known[in.b], false);
    case EXPR_SUB_OP: return sum(known[in.a], known[in.b], true);
    case EXPR_MUL_OP: {
        bool first = literal_at(t, in.a, &c);
        if (!first && !literal_at(t, in.b, &c)) return none;
        struct slope s = known[first ? in.b : in.a];
        return __builtin_mul_overflow(s.rise, c, &s.rise) ? none : s;
    }
    case EXPR_DIV_OP:
    case EXPR_REM_OP: return literal_at(t, in.b, &c) ? quotient(known[in.a], c, in.op == EXPR_REM_OP) : none;
    case EXPR_INT_EQ_OP:
    case EXPR_INT_LT_OP: return sum(known[in.a], known[in.b], true);
    case EXPR_NOT_OP: return known[in.a];
    default: return none;
    }
}

// The slopes of all instructions over one period common to the conditions; 0: not of this form.
static int64_t find_slopes(const struct tape *t, uint32_t main, struct slope *slopes) {
    int64_t period = 1;
    for (uint32_t i = 0; i < t->code.n; i++) slopes[i] = slope_of(t, slopes, i, main);
    for (uint32_t i = 0; i < t->roots.n && period; i++)
        period = common_period(period, slopes[t->roots.at[i]].period);
    for (uint32_t i = 0; i < t->code.n && period; i++) {
        if (slopes[i].period == 0 || period % slopes[i].period != 0) return 0;
        slopes[i] = stretched(slopes[i], period);
        if (slopes[i].period == 0) return 0;
    }
    return period;
}

struct search {
    struct tape *t;
    uint32_t main; // leaf
    struct slope *slopes;
    int64_t period, way; // way 1: x grows from the domain's lower end; -1: shrinks from its upper end
    tape_allows *allowed;
    void *context;
    bool open; // something could not be decided
};

static bool holds_at(struct search *s, int64_t x) {
    tape_set(s->t, s->main, (struct number){NUMBER_INT, .i = x});
    return tape_holds(s->t);
}

// No dividend changes its sign on the way from where the tape was run last.
static bool signs_last(const struct search *s) {
    const struct tape *t = s->t;
    for (uint32_t i = 0; i < t->code.n; i++) {
        if (t->code.at[i].op != EXPR_DIV_OP && t->code.at[i].op != EXPR_REM_OP) continue;
        const struct number *v = &t->at.at[t->code.at[i].a];
        int64_t rise = s->slopes[t->code.at[i].a].rise;
        if (v->tag != NUMBER_INT) return false;
        if ((v->i < 0 && (rise < 0) == (s->way < 0) && rise != 0) ||
            (v->i > 0 && (rise < 0) != (s->way < 0) && rise != 0))
            return false;
        if (v->i == 0 && rise == 0) continue;
    }
    return true;
}

static __int128 down(__int128 a, __int128 b) { // rounded down, b > 0
    return a / b - (a % b < 0);
}

// How many periods on may the condition hold? Narrows *lo .. *hi; a single exception to an inequality is not
// looked at.
static bool narrow(const struct search *s, uint32_t root, __int128 *lo, __int128 *hi) {
    const struct tape *t = s->t;
    bool holds = true;
    for (; t->code.at[root].op == EXPR_NOT_OP; root = t->code.at[root].a) holds = !holds;
    struct instruction in = t->code.at[root];
    const struct number *a = &t->at.at[in.a], *b = &t->at.at[in.b];
    if (a->tag != NUMBER_INT || b->tag != NUMBER_INT) return false;
    __int128 from = (__int128)a->i - b->i, rise = (__int128)s->slopes[root].rise * s->way;
    bool equal = in.op == EXPR_INT_EQ_OP;
    if (equal && !holds) {
        if (rise == 0 && from == 0) *hi = -1;
        return true;
    }
    if (!equal && !holds) from = -from - 1, rise = -rise; // a - b >= 0 as b - a - 1 < 0
    if (rise == 0) {
        if (equal ? from != 0 : from >= 0) *hi = -1;
        return true;
    }
    if (equal) {
        bool whole = from % rise == 0;
        __int128 q = -from / rise;
        if (!whole || q < *lo || q > *hi)
            *hi = -1;
        else
            *lo = *hi = q;
        return true;
    }
    // from + rise * q < 0
    __int128 most = rise > 0 ? down(-from - 1, rise) : *hi, least = rise < 0 ? down(from, -rise) + 1 : *lo;
    if (most < *hi) *hi = most;
    if (least > *lo) *lo = least;
    return true;
}

static bool found(struct search *s, int64_t x) {
    struct number v = {NUMBER_INT, .i = x};
    bool refuted = false;
    if (holds_at(s, x)) return s->allowed(s->context, s->main, v);
    for (uint32_t i = 0; i < s->t->roots.n && !refuted; i++) {
        const struct number *root = &s->t->at.at[s->t->roots.at[i]];
        refuted = root->tag == NUMBER_TRUTH && !root->truth;
    }
    if (!refuted) s->open = true; // too big to be computed
    return false;
}

// x = start and all that is a multiple of the period further on, up to `room` away from start.
static bool search_residue(struct search *s, int64_t start, __int128 room) {
    if (found(s, start)) return true;
    if (room < s->period) return false;
    __int128 second = (__int128)start + (__int128)s->way * s->period;
    __int128 lo = 0, hi = (room - s->period) / s->period;
    if (second <= INT64_MIN / 2 || second >= INT64_MAX / 2) {
        s->open = true;
        return false;
    }
    holds_at(s, (int64_t)second); // runs the tape
    if (!signs_last(s)) {
        s->open = true;
        return false;
    }
    for (uint32_t i = 0; i < s->t->roots.n; i++)
        if (!narrow(s, s->t->roots.at[i], &lo, &hi)) {
            s->open = true;
            return false;
        }
    for (int i = 0; i < CANDIDATES && lo <= hi; i++, lo++) {
        __int128 x = second + (__int128)s->way * s->period * lo;
        if (x <= INT64_MIN || x >= INT64_MAX) break;
        if (found(s, (int64_t)x)) return true;
    }
    s->open = s->open || lo <= hi;
    return false;
}

// From start, `way` on, up to `room` away.
static bool search_from(struct search *s, int64_t start, int64_t way, __int128 room) {
    s->way = way;
    for (int64_t r = 0; r < s->period && r <= room; r++) {
        if (tape_late(s->t)) {
            s->open = true;
            return false;
        }
        if (search_residue(s, start + s->way * r, room - r)) return true;
    }
    return false;
}

// An open end lies further away than any number in the conditions can reach.
static bool search_domain(struct search *s, struct interval d) {
    const __int128 far = (__int128)1 << 120;
    int64_t end;
    if (interval_at_least(d, INT64_MAX / 4) || interval_at_most(d, INT64_MIN / 4)) {
        s->open = true;
        return false;
    }
    struct interval up = interval_meet(d, interval_from(0)), down = interval_meet(d, interval_up_to(-1));
    if (!interval_empty(up)) {
        int64_t start = interval_nearest(up);
        if (search_from(s, start, 1, interval_greatest(up, &end) ? (__int128)end - start : far)) return true;
    }
    if (interval_empty(down)) return false;
    int64_t start = interval_nearest(down);
    return search_from(s, start, -1, interval_least(down, &end) ? (__int128)start - end : far);
}

// The next combination of the leaves other than the main one; false: that was the last.
static bool next_combination(struct search *s, const struct interval *domains) {
    for (uint32_t i = 0; i < s->t->leaves.n; i++) {
        if (i == s->main) continue;
        struct number *v = &s->t->at.at[s->t->leaf_at.at[i]];
        int64_t end;
        if (interval_greatest(domains[i], &end) && v->i < end) {
            v->i++;
            return true;
        }
        v->i = interval_least_64(domains[i]);
    }
    return false;
}

static bool combination_allowed(const struct search *s) {
    for (uint32_t i = 0; i < s->t->leaves.n; i++)
        if (i != s->main && !s->allowed(s->context, i, s->t->at.at[s->t->leaf_at.at[i]])) return false;
    return true;
}

// All values of the other leaves, if they are few; otherwise those they have.
static enum answer decide_main(struct search *s, const struct interval *domains) {
    assert(s->period > 0 && s->main < s->t->leaves.n);
    struct tape *t = s->t;
    uint64_t combinations = 1;
    for (uint32_t i = 0; i < t->leaves.n && combinations <= COMBINATIONS_MAX; i++)
        if (i != s->main) {
            uint64_t size;
            bool few = interval_count(domains[i], COMBINATIONS_MAX, &size);
            combinations = few ? combinations * size : COMBINATIONS_MAX + 1;
        }
    if (combinations > COMBINATIONS_MAX || combinations * (uint64_t)s->period * t->code.n * 2 > WORK_MAX)
        return combination_allowed(s) && search_domain(s, domains[s->main]) ? ANSWER_SAT : ANSWER_UNKNOWN;
    for (uint32_t i = 0; i < t->leaves.n; i++)
        if (i != s->main) tape_set(t, i, (struct number){NUMBER_INT, .i = interval_least_64(domains[i])});
    do
        if (combination_allowed(s) && search_domain(s, domains[s->main])) return ANSWER_SAT;
    while (next_combination(s, domains));
    return s->open ? ANSWER_UNKNOWN : ANSWER_UNSAT;
}

enum answer tape_decide(struct tape *t, const struct interval *domains, tape_allows *allowed, void *context) {
    VEC(struct slope) slopes = {0};
    VEC(struct number) before = {0};
    enum answer a = ANSWER_UNKNOWN;
    bool integers = true;
    vec_reserve(&slopes, t->code.n);
    for (uint32_t i = 0; i < t->leaves.n; i++) {
        vec_push(&before, t->at.at[t->leaf_at.at[i]]);
        integers = integers && before.at[i].tag == NUMBER_INT && !interval_empty(domains[i]);
    }
    for (uint32_t main = 0; main < t->leaves.n && integers && a == ANSWER_UNKNOWN; main++) {
        struct search s = {.t = t, .main = main, .slopes = slopes.at, .allowed = allowed, .context = context};
        for (uint32_t i = 0; i < t->leaves.n; i++) tape_set(t, i, before.at[i]);
        s.period = find_slopes(t, main, slopes.at);
        if (s.period) a = decide_main(&s, domains);
    }
    vec_free(&slopes);
    vec_free(&before);
    return a;
}

enum answer periods_decide(struct solver *s, uint32_t effort) {
    enum { LEAVES_MAX = 4 };
    struct interval domains[LEAVES_MAX];
    struct tape *t = &s->numbers->slice.tape;
    if (!slice_domains(s, domains, LEAVES_MAX)) return ANSWER_UNKNOWN;
    enum answer a = tape_decide(t, domains, slice_admits, s);
    if (a == ANSWER_UNSAT && t->huge) a = ANSWER_UNKNOWN;
    if (a == ANSWER_SAT) slice_take(s);
    return a;
}
