// SPDX-License-Identifier: Apache-2.0
// The term encoding of doc/dump-format.md, read without recursion; dump_write.c writes it.
#include "erlang/load/dump_reader.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "erlang/load/load.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"

// ---- The cursor ----

void dump_reader_init(struct dump_reader *r, const uint8_t *bytes, size_t n, size_t at, struct arena *a,
                      struct diag *d) {
    *r = (struct dump_reader){.bytes = bytes, .n = n, .at = at < n ? at : n, .a = a, .d = d};
}

void dump_reader_free(struct dump_reader *r) {
    vec_free(&r->atoms);
    vec_free(&r->values);
    vec_free(&r->frames);
}

bool dump_reader_fail(struct dump_reader *r, const char *what) {
    return diag_set(r->d, DIAG_ANALYSIS, "damaged dump: %s at byte %zu", what, r->at);
}

bool dump_reader_promise(struct dump_reader *r, uint64_t parts) {
    uint64_t left = r->n - r->at;
    if (parts > left || r->pending > left - parts)
        return dump_reader_fail(r, "more parts promised than bytes left");
    r->pending += parts;
    return true;
}

bool dump_reader_varint_long(struct dump_reader *r, uint64_t *out) {
    uint64_t v = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t b = 0;
        if (!reader_byte(r, &b)) return false;
        if (shift == 63 && b > 1) return dump_reader_fail(r, "a number of more than 64 bits");
        v |= (uint64_t)(b & 127) << shift;
        if (b < 128) break;
    }
    *out = v;
    return true;
}

bool dump_reader_bytes(struct dump_reader *r, uint64_t n, const uint8_t **out) {
    if (n > r->n - r->at) return dump_reader_fail(r, "it ends too early");
    *out = r->bytes + r->at;
    r->at += n;
    return true;
}

static bool valid_utf8(const uint8_t *s, size_t n) {
    size_t i = 0;
    while (i < n) {
        unsigned more = s[i] < 0x80   ? 0
                        : s[i] < 0xC2 ? 9
                        : s[i] < 0xE0 ? 1
                        : s[i] < 0xF0 ? 2
                        : s[i] < 0xF5 ? 3
                                      : 9;
        if (more == 9 || more >= n - i) return false;
        uint32_t c = more ? s[i] & (0x3Fu >> more) : s[i];
        for (unsigned k = 1; k <= more; k++) {
            if ((s[i + k] & 0xC0) != 0x80) return false;
            c = c << 6 | (s[i + k] & 0x3F);
        }
        if ((more == 2 && c < 0x800) || (more == 3 && (c < 0x10000 || c > 0x10FFFF))) return false;
        i += more + 1;
    }
    return true;
}

static bool new_atom(struct dump_reader *r, term *out) {
    uint32_t n = 0;
    const uint8_t *text = NULL;
    if (!reader_varint32(r, 255 * 4, &n) || !dump_reader_bytes(r, n, &text)) return false;
    if (!valid_utf8(text, n)) return dump_reader_fail(r, "an atom is not UTF-8");
    symbol s = symbol_intern((const char *)text, n);
    vec_push(&r->atoms, s);
    *out = term_atom(s);
    return true;
}

static bool known_atom(struct dump_reader *r, uint64_t number, term *out) {
    if (number >= r->atoms.n) return dump_reader_fail(r, "an atom's number is unknown");
    *out = term_atom(r->atoms.at[number]);
    return true;
}

bool dump_reader_atom(struct dump_reader *r, symbol *out) {
    term t = TERM_NONE;
    if (!dump_reader_term(r, &t)) return false;
    if (!term_is_atom(t)) return dump_reader_fail(r, "an atom is missing");
    *out = term_symbol(t);
    return true;
}

// ---- Terms without parts ----

static bool read_integer(struct dump_reader *r, term *out) {
    uint64_t z = 0;
    if (!dump_reader_varint(r, &z)) return false;
    *out = term_int(r->a, unzigzag(z));
    return true;
}

static bool read_big(struct dump_reader *r, term *out) {
    uint8_t negative = 0;
    uint64_t n = 0;
    const uint8_t *bytes = NULL;
    if (!reader_byte(r, &negative) || !dump_reader_varint(r, &n) || !dump_reader_bytes(r, n, &bytes))
        return false;
    if (negative > 1) return dump_reader_fail(r, "an integer's sign is neither 0 nor 1");
    mpz_t v;
    mpz_init(v);
    mpz_import(v, n, -1, 1, 0, 0, bytes);
    if (negative) mpz_neg(v, v);
    *out = term_mpz(r->a, v);
    mpz_clear(v);
    return true;
}

