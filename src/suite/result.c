// SPDX-License-Identifier: Apache-2.0
#include "suite/result.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void result_collect(struct unit_result *r) {
    struct unit *u = r->suite->unit;
    const struct language *l = u->language;
    if (l->coverage) r->n_coverage = l->coverage->report(u, &r->coverage);
    r->n_lost = concretised_report(&u->concretised, &r->lost);
    if (l->reporting && l->reporting->assumes) r->n_assumes = l->reporting->assumes(u, &r->assumes);
}

void result_free(struct unit_result *r) {
    coverage_free(r->coverage, r->n_coverage);
    concretised_entries_free(r->lost, r->n_lost);
    assumed_report_free(r->assumes, r->n_assumes);
    *r = (struct unit_result){0};
}

bool suite_case_is_error(const struct test_case *c) {
    return suite_is_finding(c) && !c->outcome.no_error &&
           (c->proof == PROOF_CONFIRMED || c->proof == PROOF_UNTRIED);
}

uint32_t result_errors(const struct unit_result *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; r->suite && i < r->suite->cases.n; i++)
        n += suite_case_is_error(r->suite->cases.at[i]);
    return n;
}

uint32_t result_doubts(const struct unit_result *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->suite->cases.n; i++) {
        const struct test_case *c = r->suite->cases.at[i];
        enum proof p = c->proof;
        // What else it does in another order is not forced there; a failure is, or all orders were not seen
        // right.
        if (p == PROOF_VARIES && c->processes && c->rank && !suite_is_finding(c)) continue;
        n += p == PROOF_DIFFERS || p == PROOF_TIMEOUT || p == PROOF_VARIES;
    }
    return n;
}

// A call of several processes that waits for ever in every order is no deadlock, but no end either.
static bool some_wait(const struct suite *s) {
    for (uint32_t i = 0; i < s->unfinished.n; i++)
        if (s->unfinished.at[i]->limit == LIMIT_WAIT) return true;
    return false;
}

bool result_complete(const struct unit_result *r) {
    return r->stats->complete && !result_doubts(r) && !some_wait(r->suite);
}

bool result_proved(const struct unit_result *r) {
    return r->stats->proved && !result_doubts(r);
}

// What frisk's run was seen not to end, and the real VM ended, says nothing.
enum ends result_ends(const struct unit_result *r) {
    bool hangs = false, refuted = false;
    for (uint32_t i = 0; i < r->suite->cases.n; i++) {
        const struct test_case *c = r->suite->cases.at[i];
        if (!c->endless) continue;
        refuted |= c->proof == PROOF_DIFFERS;
        hangs |= c->proof != PROOF_DIFFERS;
    }
    if (hangs) return ENDS_NOT; // it may have been met beside the search
    if (r->stats->ends == ENDS_NOT || refuted) return refuted ? ENDS_UNKNOWN : ENDS_NOT;
    return r->stats->ends == ENDS_PROVED && !result_doubts(r) ? ENDS_PROVED : ENDS_UNKNOWN;
}

bool result_all_failed(const struct unit_result *r) {
    return r->stats->all_failed && !result_doubts(r);
}

bool result_complete_to_depth(const struct unit_result *r) {
    return r->stats->complete_to_depth && !result_doubts(r);
}

bool suite_case_has_no_end_seen(const struct test_case *c) {
    return c->kind == OUTCOME_LIMIT && c->limit != LIMIT_TIME && !c->real;
}

uint32_t result_endings_not_seen(const struct unit_result *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; r->suite && i < r->suite->unfinished.n; i++)
        n += suite_case_has_no_end_seen(r->suite->unfinished.at[i]);
    return n;
}

const char *result_proof_name(enum proof p) {
    switch (p) {
    case PROOF_UNTRIED: return "untried";
    case PROOF_UNABLE: return "unable";
    case PROOF_CONFIRMED: return "confirmed";
    case PROOF_DIFFERS: return "differs";
    case PROOF_TIMEOUT: return "timeout";
    case PROOF_VARIES: return "varies";
    }
    __builtin_unreachable();
}

// ---- Values ----

