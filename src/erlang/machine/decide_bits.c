// SPDX-License-Identifier: Apache-2.0
// The bit syntax on symbolic values: matching and construction. Whether a segment is there is a decision
// about sizes, which may be expressions; where bits are read, offset and width have to be known, so that a
// size that came out of the input is decided there (is it 0? is it 1? ..). Semantics: Reference Manual, "Bit
// Syntax Expressions".
#include "erlang/machine/decide_bits.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "erlang/load/core.h"
#include "erlang/machine/call.h"
#include "erlang/term/arith.h"
#include "erlang/term/atoms.h"
#include "erlang/term/value.h"

static term plain_of(term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : t;
}

struct bits_view bits_view_of(struct interp *ip, term t) {
    struct bits_view v = {.plain = plain_of(t), .e = decide_expr(ip, t)};
    v.size = expr_unary(ip->exprs, EXPR_BIT_SIZE_OP, v.e);
    v.bits = term_bits_of(v.plain)->size;
    return v;
}

static expr_id int_of(struct interp *ip, int64_t v) {
    return expr_int(ip->exprs, v);
}
static expr_id plus(struct interp *ip, expr_id a, expr_id b) {
    return expr_arith(ip->exprs, EXPR_ADD_OP, a, b);
}
static expr_id minus(struct interp *ip, expr_id a, expr_id b) {
    return expr_arith(ip->exprs, EXPR_SUB_OP, a, b);
}
static expr_id at_least(struct interp *ip, expr_id a, expr_id b) { // a >= b
    return expr_not(ip->exprs, expr_int_lt(ip->exprs, a, b));
}
static expr_id both(struct interp *ip, expr_id a, expr_id b) {
    const expr_id parts[2] = {a, b};
    return expr_and(ip->exprs, parts, 2);
}
static expr_id within(struct interp *ip, expr_id e, int64_t lo, int64_t hi) {
    return both(ip, at_least(ip, e, int_of(ip, lo)), expr_int_lt(ip->exprs, e, int_of(ip, hi + 1)));
}

// ---- Numbers that have to be known ----

// e = a * factor + b, with a as simple as possible.
static expr_id core_of(struct interp *ip, expr_id e, int64_t *factor, int64_t *offset) {
    struct expr_store *x = ip->exprs;
    int64_t lit;
    *factor = 1;
    *offset = 0;
    if (expr_op(x, e) == EXPR_ADD_OP && expr_get_int64(x, expr_arg(x, e, 1), &lit)) {
        *offset = lit;
        e = expr_arg(x, e, 0);
    }
    if (expr_op(x, e) == EXPR_MUL_OP && expr_get_int64(x, expr_arg(x, e, 1), &lit) && lit > 0) {
        *factor = lit;
        e = expr_arg(x, e, 0);
    }
    return e;
}

static bool implied(struct interp *ip, expr_id condition) {
    return ip->trace->facts_usable && facts_test(ip->trace->facts, condition) == TRUTH_TRUE;
}

bool decide_bits_settle(struct interp *ip, expr_id *e, int64_t *v) {
    enum { WINDOW = 48, WINDOWS = 24 };
    struct expr_store *x = ip->exprs;
    int64_t factor, offset, value = -1;
    if (expr_get_int64(x, *e, v)) return true;
    expr_id now = interp_eval(ip, *e);
    if (!now || !expr_get_int64(x, now, v)) return false;
    expr_id core = core_of(ip, *e, &factor, &offset);
    value = (*v - offset) / factor;
    bool bytes =
        ip->symbolic && expr_op(x, core) == EXPR_BIT_SIZE_OP && implied(ip, expr_whole_bytes(x, core));
    int64_t step = bytes ? 8 : 1;
    if (value < 0) return false;
    if (ip->symbolic && !implied(ip, expr_int_eq(x, core, int_of(ip, value)))) {
        uint32_t points[WINDOW + 1];
        expr_id ways[WINDOW + 1];
        for (int64_t from = 0;; from += WINDOW * step) {
            if (from >= WINDOW * WINDOWS * step) return false; // decided so far: other runs come here as well
            uint32_t taken = value < from + WINDOW * step ? (uint32_t)((value - from) / step) : WINDOW;
            for (uint32_t i = 0; i < WINDOW; i++) ways[i] = expr_int_eq(x, core, int_of(ip, from + i * step));
            for (uint32_t i = 0; i <= WINDOW; i++) points[i] = decide_inner_point(ip, i == WINDOW);
            ways[WINDOW] = at_least(ip, core, int_of(ip, from + WINDOW * step));
            decide_way(ip, ways, WINDOW + 1, taken, points);
            if (taken < WINDOW || !ip->symbolic) break;
        }
    }
    *e = int_of(ip, *v);
    return true;
}

