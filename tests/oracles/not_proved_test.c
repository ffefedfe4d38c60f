// SPDX-License-Identifier: Apache-2.0
// Programs that no proof may be claimed of: not_proved/*.erl, one file for each rule that a proof can rest
// on, in which a sloppy version of the rule would prove every function. A line "%% fails: CALL" stands for a
// call of a function of the file that fails on the real VM, which is asked. Where frisk says of that function
// that it found all errors, this one must be among them. (In np_return.erl it is "%% returns: CALL", whose
// value the function's spec does not allow.) How many of the calls it finds is told, and has to stay.
#include <dirent.h>

#include "oracles/referee.h"
#include "tier.h"

enum { FILES_MAX = 64, WITNESSES_MAX = 64, PROGRAMS_LEAST = 10, WORDS_MAX = FILES_MAX + 30 };

static char *files[FILES_MAX];
static int n_files;
static const char dir[] = "tests/oracles/not_proved";

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list_files(void) {
    DIR *d = opendir(dir);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        size_t n = strlen(e->d_name);
        if (tier_is("fast") && e->d_name[3] % 3 && strcmp(e->d_name, "np_return.erl") != 0)
            continue; // a third of the rules
        if (n < 5 || strcmp(e->d_name + n - 4, ".erl") != 0) continue;
        char path[512];
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        assert_true(n_files < FILES_MAX);
        files[n_files++] = strdup(path);
    }
    closedir(d);
    qsort(files, (size_t)n_files, sizeof *files, by_name);
}

// What is returned is looked at where the option asks for it.
static bool is_about(const char *path, const char *option) {
    return !!strstr(path, "np_return") == !strcmp(option, "--check-return");
}

static json_t *run_frisk(const char *option) {
    char *out = drive_scratch();
    char *argv[WORDS_MAX] = {(char *)drive_frisk(),
                             "erl",
                             "-q",
                             "--json",
                             "-",
                             "-o",
                             out,
                             "-j",
                             "1",
                             "-n",
                             "300",
                             "-t",
                             "10",
                             "--query-time",
                             "0.2",
                             (char *)option};
    int n = 16;
    if (!strcmp(option, "--no-prune")) argv[n++] = "--no-replay"; // the same calls have been proved before
    for (int i = 0; i < n_files; i++)
        if (is_about(files[i], option)) argv[n++] = files[i];
    struct output o = drive_run(argv, NULL, 600);
    json_error_t why;
    json_t *json = json_loads(o.out, 0, &why);
    if (!json) fail_msg("no result object (%s), status %d, stderr: %s", why.text, o.status, o.err);
    drive_free(&o);
    drive_remove(out);
    free(out);
    return json;
}

static const json_t *unit_of(const json_t *json, const char *module, const char *call) {
    char prefix[300];
    snprintf(prefix, sizeof prefix, "%s:%.*s/", module, (int)strcspn(call, "("), call);
    size_t i;
    json_t *unit, *units = json_object_get(json, "units");
    json_array_foreach(units, i,
                       unit) if (!strncmp(text_at(unit, "unit"), prefix, strlen(prefix))) return unit;
    fail_msg("%s: not searched", prefix);
    return NULL;
}

static struct { int programs, found, wrong; } tally;

// One "CALL" of a file's list; `returns`: it gives a value.
static void check_witness(const json_t *json, const char *module, const char *call, bool returns) {
    char whole[2000];
    snprintf(whole, sizeof whole, "%s:%s", module, call);
    char *real = key_of_call(whole);
    if (!real == !returns) fail_msg("%s: the real VM %s", whole, returns ? real : "raises nothing");
    if (returns) real = strdup("spec");
    bool placeless = !strchr(real, '/'), told = false, found = false;
    const json_t *unit = unit_of(json, module, call);
    size_t i;
    json_t *finding, *findings = json_object_get(unit, "findings");
    json_array_foreach(findings, i, finding) {
        char *way = returns ? strdup(text_at(finding, "kind")) : key_of_finding(finding, true);
        char *claim = returns ? strdup(way) : key_of_finding(finding, placeless);
        size_t n = strlen(way);
        bool same = !strncmp(way, real, n) && (!real[n] || real[n] == ' ');
        told |= same;
        // without a proof on the VM the place is frisk's own word
        found |= !strcmp(text_at(finding, "proof"), "untried") ? same : !strcmp(claim, real);
        free(way);
        free(claim);
    }
    tally.programs++;
    tally.found += found;
    if (!told && json_is_true(json_object_get(unit, "complete"))) {
        print_error("%s: %s, but it fails: %s\n", whole,
                    json_is_true(json_object_get(unit, "proved")) ? "proved" : "said to be complete", real);
        tally.wrong++;
    }
    free(real);
}

static bool is_listed(char *const *names, int n, const char *name, size_t length) {
    for (int i = 0; i < n; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], name, length)) return true;
    return false;
}

// All of a file: each exported function has a call that fails, and there are enough of them.
static void check_file(const json_t *json, const char *path) {
    char module[200], *names[WITNESSES_MAX];
    int n = 0;
    snprintf(module, sizeof module, "%s", strrchr(path, '/') + 1);
    *strrchr(module, '.') = 0;
    vm_load(path);
    char *text = drive_slurp(path);
    bool returns = strstr(path, "np_return");
    const char *mark = returns ? "%% returns: " : "%% fails: ";
    for (char *at = text; (at = strstr(at, mark)) != NULL;) {
        at += strlen(mark);
        char *call = strndup(at, strcspn(at, "\n"));
        check_witness(json, module, call, returns);
        assert_true(n < WITNESSES_MAX);
        call[strcspn(call, "(")] = 0;
        names[n++] = call;
    }
    if (n < PROGRAMS_LEAST) fail_msg("%s: %d programs", path, n);
    const char *exports = strstr(text, "-export([");
    for (const char *at = exports + strlen("-export(["); *at && *at != ']';
         at += strcspn(at, ",]"), at += *at == ',') {
        at += strspn(at, " \n");
        if (!is_listed(names, n, at, strcspn(at, "/"))) fail_msg("%s: nothing is said of %.20s", path, at);
    }
    for (int i = 0; i < n; i++) free(names[i]);
    free(text);
}

// `option`: a further one; other rules are at work then.
static void check_all(const char *option) {
    tally.programs = tally.found = tally.wrong = 0;
    json_t *json = run_frisk(option);
    int rules = 0;
    for (int i = 0; i < n_files; i++) {
        if (!is_about(files[i], option)) continue;
        check_file(json, files[i]);
        rules++;
    }
    json_decref(json);
    printf("not proved, %s: %d programs of %d rules, %d found, %d proved all the same\n", option,
           tally.programs, rules, tally.found, tally.wrong);
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.found * 100 >= tally.programs * 90);
}

static void with_pruning(void **state) {
    (void)state;
    check_all("--prune");
}
static void searched(void **state) {
    (void)state;
    if (tier_is("fast")) skip();
    check_all("--no-prune");
}

static void returned(void **state) {
    (void)state;
    check_all("--check-return");
}

static int start(void **state) {
    (void)state;
    list_files();
    vm_start();
    return n_files ? 0 : -1;
}
static int stop(void **state) {
    (void)state;
    vm_stop();
    for (int i = 0; i < n_files; i++) free(files[i]);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(with_pruning), cmocka_unit_test(searched),
                                       cmocka_unit_test(returned)};
    return cmocka_run_group_tests_name("not proved", tests, start, stop);
}
