// SPDX-License-Identifier: Apache-2.0
// What the documents promise of every search, seen from the command line: suites that compile and pass,
// results that repeat, findings that depend neither on the number of workers nor on a link of the solving
// chain, answers that a second solver agrees with, a cache that makes erl needless.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"
#include "tier.h"

#define LIMIT_SECONDS 120
#define WORDS_MAX     40

struct search {
    struct output output;
    json_t *json;
};

// frisk erl -q --json - -o OUT_DIR, then the words of `options`, then FILE UNIT.
static struct search search(const char *out_dir, const char *options, const char *file, const char *unit) {
    char *words = strdup(options), *rest = words;
    char *argv[WORDS_MAX] = {(char *)drive_frisk(), "erl", "-q", "--json", "-", "-o", (char *)out_dir};
    int n = 7;
    for (char *w; (w = strsep(&rest, " ")) != NULL && n < WORDS_MAX - 3;) {
        if (!*w) continue;
        for (char *c = w; *c; c++) *c = *c == '_' ? ' ' : *c; // '_' stands for a blank within a word
        argv[n++] = w;
    }
    argv[n++] = (char *)file;
    argv[n++] = (char *)unit;
    argv[n] = NULL;
    struct search s = {.output = drive_run(argv, NULL, LIMIT_SECONDS)};
    free(words);
    s.json = json_loads(s.output.out, 0, NULL);
    if (!s.json) fail_msg("%s %s: no result, status %d: %s", options, unit, s.output.status, s.output.err);
    return s;
}

static void search_free(struct search *s) {
    json_decref(s->json);
    drive_free(&s->output);
}

