// SPDX-License-Identifier: Apache-2.0
#include "explore/trace.h"

#include <assert.h>

void trace_init(struct trace *t, struct expr_store *x, struct facts *facts, uint32_t depth) {
    *t = (struct trace){.exprs = x, .facts = facts, .depth = depth, .reach = depth, .facts_usable = true};
    arena_init(&t->wanted_texts, 1 << 12);
}

void trace_free(struct trace *t) {
    vec_free(&t->decisions);
    vec_free(&t->ways);
    vec_free(&t->points);
    vec_free(&t->missed);
    vec_free(&t->missed_conditions);
    vec_free(&t->wanted);
    arena_free(&t->wanted_texts);
    vec_free(&t->noted);
    vec_free(&t->noted_missed);
    hash_map_free(&t->decided_at);
    *t = (struct trace){0};
}

void trace_reset(struct trace *t) {
    for (uint32_t i = 0; i < t->points.n; i++) t->noted.at[t->points.at[i] / 64] = 0;
    for (uint32_t i = 0; i < t->missed.n; i++) t->noted_missed.at[t->missed.at[i] / 64] = 0;
    vec_clear(&t->decisions);
    vec_clear(&t->ways);
    vec_clear(&t->points);
    vec_clear(&t->missed);
    vec_clear(&t->missed_conditions);
    vec_clear(&t->wanted);
    arena_reset(&t->wanted_texts);
    t->closed = t->bounded = t->ended = t->refused = false;
    t->place = 0;
    hash_map_clear(&t->decided_at);
    t->contradictions = 0;
    facts_reset(t->facts);
    t->facts_usable = true;
}

// A loop may pass the same implied condition a million times: each point is noted once.
static bool first_time(bit_set *noted, uint32_t point) {
    uint32_t word = point / 64;
    uint64_t bit = (uint64_t)1 << point % 64;
    while (noted->n <= word) vec_push(noted, 0);
    if (noted->at[word] & bit) return false;
    noted->at[word] |= bit;
    return true;
}

static void note(struct trace *t, uint32_t point) {
    if (first_time(&t->noted, point)) vec_push(&t->points, point);
}

static void miss(struct trace *t, uint32_t point, expr_id condition) {
    if (!first_time(&t->noted_missed, point)) return;
    vec_push(&t->missed, point);
    vec_push(&t->missed_conditions, condition);
}

static void note_missed(struct trace *t, expr_id condition, uint32_t point) {
    if (condition != EXPR_TRUE && condition != EXPR_FALSE)
        miss(t, point, condition); // else its values play no part in it
}

static enum truth test(struct trace *t, expr_id condition) {
    assert(condition != EXPR_NONE);
    if (condition == EXPR_TRUE) return TRUTH_TRUE;
    if (condition == EXPR_FALSE) return TRUTH_FALSE;
    return t->facts_usable ? facts_test(t->facts, condition) : TRUTH_OPEN;
}

bool trace_knows(struct trace *t, expr_id condition, bool truth) {
    return test(t, condition) == (truth ? TRUTH_TRUE : TRUTH_FALSE);
}

// What the run did is so; if the facts say it cannot be, the expressions have missed something.
static void assume(struct trace *t, expr_id condition) {
    if (!t->facts_usable || condition == EXPR_TRUE) return;
    if (facts_assume(t->facts, condition)) return;
    t->facts_usable = false;
    t->contradictions++;
}

// Whether the path may decide once more there: the branch bound of Artemis (W. H. K. Bester, Stellenbosch
// 2013).
static bool within_bound(struct trace *t, uint32_t site) {
    if (!t->bound || t->place == TRACE_NO_PLACE) return true;
    uint64_t place = t->place ? t->place : site;
    uint32_t n = 0;
    hash_map_get(&t->decided_at, place, &n);
    assert(n <= t->bound);
    t->closed = t->bounded = n >= t->bound;
    if (!t->bounded) hash_map_put(&t->decided_at, place, n + 1);
    return !t->bounded;
}

