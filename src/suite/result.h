// SPDX-License-Identifier: Apache-2.0
// What is known about a unit once its search is over: the result object for machines (doc/results.md
// documents every field) and the report for people. Borrows everything but the coverage and lost tables.
#ifndef FRISK_SUITE_RESULT_H
#define FRISK_SUITE_RESULT_H

#include <jansson.h>

#include "explore/explore.h"
#include "suite/suite.h"

struct unit_result {
    const char *name;    // "lists:nth/2"
    const char *error;   // why the unit could not be analysed: nothing else is set then; NULL: it was
    struct suite *suite; // sorted, and proved if it was to be
    const struct explore_options *options;
    const struct explore_stats *stats;
    double load_seconds, replay_seconds;
    uint32_t dropped;               // findings on made-up values that the real VM did not show
    const char *unproved;           // why no case was run on the real VM; NULL: they were
    struct code_coverage *coverage; // owned, as the next
    uint32_t n_coverage;
    struct lost_entry *lost;
    uint32_t n_lost;
    struct assumption *assumes;
    uint32_t n_assumes;
};

// Fills the tables of coverage and lost precision from the suite's unit.
void result_collect(struct unit_result *r);
void result_free(struct unit_result *r);

// Errors: findings that the real VM confirmed, or that it was not asked about.
uint32_t result_errors(const struct unit_result *r);
bool case_is_error(const struct test_case *c);
// Cases that the real VM did not do as expected, or not in time: nothing is claimed of such a unit.
uint32_t result_doubts(const struct unit_result *r);
bool result_complete(const struct unit_result *r); // as in struct explore_stats, and no doubts
bool result_complete_to_depth(const struct unit_result *r);
bool result_all_failed(const struct unit_result *r);
bool result_proved(const struct unit_result *r);
enum ends
result_ends(const struct unit_result *r); // likewise; that it does not end is withdrawn if the VM did
// Inputs on which no end was seen, neither within the limits of a run nor (where it was tried) of the real
// VM.
uint32_t result_endings_not_seen(const struct unit_result *r);
bool case_has_no_end_seen(const struct test_case *c); // one of suite.unfinished
const char *proof_name(enum proof p);

json_t *result_json(const struct unit_result *r); // to be released with json_decref
// A test that was left out of the suite after all, in an array of result objects. True: one of them had it.
bool result_json_withdraw(json_t *units, const char *test);
char *result_json_text(json_t *object); // indented, ends in a newline; mem_free; takes object

struct report_style {
    bool color;
    bool brief;       // one unit of many: its errors, and all else in one line
    bool verbose;     // time per layer and the solver's links; nothing is left out or brief
    uint32_t longest; // characters of one value; longer ones are cut. 0: no limit
};

void report_unit(const struct unit_result *r, const struct report_style *style, struct str *out);

struct report_totals {                                 // over all units of an invocation
    uint32_t units, errors, failing, complete, failed; // failing: units with errors; failed: not analysed
    uint32_t no_end_seen;                              // units with inputs on which no end was seen
    uint32_t untested;                                 // units of which all inputs were discarded
    uint32_t tests;                                    // written
    const char *out_dir;                               // borrowed; where to
    bool spaced;                                       // the last unit's brief report ends in a blank line
    char unproved[200];                                // why (some) cases were not tried; empty: all were
};
void totals_add(struct report_totals *t, const struct unit_result *r);
// An object around an array of result objects, which it takes.
json_t *result_json_units(json_t *units, const struct code_coverage *modules, uint32_t n);
void report_totals(const struct report_totals *t, const struct code_coverage *modules, uint32_t n,
                   const struct report_style *style, struct str *out);

#endif
