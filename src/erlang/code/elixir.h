// SPDX-License-Identifier: Apache-2.0
// What units of Elixir's modules show to a person is in Elixir's syntax (term/elixir_text.h). Structs are
// written by name where the program knows their modules.
#ifndef FRISK_ERLANG_ELIXIR_H
#define FRISK_ERLANG_ELIXIR_H

#include "erlang/code/program.h"

// Erlang source text as Elixir writes it; mem_free.
char *elixir_shown(struct program *p, const char *erlang);

#endif
