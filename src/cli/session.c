// SPDX-License-Identifier: Apache-2.0
#include "cli/session_core.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/stop.h"
#include "suite/written.h"

// ---- Interrupts: the first ends the search early and still reports, the second ends frisk ----

static struct stop stop;

static void interrupted(int signal_number) {
    if (stop_is_set(&stop)) _exit(128 + signal_number);
    stop_set(&stop);
}

static void catch_interrupts(void) {
    struct sigaction action = {.sa_handler = interrupted};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// ---- Output ----

int session_fail(const struct diag *d) {
    fprintf(stderr, "frisk: %s\n", d->text);
    return d->kind == DIAG_USAGE ? EXIT_USAGE : EXIT_NOT_ANALYSED;
}

static bool wants_color(const struct options *o) {
    if (o->color != COLOR_AUTO) return o->color == COLOR_ALWAYS;
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(none && *none) && !(term && !strcmp(term, "dumb"));
}

// Fails before the search rather than after it where the result could not be written.
static bool check_json_path(const char *path, struct diag *d) {
    if (!path || !strcmp(path, "-")) return true;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) return diag_set(d, DIAG_ANALYSIS, "cannot write %s: %s", path, strerror(errno));
    close(fd);
    return true;
}

// A device or a pipe cannot be replaced by a file of the same name.
static bool write_result(const char *path, const char *text, struct diag *d) {
    struct stat st;
    if (stat(path, &st) || S_ISREG(st.st_mode)) return file_write(path, text, strlen(text), d);
    FILE *f = fopen(path, "w");
    bool ok = f && fputs(text, f) >= 0;
    if (f && fclose(f)) ok = false;
    return ok || diag_set(d, DIAG_ANALYSIS, "cannot write %s: %s", path, strerror(errno));
}

static bool write_stdout(const char *text, struct diag *d) {
    if (fputs(text, stdout) < 0 || fflush(stdout))
        return diag_set(d, DIAG_ANALYSIS, "cannot write the result: %s", strerror(errno));
    return true;
}

static bool write_json(struct session *s, struct diag *d) {
    if (!s->results) return true;
    json_t *object = s->only_unit && json_array_size(s->results) == 1
                         ? json_incref(json_array_get(s->results, 0))
                         : result_json_units(json_incref(s->results), s->modules.at, s->modules.n);
    json_decref(s->results);
    s->results = NULL;
    char *text = result_json_text(object);
    bool ok = s->to_stdout ? write_stdout(text, d) : write_result(s->o->json, text, d);
    mem_free(text);
    return ok;
}

// Text of one unit or of the totals; takes it.
static bool write_text(struct session *s, struct str *text, struct diag *d) {
    bool ok = s->to_stdout || write_stdout(str_text(text), d);
    str_free(text);
    return ok;
}

// ---- One unit ----

static void on_run(void *context, struct runner *r, const struct model *input, const struct trace *t,
                   const struct outcome *o, uint32_t fresh) {
    struct session *s = context;
    s->suite->trace = t;
    const struct test_case *c = suite_offer(s->suite, r, input, o, t->decisions.n, fresh);
    if (c) progress_found(&s->progress, c->call, c->outcome.kind, c->outcome.text);
}

static void mark(void *context, struct expr_sweep *w) {
    struct session *s = context;
    suite_mark(s->suite, w);
}

static bool is_error(const struct test_case *c) {
    return suite_is_finding(c) && !c->outcome.no_error && !c->outcome.assumed;
}

// The first error is tried on the real VM while the search goes on. Only somebody who watches has a use for
// that.
static void begin_trial(struct session *s) {
    const struct unit *u = s->suite->unit;
    const struct language_trials *trials = u->language->trials;
    if (!trials || !s->progress.terminal || s->o->no_replay) return;
    const struct test_case *c = NULL;
    for (uint32_t i = 0; i < s->suite->cases.n && !c; i++)
        if (is_error(s->suite->cases.at[i])) c = s->suite->cases.at[i];
    if (!c || !(s->trial = trials->begin(s->suite->unit, c))) return;
    s->trial_told = false;
    str_clear(&s->trial_text);
    str_addf(&s->trial_text, "%s  %s", c->call, c->outcome.text ? c->outcome.text : "?");
}

