// SPDX-License-Identifier: Apache-2.0
// The store, and the operations of the lattice.
#include "erlang/analysis/shape.h"

#include <assert.h>
#include <string.h>

#include "erlang/analysis/shape_build.h"

enum { NESTING_MAX = 24 };

static const int64_t no_holes[1];
static const uint32_t ALL_FLAGS = (SHAPE_BITS << 1) - 1;

struct shapes *shapes_new(const struct grammar *g, struct expr_store *x) {
    struct shapes *s = mem_zalloc(sizeof *s);
    arena_init(&s->arena, 1 << 16);
    s->grammar = g;
    s->exprs = x;
    struct shape_data *none = ARENA_NEW(&s->arena, struct shape_data),
                      *any = ARENA_NEW(&s->arena, struct shape_data);
    struct sizes *sizes = ARENA_NEW(&s->arena, struct sizes);
    *sizes = sizes_some(0, 1);
    *any = (struct shape_data){.flags = ALL_FLAGS,
                               .lo = SHAPE_NO_LO,
                               .hi = SHAPE_NO_HI,
                               .holes = no_holes,
                               .element = SHAPE_ANY,
                               .least = 1,
                               .most = SHAPE_NO_LENGTH,
                               .sizes = sizes,
                               .rest_key = SHAPE_ANY,
                               .rest_value = SHAPE_ANY};
    vec_push(&s->list, none);
    vec_push(&s->list, any);
    vec_push(&s->next, UINT32_MAX);
    vec_push(&s->next, UINT32_MAX);
    return s;
}

void shapes_free(struct shapes *s) {
    if (!s) return;
    arena_free(&s->arena);
    vec_free(&s->list);
    vec_free(&s->next);
    vec_free(&s->assumed);
    struct hash_map *maps[] = {&s->index,  &s->unions,    &s->subsets, &s->meets,     &s->blurs,
                               &s->opened, &s->converted, &s->bodies,  &s->converting};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) hash_map_free(maps[i]);
    mem_free(s);
}

const struct shape_data *shape_of(struct shapes *s, shape a) {
    return s->list.at[a];
}

// ---- Building ----

void build_begin(struct shape_builder *b, struct shapes *s) {
    memset(&b->d, 0, sizeof b->d);
    b->s = s;
    b->d.holes = b->holes;
    b->d.atoms = b->atoms;
    b->d.tuples = b->tuples;
    b->d.funs = b->funs;
    b->d.fields = b->fields;
    b->d.refs = b->refs;
}

void build_flags(struct shape_builder *b, uint32_t flags) {
    b->d.flags |= flags;
    if (flags & SHAPE_ATOM) b->d.n_atoms = 0;
    if (flags & SHAPE_TUPLE) b->d.n_tuples = 0;
    if (flags & SHAPE_FUN) b->d.n_funs = 0;
}

// ---- Integers ----

// The interval of d does not hold this integer.
static bool lacks_int(const struct shape_data *d, int64_t v) {
    if (v < d->lo || v > d->hi) return true;
    for (uint32_t i = 0; i < d->n_holes; i++)
        if (d->holes[i] == v) return true;
    return false;
}

static void add_hole(struct shape_builder *b, int64_t v) {
    uint32_t i = 0;
    while (i < b->d.n_holes && b->holes[i] < v) i++;
    if (b->d.n_holes == SHAPE_HOLES_MAX || (i < b->d.n_holes && b->holes[i] == v)) return;
    memmove(b->holes + i + 1, b->holes + i, (b->d.n_holes - i) * sizeof *b->holes);
    b->holes[i] = v;
    b->d.n_holes++;
}

// Between two intervals: all of a small gap, of a large one 0, which matters to division.
static void add_gap(struct shape_builder *b, const struct shape_data *low, const struct shape_data *high) {
    if (low->hi >= high->lo) return;
    uint64_t size = (uint64_t)high->lo - (uint64_t)low->hi - 1;
    for (uint64_t i = 1; size <= SHAPE_HOLES_MAX && i <= size; i++) add_hole(b, low->hi + (int64_t)i);
    if (size > SHAPE_HOLES_MAX && low->hi < 0 && high->lo > 0) add_hole(b, 0);
}

// An interval ends beside its holes, not at one.
static void trim_holes(struct shape_builder *b) {
    struct shape_data *d = &b->d;
    while (d->n_holes && b->holes[0] <= d->lo) {
        if (b->holes[0] == d->lo) d->lo++;
        memmove(b->holes, b->holes + 1, --d->n_holes * sizeof *b->holes);
    }
    while (d->n_holes && b->holes[d->n_holes - 1] >= d->hi)
        if (b->holes[--d->n_holes] == d->hi) d->hi--;
    if (d->lo <= d->hi) return;
    d->flags &= ~(uint32_t)SHAPE_INT;
    d->lo = d->hi = 0;
}

