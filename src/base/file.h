// SPDX-License-Identifier: Apache-2.0
// Whole files and directories. Every function that can fail fills a diag with the path and the system's
// reason.
#ifndef FRISK_BASE_FILE_H
#define FRISK_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/str.h"

bool file_read(const char *path, struct str *out, struct diag *d); // appends the bytes to out
bool file_write(const char *path, const void *bytes, size_t n,
                struct diag *d);                       // atomically: temporary, then rename
bool file_make_dirs(const char *path, struct diag *d); // as mkdir -p
bool file_exists(const char *path);
bool file_is_dir(const char *path);
char *file_join(const char *dir, const char *name); // to be freed by the caller
// The path from the working directory if the file lies below it, and NULL if not, or if there is none;
// mem_free.
char *file_from_here(const char *path);
char *file_cache_dir(
    void); // $XDG_CACHE_HOME/frisk or ~/.cache/frisk, made if missing; NULL if impossible; caller frees

char *file_temp_dir(struct diag *d);     // a new directory in $TMPDIR or /tmp, for this user alone; mem_free
void file_remove_tree(const char *path); // a directory and all in it; symbolic links are not followed

#endif
