// SPDX-License-Identifier: Apache-2.0
// Random programs (attack/Attack.java), of which this JVM has run each on many inputs, against what frisk
// says of them: a program that it calls complete has no failure that the JVM has met and frisk has not, and
// what frisk finds comes true on the JVM. All programs are compiled in one go, and run in one JVM.
//
// FRISK_ATTACK_PROGRAMS sets how many, FRISK_ATTACK_SEED the seed (in the nightly tier it is drawn anew),
// FRISK_ATTACK_DIR a directory that is kept, FRISK_ATTACK_ONLY the name of one program.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/vec.h"
#include "explore/explore.h"
#include "java/input/java_text.h"
#include "java/java.h"
#include "java/machine/boxes.h"
#include "java/unit/unit.h"
#include "java/whole/main_mode.h"
#include "oracles/drive.h"
#include "tier.h"

enum {
    AT_ONCE = 500, // programs in one directory
    MOST_RUNS = 250,
    MOST_EXCEPTIONS = 16, // of a program
};

static struct {
    uint32_t programs, complete, failed, wrong;
    uint32_t known; // fail on the JVM
} counts;
static FILE *replay;

// ---- What frisk says ----

struct search {
    struct unit *unit;
    const char *program;
    struct arena arena;
    char *exceptions[MOST_EXCEPTIONS]; // found
    uint32_t n;
};

static void print_string(FILE *f, const uint16_t *chars, uint32_t n) {
    fputs(" S", f);
    for (uint32_t i = 0; i < n; i++) fprintf(f, "%04x", chars[i]);
}

static void print_value(FILE *f, enum java_kind kind, const struct recipe_value *v,
                        const struct recipe_object *objects) {
    switch (kind) {
    case JAVA_BOOLEAN: fprintf(f, " Z%d", v->bits != 0); break;
    case JAVA_CHAR: fprintf(f, " C%x", (unsigned)(uint16_t)v->bits); break;
    case JAVA_LONG: fprintf(f, " J%llx", (unsigned long long)v->bits); break;
    case JAVA_FLOAT: fprintf(f, " F%x", (unsigned)v->bits); break;
    case JAVA_DOUBLE: fprintf(f, " D%llx", (unsigned long long)v->bits); break;
    case JAVA_REF:
        if (v->kind == RECIPE_OBJECT && objects[v->object].kind == RECIPE_STRING)
            print_string(f, objects[v->object].chars, objects[v->object].n);
        else if (v->kind == RECIPE_OBJECT) // a box
            print_value(f, java_box_kind_named(symbol_text(objects[v->object].class)),
                        objects[v->object].values, objects);
        else
            fputs(" null", f);
        break;
    default: fprintf(f, " I%x", (unsigned)v->bits);
    }
}

// The failing run as Attack.java reads it.
static void print_input(struct search *s, struct runner *r, const struct model *input) {
    struct java_unit *u = (struct java_unit *)s->unit;
    static const struct run_limits limits = {.steps = 100000000, .memory = (uint64_t)1 << 30};
    if (u->input_class) {
        bool exits;
        struct runner *again = s->unit->language->runner_new(s->unit, &limits);
        const struct main_run *run = java_unit_rerun(again, input, &exits);
        for (uint32_t i = 0; i < run->calls.n; i++)
            print_value(replay, run->calls.at[i].method->return_kind, &run->calls.at[i].value,
                        run->strings.at);
        s->unit->language->runner_free(again);
        return;
    }
    struct input_state state = {0};
    input_state_of(&u->inputs, input, u->method, &s->arena, &state);
    for (uint32_t i = 0; i < state.recipe.n; i++)
        print_value(replay, (enum java_kind)u->method->param_kinds[i], &state.recipe.arguments[i],
                    state.recipe.objects);
    input_state_free(&state);
}

