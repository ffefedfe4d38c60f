// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparison, logic and type tests of module erlang; module math.
#include <math.h>

#include "erlang/bif/bif_util.h"

// ---- Arithmetic ----
BIF(add) {
    return num_add(p, args[0], args[1], result);
}
BIF(sub) {
    return num_sub(p, args[0], args[1], result);
}
BIF(mul) {
    return num_mul(p, args[0], args[1], result);
}
BIF(fdiv) {
    return num_fdiv(p, args[0], args[1], result);
}
BIF(idiv) {
    return num_idiv(p, args[0], args[1], result);
}
BIF(irem) {
    return num_irem(p, args[0], args[1], result);
}
BIF(neg) {
    return num_neg(p, args[0], result);
}
BIF(plus) {
    return num_plus(p, args[0], result);
}
BIF(band) {
    return num_band(p, args[0], args[1], result);
}
BIF(bor) {
    return num_bor(p, args[0], args[1], result);
}
BIF(bxor) {
    return num_bxor(p, args[0], args[1], result);
}
BIF(bnot) {
    return num_bnot(p, args[0], result);
}
BIF(bsl) {
    return num_bsl(p, args[0], args[1], result);
}
BIF(bsr) {
    return num_bsr(p, args[0], args[1], result);
}

BIF(abs) {
    term t = args[0];
    if (!term_is_number(t)) return raise_badarg(p);
    if (term_is_float(t) && term_float_value(t) >= 0) return give(result, t); // -0.0 stays
    if (term_is_float(t)) return give(result, term_float(p->heap, -term_float_value(t)));
    bool negative = term_is_small(t) ? term_small_value(t) < 0 : ((struct big *)term_pointer(t))->sign < 0;
    return negative ? num_neg(p, t, result) : give(result, t);
}

static bool to_integer(struct process *p, term t, double (*f)(double), term *result) {
    if (term_is_integer(t)) return give(result, t);
    if (!term_is_float(t)) return raise_badarg(p);
    return give(result, num_of_double(p->heap, f(term_float_value(t))));
}

BIF(trunc) {
    return to_integer(p, args[0], trunc, result);
}
BIF(round) {
    return to_integer(p, args[0], round, result);
}
BIF(floor) {
    return to_integer(p, args[0], floor, result);
}
BIF(ceil) {
    return to_integer(p, args[0], ceil, result);
}

BIF(float) {
    double d;
    if (!term_is_number(args[0]) || !num_to_double(args[0], &d)) return raise_badarg(p);
    return give(result, term_is_float(args[0]) ? args[0] : term_float(p->heap, d));
}

// ---- Comparison and logic ----
BIF(eq) {
    return give_bool(result, term_compare(args[0], args[1]) == 0);
}
BIF(ne) {
    return give_bool(result, term_compare(args[0], args[1]) != 0);
}
BIF(exact_eq) {
    return give_bool(result, term_equal(args[0], args[1]));
}
BIF(exact_ne) {
    return give_bool(result, !term_equal(args[0], args[1]));
}
BIF(lt) {
    return give_bool(result, term_compare(args[0], args[1]) < 0);
}
BIF(gt) {
    return give_bool(result, term_compare(args[0], args[1]) > 0);
}
BIF(le) {
    return give_bool(result, term_compare(args[0], args[1]) <= 0);
}
BIF(ge) {
    return give_bool(result, term_compare(args[0], args[1]) >= 0);
}
BIF(min) {
    return give(result, term_compare(args[0], args[1]) <= 0 ? args[0] : args[1]);
}
BIF(max) {
    return give(result, term_compare(args[0], args[1]) >= 0 ? args[0] : args[1]);
}

static bool is_bool(term t) {
    return t == atom_true || t == atom_false;
}

BIF(and) {
    if (!is_bool(args[0]) || !is_bool(args[1])) return raise_badarg(p);
    return give_bool(result, args[0] == atom_true && args[1] == atom_true);
}
BIF(or) {
    if (!is_bool(args[0]) || !is_bool(args[1])) return raise_badarg(p);
    return give_bool(result, args[0] == atom_true || args[1] == atom_true);
}
BIF(xor) {
    if (!is_bool(args[0]) || !is_bool(args[1])) return raise_badarg(p);
    return give_bool(result, args[0] != args[1]);
}
BIF(not ) {
    if (!is_bool(args[0])) return raise_badarg(p);
    return give_bool(result, args[0] == atom_false);
}

