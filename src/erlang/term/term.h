// SPDX-License-Identifier: Apache-2.0
// Erlang terms as tagged 64-bit words, and the shadow of symbolic values.
//
//   bits 0-2  primary tag          bit 3  shadow: the term is, or holds somewhere inside, a symbolic value
//   small     value << 4           integers of 60 bits
//   imm       payload << 8 | sub << 4 | tag     atoms, [], pids, ports, references
//   cons      pointer to term[2]
//   tuple     pointer to struct tuple
//   box       pointer to a struct that starts with struct box: bignum, float, map, bit string, fun
//   sym       pointer to struct symbolic: a concrete term with the expression that computes it
//
// All pointers are 16-byte aligned. A symbolic value has the shadow bit, and so has every cons, tuple, map or
// fun that holds a shadowed word: one test of one word tells whether a term is purely concrete. The concrete
// term in a struct symbolic never has the bit. Code that knows nothing of symbolic values may copy and store
// shadowed words freely but must not look at them; term_concrete gives the plain term.
//
// Ownership: terms live in an arena (of the run, or of the program for literals) and are immutable; nothing
// is freed singly. Every term_* function below except term_concrete requires terms without shadow, unless it
// says so.
#ifndef FRISK_ERLANG_TERM_H
#define FRISK_ERLANG_TERM_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/symbol.h"

typedef uint64_t term;

enum { TAG_SMALL = 0, TAG_IMM = 1, TAG_CONS = 2, TAG_TUPLE = 3, TAG_BOX = 4, TAG_SYM = 5 };
enum { IMM_ATOM = 0, IMM_NIL = 1, IMM_PID = 2, IMM_PORT = 3, IMM_REF = 4 };
#define TERM_SHADOW ((term)8)
#define TERM_NONE   ((term)0x7F) // no term at all

enum box_kind { BOX_BIG, BOX_FLOAT, BOX_MAP, BOX_BITS, BOX_FUN };

struct box {
    uint32_t kind; // enum box_kind
    uint32_t n; // BIG: limbs; FUN: captured values; BITS: room behind it (erlang/term/bits.c); others: their
                // own use
};
struct tuple {
    uint64_t n;
    term at[];
};
struct big { // always outside the 60-bit range, highest limb not 0
    struct box box;
    int64_t sign; // -1 or 1
    mp_limb_t limbs[];
};
struct boxed_float {
    struct box box;
    double value; // always finite
};
struct bits { // a bit string: size bits, from bit `offset` of bytes on (most significant bit first)
    struct box box;
    uint64_t offset, size;
    const uint8_t *bytes; // shared, immutable; bits outside the range are unspecified
};
struct map;            // erlang/term/map.h
struct code_head {     // what compiled code begins with (struct function of erlang/code/code.h)
    uint64_t identity; // a number that is the same in all runs
};
struct closure { // BOX_FUN
    struct box box;
    uint32_t arity;
    uint32_t flags;               // enum closure_kind
    const struct code_head *code; // CLOSURE_CODE
    symbol module, name;          // CLOSURE_EXTERNAL: fun M:F/A
    term at[]; // captured values; CLOSURE_TABLE, an input function: rows of arguments and result, then the
               // default
};
enum closure_kind { CLOSURE_CODE, CLOSURE_EXTERNAL, CLOSURE_TABLE };
struct symbolic {
    term concrete;
    uint32_t expr; // expr_id, sort Term
    uint32_t unused;
};

// ---- Tests and access ----
static inline unsigned term_tag(term t) {
    return (unsigned)(t & 7);
}
static inline bool term_shadowed(term t) {
    return (t & TERM_SHADOW) != 0 && t != TERM_NONE;
}
static inline bool term_is_small(term t) {
    return (t & 15) == TAG_SMALL;
}
static inline bool term_is_sym(term t) {
    return (t & 7) == TAG_SYM;
}
static inline bool term_is_cons(term t) {
    return (t & 7) == TAG_CONS;
} // shadowed or not
static inline bool term_is_tuple(term t) {
    return (t & 7) == TAG_TUPLE;
} // shadowed or not
static inline void *term_pointer(term t) {
    return (void *)(uintptr_t)(t & ~(term)15);
}

#define TERM_SMALL_MAX (((int64_t)1 << 59) - 1)
#define TERM_SMALL_MIN (-((int64_t)1 << 59))
static inline term term_small(int64_t v) {
    return (term)v << 4;
}
static inline int64_t term_small_value(term t) {
    return (int64_t)t >> 4;
}

static inline term term_imm(unsigned sub, uint64_t payload) {
    return payload << 8 | (term)sub << 4 | TAG_IMM;
}
static inline bool term_is_imm(term t, unsigned sub) {
    return (t & 0xFF) == (((term)sub << 4) | TAG_IMM);
}
static inline term term_atom(symbol s) {
    return term_imm(IMM_ATOM, s);
}
static inline bool term_is_atom(term t) {
    return term_is_imm(t, IMM_ATOM);
}
static inline symbol term_symbol(term t) {
    return (symbol)(t >> 8);
}
static inline uint64_t term_imm_payload(term t) {
    return t >> 8;
}
#define TERM_NIL term_imm(IMM_NIL, 0)
static inline bool term_is_nil(term t) {
    return t == TERM_NIL;
}

