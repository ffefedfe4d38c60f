// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/decide.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "erlang/machine/compared.h"
#include "erlang/machine/decide_bits.h"
#include "erlang/term/arith.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"

static uint32_t site_of(const struct interp *ip) {
    return ip->f->site_base + (uint32_t)(ip->pc - ip->f->code);
}

uint32_t decide_inner_point(const struct interp *ip, uint32_t way) {
    enum { FEW = 4 };
    uint64_t h = hash_mix(hash_mix(site_of(ip), ip->ordinal), way);
    uint32_t kind = ip->ordinal < FEW ? POINT_INNER : POINT_LATER;
    return kind | ((uint32_t)(h >> 7) & ((1u << 22) - 1));
}

// The search is not to lose itself in library code that the unit calls.
static void tell_where(struct interp *ip) {
    const struct module_code *m = ip->f->module_code; // NULL: of the call from outside
    ip->trace->far = m && m->library && ip->f->module != ip->home;
}

// What a decision costs of the run's budget, in calls: a run that decides all the time must end in bounded
// time too.
static void charge(struct interp *ip) {
    enum { COST = 20 };
    ip->steps_left = ip->steps_left > COST ? ip->steps_left - COST : 1;
}

// The path says what a receive would do, or does not; no decision is taken for its sake.
static void glance_at(struct interp *ip, expr_id condition, bool truth) {
    ip->glance->open |= !trace_knows(ip->trace, condition, truth);
}

bool decide_jump(struct interp *ip, expr_id condition, bool truth, uint32_t point_false,
                 uint32_t point_true) {
    if (!ip->symbolic) return truth;
    if (condition == EXPR_TRUE || condition == EXPR_FALSE) return truth;
    if (ip->glance) {
        glance_at(ip, condition, truth);
        return truth;
    }
    charge(ip);
    const uint32_t points[2] = {point_false, point_true};
    tell_where(ip);
    trace_branch(ip->trace, site_of(ip), condition, truth, points);
    if (ip->trace->closed) ip->symbolic = false;
    return truth;
}

bool decide_condition(struct interp *ip, expr_id condition, bool truth) {
    uint32_t yes = decide_inner_point(ip, 1), no = decide_inner_point(ip, 0);
    ip->ordinal++;
    return decide_jump(ip, condition, truth, no, yes);
}

bool decide_overflow(struct interp *ip, expr_id condition, bool truth) {
    if (!ip->symbolic) return truth;
    bool far = ip->trace->far;
    ip->trace->far = true;
    decide_condition(ip, condition, truth);
    ip->trace->far = far;
    return truth;
}

uint32_t decide_way(struct interp *ip, const expr_id *conditions, uint32_t n, uint32_t taken,
                    const uint32_t *points) {
    if (!ip->symbolic) return taken;
    if (ip->glance) {
        glance_at(ip, conditions[taken], true);
        return taken;
    }
    charge(ip);
    struct way room[16] = {{0}}, *ways = n <= 16 ? room : mem_alloc(n * sizeof *ways);
    for (uint32_t i = 0; i < n; i++)
        ways[i] = (struct way){conditions[i], points ? points[i] : decide_inner_point(ip, i)};
    ip->ordinal++;
    tell_where(ip);
    trace_choice(ip->trace, site_of(ip), ways, n, taken);
    if (ip->trace->closed) ip->symbolic = false;
    if (ways != room) mem_free(ways);
    return taken;
}

uint32_t decide_choice(struct interp *ip, const expr_id *conditions, uint32_t n, uint32_t taken) {
    return decide_way(ip, conditions, n, taken, NULL);
}

// ---- Terms and expressions ----

// A compound term with symbolic parts, built bottom-up with an explicit stack.
struct building {
    term t;
    uint32_t i, n;
};

static uint32_t part_count(term t) {
    if (term_is_cons(t)) return 2;
    if (term_is_tuple(t)) return (uint32_t)term_tuple(t)->n;
    return (uint32_t)map_size(t) * 2;
}

static term part(term t, uint32_t i) {
    if (term_is_cons(t)) return term_cell(t)[i];
    if (term_is_tuple(t)) return term_tuple(t)->at[i];
    struct map_iterator it;
    term key = TERM_NIL, value = TERM_NIL;
    map_iterate(&it, t);
    for (uint32_t k = 0; k <= i / 2; k++) map_next(&it, &key, &value);
    return i % 2 ? value : key;
}

