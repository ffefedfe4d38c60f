// SPDX-License-Identifier: Apache-2.0
// Numbers for the leaves of conditions (conditions.c). Those that share leaves form a slice; each slice is
// solved for itself: by the parent's values, by witnesses, by an earlier answer, by recent models, by Z3, by
// Z3 with some leaves fixed, by local search.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "solve/numbers.h"

enum {
    SEARCH_TRIES = 4000,
    FIX_TRIES = 6,
    EXCLUDED_MAX = 64,
    WITNESSES_MAX = 200,
    REPAIRS_MAX = 12,
    BOXES_FIRST = 2000,
    BOXES_FINITE = 500,
    BOXES_PRODUCT = 20000,
    BOXES_MORE = 50000
};

static bool link_on(const struct solver *s, enum solve_link link) {
    return !(s->options.off & 1u << link);
}

static enum answer counted(struct solver *s, enum solve_link link, double start, enum answer a) {
    struct link_stats *l = &s->stats.links[link];
    l->asked++;
    l->seconds += clock_now() - start;
    if (a == ANSWER_SAT) l->sat++;
    if (a == ANSWER_UNSAT) l->unsat++;
    return a;
}

// ---- Slices ----

static uint32_t leaf_root(struct solver *s, uint32_t i) {
    while (s->leaves.at[i].up != i) i = s->leaves.at[i].up = s->leaves.at[s->leaves.at[i].up].up;
    return i;
}

// Joins the leaves of a condition; UINT32_MAX if it has none.
static uint32_t join_leaves(struct solver *s, expr_id condition, struct hash_map *seen, uint32_t number) {
    uint32_t root = UINT32_MAX, i;
    vec_push(&s->stack, condition);
    while (s->stack.n) {
        expr_id e = vec_pop(&s->stack);
        if (hash_map_get(seen, e, &i) && i == number) continue;
        hash_map_put(seen, e, number);
        if (hash_map_get(&s->leaf_of, e, &i)) {
            i = leaf_root(s, i);
            if (root == UINT32_MAX || i < root) {
                if (root != UINT32_MAX) s->leaves.at[root].up = i;
                root = i;
            } else if (i != root) {
                s->leaves.at[i].up = root;
            }
            continue;
        }
        for (uint32_t k = 0; k < expr_count(s->x, e); k++) vec_push(&s->stack, expr_arg(s->x, e, k));
    }
    return root;
}

static void make_slices(struct solver *s) {
    struct hash_map seen = {0};
    vec_clear(&s->slice_of);
    if (!link_on(s, LINK_SLICE)) // all in one
        for (uint32_t i = 1; i < s->leaves.n; i++) s->leaves.at[i].up = 0;
    for (uint32_t i = 0; i < s->conditions.n; i++)
        vec_push(&s->slice_of, join_leaves(s, s->conditions.at[i], &seen, i));
    for (uint32_t i = 0; i < s->conditions.n; i++)
        if (s->slice_of.at[i] != UINT32_MAX) s->slice_of.at[i] = leaf_root(s, s->slice_of.at[i]);
    hash_map_free(&seen);
}

static int compare_ids(const void *a, const void *b) {
    expr_id i = *(const expr_id *)a, j = *(const expr_id *)b;
    return (i > j) - (i < j);
}

static void take_slice(struct solver *s, uint32_t root) {
    vec_clear(&s->slice);
    vec_clear(&s->slice_leaves);
    for (uint32_t i = 0; i < s->conditions.n; i++)
        if (s->slice_of.at[i] == root) vec_push(&s->slice, s->conditions.at[i]);
    for (uint32_t i = root; i < s->leaves.n; i++)
        if (leaf_root(s, i) == root) vec_push(&s->slice_leaves, i);
    if (s->slice.n > 1) qsort(s->slice.at, s->slice.n, sizeof *s->slice.at, compare_ids);
}

// ---- One leaf by itself ----

static expr_id term_of(struct solver *s, expr_id literal) {
    return expr_sort(s->x, literal) == SORT_INT ? expr_int_term(s->x, literal)
                                                : expr_float_term(s->x, literal);
}

static bool size_admitted(struct solver *s, class_id c, enum expr_op op, int64_t size) {
    const struct class *k = &s->f->classes.at[c];
    if (op == EXPR_BIT_SIZE_OP) return bits_size_admitted(s->f, k, size);
    if (size < k->arity_lo || size > k->arity_hi || size > 1 << 20) return false;
    for (uint32_t l = k->shapes; l; l = s->f->links.at[l].next)
        if (s->f->links.at[l].b == 0 && s->f->links.at[l].a == (uint64_t)size) return false;
    return typing_has_arity(s->f, k, (uint32_t)size, false);
}

