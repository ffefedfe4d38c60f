// SPDX-License-Identifier: Apache-2.0
// Patterns against shapes: what may match, what the variables then are, and what is left for the next clause.
// The first two err towards too much matching, the last towards too much being left: a pattern takes away
// only what it certainly matches. Patterns of Core Erlang bind fresh variables only; that two must be equal
// is a guard.
#include "erlang/analysis/infer.h"

#include "erlang/analysis/ending.h"
#include "erlang/term/atoms.h"

enum { NESTING_MAX = 200 };

static bool is_literal_tuple(const struct core *pat) {
    return pat->tag == CORE_LITERAL && term_is_tuple(pat->lit);
}

// The pattern of an element of a tuple pattern, also where the whole is a literal.
static const struct core *element_pattern(struct pass *p, const struct core *pat, uint32_t i) {
    if (pat->tag == CORE_TUPLE) return pat->kid[i];
    struct core *e = ARENA_NEW(&p->a->arena, struct core);
    e->tag = CORE_LITERAL;
    e->lit = term_tuple(pat->lit)->at[i];
    return e;
}

static uint32_t tuple_size(const struct core *pat) {
    return pat->tag == CORE_TUPLE ? pat->n : (uint32_t)term_tuple(pat->lit)->n;
}

// ---- What may match ----

static shape narrow_cons(struct pass *p, const struct core *pat, shape a) {
    struct shapes *s = p->s;
    const struct shape_data *d = shape_open(s, a, NULL);
    if (!(d->flags & SHAPE_CONS)) return SHAPE_NONE;
    bool improper = d->flags & SHAPE_IMPROPER;
    shape element = d->element;
    shape head = pattern_narrow(p, pat->kid[0], element),
          tail = pattern_narrow(p, pat->kid[1], shape_tail(s, a));
    if (head == SHAPE_NONE || tail == SHAPE_NONE) return SHAPE_NONE;
    const struct shape_data *t = shape_open(s, tail, NULL);
    bool others = t->flags & ~(uint32_t)(SHAPE_NIL | SHAPE_CONS) || t->n_atoms || t->n_tuples || t->n_funs;
    if (others) return shape_list(s, element, 1, SHAPE_NO_LENGTH, false, improper);
    uint32_t least = 1, most = 1;
    if (t->flags & SHAPE_CONS) {
        least = t->flags & SHAPE_NIL ? 1 : t->least + 1;
        most = t->most >= SHAPE_LENGTH_MAX ? SHAPE_NO_LENGTH : t->most + 1;
    } else {
        element = head;
    }
    return shape_list(s, element, least, most, false, t->flags & SHAPE_IMPROPER);
}

static shape narrow_elements(struct pass *p, const struct core *pat, const shape *from, uint32_t n) {
    shape *elems = mem_alloc((n + 1) * sizeof *elems);
    bool matches = true;
    for (uint32_t i = 0; i < n && matches; i++) {
        elems[i] = pattern_narrow(p, element_pattern(p, pat, i), from ? from[i] : (shape)SHAPE_ANY);
        matches = elems[i] != SHAPE_NONE;
    }
    shape a = matches ? shape_tuple(p->s, elems, n) : (shape)SHAPE_NONE;
    mem_free(elems);
    return a;
}

static shape narrow_tuple(struct pass *p, const struct core *pat, shape a) {
    const struct shape_data *d = shape_open(p->s, a, NULL);
    uint32_t n = tuple_size(pat);
    if (d->flags & SHAPE_TUPLE) return narrow_elements(p, pat, NULL, n);
    shape all = SHAPE_NONE;
    for (uint32_t i = 0; i < d->n_tuples; i++)
        if (d->tuples[i]->n == n) all = shape_union(p->s, all, narrow_elements(p, pat, d->tuples[i]->at, n));
    return all;
}

static term map_key(const struct core *pair) {
    const struct core *key = pair->kid[0];
    return key->tag == CORE_LITERAL && (term_is_atom(key->lit) || term_is_small(key->lit)) ? key->lit
                                                                                           : TERM_NONE;
}

static shape narrow_map(struct pass *p, const struct core *pat, shape a) {
    bool certain;
    shape maps = shape_keep(p->s, a, KIND_BIT(KIND_MAP));
    for (uint32_t i = 1; i < pat->n && maps != SHAPE_NONE; i++) {
        shape value = shape_field(p->s, a, map_key(pat->kid[i]), &certain);
        if (pattern_narrow(p, pat->kid[i]->kid[1], value) == SHAPE_NONE) return SHAPE_NONE;
    }
    return maps;
}

