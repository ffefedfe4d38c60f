// SPDX-License-Identifier: Apache-2.0
// Symbolic expressions: immutable, hash-consed nodes named by 32-bit ids. Equal expressions have equal ids,
// and every order used anywhere is id order, so runs repeat exactly. Id 0 means "concrete": no expression.
//
// Ground values are expressions too: an integer literal, an atom, a cons of ground values. A model maps each
// variable to a ground expression. Two ground values are equal exactly when their ids are.
//
// Constructors simplify: constants fold, commutative arguments are ordered, x = x is true, not not b is b,
// hd(cons(a, b)) is a, comparisons have one form. A condition that comes out as EXPR_TRUE or EXPR_FALSE is
// decided.
//
// Normal forms that readers of conditions may rely on: literals are second arguments; a sum is core +
// literal (SUB with a literal second never occurs; -y is SUB(0, y)); a =< b comes as a < b + 1 or as not (b <
// a), whichever has the lower id on the left; c < a is not (a < c + 1). not kind(s) is kind(all but s); t =
// [] is kind(t, nil); tuple_size(t) = n is arity(t, n). Constructors are second arguments of EQ. Where a
// condition is defined, its simplified form has the same value.
//
// Ownership: the store owns all nodes. They live until expr_store_free, or until a sweep (sweep.h) finds that
// nobody holds them; then their ids are used again. Threads: all constructors and readers of one store may be
// called from several threads at once.
#ifndef FRISK_EXPR_EXPR_H
#define FRISK_EXPR_EXPR_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "base/symbol.h"

typedef uint32_t expr_id;

enum expr_sort {
    SORT_BOOL,
    SORT_INT,   // unbounded integers
    SORT_FLOAT, // IEEE binary64 (a binary32 is one that is rounded); equality of ids is equality of bits
    SORT_TERM,  // Erlang terms (algebraic data); Java references and bit vectors will be sorts of their own
};

// The kinds of a term, in Erlang's order between kinds (numbers compare among each other by value).
enum kind {
    KIND_INT,
    KIND_FLOAT,
    KIND_ATOM,
    KIND_REF,
    KIND_FUN,
    KIND_PORT,
    KIND_PID,
    KIND_TUPLE,
    KIND_MAP,
    KIND_NIL,
    KIND_CONS,
    KIND_BINARY,    // a bit string of whole bytes
    KIND_BITSTRING, // a bit string whose size is no multiple of 8
    KIND_COUNT
};
typedef uint32_t kind_set; // bit 1 << kind
#define KIND_BIT(k)  ((kind_set)1 << (k))
#define KINDS_ALL    (KIND_BIT(KIND_COUNT) - 1)
#define KINDS_NUMBER (KIND_BIT(KIND_INT) | KIND_BIT(KIND_FLOAT))
#define KINDS_LIST   (KIND_BIT(KIND_NIL) | KIND_BIT(KIND_CONS))
#define KINDS_BITS   (KIND_BIT(KIND_BINARY) | KIND_BIT(KIND_BITSTRING))

// Functions of the C library, and of Erlang's module math: X(NAME, arguments, name there). They are total, as
// in IEEE 754 and annex F of C: infinite or NaN outside their domain.
#define EXPR_MATHS(X)                                                                                        \
    X(POW, 2, pow)                                                                                           \
    X(ATAN2, 2, atan2)                                                                                       \
    X(SIN, 1, sin)                                                                                           \
    X(COS, 1, cos)                                                                                           \
    X(TAN, 1, tan)                                                                                           \
    X(ASIN, 1, asin)                                                                                         \
    X(ACOS, 1, acos)                                                                                         \
    X(ATAN, 1, atan)                                                                                         \
    X(SINH, 1, sinh)                                                                                         \
    X(COSH, 1, cosh)                                                                                         \
    X(TANH, 1, tanh)                                                                                         \
    X(ASINH, 1, asinh)                                                                                       \
    X(ACOSH, 1, acosh)                                                                                       \
    X(ATANH, 1, atanh)                                                                                       \
    X(EXP, 1, exp)                                                                                           \
    X(LOG, 1, log)                                                                                           \
    X(LOG2, 1, log2)                                                                                         \
    X(LOG10, 1, log10)                                                                                       \
    X(ERF, 1, erf)                                                                                           \
    X(ERFC, 1, erfc)

