// SPDX-License-Identifier: Apache-2.0
// Sets of sizes of bit strings, in bits: every size below SIZES_EXACT by itself, those from there on by what
// is left when they are divided by SIZES_PERIOD. So union, meet and difference are exact for sets that can be
// told at all, and there are finitely many; of <<_:M, _:_*N>> all is told where N divides the period.
#ifndef FRISK_ERLANG_SIZES_H
#define FRISK_ERLANG_SIZES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SIZES_EXACT = 576,
    SIZES_PERIOD = 192,
    SIZES_CLASSES = SIZES_EXACT + SIZES_PERIOD, // class 576 + r: all sizes 576 + r + k * 192
    SIZES_WORDS = SIZES_CLASSES / 64,
};
#define SIZES_NO_END UINT64_MAX

struct sizes {
    uint64_t word[SIZES_WORDS]; // by class
};

// The classes in which some size (or: all sizes) is base + k * unit; unit 0: base alone.
struct sizes sizes_some(uint64_t base, uint64_t unit);
struct sizes sizes_all(uint64_t base, uint64_t unit);
struct sizes sizes_between(uint64_t lo,
                           uint64_t hi); // the classes in which some size is; SIZES_NO_END: no end

struct sizes sizes_union(const struct sizes *a, const struct sizes *b);
struct sizes sizes_meet(const struct sizes *a, const struct sizes *b);
struct sizes sizes_minus(const struct sizes *a, const struct sizes *b);
struct sizes sizes_sum(const struct sizes *a, const struct sizes *b);   // of one of each, put together
struct sizes sizes_without_first(const struct sizes *a, uint64_t bits); // what is left behind so many bits
struct sizes sizes_blur(const struct sizes *a); // the least <<_:M, _:_*N>> that holds it

bool sizes_empty(const struct sizes *a);
bool sizes_subset(const struct sizes *a, const struct sizes *b);
uint64_t sizes_least(const struct sizes *a); // of a set that is not empty
uint64_t sizes_most(const struct sizes *a);  // SIZES_NO_END: no end
uint64_t sizes_unit(const struct sizes *a);  // the greatest that divides all differences; 0: one size

#endif
