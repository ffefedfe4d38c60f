// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: arithmetic, comparison, logic, type tests.
#include <math.h>

#include "erlang/machine/decide.h"
#include "erlang/symbolic/builtins.h"
#include "erlang/symbolic/overflow.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/term/arith.h"
#include "erlang/term/atoms.h"

static term plain(term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : t;
}

static expr_id int_expr(struct interp *ip, term t) {
    return expr_ival(ip->exprs, decide_expr(ip, t));
}

static expr_id float_expr(struct interp *ip, term t, enum number_kind k) {
    return k == NUMBER_FLOAT ? expr_fval(ip->exprs, decide_expr(ip, t))
                             : expr_unary(ip->exprs, EXPR_TO_FLOAT_OP, int_expr(ip, t));
}

// An integer that becomes a float; false: it is too large. The limit: half a unit above the largest float.
static bool integer_as_float(struct interp *ip, term t) {
    double d;
    bool fits = num_to_double(plain(t), &d);
    if (!term_is_sym(t) || !ip->symbolic) return fits;
    return !decide_overflow(ip, overflow_of_integer(ip->exprs, int_expr(ip, t)), !fits);
}

static bool deliver(struct interp *ip, term value, expr_id e, term *result) {
    *result = ip->symbolic ? decide_value(ip, value, e) : value;
    return true;
}

// ---- Arithmetic: the kinds of the operands are decided, then the operation has one expression ----

// Whether both operands become floats and the result is one: decisions; false: it fails. How the operation
// fails (badarith) is the same in all cases.
static bool float_operation(struct interp *ip, enum expr_op op, const term *args, enum number_kind ka,
                            enum number_kind kb) {
    if (ka == NUMBER_INT && !integer_as_float(ip, args[0])) return false;
    if (kb == NUMBER_INT && !integer_as_float(ip, args[1])) return false;
    double a, b, r;
    if (!num_to_double(plain(args[0]), &a) || !num_to_double(plain(args[1]), &b)) return false;
    r = op == EXPR_FADD_OP ? a + b : op == EXPR_FSUB_OP ? a - b : op == EXPR_FMUL_OP ? a * b : a / b;
    bool finite = isfinite(r);
    if (!ip->symbolic) return finite;
    expr_id ea = float_expr(ip, args[0], ka), eb = float_expr(ip, args[1], kb);
    return !decide_overflow(ip, overflow_of_floats(ip->exprs, op, ea, eb), !finite);
}

typedef bool number_operation(struct process *p, term x, term y, term *out);

static bool mixed(struct process *p, const term *args, term *result, number_operation *compute,
                  enum expr_op on_ints, enum expr_op on_floats) {
    struct interp *ip = interp_of(p);
    enum number_kind ka = decide_number(ip, args[0]);
    if (ka == NUMBER_NOT) return raise_badarith(p);
    enum number_kind kb = decide_number(ip, args[1]);
    struct expr_store *x = ip->exprs;
    if (kb == NUMBER_NOT) return raise_badarith(p);
    if ((ka == NUMBER_FLOAT || kb == NUMBER_FLOAT) && !float_operation(ip, on_floats, args, ka, kb))
        return raise_badarith(p);
    term value;
    if (!compute(p, plain(args[0]), plain(args[1]), &value)) return false;
    if (!ip->symbolic) return deliver(ip, value, 0, result);
    expr_id e;
    if (ka == NUMBER_INT && kb == NUMBER_INT)
        e = expr_int_term(x, expr_arith(x, on_ints, int_expr(ip, args[0]), int_expr(ip, args[1])));
    else
        e = expr_float_term(
            x, expr_arith(x, on_floats, float_expr(ip, args[0], ka), float_expr(ip, args[1], kb)));
    return deliver(ip, value, e, result);
}

