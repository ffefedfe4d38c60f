// SPDX-License-Identifier: Apache-2.0
// Bit strings: numbers read from them and written to them, slices, joins. Semantics of segments: Erlang
// Reference Manual, "Bit Syntax Expressions"; a little-endian integer whose width is no multiple of 8 has its
// highest bits last.
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "expr/store.h"

// ---- Fields ----

enum { FLAG_BITS = 4, WIDTH_BITS = 24 };

expr_id expr_field(struct expr_store *x, struct bit_field f) {
    assert(f.at <= FIELD_AT_MAX && f.width <= FIELD_WIDTH_MAX && f.flags < 1u << FLAG_BITS);
    return expr_int(x, (int64_t)((f.at << WIDTH_BITS | f.width) << FLAG_BITS | f.flags));
}

struct bit_field expr_get_field(const struct expr_store *x, expr_id e) {
    int64_t v = 0;
    bool known = expr_get_int64(x, e, &v);
    assert(known), (void)known;
    return (struct bit_field){.at = (uint64_t)v >> (WIDTH_BITS + FLAG_BITS),
                              .width = (uint32_t)(v >> FLAG_BITS) & FIELD_WIDTH_MAX,
                              .flags = (uint32_t)v & ((1u << FLAG_BITS) - 1)};
}

bool expr_is_composite(enum expr_op op) {
    return op == EXPR_BITS_PUT_OP || op == EXPR_SLICE_OP || op == EXPR_CONCAT_OP;
}

bool expr_is_read(const struct expr_store *x, expr_id number) {
    return !(node_of(x, number)->flags & NODE_UNREAD);
}

bool expr_has_pieces(const struct expr_store *x, expr_id e) {
    return node_of(x, e)->flags & NODE_PIECES;
}

// ---- Floats as bits (IEEE 754: binary16 has 1 sign, 5 exponent and 10 fraction bits) ----

static double half_value(unsigned h) {
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double v = exponent == 31  ? (fraction ? NAN : INFINITY)
               : exponent == 0 ? ldexp(fraction, -24)
                               : ldexp(1024 + fraction, exponent - 25);
    return h >> 15 ? -v : v;
}

static unsigned half_bits(double d) {
    unsigned sign = signbit(d) ? 0x8000 : 0;
    d = fabs(d);
    if (d >= 65520) return sign | 0x7C00;                             // rounds beyond 65504, the largest
    if (d < 0x1p-14) return sign | (unsigned)nearbyint(ldexp(d, 24)); // subnormal: multiples of 2^-24
    int exponent;                                                     // d = m * 2^exponent, 0.5 <= m < 1
    unsigned fraction = (unsigned)nearbyint(ldexp(frexp(d, &exponent), 11)); // 1024..2048
    return sign | (((unsigned)(exponent + 14) << 10) + fraction - 1024);     // 2048 carries into the exponent
}

bool expr_float_of_bits(uint64_t word, uint32_t width, double *out) {
    if (width == 64) {
        memcpy(out, &word, sizeof *out);
    } else if (width == 32) {
        uint32_t w = (uint32_t)word;
        float f;
        memcpy(&f, &w, sizeof f);
        *out = f;
    } else {
        *out = half_value((unsigned)word);
    }
    return isfinite(*out);
}

uint64_t expr_bits_of_float(double d, uint32_t width) {
    uint64_t word = 0;
    if (width == 64) {
        memcpy(&word, &d, sizeof d);
    } else if (width == 32) {
        float f = (float)d;
        uint32_t w;
        memcpy(&w, &f, sizeof w);
        word = w;
    } else {
        word = half_bits(d);
    }
    return word;
}

// ---- Literals ----

// Bits from..from + size of a literal to `to`, padded with zeros to whole bytes.
static void copy_bits(const uint8_t *bytes, uint64_t from, uint64_t size, uint8_t *to) {
    unsigned shift = from % 8;
    bytes += from / 8;
    for (uint64_t i = 0; i < (size + 7) / 8; i++) {
        unsigned byte = (unsigned)bytes[i] << shift;
        if (size - i * 8 > 8 - shift) byte |= bytes[i + 1] >> (8 - shift);
        to[i] = (uint8_t)byte;
    }
    if (size % 8) to[size / 8] &= (uint8_t)(0xFF00u >> size % 8);
}

