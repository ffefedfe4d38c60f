// SPDX-License-Identifier: Apache-2.0
// The link repair: a violated comparison of sums says by how much one of its numbers has to move.
#include <assert.h>
#include <math.h>

#include "solve/numbers/numbers.h"

enum { MOVES_MAX = 12 };

enum { SUMMANDS_MAX = 8 };

struct summand {
    uint32_t place;
    bool negative;
};

// Leaves of a sum with the signs they have in it, at most SUMMANDS_MAX; returns how many. An integer made a
// float is the integer here.
static uint32_t summands(const struct tape *t, uint32_t place, bool negative, struct summand *out) {
    assert(place < t->code.n);
    struct summand stack[2 * SUMMANDS_MAX];
    uint32_t depth = 0, n = 0;
    stack[depth++] = (struct summand){place, negative};
    while (depth && n < SUMMANDS_MAX) {
        struct summand at = stack[--depth];
        struct instruction in = t->code.at[at.place];
        enum expr_op op = (enum expr_op)in.op;
        if (op_is_leaf(op)) out[n++] = at;
        if (op == EXPR_TO_FLOAT_OP || op == EXPR_IEEE_OF_INT_OP || op == EXPR_IEEE_SINGLE_OP)
            stack[depth++] = (struct summand){in.a, at.negative};
        bool sum = op == EXPR_ADD_OP || op == EXPR_FADD_OP || op == EXPR_IEEE_ADD_OP,
             difference = op == EXPR_SUB_OP || op == EXPR_FSUB_OP || op == EXPR_IEEE_SUB_OP;
        if (!(sum || difference) || depth + 2 > 2 * SUMMANDS_MAX) continue;
        stack[depth++] = (struct summand){in.a, at.negative};
        stack[depth++] = (struct summand){in.b, difference ? !at.negative : at.negative};
    }
    return n;
}

static struct number moved(struct number v, bool negative, double gap, int step) {
    if (v.tag == NUMBER_FLOAT) return number_float(v.f + (negative ? -gap - step * 0.5 : gap + step * 0.5));
    int64_t by, out;
    if (fabs(gap) >= 0x1p53) return number_none();
    by = (int64_t)gap + step;
    bool over = negative ? __builtin_sub_overflow(v.i, by, &out) : __builtin_add_overflow(v.i, by, &out);
    return over ? number_none() : number_int(out);
}

// The comparison under a violated condition; UINT32_MAX: none of that form.
static uint32_t comparison(const struct tape *t, uint32_t place) {
    while (t->code.at[place].op == EXPR_NOT_OP) place = t->code.at[place].a;
    enum expr_op op = (enum expr_op)t->code.at[place].op;
    bool fits = op == EXPR_INT_EQ_OP || op == EXPR_INT_LT_OP || op == EXPR_FLOAT_EQ_OP ||
                op == EXPR_FLOAT_LT_OP ||
                (expr_op_is_ieee_compare(op) && t->code.at[place].a != t->code.at[place].b);
    return fits ? place : UINT32_MAX;
}

// Tries to mend one violated comparison; true if the distance shrank.
static bool mend(struct tape *t, uint32_t place, double *best, tape_allows *allowed, void *context) {
    assert(op_compares_numbers((enum expr_op)t->code.at[place].op));
    struct instruction in = t->code.at[place];
    struct number a = t->at.at[in.a], b = t->at.at[in.b];
    if (a.tag != b.tag || (a.tag != NUMBER_INT && a.tag != NUMBER_FLOAT)) return false;
    double gap = a.tag == NUMBER_INT ? (double)b.i - (double)a.i : b.f - a.f;
    struct summand leaves[2 * SUMMANDS_MAX];
    uint32_t n = summands(t, in.a, false, leaves);
    n += summands(t, in.b, true, leaves + n);
    while (n-- > 0) { // what was met last first: a path's newest number is the least entangled
        for (int step = -1; step <= 1; step++) {
            struct number old = t->at.at[leaves[n].place], next = moved(old, leaves[n].negative, gap, step);
            if (next.tag == NUMBER_NONE || !allowed(context, t->code.at[leaves[n].place].a, next)) continue;
            t->at.at[leaves[n].place] = next;
            double now = tape_distance(t);
            if (now < *best) {
                *best = now;
                return true;
            }
            t->at.at[leaves[n].place] = old;
        }
    }
    tape_run(t);
    return false;
}

bool tape_repair(struct tape *t, uint32_t moves, tape_allows *allowed, void *context) {
    double best = tape_distance(t);
    for (uint32_t move = 0; move < moves && best > 0; move++) {
        bool better = false;
        for (uint32_t i = t->roots.n; i-- > 0 && !better;) {
            const struct number *v = &t->at.at[t->roots.at[i]];
            if (v->tag != NUMBER_TRUTH || v->truth) continue;
            uint32_t place = comparison(t, t->roots.at[i]);
            better = place != UINT32_MAX && mend(t, place, &best, allowed, context);
        }
        if (!better) return false;
    }
    return best == 0 && tape_holds(t);
}

enum answer repair_values(struct solver *s, uint32_t effort) {
    slice_set_all(s);
    if (!tape_repair(&s->numbers->slice.tape, MOVES_MAX, slice_admits, s)) return ANSWER_UNKNOWN;
    slice_take(s);
    return ANSWER_SAT;
}
