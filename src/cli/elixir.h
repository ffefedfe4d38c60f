// SPDX-License-Identifier: Apache-2.0
// Elixir on the command line. Its modules are Erlang modules named "Elixir.Name". To read their debug_info
// and to run them, Elixir's own modules must be on the code path.
#ifndef FRISK_CLI_ELIXIR_H
#define FRISK_CLI_ELIXIR_H

#include "cli/project.h"

// Translates Shop.Cart.total/2, Shop.Cart:total/2 or Shop.Cart to what Erlang writes:
// 'Elixir.Shop.Cart':total/2; mem_free. NULL: it is no name of Elixir's.
char *elixir_target(const char *word);
// Whether a target, or the path of a .beam file, names a module of Elixir.
bool elixir_is_module(const char *text);
// Adds the ebin directories of the Elixir that is found in $PATH, if there is one.
void elixir_paths(owned_texts *out);

#endif
