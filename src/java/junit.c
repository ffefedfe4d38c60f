// SPDX-License-Identifier: Apache-2.0
#include "java/junit.h"

#include <assert.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "java/java_text.h"
#include "java/junit_print.h"
#include "java/replay.h"

enum {
    ACCESS_FINAL = 0x0010,
    NAME_MOST = 120,    // of the unit's part of a name
    CLASS_MOST = 400,   // tests in one class
    ROUNDS = 6,         // of javac: an error in one phase hides those of later phases
    SUITE_ROUNDS = 3,   // of running it as a whole
    JAVAC_SECONDS = 60, // and a little for each test
};

// ---- Names of categories and results ----

const char *java_category_name(enum java_category c) {
    static const char *const names[] = {
#define X(name, text, meaning) text,
        JAVA_CATEGORIES(X)
#undef X
    };
    return c < JAVA_CATEGORY_COUNT ? names[c] : "";
}

const char *java_result_text(enum java_result r) {
    static const char *const texts[] = {
#define X(name, text) text,
        JAVA_RESULTS(X)
#undef X
    };
    return texts[r];
}

// ---- Test classes ----

struct group { // the tests of one class
    symbol unit, package;
    char *name;         // of the test class
    const char *dotted; // in full; in the arena
    char *path;         // where it was written last
    VEC(struct junit_method) methods;
    VEC(uint32_t) indices; // of the tests
};

struct work {
    const struct java_test *tests;
    uint32_t n;
    const struct junit_options *o;
    struct java_proof *proofs;
    struct arena *arena;
    struct diag *d;
    VEC(struct group) groups;
    struct hash_map class_names; // taken, with their packages
};

// Packages a class loader refuses to user code, or that javac knows as parts of the JDK's modules.
static bool is_jdk_package(const char *package) {
    static const char *const roots[] = {"java",        "javax",       "jdk",
                                        "sun",         "com/sun",     "org/ietf/jgss",
                                        "org/w3c/dom", "org/xml/sax", "netscape/javascript"};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        size_t n = strlen(roots[i]);
        if (!strncmp(package, roots[i], n) && (package[n] == 0 || package[n] == '/')) return true;
    }
    return false;
}

static bool is_nameable_package(const char *package) {
    for (const char *at = package; *at;) {
        size_t n = strcspn(at, "/");
        if (!java_text_is_identifier(at, n)) return false;
        at += n + (at[n] == '/');
    }
    return true;
}

// The unit's own package, so that the test may touch what is not public; where that cannot be, one of ours.
static symbol test_package(symbol unit) {
    symbol package = junit_package_of(unit);
    if (!package || (is_nameable_package(symbol_text(package)) && !is_jdk_package(symbol_text(package))))
        return package;
    struct str s = {0};
    str_add(&s, "frisk");
    for (const char *at = symbol_text(package); *at;) {
        size_t n = strcspn(at, "/");
        str_add_char(&s, '/');
        java_text_sanitize(&s, at, n);
        if (!java_text_is_identifier(at, n)) str_add_char(&s, '_');
        at += n + (at[n] == '/');
    }
    package = symbol_of(s.at);
    str_free(&s);
    return package;
}

static symbol in_package(symbol package, const char *name) {
    struct str s = {0};
    if (package) str_addf(&s, "%s/", symbol_text(package));
    str_add(&s, name);
    symbol full = symbol_of(s.at);
    str_free(&s);
    return full;
}

static bool is_taken(struct work *w, symbol package, const char *name) {
    symbol full = in_package(package, name);
    uint32_t ignored;
    struct java_class_facts facts;
    if (hash_map_get(&w->class_names, full, &ignored)) return true;
    return w->o->facts && w->o->facts->find_class(w->o->facts->context, full, &facts);
}

