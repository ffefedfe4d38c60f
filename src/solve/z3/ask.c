// SPDX-License-Identifier: Apache-2.0
// The links z3 and fix: the numbers of a slice by Z3, in the readings of z3.c.
#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "solve/numbers/numbers.h"
#include "solve/z3/arith.h"

enum { FIX_TRIES = 6, ALL_BUT_ONE_TRIES = 4, SECONDS_FIRST = 256 };

static void note(struct solver *s, double seconds) {
    assert(s->stats.z3_count <= s->stats.z3_room);
    struct solve_stats *st = &s->stats;
    if (st->z3_count == st->z3_room) {
        st->z3_room = st->z3_room ? st->z3_room * 2 : SECONDS_FIRST;
        st->z3_seconds = mem_realloc(st->z3_seconds, sizeof *st->z3_seconds * st->z3_room);
    }
    st->z3_seconds[st->z3_count++] = seconds;
}

static enum answer ask(struct solver *s) {
    struct numbers *n = s->numbers;
    double start = clock_now();
    enum answer a = arith_solve(s->arith, n->slice.bounded.at, n->slice.bounded.n, &n->found);
    note(s, clock_now() - start);
    return a == ANSWER_SAT && !slice_take_found(s) ? ANSWER_UNKNOWN : a;
}

enum answer z3_ask(struct solver *s, uint32_t effort) {
    return arith_ready(s->arith) ? ask(s) : ANSWER_UNKNOWN;
}

static expr_id keeps_value(struct solver *s, expr_id e, expr_id literal) {
    if (expr_sort(s->x, e) == SORT_FLOAT && isnan(expr_get_float(s->x, literal)))
        return expr_ieee_is_nan(s->x, e);
    return conditions_equal(s, e, literal);
}

// Of n leaves some keep the parent's values: all but one, then every second, then the first half.
static bool is_fixed(uint32_t leaf, uint32_t n, uint32_t try) {
    assert(leaf < n);
    if (try < n && try < ALL_BUT_ONE_TRIES) return leaf != try;
    return try == ALL_BUT_ONE_TRIES ? leaf % 2 == 0 : leaf < n / 2;
}

enum answer z3_ask_with_fixed(struct solver *s, uint32_t effort) {
    struct slice *c = &s->numbers->slice;
    uint32_t n = c->leaves.n, bounded = c->bounded.n;
    enum answer a = ANSWER_UNKNOWN;
    for (uint32_t try = 0; n > 1 && try < FIX_TRIES && a != ANSWER_SAT && clock_now() < s->deadline; try++) {
        for (uint32_t i = 0; i < n; i++) {
            const struct leaf *l = &s->numbers->leaves.at[c->leaves.at[i]];
            if (is_fixed(i, n, try) && l->parent) vec_push(&c->bounded, keeps_value(s, l->e, l->parent));
        }
        a = ask(s);
        c->bounded.n = bounded;
    }
    return a == ANSWER_SAT ? a : ANSWER_UNKNOWN; // that it is not so with these proves nothing
}
