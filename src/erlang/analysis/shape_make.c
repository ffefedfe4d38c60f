// SPDX-License-Identifier: Apache-2.0
// Shapes from types, from terms and from other shapes; looking into them; printing.
#include <string.h>

#include "erlang/analysis/shape_build.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"

shape shape_flags(struct shapes *s, uint32_t flags) {
    struct shape_builder b;
    build_begin(&b, s);
    const struct shape_data *any = s->list.at[SHAPE_ANY];
    build_flags(&b, flags & ~(uint32_t)(SHAPE_INT | SHAPE_CONS | SHAPE_IMPROPER | SHAPE_MAP | SHAPE_BITS));
    if (flags & SHAPE_INT) build_int(&b, any->lo, any->hi, NULL, 0);
    if (flags & SHAPE_CONS) build_list(&b, SHAPE_ANY, 1, SHAPE_NO_LENGTH, flags & SHAPE_IMPROPER);
    if (flags & SHAPE_MAP) build_map(&b, NULL, 0, SHAPE_ANY, SHAPE_ANY);
    if (flags & SHAPE_BITS) build_bits(&b, *any->sizes);
    return build_end(&b);
}

shape shape_int(struct shapes *s, int64_t lo, int64_t hi) {
    struct shape_builder b;
    build_begin(&b, s);
    build_int(&b, lo, hi, NULL, 0);
    return build_end(&b);
}

shape shape_atom(struct shapes *s, symbol a) {
    struct shape_builder b;
    build_begin(&b, s);
    build_atom(&b, a);
    return build_end(&b);
}

shape shape_boolean(struct shapes *s) {
    if (!s->boolean)
        s->boolean =
            shape_union(s, shape_atom(s, term_symbol(atom_true)), shape_atom(s, term_symbol(atom_false)));
    return s->boolean;
}

shape shape_list(struct shapes *s, shape element, uint32_t least, uint32_t most, bool empty, bool improper) {
    struct shape_builder b;
    build_begin(&b, s);
    if (most) build_list(&b, element, least, most, improper);
    if (empty) build_flags(&b, SHAPE_NIL);
    return build_end(&b);
}

shape shape_cons(struct shapes *s, shape head, shape tail) {
    if (head == SHAPE_NONE || tail == SHAPE_NONE) return SHAPE_NONE;
    const struct shape_data *d = shape_open(s, tail, NULL);
    bool others = d->flags & ~(uint32_t)(SHAPE_NIL | SHAPE_CONS) || d->n_atoms || d->n_tuples || d->n_funs;
    if (s->list.at[tail]->n_refs && s->n_converting) others = true; // not known yet what it is
    uint32_t least = 1, most = 1;
    shape element = others && !(d->flags & SHAPE_CONS) && s->n_converting ? (shape)SHAPE_ANY : head;
    if (d->flags & SHAPE_CONS) {
        element = shape_union(s, element, d->element);
        least = d->flags & SHAPE_NIL ? 1 : d->least + 1;
        most = d->most >= SHAPE_LENGTH_MAX ? SHAPE_NO_LENGTH : d->most + 1;
    }
    return shape_list(s, element, least, most, false, others);
}

shape shape_sizes(struct shapes *s, struct sizes sizes) {
    struct shape_builder b;
    build_begin(&b, s);
    build_bits(&b, sizes);
    return build_end(&b);
}

shape shape_bits(struct shapes *s, uint64_t base, uint64_t unit) {
    return shape_sizes(s, sizes_some(base, unit));
}

shape shape_tuple(struct shapes *s, const shape *elems, uint32_t n) {
    struct shape_builder b;
    build_begin(&b, s);
    build_tuple(&b, elems, n);
    return build_end(&b);
}

shape shape_lambda(struct shapes *s, uint32_t lambda, uint32_t arity, uint32_t depth) {
    if (depth >= SHAPE_DEPTH_MAX) return shape_flags(s, SHAPE_FUN);
    struct shape_builder b;
    build_begin(&b, s);
    build_fun(&b, (struct shape_fun){lambda, arity, SHAPE_NONE, depth});
    return build_end(&b);
}

shape shape_map(struct shapes *s, const struct shape_field *fields, uint32_t n, shape rest_key,
                shape rest_value) {
    struct shape_builder b;
    build_begin(&b, s);
    build_map(&b, fields, n, rest_key, rest_value);
    return build_end(&b);
}

