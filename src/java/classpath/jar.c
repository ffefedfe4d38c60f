// SPDX-License-Identifier: Apache-2.0
#include "java/classpath/jar.h"

#include <pthread.h>
#include <string.h>
#include <zip.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"

struct jar {
    zip_t *zip; // libzip's archives are not thread safe: under lock
    pthread_mutex_t lock;
    struct arena arena;          // unpacked entries
    VEC(struct java_bytes) done; // what has been unpacked
    struct hash_map done_of;     // entry -> place in done
    char *path;
};

// No class file and no manifest comes near: more is an attack or damage.
enum { MAX_ENTRY = 256 << 20 };

// Bytes before the ZIP proper: offsets in a jmod count from behind its own header.
static uint64_t header_size(const char *path) {
    static const char jmod_magic[4] = {'J', 'M', 1, 0};
    char head[4] = {0};
    FILE *f = fopen(path, "rbe");
    const bool jmod = f && fread(head, 1, 4, f) == 4 && memcmp(head, jmod_magic, 4) == 0;
    if (f) fclose(f);
    return jmod ? 4 : 0;
}

struct jar *jar_open(const char *path, struct diag *d) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t *source = zip_source_file_create(path, header_size(path), -1, &error);
    zip_t *zip = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : NULL;
    if (!zip) {
        diag_set(d, DIAG_ANALYSIS, "cannot read %s: %s", path, zip_error_strerror(&error));
        if (source) zip_source_free(source);
        zip_error_fini(&error);
        return NULL;
    }
    zip_error_fini(&error);
    struct jar *j = mem_zalloc(sizeof *j);
    j->zip = zip;
    j->path = mem_strdup(path);
    pthread_mutex_init(&j->lock, NULL);
    arena_init(&j->arena, 0);
    return j;
}

void jar_close(struct jar *j) {
    if (!j) return;
    zip_discard(j->zip);
    pthread_mutex_destroy(&j->lock);
    arena_free(&j->arena);
    vec_free(&j->done);
    hash_map_free(&j->done_of);
    mem_free(j->path);
    mem_free(j);
}

static bool unpack(struct jar *j, zip_uint64_t index, const char *name, struct java_bytes *out,
                   struct diag *d) {
    zip_stat_t stat;
    if (zip_stat_index(j->zip, index, 0, &stat) != 0 || !(stat.valid & ZIP_STAT_SIZE))
        return diag_set(d, DIAG_ANALYSIS, "cannot read %s in %s", name, j->path);
    if (stat.size > MAX_ENTRY)
        return diag_set(d, DIAG_ANALYSIS, "cannot read %s in %s: it has %llu bytes", name, j->path,
                        (unsigned long long)stat.size);
    zip_file_t *f = zip_fopen_index(j->zip, index, 0);
    if (!f)
        return diag_set(d, DIAG_ANALYSIS, "cannot read %s in %s: %s", name, j->path, zip_strerror(j->zip));
    // Not into the arena at once: the size is only the archive's word.
    uint8_t *bytes = mem_alloc(stat.size + 1);
    zip_int64_t n = zip_fread(f, bytes, stat.size + 1); // the last byte makes libzip check the sum
    const bool good = n >= 0 && (zip_uint64_t)n == stat.size;
    if (!good)
        diag_set(d, DIAG_ANALYSIS, "cannot read %s in %s: %s", name, j->path,
                 n < 0 ? zip_error_strerror(zip_file_get_error(f)) : "its size is wrong");
    zip_fclose(f);
    if (good) *out = (struct java_bytes){arena_copy(&j->arena, bytes, stat.size), (uint32_t)stat.size};
    mem_free(bytes);
    return good;
}

bool jar_read(struct jar *j, const char *name, struct java_bytes *out, struct diag *d) {
    uint32_t place;
    bool good = false;
    pthread_mutex_lock(&j->lock);
    const zip_int64_t index = zip_name_locate(j->zip, name, ZIP_FL_ENC_RAW);
    if (index < 0)
        good = false;
    else if (hash_map_get(&j->done_of, (uint64_t)index, &place)) {
        *out = j->done.at[place];
        good = true;
    } else if (unpack(j, (zip_uint64_t)index, name, out, d)) {
        hash_map_put(&j->done_of, (uint64_t)index, j->done.n);
        vec_push(&j->done, *out);
        good = true;
    }
    pthread_mutex_unlock(&j->lock);
    return good;
}

uint32_t jar_count(struct jar *j) {
    const zip_int64_t n = zip_get_num_entries(j->zip, 0);
    return n < 0 ? 0 : n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

const char *jar_name(struct jar *j, uint32_t i) {
    pthread_mutex_lock(&j->lock);
    const char *name = zip_get_name(j->zip, i, ZIP_FL_ENC_RAW);
    pthread_mutex_unlock(&j->lock);
    return name;
}

const char *jar_path(const struct jar *j) {
    return j->path;
}
