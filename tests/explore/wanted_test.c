// SPDX-License-Identifier: Apache-2.0
// Texts put in the place of those that were compared: where, and which inputs come of it, in which order.
#include "explore/wanted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "expr/variables.h"
#include "solve/facts.h"
#include "solve/grammar.h"

enum { LONGEST = 100 };

static struct dictionary_text widened(const char *text, uint16_t *at) {
    uint32_t n = (uint32_t)strlen(text);
    for (uint32_t i = 0; i < n; i++) at[i] = (uint8_t)text[i];
    return (struct dictionary_text){at, n};
}

// The edit of that number as text; "" where there is no such place.
static void edits_to(const char *text, const char *seen, const char *wanted, uint32_t base, uint32_t number,
                     const char *expected) {
    uint16_t a[LONGEST], b[LONGEST], c[LONGEST], out[LONGEST];
    char edited[LONGEST] = "";
    struct dictionary_text t = widened(text, a);
    const struct text_edit edit = {widened(seen, b), widened(wanted, c), base, number};
    struct text_place at;
    uint32_t n = 0;
    if (text_edit_place(&edit, t.chars, t.n, &number, &at))
        n = text_edit_apply(&edit, t.chars, t.n, &at, out);
    for (uint32_t i = 0; i < n; i++) edited[i] = (char)out[i];
    edited[n] = 0;
    assert_string_equal(edited, expected);
}

static void places_of_texts(void **state) {
    (void)state;
    edits_to("a=b; c", "c", "HttpOnly", 0, 0, "a=b; HttpOnly");
    edits_to("a=b; c", "C", "d", 0, 0, "a=b; d"); // in any case
    edits_to("aa", "a", "b", 0, 0, "ab");
    edits_to("aa", "a", "b", 0, 1, "ba");
    edits_to("aa", "a", "b", 0, 2, "");
    edits_to("a-b", "", "+", 0, 0, "a-b+");
    edits_to("a-b", "", "+", 0, 3, "+a-b");
    edits_to("a-b", "", "+", 0, 4, "");
    edits_to("a", "ab", "x", 0, 0, "");
    edits_to("abc", "b", "", 0, 0, "ac");
}

static void places_of_numbers(void **state) {
    (void)state;
    edits_to("v1.2", "1", "10", 10, 0, "v10.2");
    edits_to("v11", "1", "2", 10, 0, ""); // not all of its digits
    edits_to("2024-01-30", "1", "2", 10, 0, "2024-2-30");
    edits_to("2024-01-30", "1", "2", 10, 1, "2024-02-30");
    edits_to("#0000ff", "ff", "ff8800", 16, 1, "");
    edits_to("#0000ff", "ff", "ff8800", 16, 0, "#ff8800");
    edits_to("#AAAAAA", "aaaaaa", "8800", 16, 1, "#008800");
}

// RFC 4648, section 10: "foob" is Zm9vYg== and 666F6F62.
static void places_in_codes(void **state) {
    (void)state;
    edits_to("Basic Zm9vYg==", "foob", "fooba", 0, 0, "Basic Zm9vYmE=");
    edits_to("Zm9v", "o", "oba", 0, 0, "Zm9vYmE="); // the last o
    edits_to("666f6F", "foo", "foob", 0, 0, "666f6f62");
    edits_to("Basic ", "", "foob", 0, 7, "Basic Zm9vYg=="); // behind 7 places of the text itself
    edits_to("Zm9vY", "foo", "bar", 0, 0, "");              // a character that is none of a code
}

static void everywhere(void **state) {
    (void)state;
    edits_to("aaa0", "/", "0", TEXT_EDIT_EVERYWHERE, 0, "0000"); // the commonest
    edits_to("aa//b", "/", "0", TEXT_EDIT_EVERYWHERE, 0, "00//b");
    edits_to("aa//b", "/", "0", TEXT_EDIT_EVERYWHERE, 1, "aa00b");
    edits_to("ab", "/", "0", TEXT_EDIT_EVERYWHERE, 0, "");
}

