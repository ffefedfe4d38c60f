// SPDX-License-Identifier: Apache-2.0
// Simplifications worked out by hand; values of Erlang's operators as OTP 25's shell gives them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <string.h>

#include <cmocka.h>

#include "expr/expr.h"
#include "expr/pack.h"

static struct expr_store *x;
static expr_id v, w, a, b; // variables 0 and 1, and their integers

static int setup(void **state) {
    x = expr_store_new();
    v = expr_var(x, 0), w = expr_var(x, 1);
    a = expr_ival(x, v), b = expr_ival(x, w);
    return 0;
}

static int teardown(void **state) {
    expr_store_free(x);
    return 0;
}

static void same(expr_id got, expr_id want) {
    if (got == want) return;
    struct str s = {0};
    str_add(&s, "got ");
    expr_print(x, got, &s);
    str_add(&s, " want ");
    expr_print(x, want, &s);
    fail_msg("%s", str_text(&s));
}

static void prints_as(expr_id e, const char *want) {
    struct str s = {0};
    expr_print(x, e, &s);
    assert_string_equal(str_text(&s), want);
    str_free(&s);
}

static expr_id num(int64_t i) {
    return expr_int(x, i);
}

static expr_id big(const char *text) {
    mpz_t z;
    assert_int_equal(mpz_init_set_str(z, text, 10), 0);
    expr_id e = expr_int_mpz(x, z);
    mpz_clear(z);
    return e;
}

static expr_id atom(const char *text) {
    return expr_atom(x, symbol_of(text));
}
static expr_id flo(double f) {
    return expr_float(x, f);
}
static expr_id int_of(int64_t i) {
    return expr_int_term(x, num(i));
}

#define OP(op, p, q) expr_arith(x, EXPR_##op##_OP, p, q)
#define UN(op, p)    expr_unary(x, EXPR_##op##_OP, p)
#define EQ(p, q)     expr_int_eq(x, p, q)
#define LT(p, q)     expr_int_lt(x, p, q)
#define NOT(p)       expr_not(x, p)
#define AND(...)     expr_and(x, (expr_id[]){__VA_ARGS__}, sizeof((expr_id[]){__VA_ARGS__}) / sizeof(expr_id))
#define OR(...)      expr_or(x, (expr_id[]){__VA_ARGS__}, sizeof((expr_id[]){__VA_ARGS__}) / sizeof(expr_id))
#define TUPLE(...)   expr_tuple(x, (expr_id[]){__VA_ARGS__}, sizeof((expr_id[]){__VA_ARGS__}) / sizeof(expr_id))

static void literals_fold(void **state) {
    same(OP(DIV, num(-7), num(2)), num(-3));
    same(OP(REM, num(-7), num(2)), num(-1));
    same(OP(DIV, num(7), num(-2)), num(-3));
    same(OP(REM, num(7), num(-2)), num(1));
    same(OP(DIV, num(INT64_MIN), num(-1)), big("9223372036854775808"));
    same(OP(ADD, num(INT64_MAX), num(1)), big("9223372036854775808"));
    same(OP(SUB, big("9223372036854775808"), num(1)), num(INT64_MAX));
    same(OP(MUL, num(4294967296), num(4294967296)), big("18446744073709551616"));
    same(OP(BAND, num(-6), num(11)), num(10));
    same(OP(BOR, num(-6), num(3)), num(-5));
    same(OP(BXOR, num(-6), num(3)), num(-7));
    same(OP(BAND, big("-18446744073709551617"), big("36893488147419103231")), big("18446744073709551615"));
    same(OP(BSL, num(-5), num(-1)), num(-3));
    same(OP(BSL, num(-5), num(-100)), num(-1));
    same(OP(BSL, num(1), num(64)), big("18446744073709551616"));
    same(OP(BSL, big("18446744073709551616"), num(-64)), num(1));
    // nothing for it: the one is undefined, the other too big to make
    assert_false(expr_is_ground(x, OP(DIV, num(1), num(0))));
    assert_false(expr_is_ground(x, OP(BSL, num(1), num(1LL << 40))));
    assert_true(expr_store_bytes(x) < 100000000);
}