static const char *text_at(const json_t *o, const char *name) {
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

// The ways to fail as a sorted text: "kind function:line" of each finding, one a line. To be freed.
static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *ways_to_fail(const json_t *result) {
    const json_t *findings = json_object_get(result, "findings");
    size_t n = json_array_size(findings), length = 1;
    char **lines = calloc(n + 1, sizeof *lines);
    for (size_t i = 0; i < n; i++) {
        const json_t *finding = json_array_get(findings, i), *where = json_object_get(finding, "where");
        char line[500];
        snprintf(line, sizeof line, "%s %s:%d\n", text_at(finding, "kind"), text_at(where, "function"),
                 (int)json_integer_value(json_object_get(where, "line")));
        lines[i] = strdup(line);
        length += strlen(line);
    }
    qsort(lines, n, sizeof *lines, by_text);
    char *all = calloc(length, 1);
    for (size_t i = 0; i < n; i++) {
        strcat(all, lines[i]);
        free(lines[i]);
    }
    free(lines);
    return all;
}

// ---- Suites ----

static const struct {
    const char *file, *unit;
    bool fails;
} suites[] = {
    {"examples/slice.erl", "slice:f/1", true},        {"examples/running.erl", "running:foo/1", true},
    {"examples/parse.erl", "parse:classes/1", true},  {"examples/functions.erl", "functions:twice/1", true},
    {"examples/stock.erl", "stock:take/2", true},     {"examples/money.erl", "money:tenth/1", true},
    {"examples/truth.erl", "truth:both/2", false},    {"examples/account.erl", "account:withdraw/2", true},
    {"examples/packet.erl", "packet:decode/1", true},
};
enum { SUITES = sizeof suites / sizeof *suites };

// In $1: compiles the modules under test (the other arguments), and what frisk wrote with warnings as errors;
// runs EUnit on each suite.
static const char run_suites[] =
    "set -e; cd \"$1\"; shift; erlc \"$@\"; erlc -Wall -Werror ./*_tests.erl\n"
    "erl -noshell -eval '[ok = eunit:test(list_to_atom(filename:basename(F, \".erl\"))) || "
    "F <- filelib:wildcard(\"*_tests.erl\")], halt(0).'";

static unsigned occurrences(const char *text, const char *word) {
    unsigned n = 0;
    for (; (text = strstr(text, word)) != NULL; text += strlen(word)) n++;
    return n;
}

static void suites_pass(void **state) {
    char *dir = drive_scratch();
    char *argv[2 * SUITES + 12] = {
        (char *)drive_frisk(), "erl", "-q", "--json", "-", "-o", dir, "-j", "1", "-d", "8"};
    char *check[SUITES + 6] = {"/bin/sh", "-c", (char *)run_suites, "sh", dir};
    size_t words = 11, sources = 0, i, seen = 0;
    for (i = 0; i < SUITES; i++) {
        if (!tier_takes(i, 4)) continue;
        argv[words++] = (char *)suites[i].file;
        argv[words++] = (char *)suites[i].unit;
        check[5 + sources++] = realpath(suites[i].file, NULL);
    }
    struct output o = drive_run(argv, NULL, LIMIT_SECONDS);
    json_t *result = json_loads(o.out, 0, NULL), *unit;
    if (!result) fail_msg("no result, status %d: %s", o.status, o.err);
    json_array_foreach(json_object_get(result, "units"), i, unit) {
        size_t k = 0;
        while (strcmp(suites[k].unit, text_at(unit, "unit"))) k++;
        assert_int_equal(json_array_size(json_object_get(unit, "findings")) > 0, suites[k].fails);
        seen++;
    }
    assert_int_equal(seen, sources);
    drive_free(&o);
    o = drive_run(check, NULL, LIMIT_SECONDS);
    if (o.status != 0) fail_msg("a suite fails, status %d\n%s%s", o.status, o.out, o.err);
    if (occurrences(o.out, "passed") < sources || strstr(o.out, "no tests"))
        fail_msg("not all tests ran\n%s%s", o.out, o.err);
    drive_free(&o);
    json_decref(result);
    for (i = 0; i < sources; i++) free(check[5 + i]);
    drive_remove(dir);
    free(dir);
}

// ---- Words ----

// The word "proof" is for complete searches only; where precision was lost, the report says what and where.
static void words_of_a_proof(void **state) {
    (void)state;
    static const struct {
        const char *file, *unit, *told, *never;
    } rows[] = {
        {"examples/truth.erl", "truth:both/2", "proof: raises nothing", "Taken as concrete"},
        {"tests/oracles/units/bits.erl", "bits:never/1", "proof: raises nothing", "Taken as concrete"},
        {"tests/oracles/kinds/kfuns.erl", "kfuns:told_apart/1", "function handed to an input function",
         "proof"},
    };
    char *dir = drive_scratch();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *argv[] = {
            (char *)drive_frisk(), "erl", "-q", "-j", "1", "--no-replay", "-o", dir, (char *)rows[i].file,
            (char *)rows[i].unit,  NULL};
        struct output o = drive_run(argv, NULL, LIMIT_SECONDS);
        if (o.status != 0 || !strstr(o.out, rows[i].told) || strstr(o.out, rows[i].never))
            fail_msg("%s: status %d, must tell '%s', not '%s':\n%s%s", rows[i].unit, o.status, rows[i].told,
                     rows[i].never, o.out, o.err);
        drive_free(&o);
    }
    drive_remove(dir);
    free(dir);
}

// ---- The same again ----

static void drop_times(json_t *o) {
    const char *name;
    json_t *member;
    void *next;
    size_t i;
    json_object_foreach_safe(o, next, name, member) {
        if (strstr(name, "seconds"))
            json_object_del(o, name);
        else
            drop_times(member);
    }
    json_array_foreach(o, i, member) drop_times(member);
}

static char *suite_text(const char *dir) {
    char *argv[] = {"/bin/sh", "-c", "find \"$1\" -name '*.erl' | sort | xargs cat", "sh", (char *)dir, NULL};
    struct output o = drive_run(argv, NULL, 20);
    char *text = strdup(o.out);
    drive_free(&o);
    return text;
}

static void same_again(void **state) {
    (void)state;
    char *dirs[2], *results[2], *tests[2];
    for (int i = 0; i < 2; i++) {
        dirs[i] = drive_scratch();
        struct search s = search(dirs[i], "-j 1 -d 10", "examples/running.erl", "running:foo/1");
        drop_times(s.json);
        results[i] = json_dumps(s.json, JSON_SORT_KEYS | JSON_INDENT(1));
        tests[i] = suite_text(dirs[i]);
        search_free(&s);
    }
    assert_string_equal(results[0], results[1]);
    assert_string_equal(tests[0], tests[1]);
    assert_true(strlen(tests[0]) > 100);
    for (int i = 0; i < 2; i++) {
        drive_remove(dirs[i]);
        free(dirs[i]);
        free(results[i]);
        free(tests[i]);
    }
}