static expr_id cut(struct expr_store *x, expr_id literal, uint64_t at, uint64_t size) {
    uint64_t all;
    const uint8_t *bytes = expr_get_bits(x, literal, &all);
    assert(at <= all && size <= all - at);
    uint8_t *part = mem_alloc(size / 8 + 1);
    copy_bits(bytes, at, size, part);
    expr_id e = expr_bits(x, part, size);
    mem_free(part);
    return e;
}

// The unsigned number that the bytes of a segment are; they are changed.
static void import(mpz_ptr v, uint8_t *bytes, uint32_t width, bool little) {
    size_t n = (width + 7) / 8;
    unsigned rest = width % 8;
    if (little && rest) bytes[n - 1] = (uint8_t)(bytes[n - 1] >> (8 - rest));
    mpz_import(v, n, little ? -1 : 1, 1, 0, 0, bytes);
    if (!little && rest) mpz_tdiv_q_2exp(v, v, 8 - rest);
}

static expr_id read_literal(struct expr_store *x, expr_id literal, struct bit_field f) {
    uint64_t all;
    const uint8_t *bytes = expr_get_bits(x, literal, &all);
    if (f.at > all || f.width > all - f.at) return 0;
    uint8_t *part = mem_alloc(f.width / 8 + 1);
    copy_bits(bytes, f.at, f.width, part);
    mpz_t v;
    mpz_init(v);
    import(v, part, f.width, f.flags & FIELD_LITTLE);
    mem_free(part);
    expr_id e;
    double d;
    if (f.flags & FIELD_FLOAT) {
        e = expr_float_of_bits(mpz_get_ui(v), f.width, &d) ? expr_float_term(x, expr_float(x, d))
                                                           : expr_atom(x, symbol_of("nan"));
    } else {
        if (f.flags & FIELD_SIGNED && f.width && mpz_tstbit(v, f.width - 1)) {
            mpz_t modulus;
            mpz_init_set_ui(modulus, 1);
            mpz_mul_2exp(modulus, modulus, f.width);
            mpz_sub(v, v, modulus);
            mpz_clear(modulus);
        }
        e = expr_int_term(x, expr_int_mpz(x, v));
    }
    mpz_clear(v);
    return e;
}

// A literal integer or float as the bits of a field; 0: it does not fit, or is no such number.
static expr_id write_literal(struct expr_store *x, expr_id number, struct bit_field f) {
    const struct node *n = node_of(x, number);
    mpz_t v;
    mpz_init(v);
    bool good = true;
    if (f.flags & FIELD_FLOAT) {
        good = n->op == EXPR_FLOAT_OP;
        if (good) mpz_set_ui(v, expr_bits_of_float(expr_get_float(x, n->a), f.width));
    } else {
        good = n->op == EXPR_INT_OP;
        if (good) expr_get_mpz(x, n->a, v);
        if (f.flags & FIELD_FITS && (mpz_sgn(v) < 0 || mpz_sizeinbase(v, 2) > f.width))
            good = good && mpz_sgn(v) == 0;
        mpz_fdiv_r_2exp(v, v, f.width);
    }
    uint32_t bytes = (f.width + 7) / 8, rest = f.width % 8;
    uint8_t *out = mem_zalloc(bytes + 1u), *all = mem_zalloc(bytes + 1u);
    if (f.flags & FIELD_LITTLE) {
        mpz_export(out, NULL, -1, 1, 0, 0, v);
        if (rest) out[bytes - 1] = (uint8_t)(out[bytes - 1] << (8 - rest));
    } else {
        size_t used;
        if (rest) mpz_mul_2exp(v, v, 8 - rest);
        mpz_export(all, &used, 1, 1, 0, 0, v);
        memcpy(out + bytes - used, all, used);
    }
    expr_id e = good ? expr_bits(x, out, f.width) : 0;
    mem_free(out);
    mem_free(all);
    mpz_clear(v);
    return e;
}

// ---- Reading ----

static expr_id power(struct expr_store *x, uint64_t n) {
    mpz_t z;
    mpz_init_set_ui(z, 1);
    mpz_mul_2exp(z, z, n);
    expr_id e = expr_int_mpz(x, z);
    mpz_clear(z);
    return e;
}

static expr_id scaled_sum(struct expr_store *x, expr_id a, uint64_t shift, expr_id b) { // a * 2^shift + b
    return expr_arith(x, EXPR_ADD_OP, expr_arith(x, EXPR_MUL_OP, a, power(x, shift)), b);
}

