// SPDX-License-Identifier: Apache-2.0
#include "solve/numbers/tape.h"

#include "base/clock.h"
#include "base/some_of.h"
#include "base/stop.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#define FAR 1e300

// ---- Compiling ----

static bool is_supported(enum expr_op op) {
    switch (SOME_OF(op)) {
    case EXPR_KIND_OP:
    case EXPR_ARITY_OP:
    case EXPR_FUN_ARITY_OP:
    case EXPR_MAP_LARGER_OP:
    case EXPR_EQ_OP:
    case EXPR_ATOM_LT_OP: return false;
    default: return op <= EXPR_FDIV_OP || expr_op_is_ieee(op) || expr_op_is_math(op);
    }
}

struct number number_of_literal(const struct expr_store *x, expr_id literal) {
    struct number v = {NUMBER_NONE};
    if (expr_op(x, literal) == EXPR_FLOAT_LIT_OP) {
        v.tag = NUMBER_FLOAT;
        v.f = expr_get_float(x, literal);
    } else if (expr_op(x, literal) == EXPR_INT_LIT_OP && expr_get_int64(x, literal, &v.i)) {
        v.tag = NUMBER_INT;
    }
    return v;
}

static struct number huge_literal(const struct expr_store *x, expr_id literal) {
    mpz_t z;
    mpz_init(z);
    expr_get_mpz(x, literal, z);
    struct number v = {NUMBER_HUGE, .i = mpz_sgn(z)};
    mpz_clear(z);
    return v;
}

static void emit(struct tape *t, const struct expr_store *x, expr_id e) {
    enum expr_op op = expr_op(x, e);
    struct instruction in = {.op = (uint8_t)op};
    t->ieee |= expr_op_is_ieee(op);
    t->library |= expr_op_is_math(op);
    t->math |= expr_op_is_math(op) || op == EXPR_IEEE_SQRT_OP;
    struct number v = {NUMBER_NONE};
    uint32_t n = op_is_leaf(op) ? 0 : expr_count(x, e), place;
    if (op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP) {
        v = number_of_literal(x, e);
        if (!v.tag) v = huge_literal(x, e);
        t->huge |= v.tag == NUMBER_HUGE;
        if (v.tag != NUMBER_HUGE) vec_push(&t->literals, v.tag == NUMBER_INT ? (double)v.i : v.f);
    } else if (op == EXPR_TRUE_OP || op == EXPR_FALSE_OP) {
        v = (struct number){NUMBER_TRUTH, .truth = op == EXPR_TRUE_OP};
        v.far[!v.truth] = FAR;
    } else if (op_is_leaf(op)) {
        in.a = t->leaves.n;
        vec_push(&t->leaves, e);
        vec_push(&t->leaf_at, t->code.n);
    } else {
        uint32_t first = t->args.n;
        for (uint32_t i = 0; i < n; i++) {
            bool known = hash_map_get(&t->places, expr_arg(x, e, i), &place);
            assert(known), (void)known;
            if (n > 2 || op == EXPR_AND_OP || op == EXPR_OR_OP)
                vec_push(&t->args, place);
            else if (i == 0)
                in.a = place;
            else
                in.b = place;
        }
        if (t->args.n > first) in.a = first, in.b = n;
    }
    hash_map_put(&t->places, e, t->code.n);
    vec_push(&t->code, in);
    vec_push(&t->nodes, e);
    vec_push(&t->at, v);
}

static bool compile_one(struct tape *t, const struct expr_store *x, expr_id root) {
    vec_push(&t->stack, root);
    while (t->stack.n) {
        expr_id e = vec_last(&t->stack);
        uint32_t place;
        if (hash_map_get(&t->places, e, &place)) {
            t->stack.n--;
            continue;
        }
        if (!is_supported(expr_op(x, e))) return false;
        uint32_t before = t->stack.n, n = op_is_leaf(expr_op(x, e)) ? 0 : expr_count(x, e);
        for (uint32_t i = n; i-- > 0;)
            if (!hash_map_get(&t->places, expr_arg(x, e, i), &place)) vec_push(&t->stack, expr_arg(x, e, i));
        if (t->stack.n > before) continue;
        emit(t, x, e);
        t->stack.n--;
    }
    return true;
}

