// SPDX-License-Identifier: Apache-2.0
// Constructors over integers. Normal form: a sum is "core + literal" (ADD with the literal second) or a core,
// which is never such a sum; -y is SUB(0, y), so 10 - y is ADD(SUB(0, y), 10). Literals are second arguments
// everywhere. Comparisons gather their literals on the right: core = literal, core < literal, core = core' +
// literal and core < core' + literal, the core with the lower id first (the other order is the negation: b <=
// a - d).
#include <math.h>

#include "base/some_of.h"
#include "expr/number.h"
#include "expr/store.h"

static bool is_lit(const struct expr_store *x, expr_id e) {
    return op_of(x, e) == EXPR_INT_LIT_OP;
}

static expr_id raw(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    return expr_intern(x, op, 0, a, b, 0);
}

expr_id expr_int(struct expr_store *x, int64_t v) {
    return expr_intern(x, EXPR_INT_LIT_OP, 0, (uint32_t)v, (uint32_t)((uint64_t)v >> 32), 0);
}

expr_id expr_int_mpz(struct expr_store *x, mpz_srcptr v) {
    return mpz_fits_slong_p(v) ? expr_int(x, mpz_get_si(v)) : expr_intern_big(x, v);
}

// op applied to two literals; 0 where the result is undefined or huge.
static expr_id fold(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    int64_t i, j, r;
    if (expr_get_int64(x, a, &i) && expr_get_int64(x, b, &j)) {
        enum number_status s = expr_number_small(op, i, j, &r);
        if (s == NUMBER_OK) return expr_int(x, r);
        if (s != NUMBER_BIG) return 0;
    }
    struct int_view va, vb;
    mpz_srcptr za = expr_int_view(x, a, &va), zb = expr_int_view(x, b, &vb);
    mpz_t z;
    mpz_init(z);
    expr_id e = expr_number_big(op, z, za, zb) == NUMBER_OK ? expr_int_mpz(x, z) : 0;
    mpz_clear(z);
    return e;
}

static int sign(const struct expr_store *x, expr_id lit) {
    struct int_view v;
    return mpz_sgn(expr_int_view(x, lit, &v));
}

static int compare(const struct expr_store *x, expr_id lit, int64_t with) {
    struct int_view v;
    return mpz_cmp_si(expr_int_view(x, lit, &v), with);
}

// 0 if e is none.
static expr_id negated(const struct expr_store *x, expr_id e) {
    const struct node *n = node_of(x, e);
    return n->op == EXPR_SUB_OP && n->a == STORE_ZERO ? n->b : 0;
}

// MUL(core, literal): the literal, otherwise 0.
static expr_id factor(const struct expr_store *x, expr_id e) {
    const struct node *n = node_of(x, e);
    return n->op == EXPR_MUL_OP && is_lit(x, n->b) ? n->b : 0;
}

// ---- Sums ----

struct sum {
    expr_id core, lit; // core 0: none
};

static struct sum split(const struct expr_store *x, expr_id e) {
    const struct node *n = node_of(x, e);
    if (n->op == EXPR_INT_LIT_OP) return (struct sum){0, e};
    if (n->op == EXPR_ADD_OP && is_lit(x, n->b)) return (struct sum){n->a, n->b};
    return (struct sum){e, STORE_ZERO};
}

static expr_id join(struct expr_store *x, expr_id core, expr_id lit) {
    if (!core) return lit;
    if (is_lit(x, core)) return fold(x, EXPR_ADD_OP, core, lit);
    return lit == STORE_ZERO ? core : raw(x, EXPR_ADD_OP, core, lit);
}

static expr_id negate(struct expr_store *x, expr_id core) {
    const struct node *n = node_of(x, core);
    if (n->op == EXPR_INT_LIT_OP) return fold(x, EXPR_SUB_OP, STORE_ZERO, core);
    if (n->op == EXPR_SUB_OP) // -(a - b) = b - a; -(-b) = b
        return n->a == STORE_ZERO ? n->b : raw(x, EXPR_SUB_OP, n->b, n->a);
    expr_id c = factor(x, core);
    if (c) return raw(x, EXPR_MUL_OP, n->a, fold(x, EXPR_SUB_OP, STORE_ZERO, c)); // -(a * c) = a * -c
    return raw(x, EXPR_SUB_OP, STORE_ZERO, core);
}

