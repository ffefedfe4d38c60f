// SPDX-License-Identifier: Apache-2.0
// Piecewise tables (expr/pieces.h) of Java: elements of arrays, and what methods give for characters.
#include "java/symbolic/symbolic.h"

#include <assert.h>

expr_id symbolic_pieces(struct java_thread *t, const struct expr_piece *pieces, uint32_t n, expr_id index) {
    assert(n && index);
    if (n > 1) java_rests_on(t, JAVA_RULE_PIECEWISE_TABLE);
    return expr_tables_value(t->x, &t->tables, &t->heap.run, pieces, n, index);
}

expr_id symbolic_table_condition(struct java_thread *t, enum java_condition c, expr_id e, int64_t value) {
    struct expr_ranges r = {.n = 0};
    if (value < INT32_MIN || value > INT32_MAX)
        return EXPR_NONE; // no element has it, or its array is of longs
    if (c == COND_EQ) expr_ranges_add(&r, value, value);
    if (c == COND_LT || c == COND_LE || c == COND_NE)
        expr_ranges_add(&r, EXPR_LOWEST, c == COND_LE ? value : value - 1);
    if (c == COND_GT || c == COND_GE || c == COND_NE)
        expr_ranges_add(&r, c == COND_GE ? value : value + 1, EXPR_HIGHEST);
    return expr_tables_within(t->x, &t->tables, e, &r);
}

// ---- References ----

enum { MOST_TARGETS = 8, MOST_PLACES = 256 };

static struct expr_table_value reference_at(const void *array, int64_t i) {
    assert(i >= 0 && i < ((const struct object *)array)->length);
    struct object *const *elements = (struct object *const *)((const struct object *)array)->fields;
    return (struct expr_table_value){(int64_t)(uintptr_t)elements[i], false};
}

// The different references at the places that the index may mean. False: they are too many, one for each
// place, or some depend on the input. There are at most MOST_PLACES pieces.
static bool find_targets(struct java_thread *t, const struct object *array, expr_id index,
                         struct expr_piece *pieces, uint32_t *n, uint32_t *targets) {
    struct interval range = java_range_of(t, index);
    uint64_t places;
    if (array->class->element_kind != JAVA_REF || array->length_expr ||
        !interval_within(range, 0, (int64_t)array->length - 1) ||
        !interval_count(range, MOST_PLACES, &places))
        return false;
    int64_t low = interval_least_64(range), high = interval_greatest_64(range);
    for (int64_t i = low; i <= high; i++)
        if (object_expr(array, (uint32_t)i)) return false;
    *n = expr_pieces_of(reference_at, array, low, high, pieces, MOST_PLACES);
    *targets = expr_pieces_ways(pieces, *n, MOST_TARGETS);
    expr_pieces_open(pieces, *n);
    return *targets && *targets < places;
}

// That the index leads to the target. EXPR_NONE: by too many ranges.
static expr_id leads_to(struct java_thread *t, const struct expr_piece *pieces, uint32_t n, uint32_t target,
                        expr_id index) {
    struct expr_ranges r = {.n = 0};
    for (uint32_t i = 0; i < n; i++)
        if (pieces[i].way == target && !expr_ranges_add(&r, pieces[i].low, pieces[i].high)) return EXPR_NONE;
    expr_id e = expr_tables_within(t->x, &t->tables, index, &r);
    return e ? e : expr_in_ranges(t->x, index, &r);
}

bool symbolic_choose(struct java_thread *t, const struct object *array, struct sym index) {
    struct expr_piece pieces[MOST_PLACES];
    struct way ways[MOST_TARGETS];
    uint32_t n, targets, site = symbolic_site(t);
    if (!java_wants_cases(t) || !find_targets(t, array, index.e, pieces, &n, &targets)) return false;
    for (uint32_t i = 0; i < targets; i++) {
        ways[i] = (struct way){leads_to(t, pieces, n, i, index.e), 4 * site + i % 3};
        if (!ways[i].condition) return false;
    }
    if (targets > 1) trace_choice(t->trace, site, ways, targets, expr_piece_at(pieces, n, index.w.i)->way);
    return true;
}