// "OuterInnerTest" would be read as another class: member classes are joined with '_'.
static char *test_class_name(struct work *w, symbol unit, symbol package) {
    const char *text = symbol_text(unit), *slash = strrchr(text, '/');
    const char *from = slash ? slash + 1 : text;
    struct str base = {0}, name = {0};
    java_text_sanitize(&base, from, strlen(from));
    if (base.n > NAME_MOST) base.at[base.n = NAME_MOST] = 0;
    if (!base.n || (base.at[0] >= '0' && base.at[0] <= '9')) str_add_char(&name, '_');
    size_t prefix = name.n;
    str_addf(&name, "%sTest", str_text(&base));
    for (uint32_t k = 1; is_taken(w, package, name.at); k++) {
        name.n = prefix;
        str_addf(&name, "%sFriskTest", str_text(&base));
        if (k > 1) str_addf(&name, "%u", k);
    }
    hash_map_put(&w->class_names, in_package(package, name.at), 1);
    str_free(&base);
    return str_take(&name);
}

static char *dotted_name(symbol internal) {
    char *text = mem_strdup(symbol_text(internal));
    for (char *c = text; *c; c++)
        if (*c == '/') *c = '.';
    return text;
}

static const char *dotted_in(struct arena *a, symbol internal) {
    char *text = dotted_name(internal);
    const char *kept = arena_strdup(a, text);
    mem_free(text);
    return kept;
}

static struct group *group_of(struct work *w, symbol unit) {
    for (uint32_t i = w->groups.n; i-- > 0;) // the newest first: older ones may be full
        if (w->groups.at[i].unit == unit) {
            if (w->groups.at[i].methods.n < CLASS_MOST) return &w->groups.at[i];
            break;
        }
    struct group g = {.unit = unit, .package = test_package(unit)};
    g.name = test_class_name(w, unit, g.package);
    g.dotted = dotted_in(w->arena, in_package(g.package, g.name));
    vec_push(&w->groups, g);
    return &vec_last(&w->groups);
}

// "parse_throwsNumberFormatException": numbered by the caller.
static void add_method_base(const struct java_test *t, struct str *out) {
    const char *name = symbol_text(t->name);
    struct str part = {0};
    if (!strcmp(name, "<init>"))
        str_add(&part, "new");
    else
        java_text_sanitize(&part, name, strlen(name));
    if (part.n > NAME_MOST) part.at[part.n = NAME_MOST] = 0;
    if (!part.n || (part.at[0] >= '0' && part.at[0] <= '9')) str_add_char(out, '_');
    str_add(out, str_text(&part));
    str_free(&part);
    if (!t->exception) {
        str_add(out, "_returns");
        return;
    }
    const char *e = symbol_text(t->exception), *slash = strrchr(e, '/'), *dollar = strrchr(e, '$');
    const char *from = dollar && dollar[1] ? dollar + 1 : slash ? slash + 1 : e;
    str_add(out, "_throws");
    java_text_sanitize(out, from, strlen(from));
}

static bool assigns_final(const struct junit_options *o, const struct recipe *r) {
    if (!o->facts || !o->facts->find_member) return false;
    for (uint32_t i = 0; i < r->n_objects; i++) {
        const struct recipe_object *object = &r->objects[i];
        for (uint32_t k = 0; k < object->n_fields && object->kind != RECIPE_RAW; k++) {
            const struct recipe_field *f = &object->fields[k];
            uint32_t access = 0;
            symbol declaring;
            if (o->facts->find_member(o->facts->context, f->class, f->name, f->descriptor, &access,
                                      &declaring) &&
                (access & ACCESS_FINAL))
                return true;
        }
    }
    return false;
}

