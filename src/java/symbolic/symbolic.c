// SPDX-License-Identifier: Apache-2.0
#include "java/symbolic/symbolic.h"

#include <assert.h>

#include "base/some_of.h"
#include "java/symbolic/rope.h"

__extension__ typedef __int128 int128;

// ---- Places ----

uint32_t symbolic_site(const struct java_thread *t) {
    assert(t->n_frames);
    const struct java_frame *f = &t->frames[t->n_frames - 1];
    return f->code->first_site + (uint32_t)(f->at - f->code->insns);
}

// Whether decisions are recorded at all; once the depth is reached a run goes on concretely.
void symbolic_branch(struct java_thread *t, expr_id condition, bool taken) {
    assert(t->trace && condition);
    uint32_t site = symbolic_site(t);
    trace_branch(t->trace, site, condition, taken, (uint32_t[2]){4 * site, 4 * site + 1});
}

// The first arithmetic of the user's code in this run that wrapped around (--overflow), which may end the
// path (--no-overflow).
static void note_overflow(struct java_thread *t) {
    const struct java_frame *f = &t->frames[t->n_frames - 1];
    if (t->overflow.method || f->method->class->origin != ORIGIN_USER) return;
    t->overflow = (struct java_overflow){
        f->method, java_code_line_of(f->code, (uint32_t)(f->at - f->code->insns)), f->at->op};
    if (t->no_overflow) trace_refuse(t->trace);
}

void java_lost(struct java_thread *t, const char *what) {
    if (!java_is_recording(t)) return;
    symbol file = 0;
    uint32_t line = 0;
    if (t->n_frames) {
        const struct java_frame *f = &t->frames[t->n_frames - 1];
        const struct java_class *c = f->method->class;
        file = c->file && c->file->source_file ? c->file->source_file : c->name;
        line = f->code ? java_code_line_of(f->code, (uint32_t)(f->at - f->code->insns)) : 0;
    }
    concretised_note(&t->concretised, symbol_of(what), file, line);
}

// ---- Integers ----

static expr_id int_expr(struct java_thread *t, struct sym s) {
    return s.e ? s.e : expr_int(t->x, s.w.j);
}

// 2^n as an expression; n up to 64.
static expr_id power(struct java_thread *t, uint32_t n) {
    if (n < 63) return expr_int(t->x, (int64_t)1 << n);
    mpz_t z;
    mpz_init_set_ui(z, 1);
    mpz_mul_2exp(z, z, n);
    expr_id e = expr_int_mpz(t->x, z);
    mpz_clear(z);
    return e;
}

static int64_t least(uint32_t bits) {
    return bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
}
static int64_t greatest(uint32_t bits) {
    return bits == 64 ? INT64_MAX : ((int64_t)1 << (bits - 1)) - 1;
}

static expr_id add(struct java_thread *t, expr_id a, expr_id b) {
    return expr_arith(t->x, EXPR_ADD_OP, a, b);
}
static expr_id sub(struct java_thread *t, expr_id a, expr_id b) {
    return expr_arith(t->x, EXPR_SUB_OP, a, b);
}
static expr_id less(struct java_thread *t, expr_id a, expr_id b) {
    return expr_int_lt(t->x, a, b);
}
static expr_id not_less(struct java_thread *t, expr_id a, expr_id b) {
    return expr_not(t->x, expr_int_lt(t->x, a, b));
}

static expr_id within(struct java_thread *t, expr_id e, int64_t low, int64_t high) {
    expr_id both[2] = {not_less(t, e, expr_int(t->x, low)), not_less(t, expr_int(t->x, high), e)};
    return expr_and(t->x, both, 2);
}

// The value of e in that many bits of two's complement, whatever e is.
static expr_id wrapped(struct java_thread *t, expr_id e, uint32_t bits) {
    expr_id half = power(t, bits - 1), mask = sub(t, power(t, bits), expr_int(t->x, 1));
    return sub(t, expr_arith(t->x, EXPR_BAND_OP, add(t, e, half), mask), half);
}

// The sum of two values that fit: it fits, or wraps once. Three ways.
static expr_id wrap_once(struct java_thread *t, expr_id exact, int128 value, uint32_t bits) {
    expr_id low = expr_int(t->x, least(bits)), high = expr_int(t->x, greatest(bits));
    uint32_t site = symbolic_site(t), taken = value < least(bits) ? 1 : value > greatest(bits) ? 2 : 0;
    struct way ways[3] = {{within(t, exact, least(bits), greatest(bits)), 4 * site},
                          {less(t, exact, low), 4 * site + 1},
                          {less(t, high, exact), 4 * site + 2}};
    trace_choice(t->trace, site, ways, 3, taken);
    if (taken == 0) return exact;
    note_overflow(t);
    return taken == 1 ? add(t, exact, power(t, bits)) : sub(t, exact, power(t, bits));
}

