// SPDX-License-Identifier: Apache-2.0
// Type expressions become jobs: "fill this nonterminal with what that expression, in that environment, stands
// for". A part of an expression is a new nonterminal with a job of its own, so nothing recurses, and a type
// that is met again (same definition, same arguments) is the nonterminal it already has, which is how
// recursion becomes a cycle.
#include "erlang/load/types.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "erlang/load/attribute.h"
#include "erlang/load/constructor.h"
#include "erlang/load/form.h"

enum { MAX_INSTANCES = 1000 }; // of one parametric type: beyond, it is not regular
enum { MAX_TAKEN = 8 };        // arguments of a constructor
enum { ANY_ARITY_FUNS = 5 };   // arities that stand for fun((...) -> T)

struct env { // the type variables in scope
    const struct core_module *module;
    uint32_t n;
    const symbol *names;
    const type_id *types;
};

struct job {
    term form;
    const struct env *env;
    type_id target;
};

struct types {
    struct expr_store *x;
    struct grammar *g;
    types_lookup *lookup;
    void *context;
    struct arena arena;      // environments
    struct hash_map memo;    // hash of what a nonterminal stands for -> it
    struct hash_map count;   // hash of a definition -> instances made
    struct hash_map modules; // symbol -> index in found
    VEC(const struct core_module *) found;
    VEC(struct job) jobs; // done in order from next on: near instances before far ones
    uint32_t next;
    // While one spec is converted:
    struct diag *d;
    bool failed;
    symbol spec_name;
    uint32_t spec_arity;
    uint32_t spec_line;      // of its first clause; 0: there is no spec
    VEC(type_id) spec_parts; // what its first clause says of each argument
    char warning[400];       // of the last spec; "": none
    symbol missing;          // the module it is about
    bool calls;              // approximated from above, with the result behind the arguments
    // Values of opaque types of other modules than this one are made; NULL: they are what they are.
    const struct core_module *own;
    struct hash_map makers;                     // definition of a type -> index in constructors + 1; 0: none
    VEC(struct constructor) constructors, used; // used: for the last spec
};

struct types *types_new(struct expr_store *x, struct grammar *g, types_lookup *lookup, void *context) {
    struct types *t = mem_zalloc(sizeof *t);
    t->x = x;
    t->g = g;
    t->lookup = lookup;
    t->context = context;
    arena_init(&t->arena, 0);
    return t;
}

void types_free(struct types *t) {
    if (!t) return;
    arena_free(&t->arena);
    hash_map_free(&t->memo);
    hash_map_free(&t->count);
    hash_map_free(&t->modules);
    vec_free(&t->found);
    vec_free(&t->jobs);
    vec_free(&t->spec_parts);
    hash_map_free(&t->makers);
    vec_free(&t->constructors);
    vec_free(&t->used);
    mem_free(t);
}

// ---- Errors ----

__attribute__((format(printf, 4, 5))) static void fail(struct types *t, const struct core_module *m,
                                                       uint32_t line, const char *format, ...) {
    if (t->failed) return;
    t->failed = true;
    char what[600];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    struct str name = {0};
    term_print_atom(&name, t->spec_name);
    diag_set(t->d, DIAG_ANALYSIS, "%s:%u: spec of %s/%u %s", m->file, line, str_text(&name), t->spec_arity,
             what);
    str_free(&name);
}

// The first of a spec is kept.
static void warn(struct types *t, const struct core_module *m, uint32_t line, symbol module) {
    if (t->warning[0]) return;
    t->missing = module;
    snprintf(
        t->warning, sizeof t->warning,
        "%.100s:%u: module %.100s is not found, so its types are taken as any(); -pa DIR says where it is",
        m->file, line, symbol_text(module));
}

// ---- Modules and their attributes ----

static const struct core_module *find_module(struct types *t, symbol name) {
    uint32_t i;
    if (hash_map_get(&t->modules, name, &i)) return t->found.at[i];
    const struct core_module *m = t->lookup(t->context, name);
    hash_map_put(&t->modules, name, t->found.n);
    vec_push(&t->found, m);
    return m;
}

// The number of parameters of a type of that name; false: there is none.
static bool other_arity(const struct core_module *m, symbol name, uint32_t *arity) {
    for (uint32_t i = 0; i < m->n_attributes; i++) {
        const char *kind = symbol_text(m->attributes[i].name);
        term value = attribute_value(&m->attributes[i]);
        if ((strcmp(kind, "type") && strcmp(kind, "opaque")) || form_at(value, 0) != term_atom(name))
            continue;
        *arity = form_list_length(form_at(value, 2));
        return true;
    }
    return false;
}

static term find_record(const struct core_module *m, symbol name) {
    for (uint32_t i = 0; i < m->n_attributes; i++) {
        if (strcmp(symbol_text(m->attributes[i].name), "record")) continue;
        term value = attribute_value(&m->attributes[i]); // {Name, Fields}
        if (form_at(value, 0) == term_atom(name)) return value;
    }
    return TERM_NONE;
}

