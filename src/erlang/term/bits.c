// SPDX-License-Identifier: Apache-2.0
#include "erlang/term/bits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "erlang/term/arith.h"

// ---- Bytes ----
uint8_t bits_byte(const struct bits *b, uint64_t at) {
    if (at >= b->size) return 0;
    uint64_t from = b->offset + at, left = b->size - at;
    const uint8_t *p = b->bytes + from / 8;
    unsigned shift = from % 8, byte = (unsigned)p[0] << shift;
    if (shift && left > 8 - shift) byte |= p[1] >> (8 - shift);
    return (uint8_t)(left >= 8 ? byte : byte & (0xFF00u >> left));
}

void bits_copy(const uint8_t *from, uint64_t offset, uint64_t size, uint8_t *to) {
    if (size == 0) return;
    uint64_t n = (size + 7) / 8;
    from += offset / 8;
    unsigned shift = offset % 8;
    if (shift == 0) {
        memcpy(to, from, n);
    } else {
        for (uint64_t i = 0; i < n; i++) {
            unsigned byte = (unsigned)from[i] << shift;
            if (size - i * 8 > 8 - shift) byte |= from[i + 1] >> (8 - shift);
            to[i] = (uint8_t)byte;
        }
    }
    if (size % 8) to[n - 1] &= (uint8_t)(0xFF00u >> size % 8);
}

uint8_t *bits_bytes_new(const struct bits *b) {
    uint8_t *bytes = mem_alloc((b->size + 7) / 8 + 1);
    bits_copy(b->bytes, b->offset, b->size, bytes);
    return bytes;
}

uint64_t bits_byte_count(term bits) {
    return (term_bits_of(bits)->size + 7) / 8;
}

const uint8_t *bits_bytes(struct arena *a, term binary) {
    const struct bits *b = term_bits_of(binary);
    if (b->offset % 8 == 0) return b->bytes + b->offset / 8;
    uint8_t *copy = arena_alloc(a, (b->size + 7) / 8);
    bits_copy(b->bytes, b->offset, b->size, copy);
    return copy;
}

// ---- Half precision (IEEE 754: 1 sign, 5 exponent, 10 fraction bits) ----
double bits_half_to_double(uint16_t h) {
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double v;
    if (exponent == 31) {
        v = fraction ? NAN : INFINITY;
    } else if (exponent == 0) {
        v = ldexp(fraction, -24);
    } else {
        v = ldexp(1024 + fraction, exponent - 25);
    }
    return h >> 15 ? -v : v;
}

bool bits_double_to_half(double d, uint16_t *h) {
    unsigned sign = signbit(d) ? 0x8000 : 0;
    d = fabs(d);
    if (d >= 65520) return false; // rounds beyond 65504, the largest
    if (d < 0x1p-14) {            // subnormal: multiples of 2^-24
        *h = (uint16_t)(sign | (unsigned)nearbyint(ldexp(d, 24)));
        return true;
    }
    int exponent;
    double m = frexp(d, &exponent);                        // d = m * 2^exponent, 0.5 <= m < 1
    unsigned fraction = (unsigned)nearbyint(ldexp(m, 11)); // 1024..2048
    unsigned biased = (unsigned)(exponent + 14) << 10;     // 2048 carries into the exponent
    *h = (uint16_t)(sign | (biased + fraction - 1024));
    return true;
}

// ---- Building ----
// Room that one bit string after another grows into. Several share it; each sees only its own size.
struct bits_buffer {
    uint64_t used; // bits; the longest bit string in it
    uint64_t cap;  // bytes
    uint8_t bytes[];
};
struct growing { // a bit string with box.n == 1: the first bits of the buffer
    struct bits bits;
    struct bits_buffer *buffer;
};
enum { LEAST_BUFFER = 64 };