static void tell_trial(struct session *s) {
    if (!s->trial || s->trial_told || !s->suite->unit->language->trials->confirmed(s->trial)) return;
    progress_confirmed(&s->progress, s->trial_text.at);
    s->trial_told = true;
}

static void end_trial(struct session *s) {
    if (s->trial) s->suite->unit->language->trials->end(s->trial);
    s->trial = NULL;
}

static void on_progress(void *context, const struct explore_stats *so_far) {
    struct session *s = context;
    if (!s->trial) begin_trial(s);
    tell_trial(s);
    progress_show(&s->progress, so_far, s->suite->findings.n);
}

// What was found is not confirmed, whatever else is said of it; a search that found nothing stands.
static void cannot_prove(struct searched *w, const char *why) {
    bool found = false;
    w->result.unproved = why;
    for (uint32_t i = 0; i < w->suite.cases.n; i++) {
        struct test_case *c = w->suite.cases.at[i];
        if (c->proof == PROOF_UNTRIED) c->proof = PROOF_UNABLE;
        found |= suite_is_finding(c);
    }
    if (found) w->session->totals.failed++;
}

static void prove(struct searched *w, struct diag *why) {
    if (w->session->o->no_replay) {
        w->result.unproved = "--no-replay";
        return;
    }
    double start = clock_now();
    const struct language_proving *proving = w->unit->language->proving;
    if (!proving)
        cannot_prove(w, "the language has no VM to prove them on");
    else if (!proving->prove(w->unit, &w->suite, why))
        cannot_prove(w, why->text);
    else
        suite_drop_untried(&w->suite);
    w->result.replay_seconds = clock_now() - start;
}

// Every run met something frisk has no model for: that is no analysis.
static bool got_nowhere(const struct explore_stats *s) {
    return s->runs > 0 && s->incomplete == s->runs;
}

static json_t *texts_json(const text_list *l) {
    json_t *a = json_array();
    for (uint32_t i = 0; i < l->n; i++) json_array_append_new(a, json_string(l->at[i]));
    return a;
}

// What the options of a language ask for, beside the bounds of the search.
static json_t *with_options(json_t *unit, const struct options *o) {
    json_t *out = json_object_get(unit, "options");
    if (!out) return unit;
    json_object_set_new(out, "env", json_string(o->any_machine ? "any" : "this"));
    if (o->errors.n) json_object_set_new(out, "error", texts_json(&o->errors));
    if (o->loop_bound != NO_BOUND) json_object_set_new(out, "loop", json_integer((json_int_t)o->loop_bound));
    if (o->block_bound) json_object_set_new(out, "block", json_integer((json_int_t)o->block_bound));
    if (o->no_overflow) json_object_set_new(out, "no_overflow", json_true());
    if (o->heap == HEAP_LAZY) json_object_set_new(out, "heap", json_string("lazy"));
    if (!o->main) return unit;
    if (o->input_class) json_object_set_new(out, "input_class", json_string(o->input_class));
    json_object_set_new(out, "arguments", texts_json(&o->arguments));
    json_object_set_new(out, "any_arguments", json_integer((json_int_t)o->any_arguments));
    json_object_set_new(out, "all", json_boolean(o->all));
    return unit;
}

static bool report(struct session *s, struct unit_result *r, struct diag *d) {
    if (s->results) json_array_append_new(s->results, with_options(result_json(r), s->o));
    struct str text = {0};
    if (s->totals.units && s->style.verbose) str_add_char(&text, '\n');
    report_unit(r, &s->style, &text);
    result_totals_add(&s->totals, r);
    if (!r->error && got_nowhere(r->stats)) s->totals.failed++;
    return write_text(s, &text, d);
}