// Parts of a join that lie before bit `end` get known sizes.
static bool settle_join(struct interp *ip, expr_id *t, int64_t end) {
    struct expr_store *x = ip->exprs;
    VEC(expr_id) parts = {0};
    int64_t start = 0, size;
    bool good = true;
    for (uint32_t i = 0; i < expr_count(x, *t) && good; i++) {
        expr_id part = expr_arg(x, *t, i), n = expr_unary(x, EXPR_BIT_SIZE_OP, part);
        vec_push(&parts, part);
        if (start >= end || expr_get_int64(x, n, &size)) {
            start += start < end ? size : 0;
            continue;
        }
        good = decide_bits_settle(ip, &n, &size);
        if (good) vec_last(&parts) = expr_slice(x, part, int_of(ip, 0), n);
        start += size;
    }
    if (good) *t = expr_concat(x, parts.at, parts.n);
    vec_free(&parts);
    return good;
}

bool bits_place(struct interp *ip, expr_id t, expr_id at, uint64_t width, struct bits_place *out) {
    struct expr_store *x = ip->exprs;
    while (expr_op(x, t) == EXPR_SLICE_OP) {
        at = plus(ip, at, expr_arg(x, t, 1));
        t = expr_arg(x, t, 0);
    }
    int64_t v;
    if (!decide_bits_settle(ip, &at, &v) || v < 0 || (uint64_t)v + width > FIELD_AT_MAX) return false;
    if (expr_op(x, t) == EXPR_CONCAT_OP && !settle_join(ip, &t, v + (int64_t)width)) return false;
    *out = (struct bits_place){t, (uint64_t)v};
    return true;
}

// A size in a pattern or a construction, in units: an expression for the bits. False: no integer, or
// negative.
static bool size_in_bits(struct interp *ip, term size, uint64_t unit, expr_id *e, uint64_t *bits) {
    if (!decide_kind(ip, size, KIND_BIT(KIND_INT))) return false;
    term plain = plain_of(size);
    expr_id n = expr_ival(ip->exprs, decide_expr(ip, size));
    bool negative =
        term_is_small(plain) ? term_small_value(plain) < 0 : ((struct big *)term_pointer(plain))->sign < 0;
    if (!decide_condition(ip, at_least(ip, n, int_of(ip, 0)), !negative)) return false;
    *bits = UINT64_MAX; // longer than any bit string
    if (term_is_small(plain) && __builtin_mul_overflow((uint64_t)term_small_value(plain), unit, bits))
        *bits = UINT64_MAX;
    *e = expr_arith(ip->exprs, EXPR_MUL_OP, n, int_of(ip, (int64_t)unit));
    return true;
}

// ---- Reading ----

term decide_bits_read(struct interp *ip, const struct bits_view *v, expr_id at, struct bit_field f,
                      term plain) {
    struct bits_place place;
    expr_id e = EXPR_NONE;
    if (!ip->symbolic) return plain;
    if (f.width <= FIELD_WIDTH_MAX && bits_place(ip, v->e, at, f.width, &place)) {
        f.at = place.at;
        e = expr_bits_get(ip->exprs, place.t, f);
    }
    if (e && expr_is_read(ip->exprs, e)) return decide_value(ip, plain, e);
    decide_bits_lose(ip, v);
    return plain;
}

void decide_bits_lose(struct interp *ip, const struct bits_view *v) {
    decide_lose(ip, term_sym(&ip->heap, v->plain, v->e), "bits of a bit string");
}

term decide_bits_slice(struct interp *ip, const struct bits_view *v, expr_id at, expr_id size,
                       uint64_t plain_at, uint64_t plain_size) {
    term plain = term_sub_bits(&ip->heap, v->plain, plain_at, plain_size);
    return ip->symbolic ? decide_value(ip, plain, expr_slice(ip->exprs, v->e, at, size)) : plain;
}

