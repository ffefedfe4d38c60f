// SPDX-License-Identifier: Apache-2.0
// Elixir on the command line: its modules are Erlang's under names that begin with "Elixir.", and need
// Elixir's own on the code path, both to be read (their debug_info is in its own form) and to run.
#ifndef FRISK_CLI_ELIXIR_H
#define FRISK_CLI_ELIXIR_H

#include "cli/project.h"

// What Elixir writes Shop.Cart.total/2, Shop.Cart:total/2 or Shop.Cart, as Erlang writes it:
// 'Elixir.Shop.Cart':total/2; mem_free. NULL: it is nothing of the kind.
char *elixir_target(const char *word);
// Whether a target or the path of a .beam is a module of Elixir's.
bool elixir_is_module(const char *text);
// Adds the ebin directories of the Elixir that $PATH leads to; of none if it leads to none.
void elixir_paths(owned_texts *out);

#endif
