// SPDX-License-Identifier: Apache-2.0
// Order and equality of terms. Compound terms are compared as pairs of word ranges kept on a stack of their
// own: a cons cell is a range of two words, a tuple one of n. What is left of a range is pushed only when it
// is not empty, so that a list of any length needs no stack.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/some_of.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"
#include "erlang/term/term.h"

enum mode { MODE_ORDER, MODE_KEYS }; // MODE_KEYS: integers before floats, 0 only for =:=

struct range {
    const term *x, *y;
    uint64_t n;
    enum mode mode;
};
enum { INLINE_RANGES = 32 };
struct ranges {
    struct range *at;
    uint64_t n, cap;
    struct arena scratch; // sorted keys of big maps
    bool scratch_used;
    struct range first[INLINE_RANGES];
};

static void ranges_init(struct ranges *s) {
    s->at = s->first;
    s->n = 0;
    s->cap = INLINE_RANGES;
    s->scratch_used = false;
}

static void ranges_done(struct ranges *s) {
    if (s->at != s->first) mem_free(s->at);
    if (s->scratch_used) arena_free(&s->scratch);
}

static void ranges_push(struct ranges *s, const term *x, const term *y, uint64_t n, enum mode mode) {
    if (n == 0) return;
    if (s->n == s->cap) {
        struct range *more = mem_alloc(2 * s->cap * sizeof *more);
        memcpy(more, s->at, s->n * sizeof *more);
        if (s->at != s->first) mem_free(s->at);
        s->at = more;
        s->cap *= 2;
    }
    s->at[s->n++] = (struct range){x, y, n, mode};
}

// ---- Leaves ----
static int bits_compare(const struct bits *x, const struct bits *y) {
    uint64_t shared = x->size < y->size ? x->size : y->size, i = 0;
    if (x->offset % 8 == 0 && y->offset % 8 == 0) {
        int c = shared >= 8 ? memcmp(x->bytes + x->offset / 8, y->bytes + y->offset / 8, shared / 8) : 0;
        if (c) return c;
        i = shared / 8;
    }
    // The last, partial byte is compared on the bits both have; bits_byte pads, so cut the longer one.
    for (; i * 8 < shared; i++) {
        uint64_t left = shared - i * 8, mask = left >= 8 ? 0xFF : (0xFF00u >> left) & 0xFF;
        uint64_t a = bits_byte(x, i * 8) & mask, b = bits_byte(y, i * 8) & mask;
        if (a != b) return a < b ? -1 : 1;
    }
    return x->size < y->size ? -1 : x->size > y->size;
}

static int big_compare(const struct big *x, const struct big *y) {
    if (x->sign != y->sign) return x->sign < y->sign ? -1 : 1;
    int c = x->box.n != y->box.n ? (x->box.n < y->box.n ? -1 : 1) : mpn_cmp(x->limbs, y->limbs, x->box.n);
    return x->sign < 0 ? -c : c;
}

// Integer against float by exact value: never rounds the integer.
static int integer_float_compare(term i, double d) {
    if (term_is_small(i)) {
        int64_t v = term_small_value(i);
        if (d >= 0x1p59) return -1;
        if (d < -0x1p59) return 1;
        int64_t whole = (int64_t)d; // exact: |d| <= 2^59
        if (v != whole) return v < whole ? -1 : 1;
        double fraction = d - (double)whole;
        return fraction > 0 ? -1 : fraction < 0;
    }
    const struct big *b = term_pointer(i);
    mpz_t view;
    int c =
        mpz_cmp_d(mpz_roinit_n(view, b->limbs, b->sign < 0 ? -(mp_size_t)b->box.n : (mp_size_t)b->box.n), d);
    return c < 0 ? -1 : c > 0;
}

static int number_compare(term x, term y, enum mode mode) {
    if (term_is_small(x) && term_is_small(y)) {
        int64_t a = term_small_value(x), b = term_small_value(y);
        return a < b ? -1 : a > b;
    }
    bool fx = term_is_float(x), fy = term_is_float(y);
    if (fx && fy) {
        double a = term_float_value(x), b = term_float_value(y);
        return a < b ? -1 : a > b;
    }
    if (fx != fy) {
        if (mode == MODE_KEYS) return fy ? -1 : 1;
        return fy ? integer_float_compare(x, term_float_value(y))
                  : -integer_float_compare(y, term_float_value(x));
    }
    if (term_is_small(x)) return ((const struct big *)term_pointer(y))->sign > 0 ? -1 : 1;
    if (term_is_small(y)) return ((const struct big *)term_pointer(x))->sign > 0 ? 1 : -1;
    return big_compare(term_pointer(x), term_pointer(y));
}

