// SPDX-License-Identifier: Apache-2.0
// Bit strings with symbolic parts: for the bit syntax, and for the rules of built-in functions.
#ifndef FRISK_ERLANG_DECIDE_BITS_H
#define FRISK_ERLANG_DECIDE_BITS_H

#include "erlang/machine/decide.h"
#include "erlang/term/bits.h"

// A bit string term (symbolic or plain, known to be one) as an expression, and its size.
struct bits_view {
    term plain;
    expr_id e, size; // sort Term; sort Int, in bits
    uint64_t bits;   // the size in this run
};
struct bits_view bits_view_of(struct interp *ip, term t);

// Makes an integer expression a literal on this path: which value it has is decided, counting up from 0. *v:
// its value in this run. False: it is too large for that.
bool decide_bits_settle(struct interp *ip, expr_id *e, int64_t *v);
// Where in some simple bit string, or join of known sizes, bits at.. of t are. What is not known of it is
// decided.
struct bits_place {
    expr_id t;
    uint64_t at;
};
bool bits_place(struct interp *ip, expr_id t, expr_id at, uint64_t width, struct bits_place *out);
// The number in a field (f.at is not used) that is `plain` in this run; symbolic if it can be expressed, else
// a loss.
term decide_bits_read(struct interp *ip, const struct bits_view *v, expr_id at, struct bit_field f,
                      term plain);
void decide_bits_lose(struct interp *ip, const struct bits_view *v);
term decide_bits_slice(struct interp *ip, const struct bits_view *v, expr_id at, expr_id size,
                       uint64_t plain_at, uint64_t plain_size);

// An integer that is known to be a code point, in UTF-8; how many bytes it takes is decided.
expr_id decide_bits_encode_utf8(struct interp *ip, term code_point);

// ---- Matching and building, where a bit string, position or size has symbolic parts ----
bool decide_bits_get(struct interp *ip, term bits, term *position, uint32_t spec, term size, term *value,
                     uint32_t next, uint32_t fail);
bool decide_bits_end(struct interp *ip, term bits, term position, uint32_t next, uint32_t fail);
bool decide_bits_build(struct interp *ip, const uint32_t *words, uint32_t n, const term *base,
                       const term *constants, term *result);
// TRUTH_OPEN: neither is a bit string with symbolic parts of its own (see expr_is_composite).
enum truth decide_bits_equal(struct interp *ip, term a, term b);
int decide_bits_compare(struct interp *ip, term a, term b); // two bit strings: below, at or above 0

#endif
