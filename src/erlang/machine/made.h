// SPDX-License-Identifier: Apache-2.0
// Arguments with opaque types in them: the input holds what constructors take (load/constructor.h), marked as
// such (term/made_form.h); a run calls them and puts the values in their place, before anybody looks.
#ifndef FRISK_ERLANG_MADE_H
#define FRISK_ERLANG_MADE_H

#include "erlang/machine/call.h"
#include "solve/grammar.h"

struct made_plan; // where marks may be, by the type; read by any number of threads

// type: of the tuple of all arguments, in a frozen grammar that outlives the plan. NULL: no marks.
struct made_plan *made_plan_new(const struct grammar *g, const struct expr_store *x, type_id type);
void made_plan_free(struct made_plan *p);
bool made_plan_funs(const struct made_plan *p); // some may be in what input functions return

// Puts the values into n arguments. Where they are and what is given are decisions of the run, and so are
// those of the constructors; nothing that these cover or fail with is the unit's. Anything but INTERP_VALUE:
// as interp_call; INTERP_RAISED and *good false: there is no such input.
enum interp_result made_arguments(struct interp *ip, const struct made_plan *p, term *args, uint32_t n,
                                  bool *good);
// What an input function returned is *result: if it is marked, the constructor is called in its place. What
// this cannot do has no model.
enum dispatch made_returned(struct interp *ip, const struct made_plan *p, term *result);

#endif