// ---- Nothing hangs on workers, strategies or links ----

static const char *const variations[] = {
    "-j 1",
    "-j 4",
    "-j 1 -s breadth",
    "-j 1 -s depth",
    "-j 1 -s generational",
    "-j 1 --no-link facts",
    "-j 1 --no-link slice",
    "-j 1 --no-link cache",
    "-j 1 --no-link models",
    "-j 1 --no-link shapes",
    "-j 1 --no-link fix",
    "-j 1 --no-link search",
    "-j 1 --no-link z3",
    "-j 1 --no-link repair",
    "-j 1 --no-link witnesses",
    "-j 1 --no-link enumeration",
    "-j 1 --no-link periods",
    "-j 1 --no-link multiples",
    "-j 1 --no-link boxes",
    "-j 1 --no-link extremes",
    "-j 1 --no-link local",
    "-j 1 --no-link facts --no-link cache --no-link models",
    "-j 1 --no-cache",
};

// A link that the options leave out was asked nothing, in any unit.
static void check_links(const json_t *units, const char *options) {
    size_t i, k;
    json_t *unit, *link;
    json_array_foreach(units, i, unit) {
        json_array_foreach(json_object_get(json_object_get(unit, "solver"), "links"), k, link) {
            char word[100];
            snprintf(word, sizeof word, "--no-link %s", text_at(link, "name"));
            const char *at = strstr(options, word);
            bool off = at && (at[strlen(word)] == 0 || at[strlen(word)] == ' ');
            if (off && json_integer_value(json_object_get(link, "asked")) != 0)
                fail_msg("%s: %s was asked with %s", text_at(unit, "unit"), text_at(link, "name"), options);
        }
    }
}

// What is found in three units of different kinds, by one run.
static char *found_with(const char *options) {
    char *dir = drive_scratch(), words[300], *found = NULL;
    snprintf(words, sizeof words,
             "-d 8 --no-replay %s tests/oracles/units/numbers.erl numbers:nested/3 examples/account.erl "
             "account:withdraw/2",
             options);
    struct search s = search(dir, words, "examples/running.erl", "running:foo_terms/1");
    json_t *units = json_object_get(s.json, "units");
    size_t n = json_array_size(units);
    assert_int_equal(n, 3);
    check_links(units, options);
    for (size_t i = 0; i < n; i++) {
        char *before = found, *ways = ways_to_fail(json_array_get(units, i));
        if (!ways[0])
            fail_msg("%s: nothing is found with %s", text_at(json_array_get(units, i), "unit"), options);
        assert_true(asprintf(&found, "%s%s", before ? before : "", ways) > 0);
        free(before);
        free(ways);
    }
    search_free(&s);
    drive_remove(dir);
    free(dir);
    return found;
}

static void same_findings(void **state) {
    const char *options = *state;
    static char *wanted; // what is found without any variation, kept for all of them
    if (!wanted) wanted = found_with(variations[0]);
    char *found = found_with(options);
    if (strcmp(wanted, found) != 0) fail_msg("with %s: found\n%sinstead of\n%s", options, found, wanted);
    free(found);
}

// ---- A second solver ----

// cvc5 (a process) is asked each query that Z3 was asked, and never says otherwise.
static void second_solver(void **state) {
    (void)state;
    static const char *const units[][2] = {{"examples/slice.erl", "slice:deep/1"},
                                           {"tests/oracles/units/numbers.erl", "numbers:nested/3"},
                                           {"tests/oracles/units/numbers.erl", "numbers:divided/1"},
                                           {"tests/oracles/units/shifts.erl", "shifts:mixed/2"},
                                           {"examples/squares.erl", "squares:hidden/2"}};
    json_int_t checked = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!tier_takes(i, 2)) continue;
        char *dir = drive_scratch();
        struct search s = search(dir,
                                 "-j 1 -d 8 --no-replay --no-prune --no-link shapes --no-link search "
                                 "--check-solver cvc5_--tlimit=5000",
                                 units[i][0], units[i][1]);
        const json_t *solver = json_object_get(s.json, "solver");
        checked += json_integer_value(json_object_get(solver, "checked"));
        if (json_integer_value(json_object_get(solver, "disagreed")) != 0)
            fail_msg("%s: cvc5 disagrees with Z3", units[i][1]);
        search_free(&s);
        drive_remove(dir);
        free(dir);
    }
    assert_true(checked >= (tier_is("fast") ? 3 : 5));
}

