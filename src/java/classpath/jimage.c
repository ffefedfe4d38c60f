// SPDX-License-Identifier: Apache-2.0
#include "java/classpath/jimage.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/vec.h"
#include "java/classpath/jar.h"

// A mapped image. The header and all tables are little-endian words (the machine's order, which frisk's
// machines share); the tables are checked to lie in the file when it is opened, every entry when it is
// followed.
struct image {
    const uint8_t *at; // NULL: none
    size_t size;
    uint32_t n_slots;         // of the perfect hash
    const uint8_t *redirects; // s4[n_slots]
    const uint8_t *offsets;   // u4[n_slots], into locations
    const uint8_t *locations;
    uint32_t n_locations;
    const char *strings;
    uint32_t n_strings;
    const uint8_t *data;
    size_t n_data;
};

struct jdk {
    char *home;
    struct image image;
    pthread_mutex_t lock; // of what follows
    bool jmods_listed;
    VEC(char *) jmod_paths;  // java.base first
    VEC(struct jar *) jmods; // those opened so far, the same order
};

enum { IMAGE_MAGIC = 0xCAFEDADA, IMAGE_MAJOR = 1, HEADER_SIZE = 28, HASH_SEED = 0x01000193 };

static uint32_t word_at(const uint8_t *p) {
    uint32_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

// ---- Opening ----

static bool map_file(const char *path, struct image *m) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    struct stat st;
    void *p = MAP_FAILED;
    if (fstat(fd, &st) == 0 && st.st_size > HEADER_SIZE)
        p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (p == MAP_FAILED) return false;
    m->at = p;
    m->size = (size_t)st.st_size;
    return true;
}

// False: not an image that this reader knows.
static bool read_header(struct image *m) {
    const uint32_t magic = word_at(m->at), version = word_at(m->at + 4);
    if (magic != IMAGE_MAGIC || version >> 16 != IMAGE_MAJOR) return false;
    m->n_slots = word_at(m->at + 16);
    m->n_locations = word_at(m->at + 20);
    m->n_strings = word_at(m->at + 24);
    const uint64_t tables = HEADER_SIZE + 8 * (uint64_t)m->n_slots + m->n_locations + m->n_strings;
    if (m->n_slots == 0 || m->n_strings == 0 || tables > m->size) return false;
    m->redirects = m->at + HEADER_SIZE;
    m->offsets = m->redirects + 4 * (size_t)m->n_slots;
    m->locations = m->offsets + 4 * (size_t)m->n_slots;
    m->strings = (const char *)m->locations + m->n_locations;
    m->data = m->at + tables;
    m->n_data = m->size - tables;
    return m->strings[m->n_strings - 1] == 0; // so that every string in it ends
}

static bool open_image(const char *home, struct image *m) {
    char *path = file_join(home, "lib/modules");
    const bool good = map_file(path, m) && read_header(m);
    if (!good && m->at) munmap((void *)m->at, m->size);
    if (!good) m->at = NULL;
    mem_free(path);
    return good;
}

static bool has_jmods(const char *home) {
    char *path = file_join(home, "jmods/java.base.jmod");
    const bool there = file_exists(path);
    mem_free(path);
    return there;
}

struct jdk *jdk_open(const char *java_home, struct diag *d) {
    struct image image = {0};
    if (!open_image(java_home, &image) && !has_jmods(java_home)) {
        diag_set(d, DIAG_ANALYSIS,
                 "no JDK found: %s has no lib/modules that frisk can read, and no jmods "
                 "(Java 9 or later is needed)",
                 java_home);
        return NULL;
    }
    struct jdk *j = mem_zalloc(sizeof *j);
    j->home = mem_strdup(java_home);
    j->image = image;
    pthread_mutex_init(&j->lock, NULL);
    return j;
}

void jdk_close(struct jdk *j) {
    if (!j) return;
    if (j->image.at) munmap((void *)j->image.at, j->image.size);
    for (uint32_t i = 0; i < j->jmods.n; i++) jar_close(j->jmods.at[i]);
    for (uint32_t i = 0; i < j->jmod_paths.n; i++) mem_free(j->jmod_paths.at[i]);
    vec_free(&j->jmods);
    vec_free(&j->jmod_paths);
    pthread_mutex_destroy(&j->lock);
    mem_free(j->home);
    mem_free(j);
}