// What a segment is read from: `left` bits from `at` on.
struct reading {
    struct bits_view v;
    expr_id at, left;
    uint64_t plain_at, plain_left;
    unsigned type, flags, unit;
    uint32_t next, fail; // points
    struct bits_place place;
};

static uint32_t field_flags(unsigned type, unsigned flags) {
    return (flags & SEG_SIGNED ? FIELD_SIGNED : 0) | (flags & (SEG_LITTLE | SEG_NATIVE) ? FIELD_LITTLE : 0) |
           (type == SEG_FLOAT ? FIELD_FLOAT : 0);
}

static bool has_bits(struct interp *ip, const struct reading *r, expr_id n, uint64_t plain_n) {
    return decide_jump(ip, at_least(ip, r->left, n), r->plain_left >= plain_n, r->fail, r->next);
}

// A number of n bits; how many, and where, is settled.
static bool read_number(struct interp *ip, struct reading *r, expr_id n, uint64_t plain_n, term *value) {
    struct bits_view *v = &r->v;
    bool little = r->flags & (SEG_LITTLE | SEG_NATIVE), is_float = r->type == SEG_FLOAT;
    int64_t width;
    bool settled = decide_bits_settle(ip, &n, &width) && plain_n <= FIELD_WIDTH_MAX;
    if (is_float && plain_n != 16 && plain_n != 32 && plain_n != 64) return false;
    bool good = is_float ? bits_get_float(&ip->heap, v->plain, r->plain_at, plain_n, little, value)
                         : bits_get_integer(&ip->heap, v->plain, r->plain_at, plain_n, r->flags & SEG_SIGNED,
                                            little, value);
    if (!settled) {
        decide_bits_lose(ip, v);
        return good;
    }
    struct bit_field f = {0, (uint32_t)plain_n, field_flags(r->type, r->flags)};
    if (!is_float) {
        *value = decide_bits_read(ip, v, r->at, f, *value);
        return good;
    }
    term number = decide_bits_read(ip, v, r->at, f, good ? *value : TERM_NIL);
    if (term_is_sym(number) && ip->symbolic)
        decide_jump(ip, expr_kind(ip->exprs, term_symbolic(number)->expr, KIND_BIT(KIND_FLOAT)), good,
                    r->fail, r->next);
    *value = number;
    return good;
}

// ---- Code points ----

static expr_id unit_at(struct interp *ip, const struct reading *r, uint64_t offset, uint32_t width) {
    struct bit_field f = {r->place.at + offset, width,
                          field_flags(SEG_INTEGER, r->flags & ~(unsigned)SEG_SIGNED)};
    return expr_ival(ip->exprs, expr_bits_get(ip->exprs, r->place.t, f));
}

static expr_id no_surrogate(struct interp *ip, expr_id c) {
    const expr_id ways[2] = {expr_int_lt(ip->exprs, c, int_of(ip, 0xD800)),
                             at_least(ip, c, int_of(ip, 0xE000))};
    return expr_or(ip->exprs, ways, 2);
}

