// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <string.h>
#include <xxhash.h>

#include "base/mem.h"

uint64_t hash_bytes(const void *bytes, size_t n) {
    return XXH3_64bits(bytes, n);
}

static uint32_t place(const struct hash_map *m, uint64_t key) {
    uint32_t mask = m->cap - 1, i = (uint32_t)hash_mix(0, key) & mask;
    while (m->values[i] && m->keys[i] != key) i = (i + 1) & mask;
    return i;
}

bool hash_map_get(const struct hash_map *m, uint64_t key, uint32_t *value) {
    if (m->n == 0) return false;
    uint32_t i = place(m, key);
    if (!m->values[i]) return false;
    *value = m->values[i] - 1;
    return true;
}

static void grow(struct hash_map *m) {
    struct hash_map old = *m;
    m->cap = old.cap ? old.cap * 2 : 16;
    m->keys = mem_alloc(m->cap * sizeof *m->keys);
    m->values = mem_zalloc(m->cap * sizeof *m->values);
    for (uint32_t i = 0; i < old.cap; i++) {
        if (!old.values[i]) continue;
        uint32_t j = place(m, old.keys[i]);
        m->keys[j] = old.keys[i];
        m->values[j] = old.values[i];
    }
    mem_free(old.keys);
    mem_free(old.values);
}

void hash_map_put(struct hash_map *m, uint64_t key, uint32_t value) {
    if (m->n * 4 >= m->cap * 3) grow(m);
    uint32_t i = place(m, key);
    if (!m->values[i]) m->n++;
    m->keys[i] = key;
    m->values[i] = value + 1;
}

void hash_map_clear(struct hash_map *m) {
    if (m->n) memset(m->values, 0, m->cap * sizeof *m->values);
    m->n = 0;
}

void hash_map_free(struct hash_map *m) {
    mem_free(m->keys);
    mem_free(m->values);
    *m = (struct hash_map){0};
}
