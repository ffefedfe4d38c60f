// SPDX-License-Identifier: Apache-2.0
#include "suite/suite.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "suite/suite_inner.h"

void suite_init(struct suite *s, struct unit *u, const char *out_dir) {
    *s = (struct suite){.unit = u, .out_dir = out_dir, .seconds_per_case = SUITE_SECONDS_PER_CASE};
}

void suite_case_free(struct test_case *c) {
    if (!c) return;
    case_events_free(c->order, c->n_order);
    order_free(&c->kept);
    for (uint32_t i = 0; i < c->n_arguments; i++) mem_free(c->arguments[i]);
    mem_free(c->arguments);
    mem_free(c->bindings);
    mem_free(c->call);
    outcome_text_free(&c->outcome);
    mem_free(c->real);
    mem_free(c->test);
    path_words_free(c->path);
    mem_free(c);
}

void suite_wants_places(struct suite *s, uint32_t n) {
    s->places = mem_zalloc((n + 1) * sizeof *s->places);
    s->n_places = n;
}

void suite_free(struct suite *s) {
    for (uint32_t i = 0; i < s->n_places; i++) mem_free(s->places[i].call);
    mem_free(s->places);
    for (uint32_t i = 0; i < s->cases.n; i++) suite_case_free(s->cases.at[i]);
    for (uint32_t i = 0; i < s->unfinished.n; i++) suite_case_free(s->unfinished.at[i]);
    vec_free(&s->cases);
    vec_free(&s->unfinished);
    hash_map_free(&s->findings);
    *s = (struct suite){0};
}

void suite_drop_untried(struct suite *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i];
        if (!suite_is_finding(c) && c->proof == PROOF_UNTRIED) {
            s->untried++;
            suite_case_free(c);
        } else {
            s->cases.at[kept++] = c;
        }
    }
    s->cases.n = kept;
}

bool suite_is_finding(const struct test_case *c) {
    return c->kind == OUTCOME_RAISE && !c->repeat;
}

bool suite_is_error(const struct test_case *c) {
    return c->kind == OUTCOME_RAISE && c->outcome.group == GROUP_ERROR && !c->outcome.no_error;
}

bool suite_test_fails(const struct suite *s, const struct test_case *c) {
    return s->findings_fail && suite_is_error(c) && !c->endless && !c->outcome.returned &&
           !c->outcome.process;
}

uint32_t suite_drop_assumed(struct suite *s) {
    uint32_t kept = 0, findings = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i];
        if (!c->outcome.assumed || c->proof == PROOF_CONFIRMED) {
            s->cases.at[kept++] = c;
            continue;
        }
        findings += suite_is_finding(c);
        s->dropped[outcomes_case_category(c)]++;
        suite_case_free(c);
    }
    s->cases.n = kept;
    return findings;
}

uint32_t suite_tests(const struct suite *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) n += s->cases.at[i]->test != NULL;
    return n;
}

uint32_t suite_error_tests(const struct suite *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) n += s->cases.at[i]->test && suite_is_error(s->cases.at[i]);
    return n;
}

static uint64_t input_size(const struct suite *s, const struct model *input) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < input->n; i++) size += expr_size(s->unit->exprs, input->at[i].value);
    return size;
}

struct test_case *suite_case_new(struct suite *s, struct runner *r, const struct model *input,
                                 const struct outcome *o, uint32_t trace_length, uint32_t fresh) {
    const struct language *l = s->unit->language;
    struct test_case *c = mem_zalloc(sizeof *c);
    c->bindings = mem_alloc(((size_t)input->n + 1) * sizeof *c->bindings);
    if (input->n) memcpy(c->bindings, input->at, input->n * sizeof *c->bindings);
    c->input = (struct model){input->n, c->bindings, input->variables};
    const struct language_reporting *known = l->reporting;
    if (!known || !known->run_texts || !known->run_texts(r, &c->call, &c->arguments, &c->n_arguments)) {
        c->call = l->call_text(s->unit, input);
        c->n_arguments = l->argument_texts(s->unit, input, &c->arguments);
    }
    l->describe(r, &c->outcome);
    c->kind = o->kind;
    c->limit = o->limit;
    c->endless = o->endless;
    c->key = o->key;
    c->cause = o->cause ? o->cause : o->key;
    c->rank = o->rank;
    c->steps = o->steps;
    c->varies = o->varies;
    c->processes = o->processes;
    bool ended = o->kind == OUTCOME_RAISE || o->kind == OUTCOME_RETURN;
    bool ordered = o->processes && o->rank && ended && l->ordering;
    if (ordered) c->kept = l->ordering->order(r);
    c->every_order = !o->processes;
    c->size = input_size(s, input);
    c->trace_length = trace_length;
    c->covers = fresh;
    if (s->keeps_paths && s->trace && (o->kind == OUTCOME_RETURN || o->kind == OUTCOME_RAISE))
        c->path = path_words_new(s->unit, r, s->trace);
    return c;
}

