// SPDX-License-Identifier: Apache-2.0
#include "cli/share.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

char *share_find(struct diag *d) {
    const char *named = getenv("FRISK_SHARE");
    if (named && *named) {
        if (file_is_dir(named)) return mem_strdup(named);
        diag_set(d, DIAG_ANALYSIS, "FRISK_SHARE is %s, which is no directory", named);
        return NULL;
    }
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
    static const char *const beside[] = {"../share/frisk", "../../share/frisk"};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        char *dir = file_join(self, beside[i]);
        if (file_is_dir(dir)) return dir;
        mem_free(dir);
    }
    diag_set(d, DIAG_ANALYSIS,
             "frisk's own files are not in %s/../share/frisk; give their place with --share", self);
    return NULL;
}
