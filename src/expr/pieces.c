// SPDX-License-Identifier: Apache-2.0
#include "expr/pieces.h"

#include <assert.h>

// Values further from 0 do not move with the index. Bounds lie within 2^50, so that all sums are numbers.
static const int64_t MOST_VALUE = (int64_t)1 << 40, MOST_BOUND = (int64_t)1 << 50;

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}
static int64_t greatest(int64_t a, int64_t b) {
    return a > b ? a : b;
}
static bool is_small(int64_t v) {
    return v > -MOST_VALUE && v < MOST_VALUE;
}
static bool is_bound(int64_t v) {
    return (v > -MOST_BOUND && v < MOST_BOUND) || v == EXPR_LOWEST || v == EXPR_HIGHEST;
}

// ---- Ranges ----

static bool touches(int64_t high, int64_t low) { // of ranges that begin in this order
    return high == EXPR_HIGHEST || low <= high + 1;
}

bool expr_ranges_add(struct expr_ranges *r, int64_t low, int64_t high) {
    if (low > high) return true;
    if (r->n && low >= r->low[r->n - 1] && touches(r->high[r->n - 1], low)) { // most come in order
        r->high[r->n - 1] = greatest(r->high[r->n - 1], high);
        return true;
    }
    if (r->n == EXPR_RANGES_MAX) return false;
    uint32_t i = r->n;
    while (i > 0 && r->low[i - 1] > low) i--; // where it goes
    for (uint32_t k = r->n++; k > i; k--) {
        r->low[k] = r->low[k - 1];
        r->high[k] = r->high[k - 1];
    }
    r->low[i] = low;
    r->high[i] = high;
    uint32_t n = 1;
    for (uint32_t k = 1; k < r->n; k++) { // neighbours become one
        if (touches(r->high[n - 1], r->low[k])) {
            r->high[n - 1] = greatest(r->high[n - 1], r->high[k]);
        } else {
            r->low[n] = r->low[k];
            r->high[n++] = r->high[k];
        }
    }
    r->n = n;
    return true;
}

expr_id expr_within(struct expr_store *x, expr_id index, int64_t low, int64_t high) {
    if (low > high) return EXPR_FALSE;
    if (low == high) return expr_int_eq(x, index, expr_int(x, low));
    const expr_id both[2] = {low == EXPR_LOWEST ? EXPR_TRUE
                                                : expr_not(x, expr_int_lt(x, index, expr_int(x, low))),
                             high == EXPR_HIGHEST ? EXPR_TRUE : expr_int_lt(x, index, expr_int(x, high + 1))};
    return expr_and(x, both, 2);
}

expr_id expr_in_ranges(struct expr_store *x, expr_id index, const struct expr_ranges *r) {
    expr_id any[EXPR_RANGES_MAX];
    for (uint32_t i = 0; i < r->n; i++) any[i] = expr_within(x, index, r->low[i], r->high[i]);
    return expr_or(x, any, r->n);
}

// ---- Pieces ----

static bool is_next(struct expr_table_value a, struct expr_table_value b, bool moves) {
    if (moves && !(a.is_number && is_small(a.value))) return false;
    return a.is_number == b.is_number && b.value == a.value + moves;
}

uint32_t expr_pieces_of(expr_table_at *at, const void *table, int64_t low, int64_t high,
                        struct expr_piece *pieces, uint32_t most) {
    assert(low <= high && high < EXPR_HIGHEST);
    uint32_t n = 0;
    struct expr_table_value here = at(table, low);
    for (int64_t i = low; i <= high; i++) {
        struct expr_piece p = {i, i, here.value, false, 0};
        struct expr_table_value next = here, last;
        for (last = here; p.high < high; p.high++, last = next) {
            next = at(table, p.high + 1);
            if (p.high == i) p.moves = is_next(last, next, true);
            if (!is_next(last, next, p.moves)) break;
        }
        if (p.moves) p.value -= i;
        if (n == most) return 0;
        pieces[n++] = p;
        i = p.high;
        here = next;
    }
    return n;
}

void expr_pieces_open(struct expr_piece *pieces, uint32_t n) {
    assert(n > 0);
    pieces[0].low = EXPR_LOWEST;
    pieces[n - 1].high = EXPR_HIGHEST;
}