// The way to be a code point of `units` units (of 8, 16 or 32 bits) at this place, and what it then is.
static expr_id coded(struct interp *ip, const struct reading *r, uint32_t units, expr_id *c) {
    static const struct {
        int64_t lead_lo, lead_hi, base, least, most;
    } utf8[] = {{0, 0x7F, 0, 0, 0x7F},
                {0xC2, 0xDF, 0xC0, 0x80, 0x7FF},
                {0xE0, 0xEF, 0xE0, 0x800, 0xFFFF},
                {0xF0, 0xF4, 0xF0, 0x10000, 0x10FFFF}};
    struct expr_store *x = ip->exprs;
    uint32_t width = r->type == SEG_UTF8 ? 8 : r->type == SEG_UTF16 ? 16 : 32;
    expr_id fits = at_least(ip, r->left, int_of(ip, (int64_t)units * width)), lead = unit_at(ip, r, 0, width);
    *c = lead;
    if (r->type == SEG_UTF32)
        return both(ip, fits, both(ip, expr_int_lt(x, lead, int_of(ip, 0x110000)), no_surrogate(ip, lead)));
    if (r->type == SEG_UTF16) {
        if (units == 1) return both(ip, fits, no_surrogate(ip, lead));
        expr_id low = unit_at(ip, r, 16, 16);
        expr_id high = expr_arith(x, EXPR_MUL_OP, minus(ip, lead, int_of(ip, 0xD800)), int_of(ip, 1024));
        *c = plus(ip, plus(ip, high, minus(ip, low, int_of(ip, 0xDC00))), int_of(ip, 0x10000));
        return both(ip, fits, both(ip, within(ip, lead, 0xD800, 0xDBFF), within(ip, low, 0xDC00, 0xDFFF)));
    }
    expr_id good = both(ip, fits, within(ip, lead, utf8[units - 1].lead_lo, utf8[units - 1].lead_hi));
    *c = minus(ip, lead, int_of(ip, utf8[units - 1].base));
    for (uint32_t i = 1; i < units; i++) {
        expr_id next = unit_at(ip, r, 8 * i, 8);
        good = both(ip, good, within(ip, next, 0x80, 0xBF));
        *c = plus(ip, expr_arith(x, EXPR_MUL_OP, *c, int_of(ip, 64)), minus(ip, next, int_of(ip, 0x80)));
    }
    if (units < 3) return good;
    good = both(ip, good, within(ip, *c, utf8[units - 1].least, utf8[units - 1].most));
    return units == 3 ? both(ip, good, no_surrogate(ip, *c)) : good;
}

static bool read_code_point(struct interp *ip, struct reading *r, term *value, uint64_t *taken) {
    uint32_t c = 0, most = r->type == SEG_UTF8 ? 4 : r->type == SEG_UTF16 ? 2 : 1;
    uint32_t width = r->type == SEG_UTF8 ? 8 : r->type == SEG_UTF16 ? 16 : 32;
    bool little = r->flags & (SEG_LITTLE | SEG_NATIVE);
    *taken = 32;
    bool good = r->type == SEG_UTF8    ? bits_get_utf8(r->v.plain, r->plain_at, &c, taken)
                : r->type == SEG_UTF16 ? bits_get_utf16(r->v.plain, r->plain_at, little, &c, taken)
                                       : bits_get_utf32(r->v.plain, r->plain_at, little, &c);
    *value = term_small(c);
    bool settled = bits_place(ip, r->v.e, r->at, r->plain_left < 32 ? r->plain_left : 32, &r->place);
    if (!ip->symbolic) return good;
    expr_id ways[5], points[4], none[4];
    for (uint32_t i = 0; i < most && settled; i++) {
        ways[i] = coded(ip, r, i + 1, &points[i]);
        none[i] = expr_not(ip->exprs, ways[i]);
        settled = expr_is_read(ip->exprs, ways[i]);
    }
    if (!settled) {
        decide_bits_lose(ip, &r->v);
        return good;
    }
    ways[most] = expr_and(ip->exprs, none, most);
    uint32_t way = good ? (uint32_t)(*taken / width) - 1 : most;
    decide_way(ip, ways, most + 1, way, NULL);
    if (good && ip->symbolic) *value = decide_value(ip, *value, expr_int_term(ip->exprs, points[way]));
    return good;
}

// ---- Matching ----

static expr_id multiple_of(struct interp *ip, expr_id e, unsigned unit) {
    if (unit == 1) return EXPR_TRUE;
    if (unit == 8) return expr_whole_bytes(ip->exprs, e);
    expr_id rest = expr_arith(ip->exprs, EXPR_REM_OP, e, int_of(ip, unit));
    return expr_int_eq(ip->exprs, rest, int_of(ip, 0));
}

static struct reading reading_at(struct interp *ip, term bits, term position, uint32_t spec) {
    struct reading r = {.v = bits_view_of(ip, bits),
                        .at = expr_ival(ip->exprs, decide_expr(ip, position)),
                        .plain_at = (uint64_t)term_small_value(plain_of(position)),
                        .type = spec & 15,
                        .flags = spec >> 4 & 15,
                        .unit = spec >> 8};
    r.left = minus(ip, r.v.size, r.at);
    r.plain_left = r.v.bits - r.plain_at;
    return r;
}