// ---- Environments and instances ----

static bool env_find(const struct env *env, symbol name, type_id *type) {
    for (uint32_t i = 0; i < env->n; i++) {
        if (env->names[i] != name) continue;
        *type = env->types[i];
        return true;
    }
    return false;
}

// What an expression stands for depends on where it is written and on the variables that occur in it, not on
// the whole environment: else r(A) :: {A, s(integer())} and s(B) :: {B, r(atom())} would have instances
// without end.
static uint64_t form_key(const struct env *env, term form) {
    uint64_t key = hash_mix(hash_mix(1, (uint64_t)(uintptr_t)env->module), form);
    VEC(term) stack = {0};
    vec_push(&stack, form);
    while (stack.n > 0) {
        term f = vec_pop(&stack);
        type_id type;
        if (term_is_cons(f)) {
            vec_push(&stack, term_tl(f));
            vec_push(&stack, term_hd(f));
        } else if (form_has_tag(f, "var") && term_is_atom(form_at(f, 2))) {
            if (env_find(env, term_symbol(form_at(f, 2)), &type)) key = hash_mix(key, type);
        } else if (term_is_tuple(f)) {
            for (uint64_t i = term_tuple(f)->n; i-- > 0;) vec_push(&stack, term_tuple(f)->at[i]);
        }
    }
    vec_free(&stack);
    return key;
}

static uint64_t name_key(const char *name, type_id parameter) {
    return hash_mix(hash_mix(2, hash_bytes(name, strlen(name))), parameter);
}

static void push_job(struct types *t, term form, const struct env *env, type_id target) {
    vec_push(&t->jobs, (struct job){form, env, target});
}

static type_id resolve_builtin(struct types *t, const char *name);

// The nonterminal of an expression. New ones are filled by a job.
static type_id resolve(struct types *t, const struct env *env, term form) {
    type_id type;
    if (form_has_tag(form, "var") && form_at(form, 2) != TERM_NONE && term_is_atom(form_at(form, 2)))
        return env_find(env, term_symbol(form_at(form, 2)), &type) ? type : TYPE_ANY;
    if (form_has_tag(form, "type") && form_at(form, 3) == TERM_NIL &&
        (form_is_name(form_at(form, 2), "any") || form_is_name(form_at(form, 2), "term")))
        return TYPE_ANY;
    uint64_t key = form_key(env, form);
    if (hash_map_get(&t->memo, key, &type)) return type;
    type = grammar_declare(t->g);
    hash_map_put(&t->memo, key, type);
    push_job(t, form, env, type);
    return type;
}

static const struct env *env_new(struct types *t, const struct core_module *m, term vars,
                                 const type_id *types) {
    uint32_t n = form_list_length(vars);
    symbol *names = ARENA_ARRAY(&t->arena, symbol, n + 1);
    for (uint32_t i = 0; i < n; i++, vars = term_tl(vars)) {
        term name = form_at(term_hd(vars), 2); // {var, Anno, Name}
        names[i] = name != TERM_NONE && term_is_atom(name) ? term_symbol(name) : 0;
    }
    struct env *env = ARENA_NEW(&t->arena, struct env);
    *env = (struct env){m, n, names, arena_copy(&t->arena, types, (n ? n : 1) * sizeof *types)};
    return env;
}

static type_id list_of(struct types *t, type_id element);
static const struct env *constrained_env(struct types *t, const struct core_module *m, term constraints,
                                         const struct env *bound);

// How values of a type of another module are made; NULL: as its definition says.
static const struct constructor *maker(struct types *t, const struct core_module *m, term definition) {
    uint32_t index = 0, n = form_list_length(form_at(definition, 2));
    symbol name = term_symbol(form_at(definition, 0));
    if (!t->own || m == t->own) return NULL;
    if (!hash_map_get(&t->makers, definition, &index)) {
        struct constructor c;
        bool opaque = false;
        attribute_type(m, name, n, &opaque);
        bool found =
            (opaque || constructor_lacks(m, form_at(definition, 1))) && constructor_find(m, name, n, &c);
        if (found) vec_push(&t->constructors, c);
        index = found ? t->constructors.n : 0;
        hash_map_put(&t->makers, definition, index);
    }
    return index ? &t->constructors.at[index - 1] : NULL;
}

static void note_used(struct types *t, const struct constructor *c) {
    for (uint32_t i = 0; i < t->used.n; i++)
        if (made_mark(&t->used.at[i].call) == made_mark(&c->call)) return;
    vec_push(&t->used, *c);
}