static void reserve_in_arena(struct bits_builder *b, uint64_t cap) {
    uint64_t head = b->buffer ? sizeof *b->buffer : 0;
    if (!b->bytes || !arena_resize_last(b->arena, b->bytes - head, b->cap + head, cap + head)) {
        uint8_t *block = arena_alloc(b->arena, cap + head);
        if (b->buffer) {
            b->buffer = (struct bits_buffer *)block;
            b->buffer->used = b->size;
        }
        if (b->bytes) memcpy(block + head, b->bytes, (b->size + 7) / 8);
        b->bytes = block + head;
    }
    if (b->buffer) b->buffer->cap = cap;
    b->cap = cap;
}

static void reserve(struct bits_builder *b, uint64_t more_bits) {
    uint64_t want = (b->size + more_bits + 7) / 8 + 1;
    if (want <= b->cap) return;
    uint64_t cap = b->cap ? b->cap : 32;
    while (cap < want) cap *= 2;
    if (b->arena) {
        reserve_in_arena(b, cap);
        return;
    }
    b->bytes = mem_realloc(b->bytes, cap);
    b->cap = cap;
}

void bits_begin(struct bits_builder *b, struct arena *a) {
    *b = (struct bits_builder){.arena = a};
}

bool bits_append(struct process *p, struct bits_builder *b, term value, uint64_t unit) {
    assert(unit > 0 && b->arena && b->size == 0);
    if (!term_is_bits(value) || term_bits_of(value)->size % unit) return raise_badarg(p);
    const struct bits *v = term_bits_of(value);
    struct bits_buffer *buffer = v->box.n ? ((const struct growing *)v)->buffer : NULL;
    if (buffer && buffer->used == v->size) {
        b->buffer = buffer;
        b->bytes = buffer->bytes;
        b->size = v->size;
        b->cap = buffer->cap;
        return true;
    }
    uint64_t bytes = (v->size + 7) / 8, cap = 2 * bytes < LEAST_BUFFER ? LEAST_BUFFER : 2 * bytes;
    if (!term_fits(p, bytes)) return false;
    b->buffer = arena_alloc(b->arena, sizeof *b->buffer + cap);
    *b->buffer = (struct bits_buffer){.cap = cap};
    b->bytes = b->buffer->bytes;
    b->cap = cap;
    bits_copy(v->bytes, v->offset, v->size, b->bytes);
    b->size = v->size;
    return true;
}

// The n low bits of byte, n <= 8. Room must be there.
static void put(struct bits_builder *b, unsigned byte, unsigned n) {
    unsigned used = b->size % 8;
    uint8_t *p = b->bytes + b->size / 8;
    unsigned left = (byte << (8 - n)) & 0xFF;
    if (used == 0) {
        p[0] = (uint8_t)left;
    } else {
        p[0] = (uint8_t)((p[0] & (0xFF00u >> used)) | left >> used);
        if (n > 8 - used) p[1] = (uint8_t)(left << (8 - used));
    }
    b->size += n;
}

void bits_add_raw(struct bits_builder *b, const uint8_t *from, uint64_t offset, uint64_t size) {
    if (size == 0) return;
    reserve(b, size);
    if (b->size % 8 == 0) {
        bits_copy(from, offset, size, b->bytes + b->size / 8);
        b->size += size;
        return;
    }
    struct bits view = {{BOX_BITS, 0}, offset, size, from};
    for (uint64_t at = 0; at < size; at += 8) {
        unsigned n = size - at < 8 ? (unsigned)(size - at) : 8;
        put(b, (unsigned)bits_byte(&view, at) >> (8 - n), n);
    }
}

void bits_add_bytes(struct bits_builder *b, const void *bytes, uint64_t n) {
    bits_add_raw(b, bytes, 0, n * 8);
}

// Byte i, counted from the least significant, of an integer in two's complement.
struct octets {
    const mp_limb_t *limbs;
    uint64_t n, lowest; // limbs; index of the lowest limb that is not 0 (negative numbers)
    bool negative;
    mp_limb_t small;
};

static void octets_init(struct octets *o, term integer) {
    o->negative = false;
    if (term_is_small(integer)) {
        int64_t v = term_small_value(integer);
        o->negative = v < 0;
        o->small = v < 0 ? (mp_limb_t)-v : (mp_limb_t)v;
        o->limbs = &o->small;
        o->n = 1;
    } else {
        const struct big *big = term_pointer(integer);
        o->negative = big->sign < 0;
        o->limbs = big->limbs;
        o->n = big->box.n;
    }
    o->lowest = 0;
    while (o->negative && o->limbs[o->lowest] == 0) o->lowest++;
}

