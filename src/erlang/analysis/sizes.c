// SPDX-License-Identifier: Apache-2.0
#include "erlang/analysis/sizes.h"

enum { EXACT_WORDS = SIZES_EXACT / 64, PERIOD_WORDS = SIZES_PERIOD / 64 };

// The class of a size; of what is a class already it is itself.
static uint32_t class_of(uint64_t size) {
    return (uint32_t)(size < SIZES_CLASSES ? size : SIZES_EXACT + (size - SIZES_EXACT) % SIZES_PERIOD);
}

static void put(struct sizes *s, uint64_t size) {
    uint32_t c = class_of(size);
    s->word[c / 64] |= (uint64_t)1 << c % 64;
}

// The next class of the set from `from` on; SIZES_CLASSES: none.
static uint32_t next_class(const struct sizes *s, uint32_t from) {
    for (uint32_t w = from / 64; w < SIZES_WORDS; w++) {
        uint64_t bits = s->word[w];
        if (w == from / 64) bits &= ~(uint64_t)0 << from % 64;
        if (bits) return w * 64 + (uint32_t)__builtin_ctzll(bits);
    }
    return SIZES_CLASSES;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

struct sizes sizes_some(uint64_t base, uint64_t unit) {
    struct sizes s = {0};
    put(&s, base);
    if (!unit) return s;
    uint64_t from = base, step = gcd(unit, SIZES_PERIOD);
    for (; from < SIZES_EXACT; from += unit) put(&s, from);
    for (uint64_t i = 0; i < SIZES_PERIOD; i += step) put(&s, class_of(from) + i);
    return s;
}

struct sizes sizes_all(uint64_t base, uint64_t unit) {
    struct sizes s = {0};
    if (!unit && base < SIZES_EXACT) put(&s, base);
    if (!unit) return s;
    for (uint64_t size = base; size < SIZES_EXACT; size += unit) put(&s, size);
    if (SIZES_PERIOD % unit || base > SIZES_EXACT) return s;
    for (uint64_t size = SIZES_EXACT; size < SIZES_CLASSES; size++)
        if ((size - base) % unit == 0) put(&s, size);
    return s;
}

struct sizes sizes_between(uint64_t lo, uint64_t hi) {
    struct sizes s = {0};
    uint64_t end = hi - lo < 2 * SIZES_CLASSES ? hi : lo + 2 * SIZES_CLASSES; // all classes by then
    for (uint64_t size = lo; lo <= hi && size <= end; size++) put(&s, size);
    return s;
}

struct sizes sizes_union(const struct sizes *a, const struct sizes *b) {
    struct sizes s;
    for (uint32_t i = 0; i < SIZES_WORDS; i++) s.word[i] = a->word[i] | b->word[i];
    return s;
}

struct sizes sizes_meet(const struct sizes *a, const struct sizes *b) {
    struct sizes s;
    for (uint32_t i = 0; i < SIZES_WORDS; i++) s.word[i] = a->word[i] & b->word[i];
    return s;
}

struct sizes sizes_minus(const struct sizes *a, const struct sizes *b) {
    struct sizes s;
    for (uint32_t i = 0; i < SIZES_WORDS; i++) s.word[i] = a->word[i] & ~b->word[i];
    return s;
}

// Adds the classes of a moved up by a class: word by word, and what comes out at the end back by periods.
static void add_moved(struct sizes *out, const struct sizes *a, uint32_t by) {
    uint64_t moved[2 * SIZES_WORDS] = {0};
    for (uint32_t i = 0; i < SIZES_WORDS; i++) {
        uint32_t w = i + by / 64;
        moved[w] |= a->word[i] << by % 64;
        if (by % 64) moved[w + 1] |= a->word[i] >> (64 - by % 64);
    }
    for (uint32_t w = 0; w < 2 * SIZES_WORDS; w++)
        out->word[w < EXACT_WORDS ? w : EXACT_WORDS + (w - EXACT_WORDS) % PERIOD_WORDS] |= moved[w];
}

static uint32_t count(const struct sizes *a) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < SIZES_WORDS; i++) n += (uint32_t)__builtin_popcountll(a->word[i]);
    return n;
}

struct sizes sizes_sum(const struct sizes *a, const struct sizes *b) {
    struct sizes s = {0};
    if (count(a) < count(b)) return sizes_sum(b, a);
    for (uint32_t c = 0; (c = next_class(b, c)) < SIZES_CLASSES; c++) add_moved(&s, a, c);
    return s;
}

struct sizes sizes_without_first(const struct sizes *a, uint64_t bits) {
    struct sizes s = {0};
    for (uint32_t c = 0; (c = next_class(a, c)) < SIZES_CLASSES; c++) {
        if (c < SIZES_EXACT) {
            if (c >= bits) put(&s, c - bits);
            continue;
        }
        uint64_t size = c; // the class's members that are long enough, until what is left is a class itself
        if (size < bits) size += (bits - size + SIZES_PERIOD - 1) / SIZES_PERIOD * SIZES_PERIOD;
        for (; size - bits < SIZES_CLASSES; size += SIZES_PERIOD) put(&s, size - bits);
    }
    return s;
}

bool sizes_empty(const struct sizes *a) {
    return next_class(a, 0) == SIZES_CLASSES;
}

bool sizes_subset(const struct sizes *a, const struct sizes *b) {
    for (uint32_t i = 0; i < SIZES_WORDS; i++)
        if (a->word[i] & ~b->word[i]) return false;
    return true;
}

uint64_t sizes_least(const struct sizes *a) {
    return next_class(a, 0);
}

uint64_t sizes_most(const struct sizes *a) {
    if (next_class(a, SIZES_EXACT) < SIZES_CLASSES) return SIZES_NO_END;
    uint64_t most = 0;
    for (uint32_t c = 0; (c = next_class(a, c)) < SIZES_CLASSES; c++) most = c;
    return most;
}

uint64_t sizes_unit(const struct sizes *a) {
    uint64_t least = sizes_least(a), unit = 0;
    for (uint32_t c = 0; (c = next_class(a, c)) < SIZES_CLASSES; c++)
        unit = gcd(gcd(unit, c - least), c < SIZES_EXACT ? 0 : SIZES_PERIOD);
    return unit;
}

struct sizes sizes_blur(const struct sizes *a) {
    return sizes_some(sizes_least(a), sizes_unit(a));
}
