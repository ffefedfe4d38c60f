// SPDX-License-Identifier: Apache-2.0
// End-to-end tests: what frisk must find, unit by unit, from its command line, with the real VM (vm.erl) as
// referee.
//
// A witness is a call known to fail; which exception it raises, and where, the real VM tells when the test
// runs. A finding agrees with a witness if class, name of the reason, function and line are the same. All
// ways to fail that the unit's spec admits are listed: one more or one less found is a failed test, and so is
// a finding that the VM does not repeat.
//
// Where frisk cannot find them yet (`known_limit`), the test is one of honesty: nothing may be found that is
// not listed, no proof may be claimed, and the result must name what was lost. Once all witnesses are found,
// the flag is out of date and fails the test.
#ifndef FRISK_TESTS_ORACLES_CHECK_H
#define FRISK_TESTS_ORACLES_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/referee.h"

enum completeness {
    ANY,   // nothing is claimed
    DEPTH, // nothing left open within the depth
    PROOF, // nothing left open at all, no bound hit, no precision lost
};

struct oracle {
    const char *file, *unit; // file NULL: OTP's own module
    const char *options;     // further words of the command line
    enum completeness complete;
    const char *witnesses[8];
    const char *known_limit; // what the list of losses must name; "": lossy suffices; NULL: no limit known
    int sat, unsat, runs;    // expected counts, as COUNT(n); 0: not stated
    double seconds;          // at most, its replay included; 0: not stated
};
#define COUNT(n) ((n) + 1)
#define UNIT(f, u, o, c, ...)                                                                                \
    .file = (f), .unit = (u), .options = (o), .complete = (c), .witnesses = {__VA_ARGS__}

#define LIMIT_SECONDS 120 // for one run of frisk
#define TOGETHER      120 // units in one run
#define WORDS_MAX     (2 * TOGETHER + 30)

// ---- Running frisk ----

struct result {
    struct output output;
    json_t *json;
    char *out_dir;
};

// All of them, which have the same options, in one call; those of one file stand together.
static struct result frisk_run(const struct oracle *const *oracles, size_t n) {
    const struct oracle *o = oracles[0];
    struct result r = {.out_dir = drive_scratch()};
    char *words = strdup(o->options);
    char *argv[WORDS_MAX] = {
        (char *)drive_frisk(), "erl",   "--json", "-", "-o", r.out_dir, "-j", "1", "-q", "-t", "20",
        "--any-term",          "errors"};
    size_t k = 13;
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " ")) argv[k++] = w;
    assert_true(k + 2 * n < WORDS_MAX);
    for (size_t i = 0; i < n; i++) {
        const char *file = oracles[i]->file;
        if (file && (i == 0 || file != oracles[i - 1]->file)) argv[k++] = (char *)file;
        argv[k++] = (char *)oracles[i]->unit;
    }
    argv[k] = NULL;
    r.output = drive_run(argv, NULL, LIMIT_SECONDS * (int)n);
    free(words);
    json_error_t why;
    r.json = json_loads(r.output.out, 0, &why);
    if (!r.json)
        fail_msg("%s: no result object (%s), status %d, stderr: %s", o->unit, why.text, r.output.status,
                 r.output.err);
    return r;
}

static void result_free(struct result *r) {
    json_decref(r->json);
    drive_free(&r->output);
    drive_remove(r->out_dir);
    free(r->out_dir);
}

// The finding's call in the language's syntax, built from its arguments.
static char *call_of_finding(const char *unit, const json_t *finding) {
    size_t n = strcspn(unit, "/"), length = 0;
    const json_t *input = json_object_get(finding, "input");
    char *call = malloc(n + 3);
    length = (size_t)sprintf(call, "%.*s(", (int)n, unit);
    for (size_t i = 0; i < json_array_size(input); i++) {
        const char *argument = json_string_value(json_array_get(input, i));
        assert_non_null(argument);
        call = realloc(call, length + strlen(argument) + 5);
        length += (size_t)sprintf(call + length, "%s%s", i ? ", " : "", argument);
    }
    call[length++] = ')';
    call[length] = 0;
    return call;
}

// ---- One line of the table ----

