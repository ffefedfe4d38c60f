// SPDX-License-Identifier: Apache-2.0
// Modules, from .erl or .beam to Core Erlang. The user's own `erl` compiles; share/frisk/frisk_server.erl
// runs in it and dumps a compact binary form over its file descriptors 3 and 4 ({packet,4}). One `erl` at
// most per invocation, started when first needed; dumps are cached by content hash in the user's cache
// directory, so with a warm cache no `erl` is started.
#ifndef FRISK_ERLANG_LOAD_H
#define FRISK_ERLANG_LOAD_H

#include "base/diag.h"
#include "erlang/load/core.h"

struct loader;

struct loader_options {
    const char *const *paths; // -pa directories, in order; searched before OTP's own
    uint32_t n_paths;
    const char *const *files; // .erl or .beam files named on the command line; their modules win over paths
    uint32_t n_files;
    const char *erl;       // "erl" unless the user names another
    const char *share_dir; // where frisk_server.erl is
    bool no_cache;
};

struct loader *loader_new(const struct loader_options *o);
void loader_free(struct loader *l); // ends erl, if it was started

enum load_result { LOAD_OK, LOAD_ABSENT /* no such module */, LOAD_FAILED /* d says why */ };

// Loads a module into the arena (thread safe: one at a time). The diag is filled unless LOAD_OK.
enum load_result loader_load(struct loader *l, symbol module, struct arena *a, struct core_module **out,
                             struct diag *d);

// The module name of a .erl or .beam file (for `frisk erl FILE`): from its contents.
bool loader_module_of_file(struct loader *l, const char *file, symbol *module, struct diag *d);

// Parses text of arguments, e.g. "[1,2], foo" (what stands between the brackets), as Elixir or else Erlang
// writes it, to terms in a. Besides constants it may have what frisk prints of inputs (frisk_term.erl).
bool loader_parse_arguments(struct loader *l, const char *text, bool elixir, struct arena *a, term **args,
                            uint32_t *n, struct diag *d);

// One constant term, as Elixir or else Erlang writes it. False: why says what is wrong with the text, or, if
// that is still empty, d why it could not be asked.
bool loader_parse_term(struct loader *l, const char *text, bool elixir, struct arena *a, term *out,
                       struct str *why, struct diag *d);

// One request to the running server (started if need be): the reply's bytes, to be freed by the caller.
// The first byte of the server's answer is taken off; an error it reports is in d. The protocol is documented
// at the top of share/frisk/frisk_server.erl.
bool loader_request(struct loader *l, const void *bytes, size_t n, uint8_t **reply, size_t *reply_n,
                    double seconds, struct diag *d);

// M:F(Payload), M a module in share/frisk: the bytes it gives, to be freed by the caller.
bool loader_call(struct loader *l, const char *module, const char *function, const void *payload, size_t n,
                 uint8_t **reply, size_t *reply_n, double seconds, struct diag *d);

// The names of the VM's own processes, asked for once: what a run finds must not depend on when it asks.
// *names belongs to the loader. False: this could not be asked; d says why.
bool loader_registered(struct loader *l, const symbol **names, uint32_t *n, struct diag *d);

// M:F(Args..) in the real VM, in a process of its own. *out is {ok, Value} or {error | exit | throw, Reason,
// Stack} or {limit, time | memory, []}; pids, ports, references and local funs in it come as {'$opaque',
// Kind, Text}. The arguments may hold input functions (CLOSURE_TABLE), but no pids and the like, nor compiled
// code. words 0: no limit of the heap. False: this could not be asked; d says why.
bool loader_apply(struct loader *l, symbol module, symbol function, const term *args, uint32_t n,
                  double seconds, uint64_t words, struct arena *a, term *out, struct diag *d);

// Whether a module without debug_info depends on its arguments alone, as its instructions show
// (share/frisk/frisk_pure.erl), so that loader_apply may be asked for what the function gives. A function
// that it does not export: *absent.
bool loader_may_apply(struct loader *l, symbol module, symbol function, uint32_t arity, bool *absent);

const char *loader_share(const struct loader *l); // the directory of frisk's own files
// Whether a module's file is one of OTP itself; once a module was loaded.
// The name of a source file, as a stack trace of the module gives it, for a person: from the working
// directory if it lies below, else as it is. module_path: where the module was loaded from; a source file
// lies beside the others that it calls. mem_free.
char *loader_source_name(const char *module_path, const char *file);
bool loader_is_otp(const struct loader *l, const char *path);
double loader_seconds(const struct loader *l); // wall clock spent loading so far
bool loader_started_erl(const struct loader *l);

// The reader of a dump, apart so that it can be tested and fuzzed: never trusts its input. Its nodes are
// numbered from first_id.
bool dump_read(const uint8_t *bytes, size_t n, uint32_t first_id, struct arena *a, struct core_module **out,
               struct diag *d);
// A single term in the dump's term encoding, from bytes[*at] on; advances *at.
bool dump_read_term(const uint8_t *bytes, size_t n, size_t *at, struct arena *a, term *out, struct diag *d);

// The same encoding, appended to out. False, with out unspecified: t holds a pid, port, reference or compiled
// fun. t without shadow.
bool dump_write_term(struct str *out, term t);

#endif
