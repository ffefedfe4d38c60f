// SPDX-License-Identifier: Apache-2.0
// The report for people: findings first, each as a call to paste; the last line sums up.
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "suite/result.h"
#include "suite/suite_inner.h"

enum { MOST_FUNCTIONS = 20, MOST_LOST = 3, MOST_EXAMPLES = 5, NAME_WIDTH = 36 };

enum color { PLAIN, BOLD, RED, GREEN, YELLOW, DIM };

struct report {
    const struct unit_result *r;
    const struct report_style *style;
    struct str *out;
    int name_width; // of the column of functions
    bool lines;     // the language counts lines
    bool cut;       // some value was
};

static const char *color_code(enum color c) {
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[31m", "\033[32m", "\033[33m", "\033[2m"};
    return codes[c];
}

__attribute__((format(printf, 3, 4))) static void paint(struct report *p, enum color c, const char *format,
                                                        ...) {
    va_list args;
    va_start(args, format);
    char text[1000];
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (p->style->color && c != PLAIN) str_add(p->out, color_code(c));
    str_add(p->out, text);
    if (p->style->color && c != PLAIN) str_add(p->out, color_code(PLAIN));
}

static void heading(struct report *p, const char *text) {
    str_add_char(p->out, '\n');
    paint(p, BOLD, "%s", text);
    str_add_char(p->out, '\n');
}

static const char *plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

static size_t characters(const char *s) { // code points
    size_t n = 0;
    for (; *s; s++) n += (*s & 0xc0) != 0x80;
    return n;
}

// A value, cut where it is long: its beginning shows what it is, the count what is missing.
static void value_n(struct report *p, const char *text, size_t bytes) {
    size_t length = 0, longest = p->style->longest, shown = 0;
    for (size_t i = 0; i < bytes; i++) length += (text[i] & 0xc0) != 0x80;
    if (!longest || length <= longest + longest / 4) { // do not cut for the sake of a few characters
        str_add_n(p->out, text, bytes);
        return;
    }
    size_t end = 0;
    while (shown < longest || (text[end] & 0xc0) == 0x80) shown += (text[++end] & 0xc0) != 0x80;
    str_add_n(p->out, text, end);
    str_addf(p->out, " ... %zu more characters", length - longest);
    p->cut = true;
}

static void value(struct report *p, const char *text) {
    value_n(p, text ? text : "?", text ? strlen(text) : 1);
}

// The call with each of its arguments cut on its own, so that a long one does not hide the next.
static void call(struct report *p, const struct test_case *c) {
    const char *at = c->call;
    for (uint32_t i = 0; i < c->n_arguments; i++) {
        const char *argument = *c->arguments[i] ? strstr(at, c->arguments[i]) : NULL;
        if (!argument) continue;
        str_add_n(p->out, at, (size_t)(argument - at));
        size_t bytes = strlen(c->arguments[i]);
        value_n(p, argument, bytes);
        at = argument + bytes;
    }
    str_add(p->out, at);
}

// ---- Findings ----

static void raised(struct report *p, const struct place *w) {
    if (!w->function) return;
    str_addf(p->out, "\n      raised by %s", w->function);
    if (w->file) str_addf(p->out, ", %s:%" PRIu32, w->file, w->line);
}

static void place(struct report *p, const struct place *w) {
    if (!w->file && !w->function) return;
    str_add(p->out, "  at ");
    if (w->file) str_add(p->out, w->file);
    if (w->file && w->line) str_addf(p->out, ":%" PRIu32, w->line);
    if (w->function) str_addf(p->out, "%s%s", w->file ? ", " : "", w->function);
}

static void proof(struct report *p, const struct test_case *c) {
    switch (c->proof) {
    case PROOF_CONFIRMED: paint(p, GREEN, "confirmed"); break;
    case PROOF_UNTRIED: paint(p, YELLOW, "not tried on the real VM"); break;
    case PROOF_UNABLE: paint(p, YELLOW, "unconfirmed: %s", p->r->unproved ? p->r->unproved : "no VM"); break;
    case PROOF_TIMEOUT: paint(p, YELLOW, "the real VM did not finish in time"); break;
    case PROOF_DIFFERS:
        paint(p, YELLOW, "the real VM did something else: ");
        value(p, c->real);
        break;
    case PROOF_VARIES:
        paint(p, YELLOW, "depends on %s; this time the real VM did something else: ", c->varies);
        value(p, c->real);
        break;
    }
    if (c->varies && c->proof == PROOF_CONFIRMED)
        str_addf(p->out, ", this time: it depends on %s", c->varies);
    if (c->same && p->style->verbose) str_addf(p->out, ", same failure %" PRIu32 " times", c->same + 1);
}

// What the code under test wrote: line below line, and no control character of its reaches the terminal.
static void printed(struct report *p, const char *output) {
    struct str shown = {0};
    for (const char *c = output; *c; c++) {
        if (*c == '\n')
            str_add(&shown, c[1] ? "\n               " : "");
        else if ((unsigned char)*c < ' ' || *c == 0x7f)
            str_addf(&shown, "\\x%02x", (unsigned)*c);
        else
            str_add_char(&shown, *c);
    }
    paint(p, DIM, "      printed: ");
    value(p, str_text(&shown));
    str_add_char(p->out, '\n');
    str_free(&shown);
}

// What the same place fails on besides, for other causes.
static void causes(struct report *p, const struct test_case *c) {
    enum { MOST = 4 };
    const struct suite *s = p->r->suite;
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        if (s->cases.at[i]->cause_of != c || (n++ >= MOST && !p->style->verbose)) continue;
        str_add(p->out, "      likewise ");
        call(p, s->cases.at[i]);
        str_add_char(p->out, '\n');
    }
    if (n > MOST && !p->style->verbose)
        str_addf(p->out, "      and for %" PRIu32 " more causes (-v)\n", n - MOST);
}

static void finding(struct report *p, const struct test_case *c, enum color color) {
    if (c->shown_with) { // an earlier unit has told all of it
        str_add(p->out, "\n  ");
        call(p, c);
        paint(p, DIM, "\n      as %s does", c->shown_with);
        place(p, &c->outcome.where);
        str_add_char(p->out, '\n');
        return;
    }
    str_add(p->out, "\n  ");
    if (p->style->color) str_add(p->out, color_code(BOLD));
    call(p, c);
    if (p->style->color) str_add(p->out, color_code(PLAIN));
    str_add(p->out, "\n      ");
    if (c->endless)
        paint(p, color, "never ends: ");
    else if (c->outcome.returned && !strcmp(c->outcome.kind, "spec"))
        paint(p, color, "returns ");
    else
        paint(p, color, "%s:", c->outcome.kind ? c->outcome.kind : "error");
    bool colon = c->outcome.text && *c->outcome.text == ':' && !c->outcome.returned;
    if (colon) str_add_char(p->out, ' '); // an atom of Elixir's
    if (c->outcome.kind && !strcmp(c->outcome.kind, "deadlock"))
        report_deadlock(c->outcome.text, p->out);
    else
        value(p, c->outcome.text);
    if (c->outcome.detail) str_addf(p->out, " (%s)", c->outcome.detail);
    place(p, &c->outcome.where);
    raised(p, &c->outcome.raised);
    if (c->outcome.process) str_addf(p->out, "\n      in a process spawned with %s", c->outcome.process);
    str_add(p->out, "\n      ");
    proof(p, c);
    str_add_char(p->out, '\n');
    report_order(c, p->style->verbose, p->out);
    causes(p, c);
    if (p->style->verbose && c->outcome.output) printed(p, c->outcome.output);
}

// Findings that do not count: input that the code refuses, and what the real VM did not do.
static bool is_told_apart(const struct test_case *c) {
    bool happened = c->proof == PROOF_CONFIRMED || c->proof == PROOF_UNTRIED;
    return suite_is_finding(c) && c->outcome.no_error && happened;
}

static bool is_unconfirmed(const struct test_case *c) {
    return suite_is_finding(c) && !suite_case_is_error(c) && !is_told_apart(c);
}

static bool is_outside_spec(const struct test_case *c) {
    return suite_case_is_error(c) && c->outcome.returned;
}

static bool is_raised(const struct test_case *c) {
    return suite_case_is_error(c) && !c->outcome.returned;
}

static uint32_t count_cases(const struct suite *s, bool (*counts)(const struct test_case *c)) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) n += counts(s->cases.at[i]);
    return n;
}

// Whatever ran was no input. What was proved without a run holds all the same.
static bool nothing_tested(const struct unit_result *r) {
    return r->stats->all_discarded && !result_complete(r) && !count_cases(r->suite, suite_is_finding);
}

static void headline(struct report *p) {
    uint32_t errors = result_errors(p->r);
    paint(p, BOLD, "%s: ", p->r->name);
    if (nothing_tested(p->r))
        paint(p, YELLOW, "nothing was tested");
    else if (errors)
        paint(p, RED, "%" PRIu32 " error%s", errors, plural(errors));
    else
        paint(p, GREEN, "no error found");
    uint32_t endings = result_endings_not_seen(p->r);
    if (endings) paint(p, YELLOW, ", but no end seen of %" PRIu32 " input%s", endings, plural(endings));
}

static void group(struct report *p, const char *title, bool (*belongs)(const struct test_case *c),
                  enum color color) {
    const struct suite *s = p->r->suite;
    if (title && count_cases(s, belongs)) heading(p, title);
    for (uint32_t i = 0; i < s->cases.n; i++)
        if (belongs(s->cases.at[i])) finding(p, s->cases.at[i], color);
}

// Neither an error nor none: frisk's run was cut off, and what the real VM showed within its limits.
static void no_end_seen(struct report *p) {
    const struct suite *s = p->r->suite;
    if (!result_endings_not_seen(p->r)) return;
    heading(p, "No end seen");
    for (uint32_t i = 0; i < s->unfinished.n; i++) {
        const struct test_case *c = s->unfinished.at[i];
        if (!suite_case_has_no_end_seen(c)) continue;
        str_add(p->out, "\n  ");
        call(p, c);
        str_add(p->out, "\n      ");
        paint(p, YELLOW, "%s", c->outcome.text ? c->outcome.text : "did not finish");
        place(p, &c->outcome.where);
        if (c->seen && !strcmp(c->seen, "memory"))
            str_add(p->out, "\n      the real VM ran out of the memory it was given");
        else if (c->seen)
            str_add(p->out, "\n      nor did it end on the real VM in the time it was given");
        if (c->same) str_addf(p->out, "\n      likewise %" PRIu32 " more times", c->same);
        str_add_char(p->out, '\n');
    }
}

static const char *simple_name(const char *class) { // "java.lang.Error" -> "Error"
    const char *dot = class ? strrchr(class, '.') : NULL;
    return dot ? dot + 1 : class;
}

// Names of `group`, each once: what is to blame, else what was raised, else the call.
static void blamed_names(struct report *p, enum finding_group g) {
    enum { MOST = 6 };
    const struct suite *s = p->r->suite;
    const char *names[MOST];
    uint32_t n = 0, more = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        const struct test_case *c = s->cases.at[i];
        if (!is_told_apart(c) || c->outcome.group != g) continue;
        const char *name = c->outcome.blamed ? c->outcome.blamed : simple_name(c->outcome.exception);
        if (!name) name = c->call;
        bool known = false;
        for (uint32_t k = 0; k < n; k++) known |= !strcmp(names[k], name);
        if (!known && n < MOST) str_addf(p->out, n ? ", %s" : ": %s", name);
        if (!known && n < MOST) names[n++] = name;
        more += !known && n == MOST;
    }
    if (more > 1) str_add(p->out, " ..");
}