// X(NAME, sort of the result, number of arguments (-1: any), text for dumps). "imm" is a number inside the
// node.
#define EXPR_OPS(X)                                                                                          \
    X(TRUE, BOOL, 0, "true")                                                                                 \
    X(FALSE, BOOL, 0, "false")                                                                               \
    X(NOT, BOOL, 1, "not")                                                                                   \
    X(AND, BOOL, -1, "and")                                                                                  \
    X(OR, BOOL, -1, "or")                                                                                    \
    X(KIND, BOOL, 1, "kind")           /* term; imm: kind_set: the term's kind is in the set */              \
    X(ARITY, BOOL, 1, "arity")         /* term; imm n: it is a tuple of exactly n elements */                \
    X(FUN_ARITY, BOOL, 1, "fun_arity") /* term; imm n: it is a function of n arguments */                    \
    X(MAP_LARGER, BOOL, 1, "map>")     /* term; imm n: it is a map of more than n associations */            \
    X(EQ, BOOL, 2, "=")                /* exact equality of two terms (=:=) */                               \
    X(ATOM_LT, BOOL, 2, "atom<")       /* two terms, both atoms: by their text */                            \
    X(INT_EQ, BOOL, 2, "int=")                                                                               \
    X(INT_LT, BOOL, 2, "int<")     /* a < b; <= is written as not (b < a) */                                 \
    X(FLOAT_EQ, BOOL, 2, "float=") /* numeric: 0.0 = -0.0 */                                                 \
    X(FLOAT_LT, BOOL, 2, "float<")                                                                           \
    X(INT_LIT, INT, 0, "int")                                                                                \
    X(IVAL, INT, 1, "ival") /* of a term of KIND_INT: its value */                                           \
    X(ADD, INT, 2, "+")                                                                                      \
    X(SUB, INT, 2, "-")                                                                                      \
    X(MUL, INT, 2, "*")                                                                                      \
    X(DIV, INT, 2, "div")   /* truncates towards zero, as Erlang and Java; undefined for 0 */                \
    X(REM, INT, 2, "rem")   /* sign of the dividend; undefined for 0 */                                      \
    X(BAND, INT, 2, "band") /* two's complement of unbounded width */                                        \
    X(BOR, INT, 2, "bor")                                                                                    \
    X(BXOR, INT, 2, "bxor")                                                                                  \
    X(BSL, INT, 2, "bsl")     /* a * 2^b rounded down; b may be negative */                                  \
    X(ITE, INT, -1, "ite")    /* a condition, two ints: the first where it holds, else the second; the other \
                                 one may be    undefined */                                                  \
    X(TRUNC, INT, 1, "trunc") /* of a float */                                                               \
    X(ROUND, INT, 1, "round") /* half away from zero */                                                      \
    X(FLOOR, INT, 1, "floor")                                                                                \
    X(CEIL, INT, 1, "ceil")                                                                                  \
    X(TUPLE_SIZE, INT, 1, "tuple_size") /* of a term of KIND_TUPLE */                                        \
    X(BIT_SIZE, INT, 1, "bit_size")     /* of a bit string */                                                \
    X(FLOAT_LIT, FLOAT, 0, "float")                                                                          \
    X(FVAL, FLOAT, 1, "fval")         /* of a term of KIND_FLOAT: its value */                               \
    X(TO_FLOAT, FLOAT, 1, "to_float") /* of an int, its 64-bit digits added up; undefined on overflow */     \
    X(FADD, FLOAT, 2, "f+")           /* undefined where the result is not finite (Erlang: badarith) */      \
    X(FSUB, FLOAT, 2, "f-")                                                                                  \
    X(FMUL, FLOAT, 2, "f*")                                                                                  \
    X(FDIV, FLOAT, 2, "f/")                                                                                  \
    X(VAR, TERM, 0, "var")   /* imm: number of the input variable */                                         \
    X(ATOM, TERM, 0, "atom") /* imm: symbol */                                                               \
    X(NIL, TERM, 0, "nil")                                                                                   \
    X(INT, TERM, 1, "int_term")     /* of an int */                                                          \
    X(FLOAT, TERM, 1, "float_term") /* of a float */                                                         \
    X(CONS, TERM, 2, "cons")                                                                                 \
    X(TUPLE, TERM, -1, "tuple")                                                                              \
    X(DIGITS, TERM, 1, "digits") /* an int; imm: base 2..36: its text as a list */                           \
    X(NAMED, TERM, 1, "named")   /* the atom with that text; built only of a list known to be a text */      \
    X(MAP, TERM, -1, "map")      /* k1 v1 k2 v2 ..; ordered by key id, keys distinct ground terms */         \
    X(BITS, TERM, 0, "bits")     /* a literal bit string */                                                  \
    X(FUN, TERM, -1, "fun")      /* ground table; imm: arity n. (n arguments, result)* default */            \
    X(OPAQUE, TERM, 0, "opaque") /* imm: number; some pid, port, ref or fun the language knows by number */  \
    X(HD, TERM, 1, "hd")         /* of a term of KIND_CONS; undefined otherwise, like all selectors */       \
    X(TL, TERM, 1, "tl")                                                                                     \
    X(ELEM, TERM, 1, "elem")              /* imm: index from 0; of a tuple with more elements than that */   \
    X(TEXT, TERM, 1, "text")              /* of an atom: the list of its characters */                       \
    X(BITS_GET, TERM, 2, "bits_get")      /* bit string, field: the number there; see struct bit_field */    \
    X(MAP_GET, TERM, 2, "map_get")        /* map, key: undefined when absent */                              \
    X(MAP_HAS, BOOL, 2, "map_has")        /* map, key */                                                     \
    X(MAP_PUT, TERM, -1, "map_put")       /* map, ground key, value */                                       \
    X(MAP_REMOVE, TERM, -1, "map_remove") /* map, ground key */                                              \
    X(APPLY, TERM, -1, "apply")           /* function, arguments: what the function returns for them */      \
    X(BITS_PUT, TERM, 2, "bits_put")      /* number, field: the bit string that is just this field */        \
    X(SLICE, TERM, -1, "slice")           /* bit string, offset, size in bits */                             \
    X(CONCAT, TERM, -1, "concat")         /* bit strings */                                                  \
    /* IEEE 754 as Java has it (JLS 4.2.4, JVMS 2.8): total, to nearest even, with infinities and one NaN.   \
       Comparisons with NaN are false: a <= b is not the opposite of b < a, and x = x says "x is no NaN". */ \
    X(IEEE_EQ, BOOL, 2, "ieee=") /* 0.0 = -0.0 */                                                            \
    X(IEEE_LT, BOOL, 2, "ieee<")                                                                             \
    X(IEEE_LE, BOOL, 2, "ieee<=")                                                                            \
    X(IEEE_ADD, FLOAT, 2, "ieee+")                                                                           \
    X(IEEE_SUB, FLOAT, 2, "ieee-")                                                                           \
    X(IEEE_MUL, FLOAT, 2, "ieee*")                                                                           \
    X(IEEE_DIV, FLOAT, 2, "ieee/")                                                                           \
    X(IEEE_REM, FLOAT, 2, "ieee%") /* truncating, as C's fmod and Java's %; sign of the dividend */          \
    X(IEEE_NEG, FLOAT, 1, "ieee_neg")                                                                        \
    X(IEEE_ABS, FLOAT, 1, "ieee_abs")                                                                        \
    X(IEEE_SQRT, FLOAT, 1, "ieee_sqrt")                                                                      \
    X(IEEE_FLOOR, FLOAT, 1, "ieee_floor")                                                                    \
    X(IEEE_CEIL, FLOAT, 1, "ieee_ceil")                                                                      \
    X(IEEE_RINT, FLOAT, 1, "ieee_rint")              /* to the nearest integer, ties to even */              \
    X(IEEE_SINGLE, FLOAT, 1, "single")               /* rounded to binary32 */                               \
    X(IEEE_OF_INT, FLOAT, 1, "ieee_of_int")          /* rounded to binary64; infinite beyond */              \
    X(IEEE_OF_INT_SINGLE, FLOAT, 1, "single_of_int") /* rounded to binary32, once */                         \
    X(IEEE_OF_BITS64, FLOAT, 1, "ieee_of_bits64")    /* of an int: of its low 64 bits */                     \
    X(IEEE_OF_BITS32, FLOAT, 1, "ieee_of_bits32")    /* likewise of 32 bits, a binary32 */                   \
    X(IEEE_TO_INT32, INT, 1, "ieee_to_int32")        /* truncates; NaN is 0; beyond: the nearest int32 */    \
    X(IEEE_TO_INT64, INT, 1, "ieee_to_int64")                                                                \
    X(IEEE_BITS64, INT, 1, "ieee_bits64") /* as a signed number */                                           \
    X(IEEE_BITS32, INT, 1, "ieee_bits32") /* of the value rounded to binary32, likewise */                   \
    EXPR_MATHS(EXPR_MATH_OP)