bool tape_compile(struct tape *t, const struct expr_store *x, const expr_id *conditions, uint32_t n) {
    vec_clear(&t->code);
    vec_clear(&t->at);
    vec_clear(&t->args);
    vec_clear(&t->roots);
    vec_clear(&t->leaf_at);
    vec_clear(&t->nodes);
    vec_clear(&t->leaves);
    vec_clear(&t->stack);
    vec_clear(&t->literals);
    hash_map_clear(&t->places);
    t->ieee = t->math = t->library = t->huge = t->late = false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t place;
        if (!compile_one(t, x, conditions[i])) return false;
        hash_map_get(&t->places, conditions[i], &place);
        assert(place < t->code.n);
        vec_push(&t->roots, place);
    }
    return true;
}

void tape_free(struct tape *t) {
    vec_free(&t->code);
    vec_free(&t->at);
    vec_free(&t->args);
    vec_free(&t->roots);
    vec_free(&t->leaf_at);
    vec_free(&t->nodes);
    vec_free(&t->leaves);
    vec_free(&t->stack);
    vec_free(&t->literals);
    hash_map_free(&t->places);
}

void tape_set(struct tape *t, uint32_t leaf, struct number v) {
    assert(leaf < t->leaves.n);
    t->at.at[t->leaf_at.at[leaf]] = v;
}

// ---- Running ----

// truth with the distances to false and to true; the one it has is at distance 0
static struct number of_truth(bool truth, double far) {
    struct number v = {NUMBER_TRUTH, .truth = truth};
    v.far[!truth] = far > FAR ? FAR : far;
    return v;
}

static struct number shift_left(int64_t a, int64_t b) {
    if (b <= 0) return number_int(b <= -63 ? (a < 0 ? -1 : 0) : a >> -b);
    if (a == 0) return number_int(0);
    int64_t r;
    if (b > 62 || __builtin_mul_overflow(a, (int64_t)1 << b, &r)) return number_none();
    return number_int(r);
}

static struct number int_op(enum expr_op op, int64_t a, int64_t b) {
    int64_t r;
    switch (SOME_OF(op)) {
    case EXPR_ADD_OP: return __builtin_add_overflow(a, b, &r) ? number_none() : number_int(r);
    case EXPR_SUB_OP: return __builtin_sub_overflow(a, b, &r) ? number_none() : number_int(r);
    case EXPR_MUL_OP: return __builtin_mul_overflow(a, b, &r) ? number_none() : number_int(r);
    case EXPR_DIV_OP: return b == 0 || (b == -1 && a == INT64_MIN) ? number_none() : number_int(a / b);
    case EXPR_REM_OP: return b == 0 ? number_none() : number_int(b == -1 ? 0 : a % b);
    case EXPR_BAND_OP: return number_int(a & b);
    case EXPR_BOR_OP: return number_int(a | b);
    case EXPR_BXOR_OP: return number_int(a ^ b);
    case EXPR_BSL_OP: return shift_left(a, b);
    case EXPR_INT_EQ_OP: return of_truth(a == b, a == b ? 1 : fabs((double)a - (double)b));
    case EXPR_INT_LT_OP: return of_truth(a < b, a < b ? (double)b - (double)a : (double)a - (double)b + 1);
    default: return number_none();
    }
}

