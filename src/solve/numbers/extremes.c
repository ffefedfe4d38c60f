// SPDX-License-Identifier: Apache-2.0
// The link extremes: numbers at the ends of what floats hold, tried before Z3: arithmetic of Erlang fails
// where a float or an integer made one leaves the floats, which one number of that size shows, alone or with
// a second; Z3 takes seconds for it as soon as products and both kinds of numbers are mixed. The tape is run
// with integers of any size here.
#include <assert.h>
#include <float.h>
#include <math.h>

#include "solve/numbers/numbers.h"

#include "base/some_of.h"

enum { LEAVES_MAX = 16, VALUES = 11, STEPS_MAX = 1 << 17, BITS_MAX = 1 << 14 };

struct value { // of a place of the tape
    enum number_tag tag;
    bool truth;
    double f;
    mpz_t i;
};

struct trial {
    struct solver *s;
    struct value *at;                   // one per place, then a zero
    expr_id values[LEAVES_MAX][VALUES]; // literals; 0: not admitted
    expr_id resting[LEAVES_MAX];        // what a leaf is while others are moved
    expr_id chosen[LEAVES_MAX];
    uint32_t left; // so many runs of the tape
};

// ---- Running ----

static void set_literal(struct value *v, const struct expr_store *x, expr_id e) {
    assert(op_is_number(expr_op(x, e)));
    v->tag = expr_op(x, e) == EXPR_INT_LIT_OP ? NUMBER_INT : NUMBER_FLOAT;
    if (v->tag == NUMBER_INT)
        expr_get_mpz(x, e, v->i);
    else
        v->f = expr_get_float(x, e);
}

static void set_truth(struct value *v, bool truth) {
    v->tag = NUMBER_TRUTH;
    v->truth = truth;
}

static void set_float(struct value *v, double f) {
    v->tag = isfinite(f) ? NUMBER_FLOAT : NUMBER_NONE;
    v->f = f;
}

static void copy(struct value *v, const struct value *from) {
    v->tag = from->tag;
    v->truth = from->truth;
    v->f = from->f;
    if (v->tag == NUMBER_INT) mpz_set(v->i, from->i);
}

static void run_int(struct value *v, enum expr_op op, const struct value *a, const struct value *b) {
    bool wide = mpz_sizeinbase(a->i, 2) + mpz_sizeinbase(b->i, 2) > BITS_MAX; // squares of squares of ..
    v->tag = op == EXPR_MUL_OP && wide ? NUMBER_NONE : NUMBER_INT;
    if (v->tag == NUMBER_NONE) return;
    switch (SOME_OF(op)) {
    case EXPR_ADD_OP: mpz_add(v->i, a->i, b->i); return;
    case EXPR_SUB_OP: mpz_sub(v->i, a->i, b->i); return;
    case EXPR_MUL_OP: mpz_mul(v->i, a->i, b->i); return;
    case EXPR_INT_EQ_OP: set_truth(v, mpz_cmp(a->i, b->i) == 0); return;
    case EXPR_INT_LT_OP: set_truth(v, mpz_cmp(a->i, b->i) < 0); return;
    default: break;
    }
    if ((op != EXPR_DIV_OP && op != EXPR_REM_OP) || mpz_sgn(b->i) == 0)
        v->tag = NUMBER_NONE;
    else if (op == EXPR_DIV_OP)
        mpz_tdiv_q(v->i, a->i, b->i);
    else
        mpz_tdiv_r(v->i, a->i, b->i);
}

static void run_float(struct value *v, enum expr_op op, double a, double b) {
    switch (SOME_OF(op)) {
    case EXPR_FADD_OP: set_float(v, a + b); return;
    case EXPR_FSUB_OP: set_float(v, a - b); return;
    case EXPR_FMUL_OP: set_float(v, a * b); return;
    case EXPR_FDIV_OP: set_float(v, b == 0 ? NAN : a / b); return;
    case EXPR_FLOAT_EQ_OP: set_truth(v, a == b); return;
    case EXPR_FLOAT_LT_OP: set_truth(v, a < b); return;
    default: v->tag = NUMBER_NONE;
    }
}

// What is undefined does not hold, nor does what it is part of.
static void run_junction(struct value *v, const struct tape *t, const struct value *at,
                         struct instruction in) {
    bool all = in.op == EXPR_AND_OP, undefined = false, decided = false;
    for (uint32_t i = 0; i < in.b; i++) {
        const struct value *part = &at[t->args.at[in.a + i]];
        undefined = undefined || part->tag != NUMBER_TRUTH;
        decided = decided || (part->tag == NUMBER_TRUTH && part->truth != all);
    }
    set_truth(v, decided ? !all : all);
    if (!decided && undefined) v->tag = NUMBER_NONE;
}

