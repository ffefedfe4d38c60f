// SPDX-License-Identifier: Apache-2.0
// Driving Z3: one context, one simple solver, push / assert / check / pop (a fresh solver or the default one
// costs 10 to 100 times as much a query). Limits are resource units, which repeat exactly; what they do not
// catch is ended from outside (arith.c). Several encodings are tried, cheapest first; see encode.h for what
// each answer is worth.
#include "solve/z3/z3.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/some_of.h"
#include "solve/z3/encode.h"

enum { RETRY_FACTOR = 2, BLASTED_FACTOR = 50 };

struct z3 {
    struct expr_store *x;
    uint32_t rlimit;
    Z3_context ctx;
    Z3_solver solver;
    struct encoder encoder;
};

// Called by Z3 in place of ending the process; what failed returns NULL or UNDEF, which is looked at. Without
// memory nothing of it can be relied on any more.
static void on_error(Z3_context ctx, Z3_error_code code) {
    (void)ctx;
    if (code == Z3_MEMOUT_FAIL) _exit(Z3_NO_MEMORY);
}

// ---- Context ----

static void set_params(Z3_context ctx, Z3_solver s, uint32_t rlimit) {
    Z3_params p = Z3_mk_params(ctx);
    Z3_params_inc_ref(ctx, p);
    Z3_params_set_uint(ctx, p, Z3_mk_string_symbol(ctx, "rlimit"), rlimit);
    Z3_solver_set_params(ctx, s, p);
    Z3_params_dec_ref(ctx, p);
}

// The first check of a process costs milliseconds, whatever it asks.
struct z3 *z3_new(struct expr_store *x, uint32_t rlimit) {
    struct z3 *z3 = mem_zalloc(sizeof *z3);
    z3->x = x;
    z3->rlimit = rlimit;
    Z3_config config = Z3_mk_config();
    z3->ctx = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(z3->ctx, on_error);
    z3->solver = Z3_mk_simple_solver(z3->ctx);
    Z3_solver_inc_ref(z3->ctx, z3->solver);
    set_params(z3->ctx, z3->solver, z3->rlimit);
    encode_open(&z3->encoder, z3->x, z3->ctx);
    Z3_solver_check(z3->ctx, z3->solver);
    return z3;
}

void z3_free(struct z3 *z3) {
    if (!z3) return;
    encode_close(&z3->encoder);
    Z3_solver_dec_ref(z3->ctx, z3->solver);
    Z3_del_context(z3->ctx);
    mem_free(z3);
}

// ---- Models ----

static expr_id int_value(struct z3 *z3, Z3_ast v, uint32_t bits) {
    int64_t small;
    if (bits == 0 && Z3_get_numeral_int64(z3->ctx, v, &small)) return expr_int(z3->x, small);
    const char *text =
        Z3_get_ast_kind(z3->ctx, v) == Z3_NUMERAL_AST ? Z3_get_numeral_string(z3->ctx, v) : NULL;
    mpz_t z;
    mpz_init(z);
    expr_id e = 0;
    if (text && mpz_set_str(z, text, 10) == 0) {
        if (bits && mpz_tstbit(z, bits - 1)) { // negative in two's complement
            mpz_t wrap;
            mpz_init(wrap);
            mpz_setbit(wrap, bits);
            mpz_sub(z, z, wrap);
            mpz_clear(wrap);
        }
        e = expr_int_mpz(z3->x, z);
    }
    mpz_clear(z);
    return e;
}

static expr_id float_value(struct z3 *z3, Z3_ast v) {
    if (z3->encoder.ieee && Z3_is_numeral_ast(z3->ctx, v) && Z3_fpa_is_numeral_nan(z3->ctx, v))
        return expr_float(z3->x, NAN);
    Z3_ast vector = encode_keep(&z3->encoder, Z3_mk_fpa_to_ieee_bv(z3->ctx, v));
    Z3_ast plain = encode_keep(&z3->encoder, Z3_simplify(z3->ctx, vector));
    union {
        uint64_t bits;
        double value;
    } u;
    if (!Z3_get_numeral_uint64(z3->ctx, plain, &u.bits)) return 0;
    if (!isfinite(u.value) && !z3->encoder.ieee) return 0;
    return expr_float(z3->x, u.value);
}

