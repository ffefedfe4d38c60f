// SPDX-License-Identifier: Apache-2.0
// Orders of events and deadlocks, for people.
#include <inttypes.h>
#include <string.h>

#include "suite/suite_inner.h"

// A line of a terminal.
static void add_cut(struct str *out, const struct str *line) {
    enum { WIDTH = 80, DOTS = 2 };
    size_t n = line->n;
    if (n > WIDTH) {
        n = WIDTH - DOTS;
        while (n && ((unsigned char)line->at[n] & 0xC0) == 0x80) n--; // not inside a character
    }
    str_add_n(out, line->at, n);
    str_add(out, n < line->n ? "..\n" : "\n");
}

// In the user's code, if there is one.
static const char *event_place(const struct case_event *e) {
    return e->caller[0] ? e->caller : e->where;
}

// The events in which it comes, one line each.
void report_order(const struct test_case *c, bool verbose, struct str *out) {
    enum { MOST = 24 };
    size_t widest = 0, place = 0;
    if (!c->n_order) return;
    for (uint32_t i = 0; i < c->n_order; i++) {
        size_t n = strlen(c->order[i].process), m = strlen(event_place(&c->order[i]));
        if (n > widest) widest = n;
        if (m > place) place = m;
    }
    str_addf(out, "      in this order of events, not in every one%s:\n",
             c->late_only ? ", and only if a signal is late" : "");
    if (widest > 1) str_add(out, "        (1 is the call, 1.2 the second process that it spawns)\n");
    uint32_t skipped = c->n_order > MOST && !verbose ? c->n_order - MOST : 0;
    if (skipped) str_addf(out, "        %" PRIu32 " events (-v), then\n", skipped);
    for (uint32_t i = skipped; i < c->n_order; i++) {
        const struct case_event *e = &c->order[i];
        struct str line = {0};
        str_addf(&line, "        %-*s  %-*s  %s", (int)widest, e->process, (int)place, event_place(e),
                 e->what);
        for (uint32_t k = 0; k < e->n_sends; k++)
            str_addf(&line, "%s to %s: %s", k ? "," : "", e->sends[k].to, e->sends[k].text);
        add_cut(out, &line);
        str_free(&line);
    }
}

// Who waits, one line each.
void report_deadlock(const char *text, struct str *out) {
    for (const char *end; (end = strstr(text, "; ")) != NULL; text = end + 2) {
        str_add_char(out, ' ');
        str_add_n(out, text, (size_t)(end - text));
        str_add(out, "\n       ");
    }
    str_addf(out, " %s", text);
}
