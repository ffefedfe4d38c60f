// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/drawing.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/vec.h"
#include "explore/inputs/simpler.h"

enum {
    DEPTH_MAX = 8, // of what is drawn from a type; below, the smallest members are taken
    KEPT_MAX = 256,
    DEEP_MAX = 6,                        // of a part that is drawn anew
    COST_MAX = 2000 * SIMPLER_COST_UNIT, // of a term worth changing
    TERMS_MAX = 300,                     // of one input
    NEAR_EDGE = 64,                      // integers of a range that are drawn when others do not fit
    BITS_MAX = 12,                       // bytes of a drawn bit string
    CELLS_MAX = 50,                      // of a list that is drawn long
    POOL_MAX = 32,                       // different elements of one
    ORDER_DEPTH = 3,                     // of parts that are looked at to sort them
    GROWN_MAX = 400,                     // of a list or the bytes of a bit string that is grown
};

struct random_inputs {
    struct unit *unit;
    struct rng rng;
    expr_id *words; // constants of the code
    uint32_t n_words;
    uint32_t n;        // variables
    uint32_t budget;   // terms that may still be drawn for this input
    double extreme;    // what most floats of this input are; 0: they are drawn each for itself
    type_id pool_type; // of the elements that long lists of this input are made of
    VEC(expr_id) pool;
    VEC(struct binding) now;
    VEC(struct model) kept;       // their bindings are owned
    struct random_source *source; // of a language that draws itself, else NULL
};

// ---- Drawing ----

static uint64_t draw(struct random_inputs *r) {
    return rng_draw(&r->rng);
}

static uint32_t below(struct random_inputs *r, uint32_t n) {
    return rng_below(&r->rng, n);
}

// A constant of the code; 0: there is none.
static expr_id word(struct random_inputs *r) {
    return r->n_words ? r->words[below(r, r->n_words)] : 0;
}

static int64_t word_integer(struct random_inputs *r) {
    const struct expr_store *x = r->unit->exprs;
    int64_t v = 0;
    for (int i = 0; i < 4; i++) {
        expr_id w = word(r);
        if (w && expr_op(x, w) == EXPR_INT_OP && expr_get_int64(x, expr_arg(x, w, 0), &v)) break;
    }
    return v;
}

// Of any magnitude.
static int64_t wide_integer(struct random_inputs *r) {
    return (int64_t)(draw(r) << 11 ^ draw(r)) >> below(r, 63);
}

// A constant or its opposite, at times with a distance: offsets between epochs and the like.
static int64_t near_word(struct random_inputs *r) {
    uint64_t v = (uint64_t)word_integer(r);
    if (!below(r, 4)) v = -v;
    return (int64_t)(v + (uint64_t)(below(r, 4) ? ((int64_t)below(r, 5) - 2) / 2 : wide_integer(r)));
}

// Of what raises nothing it is looked whether it ends: loops like values that are equal.
static int64_t integer(struct random_inputs *r) {
    static const int64_t edges[] = {255, 256, -128, 127, 65535, 65536, INT32_MAX, INT32_MIN, INT64_MAX};
    if (r->unit->proved && !below(r, 3)) return below(r, 3);
    uint32_t how = below(r, 100);
    if (how < 45) return (int64_t)below(r, 14) - 3;
    if (how < 60) return (int64_t)below(r, 2048) - 1024;
    if (how < 85) return near_word(r);
    if (how < 92) return edges[below(r, sizeof edges / sizeof *edges)];
    return wide_integer(r);
}

static double number(struct random_inputs *r) {
    static const double edges[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1e300, -1e300, 5e-324, 9007199254740992.0};
    uint32_t how = below(r, 100);
    if (r->extreme != 0 && how < 75) return r->extreme;
    if (how < 50) return ((double)below(r, 401) - 200) / (1 << below(r, 4));
    if (how < 80) return (double)integer(r);
    if (how < 92) return edges[below(r, sizeof edges / sizeof *edges)];
    return ldexp((double)draw(r), (int)below(r, 600) - 350);
}