static expr_id sub_cores(struct expr_store *x, expr_id a, expr_id b);

// Cores without a literal in them; the result may be a literal only if they cancel.
static expr_id add_cores(struct expr_store *x, expr_id a, expr_id b) {
    if (!a || !b) return a ? a : b;
    if (negated(x, b)) return sub_cores(x, a, negated(x, b)); // a + -b = a - b
    if (negated(x, a)) return sub_cores(x, b, negated(x, a));
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    if (m->op == EXPR_SUB_OP && m->b == b) return m->a; // (c - b) + b = c
    if (n->op == EXPR_SUB_OP && n->b == a) return n->a;
    return a < b ? raw(x, EXPR_ADD_OP, a, b) : raw(x, EXPR_ADD_OP, b, a);
}

static expr_id sub_cores(struct expr_store *x, expr_id a, expr_id b) {
    if (!b) return a;
    if (!a) return negate(x, b);
    if (a == b) return STORE_ZERO;
    if (negated(x, b)) return add_cores(x, a, negated(x, b));
    if (negated(x, a)) return negate(x, add_cores(x, negated(x, a), b)); // -a - b = -(a + b)
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    if (m->op == EXPR_ADD_OP && m->a == b) return m->b; // (b + c) - b = c
    if (m->op == EXPR_ADD_OP && m->b == b) return m->a;
    if (m->op == EXPR_SUB_OP && m->a == b) return negate(x, m->b); // (b - c) - b = -c
    if (n->op == EXPR_ADD_OP && n->a == a) return negate(x, n->b);
    if (n->op == EXPR_ADD_OP && n->b == a) return negate(x, n->a);
    if (n->op == EXPR_SUB_OP && n->a == a) return n->b; // a - (a - c) = c
    return raw(x, EXPR_SUB_OP, a, b);
}

static expr_id add(struct expr_store *x, expr_id a, expr_id b) {
    struct sum p = split(x, a), q = split(x, b);
    return join(x, add_cores(x, p.core, q.core), fold(x, EXPR_ADD_OP, p.lit, q.lit)); // (x + 1) + 2 = x + 3
}

static expr_id sub(struct expr_store *x, expr_id a, expr_id b) {
    struct sum p = split(x, a), q = split(x, b);
    return join(x, sub_cores(x, p.core, q.core), fold(x, EXPR_SUB_OP, p.lit, q.lit));
}

// ---- Products, quotients, bits ----

static expr_id mul_core(struct expr_store *x, expr_id core, expr_id lit) {
    if (lit == STORE_ZERO) return STORE_ZERO;
    if (lit == STORE_ONE) return core;
    if (compare(x, lit, -1) == 0) return negate(x, core);
    expr_id inner = negated(x, core), c = factor(x, core);
    if (inner) return mul_core(x, inner, fold(x, EXPR_SUB_OP, STORE_ZERO, lit)); // -a * c = a * -c
    expr_id product = c ? fold(x, EXPR_MUL_OP, c, lit) : 0;
    if (product) return raw(x, EXPR_MUL_OP, node_of(x, core)->a, product); // (a * c) * d = a * cd
    return raw(x, EXPR_MUL_OP, core, lit);
}