static void *prove_and_report(void *context) {
    struct searched *w = context;
    struct session *s = w->session;
    struct diag why = {0};
    prove(w, &why);
    w->result.dropped = suite_drop_assumed(&w->suite);
    suite_merge(&w->suite); // what the real VM said may have changed texts and places
    seen_mark(&s->seen, &w->suite);
    suite_show(&w->suite);
    progress_hold(&s->progress);
    w->ok = report(s, &w->result, &w->d);
    progress_leave(&s->progress);
    return NULL;
}

static bool free_searched(struct searched *w, struct diag *d) {
    bool ok = w->ok;
    if (!ok) *d = w->d;
    result_free(&w->result);
    explore_stats_free(&w->stats);
    suite_free(&w->suite);
    w->unit->language->unit_free(w->unit);
    mem_free(w);
    return ok;
}

bool session_settle(struct session *s, struct diag *d) {
    struct searched *w = s->proving;
    if (!w) return true;
    pthread_join(s->prover, NULL);
    s->proving = NULL;
    return free_searched(w, d);
}

static void note_proof(struct session *s, const struct suite *suite) {
    char doing[64];
    snprintf(doing, sizeof doing, "trying %u cases on the real VM", suite->cases.n);
    progress_note(&s->progress, doing);
}

static void learn(struct unit *u, const struct suite *suite) {
    const struct language_drawing *l = u->language->drawing;
    for (uint32_t i = 0; l && l->learn && i < suite->cases.n; i++) l->learn(u, &suite->cases.at[i]->input);
}

// What follows a search is not to take much of its time: a twentieth to make inputs smaller, and one to try
// cases that return.
static double seconds_behind(const struct options *o) {
    const double least = 0.2;
    return o->seconds <= 0 ? 0 : o->seconds / 20 > least ? o->seconds / 20 : least;
}

static struct searched *search(struct session *s, struct unit *u, double load_seconds) {
    struct searched *w = mem_zalloc(sizeof *w);
    w->session = s;
    w->unit = u;
    suite_init(&w->suite, u, s->o->no_replay ? NULL : s->o->out_dir);
    w->suite.seconds = seconds_behind(s->o);
    suite_wants_places(&w->suite, s->o->reach_places.n);
    w->suite.keeps_paths = s->o->paths_listed;
    if (s->o->paths_listed) w->suite.seconds = 0; // each is tried
    w->suite.findings_fail = s->o->findings_fail;
    w->suite.common_test = s->o->common_test;
    w->suite.update = s->o->update;
    s->suite = &w->suite;
    s->explore.context = s;
    explore(u, &s->explore, &w->stats);
    end_trial(s);
    progress_clear(&s->progress);
    suite_shrink(&w->suite, &s->explore.limits);
    suite_regroup(&w->suite, s->o->any_term == NULL_NEVER ? GROUP_DOMAIN : GROUP_ERROR);
    suite_sort(&w->suite);
    learn(u, &w->suite);
    s->suite = NULL;
    w->result = (struct unit_result){.name = u->name,
                                     .suite = &w->suite,
                                     .options = &s->explore,
                                     .stats = &w->stats,
                                     .load_seconds = load_seconds};
    result_collect(&w->result);
    return w;
}

bool session_test(struct session *s, struct unit *u, double load_seconds, struct diag *d) {
    struct searched *w = search(s, u, load_seconds);
    bool ok = session_settle(s, d); // one proof at a time, and reports in order
    if (ok && !s->only_unit && u->language->proving && u->language->proving->aside && !s->o->no_replay &&
        pthread_create(&s->prover, NULL, prove_and_report, w) == 0) {
        s->proving = w;
        return true;
    }
    if (ok) {
        if (!s->o->no_replay) note_proof(s, &w->suite);
        prove_and_report(w);
    }
    return free_searched(w, d) && ok;
}

bool session_unit_failed(struct session *s, const char *name, const struct diag *why, struct diag *d) {
    if (!session_settle(s, d)) return false;
    progress_clear(&s->progress);
    struct unit_result r = {.name = name, .error = why->text};
    if (!s->only_unit) return report(s, &r, d);
    if (s->results) json_array_append_new(s->results, result_json(&r));
    result_totals_add(&s->totals, &r);
    *d = *why;
    return false;
}

