// SPDX-License-Identifier: Apache-2.0
// What was concretised: a symbolic value went on as a concrete one, so that the decisions behind it say less
// than they could. Counted for each reason and place. A runner counts for itself; its unit sums up.
//
// One thread at a time: whoever adds to a unit's holds its lock.
#ifndef FRISK_EXPLORE_RECORD_CONCRETISED_H
#define FRISK_EXPLORE_RECORD_CONCRETISED_H

#include "base/hash.h"
#include "base/symbol.h"
#include "base/vec.h"

struct concretised_place {
    symbol what;   // "erlang:phash2/1"
    symbol file;   // or another text that tells the place; 0: not known
    uint32_t line; // of the file; 0: none
    uint64_t count;
};

struct concretised { // all zero: nothing
    VEC(struct concretised_place) places;
    struct hash_map index; // of what, file and line
    uint64_t in_run;       // since concretised_begin_run
};

void concretised_free(struct concretised *c);
void concretised_begin_run(struct concretised *c);
void concretised_note(struct concretised *c, symbol what, symbol file, uint32_t line);
void concretised_add(struct concretised *into, const struct concretised *from);

struct lost_entry { // as it is reported
    char *what;
    char *where; // "file:line", or ""
    uint64_t count;
};
// The most frequent first; to be freed with concretised_entries_free. Returns how many.
uint32_t concretised_report(const struct concretised *c, struct lost_entry **out);
void concretised_entries_free(struct lost_entry *l, uint32_t n);

#endif