#define EXPR_MATH_OP(name, n, text) X(MATH_##name, FLOAT, n, #text)

// A number inside a bit string: width bits from bit `at` on, read as Erlang's bit syntax reads a segment. As
// an argument of BITS_GET and BITS_PUT (there: at 0) it is an integer literal. A float field that holds an
// infinity or a NaN reads as the atom nan, so every field inside the bit string has a value.
struct bit_field {
    uint64_t at;
    uint32_t width; // a float: 16, 32 or 64
    uint32_t flags; // enum field_flag
};
enum field_flag {
    FIELD_SIGNED = 1,
    FIELD_LITTLE = 2,
    FIELD_FLOAT = 4,
    FIELD_FITS = 8, // BITS_PUT: undefined unless the integer fits. Without it the low bits are taken
};
enum { FIELD_WIDTH_MAX = (1 << 24) - 1 };
#define FIELD_AT_MAX ((uint64_t)1 << 34)

enum expr_op {
#define X(name, sort, n, text) EXPR_##name##_OP,
    EXPR_OPS(X)
#undef X
        EXPR_OP_COUNT
};

// Fixed ids.
enum { EXPR_NONE = 0, EXPR_FALSE = 1, EXPR_TRUE = 2, EXPR_NIL = 3 };

struct expr_store;