// (The nesting of shapes is limited. References are types of inputs, whose funs are inputs too.)
uint32_t shape_funs(struct shapes *s, shape a) {
    const struct shape_data *d = shape_of(s, a);
    uint32_t all = d->flags & (SHAPE_FUN | SHAPE_TUPLE | SHAPE_IMPROPER) ? FUNS_ANY : 0;
    for (uint32_t i = 0; i < d->n_funs; i++) {
        if (d->funs[i].lambda != UINT32_MAX) all |= FUNS_LAMBDA;
    }
    if (a == SHAPE_ANY || all == (FUNS_ANY | FUNS_LAMBDA)) return all | FUNS_ANY;
    if (d->flags & SHAPE_CONS) all |= shape_funs(s, d->element);
    for (uint32_t i = 0; i < d->n_tuples; i++) {
        for (uint32_t k = 0; k < d->tuples[i]->n; k++) all |= shape_funs(s, d->tuples[i]->at[k]);
    }
    for (uint32_t i = 0; i < d->n_fields; i++) all |= shape_funs(s, d->fields[i].value);
    if (d->flags & SHAPE_MAP) all |= shape_funs(s, d->rest_key) | shape_funs(s, d->rest_value);
    return all;
}

static bool import_all(struct shapes *to, struct shapes *from, const shape *all, uint32_t n, shape *out,
                       struct hash_map *known) {
    for (uint32_t i = 0; i < n; i++) {
        out[i] = shape_import(to, from, all[i], known);
        if (out[i] == SHAPE_OPEN) return false;
    }
    return true;
}

static bool import_parts(struct shape_builder *b, struct shapes *from, const struct shape_data *d,
                         struct hash_map *known) {
    struct shapes *to = b->s;
    shape of_list[3] = {d->element, d->rest_key, d->rest_value}, own[3];
    if (d->n_refs || !import_all(to, from, of_list, 3, own, known)) return false;
    b->d = *d;
    b->d.element = own[0];
    b->d.rest_key = own[1];
    b->d.rest_value = own[2];
    b->d.tuples = b->tuples;
    b->d.funs = b->funs;
    b->d.fields = b->fields;
    for (uint32_t i = 0; i < d->n_tuples; i++) {
        uint32_t n = d->tuples[i]->n;
        struct shape_tuple *t = arena_alloc(&to->arena, sizeof *t + n * sizeof *t->at);
        t->n = n;
        b->tuples[i] = t;
        if (!import_all(to, from, d->tuples[i]->at, n, t->at, known)) return false;
    }
    for (uint32_t i = 0; i < d->n_funs; i++) {
        b->funs[i] = d->funs[i];
        if (d->funs[i].lambda != UINT32_MAX ||
            !import_all(to, from, &d->funs[i].result, 1, &b->funs[i].result, known))
            return false;
    }
    for (uint32_t i = 0; i < d->n_fields; i++) {
        b->fields[i] = d->fields[i];
        if (!import_all(to, from, &d->fields[i].value, 1, &b->fields[i].value, known)) return false;
    }
    return true;
}

// (The nesting of shapes is limited.)
shape shape_import(struct shapes *to, struct shapes *from, shape a, struct hash_map *known) {
    uint32_t there;
    if (a == SHAPE_NONE || a == SHAPE_ANY) return a;
    if (hash_map_get(known, a, &there)) return there;
    struct shape_builder b;
    build_begin(&b, to);
    there = import_parts(&b, from, shape_of(from, a), known) ? build_end(&b) : (shape)SHAPE_OPEN;
    hash_map_put(known, a, there);
    return there;
}

// ---- From terms ----

static bool plain_key(term t) {
    return term_is_atom(t) || term_is_small(t);
}

static shape map_term(struct shapes *s, term t, uint32_t nesting);