// Reference manual, "Term Comparisons": number < atom < reference < fun < port < pid < tuple < map < nil <
// list < bit string.
enum rank { NUMBER, ATOM, REFERENCE, FUN, PORT, PID, TUPLE, MAP, NIL, LIST, BITS };

static enum rank rank_of(term t) {
    switch (term_tag(t)) {
    case TAG_SMALL: return NUMBER;
    case TAG_CONS: return LIST;
    case TAG_TUPLE: return TUPLE;
    case TAG_IMM:
        switch (t >> 4 & 15) {
        case IMM_ATOM: return ATOM;
        case IMM_NIL: return NIL;
        case IMM_PID: return PID;
        case IMM_PORT: return PORT;
        default: return REFERENCE;
        }
    default:
        assert(term_tag(t) == TAG_BOX);
        switch ((enum box_kind)((struct box *)term_pointer(t))->kind) {
        case BOX_MAP: return MAP;
        case BOX_BITS: return BITS;
        case BOX_FUN: return FUN;
        case BOX_BIG:
        case BOX_FLOAT: break;
        }
        return NUMBER;
    }
}

static int symbols_compare(symbol x, symbol y) {
    if (x == y) return 0;
    if (!x || !y) return x < y ? -1 : 1;
    return symbol_compare(x, y);
}

// Funs of code before external ones, by module, name, arity, then captured values. Where the VM orders by a
// fun's index and hash, ours is by name: the order of different funs of one module is not the VM's.
static int closure_compare(const struct closure *x, const struct closure *y) {
    if (x->flags != y->flags) {
        bool ex = x->flags == CLOSURE_EXTERNAL, ey = y->flags == CLOSURE_EXTERNAL;
        if (ex != ey) return ey ? -1 : 1;
        return x->flags < y->flags ? -1 : 1;
    }
    int c = symbols_compare(x->module, y->module);
    if (c == 0) c = symbols_compare(x->name, y->name);
    if (c) return c;
    if (x->arity != y->arity) return x->arity < y->arity ? -1 : 1;
    if (x->code != y->code) return (uintptr_t)x->code < (uintptr_t)y->code ? -1 : 1;
    return x->box.n < y->box.n ? -1 : x->box.n > y->box.n;
}

// ---- Order ----
static int compare_keys_pointer(const void *x, const void *y) {
    return term_compare_keys(*(const term *)x, *(const term *)y);
}

// Keys in key order and values in that order. Only tries need sorting.
static void sorted_items(struct ranges *s, const struct map *m, const term **keys, const term **values) {
    if (!m->box.n) {
        *keys = m->keys;
        *values = m->at;
        return;
    }
    if (!s->scratch_used) arena_init(&s->scratch, 0);
    s->scratch_used = true;
    term map = (term)(uintptr_t)m | TAG_BOX;
    struct pair {
        term key, value;
    } *pairs = arena_alloc(&s->scratch, m->size * sizeof *pairs);
    struct map_iterator i;
    map_iterate(&i, map);
    for (uint64_t k = 0; map_next(&i, &pairs[k].key, &pairs[k].value); k++) continue;
    qsort(pairs, m->size, sizeof *pairs, compare_keys_pointer);
    term *ks = arena_alloc(&s->scratch, m->size * sizeof(term)),
         *vs = arena_alloc(&s->scratch, m->size * sizeof(term));
    for (uint64_t k = 0; k < m->size; k++) {
        ks[k] = pairs[k].key;
        vs[k] = pairs[k].value;
    }
    *keys = ks;
    *values = vs;
}

// Compares the tops of two boxes of one rank; pushes what is inside.
static int box_compare(struct ranges *s, term x, term y, enum mode mode, enum rank rank) {
    switch (SOME_OF(rank)) {
    case BITS: return bits_compare(term_bits_of(x), term_bits_of(y));
    case FUN: {
        const struct closure *f = term_closure(x), *g = term_closure(y);
        int c = closure_compare(f, g);
        if (c == 0) ranges_push(s, f->at, g->at, f->box.n, mode);
        return c;
    }
    case MAP: {
        const struct map *m = map_of(x), *n = map_of(y);
        if (m->size != n->size) return m->size < n->size ? -1 : 1;
        const term *mk, *mv, *nk, *nv;
        sorted_items(s, m, &mk, &mv);
        sorted_items(s, n, &nk, &nv);
        ranges_push(s, mv, nv, m->size, mode); // after the keys
        if (mk != nk) ranges_push(s, mk, nk, m->size, MODE_KEYS);
        return 0;
    }
    default: return number_compare(x, y, mode);
    }
}