// Length of the UTF-8 sequence at p; 0: malformed (RFC 3629).
static size_t utf8_length(const unsigned char *p) {
    static const unsigned char least[4] = {0, 0x80, 0xa0, 0x90}, most[4] = {0, 0xbf, 0x9f, 0x8f};
    size_t n = p[0] < 0x80 ? 1 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : p[0] >= 0xe0 && p[0] < 0xf0 ? 3 : 0;
    if (p[0] >= 0xf0 && p[0] < 0xf5) n = 4;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if (n == 3 && p[0] == 0xe0 && p[1] < least[2]) return 0;
    if (n == 3 && p[0] == 0xed && p[1] > most[2]) return 0;
    if (n == 4 && p[0] == 0xf0 && p[1] < least[3]) return 0;
    if (n == 4 && p[0] == 0xf4 && p[1] > most[3]) return 0;
    return n;
}

// JSON texts are Unicode; bytes that are none become U+FFFD.
static json_t *text(const char *s) {
    if (!s) return json_null();
    json_t *j = json_string(s);
    if (j) return j;
    struct str clean = {0};
    for (const unsigned char *p = (const unsigned char *)s; *p;) {
        size_t n = utf8_length(p);
        if (n)
            str_add_n(&clean, (const char *)p, n);
        else
            str_add_utf8(&clean, 0xfffd);
        p += n ? n : 1;
    }
    j = json_string(str_text(&clean));
    str_free(&clean);
    return j;
}

static json_t *count(uint64_t n) {
    return json_integer((json_int_t)n);
}
static json_t *seconds(double s) {
    return json_real(round(s * 1e6) / 1e6);
}

static void set(json_t *object, const char *key, json_t *value) {
    int failed = json_object_set_new(object, key, value);
    assert(!failed && value);
    (void)failed;
}

// ---- Parts of the result object ----

static json_t *bounds_json(const struct explore_stats *s) {
    const char *names[MOST_BOUNDS];
    json_t *a = json_array();
    for (uint32_t i = 0, n = outcomes_bounds_hit(s, names); i < n; i++)
        json_array_append_new(a, json_string(names[i]));
    return a;
}

static json_t *outcomes_json(const struct unit_result *r) {
    uint64_t counts[CATEGORY_COUNT];
    json_t *o = json_object();
    outcomes_count(r->suite, r->stats, counts);
    for (int c = CATEGORY_NONE + 1; c < CATEGORY_COUNT; c++)
        set(o, outcome_category_name((enum outcome_category)c), count(counts[c]));
    return o;
}

static json_t *seconds_json(const struct unit_result *r) {
    json_t *o = json_object();
    set(o, "load", seconds(r->load_seconds));
    set(o, "analysis", seconds(r->suite->unit->analysis_seconds));
    set(o, "search", seconds(r->stats->seconds));
    set(o, "run", seconds(r->stats->run_seconds));
    set(o, "solve", seconds(r->stats->solve_seconds));
    set(o, "replay", seconds(r->replay_seconds));
    return o;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static json_t *z3_json(const struct solve_stats *s) {
    json_t *o = json_object();
    double sum = 0, median = 0, longest = 0;
    if (s->z3_count) {
        qsort(s->z3_seconds, s->z3_count, sizeof(double), compare_doubles);
        for (uint32_t i = 0; i < s->z3_count; i++) sum += s->z3_seconds[i];
        median = s->z3_seconds[s->z3_count / 2];
        longest = s->z3_seconds[s->z3_count - 1];
    }
    set(o, "queries", count(s->z3_count));
    set(o, "seconds", seconds(sum));
    set(o, "median_seconds", seconds(median));
    set(o, "longest_seconds", seconds(longest));
    set(o, "late", count(s->z3_late));
    set(o, "died", count(s->z3_died));
    return o;
}

static json_t *solver_json(const struct solve_stats *s) {
    json_t *o = json_object(), *links = json_array();
    set(o, "sat", count(s->sat));
    set(o, "unsat", count(s->unsat));
    set(o, "unknown", count(s->unknown));
    set(o, "rejected", count(s->rejected));
    set(o, "checked", count(s->checked));
    set(o, "disagreed", count(s->disagreed));
    for (int i = 0; i < LINK_COUNT; i++) {
        const struct link_stats *l = &s->links[i];
        json_t *link = json_object();
        set(link, "name", json_string(solve_link_name((enum solve_link)i)));
        set(link, "asked", count(l->asked));
        set(link, "answered", count(l->sat + l->unsat));
        set(link, "sat", count(l->sat));
        set(link, "unsat", count(l->unsat));
        set(link, "seconds", seconds(l->seconds));
        json_array_append_new(links, link);
    }
    set(o, "links", links);
    set(o, "z3", z3_json(s));
    return o;
}

static json_t *assumes_json(const struct unit_result *r) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < r->n_assumes; i++) json_array_append_new(a, text(r->assumes[i].text));
    return a;
}

