// SPDX-License-Identifier: Apache-2.0
// Why a built-in raised badarg: one call may refuse its arguments for several causes, and each is told with
// an input of its own.
#ifndef FRISK_ERLANG_REFUSED_H
#define FRISK_ERLANG_REFUSED_H

#include "erlang/code/builtin.h"

// The number of the first argument, from 1, that is of no kind its type in bif.def has (an atom where there
// must be a list, say). 0: all are, so that it is their values that are refused. Arguments without shadow.
uint32_t refused_argument(const struct bif *b, const term *args);

#endif
