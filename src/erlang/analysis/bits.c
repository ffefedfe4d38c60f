// SPDX-License-Identifier: Apache-2.0
// Segments of bit strings: the sizes that a pattern may match, and those of which it matches whatever there
// is; what a segment binds; what building one gives and when that may fail.
#include "erlang/analysis/infer.h"
#include "erlang/term/atoms.h"

enum { UNITS_MAX = 1 << 20 }; // more is not taken for a size that memory has room for

static bool is_rest(const struct core *seg) { // it takes all that is left
    const struct core *size = seg->kid[1];
    return seg->seg.type == SEG_BINARY && size->tag == CORE_LITERAL && size->lit == atom_all;
}

static struct sizes encoded_sizes(const struct core *seg) { // of one character
    struct sizes all = sizes_some(32, 0);
    for (uint32_t bits = seg->seg.type == SEG_UTF8 ? 8 : 16; seg->seg.type != SEG_UTF32 && bits < 32;
         bits += seg->seg.type == SEG_UTF8 ? 8 : 16) {
        struct sizes one = sizes_some(bits, 0);
        all = sizes_union(&all, &one);
    }
    return all;
}

// Within a pattern a size may be what an earlier segment has matched.
static bool bound_before(const struct core *pat, uint32_t i, uint32_t var) {
    for (uint32_t k = 0; k < i; k++)
        if (pat->kid[k]->kid[0]->tag == CORE_VAR && pat->kid[k]->kid[0]->aux == var) return true;
    return false;
}

// Segment i of a pattern takes so many bits, whatever is matched.
static bool takes(struct pass *p, const struct core *pat, uint32_t i, uint64_t *bits) {
    const struct core *seg = pat->kid[i], *size = seg->kid[1];
    int64_t n = -1;
    if (seg->seg.type > SEG_BINARY) return false;
    if (size->tag == CORE_LITERAL && term_is_small(size->lit))
        n = term_small_value(size->lit);
    else if (size->tag != CORE_VAR || bound_before(pat, i, size->aux) ||
             !shape_is_int(p->s, env_type(p, size->aux), &n))
        return false;
    if (n < 0 || n > UNITS_MAX) return false;
    *bits = (uint64_t)n * seg->seg.unit;
    return true;
}

struct sizes bits_may_match(struct pass *p, const struct core *pat) {
    struct sizes all = sizes_some(0, 0);
    for (uint32_t i = 0; i < pat->n; i++) {
        const struct core *seg = pat->kid[i];
        uint64_t bits;
        struct sizes one = seg->seg.type > SEG_BINARY ? encoded_sizes(seg)
                           : takes(p, pat, i, &bits)  ? sizes_some(bits, 0)
                                                      : sizes_some(0, seg->seg.unit);
        all = sizes_sum(&all, &one);
    }
    return all;
}

// A literal, a float (not all bits are one) and a character (likewise) may be refused whatever the size.
struct sizes bits_must_match(struct pass *p, const struct core *pat) {
    uint64_t all = 0, bits;
    for (uint32_t i = 0; i < pat->n; i++) {
        const struct core *seg = pat->kid[i];
        if (seg->kid[0]->tag != CORE_VAR || seg->seg.type == SEG_FLOAT) return (struct sizes){0};
        if (i + 1 == pat->n && is_rest(seg)) return sizes_all(all, seg->seg.unit);
        if (!takes(p, pat, i, &bits)) return (struct sizes){0};
        all += bits;
    }
    return sizes_all(all, 0);
}

static shape integer_segment(struct pass *p, const struct core *seg, bool known, uint64_t bits) {
    enum { PLAIN_MAX = 62 };
    bool is_signed = seg->seg.flags & SEG_SIGNED;
    if (!known || bits > PLAIN_MAX) return shape_int(p->s, is_signed ? SHAPE_NO_LO : 0, SHAPE_NO_HI);
    int64_t values = (int64_t)1 << bits;
    return is_signed ? shape_int(p->s, -values, values) : shape_int(p->s, 0, values - 1);
}