static uint8_t octet(const struct octets *o, uint64_t i) {
    uint64_t limb = i / 8;
    mp_limb_t word = limb < o->n ? o->limbs[limb] : 0;
    if (o->negative) word = limb < o->lowest ? 0 : limb == o->lowest ? -word : ~word;
    return (uint8_t)(word >> i % 8 * 8);
}

bool bits_add_integer(struct process *p, struct bits_builder *b, term value, uint64_t size, bool little) {
    if (!term_is_integer(value)) return raise_badarg(p);
    if (!term_fits(p, (b->size + size) / 8)) return false;
    reserve(b, size);
    if (size == 8 && b->size % 8 == 0 && term_is_small(value)) { // most segments are bytes
        b->bytes[b->size / 8] = (uint8_t)term_small_value(value);
        b->size += 8;
        return true;
    }
    struct octets o;
    octets_init(&o, value);
    uint64_t whole = size / 8;
    unsigned rest = size % 8;
    if (little) {
        for (uint64_t i = 0; i < whole; i++) put(b, octet(&o, i), 8);
        if (rest) put(b, octet(&o, whole), rest);
    } else {
        if (rest) put(b, octet(&o, whole), rest);
        for (uint64_t i = whole; i-- > 0;) put(b, octet(&o, i), 8);
    }
    return true;
}

// The bits of a float of that size; false: not representable.
static bool float_word(double d, uint64_t size, uint64_t *word) {
    if (size == 64) {
        memcpy(word, &d, sizeof d);
        return true;
    }
    if (size == 32) {
        float f = (float)d;
        uint32_t w;
        memcpy(&w, &f, sizeof w);
        *word = w;
        return true;
    }
    uint16_t h = 0;
    if (size != 16) return false;
    if (!bits_double_to_half(d, &h)) h = d < 0 ? 0xFC00 : 0x7C00; // as for 32 bits: infinity
    *word = h;
    return true;
}

static void put_word(struct bits_builder *b, uint64_t word, unsigned bytes, bool little) {
    reserve(b, bytes * 8);
    for (unsigned i = 0; i < bytes; i++)
        put(b, (unsigned)(word >> 8 * (little ? i : bytes - 1 - i)) & 0xFF, 8);
}

bool bits_add_float(struct process *p, struct bits_builder *b, term value, uint64_t size, bool little) {
    double d;
    uint64_t word;
    if (!term_is_number(value) || !num_to_double(value, &d) || !float_word(d, size, &word))
        return raise_badarg(p);
    put_word(b, word, (unsigned)size / 8, little);
    return true;
}

static bool code_point(struct process *p, term value, uint32_t *c) {
    int64_t v = term_is_small(value) ? term_small_value(value) : -1;
    if (v < 0 || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF)) return raise_badarg(p);
    *c = (uint32_t)v;
    return true;
}

bool bits_add_utf8(struct process *p, struct bits_builder *b, term value) {
    uint32_t c = 0;
    if (!code_point(p, value, &c)) return false;
    if (c < 0x80) {
        put_word(b, c, 1, false);
    } else if (c < 0x800) {
        put_word(b, 0xC080 | (c >> 6) << 8 | (c & 0x3F), 2, false);
    } else if (c < 0x10000) {
        put_word(b, 0xE08080 | (c >> 12) << 16 | (c >> 6 & 0x3F) << 8 | (c & 0x3F), 3, false);
    } else {
        put_word(b, 0xF0808080 | (c >> 18) << 24 | (c >> 12 & 0x3F) << 16 | (c >> 6 & 0x3F) << 8 | (c & 0x3F),
                 4, false);
    }
    return true;
}