static int problems;
static void problem(const struct oracle *o, const char *what, const char *detail) {
    print_error("%s: %s%s\n", o->unit, what, detail);
    problems++;
}

static void check_count(const struct oracle *o, const char *what, int wanted, const json_t *found) {
    char text[100];
    if (!wanted || json_integer_value(found) == wanted - 1) return;
    snprintf(text, sizeof text, " %d instead of %d", (int)json_integer_value(found), wanted - 1);
    problem(o, what, text);
}

static void check_finding(const struct oracle *o, const json_t *finding, const struct keys *wanted,
                          struct keys *found) {
    char *call = call_of_finding(o->unit, finding);
    char *real = key_of_call(call);
    char *claim = key_of_finding(finding, real && !strchr(real, '/'));
    if (!real)
        problem(o, "the real VM raises nothing on ", call);
    else if (strcmp(real, claim))
        problem(o, "claimed: ", claim), problem(o, "but real: ", real);
    else if (!keys_have(wanted, real))
        problem(o, "an unexpected way to fail: ", call), problem(o, "  namely ", real);
    else if (keys_have(found, real))
        problem(o, "the same way to fail twice: ", call);
    if (!json_is_true(json_object_get(finding, "confirmed"))) problem(o, "not confirmed: ", call);
    if (real) keys_add(found, strdup(real));
    free(real);
    free(claim);
    free(call);
}

static void check_completeness(const struct oracle *o, const json_t *result) {
    bool complete = json_is_true(json_object_get(result, "complete"));
    bool to_depth = complete || json_is_true(json_object_get(result, "complete_to_depth"));
    if ((o->complete == PROOF && !complete) || (o->complete == DEPTH && !to_depth)) {
        char *bounds = json_dumps(json_object_get(result, "bounds_hit"), JSON_ENCODE_ANY);
        char *lost = json_dumps(json_object_get(result, "lost"), JSON_ENCODE_ANY);
        problem(o,
                o->complete == PROOF ? "not complete; bounds hit: "
                                     : "not complete to the depth; bounds hit: ",
                bounds ? bounds : "?");
        problem(o, "  lost: ", lost ? lost : "?");
        free(bounds);
        free(lost);
    }
}

// A unit with a known limit: what was lost is told, and no proof claimed.
static void check_honesty(const struct oracle *o, const json_t *result) {
    if (json_is_true(json_object_get(result, "complete"))) problem(o, "a proof is claimed", "");
    if (!json_is_true(json_object_get(result, "lossy"))) problem(o, "no loss of precision is told", "");
    bool named = !o->known_limit[0];
    size_t i;
    json_t *entry, *lost = json_object_get(result, "lost");
    json_array_foreach(lost, i, entry) named |= !strcmp(text_at(entry, "what"), o->known_limit);
    if (!named) problem(o, "the list of losses does not name: ", o->known_limit);
}

static void check_witnesses(const struct oracle *o, const struct keys *wanted, const struct keys *found) {
    int missing = 0;
    for (int k = 0; k < wanted->n; k++) {
        if (keys_have(found, wanted->at[k])) continue;
        missing++;
        if (!o->known_limit) problem(o, "not found: ", wanted->at[k]);
    }
    if (o->known_limit && wanted->n && !missing) problem(o, "all is found; known_limit is out of date", "");
}

// ---- Oracles with the same options: in one call of frisk, whose `erl` is what is dear ----

struct group {
    const struct oracle *members[TOGETHER];
    size_t n;
    struct result result; // once the first of them has been asked for
    bool ran;
};
static struct group *groups;
static size_t n_groups;

static bool fits(const struct group *g, const struct oracle *o) {
    return g->n < TOGETHER && !strcmp(o->options, g->members[0]->options);
}

static void join_group(const struct oracle *o) {
    size_t i = 0;
    while (i < n_groups && !fits(&groups[i], o)) i++;
    if (i == n_groups) n_groups++;
    groups[i].members[groups[i].n++] = o;
}

static struct group *group_of(const struct oracle *o) {
    for (size_t i = 0; i < n_groups; i++)
        for (size_t k = 0; k < groups[i].n; k++)
            if (groups[i].members[k] == o) return &groups[i];
    fail_msg("%s is in no group", o->unit);
    return NULL;
}

