// SPDX-License-Identifier: Apache-2.0
// Inside of the dump reader (dump.c, dump_term.c): a cursor over bytes that are not to be trusted. Every
// function that returns false has filled the diag with the place and the trouble.
#ifndef FRISK_ERLANG_DUMP_READER_H
#define FRISK_ERLANG_DUMP_READER_H

#include "base/diag.h"
#include "base/vec.h"
#include "erlang/term/term.h"

// First bytes of terms.
enum {
    BYTE_NIL,
    BYTE_ATOM,
    BYTE_ATOM_AGAIN,
    BYTE_INTEGER,
    BYTE_BIG,
    BYTE_FLOAT,
    BYTE_LIST,
    BYTE_IMPROPER,
    BYTE_STRING,
    BYTE_TUPLE,
    BYTE_MAP,
    BYTE_BITS,
    BYTE_EXTERNAL,
    BYTE_TABLE,
    BYTE_OPAQUE,
    BYTE_SMALL = 0x40,     // 64 integers
    BYTE_KNOWN_ATOM = 0x80 // 128 atoms
};

struct term_frame {
    uint8_t kind;   // first byte of the term that waits for its parts
    uint32_t arity; // of a table
    uint32_t base;  // its first part on the stack of values
    uint64_t left;  // parts still to come
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

void dump_reader_init(struct dump_reader *r, const uint8_t *bytes, size_t n, size_t at, struct arena *a,
                      struct diag *d);
void dump_reader_free(struct dump_reader *r);
bool dump_reader_fail(struct dump_reader *r, const char *what);  // returns false
bool dump_reader_promise(struct dump_reader *r, uint64_t parts); // room for so many more parts, a byte each?
bool dump_reader_varint_long(struct dump_reader *r, uint64_t *out);
bool dump_reader_bytes(struct dump_reader *r, uint64_t n, const uint8_t **out);
bool dump_reader_atom(struct dump_reader *r, symbol *out); // a term that must be an atom
bool dump_reader_term(struct dump_reader *r, term *out);

static inline bool reader_byte(struct dump_reader *r, uint8_t *out) {
    if (r->at == r->n) return dump_reader_fail(r, "it ends too early");
    *out = r->bytes[r->at++];
    return true;
}

static inline bool dump_reader_varint(struct dump_reader *r, uint64_t *out) {
    if (r->at == r->n || r->bytes[r->at] > 127) return dump_reader_varint_long(r, out);
    *out = r->bytes[r->at++];
    return true;
}

// At most max.
static inline bool reader_varint32(struct dump_reader *r, uint32_t max, uint32_t *out) {
    uint64_t v = 0;
    if (!dump_reader_varint(r, &v)) return false;
    if (v > max) return dump_reader_fail(r, "a number is too large");
    *out = (uint32_t)v;
    return true;
}

static inline int64_t unzigzag(uint64_t z) {
    return (int64_t)(z >> 1) ^ -(int64_t)(z & 1);
}

#endif