const char *jdk_home(const struct jdk *j) {
    return j->home;
}

// ---- The image ----

enum location_kind {
    AT_END,
    AT_MODULE,
    AT_PARENT,
    AT_BASE,
    AT_EXTENSION,
    AT_OFFSET,
    AT_COMPRESSED,
    AT_SIZE,
    N_AT
};

struct location {
    uint64_t at[N_AT];
};

// The attributes of the slot-th resource: a byte of kind and length, then the value, big-endian, until an
// END.
static bool read_location(const struct image *m, uint32_t slot, struct location *l) {
    uint32_t i = word_at(m->offsets + 4 * (size_t)slot);
    *l = (struct location){0};
    while (i < m->n_locations && m->locations[i] >> 3 != AT_END) {
        const uint32_t kind = m->locations[i] >> 3, n = (m->locations[i] & 7u) + 1;
        uint64_t value = 0;
        if (kind >= N_AT || n >= m->n_locations - i) return false;
        for (uint32_t k = 1; k <= n; k++) value = value << 8 | m->locations[i + k];
        l->at[kind] = value;
        i += 1 + n;
    }
    for (int k = AT_MODULE; k <= AT_EXTENSION; k++)
        if (l->at[k] >= m->n_strings) return false;
    return l->at[AT_OFFSET] <= m->n_data && l->at[AT_SIZE] <= m->n_data - l->at[AT_OFFSET] &&
           l->at[AT_SIZE] <= UINT32_MAX;
}

static const char *string_of(const struct image *m, const struct location *l, enum location_kind kind) {
    return m->strings + l->at[kind];
}

static uint32_t hash_name(const char *name, size_t n, uint32_t seed) {
    for (size_t i = 0; i < n; i++) seed = (seed * HASH_SEED) ^ (uint8_t)name[i];
    return seed & 0x7FFFFFFF;
}

// If `part` is what comes next in name[*at..n), steps over it.
static bool eat(const char *name, size_t n, size_t *at, const char *part) {
    const size_t k = strlen(part);
    if (n - *at < k || memcmp(name + *at, part, k) != 0) return false;
    *at += k;
    return true;
}

// A location's name is /MODULE/PARENT/BASE.EXTENSION, without what is empty. The hash is perfect only for
// names that exist.
static bool is_named(const struct image *m, const struct location *l, const char *name, size_t n) {
    const char *module = string_of(m, l, AT_MODULE), *parent = string_of(m, l, AT_PARENT);
    const char *extension = string_of(m, l, AT_EXTENSION);
    size_t at = 0;
    if (*module && !(eat(name, n, &at, "/") && eat(name, n, &at, module) && eat(name, n, &at, "/")))
        return false;
    if (*parent && !(eat(name, n, &at, parent) && eat(name, n, &at, "/"))) return false;
    if (!eat(name, n, &at, string_of(m, l, AT_BASE))) return false;
    if (*extension && !(eat(name, n, &at, ".") && eat(name, n, &at, extension))) return false;
    return at == n;
}

static bool find_location(const struct image *m, const char *name, size_t n, struct location *l) {
    const int32_t v =
        (int32_t)word_at(m->redirects + 4 * (size_t)(hash_name(name, n, HASH_SEED) % m->n_slots));
    if (v == 0) return false;
    const uint32_t slot = v > 0 ? hash_name(name, n, (uint32_t)v) % m->n_slots : (uint32_t)(-1 - (int64_t)v);
    return slot < m->n_slots && read_location(m, slot, l) && is_named(m, l, name, n);
}

enum { MAX_NAME = 1000 }; // of a resource; longer ones are in no image

