// SPDX-License-Identifier: Apache-2.0
// Terms to the encoding of doc/dump-format.md, without recursion.
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "erlang/load/dump_reader.h"
#include "erlang/load/load.h"
#include "erlang/term/map.h"

struct writer {
    struct str *out;
    struct hash_map atoms; // symbol -> number
    uint32_t n_atoms;
    VEC(term) waiting; // terms still to be written, the next one last
};

static void put_byte(struct writer *w, unsigned b) {
    str_add_char(w->out, (char)b);
}

static void put_varint(struct writer *w, uint64_t v) {
    for (; v > 127; v >>= 7) put_byte(w, (unsigned)(v & 127) | 128);
    put_byte(w, (unsigned)v);
}

static void put_atom(struct writer *w, symbol s) {
    uint32_t number = 0;
    if (!hash_map_get(&w->atoms, s, &number)) {
        hash_map_put(&w->atoms, s, w->n_atoms++);
        put_byte(w, BYTE_ATOM);
        put_varint(w, symbol_size(s));
        str_add_n(w->out, symbol_text(s), symbol_size(s));
    } else if (number < 128) {
        put_byte(w, BYTE_KNOWN_ATOM + number);
    } else {
        put_byte(w, BYTE_ATOM_AGAIN);
        put_varint(w, number);
    }
}

static void put_integer(struct writer *w, int64_t v) {
    if (v >= 0 && v < 64) {
        put_byte(w, BYTE_SMALL + (unsigned)v);
        return;
    }
    put_byte(w, BYTE_INTEGER);
    put_varint(w, (uint64_t)v << 1 ^ (uint64_t)(v >> 63));
}

static void put_big(struct writer *w, term t) {
    int64_t v = 0;
    if (term_get_int64(t, &v)) {
        put_integer(w, v);
        return;
    }
    mpz_t z;
    mpz_init(z);
    term_get_mpz(t, z);
    size_t n = (mpz_sizeinbase(z, 2) + 7) / 8, written = 0;
    uint8_t *bytes = mem_alloc(n);
    mpz_export(bytes, &written, -1, 1, 0, 0, z);
    put_byte(w, BYTE_BIG);
    put_byte(w, mpz_sgn(z) < 0);
    put_varint(w, written);
    str_add_n(w->out, (const char *)bytes, written);
    mem_free(bytes);
    mpz_clear(z);
}

static void put_float(struct writer *w, double v) {
    uint64_t word = 0;
    memcpy(&word, &v, sizeof word);
    put_byte(w, BYTE_FLOAT);
    for (int shift = 56; shift >= 0; shift -= 8) put_byte(w, word >> shift & 0xFF);
}

static void put_bits(struct writer *w, const struct bits *b) {
    put_byte(w, BYTE_BITS);
    put_varint(w, b->size);
    for (uint64_t i = 0; i < b->size; i += 8) {
        unsigned byte = 0;
        for (uint64_t k = 0; k < 8; k++) {
            uint64_t at = b->offset + i + k;
            unsigned bit = i + k < b->size ? b->bytes[at / 8] >> (7 - at % 8) & 1 : 0;
            byte = byte << 1 | bit;
        }
        put_byte(w, byte);
    }
}

static void wait_reversed(struct writer *w, uint32_t from) {
    for (uint32_t i = from, k = w->waiting.n; i + 1 < k; i++) {
        term t = w->waiting.at[i];
        w->waiting.at[i] = w->waiting.at[--k];
        w->waiting.at[k] = t;
    }
}

static void put_string(struct writer *w, term list, uint64_t n) {
    put_byte(w, BYTE_STRING);
    put_varint(w, n);
    for (; term_is_cons(list); list = term_tl(list)) put_byte(w, (unsigned)term_small_value(term_hd(list)));
}

static void put_list(struct writer *w, term list) {
    uint64_t n = 0;
    bool bytes = true;
    term t = list;
    for (; term_is_cons(t); t = term_tl(t), n++)
        bytes = bytes && term_is_small(term_hd(t)) && (uint64_t)term_small_value(term_hd(t)) < 256;
    bool proper = term_is_nil(t);
    if (proper && bytes) {
        put_string(w, list, n);
        return;
    }
    put_byte(w, proper ? BYTE_LIST : BYTE_IMPROPER);
    put_varint(w, n);
    uint32_t from = w->waiting.n;
    for (t = list; term_is_cons(t); t = term_tl(t)) vec_push(&w->waiting, term_hd(t));
    if (!proper) vec_push(&w->waiting, t);
    wait_reversed(w, from);
}

static void wait_for(struct writer *w, const term *terms, uint64_t n) {
    for (uint64_t i = n; i-- > 0;) vec_push(&w->waiting, terms[i]);
}

static void put_map(struct writer *w, term map) {
    struct map_iterator i;
    term key, value;
    uint32_t from = w->waiting.n;
    put_byte(w, BYTE_MAP);
    put_varint(w, map_size(map));
    map_iterate(&i, map);
    while (map_next(&i, &key, &value)) {
        vec_push(&w->waiting, key);
        vec_push(&w->waiting, value);
    }
    wait_reversed(w, from);
}

static bool put_fun(struct writer *w, const struct closure *c) {
    if (c->flags == CLOSURE_EXTERNAL) {
        put_byte(w, BYTE_EXTERNAL);
        put_atom(w, c->module);
        put_atom(w, c->name);
        put_varint(w, c->arity);
        return true;
    }
    if (c->flags != CLOSURE_TABLE) return false;
    put_byte(w, BYTE_TABLE);
    put_varint(w, c->arity);
    put_varint(w, c->box.n);
    wait_for(w, c->at, c->box.n);
    return true;
}

static bool put_box(struct writer *w, term t) {
    const struct box *b = term_pointer(t);
    switch ((enum box_kind)b->kind) {
    case BOX_BIG: put_big(w, t); return true;
    case BOX_FLOAT: put_float(w, term_float_value(t)); return true;
    case BOX_BITS: put_bits(w, term_bits_of(t)); return true;
    case BOX_MAP: put_map(w, t); return true;
    case BOX_FUN: return put_fun(w, term_closure(t));
    }
    return false;
}

static bool put_term(struct writer *w, term t) {
    if (term_is_small(t))
        put_integer(w, term_small_value(t));
    else if (term_is_atom(t))
        put_atom(w, term_symbol(t));
    else if (term_is_nil(t))
        put_byte(w, BYTE_NIL);
    else if (term_is_cons(t))
        put_list(w, t);
    else if (term_is_tuple(t)) {
        put_byte(w, BYTE_TUPLE);
        put_varint(w, term_tuple(t)->n);
        wait_for(w, term_tuple(t)->at, term_tuple(t)->n);
    } else
        return (t & 7) == TAG_BOX && put_box(w, t);
    return true;
}

bool dump_write_term(struct str *out, term t) {
    struct writer w = {.out = out};
    bool ok = true;
    vec_push(&w.waiting, t);
    while (ok && w.waiting.n > 0 && term_visit()) {
        term next = vec_pop(&w.waiting);
        ok = put_term(&w, next);
    }
    vec_free(&w.waiting);
    hash_map_free(&w.atoms);
    return ok;
}
