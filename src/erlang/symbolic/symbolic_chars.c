// SPDX-License-Identifier: Apache-2.0
#include "erlang/symbolic/symbolic_chars.h"

#include "erlang/term/value.h"
#include "expr/pieces.h"

const struct character_class chars_ascii = {0, 127, 1, 0}, chars_latin1 = {0, 255, 1, 0};

static bool in_class(term t, const struct character_class *k) {
    if (!term_is_small(t)) return false;
    int64_t c = term_small_value(t);
    return c >= k->lo && c <= k->hi && (c < k->but_lo || c > k->but_hi);
}

bool chars_all(struct interp *ip, const term *chars, uint32_t n, struct character_class k) {
    VEC(expr_id) parts = {0};
    bool truth = true;
    for (uint32_t i = 0; i < n; i++) {
        if (!in_class(decide_plain(ip, chars[i]), &k)) {
            truth = false;
            if (!term_is_sym(chars[i])) vec_push(&parts, EXPR_FALSE);
        }
        if (!term_is_sym(chars[i]) || !ip->symbolic) continue;
        struct expr_store *x = ip->exprs;
        expr_id e = term_symbolic(chars[i])->expr, v = expr_ival(x, e);
        vec_push(&parts, expr_kind(x, e, KIND_BIT(KIND_INT)));
        vec_push(&parts, expr_within(x, v, k.lo, k.hi));
        if (k.but_lo <= k.but_hi) vec_push(&parts, expr_not(x, expr_within(x, v, k.but_lo, k.but_hi)));
    }
    if (ip->symbolic) decide_condition(ip, expr_and(ip->exprs, parts.at, parts.n), truth);
    vec_free(&parts);
    return truth;
}

// ---- Texts ----

static bool read_binary(struct interp *ip, term t, struct chars *out) {
    struct bits_view *v = &out->view;
    const struct bit_field byte = {0, 8, 0};
    int64_t bits;
    if (!decide_kind(ip, t, KIND_BIT(KIND_BINARY))) return false;
    *v = bits_view_of(ip, t);
    expr_id size = v->size;
    if (ip->symbolic && !decide_bits_settle(ip, &size, &bits)) return false;
    for (uint64_t at = 0; at + 8 <= v->bits; at += 8)
        vec_push(&out->chars, decide_bits_read(ip, v, expr_int(ip->exprs, (int64_t)at), byte,
                                               term_small(bits_byte(term_bits_of(v->plain), at))));
    return true;
}

bool chars_read(struct interp *ip, term t, struct chars *out) {
    *out = (struct chars){.binary = decide_kind(ip, t, KINDS_BITS)};
    return out->binary ? read_binary(ip, t, out) : decide_elements(ip, t, &out->chars);
}

term chars_part(struct interp *ip, const struct chars *t, uint32_t from, uint32_t to) {
    if (!t->binary) return term_list(&ip->heap, t->chars.at + from, to - from, TERM_NIL);
    uint64_t at = (uint64_t)from * 8, size = (uint64_t)(to - from) * 8;
    return decide_bits_slice(ip, &t->view, expr_int(ip->exprs, (int64_t)at),
                             expr_int(ip->exprs, (int64_t)size), at, size);
}

term chars_text(struct interp *ip, const struct chars *like, const term *chars, uint32_t n) {
    if (!like->binary) return term_list(&ip->heap, chars, n, TERM_NIL);
    struct bits_builder b;
    VEC(expr_id) parts = {0};
    bits_begin(&b, &ip->heap);
    for (uint32_t i = 0; i < n; i++) {
        uint8_t byte = (uint8_t)term_small_value(decide_plain(ip, chars[i]));
        bits_add_bytes(&b, &byte, 1);
        if (ip->symbolic)
            vec_push(&parts, expr_bits_put(ip->exprs, decide_expr(ip, chars[i]),
                                           (struct bit_field){0, 8, FIELD_FITS}));
    }
    term t = bits_take(&b, &ip->heap);
    if (ip->symbolic) t = decide_value(ip, t, expr_concat(ip->exprs, parts.at, parts.n));
    vec_free(&parts);
    return t;
}

term chars_moved(struct interp *ip, term c, char first, char last, int64_t by) {
    int64_t v = term_small_value(decide_plain(ip, c));
    term moved = term_small(v >= first && v <= last ? v + by : v);
    if (!term_is_sym(c) || !ip->symbolic) return moved;
    struct expr_store *x = ip->exprs;
    expr_id i = expr_ival(x, term_symbolic(c)->expr), zero = expr_int(x, 0);
    expr_id above = expr_ite(x, expr_int_lt(x, i, expr_int(x, last + 1)), expr_int(x, by), zero);
    expr_id added = expr_ite(x, expr_int_lt(x, i, expr_int(x, first)), zero, above);
    return decide_value(ip, moved, expr_int_term(x, expr_arith(x, EXPR_ADD_OP, i, added)));
}