bool bits_add_utf16(struct process *p, struct bits_builder *b, term value, bool little) {
    uint32_t c = 0;
    if (!code_point(p, value, &c)) return false;
    if (c >= 0x10000) {
        put_word(b, 0xD800 | (c - 0x10000) >> 10, 2, little);
        c = 0xDC00 | ((c - 0x10000) & 0x3FF);
    }
    put_word(b, c, 2, little);
    return true;
}

bool bits_add_utf32(struct process *p, struct bits_builder *b, term value, bool little) {
    uint32_t c = 0;
    if (!code_point(p, value, &c)) return false;
    put_word(b, c, 4, little);
    return true;
}

bool bits_add_part(struct process *p, struct bits_builder *b, term value, uint64_t size) {
    if (!term_is_bits(value) || term_bits_of(value)->size < size) return raise_badarg(p);
    if (!term_fits(p, (b->size + size) / 8)) return false;
    bits_add_raw(b, term_bits_of(value)->bytes, term_bits_of(value)->offset, size);
    return true;
}

bool bits_add_all(struct process *p, struct bits_builder *b, term value, uint64_t unit) {
    assert(unit > 0);
    if (!term_is_bits(value) || term_bits_of(value)->size % unit) return raise_badarg(p);
    return bits_add_part(p, b, value, term_bits_of(value)->size);
}

bool bits_segment_size(struct process *p, term size, uint64_t unit, uint64_t *bits) {
    if (term_is_big(size) && ((struct big *)term_pointer(size))->sign > 0) return raise_system_limit(p);
    if (!term_is_small(size) || term_small_value(size) < 0) return raise_badarg(p);
    if (__builtin_mul_overflow((uint64_t)term_small_value(size), unit, bits)) return raise_system_limit(p);
    return true;
}

// The builder's own bytes become the bit string.
static term take_in_arena(struct bits_builder *b) {
    static const uint8_t nothing[1];
    struct growing *t;
    if (b->buffer) {
        b->buffer->used = b->size;
        t = arena_alloc(b->arena, sizeof *t);
        t->buffer = b->buffer;
    } else {
        if (b->bytes) arena_resize_last(b->arena, b->bytes, b->cap, (b->size + 7) / 8);
        t = arena_alloc(b->arena, sizeof t->bits);
    }
    t->bits = (struct bits){{BOX_BITS, b->buffer != NULL}, 0, b->size, b->bytes ? b->bytes : nothing};
    return (term)(uintptr_t)t | TAG_BOX;
}

term bits_take(struct bits_builder *b, struct arena *a) {
    assert(!b->arena || b->arena == a);
    if (b->arena) return take_in_arena(b);
    term t = term_bits(a, b->bytes, b->size);
    bits_drop(b);
    return t;
}

void bits_drop(struct bits_builder *b) {
    if (!b->arena) mem_free(b->bytes);
    *b = (struct bits_builder){0};
}

// ---- Taking apart ----
static bool inside(term bits, uint64_t at, uint64_t size) {
    uint64_t all = term_bits_of(bits)->size;
    return at <= all && size <= all - at;
}

static uint64_t word_be(const struct bits *b, uint64_t at, unsigned bytes) {
    uint64_t w = 0;
    for (unsigned i = 0; i < bytes; i++) w = w << 8 | bits_byte(b, at + i * 8);
    return w;
}

static uint64_t word_of(const struct bits *b, uint64_t at, unsigned bytes, bool little) {
    uint64_t w = word_be(b, at, bytes);
    return little ? __builtin_bswap64(w) >> (64 - 8 * bytes) : w;
}

// Up to 56 bits.
static int64_t short_integer(const struct bits *b, uint64_t at, unsigned size, bool is_signed, bool little) {
    unsigned whole = size / 8, rest = size % 8;
    uint64_t v = 0;
    struct bits part = {{BOX_BITS, 0}, b->offset + at, size, b->bytes};
    if (little) {
        for (unsigned i = 0; i < whole; i++) v |= (uint64_t)bits_byte(&part, i * 8) << i * 8;
        if (rest) v |= (uint64_t)(bits_byte(&part, whole * 8) >> (8 - rest)) << whole * 8;
    } else {
        v = word_be(&part, 0, whole);
        if (rest) v = v << rest | bits_byte(&part, whole * 8) >> (8 - rest);
    }
    if (is_signed && v >> (size - 1)) return (int64_t)v - ((int64_t)1 << size);
    return (int64_t)v;
}