// n bits of the integer i, above the lowest `low`; top: these are the highest of a number that fits.
static expr_id some_bits(struct expr_store *x, expr_id i, uint64_t low, uint32_t n, bool top) {
    expr_id shifted = expr_arith(x, EXPR_BSL_OP, i, expr_int(x, -(int64_t)low));
    if (top) return shifted;
    return expr_arith(x, EXPR_BAND_OP, shifted, expr_arith(x, EXPR_SUB_OP, power(x, n), STORE_ONE));
}

static bool literal_size(struct expr_store *x, expr_id t, uint64_t *size) {
    int64_t v;
    if (!expr_get_int64(x, expr_unary(x, EXPR_BIT_SIZE_OP, t), &v) || v < 0) return false;
    *size = (uint64_t)v;
    return true;
}

// Looks through slices and joins as long as the field lies in one part. False: it does not (t is a join, or a
// composite whose offset or sizes are no literals).
static bool descend(struct expr_store *x, expr_id *t, uint64_t *at, uint64_t width) {
    for (;;) {
        const struct node *n = node_of(x, *t);
        int64_t v;
        uint64_t start = 0, size;
        if (n->op == EXPR_SLICE_OP) {
            if (!expr_get_int64(x, node_many(n)[1], &v) || v < 0 || *at + (uint64_t)v > FIELD_AT_MAX)
                return false;
            *at += (uint64_t)v;
            *t = node_many(n)[0];
            continue;
        }
        if (n->op != EXPR_CONCAT_OP) return true;
        uint32_t i = 0;
        for (;; i++, start += size) {
            if (i == n->c || !literal_size(x, node_many(n)[i], &size)) return false;
            if (start + size > *at) break;
        }
        if (*at + width > start + size) return false;
        *at -= start;
        *t = node_many(n)[i];
    }
}

static expr_id raw_get(struct expr_store *x, expr_id t, struct bit_field f) {
    if (f.width <= 8) f.flags &= ~(uint32_t)FIELD_LITTLE;
    return expr_intern(x, EXPR_BITS_GET_OP, 0, t, expr_field(x, f), 0);
}

static expr_id read_unsigned(struct expr_store *x, expr_id t, uint64_t at, uint32_t width);

// The part of a field that was put, read big-endian.
static expr_id read_put(struct expr_store *x, expr_id t, uint64_t at, uint32_t width) {
    const struct node *n = node_of(x, t);
    struct bit_field g = expr_get_field(x, n->b);
    if (g.flags & FIELD_FLOAT || at + width > g.width) // bits of a float: nobody can tell them by arithmetic
        return expr_ival(x, raw_get(x, t, (struct bit_field){at, width, 0}));
    expr_id i = expr_ival(x, n->a), sum = STORE_ZERO;
    bool fits = g.flags & FIELD_FITS;
    if (!(g.flags & FIELD_LITTLE)) return some_bits(x, i, g.width - at - width, width, fits && at == 0);
    while (width) { // byte k of the field holds the bits from 8 k on, counted from the lowest
        uint64_t k = at / 8, from = at % 8, length = g.width - k * 8 < 8 ? g.width - k * 8 : 8;
        uint32_t n_bits = width < length - from ? width : (uint32_t)(length - from);
        bool top = fits && from == 0 && k * 8 + length == g.width;
        sum = scaled_sum(x, sum, n_bits, some_bits(x, i, k * 8 + length - from - n_bits, n_bits, top));
        at += n_bits;
        width -= n_bits;
    }
    return sum;
}

static expr_id read_join(struct expr_store *x, expr_id t, uint64_t at, uint32_t width) {
    const struct node *n = node_of(x, t);
    uint64_t start = 0, size;
    expr_id sum = STORE_ZERO;
    uint32_t left = width;
    for (uint32_t i = 0; i < n->c && left; i++, start += size) {
        if (!literal_size(x, node_many(n)[i], &size)) break;
        if (start + size <= at) continue;
        uint32_t take = left < start + size - at ? left : (uint32_t)(start + size - at);
        sum = scaled_sum(x, sum, take, read_unsigned(x, node_many(n)[i], at - start, take));
        at += take;
        left -= take;
    }
    return left ? 0 : sum;
}

