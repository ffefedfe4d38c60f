// SPDX-License-Identifier: Apache-2.0
// What integers of a run can be, beyond what the facts of its path say. On a path that is being merged its
// branches count as well (merge.h). A merged value lies where one of the paths can lead. Notes are a stack:
// those of a merged path go when it has been followed; those of the main path stay for the run.
#ifndef FRISK_JAVA_RANGES_H
#define FRISK_JAVA_RANGES_H

#include "base/hash.h"
#include "base/vec.h"
#include "solve/interval.h"

struct java_thread;

struct range_note {
    expr_id e;
    struct interval range;
    uint32_t before; // the note of the same expression below it, + 1
};

typedef VEC(struct range_note) range_notes;

struct java_ranges {
    range_notes notes;
    struct hash_map last; // expression -> its topmost note, + 1
};

void java_ranges_free(struct java_ranges *r);
void java_ranges_clear(struct java_ranges *r); // when a run begins

// All values that e, an integer, can have here. Never empty on a way that can be gone.
struct interval java_range_of(struct java_thread *t, expr_id e);
void java_range_note(struct java_thread *t, expr_id e, struct interval range);
void java_range_note_condition(struct java_thread *t, expr_id condition, bool holds);
// TRUE or FALSE where the ranges decide a comparison of integers, else the condition itself.
expr_id java_range_decide(struct java_thread *t, expr_id condition);

// The notes made since there were n are taken off, into `taken` where that is not NULL; and made again.
void java_ranges_take(struct java_thread *t, uint32_t n, range_notes *taken);
void java_ranges_put(struct java_thread *t, const range_notes *notes);

#endif
