// SPDX-License-Identifier: Apache-2.0
// Driving Z3: one context, one simple solver, push / assert / check / pop (a fresh solver or the default one
// costs 10 to 100 times as much a query). Limits are resource units, which repeat exactly; a watchdog thread
// interrupts what they do not catch. Several encodings are tried, cheapest first; see encode.h for what each
// answer is worth.
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "solve/arith.h"
#include "solve/encode.h"

enum { RLIMIT = 200000, RETRY_FACTOR = 2, BLASTED_FACTOR = 50, CONTEXT_QUERIES = 10000 };
static const double SECONDS = 0.3;

struct watchdog {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool running, stop, fired;
    clockid_t clock; // processor time of the thread that checks
    double started;  // of the check under way; 0: none
    double seconds;  // for a query
    double limit;    // for the check under way
    Z3_context ctx;
};

struct arith {
    struct expr_store *x;
    uint32_t rlimit;
    const char *log_dir, *checker;
    Z3_context ctx; // NULL: to be made at the next query
    Z3_solver solver;
    uint32_t context_queries;
    struct encoder encoder;
    struct watchdog dog;
    struct arith_counts counts;
};

// Limits are by processor time of the thread that checks, so that they bite alike on a busy machine.
static double clock_at(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static double cpu_now(void) {
    return clock_at(CLOCK_THREAD_CPUTIME_ID);
}

// Called by Z3 in place of ending the process; what failed returns NULL or UNDEF, which is looked at.
static void on_error(Z3_context ctx, Z3_error_code code) {
    (void)ctx, (void)code;
}

// ---- Watchdog ----

// Looks a few times within the limit whether the check under way is overdue: a query pays two uncontended
// locks.
static void *watch(void *arg) {
    struct watchdog *w = arg;
    pthread_mutex_lock(&w->lock);
    while (!w->stop) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        double pause = w->seconds / 8 < 0.25 ? w->seconds / 8 : 0.25;
        long ns = until.tv_nsec + (long)(pause * 1e9);
        until.tv_sec += ns / 1000000000;
        until.tv_nsec = ns % 1000000000;
        pthread_cond_timedwait(&w->wake, &w->lock, &until);
        if (w->started != 0 && clock_at(w->clock) - w->started > w->limit) {
            w->fired = true;
            Z3_interrupt(w->ctx);
        }
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void watchdog_begin(struct watchdog *w, Z3_context ctx, double limit) {
    pthread_mutex_lock(&w->lock);
    if (!w->running) w->running = pthread_create(&w->thread, NULL, watch, w) == 0;
    w->ctx = ctx;
    w->limit = limit;
    w->fired = false;
    pthread_getcpuclockid(pthread_self(), &w->clock);
    w->started = cpu_now();
    pthread_mutex_unlock(&w->lock);
}

static bool watchdog_end(struct watchdog *w) {
    pthread_mutex_lock(&w->lock);
    w->started = 0;
    bool fired = w->fired;
    pthread_mutex_unlock(&w->lock);
    return fired;
}

static void watchdog_stop(struct watchdog *w) {
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
    if (w->running) pthread_join(w->thread, NULL);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->wake);
}

// ---- Context ----

// SIGINT is not Z3's: it would take it for itself while it works, and the search go on.
static void set_params(Z3_context ctx, Z3_solver s, uint32_t rlimit) {
    Z3_params p = Z3_mk_params(ctx);
    Z3_params_inc_ref(ctx, p);
    Z3_params_set_bool(ctx, p, Z3_mk_string_symbol(ctx, "ctrl_c"), false);
    Z3_params_set_uint(ctx, p, Z3_mk_string_symbol(ctx, "rlimit"), rlimit);
    Z3_solver_set_params(ctx, s, p);
    Z3_params_dec_ref(ctx, p);
}

static void open_context(struct arith *a) {
    Z3_config config = Z3_mk_config();
    a->ctx = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(a->ctx, on_error);
    a->solver = Z3_mk_simple_solver(a->ctx);
    Z3_solver_inc_ref(a->ctx, a->solver);
    set_params(a->ctx, a->solver, a->rlimit);
    encode_open(&a->encoder, a->x, a->ctx);
    a->context_queries = 0;
}

static void close_context(struct arith *a) {
    if (!a->ctx) return;
    encode_close(&a->encoder);
    Z3_solver_dec_ref(a->ctx, a->solver);
    Z3_del_context(a->ctx);
    a->ctx = NULL;
}

struct arith *arith_new(struct expr_store *x, const struct solve_options *o) {
    struct arith *a = mem_zalloc(sizeof *a);
    a->x = x;
    a->rlimit = o && o->rlimit ? o->rlimit : RLIMIT;
    a->log_dir = o ? o->log_dir : NULL;
    a->checker = o ? o->checker : NULL;
    a->dog.seconds = o && o->seconds > 0 ? o->seconds : SECONDS;
    pthread_mutex_init(&a->dog.lock, NULL);
    pthread_cond_init(&a->dog.wake, NULL);
    return a;
}

void arith_free(struct arith *a) {
    if (!a) return;
    watchdog_stop(&a->dog);
    close_context(a);
    mem_free(a);
}

const struct arith_counts *arith_counts(const struct arith *a) {
    return &a->counts;
}

// ---- Models ----

static expr_id int_value(struct arith *a, Z3_ast v, uint32_t bits) {
    int64_t small;
    if (bits == 0 && Z3_get_numeral_int64(a->ctx, v, &small)) return expr_int(a->x, small);
    const char *text = Z3_get_ast_kind(a->ctx, v) == Z3_NUMERAL_AST ? Z3_get_numeral_string(a->ctx, v) : NULL;
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
        e = expr_int_mpz(a->x, z);
    }
    mpz_clear(z);
    return e;
}