// What both sides of a comparison are sums of counts on neither.
static void common_addends(void **state) {
    expr_id sum = OP(ADD, a, b);
    same(EQ(a, sum), EQ(b, num(0)));
    same(EQ(sum, OP(ADD, b, num(3))), EQ(a, num(3)));
    same(EQ(OP(ADD, b, num(3)), sum), EQ(a, num(3)));
    same(LT(a, OP(ADD, sum, num(1))), NOT(LT(b, num(0))));
    same(LT(OP(ADD, sum, num(1)), a), LT(b, num(-1)));
    same(LT(b, sum), NOT(LT(a, num(1))));
}

static void floats_fold(void **state) {
    same(OP(FADD, flo(0.1), flo(0.2)), flo(0.30000000000000004));
    same(OP(FDIV, flo(1), flo(3)), flo(0.3333333333333333));
    assert_int_not_equal(OP(FDIV, flo(1), flo(0)), flo(0));
    assert_false(expr_is_ground(x, OP(FMUL, flo(1e308), flo(10)))); // badarith
    same(UN(TRUNC, flo(-2.5)), num(-2));
    same(UN(ROUND, flo(-2.5)), num(-3));
    same(UN(ROUND, flo(2.5)), num(3));
    same(UN(FLOOR, flo(-2.5)), num(-3));
    same(UN(CEIL, flo(-2.5)), num(-2));
    same(UN(TRUNC, flo(1e20)), big("100000000000000000000"));
    same(UN(ROUND, flo(0.49999999999999994)), num(0));
    same(UN(TO_FLOAT, num(9007199254740993)), flo(9007199254740992)); // 2^53 + 1: to even
    same(UN(TO_FLOAT, num(9007199254740995)), flo(9007199254740996));
    // 2^64 + 2^11 is half way between two floats; the least bit more decides
    same(UN(TO_FLOAT, big("18446744073709553664")), flo(18446744073709551616.0));
    same(UN(TO_FLOAT, big("18446744073709553665")), flo(18446744073709555712.0));
    same(UN(TO_FLOAT, big("-18446744073709553665")), flo(-18446744073709555712.0));
    assert_false(expr_is_ground(x, UN(TO_FLOAT, OP(BSL, num(1), num(1024)))));
    same(expr_float_eq(x, flo(0.0), flo(-0.0)), EXPR_TRUE);
    same(expr_float_lt(x, flo(-0.0), flo(0.0)), EXPR_FALSE);
    assert_int_not_equal(flo(0.0), flo(-0.0));
}

static void sums(void **state) {
    same(OP(ADD, OP(ADD, a, num(1)), num(2)), OP(ADD, a, num(3)));
    same(OP(ADD, a, b), OP(ADD, b, a));
    same(OP(SUB, a, a), num(0));
    same(OP(SUB, OP(ADD, a, num(5)), a), num(5));
    same(OP(SUB, a, num(4)), OP(ADD, a, num(-4)));
    same(OP(ADD, OP(SUB, a, num(4)), num(4)), a);
    same(OP(SUB, num(10), OP(SUB, num(3), a)), OP(ADD, a, num(7)));
    same(OP(SUB, OP(ADD, a, b), b), a);
    same(OP(ADD, OP(SUB, a, b), b), a);
    same(OP(MUL, a, num(1)), a);
    same(OP(MUL, num(0), a), num(0));
    same(OP(MUL, OP(MUL, a, num(3)), num(4)), OP(MUL, a, num(12)));
    same(OP(MUL, OP(ADD, a, num(2)), num(5)), OP(ADD, OP(MUL, a, num(5)), num(10)));
    same(OP(MUL, a, num(-1)), OP(SUB, num(0), a));
    same(OP(DIV, a, num(-1)), OP(SUB, num(0), a));
    same(OP(REM, a, num(-7)), OP(REM, a, num(7)));
    same(OP(REM, a, num(1)), num(0));
    prints_as(OP(SUB, num(10), a), "(+ (- 0 (ival v0)) 10)");
}

