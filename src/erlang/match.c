// SPDX-License-Identifier: Apache-2.0
// Tests of patterns on symbolic values, bit strings and maps: what the main loop leaves to a function.
#include "erlang/arith.h"
#include "erlang/atoms.h"
#include "erlang/bits.h"
#include "erlang/call.h"
#include "erlang/decide.h"
#include "erlang/map.h"
#include "erlang/symbolic_bits.h"
#include "erlang/value.h"

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

// ---- Literal switches ----
// When a symbolic value first meets a literal of a case, all literals that later clauses test at the same
// place (and that can still be reached) are put to one n-way choice. So a function of hundreds of clauses
// costs one decision for each argument it looks at, not hundreds.

static term strip(term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : t;
}

// What is known of a condition on a symbolic value. Only what the path has decided may count here, not the
// concrete value: the choice must be the same for all runs that come this way.
static bool may_hold(struct interp *ip, expr_id condition) {
    return condition != EXPR_FALSE && facts_test(ip->trace->facts, condition) != TRUTH_FALSE;
}

// Whether a value may equal a literal.
static bool literal_may_match(struct interp *ip, term lit, term value) {
    if (!term_shadowed(value)) return term_equal(lit, value);
    if (term_is_sym(value))
        return may_hold(ip, expr_eq(ip->exprs, term_symbolic(value)->expr, value_from_term(ip->exprs, lit)));
    return term_tag(lit) == term_tag(value);
}

// Whether the pattern may match, as far as shapes and literals go (maps and bit strings are taken to match).
static bool pattern_may_match(struct interp *ip, const struct core *pat, term value) {
    for (;;) {
        expr_id e = term_is_sym(value) ? term_symbolic(value)->expr : EXPR_NONE;
        switch (pat->tag) {
        case CORE_ALIAS: pat = pat->kid[1]; continue;
        case CORE_LITERAL: return literal_may_match(ip, pat->lit, value);
        case CORE_CONS:
            if (e) return may_hold(ip, expr_kind(ip->exprs, e, KIND_BIT(KIND_CONS)));
            if (!term_is_cons(value) || !pattern_may_match(ip, pat->kid[0], term_hd(value))) return false;
            pat = pat->kid[1];
            value = term_tl(value);
            continue;
        case CORE_TUPLE:
            if (e) return may_hold(ip, expr_arity(ip->exprs, e, pat->n));
            if (!term_is_tuple(value) || term_tuple(value)->n != pat->n) return false;
            for (uint32_t i = 0; i < pat->n; i++)
                if (!pattern_may_match(ip, pat->kid[i], term_tuple(value)->at[i])) return false;
            return true;
        default: return true;
        }
    }
}

// A part of a value that is known to be a cons or a tuple.
static term selected(struct interp *ip, term value, uint16_t selector) {
    if (selector >= SELECT_ELEM) return decide_element(ip, value, selector - SELECT_ELEM);
    term hd, tl;
    decide_parts(ip, value, &hd, &tl);
    return selector == SELECT_HD ? hd : tl;
}

// The literal that the pattern tests at the end of the path, if what it tests before that may match; else
// TERM_NONE.
static term literal_at(struct interp *ip, const struct core *pat, term value, const uint16_t *path,
                       uint32_t n) {
    for (uint32_t i = 0;; i++) {
        while (pat->tag == CORE_ALIAS) pat = pat->kid[1];
        if (i == n) return pat->tag == CORE_LITERAL ? pat->lit : TERM_NONE;
        term c = strip(value);
        uint32_t before, at; // children tested before the one on the path
        if (path[i] >= SELECT_ELEM) {
            if (pat->tag != CORE_TUPLE || !term_is_tuple(c) || term_tuple(c)->n != pat->n) return TERM_NONE;
            before = at = path[i] - SELECT_ELEM;
        } else {
            if (pat->tag != CORE_CONS || !term_is_cons(c)) return TERM_NONE;
            before = at = path[i] == SELECT_HD ? 0 : 1;
        }
        for (uint32_t j = 0; j < before; j++) {
            uint16_t selector = (uint16_t)(pat->tag == CORE_TUPLE ? SELECT_ELEM + j : SELECT_HD);
            if (!pattern_may_match(ip, pat->kid[j], selected(ip, value, selector))) return TERM_NONE;
        }
        value = selected(ip, value, path[i]);
        pat = pat->kid[at];
    }
}

static term scrutinee(const struct interp *ip, uint32_t o) {
    return (o & 1 ? ip->f->constants : ip->base)[o >> 1];
}

struct candidates {
    VEC(term) values;
    VEC(uint32_t) points;
    struct hash_map seen; // by hash: the last candidate with it
};

static void add_candidate(struct candidates *c, term value, uint32_t point) {
    uint64_t hash = term_hash(value);
    uint32_t i;
    if (hash_map_get(&c->seen, hash, &i)) {
        if (term_equal(c->values.at[i], value)) return;
        for (i = 0; i < c->values.n; i++) // two values with one hash: rare
            if (term_equal(c->values.at[i], value)) return;
    }
    hash_map_put(&c->seen, hash, c->values.n);
    vec_push(&c->values, value);
    vec_push(&c->points, point);
}

static void gather(struct interp *ip, const struct literal_test *test, struct candidates *out) {
    const struct case_info *c = &ip->f->cases[test->case_index];
    for (uint32_t row = test->row; row + 1 < c->core->n; row++) {
        const struct core *clause = c->core->kid[row + 1];
        bool viable = true;
        for (uint32_t i = 0; i < test->column && viable && row > test->row; i++)
            viable = pattern_may_match(ip, clause->kid[i], scrutinee(ip, c->operands[i]));
        if (!viable) continue;
        term lit = literal_at(ip, clause->kid[test->column], scrutinee(ip, c->operands[test->column]),
                              test->path, test->path_length);
        if (lit != TERM_NONE) add_candidate(out, lit, ip->f->site_base + c->row_pc[row]);
    }
}

bool match_word(struct interp *ip, term t, term literal, uint32_t test, uint32_t next, uint32_t fail) {
    if (!term_is_sym(t)) return decide_equal(ip, t, literal);
    bool truth = term_equal(term_symbolic(t)->concrete, literal);
    if (!ip->symbolic) return truth;
    expr_id same = expr_eq(ip->exprs, term_symbolic(t)->expr, value_from_term(ip->exprs, literal));
    if (test == NO_TEST || facts_test(ip->trace->facts, same) != TRUTH_OPEN)
        return decide_jump(ip, same, truth, fail, next);
    struct candidates c = {0};
    gather(ip, &ip->f->literal_tests[test], &c);
    if (c.values.n < 2) {
        decide_jump(ip, same, truth, fail, next);
    } else {
        vec_push(&c.points, decide_inner_point(ip, UINT32_MAX));
        decide_among(ip, t, c.values.at, c.values.n, c.points.at);
    }
    vec_free(&c.values);
    vec_free(&c.points);
    hash_map_free(&c.seen);
    return truth;
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

// first: the first of several. Plain terms only.
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
    if (shadow & TERM_SHADOW) return symbolic_bits_build(ip, words, n, base, constants, result);
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