static expr_id mul(struct expr_store *x, expr_id a, expr_id b) {
    if (is_lit(x, a)) { // literal second
        expr_id t = a;
        a = b, b = t;
    }
    // (c div b) * b = c - c rem b
    if (op_of(x, a) == EXPR_DIV_OP && node_of(x, a)->b == b && !is_lit(x, b))
        return sub(x, node_of(x, a)->a, raw(x, EXPR_REM_OP, node_of(x, a)->a, b));
    if (op_of(x, b) == EXPR_DIV_OP && node_of(x, b)->b == a && !is_lit(x, a)) return mul(x, b, a);
    if (!is_lit(x, b)) return a < b ? raw(x, EXPR_MUL_OP, a, b) : raw(x, EXPR_MUL_OP, b, a);
    struct sum p = split(x, a);
    expr_id scaled = fold(x, EXPR_MUL_OP, p.lit, b);
    if (!scaled) return raw(x, EXPR_MUL_OP, a, b);
    return join(x, p.core ? mul_core(x, p.core, b) : 0, scaled); // (a + c) * d = a * d + cd
}

// a * c, where d divides c: the quotient a * (c / d), which is exact. 0: it is no such product.
static expr_id divide_product(struct expr_store *x, expr_id product, int64_t d) {
    expr_id c = product ? factor(x, product) : 0;
    int64_t f;
    if (!c || d < 2 || !expr_get_int64(x, c, &f) || f % d) return 0;
    return mul(x, node_of(x, product)->a, expr_int(x, f / d));
}

static expr_id quotient(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    bool div = op == EXPR_DIV_OP;
    if (is_lit(x, b) && b != STORE_ZERO) {
        if (b == STORE_ONE) return div ? a : STORE_ZERO;
        if (compare(x, b, -1) == 0) return div ? sub(x, STORE_ZERO, a) : STORE_ZERO;
        // The remainder has the sign of the dividend: a rem -c = a rem c.
        if (!div && sign(x, b) < 0) b = fold(x, EXPR_SUB_OP, STORE_ZERO, b);
    }
    if (a == STORE_ZERO) return b == STORE_ZERO ? raw(x, op, a, b) : STORE_ZERO;
    int64_t d;
    expr_id exact = expr_get_int64(x, b, &d) ? divide_product(x, a, d) : 0;
    if (exact) return div ? exact : STORE_ZERO;
    return raw(x, op, a, b);
}

// The number of bits of a mask 2^k - 1; 0: the literal is none.
static uint32_t mask_bits(const struct expr_store *x, expr_id lit) {
    int64_t v;
    if (!expr_get_int64(x, lit, &v) || v <= 0 || ((uint64_t)v & ((uint64_t)v + 1))) return 0;
    return 64 - (uint32_t)__builtin_clzll((uint64_t)v);
}

// Something whose lowest k bits are those of a: of a sum, masks of at least as many bits and multiples of 2^k
// do not count. So the extension of a byte's sign, ((e + 128) band 255) - 128, is undone by band 255.
static expr_id low_bits_of(struct expr_store *x, expr_id a, uint32_t k) {
    for (;;) {
        const struct node *n = node_of(x, a);
        int64_t added;
        if (n->op != EXPR_ADD_OP || !expr_get_int64(x, n->b, &added)) return a;
        expr_id core = n->a;
        const struct node *m = node_of(x, core);
        if (m->op == EXPR_BAND_OP && is_lit(x, m->b) && mask_bits(x, m->b) >= k) core = m->a;
        int64_t rest = k < 63 ? added & (((int64_t)1 << k) - 1) : added;
        if (core == n->a && rest == added) return a;
        a = rest ? add(x, core, expr_int(x, rest)) : core;
    }
}

// The low k bits of c together with those above: (c band 2^k - 1) bor (c bsr k) * 2^k is c, and with only j
// bits of the higher part it is c band 2^(k+j) - 1. That is how two bytes are read as a character. 0: no such
// pair.
static expr_id joined(struct expr_store *x, expr_id low, expr_id high) {
    const struct node *l = node_of(x, low), *h = node_of(x, high);
    int64_t factor, by;
    if (l->op != EXPR_BAND_OP || h->op != EXPR_MUL_OP || !is_lit(x, l->b)) return 0;
    uint32_t k = mask_bits(x, l->b), j = 0;
    if (!k || k > 31 || !expr_get_int64(x, h->b, &factor) || factor != (int64_t)1 << k) return 0;
    const struct node *s = node_of(x, h->a);
    if (s->op == EXPR_BAND_OP && is_lit(x, s->b)) {
        j = mask_bits(x, s->b);
        if (!j || j > 31) return 0;
        s = node_of(x, s->a);
    }
    if (s->op != EXPR_BSL_OP || s->a != l->a || !expr_get_int64(x, s->b, &by) || by != -(int64_t)k) return 0;
    return j ? raw(x, EXPR_BAND_OP, l->a, expr_int(x, ((int64_t)1 << (k + j)) - 1)) : l->a;
}

