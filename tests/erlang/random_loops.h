// SPDX-License-Identifier: Apache-2.0
// Random small recursive Erlang functions, some of which end for all inputs and some not: integers are
// counted towards a bound or past it, lists and binaries are taken apart or put together again, arguments
// change places. The same seed, the same text.
#ifndef FRISK_TESTS_RANDOM_LOOPS_H
#define FRISK_TESTS_RANDOM_LOOPS_H

#include <stdint.h>

#include "base/str.h"

enum loop_type { LOOP_INT, LOOP_NAT, LOOP_NUMBER, LOOP_LIST, LOOP_BYTES, LOOP_TREE, LOOP_TYPES };
static const char *const loop_type_texts[] = {"integer()",   "non_neg_integer()", "number()",
                                              "[integer()]", "binary()",          "[list() | integer()]"};

struct loops {
    struct str *out;
    uint64_t state;
    uint32_t n;              // parameters
    enum loop_type types[3]; // of the function, and of the other that it calls
    bool open[3];            // the clause at hand has taken the parameter apart
    uint32_t calls;          // left in the clause
};

static inline uint32_t loops_below(struct loops *g, uint32_t n) {
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t)((g->state >> 11) % n);
}

static inline bool loops_is_number(enum loop_type t) {
    return t <= LOOP_NUMBER;
}

static inline const char *loops_pick(struct loops *g, const char *const *of, uint32_t n) {
    return of[loops_below(g, n)];
}

// A value of the type of parameter i, for a call.
static inline void loops_argument(struct loops *g, uint32_t i) {
    static const char *const numbers[] = {
        "%c - 1",   "%c - 1",  "%c + 1",    "%c",     "%c - 2",  "%c div 2", "%c bsr 1",
        "%c rem 3", "-%c",     "0",         "%c * 2", "abs(%c)", "%c - 1",   "max(0, %c - 1)",
        "%c div 1", "%c - %d", "%c rem %d", "%d",     "%d - 1"};
    static const char *const floats[] = {"%c - 1", "%c + 1", "%c", "%c / 2", "%c - 0.5", "%c * 2"};
    static const char *const lists[] = {"%ct",
                                        "%ct",
                                        "%ct",
                                        "[%ch | %ct]",
                                        "[%ch, %ch | %ct]",
                                        "%ct ++ [%ch]",
                                        "tl([%ch | %ct])",
                                        "[1 | %ct]",
                                        "%c",
                                        "lists:reverse(%ct)",
                                        "[%ch]"};
    static const char *const bytes[] = {
        "%ct", "%ct", "%ct", "<<%ch, %ct/binary>>", "%c", "<<1, %ct/binary>>"};
    static const char *const whole[] = {"%c", "%c", "tl(%c)", "[1 | %c]"};
    enum loop_type t = g->types[i];
    char name = (char)('A' + i), other = (char)('A' + i);
    for (uint32_t k = 0; k < g->n; k++)
        if (k != i && g->types[k] == t) other = (char)('A' + k);
    const char *text = t == LOOP_NUMBER     ? loops_pick(g, floats, sizeof floats / sizeof *floats)
                       : loops_is_number(t) ? loops_pick(g, numbers, sizeof numbers / sizeof *numbers)
                       : !g->open[i]        ? t == LOOP_BYTES ? "%c" : loops_pick(g, whole, 4)
                              : t == LOOP_BYTES ? loops_pick(g, bytes, sizeof bytes / sizeof *bytes)
                                            : loops_pick(g, lists, sizeof lists / sizeof *lists);
    for (; *text; text++) {
        if (*text != '%') {
            str_add_char(g->out, *text);
            continue;
        }
        str_add_char(g->out, *++text == 'c' ? name : other);
    }
}

static inline void loops_call(struct loops *g, const char *name) {
    str_addf(g->out, "%s(", name);
    for (uint32_t i = 0; i < g->n; i++) {
        if (i) str_add(g->out, ", ");
        loops_argument(g, i);
    }
    str_add_char(g->out, ')');
}