static bool read_segment(struct interp *ip, struct reading *r, term size, term *value, expr_id *n,
                         uint64_t *plain_n) {
    if (r->type >= SEG_UTF8) {
        bool good = read_code_point(ip, r, value, plain_n);
        *n = int_of(ip, (int64_t)*plain_n);
        return good;
    }
    if (size == atom_all) {
        *n = r->left;
        *plain_n = r->plain_left;
        bool whole = r->plain_left % r->unit == 0;
        if (!decide_jump(ip, multiple_of(ip, r->left, r->unit), whole, r->fail, r->next)) return false;
        *value = decide_bits_slice(ip, &r->v, r->at, *n, r->plain_at, *plain_n);
        return true;
    }
    if (!size_in_bits(ip, size, r->unit, n, plain_n) || !has_bits(ip, r, *n, *plain_n)) return false;
    if (r->type == SEG_INTEGER || r->type == SEG_FLOAT) return read_number(ip, r, *n, *plain_n, value);
    *value = decide_bits_slice(ip, &r->v, r->at, *n, r->plain_at, *plain_n);
    return true;
}

bool decide_bits_get(struct interp *ip, term bits, term *position, uint32_t spec, term size, term *value,
                     uint32_t next, uint32_t fail) {
    if (!ip->symbolic) {
        term plain = plain_of(*position);
        bool good = match_bits_get(ip, plain_of(bits), &plain, spec, plain_of(size), value);
        if (good) *position = plain;
        return good;
    }
    struct reading r = reading_at(ip, bits, *position, spec);
    expr_id n = EXPR_NONE;
    uint64_t plain_n = 0;
    r.next = next;
    r.fail = fail;
    if (!read_segment(ip, &r, size, value, &n, &plain_n)) return false;
    term after = term_small((int64_t)(r.plain_at + plain_n));
    *position = ip->symbolic ? decide_value(ip, after, expr_int_term(ip->exprs, plus(ip, r.at, n))) : after;
    return true;
}

bool decide_bits_end(struct interp *ip, term bits, term position, uint32_t next, uint32_t fail) {
    bool end = (uint64_t)term_small_value(plain_of(position)) == term_bits_of(plain_of(bits))->size;
    if (!ip->symbolic) return end;
    struct reading r = reading_at(ip, bits, position, 0);
    return decide_jump(ip, expr_int_eq(ip->exprs, r.v.size, r.at), end, fail, next);
}

// ---- Construction ----

typedef VEC(expr_id) pieces;

static expr_id byte_of(struct interp *ip, expr_id value) {
    return expr_bits_put(ip->exprs, expr_int_term(ip->exprs, value), (struct bit_field){0, 8, FIELD_FITS});
}

static expr_id right(struct interp *ip, expr_id e, int64_t by) {
    return expr_arith(ip->exprs, EXPR_BSL_OP, e, int_of(ip, -by));
}

static expr_id low_bits(struct interp *ip, expr_id e, int64_t mask) {
    return expr_arith(ip->exprs, EXPR_BAND_OP, e, int_of(ip, mask));
}

static expr_id in_unicode(struct interp *ip, expr_id c) {
    return both(ip, within(ip, c, 0, 0x10FFFF), no_surrogate(ip, c));
}

static void put_utf8(struct interp *ip, expr_id c, uint32_t plain, pieces *out) {
    static const int64_t ends[] = {0x7F, 0x7FF, 0xFFFF, 0x10FFFF}, marks[] = {0, 0xC0, 0xE0, 0xF0};
    expr_id ways[4];
    uint32_t taken = plain <= 0x7F ? 0 : plain <= 0x7FF ? 1 : plain <= 0xFFFF ? 2 : 3;
    for (uint32_t i = 0; i < 4; i++) ways[i] = within(ip, c, i ? ends[i - 1] + 1 : 0, ends[i]);
    decide_way(ip, ways, 4, taken, NULL);
    vec_push(out, byte_of(ip, plus(ip, right(ip, c, 6 * (int64_t)taken), int_of(ip, marks[taken]))));
    for (uint32_t i = taken; i-- > 0;)
        vec_push(out,
                 byte_of(ip, plus(ip, low_bits(ip, right(ip, c, 6 * (int64_t)i), 63), int_of(ip, 0x80))));
}

