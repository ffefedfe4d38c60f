// SPDX-License-Identifier: Apache-2.0
// "Introduction to the POM", "Introduction to the Dependency Mechanism" (Apache Maven); "Declaring
// dependencies", "Understanding dependency resolution" (Gradle).
#include "java/classpath/pom.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/vec.h"
#include "base/xml.h"

enum {
    PARENTS_MAX = 32,
    IMPORTS_MAX = 64,
    PASSES_MAX = 32, // of ${..} within ${..}
    NODES_MAX = 5000,
    NAMED_MAX = 5 // of what is missing
};

struct pom {
    const char *file;
    const struct xml_node *project; // NULL: it could not be read
    struct pom *parent;
    const char *group, *artifact, *version;
};

struct exclusion {
    const char *group, *artifact; // "*": any
    const struct exclusion *next; // of the same dependency, then of those that lead to it
};

struct dependency {
    const char *group, *artifact, *version, *type, *classifier, *scope;
    const struct exclusion *exclusions;
    bool optional;
    uint32_t depth; // 0: of the project itself
};

struct resolver {
    struct arena arena;
    const char *repository;
    bool gradle;            // its cache, and of several versions the highest instead of the nearest
    VEC(struct pom *) poms; // read so far
    VEC(struct pom *) modules;
    VEC(struct dependency) queue; // breadth first
    struct pom *root;
    struct pom_path *out;
};

// ---- Reading ----

static char *join(struct resolver *r, const char *dir, const char *name) {
    char *path = file_join(dir, name), *kept = arena_strdup(&r->arena, path);
    mem_free(path);
    return kept;
}

// repository/g/r/o/u/p/artifact/version/artifact-version[-classifier].extension; Gradle has the group as it
// is, and a directory named by a hash before the file.
static const char *repository_file(struct resolver *r, const struct dependency *d, const char *extension) {
    struct str s = {0};
    glob_t found = {0};
    str_addf(&s, "%s/", r->repository);
    for (const char *c = d->group; *c; c++) str_add_char(&s, *c == '.' && !r->gradle ? '/' : *c);
    str_addf(&s, "/%s/%s/%s%s-%s", d->artifact, d->version, r->gradle ? "*/" : "", d->artifact, d->version);
    if (d->classifier && !strcmp(extension, "jar")) str_addf(&s, "-%s", d->classifier);
    str_addf(&s, ".%s", extension);
    bool hashed = r->gradle && glob(s.at, GLOB_NOSORT, NULL, &found) == 0;
    const char *kept = arena_strdup(&r->arena, hashed ? found.gl_pathv[0] : s.at);
    if (r->gradle) globfree(&found);
    str_free(&s);
    return kept;
}

