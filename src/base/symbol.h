// SPDX-License-Identifier: Apache-2.0
// Interned names: Erlang atoms, names of Java classes and members. One table for the process, ids from 1 in
// order of first use, never freed. Thread safe; reading the text of an id takes no lock.
#ifndef FRISK_BASE_SYMBOL_H
#define FRISK_BASE_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef uint32_t symbol; // 0: none
typedef VEC(symbol) symbols;

symbol symbol_intern(const char *utf8, size_t n);
symbol symbol_of(const char *utf8); // of a NUL-terminated text
// Interns a name that frisk invented, which the VM of the program may not know. If the program interns it
// later, it becomes a name like others.
symbol symbol_invent(const char *utf8, size_t n);
bool symbol_invented(symbol s);
const char *symbol_text(symbol s);      // UTF-8, NUL-terminated (a name may hold NULs: see symbol_size)
size_t symbol_size(symbol s);           // bytes
int symbol_compare(symbol a, symbol b); // by Unicode code points: <0, 0, >0 (UTF-8 order is that order)
uint32_t symbol_count(void);

#endif
