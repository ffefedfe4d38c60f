// SPDX-License-Identifier: Apache-2.0
// What the engine needs of a language: load a unit, run it on an input, tell a person about it, prove cases
// on the real VM and write the suite. A front end fills one struct language and knows the engine; the engine
// knows nothing of any language.
#ifndef FRISK_EXPLORE_LANGUAGE_H
#define FRISK_EXPLORE_LANGUAGE_H

#include "base/diag.h"
#include "base/stop.h"
#include "explore/record/concretised.h"
#include "explore/record/coverage.h"
#include "explore/trace.h"
#include "expr/expr.h"
#include "expr/sweep.h"
#include "expr/variables.h"
#include "solve/grammar.h"

struct suite;        // suite/suite.h
struct test_case;    // likewise
struct trial;        // a front end's
struct runner;       // a front end's interpreter of one worker
struct dictionary;   // inputs/dictionary.h
struct value_source; // inputs/value_source.h

struct run_limits {
    uint64_t steps;  // per run: calls made (Erlang) or instructions (Java)
    uint64_t memory; // per run, bytes
    double deadline; // by clock_now(): a run that goes on is cut off; 0: none. Beyond the end of the search,
                     // so that it is for runs that take much longer than their calls suggest
    const struct stop *stop; // likewise when set; may be NULL
};

enum outcome_kind {
    OUTCOME_RETURN,     // a value
    OUTCOME_RAISE,      // it failed: an exception left the unit, or it never ends (`endless`)
    OUTCOME_LIMIT,      // did not finish within the steps or memory of a run
    OUTCOME_DISCARDED,  // the input is none: a precondition does not hold; the path counts as explored
    OUTCOME_INCOMPLETE, // frisk's own shortcoming: "no model for M:F/A"; never the user's error
};

// What cut a run off.
enum run_limit {
    LIMIT_NONE,
    LIMIT_STEPS,    // of the run
    LIMIT_MEMORY,   // of the run
    LIMIT_TIME,     // of the search, or the user ended it: says nothing of the unit
    LIMIT_TERMS,    // a term whose parts share so much that it cannot be gone through
    LIMIT_WAIT,     // none: it waits for what never comes
    LIMIT_BRANCHES, // the branch bound (trace.h): of the path
};

#define FAILURE_OTHER UINT32_MAX // none of the unit's failures, which are then not all that there are

struct outcome {
    enum outcome_kind kind;
    enum run_limit limit; // OUTCOME_LIMIT: which
    // OUTCOME_RAISE: nothing was raised. The run came back to a state that it had been in, in the same place
    // and with no input, message or clock read in between: it goes on so for ever. The place is the loop's.
    bool endless;
    uint64_t key; // equal keys: the same failure (class, shape of the reason, place); 0 for returns
    uint64_t
        place; // equal: the same class and place, whatever the reason; 0: the language tells no more than key
    uint32_t failure; // which of the unit's this is, from 1; 0: not known; FAILURE_OTHER
    uint64_t steps;   // taken by the run
    uint32_t rank;    // of two failures with equal keys, that of lower rank stands for both
    bool known; // OUTCOME_DISCARDED: the input is one, but the run came to where another was that goes on
    // OUTCOME_DISCARDED: by an assumption in the midst of the unit's own code, which was run until there. A
    // search of which all runs end so says something of the unit; one that never came to it says nothing.
    bool within;
    bool lost; // some symbolic value was made concrete on the way
    // What the run used that differs from one machine or moment to the next ("a clock"); NULL: nothing, so
    // that the real VM must do the same.
    const char *varies;
    bool processes; // several ran, in an order that another machine need not take
    bool no_error;  // it raises what is no error (see outcome_text): a search for the first error goes on
};

struct place { // all owned by whoever owns the struct; NULL/0: not known
    char *file;
    uint32_t line;
    char *function; // "name/arity"
};

// Where a finding belongs, in the order in which a maintainer would look at them. Only the first counts for
// the exit status.
enum finding_group {
    GROUP_ERROR,     // the code fails on what its callers may pass
    GROUP_REFUSED,   // it refuses the input on purpose
    GROUP_NULL,      // a caller passed null where the code never looks for it
    GROUP_DOMAIN,    // a caller passed a value of a kind that the code never accepts
    GROUP_STATE,     // only in a state that no call was found to build
    GROUP_UNCOUNTED, // an exception that the user, or the convention of whole programs, does not count
    GROUP_OVERFLOW,  // it returns, with a number that wrapped around
    GROUP_COUNT
};
const char *finding_group_name(enum finding_group g); // "error", "refused", ..

