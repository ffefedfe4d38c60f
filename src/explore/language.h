// SPDX-License-Identifier: Apache-2.0
// What the engine needs of a language: load a unit, run it on an input, tell a person about it, prove cases
// on the real VM and write the suite. A front end fills one struct language and knows the engine; the engine
// knows nothing of any language.
#ifndef FRISK_EXPLORE_LANGUAGE_H
#define FRISK_EXPLORE_LANGUAGE_H

#include "base/diag.h"
#include "base/stop.h"
#include "explore/record/assumed.h"
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
struct orders;       // schedule/orders.h
struct order;        // likewise

struct run_limits {
    uint64_t steps;  // per run: calls made (Erlang) or instructions (Java)
    uint64_t memory; // per run, bytes
    double deadline; // by clock_now(): a run that goes on is cut off; 0: none. It lies beyond the end of the
                     // search, for runs that take much longer than their calls suggest
    const struct stop *stop; // likewise when set; may be NULL
};

enum outcome_kind {
    OUTCOME_RETURN,     // a value
    OUTCOME_RAISE,      // it failed: an exception left the unit, or it never ends (`endless`)
    OUTCOME_LIMIT,      // did not finish within the steps or memory of a run
    OUTCOME_DISCARDED,  // a precondition does not hold, so the input does not count; the path counts as
                        // explored
    OUTCOME_INCOMPLETE, // frisk cannot follow the run ("no model for M:F/A"); never an error of the user
};

// What cut a run off. X(NAME, "name in results")
#define RUN_LIMITS(X)                                                                                        \
    X(NONE, NULL)                                                                                            \
    X(STEPS, "steps")       /* of the run */                                                                 \
    X(MEMORY, "memory")     /* of the run */                                                                 \
    X(TIME, "time")         /* the time of the search, or the user ended it: says nothing of the unit */     \
    X(TERMS, "terms")       /* a term with so many shared parts that no walk over it ends */                 \
    X(WAIT, "waits")        /* it waits for what never comes */                                              \
    X(BRANCHES, "branches") /* a bound of the path (trace.h) */

enum run_limit {
#define X(name, text) LIMIT_##name,
    RUN_LIMITS(X)
#undef X
};
const char *language_limit_name(enum run_limit l); // NULL: none
// In words, for outcome_text; mem_free.
char *language_limit_text(enum run_limit l, const struct run_limits *limits);

#define FAILURE_OTHER UINT32_MAX // none of the unit's known failures: there are others

struct outcome {
    enum outcome_kind kind;
    enum run_limit limit; // OUTCOME_LIMIT: which
    // OUTCOME_RAISE: nothing was raised. The run came back to a state that it had been in, at the same place
    // and with no input, message or clock read in between: so it never ends. The place is that of the loop.
    bool endless;
    uint64_t key;     // equal keys: the same failure (class, form of the reason, place); 0 for returns
    uint64_t cause;   // equal causes at one place: it fails for the same reason; 0: the key tells
    uint64_t place;   // equal places: the same class and place of failure, whatever the reason; 0: see key
    uint32_t failure; // which of the unit's known failures, from 1; 0: not known; FAILURE_OTHER
    uint64_t steps;   // that the run took
    uint32_t rank;    // of two failures with equal keys, the one of lower rank stands for both
    bool known;       // OUTCOME_DISCARDED: the run came to a state from which another run goes on
    // OUTCOME_DISCARDED: by an assumption within the unit's own code, which ran until there. If all runs end
    // so, the search says something about the unit; if none came that far, it says nothing.
    bool within;
    bool lost; // a symbolic value was concretised on the way
    // What the run used that differs between machines or moments ("a clock"). NULL: nothing, so the real VM
    // must do the same.
    const char *varies;
    bool processes; // several processes ran, in an order that another machine need not take
    bool no_error;  // it raises what is no error (see outcome_text); a search for the first error goes on
};

struct place { // texts are owned by who owns the struct; NULL, 0: not known
    char *file;
    uint32_t line;
    char *function; // "name/arity"
};

