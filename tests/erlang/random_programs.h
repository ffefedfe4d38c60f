// SPDX-License-Identifier: Apache-2.0
// Random small Erlang programs, well typed but for what may fail in them: cases without a clause for
// everything, division by what may be 0, hd and tl of what may be empty, error/1. A module is helpers and
// units with specs; the same seed, the same text.
#ifndef FRISK_TESTS_RANDOM_PROGRAMS_H
#define FRISK_TESTS_RANDOM_PROGRAMS_H

#include <stdint.h>
#include <string.h>

#include "base/str.h"

enum random_type {
    RANDOM_INT,
    RANDOM_DIGIT,
    RANDOM_BOOL,
    RANDOM_ATOM,
    RANDOM_LIST,
    RANDOM_PAIR,
    RANDOM_MAP,
    RANDOM_BYTES,
    RANDOM_BITS,
    RANDOM_WORDS,
    RANDOM_TYPES
};
static const char *const random_type_texts[] = {"integer()",
                                                "0..9",
                                                "boolean()",
                                                "a | b | c",
                                                "[integer()]",
                                                "{integer(), boolean()}",
                                                "#{a := integer(), b => integer()}",
                                                "binary()",
                                                "bitstring()",
                                                "<<_:_*16>>"};

struct random_program {
    struct str *out;
    uint64_t state;
    uint32_t n_vars, next_var, next_error, line_left;
    struct {
        uint32_t number;
        enum random_type type;
    } vars[64];
};

static inline uint32_t program_below(struct random_program *g, uint32_t n) {
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t)((g->state >> 11) % n);
}

static inline bool program_chance(struct random_program *g, uint32_t percent) {
    return program_below(g, 100) < percent;
}

static inline void program_expr(struct random_program *g, enum random_type t, uint32_t depth);

static inline void program_text(struct random_program *g, const char *text) {
    str_add(g->out, text);
}

static inline uint32_t program_bind(struct random_program *g, enum random_type t) {
    uint32_t v = g->next_var++;
    if (g->n_vars < 64) {
        g->vars[g->n_vars].number = v;
        g->vars[g->n_vars++].type = t;
    }
    return v;
}

static inline bool program_fits(enum random_type have, enum random_type want) {
    return have == want || (have == RANDOM_DIGIT && want == RANDOM_INT) ||
           (have == RANDOM_WORDS && (want == RANDOM_BYTES || want == RANDOM_BITS)) ||
           (have == RANDOM_BYTES && want == RANDOM_BITS);
}

static inline bool program_variable(struct random_program *g, enum random_type t) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_vars; i++) n += program_fits(g->vars[i].type, t);
    if (!n) return false;
    n = program_below(g, n);
    for (uint32_t i = 0; i < g->n_vars; i++)
        if (program_fits(g->vars[i].type, t) && n-- == 0) str_addf(g->out, "V%u", g->vars[i].number);
    return true;
}

static inline void program_literal(struct random_program *g, enum random_type t) {
    static const char *const atoms[] = {"a", "b", "c"};
    switch (t) {
    case RANDOM_INT: str_addf(g->out, "%d", (int)program_below(g, 21) - 10); break;
    case RANDOM_DIGIT: str_addf(g->out, "%u", program_below(g, 10)); break;
    case RANDOM_BOOL: program_text(g, program_below(g, 2) ? "true" : "false"); break;
    case RANDOM_ATOM: program_text(g, atoms[program_below(g, 3)]); break;
    case RANDOM_LIST: program_text(g, program_below(g, 2) ? "[]" : "[1, 2]"); break;
    case RANDOM_MAP: program_text(g, program_below(g, 2) ? "#{a => 3}" : "#{a => 1, b => 2}"); break;
    case RANDOM_BYTES: program_text(g, program_below(g, 2) ? "<<>>" : "<<1, 2>>"); break;
    case RANDOM_BITS: program_text(g, program_below(g, 2) ? "<<5:3>>" : "<<1:1, 2>>"); break;
    case RANDOM_WORDS: program_text(g, program_below(g, 2) ? "<<>>" : "<<1, 2, 3, 4>>"); break;
    default: str_addf(g->out, "{%u, true}", program_below(g, 5)); break;
    }
}

static inline void program_leaf(struct random_program *g, enum random_type t) {
    if (program_chance(g, 25) || !program_variable(g, t)) program_literal(g, t);
}

