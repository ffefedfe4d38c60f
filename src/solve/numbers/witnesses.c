// SPDX-License-Identifier: Apache-2.0
// The link witnesses: numbers worth trying, at the ends of intervals and types and next to what they are
// compared with.
#include <assert.h>
#include <float.h>
#include <math.h>

#include "solve/numbers/numbers.h"

enum { WITNESSES_MAX = 200, LEAVES_MAX = 8, LITERALS_MAX = 32, NEAR = 12 };

static void put_float(struct solver *s, double v) {
    vec_push(&s->numbers->stack, expr_float(s->x, v));
}

static void put_int(struct solver *s, int64_t v) {
    vec_push(&s->numbers->stack, expr_int(s->x, v));
}

// ---- Floats ----

static void put_end(struct solver *s, double end, bool low) {
    double inwards = low ? DBL_MAX : -DBL_MAX;
    if (fabs(end) >= DBL_MAX) return;
    put_float(s, low ? floor(end) + 1 : ceil(end) - 1);
    put_float(s, end);
    put_float(s, end + (low ? 0.5 : -0.5));
    put_float(s, nextafter(end, inwards));
    if (s->numbers->slice.tape.ieee) put_float(s, nextafterf((float)end, (float)inwards));
}

static void put_around(struct solver *s, double v) {
    const double around[] = {v, v + 1, v - 1, v + 0.5, nextafter(v, DBL_MAX), nextafter(v, -DBL_MAX)};
    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        if (isfinite(around[i])) put_float(s, around[i]);
    if (!s->numbers->slice.tape.ieee || !isfinite(v)) return;
    float f = (float)v;
    put_float(s, (double)f);
    put_float(s, (double)nextafterf(f, INFINITY));
    put_float(s, (double)nextafterf(f, -INFINITY));
}

static void put_floats(struct solver *s, const struct leaf *l, bool with_conditions) {
    static const double nice[] = {0.0, 1.0, -1.0, 0.5, 2.0, -0.5, 1.5, -2.0, 10.0, 0.1};
    static const double odd[] = {NAN,      INFINITY, -INFINITY, -0.0,    DBL_MAX,
                                 -DBL_MAX, 0x1p53,   FLT_MAX,   0x1p-149};
    const struct tape *t = &s->numbers->slice.tape;
    const struct class *k = &s->f->classes.at[l->c];
    for (size_t i = 0; i < sizeof nice / sizeof *nice; i++) put_float(s, nice[i]);
    for (size_t i = 0; t->ieee && i < sizeof odd / sizeof *odd; i++) put_float(s, odd[i]);
    put_end(s, k->flo, true);
    put_end(s, k->fhi, false);
    for (uint32_t i = 0; with_conditions && i < t->literals.n && i < LITERALS_MAX; i++)
        put_around(s, t->literals.at[i]);
}

// ---- Integers ----

static void put_near_zero(struct solver *s, const struct leaf *l, struct interval range) {
    int64_t near = interval_nearest(range), v;
    for (int64_t d = 0; d < NEAR; d++) {
        if (!__builtin_add_overflow(near, d, &v) && interval_holds(range, v)) put_int(s, v);
        if (d && !__builtin_sub_overflow(near, d, &v) && interval_holds(range, v)) put_int(s, v);
    }
    for (int64_t d = 2; expr_op(s->x, l->e) == EXPR_BIT_SIZE_OP && d < NEAR; d++) // bytes
        if (near < INT64_MAX / 2 && interval_holds(range, near + 8 * d)) put_int(s, near + 8 * d);
}

static void put_types(struct solver *s, const struct class *k) {
    struct expr_store *x = s->x;
    for (uint32_t t = k->typings; t; t = s->f->typings.at[t].next)
        for (uint32_t i = 0; i < s->f->typings.at[t].n && i < WITNESSES_MAX; i++) {
            struct pair p = s->f->pairs.at[s->f->typings.at[t].first + i];
            const struct alternative *a = grammar_alternative(s->g, p.type, p.alt);
            if (a->has_lo) vec_push(&s->numbers->stack, expr_int_mpz(x, a->lo));
            if (a->has_hi) vec_push(&s->numbers->stack, expr_int_mpz(x, a->hi));
            if (a->head == ALT_LITERAL && expr_op(x, a->literal) == EXPR_INT_OP)
                vec_push(&s->numbers->stack, expr_arg(x, a->literal, 0));
        }
}