static uint32_t count_group(const struct report *p, enum finding_group g) {
    const struct suite *s = p->r->suite;
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->cases.n; i++)
        n += is_told_apart(s->cases.at[i]) && s->cases.at[i]->outcome.group == g;
    return n;
}

// Findings that do not count: a line for each group of them; one by one with --verbose.
static void told_apart(struct report *p) {
    static const char *const titles[GROUP_COUNT] = {
        [GROUP_REFUSED] = "refused on purpose",
        [GROUP_NULL] = "null that nothing looks for",
        [GROUP_DOMAIN] = "kinds of values that are never accepted",
        [GROUP_STATE] = "only in a state that no call was found to build",
        [GROUP_UNCOUNTED] = "exceptions that do not count",
        [GROUP_OVERFLOW] = "numbers that wrapped around",
    };
    if (!count_cases(p->r->suite, is_told_apart)) return;
    if (!p->style->brief) str_add_char(p->out, '\n');
    for (int g = GROUP_REFUSED; g < GROUP_COUNT; g++) {
        uint32_t n = count_group(p, (enum finding_group)g);
        if (!n) continue;
        str_add(p->out, "  ");
        paint(p, DIM, "not counted, %s", titles[g]);
        blamed_names(p, (enum finding_group)g);
        if (!p->style->verbose) paint(p, DIM, " (%" PRIu32 ")", n);
        str_add_char(p->out, '\n');
        for (uint32_t i = 0; p->style->verbose && i < p->r->suite->cases.n; i++) {
            const struct test_case *c = p->r->suite->cases.at[i];
            if (is_told_apart(c) && c->outcome.group == (enum finding_group)g) finding(p, c, YELLOW);
        }
    }
}