static bool is_better(uint32_t rank, uint64_t size, const struct test_case *known) {
    return rank != known->rank ? rank < known->rank : size < known->size;
}

// A failure seen before: the better input stands for it; a case that covers something of its own stays as a
// repeat.
static void offer_again(struct suite *s, uint32_t index, struct test_case *again) {
    struct test_case *known = s->cases.at[index];
    known->same++;
    if (!again) return;
    if (is_better(again->rank, again->size, known)) {
        again->same = known->same;
        s->cases.at[index] = again;
        again = known;
    }
    again->same = 0;
    again->repeat = true;
    struct test_case *stands = s->cases.at[index];
    bool same_call = strcmp(again->call, stands->call) == 0; // drawn at random, and found by the search again
    if (same_call) stands->covers += again->covers;
    if ((again->covers && !same_call) || again->path)
        vec_push(&s->cases, again);
    else
        suite_case_free(again);
}

static const struct test_case *offer_failure(struct suite *s, struct runner *r, const struct model *input,
                                             const struct outcome *o, uint32_t trace_length, uint32_t fresh) {
    uint32_t index;
    if (!hash_map_get(&s->findings, o->key, &index)) {
        hash_map_put(&s->findings, o->key, s->cases.n);
        vec_push(&s->cases, suite_case_new(s, r, input, o, trace_length, fresh));
        return vec_last(&s->cases);
    }
    uint64_t size = input_size(s, input);
    bool wanted = fresh || s->keeps_paths || is_better(o->rank, size, s->cases.at[index]);
    offer_again(s, index, wanted ? suite_case_new(s, r, input, o, trace_length, fresh) : NULL);
    return NULL;
}

static void offer_unfinished(struct suite *s, struct runner *r, const struct model *input,
                             const struct outcome *o, uint32_t trace_length, uint32_t fresh) {
    for (uint32_t i = 0; i < s->unfinished.n; i++) {
        struct test_case **known = &s->unfinished.at[i];
        if ((*known)->kind != o->kind || (*known)->key != o->key) continue;
        uint32_t same = (*known)->same + 1;
        if (input_size(s, input) < (*known)->size) {
            suite_case_free(*known);
            *known = suite_case_new(s, r, input, o, trace_length, fresh);
        }
        (*known)->same = same;
        return;
    }
    vec_push(&s->unfinished, suite_case_new(s, r, input, o, trace_length, fresh));
}

// A run that is the first at a place that was to be reached is worth a test.
static bool comes_to_places(struct suite *s, struct runner *r, const struct model *input) {
    const struct language *l = s->unit->language;
    bool first = false;
    for (uint32_t i = 0; i < s->n_places; i++) {
        if (s->places[i].reached || !l->reaching->reached(s->unit, i)) continue;
        first = s->places[i].reached = true;
        bool ran = l->reporting && l->reporting->run_texts;
        char **arguments = NULL;
        uint32_t n = 0;
        if (!ran || !l->reporting->run_texts(r, &s->places[i].call, &arguments, &n))
            s->places[i].call = l->call_text(s->unit, input);
        for (uint32_t k = 0; k < n; k++) mem_free(arguments[k]);
        mem_free(arguments);
    }
    return first;
}