// What a search for errors may go on for where no depth was asked for: some tenths of a second.
enum { DEEPER = 4000 };

// A second, or a tenth of the search's time.
static double random_seconds(const struct options *o) {
    if (o->no_random || o->paths_listed) return 0;
    return o->seconds > 0 && o->seconds < 10 ? o->seconds / 10 : 1;
}

void session_prepare(struct session *s, const struct options *o) {
    *s = (struct session){.o = o};
    s->explore = (struct explore_options){.depth = (uint32_t)o->depth,
                                          .reach = (uint32_t)o->reach,
                                          .deeper = o->reach > o->depth ? DEEPER : 0,
                                          .coverage = o->goal == GOAL_COVERAGE,
                                          .n_places = o->reach_places.n,
                                          .branch_bound = (uint32_t)o->branch_bound,
                                          .runs = o->runs,
                                          .seconds = o->seconds,
                                          .jobs = (uint32_t)o->jobs,
                                          .strategy = o->strategy,
                                          .seed = o->seed,
                                          .bounds_orders = o->preemptions != NO_BOUND,
                                          .preemptions = (uint32_t)o->preemptions,
                                          .random_seconds = random_seconds(o),
                                          .limits = {o->steps, o->memory},
                                          .solve = {.off = o->links_off,
                                                    .seconds = o->query_seconds,
                                                    .log_dir = o->log_dir,
                                                    .checker = o->checker},
                                          .only_failures = o->goal != GOAL_COVERAGE,
                                          .on_run = on_run,
                                          .mark = mark,
                                          .on_progress = o->quiet ? NULL : on_progress,
                                          .stop = &stop};
    s->style = (struct report_style){
        .color = wants_color(o), .verbose = o->verbose, .longest = o->verbose ? 0 : 200};
    s->to_stdout = o->json && !strcmp(o->json, "-");
    if (o->json) s->results = json_array();
    progress_init(&s->progress, o->quiet, isatty(STDERR_FILENO));
}

static bool prepare_directories(const struct options *o, struct diag *d) {
    if (!o->no_replay && !file_make_dirs(o->out_dir, d)) return false;
    return !o->log_dir || file_make_dirs(o->log_dir, d);
}

bool session_begin(struct session *s, uint32_t units, struct diag *d) {
    s->only_unit = units == 1;
    s->explore.patience = s->only_unit ? s->o->patience : s->o->patience_of_many;
    s->explore.grows = !s->only_unit && s->o->shares_time;
    s->style.brief = !s->only_unit;
    if (!check_json_path(s->o->json, d) || !prepare_directories(s->o, d)) return false;
    catch_interrupts();
    return true;
}

bool session_stopped(void) {
    return stop_is_set(&stop);
}

void session_loading(struct session *s, const char *name, uint32_t at, uint32_t of) {
    progress_start(&s->progress, name, at, of);
    progress_note(&s->progress, "loading");
}

bool session_totals(struct session *s, struct diag *d) {
    if (s->only_unit) return true;
    struct str text = {0};
    report_totals(&s->totals, s->modules.at, s->modules.n, &s->style, &text);
    return write_text(s, &text, d);
}

int session_finish(struct session *s, bool ok, struct diag *d) {
    struct str told = {0};
    written_tell(&told);
    if (told.n)
        ok &= write_text(s, &told, d);
    else
        str_free(&told);
    progress_clear(&s->progress);
    progress_free(&s->progress);
    str_free(&s->trial_text);
    seen_free(&s->seen);
    if (ok || s->totals.units) ok &= write_json(s, d); // else there is nothing to write
    json_decref(s->results);
    coverage_free(s->modules.at, s->modules.n);
    if (!ok) return session_fail(d);
    if (s->totals.errors) return EXIT_ERRORS;
    return s->totals.failed ? EXIT_NOT_ANALYSED : EXIT_NO_ERROR;
}
