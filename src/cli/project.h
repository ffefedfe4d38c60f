// SPDX-License-Identifier: Apache-2.0
// A rebar3 or mix project on disk: where its compiled modules are, which of them are its own and which those
// of its dependencies. Nothing is compiled here. (rebar3: _build/default/lib/APP/ebin, own applications are
// those with an APP.app.src in src, apps/* or lib/*. mix: _build/dev/lib/APP/ebin, own ones are those not in
// deps.)
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
// Adds what dir holds to p. False: dir is no project, or not compiled yet; d says which command does that.
bool project_read(const char *dir, struct project *p, struct diag *d);
void project_free(struct project *p);
// Adds the directories dir/APP/ebin, sorted.
void project_ebins(const char *dir, owned_texts *out);

#endif