static bool read_float(struct dump_reader *r, term *out) {
    const uint8_t *bytes = NULL;
    if (!dump_reader_bytes(r, 8, &bytes)) return false;
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word = word << 8 | bytes[i];
    double v = 0;
    memcpy(&v, &word, sizeof v);
    if (!isfinite(v)) return dump_reader_fail(r, "a float is not finite");
    *out = term_float(r->a, v);
    return true;
}

static bool read_string(struct dump_reader *r, term *out) {
    uint64_t n = 0;
    const uint8_t *bytes = NULL;
    if (!dump_reader_varint(r, &n) || !dump_reader_bytes(r, n, &bytes)) return false;
    term list = TERM_NIL;
    while (n > 0) list = term_cons(r->a, term_small(bytes[--n]), list);
    *out = list;
    return true;
}

static bool read_bits(struct dump_reader *r, term *out) {
    uint64_t size = 0;
    const uint8_t *bytes = NULL;
    if (!dump_reader_varint(r, &size)) return false;
    if (!dump_reader_bytes(r, size / 8 + (size % 8 != 0), &bytes)) return false;
    *out = term_bits(r->a, bytes, size);
    return true;
}

// What inputs have: a pid, port or reference by its number, or any fun of an arity.
static bool read_opaque(struct dump_reader *r, term *out) {
    static const unsigned kinds[] = {IMM_PID, IMM_PORT, IMM_REF};
    enum { ANY_FUN = sizeof kinds / sizeof *kinds };
    uint8_t kind = 0;
    uint32_t number = 0;
    if (!reader_byte(r, &kind) || !reader_varint32(r, kind == ANY_FUN ? 255 : UINT32_MAX, &number))
        return false;
    if (kind > ANY_FUN) return dump_reader_fail(r, "an opaque term of unknown kind");
    *out = kind == ANY_FUN ? value_any_fun(r->a, number) : term_imm(kinds[kind], number);
    return true;
}

// ---- Terms with parts ----

static bool open_frame(struct dump_reader *r, uint8_t kind, uint64_t parts) {
    if (!dump_reader_promise(r, parts)) return false;
    if (r->frames.n == UINT32_MAX) return dump_reader_fail(r, "terms are nested too deeply");
    vec_push(&r->frames, (struct term_frame){kind, 0, r->values.n, parts});
    return true;
}

static bool read_parts(struct dump_reader *r, uint8_t kind, bool *opened, term *out) {
    uint64_t n = 0;
    uint32_t arity = 0;
    if (kind == BYTE_TABLE && !reader_varint32(r, 255, &arity)) return false;
    if (kind != BYTE_EXTERNAL && !dump_reader_varint(r, &n)) return false;
    if (n > UINT32_MAX / 4) return dump_reader_fail(r, "a term has too many parts");
    *opened = true;
    switch (kind) {
    case BYTE_EXTERNAL: return open_frame(r, kind, 2);
    case BYTE_MAP:
        if (n > 0) return open_frame(r, kind, 2 * n);
        *out = map_empty;
        break;
    case BYTE_TUPLE:
        if (n > 0) return open_frame(r, kind, n);
        *out = term_tuple_of(r->a, NULL, 0);
        break;
    case BYTE_TABLE:
        if (n % (arity + 1) != 1 % (arity + 1)) return dump_reader_fail(r, "a fun's table has a broken row");
        if (n == 0) return dump_reader_fail(r, "a fun's table has no default");
        if (!open_frame(r, kind, n)) return false;
        vec_last(&r->frames).arity = arity;
        return true;
    case BYTE_IMPROPER:
        if (n == 0) return dump_reader_fail(r, "an improper list has no element");
        return open_frame(r, kind, n + 1);
    default:
        if (n > 0) return open_frame(r, kind, n);
        *out = TERM_NIL;
    }
    *opened = false;
    return true;
}