static bool is_opaque_compound(term t) {
    return !term_is_cons(t) && !term_is_tuple(t) && !term_is_map(t);
}

expr_id decide_expr(struct interp *ip, term root) {
    if (decide_is_changed_map(ip, root)) root = decide_map(ip, root);
    if (!term_shadowed(root)) return value_from_term(ip->exprs, root);
    if (term_is_sym(root)) return term_symbolic(root)->expr;
    VEC(struct building) todo = {0};
    VEC(expr_id) done = {0};
    vec_push(&todo, ((struct building){root, 0, part_count(root)}));
    while (todo.n) {
        if (!term_visit()) { // the run ends
            vec_push(&done, EXPR_NIL);
            break;
        }
        struct building *b = &vec_last(&todo);
        if (b->i < b->n) {
            term p = part(b->t, b->i++);
            if (decide_is_changed_map(ip, p)) p = decide_map(ip, p);
            if (term_shadowed(p) && !term_is_sym(p) && !is_opaque_compound(p)) {
                vec_push(&todo, ((struct building){p, 0, part_count(p)}));
            } else {
                if (term_shadowed(p) && !term_is_sym(p))
                    p = decide_lose(ip, p, "fun with symbolic values inside");
                vec_push(&done, term_is_sym(p) ? term_symbolic(p)->expr : value_from_term(ip->exprs, p));
            }
            continue;
        }
        expr_id *parts = &done.at[done.n - b->n], e;
        if (term_is_cons(b->t))
            e = expr_cons(ip->exprs, parts[0], parts[1]);
        else if (term_is_tuple(b->t))
            e = expr_tuple(ip->exprs, parts, b->n);
        else
            e = expr_map(ip->exprs, parts, b->n / 2);
        done.n -= b->n;
        vec_push(&done, e);
        todo.n--;
    }
    expr_id e = done.at[0];
    vec_free(&todo);
    vec_free(&done);
    return e;
}

term decide_value(struct interp *ip, term concrete, expr_id e) {
    if (!ip->symbolic || e == EXPR_NONE || expr_is_ground(ip->exprs, e)) return concrete;
    return term_sym(&ip->heap, concrete, e);
}

static void count_loss(struct interp *ip, const char *what) {
    const struct module_code *m = ip->f->module_code;
    if (ip->glance) {
        ip->glance->open = true;
        return;
    }
    ip->lost_any = true;
    concretised_note(&ip->concretised, symbol_of(what), symbol_of(m ? m->core->file : "?"),
                     code_line(ip->f, (uint32_t)(ip->pc - ip->f->code)));
}

void decide_note_loss(struct interp *ip, const char *what) {
    if (ip->symbolic) count_loss(ip, what);
}

void decide_tell_varies(struct process *p, const char *what) {
    p->varies = what;
    p->changes++;
    if (p->interp) decide_note_loss(interp_of(p), what);
}

void decide_tell_machine(struct process *p, const char *what) {
    struct interp *ip = p->interp ? interp_of(p) : NULL;
    if (!ip) return;
    if (ip->program->any_machine) {
        decide_note_loss(ip, symbol_text(symbol_of(what)));
        return;
    }
    assumed_note(&ip->assumed, symbol_of(what));
}

term decide_lose(struct interp *ip, term t, const char *what) {
    if (!term_shadowed(t)) return t;
    if (ip->symbolic) count_loss(ip, what);
    return term_is_sym(t) ? term_symbolic(t)->concrete : term_concrete(&ip->heap, t);
}

// ---- Kinds ----

kind_set decide_kind_of(term t) {
    if (term_is_sym(t)) t = term_symbolic(t)->concrete;
    switch (term_tag(t)) {
    case TAG_SMALL: return KIND_BIT(KIND_INT);
    case TAG_IMM:
        switch ((t >> 4) & 15) {
        case IMM_ATOM: return KIND_BIT(KIND_ATOM);
        case IMM_NIL: return KIND_BIT(KIND_NIL);
        case IMM_PID: return KIND_BIT(KIND_PID);
        case IMM_PORT: return KIND_BIT(KIND_PORT);
        default: return KIND_BIT(KIND_REF);
        }
    case TAG_CONS: return KIND_BIT(KIND_CONS);
    case TAG_TUPLE: return KIND_BIT(KIND_TUPLE);
    default: break;
    }
    switch (((struct box *)term_pointer(t))->kind) {
    case BOX_BIG: return KIND_BIT(KIND_INT);
    case BOX_FLOAT: return KIND_BIT(KIND_FLOAT);
    case BOX_MAP: return KIND_BIT(KIND_MAP);
    case BOX_FUN: return KIND_BIT(KIND_FUN);
    default: return term_bits_of(t)->size % 8 ? KIND_BIT(KIND_BITSTRING) : KIND_BIT(KIND_BINARY);
    }
}