static void run_one(const struct tape *t, struct value *at, uint32_t place) {
    struct instruction in = t->code.at[place];
    enum expr_op op = (enum expr_op)in.op;
    struct value *v = &at[place];
    v->tag = NUMBER_NONE;
    if (op == EXPR_AND_OP || op == EXPR_OR_OP) {
        run_junction(v, t, at, in);
    } else if (op == EXPR_ITE_OP) {
        const struct value *c = &at[t->args.at[in.a]];
        if (c->tag == NUMBER_TRUTH) copy(v, &at[t->args.at[in.a + (c->truth ? 1 : 2)]]);
    } else if (op == EXPR_NOT_OP) {
        if (at[in.a].tag == NUMBER_TRUTH) set_truth(v, !at[in.a].truth);
    } else if (op == EXPR_TO_FLOAT_OP) {
        if (at[in.a].tag == NUMBER_INT)
            set_float(v, expr_number_ieee_of_int(EXPR_IEEE_OF_INT_OP, at[in.a].i));
    } else if (at[in.a].tag == NUMBER_INT && at[in.b].tag == NUMBER_INT) {
        run_int(v, op, &at[in.a], &at[in.b]);
    } else if (at[in.a].tag == NUMBER_FLOAT && at[in.b].tag == NUMBER_FLOAT) {
        run_float(v, op, at[in.a].f, at[in.b].f);
    }
}

static bool holds(struct trial *r) {
    const struct tape *t = &r->s->numbers->slice.tape;
    if (r->left == 0) return false;
    r->left--;
    for (uint32_t i = 0; i < t->leaves.n; i++) set_literal(&r->at[t->leaf_at.at[i]], r->s->x, r->chosen[i]);
    for (uint32_t i = 0; i < t->code.n; i++) {
        enum expr_op op = (enum expr_op)t->code.at[i].op;
        if (op != EXPR_INT_LIT_OP && op != EXPR_FLOAT_LIT_OP && op > EXPR_FALSE_OP && !op_is_leaf(op))
            run_one(t, r->at, i);
    }
    for (uint32_t i = 0; i < t->roots.n; i++) {
        const struct value *v = &r->at[t->roots.at[i]];
        if (v->tag != NUMBER_TRUTH || !v->truth) return false;
    }
    return true;
}

// ---- Choosing ----

// What integers are made floats end below 2^1024 - 2^970.
static void last_convertible(mpz_t v) {
    mpz_set_ui(v, 1);
    mpz_mul_2exp(v, v, 54);
    mpz_sub_ui(v, v, 1);
    mpz_mul_2exp(v, v, 970);
    mpz_sub_ui(v, v, 1);
}

// Values in the order of these words; those of the whole product come first.
enum { ONE, LAST, MINUS_LAST, ROOT, PRODUCT_VALUES, MINUS_ROOT = PRODUCT_VALUES, ZERO, MINUS_ONE, POWER };

static void list_integers(struct expr_store *x, expr_id out[VALUES]) {
    mpz_t v;
    mpz_init(v);
    out[ZERO] = expr_int(x, 0);
    out[ONE] = expr_int(x, 1);
    out[MINUS_ONE] = expr_int(x, -1);
    last_convertible(v);
    out[LAST] = expr_int_mpz(x, v);
    mpz_sqrt(v, v);
    out[ROOT] = expr_int_mpz(x, v);
    mpz_neg(v, v);
    out[MINUS_ROOT] = expr_int_mpz(x, v);
    last_convertible(v);
    mpz_neg(v, v);
    out[MINUS_LAST] = expr_int_mpz(x, v);
    const uint32_t exponents[] = {512, 1023, 1024};
    for (uint32_t i = 0; i < 3; i++) {
        mpz_set_ui(v, 1);
        mpz_mul_2exp(v, v, exponents[i]);
        out[POWER + i] = expr_int_mpz(x, v);
    }
    mpz_neg(v, v);
    out[POWER + 3] = expr_int_mpz(x, v);
    mpz_clear(v);
}

static void list_floats(struct expr_store *x, expr_id out[VALUES]) {
    const double root = sqrt(DBL_MAX);
    static const double powers[] = {0x1p512, 0x1p1023, -0x1p1023, 0x1p-1074};
    const double values[] = {
        [ONE] = 1,  [LAST] = DBL_MAX, [MINUS_LAST] = -DBL_MAX, [ROOT] = root, [MINUS_ROOT] = -root,
        [ZERO] = 0, [MINUS_ONE] = -1};
    for (uint32_t i = 0; i < POWER; i++) out[i] = expr_float(x, values[i]);
    for (uint32_t i = 0; i < 4; i++) out[POWER + i] = expr_float(x, powers[i]);
}

