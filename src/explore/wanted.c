// SPDX-License-Identifier: Apache-2.0
#include "explore/wanted.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    TRIES_MAX = 400,   // runs for one key
    PENDING_MAX = 12,  // inputs that wait for one
    WAITING_MAX = 600, // in all
};

static void input_free(struct wanted_input *w) {
    mem_free(w->input);
    mem_free(w->seen);
    mem_free(w->wanted);
}

void wanted_free(struct wanted_queue *q) {
    for (uint32_t i = 0; i < q->waiting.n; i++) input_free(&q->waiting.at[i]);
    vec_free(&q->waiting);
    hash_map_free(&q->tries);
    hash_map_free(&q->pending);
    hash_map_free(&q->tried);
    if (q->eval) eval_free(q->eval);
}

static uint32_t count_of(const struct hash_map *m, uint64_t key) {
    uint32_t n = 0;
    hash_map_get(m, key, &n);
    return n;
}

static void *copy_of(const void *from, size_t size) {
    void *copy = mem_alloc(size + 1);
    if (size) memcpy(copy, from, size);
    return copy;
}

static void add(struct wanted_queue *q, const struct model *input, const struct wanted_text *w) {
    uint32_t pending = count_of(&q->pending, w->key);
    if (q->waiting.n == WAITING_MAX || pending == PENDING_MAX || count_of(&q->tries, w->key) >= TRIES_MAX)
        return;
    hash_map_put(&q->pending, w->key, pending + 1);
    vec_push(&q->waiting, ((struct wanted_input){
                              .key = w->key,
                              .made = q->runs,
                              .input = copy_of(input->at, input->n * sizeof *input->at),
                              .n_input = input->n,
                              .seen = copy_of(w->seen, w->n_seen * sizeof *w->seen),
                              .wanted = copy_of(w->wanted, w->n_wanted * sizeof *w->wanted),
                              .n_seen = w->n_seen,
                              .n_wanted = w->n_wanted,
                              .base = w->base,
                          }));
}

// ---- Numbers ----

// A comparison of an integer: with which one it holds, most easily.
static bool wanted_number(struct expr_store *x, expr_id condition, expr_id *e, int64_t *v) {
    bool negated = expr_op(x, condition) == EXPR_NOT_OP;
    if (negated) condition = expr_arg(x, condition, 0);
    enum expr_op op = expr_op(x, condition);
    if (op != EXPR_INT_EQ_OP && op != EXPR_INT_LT_OP && op != EXPR_EQ_OP) return false;
    expr_id a = expr_arg(x, condition, 0), b = expr_arg(x, condition, 1);
    if (op == EXPR_EQ_OP) { // of terms
        if (expr_op(x, b) == EXPR_INT_OP && expr_op(x, expr_arg(x, b, 0)) == EXPR_INT_LIT_OP)
            b = expr_arg(x, b, 0), a = expr_ival(x, a);
        else if (expr_op(x, a) == EXPR_INT_OP && expr_op(x, expr_arg(x, a, 0)) == EXPR_INT_LIT_OP)
            a = expr_arg(x, a, 0), b = expr_ival(x, b);
        else
            return false;
    }
    bool first = expr_get_int64(x, a, v);
    if (!first && !expr_get_int64(x, b, v)) return false;
    *e = first ? b : a;
    if (*v <= INT64_MIN / 2 || *v >= INT64_MAX / 2) return false;
    if (op != EXPR_INT_LT_OP) {
        *v += negated;
        return true;
    }
    if (!negated) *v += first ? 1 : -1; // v < e, e < v
    return true;
}

static bool number_under(struct wanted_queue *q, struct expr_store *x, const struct model *m, expr_id e,
                         int64_t *v) {
    eval_begin(q->eval, m);
    expr_id known = eval_value(q->eval, e);
    return known && expr_get_int64(x, known, v) && *v > INT64_MIN / 2 && *v < INT64_MAX / 2;
}

static uint32_t write_digits(int64_t v, uint32_t base, uint16_t *out) {
    char text[24];
    uint64_t plain = v < 0 ? -(uint64_t)v : (uint64_t)v;
    int n = snprintf(text, sizeof text, base == 16 ? "%" PRIx64 : "%" PRIu64, plain);
    for (int i = 0; i < n; i++) out[i] = (uint16_t)text[i];
    return (uint32_t)n;
}

static void add_digits(struct wanted_queue *q, const struct model *input, uint64_t key, int64_t seen,
                       int64_t wanted) {
    uint16_t from[24], to[24];
    if (seen == wanted || (seen < 0 && wanted > 0) || (seen > 0 && wanted < 0)) return;
    for (uint32_t base = 10; base <= 16; base += 6) {
        if (base == 16 && seen > -10 && seen < 10 && wanted > -10 && wanted < 10) continue; // as before
        const struct wanted_text w = {
            key, from, to, write_digits(seen, base, from), write_digits(wanted, base, to), base};
        add(q, input, &w);
    }
}