bool bits_get_integer(struct arena *a, term bits, uint64_t at, uint64_t size, bool is_signed, bool little,
                      term *out) {
    if (!inside(bits, at, size)) return false;
    const struct bits *b = term_bits_of(bits);
    if (size <= 56) {
        *out = term_small(size ? short_integer(b, at, (unsigned)size, is_signed, little) : 0);
        return true;
    }
    uint64_t n = (size + 7) / 8;
    unsigned rest = size % 8;
    uint8_t *bytes = mem_alloc(n + 1);
    bits_copy(b->bytes, b->offset + at, size, bytes);
    mpz_t v;
    mpz_init(v);
    if (little && rest) bytes[n - 1] >>= 8 - rest;
    mpz_import(v, n, little ? -1 : 1, 1, 0, 0, bytes);
    if (!little && rest) mpz_tdiv_q_2exp(v, v, 8 - rest);
    if (is_signed && mpz_tstbit(v, size - 1)) {
        mpz_t modulus;
        mpz_init_set_ui(modulus, 1);
        mpz_mul_2exp(modulus, modulus, size);
        mpz_sub(v, v, modulus);
        mpz_clear(modulus);
    }
    *out = term_mpz(a, v);
    mpz_clear(v);
    mem_free(bytes);
    return true;
}

bool bits_get_float(struct arena *a, term bits, uint64_t at, uint64_t size, bool little, term *out) {
    if ((size != 16 && size != 32 && size != 64) || !inside(bits, at, size)) return false;
    uint64_t word = word_of(term_bits_of(bits), at, (unsigned)size / 8, little);
    double d;
    if (size == 64) {
        memcpy(&d, &word, sizeof d);
    } else if (size == 32) {
        uint32_t w = (uint32_t)word;
        float f;
        memcpy(&f, &w, sizeof f);
        d = f;
    } else {
        d = bits_half_to_double((uint16_t)word);
    }
    if (!isfinite(d)) return false;
    *out = term_float(a, d);
    return true;
}

bool bits_get_utf8(term bits, uint64_t at, uint32_t *c, uint64_t *size) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (!inside(bits, at, 8)) return false;
    const struct bits *b = term_bits_of(bits);
    uint8_t first = bits_byte(b, at);
    unsigned n = first < 0x80   ? 1
                 : first < 0xC0 ? 0
                 : first < 0xE0 ? 2
                 : first < 0xF0 ? 3
                 : first < 0xF8 ? 4
                                : 0;
    if (n == 0 || !inside(bits, at, n * 8)) return false;
    uint32_t v = n == 1 ? first : first & (0x7Fu >> n);
    for (unsigned i = 1; i < n; i++) {
        uint8_t next = bits_byte(b, at + i * 8);
        if ((next & 0xC0) != 0x80) return false;
        v = v << 6 | (next & 0x3F);
    }
    if (v < least[n] || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF)) return false;
    *c = v;
    *size = n * 8;
    return true;
}

bool bits_get_utf16(term bits, uint64_t at, bool little, uint32_t *c, uint64_t *size) {
    if (!inside(bits, at, 16)) return false;
    const struct bits *b = term_bits_of(bits);
    uint32_t high = (uint32_t)word_of(b, at, 2, little);
    if (high < 0xD800 || high > 0xDFFF) {
        *c = high;
        *size = 16;
        return true;
    }
    if (high > 0xDBFF || !inside(bits, at, 32)) return false;
    uint32_t low = (uint32_t)word_of(b, at + 16, 2, little);
    if (low < 0xDC00 || low > 0xDFFF) return false;
    *c = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    *size = 32;
    return true;
}

bool bits_get_utf32(term bits, uint64_t at, bool little, uint32_t *c) {
    if (!inside(bits, at, 32)) return false;
    uint32_t v = (uint32_t)word_of(term_bits_of(bits), at, 4, little);
    if (v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF)) return false;
    *c = v;
    return true;
}