static shape from_term(struct shapes *s, term t, uint32_t nesting) {
    if (term_shadowed(t) || nesting > SHAPE_DEPTH_MAX) return SHAPE_ANY;
    int64_t v;
    if (term_is_atom(t)) return shape_atom(s, term_symbol(t));
    if (term_is_nil(t)) return shape_flags(s, SHAPE_NIL);
    if (term_is_integer(t)) {
        if (term_get_int64(t, &v)) return shape_int(s, v, v);
        mpz_t z;
        mpz_init(z);
        term_get_mpz(t, z);
        bool negative = mpz_sgn(z) < 0;
        mpz_clear(z);
        return negative ? shape_int(s, SHAPE_NO_LO, INT64_MIN + 1) : shape_int(s, INT64_MAX - 1, SHAPE_NO_HI);
    }
    if (term_is_float(t)) return shape_flags(s, SHAPE_FLOAT);
    if (term_is_bits(t)) return shape_bits(s, term_bits_of(t)->size, 0);
    if (term_is_tuple(t)) {
        uint32_t n = (uint32_t)term_tuple(t)->n;
        shape *elems = mem_alloc((n + 1) * sizeof *elems);
        for (uint32_t i = 0; i < n; i++) elems[i] = from_term(s, term_tuple(t)->at[i], nesting + 1);
        shape a = shape_tuple(s, elems, n);
        mem_free(elems);
        return a;
    }
    if (term_is_cons(t)) {
        shape element = SHAPE_NONE;
        uint32_t n = 0;
        for (; term_is_cons(t); t = term_tl(t), n += n < SHAPE_NO_LENGTH - 1)
            element = shape_union(s, element, from_term(s, term_hd(t), nesting + 1));
        return shape_list(s, element, n, n, false, !term_is_nil(t));
    }
    if (term_is_map(t)) return map_term(s, t, nesting);
    return SHAPE_ANY;
}

static shape map_term(struct shapes *s, term t, uint32_t nesting) {
    struct shape_field fields[SHAPE_FIELDS_MAX];
    uint32_t n = 0;
    shape rest_key = SHAPE_NONE, rest_value = SHAPE_NONE;
    struct map_iterator it;
    term k, v;
    for (map_iterate(&it, t); map_next(&it, &k, &v);) {
        shape value = from_term(s, v, nesting + 1);
        if (n < SHAPE_FIELDS_MAX && plain_key(k)) {
            fields[n++] = (struct shape_field){k, value, true};
        } else {
            rest_key = shape_union(s, rest_key, from_term(s, k, nesting + 1));
            rest_value = shape_union(s, rest_value, value);
        }
    }
    return shape_map(s, fields, n, rest_key, rest_value);
}

shape shape_from_term(struct shapes *s, term t) {
    return from_term(s, t, 0);
}

// ---- From the grammar of a spec ----

static shape convert(struct shapes *s, type_id t, uint32_t nesting);

static void convert_int(struct shape_builder *b, const struct alternative *a) {
    int64_t lo = SHAPE_NO_LO, hi = SHAPE_NO_HI;
    if (a->has_lo)
        lo = mpz_fits_slong_p(a->lo) ? mpz_get_si(a->lo) : mpz_sgn(a->lo) < 0 ? SHAPE_NO_LO : INT64_MAX - 1;
    if (a->has_hi)
        hi = mpz_fits_slong_p(a->hi) ? mpz_get_si(a->hi) : mpz_sgn(a->hi) > 0 ? SHAPE_NO_HI : INT64_MIN + 1;
    build_int(b, lo, hi, NULL, 0);
}

static bool literal_key(struct shapes *s, type_id t, term *key) {
    if (t <= TYPE_NEVER || grammar_count(s->grammar, t) != 1) return false;
    const struct alternative *a = grammar_alternative(s->grammar, t, 0);
    if (a->head != ALT_LITERAL) return false;
    *key = value_to_term(s->exprs, a->literal, &s->arena);
    return plain_key(*key);
}

static void convert_map(struct shape_builder *b, const struct alternative *a, uint32_t nesting) {
    struct shapes *s = b->s;
    struct shape_field fields[SHAPE_FIELDS_MAX];
    shape rest_key = SHAPE_NONE, rest_value = SHAPE_NONE;
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        term key = TERM_NONE;
        shape value = convert(s, a->fields[i].value, nesting + 1);
        bool named = n < SHAPE_FIELDS_MAX && literal_key(s, a->fields[i].key, &key);
        for (uint32_t k = 0; k < n && named; k++) named = fields[k].key != key;
        if (named) {
            fields[n++] = (struct shape_field){key, value, a->fields[i].mandatory};
        } else {
            rest_key = shape_union(s, rest_key, convert(s, a->fields[i].key, nesting + 1));
            rest_value = shape_union(s, rest_value, value);
        }
    }
    for (uint32_t i = 0; i < n && rest_key; i++) // a name may also be a key of the rest
        if (shape_meet(s, shape_from_term(s, fields[i].key), rest_key))
            fields[i].value = shape_union(s, fields[i].value, rest_value);
    build_map(b, fields, n, rest_key, rest_value);
}