bool numbers_admitted(struct solver *s, const struct leaf *l, expr_id literal) {
    if (is_size(expr_op(s->x, l->e))) {
        int64_t size;
        return expr_get_int64(s->x, literal, &size) && size_admitted(s, l->c, expr_op(s->x, l->e), size);
    }
    return class_admits(s->f, l->c, term_of(s, literal));
}

static bool number_admitted(void *context, uint32_t leaf, struct number v) {
    struct solver *s = context;
    uint32_t i;
    if (!hash_map_get(&s->leaf_of, s->tape.leaves.at[leaf], &i)) return false;
    const struct leaf *l = &s->leaves.at[i];
    if (expr_sort(s->x, l->e) == SORT_FLOAT)
        return v.tag == NUMBER_FLOAT && numbers_admitted(s, l, expr_float(s->x, v.f));
    if (v.tag != NUMBER_INT) return false;
    const struct class *k = &s->f->classes.at[l->c];
    if (expr_op(s->x, l->e) == EXPR_IVAL_OP && !interval_holds(k->range, v.i)) return false;
    if (expr_op(s->x, l->e) == EXPR_IVAL_OP && !k->excluded && !k->typings) return true;
    return numbers_admitted(s, l, expr_int(s->x, v.i));
}

static struct interval leaf_domain(struct solver *s, const struct leaf *l) {
    const struct class *k = &s->f->classes.at[l->c];
    return is_size(expr_op(s->x, l->e)) ? class_sizes(k, expr_op(s->x, l->e)) : k->range;
}

// Numbers worth trying for a leaf, best first.
static void witnesses(struct solver *s, const struct leaf *l, bool with_conditions) {
    struct expr_store *x = s->x;
    const struct class *k = &s->f->classes.at[l->c];
    vec_clear(&s->stack);
    if (l->parent) vec_push(&s->stack, l->parent);
    if (expr_sort(x, l->e) == SORT_FLOAT) {
        static const double nice[] = {0.0, 1.0, -1.0, 0.5, 2.0, -0.5, 1.5, -2.0, 10.0, 0.1};
        for (uint32_t i = 0; i < sizeof nice / sizeof *nice; i++) vec_push(&s->stack, expr_float(x, nice[i]));
        static const double odd[] = {NAN,      INFINITY, -INFINITY, -0.0,    DBL_MAX,
                                     -DBL_MAX, 0x1p53,   FLT_MAX,   0x1p-149};
        for (uint32_t i = 0; s->tape.ieee && i < sizeof odd / sizeof *odd; i++)
            vec_push(&s->stack, expr_float(x, odd[i]));
        double ends[] = {k->flo, k->fhi};
        for (uint32_t i = 0; i < 2; i++)
            if (fabs(ends[i]) < DBL_MAX) {
                double whole = i == 0 ? floor(ends[i]) + 1 : ceil(ends[i]) - 1;
                vec_push(&s->stack, expr_float(x, whole));
                vec_push(&s->stack, expr_float(x, ends[i]));
                vec_push(&s->stack, expr_float(x, ends[i] + (i == 0 ? 0.5 : -0.5)));
                double inwards = i == 0 ? DBL_MAX : -DBL_MAX;
                vec_push(&s->stack, expr_float(x, nextafter(ends[i], inwards)));
                if (s->tape.ieee)
                    vec_push(&s->stack, expr_float(x, nextafterf((float)ends[i], (float)inwards)));
            }
        for (uint32_t i = 0; with_conditions && i < s->tape.literals.n && i < 32; i++) {
            double v = s->tape.literals.at[i];
            double around[] = {v, v + 1, v - 1, v + 0.5, nextafter(v, DBL_MAX), nextafter(v, -DBL_MAX)};
            for (uint32_t j = 0; j < 6; j++)
                if (isfinite(around[j])) vec_push(&s->stack, expr_float(x, around[j]));
            if (!s->tape.ieee || !isfinite(v)) continue;
            float f = (float)v, near[] = {f, nextafterf(f, INFINITY), nextafterf(f, -INFINITY)};
            for (uint32_t j = 0; j < 3; j++) vec_push(&s->stack, expr_float(x, (double)near[j]));
        }
        return;
    }
    struct interval range = leaf_domain(s, l);
    int64_t near = interval_nearest(range), end;
    for (int64_t d = 0; d < 12; d++) {
        int64_t up, down;
        if (!__builtin_add_overflow(near, d, &up) && interval_holds(range, up))
            vec_push(&s->stack, expr_int(x, up));
        if (d && !__builtin_sub_overflow(near, d, &down) && interval_holds(range, down))
            vec_push(&s->stack, expr_int(x, down));
    }
    for (int64_t d = 2; expr_op(x, l->e) == EXPR_BIT_SIZE_OP && d < 12; d++) // bytes
        if (near < INT64_MAX / 2 && interval_holds(range, near + 8 * d))
            vec_push(&s->stack, expr_int(x, near + 8 * d));
    for (uint32_t t = k->typings; t; t = s->f->typings.at[t].next)
        for (uint32_t i = 0; i < s->f->typings.at[t].n && i < WITNESSES_MAX; i++) {
            struct pair p = s->f->pairs.at[s->f->typings.at[t].first + i];
            const struct alternative *a = grammar_alternative(s->g, p.type, p.alt);
            if (a->has_lo) vec_push(&s->stack, expr_int_mpz(x, a->lo));
            if (a->has_hi) vec_push(&s->stack, expr_int_mpz(x, a->hi));
            if (a->head == ALT_LITERAL && expr_op(x, a->literal) == EXPR_INT_OP)
                vec_push(&s->stack, expr_arg(x, a->literal, 0));
        }
    for (uint32_t link = k->excluded, n = 0; link && n < WITNESSES_MAX;
         link = s->f->links.at[link].next, n++) {
        int64_t v = (int64_t)s->f->links.at[link].a;
        if (s->f->links.at[link].b || v <= INT64_MIN + 1 || v >= INT64_MAX - 1) continue;
        vec_push(&s->stack, expr_int(x, v + 1));
        vec_push(&s->stack, expr_int(x, v - 1));
    }
    if (interval_least(range, &end)) vec_push(&s->stack, expr_int(x, end));
    if (interval_greatest(range, &end)) vec_push(&s->stack, expr_int(x, end));
    for (uint32_t i = 0; with_conditions && i < s->tape.literals.n && i < 32; i++) {
        double v = s->tape.literals.at[i];
        if (fabs(v) >= 0x1p53) continue;
        for (int64_t d = -1; d <= 1; d++) vec_push(&s->stack, expr_int(x, (int64_t)v + d));
    }
}

