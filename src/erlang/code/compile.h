// SPDX-License-Identifier: Apache-2.0
// Internal to the compiler from Core Erlang to code (compile.c, compile_case.c, compile_guard.c): the state
// of compiling one function. Recursion follows the nesting of the source and is bounded by MAX_NESTING;
// chains of lets, sequences and list tails are loops.
#ifndef FRISK_ERLANG_COMPILE_H
#define FRISK_ERLANG_COMPILE_H

#include "erlang/code/program.h"
#include "expr/expr.h"

#define NO_SLOT     UINT32_MAX
#define MAX_NESTING 4000

// A place in the code that is not known yet: jumps to it are patched by label_here.
struct label {
    uint32_t pc;            // UINT32_MAX until placed
    VEC(uint32_t) uses;     // words of code to patch
    VEC(uint32_t) handlers; // handlers to patch
};

// A name bound by letrec: a lifted function, or a label for the letrecs that stand for gotos.
struct local_name {
    symbol name;
    uint32_t arity;
    struct function *function; // NULL: a label
    const uint32_t *captured;  // variables passed behind the arguments
    uint32_t n_captured;
    struct label *label;
};

// A let-bound guard expression whose evaluation is put off until a condition needs it (compile_guard.c).
struct deferred {
    uint32_t var;
    const struct core *expr;
};

// Where a value goes.
struct target {
    bool tail;     // it is the function's result
    uint32_t slot; // else: first slot
    uint32_t n;    // number of values (slots slot .. slot + n - 1)
};

struct compiler {
    struct program *program;
    struct module_code *module;
    struct function *f;
    VEC(uint32_t) code;
    VEC(term) constants;
    VEC(struct function *) functions;
    VEC(struct export *) exports;
    VEC(struct handler) handlers;
    VEC(struct line_entry) lines;
    VEC(struct node_entry) nodes;
    uint32_t tests; // compiling the tests of a case: all that is in them is the case's
    VEC(struct literal_test) literal_tests;
    VEC(struct case_info) cases;
    VEC(struct local_name) names;
    VEC(struct deferred) deferred;
    VEC(uint32_t) undo; // pairs: variable, its slot before
    uint32_t *slot_of;  // by variable number
    uint32_t n_vars;
    uint32_t next_slot; // first free
    uint32_t nesting;
    uint32_t timeout; // of the receive that is being compiled: an operand, + 1; 0: it has none
    uint32_t line;
    uint32_t covered; // the code's end when an OP_COVER was the last of it and nothing jumps behind that
    struct diag *diag;
};

// ---- compile.c ----
uint32_t compile_emit(struct compiler *c, uint32_t word); // returns its pc
void compile_emit_label(struct compiler *c, struct label *l);
struct label label_new(void);
void label_here(struct compiler *c, struct label *l);  // places it, patches its uses, frees them
uint32_t compile_constant(struct compiler *c, term t); // index
uint32_t compile_new_slots(struct compiler *c, uint32_t n);
void compile_bind(struct compiler *c, uint32_t var, uint32_t slot);
void compile_unbind_to(struct compiler *c, uint32_t undo_mark);
void compile_note_line(struct compiler *c, const struct core *e);
void compile_note_node(struct compiler *c, const struct core *e); // what is emitted from now on decides for e
bool compile_too_deep(struct compiler *c);                        // sets the diag
uint32_t compile_operand(struct compiler *c, const struct core *e); // evaluates if need be
void compile_operands(struct compiler *c, struct core *const *kids, uint32_t n, uint32_t *out);
void compile_expression(struct compiler *c, const struct core *e, struct target t);
void compile_move(struct compiler *c, uint32_t slot, uint32_t from_operand);
bool compile_is_native(
    const struct core *fun); // implemented in the VM: all that its code does is erlang:nif_error/1
bool compile_is_call_to(const struct core *e, const char *module, const char *name, uint32_t arity);
void compile_handler(struct compiler *c, uint32_t start, uint32_t target_pc, uint32_t slot);

void compile_cover(struct compiler *c, const struct code_place *place); // whoever comes here has reached it
void compile_reach_line(struct compiler *c, const struct core *line);

// ---- compile_case.c ----
void compile_case(struct compiler *c, const struct core *e, struct target t);

// ---- compile_receive.c ----
// What is behind `after`, of a receive that begins with this let: <is there a message, it> = peek, and in a
// clause for where there is none, let .. = wait. NULL: no receive begins there.
const struct core *compile_timeout(const struct core *let);

// ---- compile_guard.c ----
// Jumps to `fail` unless the guard holds; falls through if it does. Exceptions inside count as failure.
void compile_guard(struct compiler *c, const struct core *e, struct label *fail);
// Whether the expression is one of the comparisons or type tests that always give a boolean and never raise.
bool compile_is_safe_boolean(struct compiler *c, const struct core *e);
// Jumps to `no` unless the expression gives `wanted`. Where reaching `no` does not mean that a guard has
// failed, the expression must be a safe boolean.
void compile_condition(struct compiler *c, const struct core *e, bool wanted, struct label *no);
// A tail call's arguments go straight to the parameters' slots: one move for each that is not there already,
// in an order that overwrites nothing still to be read, and what goes round in a circle by way of a spare
// slot.
void compile_moves(struct compiler *c, const uint32_t *args, uint32_t n);
// The expression put off under this variable, or NULL.
const struct core *deferred_expression(struct compiler *c, uint32_t var);

#endif