uint32_t expr_pieces_ways(struct expr_piece *pieces, uint32_t n, uint32_t most) {
    uint32_t ways = 0;
    for (uint32_t i = 0; i < n; i++) {
        pieces[i].way = ways;
        for (uint32_t k = 0; k < i && pieces[i].way == ways && !pieces[i].moves; k++)
            if (!pieces[k].moves && pieces[k].value == pieces[i].value) pieces[i].way = pieces[k].way;
        ways += pieces[i].way == ways;
        if (ways > most) return 0;
    }
    return ways;
}

const struct expr_piece *expr_piece_at(const struct expr_piece *pieces, uint32_t n, int64_t index) {
    if (!n || index < pieces[0].low || index > pieces[n - 1].high) return NULL;
    uint32_t low = 0, high = n - 1;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (index <= pieces[mid].high)
            high = mid;
        else
            low = mid + 1;
    }
    return &pieces[low];
}

expr_id expr_piece_value(struct expr_store *x, const struct expr_piece *piece, expr_id index) {
    expr_id value = expr_int(x, piece->value);
    return piece->moves ? expr_arith(x, EXPR_ADD_OP, index, value) : value;
}

bool expr_pieces_back(const struct expr_piece *pieces, uint32_t n, struct expr_ranges *r) {
    const struct expr_ranges of_value = *r;
    r->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct expr_piece *p = &pieces[i];
        for (uint32_t k = 0; k < of_value.n; k++) {
            int64_t low = of_value.low[k], high = of_value.high[k];
            assert(is_bound(low) && is_bound(high));
            if (!p->moves && (p->value < low || p->value > high)) continue;
            int64_t from = !p->moves || low == EXPR_LOWEST ? p->low : greatest(p->low, low - p->value),
                    to = !p->moves || high == EXPR_HIGHEST ? p->high : least(p->high, high - p->value);
            if (!expr_ranges_add(r, from, to)) return false;
        }
    }
    return true;
}

// ---- Expressions that are values of tables ----

struct expr_table_use {
    const struct expr_piece *pieces;
    uint32_t n;
    expr_id index;
};

void expr_tables_clear(struct expr_tables *t) {
    hash_map_clear(&t->index);
    vec_clear(&t->list);
}

void expr_tables_free(struct expr_tables *t) {
    hash_map_free(&t->index);
    vec_free(&t->list);
}

static const struct expr_table_use *use_of(const struct expr_tables *t, expr_id e) {
    uint32_t number;
    return hash_map_get(&t->index, e, &number) ? t->list.at[number] : NULL;
}

static expr_id cases_of(struct expr_store *x, const struct expr_piece *pieces, uint32_t n, expr_id index) {
    if (n == 1) return expr_piece_value(x, pieces, index);
    expr_id left = cases_of(x, pieces, n / 2, index); // halves; never deep
    expr_id right = cases_of(x, pieces + n / 2, n - n / 2, index);
    return expr_ite(x, expr_int_lt(x, index, expr_int(x, pieces[n / 2 - 1].high + 1)), left, right);
}

expr_id expr_tables_value(struct expr_store *x, struct expr_tables *t, struct arena *arena,
                          const struct expr_piece *pieces, uint32_t n, expr_id index) {
    assert(n > 0);
    expr_id e = cases_of(x, pieces, n, index);
    if (n < 2 || use_of(t, e)) return e;
    struct expr_table_use *use = ARENA_NEW(arena, struct expr_table_use);
    *use = (struct expr_table_use){pieces, n, index};
    hash_map_put(&t->index, e, t->list.n);
    vec_push(&t->list, use);
    return e;
}

expr_id expr_tables_within(struct expr_store *x, const struct expr_tables *t, expr_id e,
                           const struct expr_ranges *wanted) {
    enum { MOST_NESTED = 3 };
    struct expr_ranges r = *wanted;
    bool found = false;
    for (uint32_t depth = 0; depth < MOST_NESTED; depth++) {
        const struct expr_table_use *use = use_of(t, e);
        struct expr_ranges of_index = r;
        if (!use || !expr_pieces_back(use->pieces, use->n, &of_index)) break;
        r = of_index;
        e = use->index;
        found = true;
    }
    return found ? expr_in_ranges(x, e, &r) : EXPR_NONE;
}