bool decide_kind(struct interp *ip, term t, kind_set kinds) {
    bool truth = (decide_kind_of(t) & kinds) != 0;
    if (!term_is_sym(t) || !ip->symbolic) return truth;
    return decide_condition(ip, expr_kind(ip->exprs, term_symbolic(t)->expr, kinds), truth);
}

enum number_kind decide_number(struct interp *ip, term t) {
    kind_set k = decide_kind_of(t);
    enum number_kind n = k == KIND_BIT(KIND_INT)     ? NUMBER_INT
                         : k == KIND_BIT(KIND_FLOAT) ? NUMBER_FLOAT
                                                     : NUMBER_NOT;
    if (!term_is_sym(t) || !ip->symbolic) return n;
    expr_id e = term_symbolic(t)->expr;
    const expr_id ways[3] = {expr_kind(ip->exprs, e, KIND_BIT(KIND_INT)),
                             expr_kind(ip->exprs, e, KIND_BIT(KIND_FLOAT)),
                             expr_kind(ip->exprs, e, KINDS_ALL & ~KINDS_NUMBER)};
    return decide_way(ip, ways, 3, n, NULL);
}

void decide_ways_among(struct interp *ip, expr_id e, const term *values, uint32_t n, expr_id *ways) {
    expr_id *others = ways + n + 1;
    for (uint32_t i = 0; i < n; i++) {
        ways[i] = expr_eq(ip->exprs, e, value_from_term(ip->exprs, values[i]));
        others[i] = expr_not(ip->exprs, ways[i]);
    }
    ways[n] = expr_and(ip->exprs, others, n);
}

uint32_t decide_among(struct interp *ip, term t, const term *values, uint32_t n, const uint32_t *points) {
    term c = term_is_sym(t) ? term_symbolic(t)->concrete : t;
    uint32_t taken = n;
    for (uint32_t i = 0; i < n && taken == n; i++)
        if (term_equal(c, values[i])) taken = i;
    if (!term_is_sym(t) || !ip->symbolic) return taken;
    expr_id room[32], *ways = n < 16 ? room : mem_alloc((2 * n + 1) * sizeof *ways);
    decide_ways_among(ip, term_symbolic(t)->expr, values, n, ways);
    decide_way(ip, ways, n + 1, taken, points);
    if (ways != room) mem_free(ways);
    return taken;
}

enum boolean decide_boolean(struct interp *ip, term t) {
    const term values[2] = {atom_false, atom_true};
    return decide_among(ip, t, values, 2, NULL);
}

// ---- Lists and tuples ----

void decide_parts(struct interp *ip, term t, term *hd, term *tl) {
    t = decide_digits(ip, t);
    if (!term_is_sym(t)) {
        *hd = term_hd(t);
        *tl = term_tl(t);
        return;
    }
    term c = term_symbolic(t)->concrete;
    expr_id e = term_symbolic(t)->expr;
    *hd = ip->symbolic ? decide_value(ip, term_hd(c), expr_hd(ip->exprs, e)) : term_hd(c);
    *tl = ip->symbolic ? decide_value(ip, term_tl(c), expr_tl(ip->exprs, e)) : term_tl(c);
}

bool decide_elements(struct interp *ip, term list, struct term_vec *out) {
    term hd, tl;
    enum list_kind k;
    while ((k = decide_list(ip, list, &hd, &tl)) == LIST_CONS) {
        vec_push(out, hd);
        list = tl;
    }
    return k == LIST_NIL;
}

bool decide_cons(struct interp *ip, term t, term *hd, term *tl) {
    if (!decide_kind(ip, t, KIND_BIT(KIND_CONS))) return false;
    decide_parts(ip, t, hd, tl);
    return true;
}