static expr_id list_of(struct expr_store *x, const char *text) {
    expr_id e = EXPR_NIL;
    for (size_t n = strlen(text); n-- > 0;) e = expr_cons(x, expr_int_term(x, expr_int(x, text[n])), e);
    return e;
}

static expr_id bits_of(struct expr_store *x, const char *text) {
    return expr_bits(x, (const uint8_t *)text, 8 * strlen(text));
}

static void edits_of_terms(void **state) {
    (void)state;
    struct expr_store *x = expr_store_new();
    uint16_t a[LONGEST], b[LONGEST];
    const struct text_edit edit = {widened("a", a), widened("xy", b), 0, 0};
    const expr_id in[2] = {list_of(x, "ab"), bits_of(x, "cad")};
    expr_id whole = expr_tuple(x, in, 2);
    static const char *const first[2] = {"xyb", "ab"}, *const second[2] = {"cad", "cxyd"};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t number = i;
        const expr_id out[2] = {i < 2 ? list_of(x, first[i]) : in[0], i < 2 ? bits_of(x, second[i]) : in[1]};
        assert_int_equal(text_edit_term(x, &edit, whole, &number), expr_tuple(x, out, 2));
    }
    uint16_t from = 0, to = 0;
    const expr_id other[2] = {list_of(x, "aB"), in[1]}, both[2] = {list_of(x, "aB"), bits_of(x, "cat")},
                  longer[2] = {list_of(x, "abc"), in[1]};
    assert_true(text_edit_single(x, whole, expr_tuple(x, other, 2), &from, &to));
    assert_true(from == 'b' && to == 'B');
    assert_true(text_edit_single(x, in[1], both[1], &from, &to));
    assert_true(from == 'd' && to == 't');
    assert_false(text_edit_single(x, whole, expr_tuple(x, both, 2), &from, &to));
    assert_false(text_edit_single(x, whole, expr_tuple(x, longer, 2), &from, &to));
    assert_false(text_edit_single(x, whole, whole, &from, &to));
    const expr_id digits[2] = {list_of(x, "a19"), bits_of(x, "2b0")},
                  zeros[2] = {list_of(x, "a00"), bits_of(x, "0b0")};
    assert_int_equal(text_edit_zero_digits(x, expr_tuple(x, digits, 2)), expr_tuple(x, zeros, 2));
    expr_store_free(x);
}

// ---- The queue ----

static const struct language_drawing drawing = {.n_atoms = 0};
static const struct language language = {.drawing = &drawing};

struct bench {
    struct unit u;
    struct random_inputs *random;
    struct facts *facts;
    struct trace trace;
    struct wanted_queue queue;
};

static void bench_init(struct bench *b) {
    *b = (struct bench){.u = {.language = &language, .exprs = expr_store_new()}};
    b->u.grammar = grammar_new(b->u.exprs);
    grammar_freeze(b->u.grammar);
    b->u.variables = variables_new();
    variables_add(b->u.variables, TYPE_ANY, EXPR_NIL);
    b->random = random_new(&b->u, 0);
    b->facts = facts_new(b->u.exprs, b->u.grammar, b->u.variables);
    trace_init(&b->trace, b->u.exprs, b->facts, 10);
}

static void bench_free(struct bench *b) {
    wanted_free(&b->queue);
    trace_free(&b->trace);
    facts_free(b->facts);
    random_free(b->random);
    variables_free(b->u.variables);
    grammar_free(b->u.grammar);
    expr_store_free(b->u.exprs);
}

static void add_run(struct bench *b, const char *input) {
    const struct binding binding = {0, list_of(b->u.exprs, input)};
    const struct model m = {1, &binding, b->u.variables};
    wanted_add(&b->queue, b->u.exprs, &b->trace, &m);
    trace_reset(&b->trace);
}

