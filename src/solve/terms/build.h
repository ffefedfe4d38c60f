// SPDX-License-Identifier: Apache-2.0
// Builds ground terms (build.c), kind by kind. A part that the query says nothing about keeps the parent's
// value if its type allows it; otherwise it is the smallest member of its type.
#ifndef FRISK_SOLVE_BUILD_H
#define FRISK_SOLVE_BUILD_H

#include "solve/numbers/numbers.h"
#include "solve/terms/terms.h"

struct builder {
    struct solver *s;
    bool failed; // no term can be built this way
    bool again;  // something must be decided first: options were offered, or facts were added
};

static inline struct class *ground_class_at(struct solver *s, class_id c) {
    return &s->f->classes.at[c];
}

// ---- build.c ----
// The value of a class, or of a term; 0: it will be built first.
expr_id build_ground_need(struct builder *b, class_id c);
expr_id build_ground_need_term(struct builder *b, expr_id term);
// A value for part `key` of class c: the parent's if the types allow it, else the smallest that they allow.
expr_id build_ground_fill(struct builder *b, class_id c, uint64_t key, expr_id parent);

// ---- build_picks.c: values that have no parts; 0: none ----
bool build_ground_may_be(struct solver *s, class_id c,
                         expr_id v); // its facts allow v, and so do the classes that it differs from
bool build_ground_types_accept(struct solver *s, class_id c, expr_id v);
expr_id build_ground_pick_atom(struct solver *s, class_id c);
expr_id build_ground_pick_bits(struct solver *s, class_id c);
expr_id build_ground_pick_opaque(struct solver *s, class_id c, enum kind kind);

// ---- build_maps.c, build_funs.c; 0: failed, again, or parts come first ----
expr_id build_ground_map(struct builder *b, class_id c);
expr_id build_ground_fun(struct builder *b, class_id c);

#endif