const char *jdk_module_of(const struct jdk *j, const char *package, size_t length) {
    const struct image *m = &j->image;
    char name[MAX_NAME] = "/packages/";
    const size_t prefix = strlen(name);
    struct location l;
    if (!m->at || length > sizeof name - prefix) return NULL;
    for (size_t i = 0; i < length; i++) name[prefix + i] = package[i] == '/' ? '.' : package[i];
    if (!find_location(m, name, prefix + length, &l) || l.at[AT_COMPRESSED]) return NULL;
    // Pairs of words: whether the module has nothing in the package, and its name.
    for (size_t at = 0; at + 8 <= l.at[AT_SIZE]; at += 8) {
        const uint8_t *pair = m->data + l.at[AT_OFFSET] + at;
        if (word_at(pair) == 0 && word_at(pair + 4) < m->n_strings) return m->strings + word_at(pair + 4);
    }
    return NULL;
}

// ---- jmods ----

static int compare_jmods(const void *a, const void *b) {
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    const bool x_base = strstr(x, "/java.base.jmod"), y_base = strstr(y, "/java.base.jmod");
    return x_base != y_base ? y_base - x_base : strcmp(x, y);
}

static void list_jmods(struct jdk *j) {
    if (j->jmods_listed) return;
    j->jmods_listed = true;
    char *dir = file_join(j->home, "jmods");
    DIR *listing = opendir(dir);
    for (struct dirent *e; listing && (e = readdir(listing));) {
        const char *dot = strrchr(e->d_name, '.');
        if (dot && strcmp(dot, ".jmod") == 0) vec_push(&j->jmod_paths, file_join(dir, e->d_name));
    }
    if (listing) closedir(listing);
    if (j->jmod_paths.n) qsort(j->jmod_paths.at, j->jmod_paths.n, sizeof(char *), compare_jmods);
    mem_free(dir);
}

// The i-th jmod; NULL after the last, or with a diag.
static struct jar *jmod_at(struct jdk *j, uint32_t i, struct diag *d) {
    pthread_mutex_lock(&j->lock);
    list_jmods(j);
    while (j->jmods.n <= i && j->jmods.n < j->jmod_paths.n) {
        struct jar *jar = jar_open(j->jmod_paths.at[j->jmods.n], d);
        if (!jar) break;
        vec_push(&j->jmods, jar);
    }
    struct jar *jmod = i < j->jmods.n ? j->jmods.at[i] : NULL;
    pthread_mutex_unlock(&j->lock);
    return jmod;
}

static struct java_bytes find_in_jmods(struct jdk *j, const char *name, size_t length, const char *extension,
                                       struct diag *d) {
    char entry[MAX_NAME];
    struct java_bytes bytes = {0};
    struct jar *jmod;
    if (length > sizeof entry - 20) return bytes;
    snprintf(entry, sizeof entry, "classes/%.*s%s", (int)length, name, extension);
    for (uint32_t i = 0; (jmod = jmod_at(j, i, d)) && d->kind == DIAG_NONE; i++)
        if (jar_read(jmod, entry, &bytes, d)) break;
    return bytes;
}

static bool each_in_jmods(struct jdk *j, jdk_visit *visit, void *context, struct diag *d) {
    struct jar *jmod;
    for (uint32_t i = 0; (jmod = jmod_at(j, i, d)); i++) {
        const char *file = strrchr(jar_path(jmod), '/') + 1;
        char module[MAX_NAME], name[MAX_NAME];
        snprintf(module, sizeof module, "%.*s", (int)(strlen(file) - strlen(".jmod")), file);
        for (uint32_t k = 0; k < jar_count(jmod); k++) {
            const char *entry = jar_name(jmod, k);
            const size_t n = entry ? strlen(entry) : 0;
            struct java_bytes bytes;
            if (n < 15 || n >= MAX_NAME || memcmp(entry, "classes/", 8) != 0 ||
                memcmp(entry + n - 6, ".class", 6) != 0)
                continue;
            if (!jar_read(jmod, entry, &bytes, d)) return false;
            snprintf(name, sizeof name, "%.*s", (int)(n - 14), entry + 8);
            if (!visit(context, module, name, bytes)) return true;
        }
    }
    return d->kind == DIAG_NONE;
}

// ---- Both ----

