// SPDX-License-Identifier: Apache-2.0
// Reading Erlang's abstract format (erts user's guide, "The Abstract Format"): tuples {Tag, Anno, ..}. Forms
// come from files, so nothing is taken for granted: every accessor gives TERM_NONE, false or 0 for what is
// not there.
#ifndef FRISK_ERLANG_FORM_H
#define FRISK_ERLANG_FORM_H

#include "erlang/term/term.h"

term form_at(term t, uint64_t i);            // element of a tuple, from 0
bool form_is_name(term t, const char *name); // an atom of that name
bool form_has_tag(term form, const char *tag);
bool form_is_list(term t);
bool form_is_cons(term t);
uint32_t form_list_length(term list); // 0: empty, or no proper list
term form_nth(term list, uint32_t i);
symbol form_symbol(term form); // Name of {_, Anno, Name}, as an atom and a variable are; 0: there is none
uint32_t form_line(term form); // 0: unknown
// The value of an integer expression: literals and operators on them. False: it has none.
bool form_constant(term form, mpz_ptr out);

#endif