static bool prepare(struct trial *r) {
    assert(r->s->numbers->slice.tape.leaves.n <= LEAVES_MAX);
    struct solver *s = r->s;
    for (uint32_t i = 0; i < s->numbers->slice.tape.leaves.n; i++) {
        const struct leaf *l = slice_leaf(s, i);
        if (expr_sort(s->x, l->e) == SORT_FLOAT)
            list_floats(s->x, r->values[i]);
        else
            list_integers(s->x, r->values[i]);
        for (uint32_t k = 0; k < VALUES; k++)
            if (!leaf_admits(s, l, r->values[i][k])) r->values[i][k] = 0;
        r->resting[i] = l->value;
        for (uint32_t k = 0; k < VALUES && !r->resting[i]; k++) r->resting[i] = r->values[i][k];
        if (!r->resting[i]) return false;
        r->chosen[i] = r->resting[i];
    }
    return true;
}

static bool choose(struct trial *r, uint32_t leaf, uint32_t k) {
    assert(k < VALUES && leaf < LEAVES_MAX);
    if (r->values[leaf][k]) r->chosen[leaf] = r->values[leaf][k];
    return r->values[leaf][k] != 0;
}

// All leaves, each with a few values: sums of products want a large and a small factor in each of them.
static bool try_product(struct trial *r) {
    uint32_t n = r->s->numbers->slice.tape.leaves.n;
    uint64_t count = 1;
    for (uint32_t i = 0; i < n; i++) count *= PRODUCT_VALUES;
    for (uint64_t k = 0; k < count && r->left; k++) {
        bool all = true;
        uint64_t rest = k;
        for (uint32_t i = 0; i < n && all; i++, rest /= PRODUCT_VALUES)
            all = choose(r, i, (uint32_t)(rest % PRODUCT_VALUES));
        if (all && holds(r)) return true;
    }
    return false;
}

// One leaf after the other, then all alike, then two at a time, then all combinations of a few.
static bool try_all(struct trial *r) {
    uint32_t n = r->s->numbers->slice.tape.leaves.n;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < VALUES; k++)
            if (choose(r, i, k) && holds(r)) return true;
        r->chosen[i] = r->resting[i];
    }
    for (uint32_t k = 0; k < VALUES && n > 1; k++) {
        bool all = true;
        for (uint32_t i = 0; i < n; i++) all = choose(r, i, k) && all;
        if (all && holds(r)) return true;
    }
    for (uint32_t i = 0; i < n; i++) r->chosen[i] = r->resting[i];
    for (uint32_t i = 0; i < n && r->left; i++) {
        for (uint32_t j = 0; j < i && r->left; j++) {
            for (uint32_t k = 0; k < VALUES * VALUES && r->left; k++)
                if (choose(r, i, k / VALUES) && choose(r, j, k % VALUES) && holds(r)) return true;
            r->chosen[j] = r->resting[j];
        }
        r->chosen[i] = r->resting[i];
    }
    return n > 2 && try_product(r);
}

// Arithmetic of floats, or a comparison with such a literal as bounds the integers that may be made floats.
static bool is_near_the_end(const struct solver *s) {
    bool near = false;
    mpz_t v;
    mpz_init(v);
    for (uint32_t i = 0; i < s->numbers->slice.tape.code.n && !near; i++) {
        enum expr_op op = (enum expr_op)s->numbers->slice.tape.code.at[i].op;
        near = op >= EXPR_FADD_OP && op <= EXPR_FDIV_OP;
        if (op != EXPR_INT_LIT_OP || !s->numbers->slice.tape.huge) continue;
        expr_get_mpz(s->x, s->numbers->slice.tape.nodes.at[i], v);
        near = near || mpz_sizeinbase(v, 2) >= 512;
    }
    mpz_clear(v);
    return near;
}

enum answer extremes_try(struct solver *s, uint32_t effort) {
    const struct tape *t = &s->numbers->slice.tape;
    if (t->leaves.n == 0 || t->leaves.n > LEAVES_MAX || t->ieee || t->math) return ANSWER_UNKNOWN;
    if (!is_near_the_end(s)) return ANSWER_UNKNOWN;
    struct trial *r = mem_zalloc(sizeof *r);
    r->s = s;
    r->left = STEPS_MAX / (t->code.n + 1);
    r->at = mem_zalloc(sizeof *r->at * t->code.n);
    for (uint32_t i = 0; i < t->code.n; i++) {
        enum expr_op op = (enum expr_op)t->code.at[i].op;
        mpz_init(r->at[i].i);
        if (op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP) set_literal(&r->at[i], s->x, t->nodes.at[i]);
        if (op == EXPR_TRUE_OP || op == EXPR_FALSE_OP) set_truth(&r->at[i], op == EXPR_TRUE_OP);
    }
    bool good = prepare(r) && try_all(r);
    for (uint32_t i = 0; i < t->leaves.n && good; i++) slice_leaf(s, i)->value = r->chosen[i];
    for (uint32_t i = 0; i < t->code.n; i++) mpz_clear(r->at[i].i);
    mem_free(r->at);
    mem_free(r);
    return good ? ANSWER_SAT : ANSWER_UNKNOWN;
}