static void convert_tuple(struct shape_builder *b, const struct alternative *a, uint32_t nesting) {
    shape *elems = mem_alloc((a->n + 1) * sizeof *elems);
    for (uint32_t i = 0; i < a->n; i++) elems[i] = convert(b->s, a->parts[i], nesting + 1);
    build_tuple(b, elems, a->n);
    mem_free(elems);
}

static void add_shape(struct shape_builder *b, shape a) {
    build_add(b, b->s->list.at[a]);
}

static void convert_alternative(struct shape_builder *b, const struct alternative *a, uint32_t nesting) {
    struct shapes *s = b->s;
    switch (a->head) {
    case ALT_INT: convert_int(b, a); break;
    case ALT_FLOAT: build_flags(b, SHAPE_FLOAT); break;
    case ALT_ATOM: build_flags(b, SHAPE_ATOM); break;
    case ALT_LITERAL: add_shape(b, shape_from_term(s, value_to_term(s->exprs, a->literal, &s->arena))); break;
    case ALT_CONS: {
        shape head = convert(s, a->parts[0], nesting + 1), tail = convert(s, a->parts[1], nesting + 1);
        add_shape(b, shape_cons(s, head, tail));
        break;
    }
    case ALT_TUPLE: convert_tuple(b, a, nesting); break;
    case ALT_ANY_TUPLE: build_flags(b, SHAPE_TUPLE); break;
    case ALT_BITS: build_bits(b, sizes_some(a->base, a->unit)); break;
    case ALT_MAP: convert_map(b, a, nesting); break;
    case ALT_FUN:
        build_fun(
            b, (struct shape_fun){UINT32_MAX, a->n, shape_cut(s, convert(s, a->parts[0], nesting + 1)), 0});
        break;
    case ALT_ANY_FUN: build_flags(b, SHAPE_FUN); break;
    case ALT_PID: build_flags(b, SHAPE_PID); break;
    case ALT_PORT: build_flags(b, SHAPE_PORT); break;
    case ALT_REF: build_flags(b, SHAPE_REF); break;
    case ALT_SINGLE: // not of Erlang
    case ALT_DOUBLE: break;
    }
}

// [] and cells whose tail is this type again: a list, which has a part of its own in shapes.
static bool is_list_type(struct shapes *s, type_id t) {
    bool cells = false;
    for (uint32_t i = 0; i < grammar_count(s->grammar, t); i++) {
        const struct alternative *a = grammar_alternative(s->grammar, t, i);
        if (a->head == ALT_CONS && a->parts[1] == t)
            cells = true;
        else if (!(a->head == ALT_LITERAL && a->literal == EXPR_NIL))
            return false;
    }
    return cells;
}

static shape convert_list(struct shapes *s, type_id t, uint32_t nesting) {
    shape element = SHAPE_NONE;
    bool empty = false;
    for (uint32_t i = 0; i < grammar_count(s->grammar, t); i++) {
        const struct alternative *a = grammar_alternative(s->grammar, t, i);
        if (a->head == ALT_CONS)
            element = shape_union(s, element, convert(s, a->parts[0], nesting + 1));
        else
            empty = true;
    }
    return shape_list(s, element, 1, SHAPE_NO_LENGTH, empty, false);
}

static shape reference(struct shapes *s, type_id t) {
    struct shape_builder b;
    build_begin(&b, s);
    build_ref(&b, t);
    return build_end(&b);
}