static void findings(struct report *p) {
    group(p, NULL, is_raised, RED);
    group(p, "Returns a value outside its spec", is_outside_spec, RED);
    if (!p->style->brief || p->style->verbose) told_apart(p);
    group(p, "Not confirmed, so not counted", is_unconfirmed, YELLOW);
    no_end_seen(p);
}

// ---- Coverage ----

static void cell(struct report *p, struct coverage_count c) {
    char text[40] = "-";
    if (c.of) snprintf(text, sizeof text, "%" PRIu32 " of %" PRIu32, c.hit, c.of);
    if (c.of)
        paint(p, c.hit == c.of ? GREEN : PLAIN, "%12s", text);
    else
        paint(p, DIM, "%12s", text);
}

static void coverage_row(struct report *p, const char *name, struct coverage_count clauses,
                         struct coverage_count lines) {
    int pad = p->name_width - (int)characters(name);
    str_addf(p->out, "  %s%*s", name, pad > 0 ? pad : 0, "");
    cell(p, clauses);
    if (p->lines) cell(p, lines);
    str_add_char(p->out, '\n');
}

// "    lines 7, 9-11 not reached"
static void missed_lines(struct report *p, const struct code_coverage *c) {
    for (uint32_t i = 0, n; i < c->n_missed; i += n) {
        for (n = 1; i + n < c->n_missed && c->missed[i + n] == c->missed[i] + n;) n++;
        paint(p, DIM,
              i                 ? ", %" PRIu32
              : c->n_missed > 1 ? "    lines %" PRIu32
                                : "    line %" PRIu32,
              c->missed[i]);
        if (n > 1) paint(p, DIM, "-%" PRIu32, c->missed[i] + n - 1);
    }
    if (c->n_missed) paint(p, DIM, " not reached\n");
}

