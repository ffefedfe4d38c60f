// SPDX-License-Identifier: Apache-2.0
// The VM's own hash functions (term_hash in term.h is ours, and faster). Iterative.
#ifndef FRISK_ERLANG_PHASH_H
#define FRISK_ERLANG_PHASH_H

#include "erlang/term/term.h"

// The hash that orders the VM's big maps (erts "internal hash" of OTP 25). Equal to it but for atoms, pids,
// ports, references and funs, whose hashes in the VM depend on its state: here they are hashed by name or
// number.
uint32_t phash_map(term key, uint32_t salt);
bool phash_map_is_exact(term key); // none of those is in it
uint32_t phash_atom(symbol s);     // of an atom's text, as ETS tables have it

// erlang:phash2/1 before it is cut to a range. Exact but for funs of code, pids, ports and references; *exact
// is cleared when one of those was hashed.
uint32_t phash_portable(term t, bool *exact);

// The same of erlang:phash/2, the VM's older hash of all releases, with which dict and sets choose a bucket.
uint32_t phash_old(term t, bool *exact);

#endif