// ---- Type tests ----
BIF(is_atom) {
    return give_bool(result, term_is_atom(args[0]));
}
BIF(is_integer) {
    return give_bool(result, term_is_integer(args[0]));
}
BIF(is_float) {
    return give_bool(result, term_is_float(args[0]));
}
BIF(is_number) {
    return give_bool(result, term_is_number(args[0]));
}
BIF(is_list) {
    return give_bool(result, term_is_cons(args[0]) || term_is_nil(args[0]));
}
BIF(is_tuple) {
    return give_bool(result, term_is_tuple(args[0]));
}
BIF(is_map) {
    return give_bool(result, term_is_map(args[0]));
}
BIF(is_binary) {
    return give_bool(result, bits_is_binary(args[0]));
}
BIF(is_bitstring) {
    return give_bool(result, term_is_bits(args[0]));
}
BIF(is_boolean) {
    return give_bool(result, is_bool(args[0]));
}
BIF(is_pid) {
    return give_bool(result, term_is_imm(args[0], IMM_PID));
}
BIF(is_port) {
    return give_bool(result, term_is_imm(args[0], IMM_PORT));
}
BIF(is_reference) {
    return give_bool(result, term_is_imm(args[0], IMM_REF));
}
BIF(is_function) {
    return give_bool(result, term_is_fun(args[0]));
}

BIF(is_function2) {
    term n = args[1];
    if (term_is_big(n) && ((struct big *)term_pointer(n))->sign > 0) return give_bool(result, false);
    if (!term_is_small(n) || term_small_value(n) < 0) return raise_badarg(p);
    return give_bool(result, term_is_fun(args[0]) && term_closure(args[0])->arity == term_small_value(n));
}

BIF(is_record) {
    if (!term_is_atom(args[1])) return raise_badarg(p);
    const struct tuple *t = term_is_tuple(args[0]) ? term_tuple(args[0]) : NULL;
    return give_bool(result, t && t->n > 0 && t->at[0] == args[1]);
}

BIF(is_record3) {
    term n = args[2];
    if (!term_is_atom(args[1]) || !term_is_small(n)) return raise_badarg(p);
    const struct tuple *t = term_is_tuple(args[0]) ? term_tuple(args[0]) : NULL;
    return give_bool(result, t && t->n > 0 && t->at[0] == args[1] && n == term_small((int64_t)t->n));
}

// ---- Module math: badarith for arguments outside a function's domain and for overflow ----
static bool math1(struct process *p, double (*f)(double), const term *args, term *result) {
    double x;
    if (!term_is_number(args[0])) return raise_badarg(p);
    if (!num_to_double(args[0], &x)) return raise_badarith(p);
    return num_float(p, f(x), result);
}

static bool math2(struct process *p, double (*f)(double, double), const term *args, term *result) {
    double v[2];
    for (int i = 0; i < 2; i++) {
        if (!term_is_number(args[i])) return raise_badarg(p);
        if (!num_to_double(args[i], &v[i])) return raise_badarith(p);
    }
    return num_float(p, f(v[0], v[1]), result);
}

#define MATH1(name)                                                                                          \
    BIF(math_##name) {                                                                                       \
        return math1(p, name, args, result);                                                                 \
    }
#define MATH2(name)                                                                                          \
    BIF(math_##name) {                                                                                       \
        return math2(p, name, args, result);                                                                 \
    }
MATH1(sin)
MATH1(cos)
MATH1(tan)
MATH1(asin)
MATH1(acos)
MATH1(atan)
MATH1(sinh)
MATH1(cosh)
MATH1(tanh)
MATH1(asinh)
MATH1(acosh)
MATH1(atanh)
MATH1(exp)
MATH1(log)
MATH1(log2)
MATH1(log10)
MATH1(sqrt)
MATH1(erf)
MATH1(erfc)
MATH1(floor)
MATH1(ceil)
MATH2(pow)
MATH2(atan2)
MATH2(fmod)

BIF(math_pi) {
    return give(result, term_float(p->heap, M_PI));
}
