// SPDX-License-Identifier: Apache-2.0
// Conditions that share numbers, also by way of others, form a slice. Each slice is solved for itself, by the
// links of the chain.
#include <assert.h>
#include <stdlib.h>

#include "solve/numbers/numbers.h"

struct numbers *numbers_new(void) {
    return mem_zalloc(sizeof(struct numbers));
}

void numbers_free(struct numbers *n) {
    if (!n) return;
    vec_free(&n->conditions);
    vec_free(&n->leaves);
    hash_map_free(&n->leaf_of);
    hash_map_free(&n->rewritten);
    vec_free(&n->stack);
    vec_free(&n->slice_of);
    vec_free(&n->found);
    vec_free(&n->slice.conditions);
    vec_free(&n->slice.leaves);
    vec_free(&n->slice.bounded);
    tape_free(&n->slice.tape);
    mem_free(n);
}

// ---- Cutting ----

static uint32_t leaf_root(struct solver *s, uint32_t i) {
    assert(i < s->numbers->leaves.n);
    while (s->numbers->leaves.at[i].up != i)
        i = s->numbers->leaves.at[i].up = s->numbers->leaves.at[s->numbers->leaves.at[i].up].up;
    return i;
}

// Joins the leaves of a condition; UINT32_MAX if it has none.
static uint32_t join_leaves(struct solver *s, expr_id condition, struct hash_map *seen, uint32_t number) {
    uint32_t root = UINT32_MAX, i;
    vec_push(&s->numbers->stack, condition);
    while (s->numbers->stack.n) {
        expr_id e = vec_pop(&s->numbers->stack);
        if (hash_map_get(seen, e, &i) && i == number) continue;
        hash_map_put(seen, e, number);
        if (hash_map_get(&s->numbers->leaf_of, e, &i)) {
            i = leaf_root(s, i);
            if (root == UINT32_MAX || i < root) {
                if (root != UINT32_MAX) s->numbers->leaves.at[root].up = i;
                root = i;
            } else if (i != root) {
                s->numbers->leaves.at[i].up = root;
            }
            continue;
        }
        for (uint32_t k = 0; k < expr_count(s->x, e); k++) vec_push(&s->numbers->stack, expr_arg(s->x, e, k));
    }
    return root;
}

// The slice of each condition, once the leaves are joined as far as they are.
static void cut_conditions(struct solver *s) {
    struct numbers *n = s->numbers;
    struct hash_map seen = {0};
    vec_clear(&n->slice_of);
    for (uint32_t i = 0; i < n->conditions.n; i++)
        vec_push(&n->slice_of, join_leaves(s, n->conditions.at[i], &seen, i));
    for (uint32_t i = 0; i < n->conditions.n; i++)
        if (n->slice_of.at[i] != UINT32_MAX) n->slice_of.at[i] = leaf_root(s, n->slice_of.at[i]);
    hash_map_free(&seen);
}

enum answer slices_cut(struct solver *s, uint32_t effort) {
    cut_conditions(s);
    return ANSWER_UNKNOWN;
}

enum answer slices_join(struct solver *s, uint32_t effort) {
    for (uint32_t i = 1; i < s->numbers->leaves.n; i++) s->numbers->leaves.at[i].up = 0;
    cut_conditions(s);
    return ANSWER_UNKNOWN;
}

static int compare_ids(const void *a, const void *b) {
    expr_id i = *(const expr_id *)a, j = *(const expr_id *)b;
    return (i > j) - (i < j);
}

void slices_sort_ids(expr_id *ids, uint32_t n) {
    if (n > 1) qsort(ids, n, sizeof *ids, compare_ids);
}

static void take_slice(struct solver *s, uint32_t root) {
    assert(s->numbers->leaves.at[root].up == root);
    struct numbers *n = s->numbers;
    struct slice *c = &n->slice;
    vec_clear(&c->conditions);
    vec_clear(&c->leaves);
    for (uint32_t i = 0; i < n->conditions.n; i++)
        if (n->slice_of.at[i] == root) vec_push(&c->conditions, n->conditions.at[i]);
    for (uint32_t i = root; i < n->leaves.n; i++)
        if (leaf_root(s, i) == root) vec_push(&c->leaves, i);
    slices_sort_ids(c->conditions.at, c->conditions.n);
    c->tape.deadline = s->options.deadline;
    c->tape.stop = s->options.stop;
    c->compiled = tape_compile(&c->tape, s->x, c->conditions.at, c->conditions.n);
    slice_start(s);
}