// One pair of words, not equal as words. Pushes what is inside.
static inline int top_compare(struct ranges *s, term x, term y, enum mode mode) {
    enum rank rx = rank_of(x), ry = rank_of(y);
    if (rx != ry) return rx < ry ? -1 : 1;
    switch (rx) {
    case LIST: ranges_push(s, term_cell(x), term_cell(y), 2, mode); return 0;
    case TUPLE: {
        const struct tuple *t = term_tuple(x), *u = term_tuple(y);
        if (t->n != u->n) return t->n < u->n ? -1 : 1;
        ranges_push(s, t->at, u->at, t->n, mode);
        return 0;
    }
    case ATOM: return symbol_compare(term_symbol(x), term_symbol(y));
    case REFERENCE:
    case PORT:
    case PID: return term_imm_payload(x) < term_imm_payload(y) ? -1 : 1;
    case NUMBER:
    case FUN:
    case MAP:
    case NIL:
    case BITS: break;
    }
    return box_compare(s, x, y, mode, rx);
}

static int compare(term x, term y, enum mode mode) {
    struct ranges s;
    ranges_init(&s);
    int c = top_compare(&s, x, y, mode);
    while (c == 0 && s.n && term_visit()) {
        struct range r = s.at[--s.n];
        for (uint64_t i = 0; i < r.n && c == 0; i++) {
            term a = r.x[i], b = r.y[i];
            if (a == b) continue;
            if (term_is_small(a) && term_is_small(b)) {
                c = (int64_t)a < (int64_t)b ? -1 : 1;
            } else if (term_is_cons(a) && term_is_cons(b) && i + 1 == r.n) { // down a list in place
                r = (struct range){term_cell(a), term_cell(b), 2, r.mode};
                i = (uint64_t)-1;
            } else {
                uint64_t before = s.n;
                ranges_push(&s, r.x + i + 1, r.y + i + 1, r.n - i - 1, r.mode);
                uint64_t pushed = s.n;
                c = top_compare(&s, a, b, r.mode);
                if (c == 0 && s.n > pushed) break; // inside first
                s.n = before;                      // a leaf: go on with this range
            }
        }
    }
    ranges_done(&s);
    return c;
}

int term_compare(term x, term y) {
    if (x == y) return 0;
    if (term_is_small(x) && term_is_small(y)) return (int64_t)x < (int64_t)y ? -1 : 1;
    return compare(x, y, MODE_ORDER);
}

int term_compare_keys(term x, term y) {
    if (x == y) return 0;
    if (term_is_small(x) && term_is_small(y)) return (int64_t)x < (int64_t)y ? -1 : 1;
    return compare(x, y, MODE_KEYS);
}

// ---- Equality ----
static bool box_equal(struct ranges *s, term x, term y) {
    const struct box *b = term_pointer(x), *c = term_pointer(y);
    if (b->kind != c->kind) return false;
    switch ((enum box_kind)b->kind) {
    case BOX_FLOAT: return ((struct boxed_float *)b)->value == ((struct boxed_float *)c)->value;
    case BOX_BIG: return b->n == c->n && big_compare((struct big *)b, (struct big *)c) == 0;
    case BOX_BITS: {
        const struct bits *p = (struct bits *)b, *q = (struct bits *)c;
        return p->size == q->size && bits_compare(p, q) == 0;
    }
    case BOX_FUN: {
        const struct closure *f = (struct closure *)b, *g = (struct closure *)c;
        if (closure_compare(f, g) != 0) return false;
        ranges_push(s, f->at, g->at, b->n, MODE_KEYS);
        return true;
    }
    case BOX_MAP: {
        const struct map *m = (struct map *)b, *n = (struct map *)c;
        if (m->size != n->size) return false;
        ranges_push(s, m->at, n->at, b->n ? 1 : m->size, MODE_KEYS);
        if (!b->n && m->keys != n->keys) ranges_push(s, m->keys, n->keys, m->size, MODE_KEYS);
        return true;
    }
    }
    return false;
}

// One pair of words, not equal as words. Pushes what is inside.
static inline bool top_equal(struct ranges *s, term x, term y) {
    if (term_tag(x) != term_tag(y)) return false;
    switch (term_tag(x)) {
    case TAG_CONS: ranges_push(s, term_cell(x), term_cell(y), 2, MODE_KEYS); return true;
    case TAG_TUPLE: {
        const struct tuple *t = term_tuple(x), *u = term_tuple(y);
        if (t->n != u->n) return false;
        ranges_push(s, t->at, u->at, t->n, MODE_KEYS);
        return true;
    }
    case TAG_BOX: return box_equal(s, x, y);
    case MAP_NODE: { // equal maps have equal tries (map.h)
        const struct map_node *m = map_node_of(x), *n = map_node_of(y);
        if (m->bitmap != n->bitmap) return false;
        ranges_push(s, m->at, n->at, (uint64_t)__builtin_popcountll(m->bitmap), MODE_KEYS);
        return true;
    }
    default: return false;
    }
}