// In place of a type of m that a constructor makes: a mark and what the constructor takes, a tuple of
// arguments or a list of such. False: there is none.
static bool add_made(struct types *t, const struct core_module *m, term definition, const struct env *env,
                     type_id target) {
    const struct constructor *found = maker(t, m, definition);
    if (!found) return false;
    struct constructor c = *found;
    bool remote = form_has_tag(c.result, "remote_type");
    term names = form_at(c.result, remote ? 2 : 3), args = c.products;
    if (remote) names = form_nth(names, 2);
    const struct env *bound = env_new(t, m, names, env->types); // {var, _, Name} each
    const struct env *inside = constrained_env(t, m, c.constraints, bound);
    type_id parts[MAX_TAKEN], pair[2] = {grammar_declare(t->g), grammar_declare(t->g)};
    uint32_t n = 0;
    for (uint32_t i = 0; i < c.call.arity; i++, args = term_tl(args))
        if (i != c.call.at) parts[n++] = resolve(t, inside, term_hd(args));
    grammar_add_literal(t->g, pair[0], expr_atom(t->x, made_mark(&c.call)));
    grammar_add_tuple(t->g, pair[1], parts, n);
    if (c.call.start) pair[1] = list_of(t, pair[1]);
    grammar_add_tuple(t->g, target, pair, 2);
    note_used(t, &c);
    return true;
}

// name(args) as defined in m; the arguments are expressions of env.
static type_id instance(struct types *t, const struct core_module *m, term name, term args,
                        const struct env *env, uint32_t line) {
    uint32_t n = form_list_length(args);
    term definition =
        name != TERM_NONE && term_is_atom(name) ? attribute_type(m, term_symbol(name), n, NULL) : TERM_NONE;
    if (definition == TERM_NONE) {
        struct str text = {0};
        if (m != env->module) {
            term_print_atom(&text, m->name);
            str_add_char(&text, ':');
        }
        if (name != TERM_NONE && term_is_atom(name)) term_print_atom(&text, term_symbol(name));
        uint32_t other;
        if (name != TERM_NONE && term_is_atom(name) && other_arity(m, term_symbol(name), &other))
            fail(t, env->module, line, "has unknown type %s/%u; there is one of %u parameter%s",
                 str_text(&text), n, other, other == 1 ? "" : "s");
        else
            fail(t, env->module, line, "has unknown type %s/%u; correct its name, or say any()",
                 str_text(&text), n);
        str_free(&text);
        return TYPE_NEVER;
    }
    uint64_t key = hash_mix(3, definition);
    type_id *types = mem_alloc((n + 1) * sizeof *types), type;
    types[0] = TYPE_ANY;
    for (uint32_t i = 0; i < n; i++, args = term_tl(args)) {
        types[i] = resolve(t, env, term_hd(args));
        key = hash_mix(key, types[i]);
    }
    uint32_t made = 0;
    if (!hash_map_get(&t->memo, key, &type)) {
        hash_map_get(&t->count, definition, &made);
        type = made < MAX_INSTANCES ? grammar_declare(t->g) : t->calls ? TYPE_ANY : TYPE_NEVER;
        const struct env *inside = env_new(t, m, form_at(definition, 2), types);
        if (made < MAX_INSTANCES && !add_made(t, m, definition, inside, type))
            push_job(t, form_at(definition, 1), inside, type);
        hash_map_put(&t->memo, key, type);
        hash_map_put(&t->count, definition, made + 1);
    }
    mem_free(types);
    return type;
}

// ---- Alternatives ----

static void add_range(struct types *t, type_id target, int64_t lo, int64_t hi) { // INT64_MIN, INT64_MAX: open
    mpz_t l, h;
    mpz_init_set_si(l, lo);
    mpz_init_set_si(h, hi);
    grammar_add_int(t->g, target, lo == INT64_MIN ? NULL : l, hi == INT64_MAX ? NULL : h);
    mpz_clear(l);
    mpz_clear(h);
}

static void add_atom(struct types *t, type_id target, const char *name) {
    grammar_add_literal(t->g, target, expr_atom(t->x, symbol_of(name)));
}

static type_id list_of(struct types *t, type_id element) {
    uint64_t key = name_key("list", element);
    type_id list;
    if (hash_map_get(&t->memo, key, &list)) return list;
    list = grammar_declare(t->g);
    hash_map_put(&t->memo, key, list);
    grammar_add_literal(t->g, list, EXPR_NIL);
    grammar_add_cons(t->g, list, element, list);
    return list;
}

// Lists of elements that end in anything of `end`; without one cell at least only if `empty`.
static void add_improper(struct types *t, type_id target, type_id element, type_id end, bool empty,
                         bool proper) {
    type_id rest = grammar_declare(t->g);
    grammar_add_cons(t->g, rest, element, rest);
    grammar_add_type(t->g, rest, end);
    if (proper) grammar_add_literal(t->g, rest, EXPR_NIL);
    grammar_add_cons(t->g, target, element, rest);
    if (empty) grammar_add_literal(t->g, target, EXPR_NIL);
}

