// SPDX-License-Identifier: Apache-2.0
// Hashes of 64-bit words and bytes, and an open-addressing map from 64-bit keys to 32-bit values.
#ifndef FRISK_BASE_HASH_H
#define FRISK_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 32;
}

uint64_t hash_bytes(const void *bytes, size_t n); // XXH3, 64 bits

struct hash_slot { // key and value side by side: one access to memory
    uint64_t key;
    uint32_t value; // value + 1; 0 marks a free place
};

// Zero-initialised is empty. Any 64-bit key is allowed. Not thread safe.
struct hash_map {
    struct hash_slot *slots;
    uint32_t n, cap;
};

bool hash_map_get(const struct hash_map *m, uint64_t key, uint32_t *value); // value must not be UINT32_MAX
void hash_map_put(struct hash_map *m, uint64_t key, uint32_t value);        // inserts or replaces
void hash_map_clear(struct hash_map *m);                                    // keeps the memory
void hash_map_free(struct hash_map *m);

#endif
