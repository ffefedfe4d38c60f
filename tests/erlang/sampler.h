// SPDX-License-Identifier: Apache-2.0
// Random terms and random members of types, for tests that compare with the real VM or with what was claimed.
#ifndef FRISK_TESTS_ERLANG_SAMPLER_H
#define FRISK_TESTS_ERLANG_SAMPLER_H

#include <stdint.h>

#include "solve/grammar.h"

static uint64_t rng_state;
static uint32_t rng(uint32_t below) {
    rng_state = rng_state * 6364136223846793005u + 1442695040888963407u;
    uint32_t r = (uint32_t)(rng_state >> 33);
    return below ? r % below : 0;
}

static expr_id random_int(struct expr_store *x) {
    static const int64_t edges[] = {0,  1,  -1, 2,   3,   7,    10, 31,    48,
                                    57, 65, 97, 255, 256, 1000, -7, 65535, 1114111};
    switch (rng(12)) {
    case 0: {
        mpz_t z;
        mpz_init(z);
        mpz_ui_pow_ui(z, 2, 40 + rng(60));
        mpz_add_ui(z, z, rng(5));
        if (rng(2)) mpz_neg(z, z);
        expr_id e = expr_int_mpz(x, z);
        mpz_clear(z);
        return e;
    }
    case 1: return expr_int(x, (int64_t)rng(200) - 100);
    default: return expr_int(x, edges[rng(sizeof edges / sizeof *edges)]);
    }
}

static expr_id random_float(struct expr_store *x) {
    static const double edges[] = {0.0,  1.0,  -1.0, 0.5, 1.5,        2.5,  3.0,
                                   1e10, 1e22, 1e-7, 0.1, 123456.789, -0.3, 1e300};
    double d = edges[rng(sizeof edges / sizeof *edges)];
    return expr_float(x, rng(3) ? d : d * (1 + rng(1000) / 7.0));
}

static expr_id random_atom(struct expr_store *x) {
    static const char *const names[] = {"a",         "b",     "true",  "false", "ok", "error",
                                        "undefined", "lists", "Zebra", "x y",   ""};
    return expr_atom(x, symbol_of(names[rng(sizeof names / sizeof *names)]));
}

static expr_id random_bits(struct expr_store *x, uint64_t base, uint64_t unit) {
    uint8_t bytes[64];
    uint64_t size = base + unit * rng(unit == 1 ? 40 : 6);
    if (size > 8 * sizeof bytes) size = base <= 8 * sizeof bytes ? base : 0;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = rng(3) ? (uint8_t)(97 + rng(26)) : (uint8_t)rng(256);
    if (size % 8) bytes[size / 8] &= (uint8_t)(0xFF << (8 - size % 8));
    return expr_bits(x, bytes, size);
}

static expr_id sample(struct expr_store *x, const struct grammar *g, type_id t, int depth);

static expr_id random_term(struct expr_store *x, int depth) {
    switch (rng(depth > 0 ? 11 : 6)) {
    case 0:
    case 1: return expr_int_term(x, random_int(x));
    case 2: return expr_float_term(x, random_float(x));
    case 3: return random_atom(x);
    case 4: return EXPR_NIL;
    case 5: return random_bits(x, 0, rng(2) ? 8 : 1);
    case 6: {
        expr_id elems[4];
        uint32_t n = rng(4);
        for (uint32_t i = 0; i < n; i++) elems[i] = random_term(x, depth - 1);
        return expr_tuple(x, elems, n);
    }
    case 7: {
        expr_id pairs[8];
        uint32_t n = rng(4);
        for (uint32_t i = 0; i < n; i++) {
            pairs[2 * i] = expr_int_term(x, expr_int(x, i + (int64_t)rng(3) * 10));
            pairs[2 * i + 1] = random_term(x, depth - 1);
        }
        return expr_map(x, pairs, n);
    }
    default: {
        expr_id list = rng(12) ? EXPR_NIL : random_term(x, 0);
        for (uint32_t n = rng(5); n; n--) list = expr_cons(x, random_term(x, depth - 1), list);
        return list;
    }
    }
}