expr_id decide_bits_encode_utf8(struct interp *ip, term code_point) {
    pieces all = {0};
    term plain = plain_of(code_point);
    if (!ip->symbolic || !term_is_sym(code_point)) {
        struct bits_builder b = {0};
        bits_add_utf8(&ip->process, &b, plain);
        expr_id e = expr_bits(ip->exprs, b.bytes, b.size);
        bits_drop(&b);
        return e;
    }
    put_utf8(ip, expr_ival(ip->exprs, decide_expr(ip, code_point)), (uint32_t)term_small_value(plain), &all);
    expr_id e = expr_concat(ip->exprs, all.at, all.n);
    vec_free(&all);
    return e;
}

static void put_utf16(struct interp *ip, expr_id c, uint32_t plain, uint32_t little, pieces *out) {
    struct bit_field f = {0, 16, FIELD_FITS | little};
    struct expr_store *x = ip->exprs;
    if (!decide_condition(ip, at_least(ip, c, int_of(ip, 0x10000)), plain >= 0x10000)) {
        vec_push(out, expr_bits_put(x, expr_int_term(x, c), f));
        return;
    }
    expr_id above = minus(ip, c, int_of(ip, 0x10000));
    expr_id high = plus(ip, right(ip, above, 10), int_of(ip, 0xD800)),
            low = plus(ip, low_bits(ip, above, 1023), int_of(ip, 0xDC00));
    vec_push(out, expr_bits_put(x, expr_int_term(x, high), f));
    vec_push(out, expr_bits_put(x, expr_int_term(x, low), f));
}

// False: an exception is set.
static bool put_code_point(struct interp *ip, unsigned type, uint32_t little, term value, pieces *out) {
    if (!decide_kind(ip, value, KIND_BIT(KIND_INT))) return raise_badarg(&ip->process);
    term plain = plain_of(value);
    int64_t v = term_is_small(plain) ? term_small_value(plain) : -1;
    bool good = v >= 0 && v <= 0x10FFFF && !(v >= 0xD800 && v <= 0xDFFF);
    expr_id c = expr_ival(ip->exprs, decide_expr(ip, value));
    if (!decide_condition(ip, in_unicode(ip, c), good)) return raise_badarg(&ip->process);
    if (type == SEG_UTF8)
        put_utf8(ip, c, (uint32_t)v, out);
    else if (type == SEG_UTF16)
        put_utf16(ip, c, (uint32_t)v, little, out);
    else
        vec_push(out, expr_bits_put(ip->exprs, expr_int_term(ip->exprs, c),
                                    (struct bit_field){0, 32, FIELD_FITS | little}));
    return true;
}

static expr_id power_of_two(struct interp *ip, int64_t n) {
    return expr_arith(ip->exprs, EXPR_BSL_OP, int_of(ip, 1), int_of(ip, n));
}

static expr_id integer_piece(struct interp *ip, term value, struct bit_field f) {
    struct expr_store *x = ip->exprs;
    expr_id i = expr_ival(x, decide_expr(ip, value));
    if (implied(ip, at_least(ip, i, int_of(ip, 0))) &&
        implied(ip, expr_int_lt(x, i, power_of_two(ip, f.width))))
        f.flags |= FIELD_FITS;
    return expr_bits_put(x, expr_int_term(x, i), f);
}

// The float a number becomes: an integer of 2^1024 - 2^970 or more is too large. False: badarg is set.
static bool float_piece(struct interp *ip, term value, struct bit_field f, expr_id *piece) {
    struct expr_store *x = ip->exprs;
    enum number_kind kind = decide_number(ip, value);
    if (kind == NUMBER_NOT) return raise_badarg(&ip->process);
    expr_id v = decide_expr(ip, value);
    if (kind == NUMBER_INT) {
        double d;
        expr_id i = expr_ival(x, v), end = minus(ip, power_of_two(ip, 1024), power_of_two(ip, 970));
        expr_id fits = both(ip, expr_int_lt(x, minus(ip, int_of(ip, 0), end), i), expr_int_lt(x, i, end));
        if (!decide_condition(ip, fits, num_to_double(plain_of(value), &d)))
            return raise_badarg(&ip->process);
        v = expr_float_term(x, expr_unary(x, EXPR_TO_FLOAT_OP, i));
    }
    *piece = expr_bits_put(x, v, f);
    return true;
}

