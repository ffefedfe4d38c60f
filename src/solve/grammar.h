// SPDX-License-Identifier: Apache-2.0
// Types of inputs as a regular tree grammar. A type is a nonterminal: a set of alternatives, each with a head
// (an integer in a range, an atom, a tuple ..) and types for its parts. Recursive types are cycles, without
// quantifiers and unrolling. A front end builds the grammar once for each unit and freezes it; then any
// number of threads may read it.
#ifndef FRISK_SOLVE_GRAMMAR_H
#define FRISK_SOLVE_GRAMMAR_H

#include "expr/expr.h"
#include "expr/sweep.h"

typedef uint32_t type_id; // TYPE_ANY: any term

enum {
    TYPE_ANY = 0,
    TYPE_NEVER = 1,     // no alternative
    TYPE_CHARACTER = 2, // code points of Unicode
    TYPE_TEXT = 3,      // lists of them: what an atom's text may be
};

enum alt_head {
    ALT_INT,       // lo..hi; either end may be open
    ALT_FLOAT,     // finite (Erlang)
    ALT_DOUBLE,    // any binary64: with infinities and NaN
    ALT_SINGLE,    // likewise, binary32
    ALT_ATOM,      // any atom
    ALT_LITERAL,   // exactly the ground term `literal` (an atom, an integer, [], a bit string ..)
    ALT_CONS,      // parts: head, tail
    ALT_TUPLE,     // parts: the elements
    ALT_ANY_TUPLE, // of any size, any elements
    ALT_BITS,      // size = base + k * unit for some k >= 0 (unit 0: exactly base)
    ALT_MAP,       // fields
    ALT_FUN,       // arity; part 0: what it returns
    ALT_ANY_FUN,   // a function of any arity
    ALT_PID,
    ALT_PORT,
    ALT_REF,
};

struct map_field {
    type_id key, value;
    bool mandatory; // := rather than =>
};

struct alternative {
    enum alt_head head;
    bool has_lo, has_hi;
    mpz_t lo, hi;    // ALT_INT (initialised only if has_lo/has_hi)
    expr_id literal; // ALT_LITERAL
    uint32_t n;      // number of parts (or of fields for ALT_MAP); arity for ALT_FUN
    type_id *parts;  // ALT_CONS 2, ALT_TUPLE n, ALT_FUN 1
    struct map_field *fields;
    uint64_t base, unit; // ALT_BITS, in bits
};

struct grammar;

struct grammar *grammar_new(struct expr_store *x);
void grammar_free(struct grammar *g);

type_id grammar_declare(struct grammar *g); // a new type without alternatives; add them
void grammar_add_int(struct grammar *g, type_id t, mpz_srcptr lo /* or NULL */, mpz_srcptr hi /* or NULL */);
void grammar_add_simple(struct grammar *g, type_id t,
                        enum alt_head head); // FLOAT DOUBLE SINGLE ATOM ANY_TUPLE ANY_FUN PID PORT REF
void grammar_add_literal(struct grammar *g, type_id t, expr_id ground);
void grammar_add_cons(struct grammar *g, type_id t, type_id hd, type_id tl);
void grammar_add_tuple(struct grammar *g, type_id t, const type_id *elems, uint32_t n);
void grammar_add_bits(struct grammar *g, type_id t, uint64_t base, uint64_t unit);
void grammar_add_map(struct grammar *g, type_id t, const struct map_field *fields, uint32_t n);
void grammar_add_fun(struct grammar *g, type_id t, uint32_t arity, type_id result);
void grammar_add_type(struct grammar *g, type_id t, type_id other); // union: all alternatives of other

// Resolves unions, drops alternatives that no finite term can have, computes sizes. No grammar_add_*
// afterwards.
void grammar_freeze(struct grammar *g);

bool grammar_inhabited(const struct grammar *g, type_id t);
uint32_t grammar_count(const struct grammar *g,
                       type_id t); // number of alternatives; TYPE_ANY has one per kind
const struct alternative *grammar_alternative(const struct grammar *g, type_id t, uint32_t i);
kind_set grammar_kinds(const struct grammar *g, type_id t);

bool grammar_float_fits(enum alt_head head, double v); // FLOAT DOUBLE SINGLE; false for other heads

// The smallest member of t (0 rather than 1, [] rather than a list ..); 0 if there is none.
expr_id grammar_smallest(const struct grammar *g, type_id t);
// The i-th of some small members of t, beginning with the smallest: for values that must differ. 0: this i
// has none, but a later one may. Two of them may be equal, and a type may have members that this never gives.
expr_id grammar_member(struct expr_store *x, const struct grammar *g, type_id t, uint32_t i);
void grammar_mark(const struct grammar *g, struct expr_sweep *w);         // its literals and smallest members
bool grammar_accepts(const struct grammar *g, type_id t, expr_id ground); // membership of a ground term

#endif
