// SPDX-License-Identifier: Apache-2.0
// Tests of patterns on symbolic values, bit strings and maps: what the main loop leaves to a function.
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/decide_bits.h"
#include "erlang/term/arith.h"
#include "erlang/term/atoms.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"

bool match_kind(struct interp *ip, term t, kind_set kinds, uint32_t next, uint32_t fail) {
    bool truth = (decide_kind_of(t) & kinds) != 0;
    if (!term_is_sym(t) || !ip->symbolic) return truth;
    return decide_jump(ip, expr_kind(ip->exprs, term_symbolic(t)->expr, kinds), truth, fail, next);
}

bool match_tuple(struct interp *ip, term t, uint32_t n, uint32_t next, uint32_t fail) {
    term c = term_symbolic(t)->concrete;
    bool truth = term_is_tuple(c) && term_tuple(c)->n == n;
    if (!ip->symbolic) return truth;
    return decide_jump(ip, expr_arity(ip->exprs, term_symbolic(t)->expr, n), truth, fail, next);
}

// ---- Maps ----

bool match_map_get(struct interp *ip, term map, term key, term *value, uint32_t next, uint32_t fail) {
    if (term_shadowed(key)) return decide_map_find(ip, map, key, value);
    if (!term_is_sym(map)) return map_get(map, key, value);
    term plain = TERM_NIL;
    bool found = map_get(term_symbolic(map)->concrete, key, &plain);
    expr_id m = term_symbolic(map)->expr, k = value_from_term(ip->exprs, key);
    if (ip->symbolic) decide_jump(ip, expr_map_has(ip->exprs, m, k), found, fail, next);
    if (found) *value = ip->symbolic ? decide_value(ip, plain, expr_map_get(ip->exprs, m, k)) : plain;
    return found;
}

bool match_map_build(struct interp *ip, term map, const uint32_t *words, uint32_t n, const term *base,
                     const term *constants, term *result) {
#define OPERAND(w) (((w)&1 ? constants : base)[(w) >> 1])
    if (!decide_kind(ip, map, KIND_BIT(KIND_MAP)))
        return raise_error(&ip->process, term_tuple2(&ip->heap, atom_badmap, map));
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *w = words + 3 * i;
        if (!decide_map_put(ip, &map, OPERAND(w[1]), OPERAND(w[2]), w[0])) return false;
    }
    *result = map;
    return true;
}

// ---- Bit strings ----

static bool get_utf(term bits, uint64_t at, unsigned type, bool little, term *value, uint64_t *taken) {
    uint32_t code_point = 0;
    bool ok = type == SEG_UTF8    ? bits_get_utf8(bits, at, &code_point, taken)
              : type == SEG_UTF16 ? bits_get_utf16(bits, at, little, &code_point, taken)
                                  : bits_get_utf32(bits, at, little, &code_point);
    if (type == SEG_UTF32) *taken = 32;
    *value = term_small(code_point);
    return ok;
}

bool match_bits_get(struct interp *ip, term bits, term *position, uint32_t spec, term size, term *value) {
    unsigned type = spec & 15, flags = spec >> 4 & 15, unit = spec >> 8;
    bool little = flags & (SEG_LITTLE | SEG_NATIVE);
    uint64_t at = (uint64_t)term_small_value(*position), left = term_bits_of(bits)->size - at, n = 0;
    if (type >= SEG_UTF8) {
        if (!get_utf(bits, at, type, little, value, &n)) return false;
    } else if (size == atom_all) {
        if (left % unit) return false;
        n = left;
        *value = term_sub_bits(&ip->heap, bits, at, n);
    } else {
        int64_t count;
        if (!term_is_small(size) || (count = term_small_value(size)) < 0) return false;
        if (__builtin_mul_overflow((uint64_t)count, (uint64_t)unit, &n) || n > left) return false;
        if (type == SEG_INTEGER) {
            if (!bits_get_integer(&ip->heap, bits, at, n, flags & SEG_SIGNED, little, value)) return false;
        } else if (type == SEG_FLOAT) {
            if (!bits_get_float(&ip->heap, bits, at, n, little, value)) return false;
        } else {
            *value = term_sub_bits(&ip->heap, bits, at, n);
        }
    }
    *position = term_small((int64_t)(at + n));
    return true;
}

bool match_add_segment(struct interp *ip, struct bits_builder *b, uint32_t spec, term value, term size,
                       bool first) {
    struct process *p = &ip->process;
    unsigned type = spec & 15, flags = spec >> 4 & 15, unit = spec >> 8;
    bool little = flags & (SEG_LITTLE | SEG_NATIVE);
    uint64_t n = 0;
    switch (type) {
    case SEG_UTF8: return bits_add_utf8(p, b, value);
    case SEG_UTF16: return bits_add_utf16(p, b, value, little);
    case SEG_UTF32: return bits_add_utf32(p, b, value, little);
    case SEG_BINARY:
        if (size == atom_all) return first ? bits_append(p, b, value, unit) : bits_add_all(p, b, value, unit);
        return bits_segment_size(p, size, unit, &n) && bits_add_part(p, b, value, n);
    case SEG_FLOAT: return bits_segment_size(p, size, unit, &n) && bits_add_float(p, b, value, n, little);
    default: return bits_segment_size(p, size, unit, &n) && bits_add_integer(p, b, value, n, little);
    }
}

bool match_bits_build(struct interp *ip, const uint32_t *words, uint32_t n, const term *base,
                      const term *constants, term *result) {
    term shadow = 0;
    for (uint32_t i = 0; i < n; i++) shadow |= OPERAND(words[3 * i + 1]) | OPERAND(words[3 * i + 2]);
    if (shadow & TERM_SHADOW) return decide_bits_build(ip, words, n, base, constants, result);
    struct bits_builder b;
    bits_begin(&b, &ip->heap);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *w = words + 3 * i;
        if (!match_add_segment(ip, &b, w[0], OPERAND(w[1]), OPERAND(w[2]), i == 0 && n > 1)) {
            bits_drop(&b);
            return false;
        }
    }
    *result = bits_take(&b, &ip->heap);
    return true;
}
