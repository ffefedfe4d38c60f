// SPDX-License-Identifier: Apache-2.0
// Internal to the analysis: its state, and one pass over the body of a function for arguments of given
// shapes.
//
// A function is analysed once for each way it is called, up to a few: a variant holds the shapes of its
// arguments (and of what a fun captures), what it gives back, and whether it may fail. Calls look for a
// variant that takes what they pass; a function that calls itself widens the variant it is in. Variants are
// worked on until nothing changes.
#ifndef FRISK_ERLANG_INFER_H
#define FRISK_ERLANG_INFER_H

#include <assert.h>

#include "base/hash.h"
#include "base/vec.h"
#include "erlang/analysis/analysis.h"
#include "erlang/analysis/shape.h"
#include "erlang/analysis/signature.h"
#include "erlang/code/program.h"

#define UNBOUND UINT32_MAX

enum node_flag {
    NODE_REACHED = 1,
    NODE_MATTERS = 2,   // something in it may raise or be seen from outside; of a call: in what it calls
    NODE_FAILS = 4,     // this very node may raise, or what it calls may
    NODE_DISTRUST = 8,  // a call whose target, or one it ends in, is not known
    NODE_WANTED_0 = 16, // its value matters even if that of the whole function does not
    NODE_WANTED_1 = 32, // its value matters if that of the function does
    NODE_UNCAUGHT = 64, // of a clause or label: what may raise in it may leave the function
};

struct routine { // a function of a module, a fun or a function of a letrec
    const struct core *fun;
    const struct core_module *module;
    symbol name; // of the function it stands in
    uint32_t arity, n_vars;
    bool inner;           // a fun or a function of a letrec
    bool exported;        // may be called by its module's name
    const uint32_t *free; // variables of the outside that an inner one mentions
    uint32_t n_free;
    VEC(uint32_t) variants;
    VEC(uint32_t) lambdas;
    uint8_t *wanted;               // relevance.c: by variable, bits 0 and 1 as in NODE_WANTED
    uint32_t wanted_at, walked_at; // when that last changed, and when the body was last walked
    VEC(uint32_t) read;            // routines whose wanted the walk has looked at
    bool known;                    // free is filled
};

struct variant {
    uint32_t routine, scope;
    shape captured; // a tuple, in the order of routine.free
    shape *args;
    shape result;
    bool fails, matters, wild; // wild: may end in a call of something unknown
    bool queued;
    bool apart;            // an entry with any arguments among others: calls have variants of their own
    uint32_t growths;      // of the arguments
    uint32_t changes;      // of the result
    VEC(uint32_t) callers; // variants to look at again when this one changes
};

struct scope { // names of a letrec, with what they capture
    uint32_t parent;
    const struct core *letrec;
    const uint32_t *free;
    uint32_t n_free;
    shape captured;
};

struct lambda { // a fun as a value
    uint32_t routine, scope;
    shape captured;
    symbol module, name; // routine UINT32_MAX: fun M:F/A
    uint32_t arity;
};

struct analysis {
    struct program *program;
    struct shapes *shapes;
    struct signatures *signatures;
    struct arena arena;
    struct node_facts *facts; // by id of a node
    uint32_t n_facts;
    struct hash_map by_fun;  // core FUN -> routine
    struct hash_map by_name; // function_key -> routine
    struct hash_map letrecs; // core LETREC -> index in free_lists
    VEC(const uint32_t *) free_lists;
    VEC(uint32_t) free_counts;
    VEC(struct routine) routines;
    VEC(struct variant) variants;
    VEC(struct scope) scopes;
    VEC(struct lambda) lambdas;
    uint32_t n_queued, last_queued; // variants to be looked at; none beyond last_queued
    VEC(symbol) modules;
    VEC(uint32_t) entries;          // variants the unit begins with
    const struct core_module *home; // of the unit
    VEC(struct raise) raises;       // in its module, unless
    bool raises_more;               // there are others, or with more reasons than one
    uint32_t variants_max, modules_max;
    uint64_t visits, visits_max, guards; // of expressions; of guards, which are looked at again and again
    bool given_up, hurried;
    struct analysis_limits limits;
    double started;                // by clock_thread()
    uint32_t asked;                // infer_goes_on
    struct summaries *summaries;   // of the program, or NULL
    struct summary_log *log;       // of the pass at hand
    struct hash_map stored, taken; // shapes there and here
    bool hands_over_any;           // an input fun is applied to what may hold any fun
    bool any_is_lambda;            // .. which is then taken for one of the program's
    double seconds, loading;       // without loading; of modules
    struct ending *ending;         // while it is looked whether calls end: ending.h
    bool plain_builtin;            // the unit is one
    uint32_t ends;                 // as analysis_ends
};

struct node_facts {
    shape literal;  // of a LITERAL; SHAPE_NONE: not asked for yet
    uint8_t flags;  // enum node_flag
    uint16_t raise; // which of the analysis's raises this is, from 1; 0: none
};

