// SPDX-License-Identifier: Apache-2.0
#include "solve/grammar.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/some_of.h"
#include "base/vec.h"

#define COST_NONE UINT64_MAX

struct type {
    VEC(struct alternative) alts;
    VEC(type_id) unions; // until frozen
    kind_set kinds;
    uint64_t cost; // of the smallest member; COST_NONE: no member
    uint32_t best; // the alternative it comes from
    expr_id smallest;
};

struct grammar {
    struct expr_store *x;
    VEC(struct type) types;
    bool frozen;
};

// ---- Building ----

static struct alternative *add(struct grammar *g, type_id t, enum alt_head head) {
    assert(!g->frozen && t < g->types.n);
    struct type *type = &g->types.at[t];
    vec_push(&type->alts, (struct alternative){.head = head});
    return &vec_last(&type->alts);
}

static void set_parts(struct alternative *a, const type_id *parts, uint32_t n) {
    a->parts = mem_alloc(sizeof *parts * (n ? n : 1));
    if (n) memcpy(a->parts, parts, sizeof *parts * n);
}

type_id grammar_declare(struct grammar *g) {
    vec_push(&g->types, (struct type){0});
    return g->types.n - 1;
}

void grammar_add_int(struct grammar *g, type_id t, mpz_srcptr lo, mpz_srcptr hi) {
    struct alternative *a = add(g, t, ALT_INT);
    if (lo) {
        a->has_lo = true;
        mpz_init_set(a->lo, lo);
    }
    if (hi) {
        a->has_hi = true;
        mpz_init_set(a->hi, hi);
    }
}

void grammar_add_simple(struct grammar *g, type_id t, enum alt_head head) {
    assert(head == ALT_FLOAT || head == ALT_DOUBLE || head == ALT_SINGLE || head == ALT_ATOM ||
           head == ALT_ANY_TUPLE || head == ALT_ANY_FUN || head == ALT_PID || head == ALT_PORT ||
           head == ALT_REF);
    add(g, t, head);
}

void grammar_add_literal(struct grammar *g, type_id t, expr_id ground) {
    assert(expr_is_ground(g->x, ground));
    add(g, t, ALT_LITERAL)->literal = ground;
}

void grammar_add_cons(struct grammar *g, type_id t, type_id hd, type_id tl) {
    struct alternative *a = add(g, t, ALT_CONS);
    a->n = 2;
    set_parts(a, (type_id[]){hd, tl}, 2);
}

void grammar_add_tuple(struct grammar *g, type_id t, const type_id *elems, uint32_t n) {
    struct alternative *a = add(g, t, ALT_TUPLE);
    a->n = n;
    set_parts(a, elems, n);
}

void grammar_add_bits(struct grammar *g, type_id t, uint64_t base, uint64_t unit) {
    if (base == 0 && unit == 0) { // just one
        grammar_add_literal(g, t, expr_bits(g->x, (const uint8_t *)"", 0));
        return;
    }
    struct alternative *a = add(g, t, ALT_BITS);
    a->base = base;
    a->unit = unit;
}

void grammar_add_map(struct grammar *g, type_id t, const struct map_field *fields, uint32_t n) {
    struct alternative *a = add(g, t, ALT_MAP);
    a->n = n;
    a->fields = mem_alloc(sizeof *fields * (n ? n : 1));
    if (n) memcpy(a->fields, fields, sizeof *fields * n);
}

void grammar_add_fun(struct grammar *g, type_id t, uint32_t arity, type_id result) {
    struct alternative *a = add(g, t, ALT_FUN);
    a->n = arity;
    set_parts(a, &result, 1);
}

void grammar_add_type(struct grammar *g, type_id t, type_id other) {
    assert(!g->frozen && t < g->types.n && other < g->types.n);
    vec_push(&g->types.at[t].unions, other);
}

static void add_range(struct grammar *g, type_id t, unsigned long lo, unsigned long hi) {
    mpz_t low, high;
    mpz_init_set_ui(low, lo);
    mpz_init_set_ui(high, hi);
    grammar_add_int(g, t, low, high);
    mpz_clears(low, high, NULL);
}

