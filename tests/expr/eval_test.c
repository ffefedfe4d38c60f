// SPDX-License-Identifier: Apache-2.0
// Random expressions, built by the simplifying constructors and evaluated, against a small evaluator of its
// own over trees that nobody simplified. Where the tree is undefined any value will do.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "model.h"

// ---- Trees and values of the test's own ----

struct tree {
    enum expr_op op;
    uint32_t imm, n;
    __int128 i;
    double f;
    struct tree *kids[8];
};

enum tag { UNDEFINED, BOOL, INT, FLOAT, TERM };

struct own_term {
    enum kind kind;
    __int128 i;
    double f;
    const char *atom;
    uint32_t n;
    const struct own_term *parts[8]; // cons 2, tuple n, map key and value alternating
};

struct value {
    enum tag tag;
    bool b;
    __int128 i;
    double f;
    const struct own_term *t;
};

enum { VARS = 4, ATOMS = 3 };
static const char *const atoms[ATOMS] = {"a", "b", "ok"};
static struct arena arena;
static bool ints_only; // trees over integer variables and nothing else: deeper sums and comparisons
static uint64_t seed;

static uint32_t rnd(uint32_t n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

static struct own_term *new_term(enum kind kind, uint32_t n) {
    struct own_term *t = ARENA_NEW(&arena, struct own_term);
    t->kind = kind;
    t->n = n;
    return t;
}

static bool equal(const struct own_term *a, const struct own_term *b) {
    if (a->kind != b->kind || a->n != b->n) return false;
    if (a->kind == KIND_INT) return a->i == b->i;
    if (a->kind == KIND_FLOAT) return a->f == b->f;
    if (a->kind == KIND_ATOM) return strcmp(a->atom, b->atom) == 0;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->kind != KIND_MAP) {
            if (!equal(a->parts[i], b->parts[i])) return false;
            continue;
        }
        bool found = false; // maps in any order
        for (uint32_t j = 0; i % 2 == 0 && j < b->n; j += 2)
            found |= equal(a->parts[i], b->parts[j]) && equal(a->parts[i + 1], b->parts[j + 1]);
        if (i % 2 == 0 && !found) return false;
    }
    return true;
}

static const struct own_term *map_value(const struct own_term *map, const struct own_term *key) {
    for (uint32_t i = 0; i < map->n; i += 2)
        if (equal(map->parts[i], key)) return map->parts[i + 1];
    return NULL;
}

// ---- The evaluator ----

static const struct own_term *model[VARS];

static __int128 floor_shift(__int128 a, int by) {
    while (by-- > 0) a = a >= 0 ? a / 2 : -((1 - a) / 2);
    return a;
}

static struct value int_value(__int128 i) {
    return (struct value){.tag = INT, .i = i};
}
static struct value bool_value(bool b) {
    return (struct value){.tag = BOOL, .b = b};
}

static struct value float_value(double f) {
    return isfinite(f) ? (struct value){.tag = FLOAT, .f = f} : (struct value){0};
}

static struct value term_value(const struct own_term *t) {
    return t ? (struct value){.tag = TERM, .t = t} : (struct value){0};
}

static struct value from_double(double f) {
    return fabs(f) < 0x1p120 ? int_value((__int128)f) : (struct value){0};
}

// Two's complement operators bit by bit.
static __int128 bitwise(enum expr_op op, __int128 a, __int128 b) {
    unsigned __int128 r = 0;
    for (int k = 0; k < 128; k++) {
        bool p = (unsigned __int128)a >> k & 1, q = (unsigned __int128)b >> k & 1;
        bool bit = op == EXPR_BAND_OP ? p && q : op == EXPR_BOR_OP ? p || q : p != q;
        r |= (unsigned __int128)bit << k;
    }
    return (__int128)r;
}

