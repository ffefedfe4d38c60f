// SPDX-License-Identifier: Apache-2.0
// A value of Java in a register, a field or the constant of an instruction: 64 bits, whatever its type.
#ifndef FRISK_JAVA_WORD_H
#define FRISK_JAVA_WORD_H

#include <stdint.h>

struct object;

union word {
    int64_t j; // long; and int, short, char, byte, boolean: always sign- or zero-extended to 64 bits as the
               // type asks
    int32_t i; // the low half: reading an int
    double d;
    float f; // with the upper half 0: write through word_float
    struct object *r;
    uint64_t bits;
};

static inline union word word_long(int64_t v) {
    return (union word){.j = v};
}
static inline union word word_int(int32_t v) {
    return (union word){.j = v};
}
static inline union word word_float(float v) {
    union word w = {.bits = 0};
    w.f = v;
    return w;
}
static inline union word word_double(double v) {
    return (union word){.d = v};
}
static inline union word word_ref(struct object *r) {
    return (union word){.bits = (uint64_t)(uintptr_t)r};
}

#endif