static void name_test(struct work *w, uint32_t i, struct hash_map *counts) {
    struct java_proof *p = &w->proofs[i];
    struct group *g = group_of(w, w->tests[i].class);
    struct str name = {0}, key = {0};
    add_method_base(&w->tests[i], &name);
    str_addf(&key, "%s.%s", g->dotted, name.at);
    uint32_t count = 0;
    hash_map_get(counts, symbol_of(key.at), &count);
    hash_map_put(counts, symbol_of(key.at), count + 1);
    str_addf(&name, "_%u", count + 1);
    *p = (struct java_proof){.result = JAVA_TEST_NOT_RUN, .category = JAVA_NO_TEST};
    p->test_class = g->dotted;
    p->test_method = arena_strdup(w->arena, name.at);
    bool final = assigns_final(w->o, w->tests[i].recipe);
    if (final) p->result = JAVA_TEST_ASSIGNS_FINAL, p->category = JAVA_FINAL_FIELD;
    vec_push(&g->methods, (struct junit_method){&w->tests[i], p->test_method, final, 0, 0});
    vec_push(&g->indices, i);
    str_free(&name);
    str_free(&key);
}

static void begin_work(struct work *w) {
    struct hash_map counts = {0};
    for (uint32_t i = 0; i < w->n; i++) name_test(w, i, &counts);
    hash_map_free(&counts);
}

static void end_work(struct work *w) {
    for (uint32_t i = 0; i < w->groups.n; i++) {
        struct group *g = &w->groups.at[i];
        mem_free(g->name);
        mem_free(g->path);
        vec_free(&g->methods);
        vec_free(&g->indices);
    }
    vec_free(&w->groups);
    hash_map_free(&w->class_names);
}

static bool is_empty(const struct group *g) {
    for (uint32_t i = 0; i < g->methods.n; i++)
        if (!g->methods.at[i].left_out) return false;
    return true;
}

static bool write_group(struct work *w, struct group *g, const char *dir, enum junit_flavor flavor) {
    struct str text = {0}, file = {0};
    junit_print_class(&text, w->o, flavor, g->package, g->name, g->methods.at, g->methods.n);
    char *package_dir = g->package ? file_join(dir, symbol_text(g->package)) : mem_strdup(dir);
    str_addf(&file, "%s.java", g->name);
    mem_free(g->path);
    g->path = file_join(package_dir, file.at);
    bool good = file_make_dirs(package_dir, w->d) && file_write(g->path, text.at, text.n, w->d);
    mem_free(package_dir);
    str_free(&text);
    str_free(&file);
    return good;
}

// Gives its path (in the arena) by the way.
static bool write_extra(struct work *w, const char *dir, const char **path) {
    const struct junit_source *s = w->o->extra;
    symbol package = junit_package_of(s->class);
    char *package_dir = package ? file_join(dir, symbol_text(package)) : mem_strdup(dir);
    const char *slash = strrchr(symbol_text(s->class), '/');
    struct str name = {0};
    str_addf(&name, "%s.java", slash ? slash + 1 : symbol_text(s->class));
    char *file = file_join(package_dir, name.at);
    if (path) *path = arena_strdup(w->arena, file);
    bool good = file_make_dirs(package_dir, w->d) && file_write(file, s->text, strlen(s->text), w->d);
    mem_free(file);
    str_free(&name);
    mem_free(package_dir);
    return good;
}

static bool write_groups(struct work *w, const char *dir, enum junit_flavor flavor) {
    if (w->o->extra && !write_extra(w, dir, NULL)) return false;
    for (uint32_t i = 0; i < w->groups.n; i++)
        if (!is_empty(&w->groups.at[i]) && !write_group(w, &w->groups.at[i], dir, flavor)) return false;
    return true;
}

static bool write_suite(struct work *w) {
    if (!w->o->out_dir) return true;
    for (uint32_t i = 0; i < w->groups.n; i++) {
        struct group *g = &w->groups.at[i];
        for (uint32_t k = 0; k < g->methods.n; k++)
            g->methods.at[k].left_out = !w->proofs[g->indices.at[k]].written;
    }
    return write_groups(w, w->o->out_dir, w->o->junit4 ? FLAVOR_JUNIT4 : FLAVOR_JUNIT5);
}