enum list_kind decide_list(struct interp *ip, term t, term *hd, term *tl) {
    kind_set k = decide_kind_of(t);
    enum list_kind l = k == KIND_BIT(KIND_CONS) ? LIST_CONS : k == KIND_BIT(KIND_NIL) ? LIST_NIL : LIST_NOT;
    if (term_is_sym(t) && ip->symbolic) {
        expr_id e = term_symbolic(t)->expr;
        const expr_id ways[3] = {expr_kind(ip->exprs, e, KIND_BIT(KIND_CONS)),
                                 expr_kind(ip->exprs, e, KIND_BIT(KIND_NIL)),
                                 expr_kind(ip->exprs, e, KINDS_ALL & ~KINDS_LIST)};
        decide_way(ip, ways, 3, l, NULL);
    }
    if (l == LIST_CONS) decide_parts(ip, t, hd, tl);
    return l;
}

bool decide_tuple(struct interp *ip, term t, uint32_t n) {
    term c = term_is_sym(t) ? term_symbolic(t)->concrete : t;
    bool truth = term_is_tuple(c) && term_tuple(c)->n == n;
    if (!term_is_sym(t) || !ip->symbolic) return truth;
    return decide_condition(ip, expr_arity(ip->exprs, term_symbolic(t)->expr, n), truth);
}

term decide_element(struct interp *ip, term t, uint32_t index) {
    if (!term_is_sym(t)) return term_tuple(t)->at[index];
    term c = term_tuple(term_symbolic(t)->concrete)->at[index];
    return ip->symbolic ? decide_value(ip, c, expr_elem(ip->exprs, term_symbolic(t)->expr, index)) : c;
}

bool decide_tuple_size(struct interp *ip, term t, uint32_t *n) {
    if (!decide_kind(ip, t, KIND_BIT(KIND_TUPLE))) return false;
    *n = (uint32_t)term_tuple(term_is_sym(t) ? term_symbolic(t)->concrete : t)->n;
    for (uint32_t i = 0; term_is_sym(t) && ip->symbolic && i <= *n; i++) decide_tuple(ip, t, i);
    return true;
}

// ---- Equality and order ----

// The order of kinds as classes within which values are compared: all numbers are one class.
static int class_of(term t) {
    kind_set k = decide_kind_of(t);
    if (k & KINDS_NUMBER) return KIND_INT;
    if (k & KINDS_BITS) return KIND_BINARY;
    return __builtin_ctz(k);
}

static kind_set class_kinds(int class) {
    return class == KIND_INT ? KINDS_NUMBER : class == KIND_BINARY ? KINDS_BITS : KIND_BIT(class);
}

// Which of n sets, that split all kinds, a symbolic term's kind is in: one choice.
static uint32_t choose_kinds(struct interp *ip, term t, const kind_set *sets, uint32_t n) {
    expr_id e = term_symbolic(t)->expr, ways[KIND_COUNT];
    uint32_t taken = 0;
    for (uint32_t i = 0; i < n; i++) {
        ways[i] = expr_kind(ip->exprs, e, sets[i]);
        if (decide_kind_of(t) & sets[i]) taken = i;
    }
    return decide_way(ip, ways, n, taken, NULL);
}

// Says for a term whether its class comes before, is, or comes after the given one: -1, 0, 1. Integers and
// floats are told apart at once, since whoever compares numbers asks next.
static int decide_class(struct interp *ip, term t, int class) {
    int own = class_of(t), side = own < class ? -1 : own > class;
    if (!term_is_sym(t) || !ip->symbolic) return side;
    kind_set same = class_kinds(class), below = (KIND_BIT(class) - 1) & ~same,
             above = KINDS_ALL & ~same & ~below;
    const kind_set numbers[] = {KIND_BIT(KIND_INT), KIND_BIT(KIND_FLOAT), above},
                   others[] = {below, same, above};
    choose_kinds(ip, t, class == KIND_INT ? numbers : others, 3);
    return side;
}

// Settles the class of a symbolic term: one choice among the classes that values are compared in. What is
// decided must not depend on values that the path leaves open, or another run down the same path would meet
// other decisions.
static void settle_class(struct interp *ip, term t) {
    kind_set sets[KIND_COUNT];
    uint32_t n = 0;
    for (int k = 0; k < KIND_COUNT; k++)
        if (k != KIND_BITSTRING) sets[n++] = k == KIND_BINARY ? KINDS_BITS : KIND_BIT(k);
    choose_kinds(ip, t, sets, n);
}

