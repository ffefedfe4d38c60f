// SPDX-License-Identifier: Apache-2.0
// What the operands of `frisk erl` name: functions, modules, files, and lists of these in a file. Texts are
// borrowed from the command line or owned by the list.
#ifndef FRISK_CLI_TARGETS_H
#define FRISK_CLI_TARGETS_H

#include "cli/options.h"

struct target_text {
    const char *target;    // MOD:FUN/ARITY, MOD:FUN, MOD or FILE
    const char *arguments; // or NULL
};

struct targets {
    text_list files;    // .erl and .beam
    text_list projects; // directories
    VEC(struct target_text) list;
    VEC(char *) owned; // texts of @FILEs, names of Elixir's
};

// Sorts the operands: .erl and .beam files, directories of projects ('.', or with a '/' in the name), targets
// with the arguments that follow them or stand in brackets behind them, and what @FILEs list: a target to a
// line, arguments behind a blank; empty lines and what follows % or # at the start of a line are left out.
// Files are targets themselves if nothing else is. What is named as Elixir does comes as Erlang writes it
// (elixir.h).
bool targets_sort(const text_list *operands, struct targets *out, struct diag *d);
void targets_free(struct targets *t);

#endif
