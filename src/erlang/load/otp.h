// SPDX-License-Identifier: Apache-2.0
// Where the user's OTP is and which modules it has, without starting it; and which module a file holds.
#ifndef FRISK_ERLANG_OTP_H
#define FRISK_ERLANG_OTP_H

#include "base/diag.h"
#include "base/symbol.h"
#include "base/vec.h"

// The program a name stands for, looked up in PATH, links followed. NULL: there is none, d says what to do.
// The caller frees.
char *otp_program(const char *erl, struct diag *d);
// Changes when the program is another one: its path, size and time of change.
uint64_t otp_program_id(const char *path);

typedef VEC(char *) path_vec; // each to be freed

// The directories of an OTP's .beam files in order: ROOT/lib/APP-VSN/ebin (of each APP its highest version),
// the preloaded modules' ROOT/erts-*/ebin, and those under the directories of the environment variable
// ERL_LIBS.
void otp_ebins(const char *root, path_vec *out);
void otp_path_vec_free(path_vec *v);

// DIR/MODULE.beam if that is a file, to be freed; else NULL.
char *otp_beam_in(const char *dir, symbol module);
char *otp_module_in(const char *dir, symbol module); // or else DIR/MODULE.erl

// The name of the module in a .erl file (its -module attribute) or .beam file (its first atom).
bool otp_module_of_file(const char *file, symbol *module, struct diag *d);
bool otp_is_source(const char *file); // named .erl

#endif
