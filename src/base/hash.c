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
    while (m->slots[i].value && m->slots[i].key != key) i = (i + 1) & mask;
    return i;
}

bool hash_map_get(const struct hash_map *m, uint64_t key, uint32_t *value) {
    if (m->n == 0) return false;
    uint32_t i = place(m, key);
    if (!m->slots[i].value) return false;
    *value = m->slots[i].value - 1;
    return true;
}

static void grow(struct hash_map *m) {
    struct hash_map old = *m;
    m->cap = old.cap ? old.cap * 2 : 16;
    m->slots = mem_zalloc(m->cap * sizeof *m->slots);
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.slots[i].value) m->slots[place(m, old.slots[i].key)] = old.slots[i];
    mem_free(old.slots);
}

void hash_map_put(struct hash_map *m, uint64_t key, uint32_t value) {
    if (m->n * 4 >= m->cap * 3) grow(m);
    uint32_t i = place(m, key);
    if (!m->slots[i].value) m->n++;
    m->slots[i] = (struct hash_slot){key, value + 1};
}

void hash_map_clear(struct hash_map *m) {
    if (m->n) memset(m->slots, 0, m->cap * sizeof *m->slots);
    m->n = 0;
}

void hash_map_free(struct hash_map *m) {
    mem_free(m->slots);
    *m = (struct hash_map){0};
}