static inline void program_binary(struct random_program *g, enum random_type t, const char *op,
                                  enum random_type u, uint32_t depth) {
    program_text(g, "(");
    program_expr(g, t, depth);
    program_text(g, op);
    program_expr(g, u, depth);
    program_text(g, ")");
}

static inline void program_call(struct random_program *g, const char *open, enum random_type t,
                                uint32_t depth) {
    program_text(g, open);
    program_expr(g, t, depth);
    program_text(g, ")");
}

// The body of a clause; sometimes an error of its own, on a line of its own.
static inline void program_body(struct random_program *g, enum random_type t, uint32_t depth,
                                uint32_t errors) {
    if (program_chance(g, errors))
        str_addf(g->out, "\n        error(e%u)", g->next_error++);
    else
        program_expr(g, t, depth);
}

// A comparison that clauses of one case share, the later ones perhaps the other way round: what none of them
// takes is then nothing, or what the expression cannot be.
struct random_guard {
    uint32_t way, expression, value, other; // other: a variable to compare with; UINT32_MAX: the value
    const char *of;                         // what is computed of the variable
};

static inline struct random_guard program_guard_form(struct random_program *g, const char *of) {
    struct random_guard form = {program_below(g, 6), program_below(g, 14), program_below(g, 9), UINT32_MAX,
                                of};
    uint32_t i = program_below(g, 3 * g->n_vars + 1);
    if (i < g->n_vars && program_fits(g->vars[i].type, RANDOM_INT)) form.other = g->vars[i].number;
    return form;
}

static inline void program_guard(struct random_program *g, struct random_guard *form, uint32_t var) {
    static const char *const ways[] = {" > ", " < ", " =:= ", " =/= ", " >= ", " =< "};
    static const char *const opposite[] = {" =< ", " >= ", " =/= ", " =:= ", " < ", " > "};
    static const char *const expressions[][2] = {{"", " + 2"},   {"", " rem 3"},  {"abs(", ")"}, {"3 - ", ""},
                                                 {"", " div 2"}, {"", " band 1"}, {"2 * ", ""}};
    enum { EXPRESSIONS = sizeof expressions / sizeof *expressions };
    bool plain = form->expression >= EXPRESSIONS;
    const char *const *e = expressions[plain ? 0 : form->expression];
    str_addf(g->out, " when %s%s%sV%u%s%s%s", plain ? "" : e[0], form->of, *form->of ? "(" : "", var,
             *form->of ? ")" : "", plain ? "" : e[1], ways[form->way]);
    if (form->other != UINT32_MAX)
        str_addf(g->out, "V%u", form->other);
    else
        str_addf(g->out, "%d", (int)form->value - 2);
    for (uint32_t i = 0; i < 6; i++)
        if (program_chance(g, 60) && !strcmp(opposite[form->way], ways[i])) {
            form->way = i;
            break;
        }
}

static inline void program_bits_pattern(struct random_program *g, enum random_type over,
                                        struct random_guard *form) {
    static const char *const rests[] = {"bits", "binary"};
    uint32_t v = program_bind(g, RANDOM_INT),
             bits = over == RANDOM_WORDS ? 8u << program_below(g, 2) : 1 + program_below(g, 9);
    bool bytes = over == RANDOM_BYTES || program_chance(g, 20);
    if (over == RANDOM_BITS && program_chance(g, 10)) { // a size that is another's value
        uint32_t part = program_bind(g, RANDOM_BITS), rest = program_bind(g, RANDOM_BITS);
        str_addf(g->out, "<<V%u:2, V%u:V%u/bits, V%u/bits>>", v, part, v, rest);
    } else if (program_chance(g, 25)) { // no rest
        str_addf(g->out, "<<V%u:%u>>", v, over == RANDOM_BITS ? bits : 8 * (bits / 8 + 1));
    } else {
        uint32_t r = program_bind(g, over == RANDOM_WORDS && bits == 8 ? RANDOM_BYTES
                                     : over == RANDOM_BITS && bytes    ? RANDOM_BYTES
                                                                       : over);
        str_addf(g->out, "<<V%u:%u, V%u/%s>>", v, over == RANDOM_BYTES ? 8 : bits, r,
                 rests[bytes || over == RANDOM_WORDS]);
    }
    if (program_chance(g, 25)) program_guard(g, form, v);
}