struct raise { // a node that may raise by itself, for one reason
    const struct core *node;
    term reason; // TERM_NONE: the one that stands in the node
};

enum trail_kind { TRAIL_VARIABLE, TRAIL_VALUE, TRAIL_RELATION };
struct trail_entry { // what was known before a change
    enum trail_kind kind;
    uint32_t var; // TRAIL_VALUE: the number
    shape type;
    const struct core *def;
    uint32_t def_stamp, stamp, origin;
};

enum value_kind {
    VALUE_NONE,
    VALUE_BINDING,
    VALUE_LITERAL, // what: the term
    VALUE_FLOAT,   // what: its bits
    VALUE_PART,    // of[0]: the whole; of[1]: enum value_part; what: which
    VALUE_CALL,    // of a built-in, whose name numbering_call tells
};
struct value { // what a number stands for: numbering.c
    uint8_t kind;
    uint64_t what;
    uint32_t of[3];
    uint32_t next; // of the same hash
    shape type;    // what it may be, as far as guards have told
};
enum value_part { PART_HEAD, PART_TAIL, PART_ELEMENT, PART_FIELD, PART_BITS };

// How two values compare, numbers of both kinds in one order.
enum { RELATION_LESS = 1, RELATION_EQUAL = 2, RELATION_GREATER = 4 };
struct relation {
    uint32_t a, b;   // numbers of values, a < b
    uint8_t mask;    // what may be
    uint32_t before; // place of what was known of the two before; 0: nothing
};

struct goto_label {
    symbol name;
    uint32_t arity;
    const struct core *fun;
    bool hit;
    bool busy; // code of one of its letrec is being looked at
};

// One pass over a body.
struct pass {
    struct analysis *a;
    struct shapes *s;
    uint32_t variant, routine, scope;
    shape *types;             // by variable; UNBOUND
    const struct core **defs; // the expression a variable stands for, where that says more
    uint32_t *def_stamps;     // the binding that the expression speaks of, if it is a variable
    uint32_t *stamps;         // which of all bindings a variable has now
    uint32_t *origins;        // the number of the value it was bound to, where a pattern has told; 0
    uint32_t n_bindings;
    VEC(struct trail_entry) trail;
    VEC(struct relation) relations;
    VEC(struct value) values;
    struct hash_map numbers; // hash of a value -> the first of its chain
    struct hash_map related; // pair of numbers -> the place of its latest relation, from 1; 0
    VEC(struct goto_label) labels;
    uint32_t n_vars, nesting;
    uint32_t choices; // counts what a guard's outcome has left open: which of two ways it was
    struct {
        bool on;
        uint32_t way, taken; // way: a bit for each choice met, in order
    } split;                 // choices are taken one way
    bool fails, matters, wild;
    const struct core *const *call_args; // of the call at hand, which is of so many; NULL: not one by one
    uint32_t n_call_args, call_scope;    // of the letrec whose function it calls; 0: none
};

// One key for one function: symbols are far below 2^28. (A hash of the three will not do here: functions
// whose hashes were equal were not looked into.)
static inline uint64_t function_key(symbol module, symbol name, uint32_t arity) {
    assert(module < 1u << 28 && name < 1u << 28 && arity <= 255);
    return (uint64_t)module << 36 | (uint64_t)name << 8 | arity;
}

// Asked with each expression: gives up when time is up.
bool infer_goes_on(struct analysis *a);

// ---- analysis.c: the steps of analysis_new, for an analysis of many functions at once ----
struct analysis *analysis_open(struct program *p, const struct grammar *g, struct expr_store *x,
                               uint32_t functions, const struct analysis_limits *limits);
void analysis_enter_any(struct analysis *a, symbol module, symbol name, uint32_t arity); // any arguments
void analysis_settle(struct analysis *a);
bool analysis_never_fails(const struct analysis *a, symbol module, symbol name, uint32_t arity); // entered so

// ---- infer.c ----
// What is noted of a node, and room for it. Nodes made up by the analysis have nothing noted.
struct node_facts *node_facts_make(struct analysis *a, uint32_t id);
static inline struct node_facts *node_facts(struct analysis *a, const struct core *e) {
    return e->id < a->n_facts ? &a->facts[e->id] : node_facts_make(a, e->id);
}
// ---- summary.c: the passes that other analyses have made ----
// True: the effects of the variant's next pass have been repeated. False: it is to be made, and ended.
bool summary_begin(struct analysis *a, uint32_t variant);
void summary_end(struct analysis *a, const struct pass *p, shape result);
void summary_log_free(struct analysis *a);
// What the pass at hand does and asks; spoil: something that cannot be repeated elsewhere.
void summary_spoil(struct analysis *a);
void summary_lookup(struct analysis *a, symbol module, symbol name, uint32_t arity, bool found);
void summary_call(struct analysis *a, uint32_t routine, const shape *args, uint32_t variant);
void summary_mark(struct analysis *a, const struct core *node, uint8_t flags);
void summary_raise(struct analysis *a, const struct core *node, term reason, bool several);

