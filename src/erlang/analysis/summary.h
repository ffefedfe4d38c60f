// SPDX-License-Identifier: Apache-2.0
// Summaries: what a pass over a function's body found out, kept for the analyses of other units that come to
// the same pass. A pass follows from its function, the shapes of the arguments, whether the analysis is
// hurried, and the answers it got: what the functions that it calls gave at that moment. Where those are
// equal, its effects are repeated without looking at the body; so an analysis finds the same with summaries
// as without.
//
// Only passes without types of the unit's own (references to its grammar) and without funs whose code is
// known are kept; all shapes are kept in a store of their own. One for a program, used by one thread at a
// time.
#ifndef FRISK_ERLANG_SUMMARY_H
#define FRISK_ERLANG_SUMMARY_H

struct summaries;
struct summaries *summaries_new(void);
void summaries_free(struct summaries *s);

#endif