// Value/binary or Value/bits, symbolic, or of a symbolic size. False: badarg is set.
static bool bits_piece(struct interp *ip, term value, const expr_id *n, uint64_t plain_n, unsigned unit,
                       expr_id *piece) {
    if (!decide_kind(ip, value, KINDS_BITS)) return raise_badarg(&ip->process);
    struct bits_view v = bits_view_of(ip, value);
    if (!n) {
        *piece = v.e;
        return decide_condition(ip, multiple_of(ip, v.size, unit), v.bits % unit == 0) ||
               raise_badarg(&ip->process);
    }
    *piece = EXPR_NONE;
    if (!decide_condition(ip, at_least(ip, v.size, *n), v.bits >= plain_n)) return raise_badarg(&ip->process);
    *piece = expr_slice(ip->exprs, v.e, int_of(ip, 0), *n);
    return true;
}

// The expressions of a segment with symbolic parts; none if they had to be given up. False: an exception is
// set.
static bool symbolic_segment(struct interp *ip, uint32_t spec, term value, term size, pieces *out) {
    unsigned type = spec & 15, flags = spec >> 4 & 15, unit = spec >> 8;
    uint32_t little = flags & (SEG_LITTLE | SEG_NATIVE) ? FIELD_LITTLE : 0;
    expr_id n = EXPR_NONE, piece = EXPR_NONE;
    uint64_t plain_n = 0;
    if (type >= SEG_UTF8) return put_code_point(ip, type, little, value, out);
    bool all = size == atom_all;
    if (type == SEG_INTEGER && !decide_kind(ip, value, KIND_BIT(KIND_INT))) return raise_badarg(&ip->process);
    if (!all && !size_in_bits(ip, size, unit, &n, &plain_n)) return raise_badarg(&ip->process);
    if (type == SEG_BINARY) {
        if (!bits_piece(ip, value, all ? NULL : &n, plain_n, unit, &piece)) return false;
        vec_push(out, piece);
        return true;
    }
    int64_t width;
    if (!decide_bits_settle(ip, &n, &width) || plain_n > FIELD_WIDTH_MAX) {
        decide_lose(ip, term_is_sym(value) ? value : size, "bit string construction of a large size");
        return true;
    }
    if (!term_is_sym(value)) return true; // its size is known now
    struct bit_field f = {0, (uint32_t)plain_n, little | (type == SEG_FLOAT ? FIELD_FLOAT : 0)};
    if (type == SEG_FLOAT) {
        if (f.width != 16 && f.width != 32 && f.width != 64) return raise_badarg(&ip->process);
        if (!float_piece(ip, value, f, &piece)) return false;
    } else if (f.width) {
        piece = integer_piece(ip, value, f);
    }
    if (piece) vec_push(out, piece);
    return true;
}

// The bits the builder got from `from` on, as a literal.
static expr_id added(struct interp *ip, const struct bits_builder *b, uint64_t from) {
    uint64_t n = b->size - from;
    uint8_t *bytes = mem_alloc(n / 8 + 2);
    bits_copy(b->bytes, from, n, bytes);
    expr_id e = expr_bits(ip->exprs, bytes, n);
    mem_free(bytes);
    return e;
}

bool decide_bits_build(struct interp *ip, const uint32_t *words, uint32_t n, const term *base,
                       const term *constants, term *result) {
#define OPERAND(w) (((w)&1 ? constants : base)[(w) >> 1])
    struct bits_builder b;
    pieces all = {0};
    bool good = true;
    bits_begin(&b, &ip->heap);
    for (uint32_t i = 0; i < n && good; i++) {
        const uint32_t *w = words + 3 * i;
        term value = OPERAND(w[1]), size = OPERAND(w[2]);
        if (!term_is_sym(value)) value = decide_lose(ip, value, "list or tuple as a segment's value");
        uint64_t before = b.size;
        uint32_t pieces_before = all.n;
        if (ip->symbolic && (term_is_sym(value) || term_is_sym(size)))
            good = symbolic_segment(ip, w[0], value, size, &all);
        good = good && match_add_segment(ip, &b, w[0], plain_of(value), plain_of(size), i == 0 && n > 1);
        if (good && ip->symbolic && all.n == pieces_before && b.size > before)
            vec_push(&all, added(ip, &b, before));
    }
#undef OPERAND
    if (good) {
        *result = bits_take(&b, &ip->heap);
        if (ip->symbolic) *result = decide_value(ip, *result, expr_concat(ip->exprs, all.at, all.n));
    } else {
        bits_drop(&b);
    }
    vec_free(&all);
    return good;
}

