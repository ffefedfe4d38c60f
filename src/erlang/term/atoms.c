// SPDX-License-Identifier: Apache-2.0
#include "erlang/term/atoms.h"

#define X(text) term atom_##text;
ATOMS(X)
#undef X

__attribute__((constructor)) static void atoms_init(void) {
#define X(text) atom_##text = term_atom(symbol_of(#text));
    ATOMS(X)
#undef X
}