static void add_iolist(struct types *t,
                       type_id target) { // maybe_improper_list(byte() | binary() | iolist(), binary() | [])
    type_id element = grammar_declare(t->g), binary = resolve_builtin(t, "binary");
    grammar_add_type(t->g, element, resolve_builtin(t, "byte"));
    grammar_add_type(t->g, element, binary);
    grammar_add_type(t->g, element, resolve_builtin(t, "iolist"));
    add_improper(t, target, element, binary, true, true);
}

static void add_mfa(struct types *t, type_id target) {
    type_id atom = resolve_builtin(t, "atom"), parts[] = {atom, atom, resolve_builtin(t, "arity")};
    grammar_add_tuple(t->g, target, parts, 3);
}

// ---- Built-in types (reference manual, "Types and Function Specifications") without parameters ----

#define OPEN_LO INT64_MIN
#define OPEN_HI INT64_MAX
enum builtin_kind {
    IS_UNION,
    IS_RANGE,
    IS_SIMPLE,
    IS_ATOM,
    IS_NIL,
    IS_BITS,
    IS_LIST,
    IS_NONEMPTY,
    IS_IOLIST,
    IS_MFA,
    IS_IMPROPER,
    IS_NONEMPTY_IMPROPER
};
static const struct builtin {
    const char *name;
    enum builtin_kind kind;
    int64_t a, b;         // RANGE: bounds; SIMPLE: alt_head; BITS: base, unit
    const char *parts[3]; // UNION: members; LIST: element; ATOM: its text
} builtins[] = {
    {"any", IS_UNION, 0, 0, {0}},
    {"term", IS_UNION, 0, 0, {0}},
    {"dynamic", IS_UNION, 0, 0, {0}},
    {"none", IS_UNION, 0, 0, {0}},
    {"no_return", IS_UNION, 0, 0, {0}},
    {"integer", IS_RANGE, OPEN_LO, OPEN_HI, {0}},
    {"non_neg_integer", IS_RANGE, 0, OPEN_HI, {0}},
    {"pos_integer", IS_RANGE, 1, OPEN_HI, {0}},
    {"neg_integer", IS_RANGE, OPEN_LO, -1, {0}},
    {"byte", IS_RANGE, 0, 255, {0}},
    {"char", IS_RANGE, 0, 0x10FFFF, {0}},
    {"arity", IS_RANGE, 0, 255, {0}},
    {"float", IS_SIMPLE, ALT_FLOAT, 0, {0}},
    {"number", IS_UNION, 0, 0, {"integer", "float"}},
    {"atom", IS_SIMPLE, ALT_ATOM, 0, {0}},
    {"module", IS_SIMPLE, ALT_ATOM, 0, {0}},
    {"node", IS_SIMPLE, ALT_ATOM, 0, {0}},
    {"true", IS_ATOM, 0, 0, {"true"}}, // not a type of Erlang: parts of the next ones
    {"false", IS_ATOM, 0, 0, {"false"}},
    {"infinity", IS_ATOM, 0, 0, {"infinity"}},
    {"boolean", IS_UNION, 0, 0, {"false", "true"}},
    {"bool", IS_UNION, 0, 0, {"false", "true"}},
    {"timeout", IS_UNION, 0, 0, {"non_neg_integer", "infinity"}},
    {"pid", IS_SIMPLE, ALT_PID, 0, {0}},
    {"port", IS_SIMPLE, ALT_PORT, 0, {0}},
    {"reference", IS_SIMPLE, ALT_REF, 0, {0}},
    {"identifier", IS_UNION, 0, 0, {"pid", "reference", "port"}},
    {"tuple", IS_SIMPLE, ALT_ANY_TUPLE, 0, {0}},
    {"fun", IS_SIMPLE, ALT_ANY_FUN, 0, {0}},
    {"function", IS_SIMPLE, ALT_ANY_FUN, 0, {0}},
    {"nil", IS_NIL, 0, 0, {0}},
    {"binary", IS_BITS, 0, 8, {0}},
    {"bitstring", IS_BITS, 0, 1, {0}},
    {"nonempty_binary", IS_BITS, 8, 8, {0}},
    {"nonempty_bitstring", IS_BITS, 1, 1, {0}},
    {"list", IS_LIST, 0, 0, {"any"}},
    {"nonempty_list", IS_NONEMPTY, 0, 0, {"any"}},
    {"string", IS_LIST, 0, 0, {"char"}},
    {"nonempty_string", IS_NONEMPTY, 0, 0, {"char"}},
    {"maybe_improper_list", IS_IMPROPER, 0, 0, {0}},
    {"nonempty_maybe_improper_list", IS_NONEMPTY_IMPROPER, 0, 0, {0}},
    {"iolist", IS_IOLIST, 0, 0, {0}},
    {"iodata", IS_UNION, 0, 0, {"binary", "iolist"}},
    {"mfa", IS_MFA, 0, 0, {0}},
};

