// SPDX-License-Identifier: Apache-2.0
// Match specifications of ETS tables (ERTS User's Guide, "Match Specifications in Erlang"): a head that is
// matched against an object, guards, and a body whose last expression is the result. Objects may be symbolic:
// what a head or guard asks of them is decided.
#include <stdlib.h>
#include <string.h>

#include "erlang/bif/match_spec.h"

#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"
#include "erlang/term/atoms.h"

enum { NESTING_MAX = 100, VARIABLE_MAX = 100000000 };

struct binding_of {
    uint32_t number;
    term value;
};
struct matching {
    struct process *p;
    term object;
    VEC(struct binding_of) bound; // by ascending number
};

// ---- Words ----

// '$N': true, and N.
static bool variable_number(term t, uint32_t *number) {
    if (!term_is_atom(t)) return false;
    const char *text = symbol_text(term_symbol(t));
    if (text[0] != '$' || text[1] < '0' || text[1] > '9') return false;
    char *end;
    unsigned long n = strtoul(text + 1, &end, 10);
    *number = (uint32_t)n;
    return *end == 0 && n <= VARIABLE_MAX;
}

static bool is_word(term t, const char *text) {
    return term_is_atom(t) && strcmp(symbol_text(term_symbol(t)), text) == 0;
}

// Pushes the parts of a compound term.
static void push_term_parts(term t, struct term_vec *todo) {
    struct map_iterator it;
    term key, value;
    if (term_is_cons(t)) {
        vec_push(todo, term_tl(t));
        vec_push(todo, term_hd(t));
    } else if (term_is_tuple(t)) {
        for (uint64_t i = term_tuple(t)->n; i-- > 0;) vec_push(todo, term_tuple(t)->at[i]);
    } else if (term_is_map(t)) {
        for (map_iterate(&it, t); map_next(&it, &key, &value);) vec_push(todo, value);
    }
}

bool match_spec_has_variables(term pattern) {
    struct term_vec todo = {0};
    bool found = false;
    vec_push(&todo, pattern);
    while (todo.n && !found && term_visit()) {
        term t = vec_pop(&todo);
        uint32_t number;
        found = is_word(t, "_") || variable_number(t, &number);
        push_term_parts(t, &todo);
    }
    vec_free(&todo);
    return found;
}

// ---- Heads ----

static bool bind(struct matching *m, uint32_t number, term value) {
    uint32_t i = 0;
    while (i < m->bound.n && m->bound.at[i].number < number) i++;
    if (i < m->bound.n && m->bound.at[i].number == number)
        return decide_equal(interp_of(m->p), m->bound.at[i].value, value);
    vec_push(&m->bound, ((struct binding_of){0}));
    memmove(&m->bound.at[i + 1], &m->bound.at[i], (m->bound.n - 1 - i) * sizeof *m->bound.at);
    m->bound.at[i] = (struct binding_of){number, value};
    return true;
}

static bool match_map(struct interp *ip, term pattern, term value, struct term_vec *todo) {
    struct map_iterator it;
    term key, sub, part;
    if (!decide_kind(ip, value, KIND_BIT(KIND_MAP))) return false;
    for (map_iterate(&it, pattern); map_next(&it, &key, &sub);) {
        if (!match_map_get(ip, value, key, &part, decide_inner_point(ip, 1), decide_inner_point(ip, 0)))
            return false;
        vec_push(todo, part);
        vec_push(todo, sub);
    }
    return true;
}

// One step: false: no match. Parts to be matched are pushed as pairs, the pattern on top.
static bool match_part(struct matching *m, term pattern, term value, struct term_vec *todo) {
    struct interp *ip = interp_of(m->p);
    uint32_t number;
    term hd, tl;
    if (is_word(pattern, "_")) return true;
    if (variable_number(pattern, &number)) return bind(m, number, value);
    if (term_shadowed(pattern) || !match_spec_has_variables(pattern)) return decide_equal(ip, pattern, value);
    if (term_is_map(pattern)) return match_map(ip, pattern, value, todo);
    if (term_is_cons(pattern)) {
        if (!decide_cons(ip, value, &hd, &tl)) return false;
        const term four[4] = {tl, term_tl(pattern), hd, term_hd(pattern)};
        for (int i = 0; i < 4; i++) vec_push(todo, four[i]);
        return true;
    }
    uint32_t n = (uint32_t)term_tuple(pattern)->n;
    if (!decide_tuple(ip, value, n)) return false;
    for (uint32_t i = n; i-- > 0;) {
        vec_push(todo, decide_element(ip, value, i));
        vec_push(todo, term_tuple(pattern)->at[i]);
    }
    return true;
}

