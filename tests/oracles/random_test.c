// SPDX-License-Identifier: Apache-2.0
// Random Erlang functions (random_units.erl), in bulk: where frisk says that a function cannot fail, or not
// in any further way, none of hundreds of inputs fails on the real VM but as it found; and what it found the
// VM repeats. The seed is fixed, but for tier nightly; FRISK_RANDOM_SEED and FRISK_RANDOM_UNITS set seed and
// number of functions.
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"
#include "tier.h"

enum { BATCH = 500, FIELDS = 7, PER_MODULE = 50, WORDS_MAX = BATCH / PER_MODULE + 60, AGAIN_MAX = 30 };

static struct {
    unsigned units, complete, proved, all_failed, failing, inputs, uncompiled, confirmed, unsure, wrong;
} tally;

// ---- What the real VM did: lines of the referee ----

struct line {
    char *field[FIELDS];
};
struct lines {
    struct line *at;
    size_t n;
    char *text;
};

static struct lines read_lines(const char *path) {
    struct lines l = {.text = drive_slurp(path)};
    size_t room = 0;
    for (char *at = l.text, *line; (line = strsep(&at, "\n")) != NULL;) {
        if (!*line) continue;
        if (l.n == room) l.at = realloc(l.at, (room = room ? 2 * room : 256) * sizeof *l.at);
        struct line *to = &l.at[l.n++];
        *to = (struct line){0};
        for (int i = 0; i < FIELDS && line; i++) to->field[i] = i == FIELDS - 1 ? line : strsep(&line, "\t");
    }
    return l;
}

static void lines_free(struct lines *l) {
    free(l->at);
    free(l->text);
}

// ---- What frisk says ----