shape bits_segment(struct pass *p, const struct core *pat, uint32_t i, shape a) {
    const struct core *seg = pat->kid[i];
    uint64_t bits = 0, before = 0;
    bool known = takes(p, pat, i, &bits), placed = true;
    switch (seg->seg.type) {
    case SEG_INTEGER: return integer_segment(p, seg, known, bits);
    case SEG_FLOAT: return shape_flags(p->s, SHAPE_FLOAT);
    case SEG_BINARY: break;
    default: return shape_int(p->s, 0, 0x10FFFF);
    }
    if (known) return shape_bits(p->s, bits, 0);
    struct sizes whole = sizes_some(0, seg->seg.unit);
    for (uint32_t k = 0; k < i && placed; k++, before += bits) placed = takes(p, pat, k, &bits);
    if (!placed || !is_rest(seg)) return shape_sizes(p->s, whole);
    struct sizes sizes = shape_bit_sizes(p->s, a);
    sizes = sizes_without_first(&sizes, before);
    return shape_sizes(p->s, sizes_meet(&sizes, &whole));
}

// Where it stands, how long it is and how it is read tell it.
uint32_t bits_part(struct pass *p, const struct core *pat, uint32_t i, uint32_t value) {
    enum { WIDTH = 28 };
    const uint64_t most = ((uint64_t)1 << WIDTH) - 1;
    const struct core *seg = pat->kid[i];
    uint64_t bits = most, before = 0, one = 0;
    if (!value || !(is_rest(seg) || takes(p, pat, i, &bits))) return 0;
    for (uint32_t k = 0; k < i; k++, before += one)
        if (!takes(p, pat, k, &one)) return 0;
    if (before > most || bits > most) return 0;
    return numbering_part(p, value, PART_BITS,
                          (before << WIDTH | bits) << 6 | seg->seg.type << 3 | seg->seg.flags);
}

// ---- Building ----

static bool fits_float(struct pass *p, shape value) { // into 64 bits
    const int64_t exact = (int64_t)1 << 53;
    shape numbers = shape_union(p->s, shape_flags(p->s, SHAPE_FLOAT), shape_int(p->s, -exact, exact));
    return shape_subset(p->s, value, numbers);
}

static bool fits_character(struct pass *p, shape value) { // surrogates have no encoding
    return shape_subset(p->s, value, shape_int(p->s, 0, 0xD7FF)) ||
           shape_subset(p->s, value, shape_int(p->s, 0xE000, 0x10FFFF));
}

struct sizes bits_built(struct pass *p, const struct core *seg, shape value, shape size, bool *fits) {
    struct shapes *s = p->s;
    uint64_t unit = seg->seg.unit;
    if (seg->seg.type > SEG_BINARY) {
        *fits = fits_character(p, value);
        return encoded_sizes(seg);
    }
    if (is_rest(seg)) {
        struct sizes have = shape_bit_sizes(s, value), whole = sizes_some(0, unit);
        *fits = shape_subset(s, value, shape_sizes(s, sizes_all(0, unit)));
        return sizes_meet(&have, &whole);
    }
    *fits = size != SHAPE_NONE && shape_subset(s, size, shape_int(s, 0, UNITS_MAX));
    if (!*fits) return sizes_some(0, unit);
    const struct shape_data *d = shape_open(s, size, NULL);
    uint64_t lo = (uint64_t)d->lo * unit, hi = (uint64_t)d->hi * unit;
    struct sizes all = sizes_some(lo, lo == hi ? 0 : unit), some = sizes_between(lo, hi);
    if (seg->seg.type == SEG_INTEGER)
        *fits = shape_subset(s, value, shape_flags(s, SHAPE_INT));
    else if (seg->seg.type == SEG_FLOAT)
        *fits = lo == 64 && hi == 64 && fits_float(p, value);
    else
        *fits = shape_subset(s, value, shape_sizes(s, sizes_all(hi, 1))); // its first bits are taken
    return sizes_meet(&all, &some);
}