static void add_text(struct grammar *g, type_id character, type_id text) {
    add_range(g, character, 0, 0xD7FF); // surrogates are no characters
    add_range(g, character, 0xE000, 0x10FFFF);
    grammar_add_literal(g, text, EXPR_NIL);
    grammar_add_cons(g, text, character, text);
}

struct grammar *grammar_new(struct expr_store *x) {
    struct grammar *g = mem_zalloc(sizeof *g);
    g->x = x;
    type_id any = grammar_declare(g);
    type_id never = grammar_declare(g);
    type_id character = grammar_declare(g), text = grammar_declare(g);
    assert(any == TYPE_ANY && never == TYPE_NEVER && character == TYPE_CHARACTER && text == TYPE_TEXT);
    (void)never;
    add_text(g, character, text);
    // In the order in which a person would try them: it breaks ties between equally small members.
    grammar_add_int(g, any, NULL, NULL);
    grammar_add_literal(g, any, EXPR_NIL);
    grammar_add_simple(g, any, ALT_ATOM);
    grammar_add_simple(g, any, ALT_ANY_TUPLE);
    grammar_add_cons(g, any, TYPE_ANY, TYPE_ANY);
    grammar_add_simple(g, any, ALT_FLOAT);
    grammar_add_bits(g, any, 0, 1);
    grammar_add_map(g, any, &(struct map_field){TYPE_ANY, TYPE_ANY, false}, 1);
    grammar_add_simple(g, any, ALT_ANY_FUN);
    grammar_add_simple(g, any, ALT_PID);
    grammar_add_simple(g, any, ALT_REF);
    grammar_add_simple(g, any, ALT_PORT);
    return g;
}

void grammar_mark(const struct grammar *g, struct expr_sweep *w) {
    for (uint32_t t = 0; t < g->types.n; t++) {
        const struct type *type = &g->types.at[t];
        expr_sweep_mark(w, type->smallest);
        for (uint32_t i = 0; i < type->alts.n; i++) expr_sweep_mark(w, type->alts.at[i].literal);
    }
}

static void alternative_free(struct alternative *a) {
    if (a->has_lo) mpz_clear(a->lo);
    if (a->has_hi) mpz_clear(a->hi);
    mem_free(a->parts);
    mem_free(a->fields);
}

void grammar_free(struct grammar *g) {
    if (!g) return;
    for (uint32_t t = 0; t < g->types.n; t++) {
        struct type *type = &g->types.at[t];
        for (uint32_t i = 0; i < type->alts.n; i++) alternative_free(&type->alts.at[i]);
        vec_free(&type->alts);
        vec_free(&type->unions);
    }
    vec_free(&g->types);
    mem_free(g);
}

// ---- Freezing ----

static bool same_bound(bool has_a, mpz_srcptr a, bool has_b, mpz_srcptr b) {
    return has_a == has_b && (!has_a || mpz_cmp(a, b) == 0);
}

static bool same(const struct alternative *a, const struct alternative *b) {
    if (a->head != b->head || a->literal != b->literal || a->n != b->n || a->base != b->base ||
        a->unit != b->unit)
        return false;
    if (!same_bound(a->has_lo, a->lo, b->has_lo, b->lo) || !same_bound(a->has_hi, a->hi, b->has_hi, b->hi))
        return false;
    uint32_t parts = a->head == ALT_FUN ? 1 : a->head == ALT_CONS || a->head == ALT_TUPLE ? a->n : 0;
    for (uint32_t i = 0; i < parts; i++)
        if (a->parts[i] != b->parts[i]) return false;
    if (a->head == ALT_MAP)
        for (uint32_t i = 0; i < a->n; i++)
            if (a->fields[i].key != b->fields[i].key || a->fields[i].value != b->fields[i].value ||
                a->fields[i].mandatory != b->fields[i].mandatory)
                return false;
    return true;
}