// An outcome in words, in the language's own syntax. Texts are owned by the receiver.
struct outcome_text {
    char *kind;    // Erlang: "error", "exit", "throw", "spec" (outside of it); "hang": never ends; NULL for a
                   // return
    bool returned; // nothing was raised: the value returned is what is wrong, as kind says
    enum finding_group group; // of a failure
    bool thrown;  // raised on purpose by the code of the unit's project, not by the VM or a library
    char *blamed; // GROUP_NULL, GROUP_DOMAIN: the part of the input that is to blame, "a0" or the name it has
    bool no_error; // the code refuses such input on purpose, or the like: kind says what, and it does not
                   // count
    bool assumed; // rests on values that were made up in the run's midst: counts only where the real VM shows
                  // it
    char *process;   // Erlang: it is not the call that failed but a process spawned on the way, with this
                     // function ("m:f/1"); else NULL
    char *exception; // Java: the class of what was thrown, "java.lang.ArithmeticException"; else NULL
    char *text;      // the value returned, the reason raised, or what stopped the run
    char *detail;    // what the text does not tell of it, "there is no function m:f/1"; NULL: nothing
    char *output;    // what it wrote to the standard streams, the first 64 KB; NULL: nothing, or not known
    struct place where;
    struct place raised; // the topmost frame of the stack trace that has a line, its function with the
                         // module; empty where that is `where`
};
void outcome_text_free(struct outcome_text *t);

struct assumption { // what a run has looked at was taken as it is here, or the user wants it so
    char *text;     // "default locale en_US"
    bool machine;   // the former
};

// A rule that a claim ("proof", "complete", "ends") may rest on, by the name that results and doc/verdicts.md
// give it.
struct proof_rule {
    const char *name; // "state matching"
    const char *what; // in one line
};

struct unit {
    const struct language *language;
    const char *name; // as shown: "lists:nth/2"
    struct expr_store *exprs;
    struct grammar *grammar;     // frozen
    struct variables *variables; // of its input; see unit_variable
    const struct model *seeds;   // first inputs, at least one; a model may mention no variable at all
    uint32_t n_seeds;
    uint32_t draws; // inputs drawn at random before the search, again and again as long as some of so
                    // many bring something new; 0: none are drawn
    bool proved;    // ahead of the search: no input makes it raise
    bool harmless;  // ahead of the search: no run of it raises, but those on inputs that turn out to be none
                    // are discarded; so the first that returns says it all
    bool partial;   // its inputs are not all that there are: whatever the search finds, it is no proof
    uint32_t failures; // ahead of the search: there are so many ways to fail at most, each with a key of its
                       // own or, if that is equal, telling no more than another; 0: not known
    bool ends;         // ahead of the search: every run of it ends, whatever it raises or returns
    bool seeks_ends;   // unless `ends`, inputs are drawn of what is `proved`, too; drawn ones whose runs are
                       // cut off are tried with the limits of the search
    // Decisions of code that raises nothing are left out of traces, and some of that code is not known to
    // end: that all paths were tried says nothing of endings.
    bool prunes;
    _Atomic uint64_t rules_used; // of language->rules, a bit each: see unit_rests_on
    double analysis_seconds;     // that finding this out took, by processor time
    bool merges;                 // ways of a path that part and come together again are one, unless `apart`
    bool apart;                  // see begin_search
    struct concretised concretised; // by its runners that are gone; the language frees it
    bool shrinks; // runs take no trace (NULL) as well, and any input within the types is one
};

// A new input variable of the type, whose value is `otherwise` in all models that do not mention it (0: the
// smallest of the type). Before the search or, by any of its runs, in its midst: a front end that discovers
// its input while it runs keeps a map of its own from what a variable means to its number, so that all runs
// mean the same by it. Safe to be called by several runners at once; for one worker to do the same each time,
// the order must follow from the runs alone.
uint32_t unit_variable(struct unit *u, type_id type, expr_id otherwise);

// Claims about the unit rest on these rules of its language (a bit each), from here on. Any thread may call.
static inline void unit_rests_on_all(struct unit *u, uint64_t rules) {
    if (rules & ~u->rules_used) u->rules_used |= rules; // most runs rest on what others did
}
static inline void unit_rests_on(struct unit *u, uint32_t rule) {
    unit_rests_on_all(u, (uint64_t)1 << rule);
}

// ---- What a language gives ----
// A small core, and parts that the engine asks for by their presence (NULL: the language does not have them).
// doc/languages.md shows how one is added.

// How much of its code runs have reached.
struct language_coverage {
    const char *ways; // what is counted: "clauses", "branches"
    // Functions reached or reachable, the unit's module first; to be freed with coverage_free.
    uint32_t (*report)(struct unit *u, struct code_coverage **out);
    // How many ways (and lines) of the unit's own code, of all that calls lead to, neither a run of it nor of
    // a unit before it has reached, those that were restored away included. NULL: not known.
    uint32_t (*unreached)(struct unit *u);
    // How many places the last run of r, which covered new ones, has that make a test of it worth while: the
    // run is taken for one, so that they count once. NULL: all that are new to the unit.
    uint32_t (*worth_a_test)(struct runner *r);
    // What runs of the unit have covered so far (the caller's, to be freed), and that again, whatever runs of
    // r have covered since (no other has run meanwhile). Needed with drawing only.
    struct covered (*save)(struct unit *u);
    void (*restore)(struct runner *r, const struct covered *saved);
};

