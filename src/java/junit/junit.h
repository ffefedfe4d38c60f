// SPDX-License-Identifier: Apache-2.0
// From recipes to confirmed JUnit tests. The caller says what to call and what ought to happen; junit_prove
// writes the tests, compiles all of them at once, runs each in a class loader of its own in one JVM with
// limits, and says what really happened. What behaved as predicted is then written as a suite for JUnit 5 or
// 4, mirroring the package tree.
//
// A struct junit proves the tests of one unit after the other, in the same JVM. They make one suite: a class
// under test has its test class, with the tests of all of its methods.
//
// The text that is compiled for the proof is the suite's own but for its imports: assertions and annotation
// are taken from share/frisk's stand-ins, which record what was thrown or returned. So a proof needs a JDK,
// and no JUnit.
#ifndef FRISK_JAVA_JUNIT_H
#define FRISK_JAVA_JUNIT_H

#include "base/arena.h"
#include "base/diag.h"
#include "java/input/recipe.h"
#include "suite/judge.h"

// ---- What the printer asks about classes ----

struct java_class_facts {
    uint32_t access;    // JVMS table 4.1-B; of a nested class those of its InnerClasses entry (4.7.6-A)
    symbol outer;       // of a nested class, 0: top level
    symbol simple_name; // of a nested class; 0: anonymous or local, which source cannot name
    uint32_t n_type_parameters;
};

struct java_facts {
    void *context;
    // False: no such class is known.
    bool (*find_class)(void *context, symbol name, struct java_class_facts *out);
    // Access flags of a method or field as found from `class` upwards, and the class that declares it. False:
    // none.
    bool (*find_member)(void *context, symbol class, symbol name, symbol descriptor, uint32_t *access,
                        symbol *declaring);
    // Would javac have to choose: between several methods of that name with n parameters, or what a method's
    // own type parameters stand for? NULL: always taken for true.
    bool (*needs_casts)(void *context, symbol class, symbol name, uint32_t n);
    // Whether it declares exceptions. NULL: always taken for true.
    bool (*declares_exceptions)(void *context, symbol class, symbol name, symbol descriptor);
    // The name of the k-th parameter in the source; 0, or NULL: not known.
    symbol (*parameter_name)(void *context, symbol class, symbol name, symbol descriptor, uint32_t k);
};

// ---- Tests ----

enum java_test_kind {
    JAVA_TEST_ERROR,
    JAVA_TEST_REJECTED,   // throws on arguments it is documented not to take
    JAVA_TEST_UNCOUNTED,  // throws what does not count as an error
    JAVA_TEST_STATE,      // throws, in a state that only reflection could build
    JAVA_TEST_REGRESSION, // what it does today
};

struct java_field_check { // after the call, this field of an object of the recipe has this value
    uint32_t object;
    symbol class, name, descriptor;
    const struct recipe *value; // n == 1: a simple value, see `returned`
};

enum java_reset_how {
    RESET_ASSIGN, // the value
    RESET_COPY,   // the elements of an array, into the one that is there
    RESET_CLEAR,  // a collection or map, which was empty
    RESET_SET,    // the value of an atomic number
    RESET_FIELD,  // the value of a field of the object
};

struct java_reset { // a static field is put back to what it was before any test ran
    enum java_reset_how how;
    symbol class, name, descriptor;
    symbol object_class; // CLEAR, SET: "java/util/Map", "java/util/concurrent/atomic/AtomicInteger"
    symbol field_class, field, field_descriptor; // FIELD
    const struct recipe *value;                  // n == 1, but for CLEAR
};

struct java_test {
    const struct recipe *recipe;
    symbol class, name, descriptor; // the unit; "<init>" for a constructor (no receiver among the arguments)
    bool is_static;
    enum java_test_kind kind;
    symbol exception;    // internal name of the class of what is thrown; 0: it returns, or
    bool may_wait;       // it is run after others, if there is time
    bool endless;        // it never ends; where_method: of the loop
    symbol where_method; // the topmost frame in the unit's own class; 0 and line 0: not predicted
    uint32_t where_line;
    const char *where_file;
    const struct recipe *returned; // n == 1: a primitive, null, string, boxed value or an array of
                                   // primitives. NULL: nothing is asserted of what it returns
    const struct java_field_check *fields;
    uint32_t n_fields;
    const struct java_reset *resets; // before the test
    uint32_t n_resets;
    bool of_error;              // it goes into the class of the findings
    bool fails;                 // it is written so that it fails until the error is put right
    const char *varies;         // what it uses that differs between machines or moments; NULL: nothing
    const char *before;         // a statement before the call, as Java source; NULL: none
    const char *path_condition; // UTF-8, a comment; NULL: none
};

// ---- What happened ----