// ---- Trying ----

static bool set_leaf(struct solver *s, uint32_t leaf, expr_id value) {
    uint32_t at;
    struct number v = number_of_literal(s->x, value);
    if (v.tag == NUMBER_NONE) return false;
    for (at = 0; at < s->tape.leaves.n; at++)
        if (s->tape.leaves.at[at] == s->leaves.at[leaf].e) tape_set(&s->tape, at, v);
    return true;
}

// Some value for every leaf as a starting point: the parent's where admitted, else the first witness that is.
static bool start_values(struct solver *s, bool *parents) {
    *parents = true;
    for (uint32_t i = 0; i < s->slice_leaves.n; i++) {
        struct leaf *l = &s->leaves.at[s->slice_leaves.at[i]];
        l->value = 0;
        if (l->parent && numbers_admitted(s, l, l->parent)) {
            l->value = l->parent;
            continue;
        }
        *parents = false;
        witnesses(s, l, s->slice.n > 0);
        for (uint32_t k = 0; k < s->stack.n && !l->value; k++)
            if (numbers_admitted(s, l, s->stack.at[k])) l->value = s->stack.at[k];
        vec_clear(&s->stack);
        if (!l->value) return false;
    }
    return true;
}

static bool try_values(struct solver *s) {
    for (uint32_t i = 0; i < s->slice_leaves.n; i++)
        if (!set_leaf(s, s->slice_leaves.at[i], s->leaves.at[s->slice_leaves.at[i]].value)) return false;
    return tape_holds(&s->tape);
}

// One leaf after the other is moved through its witnesses while the others keep their values.
static bool try_witnesses(struct solver *s) {
    if (s->slice_leaves.n > 8) return false;
    for (uint32_t i = 0; i < s->slice_leaves.n; i++) {
        uint32_t leaf = s->slice_leaves.at[i];
        expr_id old = s->leaves.at[leaf].value;
        witnesses(s, &s->leaves.at[leaf], true);
        uint32_t n = s->stack.n < WITNESSES_MAX ? s->stack.n : WITNESSES_MAX;
        for (uint32_t k = 0; k < n; k++) {
            expr_id v = s->stack.at[k];
            if (v == old || !numbers_admitted(s, &s->leaves.at[leaf], v) || !set_leaf(s, leaf, v) ||
                !tape_holds(&s->tape))
                continue;
            s->leaves.at[leaf].value = v;
            vec_clear(&s->stack);
            return true;
        }
        vec_clear(&s->stack);
        if (!old || !set_leaf(s, leaf, old)) return false;
    }
    return false;
}

