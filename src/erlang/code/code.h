// SPDX-License-Identifier: Apache-2.0
// Compiled code: what compile.c makes of Core Erlang and interp.c runs. A function is an array of 32-bit
// words: an operation, then its operands. Values live in numbered slots of the function's frame; an operand
// is a slot or a constant (see operand_*). There are no instructions for entering a try: ranges of code have
// handlers, looked up when an exception is raised, so that code which raises nothing pays nothing.
#ifndef FRISK_ERLANG_CODE_H
#define FRISK_ERLANG_CODE_H

#include "erlang/code/builtin.h"
#include "erlang/load/core.h"

// Operands: o (slot or constant), s (slot), k (constant), n (number), L (place in the code), f (index into
// functions), x (index into exports), b (index into the table of built-ins), .. (n operands follow).
#define CODE_OPS(X)                                                                                          \
    X(MOVE)            /* s o */                                                                             \
    X(CONS)            /* s o o */                                                                           \
    X(TUPLE)           /* s n o.. */                                                                         \
    X(CLOSURE)         /* s f arity n o..: a fun with n captured values */                                   \
    X(MAP)             /* s o n (exact key value).. */                                                       \
    X(CALL)            /* s f n o.. */                                                                       \
    X(TAIL_CALL)       /* f n (s o)..: n moves to the slots of parameters, one after the other */            \
    X(CALL_EXPORT)     /* s x n o.. */                                                                       \
    X(TAIL_EXPORT)     /* x n o.. */                                                                         \
    X(CALL_BIF)        /* s b n o.. */                                                                       \
    X(CALL_FUN)        /* s o n o.. */                                                                       \
    X(TAIL_FUN)        /* o n o.. */                                                                         \
    X(CALL_NAMED)      /* s o o n o..: module and function as values */                                      \
    X(TAIL_NAMED)      /* o o n o.. */                                                                       \
    X(APPLY)           /* s n o..: erlang:apply/2,3 */                                                       \
    X(TAIL_APPLY)      /* n o.. */                                                                           \
    X(RETURN)          /* o */                                                                               \
    X(JUMP)            /* L */                                                                               \
    X(SWITCH)          /* o k n L..: the L of the constant k, k + 1, .. that is equal; plain values only */  \
    X(TEST_CONS)       /* o s s L: head and tail */                                                          \
    X(TEST_NIL)        /* o L */                                                                             \
    X(TEST_TUPLE)      /* o n s L: n elements to s, s+1, .. */                                               \
    X(TEST_WORD)       /* o k n L: equal to an atom or small integer; n: literal test or NO_TEST */          \
    X(TEST_LITERAL)    /* o k n L: equal to any other literal */                                             \
    X(TEST_EQUAL)      /* o o L: =:= */                                                                      \
    X(TEST_NOT_EQUAL)  /* o o L */                                                                           \
    X(TEST_LESS)       /* o o L */                                                                           \
    X(TEST_LESS_EQUAL) /* o o L */                                                                           \
    X(TEST_SAME)       /* o o L: == */                                                                       \
    X(TEST_KIND)       /* o n L: kind_set n */                                                               \
    X(TEST_NOT_KIND)   /* o n L */                                                                           \
    X(TEST_TRUE)       /* o L */                                                                             \
    X(TEST_FALSE)      /* o L: jumps unless false */                                                         \
    X(TEST_MAP)        /* o L */                                                                             \
    X(TEST_MAP_GET)    /* o o s L */                                                                         \
    X(ADD)             /* s o o */                                                                           \
    X(SUB)             /* s o o */                                                                           \
    X(MUL)             /* s o o */                                                                           \
    X(EQUAL)           /* s o o */                                                                           \
    X(LESS)            /* s o o */                                                                           \
    X(LESS_EQUAL)      /* s o o */                                                                           \
    X(BITS_START)      /* s s o L: bit string, position */                                                   \
    X(BITS_GET)        /* s s s spec o L: result, bit string, position; size */                              \
    X(BITS_INTEGER)    /* s s s n L: unsigned, big-endian, n <= 56 bits */                                   \
    X(BITS_REST)       /* s s s n L: all that is left, a multiple of n bits */                               \
    X(BITS_END)        /* s s L */                                                                           \
    X(BITS_BUILD)      /* s n (spec value size).. */                                                         \
    X(COVER)           /* n: place */                                                                        \
    X(OPAQUE)          /* n k: the first n slots are taken as concrete; text of the loss, as an atom */      \
    X(RECV_PEEK)       /* s: whether there is a message that was not seen; it goes to s + 1 */               \
    X(RECV_REMOVE)     /* o: what is behind `after`, or infinity; the message is taken out */                \
    X(RECV_NEXT)       /* the message does not match */                                                      \
    X(RECV_WAIT)       /* s o: timeout; whether it is over */                                                \
    X(FAIL)            /* o: error with this reason (match_fail) */                                          \
    X(FAIL_FUNCTION)   /* n o..: function_clause, with the arguments */                                      \
    X(RAISE)           /* n o..: error/1,2,3, exit/1, throw/1, raise/3; n: enum raise_kind */                \
    X(RERAISE)         /* o o: primop raise: trace, reason */                                                \
    X(BUILD_TRACE)     /* s o */                                                                             \
    X(CATCH_END)       /* s s s s: value of a catch from class, reason, trace */                             \
    X(NO_MODEL)        /* k: text, as an atom */