// What a maintainer would do about a finding, most important first. Only GROUP_ERROR counts for the exit
// status.
enum finding_group {
    GROUP_ERROR,     // the code fails on what its callers may pass
    GROUP_REFUSED,   // it refuses the input on purpose
    GROUP_NULL,      // a caller passed null where the code never looks for it
    GROUP_DOMAIN,    // a caller passed a value of a kind that the code never accepts
    GROUP_STATE,     // it fails only in a state that no known call builds
    GROUP_UNCOUNTED, // an exception that does not count, as the user or the convention of whole programs has
                     // it
    GROUP_OVERFLOW,  // it returns, and a number wrapped around
    GROUP_COUNT
};
const char *language_group_name(enum finding_group g); // "error", "refused", ..

// An outcome in words, in the syntax of the language. The receiver owns the texts.
struct outcome_text {
    char *kind;    // Erlang: "error", "exit", "throw", "spec" (outside of it); "hang": never ends; NULL for a
                   // return
    bool returned; // nothing was raised: the returned value is wrong, as kind says
    enum finding_group group; // of a failure
    bool thrown;              // raised on purpose by code of the unit's project, not by the VM or a library
    char *blamed;  // GROUP_NULL, GROUP_DOMAIN: which part of the input is to blame: its name, or "a0"
    bool no_error; // it is a refusal or the like (see kind) and does not count
    bool assumed;  // rests on values that frisk made up during the run: counts only if the real VM shows it
    char *
        process; // Erlang: not the call failed, but a process spawned with this function ("m:f/1"); else NULL
    char *exception; // Java: the class of what was thrown, "java.lang.ArithmeticException"; else NULL
    char *text;      // the value returned, the reason raised, or what stopped the run
    char *detail;    // what the text leaves out, "there is no function m:f/1"; NULL: nothing
    char *output;    // the first 64 KB that it wrote to the standard streams; NULL: nothing, or not known
    struct place where;
    struct place raised; // the topmost frame of the stack trace that has a line, its function with the
                         // module; empty where that is `where`
};
void outcome_text_free(struct outcome_text *t);

// A rule that a claim (proof, complete, ends) may rest on. Results and doc/verdicts.md use its name.
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
    uint32_t
        draws;   // random inputs come in bursts of so many, as long as a burst brings something new; 0: none
    bool proved; // known ahead of the search: no input makes it raise
    bool harmless; // known ahead of the search: no run raises, but some may be discarded; the first run that
                   // returns is enough
    bool partial;  // there are more inputs than its types say: the search proves nothing
    uint32_t failures; // known ahead of the search: it fails in so many ways at most, each with a key of its
                       // own, or a key that says no less than another; 0: not known
    bool ends;         // known ahead of the search: every run ends, by raising or returning
    bool seeks_ends; // unless `ends`: random inputs are tried even if it is `proved`, and those that are cut
                     // off are tried again with the limits of the search
    // Decisions of code that raises nothing are left out of traces, and some of that code is not known to
    // end: so even when all paths were tried, nothing is said of endings.
    bool prunes;
    _Atomic uint64_t rules_used;    // bits of language->rules; see unit_rests_on
    double analysis_seconds;        // processor time of the analysis ahead of the search
    bool merges;                    // state merging: paths that part and meet again are one, unless `apart`
    bool apart;                     // see begin_search
    struct concretised concretised; // by its runners that are gone; the language frees it
    const char *delivery;           // how what tasks send one another arrives: "immediate", "delayed"; NULL
    const char *const *lossy;       // which messages may vanish, in words; borrowed
    uint32_t n_lossy;
    bool shrinks; // runs without a trace (NULL) work, and any input of the types is one
};

// A new input variable of the type. `otherwise` is its default (0: the smallest value of the type). A front
// end that discovers its input while it runs calls this during a run, and keeps a map from the meaning of a
// variable to its number, so that all runs mean the same by it. Several runners may call at once. For one
// worker to repeat exactly, the order must follow from the runs alone.
uint32_t unit_variable(struct unit *u, type_id type, expr_id otherwise);