bool junit_write(const struct java_test *tests, uint32_t n, const struct junit_options *o,
                 struct java_proof *proofs, struct arena *a, struct diag *d) {
    struct work w = {.tests = tests, .n = n, .o = o, .proofs = proofs, .arena = a, .d = d};
    begin_work(&w);
    for (uint32_t i = 0; i < n; i++) proofs[i].written = proofs[i].result == JAVA_TEST_NOT_RUN;
    bool good = write_suite(&w);
    end_work(&w);
    return good;
}

// ---- Compiling: what javac refuses is left out, and the rest compiled again ----

static void drop(struct work *w, struct group *g, uint32_t k, const char *why) {
    struct java_proof *p = &w->proofs[g->indices.at[k]];
    if (g->methods.at[k].left_out) return;
    g->methods.at[k].left_out = true;
    p->result = JAVA_TEST_NOT_COMPILED;
    p->message = why;
}

// An error outside of all tests of a class is everyone's; so is any in the last round.
static bool drop_for(struct work *w, const struct javac_error *e, bool all) {
    for (uint32_t i = 0; i < w->groups.n; i++) {
        struct group *g = &w->groups.at[i];
        if (!g->path || strcmp(g->path, e->file) != 0) continue;
        bool found = false;
        for (uint32_t k = 0; k < g->methods.n; k++) {
            struct junit_method *m = &g->methods.at[k];
            if (all || (e->line >= m->first_line && e->line <= m->last_line)) {
                drop(w, g, k, e->message);
                found = true;
            }
        }
        for (uint32_t k = 0; !found && k < g->methods.n; k++) drop(w, g, k, e->message);
        return true;
    }
    return false;
}

static bool drop_all_for(struct work *w, const javac_errors *errors, bool last) {
    for (uint32_t i = 0; i < errors->n; i++) {
        const struct javac_error *e = &errors->at[i];
        if (!drop_for(w, e, last))
            return diag_set(w->d, DIAG_ANALYSIS, "javac: %s:%u: %s", e->file, e->line, e->message);
    }
    return true;
}

struct places {
    char *dir, *sources, *classes, *class_path;
    char *driver[3]; // frisk's own sources
    struct jdk_tools tools;
};

static enum javac_result compile_once(struct work *w, struct places *at, javac_errors *errors) {
    VEC(const char *) sources = {0};
    uint32_t tests = 0;
    for (uint32_t i = 0; i < w->groups.n; i++) {
        if (is_empty(&w->groups.at[i])) continue;
        vec_push(&sources, w->groups.at[i].path);
        tests += w->groups.at[i].methods.n;
    }
    for (int i = 0; i < 3; i++) vec_push(&sources, at->driver[i]);
    const char *extra = NULL;
    if (w->o->extra && !write_extra(w, at->sources, &extra)) return JAVAC_FAILED;
    if (extra) vec_push(&sources, extra);
    struct javac_job job = {sources.at, sources.n,   w->o->class_path,
                            at->dir,    at->classes, JAVAC_SECONDS + 0.1 * tests};
    enum javac_result r = javac_run(&at->tools, &job, errors, w->arena, w->d);
    vec_free(&sources);
    return r;
}

static bool compile_all(struct work *w, struct places *at) {
    for (int round = 1;; round++) {
        javac_errors errors = {0};
        if (!write_groups(w, at->sources, FLAVOR_PROOF)) return false;
        enum javac_result r = compile_once(w, at, &errors);
        bool again = r == JAVAC_ERRORS && drop_all_for(w, &errors, round >= ROUNDS);
        vec_free(&errors);
        if (r == JAVAC_GOOD) return true;
        if (!again) return false;
    }
}

// ---- Judging ----

static bool is_exception(const char *binary, symbol internal) {
    if (!binary || !internal) return false;
    char *name = dotted_name(internal);
    bool same = !strcmp(binary, name);
    mem_free(name);
    return same;
}

// Where the stack or the heap ends is chance.
static bool has_no_place(symbol exception) {
    const char *name = symbol_text(exception);
    return !strcmp(name, "java/lang/StackOverflowError") || !strcmp(name, "java/lang/OutOfMemoryError");
}

