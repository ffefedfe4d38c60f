// SPDX-License-Identifier: Apache-2.0
// The size-change principle (Lee, Jones, Ben-Amram, "The size-change principle for program termination", POPL
// 2001): a program ends if every infinite sequence of its calls would make some size decrease infinitely
// often. Sizes are of well-founded sets. A call says which size of what is called is less than, or no more
// than, which size of the caller. All compositions of calls are formed; each that is one of a function with
// itself and idempotent must have a size that is less than itself.
//
// Functions and sizes are numbers that mean something to the caller only.
#ifndef FRISK_ERLANG_SIZE_CHANGE_H
#define FRISK_ERLANG_SIZE_CHANGE_H

#include <stdbool.h>

#include "base/vec.h"

struct size_arc {
    uint32_t from, to; // sizes, of the caller and of the called
    bool strict;       // less; else: no more
};
struct size_call {
    uint32_t from, to; // functions
    uint32_t first, n; // arcs
};
struct size_changes {
    VEC(struct size_call) calls;
    VEC(struct size_arc) arcs;
};

// The arcs from number `first` on are those of the call; equal calls are kept once.
void size_changes_call(struct size_changes *s, uint32_t from, uint32_t to, uint32_t first);
void size_changes_free(struct size_changes *s);

// Whether the program ends; false: that is not shown, or there are too many compositions. Functions are
// numbers below n. *decreasing: sizes that were needed, by what `class_of` (below 32) says of them, a bit
// each.
bool size_changes_end(const struct size_changes *s, uint32_t n, uint32_t (*class_of)(uint32_t),
                      uint32_t *decreasing);

#endif
