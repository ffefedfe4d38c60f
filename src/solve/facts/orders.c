// SPDX-License-Identifier: Apache-2.0
// Conditions remembered by id, and what is known of the differences of two numbers, or the order of two
// atoms.
#include <assert.h>

#include "solve/facts/classes.h"

bool facts_known(const struct facts *f, expr_id condition, bool *holds) {
    uint32_t at;
    if (!index_get(&f->known_of, condition, &at) || at >= f->known.n ||
        f->known.at[at].condition != condition)
        return false;
    *holds = f->known.at[at].holds;
    return true;
}

void facts_note(struct facts *f, expr_id condition, bool holds) {
    assert(expr_op(f->x, condition) != EXPR_NOT_OP);
    vec_push(&f->known, (struct known){condition, holds});
    if (index_put(&f->known_of, condition, f->known.n - 1)) return;
    index_rebuild(&f->known_of, f->known.n);
    for (uint32_t i = 0; i < f->known.n; i++) index_put(&f->known_of, f->known.at[i].condition, i);
}

static uint64_t order_key(expr_id a, expr_id b) {
    return (uint64_t)a << 32 | b;
}

// The least k with a - b <= k known; INT64_MAX: none.
static int64_t order_get(struct facts *f, expr_id a, expr_id b) {
    uint32_t at;
    if (!index_get(&f->order_of, order_key(a, b), &at) || at >= f->orders.n) return INT64_MAX;
    const struct order *o = &f->orders.at[at];
    return o->a == a && o->b == b ? o->most : INT64_MAX;
}

// The orders with the same a are chained, the last one first. What was cut off meanwhile is not found.
static uint32_t first_order(const struct facts *f, expr_id a) {
    uint32_t at;
    if (!index_get(&f->orders_from, a, &at) || at >= f->orders.n || f->orders.at[at].a != a) return 0;
    return at + 1;
}

static void order_put(struct facts *f, expr_id a, expr_id b, int64_t most) {
    if (order_get(f, a, b) <= most) return;
    uint32_t next =
        first_order(f, a); // before the vector grows: its new place may hold an order of an earlier run
    vec_push(&f->orders, (struct order){a, b, most, next});
    bool room = index_put(&f->order_of, order_key(a, b), f->orders.n - 1);
    if (index_put(&f->orders_from, a, f->orders.n - 1) && room) return;
    index_rebuild(&f->order_of, f->orders.n);
    index_rebuild(&f->orders_from, f->orders.n);
    for (uint32_t i = 0; i < f->orders.n; i++) {
        index_put(&f->order_of, order_key(f->orders.at[i].a, f->orders.at[i].b), i);
        index_put(&f->orders_from, f->orders.at[i].a, i);
    }
}

// A k with a - b <= k that follows from a few orders one after the other; INT64_MAX: none found.
static int64_t order_bound(struct facts *f, expr_id a, expr_id b) {
    enum { PLACES = 12, STEPS = 48 };
    struct {
        expr_id at;
        int64_t sum;
    } seen[PLACES] = {{a, 0}};
    int64_t best = order_get(f, a, b);
    uint32_t n = 1, steps = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t next = first_order(f, seen[i].at); next && steps < STEPS; steps++) {
            const struct order *o = &f->orders.at[next - 1];
            next = o->next;
            int64_t sum;
            if (__builtin_add_overflow(seen[i].sum, o->most, &sum) || sum > INT64_MAX / 4 ||
                sum < INT64_MIN / 4)
                continue;
            if (o->b == b && sum < best) best = sum;
            uint32_t k = 0;
            while (k < n && seen[k].at != o->b) k++;
            if (k < n && k > i && sum < seen[k].sum) seen[k].sum = sum;
            if (k == n && n < PLACES && o->b != b) {
                seen[n].at = o->b;
                seen[n++].sum = sum;
            }
        }
    return best;
}

// e = core + add, where expressions keep their literal summand apart (see expr_int_lt). False: no small
// summand.
static bool split_sum(const struct facts *f, expr_id e, expr_id *core, int64_t *add) {
    *core = e;
    *add = 0;
    if (expr_op(f->x, e) != EXPR_ADD_OP) return expr_op(f->x, e) != EXPR_INT_LIT_OP;
    bool first = expr_get_int64(f->x, expr_arg(f->x, e, 0), add);
    if (!first && !expr_get_int64(f->x, expr_arg(f->x, e, 1), add)) {
        *add = 0;
        return true;
    }
    *core = expr_arg(f->x, e, first ? 1 : 0);
    return *add > INT64_MIN / 8 && *add < INT64_MAX / 8;
}