static expr_id bits(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    if (is_lit(x, a) || (!is_lit(x, b) && a > b)) {
        expr_id t = a;
        a = b, b = t;
    }
    if (a == b) return op == EXPR_BXOR_OP ? STORE_ZERO : a;
    if (!is_lit(x, b)) {
        expr_id both = op == EXPR_BOR_OP ? joined(x, a, b) : 0;
        if (!both && op == EXPR_BOR_OP) both = joined(x, b, a);
        return both ? both : raw(x, op, a, b);
    }
    if (b == STORE_ZERO) return op == EXPR_BAND_OP ? STORE_ZERO : a;
    if (compare(x, b, -1) == 0)
        return op == EXPR_BAND_OP ? a : op == EXPR_BOR_OP ? b : sub(x, b, a); // bnot a = -1 - a
    uint32_t k = op == EXPR_BAND_OP ? mask_bits(x, b) : 0;
    if (k) a = low_bits_of(x, a, k);
    if (is_lit(x, a)) return fold(x, op, a, b);
    const struct node *n = node_of(x, a);
    if (n->op == op && is_lit(x, n->b)) return bits(x, op, n->a, fold(x, op, n->b, b)); // (a op c) op d
    return raw(x, op, a, b);
}

enum { SHIFT_AS_PRODUCT = 4096 };

static expr_id shift(struct expr_store *x, expr_id a, expr_id b) {
    int64_t by;
    if (b == STORE_ZERO || a == STORE_ZERO) return a;
    if (!expr_get_int64(x, b, &by)) return raw(x, EXPR_BSL_OP, a, b);
    if (by > 0 && by <= SHIFT_AS_PRODUCT) return mul(x, a, fold(x, EXPR_BSL_OP, STORE_ONE, b)); // a * 2^b
    const struct node *n = node_of(x, a);
    int64_t inner;
    if (n->op == EXPR_BSL_OP && by < 0 && expr_get_int64(x, n->b, &inner) && inner < 0 && inner > INT32_MIN &&
        by > INT32_MIN)
        return raw(x, EXPR_BSL_OP, n->a, expr_int(x, inner + by)); // two shifts to the right are one
    if (by < 0 && by > -62) { // (a * c + d) shifted, where c is a multiple of what it is divided by
        struct sum p = split(x, a);
        expr_id exact = divide_product(x, p.core, (int64_t)1 << -by);
        if (exact) return add(x, exact, fold(x, EXPR_BSL_OP, p.lit, b));
    }
    return raw(x, EXPR_BSL_OP, a, b);
}

static expr_id float_arith(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    const struct node *m = node_of(x, a), *n = node_of(x, b);
    double r;
    if (m->op == EXPR_FLOAT_LIT_OP && n->op == EXPR_FLOAT_LIT_OP) {
        if (expr_number_float(op, node_double(m), node_double(n), &r)) return expr_float(x, r);
    } else if ((op == EXPR_FMUL_OP || op == EXPR_FADD_OP) && a > b) { // these commute exactly
        return raw(x, op, b, a);
    }
    return raw(x, op, a, b);
}

// b 0: one argument.
static expr_id math(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    const struct node *m = node_of(x, a), *n = b ? node_of(x, b) : m;
    assert(expr_sort(x, a) == SORT_FLOAT && (!b || expr_sort(x, b) == SORT_FLOAT));
    if (m->op == EXPR_FLOAT_LIT_OP && n->op == EXPR_FLOAT_LIT_OP)
        return expr_float(x, expr_number_math(op, node_double(m), node_double(n)));
    return raw(x, op, a, b);
}

