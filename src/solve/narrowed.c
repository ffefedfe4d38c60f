// SPDX-License-Identifier: Apache-2.0
#include "solve/narrowed.h"

enum { DEPTH = 3 }; // of an expression whose parts are looked up

void narrowed_free(struct narrowed *r) {
    vec_free(&r->notes);
    hash_map_free(&r->last);
}

void narrowed_clear(struct narrowed *r) {
    vec_clear(&r->notes);
    hash_map_clear(&r->last);
}

static struct interval meet(struct interval range, struct interval by) {
    struct interval both = interval_meet(range, by);
    return interval_empty(both) ? range : both; // nobody goes that way
}

static struct interval range_at(const struct narrowed *r, const struct expr_store *x, struct facts *f,
                                expr_id e, uint32_t depth) {
    enum expr_op op = expr_op(x, e);
    uint32_t note = 0;
    if (op == EXPR_INT_LIT_OP) return interval_of_literal(x, e);
    if (r->notes.n) hash_map_get(&r->last, e, &note);
    bool arithmetic = op == EXPR_ITE_OP || (op >= EXPR_ADD_OP && op <= EXPR_BSL_OP);
    struct interval range = INTERVAL_ALL;
    if (arithmetic && depth && r->notes.n) {
        uint32_t first = op == EXPR_ITE_OP;
        struct interval a = range_at(r, x, f, expr_arg(x, e, first), depth - 1),
                        b = range_at(r, x, f, expr_arg(x, e, first + 1), depth - 1);
        range = first ? interval_join(a, b) : interval_apply(op, a, b);
    } else if (f && (!note || !arithmetic)) {
        range = facts_interval(f, e);
    }
    return note ? meet(range, r->notes.at[note - 1].range) : range;
}

struct interval narrowed_range(const struct narrowed *r, const struct expr_store *x, struct facts *f,
                               expr_id e) {
    return range_at(r, x, f, e, DEPTH);
}

void narrowed_note(struct narrowed *r, const struct expr_store *x, expr_id e, struct interval range) {
    uint32_t before;
    if (expr_op(x, e) == EXPR_INT_LIT_OP || interval_is_all(range)) return;
    if (!hash_map_get(&r->last, e, &before)) before = 0;
    if (before) range = meet(r->notes.at[before - 1].range, range);
    vec_push(&r->notes, (struct narrowed_note){e, range, before});
    hash_map_put(&r->last, e, r->notes.n);
}

void narrowed_note_condition(struct narrowed *r, const struct expr_store *x, expr_id condition, bool holds) {
    struct interval range;
    expr_id e = interval_of_condition(x, condition, holds, &range);
    if (e) narrowed_note(r, x, e, range);
}

expr_id narrowed_decide(const struct narrowed *r, const struct expr_store *x, struct facts *f,
                        expr_id condition) {
    expr_id c = condition;
    bool holds = true;
    if (r->notes.n == 0) return condition;
    for (; expr_op(x, c) == EXPR_NOT_OP; holds = !holds) c = expr_arg(x, c, 0);
    enum expr_op op = expr_op(x, c);
    if (op != EXPR_INT_LT_OP && op != EXPR_INT_EQ_OP) return condition;
    struct interval a = narrowed_range(r, x, f, expr_arg(x, c, 0)),
                    b = narrowed_range(r, x, f, expr_arg(x, c, 1));
    bool less = interval_below(a, b), more = interval_below(b, a);
    if (op == EXPR_INT_EQ_OP) return less || more ? (holds ? EXPR_FALSE : EXPR_TRUE) : condition;
    if (less) return holds ? EXPR_TRUE : EXPR_FALSE;
    return interval_not_below(a, b) ? (holds ? EXPR_FALSE : EXPR_TRUE) : condition;
}

void narrowed_take(struct narrowed *r, uint32_t n, narrowed_notes *taken) {
    for (uint32_t i = n; taken && i < r->notes.n; i++) vec_push(taken, r->notes.at[i]);
    while (r->notes.n > n) {
        struct narrowed_note note = vec_pop(&r->notes);
        hash_map_put(&r->last, note.e, note.before);
    }
}

void narrowed_put(struct narrowed *r, const struct expr_store *x, const narrowed_notes *notes) {
    for (uint32_t i = 0; i < notes->n; i++) narrowed_note(r, x, notes->at[i].e, notes->at[i].range);
}
