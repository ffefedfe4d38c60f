// SPDX-License-Identifier: Apache-2.0
// Value numbering: expressions without effects that certainly give the same term have the same number, so
// that what one guard found out of X + Y, length(L) or the first element of T holds where another says it
// again. A number stands for a value that exists: nothing is concluded from an expression that may raise.
#include <string.h>

#include "erlang/analysis/infer.h"
#include "erlang/term/atoms.h"

enum { NESTING_MAX = 200 };

// Built-ins that guards may call give the same for the same arguments; which of them do not care about order.
static const struct {
    const char *name;
    uint32_t arity;
    bool commutes;
} pure_names[] = {
    {"+", 2, true},           {"-", 2, false},          {"*", 2, true},          {"/", 2, false},
    {"div", 2, false},        {"rem", 2, false},        {"band", 2, true},       {"bor", 2, true},
    {"bxor", 2, true},        {"bsl", 2, false},        {"bsr", 2, false},       {"and", 2, true},
    {"or", 2, true},          {"xor", 2, true},         {"+", 1, false},         {"-", 1, false},
    {"bnot", 1, false},       {"not", 1, false},        {"abs", 1, false},       {"trunc", 1, false},
    {"round", 1, false},      {"floor", 1, false},      {"ceil", 1, false},      {"float", 1, false},
    {"length", 1, false},     {"tuple_size", 1, false}, {"map_size", 1, false},  {"byte_size", 1, false},
    {"bit_size", 1, false},   {"size", 1, false},       {"element", 2, false},   {"hd", 1, false},
    {"tl", 1, false},         {"min", 2, false},        {"max", 2, false},       {"map_get", 2, false},
    {"is_map_key", 2, false}, {"==", 2, true},          {"/=", 2, true},         {"=:=", 2, true},
    {"=/=", 2, true},         {"<", 2, false},          {">", 2, false},         {"=<", 2, false},
    {">=", 2, false},         {"is_record", 2, false},  {"is_record", 3, false},
};
static struct hash_map pure; // name and arity -> whether the order of arguments does not matter

static uint64_t pure_key(symbol name, uint32_t arity) {
    return (uint64_t)name << 2 | arity;
}

__attribute__((constructor)) static void pure_init(void) {
    for (size_t i = 0; i < sizeof pure_names / sizeof *pure_names; i++)
        hash_map_put(&pure, pure_key(symbol_of(pure_names[i].name), pure_names[i].arity),
                     pure_names[i].commutes);
}

symbol numbering_call(const struct value *v, uint32_t *arity) {
    *arity = v->what & 3;
    return (symbol)(v->what >> 2);
}

static uint64_t value_hash(const struct value *v) {
    return hash_mix(hash_mix(hash_mix(v->kind, v->what), v->of[0]), hash_mix(v->of[1], v->of[2]));
}

static uint32_t find_value(const struct pass *p, const struct value *v, uint64_t hash, uint32_t *first) {
    *first = 0;
    hash_map_get(&p->numbers, hash, first);
    for (uint32_t i = *first; i; i = p->values.at[i].next) {
        const struct value *w = &p->values.at[i];
        if (w->kind == v->kind && w->what == v->what && !memcmp(w->of, v->of, sizeof v->of)) return i;
    }
    return 0;
}

uint32_t numbering_find_call(const struct pass *p, symbol name, uint32_t arg) {
    const struct value v = {.kind = VALUE_CALL, .what = pure_key(name, 1), .of = {arg}};
    uint32_t first;
    return find_value(p, &v, value_hash(&v), &first);
}

static uint32_t number(struct pass *p, const struct value *v) {
    uint64_t h = value_hash(v);
    uint32_t first, known = find_value(p, v, h, &first);
    if (known) return known;
    if (!p->values.n) vec_push(&p->values, ((struct value){0})); // 0: no number
    struct value made = *v;
    made.next = first;
    made.type = SHAPE_ANY;
    vec_push(&p->values, made);
    hash_map_put(&p->numbers, h, p->values.n - 1);
    return p->values.n - 1;
}

uint32_t numbering_new(struct pass *p) {
    return number(p, &(struct value){.kind = VALUE_BINDING, .what = ++p->n_bindings});
}

uint32_t numbering_part(struct pass *p, uint32_t whole, enum value_part part, uint64_t which) {
    if (!whole) return 0;
    return number(p, &(struct value){.kind = VALUE_PART, .what = which, .of = {whole, part}});
}

static uint32_t number_within(struct pass *p, const struct core *e, uint32_t before);

// Element k of T, the head and the tail of L are parts, as patterns take them.
static uint32_t number_of_call(struct pass *p, const struct core *e, uint32_t before) {
    const struct bif *b = infer_bif(e);
    uint32_t commutes;
    if (!b || b->arity > 3 || strcmp(b->module, "erlang") != 0) return 0;
    symbol name = term_symbol(e->kid[1]->lit);
    if (!hash_map_get(&pure, pure_key(name, b->arity), &commutes)) return 0;
    struct value v = {.kind = VALUE_CALL, .what = pure_key(name, b->arity)};
    for (uint32_t i = 0; i < b->arity; i++)
        if (!(v.of[i] = number_within(p, e->kid[2 + i], before))) return 0;
    if (commutes && v.of[0] > v.of[1]) {
        uint32_t swap = v.of[0];
        v.of[0] = v.of[1];
        v.of[1] = swap;
    }
    const struct core *index = e->kid[2];
    if (!strcmp(b->name, "hd")) return numbering_part(p, v.of[0], PART_HEAD, 0);
    if (!strcmp(b->name, "tl")) return numbering_part(p, v.of[0], PART_TAIL, 0);
    if (!strcmp(b->name, "element") && index->tag == CORE_LITERAL && term_is_small(index->lit) &&
        term_small_value(index->lit) > 0)
        return numbering_part(p, v.of[1], PART_ELEMENT, (uint64_t)term_small_value(index->lit) - 1);
    return number(p, &v);
}