// The expression may be off by what its characters are more than digits: by how much shows where all digits
// are 0.
void wanted_add_number(struct wanted_queue *q, struct expr_store *x, uint32_t point, expr_id condition,
                       const struct model *input) {
    expr_id e;
    int64_t wanted, now, zero;
    if (!condition || !wanted_number(x, condition, &e, &wanted)) return;
    if (!q->eval) q->eval = eval_new(x);
    if (!number_under(q, x, input, e, &now)) return;
    uint64_t key = hash_mix(point, (uint64_t)wanted);
    // One character is a number only with its zero taken off.
    if (expr_op(x, e) != EXPR_IVAL_OP) add_digits(q, input, key, now, wanted);
    struct model zeros = {input->n, NULL, input->variables};
    struct binding *at = mem_alloc((input->n + 1) * sizeof *at);
    for (uint32_t i = 0; i < input->n; i++)
        at[i] = (struct binding){input->at[i].variable, text_edit_zero_digits(x, input->at[i].value)};
    zeros.at = at;
    if (number_under(q, x, &zeros, e, &zero) && zero) add_digits(q, input, key, now - zero, wanted - zero);
    mem_free(at);
}

void wanted_add(struct wanted_queue *q, struct expr_store *x, const struct trace *t,
                const struct model *input) {
    q->runs++;
    for (uint32_t i = 0; i < t->wanted.n; i++) add(q, input, &t->wanted.at[i]);
    for (uint32_t i = 0; i < t->missed.n; i++)
        wanted_add_number(q, x, t->missed.at[i], t->missed_conditions.at[i], input);
}

void wanted_add_likewise(struct wanted_queue *q, const struct expr_store *x, uint32_t point,
                         const struct model *parent, const struct model *found) {
    enum { FEW = 20 };
    uint16_t from = 0, to = 0;
    uint32_t differ = 0;
    for (uint32_t i = 0; i < found->n && differ < 2; i++) {
        expr_id before = model_value(parent, found->at[i].variable);
        if (before == found->at[i].value) continue;
        differ += before && text_edit_single(x, before, found->at[i].value, &from, &to) ? 1 : 2;
    }
    uint64_t key = hash_mix(hash_mix(point, to), from);
    if (differ != 1 || count_of(&q->tries, key) >= FEW) return;
    const struct wanted_text w = {key, &from, &to, 1, 1, TEXT_EDIT_EVERYWHERE};
    add(q, found, &w);
}

static void drop(struct wanted_queue *q, uint32_t i) {
    uint64_t key = q->waiting.at[i].key;
    hash_map_put(&q->pending, key, count_of(&q->pending, key) - 1);
    input_free(&q->waiting.at[i]);
    q->waiting.at[i] = vec_pop(&q->waiting);
}

static uint32_t best(const struct wanted_queue *q, uint32_t *tries) {
    uint32_t at = 0;
    *tries = UINT32_MAX;
    for (uint32_t i = 0; i < q->waiting.n; i++) {
        const struct wanted_input *w = &q->waiting.at[i];
        uint32_t n = count_of(&q->tries, w->key);
        if (n > *tries || (n == *tries && w->made <= q->waiting.at[at].made)) continue;
        at = i;
        *tries = n;
    }
    return at;
}

bool wanted_take(struct wanted_queue *q, struct random_inputs *r, struct model *out) {
    uint32_t tries, known;
    while (q->waiting.n) {
        uint32_t i = best(q, &tries);
        struct wanted_input *w = &q->waiting.at[i];
        const struct model input = {w->n_input, w->input, NULL};
        const struct text_edit edit = {{w->seen, w->n_seen}, {w->wanted, w->n_wanted}, w->base, w->next++};
        if (tries >= TRIES_MAX || !random_replace(r, &input, &edit, out)) {
            drop(q, i);
            continue;
        }
        uint64_t hash = model_hash(out);
        if (hash_map_get(&q->tried, hash, &known)) continue;
        hash_map_put(&q->tried, hash, 1);
        hash_map_put(&q->tries, w->key, tries + 1);
        return true;
    }
    return false;
}

bool wanted_has_turn(struct wanted_queue *q) {
    enum { FRUITLESS = 100, HALVED_MOST = 2 };
    uint32_t tries, halved = q->fruitless / FRUITLESS;
    if (!q->waiting.n) return false;
    best(q, &tries);
    uint32_t every = tries ? 4 : 2;
    every <<= halved < HALVED_MOST ? halved : HALVED_MOST;
    return ++q->turns % every == 0;
}

void wanted_note_run(struct wanted_queue *q, bool news) {
    q->fruitless = news ? 0 : q->fruitless + 1;
}

void wanted_mark(const struct wanted_queue *q, struct expr_sweep *w) {
    for (uint32_t i = 0; i < q->waiting.n; i++)
        for (uint32_t k = 0; k < q->waiting.at[i].n_input; k++)
            expr_sweep_mark(w, q->waiting.at[i].input[k].value);
}