static const struct builtin *find_builtin(const char *name) {
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (!strcmp(builtins[i].name, name)) return &builtins[i];
    return NULL;
}

static void add_builtin(struct types *t, type_id target, const struct builtin *b) {
    switch (b->kind) {
    case IS_UNION:
        for (int i = 0; i < 3 && b->parts[i]; i++)
            grammar_add_type(t->g, target, resolve_builtin(t, b->parts[i]));
        break;
    case IS_RANGE: add_range(t, target, b->a, b->b); break;
    case IS_SIMPLE: grammar_add_simple(t->g, target, (enum alt_head)b->a); break;
    case IS_ATOM: add_atom(t, target, b->parts[0]); break;
    case IS_NIL: grammar_add_literal(t->g, target, EXPR_NIL); break;
    case IS_BITS: grammar_add_bits(t->g, target, (uint64_t)b->a, (uint64_t)b->b); break;
    case IS_LIST: grammar_add_type(t->g, target, list_of(t, resolve_builtin(t, b->parts[0]))); break;
    case IS_NONEMPTY: {
        type_id element = resolve_builtin(t, b->parts[0]);
        grammar_add_cons(t->g, target, element, list_of(t, element));
        break;
    }
    case IS_IMPROPER: grammar_add_literal(t->g, target, EXPR_NIL); // fall through
    case IS_NONEMPTY_IMPROPER: grammar_add_cons(t->g, target, TYPE_ANY, TYPE_ANY); break;
    case IS_IOLIST: add_iolist(t, target); break;
    case IS_MFA: add_mfa(t, target); break;
    }
}

// Each built-in is one nonterminal, however often it is written.
static type_id resolve_builtin(struct types *t, const char *name) {
    if (!strcmp(name, "any") || !strcmp(name, "term") || !strcmp(name, "dynamic")) return TYPE_ANY;
    if (!strcmp(name, "none") || !strcmp(name, "no_return")) return TYPE_NEVER;
    const struct builtin *b = find_builtin(name);
    assert(b);
    uint64_t key = name_key(name, TYPE_NEVER);
    type_id type;
    if (hash_map_get(&t->memo, key, &type)) return type;
    type = grammar_declare(t->g);
    hash_map_put(&t->memo, key, type);
    add_builtin(t, type, b);
    return type;
}

// ---- Types with parts ----

static void add_literal_form(struct types *t, const struct job *j) {
    mpz_t v;
    mpz_init(v);
    if (form_constant(j->form, v))
        grammar_add_literal(t->g, j->target, expr_int_term(t->x, expr_int_mpz(t->x, v)));
    else
        fail(t, j->env->module, form_line(j->form), "has an integer expression that has no value");
    mpz_clear(v);
}

static void add_range_form(struct types *t, const struct job *j, term args) {
    mpz_t lo, hi;
    mpz_init(lo);
    mpz_init(hi);
    if (!form_constant(form_nth(args, 0), lo) || !form_constant(form_nth(args, 1), hi))
        fail(t, j->env->module, form_line(j->form), "has a range whose bounds are no integers");
    else if (mpz_cmp(lo, hi) <= 0)
        grammar_add_int(t->g, j->target, lo, hi);
    mpz_clear(lo);
    mpz_clear(hi);
}

static void add_tuple_form(struct types *t, const struct job *j, term args) {
    uint32_t n = form_list_length(args);
    type_id *parts = mem_alloc((n + 1) * sizeof *parts);
    for (uint32_t i = 0; i < n; i++, args = term_tl(args)) parts[i] = resolve(t, j->env, term_hd(args));
    grammar_add_tuple(t->g, j->target, parts, n);
    mem_free(parts);
}

static void add_map_form(struct types *t, const struct job *j, term args) {
    uint32_t n = form_list_length(args);
    struct map_field *fields = mem_alloc((n + 1) * sizeof *fields);
    if (form_is_name(args, "any"))
        fields[n++] = (struct map_field){TYPE_ANY, TYPE_ANY, false};
    else
        for (uint32_t i = 0; i < n; i++, args = term_tl(args)) {
            term field = term_hd(args),
                 pair = form_at(field, 3); // {type, A, map_field_exact | map_field_assoc, [K, V]}
            if (form_list_length(pair) != 2)
                fail(t, j->env->module, form_line(field), "has a malformed map type");
            fields[i].key = resolve(t, j->env, form_nth(pair, 0));
            fields[i].value = resolve(t, j->env, form_nth(pair, 1));
            fields[i].mandatory = form_is_name(form_at(field, 2), "map_field_exact");
        }
    grammar_add_map(t->g, j->target, fields, n);
    mem_free(fields);
}