static inline void program_whole(struct random_program *g, enum random_type over, struct random_guard *form) {
    uint32_t v = program_bind(g, over);
    str_addf(g->out, "V%u", v);
    program_guard(g, form, v);
}

// The pattern of a clause, and perhaps a guard.
static inline void program_pattern(struct random_program *g, enum random_type over, uint32_t i, bool guarded,
                                   struct random_guard *form) {
    uint32_t v;
    switch (over) {
    case RANDOM_LIST: {
        uint32_t h = program_bind(g, RANDOM_INT), r = program_bind(g, RANDOM_LIST);
        str_addf(g->out, "[V%u | V%u] ", h, r);
        if (guarded) program_guard(g, form, h);
        break;
    }
    case RANDOM_PAIR:
        v = program_bind(g, RANDOM_INT);
        str_addf(g->out, "{V%u, %s}", v, i ? "false" : "true");
        if (program_chance(g, 25)) program_guard(g, form, v);
        break;
    case RANDOM_MAP:
        v = program_bind(g, RANDOM_INT);
        str_addf(g->out, "#{%s := V%u}", i ? "a" : "b", v);
        if (program_chance(g, 30)) program_guard(g, form, v);
        break;
    case RANDOM_BYTES:
    case RANDOM_BITS:
    case RANDOM_WORDS: program_bits_pattern(g, over, form); break;
    default: program_literal(g, over); break;
    }
}

static inline void program_case(struct random_program *g, enum random_type t, uint32_t depth) {
    static const char *const sizes[RANDOM_TYPES] = {[RANDOM_INT] = "",          [RANDOM_LIST] = "length",
                                                    [RANDOM_MAP] = "map_size",  [RANDOM_BYTES] = "byte_size",
                                                    [RANDOM_BITS] = "bit_size", [RANDOM_WORDS] = "byte_size"};
    enum random_type over = (enum random_type)program_below(g, RANDOM_TYPES);
    uint32_t mark = g->n_vars, n = 1 + program_below(g, 2);
    bool all = program_chance(g, 72), whole = sizes[over] && program_chance(g, over == RANDOM_INT ? 50 : 20);
    bool bits = over == RANDOM_BITS || over == RANDOM_BYTES || over == RANDOM_WORDS;
    struct random_guard form = program_guard_form(g, whole ? sizes[over] : "");
    program_text(g, "(case ");
    program_expr(g, over, depth);
    program_text(g, " of ");
    for (uint32_t i = 0; i < n; i++) {
        if (whole)
            program_whole(g, over, &form);
        else
            program_pattern(g, over, i, n > 1 && i == 0, &form);
        program_text(g, " -> ");
        program_body(g, t, depth, 12);
        g->n_vars = mark;
        program_text(g, "; ");
    }
    if ((over == RANDOM_LIST || bits) && all && program_chance(g, 50))
        program_text(g, bits ? "<<>> -> " : "[] -> ");
    else
        program_text(g, all                   ? "_ -> "
                        : over == RANDOM_LIST ? "[] -> "
                        : over == RANDOM_BOOL ? "true -> "
                        : over == RANDOM_MAP  ? "#{a := 7} -> "
                        : bits                ? "<<>> -> "
                                              : "{7, true} -> ");
    program_body(g, t, depth, all ? 12 : 0);
    program_text(g, " end)");
    g->n_vars = mark;
}

static inline void program_let(struct random_program *g, enum random_type t, uint32_t depth) {
    enum random_type u = (enum random_type)program_below(g, RANDOM_TYPES);
    uint32_t mark = g->n_vars, var = g->next_var++;
    str_addf(g->out, "begin V%u = ", var);
    program_expr(g, u, depth);
    g->vars[g->n_vars].number = var;
    g->vars[g->n_vars++].type = u;
    program_text(g, ", ");
    program_expr(g, t, depth);
    program_text(g, " end");
    g->n_vars = mark;
}

static inline void program_fun(struct random_program *g, enum random_type from, enum random_type to,
                               uint32_t depth) {
    uint32_t mark = g->n_vars, var = program_bind(g, from);
    str_addf(g->out, "fun(V%u) -> ", var);
    program_body(g, to, depth, 9);
    program_text(g, " end");
    g->n_vars = mark;
}

