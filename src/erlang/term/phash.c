// SPDX-License-Identifier: Apache-2.0
// The hashes but phash mix words with Bob Jenkins's 1996 hash ("Hash functions", Dr. Dobb's Journal,
// September 1997); what is fed to it for each kind of term is fact about the VM, checked against
// erlang:phash2, erlang:phash and the order of big maps.
#include "erlang/term/phash.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"

#define GOLDEN 0x9E3779B9u
#define K(n)   ((uint32_t)((n)*GOLDEN)) // the constant of each kind of term

struct mixer {
    uint32_t a, b, c;
};

static inline void mix(struct mixer *m) {
    uint32_t a = m->a, b = m->b, c = m->c;
    a = (a - b - c) ^ c >> 13;
    b = (b - c - a) ^ a << 8;
    c = (c - a - b) ^ b >> 13;
    a = (a - b - c) ^ c >> 12;
    b = (b - c - a) ^ a << 16;
    c = (c - a - b) ^ b >> 5;
    a = (a - b - c) ^ c >> 3;
    b = (b - c - a) ^ a << 10;
    c = (c - a - b) ^ b >> 15;
    *m = (struct mixer){a, b, c};
}

static inline uint32_t mix2(uint32_t h, uint32_t x, uint32_t y, uint32_t k) {
    struct mixer m = {k + x, k + y, h};
    mix(&m);
    return m.c;
}

static uint32_t word_le(const uint8_t *p, uint64_t n) { // up to four bytes
    uint32_t w = 0;
    for (uint64_t i = 0; i < n && i < 4; i++) w |= (uint32_t)p[i] << 8 * i;
    return w;
}

// Jenkins's hash of bytes: twelve at a time, the length in the last step.
static uint32_t hash_block(const uint8_t *p, uint64_t n, uint32_t h) {
    struct mixer m = {GOLDEN, GOLDEN, h};
    uint64_t left = n;
    for (; left >= 12; left -= 12, p += 12) {
        m.a += word_le(p, 4);
        m.b += word_le(p + 4, 4);
        m.c += word_le(p + 8, 4);
        mix(&m);
    }
    m.c += (uint32_t)n;
    m.a += word_le(p, left);
    if (left > 4) m.b += word_le(p + 4, left - 4);
    if (left > 8) m.c += word_le(p + 8, left - 8) << 8;
    mix(&m);
    return m.c;
}

static uint32_t hash_bits(term t, uint32_t h) {
    const struct bits *b = term_bits_of(t);
    h += K(13);
    if (b->size == 0) return h;
    uint64_t n = b->size / 8;
    unsigned rest = b->size % 8;
    uint8_t *copy = NULL;
    const uint8_t *bytes = b->bytes + b->offset / 8;
    if (b->offset % 8) bytes = copy = bits_bytes_new(b);
    h = hash_block(bytes, n, h);
    if (rest) h = mix2(h, rest, (uint32_t)bytes[n] >> (8 - rest), K(15));
    mem_free(copy);
    return h;
}

static uint32_t hash_big(term t, uint32_t h) {
    const struct big *b = term_pointer(t);
    uint32_t k = b->sign < 0 ? K(10) : K(11);
    for (uint32_t i = 0; i < b->box.n; i++)
        h = mix2(h, (uint32_t)b->limbs[i], (uint32_t)(b->limbs[i] >> 32), k);
    return h;
}

static void float_words(term t, uint32_t *low, uint32_t *high) {
    double d = term_float_value(t) + 0.0; // -0.0 as 0.0
    uint64_t w;
    memcpy(&w, &d, sizeof w);
    *low = (uint32_t)w;
    *high = (uint32_t)(w >> 32);
}

// What is still to be hashed: a term, or a mark.
enum {
    MARK_TAIL = 0x2F,
    MARK_PAIR = 0x3F,
    MARK_MAP_END = 0x4F,
    MARK_WORD = 0x5F
}; // no term looks like these
typedef VEC(term) agenda;

static bool is_byte(term t) {
    return t <= term_small(255) && term_is_small(t);
}

// The bytes at the front of a list, four to a word. Returns the rest of the list: what is left in *word and
// *count.
static term list_bytes(term t, uint32_t *h, uint32_t *word, unsigned *count) {
    *word = 0;
    *count = 0;
    while (term_is_cons(t) && is_byte(term_hd(t))) {
        *word = *word << 8 | (uint32_t)term_small_value(term_hd(t));
        if (++*count == 4) {
            *h = mix2(*h, *word, 0, K(4));
            *word = 0;
            *count = 0;
        }
        t = term_tl(t);
    }
    return t;
}

