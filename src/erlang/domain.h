// SPDX-License-Identifier: Apache-2.0
// The domain of a function without a spec: of which kinds its arguments are, as its returning runs show. If
// no run that returned had an atom where the others had lists, a failure on an atom there tells of the
// caller, not of the function.
#ifndef FRISK_ERLANG_DOMAIN_H
#define FRISK_ERLANG_DOMAIN_H

#include "expr/expr.h"

struct domain;

struct domain *domain_new(const struct expr_store *x);
void domain_free(struct domain *d);
// Notes that a call with this ground tuple of arguments returned. Any thread may call.
void domain_accept(struct domain *d, expr_id arguments);
// The first part of the arguments of a kind that no returning call had there, although some had that part.
// EXPR_NONE: there is none, or no call has returned.
expr_id domain_stranger(struct domain *d, expr_id arguments);

// What the calls so far say about one that failed on these arguments.
enum domain_guess {
    DOMAIN_UNKNOWN,  // too few calls have returned to tell
    DOMAIN_STRANGER, // it is likely that all such calls fail
    DOMAIN_KNOWN,    // calls with values of these kinds have returned, or so many failed that no more is
                     // expected
};
// searched: by a run of the search, not on an input that was drawn
enum domain_guess domain_guess(struct domain *d, expr_id arguments, bool searched);
// Whether enough calls have been seen, so that a stranger will most likely stay one.
bool domain_is_settled(struct domain *d);

#endif
