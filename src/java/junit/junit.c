// SPDX-License-Identifier: Apache-2.0
#include "java/junit/junit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "java/input/java_text.h"
#include "java/junit/junit_title.h"
#include "java/junit/junit_work.h"
#include "suite/written.h"

enum {
    ACCESS_FINAL = 0x0010,
    NAME_MOST = 120,  // of the unit's part of the name of a class
    CLASS_MOST = 400, // tests in one class
};

// ---- Names of results ----

const char *java_result_text(enum java_result r) {
    static const char *const texts[] = {
#define X(name, text, real) text,
        JAVA_RESULTS(X)
#undef X
    };
    return texts[r];
}

struct junit_method *junit_method_of(struct junit *w, uint32_t test) {
    return &w->groups.at[w->places.at[test].group].methods.at[w->places.at[test].method];
}

// ---- Test classes ----

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

static bool is_taken(struct junit *w, symbol package, const char *name) {
    symbol full = in_package(package, name);
    uint32_t ignored;
    struct java_class_facts facts;
    if (hash_map_get(&w->class_names, full, &ignored)) return true;
    return w->o.facts && w->o.facts->find_class(w->o.facts->context, full, &facts);
}

// "OuterInnerTest" would be read as another class: member classes are joined with '_'.
static char *test_class_name(struct junit *w, symbol unit, symbol package, bool findings) {
    const char *text = symbol_text(unit), *slash = strrchr(text, '/');
    const char *from = slash ? slash + 1 : text;
    struct str base = {0}, name = {0};
    java_text_sanitize(&base, from, strlen(from));
    if (base.n > NAME_MOST) base.at[base.n = NAME_MOST] = 0;
    if (!base.n || (base.at[0] >= '0' && base.at[0] <= '9')) str_add_char(&name, '_');
    size_t prefix = name.n;
    if (findings) str_add(&base, "Findings");
    str_addf(&name, "%sTest", str_text(&base));
    for (uint32_t k = 1; is_taken(w, package, name.at); k++) {
        name.n = prefix;
        str_addf(&name, "%sFrisk", str_text(&base));
        if (k > 1) str_addf(&name, "%u", k);
        str_add(&name, "Test"); // last: build tools take what ends in it for tests
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

const char *junit_dotted(struct arena *a, symbol internal) {
    char *text = dotted_name(internal);
    const char *kept = arena_strdup(a, text);
    mem_free(text);
    return kept;
}

static struct group *group_of(struct junit *w, symbol unit, bool findings) {
    for (uint32_t i = w->groups.n; i-- > 0;) // the newest first: older ones may be full
        if (w->groups.at[i].unit == unit && w->groups.at[i].findings == findings) {
            if (w->groups.at[i].methods.n < CLASS_MOST) return &w->groups.at[i];
            break;
        }
    struct group g = {.unit = unit, .package = test_package(unit), .findings = findings};
    g.name = test_class_name(w, unit, g.package, findings);
    g.dotted = junit_dotted(&w->arena, in_package(g.package, g.name));
    vec_push(&w->groups, g);
    return &vec_last(&w->groups);
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

static void add_test(struct junit *w, const struct java_test *given) {
    struct java_test *t = arena_copy(&w->arena, given, sizeof *given);
    struct java_proof p = {.result = JAVA_TEST_NOT_RUN};
    struct group *g = group_of(w, t->class, t->of_error);
    struct str name = {0};
    str_addf(&name, "t%u", w->tests.n + 1); // until it is known what it does
    p.test_class = g->dotted;
    p.test_method = arena_strdup(&w->arena, name.at);
    str_free(&name);
    bool final = assigns_final(&w->o, t->recipe);
    if (final) p.result = JAVA_TEST_ASSIGNS_FINAL;
    g->changed = true;
    struct test_place at = {(uint32_t)(g - w->groups.at), g->methods.n};
    vec_push(&w->places, at);
    vec_push(&g->methods, (struct junit_method){
                              .test = t, .name = p.test_method, .left_out = final, .watched = w->o.once});
    vec_push(&g->indices, w->tests.n);
    vec_push(&w->tests, t);
    vec_push(&w->proofs, p);
}

// Those that are equal within a class are numbered.
static void name_test(struct junit *w, uint32_t i) {
    struct junit_method *m = junit_method_of(w, i);
    struct java_proof *p = &w->proofs.at[i];
    struct str name = {0}, key = {0};
    uint32_t count = 0;
    junit_title(m, &name);
    str_addf(&key, "%s.%s", p->test_class, name.at);
    hash_map_get(&w->counts, symbol_of(key.at), &count);
    hash_map_put(&w->counts, symbol_of(key.at), count + 1);
    if (count) str_addf(&name, "_%u", count + 1);
    m->name = p->test_method = arena_strdup(&w->arena, name.at);
    str_free(&name);
    str_free(&key);
}

void junit_name_tests(struct junit *w) {
    for (int written = 1; written >= 0; written--)
        for (uint32_t i = w->first; i < w->tests.n; i++)
            if (w->proofs.at[i].written == written) name_test(w, i);
}

void junit_add(struct junit *w, const struct java_test *tests, uint32_t n) {
    for (uint32_t i = 0; i < w->groups.n; i++) {
        struct group *g = &w->groups.at[i];
        g->changed = false;
        for (uint32_t k = 0; k < g->methods.n; k++) g->methods.at[k].left_out = true;
    }
    w->first = w->tests.n;
    for (uint32_t i = 0; i < n; i++) add_test(w, &tests[i]);
}

struct junit *junit_open(const struct junit_options *o) {
    struct junit *w = mem_zalloc(sizeof *w);
    w->o = *o;
    arena_init(&w->arena, 0);
    return w;
}

void junit_close(struct junit *w) {
    if (!w) return;
    for (uint32_t i = 0; i < w->groups.n; i++) {
        struct group *g = &w->groups.at[i];
        mem_free(g->name);
        mem_free(g->path);
        vec_free(&g->methods);
        vec_free(&g->indices);
    }
    vec_free(&w->groups);
    vec_free(&w->tests);
    vec_free(&w->places);
    vec_free(&w->proofs);
    hash_map_free(&w->class_names);
    hash_map_free(&w->counts);
    jvm_close(w->jvm);
    arena_free(&w->arena);
    mem_free(w);
}

struct arena *junit_arena(struct junit *w) {
    return &w->arena;
}

// ---- Files ----

bool junit_is_empty(const struct group *g) {
    for (uint32_t i = 0; i < g->methods.n; i++)
        if (!g->methods.at[i].left_out) return false;
    return true;
}

// Where a group's file lies; its directory by the way.
static char *path_of(const struct group *g, const char *dir, char **package_dir) {
    struct str file = {0};
    str_addf(&file, "%s.java", g->name);
    *package_dir = g->package ? file_join(dir, symbol_text(g->package)) : mem_strdup(dir);
    char *path = file_join(*package_dir, file.at);
    str_free(&file);
    return path;
}

static bool write_group(struct junit *w, struct group *g, const char *dir, enum junit_flavor flavor) {
    struct str text = {0};
    char *package_dir;
    junit_print_class(&text, &(struct junit_class){&w->o, flavor, g->package, g->name, g->methods.at,
                                                   g->methods.n, g->findings});
    mem_free(g->path);
    g->path = path_of(g, dir, &package_dir);
    bool good = file_make_dirs(package_dir, w->d);
    if (good && flavor == FLAVOR_PROOF)
        good = file_write(g->path, text.at, text.n, w->d);
    else
        good = good && written_save(g->path, &text, w->d);
    mem_free(package_dir);
    str_free(&text);
    return good;
}

static void remove_from_suite(const struct junit *w, const struct group *g) {
    char *package_dir, *path = path_of(g, w->o.out_dir, &package_dir);
    written_remove(path);
    mem_free(package_dir);
    mem_free(path);
}

// Gives its path (in the arena) by the way.
bool junit_write_extra(struct junit *w, const char *dir, const char **path) {
    const struct junit_source *s = w->o.extra;
    symbol package = junit_package_of(s->class);
    char *package_dir = package ? file_join(dir, symbol_text(package)) : mem_strdup(dir);
    const char *slash = strrchr(symbol_text(s->class), '/');
    struct str name = {0};
    str_addf(&name, "%s.java", slash ? slash + 1 : symbol_text(s->class));
    char *file = file_join(package_dir, name.at);
    if (path) *path = arena_strdup(&w->arena, file);
    bool good = file_make_dirs(package_dir, w->d) && file_write(file, s->text, strlen(s->text), w->d);
    mem_free(file);
    str_free(&name);
    mem_free(package_dir);
    return good;
}

bool junit_write_groups(struct junit *w, const char *dir, enum junit_flavor flavor) {
    if (w->o.extra && !junit_write_extra(w, dir, NULL)) return false;
    for (uint32_t i = 0; i < w->groups.n; i++) {
        struct group *g = &w->groups.at[i];
        if (g->changed && !junit_is_empty(g) && !write_group(w, g, dir, flavor)) return false;
    }
    return true;
}

void junit_leave_out(struct junit *w) {
    for (uint32_t i = 0; i < w->groups.n; i++) {
        struct group *g = &w->groups.at[i];
        for (uint32_t k = 0; k < g->methods.n; k++)
            g->methods.at[k].left_out = !w->proofs.at[g->indices.at[k]].written;
    }
}

bool junit_write_suite(struct junit *w) {
    if (!w->o.out_dir) return true;
    junit_leave_out(w);
    for (uint32_t i = 0; i < w->groups.n; i++) { // one that was written, and of which nothing is left
        struct group *g = &w->groups.at[i];
        if (g->in_suite && junit_is_empty(g)) remove_from_suite(w, g);
        g->in_suite = !junit_is_empty(g);
    }
    return junit_write_groups(w, w->o.out_dir,
                              w->o.testng   ? FLAVOR_TESTNG
                              : w->o.junit4 ? FLAVOR_JUNIT4
                                            : FLAVOR_JUNIT5);
}

bool junit_write(const struct java_test *tests, uint32_t n, const struct junit_options *o,
                 struct java_proof *proofs, struct arena *a, struct diag *d) {
    struct junit *w = junit_open(o);
    w->d = d;
    junit_add(w, tests, n);
    for (uint32_t i = 0; i < n; i++) w->proofs.at[i].written = w->proofs.at[i].result == JAVA_TEST_NOT_RUN;
    junit_name_tests(w);
    for (uint32_t i = 0; i < n; i++) {
        proofs[i] = w->proofs.at[i];
        proofs[i].test_class = arena_strdup(a, proofs[i].test_class);
        proofs[i].test_method = arena_strdup(a, proofs[i].test_method);
    }
    bool good = junit_write_suite(w);
    junit_close(w);
    return good;
}