// Any exact value: it fits, or is cut.
static expr_id wrap(struct java_thread *t, expr_id exact, bool fits, int64_t low, int64_t high, expr_id cut) {
    expr_id condition = within(t, exact, low, high);
    symbolic_branch(t, condition, fits);
    return fits ? exact : cut;
}

// From here on e is the concrete value v, and the path says so: by halving, so that what is asked next
// follows from the answers before, whatever v is. For the branch bound that is one decision.
void symbolic_pin(struct java_thread *t, uint32_t site, expr_id e, int64_t v) {
    struct expr_store *x = t->x;
    const uint32_t points[2] = {4 * site, 4 * site + 1}, before = t->trace->decisions.n;
    const uint64_t place = t->trace->place;
#define DECIDE(condition, taken)                                                                             \
    do {                                                                                                     \
        trace_branch(t->trace, site, condition, taken, points);                                              \
        if (t->trace->decisions.n > before) t->trace->place = TRACE_NO_PLACE;                                \
    } while (0)
    DECIDE(expr_int_lt(x, e, expr_int(x, 0)), v < 0);
    // v lies in [low, high) from 0 upwards, or in [-high, -low) below.
    uint64_t distance = v < 0 ? ~(uint64_t)v : (uint64_t)v, low = 0, high = 1;
#define BELOW(bound)                                                                                         \
    (v < 0 ? expr_not(x, expr_int_lt(x, e, expr_int(x, -(int64_t)(bound))))                                  \
           : expr_int_lt(x, e, expr_int(x, (int64_t)(bound))))
    for (; high <= (uint64_t)INT64_MAX / 2 && !t->trace->closed; high *= 2) {
        DECIDE(BELOW(high), distance < high);
        if (distance < high) break;
        low = high;
    }
    while (high - low > 1 && !t->trace->closed) {
        uint64_t mid = low + (high - low) / 2;
        DECIDE(BELOW(mid), distance < mid);
        if (distance < mid)
            high = mid;
        else
            low = mid;
    }
#undef BELOW
#undef DECIDE
    t->trace->place = place;
}

static void pinned(struct java_thread *t, struct sym s) {
    if (s.e) symbolic_pin(t, symbolic_site(t), s.e, s.w.j);
}

void java_pin(struct java_thread *t, union word w, expr_id e) {
    if (e && java_is_recording(t)) pinned(t, (struct sym){w, e});
}

static expr_id shift(struct java_thread *t, enum insn_op op, struct sym b, struct sym c, uint32_t bits) {
    uint32_t n = (uint32_t)c.w.j & (bits - 1); // only these bits of the amount count (JLS 15.19)
    if (c.e)
        pinned(t, (struct sym){word_int((int32_t)n),
                               expr_arith(t->x, EXPR_BAND_OP, c.e, expr_int(t->x, bits - 1))});
    if (!b.e) return EXPR_NONE;
    if (n == 0) return b.e;
    switch (SOME_OF(op)) {
    case X_ISHL:
    case X_LSHL: {
        expr_id exact = expr_arith(t->x, EXPR_MUL_OP, b.e, power(t, n));
        bool fits = b.w.j >= least(bits) >> n && b.w.j <= greatest(bits) >> n;
        return wrap(t, exact, fits, least(bits), greatest(bits), wrapped(t, exact, bits));
    }
    case X_ISHR:
    case X_LSHR: return expr_arith(t->x, EXPR_BSL_OP, b.e, expr_int(t->x, -(int64_t)n));
    default: { // unsigned: of the value as a number without sign
        bool negative = b.w.j < 0;
        symbolic_branch(t, less(t, b.e, expr_int(t->x, 0)), negative);
        expr_id positive = negative ? add(t, b.e, power(t, bits)) : b.e;
        return expr_arith(t->x, EXPR_BSL_OP, positive, expr_int(t->x, -(int64_t)n));
    }
    }
}

static expr_id divide(struct java_thread *t, struct sym b, struct sym c, uint32_t bits) {
    expr_id x = int_expr(t, b), y = int_expr(t, c);
    if (c.e || c.w.j == -1) { // the only quotient that does not fit
        expr_id both[2] = {expr_int_eq(t->x, x, expr_int(t->x, least(bits))),
                           expr_int_eq(t->x, y, expr_int(t->x, -1))};
        bool overflows = b.w.j == least(bits) && c.w.j == -1;
        symbolic_branch(t, expr_and(t->x, both, 2), overflows);
        if (overflows) note_overflow(t);
        if (overflows) return EXPR_NONE;
    }
    return expr_arith(t->x, EXPR_DIV_OP, x, y);
}

