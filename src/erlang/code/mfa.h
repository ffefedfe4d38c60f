// SPDX-License-Identifier: Apache-2.0
// Names of functions as people write them: MOD:FUN/ARITY, names quoted as Erlang does or bare.
#ifndef FRISK_ERLANG_MFA_H
#define FRISK_ERLANG_MFA_H

#include "base/diag.h"
#include "base/symbol.h"

struct mfa {
    symbol module, function;
    uint32_t arity;
};

// A name at *at: quoted or bare, up to one of the stop characters. Advances *at. 0: an empty one.
symbol mfa_name(const char **at, const char *stop);
bool mfa_arity(const char *at, uint32_t *arity); // "/ARITY" and nothing else
// MOD:FUN/ARITY and nothing else. False: d, a wrong usage of `option`, says so.
bool mfa_read(const char *text, const char *option, struct mfa *out, struct diag *d);

#endif
