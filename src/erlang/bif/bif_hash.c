// SPDX-License-Identifier: Apache-2.0
// Hashes and checksums: phash2, phash, crc32, adler32, md5.
#include <string.h>
#include <zlib.h>

#include "base/mem.h"
#include "base/vec.h"
#include "erlang/bif/bif_util.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/key_book.h"
#include "erlang/term/phash.h"

static bool hash(struct process *p, uint32_t (*f)(term t, bool *exact), term t, uint64_t range,
                 term *result) {
    bool exact = true;
    uint32_t h = f(t, &exact);
    if (!exact && !p->interp) return no_model(p, "the hash of a fun, pid, port or reference");
    if (!exact) decide_tell_varies(p, "the hash of a fun, pid, port or reference");
    const struct interp *ip = p->interp ? interp_of(p) : NULL;
    if (ip && ip->symbolic && ip->keys) key_book_add_hashed(ip->keys, t);
    return give(result, term_small((int64_t)(h % range)));
}

BIF(phash2) {
    return hash(p, phash_portable, args[0], (uint64_t)1 << 27, result);
}

static bool is_range(term t) {
    return term_is_small(t) && term_small_value(t) >= 1 && term_small_value(t) <= (int64_t)1 << 32;
}

BIF(phash2_2) {
    if (!is_range(args[1])) return raise_badarg(p);
    return hash(p, phash_portable, args[0], (uint64_t)term_small_value(args[1]), result);
}

BIF(phash) {
    if (!is_range(args[1])) return raise_badarg(p);
    if (!hash(p, phash_old, args[0], (uint64_t)term_small_value(args[1]), result)) return false;
    *result = term_small(term_small_value(*result) + 1); // 1..Range
    return true;
}

// The bytes of iodata in a builder, to be dropped by the caller. False: raised.
static bool iodata(struct process *p, term t, struct bits_builder *b) {
    bool shape = term_is_cons(t) || term_is_nil(t) || bits_is_binary(t);
    return shape ? bif_iolist_flatten(p, t, false, b) : raise_badarg(p);
}

// Whether iodata without a byte has binaries all the same.
static bool has_binary(term t) {
    VEC(term) todo = {0};
    bool found = false;
    vec_push(&todo, t);
    while (todo.n && !found) {
        t = vec_pop(&todo);
        found = bits_is_binary(t);
        if (!term_is_cons(t) || !term_visit()) continue;
        vec_push(&todo, term_tl(t));
        vec_push(&todo, term_hd(t));
    }
    vec_free(&todo);
    return found;
}

static bool checksum(struct process *p, uLong (*f)(uLong, const Bytef *, z_size_t), term start, term data,
                     term *result) {
    int64_t from;
    if (!term_get_int64(start, &from) || from < 0 || from > UINT32_MAX) return raise_badarg(p);
    struct bits_builder b = {0};
    if (!iodata(p, data, &b)) return false;
    // the VM calls zlib, which reduces the start, for each binary and byte: of [] it gives the start as it is
    if (b.size || has_binary(data))
        from = (int64_t)f((uLong)from, b.bytes ? b.bytes : (const Bytef *)"", b.size / 8);
    *result = term_small(from);
    bits_drop(&b);
    return true;
}

BIF(crc32) {
    return checksum(p, crc32_z, term_small(0), args[0], result);
}
BIF(crc32_2) {
    return checksum(p, crc32_z, args[0], args[1], result);
}
BIF(adler32) {
    return checksum(p, adler32_z, term_small(1), args[0], result);
}
BIF(adler32_2) {
    return checksum(p, adler32_z, args[0], args[1], result);
}

// ---- MD5 (RFC 1321) ----
static uint32_t rotate(uint32_t x, unsigned n) {
    return x << n | x >> (32 - n);
}

static uint32_t md5_constants[64];

__attribute__((constructor)) static void make_md5_constants(void) { // floor(2^32 * |sin(i + 1)|)
    for (int i = 0; i < 64; i++)
        md5_constants[i] =
            (uint32_t)(int64_t)__builtin_floor(__builtin_fabs(__builtin_sin(i + 1.0)) * 4294967296.0);
}

static void md5_block(uint32_t state[4], const uint8_t *block) {
    static const uint8_t turn[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t word[16], a = state[0], b = state[1], c = state[2], d = state[3];
    for (int i = 0; i < 16; i++) memcpy(&word[i], block + 4 * i, 4);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t f;
        unsigned k;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d), k = i; break;
        case 1: f = (d & b) | (~d & c), k = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d, k = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d), k = 7 * i % 16; break;
        }
        f += a + md5_constants[i] + word[k];
        a = d;
        d = c;
        c = b;
        b += rotate(f, turn[i / 16][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

BIF(md5) {
    struct bits_builder b = {0};
    if (!iodata(p, args[0], &b)) return false;
    uint64_t size = b.size;
    static const uint8_t one = 0x80, zero = 0;
    bits_add_bytes(&b, &one, 1);
    while (b.size % 512 != 448) bits_add_bytes(&b, &zero, 1);
    bits_add_bytes(&b, &size, 8);
    uint32_t state[4] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
    for (uint64_t at = 0; at < b.size / 8; at += 64) md5_block(state, b.bytes + at);
    bits_drop(&b);
    return give(result, term_bits(p->heap, (const uint8_t *)state, 128));
}