static expr_id atom(struct random_inputs *r) {
    static const char *const plain[] = {"a", "b", "ok", "true", "false", "error", "undefined", "x"};
    const struct expr_store *x = r->unit->exprs;
    bool few = r->unit->proved && below(r, 2);
    if (few) return expr_atom(r->unit->exprs, symbol_of(plain[below(r, 2)]));
    for (int i = 0; i < 3; i++) {
        expr_id w = word(r);
        if (w && expr_op(x, w) == EXPR_ATOM_OP) return w;
    }
    return expr_atom(r->unit->exprs, symbol_of(plain[below(r, sizeof plain / sizeof *plain)]));
}

// ---- Members of types ----

static expr_id member(struct random_inputs *r, type_id t, uint32_t depth);

static expr_id int_between(struct random_inputs *r, const struct alternative *a) {
    struct expr_store *x = r->unit->exprs;
    int64_t v = integer(r);
    bool small_lo = a->has_lo && mpz_fits_slong_p(a->lo), small_hi = a->has_hi && mpz_fits_slong_p(a->hi);
    if ((a->has_lo && !small_lo) || (a->has_hi && !small_hi)) return 0;
    int64_t lo = small_lo ? mpz_get_si(a->lo) : INT64_MIN, hi = small_hi ? mpz_get_si(a->hi) : INT64_MAX;
    if (v < lo || v > hi) {
        uint64_t span = (uint64_t)hi - (uint64_t)lo;
        if (small_lo && (!small_hi || below(r, 2)))
            v = lo + (int64_t)(draw(r) % (span < NEAR_EDGE ? span + 1 : NEAR_EDGE));
        else if (small_hi)
            v = small_lo ? lo + (int64_t)(draw(r) % (span + 1 ? span + 1 : UINT64_MAX))
                         : hi - (int64_t)below(r, 16);
    }
    return expr_int_term(x, expr_int(x, v < lo ? lo : v > hi ? hi : v));
}

static expr_id bits(struct random_inputs *r, const struct alternative *a) {
    uint8_t bytes[2 * BITS_MAX];
    uint64_t size = a->base;
    if (a->unit && a->unit <= 8 * BITS_MAX)
        size += a->unit * below(r, (uint32_t)(8 * BITS_MAX / a->unit) + 1);
    if (size > 8 * sizeof bytes) return 0;
    uint32_t n = (uint32_t)((size + 7) / 8);
    bool text = below(r, 2), plain = r->unit->proved && below(r, 2);
    for (uint32_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(plain ? (uint64_t)integer(r) : text ? ' ' + below(r, 95) : draw(r));
    if (size % 8) bytes[n - 1] &= (uint8_t)(0xFF << (8 - size % 8));
    return expr_bits(r->unit->exprs, bytes, size);
}

static expr_id map(struct random_inputs *r, const struct alternative *a, uint32_t depth) {
    VEC(expr_id) parts = {0};
    bool good = true;
    for (uint32_t i = 0; i < a->n && good; i++) {
        if (!a->fields[i].mandatory && below(r, 2)) continue;
        expr_id key = member(r, a->fields[i].key, depth), value = member(r, a->fields[i].value, depth);
        good = key && value;
        for (uint32_t k = 0; k < parts.n; k += 2) good &= parts.at[k] != key;
        vec_push(&parts, key);
        vec_push(&parts, value);
    }
    expr_id e = good ? expr_map(r->unit->exprs, parts.at, parts.n / 2) : 0;
    vec_free(&parts);
    return e;
}

static expr_id tuple(struct random_inputs *r, const type_id *types, uint32_t n, uint32_t depth) {
    VEC(expr_id) parts = {0};
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        expr_id part = member(r, types ? types[i] : TYPE_ANY, depth);
        good = part != 0;
        vec_push(&parts, part);
    }
    expr_id e = good ? expr_tuple(r->unit->exprs, parts.at, parts.n) : 0;
    vec_free(&parts);
    return e;
}

// ---- Long lists ----
// Code that works on a list in stages (sorted runs, then merges of them, then merges of those) comes to the
// later ones with many elements only, of which some are equal and some stretches in order. The elements come
// from a pool, which the lists of one input share.