static void coverage(struct report *p) {
    const struct unit_result *r = p->r;
    if (!r->n_coverage) return;
    str_add_char(p->out, '\n');
    p->name_width = NAME_WIDTH; // wider for names that do not fit, so that the columns stay columns
    for (uint32_t i = 0; i < r->n_coverage && (p->style->verbose || i < MOST_FUNCTIONS); i++) {
        int n = (int)characters(r->coverage[i].name);
        if (n > p->name_width) p->name_width = n;
    }
    paint(p, BOLD, "%-*s", p->name_width + 2, "Coverage");
    for (uint32_t i = 0; i < r->n_coverage; i++) p->lines |= r->coverage[i].lines.of > 0;
    paint(p, DIM, "%12s", r->suite->unit->language->coverage->ways);
    if (p->lines) paint(p, DIM, "%12s", "lines");
    str_add_char(p->out, '\n');
    struct coverage_count clauses = {0}, lines = {0}, rest_clauses = {0}, rest_lines = {0};
    uint32_t most = p->style->verbose ? UINT32_MAX : MOST_FUNCTIONS;
    for (uint32_t i = 0; i < r->n_coverage; i++) {
        const struct code_coverage *f = &r->coverage[i];
        if (i < most) coverage_row(p, f->name, f->clauses, f->lines);
        if (p->style->verbose) missed_lines(p, f);
        struct coverage_count *c = i < most ? &clauses : &rest_clauses, *l = i < most ? &lines : &rest_lines;
        c->hit += f->clauses.hit, c->of += f->clauses.of;
        l->hit += f->lines.hit, l->of += f->lines.of;
    }
    char name[40];
    snprintf(name, sizeof name, "%" PRIu32 " more functions", r->n_coverage - most);
    if (r->n_coverage > most) coverage_row(p, name, rest_clauses, rest_lines);
    clauses.hit += rest_clauses.hit, clauses.of += rest_clauses.of;
    lines.hit += rest_lines.hit, lines.of += rest_lines.of;
    if (r->n_coverage > 1) coverage_row(p, "all", clauses, lines);
}

// ---- What is left ----

static void example(struct report *p, const struct test_case *c) {
    str_add(p->out, "      ");
    call(p, c);
    if ((c->kind == OUTCOME_INCOMPLETE || c->limit == LIMIT_WAIT) && c->outcome.text) {
        str_add(p->out, "\n          ");
        value(p, c->outcome.text);
        place(p, &c->outcome.where);
    }
    if (c->same) str_addf(p->out, ", %" PRIu32 " times", c->same + 1);
    str_add_char(p->out, '\n');
}

static void examples(struct report *p, enum outcome_kind kind) {
    const struct suite *s = p->r->suite;
    uint32_t n = 0, most = p->style->verbose ? UINT32_MAX : MOST_EXAMPLES;
    for (uint32_t i = 0; i < s->unfinished.n; i++)
        if (s->unfinished.at[i]->kind == kind && !suite_case_has_no_end_seen(s->unfinished.at[i]) &&
            n++ < most)
            example(p, s->unfinished.at[i]);
    if (n > most) str_addf(p->out, "      %" PRIu32 " more (-v lists them)\n", n - most);
}

// Runs whose input turned out to be none.
static void discarded(struct report *p) {
    const struct explore_stats *s = p->r->stats;
    if (!p->style->verbose || !(s->discarded + s->drawn_discarded)) return;
    str_addf(p->out, "\n%" PRIu64 " of %" PRIu64 " run%s", s->discarded, s->runs, plural(s->runs));
    if (s->drawn) str_addf(p->out, " and %" PRIu64 " of %" PRIu64 " drawn", s->drawn_discarded, s->drawn);
    str_add(p->out, " had input that was discarded\n");
}

// Alternatives that no run reached, but for those of runs that could not be followed, which are told apart.
static uint64_t strayed(const struct explore_stats *s) {
    uint64_t cut = s->incomplete + s->limited;
    return s->unreached > cut ? s->unreached - cut : 0;
}

static void left_open(struct report *p) {
    const struct explore_stats *s = p->r->stats;
    if (!s->unknown && !s->unreached && !s->limited && !s->incomplete && !s->bounded) return;
    heading(p, "Left open"); // besides what nobody tried, which the last line tells
    if (s->unknown)
        str_addf(p->out, "  %" PRIu64 " alternative%s that the solver could not decide\n", s->unknown,
                 plural(s->unknown));
    if (strayed(s))
        str_addf(p->out, "  %" PRIu64 " alternative%s that the run meant for it did not reach\n", strayed(s),
                 plural(strayed(s)));
    if (s->limited) {
        const char *limits = !s->late                ? "a run (--steps, --memory)"
                             : s->late == s->limited ? "the search (-t)"
                                                     : "a run (--steps, --memory), or of the search (-t)";
        str_addf(p->out, "  %" PRIu64 " run%s that did not end within the limits of %s:\n", s->limited,
                 plural(s->limited), limits);
        examples(p, OUTCOME_LIMIT);
    }
    if (s->bounded)
        str_addf(p->out,
                 "  %" PRIu64 " path%s that ended at a bound of paths (--branch-bound, --loop, --block)\n",
                 s->bounded, plural(s->bounded));
    if (s->incomplete) {
        str_addf(p->out, "  %" PRIu64 " run%s that frisk could not follow to the end:\n", s->incomplete,
                 plural(s->incomplete));
        examples(p, OUTCOME_INCOMPLETE);
    }
}