static bool is_place(const struct java_test *t, const struct java_stack_frame *where) {
    if (has_no_place(t->exception)) return true;
    if (t->where_line && where->line != t->where_line) return false;
    return !t->where_method || (where->method && !strcmp(where->method, symbol_text(t->where_method)));
}

static enum java_result judge_throw(const struct java_test *t, const struct replay_outcome *o) {
    if (!is_exception(o->exception, t->exception)) return JAVA_TEST_OTHER_EXCEPTION;
    return is_place(t, &o->where) ? JAVA_TEST_CONFIRMED : JAVA_TEST_ELSEWHERE;
}

static enum java_result judge(const struct java_test *t, const struct replay_outcome *o) {
    switch (o->status) {
    case REPLAY_NOT_RUN:
    case REPLAY_BEGUN: return JAVA_TEST_NOT_RUN;
    case REPLAY_THREW: return judge_throw(t, o);
    case REPLAY_RETURNED: return JAVA_TEST_RETURNED;
    case REPLAY_ESCAPED: return !t->exception && o->in_unit ? JAVA_TEST_UNEXPECTED : JAVA_TEST_NOT_BUILT;
    case REPLAY_PASSED: return JAVA_TEST_CONFIRMED;
    case REPLAY_DIFFERS: return JAVA_TEST_OTHER_VALUE;
    case REPLAY_TIMEOUT: return JAVA_TEST_TIMEOUT;
    case REPLAY_EXIT: return JAVA_TEST_EXITED;
    case REPLAY_TROUBLE: return JAVA_TEST_NOT_BUILT;
    case REPLAY_DIED: break;
    }
    return JAVA_TEST_DIED;
}

static bool in_initializer(const struct java_proof *p) {
    return p->exception && (!strcmp(p->exception, "java.lang.ExceptionInInitializerError") ||
                            !strcmp(p->exception, "java.lang.NoClassDefFoundError"));
}

// The published accounting knows tests that expect an exception only.
static enum java_category category_of(const struct java_test *t, const struct java_proof *p) {
    switch (p->result) {
    case JAVA_TEST_CONFIRMED: return t->exception ? JAVA_TRIGGERED : JAVA_CATEGORY_COUNT;
    case JAVA_TEST_ELSEWHERE:
    case JAVA_TEST_OTHER_EXCEPTION: return in_initializer(p) ? JAVA_INITIALIZER : JAVA_DIFFERENT;
    case JAVA_TEST_UNEXPECTED:
    case JAVA_TEST_OTHER_VALUE: return JAVA_CATEGORY_COUNT;
    case JAVA_TEST_RETURNED:
    case JAVA_TEST_TIMEOUT:
    case JAVA_TEST_EXITED:
    case JAVA_TEST_DIED: return t->exception ? JAVA_NOT_TRIGGERED : JAVA_CATEGORY_COUNT;
    case JAVA_TEST_ASSIGNS_FINAL: return JAVA_FINAL_FIELD;
    case JAVA_TEST_NOT_BUILT: return in_initializer(p) ? JAVA_INITIALIZER : JAVA_NO_TEST;
    case JAVA_TEST_NOT_COMPILED:
    case JAVA_TEST_NOT_RUN: break;
    }
    return JAVA_NO_TEST;
}

static void take_outcome(const struct java_test *t, const struct replay_outcome *o, struct java_proof *p) {
    p->result = judge(t, o);
    p->exception = o->exception;
    p->message = o->message;
    p->value = o->value;
    p->where = o->where;
    p->frames = o->frames;
    p->n_frames = o->n_frames;
    // Running out of memory depends on how much the next JVM gets.
    bool fickle = t->exception && !strcmp(symbol_text(t->exception), "java/lang/OutOfMemoryError");
    p->written = p->result == JAVA_TEST_CONFIRMED && !fickle;
}

// ---- Running ----

typedef VEC(uint32_t) indices;