// A type that is met again while it is converted is recursive: it stays a reference.
static shape convert(struct shapes *s, type_id t, uint32_t nesting) {
    enum { NESTING_MAX = 64 };
    uint32_t known;
    if (t == TYPE_ANY || nesting > NESTING_MAX || !s->grammar) return SHAPE_ANY;
    if (t == TYPE_NEVER) return SHAPE_NONE;
    if (hash_map_get(&s->converted, t, &known)) return known;
    if (hash_map_get(&s->converting, t, &known) && known < 2) {
        hash_map_put(&s->converting, t, 1);
        return reference(s, t);
    }
    hash_map_put(&s->converting, t, 0);
    s->n_converting++;
    shape a;
    if (is_list_type(s, t)) {
        a = convert_list(s, t, nesting);
    } else {
        struct shape_builder b;
        build_begin(&b, s);
        for (uint32_t i = 0; i < grammar_count(s->grammar, t); i++)
            convert_alternative(&b, grammar_alternative(s->grammar, t, i), nesting);
        a = build_end(&b);
    }
    s->n_converting--;
    hash_map_get(&s->converting, t, &known);
    hash_map_put(&s->converting, t, 2);
    if (known == 1) {
        hash_map_put(&s->bodies, t, a);
        a = reference(s, t);
    }
    hash_map_put(&s->converted, t, a);
    return a;
}

shape shape_from_grammar(struct shapes *s, type_id t) {
    return convert(s, t, 0);
}

// ---- Parts ----

static struct sizes sizes_kept(const struct sizes *all, kind_set kinds) {
    if (!(kinds & KINDS_BITS)) return (struct sizes){0};
    struct sizes bytes = sizes_some(0, 8);
    return kinds & KIND_BIT(KIND_BINARY) ? sizes_meet(all, &bytes) : sizes_minus(all, &bytes);
}

shape shape_keep(struct shapes *s, shape a, kind_set kinds) {
    if ((kinds & KINDS_ALL) == KINDS_ALL) return a;
    struct shape_data d = *shape_open(s, a, NULL);
    static const struct {
        kind_set kind;
        uint32_t flags;
    } parts[] = {{KIND_BIT(KIND_INT), SHAPE_INT},
                 {KIND_BIT(KIND_FLOAT), SHAPE_FLOAT},
                 {KIND_BIT(KIND_ATOM), SHAPE_ATOM},
                 {KIND_BIT(KIND_NIL), SHAPE_NIL},
                 {KIND_BIT(KIND_TUPLE), SHAPE_TUPLE},
                 {KIND_BIT(KIND_MAP), SHAPE_MAP},
                 {KIND_BIT(KIND_FUN), SHAPE_FUN},
                 {KIND_BIT(KIND_PID), SHAPE_PID},
                 {KIND_BIT(KIND_PORT), SHAPE_PORT},
                 {KIND_BIT(KIND_REF), SHAPE_REF},
                 {KIND_BIT(KIND_CONS), SHAPE_CONS | SHAPE_IMPROPER}};
    uint32_t all = d.flags;
    struct sizes sizes;
    bool same_sizes = !d.sizes || (kinds & KINDS_BITS) == KINDS_BITS;
    if (!same_sizes) {
        sizes = sizes_kept(d.sizes, kinds);
        same_sizes = sizes_subset(d.sizes, &sizes);
        d.sizes = &sizes;
        if (sizes_empty(&sizes)) d.flags &= ~(uint32_t)SHAPE_BITS;
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!(kinds & parts[i].kind)) d.flags &= ~parts[i].flags;
    bool same = d.flags == all && same_sizes && (kinds & KIND_BIT(KIND_ATOM) || !d.n_atoms) &&
                (kinds & KIND_BIT(KIND_TUPLE) || !d.n_tuples) && (kinds & KIND_BIT(KIND_FUN) || !d.n_funs);
    if (same) return a;
    if (!(kinds & KIND_BIT(KIND_ATOM))) d.n_atoms = 0;
    if (!(kinds & KIND_BIT(KIND_TUPLE))) d.n_tuples = 0;
    if (!(kinds & KIND_BIT(KIND_FUN))) d.n_funs = 0;
    struct shape_builder b;
    build_begin(&b, s);
    build_add(&b, &d);
    return build_end(&b);
}

static shape rebuilt(struct shapes *s, const struct shape_data *d) {
    struct shape_builder b;
    build_begin(&b, s);
    build_add(&b, d);
    return build_end(&b);
}