expr_id expr_arith(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    if (expr_op_is_ieee(op)) return expr_ieee_arith(x, op, a, b);
    if (expr_op_is_math(op)) return math(x, op, a, b);
    if (op >= EXPR_FADD_OP) {
        assert(op <= EXPR_FDIV_OP && expr_sort(x, a) == SORT_FLOAT && expr_sort(x, b) == SORT_FLOAT);
        return float_arith(x, op, a, b);
    }
    assert(op >= EXPR_ADD_OP && op <= EXPR_BSL_OP && expr_sort(x, a) == SORT_INT &&
           expr_sort(x, b) == SORT_INT);
    if (is_lit(x, a) && is_lit(x, b)) {
        expr_id e = fold(x, op, a, b);
        return e ? e : raw(x, op, a, b);
    }
    switch (SOME_OF(op)) {
    case EXPR_ADD_OP: return add(x, a, b);
    case EXPR_SUB_OP: return sub(x, a, b);
    case EXPR_MUL_OP: return mul(x, a, b);
    case EXPR_DIV_OP:
    case EXPR_REM_OP: return quotient(x, op, a, b);
    case EXPR_BSL_OP: return shift(x, a, b);
    default: return bits(x, op, a, b);
    }
}

expr_id expr_unary(struct expr_store *x, enum expr_op op, expr_id a) {
    if (expr_op_is_ieee(op)) return expr_ieee_unary(x, op, a);
    if (expr_op_is_math(op)) return math(x, op, a, 0);
    const struct node *n = node_of(x, a);
    double f;
    switch (SOME_OF(op)) {
    case EXPR_TRUNC_OP:
    case EXPR_ROUND_OP:
    case EXPR_FLOOR_OP:
    case EXPR_CEIL_OP:
        assert(expr_sort(x, a) == SORT_FLOAT);
        if (n->op == EXPR_FLOAT_LIT_OP) {
            mpz_t z;
            mpz_init(z);
            expr_number_from_float(op, node_double(n), z);
            expr_id e = expr_int_mpz(x, z);
            mpz_clear(z);
            return e;
        }
        break;
    case EXPR_TUPLE_SIZE_OP:
        assert(expr_sort(x, a) == SORT_TERM);
        if (n->op == EXPR_TUPLE_OP) return expr_int(x, n->c);
        break;
    case EXPR_BIT_SIZE_OP: {
        assert(expr_sort(x, a) == SORT_TERM);
        expr_id size = expr_composite_size(x, a);
        if (size) return size;
        break;
    }
    case EXPR_TO_FLOAT_OP: {
        assert(expr_sort(x, a) == SORT_INT);
        struct int_view v;
        if (n->op == EXPR_INT_LIT_OP && expr_number_to_float(expr_int_view(x, a, &v), &f))
            return expr_float(x, f);
        break;
    }
    default: assert(!"no unary operator");
    }
    return expr_intern(x, op, 0, a, 0, 0);
}

// ---- Cases ----

// What both are sums of; 0: nothing.
static expr_id common_addend(const struct expr_store *x, expr_id a, expr_id b) {
    expr_id p = split(x, a).core, q = split(x, b).core;
    if (!p || !q || p == q) return p == q ? p : 0;
    const struct node *m = node_of(x, p), *n = node_of(x, q);
    bool of_p = m->op == EXPR_ADD_OP, of_q = n->op == EXPR_ADD_OP;
    if (of_q && (n->a == p || n->b == p)) return p;
    if (of_p && (m->a == q || m->b == q)) return q;
    if (!of_p || !of_q) return 0;
    return m->a == n->a || m->a == n->b ? m->a : m->b == n->a || m->b == n->b ? m->b : 0;
}