static void copy_alternative(struct grammar *g, type_id t, const struct alternative *a) {
    struct type *type = &g->types.at[t];
    for (uint32_t i = 0; i < type->alts.n; i++)
        if (same(&type->alts.at[i], a)) return;
    struct alternative copy = *a;
    if (a->has_lo) mpz_init_set(copy.lo, a->lo);
    if (a->has_hi) mpz_init_set(copy.hi, a->hi);
    if (a->parts) set_parts(&copy, a->parts, a->head == ALT_FUN ? 1 : a->n);
    if (a->fields) {
        copy.fields = mem_alloc(sizeof *a->fields * (a->n ? a->n : 1));
        memcpy(copy.fields, a->fields, sizeof *a->fields * a->n);
    }
    vec_push(&type->alts, copy);
}

// Every type reachable by unions gives its own alternatives (those it had before the unions were resolved).
static void resolve_unions(struct grammar *g) {
    uint32_t n = g->types.n;
    uint32_t *own = mem_alloc(sizeof *own * n), *seen = mem_zalloc(sizeof *seen * n);
    VEC(type_id) todo = {0};
    for (uint32_t t = 0; t < n; t++) own[t] = g->types.at[t].alts.n;
    for (uint32_t t = 0; t < n; t++) {
        if (g->types.at[t].unions.n == 0) continue;
        vec_push(&todo, t);
        seen[t] = t + 1;
        for (uint32_t i = 0; i < todo.n; i++) {
            type_id from = todo.at[i];
            for (uint32_t k = 0; from != t && k < own[from]; k++)
                copy_alternative(g, t, &g->types.at[from].alts.at[k]);
            for (uint32_t k = 0; k < g->types.at[from].unions.n; k++) {
                type_id next = g->types.at[from].unions.at[k];
                if (seen[next] == t + 1) continue;
                seen[next] = t + 1;
                vec_push(&todo, next);
            }
        }
        vec_clear(&todo);
    }
    vec_free(&todo);
    mem_free(own);
    mem_free(seen);
}

static uint64_t cost_sum(uint64_t a, uint64_t b) {
    if (a == COST_NONE || b == COST_NONE) return COST_NONE;
    return a > COST_NONE / 2 - b ? COST_NONE / 2 : a + b; // huge, but possible
}

static expr_id nearest_zero(struct expr_store *x, const struct alternative *a) {
    if (a->has_lo && a->has_hi && mpz_cmp(a->lo, a->hi) > 0) return 0;
    if (a->has_lo && mpz_sgn(a->lo) > 0) return expr_int_mpz(x, a->lo);
    if (a->has_hi && mpz_sgn(a->hi) < 0) return expr_int_mpz(x, a->hi);
    return expr_int(x, 0);
}

// Costs need only order members sensibly; every part costs less than the whole, so the cheapest choice is
// finite.
static uint64_t alternative_cost(const struct grammar *g, const struct alternative *a) {
    const struct type *types = g->types.at;
    uint64_t cost = 0;
    switch (a->head) {
    case ALT_INT: {
        expr_id value = nearest_zero(g->x, a);
        return value ? expr_size(g->x, expr_int_term(g->x, value)) : COST_NONE;
    }
    case ALT_LITERAL: return expr_size(g->x, a->literal);
    case ALT_ATOM: return 2;
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: return 3;
    case ALT_ANY_TUPLE: return 2;
    case ALT_BITS: return 4 + a->base / 4;
    case ALT_ANY_FUN: return 40;
    case ALT_PID:
    case ALT_PORT:
    case ALT_REF: return 50;
    case ALT_CONS: return cost_sum(2, cost_sum(types[a->parts[0]].cost, types[a->parts[1]].cost));
    case ALT_TUPLE:
        cost = 2;
        for (uint32_t i = 0; i < a->n; i++) cost = cost_sum(cost, cost_sum(1, types[a->parts[i]].cost));
        return cost;
    case ALT_MAP:
        cost = 4;
        for (uint32_t i = 0; i < a->n; i++)
            if (a->fields[i].mandatory)
                cost = cost_sum(cost, cost_sum(types[a->fields[i].key].cost, types[a->fields[i].value].cost));
        return cost;
    case ALT_FUN: return cost_sum(40, types[a->parts[0]].cost);
    }
    return COST_NONE;
}