static json_t *lost_json(const struct unit_result *r) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < r->n_lost; i++) {
        json_t *o = json_object();
        set(o, "what", text(r->lost[i].what));
        set(o, "where", text(r->lost[i].where));
        set(o, "count", count(r->lost[i].count));
        json_array_append_new(a, o);
    }
    return a;
}

static json_t *input_json(const struct test_case *c) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < c->n_arguments; i++) json_array_append_new(a, text(c->arguments[i]));
    return a;
}

static json_t *where_json(const struct place *p) {
    json_t *o = json_object();
    set(o, "file", text(p->file));
    set(o, "line", p->line ? count(p->line) : json_null());
    set(o, "function", text(p->function));
    return o;
}

static json_t *cause_json(const struct test_case *c) {
    json_t *o = json_object();
    set(o, "input", input_json(c));
    set(o, "call", text(c->call));
    set(o, "reason", text(c->outcome.text));
    set(o, "test", text(c->test));
    return o;
}

// The smallest input of each cause that a finding has, its own first.
static json_t *causes_json(const struct suite *s, const struct test_case *finding) {
    json_t *a = json_array();
    json_array_append_new(a, cause_json(finding));
    for (uint32_t i = 0; i < s->cases.n; i++)
        if (s->cases.at[i]->cause_of == finding) json_array_append_new(a, cause_json(s->cases.at[i]));
    return a;
}

static json_t *sends_json(const struct case_event *e) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < e->n_sends; i++) {
        json_t *o = json_object();
        set(o, "to", text(e->sends[i].to));
        set(o, "message", text(e->sends[i].text));
        json_array_append_new(a, o);
    }
    return a;
}

static json_t *order_json(const struct test_case *c) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < c->n_order; i++) {
        json_t *o = json_object();
        set(o, "process", text(c->order[i].process));
        set(o, "where", text(c->order[i].where));
        set(o, "what", text(c->order[i].what));
        if (c->order[i].caller[0]) set(o, "caller", text(c->order[i].caller));
        set(o, "sends", sends_json(&c->order[i]));
        json_array_append_new(a, o);
    }
    return a;
}

static json_t *finding_json(const struct unit_result *r, const struct test_case *c) {
    json_t *o = json_object(), *from = json_array();
    json_array_append_new(from, text(c->shown_with ? c->shown_with : r->name));
    if (c->shown_with) json_array_append_new(from, text(r->name));
    set(o, "kind", text(c->outcome.kind));
    set(o, "group", json_string(language_group_name(c->outcome.group)));
    if (c->outcome.blamed) set(o, "blamed", text(c->outcome.blamed));
    set(o, "input", input_json(c));
    set(o, "call", text(c->call));
    set(o, "reason", text(c->outcome.text));
    if (c->outcome.detail) set(o, "detail", text(c->outcome.detail));
    if (c->outcome.exception) set(o, "exception", text(c->outcome.exception));
    set(o, "where", where_json(&c->outcome.where));
    if (c->outcome.raised.function) set(o, "raised", where_json(&c->outcome.raised));
    set(o, "causes", causes_json(r->suite, c));
    set(o, "reached_from", from);
    set(o, "same_as", text(c->shown_with));
    if (c->outcome.process) set(o, "process", text(c->outcome.process));
    set(o, "confirmed", json_boolean(c->proof == PROOF_CONFIRMED));
    set(o, "proof", json_string(result_proof_name(c->proof)));
    set(o, "real", text(c->real));
    set(o, "varies", text(c->varies));
    set(o, "output", text(c->outcome.output));
    set(o, "times", count((uint64_t)c->same + 1));
    set(o, "order", order_json(c));
    set(o, "every_order", json_boolean(c->every_order));
    set(o, "late_only", json_boolean(c->late_only));
    set(o, "trace_length", count(c->trace_length));
    set(o, "test", text(c->test));
    return o;
}