void build_int(struct shape_builder *b, int64_t lo, int64_t hi, const int64_t *holes, uint32_t n_holes) {
    if (lo > hi) return;
    if (lo == INT64_MAX) lo = INT64_MAX - 1; // that is no end, and none of a single integer
    if (hi == INT64_MIN) hi = INT64_MIN + 1;
    const struct shape_data more = {.lo = lo, .hi = hi, .holes = holes, .n_holes = n_holes};
    int64_t kept[SHAPE_HOLES_MAX];
    struct shape_data before = b->d;
    bool first = !(b->d.flags & SHAPE_INT);
    memcpy(kept, b->holes, before.n_holes * sizeof *kept);
    before.holes = kept;
    b->d.n_holes = 0;
    b->d.flags |= SHAPE_INT;
    b->d.lo = first || lo < before.lo ? lo : before.lo;
    b->d.hi = first || hi > before.hi ? hi : before.hi;
    for (uint32_t i = 0; i < n_holes; i++)
        if (first || lacks_int(&before, holes[i])) add_hole(b, holes[i]);
    for (uint32_t i = 0; !first && i < before.n_holes; i++)
        if (lacks_int(&more, kept[i])) add_hole(b, kept[i]);
    if (!first) add_gap(b, &before, &more);
    if (!first) add_gap(b, &more, &before);
    trim_holes(b);
}

void build_atom(struct shape_builder *b, symbol a) {
    if (b->d.flags & SHAPE_ATOM) return;
    uint32_t i = 0;
    while (i < b->d.n_atoms && b->atoms[i] < a) i++;
    if (i < b->d.n_atoms && b->atoms[i] == a) return;
    memmove(b->atoms + i + 1, b->atoms + i, (b->d.n_atoms - i) * sizeof *b->atoms);
    b->atoms[i] = a;
    if (++b->d.n_atoms > SHAPE_ATOMS_MAX) build_flags(b, SHAPE_ATOM);
}

void build_list(struct shape_builder *b, shape element, uint32_t least, uint32_t most, bool improper) {
    if (element == SHAPE_NONE) return;
    bool before = b->d.flags & SHAPE_CONS;
    if (least > SHAPE_LENGTH_MAX) least = SHAPE_LENGTH_MAX;
    if (most > SHAPE_LENGTH_MAX) most = SHAPE_NO_LENGTH;
    b->d.element = shape_cut(b->s, before ? shape_union(b->s, b->d.element, element) : element);
    b->d.least = before && b->d.least < least ? b->d.least : least;
    b->d.most = before && b->d.most > most ? b->d.most : most;
    b->d.flags |= SHAPE_CONS | (improper ? SHAPE_IMPROPER : 0);
    if (b->d.flags & SHAPE_IMPROPER) { // of these the length says nothing
        b->d.least = 1;
        b->d.most = SHAPE_NO_LENGTH;
    }
}

void build_bits(struct shape_builder *b, struct sizes sizes) {
    if (b->d.sizes) sizes = sizes_union(&sizes, b->d.sizes);
    if (sizes_empty(&sizes)) return;
    b->sizes = sizes;
    b->d.sizes = &b->sizes;
    b->d.flags |= SHAPE_BITS;
}

// The atom that tells tuples of one size apart.
static bool tag_of(struct shapes *s, const shape *elems, uint32_t n, symbol *tag) {
    return n > 0 && shape_is_atom(s, elems[0], tag);
}

void build_tuple(struct shape_builder *b, const shape *elems, uint32_t n) {
    struct shapes *s = b->s;
    if (b->d.flags & SHAPE_TUPLE) return;
    for (uint32_t i = 0; i < n; i++)
        if (elems[i] == SHAPE_NONE) return;
    symbol tag = 0, other = 0;
    bool tagged = tag_of(s, elems, n, &tag);
    struct shape_tuple *t = arena_zalloc(&s->arena, sizeof *t + n * sizeof(shape));
    t->n = n;
    for (uint32_t i = 0; i < n; i++) t->at[i] = shape_cut(s, elems[i]);
    for (uint32_t k = 0; k < b->d.n_tuples;) {
        const struct shape_tuple *u = b->tuples[k];
        bool apart = u->n != n || (tagged && tag_of(s, u->at, n, &other) && tag != other);
        if (apart) {
            k++;
            continue;
        }
        for (uint32_t i = 0; i < n; i++) t->at[i] = shape_cut(s, shape_union(s, t->at[i], u->at[i]));
        tagged = tag_of(s, t->at, n, &tag);
        memmove(b->tuples + k, b->tuples + k + 1, (--b->d.n_tuples - k) * sizeof *b->tuples);
        k = 0; // having grown it may meet others
    }
    uint32_t at = 0; // by size, then in the order of the tags: one order for one set
    while (at < b->d.n_tuples) {
        const struct shape_tuple *u = b->tuples[at];
        if (u->n > n || (u->n == n && tag_of(s, u->at, n, &other) && other > tag)) break;
        at++;
    }
    memmove(b->tuples + at + 1, b->tuples + at, (b->d.n_tuples - at) * sizeof *b->tuples);
    b->tuples[at] = t;
    if (++b->d.n_tuples > SHAPE_TUPLES_MAX) build_flags(b, SHAPE_TUPLE);
}

