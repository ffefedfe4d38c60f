// SPDX-License-Identifier: Apache-2.0
// How much a test tries. `make check` runs the sanitizer build in the fast tier and the release build in the
// full one: every kind of case stands in both, the long tables and the random cases shrink in the first.
// `make nightly` tries much more. $FRISK_TEST_TIER says which; without it a program run by hand tries all
// that `make check` does.
#ifndef FRISK_TESTS_TIER_H
#define FRISK_TESTS_TIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline bool tier_is(const char *name) {
    const char *tier = getenv("FRISK_TEST_TIER");
    return tier && !strcmp(tier, name);
}

// One of three numbers: of random cases, say.
static inline uint32_t tier_number(uint32_t fast, uint32_t full, uint32_t nightly) {
    return tier_is("fast") ? fast : tier_is("nightly") ? nightly : full;
}

// Whether row i of a table is tried: all are, but in the fast tier one of n.
static inline bool tier_takes(size_t i, size_t n) {
    return !tier_is("fast") || i % n == 0;
}

// Of a long table: one of n in the fast tier, one of m in the full one, all in the nightly one.
static inline bool tier_takes_some(size_t i, size_t n, size_t m) {
    return i % (tier_is("fast") ? n : tier_is("nightly") ? 1 : m) == 0;
}

#endif