static int kind_rank(const struct expr_store *x, expr_id e) {
    enum expr_op op = expr_op(x, e);
    return op == EXPR_INT_OP     ? 0
           : op == EXPR_ATOM_OP  ? 1
           : op == EXPR_TUPLE_OP ? 2
           : op == EXPR_CONS_OP  ? 3
                                 : 4;
}

// Before, equal or after in some order that puts numbers, texts of atoms and parts where Erlang does. The
// first part of tuples looked at is that of the number. Bounded by depth.
static int compare(const struct expr_store *x, expr_id a, expr_id b, uint32_t first, uint32_t depth) {
    int kinds = kind_rank(x, a) - kind_rank(x, b);
    int64_t m = 0, n = 0;
    if (kinds || a == b || depth == ORDER_DEPTH) return kinds;
    if (expr_op(x, a) == EXPR_INT_OP && expr_get_int64(x, expr_arg(x, a, 0), &m) &&
        expr_get_int64(x, expr_arg(x, b, 0), &n))
        return (m > n) - (m < n);
    if (expr_op(x, a) == EXPR_ATOM_OP)
        return strcmp(symbol_text(expr_imm(x, a)), symbol_text(expr_imm(x, b)));
    uint32_t parts = simpler_parts(x, a), others = simpler_parts(x, b);
    int order = (parts > others) - (parts < others);
    if (expr_op(x, a) == EXPR_TUPLE_OP && order) return order;
    uint32_t both = order < 0 ? parts : others;
    for (uint32_t i = 0, k = both ? first % both : 0; i < both; i++, k = (k + 1) % both) {
        int found = compare(x, simpler_part(x, a, k), simpler_part(x, b, k), 0, depth + 1);
        if (found) return found;
    }
    return order;
}

// Insertion; for few elements. Steps: 1 ascending, -1 descending.
static void sort(const struct expr_store *x, expr_id *at, uint32_t n, uint32_t first, int steps) {
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && steps * compare(x, at[k - 1], at[k], first, 0) > 0; k--) {
            expr_id e = at[k];
            at[k] = at[k - 1];
            at[k - 1] = e;
        }
}

// Elements that stand in one list are mostly of one shape: one like another, with a part drawn anew.
static expr_id alike(struct random_inputs *r, expr_id e, type_id t) {
    struct expr_store *x = r->unit->exprs;
    uint32_t parts = expr_op(x, e) == EXPR_TUPLE_OP ? simpler_parts(x, e) : 0;
    if (!parts) return 0;
    for (uint32_t k = 1 + below(r, 2); k > 0; k--) {
        expr_id part = expr_int_term(x, expr_int(x, below(r, POOL_MAX)));
        e = simpler_with_part(x, e, below(r, parts), part);
    }
    return grammar_accepts(r->unit->grammar, t, e) ? e : 0;
}

static void fill_pool(struct random_inputs *r, type_id t, uint32_t most, uint32_t depth) {
    bool one_shape = below(r, 4);
    vec_clear(&r->pool);
    r->pool_type = t;
    for (uint32_t n = 1 + below(r, most < POOL_MAX ? most : POOL_MAX); n > 0; n--) {
        expr_id e = one_shape && r->pool.n ? alike(r, r->pool.at[0], t) : 0;
        if (!e) e = member(r, t, depth);
        if (e) vec_push(&r->pool, e);
    }
}

// Stretches of elements of the pool, each in order or not.
static expr_id long_list(struct random_inputs *r, type_id element, uint32_t depth) {
    struct expr_store *x = r->unit->exprs;
    uint32_t n = 1 + below(r, CELLS_MAX), longest = 1 + below(r, n), part = below(r, 4);
    expr_id at[CELLS_MAX], list = EXPR_NIL;
    bool sorted = below(r, 4), both_ways = below(r, 2);
    if (r->pool_type != element || !r->pool.n || !below(r, 3)) fill_pool(r, element, n, depth);
    if (!r->pool.n) return 0;
    for (uint32_t i = 0; i < n; i++) at[i] = r->pool.at[below(r, r->pool.n)];
    for (uint32_t i = 0, length; sorted && i < n; i += length) {
        length = 1 + below(r, longest);
        if (length > n - i) length = n - i;
        sort(x, at + i, length, part, both_ways && below(r, 2) ? -1 : 1);
    }
    while (n > 0) list = expr_cons(x, at[--n], list);
    return list;
}