static expr_id multiply(struct java_thread *t, struct sym b, struct sym c, uint32_t bits) {
    expr_id exact = expr_arith(t->x, EXPR_MUL_OP, int_expr(t, b), int_expr(t, c));
    int128 value = (int128)b.w.j * c.w.j;
    bool fits = value >= least(bits) && value <= greatest(bits);
    expr_id e = wrap(t, exact, fits, least(bits), greatest(bits), wrapped(t, exact, bits));
    if (!fits) note_overflow(t);
    return e;
}

static bool implied(struct java_thread *t, expr_id condition) {
    return t->trace->facts_usable && facts_test(t->trace->facts, condition) == TRUTH_TRUE;
}

// A mask of the lowest bits leaves a value alone that has no others; that is how bytes are read as
// characters.
static expr_id and_with(struct java_thread *t, struct sym b, struct sym c) {
    expr_id both = expr_arith(t->x, EXPR_BAND_OP, int_expr(t, b), int_expr(t, c));
    if (!b.e) { // the mask second
        struct sym swap = b;
        b = c, c = swap;
    }
    int64_t mask = c.w.j;
    if (c.e || mask <= 0 || ((uint64_t)mask & ((uint64_t)mask + 1))) return both;
    if (expr_op(t->x, both) != EXPR_BAND_OP) return both;
    expr_id from = expr_arg(t->x, both, 0); // other than b: the mask undoes the extension of a sign
    if (from != b.e) return implied(t, within(t, from, 0, mask)) ? from : both;
    return wrap(t, b.e, b.w.j >= 0 && b.w.j <= mask, 0, mask, both);
}

static bool is_shift(enum insn_op op) {
    return (op >= X_ISHL && op <= X_IUSHR) || (op >= X_LSHL && op <= X_LUSHR);
}

// The value is made of bits: of sums and products with numbers, what is inside them.
static bool is_of_bits(const struct java_thread *t, expr_id e) {
    enum { MOST_LEVELS = 8 };
    for (uint32_t i = 0; e && i < MOST_LEVELS; i++) {
        enum expr_op op = expr_op(t->x, e);
        if (op >= EXPR_BAND_OP && op <= EXPR_BSL_OP) return true;
        if (op != EXPR_ADD_OP && op != EXPR_SUB_OP && op != EXPR_MUL_OP) return false;
        e = expr_arg(t->x, e, expr_op(t->x, expr_arg(t->x, e, 0)) == EXPR_INT_LIT_OP);
    }
    return false;
}

// A few amounts are tried one by one, for what comes then is simpler; but not where they multiply.
static struct sym decided_amount(struct java_thread *t, struct sym amount) {
    enum { MOST_WAYS = 8 };
    struct interval range = amount.e ? java_range_of(t, amount.e) : INTERVAL_ALL;
    uint64_t ways;
    if (!interval_within(range, 0, MOST_WAYS - 1) || !interval_count(range, MOST_WAYS, &ways) ||
        t->pinned_ways * ways > MOST_WAYS)
        return amount;
    t->pinned_ways *= (uint32_t)ways;
    pinned(t, amount);
    amount.e = EXPR_NONE;
    return amount;
}

// A number shifted by an unknown amount, also where that may wrap around.
static bool is_unknown_power(const struct java_thread *t, expr_id e) {
    for (uint32_t level = 0; e && level < 4; level++) {
        enum expr_op op = expr_op(t->x, e);
        if (op == EXPR_BSL_OP)
            return expr_op(t->x, expr_arg(t->x, e, 0)) == EXPR_INT_LIT_OP &&
                   expr_op(t->x, expr_arg(t->x, e, 1)) != EXPR_INT_LIT_OP;
        if (op != EXPR_ADD_OP && op != EXPR_SUB_OP && op != EXPR_BAND_OP) return false;
        e = expr_arg(t->x, e, expr_op(t->x, expr_arg(t->x, e, 0)) == EXPR_INT_LIT_OP);
    }
    return false;
}

// Products and quotients with an unknown power of two are beyond the solver: which it is becomes decided, it
// is one of few.
static struct sym decided_power(struct java_thread *t, enum insn_op op, struct sym s) {
    bool asked = op == X_IMUL || op == X_IDIV || op == X_IREM || op == X_LMUL || op == X_LDIV || op == X_LREM;
    if (!asked || !is_unknown_power(t, s.e)) return s;
    pinned(t, s);
    s.e = EXPR_NONE;
    return s;
}

