// SPDX-License-Identifier: Apache-2.0
#include "java/classpath/classpath.h"

#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/vec.h"
#include "java/classpath/jar.h"
#include "java/classpath/layout.h"
#include "java/classpath/manifest.h"

struct entry {
    char *path;
    struct jar *jar;            // NULL: a directory
    struct java_bytes versions; // Multi-Release: the N of each META-INF/versions/N that counts, newest first
};

struct java_classpath {
    struct jdk *jdk;
    uint32_t java_version; // of the JDK: 17
    VEC(struct entry) entries;
    VEC(char *) files;    // read from directories
    struct arena arena;   // texts for messages
    pthread_mutex_t lock; // of the two above
    struct str note;      // of layout.h
};

enum { MAX_NAME = 4096, MAX_ENTRIES = 10000 };

// ---- Opening ----

// "X.jar" in a message is a jar even where nothing is there.
static bool looks_like_jar(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot &&
           (strcasecmp(dot, ".jar") == 0 || strcasecmp(dot, ".zip") == 0 || strcasecmp(dot, ".war") == 0);
}

static bool is_known(const struct java_classpath *cp, const char *path) {
    for (uint32_t i = 0; i < cp->entries.n; i++)
        if (strcmp(cp->entries.at[i].path, path) == 0) return true;
    return false;
}

// The versions of a multi-release jar up to the JDK's own, newest first (JAR file specification).
static struct java_bytes find_versions(struct java_classpath *cp, struct jar *jar) {
    bool has[256] = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < jar_count(jar); i++) {
        const char *name = jar_name(jar, i);
        if (!name || strncmp(name, "META-INF/versions/", 18) != 0) continue;
        char *end;
        const unsigned long v = strtoul(name + 18, &end, 10);
        if (*end != '/' || v < 9 || v > cp->java_version || v > 255 || has[v]) continue;
        has[v] = true;
        n++;
    }
    uint8_t *versions = arena_alloc(&cp->arena, n + 1);
    for (uint32_t v = 256, k = 0; v-- > 0;)
        if (has[v]) versions[k++] = (uint8_t)v;
    return (struct java_bytes){versions, n};
}

static bool add_entry(struct java_classpath *cp, const char *path, struct diag *d);

// The Class-Path of a manifest: URLs relative to the jar's directory; those that lead nowhere are passed
// over.
static bool add_from_manifest(struct java_classpath *cp, const char *jar_path, const char *urls,
                              struct diag *d) {
    const char *slash = strrchr(jar_path, '/');
    while (*urls) {
        const size_t n = strcspn(urls, " ");
        char *relative = java_manifest_path(urls, n);
        char *dir = slash ? mem_strdup(jar_path) : mem_strdup(".");
        if (slash) dir[slash - jar_path + 1] = 0;
        char *path = !relative || *relative == '/' || !slash ? relative : file_join(dir, relative);
        if (path != relative) mem_free(relative);
        const bool good = !path || !file_exists(path) || add_entry(cp, path, d);
        mem_free(path);
        mem_free(dir);
        if (!good) return false;
        urls += n + strspn(urls + n, " ");
    }
    return true;
}

