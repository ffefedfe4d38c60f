// SPDX-License-Identifier: Apache-2.0
// Internal to the lattice (shape.c, shape_make.c): a shape being put together, part by part.
#ifndef FRISK_ERLANG_SHAPE_BUILD_H
#define FRISK_ERLANG_SHAPE_BUILD_H

#include "base/hash.h"
#include "base/vec.h"
#include "erlang/analysis/shape.h"

struct shapes {
    struct arena arena;
    const struct grammar *grammar;
    struct expr_store *exprs;
    VEC(const struct shape_data *) list; // by shape
    VEC(uint32_t) next;                  // chains of equal hash
    struct hash_map index;               // hash of the contents -> first of a chain
    struct hash_map unions, subsets, meets, blurs, opened;
    struct hash_map converted, bodies; // of the grammar's types; bodies: of the recursive ones
    struct hash_map converting;        // types under way; value 1: met again inside
    uint32_t n_converting;
    VEC(uint64_t) assumed; // pairs taken to be subsets while that is being found out
    uint32_t nesting;
    shape boolean; // once it has been asked for
};

struct shape_builder {
    struct shapes *s;
    struct shape_data d;
    int64_t holes[SHAPE_HOLES_MAX];
    symbol atoms[SHAPE_ATOMS_MAX + 1];
    const struct shape_tuple *tuples[SHAPE_TUPLES_MAX + 1];
    struct shape_fun funs[SHAPE_FUNS_MAX + 1];
    struct shape_field fields[SHAPE_FIELDS_MAX + 1];
    type_id refs[SHAPE_REFS_MAX + 1];
    struct sizes sizes;
};

void build_begin(struct shape_builder *b, struct shapes *s);
void build_flags(struct shape_builder *b,
                 uint32_t flags); // but for integers, lists, maps and bit strings: only simple kinds
void build_int(struct shape_builder *b, int64_t lo, int64_t hi, const int64_t *holes, uint32_t n_holes);
void build_atom(struct shape_builder *b, symbol a);
void build_list(struct shape_builder *b, shape element, uint32_t least, uint32_t most, bool improper);
void build_bits(struct shape_builder *b, struct sizes sizes);
void build_tuple(struct shape_builder *b, const shape *elems, uint32_t n);
void build_fun(struct shape_builder *b, struct shape_fun f);
void build_map(struct shape_builder *b, const struct shape_field *fields, uint32_t n, shape rest_key,
               shape rest_value);
void build_ref(struct shape_builder *b, type_id t);
void build_add(struct shape_builder *b, const struct shape_data *d); // all of its parts
shape build_end(struct shape_builder *b);

static inline shape shape_cut(struct shapes *s, shape a) { // what nests too deeply is any term
    return s->list.at[a]->depth >= SHAPE_DEPTH_MAX ? (shape)SHAPE_ANY : a;
}

#endif
