// SPDX-License-Identifier: Apache-2.0
// The path of a run in words: the conditions under which code goes this way, in the source's own names, and
// the objects before and after it.
#ifndef FRISK_SUITE_PATHS_H
#define FRISK_SUITE_PATHS_H

#include "explore/language.h"
#include "explore/trace.h"

struct path_words {         // all owned
    VEC(char *) conditions; // all of them hold; in the order of the run, each once
    char **before, **after; // objects, as the language tells them
    uint32_t n_before, n_after;
};

// Of the last run of r, whose trace that is.
struct path_words *path_words_new(struct unit *u, struct runner *r, const struct trace *t);
void path_words_free(struct path_words *p); // may be NULL

#endif
