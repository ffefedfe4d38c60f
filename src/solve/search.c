// SPDX-License-Identifier: Apache-2.0
#include "solve/search.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#define FAR 1e300

// ---- Compiling ----

static bool is_leaf(enum expr_op op) {
    return op == EXPR_IVAL_OP || op == EXPR_FVAL_OP || op == EXPR_TUPLE_SIZE_OP || op == EXPR_BIT_SIZE_OP;
}

static bool is_supported(enum expr_op op) {
    switch (op) {
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
    uint32_t n = is_leaf(op) ? 0 : expr_count(x, e), place;
    if (op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP) {
        v = number_of_literal(x, e);
        if (!v.tag) v = huge_literal(x, e);
        t->huge |= v.tag == NUMBER_HUGE;
        if (v.tag != NUMBER_HUGE) vec_push(&t->literals, v.tag == NUMBER_INT ? (double)v.i : v.f);
    } else if (op == EXPR_TRUE_OP || op == EXPR_FALSE_OP) {
        v = (struct number){NUMBER_TRUTH, .truth = op == EXPR_TRUE_OP};
        v.far[!v.truth] = FAR;
    } else if (is_leaf(op)) {
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
        uint32_t before = t->stack.n, n = is_leaf(expr_op(x, e)) ? 0 : expr_count(x, e);
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
    t->ieee = t->math = t->library = t->huge = false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t place;
        if (!compile_one(t, x, conditions[i])) return false;
        hash_map_get(&t->places, conditions[i], &place);
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
    t->at.at[t->leaf_at.at[leaf]] = v;
}

// ---- Running ----

static struct number none(void) {
    return (struct number){NUMBER_NONE};
}
static struct number of_int(int64_t i) {
    return (struct number){NUMBER_INT, .i = i};
}
static struct number of_float(double f) {
    return isfinite(f) ? (struct number){NUMBER_FLOAT, .f = f} : none();
}

// truth with the distances to false and to true; the one it has is at distance 0
static struct number of_truth(bool truth, double far) {
    struct number v = {NUMBER_TRUTH, .truth = truth};
    v.far[!truth] = far > FAR ? FAR : far;
    return v;
}

static struct number shift_left(int64_t a, int64_t b) {
    if (b <= 0) return of_int(b <= -63 ? (a < 0 ? -1 : 0) : a >> -b);
    if (a == 0) return of_int(0);
    int64_t r;
    if (b > 62 || __builtin_mul_overflow(a, (int64_t)1 << b, &r)) return none();
    return of_int(r);
}

static struct number int_op(enum expr_op op, int64_t a, int64_t b) {
    int64_t r;
    switch (op) {
    case EXPR_ADD_OP: return __builtin_add_overflow(a, b, &r) ? none() : of_int(r);
    case EXPR_SUB_OP: return __builtin_sub_overflow(a, b, &r) ? none() : of_int(r);
    case EXPR_MUL_OP: return __builtin_mul_overflow(a, b, &r) ? none() : of_int(r);
    case EXPR_DIV_OP: return b == 0 || (b == -1 && a == INT64_MIN) ? none() : of_int(a / b);
    case EXPR_REM_OP: return b == 0 ? none() : of_int(b == -1 ? 0 : a % b);
    case EXPR_BAND_OP: return of_int(a & b);
    case EXPR_BOR_OP: return of_int(a | b);
    case EXPR_BXOR_OP: return of_int(a ^ b);
    case EXPR_BSL_OP: return shift_left(a, b);
    case EXPR_INT_EQ_OP: return of_truth(a == b, a == b ? 1 : fabs((double)a - (double)b));
    case EXPR_INT_LT_OP: return of_truth(a < b, a < b ? (double)b - (double)a : (double)a - (double)b + 1);
    default: return none();
    }
}

static struct number float_op(enum expr_op op, double a, double b) {
    switch (op) {
    case EXPR_FADD_OP: return of_float(a + b);
    case EXPR_FSUB_OP: return of_float(a - b);
    case EXPR_FMUL_OP: return of_float(a * b);
    case EXPR_FDIV_OP: return b == 0 ? none() : of_float(a / b);
    case EXPR_FLOAT_EQ_OP: return of_truth(a == b, a == b ? DBL_MIN : fabs(a - b));
    case EXPR_FLOAT_LT_OP: return of_truth(a < b, a < b ? b - a : a - b + DBL_MIN);
    default: return none();
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
    switch (op) {
    case EXPR_IEEE_EQ_OP: return of_truth(a == b, a == b ? 1 : apart(a, b));
    case EXPR_IEEE_LT_OP: return of_truth(a < b, apart(a, b) + !(a < b));
    default: return of_truth(a <= b, apart(a, b) + (a <= b));
    }
}

static struct number ieee(double v) {
    return (struct number){NUMBER_FLOAT, .f = v};
}

static struct number ieee_op(enum expr_op op, struct number a, struct number b, bool same) {
    double f;
    bool is_int = op >= EXPR_IEEE_OF_INT_OP && op <= EXPR_IEEE_OF_BITS32_OP;
    if (a.tag != (is_int ? NUMBER_INT : NUMBER_FLOAT)) return none();
    if (expr_op_is_ieee_compare(op) || (op >= EXPR_IEEE_ADD_OP && op <= EXPR_IEEE_REM_OP)) {
        if (b.tag != NUMBER_FLOAT) return none();
        if (expr_op_is_ieee_compare(op)) return ieee_compare(op, a.f, b.f, same);
        return ieee(expr_number_ieee(op, a.f, b.f));
    }
    if (op >= EXPR_IEEE_TO_INT32_OP) return of_int(expr_number_ieee_to_int(op, a.f));
    if (!is_int) return ieee(expr_number_ieee(op, a.f, 0));
    mpz_t z;
    mpz_init_set_si(z, a.i);
    f = expr_number_ieee_of_int(op, z);
    mpz_clear(z);
    return ieee(f);
}

static struct number to_int(enum expr_op op, double f) {
    f = op == EXPR_TRUNC_OP   ? trunc(f)
        : op == EXPR_ROUND_OP ? round(f)
        : op == EXPR_FLOOR_OP ? floor(f)
                              : ceil(f);
    return fabs(f) < 0x1p62 ? of_int((int64_t)f) : none();
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
    if (!decided && sum > 0) return none(); // something undefined
    r.far[all] = sum > FAR ? FAR : sum;
    r.far[!all] = decided ? 0 : least;
    return r;
}

// A comparison of 64 bits with more; nothing else is known of what is that large.
static struct number huge_op(enum expr_op op, struct number a, struct number b) {
    if (a.tag != NUMBER_INT && b.tag != NUMBER_INT) return none();
    if (op == EXPR_INT_EQ_OP) return of_truth(false, 0x1p64);
    if (op != EXPR_INT_LT_OP) return none();
    return of_truth(a.tag == NUMBER_HUGE ? a.i < 0 : b.i > 0, 0x1p64);
}

static struct number cases(const struct tape *t, struct instruction in) {
    struct number c = t->at.at[t->args.at[in.a]];
    return c.tag == NUMBER_TRUTH ? t->at.at[t->args.at[in.a + (c.truth ? 1 : 2)]] : none();
}

static struct number run_one(const struct tape *t, struct instruction in) {
    enum expr_op op = (enum expr_op)in.op;
    if (op == EXPR_AND_OP || op == EXPR_OR_OP) return junction(t, in);
    if (op == EXPR_ITE_OP) return cases(t, in);
    struct number a = t->at.at[in.a];
    if (op == EXPR_NOT_OP) {
        if (a.tag != NUMBER_TRUTH) return none();
        return (struct number){NUMBER_TRUTH, .truth = !a.truth, .far = {a.far[1], a.far[0]}};
    }
    if (op >= EXPR_TRUNC_OP && op <= EXPR_CEIL_OP) return a.tag == NUMBER_FLOAT ? to_int(op, a.f) : none();
    if (op == EXPR_TO_FLOAT_OP) return a.tag == NUMBER_INT ? of_float((double)a.i) : none();
    struct number b = t->at.at[in.b];
    if (expr_op_is_ieee(op)) return ieee_op(op, a, b, in.a == in.b);
    if (expr_op_is_math(op)) {
        bool one = expr_op_count(op) == 1;
        if (a.tag != NUMBER_FLOAT || (!one && b.tag != NUMBER_FLOAT)) return none();
        return ieee(expr_number_math(op, a.f, one ? 0 : b.f));
    }
    if (a.tag == NUMBER_INT && b.tag == NUMBER_INT) return int_op(op, a.i, b.i);
    if (a.tag == NUMBER_HUGE || b.tag == NUMBER_HUGE) return huge_op(op, a, b);
    return a.tag == NUMBER_FLOAT && b.tag == NUMBER_FLOAT ? float_op(op, a.f, b.f) : none();
}

static void run(struct tape *t) {
    for (uint32_t i = 0; i < t->code.n; i++) {
        struct instruction in = t->code.at[i];
        enum expr_op op = (enum expr_op)in.op;
        if (op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP || op <= EXPR_FALSE_OP || is_leaf(op)) continue;
        t->at.at[i] = run_one(t, in);
    }
}

bool tape_holds(struct tape *t) {
    run(t);
    for (uint32_t i = 0; i < t->roots.n; i++) {
        const struct number *v = &t->at.at[t->roots.at[i]];
        if (v->tag != NUMBER_TRUTH || !v->truth) return false;
    }
    return true;
}

double tape_distance(struct tape *t) {
    run(t);
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

// ---- Repair ----

enum { SUMMANDS_MAX = 8 };

struct summand {
    uint32_t place;
    bool negative;
};

// Leaves of a sum with the signs they have in it, at most SUMMANDS_MAX; returns how many. An integer made a
// float is the integer here.
static uint32_t summands(const struct tape *t, uint32_t place, bool negative, struct summand *out) {
    struct summand stack[2 * SUMMANDS_MAX];
    uint32_t depth = 0, n = 0;
    stack[depth++] = (struct summand){place, negative};
    while (depth && n < SUMMANDS_MAX) {
        struct summand at = stack[--depth];
        struct instruction in = t->code.at[at.place];
        enum expr_op op = (enum expr_op)in.op;
        if (is_leaf(op)) out[n++] = at;
        if (op == EXPR_TO_FLOAT_OP || op == EXPR_IEEE_OF_INT_OP || op == EXPR_IEEE_SINGLE_OP)
            stack[depth++] = (struct summand){in.a, at.negative};
        bool sum = op == EXPR_ADD_OP || op == EXPR_FADD_OP || op == EXPR_IEEE_ADD_OP,
             difference = op == EXPR_SUB_OP || op == EXPR_FSUB_OP || op == EXPR_IEEE_SUB_OP;
        if (!(sum || difference) || depth + 2 > 2 * SUMMANDS_MAX) continue;
        stack[depth++] = (struct summand){in.a, at.negative};
        stack[depth++] = (struct summand){in.b, difference ? !at.negative : at.negative};
    }
    return n;
}

static struct number moved(struct number v, bool negative, double gap, int step) {
    if (v.tag == NUMBER_FLOAT) return of_float(v.f + (negative ? -gap - step * 0.5 : gap + step * 0.5));
    int64_t by, out;
    if (fabs(gap) >= 0x1p53) return none();
    by = (int64_t)gap + step;
    bool over = negative ? __builtin_sub_overflow(v.i, by, &out) : __builtin_add_overflow(v.i, by, &out);
    return over ? none() : of_int(out);
}

// The comparison under a violated condition; UINT32_MAX: none of that form.
static uint32_t comparison(const struct tape *t, uint32_t place) {
    while (t->code.at[place].op == EXPR_NOT_OP) place = t->code.at[place].a;
    enum expr_op op = (enum expr_op)t->code.at[place].op;
    bool fits = op == EXPR_INT_EQ_OP || op == EXPR_INT_LT_OP || op == EXPR_FLOAT_EQ_OP ||
                op == EXPR_FLOAT_LT_OP ||
                (expr_op_is_ieee_compare(op) && t->code.at[place].a != t->code.at[place].b);
    return fits ? place : UINT32_MAX;
}

// Tries to mend one violated comparison; true if the distance shrank.
static bool mend(struct tape *t, uint32_t place, double *best,
                 bool (*allowed)(void *, uint32_t, struct number), void *context) {
    struct instruction in = t->code.at[place];
    struct number a = t->at.at[in.a], b = t->at.at[in.b];
    if (a.tag != b.tag || (a.tag != NUMBER_INT && a.tag != NUMBER_FLOAT)) return false;
    double gap = a.tag == NUMBER_INT ? (double)b.i - (double)a.i : b.f - a.f;
    struct summand leaves[2 * SUMMANDS_MAX];
    uint32_t n = summands(t, in.a, false, leaves);
    n += summands(t, in.b, true, leaves + n);
    while (n-- > 0) { // what was met last first: a path's newest number is the least entangled
        for (int step = -1; step <= 1; step++) {
            struct number old = t->at.at[leaves[n].place], next = moved(old, leaves[n].negative, gap, step);
            if (next.tag == NUMBER_NONE || !allowed(context, t->code.at[leaves[n].place].a, next)) continue;
            t->at.at[leaves[n].place] = next;
            double now = tape_distance(t);
            if (now < *best) {
                *best = now;
                return true;
            }
            t->at.at[leaves[n].place] = old;
        }
    }
    run(t);
    return false;
}

bool tape_repair(struct tape *t, uint32_t moves,
                 bool (*allowed)(void *context, uint32_t leaf, struct number v), void *context) {
    double best = tape_distance(t);
    for (uint32_t move = 0; move < moves && best > 0; move++) {
        bool better = false;
        for (uint32_t i = t->roots.n; i-- > 0 && !better;) {
            const struct number *v = &t->at.at[t->roots.at[i]];
            if (v->tag != NUMBER_TRUTH || v->truth) continue;
            uint32_t place = comparison(t, t->roots.at[i]);
            better = place != UINT32_MAX && mend(t, place, &best, allowed, context);
        }
        if (!better) return false;
    }
    return best == 0 && tape_holds(t);
}

// ---- Local search ----

static uint64_t random_next(uint64_t *state) { // xorshift
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static struct number move_int(struct tape *t, int64_t v, uint64_t r) {
    int64_t step = (int64_t)1 << (r >> 8) % 20, out;
    switch (r % 8) {
    case 0: return of_int(0);
    case 1: return __builtin_mul_overflow(v, (int64_t)-1, &out) ? of_int(0) : of_int(out);
    case 2:
    case 3:
        if (t->literals.n) {
            double d = t->literals.at[(r >> 8) % t->literals.n] + (double)((int64_t)((r >> 40) % 3) - 1);
            return fabs(d) < 0x1p62 ? of_int((int64_t)d) : of_int(v);
        }
        return of_int(1);
    case 4: return __builtin_mul_overflow(v, (int64_t)2, &out) ? of_int(v) : of_int(out);
    case 5: return of_int(v / 2);
    case 6: return __builtin_add_overflow(v, step, &out) ? of_int(v) : of_int(out);
    default: return __builtin_sub_overflow(v, step, &out) ? of_int(v) : of_int(out);
    }
}

static struct number move_float(struct tape *t, double v, uint64_t r) {
    static const double nice[] = {0.0, 1.0,    -1.0,    0.5,   2.0,    10.0,    1e10,     1e-10,   -0.5,
                                  3.0, 0x1p53, -0x1p53, 1e300, -1e300, DBL_MAX, -DBL_MAX, DBL_MIN, 0x1p-1074};
    double step = ldexp(1, (int)((r >> 8) % 60) - 40) * (fabs(v) > 1 ? fabs(v) : 1), out = v;
    switch (r % 8) {
    case 0: out = nice[(r >> 8) % (sizeof nice / sizeof *nice)]; break;
    case 1: out = -v; break;
    case 2:
        if (t->literals.n) out = t->literals.at[(r >> 8) % t->literals.n];
        break;
    case 3:
        if (t->literals.n)
            out = nextafter(t->literals.at[(r >> 8) % t->literals.n], r >> 62 & 1 ? DBL_MAX : -DBL_MAX);
        break;
    case 4: out = nextafter(v, r >> 62 & 1 ? DBL_MAX : -DBL_MAX); break;
    case 5: out = r >> 62 & 1 ? v * 2 : v / 2; break;
    case 6: out = v + step; break;
    default: out = v - step; break;
    }
    return isfinite(out) ? of_float(out) : of_float(v);
}

// Moves through the bit patterns: neighbours, other exponents, and what is no common number.
static struct number move_ieee(struct tape *t, double v, uint64_t r) {
    static const double odd[] = {0.0,     -0.0,     NAN,    INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, 0x1p-1074,
                                 FLT_MAX, 0x1p-149, 0x1p53, 0x1p31,   -0x1p31,   0x1p63,  -0x1p63,  1.0};
    uint64_t bits, bit = (uint64_t)1 << (r >> 16) % 64;
    memcpy(&bits, &v, sizeof bits);
    switch (r >> 8 & 7) {
    case 0: return ieee(odd[(r >> 16) % 16]);
    case 1: bits ^= bit; break;
    case 2:
    case 3: bits += bit; break;
    case 4:
    case 5: bits -= bit; break;
    default: return isfinite(v) ? move_float(t, v, r >> 16) : ieee(0.0);
    }
    memcpy(&v, &bits, sizeof v);
    return ieee(isnan(v) ? NAN : v);
}

bool tape_scan(struct tape *t, bool (*allowed)(void *context, uint32_t leaf, struct number v),
               void *context) {
    enum { LITERALS_MAX = 12, MULTIPLES_MAX = 100 };
    if (t->leaves.n != 1 || t->at.at[t->leaf_at.at[0]].tag != NUMBER_INT) return false;
    for (uint32_t i = 0, used = 0; i < t->literals.n && used < LITERALS_MAX; i++) {
        double size = fabs(t->literals.at[i]);
        if (size < 2 || size > 0x1p40 || size != floor(size)) continue;
        used++;
        for (int64_t k = 0; k < 3 * MULTIPLES_MAX; k++) {
            int64_t v = (int64_t)size * (k / 3) + k % 3 - 1;
            for (int sign = 1; sign >= -1; sign -= 2) {
                if (!allowed(context, 0, of_int(sign * v))) continue;
                tape_set(t, 0, of_int(sign * v));
                if (tape_holds(t)) return true;
            }
        }
    }
    return false;
}

bool tape_search(struct tape *t, uint32_t tries,
                 bool (*allowed)(void *context, uint32_t leaf, struct number v), void *context) {
    uint64_t state = 0x9E3779B97F4A7C15u;
    double best = tape_distance(t);
    if (t->leaves.n == 0) return best == 0;
    for (uint32_t i = 0; i < tries && best > 0; i++) {
        uint64_t r = random_next(&state);
        uint32_t leaf = (uint32_t)(random_next(&state) % t->leaves.n);
        struct number *at = &t->at.at[t->leaf_at.at[leaf]], old = *at;
        struct number next = old.tag != NUMBER_FLOAT ? move_int(t, old.tag ? old.i : 0, r)
                             : t->ieee               ? move_ieee(t, old.f, r)
                                                     : move_float(t, old.f, r);
        if (t->ieee && next.tag == NUMBER_FLOAT && !allowed(context, leaf, next))
            next.f = (double)(float)next.f; // the leaf may be of binary32
        if (!allowed(context, leaf, next)) continue;
        *at = next;
        double now = tape_distance(t);
        bool wander = i % 64 == 63; // now and then a step to the side
        if (now <= best || (wander && now < best * 1.5))
            best = now;
        else
            *at = old;
    }
    return best == 0 && tape_holds(t);
}