static bool replay(struct work *w, struct places *at, const indices *which, bool shared,
                   struct replay_outcome *outcomes) {
    VEC(struct replay_test) tests = {0};
    for (uint32_t k = 0; k < which->n; k++) {
        const struct java_test *t = &w->tests[which->at[k]];
        const struct java_proof *p = &w->proofs[which->at[k]];
        vec_push(&tests, (struct replay_test){p->test_class, p->test_method, dotted_in(w->arena, t->class),
                                              symbol_text(t->name)});
    }
    struct replay_job job = {.tests = tests.at,
                             .n = tests.n,
                             .class_path = at->class_path,
                             .work_dir = at->dir,
                             .seconds_per_test = w->o->seconds_per_test,
                             .memory_mb = w->o->memory_mb,
                             .shared = shared};
    bool good = replay_run(&at->tools, &job, outcomes, w->arena, w->d);
    vec_free(&tests);
    return good;
}

static bool run_tests(struct work *w, struct places *at) {
    indices which = {0};
    for (uint32_t i = 0; i < w->n; i++)
        if (w->proofs[i].result == JAVA_TEST_NOT_RUN) vec_push(&which, i);
    struct replay_outcome *outcomes = mem_zalloc((which.n + 1) * sizeof *outcomes);
    bool good = replay(w, at, &which, false, outcomes);
    for (uint32_t k = 0; good && k < which.n; k++)
        take_outcome(&w->tests[which.at[k]], &outcomes[k], &w->proofs[which.at[k]]);
    for (uint32_t i = 0; i < w->n; i++) w->proofs[i].category = category_of(&w->tests[i], &w->proofs[i]);
    mem_free(outcomes);
    vec_free(&which);
    return good;
}

// ---- As a suite: JUnit runs all tests in one class loader, so that what is static lasts ----

static int32_t java_hash(const char *ascii) {
    uint32_t h = 0;
    for (; *ascii; ascii++) h = h * 31 + (unsigned char)*ascii;
    return (int32_t)h;
}

// The order of both versions' launchers: by the hash of the method's name.
static int suite_order(const void *a, const void *b, void *context) {
    const struct java_proof *proofs = context, *p = &proofs[*(const uint32_t *)a],
                            *q = &proofs[*(const uint32_t *)b];
    int by_class = strcmp(p->test_class, q->test_class);
    if (by_class) return by_class;
    int32_t h = java_hash(p->test_method), k = java_hash(q->test_method);
    return h != k ? (h < k ? -1 : 1) : strcmp(p->test_method, q->test_method);
}

// What another test spoils stays confirmed, but is not written.
static bool try_suite(struct work *w, struct places *at) {
    bool again = true, good = true;
    for (int round = 0; again && good && round < SUITE_ROUNDS; round++) {
        indices which = {0};
        again = false;
        for (uint32_t i = 0; i < w->n; i++)
            if (w->proofs[i].written) vec_push(&which, i);
        if (which.n) qsort_r(which.at, which.n, sizeof *which.at, suite_order, w->proofs);
        struct replay_outcome *outcomes = mem_zalloc((which.n + 1) * sizeof *outcomes);
        good = which.n == 0 || replay(w, at, &which, true, outcomes);
        for (uint32_t k = 0; good && k < which.n; k++) {
            if (judge(&w->tests[which.at[k]], &outcomes[k]) == JAVA_TEST_CONFIRMED) continue;
            w->proofs[which.at[k]].written = false;
            again = true;
        }
        mem_free(outcomes);
        vec_free(&which);
    }
    return good;
}