static bool try_recent(struct solver *s) {
    for (uint32_t r = 0; r < CACHE_RECENT; r++) {
        bool usable = false;
        for (uint32_t i = 0; i < s->slice_leaves.n; i++) {
            struct leaf *l = &s->leaves.at[s->slice_leaves.at[i]];
            expr_id v = slice_cache_recent(s->cache, r, l->e);
            if (v && numbers_admitted(s, l, v))
                l->value = v, usable = true;
            else if (l->parent)
                l->value = l->parent;
            if (!l->value) return false;
        }
        if (usable && try_values(s)) return true;
    }
    return false;
}

// ---- Asking Z3 ----

static expr_id between(struct solver *s, expr_id e, expr_id lo, expr_id hi) {
    expr_id parts[2] = {lo ? expr_not(s->x, expr_int_lt(s->x, e, lo)) : EXPR_TRUE,
                        hi ? expr_not(s->x, expr_int_lt(s->x, hi, e)) : EXPR_TRUE};
    return expr_and(s->x, parts, 2);
}

static expr_id multiple_of(struct solver *s, expr_id e, int64_t unit) {
    return expr_int_eq(s->x, expr_arith(s->x, EXPR_REM_OP, e, expr_int(s->x, unit)), expr_int(s->x, 0));
}

static expr_id size_in_alternative(struct solver *s, expr_id e, const struct alternative *a) {
    struct expr_store *x = s->x;
    int64_t base, unit;
    if (a->head == ALT_LITERAL && expr_op(x, a->literal) == EXPR_BITS_OP)
        return expr_int_eq(x, e, expr_unary(x, EXPR_BIT_SIZE_OP, a->literal));
    if (a->head != ALT_BITS) return EXPR_FALSE;
    bits_sizes(s->f, a, &base, &unit);
    if (unit == 0) return expr_int_eq(x, e, expr_int(x, base));
    expr_id parts[2] = {expr_not(x, expr_int_lt(x, e, expr_int(x, base))),
                        multiple_of(s, expr_arith(x, EXPR_SUB_OP, e, expr_int(x, base)), unit)};
    return expr_and(x, parts, 2);
}

static expr_id alternative_condition(struct solver *s, const struct leaf *l, const struct alternative *a) {
    struct expr_store *x = s->x;
    if (expr_op(x, l->e) == EXPR_BIT_SIZE_OP) return size_in_alternative(s, l->e, a);
    if (expr_op(x, l->e) == EXPR_TUPLE_SIZE_OP)
        return a->head == ALT_TUPLE       ? expr_int_eq(x, l->e, expr_int(x, a->n))
               : a->head == ALT_ANY_TUPLE ? EXPR_TRUE
                                          : EXPR_FALSE;
    if (a->head == ALT_FLOAT || a->head == ALT_DOUBLE) return EXPR_TRUE;
    if (a->head == ALT_SINGLE) { // the encoder makes such a leaf a binary32
        expr_id rounded = expr_unary(x, EXPR_IEEE_SINGLE_OP, l->e);
        expr_id parts[2] = {expr_ieee_compare(x, EXPR_IEEE_EQ_OP, l->e, rounded), expr_ieee_is_nan(x, l->e)};
        return expr_or(x, parts, 2);
    }
    if (a->head == ALT_INT)
        return between(s, l->e, a->has_lo ? expr_int_mpz(x, a->lo) : 0,
                       a->has_hi ? expr_int_mpz(x, a->hi) : 0);
    if (a->head == ALT_LITERAL && expr_op(x, a->literal) == EXPR_INT_OP)
        return expr_int_eq(x, l->e, expr_arg(x, a->literal, 0));
    return EXPR_FALSE;
}

static void send_types(struct solver *s, const struct leaf *l, const struct class *k) {
    for (uint32_t t = k->typings; t; t = s->f->typings.at[t].next) {
        const struct typing *typing = &s->f->typings.at[t];
        if (typing->any) continue;
        for (uint32_t i = 0; i < typing->n; i++) {
            struct pair p = s->f->pairs.at[typing->first + i];
            vec_push(&s->stack, alternative_condition(s, l, grammar_alternative(s->g, p.type, p.alt)));
        }
        vec_push(&s->sent, expr_or(s->x, s->stack.at, s->stack.n));
        vec_clear(&s->stack);
    }
}

