// SPDX-License-Identifier: Apache-2.0
// What a user sees on standard error while the search runs: on a terminal one line that is rewritten,
// otherwise a line every few seconds. With -q nothing. A search that ends at once shows no status line.
#ifndef FRISK_CLI_PROGRESS_H
#define FRISK_CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/str.h"
#include "explore/explore.h"

struct progress {
    bool quiet, terminal;
    bool shown;       // a line stands on the terminal
    struct str found; // lines not yet shown
    double next_line; // seconds into the search; not a terminal
    struct str unit;
    uint32_t at, of;      // the number of the unit, from 1, and how many units there are
    pthread_mutex_t lock; // guards output: a unit may be reported while the next is searched
};

void progress_init(struct progress *p, bool quiet, bool terminal);
void progress_start(struct progress *p, const char *unit, uint32_t at, uint32_t of);
void progress_show(struct progress *p, const struct explore_stats *s, uint32_t failures);
void progress_free(struct progress *p);
// A new finding, on a line of its own above the status line; on a terminal only. It is shown with the next
// progress_show: if the search has ended before, the report has it anyway.
void progress_found(struct progress *p, const char *call, const char *kind, const char *reason);
// Such a line at once: the real VM has confirmed a finding.
void progress_confirmed(struct progress *p, const char *text);
void progress_note(struct progress *p,
                   const char *doing);   // shows a step without counts: "replaying 12 cases"
void progress_clear(struct progress *p); // before anything else is printed
// The same, and nothing is written until progress_leave, so that another thread can print.
void progress_hold(struct progress *p);
void progress_leave(struct progress *p);

#endif