static inline void loops_pattern(struct loops *g, uint32_t i) {
    char name = (char)('A' + i);
    uint32_t how = loops_below(g, 4);
    g->open[i] = false;
    if (loops_is_number(g->types[i])) {
        if (how == 0)
            str_addf(g->out, "%u = %c", loops_below(g, 2), name);
        else
            str_addf(g->out, "%c", name);
    } else if (how == 0) {
        str_addf(g->out, "%s = %c", g->types[i] == LOOP_BYTES ? "<<>>" : "[]", name);
    } else if (how < 3) {
        str_addf(g->out, g->types[i] == LOOP_BYTES ? "<<%ch, %ct/binary>> = %c" : "[%ch | %ct] = %c", name,
                 name, name);
        g->open[i] = true;
    } else {
        str_addf(g->out, "%c", name);
    }
}

// Variables in Erlang begin in upper case: Ah and At are head and tail of A.
static inline void loops_guard(struct loops *g) {
    static const char *const guards[] = {"%c > 0",  "%c >= 0",   "%c =/= 0",
                                         "%c < 5",  "%c > %d",   "%c =< %d",
                                         "%c < %d", "%c =/= %d", "is_integer(%c), %c > 1"};
    uint32_t i = loops_below(g, g->n), k = loops_below(g, g->n);
    if (!loops_is_number(g->types[i]) || loops_below(g, 3) == 0) return;
    const char *text = loops_pick(g, guards, sizeof guards / sizeof *guards);
    str_add(g->out, " when ");
    for (; *text; text++) {
        if (*text != '%')
            str_add_char(g->out, *text);
        else
            str_add_char(g->out, (char)('A' + (*++text == 'c' ? i : k)));
    }
}

// A function of one name, and one that it may call and that may call it.
static inline void loops_function(struct loops *g, const char *name, const char *other) {
    uint32_t clauses = 1 + loops_below(g, 3);
    for (uint32_t c = 0; c < clauses; c++) {
        str_addf(g->out, "%s(", name);
        for (uint32_t i = 0; i < g->n; i++) {
            if (i) str_add(g->out, ", ");
            loops_pattern(g, i);
        }
        str_add_char(g->out, ')');
        loops_guard(g);
        str_add(g->out, " -> ");
        uint32_t how = loops_below(g, 8);
        if (how == 0) str_add(g->out, "[");
        if (how == 1) {
            loops_call(g, name);
            str_add(g->out, ", ");
        }
        loops_call(g, loops_below(g, 4) ? name : other);
        str_add(g->out, how == 0 ? "];\n" : ";\n");
    }
    str_addf(g->out, "%s(", name);
    for (uint32_t i = 0; i < g->n; i++) str_add(g->out, i ? ", _" : "_");
    str_add(g->out, ") -> 0.\n");
}

// Units f1/N, f2/N .. of the module; the text is appended.
static inline void loops_module(struct str *out, const char *module, uint32_t units, uint64_t seed) {
    str_addf(out, "-module(%s).\n-compile([export_all, nowarn_export_all, nowarn_unused_vars]).\n", module);
    struct loops g = {.out = out, .state = seed * 0x9E3779B97F4A7C15u + 1};
    for (uint32_t u = 0; u < units; u++) {
        char name[16], other[16];
        snprintf(name, sizeof name, "f%u", u + 1);
        snprintf(other, sizeof other, "g%u", u + 1);
        g.n = 1 + loops_below(&g, 3);
        for (uint32_t i = 0; i < g.n; i++) g.types[i] = (enum loop_type)loops_below(&g, LOOP_TYPES);
        str_addf(out, "-spec %s(", name);
        for (uint32_t i = 0; i < g.n; i++) str_addf(out, "%s%s", i ? ", " : "", loop_type_texts[g.types[i]]);
        str_add(out, ") -> term().\n");
        loops_function(&g, name, other);
        loops_function(&g, other, name);
    }
}

#endif
