// SPDX-License-Identifier: Apache-2.0
// Variables lie in chunks that never move, each twice as big as the one before, so that readers need no lock.
#include "expr/variables.h"

#include "base/hash.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/mem.h"

enum { FIRST_BITS = 6, CHUNKS = 32 - FIRST_BITS };

struct variable {
    uint32_t type;
    expr_id otherwise;
};

struct variables {
    pthread_mutex_t lock; // of adding
    atomic_uint n;
    struct variable *_Atomic chunks[CHUNKS];
};

struct variables *variables_new(void) {
    struct variables *v = mem_zalloc(sizeof *v);
    pthread_mutex_init(&v->lock, NULL);
    return v;
}

void variables_free(struct variables *v) {
    if (!v) return;
    for (uint32_t i = 0; i < CHUNKS; i++) mem_free(v->chunks[i]);
    pthread_mutex_destroy(&v->lock);
    mem_free(v);
}

// Chunk k holds the numbers from (2^k - 1) * 2^FIRST_BITS on.
static uint32_t chunk_of(uint32_t number, uint32_t *first, uint32_t *size) {
    uint32_t k = 31 - (uint32_t)__builtin_clz((number >> FIRST_BITS) + 1);
    *first = (((uint32_t)1 << k) - 1) << FIRST_BITS;
    *size = (uint32_t)1 << (k + FIRST_BITS);
    return k;
}

static const struct variable *variable_at(const struct variables *v, uint32_t number) {
    uint32_t first, size, k = chunk_of(number, &first, &size);
    assert(number < atomic_load(&v->n));
    return &v->chunks[k][number - first];
}

uint32_t variables_add(struct variables *v, uint32_t type, expr_id otherwise) {
    pthread_mutex_lock(&v->lock);
    uint32_t number = atomic_load(&v->n), first, size, k = chunk_of(number, &first, &size);
    assert(number < UINT32_MAX / 4 && otherwise);
    if (!v->chunks[k]) v->chunks[k] = mem_zalloc(size * sizeof(struct variable));
    v->chunks[k][number - first] = (struct variable){type, otherwise};
    atomic_store(&v->n, number + 1);
    pthread_mutex_unlock(&v->lock);
    return number;
}

uint32_t variables_count(const struct variables *v) {
    return atomic_load(&v->n);
}

uint32_t variables_type(const struct variables *v, uint32_t number) {
    return variable_at(v, number)->type;
}

expr_id variables_otherwise(const struct variables *v, uint32_t number) {
    return variable_at(v, number)->otherwise;
}

expr_id model_value(const struct model *m, uint32_t variable) {
    uint32_t lo = 0, hi = m->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (m->at[mid].variable < variable)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo < m->n && m->at[lo].variable == variable) return m->at[lo].value;
    return m->variables ? variables_otherwise(m->variables, variable) : EXPR_NONE;
}

uint64_t model_hash(const struct model *m) {
    uint64_t h = 1;
    for (uint32_t i = 0; i < m->n; i++) h = hash_mix(h, hash_mix(m->at[i].variable, m->at[i].value));
    return h;
}