static bool equal(term x, term y) {
    struct ranges s;
    ranges_init(&s);
    bool same = top_equal(&s, x, y);
    while (same && s.n && term_visit()) {
        struct range r = s.at[--s.n];
        for (uint64_t i = 0; i < r.n && same; i++) {
            term a = r.x[i], b = r.y[i];
            if (a == b) continue;
            if (term_is_cons(a) && term_is_cons(b) && i + 1 == r.n) {
                r = (struct range){term_cell(a), term_cell(b), 2, r.mode};
                i = (uint64_t)-1;
            } else {
                same = top_equal(&s, a, b);
            }
        }
    }
    ranges_done(&s);
    return same;
}

bool term_equal(term x, term y) {
    if (x == y) return true;
    if (term_tag(x) != term_tag(y) || term_is_small(x) || term_tag(x) == TAG_IMM) return false;
    return equal(x, y);
}

// ---- Hashing ----
static uint64_t bits_hash(const struct bits *b) {
    uint64_t n = b->size / 8;
    if (b->offset % 8 == 0) {
        uint64_t h = hash_bytes(b->bytes + b->offset / 8, n);
        return hash_mix(b->size % 8 ? hash_mix(h, bits_byte(b, n * 8)) : h, b->size);
    }
    struct str whole = {0};
    for (uint64_t i = 0; i < n; i++) str_add_char(&whole, (char)bits_byte(b, i * 8));
    uint64_t h = hash_bytes(whole.at, whole.n);
    str_free(&whole);
    return hash_mix(b->size % 8 ? hash_mix(h, bits_byte(b, n * 8)) : h, b->size);
}

static uint64_t closure_hash(const struct closure *f) {
    return hash_mix(hash_mix(hash_mix(f->flags, f->arity), f->module), f->name);
}

// Pushes what is inside and hashes the top.
static uint64_t box_hash(struct ranges *s, term t) {
    const struct box *b = term_pointer(t);
    switch ((enum box_kind)b->kind) {
    case BOX_FLOAT: {
        double d = ((struct boxed_float *)b)->value + 0.0; // -0.0 as 0.0
        uint64_t word;
        memcpy(&word, &d, sizeof word);
        return word;
    }
    case BOX_BIG: {
        const struct big *i = (struct big *)b;
        return hash_bytes(i->limbs, b->n * sizeof(mp_limb_t)) ^ (uint64_t)i->sign;
    }
    case BOX_BITS: return bits_hash((struct bits *)b);
    case BOX_FUN:
        ranges_push(s, ((struct closure *)b)->at, NULL, b->n, MODE_KEYS);
        return closure_hash(term_closure(t));
    case BOX_MAP: {
        const struct map *m = (struct map *)b;
        ranges_push(s, m->at, NULL, b->n ? 1 : m->size, MODE_KEYS);
        if (!b->n) ranges_push(s, m->keys, NULL, m->size, MODE_KEYS);
        return m->size + 77;
    }
    }
    return 0;
}

static uint64_t top_hash(struct ranges *s, term t) {
    switch (term_tag(t)) {
    case TAG_CONS: ranges_push(s, term_cell(t), NULL, 2, MODE_KEYS); return 0x11;
    case TAG_TUPLE:
        ranges_push(s, term_tuple(t)->at, NULL, term_tuple(t)->n, MODE_KEYS);
        return term_tuple(t)->n << 8 | 3;
    case TAG_BOX: return box_hash(s, t);
    case MAP_NODE: {
        const struct map_node *m = map_node_of(t);
        ranges_push(s, m->at, NULL, (uint64_t)__builtin_popcountll(m->bitmap), MODE_KEYS);
        return m->bitmap << 8 | 5;
    }
    default: return t;
    }
}

uint64_t term_hash(term t) {
    if (term_is_small(t) || term_tag(t) == TAG_IMM) return hash_mix(0x9E37, t);
    struct ranges s;
    ranges_init(&s);
    uint64_t h = hash_mix(0x9E37, top_hash(&s, t));
    while (s.n && term_visit()) {
        struct range r = s.at[--s.n];
        for (uint64_t i = 0; i < r.n; i++) {
            if (i + 1 == r.n && term_is_cons(r.x[i])) {
                h = hash_mix(h, 0x11);
                r = (struct range){term_cell(r.x[i]), NULL, 2, MODE_KEYS};
                i = (uint64_t)-1;
            } else {
                h = hash_mix(h, top_hash(&s, r.x[i]));
            }
        }
    }
    ranges_done(&s);
    return h;
}
