// SPDX-License-Identifier: Apache-2.0
// The thread of one worker: its stack and heap, what it knows of classes, and what a run has come to. It runs
// methods of a program, concretely and symbolically side by side.
//
// The rooms symbolic/, machine/, input/ and natives/ all work on this struct. Where one of them needs what a
// room to its right makes, the function is declared in the room on the left, with the name of the file that
// has it; what whole programs do besides is behind hooks.h.
//
// A call of a method ends in one of three ways (enum java_end): it returned, an exception left it
// (t->exception), or the run stopped (t->stop: a limit, or something frisk has no model for). Natives may
// call back into Java with java_call; such calls nest on the C stack and are bounded (JAVA_MAX_NESTING),
// Java's own calls do not.
#ifndef FRISK_JAVA_THREAD_H
#define FRISK_JAVA_THREAD_H

#include "base/str.h"
#include "explore/language.h"
#include "expr/pieces.h"
#include "java/program/program.h"
#include "java/runtime/heap.h"
#include "java/runtime/hooks.h"
#include "java/runtime/rules.h"
#include "java/runtime/surroundings.h"
#include "solve/narrowed.h"

enum java_end { JAVA_RETURNED = NATIVE_DONE, JAVA_THROWN = NATIVE_THROW, JAVA_STOPPED = NATIVE_STOP };

enum { JAVA_MAX_NESTING = 200 };

enum java_stop {
    STOP_NONE,
    STOP_STEPS,
    STOP_MEMORY,
    STOP_TIME,
    STOP_NO_MODEL,
    STOP_WAITING /* a thread that the program started, for others */,
    STOP_ASSUME /* the input is discarded */,
    STOP_EXIT /* System.exit */,
    STOP_BOUND /* a bound of paths; trace.h */,
    STOP_KNOWN /* what follows is what follows on another path; states.h */,
    STOP_ENDLESS /* the run is back in a state it was in; endless.h */
};

enum java_look { LOOK_STATES = 1 /* states.h */, LOOK_ENDLESS = 2 /* endless.h */ };

enum class_init_state { INIT_NONE, INIT_RUNNING, INIT_DONE, INIT_FAILED };

struct class_state { // of a class in a worker
    uint8_t init;    // enum class_init_state
    const struct java_class *class;
    bool lasting;     // initialised once for all runs
    uint8_t *touched; // enum static_touch of each static, of this run; NULL: nobody asks (statics_input.h)
    union word *statics;
    expr_id *static_exprs;  // NULL while all are concrete
    struct object *mirror;  // its java.lang.Class; NULL: not made yet
    struct object *failure; // INIT_FAILED: what the initializer threw
};

struct java_frame {
    const struct java_method *method;
    struct java_code *code; // NULL: native
    const struct insn *at;  // the instruction that runs, or the call
    union word *regs;
    uint16_t result; // register of the caller that gets the result
};

struct rope;
struct rope_piece;

struct rope_split { // of a piece of a rope at an unknown place: rope.c
    const struct rope_piece *whole, *left, *right;
};

struct inputs;
struct input_state;
struct unknown_calls;
struct char_function;
struct java_endless;

struct static_input;

struct java_message { // of an exception that the JVM raised over numbers that depend on the input
    const struct object *throwable;
    union word numbers[2];
    expr_id exprs[2]; // EXPR_NONE: the number is fixed
};

struct java_monitor { // entered by an instruction of the frame that was number `frames`
    const struct object *object;
    uint32_t frames;
};

struct java_overflow {                // integer arithmetic that wrapped around
    const struct java_method *method; // NULL: none
    uint32_t line, op;                // op: enum insn_op
};

struct java_trace_entry {
    const struct java_method *method;
    uint32_t line; // 0: unknown (native)
    uint32_t pc;
};

struct java_interned {           // strings
    struct hash_map of_text;     // symbol of a constant's text -> index into list
    struct hash_map of_constant; // address of a pool's constant -> index into list
    VEC(struct object *) list;
    VEC(uint32_t) in_run; // of these the strings that go with the run
};

struct java_computed { // constants and call sites of a run
    struct hash_map index;
    VEC(union word) list;
};

struct java_calls {
    uint64_t n, serial; // how many, and the number of the innermost
    uint32_t base;      // frames below that
};

struct java_null_notes {
    const struct object *thrown; // the NullPointerException that the JVM raised last, at which null
    expr_id thrown_of;
    const struct java_method *checked_in; // where code last looked at a null and found it, and which one
    expr_id checked;
    VEC(expr_id)
    own_checks, met; // those that code of the user's looked at; met: of these those that were null
};

struct java_assumed { // what the runs of a worker have looked at of the machine
    struct assumed texts;
    bool lost; // what all of its runs rest on is not known
};

struct java_ropes {        // of a run
    struct hash_map index; // address of an array of bytes -> index into list
    VEC(struct rope *) list;
    VEC(struct rope_split) splits; // in runs that summarise
};

struct java_char_functions {
    struct hash_map index; // method and its further argument -> index into list
    VEC(struct char_function *) list;
};

struct java_live {         // which registers may still be read
    struct hash_map index; // address of code -> index into list
    VEC(uint64_t *) list;
};