void build_fun(struct shape_builder *b, struct shape_fun f) {
    if (b->d.flags & SHAPE_FUN) return;
    uint32_t i = 0;
    for (; i < b->d.n_funs; i++) {
        struct shape_fun *g = &b->funs[i];
        if (g->lambda == f.lambda && g->arity == f.arity) {
            g->result = shape_union(b->s, g->result, f.result);
            return;
        }
        if (g->lambda > f.lambda || (g->lambda == f.lambda && g->arity > f.arity)) break;
    }
    memmove(b->funs + i + 1, b->funs + i, (b->d.n_funs - i) * sizeof *b->funs);
    b->funs[i] = f;
    if (++b->d.n_funs > SHAPE_FUNS_MAX) build_flags(b, SHAPE_FUN);
}

void build_ref(struct shape_builder *b, type_id t) {
    uint32_t i = 0;
    while (i < b->d.n_refs && b->refs[i] < t) i++;
    if (i < b->d.n_refs && b->refs[i] == t) return;
    memmove(b->refs + i + 1, b->refs + i, (b->d.n_refs - i) * sizeof *b->refs);
    b->refs[i] = t;
    b->d.n_refs++;
}

// What a map of these fields has under a key without a field of its own.
static shape rest_at(struct shapes *s, const struct shape_data *d, term key) {
    if (d->rest_key == SHAPE_NONE) return SHAPE_NONE;
    return shape_meet(s, shape_from_term(s, key), d->rest_key) ? d->rest_value : (shape)SHAPE_NONE;
}

static const struct shape_field *find_field(const struct shape_data *d, term key) {
    for (uint32_t i = 0; i < d->n_fields; i++)
        if (d->fields[i].key == key) return &d->fields[i];
    return NULL;
}

static void add_field(struct shape_builder *b, struct shape_field f) {
    if (f.value == SHAPE_NONE) return;
    uint32_t i = 0;
    f.value = shape_cut(b->s, f.value);
    while (i < b->d.n_fields && b->fields[i].key < f.key) i++;
    memmove(b->fields + i + 1, b->fields + i, (b->d.n_fields - i) * sizeof *b->fields);
    b->fields[i] = f;
    if (++b->d.n_fields <= SHAPE_FIELDS_MAX) return;
    for (uint32_t k = 0; k < b->d.n_fields; k++) { // too many: no names any more
        b->d.rest_key = shape_union(b->s, b->d.rest_key, shape_from_term(b->s, b->fields[k].key));
        b->d.rest_value = shape_union(b->s, b->d.rest_value, b->fields[k].value);
    }
    b->d.n_fields = 0;
}

void build_map(struct shape_builder *b, const struct shape_field *fields, uint32_t n, shape rest_key,
               shape rest_value) {
    struct shapes *s = b->s;
    const struct shape_data given = {.n_fields = n,
                                     .fields = fields,
                                     .rest_key = shape_cut(s, rest_key),
                                     .rest_value = shape_cut(s, rest_value)};
    if (!(b->d.flags & SHAPE_MAP)) {
        b->d.flags |= SHAPE_MAP;
        b->d.rest_key = given.rest_key;
        b->d.rest_value = given.rest_value;
        for (uint32_t i = 0; i < n; i++) add_field(b, fields[i]);
        return;
    }
    struct shape_field mine[SHAPE_FIELDS_MAX + 1];
    struct shape_data before = b->d;
    memcpy(mine, b->fields, b->d.n_fields * sizeof *mine);
    before.fields = mine;
    b->d.n_fields = 0;
    b->d.rest_key = shape_cut(s, shape_union(s, before.rest_key, given.rest_key));
    b->d.rest_value = shape_cut(s, shape_union(s, before.rest_value, given.rest_value));
    for (uint32_t i = 0; i < before.n_fields; i++) {
        const struct shape_field *f = &mine[i], *g = find_field(&given, f->key);
        shape other = g ? g->value : rest_at(s, &given, f->key);
        add_field(b, (struct shape_field){f->key, shape_union(s, f->value, other),
                                          g && f->mandatory && g->mandatory});
    }
    for (uint32_t i = 0; i < n; i++)
        if (!find_field(&before, fields[i].key))
            add_field(b, (struct shape_field){
                             fields[i].key,
                             shape_union(s, fields[i].value, rest_at(s, &before, fields[i].key)), false});
}

