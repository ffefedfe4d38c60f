// SPDX-License-Identifier: Apache-2.0
// Whole-program mode: Main.main(String[]) runs with the arguments that the user gave, and with unknown ones
// if he asked for them. By the convention of the Java verification competition a class of the program
// (Verifier) may be the source of further input: each call of a static method of that class that returns a
// primitive or a String (nondetInt(), ..) is a fresh input, whatever its own body does; assume(false)
// discards the run.
//
// The k-th call of a run is the variable (of a string: the variables) of the path "n<k>:<type>", so all runs
// mean the same by it. Which calls are made is known only from the run.
#ifndef FRISK_JAVA_MAIN_MODE_H
#define FRISK_JAVA_MAIN_MODE_H

#include "java/input/input.h"
#include "java/runtime/hooks.h"

struct java_unit;
struct java_states;
struct loop_cuts;
struct summaries;

struct main_call { // of a method of the input class
    const struct java_method *method;
    struct recipe_value value; // a string: object is its number in strings
};

struct main_run { // the runs of a runner: what the last one asked for, and what is kept from one to the next
    struct java_hooks hooks; // first: main_run_of
    struct inputs *in;
    const struct model *model;
    struct arena *arena;
    struct input_state state;
    VEC(struct main_call) calls;
    VEC(struct recipe_object) strings;   // of the calls
    VEC(struct recipe_object) arguments; // of main: strings
    struct value_source *random;         // that makes the model while the run reads it; NULL: it is made
    // Owned; what is NULL is left out.
    struct java_states *states;  // paths that come to where another was end there: states.h
    struct loop_cuts *cuts;      // instead of that, loops are cut: cuts.h
    struct summaries *summaries; // what is done with strings is summarised: summary.h
    struct hash_map joins;       // merge_code.c: address of a branch -> where its ways meet + 1; 0: nowhere
    double waited;               // seconds that runs took beyond their limits
    double waiting_since;        // when this one was last given more steps
    uint32_t decisions_before;   // likewise
};

static inline struct main_run *main_run_of(const struct java_thread *t) {
    return (struct main_run *)t->whole;
}

// Makes u a whole program.
void main_mode_begin(struct java_unit *u);
// Makes the methods of the class inputs. False: it cannot be done, d says why.
bool main_mode_bind(struct java_unit *u, struct java_class *input_class, struct diag *d);

// r is zero before its first run.
void main_run_begin(struct main_run *r, struct inputs *in, const struct model *model, struct arena *a);
void main_run_free(struct main_run *r);
// Calls main in a thread that has begun its run.
enum java_end main_run_call(struct main_run *r, struct java_thread *t, const struct java_unit *u);

// The values of the input as Java literals: unknown arguments, and what was asked for, in order; the array
// and the texts are the caller's.
uint32_t main_run_texts(const struct main_run *r, const struct java_unit *u, char ***out);
// The call with them: "Main.main(new String[] {"a"}) with 3, true".
char *main_run_call_text(const struct main_run *r, const struct java_unit *u);
// The call alone as a recipe, in the arena.
const struct recipe *main_run_recipe(const struct main_run *r, struct arena *a);

// ---- The stand-in of the input class in generated tests ----

// Its source: the same static methods, which give the recorded values in order, and defaults after them.
void main_standin_source(const struct java_class *input_class, struct str *out);
// The statement of a test that sets the values for the run that follows.
void main_standin_setup(const struct main_run *r, const struct java_class *input_class, struct str *out);

#endif
