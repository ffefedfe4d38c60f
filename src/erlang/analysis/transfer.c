// SPDX-License-Identifier: Apache-2.0
// Built-ins whose result depends on more of their arguments than a row of signature.def can say: arithmetic
// on intervals, elements of tuples and lists, maps by key.
#include <string.h>

#include "base/mem.h"

#include "erlang/analysis/signature.h"

// ---- Intervals ----

struct interval {
    int64_t lo, hi;
    bool nonzero; // 0 is not in it
};

static struct interval between(int64_t lo, int64_t hi) {
    return (struct interval){lo, hi, false};
}

static bool interval_of(struct shapes *s, shape a, struct interval *out) {
    const struct shape_data *d = shape_of(s, a);
    if (d->flags != SHAPE_INT || d->n_atoms || d->n_tuples || d->n_funs || d->n_refs) return false;
    *out = (struct interval){d->lo, d->hi, d->lo > 0 || d->hi < 0};
    for (uint32_t i = 0; i < d->n_holes; i++) out->nonzero |= d->holes[i] == 0;
    return true;
}

static bool open_lo(struct interval i) {
    return i.lo == SHAPE_NO_LO;
}
static bool open_hi(struct interval i) {
    return i.hi == SHAPE_NO_HI;
}

static struct interval sum(struct interval a, struct interval b) {
    struct interval r = {SHAPE_NO_LO, SHAPE_NO_HI, false};
    if (open_lo(a) || open_lo(b) || __builtin_add_overflow(a.lo, b.lo, &r.lo)) r.lo = SHAPE_NO_LO;
    if (open_hi(a) || open_hi(b) || __builtin_add_overflow(a.hi, b.hi, &r.hi)) r.hi = SHAPE_NO_HI;
    return r;
}

static struct interval negated(struct interval a) {
    return (struct interval){open_hi(a) ? SHAPE_NO_LO : -a.hi, open_lo(a) ? SHAPE_NO_HI : -a.lo, a.nonzero};
}

static struct interval product(struct interval a, struct interval b) {
    bool nonzero = a.nonzero && b.nonzero;
    struct interval r = {INT64_MAX, INT64_MIN, nonzero}, all = {SHAPE_NO_LO, SHAPE_NO_HI, nonzero};
    if (a.lo >= 0 && b.lo >= 0 && (open_hi(a) || open_hi(b)))
        return (struct interval){__builtin_mul_overflow(a.lo, b.lo, &r.lo) ? 0 : r.lo, SHAPE_NO_HI, nonzero};
    if (open_lo(a) || open_hi(a) || open_lo(b) || open_hi(b)) return all;
    const int64_t x[2] = {a.lo, a.hi}, y[2] = {b.lo, b.hi};
    for (int i = 0; i < 4; i++) {
        int64_t p;
        if (__builtin_mul_overflow(x[i / 2], y[i % 2], &p)) return all;
        if (p < r.lo) r.lo = p;
        if (p > r.hi) r.hi = p;
    }
    return r;
}

// It has the sign of a, and is nearer to 0 than b and no further from it than a.
static struct interval remainder_of(struct interval a, struct interval b) {
    struct interval r = between(SHAPE_NO_LO, SHAPE_NO_HI);
    if (!open_lo(b) && !open_hi(b)) {
        int64_t most = b.hi > -b.lo ? b.hi : -b.lo;
        if (most) r = between(1 - most, most - 1);
    }
    if (a.lo >= 0) r.lo = 0;
    if (a.hi <= 0) r.hi = 0;
    if (a.lo >= 0 && a.hi < r.hi) r.hi = a.hi;
    if (a.hi <= 0 && a.lo > r.lo) r.lo = a.lo;
    return r;
}

static struct interval magnitude(struct interval a) {
    struct interval r = a.lo >= 0 ? a : a.hi <= 0 ? negated(a) : between(0, SHAPE_NO_HI);
    if (a.lo < 0 && a.hi > 0 && !open_lo(a) && !open_hi(a)) r.hi = a.hi > -a.lo ? a.hi : -a.lo;
    r.nonzero = a.nonzero;
    return r;
}

static struct interval quotient(struct interval a, struct interval b) { // b > 0
    struct interval r = {a.lo, a.hi, false};                            // towards zero
    if (a.lo > 0) r.lo = 0;
    if (a.hi < 0) r.hi = 0;
    if (b.lo == b.hi) {
        if (!open_lo(a)) r.lo = a.lo / b.lo;
        if (!open_hi(a)) r.hi = a.hi / b.lo;
    }
    return r;
}