// The alternative of a type that is a list cell, or NULL.
static const struct alternative *cell_of(const struct grammar *g, type_id t) {
    for (uint32_t i = 0, n = t == TYPE_ANY ? 0 : grammar_count(g, t); i < n; i++)
        if (grammar_alternative(g, t, i)->head == ALT_CONS) return grammar_alternative(g, t, i);
    return NULL;
}

// Mostly each cell is drawn by itself, and few follow. Now and then a list is long.
static expr_id list(struct random_inputs *r, const struct alternative *a, uint32_t depth) {
    const struct grammar *g = r->unit->grammar;
    const struct alternative *next = cell_of(g, a->parts[1]);
    if (next && next->parts[0] == a->parts[0] && next->parts[1] == a->parts[1] && !below(r, 12)) {
        expr_id e = long_list(r, a->parts[0], depth);
        if (e && grammar_accepts(g, a->parts[1], e)) return e;
    }
    expr_id head = member(r, a->parts[0], depth), tail = head ? member(r, a->parts[1], depth) : 0;
    return tail ? expr_cons(r->unit->exprs, head, tail) : 0;
}

static expr_id of_alternative(struct random_inputs *r, const struct alternative *a, uint32_t depth) {
    struct expr_store *x = r->unit->exprs;
    expr_id first;
    switch (a->head) {
    case ALT_INT: return int_between(r, a);
    case ALT_FLOAT: return expr_float_term(x, expr_float(x, number(r)));
    case ALT_ATOM: return atom(r);
    case ALT_LITERAL: return a->literal;
    case ALT_CONS: return list(r, a, depth);
    case ALT_TUPLE: return tuple(r, a->parts, a->n, depth);
    case ALT_ANY_TUPLE: return tuple(r, NULL, below(r, 4), depth + 2);
    case ALT_BITS: return bits(r, a);
    case ALT_MAP: return map(r, a, depth);
    case ALT_FUN:
        first = member(r, a->parts[0], depth + 1);
        return first ? expr_fun(x, a->n, NULL, 0, first) : 0;
    case ALT_ANY_FUN: return expr_fun(x, below(r, 3), NULL, 0, expr_int_term(x, expr_int(x, integer(r))));
    default: return 0; // pids and the like: the smallest
    }
}

static expr_id any(struct random_inputs *r, uint32_t depth) {
    struct expr_store *x = r->unit->exprs;
    expr_id w = word(r), e = EXPR_NIL;
    if (r->budget == 0) return e;
    r->budget--;
    switch (below(r, depth < DEPTH_MAX / 2 ? 8 : 4)) {
    case 0: return expr_int_term(x, expr_int(x, integer(r)));
    case 1: return atom(r);
    case 2: return w ? w : EXPR_NIL;
    case 3: return expr_float_term(x, expr_float(x, number(r)));
    case 4: return tuple(r, NULL, below(r, 4), depth + 1);
    case 5: return bits(r, &(struct alternative){.unit = 8});
    default:
        for (uint32_t n = below(r, 4); n > 0; n--) e = expr_cons(x, any(r, depth + 2), e);
        return e;
    }
}

// Bounded by depth, so that it may call itself. 0: none was found.
static expr_id member(struct random_inputs *r, type_id t, uint32_t depth) {
    const struct grammar *g = r->unit->grammar;
    if (depth >= DEPTH_MAX || r->budget == 0) return grammar_smallest(g, t);
    r->budget--;
    expr_id w = below(r, 4) ? 0 : word(r);
    if (w && grammar_accepts(g, t, w)) return w;
    if (t == TYPE_ANY) return any(r, depth);
    uint32_t n = grammar_count(g, t);
    if (!n) return 0;
    const struct alternative *a = grammar_alternative(g, t, below(r, n));
    bool list = a->head == ALT_CONS; // long lists are deep
    expr_id e = of_alternative(r, a, depth + (list ? below(r, 3) > 0 : 1));
    return e ? e : grammar_smallest(g, t);
}

