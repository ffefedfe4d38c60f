// SPDX-License-Identifier: Apache-2.0
// How much of the code has been reached: clauses, and lines as OTP's cover counts them (frisk_lines.erl).
#ifndef FRISK_ERLANG_COVERAGE_H
#define FRISK_ERLANG_COVERAGE_H

#include "erlang/code/program.h"
#include "explore/language.h"

// Of a module, or of one of its functions with the funs in it; covered has a byte for each of the program's
// places. The name is left to the caller. The program's lock is held.
struct code_coverage coverage_count(const struct program *p, const uint8_t *covered, symbol module,
                                    const struct function *home /* NULL: all of the module */);

// The places that static calls from a function lead to, within its module: clauses and lines, but for what
// the compiler added and what the VM has in C instead. The program's lock is held.
typedef VEC(uint32_t) place_list;
void coverage_places(const struct program *p, const struct function *from, place_list *out);

#endif
