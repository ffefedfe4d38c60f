// SPDX-License-Identifier: Apache-2.0
// Atoms that the interpreter and the built-ins name, as terms: atom_true, atom_error ..; set up before main.
#ifndef FRISK_ERLANG_ATOMS_H
#define FRISK_ERLANG_ATOMS_H

#include "erlang/term/term.h"

#define ATOMS(X)                                                                                             \
    X(true)                                                                                                  \
    X(false)                                                                                                 \
    X(error)                                                                                                 \
    X(exit)                                                                                                  \
    X(throw)                                                                                                 \
    X(undef)                                                                                                 \
    X(badfun)                                                                                                \
    X(badarg)                                                                                                \
    X(badarith)                                                                                              \
    X(badarity)                                                                                              \
    X(badmap)                                                                                                \
    X(badkey)                                                                                                \
    X(function_clause)                                                                                       \
    X(erlang)                                                                                                \
    X(math)                                                                                                  \
    X(both)                                                                                                  \
    X(leading)                                                                                               \
    X(trailing)                                                                                              \
    X(file)                                                                                                  \
    X(line)                                                                                                  \
    X(all)                                                                                                   \
    X(arity)                                                                                                 \
    X(module)                                                                                                \
    X(name)                                                                                                  \
    X(type)                                                                                                  \
    X(env)                                                                                                   \
    X(local)                                                                                                 \
    X(external)                                                                                              \
    X(utf8)                                                                                                  \
    X(unicode)                                                                                               \
    X(latin1)                                                                                                \
    X(big)                                                                                                   \
    X(little)                                                                                                \
    X(value)                                                                                                 \
    X(short)                                                                                                 \
    X(scientific)                                                                                            \
    X(compact)                                                                                               \
    X(decimals)                                                                                              \
    X(ok)                                                                                                    \
    X(none)                                                                                                  \
    X(iterator)                                                                                              \
    X(EXIT)

#define X(text) extern term atom_##text;
ATOMS(X)
#undef X

static inline term atom_boolean(bool b) {
    return b ? atom_true : atom_false;
}

#endif