static bool find_places(struct work *w, struct places *at) {
    static const char *const own[] = {"FriskReplay.java", "FriskAsserts.java", "FriskTest.java"};
    if (!jdk_tools_find(&at->tools, w->d)) return false;
    // Before any work is done: whether the suite can be written at all.
    if (w->o->out_dir && !file_make_dirs(w->o->out_dir, w->d)) return false;
    at->dir = file_temp_dir(w->d);
    if (!at->dir) return false;
    at->sources = file_join(at->dir, "src");
    at->classes = file_join(at->dir, "classes");
    struct str path = {0};
    str_addf(&path, "%s:%s", at->classes, w->o->class_path);
    at->class_path = str_take(&path);
    for (int i = 0; i < 3; i++) {
        at->driver[i] = file_join(w->o->share_dir, own[i]);
        if (!file_exists(at->driver[i]))
            return diag_set(w->d, DIAG_ANALYSIS, "%s is missing: frisk is not installed completely",
                            at->driver[i]);
    }
    return true;
}

static void leave_places(struct places *at) {
    if (at->dir) file_remove_tree(at->dir);
    mem_free(at->dir);
    mem_free(at->sources);
    mem_free(at->classes);
    mem_free(at->class_path);
    for (int i = 0; i < 3; i++) mem_free(at->driver[i]);
    jdk_tools_free(&at->tools);
}

bool junit_prove(const struct java_test *tests, uint32_t n, const struct junit_options *o,
                 struct java_proof *proofs, struct arena *a, struct diag *d) {
    struct work w = {.tests = tests, .n = n, .o = o, .proofs = proofs, .arena = a, .d = d};
    struct places at = {0};
    begin_work(&w);
    bool good = n == 0 || (find_places(&w, &at) && compile_all(&w, &at) && run_tests(&w, &at) &&
                           try_suite(&w, &at) && write_suite(&w));
    leave_places(&at);
    end_work(&w);
    return good;
}

// ---- Where JUnit is ----

static bool is_junit_jar(const char *name, bool junit4) {
    if (junit4) return !strncmp(name, "junit-4", 7) || !strncmp(name, "junit4", 6);
    return !strncmp(name, "junit-jupiter-api", 17) || !strncmp(name, "junit-platform-console-standalone", 33);
}

static char *jar_on_path(bool junit4, const char *class_path) {
    for (const char *at = class_path; at && *at; at += strspn(at, ":")) {
        size_t n = strcspn(at, ":"), from = n;
        while (from > 0 && at[from - 1] != '/') from--;
        if (is_junit_jar(at + from, junit4)) {
            struct str s = {0};
            str_add_n(&s, at, n);
            return str_take(&s);
        }
        at += n;
    }
    return NULL;
}

static void add_last_match(const char *pattern, struct str *out) { // the last by name: the newest version
    glob_t found;
    if (glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc > 0)
        str_addf(out, "%s%s", out->n ? ":" : "", found.gl_pathv[found.gl_pathc - 1]);
    globfree(&found);
}

char *junit_find_jars(bool junit4, const char *class_path) {
    char *on_path = jar_on_path(junit4, class_path);
    if (on_path) return on_path;
    struct str out = {0};
    if (junit4 && file_exists("/usr/share/java/junit4.jar")) {
        str_add(&out, "/usr/share/java/junit4.jar:/usr/share/java/hamcrest.jar");
    } else if (!junit4 && file_exists("/usr/share/java/junit-platform-console-standalone.jar")) {
        str_add(&out, "/usr/share/java/junit-platform-console-standalone.jar");
    } else if (getenv("HOME")) {
        static const char *const parts[2][3] = {
            {"org/junit/jupiter/junit-jupiter-api/*/*[0-9].jar",
             "org/apiguardian/apiguardian-api/*/*[0-9].jar", "org/opentest4j/opentest4j/*/*[0-9].jar"},
            {"junit/junit/4*/*[0-9].jar", "org/hamcrest/hamcrest-core/*/*[0-9].jar",
             "org/hamcrest/hamcrest/*/*[0-9].jar"}};
        for (int i = 0; i < 3 && (i == 0 || out.n); i++) {
            struct str pattern = {0};
            str_addf(&pattern, "%s/.m2/repository/%s", getenv("HOME"), parts[junit4][i]);
            add_last_match(pattern.at, &out);
            str_free(&pattern);
        }
    }
    return out.n ? str_take(&out) : NULL;
}