// 0 .. the next power of two above both, less one.
static struct interval bits_joined(struct interval a, struct interval b) {
    int64_t most = a.hi > b.hi ? a.hi : b.hi;
    if (most >= INT64_MAX / 2) return between(0, SHAPE_NO_HI);
    int64_t above = 1;
    while (above <= most) above *= 2;
    return between(0, above - 1);
}

static bool arithmetic(const char *name, struct interval a, struct interval b, struct interval *r) {
    if (!strcmp(name, "+"))
        *r = sum(a, b);
    else if (!strcmp(name, "-"))
        *r = sum(a, negated(b));
    else if (!strcmp(name, "*"))
        *r = product(a, b);
    else if (!strcmp(name, "rem"))
        *r = remainder_of(a, b);
    else if (!strcmp(name, "div") && b.lo > 0)
        *r = quotient(a, b);
    else if (!strcmp(name, "band") && (a.lo >= 0 || b.lo >= 0))
        *r = between(0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : a.hi < b.hi ? a.hi : b.hi);
    else if ((!strcmp(name, "bor") || !strcmp(name, "bxor")) && a.lo >= 0 && b.lo >= 0)
        *r = bits_joined(a, b);
    else if (!strcmp(name, "bsr") && a.lo >= 0 && b.lo >= 0)
        *r = between(0, a.hi);
    else if (!strcmp(name, "bsl") && a.lo >= 0 && b.lo >= 0)
        *r = (struct interval){a.lo, SHAPE_NO_HI, a.nonzero};
    else if (!strcmp(name, "min"))
        *r = between(a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi);
    else if (!strcmp(name, "max"))
        *r = between(a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
    else
        return false;
    return true;
}

static shape shape_of_interval(struct shapes *s, struct interval i) {
    shape a = shape_int(s, i.lo, i.hi);
    return i.nonzero ? shape_minus_int(s, a, 0) : a;
}

// A sum or difference with one integer: the holes of the other move along.
static void move_holes(struct shapes *s, const char *name, const shape *args, struct signature_answer *a) {
    bool plus = !strcmp(name, "+"), minus = !strcmp(name, "-");
    int64_t c, v;
    bool first = shape_is_int(s, args[0], &c);
    if (!(plus || minus) || (!first && !shape_is_int(s, args[1], &c))) return;
    const struct shape_data *d = shape_of(s, args[first]);
    for (uint32_t i = 0; i < d->n_holes; i++) {
        int64_t h = d->holes[i];
        bool over = plus    ? __builtin_add_overflow(h, c, &v)
                    : first ? __builtin_sub_overflow(c, h, &v)
                            : __builtin_sub_overflow(h, c, &v);
        if (!over) a->result = shape_minus_int(s, a->result, v);
    }
}

static void integers(struct shapes *s, const struct bif *b, const shape *args, struct signature_answer *a) {
    struct interval x, y, r;
    if (b->arity == 2 && interval_of(s, args[0], &x) && interval_of(s, args[1], &y) &&
        arithmetic(b->name, x, y, &r)) {
        a->result = shape_of_interval(s, r);
        move_holes(s, b->name, args, a);
    }
    bool negation = b->arity == 1 && !strcmp(b->name, "-"), abs = b->arity == 1 && !strcmp(b->name, "abs");
    if ((negation || abs) && interval_of(s, args[0], &x))
        a->result = shape_of_interval(s, negation ? negated(x) : magnitude(x));
}

// ---- Tuples and lists ----

static bool only_tuples(const struct shape_data *d) {
    return !d->flags && !d->n_atoms && !d->n_funs && !d->n_refs;
}

static void element(struct shapes *s, const shape *args, struct signature_answer *a) {
    const struct shape_data *d = shape_open(s, args[1], NULL);
    struct interval at;
    if (d->flags & SHAPE_TUPLE || !interval_of(s, args[0], &at)) return;
    bool inside = only_tuples(d) && at.lo >= 1;
    a->result = SHAPE_NONE;
    for (uint32_t i = 0; i < d->n_tuples; i++) {
        const struct shape_tuple *t = d->tuples[i];
        inside = inside && at.hi <= (int64_t)t->n;
        for (uint32_t k = 0; k < t->n; k++)
            if (at.lo <= (int64_t)k + 1 && (int64_t)k + 1 <= at.hi)
                a->result = shape_union(s, a->result, t->at[k]);
    }
    if (inside) a->fails = false;
}

static void setelement(struct shapes *s, const shape *args, struct signature_answer *a) {
    const struct shape_data *d = shape_open(s, args[1], NULL);
    int64_t at;
    if (d->flags & SHAPE_TUPLE || !shape_is_int(s, args[0], &at)) return;
    bool inside = only_tuples(d) && at >= 1;
    a->result = SHAPE_NONE;
    for (uint32_t i = 0; i < d->n_tuples; i++) {
        const struct shape_tuple *t = d->tuples[i];
        if (at < 1 || at > (int64_t)t->n) {
            inside = false;
            continue;
        }
        shape *elems = mem_alloc(t->n * sizeof *elems);
        memcpy(elems, t->at, t->n * sizeof *elems);
        elems[at - 1] = args[2];
        a->result = shape_union(s, a->result, shape_tuple(s, elems, t->n));
        mem_free(elems);
    }
    if (inside) a->fails = false;
}

static void lengths(struct shapes *s, const shape *args, struct signature_answer *a) {
    const struct shape_data *d = shape_open(s, args[0], NULL);
    if (a->fails || !(d->flags & SHAPE_CONS) || d->flags & SHAPE_IMPROPER) return;
    a->result = shape_int(s, d->flags & SHAPE_NIL ? 0 : d->least,
                          d->most == SHAPE_NO_LENGTH ? SHAPE_NO_HI : (int64_t)d->most);
}

static void bit_lengths(struct shapes *s, const shape *args, uint64_t unit, struct signature_answer *a) {
    struct sizes have = shape_bit_sizes(s, args[0]);
    if (sizes_empty(&have)) return;
    uint64_t least = sizes_least(&have), most = sizes_most(&have);
    a->result = shape_int(s, (int64_t)((least + unit - 1) / unit),
                          most == SIZES_NO_END ? SHAPE_NO_HI : (int64_t)((most + unit - 1) / unit));
}

static void sizes(struct shapes *s, const shape *args, struct signature_answer *a) {
    const struct shape_data *d = shape_open(s, args[0], NULL);
    if (a->fails || !only_tuples(d) || !d->n_tuples) return;
    struct interval r = between(INT64_MAX, 0);
    for (uint32_t i = 0; i < d->n_tuples; i++) {
        if (d->tuples[i]->n < r.lo) r.lo = d->tuples[i]->n;
        if (d->tuples[i]->n > r.hi) r.hi = d->tuples[i]->n;
    }
    a->result = shape_int(s, r.lo, r.hi);
}

static void elements_as_list(struct shapes *s, const shape *args, struct signature_answer *a) {
    const struct shape_data *d = shape_open(s, args[0], NULL);
    if (d->flags & SHAPE_TUPLE) return;
    a->result = SHAPE_NONE;
    for (uint32_t i = 0; i < d->n_tuples; i++) {
        const struct shape_tuple *t = d->tuples[i];
        shape all = SHAPE_NONE;
        for (uint32_t k = 0; k < t->n; k++) all = shape_union(s, all, t->at[k]);
        a->result = shape_union(s, a->result, shape_list(s, all, t->n, t->n, t->n == 0, false));
    }
}

// ---- Maps ----

static bool only_maps(const struct shape_data *d) {
    return d->flags == SHAPE_MAP && !d->n_atoms && !d->n_tuples && !d->n_funs && !d->n_refs;
}

// The key, where it is one atom or small integer; else TERM_NONE.
static term key_of(struct shapes *s, shape a) {
    symbol name;
    int64_t v;
    if (shape_is_atom(s, a, &name)) return term_atom(name);
    if (shape_is_int(s, a, &v) && v <= TERM_SMALL_MAX && v >= TERM_SMALL_MIN) return term_small(v);
    return TERM_NONE;
}

static void map_get_of(struct shapes *s, const shape *args, struct signature_answer *a) {
    bool certain;
    a->result = shape_field(s, args[1], key_of(s, args[0]), &certain);
    if (certain && only_maps(shape_open(s, args[1], NULL))) a->fails = false;
}

static void map_find_of(struct shapes *s, const shape *args, struct signature_answer *a) {
    bool certain;
    shape value = shape_field(s, args[1], key_of(s, args[0]), &certain);
    const shape found[2] = {shape_atom(s, symbol_of("ok")), value};
    shape result = shape_tuple(s, found, 2);
    a->result = certain ? result : shape_union(s, result, shape_atom(s, symbol_of("error")));
}

static void map_put_of(struct shapes *s, const shape *args, struct signature_answer *a, bool update) {
    bool certain;
    term key = key_of(s, args[0]);
    shape_field(s, args[2], key, &certain);
    if (!(shape_open(s, args[2], NULL)->flags & SHAPE_MAP)) return;
    a->result = shape_put(s, args[2], key, args[0], args[1]);
    if (update && certain && only_maps(shape_open(s, args[2], NULL))) a->fails = false;
}

static shape keys_of(struct shapes *s, const struct shape_data *d) {
    shape all = d->rest_key;
    for (uint32_t i = 0; i < d->n_fields; i++)
        all = shape_union(s, all, shape_from_term(s, d->fields[i].key));
    return all;
}

// The map without certainty about any of its keys, and the other's pairs possibly among its own.
static shape loosened(struct shapes *s, const struct shape_data *d) {
    struct shape_field fields[SHAPE_FIELDS_MAX];
    for (uint32_t i = 0; i < d->n_fields; i++) {
        fields[i] = d->fields[i];
        fields[i].mandatory = false;
    }
    return shape_map(s, fields, d->n_fields, d->rest_key, d->rest_value);
}

static void map_listing(struct shapes *s, const char *name, const shape *args, struct signature_answer *a) {
    const struct shape_data *d = shape_open(s, args[0], NULL);
    bool unused;
    if (!(d->flags & SHAPE_MAP)) return;
    const shape pair[2] = {keys_of(s, d), shape_field(s, args[0], TERM_NONE, &unused)};
    shape item = !strcmp(name, "keys")     ? pair[0]
                 : !strcmp(name, "values") ? pair[1]
                                           : shape_tuple(s, pair, 2);
    a->result = shape_list(s, item, 1, SHAPE_NO_LENGTH, true, false);
}

static void map_from_list(struct shapes *s, const shape *args, struct signature_answer *a) {
    if (a->fails) return;
    shape pair = shape_head(s, args[0]);
    a->result = shape_map(s, NULL, 0, shape_element(s, pair, 2, 0), shape_element(s, pair, 2, 1));
}

static void map_merge(struct shapes *s, const shape *args, struct signature_answer *a) {
    const struct shape_data *x = shape_open(s, args[0], NULL), *y = shape_open(s, args[1], NULL);
    if (!(x->flags & y->flags & SHAPE_MAP)) return;
    shape result = shape_union(s, loosened(s, x), loosened(s, y));
    for (uint32_t i = 0; i < y->n_fields;
         i++) // what the second has for certain is in the result as it is there
        if (y->fields[i].mandatory)
            result = shape_put(s, result, y->fields[i].key, SHAPE_NONE, y->fields[i].value);
    a->result = result;
}

static bool maps(struct shapes *s, const struct bif *b, const shape *args, struct signature_answer *a) {
    const char *name = b->name;
    if (!strcmp(name, "get") || !strcmp(name, "map_get"))
        map_get_of(s, args, a);
    else if (!strcmp(name, "find"))
        map_find_of(s, args, a);
    else if (!strcmp(name, "put") || !strcmp(name, "update"))
        map_put_of(s, args, a, !strcmp(name, "update"));
    else if (!strcmp(name, "remove") && shape_open(s, args[1], NULL)->flags & SHAPE_MAP)
        a->result = loosened(s, shape_open(s, args[1], NULL));
    else if (!strcmp(name, "keys") || !strcmp(name, "values") || !strcmp(name, "to_list"))
        map_listing(s, name, args, a);
    else if (!strcmp(name, "from_list"))
        map_from_list(s, args, a);
    else if (!strcmp(name, "merge"))
        map_merge(s, args, a);
    else
        return false;
    return true;
}

void transfer_apply(struct shapes *s, const struct bif *b, const shape *args, struct signature_answer *a) {
    const char *name = b->name;
    if (!strcmp(b->module, "maps")) {
        maps(s, b, args, a);
        return;
    }
    if (!strcmp(b->module, "lists")) {
        if (!strcmp(name, "keyfind") && !a->fails)
            a->result = shape_keep(s, a->result, KIND_BIT(KIND_TUPLE) | KIND_BIT(KIND_ATOM));
        return;
    }
    if (strcmp(b->module, "erlang") != 0) return;
    if (!strcmp(name, "element") && b->arity == 2)
        element(s, args, a);
    else if (!strcmp(name, "setelement"))
        setelement(s, args, a);
    else if (!strcmp(name, "hd"))
        a->result = shape_head(s, args[0]);
    else if (!strcmp(name, "tl"))
        a->result = shape_tail(s, args[0]);
    else if (!strcmp(name, "length"))
        lengths(s, args, a);
    else if (!strcmp(name, "byte_size") || !strcmp(name, "bit_size"))
        bit_lengths(s, args, !strcmp(name, "byte_size") ? 8 : 1, a);
    else if (!strcmp(name, "tuple_size"))
        sizes(s, args, a);
    else if (!strcmp(name, "tuple_to_list"))
        elements_as_list(s, args, a);
    else if (!strcmp(name, "map_get"))
        map_get_of(s, args, a);
    else
        integers(s, b, args, a);
}
