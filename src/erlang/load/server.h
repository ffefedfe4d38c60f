// SPDX-License-Identifier: Apache-2.0
// The erl that works for frisk: started when first asked something, asked one thing at a time, ended with its
// server. It runs share/frisk/frisk_server.erl, compiled once per erl and kept in the cache directory. Not
// thread safe: the loader's lock guards it.
#ifndef FRISK_ERLANG_SERVER_H
#define FRISK_ERLANG_SERVER_H

#include "base/diag.h"
#include "base/str.h"

struct server;

struct server_options {       // copied, but for what the pointers name, which must outlive the server
    const char *erl;          // path of the program
    const char *share;        // directory of frisk_server.erl
    const char *kept;         // directory for its compiled form; NULL: compile it at every start
    const char *const *paths; // code path of the node, in front of OTP's
    uint32_t n_paths;
};

struct server *server_new(const struct server_options *o);
void server_free(struct server *s);
bool server_started(const struct server *s);

// Sends a request (frisk_server.erl describes them) and appends the reply's payload to *reply. False: no erl,
// erl died or was too slow (it is then ended; the next request starts a new one), or what the server says is
// wrong.
bool server_request(struct server *s, const void *bytes, size_t n, struct str *reply, double seconds,
                    struct diag *d);

// Building requests.
void server_request_varint(struct str *out, uint64_t v);
void server_request_string(struct str *out, const char *text);

#endif