static uint32_t number_of_literal(struct pass *p, term t) {
    struct value v = {.kind = VALUE_LITERAL, .what = (uint64_t)t};
    if (term_is_float(t)) {
        double d = term_float_value(t);
        v.kind = VALUE_FLOAT;
        memcpy(&v.what, &d, sizeof d);
    }
    return number(p, &v);
}

// Of a variable: what it is another name for, as long as what it was bound to has kept its meaning.
static uint32_t number_of_variable(struct pass *p, uint32_t var) {
    if (var >= p->n_vars || p->types[var] == UNBOUND) return 0;
    if (p->origins[var]) return p->origins[var];
    const struct core *def = env_def(p, var);
    uint32_t v = def && p->nesting < NESTING_MAX ? number_within(p, def, p->stamps[var]) : 0;
    return v ? v : number(p, &(struct value){.kind = VALUE_BINDING, .what = p->stamps[var]});
}

// `before`: variables bound since then mean something else here.
static uint32_t number_within(struct pass *p, const struct core *e, uint32_t before) {
    uint32_t v = 0;
    if (p->a->hurried) return 0; // intervals have to do
    p->nesting++;
    if (e->tag == CORE_VAR && e->aux < p->n_vars && p->stamps[e->aux] < before)
        v = number_of_variable(p, e->aux);
    else if (e->tag == CORE_LITERAL)
        v = number_of_literal(p, e->lit);
    else if (e->tag == CORE_CALL && p->nesting < NESTING_MAX)
        v = number_of_call(p, e, before);
    p->nesting--;
    return v;
}

uint32_t numbering_of(struct pass *p, const struct core *e) {
    return number_within(p, e, UINT32_MAX);
}

const struct core *numbering_def(struct pass *p, uint32_t var) {
    const struct core *def = env_def(p, var);
    return def && (def->tag == CORE_VAR || number_within(p, def, p->stamps[var])) ? def : NULL;
}

// ---- What is known of values; kept on the trail ----

shape numbering_type(const struct pass *p, uint32_t v) {
    return v ? p->values.at[v].type : (shape)SHAPE_ANY;
}

bool numbering_narrow(struct pass *p, uint32_t v, shape type) {
    if (!v) return type != SHAPE_NONE;
    shape known = p->values.at[v].type, both = shape_meet(p->s, known, type);
    if (both == SHAPE_NONE) return false;
    if (both == known) return true;
    vec_push(&p->trail, ((struct trail_entry){.kind = TRAIL_VALUE, .var = v, .type = known}));
    p->values.at[v].type = both;
    return true;
}

uint8_t numbering_relation(const struct pass *p, uint32_t a, uint32_t b) {
    const uint8_t all = RELATION_LESS | RELATION_EQUAL | RELATION_GREATER;
    if (a == b) return RELATION_EQUAL;
    uint32_t low = a < b ? a : b, high = a < b ? b : a, at = 0;
    if (!hash_map_get(&p->related, (uint64_t)low << 32 | high, &at) || !at) return all;
    uint8_t mask = p->relations.at[at - 1].mask;
    if (a < b) return mask;
    return (uint8_t)((mask & RELATION_EQUAL) | (mask & RELATION_LESS ? RELATION_GREATER : 0) |
                     (mask & RELATION_GREATER ? RELATION_LESS : 0));
}

bool numbering_relate(struct pass *p, uint32_t a, uint32_t b, uint8_t mask) {
    if (!a || !b) return true;
    if (a == b) return mask & RELATION_EQUAL;
    if (a > b) {
        uint32_t swap = a;
        a = b;
        b = swap;
        mask = (uint8_t)((mask & RELATION_EQUAL) | (mask & RELATION_LESS ? RELATION_GREATER : 0) |
                         (mask & RELATION_GREATER ? RELATION_LESS : 0));
    }
    uint64_t pair = (uint64_t)a << 32 | b;
    uint32_t before = 0;
    if (hash_map_get(&p->related, pair, &before) && before) {
        uint8_t known = p->relations.at[before - 1].mask; // the latest knows most
        if ((mask & known) == known) return true;
        mask &= known;
    }
    if (!mask) return false;
    vec_push(&p->relations, ((struct relation){a, b, mask, before}));
    hash_map_put(&p->related, pair, p->relations.n);
    vec_push(&p->trail, ((struct trail_entry){.kind = TRAIL_RELATION}));
    return true;
}

void numbering_unrelate(struct pass *p) {
    struct relation r = vec_pop(&p->relations);
    hash_map_put(&p->related, (uint64_t)r.a << 32 | r.b, r.before);
}
