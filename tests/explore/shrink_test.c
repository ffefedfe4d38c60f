// SPDX-License-Identifier: Apache-2.0
// Failing inputs made smaller, over predicates of three integers or of a text.
#include "explore/inputs/shrink.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "expr/variables.h"
#include "solve/grammar.h"

enum { N = 3 };

struct runner {
    bool (*fails)(const int64_t *v);
    struct expr_store *exprs;
};

static int64_t number_of(const struct expr_store *x, expr_id e) {
    int64_t v;
    assert_int_equal(expr_op(x, e), EXPR_INT_OP);
    assert_true(expr_get_int64(x, expr_arg(x, e, 0), &v));
    return v;
}

static void run(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out) {
    int64_t v[N];
    (void)trace;
    for (int i = 0; i < N; i++) v[i] = number_of(r->exprs, input->at[i].value);
    *out = (struct outcome){.kind = r->fails(v) ? OUTCOME_RAISE : OUTCOME_RETURN, .key = 1};
}

// The numbers that v become, each a variable of its own, which is `otherwise` if it is not mentioned (-1: the
// smallest number).
static void shrunk_from(bool (*fails)(const int64_t *v), int64_t *v, int64_t otherwise) {
    static const struct language language = {.run = run};
    struct expr_store *x = expr_store_new();
    struct unit u = {.language = &language, .exprs = x, .shrinks = true};
    struct runner runner = {fails, x};
    struct binding bindings[N];
    u.grammar = grammar_new(x);
    type_id type = grammar_declare(u.grammar);
    grammar_add_int(u.grammar, type, NULL, NULL);
    grammar_freeze(u.grammar);
    u.variables = variables_new();
    assert_true(fails(v));
    for (int i = 0; i < N; i++) {
        expr_id plainest =
            otherwise < 0 ? grammar_smallest(u.grammar, type) : expr_int_term(x, expr_int(x, otherwise));
        uint32_t variable = variables_add(u.variables, type, plainest);
        bindings[i] = (struct binding){variable, expr_int_term(x, expr_int(x, v[i]))};
    }
    const struct shrinker s = {
        .unit = &u, .runner = &runner, .limits = {10000, 1u << 24, clock_thread() + 60}};
    shrink(&s, bindings, N, 1, 0);
    for (int i = 0; i < N; i++) v[i] = number_of(x, bindings[i].value);
    variables_free(u.variables);
    grammar_free(u.grammar);
    expr_store_free(x);
}

static void shrunk(bool (*fails)(const int64_t *v), int64_t *v) {
    shrunk_from(fails, v, -1);
}

static bool large(const int64_t *v) {
    return v[1] > 41;
}

// A withdrawal that leaves a debt within the limit; of 64 bits, so a sum may overflow as well.
static bool debt(const int64_t *v) {
    int64_t left = (int64_t)((uint64_t)v[0] - (uint64_t)v[2]);
    return v[2] <= (int64_t)((uint64_t)v[0] + 100) && left < 0;
}

static bool apart(const int64_t *v) {
    return v[0] - v[1] == 1;
}

static void one_at_a_time(void **state) {
    (void)state;
    int64_t v[N] = {900000, 123456, -7};
    shrunk(large, v);
    assert_int_equal(v[0], 0);
    assert_true(v[1] > 41 && v[1] < 100);
    assert_int_equal(v[2], 0);
}

static void two_at_a_time(void **state) {
    (void)state;
    int64_t overflows[N] = {127, 5, -9223372036854775681}, equal[N] = {1000001, 1000000, 0};
    shrunk(debt, overflows);
    assert_int_equal(overflows[0], 0);
    assert_int_equal(overflows[1], 0);
    assert_int_equal(overflows[2], 1);
    shrunk(apart, equal);
    assert_true(equal[0] - equal[1] == 1 && equal[0] >= 0 && equal[0] <= 1);
}

static bool shifts_too_far(const int64_t *v) {
    return v[0] > 33554431 && v[1] < -1500 && v[2] > 1233;
}

// A limit that a person can read from the number is that number; of others the shortest to read is taken.
static void round_numbers(void **state) {
    (void)state;
    int64_t v[N] = {33559077, -2147483647, 900719925474099};
    shrunk(shifts_too_far, v);
    assert_int_equal(v[0], 40000000);
    assert_int_equal(v[1], -1501);
    assert_int_equal(v[2], 1234);
}

