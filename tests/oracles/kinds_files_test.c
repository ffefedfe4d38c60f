// SPDX-License-Identifier: Apache-2.0
// Many more units of each kind, a module for each (tests/oracles/kinds). In front of a function stand its
// ways to fail, as calls that do, each behind "%!"; a function without one fails for no input that its spec
// allows. Behind "%=" stands a finding as it is to be told: its smallest input, worked out by hand. Behind
// "%?" stands a reason why not all is found yet: then nothing unlisted may be found, and no proof be claimed.
// Modules are searched whole, so that one `erl` does for all.
#include "oracles/check.h"
#include "tier.h"

#define DIR   "tests/oracles/kinds/"
#define UNITS 100

struct listed {
    char name[60];
    struct keys wanted;
    bool limit;
    char *smallest; // owned
};

static struct listed units[UNITS];
static int n_units;

static bool starts(const char *line, const char *with) {
    return !strncmp(line, with, strlen(with));
}

// The units of a module in the order of its text, with what the real VM says to each listed call.
static void read_units(const char *path) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *line = NULL;
    size_t room = 0;
    struct listed next = {0};
    bool pending = false;
    n_units = 0;
    while (getline(&line, &room, f) > 0) {
        line[strcspn(line, "\n")] = 0;
        if (starts(line, "%! ")) {
            char *key = key_of_call(line + 3);
            if (!key) fail_msg("%s does not fail on the real VM", line + 3);
            keys_add(&next.wanted, key);
        }
        if (starts(line, "%= ")) next.smallest = strdup(line + 3);
        next.limit |= starts(line, "%? ");
        pending |= starts(line, "%") || starts(line, "-spec ");
        if (!pending || line[0] < 'a' || line[0] > 'z') continue;
        snprintf(next.name, sizeof next.name, "%.*s", (int)strcspn(line, "("), line);
        assert_true(n_units < UNITS);
        units[n_units++] = next;
        next = (struct listed){0};
        pending = false;
    }
    free(line);
    fclose(f);
}

static struct listed *unit_named(const char *unit) { // "module:name/arity"
    const char *name = strchr(unit, ':') + 1;
    for (int i = 0; i < n_units; i++)
        if (strlen(units[i].name) == strcspn(name, "/") && starts(name, units[i].name)) return &units[i];
    fail_msg("%s is not listed", unit);
    return NULL;
}

static int check_unit(const json_t *result) {
    const char *name = text_at(result, "unit");
    struct listed *l = unit_named(name);
    const struct oracle o = {.unit = name, .known_limit = l->limit ? "" : NULL};
    struct keys found = {0};
    size_t i;
    json_t *finding, *findings = json_object_get(result, "findings");
    if (!json_is_array(findings)) fail_msg("%s: could not be analysed: %s", name, text_at(result, "error"));
    bool told = !l->smallest;
    json_array_foreach(findings, i, finding) {
        check_finding(&o, finding, &l->wanted, &found);
        char *call = call_of_finding(name, finding);
        told |= l->smallest && !strcmp(call, l->smallest);
        free(call);
    }
    if (!told) problem(&o, "not told as: ", l->smallest);
    free(l->smallest);
    check_witnesses(&o, &l->wanted, &found);
    if (l->limit && json_is_true(json_object_get(result, "complete"))) problem(&o, "a proof is claimed", "");
    keys_free(&found);
    keys_free(&l->wanted);
    return 1;
}

struct kinds {
    const char *path, *options;
};

static void check_file(void **state) {
    const struct kinds *k = *state;
    const char *path = k->path;
    problems = 0;
    vm_load(path);
    read_units(path);
    const struct oracle *module = &(struct oracle){.unit = path, .options = k->options};
    struct result r = frisk_run(&module, 1);
    int seen = 0;
    size_t i;
    json_t *unit, *list = json_object_get(r.json, "units");
    json_array_foreach(list, i, unit) seen += check_unit(unit);
    print_message("%s: %d units, %.2f s\n", path, seen, r.output.seconds);
    assert_int_equal(seen, n_units);
    result_free(&r);
    assert_int_equal(problems, 0);
}

int main(void) {
    // Bounds that do not depend on the machine. near: found in few runs, where each run or query takes long
    static const char far[] = "-n 2000 --query-time 0.5", near[] = "-n 200 --query-time 0.5",
                      between[] = "-n 400 --query-time 0.5";
#define MODULE(name, options)                                                                                \
    {                                                                                                        \
        name, check_file, NULL, NULL, &(struct kinds) {                                                      \
            DIR name ".erl", options                                                                         \
        }                                                                                                    \
    }
    const struct CMUnitTest all[] = {
        MODULE("kbits", far),         MODULE("kfuns", far),    MODULE("klibrary", near),
        MODULE("kmath", far),         MODULE("kmissed", near), MODULE("knumbers", far),
        MODULE("kshifts", far),       MODULE("kspecs", far),   MODULE("ktypes", far),
        MODULE("kprograms", between), MODULE("kopaque", far),  MODULE("kdeep", far)};
    const struct CMUnitTest *first = all;
    size_t n = sizeof all / sizeof *all;
    const char *only = getenv("ORACLE");
    if (only)
        for (size_t i = 0; i < n; i++)
            if (!strcmp(all[i].name, only)) first = &all[i];
    if (tier_is("fast")) n = 2; // the other modules take longer
    return oracles_group("kinds_files", first, only ? 1 : ONE_OF > 1 ? 1 : n);
}