struct expr_store *expr_store_new(void);
void expr_store_free(struct expr_store *x);
uint32_t expr_store_count(const struct expr_store *x); // nodes alive
size_t expr_store_bytes(const struct expr_store *x);   // memory held
size_t expr_store_live(const struct expr_store *x);    // about how many bytes the nodes alive use; cheap
void expr_store_trim(struct expr_store *x); // frees outgrown tables; no other thread may use x meanwhile

// ---- Constructors. Arguments must have the sorts that EXPR_OPS names (asserted). ----
expr_id expr_not(struct expr_store *x, expr_id b);
expr_id expr_and(struct expr_store *x, const expr_id *args, uint32_t n); // flattened, sorted, deduplicated
expr_id expr_or(struct expr_store *x, const expr_id *args, uint32_t n);
expr_id expr_kind(struct expr_store *x, expr_id t, kind_set set);
expr_id expr_arity(struct expr_store *x, expr_id t, uint32_t n);
expr_id expr_fun_arity(struct expr_store *x, expr_id t, uint32_t n);
expr_id expr_map_larger(struct expr_store *x, expr_id t, uint32_t n);
expr_id expr_eq(struct expr_store *x, expr_id a, expr_id b); // cons = cons becomes a conjunction, and so on
expr_id expr_atom_lt(struct expr_store *x, expr_id a, expr_id b);
expr_id expr_int_eq(struct expr_store *x, expr_id a, expr_id b);
expr_id expr_int_lt(struct expr_store *x, expr_id a, expr_id b);
expr_id expr_float_eq(struct expr_store *x, expr_id a, expr_id b);
expr_id expr_float_lt(struct expr_store *x, expr_id a, expr_id b);