expr_id symbolic_integer(struct java_thread *t, enum insn_op op, struct sym b, struct sym c,
                         union word result) {
    (void)result;
    if (!java_is_recording(t)) return EXPR_NONE;
    uint32_t bits = op >= X_LADD && op <= X_LUSHR ? 64 : 32;
    if (java_wants_cases(t)) {
        b = decided_power(t, op, b);
        c = is_shift(op) ? decided_amount(t, c) : decided_power(t, op, c);
        if (!b.e && !c.e) return EXPR_NONE;
    }
    // Numbers made of bits come as bit vectors to the solver, where wrapping around is no case. So does a
    // shift by an unknown amount.
    expr_id total;
    bool by_unknown = c.e && is_shift(op);
    if (java_wants_cases(t) && (by_unknown || is_of_bits(t, b.e) || is_of_bits(t, c.e)) &&
        symbolic_integer_total(t, op, b, c, &total))
        return expr_op(t->x, total) == EXPR_INT_LIT_OP ? EXPR_NONE : total;
    switch (SOME_OF(op)) {
    case X_IADD:
    case X_LADD: return wrap_once(t, add(t, int_expr(t, b), int_expr(t, c)), (int128)b.w.j + c.w.j, bits);
    case X_ISUB:
    case X_LSUB: return wrap_once(t, sub(t, int_expr(t, b), int_expr(t, c)), (int128)b.w.j - c.w.j, bits);
    case X_IMUL:
    case X_LMUL: return multiply(t, b, c, bits);
    case X_IDIV:
    case X_LDIV: return divide(t, b, c, bits);
    case X_IREM:
    case X_LREM: return expr_arith(t->x, EXPR_REM_OP, int_expr(t, b), int_expr(t, c));
    case X_IAND:
    case X_LAND: return and_with(t, b, c);
    case X_IOR:
    case X_LOR: return expr_arith(t->x, EXPR_BOR_OP, int_expr(t, b), int_expr(t, c));
    case X_IXOR:
    case X_LXOR: return expr_arith(t->x, EXPR_BXOR_OP, int_expr(t, b), int_expr(t, c));
    default: return shift(t, op, b, c, bits);
    }
}

static expr_id narrow(struct java_thread *t, struct sym b, int64_t low, int64_t high, expr_id cut) {
    return wrap(t, b.e, b.w.j >= low && b.w.j <= high, low, high, cut);
}

// Such integers are floats (24 bits), so that the conversion rounds nothing: the double of that value, as
// which a float is held.
static bool is_exact_float(struct java_thread *t, expr_id e) {
    return interval_within(java_range_of(t, e), -(1 << 24), 1 << 24);
}

expr_id symbolic_unary(struct java_thread *t, enum insn_op op, struct sym b, union word result) {
    (void)result;
    if (!java_is_recording(t)) return EXPR_NONE;
    static const struct sym zero = {{.j = 0}, EXPR_NONE};
    switch (SOME_OF(op)) {
    case X_INEG: return symbolic_integer(t, X_ISUB, zero, b, result);
    case X_LNEG: return symbolic_integer(t, X_LSUB, zero, b, result);
    case X_I2L: return b.e;
    case X_L2I: return narrow(t, b, INT32_MIN, INT32_MAX, wrapped(t, b.e, 32));
    case X_I2B: return narrow(t, b, INT8_MIN, INT8_MAX, wrapped(t, b.e, 8));
    case X_I2S: return narrow(t, b, INT16_MIN, INT16_MAX, wrapped(t, b.e, 16));
    case X_I2C:
        return narrow(t, b, 0, UINT16_MAX, expr_arith(t->x, EXPR_BAND_OP, b.e, expr_int(t->x, UINT16_MAX)));
    case X_I2F:
    case X_L2F: return symbolic_float_unary(t, is_exact_float(t, b.e) ? X_I2D : op, b);
    default: return symbolic_float_unary(t, op, b);
    }
}

// ---- Without decisions ----

static bool fits(struct interval i, uint32_t bits) {
    return interval_within(i, least(bits), greatest(bits));
}

// What a sum or a difference is, whether it fits or not.
static expr_id wrapped_sum(struct java_thread *t, expr_id exact, uint32_t bits) {
    struct expr_store *x = t->x;
    if (fits(java_range_of(t, exact), bits)) return exact;
    expr_id above = less(t, expr_int(x, greatest(bits)), exact),
            below = less(t, exact, expr_int(x, least(bits)));
    return expr_ite(x, above, sub(t, exact, power(t, bits)),
                    expr_ite(x, below, add(t, exact, power(t, bits)), exact));
}

static expr_id wrapped_any(struct java_thread *t, expr_id exact, uint32_t bits) {
    return fits(java_range_of(t, exact), bits) ? exact : wrapped(t, exact, bits);
}