static void push_reversed(agenda *todo, const term *at, uint64_t n) {
    while (n) vec_push(todo, at[--n]);
}

// ---- The order of big maps ----
static uint32_t map_hash_immediate(term t, uint32_t h) {
    uint64_t word;
    if (term_is_small(t)) {
        word = t | 15; // the VM's small is value << 4 with tag 15
    } else if (term_is_nil(t)) {
        word = 0x3B; // the VM's []
    } else if (term_is_atom(t)) {
        word = hash_bytes(symbol_text(term_symbol(t)), symbol_size(term_symbol(t)));
    } else {
        word = t;
    }
    return mix2(h, (uint32_t)word, (uint32_t)(word >> 32), K(1));
}

static uint32_t map_hash_list(agenda *todo, term t, uint32_t h) {
    uint32_t word;
    unsigned count;
    t = list_bytes(t, &h, &word, &count);
    if (count) h = mix2(h, word, count, K(22));
    if (!term_is_cons(t)) {
        vec_push(todo, t);
        return h;
    }
    h ^= K(17);
    h = h << 17 ^ h >> 15;
    vec_push(todo, term_tl(t));
    if (!term_is_cons(term_tl(t))) vec_push(todo, MARK_TAIL);
    vec_push(todo, term_hd(t));
    return h;
}

static uint32_t map_hash_map(agenda *todo, term t, uint32_t h) {
    uint64_t n = map_size(t);
    term *keys = mem_alloc((2 * n + 1) * sizeof(term)), *values = keys + n;
    map_items(t, keys, values);
    for (uint64_t i = n; i-- > 0;) {
        vec_push(todo, values[i]);
        vec_push(todo, keys[i]);
    }
    mem_free(keys);
    return mix2(h, (uint32_t)n, 0, K(16));
}

static uint32_t map_hash_box(agenda *todo, term t, uint32_t h) {
    const struct box *b = term_pointer(t);
    switch ((enum box_kind)b->kind) {
    case BOX_BIG: return hash_big(t, h);
    case BOX_BITS: return hash_bits(t, h);
    case BOX_MAP: return map_hash_map(todo, t, h);
    case BOX_FLOAT: {
        uint32_t low, high;
        float_words(t, &low, &high);
        return mix2(h, low, high, K(12));
    }
    case BOX_FUN: {
        const struct closure *f = term_closure(t);
        push_reversed(todo, f->at, b->n);
        return mix2(mix2(h, f->arity, f->module, K(20)), f->name, f->flags, K(21));
    }
    }
    return h;
}

uint32_t phash_map(term key, uint32_t salt) {
    uint32_t h = salt ^ 3432918353u;
    if (term_is_small(key) || term_tag(key) == TAG_IMM) return map_hash_immediate(key, h);
    agenda todo = {0};
    vec_push(&todo, key);
    while (todo.n && term_visit()) {
        term t = vec_pop(&todo);
        if (t == MARK_TAIL) {
            h ^= K(18);
            h = h << 17 ^ h >> 15;
        } else if (term_is_cons(t)) {
            h = map_hash_list(&todo, t, h);
        } else if (term_is_tuple(t)) {
            h = mix2(h, (uint32_t)term_tuple(t)->n, 0, K(9));
            push_reversed(&todo, term_tuple(t)->at, term_tuple(t)->n);
        } else if (term_tag(t) == TAG_BOX) {
            h = map_hash_box(&todo, t, h);
        } else {
            h = map_hash_immediate(t, h);
        }
    }
    vec_free(&todo);
    return h;
}

bool phash_map_is_exact(term key) {
    agenda todo = {0};
    bool exact = true;
    vec_push(&todo, key);
    while (todo.n && exact && term_visit()) {
        term t = vec_pop(&todo);
        if (term_is_cons(t)) {
            vec_push(&todo, term_tl(t));
            vec_push(&todo, term_hd(t));
        } else if (term_is_tuple(t)) {
            push_reversed(&todo, term_tuple(t)->at, term_tuple(t)->n);
        } else if (term_is_map(t)) {
            struct map_iterator i;
            term k, v;
            for (map_iterate(&i, t); map_next(&i, &k, &v);) {
                vec_push(&todo, k);
                vec_push(&todo, v);
            }
        } else {
            exact = term_is_number(t) || term_is_nil(t) || term_is_bits(t);
        }
    }
    vec_free(&todo);
    return exact;
}

