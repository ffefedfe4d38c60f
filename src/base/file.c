// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

bool file_read(const char *path, struct str *out, struct diag *d) {
    FILE *f = fopen(path, "rb");
    if (!f) return diag_set(d, DIAG_ANALYSIS, "cannot read %s: %s", path, strerror(errno));
    char block[65536];
    size_t n;
    while ((n = fread(block, 1, sizeof block, f)) > 0) str_add_n(out, block, n);
    int failed = ferror(f) ? errno : 0;
    fclose(f);
    return failed ? diag_set(d, DIAG_ANALYSIS, "cannot read %s: %s", path, strerror(failed)) : true;
}

bool file_write(const char *path, const void *bytes, size_t n, struct diag *d) {
    struct str temporary = {0};
    str_addf(&temporary, "%s.%ld.tmp", path, (long)getpid());
    FILE *f = fopen(temporary.at, "wb");
    bool ok = f && (n == 0 || fwrite(bytes, 1, n, f) == n);
    if (f && fclose(f) != 0) ok = false;
    if (ok && rename(temporary.at, path) != 0) ok = false;
    int why = errno;
    if (!ok) unlink(temporary.at);
    str_free(&temporary);
    return ok || diag_set(d, DIAG_ANALYSIS, "cannot write %s: %s", path, strerror(why));
}

bool file_make_dirs(const char *path, struct diag *d) {
    char *p = mem_strdup(path);
    for (char *s = p + 1;; s++) {
        if (*s != '/' && *s != '\0') continue;
        char c = *s;
        *s = '\0';
        if (mkdir(p, 0777) != 0 && errno != EEXIST) {
            diag_set(d, DIAG_ANALYSIS, "cannot make directory %s: %s", p, strerror(errno));
            break;
        }
        *s = c;
        if (c == '\0') break;
    }
    mem_free(p);
    if (d->kind == DIAG_NONE && !file_is_dir(path))
        diag_set(d, DIAG_ANALYSIS, "cannot make directory %s: a file is in the way", path);
    return d->kind == DIAG_NONE;
}

bool file_exists(const char *path) {
    return access(path, F_OK) == 0;
}

bool file_is_dir(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

char *file_join(const char *dir, const char *name) {
    struct str s = {0};
    str_addf(&s, "%s/%s", dir, name);
    return str_take(&s);
}

char *file_from_here(const char *path) {
    char *real = realpath(path, NULL), *here = realpath(".", NULL), *out = NULL;
    size_t n = here ? strlen(here) : 0;
    if (real && n && strncmp(real, here, n) == 0 && (real[n] == '/' || n == 1))
        out = mem_strdup(real + n + (n > 1));
    free(real);
    free(here);
    return out;
}

char *file_cache_dir(void) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct str s = {0};
    if (base && base[0] == '/')
        str_addf(&s, "%s/frisk", base);
    else if (home && home[0] == '/')
        str_addf(&s, "%s/.cache/frisk", home);
    else
        return NULL;
    struct diag d = {0};
    if (!file_make_dirs(s.at, &d)) str_free(&s);
    return s.at;
}

char *file_temp_dir(struct diag *d) {
    const char *base = getenv("TMPDIR");
    char *path = file_join(base && *base ? base : "/tmp", "frisk-XXXXXX");
    if (mkdtemp(path)) return path;
    diag_set(d, DIAG_ANALYSIS, "cannot make a directory like %s: %s", path, strerror(errno));
    mem_free(path);
    return NULL;
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *where) {
    (void)s, (void)kind, (void)where;
    remove(path);
    return 0;
}

void file_remove_tree(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
