// SPDX-License-Identifier: Apache-2.0
#include "erlang/code/elixir.h"

#include <string.h>

#include "erlang/load/core.h"
#include "erlang/term/elixir_text.h"
#include "erlang/term/map.h"

// What __struct__/0 returns, of a module that has a struct: a literal, or a map of literals.
static const struct core *struct_body(const struct core_module *m) {
    for (uint32_t i = 0; m && i < m->n_functions; i++) {
        const struct core_function *f = &m->functions[i];
        if (f->arity != 0 || strcmp(symbol_text(f->name), "__struct__") != 0) continue;
        const struct core *body = core_behind_lines(f->fun->kid[f->fun->n - 1]);
        if (body->tag != CORE_CASE || body->n < 2) return body;
        const struct core *clause = body->kid[1]; // a case of nothing
        return core_behind_lines(clause->kid[clause->n - 1]);
    }
    return NULL;
}

static bool has_key(const struct core *body, term key) {
    term value;
    if (body->tag == CORE_LITERAL && term_is_map(body->lit)) return map_get(body->lit, key, &value);
    for (uint32_t i = 1; body->tag == CORE_MAP && i < body->n; i++) {
        const struct core *pair = body->kid[i], *name = pair->n ? pair->kid[0] : pair;
        if (name->tag == CORE_LITERAL && name->lit == key) return true;
    }
    return false;
}

static uint64_t key_count(const struct core *body) {
    if (body->tag == CORE_LITERAL && term_is_map(body->lit)) return map_size(body->lit);
    return body->tag == CORE_MAP ? body->n - 1 : 0;
}

static bool has_fields(void *context, const char *module, char *const *fields, uint32_t n) {
    struct str name = {0};
    str_addf(&name, "Elixir.%s", module);
    const struct core *body = struct_body(program_core(context, symbol_of(str_text(&name))));
    str_free(&name);
    bool all = body && key_count(body) == n + 1; // and __struct__
    for (uint32_t i = 0; i < n && all; i++) all = has_key(body, term_atom(symbol_of(fields[i])));
    return all;
}

char *elixir_shown(struct program *p, const char *erlang) {
    const struct elixir_structs structs = {has_fields, p};
    struct str s = {0};
    elixir_text(erlang, &structs, &s);
    return str_take(&s);
}