static struct number float_op(enum expr_op op, double a, double b) {
    switch (SOME_OF(op)) {
    case EXPR_FADD_OP: return number_float(a + b);
    case EXPR_FSUB_OP: return number_float(a - b);
    case EXPR_FMUL_OP: return number_float(a * b);
    case EXPR_FDIV_OP: return b == 0 ? number_none() : number_float(a / b);
    case EXPR_FLOAT_EQ_OP: return of_truth(a == b, a == b ? DBL_MIN : fabs(a - b));
    case EXPR_FLOAT_LT_OP: return of_truth(a < b, a < b ? b - a : a - b + DBL_MIN);
    default: return number_none();
    }
}

// The floats in their order as whole numbers: neighbours differ by 1; -0.0 and 0.0 are both 0.
static double place_of(double v) {
    int64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits < 0 ? -(double)(bits & INT64_MAX) : (double)bits;
}

static double apart(double a, double b) {
    return isnan(a) || isnan(b) ? 0x1p64 : fabs(place_of(a) - place_of(b));
}

static struct number ieee_compare(enum expr_op op, double a, double b, bool same) {
    bool odd = isnan(a) || isnan(b);
    if (same) return of_truth(op != EXPR_IEEE_LT_OP && !odd, 1); // that it is a number
    switch (SOME_OF(op)) {
    case EXPR_IEEE_EQ_OP: return of_truth(a == b, a == b ? 1 : apart(a, b));
    case EXPR_IEEE_LT_OP: return of_truth(a < b, apart(a, b) + !(a < b));
    default: return of_truth(a <= b, apart(a, b) + (a <= b));
    }
}

static struct number ieee_op(enum expr_op op, struct number a, struct number b, bool same) {
    double f;
    bool is_int = op >= EXPR_IEEE_OF_INT_OP && op <= EXPR_IEEE_OF_BITS32_OP;
    if (a.tag != (is_int ? NUMBER_INT : NUMBER_FLOAT)) return number_none();
    if (expr_op_is_ieee_compare(op) || (op >= EXPR_IEEE_ADD_OP && op <= EXPR_IEEE_REM_OP)) {
        if (b.tag != NUMBER_FLOAT) return number_none();
        if (expr_op_is_ieee_compare(op)) return ieee_compare(op, a.f, b.f, same);
        return number_ieee(expr_number_ieee(op, a.f, b.f));
    }
    if (op >= EXPR_IEEE_TO_INT32_OP) return number_int(expr_number_ieee_to_int(op, a.f));
    if (!is_int) return number_ieee(expr_number_ieee(op, a.f, 0));
    mpz_t z;
    mpz_init_set_si(z, a.i);
    f = expr_number_ieee_of_int(op, z);
    mpz_clear(z);
    return number_ieee(f);
}

static struct number to_int(enum expr_op op, double f) {
    f = op == EXPR_TRUNC_OP   ? trunc(f)
        : op == EXPR_ROUND_OP ? round(f)
        : op == EXPR_FLOOR_OP ? floor(f)
                              : ceil(f);
    return fabs(f) < 0x1p62 ? number_int((int64_t)f) : number_none();
}

static struct number junction(const struct tape *t, struct instruction in) {
    bool all =
        in.op ==
        EXPR_AND_OP; // and: all must be true; or is the same with the roles of true and false exchanged
    double sum = 0, least = FAR;
    bool decided = false;
    for (uint32_t i = 0; i < in.b; i++) {
        struct number v = t->at.at[t->args.at[in.a + i]];
        double to_neutral = v.tag == NUMBER_TRUTH ? v.far[all] : FAR,
               to_decisive = v.tag == NUMBER_TRUTH ? v.far[!all] : FAR;
        sum += to_neutral;
        if (to_decisive < least) least = to_decisive;
        decided = decided || (v.tag == NUMBER_TRUTH && v.truth != all);
        if (v.tag != NUMBER_TRUTH) sum += FAR;
    }
    struct number r = {NUMBER_TRUTH, .truth = decided ? !all : all};
    if (!decided && sum > 0) return number_none(); // something undefined
    r.far[all] = sum > FAR ? FAR : sum;
    r.far[!all] = decided ? 0 : least;
    return r;
}