// An integer, big-endian and unsigned. Joins in joins are flat, so this nests once.
static expr_id read_unsigned(struct expr_store *x, expr_id t, uint64_t at, uint32_t width) {
    if (width == 0) return STORE_ZERO;
    uint64_t at_0 = at;
    expr_id t_0 = t, e;
    bool one = descend(x, &t, &at, width);
    enum expr_op op = op_of(x, t);
    if (one && op == EXPR_BITS_OP) {
        e = read_literal(x, t, (struct bit_field){at, width, 0});
        if (e) return node_of(x, e)->a;
    }
    if (one && op == EXPR_BITS_PUT_OP) return read_put(x, t, at, width);
    if (!one && op == EXPR_CONCAT_OP && (e = read_join(x, t, at, width))) return e;
    return expr_ival(x, one ? raw_get(x, t, (struct bit_field){at, width, 0})
                            : raw_get(x, t_0, (struct bit_field){at_0, width, 0}));
}

static expr_id read_pieces(struct expr_store *x, expr_id t, struct bit_field f) {
    expr_id sum;
    uint64_t sign_at = f.at;
    if (f.flags & FIELD_LITTLE) {
        uint32_t whole = f.width / 8, rest = f.width % 8;
        sum = rest ? read_unsigned(x, t, f.at + whole * 8ull, rest) : STORE_ZERO;
        for (uint32_t i = whole; i-- > 0;)
            sum = scaled_sum(x, sum, 8, read_unsigned(x, t, f.at + i * 8ull, 8));
        sign_at = rest ? f.at + whole * 8ull : f.at + f.width - 8;
    } else {
        sum = read_unsigned(x, t, f.at, f.width);
    }
    if (f.flags & FIELD_SIGNED) {
        expr_id sign = expr_arith(x, EXPR_MUL_OP, read_unsigned(x, t, sign_at, 1), power(x, f.width));
        sum = expr_arith(x, EXPR_SUB_OP, sum, sign);
    }
    return expr_int_term(x, sum);
}

expr_id expr_bits_get(struct expr_store *x, expr_id t, struct bit_field f) {
    assert(expr_sort(x, t) == SORT_TERM);
    f.flags &= ~(uint32_t)FIELD_FITS;
    if (f.width <= 8) f.flags &= ~(uint32_t)FIELD_LITTLE;
    if (f.width == 0) return expr_int_term(x, STORE_ZERO);
    expr_id whole = t;
    struct bit_field in = f;
    bool one = descend(x, &t, &in.at, f.width);
    const struct node *n = node_of(x, t);
    if (!one) return f.flags & FIELD_FLOAT ? raw_get(x, whole, f) : read_pieces(x, whole, f);
    if (n->op == EXPR_BITS_OP) {
        expr_id e = read_literal(x, t, in);
        if (e) return e;
    }
    if (n->op != EXPR_BITS_PUT_OP) return raw_get(x, t, in);
    struct bit_field g = expr_get_field(x, n->b);
    bool same = in.at == 0 && g.width == f.width && (g.flags & FIELD_LITTLE) == (f.flags & FIELD_LITTLE);
    if (f.flags & FIELD_FLOAT)
        return same && g.flags & FIELD_FLOAT && f.width == 64 ? n->a : raw_get(x, t, in);
    if (same && !(f.flags & FIELD_SIGNED) && !(g.flags & FIELD_FLOAT))
        return expr_int_term(x, some_bits(x, expr_ival(x, n->a), 0, f.width, g.flags & FIELD_FITS));
    return read_pieces(x, t, in);
}

// ---- Making ----

expr_id expr_bits_put(struct expr_store *x, expr_id number, struct bit_field f) {
    assert(expr_sort(x, number) == SORT_TERM && f.at == 0);
    f.flags &= ~(uint32_t)FIELD_SIGNED;
    if (f.width <= 8) f.flags &= ~(uint32_t)FIELD_LITTLE;
    const struct node *n = node_of(x, number);
    if (n->flags & NODE_GROUND) {
        expr_id e = write_literal(x, number, f);
        if (e) return e;
    }
    if (n->op == EXPR_BITS_GET_OP) { // what was read is written back
        struct bit_field g = expr_get_field(x, n->b);
        uint32_t alike = FIELD_LITTLE | FIELD_FLOAT;
        if (g.width == f.width && (g.flags & alike) == (f.flags & alike))
            return expr_slice(x, n->a, expr_int(x, (int64_t)g.at), expr_int(x, f.width));
    }
    return expr_intern(x, EXPR_BITS_PUT_OP, 0, number, expr_field(x, f), 0);
}