// ---- phash2 ----
// The VM's hash of an atom's text (Weinberger's), where two-byte characters up to 255 count as one byte.
uint32_t phash_atom(symbol s) {
    const uint8_t *p = (const uint8_t *)symbol_text(s), *end = p + symbol_size(s);
    uint32_t h = 0;
    while (p < end) {
        uint8_t c = *p++;
        if (p < end && (c & 0xFE) == 0xC2 && (*p & 0xC0) == 0x80) c = (uint8_t)(c << 6 | (*p++ & 0x3F));
        h = (h << 4) + c;
        uint32_t top = h & 0xF0000000u;
        h ^= top >> 24;
        h ^= top;
    }
    return h;
}

static uint32_t portable_small(int64_t v, uint32_t h) {
    if (v >= -((int64_t)1 << 27) && v < (int64_t)1 << 27) {
        if (v < 0) h = mix2(h, (uint32_t)-v, 0, K(1));
        return mix2(h, (uint32_t)v, 0, K(1));
    }
    uint64_t m = v < 0 ? (uint64_t)-v : (uint64_t)v;
    return mix2(h, (uint32_t)m, (uint32_t)(m >> 32), v < 0 ? K(10) : K(11));
}

static uint32_t portable_immediate(term t, uint32_t h, bool *exact) {
    if (term_is_small(t)) return portable_small(term_small_value(t), h);
    if (term_is_nil(t)) return h == 0 ? 3468870702u : mix2(h, 2, 0, K(2));
    if (term_is_atom(t)) {
        uint32_t a = phash_atom(term_symbol(t));
        return h == 0 ? a : mix2(h, a, 0, K(3));
    }
    *exact = false;
    return mix2(h, (uint32_t)term_imm_payload(t), 0, term_is_imm(t, IMM_PID) ? K(5) : K(7));
}

// Pairs are hashed each from 0 and combined by xor, so that the order of keys does not matter. The agenda
// keeps the outer hashes as words behind the mark that ends the map.
static uint32_t portable_map(agenda *todo, term t, uint32_t h, uint32_t *pairs) {
    uint64_t n = map_size(t);
    h = mix2(h, (uint32_t)n, 0, K(16));
    if (n == 0) return h;
    vec_push(todo, *pairs);
    vec_push(todo, h);
    vec_push(todo, MARK_MAP_END);
    *pairs = 0;
    struct map_iterator i;
    term key, value;
    map_iterate(&i, t);
    while (map_next(&i, &key, &value)) {
        vec_push(todo, MARK_PAIR);
        vec_push(todo, value);
        vec_push(todo, key);
    }
    return 0;
}

static uint32_t portable_fun(agenda *todo, const struct closure *f, uint32_t h, bool *exact) {
    if (f->flags == CLOSURE_EXTERNAL) {
        h = mix2(h, f->arity, phash_atom(f->module), K(1));
        return mix2(h, phash_atom(f->name), 0, K(14));
    }
    *exact = false;
    push_reversed(todo, f->at, f->box.n);
    return mix2(h, f->box.n, f->arity, K(1));
}

static uint32_t portable_compound(agenda *todo, term t, uint32_t h, uint32_t *pairs, bool *exact) {
    if (term_is_cons(t)) {
        uint32_t word;
        unsigned count;
        t = list_bytes(t, &h, &word, &count);
        if (count) h = mix2(h, word, 0, K(4));
        if (term_is_cons(t)) {
            vec_push(todo, term_tl(t));
            t = term_hd(t);
        }
        vec_push(todo, t);
        return h;
    }
    if (term_is_tuple(t)) {
        push_reversed(todo, term_tuple(t)->at, term_tuple(t)->n);
        return mix2(h, (uint32_t)term_tuple(t)->n, 0, K(9));
    }
    switch ((enum box_kind)((struct box *)term_pointer(t))->kind) {
    case BOX_BIG: return hash_big(t, h);
    case BOX_BITS: return hash_bits(t, h);
    case BOX_MAP: return portable_map(todo, t, h, pairs);
    case BOX_FUN: return portable_fun(todo, term_closure(t), h, exact);
    case BOX_FLOAT: {
        uint32_t low, high;
        float_words(t, &low, &high);
        return mix2(h, high, low, K(12));
    }
    }
    return h;
}

uint32_t phash_portable(term t, bool *exact) {
    uint32_t h = 0, pairs = 0;
    agenda todo = {0};
    vec_push(&todo, t);
    while (todo.n && term_visit()) {
        t = vec_pop(&todo);
        if (t == MARK_PAIR) {
            pairs ^= h;
            h = 0;
        } else if (t == MARK_MAP_END) {
            h = mix2((uint32_t)vec_pop(&todo), pairs, 0, K(19));
            pairs = (uint32_t)vec_pop(&todo);
        } else if (term_is_small(t) || term_tag(t) == TAG_IMM) {
            h = portable_immediate(t, h, exact);
        } else {
            h = portable_compound(&todo, t, h, &pairs, exact);
        }
    }
    vec_free(&todo);
    return h;
}