static expr_id float_value(struct arith *a, Z3_ast v) {
    if (a->encoder.ieee && Z3_is_numeral_ast(a->ctx, v) && Z3_fpa_is_numeral_nan(a->ctx, v))
        return expr_float(a->x, NAN);
    Z3_ast vector = encode_keep(&a->encoder, Z3_mk_fpa_to_ieee_bv(a->ctx, v));
    Z3_ast plain = encode_keep(&a->encoder, Z3_simplify(a->ctx, vector));
    union {
        uint64_t bits;
        double value;
    } u;
    if (!Z3_get_numeral_uint64(a->ctx, plain, &u.bits)) return 0;
    if (!isfinite(u.value) && !a->encoder.ieee) return 0;
    return expr_float(a->x, u.value);
}

// The float nearest to a rational "p/q", or to the lower end of a small interval around an algebraic number.
static expr_id rounded_value(struct arith *a, Z3_ast v) {
    enum { DIGITS = 40 };
    if (Z3_is_algebraic_number(a->ctx, v))
        v = encode_keep(&a->encoder, Z3_get_algebraic_number_lower(a->ctx, v, DIGITS));
    const char *text = Z3_get_ast_kind(a->ctx, v) == Z3_NUMERAL_AST ? Z3_get_numeral_string(a->ctx, v) : NULL;
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
        if (isfinite(d)) e = expr_float(a->x, d);
    }
    mpq_clear(q);
    mpq_clear(near);
    mpq_clear(far);
    return e;
}

// e with other arguments.
static expr_id substituted(struct expr_store *x, expr_id e, const expr_id args[2], const expr_id *many) {
    enum expr_op op = expr_op(x, e);
    switch (op) {
    case EXPR_NOT_OP: return expr_not(x, args[0]);
    case EXPR_AND_OP: return expr_and(x, many, expr_count(x, e));
    case EXPR_OR_OP: return expr_or(x, many, expr_count(x, e));
    case EXPR_INT_EQ_OP: return expr_int_eq(x, args[0], args[1]);
    case EXPR_INT_LT_OP: return expr_int_lt(x, args[0], args[1]);
    case EXPR_FLOAT_EQ_OP: return expr_float_eq(x, args[0], args[1]);
    case EXPR_FLOAT_LT_OP: return expr_float_lt(x, args[0], args[1]);
    case EXPR_IEEE_EQ_OP:
    case EXPR_IEEE_LT_OP:
    case EXPR_IEEE_LE_OP: return expr_ieee_compare(x, op, args[0], args[1]);
    default:
        if (expr_count(x, e) == 0) return e;
        return expr_count(x, e) == 1 ? expr_unary(x, op, args[0]) : expr_arith(x, op, args[0], args[1]);
    }
}