// A join cut at a literal offset: the parts from there on. 0: not possible.
static expr_id drop_parts(struct expr_store *x, expr_id join, uint64_t at, expr_id size) {
    const struct node *n = node_of(x, join);
    uint64_t start = 0, part, end = UINT64_MAX;
    int64_t v;
    expr_id all = expr_unary(x, EXPR_BIT_SIZE_OP, join);
    if (expr_arith(x, EXPR_SUB_OP, all, expr_int(x, (int64_t)at)) != size) {
        if (!expr_get_int64(x, size, &v) || v < 0) return 0;
        end = at + (uint64_t)v;
    }
    VEC(expr_id) kept = {0};
    bool good = true;
    for (uint32_t i = 0; i < n->c && start < end && good; i++) {
        expr_id p = node_many(n)[i];
        bool known = literal_size(x, p, &part);
        uint64_t from = start < at ? at - start : 0;
        if (!known) {
            good = from == 0 && end == UINT64_MAX; // a part of unknown size is taken as a whole or not at all
            part = 0;
            if (good) vec_push(&kept, p);
            at = 0;
            start = 0;
            continue;
        }
        uint64_t to = end - start < part ? end - start : part;
        if (from < to)
            vec_push(&kept, expr_slice(x, p, expr_int(x, (int64_t)from), expr_int(x, (int64_t)(to - from))));
        start += part;
    }
    if (end != UINT64_MAX && start < end) good = false;
    expr_id e = good ? expr_concat(x, kept.at, kept.n) : 0;
    vec_free(&kept);
    return e;
}

expr_id expr_slice(struct expr_store *x, expr_id t, expr_id at, expr_id size) {
    assert(expr_sort(x, t) == SORT_TERM && expr_sort(x, at) == SORT_INT && expr_sort(x, size) == SORT_INT);
    if (size == STORE_ZERO) return expr_bits(x, NULL, 0);
    const struct node *n = node_of(x, t);
    if (n->op == EXPR_SLICE_OP)
        return expr_slice(x, node_many(n)[0], expr_arith(x, EXPR_ADD_OP, node_many(n)[1], at), size);
    if (at == STORE_ZERO && size == expr_unary(x, EXPR_BIT_SIZE_OP, t)) return t;
    int64_t from, length;
    bool known = expr_get_int64(x, at, &from) && from >= 0;
    if (n->op == EXPR_BITS_OP && known && expr_get_int64(x, size, &length)) {
        uint64_t all;
        expr_get_bits(x, t, &all);
        if (length >= 0 && (uint64_t)from <= all && (uint64_t)length <= all - (uint64_t)from)
            return cut(x, t, (uint64_t)from, (uint64_t)length);
    }
    if (n->op == EXPR_CONCAT_OP && known) {
        expr_id e = drop_parts(x, t, (uint64_t)from, size);
        if (e) return e;
    }
    const expr_id args[3] = {t, at, size};
    return expr_intern_many(x, EXPR_SLICE_OP, 0, args, 3);
}

static expr_id join_literals(struct expr_store *x, expr_id a, expr_id b) {
    uint64_t n, m;
    const uint8_t *p = expr_get_bits(x, a, &n), *q = expr_get_bits(x, b, &m);
    uint8_t *out = mem_zalloc((n + m) / 8 + 2);
    if (n) memcpy(out, p, (n + 7) / 8);
    unsigned shift = n % 8;
    for (uint64_t i = 0; i < (m + 7) / 8; i++) {
        out[n / 8 + i] |= (uint8_t)(q[i] >> shift);
        if (shift) out[n / 8 + i + 1] |= (uint8_t)(q[i] << (8 - shift));
    }
    expr_id e = expr_bits(x, out, n + m);
    mem_free(out);
    return e;
}

// Two neighbours as one, or 0.
static expr_id joined(struct expr_store *x, expr_id a, expr_id b) {
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    if (m->op == EXPR_BITS_OP && n->op == EXPR_BITS_OP) return join_literals(x, a, b);
    if (m->op != EXPR_SLICE_OP || n->op != EXPR_SLICE_OP || node_many(m)[0] != node_many(n)[0]) return 0;
    if (expr_arith(x, EXPR_ADD_OP, node_many(m)[1], node_many(m)[2]) != node_many(n)[1]) return 0;
    expr_id size = expr_arith(x, EXPR_ADD_OP, node_many(m)[2], node_many(n)[2]);
    return expr_slice(x, node_many(m)[0], node_many(m)[1], size);
}

