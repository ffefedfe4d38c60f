// SPDX-License-Identifier: Apache-2.0
// What became of each possible error of a search, in the eleven categories of Artemis (W. H. K. Bester,
// Stellenbosch 2013), and the names of the bounds that a search has hit. Some categories come from the
// statistics of the search, the others from the proof of each case.
#ifndef FRISK_SUITE_OUTCOMES_H
#define FRISK_SUITE_OUTCOMES_H

#include <stdint.h>

// In the published order. X(NAME, "name in the result object", "what it counts")
#define OUTCOME_CATEGORIES(X)                                                                                \
    X(TRIGGERED, "triggered", "failures that the real VM showed as expected")                                \
    X(UNSOLVED, "unsolved", "alternatives that the solver could not decide")                                 \
    X(CONTRADICTION, "contradiction", "alternatives that contradict what their path says already")           \
    X(INFEASIBLE, "infeasible", "alternatives that the solver refuted")                                      \
    X(INITIALIZER, "initializer", "failures in a static initializer")                                        \
    X(NO_MODEL, "no_model", "answers of the solver that gave no values to use")                              \
    X(TOO_LONG, "too_long", "paths that went on beyond the depth")                                           \
    X(NOT_TRIGGERED, "not_triggered", "failures that the real VM did not show")                              \
    X(FINAL_FIELD, "final_field", "failures whose test would have to assign a final field")                  \
    X(NO_TEST, "no_test", "failures of which no test could be made, for another reason")                     \
    X(DIFFERENT, "different", "failures where the real VM showed another one")

enum outcome_category {
    CATEGORY_NONE, // the case was not expected to fail
#define X(name, text, meaning) CATEGORY_##name,
    OUTCOME_CATEGORIES(X)
#undef X
        CATEGORY_COUNT
};
const char *outcome_category_name(enum outcome_category c);    // "not_triggered"
const char *outcome_category_meaning(enum outcome_category c); // in words

struct test_case;
struct suite;
struct explore_stats;

// The category of a case: what the language's proof says, else what `proof` says.
enum outcome_category outcomes_case_category(const struct test_case *c);
// Counts the cases and alternatives of each category.
void outcomes_count(const struct suite *s, const struct explore_stats *stats, uint64_t out[CATEGORY_COUNT]);

enum { MOST_BOUNDS = 11 };
// Fills names with the bounds that kept the search from being complete. Returns how many there are.
uint32_t outcomes_bounds_hit(const struct explore_stats *s, const char *names[MOST_BOUNDS]);

#endif
