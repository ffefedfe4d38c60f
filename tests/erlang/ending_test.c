// SPDX-License-Identifier: Apache-2.0
// Endings. Of three modules in endings/: what ends for all inputs, structurally or by counting, must be
// proved to; what nearly ends must not; and functions without an end for some input must be reported with
// one. Random recursive functions: what is said to end is called on the real VM with small arguments of all
// kinds, and does. FRISK_ENDING_PROGRAMS sets how many of them there are.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/str.h"
#include "erlang/erlang.h"
#include "erlang/random_loops.h"
#include "erlang/sampler.h"
#include "explore/language.h"
#include "explore/trace.h"
#include "tier.h"

#define ENDINGS "tests/erlang/endings/"

static struct erlang *open_file(const char *file) {
    struct diag d = {0};
    struct erlang_options o = {.files = &file, .n_files = 1, .share_dir = "share/frisk", .prune = true};
    struct erlang *e = erlang_open(&o, &d);
    if (!e) fail_msg("%s", d.text);
    return e;
}

// The units of a file, each handed to `look`. Returns how many.
static uint32_t each_unit(const char *file,
                          void (*look)(struct unit *u, const struct erlang_target *t, void *),
                          void *context) {
    struct erlang *e = open_file(file);
    struct erlang_targets targets = {0};
    struct diag d = {0};
    if (!erlang_targets(e, file, NULL, &targets, &d)) fail_msg("%s", d.text);
    uint32_t n = 0;
    for (uint32_t i = 0; i < targets.n; i++) {
        struct unit *u = erlang_unit(e, &targets.at[i], &d);
        if (!u) fail_msg("%s", d.text);
        look(u, &targets.at[i], context);
        u->language->unit_free(u);
        n++;
    }
    mem_free(targets.at);
    erlang_close(e);
    return n;
}

// ---- What ends ----

static void must_end(struct unit *u, const struct erlang_target *t, void *wrong) {
    struct run_limits limits = {.steps = 100000, .memory = 64 << 20};
    if (!u->ends) {
        fprintf(stderr, "%s ends, and that is not proved\n", u->name);
        ++*(uint32_t *)wrong;
    }
    struct runner *r = u->language->runner_new(u, &limits);
    for (uint32_t i = 0, n = tier_number(10, 60, 60); i < n; i++) {
        type_id type = variables_type(u->variables, 0);
        struct binding value = {0, sample(u->exprs, u->grammar, type, 4)};
        if (!value.value || !grammar_accepts(u->grammar, type, value.value)) continue;
        struct model input = {1, &value, u->variables};
        struct outcome out = {0};
        u->language->run(r, &input, NULL, &out);
        if (out.endless) fail_msg("%s comes back to a state", u->name);
    }
    u->language->runner_free(r);
}

static void what_ends_is_proved(void **state) {
    uint32_t wrong = 0;
    rng_state = 3;
    uint32_t n = each_unit(ENDINGS "ending.erl", must_end, &wrong);
    assert_int_equal(wrong, 0);
    assert_true(n >= 40);
}

// ---- What nearly ends ----

static void must_not_be_proved(struct unit *u, const struct erlang_target *t, void *wrong) {
    static const char *const helpers[] = {"nearly:a33b/1", "nearly:witnesses/0"}; // which do end
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (!strcmp(u->name, helpers[i])) return;
    if (!u->ends) return;
    fprintf(stderr, "%s is said to end\n", u->name);
    ++*(uint32_t *)wrong;
}

static char *output_of(const char *command) {
    FILE *f = popen(command, "r");
    struct str s = {0};
    char line[1000];
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) str_add(&s, line);
    int status = pclose(f);
    if (status) fail_msg("status %d of %s: %s", status, command, str_text(&s));
    return str_take(&s);
}

static void what_nearly_ends_is_not(void **state) {
    uint32_t wrong = 0;
    uint32_t n = each_unit(ENDINGS "nearly.erl", must_not_be_proved, &wrong);
    assert_int_equal(wrong, 0);
    assert_true(n >= 50);
    // On the real VM none of the witnesses ends.
    char *told = output_of(
        "cd tests/erlang && erl -noshell -eval '"
        "[begin {ok, M, B} = compile:file(F, [binary]), {module, M} = code:load_binary(M, F, B) end "
        "|| F <- [\"loops_vm\", \"endings/nearly\"]], "
        "loops_vm:goes_on(nearly, 400), halt().'");
    assert_string_equal(told, "43 calls\n");
    free(told);
}

// ---- What does not end ----

