// SPDX-License-Identifier: Apache-2.0
// The types of inputs as Signature attributes give them (JVMS 4.7.9.1):
// "Ljava/util/List<Ljava/lang/Integer;>;" says what the list holds, where its descriptor does not. Without
// it, a list of integers would be given a string, which no caller can do without an unchecked cast.
//
// A type is a text in the syntax of signatures, free of type variables and wildcards.
#ifndef FRISK_JAVA_INPUT_TYPES_H
#define FRISK_JAVA_INPUT_TYPES_H

#include "base/arena.h"
#include "java/program/program.h"

// The types of the parameters of m, one text each; [n_params] is that of the result. `owner`: the static type
// of the object that m is called on or makes, whose arguments stand for the type parameters of m's class;
// NULL: not known.
const char *const *java_parameter_types(const struct java_method *m, const char *owner, struct arena *a);

// The type without its arguments: a descriptor.
const char *java_erased_type(const char *type, struct arena *a);

#endif