static inline void program_try(struct random_program *g, enum random_type t, uint32_t depth) {
    program_text(g, "(try ");
    program_expr(g, t, depth);
    program_text(g, program_below(g, 2) ? " catch _:_ -> " : " catch error:badarith -> ");
    program_expr(g, t, depth);
    program_text(g, " end)");
}

static inline void program_fold(struct random_program *g, uint32_t depth) {
    uint32_t mark = g->n_vars, x = program_bind(g, RANDOM_INT), acc = program_bind(g, RANDOM_INT);
    str_addf(g->out, "lists:foldl(fun(V%u, V%u) -> ", x, acc);
    program_body(g, RANDOM_INT, depth, 9);
    g->n_vars = mark;
    program_text(g, " end, ");
    program_expr(g, RANDOM_INT, depth);
    program_text(g, ", ");
    program_expr(g, RANDOM_LIST, depth);
    program_text(g, ")");
}

static inline void program_comprehension(struct random_program *g, uint32_t depth) {
    uint32_t mark = g->n_vars, var = g->next_var++;
    program_text(g, "[");
    g->vars[g->n_vars].number = var;
    g->vars[g->n_vars++].type = RANDOM_INT;
    program_expr(g, RANDOM_INT, depth);
    g->n_vars = mark;
    str_addf(g->out, " || V%u <- ", var);
    program_expr(g, RANDOM_LIST, depth);
    program_text(g, "]");
}

// A function by a computed name.
static inline void program_named(struct random_program *g, uint32_t depth) {
    program_call(g, "?MODULE:(h_name(", RANDOM_ATOM, depth);
    program_call(g, ")(", RANDOM_INT, depth);
}

static inline void program_int(struct random_program *g, uint32_t depth) {
    switch (program_below(g, 20)) {
    case 14: program_call(g, "byte_size(", RANDOM_BYTES, depth); break;
    case 15: program_call(g, "map_get(a, ", RANDOM_MAP, depth); break;
    case 16: program_call(g, program_chance(g, 30) ? "map_get(b, " : "h_map(", RANDOM_MAP, depth); break;
    case 17: program_call(g, "h_stored(", RANDOM_INT, depth); break;
    case 18: program_named(g, depth); break;
    case 0: program_binary(g, RANDOM_INT, " + ", RANDOM_INT, depth); break;
    case 1: program_binary(g, RANDOM_INT, " - ", RANDOM_INT, depth); break;
    case 2: program_call(g, "(2 * ", RANDOM_INT, depth); break;
    case 3:
        program_text(g, "(");
        program_expr(g, RANDOM_INT, depth);
        program_text(g, " div 3)");
        break;
    case 4:
        program_text(g, "(");
        program_expr(g, RANDOM_INT, depth);
        program_text(g, " rem 4)");
        break;
    case 5: program_call(g, "length(", RANDOM_LIST, depth); break;
    case 6: program_call(g, "element(1, ", RANDOM_PAIR, depth); break;
    case 7: program_fold(g, depth); break;
    case 8: program_call(g, "h_int(", RANDOM_INT, depth); break;
    case 9: program_call(g, "h_list(", RANDOM_LIST, depth); break;
    case 10: program_call(g, program_chance(g, 30) ? "hd(" : "abs(", RANDOM_LIST, depth); break;
    case 11:
        if (program_chance(g, 30)) {
            program_binary(g, RANDOM_INT, " div ", RANDOM_INT, depth);
            break;
        } // fall through
    default:
        program_text(g, "(");
        program_fun(g, RANDOM_INT, RANDOM_INT, depth);
        program_text(g, ")(");
        program_expr(g, RANDOM_INT, depth);
        program_text(g, ")");
        break;
    }
}