static bool match_head(struct matching *m, term head) {
    struct term_vec todo = {0};
    bool same = true;
    vec_push(&todo, m->object);
    vec_push(&todo, head);
    while (todo.n && same && term_visit()) {
        term pattern = vec_pop(&todo), value = vec_pop(&todo);
        same = match_part(m, pattern, value, &todo);
    }
    vec_free(&todo);
    return same;
}

// ---- Guards and bodies ----

enum value { VALUE_OK, VALUE_RAISED, VALUE_FAILED /* no model */ };

// What a guard or body may call, by name and number of arguments; -1: any number.
static const struct {
    const char *name;
    int arity;
} functions[] = {{"is_atom", 1},     {"is_float", 1},    {"is_integer", 1},  {"is_list", 1},
                 {"is_number", 1},   {"is_pid", 1},      {"is_port", 1},     {"is_reference", 1},
                 {"is_tuple", 1},    {"is_map", 1},      {"is_map_key", 2},  {"is_binary", 1},
                 {"is_function", 1}, {"is_record", 3},   {"abs", 1},         {"element", 2},
                 {"hd", 1},          {"tl", 1},          {"length", 1},      {"map_get", 2},
                 {"map_size", 1},    {"node", 1},        {"node", 0},        {"round", 1},
                 {"trunc", 1},       {"float", 1},       {"size", 1},        {"bit_size", 1},
                 {"byte_size", 1},   {"binary_part", 2}, {"binary_part", 3}, {"self", 0},
                 {"+", 2},           {"-", 2},           {"*", 2},           {"/", 2},
                 {"div", 2},         {"rem", 2},         {"+", 1},           {"-", 1},
                 {"band", 2},        {"bor", 2},         {"bxor", 2},        {"bnot", 1},
                 {"bsl", 2},         {"bsr", 2},         {">", 2},           {">=", 2},
                 {"<", 2},           {"=<", 2},          {"=:=", 2},         {"==", 2},
                 {"=/=", 2},         {"/=", 2},          {"not", 1},         {"xor", 2},
                 {"and", -1},        {"or", -1},         {"andalso", -1},    {"orelse", -1}};

static bool is_function(term name, uint64_t arity) {
    for (size_t i = 0; term_is_atom(name) && i < sizeof functions / sizeof *functions; i++)
        if (is_word(name, functions[i].name) &&
            (functions[i].arity < 0 ? arity > 0 : (uint64_t)functions[i].arity == arity))
            return true;
    return false;
}

static enum value evaluate(struct matching *m, term e, uint32_t depth, term *out);

static enum value raised(struct matching *m) {
    return m->p->no_model ? VALUE_FAILED : VALUE_RAISED;
}

static enum value call_function(struct matching *m, term name, const term *args, uint32_t n, term *out) {
    const struct bif *b =
        program_bif(interp_of(m->p)->program, term_symbol(atom_erlang), term_symbol(name), n);
    if (!b) {
        no_model(m->p, "a function in a match specification");
        return VALUE_FAILED;
    }
    return call_bif(interp_of(m->p), b, args, out) ? VALUE_OK : raised(m);
}

// and, or, andalso, orelse of any number of arguments; the last two stop at the first that decides.
static enum value junction(struct matching *m, term name, const struct tuple *t, uint32_t depth, term *out) {
    struct interp *ip = interp_of(m->p);
    bool any = is_word(name, "or") || is_word(name, "orelse");
    bool lazy = is_word(name, "andalso") || is_word(name, "orelse"), result = !any;
    for (uint64_t i = 1; i < t->n; i++) {
        term value;
        enum value v = evaluate(m, t->at[i], depth + 1, &value);
        if (v != VALUE_OK) return v;
        enum boolean b = decide_boolean(ip, value);
        if (b == BOOLEAN_NOT) return VALUE_RAISED;
        result = any ? result || b == BOOLEAN_TRUE : result && b == BOOLEAN_TRUE;
        if (lazy && result == any) break;
    }
    *out = atom_boolean(result);
    return VALUE_OK;
}