// ---- phash ----
// Multiplying by primes just above 2^28 and adding, modulo 2^32.
enum {
    PRIME_BYTE = 268440163,
    PRIME_WORD = 268439161,
    PRIME_NIL = 268435459, // and of what is not negative
    PRIME_NEGATIVE = 268436141,
    PRIME_FLOAT = 268437017,
    PRIME_TAIL = 268437511,
    PRIME_TUPLE = 268439627,
    PRIME_EXTERNAL = 268440577,
    PRIME_BITS = 268440581,
    PRIME_MAP = 268440593,
    MAP_CONSTANT = 268440611
};

static uint32_t old_words(const uint64_t *limbs, uint32_t n, bool negative, uint32_t h) {
    uint32_t words = 2 * n;
    if (n && limbs[n - 1] >> 32 == 0) words--;
    for (uint32_t i = 0; i < words; i++) {
        uint32_t w = (uint32_t)(limbs[i / 2] >> 32 * (i % 2));
        for (int k = 0; k < 4; k++, w >>= 8) h = h * PRIME_WORD + (w & 0xFF);
    }
    return h * (negative ? PRIME_NEGATIVE : PRIME_NIL);
}

static uint32_t old_bits(const struct bits *b, uint32_t h) {
    uint8_t *bytes = bits_bytes_new(b);
    uint64_t n = b->size / 8;
    unsigned rest = b->size % 8;
    for (uint64_t i = 0; i < n; i++) h = h * PRIME_BYTE + bytes[i];
    if (rest) h = (h * PRIME_BYTE + (bytes[n] >> (8 - rest))) * PRIME_BITS + rest;
    mem_free(bytes);
    return h * PRIME_NEGATIVE + (uint32_t)n;
}

static uint32_t old_list(agenda *todo, term t, uint32_t h) {
    while (term_is_cons(t) && is_byte(term_hd(t))) {
        h = h * PRIME_WORD + (uint32_t)term_small_value(term_hd(t));
        t = term_tl(t);
    }
    term tail = term_is_cons(t) ? term_tl(t) : t;
    if (!term_is_cons(tail)) vec_push(todo, MARK_TAIL);
    vec_push(todo, tail);
    if (term_is_cons(t)) vec_push(todo, term_hd(t));
    return h;
}

static uint32_t old_leaf(term t, uint32_t h, bool *exact) {
    if (term_is_small(t)) {
        int64_t v = term_small_value(t);
        uint64_t m = v < 0 ? -(uint64_t)v : (uint64_t)v;
        return old_words(&m, 1, v < 0, h);
    }
    if (term_is_nil(t)) return h * PRIME_NIL + 1;
    if (term_is_atom(t)) return h * PRIME_BYTE + phash_atom(term_symbol(t));
    if (term_is_bits(t)) return old_bits(term_bits_of(t), h);
    if (term_is_map(t)) return h * PRIME_MAP + MAP_CONSTANT + phash_portable(t, exact);
    if (term_is_float(t)) {
        uint32_t low, high;
        float_words(t, &low, &high);
        return h * PRIME_FLOAT + (low ^ high);
    }
    if (term_is_big(t)) {
        const struct big *b = term_pointer(t);
        return old_words(b->limbs, b->box.n, b->sign < 0, h);
    }
    if (term_is_fun(t) && term_closure(t)->flags == CLOSURE_EXTERNAL) {
        const struct closure *f = term_closure(t);
        h = (h * PRIME_EXTERNAL + f->arity) * PRIME_BYTE + phash_atom(f->module);
        return h * PRIME_BYTE + phash_atom(f->name);
    }
    *exact = false;
    return h * PRIME_EXTERNAL;
}

uint32_t phash_old(term t, bool *exact) {
    uint32_t h = 0;
    agenda todo = {0};
    vec_push(&todo, t);
    while (todo.n && term_visit()) {
        t = vec_pop(&todo);
        if (t == MARK_TAIL) {
            h *= PRIME_TAIL;
        } else if (t == MARK_WORD) {
            h = h * PRIME_TUPLE + (uint32_t)vec_pop(&todo);
        } else if (term_is_cons(t)) {
            h = old_list(&todo, t, h);
        } else if (term_is_tuple(t)) {
            vec_push(&todo, term_tuple(t)->n);
            vec_push(&todo, MARK_WORD);
            push_reversed(&todo, term_tuple(t)->at, term_tuple(t)->n);
        } else {
            h = old_leaf(t, h, exact);
        }
    }
    vec_free(&todo);
    return h;
}