struct java_thread {
    struct java_program *program;
    struct heap heap;
    struct class_state **classes; // by class number, NULL: not met yet; see thread_class
    uint32_t n_classes;
    union word *words, *words_end; // the stack of registers
    expr_id *word_exprs;           // beside it: the expression of words[i] is word_exprs[i]
    struct java_frame *frames;
    uint32_t n_frames, max_frames, nesting;
    struct object *exception;
    const struct java_method *native; // the native that runs, declared as such; NULL: none
    uint32_t native_depth;            // frames below it
    union word returned;              // by the call that ended last
    expr_id returned_expr;
    enum java_stop stop;
    struct str stop_text; // NO_MODEL: "no model for java/lang/Thread.start0"
    struct object *main_thread;
    struct object *running;            // a thread that the program started, while it runs; NULL: the main one
    uint32_t started, first_frame;     // such threads in one another; where the innermost begins
    struct java_interned interned;     // strings.c
    struct java_computed computed;     // bootstrap.c
    struct object *modules[2];         // stand-ins for those of the program and of the JDK; natives_class.c
    struct arena arena;                // class states
    VEC(struct class_state *) touched; // states to be reset before the next run
    VEC(struct class_state *) initialized; // of the JDK, since the outermost of their initialisers began
    void *cache;                           // of method selection; interp.c

    // The run.
    struct run_limits limits;
    uint64_t steps, more_steps; // more: than the limit, for loops that decide nothing
    uint64_t check_at, time_at; // the steps at which limits are looked at next, and the clock
    uint32_t looks;             // enum java_look: who looks at backward jumps
    uint64_t outside;           // how often the run took something from outside of its state: java_outside
    bool threads_begun;         // in this run
    struct java_calls calls;    // of java_call
    bool armed;                 // it is the unit that runs, and not what builds its input
    struct java_endless *endless;
    VEC(struct java_trace_entry) stop_trace; // where a run stopped that came to no end, innermost first
    uint64_t slept;             // nanoseconds of the run's clock besides those that its steps take
    struct str output;          // what System.out and System.err were given, the first 64 KB
    struct covered covered;     // places where this worker was
    VEC(uint32_t) fresh_places; // places where this worker was for the first time in this run
    // Symbolic side; x is NULL in a purely concrete thread.
    struct expr_store *x;
    struct trace *trace; // NULL: decisions are not recorded (concrete from here on)
    struct concretised concretised;
    struct java_overflow overflow; // the first of the run
    bool no_overflow;              // a run in which there is one has no input that was asked for
    struct java_null_notes nulls;  // of the input: judgement.h
    uint64_t rules_used; // by all runs, a bit for each enum java_rule: what is claimed of them rests on these
    struct java_assumed assumed;           // surroundings.h
    uint64_t identity_hashes;              // that this run asked for
    const char *varies;                    // as in struct outcome
    bool apart;                            // ways are not merged, as states are to stay plain
    struct java_hooks *whole;              // of a whole program; NULL: the run is a unit's
    struct summaries *summaries;           // summary.h; NULL: strings are what they are
    struct standard_input *standard_input; // standard_input.h; NULL: it is empty, which is a loss
    struct unknown_calls *unknown;         // unknown.h; NULL: all calls are followed
    struct inputs *input;                  // input.h; NULL: no input
    struct static_input *statics;          // input_statics.h; NULL: statics are as initializers leave them
    uint32_t initializing;                 // initializers of users' classes that run
    VEC(struct java_monitor) monitors;     // entered and not left; see java_owns_monitor
    VEC(struct java_message) messages;     // message.c: of this run, as long as nobody has read them
    struct java_message message;           // of the exception that is raised next; without numbers: fixed
    struct input_state *input_state;       // of this run
    struct input_texts *texts;             // its texts: input_text.h
    VEC(expr_id)
    unreal; // input_build.c: of strings of this run that no caller can make, when they would be real
    struct hash_map input_texts; // address of the bytes or the array -> index into texts
    struct expr_tables tables;   // of the run: symbolic_table.c
    uint32_t pinned_ways;        // symbolic.c: how many ways the path has parted at stores to unknown places
    struct narrowed narrowed;    // of the run
    struct java_ropes ropes;     // rope.c
    struct java_char_functions char_functions; // symbolic_string.c
    struct java_live live;                     // live.c
};

// Every path of a whole program is followed to its end, so what could be one of few becomes an expression of
// cases there, where a unit's run decides.
static inline bool java_wants_cases(const struct java_thread *t) {
    return t->whole != NULL;
}

// What is said of a whole program holds for every JVM, so what differs from one to the next is a loss there.
static inline bool java_is_for_all_jvms(const struct java_thread *t) {
    return t->whole != NULL;
}

static inline void java_rests_on(struct java_thread *t, enum java_rule rule) {
    t->rules_used |= (uint64_t)1 << rule;
}

// Whether decisions of the run are still noted.
static inline bool java_is_recording(const struct java_thread *t) {
    return t->trace && !t->trace->closed;
}