// Claims about the unit rest on these rules of its language (a bit each), from here on. Any thread may call.
static inline void unit_rests_on_all(struct unit *u, uint64_t rules) {
    if (rules & ~u->rules_used) u->rules_used |= rules; // most runs rest on what others did
}
static inline void unit_rests_on(struct unit *u, uint32_t rule) {
    unit_rests_on_all(u, (uint64_t)1 << rule);
}

// ---- What a language gives ----
// A small core, and optional parts (NULL: the language does not have them). doc/languages.md shows how to add
// a language.

// Coverage: which of its code runs have reached.
struct language_coverage {
    const char *ways; // what is counted: "clauses", "branches"
    // Functions reached or reachable, the unit's module first; to be freed with coverage_free.
    uint32_t (*report)(struct unit *u, struct code_coverage **out);
    // How many ways and lines of the code that the unit can call are still to be covered: no run of this unit
    // or of an earlier one has reached them, whatever `restore` has taken back. NULL: not known.
    uint32_t (*unreached)(struct unit *u);
    // The last run of r covered new places: for how many of them is a test worth while? The run is taken for
    // such a test, so they count once. NULL: for all that are new to the unit.
    uint32_t (*worth_a_test)(struct runner *r);
    // Whether tests are for the code of a place. NULL: for all.
    bool (*is_tested)(struct unit *u, uint32_t place);
    // save gives what runs of the unit have covered (the caller frees it). restore goes back to that,
    // whatever runs of r have covered since; no other runner has run meanwhile. Needed for random inputs
    // only.
    struct covered (*save)(struct unit *u);
    void (*restore)(struct runner *r, const struct covered *saved);
};

// Random inputs. The engine draws and changes them; a language gives its vocabulary. Needs coverage.
struct language_drawing {
    // Adds constants of the code to the dictionary that it has not added yet. Called once; if the language
    // reads inputs itself, before each input, since more code may be loaded. NULL: nothing.
    void (*tell)(struct unit *u, struct dictionary *d);
    // For a language that finds its variables while it reads an input: reads the input, and asks the source
    // for each variable that it meets. NULL: all variables are known, and get random members of their types.
    void (*read)(struct unit *u, struct value_source *s, const struct model *input);
    // The order of ground terms in the language: code that works on sorted lists should get some. NULL: no
    // lists are sorted.
    int (*order)(struct unit *u, expr_id a, expr_id b);
    // Atoms that any program may know, the two simplest first; if types have atoms.
    const char *const *atoms;
    uint32_t n_atoms;
    bool finite; // its floats are neither infinite nor NaN
    // Called with each kept input when the search of the unit is over: later units may use its parts. NULL:
    // nothing is learned.
    void (*learn)(struct unit *u, const struct model *input);
};

// What an event sends. The texts are owned.
struct case_message {
    char *to; // the process
    char *text;
};

// One event of an order. The texts are owned.
struct case_event {
    char *process; // by its spawns: "1" is that of the call, "1.2" the second that it spawns
    char *what;    // in the words of the language: "send"
    char *module;  // of the code that does it; "": of none
    char *where;   // "bank.erl:12"; "": not known
    char *caller;  // where the user's code has called the library that `where` is in; "": it is not in one
    struct case_message *sends; // owned
    uint32_t n_sends;
};
void case_events_free(struct case_event *events, uint32_t n); // an array of n

// Orders: a program of several tasks is run in every order of their events (schedule/orders.h).
struct language_ordering {
    // From now on runs of r ask which task goes, and tell what each event touches; each begins an order.
    // NULL: tasks go as they would by themselves.
    void (*follow)(struct runner *r, struct orders *o);
    // From now on what tasks send one another arrives at once, or as the unit has it. NULL: it always does.
    void (*at_once)(struct runner *r, bool at_once);
    // Of the last run of r, which followed orders, the events until it failed: as an order, and in words; the
    // caller frees them.
    struct order (*order)(struct runner *r);
    uint32_t (*events)(struct runner *r, struct case_event **out);
};

// State merging: paths that part and meet again may become one (`merges` of a unit).
struct language_merging {
    // Another search of the unit begins, which forgets all earlier runs. Sets `apart`.
    void (*begin_search)(struct unit *u, bool apart);
};

