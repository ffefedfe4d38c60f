// SPDX-License-Identifier: Apache-2.0
// Random grammars, random members of types, random conditions that hold of a given input. Values come from
// small pools, so that random members often meet random conditions.
#ifndef FRISK_TESTS_SOLVE_SAMPLE_H
#define FRISK_TESTS_SOLVE_SAMPLE_H

#include "base/vec.h"
#include "model.h"
#include "solve/solve.h"

struct sampler {
    uint64_t state;
    struct expr_store *x;
    struct grammar *g;
    type_id types[2]; // of the two variables
};

static inline uint32_t pick(struct sampler *r, uint32_t n) {
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (uint32_t)(r->state >> 20) % n;
}

static inline expr_id an_int(struct sampler *r) {
    return expr_int_term(r->x, expr_int(r->x, (int64_t)pick(r, 7) - 3));
}
static inline expr_id an_atom(struct sampler *r) {
    static const char *const names[] = {"a", "b", "c", "true", "false", "ab"};
    return expr_atom(r->x, symbol_of(names[pick(r, 6)]));
}
static inline expr_id a_float(struct sampler *r) {
    return expr_float_term(r->x, expr_float(r->x, ((double)pick(r, 7) - 3) / 2));
}
static inline expr_id some_bits(struct sampler *r) {
    uint8_t bytes[2] = {0, 0};
    uint32_t size = pick(r, 3) ? 8 * pick(r, 3) : pick(r, 16);
    if (size && pick(r, 2)) bytes[0] = 0x80;
    return expr_bits(r->x, bytes, size);
}

static inline expr_id a_scalar(struct sampler *r) {
    switch (pick(r, 8)) {
    case 0:
    case 1: return an_int(r);
    case 2: return an_atom(r);
    case 3: return a_float(r);
    case 4: return EXPR_NIL;
    case 5: return some_bits(r);
    case 6: return expr_tuple(r->x, NULL, 0);
    default: return expr_opaque(r->x, pick(r, 2) ? KIND_PID : KIND_REF, pick(r, 3));
    }
}

static inline expr_id any_term(struct sampler *r, uint32_t depth) {
    if (depth == 0 || pick(r, 3) == 0) return a_scalar(r);
    switch (pick(r, 5)) {
    case 0:
    case 1: {
        expr_id hd = any_term(r, depth - 1), tl = pick(r, 3) ? EXPR_NIL : any_term(r, depth - 1);
        return expr_cons(r->x, hd, tl);
    }
    case 2:
    case 3: {
        expr_id parts[3];
        uint32_t n = pick(r, 4);
        for (uint32_t i = 0; i < n; i++) parts[i] = any_term(r, depth - 1);
        return expr_tuple(r->x, parts, n);
    }
    default: {
        expr_id pairs[2] = {an_atom(r), any_term(r, depth - 1)};
        return expr_map(r->x, pairs, pick(r, 2));
    }
    }
}

