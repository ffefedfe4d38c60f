// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/str.h"

enum { SECONDS_BETWEEN_LINES = 5 };

void progress_init(struct progress *p, bool quiet, bool terminal) {
    *p = (struct progress){.quiet = quiet, .terminal = terminal};
    pthread_mutex_init(&p->lock, NULL);
}

void progress_free(struct progress *p) {
    str_free(&p->unit);
    str_free(&p->found);
    pthread_mutex_destroy(&p->lock);
}

void progress_start(struct progress *p, const char *unit, uint32_t at, uint32_t of) {
    str_clear(&p->unit);
    str_add(&p->unit, unit);
    p->at = at;
    p->of = of;
    p->next_line = SECONDS_BETWEEN_LINES;
}

static size_t terminal_width(void) {
    struct winsize w;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 20 ? w.ws_col : 80;
}

// Bytes of the first `most` characters.
static size_t cut(const char *text, size_t most) {
    size_t i = 0, shown = 0;
    for (; text[i]; i++)
        if ((text[i] & 0xc0) != 0x80 && shown++ == most) break;
    return i;
}

// Takes the text. On a terminal it must stay on one line: a wrapped one could not be rewritten.
static void line(struct progress *p, struct str *text) {
    pthread_mutex_lock(&p->lock);
    if (p->terminal) {
        size_t bytes = cut(str_text(text), terminal_width() - 1);
        fprintf(stderr, "\r\033[K%.*s", (int)bytes, str_text(text));
        p->shown = true;
    } else {
        fprintf(stderr, "%s\n", str_text(text));
    }
    fflush(stderr);
    pthread_mutex_unlock(&p->lock);
    str_free(text);
}

static void add_unit(const struct progress *p, struct str *text) {
    if (p->of > 1) str_addf(text, "[%" PRIu32 "/%" PRIu32 "] ", p->at, p->of);
    str_addf(text, "%s: ", str_text(&p->unit));
}

// Lines above the status line, which comes again with the next progress.
static void lasting(struct progress *p, const char *lines) {
    pthread_mutex_lock(&p->lock);
    fprintf(stderr, "\r\033[K%s", lines);
    fflush(stderr);
    p->shown = false;
    pthread_mutex_unlock(&p->lock);
}

void progress_show(struct progress *p, const struct explore_stats *s, uint32_t failures) {
    if (p->quiet || (!p->terminal && s->seconds < p->next_line)) return;
    if (p->found.n) lasting(p, str_text(&p->found));
    str_clear(&p->found);
    p->next_line = s->seconds + SECONDS_BETWEEN_LINES;
    struct str text = {0};
    add_unit(p, &text);
    str_addf(&text, "%" PRIu64 " run%s, %" PRIu32 " finding%s, %" PRIu64 " open, %.0f s", s->runs,
             s->runs == 1 ? "" : "s", failures, failures == 1 ? "" : "s", s->open, s->seconds);
    line(p, &text);
}

void progress_found(struct progress *p, const char *call, const char *kind, const char *reason) {
    if (p->quiet || !p->terminal) return;
    struct str failure = {0};
    str_addf(&failure, "  %s:%s", kind ? kind : "error", reason ? reason : "?");
    size_t room = terminal_width() - 1 - strlen("found ");
    size_t reason_bytes = cut(str_text(&failure), room / 2);
    str_add(&p->found, "found ");
    str_add_n(&p->found, call, cut(call, room - reason_bytes));
    str_add_n(&p->found, str_text(&failure), reason_bytes);
    str_add_char(&p->found, '\n');
    str_free(&failure);
}

void progress_confirmed(struct progress *p, const char *text) {
    if (p->quiet || !p->terminal) return;
    struct str s = {0};
    size_t room = terminal_width() - 1 - strlen("confirmed ");
    str_addf(&s, "confirmed %.*s\n", (int)cut(text, room), text);
    lasting(p, s.at);
    str_free(&s);
}

void progress_note(struct progress *p, const char *doing) {
    if (p->quiet || !p->terminal) return;
    struct str text = {0};
    add_unit(p, &text);
    str_add(&text, doing);
    line(p, &text);
}

void progress_hold(struct progress *p) {
    pthread_mutex_lock(&p->lock);
    if (p->shown) fputs("\r\033[K", stderr);
    fflush(stderr);
    p->shown = false;
}

void progress_clear(struct progress *p) {
    progress_hold(p);
    str_clear(&p->found);
    progress_leave(p);
}

void progress_leave(struct progress *p) {
    pthread_mutex_unlock(&p->lock);
}