// The float nearest to a rational "p/q", or to the lower end of a small interval around an algebraic number.
static expr_id rounded_value(struct z3 *z3, Z3_ast v) {
    enum { DIGITS = 40 };
    if (Z3_is_algebraic_number(z3->ctx, v))
        v = encode_keep(&z3->encoder, Z3_get_algebraic_number_lower(z3->ctx, v, DIGITS));
    const char *text =
        Z3_get_ast_kind(z3->ctx, v) == Z3_NUMERAL_AST ? Z3_get_numeral_string(z3->ctx, v) : NULL;
    mpq_t q, near, far;
    mpq_init(q);
    mpq_init(near);
    mpq_init(far);
    expr_id e = 0;
    if (text && mpq_set_str(q, text, 10) == 0) {
        mpq_canonicalize(q);
        double d = mpq_get_d(q),
               next = nextafter(d, mpq_sgn(q) < 0 ? -INFINITY : INFINITY); // d: towards zero
        if (isfinite(next)) {
            mpq_set_d(near, d);
            mpq_set_d(far, next);
            mpq_sub(near, near, q);
            mpq_sub(far, far, q);
            mpq_abs(near, near);
            mpq_abs(far, far);
            if (mpq_cmp(far, near) < 0) d = next;
        }
        if (isfinite(d)) e = expr_float(z3->x, d);
    }
    mpq_clear(q);
    mpq_clear(near);
    mpq_clear(far);
    return e;
}

// Whether the conditions hold for the values: each leaf's term replaced by its value, everything folds.
static bool holds(struct z3 *z3, const expr_id *conditions, uint32_t n, const leaf_values *values) {
    struct hash_map done = {0};
    VEC(expr_id) stack = {0};
    bool ok = true;
    uint32_t known;
    for (uint32_t i = 0; i < values->n; i++) hash_map_put(&done, values->at[i].leaf, values->at[i].value);
    for (uint32_t i = 0; i < n && ok; i++) {
        vec_push(&stack, conditions[i]);
        while (stack.n) {
            expr_id e = vec_last(&stack);
            uint32_t before = stack.n, count = expr_count(z3->x, e);
            bool ready = hash_map_get(&done, e, &known);
            for (uint32_t k = 0; k < count && !ready; k++)
                if (!hash_map_get(&done, expr_arg(z3->x, e, k), &known))
                    vec_push(&stack, expr_arg(z3->x, e, k));
            if (stack.n > before) continue;
            stack.n--;
            if (ready) continue;
            VEC(expr_id) args = {0};
            for (uint32_t k = 0; k < count; k++) {
                hash_map_get(&done, expr_arg(z3->x, e, k), &known);
                vec_push(&args, known);
            }
            hash_map_put(&done, e, expr_with_arguments(z3->x, e, args.at, count));
            vec_free(&args);
        }
        ok = hash_map_get(&done, conditions[i], &known) && known == EXPR_TRUE;
    }
    vec_free(&stack);
    hash_map_free(&done);
    return ok;
}

static bool read_model(struct z3 *z3, Z3_solver s, leaf_values *out) {
    Z3_model m = Z3_solver_get_model(z3->ctx, s);
    if (!m) return false;
    Z3_model_inc_ref(z3->ctx, m);
    bool ok = true;
    for (uint32_t i = 0; i < z3->encoder.leaves.n && ok; i++) {
        const struct encoded_leaf *l = &z3->encoder.leaves.at[i];
        Z3_ast v = NULL;
        ok = Z3_model_eval(z3->ctx, m, l->value.ast, true, &v) && v;
        if (!ok) break;
        encode_keep(&z3->encoder, v);
        bool is_float = expr_sort(z3->x, l->leaf) == SORT_FLOAT;
        bool is_real = encode_is_real(&z3->encoder);
        expr_id value = !is_float ? int_value(z3, v, l->value.bits)
                        : is_real ? rounded_value(z3, v)
                                  : float_value(z3, v);
        if (value && is_real && is_float && encode_leaf_is_single(&z3->encoder, l->leaf))
            value = expr_unary(z3->x, EXPR_IEEE_SINGLE_OP, value);
        ok = value != 0;
        vec_push(out, (struct leaf_value){l->leaf, value});
    }
    Z3_model_dec_ref(z3->ctx, m);
    if (!ok) vec_clear(out);
    return ok;
}