// A field too wide for an interval still has its bounds.
static void send_field(struct solver *s, expr_id leaf) {
    struct expr_store *x = s->x;
    expr_id read = expr_op(x, leaf) == EXPR_IVAL_OP ? expr_arg(x, leaf, 0) : 0;
    if (!read || expr_op(x, read) != EXPR_BITS_GET_OP) return;
    struct bit_field field = expr_get_field(x, expr_arg(x, read, 1));
    if (field.width < 63) return;
    bool is_signed = field.flags & FIELD_SIGNED;
    expr_id one = expr_int(x, 1), end = expr_arith(x, EXPR_BSL_OP, one, expr_int(x, field.width - is_signed));
    expr_id lowest = is_signed ? expr_arith(x, EXPR_SUB_OP, expr_int(x, 0), end) : expr_int(x, 0);
    vec_push(&s->sent, expr_int_lt(x, leaf, end));
    vec_push(&s->sent, expr_not(x, expr_int_lt(x, leaf, lowest)));
}

static void send_bounds(struct solver *s, const struct leaf *l) {
    struct expr_store *x = s->x;
    const struct class *k = &s->f->classes.at[l->c];
    if (expr_sort(x, l->e) == SORT_FLOAT) {
        for (uint32_t i = k->excluded; i; i = s->f->links.at[i].next) {
            expr_id b = s->f->links.at[i].b;
            if (b && expr_op(x, b) == EXPR_FLOAT_OP)
                vec_push(&s->sent, expr_not(x, expr_float_eq(x, l->e, expr_arg(x, b, 0))));
        }
        if (s->tape.ieee) send_types(s, l, k);
        return;
    }
    struct interval range = k->range;
    uint32_t excluded = k->excluded, n = 0;
    uint32_t sort = 0;
    if (is_size(expr_op(x, l->e))) {
        range = class_sizes(k, expr_op(x, l->e));
        excluded = k->shapes;
        sort = expr_op(x, l->e) == EXPR_BIT_SIZE_OP ? SHAPE_BITS : SHAPE_TUPLE;
    }
    if (sort == SHAPE_BITS) {
        expr_id whole = multiple_of(s, l->e, 8);
        if (!(k->kinds & KIND_BIT(KIND_BITSTRING))) vec_push(&s->sent, whole);
        if (!(k->kinds & KIND_BIT(KIND_BINARY))) vec_push(&s->sent, expr_not(x, whole));
    }
    send_field(s, l->e);
    int64_t lo, hi;
    vec_push(&s->sent, between(s, l->e, interval_least(range, &lo) ? expr_int(x, lo) : 0,
                               interval_greatest(range, &hi) ? expr_int(x, hi) : 0));
    for (; excluded && n < EXCLUDED_MAX; excluded = s->f->links.at[excluded].next) {
        const struct link *link = &s->f->links.at[excluded];
        if (link->b != sort || !interval_holds(range, (int64_t)link->a)) continue;
        vec_push(&s->sent, expr_not(x, expr_int_eq(x, l->e, expr_int(x, (int64_t)link->a))));
        n++;
    }
    send_types(s, l, k);
}

// The slice with what types and facts say about its leaves: true, false or the number of conditions in
// s->sent.
static bool send_slice(struct solver *s) {
    vec_clear(&s->sent);
    for (uint32_t i = 0; i < s->slice.n; i++) vec_push(&s->sent, s->slice.at[i]);
    for (uint32_t i = 0; i < s->slice_leaves.n; i++) send_bounds(s, &s->leaves.at[s->slice_leaves.at[i]]);
    if (s->sent.n > 1) qsort(s->sent.at, s->sent.n, sizeof *s->sent.at, compare_ids);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->sent.n; i++) {
        if (s->sent.at[i] == EXPR_FALSE) return false;
        if (s->sent.at[i] == EXPR_TRUE || (kept && s->sent.at[kept - 1] == s->sent.at[i])) continue;
        s->sent.at[kept++] = s->sent.at[i];
    }
    s->sent.n = kept;
    return true;
}

static void note_z3(struct solver *s, double seconds) {
    struct solve_stats *st = &s->stats;
    if (st->z3_count == s->z3_room) {
        s->z3_room = s->z3_room ? s->z3_room * 2 : 256;
        st->z3_seconds = mem_realloc(st->z3_seconds, sizeof *st->z3_seconds * s->z3_room);
    }
    st->z3_seconds[st->z3_count++] = seconds;
}

static enum answer ask_z3(struct solver *s) {
    double start = clock_now();
    s->used_z3 = true;
    if (!arith_ready(s->arith)) return counted(s, LINK_Z3, start, ANSWER_UNKNOWN);
    double asked = clock_now();
    enum answer a = arith_solve(s->arith, s->sent.at, s->sent.n, &s->found);
    note_z3(s, clock_now() - asked);
    return counted(s, LINK_Z3, start, a);
}