static void add_fun_form(struct types *t, const struct job *j, term args) {
    if (form_list_length(args) != 2) {
        grammar_add_simple(t->g, j->target, ALT_ANY_FUN);
        return;
    }
    term product = form_nth(args, 0);
    type_id result = resolve(t, j->env, form_nth(args, 1));
    if (form_is_name(form_at(product, 2), "product"))
        grammar_add_fun(t->g, j->target, form_list_length(form_at(product, 3)), result);
    else if (result == TYPE_ANY || t->calls)
        grammar_add_simple(t->g, j->target, ALT_ANY_FUN); // fun((...) -> any())
    else
        for (uint32_t arity = 0; arity < ANY_ARITY_FUNS; arity++)
            grammar_add_fun(t->g, j->target, arity, result);
}

static void add_bits_form(struct types *t, const struct job *j, term args) {
    mpz_t base, unit;
    mpz_init(base);
    mpz_init(unit);
    bool good = form_constant(form_nth(args, 0), base) && form_constant(form_nth(args, 1), unit) &&
                mpz_sgn(base) >= 0 && mpz_sgn(unit) >= 0 && mpz_fits_uint_p(base) && mpz_fits_uint_p(unit);
    if (good)
        grammar_add_bits(t->g, j->target, mpz_get_ui(base), mpz_get_ui(unit));
    else
        fail(t, j->env->module, form_line(j->form), "has a binary type whose size makes no sense");
    mpz_clear(base);
    mpz_clear(unit);
}

// The name of a declared field: {record_field, A, {atom, _, F}, ..} or {typed_record_field, RecordField,
// Type}.
static term field_name(term field) {
    if (form_has_tag(field, "typed_record_field")) field = form_at(field, 1);
    return form_at(form_at(field, 2), 2);
}

// #r{f :: T}: [{atom, _, r}, {type, _, field_type, [{atom, _, f}, T]}, ..]
static void add_record_form(struct types *t, const struct job *j, term args) {
    term name = form_at(form_nth(args, 0), 2);
    term record =
        name != TERM_NONE && term_is_atom(name) ? find_record(j->env->module, term_symbol(name)) : TERM_NONE;
    if (record == TERM_NONE) {
        fail(t, j->env->module, form_line(j->form), "has unknown record #%s{}",
             name != TERM_NONE && term_is_atom(name) ? symbol_text(term_symbol(name)) : "");
        return;
    }
    term fields = form_at(record, 1);
    uint32_t n = form_list_length(fields);
    const struct env *declared = env_new(t, j->env->module, TERM_NIL, (type_id[]){TYPE_ANY});
    type_id *parts = mem_alloc((n + 1) * sizeof *parts);
    parts[0] = grammar_declare(t->g);
    grammar_add_literal(t->g, parts[0], expr_atom(t->x, term_symbol(name)));
    for (uint32_t i = 0; i < n; i++, fields = term_tl(fields)) {
        term field = term_hd(fields);
        parts[i + 1] =
            form_has_tag(field, "typed_record_field") ? resolve(t, declared, form_at(field, 2)) : TYPE_ANY;
        for (term o = term_tl(args); form_is_cons(o); o = term_tl(o)) { // given again, more narrowly
            term pair = form_at(term_hd(o), 3);
            if (form_at(form_nth(pair, 0), 2) == field_name(field))
                parts[i + 1] = resolve(t, j->env, form_nth(pair, 1));
        }
    }
    grammar_add_tuple(t->g, j->target, parts, n + 1);
    mem_free(parts);
}

// ---- One job ----

static void add_list_form(struct types *t, const struct job *j, const char *name, term args) {
    type_id element = resolve(t, j->env, form_nth(args, 0)), end;
    if (form_list_length(args) == 1) {
        if (!strcmp(name, "list"))
            grammar_add_type(t->g, j->target, list_of(t, element));
        else
            grammar_add_cons(t->g, j->target, element, list_of(t, element));
        return;
    }
    end = resolve(t, j->env, form_nth(args, 1));
    add_improper(t, j->target, element, end, !strcmp(name, "maybe_improper_list"),
                 strcmp(name, "nonempty_improper_list") != 0);
}

static bool is_list_name(const char *name, uint32_t arity) {
    if (arity == 1) return !strcmp(name, "list") || !strcmp(name, "nonempty_list");
    return arity == 2 &&
           (!strcmp(name, "maybe_improper_list") || !strcmp(name, "nonempty_maybe_improper_list") ||
            !strcmp(name, "nonempty_improper_list"));
}