void build_add(struct shape_builder *b, const struct shape_data *d) {
    build_flags(b, d->flags & ~(uint32_t)(SHAPE_INT | SHAPE_CONS | SHAPE_IMPROPER | SHAPE_MAP | SHAPE_BITS));
    if (d->flags & SHAPE_INT) build_int(b, d->lo, d->hi, d->holes, d->n_holes);
    if (d->flags & SHAPE_CONS) build_list(b, d->element, d->least, d->most, d->flags & SHAPE_IMPROPER);
    if (d->flags & SHAPE_MAP) build_map(b, d->fields, d->n_fields, d->rest_key, d->rest_value);
    if (d->flags & SHAPE_BITS) build_bits(b, *d->sizes);
    for (uint32_t i = 0; i < d->n_atoms; i++) build_atom(b, d->atoms[i]);
    for (uint32_t i = 0; i < d->n_tuples; i++) build_tuple(b, d->tuples[i]->at, d->tuples[i]->n);
    for (uint32_t i = 0; i < d->n_funs; i++) build_fun(b, d->funs[i]);
    for (uint32_t i = 0; i < d->n_refs && b->d.n_refs <= SHAPE_REFS_MAX; i++) build_ref(b, d->refs[i]);
}

static bool is_any(const struct shape_data *d) {
    return d->flags == ALL_FLAGS && d->lo == SHAPE_NO_LO && d->hi == SHAPE_NO_HI && !d->n_holes &&
           d->element == SHAPE_ANY && d->rest_key == SHAPE_ANY && d->rest_value == SHAPE_ANY &&
           d->n_fields == 0 && sizes_unit(d->sizes) == 1 && sizes_least(d->sizes) == 0;
}

static uint32_t depth_of(struct shapes *s, const struct shape_data *d) {
    uint32_t most = d->n_refs > 0;
#define DEEPEST(child) (s->list.at[child]->depth > most ? (void)(most = s->list.at[child]->depth) : (void)0)
    if (d->flags & SHAPE_CONS) DEEPEST(d->element);
    if (d->flags & SHAPE_MAP) {
        DEEPEST(d->rest_key);
        DEEPEST(d->rest_value);
    }
    for (uint32_t i = 0; i < d->n_tuples; i++)
        for (uint32_t k = 0; k < d->tuples[i]->n; k++) DEEPEST(d->tuples[i]->at[k]);
    for (uint32_t i = 0; i < d->n_fields; i++) DEEPEST(d->fields[i].value);
    for (uint32_t i = 0; i < d->n_funs; i++) {
        DEEPEST(d->funs[i].result);
        if (d->funs[i].depth > most) most = d->funs[i].depth;
    }
#undef DEEPEST
    bool compound = d->flags & (SHAPE_CONS | SHAPE_MAP) || d->n_tuples || d->n_funs;
    return most + compound;
}

static uint64_t hash_data(const struct shape_data *d) {
    uint64_t h = hash_mix(hash_mix(d->flags, (uint64_t)d->lo), (uint64_t)d->hi);
    h = hash_mix(hash_mix(hash_mix(h, d->element), d->least), d->most);
    h = hash_mix(hash_mix(h, d->rest_key), d->rest_value);
    for (uint32_t i = 0; d->sizes && i < SIZES_WORDS; i++) h = hash_mix(h, d->sizes->word[i]);
    for (uint32_t i = 0; i < d->n_holes; i++) h = hash_mix(h, (uint64_t)d->holes[i]);
    for (uint32_t i = 0; i < d->n_atoms; i++) h = hash_mix(h, d->atoms[i]);
    for (uint32_t i = 0; i < d->n_tuples; i++)
        h = hash_mix(h, hash_bytes(d->tuples[i]->at, d->tuples[i]->n * sizeof(shape)) + d->tuples[i]->n);
    for (uint32_t i = 0; i < d->n_funs; i++) h = hash_mix(hash_mix(h, d->funs[i].lambda), d->funs[i].result);
    for (uint32_t i = 0; i < d->n_fields; i++)
        h = hash_mix(hash_mix(h, d->fields[i].key), d->fields[i].value);
    for (uint32_t i = 0; i < d->n_refs; i++) h = hash_mix(h, d->refs[i] + 7u);
    return h;
}