// Each path: what holds on it, and what comes of it.
static void paths(struct report *p) {
    const struct suite *s = p->r->suite;
    if (!s->keeps_paths) return;
    heading(p, "Paths");
    for (uint32_t i = 0; i < s->cases.n; i++) {
        const struct test_case *c = s->cases.at[i];
        if (!c->path) continue;
        for (uint32_t k = 0; k < c->path->conditions.n; k++)
            str_addf(p->out, "%s%s", k ? ", " : "  ", c->path->conditions.at[k]);
        str_addf(p->out, "%s\n      ", c->path->conditions.n ? "" : "  always");
        value(p, c->call);
        str_add(p->out, "\n      ");
        value(p, c->outcome.text ? c->outcome.text : "?");
        str_add_char(p->out, '\n');
    }
}

static void places(struct report *p) {
    const struct suite *s = p->r->suite;
    if (!s->n_places) return;
    heading(p, "To be reached");
    for (uint32_t i = 0; i < s->n_places; i++) {
        char *why;
        enum place_verdict v = place_judge(&s->places[i], p->r->stats, result_doubts(p->r) > 0, &why);
        str_addf(p->out, "  %s  ", s->unit->language->reaching->text(s->unit, i));
        paint(p, v == PLACE_NOT_REACHED ? YELLOW : GREEN, "%s", place_verdict_name(v));
        if (s->places[i].call) str_add(p->out, "  ");
        if (s->places[i].call) value(p, s->places[i].call);
        if (why) str_addf(p->out, ": %s", why);
        str_add_char(p->out, '\n');
        mem_free(why);
    }
}

static void lost(struct report *p) {
    const struct unit_result *r = p->r;
    if (!r->n_lost) return;
    heading(p, "Taken as concrete (other values were not considered)");
    uint32_t most = p->style->verbose ? UINT32_MAX : MOST_LOST;
    for (uint32_t i = 0; i < r->n_lost && i < most; i++) {
        const struct lost_entry *l = &r->lost[i];
        int pad = NAME_WIDTH - (int)characters(l->what);
        str_addf(p->out, "  %s%*s  %s  %" PRIu64 " time%s\n", l->what, pad > 0 ? pad : 0, "",
                 l->where ? l->where : "", l->count, plural(l->count));
    }
    if (r->n_lost > most) str_addf(p->out, "  %" PRIu32 " more (-v lists them)\n", r->n_lost - most);
}

// "assumes: default locale en_US, time zone UTC as on this machine; at most 2 unknown arguments of main"
static void assumes(struct report *p) {
    const struct unit_result *r = p->r;
    uint32_t n = 0;
    for (int machine = 1; machine >= 0; machine--) {
        uint32_t of_these = 0;
        for (uint32_t i = 0; i < r->n_assumes; i++) {
            if (r->assumes[i].machine != machine) continue;
            str_add(p->out, n++ == 0 ? "assumes: " : of_these ? ", " : "; ");
            str_add(p->out, r->assumes[i].text);
            of_these++;
        }
        if (of_these && machine) str_add(p->out, " as on this machine");
    }
    if (n) str_add_char(p->out, '\n');
}

// ---- For --verbose ----

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void links(struct report *p) {
    const struct solve_stats *s = &p->r->stats->solve;
    str_addf(p->out, "\n  %-10s%10s%10s%10s%12s\n", "link", "asked", "sat", "unsat", "seconds");
    for (int i = 0; i < LINK_COUNT; i++) {
        const struct link_stats *l = &s->links[i];
        str_addf(p->out, "  %-10s%10" PRIu64 "%10" PRIu64 "%10" PRIu64 "%12.4f\n",
                 solve_link_name((enum solve_link)i), l->asked, l->sat, l->unsat, l->seconds);
    }
    str_addf(p->out, "  %-10s%10" PRIu64 "%10" PRIu64 "%10" PRIu64 "\n", "all",
             s->sat + s->unsat + s->unknown, s->sat, s->unsat);
    if (s->rejected) str_addf(p->out, "  %" PRIu64 " models did not pass evaluation\n", s->rejected);
    if (s->checked)
        str_addf(p->out, "  second solver: %" PRIu64 " queries checked, %" PRIu64 " answers differ\n",
                 s->checked, s->disagreed);
    if (s->z3_late + s->z3_died)
        str_addf(p->out,
                 "  Z3's process: ended %" PRIu64 " times for taking too long, died %" PRIu64 " times\n",
                 s->z3_late, s->z3_died);
    if (!s->z3_count) return;
    qsort(s->z3_seconds, s->z3_count, sizeof(double), compare_doubles);
    str_addf(p->out, "  Z3: %" PRIu32 " queries, median %.2f ms, longest %.2f ms\n", s->z3_count,
             s->z3_seconds[s->z3_count / 2] * 1e3, s->z3_seconds[s->z3_count - 1] * 1e3);
}

