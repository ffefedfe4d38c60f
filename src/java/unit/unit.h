// SPDX-License-Identifier: Apache-2.0
// A Java method as the engine's unit. See java.h for opening; prove.c for its tests.
#ifndef FRISK_JAVA_UNIT_H
#define FRISK_JAVA_UNIT_H

#include <stdatomic.h>

#include "explore/inputs/dictionary.h"
#include "java/input/heap_rules.h"
#include "java/input/input.h"
#include "java/runtime/rules.h"
#include "java/unit/options.h"

struct java_refusals { // judgement.h
    symbols classes, not ;
};

struct main_run;
struct standard_input;

struct java {
    struct java_options options; // texts owned
    struct java_refusals refusals;
    struct java_classpath *path;
    struct java_program *program;
    struct java_surroundings *surroundings;
    double load_seconds;
    VEC(struct java_class *) errors; // that the options name
    struct java_proofs *proofs;      // prove.c; NULL: none yet
    VEC(uint8_t) shown;              // places that a test comes to, of the units so far; program->lock
    struct heap_rules heap_rules;
    struct precondition *preconditions; // precondition.h
    uint32_t n_preconditions;
    struct reach_target *reach; // --reach: reach.h
    uint32_t n_reach;
    struct dictionary learned; // from the inputs of units whose search is over
};

struct java_unit {
    struct unit unit; // first: the engine's view
    struct java *java;
    struct java_method *method;
    char *name;
    struct inputs inputs;
    atomic_bool reads_standard_input; // some run did
    atomic_bool wraps;                // some run was discarded as arithmetic wrapped around (--no-overflow)
    struct reach_graph *reach;        // reach.h; NULL: nobody has asked yet
    uint32_t reach_classes;           // loaded when it was made
    bool is_main;                     // whole-program mode: main_mode.h
    struct java_class *input_class;   // likewise; NULL: none
    struct known_states *states;      // likewise: states.h
    struct loop_plans *loops;         // likewise: where loops are cut, cuts.h; NULL: nowhere. Somebody else's
    bool summarises; // its runs take strings of unknown length for what summary.h says of them
    struct model seed;
    struct arena seed_arena; // of main_random.h
    pthread_mutex_t lock;    // of covered and what was concretised
    struct covered covered;  // places, over all runs
    struct assumed assumed;  // likewise: what they have looked at of the machine
};

// targets.c: by its full or simple name. NULL: d says why.
struct java_class *java_find_class(struct java *j, const char *name, size_t n, struct diag *d);

struct unit *java_unit_new(struct java *j, struct java_method *m, struct diag *d);

// Whole-program mode: runs the unit once more, without recording decisions, to see what it asks for and
// whether it ends by System.exit. The result is the runner's.
const struct standard_input *java_unit_standard_input(const struct runner *r); // NULL: its last run read none
const struct main_run *java_unit_rerun(struct runner *r, const struct model *input, bool *exits);

// prove.c
bool java_prove(struct unit *u, struct suite *suite, struct diag *d);
void java_proofs_free(struct java *j);
struct trial *java_trial_begin(struct unit *u, const struct test_case *c); // explore/language.h
bool java_trial_confirmed(struct trial *t);
void java_trial_end(struct trial *t);

// text.c: in Java's syntax; results are the caller's.
char *java_value_text(struct java_thread *t, enum java_kind kind, union word w); // of a value returned
char *java_exception_text(struct java_thread *t,
                          const struct object *exception); // "java.lang.ArithmeticException: / by zero"
// Messages of exceptions, but for their numbers, which come from the input. So two divisions of one line are
// one finding there, but not two calls on null.
bool java_same_message(const char *a, const char *b);
char *java_call_text(struct java_unit *u, const struct recipe *r); // statements that make the call
uint32_t java_argument_texts(struct java_unit *u, const struct recipe *r, char ***out);

#endif
