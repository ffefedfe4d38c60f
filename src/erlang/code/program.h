// SPDX-License-Identifier: Apache-2.0
// The program under test: modules loaded and compiled on demand, shared read-only by all workers. Loading
// takes a lock; running code does not.
#ifndef FRISK_ERLANG_PROGRAM_H
#define FRISK_ERLANG_PROGRAM_H

#include <pthread.h>

#include "base/hash.h"
#include "base/vec.h"
#include "erlang/code/code.h"
#include "erlang/load/load.h"

enum {
    MAX_ARGUMENTS = 255, // that a function may have
    MAX_PASSED = 1023    // in one call: what apply takes, and arguments with captured values
};

struct opaque_functions { // a pattern as fnmatch(3) has it, over "module:function/arity"
    const char *pattern;
    bool used; // a function that was loaded is one of them
};

struct stub { // stub.h
    symbol module, name, to_module, to_name;
    uint32_t arity;
    const char *text;                                                // as the user gave it
    const char *path, *to_path;                                      // the files that hold the modules
    enum { STUB_UNSEEN, STUB_ABSENT, STUB_NATIVE, STUB_DONE } state; // once its module was loaded
};

// A value that says: what was called has refused its input. Of units of modules of that language.
struct discard {
    term value; // in the program's arena
    bool elixir;
};

struct program {
    struct loader *loader;
    const struct builtins *builtins;
    struct arena arena; // code, literals, core
    pthread_mutex_t lock;
    struct hash_map modules;               // symbol -> index
    VEC(struct module_code *) module_list; // NULL: absent or failed
    VEC(struct diag) module_diags;
    struct hash_map exports; // hash of M:F/A -> first index in a chain by next
    VEC(struct export *) export_list;
    VEC(uint32_t) export_next;
    VEC(struct code_place) places;
    uint8_t *covered;      // one byte per place: reached in the present unit; read and set by any worker
    uint8_t *covered_ever; // reached by any unit
    uint8_t *shown;        // a test of some unit comes there; lock
    uint32_t covered_cap;
    uint32_t next_site;
    VEC(struct export *) assumptions; // preconditions: of units of their arity
    VEC(struct discard) discards;     // what units return of input that they refuse
    VEC(struct opaque_functions) opaque;
    VEC(struct stub) stubs;
    bool any_machine;        // what differs from machine to machine is not known
    struct hash_map untyped; // missing modules whose types a spec names, once the user was told
};

// Owns the loader from now on; the built-ins outlive the program.
struct program *program_new(struct loader *l, const struct builtins *b);
void program_free(struct program *p);

// The built-in M:F/A; NULL: none.
static inline const struct bif *program_bif(const struct program *p, symbol module, symbol name,
                                            uint32_t arity) {
    return p->builtins->find(module, name, arity);
}

// The export entry of M:F/A: made on first mention, never NULL. Thread safe.
struct export *program_export(struct program *p, symbol module, symbol name, uint32_t arity);
// Makes sure the entry is resolved, loading its module if need be; returns its state.
enum export_state program_resolve(struct program *p, struct export *x);
// The module's code; NULL: there is none (d says why, kind DIAG_NONE if simply absent).
const struct module_code *program_module(struct program *p, symbol module, struct diag *d);
const struct core_module *program_core(void *program, symbol module); // a types_lookup

// Functions that match are run with concrete arguments only; before any module is loaded. The pattern is
// copied.
void program_make_opaque(struct program *p, const char *pattern);
bool program_is_opaque(struct program *p, symbol module, symbol name,
                       uint32_t arity); // for compile.c, under the lock

bool program_is_elixir(symbol module); // as its name has it
// Functions that are not the source's: module_info, and of Elixir's modules what its compiler adds, and
// macros, which nobody else calls.
bool program_is_generated(symbol module, symbol name);

// A module that frisk has written itself, under a name that no other has. The program's lock is held.
bool program_add_module(struct program *p, struct core_module *core, struct diag *d);
// Compiles all functions of a module (compile.c). The program's lock is held.
bool compile_module(struct program *p, struct module_code *m, struct diag *d);

// For compile.c, under the lock.
struct export *program_export_locked(struct program *p, symbol module, symbol name, uint32_t arity);
uint32_t program_add_place(struct program *p, const struct code_place *c);

// Whether any run of the present unit was at the place; by any thread.
static inline bool program_is_covered(const struct program *p, uint32_t place) {
    return __atomic_load_n(&p->covered[place], __ATOMIC_RELAXED);
}
// A run is there. True: it is the first.
static inline bool program_cover(struct program *p, uint32_t place) {
    return __atomic_exchange_n(&p->covered[place], 1, __ATOMIC_RELAXED) == 0;
}
void program_keep_coverage(struct program *p);   // adds what the present unit reached to covered_ever
void program_forget_coverage(struct program *p); // what it reached since then

#endif
