// SPDX-License-Identifier: Apache-2.0
// Of which kinds the arguments are that a function without a spec accepts, as its runs show: no run that
// returned had an atom where only lists are taken. A failure on a value of such a kind tells of the caller,
// not of the function.
#ifndef FRISK_ERLANG_DOMAIN_H
#define FRISK_ERLANG_DOMAIN_H

#include "expr/expr.h"

struct domain;

struct domain *domain_new(const struct expr_store *x);
void domain_free(struct domain *d);
// A call returned for this ground tuple of arguments. Any thread may call.
void domain_accept(struct domain *d, expr_id arguments);
// The first part of the arguments that is of a kind which no call that returned had there, although some had
// that part; EXPR_NONE: there is none, or no call has returned.
expr_id domain_stranger(struct domain *d, expr_id arguments);

// What is known so far of a call that failed on these arguments.
enum domain_guess {
    DOMAIN_UNKNOWN,  // too few calls have returned to tell
    DOMAIN_STRANGER, // it is likely that all such calls fail
    DOMAIN_KNOWN,    // calls with values of these kinds have returned, or so many failed that no more is
                     // expected
};
// searched: by a run of the search, not on an input that was drawn
enum domain_guess domain_guess(struct domain *d, expr_id arguments, bool searched);
// Whether so many calls have been seen that what is a stranger now will stay one, most likely.
bool domain_is_settled(struct domain *d);

#endif