enum relation { RELATION_EQUAL, RELATION_LESS };

// The integer bound that compares with all integers as the float f does: floor for X =< f, ceiling for X < f.
static expr_id integer_bound(struct interp *ip, double f) {
    mpz_t z;
    mpz_init_set_d(z, f);
    expr_id e = expr_int_mpz(ip->exprs, z);
    mpz_clear(z);
    return e;
}

// The integer z against the unknown float g: z < g or g < z (`z_first`), or equal. No float lies between z
// and the one that it is cut off to, towards 0.
static expr_id literal_against(struct expr_store *x, mpz_srcptr z, expr_id g, bool z_first, enum relation r) {
    bool negative = mpz_sgn(z) < 0, above = z_first == negative;
    if (mpz_cmpabs_d(z, DBL_MAX) > 0)
        return r == RELATION_LESS && above ? EXPR_TRUE : EXPR_FALSE; // beyond all floats
    double d = mpz_get_d(z);
    bool exact = mpz_cmp_d(z, d) == 0;
    expr_id f = expr_float(x, d);
    if (r == RELATION_EQUAL) return exact ? expr_float_eq(x, f, g) : EXPR_FALSE;
    bool or_equal = !exact && above; // d itself is on the side that is asked for
    if (z_first) return or_equal ? expr_not(x, expr_float_lt(x, g, f)) : expr_float_lt(x, f, g);
    return or_equal ? expr_not(x, expr_float_lt(x, f, g)) : expr_float_lt(x, g, f);
}

// Whether |n| is 2^53 at most: such integers are floats.
static expr_id is_exact(struct expr_store *x, expr_id n) {
    expr_id most = expr_int(x, (int64_t)1 << 53), least = expr_int(x, -((int64_t)1 << 53));
    const expr_id parts[2] = {expr_not(x, expr_int_lt(x, most, n)), expr_not(x, expr_int_lt(x, n, least))};
    return expr_and(x, parts, 2);
}

// An unknown integer n against an unknown float g. Erlang compares exactly, so n is made a float only where
// it is one, which is decided first; of larger ones, to which no float but a whole one comes near, g is made
// an integer.
static expr_id unknown_against(struct interp *ip, term i, expr_id n, expr_id g, bool n_first,
                               enum relation r) {
    struct expr_store *x = ip->exprs;
    int64_t v;
    bool exact = term_get_int64(decide_plain(ip, i), &v) && llabs(v) <= (int64_t)1 << 53;
    if (!decide_condition(ip, is_exact(x, n), exact)) {
        if (r == RELATION_EQUAL) return expr_int_eq(x, n, expr_unary(x, EXPR_TRUNC_OP, g));
        return n_first ? expr_int_lt(x, n, expr_unary(x, EXPR_CEIL_OP, g))
                       : expr_int_lt(x, expr_unary(x, EXPR_FLOOR_OP, g), n);
    }
    expr_id f = expr_unary(x, EXPR_TO_FLOAT_OP, n);
    if (r == RELATION_EQUAL) return expr_float_eq(x, f, g);
    return n_first ? expr_float_lt(x, f, g) : expr_float_lt(x, g, f);
}

// An integer against a float, one of them symbolic.
static bool mixed_numbers(struct interp *ip, term a, term b, bool a_int, enum relation r, bool truth) {
    struct expr_store *x = ip->exprs;
    interp_rests_on(ip, ERLANG_RULE_MIXED_NUMBERS);
    term i = a_int ? a : b, f = a_int ? b : a;
    if (!term_shadowed(f)) {
        double v = term_float_value(f);
        expr_id n = expr_ival(x, decide_expr(ip, i));
        if (r == RELATION_EQUAL)
            return floor(v) == v ? decide_condition(ip, expr_int_eq(x, n, integer_bound(ip, v)), truth)
                                 : truth;
        // i < v: i < ceil(v);  v < i: floor(v) < i
        expr_id c = a_int ? expr_int_lt(x, n, integer_bound(ip, ceil(v)))
                          : expr_int_lt(x, integer_bound(ip, floor(v)), n);
        return decide_condition(ip, c, truth);
    }
    expr_id g = expr_fval(x, decide_expr(ip, f));
    if (term_shadowed(i)) {
        expr_id n = expr_ival(x, decide_expr(ip, i));
        return decide_condition(ip, unknown_against(ip, i, n, g, a_int, r), truth);
    }
    mpz_t z;
    mpz_init(z);
    term_get_mpz(i, z);
    expr_id c = literal_against(x, z, g, a_int, r);
    mpz_clear(z);
    return decide_condition(ip, c, truth);
}

