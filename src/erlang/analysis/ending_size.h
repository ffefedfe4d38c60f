// SPDX-License-Identifier: Apache-2.0
// Internal to ending.c and ending_size.c: what a call does to sizes.
#ifndef FRISK_ERLANG_ENDING_SIZE_H
#define FRISK_ERLANG_ENDING_SIZE_H

#include "erlang/analysis/ending.h"
#include "erlang/analysis/size_change.h"

enum size_class { SIZE_TERM, SIZE_DOWN, SIZE_UP, SIZE_ABS, SIZE_GAP, SIZE_ROOM, SIZE_KNOWN };

struct segment_within { // a part of a bit string
    uint32_t number, whole;
    bool strict; // something is before it
};

struct letrec_entered {       // in the pass at hand
    uint32_t scope, bindings; // so many bindings had been made
};

struct ending {
    bool failed;
    uint32_t n_variants;
    bool *seen;
    VEC(uint32_t) todo;
    struct size_changes changes;
    // Of the pass at hand: the numbers of the parameters, then of the captured values.
    VEC(uint32_t) numbers;
    VEC(struct segment_within) segments;
    VEC(struct letrec_entered) entered;
};

uint32_t ending_size_class(uint32_t size);
void ending_arcs(struct pass *p, uint32_t variant); // appends those of the call at hand

#endif
