// SPDX-License-Identifier: Apache-2.0
// Expressions as a person writes them. The expected texts are Java's, written by hand; where two forms of a
// condition are equal (expr.h), the one that a person would write.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "expr/infix.h"

static struct expr_store *x;
static expr_id a, b;

static bool named(void *context, expr_id e, struct str *out) {
    (void)context;
    if (expr_op(x, e) != EXPR_VAR_OP) return false;
    str_add_char(out, (char)('a' + expr_imm(x, e)));
    return true;
}

static const struct infix java = {.named = named,
                                  .equal = "==",
                                  .differs = "!=",
                                  .at_most = "<=",
                                  .both = "&&",
                                  .either = "||",
                                  .negated = "!",
                                  .remainder = "%"};

#define PRINTS(e, text)                                                                                      \
    do {                                                                                                     \
        struct str s = {0};                                                                                  \
        expr_infix(x, &java, e, &s);                                                                         \
        assert_string_equal(str_text(&s), text);                                                             \
        str_free(&s);                                                                                        \
    } while (0)

static expr_id number(int64_t v) {
    return expr_int(x, v);
}

static expr_id of(enum expr_op op, expr_id l, expr_id r) {
    return expr_arith(x, op, l, r);
}

static void comparisons(void **state) {
    (void)state;
    PRINTS(expr_int_lt(x, a, b), "a < b");
    PRINTS(expr_not(x, expr_int_lt(x, a, b)), "a >= b");
    PRINTS(expr_int_lt(x, a, number(5)), "a < 5");
    PRINTS(expr_not(x, expr_int_lt(x, a, number(5))), "a >= 5");
    PRINTS(expr_int_eq(x, a, number(-3)), "a == -3");
    PRINTS(expr_not(x, expr_int_eq(x, a, b)), "a != b");
    expr_id both[2] = {expr_int_eq(x, a, number(1)), expr_int_eq(x, b, number(2))};
    expr_id any = expr_or(x, both, 2);
    PRINTS(any, "a == 1 || b == 2");
    expr_id and_less[2] = {any, expr_int_lt(x, a, b)};
    struct str s = {0}; // arguments are in the order of ids
    expr_infix(x, &java, expr_and(x, and_less, 2), &s);
    assert_non_null(strstr(s.at, "(a == 1 || b == 2)"));
    assert_non_null(strstr(s.at, " && "));
    str_free(&s);
}

static void operators_bind(void **state) {
    (void)state;
    PRINTS(of(EXPR_ADD_OP, a, number(-1)), "a - 1");
    PRINTS(of(EXPR_SUB_OP, number(0), a), "-a");
    PRINTS(of(EXPR_SUB_OP, a, of(EXPR_SUB_OP, b, a)), "a - (b - a)");
    PRINTS(of(EXPR_DIV_OP, a, of(EXPR_SUB_OP, number(0), b)), "a / -b");
    PRINTS(of(EXPR_REM_OP, of(EXPR_ADD_OP, a, b), number(7)), "(a + b) % 7");
    PRINTS(expr_ite(x, expr_int_lt(x, a, b), a, number(0)), "(a < b ? a : 0)");
}

static void what_is_deep_is_cut(void **state) {
    (void)state;
    expr_id e = a;
    for (int i = 0; i < 100000; i++) e = of(EXPR_DIV_OP, e, b);
    struct str s = {0};
    expr_infix(x, &java, e, &s);
    assert_non_null(strstr(s.at, ".."));
    assert_true(s.n < 5000);
    str_free(&s);
}

static int set_up(void **state) {
    (void)state;
    x = expr_store_new();
    a = expr_ival(x, expr_var(x, 0));
    b = expr_ival(x, expr_var(x, 1));
    return 0;
}

static int clean_up(void **state) {
    (void)state;
    expr_store_free(x);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(comparisons), cmocka_unit_test(operators_bind),
                                       cmocka_unit_test(what_is_deep_is_cut)};
    return cmocka_run_group_tests_name("expr/infix", tests, set_up, clean_up);
}
