// SPDX-License-Identifier: Apache-2.0
#include "erlang/term/term.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "erlang/term/map.h"

static term box_term(void *p) {
    return (term)(uintptr_t)p | TAG_BOX;
}

struct tuple *tuple_alloc(struct arena *a, uint64_t n) {
    struct tuple *t = arena_alloc(a, sizeof *t + n * sizeof(term));
    t->n = n;
    return t;
}

term term_tuple_of(struct arena *a, const term *elems, uint64_t n) {
    struct tuple *t = tuple_alloc(a, n);
    if (n) memcpy(t->at, elems, n * sizeof(term));
    return tuple_term(t);
}

term term_tuple2(struct arena *a, term x, term y) {
    struct tuple *t = tuple_alloc(a, 2);
    t->at[0] = x;
    t->at[1] = y;
    return tuple_term(t);
}

term term_tuple3(struct arena *a, term x, term y, term z) {
    struct tuple *t = tuple_alloc(a, 3);
    t->at[0] = x;
    t->at[1] = y;
    t->at[2] = z;
    return tuple_term(t);
}

term term_float(struct arena *a, double v) {
    assert(isfinite(v));
    struct boxed_float *f = arena_alloc(a, sizeof *f);
    *f = (struct boxed_float){{BOX_FLOAT, 0}, v};
    return box_term(f);
}

static term big_of_limbs(struct arena *a, const mp_limb_t *limbs, uint32_t n, bool negative) {
    struct big *b = arena_alloc(a, sizeof *b + n * sizeof(mp_limb_t));
    b->box = (struct box){BOX_BIG, n};
    b->sign = negative ? -1 : 1;
    memcpy(b->limbs, limbs, n * sizeof(mp_limb_t));
    return box_term(b);
}

term term_int(struct arena *a, int64_t v) {
    if (v >= TERM_SMALL_MIN && v <= TERM_SMALL_MAX) return term_small(v);
    mp_limb_t limb = v < 0 ? -(uint64_t)v : (uint64_t)v;
    return big_of_limbs(a, &limb, 1, v < 0);
}

term term_mpz(struct arena *a, mpz_srcptr v) {
    size_t n = mpz_size(v);
    if (n == 0) return term_small(0);
    const mp_limb_t *limbs = mpz_limbs_read(v);
    bool negative = mpz_sgn(v) < 0;
    if (n == 1 && limbs[0] <= (uint64_t)TERM_SMALL_MAX + (negative ? 1 : 0)) {
        return term_small(negative ? (int64_t)-limbs[0] : (int64_t)limbs[0]);
    }
    assert(n <= UINT32_MAX);
    return big_of_limbs(a, limbs, (uint32_t)n, negative);
}

void term_get_mpz(term integer, mpz_ptr out) {
    if (term_is_small(integer)) {
        mpz_set_si(out, term_small_value(integer));
        return;
    }
    assert(term_is_big(integer));
    const struct big *b = term_pointer(integer);
    mpz_t view;
    mpz_set(out, mpz_roinit_n(view, b->limbs, b->sign < 0 ? -(mp_size_t)b->box.n : (mp_size_t)b->box.n));
}

bool term_get_int64(term t, int64_t *v) {
    if (term_is_small(t)) {
        *v = term_small_value(t);
        return true;
    }
    if (!term_is_big(t)) return false;
    const struct big *b = term_pointer(t);
    uint64_t limit = b->sign < 0 ? (uint64_t)1 << 63 : INT64_MAX;
    if (b->box.n != 1 || b->limbs[0] > limit) return false;
    *v = b->sign < 0 ? (int64_t)-b->limbs[0] : (int64_t)b->limbs[0];
    return true;
}

static term bits_over(struct arena *a, const uint8_t *bytes, uint64_t offset, uint64_t size) {
    struct bits *b = arena_alloc(a, sizeof *b);
    *b = (struct bits){{BOX_BITS, 0}, offset, size, bytes};
    return box_term(b);
}

term term_bits(struct arena *a, const uint8_t *bytes, uint64_t bit_size) {
    return bits_over(a, arena_copy(a, bytes, (bit_size + 7) / 8), 0, bit_size);
}

term term_sub_bits(struct arena *a, term bits, uint64_t from, uint64_t size) {
    const struct bits *b = term_bits_of(bits);
    assert(from <= b->size && size <= b->size - from);
    if (size == b->size) return bits;
    uint64_t at = b->offset + from;
    return bits_over(a, b->bytes + at / 8, at % 8, size);
}

term term_list(struct arena *a, const term *elems, uint64_t n, term tail) {
    while (n) tail = term_cons(a, elems[--n], tail);
    return tail;
}