static json_t *result_of(const char *words) {
    char dir[] = "/tmp/frisk-ending-XXXXXX", command[1000];
    assert_non_null(mkdtemp(dir));
    const char *frisk = getenv("FRISK");
    snprintf(command, sizeof command,
             "%s erl -q -j 1 -o %s/out --json %s/r.json %s >/dev/null 2>&1; test $? -le 1",
             frisk ? frisk : "build/release/frisk", dir, dir, words);
    if (system(command)) fail_msg("%s", command);
    snprintf(command, sizeof command, "%s/r.json", dir);
    json_error_t error;
    json_t *r = json_load_file(command, 0, &error);
    if (!r) fail_msg("%s: %s", words, error.text);
    snprintf(command, sizeof command, "rm -rf %s", dir);
    assert_int_equal(system(command), 0);
    return r;
}

static const char *text_of(const json_t *o, const char *key) {
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

static bool is_hang(const json_t *c) {
    return !strcmp(text_of(json_object_get(c, "outcome"), "kind"), "hang");
}

// A hang, or an input on which no end was seen, which no time of the search has cut off.
static uint32_t count_endless(const json_t *unit) {
    uint32_t n = 0;
    size_t i;
    json_t *c;
    json_array_foreach(json_object_get(unit, "cases"), i, c) n += is_hang(c);
    json_array_foreach(json_object_get(unit, "unfinished"), i, c) {
        n += !strcmp(text_of(c, "kind"), "limit") && strcmp(text_of(c, "limit"), "time") != 0;
    }
    return n;
}

static void what_does_not_end_is_found(void **state) {
    if (tier_is("fast")) skip(); // some are tried below
    json_t *r = result_of("--no-replay -t 30 -n 60 " ENDINGS "endless.erl endless"), *unit;
    size_t i, hangs = 0;
    json_array_foreach(json_object_get(r, "units"), i, unit) {
        bool found = count_endless(unit) > 0, hang = !strcmp(text_of(unit, "ends"), "no");
        if (!found) fail_msg("%s: no input without an end", text_of(unit, "unit"));
        if (!strcmp(text_of(unit, "ends"), "proved")) fail_msg("%s is said to end", text_of(unit, "unit"));
        hangs += hang;
    }
    assert_true(json_array_size(json_object_get(r, "units")) >= 35);
    assert_true(hangs >= 25);
    json_decref(r);
}

// With the real VM: confirmed, as tests too; what was cut off is tried there.
static void the_real_vm_does_not_end_it_either(void **state) {
    static const struct {
        const char *unit;
        bool cut_off; // else it is a hang
    } rows[] = {{"tokens/1", false}, {"deep/1", false}, {"fold/2", false},
                {"follow/2", false}, {"spin/1", false}, {"fact/1", true},
                {"await/1", true},   {"drain/1", true}, {"pile/2", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!tier_takes(i, 3)) continue;
        struct str words = {0};
        str_addf(&words, "-t 30 -n 60 " ENDINGS "endless.erl endless:%s", rows[i].unit);
        json_t *r = result_of(str_text(&words)), *c;
        size_t k;
        uint32_t confirmed = 0, seen = 0;
        json_array_foreach(json_object_get(r, "cases"), k, c) {
            bool tested = json_is_string(json_object_get(c, "test"));
            confirmed += is_hang(c) && !strcmp(text_of(c, "proof"), "confirmed") && tested;
        }
        json_array_foreach(json_object_get(r, "unfinished"), k, c) {
            seen += json_is_string(json_object_get(c, "seen"));
        }
        if (!(rows[i].cut_off ? seen : confirmed)) {
            char *text = json_dumps(r, JSON_INDENT(1));
            fail_msg("%s: not seen on the real VM: %s", rows[i].unit, text);
        }
        json_decref(r);
        str_free(&words);
    }
}

// Frisk's own run was cut off, and the real VM shows how it ends: an error there is a finding.
static void what_was_only_cut_off_is_followed_there(void **state) {
    json_t *r = result_of("-t 30 -n 40 --steps 20000 " ENDINGS "long.erl long"), *unit, *c;
    size_t i, k;
    assert_int_equal(json_array_size(json_object_get(r, "units")), 2);
    json_array_foreach(json_object_get(r, "units"), i, unit) {
        bool raises = !strcmp(text_of(unit, "unit"), "long:raises/1");
        uint32_t errors = 0, returned = 0;
        json_array_foreach(json_object_get(unit, "cases"), k, c) {
            errors += !strcmp(text_of(json_object_get(c, "outcome"), "text"), "late") &&
                      !strcmp(text_of(c, "proof"), "confirmed");
        }
        json_array_foreach(json_object_get(unit, "unfinished"), k, c) {
            returned += !strncmp(text_of(c, "real"), "returned", 8);
        }
        if (raises ? !errors : !returned) {
            char *text = json_dumps(unit, JSON_INDENT(1));
            fail_msg("%s", text);
        }
    }
    json_decref(r);
}

// ---- Random functions ----

struct random_tally {
    FILE *claims; // of what is said to end
    uint32_t units, ends;
};

static const char *type_name(const struct loops *g, uint32_t i) {
    static const char *const names[] = {"integer", "nat", "number", "list", "bytes", "tree"};
    return names[g->types[i]];
}

// The types are drawn again, from the same seed, to be told to the VM.
static void claim(struct unit *u, const struct erlang_target *t, void *context) {
    struct random_tally *tally = context;
    const char *name = symbol_text(t->function);
    if (name[0] != 'f') return;
    tally->units++;
    tally->ends += u->ends;
    if (u->ends) fprintf(tally->claims, "%s/%u\n", name, t->arity);
}

static void write_text(const char *path, const struct str *s) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(s->at, f);
    fclose(f);
}

