// SPDX-License-Identifier: Apache-2.0
// Proof on the user's own VM, and the EUnit suite. Every case is run in the one erl that loads modules (in a
// process of its own, with limits: see share/frisk/frisk_prove.erl); then the suite is written, compiled and
// run there, and what its tests do not show again is not confirmed.
#ifndef FRISK_ERLANG_PROVE_H
#define FRISK_ERLANG_PROVE_H

#include "erlang/code/program.h"
#include "suite/suite.h"

// Fills proof, real and test of all cases; of those that are confirmed, the outcome's texts and place are
// then what the VM did (also its kind, where frisk's own run did not end), of others they stay as predicted.
// Writes frisk_MOD_FUN_ARITY_tests.erl in suite->out_dir, unless that is NULL. False: the VM or the directory
// could not be used; d says why. The suite's cases are not reordered.
// program: its stubs hold there, too, and it knows the structs of Elixir's modules; NULL: none.
bool erlang_prove(struct loader *l, struct program *program, struct unit *u, symbol module, symbol function,
                  uint32_t arity, struct suite *suite, struct diag *d);

#endif