static bool is(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static const char *property(const struct pom *p, const char *name, size_t n) {
    static const char *const prefixes[] = {"project.", "pom."};
    char key[256];
    if (n >= sizeof key) return NULL;
    memcpy(key, name, n);
    key[n] = 0;
    for (size_t i = 0; i < 2; i++) {
        size_t skip = strlen(prefixes[i]);
        if (strncmp(key, prefixes[i], skip) != 0) continue;
        const char *own = key + skip;
        if (!strcmp(own, "version")) return p->version;
        if (!strcmp(own, "groupId")) return p->group;
        if (!strcmp(own, "artifactId")) return p->artifact;
        if (!strcmp(own, "parent.version")) return p->parent ? p->parent->version : NULL;
        if (!strcmp(own, "parent.groupId")) return p->parent ? p->parent->group : NULL;
    }
    for (; p; p = p->parent) {
        const char *found = xml_text(xml_child(p->project, "properties"), key);
        if (found) return found;
    }
    return NULL;
}

// The text with its ${..} replaced; one that nothing is known of stays. NULL for NULL.
static const char *expand(struct resolver *r, const struct pom *p, const char *text) {
    for (int pass = 0; text && pass < PASSES_MAX; pass++) {
        const char *from = strstr(text, "${"), *to = from ? strchr(from, '}') : NULL;
        const char *value = to ? property(p, from + 2, (size_t)(to - from - 2)) : NULL;
        if (!value) return text;
        struct str s = {0};
        str_add_n(&s, text, (size_t)(from - text));
        str_add(&s, value);
        str_add(&s, to + 1);
        text = arena_strdup(&r->arena, str_text(&s));
        str_free(&s);
    }
    return text;
}

static void problem(struct resolver *r, const char *file, const char *what) {
    if (!r->out->problem.n) str_addf(&r->out->problem, "%s: %s", file, what);
}

static struct pom *read_one(struct resolver *r, const char *file) {
    for (uint32_t i = 0; i < r->poms.n; i++)
        if (!strcmp(r->poms.at[i]->file, file)) return r->poms.at[i];
    struct pom *p = ARENA_NEW(&r->arena, struct pom);
    struct str text = {0};
    struct diag d = {0};
    p->file = arena_strdup(&r->arena, file);
    vec_push(&r->poms, p);
    if (file_read(file, &text, &d)) p->project = xml_parse(str_text(&text), text.n, &r->arena, &d);
    if (!p->project) problem(r, file, d.text);
    str_free(&text);
    const struct xml_node *parent = xml_child(p->project, "parent");
    p->group = xml_text(p->project, "groupId");
    p->version = xml_text(p->project, "version");
    p->artifact = xml_text(p->project, "artifactId");
    if (!p->group) p->group = xml_text(parent, "groupId");
    if (!p->version) p->version = xml_text(parent, "version");
    return p;
}

// "../pom.xml", or what relativePath says; else the repository's.
static const char *parent_file(struct resolver *r, const struct pom *p, const struct xml_node *parent,
                               bool in_project) {
    const char *relative = xml_text(parent, "relativePath");
    struct dependency d = {.group = xml_text(parent, "groupId"),
                           .artifact = xml_text(parent, "artifactId"),
                           .version = expand(r, p, xml_text(parent, "version"))};
    if (in_project && (!relative || *relative)) {
        const char *slash = strrchr(p->file, '/');
        char *dir = arena_strdup(&r->arena, slash ? p->file : ".");
        if (slash) dir[slash - p->file] = 0;
        char *file = join(r, dir, relative ? relative : "../pom.xml");
        if (file_is_dir(file)) file = join(r, file, "pom.xml");
        if (file_exists(file) && is(read_one(r, file)->artifact, d.artifact)) return file;
    }
    if (!d.group || !d.artifact || !d.version) return NULL;
    const char *file = repository_file(r, &d, "pom");
    return file_exists(file) ? file : NULL;
}

static struct pom *read_pom(struct resolver *r, const char *file, bool in_project) {
    struct pom *first = read_one(r, file), *p = first;
    for (int i = 0; i < PARENTS_MAX && p->project && !p->parent; i++) {
        const struct xml_node *parent = xml_child(p->project, "parent");
        const char *next = parent ? parent_file(r, p, parent, in_project) : NULL;
        if (!next) {
            if (parent && !p->parent) problem(r, p->file, "its parent is not in the repository");
            break;
        }
        in_project = in_project && strncmp(next, r->repository, strlen(r->repository)) != 0;
        struct pom *above = read_one(r, next);
        for (struct pom *q = above; q; q = q->parent)
            if (q == p) return first; // a circle
        p->parent = above;
        if (!p->version) p->version = above->version;
        p = above;
    }
    return first;
}

// ---- Dependencies of one pom ----

static const struct exclusion *exclusions_of(struct resolver *r, const struct pom *p,
                                             const struct xml_node *n, const struct exclusion *next) {
    const struct xml_node *e = xml_child(xml_child(n, "exclusions"), "exclusion");
    for (; e; e = xml_again(e)) {
        struct exclusion *x = ARENA_NEW(&r->arena, struct exclusion);
        *x = (struct exclusion){expand(r, p, xml_text(e, "groupId")), expand(r, p, xml_text(e, "artifactId")),
                                next};
        next = x;
    }
    return next;
}

static struct dependency read_dependency(struct resolver *r, const struct pom *p, const struct xml_node *n) {
    struct dependency d = {.group = expand(r, p, xml_text(n, "groupId")),
                           .artifact = expand(r, p, xml_text(n, "artifactId")),
                           .version = expand(r, p, xml_text(n, "version")),
                           .type = expand(r, p, xml_text(n, "type")),
                           .classifier = expand(r, p, xml_text(n, "classifier")),
                           .scope = expand(r, p, xml_text(n, "scope")),
                           .optional = is(expand(r, p, xml_text(n, "optional")), "true")};
    if (!d.type || !*d.type) d.type = "jar";
    if (is(d.type, "test-jar") && !d.classifier) d.classifier = "tests";
    return d;
}

static bool same_key(const struct dependency *a, const struct dependency *b) {
    const char *x = a->classifier ? a->classifier : "", *y = b->classifier ? b->classifier : "";
    return is(a->group, b->group) && is(a->artifact, b->artifact) && is(a->type, b->type) && !strcmp(x, y);
}

static bool is_complete(const struct dependency *d) { // its file can be named
    return d->group && d->artifact && d->version && *d->version && !strchr(d->version, '$');
}

// What dependencyManagement of p, its parents and the poms imported there says of d. The nearest counts.
static bool find_managed(struct resolver *r, const struct pom *p, const struct dependency *d,
                         struct dependency *out, const struct xml_node **node, const struct pom **by) {
    VEC(const struct pom *) poms = {0};
    bool found = false;
    vec_push(&poms, p);
    for (uint32_t i = 0; i < poms.n && i < IMPORTS_MAX && !found; i++) {
        const struct pom *leaf = poms.at[i];
        for (const struct pom *q = leaf; q && !found; q = q->parent) {
            const struct xml_node *list =
                xml_child(xml_child(q->project, "dependencyManagement"), "dependencies");
            for (const struct xml_node *n = xml_child(list, "dependency"); n && !found; n = xml_again(n)) {
                struct dependency m = read_dependency(r, leaf, n);
                if (is(m.scope, "import")) {
                    const char *file = is_complete(&m) ? repository_file(r, &m, "pom") : NULL;
                    if (file && file_exists(file)) vec_push(&poms, read_pom(r, file, false));
                } else if (same_key(&m, d)) {
                    *out = m, *node = n, *by = leaf;
                    found = true;
                }
            }
        }
    }
    vec_free(&poms);
    return found;
}

static void manage(struct resolver *r, const struct pom *p, struct dependency *d, bool overrides) {
    struct dependency m;
    const struct xml_node *node;
    const struct pom *by;
    if (!find_managed(r, p, d, &m, &node, &by)) return;
    if (m.version && (overrides || !d->version)) d->version = m.version;
    if (m.scope && (overrides || !d->scope)) d->scope = m.scope;
    d->exclusions = exclusions_of(r, by, node, d->exclusions);
}

static bool is_excluded(const struct exclusion *e, const struct dependency *d) {
    for (; e; e = e->next)
        if ((is(e->group, "*") || is(e->group, d->group)) &&
            (is(e->artifact, "*") || is(e->artifact, d->artifact)))
            return true;
    return false;
}

static bool is_module(const struct resolver *r, const struct dependency *d) {
    for (uint32_t i = 0; i < r->modules.n; i++)
        if (is(r->modules.at[i]->group, d->group) && is(r->modules.at[i]->artifact, d->artifact)) return true;
    return false;
}

static void enqueue(struct resolver *r, const struct dependency *d) {
    for (uint32_t i = 0; i < r->queue.n; i++)
        if (same_key(&r->queue.at[i], d) && (!r->gradle || is(r->queue.at[i].version, d->version)))
            return; // one that is nearer, or came first
    if (r->queue.n < NODES_MAX) vec_push(&r->queue, *d);
}

// Those that p declares or inherits, as dependencies of `of` (NULL: p is the project).
static void add_dependencies(struct resolver *r, const struct pom *p, const struct dependency *of) {
    for (const struct pom *q = p; q; q = q->parent) {
        const struct xml_node *n = xml_child(xml_child(q->project, "dependencies"), "dependency");
        for (; n; n = xml_again(n)) {
            struct dependency d = read_dependency(r, p, n);
            const struct exclusion *above = of ? of->exclusions : NULL;
            d.exclusions = exclusions_of(r, p, n, above);
            d.depth = of ? of->depth + 1 : 0;
            if (!d.group || !d.artifact) continue;
            manage(r, p, &d, false);
            if (of && (d.optional || is(d.scope, "test") || is(d.scope, "provided") || is(d.scope, "system")))
                continue;
            if (of) manage(r, r->root, &d, true);
            if (is_excluded(above, &d) || is_module(r, &d)) continue;
            enqueue(r, &d);
        }
    }
}

// ---- All of them ----

static void miss(struct resolver *r, const struct dependency *d) {
    struct pom_path *out = r->out;
    if (out->n_missing++ >= NAMED_MAX) return;
    str_addf(&out->missing, "%s%s:%s:%s", out->n_missing > 1 ? ", " : "", d->group, d->artifact,
             d->version && *d->version ? d->version : "?");
}

static void add_jar(struct pom_path *out, const char *jar) { // several modules may need it
    size_t n = strlen(jar);
    for (const char *at = strstr(str_text(&out->path), jar); at; at = strstr(at + 1, jar))
        if ((at == out->path.at || at[-1] == ':') && (at[n] == 0 || at[n] == ':')) return;
    str_addf(&out->path, "%s%s", out->path.n ? ":" : "", jar);
}

// The only version of "[1.2]"; of other ranges none can be told here.
static void settle_range(struct resolver *r, struct dependency *d) {
    size_t n = d->version ? strlen(d->version) : 0;
    if (n < 3 || d->version[0] != '[' || d->version[n - 1] != ']' || strchr(d->version, ',')) return;
    char *only = arena_strdup(&r->arena, d->version + 1);
    only[n - 2] = 0;
    d->version = only;
}

// Numbers in them are compared as such.
static int compare_versions(const char *a, const char *b) {
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            char *end_a, *end_b;
            unsigned long x = strtoul(a, &end_a, 10), y = strtoul(b, &end_b, 10);
            if (x != y) return x < y ? -1 : 1;
            a = end_a, b = end_b;
        } else if (*a != *b) {
            return *a < *b ? -1 : 1;
        } else {
            a++, b++;
        }
    }
    return *a ? 1 : *b ? -1 : 0;
}

