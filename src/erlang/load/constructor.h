// SPDX-License-Identifier: Apache-2.0
// Constructors of an opaque type: functions of its own module, found in the specs, first by the names that
// such functions have in OTP. Pure functions of the attributes.
#ifndef FRISK_ERLANG_CONSTRUCTOR_H
#define FRISK_ERLANG_CONSTRUCTOR_H

#include "erlang/load/core.h"
#include "erlang/term/made_form.h"

struct constructor {
    struct made_form call;
    term result, products; // in the function's spec: the type made, and the list of the arguments' types
    term constraints;      // of that clause
};

// Of type name/arity in m. False: no function is known to be one.
bool constructor_find(const struct core_module *m, symbol name, uint32_t arity, struct constructor *out);
// The form, written in m, mentions an opaque type of m that has no constructor: so whoever has a value of the
// type that it defines got it from a function that gives the whole.
bool constructor_lacks(const struct core_module *m, term form);

#endif
