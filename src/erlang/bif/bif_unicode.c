// SPDX-License-Identifier: Apache-2.0
// Module unicode: chardata to lists and UTF-8 binaries. What could not be converted comes back in the shape
// it had: a stack of list tails remembers the way to where conversion stopped.
#include <string.h>

#include "base/vec.h"
#include "erlang/bif/bif_util.h"

struct converter {
    struct process *p;
    bool latin1;     // how binaries, and characters in lists, are to be read
    VEC(term) tails; // what is left of the lists around
    VEC(uint32_t) out;
    uint8_t left[4]; // the start of a character whose rest may be in the next binary
    unsigned n_left;
    term rest; // where an error was
};

// Bytes of the UTF-8 sequence that starts with this byte; 0: none does.
static unsigned sequence_size(uint8_t b) {
    return b < 0x80 ? 1 : b < 0xC0 ? 0 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : b < 0xF8 ? 4 : 0;
}

static bool read_character(const uint8_t *bytes, unsigned n, uint32_t *character) {
    _Alignas(16) struct bits view = {{BOX_BITS, 0}, 0, n * 8, bytes};
    uint64_t size;
    return bits_get_utf8((term)(uintptr_t)&view | TAG_BOX, 0, character, &size);
}

// A binary. False: stopped; c->rest is what is left of it. The bytes of a character that does not end in the
// binary stay in c->left, unchecked (so does the VM), for the next one.
static bool convert_binary(struct converter *c, term t) {
    const struct bits *b = term_bits_of(t);
    if (!term_visits((uint32_t)(b->size / 32))) return true;
    for (uint64_t at = 0; at < b->size;) {
        uint32_t character = bits_byte(b, at);
        if (c->latin1) {
            vec_push(&c->out, character);
            at += 8;
            continue;
        }
        uint8_t bytes[4];
        memcpy(bytes, c->left, sizeof bytes);
        unsigned n = c->n_left, want = sequence_size(n ? bytes[0] : (uint8_t)character);
        uint64_t from = at;
        for (; n < want && at < b->size; at += 8) bytes[n++] = bits_byte(b, at);
        if (want && n < want) {
            memcpy(c->left, bytes, sizeof bytes);
            c->n_left = n;
            return true;
        }
        if (want == 0 || !read_character(bytes, n, &character)) {
            c->rest = term_sub_bits(c->p->heap, t, from, b->size - from);
            return false;
        }
        c->n_left = 0;
        vec_push(&c->out, character);
    }
    return true;
}

// Whether the bytes left at the end may be the start of a character.
static bool left_incomplete(const struct converter *c) {
    for (unsigned i = 1; i < c->n_left; i++) {
        if ((c->left[i] & 0xC0) != 0x80) return false;
    }
    return true;
}

static bool convert_character(struct converter *c, term t) {
    int64_t v = term_is_small(t) ? term_small_value(t) : -1;
    if (c->n_left || v < 0 || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF) || (c->latin1 && v > 255))
        return false;
    vec_push(&c->out, (uint32_t)v);
    return true;
}

// The lists around a stop, innermost first.
static void wrap_rest(struct converter *c) {
    while (c->tails.n) c->rest = term_cons(c->p->heap, c->rest, vec_pop(&c->tails));
}

// False: stopped at c->rest, already in its shape.
static bool convert(struct converter *c, term t) {
    for (;;) {
        if (term_is_cons(t)) {
            term head = term_hd(t);
            if (term_is_integer(head)) {
                if (!convert_character(c, head)) break;
                t = term_tl(t);
            } else if (term_is_bits(head)) {
                if (!convert_binary(c, head)) {
                    t = term_cons(c->p->heap, c->rest, term_tl(t));
                    break;
                }
                t = term_tl(t);
            } else {
                vec_push(&c->tails, term_tl(t));
                t = head;
            }
        } else {
            if (term_is_bits(t) && !convert_binary(c, t)) {
                t = c->rest;
                break;
            }
            if (c->tails.n == 0 || !term_visit()) return true;
            t = vec_pop(&c->tails);
        }
    }
    c->rest = t;
    wrap_rest(c);
    return false;
}

// Integers, binaries and lists of them; only lists may stand at the top and be empty. The VM looks no further
// than the first integer of many words: conversion will stop there anyway.
static bool is_chardata(term t) {
    VEC(term) tails = {0};
    bool ok = true;
    for (;;) {
        if (term_is_cons(t)) {
            term head = term_hd(t);
            if (term_is_big(head)) break;
            if (term_is_cons(head)) {
                vec_push(&tails, term_tl(t));
                t = head;
                continue;
            }
            ok = term_is_small(head) || term_is_nil(head) || bits_is_binary(head);
            t = term_tl(t);
        } else {
            ok = term_is_nil(t) || bits_is_binary(t);
            if (tails.n == 0 || !term_visit()) break;
            t = vec_pop(&tails);
        }
        if (!ok) break;
    }
    vec_free(&tails);
    return ok;
}

static term converted(struct converter *c, bool binary) {
    struct arena *a = c->p->heap;
    if (!binary) {
        term list = TERM_NIL;
        for (uint32_t i = c->out.n; i-- > 0;) list = term_cons(a, term_small(c->out.at[i]), list);
        return list;
    }
    struct str s = {0};
    for (uint32_t i = 0; i < c->out.n; i++) str_add_utf8(&s, c->out.at[i]);
    term t = term_bits(a, (const uint8_t *)s.at, s.n * 8);
    str_free(&s);
    return t;
}

static bool characters_to(struct process *p, const term *args, bool binary, term *result) {
    bool latin1 = args[1] == word_latin1;
    if (!latin1 && args[1] != word_unicode && args[1] != word_utf8) return raise_badarg(p);
    if (!is_chardata(args[0])) return raise_badarg(p);
    struct converter c = {.p = p, .latin1 = latin1};
    term data = args[0];
    if (binary && term_is_cons(data) && term_is_bits(term_hd(data)) && term_is_nil(term_tl(data))) {
        data = term_hd(data); // the VM, too: seen in what is left after an error
    }
    bool whole = convert(&c, data);
    term done = converted(&c, binary), left = c.n_left ? term_bits(p->heap, c.left, c.n_left * 8) : TERM_NONE;
    if (!whole) {
        if (left != TERM_NONE) c.rest = term_cons(p->heap, left, term_cons(p->heap, c.rest, TERM_NIL));
        *result = term_tuple3(p->heap, atom_error, done, c.rest);
    } else if (left != TERM_NONE) {
        *result = term_tuple3(p->heap, left_incomplete(&c) ? word_incomplete : atom_error, done, left);
    } else {
        *result = done;
    }
    vec_free(&c.tails);
    vec_free(&c.out);
    return true;
}

BIF(unicode_characters_to_list) {
    return characters_to(p, args, false, result);
}
BIF(unicode_characters_to_binary) {
    return characters_to(p, args, true, result);
}

BIF(unicode_bin_is_7bit) {
    if (!bits_is_binary(args[0])) return give_bool(result, false);
    const struct bits *b = term_bits_of(args[0]);
    for (uint64_t at = 0; at < b->size; at += 8) {
        if (bits_byte(b, at) > 127) return give_bool(result, false);
    }
    return give_bool(result, true);
}

BIF(io_printable_range) {
    return give(result, word_latin1);
} // unless the VM was started with +pc unicode
