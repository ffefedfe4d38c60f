// SPDX-License-Identifier: Apache-2.0
// The lines of the working tree that differ from a git revision, including all lines of files that git does
// not track.
#ifndef FRISK_CLI_CHANGED_H
#define FRISK_CLI_CHANGED_H

#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"

struct changed_lines {
    char *file;           // relative to the top of the repository, or to dir
    uint32_t first, last; // where lines were removed: the lines before and after that place
};

struct changed {
    VEC(struct changed_lines) lines;
};

// Reads what differs in the repository of dir.
bool changed_read(const char *dir, const char *revision, struct changed *out, struct diag *d);
// Whether lines first..last of the file have changed. The file is named in full or by the end of its path.
bool changed_touches(const struct changed *c, const char *file, uint32_t first, uint32_t last);
void changed_free(struct changed *c);

#endif
