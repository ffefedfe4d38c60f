// SPDX-License-Identifier: Apache-2.0
// What code knows of built-in functions: a row for each of them, and a few functions by which the program,
// the interpreter and the built-ins themselves find rows. The table stands above all whose functions are in
// it (symbolic/builtins.h), and is handed to the program when that is made.
#ifndef FRISK_ERLANG_BUILTIN_H
#define FRISK_ERLANG_BUILTIN_H

#include "erlang/term/process.h"

// Computes with plain terms (no shadow). True: *result is set. False: p's exception (or p->no_model) is set.
// Terms made live in p->heap. Failures are exactly those of the BEAM: class and reason.
typedef bool bif_function(struct process *p, const term *args, term *result);

enum dispatch {
    DISPATCH_CODE,  // ip->call with ip->call_args is to be entered
    DISPATCH_VALUE, // *result is set
    DISPATCH_RAISE, // the exception (or no_model) is set in ip->process
};

// A function that goes on in code, or looks at symbolic arguments itself: any arguments, n of them.
struct bif;
struct interp;
typedef enum dispatch bif_control(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                                  term *result);

// How a call with a shadowed argument is handled.
enum bif_rule {
    RULE_LOSE,     // no symbolic rule: run on the concrete arguments; the loss of precision is counted
    RULE_TOPLEVEL, // the concrete function may be called as it is when no argument is itself a symbolic value
                   // (TAG_SYM): it stores or moves parts without looking into them (setelement, hd, maps:put
                   // value..); when one is, as RULE_LOSE
    RULE_SYMBOLIC, // has a function of its own (symbolic.h) that records decisions and builds expressions
    RULE_PROCESS,  // as RULE_SYMBOLIC; the analysis, which knows of one process only, gives up
    RULE_CONTROL,  // `control` is called, whatever the arguments: seldom is there a concrete function
};

struct bif {
    const char *module, *name;
    uint32_t arity;
    bif_function *concrete;
    enum bif_rule rule;
    bif_function *symbolic; // RULE_SYMBOLIC: any arguments may be shadowed
    bif_control *control;   // RULE_CONTROL
    // Not IN_FRISK: RULE_CONTROL, and the user's VM is asked. What it gives may differ from one moment to the
    // next, or from machine to machine.
    enum { IN_FRISK, IN_VM, IN_VM_VARYING, IN_VM_MACHINE } where;
    const char *type; // "(integer(), integer()) -> integer()", as a person would read it
};

// Erlang functions of OTP whose own way takes many more decisions (all characters of Unicode, say). A
// shortcut is tried where code of another module calls them with a symbolic first argument. What it does
// follows from what it decided.
enum shortcut {
    SHORTCUT_DONE, // *result is what the function returns
    SHORTCUT_NONE, // the function's code is run, with args as the shortcut left them
    SHORTCUT_LOSE, // likewise, with concrete arguments: it would drown the search
};
typedef enum shortcut shortcut_function(struct process *p, term *args, term *result);

struct builtins {
    const struct bif *table; // code names a built-in by its place in it
    const struct bif *(*find)(symbol module, symbol name, uint32_t arity);      // NULL: none
    shortcut_function *(*shortcut)(symbol module, symbol name, uint32_t arity); // NULL: none
    bif_function *add, *subtract, *multiply; // where an operand is shadowed
};

#endif