// ---- Changes to what was kept ----

// Another term in place of one: a constant, a neighbour, a part of the code's constants, nothing.
static expr_id changed(struct random_inputs *r, expr_id e) {
    struct expr_store *x = r->unit->exprs;
    int64_t v;
    switch (below(r, 4)) {
    case 0: return word(r);
    case 1:
        if (expr_op(x, e) == EXPR_INT_OP && expr_get_int64(x, expr_arg(x, e, 0), &v) && v < INT64_MAX / 2 &&
            v > INT64_MIN / 2)
            return expr_int_term(x, expr_int(x, v + (int64_t)below(r, 5) - 2));
        return simpler_candidate(x, e, below(r, 16));
    case 2: return simpler_candidate(x, e, below(r, 16));
    default: return any(r, DEPTH_MAX / 2);
    }
}

// The type of a part of a member of a type; TYPE_NEVER: not known.
static type_id part_type(const struct grammar *g, const struct expr_store *x, type_id t, expr_id e,
                         uint32_t part) {
    uint32_t parts = simpler_parts(x, e);
    for (uint32_t i = 0, n = t == TYPE_ANY ? 0 : grammar_count(g, t); i < n; i++) {
        const struct alternative *a = grammar_alternative(g, t, i);
        if (a->head == ALT_CONS && expr_op(x, e) == EXPR_CONS_OP && part + 1 < parts) return a->parts[0];
        if (a->head == ALT_TUPLE && expr_op(x, e) == EXPR_TUPLE_OP && a->n == parts) return a->parts[part];
    }
    return TYPE_NEVER;
}

// Some part changed, or drawn anew by its type.
static expr_id mutated(struct random_inputs *r, type_id t, expr_id value) {
    struct expr_store *x = r->unit->exprs;
    expr_id path[DEEP_MAX + 1] = {value};
    uint32_t part[DEEP_MAX] = {0}, depth = 0, n;
    if (simpler_cost(x, value) > COST_MAX) return value;
    while (depth < DEEP_MAX && (n = simpler_parts(x, path[depth])) > 0 && (depth == 0 || below(r, 3))) {
        part[depth] = below(r, n);
        t = part_type(r->unit->grammar, x, t, path[depth], part[depth]);
        path[depth + 1] = simpler_part(x, path[depth], part[depth]);
        depth++;
    }
    bool by_type = depth > 0 && t != TYPE_NEVER && below(r, 2);
    expr_id e = by_type ? member(r, t, 1) : changed(r, path[depth]);
    if (!e) return value;
    while (depth-- > 0) e = simpler_with_part(x, path[depth], part[depth], e);
    return e;
}

// ---- Growing ----

// A few neighbours of a sequence repeated behind themselves, left out, or put in place of as many others.
struct edit {
    enum { EDIT_REPEAT, EDIT_LEAVE_OUT, EDIT_MOVE } what;
    uint32_t at, n, to;
};

static struct edit draw_edit(struct random_inputs *r, uint32_t length) {
    uint32_t how = below(r, 10);
    struct edit e = {.at = below(r, length)};
    e.what = how < 7 ? EDIT_REPEAT : how < 8 ? EDIT_LEAVE_OUT : EDIT_MOVE;
    e.n = below(r, 3) ? 1 : 1 + below(r, 4);
    if (e.n > length - e.at) e.n = length - e.at;
    e.to = below(r, length - e.n + 1);
    return e;
}

// Which of the old elements stand in the edited sequence, in order.
typedef VEC(uint32_t) index_vec;
static void draw_edited(struct random_inputs *r, uint32_t length, index_vec *out) {
    struct edit e = draw_edit(r, length);
    for (uint32_t i = 0; i < length; i++) {
        bool edited = i >= e.at && i < e.at + e.n, over = i >= e.to && i < e.to + e.n;
        if (edited && e.what == EDIT_LEAVE_OUT) continue;
        vec_push(out, e.what == EDIT_MOVE && over ? e.at + i - e.to : i);
        if (e.what == EDIT_REPEAT && i + 1 == e.at + e.n)
            for (uint32_t k = 0; k < e.n; k++) vec_push(out, e.at + k);
    }
}

