// SPDX-License-Identifier: Apache-2.0
// Core Erlang as loaded: a tree of nodes per function, as the compiler of the user's OTP made it without
// optimising (Core Erlang 1.0.3 specification, plus maps and the annotations of current compilers). All of
// it, with literals, lives in the program's arena and is never changed.
#ifndef FRISK_ERLANG_CORE_H
#define FRISK_ERLANG_CORE_H

#include "erlang/term/term.h"

// X(NAME, meaning of aux, children). Variables are numbered per function (outermost fun) from 0; a name that
// is bound twice may have one number twice: scopes nest, the innermost binding counts.
#define CORE_TAGS(X)                                                                                         \
    X(VAR)     /* aux: variable number */                                                                    \
    X(FNAME)   /* a local function or letrec name, as value or operator; aux: symbol, arity */               \
    X(LITERAL) /* lit */                                                                                     \
    X(CONS)    /* head, tail */                                                                              \
    X(TUPLE)   /* elements */                                                                                \
    X(VALUES)  /* <a, b, ..> */                                                                              \
    X(MAP)     /* map to update (a LITERAL #{} if none), PAIR.. ; in a pattern the first child is ignored */ \
    X(PAIR)    /* key, value; aux: 0 assoc (=>), 1 exact (:=) */                                             \
    X(BINARY)  /* SEGMENT.. */                                                                               \
    X(SEGMENT) /* value, size (LITERAL integer, atom 'all' or 'undefined', or an expression); seg */         \
    X(FUN)     /* VAR.. (arity of them), body; lit: the fun's name for fun_info (atom) or TERM_NONE */       \
    X(LET)     /* VAR.. (aux of them), argument, body */                                                     \
    X(SEQ)     /* first, second */                                                                           \
    X(LETREC)  /* FUNDEF.., body; flag CORE_LETREC_GOTO: labels rather than functions */                     \
    X(FUNDEF)  /* FUN; aux: symbol, arity */                                                                 \
    X(CASE)    /* argument (VALUES if not one), CLAUSE.. */                                                  \
    X(CLAUSE)  /* patterns (n - 2), guard, body */                                                           \
    X(APPLY)   /* operator, arguments */                                                                     \
    X(CALL)    /* module, name, arguments */                                                                 \
    X(PRIMOP)  /* arguments; aux: symbol of the name */                                                      \
    X(TRY)     /* argument, VAR.. (aux & 0xFF), body, VAR.. (aux >> 8), handler */                           \
    X(CATCH)   /* body */                                                                                    \
    X(ALIAS)   /* patterns only: VAR, pattern */                                                             \
    X(LINE)    /* here its line is reached: the first of a SEQ, of which nobody wants the value */

enum core_tag {
#define X(name) CORE_##name,
    CORE_TAGS(X)
#undef X
        CORE_TAG_COUNT
};

enum core_flag {
    CORE_GENERATED = 1,          // compiler_generated
    CORE_LETREC_GOTO = 2,        // letrec_goto
    CORE_LIST_COMPREHENSION = 4, // list_comprehension
    CORE_RESULT_UNUSED = 8,      // result_not_wanted
};

enum segment_type {
    SEG_INTEGER,
    SEG_FLOAT,
    SEG_BINARY /* bytes or bits: see unit */,
    SEG_UTF8,
    SEG_UTF16,
    SEG_UTF32
};
enum segment_flag { SEG_SIGNED = 1, SEG_LITTLE = 2, SEG_NATIVE = 4 };
struct segment {
    uint8_t type;  // enum segment_type
    uint8_t flags; // enum segment_flag
    uint16_t unit; // 1..256
};

struct core {
    uint8_t tag;    // enum core_tag
    uint8_t flags;  // enum core_flag
    uint16_t arity; // FNAME, FUNDEF, FUN
    uint32_t line;  // 0: unknown
    uint32_t column;
    uint32_t aux;
    uint32_t n; // children
    struct segment seg;
    uint32_t id;      // from 1, of its own among all that a program has loaded; 0: not read from a dump
    uint32_t ordinal; // from 1, of its own in its module, whatever was loaded before; likewise
    term lit;
    struct core *kid[];
};

struct core_function {
    symbol name;
    uint32_t arity;
    uint32_t n_vars; // variable numbers used inside: 0 .. n_vars - 1
    uint32_t line;
    bool exported;
    struct core *fun; // CORE_FUN
};

// An attribute that carries a type or spec, in the compiler's abstract form (erts user's guide, "The Abstract
// Format").
struct core_attribute {
    symbol name; // spec, type, opaque, record, callback, on_load
    term value;  // e.g. {{F,A}, [Type]} for spec; {Name, Type, Vars} for type; {Name, Fields} for record
    uint32_t line;
};

struct core_module {
    symbol name;
    char *file;       // "lists.erl", as in stack traces
    char *path;       // where it was loaded from
    uint32_t n_nodes; // their ids follow one another
    uint32_t n_functions;
    struct core_function *functions;
    uint32_t n_attributes;
    struct core_attribute *attributes;
};

// What is left of a body when it does not matter which lines it reaches.
static inline const struct core *core_behind_lines(const struct core *e) {
    while (e->tag == CORE_SEQ && e->kid[0]->tag == CORE_LINE) e = e->kid[1];
    return e;
}

#endif