const struct test_case *suite_offer(struct suite *s, struct runner *r, const struct model *input,
                                    const struct outcome *o, uint32_t trace_length, uint32_t fresh) {
    const struct language_coverage *l = s->unit->language->coverage;
    bool ended = o->kind == OUTCOME_RETURN || o->kind == OUTCOME_RAISE;
    bool comes = fresh && comes_to_places(s, r, input);
    if (fresh && ended && l && l->worth_a_test) fresh = l->worth_a_test(r);
    if (comes && !fresh) fresh = 1;
    switch (o->kind) {
    case OUTCOME_RAISE: return offer_failure(s, r, input, o, trace_length, fresh);
    case OUTCOME_RETURN:
        if (fresh || s->keeps_paths) vec_push(&s->cases, suite_case_new(s, r, input, o, trace_length, fresh));
        break;
    case OUTCOME_DISCARDED: break;
    case OUTCOME_LIMIT:
        if (o->limit == LIMIT_BRANCHES) break; // that is what was asked for
        // fall through
    case OUTCOME_INCOMPLETE: offer_unfinished(s, r, input, o, trace_length, fresh); break;
    }
    return NULL;
}

// ---- After the search ----

void suite_regroup(struct suite *s, enum finding_group left_out) {
    const struct language_reporting *l = s->unit->language->reporting;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i];
        bool failure = c->kind == OUTCOME_RAISE;
        if (failure && l && l->regroup) l->regroup(s->unit, &c->input, &c->outcome);
        if (failure && left_out != GROUP_ERROR && c->outcome.group == left_out)
            suite_case_free(c);
        else
            s->cases.at[kept++] = c;
    }
    s->cases.n = kept;
}

void suite_mark(const struct suite *s, struct expr_sweep *w) {
    for (uint32_t i = 0; i < s->cases.n; i++) expr_sweep_mark_model(w, &s->cases.at[i]->input);
    for (uint32_t i = 0; i < s->unfinished.n; i++) expr_sweep_mark_model(w, &s->unfinished.at[i]->input);
}

static void show(struct unit *u, char **text) {
    char *shown = *text ? u->language->reporting->shown_text(u, *text) : NULL;
    if (!shown) return;
    mem_free(*text);
    *text = shown;
}

static void show_case(struct unit *u, struct test_case *c) {
    show(u, &c->call);
    for (uint32_t i = 0; i < c->n_arguments; i++) show(u, &c->arguments[i]);
    show(u, &c->outcome.blamed);
    show(u, &c->outcome.where.function);
    if (c->kind == OUTCOME_RETURN || c->kind == OUTCOME_RAISE) show(u, &c->outcome.text);
}

void suite_show(struct suite *s) {
    struct unit *u = s->unit;
    if (!u->language->reporting || !u->language->reporting->shown_text) return;
    for (uint32_t i = 0; i < s->cases.n; i++) show_case(u, s->cases.at[i]);
    for (uint32_t i = 0; i < s->unfinished.n; i++) show_case(u, s->unfinished.at[i]);
}

static int compare_cases(const void *left, const void *right) {
    const struct test_case *a = *(struct test_case *const *)left, *b = *(struct test_case *const *)right;
    int a_late = !suite_is_finding(a), b_late = !suite_is_finding(b);
    if (a_late != b_late) return a_late - b_late;
    if (!a_late && a->outcome.group != b->outcome.group) return a->outcome.group < b->outcome.group ? -1 : 1;
    if (!a_late && a->outcome.thrown != b->outcome.thrown) return a->outcome.thrown ? 1 : -1;
    if (a->size != b->size) return a->size < b->size ? -1 : 1;
    size_t a_length = strlen(a->call), b_length = strlen(b->call);
    if (a_length != b_length) return a_length < b_length ? -1 : 1;
    int text = strcmp(a->call, b->call);
    return text ? text
                : strcmp(a->outcome.text ? a->outcome.text : "", b->outcome.text ? b->outcome.text : "");
}

void suite_sort(struct suite *s) {
    hash_map_clear(&s->findings); // its indexes end here
    if (s->cases.n) qsort(s->cases.at, s->cases.n, sizeof *s->cases.at, compare_cases);
    if (s->unfinished.n) qsort(s->unfinished.at, s->unfinished.n, sizeof *s->unfinished.at, compare_cases);
}