// What became of possible errors, in the published categories, and the bounds of the search.
static void outcomes(struct report *p) {
    uint64_t counts[CATEGORY_COUNT];
    const char *bounds[MOST_BOUNDS];
    outcomes_count(p->r->suite, p->r->stats, counts);
    heading(p, "Outcomes");
    for (int c = CATEGORY_NONE + 1; c < CATEGORY_COUNT; c++)
        if (counts[c])
            str_addf(p->out, "  %10" PRIu64 "  %s: %s\n", counts[c],
                     outcome_category_name((enum outcome_category)c),
                     outcome_category_meaning((enum outcome_category)c));
    uint32_t n = outcomes_bounds_hit(p->r->stats, bounds);
    str_add(p->out, n ? "  bounds hit:" : "  no bound was hit");
    for (uint32_t i = 0; i < n; i++) str_addf(p->out, "%s %s", i ? "," : "", bounds[i]);
    str_add_char(p->out, '\n');
}

static void timing(struct report *p) {
    const struct explore_stats *s = p->r->stats;
    heading(p, "Time and memory");
    str_addf(p->out, "  load %.2f s, search %.2f s (all workers: run %.2f s, solve %.2f s), replay %.2f s\n",
             p->r->load_seconds, s->seconds, s->run_seconds, s->solve_seconds, p->r->replay_seconds);
    double analysis = p->r->suite->unit->analysis_seconds;
    if (analysis > 0) str_addf(p->out, "  analysis of what cannot fail: %.3f s\n", analysis);
    str_addf(p->out,
             "  memory: tree %.1f MB, frontier %.1f MB, expressions %.1f MB at most, %" PRIu32 " left",
             (double)s->tree_bytes / 1e6, (double)s->frontier_bytes / 1e6, (double)s->store_bytes / 1e6,
             expr_store_count(p->r->suite->unit->exprs));
    str_addf(p->out, " (%" PRIu64 " sweeps, %.0f ms)\n", s->sweeps, s->sweep_seconds * 1e3);
    if (s->beyond || s->grown)
        str_addf(p->out, "  %" PRIu64 " tries beyond the depth, %" PRIu64 " inputs grown from near misses\n",
                 s->beyond, s->grown);
    if (s->diverged) str_addf(p->out, "  %" PRIu64 " runs left the path they were made for\n", s->diverged);
    links(p);
}

// ---- The last line ----

static void cost(struct report *p) {
    const struct explore_stats *s = p->r->stats;
    paint(p, DIM, " (%" PRIu64 " run%s, %.1f s)", s->runs, plural(s->runs), s->seconds);
    str_add_char(p->out, '\n');
}

// The budget that ended the search, and what the user can do about it.
static void stopped(struct report *p) {
    const struct explore_stats *s = p->r->stats;
    const struct explore_options *o = p->r->options;
    const char *not_all = result_complete_to_depth(p->r) ? "" : ", not all paths were tried";
    if (s->ended_by_failure)
        paint(p, YELLOW, "ended with the first error");
    else if (s->stopped)
        paint(p, YELLOW, "interrupted%s", not_all);
    else if (s->all_reached)
        paint(p, GREEN, "all places were reached%s", not_all);
    else if (s->all_covered)
        paint(p, GREEN, "all of the code was reached; -d sets the depth");
    else if (!s->runs && s->time_hit)
        paint(p, YELLOW, "stopped after %g s, before the first run was through; -t gives it more time",
              o->seconds);
    else if (s->runs_hit)
        paint(p, YELLOW, "stopped after %" PRIu64 " runs%s; -n allows more", o->runs, not_all);
    else if (s->patience_hit && !s->time_hit)
        paint(p, YELLOW, "stopped, nothing new for %.3g s; --patience searches on", o->patience);
    else
        paint(p, YELLOW, "stopped after %g s%s; -t gives it more time", o->seconds, not_all);
    if (!*not_all) paint(p, YELLOW, ", all paths up to depth %" PRIu32 " were tried", s->depth);
    if (p->style->verbose) str_addf(p->out, "; %" PRIu64 " alternative%s untried", s->open, plural(s->open));
}

// That all were discarded is most likely a mistake of whoever said what an input is.
static void nothing(struct report *p) {
    const struct explore_stats *s = p->r->stats;
    paint(p, YELLOW,
          p->style->brief ? "all inputs were discarded" : "all inputs were discarded: nothing was tested");
    if (!s->open) return;
    str_add(p->out, "; ");
    stopped(p);
}

// Of several tasks: which of the orders of their events were tried.
static void orders_tried(struct report *p) {
    const struct explore_stats *s = p->r->stats;
    if (!s->orders) return;
    if (s->orders_open)
        paint(p, YELLOW, "; of %" PRIu64 " input%s some orders of events were not tried", s->orders_open,
              plural(s->orders_open));
    else if (s->orders_bounded)
        paint(p, YELLOW, "; all orders with at most %" PRIu32 " preemption%s", p->r->options->preemptions,
              plural(p->r->options->preemptions));
    else
        paint(p, DIM, "; all orders");
}

