// SPDX-License-Identifier: Apache-2.0
// Judging a proof: what frisk predicted of a case, against what the real VM did. A language says the latter
// in one of few words, most simply by a table from its own; what that means for the case is the same for all.
#ifndef FRISK_SUITE_JUDGE_H
#define FRISK_SUITE_JUDGE_H

#include "suite/suite.h"

// X(NAME, proof, category of a failure)
#define REAL_ENDS(X)                                                                                         \
    X(SAME, CONFIRMED, TRIGGERED)          /* as predicted */                                                \
    X(OTHERWISE, DIFFERS, DIFFERENT)       /* it failed in another way, or gave something else */            \
    X(NO_FAILURE, DIFFERS, NOT_TRIGGERED)  /* it returned, or ended the VM */                                \
    X(NOT_IN_TIME, TIMEOUT, NOT_TRIGGERED) /* it met the limits of time or memory */                         \
    X(INITIALIZER, DIFFERS, INITIALIZER)   /* code failed that ran before */                                 \
    X(FINAL_FIELD, DIFFERS, FINAL_FIELD)   /* the test would assign one */                                   \
    X(NO_TEST, DIFFERS, NO_TEST)           /* the input could not be made there */                           \
    X(NOT_RUN, UNTRIED, NO_TEST)

enum real_end {
#define X(name, proof, category) REAL_##name,
    REAL_ENDS(X)
#undef X
};
enum outcome_category judge_category(enum real_end e);

// Sets proof and category of the case, and `real`: what the VM did, in words; owned, kept if it differs. It
// may be NULL. A run that used what varies from one time to the next may differ.
void judge_case(struct test_case *c, enum real_end end, char *real);

// The first of the unfinished that limits of these kinds (bits, 1 << enum run_limit) cut off: these are tried
// within the limits of the real VM. Returns how many.
uint32_t judge_unfinished(const struct suite *s, uint32_t limits, struct test_case **out, uint32_t most);
// One of them failed there: from now on it is a case like any other.
void judge_has_failed(struct suite *s, struct test_case *c);

#endif