// X(NAME, "in words", what it is to the judge of suite/judge.h)
#define JAVA_RESULTS(X)                                                                                      \
    X(CONFIRMED, "confirmed", SAME)                    /* as predicted */                                    \
    X(ELSEWHERE, "thrown elsewhere", OTHERWISE)        /* the predicted class, but at another place */       \
    X(OTHER_EXCEPTION, "another exception", OTHERWISE) /* by the unit */                                     \
    X(UNEXPECTED, "an exception", OTHERWISE)           /* where it was to return */                          \
    X(RETURNED, "returned", NO_FAILURE)                /* where it was to throw */                           \
    X(OTHER_VALUE, "another value", OTHERWISE)         /* returned, or in a field that was checked */        \
    X(NOT_BUILT, "its state was not built", NO_TEST)   /* what comes before the call threw */                \
    X(TIMEOUT, "did not finish in time", NOT_IN_TIME)                                                        \
    X(EXITED, "called System.exit", NO_FAILURE)                                                              \
    X(DIED, "ended the JVM", NO_FAILURE)                                                                     \
    X(NOT_COMPILED, "does not compile", NO_TEST)                                                             \
    X(ASSIGNS_FINAL, "assigns a final field", FINAL_FIELD) /* so that no source was written */               \
    X(NOT_RUN, "was not run", NOT_RUN)

enum java_result {
#define X(name, text, real) JAVA_TEST_##name,
    JAVA_RESULTS(X)
#undef X
};
const char *java_result_text(enum java_result r);

// What a test asserts after the call, as the JVM saw it (share/frisk/FriskWitness.java): Java source with
// marks for names of classes and for what it is about.
#define JAVA_CHECK_RESULT UINT32_MAX
struct java_check {
    uint32_t object; // of the recipe; JAVA_CHECK_RESULT: what is returned or thrown
    const char *text;
    bool dropped; // it did not hold again, or cannot be compiled
    bool repeats; // another one says the same
};

struct java_stack_frame {
    const char *class, *method, *file; // class: binary name, "a.B$C"; file: NULL if not known
    uint32_t line;                     // 0: not known
};

struct java_proof { // all texts lie in the caller's arena
    enum java_result result;
    bool written;            // into the suite
    const char *test_class;  // "a.b.CTest"
    const char *test_method; // "parse_throwsNumberFormatException_1"
    const char *exception;   // what was thrown: "java.lang.ArithmeticException"; NULL: nothing
    const char *message;     // its message, the compiler's, or the JVM's last words; NULL: none
    const char *value;       // what was returned (or the field's value), as Java source; NULL: not asked for
    const struct java_stack_frame *frames; // the topmost, at most 64
    uint32_t n_frames;
    struct java_stack_frame
        where; // the topmost frame in the unit's own class, those nested in it or around it; class NULL: none
};

enum real_end junit_real_end(const struct java_proof *p);

struct junit_source { // a class that the tests need besides those of the class path, before which it stands
    symbol class;     // top level
    const char *text;
};

struct junit_options {
    bool junit4, testng;    // rather than JUnit 5
    const char *out_dir;    // of the suite; NULL: none is written
    const char *class_path; // as java takes it
    const char *java_home;  // NULL: $JAVA_HOME, else what is on the PATH
    const char *share_dir;  // frisk's own Java files lie there
    bool no_cache;          // do not keep their class files
    double seconds_per_test;
    bool once;                        // what is confirmed is not run again as a suite
    uint32_t memory_mb;               // of the JVM that runs the tests
    const struct java_facts *facts;   // NULL: names alone decide
    const struct junit_source *extra; // NULL: none
};

// Writes all tests without running them; proofs get their names only.
bool junit_write(const struct java_test *tests, uint32_t n, const struct junit_options *o,
                 struct java_proof *proofs, struct arena *a, struct diag *d);

struct junit;
struct junit *junit_open(const struct junit_options *o); // what o points to has to last
void junit_close(struct junit *j);                       // NULL is allowed
// Lives as long as j: what tests are made of has to.
struct arena *junit_arena(struct junit *j);
// Starts the JVM ahead of its first use.
void junit_warm(struct junit *j);
// Proves these, and writes the suite of all tests so far. After so many seconds (0: no bound) no more of
// those that may wait are run. The proofs' texts live as long as j. False: JDK or directory could not be
// used, d says why in one line.
bool junit_prove(struct junit *j, const struct java_test *tests, uint32_t n, double seconds,
                 struct java_proof *proofs, struct diag *d);
// One test, of which nothing is kept; confirmed: it held.
bool junit_try(struct junit *j, const struct java_test *test, bool *confirmed, struct diag *d);
// Tests of which nothing is kept, each for so long at most. The proofs' texts live as long as j.
bool junit_run(struct junit *j, const struct java_test *tests, uint32_t n, double seconds,
               struct java_proof *proofs, struct diag *d);
// In the end: runs the tests of all units together, as JUnit will, and once more in a fresh JVM with another
// locale and time zone, in the reverse order. Assertions that do not hold there are taken out; tests that
// fail are left out of the suite, and dropped is told which.
bool junit_finish(struct junit *j, void (*dropped)(void *context, const struct java_proof *p), void *context,
                  struct diag *d);

#endif
