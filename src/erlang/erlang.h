// SPDX-License-Identifier: Apache-2.0
// The Erlang front end as the command line sees it: open, find targets, make units.
#ifndef FRISK_ERLANG_ERLANG_H
#define FRISK_ERLANG_ERLANG_H

#include "base/diag.h"
#include "base/stop.h"
#include "base/str.h"
#include "explore/language.h"

struct erlang_options {
    const char *const *paths; // -pa directories, in order
    uint32_t n_paths;
    const char *const *files; // .erl and .beam files named on the command line
    uint32_t n_files;
    const char *erl;       // NULL: "erl"
    const char *share_dir; // where frisk's Erlang modules are
    bool no_cache;
    bool prune;           // units are analysed: what cannot fail is not searched
    bool any_term_counts; // failures on kinds that a function without a spec never accepts are errors
    bool check_return;    // a result outside its spec is a finding; then nothing is pruned
    bool delayed;         // signals between processes are under way before they arrive
    const char *const
        *lossy; // messages from one process to another, "1.2:1", may vanish; "*" is any; borrowed
    uint32_t n_lossy;
    bool any_machine;        // what differs from machine to machine is not known
    double seconds;          // of processor time for the analysis of a unit; 0: no limit
    const struct stop *stop; // ends it; may be NULL
};

struct erlang_target {
    symbol module, function;
    uint32_t arity;
    const char *seed; // source text of the first arguments, or NULL; borrowed
};

struct erlang_targets {
    struct erlang_target *at; // mem_free
    uint32_t n;
};

struct erlang;

struct erlang *erlang_open(const struct erlang_options *o,
                           struct diag *d); // NULL: d says why; copies what it needs
void erlang_close(struct erlang *e);        // after its units were freed

// MOD:FUN/ARITY, MOD:FUN with arguments, MOD (all exported functions, perhaps none, in source order),
// FILE.erl or FILE.beam.
bool erlang_targets(struct erlang *e, const char *target, const char *arguments, struct erlang_targets *out,
                    struct diag *d);
// The functions of a module, exported or not, in the order of the source: the file, and the lines of each
// from its spec or its head to its last expression. The array is the caller's (mem_free). NULL: no such
// module; d says why.
struct erlang_source {
    symbol function;
    uint32_t arity;
    bool exported;
    const char *file, *loaded; // the source as the compiler named it, and where the module was loaded from
    uint32_t first, last;
};
struct erlang_source *erlang_sources(struct erlang *e, symbol module, uint32_t *n, struct diag *d);

// Functions that are run with concrete arguments only, as MOD:FUN/ARITY with * in any place, MOD or MOD:FUN;
// before anything is loaded.
bool erlang_opaque(struct erlang *e, const char *functions, struct diag *d);
const char *erlang_opaque_unused(struct erlang *e); // one that no loaded function matched; NULL: none

// A stub: calls of one function run another instead, "M:F/A=M2:F2/A"; before anything is loaded. Once all are
// there, erlang_stubs_check tells whether their functions exist.
bool erlang_stub(struct erlang *e, const char *text, struct diag *d);
bool erlang_stubs_check(struct erlang *e, struct diag *d);

// A constant term: inputs of units, made from now on, that return it are none. It is read as each of the
// languages does of which there are units, and says something to those that can read it.
bool erlang_discard(struct erlang *e, const char *text, bool erlang, bool elixir, struct diag *d);
bool erlang_is_elixir(const struct erlang_target *t);

// A precondition: inputs of units of its arity, made from now on, for which M:F/A does not give true are
// none.
bool erlang_assume(struct erlang *e, const char *function, uint32_t *arity, struct diag *d);
struct unit *erlang_unit(struct erlang *e, const struct erlang_target *t, struct diag *d); // NULL: d says why
const char *erlang_unit_warning(struct unit *u); // what its spec leaves unknown for want of a module, in one
                                                 // line; NULL: nothing, or another unit told it
// What of units made with prune cannot fail, function by function: add each, then print what holds for all.
// Units may be freed before.
struct safety;
struct safety *erlang_safety_new(struct erlang *e);
void erlang_safety_add(struct safety *s, struct unit *u);
void erlang_safety_print(struct safety *s, struct str *out);
void erlang_safety_free(struct safety *s); // before erlang_close
double erlang_load_seconds(const struct erlang *e);

// M:F/A and nothing else; `option` is named where it is wrong.
bool erlang_read_function(const char *text, const char *option, struct erlang_target *out, struct diag *d);
// MOD:FUN/ARITY as frisk reads it: atoms in quotes where they need them; of Elixir's modules, Mod.fun/arity.
void erlang_function_name(struct str *out, symbol module, symbol function, uint32_t arity);

// Coverage of a whole module over all units run so far; to be freed with coverage_free.
struct code_coverage erlang_module_coverage(struct erlang *e, symbol module);

#endif
