// SPDX-License-Identifier: Apache-2.0
// The user's JDK as programs: where java and javac are, and one run of javac over many files.
#ifndef FRISK_JAVA_JAVAC_H
#define FRISK_JAVA_JAVAC_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

struct jdk_tools {
    char *java, *javac; // paths, owned
};

// From home (NULL: $JAVA_HOME), else the PATH. False: d says what is missing.
bool jdk_tools_find(struct jdk_tools *t, const char *home, struct diag *d);
void jdk_tools_free(struct jdk_tools *t);

struct javac_error {
    const char *file; // as it was given to javac
    uint32_t line;
    const char *message; // its first line
};
typedef VEC(struct javac_error) javac_errors; // texts in the caller's arena

struct javac_job {
    const char *const *sources;
    uint32_t n;
    const char *class_path; // may be ""
    const char *work_dir;   // for files of its own; writable
    const char *out_dir;    // for the class files
    double seconds;
    const char *archive; // the JVM leaves the classes it has loaded there (CDS), for later ones to start
                         // with; NULL: nowhere. A JDK that cannot do that leaves nothing
};

enum javac_result { JAVAC_GOOD, JAVAC_ERRORS /* in the sources */, JAVAC_FAILED /* d says why */ };
enum javac_result javac_run(const struct jdk_tools *t, const struct javac_job *job, javac_errors *errors,
                            struct arena *a, struct diag *d);

// The same in two steps, with time for something else between them. `t` has to last.
struct javac_run {
    const char *javac;
    struct process_pipe *process; // NULL: none is running
    char *messages;
    double start, seconds;
};
bool javac_begin(struct javac_run *r, const struct jdk_tools *t, const struct javac_job *job, struct diag *d);
enum javac_result javac_end(struct javac_run *r, javac_errors *errors, struct arena *a, struct diag *d);
void javac_cancel(struct javac_run *r); // also where none is running

// Its parts, for a compiler that runs elsewhere (jvm.c). Options and sources as a file for javac's @FILE;
// messages: where they go, NULL: to standard error. And what these messages come to, for a javac that found
// errors; otherwise: what to say where there are none.
bool javac_write_options(const struct javac_job *job, const char *file, const char *messages, struct diag *d);
enum javac_result javac_read_errors(const char *messages, const char *otherwise, javac_errors *errors,
                                    struct arena *a, struct diag *d);

// One argument as a line of an @file, which java and javac read (quoted, since paths may hold blanks).
struct str;
void javac_add_argument(struct str *out, const char *text);
// Variables of the environment that a run of these has besides; ends with NULL. Without: java_jdk_unset.
extern const char *const java_jdk_set[];

#endif