static void compute_costs(struct grammar *g) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t t = 0; t < g->types.n; t++) {
            struct type *type = &g->types.at[t];
            for (uint32_t i = 0; i < type->alts.n; i++) {
                uint64_t cost = alternative_cost(g, &type->alts.at[i]);
                if (cost >= type->cost) continue;
                type->cost = cost;
                type->best = i;
                changed = true;
            }
        }
    }
}

// A function that never returns a value of its type, or returns only functions of its own type for ever, is
// still a function: what it returns is not held against it.
static void open_endless_functions(struct grammar *g) {
    for (uint32_t t = 0; t < g->types.n; t++)
        for (uint32_t i = 0; i < g->types.at[t].alts.n; i++) {
            struct alternative *a = &g->types.at[t].alts.at[i];
            if (a->head == ALT_FUN && g->types.at[a->parts[0]].cost == COST_NONE) a->parts[0] = TYPE_ANY;
        }
    compute_costs(g);
}

static kind_set alternative_kinds(const struct grammar *g, const struct alternative *a) {
    switch (a->head) {
    case ALT_INT: return KIND_BIT(KIND_INT);
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: return KIND_BIT(KIND_FLOAT);
    case ALT_ATOM: return KIND_BIT(KIND_ATOM);
    case ALT_LITERAL: return KIND_BIT(expr_ground_kind(g->x, a->literal));
    case ALT_CONS: return KIND_BIT(KIND_CONS);
    case ALT_TUPLE:
    case ALT_ANY_TUPLE: return KIND_BIT(KIND_TUPLE);
    case ALT_BITS:
        if (a->base % 8 == 0 && a->unit % 8 == 0) return KIND_BIT(KIND_BINARY);
        if (a->unit % 8 == 0) return KIND_BIT(KIND_BITSTRING);
        return KINDS_BITS;
    case ALT_MAP: return KIND_BIT(KIND_MAP);
    case ALT_FUN:
    case ALT_ANY_FUN: return KIND_BIT(KIND_FUN);
    case ALT_PID: return KIND_BIT(KIND_PID);
    case ALT_PORT: return KIND_BIT(KIND_PORT);
    case ALT_REF: return KIND_BIT(KIND_REF);
    }
    return 0;
}

static expr_id zero_bits(struct expr_store *x, uint64_t bits) {
    uint8_t *zero = mem_zalloc(bits / 8 + 1);
    expr_id value = expr_bits(x, zero, bits);
    mem_free(zero);
    return value;
}

static bool build_map(const struct grammar *g, const struct alternative *a, expr_id *out) {
    VEC(expr_id) pairs = {0};
    bool ready = true, distinct = true;
    for (uint32_t i = 0; i < a->n && ready; i++) {
        if (!a->fields[i].mandatory) continue;
        expr_id key = g->types.at[a->fields[i].key].smallest,
                value = g->types.at[a->fields[i].value].smallest;
        ready = key && value;
        for (uint32_t k = 0; k < pairs.n; k += 2) distinct = distinct && pairs.at[k] != key;
        vec_push(&pairs, key);
        vec_push(&pairs, value);
    }
    if (ready && distinct) *out = expr_map(g->x, pairs.at, pairs.n / 2);
    vec_free(&pairs);
    return ready;
}