// By 0 .. bits - 1.
static expr_id shift_left_total(struct java_thread *t, expr_id value, expr_id by, uint32_t bits) {
    expr_id exact = expr_arith(t->x, EXPR_BSL_OP, value, by);
    struct interval of = java_range_of(t, value), amount = java_range_of(t, by);
    if (!interval_within(amount, 0, (int64_t)bits - 1)) amount = interval_between(0, (int64_t)bits - 1);
    int64_t first, last, fewest = interval_least_64(amount), most = interval_greatest_64(amount);
    if (!interval_least(of, &first) || !interval_greatest(of, &last)) return wrapped(t, exact, bits);
    int128 low = first * ((int128)1 << (first < 0 ? most : fewest)),
           high = last * ((int128)1 << (last < 0 ? fewest : most));
    if (low < least(bits) || high > greatest(bits)) return wrapped(t, exact, bits);
    java_range_note(t, exact, interval_between((int64_t)low, (int64_t)high));
    return exact;
}

// The amount may be unknown; only its lowest bits count (JLS 15.19).
static expr_id shift_total(struct java_thread *t, enum insn_op op, struct sym b, struct sym c,
                           uint32_t bits) {
    struct expr_store *x = t->x;
    expr_id value = int_expr(t, b), zero = expr_int(x, 0),
            by = expr_int(x, (int64_t)((uint32_t)c.w.j & (bits - 1)));
    struct interval range = java_range_of(t, c.e ? c.e : by);
    if (c.e && interval_within(range, 0, (int64_t)bits - 1))
        by = c.e;
    else if (c.e)
        by = expr_arith(x, EXPR_BAND_OP, c.e, expr_int(x, bits - 1));
    if (op == X_ISHL || op == X_LSHL) return shift_left_total(t, value, by, bits);
    bool is_signed = op == X_ISHR || op == X_LSHR;
    expr_id right = sub(t, zero, by), shifted = expr_arith(x, EXPR_BSL_OP, value, right);
    if (is_signed || by == zero || interval_at_least(java_range_of(t, value), 0)) return shifted;
    expr_id without_sign = expr_arith(x, EXPR_BSL_OP, add(t, value, power(t, bits)), right);
    expr_id as_int = c.e ? wrapped(t, without_sign, bits) : without_sign;
    return expr_ite(x, less(t, value, zero), as_int, shifted);
}

bool symbolic_integer_total(struct java_thread *t, enum insn_op op, struct sym b, struct sym c, expr_id *e) {
    uint32_t bits = op >= X_LADD && op <= X_LUSHR ? 64 : 32;
    expr_id x = int_expr(t, b), y = int_expr(t, c);
    switch (SOME_OF(op)) {
    case X_IADD:
    case X_LADD: *e = wrapped_sum(t, add(t, x, y), bits); return true;
    case X_ISUB:
    case X_LSUB: *e = wrapped_sum(t, sub(t, x, y), bits); return true;
    case X_IMUL:
    case X_LMUL: *e = wrapped_any(t, expr_arith(t->x, EXPR_MUL_OP, x, y), bits); return !b.e || !c.e;
    case X_IDIV:
    case X_LDIV:
        if (c.e || c.w.j == 0 || c.w.j == -1) return false;
        *e = expr_arith(t->x, EXPR_DIV_OP, x, y);
        return true;
    case X_IREM:
    case X_LREM:
        if (c.e || c.w.j == 0) return false;
        *e = expr_arith(t->x, EXPR_REM_OP, x, y);
        return true;
    case X_IAND:
    case X_LAND: *e = expr_arith(t->x, EXPR_BAND_OP, x, y); return true;
    case X_IOR:
    case X_LOR: *e = expr_arith(t->x, EXPR_BOR_OP, x, y); return true;
    case X_IXOR:
    case X_LXOR: *e = expr_arith(t->x, EXPR_BXOR_OP, x, y); return true;
    default: *e = shift_total(t, op, b, c, bits); return true;
    }
}

bool symbolic_unary_total(struct java_thread *t, enum insn_op op, struct sym b, expr_id *e) {
    static const struct sym zero = {{.j = 0}, EXPR_NONE};
    struct interval range = java_range_of(t, b.e);
    switch (SOME_OF(op)) {
    case X_INEG: return symbolic_integer_total(t, X_ISUB, zero, b, e);
    case X_LNEG: return symbolic_integer_total(t, X_LSUB, zero, b, e);
    case X_I2L: *e = b.e; return true;
    case X_L2I: *e = wrapped_any(t, b.e, 32); return true;
    case X_I2B: *e = wrapped_any(t, b.e, 8); return true;
    case X_I2S: *e = wrapped_any(t, b.e, 16); return true;
    case X_I2C:
        *e = interval_within(range, 0, UINT16_MAX)
                 ? b.e
                 : expr_arith(t->x, EXPR_BAND_OP, b.e, expr_int(t->x, UINT16_MAX));
        return true;
    default: return false;
    }
}