static bool is_outdone(const struct resolver *r, const struct dependency *d) {
    for (uint32_t i = 0; i < r->queue.n && r->gradle; i++) {
        const struct dependency *other = &r->queue.at[i];
        if (same_key(other, d) && is_complete(other) && compare_versions(other->version, d->version) > 0)
            return true;
    }
    return false;
}

static void add_jar_of(struct resolver *r, struct dependency d) {
    settle_range(r, &d);
    if (!is_complete(&d)) {
        miss(r, &d);
        return;
    }
    if (is_outdone(r, &d)) return;
    if (is(d.type, "jar") || is(d.type, "test-jar") || is(d.type, "bundle") || is(d.type, "ejb")) {
        const char *jar = repository_file(r, &d, "jar");
        if (file_exists(jar))
            add_jar(r->out, jar);
        else
            miss(r, &d);
    }
}

static void follow(struct resolver *r, struct dependency d) {
    settle_range(r, &d);
    const char *file = is_complete(&d) ? repository_file(r, &d, "pom") : NULL;
    if (file && file_exists(file)) add_dependencies(r, read_pom(r, file, false), &d);
}

static void resolve_all(struct resolver *r) {
    for (uint32_t i = 0; i < r->queue.n; i++) follow(r, r->queue.at[i]);
    for (uint32_t i = 0; i < r->queue.n; i++) add_jar_of(r, r->queue.at[i]);
}