static void bits(void **state) {
    same(OP(BAND, a, num(0)), num(0));
    same(OP(BAND, a, num(-1)), a);
    same(OP(BAND, a, a), a);
    same(OP(BXOR, a, a), num(0));
    same(OP(BXOR, a, num(-1)), OP(SUB, num(-1), a)); // bnot
    same(OP(BOR, num(-1), a), num(-1));
    same(OP(BAND, OP(BAND, a, num(12)), num(10)), OP(BAND, a, num(8)));
    // A byte with its sign extended, masked; two bytes put together again.
    expr_id byte = OP(SUB, OP(BAND, OP(ADD, a, num(128)), num(255)), num(128));
    same(OP(BAND, byte, num(255)), OP(BAND, a, num(255)));
    same(OP(BAND, byte, num(15)), OP(BAND, a, num(15)));
    prints_as(OP(BAND, byte, num(511)), "(band (+ (band (+ (ival v0) 128) 255) 384) 511)");
    same(OP(BAND, OP(ADD, a, num(300)), num(255)), OP(BAND, OP(ADD, a, num(44)), num(255)));
    same(OP(BOR, OP(BAND, a, num(255)), OP(MUL, OP(BSL, a, num(-8)), num(256))), a);
    same(OP(BOR, OP(MUL, OP(BAND, OP(BSL, a, num(-8)), num(255)), num(256)), OP(BAND, a, num(255))),
         OP(BAND, a, num(65535)));
    same(OP(BSL, a, num(3)), OP(MUL, a, num(8)));
    same(OP(BSL, OP(BSL, a, num(-3)), num(-4)), OP(BSL, a, num(-7)));
    same(LT(OP(BAND, a, num(7)), num(8)), EXPR_TRUE);
    same(LT(OP(BAND, a, num(7)), num(0)), EXPR_FALSE);
}

static void comparisons(void **state) {
    same(EQ(OP(ADD, a, num(3)), num(10)), EQ(a, num(7)));
    same(EQ(num(7), a), EQ(a, num(7)));
    same(LT(OP(ADD, a, num(3)), num(10)), LT(a, num(7)));
    same(LT(num(6), a), NOT(LT(a, num(7))));
    same(LT(OP(SUB, num(10), a), num(4)), LT(num(6), a)); // 10 - a < 4
    same(EQ(OP(SUB, num(10), a), num(4)), EQ(a, num(6)));
    same(EQ(OP(MUL, a, num(6)), num(42)), EQ(a, num(7)));
    same(EQ(OP(MUL, a, num(6)), num(43)), EXPR_FALSE);
    same(LT(OP(MUL, a, num(6)), num(43)), LT(a, num(8)));   // a < 7.17
    same(LT(OP(MUL, a, num(-6)), num(43)), LT(num(-8), a)); // a > -7.17
    same(LT(a, a), EXPR_FALSE);
    same(LT(a, OP(ADD, a, num(1))), EXPR_TRUE);
    same(LT(OP(SUB, a, b), num(0)), LT(a, b));
    same(EQ(OP(SUB, a, b), num(0)), EQ(b, a));
    same(LT(OP(ADD, b, num(1)), OP(ADD, a, num(1))), LT(b, a));
    same(NOT(LT(b, a)), LT(a, OP(ADD, b, num(1)))); // a =< b
    same(EQ(a, a), EXPR_TRUE);
    // mixed: 3.0 == A and A < 2.5 are questions about integers
    expr_id f = UN(TO_FLOAT, a);
    same(expr_float_eq(x, f, flo(3)), EQ(a, num(3)));
    same(expr_float_eq(x, flo(2.5), f), EXPR_FALSE);
    same(expr_float_lt(x, f, flo(2.5)), LT(a, num(3)));
    same(expr_float_lt(x, flo(2.5), f), LT(num(2), a));
    same(expr_float_lt(x, flo(-2.5), f), LT(num(-3), a));
    assert_int_equal(expr_op(x, expr_float_eq(x, f, flo(0x1p53))), EXPR_FLOAT_EQ_OP); // 2^53 + 1 is equal too
}

