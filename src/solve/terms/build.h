// SPDX-License-Identifier: Apache-2.0
// Making ground terms (build.c), kind by kind. What the query says nothing about keeps the parent's value
// where its type allows that, and is the smallest member of its type otherwise.
#ifndef FRISK_SOLVE_BUILD_H
#define FRISK_SOLVE_BUILD_H

#include "solve/numbers/numbers.h"
#include "solve/terms/terms.h"

struct builder {
    struct solver *s;
    bool failed; // there is none that is built so
    bool again;  // something has to be decided first: options are put out, or facts were added
};

static inline struct class *ground_class_at(struct solver *s, class_id c) {
    return &s->f->classes.at[c];
}

// ---- build.c ----
// The value of a class, or of a term; 0: it is not there yet, and will be made first.
expr_id ground_need(struct builder *b, class_id c);
expr_id ground_need_term(struct builder *b, expr_id term);
// A value for part `key` of class c: the parent's if the types allow it, else their smallest.
expr_id ground_fill(struct builder *b, class_id c, uint64_t key, expr_id parent);

// ---- build_picks.c: values that have no parts; 0: none ----
bool ground_may_be(struct solver *s, class_id c, expr_id v); // by its facts, and by what it must differ from
bool ground_types_accept(struct solver *s, class_id c, expr_id v);
expr_id ground_pick_atom(struct solver *s, class_id c);
expr_id ground_pick_bits(struct solver *s, class_id c);
expr_id ground_pick_opaque(struct solver *s, class_id c, enum kind kind);

// ---- build_maps.c, build_funs.c; 0: failed, again, or parts come first ----
expr_id ground_map(struct builder *b, class_id c);
expr_id ground_fun(struct builder *b, class_id c);

#endif
