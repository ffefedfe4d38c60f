// SPDX-License-Identifier: Apache-2.0
// The cases worth keeping: findings (one per way to fail, smallest input) and one case per newly covered part
// of the code. Filled by explore's callbacks through the command line, proved by the language, written as
// tests and reports. Not thread safe: the exploration calls back under its own lock.
#ifndef FRISK_SUITE_SUITE_H
#define FRISK_SUITE_SUITE_H

#include "base/hash.h"
#include "base/vec.h"
#include "explore/language.h"
#include "suite/outcomes.h"

#define SUITE_SECONDS_PER_CASE 5.0

enum proof {
    PROOF_UNTRIED,   // --no-replay: the user's own wish
    PROOF_UNABLE,    // the VM could not be used: unconfirmed, so no error
    PROOF_CONFIRMED, // the real VM did the same
    PROOF_DIFFERS,   // it did something else (real says what): frisk's fault, never an error of the user
    PROOF_TIMEOUT,   // it did not finish there within the limits
    PROOF_VARIES,    // it did something else, and may: the run used what differs from one time to the next
};

struct test_case {
    struct model input;
    struct binding *bindings; // of input; owned
    char *call;               // "lists:nth(1, [])"
    char **arguments;         // one text per argument
    uint32_t n_arguments;
    enum outcome_kind kind;
    enum run_limit limit; // as in struct outcome
    bool endless;         // likewise
    struct outcome_text
        outcome; // as predicted by frisk's run; after the proof: as the real VM did it where it differs
    uint64_t key;
    uint32_t rank; // of the outcome
    uint64_t size; // of the input, for smallest first
    uint32_t trace_length;
    uint64_t steps;
    const char *varies; // as in struct outcome
    bool processes;     // likewise
    uint32_t same;      // further runs that failed in the same way
    bool repeat; // fails as another case does, and is kept for what it covers or for its cause only: no
                 // finding of its own
    const struct test_case *cause_of; // a repeat that fails in the same place as this finding does, likewise,
                                      // for another cause; NULL: none
    const char *shown_with; // a finding that an earlier unit of the invocation has: which; NULL: none
    uint32_t covers;        // places of the code it was the first to reach
    enum proof proof;
    enum outcome_category category; // as the language's proof has it; CATEGORY_NONE: as `proof` says
    char *real;                     // what the VM did, where proof is DIFFERS; else NULL
    // OUTCOME_LIMIT: what the real VM showed within limits of its own. "hang": no end within its time;
    // "memory": it ran out of memory; NULL: it was not tried, or it ended there (`real` says how).
    const char *seen;
    char *test; // name of the generated test; NULL: none
};

struct suite {
    struct unit *unit;
    const char *out_dir;           // -o; NULL: write nothing
    double seconds_per_case;       // limit on the real VM
    VEC(struct test_case *) cases; // findings are those of kind OUTCOME_RAISE that are no repeat
    // Examples of runs that did not come to an end, the smallest of each key: no tests. The proof tries those
    // of kind OUTCOME_LIMIT that no time of the search cut off.
    VEC(struct test_case *) unfinished;
    uint64_t dropped[CATEGORY_COUNT]; // cases that suite_drop_assumed has forgotten
    struct hash_map findings;         // key of a failure -> index in cases; until suite_sort
};

void suite_init(struct suite *s, struct unit *u, const char *out_dir);
void suite_free(struct suite *s);

// Offers the last run of r. It is kept if it fails in a new way (or in a known way with a lower rank or
// a smaller input: then it replaces that case), or if it covered something new. Returns the case if it is a
// new way to fail, else NULL.
const struct test_case *suite_offer(struct suite *s, struct runner *r, const struct model *input,
                                    const struct outcome *o, uint32_t trace_length, uint32_t fresh);
// Makes the input of each way to fail smaller (explore/inputs/shrink.h), before sorting. Runs that cover
// something new, or fail in another way, are offered.
void suite_shrink(struct suite *s, const struct run_limits *limits);
// After the search and before sorting: failures get the groups that the language now knows them to be of.
// Those of group `left_out` (GROUP_ERROR: none) are dropped.
void suite_regroup(struct suite *s, enum finding_group left_out);
void suite_mark(const struct suite *s, struct expr_sweep *w); // the inputs of the cases
void suite_sort(
    struct suite *s); // findings first, smallest inputs first; deterministic; no offers afterwards
// After the proof: findings of equal kind, place and shape of reason (an atom, or the tag and size of a
// tuple) become one, that with the smallest input; the others stay as repeats, which are its further causes.
// Sorts.
void suite_merge(struct suite *s);
// After the proof and all merging: the texts of all cases become those that a person is shown.
void suite_show(struct suite *s);
// After the proof: cases that rest on made-up values and that the real VM did not show are forgotten. How
// many findings were among them.
uint32_t suite_drop_assumed(struct suite *s);
bool suite_is_finding(const struct test_case *c);
// Whether two failures are one: of the same kind, in the same place, with reasons of the same shape.
bool suite_same_failure(const struct test_case *a, const struct test_case *b);
uint32_t suite_tests(const struct suite *s); // how many cases have become tests

#endif
