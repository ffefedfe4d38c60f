// SPDX-License-Identifier: Apache-2.0
// What integers of a run can be, beyond what the facts of its path say: narrower ranges, noted for
// expressions. On a path that is being merged its branches count as well, and a merged value lies where one
// of the paths can lead. Notes are a stack: those of a merged path go when it has been followed; those of the
// main path stay for the run. One thread at a time.
#ifndef FRISK_SOLVE_NARROWED_H
#define FRISK_SOLVE_NARROWED_H

#include "base/hash.h"
#include "base/vec.h"
#include "solve/facts.h"
#include "solve/interval.h"

struct narrowed_note {
    expr_id e;
    struct interval range;
    uint32_t before; // the note of the same expression below it, + 1
};
typedef VEC(struct narrowed_note) narrowed_notes;

struct narrowed { // zero-initialised: nothing
    narrowed_notes notes;
    struct hash_map last; // expression -> its topmost note, + 1
};

void narrowed_free(struct narrowed *r);
void narrowed_clear(struct narrowed *r); // when a run begins

// All values that e, an integer, can have here; f: the facts of the path, or NULL. Never empty on a way that
// can be gone.
struct interval narrowed_range(const struct narrowed *r, const struct expr_store *x, struct facts *f,
                               expr_id e);
void narrowed_note(struct narrowed *r, const struct expr_store *x, expr_id e, struct interval range);
void narrowed_note_condition(struct narrowed *r, const struct expr_store *x, expr_id condition, bool holds);
// TRUE or FALSE where the ranges decide a comparison of integers, else the condition itself.
expr_id narrowed_decide(const struct narrowed *r, const struct expr_store *x, struct facts *f,
                        expr_id condition);

// The notes made since there were n are taken off, into `taken` where that is not NULL; and made again.
void narrowed_take(struct narrowed *r, uint32_t n, narrowed_notes *taken);
void narrowed_put(struct narrowed *r, const struct expr_store *x, const narrowed_notes *notes);

#endif