static json_t *case_json(const struct test_case *c) {
    json_t *o = json_object(), *outcome = json_object();
    set(outcome, "kind", text(c->kind == OUTCOME_RETURN ? "return" : c->outcome.kind));
    set(outcome, "text", text(c->outcome.text));
    set(o, "input", input_json(c));
    set(o, "call", text(c->call));
    set(o, "outcome", outcome);
    set(o, "trace_length", count(c->trace_length));
    set(o, "steps", count(c->steps));
    set(o, "covers", count(c->covers));
    set(o, "proof", json_string(result_proof_name(c->proof)));
    set(o, "real", text(c->real));
    set(o, "output", text(c->outcome.output));
    set(o, "test", text(c->test));
    return o;
}

static json_t *texts_json(char *const *texts, uint32_t n) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < n; i++) json_array_append_new(a, text(texts[i]));
    return a;
}

// The paths that were followed to their end, each with the case that goes there.
static json_t *paths_json(const struct suite *s) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < s->cases.n; i++) {
        const struct path_words *p = s->cases.at[i]->path;
        if (!p) continue;
        json_t *o = case_json(s->cases.at[i]);
        set(o, "condition", texts_json(p->conditions.at, p->conditions.n));
        set(o, "before", texts_json(p->before, p->n_before));
        set(o, "after", texts_json(p->after, p->n_after));
        json_array_append_new(a, o);
    }
    return a;
}

static const char *test_of_call(const struct suite *s, const char *call) {
    for (uint32_t i = 0; call && i < s->cases.n; i++)
        if (!strcmp(s->cases.at[i]->call, call) && s->cases.at[i]->test) return s->cases.at[i]->test;
    return NULL;
}

static json_t *goals_json(const struct unit_result *r) {
    const struct suite *s = r->suite;
    json_t *a = json_array();
    for (uint32_t i = 0; i < s->n_places; i++) {
        json_t *o = json_object();
        char *why;
        enum place_verdict v = place_judge(&s->places[i], r->stats, result_doubts(r) > 0, &why);
        set(o, "goal", text(s->unit->language->reaching->text(s->unit, i)));
        set(o, "verdict", json_string(place_verdict_name(v)));
        set(o, "why", text(why));
        set(o, "call", text(s->places[i].call));
        set(o, "test", text(test_of_call(s, s->places[i].call)));
        json_array_append_new(a, o);
        mem_free(why);
    }
    return a;
}

static const char *ends_name(enum ends e) {
    switch (e) {
    case ENDS_UNKNOWN: return "unknown";
    case ENDS_PROVED: return "proved";
    case ENDS_NOT: return "no";
    }
    __builtin_unreachable();
}

// What a claim of the unit rests on: of the engine what applies, of the language what it noted.
static json_t *rules_json(const struct unit_result *r) {
    const struct explore_stats *s = r->stats;
    const struct unit *u = r->suite->unit;
    json_t *a = json_array();
    bool searched = !result_proved(r) && !result_all_failed(r);
    if (!result_complete(r) && !result_proved(r) && result_ends(r) != ENDS_PROVED) return a;
    if (searched && result_complete(r)) json_array_append_new(a, json_string("all paths tried"));
    if (searched && result_complete(r) && s->orders)
        json_array_append_new(a, json_string("orders of events"));
    for (int i = 0; i < LINK_COUNT && searched && result_complete(r); i++) {
        bool part = solve_link_group((enum solve_link)i) != (enum solve_link)i; // its group tells it
        if (!s->solve.links[i].unsat || part) continue;
        struct str name = {0};
        str_addf(&name, "impossible: %s", solve_link_name((enum solve_link)i));
        json_array_append_new(a, text(str_text(&name)));
        str_free(&name);
    }
    for (uint32_t i = 0; i < u->language->n_rules; i++)
        if (u->rules_used >> i & 1) json_array_append_new(a, text(u->language->rules[i].name));
    return a;
}

static json_t *unfinished_json(const struct suite *s) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < s->unfinished.n; i++) {
        const struct test_case *c = s->unfinished.at[i];
        json_t *o = json_object();
        set(o, "kind", json_string(c->kind == OUTCOME_LIMIT ? "limit" : "incomplete"));
        set(o, "input", input_json(c));
        set(o, "call", text(c->call));
        set(o, "reason", text(c->outcome.text));
        set(o, "where", where_json(&c->outcome.where));
        set(o, "limit", text(language_limit_name(c->limit)));
        set(o, "seen", text(c->seen));
        set(o, "real", text(c->real));
        set(o, "times", count((uint64_t)c->same + 1));
        json_array_append_new(a, o);
    }
    return a;
}

