// SPDX-License-Identifier: Apache-2.0
#include "explore/record/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"

void covered_free(struct covered *c) {
    mem_free(c->at);
    *c = (struct covered){0};
}

bool covered_add(struct covered *c, uint32_t place) {
    enum { SPARE = 256 };
    if (place >= c->n) {
        uint32_t n = place + SPARE;
        c->at = mem_realloc(c->at, n);
        memset(c->at + c->n, 0, n - c->n);
        c->n = n;
    }
    bool new = !c->at[place];
    c->at[place] = 1;
    return new;
}

struct covered covered_copy(const uint8_t *at, uint32_t n) {
    return (struct covered){mem_copy(at, n), n};
}

// ---- Reports ----

struct line {
    uint32_t function, line;
    bool hit;
};

struct coverage_tally {
    VEC(struct code_coverage) functions;
    VEC(uint64_t) numbers; // theirs
    struct hash_map index;
    VEC(struct line) lines;
};

void coverage_free(struct code_coverage *c, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        mem_free(c[i].name);
        mem_free(c[i].missed);
    }
    mem_free(c);
}

struct coverage_tally *coverage_tally_new(void) {
    return mem_zalloc(sizeof(struct coverage_tally));
}

static uint32_t index_of(struct coverage_tally *t, uint64_t function) {
    uint32_t i;
    if (hash_map_get(&t->index, function, &i)) return i;
    hash_map_put(&t->index, function, t->functions.n);
    vec_push(&t->numbers, function);
    vec_push(&t->functions, ((struct code_coverage){0}));
    return t->functions.n - 1;
}

void coverage_tally_add(struct coverage_tally *t, struct covered_place p) {
    uint32_t i = index_of(t, p.function);
    struct code_coverage *c = &t->functions.at[i];
    struct coverage_count none, *counts[COVERED_KINDS] = {&none, &c->clauses, &c->generated, &c->native};
    counts[p.kind]->of++;
    counts[p.kind]->hit += p.hit;
    if (p.line) vec_push(&t->lines, ((struct line){i, p.line, p.hit}));
}

// By function and number; of one number the one that was reached first.
static int in_order(const void *a, const void *b) {
    const struct line *l = a, *r = b;
    if (l->function != r->function) return l->function < r->function ? -1 : 1;
    return l->line != r->line ? (l->line > r->line) - (l->line < r->line) : r->hit - l->hit;
}

static void add_line(struct code_coverage *c, const struct line *l) {
    c->lines.of++;
    c->lines.hit += l->hit;
    if (l->hit) return;
    c->missed = mem_realloc(c->missed, (c->n_missed + 1) * sizeof *c->missed);
    c->missed[c->n_missed++] = l->line;
}

uint32_t coverage_tally_end(struct coverage_tally *t, struct code_coverage **out, uint64_t **functions) {
    uint32_t n = t->functions.n;
    if (t->lines.n) qsort(t->lines.at, t->lines.n, sizeof *t->lines.at, in_order);
    for (uint32_t i = 0; i < t->lines.n; i++) {
        const struct line *l = &t->lines.at[i], *before = i ? l - 1 : NULL;
        if (!before || before->line != l->line || before->function != l->function)
            add_line(&t->functions.at[l->function], l);
    }
    *out = t->functions.at;
    *functions = t->numbers.at;
    hash_map_free(&t->index);
    vec_free(&t->lines);
    mem_free(t);
    return n;
}
