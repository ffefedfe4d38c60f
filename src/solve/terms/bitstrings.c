// SPDX-License-Identifier: Apache-2.0
// Ground bit strings from sizes and fields. Fields that overlap are brought down to the parts they have in
// common before numbers are looked for, so that any numbers found for the fields fit together.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "solve/numbers/numbers.h"
#include "solve/terms/terms.h"

enum { FIELDS_MAX = 512 };

static bool is_field(uint64_t key) {
    return KEY_SORT(key) == KEY_OF_FIELD;
}

// ---- Fields that overlap ----

struct span {
    struct bit_field field;
    class_id c;
    expr_id e;
    bool shared;
};

typedef VEC(struct span) spans;
typedef VEC(uint64_t) cuts;

static void gather(struct solver *s, class_id c, spans *out) {
    struct facts *f = s->f;
    for (uint32_t l = f->classes.at[c].children; l && out->n < FIELDS_MAX; l = f->links.at[l].next) {
        if (!is_field(f->links.at[l].key)) continue;
        class_id child = class_root(f, f->links.at[l].class);
        expr_id e = KEY_NUMBER(f->links.at[l].key);
        struct bit_field field = expr_get_field(s->x, e);
        if (f->classes.at[child].defined) vec_push(out, (struct span){field, child, e, false});
    }
    for (uint32_t i = 0; i < out->n; i++)
        for (uint32_t k = 0; k < i; k++) {
            struct bit_field a = out->at[i].field, b = out->at[k].field;
            if (a.at < b.at + b.width && b.at < a.at + a.width) out->at[i].shared = out->at[k].shared = true;
        }
}

// Where the highest bit of an integer field is.
static uint64_t sign_at(struct bit_field field) {
    if (!(field.flags & FIELD_LITTLE)) return field.at;
    return field.at + (field.width % 8 ? field.width / 8 * 8 : field.width - 8);
}

static int compare_cuts(const void *a, const void *b) {
    uint64_t i = *(const uint64_t *)a, k = *(const uint64_t *)b;
    return (i > k) - (i < k);
}

static void cut_points(const spans *all, cuts *out) {
    for (uint32_t i = 0; i < all->n; i++) {
        struct bit_field field = all->at[i].field;
        if (!all->at[i].shared || field.flags & FIELD_FLOAT) continue;
        vec_push(out, field.at);
        vec_push(out, field.at + field.width);
        for (uint32_t k = 8; field.flags & FIELD_LITTLE && k < field.width; k += 8)
            vec_push(out, field.at + k);
        if (!(field.flags & FIELD_SIGNED)) continue;
        vec_push(out, sign_at(field));
        vec_push(out, sign_at(field) + 1);
    }
    if (out->n > 1) qsort(out->at, out->n, sizeof *out->at, compare_cuts);
    uint32_t n = 0;
    for (uint32_t i = 0; i < out->n; i++)
        if (n == 0 || out->at[n - 1] != out->at[i]) out->at[n++] = out->at[i];
    out->n = n;
}

static expr_id shifted(struct expr_store *x, expr_id a, uint64_t by, expr_id b) {
    expr_id power = expr_arith(x, EXPR_BSL_OP, expr_int(x, 1), expr_int(x, (int64_t)by));
    return expr_arith(x, EXPR_ADD_OP, expr_arith(x, EXPR_MUL_OP, a, power), b);
}

// Bits at..end of t as a sum of the parts between the cuts.
static expr_id sum_of_parts(struct solver *s, expr_id t, const cuts *c, uint64_t at, uint64_t end) {
    assert(at <= end);
    expr_id sum = expr_int(s->x, 0);
    for (uint32_t i = 0; i + 1 < c->n && c->at[i] < end; i++) {
        if (c->at[i] < at) continue;
        uint32_t width = (uint32_t)(c->at[i + 1] - c->at[i]);
        expr_id part = expr_bits_get(s->x, t, (struct bit_field){c->at[i], width, 0});
        sum = shifted(s->x, sum, width, expr_ival(s->x, part));
    }
    return sum;
}

static expr_id field_as_sum(struct solver *s, expr_id t, const cuts *c, struct bit_field field) {
    assert(!(field.flags & FIELD_FLOAT));
    struct expr_store *x = s->x;
    uint64_t end = field.at + field.width;
    expr_id sum;
    if (field.flags & FIELD_LITTLE) {
        uint64_t last = field.at + field.width / 8 * 8;
        sum = last < end ? sum_of_parts(s, t, c, last, end) : expr_int(x, 0);
        for (uint64_t at = last; at > field.at; at -= 8)
            sum = shifted(x, sum, 8, sum_of_parts(s, t, c, at - 8, at));
    } else {
        sum = sum_of_parts(s, t, c, field.at, end);
    }
    if (!(field.flags & FIELD_SIGNED)) return sum;
    expr_id sign = sum_of_parts(s, t, c, sign_at(field), sign_at(field) + 1);
    return expr_arith(x, EXPR_SUB_OP, sum, shifted(x, sign, field.width, expr_int(x, 0)));
}

// The value of a field is known: so are all parts of it.
static bool spread_value(struct solver *s, expr_id t, const cuts *c, struct span span, expr_id value) {
    struct bit_field field = span.field;
    field.at = 0;
    expr_id bits = expr_bits_put(s->x, value, field);
    if (!expr_is_ground(s->x, bits)) return true;
    for (uint32_t i = 0; i + 1 < c->n; i++) {
        if (c->at[i] < span.field.at || c->at[i + 1] > span.field.at + span.field.width) continue;
        struct bit_field part = {c->at[i], (uint32_t)(c->at[i + 1] - c->at[i]), 0}, inside = part;
        inside.at -= span.field.at;
        class_id child = class_of(s->f, expr_bits_get(s->x, t, part));
        if (!class_define(s->f, child) ||
            !class_set_value(s->f, class_root(s->f, child), expr_bits_get(s->x, bits, inside)) ||
            !facts_settle(s->f))
            return false;
    }
    return true;
}