static json_t *hit_json(struct coverage_count c) {
    json_t *o = json_object();
    set(o, "hit", count(c.hit));
    set(o, "of", count(c.of));
    return o;
}

static json_t *missed_json(const struct code_coverage *c) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < c->n_missed; i++) json_array_append_new(a, count(c->missed[i]));
    return a;
}

static void add_counts(struct coverage_count *sum, struct coverage_count c) {
    sum->hit += c.hit;
    sum->of += c.of;
}

static json_t *coverage_json(const struct unit_result *r) {
    json_t *o = json_object(), *functions = json_array();
    struct code_coverage all = {0};
    for (uint32_t i = 0; i < r->n_coverage; i++) {
        const struct code_coverage *f = &r->coverage[i];
        json_t *j = json_object();
        set(j, "name", text(f->name));
        set(j, "clauses", hit_json(f->clauses));
        set(j, "generated", hit_json(f->generated));
        set(j, "native", hit_json(f->native));
        set(j, "lines", hit_json(f->lines));
        set(j, "missed", missed_json(f));
        json_array_append_new(functions, j);
        add_counts(&all.clauses, f->clauses);
        add_counts(&all.generated, f->generated);
        add_counts(&all.native, f->native);
        add_counts(&all.lines, f->lines);
    }
    set(o, "clauses", hit_json(all.clauses));
    set(o, "generated", hit_json(all.generated));
    set(o, "native", hit_json(all.native));
    set(o, "lines", hit_json(all.lines));
    set(o, "functions", functions);
    return o;
}

static json_t *options_json(const struct explore_options *p) {
    json_t *o = json_object();
    set(o, "depth", count(p->depth));
    set(o, "branch_bound", p->branch_bound ? count(p->branch_bound) : json_null());
    set(o, "runs", p->runs ? count(p->runs) : json_null());
    set(o, "time", p->seconds > 0 ? json_real(p->seconds) : json_null());
    set(o, "jobs", count(p->jobs));
    set(o, "strategy", json_string(explore_strategy_name(p->strategy)));
    set(o, "seed", count(p->seed));
    set(o, "steps", count(p->limits.steps));
    set(o, "memory", count(p->limits.memory));
    return o;
}

static json_t *orders_json(const struct unit_result *r) {
    const struct explore_stats *s = r->stats;
    json_t *o = json_object();
    char bound[40];
    snprintf(bound, sizeof bound, "preemptions: %" PRIu32, r->options->preemptions);
    set(o, "tried", count(s->orders));
    set(o, "blocked", count(s->orders_blocked));
    set(o, "open", count(s->orders_open));
    set(o, "bound", s->orders_bounded ? json_string(bound) : json_null());
    set(o, "delivery", text(r->suite->unit->delivery ? r->suite->unit->delivery : "immediate"));
    json_t *lossy = json_array();
    for (uint32_t i = 0; i < r->suite->unit->n_lossy; i++)
        json_array_append_new(lossy, text(r->suite->unit->lossy[i]));
    set(o, "lossy", lossy);
    return o;
}

static void set_search(json_t *o, const struct unit_result *r) {
    const struct explore_stats *s = r->stats;
    set(o, "complete", json_boolean(result_complete(r)));
    set(o, "complete_to_depth", json_boolean(result_complete_to_depth(r)));
    set(o, "depth", count(s->depth));
    set(o, "proved", json_boolean(result_proved(r)));
    set(o, "all_failed", json_boolean(result_all_failed(r)));
    set(o, "ends", json_string(ends_name(result_ends(r))));
    set(o, "proof_rules", rules_json(r));
    set(o, "bounds_hit", bounds_json(s));
    set(o, "runs", count(s->runs));
    set(o, "drawn", count(s->drawn));
    set(o, "beyond", count(s->beyond));
    set(o, "grown", count(s->grown));
    set(o, "open", count(s->open));
    set(o, "unknown", count(s->unknown));
    set(o, "unreached", count(s->unreached));
    set(o, "diverged", count(s->diverged));
    set(o, "incomplete", count(s->incomplete));
    set(o, "endless", count(s->endless));
    set(o, "limited", count(s->limited));
    set(o, "bounded", count(s->bounded));
    set(o, "discarded", count(s->discarded));
    set(o, "drawn_discarded", count(s->drawn_discarded));
    set(o, "all_discarded", json_boolean(s->all_discarded));
    set(o, "known", count(s->known));
    set(o, "lossy", json_boolean(s->lost));
    set(o, "outcomes", outcomes_json(r));
    set(o, "orders", orders_json(r));
}