static void junctions(void **state) {
    expr_id p = LT(a, num(1)), q = LT(b, num(1)), r = EQ(a, b);
    same(NOT(NOT(p)), p);
    same(AND(p, AND(q, r)), AND(r, q, p));
    same(AND(p, p), p);
    same(AND(p, q, NOT(p)), EXPR_FALSE);
    same(OR(p, NOT(p)), EXPR_TRUE);
    same(AND(p, EXPR_TRUE), p);
    same(AND(p, EXPR_FALSE), EXPR_FALSE);
    same(OR(p, EXPR_FALSE), p);
    same(OR(EXPR_TRUE, p), EXPR_TRUE);
    same(expr_and(x, NULL, 0), EXPR_TRUE);
    same(expr_or(x, NULL, 0), EXPR_FALSE);
    assert_int_equal(expr_count(x, AND(p, AND(q, r))), 3);
    kind_set number = KINDS_NUMBER, list = KINDS_LIST;
    same(NOT(expr_kind(x, v, number)), expr_kind(x, v, KINDS_ALL & ~number));
    same(AND(expr_kind(x, v, number), expr_kind(x, v, KIND_BIT(KIND_INT) | list)),
         expr_kind(x, v, KIND_BIT(KIND_INT)));
    same(AND(expr_kind(x, v, number), q, expr_kind(x, v, list)), EXPR_FALSE);
    same(OR(expr_kind(x, v, number), expr_kind(x, v, list)), expr_kind(x, v, number | list));
    same(OR(expr_kind(x, v, number), q, expr_kind(x, v, KINDS_ALL & ~number)), EXPR_TRUE);
}

static void kinds(void **state) {
    same(expr_kind(x, v, KINDS_ALL), EXPR_TRUE);
    same(expr_kind(x, v, 0), EXPR_FALSE);
    same(expr_kind(x, expr_cons(x, v, w), KIND_BIT(KIND_CONS)), EXPR_TRUE);
    same(expr_kind(x, expr_cons(x, v, w), KIND_BIT(KIND_NIL)), EXPR_FALSE);
    same(expr_kind(x, expr_int_term(x, OP(ADD, a, num(1))), KINDS_NUMBER), EXPR_TRUE);
    same(expr_kind(x, expr_bits(x, (const uint8_t *)"\xa0", 3), KIND_BIT(KIND_BITSTRING)), EXPR_TRUE);
    same(expr_kind(x, expr_bits(x, (const uint8_t *)"a", 8), KIND_BIT(KIND_BINARY)), EXPR_TRUE);
    same(expr_kind(x, expr_opaque(x, KIND_PID, 3), KIND_BIT(KIND_PID)), EXPR_TRUE);
    same(expr_arity(x, TUPLE(v, w), 2), EXPR_TRUE);
    same(expr_arity(x, TUPLE(v, w), 3), EXPR_FALSE);
    same(expr_arity(x, atom("a"), 0), EXPR_FALSE);
    same(UN(TUPLE_SIZE, TUPLE(v, w)), num(2));
    same(EQ(UN(TUPLE_SIZE, v), num(2)), expr_arity(x, v, 2));
    same(LT(UN(TUPLE_SIZE, v), num(0)), EXPR_FALSE);
    same(expr_fun_arity(x, expr_fun(x, 2, NULL, 0, EXPR_NIL), 2), EXPR_TRUE);
}