shape shape_clip(struct shapes *s, shape a, int64_t lo, int64_t hi) {
    struct shape_data d = *shape_open(s, a, NULL);
    if (!(d.flags & SHAPE_INT) || (lo <= d.lo && hi >= d.hi)) return a;
    if (lo > d.lo) d.lo = lo;
    if (hi < d.hi) d.hi = hi;
    if (d.lo > d.hi) d.flags &= ~(uint32_t)SHAPE_INT;
    return rebuilt(s, &d);
}

shape shape_of_length(struct shapes *s, shape a, int64_t lo, int64_t hi) {
    const struct shape_data *d = shape_open(s, a, NULL);
    bool empty = d->flags & SHAPE_NIL && lo <= 0 && hi >= 0;
    if (!(d->flags & SHAPE_CONS) || hi < 1) return empty ? shape_flags(s, SHAPE_NIL) : (shape)SHAPE_NONE;
    uint32_t least = d->least, most = d->most;
    if (lo > least) least = lo < SHAPE_LENGTH_MAX ? (uint32_t)lo : SHAPE_LENGTH_MAX;
    if (hi < most) most = (uint32_t)hi;
    return shape_list(s, d->element, least, least > most ? 0 : most, empty, false);
}

shape shape_of_tuple_size(struct shapes *s, shape a, int64_t lo, int64_t hi) {
    enum { PLAIN_MAX = 16 };
    const struct shape_data d = *shape_open(s, a, NULL);
    struct shape_builder b;
    build_begin(&b, s);
    if (d.flags & SHAPE_TUPLE && lo == hi && lo >= 0 && lo <= PLAIN_MAX) {
        shape elems[PLAIN_MAX + 1];
        for (int64_t i = 0; i < lo; i++) elems[i] = SHAPE_ANY;
        build_tuple(&b, elems, (uint32_t)lo);
    } else if (d.flags & SHAPE_TUPLE && hi >= 0) {
        build_flags(&b, SHAPE_TUPLE);
    }
    for (uint32_t i = 0; i < d.n_tuples; i++)
        if (d.tuples[i]->n >= lo && d.tuples[i]->n <= hi) build_tuple(&b, d.tuples[i]->at, d.tuples[i]->n);
    return build_end(&b);
}

shape shape_of_bit_size(struct shapes *s, shape a, int64_t lo, int64_t hi) {
    if (hi < 0) return SHAPE_NONE;
    struct sizes have = shape_bit_sizes(s, a),
                 some = sizes_between(lo > 0 ? (uint64_t)lo : 0,
                                      hi == SHAPE_NO_HI ? SIZES_NO_END : (uint64_t)hi);
    return shape_sizes(s, sizes_meet(&have, &some));
}

shape shape_minus_atom(struct shapes *s, shape a, symbol atom) {
    struct shape_data d = *shape_open(s, a, NULL);
    symbol kept[SHAPE_ATOMS_MAX];
    uint32_t n = 0;
    for (uint32_t i = 0; i < d.n_atoms; i++)
        if (d.atoms[i] != atom) kept[n++] = d.atoms[i];
    if (n == d.n_atoms) return a;
    d.atoms = kept;
    d.n_atoms = n;
    return rebuilt(s, &d);
}

shape shape_minus_int(struct shapes *s, shape a, int64_t v) {
    struct shape_data d = *shape_open(s, a, NULL);
    int64_t holes[SHAPE_HOLES_MAX];
    uint32_t n = 0;
    if (!(d.flags & SHAPE_INT) || v < d.lo || v > d.hi || v == INT64_MIN || v == INT64_MAX) return a;
    while (n < d.n_holes && d.holes[n] < v) n++;
    if (d.lo == v) {
        d.lo++;
    } else if (d.hi == v) {
        d.hi--;
    } else if (d.n_holes == SHAPE_HOLES_MAX || (n < d.n_holes && d.holes[n] == v)) {
        return a;
    } else {
        memcpy(holes, d.holes, n * sizeof *holes);
        memcpy(holes + n + 1, d.holes + n, (d.n_holes - n) * sizeof *holes);
        holes[n] = v;
        d.holes = holes;
        d.n_holes++;
    }
    return rebuilt(s, &d);
}

shape shape_with_flags(struct shapes *s, shape a, uint32_t flags, uint32_t without) {
    struct shape_data d = *shape_open(s, a, NULL);
    if (!(d.flags & without) && !(flags & ~d.flags)) return a;
    d.flags = (d.flags & ~without) | flags;
    return rebuilt(s, &d);
}

