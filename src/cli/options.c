// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/project.h"
#include "java/java.h"

enum value_kind {
    KIND_FLAG,
    KIND_TEXT,
    KIND_REVISION, // a value only as --name=VALUE; else HEAD
    KIND_LIST,
    KIND_COUNT_,
    KIND_SECONDS,
    KIND_SIZE,
    KIND_STRATEGY,
    KIND_COLOR,
    KIND_GOAL,
    KIND_NULLS,
    KIND_ON_FINDING,
    KIND_UPDATE,
    KIND_ENV,
    KIND_HEAP,
    KIND_DELIVERY,
    KIND_LINK
};
#define KIND_COUNT KIND_COUNT_ // the sort of a value here, not the number of kinds of Erlang terms

struct option {
    const char *name, *argument, *help;
    enum value_kind kind;
    char letter;
    size_t field;
    double least, most;
};

static const struct option table[] = {
#define X(name, letter, text, argument, kind, field, least, most, help)                                      \
    {text, argument, help, KIND_##kind, letter, offsetof(struct options, field), least, most},
    OPTIONS(X)
#undef X
};
enum { OPTION_COUNT = sizeof table / sizeof *table };

// ---- The nearest name ----

// Optimal string alignment of two short names.
static uint32_t distance(const char *a, const char *b) {
    enum { MOST = 32 };
    uint32_t n = (uint32_t)strlen(a), m = (uint32_t)strlen(b), d[MOST + 1][MOST + 1];
    if (n > MOST || m > MOST) return UINT32_MAX;
    for (uint32_t i = 0; i <= n; i++) d[i][0] = i;
    for (uint32_t j = 0; j <= m; j++) d[0][j] = j;
    for (uint32_t i = 1; i <= n; i++) {
        for (uint32_t j = 1; j <= m; j++) {
            uint32_t best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best) best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best) best = d[i][j - 1] + 1;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && d[i - 2][j - 2] + 1 < best) best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    }
    return d[n][m];
}

// Keeps the best of the names offered so far; a name that begins with what was typed counts as near.
static void offer(const char *typed, const char *name, const char **best, uint32_t *least) {
    uint32_t far = strlen(typed) >= 3 && !strncmp(name, typed, strlen(typed)) ? 1 : distance(typed, name);
    if (far < *least && far <= 2 && far < strlen(name)) {
        *least = far;
        *best = name;
    }
}

static bool unknown_option(const char *typed, struct diag *d) {
    const char *best = NULL;
    uint32_t least = UINT32_MAX;
    const char *name = typed + strspn(typed, "-");
    for (uint32_t i = 0; i < OPTION_COUNT; i++) offer(name, table[i].name, &best, &least);
    if (best) return diag_set(d, DIAG_USAGE, "unknown option '%s'; did you mean --%s?", typed, best);
    return diag_set(d, DIAG_USAGE, "unknown option '%s'; frisk --help lists them", typed);
}

// ---- Values ----

static bool parse_count(const struct option *p, const char *text, uint64_t *out, struct diag *d) {
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end)
        return diag_set(d, DIAG_USAGE, "--%s wants a number, got '%s'", p->name, text);
    if (errno || (double)v < p->least || (double)v > p->most)
        return diag_set(d, DIAG_USAGE, "--%s wants a number from %.0f to %.0f, got '%s'", p->name, p->least,
                        p->most, text);
    *out = v;
    return true;
}

static bool parse_seconds(const struct option *p, const char *text, double *out, struct diag *d) {
    char *end;
    double v = strtod(text, &end);
    if (end > text && *end == 's' && !end[1]) end++; // 10s
    if (end == text || *end || !isfinite(v) || v < p->least || v > p->most)
        return diag_set(d, DIAG_USAGE, "--%s wants a number of seconds, got '%s'", p->name, text);
    *out = v;
    return true;
}

static bool parse_size(const struct option *p, const char *text, uint64_t *out, struct diag *d) {
    static const char units[] = "KMG";
    char *end;
    double v = strtod(text, &end);
    const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    if (unit) {
        v *= (double)((uint64_t)1 << 10 * (unit - units + 1));
        end++;
    }
    if (end == text || *end || !isfinite(v))
        return diag_set(d, DIAG_USAGE, "--%s wants a size as 500M or 2G, got '%s'", p->name, text);
    if (v < p->least || v > p->most)
        return diag_set(d, DIAG_USAGE, "--%s wants at least %.0fK, got '%s'", p->name, p->least / 1024, text);
    *out = (uint64_t)v;
    return true;
}