// ---- Solving ----

static bool slice_has_values(const struct solver *s) {
    const struct numbers *n = s->numbers;
    bool all = true;
    for (uint32_t i = 0; i < n->slice.leaves.n && all; i++) all = n->leaves.at[n->slice.leaves.at[i]].value;
    return all;
}

enum answer slices_solve(struct solver *s, uint32_t effort) {
    for (uint32_t i = 0; i < s->numbers->leaves.n; i++) {
        if (leaf_root(s, i) != i) continue;
        take_slice(s, i);
        if (s->numbers->slice.conditions.n == 0 && s->numbers->slice.started) continue; // any number will do
        enum answer a = chain_run(s, CHAIN_SLICE);
        if (a != ANSWER_SAT) return a;
        assert(slice_has_values(s));
    }
    return ANSWER_SAT;
}

enum answer slices_parents_values(struct solver *s, uint32_t effort) {
    assert(s->numbers->slice.parents);
    return slice_set_all(s) && tape_holds(&s->numbers->slice.tape) ? ANSWER_SAT : ANSWER_UNKNOWN;
}

void slice_remember(struct solver *s, enum answer a) {
    struct numbers *n = s->numbers;
    const struct slice *c = &n->slice;
    assert(a != ANSWER_UNKNOWN);
    vec_clear(&n->found);
    for (uint32_t i = 0; i < c->leaves.n && a == ANSWER_SAT; i++) {
        const struct leaf *l = &n->leaves.at[c->leaves.at[i]];
        vec_push(&n->found, (struct leaf_value){l->e, l->value});
    }
    if (a == ANSWER_SAT && chain_has(s, LINK_MODELS)) models_put(s->models, &n->found);
    if (chain_has(s, LINK_CACHE)) slice_cache_put(s->cache, c->bounded.at, c->bounded.n, a, &n->found);
}

// ---- What a slice is like ----

bool slice_is_compiled(struct solver *s) {
    return s->numbers->slice.compiled;
}

bool slice_is_started(struct solver *s) {
    const struct slice *c = &s->numbers->slice;
    return c->compiled && c->started && c->conditions.n > 0;
}

bool slice_is_parents(struct solver *s) {
    return slice_is_started(s) && s->numbers->slice.parents;
}

bool slice_is_math(struct solver *s) {
    return slice_is_compiled(s) && s->numbers->slice.tape.math;
}

bool slice_is_ieee(struct solver *s) {
    return slice_is_compiled(s) && s->numbers->slice.tape.ieee;
}

bool slice_is_finite_floats(struct solver *s) {
    const struct tape *t = &s->numbers->slice.tape;
    bool any = false;
    if (!slice_is_compiled(s) || t->ieee) return false;
    for (uint32_t i = 0; i < t->leaves.n && !any; i++) any = expr_sort(s->x, t->leaves.at[i]) == SORT_FLOAT;
    return any;
}

static bool is_finite(const struct alternative *a) {
    return a->head == ALT_LITERAL || (a->head == ALT_INT && a->has_lo && a->has_hi);
}

bool slice_is_product(struct solver *s) {
    const struct tape *t = &s->numbers->slice.tape;
    bool product = false;
    if (!slice_is_compiled(s)) return false;
    for (uint32_t i = 0; i < t->code.n && !product; i++) {
        struct instruction in = t->code.at[i];
        product = in.op == EXPR_MUL_OP && t->code.at[in.a].op != EXPR_INT_LIT_OP &&
                  t->code.at[in.b].op != EXPR_INT_LIT_OP;
    }
    for (uint32_t i = 0; i < t->leaves.n && product; i++)
        product = leaf_has_type(s, slice_leaf(s, i), is_finite);
    return product;
}