// One term, or the beginning of one with parts (*opened).
static bool read_one(struct dump_reader *r, bool *opened, term *out) {
    uint8_t b = 0;
    uint64_t number = 0;
    *opened = false;
    if (!reader_byte(r, &b)) return false;
    if (b >= BYTE_KNOWN_ATOM) return known_atom(r, b - BYTE_KNOWN_ATOM, out);
    if (b >= BYTE_SMALL) {
        *out = term_small(b - BYTE_SMALL);
        return true;
    }
    switch (b) {
    case BYTE_NIL: *out = TERM_NIL; return true;
    case BYTE_ATOM: return new_atom(r, out);
    case BYTE_ATOM_AGAIN: return dump_reader_varint(r, &number) && known_atom(r, number, out);
    case BYTE_INTEGER: return read_integer(r, out);
    case BYTE_BIG: return read_big(r, out);
    case BYTE_FLOAT: return read_float(r, out);
    case BYTE_STRING: return read_string(r, out);
    case BYTE_BITS: return read_bits(r, out);
    case BYTE_OPAQUE: return read_opaque(r, out);
    case BYTE_LIST:
    case BYTE_IMPROPER:
    case BYTE_TUPLE:
    case BYTE_MAP:
    case BYTE_TABLE:
    case BYTE_EXTERNAL: return read_parts(r, b, opened, out);
    default: return dump_reader_fail(r, "a term of unknown kind");
    }
}

static bool close_map(struct dump_reader *r, const term *parts, uint32_t n, term *out) {
    term map = map_empty;
    for (uint32_t i = 0; i < n; i += 2) map = map_put(r->a, map, parts[i], parts[i + 1]);
    if (map_size(map) != n / 2) return dump_reader_fail(r, "a map has a key twice");
    *out = map;
    return true;
}

static bool close_external(struct dump_reader *r, const term *parts, term *out) {
    uint32_t arity = 0;
    if (!reader_varint32(r, 255, &arity)) return false;
    if (!term_is_atom(parts[0]) || !term_is_atom(parts[1])) return dump_reader_fail(r, "a fun has no name");
    struct closure *c = ARENA_NEW(r->a, struct closure);
    c->box.kind = BOX_FUN;
    c->arity = arity;
    c->flags = CLOSURE_EXTERNAL;
    c->module = term_symbol(parts[0]);
    c->name = term_symbol(parts[1]);
    *out = (term)(uintptr_t)c | TAG_BOX;
    return true;
}

static void close_table(struct dump_reader *r, const term *parts, uint32_t n, uint32_t arity, term *out) {
    struct closure *c = arena_zalloc(r->a, sizeof *c + n * sizeof c->at[0]);
    c->box = (struct box){BOX_FUN, n};
    c->arity = arity;
    c->flags = CLOSURE_TABLE;
    memcpy(c->at, parts, n * sizeof c->at[0]);
    *out = (term)(uintptr_t)c | TAG_BOX;
}

static bool close_frame(struct dump_reader *r, struct term_frame f, term *out) {
    const term *parts = r->values.at + f.base;
    uint32_t n = r->values.n - f.base;
    switch (f.kind) {
    case BYTE_TUPLE: *out = term_tuple_of(r->a, parts, n); return true;
    case BYTE_LIST: *out = term_list(r->a, parts, n, TERM_NIL); return true;
    case BYTE_IMPROPER: *out = term_list(r->a, parts, n - 1, parts[n - 1]); return true;
    case BYTE_MAP: return close_map(r, parts, n, out);
    case BYTE_TABLE: close_table(r, parts, n, f.arity, out); return true;
    default: return close_external(r, parts, out);
    }
}

bool dump_reader_term(struct dump_reader *r, term *out) {
    uint32_t bottom = r->frames.n, floor = r->values.n;
    for (;;) {
        term t = TERM_NONE;
        bool opened = false;
        if (r->frames.n > bottom) r->pending--;
        if (!read_one(r, &opened, &t)) return false;
        if (opened) continue;
        // A finished term is a part of the innermost open one, which it may finish in turn.
        for (;;) {
            if (r->frames.n == bottom) {
                r->values.n = floor;
                *out = t;
                return true;
            }
            vec_push(&r->values, t);
            struct term_frame *top = &vec_last(&r->frames);
            if (--top->left > 0) break;
            struct term_frame done = vec_pop(&r->frames);
            if (!close_frame(r, done, &t)) return false;
            r->values.n = done.base;
        }
    }
}

bool dump_read_term(const uint8_t *bytes, size_t n, size_t *at, struct arena *a, term *out, struct diag *d) {
    struct dump_reader r;
    dump_reader_init(&r, bytes, n, *at, a, d);
    bool ok = dump_reader_term(&r, out);
    *at = r.at;
    dump_reader_free(&r);
    return ok;
}
