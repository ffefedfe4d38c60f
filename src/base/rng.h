// SPDX-License-Identifier: Apache-2.0
// Random numbers (xorshift64*): the same state gives the same numbers.
#ifndef FRISK_BASE_RNG_H
#define FRISK_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state; // not 0
};

static inline uint64_t rng_draw(struct rng *r) { // 53 bits
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return r->state * 0x2545F4914F6CDD1Du >> 11;
}

static inline uint32_t rng_below(struct rng *r, uint32_t n) {
    return (uint32_t)(rng_draw(r) % n);
}

#endif