// Sweeping: expressions that nobody holds are freed during a search.
struct language_sweeping {
    // Marks the expressions that the unit and its runners keep from one run to the next, besides seeds and
    // grammar.
    void (*mark)(struct unit *u, struct expr_sweep *w);
};

// More to say about findings. Each may be NULL.
struct language_reporting {
    // Call and arguments of the last run of r, if only the run knows them. False: ask the core.
    bool (*run_texts)(struct runner *r, char **call, char ***arguments, uint32_t *n);
    // What the results rest on besides the code; to be freed with assumed_report_free.
    uint32_t (*assumes)(struct unit *u, struct assumption **out);
    // A text of a case (a call, an argument, a value) as a person of the unit's language writes it, which may
    // be another than the one that proving and suites need; mem_free.
    char *(*shown_text)(struct unit *u, const char *text);
    // After the search: gives a failure another group, by what all runs of the unit have shown.
    void (*regroup)(struct unit *u, const struct model *input, struct outcome_text *t);
    // Whether the texts of two failures of one kind at one place have one form, so that these are one
    // finding. NULL: the texts have to be equal.
    bool (*same_reason)(const char *a, const char *b);
};

// Paths in words, of the last run of r (--paths).
struct language_paths {
    // Appends a condition of the path, in the source's own names. False: it says nothing to a person, and
    // nothing was written.
    bool (*condition)(struct runner *r, expr_id e, struct str *out);
    // The objects of the heap before the run or after it, one text each; the caller frees texts and array.
    // NULL: the language has none.
    uint32_t (*objects)(struct runner *r, bool after, char ***out);
};

// Places of the code that a search is to reach (--reach), numbered from 0. Under the lock of the search.
struct language_reaching {
    const char *(*text)(struct unit *u, uint32_t place); // as the user wrote it
    bool (*reached)(struct unit *u, uint32_t place);     // by some run of the unit
    // How far what comes behind a point is from the nearest place that is not reached; UINT32_MAX: nothing
    // that is known leads there.
    uint32_t (*distance)(struct unit *u, uint32_t point);
};

// Proving findings on a real VM, as a suite of tests.
struct language_proving {
    // Runs all cases of the suite on the real VM, within limits, sets the proof of each case, and writes the
    // suite to its directory. False: the VM or the directory could not be used (d says why), and the cases
    // stay untried.
    bool (*prove)(struct unit *u, struct suite *suite, struct diag *d);
    bool aside; // it may run in a thread of its own while other units are searched
};

// Trials: one case is tried on the real VM while the search goes on, to show it early. It is proved again
// later.
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

    // The interpreter of a worker. Several may run the same unit at once.
    struct runner *(*runner_new)(struct unit *u, const struct run_limits *limits);
    void (*runner_free)(struct runner *r);
    // One deterministic run of the unit on an input (ask model_value). Decisions go to the trace, which the
    // caller has reset.
    void (*run)(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out);
    // How many places of the code the last run of r was the first to reach.
    uint32_t (*fresh_coverage)(struct runner *r);

    // Words for the outcome of the last run of r.
    void (*describe)(struct runner *r, struct outcome_text *out);
    // The arguments in the syntax of the language, one text each. There may be more or fewer than variables:
    // an Erlang unit has one variable, the tuple of its arguments. The caller frees texts and array. Returns
    // how many.
    uint32_t (*argument_texts)(struct unit *u, const struct model *input, char ***out);
    // The call to paste, "lists:nth(1, [])"; the caller frees it.
    char *(*call_text)(struct unit *u, const struct model *input);
    void (*unit_free)(struct unit *u);

    // ---- Optional parts ----
    const struct language_coverage *coverage;
    const struct language_drawing *drawing;
    const struct language_ordering *ordering;
    const struct language_merging *merging;
    const struct language_sweeping *sweeping;
    const struct language_reporting *reporting;
    const struct language_paths *paths;
    const struct language_reaching *reaching;
    const struct language_proving *proving;
    const struct language_trials *trials;
};

#endif