static struct value int_op(enum expr_op op, __int128 a, __int128 b) {
    __int128 r = 0;
    switch (op) {
    case EXPR_ADD_OP: return __builtin_add_overflow(a, b, &r) ? (struct value){0} : int_value(r);
    case EXPR_SUB_OP: return __builtin_sub_overflow(a, b, &r) ? (struct value){0} : int_value(r);
    case EXPR_MUL_OP: return __builtin_mul_overflow(a, b, &r) ? (struct value){0} : int_value(r);
    case EXPR_DIV_OP: return b == 0 ? (struct value){0} : int_value(a / b);
    case EXPR_REM_OP: return b == 0 ? (struct value){0} : int_value(a % b);
    case EXPR_BSL_OP:
        if (b <= 0) return int_value(floor_shift(a, b < -200 ? 200 : (int)-b));
        if (a == 0) return int_value(0);
        if (b > 100 || __builtin_mul_overflow(a, (__int128)1 << (int)b, &r)) return (struct value){0};
        return int_value(r);
    case EXPR_INT_EQ_OP: return bool_value(a == b);
    case EXPR_INT_LT_OP: return bool_value(a < b);
    default: return int_value(bitwise(op, a, b));
    }
}

static struct value float_op(enum expr_op op, double a, double b) {
    switch (op) {
    case EXPR_FADD_OP: return float_value(a + b);
    case EXPR_FSUB_OP: return float_value(a - b);
    case EXPR_FMUL_OP: return float_value(a * b);
    case EXPR_FDIV_OP: return float_value(b == 0 ? INFINITY : a / b);
    case EXPR_FLOAT_EQ_OP: return bool_value(a == b);
    case EXPR_FLOAT_LT_OP: return bool_value(a < b);
    case EXPR_TRUNC_OP: return from_double(a < 0 ? ceil(a) : floor(a));
    case EXPR_FLOOR_OP: return from_double(floor(a));
    case EXPR_CEIL_OP: return from_double(ceil(a));
    default: return from_double(a < 0 ? -floor(-a + 0.5) : floor(a + 0.5)); // ROUND; values here are small
    }
}

static struct value constructor(const struct tree *e, const struct value *v) {
    static const enum kind kinds[] = {
        [EXPR_CONS_OP] = KIND_CONS, [EXPR_TUPLE_OP] = KIND_TUPLE, [EXPR_MAP_OP] = KIND_MAP};
    struct own_term *t;
    switch (e->op) {
    case EXPR_ATOM_OP: t = new_term(KIND_ATOM, 0), t->atom = atoms[e->imm]; break;
    case EXPR_NIL_OP: t = new_term(KIND_NIL, 0); break;
    case EXPR_INT_OP: t = new_term(KIND_INT, 0), t->i = v[0].i; break;
    case EXPR_FLOAT_OP: t = new_term(KIND_FLOAT, 0), t->f = v[0].f; break;
    default:
        t = new_term(kinds[e->op], e->n);
        for (uint32_t i = 0; i < e->n; i++) t->parts[i] = v[i].t;
    }
    return term_value(t);
}

static struct value term_op(const struct tree *e, const struct value *v) {
    const struct own_term *t = v[0].t, *u = v[1].t;
    switch (e->op) {
    case EXPR_KIND_OP: return bool_value(e->imm >> t->kind & 1);
    case EXPR_ARITY_OP: return bool_value(t->kind == KIND_TUPLE && t->n == e->imm);
    case EXPR_EQ_OP: return bool_value(equal(t, u));
    case EXPR_ATOM_LT_OP:
        if (t->kind != KIND_ATOM || u->kind != KIND_ATOM) return (struct value){0};
        return bool_value(strcmp(t->atom, u->atom) < 0);
    case EXPR_IVAL_OP: return t->kind == KIND_INT ? int_value(t->i) : (struct value){0};
    case EXPR_FVAL_OP: return t->kind == KIND_FLOAT ? float_value(t->f) : (struct value){0};
    case EXPR_TUPLE_SIZE_OP: return t->kind == KIND_TUPLE ? int_value(t->n) : (struct value){0};
    case EXPR_HD_OP: return term_value(t->kind == KIND_CONS ? t->parts[0] : NULL);
    case EXPR_TL_OP: return term_value(t->kind == KIND_CONS ? t->parts[1] : NULL);
    case EXPR_ELEM_OP: return term_value(t->kind == KIND_TUPLE && e->imm < t->n ? t->parts[e->imm] : NULL);
    case EXPR_MAP_GET_OP: return term_value(t->kind == KIND_MAP ? map_value(t, u) : NULL);
    case EXPR_MAP_HAS_OP: return t->kind == KIND_MAP ? bool_value(map_value(t, u)) : (struct value){0};
    default: return constructor(e, v);
    }
}