static enum outcome prepare_class(struct solver *s, class_id c) {
    struct facts *f = s->f;
    expr_id t = f->classes.at[c].canon;
    spans all = {0};
    cuts points = {0};
    bool good = true;
    gather(s, c, &all);
    cut_points(&all, &points);
    for (uint32_t i = 0; i < all.n && good; i++) {
        struct span span = all.at[i];
        if (!span.shared || span.field.flags & FIELD_FLOAT) continue;
        expr_id sum = field_as_sum(s, t, &points, span.field);
        if (sum == expr_ival(s->x, expr_bits_get(s->x, t, span.field))) continue; // it is a part itself
        expr_id value = class_value(f, class_root(f, span.c));
        if (value) {
            good = spread_value(s, t, &points, span, value);
            continue;
        }
        class_id whole = class_of(f, expr_int_term(s->x, sum));
        if (class_root(f, whole) == class_root(f, span.c)) continue;
        facts_equate(f, whole, span.c);
        good = facts_settle(f);
    }
    vec_free(&all);
    vec_free(&points);
    return good ? OUTCOME_DONE : OUTCOME_REFUTED;
}

enum outcome bitstrings_prepare(struct solver *s) {
    struct facts *f = s->f;
    for (class_id c = 1; c < f->classes.n; c++) {
        const struct class *k = &f->classes.at[c];
        if (class_root(f, c) != c || !k->defined || k->value || !k->canon || k->kinds & ~KINDS_BITS) continue;
        if (prepare_class(s, c) == OUTCOME_REFUTED) return OUTCOME_REFUTED;
    }
    return OUTCOME_DONE;
}

// ---- Building ----

static void put_bit(uint8_t *bytes, uint64_t at, bool bit) {
    if (bit)
        bytes[at / 8] |= (uint8_t)(0x80 >> at % 8);
    else
        bytes[at / 8] &= (uint8_t) ~(0x80 >> at % 8);
}

// Writes the fields; taken marks their bits. False: one cannot be written.
static bool write_fields(struct solver *s, class_id c, uint8_t *bytes, uint8_t *taken, uint64_t size) {
    struct facts *f = s->f;
    for (uint32_t l = f->classes.at[c].children; l; l = f->links.at[l].next) {
        class_id child = class_root(f, f->links.at[l].class);
        if (!is_field(f->links.at[l].key) || !f->classes.at[child].defined) continue;
        struct bit_field field = expr_get_field(s->x, KEY_NUMBER(f->links.at[l].key));
        uint64_t at = field.at, n;
        expr_id value = s->terms->values.at[child];
        assert(value); // made before: it was needed
        field.at = 0;
        if (at + field.width > size) return false;
        if (expr_op(s->x, value) == EXPR_ATOM_OP) { // nan: all ones are a NaN in every width
            for (uint64_t i = 0; i < field.width; i++)
                put_bit(bytes, at + i, true), put_bit(taken, at + i, true);
            continue;
        }
        expr_id bits = expr_bits_put(s->x, value, field);
        if (!expr_is_ground(s->x, bits)) return false;
        const uint8_t *from = expr_get_bits(s->x, bits, &n);
        for (uint64_t i = 0; i < n; i++) {
            put_bit(bytes, at + i, from[i / 8] >> (7 - i % 8) & 1);
            put_bit(taken, at + i, true);
        }
    }
    return true;
}

static int64_t pick_size(struct solver *s, class_id c, expr_id parent, uint32_t step) {
    const struct class *k = &s->f->classes.at[c];
    int64_t size;
    uint64_t old;
    if (interval_point(k->bits, &size)) return step == 0 ? size : -1;
    if (conditions_size(s, c, EXPR_BIT_SIZE_OP, &size)) return step == 0 ? size : -1;
    if (parent) {
        expr_get_bits(s->x, parent, &old);
        if (step == 0 && bits_size_admitted(s->f, k, (int64_t)old)) return (int64_t)old;
    }
    size = interval_nearest(k->bits) - 1;
    for (uint32_t i = 0; i <= step && size >= -1; i++) size = bits_nearest_size(s->f, k, size + 1, true);
    return size >= 0 && bits_size_admitted(s->f, k, size) ? size : -1;
}

expr_id bitstrings_make(struct solver *s, class_id c, expr_id parent, uint32_t step, uint32_t number) {
    if (parent && expr_op(s->x, parent) != EXPR_BITS_OP) parent = 0;
    int64_t size = pick_size(s, c, parent, step);
    if (size < 0 || size > BITS_SIZE_MAX) return 0;
    uint64_t n = (uint64_t)size, old = 0;
    uint8_t *bytes = mem_zalloc(n / 8 + 1), *taken = mem_zalloc(n / 8 + 1);
    const uint8_t *from = parent ? expr_get_bits(s->x, parent, &old) : NULL;
    for (uint64_t i = 0; i < n && i < old; i++) put_bit(bytes, i, from[i / 8] >> (7 - i % 8) & 1);
    bool good = write_fields(s, c, bytes, taken, n);
    for (uint64_t i = n; i-- > 0 && number;) { // from the end, in the bits that are free
        if (taken[i / 8] >> (7 - i % 8) & 1) continue;
        if (number & 1) put_bit(bytes, i, !(bytes[i / 8] >> (7 - i % 8) & 1));
        number >>= 1;
    }
    expr_id v = good && number == 0 ? expr_bits(s->x, bytes, n) : 0;
    mem_free(bytes);
    mem_free(taken);
    return v;
}