static shape narrow_bits(struct pass *p, const struct core *pat, shape a) {
    struct sizes have = shape_bit_sizes(p->s, a);
    if (sizes_empty(&have)) return SHAPE_NONE;
    struct sizes some = bits_may_match(p, pat);
    return shape_sizes(p->s, sizes_meet(&have, &some));
}

shape pattern_narrow(struct pass *p, const struct core *pat, shape a) {
    if (a == SHAPE_NONE || p->nesting > NESTING_MAX) return a;
    p->nesting++;
    while (pat->tag == CORE_ALIAS) pat = pat->kid[1];
    switch (pat->tag) {
    case CORE_LITERAL:
        a = is_literal_tuple(pat) ? narrow_tuple(p, pat, a) : shape_meet(p->s, a, infer_literal(p, pat));
        break;
    case CORE_CONS: a = narrow_cons(p, pat, a); break;
    case CORE_TUPLE: a = narrow_tuple(p, pat, a); break;
    case CORE_MAP: a = narrow_map(p, pat, a); break;
    case CORE_BINARY: a = narrow_bits(p, pat, a); break;
    default: break;
    }
    p->nesting--;
    return a;
}

// ---- Variables ----

static void bind_variable(struct pass *p, uint32_t var, shape a, const struct core *of, uint32_t value) {
    env_bind(p, var, value ? shape_meet(p->s, a, numbering_type(p, value)) : a, of);
    env_set_origin(p, var, value);
}

void pattern_bind(struct pass *p, const struct core *pat, shape a, const struct core *of, uint32_t value) {
    struct shapes *s = p->s;
    bool certain;
    if (p->nesting > NESTING_MAX) return; // unbound variables count as any term
    p->nesting++;
    for (; pat->tag == CORE_ALIAS; pat = pat->kid[1]) bind_variable(p, pat->kid[0]->aux, a, of, value);
    switch (pat->tag) {
    case CORE_VAR: bind_variable(p, pat->aux, a, of, value); break;
    case CORE_CONS:
        pattern_bind(p, pat->kid[0], pattern_narrow(p, pat->kid[0], shape_head(s, a)), NULL,
                     numbering_part(p, value, PART_HEAD, 0));
        pattern_bind(p, pat->kid[1], pattern_narrow(p, pat->kid[1], shape_tail(s, a)), NULL,
                     numbering_part(p, value, PART_TAIL, 0));
        break;
    case CORE_TUPLE:
        for (uint32_t i = 0; i < pat->n; i++)
            pattern_bind(p, pat->kid[i], pattern_narrow(p, pat->kid[i], shape_element(s, a, pat->n, i)), NULL,
                         numbering_part(p, value, PART_ELEMENT, i));
        break;
    case CORE_MAP:
        for (uint32_t i = 1; i < pat->n; i++) {
            const struct core *pair = pat->kid[i]->kid[1];
            term key = map_key(pat->kid[i]);
            shape there = shape_field(s, a, key, &certain);
            uint32_t part = key == TERM_NONE ? 0 : numbering_part(p, value, PART_FIELD, (uint64_t)key);
            pattern_bind(p, pair, pattern_narrow(p, pair, there), NULL, part);
        }
        break;
    case CORE_BINARY:
        for (uint32_t i = 0; i < pat->n; i++) {
            uint32_t part = bits_part(p, pat, i, value);
            if (!part && p->a->ending) part = ending_segment(p, pat, i, value);
            pattern_bind(p, pat->kid[i]->kid[0],
                         pattern_narrow(p, pat->kid[i]->kid[0], bits_segment(p, pat, i, a)), NULL, part);
        }
        break;
    default: break;
    }
    p->nesting--;
}

// ---- What is left ----

static shape rest_literal(struct pass *p, const struct core *pat, shape a) {
    term t = pat->lit;
    if (term_is_atom(t)) return shape_minus_atom(p->s, a, term_symbol(t));
    if (term_is_small(t)) return shape_minus_int(p->s, a, term_small_value(t));
    if (term_is_nil(t)) return shape_with_flags(p->s, a, 0, SHAPE_NIL);
    if (term_is_bits(t) && term_bits_of(t)->size == 0) {
        struct sizes have = shape_bit_sizes(p->s, a), empty = sizes_all(0, 0);
        return shape_with_sizes(p->s, a, sizes_minus(&have, &empty));
    }
    return a;
}