// The queries that were logged are scripts that another solver reads.
static void logged_queries(void **state) {
    (void)state;
    char *dir = drive_scratch(), words[300];
    snprintf(words, sizeof words,
             "-j 1 --no-replay --no-link shapes --no-link search --log-queries %s/queries", dir);
    struct search s = search(dir, words, "examples/slice.erl", "slice:deep/1");
    const json_t *z3 = json_object_get(json_object_get(s.json, "solver"), "z3");
    assert_true(json_integer_value(json_object_get(z3, "queries")) > 0);
    char *argv[] = {"/bin/sh",
                    "-c",
                    "set -e; cd \"$1/queries\"; n=0\n"
                    "for f in *; do r=$(cvc5 --lang=smt2 --tlimit=5000 \"$f\"); case $r in sat*|unsat*) "
                    "n=$((n + 1));; *) echo \"$f: $r\"; exit 1;; esac; done\n"
                    "test $n -gt 0",
                    "sh",
                    dir,
                    NULL};
    struct output o = drive_run(argv, NULL, 60);
    if (o.status != 0) fail_msg("%s%s", o.out, o.err);
    drive_free(&o);
    search_free(&s);
    drive_remove(dir);
    free(dir);
}

// ---- The cache ----

// With a warm cache, a search without replay starts no erl: told by a limit of address space that erl cannot
// start within (it reserves a gigabyte for literals) and frisk can.
static int search_in_little_space(const char *cache_option, const char *out_dir) {
    char *argv[] = {"/bin/sh",
                    "-c",
                    "ulimit -v 1000000; exec \"$1\" erl -q -j 1 --memory 64M --no-replay $2 -o \"$3\" "
                    "examples/truth.erl truth:either/2",
                    "sh",
                    (char *)drive_frisk(),
                    (char *)cache_option,
                    (char *)out_dir,
                    NULL};
    struct output o = drive_run(argv, NULL, LIMIT_SECONDS);
    int status = o.status;
    drive_free(&o);
    return status;
}

static void warm_cache(void **state) {
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); // a sanitizer's program needs terabytes of address space
#endif
    char *dir = drive_scratch();
    struct search s = search(dir, "-j 1 --no-replay", "examples/truth.erl", "truth:either/2");
    assert_int_equal(s.output.status, 1);
    search_free(&s);
    assert_int_equal(search_in_little_space("", dir), 1);
    assert_int_equal(search_in_little_space("--no-cache", dir), 3); // here it needs erl, and has none
    drive_remove(dir);
    free(dir);
}

int main(void) {
    enum { VARIATIONS = sizeof variations / sizeof *variations };
    static struct CMUnitTest tests[VARIATIONS + 6];
    size_t n = 0;
    tests[n++] = (struct CMUnitTest){"suites pass", suites_pass, NULL, NULL, NULL};
    for (size_t i = 1; i < VARIATIONS; i++)
        tests[n++] =
            (struct CMUnitTest){variations[i], same_findings, NULL, NULL, (void *)(uintptr_t)variations[i]};
    tests[n++] = (struct CMUnitTest){"words of a proof", words_of_a_proof, NULL, NULL, NULL};
    tests[n++] = (struct CMUnitTest){"the same again", same_again, NULL, NULL, NULL};
    tests[n++] = (struct CMUnitTest){"second solver", second_solver, NULL, NULL, NULL};
    tests[n++] = (struct CMUnitTest){"logged queries", logged_queries, NULL, NULL, NULL};
    tests[n++] = (struct CMUnitTest){"warm cache", warm_cache, NULL, NULL, NULL};
    return _cmocka_run_group_tests("promises", tests, n, NULL, NULL);
}