// The smallest member by alternative a. False: its parts are not built yet.
static bool build_smallest(const struct grammar *g, const struct alternative *a, expr_id *out) {
    struct expr_store *x = g->x;
    const struct type *types = g->types.at;
    switch (a->head) {
    case ALT_INT: *out = expr_int_term(x, nearest_zero(x, a)); return true;
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: *out = expr_float_term(x, expr_float(x, 0.0)); return true;
    case ALT_ATOM: *out = expr_atom(x, symbol_of("a")); return true;
    case ALT_LITERAL: *out = a->literal; return true;
    case ALT_ANY_TUPLE: *out = expr_tuple(x, NULL, 0); return true;
    case ALT_BITS: *out = zero_bits(x, a->base); return true;
    case ALT_ANY_FUN:
        *out = expr_fun(x, 0, NULL, 0, types[TYPE_ANY].smallest);
        return types[TYPE_ANY].smallest != 0;
    case ALT_PID: *out = expr_opaque(x, KIND_PID, 0); return true;
    case ALT_PORT: *out = expr_opaque(x, KIND_PORT, 0); return true;
    case ALT_REF: *out = expr_opaque(x, KIND_REF, 0); return true;
    case ALT_CONS:
        if (!types[a->parts[0]].smallest || !types[a->parts[1]].smallest) return false;
        *out = expr_cons(x, types[a->parts[0]].smallest, types[a->parts[1]].smallest);
        return true;
    case ALT_TUPLE: {
        VEC(expr_id) elems = {0};
        bool ready = true;
        for (uint32_t i = 0; i < a->n; i++) {
            vec_push(&elems, types[a->parts[i]].smallest);
            ready = ready && elems.at[i];
        }
        if (ready) *out = expr_tuple(x, elems.at, a->n);
        vec_free(&elems);
        return ready;
    }
    case ALT_MAP: return build_map(g, a, out);
    case ALT_FUN:
        if (!types[a->parts[0]].smallest) return false;
        *out = expr_fun(x, a->n, NULL, 0, types[a->parts[0]].smallest);
        return true;
    }
    return false;
}

static void build_values(struct grammar *g) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t t = 0; t < g->types.n; t++) {
            struct type *type = &g->types.at[t];
            if (type->smallest || type->cost == COST_NONE) continue;
            expr_id value = 0;
            if (!build_smallest(g, &type->alts.at[type->best], &value)) continue;
            type->smallest = value;
            changed = changed || value;
        }
    }
}

static void drop_impossible(struct grammar *g, struct type *type) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < type->alts.n; i++) {
        if (alternative_cost(g, &type->alts.at[i]) == COST_NONE) {
            alternative_free(&type->alts.at[i]);
            continue;
        }
        if (type->best == i) type->best = kept;
        type->kinds |= alternative_kinds(g, &type->alts.at[i]);
        type->alts.at[kept++] = type->alts.at[i];
    }
    type->alts.n = kept;
}

void grammar_freeze(struct grammar *g) {
    assert(!g->frozen);
    resolve_unions(g);
    for (uint32_t t = 0; t < g->types.n; t++) g->types.at[t].cost = COST_NONE;
    compute_costs(g);
    open_endless_functions(g);
    for (uint32_t t = 0; t < g->types.n; t++) drop_impossible(g, &g->types.at[t]);
    build_values(g);
    g->frozen = true;
}

// ---- Reading ----

bool grammar_inhabited(const struct grammar *g, type_id t) {
    assert(g->frozen && t < g->types.n);
    return g->types.at[t].cost != COST_NONE;
}

uint32_t grammar_count(const struct grammar *g, type_id t) {
    assert(g->frozen && t < g->types.n);
    return g->types.at[t].alts.n;
}

const struct alternative *grammar_alternative(const struct grammar *g, type_id t, uint32_t i) {
    assert(t < g->types.n && i < g->types.at[t].alts.n);
    return &g->types.at[t].alts.at[i];
}

kind_set grammar_kinds(const struct grammar *g, type_id t) {
    assert(g->frozen && t < g->types.n);
    return g->types.at[t].kinds;
}

expr_id grammar_smallest(const struct grammar *g, type_id t) {
    assert(g->frozen && t < g->types.n);
    return g->types.at[t].smallest;
}

// ---- Membership ----
// A goal is "term is a member of type". Alternatives are tried in order, each needs its parts as further
// goals, all of smaller terms. Goals are remembered, or a type whose alternatives share prefixes would take
// exponential time.

enum { GOAL_OPEN, GOAL_YES, GOAL_NO };

struct goal {
    type_id type;
    expr_id term;
    uint32_t alt, part; // where it stands
    uint8_t state;
};

struct membership {
    const struct grammar *g;
    VEC(struct goal) goals;
    VEC(uint32_t) stack;
    struct hash_map known; // type, term -> goal
};