static void on_run(void *context, struct runner *r, const struct model *input, const struct trace *t,
                   const struct outcome *o, uint32_t fresh) {
    struct search *s = context;
    (void)t, (void)fresh;
    if (o->kind != OUTCOME_RAISE || s->n == MOST_EXCEPTIONS) return;
    struct outcome_text text;
    s->unit->language->describe(r, &text);
    bool is_new = true;
    for (uint32_t i = 0; i < s->n; i++) is_new &= strcmp(s->exceptions[i], text.exception) != 0;
    if (is_new) {
        s->exceptions[s->n++] = mem_strdup(text.exception);
    }
    if (is_new && !o->lost) { // else it may rest on what the JVM draws
        fprintf(replay, "%s %s", s->program, text.exception);
        print_input(s, r, input);
        fputc('\n', replay);
    }
    outcome_text_free(&text);
}

static struct unit *unit_of(struct java *java, const char *name, struct diag *d) {
    if (name[0] != 'U') return java_main_unit(java, name, d);
    struct java_class *c = program_class_of(java->program, name);
    for (uint32_t i = 0; c && i < c->n_methods; i++)
        if (!strcmp(symbol_text(c->methods[i].name), "f")) return java_unit_new(java, &c->methods[i], d);
    return NULL;
}

// Whether the search was complete.
static bool look_at(struct java *java, struct search *s) {
    struct diag d = {0};
    s->unit = unit_of(java, s->program, &d);
    if (!s->unit) fail_msg("%s: %s", s->program, d.text);
    struct explore_options options = {.depth = 1000000,
                                      .runs = MOST_RUNS,
                                      .seconds = 2,
                                      .jobs = 1,
                                      .limits = {300000, (uint64_t)128 << 20},
                                      .solve = {.seconds = 0.1},
                                      .first_failure = s->program[0] != 'U',
                                      .on_run = on_run,
                                      .context = s};
    struct explore_stats stats;
    explore(s->unit, &options, &stats);
    bool complete = stats.complete;
    explore_stats_free(&stats);
    s->unit->language->unit_free(s->unit);
    return complete;
}

// ---- One directory ----

struct expectation {
    char name[64];
    VEC(char *) failures; // lines: exception and input; "target": of whichever class
};

static void judge(const struct expectation *e, const struct search *s, bool complete) {
    counts.programs++;
    counts.complete += complete;
    counts.failed += s->n > 0;
    counts.known += e->failures.n > 0;
    for (uint32_t i = 0; complete && i < e->failures.n; i++) {
        const char *line = e->failures.at[i];
        size_t n = strcspn(line, " ");
        bool found = s->n && (s->program[0] != 'U' || !strncmp(line, "target ", 7));
        for (uint32_t k = 0; k < s->n; k++)
            found |= strlen(s->exceptions[k]) == n && !strncmp(s->exceptions[k], line, n);
        if (found) continue;
        counts.wrong++;
        print_message("%s is called complete, and fails: %s\n", e->name, line);
    }
}

static void try_program(struct java *java, struct expectation *e) {
    const char *only = getenv("FRISK_ATTACK_ONLY");
    struct search s = {.program = e->name};
    if (only && strcmp(only, e->name)) return;
    arena_init(&s.arena, 0);
    bool complete = look_at(java, &s);
    judge(e, &s, complete);
    if (only) print_message("%s: %s, %u exceptions\n", e->name, complete ? "complete" : "open", s.n);
    for (uint32_t i = 0; i < s.n; i++) mem_free(s.exceptions[i]);
    arena_free(&s.arena);
}

static struct java *open_directory(const char *dir, double random_seconds) {
    struct diag d = {0};
    struct java_options options = {.class_path = dir,
                                   .share_dir = "share/frisk",
                                   .input_class = "Verifier",
                                   .prune = true,
                                   .random_seconds = random_seconds};
    struct java *java = java_open(&options, &d);
    if (!java) fail_msg("%s", d.text);
    return java;
}

