// SPDX-License-Identifier: Apache-2.0
// Tables: functions of an index in pieces (symbolic.h).
#include "java/symbolic/symbolic.h"

__extension__ typedef __int128 int128;

struct table_use { // an expression that is the value of a table
    const struct table_piece *pieces;
    uint32_t n;
    expr_id index;
};

uint32_t symbolic_table(int64_t (*at)(const void *table, int64_t i), const void *table, int64_t low,
                        int64_t high, struct table_piece *pieces, uint32_t most) {
    uint32_t n = 0;
    for (int64_t i = low; i <= high;) {
        int64_t v = at(table, i), same = i + 1, moving = i + 1;
        while (same <= high && at(table, same) == v) same++;
        while (moving <= high && (int128)at(table, moving) - moving == (int128)v - i) moving++;
        bool moves = moving > same && v >= INT32_MIN && v <= INT32_MAX;
        if (n == most) return 0;
        pieces[n++] = (struct table_piece){moves ? moving : same, moves ? v - i : v, moves};
        i = pieces[n - 1].end;
    }
    return n;
}

static expr_id cases_of(struct java_thread *t, const struct table_piece *pieces, uint32_t n, expr_id index) {
    struct expr_store *x = t->x;
    if (n > 1) { // halves; never deep
        expr_id left = cases_of(t, pieces, n / 2, index),
                right = cases_of(t, pieces + n / 2, n - n / 2, index);
        return expr_ite(x, expr_int_lt(x, index, expr_int(x, pieces[n / 2 - 1].end)), left, right);
    }
    expr_id value = expr_int(x, pieces->value);
    return pieces->moves ? expr_arith(x, EXPR_ADD_OP, index, value) : value;
}

expr_id symbolic_pieces(struct java_thread *t, const struct table_piece *pieces, uint32_t n, expr_id index) {
    expr_id e = cases_of(t, pieces, n, index);
    uint32_t known;
    if (n < 2 || hash_map_get(&t->tables.index, e, &known)) return e;
    hash_map_put(&t->tables.index, e, t->tables.list.n);
    java_rests_on(t, JAVA_RULE_PIECEWISE_TABLE);
    vec_push(&t->tables.list, ARENA_NEW(&t->heap.run, struct table_use));
    *t->tables.list.at[t->tables.list.n - 1] = (struct table_use){pieces, n, index};
    return e;
}

// ---- Conditions ----

enum { MOST_RANGES = 24, MOST_DEPTH = 2 };
static const int64_t LOWEST = -((int64_t)1 << 40), HIGHEST = (int64_t)1 << 40; // no bound: beyond all indices

struct ranges { // of the index, ascending, apart
    int64_t low[MOST_RANGES], high[MOST_RANGES];
    uint32_t n;
};

static bool add_range(struct ranges *r, int64_t low, int64_t high) {
    if (low > high) return true;
    if (r->n && r->high[r->n - 1] + 1 == low) {
        r->high[r->n - 1] = high;
        return true;
    }
    if (r->n == MOST_RANGES) return false;
    r->low[r->n] = low;
    r->high[r->n++] = high;
    return true;
}

static int64_t least_of(int64_t a, int64_t b) {
    return a < b ? a : b;
}
static int64_t greatest_of(int64_t a, int64_t b) {
    return a > b ? a : b;
}

// Where in [low, high] the index stands so to the value.
static bool add_where(struct ranges *r, enum java_condition c, int64_t low, int64_t high, int64_t value) {
    switch (c) {
    case COND_EQ: return add_range(r, greatest_of(low, value), least_of(high, value));
    case COND_NE:
        return add_range(r, low, least_of(high, value - 1)) &&
               add_range(r, greatest_of(low, value + 1), high);
    case COND_LT: return add_range(r, low, least_of(high, value - 1));
    case COND_GE: return add_range(r, greatest_of(low, value), high);
    case COND_GT: return add_range(r, greatest_of(low, value + 1), high);
    case COND_LE:
    default: return add_range(r, low, least_of(high, value));
    }
}

static bool stands(enum java_condition c, int64_t a, int64_t b) {
    switch (c) {
    case COND_EQ: return a == b;
    case COND_NE: return a != b;
    case COND_LT: return a < b;
    case COND_GE: return a >= b;
    case COND_GT: return a > b;
    case COND_LE:
    default: return a <= b;
    }
}

static expr_id condition_at(struct java_thread *t, enum java_condition c, expr_id e, int64_t value,
                            uint32_t depth);