static bool int_in_range(const struct grammar *g, const struct alternative *a, expr_id term) {
    if (expr_op(g->x, term) != EXPR_INT_OP) return false;
    if (!a->has_lo && !a->has_hi) return true;
    mpz_t v;
    mpz_init(v);
    expr_get_mpz(g->x, expr_arg(g->x, term, 0), v);
    bool in = (!a->has_lo || mpz_cmp(v, a->lo) >= 0) && (!a->has_hi || mpz_cmp(v, a->hi) <= 0);
    mpz_clear(v);
    return in;
}

static bool bits_fit(const struct grammar *g, const struct alternative *a, expr_id term) {
    if (expr_op(g->x, term) != EXPR_BITS_OP) return false;
    uint64_t bits;
    expr_get_bits(g->x, term, &bits);
    return a->unit ? bits >= a->base && (bits - a->base) % a->unit == 0 : bits == a->base;
}

bool grammar_float_fits(enum alt_head head, double v) {
    switch (SOME_OF(head)) {
    case ALT_FLOAT: return isfinite(v);
    case ALT_DOUBLE: return true;
    case ALT_SINGLE: return isnan(v) || (double)(float)v == v;
    default: return false;
    }
}

// Does the head fit, and how many parts are then to be checked? (Maps are checked by map_step.)
static bool head_fits(const struct grammar *g, const struct alternative *a, expr_id term, uint32_t *parts) {
    const struct expr_store *x = g->x;
    enum expr_op op = expr_op(x, term);
    *parts = 0;
    switch (a->head) {
    case ALT_INT: return int_in_range(g, a, term);
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE:
        return op == EXPR_FLOAT_OP && grammar_float_fits(a->head, expr_get_float(x, expr_arg(x, term, 0)));
    case ALT_ATOM: return op == EXPR_ATOM_OP;
    case ALT_LITERAL: return term == a->literal;
    case ALT_CONS: *parts = 2; return op == EXPR_CONS_OP;
    case ALT_TUPLE: *parts = a->n; return op == EXPR_TUPLE_OP && expr_count(x, term) == a->n;
    case ALT_ANY_TUPLE: return op == EXPR_TUPLE_OP;
    case ALT_BITS: return bits_fit(g, a, term);
    case ALT_MAP: return op == EXPR_MAP_OP;
    case ALT_FUN:
        if (op != EXPR_FUN_OP) return op == EXPR_OPAQUE_OP && expr_ground_kind(x, term) == KIND_FUN;
        *parts = (expr_count(x, term) - 1) / (a->n + 1) + 1; // the results
        return expr_imm(x, term) == a->n;
    case ALT_ANY_FUN: return expr_ground_kind(x, term) == KIND_FUN;
    case ALT_PID: return expr_ground_kind(x, term) == KIND_PID;
    case ALT_PORT: return expr_ground_kind(x, term) == KIND_PORT;
    case ALT_REF: return expr_ground_kind(x, term) == KIND_REF;
    }
    return false;
}

static int ask(struct membership *m, type_id t, expr_id term) {
    if (t == TYPE_ANY) return GOAL_YES;
    uint64_t key = (uint64_t)t << 32 | term;
    uint32_t goal;
    if (hash_map_get(&m->known, key, &goal)) {
        assert(m->goals.at[goal].state != GOAL_OPEN); // parts are smaller than the whole
        return m->goals.at[goal].state;
    }
    hash_map_put(&m->known, key, m->goals.n);
    vec_push(&m->stack, m->goals.n);
    vec_push(&m->goals, (struct goal){.type = t, .term = term});
    return GOAL_OPEN;
}