// A random member; 0 where none was found.
static inline expr_id member(struct sampler *r, type_id t, uint32_t depth) {
    if (t == TYPE_ANY) return any_term(r, depth < 2 ? depth : 2);
    if (depth == 0 || grammar_count(r->g, t) == 0) return grammar_smallest(r->g, t);
    const struct alternative *a = grammar_alternative(r->g, t, pick(r, grammar_count(r->g, t)));
    expr_id parts[8];
    switch (a->head) {
    case ALT_INT: {
        expr_id v = an_int(r);
        int64_t n;
        expr_get_int64(r->x, expr_arg(r->x, v, 0), &n);
        bool in = (!a->has_lo || mpz_cmp_si(a->lo, n) <= 0) && (!a->has_hi || mpz_cmp_si(a->hi, n) >= 0);
        return in ? v : expr_int_term(r->x, expr_int_mpz(r->x, a->has_lo ? a->lo : a->hi));
    }
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: return a_float(r);
    case ALT_ATOM: return an_atom(r);
    case ALT_LITERAL: return a->literal;
    case ALT_CONS:
    case ALT_TUPLE:
        for (uint32_t i = 0; i < a->n; i++)
            if (!(parts[i] = member(r, a->parts[i], depth - 1))) return 0;
        return a->head == ALT_CONS ? expr_cons(r->x, parts[0], parts[1]) : expr_tuple(r->x, parts, a->n);
    case ALT_ANY_TUPLE: parts[0] = any_term(r, 1); return expr_tuple(r->x, parts, pick(r, 2));
    case ALT_BITS: {
        uint8_t zero[8] = {0};
        return expr_bits(r->x, zero, a->base + a->unit * pick(r, 3));
    }
    case ALT_FUN: {
        expr_id cells[16];
        uint32_t n = pick(r, 3);
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t k = 0; k < a->n; k++) cells[i * (a->n + 1) + k] = an_int(r);
            if (!(cells[i * (a->n + 1) + a->n] = member(r, a->parts[0], depth - 1))) return 0;
        }
        expr_id otherwise = member(r, a->parts[0], depth - 1);
        return otherwise ? expr_fun(r->x, a->n, cells, a->n == 1 || n < 2 ? n : 1, otherwise) : 0;
    }
    case ALT_ANY_FUN: return expr_fun(r->x, pick(r, 3), NULL, 0, a_scalar(r));
    case ALT_PID: return expr_opaque(r->x, KIND_PID, pick(r, 3));
    case ALT_PORT: return expr_opaque(r->x, KIND_PORT, pick(r, 3));
    case ALT_REF: return expr_opaque(r->x, KIND_REF, pick(r, 3));
    case ALT_MAP: {
        expr_id pairs[8];
        uint32_t n = 0;
        for (uint32_t i = 0; i < a->n && i < 4; i++) {
            if (!a->fields[i].mandatory && pick(r, 2)) continue;
            expr_id key = member(r, a->fields[i].key, depth - 1),
                    value = member(r, a->fields[i].value, depth - 1);
            if (!key || !value) return 0;
            for (uint32_t k = 0; k < n; k++)
                if (pairs[2 * k] == key) return 0;
            pairs[2 * n] = key;
            pairs[2 * n++ + 1] = value;
        }
        return expr_map(r->x, pairs, n);
    }
    }
    return 0;
}

static inline void add_alternative(struct sampler *r, type_id t, const type_id *all, uint32_t n) {
    type_id p = all[pick(r, n)], q = all[pick(r, n)];
    mpz_t lo, hi;
    switch (pick(r, 14)) {
    case 0:
        mpz_init_set_si(lo, (long)pick(r, 4) - 3);
        mpz_init_set_si(hi, (long)pick(r, 3) + 1);
        grammar_add_int(r->g, t, pick(r, 3) ? lo : NULL, pick(r, 3) ? hi : NULL);
        mpz_clears(lo, hi, NULL);
        break;
    case 1: grammar_add_simple(r->g, t, pick(r, 2) ? ALT_FLOAT : ALT_ATOM); break;
    case 2:
    case 3: grammar_add_literal(r->g, t, pick(r, 2) ? an_atom(r) : an_int(r)); break;
    case 4: grammar_add_literal(r->g, t, EXPR_NIL); break;
    case 5:
    case 6: grammar_add_cons(r->g, t, p, q); break;
    case 7: // a list
        grammar_add_literal(r->g, t, EXPR_NIL);
        grammar_add_cons(r->g, t, p, t);
        break;
    case 8:
    case 9:
    case 10: grammar_add_tuple(r->g, t, (type_id[]){p, q, p}, pick(r, 4)); break;
    case 11: grammar_add_fun(r->g, t, 1 + pick(r, 2), p); break;
    case 12: {
        type_id key = grammar_declare(r->g);
        grammar_add_literal(r->g, key, an_atom(r));
        grammar_add_map(r->g, t, &(struct map_field){key, p, pick(r, 2)}, 1);
        break;
    }
    default:
        if (pick(r, 2))
            grammar_add_bits(r->g, t, pick(r, 2) * 8, pick(r, 2) * 8);
        else
            grammar_add_simple(r->g, t, pick(r, 2) ? ALT_PID : ALT_ANY_TUPLE);
    }
}

