// SPDX-License-Identifier: Apache-2.0
// The interpreter: runs compiled code on terms, concrete and symbolic side by side. One per worker; its state
// is one value, so that several processes can be held later. Nothing here recurses on the C stack over user
// data: Erlang's own calls live in frames of the interpreter.
#ifndef FRISK_ERLANG_INTERP_H
#define FRISK_ERLANG_INTERP_H

#include "erlang/code/program.h"
#include "erlang/machine/rules.h"
#include "explore/language.h"
#include "explore/trace.h"

struct frame {
    const uint32_t *pc; // where to go on
    term *base;
    const struct function *f;
    uint32_t slot;    // for the result
    uint16_t context; // what `look` of struct interp found out about this frame; 0: not asked yet
    uint16_t mark;    // of endless.c; 0: none
};

// What an input function was applied to in this run (symbolic.c).
struct application {
    uint32_t function; // its expression
    term arguments;    // tuple
    term result;
};

// What erlang:term_to_binary/1 made of a symbolic term in this run.
struct encoding {
    term binary; // plain; known again as the same object
    term value;
};

struct trace_place {
    symbol module, function;
    uint32_t arity, line;
};

// A receive, as it stood, at one message. Where the answer is not to be had, it would take it.
struct glance {
    const struct function *f;
    const uint32_t *pc; // where it peeks
    const term *slots;  // its frame
    term message;
    bool refuses; // it went on to the next
    bool open;    // it depends on what the path does not say
};

// Between which processes messages may vanish: "FROM:TO", names of processes (task_path), "*" is any.
// Borrowed.
struct lossy_pairs {
    const char *const *at;
    uint32_t n;
};

struct interp {
    struct program *program;
    struct key_book *keys;           // of the unit, or NULL
    struct tasks *over;              // of the unit's call, when that and all that it left behind is over
    struct glance *glance;           // under way, after a run; NULL: none
    struct orders *orders;           // in which processes act, or NULL
    bool delayed;                    // what processes send is under way before it arrives (channel.h)
    const struct lossy_pairs *lossy; // NULL: none
    const struct made_plan *made;    // of the unit's arguments, or NULL
    const struct bif *bifs;          // the program's table
    const struct analysis *analysis; // of what cannot fail; NULL: all decisions are recorded
    void (*look)(struct interp *ip); // asked where there is one, before an instruction may decide something:
                                     // sets `symbolic` to whether that is worth recording (analysis/check.h)
    struct expr_store *exprs;
    struct trace *trace;       // of the present run; NULL: purely concrete
    const struct model *input; // of the present run
    struct eval *eval;         // under that input, begun when first asked (interp_eval)
    bool eval_begun;
    struct literal_switches *switches; // literal_switch.h
    struct process process;
    struct arena heap;
    struct run_limits limits;

    term *stack, *stack_end; // slots of all frames, reserved once, never moved
    struct frame *frames;
    uint32_t n_frames, max_frames;
    uint64_t steps;            // taken in this run
    uint64_t turn_began;       // when the running process got its turn, in steps
    uint64_t steps_left;       // until the next look
    uint64_t steps_between;    // from the last look to the next
    uint64_t budget_looked_at; // in steps
    uint64_t endless_at;       // in steps: then it is looked for a state that comes back
    struct endless *endless;   // of it; NULL: not begun
    uint32_t heavy_left; // operations without a bound on their cost until the next look at memory and clock
    uint32_t heavy_between; // of them from one look to the next
    double looked_at;       // by clock_now()

    bool symbolic;       // decisions are still recorded
    uint64_t rules_used; // by all runs, a bit for each enum erlang_rule
    bool lost_any;       // in this run
    bool limit_hit;      // steps, memory or time of the run used up
    bool late;           // time is: that of the search
    bool processes;      // this run has had more than one
    // Looks during walks over terms in a row between which the run did nothing: it is one walk.
    uint32_t walks;
    uint64_t walked_at[2];    // steps left and heap in use then
    bool stack_full;          // of the limits it was the memory of the stacks
    struct trace_place cut;   // where the limit was hit: the innermost function of the user's; line 0: none
    bool waits_for_ever;      // the unit's process does, as no other can run: INTERP_LIMIT
    VEC(uint32_t) fresh;      // places that this run was the first to reach
    uint32_t ordinal;         // of the decision inside the present instruction
    const struct function *f; // the running instruction, for sites and lines: valid in slow paths
    const uint32_t *pc;
    const term *base;
    symbol home;                   // module of the function called
    const struct function *called; // that function; NULL: a built-in
    struct trace_place home_place; // innermost frame in it when the last exception was raised
    struct left_at {               // the outermost tail call that left it: its frame is gone
        const struct function *f;  // NULL: none
        const uint32_t *pc;
        uint32_t depth; // of the stack then
    } left;
    const struct core *raised;      // what raised it, if it is compiled code
    const struct function *thrower; // which asked for it by error/1, exit/1 or throw/1; NULL: nobody did
    struct concretised concretised; // over all runs
    struct assumed assumed;         // likewise: what they have looked at of the machine (decide_tell_machine)
    VEC(struct application) applications;
    VEC(struct encoding) encodings;

    // A call that a slow path has prepared: code to enter with these arguments.
    const struct function *call;
    uint32_t call_n;
    term call_args[MAX_PASSED];
};

// What is claimed of the unit rests on that rule, from here on.
static inline void interp_rests_on(struct interp *ip, enum erlang_rule rule) {
    ip->rules_used |= (uint64_t)1 << rule;
}

struct interp *interp_new(struct program *p, struct expr_store *x, const struct run_limits *limits);
void interp_free(struct interp *ip);

enum interp_result {
    INTERP_VALUE,
    INTERP_RAISED /* process.class_, reason, trace */,
    INTERP_LIMIT,
    INTERP_NO_MODEL,
    INTERP_ENDLESS, // it came back to a state that it was in: endless.h
};

// What an expression is in this run: a ground literal, or 0 (undefined).
expr_id interp_eval(struct interp *ip, expr_id e);

// Begins a run: forgets the last one's terms. Terms for the arguments are then made in ip->heap.
void interp_reset(struct interp *ip, struct trace *trace);
// Gives stack pages of a deep run back, so that one such run does not stay in memory; high: the highest
// frame.
void interp_release_stacks(struct interp *ip, const term *high);
// The main loop: from ip->call with ip->call_args on; ip->call NULL: some process of the run goes on. For
// interp_call and interp_go_on.
enum interp_result interp_run(struct interp *ip, term *result);
enum interp_result interp_call(struct interp *ip, struct export *x, const term *args, uint32_t n,
                               term *result);
void interp_outside(struct interp *ip); // decisions from here on are made by no code of the program
bool interp_is(struct interp *ip, term value,
               term wanted); // what a call gave =:= wanted: a decision of the run

// Where the exception that ended the run counts as being: the topmost frame of its stack trace in the module
// called, else its innermost frame there, else the tail call that left it, else the first with a line. False:
// nowhere.
bool interp_place(const struct interp *ip, struct trace_place *out);
bool interp_raised_at(const struct interp *ip, struct trace_place *out); // the topmost frame with a line
bool interp_top(const struct interp *ip, struct trace_place *out); // the topmost frame of that stack trace

// After a run: whether that receive would take the message, for all inputs of the path. The run stays as it
// is.
bool interp_would_take(struct interp *ip, struct glance g);

#endif