// Of a list only its length is left to tell: a cell goes if its head matches whatever it is.
static shape rest_cons(struct pass *p, const struct core *pat, shape a) {
    struct shapes *s = p->s;
    const struct shape_data *d = shape_open(s, a, NULL);
    if (!(d->flags & SHAPE_CONS) || pattern_rest(p, pat->kid[0], d->element) != SHAPE_NONE) return a;
    shape tail = pattern_rest(p, pat->kid[1], shape_tail(s, a));
    shape without = shape_with_flags(s, a, 0, SHAPE_CONS | SHAPE_IMPROPER);
    if (tail == SHAPE_NONE) return without;
    if (d->flags & SHAPE_IMPROPER) return a;
    const struct shape_data *t = shape_open(s, tail, NULL);
    uint32_t least = 1, most = 1;
    if (t->flags & SHAPE_CONS) {
        least = t->flags & SHAPE_NIL ? 1 : t->least + 1;
        most = t->most >= SHAPE_LENGTH_MAX ? SHAPE_NO_LENGTH : t->most + 1;
    }
    return shape_union(s, without, shape_list(s, d->element, least, most, false, false));
}

// {T1, T2} without what {P1, P2} matches: {rest of T1, T2} and {T1 that P1 may match, rest of T2}.
static shape rest_tuple(struct pass *p, const struct core *pat, shape a) {
    struct shapes *s = p->s;
    const struct shape_data *d = shape_open(s, a, NULL);
    uint32_t n = tuple_size(pat);
    if (d->flags & SHAPE_TUPLE) return a;
    VEC(shape) left = {0};
    for (uint32_t i = 0; i < d->n_tuples; i++) {
        const struct shape_tuple *t = d->tuples[i];
        shape *elems = mem_alloc((t->n + 1) * sizeof *elems);
        for (uint32_t k = 0; k < t->n; k++) elems[k] = t->at[k];
        if (t->n != n) vec_push(&left, shape_tuple(s, elems, t->n));
        bool matches = t->n == n;
        for (uint32_t k = 0; k < n && matches; k++) {
            const struct core *e = element_pattern(p, pat, k);
            shape whole = elems[k];
            elems[k] = pattern_rest(p, e, whole);
            if (elems[k] != SHAPE_NONE) vec_push(&left, shape_tuple(s, elems, n));
            elems[k] = pattern_narrow(p, e, whole);
            matches = elems[k] != SHAPE_NONE;
        }
        mem_free(elems);
    }
    shape result = shape_with_tuples(s, a, left.at, left.n);
    vec_free(&left);
    return result;
}

static shape rest_bits(struct pass *p, const struct core *pat, shape a) {
    struct sizes have = shape_bit_sizes(p->s, a);
    if (sizes_empty(&have)) return a;
    struct sizes all = bits_must_match(p, pat);
    return shape_with_sizes(p->s, a, sizes_minus(&have, &all));
}

static shape rest_map(struct pass *p, const struct core *pat, shape a) {
    for (uint32_t i = 1; i < pat->n; i++) {
        bool certain;
        shape value = shape_field(p->s, a, map_key(pat->kid[i]), &certain);
        if (!certain || pattern_rest(p, pat->kid[i]->kid[1], value) != SHAPE_NONE) return a;
    }
    return shape_keep(p->s, a, KINDS_ALL & ~KIND_BIT(KIND_MAP));
}

shape pattern_rest(struct pass *p, const struct core *pat, shape a) {
    if (a == SHAPE_NONE || p->nesting > NESTING_MAX) return a;
    p->nesting++;
    while (pat->tag == CORE_ALIAS) pat = pat->kid[1];
    switch (pat->tag) {
    case CORE_VAR: a = SHAPE_NONE; break;
    case CORE_LITERAL: a = is_literal_tuple(pat) ? rest_tuple(p, pat, a) : rest_literal(p, pat, a); break;
    case CORE_CONS: a = rest_cons(p, pat, a); break;
    case CORE_TUPLE: a = rest_tuple(p, pat, a); break;
    case CORE_MAP: a = rest_map(p, pat, a); break;
    case CORE_BINARY: a = rest_bits(p, pat, a); break;
    default: break;
    }
    p->nesting--;
    return a;
}