shape shape_with_tuples(struct shapes *s, shape a, const shape *tuples, uint32_t n) {
    struct shape_data d = *shape_open(s, a, NULL);
    if (!n && !d.n_tuples) return a;
    d.n_tuples = 0;
    struct shape_builder b;
    build_begin(&b, s);
    build_add(&b, &d);
    for (uint32_t i = 0; i < n; i++) add_shape(&b, tuples[i]);
    return build_end(&b);
}

shape shape_with_sizes(struct shapes *s, shape a, struct sizes sizes) {
    struct shape_data d = *shape_open(s, a, NULL);
    if (d.sizes ? !memcmp(d.sizes, &sizes, sizeof sizes) : sizes_empty(&sizes)) return a;
    d.flags = (d.flags & ~(uint32_t)SHAPE_BITS) | (sizes_empty(&sizes) ? 0 : SHAPE_BITS);
    d.sizes = &sizes;
    return rebuilt(s, &d);
}

static bool only(const struct shape_data *d, uint32_t parts) {
    return !d->n_refs && !d->n_tuples && !d->n_funs && parts == 1;
}

bool shape_is_atom(struct shapes *s, shape a, symbol *atom) {
    const struct shape_data *d = s->list.at[a];
    if (d->flags || !only(d, d->n_atoms)) return false;
    *atom = d->atoms[0];
    return true;
}

bool shape_is_int(struct shapes *s, shape a, int64_t *value) {
    const struct shape_data *d = s->list.at[a];
    if (d->flags != SHAPE_INT || d->n_atoms || !only(d, 1) || d->lo != d->hi) return false;
    *value = d->lo;
    return true;
}

shape shape_head(struct shapes *s, shape a) {
    const struct shape_data *d = shape_open(s, a, NULL);
    return d->flags & SHAPE_CONS ? d->element : (shape)SHAPE_NONE;
}

shape shape_tail(struct shapes *s, shape a) {
    const struct shape_data *d = shape_open(s, a, NULL);
    if (!(d->flags & SHAPE_CONS)) return SHAPE_NONE;
    if (d->flags & SHAPE_IMPROPER) return SHAPE_ANY;
    uint32_t least = d->least > 1 ? d->least - 1 : 1,
             most = d->most == SHAPE_NO_LENGTH ? d->most : d->most - 1;
    return shape_list(s, d->element, least, most, d->least == 1, false);
}

struct sizes shape_bit_sizes(struct shapes *s, shape a) {
    const struct shape_data *d = shape_open(s, a, NULL);
    return d->sizes ? *d->sizes : (struct sizes){0};
}

shape shape_element(struct shapes *s, shape a, uint32_t n, uint32_t i) {
    const struct shape_data *d = shape_open(s, a, NULL);
    if (d->flags & SHAPE_TUPLE) return SHAPE_ANY;
    shape all = SHAPE_NONE;
    for (uint32_t k = 0; k < d->n_tuples; k++)
        if (d->tuples[k]->n == n) all = shape_union(s, all, d->tuples[k]->at[i]);
    return all;
}

// ---- Maps ----

shape shape_field(struct shapes *s, shape a, term key, bool *certain) {
    const struct shape_data *d = shape_open(s, a, NULL);
    *certain = false;
    if (!(d->flags & SHAPE_MAP)) return SHAPE_NONE;
    shape all = SHAPE_NONE;
    for (uint32_t i = 0; i < d->n_fields; i++) {
        if (d->fields[i].key == key) {
            *certain = d->fields[i].mandatory;
            return d->fields[i].value;
        }
        all = shape_union(s, all, d->fields[i].value);
    }
    if (key == TERM_NONE) return shape_union(s, all, d->rest_value);
    return shape_meet(s, shape_from_term(s, key), d->rest_key) ? d->rest_value : (shape)SHAPE_NONE;
}