expr_id expr_ite(struct expr_store *x, expr_id condition, expr_id a, expr_id b) {
    assert(expr_sort(x, condition) == SORT_BOOL && expr_sort(x, a) == SORT_INT &&
           expr_sort(x, b) == SORT_INT);
    if (condition == EXPR_TRUE || a == b) return a;
    if (condition == EXPR_FALSE) return b;
    const struct node *n = node_of(x, condition);
    if (n->op == EXPR_NOT_OP) return expr_ite(x, n->a, b, a);
    expr_id common = common_addend(x, a, b);
    if (common) // a counter and the next: counter + (condition ? 1 : 0)
        return expr_arith(x, EXPR_ADD_OP, common,
                          expr_ite(x, condition, expr_arith(x, EXPR_SUB_OP, a, common),
                                   expr_arith(x, EXPR_SUB_OP, b, common)));
    return expr_intern_many(x, EXPR_ITE_OP, 0, (expr_id[]){condition, a, b}, 3);
}

// Whether all that cases come to are literals, of few of them: what compares them is a condition on the
// conditions.
static bool are_literals(const struct expr_store *x, expr_id e, uint32_t *budget) {
    if (is_lit(x, e)) return true;
    if (op_of(x, e) != EXPR_ITE_OP || !*budget) return false;
    --*budget;
    const expr_id *args = node_many(node_of(x, e));
    return are_literals(x, args[1], budget) && are_literals(x, args[2], budget);
}

// ---- Comparisons ----

// Tuples have at most 16777215 elements (Efficiency Guide, system limits).
enum { MAX_TUPLE = 16777215 };

static expr_id truth_id(bool b) {
    return b ? EXPR_TRUE : EXPR_FALSE;
}

static expr_id lit_sub(struct expr_store *x, expr_id a, expr_id b) {
    return fold(x, EXPR_SUB_OP, a, b);
}

static expr_id eq_lit(struct expr_store *x, expr_id core, expr_id d);
static expr_id lt_lit(struct expr_store *x, expr_id core, expr_id d);

static expr_id compare_lit(struct expr_store *x, enum expr_op op, expr_id core, expr_id d) {
    return op == EXPR_INT_EQ_OP ? eq_lit(x, core, d) : lt_lit(x, core, d);
}

// A comparison of cases that are literals, with a literal. 0: they are not.
static expr_id compare_cases(struct expr_store *x, enum expr_op op, expr_id cases, expr_id d) {
    enum { MOST_CASES = 8 };
    uint32_t budget = MOST_CASES;
    if (op_of(x, cases) != EXPR_ITE_OP || !are_literals(x, cases, &budget)) return 0;
    const expr_id *args = node_many(node_of(x, cases));
    expr_id condition = args[0], a = compare_lit(x, op, args[1], d), b = compare_lit(x, op, args[2], d);
    if (a == b) return a;
    expr_id left = expr_and(x, (expr_id[]){condition, a}, 2);
    expr_id right = expr_and(x, (expr_id[]){expr_not(x, condition), b}, 2);
    if (a == EXPR_TRUE) return expr_or(x, (expr_id[]){condition, b}, 2);
    if (b == EXPR_TRUE) return expr_or(x, (expr_id[]){expr_not(x, condition), a}, 2);
    return expr_or(x, (expr_id[]){left, right}, 2);
}

// What is left of a sum of two without one of them; 0: it is none.
static expr_id without(const struct expr_store *x, expr_id sum, expr_id addend) {
    const struct node *n = node_of(x, sum);
    if (n->op != EXPR_ADD_OP) return 0;
    return n->a == addend ? n->b : n->b == addend ? n->a : 0;
}