// Whether the conditions hold for the values: each leaf's term replaced by its value, everything folds.
static bool holds(struct arith *a, const expr_id *conditions, uint32_t n, const leaf_values *values) {
    struct hash_map done = {0};
    VEC(expr_id) stack = {0};
    bool ok = true;
    uint32_t known;
    for (uint32_t i = 0; i < values->n; i++) hash_map_put(&done, values->at[i].leaf, values->at[i].value);
    for (uint32_t i = 0; i < n && ok; i++) {
        vec_push(&stack, conditions[i]);
        while (stack.n) {
            expr_id e = vec_last(&stack), args[2] = {0};
            uint32_t before = stack.n, count = expr_count(a->x, e);
            bool ready = hash_map_get(&done, e, &known);
            for (uint32_t k = 0; k < count && !ready; k++)
                if (!hash_map_get(&done, expr_arg(a->x, e, k), &known))
                    vec_push(&stack, expr_arg(a->x, e, k));
            if (stack.n > before) continue;
            stack.n--;
            if (ready) continue;
            VEC(expr_id) many = {0};
            for (uint32_t k = 0; k < count; k++) {
                hash_map_get(&done, expr_arg(a->x, e, k), &known);
                if (k < 2) args[k] = known;
                vec_push(&many, known);
            }
            hash_map_put(&done, e, substituted(a->x, e, args, many.at));
            vec_free(&many);
        }
        ok = hash_map_get(&done, conditions[i], &known) && known == EXPR_TRUE;
    }
    vec_free(&stack);
    hash_map_free(&done);
    return ok;
}

static bool read_model(struct arith *a, Z3_solver s, leaf_values *out) {
    Z3_model m = Z3_solver_get_model(a->ctx, s);
    if (!m) return false;
    Z3_model_inc_ref(a->ctx, m);
    bool ok = true;
    for (uint32_t i = 0; i < a->encoder.leaves.n && ok; i++) {
        const struct encoded_leaf *l = &a->encoder.leaves.at[i];
        Z3_ast v = NULL;
        ok = Z3_model_eval(a->ctx, m, l->value.ast, true, &v) && v;
        if (!ok) break;
        encode_keep(&a->encoder, v);
        bool is_float = expr_sort(a->x, l->leaf) == SORT_FLOAT;
        bool is_real = encode_is_real(&a->encoder);
        expr_id value = !is_float ? int_value(a, v, l->value.bits)
                        : is_real ? rounded_value(a, v)
                                  : float_value(a, v);
        if (value && is_real && is_float && encode_leaf_is_single(&a->encoder, l->leaf))
            value = expr_unary(a->x, EXPR_IEEE_SINGLE_OP, value);
        ok = value != 0;
        vec_push(out, (struct leaf_value){l->leaf, value});
    }
    Z3_model_dec_ref(a->ctx, m);
    if (!ok) vec_clear(out);
    return ok;
}

// ---- One attempt ----

static Z3_tactic then(struct arith *a, Z3_tactic first, Z3_tactic second) {
    Z3_tactic both = Z3_tactic_and_then(a->ctx, first, second);
    Z3_tactic_inc_ref(a->ctx, both);
    Z3_tactic_dec_ref(a->ctx, first);
    Z3_tactic_dec_ref(a->ctx, second);
    return both;
}

static Z3_tactic tactic(struct arith *a, const char *name) {
    Z3_tactic t = Z3_mk_tactic(a->ctx, name);
    Z3_tactic_inc_ref(a->ctx, t);
    return t;
}

// Floats and bit vectors become one propositional problem: for IEEE 754 that is many times faster than the
// core that mixes theories. The integer that NaN becomes is an unknown function to Z3, which
// ackermannize_bv takes out.
static Z3_solver tactic_solver(struct arith *a, bool blasted) {
    static const char *const general[] = {"simplify", "solve-eqs", "smt", NULL};
    static const char *const bits[] = {"simplify",  "fpa2bv",    "simplify", "ackermannize_bv",
                                       "solve-eqs", "bit-blast", "sat",      NULL};
    const char *const *names = blasted ? bits : general;
    uint32_t n = 1;
    while (names[n]) n++;
    Z3_tactic all = tactic(a, names[--n]);
    while (n > 0) all = then(a, tactic(a, names[--n]), all);
    Z3_solver s = Z3_mk_solver_from_tactic(a->ctx, all);
    Z3_solver_inc_ref(a->ctx, s);
    Z3_tactic_dec_ref(a->ctx, all);
    set_params(a->ctx, s, a->rlimit * (blasted ? BLASTED_FACTOR : RETRY_FACTOR));
    return s;
}

static Z3_lbool check(struct arith *a, Z3_solver s, double limit) {
    watchdog_begin(&a->dog, a->ctx, limit);
    Z3_lbool r = Z3_solver_check(a->ctx, s);
    if (watchdog_end(&a->dog)) {
        a->counts.interrupted++;
        a->context_queries = CONTEXT_QUERIES; // an interrupted check leaks: renew
        if (r != Z3_L_TRUE) r = Z3_L_UNDEF;
    }
    return r;
}

struct attempt {
    enum encode_mode mode;
    uint32_t leaf_bits;
    bool fresh; // a fresh solver with a tactic and a higher limit, rather than the one at hand
};