static bool same_data(const struct shape_data *a, const struct shape_data *b) {
    if (a->flags != b->flags || a->lo != b->lo || a->hi != b->hi || a->element != b->element ||
        a->least != b->least || a->most != b->most || a->rest_key != b->rest_key ||
        a->rest_value != b->rest_value || a->n_atoms != b->n_atoms || a->n_tuples != b->n_tuples ||
        a->n_funs != b->n_funs || a->n_fields != b->n_fields || a->n_refs != b->n_refs)
        return false;
    if (a->sizes && memcmp(a->sizes, b->sizes, sizeof *a->sizes)) return false;
    if (a->n_holes != b->n_holes || memcmp(a->holes, b->holes, a->n_holes * sizeof *a->holes)) return false;
    if (memcmp(a->atoms, b->atoms, a->n_atoms * sizeof *a->atoms) ||
        memcmp(a->refs, b->refs, a->n_refs * sizeof *a->refs))
        return false;
    for (uint32_t i = 0; i < a->n_tuples; i++)
        if (a->tuples[i]->n != b->tuples[i]->n ||
            memcmp(a->tuples[i]->at, b->tuples[i]->at, a->tuples[i]->n * sizeof(shape)))
            return false;
    for (uint32_t i = 0; i < a->n_funs; i++)
        if (a->funs[i].lambda != b->funs[i].lambda || a->funs[i].arity != b->funs[i].arity ||
            a->funs[i].result != b->funs[i].result)
            return false;
    for (uint32_t i = 0; i < a->n_fields; i++)
        if (a->fields[i].key != b->fields[i].key || a->fields[i].value != b->fields[i].value ||
            a->fields[i].mandatory != b->fields[i].mandatory)
            return false;
    return true;
}

shape build_end(struct shape_builder *b) {
    struct shapes *s = b->s;
    struct shape_data *d = &b->d;
    if (d->n_refs > SHAPE_REFS_MAX || is_any(d)) return SHAPE_ANY;
    if (!d->flags && !d->n_atoms && !d->n_tuples && !d->n_funs && !d->n_refs) return SHAPE_NONE;
    uint64_t h = hash_data(d);
    uint32_t first = UINT32_MAX;
    if (hash_map_get(&s->index, h, &first))
        for (uint32_t i = first; i != UINT32_MAX; i = s->next.at[i])
            if (same_data(d, s->list.at[i])) return i;
    struct shape_data *kept = arena_copy(&s->arena, d, sizeof *d);
    kept->depth = depth_of(s, d);
    kept->sizes = d->sizes ? arena_copy(&s->arena, d->sizes, sizeof *d->sizes) : NULL;
    kept->holes = arena_copy(&s->arena, d->holes, d->n_holes * sizeof *d->holes);
    kept->atoms = arena_copy(&s->arena, d->atoms, d->n_atoms * sizeof *d->atoms);
    kept->tuples = arena_copy(&s->arena, d->tuples, d->n_tuples * sizeof *d->tuples);
    kept->funs = arena_copy(&s->arena, d->funs, d->n_funs * sizeof *d->funs);
    kept->fields = arena_copy(&s->arena, d->fields, d->n_fields * sizeof *d->fields);
    kept->refs = arena_copy(&s->arena, d->refs, d->n_refs * sizeof *d->refs);
    shape id = s->list.n;
    vec_push(&s->list, kept);
    vec_push(&s->next, first);
    hash_map_put(&s->index, h, id);
    return id;
}

// ---- Recursive types ----

static bool body_of(struct shapes *s, type_id t, shape *body) {
    return hash_map_get(&s->bodies, t, body);
}

const struct shape_data *shape_open(struct shapes *s, shape a, shape *opened) {
    const struct shape_data *d = s->list.at[a];
    if (!d->n_refs) {
        if (opened) *opened = a;
        return d;
    }
    shape id;
    if (!hash_map_get(&s->opened, a, &id)) {
        struct shape_builder b;
        build_begin(&b, s);
        struct shape_data own = *d;
        own.n_refs = 0;
        build_add(&b, &own);
        shape body = SHAPE_ANY;
        for (uint32_t i = 0; i < d->n_refs; i++)
            if (body_of(s, d->refs[i], &body)) build_add(&b, s->list.at[body]);
        id = build_end(&b);
        if (!s->n_converting) hash_map_put(&s->opened, a, id);
    }
    if (opened) *opened = id;
    return s->list.at[id];
}