// a = b + d
static expr_id eq_cores(struct expr_store *x, expr_id a, expr_id b, expr_id d) {
    if (a == b) return truth_id(d == STORE_ZERO);
    expr_id left = without(x, a, b), right = without(x, b, a);
    if (left) return eq_lit(x, left, d);                           // left + b = b + d
    if (right) return eq_lit(x, right, lit_sub(x, STORE_ZERO, d)); // a = a + right + d
    expr_id na = negated(x, a), nb = negated(x, b);
    if (na && nb) return eq_cores(x, nb, na, d);                              // -a = -b + d
    if (na) return eq_lit(x, add_cores(x, na, b), lit_sub(x, STORE_ZERO, d)); // -a = b + d
    if (nb) return eq_lit(x, add_cores(x, a, nb), d);                         // a = -b + d
    if (a > b) return eq_cores(x, b, a, lit_sub(x, STORE_ZERO, d));
    return raw(x, EXPR_INT_EQ_OP, a, join(x, b, d));
}

// core = d
static expr_id eq_lit(struct expr_store *x, expr_id core, expr_id d) {
    if (is_lit(x, core)) return truth_id(core == d);
    const struct node *n = node_of(x, core);
    if (n->op == EXPR_SUB_OP && n->a == STORE_ZERO) return eq_lit(x, n->b, lit_sub(x, STORE_ZERO, d));
    if (n->op == EXPR_SUB_OP) return eq_cores(x, n->a, n->b, d); // a - b = d
    if (factor(x, core)) {                                       // a * c = d: c divides d
        if (fold(x, EXPR_REM_OP, d, n->b) != STORE_ZERO) return EXPR_FALSE;
        expr_id q = fold(x, EXPR_DIV_OP, d, n->b);
        return split(x, n->a).lit == STORE_ZERO ? eq_lit(x, n->a, q) : expr_int_eq(x, n->a, q);
    }
    if (n->op == EXPR_TUPLE_SIZE_OP) {
        int64_t size;
        bool possible = expr_get_int64(x, d, &size) && size >= 0 && size <= MAX_TUPLE;
        return possible ? expr_arity(x, n->a, (uint32_t)size) : EXPR_FALSE;
    }
    if (n->op == EXPR_BIT_SIZE_OP && sign(x, d) < 0) return EXPR_FALSE;
    expr_id cases = compare_cases(x, EXPR_INT_EQ_OP, core, d);
    if (!cases) cases = expr_compare_pieces(x, EXPR_INT_EQ_OP, core, d);
    return cases ? cases : raw(x, EXPR_INT_EQ_OP, core, d);
}

expr_id expr_int_eq(struct expr_store *x, expr_id a, expr_id b) {
    assert(expr_sort(x, a) == SORT_INT && expr_sort(x, b) == SORT_INT);
    if (a == b) return EXPR_TRUE;
    struct sum p = split(x, a), q = split(x, b);
    if (!p.core && !q.core) return EXPR_FALSE; // literals with different ids
    if (!p.core) return eq_lit(x, q.core, lit_sub(x, p.lit, q.lit));
    expr_id d = lit_sub(x, q.lit, p.lit);
    return q.core ? eq_cores(x, p.core, q.core, d) : eq_lit(x, p.core, d);
}

// a < b + d
static expr_id lt_cores(struct expr_store *x, expr_id a, expr_id b, expr_id d) {
    if (a == b) return truth_id(sign(x, d) > 0);
    expr_id left = without(x, a, b), right = without(x, b, a);
    if (left) return lt_lit(x, left, d);                                       // left + b < b + d
    if (right) return expr_not(x, lt_lit(x, right, lit_sub(x, STORE_ONE, d))); // a < a + right + d
    expr_id na = negated(x, a), nb = negated(x, b);
    expr_id opposite = lit_sub(x, STORE_ONE, d); // u < d is not (-u < 1 - d)
    if (na && nb) return lt_cores(x, nb, na, d);
    if (na) return expr_not(x, lt_lit(x, add_cores(x, na, b), opposite)); // a + b > -d
    if (nb) return lt_lit(x, add_cores(x, a, nb), d);
    if (a > b) return expr_not(x, lt_cores(x, b, a, opposite));
    return raw(x, EXPR_INT_LT_OP, a, join(x, b, d));
}

