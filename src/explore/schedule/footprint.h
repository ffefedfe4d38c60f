// SPDX-License-Identifier: Apache-2.0
// What an event touches of what processes share. Things are named by opaque numbers that a language gives: a
// domain (a mailbox, a table, the names) and a key in it, or all of the domain. Two events depend if they
// touch the same thing and one of them writes; but writing the same value twice is no matter of order, and
// soft writes (to put something in a mailbox, to take something out) commute as far as nobody can tell which
// came first (orders.h). Sets of accesses are kept once and named by numbers.
#ifndef FRISK_EXPLORE_FOOTPRINT_H
#define FRISK_EXPLORE_FOOTPRINT_H

#include "base/hash.h"
#include "base/vec.h"

struct access {
    uint64_t domain, key;
    bool whole; // all keys of the domain; the key is 0
    bool writes;
    bool soft;      // with writes: commutes with other soft ones
    uint64_t value; // written, as a hash; 0: not known, or it depends on what was there
};

typedef uint32_t footprint_id; // 0: touches nothing
#define FOOTPRINT_ALL                                                                                        \
    UINT32_MAX // of an event that is not known: depends on every other that touches something

struct footprints {
    VEC(struct access) accesses; // of all sets, one after the other
    VEC(uint32_t) first;         // of set i, in accesses; set 0 is empty
    struct hash_map by_hash;     // -> the newest set of that hash
    VEC(uint32_t) same_hash;     // of set i: an older one
    VEC(bool) soft;              // set i has a soft access
    VEC(uint8_t) conflicts;      // of pairs of the first sets: 0 not asked for yet, 1 no, 2 yes
    uint32_t known;              // how many of them, squared
};

// Zero-initialised is empty.
void footprints_free(struct footprints *f);

// The set of n accesses, in any order and with repetitions; sorts them.
footprint_id footprint_of(struct footprints *f, struct access *at, uint32_t n);

// Whether events with these footprints depend on one another.
bool footprint_conflict(struct footprints *f, footprint_id a, footprint_id b);
// Whether some access is soft.
bool footprint_is_soft(const struct footprints *f, footprint_id a);

#endif