expr_id expr_concat(struct expr_store *x, const expr_id *parts, uint32_t n) {
    VEC(expr_id) v = {0};
    for (uint32_t i = 0; i < n; i++) {
        const struct node *p = node_of(x, parts[i]);
        assert(expr_op_table[p->op].sort == SORT_TERM);
        uint32_t inner = p->op == EXPR_CONCAT_OP ? p->c : 1;
        const expr_id *from = p->op == EXPR_CONCAT_OP ? node_many(p) : &parts[i];
        for (uint32_t k = 0; k < inner; k++) {
            uint64_t size;
            if (op_of(x, from[k]) == EXPR_BITS_OP && (expr_get_bits(x, from[k], &size), size == 0)) continue;
            expr_id one = v.n ? joined(x, vec_last(&v), from[k]) : 0;
            if (one)
                vec_last(&v) = one;
            else
                vec_push(&v, from[k]);
        }
    }
    expr_id e = v.n == 0   ? expr_bits(x, NULL, 0)
                : v.n == 1 ? v.at[0]
                           : expr_intern_many(x, EXPR_CONCAT_OP, 0, v.at, v.n);
    vec_free(&v);
    return e;
}

expr_id expr_composite_size(struct expr_store *x, expr_id t) {
    const struct node *n = node_of(x, t);
    uint64_t bits;
    switch (n->op) {
    case EXPR_BITS_OP: expr_get_bits(x, t, &bits); return expr_int(x, (int64_t)bits);
    case EXPR_BITS_PUT_OP: return expr_int(x, expr_get_field(x, n->b).width);
    case EXPR_SLICE_OP: return node_many(n)[2];
    case EXPR_CONCAT_OP: {
        expr_id sum = STORE_ZERO;
        for (uint32_t i = 0; i < n->c; i++)
            sum = expr_arith(x, EXPR_ADD_OP, sum, expr_unary(x, EXPR_BIT_SIZE_OP, node_many(n)[i]));
        return sum;
    }
    default: return 0;
    }
}

// ---- Conditions ----

struct addend {
    expr_id e;
    int64_t times; // modulo 8
};

expr_id expr_whole_bytes(struct expr_store *x, expr_id size) {
    enum { MOST = 64 };
    struct addend stack[MOST] = {{size, 1}}, one = {0};
    uint32_t n = 1, open = 0;
    int64_t literal = 0, v;
    while (n && n + 2 < MOST) {
        struct addend a = stack[--n];
        const struct node *e = node_of(x, a.e);
        if (a.times == 0) continue;
        if (e->op == EXPR_INT_LIT_OP) {
            v = expr_get_int64(x, a.e, &v) ? v : 0;
            literal = (literal + a.times * (v % 8)) % 8;
        } else if (e->op == EXPR_ADD_OP || e->op == EXPR_SUB_OP) {
            stack[n++] = (struct addend){e->b, e->op == EXPR_SUB_OP ? -a.times : a.times};
            stack[n++] = (struct addend){e->a, a.times};
        } else if (e->op == EXPR_MUL_OP && expr_get_int64(x, e->b, &v)) {
            stack[n++] = (struct addend){e->a, a.times * (v % 8) % 8};
        } else {
            one = a;
            open++;
        }
    }
    if (n == 0 && open == 0) return literal == 0 ? EXPR_TRUE : EXPR_FALSE;
    if (n == 0 && open == 1 && literal == 0 && one.times % 2 && op_of(x, one.e) == EXPR_BIT_SIZE_OP)
        return expr_kind(x, node_of(x, one.e)->a, KIND_BIT(KIND_BINARY));
    return expr_int_eq(x, expr_arith(x, EXPR_REM_OP, size, expr_int(x, 8)), STORE_ZERO);
}

// Equality where one side is a composite: sizes, then all bits as one number. 0: not expressible this way.
expr_id expr_eq_composite(struct expr_store *x, expr_id a, expr_id b) {
    uint64_t size;
    if (!literal_size(x, a, &size) && !literal_size(x, b, &size)) return 0;
    if (size > FIELD_WIDTH_MAX) return 0;
    struct bit_field all = {0, (uint32_t)size, 0};
    expr_id i = expr_bits_get(x, a, all), k = expr_bits_get(x, b, all);
    if (!expr_is_read(x, i) || !expr_is_read(x, k)) return 0;
    const expr_id parts[4] = {
        expr_kind(x, a, KINDS_BITS), expr_kind(x, b, KINDS_BITS),
        expr_int_eq(x, expr_unary(x, EXPR_BIT_SIZE_OP, a), expr_unary(x, EXPR_BIT_SIZE_OP, b)),
        size ? expr_eq(x, i, k) : EXPR_TRUE};
    return expr_and(x, parts, 4);
}