// Is a - b = k known not to hold? (Of floats and atoms: a = b.)
static bool known_unequal(struct facts *f, expr_id a, expr_id b, int64_t k) {
    struct expr_store *x = f->x;
    enum expr_sort sort = expr_sort(x, a);
    bool holds;
    if (!f->some_differ) return false; // saves making the condition
    expr_id c = sort == SORT_INT     ? expr_int_eq(x, a, expr_arith(x, EXPR_ADD_OP, b, expr_int(x, k)))
                : sort == SORT_FLOAT ? expr_float_eq(x, a, b)
                                     : expr_eq(x, a, b);
    return facts_known(f, c, &holds) && !holds;
}

// a - b <= most, for expressions with literal summands. False: the opposite follows from other orders.
bool facts_order(struct facts *f, expr_id a, expr_id b, int64_t most) {
    assert(expr_sort(f->x, a) == expr_sort(f->x, b));
    int64_t add_a = 0, add_b = 0;
    if (expr_sort(f->x, a) == SORT_INT && (!split_sum(f, a, &a, &add_a) || !split_sum(f, b, &b, &add_b)))
        return true;
    most = most - add_a + add_b;
    bool is_int = expr_sort(f->x, a) == SORT_INT;
    for (int i = 0; i < 3 && (is_int || most == 0) && known_unequal(f, a, b, most); i++) most--;
    order_put(f, a, b, most);
    int64_t back = order_bound(f, b, a), sum;
    return back == INT64_MAX || __builtin_add_overflow(back, most, &sum) || sum >= 0 || facts_fail(f);
}

// a and b differ: where one is known not to be above the other it is below.
bool facts_differ(struct facts *f, expr_id a, expr_id b) {
    assert(expr_sort(f->x, a) == expr_sort(f->x, b));
    int64_t add_a = 0, add_b = 0;
    f->some_differ = true;
    if (f->orders.n == 0) return true;
    if (expr_sort(f->x, a) == SORT_INT && (!split_sum(f, a, &a, &add_a) || !split_sum(f, b, &b, &add_b)))
        return true;
    int64_t k = add_b - add_a; // a - b = k does not hold for the cores
    if (order_get(f, a, b) == k && !facts_order(f, a, b, k - 1)) return false;
    return order_get(f, b, a) != -k || facts_order(f, b, a, -k - 1);
}

// What is known of the difference of two expressions.
static bool difference(struct facts *f, expr_id a, expr_id b, int64_t *lo, int64_t *hi) {
    int64_t add_a = 0, add_b = 0;
    if (f->orders.n == 0) return false;
    if (expr_sort(f->x, a) == SORT_INT && (!split_sum(f, a, &a, &add_a) || !split_sum(f, b, &b, &add_b)))
        return false;
    *hi = order_bound(f, a, b);
    *lo = order_bound(f, b, a);
    if (*hi == INT64_MAX && *lo == INT64_MAX) return false;
    *hi = *hi == INT64_MAX ? INT64_MAX : *hi + add_a - add_b;
    *lo = *lo == INT64_MAX ? INT64_MIN : -*lo + add_a - add_b;
    return true;
}

uint32_t facts_says_less(struct facts *f, expr_id a, expr_id b) {
    int64_t lo, hi;
    if (!difference(f, a, b, &lo, &hi)) return MAY_HOLD | MAY_FAIL;
    return hi < 0 ? MAY_HOLD : lo >= 0 ? MAY_FAIL : MAY_HOLD | MAY_FAIL;
}

uint32_t facts_says_equal(struct facts *f, expr_id a, expr_id b) {
    int64_t lo, hi;
    if (!difference(f, a, b, &lo, &hi)) return MAY_HOLD | MAY_FAIL;
    return lo > 0 || hi < 0 ? MAY_FAIL : lo == 0 && hi == 0 ? MAY_HOLD : MAY_HOLD | MAY_FAIL;
}