static void equalities(void **state) {
    expr_id five = int_of(5), cell = expr_cons(x, v, EXPR_NIL);
    same(expr_eq(x, v, v), EXPR_TRUE);
    same(expr_eq(x, v, w), expr_eq(x, w, v));
    same(expr_eq(x, atom("a"), atom("b")), EXPR_FALSE);
    same(expr_eq(x, cell, EXPR_NIL), EXPR_FALSE);
    same(expr_eq(x, cell, expr_cons(x, five, w)),
         AND(expr_eq(x, v, five), expr_kind(x, w, KIND_BIT(KIND_NIL))));
    same(expr_eq(x, TUPLE(v, w), TUPLE(w, v)), expr_eq(x, v, w));
    same(expr_eq(x, TUPLE(v, w), TUPLE(v)), EXPR_FALSE);
    same(expr_eq(x, TUPLE(v, five), TUPLE(w, int_of(6))), EXPR_FALSE);
    same(expr_eq(x, expr_int_term(x, OP(ADD, a, num(1))), int_of(4)), EQ(a, num(3)));
    same(expr_eq(x, expr_int_term(x, OP(ADD, a, num(1))), atom("a")), EXPR_FALSE);
    same(expr_eq(x, expr_int_term(x, OP(ADD, a, num(1))), expr_float_term(x, flo(1))), EXPR_FALSE);
    assert_int_equal(expr_op(x, expr_eq(x, five, v)), EXPR_EQ_OP);
    assert_int_equal(expr_arg(x, expr_eq(x, five, v), 1), five);
    expr_id zero = expr_float_term(x, flo(0.0)), minus = expr_float_term(x, flo(-0.0));
    same(expr_eq(x, zero, minus), EXPR_TRUE); // OTP 25
    same(expr_eq(x, TUPLE(five, TUPLE(zero)), TUPLE(five, TUPLE(minus))), EXPR_TRUE);
    same(expr_eq(x, v, TUPLE(minus)), expr_eq(x, v, TUPLE(zero)));
    expr_id k = atom("k"), l = atom("l");
    expr_id m = expr_map(x, (expr_id[]){l, v, k, five}, 2), n = expr_map(x, (expr_id[]){k, w, l, five}, 2);
    same(expr_eq(x, m, n), AND(expr_eq(x, v, five), expr_eq(x, w, five)));
    same(expr_eq(x, m, expr_map(x, (expr_id[]){k, v}, 1)), EXPR_FALSE);
}

static void selectors(void **state) {
    expr_id cell = expr_cons(x, v, w), k = atom("k"), m = expr_map(x, (expr_id[]){k, v, atom("l"), w}, 2);
    same(expr_hd(x, cell), v);
    same(expr_tl(x, cell), w);
    same(expr_cons(x, expr_hd(x, v), expr_tl(x, v)), v);
    same(expr_elem(x, TUPLE(v, w), 1), w);
    same(expr_map_get(x, m, k), v);
    same(expr_map_has(x, m, k), EXPR_TRUE);
    same(expr_map_has(x, m, atom("z")), EXPR_FALSE);
    same(expr_map(x, (expr_id[]){atom("l"), w, k, v}, 2), m);
    same(expr_int_term(x, a), v);
    same(expr_ival(x, expr_int_term(x, num(3))), num(3));
    same(expr_fval(x, expr_float_term(x, flo(3))), flo(3));
    same(expr_float_term(x, expr_fval(x, v)), v);
    assert_false(expr_is_ground(x, expr_hd(x, EXPR_NIL))); // undefined, no value
    assert_false(expr_is_ground(x, expr_cons(x, expr_hd(x, EXPR_NIL), EXPR_NIL)));
    assert_true(expr_is_ground(x, TUPLE(k, int_of(1), EXPR_NIL)));
    same(expr_atom_lt(x, atom("abc"), atom("abd")), EXPR_TRUE);
    same(expr_atom_lt(x, atom("b"), atom("abd")), EXPR_FALSE);
}

static expr_id list_of(const char *text) {
    expr_id list = EXPR_NIL;
    for (size_t n = strlen(text); n-- > 0;) list = expr_cons(x, int_of((unsigned char)text[n]), list);
    return list;
}

