// SPDX-License-Identifier: Apache-2.0
// The numbers of a query, once kinds and sizes are decided. conditions.c says what must hold of them.
// slices.c cuts that into slices, which share no numbers, and asks the chain for each. Its links, a file
// each, see the present slice.
#ifndef FRISK_SOLVE_NUMBERS_H
#define FRISK_SOLVE_NUMBERS_H

#include "solve/chain.h"
#include "solve/facts/classes.h"
#include "solve/leaf.h"
#include "solve/numbers/tape.h"

struct leaf {
    expr_id e; // IVAL, FVAL, TUPLE_SIZE or BIT_SIZE of the class' canonical term
    class_id c;
    uint32_t up;    // union-find over leaves: slices
    expr_id parent; // its value in the parent's model, or 0
    expr_id value;  // the value found
};

struct slice {
    VEC(expr_id) conditions; // sorted
    VEC(uint32_t) leaves;    // their numbers
    VEC(expr_id) bounded;    // the conditions, and what types and facts say of the leaves (slice_bound)
    struct tape tape;        // of the conditions
    bool compiled;           // all of them are on it
    bool started;            // all leaves have a value to start from
    bool parents;            // and these are the parent's
};

struct numbers {
    bool whole;              // disjunctions of numbers are left whole, as conditions
    bool collected;          // conditions and leaves of the query are there
    VEC(expr_id) conditions; // rewritten
    VEC(struct leaf) leaves;
    struct hash_map leaf_of; // leaf expression -> number of it
    struct hash_map rewritten;
    VEC(expr_id) stack;
    VEC(uint32_t) slice_of; // by condition: the root leaf of its slice
    struct slice slice;     // the one at hand
    leaf_values found;      // for the cache, by Z3
};

// The sizes that a class may have, as a tuple or a bit string.
static inline struct interval class_sizes(const struct class *k, enum expr_op op) {
    if (op == EXPR_BIT_SIZE_OP) return k->bits;
    return class_arities(k);
}

struct numbers *numbers_new(void);
void numbers_free(struct numbers *n);

// ---- conditions.c ----
bool conditions_prepare(struct solver *s); // every leaf becomes a number; false: one cannot
expr_id conditions_equal(struct solver *s, expr_id a, expr_id b); // two Ints or two Floats
// Whether a condition is about numbers only, which are known to be numbers: then arithmetic can decide it.
bool conditions_numeric(struct solver *s, expr_id condition);
// The size of a tuple (TUPLE_SIZE) or bit string (BIT_SIZE), if arithmetic decided it.
bool conditions_size(struct solver *s, class_id c, enum expr_op op, int64_t *size);
// The literal that an Int or Float expression is under the values found.
expr_id conditions_value(struct solver *s, expr_id number);

// ---- slices.c ----
void slices_sort_ids(expr_id *ids, uint32_t n);
void slice_remember(struct solver *s, enum answer a); // tells cache and models

// ---- leaves.c: what leaves may be ----
// Whether the facts of a leaf allow this literal.
bool leaf_admits(struct solver *s, const struct leaf *l, expr_id literal);
struct interval leaf_domain(struct solver *s, const struct leaf *l); // of integers
// Whether some type of the leaf has only alternatives that fit.
bool leaf_has_type(struct solver *s, const struct leaf *l, bool (*fits)(const struct alternative *));
struct leaf *slice_leaf(struct solver *s, uint32_t at);         // the one at that number of the tape's leaves
bool slice_admits(void *solver, uint32_t at, struct number v);  // for the tape: a leaf by its number there
bool slice_set(struct solver *s, uint32_t leaf, expr_id value); // on the tape; false: does not fit
bool slice_set_all(struct solver *s);                           // to the leaves' values
void slice_take(struct solver *s);                              // from the tape to the leaves
bool slice_take_found(struct solver *s);                        // from numbers->found; false: some is missing
// What the leaves may be, and sets them. False: there are more than `most`, or one has no value.
bool slice_domains(struct solver *s, struct interval *domains, uint32_t most);

// ---- witnesses.c ----
// Gives every leaf a value to start from: the parent's if it is admitted, else the first witness that is.
void slice_start(struct solver *s);

// ---- cache.c ----
struct slice_cache *slice_cache_new(void);
void slice_cache_free(struct slice_cache *c);
void slice_cache_put(struct slice_cache *c, const expr_id *conditions, uint32_t n, enum answer a,
                     const leaf_values *values);
// Forgets slices with an expression that nobody has marked; marks what the others need.
void slice_cache_sweep(struct slice_cache *c, struct expr_sweep *w);

// ---- models.c ----
struct models *models_new(void);
void models_free(struct models *m);
void models_put(struct models *m, const leaf_values *values);
void models_sweep(struct models *m, struct expr_sweep *w);

#endif
