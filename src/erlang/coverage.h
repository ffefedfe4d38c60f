// SPDX-License-Identifier: Apache-2.0
// How much of the code has been reached: clauses, and lines as OTP's cover counts them (frisk_lines.erl).
#ifndef FRISK_ERLANG_COVERAGE_H
#define FRISK_ERLANG_COVERAGE_H

#include "erlang/code/program.h"
#include "explore/language.h"

// Of a module, over all units so far; the name is left to the caller. The program's lock is held.
struct code_coverage coverage_of_module(const struct program *p, symbol module);
// Of the functions of a module that the present unit has reached, each with the funs in it; to be freed with
// coverage_free. Likewise.
uint32_t coverage_of_functions(const struct program *p, symbol module, struct code_coverage **out);
// Whether the present unit has reached a clause of the module. Likewise.
bool coverage_reaches(const struct program *p, symbol module);

// The places that static calls from a function lead to, within its module: clauses and lines, but for what
// the compiler added and what the VM has in C instead. The program's lock is held.
typedef VEC(uint32_t) place_list;
void coverage_places(const struct program *p, const struct function *from, place_list *out);

#endif