static void texts(void **state) {
    expr_id text = expr_text(x, v), digits = expr_digits(x, a, 10);
    same(expr_text(x, atom("abc")), list_of("abc"));
    same(expr_text(x, atom("\xC3\xA9")), expr_cons(x, int_of(0xE9), EXPR_NIL));
    same(expr_named(x, list_of("abc")), atom("abc"));
    same(expr_named(x, text), v);
    same(expr_text(x, expr_named(x, w)), w);
    same(expr_eq(x, text, list_of("abc")), expr_eq(x, v, atom("abc")));
    same(expr_eq(x, text, TUPLE(v)), expr_eq(x, TUPLE(v), text));
    same(expr_eq(x, text, expr_cons(x, atom("a"), EXPR_NIL)), EXPR_FALSE);
    same(expr_eq(x, text, expr_text(x, w)), expr_eq(x, v, w));
    same(expr_eq(x, atom("abc"), expr_named(x, w)), expr_eq(x, w, list_of("abc")));
    same(expr_eq(x, expr_named(x, w), int_of(1)), EXPR_FALSE);
    same(expr_kind(x, text, KINDS_LIST), EXPR_TRUE);
    same(expr_kind(x, text, KIND_BIT(KIND_INT)), EXPR_FALSE);
    same(expr_not(x, expr_kind(x, text, KIND_BIT(KIND_NIL))), expr_kind(x, text, KIND_BIT(KIND_CONS)));
    same(expr_digits(x, num(-255), 16), list_of("-FF"));
    same(expr_eq(x, digits, list_of("-137")), expr_int_eq(x, a, num(-137)));
    same(expr_eq(x, digits, list_of("007")), EXPR_FALSE);
    same(expr_eq(x, digits, list_of("-0")), EXPR_FALSE);
    same(expr_eq(x, digits, EXPR_NIL), EXPR_FALSE);
    same(expr_eq(x, digits, expr_digits(x, b, 10)), expr_int_eq(x, a, b));
    same(expr_kind(x, digits, KIND_BIT(KIND_CONS)), EXPR_TRUE);
    assert_false(expr_is_ground(x, expr_named(x, int_of(1)))); // undefined, no value
}

static void text_and_size(void **state) {
    prints_as(AND(LT(a, num(7)), expr_kind(x, w, KINDS_LIST)), "(and (int< (ival v0) 7) (kind v1 nil|cons))");
    prints_as(TUPLE(atom("ok"), expr_float_term(x, flo(0.5)), atom("A b")),
              "(tuple ok (float_term 0.5) 'A b')");
    prints_as(expr_elem(x, v, 3), "(elem v0 3)");
    prints_as(expr_bits(x, (const uint8_t *)"\x01\xa0", 11), "<<01a0:11>>");
    assert_true(expr_size(x, int_of(0)) < expr_size(x, int_of(1)));
    assert_true(expr_size(x, int_of(1)) < expr_size(x, int_of(-1)));
    assert_true(expr_size(x, int_of(7)) < expr_size(x, int_of(1000)));
    assert_true(expr_size(x, EXPR_NIL) < expr_size(x, expr_cons(x, EXPR_NIL, EXPR_NIL)));
    assert_true(expr_size(x, expr_float_term(x, flo(0.5))) <
                expr_size(x, expr_float_term(x, flo(0.1 + 0.2))));
    assert_true(expr_size(x, atom("a")) < expr_size(x, atom("undefined")));
    expr_id e = int_of(1);
    for (int i = 0; i < 200; i++) e = TUPLE(e, e); // 2^200 as a tree
    assert_true(expr_size(x, e) == UINT64_MAX);
}