// Two numbers, at least one symbolic.
static bool numbers(struct interp *ip, term a, term b, enum relation r) {
    enum number_kind ka = decide_number(ip, a), kb = decide_number(ip, b);
    int c = term_compare(decide_plain(ip, a), decide_plain(ip, b));
    bool truth = r == RELATION_EQUAL ? c == 0 : c < 0;
    if (!ip->symbolic) return truth;
    struct expr_store *x = ip->exprs;
    if (ka != kb) return mixed_numbers(ip, a, b, ka == NUMBER_INT, r, truth);
    expr_id ea = decide_expr(ip, a), eb = decide_expr(ip, b), cond;
    if (ka == NUMBER_INT) {
        ea = expr_ival(x, ea);
        eb = expr_ival(x, eb);
        cond = r == RELATION_EQUAL ? expr_int_eq(x, ea, eb) : expr_int_lt(x, ea, eb);
    } else {
        ea = expr_fval(x, ea);
        eb = expr_fval(x, eb);
        cond = r == RELATION_EQUAL ? expr_float_eq(x, ea, eb) : expr_float_lt(x, ea, eb);
    }
    return decide_condition(ip, cond, truth);
}

// A pair of terms of the same class, at least one shadowed: decides, or pushes the pairs of parts that
// decide. -1, 0, 1, or 2: the pushed parts say.
enum { COMPARE_PARTS = 2 };

static int sign(int c) { // term_compare gives any number
    return (c > 0) - (c < 0);
}
typedef VEC(term) terms;

// A list cell or tuple with composite bit strings inside against a symbolic term: part by part, since an
// equation with such a thing inside is none that the solver knows. False: they differ.
static bool take_apart(struct interp *ip, term sym, term whole, terms *todo) {
    term hd, tl;
    if (term_is_cons(whole)) {
        if (!decide_cons(ip, sym, &hd, &tl)) return false;
        const term pairs[4] = {tl, term_tl(whole), hd, term_hd(whole)};
        for (uint32_t i = 0; i < 4; i++) vec_push(todo, pairs[i]);
        return true;
    }
    uint32_t n = (uint32_t)term_tuple(whole)->n;
    if (!decide_tuple(ip, sym, n)) return false;
    for (uint32_t i = n; i-- > 0;) {
        vec_push(todo, decide_element(ip, sym, i));
        vec_push(todo, term_tuple(whole)->at[i]);
    }
    return true;
}

// One equation, of terms of which at least one is symbolic. False: they differ.
static bool equation(struct interp *ip, term a, term b, terms *todo) {
    expr_id ea = decide_expr(ip, a), eb = decide_expr(ip, b);
    if (expr_has_pieces(ip->exprs, ea) || expr_has_pieces(ip->exprs, eb)) {
        enum truth same = decide_bits_equal(ip, a, b);
        if (same != TRUTH_OPEN) return same == TRUTH_TRUE;
        if (term_is_cons(a) || term_is_tuple(a)) return take_apart(ip, b, a, todo);
        if (term_is_cons(b) || term_is_tuple(b)) return take_apart(ip, a, b, todo);
    }
    bool truth = term_equal(decide_plain(ip, a), decide_plain(ip, b));
    return decide_condition(ip, expr_eq(ip->exprs, ea, eb), truth);
}

// Two maps of known keys: the pairs of their values. False: other keys.
static bool pair_values(term a, term b, terms *todo) {
    struct map_iterator it;
    term key, value, other;
    if (map_size(a) != map_size(b)) return false;
    for (map_iterate(&it, a); map_next(&it, &key, &value);) {
        if (!map_get(b, key, &other)) return false;
        vec_push(todo, value);
        vec_push(todo, other);
    }
    return true;
}

