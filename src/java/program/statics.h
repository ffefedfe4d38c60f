// SPDX-License-Identifier: Apache-2.0
// What earlier calls may leave in static fields. It is found from the code of the classes that can write
// them, which are those of one nest: a top-level class with all its nested classes. No other code can name a
// private member (JVMS 5.4.4).
//
// A nest is read once, when it is asked about first. All functions are thread safe and take the program's
// lock.
#ifndef FRISK_JAVA_STATICS_H
#define FRISK_JAVA_STATICS_H

#include "java/program/program.h"

struct nest_method { // of a nest, one with code
    struct java_method *method;
    bool live; // other code than initializers of its classes leads to it
    // What its own instructions name, each once: fields of users' classes, static ones, and methods of users'
    // classes, lambdas included. Of those that are called on an object the one that the code names.
    struct java_field **reads, **writes;
    struct java_field **changes; // fields whose objects it may change: a subset of reads
    struct java_method **calls;
    struct java_class **makes; // objects of users' classes
    uint32_t n_reads, n_writes, n_changes, n_calls, n_makes;
};

struct java_nest {
    struct java_class **classes;
    struct nest_method *methods;
    uint32_t n_classes, n_methods;
    bool whole; // all of it was read, and nothing in it writes static fields by other means (reflection)
};

// Of a user's class, from its flags and type alone: not for a constant whose object nothing can change.
bool java_static_may_change(const struct java_field *f);

// Whether callers may change what f holds. The rest is about the object that it refers to.
bool java_static_is_assigned(struct java_program *p, const struct java_field *f);
// Whether they may change that object (or those that it refers to), as far as code tells: it was made by the
// initializer, and nothing but that changes it or hands it on.
bool java_static_is_changed(struct java_program *p, const struct java_field *f);

// Whether no code can change an object of exactly this class, those that it refers to apart.
bool java_class_is_constant(const struct java_class *c);
// Whether all objects that a variable of class c can refer to are constant with all that they refer to.
bool java_type_is_constant(struct java_program *p, struct java_class *c);

// Whether a user's method may change the object that it is called on, or what that refers to.
bool java_changes_receiver(struct java_program *p, const struct java_method *m);

// NULL: not a user's class.
const struct java_nest *java_nest_of(struct java_program *p, struct java_class *c);
// NULL: m has no code, or is no user's.
const struct nest_method *java_nest_method(struct java_program *p, const struct java_method *m);

void java_statics_free(struct java_statics *s);

#endif
