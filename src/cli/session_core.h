// SPDX-License-Identifier: Apache-2.0
// What the sessions of all languages share: the state of one invocation, testing one unit, output. A session
// is prepared, tests its units, and is finished.
#ifndef FRISK_CLI_SESSION_CORE_H
#define FRISK_CLI_SESSION_CORE_H

#include <pthread.h>

#include "cli/progress.h"
#include "cli/session.h"
#include "suite/result.h"
#include "suite/seen.h"

// A unit whose search is over.
struct searched {
    struct session *session;
    struct unit *unit;
    struct suite suite;
    struct explore_stats stats;
    struct unit_result result;
    struct diag d; // what could not be written
    bool ok;
};

struct session {
    const struct options *o;
    struct explore_options explore;
    struct report_style style;
    struct progress progress;
    struct report_totals totals;
    struct seen_findings seen;         // of the units so far
    double loaded;                     // load seconds already charged to earlier units
    struct suite *suite;               // of the unit being searched
    struct trial *trial;               // of its first error
    struct str trial_text;             // the call that is tried, and where it fails
    bool trial_told;                   // the user was told that it was confirmed
    pthread_t prover;                  // of the unit before it
    struct searched *proving;          // by that thread; NULL: none
    VEC(struct code_coverage) modules; // with several units: of each module tested
    json_t *results;                   // array; NULL: no --json
    bool to_stdout;                    // the result object, alone
    bool only_unit;                    // there is one unit
};

void session_prepare(struct session *s, const struct options *o);
// Before the first unit. Checks that results can be written, and catches interrupts.
bool session_begin(struct session *s, uint32_t units, struct diag *d);
bool session_stopped(void); // interrupted: no further units
void session_loading(struct session *s, const char *name, uint32_t at,
                     uint32_t of); // progress: this unit is loading
// Searches a unit, proves its cases, reports it, and frees it. With several units, proof and report may go on
// while the next unit is searched. False: d says what could not be written, of this unit or the one before.
bool session_test(struct session *s, struct unit *u, double load_seconds, struct diag *d);
bool session_settle(struct session *s, struct diag *d); // waits for the proof and report of the last unit
// A unit that could not be analysed. Alone it fails the session; among others it is a line of the report.
bool session_unit_failed(struct session *s, const char *name, const struct diag *why, struct diag *d);
bool session_totals(struct session *s, struct diag *d); // with several units: reports them all together
// Writes the result file, frees, and gives the exit status; ok: nothing failed so far, else d says what.
int session_finish(struct session *s, bool ok, struct diag *d);

#endif