expr_id expr_int(struct expr_store *x, int64_t v);
expr_id expr_int_mpz(struct expr_store *x, mpz_srcptr v);
expr_id expr_ite(struct expr_store *x, expr_id condition, expr_id a, expr_id b);
expr_id expr_ival(struct expr_store *x, expr_id t);
// ADD..BSL, FADD..FDIV, IEEE_ADD..IEEE_REM, MATH_POW, MATH_ATAN2
expr_id expr_arith(struct expr_store *x, enum expr_op op, expr_id a, expr_id b);
// TRUNC ROUND FLOOR CEIL TUPLE_SIZE BIT_SIZE TO_FLOAT, IEEE_NEG..IEEE_BITS32, other MATH_..
expr_id expr_unary(struct expr_store *x, enum expr_op op, expr_id a);
expr_id expr_ieee_compare(struct expr_store *x, enum expr_op op, expr_id a, expr_id b); // IEEE_EQ, _LT, _LE
// A condition or number with other arguments, as its constructor makes it; of anything else e itself.
expr_id expr_with_arguments(struct expr_store *x, expr_id e, const expr_id *args, uint32_t n);
expr_id expr_ieee_is_nan(struct expr_store *x, expr_id a);
bool expr_is_single(const struct expr_store *x, expr_id a); // its form alone says that it is a binary32 value
static inline bool expr_op_is_ieee(enum expr_op op) {
    return op >= EXPR_IEEE_EQ_OP && op <= EXPR_IEEE_BITS32_OP;
}
static inline bool expr_op_is_math(enum expr_op op) { // of EXPR_MATHS
    return op > EXPR_IEEE_BITS32_OP && op < EXPR_OP_COUNT;
}
static inline bool expr_op_is_ieee_compare(enum expr_op op) {
    return op >= EXPR_IEEE_EQ_OP && op <= EXPR_IEEE_LE_OP;
}
expr_id expr_float(struct expr_store *x, double v); // every NaN becomes 0x7ff8000000000000
expr_id expr_fval(struct expr_store *x, expr_id t);

expr_id expr_var(struct expr_store *x, uint32_t number);
expr_id expr_atom(struct expr_store *x, symbol s);
expr_id expr_int_term(struct expr_store *x, expr_id i);          // int(ival(t)) is t
expr_id expr_float_term(struct expr_store *x, expr_id f);        // likewise
expr_id expr_cons(struct expr_store *x, expr_id hd, expr_id tl); // cons(hd(t), tl(t)) is t
expr_id expr_tuple(struct expr_store *x, const expr_id *elems, uint32_t n);
expr_id expr_map(struct expr_store *x, const expr_id *keys_values, uint32_t pairs); // sorts by key
expr_id expr_bits(struct expr_store *x, const uint8_t *bytes,
                  uint64_t bit_size); // unused low bits of the last byte: 0
expr_id expr_fun(struct expr_store *x, uint32_t arity, const expr_id *entries, uint32_t n_entries,
                 expr_id otherwise);
// number: with its first bit set (except for funs), the value was created during the run, so no part of an
// input equals it.
expr_id expr_opaque(struct expr_store *x, enum kind kind, uint32_t number);
expr_id expr_hd(struct expr_store *x, expr_id t);
expr_id expr_tl(struct expr_store *x, expr_id t);
expr_id expr_elem(struct expr_store *x, expr_id t, uint32_t index);
expr_id expr_text(struct expr_store *x, expr_id atom);  // text(named(l)) is l
expr_id expr_named(struct expr_store *x, expr_id list); // named(text(a)) is a
expr_id expr_digits(struct expr_store *x, expr_id i, uint32_t base);
expr_id expr_map_get(struct expr_store *x, expr_id map, expr_id key);
// A symbolic map changed under a ground key. A question about another key is asked of the map before the
// change. Only eval understands an equation with such a map inside.
expr_id expr_map_put(struct expr_store *x, expr_id map, expr_id key, expr_id value);
expr_id expr_map_remove(struct expr_store *x, expr_id map, expr_id key);
static inline bool expr_is_changed_map(enum expr_op op) {
    return op == EXPR_MAP_PUT_OP || op == EXPR_MAP_REMOVE_OP;
}
expr_id expr_map_has(struct expr_store *x, expr_id map, expr_id key);
expr_id expr_apply(struct expr_store *x, expr_id f, const expr_id *args, uint32_t n);

// ---- Bit strings (build_bits.c) ----
// Reading looks through slices, joins and fields: the result is a number of a simple bit string, or
// arithmetic over such numbers. A slice of a slice is one slice; neighbours in a join that belong together
// are merged.
expr_id expr_field(struct expr_store *x, struct bit_field f); // at and width up to the limits above
struct bit_field expr_get_field(const struct expr_store *x, expr_id e);
expr_id expr_bits_get(struct expr_store *x, expr_id t, struct bit_field f);
bool expr_is_read(const struct expr_store *x,
                  expr_id number); // it holds no BITS_GET of a join, slice or field