bool symbolic_add(struct process *p, const term *args, term *result) {
    return mixed(p, args, result, num_add, EXPR_ADD_OP, EXPR_FADD_OP);
}
bool symbolic_subtract(struct process *p, const term *args, term *result) {
    return mixed(p, args, result, num_sub, EXPR_SUB_OP, EXPR_FSUB_OP);
}
bool symbolic_multiply(struct process *p, const term *args, term *result) {
    return mixed(p, args, result, num_mul, EXPR_MUL_OP, EXPR_FMUL_OP);
}

static bool is_zero(term t) {
    return t == term_small(0) || (term_is_float(t) && term_float_value(t) == 0.0);
}

bool symbolic_divide(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    enum number_kind ka = decide_number(ip, args[0]), kb = decide_number(ip, args[1]);
    if (ka == NUMBER_NOT || kb == NUMBER_NOT) return raise_badarith(p);
    struct expr_store *x = ip->exprs;
    if (term_is_sym(args[1]) && ip->symbolic) {
        expr_id zero = kb == NUMBER_INT ? expr_int_eq(x, int_expr(ip, args[1]), expr_int(x, 0))
                                        : expr_float_eq(x, float_expr(ip, args[1], kb), expr_float(x, 0.0));
        decide_condition(ip, zero, is_zero(plain(args[1])));
    }
    if (!is_zero(plain(args[1])) && !float_operation(ip, EXPR_FDIV_OP, args, ka, kb))
        return raise_badarith(p);
    term value;
    if (!num_fdiv(p, plain(args[0]), plain(args[1]), &value)) return false;
    if (!ip->symbolic) return deliver(ip, value, 0, result);
    expr_id e = expr_arith(x, EXPR_FDIV_OP, float_expr(ip, args[0], ka), float_expr(ip, args[1], kb));
    return deliver(ip, value, expr_float_term(x, e), result);
}

// Measured with OTP 25: 1 bsl 33554367 is the largest power of two, and only 0 can be shifted further.
enum { SHIFT_MOST = 33554367 };

static void decide_shift(struct interp *ip, term count, bool left) {
    struct expr_store *x = ip->exprs;
    expr_id e = int_expr(ip, count);
    expr_id far =
        left ? expr_int_lt(x, expr_int(x, SHIFT_MOST), e) : expr_int_lt(x, e, expr_int(x, -SHIFT_MOST));
    const term most = term_small(left ? SHIFT_MOST : -SHIFT_MOST), by = plain(count);
    decide_condition(ip, far, left ? term_compare(most, by) < 0 : term_compare(by, most) < 0);
}

// Both operands must be integers.
static bool integers(struct process *p, const term *args, term *result, number_operation *compute,
                     enum expr_op op) {
    struct interp *ip = interp_of(p);
    if (!decide_kind(ip, args[0], KIND_BIT(KIND_INT)) || !decide_kind(ip, args[1], KIND_BIT(KIND_INT)))
        return raise_badarith(p);
    struct expr_store *x = ip->exprs;
    if ((op == EXPR_DIV_OP || op == EXPR_REM_OP) && term_is_sym(args[1]) && ip->symbolic)
        decide_condition(ip, expr_int_eq(x, int_expr(ip, args[1]), expr_int(x, 0)), is_zero(plain(args[1])));
    if (op == EXPR_BSL_OP && term_is_sym(args[1]) && ip->symbolic)
        decide_shift(ip, args[1], compute == num_bsl);
    term value;
    if (!compute(p, plain(args[0]), plain(args[1]), &value)) return false;
    if (!ip->symbolic) return deliver(ip, value, 0, result);
    expr_id a = int_expr(ip, args[0]), b = int_expr(ip, args[1]);
    if (compute == num_bsr) b = expr_arith(x, EXPR_SUB_OP, expr_int(x, 0), b);
    return deliver(ip, value, expr_int_term(x, expr_arith(x, op, a, b)), result);
}

#define INTEGERS(name, compute, op)                                                                          \
    bool symbolic_##name(struct process *p, const term *args, term *result) {                                \
        return integers(p, args, result, compute, op);                                                       \
    }