// ---- Comparisons ----

static expr_id integer_condition(struct java_thread *t, enum java_condition c, expr_id x, expr_id y) {
    switch (c) {
    case COND_EQ: return expr_int_eq(t->x, x, y);
    case COND_NE: return expr_not(t->x, expr_int_eq(t->x, x, y));
    case COND_LT: return less(t, x, y);
    case COND_GE: return not_less(t, x, y);
    case COND_GT: return less(t, y, x);
    case COND_LE:
    default: return not_less(t, y, x);
    }
}

expr_id symbolic_condition_integer(struct java_thread *t, enum java_condition condition, struct sym b,
                                   struct sym c) {
    static const enum java_condition turned[] = {COND_EQ, COND_NE, COND_GT, COND_LE, COND_LT, COND_GE};
    expr_id e = !c.e   ? symbolic_table_condition(t, condition, b.e, c.w.j)
                : !b.e ? symbolic_table_condition(t, turned[condition], c.e, b.w.j)
                       : EXPR_NONE;
    return e ? e : integer_condition(t, condition, int_expr(t, b), int_expr(t, c));
}

void symbolic_if_integer(struct java_thread *t, enum java_condition condition, struct sym b, struct sym c,
                         bool taken) {
    if (java_is_recording(t)) symbolic_branch(t, symbolic_condition_integer(t, condition, b, c), taken);
}

void symbolic_compare(struct java_thread *t, enum insn_op op, struct sym b, struct sym c, int32_t result) {
    if (!java_is_recording(t)) return;
    if (op != X_LCMP) {
        symbolic_float_compare(t, op, b, c, result);
        return;
    }
    expr_id x = int_expr(t, b), y = int_expr(t, c);
    uint32_t site = symbolic_site(t);
    struct way ways[3] = {
        {less(t, x, y), 4 * site}, {expr_int_eq(t->x, x, y), 4 * site + 1}, {less(t, y, x), 4 * site + 2}};
    trace_choice(t->trace, site, ways, 3, (uint32_t)(result + 1));
}

void symbolic_zero(struct java_thread *t, struct sym divisor) {
    if (java_is_recording(t))
        symbolic_branch(t, expr_int_eq(t->x, divisor.e, expr_int(t->x, 0)), divisor.w.j == 0);
}

// ---- References ----

void symbolic_null(struct java_thread *t, expr_id e, bool is_null) {
    if (!java_is_recording(t) || expr_op(t->x, e) == EXPR_ATOM_OP || input_look(t, e))
        return; // an atom: see reader_null
    symbolic_branch(t, expr_eq(t->x, e, expr_atom(t->x, symbol_of("null"))), is_null);
}

void symbolic_if_null(struct java_thread *t, expr_id e, bool is_null) {
    const struct java_method *m = t->frames[t->n_frames - 1].code->method;
    if (m->class->origin == ORIGIN_USER) vec_push(&t->nulls.own_checks, e);
    if (m->class->origin == ORIGIN_USER && is_null) vec_push(&t->nulls.met, e);
    if (is_null) {
        t->nulls.checked_in = m;
        t->nulls.checked = e;
    }
    symbolic_null(t, e, is_null);
}

void symbolic_if_same(struct java_thread *t, struct sym b, struct sym c, bool same) {
    (void)same; // two objects that are not null are the same or not, whatever the input: only null is open
    if (b.e) symbolic_null(t, b.e, !b.w.r);
    if (c.e) symbolic_null(t, c.e, !c.w.r);
}

// ---- Switches ----