static struct value naive(const struct tree *e) {
    struct value v[8];
    bool undefined = false, decided = false;
    for (uint32_t i = 0; i < e->n; i++) {
        v[i] = naive(e->kids[i]);
        undefined |= v[i].tag == UNDEFINED;
        decided |= v[i].tag == BOOL && v[i].b == (e->op == EXPR_OR_OP);
    }
    if (e->op == EXPR_AND_OP || e->op == EXPR_OR_OP) {
        if (decided) return bool_value(e->op == EXPR_OR_OP);
        return undefined ? (struct value){0} : bool_value(e->op == EXPR_AND_OP);
    }
    if (e->op == EXPR_ITE_OP) return v[0].tag == UNDEFINED ? v[0] : v[v[0].b ? 1 : 2];
    if (undefined) return (struct value){0};
    switch (e->op) {
    case EXPR_TRUE_OP: return bool_value(true);
    case EXPR_NOT_OP: return bool_value(!v[0].b);
    case EXPR_INT_LIT_OP: return int_value(e->i);
    case EXPR_FLOAT_LIT_OP: return float_value(e->f);
    case EXPR_TO_FLOAT_OP: return float_value((double)v[0].i);
    case EXPR_VAR_OP: return term_value(model[e->imm]);
    default:
        if (e->n && v[0].tag == INT && e->op != EXPR_INT_OP) return int_op(e->op, v[0].i, v[1].i);
        if (e->n && v[0].tag == FLOAT && e->op != EXPR_FLOAT_OP)
            return float_op(e->op, v[0].f, e->n > 1 ? v[1].f : 0);
        return term_op(e, v);
    }
}

// ---- Random trees ----

static struct tree *grow(enum expr_sort sort, int depth);

static struct tree *tree(enum expr_op op, uint32_t n, enum expr_sort kids, int depth) {
    struct tree *t = ARENA_NEW(&arena, struct tree);
    t->op = op;
    t->n = n;
    for (uint32_t i = 0; i < n; i++) t->kids[i] = grow(kids, depth - 1);
    return t;
}

static struct tree *atom_tree(uint32_t i) {
    struct tree *t = tree(EXPR_ATOM_OP, 0, SORT_TERM, 0);
    t->imm = i;
    return t;
}

static struct tree *grow_bool(int depth) {
    if (depth <= 0) return tree(ints_only ? EXPR_TRUE_OP : EXPR_KIND_OP, !ints_only, SORT_TERM, 0);
    struct tree *t;
    switch (ints_only ? rnd(8) < 6 ? 6 + rnd(2) : rnd(3) : rnd(10)) {
    case 0: return tree(EXPR_NOT_OP, 1, SORT_BOOL, depth);
    case 1: return tree(EXPR_AND_OP, 2 + rnd(3), SORT_BOOL, depth);
    case 2: return tree(EXPR_OR_OP, 2 + rnd(3), SORT_BOOL, depth);
    case 3: t = tree(EXPR_KIND_OP, 1, SORT_TERM, depth), t->imm = rnd(1 << KIND_COUNT); return t;
    case 4: t = tree(EXPR_ARITY_OP, 1, SORT_TERM, depth), t->imm = rnd(3); return t;
    case 5: return tree(rnd(4) ? EXPR_EQ_OP : EXPR_ATOM_LT_OP, 2, SORT_TERM, depth);
    case 6: return tree(EXPR_INT_EQ_OP, 2, SORT_INT, depth);
    case 7: return tree(EXPR_INT_LT_OP, 2, SORT_INT, depth);
    case 8: return tree(rnd(2) ? EXPR_FLOAT_EQ_OP : EXPR_FLOAT_LT_OP, 2, SORT_FLOAT, depth);
    default: return tree(EXPR_MAP_HAS_OP, 2, SORT_TERM, depth);
    }
}