static struct java_bytes find(struct jdk *j, const char *name, size_t length, const char *extension,
                              struct diag *d) {
    const struct image *m = &j->image;
    const struct java_bytes none = {0};
    if (!m->at) return find_in_jmods(j, name, length, extension, d);
    const char *slash = memrchr(name, '/', length);
    const char *module = slash ? jdk_module_of(j, name, (size_t)(slash - name)) : NULL;
    if (!module) return none;
    char full[MAX_NAME];
    const int n = snprintf(full, sizeof full, "/%s/%.*s%s", module, (int)length, name, extension);
    struct location l;
    if (n < 0 || (size_t)n >= sizeof full || !find_location(m, full, (size_t)n, &l)) return none;
    if (!l.at[AT_COMPRESSED]) return (struct java_bytes){m->data + l.at[AT_OFFSET], (uint32_t)l.at[AT_SIZE]};
    if (!has_jmods(j->home)) {
        diag_set(d, DIAG_ANALYSIS, "%s/lib/modules is compressed, and there are no jmods beside it", j->home);
        return none;
    }
    return find_in_jmods(j, name, length, extension, d);
}

struct java_bytes jdk_find(struct jdk *j, const char *name, size_t length, struct diag *d) {
    return find(j, name, length, ".class", d);
}

struct java_bytes jdk_resource(struct jdk *j, const char *name, size_t length, struct diag *d) {
    return find(j, name, length, "", d);
}

bool jdk_each(struct jdk *j, jdk_visit *visit, void *context, struct diag *d) {
    const struct image *m = &j->image;
    if (!m->at) return each_in_jmods(j, visit, context, d);
    for (uint32_t slot = 0; slot < m->n_slots; slot++) {
        struct location l;
        char name[MAX_NAME];
        if (!read_location(m, slot, &l))
            return diag_set(d, DIAG_ANALYSIS, "%s/lib/modules is damaged", j->home);
        const char *module = string_of(m, &l, AT_MODULE), *parent = string_of(m, &l, AT_PARENT);
        if (strcmp(string_of(m, &l, AT_EXTENSION), "class") != 0 || strcmp(module, "packages") == 0) continue;
        if (l.at[AT_COMPRESSED]) return each_in_jmods(j, visit, context, d);
        const int n =
            snprintf(name, sizeof name, "%s%s%s", parent, *parent ? "/" : "", string_of(m, &l, AT_BASE));
        if (n < 0 || (size_t)n >= sizeof name) continue;
        const struct java_bytes bytes = {m->data + l.at[AT_OFFSET], (uint32_t)l.at[AT_SIZE]};
        if (!visit(context, module, name, bytes)) return true;
    }
    return true;
}

// ---- Where the JDK is ----

static bool is_java_home(const char *home) {
    char *modules = file_join(home, "lib/modules");
    const bool there = file_exists(modules) || has_jmods(home);
    mem_free(modules);
    return there;
}

// A program on the PATH, all links followed, without its last two parts: bin/java.
static char *home_of(const char *program) {
    const char *path = getenv("PATH");
    while (path && *path) {
        const size_t n = strcspn(path, ":");
        char real[PATH_MAX];
        char *dir = mem_alloc(n + 1);
        memcpy(dir, path, n);
        dir[n] = 0;
        char *file = file_join(n ? dir : ".", program);
        const bool found = access(file, X_OK) == 0 && realpath(file, real);
        mem_free(file);
        mem_free(dir);
        for (int i = 0; found && i < 2; i++) {
            char *slash = strrchr(real, '/');
            if (slash) *slash = 0;
        }
        if (found && is_java_home(real)) return mem_strdup(real);
        path += n + (path[n] == ':');
    }
    return NULL;
}

char *java_home_find(struct diag *d) {
    const char *given = getenv("JAVA_HOME");
    if (given && *given) {
        if (is_java_home(given)) return mem_strdup(given);
        diag_set(d, DIAG_ANALYSIS,
                 "no JDK found: JAVA_HOME is %s, which has no lib/modules and no jmods (Java 9 or later is "
                 "needed)",
                 given);
        return NULL;
    }
    char *home = home_of("javac");
    if (!home) home = home_of("java");
    if (!home)
        diag_set(d, DIAG_ANALYSIS,
                 "no JDK found: JAVA_HOME is not set, and no java of version 9 or later is on the PATH");
    return home;
}