static const char *text_at(const json_t *o, const char *name) {
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

static bool is_set(const json_t *o, const char *name) {
    return json_is_true(json_object_get(o, name));
}

// Class and reason, as the referee writes them: of a tuple its tag, of other terms that have no name "_".
static void way_of(const json_t *finding, char *out, size_t room) {
    const char *kind = text_at(finding, "kind"), *reason = text_at(finding, "reason");
    int tuple = *reason == '{';
    bool named = islower((unsigned char)reason[tuple]) || reason[tuple] == '\'';
    if (!strcmp(kind, "spec"))
        snprintf(out, room, "spec\t");
    else
        snprintf(out, room, "%s\t%.*s", kind, named ? (int)strcspn(reason, ",}") : 1, named ? reason : "_");
}

static bool has_way(const json_t *unit, const char *class, const char *reason) {
    char way[300], wanted[300];
    size_t i;
    json_t *finding, *findings = json_object_get(unit, "findings");
    snprintf(wanted, sizeof wanted, "%s\t%s", class, reason);
    json_array_foreach(findings, i, finding) {
        way_of(finding, way, sizeof way);
        if (!strcmp(way, wanted)) return true;
    }
    return false;
}

// ---- A batch ----

struct batch {
    char *dir;
    char prefix[40];
    bool checked;       // specs tell what is returned
    const char *option; // of frisk
    unsigned units;
    char again[AGAIN_MAX][100]; // to be looked at with frisk's own proof on the VM
    unsigned n_again;
};

static void run_referee(const char *words) {
    char command[2000];
    snprintf(command, sizeof command,
             "erl +S 1:1 -noshell -eval '{ok, random_units, B} = "
             "compile:file(\"tests/oracles/random_units.erl\", [binary]), {module, random_units} = "
             "code:load_binary(random_units, \"\", B), random_units:main([%s]).'",
             words);
    if (system(command) != 0) fail_msg("the referee came to grief: %s", words);
}

// `only`: the units to be searched, and their findings proved on the VM; NULL: all, and no proof.
static json_t *run_frisk(const struct batch *b, const char *const *only, unsigned n_only) {
    char files[WORDS_MAX][200], out[200];
    char *argv[2 * WORDS_MAX] = {
        (char *)drive_frisk(), "erl", "-q", "--json", "-", "-j", "1", "-n", "150", "-t", "5",
        "--query-time",        "0.1"};
    int n = 13;
    snprintf(out, sizeof out, "%s/out", b->dir);
    argv[n++] = "-o", argv[n++] = out;
    if (b->option) argv[n++] = (char *)b->option;
    if (b->checked) argv[n++] = "--check-return";
    if (!only) argv[n++] = "--no-replay";
    for (unsigned i = 0; i < (b->units + PER_MODULE - 1) / PER_MODULE; i++) {
        snprintf(files[i], sizeof files[i], "%s/%s_%u.erl", b->dir, b->prefix, i + 1);
        argv[n++] = files[i];
        bool wanted = false;
        char of_module[60];
        size_t length = (size_t)snprintf(of_module, sizeof of_module, "%s_%u:", b->prefix, i + 1);
        for (unsigned k = 0; k < n_only; k++)
            if (!strncmp(only[k], of_module, length)) argv[n++] = (char *)only[k], wanted = true;
        if (only && !wanted) n--;
    }
    struct output o = drive_run(argv, NULL, 1800);
    json_error_t why;
    json_t *json = json_loads(o.out, 0, &why);
    if (!json) fail_msg("no result object (%s), status %d, stderr: %s", why.text, o.status, o.err);
    drive_free(&o);
    return json;
}

static const json_t *unit_named(const json_t *json, const char *name) {
    json_t *unit, *units = json_object_get(json, "units");
    size_t i;
    if (!units) return !strcmp(text_at(json, "unit"), name) ? json : NULL; // there was one only
    json_array_foreach(units, i, unit) if (!strcmp(text_at(unit, "unit"), name)) return unit;
    return NULL;
}

static void look_again(struct batch *b, const char *unit) {
    for (unsigned i = 0; i < b->n_again; i++)
        if (!strcmp(b->again[i], unit)) return;
    if (b->n_again == AGAIN_MAX) fail_msg("too many claims are false: %s", unit);
    snprintf(b->again[b->n_again++], sizeof b->again[0], "%s", unit);
}

// Each way to fail on the VM against what is claimed.
static void check_claims(struct batch *b, const json_t *json, const struct lines *real) {
    const char *last = "";
    for (size_t i = 0; i < real->n; i++) {
        char *const *f = real->at[i].field;
        if (!strcmp(f[0], "uncompiled")) tally.uncompiled += (unsigned)atoi(f[1]);
        if (strcmp(f[0], "unit") != 0 && strcmp(f[0], "fail") != 0) continue;
        const json_t *unit = unit_named(json, f[1]);
        if (!unit) fail_msg("%s: not searched", f[1]);
        if (!json_is_null(json_object_get(unit, "error"))) fail_msg("%s: %s", f[1], text_at(unit, "error"));
        if (!strcmp(f[0], "unit")) {
            tally.units++;
            tally.complete += is_set(unit, "complete");
            tally.proved += is_set(unit, "proved");
            tally.all_failed += is_set(unit, "all_failed");
            tally.inputs += is_set(unit, "complete") ? (unsigned)atoi(f[2]) : 0;
            continue;
        }
        tally.failing += strcmp(last, f[1]) != 0;
        last = f[1];
        if (is_set(unit, "complete") && !has_way(unit, f[2], f[3])) look_again(b, f[1]);
    }
}

// All that was found, made on the VM.
static void check_findings(struct batch *b, const json_t *json) {
    char path[200], words[400], way[300];
    json_t *unit, *finding, *units = json_object_get(json, "units");
    size_t i, k, at = 0;
    snprintf(path, sizeof path, "%s/%s.calls", b->dir, b->prefix);
    FILE *calls = fopen(path, "w");
    assert_non_null(calls);
    json_array_foreach(units, i, unit) json_array_foreach(json_object_get(unit, "findings"), k, finding)
        fprintf(calls, "%s\n", text_at(finding, "call"));
    fclose(calls);
    snprintf(words, sizeof words, "\"confirm\", \"%s\", \"%s\"", b->dir, b->prefix);
    run_referee(words);
    snprintf(path, sizeof path, "%s/%s.made", b->dir, b->prefix);
    struct lines made = read_lines(path);
    json_array_foreach(units, i, unit) json_array_foreach(json_object_get(unit, "findings"), k, finding) {
        assert_true(at < made.n);
        char *const *f = made.at[at++].field;
        char real[300];
        snprintf(real, sizeof real, "%s\t%s", strcmp(f[0], "value") ? f[0] : "spec", f[1] ? f[1] : "");
        way_of(finding, way, sizeof way);
        if (!strcmp(real, way))
            tally.confirmed++;
        else
            look_again(b, text_at(unit, "unit"));
    }
    lines_free(&made);
}

// What OTP's compiler leaves out although it fails: the update of a map by :=, where nobody needs the map.
static bool is_compilers(const json_t *finding) {
    const char *reason = text_at(finding, "reason");
    return !strncmp(reason, "{badkey", 7) || !strncmp(reason, "{badmap", 7);
}

// With frisk's own proof on the VM, which may take a claim back.
static void check_again(struct batch *b, const struct lines *real) {
    const char *only[AGAIN_MAX];
    for (unsigned i = 0; i < b->n_again; i++) only[i] = b->again[i];
    json_t *json = run_frisk(b, only, b->n_again);
    for (unsigned u = 0; u < b->n_again; u++) {
        const json_t *unit = unit_named(json, only[u]);
        json_t *finding, *findings = json_object_get(unit, "findings");
        size_t i;
        assert_non_null(unit);
        json_array_foreach(findings, i, finding) {
            if (is_set(finding, "confirmed")) continue;
            tally.unsure++;
            if (is_compilers(finding)) continue;
            print_error("%s: found but not on the real VM: %s, %s\n", only[u], text_at(finding, "call"),
                        text_at(finding, "real"));
            tally.wrong++;
        }
        for (i = 0; i < real->n; i++) {
            char *const *f = real->at[i].field;
            if (strcmp(f[0], "fail") != 0 || strcmp(f[1], only[u]) != 0 || !is_set(unit, "complete"))
                continue;
            if (has_way(unit, f[2], f[3])) continue;
            print_error("%s: said to be complete, but it fails: %s (%s %s)\n", only[u], f[6], f[2], f[3]);
            tally.wrong++;
        }
    }
    json_decref(json);
}

static void one_batch(unsigned seed, unsigned units, unsigned number) {
    static const char *const options[] = {NULL, "--no-prune", "--no-random"};
    struct batch b = {
        .dir = drive_scratch(), .checked = number % 2, .option = options[number % 3], .units = units};
    char words[400], path[200];
    unsigned wrong = tally.wrong;
    snprintf(b.prefix, sizeof b.prefix, "r%u", seed);
    snprintf(words, sizeof words, "\"%s\", \"%s\", \"%u\", \"%u\", \"%s\"", b.dir, b.prefix, seed, units,
             b.checked ? "check" : "open");
    run_referee(words);
    snprintf(path, sizeof path, "%s/%s.expected", b.dir, b.prefix);
    struct lines real = read_lines(path);
    json_t *json = run_frisk(&b, NULL, 0);
    check_claims(&b, json, &real);
    check_findings(&b, json);
    if (b.n_again) check_again(&b, &real);
    json_decref(json);
    lines_free(&real);
    if (tally.wrong > wrong)
        print_error("seed %u%s%s: see %s\n", seed, b.checked ? " --check-return " : " ",
                    b.option ? b.option : "", b.dir);
    else
        drive_remove(b.dir);
    free(b.dir);
}

static unsigned numbering_of(const char *name, unsigned otherwise) {
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void claims(void **state) {
    (void)state;
    unsigned units = numbering_of("FRISK_RANDOM_UNITS", tier_number(100, 1000, 20000));
    unsigned seed =
        numbering_of("FRISK_RANDOM_SEED", tier_is("nightly") ? (unsigned)time(NULL) % 1000000 * 100 : 1);
    printf("seed %u, %u functions\n", seed, units);
    for (unsigned done = 0, i = 0; done < units; i++) {
        unsigned n = units - done < BATCH ? units - done : BATCH;
        one_batch(seed + i, n, i);
        done += n;
    }
    printf(
        "%u functions (%u not compiled), %u fail, %u complete (%u proved, %u as all has failed), tried on %u "
        "inputs; %u findings confirmed, %u not; %u wrong\n",
        tally.units, tally.uncompiled, tally.failing, tally.complete, tally.proved, tally.all_failed,
        tally.inputs, tally.confirmed, tally.unsure, tally.wrong);
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.uncompiled * 20 < units && tally.units + tally.uncompiled == units);
    assert_true(tally.failing * 3 >= tally.units && tally.complete * 2 >= tally.units);
    assert_true(tally.unsure * 100 < tally.confirmed + 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(claims)};
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