bool decide_equal(struct interp *ip, term a, term b) {
    terms todo = {0};
    bool equal = true;
    compared_terms(ip, a, b);
    for (;;) {
        if (term_shadowed(a) && term_shadowed(b) && a != b) {
            a = decide_digits(ip, a);
            b = decide_digits(ip, b);
        }
        if (decide_is_changed_map(ip, a)) a = decide_map(ip, a);
        if (decide_is_changed_map(ip, b)) b = decide_map(ip, b);
        if (!term_shadowed(a) && !term_shadowed(b)) {
            equal = term_equal(a, b);
        } else if (!ip->symbolic) {
            equal = term_equal(decide_plain(ip, a), decide_plain(ip, b));
        } else if (term_is_sym(a) || term_is_sym(b)) {
            equal = equation(ip, a, b, &todo);
        } else if (term_is_cons(a) && term_is_cons(b)) {
            vec_push(&todo, term_tl(a));
            vec_push(&todo, term_tl(b));
            a = term_hd(a);
            b = term_hd(b);
            continue;
        } else if (term_is_tuple(a) && term_is_tuple(b) && term_tuple(a)->n == term_tuple(b)->n) {
            for (uint64_t i = term_tuple(a)->n; i-- > 0;) {
                vec_push(&todo, term_tuple(a)->at[i]);
                vec_push(&todo, term_tuple(b)->at[i]);
            }
        } else if (decide_kind_of(a) != decide_kind_of(b) || term_is_tuple(a)) {
            equal = false;
        } else if (term_is_map(a)) {
            equal = pair_values(a, b, &todo);
        } else {
            equal = term_equal(decide_lose(ip, a, "comparison of maps or funs"),
                               decide_lose(ip, b, "comparison of maps or funs"));
        }
        if (!equal || todo.n == 0 || !term_visit()) break;
        b = vec_pop(&todo);
        a = vec_pop(&todo);
    }
    vec_free(&todo);
    return equal;
}

static int atoms(struct interp *ip, term a, term b) {
    struct expr_store *x = ip->exprs;
    int c = sign(term_compare(decide_plain(ip, a), decide_plain(ip, b)));
    expr_id ea = decide_expr(ip, a), eb = decide_expr(ip, b);
    if (decide_condition(ip, expr_eq(x, ea, eb), c == 0)) return 0;
    decide_condition(ip, expr_atom_lt(x, ea, eb), c < 0);
    return c;
}

static int tuples(struct interp *ip, term a, term b, terms *todo) {
    uint32_t n, m;
    decide_tuple_size(ip, a, &n);
    decide_tuple_size(ip, b, &m);
    if (n != m) return n < m ? -1 : 1;
    for (uint32_t i = n; i-- > 0;) {
        vec_push(todo, decide_element(ip, a, i));
        vec_push(todo, decide_element(ip, b, i));
    }
    return COMPARE_PARTS;
}

static int same_class(struct interp *ip, int class, term a, term b, terms *todo, bool less_only) {
    term hd[2], tl[2];
    switch (class) {
    case KIND_INT:
        if (less_only && todo->n == 0) return numbers(ip, a, b, RELATION_LESS) ? -1 : 1;
        if (numbers(ip, a, b, RELATION_EQUAL)) return 0;
        return numbers(ip, a, b, RELATION_LESS) ? -1 : 1;
    case KIND_ATOM: return atoms(ip, a, b);
    case KIND_NIL: return 0;
    case KIND_CONS:
        decide_parts(ip, a, &hd[0], &tl[0]);
        decide_parts(ip, b, &hd[1], &tl[1]);
        vec_push(todo, tl[0]);
        vec_push(todo, tl[1]);
        vec_push(todo, hd[0]);
        vec_push(todo, hd[1]);
        return COMPARE_PARTS;
    case KIND_TUPLE: return tuples(ip, a, b, todo);
    case KIND_BINARY: return sign(decide_bits_compare(ip, a, b));
    default: {
        static const char what[] = "order of maps or funs";
        return sign(term_compare(decide_lose(ip, a, what), decide_lose(ip, b, what)));
    }
    }
}