// {type, Anno, Name, Args}
static void convert_type(struct types *t, const struct job *j) {
    term args = form_at(j->form, 3);
    uint32_t n = form_list_length(args);
    if (form_at(j->form, 2) == TERM_NONE || !term_is_atom(form_at(j->form, 2))) {
        fail(t, j->env->module, form_line(j->form), "has a malformed type");
        return;
    }
    const char *name = symbol_text(term_symbol(form_at(j->form, 2)));
    if (!strcmp(name, "union"))
        for (; form_is_cons(args); args = term_tl(args)) push_job(t, term_hd(args), j->env, j->target);
    else if (!strcmp(name, "range") && n == 2)
        add_range_form(t, j, args);
    else if (!strcmp(name, "tuple") && form_is_list(args))
        add_tuple_form(t, j, args);
    else if (!strcmp(name, "map"))
        add_map_form(t, j, args);
    else if (!strcmp(name, "fun"))
        add_fun_form(t, j, args);
    else if (!strcmp(name, "bounded_fun") && n == 2)
        push_job(t, form_nth(args, 0), j->env, j->target);
    else if (!strcmp(name, "binary") && n == 2)
        add_bits_form(t, j, args);
    else if (!strcmp(name, "record") && n >= 1)
        add_record_form(t, j, args);
    else if (is_list_name(name, n))
        add_list_form(t, j, name, args);
    else if ((n == 0 || form_is_name(args, "any")) && find_builtin(name))
        grammar_add_type(t->g, j->target, resolve_builtin(t, name));
    else // a type of the module's own that is named like a built-in of another OTP
        grammar_add_type(t->g, j->target,
                         instance(t, j->env->module, form_at(j->form, 2), args, j->env, form_line(j->form)));
}

static void convert_remote(struct types *t,
                           const struct job *j) { // {remote_type, Anno, [{atom,_,M}, {atom,_,N}, Args]}
    term parts = form_at(j->form, 2), module = form_at(form_nth(parts, 0), 2),
         name = form_at(form_nth(parts, 1), 2);
    if (form_list_length(parts) != 3 || module == TERM_NONE || !term_is_atom(module)) {
        fail(t, j->env->module, form_line(j->form), "has a malformed remote type");
        return;
    }
    const struct core_module *m = find_module(t, term_symbol(module));
    if (!m) warn(t, j->env->module, form_line(j->form), term_symbol(module));
    type_id type = m ? instance(t, m, name, form_nth(parts, 2), j->env, form_line(j->form)) : TYPE_ANY;
    grammar_add_type(t->g, j->target, type);
}

static void convert(struct types *t, const struct job *j) {
    term form = j->form;
    if (form_has_tag(form, "type")) {
        convert_type(t, j);
    } else if (form_has_tag(form, "user_type")) {
        type_id type =
            instance(t, j->env->module, form_at(form, 2), form_at(form, 3), j->env, form_line(form));
        grammar_add_type(t->g, j->target, type);
    } else if (form_has_tag(form, "remote_type")) {
        convert_remote(t, j);
    } else if (attribute_annotated(form)) {
        push_job(t, attribute_behind(form), j->env, j->target);
    } else if (form_has_tag(form, "var")) {
        grammar_add_type(t->g, j->target, resolve(t, j->env, form));
    } else if (form_has_tag(form, "atom") && form_at(form, 2) != TERM_NONE &&
               term_is_atom(form_at(form, 2))) {
        grammar_add_literal(t->g, j->target, expr_atom(t->x, term_symbol(form_at(form, 2))));
    } else if (form_has_tag(form, "integer") || form_has_tag(form, "char") || form_has_tag(form, "op")) {
        add_literal_form(t, j);
    } else {
        fail(t, j->env->module, form_line(form), "has a malformed type");
    }
}

// ---- Specs ----

// The constraints of "when V :: T, ..": [{type, _, constraint, [{atom, _, is_subtype}, [V, T]]}, ..]. They
// may refer to each other, so all variables are declared before any is filled. Those of `bound` (may be NULL)
// are what they are there.
static const struct env *constrained_env(struct types *t, const struct core_module *m, term constraints,
                                         const struct env *bound) {
    uint32_t used = bound ? bound->n : 0, n = form_list_length(constraints) + used;
    struct env *env = ARENA_NEW(&t->arena, struct env);
    symbol *names = ARENA_ARRAY(&t->arena, symbol, n + 1);
    type_id *types = ARENA_ARRAY(&t->arena, type_id, n + 1), type;
    *env = (struct env){m, used, names, types};
    if (used) memcpy(names, bound->names, used * sizeof *names);
    if (used) memcpy(types, bound->types, used * sizeof *types);
    for (; form_is_cons(constraints); constraints = term_tl(constraints)) {
        term pair = form_nth(form_at(term_hd(constraints), 3), 1), name = form_at(form_nth(pair, 0), 2);
        if (form_list_length(pair) != 2 || name == TERM_NONE || !term_is_atom(name)) {
            fail(t, m, form_line(term_hd(constraints)), "has a malformed constraint");
            continue;
        }
        if (env_find(env, term_symbol(name), &type)) continue;
        names[used] = term_symbol(name);
        types[used] = grammar_declare(t->g);
        env->n = ++used;
        push_job(t, form_nth(pair, 1), env, types[used - 1]);
    }
    return env;
}

