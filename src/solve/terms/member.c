// SPDX-License-Identifier: Apache-2.0
// Small members of a type, one after the other: for the keys of a map, which all differ.
#include <assert.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/vec.h"
#include "solve/grammar.h"

enum {
    DEPTH_MAX = 4, // of parts that vary: types may be recursive
};

static expr_id member_at(struct expr_store *x, const struct grammar *g, type_id t, uint32_t i,
                         uint32_t depth);

static expr_id int_member(struct expr_store *x, const struct alternative *a, uint32_t i) {
    assert(a->head == ALT_INT);
    mpz_t v;
    mpz_init_set_ui(v, i);
    if (a->has_lo && mpz_sgn(a->lo) > 0) { // counted from the end that is nearest to 0
        mpz_add_ui(v, a->lo, i);
    } else if (a->has_hi && mpz_sgn(a->hi) < 0) {
        mpz_sub_ui(v, a->hi, i);
    } else if (a->has_hi && mpz_cmp(v, a->hi) > 0) { // the negative ones come after those that are not
        mpz_sub(v, a->hi, v);
    }
    bool in = !(a->has_lo && mpz_cmp(v, a->lo) < 0) && !(a->has_hi && mpz_cmp(v, a->hi) > 0);
    expr_id out = in ? expr_int_term(x, expr_int_mpz(x, v)) : 0;
    mpz_clear(v);
    return out;
}

static expr_id atom_member(struct expr_store *x, uint32_t i) {
    char name[16];
    int n = snprintf(name, sizeof name, i < 26 ? "%c" : "%c%u", 'a' + (char)(i % 26), i / 26);
    return expr_atom(x, symbol_invent(name, (size_t)n));
}

// The letters a, b .. where a byte has room; longer ones count in their last bits.
static expr_id bits_member(struct expr_store *x, const struct alternative *a, uint32_t i) {
    assert(a->head == ALT_BITS);
    enum { ROOM = 1 << 16 };
    uint64_t size = a->base;
    if (i == 0 && size == 0) return expr_bits(x, (const uint8_t *)"", 0);
    while (a->unit && size < 8) size += a->unit;
    if (size > ROOM || size == 0 || (size < 32 && (i + (size >= 8 ? 'a' : 0)) >> size)) return 0;
    uint64_t value = size >= 8 ? 'a' + i : i;
    uint8_t *bytes = mem_zalloc(size / 8 + 1);
    for (uint64_t k = 0; k < size && k < 32; k++) {
        uint64_t at = size - 1 - k;
        bytes[at / 8] |= (uint8_t)((value >> k & 1) << (7 - at % 8));
    }
    expr_id out = expr_bits(x, bytes, size);
    mem_free(bytes);
    return out;
}

// Of a tuple or a list: one part varies, the first that can.
static expr_id parts_member(struct expr_store *x, const struct grammar *g, const struct alternative *a,
                            uint32_t i, uint32_t depth) {
    assert(a->head == ALT_CONS || a->head == ALT_TUPLE);
    VEC(expr_id) parts = {0};
    bool varied = i == 0, ready = true;
    for (uint32_t k = 0; k < a->n && ready; k++) {
        expr_id other = varied || depth == 0 ? 0 : member_at(x, g, a->parts[k], i, depth - 1);
        expr_id smallest = grammar_smallest(g, a->parts[k]);
        varied = varied || (other && other != smallest);
        ready = other || smallest;
        vec_push(&parts, other ? other : smallest);
    }
    expr_id out = 0;
    if (ready && varied)
        out = a->head == ALT_CONS ? expr_cons(x, parts.at[0], parts.at[1]) : expr_tuple(x, parts.at, a->n);
    vec_free(&parts);
    return out;
}

static expr_id alternative_member(struct expr_store *x, const struct grammar *g, const struct alternative *a,
                                  uint32_t i, uint32_t depth) {
    switch (a->head) {
    case ALT_INT: return int_member(x, a, i);
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: return expr_float_term(x, expr_float(x, i));
    case ALT_ATOM: return atom_member(x, i);
    case ALT_LITERAL: return i == 0 ? a->literal : 0;
    case ALT_BITS: return bits_member(x, a, i);
    case ALT_CONS:
    case ALT_TUPLE: return parts_member(x, g, a, i, depth);
    case ALT_PID: return expr_opaque(x, KIND_PID, i);
    case ALT_PORT: return expr_opaque(x, KIND_PORT, i);
    case ALT_REF: return expr_opaque(x, KIND_REF, i);
    case ALT_ANY_TUPLE:
    case ALT_MAP:
    case ALT_FUN:
    case ALT_ANY_FUN: return 0; // the smallest one will have to do
    }
    return 0;
}

// The alternatives take turns.
static expr_id member_at(struct expr_store *x, const struct grammar *g, type_id t, uint32_t i,
                         uint32_t depth) {
    uint32_t n = grammar_count(g, t);
    if (n == 0) return 0;
    if (i == 0) return grammar_smallest(g, t);
    return alternative_member(x, g, grammar_alternative(g, t, i % n), i / n, depth);
}

expr_id grammar_member(struct expr_store *x, const struct grammar *g, type_id t, uint32_t i) {
    return member_at(x, g, t, i, DEPTH_MAX);
}
