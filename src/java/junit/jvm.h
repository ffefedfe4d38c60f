// SPDX-License-Identifier: Apache-2.0
// The user's JVM as a server (share/frisk/FriskReplay.java is the other half): one process compiles the tests
// of a whole invocation, by javax.tools, and runs them. Starting a JVM and loading its compiler takes most of
// a second; with both warm a class of tests is compiled in 50 ms. A process that dies or hangs is replaced by
// a new one when it is needed.
#ifndef FRISK_JAVA_JVM_H
#define FRISK_JAVA_JVM_H

#include "base/str.h"
#include "java/junit/javac.h"

struct jvm;

struct jvm_options {
    const char *java_home;  // NULL: $JAVA_HOME, else what is on the PATH
    const char *share_dir;  // frisk's own Java files lie there
    const char *class_path; // of the code under test
    uint32_t memory_mb;
    bool no_cache; // compile frisk's own files anew
};

// Finds the tools and makes a directory; starts nothing. NULL: d says why.
struct jvm *jvm_open(const struct jvm_options *o, struct diag *d);
void jvm_close(struct jvm *v); // NULL is allowed
// Starts it ahead of its first use, so that it gets warm while something else is done. Whatever fails is told
// by the first use.
void jvm_warm(struct jvm *v);

// From here on it is another process each time, in another country: default locale and time zone differ.
void jvm_move(struct jvm *v);

const char *jvm_java(const struct jvm *v);
const char *jvm_directory(const struct jvm *v); // for files that are to last as long as the server

// What the code under test finds on this machine, as FriskReplay.java has it. False: it cannot be found out.
bool jvm_surroundings(struct jvm *v, struct str *out, struct diag *d);
// The file in frisk's cache that keeps what this JVM answers to a question of that hash; NULL: there is no
// cache. mem_free.
char *jvm_kept_answer(struct jvm *v, uint64_t question);

// As javac_run; the class path is put behind frisk's own classes.
enum javac_result jvm_compile(struct jvm *v, const struct javac_job *job, javac_errors *errors,
                              struct arena *a, struct diag *d);

// How a command ended that was not completed.
struct jvm_end {
    bool fresh; // by a process that had completed nothing before
    bool late;  // it was stopped since it gave no sign of life
    int status;
    struct str last; // of its standard error; to be freed
};

struct jvm_run { // a request as replay.c writes it
    const char *request, *results;
    uint32_t first; // test
    bool shared;
    double each, all; // seconds: between two signs of life, and together
};

enum jvm_answer {
    JVM_DONE,
    JVM_ENDED, // see the jvm_end
    JVM_FAILED // it could not be started; d says why
};
enum jvm_answer jvm_run(struct jvm *v, const struct jvm_run *run, struct jvm_end *end, struct diag *d);

#endif