// Adds the path alone. Manifests are followed by the caller, after all that it has to add: see add_all.
static bool add_entry(struct java_classpath *cp, const char *path, struct diag *d) {
    if (is_known(cp, path)) return true;
    if (cp->entries.n == MAX_ENTRIES)
        return diag_set(d, DIAG_ANALYSIS, "the class path has too many entries");
    struct entry e = {0};
    if (!file_exists(path)) {
        if (!looks_like_jar(path)) return true;
        return diag_set(d, DIAG_ANALYSIS, "the class path names %s, which does not exist", path);
    }
    if (!file_is_dir(path) && !(e.jar = jar_open(path, d))) return false;
    e.path = mem_strdup(path);
    vec_push(&cp->entries, e);
    return true;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// "lib/*": all jars of a directory (in an order of our own: the JVM promises none).
static bool add_jars_of(struct java_classpath *cp, const char *pattern, struct diag *d) {
    char *dir = mem_strdup(pattern);
    dir[strlen(dir) - 1] = 0; // "lib/", or "" for the current directory
    VEC(char *) jars = {0};
    DIR *listing = opendir(*dir ? dir : ".");
    for (struct dirent *e; listing && (e = readdir(listing));) {
        const char *dot = strrchr(e->d_name, '.');
        if (dot && strcasecmp(dot, ".jar") == 0) vec_push(&jars, file_join(*dir ? dir : ".", e->d_name));
    }
    if (listing) closedir(listing);
    if (jars.n) qsort(jars.at, jars.n, sizeof *jars.at, compare_names);
    bool good = true;
    for (uint32_t i = 0; i < jars.n; i++) {
        good = good && add_entry(cp, jars.at[i], d);
        mem_free(jars.at[i]);
    }
    vec_free(&jars);
    mem_free(dir);
    return good;
}

// Reads the manifest of the i-th entry; what it adds comes right behind that entry, as the JVM searches.
static bool follow_manifest(struct java_classpath *cp, uint32_t i, struct diag *d) {
    struct jar *jar = cp->entries.at[i].jar;
    struct java_bytes text;
    struct java_manifest m = {0};
    if (!jar) return true;
    if (!jar_read(jar, "META-INF/MANIFEST.MF", &text, d)) return d->kind == DIAG_NONE;
    java_manifest_read(text, &m);
    if (m.multi_release) cp->entries.at[i].versions = find_versions(cp, jar);
    const uint32_t before = cp->entries.n;
    const bool good = add_from_manifest(cp, cp->entries.at[i].path, str_text(&m.class_path), d);
    str_free(&m.class_path);
    const uint32_t added = cp->entries.n - before;
    if (added > 0) {
        struct entry *moved = mem_alloc(added * sizeof *moved), *at = cp->entries.at + i + 1;
        memcpy(moved, cp->entries.at + before, added * sizeof *moved);
        memmove(at + added, at, (before - i - 1) * sizeof *moved);
        memcpy(at, moved, added * sizeof *moved);
        mem_free(moved);
    }
    return good;
}

static bool add_all(struct java_classpath *cp, const char *path, struct diag *d) {
    const char *whole = path;
    for (;;) {
        const size_t n = strcspn(path, ":");
        char *entry = mem_alloc(n + 2);
        memcpy(entry, path, n);
        entry[n] = 0;
        if (n == 0) strcpy(entry, "."); // as the JVM reads "a::b"
        const bool wild = strcmp(entry, "*") == 0 || (n >= 2 && strcmp(entry + n - 2, "/*") == 0);
        const bool good = wild ? add_jars_of(cp, entry, d) : add_entry(cp, entry, d);
        mem_free(entry);
        if (!good) return false;
        if (!path[n]) break;
        path += n + 1;
    }
    if (cp->entries.n == 0) return diag_set(d, DIAG_ANALYSIS, "nothing on the class path exists: %s", whole);
    for (uint32_t i = 0; i < cp->entries.n; i++)
        if (!follow_manifest(cp, i, d)) return false;
    return true;
}

// 4.1: class files of Java N have the version N + 44, and a JDK's own are of its own version.
static bool find_version(struct java_classpath *cp, struct diag *d) {
    const struct java_bytes object = jdk_find(cp->jdk, "java/lang/Object", strlen("java/lang/Object"), d);
    if (object.n < 8)
        return diag_set(d, DIAG_ANALYSIS, "no JDK found: %s has no java.lang.Object", jdk_home(cp->jdk));
    cp->java_version = (uint32_t)(object.at[6] << 8 | object.at[7]) - 44;
    return true;
}

static bool open_all(struct java_classpath *cp, const struct java_classpath_options *o, struct diag *d) {
    char *home = o->java_home ? mem_strdup(o->java_home) : java_home_find(d);
    cp->jdk = home ? jdk_open(home, d) : NULL;
    mem_free(home);
    if (!cp->jdk || !find_version(cp, d)) return false;
    if (o->path) return add_all(cp, o->path, d);
    struct str found = {0};
    const bool good =
        java_layout_find(o->directory ? o->directory : ".", &found, &cp->note, d) && add_all(cp, found.at, d);
    str_free(&found);
    return good;
}

struct java_classpath *java_classpath_open(const struct java_classpath_options *o, struct diag *d) {
    struct java_classpath *cp = mem_zalloc(sizeof *cp);
    pthread_mutex_init(&cp->lock, NULL);
    arena_init(&cp->arena, 0);
    if (open_all(cp, o, d)) return cp;
    java_classpath_close(cp);
    return NULL;
}

void java_classpath_close(struct java_classpath *cp) {
    if (!cp) return;
    for (uint32_t i = 0; i < cp->entries.n; i++) {
        jar_close(cp->entries.at[i].jar);
        mem_free(cp->entries.at[i].path);
    }
    for (uint32_t i = 0; i < cp->files.n; i++) mem_free(cp->files.at[i]);
    vec_free(&cp->entries);
    vec_free(&cp->files);
    jdk_close(cp->jdk);
    arena_free(&cp->arena);
    str_free(&cp->note);
    pthread_mutex_destroy(&cp->lock);
    mem_free(cp);
}

// ---- Finding ----

__attribute__((format(printf, 2, 3))) static const char *keep_text(struct java_classpath *cp,
                                                                   const char *format, ...) {
    char text[2 * MAX_NAME];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    pthread_mutex_lock(&cp->lock);
    const char *kept = arena_strdup(&cp->arena, text);
    pthread_mutex_unlock(&cp->lock);
    return kept;
}

// Read, not mapped: a build may rewrite the file while frisk runs.
static bool find_in_directory(struct java_classpath *cp, const struct entry *e, const char *file,
                              struct java_class_source *out, struct diag *d) {
    char *path = file_join(e->path, file);
    struct str bytes = {0};
    const bool there = file_exists(path);
    const bool good = there && file_read(path, &bytes, d);
    if (good && bytes.n > INT32_MAX)
        diag_set(d, DIAG_ANALYSIS, "%s is too large", path);
    else if (good) {
        out->bytes.n = (uint32_t)bytes.n;
        char *kept = str_take(&bytes);
        out->bytes.at = (const uint8_t *)kept;
        pthread_mutex_lock(&cp->lock);
        vec_push(&cp->files, kept);
        pthread_mutex_unlock(&cp->lock);
        out->where = keep_text(cp, "%s", path);
    }
    str_free(&bytes);
    mem_free(path);
    return good && d->kind == DIAG_NONE;
}

static bool find_in_jar(struct java_classpath *cp, const struct entry *e, const char *file,
                        struct java_class_source *out, struct diag *d) {
    char name[MAX_NAME + 40];
    for (uint32_t i = 0; i <= e->versions.n; i++) {
        if (i < e->versions.n)
            snprintf(name, sizeof name, "META-INF/versions/%u/%s", e->versions.at[i], file);
        else
            snprintf(name, sizeof name, "%s", file);
        if (jar_read(e->jar, name, &out->bytes, d)) {
            out->where = keep_text(cp, "%s!/%s", e->path, name);
            return true;
        }
        if (d->kind != DIAG_NONE) return false;
    }
    return false;
}

bool java_classpath_resource(struct java_classpath *cp, uint32_t *from, const char *file,
                             struct java_class_source *out, struct diag *d) {
    *out = (struct java_class_source){0};
    if (strlen(file) >= MAX_NAME) return false;
    while (*from < cp->entries.n) {
        const struct entry *e = &cp->entries.at[(*from)++];
        if (e->jar ? find_in_jar(cp, e, file, out, d) : find_in_directory(cp, e, file, out, d)) return true;
        if (d->kind != DIAG_NONE) return false;
    }
    return false;
}

bool java_classpath_find(struct java_classpath *cp, const char *name, size_t length,
                         struct java_class_source *out, struct diag *d) {
    char file[MAX_NAME];
    const char *slash = memrchr(name, '/', length);
    if (length == 0 || length > sizeof file - 10) return false;
    *out = (struct java_class_source){.bytes = jdk_find(cp->jdk, name, length, d), .from_jdk = true};
    if (out->bytes.n > 0) {
        out->where = keep_text(cp, "%.*s (JDK)", (int)length, name);
        return true;
    }
    if (d->kind != DIAG_NONE || (slash && jdk_module_of(cp->jdk, name, (size_t)(slash - name)))) return false;
    snprintf(file, sizeof file, "%.*s.class", (int)length, name);
    uint32_t from = 0;
    return java_classpath_resource(cp, &from, file, out, d);
}

// ---- Listing ----

// The internal name in "a/b/C.class"; false: it is no class's file.
static bool class_name_of(const char *file, char name[MAX_NAME]) {
    const size_t n = strlen(file);
    if (n < 7 || n >= MAX_NAME || strcmp(file + n - 6, ".class") != 0) return false;
    snprintf(name, MAX_NAME, "%.*s", (int)(n - 6), file);
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    return strcmp(last, "module-info") != 0 && strcmp(last, "package-info") != 0;
}

static bool list_jar(const struct entry *e, java_class_visit *visit, void *context) {
    char name[MAX_NAME];
    for (uint32_t i = 0; i < jar_count(e->jar); i++) {
        const char *file = jar_name(e->jar, i);
        if (!file || strncmp(file, "META-INF/", 9) == 0 || !class_name_of(file, name)) continue;
        if (!visit(context, name)) break;
    }
    return true;
}

static int compare_fts(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool list_directory(const struct entry *e, java_class_visit *visit, void *context, struct diag *d) {
    char *roots[] = {e->path, NULL};
    FTS *walk = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, compare_fts);
    if (!walk) return diag_set(d, DIAG_ANALYSIS, "cannot read %s: %s", e->path, strerror(errno));
    const size_t prefix = strlen(e->path) + (e->path[strlen(e->path) - 1] != '/');
    char name[MAX_NAME];
    for (FTSENT *f; (f = fts_read(walk));) {
        if (f->fts_info != FTS_F || f->fts_pathlen <= prefix || !class_name_of(f->fts_path + prefix, name))
            continue;
        if (!visit(context, name)) break;
    }
    fts_close(walk);
    return true;
}

bool java_classpath_list(struct java_classpath *cp, uint32_t i, java_class_visit *visit, void *context,
                         struct diag *d) {
    const struct entry *e = &cp->entries.at[i];
    return e->jar ? list_jar(e, visit, context) : list_directory(e, visit, context, d);
}

uint32_t java_classpath_count(const struct java_classpath *cp) {
    return cp->entries.n;
}
const char *java_classpath_entry(const struct java_classpath *cp, uint32_t i) {
    return cp->entries.at[i].path;
}
const char *java_classpath_note(const struct java_classpath *cp) {
    return cp->note.n ? cp->note.at : NULL;
}

struct jdk *java_classpath_jdk(const struct java_classpath *cp) {
    return cp->jdk;
}