static void resolver_free(struct resolver *r) {
    vec_free(&r->poms);
    vec_free(&r->modules);
    vec_free(&r->queue);
    arena_free(&r->arena);
}

// ~/.m2/repository, or what settings.xml names.
static const char *find_repository(struct resolver *r) {
    const char *home = getenv("HOME");
    char *settings = join(r, home ? home : ".", ".m2/settings.xml");
    struct str text = {0};
    struct diag ignored = {0};
    const char *named = NULL;
    if (file_exists(settings) && file_read(settings, &text, &ignored))
        named = xml_text(xml_parse(str_text(&text), text.n, &r->arena, &ignored), "localRepository");
    str_free(&text);
    if (!named || !*named) return join(r, home ? home : ".", ".m2/repository");
    static const char user[] = "${user.home}";
    if (strncmp(named, user, strlen(user)) != 0) return named;
    named += strlen(user);
    return join(r, home ? home : ".", named + strspn(named, "/"));
}

void pom_dependencies(const char *directory, const char *const *modules, uint32_t n_modules,
                      struct pom_path *out) {
    struct resolver r = {.out = out};
    arena_init(&r.arena, 0);
    r.repository = find_repository(&r);
    for (uint32_t i = 0; i < n_modules; i++)
        vec_push(&r.modules, read_pom(&r, join(&r, modules[i], "pom.xml"), true));
    r.root = read_pom(&r, join(&r, directory, "pom.xml"), true);
    add_dependencies(&r, r.root, NULL);
    resolve_all(&r);
    resolver_free(&r);
}

