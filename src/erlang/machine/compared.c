// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/compared.h"

#include "erlang/code/code.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/key_book.h"
#include "erlang/term/bits.h"
#include "explore/inputs/seen_text.h"

enum { MOST_PARTS = 5, DEEPEST = 4 };

static bool is_text(term t) {
    return t == TERM_NIL || term_is_cons(t) || decide_kind_of(t) == KIND_BIT(KIND_BINARY);
}

// Of a plain term.
static bool read_text(term t, struct seen_text *out) {
    out->n = 0;
    if (!is_text(t)) return false;
    if (t != TERM_NIL && !term_is_cons(t)) {
        const struct bits *b = term_bits_of(t);
        for (uint64_t at = 0; at < b->size && out->n <= SEEN_TEXT_LONGEST; at += 8)
            out->at[out->n++] = bits_byte(b, at);
        return out->n <= SEEN_TEXT_LONGEST;
    }
    for (; term_is_cons(t) && out->n <= SEEN_TEXT_LONGEST; t = term_tl(t)) {
        term c = term_hd(t);
        if (!term_is_small(c) || term_small_value(c) < 0 || term_small_value(c) > UINT16_MAX) return false;
        out->at[out->n++] = (uint16_t)term_small_value(c);
    }
    return t == TERM_NIL;
}

static void want(struct interp *ip, uint64_t what, const struct seen_text *seen,
                 const struct seen_text *wanted) {
    uint64_t site = ip->f->site_base + (uint64_t)(ip->pc - ip->f->code);
    seen_text_wants(ip->trace, site, what, seen, wanted);
}

// Of one character a decision is made anyway.
static void want_text(struct interp *ip, const struct seen_text *seen, const struct seen_text *wanted) {
    if (wanted->n > 1) want(ip, seen_text_hash(wanted), seen, wanted);
}

// Plain terms; bounded in their depth.
static void compare(struct interp *ip, term seen, term wanted, uint32_t depth) {
    struct seen_text s, w;
    if (seen == wanted || depth == DEEPEST) return;
    if (is_text(seen) && read_text(wanted, &w) && w.n) {
        if (read_text(seen, &s)) want_text(ip, &s, &w);
        return;
    }
    if (term_is_tuple(seen) && term_is_tuple(wanted) && term_tuple(seen)->n == term_tuple(wanted)->n)
        for (uint64_t i = 0; i < term_tuple(seen)->n; i++)
            compare(ip, term_tuple(seen)->at[i], term_tuple(wanted)->at[i], depth + 1);
    for (uint32_t n = 0; term_is_cons(seen) && term_is_cons(wanted) && n < SEEN_TEXT_LONGEST; n++) {
        compare(ip, term_hd(seen), term_hd(wanted), depth + 1);
        seen = term_tl(seen);
        wanted = term_tl(wanted);
    }
}

void compared_terms(struct interp *ip, term a, term b) {
    if (!ip->trace || term_is_small(a) || term_is_atom(a) || term_is_small(b) || term_is_atom(b)) return;
    bool of_a = term_shadowed(a), of_b = term_shadowed(b);
    term x = decide_plain(ip, a), y = decide_plain(ip, b);
    if (of_a) compare(ip, x, y, 0);
    if (of_b) compare(ip, y, x, 0);
}

void compared_part(struct interp *ip, term text, term part, enum compared_part how) {
    struct seen_text s, p, wanted = {.n = 0};
    if (!ip->trace || !term_shadowed(text) || term_shadowed(part) || !read_text(part, &p) || !p.n ||
        !read_text(decide_plain(ip, text), &s))
        return;
    uint32_t n = seen_text_count(&s, &p);
    if (how == COMPARED_BEGIN ? seen_text_holds(&s, &p, 0) : n >= (how == COMPARED_SPLIT ? MOST_PARTS : 1))
        return;
    if (how == COMPARED_SPLIT) {
        seen_text_another_part(&s, &p, &wanted);
    } else {
        seen_text_add(&wanted, how == COMPARED_BEGIN ? &p : &s);
        seen_text_add(&wanted, how == COMPARED_BEGIN ? &s : &p);
    }
    want(ip, hash_mix(seen_text_hash(&p), how) + n, &s, &wanted);
}