static struct tree *literal(int64_t v) {
    struct tree *t = tree(EXPR_INT_LIT_OP, 0, SORT_INT, 0);
    t->i = v;
    return t;
}

static struct tree *of_two(enum expr_op op, struct tree *a, struct tree *b) {
    struct tree *t = tree(op, 0, SORT_INT, 0);
    t->n = 2;
    t->kids[0] = a, t->kids[1] = b;
    return t;
}

// Bytes whose sign is extended and masked away again, and numbers taken to pieces and put together, nearly
// always as the simplifier knows them.
static struct tree *grow_bytes(int depth) {
    struct tree *c = grow(SORT_INT, depth - 3);
    int64_t k = 1 + rnd(9), j = rnd(6) ? k : 1 + rnd(9), low = (1 << k) - 1 - (rnd(8) == 0),
            high = (1 << j) - 1;
    struct tree *inner =
        of_two(EXPR_BAND_OP, of_two(EXPR_ADD_OP, c, literal((int64_t)rnd(600) - 300)), literal(high));
    if (rnd(2))
        return of_two(EXPR_BAND_OP, of_two(EXPR_ADD_OP, inner, literal((int64_t)rnd(600) - 300)),
                      literal(low));
    struct tree *above = of_two(EXPR_BSL_OP, c, literal(-j));
    if (rnd(2)) above = of_two(EXPR_BAND_OP, above, literal((1 << (1 + rnd(9))) - 1));
    above = of_two(EXPR_MUL_OP, above, literal(1 << k));
    struct tree *below = of_two(EXPR_BAND_OP, c, literal(low));
    return rnd(2) ? of_two(EXPR_BOR_OP, above, below) : of_two(EXPR_BOR_OP, below, above);
}

// Of two cases, often of a counter and the next, or of literals.
static struct tree *grow_cases(int depth) {
    struct tree *t = tree(EXPR_ITE_OP, 0, SORT_INT, 0), *core = grow(SORT_INT, depth - 1);
    uint32_t how = rnd(3);
    t->n = 3;
    t->kids[0] = grow(SORT_BOOL, depth - 1);
    t->kids[1] = how == 0 ? of_two(EXPR_ADD_OP, core, literal(rnd(3))) : how == 1 ? literal(rnd(4)) : core;
    t->kids[2] = how == 0 ? core : how == 1 && rnd(2) ? literal(rnd(4)) : grow(SORT_INT, depth - 1);
    return t;
}

static struct tree *grow_int(int depth) {
    static const enum expr_op ops[] = {EXPR_ADD_OP, EXPR_SUB_OP,  EXPR_ADD_OP, EXPR_SUB_OP,
                                       EXPR_MUL_OP, EXPR_DIV_OP,  EXPR_REM_OP, EXPR_BAND_OP,
                                       EXPR_BOR_OP, EXPR_BXOR_OP, EXPR_BSL_OP};
    static const enum expr_op roundings[] = {EXPR_TRUNC_OP, EXPR_ROUND_OP, EXPR_FLOOR_OP, EXPR_CEIL_OP};
    uint32_t k = depth <= 0 ? rnd(2) : rnd(10);
    if (k == 0) {
        struct tree *t = tree(EXPR_INT_LIT_OP, 0, SORT_INT, 0);
        static const int64_t edges[] = {0, 1, -1, INT64_MAX, INT64_MIN};
        t->i = rnd(8) ? (int64_t)rnd(21) - 10 : edges[rnd(5)];
        return t;
    }
    if (k == 1) return tree(EXPR_IVAL_OP, 1, SORT_TERM, depth > 0 ? depth : 1);
    if (k == 4 && rnd(2)) return grow_bytes(depth);
    if (k == 5 && rnd(2)) return grow_cases(depth);
    if (ints_only) return tree(ops[rnd(rnd(3) ? 5 : sizeof ops / sizeof *ops)], 2, SORT_INT, depth);
    if (k == 2) return tree(roundings[rnd(4)], 1, SORT_FLOAT, depth);
    if (k == 3) return tree(EXPR_TUPLE_SIZE_OP, 1, SORT_TERM, depth);
    return tree(ops[rnd(sizeof ops / sizeof *ops)], 2, SORT_INT, depth);
}