// ---- Gradle: a build script is a program, of which only plain lines are understood ----

// What stands in the quotes at `at`, as if none were escaped. NULL: no quote there.
static const char *quoted(struct resolver *r, const char *at) {
    const char *end = *at == '\'' || *at == '"' ? strchr(at + 1, *at) : NULL;
    if (!end) return NULL;
    char *text = arena_strdup(&r->arena, at + 1);
    text[end - at - 1] = 0;
    return text;
}

// "group:artifact:version[:classifier][@type]"
static bool split_coordinates(struct resolver *r, const char *text, struct dependency *d) {
    char *at = arena_strdup(&r->arena, text), *parts[4] = {NULL};
    uint32_t n = 0;
    char *type = strchr(at, '@');
    if (type) *type++ = 0;
    for (char *part; n < 4 && (part = strsep(&at, ":"));) parts[n++] = part;
    *d = (struct dependency){parts[0], parts[1], parts[2], type ? type : "jar", parts[3], NULL,
                             NULL,     false,    0};
    return n >= 2 && *parts[0] && *parts[1];
}

// implementation 'g:a:v', testImplementation("g:a:v"). False: something else.
static bool read_declaration(struct resolver *r, const char *line, struct dependency *d) {
    static const char *const configurations[] = {
        "implementation", "api",         "compile",     "compileOnly",        "runtime",
        "runtimeOnly",    "testCompile", "testRuntime", "testImplementation", "testRuntimeOnly"};
    line += strspn(line, " \t");
    size_t n = strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    bool known = false;
    for (size_t i = 0; i < sizeof configurations / sizeof *configurations; i++)
        known |= strlen(configurations[i]) == n && memcmp(configurations[i], line, n) == 0;
    const char *text = known ? quoted(r, line + n + strspn(line + n, " \t(")) : NULL;
    return text && split_coordinates(r, text, d);
}

void pom_gradle_dependencies(const char *directory, struct pom_path *out) {
    struct resolver r = {.out = out, .gradle = true};
    const char *home = getenv("HOME"), *user = getenv("GRADLE_USER_HOME");
    struct str text = {0};
    struct diag ignored = {0};
    arena_init(&r.arena, 0);
    r.repository =
        join(&r, user ? user : join(&r, home ? home : ".", ".gradle"), "caches/modules-2/files-2.1");
    r.root = ARENA_NEW(&r.arena, struct pom);
    const char *script = join(&r, directory, "build.gradle");
    if (!file_exists(script)) script = join(&r, directory, "build.gradle.kts");
    if (file_exists(script) && file_read(script, &text, &ignored)) {
        char *rest = text.at;
        for (char *line; (line = strsep(&rest, "\n"));) {
            struct dependency d;
            if (read_declaration(&r, line, &d)) enqueue(&r, &d);
        }
    }
    str_free(&text);
    resolve_all(&r);
    resolver_free(&r);
}

void pom_path_free(struct pom_path *p) {
    str_free(&p->path);
    str_free(&p->missing);
    str_free(&p->problem);
}