// The number of the name; a wrong one lists them all.
static bool parse_name(const struct option *p, const char *text, const char *const *names, uint32_t n,
                       uint32_t *out, struct diag *d) {
    const char *best = NULL;
    uint32_t least = UINT32_MAX;
    struct str all = {0};
    for (uint32_t i = 0; i < n; i++) {
        if (!strcmp(text, names[i])) {
            str_free(&all);
            *out = i;
            return true;
        }
        offer(text, names[i], &best, &least);
        str_addf(&all, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", names[i]);
    }
    diag_set(d, DIAG_USAGE, "--%s wants %s, got '%s'%s%s%s", p->name, str_text(&all), text,
             best ? "; did you mean " : "", best ? best : "", best ? "?" : "");
    str_free(&all);
    return false;
}

static const char *const strategies[] = {
#define X(name, text, what) text,
    EXPLORE_STRATEGIES(X)
#undef X
};
static const char *const link_names[] = {
#define X(name, group, text, what) text,
    SOLVE_LINKS(X)
#undef X
};
static const char *const goals[] = {"errors", "coverage"};
static const char *const updates[] = {"show", "drop"};
static const char *const on_findings[] = {"pin", "fail"};
static const char *const null_modes[] = {"apart", "errors", "never"};
static const char *const machines[] = {"this", "any"};
static const char *const heaps[] = {"built", "lazy"};
static const char *const deliveries[] = {"immediate", "delayed"};
static const char *const colors[] = {"auto", "always", "never"};

static bool set_value(struct options *o, const struct option *p, const char *text, struct diag *d) {
    void *field = (char *)o + p->field;
    uint32_t i = 0;
    switch (p->kind) {
    case KIND_FLAG: *(bool *)field = true; return true;
    case KIND_TEXT:
        if (!*text) return diag_set(d, DIAG_USAGE, "--%s wants a value, got an empty one", p->name);
        *(const char **)field = text;
        return true;
    case KIND_REVISION: *(const char **)field = text ? text : "HEAD"; return true;
    case KIND_LIST: vec_push((text_list *)field, text); return true;
    case KIND_COUNT: return parse_count(p, text, field, d);
    case KIND_SECONDS: return parse_seconds(p, text, field, d);
    case KIND_SIZE: return parse_size(p, text, field, d);
    case KIND_STRATEGY:
        if (!parse_name(p, text, strategies, STRATEGY_COUNT, &i, d)) return false;
        *(enum strategy *)field = (enum strategy)i;
        return true;
    case KIND_COLOR:
        if (!parse_name(p, text, colors, 3, &i, d)) return false;
        *(enum color_mode *)field = (enum color_mode)i;
        return true;
    case KIND_GOAL:
        if (!parse_name(p, text, goals, 2, &i, d)) return false;
        *(enum goal *)field = (enum goal)i;
        return true;
    case KIND_NULLS:
        if (!parse_name(p, text, null_modes, 3, &i, d)) return false;
        *(enum null_mode *)field = (enum null_mode)i;
        return true;
    case KIND_UPDATE:
        if (!parse_name(p, text, updates, 2, &i, d)) return false;
        *(enum suite_update *)field = i ? SUITE_DROP : SUITE_SHOW;
        return true;
    case KIND_ON_FINDING:
        if (!parse_name(p, text, on_findings, 2, &i, d)) return false;
        *(bool *)field = i == 1;
        return true;
    case KIND_ENV:
        if (!parse_name(p, text, machines, 2, &i, d)) return false;
        *(bool *)field = i == 1;
        return true;
    case KIND_HEAP:
        if (!parse_name(p, text, heaps, 2, &i, d)) return false;
        *(enum heap_mode *)field = (enum heap_mode)i;
        return true;
    case KIND_DELIVERY:
        if (!parse_name(p, text, deliveries, 2, &i, d)) return false;
        *(bool *)field = i == 1;
        return true;
    case KIND_LINK:
        if (!parse_name(p, text, link_names, LINK_COUNT, &i, d)) return false;
        *(uint32_t *)field |= (uint32_t)1 << i;
        return true;
    }
    __builtin_unreachable();
}

// ---- Words ----

struct words {
    char **at;
    int n, next;
};

static bool set_from_words(struct options *o, const struct option *p, const char *given, struct words *w,
                           struct diag *d) {
    if (!p->argument && given)
        return diag_set(d, DIAG_USAGE, "--%s takes no value, got '%s'", p->name, given);
    if (p->argument && !given && p->kind != KIND_REVISION) {
        if (w->next >= w->n) return diag_set(d, DIAG_USAGE, "--%s wants a value (%s)", p->name, p->argument);
        given = w->at[w->next++];
    }
    return set_value(o, p, given, d);
}

static bool parse_long(struct options *o, const char *word, struct words *w, struct diag *d) {
    size_t n = strcspn(word + 2, "=");
    const char *given = word[2 + n] ? word + 2 + n + 1 : NULL;
    for (uint32_t i = 0; i < OPTION_COUNT; i++)
        if (strlen(table[i].name) == n && !strncmp(table[i].name, word + 2, n))
            return set_from_words(o, &table[i], given, w, d);
    char typed[64];
    snprintf(typed, sizeof typed, "%.*s", (int)(2 + n), word);
    return unknown_option(typed, d);
}

static const struct option *find_letter(char letter) {
    for (uint32_t i = 0; i < OPTION_COUNT; i++)
        if (table[i].letter == letter) return &table[i];
    return NULL;
}

static bool parse_short(struct options *o, const char *word, struct words *w, struct diag *d) {
    for (const char *c = word + 1; *c; c++) {
        const struct option *p = find_letter(*c);
        if (!p) return unknown_option(word, d);
        if (!p->argument) {
            set_value(o, p, NULL, d);
            continue;
        }
        return set_from_words(o, p, c[1] ? c + 1 : NULL, w, d); // -d10, -d 10
    }
    return true;
}

static bool parse_word(struct options *o, const char *word, bool only_operands, struct words *w,
                       struct diag *d) {
    if (only_operands || word[0] != '-' || !word[1] || isdigit((unsigned char)word[1])) { // -1: an argument
        if (!o->command)
            o->command = word;
        else
            vec_push(&o->operands, word);
        return true;
    }
    if (!strcmp(word, "-pa")) return parse_long(o, "--pa", w, d); // as Erlang writes it
    if (!strcmp(word, "-cp")) return parse_long(o, "--cp", w, d); // as Java writes it
    return word[1] == '-' ? parse_long(o, word, w, d) : parse_short(o, word, w, d);
}

// "1.2:1", "*:1.1"
static bool is_pair_of_processes(const char *text) {
    for (int k = 0; k < 2; k++) {
        size_t n = *text == '*' ? 1 : strspn(text, "0123456789.");
        if (!n || text[n] != (k ? 0 : ':')) return false;
        text += n + 1;
    }
    return true;
}

static bool check_command(const struct options *o, struct diag *d) {
    if (o->help || o->version) return true;
    if (!o->command)
        return diag_set(d, DIAG_USAGE,
                        "what to test? For example: frisk erl lists:nth/2 (more: frisk --help)");
    if (strcmp(o->command, "erl") && strcmp(o->command, "java"))
        return diag_set(d, DIAG_USAGE, "unknown command '%s'; frisk knows erl and java", o->command);
    if (o->update && o->common_test)
        return diag_set(d, DIAG_USAGE, "--update is about suites for EUnit, not --common-test");
    if (o->junit4 && o->testng) return diag_set(d, DIAG_USAGE, "either --junit4 or --testng");
    if (o->main && strcmp(o->command, "java")) return diag_set(d, DIAG_USAGE, "--main is of frisk java");
    if (!o->main && (o->input_class || o->all || o->arguments.n || o->any_arguments))
        return diag_set(d, DIAG_USAGE, "--input-class, --all, --arg and --any-args go with --main");
    bool erlang = !strcmp(o->command, "erl");
    if (!erlang &&
        (o->changed || o->any_term || o->discard.n || o->opaque.n || o->stub.n || o->check_return ||
         o->preemptions != NO_BOUND || o->delayed || o->lossy.n || o->update || o->common_test))
        return diag_set(d, DIAG_USAGE,
                        "--changed, --any-term, --discard, --opaque, --stub, --check-return, "
                        "--preemptions, --delivery, --lossy, --update and --common-test are of frisk erl");
    if (erlang && (o->testng || o->no_overflow))
        return diag_set(d, DIAG_USAGE, "--testng and --no-overflow are of frisk java");
    if (o->heap && (erlang || o->main || o->state))
        return diag_set(d, DIAG_USAGE, "--heap is of frisk java, of methods, and goes without --state");
    if (o->assume.n && o->main) return diag_set(d, DIAG_USAGE, "--assume is about methods, not --main");
    if (o->heap_rules.n && o->heap != HEAP_LAZY)
        return diag_set(d, DIAG_USAGE, "--assume-heap goes with --heap lazy");
    if (o->strategy == STRATEGY_NEAREST && !o->reach_places.n)
        return diag_set(d, DIAG_USAGE, "--strategy nearest goes with --reach");
    if (o->reach_places.n && (erlang || o->main))
        return diag_set(d, DIAG_USAGE, "--reach is of frisk java, of methods");
    bool bounds = o->loop_bound != NO_BOUND || o->block_bound;
    if (erlang && (o->errors.n || o->branch_bound || bounds || o->nulls || o->refusals.n || o->no_refusals.n))
        return diag_set(d, DIAG_USAGE,
                        "--error, --branch-bound, --loop, --block, --null, --refusal and --no-refusal are of "
                        "frisk java");
    if (o->overflow && o->no_overflow)
        return diag_set(d, DIAG_USAGE, "--overflow looks for what --no-overflow leaves out");
    if (o->main && (bounds || o->no_overflow))
        return diag_set(d, DIAG_USAGE, "--loop, --block and --no-overflow are about methods, not --main");
    for (uint32_t i = 0; i < o->lossy.n; i++)
        if (!is_pair_of_processes(o->lossy.at[i]))
            return diag_set(d, DIAG_USAGE, "--lossy wants two processes, as 1.2:1 or *:1, got '%s'",
                            o->lossy.at[i]);
    bool project = erlang ? project_is(".") : !o->main && !o->class_path && java_is_project(".");
    if (!o->operands.n && !project)
        return diag_set(d, DIAG_USAGE, "what to test? Give %s",
                        erlang ? "MOD:FUN/ARITY, MOD:FUN 'ARGUMENTS', MOD, FILE.erl or a project's directory"
                        : o->main ? "the class whose main is to be run"
                                  : "CLASS, CLASS#METHOD or PACKAGE");
    return true;
}

// Seconds without news after which a unit that has had none gives way to the next one.
static double least_patience(double seconds) {
    double part = seconds / 8;
    return part < 0.25 ? 0.25 : part > 1 ? 1 : part;
}

enum { WHOLE_DEPTH = 1000000 };

bool options_parse(struct options *o, int argc, char **argv, struct diag *d) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *o = (struct options){.depth = UINT64_MAX, // not given
                          .seconds = -1,
                          .patience = -1,
                          .call_depth = UINT64_MAX,
                          .preemptions = NO_BOUND,
                          .loop_bound = NO_BOUND,
                          .jobs = cores > 0 ? (uint64_t)cores : 1,
                          .steps = 1000000,
                          .memory = (uint64_t)256 << 20,
                          .out_dir = "frisk-out"};
    struct words w = {argv, argc, 1};
    bool only_operands = false;
    while (w.next < w.n) {
        const char *word = w.at[w.next++];
        if (!only_operands && !strcmp(word, "--"))
            only_operands = true;
        else if (!parse_word(o, word, only_operands, &w, d))
            return false;
    }
    // What a whole program does is proved by trying all of its paths, however long they are. So are the paths
    // within bounds of their own.
    if (o->depth == UINT64_MAX) {
        bool all_paths = o->main || o->reach_places.n || o->loop_bound != NO_BOUND || o->block_bound;
        o->depth = all_paths ? WHOLE_DEPTH : 25;
        o->reach = all_paths ? 0 : 4 * o->depth;
    }
    if (o->reach_places.n && o->strategy == STRATEGY_UNVISITED) o->strategy = STRATEGY_NEAREST;
    // Who asks for all of a module or class wants to hear of all of it before long.
    bool timed = o->seconds >= 0;
    if (!timed) o->seconds = 60;
    // Where runs are the budget, what is found must not depend on how fast they are.
    o->shares_time = o->patience < 0 && o->seconds > 0 && !o->runs && o->goal == GOAL_ERRORS && !o->main;
    if (o->patience >= 0)
        o->patience_of_many = o->patience;
    else if (o->shares_time)
        o->patience_of_many = least_patience(o->seconds);
    else
        o->patience_of_many = timed ? 0 : 5;
    if (o->patience < 0) o->patience = 0;
    return check_command(o, d);
}