static bool take_found(struct solver *s) {
    for (uint32_t i = 0; i < s->found.n; i++) {
        uint32_t leaf;
        if (hash_map_get(&s->leaf_of, s->found.at[i].leaf, &leaf))
            s->leaves.at[leaf].value = s->found.at[i].value;
    }
    for (uint32_t i = 0; i < s->slice_leaves.n; i++) {
        struct leaf *l = &s->leaves.at[s->slice_leaves.at[i]];
        if (!l->value) return false;
    }
    return true;
}

static expr_id keeps_value(struct solver *s, expr_id e, expr_id literal) {
    if (expr_sort(s->x, e) == SORT_FLOAT && isnan(expr_get_float(s->x, literal)))
        return expr_ieee_is_nan(s->x, e);
    return conditions_equal(s, e, literal);
}

// Some leaves keep the parent's values: all but one, then every second, then the first half.
static bool ask_with_fixed(struct solver *s) {
    uint32_t n = s->slice_leaves.n, sent = s->sent.n;
    if (n < 2) return false;
    for (uint32_t try = 0; try < FIX_TRIES && clock_now() < s->deadline; try++) {
        s->sent.n = sent;
        for (uint32_t i = 0; i < n; i++) {
            struct leaf *l = &s->leaves.at[s->slice_leaves.at[i]];
            bool fix = try < n && try < 4 ? i != try : try
                == 4 ? i % 2 == 0 : i < n / 2;
            if (!fix || !l->parent) continue;
            vec_push(&s->sent, keeps_value(s, l->e, l->parent));
        }
        double start = clock_now();
        enum answer a = arith_solve(s->arith, s->sent.at, s->sent.n, &s->found);
        note_z3(s, clock_now() - start);
        if (counted(s, LINK_FIX, start, a == ANSWER_SAT ? a : ANSWER_UNKNOWN) == ANSWER_SAT) {
            s->sent.n = sent;
            return true;
        }
    }
    s->sent.n = sent;
    return false;
}

static void take_tape(struct solver *s) {
    for (uint32_t i = 0; i < s->tape.leaves.n; i++) {
        uint32_t leaf;
        struct number v = s->tape.at.at[s->tape.leaf_at.at[i]];
        if (hash_map_get(&s->leaf_of, s->tape.leaves.at[i], &leaf))
            s->leaves.at[leaf].value = v.tag == NUMBER_INT ? expr_int(s->x, v.i) : expr_float(s->x, v.f);
    }
}

static bool search_locally(struct solver *s) {
    double start = clock_now();
    bool parents, good = start_values(s, &parents);
    for (uint32_t i = 0; i < s->slice_leaves.n && good; i++)
        good = set_leaf(s, s->slice_leaves.at[i], s->leaves.at[s->slice_leaves.at[i]].value);
    good = good && (tape_invert(&s->tape, REPAIRS_MAX, number_admitted, s) ||
                    tape_search(&s->tape, SEARCH_TRIES, number_admitted, s));
    counted(s, LINK_SEARCH, start, good ? ANSWER_SAT : ANSWER_UNKNOWN);
    if (!good) return false;
    take_tape(s);
    return true;
}

// What the leaves may be; they are set to the values that they have. False: they are more than that, or some
// has none.
static bool take_domains(struct solver *s, struct interval *domains, uint32_t most) {
    if (s->tape.leaves.n > most) return false;
    for (uint32_t i = 0; i < s->tape.leaves.n; i++) {
        uint32_t leaf = 0;
        bool known = hash_map_get(&s->leaf_of, s->tape.leaves.at[i], &leaf);
        assert(known), (void)known;
        struct leaf *l = &s->leaves.at[leaf];
        domains[i] = leaf_domain(s, l);
        if (!l->value || !set_leaf(s, leaf, l->value)) return false;
    }
    return true;
}

// A slice of integers with quotients by literals and the like is decided without Z3.
static enum answer decide_periodic(struct solver *s) {
    enum { LEAVES_MAX = 4, ASSIGNMENTS_MAX = 4096 };
    struct interval domains[LEAVES_MAX];
    double start = clock_now();
    if (!take_domains(s, domains, LEAVES_MAX)) return ANSWER_UNKNOWN;
    enum answer a = tape_enumerate(&s->tape, domains, ASSIGNMENTS_MAX, number_admitted, s);
    if (a == ANSWER_UNKNOWN) a = tape_decide(&s->tape, domains, number_admitted, s);
    if (a == ANSWER_UNSAT && s->tape.huge) a = ANSWER_UNKNOWN;
    if (a == ANSWER_UNKNOWN && tape_scan(&s->tape, number_admitted, s)) a = ANSWER_SAT;
    if (a == ANSWER_SAT) take_tape(s);
    return counted(s, LINK_SEARCH, start, a);
}