static enum value evaluate_all(struct matching *m, const term *at, uint64_t n, uint32_t depth,
                               struct term_vec *out) {
    enum value v = VALUE_OK;
    for (uint64_t i = 0; i < n && v == VALUE_OK; i++) {
        term value;
        v = evaluate(m, at[i], depth + 1, &value);
        if (v == VALUE_OK) vec_push(out, value);
    }
    return v;
}

static enum value evaluate_tuple(struct matching *m, const struct tuple *t, uint32_t depth, term *out) {
    struct term_vec parts = {0};
    enum value v;
    if (t->n == 1 && term_is_tuple(t->at[0])) { // {{..}} is a tuple
        const struct tuple *inner = term_tuple(t->at[0]);
        v = evaluate_all(m, inner->at, inner->n, depth, &parts);
        if (v == VALUE_OK) *out = term_tuple_of(m->p->heap, parts.at, parts.n);
    } else if (t->n == 2 && is_word(t->at[0], "const")) {
        *out = t->at[1];
        return VALUE_OK;
    } else if (is_word(t->at[0], "and") || is_word(t->at[0], "or") || is_word(t->at[0], "andalso") ||
               is_word(t->at[0], "orelse")) {
        return junction(m, t->at[0], t, depth, out);
    } else {
        v = evaluate_all(m, t->at + 1, t->n - 1, depth, &parts);
        if (v == VALUE_OK) v = call_function(m, t->at[0], parts.at, parts.n, out);
    }
    vec_free(&parts);
    return v;
}

static enum value evaluate_list(struct matching *m, term list, uint32_t depth, term *out) {
    struct term_vec parts = {0};
    enum value v = VALUE_OK;
    term value, tail = TERM_NIL;
    for (; term_is_cons(list) && v == VALUE_OK; list = term_tl(list)) {
        v = evaluate(m, term_hd(list), depth + 1, &value);
        if (v == VALUE_OK) vec_push(&parts, value);
    }
    if (v == VALUE_OK) v = evaluate(m, list, depth + 1, &tail);
    if (v == VALUE_OK) *out = term_list(m->p->heap, parts.at, parts.n, tail);
    vec_free(&parts);
    return v;
}

static enum value evaluate_map(struct matching *m, term map, uint32_t depth, term *out) {
    struct map_iterator it;
    term key, value, parts[2];
    *out = map_empty;
    for (map_iterate(&it, map); map_next(&it, &key, &value);) {
        enum value v = evaluate(m, key, depth + 1, &parts[0]);
        if (v == VALUE_OK) v = evaluate(m, value, depth + 1, &parts[1]);
        if (v != VALUE_OK) return v;
        *out = map_put(m->p->heap, *out, decide_lose(interp_of(m->p), parts[0], "map key"), parts[1]);
    }
    return VALUE_OK;
}

static term all_bindings(struct matching *m) {
    struct list_builder l;
    list_start(&l);
    struct term_vec values = {0};
    for (uint32_t i = 0; i < m->bound.n; i++) vec_push(&values, m->bound.at[i].value);
    term list = term_list(m->p->heap, values.at, values.n, TERM_NIL);
    vec_free(&values);
    return list;
}

static enum value evaluate(struct matching *m, term e, uint32_t depth, term *out) {
    uint32_t number;
    if (depth > NESTING_MAX) {
        no_model(m->p, "a match specification nested as deeply");
        return VALUE_FAILED;
    }
    *out = e;
    if (term_is_sym(e)) return VALUE_OK;
    if (is_word(e, "$_")) {
        *out = m->object;
    } else if (is_word(e, "$$")) {
        *out = all_bindings(m);
    } else if (variable_number(e, &number)) {
        for (uint32_t i = 0; i < m->bound.n; i++)
            if (m->bound.at[i].number == number) *out = m->bound.at[i].value;
    } else if (term_is_tuple(e)) {
        return evaluate_tuple(m, term_tuple(e), depth, out);
    } else if (term_is_cons(e)) {
        return evaluate_list(m, e, depth, out);
    } else if (term_is_map(e)) {
        return evaluate_map(m, e, depth, out);
    }
    return VALUE_OK;
}