void trace_branch(struct trace *t, uint32_t site, expr_id condition, bool taken, const uint32_t points[2]) {
    assert(t->decisions.n <= t->reach);
    if (!t->closed) {
        enum truth known = test(t, condition);
        if (known == TRUTH_OPEN && t->decisions.n < t->reach) {
            if (!within_bound(t, site)) return;
            struct way ways[2] = {{expr_not(t->exprs, condition), points[0]}, {condition, points[1]}};
            vec_push(&t->decisions, (struct decision){DECISION_BRANCH, site, taken, 2, t->ways.n, t->far});
            vec_push(&t->ways, ways[0]);
            vec_push(&t->ways, ways[1]);
            assume(t, ways[taken].condition);
            return;
        }
        if (known == TRUTH_OPEN) t->closed = true;
        if (known == (taken ? TRUTH_FALSE : TRUTH_TRUE)) t->contradictions++;
        if (known != TRUTH_OPEN)
            note_missed(t, taken ? expr_not(t->exprs, condition) : condition, points[!taken]);
    }
    note(t, points[taken]);
}

void trace_implied(struct trace *t, uint32_t point, uint32_t missed) {
    if (!t->closed) miss(t, missed, EXPR_NONE);
    note(t, point);
}

// Appends the ways that are not known to be impossible, and the one taken in any case.
static uint32_t keep_ways(struct trace *t, const struct way *ways, uint32_t n, uint32_t taken,
                          uint32_t *kept_taken) {
    uint32_t first = t->ways.n;
    for (uint32_t i = 0; i < n; i++) {
        if (i == taken)
            *kept_taken = t->ways.n - first;
        else if (test(t, ways[i].condition) == TRUTH_FALSE) {
            note_missed(t, ways[i].condition, ways[i].point);
            continue;
        }
        vec_push(&t->ways, ways[i]);
    }
    assert(t->ways.n > first + *kept_taken);
    return t->ways.n - first;
}

void trace_choice(struct trace *t, uint32_t site, const struct way *ways, uint32_t n, uint32_t taken) {
    assert(taken < n);
    uint32_t first = t->ways.n;
    if (!t->closed) {
        enum truth known = test(t, ways[taken].condition);
        if (known == TRUTH_FALSE) t->contradictions++;
        uint32_t kept_taken = 0;
        uint32_t kept = known == TRUTH_TRUE ? 0 : keep_ways(t, ways, n, taken, &kept_taken);
        if (kept > 1 && t->decisions.n < t->reach) {
            if (!within_bound(t, site)) {
                t->ways.n = first;
                return;
            }
            vec_push(&t->decisions,
                     (struct decision){DECISION_CHOICE, site, kept_taken, kept, first, t->far});
            assume(t, ways[taken].condition);
            return;
        }
        if (kept > 1) t->closed = true;
    }
    t->ways.n = first;
    note(t, ways[taken].point);
}

void trace_end(struct trace *t) {
    t->closed = t->bounded = t->ended = true;
}

void trace_refuse(struct trace *t) {
    t->closed = t->refused = true;
}

void trace_wants(struct trace *t, uint64_t key, const uint16_t *seen, uint32_t n_seen, const uint16_t *wanted,
                 uint32_t n_wanted) {
    enum { WANTED_MAX = 64, EACH_MAX = 4, LONGEST = 256 };
    uint32_t each = 0;
    if (t->wanted.n == WANTED_MAX || n_seen > LONGEST || n_wanted > LONGEST) return;
    for (uint32_t i = 0; i < t->wanted.n; i++) each += t->wanted.at[i].key == key;
    if (each == EACH_MAX) return;
    vec_push(&t->wanted, ((struct wanted_text){
                             .key = key,
                             .seen = arena_copy(&t->wanted_texts, seen, n_seen * sizeof *seen),
                             .wanted = arena_copy(&t->wanted_texts, wanted, n_wanted * sizeof *wanted),
                             .n_seen = n_seen,
                             .n_wanted = n_wanted,
                         }));
}
