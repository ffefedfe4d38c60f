// SPDX-License-Identifier: Apache-2.0
// Judging exceptions: an error, a refusal of the input, or a null that a caller passed. doc/verdicts.md has
// the rules in a user's words.
#ifndef FRISK_JAVA_JUDGEMENT_H
#define FRISK_JAVA_JUDGEMENT_H

#include "java/unit/unit.h"

struct java_judgement {
    enum finding_group group;
    const char *kind; // "error", "rejected"; as in the result object
    bool thrown;      // by a `throw` of the project's own code, not by the JVM or a library
    symbol null_of;   // GROUP_NULL: the path of the part of the input that was null
};

// The classes whose explicit throws refuse input: the built-in ones, with those of --refusal and without
// those of
// --no-refusal. Names as in source or as in class files. False with d: a name that makes no sense.
bool java_refusals_init(struct java_refusals *r, const char *const *more, uint32_t n_more,
                        const char *const *fewer, uint32_t n_fewer, struct diag *d);
void java_refusals_free(struct java_refusals *r);

// Whether an exception of that class that leaves the unit is one of those that count, where somebody says
// which do: --error, or the convention of whole programs.
bool java_counts_as_error(const struct java_unit *u, const struct java_class *class);
// Of the exception that ended t's run of u.
struct java_judgement java_judge(struct java_unit *u, const struct java_thread *t,
                                 const struct object *exception);
// Likewise of what the real JVM threw where frisk's run had come to no end; class NULL: not known; own: code
// of the unit's kind stands on top of its trace, and is taken to have made it.
struct java_judgement java_judge_real(const struct java_unit *u, const struct java_class *class, bool own);
// The topmost frame of the trace in the unit's own class, the one around it, or another one nested in that.
bool java_finding_place(const struct java_unit *u, const struct object *exception,
                        struct java_trace_entry *out);
// The first entry of a stack trace, innermost first, in those classes.
bool java_own_place(const struct java_unit *u, const struct java_trace_entry *entries, uint32_t n,
                    struct java_trace_entry *out);

#endif