static inline term *term_cell(term t) {
    return term_pointer(t);
} // [0] head, [1] tail
static inline term term_hd(term t) {
    return term_cell(t)[0];
}
static inline term term_tl(term t) {
    return term_cell(t)[1];
}
static inline struct tuple *term_tuple(term t) {
    return term_pointer(t);
}
static inline bool term_is_box(term t, enum box_kind k) {
    return (t & 7) == TAG_BOX && ((struct box *)term_pointer(t))->kind == (uint32_t)k;
}
static inline bool term_is_big(term t) {
    return term_is_box(t, BOX_BIG);
}
static inline bool term_is_float(term t) {
    return term_is_box(t, BOX_FLOAT);
}
static inline bool term_is_map(term t) {
    return term_is_box(t, BOX_MAP);
}
static inline bool term_is_bits(term t) {
    return term_is_box(t, BOX_BITS);
}
static inline bool term_is_fun(term t) {
    return term_is_box(t, BOX_FUN);
}
static inline bool term_is_integer(term t) {
    return term_is_small(t) || term_is_big(t);
}
static inline bool term_is_number(term t) {
    return term_is_integer(t) || term_is_float(t);
}
static inline double term_float_value(term t) {
    return ((struct boxed_float *)term_pointer(t))->value;
}
static inline struct closure *term_closure(term t) {
    return term_pointer(t);
}
static inline struct symbolic *term_symbolic(term t) {
    return term_pointer(t);
}

// ---- Construction (parts may be shadowed; the result then is) ----
static inline term term_cons(struct arena *a, term hd, term tl) {
    term *cell = arena_alloc(a, 2 * sizeof(term));
    cell[0] = hd;
    cell[1] = tl;
    return (term)(uintptr_t)cell | TAG_CONS | ((hd | tl) & TERM_SHADOW);
}
struct tuple *tuple_alloc(struct arena *a, uint64_t n); // at[] to be filled, then tuple_term
static inline term tuple_term(struct tuple *t) {        // adds up the shadows
    term shadow = 0;
    for (uint64_t i = 0; i < t->n; i++) shadow |= t->at[i];
    return (term)(uintptr_t)t | TAG_TUPLE | (shadow & TERM_SHADOW);
}
term term_tuple_of(struct arena *a, const term *elems, uint64_t n);
term term_tuple2(struct arena *a, term x, term y);
term term_tuple3(struct arena *a, term x, term y, term z);
term term_float(struct arena *a, double v); // v finite
term term_int(struct arena *a, int64_t v);  // small or big as needed
term term_mpz(struct arena *a, mpz_srcptr v);
void term_get_mpz(term integer, mpz_ptr out);                             // out initialised; any integer term
bool term_get_int64(term t, int64_t *v);                                  // an integer that fits
term term_bits(struct arena *a, const uint8_t *bytes, uint64_t bit_size); // copies
term term_sub_bits(struct arena *a, term bits, uint64_t from, uint64_t size); // shares the bytes
static inline struct bits *term_bits_of(term t) {
    return term_pointer(t);
}
enum { TUPLE_MAX = (1 << 24) - 1 }; // elements; OTP efficiency guide, "System Limits"
term term_list(struct arena *a, const term *elems, uint64_t n, term tail);
term term_string(struct arena *a, const char *utf8); // list of code points
static inline term term_sym(struct arena *a, term concrete, uint32_t expr) {
    struct symbolic *s = arena_alloc(a, sizeof *s);
    *s = (struct symbolic){concrete, expr, 0};
    return (term)(uintptr_t)s | TAG_SYM | TERM_SHADOW;
}

// The plain term: all symbolic values inside replaced by their concrete ones. Copies only what is shadowed.
term term_concrete(struct arena *a, term t);
// A copy in another arena (sharing nothing); t without shadow.
term term_copy(struct arena *a, term t);

// ---- Walks ----
// A term of few cells may be huge if it is written out: its parts share cells. So those who walk over terms,
// and built-ins that take long over one, count what they visit. While a run goes on there are so many visits
// and no more, and every so many of them it is asked whether memory and time are left: then every walk ends
// early, with whatever answer it has come to, and the run is given up.
extern _Thread_local int64_t term_visits_left; // until it is asked again; < 0: no more in this run
void term_visits_begin(int64_t most, bool (*go_on)(void *context), void *context);
bool term_visits_end(void); // false: some walk ended early. From here on nothing is counted
bool term_visits_more(void);
static inline bool term_visits(uint32_t n) { // one as dear as n; false: that is all
    return (term_visits_left -= n) >= 0 || term_visits_more();
}
static inline bool term_visit(void) {
    return term_visits(1);
}
void term_walk(term t); // over all that it holds

// ---- Order, equality, hashing (iterative: no recursion on the C stack, however deep the terms) ----
bool term_equal(term a, term b); // =:=  (0.0 and -0.0 are equal in OTP 25)
int term_compare(term a,
                 term b); // the total order of ==, <, ..: <0, 0, >0; integers and floats by exact value
int term_compare_keys(term a, term b); // order of map keys: integers before floats, then as above; 0 iff =:=
uint64_t term_hash(term t);            // equal (=:=) terms, equal hashes

// ---- Text ----
// As io_lib:format("~0tp") would print it where the term can be read back: strings as "..", <<"..">>, 1.0e10,
// 'quoted atoms', #{..}. Funs, pids and the like as Erlang prints them. max_bytes 0: all of it; else cut with
// "...".
void term_print(struct str *out, term t, size_t max_bytes);
void term_print_atom(struct str *out, symbol s); // quoted where needed

bool term_list_length(term t, uint64_t *n); // false: not a proper list
// Text of a list of characters 0..255 (false: it is no such list); bytes to be released with str_free.
bool term_list_latin1(term list, struct str *out);

#endif
