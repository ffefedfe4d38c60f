// SPDX-License-Identifier: Apache-2.0
// The cases worth keeping: one finding for each way to fail, with the smallest input, and one case for each
// newly covered part of the code. The command line fills it from the callbacks of a search, the language
// proves it, and tests and reports are written from it. Not thread safe: the search calls back under its own
// lock.
#ifndef FRISK_SUITE_SUITE_H
#define FRISK_SUITE_SUITE_H

#include "base/hash.h"
#include "base/vec.h"
#include "explore/language.h"
#include "explore/schedule/orders.h"
#include "suite/outcomes.h"
#include "suite/paths.h"
#include "suite/places.h"

#define SUITE_SECONDS_PER_CASE 5.0

enum proof {
    PROOF_UNTRIED,   // not tried, as the user wanted it (--no-replay)
    PROOF_UNABLE,    // the VM could not be used, so it is no error
    PROOF_CONFIRMED, // the real VM did the same
    PROOF_DIFFERS,   // it did something else (`real` says what): a fault of frisk, never an error of the user
    PROOF_TIMEOUT,   // it did not finish there within the limits
    PROOF_VARIES,    // it did something else, as it may: the run used what differs from one time to the next
};

struct test_case {
    struct model input;
    struct binding *bindings; // of input; owned
    char *call;               // "lists:nth(1, [])"
    char **arguments;         // one text per argument
    uint32_t n_arguments;
    enum outcome_kind kind;
    enum run_limit limit;        // as in struct outcome
    bool endless;                // likewise
    struct outcome_text outcome; // predicted by frisk's run; after the proof, what the real VM did
    uint64_t key, cause;         // of the outcome, like the rank
    uint32_t rank;
    uint64_t size; // of the input; smaller ones are preferred
    uint32_t trace_length;
    uint64_t steps;
    const char *varies; // as in struct outcome
    bool processes;     // likewise
    // In which order of events it does so, owned; n_order 0: none is forced on the VM.
    struct case_event *order;
    uint32_t n_order;
    struct order kept; // that order, or the one in which it was found, to be followed; owned
    bool every_order;  // it does so in every order
    bool late_only;    // it does so only if something that is sent arrives late
    uint32_t same;     // further runs that failed in the same way
    bool repeat;       // fails as another case does; kept for what it covers or for its cause, and no finding
    const struct test_case
        *cause_of;           // a repeat that fails as this finding does, for another cause; NULL: none
    const char *shown_with;  // the finding of an earlier unit of the invocation that it equals; NULL: none
    struct path_words *path; // owned; NULL: it is kept for another reason
    uint32_t covers;         // how many places of the code it was the first to reach
    enum proof proof;
    enum outcome_category category; // what the language's proof says; CATEGORY_NONE: follow `proof`
    char *real;                     // what the VM did if it differs; else NULL
    // OUTCOME_LIMIT: what the real VM did within limits of its own. "hang": it did not end in time. "memory":
    // it ran out of memory. NULL: it was not tried, or it ended there (`real` says how).
    const char *seen;
    char *test; // name of the generated test; NULL: none
};

// Tests that are there already: written anew, kept where they hold (the others shown), or else taken out.
enum suite_update { SUITE_ANEW, SUITE_SHOW, SUITE_DROP };

struct suite {
    struct unit *unit;
    const char *out_dir;        // -o; NULL: write nothing
    struct suite_place *places; // that the search is to reach; owned
    uint32_t n_places;
    bool keeps_paths;          // every run that ends is a case, with its path in words; none is made smaller
    const struct trace *trace; // keeps_paths: of the run that is offered; NULL: it has none
    enum suite_update update;  // of those in out_dir
    bool common_test;          // Erlang: written for Common Test rather than EUnit
    bool findings_fail;        // the tests of errors are written to fail until these are put right
    double seconds_per_case;   // limit on the real VM
    double seconds;            // for cases that are no findings, which are tried last; 0: no bound
    VEC(struct test_case *) cases; // those of kind OUTCOME_RAISE that are no repeat are the findings
    // Runs that did not come to an end, the smallest of each key. They become no tests. The proof tries those
    // of kind OUTCOME_LIMIT, unless the time of the search cut them off.
    VEC(struct test_case *) unfinished;
    uint64_t dropped[CATEGORY_COUNT]; // cases that suite_drop_assumed has forgotten
    uint32_t untried;                 // those that suite_drop_untried has
    struct hash_map findings;         // key of a failure -> index in cases; until suite_sort
};

void suite_init(struct suite *s, struct unit *u, const char *out_dir);
void suite_wants_places(struct suite *s, uint32_t n); // of language_reaching; before the search
void suite_free(struct suite *s);

// Offers the last run of r. It is kept if it fails in a new way, or covers something new, or if it fails in a
// known way with a lower rank or a smaller input: then it replaces that case. Returns the case if it fails in
// a new way, else NULL.
const struct test_case *suite_offer(struct suite *s, struct runner *r, const struct model *input,
                                    const struct outcome *o, uint32_t trace_length, uint32_t fresh);
// Makes the input of each finding smaller (explore/inputs/shrink.h), and looks at the orders in which it
// comes; before sorting. Runs on the way that cover something new, or fail in another way, are offered as
// well.
void suite_shrink(struct suite *s, const struct run_limits *limits);
// Gives failures the group that all runs of the unit have shown (`regroup` of the language); after the
// search, before sorting. Failures of group `left_out` are dropped (GROUP_ERROR: none are).
void suite_regroup(struct suite *s, enum finding_group left_out);
void suite_mark(const struct suite *s, struct expr_sweep *w); // the inputs of the cases
void suite_sort(
    struct suite *s); // findings first, then by size of the input; nothing may be offered afterwards
// After the proof: makes one finding of those with the same kind, place and form of reason. The one with the
// smallest input stays; the others become repeats, which are its further causes. Sorts.
void suite_merge(struct suite *s);
// After the proof and all merging: the texts of all cases become those that a person is shown.
void suite_show(struct suite *s);
// After the proof: forgets the cases that rest on values which frisk made up in the run and that the real VM
// did not show. Returns how many of them were findings.
uint32_t suite_drop_assumed(struct suite *s);
// After the proof: forgets the cases that are no findings and for which there was no time.
void suite_drop_untried(struct suite *s);
bool suite_is_finding(const struct test_case *c);
bool suite_is_error(const struct test_case *c); // likewise, also as a repeat: its test goes with the findings
// Whether its test is to fail until it is put right: it is an error that the call itself raises.
bool suite_test_fails(const struct suite *s, const struct test_case *c);
// Whether two failures are the same: kind, place and form of reason are equal (`same_reason` of the
// language).
bool suite_same_failure(const struct language *l, const struct test_case *a, const struct test_case *b);
uint32_t suite_tests(const struct suite *s);       // how many cases have a test
uint32_t suite_error_tests(const struct suite *s); // of these, how many are of errors

#endif