void options_free(struct options *o) {
    vec_free(&o->operands);
    vec_free(&o->paths);
    vec_free(&o->assume);
    vec_free(&o->discard);
    vec_free(&o->opaque);
    vec_free(&o->lossy);
    vec_free(&o->stub);
    vec_free(&o->refusals);
    vec_free(&o->no_refusals);
    vec_free(&o->errors);
    vec_free(&o->arguments);
    vec_free(&o->reach_places);
    vec_free(&o->heap_rules);
    *o = (struct options){0};
}

// ---- Help ----

// Links with the parts they have: name (part, part), ..
static void help_links(FILE *out) {
    enum { WIDTH = 72 };
    struct str item = {0};
    size_t column = WIDTH;
    for (uint32_t i = 0; i < LINK_COUNT; i++) {
        if (solve_link_group(i) != i) continue;
        uint32_t parts = 0;
        str_clear(&item);
        str_add(&item, link_names[i]);
        for (uint32_t k = 0; k < LINK_COUNT; k++)
            if (k != i && solve_link_group(k) == i)
                str_addf(&item, "%s%s", parts++ ? ", " : " (", link_names[k]);
        if (parts) str_add(&item, ")");
        bool first = i == 0, wraps = column + item.n + 2 > WIDTH;
        if (!first) fprintf(out, wraps ? ",\n" : ", ");
        if (wraps) fprintf(out, "  %-24s   ", "");
        column = item.n + (wraps ? 0 : column + 2);
        fputs(str_text(&item), out);
    }
    fputc('\n', out);
    str_free(&item);
}

