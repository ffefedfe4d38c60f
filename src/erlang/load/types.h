// SPDX-License-Identifier: Apache-2.0
// From -spec and -type attributes (in the compiler's abstract form) to the engine's type grammar. The
// argument list of a function is one tuple type: every clause of an overloaded spec is one alternative, so
// that arguments stay together.
//
// The grammar never holds a term that the spec excludes, or a finding could be a false alarm. Where the exact
// set has no regular grammar it is approximated from below:
//   - fun((...) -> T) is the functions of 0 to 4 arguments that return T (all functions if T is any());
//   - a parametric type that calls itself with ever larger arguments is cut off after many instances.
// From above, knowingly: type variables that occur twice are independent, and of two constraints the first
// counts; argument types of functions are not looked at (a table answers any argument); opaque types are what
// their definition says, but where a constructor makes them; the termination of an improper list may
// be [] if the spec's type of it has []; a module that cannot be found makes its types any().
#ifndef FRISK_ERLANG_TYPES_H
#define FRISK_ERLANG_TYPES_H

#include "erlang/load/constructor.h"
#include "erlang/load/load.h"
#include "solve/grammar.h"

struct types;

// Finds the attributes of a module; NULL: no such module (that type is then any()). May load it. Asked once a
// module.
typedef const struct core_module *types_lookup(void *context, symbol module);

// The modules that lookup returns must outlive the types.
struct types *types_new(struct expr_store *x, struct grammar *g, types_lookup *lookup, void *context);
void types_free(struct types *t);

// Type of the argument tuple of module:name/arity under its spec; without a spec a tuple of any terms. False:
// the spec makes no sense (unknown type, wrong arity ..); d says what and at which file:line. Whether such
// arguments exist at all is for the caller to ask, once the grammar is frozen: grammar_inhabited.
// make: values of opaque types of other modules that have a constructor are pairs of a mark and what the
// constructor takes (term/made_form.h); types_constructors then tells which these are. For the only spec that
// these types are of.
bool types_of_arguments(struct types *t, symbol module, symbol name, uint32_t arity, type_id *out, bool make,
                        struct diag *d);
// Those of the last spec; valid until the next one.
const struct constructor *types_constructors(const struct types *t, uint32_t *n);
// Once the grammar is frozen and the type of the arguments turned out to have no member: file, line and what
// to do. m: the module of the spec.
void types_say_empty(const struct types *t, const struct core_module *m, struct diag *d);
// What the last spec leaves unknown since a module is missing, for the user to hear of; NULL: nothing. Kept
// until the next spec.
const char *types_warning(const struct types *t, symbol *missing);
// Likewise of the tuples {Argument.., Result} that the spec allows, for telling what is no result: here the
// grammar holds whatever the spec may allow, so any function of the right arity is one. No spec: *out is
// TYPE_ANY. The types were made with types_new for this alone.
bool types_of_calls(struct types *t, symbol module, symbol name, uint32_t arity, type_id *out,
                    struct diag *d);

#endif