static expr_id sample_int(struct expr_store *x, const struct alternative *a) {
    for (int i = 0; i < 30; i++) {
        expr_id e = random_int(x);
        mpz_t z;
        mpz_init(z);
        expr_get_mpz(x, e, z);
        bool fits = (!a->has_lo || mpz_cmp(z, a->lo) >= 0) && (!a->has_hi || mpz_cmp(z, a->hi) <= 0);
        mpz_clear(z);
        if (fits) return e;
    }
    mpz_t z;
    mpz_init(z);
    if (a->has_lo && a->has_hi) {
        mpz_sub(z, a->hi, a->lo);
        uint32_t span = mpz_fits_uint_p(z) && mpz_get_ui(z) < 1000000 ? (uint32_t)mpz_get_ui(z) + 1 : 1;
        mpz_add_ui(z, a->lo, rng(span));
    } else {
        mpz_set(z, a->has_lo ? a->lo : a->hi);
    }
    expr_id e = expr_int_mpz(x, z);
    mpz_clear(z);
    return e;
}

static expr_id sample_map(struct expr_store *x, const struct grammar *g, const struct alternative *a,
                          int depth) {
    expr_id pairs[32];
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n && n < 16; i++) {
        if (!a->fields[i].mandatory && rng(2)) continue;
        expr_id key = sample(x, g, a->fields[i].key, depth - 1),
                value = sample(x, g, a->fields[i].value, depth - 1);
        bool twice = key == 0 || value == 0;
        for (uint32_t j = 0; j < n; j++) twice |= pairs[2 * j] == key;
        if (twice) continue;
        pairs[2 * n] = key;
        pairs[2 * n + 1] = value;
        n++;
    }
    return expr_map(x, pairs, n);
}

// A random member of the type; 0 where none can be made (pids and the like).
static expr_id sample(struct expr_store *x, const struct grammar *g, type_id t, int depth) {
    if (t == TYPE_ANY) return random_term(x, depth > 2 ? 2 : depth);
    uint32_t n = grammar_count(g, t);
    if (n == 0) return 0;
    if (depth <= 0) return grammar_smallest(g, t);
    const struct alternative *a = grammar_alternative(g, t, rng(n));
    expr_id parts[64];
    switch (a->head) {
    case ALT_INT: return expr_int_term(x, sample_int(x, a));
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: return expr_float_term(x, random_float(x));
    case ALT_ATOM: return random_atom(x);
    case ALT_LITERAL: return a->literal;
    case ALT_CONS: { // mostly one level of depth for a whole list
        expr_id hd = sample(x, g, a->parts[0], depth - 1),
                tl = sample(x, g, a->parts[1], rng(3) ? depth : depth - 1);
        return hd && tl ? expr_cons(x, hd, tl) : 0;
    }
    case ALT_TUPLE:
        for (uint32_t i = 0; i < a->n && i < 64; i++)
            if (!(parts[i] = sample(x, g, a->parts[i], depth - 1))) return 0;
        return expr_tuple(x, parts, a->n);
    case ALT_ANY_TUPLE:
        for (uint32_t i = 0; i < 3; i++) parts[i] = random_term(x, 1);
        return expr_tuple(x, parts, rng(4));
    case ALT_BITS: return random_bits(x, a->base, a->unit);
    case ALT_MAP: return sample_map(x, g, a, depth);
    case ALT_FUN: {
        expr_id otherwise = sample(x, g, a->parts[0], depth - 1);
        return otherwise ? expr_fun(x, a->n, NULL, 0, otherwise) : 0;
    }
    case ALT_ANY_FUN: return expr_fun(x, rng(3), NULL, 0, random_term(x, 0));
    default: return 0;
    }
}

#endif
