// SPDX-License-Identifier: Apache-2.0
// Built-in functions: one table (bif.def) of all that frisk models. Each entry has a concrete function, a
// symbolic rule, and the types that make it fail-safe. The published list of what is supported is generated
// from the table.
#ifndef FRISK_ERLANG_BIF_H
#define FRISK_ERLANG_BIF_H

#include "erlang/machine/process.h"

// Computes with plain terms (no shadow). True: *result is set. False: p's exception (or p->no_model) is set.
// Terms made live in p->heap. Failures are exactly those of the BEAM: class and reason.
typedef bool bif_function(struct process *p, const term *args, term *result);

// How a call with a shadowed argument is handled.
enum bif_rule {
    RULE_LOSE,     // no symbolic rule: run on the concrete arguments; the loss of precision is counted
    RULE_TOPLEVEL, // the concrete function may be called as it is when no argument is itself a symbolic value
                   // (TAG_SYM): it stores or moves parts without looking into them (setelement, hd, maps:put
                   // value..); when one is, as RULE_LOSE
    RULE_SYMBOLIC, // has a function of its own (symbolic.def) that records decisions and builds expressions
    RULE_PROCESS,  // as RULE_SYMBOLIC; the analysis, which knows of one process only, gives up
    RULE_CONTROL,  // handled by the interpreter itself (apply, error, raise ..): seldom a concrete function
};

struct bif {
    const char *module, *name;
    uint32_t arity;
    bif_function *concrete;
    enum bif_rule rule;
    bif_function *symbolic;                        // RULE_SYMBOLIC: any arguments may be shadowed
    enum { IN_FRISK, IN_VM, IN_VM_VARYING } where; // IN_VM: RULE_CONTROL, and the user's VM is asked
    const char *type; // "(integer(), integer()) -> integer()", as a person would read it
};

extern const struct bif bif_table[];
extern const uint32_t bif_count;
// Whether lists:keyfind/3 and its like take the element for the key; neither is shadowed.
bool bif_key_matches(term key, term element);
const struct bif *bif_find(symbol module, symbol name, uint32_t arity); // NULL: none

#endif