// Reads one code point of valid UTF-8.
static uint32_t next_code_point(const unsigned char **at) {
    const unsigned char *s = *at;
    unsigned extra = s[0] < 0x80 ? 0 : s[0] < 0xE0 ? 1 : s[0] < 0xF0 ? 2 : 3;
    uint32_t c = extra == 0 ? s[0] : s[0] & (0x3Fu >> extra);
    for (unsigned i = 1; i <= extra; i++) c = c << 6 | (s[i] & 0x3F);
    *at = s + extra + 1;
    return c;
}

term term_string(struct arena *a, const char *utf8) {
    term first = TERM_NIL, *last = &first;
    for (const unsigned char *s = (const unsigned char *)utf8; *s;) {
        term cell = term_cons(a, term_small(next_code_point(&s)), TERM_NIL);
        *last = cell;
        last = &term_cell(cell)[1];
    }
    return first;
}

bool term_list_length(term t, uint64_t *n) {
    uint64_t count = 0;
    for (; term_is_cons(t); t = term_tl(t)) count++;
    *n = count;
    return term_is_nil(t);
}

bool term_list_latin1(term list, struct str *out) {
    for (; term_is_cons(list); list = term_tl(list)) {
        term c = term_hd(list);
        if (!term_is_small(c) || term_small_value(c) < 0 || term_small_value(c) > 255) return false;
        str_add_char(out, (char)term_small_value(c));
    }
    return term_is_nil(list);
}

// ---- Copying ----
// A work list of (term, place for its copy). A container's word is known before its parts are, since a copy
// never has the shadow bit; so there is no way back up and no recursion.
struct job {
    term from;
    term *to;
};
struct copier {
    struct arena *a;
    bool deep; // copy all, not only what is shadowed
    VEC(struct job) jobs;
    uint32_t parts;       // copied so far
    struct hash_map seen; // of a large term: part -> index into copies, so that shared parts stay shared
    VEC(term) copies;
};
// Small terms are copied faster without a look at what is shared; {X, X} of {Y, Y} of .. is too large without
// one.
enum { PARTS_UNSHARED = 4096 };

static bool copied_before(struct copier *c, term from, term *to) {
    uint32_t at;
    if (c->parts <= PARTS_UNSHARED || !hash_map_get(&c->seen, from, &at)) return false;
    *to = c->copies.at[at];
    return true;
}

static void note_copy(struct copier *c, term from, term to) {
    if (++c->parts <= PARTS_UNSHARED) return;
    hash_map_put(&c->seen, from, c->copies.n);
    vec_push(&c->copies, to);
}

static void copy_later(struct copier *c, term from, term *to) {
    if ((!c->deep && !term_shadowed(from)) || term_is_small(from) || term_tag(from) == TAG_IMM) {
        *to = from;
    } else {
        vec_push(&c->jobs, (struct job){from, to});
    }
}

static void copy_all_later(struct copier *c, const term *from, term *to, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) copy_later(c, from[i], to + i);
}

static void copy_list(struct copier *c, term from, term *to) {
    while (term_is_cons(from) && (c->deep || term_shadowed(from))) {
        if (copied_before(c, from, to)) return;
        term *cell = arena_alloc(c->a, 2 * sizeof(term));
        *to = (term)(uintptr_t)cell | TAG_CONS;
        note_copy(c, from, *to);
        copy_later(c, term_hd(from), cell);
        to = cell + 1;
        from = term_tl(from);
    }
    copy_later(c, from, to);
}

static void copy_map(struct copier *c, const struct map *m, term *to) {
    uint64_t words = m->box.n ? 1 : m->size;
    struct map *copy = arena_copy(c->a, m, sizeof *m + words * sizeof(term));
    *to = box_term(copy);
    copy_all_later(c, m->at, copy->at, words);
    if (c->deep && !m->box.n) {
        term *keys = arena_alloc(c->a, m->size * sizeof(term));
        copy->keys = keys;
        copy_all_later(c, m->keys, keys, m->size);
    }
}

static void copy_node(struct copier *c, const struct map_node *node, term *to) {
    unsigned n = (unsigned)__builtin_popcountll(node->bitmap);
    struct map_node *copy = arena_copy(c->a, node, sizeof *node + n * sizeof(term));
    *to = (term)(uintptr_t)copy | MAP_NODE;
    copy_all_later(c, node->at, copy->at, n);
}

static void copy_bits(struct copier *c, const struct bits *b, term *to) {
    struct bits *copy = arena_copy(c->a, b, sizeof *b);
    copy->bytes = arena_copy(c->a, b->bytes + b->offset / 8, (b->offset % 8 + b->size + 7) / 8);
    copy->offset = b->offset % 8;
    copy->box.n = 0; // the copy has no room behind it
    *to = box_term(copy);
}