// Functions of the file with their types, of those that are claimed to end.
static void write_functions(const char *path, const char *claims, uint32_t units, uint64_t seed) {
    struct str unused = {0}, text = {0};
    struct loops g = {.out = &unused, .state = seed * 0x9E3779B97F4A7C15u + 1};
    FILE *f = fopen(claims, "r");
    char line[100];
    bool *claimed = mem_zalloc((units + 1) * sizeof *claimed);
    unsigned number, arity;
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "f%u/%u", &number, &arity) == 2 && number <= units) claimed[number] = true;
    fclose(f);
    for (uint32_t u = 1; u <= units; u++) {
        g.n = 1 + loops_below(&g, 3);
        for (uint32_t i = 0; i < g.n; i++) g.types[i] = (enum loop_type)loops_below(&g, LOOP_TYPES);
        if (claimed[u]) str_addf(&text, "{f%u, [", u);
        for (uint32_t i = 0; i < g.n && claimed[u]; i++)
            str_addf(&text, "%s%s", i ? ", " : "", type_name(&g, i));
        if (claimed[u]) str_add(&text, "]}.\n");
        loops_function(&g, "f", "g");
        loops_function(&g, "g", "f");
    }
    if (!text.n) str_add(&text, "\n");
    write_text(path, &text);
    mem_free(claimed);
    str_free(&text);
    str_free(&unused);
}

static void random_functions(void **state) {
    enum { EACH = 250 };
    char dir[] = "/tmp/frisk-loops-XXXXXX", path[100], claims[100], functions[100], command[1200];
    const char *n = getenv("FRISK_ENDING_PROGRAMS");
    uint32_t programs = n ? (uint32_t)strtoul(n, NULL, 10) : tier_number(EACH, 1000, 20000);
    struct random_tally t = {0};
    assert_non_null(mkdtemp(dir));
    for (uint32_t m = 0; m * EACH < programs; m++) {
        struct str text = {0};
        loops_module(&text, "loops", EACH, m + 1);
        snprintf(path, sizeof path, "%s/loops.erl", dir);
        snprintf(claims, sizeof claims, "%s/claims", dir);
        snprintf(functions, sizeof functions, "%s/functions", dir);
        write_text(path, &text);
        str_free(&text);
        t.claims = fopen(claims, "w");
        assert_non_null(t.claims);
        each_unit(path, claim, &t);
        fclose(t.claims);
        write_functions(functions, claims, EACH, m + 1);
        snprintf(
            command, sizeof command,
            "erl -noshell -eval '[begin {ok, M, B} = compile:file(F, [binary]), {module, M} = "
            "code:load_binary(M, F, B) end || F "
            "<- [\"tests/erlang/loops_vm\", \"%s/loops\"]], loops_vm:ends(loops, \"%s\", 4000), halt().'",
            dir, functions);
        char *told = output_of(command);
        if (told[0]) fail_msg("seed %u: said to end, but on the VM these do not: %s", m + 1, told);
        free(told);
    }
    printf("random functions: %u, %u proved to end\n", t.units, t.ends);
    snprintf(command, sizeof command, "rm -rf %s", dir);
    assert_int_equal(system(command), 0);
    assert_true(t.ends * 5 >= t.units && t.ends * 10 <= t.units * 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_ends_is_proved),
                                       cmocka_unit_test(what_nearly_ends_is_not),
                                       cmocka_unit_test(what_does_not_end_is_found),
                                       cmocka_unit_test(the_real_vm_does_not_end_it_either),
                                       cmocka_unit_test(what_was_only_cut_off_is_followed_there),
                                       cmocka_unit_test(random_functions)};
    return cmocka_run_group_tests_name("ending", tests, NULL, NULL);
}