static bool is_alphabetic(int64_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool no_name(const int64_t *v) { // no letter; neither letter nor digit; none of ASCII
    return !is_alphabetic(v[0]) && !is_alphabetic(v[1]) && !(v[1] >= '0' && v[1] <= '9') && v[2] > 0x7F;
}

static bool capital(const int64_t *v) {
    return v[0] >= 'A' && v[0] <= 'Z' && v[1] != 'a' && v[2] != v[1] && v[2] != 'a';
}

static void characters(void **state) {
    (void)state;
    int64_t odd[N] = {0, 7, 0xE9}, names[N] = {'Q', 0, 0x1B};
    shrunk_from(no_name, odd, 'a');
    assert_int_equal(odd[0], '0');
    assert_int_equal(odd[1], ' ');
    assert_int_equal(odd[2], 0xE9);
    shrunk_from(capital, names, 'a');
    assert_int_equal(names[0], 'A');
    assert_int_equal(names[1], 'b');
    assert_int_equal(names[2], 'c');
}

static bool equal_boxes(const int64_t *v) { // outside of what Integer.valueOf caches
    return v[0] == v[1] && (v[0] < -128 || v[0] > 127);
}

static void equal_numbers(void **state) {
    (void)state;
    int64_t low[N] = {-129, -129, 3}, high[N] = {999999937, 999999937, 0};
    shrunk(equal_boxes, low);
    assert_true(low[0] == 128 && low[1] == 128 && low[2] == 0);
    shrunk(equal_boxes, high);
    assert_true(high[0] == 128 && high[1] == 128);
}

// ---- Texts ----

// What a text of bytes becomes that fails as long as `fails` says so.
struct text_runner {
    bool (*fails)(const uint8_t *text, size_t n);
    struct expr_store *exprs;
    bool list; // of characters, else a binary
};

static size_t bytes_of(const struct text_runner *r, expr_id e, uint8_t *out) {
    size_t n = 0;
    uint64_t size;
    if (!r->list) {
        const uint8_t *bytes = expr_get_bits(r->exprs, e, &size);
        memcpy(out, bytes, n = size / 8);
    }
    for (; r->list && expr_op(r->exprs, e) == EXPR_CONS_OP; e = expr_arg(r->exprs, e, 1))
        out[n++] = (uint8_t)number_of(r->exprs, expr_arg(r->exprs, e, 0));
    return n;
}

static void run_text(struct runner *runner, const struct model *input, struct trace *trace,
                     struct outcome *out) {
    const struct text_runner *r = (const struct text_runner *)(void *)runner;
    uint8_t text[64];
    size_t n = bytes_of(r, input->at[0].value, text);
    (void)trace;
    *out = (struct outcome){.kind = r->fails(text, n) ? OUTCOME_RAISE : OUTCOME_RETURN, .key = 1};
}

static void text_shrinks(bool (*fails)(const uint8_t *text, size_t n), bool list, const char *from,
                         const char *wanted) {
    static const struct language language = {.run = run_text};
    struct expr_store *x = expr_store_new();
    struct unit u = {.language = &language, .exprs = x, .shrinks = true};
    struct text_runner runner = {fails, x, list};
    u.grammar = grammar_new(x);
    type_id type = grammar_declare(u.grammar), byte = grammar_declare(u.grammar);
    grammar_add_int(u.grammar, byte, NULL, NULL);
    if (list) {
        grammar_add_literal(u.grammar, type, EXPR_NIL);
        grammar_add_cons(u.grammar, type, byte, type);
    } else {
        grammar_add_bits(u.grammar, type, 0, 8);
    }
    grammar_freeze(u.grammar);
    u.variables = variables_new();
    expr_id text = list ? EXPR_NIL : expr_bits(x, (const uint8_t *)from, strlen(from) * 8);
    for (size_t i = strlen(from); list && i-- > 0;)
        text = expr_cons(x, expr_int_term(x, expr_int(x, (uint8_t)from[i])), text);
    uint32_t variable = variables_add(u.variables, type, grammar_smallest(u.grammar, type));
    struct binding binding = {variable, text};
    const struct shrinker s = {.unit = &u,
                               .runner = (struct runner *)(void *)&runner,
                               .limits = {10000, 1u << 24, clock_thread() + 60}};
    uint8_t small[64];
    shrink(&s, &binding, 1, 1, 0);
    size_t n = bytes_of(&runner, binding.value, small);
    assert_int_equal(n, strlen(wanted));
    assert_memory_equal(small, wanted, n);
    variables_free(u.variables);
    grammar_free(u.grammar);
    expr_store_free(x);
}

static bool keyword(const uint8_t *text, size_t n) { // in capitals or not
    static const char word[] = "domain=";
    if (n < 7) return false;
    for (int i = 0; i < 7; i++)
        if (tolower(text[n - 7 + (size_t)i]) != word[i]) return false;
    return true;
}

static bool three(const uint8_t *text, size_t n) {
    (void)text;
    return n == 3;
}

static bool beyond_ascii(const uint8_t *text, size_t n) {
    return n > 0 && text[n - 1] >= 0x80;
}

static void texts(void **state) {
    (void)state;
    for (int list = 0; list < 2; list++) text_shrinks(keyword, list, "xx \1DOMaIN=", "domain=");
    text_shrinks(three, false, "\1\7\3", "aaa");
    text_shrinks(beyond_ascii, false, "\1\xE5", "\x80");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_at_a_time), cmocka_unit_test(two_at_a_time),
                                       cmocka_unit_test(round_numbers), cmocka_unit_test(characters),
                                       cmocka_unit_test(equal_numbers), cmocka_unit_test(texts)};
    return cmocka_run_group_tests_name("shrink", tests, NULL, NULL);
}