static enum answer attempt(struct arith *a, struct attempt how, double limit, const expr_id *conditions,
                           uint32_t n, leaf_values *out) {
    struct encoder *e = &a->encoder;
    encode_begin(e, how.mode, how.leaf_bits);
    VEC(Z3_ast) parts = {0};
    for (uint32_t i = 0; i < n && !e->failed; i++) vec_push(&parts, encode_condition(e, conditions[i]));
    for (uint32_t i = 0; i < e->sides.n; i++) vec_push(&parts, e->sides.at[i]);
    enum answer answer = ANSWER_UNKNOWN;
    if (!e->failed) {
        Z3_solver s =
            how.fresh ? tactic_solver(a, e->ieee || (how.mode == ENCODE_BITS && !e->bounded)) : a->solver;
        Z3_solver_push(a->ctx, s);
        for (uint32_t i = 0; i < parts.n; i++) Z3_solver_assert(a->ctx, s, parts.at[i]);
        Z3_lbool r = check(a, s, limit);
        bool exact = !e->bounded && !(e->junction && e->partial);
        if (r == Z3_L_FALSE && exact) answer = ANSWER_UNSAT;
        if (r == Z3_L_TRUE && how.mode != ENCODE_RELAXED && read_model(a, s, out)) answer = ANSWER_SAT;
        if (answer == ANSWER_SAT && encode_is_real(e) && !holds(a, conditions, n, out)) {
            vec_clear(out);
            answer = ANSWER_UNKNOWN;
        }
        Z3_solver_pop(a->ctx, s, 1);
        if (how.fresh) Z3_solver_dec_ref(a->ctx, s);
    }
    vec_free(&parts);
    encode_end(e);
    return answer;
}

// Which encodings to try for such conditions, best first.
static uint32_t plan(struct encode_traits t, struct attempt at[8]) {
    uint32_t n = 0;
    if (t.foreign) return 0;
    // A power for each amount times numbers of a thousand bits (the range of floats): Z3 takes minutes, and
    // cannot be stopped meanwhile.
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

// ---- Logging and checking ----

static const char *const answer_names[] = {"sat", "unsat", "unknown"};

static void log_query(struct arith *a, const struct str *script, enum answer answer, double seconds) {
    static atomic_uint number; // of the process: workers share the directory
    struct str name = {0}, text = {0};
    struct diag d = {0};
    str_addf(&name, "query-%06u.smt2", atomic_fetch_add(&number, 1) + 1);
    str_addf(&text, "; answer: %s\n; seconds: %.6f\n%s", answer_names[answer], seconds, str_text(script));
    char *path = file_join(a->log_dir, str_text(&name));
    if (file_make_dirs(a->log_dir, &d)) file_write(path, text.at, text.n, &d);
    mem_free(path);
    str_free(&name);
    str_free(&text);
}

static void log_and_check(struct arith *a, const expr_id *conditions, uint32_t n, enum answer answer,
                          double seconds) {
    struct str script = {0};
    arith_smtlib(a->x, conditions, n, &script);
    if (a->log_dir) log_query(a, &script, answer, seconds);
    if (a->checker && answer != ANSWER_UNKNOWN && arith_smtlib_is_exact(a->x, conditions, n)) {
        enum answer other = arith_ask_process(a->checker, str_text(&script), a->dog.seconds * 5);
        if (other != ANSWER_UNKNOWN) a->counts.checked++;
        if (other != ANSWER_UNKNOWN && other != answer) a->counts.disagreed++;
    }
    str_free(&script);
}

void arith_ready(struct arith *a) {
    if (a->ctx && a->context_queries >= CONTEXT_QUERIES) close_context(a);
    if (a->ctx) return;
    open_context(a);
    Z3_solver_check(a->ctx, a->solver);
}

enum answer arith_solve(struct arith *a, const expr_id *conditions, uint32_t n, leaf_values *out) {
    vec_clear(out);
    arith_ready(a);
    a->context_queries++;
    a->counts.queries++;
    struct attempt tries[8];
    uint32_t count = plan(encode_scan(&a->encoder, conditions, n), tries);
    enum answer answer = ANSWER_UNKNOWN;
    double start = cpu_now();
    for (uint32_t i = 0; i < count && answer == ANSWER_UNKNOWN; i++) {
        double left = a->dog.seconds - (cpu_now() - start);
        if (left <= 0) break;
        a->counts.retries += i > 0;
        double limit = i + 1 < count ? a->dog.seconds / 3 : left; // Z3's own limit does not catch all
        answer = attempt(a, tries[i], limit < left ? limit : left, conditions, n, out);
    }
    if (a->log_dir || a->checker) log_and_check(a, conditions, n, answer, cpu_now() - start);
    return answer;
}