// One association or one mandatory field of a map. The leftmost field whose key type takes the key counts
// (Erlang reference manual, "Types and Function Specifications"). Parts: association i and field f as i *
// fields + f.
static int map_step(struct membership *m, struct goal goal, const struct alternative *a, uint32_t *next) {
    const struct expr_store *x = m->g->x;
    uint32_t pairs = expr_count(x, goal.term) / 2;
    uint32_t i = a->n ? goal.part / a->n : 0, f = a->n ? goal.part % a->n : 0;
    if (i >= pairs) return GOAL_YES;
    if (a->n == 0) return GOAL_NO;
    int fits = ask(m, a->fields[f].key, expr_arg(x, goal.term, 2 * i));
    if (fits == GOAL_OPEN) return GOAL_OPEN;
    if (fits == GOAL_NO) {
        if (f + 1 == a->n) return GOAL_NO;
        *next = goal.part + 1;
        return GOAL_OPEN;
    }
    int value = ask(m, a->fields[f].value, expr_arg(x, goal.term, 2 * i + 1));
    if (value == GOAL_YES) *next = (i + 1) * a->n;
    return value == GOAL_NO ? GOAL_NO : GOAL_OPEN;
}

static bool mandatory_present(struct membership *m, expr_id term, const struct alternative *a) {
    const struct expr_store *x = m->g->x;
    for (uint32_t f = 0; f < a->n; f++) {
        if (!a->fields[f].mandatory) continue;
        bool found = false;
        for (uint32_t i = 0; i < expr_count(x, term) / 2 && !found; i++) {
            expr_id key = expr_arg(x, term, 2 * i);
            uint32_t owner = 0; // all these goals are known: map_step asked them
            while (ask(m, a->fields[owner].key, key) != GOAL_YES) owner++;
            found = owner == f;
        }
        if (!found) return false;
    }
    return true;
}

static expr_id part_of(const struct expr_store *x, const struct alternative *a, expr_id term, uint32_t i,
                       type_id *type) {
    if (a->head != ALT_FUN) {
        *type = a->parts[i];
        return expr_arg(x, term, i);
    }
    *type = a->parts[0];
    uint32_t count = expr_count(x, term), at = (i + 1) * (a->n + 1) - 1;
    return expr_arg(x, term, at < count ? at : count - 1);
}

// Works on the goal on top of the stack until it is decided or needs another goal first.
static void step(struct membership *m, uint32_t index) {
    for (;;) {
        struct goal *goal = &m->goals.at[index];
        if (goal->alt == grammar_count(m->g, goal->type)) {
            goal->state = GOAL_NO;
            break;
        }
        const struct alternative *a = grammar_alternative(m->g, goal->type, goal->alt);
        uint32_t parts, next = goal->part;
        int state = head_fits(m->g, a, goal->term, &parts) ? GOAL_OPEN : GOAL_NO;
        if (state == GOAL_OPEN && a->head == ALT_MAP) {
            state = map_step(m, *goal, a, &next);
            if (state == GOAL_YES && !mandatory_present(m, m->goals.at[index].term, a)) state = GOAL_NO;
        } else if (state == GOAL_OPEN && next == parts) {
            state = GOAL_YES;
        } else if (state == GOAL_OPEN) {
            type_id type;
            expr_id part = part_of(m->g->x, a, goal->term, next, &type);
            int known = ask(m, type, part);
            if (known == GOAL_NO) state = GOAL_NO;
            if (known == GOAL_YES) next++;
        }
        goal = &m->goals.at[index]; // ask may have moved it
        if (state == GOAL_YES) {
            goal->state = GOAL_YES;
            break;
        }
        if (state == GOAL_NO) {
            goal->alt++;
            goal->part = 0;
        } else if (next != goal->part) {
            goal->part = next;
        } else {
            return; // a new goal is on the stack
        }
    }
    assert(vec_last(&m->stack) == index);
    m->stack.n--;
}

bool grammar_accepts(const struct grammar *g, type_id t, expr_id ground) {
    assert(g->frozen && t < g->types.n && expr_is_ground(g->x, ground));
    if (t == TYPE_ANY) return true;
    struct membership m = {.g = g};
    ask(&m, t, ground);
    while (m.stack.n > 0) step(&m, vec_last(&m.stack));
    bool yes = m.goals.at[0].state == GOAL_YES;
    vec_free(&m.goals);
    vec_free(&m.stack);
    hash_map_free(&m.known);
    return yes;
}