static void wants(struct bench *b, uint64_t key, const char *seen, const char *wanted) {
    uint16_t s[LONGEST], w[LONGEST];
    struct dictionary_text from = widened(seen, s), to = widened(wanted, w);
    trace_wants(&b->trace, key, from.chars, from.n, to.chars, to.n);
}

static void takes(struct bench *b, const char *expected) {
    struct model m;
    bool any = wanted_take(&b->queue, b->random, &m);
    assert_int_equal(any, expected != NULL);
    if (any) assert_int_equal(m.at[0].value, list_of(b->u.exprs, expected));
}

static void texts_in_turn(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    wants(&b, 1, "a", "yes");
    wants(&b, 2, "q", "never"); // is not in the input
    add_run(&b, "ab-a");
    takes(&b, "ab-yes");
    wants(&b, 3, "b", "new"); // was wanted less often, so it comes first
    add_run(&b, "ab");
    takes(&b, "anew");
    takes(&b, "yesb-a");
    takes(&b, NULL);
    wants(&b, 4, "b", "new"); // the same input again is no news
    add_run(&b, "ab");
    takes(&b, NULL);
    bench_free(&b);
}

static uint32_t turns_of_64(struct wanted_queue *q) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < 64; i++) n += wanted_has_turn(q);
    return n;
}

// The turns become rarer where nothing comes of them, but never cease; news bring them back.
static void turns_that_bring_nothing(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    assert_int_equal(turns_of_64(&b.queue), 0); // nothing waits
    wants(&b, 1, "a", "yes");
    add_run(&b, "aaaa");
    assert_int_equal(turns_of_64(&b.queue), 32);
    takes(&b, "aaayes");
    wanted_note_run(&b.queue, true);
    assert_int_equal(turns_of_64(&b.queue), 16); // no longer new
    for (uint32_t i = 0; i < 100; i++) wanted_note_run(&b.queue, false);
    assert_int_equal(turns_of_64(&b.queue), 8);
    for (uint32_t i = 0; i < 1000; i++) wanted_note_run(&b.queue, false);
    assert_int_equal(turns_of_64(&b.queue), 4);
    wanted_note_run(&b.queue, true);
    assert_int_equal(turns_of_64(&b.queue), 16);
    bench_free(&b);
}

static void add_number(struct bench *b, const char *input, uint32_t point, expr_id condition) {
    const struct binding binding = {0, list_of(b->u.exprs, input)};
    const struct model m = {1, &binding, b->u.variables};
    wanted_add_number(&b->queue, b->u.exprs, point, condition, &m);
}

// Characters c, d behind the v: c = 60 would be the digit "12"; 10 * c + d > 548 says that the number is more
// than 20.
static void numbers_of_characters(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    struct expr_store *x = b.u.exprs;
    expr_id rest = expr_tl(x, expr_var(x, 0)), c = expr_ival(x, expr_hd(x, rest)),
            d = expr_ival(x, expr_hd(x, expr_tl(x, rest)));
    add_number(&b, "v1", 7, expr_int_eq(x, c, expr_int(x, 60)));
    takes(&b, "v12");
    takes(&b, "vc"); // or hexadecimal
    takes(&b, NULL);
    expr_id sum = expr_arith(x, EXPR_ADD_OP, expr_arith(x, EXPR_MUL_OP, c, expr_int(x, 10)), d);
    add_number(&b, "v15", 8, expr_int_lt(x, expr_int(x, 548), sum));
    takes(&b, "v21");
    bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_of_texts),       cmocka_unit_test(places_of_numbers),
        cmocka_unit_test(places_in_codes),       cmocka_unit_test(everywhere),
        cmocka_unit_test(edits_of_terms),        cmocka_unit_test(texts_in_turn),
        cmocka_unit_test(numbers_of_characters), cmocka_unit_test(turns_that_bring_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