// Less than zero if a < b; whether equal or greater is not always found out, which saves a decision on
// numbers.
static int compare(struct interp *ip, term a, term b) {
    terms todo = {0};
    int c = 0;
    for (;;) {
        if (!term_shadowed(a) && !term_shadowed(b)) {
            c = term_compare(a, b);
        } else if (!ip->symbolic) {
            c = term_compare(decide_plain(ip, a), decide_plain(ip, b));
        } else {
            // The class of the one that is not symbolic is known; of two symbolic ones, a's is decided first.
            if (term_is_sym(a) && term_is_sym(b)) settle_class(ip, a);
            bool flip = !term_is_sym(b) && term_is_sym(a);
            term known = flip ? b : a, other = flip ? a : b;
            int class = class_of(known);
            int side = decide_class(ip, other, class); // of other against known
            c = side == 0 ? same_class(ip, class, a, b, &todo, true) : flip ? side : -side;
        }
        if (c == COMPARE_PARTS) c = 0;
        if (c != 0 || todo.n == 0 || !term_visit()) break;
        b = vec_pop(&todo);
        a = vec_pop(&todo);
    }
    vec_free(&todo);
    return c;
}

bool decide_less(struct interp *ip, term a, term b) {
    return compare(ip, a, b) < 0;
}

// Whether == and =:= mean the same for a plain term: it holds no number that has an equal of the other kind.
static bool has_number(term t) {
    VEC(term) todo = {0};
    bool found = false;
    vec_push(&todo, t);
    while (todo.n && !found && term_visit()) {
        t = vec_pop(&todo);
        found = term_is_number(t) || term_is_map(t);
        if (term_is_cons(t)) {
            vec_push(&todo, term_tl(t));
            vec_push(&todo, term_hd(t));
        } else if (term_is_tuple(t)) {
            for (uint64_t i = 0; i < term_tuple(t)->n; i++) vec_push(&todo, term_tuple(t)->at[i]);
        }
    }
    vec_free(&todo);
    return found;
}

// Whether == and =:= mean the same for a symbolic value and a plain term: as far as the path has decided, no
// number can meet one of the other kind. A text is then compared as a whole.
static bool only_exactly(struct interp *ip, expr_id e, term t) {
    struct expr_store *x = ip->exprs;
    if (!ip->trace->facts_usable) return false;
    enum { PARTS_MAX = 200 };
    for (uint32_t i = 0; i < PARTS_MAX; i++) {
        term part = term_is_cons(t) ? term_hd(t) : t;
        expr_id p = term_is_cons(t) ? expr_hd(x, e) : e;
        if (term_is_number(part)) {
            kind_set other = KIND_BIT(term_is_float(part) ? KIND_INT : KIND_FLOAT);
            if (facts_kinds(ip->trace->facts, p) & other) return false;
        } else if (has_number(part)) {
            return false;
        }
        if (!term_is_cons(t)) return true;
        e = expr_tl(x, e);
        t = term_tl(t);
    }
    return false;
}

bool decide_same(struct interp *ip, term a, term b) {
    if ((!term_shadowed(a) && !has_number(a)) || (!term_shadowed(b) && !has_number(b)))
        return decide_equal(ip, a, b);
    VEC(term) todo = {0};
    bool same = true;
    for (;;) {
        if (!term_shadowed(a) && !term_shadowed(b)) {
            same = term_compare(a, b) == 0;
        } else if (!ip->symbolic) {
            same = term_compare(decide_plain(ip, a), decide_plain(ip, b)) == 0;
        } else if ((term_is_sym(a) && !term_shadowed(b) && only_exactly(ip, term_symbolic(a)->expr, b)) ||
                   (term_is_sym(b) && !term_shadowed(a) && only_exactly(ip, term_symbolic(b)->expr, a))) {
            same = decide_equal(ip, a, b);
        } else {
            if (term_is_sym(a) && term_is_sym(b)) settle_class(ip, a);
            bool flip = !term_is_sym(b) && term_is_sym(a);
            term known = flip ? b : a, other = flip ? a : b;
            int class = class_of(known);
            terms parts = {0};
            if (decide_class(ip, other, class) != 0)
                same = false;
            else if (class == KIND_INT)
                same = numbers(ip, a, b, RELATION_EQUAL);
            else if (class == KIND_CONS || class == KIND_TUPLE) {
                int c = same_class(ip, class, a, b, &parts, false);
                same = c == 0 || c == COMPARE_PARTS;
                for (uint32_t i = 0; i < parts.n; i++) vec_push(&todo, parts.at[i]);
            } else
                same = decide_equal(ip, a, b);
            vec_free(&parts);
        }
        if (!same || todo.n == 0 || !term_visit()) break;
        b = vec_pop(&todo);
        a = vec_pop(&todo);
    }
    vec_free(&todo);
    return same;
}
