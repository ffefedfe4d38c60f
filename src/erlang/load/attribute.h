// SPDX-License-Identifier: Apache-2.0
// Reading a module's attributes: types, specs, and the names in type expressions. Pure functions of them;
// what is not there is TERM_NONE or false.
#ifndef FRISK_ERLANG_ATTRIBUTE_H
#define FRISK_ERLANG_ATTRIBUTE_H

#include "erlang/load/core.h"

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
