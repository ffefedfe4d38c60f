// SPDX-License-Identifier: Apache-2.0
// The dynamic check: before an instruction may decide something, whether that is worth recording.
#ifndef FRISK_ERLANG_CHECK_H
#define FRISK_ERLANG_CHECK_H

#include "erlang/machine/interp.h"

// `look` of struct interp where ip->analysis is there: sets ip->symbolic for the instruction at ip->f,
// ip->pc. Where nothing is worth recording the instruction computes with plain values, and what it makes is
// plain.
void check_look(struct interp *ip);

#endif