static struct tree *grow_float(int depth) {
    static const double values[] = {0.0, -0.0, 0.5, 1.0, -2.5, 3.0, 1048576.0, 0x1p53, 1e200};
    uint32_t k = depth <= 0 ? rnd(2) : rnd(6);
    if (k == 0) {
        struct tree *t = tree(EXPR_FLOAT_LIT_OP, 0, SORT_FLOAT, 0);
        t->f = values[rnd(sizeof values / sizeof *values)];
        return t;
    }
    if (k == 1) return tree(EXPR_FVAL_OP, 1, SORT_TERM, depth > 0 ? depth : 1);
    if (k == 2) return tree(EXPR_TO_FLOAT_OP, 1, SORT_INT, depth);
    return tree(EXPR_FADD_OP + rnd(4), 2, SORT_FLOAT, depth);
}

static struct tree *grow_term(int depth) {
    struct tree *t;
    if (depth <= 0 || ints_only || rnd(4) == 0) {
        if (!ints_only && rnd(6) == 0) return atom_tree(rnd(ATOMS));
        if (!ints_only && rnd(8) == 0) return tree(EXPR_NIL_OP, 0, SORT_TERM, 0);
        t = tree(EXPR_VAR_OP, 0, SORT_TERM, 0), t->imm = rnd(VARS);
        return t;
    }
    switch (rnd(9)) {
    case 0: return tree(EXPR_INT_OP, 1, SORT_INT, depth);
    case 1: return tree(EXPR_FLOAT_OP, 1, SORT_FLOAT, depth);
    case 2: return tree(EXPR_CONS_OP, 2, SORT_TERM, depth);
    case 3: return tree(EXPR_TUPLE_OP, rnd(3), SORT_TERM, depth);
    case 4: // two keys in either order
        t = tree(EXPR_MAP_OP, 4, SORT_TERM, depth);
        t->kids[0] = atom_tree(rnd(2));
        t->kids[2] = atom_tree(1 - t->kids[0]->imm);
        return t;
    case 5: return tree(EXPR_HD_OP, 1, SORT_TERM, depth);
    case 6: return tree(EXPR_TL_OP, 1, SORT_TERM, depth);
    case 7: t = tree(EXPR_ELEM_OP, 1, SORT_TERM, depth), t->imm = rnd(2); return t;
    default: return tree(EXPR_MAP_GET_OP, 2, SORT_TERM, depth);
    }
}

static struct tree *grow(enum expr_sort sort, int depth) {
    switch (sort) {
    case SORT_BOOL: return grow_bool(depth);
    case SORT_INT: return grow_int(depth);
    case SORT_FLOAT: return grow_float(depth);
    default: return grow_term(depth);
    }
}

static const struct own_term *random_term(int depth) {
    struct own_term *t;
    switch (ints_only ? 0 : rnd(depth > 0 ? 9 : 5)) {
    case 0:
    case 1: t = new_term(KIND_INT, 0), t->i = (int64_t)rnd(15) - 7; return t;
    case 2: t = new_term(KIND_FLOAT, 0), t->f = rnd(4) ? rnd(9) / 2.0 - 2 : -0.0; return t;
    case 3: t = new_term(KIND_ATOM, 0), t->atom = atoms[rnd(ATOMS)]; return t;
    case 4: return new_term(KIND_NIL, 0);
    case 5:
    case 6: t = new_term(KIND_CONS, 2); break;
    case 7: t = new_term(KIND_TUPLE, rnd(3)); break;
    default: t = new_term(KIND_MAP, 2);
    }
    for (uint32_t i = 0; i < t->n; i++) t->parts[i] = random_term(depth - 1);
    if (t->kind == KIND_MAP) {
        struct own_term *key = new_term(KIND_ATOM, 0);
        key->atom = atoms[rnd(2)];
        t->parts[0] = key;
    }
    return t;
}

// ---- Both as expressions ----