struct clause {
    const struct env *env;
    term args, result, constraints;
};

static bool read_clause(struct types *t, const struct core_module *m, term form, uint32_t line,
                        struct clause *out) {
    term actual = form_is_name(form_at(form, 2), "bounded_fun") ? form_nth(form_at(form, 3), 0) : form;
    bool good = attribute_clause(form, &out->args, &out->result, &out->constraints);
    if (form_line(actual)) line = form_line(actual);
    out->env = constrained_env(t, m, out->constraints, NULL);
    if (!good)
        fail(t, m, line, "is not the type of a function");
    else if (form_list_length(out->args) != t->spec_arity)
        fail(t, m, line, "has %u arguments", form_list_length(out->args));
    return !t->failed;
}

static void add_clause(struct types *t, const struct clause *c, type_id target) {
    uint32_t n = 0;
    type_id *parts = mem_alloc((t->spec_arity + 2) * sizeof *parts);
    for (term args = c->args; form_is_cons(args); args = term_tl(args), n++)
        parts[n] = resolve(t, c->env, term_hd(args));
    if (t->calls) parts[n++] = resolve(t, c->env, c->result);
    if (!t->spec_parts.n)
        for (uint32_t i = 0; i < n; i++) vec_push(&t->spec_parts, parts[i]);
    grammar_add_tuple(t->g, target, parts, n);
    mem_free(parts);
}

static bool run_jobs(struct types *t) {
    while (t->next < t->jobs.n && !t->failed) {
        struct job j = t->jobs.at[t->next++];
        convert(t, &j);
    }
    vec_clear(&t->jobs);
    t->next = 0;
    if (t->failed) { // what was met may never have been filled
        hash_map_clear(&t->memo);
        hash_map_clear(&t->count);
    }
    return !t->failed;
}

static bool of_spec(struct types *t, symbol module, symbol name, uint32_t arity, type_id *out, bool make,
                    struct diag *d) {
    assert(t->jobs.n == 0);
    const struct core_module *m = find_module(t, module);
    uint32_t line = 0;
    term clauses = m ? attribute_spec(m, name, arity, &line) : TERM_NONE;
    *out = grammar_declare(t->g);
    t->spec_line = line;
    t->warning[0] = 0;
    t->own = make ? m : NULL;
    vec_clear(&t->spec_parts);
    vec_clear(&t->used);
    if (clauses == TERM_NONE && t->calls) {
        *out = TYPE_ANY;
        return true;
    }
    if (clauses == TERM_NONE) {
        type_id *parts = mem_alloc((arity + 1) * sizeof *parts);
        for (uint32_t i = 0; i < arity; i++) parts[i] = TYPE_ANY;
        grammar_add_tuple(t->g, *out, parts, arity);
        mem_free(parts);
        return true;
    }
    t->d = d;
    t->failed = false;
    t->spec_name = name;
    t->spec_arity = arity;
    VEC(struct clause) all = {0};
    struct clause c;
    for (; form_is_cons(clauses); clauses = term_tl(clauses))
        if (read_clause(t, m, term_hd(clauses), line, &c)) vec_push(&all, c);
    for (uint32_t i = 0; i < all.n && !t->failed; i++) add_clause(t, &all.at[i], *out);
    vec_free(&all);
    return run_jobs(t);
}

bool types_of_arguments(struct types *t, symbol module, symbol name, uint32_t arity, type_id *out, bool make,
                        struct diag *d) {
    return of_spec(t, module, name, arity, out, make, d);
}

const struct constructor *types_constructors(const struct types *t, uint32_t *n) {
    *n = t->used.n;
    return t->used.at;
}

bool types_of_calls(struct types *t, symbol module, symbol name, uint32_t arity, type_id *out,
                    struct diag *d) {
    t->calls = true;
    return of_spec(t, module, name, arity, out, false, d);
}

void types_say_empty(const struct types *t, const struct core_module *m, struct diag *d) {
    static const char *const ordinals[] = {"first", "second", "third", "fourth", "fifth"};
    struct str name = {0};
    uint32_t i = 0;
    while (i < t->spec_parts.n && grammar_inhabited(t->g, t->spec_parts.at[i])) i++;
    term_print_atom(&name, t->spec_name);
    const char *which = i < t->spec_parts.n && i < 5 ? ordinals[i] : "";
    diag_set(d, DIAG_ANALYSIS,
             "%s:%u: spec of %s/%u allows no arguments at all: no finite term is of the type of %s%s "
             "argument; correct it",
             m->file, t->spec_line, str_text(&name), t->spec_arity, *which ? "its " : "an", which);
    str_free(&name);
}

const char *types_warning(const struct types *t, symbol *missing) {
    *missing = t->missing;
    return t->warning[0] ? t->warning : NULL;
}
