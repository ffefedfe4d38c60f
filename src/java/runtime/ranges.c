// SPDX-License-Identifier: Apache-2.0
#include "java/runtime/ranges.h"

#include "java/runtime/thread.h"

enum { DEPTH = 3 }; // of an expression whose parts are looked up

void java_ranges_free(struct java_ranges *r) {
    vec_free(&r->notes);
    hash_map_free(&r->last);
}

void java_ranges_clear(struct java_ranges *r) {
    vec_clear(&r->notes);
    hash_map_clear(&r->last);
}

static struct interval narrowed(struct interval range, struct interval by) {
    struct interval both = interval_meet(range, by);
    return interval_empty(both) ? range : both; // nobody goes that way
}

static struct interval range_at(struct java_thread *t, expr_id e, uint32_t depth) {
    const struct expr_store *x = t->x;
    enum expr_op op = expr_op(x, e);
    uint32_t note = 0;
    if (op == EXPR_INT_LIT_OP) return interval_of_literal(x, e);
    if (t->ranges.notes.n) hash_map_get(&t->ranges.last, e, &note);
    bool arithmetic = op == EXPR_ITE_OP || (op >= EXPR_ADD_OP && op <= EXPR_BSL_OP);
    struct interval r = INTERVAL_ALL;
    if (arithmetic && depth && t->ranges.notes.n) {
        uint32_t first = op == EXPR_ITE_OP;
        struct interval a = range_at(t, expr_arg(x, e, first), depth - 1),
                        b = range_at(t, expr_arg(x, e, first + 1), depth - 1);
        r = first ? interval_join(a, b) : interval_apply(op, a, b);
    } else if (t->trace && t->trace->facts_usable && (!note || !arithmetic)) {
        r = facts_interval(t->trace->facts, e);
    }
    return note ? narrowed(r, t->ranges.notes.at[note - 1].range) : r;
}

struct interval java_range_of(struct java_thread *t, expr_id e) {
    return range_at(t, e, DEPTH);
}

void java_range_note(struct java_thread *t, expr_id e, struct interval range) {
    struct java_ranges *r = &t->ranges;
    uint32_t before;
    if (expr_op(t->x, e) == EXPR_INT_LIT_OP || interval_is_all(range)) return;
    if (!hash_map_get(&r->last, e, &before)) before = 0;
    if (before) range = narrowed(r->notes.at[before - 1].range, range);
    vec_push(&r->notes, (struct range_note){e, range, before});
    hash_map_put(&r->last, e, r->notes.n);
}

void java_range_note_condition(struct java_thread *t, expr_id condition, bool holds) {
    const struct expr_store *x = t->x;
    int64_t v;
    while (expr_op(x, condition) == EXPR_NOT_OP) {
        condition = expr_arg(x, condition, 0);
        holds = !holds;
    }
    enum expr_op op = expr_op(x, condition);
    if (op != EXPR_INT_LT_OP && op != EXPR_INT_EQ_OP) return;
    expr_id a = expr_arg(x, condition, 0), b = expr_arg(x, condition, 1);
    bool right = expr_get_int64(x, b, &v);
    if ((!right && !expr_get_int64(x, a, &v)) || v == INT64_MIN || v == INT64_MAX) return;
    struct interval range = INTERVAL_ALL;
    if (op == EXPR_INT_EQ_OP && holds)
        range = interval_between(v, v);
    else if (op == EXPR_INT_LT_OP && right == holds) // a < v, or not v < b
        range = interval_less(interval_between(v, v), right);
    else if (op == EXPR_INT_LT_OP)
        range = interval_greater(interval_between(v, v), !right);
    java_range_note(t, right ? a : b, range);
}

expr_id java_range_decide(struct java_thread *t, expr_id condition) {
    const struct expr_store *x = t->x;
    expr_id c = condition;
    bool holds = true;
    if (t->ranges.notes.n == 0) return condition;
    for (; expr_op(x, c) == EXPR_NOT_OP; holds = !holds) c = expr_arg(x, c, 0);
    enum expr_op op = expr_op(x, c);
    if (op != EXPR_INT_LT_OP && op != EXPR_INT_EQ_OP) return condition;
    struct interval a = java_range_of(t, expr_arg(x, c, 0)), b = java_range_of(t, expr_arg(x, c, 1));
    bool less = interval_below(a, b), more = interval_below(b, a);
    if (op == EXPR_INT_EQ_OP) return less || more ? (holds ? EXPR_FALSE : EXPR_TRUE) : condition;
    if (less) return holds ? EXPR_TRUE : EXPR_FALSE;
    return interval_not_below(a, b) ? (holds ? EXPR_FALSE : EXPR_TRUE) : condition;
}

void java_ranges_take(struct java_thread *t, uint32_t n, range_notes *taken) {
    struct java_ranges *r = &t->ranges;
    for (uint32_t i = n; taken && i < r->notes.n; i++) vec_push(taken, r->notes.at[i]);
    while (r->notes.n > n) {
        struct range_note note = vec_pop(&r->notes);
        hash_map_put(&r->last, note.e, note.before);
    }
}

void java_ranges_put(struct java_thread *t, const range_notes *notes) {
    for (uint32_t i = 0; i < notes->n; i++) java_range_note(t, notes->at[i].e, notes->at[i].range);
}