static void put_integers(struct solver *s, const struct leaf *l, bool with_conditions) {
    const struct tape *t = &s->numbers->slice.tape;
    const struct class *k = &s->f->classes.at[l->c];
    struct interval range = leaf_domain(s, l);
    int64_t end;
    put_near_zero(s, l, range);
    put_types(s, k);
    for (uint32_t link = k->excluded, n = 0; link && n < WITNESSES_MAX;
         link = s->f->links.at[link].next, n++) {
        int64_t v = (int64_t)s->f->links.at[link].integer;
        if (s->f->links.at[link].term || v <= INT64_MIN + 1 || v >= INT64_MAX - 1) continue;
        put_int(s, v + 1);
        put_int(s, v - 1);
    }
    if (interval_least(range, &end)) put_int(s, end);
    if (interval_greatest(range, &end)) put_int(s, end);
    for (uint32_t i = 0; with_conditions && i < t->literals.n && i < LITERALS_MAX; i++) {
        double v = t->literals.at[i];
        if (fabs(v) >= 0x1p53) continue;
        for (int64_t d = -1; d <= 1; d++) put_int(s, (int64_t)v + d);
    }
}

// ---- Trying ----

// Numbers worth trying for a leaf, best first, onto the stack.
static void witnesses(struct solver *s, const struct leaf *l, bool with_conditions) {
    vec_clear(&s->numbers->stack);
    if (l->parent) vec_push(&s->numbers->stack, l->parent);
    if (expr_sort(s->x, l->e) == SORT_FLOAT)
        put_floats(s, l, with_conditions);
    else
        put_integers(s, l, with_conditions);
}

void slice_start(struct solver *s) {
    struct slice *c = &s->numbers->slice;
    c->started = c->parents = true;
    for (uint32_t i = 0; i < c->leaves.n; i++) {
        struct leaf *l = &s->numbers->leaves.at[c->leaves.at[i]];
        l->value = 0;
        if (l->parent && leaf_admits(s, l, l->parent)) {
            l->value = l->parent;
            continue;
        }
        c->parents = false;
        witnesses(s, l, c->conditions.n > 0);
        for (uint32_t k = 0; k < s->numbers->stack.n && !l->value; k++)
            if (leaf_admits(s, l, s->numbers->stack.at[k])) l->value = s->numbers->stack.at[k];
        vec_clear(&s->numbers->stack);
        if (!l->value) {
            c->started = false;
            return;
        }
    }
}

// Moves a leaf through its witnesses; where none does, it keeps its value.
static bool move(struct solver *s, uint32_t leaf) {
    assert(s->numbers->leaves.at[leaf].value);
    struct numbers *n = s->numbers;
    struct leaf *l = &n->leaves.at[leaf];
    witnesses(s, l, true);
    uint32_t count = n->stack.n < WITNESSES_MAX ? n->stack.n : WITNESSES_MAX;
    expr_id good = 0;
    for (uint32_t i = 0; i < count && !good; i++) {
        expr_id v = n->stack.at[i];
        if (v != l->value && leaf_admits(s, l, v) && slice_set(s, leaf, v) && tape_holds(&n->slice.tape))
            good = v;
    }
    vec_clear(&n->stack);
    if (good) l->value = good;
    return good;
}

enum answer witnesses_try(struct solver *s, uint32_t effort) {
    struct slice *c = &s->numbers->slice;
    if (slice_set_all(s) && tape_holds(&c->tape)) return ANSWER_SAT;
    if (c->leaves.n > LEAVES_MAX) return ANSWER_UNKNOWN;
    for (uint32_t i = 0; i < c->leaves.n; i++) {
        uint32_t leaf = c->leaves.at[i];
        if (move(s, leaf)) return ANSWER_SAT;
        if (!slice_set(s, leaf, s->numbers->leaves.at[leaf].value)) return ANSWER_UNKNOWN;
    }
    return ANSWER_UNKNOWN;
}