// ---- One attempt ----

static Z3_tactic then(struct z3 *z3, Z3_tactic first, Z3_tactic second) {
    Z3_tactic both = Z3_tactic_and_then(z3->ctx, first, second);
    Z3_tactic_inc_ref(z3->ctx, both);
    Z3_tactic_dec_ref(z3->ctx, first);
    Z3_tactic_dec_ref(z3->ctx, second);
    return both;
}

static Z3_tactic tactic(struct z3 *z3, const char *name) {
    Z3_tactic t = Z3_mk_tactic(z3->ctx, name);
    Z3_tactic_inc_ref(z3->ctx, t);
    return t;
}

// Floats and bit vectors become one propositional problem: for IEEE 754 that is many times faster than the
// core that mixes theories. The integer that NaN becomes is an unknown function to Z3, which
// ackermannize_bv takes out.
static Z3_solver tactic_solver(struct z3 *z3, bool blasted) {
    static const char *const general[] = {"simplify", "solve-eqs", "smt", NULL};
    static const char *const bits[] = {"simplify",  "fpa2bv",    "simplify", "ackermannize_bv",
                                       "solve-eqs", "bit-blast", "sat",      NULL};
    const char *const *names = blasted ? bits : general;
    uint32_t n = 1;
    while (names[n]) n++;
    Z3_tactic all = tactic(z3, names[--n]);
    while (n > 0) all = then(z3, tactic(z3, names[--n]), all);
    Z3_solver s = Z3_mk_solver_from_tactic(z3->ctx, all);
    Z3_solver_inc_ref(z3->ctx, s);
    Z3_tactic_dec_ref(z3->ctx, all);
    set_params(z3->ctx, s, z3->rlimit * (blasted ? BLASTED_FACTOR : RETRY_FACTOR));
    return s;
}

struct attempt {
    enum encode_mode mode;
    uint32_t leaf_bits;
    bool fresh; // a fresh solver with a tactic and a higher limit, rather than the one at hand
};

static enum answer attempt(struct z3 *z3, struct attempt how, const expr_id *conditions, uint32_t n,
                           leaf_values *out) {
    struct encoder *e = &z3->encoder;
    encode_begin(e, how.mode, how.leaf_bits);
    VEC(Z3_ast) parts = {0};
    for (uint32_t i = 0; i < n && !e->failed; i++) vec_push(&parts, encode_condition(e, conditions[i]));
    for (uint32_t i = 0; i < e->sides.n; i++) vec_push(&parts, e->sides.at[i]);
    enum answer answer = ANSWER_UNKNOWN;
    if (!e->failed) {
        Z3_solver s =
            how.fresh ? tactic_solver(z3, e->ieee || (how.mode == ENCODE_BITS && !e->bounded)) : z3->solver;
        Z3_solver_push(z3->ctx, s);
        for (uint32_t i = 0; i < parts.n; i++) Z3_solver_assert(z3->ctx, s, parts.at[i]);
        Z3_lbool r = Z3_solver_check(z3->ctx, s);
        bool exact = !e->bounded && !(e->junction && e->partial);
        if (r == Z3_L_FALSE && exact) answer = ANSWER_UNSAT;
        if (r == Z3_L_TRUE && how.mode != ENCODE_RELAXED && read_model(z3, s, out)) answer = ANSWER_SAT;
        if (answer == ANSWER_SAT && encode_is_real(e) && !holds(z3, conditions, n, out)) {
            vec_clear(out);
            answer = ANSWER_UNKNOWN;
        }
        Z3_solver_pop(z3->ctx, s, 1);
        if (how.fresh) Z3_solver_dec_ref(z3->ctx, s);
    }
    vec_free(&parts);
    encode_end(e);
    return answer;
}