static expr_id grown_list(struct random_inputs *r, expr_id list, uint32_t length) {
    struct expr_store *x = r->unit->exprs;
    VEC(expr_id) old = {0};
    index_vec kept = {0};
    for (uint32_t i = 0; i < length; i++, list = expr_arg(x, list, 1)) vec_push(&old, expr_arg(x, list, 0));
    draw_edited(r, length, &kept);
    while (kept.n) list = expr_cons(x, old.at[vec_pop(&kept)], list); // begins with the list's tail
    vec_free(&old);
    vec_free(&kept);
    return list;
}

// In whole bytes; bits behind the last stay behind.
static expr_id grown_bits(struct random_inputs *r, expr_id e) {
    uint64_t size;
    const uint8_t *bytes = expr_get_bits(r->unit->exprs, e, &size);
    VEC(uint8_t) new = {0};
    index_vec kept = {0};
    draw_edited(r, (uint32_t)(size / 8), &kept);
    for (uint32_t i = 0; i < kept.n; i++) vec_push(&new, bytes[kept.at[i]]);
    if (size % 8) vec_push(&new, bytes[size / 8]);
    expr_id out = expr_bits(r->unit->exprs, new.at, 8 * (uint64_t)kept.n + size % 8);
    vec_free(&new);
    vec_free(&kept);
    return out;
}

// The term itself: it has no parts in a sequence, or too many.
static expr_id grown_itself(struct random_inputs *r, expr_id e) {
    const struct expr_store *x = r->unit->exprs;
    uint64_t size;
    uint32_t n = 0;
    switch (expr_op(x, e)) {
    case EXPR_CONS_OP:
        for (expr_id at = e; expr_op(x, at) == EXPR_CONS_OP; at = expr_arg(x, at, 1)) n++;
        return n <= GROWN_MAX ? grown_list(r, e, n) : e;
    case EXPR_BITS_OP:
        expr_get_bits(x, e, &size);
        return size >= 8 && size <= 8 * GROWN_MAX ? grown_bits(r, e) : e;
    default: return e;
    }
}

// Some sequence in the term, drawn from those on a way down into it.
static expr_id grown(struct random_inputs *r, expr_id value) {
    struct expr_store *x = r->unit->exprs;
    expr_id path[DEEP_MAX + 1] = {value};
    uint32_t part[DEEP_MAX] = {0}, depth = 0, n;
    if (simpler_cost(x, value) > COST_MAX) return value;
    while (depth < DEEP_MAX && (n = simpler_parts(x, path[depth])) > 0) {
        part[depth] = below(r, n);
        path[depth + 1] = simpler_part(x, path[depth], part[depth]);
        depth++;
    }
    depth = below(r, depth + 1);
    expr_id e = grown_itself(r, path[depth]);
    while (depth-- > 0) e = simpler_with_part(x, path[depth], part[depth], e);
    return e;
}

static void add_drawn(struct random_inputs *r, const struct model *base) {
    struct model m = r->unit->language->source_draw(r->source, base);
    for (uint32_t i = 0; i < m.n; i++) vec_push(&r->now, m.at[i]);
}

bool random_grow(struct random_inputs *r, const struct model *from, struct model *out) {
    enum { DRAWS = 20 };
    struct unit *u = r->unit;
    bool other = false;
    vec_clear(&r->now);
    if (r->source) { // its variables hang together
        add_drawn(r, from);
        *out = (struct model){r->now.n, r->now.at, u->variables};
        return true;
    }
    vec_clear(&r->pool);
    r->budget = TERMS_MAX;
    for (uint32_t i = 0; i < from->n; i++) vec_push(&r->now, from->at[i]);
    for (uint32_t k = 0, changes = 1 + below(r, 2); r->now.n && k < DRAWS && changes; k++) {
        struct binding *b = &r->now.at[below(r, r->now.n)];
        type_id t = variables_type(u->variables, b->variable);
        expr_id e = grown(r, b->value);
        if (!below(r, 3)) e = mutated(r, t, b->value); // of the same shape
        if (e == b->value || !grammar_accepts(u->grammar, t, e)) continue;
        b->value = e;
        other = true;
        changes--;
    }
    *out = (struct model){r->now.n, r->now.at, u->variables};
    return other;
}

