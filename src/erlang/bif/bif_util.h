// SPDX-License-Identifier: Apache-2.0
// What the functions of built-ins share, those of symbolic/ too.
#ifndef FRISK_ERLANG_BIF_UTIL_H
#define FRISK_ERLANG_BIF_UTIL_H

#include "erlang/code/builtin.h"
#include "erlang/term/arith.h"
#include "erlang/term/atoms.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"

// Atoms that only built-in functions name, as terms: word_ok ..; set up before main (bif_words.c).
#define BIF_WORDS(X)                                                                                         \
    X(bif)                                                                                                   \
    X(big)                                                                                                   \
    X(compact)                                                                                               \
    X(compressed)                                                                                            \
    X(decimals)                                                                                              \
    X(endianness)                                                                                            \
    X(first)                                                                                                 \
    X(fold)                                                                                                  \
    X(global)                                                                                                \
    X(incomplete)                                                                                            \
    X(iterator)                                                                                              \
    X(latin1)                                                                                                \
    X(little)                                                                                                \
    X(microsecond)                                                                                           \
    X(millisecond)                                                                                           \
    X(minor_version)                                                                                         \
    X(monotonic)                                                                                             \
    X(nanosecond)                                                                                            \
    X(native)                                                                                                \
    X(nomatch)                                                                                               \
    X(none)                                                                                                  \
    X(ok)                                                                                                    \
    X(perf_counter)                                                                                          \
    X(positive)                                                                                              \
    X(safe)                                                                                                  \
    X(scientific)                                                                                            \
    X(scope)                                                                                                 \
    X(second)                                                                                                \
    X(short)                                                                                                 \
    X(trim)                                                                                                  \
    X(trim_all)                                                                                              \
    X(undefined)                                                                                             \
    X(unicode)                                                                                               \
    X(used)                                                                                                  \
    X(utf16)                                                                                                 \
    X(utf32)                                                                                                 \
    X(utf8)                                                                                                  \
    X(value)                                                                                                 \
    X(bm)
#define X(text) extern term word_##text;
BIF_WORDS(X)
#undef X

// Defines and opens a built-in function.
#define BIF(name) bool bif_##name(struct process *p, const term *args, term *result)
// The same for one that other processes can see, or that sees what they do: it waits for its turn
// (machine/schedule.h). what: its name in orders.
#define SEEN_BIF(name, what)                                                                                 \
    static bool name##_in_turn(struct process *p, const term *args, term *result);                           \
    BIF(name) {                                                                                              \
        return schedule_turn(p, what) && name##_in_turn(p, args, result);                                    \
    }                                                                                                        \
    static bool name##_in_turn(struct process *p, const term *args, term *result)

#define X(module, name, arity, concrete, rule, symbolic, type) bif_function concrete;
#define P(module, name, arity, concrete, type)                 bif_function concrete;
#define D(module, name, arity, concrete, control, type)        bif_function concrete;
#define C(module, name, arity, control, type)
#define V(module, name, arity, type)
#define M(module, name, arity, type)
#define W(module, name, arity, type)
#include "erlang/bif/bif.def"
#undef X
#undef P
#undef D
#undef C
#undef V
#undef M
#undef W

// With symbolic keys, and where the dictionary has some (bif_dictionary.c).
bif_function bif_dictionary_get, bif_dictionary_put, bif_dictionary_erase;
// Whether lists:keyfind/3 and its like take the element for the key; neither is shadowed.
bool bif_key_matches(term key, term element);

bif_control control_no_model, control_apply, control_error, control_exit, control_throw, control_raise,
    control_make_fun, control_fun_info, control_function_exported, control_module_loaded,
    control_ensure_loaded; // bif_code.c
bif_control control_io, control_vm;

// Which process of the run is meant, NULL: none that lives (bif_spawn.c). False: raised, or no model.
struct task;
bool bif_process_of_pid(struct process *p, term pid, struct task **out);
bool bif_process_of_name(struct process *p, term name, struct task **out); // an atom

static inline bool give(term *result, term t) {
    *result = t;
    return true;
}
static inline bool give_bool(term *result, bool b) {
    return give(result, atom_boolean(b));
}

static inline bool no_model(struct process *p, const char *why) {
    p->no_model = why;
    return false;
}

// A list under construction, front to back.
struct list_builder {
    term first, *last;
    term *plain; // the first of its links that has no shadow
};
static inline void list_start(struct list_builder *l) {
    l->first = TERM_NIL;
    l->last = l->plain = &l->first;
}
static inline void list_add(struct list_builder *l, struct arena *a, term t) {
    term cell = term_cons(a, t, TERM_NIL), *next = &term_cell(cell)[1];
    *l->last = cell;
    if (term_shadowed(cell)) { // so is all that it stands in
        for (; l->plain != next; l->plain = &term_cell(*l->plain)[1]) *l->plain |= TERM_SHADOW;
    }
    l->last = next;
}

term bif_list_of_bytes(struct arena *a, const void *bytes, uint64_t n, term tail);
// Appends the bytes of an iolist (or, if asked for, of a bitstring list). False: no such list, badarg; or
// more bytes than a run may hold. The builder is dropped then.
bool bif_iolist_flatten(struct process *p, term t, bool bitstrings, struct bits_builder *out);

#endif