// Which encodings to try for such conditions, best first.
static uint32_t plan(struct encode_traits t, struct attempt at[8]) {
    uint32_t n = 0;
    // A power for each amount times numbers of a thousand bits (the range of floats): Z3 takes minutes.
    if (t.shifts && t.big) return 0;
    if (t.ieee) {
        at[n++] = (struct attempt){ENCODE_REAL, 0, false};
        if (t.heavy || t.remainder) at[n++] = (struct attempt){ENCODE_RELAXED, 0, false};
        if (!t.remainder) at[n++] = (struct attempt){ENCODE_BITS, 65, true};
        return n;
    }
    // Most products and quotients of unknowns matter for their sign and size.
    if (t.nonlinear && !t.floats && !t.mixed) at[n++] = (struct attempt){ENCODE_RELAXED, 0, false};
    // Java's ints: bit vectors as wide as their ranges are exact, and wrapping is a mask there
    if (!t.open && !t.floats && !t.mixed && (t.bits || t.masks)) {
        at[n++] = (struct attempt){ENCODE_BITS, 8, false};
        if (!t.bits && !t.nonlinear) at[n++] = (struct attempt){ENCODE_INT, 0, false};
        at[n++] = (struct attempt){ENCODE_BITS, 65, false};
        at[n++] = (struct attempt){ENCODE_BITS, 65, true};
        if (!t.bits) at[n++] = (struct attempt){ENCODE_INT, 0, true};
        return n;
    }
    bool rounds = t.heavy || t.sums || t.mixed;
    if (!t.bits && (t.floats || t.mixed)) at[n++] = (struct attempt){ENCODE_REAL, 0, false};
    if (!t.bits && rounds) at[n++] = (struct attempt){ENCODE_ROUND, 0, false};
    if (t.heavy) {
        at[n++] = (struct attempt){ENCODE_RELAXED, 0, false};
    } else if (!t.bits && !t.mixed) {
        at[n++] = (struct attempt){ENCODE_INT, 0, false};
        if (t.shifts) at[n++] = (struct attempt){ENCODE_BITS, 16, false};
        if (t.nonlinear && !t.floats) at[n++] = (struct attempt){ENCODE_BITS, 8, false};
        if (t.nonlinear && !t.floats) at[n++] = (struct attempt){ENCODE_BITS, 24, false};
        if (!t.open && !t.floats) at[n++] = (struct attempt){ENCODE_BITS, 65, true};
        at[n++] = (struct attempt){ENCODE_INT, 0, true};
    } else {
        at[n++] = (struct attempt){ENCODE_BITS, 8, false};
        at[n++] = (struct attempt){ENCODE_RELAXED, 0, false};
        at[n++] = (struct attempt){ENCODE_BITS, 24, false};
        at[n++] = (struct attempt){ENCODE_BITS, 65, false};
        at[n++] = (struct attempt){ENCODE_BITS, 65, true};
    }
    return n;
}

enum answer z3_solve(struct z3 *z3, const expr_id *conditions, uint32_t n, uint32_t first, z3_begin *begin,
                     leaf_values *out) {
    struct attempt tries[8];
    enum { MOST = sizeof tries / sizeof *tries };
    uint32_t count = plan(encode_scan(&z3->encoder, conditions, n), tries);
    enum answer answer = ANSWER_UNKNOWN;
    assert(count <= MOST);
    vec_clear(out);
    for (uint32_t i = first; i < count && answer == ANSWER_UNKNOWN; i++) {
        begin(i, i + 1 == count);
        answer = attempt(z3, tries[i], conditions, n, out);
    }
    return answer;
}