// ---- Inputs ----

struct random_inputs *random_new(struct unit *u, uint64_t seed) {
    struct random_inputs *r = mem_zalloc(sizeof *r);
    r->unit = u;
    r->rng.state = (seed + 1) * 0x9E3779B97F4A7C15u | 1;
    r->n = variables_count(u->variables);
    if (u->language->words) r->n_words = u->language->words(u, &r->words);
    if (u->language->source_new) r->source = u->language->source_new(u, r->rng.state);
    return r;
}

void random_free(struct random_inputs *r) {
    if (!r) return;
    mem_free(r->words);
    if (r->source) r->unit->language->source_free(r->source);
    for (uint32_t i = 0; i < r->kept.n; i++) mem_free((void *)(uintptr_t)r->kept.at[i].at);
    vec_free(&r->pool);
    vec_free(&r->now);
    vec_free(&r->kept);
    mem_free(r);
}

uint64_t random_number(struct random_inputs *r) {
    return draw(r);
}

static void draw_from_source(struct random_inputs *r) {
    add_drawn(r, r->kept.n && below(r, 2) ? &r->kept.at[below(r, r->kept.n)] : NULL);
}

// What overflows does so with several large numbers at once, of one sign: one input in eight is all of such.
static double draw_extreme(struct random_inputs *r) {
    static const double extremes[] = {DBL_MAX, -DBL_MAX, 1e308, -1e308};
    return below(r, 8) ? 0 : extremes[below(r, sizeof extremes / sizeof *extremes)];
}

static bool draw_members(struct random_inputs *r) {
    struct unit *u = r->unit;
    r->extreme = draw_extreme(r);
    bool afresh = r->extreme != 0 || !r->kept.n || !below(r, 3);
    uint32_t base = afresh ? UINT32_MAX : below(r, r->kept.n);
    for (uint32_t i = 0; i < r->n; i++) {
        type_id t = variables_type(u->variables, i);
        expr_id value = 0;
        if (base != UINT32_MAX) {
            value = r->kept.at[base].at[i].value;
            for (uint32_t k = 1 + below(r, 3); k > 0; k--) {
                expr_id e = mutated(r, t, value);
                if (grammar_accepts(u->grammar, t, e)) value = e;
            }
        } else {
            value = member(r, t, 0);
        }
        if (!value) return false;
        vec_push(&r->now, ((struct binding){i, value}));
    }
    return true;
}

bool random_draw(struct random_inputs *r, struct model *out) {
    vec_clear(&r->now);
    vec_clear(&r->pool);
    r->budget = TERMS_MAX;
    if (r->source)
        draw_from_source(r);
    else if (!draw_members(r))
        return false;
    *out = (struct model){r->now.n, r->now.at, r->unit->variables};
    return true;
}

void random_keep(struct random_inputs *r) {
    if (r->kept.n >= KEPT_MAX) return;
    struct binding *copy = mem_alloc((r->now.n + 1) * sizeof *copy);
    for (uint32_t i = 0; i < r->now.n; i++) copy[i] = r->now.at[i];
    vec_push(&r->kept, ((struct model){r->now.n, copy, r->unit->variables}));
}

uint32_t random_kept(const struct random_inputs *r) {
    return r->kept.n;
}

struct model random_kept_at(const struct random_inputs *r, uint32_t i) {
    return r->kept.at[i];
}

void random_mark(const struct random_inputs *r, struct expr_sweep *w) {
    for (uint32_t i = 0; i < r->n_words; i++) expr_sweep_mark(w, r->words[i]);
    for (uint32_t i = 0; i < r->kept.n; i++) expr_sweep_mark_model(w, &r->kept.at[i]);
}
