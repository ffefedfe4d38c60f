// SPDX-License-Identifier: Apache-2.0
// The result of a unit whose search is over: the result object for machines (doc/results.md documents every
// field) and the report for people. Everything is borrowed but the three tables at the end.
#ifndef FRISK_SUITE_RESULT_H
#define FRISK_SUITE_RESULT_H

#include <jansson.h>

#include "explore/explore.h"
#include "suite/suite.h"

struct unit_result {
    const char *name;    // "lists:nth/2"
    const char *error;   // why the unit could not be analysed; nothing else is set then. NULL: it was
    struct suite *suite; // sorted; proved, unless the user did not want that
    const struct explore_options *options;
    const struct explore_stats *stats;
    double load_seconds, replay_seconds;
    uint32_t dropped;               // findings on made-up values that the real VM did not show
    const char *unproved;           // why no case was run on the real VM; NULL: the cases were run
    struct code_coverage *coverage; // owned, as the next
    uint32_t n_coverage;
    struct lost_entry *lost;
    uint32_t n_lost;
    struct assumption *assumes;
    uint32_t n_assumes;
};

// Fills the tables of coverage, losses and assumptions from the unit of the suite.
void result_collect(struct unit_result *r);
void result_free(struct unit_result *r);

// How many findings are errors: of group error, and confirmed by the real VM or not tried on it.
uint32_t result_errors(const struct unit_result *r);
bool suite_case_is_error(const struct test_case *c);
// How many cases the real VM did not do as predicted, or not in time. Where there are any, nothing is claimed
// of the unit.
uint32_t result_doubts(const struct unit_result *r);
// As in struct explore_stats, if there are no doubts:
bool result_complete(const struct unit_result *r);
bool result_complete_to_depth(const struct unit_result *r);
bool result_all_failed(const struct unit_result *r);
bool result_proved(const struct unit_result *r);
enum ends result_ends(const struct unit_result *r); // likewise; if the VM ended, "does not end" is withdrawn
// How many inputs did not come to an end, neither within the limits of a run nor, if they were tried there,
// within those of the real VM.
uint32_t result_endings_not_seen(const struct unit_result *r);
bool suite_case_has_no_end_seen(const struct test_case *c); // c is one of suite.unfinished
const char *result_proof_name(enum proof p);

json_t *result_json(const struct unit_result *r); // to be released with json_decref
// Takes a test that was left out of the suite after all out of an array of result objects. True: it was in
// one of them.
bool result_json_withdraw(json_t *units, const char *test);
char *result_json_text(json_t *object); // indented, ends in a newline; mem_free; takes object

struct report_style {
    bool color;
    bool brief;       // one unit of many: its errors in full, the rest in one line
    bool verbose;     // adds times and the links of the solver; leaves nothing out
    uint32_t longest; // characters that are shown of one value. 0: no limit
};

void report_unit(const struct unit_result *r, const struct report_style *style, struct str *out);

struct report_totals {                                 // over all units of an invocation
    uint32_t units, errors, failing, complete, failed; // failing: units with errors; failed: not analysed
    uint32_t no_end_seen;                              // units with inputs on which no end was seen
    uint32_t untested;                                 // units of which all inputs were discarded
    uint32_t tests, error_tests;                       // written; of these, how many are of errors
    bool findings_fail;                                // as in struct suite
    const char *out_dir;                               // where the tests are; borrowed
    bool spaced;                                       // the last unit's brief report ends in a blank line
    char unproved[200];                                // why some cases were not tried; empty: all were
};
void result_totals_add(struct report_totals *t, const struct unit_result *r);
// The result object of an invocation. Takes the array of the units' objects.
json_t *result_json_units(json_t *units, const struct code_coverage *modules, uint32_t n);
void report_totals(const struct report_totals *t, const struct code_coverage *modules, uint32_t n,
                   const struct report_style *style, struct str *out);

#endif
