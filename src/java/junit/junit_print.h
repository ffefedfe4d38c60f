// SPDX-License-Identifier: Apache-2.0
// The text of one generated test class. Private to junit_*.c.
//
// Whatever source cannot name or may not touch (obfuscated or Kotlin names, private members) is called by
// reflection through a few private helpers, which a class only has where it needs them. A test that builds
// too much for one method (64 KB of code, JVMS 4.7.3) keeps its objects in an Object[] that helper methods
// fill.
#ifndef FRISK_JAVA_JUNIT_PRINT_H
#define FRISK_JAVA_JUNIT_PRINT_H

#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "java/junit/junit.h"

enum junit_flavor { FLAVOR_JUNIT5, FLAVOR_JUNIT4, FLAVOR_TESTNG, FLAVOR_PROOF, FLAVOR_COUNT };

enum { // the helpers a class needs
    HELPER_TYPE = 1,
    HELPER_INVOKE = 2,
    HELPER_CONSTRUCT = 4,
    HELPER_ALLOCATE = 8,
    HELPER_PUT = 16,
    HELPER_GET = 32,
    HELPER_UNSAFE = 64,
    HELPER_ASSIGN = 128,
    HELPER_NEVER_ENDS = 256,
};

struct object_plan {
    uint32_t uses;
    uint32_t depth;  // of what is printed inside of it
    bool inlined;    // printed where it is used
    bool is_copy;    // a string equal to an earlier one, yet another object
    symbol role;     // the parameter that it is for; 0: none
    symbol variable; // 0: it has none yet
};

struct printer {
    const struct java_facts *facts; // may be NULL
    enum junit_flavor flavor;
    symbol package;         // of the test class, internal form; 0: the default package
    struct hash_map claims; // simple name -> the class it means in this file
    VEC(symbol) imports;
    uint32_t helpers;
    bool raw; // a generic class stands there without type arguments
    struct str *out;

    // Of the test that is being printed:
    const struct recipe *r;
    struct object_plan *plan;
    uint32_t test;         // its number, for names of its own helper methods
    struct hash_map names; // of variables -> how many with such a base
    bool throws_checked;   // something in it declares exceptions
    bool throws_any;       // it calls a helper, which may throw whatever it likes
    struct str extra;      // its own helper methods: parts that build objects
    struct str string_methods;
    bool split;
    bool shown; // to a person, not compiled: what is made for one place stands there
    uint32_t parts, weight, strings;
};

// ---- junit_name.c: names of types and members ----

symbol junit_type_of_class(symbol class); // its descriptor
symbol junit_package_of(symbol class);    // 0: default
// Appends the name of a class or type if this file's source can name it; else false, and nothing appended.
bool junit_class_name(struct printer *p, symbol class, struct str *out);
bool junit_type_name(struct printer *p, symbol type, struct str *out);
bool junit_is_raw(const struct printer *p, symbol type); // is it generic, or an array of such?
// int.class, Foo.class or, where it has no name, type("a.b$1").
void junit_class_literal(struct printer *p, symbol type, struct str *out);
bool junit_can_touch(struct printer *p, symbol class, symbol name, symbol descriptor, bool is_method);
// A non-static member class: its constructor takes the outer instance first (JLS 8.8.9, 15.9.3).
bool junit_is_inner(const struct printer *p, symbol class, symbol *outer, symbol *simple);
bool junit_claim(struct printer *p, symbol simple, symbol class);
symbol junit_return_type(symbol descriptor);

// ---- junit_variable.c ----

void junit_set_roles(struct printer *p, const struct java_test *t);       // of what the unit is handed
void junit_variable(struct printer *p, uint32_t object, struct str *out); // its name

// ---- junit_value.c: objects and calls ----

void junit_begin_recipe(struct printer *p, const struct recipe *r);
void junit_end_recipe(struct printer *p);
void junit_build_objects(struct printer *p); // prints the statements
// The call of a method or constructor; on: receiver or NULL. True: by reflection, so that its type is Object.
bool junit_call(struct printer *p, symbol class, symbol name, symbol descriptor,
                const struct recipe_value *on, const struct recipe_value *arguments, uint32_t n,
                struct str *out);
// Whether an object of the recipe is one that a call may change; its variable, for which it has to have one.
bool junit_may_change(const struct recipe_object *o);
symbol junit_object_type(const struct recipe_object *o); // the static type of what makes it
void junit_object(struct printer *p, uint32_t object, struct str *out);
void junit_value(struct printer *p, const struct recipe_value *v, symbol type, struct str *out);
void junit_field(struct printer *p, uint32_t object, symbol class, symbol name, symbol descriptor,
                 struct str *out);
bool junit_is_simple(const struct recipe *r); // small enough to stand in an assertion

struct junit_method {
    const struct java_test *test;
    const char *name;
    bool left_out;
    bool watched; // the JVM has said what can be asserted; until then a proof's text asks it
    struct java_check *checks;
    uint32_t n_checks;
    uint32_t first_line, last_line; // of its text, set by printing
};

// ---- junit_check.c: what a test asserts ----

symbol junit_result_type(const struct java_test *t); // of a constructor its class
// Objects that are asserted of, or asked about, get variables; before they are built.
void junit_keep_checked(struct printer *p, const struct junit_method *m);
void junit_watch(struct printer *p, const struct junit_method *m); // before the call: asks what it changes
// The statements of a call that returns, of one that throws (call: assertThrows(..)), and of what it changed.
void junit_result(struct printer *p, const struct junit_method *m, const char *call, bool reflective);
void junit_thrown(struct printer *p, const struct junit_method *m, const char *type, const char *call);
void junit_state(struct printer *p, const struct junit_method *m);

// ---- junit_print.c ----

struct junit_class {
    const struct junit_options *options;
    enum junit_flavor flavor;
    symbol package;
    const char *name;
    struct junit_method *methods;
    uint32_t n;
    bool findings; // they are tests of errors
};
void junit_print_class(struct str *out, const struct junit_class *c);

#endif
