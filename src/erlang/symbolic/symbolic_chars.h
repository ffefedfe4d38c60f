// SPDX-License-Identifier: Apache-2.0
// Characters of unknown texts, for the rules of built-in functions and the shortcuts of OTP's modules.
#ifndef FRISK_ERLANG_SYMBOLIC_CHARS_H
#define FRISK_ERLANG_SYMBOLIC_CHARS_H

#include "erlang/machine/decide.h"
#include "erlang/machine/decide_bits.h"

struct character_class {
    int64_t lo, hi, but_lo, but_hi; // but_hi < but_lo: no gap
};
extern const struct character_class chars_ascii, chars_latin1;

// Whether all are integers of the class: one decision for all of them.
bool chars_all(struct interp *ip, const term *chars, uint32_t n, struct character_class k);

// A text as its characters: of a list, or of a binary each of whose bytes is one.
struct chars {
    bool binary;
    struct bits_view view; // of the binary
    struct term_vec chars; // the caller frees it
};
// How many characters there are is decided. False: it is neither, or too long to know.
bool chars_read(struct interp *ip, term t, struct chars *out);
// Part of a text that consists of ASCII, as the same kind of term.
term chars_part(struct interp *ip, const struct chars *t, uint32_t from, uint32_t to);
// A text of these characters, all ASCII, as the same kind of term.
term chars_text(struct interp *ip, const struct chars *like, const term *chars, uint32_t n);
// The character with letters from `first` to `last` moved by `by`.
term chars_moved(struct interp *ip, term c, char first, char last, int64_t by);

#endif