static expr_id int_expr(struct expr_store *x, __int128 v) {
    mpz_t z;
    mpz_init(z);
    unsigned __int128 size = v < 0 ? -(unsigned __int128)v : (unsigned __int128)v;
    uint64_t words[2] = {(uint64_t)size, (uint64_t)(size >> 64)};
    mpz_import(z, 2, -1, 8, 0, 0, words);
    if (v < 0) mpz_neg(z, z);
    expr_id e = expr_int_mpz(x, z);
    mpz_clear(z);
    return e;
}

static expr_id term_expr(struct expr_store *x, const struct own_term *t) {
    expr_id parts[8];
    for (uint32_t i = 0; i < t->n; i++) parts[i] = term_expr(x, t->parts[i]);
    switch (t->kind) {
    case KIND_INT: return expr_int_term(x, int_expr(x, t->i));
    case KIND_FLOAT: return expr_float_term(x, expr_float(x, t->f));
    case KIND_ATOM: return expr_atom(x, symbol_of(t->atom));
    case KIND_NIL: return EXPR_NIL;
    case KIND_CONS: return expr_cons(x, parts[0], parts[1]);
    case KIND_TUPLE: return expr_tuple(x, parts, t->n);
    default: return expr_map(x, parts, t->n / 2);
    }
}

static expr_id build(struct expr_store *x, const struct tree *e) {
    expr_id k[8];
    for (uint32_t i = 0; i < e->n; i++) k[i] = build(x, e->kids[i]);
    switch (e->op) {
    case EXPR_TRUE_OP: return EXPR_TRUE;
    case EXPR_NOT_OP: return expr_not(x, k[0]);
    case EXPR_AND_OP: return expr_and(x, k, e->n);
    case EXPR_OR_OP: return expr_or(x, k, e->n);
    case EXPR_KIND_OP: return expr_kind(x, k[0], e->imm);
    case EXPR_ARITY_OP: return expr_arity(x, k[0], e->imm);
    case EXPR_EQ_OP: return expr_eq(x, k[0], k[1]);
    case EXPR_ATOM_LT_OP: return expr_atom_lt(x, k[0], k[1]);
    case EXPR_INT_EQ_OP: return expr_int_eq(x, k[0], k[1]);
    case EXPR_INT_LT_OP: return expr_int_lt(x, k[0], k[1]);
    case EXPR_FLOAT_EQ_OP: return expr_float_eq(x, k[0], k[1]);
    case EXPR_FLOAT_LT_OP: return expr_float_lt(x, k[0], k[1]);
    case EXPR_MAP_HAS_OP: return expr_map_has(x, k[0], k[1]);
    case EXPR_INT_LIT_OP: return int_expr(x, e->i);
    case EXPR_FLOAT_LIT_OP: return expr_float(x, e->f);
    case EXPR_IVAL_OP: return expr_ival(x, k[0]);
    case EXPR_FVAL_OP: return expr_fval(x, k[0]);
    case EXPR_VAR_OP: return expr_var(x, e->imm);
    case EXPR_ATOM_OP: return expr_atom(x, symbol_of(atoms[e->imm]));
    case EXPR_NIL_OP: return EXPR_NIL;
    case EXPR_INT_OP: return expr_int_term(x, k[0]);
    case EXPR_FLOAT_OP: return expr_float_term(x, k[0]);
    case EXPR_CONS_OP: return expr_cons(x, k[0], k[1]);
    case EXPR_TUPLE_OP: return expr_tuple(x, k, e->n);
    case EXPR_MAP_OP: return expr_map(x, k, e->n / 2);
    case EXPR_HD_OP: return expr_hd(x, k[0]);
    case EXPR_TL_OP: return expr_tl(x, k[0]);
    case EXPR_ELEM_OP: return expr_elem(x, k[0], e->imm);
    case EXPR_MAP_GET_OP: return expr_map_get(x, k[0], k[1]);
    case EXPR_ITE_OP: return expr_ite(x, k[0], k[1], k[2]);
    default:
        if (e->n == 2) return expr_arith(x, e->op, k[0], k[1]);
        return expr_unary(x, e->op, k[0]);
    }
}

static expr_id value_expr(struct expr_store *x, struct value v) {
    switch (v.tag) {
    case BOOL: return v.b ? EXPR_TRUE : EXPR_FALSE;
    case INT: return int_expr(x, v.i);
    case FLOAT: return expr_float(x, v.f);
    default: return term_expr(x, v.t);
    }
}