// Inputs are drawn at random. The engine draws and changes them; a language gives its vocabulary. Needs
// coverage.
struct language_drawing {
    // Adds to the dictionary what the code names that it has not told it yet. Called before each input where
    // the language reads inputs itself, as code may be loaded on the way; else once. NULL: nothing.
    void (*tell)(struct unit *u, struct dictionary *d);
    // For a language that finds its variables while it reads an input: reads the input, which grows, and asks
    // the source for each variable that it meets. NULL: all variables are known, and members of their types
    // are drawn.
    void (*read)(struct unit *u, struct value_source *s, const struct model *input);
    // Before, equal or after, as the language sorts ground terms: code that works on sorted lists is to get
    // some. NULL: no lists are sorted.
    int (*order)(struct unit *u, expr_id a, expr_id b);
    // Atoms that any program may know, the plainest two first; where the types have atoms.
    const char *const *atoms;
    uint32_t n_atoms;
    bool finite; // its floats are neither infinite nor NaN
    // An input that was kept of the unit, told in order when its search is over: what it is made of may serve
    // to draw inputs of units to come. NULL: nothing is learned.
    void (*learn)(struct unit *u, const struct model *input);
};

// Ways of a path that part and come together again may be one (`merges` of a unit).
struct language_merging {
    // Another search of the unit begins, which knows nothing of the runs before it: sets `apart`.
    void (*begin_search)(struct unit *u, bool apart);
};

// Expressions that nobody holds are freed during a search.
struct language_sweeping {
    // Marks the expressions that the unit and its runners hold from one run to the next, besides the seeds
    // and what is in the grammar.
    void (*mark)(struct unit *u, struct expr_sweep *w);
};

// More words for what was found. Any may be NULL.
struct language_reporting {
    // Call and arguments where they are known from the run only: of the last run of r. False: ask the core.
    bool (*run_texts)(struct runner *r, char **call, char ***arguments, uint32_t *n);
    // What the results rest on besides the code: in order, to be freed with language_assumes_free.
    uint32_t (*assumes)(struct unit *u, struct assumption **out);
    // A text of a case (a call, an argument, a value) as a person of the unit's language writes it, which may
    // be another than the one that proving and suites need; mem_free.
    char *(*shown_text)(struct unit *u, const char *text);
    // After the search: gives a failure another group, for what all runs of the unit have shown.
    void (*regroup)(struct unit *u, const struct model *input, struct outcome_text *t);
};

// Findings are proved on a real VM, as a suite of tests.
struct language_proving {
    // Runs all cases of the suite on the real VM in one process with limits, fills each case's proof, and
    // writes the suite to its directory. False: the VM or the directory could not be used (d says why); cases
    // stay untried.
    bool (*prove)(struct unit *u, struct suite *suite, struct diag *d);
    bool aside; // it may go on in a thread of its own while other units are searched
};

// One case is tried on the real VM while its own search goes on, so that its user need not wait for the end;
// for the eye only, since it is proved again.
struct language_trials {
    struct trial *(*begin)(struct unit *u, const struct test_case *c); // has read the case; NULL: not now
    bool (*confirmed)(struct trial *t);                                // so far
    void (*end)(struct trial *t);                                      // waits for it
};

struct language {
    // ---- The core ----
    const char *name;               // "erl", "java"
    const struct proof_rule *rules; // its own, at most 64; may be NULL
    uint32_t n_rules;

    // A worker's interpreter. Several may run the same unit at once.
    struct runner *(*runner_new)(struct unit *u, const struct run_limits *limits);
    void (*runner_free)(struct runner *r);
    // One deterministic run of the unit on input (read by model_value); decisions go to trace (reset by the
    // caller).
    void (*run)(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out);
    // How many places of the code the last run of r was the first to reach.
    uint32_t (*fresh_coverage)(struct runner *r);

    // Words for the outcome of the last run of r.
    void (*describe)(struct runner *r, struct outcome_text *out);
    // The arguments in the language's own syntax, one text each (there may be more or fewer than variables:
    // an Erlang unit has one variable, the tuple of its arguments). Texts and array to be freed by the
    // caller. Returns how many.
    uint32_t (*argument_texts)(struct unit *u, const struct model *input, char ***out);
    // The call to paste: "lists:nth(1, [])"; to be freed by the caller.
    char *(*call_text)(struct unit *u, const struct model *input);
    void (*unit_free)(struct unit *u);

    // ---- Optional parts ----
    const struct language_coverage *coverage;
    const struct language_drawing *drawing;
    const struct language_merging *merging;
    const struct language_sweeping *sweeping;
    const struct language_reporting *reporting;
    const struct language_proving *proving;
    const struct language_trials *trials;
};

void language_assumes_free(struct assumption *a, uint32_t n);

#endif