// A proof by summaries may take random_seconds three times.
static void try_directory(const char *dir, double random_seconds, uint32_t every) {
    char path[4096], line[1 << 16];
    snprintf(path, sizeof path, "%s/replay.txt", dir);
    replay = fopen(path, "w");
    snprintf(path, sizeof path, "%s/attack.txt", dir);
    FILE *f = fopen(path, "r");
    assert_true(f && replay);
    struct java *java = open_directory(dir, random_seconds);
    struct expectation e = {0};
    uint32_t at = 0;
    for (bool more = true; more;) {
        more = fgets(line, sizeof line, f) != NULL;
        if (more) line[strcspn(line, "\n")] = 0;
        if (more && line[0] == '-') {
            vec_push(&e.failures, strdup(line + 2));
            continue;
        }
        if (e.name[0] && at++ % every == 0) try_program(java, &e);
        for (uint32_t i = 0; i < e.failures.n; i++) free(e.failures.at[i]);
        vec_clear(&e.failures);
        snprintf(e.name, sizeof e.name, "%.63s", more ? line : "");
    }
    vec_free(&e.failures);
    java_close(java);
    fclose(f);
    fclose(replay);
}

static void attack(const char *command, uint32_t n, uint64_t seed, const char *dir) {
    char numbers[64];
    snprintf(numbers, sizeof numbers, "%u %llu", n, (unsigned long long)seed);
    char *argv[] = {"/bin/sh", "-c", (char *)command, "sh", (char *)dir, numbers, NULL};
    struct output o = drive_run(argv, NULL, 900);
    print_message("%s", o.out);
    if (o.status != 0) fail_msg("%s: %s", dir, o.err);
    drive_free(&o);
}

#define RUN_ATTACK "exec java -Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp \"$1/attack\" Attack "

static uint64_t seed_of(void) {
    const char *seed = getenv("FRISK_ATTACK_SEED");
    return seed ? strtoull(seed, NULL, 10) : tier_is("nightly") ? (uint64_t)time(NULL) * 1000 : 1;
}

static void random_programs(void **state) {
    (void)state;
    const char *n = getenv("FRISK_ATTACK_PROGRAMS"), *kept = getenv("FRISK_ATTACK_DIR");
    uint32_t programs = n ? (uint32_t)atoi(n) : tier_number(40, 1000, 20000);
    uint64_t seed = seed_of();
    print_message("%u programs from seed %llu on\n", programs, (unsigned long long)seed);
    for (uint32_t done = 0; done < programs; done += AT_ONCE, seed++) {
        char *dir = kept ? strdup(kept) : drive_scratch();
        uint32_t some = programs - done < AT_ONCE ? programs - done : AT_ONCE;
        attack("mkdir -p \"$1/attack\" && javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -d "
               "\"$1/attack\" tests/java/attack/Attack.java && " RUN_ATTACK "$2 \"$1\"",
               some, seed, dir);
        try_directory(dir, 0.4, 1);
        attack(RUN_ATTACK "replay \"$1\"", some, seed, dir);
        if (!kept) drive_remove(dir);
        free(dir);
    }
    print_message("%u programs, %u of them fail on the JVM; frisk: %u fail, %u complete, %u wrong\n",
                  counts.programs, counts.known, counts.failed, counts.complete, counts.wrong);
    assert_int_equal(counts.wrong, 0);
}

// Programs that each fail on an input that is told, where a rule of frisk's proofs (doc/proof-rules-java.txt)
// might be taken too lightly: none is called complete without a failure.
static void rules(void **state) {
    (void)state;
    char *dir = drive_scratch();
    const char *only = getenv("FRISK_ATTACK_RULES"); // a pattern of file names
    char files[256];
    snprintf(files, sizeof files, "rules \"$1\" tests/java/rules/%s.java", only ? only : "*");
    struct str command = {0};
    str_addf(&command,
             "mkdir -p \"$1/attack\" && javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -d "
             "\"$1/attack\" tests/java/attack/Attack.java && " RUN_ATTACK "%s",
             files);
    memset(&counts, 0, sizeof counts);
    attack(command.at, 0, 0, dir);
    str_free(&command);
    try_directory(dir, tier_number(1, 3, 3), tier_number(8, 1, 1));
    attack(RUN_ATTACK "replay \"$1\"", 0, 0, dir);
    drive_remove(dir);
    free(dir);
    print_message("%u programs that fail, frisk: %u fail, %u wrong\n", counts.programs, counts.failed,
                  counts.wrong);
    assert_int_equal(counts.wrong, 0);
}

int main(void) {
    const struct CMUnitTest all[] = {cmocka_unit_test(rules), cmocka_unit_test(random_programs)};
    return cmocka_run_group_tests(all, NULL, NULL);
}