shape shape_put(struct shapes *s, shape a, term key, shape key_shape, shape value) {
    const struct shape_data *d = shape_open(s, a, NULL);
    struct shape_field fields[SHAPE_FIELDS_MAX];
    shape rest_key = d->rest_key, rest_value = d->rest_value;
    uint32_t n = 0;
    bool named = plain_key(key) && d->n_fields < SHAPE_FIELDS_MAX;
    for (uint32_t i = 0; i < d->n_fields; i++) {
        fields[n] = d->fields[i];
        if (fields[n].key == key) continue; // replaced below
        if (!named && shape_meet(s, shape_from_term(s, fields[n].key), key_shape))
            fields[n].value = shape_union(s, fields[n].value, value);
        n++;
    }
    if (named) {
        fields[n++] = (struct shape_field){key, value, true};
    } else {
        rest_key = shape_union(s, rest_key, key_shape);
        rest_value = shape_union(s, rest_value, value);
    }
    return shape_map(s, fields, n, rest_key, rest_value);
}

// ---- Text ----

static void print_end(int64_t v, bool open, struct str *out) {
    if (!open) str_addf(out, "%lld", (long long)v);
}

static void print(struct shapes *s, shape a, struct str *out, uint32_t nesting);

static void alternative_text(struct str *out, bool *first, const char *text) {
    if (!*first) str_add(out, " | ");
    *first = false;
    str_add(out, text);
}

static void print_compounds(struct shapes *s, const struct shape_data *d, struct str *out, bool *first,
                            uint32_t nesting) {
    if (d->flags & SHAPE_CONS) {
        alternative_text(out, first, "[");
        print(s, d->element, out, nesting + 1);
        str_add(out, d->flags & SHAPE_IMPROPER ? " | ...]" : d->flags & SHAPE_NIL ? "]" : ", ...]");
    } else if (d->flags & SHAPE_NIL) {
        alternative_text(out, first, "[]");
    }
    for (uint32_t i = 0; i < d->n_tuples; i++) {
        alternative_text(out, first, "{");
        for (uint32_t k = 0; k < d->tuples[i]->n; k++) {
            if (k) str_add(out, ", ");
            print(s, d->tuples[i]->at[k], out, nesting + 1);
        }
        str_add_char(out, '}');
    }
    if (d->n_funs || d->flags & SHAPE_FUN) alternative_text(out, first, "fun()");
    if (d->flags & SHAPE_MAP) alternative_text(out, first, "map()");
    if (d->n_refs) alternative_text(out, first, "..");
}

static void print(struct shapes *s, shape a, struct str *out, uint32_t nesting) {
    const struct shape_data *d = s->list.at[a];
    bool first = true;
    if (a <= SHAPE_ANY || nesting > 4) {
        str_add(out, a == SHAPE_NONE ? "none()" : a == SHAPE_ANY ? "term()" : "..");
        return;
    }
    static const struct {
        uint32_t flag;
        const char *name;
    } simple[] = {{SHAPE_ATOM, "atom()"}, {SHAPE_FLOAT, "float()"}, {SHAPE_TUPLE, "tuple()"},
                  {SHAPE_PID, "pid()"},   {SHAPE_PORT, "port()"},   {SHAPE_REF, "reference()"}};
    if (d->flags & SHAPE_INT) {
        bool low = d->lo == SHAPE_NO_LO, high = d->hi == SHAPE_NO_HI;
        alternative_text(out, &first, low && high ? "integer()" : "");
        print_end(d->lo, low, out);
        if (!(low && high) && d->lo != d->hi) {
            str_add(out, "..");
            print_end(d->hi, high, out);
        }
        for (uint32_t i = 0; i < d->n_holes; i++)
            str_addf(out, "%s%lld", i ? ", " : " without ", (long long)d->holes[i]);
    }
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
        if (d->flags & simple[i].flag) alternative_text(out, &first, simple[i].name);
    for (uint32_t i = 0; i < d->n_atoms; i++) {
        alternative_text(out, &first, "");
        term_print_atom(out, d->atoms[i]);
    }
    if (d->flags & SHAPE_BITS) {
        uint64_t base = sizes_least(d->sizes), unit = sizes_unit(d->sizes);
        alternative_text(out, &first, "");
        str_addf(out, "<<_:%llu, _:_*%llu>>", (unsigned long long)base, (unsigned long long)unit);
    }
    print_compounds(s, d, out, &first, nesting);
}

void shape_print(struct shapes *s, shape a, struct str *out) {
    print(s, a, out, 0);
}