// ---- Order ----

static uint64_t pair(shape a, shape b) {
    return (uint64_t)a << 32 | b;
}

static bool subset_tuples(struct shapes *s, const struct shape_data *x, const struct shape_data *y) {
    if (y->flags & SHAPE_TUPLE) return true;
    if (x->flags & SHAPE_TUPLE) return false;
    for (uint32_t i = 0; i < x->n_tuples; i++) {
        const struct shape_tuple *t = x->tuples[i];
        bool found = false;
        for (uint32_t k = 0; k < y->n_tuples && !found; k++) {
            const struct shape_tuple *u = y->tuples[k];
            found = t->n == u->n;
            for (uint32_t j = 0; j < t->n && found; j++) found = shape_subset(s, t->at[j], u->at[j]);
        }
        if (!found) return false;
    }
    return true;
}

static bool subset_funs(struct shapes *s, const struct shape_data *x, const struct shape_data *y) {
    if (y->flags & SHAPE_FUN) return true;
    if (x->flags & SHAPE_FUN) return false;
    for (uint32_t i = 0; i < x->n_funs; i++) {
        bool found = false;
        for (uint32_t k = 0; k < y->n_funs && !found; k++)
            found = x->funs[i].lambda == y->funs[k].lambda && x->funs[i].arity == y->funs[k].arity &&
                    shape_subset(s, x->funs[i].result, y->funs[k].result);
        if (!found) return false;
    }
    return true;
}

static bool subset_maps(struct shapes *s, const struct shape_data *x, const struct shape_data *y) {
    if (!shape_subset(s, x->rest_key, y->rest_key) || !shape_subset(s, x->rest_value, y->rest_value))
        return false;
    for (uint32_t i = 0; i < x->n_fields; i++) {
        const struct shape_field *f = &x->fields[i], *g = find_field(y, f->key);
        shape there = g ? g->value : rest_at(s, y, f->key);
        if (!shape_subset(s, f->value, there)) return false;
    }
    for (uint32_t i = 0; i < y->n_fields; i++) {
        const struct shape_field *f = &y->fields[i], *g = find_field(x, f->key);
        if (f->mandatory && !(g && g->mandatory)) return false;
        if (!g && !shape_subset(s, rest_at(s, x, f->key), f->value)) return false;
    }
    return true;
}

static bool subset_integers(const struct shape_data *x, const struct shape_data *y) {
    for (uint32_t i = 0; i < y->n_holes; i++)
        if (!lacks_int(x, y->holes[i])) return false;
    return x->lo >= y->lo && x->hi <= y->hi;
}

static bool subset_scalars(const struct shape_data *x, const struct shape_data *y) {
    if (x->flags & ~y->flags) return false;
    if (x->flags & SHAPE_INT && !subset_integers(x, y)) return false;
    if (x->flags & SHAPE_BITS && !sizes_subset(x->sizes, y->sizes)) return false;
    if (!(y->flags & SHAPE_ATOM))
        for (uint32_t i = 0, k = 0; i < x->n_atoms; i++) {
            while (k < y->n_atoms && y->atoms[k] < x->atoms[i]) k++;
            if (k == y->n_atoms || y->atoms[k] != x->atoms[i]) return false;
        }
    return true;
}

// The parts of x but its references.
static bool subset_parts(struct shapes *s, const struct shape_data *x, const struct shape_data *y) {
    if (!subset_scalars(x, y)) return false;
    if (x->flags & SHAPE_CONS &&
        (x->least < y->least || x->most > y->most || !shape_subset(s, x->element, y->element)))
        return false;
    if (x->flags & SHAPE_MAP && !subset_maps(s, x, y)) return false;
    return subset_tuples(s, x, y) && subset_funs(s, x, y);
}

static bool has_ref(const struct shape_data *d, type_id t) {
    for (uint32_t i = 0; i < d->n_refs; i++)
        if (d->refs[i] == t) return true;
    return false;
}

static bool find_subset(struct shapes *s, shape a, shape b) {
    const struct shape_data *x = s->list.at[a], *y = s->list.at[b];
    if (!subset_parts(s, x, shape_open(s, b, NULL))) return false;
    for (uint32_t i = 0; i < x->n_refs; i++) {
        shape body;
        if (has_ref(y, x->refs[i])) continue;
        if (!body_of(s, x->refs[i], &body) || !shape_subset(s, body, b)) return false;
    }
    return true;
}