// Many unknowns of two values, say, as merged branches on booleans leave them, in some tenths of a second.
static enum answer decide_by_all(struct solver *s) {
    enum { LEAVES_MAX = 24, STEPS_MAX = 1 << 25 };
    struct interval domains[LEAVES_MAX];
    double start = clock_now();
    if (!take_domains(s, domains, LEAVES_MAX)) return ANSWER_UNKNOWN;
    enum answer a = tape_enumerate(&s->tape, domains, STEPS_MAX / (s->tape.code.n + 1), number_admitted, s);
    if (a == ANSWER_UNSAT && s->tape.huge) a = ANSWER_UNKNOWN;
    if (a == ANSWER_SAT) take_tape(s);
    return counted(s, LINK_SEARCH, start, a);
}

static bool is_binary32(const struct alternative *a) {
    return a->head == ALT_SINGLE;
}

static bool is_finite(const struct alternative *a) {
    return a->head == ALT_LITERAL || (a->head == ALT_INT && a->has_lo && a->has_hi);
}

// Whether some type of the leaf has only alternatives that fit.
static bool leaf_has_type(struct solver *s, const struct leaf *l, bool (*fits)(const struct alternative *)) {
    for (uint32_t t = s->f->classes.at[l->c].typings; t; t = s->f->typings.at[t].next) {
        const struct typing *typing = &s->f->typings.at[t];
        bool all = !typing->any && typing->n > 0;
        for (uint32_t i = 0; i < typing->n && all; i++) {
            struct pair p = s->f->pairs.at[typing->first + i];
            all = fits(grammar_alternative(s->g, p.type, p.alt));
        }
        if (all) return true;
    }
    return false;
}

// A slice of floats, or of integers, over a few leaves. Where no condition is of IEEE 754, floats are finite.
static enum answer decide_boxes(struct solver *s, uint32_t most) {
    const bool finite = !s->tape.ieee;
    struct boxes_leaf leaves[BOXES_LEAVES];
    if (s->tape.leaves.n > sizeof leaves / sizeof *leaves) return ANSWER_UNKNOWN;
    double start = clock_now();
    for (uint32_t i = 0; i < s->tape.leaves.n; i++) {
        uint32_t leaf = 0;
        bool known = hash_map_get(&s->leaf_of, s->tape.leaves.at[i], &leaf);
        assert(known), (void)known;
        const struct leaf *l = &s->leaves.at[leaf];
        const struct class *k = &s->f->classes.at[l->c];
        leaves[i] = (struct boxes_leaf){.is_int = expr_sort(s->x, l->e) == SORT_INT,
                                        .finite = finite,
                                        .single = leaf_has_type(s, l, is_binary32),
                                        .range = leaf_domain(s, l),
                                        .lo = k->flo == 0 ? -0.0 : k->flo, // a bound says nothing of signs
                                        .hi = k->fhi == 0 ? 0.0 : k->fhi};
        if (finite) leaves[i].lo = fmax(leaves[i].lo, -DBL_MAX), leaves[i].hi = fmin(leaves[i].hi, DBL_MAX);
    }
    struct boxes b = {leaves, number_admitted, s, s->deadline};
    enum answer a = boxes_decide(&b, &s->tape, most);
    if (a == ANSWER_SAT) take_tape(s);
    return counted(s, LINK_SEARCH, start, a);
}

// Products of unknowns that have finite types, as Java's int and long: where Z3 is at its slowest.
static bool is_product_of_finite(struct solver *s) {
    bool product = false;
    for (uint32_t i = 0; i < s->tape.code.n && !product; i++) {
        struct instruction in = s->tape.code.at[i];
        product = in.op == EXPR_MUL_OP && s->tape.code.at[in.a].op != EXPR_INT_LIT_OP &&
                  s->tape.code.at[in.b].op != EXPR_INT_LIT_OP;
    }
    for (uint32_t i = 0; i < s->tape.leaves.n && product; i++) {
        uint32_t leaf = 0;
        product = hash_map_get(&s->leaf_of, s->tape.leaves.at[i], &leaf) &&
                  leaf_has_type(s, &s->leaves.at[leaf], is_finite);
    }
    return product;
}

static bool has_floats(const struct solver *s) {
    bool any = false;
    for (uint32_t i = 0; i < s->tape.leaves.n && !any && !s->tape.ieee; i++)
        any = expr_sort(s->x, s->tape.leaves.at[i]) == SORT_FLOAT;
    return any;
}

static bool try_extremes(struct solver *s) {
    double start = clock_now();
    bool good = extremes_try(s);
    counted(s, LINK_SEARCH, start, good ? ANSWER_SAT : ANSWER_UNKNOWN);
    return good;
}

