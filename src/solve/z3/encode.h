// SPDX-License-Identifier: Apache-2.0
// Conditions as Z3 terms; private to z3/. The readings:
//
// ENCODE_INT: unbounded Int. Exact, except that a symbolic shift amount is bounded.
//
// ENCODE_RELAXED: the same, with operators that Int cannot express as unknowns under weak axioms: unsat is
// unsat.
//
// ENCODE_BITS: two's complement. Leaves get as many bits as their known range needs, but at most leaf_bits,
// every operator as many as its result can need, so nothing wraps: sat is sat; unsat is unsat if no leaf got
// too few. Floats are Z3's own.
//
// ENCODE_REAL: floats as reals, integers as Int: quick where bit vectors of floats take seconds. A model is
// a guess, to be rounded and evaluated. As every float is a real, unsat is unsat, unless there is arithmetic
// on floats or an integer is made one: that is done without rounding here.
//
// ENCODE_ROUND: likewise, each operation off by at most what rounding can do: unsat is unsat.
//
// Every term that Z3 gives out is referenced before the next call and let go by encode_end.
#ifndef FRISK_SOLVE_ENCODE_H
#define FRISK_SOLVE_ENCODE_H

#include <z3.h>

#include "base/hash.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "solve/interval.h"
#include "solve/leaf.h"

enum encode_mode { ENCODE_INT, ENCODE_RELAXED, ENCODE_BITS, ENCODE_REAL, ENCODE_ROUND };

struct encoded {
    Z3_ast ast;
    Z3_ast single;         // the same float as a binary32, if its form says that it is one; or NULL
    uint32_t bits;         // width of an integer in ENCODE_BITS
    struct interval range; // of an integer, in all models of the conditions
};

struct encoded_leaf {
    expr_id leaf;
    struct encoded value;
};

struct encoder {
    const struct expr_store *x;
    Z3_context ctx;
    Z3_sort bool_sort, int_sort, real_sort, float_sort,
        single_sort; // with a reference each, until encode_close
    Z3_ast nearest_even, nearest_away, down, up, to_zero, zero, one;
    enum encode_mode mode;
    uint32_t leaf_bits;
    bool bounded;  // something was restricted to a range: do not believe unsat
    bool failed;   // something could not be encoded
    bool partial;  // some operator may be undefined; a side condition excludes that
    bool junction; // there is an and / or: side conditions of its parts restrict the whole
    uint32_t unknowns;
    uint32_t gates; // about how many, of products and quotients in ENCODE_BITS
    VEC(Z3_ast) references;
    VEC(Z3_ast) sides; // what must hold for all to be defined
    VEC(struct encoded_leaf) leaves;
    struct hash_map memo; // id to index in values
    struct hash_map quotients;
    bool ieee;                         // there is arithmetic of IEEE 754: floats may be infinite or NaN
    struct hash_map singles;           // leaves whose type is binary32
    struct hash_map least_of, most_of; // integer leaves: bits that the ends of its range need
    struct hash_map bound_of;          // integers that a condition compares with a literal: index in bounds
    VEC(struct interval) bounds;
    VEC(struct encoded) floated; // integers made floats in ENCODE_ROUND, each followed by the float
    VEC(struct encoded) values;
    VEC(expr_id) stack;
};

// What occurs in the conditions, to choose a reading by.
struct encode_traits {
    bool bits;  // bitwise operators on two unknowns
    bool mixed; // conversions between integers and floats
    bool floats;
    bool sums;      // of floats
    bool heavy;     // products or quotients of floats: Z3 can take minutes
    bool nonlinear; // a product or quotient of unknowns
    bool shifts;    // by an unknown amount
    bool big;       // literals of more than 256 bits
    bool masks;     // bitwise operators at all
    bool open;      // an integer leaf without a known range
    bool ieee;      // IEEE 754 arithmetic
    bool remainder; // of it: no exact encoding
};

void encode_open(struct encoder *n, const struct expr_store *x, Z3_context ctx);
void encode_close(struct encoder *n);
struct encode_traits encode_scan(struct encoder *n, const expr_id *conditions, uint32_t count);
void encode_begin(struct encoder *n, enum encode_mode mode, uint32_t leaf_bits);
Z3_ast encode_condition(struct encoder *n, expr_id condition); // look at failed and bounded afterwards
void encode_end(struct encoder *n);
bool encode_leaf_is_single(const struct encoder *n, expr_id leaf);

// For the encodings in encode_bits.c.
enum { ENCODE_MOST_BITS = 512 };
Z3_ast encode_keep(struct encoder *n, Z3_ast a); // references it
Z3_ast encode_unknown(struct encoder *n, Z3_sort sort);
void encode_side(struct encoder *n, Z3_ast condition);
struct encoded encode_argument(struct encoder *n, expr_id e,
                               uint32_t i); // encoded before; {0}: there is none
struct encoded encode_bits_literal(struct encoder *n, expr_id e);
struct encoded encode_bits_leaf(struct encoder *n, expr_id e, uint32_t name);
struct encoded encode_bits_cases(struct encoder *n, struct encoded condition, struct encoded a,
                                 struct encoded b);
struct encoded encode_bits_op(struct encoder *n, expr_id e, struct encoded a, struct encoded b);

// For those in encode_ieee.c.
struct encoded encode_ieee_literal(struct encoder *n, double v);
struct encoded encode_ieee_leaf(struct encoder *n, uint32_t name, bool single);
struct encoded encode_ieee_op(struct encoder *n, expr_id e, struct encoded a, struct encoded b);

// For those in encode_real.c.
Z3_ast encode_real_ieee(struct encoder *n, enum expr_op op, Z3_ast a, Z3_ast b);
Z3_ast encode_real_literal(struct encoder *n, double v);
Z3_ast encode_real_leaf(struct encoder *n, uint32_t name);
Z3_ast encode_real_op(struct encoder *n, enum expr_op op, Z3_ast a, Z3_ast b); // floats and conversions
static inline bool encode_is_real(const struct encoder *n) {
    return n->mode == ENCODE_REAL || n->mode == ENCODE_ROUND;
}

#endif