static expr_id divide_up(struct expr_store *x, expr_id a, expr_id b) {
    struct int_view va, vb;
    mpz_t q;
    mpz_init(q);
    mpz_cdiv_q(q, expr_int_view(x, a, &va), expr_int_view(x, b, &vb));
    expr_id e = expr_int_mpz(x, q);
    mpz_clear(q);
    return e;
}

// a * c < d: a < d / c, rounded up; with a negative c by a * -c > -d.
static expr_id lt_product(struct expr_store *x, expr_id a, expr_id c, expr_id d) {
    if (sign(x, c) > 0) return expr_int_lt(x, a, divide_up(x, d, c));
    expr_id bound = divide_up(x, lit_sub(x, STORE_ONE, d), lit_sub(x, STORE_ZERO, c));
    return expr_not(x, expr_int_lt(x, a, bound));
}

static bool is_bits(const struct expr_store *x, expr_id e) {
    return op_of(x, e) >= EXPR_BAND_OP && op_of(x, e) <= EXPR_BXOR_OP;
}

// A bitwise operation is negative: what that says of the signs of its arguments.
static expr_id is_negative_bits(struct expr_store *x, enum expr_op op, expr_id a, expr_id b) {
    expr_id minus[2] = {expr_int_lt(x, a, STORE_ZERO), expr_int_lt(x, b, STORE_ZERO)};
    if (op == EXPR_BAND_OP) return expr_and(x, minus, 2);
    if (op == EXPR_BOR_OP) return expr_or(x, minus, 2);
    expr_id first[2] = {minus[0], expr_not(x, minus[1])}, second[2] = {expr_not(x, minus[0]), minus[1]};
    expr_id one[2] = {expr_and(x, first, 2), expr_and(x, second, 2)};
    return expr_or(x, one, 2);
}

// core < d
static expr_id lt_lit(struct expr_store *x, expr_id core, expr_id d) {
    if (is_lit(x, core)) return truth_id(sign(x, lit_sub(x, core, d)) < 0);
    const struct node *n = node_of(x, core);
    if (n->op == EXPR_SUB_OP && n->a == STORE_ZERO)
        return expr_not(x, lt_lit(x, n->b, lit_sub(x, STORE_ONE, d)));
    if (n->op == EXPR_SUB_OP) return lt_cores(x, n->a, n->b, d);
    if (factor(x, core)) return lt_product(x, n->a, n->b, d);
    if (d == STORE_ZERO && is_bits(x, core) && !is_bits(x, n->a) && !is_bits(x, n->b))
        return is_negative_bits(x, n->op, n->a, n->b);
    if (n->op == EXPR_TUPLE_SIZE_OP || (n->op == EXPR_BAND_OP && is_lit(x, n->b) && sign(x, n->b) > 0)) {
        if (sign(x, d) <= 0) return EXPR_FALSE; // never negative
        expr_id most = n->op == EXPR_BAND_OP ? n->b : expr_int(x, MAX_TUPLE);
        if (sign(x, lit_sub(x, most, d)) < 0) return EXPR_TRUE;
    }
    if (n->op == EXPR_BIT_SIZE_OP && sign(x, d) <= 0) return EXPR_FALSE;
    expr_id cases = compare_cases(x, EXPR_INT_LT_OP, core, d);
    if (!cases) cases = expr_compare_pieces(x, EXPR_INT_LT_OP, core, d);
    return cases ? cases : raw(x, EXPR_INT_LT_OP, core, d);
}

expr_id expr_int_lt(struct expr_store *x, expr_id a, expr_id b) {
    assert(expr_sort(x, a) == SORT_INT && expr_sort(x, b) == SORT_INT);
    struct sum p = split(x, a), q = split(x, b);
    expr_id d = lit_sub(x, q.lit, p.lit);
    if (p.core == q.core) return truth_id(sign(x, d) > 0);
    if (!q.core) return lt_lit(x, p.core, d);
    if (!p.core) return expr_not(x, lt_lit(x, q.core, lit_sub(x, STORE_ONE, d))); // c < y is not (y < c + 1)
    return lt_cores(x, p.core, q.core, d);
}