static void copy_box(struct copier *c, struct box *b, term *to) {
    switch ((enum box_kind)b->kind) {
    case BOX_BIG: *to = box_term(arena_copy(c->a, b, sizeof(struct big) + b->n * sizeof(mp_limb_t))); break;
    case BOX_FLOAT: *to = box_term(arena_copy(c->a, b, sizeof(struct boxed_float))); break;
    case BOX_BITS: copy_bits(c, (struct bits *)b, to); break;
    case BOX_MAP: copy_map(c, (struct map *)b, to); break;
    case BOX_FUN: {
        struct closure *f = (struct closure *)b;
        struct closure *copy = arena_copy(c->a, f, sizeof *f + b->n * sizeof(term));
        *to = box_term(copy);
        copy_all_later(c, f->at, copy->at, b->n);
        break;
    }
    }
}

static void copy_one(struct copier *c, term from, term *to) {
    if (copied_before(c, from, to)) return;
    switch (term_tag(from)) {
    case TAG_CONS: copy_list(c, from, to); return;
    case TAG_TUPLE: {
        const struct tuple *t = term_tuple(from);
        struct tuple *copy = tuple_alloc(c->a, t->n);
        *to = (term)(uintptr_t)copy | TAG_TUPLE;
        copy_all_later(c, t->at, copy->at, t->n);
        break;
    }
    case TAG_BOX: copy_box(c, term_pointer(from), to); break;
    case TAG_SYM: copy_later(c, term_symbolic(from)->concrete, to); return; // the copy comes later
    case MAP_NODE: copy_node(c, term_pointer(from), to); break;
    default: *to = from; return;
    }
    note_copy(c, from, *to);
}

static term copy(struct arena *a, term t, bool deep) {
    struct copier c = {.a = a, .deep = deep};
    term result;
    copy_later(&c, t, &result);
    while (c.jobs.n) {
        struct job j = vec_pop(&c.jobs);
        copy_one(&c, j.from, j.to);
    }
    vec_free(&c.jobs);
    vec_free(&c.copies);
    hash_map_free(&c.seen);
    return result;
}

enum { VISITS_BETWEEN_CHECKS = 1 << 15 };

_Thread_local int64_t term_visits_left = INT64_MAX;

static _Thread_local struct {
    int64_t later; // visits beyond those left until it is asked again
    bool (*go_on)(void *context);
    void *context;
} run_visits;

void term_visits_begin(int64_t most, bool (*go_on)(void *context), void *context) {
    term_visits_left = most < VISITS_BETWEEN_CHECKS ? most : VISITS_BETWEEN_CHECKS;
    run_visits.later = most - term_visits_left;
    run_visits.go_on = go_on;
    run_visits.context = context;
}

bool term_visits_end(void) {
    bool enough = term_visits_left >= 0;
    term_visits_left = INT64_MAX;
    return enough;
}

bool term_visits_more(void) {
    static const int64_t NONE = INT64_MIN / 2; // far enough that no walk counts down to the lowest number
    int64_t all = term_visits_left + run_visits.later;
    if (term_visits_left <= NONE / 2 || all < 0) {
        term_visits_left = NONE;
        return false;
    }
    term_visits_left = all < VISITS_BETWEEN_CHECKS ? all : VISITS_BETWEEN_CHECKS;
    run_visits.later = all - term_visits_left;
    if (!run_visits.go_on(run_visits.context)) term_visits_left = NONE;
    return term_visits_left >= 0;
}

void term_walk(term root) {
    VEC(term) todo = {0};
    vec_push(&todo, root);
    while (todo.n && term_visit()) {
        term t = vec_pop(&todo), k, v;
        struct map_iterator it;
        for (; term_is_cons(t) && term_visit(); t = term_tl(t)) vec_push(&todo, term_hd(t));
        if (term_is_sym(t)) vec_push(&todo, term_symbolic(t)->concrete);
        for (uint64_t i = 0; term_is_tuple(t) && i < term_tuple(t)->n; i++)
            vec_push(&todo, term_tuple(t)->at[i]);
        for (uint64_t i = 0; term_is_fun(t) && i < term_closure(t)->box.n; i++)
            vec_push(&todo, term_closure(t)->at[i]);
        if (!term_is_map(t)) continue;
        for (map_iterate(&it, t); map_next(&it, &k, &v);) {
            vec_push(&todo, k);
            vec_push(&todo, v);
        }
    }
    vec_free(&todo);
}

term term_concrete(struct arena *a, term t) {
    if (!term_shadowed(t)) return t;
    if (term_is_sym(t)) return term_symbolic(t)->concrete;
    return copy(a, t, false);
}

term term_copy(struct arena *a, term t) {
    return copy(a, t, true);
}