struct java_thread *java_thread_new(struct java_program *p, const struct run_limits *limits);
void java_thread_free(struct java_thread *t);
// Starts the part of the JDK that every program has (System, properties, main thread); JAVA_RETURNED or why
// not.
enum java_end java_thread_boot(struct java_thread *t);
void java_thread_begin_run(struct java_thread *t);
// Where this run was for the first time, none was: for runs that do not count.
void java_forget_coverage(struct java_thread *t);

// machine/: calls a method with its arguments in words (long and double take one each here). For virtual
// methods select first (java_class_select).
enum java_end java_call(struct java_thread *t, struct java_method *m, const union word *args,
                        const expr_id *exprs, union word *result, expr_id *result_expr);
// Makes sure that c is initialised (JVMS 5.5).
enum java_end java_initialize(struct java_thread *t, struct java_class *c);

// ---- For natives ----
struct class_state *thread_class(struct java_thread *t, const struct java_class *c);
struct object *java_mirror(struct java_thread *t, struct java_class *c); // its java.lang.Class
struct java_class *java_mirrored(const struct object *class_object);     // the class a Class stands for
struct object *java_string(struct java_thread *t, const char *utf8,
                           size_t n); // a new String of plain UTF-8; NULL: t->stop or t->exception set
struct object *java_string_utf16(struct java_thread *t, const uint16_t *chars, uint32_t n);
// String.intern. NULL: t->stop or t->exception set.
struct object *java_intern(struct java_thread *t, struct object *string);
// Whether a and b, whose identity is open, are one object if the run was the first to intern their text.
bool java_may_be_interned(const struct java_thread *t, const struct object *a, const struct object *b);
struct object *java_string_constant(struct java_thread *t,
                                    struct java_bytes text); // of the pool: modified UTF-8, interned
struct object *java_string_constant_of(struct java_thread *t, const struct class_constant *k); // likewise
void java_strings_begin_run(struct java_thread *t); // forgets what the last run interned
bool java_string_chars(const struct object *string,
                       struct str *utf8); // appended; lone surrogates as 3 bytes each
uint32_t java_string_length(const struct object *string);
uint16_t java_string_at(const struct object *string, uint32_t i);
struct object *java_new_object(struct java_thread *t,
                               struct java_class *c); // NULL: out of memory, t->stop set
struct object *java_new_array(struct java_thread *t, struct java_class *array,
                              int64_t length); // also throws NegativeArraySize: NULL
// Throws: sets t->exception to a new exception of that class. Always NATIVE_THROW (or NATIVE_STOP).
__attribute__((format(printf, 3, 4))) enum native_status java_throw(struct java_thread *t, const char *class,
                                                                    const char *message, ...);
enum native_status java_throw_plain(struct java_thread *t, const char *class); // without a message
// Calls are nested as deeply as frisk lets them: a StackOverflowError; in whole-program mode, where what is
// proved must hold for the stacks of all JVMs, the run's end.
enum native_status java_throw_overflow(struct java_thread *t);
// An integer that a native needs as it is: from here on the path says that it has this value (exact; other
// values are other paths).
void java_pin(struct java_thread *t, union word w, expr_id e);
void java_lost(struct java_thread *t,
               const char *what); // a symbolic value goes on as a concrete one: counted by what and place
// What an integer can be on the path; NULL: its facts say nothing any more.
static inline struct facts *java_facts_of(const struct java_thread *t) {
    return t->trace && t->trace->facts_usable ? t->trace->facts : NULL;
}
static inline struct interval java_range_of(const struct java_thread *t, expr_id e) {
    return narrowed_range(&t->narrowed, t->x, java_facts_of(t), e);
}
static inline void java_range_note(struct java_thread *t, expr_id e, struct interval range) {
    narrowed_note(&t->narrowed, t->x, e, range);
}
// What the run is given now does not follow from its state: input, a clock, what the JVM draws.
static inline void java_outside(struct java_thread *t) {
    t->outside++;
}
enum native_status java_no_model(struct java_thread *t,
                                 const char *what); // stops the run: "no model for WHAT"
// Monitors of the one thread there is: entered, left (JVMS 6.5), or entered by an instruction or a
// synchronized method that still runs.
void java_monitor_enter(struct java_thread *t, const struct object *o);
bool java_monitor_leave(struct java_thread *t, const struct object *o); // false: it was not entered; thrown
bool java_owns_monitor(struct java_thread *t, const struct object *o);
// message.c: the numbers that the message of the exception raised next is to show, and that exception.
void java_message_numbers(struct java_thread *t, union word a, expr_id ea, union word b, expr_id eb);
void java_message_of(struct java_thread *t, const struct object *throwable);
// The frames of the stack, innermost first, without those of the exception's own constructors. For
// fillInStackTrace.
void java_fill_stack_trace(struct java_thread *t, struct object *throwable);

uint32_t java_stack_trace(const struct object *throwable,
                          const struct java_trace_entry **entries); // of a throwable that was filled in

// null_message.c: what was null, in the JVM's words, of a NullPointerException without a message of its own
// (JEP 358). False: the JVM says nothing either.
bool java_null_message(const struct object *exception, struct str *out);

#endif