// ---- Validity: what the VM's compiler of specifications refuses (badarg) ----

// Variables of an expression must be bound by the head, calls must be of known functions.
static bool valid_expression(term e, const struct term_vec *variables) {
    struct term_vec todo = {0};
    bool good = true;
    vec_push(&todo, e);
    while (todo.n && good && term_visit()) {
        term t = vec_pop(&todo);
        uint32_t number;
        if (variable_number(t, &number)) {
            good = false;
            for (uint32_t i = 0; i < variables->n; i++) good = good || variables->at[i] == t;
        } else if (term_is_tuple(t) && term_tuple(t)->n == 0) {
            good = false;
        } else if (term_is_tuple(t)) {
            const struct tuple *u = term_tuple(t);
            if (u->n == 1 && term_is_tuple(u->at[0])) {
                for (uint64_t i = 0; i < term_tuple(u->at[0])->n; i++)
                    vec_push(&todo, term_tuple(u->at[0])->at[i]);
            } else if (!(u->n == 2 && is_word(u->at[0], "const"))) {
                good = is_function(u->at[0], u->n - 1);
                for (uint64_t i = 1; i < u->n; i++) vec_push(&todo, u->at[i]);
            }
        } else {
            push_term_parts(t, &todo);
        }
    }
    vec_free(&todo);
    return good;
}

static void head_variables(term head, struct term_vec *out) {
    struct term_vec todo = {0};
    vec_push(&todo, head);
    while (todo.n && term_visit()) {
        term t = vec_pop(&todo);
        uint32_t number;
        if (variable_number(t, &number)) vec_push(out, t);
        push_term_parts(t, &todo);
    }
    vec_free(&todo);
}

static bool valid_list(term list, const struct term_vec *variables, bool empty_allowed) {
    if (term_is_nil(list)) return empty_allowed;
    for (; term_is_cons(list); list = term_tl(list))
        if (!valid_expression(term_hd(list), variables)) return false;
    return term_is_nil(list);
}

static bool valid_clause(term clause) {
    if (!term_is_tuple(clause) || term_tuple(clause)->n != 3) return false;
    const term *at = term_tuple(clause)->at;
    struct term_vec variables = {0};
    head_variables(at[0], &variables);
    bool good = valid_list(at[1], &variables, true) && valid_list(at[2], &variables, false);
    vec_free(&variables);
    return good;
}

bool match_spec_valid(term spec) {
    if (!term_is_cons(spec)) return false;
    for (; term_is_cons(spec); spec = term_tl(spec))
        if (!valid_clause(term_hd(spec))) return false;
    return term_is_nil(spec);
}

// ---- Running ----

static enum match run_clause(struct matching *m, term clause, term *result) {
    const term *at = term_tuple(clause)->at;
    if (!match_head(m, at[0])) return MATCH_NO;
    for (term guards = at[1]; term_is_cons(guards); guards = term_tl(guards)) {
        term value;
        enum value v = evaluate(m, term_hd(guards), 0, &value);
        if (v == VALUE_FAILED) return MATCH_FAILED;
        if (v != VALUE_OK || !decide_equal(interp_of(m->p), value, atom_true)) return MATCH_NO;
    }
    for (term body = at[2]; term_is_cons(body); body = term_tl(body)) {
        enum value v = evaluate(m, term_hd(body), 0, result);
        if (v == VALUE_FAILED) return MATCH_FAILED;
        if (v != VALUE_OK) *result = term_atom(symbol_of("EXIT"));
    }
    return MATCH_YES;
}

enum match match_spec_apply(struct process *p, term spec, term object, term *result) {
    enum match answer = MATCH_NO;
    for (; term_is_cons(spec) && answer == MATCH_NO; spec = term_tl(spec)) {
        struct matching m = {.p = p, .object = object};
        answer = run_clause(&m, term_hd(spec), result);
        vec_free(&m.bound);
    }
    return answer;
}