static inline void node_mark(struct analysis *a, const struct core *e, uint8_t flags) {
    if (!e->id || a->ending) return;
    node_facts(a, e)->flags |= flags;
    if (a->log) summary_mark(a, e, flags);
}
// The node may raise by itself, in a function of the module; several: not only for this reason.
void infer_note_raise(struct analysis *a, const struct core_module *module, const struct core *e, term reason,
                      bool several);
bool infer_guards_left(const struct analysis *a, uint64_t n); // so many guards may still be looked at
void infer_conclude(struct analysis *a, struct pass *p, shape result); // of the pass
static inline uint8_t node_flags(const struct analysis *a, const struct core *e) {
    return e->id < a->n_facts ? a->facts[e->id].flags : 0;
}
uint32_t routine_of_function(struct analysis *a, symbol module, symbol name,
                             uint32_t arity); // UINT32_MAX: none
uint32_t routine_of_fun(struct pass *p, const struct core *fun, symbol name);
void infer_run(struct analysis *a);
// Looks at the body of a variant once more, when all is settled: for analysis.ending alone, nothing changes.
void infer_look_again(struct analysis *a, uint32_t variant);
uint32_t infer_call(struct analysis *a, struct pass *p /* or NULL */, uint32_t routine, uint32_t scope,
                    shape captured,
                    const shape *args); // a variant; UINT32_MAX: too many
shape infer_value(struct pass *p, const struct core *e, bool tail);
shape infer_case(struct pass *p, const struct core *e, bool tail); // infer_case.c
shape infer_literal(struct pass *p, const struct core *e);
bool infer_is_call(const struct core *e, const char *module, const char *name, uint32_t arity);
const struct bif *infer_bif(const struct core *call); // the built-in it calls, or NULL

// ---- environment (infer_env.c) ----
void env_bind(struct pass *p, uint32_t var, shape type, const struct core *def);
void env_narrow(struct pass *p, uint32_t var, shape type);
void env_set_origin(struct pass *p, uint32_t var, uint32_t value);
uint32_t env_origin(const struct pass *p, uint32_t var);
void env_undo(struct pass *p, uint32_t mark);
// The bindings made since, when the last had this number, but not what else has been found out.
void env_forget(struct pass *p, uint32_t mark, uint32_t bindings);
shape env_type(const struct pass *p, uint32_t var);
const struct core *env_def(const struct pass *p, uint32_t var);

// ---- numbering.c: numbers of values; 0: none ----
uint32_t numbering_of(struct pass *p, const struct core *e);
const struct core *numbering_def(struct pass *p,
                                 uint32_t var); // what it stands for now: a variable, a call; NULL
uint32_t numbering_new(struct pass *p);         // of something that has no name
uint32_t numbering_part(struct pass *p, uint32_t whole, enum value_part part, uint64_t which);
// What a number stands for. Of a VALUE_CALL: the built-in of module erlang that it calls.
static inline const struct value *number_value(const struct pass *p, uint32_t v) {
    return &p->values.at[v];
}
symbol numbering_call(const struct value *v, uint32_t *arity);
uint32_t numbering_find_call(const struct pass *p, symbol name, uint32_t arg); // of one argument; 0: none
uint8_t numbering_relation(const struct pass *p, uint32_t a, uint32_t b);      // what may be
shape numbering_type(const struct pass *p, uint32_t v);
bool numbering_narrow(struct pass *p, uint32_t v, shape type);               // false: nothing is left
bool numbering_relate(struct pass *p, uint32_t a, uint32_t b, uint8_t mask); // false: that cannot be
void numbering_unrelate(struct pass *p);                                     // forgets the latest relation

// ---- pattern.c ----
shape pattern_narrow(struct pass *p, const struct core *pat, shape a); // what of a may match
// of: the variable that is matched, or NULL; value: its number, or 0.
void pattern_bind(struct pass *p, const struct core *pat, shape narrowed, const struct core *of,
                  uint32_t value);
shape pattern_rest(struct pass *p, const struct core *pat, shape a); // what of a may not match

// ---- bits.c: the pattern or segment of a bit string ----
struct sizes bits_may_match(struct pass *p, const struct core *pat);  // sizes of which something may match
struct sizes bits_must_match(struct pass *p, const struct core *pat); // sizes of which everything matches
shape bits_segment(struct pass *p, const struct core *pat, uint32_t i, shape a); // what segment i of a binds
uint32_t bits_part(struct pass *p, const struct core *pat, uint32_t i, uint32_t value); // its number
// The sizes of what the segment gives for such a value and size; *fits: it cannot fail for them.
struct sizes bits_built(struct pass *p, const struct core *seg, shape value, shape size, bool *fits);

// ---- guard.c ----
// Narrows variables to what they may be when e gives true (or: when it does anything else, raising included).
// False: that cannot be.
bool guard_assume(struct pass *p, const struct core *e, bool truth);
enum { SPLITS_MAX = 6 }; // more choices in a row are left open even if p->split.on

// ---- relevance.c ----
void relevance_run(struct analysis *a);

#endif
