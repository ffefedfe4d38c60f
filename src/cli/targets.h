// SPDX-License-Identifier: Apache-2.0
// The operands of `frisk erl`: functions, modules, files, and files that list these. Texts are borrowed from
// the command line or owned by the list.
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

// Sorts the operands into .erl and .beam files, directories of projects ('.', or a name with '/'), targets
// with the arguments that follow them, and the contents of @FILEs. An @FILE has a target on each line,
// arguments after a blank; empty lines and lines that begin with % or # are skipped. Files are targets
// themselves if nothing else is given. Names of Elixir become those of Erlang (elixir.h).
bool targets_sort(const text_list *operands, struct targets *out, struct diag *d);
void targets_free(struct targets *t);

#endif