static void fail_with(struct expr_store *x, expr_id e, expr_id got, expr_id want) {
    struct str s = {0};
    expr_print(x, e, &s);
    str_add(&s, "\n got ");
    if (got) expr_print(x, got, &s);
    str_add(&s, "\n want ");
    expr_print(x, want, &s);
    fail_msg("%s", str_text(&s));
}

static void compare_with_naive(uint32_t rounds) {
    uint64_t defined = 0, decided = 0, all = 0;
    struct expr_store *x = expr_store_new();
    struct eval *ev = eval_new(x);
    arena_init(&arena, 0);
    for (uint32_t round = 0; round < rounds; round++) {
        seed = round;
        arena_reset(&arena);
        struct tree *t = grow(ints_only ? SORT_BOOL : (enum expr_sort)rnd(4), 2 + (int)rnd(3));
        expr_id e = build(x, t), ids[VARS];
        struct binding at[VARS];
        decided += expr_is_ground(x, e);
        for (int k = 0; k < 12; k++, all++) {
            for (uint32_t i = 0; i < VARS; i++) model[i] = random_term(3), ids[i] = term_expr(x, model[i]);
            struct value v = naive(t);
            struct model m = model_of(at, ids, VARS);
            eval_begin(ev, &m);
            expr_id got = eval_value(ev, e);
            if (v.tag == UNDEFINED) continue;
            defined++;
            expr_id want = value_expr(x, v);
            if (got != want) fail_with(x, e, got, want);
            if (v.tag == BOOL) assert_int_equal(eval_bool(ev, e), v.b ? TRUTH_TRUE : TRUTH_FALSE);
        }
    }
    eval_free(ev);
    expr_store_free(x);
    arena_free(&arena);
    print_message("%u of %u defined, %u trees decided when built\n", (unsigned)defined, (unsigned)all,
                  (unsigned)decided);
    assert_true(defined > all / 5 && decided < rounds / 2);
}

static void simplified_equals_naive(void **state) {
    ints_only = false;
    compare_with_naive(15000);
}

static void simplified_integers_equal_naive(void **state) {
    ints_only = true;
    compare_with_naive(10000);
}

// ---- By hand ----

static void undefined_is_open(void **state) {
    struct expr_store *x = expr_store_new();
    struct eval *ev = eval_new(x);
    expr_id v = expr_var(x, 0), w = expr_var(x, 1);
    expr_id seven = expr_int(x, 7), values[2] = {expr_int_term(x, seven), EXPR_NIL};
    struct binding at[2];
    struct model m = model_of(at, values, 2);
    eval_begin(ev, &m);
    assert_int_equal(eval_value(ev, expr_hd(x, v)), 0);
    assert_int_equal(eval_value(ev, expr_ival(x, v)), seven);
    assert_int_equal(eval_value(ev, expr_ival(x, w)), 0);
    assert_int_equal(eval_value(ev, expr_var(x, 9)), 0);
    expr_id open = expr_int_lt(x, expr_ival(x, w), seven), yes = expr_kind(x, w, KIND_BIT(KIND_NIL));
    assert_int_equal(eval_bool(ev, open), TRUTH_OPEN);
    assert_int_equal(eval_bool(ev, expr_not(x, open)), TRUTH_OPEN);
    assert_int_equal(eval_bool(ev, expr_and(x, (expr_id[]){open, yes}, 2)), TRUTH_OPEN);
    assert_int_equal(eval_bool(ev, expr_and(x, (expr_id[]){open, expr_not(x, yes)}, 2)), TRUTH_FALSE);
    assert_int_equal(eval_bool(ev, expr_or(x, (expr_id[]){open, yes}, 2)), TRUTH_TRUE);
    expr_id by_zero = expr_arith(x, EXPR_DIV_OP, seven, expr_arith(x, EXPR_SUB_OP, expr_ival(x, v), seven));
    assert_int_equal(eval_value(ev, by_zero), 0);
    expr_id huge = expr_arith(x, EXPR_BSL_OP, expr_ival(x, v), expr_int(x, 1LL << 40));
    assert_int_equal(eval_value(ev, huge), 0); // not 128 gigabytes
    expr_id inf =
        expr_arith(x, EXPR_FMUL_OP, expr_float(x, 1e308), expr_unary(x, EXPR_TO_FLOAT_OP, expr_ival(x, v)));
    assert_int_equal(eval_value(ev, inf), 0);
    at[0].value = EXPR_NIL; // a new model forgets
    eval_begin(ev, &m);
    assert_int_equal(eval_value(ev, expr_ival(x, v)), 0);
    eval_free(ev);
    expr_store_free(x);
}

