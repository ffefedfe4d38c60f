// SPDX-License-Identifier: Apache-2.0
// Erlang source text as Elixir writes it, to be pasted into iex: terms, the funs that frisk makes up, calls,
// and terms as a VM prints them.
#ifndef FRISK_ERLANG_ELIXIR_TEXT_H
#define FRISK_ERLANG_ELIXIR_TEXT_H

#include "base/str.h"

// Whether a struct of the module (an Elixir name, "Shop.Item") has just these fields; only then its name may
// be written, since Elixir fills in what is left out.
struct elixir_structs {
    bool (*has_fields)(void *context, const char *module, char *const *fields, uint32_t n);
    void *context;
};

// Appends the text in Elixir's syntax. What is no such text (one that was cut short, say) is added as it is.
void elixir_text(const char *erlang, const struct elixir_structs *structs, struct str *out);
// "Shop.total", ":lists.nth": a function of a module, the names as in their atoms.
void elixir_function(const char *module, const char *function, struct str *out);

#endif