expr_id expr_bits_put(struct expr_store *x, expr_id number, struct bit_field f); // f.at 0
expr_id expr_slice(struct expr_store *x, expr_id t, expr_id at, expr_id size);
expr_id expr_concat(struct expr_store *x, const expr_id *parts, uint32_t n);
// IEEE 754 binary16, 32, 64. False: an infinity or NaN. The other way, what is too large becomes an infinity.
bool expr_float_of_bits(uint64_t word, uint32_t width, double *out);
uint64_t expr_bits_of_float(double d, uint32_t width);
bool expr_has_pieces(const struct expr_store *x, expr_id e); // some part of it is composite
bool expr_is_composite(enum expr_op op); // BITS_PUT, SLICE, CONCAT: a bit string, but no constructor
// The condition that a sum of sizes is a multiple of 8. It asks for the kinds of the terms if these say so.
expr_id expr_whole_bytes(struct expr_store *x, expr_id size);

// ---- The IEEE operators on doubles ----
// IEEE_ADD .. IEEE_REM, and IEEE_NEG .. IEEE_SINGLE, which ignore b.
double expr_number_ieee(enum expr_op op, double a, double b);
double expr_number_math(enum expr_op op, double a, double b);       // MATH_..; b likewise
bool expr_number_ieee_compare(enum expr_op op, double a, double b); // IEEE_EQ, _LT, _LE
double expr_number_ieee_of_int(enum expr_op op, mpz_srcptr v);      // IEEE_OF_INT .. IEEE_OF_BITS32
int64_t expr_number_ieee_to_int(enum expr_op op, double v);         // IEEE_TO_INT32 .. IEEE_BITS32

// ---- Readers ----
enum expr_op expr_op(const struct expr_store *x, expr_id e);
enum expr_sort expr_sort(const struct expr_store *x, expr_id e);
uint32_t expr_imm(const struct expr_store *x, expr_id e);
uint32_t expr_count(const struct expr_store *x, expr_id e); // number of arguments
expr_id expr_arg(const struct expr_store *x, expr_id e, uint32_t i);
bool expr_is_ground(const struct expr_store *x, expr_id e);             // a value: holds no variable
bool expr_get_int64(const struct expr_store *x, expr_id e, int64_t *v); // INT_LIT that fits; false otherwise
void expr_get_mpz(const struct expr_store *x, expr_id e,
                  mpz_ptr v);                                 // any INT_LIT; v initialised by the caller
double expr_get_float(const struct expr_store *x, expr_id e); // FLOAT_LIT
const uint8_t *expr_get_bits(const struct expr_store *x, expr_id e, uint64_t *bit_size); // BITS
enum kind expr_ground_kind(const struct expr_store *x,
                           expr_id e); // kind of a ground term or of any constructor
uint64_t expr_size(const struct expr_store *x,
                   expr_id e); // how big a ground value looks to a person: 0, [] and short atoms least
const char *expr_op_text(enum expr_op op);
int expr_op_count(enum expr_op op); // of arguments; -1: any
void expr_print(const struct expr_store *x, expr_id e,
                struct str *out); // prefix form for dumps and tests; shares nothing, bounded

// ---- Evaluation under a model ----
struct binding {
    uint32_t variable;
    expr_id value; // ground
};

// What the variables stand for. A model mentions the variables that its solving had to do with. All others
// have their default (variables_otherwise).
struct model {
    uint32_t n;
    const struct binding *at;          // by ascending variable, each once
    const struct variables *variables; // expr/variables.h; NULL: other variables are undefined
};
// The value of a variable under a model; EXPR_NONE: undefined. Everybody asks here.
expr_id model_value(const struct model *m, uint32_t variable);
uint64_t model_hash(const struct model *m); // of its bindings

enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_OPEN /* undefined, or not known */ };

// An evaluator memoises over shared nodes. eval_begin starts a new model, and forgets in constant time. One
// thread each.
struct eval;
struct eval *eval_new(struct expr_store *x);
void eval_free(struct eval *v);
void eval_begin(struct eval *v, const struct model *m); // m must live until the next eval_begin
enum truth eval_bool(struct eval *v, expr_id e); // TRUTH_OPEN: undefined (a selector met another constructor)
expr_id eval_value(struct eval *v, expr_id e);   // ground literal of e's sort; 0: undefined

#endif
