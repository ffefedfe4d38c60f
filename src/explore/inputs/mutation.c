// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/mutation.h"

#include <assert.h>

#include "base/some_of.h"
#include "explore/inputs/simpler.h"

enum {
    DEEP_MAX = 6,                        // of a part that is changed
    COST_MAX = 2000 * SIMPLER_COST_UNIT, // of a term worth changing
    GROWN_MAX = 400,                     // of a list or the bytes of a bit string that is grown
};

static uint32_t below(struct members *m, uint32_t n) {
    return draws_below(m->draws, n);
}

// ---- One part ----

// Another term in place of one: a constant, a neighbour, a part of the code's constants, nothing.
static expr_id changed(struct members *m, expr_id e) {
    struct expr_store *x = m->unit->exprs;
    int64_t v;
    switch (below(m, 4)) {
    case 0: return members_draw_constant(m);
    case 1:
        if (expr_op(x, e) == EXPR_INT_OP && expr_get_int64(x, expr_arg(x, e, 0), &v) && v < INT64_MAX / 2 &&
            v > INT64_MIN / 2)
            return expr_int_term(x, expr_int(x, v + (int64_t)below(m, 5) - 2));
        return simpler_candidate(x, e, below(m, 16));
    case 2: return simpler_candidate(x, e, below(m, 16));
    default: return members_draw_any(m, MEMBERS_DEPTH_MAX / 2);
    }
}

// The type of a part of a member of a type; TYPE_NEVER: not known.
static type_id part_type(const struct grammar *g, const struct expr_store *x, type_id t, expr_id e,
                         uint32_t part) {
    uint32_t parts = simpler_parts(x, e);
    for (uint32_t i = 0, n = t == TYPE_ANY ? 0 : grammar_count(g, t); i < n; i++) {
        const struct alternative *a = grammar_alternative(g, t, i);
        if (a->head == ALT_CONS && expr_op(x, e) == EXPR_CONS_OP && part + 1 < parts) return a->parts[0];
        if (a->head == ALT_TUPLE && expr_op(x, e) == EXPR_TUPLE_OP && a->n == parts) return a->parts[part];
    }
    return TYPE_NEVER;
}

expr_id mutation_of_part(struct members *m, type_id t, expr_id value) {
    struct expr_store *x = m->unit->exprs;
    expr_id path[DEEP_MAX + 1] = {value};
    uint32_t part[DEEP_MAX] = {0}, depth = 0, n;
    if (simpler_cost(x, value) > COST_MAX) return value;
    while (depth < DEEP_MAX && (n = simpler_parts(x, path[depth])) > 0 && (depth == 0 || below(m, 3))) {
        part[depth] = below(m, n);
        t = part_type(m->unit->grammar, x, t, path[depth], part[depth]);
        path[depth + 1] = simpler_part(x, path[depth], part[depth]);
        depth++;
    }
    assert(depth <= DEEP_MAX);
    bool by_type = depth > 0 && t != TYPE_NEVER && below(m, 2);
    expr_id e = by_type ? members_draw(m, t, 1) : changed(m, path[depth]);
    if (!e) return value;
    while (depth-- > 0) e = simpler_with_part(x, path[depth], part[depth], e);
    return e;
}

// ---- Sequences ----

// A few neighbours of a sequence repeated behind themselves, left out, or put in place of as many others.
struct edit {
    enum { EDIT_REPEAT, EDIT_LEAVE_OUT, EDIT_MOVE } what;
    uint32_t at, n, to;
};

static struct edit draw_edit(struct members *m, uint32_t length) {
    assert(length > 0);
    uint32_t how = below(m, 10);
    struct edit e = {.at = below(m, length)};
    e.what = how < 7 ? EDIT_REPEAT : how < 8 ? EDIT_LEAVE_OUT : EDIT_MOVE;
    e.n = below(m, 3) ? 1 : 1 + below(m, 4);
    if (e.n > length - e.at) e.n = length - e.at;
    e.to = below(m, length - e.n + 1);
    assert(e.n > 0 && e.at + e.n <= length && e.to + e.n <= length);
    return e;
}

// Which of the old elements stand in the edited sequence, in order.
typedef VEC(uint32_t) index_vec;
static void draw_edited(struct members *m, uint32_t length, index_vec *out) {
    struct edit e = draw_edit(m, length);
    for (uint32_t i = 0; i < length; i++) {
        bool edited = i >= e.at && i < e.at + e.n, over = i >= e.to && i < e.to + e.n;
        if (edited && e.what == EDIT_LEAVE_OUT) continue;
        vec_push(out, e.what == EDIT_MOVE && over ? e.at + i - e.to : i);
        if (e.what == EDIT_REPEAT && i + 1 == e.at + e.n)
            for (uint32_t k = 0; k < e.n; k++) vec_push(out, e.at + k);
    }
}

static expr_id grown_list(struct members *m, expr_id list, uint32_t length) {
    struct expr_store *x = m->unit->exprs;
    VEC(expr_id) old = {0};
    index_vec kept = {0};
    for (uint32_t i = 0; i < length; i++, list = expr_arg(x, list, 1)) vec_push(&old, expr_arg(x, list, 0));
    draw_edited(m, length, &kept);
    while (kept.n) list = expr_cons(x, old.at[vec_pop(&kept)], list); // begins with the list's tail
    vec_free(&old);
    vec_free(&kept);
    return list;
}

// In whole bytes; bits behind the last stay behind.
static expr_id grown_bits(struct members *m, expr_id e) {
    uint64_t size;
    const uint8_t *bytes = expr_get_bits(m->unit->exprs, e, &size);
    VEC(uint8_t) new = {0};
    index_vec kept = {0};
    assert(size >= 8 && size / 8 <= GROWN_MAX);
    draw_edited(m, (uint32_t)(size / 8), &kept);
    for (uint32_t i = 0; i < kept.n; i++) vec_push(&new, bytes[kept.at[i]]);
    if (size % 8) vec_push(&new, bytes[size / 8]);
    expr_id out = expr_bits(m->unit->exprs, new.at, 8 * (uint64_t)kept.n + size % 8);
    vec_free(&new);
    vec_free(&kept);
    return out;
}

// The term itself: it has no parts in a sequence, or too many.
static expr_id grown_itself(struct members *m, expr_id e) {
    const struct expr_store *x = m->unit->exprs;
    uint64_t size;
    uint32_t n = 0;
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_CONS_OP:
        for (expr_id at = e; expr_op(x, at) == EXPR_CONS_OP; at = expr_arg(x, at, 1)) n++;
        return n <= GROWN_MAX ? grown_list(m, e, n) : e;
    case EXPR_BITS_OP:
        expr_get_bits(x, e, &size);
        return size >= 8 && size <= 8 * GROWN_MAX ? grown_bits(m, e) : e;
    default: return e;
    }
}

// It is drawn from those on a way down into the term.
expr_id mutation_of_sequence(struct members *m, expr_id value) {
    struct expr_store *x = m->unit->exprs;
    expr_id path[DEEP_MAX + 1] = {value};
    uint32_t part[DEEP_MAX] = {0}, depth = 0, n;
    if (simpler_cost(x, value) > COST_MAX) return value;
    while (depth < DEEP_MAX && (n = simpler_parts(x, path[depth])) > 0) {
        part[depth] = below(m, n);
        path[depth + 1] = simpler_part(x, path[depth], part[depth]);
        depth++;
    }
    depth = below(m, depth + 1);
    expr_id e = grown_itself(m, path[depth]);
    while (depth-- > 0) e = simpler_with_part(x, path[depth], part[depth], e);
    return e;
}