// One way per target; the keys of a target are one condition.
void symbolic_switch(struct java_thread *t, const struct java_switch *s, struct sym key, int32_t target) {
    if (!java_is_recording(t)) return;
    VEC(struct way) ways = {0};
    VEC(expr_id) keys = {0};
    VEC(expr_id) all = {0};
    struct hash_map seen = {0};
    uint32_t first = t->frames[t->n_frames - 1].code->first_site, taken = UINT32_MAX;
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t unused;
        if (s->targets[i] == s->otherwise || hash_map_get(&seen, (uint64_t)s->targets[i], &unused)) continue;
        hash_map_put(&seen, (uint64_t)s->targets[i], 0);
        vec_clear(&keys);
        for (uint32_t k = i; k < s->n; k++)
            if (s->targets[k] == s->targets[i]) {
                expr_id is = symbolic_condition_integer(t, COND_EQ, key,
                                                        (struct sym){word_int(s->keys[k]), EXPR_NONE});
                vec_push(&keys, is);
                vec_push(&all, is);
            }
        if (s->targets[i] == target) taken = ways.n;
        vec_push(&ways,
                 (struct way){expr_or(t->x, keys.at, keys.n), 4 * (first + (uint32_t)s->targets[i]) + 3});
    }
    if (target == s->otherwise) taken = ways.n;
    expr_id none = all.n ? expr_not(t->x, expr_or(t->x, all.at, all.n)) : EXPR_TRUE;
    vec_push(&ways, (struct way){none, 4 * (first + (uint32_t)s->otherwise) + 3});
    trace_choice(t->trace, symbolic_site(t), ways.at, ways.n, taken);
    vec_free(&ways);
    vec_free(&keys);
    vec_free(&all);
    hash_map_free(&seen);
}

// ---- Arrays ----

static int64_t integer_at(const struct object *array, uint32_t i) {
    const void *data = array->fields;
    switch (SOME_OF(array->class->element_kind)) {
    case JAVA_BOOLEAN:
    case JAVA_BYTE: return ((const int8_t *)data)[i];
    case JAVA_CHAR: return ((const uint16_t *)data)[i];
    case JAVA_SHORT: return ((const int16_t *)data)[i];
    case JAVA_INT: return ((const int32_t *)data)[i];
    default: return ((const int64_t *)data)[i];
    }
}

static struct expr_table_value element_at(const void *array, int64_t i) {
    return (struct expr_table_value){integer_at(array, (uint32_t)i), true};
}

static bool holds_integers(const struct object *array) {
    enum java_kind kind = array->class->element_kind;
    return kind >= JAVA_BOOLEAN && kind <= JAVA_LONG && !array->length_expr && !(array->flags & OBJECT_ROPE);
}

bool symbolic_is_one_of_few(struct java_thread *t, const struct object *array, expr_id index,
                            struct interval *range) {
    enum { FEW = 32 };
    uint64_t n;
    *range = java_range_of(t, index);
    return java_wants_cases(t) && holds_integers(array) &&
           interval_within(*range, 0, (int64_t)array->length - 1) && interval_count(*range, FEW, &n);
}

static expr_id element_expr(struct java_thread *t, const struct object *array, uint32_t i) {
    expr_id e = object_expr(array, i);
    return e ? e : expr_int(t->x, integer_at(array, i));
}

// Of an array whose elements depend on the input themselves.
static expr_id select_shadowed(struct java_thread *t, const struct object *array, expr_id index) {
    struct interval range, all;
    if (!symbolic_is_one_of_few(t, array, index, &range)) return EXPR_NONE;
    int64_t first = interval_least_64(range), last = interval_greatest_64(range);
    expr_id e = element_expr(t, array, (uint32_t)first);
    all = java_range_of(t, e);
    for (int64_t i = first + 1; i <= last; i++) {
        expr_id other = element_expr(t, array, (uint32_t)i);
        all = interval_join(all, java_range_of(t, other));
        e = expr_ite(t->x, expr_int_eq(t->x, index, expr_int(t->x, i)), other, e);
    }
    java_range_note(t, e, all);
    return e;
}

expr_id symbolic_spread(struct java_thread *t, struct object *array, struct sym index, expr_id value) {
    assert(index.e && value && index.w.i >= 0 && index.w.i < array->length);
    struct interval range, of_value = java_range_of(t, value);
    expr_id here = EXPR_NONE;
    if (!symbolic_is_one_of_few(t, array, index.e, &range)) return value; // not so: then there is one place
    int64_t last = interval_greatest_64(range);
    for (int64_t i = interval_least_64(range); i <= last; i++) {
        expr_id old = element_expr(t, array, (uint32_t)i);
        expr_id e = expr_ite(t->x, expr_int_eq(t->x, index.e, expr_int(t->x, i)), value, old);
        java_range_note(t, e, interval_join(of_value, java_range_of(t, old)));
        if (expr_op(t->x, e) == EXPR_INT_LIT_OP) e = EXPR_NONE;
        if (i == index.w.i)
            here = e;
        else
            heap_set_expr(&t->heap, array, (uint32_t)i, e);
    }
    return here;
}

