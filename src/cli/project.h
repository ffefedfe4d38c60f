// SPDX-License-Identifier: Apache-2.0
// A compiled rebar3 or mix project on disk: where its modules are, and which are its own rather than those of
// dependencies. Nothing is compiled here. rebar3: _build/default/lib/APP/ebin; own applications have an
// APP.app.src in src, apps/* or lib/*. mix: _build/dev/lib/APP/ebin; own applications are those that are not
// in deps.
#ifndef FRISK_CLI_PROJECT_H
#define FRISK_CLI_PROJECT_H

#include "base/diag.h"
#include "base/vec.h"

typedef VEC(char *) owned_texts;

struct project {
    owned_texts paths;   // the ebin directories, its own first
    owned_texts modules; // its own: the .beam files, by application and name
};

bool project_is(const char *dir); // has a rebar.config or a mix.exs
// Adds the project in dir to p. False: dir is no project, or it is not compiled; d says by which command.
bool project_read(const char *dir, struct project *p, struct diag *d);
void project_free(struct project *p);
// Adds the directories dir/APP/ebin, sorted.
void project_ebins(const char *dir, owned_texts *out);

#endif
