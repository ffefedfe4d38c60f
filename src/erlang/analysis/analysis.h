// SPDX-License-Identifier: Apache-2.0
// Safe-branch pruning: what of a unit's code cannot fail, proved before the search, so that the search leaves
// its decisions alone. (Rules after D. Spiliopoulos, "Reducing the search space of concolic testing via
// static analysis", NTUA 2022, with its gaps closed: doc/pruning.md.)
//
// An analysis is made of one function and the types of its arguments; it follows all calls from there,
// through modules too. It says whether any such arguments can make the function raise; and, during the
// search, whether a decision that a run meets can lead to a failure that another decision does not lead to.
// It is read-only once made: any number of threads may ask.
//
// A decision is worth trying if what it decides can reach code that may fail: some clause of the case may
// fail itself, or the value that the case gives is wanted by code that may. Whether the value of a whole
// function is wanted depends on who called it, so every frame of a run has a context.
#ifndef FRISK_ERLANG_ANALYSIS_H
#define FRISK_ERLANG_ANALYSIS_H

#include "base/stop.h"
#include "base/str.h"
#include "erlang/code/program.h"
#include "solve/grammar.h"

struct analysis;

enum analysis_context {
    CONTEXT_UNKNOWN,  // not asked yet
    CONTEXT_IDLE,     // the function's value reaches nothing that may fail
    CONTEXT_WANTED,   // it does
    CONTEXT_DISTRUST, // called in a way that the analysis did not foresee: nothing is pruned
};

// When either is over, nothing is proved and nothing pruned.
struct analysis_limits {
    double seconds;          // of processor time; 0: no limit
    const struct stop *stop; // set when the user ends it; may be NULL
    // What earlier analyses of the program found out about its functions (summary.h); NULL: none is kept.
    struct summaries *summaries;
};

// The function must exist. g and x are the frozen grammar and the store of the type of its argument tuple; g
// NULL: the arguments may be any terms.
struct analysis *analysis_new(struct program *p, symbol module, symbol name, uint32_t arity,
                              const struct grammar *g, struct expr_store *x, type_id arguments,
                              const struct analysis_limits *limits);
void analysis_free(struct analysis *a);

bool analysis_proved(const struct analysis *a); // no arguments of the type make the function raise

// Whether all calls of the function with such arguments end, given enough memory; raising is an end, too.
// 0: not known; else bits of enum analysis_ends.
enum analysis_ends {
    ANALYSIS_ENDS = 1,         // each function that calls itself has arguments that get smaller
    ANALYSIS_ENDS_COUNTED = 2, // some of them integers that come nearer to a bound
    ANALYSIS_ENDS_KNOWN = 4,   // or it is one of OTP that is known to end
};
uint32_t analysis_ends(const struct analysis *a);
double analysis_seconds(const struct analysis *a);

// How many places of the unit's module may raise, where no other code can and each for one reason only; 0:
// not known, or none. When each has been seen raising out of the unit, there is no other failure to be found.
uint32_t analysis_raises(const struct analysis *a);
// Which of them, from 1, raised this; 0: none.
uint32_t analysis_raise(const struct analysis *a, const struct core *node, term reason);

// The dynamic check. Nodes are those that compiled code notes (code.h).
enum analysis_context analysis_entry(const struct analysis *a);
enum analysis_context analysis_callee(const struct analysis *a, const struct core *call,
                                      enum analysis_context caller);
bool analysis_worthwhile(const struct analysis *a, const struct core *node, enum analysis_context c);

#endif