static void verdict(struct report *p) {
    const struct explore_stats *s = p->r->stats;
    uint32_t depth = p->r->stats->depth, doubts = result_doubts(p->r);
    bool failed = false, raised = false;
    if (nothing_tested(p->r)) {
        nothing(p);
        return;
    }
    for (uint32_t i = 0; i < p->r->suite->cases.n; i++) {
        const struct test_case *c = p->r->suite->cases.at[i];
        failed |= suite_is_finding(c);
        raised |= suite_is_finding(c) && !c->endless;
    }
    const char *ends = result_ends(p->r) == ENDS_PROVED ? " and ends" : "";
    if (s->proved && result_complete(p->r) && !raised && p->r->suite->unit->harmless)
        paint(p, GREEN, "proof: raises nothing%s, as its code shows", ends);
    else if (s->proved && result_complete(p->r) && !raised)
        paint(p, GREEN, "proof: raises nothing%s for any input its spec allows", ends);
    else if (result_complete(p->r) && !failed && s->runs && s->runs == s->discarded)
        paint(p, GREEN, "complete: every path was tried; each ends where an assumption does not hold");
    else if (result_complete(p->r) && !failed)
        paint(p, GREEN, "proof: every path was tried; no input makes it fail");
    else if (result_complete(p->r) && s->all_failed && p->r->options->only_failures)
        paint(p, GREEN, "complete: all that may fail was seen failing; there are no other errors");
    else if (result_complete(p->r))
        paint(p, GREEN, "complete: every path was tried; there are no %serrors",
              count_cases(p->r->suite, suite_case_is_error) ? "other " : "");
    else if (s->open)
        stopped(p);
    else if (s->bounded && !s->lost && !s->unknown && !s->unreached && !s->incomplete && !s->limited)
        paint(p, GREEN, "every path was tried within the bounds of paths%s",
              s->depth_hit ? ", but for what is beyond the depth" : "");
    else if (!s->complete_to_depth)
        paint(p, YELLOW, "every path seen up to depth %" PRIu32 " was tried, but for what is left open",
              depth);
    else if (doubts)
        paint(p, YELLOW,
              "every path was tried, but in %" PRIu32 " case%s the real VM did not do what was expected",
              doubts, plural(doubts));
    else if (s->lost)
        paint(p, YELLOW,
              "every path seen up to depth %" PRIu32 " was tried; values taken as concrete may hide others",
              depth);
    else if (s->orders_bounded && !s->depth_hit)
        paint(p, GREEN, "every path was tried");
    else
        paint(p, GREEN, "every path up to depth %" PRIu32 " was tried; -d goes deeper", depth);
    if (result_complete(p->r) && result_ends(p->r) == ENDS_UNKNOWN)
        paint(p, DIM, "; that it always ends is not proved");
    orders_tried(p);
}

static void add_count(struct report *p, uint64_t n, const char *what) {
    if (n) str_addf(p->out, "; %" PRIu64 " %s", n, what);
}

static void first_reason(struct report *p) {
    const struct suite *s = p->r->suite;
    for (uint32_t i = 0; i < s->unfinished.n; i++) {
        const struct test_case *c = s->unfinished.at[i];
        if (c->kind != OUTCOME_INCOMPLETE || !c->outcome.text) continue;
        str_add(p->out, " (");
        value(p, c->outcome.text);
        str_add_char(p->out, ')');
        return;
    }
}

// What left_open and lost tell at length, within the line of a unit among others.
static void brief_rest(struct report *p) {
    const struct explore_stats *s = p->r->stats;
    add_count(p, s->unknown, "undecided");
    add_count(p, strayed(s), "not reached");
    add_count(p, s->limited, s->limited == 1 ? "run did not finish" : "runs did not finish");
    add_count(p, s->incomplete, s->incomplete == 1 ? "run not followed" : "runs not followed");
    if (s->incomplete) first_reason(p);
    if (!s->proved) // else nothing that was left out may matter
        add_count(p, p->r->n_lost,
                  p->r->n_lost == 1 ? "place taken as concrete" : "places taken as concrete");
}

// What the tests of errors do, and the other choice.
static void error_tests(struct str *out, uint32_t n, bool fail) {
    if (!n) return;
    str_addf(out, "  %" PRIu32 " of an error, in %s: %s\n", n,
             n == 1 ? "a file of its own" : "files of their own",
             fail ? "to fail until it is put right (--on-finding pin: to pass until then)"
                  : "to pass until it is put right (--on-finding fail: to fail until then)");
}