// ---- Comparing ----

static bool is_composite(const struct interp *ip, term t) {
    return term_is_sym(t) && expr_is_composite(expr_op(ip->exprs, term_symbolic(t)->expr));
}

// All bits of two strings of the same size, as one number each.
static bool same_bits(struct interp *ip, const struct bits_view *a, const struct bits_view *b, bool truth) {
    struct bits_place p, q;
    expr_id size = expr_get_int64(ip->exprs, a->size, &(int64_t){0}) ? a->size : b->size,
            zero = int_of(ip, 0);
    int64_t n;
    if (a->bits == 0 || !ip->symbolic) return truth;
    if (decide_bits_settle(ip, &size, &n) && n <= FIELD_WIDTH_MAX &&
        bits_place(ip, a->e, zero, (uint64_t)n, &p) && bits_place(ip, b->e, zero, (uint64_t)n, &q)) {
        expr_id i = expr_bits_get(ip->exprs, p.t, (struct bit_field){p.at, (uint32_t)n, 0}),
                k = expr_bits_get(ip->exprs, q.t, (struct bit_field){q.at, (uint32_t)n, 0});
        if (expr_is_read(ip->exprs, i) && expr_is_read(ip->exprs, k))
            return decide_condition(ip, expr_eq(ip->exprs, i, k), truth);
    }
    decide_bits_lose(ip, expr_is_ground(ip->exprs, a->e) ? b : a);
    return truth;
}

enum truth decide_bits_equal(struct interp *ip, term a, term b) {
    if (!is_composite(ip, a) && !is_composite(ip, b)) return TRUTH_OPEN;
    if (!decide_kind(ip, a, KINDS_BITS) || !decide_kind(ip, b, KINDS_BITS)) return TRUTH_FALSE;
    struct bits_view v = bits_view_of(ip, a), w = bits_view_of(ip, b);
    if (!decide_condition(ip, expr_int_eq(ip->exprs, v.size, w.size), v.bits == w.bits)) return TRUTH_FALSE;
    return same_bits(ip, &v, &w, term_equal(v.plain, w.plain)) ? TRUTH_TRUE : TRUTH_FALSE;
}

// The order of bit strings is that of their bytes, then of the bits that are left, then of the sizes.
int decide_bits_compare(struct interp *ip, term a, term b) {
    struct bits_view v = bits_view_of(ip, a), w = bits_view_of(ip, b);
    for (uint64_t at = 0; ip->symbolic; at += 8) {
        expr_id end = int_of(ip, (int64_t)at + 8), start = int_of(ip, (int64_t)at);
        bool more_a = decide_condition(ip, at_least(ip, v.size, end), v.bits >= at + 8);
        bool more_b = decide_condition(ip, at_least(ip, w.size, end), w.bits >= at + 8);
        if (!more_a || !more_b) {
            bool empty_a =
                !more_a && decide_condition(ip, expr_int_eq(ip->exprs, v.size, start), v.bits == at);
            bool empty_b =
                !more_b && decide_condition(ip, expr_int_eq(ip->exprs, w.size, start), w.bits == at);
            if (empty_a || empty_b) return (int)empty_b - (int)empty_a;
            break;
        }
        struct bit_field byte = {0, 8, 0};
        int64_t i = bits_byte(term_bits_of(v.plain), at), k = bits_byte(term_bits_of(w.plain), at);
        term x = decide_bits_read(ip, &v, start, byte, term_small(i)),
             y = decide_bits_read(ip, &w, start, byte, term_small(k));
        if (!decide_equal(ip, x, y)) return decide_less(ip, x, y) ? -1 : 1;
    }
    if (ip->symbolic)
        decide_bits_lose(ip, expr_is_ground(ip->exprs, v.e) ? &w : &v); // single bits at the end
    return term_compare(v.plain, w.plain);
}
