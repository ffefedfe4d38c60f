// SPDX-License-Identifier: Apache-2.0
// Match specifications, on objects that may be symbolic.
#ifndef FRISK_ERLANG_MATCH_SPEC_H
#define FRISK_ERLANG_MATCH_SPEC_H

#include "erlang/term/process.h"

enum match { MATCH_NO, MATCH_YES, MATCH_FAILED /* no model, or the specification is none: raised */ };
bool match_spec_valid(term spec);
enum match match_spec_apply(struct process *p, term spec, term object, term *result);
bool match_spec_has_variables(term pattern);

#endif
