// SPDX-License-Identifier: Apache-2.0
// The inside of the expression store, private to src/expr: layout of nodes, and interning. Nodes lie in
// chunks that never move, so whoever has an id may read the node without a lock.
#ifndef FRISK_EXPR_STORE_H
#define FRISK_EXPR_STORE_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "expr/expr.h"

// What a, b and c hold:
//   INT_LIT     a, b: the 64-bit value; with NODE_BIG: address of a struct big_int
//   FLOAT_LIT   a, b: the bits of the double
//   BITS        a, b: address of a struct bit_text
//   VAR, ATOM   c: imm                 OPAQUE      c: imm; extra: the kind
//   n-ary ops   a, b: address of imm, argument 0, argument 1, ..; c: number of arguments
//   others      a, b: arguments; c: imm
struct node {
    uint8_t op, flags;
    uint16_t extra;
    uint32_t a, b, c;
};

enum {
    NODE_GROUND = 1,   // a value
    NODE_NEG_ZERO = 2, // holds -0.0 somewhere, so that equal values may have other ids
    NODE_BIG = 4,      // an INT_LIT outside of 64 bits
    NODE_UNREAD = 8,   // holds a BITS_GET of a composite bit string
    NODE_PIECES = 16,  // holds a composite bit string (BITS_PUT, SLICE, CONCAT)
};

struct big_int {
    int64_t size; // as mpz's: negative for a negative number
    mp_limb_t limbs[];
};

struct bit_text {
    uint64_t bit_size;
    uint8_t bytes[];
};

enum { STORE_ZERO = 4, STORE_ONE = 5 }; // ids of the literals 0 and 1
enum { STORE_CHUNK_BITS = 16, STORE_CHUNK = 1 << STORE_CHUNK_BITS, STORE_STRIPE_BITS = 6 };

// A slot is 0 or hash << 32 | id. Linear probing from the low bits of the hash.
struct stripe_table {
    struct stripe_table *outgrown;
    uint32_t mask, n;
    _Atomic uint64_t slots[];
};

struct stripe { // one part of the hash table; looked up without a lock, extended under it
    _Atomic(struct stripe_table *) table;
    pthread_mutex_t lock;
    struct arena arena; // payloads: argument arrays, big integers, bit strings
};

struct expr_store {
    _Atomic(struct node *) chunks[1 << (32 - STORE_CHUNK_BITS)];
    _Atomic uint32_t next;      // first id that was never in use
    _Atomic uint32_t free_next; // index of the first of the free ids that is still free
    expr_id *free_ids;          // of nodes that a sweep found dead, ascending; changed by sweeps only
    uint32_t n_free;
    uint64_t sweeps;        // done; changed by sweeps only
    _Atomic size_t payload; // bytes in the stripes' arenas
    pthread_mutex_t chunk_lock;
    struct stripe stripes[1 << STORE_STRIPE_BITS];
};

struct op_info {
    uint8_t sort;
    int8_t count; // -1: any
    const char *text;
};
extern const struct op_info expr_op_table[EXPR_OP_COUNT];

static inline const struct node *node_of(const struct expr_store *x, expr_id e) {
    struct node *chunk = atomic_load_explicit(&x->chunks[e >> STORE_CHUNK_BITS], memory_order_acquire);
    return &chunk[e & (STORE_CHUNK - 1)];
}

static inline const void *node_address(const struct node *n) {
    return (const void *)((uintptr_t)n->a | (uintptr_t)n->b << 32);
}

static inline const expr_id *node_many(const struct node *n) {
    return (const uint32_t *)node_address(n) + 1;
}

static inline bool node_ground(const struct expr_store *x, expr_id e) {
    return node_of(x, e)->flags & NODE_GROUND;
}

static inline enum expr_op op_of(const struct expr_store *x, expr_id e) {
    return (enum expr_op)node_of(x, e)->op;
}

static inline bool op_is_many(enum expr_op op) {
    return expr_op_table[op].count < 0;
}

// How many bytes the node has in the arena of its stripe.
size_t node_payload(const struct node *n);
struct stripe_table *stripe_table_new(uint32_t capacity, struct stripe_table *outgrown);
void stripe_tables_free(struct stripe_table *t); // and all that it has outgrown

// The node with exactly these contents, created if there is none. Nothing is simplified.
expr_id expr_intern(struct expr_store *x, enum expr_op op, uint16_t extra, uint32_t a, uint32_t b,
                    uint32_t c);
expr_id expr_intern_many(struct expr_store *x, enum expr_op op, uint32_t imm, const expr_id *args,
                         uint32_t n);
expr_id expr_intern_big(struct expr_store *x, mpz_srcptr v); // v outside of 64 bits
expr_id expr_intern_bits(struct expr_store *x, const uint8_t *bytes, uint64_t bit_size);

// Of IEEE 754 (build_float.c), behind expr_arith and expr_unary.
expr_id expr_ieee_arith(struct expr_store *x, enum expr_op op, expr_id a, expr_id b);
expr_id expr_ieee_unary(struct expr_store *x, enum expr_op op, expr_id a);

// An INT_LIT as mpz, without copying.
struct int_view {
    mpz_t z;
    mp_limb_t limb;
};
mpz_srcptr expr_int_view(const struct expr_store *x, expr_id e, struct int_view *v);

static inline int64_t node_int64(const struct node *n) {
    return (int64_t)((uint64_t)n->a | (uint64_t)n->b << 32);
}
static inline double node_double(const struct node *n) {
    union {
        uint64_t bits;
        double value;
    } u = {.bits = (uint64_t)n->a | (uint64_t)n->b << 32};
    return u.value;
}

// Whether it is a constructor of terms: the kind is known without a model.
bool expr_is_constructor(enum expr_op op);

// The same ground value with 0.0 for each -0.0: in OTP 25 they are equal (=:=), so they need equal ids.
expr_id expr_plain_zeros(struct expr_store *x, expr_id ground);
expr_id expr_digits_value(struct expr_store *x, expr_id list, uint32_t base);

// build_bits.c: the size of a literal or composite bit string (0: it is neither); equality of a composite
// with something (0: not expressible).
expr_id expr_composite_size(struct expr_store *x, expr_id t);
expr_id expr_eq_composite(struct expr_store *x, expr_id a, expr_id b);

// The value of a key without -0.0 in a MAP node; 0: absent. And what a FUN node returns for ground arguments.
expr_id expr_map_find(const struct expr_store *x, expr_id map, expr_id key);
expr_id expr_fun_find(struct expr_store *x, expr_id f, const expr_id *args, uint32_t n);

// A function of one number in pieces (build_pieces.c), compared with a literal by INT_EQ or INT_LT, as ranges
// of that number; 0: it is none, or there are too many ranges.
expr_id expr_compare_pieces(struct expr_store *x, enum expr_op op, expr_id e, expr_id literal);

#endif