enum code_op {
#define X(name) OP_##name,
    CODE_OPS(X)
#undef X
        OP_COUNT
};

enum raise_kind { RAISE_ERROR, RAISE_EXIT, RAISE_THROW, RAISE_CLASS /* raise/3 */ };

#define OPERAND_SLOT(i)  ((uint32_t)(i) << 1)
#define OPERAND_CONST(i) ((uint32_t)(i) << 1 | 1u)

struct function;

struct export { // one per M:F/A that any code names; made on first mention, filled when its module is loaded
    symbol module, name;
    uint32_t arity;
    const struct bif *bif;       // built-in, or NULL
    shortcut_function *shortcut; // or NULL
    struct function *code;       // NULL until loaded; read and written atomically
    int state;                   // enum export_state, atomically; written last
};
enum export_state {
    EXPORT_UNKNOWN,
    EXPORT_BIF,
    EXPORT_CODE,
    EXPORT_UNDEFINED,
    EXPORT_ON_VM, // of a module without debug_info: the user's VM is asked what it gives (loader_may_apply)
    EXPORT_FAILED
};

struct handler { // for exceptions raised at start <= pc < end; inner handlers come first
    uint32_t start, end, target;
    uint32_t slot; // class, reason, raw trace go to slot, slot + 1, slot + 2; HANDLER_GUARD: dropped
};
#define HANDLER_GUARD UINT32_MAX

struct line_entry {
    uint32_t pc, line;
};

// From this pc on decisions are those of this expression (a case, a call ..), until the next entry.
struct node_entry {
    uint32_t pc;
    const struct core *node;
};

// Where a literal test stands: which case, row (clause) and column (scrutinee), and by which selectors it is
// reached from the scrutinee. Lets one decision choose among all literals of that place (one n-way choice,
// not n tests).
struct literal_test {
    uint32_t case_index, row, column;
    uint32_t path_length;
    const uint16_t *path; // SELECT_HD, SELECT_TL, or SELECT_ELEM + index
};
#define NO_TEST UINT32_MAX
enum { SELECT_HD = 0, SELECT_TL = 1, SELECT_ELEM = 2 };

struct case_info {
    const struct core *core;  // the CASE node
    uint32_t n;               // scrutinees
    const uint32_t *operands; // of each
    uint32_t *row_pc;         // where each clause's tests begin
};

struct function {
    struct code_head head; // first: funs know their code by it
    symbol module, name;   // of a fun: the function it stands in, -name/arity-fun-n-
    uint32_t arity;        // parameters, without captured values
    uint32_t captured;     // passed behind the parameters
    uint32_t frame;        // slots
    uint32_t n_code;
    uint32_t *code;
    term *constants;
    uint32_t n_constants;
    uint32_t n_functions, n_exports;
    struct function **functions;
    struct export **exports;
    uint32_t n_handlers, n_lines, n_nodes;
    struct handler *handlers;
    struct line_entry *lines;
    struct node_entry *nodes;
    struct literal_test *literal_tests;
    struct case_info *cases;
    uint32_t site_base; // site of pc is site_base + pc: dense over the whole program
    const struct module_code *module_code;
    const struct function *home; // the top-level function a fun stands in; itself for others
    uint32_t line;
    bool nif_stub; // body is erlang:nif_error: implemented natively in the VM, and frisk has no model
};

struct code_place { // where the code counts as reached: a clause's body, a line
    const struct function *function;
    bool clause;
    bool generated; // a clause that the compiler added
    uint32_t line;  // whoever comes here reaches this line; 0: none
};

struct module_code {
    const struct core_module *core;
    bool library; // a module of OTP
    uint32_t n_functions;
    struct function **functions; // those of the source
    uint32_t n_lifted;           // funs made functions so far: they are numbered in stack traces
};

// The code of a fun that is of kind CLOSURE_CODE.
static inline const struct function *code_of(const struct closure *c) {
    return (const struct function *)(const void *)c->code;
}

const struct core *code_node(const struct function *f, uint32_t pc); // NULL: none
uint32_t code_line(const struct function *f, uint32_t pc);           // 0: not known

#endif
