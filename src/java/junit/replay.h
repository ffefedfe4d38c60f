// SPDX-License-Identifier: Apache-2.0
// Runs compiled tests on the user's JVM (share/frisk/FriskReplay.java is the other half) and says what each
// did. What the code under test prints does not reach us, what hangs is stopped, and where it ends the JVM
// another one goes on behind it.
#ifndef FRISK_JAVA_REPLAY_H
#define FRISK_JAVA_REPLAY_H

#include "java/junit/junit.h"
#include "java/junit/jvm.h"

#define REPLAY_STATUSES(X)                                                                                   \
    X(NOT_RUN, "")                                                                                           \
    X(BEGUN, "begin")                                                                                        \
    X(THREW, "threw")       /* the call that was expected to */                                              \
    X(RETURNED, "returned") /* it did not */                                                                 \
    X(ESCAPED, "escaped")   /* an exception left the test, from elsewhere */                                 \
    X(PASSED, "passed")     /* without exception, all assertions held */                                     \
    X(DIFFERS, "differs")   /* one did not */                                                                \
    X(TIMEOUT, "timeout")                                                                                    \
    X(ENDLESS, "endless") /* in a call that was expected not to end; frames: those it never left */          \
    X(EXIT, "exit")                                                                                          \
    X(TROUBLE, "trouble") /* the test itself could not be run */                                             \
    X(DIED, "died")       /* the JVM ended under it; message: its last words */

enum replay_status {
#define X(name, text) REPLAY_##name,
    REPLAY_STATUSES(X)
#undef X
};

struct replay_test {
    const char *test_class, *test_method; // class: binary names, "a.b.C$D"
    const char *unit_class, *unit_method;
};

struct replay_outcome { // texts in the caller's arena
    enum replay_status status;
    const char *exception, *message, *value; // NULL: none
    bool in_unit;                            // the unit was on the stack
    struct java_stack_frame where;
    const struct java_stack_frame *frames;
    uint32_t n_frames;
    uint32_t asserted;               // assertions that were reached; if they differ, the last did not hold
    const struct java_check *checks; // that the test can make
    uint32_t n_checks;
};

struct replay_job {
    const struct replay_test *tests;
    uint32_t n;
    const char *class_path; // with the tests' directory first
    double seconds_per_test;
    double seconds; // after which no more tests are begun; 0: all are run
    bool shared;    // one class loader for all, as under JUnit: statics last from one test to the next
};

// False: the JVM cannot be used at all; d says why.
bool replay_run(struct jvm *jvm, const struct replay_job *job, struct replay_outcome *outcomes,
                struct arena *a, struct diag *d);

#endif
