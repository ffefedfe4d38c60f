// SPDX-License-Identifier: Apache-2.0
// Which lines of which files differ from a git revision: those of the working tree, files that git does not
// know included.
#ifndef FRISK_CLI_CHANGED_H
#define FRISK_CLI_CHANGED_H

#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"

struct changed_lines {
    char *file;           // from the top of the repository, or from dir
    uint32_t first, last; // where something was taken away: the lines before and behind that place
};

struct changed {
    VEC(struct changed_lines) lines;
};

// What differs in the repository that dir is in.
bool changed_read(const char *dir, const char *revision, struct changed *out, struct diag *d);
// Lines first..last of a file, named in full or by the end of its path.
bool changed_touches(const struct changed *c, const char *file, uint32_t first, uint32_t last);
void changed_free(struct changed *c);

#endif