INTEGERS(div, num_idiv, EXPR_DIV_OP)
INTEGERS(rem, num_irem, EXPR_REM_OP)
INTEGERS(band, num_band, EXPR_BAND_OP)
INTEGERS(bor, num_bor, EXPR_BOR_OP)
INTEGERS(bxor, num_bxor, EXPR_BXOR_OP)
INTEGERS(bsl, num_bsl, EXPR_BSL_OP)
INTEGERS(bsr, num_bsr, EXPR_BSL_OP)

bool symbolic_bnot(struct process *p, const term *args, term *result) { // -x - 1
    const term both[2] = {term_small(-1), args[0]};
    return integers(p, both, result, num_sub, EXPR_SUB_OP);
}
bool symbolic_negate(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    enum number_kind k = decide_number(ip, args[0]);
    if (k == NUMBER_NOT) return raise_badarith(p);
    // -x of a float is a product, since 0.0 - 0.0 has the wrong sign.
    const term both[2] = {k == NUMBER_INT ? term_small(0) : term_float(p->heap, -1.0), args[0]};
    return k == NUMBER_INT ? symbolic_subtract(p, both, result) : symbolic_multiply(p, both, result);
}
bool symbolic_plus(struct process *p, const term *args, term *result) {
    *result = args[0];
    return decide_number(interp_of(p), args[0]) != NUMBER_NOT || raise_badarith(p);
}
bool symbolic_abs(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (decide_number(ip, args[0]) == NUMBER_NOT) return raise_badarg(p);
    *result = args[0];
    return !decide_less(ip, args[0], term_small(0)) || symbolic_negate(p, args, result);
}

static bool to_integer(struct process *p, const term *args, term *result, const char *name, enum expr_op op) {
    struct interp *ip = interp_of(p);
    enum number_kind k = decide_number(ip, args[0]);
    if (k == NUMBER_NOT) return raise_badarg(p);
    if (k == NUMBER_INT) {
        *result = args[0];
        return true;
    }
    const term value = plain(args[0]);
    if (!bif_find(term_symbol(atom_erlang), symbol_of(name), 1)->concrete(p, &value, result)) return false;
    if (!ip->symbolic) return true;
    return deliver(ip, *result,
                   expr_int_term(ip->exprs, expr_unary(ip->exprs, op, float_expr(ip, args[0], k))), result);
}
bool symbolic_trunc(struct process *p, const term *args, term *result) {
    return to_integer(p, args, result, "trunc", EXPR_TRUNC_OP);
}
bool symbolic_round(struct process *p, const term *args, term *result) {
    return to_integer(p, args, result, "round", EXPR_ROUND_OP);
}
bool symbolic_floor(struct process *p, const term *args, term *result) {
    return to_integer(p, args, result, "floor", EXPR_FLOOR_OP);
}
bool symbolic_ceil(struct process *p, const term *args, term *result) {
    return to_integer(p, args, result, "ceil", EXPR_CEIL_OP);
}
bool symbolic_float(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    enum number_kind k = decide_number(ip, args[0]);
    if (k == NUMBER_NOT) return raise_badarg(p);
    *result = args[0];
    if (k == NUMBER_FLOAT) return true;
    double d;
    if (!integer_as_float(ip, args[0])) return raise_badarg(p);
    if (!num_to_double(plain(args[0]), &d)) return raise_badarg(p);
    term value = term_float(p->heap, d);
    if (!ip->symbolic) return deliver(ip, value, 0, result);
    return deliver(ip, value, expr_float_term(ip->exprs, float_expr(ip, args[0], k)), result);
}

// ---- Comparison ----

#define COMPARISON(name, truth)                                                                              \
    bool symbolic_##name(struct process *p, const term *args, term *result) {                                \
        struct interp *ip = interp_of(p);                                                                    \
        *result = atom_boolean(truth);                                                                       \
        return true;                                                                                         \
    }