static void tests(struct report *p) {
    const struct suite *s = p->r->suite;
    uint32_t dropped = p->r->dropped;
    if (dropped)
        str_addf(p->out, "%" PRIu32 " finding%s on made-up values did not happen on the real VM\n", dropped,
                 plural(dropped));
    uint32_t n = suite_tests(s);
    if (p->r->unproved)
        paint(p, YELLOW, "nothing was tried on the real VM, and no test suite written: %s\n", p->r->unproved);
    else if (n && s->out_dir)
        str_addf(p->out, "%" PRIu32 " test%s written to %s", n, plural(n), s->out_dir);
    if (n && s->out_dir && !p->r->unproved && s->untried)
        str_addf(p->out, "; no time to try %" PRIu32 " more", s->untried);
    if (!n || !s->out_dir || p->r->unproved) return;
    str_add_char(p->out, '\n');
    error_tests(p->out, suite_error_tests(s), s->findings_fail);
}

static void report_full(struct report *p) {
    headline(p);
    str_add_char(p->out, '\n');
    findings(p);
    coverage(p);
    discarded(p);
    places(p);
    paths(p);
    left_open(p);
    lost(p);
    if (p->style->verbose) outcomes(p);
    if (p->style->verbose) timing(p);
    str_add_char(p->out, '\n');
    if (p->cut) paint(p, DIM, "-v shows long values in full\n");
    tests(p);
    assumes(p);
    verdict(p);
    cost(p);
}

// One unit of many: its errors, and all else in one line.
static void report_brief(struct report *p) {
    headline(p);
    bool alone = !count_cases(p->r->suite, suite_case_is_error) &&
                 !count_cases(p->r->suite, is_unconfirmed) && !result_endings_not_seen(p->r);
    if (!alone) str_add_char(p->out, '\n');
    findings(p);
    str_add(p->out, alone ? "; " : "\n  ");
    verdict(p);
    brief_rest(p);
    cost(p);
    told_apart(p);
    if (p->r->n_assumes) str_add(p->out, "  ");
    assumes(p);
    if (!alone) str_add_char(p->out, '\n');
}

void report_unit(const struct unit_result *r, const struct report_style *style, struct str *out) {
    struct report p = {.r = r, .style = style, .out = out};
    if (r->error) {
        paint(&p, BOLD, "%s: ", r->name);
        paint(&p, YELLOW, "could not be analysed");
        str_addf(out, style->brief ? ": %s\n" : "\n  %s\n", r->error);
        return;
    }
    if (style->brief && !style->verbose)
        report_brief(&p);
    else
        report_full(&p);
}

void result_totals_add(struct report_totals *t, const struct unit_result *r) {
    uint32_t errors = result_errors(r);
    t->units++;
    t->errors += errors;
    for (uint32_t i = 0; r->suite && i < r->suite->cases.n; i++)
        t->errors -= r->suite->cases.at[i]->shown_with && suite_case_is_error(r->suite->cases.at[i]);
    t->failing += errors > 0;
    t->failed += r->error != NULL;
    t->no_end_seen += result_endings_not_seen(r) > 0;
    t->spaced = false;
    if (r->error) return;
    t->untested += nothing_tested(r);
    t->spaced = count_cases(r->suite, suite_case_is_error) || count_cases(r->suite, is_unconfirmed) ||
                result_endings_not_seen(r);
    t->complete += result_complete(r);
    t->tests += r->suite->out_dir && !r->unproved ? suite_tests(r->suite) : 0;
    t->error_tests += r->suite->out_dir && !r->unproved ? suite_error_tests(r->suite) : 0;
    t->findings_fail = r->suite->findings_fail;
    t->out_dir = r->suite->out_dir;
    if (r->unproved) snprintf(t->unproved, sizeof t->unproved, "%s", r->unproved);
}

void report_totals(const struct report_totals *t, const struct code_coverage *modules, uint32_t n,
                   const struct report_style *style, struct str *out) {
    struct report p = {.style = style, .out = out};
    if (style->verbose || !t->spaced) str_add_char(out, '\n');
    if (t->unproved[0])
        paint(&p, YELLOW, "nothing was tried on the real VM, and no test suite written: %s\n", t->unproved);
    if (t->tests) str_addf(out, "%" PRIu32 " test%s written to %s\n", t->tests, plural(t->tests), t->out_dir);
    error_tests(out, t->error_tests, t->findings_fail);
    for (uint32_t i = 0; i < n; i++)
        if (modules[i].clauses.of)
            str_addf(out,
                     "%s: %" PRIu32 " of %" PRIu32 " clauses, %" PRIu32 " of %" PRIu32 " lines reached\n",
                     modules[i].name, modules[i].clauses.hit, modules[i].clauses.of, modules[i].lines.hit,
                     modules[i].lines.of);
    paint(&p, BOLD, "%" PRIu32 " functions: ", t->units);
    if (t->errors)
        paint(&p, RED, "%" PRIu32 " error%s in %" PRIu32 " of them", t->errors, plural(t->errors),
              t->failing);
    else
        paint(&p, GREEN, "no error found");
    if (t->no_end_seen) str_addf(out, ", no end seen of some inputs in %" PRIu32, t->no_end_seen);
    if (t->complete) str_addf(out, ", %" PRIu32 " searched completely", t->complete);
    if (t->untested) str_addf(out, ", nothing was tested of %" PRIu32, t->untested);
    if (t->failed) str_addf(out, ", %" PRIu32 " could not be analysed", t->failed);
    str_add_char(out, '\n');
}
