// SPDX-License-Identifier: Apache-2.0
// The lattice of types that the analysis computes with: a shape is a set of Erlang terms, from none to any,
// interned so that equal shapes have equal ids. A shape is a union of parts, at most one of each kind but
// several tuples and funs: an interval of integers with holes, a set of atoms, lists by element and length,
// tuples by element, maps by key, bit strings by size (sizes.h), funs by what they run.
//
// Everything is an approximation from above: union, meet and what is left after a pattern may hold terms too
// many, never too few. Sizes and nesting are limited (what lies deeper is any term), so that ascending chains
// are finite but for the ends of intervals, which shape_blur gives up. Recursive types of a spec are
// references to the grammar's nonterminals, unfolded one level when looked into.
//
// One store per analysis; it owns all it hands out. Not thread safe.
#ifndef FRISK_ERLANG_SHAPE_H
#define FRISK_ERLANG_SHAPE_H

#include "base/hash.h"
#include "erlang/analysis/sizes.h"
#include "erlang/term/term.h"
#include "expr/expr.h"
#include "solve/grammar.h"

typedef uint32_t shape;
enum { SHAPE_NONE = 0, SHAPE_ANY = 1 };

enum shape_flag {
    SHAPE_ATOM = 1 << 0, // any atom
    SHAPE_INT = 1 << 1,  // lo..hi without the holes
    SHAPE_FLOAT = 1 << 2,
    SHAPE_NIL = 1 << 3,
    SHAPE_CONS = 1 << 4,     // element, least, most
    SHAPE_IMPROPER = 1 << 5, // .. that may end in any term
    SHAPE_TUPLE = 1 << 6,    // any tuple
    SHAPE_MAP = 1 << 7,      // fields, and rest_key => rest_value
    SHAPE_FUN = 1 << 8,      // any fun, which may fail
    SHAPE_PID = 1 << 9,
    SHAPE_PORT = 1 << 10,
    SHAPE_REF = 1 << 11,
    SHAPE_BITS = 1 << 12, // sizes
};

enum {
    SHAPE_ATOMS_MAX = 24,
    SHAPE_TUPLES_MAX = 16,
    SHAPE_FUNS_MAX = 6,
    SHAPE_FIELDS_MAX = 12,
    SHAPE_REFS_MAX = 4,
    SHAPE_DEPTH_MAX = 7,
    SHAPE_LENGTH_MAX = 16, // lengths beyond are not told apart
    SHAPE_HOLES_MAX = 6,
};
#define SHAPE_NO_LO     INT64_MIN // no lower end; an end lies strictly between these two
#define SHAPE_NO_HI     INT64_MAX
#define SHAPE_NO_LENGTH UINT32_MAX

struct shape_tuple {
    uint32_t n;
    shape at[];
};
struct shape_field {
    term key; // an atom or a small integer
    shape value;
    bool mandatory;
};
// A fun whose code is known (lambda), or one that answers whatever it is given with a result (an input).
struct shape_fun {
    uint32_t lambda; // number given by the analysis; UINT32_MAX: an input
    uint32_t arity;
    shape result;   // of an input
    uint32_t depth; // of a lambda: of what it captures
};

struct shape_data {
    uint32_t flags, depth;
    int64_t lo, hi;
    uint32_t n_holes;
    const int64_t *holes; // sorted, strictly between lo and hi
    shape element;
    uint32_t least, most;      // length of the lists that are not empty
    const struct sizes *sizes; // NULL: no bit strings
    shape rest_key, rest_value;
    uint32_t n_atoms, n_tuples, n_funs, n_fields, n_refs;
    const symbol *atoms; // sorted
    const struct shape_tuple *const *tuples;
    const struct shape_fun *funs;
    const struct shape_field *fields; // sorted by key
    const type_id *refs;              // sorted
};

struct shapes;
struct shapes *shapes_new(const struct grammar *g, struct expr_store *x); // both may be NULL: no types then
void shapes_free(struct shapes *s);