// A new grammar with two types for variables. False: they have no members; try again.
static inline bool random_grammar(struct sampler *r) {
    type_id all[8];
    r->g = grammar_new(r->x);
    uint32_t n = 2 + pick(r, 4);
    all[0] = TYPE_ANY;
    for (uint32_t i = 1; i < n; i++) all[i] = grammar_declare(r->g);
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = 1 + pick(r, 4); k > 0; k--) add_alternative(r, all[i], all, n);
    r->types[0] = all[n - 1];
    r->types[1] = all[pick(r, n)];
    grammar_freeze(r->g);
    return grammar_inhabited(r->g, r->types[0]) && grammar_inhabited(r->g, r->types[1]);
}

// For messages about failures.
static inline void print_types(const struct sampler *r, struct str *out) {
    for (uint32_t v = 0; v < 2; v++) str_addf(out, "v%u :: t%u\n", v, r->types[v]);
    for (type_id t = 2; t <= r->types[0] || t <= r->types[1]; t++) {
        str_addf(out, "t%u:", t);
        for (uint32_t i = 0; i < grammar_count(r->g, t); i++) {
            const struct alternative *a = grammar_alternative(r->g, t, i);
            str_addf(out, " | head %d of %u", a->head, a->n);
            if (a->literal) expr_print(r->x, a->literal, out);
            for (uint32_t k = 0; a->parts && k < (a->head == ALT_FUN ? 1 : a->n); k++)
                str_addf(out, " t%u", a->parts[k]);
            for (uint32_t k = 0; a->fields && k < a->n; k++)
                str_addf(out, " t%u %s t%u", a->fields[k].key, a->fields[k].mandatory ? ":=" : "=>",
                         a->fields[k].value);
        }
        str_add(out, "\n");
    }
}

// The two variables, of the types at hand.
static inline struct variables *variables_of(struct sampler *r) {
    struct variables *v = variables_new();
    for (int i = 0; i < 2; i++) variables_add(v, r->types[i], grammar_smallest(r->g, r->types[i]));
    return v;
}

struct place { // a selector path and what is there
    expr_id term, value;
};

static inline struct place walk(struct sampler *r, const struct model *m) {
    uint32_t var = pick(r, 2);
    struct place p = {expr_var(r->x, var), model_value(m, var)};
    for (uint32_t steps = pick(r, 5); steps > 0; steps--) {
        uint32_t n = expr_count(r->x, p.value), i;
        switch (expr_op(r->x, p.value)) {
        case EXPR_CONS_OP:
            i = pick(r, 2);
            p = (struct place){i ? expr_tl(r->x, p.term) : expr_hd(r->x, p.term), expr_arg(r->x, p.value, i)};
            break;
        case EXPR_TUPLE_OP:
            if (n == 0) return p;
            i = pick(r, n);
            p = (struct place){expr_elem(r->x, p.term, i), expr_arg(r->x, p.value, i)};
            break;
        case EXPR_MAP_OP:
            if (n == 0) return p;
            i = pick(r, n / 2) * 2;
            p = (struct place){expr_map_get(r->x, p.term, expr_arg(r->x, p.value, i)),
                               expr_arg(r->x, p.value, i + 1)};
            break;
        case EXPR_FUN_OP: {
            expr_id args[3] = {an_int(r), an_int(r), an_int(r)};
            uint32_t arity = expr_imm(r->x, p.value);
            if (arity > 2) return p;
            p = (struct place){expr_apply(r->x, p.term, args, arity), expr_apply(r->x, p.value, args, arity)};
            break;
        }
        default: return p;
        }
    }
    return p;
}

