// SPDX-License-Identifier: Apache-2.0
// The link enumeration: few unknowns of few values, as loops and arrays with assumed bounds leave them: all
// assignments are run, whatever the arithmetic between them.
#include <assert.h>

#include "solve/numbers/numbers.h"

struct few_values { // of a leaf: all from the first to the last
    int64_t first, last;
};
typedef VEC(struct few_values) few_list;

// Whether some condition is false for sure; one that is not known (64 bits exceeded, division by zero) is
// not.
bool tape_refuted(const struct tape *t) {
    for (uint32_t i = 0; i < t->roots.n; i++) {
        const struct number *v = &t->at.at[t->roots.at[i]];
        if (v->tag == NUMBER_TRUTH && !v->truth) return true;
    }
    return false;
}

static bool all_allowed(const struct tape *t, tape_allows *allowed, void *context) {
    for (uint32_t i = 0; i < t->leaves.n; i++)
        if (!allowed(context, i, t->at.at[t->leaf_at.at[i]])) return false;
    return true;
}

// The next assignment, as an odometer turns. False: that was the last.
static bool advance(struct tape *t, const struct few_values *domains) {
    for (uint32_t i = 0; i < t->leaves.n; i++) {
        struct number v = t->at.at[t->leaf_at.at[i]];
        assert(v.tag == NUMBER_INT && v.i <= domains[i].last);
        bool carry = v.i == domains[i].last;
        v.i = carry ? domains[i].first : v.i + 1;
        tape_set(t, i, v);
        if (!carry) return true;
    }
    return false;
}

// The values of the leaves, which are no more than `most` assignments.
static bool few_enough(const struct tape *t, const struct interval *domains, uint64_t most,
                       few_list *values) {
    uint64_t n = 1, count;
    for (uint32_t i = 0; i < t->leaves.n; i++) {
        struct few_values v;
        if (!interval_count(domains[i], most, &count)) return false;
        if (t->at.at[t->leaf_at.at[i]].tag != NUMBER_INT) return false;
        if (!interval_least(domains[i], &v.first) || !interval_greatest(domains[i], &v.last)) return false;
        vec_push(values, v);
        n *= count;
        if (n > most) return false;
    }
    return t->leaves.n > 0;
}

enum answer tape_enumerate(struct tape *t, const struct interval *domains, uint64_t most,
                           tape_allows *allowed, void *context) {
    assert(domains && allowed && most > 0);
    few_list values = {0};
    if (!few_enough(t, domains, most, &values)) {
        vec_free(&values);
        return ANSWER_UNKNOWN;
    }
    VEC(struct number) before = {0};
    for (uint32_t i = 0; i < t->leaves.n; i++) {
        vec_push(&before, t->at.at[t->leaf_at.at[i]]);
        tape_set(t, i, (struct number){NUMBER_INT, .i = values.at[i].first});
    }
    enum answer a = t->library ? ANSWER_UNKNOWN : ANSWER_UNSAT;
    do {
        bool holds = tape_holds(t);
        if (holds && all_allowed(t, allowed, context))
            a = ANSWER_SAT;
        else if (holds || !tape_refuted(t))
            a = ANSWER_UNKNOWN; // the others may still hold
        if (a != ANSWER_SAT && tape_late(t)) {
            a = ANSWER_UNKNOWN;
            break;
        }
    } while (a != ANSWER_SAT && advance(t, values.at));
    if (a != ANSWER_SAT)
        for (uint32_t i = 0; i < t->leaves.n; i++) tape_set(t, i, before.at[i]);
    vec_free(&before);
    vec_free(&values);
    return a;
}

static enum answer enumerate(struct solver *s, uint32_t leaves, uint64_t most) {
    enum { LEAVES_MAX = 24 };
    struct interval domains[LEAVES_MAX];
    struct tape *t = &s->numbers->slice.tape;
    assert(leaves <= LEAVES_MAX);
    if (!slice_domains(s, domains, leaves)) return ANSWER_UNKNOWN;
    enum answer a = tape_enumerate(t, domains, most, slice_admits, s);
    if (a == ANSWER_UNSAT && t->huge) a = ANSWER_UNKNOWN;
    if (a == ANSWER_SAT) slice_take(s);
    return a;
}

enum answer enumeration_of_few(struct solver *s, uint32_t effort) {
    enum { LEAVES = 4, ASSIGNMENTS = 4096 };
    return enumerate(s, LEAVES, ASSIGNMENTS);
}

// Many unknowns of two values, say, as merged branches on booleans leave them, in some tenths of a second.
enum answer enumeration_of_all(struct solver *s, uint32_t effort) {
    enum { LEAVES = 24, STEPS = 1 << 25 };
    return enumerate(s, LEAVES, STEPS / (s->numbers->slice.tape.code.n + 1));
}