// A comparison of 64 bits with more; nothing else is known of what is that large.
static struct number huge_op(enum expr_op op, struct number a, struct number b) {
    if (a.tag != NUMBER_INT && b.tag != NUMBER_INT) return number_none();
    if (op == EXPR_INT_EQ_OP) return of_truth(false, 0x1p64);
    if (op != EXPR_INT_LT_OP) return number_none();
    return of_truth(a.tag == NUMBER_HUGE ? a.i < 0 : b.i > 0, 0x1p64);
}

static struct number cases(const struct tape *t, struct instruction in) {
    struct number c = t->at.at[t->args.at[in.a]];
    return c.tag == NUMBER_TRUTH ? t->at.at[t->args.at[in.a + (c.truth ? 1 : 2)]] : number_none();
}

static struct number run_one(const struct tape *t, struct instruction in) {
    enum expr_op op = (enum expr_op)in.op;
    if (op == EXPR_AND_OP || op == EXPR_OR_OP) return junction(t, in);
    if (op == EXPR_ITE_OP) return cases(t, in);
    struct number a = t->at.at[in.a];
    if (op == EXPR_NOT_OP) {
        if (a.tag != NUMBER_TRUTH) return number_none();
        return (struct number){NUMBER_TRUTH, .truth = !a.truth, .far = {a.far[1], a.far[0]}};
    }
    if (op >= EXPR_TRUNC_OP && op <= EXPR_CEIL_OP)
        return a.tag == NUMBER_FLOAT ? to_int(op, a.f) : number_none();
    if (op == EXPR_TO_FLOAT_OP) return a.tag == NUMBER_INT ? number_float((double)a.i) : number_none();
    struct number b = t->at.at[in.b];
    if (expr_op_is_ieee(op)) return ieee_op(op, a, b, in.a == in.b);
    if (expr_op_is_math(op)) {
        bool one = expr_op_count(op) == 1;
        if (a.tag != NUMBER_FLOAT || (!one && b.tag != NUMBER_FLOAT)) return number_none();
        return number_ieee(expr_number_math(op, a.f, one ? 0 : b.f));
    }
    if (a.tag == NUMBER_INT && b.tag == NUMBER_INT) return int_op(op, a.i, b.i);
    if (a.tag == NUMBER_HUGE || b.tag == NUMBER_HUGE) return huge_op(op, a, b);
    return a.tag == NUMBER_FLOAT && b.tag == NUMBER_FLOAT ? float_op(op, a.f, b.f) : number_none();
}

void tape_run(struct tape *t) {
    for (uint32_t i = 0; i < t->code.n; i++) {
        struct instruction in = t->code.at[i];
        enum expr_op op = (enum expr_op)in.op;
        if (op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP || op <= EXPR_FALSE_OP || op_is_leaf(op))
            continue;
        t->at.at[i] = run_one(t, in);
    }
}

bool tape_holds(struct tape *t) {
    tape_run(t);
    for (uint32_t i = 0; i < t->roots.n; i++) {
        const struct number *v = &t->at.at[t->roots.at[i]];
        if (v->tag != NUMBER_TRUTH || !v->truth) return false;
    }
    return true;
}

bool tape_late(struct tape *t) {
    enum { STEPS = 1 << 18 }; // some milliseconds
    t->steps += t->code.n + 1;
    if (t->late || t->steps < STEPS) return t->late;
    t->steps = 0;
    return t->late = stop_is_set(t->stop) || (t->deadline > 0 && clock_now() > t->deadline);
}

double tape_distance(struct tape *t) {
    tape_run(t);
    double sum = 0;
    for (uint32_t i = 0; i < t->roots.n; i++) {
        const struct number *v = &t->at.at[t->roots.at[i]];
        if (v->tag != NUMBER_TRUTH)
            sum += FAR;
        else if (!v->truth)
            sum += log1p(v->far[1]) + 1e-6; // so that no single condition drowns the others
    }
    return sum;
}
