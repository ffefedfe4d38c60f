// SPDX-License-Identifier: Apache-2.0
// The halves of a double: sign, exponent and the first 20 bits of the mantissa are the high word.
#ifndef FRISK_JAVA_STRICT_BITS_H
#define FRISK_JAVA_STRICT_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t high(double x) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    return (int32_t)(bits >> 32);
}

static inline double with_high(double x, int32_t high_word) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    bits = (bits & 0xffffffff) | (uint64_t)(uint32_t)high_word << 32;
    memcpy(&x, &bits, 8);
    return x;
}

static inline double from_high(int32_t high_word) {
    return with_high(0, high_word);
}

static inline double without_low(double x) { // its low word cleared
    return from_high(high(x));
}

#endif