COMPARISON(exactly_equal, decide_equal(ip, args[0], args[1]))
COMPARISON(not_exactly_equal, !decide_equal(ip, args[0], args[1]))
COMPARISON(equal, decide_same(ip, args[0], args[1]))
COMPARISON(not_equal, !decide_same(ip, args[0], args[1]))
COMPARISON(less, decide_less(ip, args[0], args[1]))
COMPARISON(greater, decide_less(ip, args[1], args[0]))
COMPARISON(less_equal, !decide_less(ip, args[1], args[0]))
COMPARISON(greater_equal, !decide_less(ip, args[0], args[1]))

bool symbolic_min(struct process *p, const term *args, term *result) {
    *result = decide_less(interp_of(p), args[1], args[0]) ? args[1] : args[0];
    return true;
}
bool symbolic_max(struct process *p, const term *args, term *result) {
    *result = decide_less(interp_of(p), args[0], args[1]) ? args[1] : args[0];
    return true;
}

// ---- Logic ----

static bool booleans(struct process *p, const term *args, bool *a, bool *b) {
    enum boolean x = decide_boolean(interp_of(p), args[0]);
    if (x == BOOLEAN_NOT) return raise_badarg(p);
    enum boolean y = decide_boolean(interp_of(p), args[1]);
    if (y == BOOLEAN_NOT) return raise_badarg(p);
    *a = x == BOOLEAN_TRUE;
    *b = y == BOOLEAN_TRUE;
    return true;
}

#define LOGIC(name, value)                                                                                   \
    bool symbolic_##name(struct process *p, const term *args, term *result) {                                \
        bool a = false, b = false;                                                                           \
        if (!booleans(p, args, &a, &b)) return false;                                                        \
        *result = atom_boolean(value);                                                                       \
        return true;                                                                                         \
    }
LOGIC(and, a &&b)
LOGIC(or, a || b)
LOGIC(xor, a != b)

bool symbolic_not(struct process *p, const term *args, term *result) {
    enum boolean x = decide_boolean(interp_of(p), args[0]);
    *result = atom_boolean(x == BOOLEAN_FALSE);
    return x != BOOLEAN_NOT || raise_badarg(p);
}

// ---- Type tests ----

#define TYPE_TEST(name, kinds) COMPARISON(name, decide_kind(ip, args[0], kinds))
TYPE_TEST(is_integer, KIND_BIT(KIND_INT))
TYPE_TEST(is_float, KIND_BIT(KIND_FLOAT))
TYPE_TEST(is_number, KINDS_NUMBER)
TYPE_TEST(is_atom, KIND_BIT(KIND_ATOM))
TYPE_TEST(is_list, KINDS_LIST)
TYPE_TEST(is_tuple, KIND_BIT(KIND_TUPLE))
TYPE_TEST(is_map, KIND_BIT(KIND_MAP))
TYPE_TEST(is_binary, KIND_BIT(KIND_BINARY))
TYPE_TEST(is_bitstring, KINDS_BITS)
TYPE_TEST(is_pid, KIND_BIT(KIND_PID))
TYPE_TEST(is_port, KIND_BIT(KIND_PORT))
TYPE_TEST(is_reference, KIND_BIT(KIND_REF))
TYPE_TEST(is_function, KIND_BIT(KIND_FUN))
COMPARISON(is_boolean, decide_boolean(ip, args[0]) != BOOLEAN_NOT)

bool symbolic_is_function2(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    term n = decide_lose(ip, args[1], "arity in is_function/2");
    if (!term_is_integer(n) || term_compare(n, term_small(0)) < 0) return raise_badarg(p);
    bool yes = decide_kind(ip, args[0], KIND_BIT(KIND_FUN));
    if (yes) {
        yes = term_closure(plain(args[0]))->arity == (uint64_t)term_small_value(n) && term_is_small(n);
        if (term_is_sym(args[0]) && ip->symbolic && term_is_small(n))
            decide_condition(
                ip, expr_fun_arity(ip->exprs, term_symbolic(args[0])->expr, (uint32_t)term_small_value(n)),
                yes);
    }
    *result = atom_boolean(yes);
    return true;
}
