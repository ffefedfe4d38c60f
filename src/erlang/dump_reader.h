// SPDX-License-Identifier: Apache-2.0
// Inside of the dump reader (dump.c, dump_term.c): a cursor over bytes that are not to be trusted. Every
// function that returns false has filled the diag with the place and the trouble.
#ifndef FRISK_ERLANG_DUMP_READER_H
#define FRISK_ERLANG_DUMP_READER_H

#include "base/diag.h"
#include "base/vec.h"
#include "erlang/term.h"

struct term_frame {
    uint8_t kind;  // first byte of the term that waits for its parts
    uint64_t left; // parts still to come
    uint32_t base; // its first part on the stack of values
};

struct dump_reader {
    const uint8_t *bytes;
    size_t n, at;
    // Parts promised by what was read so far and not begun. Each takes a byte at least, so more of them than
    // bytes left is a lie, found before any memory is taken for them: memory stays linear in the size of the
    // input.
    uint64_t pending;
    struct arena *a;
    struct diag *d;
    VEC(symbol) atoms; // by number, in order of first appearance
    VEC(term) values;
    VEC(struct term_frame) frames;
};

void reader_init(struct dump_reader *r, const uint8_t *bytes, size_t n, size_t at, struct arena *a,
                 struct diag *d);
void reader_free(struct dump_reader *r);
bool reader_fail(struct dump_reader *r, const char *what);  // returns false
bool reader_promise(struct dump_reader *r, uint64_t parts); // room for so many more parts, a byte each?
bool reader_byte(struct dump_reader *r, uint8_t *out);
bool reader_varint(struct dump_reader *r, uint64_t *out);
bool reader_varint32(struct dump_reader *r, uint32_t max, uint32_t *out); // at most max
bool reader_bytes(struct dump_reader *r, uint64_t n, const uint8_t **out);
bool reader_atom(struct dump_reader *r, symbol *out); // a term that must be an atom
bool reader_term(struct dump_reader *r, term *out);
static inline int64_t unzigzag(uint64_t z) {
    return (int64_t)(z >> 1) ^ -(int64_t)(z & 1);
}

#endif