static void help_option(FILE *out, const struct option *p) {
    char left[64], letter[8] = "   ";
    if (p->letter) snprintf(letter, sizeof letter, "-%c,", p->letter);
    const char *before = !p->argument ? "" : p->kind == KIND_REVISION ? "[=" : " ";
    snprintf(left, sizeof left, "%s --%s%s%s%s", letter, p->name, before, p->argument ? p->argument : "",
             *before == '[' ? "]" : "");
    fprintf(out, "  %-24s %s\n", left, p->help);
    if (p->kind == KIND_STRATEGY)
        for (uint32_t i = 0; i < STRATEGY_COUNT; i++)
            fprintf(out, "  %-24s   %-13s %s\n", "", strategies[i], explore_strategy_text((enum strategy)i));
    if (p->kind == KIND_LINK) help_links(out);
}

static void help_group(FILE *out, const char *title, uint32_t *next, uint32_t n) {
    fprintf(out, "\n%s\n", title);
    for (uint32_t end = *next + n; *next < end; ++*next) help_option(out, &table[*next]);
}

void options_help(FILE *out) {
    fputs(
        "frisk finds inputs that crash Erlang and Java code, proves each on your own VM and writes tests.\n\n"
        "  frisk erl [options] MOD:FUN/ARITY        test one function\n"
        "  frisk erl [options] MOD:FUN 'ARGUMENTS'  the same, beginning with these arguments\n"
        "  frisk erl [options] MOD                  test all exported functions of a module\n"
        "  frisk erl [options] FILE.erl ...         likewise, of a source or .beam file\n"
        "  frisk java [options] CLASS#METHOD        test a method of a compiled class\n"
        "  frisk java [options] CLASS ...           all methods of classes and those nested in them\n"
        "  frisk java [options] PACKAGE             all classes of a package\n"
        "  frisk java [options]                     all classes of the Maven or Gradle project here\n",
        out);
    uint32_t next = 0;
#define X(...) +1
    help_group(out, "The search", &next, 0 OPTIONS_SEARCH(X));
    help_group(out, "What comes out", &next, 0 OPTIONS_OUTPUT(X));
    help_group(out, "Erlang", &next, 0 OPTIONS_ERLANG(X));
    help_group(out, "Java", &next, 0 OPTIONS_JAVA(X));
    help_group(out, "Solving", &next, 0 OPTIONS_SOLVER(X));
#undef X
    fputs("\nExit status: 0 no error found, 1 errors found, 2 wrong usage, 3 could not analyse.\n", out);
}
