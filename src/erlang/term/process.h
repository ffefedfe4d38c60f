// SPDX-License-Identifier: Apache-2.0
// The state of one Erlang process in frisk's interpreter. Built-in functions see this much of it.
#ifndef FRISK_ERLANG_PROCESS_H
#define FRISK_ERLANG_PROCESS_H

#include "erlang/term/term.h"

// The group leader of the unit's process, one of the VM's own, as the payload of a pid.
#define THE_LEADER ((uint64_t)1 << 31 | 1)

struct process {
    struct arena *heap; // all terms of the run; reset between runs
    // The exception in flight, set by a built-in that fails (returns false).
    term class_; // atoms error, exit, throw
    term reason;
    term trace; // stack trace as a term, or TERM_NONE: to be made by the interpreter
    const char
        *no_model;   // set instead of class_/reason: what frisk itself cannot do here ("no model for ..")
    term dictionary; // process dictionary: a map
    term open_keys;  // and what it has under symbolic keys, none of which is among the map's: a list of
                     // [Key|Value]
    bool traps_exits;
    term self, leader;    // its pid, its group leader
    bool ended;           // by a signal to itself: reason says why, and no handler is asked
    bool yields;          // before an operation, to others (erlang/machine/schedule.h)
    uint64_t operations;  // that others can see, so far
    struct tasks *tasks;  // all of the run (erlang/machine/task.h); NULL: there is no other, and no message
    uint64_t next_unique; // for make_ref, unique_integer
    uint64_t clock_reads; // in this run
    uint64_t vm_calls;    // in this run, of functions that the user's VM is asked for
    uint64_t changes; // counts what may change what functions see besides their arguments and the dictionary:
                      // tables, clocks, unique numbers, input ..
    const char *varies;  // what the run used that differs from one VM to the next, or NULL
    struct store *store; // tables and the like (erlang/machine/store.h), or NULL
    void *interp;        // erlang/machine/interp.h
};

// For built-ins: set the exception and return false.
bool raise_error(struct process *p, term reason);
bool raise_badarg(struct process *p);
bool raise_badarith(struct process *p);
bool raise_system_limit(struct process *p);
bool raise_pair(struct process *p, term tag, term value); // error:{badkey, K} and the like
bool raise_class(struct process *p, symbol class_, term reason);

#endif
