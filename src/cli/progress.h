// SPDX-License-Identifier: Apache-2.0
// What a user sees while the search runs, on standard error: one line rewritten on a terminal, otherwise a
// line every few seconds. Nothing with -q, and no status line for searches that are over at once.
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
    uint32_t at, of;      // number of the unit, from 1, and how many there are
    pthread_mutex_t lock; // of what is written: a unit's report comes while the next one is searched
};

void progress_init(struct progress *p, bool quiet, bool terminal);
void progress_start(struct progress *p, const char *unit, uint32_t at, uint32_t of);
void progress_show(struct progress *p, const struct explore_stats *s, uint32_t failures);
void progress_free(struct progress *p);
// A new way to fail, on a line of its own above the status line; on a terminal only, and only if the search
// is not over by the next progress_show, since the report has it then.
void progress_found(struct progress *p, const char *call, const char *kind, const char *reason);
// Such a line as well, at once: what the real VM has shown.
void progress_confirmed(struct progress *p, const char *text);
void progress_note(struct progress *p, const char *doing); // a step without counts: "replaying 12 cases"
void progress_clear(struct progress *p);                   // before anything else is printed
// The same, and nothing is written until progress_leave: while another thread prints.
void progress_hold(struct progress *p);
void progress_leave(struct progress *p);

#endif