void compared_number(struct interp *ip, term text) {
    static const struct seen_text number = {{'1'}, 1};
    struct seen_text s;
    if (!ip->trace || !term_shadowed(text) || !read_text(decide_plain(ip, text), &s)) return;
    if (!seen_text_is_number(&s)) want(ip, 1, &s, &number);
}

void compared_size(struct interp *ip, term text) {
    enum { LARGEST = 64 };
    struct seen_text s, wanted;
    const expr_id *literals;
    int64_t size;
    if (!ip->trace || !ip->keys || !term_shadowed(text) || !read_text(decide_plain(ip, text), &s)) return;
    for (uint32_t i = 0, n = key_book_literals(ip->keys, &literals); i < n; i++) {
        const struct expr_store *x = ip->exprs;
        if (expr_op(x, literals[i]) != EXPR_INT_OP ||
            !expr_get_int64(x, expr_arg(x, literals[i], 0), &size) || size < 1 || size > LARGEST)
            continue;
        wanted = s;
        seen_text_resize(&wanted, (uint32_t)size);
        want(ip, wanted.n, &s, &wanted);
    }
}

void compared_pattern(struct interp *ip, term text, const char *pattern, size_t n) {
    enum { SAMPLES = 3 };
    struct seen_text s, wanted;
    if (!ip->trace || !term_shadowed(text) || n > SEEN_TEXT_LONGEST || !read_text(decide_plain(ip, text), &s))
        return;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        seen_text_sample(pattern, (uint32_t)n, i, &wanted);
        want(ip, hash_bytes(pattern, n), &s, &wanted);
    }
}

// ---- Bit strings ----

// A literal integer of whole bytes, as the text that it is.
static bool read_number(term t, uint64_t bits, struct seen_text *out) {
    mpz_t z;
    out->n = (uint32_t)(bits / 8);
    if (bits % 8 || bits > 8 * SEEN_TEXT_LONGEST || !term_is_integer(t)) return false;
    mpz_init(z);
    term_get_mpz(t, z);
    for (uint32_t i = out->n; i-- > 0; mpz_tdiv_q_2exp(z, z, 8))
        out->at[i] = (uint16_t)(mpz_get_ui(z) & 0xFF);
    mpz_clear(z);
    return true;
}

// A run of literal segments is one number in the code (compile_case.c), which is tested at once.
static bool tested_text(const struct interp *ip, const uint32_t *pc, struct seen_text *out, bool *to_end) {
    const term *constants = ip->f->constants;
    uint64_t bits = pc[4];
    const uint32_t *test = pc + 6;
    if (*pc == OP_BITS_GET) {
        bool literal = pc[4] == (SEG_INTEGER | 1u << 8) && pc[5] & 1 && term_is_small(constants[pc[5] >> 1]);
        if (!literal || term_small_value(constants[pc[5] >> 1]) < 0) return false;
        bits = (uint64_t)term_small_value(constants[pc[5] >> 1]);
        test = pc + 7;
    }
    if ((*test != OP_TEST_WORD && *test != OP_TEST_LITERAL) || test[1] != OPERAND_SLOT(pc[1])) return false;
    *to_end = test[5] == OP_BITS_END;
    return read_number(constants[test[2]], bits, out);
}

void compared_bits(struct interp *ip, term bits, term position, const uint32_t *pc) {
    struct seen_text seen = {.n = 0}, wanted;
    bool to_end;
    if (!ip->trace || !tested_text(ip, pc, &wanted, &to_end)) return;
    const struct bits *b = term_bits_of(decide_plain(ip, bits));
    uint64_t at = (uint64_t)term_small_value(decide_plain(ip, position)), n = b->size - at;
    if (n % 8 || n > 8 * SEEN_TEXT_LONGEST) return;
    for (; at < b->size; at += 8) seen.at[seen.n++] = bits_byte(b, at);
    if (to_end)
        want_text(ip, &seen, &wanted);
    else if (!seen_text_holds(&seen, &wanted, 0)) {
        uint64_t what = seen_text_hash(&wanted);
        seen_text_add(&wanted, &seen);
        want(ip, what, &seen, &wanted);
    }
}