static bool has_findings(const json_t *unit) {
    return json_array_size(json_object_get(unit, "findings")) > 0;
}

// The result object of the unit. Of the whole call the exit status is checked, once.
static json_t *result_of(struct group *g, const struct oracle *o) {
    if (!g->ran) g->result = frisk_run(g->members, g->n);
    json_t *units = json_object_get(g->result.json, "units"), *unit, *own = units ? NULL : g->result.json;
    bool some = has_findings(g->result.json);
    size_t i;
    json_array_foreach(units, i, unit) {
        some |= has_findings(unit);
        if (!strcmp(text_at(unit, "unit"), o->unit)) own = unit;
    }
    if (!g->ran && g->result.output.status != some)
        problem(o, "wrong exit status; stderr: ", g->result.output.err);
    g->ran = true;
    if (!own || !json_is_array(json_object_get(own, "findings"))) fail_msg("%s: no result", o->unit);
    return own;
}

static void groups_free(void) {
    for (size_t i = 0; i < n_groups; i++)
        if (groups[i].ran) result_free(&groups[i].result);
    free(groups);
    groups = NULL;
}

static double seconds_of(const json_t *result) {
    static const char *const parts[] = {"load", "analysis", "search", "replay"};
    double sum = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        sum += json_number_value(json_object_get(json_object_get(result, "seconds"), parts[i]));
    return sum;
}

static void check_oracle(void **state) {
    const struct oracle *o = *state;
    problems = 0;
    struct keys wanted = {0}, found = {0};
    if (o->file) vm_load(o->file);
    for (int i = 0; i < 8 && o->witnesses[i]; i++) {
        char *key = key_of_call(o->witnesses[i]);
        if (!key) fail_msg("%s does not fail on the real VM", o->witnesses[i]);
        keys_add(&wanted, key);
    }

    json_t *result = result_of(group_of(o), o);
    size_t i;
    json_t *finding, *findings = json_object_get(result, "findings");
    json_array_foreach(findings, i, finding) check_finding(o, finding, &wanted, &found);
    check_witnesses(o, &wanted, &found);
    check_completeness(o, result);
    if (o->known_limit) check_honesty(o, result);
    const json_t *solver = json_object_get(result, "solver");
    check_count(o, "sat answers:", o->sat, json_object_get(solver, "sat"));
    check_count(o, "unsat answers:", o->unsat, json_object_get(solver, "unsat"));
    check_count(o, "runs:", o->runs, json_object_get(result, "runs"));
    if (o->seconds > 0 && seconds_of(result) > o->seconds) problem(o, "too slow", "");
    print_message("%s: %.2f s\n", o->unit, seconds_of(result));
    keys_free(&wanted);
    keys_free(&found);
    assert_int_equal(problems, 0);
}

// Under the sanitizers a sample does: what is found does not hang on the build.
#ifdef __SANITIZE_ADDRESS__
#define ONE_OF 4
#else
#define ONE_OF 1
#endif

// With the real VM at hand.
static inline int oracles_group(const char *name, const struct CMUnitTest *tests, size_t n) {
    signal(SIGPIPE, SIG_IGN);
    vm_start();
    int failed = _cmocka_run_group_tests(name, tests, n, NULL, NULL);
    vm_stop();
    return failed;
}

// Runs the table's oracles as one group; $ORACLE: only, and all, the units whose name holds that text.
static inline int oracles_run(const char *name, const struct oracle *table, size_t n) {
    struct CMUnitTest *tests = calloc(n, sizeof *tests);
    const char *only = getenv("ORACLE");
    size_t chosen = 0;
    groups = calloc(n, sizeof *groups);
    n_groups = 0;
    for (size_t i = 0; i < n; i++) {
        if (only ? !strstr(table[i].unit, only) : i % ONE_OF != 0) continue;
        join_group(&table[i]);
        tests[chosen++] =
            (struct CMUnitTest){table[i].unit, check_oracle, NULL, NULL, (void *)(uintptr_t)&table[i]};
    }
    int failed = oracles_group(name, tests, chosen);
    groups_free();
    free(tests);
    return failed;
}

#endif