expr_id symbolic_select(struct java_thread *t, const struct object *array, expr_id index) {
    enum { MOST_LENGTH = 1024, MOST_PIECES = 32 };
    struct expr_piece pieces[MOST_PIECES];
    if (!java_wants_cases(t) || !holds_integers(array)) return EXPR_NONE;
    if (array->shadow) return select_shadowed(t, array, index);
    struct interval range =
        interval_meet(java_range_of(t, index), interval_between(0, (int64_t)array->length - 1));
    uint64_t places;
    if (!interval_count(range, MOST_LENGTH, &places) || places < 2) return EXPR_NONE;
    uint32_t n = expr_pieces_of(element_at, array, interval_least_64(range), interval_greatest_64(range),
                                pieces, MOST_PIECES);
    if (n) expr_pieces_open(pieces, n);
    return n ? symbolic_pieces(t, arena_copy(&t->heap.run, pieces, n * sizeof *pieces), n, index) : EXPR_NONE;
}

bool symbolic_is_within(struct java_thread *t, expr_id index, int32_t length) {
    return interval_within(java_range_of(t, index), 0, (int64_t)length - 1);
}

static void decide_bounds(struct java_thread *t, struct object *array, struct sym index) {
    assert(array->class->element && array->length >= 0);
    expr_id i = int_expr(t, index);
    if (!array->length_expr && symbolic_is_within(t, i, array->length)) return;
    expr_id length = array->length_expr ? array->length_expr : expr_int(t->x, array->length);
    expr_id zero = expr_int(t->x, 0);
    expr_id inside[2] = {not_less(t, i, zero), less(t, i, length)};
    uint32_t site = symbolic_site(t);
    struct way ways[3] = {{expr_and(t->x, inside, 2), 4 * site},
                          {less(t, i, zero), 4 * site + 1},
                          {not_less(t, i, length), 4 * site + 2}};
    uint32_t taken = index.w.i < 0 ? 1 : index.w.i >= array->length ? 2 : 0;
    trace_choice(t->trace, site, ways, 3, taken);
    if (taken) java_message_numbers(t, index.w, index.e, word_int(array->length), array->length_expr);
}

void symbolic_index(struct java_thread *t, struct object *array, struct sym index, expr_id *selected) {
    if (!java_is_recording(t)) return;
    if (!selected) rope_settle(t, array);
    decide_bounds(t, array, index);
    if (index.w.i < 0 || index.w.i >= array->length || !java_is_recording(t)) return;
    if (array->flags & OBJECT_ROPE && selected) {
        *selected = rope_element(t, array, index);
    } else if (index.e) {
        if (selected) *selected = symbolic_select(t, array, index.e);
        if (selected && (*selected || symbolic_choose(t, array, index))) {
            if (*selected && expr_op(t->x, *selected) == EXPR_INT_LIT_OP) *selected = EXPR_NONE;
            return;
        }
        pinned(t, index);
    }
}

// A few places are tried one by one, for what comes then is simpler; but not where they multiply.
bool symbolic_store_index(struct java_thread *t, struct object *array, struct sym index) {
    enum { MOST_WAYS = 64 };
    struct interval range;
    if (!java_is_recording(t)) return false;
    rope_settle(t, array);
    decide_bounds(t, array, index);
    if (index.w.i < 0 || index.w.i >= array->length || !index.e || !java_is_recording(t)) return false;
    uint64_t ways = 1;
    bool few = symbolic_is_one_of_few(t, array, index.e, &range) && !interval_is_point(range);
    if (few && (!interval_count(range, MOST_WAYS, &ways) || t->pinned_ways * ways > MOST_WAYS)) return true;
    if (few) t->pinned_ways *= (uint32_t)ways;
    pinned(t, index);
    return false;
}

void symbolic_new_length(struct java_thread *t, struct sym length) {
    if (!java_is_recording(t)) return;
    symbolic_branch(t, less(t, length.e, expr_int(t->x, 0)), length.w.i < 0);
    if (length.w.i >= 0 && java_is_recording(t)) pinned(t, length);
    // Of several dimensions the first negative one is shown (JVMS 6.5.multianewarray).
    if (length.w.i < 0 && !t->message.exprs[0])
        java_message_numbers(t, length.w, length.e, word_int(0), EXPR_NONE);
}

expr_id java_signed_byte(struct expr_store *x, expr_id e) { // (e + 128 and 255) - 128
    expr_id half = expr_int(x, 128);
    expr_id low = expr_arith(x, EXPR_BAND_OP, expr_arith(x, EXPR_ADD_OP, e, half), expr_int(x, 255));
    return expr_arith(x, EXPR_SUB_OP, low, half);
}

expr_id java_char_byte(struct expr_store *x, expr_id c, bool wide, uint32_t i) {
    assert(i <= wide);
    expr_id half = i      ? expr_arith(x, EXPR_BSL_OP, c, expr_int(x, -8))
                   : wide ? expr_arith(x, EXPR_BAND_OP, c, expr_int(x, 255))
                          : c;
    return java_signed_byte(x, half);
}