// What parts without elements say, which is most of what is asked: no need to look anything up.
static bool decide_subset(const struct shape_data *x, const struct shape_data *y, bool *yes) {
    if (x->n_refs || y->n_refs) return false;
    *yes = subset_scalars(x, y);
    bool compound = x->flags & (SHAPE_CONS | SHAPE_MAP) || x->n_tuples || x->n_funs;
    return !*yes || !compound;
}

bool shape_subset(struct shapes *s, shape a, shape b) {
    if (a == b || a == SHAPE_NONE || b == SHAPE_ANY) return true;
    if (a == SHAPE_ANY || b == SHAPE_NONE) return false;
    bool plain;
    if (decide_subset(s->list.at[a], s->list.at[b], &plain)) return plain;
    uint32_t known;
    if (hash_map_get(&s->subsets, pair(a, b), &known)) return known;
    // Recursive types: what is being asked already holds unless it fails elsewhere.
    for (uint32_t i = 0; i < s->assumed.n; i++)
        if (s->assumed.at[i] == pair(a, b)) return true;
    if (s->nesting > NESTING_MAX) return false;
    s->nesting++;
    vec_push(&s->assumed, pair(a, b));
    bool yes = find_subset(s, a, b);
    s->assumed.n--;
    s->nesting--;
    // Inside another question the answer may rest on what that one assumes.
    if ((!yes && !s->nesting) || !s->assumed.n)
        if (!s->n_converting) hash_map_put(&s->subsets, pair(a, b), yes);
    return yes;
}

shape shape_union(struct shapes *s, shape a, shape b) {
    if (a == b || b == SHAPE_NONE) return a;
    if (a == SHAPE_NONE) return b;
    if (a == SHAPE_ANY || b == SHAPE_ANY) return SHAPE_ANY;
    if (a > b) {
        shape swap = a;
        a = b;
        b = swap;
    }
    shape known;
    if (hash_map_get(&s->unions, pair(a, b), &known)) return known;
    const struct shape_data *x = s->list.at[a], *y = s->list.at[b];
    if ((x->n_refs || y->n_refs) && shape_subset(s, a, b)) {
        known = b;
    } else if ((x->n_refs || y->n_refs) && shape_subset(s, b, a)) {
        known = a;
    } else {
        struct shape_builder build;
        build_begin(&build, s);
        build_add(&build, x);
        build_add(&build, y);
        known = build_end(&build);
    }
    if (!s->n_converting) hash_map_put(&s->unions, pair(a, b), known);
    return known;
}

// ---- Meet ----

static void meet_integers(struct shape_builder *b, const struct shape_data *x, const struct shape_data *y) {
    build_int(b, x->lo > y->lo ? x->lo : y->lo, x->hi < y->hi ? x->hi : y->hi, x->holes, x->n_holes);
    if (!(b->d.flags & SHAPE_INT)) return;
    for (uint32_t i = 0; i < y->n_holes; i++) add_hole(b, y->holes[i]);
    trim_holes(b);
}

static void meet_atoms(struct shape_builder *b, const struct shape_data *x, const struct shape_data *y) {
    if (y->flags & SHAPE_ATOM) {
        build_flags(b, x->flags & SHAPE_ATOM);
        for (uint32_t i = 0; i < x->n_atoms; i++) build_atom(b, x->atoms[i]);
        return;
    }
    for (uint32_t i = 0; i < y->n_atoms; i++) {
        bool in = x->flags & SHAPE_ATOM;
        for (uint32_t k = 0; k < x->n_atoms && !in; k++) in = x->atoms[k] == y->atoms[i];
        if (in) build_atom(b, y->atoms[i]);
    }
}

static void meet_tuples(struct shape_builder *b, const struct shape_data *x, const struct shape_data *y) {
    const struct shape_data *all = x->flags & SHAPE_TUPLE ? y : x;
    if ((x->flags | y->flags) & SHAPE_TUPLE) {
        build_flags(b, all->flags & SHAPE_TUPLE);
        for (uint32_t i = 0; i < all->n_tuples; i++) build_tuple(b, all->tuples[i]->at, all->tuples[i]->n);
        return;
    }
    for (uint32_t i = 0; i < x->n_tuples; i++)
        for (uint32_t k = 0; k < y->n_tuples; k++) {
            const struct shape_tuple *t = x->tuples[i], *u = y->tuples[k];
            if (t->n != u->n) continue;
            shape *elems = mem_alloc((t->n + 1) * sizeof *elems);
            for (uint32_t j = 0; j < t->n; j++) elems[j] = shape_meet(b->s, t->at[j], u->at[j]);
            build_tuple(b, elems, t->n);
            mem_free(elems);
        }
}