static void remember(struct solver *s, enum answer a) {
    vec_clear(&s->found);
    for (uint32_t i = 0; i < s->slice_leaves.n && a == ANSWER_SAT; i++) {
        struct leaf *l = &s->leaves.at[s->slice_leaves.at[i]];
        vec_push(&s->found, (struct leaf_value){l->e, l->value});
    }
    if (link_on(s, LINK_CACHE)) slice_cache_put(s->cache, s->sent.at, s->sent.n, a, &s->found);
}

// The links that cost, after witnesses failed.
static enum outcome solve_hard(struct solver *s, bool compiled) {
    enum answer a = ANSWER_UNKNOWN;
    double start = clock_now();
    if (!send_slice(s)) return OUTCOME_REFUTED;
    if (link_on(s, LINK_CACHE)) {
        if (!slice_cache_get(s->cache, s->sent.at, s->sent.n, &a, &s->found)) a = ANSWER_UNKNOWN;
        if (counted(s, LINK_CACHE, start, a) == ANSWER_SAT && take_found(s)) return OUTCOME_DONE;
        if (a == ANSWER_UNSAT) return OUTCOME_REFUTED;
    }
    if (link_on(s, LINK_MODELS) && compiled) {
        start = clock_now();
        bool good = try_recent(s);
        counted(s, LINK_MODELS, start, good ? ANSWER_SAT : ANSWER_UNKNOWN);
        if (good) return OUTCOME_DONE;
    }
    if (link_on(s, LINK_SEARCH) && compiled) {
        a = decide_periodic(s);
        if (a == ANSWER_UNKNOWN && s->tape.math && search_locally(s)) a = ANSWER_SAT;
        if (a == ANSWER_UNKNOWN && s->tape.ieee) a = decide_boxes(s, BOXES_FIRST);
        if (a == ANSWER_UNKNOWN && try_extremes(s)) a = ANSWER_SAT;
        if (a == ANSWER_UNKNOWN && has_floats(s))
            a = search_locally(s) ? ANSWER_SAT : decide_boxes(s, BOXES_FINITE);
        if (a == ANSWER_UNKNOWN && is_product_of_finite(s)) a = decide_boxes(s, BOXES_PRODUCT);
    }
    if (a == ANSWER_UNKNOWN && link_on(s, LINK_Z3)) {
        a = ask_z3(s);
        if (a == ANSWER_UNKNOWN && link_on(s, LINK_FIX) && ask_with_fixed(s)) a = ANSWER_SAT;
        if (a == ANSWER_SAT && !take_found(s)) a = ANSWER_UNKNOWN;
    }
    if (a == ANSWER_UNKNOWN && link_on(s, LINK_SEARCH) && compiled) {
        a = decide_by_all(s);
        if (a == ANSWER_UNKNOWN && search_locally(s)) a = ANSWER_SAT;
        if (a == ANSWER_UNKNOWN) a = decide_boxes(s, BOXES_MORE);
    }
    if (a != ANSWER_UNKNOWN) remember(s, a);
    return a == ANSWER_SAT ? OUTCOME_DONE : a == ANSWER_UNSAT ? OUTCOME_REFUTED : OUTCOME_FAILED;
}

static bool try_repair(struct solver *s) {
    if (!tape_repair(&s->tape, REPAIRS_MAX, number_admitted, s)) return false;
    take_tape(s);
    return true;
}

static enum outcome solve_slice(struct solver *s, uint32_t root) {
    take_slice(s, root);
    bool compiled = tape_compile(&s->tape, s->x, s->slice.at, s->slice.n), parents;
    bool started = start_values(s, &parents);
    if (s->slice.n == 0) return started ? OUTCOME_DONE : solve_hard(s, compiled);
    if (compiled && started && (parents || link_on(s, LINK_SHAPES)) && try_values(s)) return OUTCOME_DONE;
    if (compiled && started && link_on(s, LINK_SHAPES) &&
        (try_repair(s) || (try_values(s), try_witnesses(s))))
        return OUTCOME_DONE;
    return solve_hard(s, compiled);
}

enum outcome numbers_solve(struct solver *s) {
    enum outcome r = conditions_collect(s);
    if (r != OUTCOME_DONE) return r;
    double start = clock_now();
    make_slices(s);
    if (link_on(s, LINK_SLICE)) counted(s, LINK_SLICE, start, ANSWER_UNKNOWN);
    for (uint32_t i = 0; i < s->leaves.n; i++) {
        if (leaf_root(s, i) != i) continue;
        r = solve_slice(s, i);
        if (r != OUTCOME_DONE) return r;
    }
    return OUTCOME_DONE;
}