static inline void program_bool(struct random_program *g, uint32_t depth) {
    switch (program_below(g, 10)) {
    case 8: program_binary(g, RANDOM_INT, " =/= ", RANDOM_INT, depth); break;
    case 9: program_call(g, "is_map_key(b, ", RANDOM_MAP, depth); break;
    case 0: program_binary(g, RANDOM_INT, " < ", RANDOM_INT, depth); break;
    case 1: program_binary(g, RANDOM_INT, " =:= ", RANDOM_INT, depth); break;
    case 2: program_binary(g, RANDOM_BOOL, " andalso ", RANDOM_BOOL, depth); break;
    case 3: program_binary(g, RANDOM_BOOL, " or ", RANDOM_BOOL, depth); break;
    case 4: program_binary(g, RANDOM_ATOM, " == ", RANDOM_ATOM, depth); break;
    case 5:
        program_text(g, "lists:member(");
        program_expr(g, RANDOM_INT, depth);
        program_text(g, ", ");
        program_expr(g, RANDOM_LIST, depth);
        program_text(g, ")");
        break;
    case 6: program_call(g, "not (", RANDOM_BOOL, depth); break;
    default: program_call(g, "element(2, ", RANDOM_PAIR, depth); break;
    }
}

static inline void program_map(struct random_program *g, uint32_t depth) {
    static const char *const updates[] = {"#{a => ", "#{b => ", "#{b := ", "#{a := "};
    if (program_chance(g, 30)) {
        program_call(g, "maps:remove(b, ", RANDOM_MAP, depth);
        return;
    }
    uint32_t way = program_below(g, 4);
    if (way) program_call(g, "(", RANDOM_MAP, depth);
    program_text(g, updates[way]);
    program_expr(g, RANDOM_INT, depth);
    program_text(g, "}");
}

static inline void program_words(struct random_program *g, uint32_t depth) {
    program_call(g, "<<(", RANDOM_INT, depth);
    program_call(g, ":16, (", RANDOM_WORDS, depth);
    program_text(g, "/binary>>");
}

static inline void program_bits(struct random_program *g, uint32_t depth) {
    uint32_t mark = g->n_vars, var;
    switch (program_below(g, 4)) {
    case 0:
        program_call(g, "<< <<X:3>> || X <- (", RANDOM_LIST, depth);
        program_text(g, " >>");
        return;
    case 1:
        var = program_bind(g, RANDOM_INT);
        str_addf(g->out, "<< <<V%u:5>> || <<V%u:4>> <= ", var, var);
        g->n_vars = mark;
        program_expr(g, RANDOM_BITS, depth);
        program_text(g, " >>");
        return;
    default: break;
    }
    program_call(g, "<<(", RANDOM_INT, depth);
    str_addf(g->out, ":%u, (", 1 + program_below(g, 9));
    program_expr(g, RANDOM_BITS, depth);
    program_text(g, ")/bits>>");
}

static inline void program_bytes(struct random_program *g, uint32_t depth) {
    program_call(g, "<<(", RANDOM_INT, depth);
    if (program_chance(g, 60)) {
        program_call(g, ", (", RANDOM_BYTES, depth);
        program_text(g, "/binary");
    }
    program_text(g, ">>");
}

static inline void program_list(struct random_program *g, uint32_t depth) {
    switch (program_below(g, 9)) {
    case 7: program_call(g, "binary_to_list(", RANDOM_BYTES, depth); break;
    case 8: program_call(g, "maps:values(", RANDOM_MAP, depth); break;
    case 0:
        program_text(g, "[");
        program_expr(g, RANDOM_INT, depth);
        program_text(g, " | ");
        program_expr(g, RANDOM_LIST, depth);
        program_text(g, "]");
        break;
    case 1:
        program_text(g, "lists:map(");
        program_fun(g, RANDOM_INT, RANDOM_INT, depth);
        program_text(g, ", ");
        program_expr(g, RANDOM_LIST, depth);
        program_text(g, ")");
        break;
    case 2:
        program_text(g, "lists:filter(");
        program_fun(g, RANDOM_INT, RANDOM_BOOL, depth);
        program_text(g, ", ");
        program_expr(g, RANDOM_LIST, depth);
        program_text(g, ")");
        break;
    case 3: program_comprehension(g, depth); break;
    case 4: program_call(g, "lists:reverse(", RANDOM_LIST, depth); break;
    case 5: program_call(g, program_chance(g, 25) ? "tl(" : "h_same(", RANDOM_LIST, depth); break;
    default: program_binary(g, RANDOM_LIST, " ++ ", RANDOM_LIST, depth); break;
    }
}