static void meet_lists(struct shape_builder *b, const struct shape_data *x, const struct shape_data *y) {
    if (!(x->flags & y->flags & SHAPE_CONS)) return;
    uint32_t least = x->least > y->least ? x->least : y->least, most = x->most < y->most ? x->most : y->most;
    if (least > most) return;
    build_list(b, shape_meet(b->s, x->element, y->element), least, most,
               x->flags & y->flags & SHAPE_IMPROPER);
}

static shape find_meet(struct shapes *s, shape a, shape c) {
    const struct shape_data *x = shape_open(s, a, NULL), *y = shape_open(s, c, NULL);
    struct shape_builder b;
    build_begin(&b, s);
    build_flags(&b, x->flags & y->flags & (SHAPE_FLOAT | SHAPE_NIL | SHAPE_PID | SHAPE_PORT | SHAPE_REF));
    if (x->flags & y->flags & SHAPE_INT) meet_integers(&b, x, y);
    if (x->flags & y->flags & SHAPE_BITS) build_bits(&b, sizes_meet(x->sizes, y->sizes));
    meet_atoms(&b, x, y);
    meet_tuples(&b, x, y);
    meet_lists(&b, x, y);
    const struct shape_data *funs = x->flags & SHAPE_FUN ? y : x; // of two sets of funs: one of them will do
    bool both = (x->flags & SHAPE_FUN || x->n_funs) && (y->flags & SHAPE_FUN || y->n_funs);
    if (both) build_flags(&b, funs->flags & SHAPE_FUN);
    for (uint32_t i = 0; both && i < funs->n_funs; i++) build_fun(&b, funs->funs[i]);
    if (x->flags & y->flags & SHAPE_MAP) build_map(&b, x->fields, x->n_fields, x->rest_key, x->rest_value);
    return build_end(&b);
}

shape shape_meet(struct shapes *s, shape a, shape b) {
    if (shape_subset(s, a, b)) return a;
    if (shape_subset(s, b, a)) return b;
    shape known;
    if (hash_map_get(&s->meets, pair(a, b), &known)) return known;
    if (s->nesting > NESTING_MAX / 2) return a;
    s->nesting++;
    known = find_meet(s, a, b);
    s->nesting--;
    if (!s->nesting && !s->n_converting) hash_map_put(&s->meets, pair(a, b), known);
    return known;
}

// ---- Giving up detail ----

shape shape_blur(struct shapes *s, shape a) {
    if (a <= SHAPE_ANY) return a;
    shape known;
    if (hash_map_get(&s->blurs, a, &known)) return known;
    struct shape_data d = *s->list.at[a];
    struct shape_builder b;
    build_begin(&b, s);
    if (d.flags & SHAPE_INT) {
        d.lo = d.lo > 0 ? 1 : d.lo == 0 ? 0 : SHAPE_NO_LO;
        d.hi = d.hi < 0 ? -1 : SHAPE_NO_HI;
        d.n_holes = lacks_int(s->list.at[a], 0); // trimmed where it is no hole
    }
    struct sizes sizes;
    if (d.flags & SHAPE_BITS) {
        sizes = sizes_blur(d.sizes);
        d.sizes = &sizes;
    }
    static const int64_t zero = 0;
    d.holes = &zero;
    d.element = shape_blur(s, d.element);
    d.least = d.flags & SHAPE_CONS ? 1 : 0;
    d.most = d.flags & SHAPE_CONS ? SHAPE_NO_LENGTH : 0;
    d.rest_key = shape_blur(s, d.rest_key);
    d.rest_value = shape_blur(s, d.rest_value);
    uint32_t n_tuples = d.n_tuples, n_funs = d.n_funs, n_fields = d.n_fields;
    struct shape_field fields[SHAPE_FIELDS_MAX];
    for (uint32_t i = 0; i < n_fields; i++) {
        fields[i] = d.fields[i];
        fields[i].value = shape_blur(s, fields[i].value);
    }
    d.fields = fields;
    d.n_tuples = d.n_funs = 0;
    build_add(&b, &d);
    for (uint32_t i = 0; i < n_tuples; i++) {
        const struct shape_tuple *t = d.tuples[i];
        shape *elems = mem_alloc((t->n + 1) * sizeof *elems);
        for (uint32_t k = 0; k < t->n; k++) elems[k] = shape_blur(s, t->at[k]);
        build_tuple(&b, elems, t->n);
        mem_free(elems);
    }
    for (uint32_t i = 0; i < n_funs; i++) {
        struct shape_fun f = d.funs[i];
        f.result = shape_blur(s, f.result);
        build_fun(&b, f);
    }
    known = build_end(&b);
    hash_map_put(&s->blurs, a, known);
    return known;
}
