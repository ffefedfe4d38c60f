// SPDX-License-Identifier: Apache-2.0
// How values of an opaque type are made: by functions of its own module alone. Found in the module's specs,
// by the names that such functions have in OTP. Pure functions of the attributes.
#ifndef FRISK_ERLANG_CONSTRUCTOR_H
#define FRISK_ERLANG_CONSTRUCTOR_H

#include "erlang/load/core.h"

// Either module:function(A1, .., An); or, with `start`, a fold over a list of tuples {A1, .., An}, from
// module:start() on: module:function(A1, .., Value so far, .., An), where the value so far is argument `at`.
struct constructor {
    symbol module, function;
    symbol start;          // of the fold; 0: there is none
    uint32_t arity, at;    // of the function; at == arity: none of its arguments is the value so far
    term result, products; // in the function's spec: the type made, and the list of the arguments' types
    term constraints;      // of that clause
};

// Of opaque type name/arity in m. False: no function is known to be one.
bool constructor_find(const struct core_module *m, symbol name, uint32_t arity, struct constructor *out);

// ---- Reading attributes ----

term attribute_value(const struct core_attribute *a);
// Code of the module runs when a VM loads it: what that leaves behind (tables, terms, functions in C) frisk
// does not see.
bool attribute_on_load(const struct core_module *m);
// {Name, Type, Vars}; *opaque (may be NULL): declared so.
term attribute_type(const struct core_module *m, symbol name, uint32_t arity, bool *opaque);
// The clauses of a spec: {{F, A}, Clauses} or {{M, F, A}, Clauses}. TERM_NONE: there is none.
term attribute_spec(const struct core_module *m, symbol name, uint32_t arity, uint32_t *line);
// A clause of a spec: the types of its arguments, of its result, and its constraints. False: malformed.
bool attribute_clause(term clause, term *products, term *result, term *constraints);
// What the constraints say of a variable; TERM_NONE: nothing.
term attribute_constraint(term constraints, symbol variable);
// A type with a name or brackets around it, and the type in there.
bool attribute_annotated(term form);
term attribute_behind(term form);
// A named type: user_type, or remote_type, or a type of the module's own named like one of another OTP's.
// *module 0: the module it is written in.
bool attribute_named(term form, symbol *module, symbol *name, term *args);

#endif