static void functions_are_tables(void **state) {
    struct expr_store *x = expr_store_new();
    struct eval *ev = eval_new(x);
    expr_id one = expr_int_term(x, expr_int(x, 1)), a = expr_atom(x, symbol_of("a")),
            b = expr_atom(x, symbol_of("b"));
    expr_id zero = expr_float_term(x, expr_float(x, 0.0)), minus = expr_float_term(x, expr_float(x, -0.0));
    expr_id f = expr_fun(x, 1, (expr_id[]){one, a, zero, b}, 2, EXPR_NIL);
    assert_int_equal(expr_apply(x, f, &one, 1), a);
    assert_int_equal(expr_apply(x, f, &minus, 1), b); // OTP 25: 0.0 =:= -0.0
    assert_int_equal(expr_apply(x, f, &a, 1), EXPR_NIL);
    expr_id v = expr_var(x, 0), w = expr_var(x, 1), applied = expr_apply(x, v, &w, 1), values[2] = {f, one};
    struct binding at[2];
    struct model m = model_of(at, values, 2);
    eval_begin(ev, &m);
    assert_int_equal(eval_value(ev, applied), a);
    assert_int_equal(eval_bool(ev, expr_fun_arity(x, v, 1)), TRUTH_TRUE);
    assert_int_equal(eval_bool(ev, expr_fun_arity(x, v, 2)), TRUTH_FALSE);
    assert_int_equal(eval_bool(ev, expr_fun_arity(x, w, 1)), TRUTH_FALSE);
    expr_id two[2] = {w, w};
    assert_int_equal(eval_value(ev, expr_apply(x, v, two, 2)), 0); // wrong number of arguments
    eval_free(ev);
    expr_store_free(x);
}

// A list of 200,000 elements and a sum as deep: neither may need a deep C stack.
static void deep_expressions(void **state) {
    struct expr_store *x = expr_store_new();
    struct eval *ev = eval_new(x);
    expr_id v = expr_var(x, 0), i = expr_ival(x, v), list = EXPR_NIL, sum = i, other = EXPR_NIL;
    for (int k = 0; k < 200000; k++) {
        list = expr_cons(x, v, list);
        other = expr_cons(x, expr_var(x, 1), other);
        sum = expr_arith(x, EXPR_MUL_OP, expr_arith(x, EXPR_BXOR_OP, sum, i), expr_int(x, 1 + k % 2));
        sum = expr_arith(x, EXPR_BAND_OP, sum, expr_int(x, 0xffff));
    }
    expr_id values[2] = {expr_int_term(x, expr_int(x, 5)), expr_int_term(x, expr_int(x, 6))};
    struct binding at[2];
    struct model m = model_of(at, values, 2);
    eval_begin(ev, &m);
    assert_true(eval_value(ev, list) != 0);
    assert_true(eval_value(ev, sum) != 0);
    expr_id equal_lists = expr_eq(x, list, other);
    assert_int_equal(equal_lists, expr_eq(x, v, expr_var(x, 1))); // all pairs are the same pair
    struct str s = {0};
    expr_print(x, list, &s);
    assert_true(s.n < 100000);
    assert_true(expr_size(x, eval_value(ev, list)) > 200000);
    str_free(&s);
    eval_free(ev);
    expr_store_free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simplified_equals_naive), cmocka_unit_test(simplified_integers_equal_naive),
        cmocka_unit_test(undefined_is_open),       cmocka_unit_test(functions_are_tables),
        cmocka_unit_test(deep_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
