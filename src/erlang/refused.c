// SPDX-License-Identifier: Apache-2.0
#include "erlang/refused.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static bool is_integer(term t) {
    return term_is_integer(t);
}

static bool is_number(term t) {
    return term_is_integer(t) || term_is_float(t);
}

static bool is_float(term t) {
    return term_is_float(t);
}

static bool is_list(term t) {
    return term_is_cons(t) || t == TERM_NIL;
}

static bool is_bits(term t) {
    return term_is_bits(t);
}

static bool is_text(term t) {
    return is_list(t) || is_bits(t);
}

static bool is_tuple(term t) {
    return term_is_tuple(t);
}

static bool is_map(term t) {
    return term_is_map(t);
}

static bool is_atom(term t) {
    return term_is_atom(t);
}

// Names that are not here may be anything.
static const struct {
    const char *name;
    bool (*has)(term);
} types[] = {
    {"integer()", is_integer},
    {"pos_integer()", is_integer},
    {"non_neg_integer()", is_integer},
    {"number()", is_number},
    {"float()", is_float},
    {"atom()", is_atom},
    {"boolean()", is_atom},
    {"module()", is_atom},
    {"list()", is_list},
    {"string()", is_list},
    {"nonempty_maybe_improper_list()", is_list},
    {"binary()", is_bits},
    {"bitstring()", is_bits},
    {"iolist()", is_list},
    {"iodata()", is_text},
    {"chardata()", is_text},
    {"tuple()", is_tuple},
    {"map()", is_map},
};

// One alternative, from p on.
static bool is_of(term t, const char *p) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strncmp(p, types[i].name, strlen(types[i].name))) return types[i].has(t);
    if (*p == '[') return is_list(t);
    if (*p == '{') return is_tuple(t);
    if (isdigit((unsigned char)*p) || *p == '-') return is_integer(t);
    p += strspn(p, "abcdefghijklmnopqrstuvwxyz_");
    return *p == '(' || is_atom(t); // a type of another name, or the atom itself
}

// The end of the alternative that begins at p: at a bar, a comma or a bracket outside of its own.
static const char *after_alternative(const char *p) {
    uint32_t depth = 0;
    for (; *p && (depth || !strchr("|,)", *p)); p++) {
        depth += *p == '(' || *p == '[' || *p == '{';
        depth -= *p == ')' || *p == ']' || *p == '}';
    }
    return p;
}

uint32_t refused_argument(const struct bif *b, const term *args) {
    const char *p = b->type;
    for (uint32_t i = 0; i < b->arity; i++) {
        bool has = false;
        do {
            p += strspn(p, "(|, ");
            has = has || is_of(args[i], p);
            p = after_alternative(p);
        } while (*p == '|');
        assert(*p);
        if (!has) return i + 1;
    }
    return 0;
}