// What was packed comes back as it was, node by node: leaves come in the order of their variables here. No
// part of the words can be missing.
static void packed_numbers(void **state) {
    expr_id big = num(1), f = expr_fval(x, expr_var(x, 2)),
            size = expr_unary(x, EXPR_TUPLE_SIZE_OP, expr_var(x, 3));
    for (int i = 0; i < 5; i++) big = expr_arith(x, EXPR_MUL_OP, big, num(-1000000007));
    expr_id sum = expr_arith(x, EXPR_ADD_OP, expr_arith(x, EXPR_MUL_OP, a, b), big);
    expr_id roots[] = {LT(a, num(INT64_MIN)),
                       LT(b, num(-8)),
                       expr_float_lt(x, f, flo(-0.5)),
                       LT(size, expr_ite(x, LT(a, b), sum, num(9))),
                       expr_or(x, (expr_id[]){expr_ieee_is_nan(x, f), EQ(sum, a), LT(b, size)}, 3),
                       flo(0.1),
                       big,
                       EXPR_TRUE};
    enum { ROOTS = sizeof roots / sizeof *roots };
    expr_words words = {0};
    expr_roots leaves = {0}, back = {0};
    assert_true(expr_pack(x, roots, ROOTS, &words, &leaves));
    assert_int_equal(leaves.n, 4);
    same(leaves.at[0], a), same(leaves.at[1], b), same(leaves.at[2], f), same(leaves.at[3], size);
    assert_true(expr_unpack(x, words.at, words.n, &back));
    assert_int_equal(back.n, ROOTS);
    for (uint32_t i = 0; i < ROOTS; i++) same(back.at[i], roots[i]);
    struct expr_store *other = expr_store_new();
    for (uint32_t n = 0; n < words.n; n++) assert_false(expr_unpack(other, words.at, n, &back));
    vec_clear(&back);
    assert_true(expr_unpack(other, words.at, words.n, &back));
    for (uint32_t i = 0; i < ROOTS; i++) {
        struct str ours = {0}, theirs = {0};
        expr_print(x, roots[i], &ours);
        expr_print(other, back.at[i], &theirs);
        assert_string_equal(str_text(&ours), str_text(&theirs));
        str_free(&ours);
        str_free(&theirs);
    }
    expr_id terms[] = {EQ(a, b), expr_eq(x, v, w)};
    assert_false(expr_pack(x, terms, 2, &words, &leaves));
    expr_store_free(other);
    vec_free(&words);
    vec_free(&leaves);
    vec_free(&back);
}

// i, with what lies between first and last moved by `by`.
static expr_id moved(expr_id i, int64_t first, int64_t last, int64_t by) {
    expr_id cases =
        expr_ite(x, LT(i, num(first)), num(0), expr_ite(x, LT(i, num(last + 1)), num(by), num(0)));
    return expr_arith(x, EXPR_ADD_OP, i, cases);
}
static int64_t moved_number(int64_t i, int64_t first, int64_t last, int64_t by) {
    return i >= first && i <= last ? i + by : i;
}

// The other case of a character, of one in the other case already too: a comparison with a literal is one of
// the character, and true of the same ones.
static void pieces(void **state) {
    expr_id lower = moved(a, 'A', 'Z', 32), back = moved(lower, 'a', 'z', -32),
            digit = moved(expr_arith(x, EXPR_SUB_OP, a, num('0')), 0, 9, 100);
    expr_id is_d[2] = {EQ(a, num('D')), EQ(a, num('d'))};
    same(EQ(lower, num('d')), expr_or(x, is_d, 2));
    same(EQ(lower, num('D')), EXPR_FALSE);
    same(LT(lower, num(128)), LT(a, num(128)));
    struct eval *under = eval_new(x);
    for (int64_t c = -3; c < 140; c++) {
        const struct binding value = {0, int_of(c)};
        const struct model m = {1, &value, NULL};
        int64_t low = moved_number(c, 'A', 'Z', 32), again = moved_number(low, 'a', 'z', -32);
        eval_begin(under, &m);
        for (int64_t d = -3; d < 140; d++) {
            assert_int_equal(eval_bool(under, EQ(lower, num(d))), low == d);
            assert_int_equal(eval_bool(under, LT(lower, num(d))), low < d);
            assert_int_equal(eval_bool(under, EQ(back, num(d))), again == d);
            assert_int_equal(eval_bool(under, LT(back, num(d))), again < d);
            assert_int_equal(eval_bool(under, EQ(digit, num(d))), moved_number(c - '0', 0, 9, 100) == d);
        }
    }
    eval_free(under);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        T(literals_fold), T(common_addends), T(floats_fold),    T(sums),       T(bits),
        T(comparisons),   T(junctions),      T(kinds),          T(equalities), T(selectors),
        T(texts),         T(text_and_size),  T(packed_numbers), T(pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
