// SPDX-License-Identifier: Apache-2.0
#include "erlang/load/core_new.h"

struct core *core_node(struct arena *a, enum core_tag tag, uint32_t n, uint32_t line) {
    struct core *e = arena_zalloc(a, sizeof *e + n * sizeof *e->kid);
    *e = (struct core){.tag = (uint8_t)tag, .n = n, .line = line, .lit = TERM_NONE};
    return e;
}

struct core *core_literal(struct arena *a, term t, uint32_t line) {
    struct core *e = core_node(a, CORE_LITERAL, 0, line);
    e->lit = t;
    return e;
}

struct core *core_variable(struct arena *a, uint32_t number, uint32_t line) {
    struct core *e = core_node(a, CORE_VAR, 0, line);
    e->aux = number;
    return e;
}

struct core *core_call(struct arena *a, symbol module, symbol name, struct core *const *arguments, uint32_t n,
                       uint32_t line) {
    struct core *e = core_node(a, CORE_CALL, n + 2, line);
    e->kid[0] = core_literal(a, term_atom(module), line);
    e->kid[1] = core_literal(a, term_atom(name), line);
    for (uint32_t i = 0; i < n; i++) e->kid[2 + i] = arguments[i];
    return e;
}

struct core *core_fun(struct arena *a, uint32_t arity, struct core *body, uint32_t line) {
    struct core *e = core_node(a, CORE_FUN, arity + 1, line);
    e->arity = (uint16_t)arity;
    for (uint32_t i = 0; i < arity; i++) e->kid[i] = core_variable(a, i, line);
    e->kid[arity] = body;
    return e;
}

struct core *core_clause(struct arena *a, struct core *pattern, struct core *body) {
    struct core *e = core_node(a, CORE_CLAUSE, 3, 0);
    e->flags = CORE_GENERATED;
    e->kid[0] = pattern;
    e->kid[1] = core_literal(a, term_atom(symbol_of("true")), 0);
    e->kid[2] = body;
    return e;
}
