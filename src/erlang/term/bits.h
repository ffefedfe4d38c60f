// SPDX-License-Identifier: Apache-2.0
// Bits inside bit strings: building (construction of binaries, bit comprehensions) and taking apart
// (matching). Positions are in bits from the start of a bit string, the most significant bit of a byte first.
#ifndef FRISK_ERLANG_BITS_H
#define FRISK_ERLANG_BITS_H

#include "erlang/term/process.h"

// ---- Building ----
// Zero-initialised is empty. The bytes grow on the heap; bits_take or bits_drop ends the builder.
// A segment that cannot be built returns false with p's exception set: badarg for a value of the wrong type
// or range, or a negative size; system_limit for a size beyond what the BEAM allows. (OTP 25: `<<X:Size/..>>`
// fails with badarg and nothing else before memory runs out, except sizes over 2^60 bits: system_limit.)
// p->no_model for over-long results.
struct bits_buffer;
struct bits_builder {
    uint8_t *bytes;
    uint64_t size;              // bits so far
    uint64_t cap;               // bytes
    struct arena *arena;        // where the bytes are, if it was begun with bits_begin
    struct bits_buffer *buffer; // what they are part of, if it was begun with bits_append
};
// A builder whose bytes, and in the end the bit string, are in the arena.
void bits_begin(struct bits_builder *b, struct arena *a);
// The first segment, Value/binary or /bits, of a builder just begun, when others are to follow. The result
// has spare room behind it, so that a loop that appends to its own result takes time in proportion to what it
// appends: where value ends at the used end of its room, it is extended in place. Nobody sees that, since who
// holds a bit string holds its size.
bool bits_append(struct process *p, struct bits_builder *b, term value, uint64_t unit);
// value: any plain term. little: least significant byte first (SEG_LITTLE, or SEG_NATIVE on this machine).
bool bits_add_integer(struct process *p, struct bits_builder *b, term value, uint64_t size, bool little);
// size 16, 32 or 64, else badarg. As in OTP 25, what is too large for 16 or 32 bits becomes infinity.
bool bits_add_float(struct process *p, struct bits_builder *b, term value, uint64_t size, bool little);
bool bits_add_utf8(struct process *p, struct bits_builder *b, term value);
bool bits_add_utf16(struct process *p, struct bits_builder *b, term value, bool little);
bool bits_add_utf32(struct process *p, struct bits_builder *b, term value, bool little);
bool bits_add_all(struct process *p, struct bits_builder *b, term value,
                  uint64_t unit); // size must be a multiple of unit
bool bits_add_part(struct process *p, struct bits_builder *b, term value,
                   uint64_t size); // the first size bits
void bits_add_raw(struct bits_builder *b, const uint8_t *from, uint64_t offset, uint64_t size);
void bits_add_bytes(struct bits_builder *b, const void *bytes, uint64_t n);
// size * unit in bits for a size given by a term: false and badarg unless a non-negative integer
// (system_limit when huge).
bool bits_segment_size(struct process *p, term size, uint64_t unit, uint64_t *bits);
term bits_take(struct bits_builder *b, struct arena *a); // a: the arena it was begun with, if any
void bits_drop(struct bits_builder *b);

// ---- Taking apart ----
// False: does not match (too few bits, a malformed code point, a float that is no number). Nothing is raised.
bool bits_get_integer(struct arena *a, term bits, uint64_t at, uint64_t size, bool is_signed, bool little,
                      term *out);
bool bits_get_float(struct arena *a, term bits, uint64_t at, uint64_t size, bool little, term *out);
bool bits_get_utf8(term bits, uint64_t at, uint32_t *code_point, uint64_t *size); // *size: bits taken
bool bits_get_utf16(term bits, uint64_t at, bool little, uint32_t *code_point, uint64_t *size);
bool bits_get_utf32(term bits, uint64_t at, bool little, uint32_t *code_point);

// n <= 56 bits from bit `at` on, as an unsigned number, the most significant first. All must be inside.
static inline uint64_t bits_word(const struct bits *b, uint64_t at, unsigned n) {
    uint64_t from = b->offset + at, word = 0;
    const uint8_t *p = b->bytes + from / 8;
    if (n == 8 && from % 8 == 0) return *p;
    unsigned end = (unsigned)(from % 8) + n, bytes = (end + 7) / 8;
    for (unsigned i = 0; i < bytes; i++) word = word << 8 | p[i];
    return word >> (bytes * 8 - end) & (((uint64_t)1 << n) - 1);
}

// ---- Bytes ----
uint8_t bits_byte(const struct bits *b, uint64_t at); // the 8 bits from bit `at` on; zeros past the end
void bits_copy(const uint8_t *from, uint64_t offset, uint64_t size,
               uint8_t *to);                   // to: whole bytes, padded with zeros
uint8_t *bits_bytes_new(const struct bits *b); // all of it, byte-aligned and zero-padded; mem_free it
// The bytes of a binary (a multiple of 8 bits): in place when aligned, else a copy in the arena.
const uint8_t *bits_bytes(struct arena *a, term binary);
uint64_t bits_byte_count(term bits); // rounded up
static inline bool bits_is_binary(term t) {
    return term_is_bits(t) && term_bits_of(t)->size % 8 == 0;
}

// IEEE 754 half precision.
double bits_half_to_double(uint16_t h);
bool bits_double_to_half(double d, uint16_t *h); // rounds to even; false: too large

#endif