const struct shape_data *shape_of(struct shapes *s, shape a); // with references as they are
const struct shape_data *shape_open(struct shapes *s, shape a, shape *opened /* or NULL */); // unfolded

shape shape_from_grammar(struct shapes *s, type_id t);
shape shape_from_term(struct shapes *s, term t);
shape shape_flags(struct shapes *s, uint32_t flags); // parts of the kinds named, in full
shape shape_int(struct shapes *s, int64_t lo, int64_t hi);
shape shape_atom(struct shapes *s, symbol a);
shape shape_boolean(struct shapes *s);
shape shape_list(struct shapes *s, shape element, uint32_t least, uint32_t most, bool empty, bool improper);
shape shape_cons(struct shapes *s, shape head, shape tail);
shape shape_bits(struct shapes *s, uint64_t base, uint64_t unit); // <<_:base, _:_*unit>>
shape shape_sizes(struct shapes *s, struct sizes sizes);          // bit strings of these sizes
shape shape_tuple(struct shapes *s, const shape *elems, uint32_t n);
shape shape_lambda(struct shapes *s, uint32_t lambda, uint32_t arity, uint32_t depth);
shape shape_map(struct shapes *s, const struct shape_field *fields, uint32_t n, shape rest_key,
                shape rest_value);

shape shape_union(struct shapes *s, shape a, shape b);
shape shape_meet(struct shapes *s, shape a, shape b);
bool shape_subset(struct shapes *s, shape a, shape b); // false may also mean: not known
shape shape_keep(struct shapes *s, shape a, kind_set kinds);
shape shape_clip(struct shapes *s, shape a, int64_t lo, int64_t hi); // integers outside lo..hi go
shape shape_blur(struct shapes *s, shape a);                         // wider ends of intervals and lengths
shape shape_of_length(struct shapes *s, shape a, int64_t lo, int64_t hi);     // its proper lists so long
shape shape_of_tuple_size(struct shapes *s, shape a, int64_t lo, int64_t hi); // its tuples so large
shape shape_of_bit_size(struct shapes *s, shape a, int64_t lo, int64_t hi);   // its bit strings so large
shape shape_minus_atom(struct shapes *s, shape a, symbol atom);
shape shape_minus_int(struct shapes *s, shape a, int64_t v);
shape shape_with_flags(struct shapes *s, shape a, uint32_t flags, uint32_t without);
shape shape_with_sizes(struct shapes *s, shape a, struct sizes sizes); // bit strings of those instead
shape shape_with_tuples(struct shapes *s, shape a, const shape *tuples, uint32_t n); // those instead

bool shape_is_atom(struct shapes *s, shape a, symbol *atom);  // exactly one atom
bool shape_is_int(struct shapes *s, shape a, int64_t *value); // exactly one integer
shape shape_head(struct shapes *s, shape a);                  // of its lists that are not empty
shape shape_tail(struct shapes *s, shape a);
struct sizes shape_bit_sizes(struct shapes *s, shape a);                // of its bit strings
shape shape_element(struct shapes *s, shape a, uint32_t n, uint32_t i); // of its tuples of n elements
shape shape_field(struct shapes *s, shape a, term key /* TERM_NONE: any */, bool *certain);
// The same set of terms as a, of another store: known keeps what has been asked. SHAPE_OPEN: it has types of
// a grammar, or funs whose code is known, which mean nothing elsewhere.
#define SHAPE_OPEN (UINT32_MAX - 1)
shape shape_import(struct shapes *to, struct shapes *from, shape a, struct hash_map *known);
// What funs lie anywhere in it, inputs apart: FUNS_LAMBDA: such whose code is known; FUNS_ANY: any.
enum { FUNS_LAMBDA = 1, FUNS_ANY = 2 };
uint32_t shape_funs(struct shapes *s, shape a);
shape shape_put(struct shapes *s, shape a, term key /* TERM_NONE: any of key_shape */, shape key_shape,
                shape value);

struct str;
void shape_print(struct shapes *s, shape a, struct str *out);

#endif
