// SPDX-License-Identifier: Apache-2.0
// Sizes and parts of binaries, and those functions of module binary that do not search.
#include <string.h>

#include "base/mem.h"
#include "erlang/bif/bif_util.h"

BIF(byte_size) {
    if (!term_is_bits(args[0])) return raise_badarg(p);
    return give(result, term_small((int64_t)bits_byte_count(args[0])));
}

BIF(bit_size) {
    if (!term_is_bits(args[0])) return raise_badarg(p);
    return give(result, term_small((int64_t)term_bits_of(args[0])->size));
}

// The part {Pos, Len} of a binary; a negative length counts backwards from Pos.
static bool part(struct process *p, term t, term pos, term len, term *result) {
    if (!term_is_bits(t) || !term_is_small(pos) || !term_is_small(len)) return raise_badarg(p);
    int64_t at = term_small_value(pos), n = term_small_value(len);
    int64_t size = (int64_t)(term_bits_of(t)->size / 8);
    if (n < 0) {
        at += n;
        n = -n;
    }
    if (at < 0 || at > size || n > size - at) return raise_badarg(p);
    return give(result, term_sub_bits(p->heap, t, (uint64_t)at * 8, (uint64_t)n * 8));
}

BIF(binary_part) {
    return part(p, args[0], args[1], args[2], result);
}

BIF(binary_part2) {
    if (!term_is_tuple(args[1]) || term_tuple(args[1])->n != 2) return raise_badarg(p);
    return part(p, args[0], term_tuple(args[1])->at[0], term_tuple(args[1])->at[1], result);
}

BIF(split_binary) {
    term t = args[0];
    if (!term_is_bits(t) || !term_is_small(args[1])) return raise_badarg(p);
    int64_t at = term_small_value(args[1]);
    uint64_t size = term_bits_of(t)->size;
    if (at < 0 || (uint64_t)at > size / 8) return raise_badarg(p);
    uint64_t bits = (uint64_t)at * 8;
    term left = term_sub_bits(p->heap, t, 0, bits), right = term_sub_bits(p->heap, t, bits, size - bits);
    return give(result, term_tuple2(p->heap, left, right));
}

BIF(binary_at) {
    if (!bits_is_binary(args[0]) || !term_is_small(args[1])) return raise_badarg(p);
    int64_t at = term_small_value(args[1]);
    if (at < 0 || (uint64_t)at >= term_bits_of(args[0])->size / 8) return raise_badarg(p);
    return give(result, term_small(bits_byte(term_bits_of(args[0]), (uint64_t)at * 8)));
}

BIF(binary_first) {
    if (!bits_is_binary(args[0]) || term_bits_of(args[0])->size == 0) return raise_badarg(p);
    return give(result, term_small(bits_byte(term_bits_of(args[0]), 0)));
}

BIF(binary_last) {
    if (!bits_is_binary(args[0]) || term_bits_of(args[0])->size == 0) return raise_badarg(p);
    return give(result, term_small(bits_byte(term_bits_of(args[0]), term_bits_of(args[0])->size - 8)));
}

BIF(binary_copy) {
    if (!bits_is_binary(args[0])) return raise_badarg(p);
    return give(result, args[0]);
}

// An integer of 0 to 2^64 - 1.
static bool get_uint64(term t, uint64_t *v) {
    if (term_is_small(t)) {
        *v = (uint64_t)term_small_value(t);
        return term_small_value(t) >= 0;
    }
    if (!term_is_big(t)) return false;
    const struct big *b = term_pointer(t);
    *v = b->limbs[0];
    return b->sign > 0 && b->box.n == 1;
}

BIF(binary_copy2) {
    uint64_t times;
    if (!term_is_bits(args[0]) || !get_uint64(args[1], &times)) return raise_badarg(p);
    if (args[1] != term_small(0) && !bits_is_binary(args[0]))
        return raise_badarg(p); // none of a bit string is allowed
    uint64_t size = term_bits_of(args[0])->size / 8, all;
    // OTP 25 forgets what is beyond 64 bits of the product, and dies for want of memory below that.
    if (__builtin_mul_overflow(times, size, &all)) all = UINT64_MAX;
    if (!term_fits(p, all)) return false;
    uint8_t *copies = mem_alloc(all + 1);
    if (all) memcpy(copies, bits_bytes(p->heap, args[0]), size);
    for (uint64_t done = size; done < all; done *= 2) // what is there, once more
        memcpy(copies + done, copies, done < all - done ? done : all - done);
    *result = term_bits(p->heap, copies, all * 8);
    mem_free(copies);
    return true;
}

BIF(binary_referenced_byte_size) {
    if (!term_is_bits(args[0])) return raise_badarg(p); // bit strings are taken, too
    return no_model(p, "how much memory a binary refers to");
}

// ---- Unsigned integers ----
static bool endianness(term t, bool *little) {
    *little = t == word_little;
    return t == word_little || t == word_big;
}

static bool decode_unsigned(struct process *p, term t, term order, term *result) {
    bool little;
    if (!bits_is_binary(t) || !endianness(order, &little)) return raise_badarg(p);
    bits_get_integer(p->heap, t, 0, term_bits_of(t)->size, false, little, result);
    return true;
}

static bool encode_unsigned(struct process *p, term t, term order, term *result) {
    bool little;
    if (!term_is_integer(t) || !endianness(order, &little)) return raise_badarg(p);
    mpz_t view;
    struct num_room room;
    mpz_srcptr z = num_view(t, view, &room);
    if (mpz_sgn(z) < 0) return raise_badarg(p);
    struct bits_builder b = {0};
    bits_add_integer(p, &b, t, (mpz_sizeinbase(z, 256)) * 8, little);
    return give(result, bits_take(&b, p->heap));
}

BIF(binary_decode_unsigned) {
    return decode_unsigned(p, args[0], word_big, result);
}
BIF(binary_decode_unsigned2) {
    return decode_unsigned(p, args[0], args[1], result);
}
BIF(binary_encode_unsigned) {
    return encode_unsigned(p, args[0], word_big, result);
}
BIF(binary_encode_unsigned2) {
    return encode_unsigned(p, args[0], args[1], result);
}

// ---- Common beginnings and ends ----
// Byte i of a binary, from the front or the back.
static uint8_t byte_from(term t, uint64_t i, bool back) {
    const struct bits *b = term_bits_of(t);
    return bits_byte(b, back ? b->size - 8 - i * 8 : i * 8);
}

static bool longest_common(struct process *p, term list, bool back, term *result) {
    if (!term_is_cons(list)) return raise_badarg(p);
    term first = term_hd(list), rest = list;
    uint64_t n = UINT64_MAX;
    for (; term_is_cons(rest); rest = term_tl(rest)) {
        term t = term_hd(rest);
        if (!bits_is_binary(t)) return raise_badarg(p);
        uint64_t i = 0, size = term_bits_of(t)->size / 8;
        if (n > size) n = size;
        while (i < n && byte_from(t, i, back) == byte_from(first, i, back)) i++;
        n = i;
        if (!term_visits((uint32_t)(n / 8 + 1))) break; // the elements may share their bytes
    }
    if (!term_is_nil(rest)) return raise_badarg(p);
    return give(result, term_small((int64_t)n));
}

BIF(binary_longest_common_prefix) {
    return longest_common(p, args[0], false, result);
}
BIF(binary_longest_common_suffix) {
    return longest_common(p, args[0], true, result);
}