// Of an index that is the value of a table itself, as a condition on that one's index, but not for ever.
static expr_id index_condition(struct java_thread *t, enum java_condition c, expr_id index, int64_t value,
                               uint32_t depth) {
    struct expr_store *x = t->x;
    expr_id e = depth < MOST_DEPTH ? condition_at(t, c, index, value, depth + 1) : EXPR_NONE;
    if (e) return e;
    if (c == COND_EQ) return expr_int_eq(x, index, expr_int(x, value));
    return c == COND_LE ? expr_int_lt(x, index, expr_int(x, value + 1))
                        : expr_not(x, expr_int_lt(x, index, expr_int(x, value)));
}

static expr_id in_ranges(struct java_thread *t, const struct ranges *r, expr_id index, uint32_t depth) {
    expr_id any[MOST_RANGES];
    for (uint32_t i = 0; i < r->n; i++) {
        expr_id both[2] = {
            r->low[i] == LOWEST ? EXPR_TRUE : index_condition(t, COND_GE, index, r->low[i], depth),
            r->high[i] == HIGHEST ? EXPR_TRUE : index_condition(t, COND_LE, index, r->high[i], depth)};
        any[i] = r->low[i] == r->high[i] ? index_condition(t, COND_EQ, index, r->low[i], depth)
                                         : expr_and(t->x, both, 2);
    }
    return expr_or(t->x, any, r->n);
}

static expr_id condition_at(struct java_thread *t, enum java_condition c, expr_id e, int64_t value,
                            uint32_t depth) {
    struct ranges r = {.n = 0};
    uint32_t number;
    if (value < INT32_MIN || value > INT32_MAX || !hash_map_get(&t->tables.index, e, &number))
        return EXPR_NONE;
    const struct table_use *u = t->tables.list.at[number];
    for (uint32_t i = 0; i < u->n; i++) {
        const struct table_piece *p = &u->pieces[i];
        int64_t low = i ? u->pieces[i - 1].end : LOWEST, high = i + 1 < u->n ? p->end - 1 : HIGHEST;
        bool good = p->moves                     ? add_where(&r, c, low, high, value - p->value)
                    : stands(c, p->value, value) ? add_range(&r, low, high)
                                                 : true;
        if (!good) return EXPR_NONE;
    }
    return in_ranges(t, &r, u->index, depth);
}

expr_id symbolic_table_condition(struct java_thread *t, enum java_condition c, expr_id e, int64_t value) {
    return condition_at(t, c, e, value, 0);
}

// ---- References ----

enum { MOST_TARGETS = 8, MOST_PLACES = 256 };

struct targets { // the different references among the elements of an array, in their order, and where each is
    const struct object *at[MOST_TARGETS];
    struct ranges where[MOST_TARGETS];
    uint32_t n;
};

static bool add_place(struct targets *s, const struct object *target, int64_t low, int64_t high) {
    uint32_t i = 0;
    while (i < s->n && s->at[i] != target) i++;
    if (i == MOST_TARGETS) return false;
    if (i == s->n) {
        s->at[s->n] = target;
        s->where[s->n++].n = 0;
    }
    return add_range(&s->where[i], low, high);
}

// What lies in the range that the index is known to be in. False: too many, or some depend on the input.
static bool find_targets(const struct object *array, struct interval range, struct targets *s) {
    struct object *const *elements = (struct object *const *)array->fields;
    s->n = 0;
    int64_t first = interval_least_64(range), last = interval_greatest_64(range);
    for (int64_t i = first; i <= last; i++) {
        int64_t low = i == first ? LOWEST : i, high = i == last ? HIGHEST : i;
        if (object_expr(array, (uint32_t)i) || !add_place(s, elements[i], low, high)) return false;
    }
    return true;
}

bool symbolic_choose(struct java_thread *t, const struct object *array, struct sym index) {
    struct targets s;
    struct way ways[MOST_TARGETS];
    struct interval range = java_range_of(t, index.e);
    uint64_t places;
    if (!java_wants_cases(t) || array->class->element_kind != JAVA_REF || array->length_expr ||
        !interval_within(range, 0, (int64_t)array->length - 1) ||
        !interval_count(range, MOST_PLACES, &places) || !find_targets(array, range, &s))
        return false;
    if (s.n == places) return false; // nothing is saved
    const struct object *here = ((struct object *const *)array->fields)[index.w.i];
    uint32_t site = symbolic_site(t), taken = 0;
    for (uint32_t i = 0; i < s.n; i++) {
        ways[i] = (struct way){in_ranges(t, &s.where[i], index.e, 0), 4 * site + i % 3};
        if (s.at[i] == here) taken = i;
    }
    if (s.n > 1) trace_choice(t->trace, site, ways, s.n, taken);
    return true;
}