static inline void program_expr(struct random_program *g, enum random_type t, uint32_t depth) {
    if (depth == 0 || program_chance(g, 5)) {
        program_leaf(g, t);
        return;
    }
    depth--;
    uint32_t way = program_below(g, 100);
    if (way < 28) {
        program_case(g, t, depth);
    } else if (way < 42) {
        program_let(g, t, depth);
    } else if (way < 46) {
        program_try(g, t, depth);
    } else if (t == RANDOM_INT) {
        program_int(g, depth);
    } else if (t == RANDOM_BOOL) {
        program_bool(g, depth);
    } else if (t == RANDOM_LIST) {
        program_list(g, depth);
    } else if (t == RANDOM_MAP) {
        program_map(g, depth);
    } else if (t == RANDOM_BYTES) {
        program_bytes(g, depth);
    } else if (t == RANDOM_BITS) {
        program_bits(g, depth);
    } else if (t == RANDOM_WORDS) {
        program_words(g, depth);
    } else if (t == RANDOM_PAIR) {
        program_text(g, "{");
        program_expr(g, RANDOM_INT, depth);
        program_text(g, ", ");
        program_expr(g, RANDOM_BOOL, depth);
        program_text(g, "}");
    } else if (t == RANDOM_ATOM && program_chance(g, 30)) {
        program_call(g, "h_atom(", RANDOM_INT, depth);
    } else {
        program_leaf(g, t);
    }
}

static inline void program_function(struct random_program *g, const char *name, uint32_t number,
                                    uint32_t arity, const enum random_type *from, enum random_type to,
                                    uint32_t depth) {
    g->n_vars = 0;
    g->next_var = 0;
    if (number != UINT32_MAX) {
        str_addf(g->out, "-spec %s%u(", name, number);
        for (uint32_t i = 0; i < arity; i++)
            str_addf(g->out, "%s%s", i ? ", " : "", random_type_texts[from[i]]);
        program_text(g, ") -> term().\n");
        str_addf(g->out, "%s%u(", name, number);
    } else {
        str_addf(g->out, "%s(", name);
    }
    for (uint32_t i = 0; i < arity; i++) str_addf(g->out, "%sV%u", i ? ", " : "", program_bind(g, from[i]));
    program_text(g, ") ->\n    ");
    program_expr(g, to, depth);
    program_text(g, ".\n");
}

// A module of `units` functions u0, u1, ..
static inline void program_module(struct str *out, const char *name, uint32_t units, uint64_t seed) {
    struct random_program g = {.out = out, .state = seed * 0x9E3779B97F4A7C15u + 1};
    str_addf(out,
             "%%%% made by tests/erlang/random_programs.h from seed "
             "%llu\n-module(%s).\n-compile([export_all, nowarn_export_all]).\n",
             (unsigned long long)seed, name);
    const enum random_type one_int[] = {RANDOM_INT}, one_list[] = {RANDOM_LIST};
    program_text(&g, "h_list([]) -> 0;\nh_list([X | T]) ->\n    ");
    program_text(&g, program_below(&g, 2) ? "X + h_list(T).\n" : "case X of 3 -> 1; _ -> h_list(T) end.\n");
    program_text(&g, "h_same([]) -> [];\nh_same([X | T]) -> [X | h_same(T)].\n");
    program_function(&g, "h_atom", UINT32_MAX, 1, one_int, RANDOM_ATOM, 1);
    program_text(&g, "h_int(X) ->\n    ");
    g.n_vars = g.next_var = 0;
    program_text(&g, program_below(&g, 2) ? "case X of 1 -> 5; 2 -> 7; _ -> X end.\n" : "X * 2 + 1.\n");
    (void)one_list;
    program_text(&g,
                 "h_map(#{b := B}) -> B;\nh_map(#{a := A}) -> A + 1.\nh_name(a) -> h_int;\nh_name(_) -> ");
    program_text(&g, program_below(&g, 3) ? "h_read.\n" : "h_div.\n");
    program_text(
        &g,
        "h_div(X) -> 10 div X.\nh_read(X) -> case get(k) of 3 -> 5; V when is_integer(V) -> V; _ -> X end.\n"
        "h_stored(X) -> put(k, X), h_read(1).\n");
    for (uint32_t i = 0; i < units; i++) {
        enum random_type from[3];
        uint32_t arity = 1 + program_below(&g, 3);
        for (uint32_t k = 0; k < arity; k++) from[k] = (enum random_type)program_below(&g, RANDOM_TYPES);
        program_function(&g, "u", i, arity, from, (enum random_type)program_below(&g, RANDOM_TYPES), 4);
    }
}

#endif