static inline expr_id int_side(struct sampler *r, struct place p) {
    expr_id v = expr_ival(r->x, p.term), k = expr_int(r->x, (int64_t)pick(r, 9) - 4);
    switch (pick(r, 9)) {
    case 8: // of cases
        return expr_ite(r->x, expr_int_lt(r->x, v, k), pick(r, 2) ? expr_arith(r->x, EXPR_ADD_OP, v, k) : k,
                        pick(r, 2) ? v : expr_int(r->x, pick(r, 3)));
    case 0: return expr_arith(r->x, EXPR_ADD_OP, v, k);
    case 1: return expr_arith(r->x, EXPR_SUB_OP, k, v);
    case 2: return expr_arith(r->x, EXPR_MUL_OP, v, k);
    case 3: return expr_arith(r->x, EXPR_REM_OP, v, expr_int(r->x, 1 + pick(r, 4)));
    case 4: return expr_arith(r->x, EXPR_DIV_OP, v, expr_int(r->x, 1 + pick(r, 4)));
    default: return v;
    }
}

// Some condition; it need not hold, nor be defined.
static inline expr_id condition(struct sampler *r, const struct model *m, uint32_t depth) {
    struct expr_store *x = r->x;
    struct place p = walk(r, m), q = walk(r, m);
    enum kind kind = expr_ground_kind(x, p.value);
    if (depth && pick(r, 12) == 0) {
        expr_id parts[3] = {condition(r, m, depth - 1), condition(r, m, depth - 1),
                            condition(r, m, depth - 1)};
        return pick(r, 2) ? expr_and(x, parts, 3) : expr_or(x, parts, 3);
    }
    switch (pick(r, 12)) {
    case 0: return expr_kind(x, p.term, KIND_BIT(kind));
    case 1: return expr_kind(x, p.term, pick(r, KINDS_ALL));
    case 2:
        return kind == KIND_FUN ? expr_fun_arity(x, p.term, pick(r, 3)) : expr_arity(x, p.term, pick(r, 4));
    case 3: return expr_eq(x, p.term, p.value);
    case 4: return expr_eq(x, p.term, pick(r, 2) ? a_scalar(r) : any_term(r, 1));
    case 5: return expr_eq(x, p.term, q.term);
    case 6:
        if (kind == KIND_MAP) return expr_map_has(x, p.term, an_atom(r));
        if (kind == KIND_TUPLE)
            return expr_int_lt(x, expr_unary(x, EXPR_TUPLE_SIZE_OP, p.term), expr_int(x, pick(r, 4)));
        if (kind == KIND_ATOM) return expr_atom_lt(x, p.term, pick(r, 2) ? q.term : an_atom(r));
        return expr_kind(x, p.term, pick(r, KINDS_ALL));
    case 7: return expr_eq(x, p.term, expr_cons(x, q.term, pick(r, 2) ? EXPR_NIL : p.term));
    default:
        if (kind == KIND_INT) {
            expr_id a = int_side(r, p);
            expr_id b = pick(r, 2) && expr_ground_kind(x, q.value) == KIND_INT
                            ? int_side(r, q)
                            : expr_int(x, (int64_t)pick(r, 9) - 4);
            if (pick(r, 6) == 0) return expr_eq(x, q.term, expr_int_term(x, a));
            return pick(r, 3) ? expr_int_lt(x, pick(r, 2) ? a : b,
                                            a == b       ? b
                                            : pick(r, 2) ? b
                                                         : a)
                              : expr_int_eq(x, a, b);
        }
        if (kind == KIND_FLOAT) {
            expr_id a = expr_fval(x, p.term), b = expr_float(x, ((double)pick(r, 9) - 4) / 2);
            return pick(r, 2)   ? expr_float_lt(x, a, b)
                   : pick(r, 2) ? expr_float_lt(x, b, a)
                                : expr_float_eq(x, a, b);
        }
        return expr_kind(x, p.term, KINDS_ALL & ~KIND_BIT(kind));
    }
}

#endif