json_t *result_json(const struct unit_result *r) {
    json_t *o = json_object();
    set(o, "frisk", json_string(FRISK_VERSION));
    set(o, "unit", text(r->name));
    set(o, "error", text(r->error));
    if (r->error) return o;
    const struct suite *s = r->suite;
    set(o, "language", json_string(s->unit->language->name));
    set(o, "options", options_json(r->options));
    set_search(o, r);
    set(o, "seconds", seconds_json(r));
    set(o, "solver", solver_json(&r->stats->solve));
    set(o, "assumes", assumes_json(r));
    set(o, "lost", lost_json(r));
    json_t *findings = json_array(), *cases = json_array();
    for (uint32_t i = 0; i < s->cases.n; i++) {
        const struct test_case *c = s->cases.at[i];
        if (suite_is_finding(c)) json_array_append_new(findings, finding_json(r, c));
        json_array_append_new(cases, case_json(c));
    }
    set(o, "errors", count(result_errors(r)));
    set(o, "unproved", text(r->unproved));
    set(o, "untried", json_integer(r->suite->untried));
    set(o, "findings", findings);
    set(o, "unfinished", unfinished_json(s));
    set(o, "cases", cases);
    if (s->n_places) set(o, "goals", goals_json(r));
    if (s->keeps_paths) set(o, "paths", paths_json(s));
    set(o, "coverage", coverage_json(r));
    return o;
}

static bool same_value(const json_t *a, const json_t *b, const char *key) {
    const json_t *x = json_object_get(a, key), *y = json_object_get(b, key);
    return x && y ? json_equal(x, y) : x == y;
}

// The first finding of the unit tells all units that lead to it.
static void note_reached(json_t *units, const char *unit, const json_t *finding, const char *from) {
    size_t u, i;
    json_t *first, *f;
    json_array_foreach(units, u, first) {
        const char *name = json_string_value(json_object_get(first, "unit"));
        if (!name || strcmp(name, unit) != 0) continue;
        json_array_foreach(json_object_get(first, "findings"), i, f) {
            if (!same_value(f, finding, "where") || !same_value(f, finding, "kind") ||
                !same_value(f, finding, "exception"))
                continue;
            json_array_append_new(json_object_get(f, "reached_from"), json_string(from));
            return;
        }
    }
}

static void note_all_reached(json_t *units) {
    size_t u, i;
    json_t *unit, *f;
    json_array_foreach(units, u, unit) {
        json_array_foreach(json_object_get(unit, "findings"), i, f) {
            const char *first = json_string_value(json_object_get(f, "same_as"));
            if (first) note_reached(units, first, f, json_string_value(json_object_get(unit, "unit")));
        }
    }
}

json_t *result_json_units(json_t *units, const struct code_coverage *modules, uint32_t n) {
    json_t *o = json_object(), *list = json_array();
    note_all_reached(units);
    for (uint32_t i = 0; i < n; i++) {
        json_t *m = json_object();
        set(m, "name", text(modules[i].name));
        set(m, "clauses", hit_json(modules[i].clauses));
        set(m, "generated", hit_json(modules[i].generated));
        set(m, "native", hit_json(modules[i].native));
        set(m, "lines", hit_json(modules[i].lines));
        set(m, "missed", missed_json(&modules[i]));
        json_array_append_new(list, m);
    }
    set(o, "frisk", json_string(FRISK_VERSION));
    set(o, "modules", list);
    set(o, "units", units);
    return o;
}

bool result_json_withdraw(json_t *units, const char *test) {
    static const char *const lists[] = {"findings", "cases"};
    bool found = false;
    size_t u, i;
    json_t *unit, *c;
    json_array_foreach(units, u, unit) {
        for (int k = 0; k < 2; k++) {
            json_array_foreach(json_object_get(unit, lists[k]), i, c) {
                const char *name = json_string_value(json_object_get(c, "test"));
                if (!name || strcmp(name, test) != 0) continue;
                set(c, "test", json_null());
                found = true;
            }
        }
    }
    return found;
}

char *result_json_text(json_t *object) {
    char *dumped = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    assert(dumped);
    json_decref(object);
    struct str s = {0};
    str_add(&s, dumped);
    str_add_char(&s, '\n');
    free(dumped);
    return str_take(&s);
}
