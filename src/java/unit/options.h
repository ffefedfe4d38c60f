// SPDX-License-Identifier: Apache-2.0
// What a user may choose about Java units.
#ifndef FRISK_JAVA_OPTIONS_H
#define FRISK_JAVA_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum java_nulls {     // that callers pass and the code does not look for: what a NullPointerException is then
    JAVA_NULLS_APART, // told in one line a unit, no error
    JAVA_NULLS_ERRORS, // an error like others
    JAVA_NULLS_NEVER,  // nobody passes null
};

struct java_options {
    const char *class_path; // -cp; NULL: found from the layout of the project here (Maven, Gradle), else "."
    const char *java_home;  // NULL: $JAVA_HOME, else the java or javac on the PATH
    const char *share_dir;  // where frisk's own Java files are
    bool junit4, testng;    // suites for JUnit 4 or TestNG rather than JUnit 5
    bool overflow;          // integer arithmetic that wraps around is a finding of kind "overflow"
    bool no_overflow;       // only inputs on which none of it does
    bool lazy_heap;         // objects of the input are any objects, decided when the program looks at them
    bool states;       // also objects in states that no call was found to build, where calls build others
    bool assume_calls; // of the user's methods, deeper than call_depth: unknown.h
    uint32_t call_depth;
    uint32_t block_bound; // visits of a basic block by one call; 0: no bound
    bool bounds_loops;    // to so many iterations, and methods to so many calls within themselves:
    uint32_t loop_bound;
    bool private_methods;       // test them as well
    bool same_package;          // inputs and targets are those that code of the same package has
    bool prune;                 // methods that cannot throw by their code alone are run once (harmless.h)
    bool any_machine;           // what programs find on the machine is not known
    bool no_cache;              // frisk's own Java files are compiled anew
    const char *const *assumes; // precondition.h; borrowed for good
    uint32_t n_assumes;
    const char *const *heap_rules; // input/heap_rules.h; borrowed while they are read
    uint32_t n_heap_rules;
    const char *const *reach; // places to be reached: reach.h; borrowed for good
    uint32_t n_reach;
    enum java_nulls nulls;
    const char *const *refusals, *const *no_refusals; // names of classes: see judgement.h
    uint32_t n_refusals, n_no_refusals;
    const char *const *errors; // classes whose exceptions count as errors, and no others; n 0: as a rule
    uint32_t n_errors;
    // Whole-program mode.
    const char *input_class;      // the class whose static methods are the input; NULL: none
    const char *const *arguments; // of main
    uint32_t n_arguments;
    uint32_t any_arguments; // and after these up to so many unknown ones
    bool all_errors;        // the search goes on behind the first one
    double random_seconds;  // of runs before the search
    uint64_t seed;          // of their inputs
};

#endif
